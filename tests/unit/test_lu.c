/* test_lu.c - sparse LU: solutions against known ones, and every way a matrix can be bad. */
#include "linalg/lu.h"
#include "linalg/sparse.h"
#include "test.h"

#include <float.h>

enum { PARTS = 30, N = PARTS + PARTS - 1 };

/* The matrix of a chain: masses on a line, each tied to the next by a constraint.   [ M G^T ; G 0 ] */
typedef struct Chain {
    Arena arena;
    Pattern a;
    double *x;
    int slot[PARTS + 4 * (PARTS - 1)];
} Chain;

/* New values on the same pattern: factors of up to exp(spread) either way around a chain of equal links. */
static void fill_with(Chain *c, double spread, uint64_t *seed)
{
    int k = 0;
    for (int e = 0; e < c->a.nz; e++) c->x[e] = 0;
    for (int j = 0; j < PARTS; j++) c->x[c->slot[k++]] += exp(spread * (2 * test_random(seed) - 1));
    for (int r = 0; r < PARTS - 1; r++)
        for (int side = 0; side < 2; side++) {
            double g = (side ? 1 : -1) * exp(spread * (2 * test_random(seed) - 1));
            c->x[c->slot[k++]] += g;
            c->x[c->slot[k++]] += g;
        }
}

static void fill(Chain *c, uint64_t *seed)
{
    fill_with(c, 0.1, seed);
}

static Chain chain_new(uint64_t *seed)
{
    int row[PARTS + 4 * (PARTS - 1)], col[PARTS + 4 * (PARTS - 1)], n = 0;
    Chain c = { .arena = { 0 } };
    for (int j = 0; j < PARTS; j++, n++) row[n] = col[n] = j;
    for (int r = 0; r < PARTS - 1; r++)
        for (int side = 0; side < 2; side++) {
            row[n] = PARTS + r, col[n++] = r + side;
            row[n] = r + side, col[n++] = PARTS + r;
        }
    c.a = cd_pattern_new(&c.arena, N, N, n, row, col, c.slot);
    c.x = ARENA_ARRAY(&c.arena, double, c.a.nz);
    fill(&c, seed);
    return c;
}

/* A two-by-two full matrix, its values by columns. */
static Lu *open_two(void)
{
    return cd_lu_open(2, (int[]){ 0, 2, 4 }, (int[]){ 0, 1, 0, 1 });
}

static void check_solves_to(double tol, Lu *lu, const Chain *c, uint64_t *seed)
{
    double want[N], b[N];
    for (int k = 0; k < N; k++) want[k] = test_random(seed) - 0.5;
    cd_sparse_apply(&c->a, c->x, want, b);
    cd_lu_solve(lu, b);
    for (int k = 0; k < N; k++) assert_near(b[k], want[k], tol);
    cd_sparse_tapply(&c->a, c->x, want, b);
    cd_lu_solve_transposed(lu, b);
    for (int k = 0; k < N; k++) assert_near(b[k], want[k], tol);
}

static void check_solves(Lu *lu, const Chain *c, uint64_t *seed)
{
    check_solves_to(1e-13, lu, c, seed);
}

TEST(factor_solves_both_ways)
{
    uint64_t seed = 1;
    Chain c = chain_new(&seed);
    Lu *lu = cd_lu_open(N, c.a.p, c.a.i);
    assert_int_equal(cd_lu_status(lu), LU_OK);
    assert_int_equal(cd_lu_factor(lu, c.x), LU_OK);
    assert_int_equal(cd_lu_column_failed(lu), -1);
    check_solves(lu, &c, &seed);
    assert_true(cd_lu_growth(lu) > 1e-3 && cd_lu_growth(lu) <= 1);
    cd_lu_close(lu);
    cd_arena_close(&c.arena);
}

/* Factors of a grid in space are dear to make, those of a chain are not; they are there from the first call until they
 * are let go of. */
