/* test_rosenbrock.c - the tables of RN4 and W2 against the conditions of their orders (Hairer and Wanner, IV.7). They
 * are kept for U, which spares products with the matrix: Gamma = (1/gamma - C)^-1, alpha = A Gamma, b = m Gamma. */
#include "integrators/rosenbrock.c"
#include "test.h"

enum { N = MOST_STAGES };

typedef struct Plain {
    int n;
    double Gamma[N][N], alpha[N][N], b[N], low[N];
    double alphas[N], gammas[N], beta[N][N], betas[N];
} Plain;

static Plain plain_of(const Scheme *s)
{
    Plain p = { .n = s->stages };
    /* columns of the inverse by forward substitution */
    for (int k = 0; k < p.n; k++)
        for (int i = k; i < p.n; i++) {
            double sum = i == k;
            for (int j = k; j < i; j++) sum += s->c[i][j] * p.Gamma[j][k];
            p.Gamma[i][k] = sum * s->gamma;
        }
    for (int i = 0; i < p.n; i++)
        for (int k = 0; k < p.n; k++) {
            for (int j = 0; j < i; j++) p.alpha[i][k] += s->a[i][j] * p.Gamma[j][k];
            p.b[k] += s->m[i] * p.Gamma[i][k], p.low[k] += s->low[i] * p.Gamma[i][k];
        }
    for (int i = 0; i < p.n; i++)
        for (int j = 0; j < p.n; j++) {
            p.beta[i][j] = p.alpha[i][j] + p.Gamma[i][j];
            p.alphas[i] += p.alpha[i][j], p.gammas[i] += p.Gamma[i][j], p.betas[i] += p.beta[i][j];
        }
    return p;
}

/* The conditions up to order 4: how far the weights b are off those of one order. */
static double off(const Plain *p, const double *b, int order)
{
    double sum[8] = { 0 }, bb[N] = { 0 }, ba2[N] = { 0 }, bbb[N] = { 0 }, ab[N] = { 0 };
    static const double want[8] = { 1, 1. / 2, 1. / 3, 1. / 6, 1. / 4, 1. / 8, 1. / 12, 1. / 24 };
    static const int of[8] = { 1, 2, 3, 3, 4, 4, 4, 4 };
    for (int i = 0; i < p->n; i++)
        for (int j = 0; j < p->n; j++) {
            bb[i] += p->beta[i][j] * p->betas[j], ba2[i] += p->beta[i][j] * p->alphas[j] * p->alphas[j];
            ab[i] += p->alpha[i][j] * p->betas[j];
        }
    for (int i = 0; i < p->n; i++)
        for (int j = 0; j < p->n; j++) bbb[i] += p->beta[i][j] * bb[j];
    for (int i = 0; i < p->n; i++) {
        double a = p->alphas[i];
        sum[0] += b[i], sum[1] += b[i] * p->betas[i], sum[2] += b[i] * a * a, sum[3] += b[i] * bb[i];
        sum[4] += b[i] * a * a * a, sum[5] += b[i] * a * ab[i], sum[6] += b[i] * ba2[i], sum[7] += b[i] * bbb[i];
    }
    double most = 0;
    for (int k = 0; k < 8; k++)
        if (of[k] == order) most = fmax(most, fabs(sum[k] - want[k]));
    return most;
}

static void order_is(const Plain *p, const double *b, int order)
{
    for (int k = 1; k <= order; k++)
        if (off(p, b, k) > 1e-12) fail_msg("conditions of order %d are off by %g", k, off(p, b, k));
    if (order < 4) assert_true(off(p, b, order + 1) > 1e-6);
}

static void consistent(const Scheme *s, const Plain *p)
{
    for (int i = 0; i < p->n; i++) {
        assert_near(p->alphas[i], s->alpha[i], 1e-13);
        assert_near(p->gammas[i], s->gammas[i], 1e-13);
        assert_near(p->Gamma[i][i], s->gamma, 0);
    }
    assert_near(s->power, 1. / s->order, 0);
}

TEST(rn4_has_order_four_and_compares_with_order_three)
{
    Plain p = plain_of(&rn4);
    consistent(&rn4, &p);
    order_is(&p, p.b, 4);
    order_is(&p, p.low, 3);
    for (int j = 0; j < 3; j++)
        assert_near(rn4.a[3][j], rn4.a[2][j], 0); /* the fourth stage takes the rates of the third */
}

/* Order 2 with any matrix in place of J: sum b alpha = 1/2 and sum b gamma = 0. */
TEST(w2_has_order_two_whatever_the_matrix)
{
    Plain p = plain_of(&w2);
    consistent(&w2, &p);
    order_is(&p, p.b, 2);
    order_is(&p, p.low, 1);
    double a = 0, g = 0;
    for (int i = 0; i < p.n; i++) a += p.b[i] * p.alphas[i], g += p.b[i] * p.gammas[i];
    assert_near(a, 0.5, 1e-14);
    assert_near(g, 0, 1e-14);
    assert_near(w2.gamma, 1 + sqrt(0.5), 1e-15);
}

/* L-stable: R(infinity) = 1 - b^T beta^-1 1 = 0, to the eight digits that gamma of RN4 is published with. */
TEST(both_forget_what_is_infinitely_stiff)
{
    const Scheme *both[2] = { &rn4, &w2 };
    for (int k = 0; k < 2; k++) {
        Plain p = plain_of(both[k]);
        double x[N], r = 1;
        for (int i = 0; i < p.n; i++) {
            x[i] = 1;
            for (int j = 0; j < i; j++) x[i] -= p.beta[i][j] * x[j];
            x[i] /= p.beta[i][i];
            r -= p.b[i] * x[i];
        }
        assert_near(r, 0, 2e-8);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { UNIT(rn4_has_order_four_and_compares_with_order_three),
                                        UNIT(w2_has_order_two_whatever_the_matrix),
                                        UNIT(both_forget_what_is_infinitely_stiff) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
