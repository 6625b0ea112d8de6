/* test_dense.c - rank, dense LU and eigenvalues, each against an identity it must satisfy. */
#include "linalg/dense.h"
#include "test.h"

static void random_fill(uint64_t *seed, int n, double *a)
{
    for (int k = 0; k < n; k++) a[k] = test_random(seed) - 0.5;
}

TEST(rank_names_dependent_columns_and_what_they_depend_on)
{
    enum { M = 8, COLUMNS = 6 };
    Arena arena = { 0 };
    uint64_t seed = 1;
    for (int n = 0; n < 20; n++) {
        double a[M * COLUMNS];
        random_fill(&seed, M * COLUMNS, a);
        for (int i = 0; i < M; i++) {
            a[i + 4 * M] = 2 * a[i] - 0.5 * a[i + 2 * M];
            a[i + 5 * M] = a[i + M];
        }
        DenseRank r;
        assert_int_equal(cd_dense_rank(&arena, M, COLUMNS, a, 1e-10, &r), DENSE_OK);
        assert_int_equal(r.rank, 4);
        assert_true(r.diagonal[3] > 1e-3 && r.diagonal[4] < 1e-14);
        int seen[COLUMNS] = { 0 };
        for (int k = 0; k < COLUMNS; k++) seen[r.order[k]]++;
        for (int k = 0; k < COLUMNS; k++) assert_int_equal(seen[k], 1);

        for (int d = 0; d < COLUMNS - r.rank; d++)
            for (int i = 0; i < M; i++) {
                double sum = 0;
                for (int k = 0; k < r.rank; k++) sum += r.coef[k + d * r.stride] * a[i + r.order[k] * M];
                assert_near(sum, a[i + r.order[r.rank + d] * M], 1e-13);
            }

        /* of the pair 1, 5 one is the other, and nothing else */
        for (int d = 0; d < COLUMNS - r.rank; d++) {
            int column = r.order[r.rank + d];
            if (column != 1 && column != 5) continue;
            for (int k = 0; k < r.rank; k++)
                assert_near(r.coef[k + d * r.stride], r.order[k] == 6 - column ? 1 : 0, 1e-13);
        }
    }
    cd_arena_close(&arena);
}

TEST(rank_of_wide_tall_zero_and_empty_matrices)
{
    Arena arena = { 0 };
    DenseRank r;
    assert_int_equal(cd_dense_rank(&arena, 2, 3, (double[]){ 1, 0, 0, 1, 1, 1 }, 1e-12, &r), DENSE_OK);
    assert_int_equal(r.rank, 2);
    assert_int_equal(r.order[0], 2);
    assert_near(r.diagonal[2], 0, 0);
    assert_int_equal(cd_dense_rank(&arena, 3, 2, (double[]){ 1, 1, 1, -2, -2, -2 }, 1e-12, &r), DENSE_OK);
    assert_int_equal(r.rank, 1);
    assert_int_equal(r.order[0], 1);
    assert_near(r.coef[0], -0.5, 1e-16);
    assert_int_equal(cd_dense_rank(&arena, 2, 2, (double[]){ 0, 0, 0, 0 }, 1e-12, &r), DENSE_OK);
    assert_int_equal(r.rank, 0);
    assert_int_equal(cd_dense_rank(&arena, 0, 3, NULL, 1e-12, &r), DENSE_OK);
    assert_int_equal(r.rank, 0);
    assert_int_equal(r.order[2], 2);
    assert_int_equal(cd_dense_rank(&arena, 3, 0, NULL, 1e-12, &r), DENSE_OK);
    assert_int_equal(r.rank, 0);
    cd_arena_close(&arena);
}

TEST(rank_follows_the_tolerance)
{
    Arena arena = { 0 };
    DenseRank r;
    double a[] = { 1, 0, 0, 1e-8 };
    cd_dense_rank(&arena, 2, 2, a, 1e-9, &r);
    assert_int_equal(r.rank, 2);
    cd_dense_rank(&arena, 2, 2, a, 1e-7, &r);
    assert_int_equal(r.rank, 1);
    cd_arena_close(&arena);
}

