/* test_interpolant.c - curves through points: what they reproduce exactly, how smooth they are, how they go on beyond
 * the ends. */
#include "expr/interpolant.h"
#include "test.h"

enum { N = 7 };
static const double knots[N] = { -1, 0, 0.4, 1.5, 2, 3.5, 4 };
static const double wavy[N] = { 0.3, 1, -0.5, 2, 1.7, -1, 0.2 };

/* One curve through n points. */
static Interpolant *curve(Arena *arena, int n, const double *x, const double *y, bool straight_ends)
{
    return cd_interpolant_new(arena, n, 1, x, NULL, &y, straight_ends);
}

static double at(const Interpolant *p, InterpolantMethod method, double x, int order)
{
    return cd_interpolant_eval(p, method, x, 0, order).f;
}

/* The cubic 1 + 2 x - 3 x^2 + x^3 / 2 and its derivatives. */
static double cubic(double x, int order)
{
    switch (order) {
    case 0: return 1 + x * (2 + x * (-3 + x / 2));
    case 1: return 2 + x * (-6 + 1.5 * x);
    case 2: return -6 + 3 * x;
    case 3: return 3;
    default: return 0;
    }
}

TEST(cubic_reproduces_a_cubic_with_its_derivatives)
{
    Arena arena = { 0 };
    for (int n = 4; n <= N; n++) {
        double y[N];
        for (int i = 0; i < n; i++) y[i] = cubic(knots[i], 0);
        const Interpolant *p = curve(&arena, n, knots, y, false);
        for (double x = knots[0]; x <= knots[n - 1]; x += 0.0625)
            for (int order = 0; order <= 2; order++) {
                Interpolated s = cd_interpolant_eval(p, INTERPOLATE_CUBIC, x, 0, order);
                assert_near(s.f, cubic(x, order), 1e-12);
                assert_near(s.fx, cubic(x, order + 1), 1e-11);
                assert_near(s.fxx, cubic(x, order + 2), 1e-11);
                assert_near(s.fz, 0, 0);
                assert_near(s.fxz, 0, 0);
            }
    }
    cd_arena_close(&arena);
}

TEST(cubic_ends_have_the_third_derivative_of_the_cubic_through_four_points)
{
    Arena arena = { 0 };
    const Interpolant *p = curve(&arena, N, knots, wavy, false);
    for (int end = 0; end < 2; end++) {
        const double *x = knots + (end ? N - 4 : 0), *y = wavy + (end ? N - 4 : 0);
        double third = 0; /* 6 times the divided difference, by Lagrange's formula */
        for (int i = 0; i < 4; i++) {
            double product = 1;
            for (int k = 0; k < 4; k++)
                if (k != i) product *= x[i] - x[k];
            third += 6 * y[i] / product;
        }
        double inside = end ? 3.9 : -0.9;
        assert_near(cd_interpolant_eval(p, INTERPOLATE_CUBIC, inside, 0, 2).fx, third, 1e-11);
    }
    cd_arena_close(&arena);
}

TEST(few_points_make_a_line_or_a_parabola)
{
    Arena arena = { 0 };
    const Interpolant *line = curve(&arena, 2, (double[]){ 1, 3 }, (double[]){ 2, 8 }, false);
    const Interpolant *parabola = curve(&arena, 3, (double[]){ 0, 1, 3 }, (double[]){ 0, 1, 9 }, false);
    for (double x = -1; x <= 5; x += 0.25) {
        assert_near(at(line, INTERPOLATE_CUBIC, x, 0), 3 * x - 1, 1e-14);
        assert_near(at(line, INTERPOLATE_AKIMA, x, 1), 3, 1e-14);
        assert_near(at(parabola, INTERPOLATE_CUBIC, x, 0), x * x, 1e-13);
        assert_near(at(parabola, INTERPOLATE_CUBIC, x, 1), 2 * x, 1e-13);
    }
    cd_arena_close(&arena);
}

