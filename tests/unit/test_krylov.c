/* test_krylov.c - solutions by iterations: they are those of factors, in any units, and factors take over where they do
 * not come to an end. */
#include "entries.h"
#include "linalg/krylov.h"
#include "linalg/lu.h"
#include "test.h"

#include <math.h>
#include <string.h>

/* Bodies of six and of three degrees of freedom on a square, each coupled to its neighbours. */
typedef struct Heap {
    Arena arena;
    Pattern a;
    double *x, *b, *solution;
    int *block, *first;
    int n;
} Heap;

/* A damper along a direction at random, and a little that is not symmetric, as friction is. */
static void couple(Heap *h, Entries *e, int a, int b, double stiff, uint64_t *seed)
{
    double d[12];
    int at[12], n = 0;
    for (int side = 0; side < 2; side++)
        for (int k = h->first[side ? b : a]; k < h->first[(side ? b : a) + 1]; k++, n++)
            at[n] = k, d[n] = test_random(seed) - 0.5;
    for (int k = 0; k < n; k++)
        for (int l = 0; l < n; l++) put(e, at[k], at[l], stiff * (d[k] * d[l] + 0.1 * (test_random(seed) - 0.5)));
}

static Heap heap_new(int side, double stiff)
{
    Heap h = { .n = 0 };
    Entries e = { .arena = &h.arena };
    uint64_t seed = 7;
    int bodies = side * side;
    h.first = ARENA_ARRAY(&h.arena, int, bodies + 1);
    for (int k = 0; k < bodies; k++) h.first[k + 1] = h.first[k] + (k % 5 == 2 ? 3 : 6);
    h.n = h.first[bodies];
    h.block = ARENA_ARRAY(&h.arena, int, h.n);
    for (int k = 0; k < bodies; k++)
        for (int j = h.first[k]; j < h.first[k + 1]; j++) h.block[j] = k, put(&e, j, j, 1 + test_random(&seed));
    for (int k = 0; k < bodies; k++) {
        if (k % side) couple(&h, &e, k, k - 1, stiff, &seed);
        if (k >= side) couple(&h, &e, k, k - side, stiff, &seed);
        if (k % side && k >= side) couple(&h, &e, k, k - side - 1, stiff, &seed);
    }
    h.a = entries_sum(&e, h.n, &h.x);
    h.b = ARENA_ARRAY(&h.arena, double, h.n), h.solution = ARENA_ARRAY(&h.arena, double, h.n);
    for (int j = 0; j < h.n; j++) h.b[j] = test_random(&seed) - 0.5;
    return h;
}

static double size(int n, const double *x)
{
    double sum = 0;
    for (int k = 0; k < n; k++) sum += x[k] * x[k];
    return sqrt(sum);
}

/* |A x - b| over |b| */
static double residual(Heap *h, const double *x)
{
    double *y = ARENA_ARRAY(&h->arena, double, h->n);
    cd_sparse_apply(&h->a, h->x, x, y);
    for (int k = 0; k < h->n; k++) y[k] -= h->b[k];
    return size(h->n, y) / size(h->n, h->b);
}

TEST(solutions_are_those_of_factors)
{
    Heap h = heap_new(12, 2);
    Krylov *k = cd_krylov_open(h.n, h.a.p, h.a.i, h.block);
    assert_non_null(k);
    assert_true(cd_krylov_take(k, h.x));
    int few = cd_krylov_solve(k, h.b, h.solution, 1e-3, KRYLOV_MOST);
    assert_in_range(few, 1, 15);
    assert_true(residual(&h, h.solution) < 5e-3 && residual(&h, h.solution) > 1e-8);
    int many = cd_krylov_solve(k, h.b, h.solution, 1e-11, KRYLOV_MOST);
    assert_true(many > few);
    assert_true(residual(&h, h.solution) < 1e-10);
    assert_int_equal(cd_krylov_solve(k, h.b, h.solution, 1e-11, few), -1);
    memset(h.b, 0, sizeof(double) * (size_t)h.n);
    assert_int_equal(cd_krylov_solve(k, h.b, h.solution, 1e-3, KRYLOV_MOST), 0);
    assert_true(size(h.n, h.solution) == 0);
    cd_krylov_close(k);
    cd_arena_close(&h.arena);
}

