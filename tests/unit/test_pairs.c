/* test_pairs.c - incidents of pairs against closed forms, and at poses where features coincide. */
#include "contact/mesh.h"
#include "contact/pair.h"
#include "contact_fixture.h"

static Touch touch_of(const Shape *i, const Shape *j, Vec3 r, Mat3 A)
{
    Pair pair;
    Touch t;
    assert_true(cd_pair_make(&pair, i, j, (PairOptions){ 0 }));
    cd_pair_eval(&pair, r, A, &scratch, &t);
    return t;
}

/* The largest error of dp, dnormal, dpoint (relative, it may be large) against central differences, for special
 * poses. */
static double gradient_error(const Shape *i, const Shape *j, Vec3 r, Mat3 A)
{
    Touch t = touch_of(i, j, r, A);
    double worst = 0, h = 1e-6;
    for (int k = 0; k < 6; k++) {
        Vec3 e = v3(k % 3 == 0, k % 3 == 1, k % 3 == 2), d = v3_scale(e, h), none = v3(0, 0, 0);
        Touch up = touch_of(i, j, k < 3 ? v3_add(r, d) : r, m3_mul(m3_rotvec(k < 3 ? none : d), A));
        Touch down = touch_of(i, j, k < 3 ? v3_sub(r, d) : r, m3_mul(m3_rotvec(k < 3 ? none : v3_neg(d)), A));
        assert_int_equal(up.n, 1);
        assert_int_equal(down.n, 1);
        assert_true(isfinite(t.at[0].dp[k] + v3_norm(t.at[0].dnormal[k]) + v3_norm(t.at[0].dpoint[k])));
        worst = fmax(worst, fabs((up.at[0].p - down.at[0].p) / (2 * h) - t.at[0].dp[k]));
        Vec3 n = v3_scale(v3_sub(up.at[0].normal, down.at[0].normal), 1 / (2 * h));
        Vec3 x = v3_scale(v3_sub(up.at[0].point, down.at[0].point), 1 / (2 * h));
        worst = fmax(worst, v3_norm(v3_sub(n, t.at[0].dnormal[k])));
        worst = fmax(worst, v3_norm(v3_sub(x, t.at[0].dpoint[k])) / fmax(1, v3_norm(t.at[0].dpoint[k])));
    }
    return worst;
}

TEST(a_ball_goes_into_each_solid_by_its_depth)
{
    const double p = 0.01, R = 0.3;
    const Shape *ball = cd_shape_sphere(&arena, R);
    struct {
        const Shape *on;
        Vec3 at, normal; /* a point of the surface */
    } cases[] = {
        { cd_shape_plane(&arena), { 0.3, 0.2, 0 }, { 0, 0, 1 } },
        { cd_shape_box(&arena, v3(0, 0, 0), v3(1, 2, 3)), { 0.4, 0.5, 3 }, { 0, 0, 1 } },
        { cd_shape_box(&arena, v3(0, 0, 0), v3(1, 2, 3)), { 1, 0.5, 3 }, { 0.6, 0, 0.8 } },
        { cd_shape_box(&arena, v3(0, 0, 0), v3(1, 2, 3)), { 1, 2, 3 }, { 2. / 3, 1. / 3, 2. / 3 } },
        { cd_shape_cylinder(&arena, 0, 2, 0.5), { 0.3, 0.4, 1 }, { 0.6, 0.8, 0 } },
        { cd_shape_cylinder(&arena, 0, 2, 0.5), { 0.1, 0.2, 2 }, { 0, 0, 1 } },
        { cd_shape_cylinder(&arena, 0, 2, 0.5), { 0.5, 0, 0 }, { 0.8, 0, -0.6 } },
        { cd_shape_frustum(&arena, 0, 4, 4, 1), { 2.5, 0, 2 }, { 0.8, 0, 0.6 } },
        { cd_shape_torus(&arena, 1, 0.4), { 1 + 0.4 * 0.6, 0, 0.4 * 0.8 }, { 0.6, 0, 0.8 } },
        { cd_shape_ellipsoid(&arena, v3(1, 2, 3)), { 0, 2, 0 }, { 0, 1, 0 } },
        { cd_shape_sphere(&arena, 0.5), { 0.3, 0.4, 0 }, { 0.6, 0.8, 0 } },
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        Touch t = touch_of(ball, cases[k].on, v3_axpy(cases[k].at, R - p, cases[k].normal), m3_identity());
        assert_int_equal(t.n, 1);
        assert_near(t.at[0].p, p, 1e-13);
        near_vector(t.at[0].normal, cases[k].normal, 1e-12);
        near_vector(t.at[0].point, v3_axpy(cases[k].at, -p / 2, cases[k].normal), 1e-13);
    }
    /* a general point of the ellipsoid: x = a n_i a_i / |a n| */
    Vec3 n = v3_unit(v3(0.3, 0.5, 0.7)), a = v3(1, 2, 3), w = v3(a.x * n.x, a.y * n.y, a.z * n.z);
    Vec3 x = v3_scale(v3(a.x * w.x, a.y * w.y, a.z * w.z), 1 / v3_norm(w));
    Touch t = touch_of(ball, cd_shape_ellipsoid(&arena, a), v3_axpy(x, R - p, n), m3_identity());
    assert_near(t.at[0].p, p, 1e-12);
    near_vector(t.at[0].normal, n, 1e-11);
}

