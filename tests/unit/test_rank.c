/* test_rank.c - which columns of a sparse matrix depend on others, on matrices made so that it is known. */
#include "draw.h"
#include "linalg/rank.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

/* A matrix by columns while it is made: dense for simplicity, its zeros left out of the pattern. */
typedef struct Made {
    Arena arena;
    int rows, cols;
    double *at; /* rows * cols, by columns */
    Pattern pattern;
    double *x;
} Made;

static Made made_new(int rows, int cols)
{
    Made m = { .rows = rows, .cols = cols };
    m.at = ARENA_ARRAY(&m.arena, double, (size_t)rows *(size_t)cols);
    return m;
}

static double *column(const Made *m, int c)
{
    return m->at + (size_t)c * (size_t)m->rows;
}

/* A few entries, one of them at its own place so that columns with different places are independent. */
static void fill_sparse(Made *m, int c, int own, uint64_t *seed)
{
    double size = pow(10, between(seed, -4, 4)); /* columns of very different units */
    column(m, c)[own] = size * between(seed, 1, 2);
    for (int k = 0; k < 3 && own > 0; k++) column(m, c)[(int)(own * test_random(seed))] = size * between(seed, -1, 1);
}

/* c += f times another column. */
static void add_multiple(Made *m, int c, double f, int other)
{
    for (int i = 0; i < m->rows; i++) column(m, c)[i] += f * column(m, other)[i];
}

static double length(const Made *m, int c)
{
    double sum = 0;
    for (int i = 0; i < m->rows; i++) sum += column(m, c)[i] * column(m, c)[i];
    return sqrt(sum);
}

static void finish(Made *m)
{
    int n = 0, *row, *col, *slot;
    for (int k = 0; k < m->rows * m->cols; k++) n += m->at[k] != 0;
    row = ARENA_ARRAY(&m->arena, int, n), col = ARENA_ARRAY(&m->arena, int, n), slot = ARENA_ARRAY(&m->arena, int, n);
    n = 0;
    for (int c = 0; c < m->cols; c++)
        for (int i = 0; i < m->rows; i++)
            if (column(m, c)[i] != 0) row[n] = i, col[n++] = c;
    m->pattern = cd_pattern_new(&m->arena, m->rows, m->cols, n, row, col, slot);
    m->x = ARENA_ARRAY(&m->arena, double, n);
    for (int k = 0; k < n; k++) m->x[slot[k]] = column(m, col[k])[row[k]];
}

/* What must hold of any answer: counts agree, dependent columns are listed once in order, rest on independent ones and
 * are what they are said to be. */
static void check_answer(const Made *m, const Rank *r, double tol)
{
    int independent = 0;
    for (int c = 0; c < m->cols; c++) independent += r->independent[c];
    assert_int_equal(independent, r->rank);
    assert_int_equal(r->rank + r->dependents, m->cols);
    double *left = calloc((size_t)m->rows, sizeof *left);
    for (int d = 0; d < r->dependents; d++) {
        const Dependent *p = &r->dependent[d];
        assert_false(r->independent[p->column]);
        if (d > 0) assert_true(p->column > r->dependent[d - 1].column);
        memcpy(left, column(m, p->column), sizeof *left * (size_t)m->rows);
        for (int k = 0; k < p->n; k++) {
            assert_true(r->independent[p->on[k]]);
            for (int i = 0; i < m->rows; i++) left[i] -= p->coef[k] * column(m, p->on[k])[i];
        }
        double sum = 0;
        for (int i = 0; i < m->rows; i++) sum += left[i] * left[i];
        assert_near(sqrt(sum), 0, tol * length(m, p->column));
    }
    free(left);
}

static const double tolerance = 1e-8;

TEST(independent_columns_are_all_kept)
{
    uint64_t seed = 1;
    for (int n = 1; n < 60; n++) {
        Made m = made_new(n + n % 7, n);
        for (int c = 0; c < n; c++) fill_sparse(&m, c, c, &seed);
        finish(&m);
        Rank r = cd_sparse_rank(&m.arena, &m.pattern, m.x, tolerance);
        assert_int_equal(r.rank, n);
        assert_int_equal(r.dependents, 0);
        check_answer(&m, &r, 0);
        cd_arena_close(&m.arena);
    }
}

/* Every third column is made of up to three before it; the order of the model decides who is called dependent. */
TEST(a_dependent_column_is_found_with_what_it_is_made_of)
{
    uint64_t seed = 2;
    for (int n = 6; n < 90; n += 3) {
        Made m = made_new(n, n);
        for (int c = 0; c < n; c++) {
            if (c % 3 != 2) {
                fill_sparse(&m, c, c, &seed);
                continue;
            }
            for (int k = 0; k < 3; k++) {
                int other = (int)(c * test_random(&seed));
                add_multiple(&m, c, between(&seed, 0.5, 2) / length(&m, other), other);
            }
        }
        finish(&m);
        Rank r = cd_sparse_rank(&m.arena, &m.pattern, m.x, tolerance);
        assert_int_equal(r.rank, n - n / 3);
        for (int d = 0; d < r.dependents; d++) assert_int_equal(r.dependent[d].column, 3 * d + 2);
        check_answer(&m, &r, 1e-10);
        cd_arena_close(&m.arena);
    }
}

