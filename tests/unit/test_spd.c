/* test_spd.c - sparse Cholesky factors against the matrix they come from. */
#include "linalg/spd.h"
#include "test.h"

#include <string.h>

enum { N = 60, ENTRIES = 5 * N };

/* A random sparse symmetric matrix with a heavy diagonal, its entries in both triangles. */
static Symmetric made(Arena *arena, double diagonal)
{
    static int row[ENTRIES], col[ENTRIES];
    static double value[ENTRIES];
    uint64_t seed = 7;
    for (int k = 0; k < ENTRIES; k++) {
        row[k] = k < N ? k : (int)(N * test_random(&seed));
        col[k] = k < N ? k : (int)(N * test_random(&seed));
        value[k] = k < N ? diagonal : row[k] == col[k] ? 0 : test_random(&seed) - 0.5;
    }
    return cd_symmetric_new(arena, N, ENTRIES, row, col, value);
}

static void random_vector(int n, double *x)
{
    uint64_t seed = 11;
    for (int k = 0; k < n; k++) x[k] = test_random(&seed) - 0.5;
}

TEST(solutions_give_back_the_right_hand_side)
{
    Arena arena = { 0 };
    Symmetric a = made(&arena, 10);
    int failed = -1;
    Spd *f = cd_spd_factor(&a, &failed);
    assert_non_null(f);
    static double b[100 * N], x[100 * N], y[N];
    random_vector(100 * N, b);
    memcpy(x, b, sizeof b);
    cd_spd_solve(f, 100, x);
    for (int k = 0; k < 100; k++) {
        cd_symmetric_apply(&a, x + N * k, y);
        for (int i = 0; i < N; i++) assert_near(y[i], b[N * k + i], 1e-13);
    }
    cd_spd_close(f);
    cd_arena_close(&arena);
}

TEST(halves_make_the_whole)
{
    Arena arena = { 0 };
    Symmetric a = made(&arena, 10);
    int failed = -1;
    Spd *f = cd_spd_factor(&a, &failed);
    double b[N], x[N], y[N];
    random_vector(N, b);
    memcpy(x, b, sizeof b), memcpy(y, b, sizeof b);
    cd_spd_solve(f, 1, x);
    cd_spd_forward(f, y);
    cd_spd_backward(f, y);
    for (int i = 0; i < N; i++) assert_near(y[i], x[i], 1e-14);
    cd_spd_close(f);
    cd_arena_close(&arena);
}

TEST(an_indefinite_matrix_is_refused_with_a_row)
{
    Arena arena = { 0 };
    Symmetric a = made(&arena, 10);
    int failed = -1;
    a.x[a.lower.p[17]] = -3; /* the diagonal stands first in its column */
    assert_null(cd_spd_factor(&a, &failed));
    assert_in_range(failed, 0, N - 1);
    cd_arena_close(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT(solutions_give_back_the_right_hand_side),
        UNIT(halves_make_the_whole),
        UNIT(an_indefinite_matrix_is_refused_with_a_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