TEST(every_method_passes_through_the_points)
{
    Arena arena = { 0 };
    const Interpolant *p = curve(&arena, N, knots, wavy, false);
    for (int i = 0; i < N; i++)
        for (int method = 0; method < 3; method++)
            assert_near(at(p, (InterpolantMethod)method, knots[i], 0), wavy[i], 1e-15);
    cd_arena_close(&arena);
}

TEST(akima_keeps_straight_runs_straight)
{
    /* three points in a line on either side of a corner */
    static const double x[] = { 0, 1, 2, 4, 5, 7, 8 }, y[] = { 0, 1, 2, 4, 2, -2, -4 };
    Arena arena = { 0 };
    const Interpolant *p = curve(&arena, 7, x, y, false);
    for (double s = 0; s <= 2; s += 0.125) {
        assert_near(at(p, INTERPOLATE_AKIMA, s, 0), s, 1e-15);
        assert_near(at(p, INTERPOLATE_AKIMA, s, 1), 1, 1e-14);
    }
    for (double s = 5; s <= 8; s += 0.125) assert_near(at(p, INTERPOLATE_AKIMA, s, 0), 12 - 2 * s, 1e-14);
    cd_arena_close(&arena);
}

TEST(akima_slope_is_the_weighted_mean_of_secants)
{
    /* at x = 2: secants 1, 3, -2, 4; weights |4 + 2| for 3 and |3 - 1| for -2. At the left end: secants -3, -1 are
     * added */
    static const double x[] = { 0, 1, 2, 3, 4 }, y[] = { 0, 1, 4, 2, 6 };
    Arena arena = { 0 };
    const Interpolant *p = curve(&arena, 5, x, y, false);
    assert_near(at(p, INTERPOLATE_AKIMA, 2, 1), (6 * 3 + 2 * -2.0) / 8, 1e-15);
    /* x = 0: m(-2) = 2 m(-1) - m(0) = -3, m(-1) = 2 m(0) - m(1) = -1, m(0) = 1, m(1) = 3: equal weights */
    assert_near(at(p, INTERPOLATE_AKIMA, 0, 1), 0, 1e-15);
    /* x = 4: m(2) = -2, m(3) = 4, m(4) = 10, m(5) = 16 */
    assert_near(at(p, INTERPOLATE_AKIMA, 4, 1), 7, 1e-14);
    /* x = 1: secants -1, 1, 3, -2: weights 5 for 1 and 2 for 3 */
    assert_near(at(p, INTERPOLATE_AKIMA, 1, 1), (5 * 1 + 2 * 3) / 7., 1e-15);
    cd_arena_close(&arena);
}

/* The jump of a derivative at a point, read on both sides of it. */
static double jump(const Interpolant *p, InterpolantMethod method, double x, int order)
{
    double e = 1e-9;
    double left =
        cd_interpolant_eval(p, method, x - e, 0, order).f + e * cd_interpolant_eval(p, method, x - e, 0, order).fx;
    double right =
        cd_interpolant_eval(p, method, x + e, 0, order).f - e * cd_interpolant_eval(p, method, x + e, 0, order).fx;
    return fabs(right - left);
}

TEST(cubic_has_two_and_akima_one_continuous_derivative)
{
    Arena arena = { 0 };
    const Interpolant *p = curve(&arena, N, knots, wavy, false);
    for (int i = 1; i < N - 1; i++) {
        for (int order = 0; order <= 2; order++) assert_near(jump(p, INTERPOLATE_CUBIC, knots[i], order), 0, 1e-12);
        for (int order = 0; order <= 1; order++) assert_near(jump(p, INTERPOLATE_AKIMA, knots[i], order), 0, 1e-12);
        assert_near(jump(p, INTERPOLATE_LINEAR, knots[i], 0), 0, 1e-12);
        assert_true(jump(p, INTERPOLATE_AKIMA, knots[i], 2) > 0.1);
        assert_true(jump(p, INTERPOLATE_LINEAR, knots[i], 1) > 0.1);
    }
    /* the third derivative of the cubic does jump, or it would be one polynomial */
    assert_true(fabs(cd_interpolant_eval(p, INTERPOLATE_CUBIC, 0.39, 0, 2).fx -
                     cd_interpolant_eval(p, INTERPOLATE_CUBIC, 0.41, 0, 2).fx) > 1);
    cd_arena_close(&arena);
}