TEST(grids_in_space_are_dear)
{
    enum { SIDE = 12, ALL = SIDE * SIDE * SIDE };
    static const int next[] = { -SIDE * SIDE, -SIDE, -1, 0, 1, SIDE, SIDE * SIDE };
    Arena arena = { 0 };
    int *p = ARENA_ARRAY(&arena, int, ALL + 1), *i = ARENA_ARRAY(&arena, int, 7 * ALL), nz = 0;
    int *block = ARENA_ARRAY(&arena, int, ALL);
    double *x = ARENA_ARRAY(&arena, double, 7 * ALL);
    for (int j = 0; j < ALL; j++, p[j] = nz)
        for (int k = 0; k < 7; k++)
            if (j + next[k] >= 0 && j + next[k] < ALL) i[nz] = j + next[k], x[nz++] = next[k] ? -1 : 7;
    for (int j = 0; j < ALL; j++) block[j] = j;
    Lu *grid = cd_lu_open_saddle(ALL, p, i, block);
    assert_true(cd_lu_is_dear(grid));
    assert_false(cd_lu_has_factors(grid));
    assert_int_equal(cd_lu_factor(grid, x), LU_OK);
    assert_true(cd_lu_has_factors(grid));
    cd_lu_forget(grid);
    assert_false(cd_lu_has_factors(grid));
    uint64_t seed = 3;
    Chain c = chain_new(&seed);
    Lu *chain = cd_lu_open(N, c.a.p, c.a.i);
    assert_false(cd_lu_is_dear(chain));
    cd_lu_close(grid), cd_lu_close(chain);
    cd_arena_close(&c.arena), cd_arena_close(&arena);
}

TEST(refactor_gives_the_same_solution)
{
    uint64_t seed = 2;
    Chain c = chain_new(&seed);
    Lu *once = cd_lu_open(N, c.a.p, c.a.i), *again = cd_lu_open(N, c.a.p, c.a.i);
    assert_int_equal(cd_lu_factor(again, c.x), LU_OK);
    for (int n = 0; n < 20; n++) {
        fill(&c, &seed);
        assert_int_equal(cd_lu_factor(once, c.x), LU_OK);
        assert_int_equal(cd_lu_refactor(again, c.x), LU_OK);
        check_solves(again, &c, &seed);
        double a[N], b[N];
        for (int k = 0; k < N; k++) a[k] = b[k] = test_random(&seed);
        cd_lu_solve(once, a);
        cd_lu_solve(again, b);
        for (int k = 0; k < N; k++) assert_near(a[k], b[k], 1e-12);
    }
    cd_lu_close(once);
    cd_lu_close(again);
    cd_arena_close(&c.arena);
}

TEST(refactor_of_wild_values_stays_as_accurate_as_growth_and_condition_promise)
{
    uint64_t seed = 8;
    Chain c = chain_new(&seed);
    Lu *lu = cd_lu_open(N, c.a.p, c.a.i);
    int kept = 0, repivoted = 0;
    for (int n = 0; n < 200; n++) {
        fill_with(&c, 2, &seed);
        LuStatus status = cd_lu_refactor(lu, c.x);
        assert_true(status == LU_OK || status == LU_REPIVOTED);
        assert_true(cd_lu_growth(lu) >= LU_GROWTH_WORST);
        check_solves_to(DBL_EPSILON * cd_lu_condition(lu, c.x) / cd_lu_growth(lu), lu, &c, &seed);
        kept += status == LU_OK, repivoted += status == LU_REPIVOTED;
    }
    assert_true(kept > 20 && repivoted > 20);
    cd_lu_close(lu);
    cd_arena_close(&c.arena);
}

TEST(refactor_with_the_same_values_gives_the_same_bits)
{
    uint64_t seed = 3;
    Chain c = chain_new(&seed);
    Lu *lu = cd_lu_open(N, c.a.p, c.a.i);
    double a[N], b[N];
    for (int k = 0; k < N; k++) a[k] = b[k] = k;
    cd_lu_factor(lu, c.x);
    cd_lu_refactor(lu, c.x);
    cd_lu_solve(lu, a);
    cd_lu_refactor(lu, c.x);
    cd_lu_solve(lu, b);
    assert_memory_equal(a, b, sizeof a);
    cd_lu_close(lu);
    cd_arena_close(&c.arena);
}

/* Operations on values that have been zero so far are left out; which ones changes here every other time, in a matrix
 * that fills in. */