/* A brick on a larger brick in the x-z plane: thickness at the centroid p = pm (1 + t^2 w^2 / (12 pm^2)) while the
 * whole face presses, and 2/3 of the depth of the edge where only a wedge does. */
TEST(a_tilted_brick_presses_by_the_thickness_at_the_centroid)
{
    const double w = 0.16, pm = 1e-3;
    const Shape *brick = cd_shape_box(&arena, v3(-w / 2, -0.05, -0.025), v3(w / 2, 0.05, 0.025));
    const Shape *floors[] = { cd_shape_box(&arena, v3(-1, -1, -0.5), v3(1, 1, 0)), cd_shape_plane(&arena) };
    for (int k = 0; k < 2; k++) {
        double t = 0.2 * pm / w;
        Touch flat = touch_of(brick, floors[k], v3(0, 0, 0.025 - pm), m3_identity());
        assert_int_equal(flat.n, 1);
        assert_near(flat.at[0].p, pm, 1e-15);
        near_vector(flat.at[0].normal, v3(0, 0, 1), 1e-15);
        near_vector(flat.at[0].point, v3(0, 0, -pm / 2), 1e-15);
        assert_near(flat.at[0].gyration.c[0].x, w * w / 12, 1e-12);
        Touch tilted = touch_of(brick, floors[k], v3(0, 0, 0.025 - pm), m3_rot_y(t));
        double mean = pm - 0.025 * (1 - cos(t)); /* at the middle of the face */
        assert_near(tilted.at[0].p, mean * (1 + t * t * w * w / (12 * mean * mean)), 5e-6 * pm);
        assert_near(tilted.at[0].point.x, t * w * w / (12 * mean) - 0.025 * sin(t), 5e-6 * w);
        /* an edge lying nearly flat: depth d over the length d / t, centroid a third from the edge */
        double lift = 0.02, d = pm;
        Vec3 corner = m3_apply(m3_rot_y(lift), v3(w / 2, 0, -0.025));
        Touch edge = touch_of(brick, floors[k], v3(0, 0, -d - corner.z), m3_rot_y(lift));
        assert_near(edge.at[0].p, 2. / 3 * d, 1e-3 * d);
        near_vector(edge.at[0].normal, v3(0, 0, 1), 1e-12);
        assert_true(gradient_error(brick, floors[k], v3(0, 0, 0.025 - pm), m3_rot_y(t)) < 1e-5);
    }
}

