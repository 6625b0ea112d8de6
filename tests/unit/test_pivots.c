/* test_pivots.c - rows of a sparse matrix that make a well-conditioned square one. */
#include "linalg/pivots.h"

#include "linalg/dense.h"
#include "test.h"

#include <string.h>

enum { ROWS = 30, COLS = 12, FULL = ROWS * COLS };

typedef struct Sample {
    Arena arena;
    Pattern a;
    double *x, dense[FULL]; /* column by column */
} Sample;

/* About four entries a column; repeat: the last column is a combination of the first two. */
static void fill(Sample *s, uint64_t seed, bool repeat)
{
    int row[FULL], col[FULL], slot[FULL], n = 0;
    memset(s, 0, sizeof *s);
    for (int c = 0; c < COLS; c++)
        for (int r = 0; r < ROWS; r++)
            if (r == c || test_random(&seed) < 0.1) s->dense[r + ROWS * c] = 2 * test_random(&seed) - 1;
    for (int r = 0; r < ROWS && repeat; r++) s->dense[r + ROWS * (COLS - 1)] = s->dense[r] - 0.5 * s->dense[r + ROWS];
    for (int k = 0; k < FULL; k++)
        if (s->dense[k] != 0) row[n] = k % ROWS, col[n++] = k / ROWS;
    s->a = cd_pattern_new(&s->arena, ROWS, COLS, n, row, col, slot);
    s->x = ARENA_ARRAY(&s->arena, double, n);
    for (int k = 0; k < n; k++) s->x[slot[k]] = s->dense[row[k] + ROWS * col[k]];
}

TEST(other_rows_are_moderate_combinations_of_the_chosen_ones)
{
    for (uint64_t seed = 1; seed < 40; seed++) {
        Sample s;
        bool chosen[ROWS];
        fill(&s, seed, false);
        assert_true(cd_pivot_rows(&s.a, s.x, 1e-10, chosen));
        int n = 0, place[COLS];
        for (int r = 0; r < ROWS; r++)
            if (chosen[r]) place[n++] = r;
        assert_int_equal(n, COLS);
        double square[COLS * COLS], largest = 0;
        for (int k = 0; k < COLS * COLS; k++) square[k] = s.dense[place[k / COLS] + ROWS * (k % COLS)]; /* transposed */
        DenseLu lu;
        assert_int_equal(cd_dense_factor(&s.arena, COLS, square, &lu), DENSE_OK);
        for (int r = 0; r < ROWS; r++) {
            double b[COLS];
            for (int c = 0; c < COLS; c++) b[c] = s.dense[r + ROWS * c];
            cd_dense_solve(&lu, 1, b);
            for (int c = 0; c < COLS; c++) largest = fmax(largest, fabs(b[c]));
        }
        assert_true(largest < 20);
        cd_arena_close(&s.arena);
    }
}

TEST(dependent_columns_are_refused)
{
    for (uint64_t seed = 1; seed < 20; seed++) {
        Sample s;
        bool chosen[ROWS];
        fill(&s, seed, true);
        assert_false(cd_pivot_rows(&s.a, s.x, 1e-10, chosen));
        cd_arena_close(&s.arena);
    }
}

TEST(nothing_is_chosen_for_no_columns_and_too_few_rows_are_refused)
{
    Arena arena = { 0 };
    bool chosen[2] = { true, true };
    Pattern none = cd_pattern_new(&arena, 2, 0, 0, NULL, NULL, NULL);
    assert_true(cd_pivot_rows(&none, NULL, 1e-10, chosen));
    assert_false(chosen[0] || chosen[1]);
    const int row[] = { 0, 0 }, col[] = { 0, 1 };
    const double x[] = { 1, 2 };
    int slot[2];
    Pattern wide = cd_pattern_new(&arena, 1, 2, 2, row, col, slot);
    assert_false(cd_pivot_rows(&wide, x, 1e-10, chosen));
    cd_arena_close(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = { UNIT(other_rows_are_moderate_combinations_of_the_chosen_ones),
                                        UNIT(dependent_columns_are_refused),
                                        UNIT(nothing_is_chosen_for_no_columns_and_too_few_rows_are_refused) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
