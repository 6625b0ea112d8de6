/* test_single_gap.c - gaps of shapes that touch at one point: against the distances of contacts, and their derivatives
 * along a motion against differences. */
#include "draw.h"
#include "test.h"

#include "contact/pair.h"
#include "contact/single_gap.h"

#include <math.h>

static Mat3 any_rotation(uint64_t *s)
{
    Vec3 x = random_vector(s, 1), y = v3(between(s, -1, 1), 1, 0.3);
    x = v3_scale(x, 1 / v3_norm(x));
    Vec3 z = v3_cross(x, y);
    z = v3_scale(z, 1 / v3_norm(z));
    return (Mat3){ { x, v3_cross(z, x), z } };
}

/* I at r + s u, turned by exp(s skew(w)); J stands. */
static JetFrame moving(Vec3 r, Mat3 A, Vec3 u, Vec3 w)
{
    JetFrame f = { 0 };
    f.r.c[0][0] = r, f.r.c[1][0] = u;
    for (int k = 0; k < 3; k++) {
        f.axis[k].c[0][0] = A.c[k], f.axis[k].c[1][0] = v3_cross(w, A.c[k]);
        f.axis[k].c[2][0] = v3_scale(v3_cross(w, f.axis[k].c[1][0]), 0.5);
    }
    return f;
}

static Mat3 turned(Mat3 A, Vec3 w, double s)
{
    double angle = s * v3_norm(w);
    Vec3 n = v3_scale(w, 1 / v3_norm(w));
    for (int k = 0; k < 3; k++) {
        Vec3 a = A.c[k], across = v3_cross(n, a);
        A.c[k] = v3_add(v3_scale(n, v3_dot(n, a) * (1 - cos(angle))),
                        v3_add(v3_scale(a, cos(angle)), v3_scale(across, sin(angle))));
    }
    return A;
}

/* The smallest gap of a pair, and which. */
static double smallest(const Shape *i, const Shape *j, bool inside, const JetFrame *a, const JetFrame *b, int *which)
{
    double least = INFINITY;
    for (int k = 0; k < cd_single_gaps(i, j, inside); k++) {
        SingleGap g = cd_single_gap(i, j, inside, k);
        double gap = cd_single_gap_along(&g, a, b, cd_single_gap_feature(&g, a, b)).c[0][0];
        bool overlap = g.kind == GAP_OVERLAP; /* less than a distance, where there is one */
        if ((!overlap || gap < 0) && gap < least) least = gap, *which = k;
    }
    return least;
}

/* First and second derivatives of every gap along a motion, where its part of the surface is the same nearby. */
static void check_derivatives(const Shape *i, const Shape *j, bool inside, Vec3 r, Mat3 A, uint64_t *s)
{
    const double h = 1e-4;
    Vec3 u = random_vector(s, 1), w = v3(between(s, -1, 1), 0.5, 0.2);
    JetFrame still = moving(v3(0, 0, 0), m3_identity(), v3(0, 0, 0), v3(0, 0, 0)), f = moving(r, A, u, w);
    for (int k = 0; k < cd_single_gaps(i, j, inside); k++) {
        SingleGap g = cd_single_gap(i, j, inside, k);
        int part[3];
        double x[3];
        part[1] = cd_single_gap_feature(&g, &f, &still);
        Jet now = cd_single_gap_along(&g, &f, &still, part[1]);
        for (int e = -1; e <= 1; e++) {
            JetFrame at = moving(v3_axpy(r, e * h, u), turned(A, w, e * h), v3(0, 0, 0), v3(0, 0, 0));
            part[e + 1] = cd_single_gap_feature(&g, &at, &still);
            x[e + 1] = cd_single_gap_along(&g, &at, &still, part[e + 1]).c[0][0];
        }
        if (part[0] != part[1] || part[2] != part[1] || part[1] == FEATURE_APART) continue;
        assert_near(x[1], now.c[0][0], 1e-13);
        assert_near((x[2] - x[0]) / (2 * h), now.c[1][0], 1e-5);
        assert_near((x[2] - 2 * x[1] + x[0]) / (h * h), 2 * now.c[2][0], 1e-3 * fmax(1, fabs(now.c[2][0])));
    }
}