/* Equal bricks, flush: coplanar sides, shared edges and corners, with and without rounding in the pose. */
TEST(flush_bricks_press_along_their_faces)
{
    const Shape *brick = cd_shape_box(&arena, v3(0, 0, 0), v3(0.2, 0.1, 0.06));
    uint64_t seed = 11;
    for (int n = 0; n < 200; n++) {
        double slip = n < 100 ? 0 : 1e-15, p = 1e-4;
        double dx = slip * (test_random(&seed) - 0.5), dy = slip * (test_random(&seed) - 0.5);
        Vec3 turn = v3_scale(v3(test_random(&seed) - 0.5, 0.3, 0.1), n % 2 ? 1e-15 : 0);
        Touch t = touch_of(brick, brick, v3(dx, dy, 0.06 - p), m3_rotvec(turn));
        assert_int_equal(t.n, 1);
        assert_near(t.at[0].p, p, 1e-12);
        near_vector(t.at[0].normal, v3(0, 0, 1), 1e-9);
        near_vector(t.at[0].point, v3(0.1, 0.05, 0.06 - p / 2), 1e-9);
    }
    assert_int_equal(touch_of(brick, brick, v3(0, 0, 0.06), m3_identity()).n, 0);
    assert_near(touch_of(brick, brick, v3(0, 0, 0.06), m3_identity()).gap, 0, 1e-15);
    assert_near(touch_of(brick, brick, v3(0.3, 0, 0.1), m3_identity()).gap, hypot(0.1, 0.04), 1e-14);
}

TEST(nothing_jumps_as_a_brick_slides_over_an_edge)
{
    const Shape *brick = cd_shape_box(&arena, v3(0, 0, 0), v3(0.2, 0.1, 0.06));
    Touch before = { 0 };
    for (int n = 0; n <= 4000; n++) {
        double x = -3e-4 + 6e-4 * n / 4000;
        Touch t = touch_of(brick, brick, v3(x, 0.01, 0.06 - 1e-4), m3_rotvec(v3(1e-5, 2e-5, 1e-3)));
        assert_int_equal(t.n, 1);
        if (n) {
            assert_near(t.at[0].p, before.at[0].p, 1e-7);
            near_vector(t.at[0].normal, before.at[0].normal, 3e-6);
            near_vector(t.at[0].point, before.at[0].point, 1e-6);
        }
        before = t;
    }
}

TEST(a_cylinder_lies_stands_and_leans_on_a_plane)
{
    const double R = 0.5, L = 2, p = 1e-3;
    const Shape *roller = cd_shape_cylinder(&arena, -L / 2, L / 2, R), *floor = cd_shape_plane(&arena);
    Mat3 lying = m3_rot_y(M_PI / 2);

    Touch t = touch_of(roller, floor, v3(0, 0, R - p), lying);
    assert_near(t.at[0].p, p, 1e-14);
    near_vector(t.at[0].point, v3(0, 0, -p / 2), 1e-13);
    assert_near(t.at[0].gyration.c[0].x, L * L / 12, 1e-12);
    assert_true(gradient_error(roller, floor, v3(0, 0, R - p), lying) < 1e-5);

    /* nearly lying: mean of x with the weight h^1.5, h = p + s x, from the closed integral over the whole length */
    double s = 0.8 * p / L, h1 = p - s * L / 2, h2 = p + s * L / 2;
    double i15 = (pow(h2, 2.5) - pow(h1, 2.5)) / 2.5, i25 = (pow(h2, 3.5) - pow(h1, 3.5)) / 3.5,
           x = (i25 / i15 - p) / s;
    t = touch_of(roller, floor, v3(0, 0, R - p), m3_mul(m3_rot_y(s), lying));
    assert_near(t.at[0].point.x, x - R * sin(s), 2e-4 * x);
    assert_near(t.at[0].p, p + s * x, 1e-3 * p);
    assert_true(gradient_error(roller, floor, v3(0, 0, R - p), m3_mul(m3_rot_y(s), lying)) < 1e-5);

    t = touch_of(roller, floor, v3(0, 0, L / 2 - p), m3_identity());
    assert_near(t.at[0].p, p, 1e-14);
    near_vector(t.at[0].point, v3(0, 0, -p / 2), 1e-13);
    assert_near(t.at[0].gyration.c[0].x, R * R / 4, 1e-12);
    assert_true(gradient_error(roller, floor, v3(0, 0, L / 2 - p), m3_identity()) < 1e-5);

    /* leaning within the middle: p = p0 (1 + t^2 R^2 / (4 p0^2)), from the second moment of the disc */
    double lean = 0.5 * p / R;
    t = touch_of(roller, floor, v3(0, 0, L / 2 - p), m3_rot_y(lean));
    assert_near(t.at[0].p, p * (1 + lean * lean * R * R / (4 * p * p)), 1e-3 * p);
}