TEST(refactor_follows_values_that_come_and_go)
{
    enum { SIZE = 40, PER_ROW = 4, TIMES = 40 };
    uint64_t seed = 5;
    for (int m = 0; m < 20; m++) {
        Arena arena = { 0 };
        int row[SIZE * (PER_ROW + 1)], col[SIZE * (PER_ROW + 1)], slot[SIZE * (PER_ROW + 1)], n = 0;
        for (int k = 0; k < SIZE; k++) row[n] = col[n] = k, n++;
        for (int k = 0; k < SIZE * PER_ROW; k++, n++) row[n] = k / PER_ROW, col[n] = (int)(SIZE * test_random(&seed));
        Pattern a = cd_pattern_new(&arena, SIZE, SIZE, n, row, col, slot);
        double *x = ARENA_ARRAY(&arena, double, a.nz), want[SIZE], b[SIZE];
        Lu *lu = cd_lu_open(SIZE, a.p, a.i);
        for (int k = 0; k < TIMES; k++) {
            double share = k < 2 ? 0.3 : k / (double)TIMES;
            for (int e = 0; e < a.nz; e++) x[e] = test_random(&seed) < share ? test_random(&seed) - 0.5 : 0;
            for (int e = 0; e < SIZE; e++) x[slot[e]] = 6 + test_random(&seed);
            assert_int_equal(cd_lu_refactor(lu, x), LU_OK);
            for (int e = 0; e < SIZE; e++) want[e] = test_random(&seed) - 0.5;
            cd_sparse_apply(&a, x, want, b);
            cd_lu_solve(lu, b);
            for (int e = 0; e < SIZE; e++) assert_near(b[e], want[e], 1e-14);
            cd_sparse_tapply(&a, x, want, b);
            cd_lu_solve_transposed(lu, b);
            for (int e = 0; e < SIZE; e++) assert_near(b[e], want[e], 1e-14);
            if (k % 3 == 2) assert_true(cd_lu_condition(lu, x) < 10); /* KLU's own factors are asked in between */
        }
        cd_lu_close(lu);
        cd_arena_close(&arena);
    }
}

TEST(refactor_without_factors_chooses_pivots)
{
    uint64_t seed = 4;
    Chain c = chain_new(&seed);
    Lu *lu = cd_lu_open(N, c.a.p, c.a.i);
    assert_int_equal(cd_lu_refactor(lu, c.x), LU_OK);
    check_solves(lu, &c, &seed);
    cd_lu_close(lu);
    cd_arena_close(&c.arena);
}

/* The pivots of the first matrix are on the diagonal; in the second the diagonal is gone, or nearly. */
static void repivot(double diagonal)
{
    Lu *lu = open_two();
    assert_int_equal(cd_lu_factor(lu, (double[]){ 1, 0.5, 0.5, 1 }), LU_OK);
    assert_int_equal(cd_lu_refactor(lu, (double[]){ diagonal, 1, 1, diagonal }), LU_REPIVOTED);
    assert_int_equal(cd_lu_status(lu), LU_REPIVOTED);
    assert_int_equal(cd_lu_column_failed(lu), -1);
    assert_near(cd_lu_growth(lu), 1, 1e-15);
    double b[] = { 3 + 2 * diagonal, 2 + 3 * diagonal };
    cd_lu_solve(lu, b);
    assert_near(b[0], 2, 1e-15);
    assert_near(b[1], 3, 1e-15);
    cd_lu_close(lu);
}

TEST(refactor_repivots_when_a_pivot_vanishes)
{
    repivot(0);
}

TEST(refactor_repivots_when_growth_is_bad)
{
    repivot(1e-9);
}

TEST(refactor_keeps_pivots_that_are_good_enough)
{
    Lu *lu = open_two();
    assert_int_equal(cd_lu_factor(lu, (double[]){ 1, 0.5, 0.5, 1 }), LU_OK);
    assert_int_equal(cd_lu_refactor(lu, (double[]){ 1e-3, 1, 1, 1e-3 }), LU_OK);
    assert_near(cd_lu_growth(lu), 1e-3, 1e-5);
    cd_lu_close(lu);
}

TEST(structurally_singular_pattern_is_reported_at_once)
{
    /* columns 0 and 2 have an entry in row 0 only */
    Lu *lu = cd_lu_open(3, (int[]){ 0, 1, 3, 4 }, (int[]){ 0, 1, 2, 0 });
    assert_int_equal(cd_lu_status(lu), LU_SINGULAR);
    assert_true(cd_lu_column_failed(lu) == 0 || cd_lu_column_failed(lu) == 2);
    assert_int_equal(cd_lu_factor(lu, (double[]){ 1, 1, 1, 1 }), LU_SINGULAR);
    assert_int_equal(cd_lu_refactor(lu, (double[]){ 1, 1, 1, 1 }), LU_SINGULAR);
    cd_lu_close(lu);
}

TEST(empty_column_is_named)
{
    Lu *lu = cd_lu_open(3, (int[]){ 0, 1, 1, 2 }, (int[]){ 0, 2 });
    assert_int_equal(cd_lu_status(lu), LU_SINGULAR);
    assert_int_equal(cd_lu_column_failed(lu), 1);
    cd_lu_close(lu);
}

