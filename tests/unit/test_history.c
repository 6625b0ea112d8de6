/* test_history.c - coefficients of BDF; what predictions, corrections and estimates of both forms make of
 * polynomials. */
#include "integrators/history.c"
#include "test.h"

/* sum l_j x^j = product of (1 + x / i) (9.12) */
TEST(coefficients_are_those_of_the_product)
{
    for (int k = 0; k <= HISTORY_ORDER; k++) {
        double want[HISTORY_ORDER + 1] = { 1 };
        for (int i = 1; i <= k; i++)
            for (int j = i; j > 0; j--) want[j] += want[j - 1] / i;
        for (int j = 0; j <= HISTORY_ORDER; j++) assert_near(l[k][j], want[j], 1e-15);
    }
}

typedef struct Polynomial {
    int degree;
    double t;
} Polynomial;

static double value(const Polynomial *p, double t)
{
    return pow(1.3 - 0.4 * t, p->degree);
}

static double slope(const Polynomial *p, double t)
{
    return p->degree ? -0.4 * p->degree * pow(1.3 - 0.4 * t, p->degree - 1) : 0;
}

/* Sizes of steps: the same, or for variable coefficients each another. */
static double step_of(const History *x, int i)
{
    static const double size[5] = { 0.1, 0.13, 0.09, 0.1, 0.15 };
    return x->variable ? size[i % 5] : 0.1;
}

/* A history of order k whose points are those of the polynomial, at time p->t. */
static void fill(History *x, Arena *arena, bool variable, Polynomial *p, int k)
{
    cd_history_open(arena, x, 1, variable);
    double y = value(p, 0), rate = slope(p, 0), yp, ratep;
    cd_history_begin(x, &y, &rate, 1, 0.1);
    p->t = 0;
    for (int i = 0; i < 12; i++) {
        double h = step_of(x, i);
        cd_history_predict(x, h, &yp, &ratep);
        x->current.error[0] = value(p, p->t + h) - yp;
        cd_history_accept(x);
        p->t += h;
        if (x->order < k && i > 1) cd_history_raise(x);
    }
    /* the columns as the points have them */
    double past[HISTORY_COLUMNS], t = p->t;
    for (int j = 0; j < cd_history_points(x); j++) {
        past[j] = value(p, t);
        t -= variable ? x->back[j] : x->h;
    }
    cd_history_rebuild(x, 0, past);
}

static void for_all(void (*f)(bool variable, int k))
{
    for (int k = 1; k <= HISTORY_ORDER; k++) f(false, k), f(true, k);
}

static void predicts(bool variable, int k)
{
    Arena arena = { 0 };
    History x;
    Polynomial p = { .degree = k };
    fill(&x, &arena, variable, &p, k);
    assert_int_equal(x.order, k);
    double h = step_of(&x, 12), y, rate;
    cd_history_predict(&x, h, &y, &rate);
    assert_near(y, value(&p, p.t + h), 1e-12);
    assert_near(rate, slope(&p, p.t + h), 1e-10);
    for (double back = 0; back > -0.1; back -= 0.03) {
        assert_near(cd_history_at(&x, 0, back), value(&p, p.t + back), 1e-12);
        assert_near(cd_history_rate_at(&x, 0, back), slope(&p, p.t + back), 1e-10);
    }
    cd_arena_close(&arena);
}

TEST(polynomials_of_the_order_are_predicted_exactly)
{
    for_all(predicts);
}

/* On a polynomial one degree higher the corrector, given the exact rate, is wrong by factor times (y - y_p): the
 * estimate. */
static void estimates(bool variable, int k)
{
    Arena arena = { 0 };
    History x;
    Polynomial p = { .degree = k + 1 };
    fill(&x, &arena, variable, &p, k);
    double h = step_of(&x, 12), yp, ratep;
    cd_history_predict(&x, h, &yp, &ratep);
    double exact = value(&p, p.t + h), corrected = yp + (slope(&p, p.t + h) - ratep) / x.current.lead;
    double off = corrected - exact, whole = exact - yp;
    assert_near(off / whole, cd_history_factor(&x), 1e-6);
    cd_arena_close(&arena);
}

TEST(the_factor_of_the_error_is_that_of_the_formula)
{
    for_all(estimates);
}