TEST(cylinders_side_by_side_crossed_and_one_in_the_other)
{
    const double p = 1e-3;
    const Shape *a = cd_shape_cylinder(&arena, 0, 2, 0.3), *b = cd_shape_cylinder(&arena, 0.5, 4, 0.5);
    Touch t = touch_of(a, b, v3(0.8 - p, 0, 0), m3_identity());
    assert_int_equal(t.n, 1);
    assert_near(t.at[0].p, p, 1e-14);
    near_vector(t.at[0].normal, v3(1, 0, 0), 1e-14);
    near_vector(t.at[0].point, v3(0.5 - p / 2, 0, 1.25), 1e-13);
    t = touch_of(a, b, v3(0.8 - p, 1, 2), m3_rot_x(M_PI / 2)); /* axis along -y, crossing at z = 2 */
    assert_near(t.at[0].p, p, 1e-12);
    near_vector(t.at[0].point, v3(0.5 - p / 2, 0, 2), 1e-9);

    Pair pair;
    assert_true(cd_pair_make(&pair, a, b, (PairOptions){ .inside = true }));
    cd_pair_eval(&pair, v3(0, -0.2 - p, 0), m3_identity(), &scratch, &t);
    assert_near(t.at[0].p, p, 1e-14);
    near_vector(t.at[0].normal, v3(0, 1, 0), 1e-14);
    near_vector(t.at[0].point, v3(0, -0.5 - p / 2, 1.25), 1e-13);
    cd_pair_eval(&pair, v3(0, 0, 0), m3_identity(), &scratch, &t);
    assert_near(t.gap, 0.2, 1e-14);
    cd_pair_eval(&pair, v3(0, 0, 1), m3_mul(m3_rot_x(0.3), m3_identity()), &scratch, &t);
    assert_true(t.n >= 1);
}

/* Cones with one apex and a common generator, pressed into each other along its normal: the depth is the same all
 * along. */
TEST(cones_touch_along_a_common_generator)
{
    const double a = 0.3, b = 0.5, p = 1e-3;
    const Shape *i = cd_shape_frustum(&arena, 1, 2, tan(a), 2 * tan(a));
    const Shape *j = cd_shape_frustum(&arena, 0.5, 3, 0.5 * tan(b), 3 * tan(b));
    Vec3 n = v3(cos(b), 0, -sin(b)); /* of J, along its generator (sin b, 0, cos b) */
    Touch t = touch_of(i, j, v3_scale(n, -p), m3_rot_y(a + b));
    assert_int_equal(t.n, 1);
    assert_near(t.at[0].p, p, 1e-12);
    near_vector(t.at[0].normal, n, 1e-12);
    assert_near(v3_dot(v3_sub(t.at[0].point, v3_scale(n, -p / 2)), n), 0, 1e-12);
    double along = v3_dot(t.at[0].point, v3(sin(b), 0, cos(b)));
    assert_true(along > 1 / cos(a) && along < 2 / cos(a));
    assert_near(touch_of(i, j, v3_scale(n, p), m3_rot_y(a + b)).gap, p, 1e-12);

    /* turned about that normal the generators cross, where the cones touched */
    Vec3 at = v3_scale(v3(sin(b), 0, cos(b)), 1.5 / cos(a)), loc = m3_tapply(m3_rot_y(a + b), at);
    for (int k = 1; k < 15; k++) {
        Mat3 A = m3_mul(m3_rotvec(v3_scale(n, 0.1 * k)), m3_rot_y(a + b));
        Vec3 r = v3_sub(at, m3_apply(A, loc));
        t = touch_of(i, j, v3_axpy(r, -1e-5, n), A);
        assert_int_equal(t.n, 1);
        assert_near(t.at[0].p, 1e-5, 1e-8);
        near_vector(t.at[0].normal, n, 1e-4);
        near_vector(t.at[0].point, at, 1e-3);
        assert_near(touch_of(i, j, v3_axpy(r, 1e-5, n), A).gap, 1e-5, 1e-10);
    }
}