TEST(the_coefficients_are_the_ones_the_column_was_made_with)
{
    uint64_t seed = 3;
    Made m = made_new(20, 8);
    for (int c = 0; c < 7; c++) fill_sparse(&m, c, c, &seed);
    add_multiple(&m, 7, 3, 1);
    add_multiple(&m, 7, -0.5 * length(&m, 1) / length(&m, 4), 4);
    finish(&m);
    Rank r = cd_sparse_rank(&m.arena, &m.pattern, m.x, tolerance);
    assert_int_equal(r.rank, 7);
    assert_int_equal(r.dependents, 1);
    assert_int_equal(r.dependent[0].column, 7);
    assert_int_equal(r.dependent[0].n, 2);
    for (int k = 0; k < 2; k++) {
        bool first = r.dependent[0].on[k] == 1;
        double want = first ? 3 : -0.5 * length(&m, 1) / length(&m, 4);
        assert_true(first || r.dependent[0].on[k] == 4);
        assert_near(r.dependent[0].coef[k], want, 1e-11 * fabs(want));
    }
    cd_arena_close(&m.arena);
}

/* Columns without entries, and columns with entries that are all zero. */
TEST(columns_of_zeros_depend_on_nothing)
{
    uint64_t seed = 4;
    Made m = made_new(12, 9);
    for (int c = 0; c < 9; c++)
        if (c != 0 && c != 4 && c != 8) fill_sparse(&m, c, c, &seed);
    finish(&m);
    for (int k = m.pattern.p[5]; k < m.pattern.p[6]; k++) m.x[k] = 0;
    memset(column(&m, 5), 0, sizeof(double) * 12);
    Rank r = cd_sparse_rank(&m.arena, &m.pattern, m.x, tolerance);
    assert_int_equal(r.rank, 5);
    assert_int_equal(r.dependents, 4);
    static const int want[] = { 0, 4, 5, 8 };
    for (int d = 0; d < 4; d++) {
        assert_int_equal(r.dependent[d].column, want[d]);
        assert_int_equal(r.dependent[d].n, 0);
    }
    check_answer(&m, &r, 0);
    cd_arena_close(&m.arena);
}

TEST(nothing_but_zeros_has_rank_zero)
{
    for (int rows = 0; rows < 4; rows++)
        for (int cols = 0; cols < 4; cols++) {
            Made m = made_new(rows, cols);
            finish(&m);
            Rank r = cd_sparse_rank(&m.arena, &m.pattern, m.x, tolerance);
            assert_int_equal(r.rank, 0);
            assert_int_equal(r.dependents, cols);
            check_answer(&m, &r, 0);
            cd_arena_close(&m.arena);
        }
}

/* More columns than rows: whatever comes when the rows are used up depends. */
TEST(a_wide_matrix_has_no_more_rank_than_rows)
{
    uint64_t seed = 5;
    for (int rows = 1; rows < 30; rows += 4) {
        Made m = made_new(rows, 3 * rows);
        for (int c = 0; c < m.cols; c++)
            for (int i = 0; i < rows; i++) column(&m, c)[i] = between(&seed, -1, 1);
        finish(&m);
        Rank r = cd_sparse_rank(&m.arena, &m.pattern, m.x, tolerance);
        assert_int_equal(r.rank, rows);
        for (int c = 0; c < m.cols; c++) assert_true(r.independent[c] == (c < rows));
        check_answer(&m, &r, 1e-9);
        cd_arena_close(&m.arena);
    }
}

TEST(a_tall_matrix_of_low_rank_keeps_the_first_columns)
{
    uint64_t seed = 6;
    Made m = made_new(400, 50);
    for (int c = 0; c < 5; c++)
        for (int i = 0; i < m.rows; i++) column(&m, c)[i] = between(&seed, -1, 1);
    for (int c = 5; c < 50; c++)
        for (int k = 0; k < 5; k++) add_multiple(&m, c, between(&seed, -1, 1), k);
    finish(&m);
    Rank r = cd_sparse_rank(&m.arena, &m.pattern, m.x, tolerance);
    assert_int_equal(r.rank, 5);
    for (int c = 0; c < 50; c++) assert_true(r.independent[c] == (c < 5));
    check_answer(&m, &r, 1e-11);
    cd_arena_close(&m.arena);
}

/* What is left of a column decides, relative to its own length: just above the tolerance it counts, just below it does
 * not. */