TEST(beyond_the_ends_goes_a_parabola_through_three_points)
{
    Arena arena = { 0 };
    const Interpolant *p = curve(&arena, N, knots, wavy, false);
    for (int method = INTERPOLATE_CUBIC; method <= INTERPOLATE_AKIMA; method++)
        for (int end = 0; end < 2; end++) {
            const double *x = knots + (end ? N - 3 : 0), *y = wavy + (end ? N - 3 : 0);
            double out = end ? 5.5 : -2.25, value = 0;
            for (int i = 0; i < 3; i++) {
                double term = y[i];
                for (int k = 0; k < 3; k++)
                    if (k != i) term *= (out - x[k]) / (x[i] - x[k]);
                value += term;
            }
            assert_near(at(p, (InterpolantMethod)method, out, 0), value, 1e-12);
            /* a parabola: its second derivative stays as it is */
            assert_near(at(p, (InterpolantMethod)method, out, 2),
                        at(p, (InterpolantMethod)method, out + (end ? 9 : -9), 2), 1e-11);
            assert_near(cd_interpolant_eval(p, (InterpolantMethod)method, out, 0, 2).fx, 0, 0);
        }
    cd_arena_close(&arena);
}

TEST(straight_lines_go_on_straight_beyond_the_ends)
{
    Arena arena = { 0 };
    const Interpolant *p = curve(&arena, N, knots, wavy, false);
    double left = (wavy[1] - wavy[0]) / (knots[1] - knots[0]);
    assert_near(at(p, INTERPOLATE_LINEAR, knots[0] - 2, 0), wavy[0] - 2 * left, 1e-14);
    cd_arena_close(&arena);
}

TEST(beyond_straight_ends_goes_a_line_through_two_points)
{
    Arena arena = { 0 };
    const Interpolant *p = curve(&arena, N, knots, wavy, true);
    double left = (wavy[1] - wavy[0]) / (knots[1] - knots[0]), right = (wavy[6] - wavy[5]) / (knots[6] - knots[5]);
    for (int method = 0; method < 3; method++) {
        assert_near(at(p, (InterpolantMethod)method, -3, 0), wavy[0] - 2 * left, 1e-14);
        assert_near(at(p, (InterpolantMethod)method, -3, 1), left, 1e-14);
        assert_near(at(p, (InterpolantMethod)method, 7, 0), wavy[6] + 3 * right, 1e-13);
        assert_near(at(p, (InterpolantMethod)method, 7, 1), right, 1e-14);
        assert_near(at(p, (InterpolantMethod)method, 7, 2), 0, 0);
    }
    cd_arena_close(&arena);
}

TEST(orders_are_derivatives_of_each_other)
{
    Arena arena = { 0 };
    const Interpolant *p = curve(&arena, N, knots, wavy, false);
    const double h = 1e-3;
    for (int method = 0; method < 3; method++)
        for (double x = -1.95; x < 5; x += 0.1) {
            bool near_knot = false;
            for (int i = 0; i < N; i++) near_knot |= fabs(x - knots[i]) < 3 * h;
            for (int order = 0; order <= 2 && !near_knot; order++) {
                InterpolantMethod m = (InterpolantMethod)method;
                Interpolated s = cd_interpolant_eval(p, m, x, 0, order);
                double f[5];
                for (int k = 0; k < 5; k++) f[k] = at(p, m, x + (k - 2) * h, order);
                assert_near(s.fx, (f[0] - 8 * f[1] + 8 * f[3] - f[4]) / (12 * h), 1e-9);
                assert_near(s.fxx, (-f[0] + 16 * f[1] - 30 * f[2] + 16 * f[3] - f[4]) / (12 * h * h), 1e-6);
                if (order < 2) assert_near(s.fx, at(p, m, x, order + 1), 0);
            }
        }
    cd_arena_close(&arena);
}