/* Millimetres for metres: unknowns and equations of a kind get other factors, the iterations stay what they are. */
TEST(units_change_nothing)
{
    Heap h = heap_new(8, 2);
    Krylov *k = cd_krylov_open(h.n, h.a.p, h.a.i, h.block);
    double *other = ARENA_ARRAY(&h.arena, double, h.n);
    assert_true(cd_krylov_take(k, h.x));
    int its = cd_krylov_solve(k, h.b, h.solution, 1e-6, KRYLOV_MOST);
#define UNIT_OF(j) ((j) % 3 ? 1 : 1e3)
    for (int j = 0; j < h.n; j++) {
        for (int e = h.a.p[j]; e < h.a.p[j + 1]; e++) h.x[e] *= UNIT_OF(j) * UNIT_OF(h.a.i[e]);
        h.b[j] *= UNIT_OF(j);
    }
    assert_true(cd_krylov_take(k, h.x));
    assert_int_equal(cd_krylov_solve(k, h.b, other, 1e-6, KRYLOV_MOST), its);
    for (int j = 0; j < h.n; j++) assert_true(fabs(other[j] * UNIT_OF(j) - h.solution[j]) < 1e-9);
    cd_krylov_close(k);
    cd_arena_close(&h.arena);
}

TEST(other_matrices_are_refused)
{
    const int block[] = { 0, 0, 1, 1 }, with_multiplier[] = { 0, 0, 1, -1 }, apart[] = { 0, 1, 0, 1 };
    const int p[] = { 0, 2, 4, 6, 8 }, i[] = { 0, 1, 0, 1, 2, 3, 2, 3 };
    const int one_sided_p[] = { 0, 3, 5, 7, 9 }, one_sided_i[] = { 0, 1, 2, 0, 1, 2, 3, 2, 3 };
    Krylov *good = cd_krylov_open(4, p, i, block);
    assert_non_null(good);
    const double without_diagonal[] = { 0, 1, 1, 0, 1, 0, 0, 1 }, singular[] = { 1, 1, 1, 1, 1, 0, 0, 1 };
    assert_false(cd_krylov_take(good, without_diagonal));
    assert_false(cd_krylov_take(good, singular));
    cd_krylov_close(good);
    assert_null(cd_krylov_open(4, p, i, with_multiplier));
    assert_null(cd_krylov_open(4, p, i, apart));
    assert_null(cd_krylov_open(4, one_sided_p, one_sided_i, block));
}

/* Among factors that fill much: iterated where nearly is asked for, exact where it is not, and where iterations are slow or
 * many. */
TEST(factors_take_over)
{
    Heap soft = heap_new(22, 2), hard = heap_new(22, 1e7);
    for (int k = 0; k < 2; k++) {
        Heap *h = k ? &hard : &soft;
        Lu *lu = cd_lu_open_saddle(h->n, h->a.p, h->a.i, h->block);
        assert_true(cd_lu_uses_fronts(lu));
        assert_int_equal(cd_lu_refactor_nearly(lu, h->x), LU_OK);
        memcpy(h->solution, h->b, sizeof(double) * (size_t)h->n);
        cd_lu_solve(lu, h->solution);
        double left = residual(h, h->solution);
        assert_true(k ? left < 1e-6 : left < 5 * LU_NEARLY && left > 1e-8);
        for (int solutions = 0; solutions < 100; solutions++) {
            memcpy(h->solution, h->b, sizeof(double) * (size_t)h->n);
            cd_lu_solve(lu, h->solution);
        }
        assert_true(residual(h, h->solution) < (k ? 1e-6 : 1e-12)); /* by then they are worth it */
        memcpy(h->solution, h->b, sizeof(double) * (size_t)h->n);
        assert_int_equal(cd_lu_refactor(lu, h->x), LU_OK);
        cd_lu_solve(lu, h->solution);
        assert_true(residual(h, h->solution) < (k ? 1e-6 : 1e-12));
        assert_int_equal(cd_lu_refactor_nearly(lu, h->x), LU_OK);
        assert_true(cd_lu_condition(lu, h->x) > 1); /* what KLU alone tells, of the same values */
        cd_lu_close(lu);
        cd_arena_close(&h->arena);
    }
}

/* One matrix that is too stiff for iterations says little of the next. */
TEST(iterations_are_tried_again)
{
    Heap soft = heap_new(22, 2), hard = heap_new(22, 1e7);
    Lu *lu = cd_lu_open_saddle(soft.n, soft.a.p, soft.a.i, soft.block);
    const bool exact[] = { true, true, false, true, true, true, true, false };
    const bool stiff[] = { true, false, false, true, false, false, false, false };
    for (int k = 0; k < 8; k++) {
        Heap *h = stiff[k] ? &hard : &soft;
        memcpy(h->solution, h->b, sizeof(double) * (size_t)h->n);
        assert_int_equal(cd_lu_refactor_nearly(lu, h->x), LU_OK);
        cd_lu_solve(lu, h->solution);
        assert_true(exact[k] == (residual(h, h->solution) < 1e-6));
    }
    cd_lu_close(lu);
    cd_arena_close(&soft.arena);
    cd_arena_close(&hard.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT(solutions_are_those_of_factors), UNIT(units_change_nothing),
        UNIT(other_matrices_are_refused),     UNIT(factors_take_over),
        UNIT(iterations_are_tried_again),
    };
    return cmocka_run_group_tests_name("krylov", tests, NULL, NULL);
}