/* Errors of one order less and more, by the same polynomials: what the formula of that order would be wrong by. */
static void neighbours(bool variable, int k)
{
    Arena arena = { 0 };
    History x, other;
    double f, scratch[1], yp, ratep;
    Polynomial p = { .degree = k };
    if (k > 1) {
        fill(&x, &arena, variable, &p, k);
        double h = step_of(&x, 12);
        cd_history_predict(&x, h, &yp, &ratep);
        x.current.error[0] = value(&p, p.t + h) - yp;
        const double *lower = cd_history_lower(&x, &f);
        double found = *lower * f;
        fill(&other, &arena, variable, &p, k - 1);
        cd_history_predict(&other, h, &yp, &ratep);
        double want = (value(&p, p.t + h) - yp) * cd_history_factor(&other);
        assert_near(found / want, 1, 1e-6);
    } else {
        History none = { .order = 1 };
        assert_null(cd_history_lower(&none, &f));
    }
    if (k < HISTORY_ORDER) {
        Polynomial q = { .degree = k + 2 };
        fill(&x, &arena, variable, &q, k);
        double h = step_of(&x, 12);
        /* the error of the step before, for fixed coefficients */
        Polynomial earlier = q;
        earlier.t -= variable ? 0 : x.h;
        cd_history_predict(&x, h, &yp, &ratep);
        x.current.error[0] = value(&q, q.t + h) - yp;
        if (!variable) {
            double past[HISTORY_COLUMNS], at = earlier.t;
            History y;
            cd_history_open(&arena, &y, 1, false);
            y.order = y.reach = k, y.h = x.h;
            for (int j = 0; j <= k; j++) past[j] = value(&q, at - j * x.h);
            cd_history_rebuild(&y, 0, past);
            double e, r;
            cd_history_predict(&y, h, &e, &r);
            x.current.last_error[0] = value(&q, at + h) - e, x.current.last_known = true;
        } else {
            x.points = k + 2;
            double product = 1;
            /* Phi_(k+1) at the newest point: its divided difference times the distances */
            double d[HISTORY_COLUMNS], t[HISTORY_COLUMNS];
            t[0] = q.t;
            for (int j = 1; j <= k + 1; j++) t[j] = t[j - 1] - x.back[j - 1];
            for (int j = 0; j <= k + 1; j++) d[j] = value(&q, t[j]);
            for (int m = 1; m <= k + 1; m++)
                for (int j = k + 1; j >= m; j--) d[j] = (d[j] - d[j - 1]) / (t[j] - t[j - m]);
            for (int j = 1; j <= k + 1; j++) product *= t[0] - t[j];
            x.Z[k + 1][0] = product * d[k + 1];
            cd_history_predict(&x, h, &yp, &ratep);
        }
        const double *higher = cd_history_higher(&x, &f, scratch);
        assert_non_null(higher);
        double found = *higher * f;
        Polynomial same = q;
        fill(&other, &arena, variable, &same, k + 1);
        cd_history_predict(&other, h, &yp, &ratep);
        double want = (value(&same, same.t + h) - yp) * cd_history_factor(&other);
        assert_near(found / want, 1, 1e-6);
    }
    cd_arena_close(&arena);
}

TEST(errors_of_neighbouring_orders_are_those_of_their_formulas)
{
    for_all(neighbours);
}

/* Order 2 from a higher one. */
TEST(the_error_of_order_two_is_that_of_its_formula)
{
    for (int variable = 0; variable < 2; variable++)
        for (int k = 3; k <= HISTORY_ORDER; k++) {
            Arena arena = { 0 };
            History x, other;
            double f, yp, ratep;
            Polynomial p = { .degree = 3 }, same = p;
            fill(&x, &arena, variable, &p, k);
            double h = step_of(&x, 12);
            cd_history_predict(&x, h, &yp, &ratep);
            double found = *cd_history_second(&x, &f) * f;
            fill(&other, &arena, variable, &same, 2);
            cd_history_predict(&other, h, &yp, &ratep);
            assert_near(found / ((value(&same, same.t + h) - yp) * cd_history_factor(&other)), 1, 1e-6);
            cd_arena_close(&arena);
        }
    History low = { .order = 2 };
    double f;
    assert_null(cd_history_second(&low, &f));
}

/* Raising the order takes the next derivative from the error of the step: Nordsieck's column k + 1 is h^(k+1) y^(k+1) /
 * (k+1)!. */
TEST(raising_the_order_takes_the_next_column_from_the_error)
{
    for (int k = 1; k < HISTORY_ORDER; k++) {
        Arena arena = { 0 };
        History x;
        Polynomial p = { .degree = k + 1 };
        fill(&x, &arena, false, &p, k);
        double yp, ratep, h = x.h, want = pow(-0.4 * h, k + 1); /* of (1.3 - 0.4 t)^(k+1) */
        cd_history_predict(&x, h, &yp, &ratep);
        x.current.error[0] = value(&p, p.t + h) - yp;
        cd_history_accept(&x);
        cd_history_raise(&x);
        assert_int_equal(x.order, k + 1);
        assert_near(x.Z[k + 1][0] / want, 1, 1e-6);
        cd_arena_close(&arena);
    }
}

/* Steps of any size from the start: y = 1 + 2 t + 3 t^2, and a component of which no second derivative is given
 * (9.49). */
TEST(a_start_from_second_derivatives_is_exact_for_parabolas)
{
    for (int variable = 0; variable < 2; variable++)
        for (double h = 0.05; h < 0.5; h *= 2) {
            Arena arena = { 0 };
            History x;
            const double y[2] = { 1, 1 }, rate[2] = { 2, 2 }, second = 6;
            double yp[2], ratep[2];
            cd_history_open(&arena, &x, 2, variable);
            cd_history_begin(&x, y, rate, 2, 0.1);
            cd_history_bend(&x, &second, 1);
            cd_history_predict(&x, h, yp, ratep);
            assert_int_equal(x.order, 2);
            assert_near(yp[0], 1 + 2 * h + 3 * h * h, 1e-14), assert_near(ratep[0], 2 + 6 * h, 1e-14);
            assert_near(yp[1], 1 + 2 * h, 1e-14), assert_near(ratep[1], 2, 1e-14);
            assert_near(cd_history_at(&x, 0, -h), 1 - 2 * h + 3 * h * h, 1e-14);
            cd_arena_close(&arena);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = { UNIT(coefficients_are_those_of_the_product),
                                        UNIT(polynomials_of_the_order_are_predicted_exactly),
                                        UNIT(the_factor_of_the_error_is_that_of_the_formula),
                                        UNIT(errors_of_neighbouring_orders_are_those_of_their_formulas),
                                        UNIT(the_error_of_order_two_is_that_of_its_formula),
                                        UNIT(raising_the_order_takes_the_next_column_from_the_error),
                                        UNIT(a_start_from_second_derivatives_is_exact_for_parabolas) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