TEST(family_is_linear_between_and_beyond_its_curves)
{
    static const double z[3] = { -1, 0.5, 2 };
    double y[3][N];
    const double *rows[3] = { y[0], y[1], y[2] };
    uint64_t seed = 5;
    for (int c = 0; c < 3; c++)
        for (int i = 0; i < N; i++) y[c][i] = 4 * test_random(&seed) - 2;
    Arena arena = { 0 };
    const Interpolant *family = cd_interpolant_new(&arena, N, 3, knots, z, rows, false), *single[3];
    for (int c = 0; c < 3; c++) single[c] = curve(&arena, N, knots, y[c], false);

    for (int method = 0; method < 3; method++)
        for (double x = -2; x <= 5; x += 0.23)
            for (double at_z = -2; at_z <= 3; at_z += 0.31)
                for (int order = 0; order <= 2; order++) {
                    InterpolantMethod m = (InterpolantMethod)method;
                    int c = at_z < z[1] ? 0 : 1;
                    double w = (at_z - z[c]) / 1.5;
                    Interpolated a = cd_interpolant_eval(single[c], m, x, 0, order),
                                 b = cd_interpolant_eval(single[c + 1], m, x, 0, order);
                    Interpolated s = cd_interpolant_eval(family, m, x, at_z, order);
                    assert_near(s.f, (1 - w) * a.f + w * b.f, 1e-11);
                    assert_near(s.fx, (1 - w) * a.fx + w * b.fx, 1e-10);
                    assert_near(s.fxx, (1 - w) * a.fxx + w * b.fxx, 1e-9);
                    assert_near(s.fz, (b.f - a.f) / 1.5, 1e-11);
                    assert_near(s.fxz, (b.fx - a.fx) / 1.5, 1e-10);
                }
    for (int c = 0; c < 3; c++)
        assert_near(cd_interpolant_eval(family, INTERPOLATE_CUBIC, 1, z[c], 0).f,
                    at(single[c], INTERPOLATE_CUBIC, 1, 0), 1e-15);
    cd_arena_close(&arena);
}

TEST(position_is_whole_at_inner_points_and_nowhere_else)
{
    static const double z[4] = { 0, 1, 2.5, 3 };
    const double *rows[4] = { wavy, wavy, wavy, wavy };
    Arena arena = { 0 };
    const Interpolant *p = cd_interpolant_new(&arena, N, 4, knots, z, rows, false);
    for (int i = 1; i < N - 1; i++) assert_near(cd_interpolant_position(p, knots[i]), i, 0);
    assert_near(cd_interpolant_curve(p, 1), 1, 0);
    assert_near(cd_interpolant_curve(p, 2.5), 2, 0);
    double last = 0, last_z = 0;
    for (double x = -50; x < 50; x += 0.01) {
        double k = cd_interpolant_position(p, x), c = cd_interpolant_curve(p, x);
        assert_true(k >= last && k > 0 && k < N - 1);
        assert_true(c >= last_z && c > 0 && c < 3);
        last = k, last_z = c;
    }
    cd_arena_close(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT(cubic_reproduces_a_cubic_with_its_derivatives),
        UNIT(cubic_ends_have_the_third_derivative_of_the_cubic_through_four_points),
        UNIT(few_points_make_a_line_or_a_parabola),
        UNIT(every_method_passes_through_the_points),
        UNIT(akima_keeps_straight_runs_straight),
        UNIT(akima_slope_is_the_weighted_mean_of_secants),
        UNIT(cubic_has_two_and_akima_one_continuous_derivative),
        UNIT(beyond_the_ends_goes_a_parabola_through_three_points),
        UNIT(straight_lines_go_on_straight_beyond_the_ends),
        UNIT(beyond_straight_ends_goes_a_line_through_two_points),
        UNIT(orders_are_derivatives_of_each_other),
        UNIT(family_is_linear_between_and_beyond_its_curves),
        UNIT(position_is_whole_at_inner_points_and_nowhere_else),
    };
    return cmocka_run_group_tests_name("interpolant", tests, NULL, NULL);
}