TEST(factor_solves_both_ways_for_several_right_hand_sides)
{
    enum { N = 20, COUNT = 3 };
    Arena arena = { 0 };
    uint64_t seed = 2;
    double a[N * N], x[N * COUNT], b[N * COUNT] = { 0 }, c[N * COUNT] = { 0 };
    random_fill(&seed, N * N, a);
    random_fill(&seed, N * COUNT, x);
    for (int s = 0; s < COUNT; s++)
        for (int j = 0; j < N; j++)
            for (int i = 0; i < N; i++) {
                b[i + s * N] += a[i + j * N] * x[j + s * N];
                c[j + s * N] += a[i + j * N] * x[i + s * N];
            }
    DenseLu lu;
    assert_int_equal(cd_dense_factor(&arena, N, a, &lu), DENSE_OK);
    assert_int_equal(lu.column_failed, -1);
    cd_dense_solve(&lu, COUNT, b);
    cd_dense_solve_transposed(&lu, COUNT, c);
    for (int k = 0; k < N * COUNT; k++) {
        assert_near(b[k], x[k], 1e-12);
        assert_near(c[k], x[k], 1e-12);
    }
    cd_arena_close(&arena);
}

TEST(reciprocal_condition_of_hilbert_matrix)
{
    Arena arena = { 0 };
    double h[9];
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++) h[i + 3 * j] = 1.0 / (1 + i + j);
    DenseLu lu;
    assert_int_equal(cd_dense_factor(&arena, 3, h, &lu), DENSE_OK);
    assert_near(lu.rcond, 1.0 / 748, 1e-14);
    assert_int_equal(cd_dense_factor(&arena, 0, NULL, &lu), DENSE_OK);
    assert_near(lu.rcond, 1, 0);
    cd_dense_solve(&lu, 1, NULL);
    cd_arena_close(&arena);
}

TEST(singular_matrix_names_the_column)
{
    Arena arena = { 0 };
    DenseLu lu;
    double a[] = { 1, 2, 3, 2, 4, 6, 0, 0, 1 };
    assert_int_equal(cd_dense_factor(&arena, 3, a, &lu), DENSE_SINGULAR);
    assert_int_equal(lu.column_failed, 1);
    assert_near(lu.rcond, 0, 0);
    cd_arena_close(&arena);
}

TEST(values_that_are_not_finite_are_refused)
{
    Arena arena = { 0 };
    double good[] = { 1, 0, 0, 1 }, bad[] = { 1, 0, NAN, 1 }, huge[] = { 1, INFINITY, 0, 1 };
    DenseRank r;
    DenseLu lu;
    Eigen e;
    assert_int_equal(cd_dense_rank(&arena, 2, 2, bad, 1e-10, &r), DENSE_NOT_FINITE);
    assert_int_equal(cd_dense_factor(&arena, 2, huge, &lu), DENSE_NOT_FINITE);
    assert_int_equal(cd_dense_eigen(&arena, 2, bad, false, &e), DENSE_NOT_FINITE);
    assert_int_equal(cd_dense_eigen_pair(&arena, 2, good, huge, true, &e), DENSE_NOT_FINITE);
    assert_int_equal(cd_dense_eigen_pair(&arena, 2, bad, good, true, &e), DENSE_NOT_FINITE);
    cd_arena_close(&arena);
}

/* beta A x = alpha B x for every k; b = NULL is the identity. */
static void check_vectors(const Eigen *e, const double *a, const double *b, double tol)
{
    int n = e->n;
    double re[16], im[16];
    for (int k = 0; k < n; k++) {
        cd_eigen_vector(e, k, re, im);
        for (int i = 0; i < n; i++) {
            double a_re = 0, a_im = 0, b_re = b ? 0 : re[i], b_im = b ? 0 : im[i];
            for (int j = 0; j < n; j++) {
                a_re += a[i + j * n] * re[j], a_im += a[i + j * n] * im[j];
                if (b) b_re += b[i + j * n] * re[j], b_im += b[i + j * n] * im[j];
            }
            assert_near(e->beta[k] * a_re, e->re[k] * b_re - e->im[k] * b_im, tol);
            assert_near(e->beta[k] * a_im, e->re[k] * b_im + e->im[k] * b_re, tol);
        }
    }
}

TEST(eigenvectors_satisfy_their_equation)
{
    enum { N = 10 };
    Arena arena = { 0 };
    uint64_t seed = 3;
    double a[N * N], b[N * N], trace = 0, sum = 0, sum_im = 0;
    random_fill(&seed, N * N, a);
    random_fill(&seed, N * N, b);
    Eigen e, without;
    assert_int_equal(cd_dense_eigen(&arena, N, a, true, &e), DENSE_OK);
    check_vectors(&e, a, NULL, 1e-13);
    for (int k = 0; k < N; k++) trace += a[k + k * N], sum += e.re[k], sum_im += e.im[k];
    assert_near(sum, trace, 1e-13);
    assert_near(sum_im, 0, 1e-15);

    assert_int_equal(cd_dense_eigen(&arena, N, a, false, &without), DENSE_OK);
    assert_null(without.vectors);
    assert_near(without.re[0], e.re[0], 1e-13);

    assert_int_equal(cd_dense_eigen_pair(&arena, N, a, b, true, &e), DENSE_OK);
    check_vectors(&e, a, b, 1e-13);
    cd_arena_close(&arena);
}

