/* test_common_normal.c - ellipsoids by common normals: apart as far as support points say, on balls and faces what
 * closed forms say. */
#include "contact/rows.h"
#include "contact_fixture.h"
#include "draw.h"

static Mat3 turned(uint64_t *seed)
{
    double a = between(seed, -3, 3), b = between(seed, 0, 3), c = between(seed, -3, 3);
    return m3_mul(m3_rot_z(a), m3_mul(m3_rot_x(b), m3_rot_z(c)));
}

static Touch touch_at(const Shape *i, const Shape *j, Vec3 r, Mat3 A)
{
    Pair pair;
    static Touch touch;
    assert_true(cd_pair_make(&pair, i, j, (PairOptions){ 0 }));
    cd_pair_eval(&pair, r, A, &scratch, &touch);
    return touch;
}

/* Whatever is nearest, face, edge or corner. */
TEST(gaps_are_those_of_support_points)
{
    uint64_t seed = 99;
    int apart = 0;
    const Shape *e = cd_shape_ellipsoid(&arena, v3(0.5, 0.7, 0.3)), *f = cd_shape_ellipsoid(&arena, v3(0.9, 0.2, 0.4));
    const Shape *box = cd_shape_box(&arena, v3(-0.4, -0.5, -0.2), v3(0.5, 0.6, 0.7));
    for (int n = 0; n < 4000; n++) {
        double x = between(&seed, -2, 2), y = between(&seed, -2, 2), z = between(&seed, -2, 2);
        Vec3 r = v3(x, y, z), direction, on_i;
        Mat3 A = turned(&seed);
        const Shape *j = n % 2 ? f : box;
        double distance = cd_convex_distance(e, j, r, A, &direction, &on_i);
        Touch t = touch_at(e, j, r, A);
        if (distance > 0) assert_near(t.gap, distance, 1e-6), apart++;
        else assert_true(t.gap <= 1e-9 && t.n == 1);
    }
    assert_true(apart > 2000);
}

TEST(nearly_round_ones_press_as_balls_do)
{
    uint64_t seed = 5;
    const double r1 = 0.6, r2 = 0.4, tiny = 1e-9;
    const Shape *a = cd_shape_ellipsoid(&arena, v3(r1, r1 + tiny, r1)),
                *b = cd_shape_ellipsoid(&arena, v3(r2, r2, r2 + tiny));
    for (int n = 0; n < 200; n++) {
        double x = between(&seed, -1, 1), y = between(&seed, -1, 1), z = between(&seed, -1, 1);
        Vec3 u = v3_unit(v3(x, y, z)), r = v3_scale(u, between(&seed, 0.7, 0.99));
        Touch t = touch_at(a, b, r, turned(&seed));
        assert_int_equal(t.n, 1);
        assert_near(t.at[0].p, r1 + r2 - v3_norm(r), 1e-8);
        assert_near(v3_norm(v3_sub(t.at[0].normal, u)), 0, 1e-7);
        assert_near(v3_norm(v3_sub(t.at[0].point, v3_scale(u, r2 - t.at[0].p / 2))), 0, 1e-7);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { UNIT(gaps_are_those_of_support_points),
                                        UNIT(nearly_round_ones_press_as_balls_do) };
    return cmocka_run_group_tests(tests, setup, teardown);
}