/* A torus that stands, leans or lies: the depth of its lowest point, or the mean around it. */
TEST(a_torus_stands_leans_and_lies_on_a_plane)
{
    const double R = 0.5, r = 0.1, p = 1e-4;
    const Shape *torus = cd_shape_torus(&arena, R, r), *floor = cd_shape_plane(&arena);
    for (int k = 1; k <= 4; k++) {
        double tilt = k * M_PI / 8;
        Touch t = touch_of(torus, floor, v3(0, 0, R * sin(tilt) + r - p), m3_rot_x(tilt));
        assert_int_equal(t.n, 1);
        assert_near(t.at[0].p, p, 1e-14);
        near_vector(t.at[0].point, v3(0, -R * cos(tilt), -p / 2), 1e-12);
    }
    /* a box of triangles is the box to it */
    const Shape *box = cd_shape_box(&arena, v3(-1, -1, -1), v3(1, 1, 0));
    Vec3 corner[8];
    for (int k = 0; k < 8; k++) corner[k] = v3(k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 0 : -1);
    const int side[12][3] = { { 0, 2, 1 }, { 1, 2, 3 }, { 4, 5, 6 }, { 5, 7, 6 }, { 0, 1, 4 }, { 1, 5, 4 },
                              { 2, 6, 3 }, { 3, 6, 7 }, { 0, 4, 2 }, { 2, 4, 6 }, { 1, 3, 5 }, { 3, 7, 5 } };
    const char *why = NULL;
    const Shape *mesh = cd_shape_mesh(&arena, 8, corner, 12, side, &why);
    assert_non_null(mesh);
    for (int k = 0; k < 20; k++) {
        Mat3 A = m3_rotvec(v3(0.1 * k, 0.3, -0.05 * k));
        Vec3 at = v3(0.8, 0.1 * k - 1, 0.3);
        Touch a = touch_of(torus, box, at, A), b = touch_of(torus, mesh, at, A);
        assert_int_equal(a.n, b.n);
        assert_near(a.gap, b.gap, 1e-12);
        if (a.n) near_vector(a.at[0].point, b.at[0].point, 1e-9);
    }
    Touch t = touch_of(torus, floor, v3(0, 0, r - p), m3_identity());
    assert_near(t.at[0].p, p, 1e-14);
    near_vector(t.at[0].point, v3(0, 0, -p / 2), 1e-12);
}

/* A roller on a block is a roller on a plane as long as it is above the face, with its ends beyond the block or not,
 * and however it is turned. */
TEST(a_roller_on_a_block_does_not_show_facets)
{
    const double R = 0.1, p = 1e-5;
    const Shape *floor = cd_shape_plane(&arena), *block = cd_shape_box(&arena, v3(-1, -0.3, -0.5), v3(1, 0.3, 0));
    const Shape *narrow = cd_shape_cylinder(&arena, -0.1, 0.1, R), *wide = cd_shape_cylinder(&arena, -1, 0.5, R);
    for (int n = 0; n < 40; n++) {
        Mat3 A = m3_mul(m3_rot_z(0.05 * n), m3_mul(m3_rot_x(M_PI / 2), m3_rot_z(0.37 * n)));
        Vec3 r = v3(0.01 * n, 0.001 * n, R - p);
        Touch a = touch_of(narrow, floor, r, A), b = touch_of(narrow, block, r, A);
        assert_int_equal(b.n, 1);
        assert_near(b.at[0].p, a.at[0].p, 1e-15);
        near_vector(b.at[0].point, a.at[0].point, 1e-12);
        near_vector(b.at[0].normal, v3(0, 0, 1), 1e-14);
    }
    Touch t = touch_of(wide, block, v3(0.2, 0, R - p), m3_rot_x(M_PI / 2)); /* its axis runs from y = 1 to -0.5 */
    assert_int_equal(t.n, 1);
    assert_near(t.at[0].p, p, 1e-14);
    near_vector(t.at[0].point, v3(0.2, 0, -p / 2), 1e-12);
    assert_near(t.at[0].gyration.c[1].y, 0.6 * 0.6 / 12, 1e-12);
    assert_true(gradient_error(wide, block, v3(0.2, 0.01, R - 1e-3),
                               m3_mul(m3_rotvec(v3(1e-3, 0, 0.1)), m3_rot_x(M_PI / 2))) < 1e-5);
    t = touch_of(narrow, block, v3(0.1, 0.1, 0.1 - p), m3_identity()); /* standing */
    assert_near(t.at[0].p, p, 1e-15);
    near_vector(t.at[0].point, v3(0.1, 0.1, -p / 2), 1e-12);
}