static void check_pair(const Shape *i, const Shape *j, bool inside, double apart)
{
    uint64_t s = 11;
    int looked = 0, which = 0;
    Arena scratch = { 0 };
    Pair pair;
    assert_true(cd_single_gaps(i, j, inside) > 0 && cd_single_gaps(j, i, inside) > 0);
    assert_true(cd_pair_make(&pair, i, j, (PairOptions){ .inside = inside }));
    cd_pair_scratch(&scratch);
    for (int n = 0; n < 400; n++) {
        Vec3 r = random_within(&s, v3(-apart, -apart, 0.1), v3(apart, apart, apart));
        Mat3 A = any_rotation(&s);
        JetFrame still = moving(v3(0, 0, 0), m3_identity(), v3(0, 0, 0), v3(0, 0, 0));
        JetFrame f = moving(r, A, v3(0, 0, 0), v3(0, 0, 0));
        double own = smallest(i, j, inside, &f, &still, &which), gap = cd_pair_gap(&pair, r, A, INFINITY, &scratch);
        if (own < -0.05) continue; /* deep: which way is out is for contacts with a stiffness to say */
        double more = i->polytope && j->polytope ? 1e-4 : 0; /* where no corner is over a face and no edges cross */
        if (gap > 1e-9) assert_near(own, gap, 1e-7 + more), looked++;
        if (own > 0.02) check_derivatives(i, j, inside, r, A, &s);
    }
    assert_true(looked > 40);
    cd_arena_close(&scratch);
}

TEST(points_and_balls_on_solids)
{
    Arena a = { 0 };
    const Shape *ball = cd_shape_sphere(&a, 0.1);
    const Shape *solid[] = { cd_shape_sphere(&a, 0.3),
                             cd_shape_box(&a, v3(-0.2, -0.3, -0.4), v3(0.2, 0.3, 0.4)),
                             cd_shape_cylinder(&a, -0.3, 0.4, 0.25),
                             cd_shape_frustum(&a, -0.3, 0.4, 0.3, 0.1),
                             cd_shape_torus(&a, 0.35, 0.1),
                             cd_shape_ellipsoid(&a, v3(0.2, 0.3, 0.45)) };
    for (int k = 0; k < 6; k++) check_pair(ball, solid[k], false, 0.9);
    check_pair(ball, cd_shape_cylinder(&a, -0.5, 0.5, 0.9), true, 0.5);
    check_pair(ball, cd_shape_sphere(&a, 0.9), true, 0.45);
    cd_arena_close(&a);
}

TEST(round_shapes_on_a_plane)
{
    Arena a = { 0 };
    const Shape *plane = cd_shape_plane(&a);
    check_pair(cd_shape_ellipsoid(&a, v3(0.2, 0.3, 0.45)), plane, false, 1);
    check_pair(cd_shape_torus(&a, 0.35, 0.1), plane, false, 1);
    check_pair(cd_shape_cylinder(&a, -0.3, 0.4, 0.25), plane, false, 1);
    check_pair(cd_shape_frustum(&a, -0.3, 0.4, 0.3, 0.1), plane, false, 1);
    cd_arena_close(&a);
}

TEST(what_has_no_closed_form_is_not_known)
{
    Arena a = { 0 };
    const Shape *torus = cd_shape_torus(&a, 0.35, 0.1), *cylinder = cd_shape_cylinder(&a, -0.3, 0.4, 0.25);
    assert_int_equal(cd_single_gaps(torus, cylinder, false), 0);
    assert_int_equal(cd_single_gaps(cylinder, cylinder, true), 0);
    cd_arena_close(&a);
}

/* Rates of slip along a motion at constant velocities, where the part of the surface is the same. */
static void check_slip(const Shape *i, const Shape *j, bool inside, Vec3 r, Mat3 A, uint64_t *s)
{
    const double h = 1e-4;
    Vec3 u = random_vector(s, 1), w = v3(between(s, -1, 1), 0.5, 0.2);
    JetMotion still = { .at = moving(v3(0, 0, 0), m3_identity(), v3(0, 0, 0), v3(0, 0, 0)) };
    for (int k = 0; k < cd_single_gaps(i, j, inside); k++) {
        SingleGap g = cd_single_gap(i, j, inside, k);
        JetMotion m[3];
        int part[3];
        for (int e = 0; e < 3; e++) {
            m[e] = (JetMotion){ .at = moving(v3_axpy(r, (e - 1) * h, u), turned(A, w, (e - 1) * h), u, w) };
            m[e].v.c[0][0] = u, m[e].w.c[0][0] = w;
            part[e] = cd_single_gap_feature(&g, &m[e].at, &still.at);
        }
        if (part[0] != part[1] || part[2] != part[1] || part[1] == FEATURE_APART) continue;
        for (int t = 0; t < 2; t++) {
            double slip[3];
            for (int e = 0; e < 3; e++) slip[e] = cd_single_gap_slip(&g, &m[e], &still, part[1], t).c[0][0];
            assert_near((slip[2] - slip[0]) / (2 * h), cd_single_gap_slip(&g, &m[1], &still, part[1], t).c[1][0], 1e-4);
        }
    }
}