TEST(zero_column_is_named_and_the_next_matrix_recovers)
{
    uint64_t seed = 5;
    Chain c = chain_new(&seed);
    Lu *lu = cd_lu_open(N, c.a.p, c.a.i);
    assert_int_equal(cd_lu_factor(lu, c.x), LU_OK);
    for (int k = c.a.p[PARTS + 7]; k < c.a.p[PARTS + 8]; k++) c.x[k] = 0;
    assert_int_equal(cd_lu_refactor(lu, c.x), LU_SINGULAR);
    assert_int_equal(cd_lu_column_failed(lu), PARTS + 7);
    assert_int_equal(cd_lu_factor(lu, c.x), LU_SINGULAR);
    assert_int_equal(cd_lu_column_failed(lu), PARTS + 7);
    fill(&c, &seed);
    assert_int_equal(cd_lu_refactor(lu, c.x), LU_OK);
    assert_int_equal(cd_lu_column_failed(lu), -1);
    check_solves(lu, &c, &seed);
    cd_lu_close(lu);
    cd_arena_close(&c.arena);
}

TEST(values_that_are_not_finite_are_found_in_their_column)
{
    uint64_t seed = 6;
    Chain c = chain_new(&seed);
    Lu *lu = cd_lu_open(N, c.a.p, c.a.i);
    assert_int_equal(cd_lu_factor(lu, c.x), LU_OK);
    double keep = c.x[c.a.p[11]], bad[] = { NAN, INFINITY, -INFINITY };
    for (int k = 0; k < 3; k++) {
        c.x[c.a.p[11]] = bad[k];
        assert_int_equal(k ? cd_lu_factor(lu, c.x) : cd_lu_refactor(lu, c.x), LU_NOT_FINITE);
        assert_int_equal(cd_lu_column_failed(lu), 11);
    }
    c.x[c.a.p[11]] = keep;
    assert_int_equal(cd_lu_refactor(lu, c.x), LU_OK);
    check_solves(lu, &c, &seed);
    cd_lu_close(lu);
    cd_arena_close(&c.arena);
}

TEST(condition_is_estimated)
{
    /* Hilbert's matrix of order 3 has condition 748 in the 1-norm */
    double h[9];
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++) h[i + 3 * j] = 1.0 / (1 + i + j);
    Lu *lu = cd_lu_open(3, (int[]){ 0, 3, 6, 9 }, (int[]){ 0, 1, 2, 0, 1, 2, 0, 1, 2 });
    assert_int_equal(cd_lu_factor(lu, h), LU_OK);
    assert_near(cd_lu_condition(lu, h), 748, 1e-9);
    LuFill fill_in = cd_lu_fill(lu);
    assert_int_equal(fill_in.lower, 6);
    assert_int_equal(fill_in.upper, 6);
    cd_lu_close(lu);
}

TEST(weakest_column_finds_what_rounding_hides)
{
    /* row 2 = 0.1 row 0 + 0.7 row 1 up to rounding: the last pivot of columns 0 to 2 is noise; column 3 is
     * apart */
    double x[10], a[2][3] = { { 0.3, 1.1, 0.7 }, { 0.9, 0.2, 1.3 } };
    for (int j = 0; j < 3; j++)
        x[3 * j] = a[0][j], x[3 * j + 1] = a[1][j], x[3 * j + 2] = 0.1 * a[0][j] + 0.7 * a[1][j];
    x[9] = 1e-20;
    Lu *lu = cd_lu_open(4, (int[]){ 0, 3, 6, 9, 10 }, (int[]){ 0, 1, 2, 0, 1, 2, 0, 1, 2, 3 });
    assert_int_equal(cd_lu_factor(lu, x), LU_OK);
    double kept;
    assert_in_range(cd_lu_weakest_column(lu, x, &kept), 0, 2);
    assert_true(kept < 1e-15);
    x[8] = 5;
    assert_int_equal(cd_lu_factor(lu, x), LU_OK);
    cd_lu_weakest_column(lu, x, &kept);
    assert_true(kept > 0.01);
    cd_lu_close(lu);
}

TEST(weakest_column_is_the_same_by_a_list_and_by_klu)
{
    uint64_t seed = 11;
    Chain c = chain_new(&seed);
    Lu *by_list = cd_lu_open(c.a.cols, c.a.p, c.a.i), *by_klu = cd_lu_open(c.a.cols, c.a.p, c.a.i);
    double kept, expected;
    assert_int_equal(cd_lu_factor(by_list, c.x), LU_OK);
    assert_int_equal(cd_lu_factor(by_klu, c.x), LU_OK);
    assert_int_equal(cd_lu_refactor(by_list, c.x), LU_OK);
    assert_int_equal(cd_lu_weakest_column(by_list, c.x, &kept), cd_lu_weakest_column(by_klu, c.x, &expected));
    assert_near(kept / expected, 1, 1e-10);
    cd_lu_close(by_list), cd_lu_close(by_klu);
    cd_arena_close(&c.arena);
}

