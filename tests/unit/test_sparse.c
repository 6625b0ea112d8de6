/* test_sparse.c - patterns from pairs, transposes and products, against dense arithmetic. */
#include "linalg/sparse.h"
#include "test.h"

enum { ROWS = 7, COLS = 9, PAIRS = 60 };

typedef struct Case {
    Arena arena;
    int row[PAIRS], col[PAIRS], slot[PAIRS];
    double value[PAIRS], dense[ROWS][COLS];
    Pattern a;
    double *x;
} Case;

/* Random pairs with many repeats (column 4 stays empty), assembled by slot and densely. */
static Case random_case(uint64_t seed)
{
    Case c = { .arena = { 0 } };
    for (int k = 0; k < PAIRS; k++) {
        c.row[k] = (int)(ROWS * test_random(&seed));
        c.col[k] = (int)(COLS * test_random(&seed));
        if (c.col[k] == 4) c.col[k] = 0;
        c.value[k] = test_random(&seed) - 0.5;
        c.dense[c.row[k]][c.col[k]] += c.value[k];
    }
    c.a = cd_pattern_new(&c.arena, ROWS, COLS, PAIRS, c.row, c.col, c.slot);
    c.x = ARENA_ARRAY(&c.arena, double, c.a.nz);
    for (int k = 0; k < PAIRS; k++) c.x[c.slot[k]] += c.value[k];
    return c;
}

static void check_sorted(const Pattern *a)
{
    assert_int_equal(a->p[0], 0);
    assert_int_equal(a->p[a->cols], a->nz);
    for (int j = 0; j < a->cols; j++)
        for (int k = a->p[j]; k < a->p[j + 1]; k++) {
            assert_in_range(a->i[k], 0, a->rows - 1);
            if (k > a->p[j]) assert_true(a->i[k - 1] < a->i[k]);
        }
}

TEST(slots_point_at_the_pair_they_were_given_for)
{
    for (uint64_t seed = 1; seed <= 20; seed++) {
        Case c = random_case(seed);
        check_sorted(&c.a);
        assert_int_equal(c.a.p[4], c.a.p[5]);
        for (int k = 0; k < PAIRS; k++) {
            int s = c.slot[k];
            assert_int_equal(c.a.i[s], c.row[k]);
            assert_true(c.a.p[c.col[k]] <= s && s < c.a.p[c.col[k] + 1]);
            assert_near(c.x[s], c.dense[c.row[k]][c.col[k]], 1e-15);
        }
        cd_arena_close(&c.arena);
    }
}

TEST(repeated_pairs_share_one_slot)
{
    Arena arena = { 0 };
    int slot[5];
    Pattern a = cd_pattern_new(&arena, 3, 3, 5, (int[]){ 2, 0, 2, 0, 2 }, (int[]){ 1, 0, 1, 2, 1 }, slot);
    assert_int_equal(a.nz, 3);
    assert_int_equal(slot[0], 1);
    assert_int_equal(slot[1], 0);
    assert_int_equal(slot[2], 1);
    assert_int_equal(slot[3], 2);
    assert_int_equal(slot[4], 1);
    cd_arena_close(&arena);
}

TEST(products_agree_with_dense_ones)
{
    for (uint64_t seed = 1; seed <= 20; seed++) {
        Case c = random_case(seed);
        double v[COLS], w[ROWS], y[ROWS], z[COLS];
        for (int j = 0; j < COLS; j++) v[j] = test_random(&seed);
        for (int i = 0; i < ROWS; i++) w[i] = test_random(&seed);
        cd_sparse_apply(&c.a, c.x, v, y);
        cd_sparse_tapply(&c.a, c.x, w, z);
        for (int i = 0; i < ROWS; i++) {
            double sum = 0;
            for (int j = 0; j < COLS; j++) sum += c.dense[i][j] * v[j];
            assert_near(y[i], sum, 4e-15);
        }
        for (int j = 0; j < COLS; j++) {
            double sum = 0;
            for (int i = 0; i < ROWS; i++) sum += c.dense[i][j] * w[i];
            assert_near(z[j], sum, 4e-15);
        }
        cd_arena_close(&c.arena);
    }
}

TEST(transpose_swaps_rows_and_columns)
{
    for (uint64_t seed = 1; seed <= 20; seed++) {
        Case c = random_case(seed);
        int *from = ARENA_ARRAY(&c.arena, int, c.a.nz), *back = ARENA_ARRAY(&c.arena, int, c.a.nz);
        Pattern t = cd_pattern_transpose(&c.arena, &c.a, from);
        check_sorted(&t);
        assert_int_equal(t.rows, COLS);
        assert_int_equal(t.cols, ROWS);
        for (int j = 0; j < t.cols; j++)
            for (int k = t.p[j]; k < t.p[j + 1]; k++) assert_near(c.x[from[k]], c.dense[j][t.i[k]], 1e-15);

        /* twice is the identity */
        Pattern a = cd_pattern_transpose(&c.arena, &t, back);
        assert_memory_equal(a.p, c.a.p, sizeof(int) * (COLS + 1));
        assert_memory_equal(a.i, c.a.i, sizeof(int) * (size_t)c.a.nz);
        for (int k = 0; k < a.nz; k++) assert_int_equal(from[back[k]], k);
        cd_arena_close(&c.arena);
    }
}

TEST(empty_patterns_are_fine)
{
    Arena arena = { 0 };
    Pattern none = cd_pattern_new(&arena, 0, 0, 0, NULL, NULL, NULL);
    Pattern zero = cd_pattern_new(&arena, 2, 3, 0, NULL, NULL, NULL);
    assert_int_equal(none.nz, 0);
    assert_int_equal(none.p[0], 0);
    assert_int_equal(zero.p[3], 0);
    double y[2] = { 5, 5 };
    cd_sparse_apply(&zero, NULL, (double[]){ 1, 2, 3 }, y);
    assert_near(y[0], 0, 0);
    assert_near(y[1], 0, 0);
    Pattern t = cd_pattern_transpose(&arena, &zero, NULL);
    assert_int_equal(t.p[2], 0);
    cd_arena_close(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT(slots_point_at_the_pair_they_were_given_for),
        UNIT(repeated_pairs_share_one_slot),
        UNIT(products_agree_with_dense_ones),
        UNIT(transpose_swaps_rows_and_columns),
        UNIT(empty_patterns_are_fine),
    };
    return cmocka_run_group_tests_name("sparse", tests, NULL, NULL);
}