TEST(slip_has_exact_rates)
{
    Arena a = { 0 };
    uint64_t s = 5;
    const Shape *ball = cd_shape_sphere(&a, 0.1), *box = cd_shape_box(&a, v3(-0.2, -0.3, -0.4), v3(0.2, 0.3, 0.4)),
                *plane = cd_shape_plane(&a);
    const Shape *solid[] = { cd_shape_sphere(&a, 0.3), box, cd_shape_cylinder(&a, -0.3, 0.4, 0.25),
                             cd_shape_torus(&a, 0.35, 0.1), cd_shape_ellipsoid(&a, v3(0.2, 0.3, 0.45)) };
    for (int n = 0; n < 60; n++) {
        Vec3 r = random_within(&s, v3(-0.7, -0.7, 0.5), v3(0.7, 0.7, 0.9));
        Mat3 A = any_rotation(&s);
        for (int k = 0; k < 5; k++) check_slip(ball, solid[k], false, r, A, &s);
        for (int k = 2; k < 5; k++) check_slip(solid[k], plane, false, r, A, &s);
        check_slip(box, box, false, r, A, &s);
    }
    cd_arena_close(&a);
}

/* A ball that rolls over a face does not slip, one that does not turn slips with its velocity. */
TEST(slip_of_a_ball_on_a_face)
{
    Arena a = { 0 };
    const Shape *ball = cd_shape_sphere(&a, 0.1), *box = cd_shape_box(&a, v3(-1, -1, -1), v3(1, 1, 0));
    SingleGap g = cd_single_gap(ball, box, false, 0);
    JetMotion still = { .at = moving(v3(0, 0, 0), m3_identity(), v3(0, 0, 0), v3(0, 0, 0)) };
    for (int rolls = 0; rolls < 2; rolls++) {
        Vec3 u = v3(0.3, -0.4, 0), w = rolls ? v3(4, 3, 0) : v3(0, 0, 2);
        JetMotion m = { .at = moving(v3(0.1, 0.2, 0.1), m3_identity(), u, w) };
        m.v.c[0][0] = u, m.w.c[0][0] = w;
        int part = cd_single_gap_feature(&g, &m.at, &still.at);
        double slip[2];
        for (int t = 0; t < 2; t++) slip[t] = cd_single_gap_slip(&g, &m, &still, part, t).c[0][0];
        assert_near(hypot(slip[0], slip[1]), rolls ? 0 : 0.5, 1e-14);
    }
    cd_arena_close(&a);
}

/* Corners and edges of two solids: their least gap is the distance of the solids, and is negative where they overlap. */
TEST(solids_on_solids)
{
    Arena a = { 0 };
    const Shape *box = cd_shape_box(&a, v3(-0.2, -0.3, -0.4), v3(0.2, 0.3, 0.4)),
                *rod = cd_shape_box(&a, v3(-0.5, -0.02, -0.03), v3(0.5, 0.02, 0.03));
    check_pair(box, box, false, 0.9);
    check_pair(rod, box, false, 0.7);
    check_pair(rod, rod, false, 0.4);
    cd_arena_close(&a);
}

/* Pushed against each other along any line from afar, the first gap to close is that of the first touch. */
TEST(solids_do_not_pass_unseen)
{
    Arena a = { 0 }, scratch = { 0 };
    uint64_t s = 3;
    const Shape *box = cd_shape_box(&a, v3(-0.2, -0.3, -0.4), v3(0.2, 0.3, 0.4)),
                *rod = cd_shape_box(&a, v3(-0.5, -0.02, -0.03), v3(0.5, 0.02, 0.03));
    Pair pair;
    assert_true(cd_pair_make(&pair, rod, box, (PairOptions){ 0 }));
    cd_pair_scratch(&scratch);
    JetFrame still = moving(v3(0, 0, 0), m3_identity(), v3(0, 0, 0), v3(0, 0, 0));
    for (int n = 0; n < 500; n++) {
        Mat3 A = any_rotation(&s);
        Vec3 way = random_vector(&s, 1);
        double out = 1.2 / v3_norm(way), in = 0; /* a corner of each reaches 0.54 and 0.501 */
        for (int k = 0; k < 60; k++) {
            double middle = (in + out) / 2;
            if (cd_pair_gap(&pair, v3_scale(way, middle), A, INFINITY, &scratch) > 0) out = middle;
            else in = middle;
        }
        for (int side = -1; side <= 1; side += 2) {
            int which = 0;
            JetFrame f = moving(v3_scale(way, (in + side * 2e-5)), A, v3(0, 0, 0), v3(0, 0, 0));
            double least = smallest(rod, box, false, &f, &still, &which);
            assert_true(side < 0 ? least < 0 && least > -1e-4 : least > 0 && least < 1e-4);
        }
    }
    cd_arena_close(&scratch), cd_arena_close(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT(points_and_balls_on_solids), UNIT(round_shapes_on_a_plane),  UNIT(what_has_no_closed_form_is_not_known),
        UNIT(slip_has_exact_rates),       UNIT(slip_of_a_ball_on_a_face), UNIT(solids_on_solids),
        UNIT(solids_do_not_pass_unseen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