TEST(the_tolerance_is_relative_to_the_length_of_a_column)
{
    for (int above = 0; above < 2; above++)
        for (double size = 1e-6; size < 1e7; size *= 1e3) {
            Made m = made_new(3, 2);
            column(&m, 0)[0] = 5;
            column(&m, 1)[0] = size;
            column(&m, 1)[1] = size * tolerance * (above ? 2 : 0.5);
            finish(&m);
            Rank r = cd_sparse_rank(&m.arena, &m.pattern, m.x, tolerance);
            assert_int_equal(r.rank, 1 + above);
            check_answer(&m, &r, tolerance);
            cd_arena_close(&m.arena);
        }
}

/* The second column is nearly the first; the third spans what the two leave out, so it is taken instead. */
TEST(columns_that_hold_weakly_give_way_to_better_ones)
{
    Made m = made_new(2, 3);
    column(&m, 0)[0] = 1;
    column(&m, 1)[0] = 1, column(&m, 1)[1] = 1e-6;
    column(&m, 2)[0] = 1, column(&m, 2)[1] = 1;
    finish(&m);
    Rank r = cd_sparse_rank(&m.arena, &m.pattern, m.x, tolerance);
    assert_int_equal(r.rank, 2);
    assert_true(r.independent[0] && r.independent[2]);
    check_answer(&m, &r, 1e-15);
    cd_arena_close(&m.arena);
}

/* A chain of bodies with redundant rows repeated from others, too many columns for the order of the model to be
 * kept. */
TEST(a_matrix_with_thousands_of_columns_is_reordered_and_still_right)
{
    uint64_t seed = 7;
    enum { OWN = 2500, COPIES = 900, COLS = OWN + COPIES };
    Arena arena = { 0 };
    int n = 0, *row = ARENA_ARRAY(&arena, int, 8 * COLS), *col = ARENA_ARRAY(&arena, int, 8 * COLS);
    int *slot = ARENA_ARRAY(&arena, int, 8 * COLS), made_of[COPIES][2];
    double *value = ARENA_ARRAY(&arena, double, 8 * COLS), factor[COPIES][2];
    for (int c = 0; c < OWN; c++) {
        row[n] = c, col[n] = c, value[n++] = between(&seed, 1, 2);
        row[n] = c + 1, col[n] = c, value[n++] = between(&seed, -1, 1);
    }
    for (int d = 0; d < COPIES; d++)
        for (int k = 0; k < 2; k++) {
            int other = (int)(OWN * test_random(&seed));
            if (k == 1 && other == made_of[d][0]) other = (other + 1) % OWN;
            made_of[d][k] = other, factor[d][k] = between(&seed, 0.5, 1.5);
            for (int e = 0; e < 2; e++)
                row[n] = other + e, col[n] = OWN + d, value[n] = factor[d][k] * value[2 * other + e], n++;
        }
    Pattern pattern = cd_pattern_new(&arena, OWN + 1, COLS, n, row, col, slot);
    double *x = ARENA_ARRAY(&arena, double, pattern.nz);
    for (int k = 0; k < n; k++) x[slot[k]] += value[k];
    Rank r = cd_sparse_rank(&arena, &pattern, x, tolerance);
    assert_int_equal(r.rank, OWN);
    assert_int_equal(r.dependents, COPIES);

    double *left = ARENA_ARRAY(&arena, double, OWN + 1), worst = 0;
    int independent = 0;
    for (int c = 0; c < COLS; c++) independent += r.independent[c];
    assert_int_equal(independent, OWN);
    for (int d = 0; d < COPIES; d++) {
        const Dependent *p = &r.dependent[d];
        assert_false(r.independent[p->column]);
        if (d > 0) assert_true(p->column > r.dependent[d - 1].column);
        memset(left, 0, sizeof *left * (OWN + 1));
        for (int k = pattern.p[p->column]; k < pattern.p[p->column + 1]; k++) left[pattern.i[k]] += x[k];
        for (int m = 0; m < p->n; m++) {
            assert_true(r.independent[p->on[m]]);
            for (int k = pattern.p[p->on[m]]; k < pattern.p[p->on[m] + 1]; k++) left[pattern.i[k]] -= p->coef[m] * x[k];
        }
        for (int i = 0; i <= OWN; i++) worst = fmax(worst, fabs(left[i]));
    }
    assert_near(worst, 0, 1e-8);
    cd_arena_close(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT(independent_columns_are_all_kept),
        UNIT(a_dependent_column_is_found_with_what_it_is_made_of),
        UNIT(the_coefficients_are_the_ones_the_column_was_made_with),
        UNIT(columns_of_zeros_depend_on_nothing),
        UNIT(nothing_but_zeros_has_rank_zero),
        UNIT(a_wide_matrix_has_no_more_rank_than_rows),
        UNIT(a_tall_matrix_of_low_rank_keeps_the_first_columns),
        UNIT(the_tolerance_is_relative_to_the_length_of_a_column),
        UNIT(columns_that_hold_weakly_give_way_to_better_ones),
        UNIT(a_matrix_with_thousands_of_columns_is_reordered_and_still_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
