/* test_nullspace.c - which columns of a sparse matrix follow from the others, block by block. */
#include "linalg/nullspace.h"

#include "test.h"

#include <string.h>

enum { BLOCKS = 5, ROWS = 3, COLS = 5, M = BLOCKS * ROWS, N = BLOCKS * COLS + 1, FULL = M * N };

typedef struct Sample {
    Arena arena;
    Pattern at;
    double *x, dense[FULL]; /* A by columns */
} Sample;

/* Blocks that share no column, scattered; a column without rows. */
static void fill(Sample *s, uint64_t seed)
{
    int row[FULL], col[FULL], slot[FULL], n = 0;
    memset(s, 0, sizeof *s);
    for (int b = 0; b < BLOCKS; b++)
        for (int r = 0; r < ROWS; r++)
            for (int c = 0; c < COLS; c++) {
                int i = r * BLOCKS + b, j = c * BLOCKS + b;
                s->dense[i + M * j] = 2 * test_random(&seed) - 1, row[n] = j, col[n++] = i;
            }
    s->at = cd_pattern_new(&s->arena, N, M, n, row, col, slot);
    s->x = ARENA_ARRAY(&s->arena, double, n);
    for (int k = 0; k < n; k++) s->x[slot[k]] = s->dense[col[k] + M * row[k]];
}

TEST(columns_follow_from_the_independent_ones_as_a_whole_qr_has_them)
{
    for (uint64_t seed = 1; seed < 20; seed++) {
        Sample s;
        NullSpace n;
        DenseRank whole;
        fill(&s, seed);
        assert_true(cd_null_space(&s.arena, &s.at, s.x, &n));
        assert_int_equal(n.free, N - M);
        assert_int_equal(n.blocks, BLOCKS);
        assert_int_equal(cd_dense_rank(&s.arena, M, N, s.dense, 1e-13, &whole), DENSE_OK);
        bool dependent[N] = { false };
        for (int k = 0; k < M; k++) dependent[whole.order[k]] = true;
        for (int k = 0; k < n.free; k++) {
            assert_false(dependent[n.independent[k]]);
            double t[N] = { 0 };
            for (int i = n.pattern.p[k]; i < n.pattern.p[k + 1]; i++) t[n.pattern.i[i]] = n.x[i];
            assert_near(t[n.independent[k]], 1, 0);
            for (int r = 0; r < M; r++) {
                double sum = 0;
                for (int j = 0; j < N; j++) sum += s.dense[r + M * j] * t[j];
                assert_near(sum, 0, 1e-13);
            }
        }
        cd_arena_close(&s.arena);
    }
}

TEST(right_hand_sides_are_met_by_the_dependent_columns)
{
    Sample s;
    NullSpace n;
    double b[M], d[N];
    fill(&s, 7);
    assert_true(cd_null_space(&s.arena, &s.at, s.x, &n));
    for (int r = 0; r < M; r++) b[r] = r - 4.;
    assert_true(cd_null_solve(&n, N, 1, b, d));
    for (int k = 0; k < n.free; k++) assert_near(d[n.independent[k]], 0, 0);
    for (int r = 0; r < M; r++) {
        double sum = 0;
        for (int j = 0; j < N; j++) sum += s.dense[r + M * j] * d[j];
        assert_near(sum, b[r], 1e-11);
    }
    cd_arena_close(&s.arena);
}

TEST(rows_that_depend_on_each_other_are_refused)
{
    Sample s;
    NullSpace n;
    fill(&s, 3);
    for (int k = s.at.p[BLOCKS]; k < s.at.p[BLOCKS + 1]; k++) s.x[k] = 2 * s.x[k - s.at.p[BLOCKS] + s.at.p[0]];
    assert_false(cd_null_space(&s.arena, &s.at, s.x, &n));
    cd_arena_close(&s.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = { UNIT(columns_follow_from_the_independent_ones_as_a_whole_qr_has_them),
                                        UNIT(right_hand_sides_are_met_by_the_dependent_columns),
                                        UNIT(rows_that_depend_on_each_other_are_refused) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
