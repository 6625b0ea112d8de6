/* test_cholesky.c - symmetric factors: solutions against known ones, parts by themselves, matrices that are not
 * positive definite. */
#include "linalg/cholesky.h"
#include "test.h"

enum { N = 40, PAIRS = 3 * N };

typedef struct Spd {
    Arena arena;
    Cholesky *c;
    double full[N][N];
} Spd;

/* A ring of springs with some across, in two halves that nothing connects; values into the factors. */
static void fill(Spd *s, uint64_t *seed)
{
    for (int p = 0; p < s->c->parts; p++) cd_cholesky_clear(s->c, p);
    for (int i = 0; i < N; i++)
        for (int j = 0; j <= i; j++) {
            if (s->full[i][j] == 0) continue;
            double x = i == j ? 6 + test_random(seed) : -0.9 * test_random(seed) - 0.05;
            s->full[i][j] = s->full[j][i] = x;
            s->c->w[cd_cholesky_slot(s->c, i, j)] = x;
        }
}

static Spd spd_new(uint64_t *seed)
{
    Spd s = { .arena = { 0 } };
    int row[PAIRS], col[PAIRS], slot[PAIRS], half = N / 2;
    for (int k = 0; k < N; k++) {
        int base = k < half ? 0 : half, to[3] = { k, base + (k - base + 1) % half, base + (k * 7 + 3) % half };
        for (int n = 0; n < 3; n++) {
            row[3 * k + n] = to[n], col[3 * k + n] = k;
            s.full[k][to[n]] = s.full[to[n]][k] = 1;
        }
    }
    Pattern p = cd_pattern_new(&s.arena, N, N, PAIRS, row, col, slot);
    s.c = cd_cholesky_open(&p);
    fill(&s, seed);
    return s;
}

static void spd_close(Spd *s)
{
    cd_cholesky_close(s->c);
    cd_arena_close(&s->arena);
}

/* Solutions of the parts that are listed against known ones. */
static void check(const Spd *s, int from, int to, uint64_t *seed)
{
    double x[N], y[N] = { 0 };
    for (int i = 0; i < N; i++) x[i] = test_random(seed) - 0.5;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) y[s->c->place[i]] += s->full[i][j] * x[j];
    for (int p = from; p < to; p++) cd_cholesky_solve(s->c, p, y);
    for (int k = s->c->first[from]; k < s->c->first[to]; k++) assert_near(y[k], x[s->c->unknown[k]], 1e-13);
}

TEST(solutions_are_the_known_ones_for_values_after_values)
{
    uint64_t seed = 5;
    Spd s = spd_new(&seed);
    for (int round = 0; round < 5; round++) {
        fill(&s, &seed);
        for (int p = 0; p < s.c->parts; p++) assert_true(cd_cholesky_factor(s.c, p, 1e-10));
        check(&s, 0, s.c->parts, &seed);
    }
    spd_close(&s);
}

TEST(parts_are_found_and_stand_alone)
{
    uint64_t seed = 7;
    Spd s = spd_new(&seed);
    assert_int_equal(s.c->parts, 2);
    for (int p = 0; p < 2; p++)
        for (int k = s.c->first[p]; k < s.c->first[p + 1]; k++)
            assert_int_equal(s.c->unknown[k] < N / 2, s.c->unknown[s.c->first[p]] < N / 2);
    s.c->w[s.c->lp[s.c->first[0]]] = NAN;
    assert_false(cd_cholesky_factor(s.c, 0, 1e-10));
    assert_true(cd_cholesky_factor(s.c, 1, 1e-10));
    check(&s, 1, 2, &seed);
    spd_close(&s);
}

TEST(what_is_not_positive_definite_is_refused)
{
    int slot[3];
    Arena arena = { 0 };
    Pattern p = cd_pattern_new(&arena, 2, 2, 3, (int[]){ 0, 1, 1 }, (int[]){ 0, 0, 1 }, slot);
    Cholesky *c = cd_cholesky_open(&p);
    static const double off[] = { 0.9, 1, 1 + 1e-15, 2, INFINITY };
    for (int i = 0; i < 5; i++) {
        c->w[cd_cholesky_slot(c, 0, 0)] = c->w[cd_cholesky_slot(c, 1, 1)] = 1;
        c->w[cd_cholesky_slot(c, 0, 1)] = off[i];
        assert_int_equal(cd_cholesky_factor(c, 0, 1e-10), i == 0);
        if (i < 2) assert_near(c->kept, 1 - off[i] * off[i], 1e-15);
    }
    cd_cholesky_close(c);
    cd_arena_close(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT(solutions_are_the_known_ones_for_values_after_values),
        UNIT(parts_are_found_and_stand_alone),
        UNIT(what_is_not_positive_definite_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