TEST(damped_oscillator_has_its_closed_form_eigenvalues)
{
    /* x'' + 2 d w x' + w^2 x = 0:   -d w +- i w sqrt(1 - d^2) */
    Arena arena = { 0 };
    double w = 3, d = 0.2;
    Eigen e;
    assert_int_equal(cd_dense_eigen(&arena, 2, (double[]){ 0, -w * w, 1, -2 * d * w }, true, &e), DENSE_OK);
    assert_near(e.re[0], -d * w, 1e-14);
    assert_near(e.im[0], w * sqrt(1 - d * d), 1e-14);
    assert_near(e.im[1], -e.im[0], 0);
    assert_int_equal(cd_eigen_kind(&e, 0), EIGEN_FINITE);
    cd_arena_close(&arena);
}

TEST(infinite_and_undetermined_eigenvalues_are_recognised)
{
    /* a random change of variables of diag(A) = (2, 3, 1, a), diag(B) = (1, 2, 0, 0) */
    enum { N = 4 };
    Arena arena = { 0 };
    uint64_t seed = 4;
    for (int singular = 0; singular < 2; singular++) {
        double left[N * N], right[N * N], a[N * N] = { 0 }, b[N * N] = { 0 };
        double da[N] = { 2, 3, 1, singular ? 0 : 5 }, db[N] = { 1, 2, 0, 0 };
        random_fill(&seed, N * N, left);
        random_fill(&seed, N * N, right);
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                for (int k = 0; k < N; k++) {
                    a[i + j * N] += left[i + k * N] * da[k] * right[k + j * N];
                    b[i + j * N] += left[i + k * N] * db[k] * right[k + j * N];
                }
        Eigen e;
        assert_int_equal(cd_dense_eigen_pair(&arena, N, a, b, false, &e), DENSE_OK);
        int count[3] = { 0 };
        for (int k = 0; k < N; k++) count[cd_eigen_kind(&e, k)]++;
        if (singular) {
            assert_true(count[EIGEN_UNDETERMINED] >= 1);
            continue;
        }
        assert_int_equal(count[EIGEN_FINITE], 2);
        assert_int_equal(count[EIGEN_INFINITE], 2);
        double sum = 0;
        for (int k = 0; k < N; k++)
            if (cd_eigen_kind(&e, k) == EIGEN_FINITE) sum += e.re[k] / e.beta[k];
        assert_near(sum, 3.5, 1e-12);
    }
    cd_arena_close(&arena);
}

TEST(scratch_memory_is_given_back)
{
    enum { N = 30 };
    Arena arena = { 0 };
    uint64_t seed = 5;
    double a[N * N];
    random_fill(&seed, N * N, a);
    Eigen e;
    cd_dense_eigen_pair(&arena, N, a, a, false, &e);
    ArenaMark before = cd_arena_mark(&arena);
    cd_dense_eigen_pair(&arena, N, a, a, false, &e);
    ArenaMark after = cd_arena_mark(&arena);
    assert_ptr_equal(after.block, before.block);
    assert_in_range(after.used - before.used, 3 * N * sizeof(double), 4 * N * sizeof(double));
    cd_arena_close(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT(rank_names_dependent_columns_and_what_they_depend_on),
        UNIT(rank_of_wide_tall_zero_and_empty_matrices),
        UNIT(rank_follows_the_tolerance),
        UNIT(factor_solves_both_ways_for_several_right_hand_sides),
        UNIT(reciprocal_condition_of_hilbert_matrix),
        UNIT(singular_matrix_names_the_column),
        UNIT(values_that_are_not_finite_are_refused),
        UNIT(eigenvectors_satisfy_their_equation),
        UNIT(damped_oscillator_has_its_closed_form_eigenvalues),
        UNIT(infinite_and_undetermined_eigenvalues_are_recognised),
        UNIT(scratch_memory_is_given_back),
    };
    return cmocka_run_group_tests_name("dense", tests, NULL, NULL);
}
