/* test_chart.c - 3-1-3 angles: B and its derivatives against differences, the guarantee of three charts, motions
 * carried from one chart to another. */
#include "draw.h"
#include "kinematics/chart.h"
#include "linalg/quat.h"
#include "near.h"

/* Evenly over all rotations. */
static Mat3 random_rotation(uint64_t *seed)
{
    Quat q;
    do {
        double w = between(seed, -1, 1), x = between(seed, -1, 1), y = between(seed, -1, 1);
        q = q4(w, x, y, between(seed, -1, 1));
    } while (q4_norm(q) > 1 || q4_norm(q) < 1e-3);
    return q4_to_m3(q4_unit(q));
}

/* Angles with |sin(theta)| over 0.3, theta of either sign and any number of turns away from zero. */
static Vec3 random_angles(uint64_t *seed)
{
    Vec3 e;
    do {
        double psi = between(seed, -9, 9), theta = between(seed, -9, 9);
        e = v3(psi, theta, between(seed, -9, 9));
    } while (fabs(sin(e.y)) < 0.3);
    return e;
}

/* The vector of a skew matrix. */
static Vec3 unskew(Mat3 S)
{
    return v3((S.c[1].z - S.c[2].y) / 2, (S.c[2].x - S.c[0].z) / 2, (S.c[0].y - S.c[1].x) / 2);
}

/* A motion in angles and its rates at time t. */
static Angles path(int k, double t)
{
    double a = 0.7 + 0.3 * k, b = 1.1 - 0.2 * k;
    return (Angles){ .eps = v3(2 * sin(a * t), 1.3 + 0.4 * sin(b * t), 5 * t - t * t),
                     .eps1 = v3(2 * a * cos(a * t), 0.4 * b * cos(b * t), 5 - 2 * t),
                     .eps2 = v3(-2 * a * a * sin(a * t), -0.4 * b * b * sin(b * t), -2) };
}

static const double h = 1e-3;

/* Fourth-order difference of four values at -2h, -h, h, 2h. */
static Mat3 difference(const Mat3 at[4])
{
    Mat3 far = m3_sub(at[0], at[3]), close = m3_sub(at[2], at[1]);
    return m3_scale(m3_add(m3_scale(close, 8), far), 1 / (12 * h));
}
static const double step[4] = { -2, -1, 1, 2 };

static Mat3 rotation(int chart, Vec3 eps)
{
    Attitude at = cd_attitude(chart, eps);
    return cd_chart_rotation(&at);
}

static Mat3 b_at(int chart, Vec3 eps)
{
    Attitude at = cd_attitude(chart, eps);
    return cd_chart_b(&at);
}

static bool is_poor(int chart, Vec3 eps)
{
    Attitude at = cd_attitude(chart, eps);
    return cd_chart_is_poor(&at);
}

TEST(charts_rename_the_body_axes_in_turn)
{
    near_matrix(rotation(0, v3(0, 0, 0)), m3_identity(), 0);
    near_matrix(rotation(1, v3(0, 0, 0)), m3_cols(v3(0, 0, 1), v3(1, 0, 0), v3(0, 1, 0)), 0);
    near_matrix(rotation(2, v3(0, 0, 0)), m3_cols(v3(0, 1, 0), v3(0, 0, 1), v3(1, 0, 0)), 0);
    near_matrix(rotation(0, v3(0.3, 0.7, -1.2)), m3_euler313(0.3, 0.7, -1.2), 0);
    near_matrix(rotation(2, v3(0.3, 0.7, -1.2)), m3_mul(m3_euler313(0.3, 0.7, -1.2), rotation(2, v3(0, 0, 0))), 1e-15);
}

/* What is exactly zero for a body in a plane of ground axes stays so: the plane and what is across it do not mix by
 * rounding. */
