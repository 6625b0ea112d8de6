/* test_curve.c - curves by control points and through points. */
#include "kinematics/curve.h"

#include "test.h"

static void assert_point(Vec3 a, Vec3 b, double tolerance)
{
    assert_near(a.x, b.x, tolerance);
    assert_near(a.y, b.y, tolerance);
    assert_near(a.z, b.z, tolerance);
}

static const Vec3 zigzag[] = { { 0, 0, 0 }, { 1, 2, 0 }, { 2, -1, 1 }, { 3, 1, 2 }, { 5, 0, 2 }, { 6, 3, -1 } };
enum { POINTS = sizeof zigzag / sizeof *zigzag };

/* All derivatives below number `smooth` go on across the places where pieces meet; each is the slope of the one
 * before. */
static void check_smooth(const SpaceCurve *k, int smooth)
{
    double width = (k->to - k->from) / k->pieces, h = 1e-4 * width;
    for (int piece = k->closed ? 0 : 1; piece < k->pieces; piece++)
        for (int order = 0; order < smooth; order++) {
            double at = k->from + piece * width;
            assert_point(cd_curve_eval(k, at - 1e-13, order), cd_curve_eval(k, at + 1e-13, order), 1e-7);
        }
    for (int piece = 0; piece < k->pieces; piece++)
        for (int order = 0; order < 3; order++) {
            double at = k->from + (piece + 0.4) * width;
            Vec3 slope = v3_scale(v3_sub(cd_curve_eval(k, at + h, order), cd_curve_eval(k, at - h, order)), 0.5 / h);
            double size = 1 + v3_norm(slope);
            assert_point(v3_scale(cd_curve_eval(k, at, order + 1), 1 / size), v3_scale(slope, 1 / size), 1e-6);
        }
}

TEST(an_open_spline_runs_from_its_first_to_its_last_point_along_its_polygon)
{
    Arena arena = { 0 };
    for (int order = 2; order <= POINTS; order++) {
        SpaceCurve *k = cd_curve_spline(&arena, POINTS, zigzag, order, false, -1, 1);
        assert_point(cd_curve_eval(k, -1, 0), zigzag[0], 1e-14);
        assert_point(cd_curve_eval(k, 1, 0), zigzag[POINTS - 1], 1e-12);
        Vec3 t = v3_unit(cd_curve_eval(k, -1, 1)), first = v3_unit(v3_sub(zigzag[1], zigzag[0]));
        assert_point(t, first, 1e-12);
        check_smooth(k, order - 1);
    }
    cd_arena_close(&arena);
}

TEST(control_points_on_a_line_give_the_line)
{
    Arena arena = { 0 };
    Vec3 p[4] = { { 0, 0, 1 }, { 1, 2, 1 }, { 2, 4, 1 }, { 3, 6, 1 } };
    SpaceCurve *k = cd_curve_spline(&arena, 4, p, 4, false, 0, 6);
    assert_point(cd_curve_eval(k, 2, 0), v3(1, 2, 1), 1e-14); /* a cubic Bezier with even points is uniform */
    assert_point(cd_curve_eval(k, 2, 2), v3(0, 0, 0), 1e-14);
    cd_arena_close(&arena);
}

TEST(a_closed_spline_goes_around_and_ignores_a_repeated_last_point)
{
    Arena arena = { 0 };
    Vec3 p[POINTS + 1];
    for (int i = 0; i < POINTS; i++) p[i] = zigzag[i];
    p[POINTS] = zigzag[0];
    SpaceCurve *k = cd_curve_spline(&arena, POINTS, zigzag, 4, true, 0, 2),
               *same = cd_curve_spline(&arena, POINTS + 1, p, 4, true, 0, 2);
    assert_int_equal(k->pieces, same->pieces);
    check_smooth(k, 3);
    for (double a = -3; a < 5; a += 0.17)
        for (int order = 0; order < 3; order++) {
            assert_point(cd_curve_eval(k, a, order), cd_curve_eval(k, a + 2, order), 1e-9);
            assert_point(cd_curve_eval(k, a, order), cd_curve_eval(same, a, order), 0);
        }
    cd_arena_close(&arena);
}

TEST(a_curve_through_points_passes_each_of_them)
{
    Arena arena = { 0 };
    for (int closed = 0; closed < 2; closed++) {
        SpaceCurve *k = cd_curve_through(&arena, POINTS, zigzag, closed, -1, 3);
        for (int i = 0; i < POINTS; i++) assert_point(cd_curve_eval(k, -1 + 4.0 * i / k->pieces, 0), zigzag[i], 1e-12);
        check_smooth(k, 3);
    }
    SpaceCurve *open = cd_curve_through(&arena, POINTS, zigzag, false, -1, 3);
    assert_point(cd_curve_eval(open, -1, 2), v3(0, 0, 0), 1e-12);
    assert_point(cd_curve_eval(open, 3, 2), v3(0, 0, 0), 1e-9);
    SpaceCurve *line = cd_curve_through(&arena, 2, zigzag, false, 0, 1);
    assert_point(cd_curve_eval(line, 0.5, 0), v3(0.5, 1, 0), 1e-15);
    cd_arena_close(&arena);
}

TEST(a_circle_through_points_is_one_to_fourth_order)
{
    Arena arena = { 0 };
    enum { N = 36 };
    Vec3 p[N];
    for (int i = 0; i < N; i++) p[i] = v3(cos(2 * M_PI * i / N), sin(2 * M_PI * i / N), 0);
    SpaceCurve *k = cd_curve_through(&arena, N, p, true, 0, 2 * M_PI);
    double worst = 0;
    for (double a = 0; a < 7; a += 0.01) worst = fmax(worst, fabs(v3_norm(cd_curve_eval(k, a, 0)) - 1));
    assert_true(worst < 5e-6); /* (2 pi / 36)^4 / 384 = 2.4e-6 */
    cd_arena_close(&arena);
}

TEST(the_nearest_point_is_where_the_line_to_it_is_a_normal)
{
    Arena arena = { 0 };
    SpaceCurve *k = cd_curve_through(&arena, POINTS, zigzag, true, 0, 1);
    uint64_t seed = 5;
    for (int n = 0; n < 50; n++) {
        double at = test_random(&seed);
        Vec3 t = cd_curve_eval(k, at, 1), c = cd_curve_eval(k, at, 0);
        assert_point(cd_curve_eval(k, cd_curve_nearest(k, c), 0), c, 1e-9);
        Vec3 off = v3_axpy(c, 0.05, v3_unit(v3_cross(t, v3(0.3, -0.2, 0.9))));
        double a = cd_curve_nearest(k, off);
        Vec3 d = v3_sub(cd_curve_eval(k, a, 0), off);
        assert_near(v3_dot(d, v3_unit(cd_curve_eval(k, a, 1))), 0, 1e-9);
        assert_true(v3_norm(d) <= 0.05 + 1e-12);
    }
    SpaceCurve *open = cd_curve_through(&arena, 2, zigzag, false, 0, 1);
    assert_near(cd_curve_nearest(open, v3(-4, -9, 0)), 0, 0);
    assert_near(cd_curve_nearest(open, v3(9, 9, 0)), 1, 0);
    cd_arena_close(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT(an_open_spline_runs_from_its_first_to_its_last_point_along_its_polygon),
        UNIT(control_points_on_a_line_give_the_line),
        UNIT(a_closed_spline_goes_around_and_ignores_a_repeated_last_point),
        UNIT(a_curve_through_points_passes_each_of_them),
        UNIT(a_circle_through_points_is_one_to_fourth_order),
        UNIT(the_nearest_point_is_where_the_line_to_it_is_a_normal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