TEST(curves_touch_in_their_plane)
{
    const double p = 1e-3;
    const Shape *small = cd_shape_arc(&arena, 0.2, 7), *large = cd_shape_arc(&arena, 0.5, 7),
                *floor = cd_shape_plane(&arena);
    Touch t = touch_of(small, large, v3_scale(v3(0.6, 0.8, 0), 0.7 - p), m3_rot_z(0.3));
    assert_int_equal(t.n, 1);
    assert_near(t.at[0].p, p, 1e-13);
    near_vector(t.at[0].normal, v3(0.6, 0.8, 0), 1e-10);
    near_vector(t.at[0].point, v3_scale(v3(0.6, 0.8, 0), 0.5 - p / 2), 1e-12);
    assert_near(touch_of(small, large, v3(0.9, 0, 0), m3_identity()).gap, 0.2, 1e-12);
    t = touch_of(small, floor, v3(1, 2, 0.2 - p), m3_rot_x(M_PI / 2)); /* a standing disc */
    assert_int_equal(t.n, 1);
    assert_near(t.at[0].p, p, 1e-14);
    near_vector(t.at[0].point, v3(1, 2, -p / 2), 1e-12);

    Pair pair; /* material outside: a disc in a hole */
    assert_true(cd_pair_make(&pair, small, large, (PairOptions){ .flip_j = true }));
    cd_pair_eval(&pair, v3(0.3 + p, 0, 0), m3_identity(), &scratch, &t);
    assert_int_equal(t.n, 1);
    assert_near(t.at[0].p, p, 1e-13);
    near_vector(t.at[0].normal, v3(-1, 0, 0), 1e-10);
    const Shape *tip = cd_shape_point(&arena, v3(0, 0.1, 0));
    t = touch_of(tip, large, v3(0, 0.4 - p, 0), m3_identity());
    assert_near(t.at[0].p, p, 1e-14);
    near_vector(t.at[0].normal, v3(0, 1, 0), 1e-12);
    assert_true(cd_pair_make(&pair, tip, large, (PairOptions){ 0 }));
    assert_near(cd_pair_out_of_plane(&pair, v3(0, 0, 0.25), m3_identity()), 0.25, 1e-15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT(a_ball_goes_into_each_solid_by_its_depth),
        UNIT(a_tilted_brick_presses_by_the_thickness_at_the_centroid),
        UNIT(flush_bricks_press_along_their_faces),
        UNIT(nothing_jumps_as_a_brick_slides_over_an_edge),
        UNIT(a_cylinder_lies_stands_and_leans_on_a_plane),
        UNIT(a_roller_on_a_block_does_not_show_facets),
        UNIT(curves_touch_in_their_plane),
        UNIT(cylinders_side_by_side_crossed_and_one_in_the_other),
        UNIT(cones_touch_along_a_common_generator),
        UNIT(a_torus_stands_leans_and_lies_on_a_plane),
    };
    return cmocka_run_group_tests_name("pairs", tests, setup, teardown);
}