TEST(a_body_in_a_plane_stays_in_it_to_the_last_bit)
{
    for (int across = 0; across < 3; across++)
        for (double turned = -7; turned < 7; turned += 0.37) {
            Mat3 A = across == 0 ? m3_rot_x(turned) : across == 1 ? m3_rot_y(turned) : m3_rot_z(turned);
            Vec3 spin = v3(across == 0, across == 1, across == 2);
            int chart = cd_chart_best(A);
            Vec3 eps = cd_chart_angles(chart, A, v3(0, 0, 0));
            Mat3 again = rotation(chart, eps);
            Attitude here = cd_attitude(chart, eps);
            Mat3 B = cd_chart_b(&here);
            Vec3 rate = m3_apply(cd_chart_b_inverse(&here), spin);
            Vec3 change = m3_apply(cd_chart_b_change(&here, rate), rate);
            near_matrix(again, A, 1e-15);
            for (int k = 0; k < 3; k++) {
                if (k == across) continue;
                assert_true(m3_at(again, across, k) == 0 && m3_at(again, k, across) == 0);
                assert_true(v3_get(m3_apply(B, rate), k) == 0 && v3_get(change, k) == 0);
            }
        }
}

/* Angles that count from others are the same angles; what is small stays exact next to large ones, which would round it
 * away. */
TEST(angles_count_from_others)
{
    uint64_t seed = 11;
    for (int n = 0; n < 300; n++) {
        Vec3 base = random_angles(&seed), more = random_angles(&seed);
        Attitude from = cd_attitude(n % CHARTS, base), on = cd_attitude_on(&from, more);
        near_matrix(cd_chart_rotation(&on), rotation(n % CHARTS, v3_add(base, more)), 1e-14);
    }
    Attitude quarter = cd_attitude(1, v3(0, M_PI_2, M_PI)), on = cd_attitude_on(&quarter, v3(0, 1e-25, -1e-30));
    assert_true(on.c[1] == -1e-25 && on.s[2] == 1e-30);
}

TEST(b_turns_rates_of_angles_into_angular_velocity_in_body_axes)
{
    uint64_t seed = 1;
    for (int n = 0; n < 300; n++) {
        int chart = n % CHARTS;
        Vec3 eps = random_angles(&seed), rate = random_vector(&seed, 1);
        Mat3 at[4];
        for (int k = 0; k < 4; k++) at[k] = rotation(chart, v3_axpy(eps, h * step[k], rate));
        Vec3 w = unskew(m3_tmul(rotation(chart, eps), difference(at))); /* A^T A' = skew(wbar) */
        Attitude here = cd_attitude(chart, eps);
        Mat3 B = cd_chart_b(&here), inverse = cd_chart_b_inverse(&here);
        near_vector(m3_apply(B, rate), w, 1e-10);
        near_vector(m3_apply(inverse, m3_apply(B, rate)), rate, 1e-14);
        near_matrix(m3_mul(B, inverse), m3_identity(), 1e-14);
    }
}

TEST(changes_of_b_are_those_of_differences)
{
    uint64_t seed = 2;
    for (int n = 0; n < 300; n++) {
        int chart = n % CHARTS;
        Vec3 eps = random_angles(&seed), rate = random_vector(&seed, 1), e = random_vector(&seed, 1);
        Mat3 at[4];
        for (int k = 0; k < 4; k++) at[k] = b_at(chart, v3_axpy(eps, h * step[k], rate));
        Mat3 rate_of_b = difference(at);
        Attitude here = cd_attitude(chart, eps);
        near_matrix(cd_chart_b_rate(&here, rate), rate_of_b, 1e-10);
        /* d(B e)/d(eps) along the same direction */
        near_vector(m3_apply(cd_chart_b_change(&here, e), rate), m3_apply(rate_of_b, e), 1e-10);
        near_vector(m3_apply(cd_chart_bt_change(&here, e), rate), m3_tapply(rate_of_b, e), 1e-10);
        Vec3 m = v3(0.3, -0.7, 0.4);
        Attitude plus = cd_attitude(chart, v3_axpy(eps, 1e-5, rate));
        Attitude minus = cd_attitude(chart, v3_axpy(eps, -1e-5, rate));
        Vec3 change = v3_sub(m3_tapply(cd_chart_b_change(&plus, e), m), m3_tapply(cd_chart_b_change(&minus, e), m));
        near_vector(m3_apply(cd_chart_curvature(&here, e, m), rate), v3_scale(change, 0.5 / 1e-5), 1e-8);
    }
}