TEST(fill_in_of_a_chain_grows_linearly)
{
    uint64_t seed = 7;
    Chain c = chain_new(&seed);
    Lu *lu = cd_lu_open(N, c.a.p, c.a.i);
    assert_int_equal(cd_lu_fill(lu).lower, 0);
    cd_lu_factor(lu, c.x);
    assert_true(cd_lu_fill(lu).lower + cd_lu_fill(lu).upper < 2 * c.a.nz);
    cd_lu_close(lu);
    cd_arena_close(&c.arena);
}

TEST(empty_matrix_is_fine)
{
    Lu *lu = cd_lu_open(0, (int[]){ 0 }, NULL);
    assert_int_equal(cd_lu_status(lu), LU_OK);
    assert_int_equal(cd_lu_factor(lu, NULL), LU_OK);
    assert_int_equal(cd_lu_refactor(lu, NULL), LU_OK);
    cd_lu_solve(lu, NULL);
    cd_lu_solve_transposed(lu, NULL);
    cd_lu_close(lu);
    cd_lu_close(NULL);
}

/* [ . a b; . c d; f . e ] has the blocks f and [ a b; c d ]: a sign changes with the determinant of its block and only
 * then. */
TEST(signs_of_blocks_follow_their_determinants)
{
    const int p[4] = { 0, 1, 3, 6 }, i[6] = { 2, 0, 1, 0, 1, 2 };
    uint64_t seed = 11;
    signed char first[3] = { 0 }, whole[3] = { 0 };
    int small_first = 0, large_first = 0;
    Lu *lu = cd_lu_open_blocks(3, p, i), *plain = cd_lu_open(3, p, i);
    for (int k = 0; k < 200; k++) {
        double v[6];
        for (int e = 0; e < 6; e++) v[e] = 2 * test_random(&seed) - 1;
        int small = v[0] > 0 ? 1 : -1, large = v[1] * v[4] - v[2] * v[3] > 0 ? 1 : -1;
        signed char sign[3];
        assert_int_equal(cd_lu_factor(plain, v), LU_OK);
        assert_int_equal(cd_lu_signs(plain, sign), 1);
        if (k == 0) whole[0] = sign[0], small_first = small, large_first = large;
        assert_int_equal(sign[0] * whole[0], small * small_first * large * large_first);
        assert_int_equal(cd_lu_factor(lu, v), LU_OK);
        assert_int_equal(cd_lu_signs(lu, sign), 2);
        if (k == 0) first[0] = sign[0], first[1] = sign[1];
        int a = sign[0] * first[0], b = sign[1] * first[1];
        small *= small_first, large *= large_first;
        assert_true((a == small && b == large) || (a == large && b == small));
    }
    cd_lu_close(lu);
    cd_lu_close(plain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT(factor_solves_both_ways),
        UNIT(grids_in_space_are_dear),
        UNIT(refactor_gives_the_same_solution),
        UNIT(refactor_of_wild_values_stays_as_accurate_as_growth_and_condition_promise),
        UNIT(refactor_with_the_same_values_gives_the_same_bits),
        UNIT(refactor_follows_values_that_come_and_go),
        UNIT(refactor_without_factors_chooses_pivots),
        UNIT(refactor_repivots_when_a_pivot_vanishes),
        UNIT(refactor_repivots_when_growth_is_bad),
        UNIT(refactor_keeps_pivots_that_are_good_enough),
        UNIT(structurally_singular_pattern_is_reported_at_once),
        UNIT(empty_column_is_named),
        UNIT(zero_column_is_named_and_the_next_matrix_recovers),
        UNIT(values_that_are_not_finite_are_found_in_their_column),
        UNIT(condition_is_estimated),
        UNIT(weakest_column_finds_what_rounding_hides),
        UNIT(weakest_column_is_the_same_by_a_list_and_by_klu),
        UNIT(fill_in_of_a_chain_grows_linearly),
        UNIT(signs_of_blocks_follow_their_determinants),
        UNIT(empty_matrix_is_fine),
    };
    return cmocka_run_group_tests_name("lu", tests, NULL, NULL);
}