TEST(best_chart_keeps_the_sine_above_the_root_of_two_thirds)
{
    uint64_t seed = 3;
    double worst = 1, worst_after_leaving = 1;
    for (int n = 0; n < 1000000; n++) {
        Mat3 A = random_rotation(&seed);
        int best = cd_chart_best(A);
        Vec3 z = m3_row(A, 2); /* ground z along body axes */
        double sine[CHARTS] = { hypot(z.x, z.y), hypot(z.y, z.z), hypot(z.z, z.x) };
        worst = fmin(worst, sine[best]);
        for (int k = 0; k < CHARTS; k++) {
            assert_true(sine[k] <= sine[best]);
            if (sine[k] < 0.5) worst_after_leaving = fmin(worst_after_leaving, sine[best]);
        }
        if (n < 1000)
            for (int k = 0; k < CHARTS; k++) {
                Vec3 eps = cd_chart_angles(k, A, v3(0, 0, 0));
                assert_near(fabs(sin(eps.y)), sine[k], 1e-12);
                assert_true(is_poor(k, eps) == (sine[k] < 0.5));
            }
    }
    print_message("least |sin(theta)| of the best chart: %.6f of 10^6 attitudes, %.6f where another is left\n", worst,
                  worst_after_leaving);
    assert_true(worst >= sqrt(2.0 / 3) && worst < 0.82);
    assert_true(worst_after_leaving >= sqrt(7.0 / 8) && worst_after_leaving < 0.94);

    /* the corner of the guarantee: ground z along a diagonal of the body */
    for (int corner = 0; corner < 8; corner++) {
        Vec3 z = v3_unit(v3(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1));
        Vec3 x = v3_unit(v3_cross(v3(1, 0, 0), z));
        Mat3 A = m3_transpose(m3_cols(x, v3_cross(z, x), z));
        assert_near(fabs(sin(cd_chart_angles(cd_chart_best(A), A, v3(0, 0, 0)).y)), sqrt(2.0 / 3), 1e-15);
    }
}

TEST(angles_come_back_on_the_branch_they_were_on)
{
    uint64_t seed = 4;
    for (int n = 0; n < 3000; n++) {
        int chart = n % CHARTS;
        Vec3 eps = random_angles(&seed);
        Vec3 near = v3_axpy(eps, 0.2, random_vector(&seed, 1));
        near_vector(cd_chart_angles(chart, rotation(chart, eps), near), eps, 1e-13);
    }
    /* a rotation gives angles that give it back, in any chart and however close to the singular attitude */
    for (int n = 0; n < 3000; n++) {
        Mat3 A = random_rotation(&seed);
        if (n % 2)
            A = m3_mul(m3_rot_z(between(&seed, -3, 3)), m3_rotvec(v3_scale(random_vector(&seed, 1), pow(10, -n % 18))));
        for (int chart = 0; chart < CHARTS; chart++) {
            Vec3 near = v3_scale(random_vector(&seed, 1), 10);
            near_matrix(rotation(chart, cd_chart_angles(chart, A, near)), A, 1e-14);
        }
    }
}

TEST(rates_of_a_turning_are_those_of_differences)
{
    for (int k = 0; k < CHARTS; k++)
        for (double t = 0; t < 2; t += 0.1) {
            Angles a = path(k, t);
            Turning at = cd_chart_turning(k, &a);
            Mat3 A[4], w[4];
            for (int i = 0; i < 4; i++) {
                Angles there = path(k, t + h * step[i]);
                Turning turning = cd_chart_turning(k, &there);
                A[i] = turning.A, w[i] = m3_cols(turning.w, v3(0, 0, 0), v3(0, 0, 0));
            }
            near_matrix(at.A, rotation(k, a.eps), 0);
            near_vector(at.w, unskew(m3_tmul(at.A, difference(A))), 1e-8);
            near_vector(at.w1, difference(w).c[0], 1e-8);
        }
}

TEST(a_motion_keeps_its_rates_in_another_chart)
{
    uint64_t seed = 5;
    int switched = 0;
    for (int n = 0; n < 3000; n++) {
        int from = n % CHARTS, to = (from + 1 + n / CHARTS % 2) % CHARTS;
        Vec3 angles = random_angles(&seed), rates = random_vector(&seed, 3);
        Angles a = { angles, rates, random_vector(&seed, 9) };
        Turning t = cd_chart_turning(from, &a);
        if (fabs(sin(cd_chart_angles(to, t.A, a.eps).y)) < 0.3) continue;
        switched++;
        Angles b = cd_chart_switch(from, to, &a, random_angles(&seed));
        Turning u = cd_chart_turning(to, &b);
        near_matrix(u.A, t.A, 1e-14);
        near_vector(u.w, t.w, 1e-12);
        near_vector(u.w1, t.w1, 1e-10);
        /* and back */
        Angles c = cd_chart_switch(to, from, &b, a.eps);
        near_vector(c.eps, a.eps, 1e-12);
        near_vector(c.eps1, a.eps1, 1e-11);
        near_vector(c.eps2, a.eps2, 1e-9);
    }
    assert_true(switched > 1000);
}

/* A history of points along a motion, expressed in another chart each near its neighbour, is smooth: its rates are
 * those of its differences, although psi and phi go through many turns. */
TEST(a_history_stays_on_one_branch_in_the_new_chart)
{
    const double dt = 1e-3;
    Vec3 before = v3(0, 0, 0), near = v3(20, -30, 40);
    double turned = 0;
    for (int n = 0; n < 20000; n++) {
        double t = n * dt;
        Turning turning = { .A = m3_mul(m3_rot_z(3 * t), m3_mul(m3_rot_x(0.5 * sin(t)), m3_rot_y(4 * t))) };
        Vec3 w = v3(0.5 * cos(t), 4, 0); /* about axes before the turn about y, and 3 about ground z */
        turning.w = v3_add(m3_tapply(m3_rot_y(4 * t), w), m3_tapply(turning.A, v3(0, 0, 3)));
        Angles a = cd_chart_express(2, &turning, near); /* theta: from ground z to body y */
        assert_false(is_poor(2, a.eps));
        if (n > 0) {
            Vec3 middle = v3_scale(v3_sub(a.eps, before), 1 / dt);
            assert_true(v3_norm(v3_sub(middle, a.eps1)) < 0.05);
            turned += fabs(a.eps.z - before.z);
        }
        before = near = a.eps;
    }
    assert_true(turned > 20);
}

/* Tumbling through every attitude: a body that changes its chart only when it has to does so seldom, and never has a
 * poor one. */
TEST(charts_do_not_alternate)
{
    int chart = 0, changes = 0;
    Mat3 A = m3_identity();
    Angles a;
    const double dt = 1e-3, total = 200;
    Vec3 near = v3(0, 0, 0);
    for (double t = 0; t < total; t += dt) {
        Turning now = { .A = A, .w = v3(sin(t), 1.2 * cos(0.7 * t), 0.8) };
        if (t == 0) chart = cd_chart_best(A);
        a = cd_chart_express(chart, &now, near);
        if (is_poor(chart, a.eps)) {
            chart = cd_chart_best(A), changes++;
            a = cd_chart_express(chart, &now, near);
            assert_true(fabs(sin(a.eps.y)) > 0.93);
        }
        near = a.eps;
        A = m3_mul(A, m3_rotvec(v3_scale(now.w, dt)));
    }
    print_message("%d changes of chart in %g radians of tumbling\n", changes, total * 1.3);
    assert_true(changes > 10 && changes < total * 1.5 / 0.68); /* 39 degrees are 0.68 radians */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT(charts_rename_the_body_axes_in_turn),
        UNIT(a_body_in_a_plane_stays_in_it_to_the_last_bit),
        UNIT(angles_count_from_others),
        UNIT(b_turns_rates_of_angles_into_angular_velocity_in_body_axes),
        UNIT(changes_of_b_are_those_of_differences),
        UNIT(best_chart_keeps_the_sine_above_the_root_of_two_thirds),
        UNIT(angles_come_back_on_the_branch_they_were_on),
        UNIT(rates_of_a_turning_are_those_of_differences),
        UNIT(a_motion_keeps_its_rates_in_another_chart),
        UNIT(a_history_stays_on_one_branch_in_the_new_chart),
        UNIT(charts_do_not_alternate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
