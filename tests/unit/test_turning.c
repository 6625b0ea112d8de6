/* test_turning.c - rotations as linear loads see them: gradients against differences, at any rotation and after many
 * turns. */
#include "near.h"
#include "system/turning.h"

typedef Turning Law(Mat3 R, const double last[TURNING_SLOTS]);

/* A quasi-random number in (-1, 1). */
static double number(int n, int k)
{
    double x = 0.5 + n * (0.754877666 + 0.123 * k) + 0.37 * k;
    return 2 * (x - floor(x)) - 1;
}

static Mat3 turned(Mat3 R, int axis, double by)
{
    Vec3 w = v3(axis == 0 ? by : 0, axis == 1 ? by : 0, axis == 2 ? by : 0);
    return m3_mul(q4_to_m3(q4_rotvec(w)), R);
}

/* Gradients of one law at R; with a torque also how it turns. */
static void check_at(Law *law, Mat3 R, const double last[TURNING_SLOTS], bool torque)
{
    const double h = 1e-5;
    const Vec3 m = v3(0.7, -0.4, 0.9);
    Turning at = law(R, last);
    for (int axis = 0; axis < 3; axis++) {
        Turning plus = law(turned(R, axis, h), at.now), minus = law(turned(R, axis, -h), at.now);
        Vec3 slope = v3_scale(v3_sub(plus.x, minus.x), 1 / (2 * h));
        near_vector(slope, m3_row(at.g, axis), 1e-6);
        if (!torque) continue;
        Vec3 change = v3_scale(v3_sub(m3_apply(plus.g, m), m3_apply(minus.g, m)), 1 / (2 * h));
        near_vector(change, cd_turning_torque(&at, m).c[axis], 1e-6);
    }
}

TEST(angles_have_their_gradients)
{
    int blended = 0;
    for (int n = 0; n < 300; n++) { /* one large, two small, in turn */
        double a[3];
        for (int k = 0; k < 3; k++) a[k] = number(n, k) * (k == n % 3 ? 3.1 : 0.25);
        Mat3 R =
            q4_to_m3(q4_mul(q4_rotvec(v3(a[0], 0, 0)), q4_mul(q4_rotvec(v3(0, a[1], 0)), q4_rotvec(v3(0, 0, a[2])))));
        const double last[TURNING_SLOTS] = { a[0], a[0], a[1], a[1], a[2], a[2] };
        blended += R.c[2].z > 0.05 && R.c[2].z < 0.55;
        check_at(cd_turning_angles, R, last, false);
    }
    assert_true(blended > 20);
}

TEST(twist_and_bending_have_their_gradients)
{
    for (int n = 0; n < 300; n++) {
        double twist = 20 * number(n, 0), y = 1.5 * number(n, 1), z = 1.5 * number(n, 2);
        if (n % 5 == 0) y *= 0.01, z *= 0.01;
        Mat3 R = q4_to_m3(q4_mul(q4_rotvec(v3(0, y, z)), q4_rotvec(v3(twist, 0, 0))));
        const double last[TURNING_SLOTS] = { twist + number(n, 3) };
        assert_near(cd_turning_vector(R, last).x.x, twist, 1e-12);
        check_at(cd_turning_vector, R, last, true);
    }
}

/* AX, AY, AZ to the last digit while z_I is within 50 degrees of z_J, however far it is turned about z. */
TEST(angles_are_projected_ones_while_z_stays_near)
{
    const double none[TURNING_SLOTS] = { 0 };
    Mat3 R = m3_mul(m3_rot_z(2.5), m3_mul(m3_rot_x(0.8), m3_rot_z(0.4)));
    Vec3 x = cd_turning_angles(R, none).x;
    near_vector(x, v3(atan2(-R.c[2].y, R.c[2].z), atan2(R.c[2].x, R.c[2].z), atan2(R.c[0].y, R.c[0].x)), 0);
}

/* Bent by half a turn a beam has no twist: no number is given. */
TEST(a_bending_of_half_a_turn_is_not_defined)
{
    const double none[TURNING_SLOTS] = { 0 };
    assert_false(isfinite(cd_turning_vector(q4_to_m3(q4(0, 0, 1, 0)), none).x.x));
}

int main(void)
{
    const struct CMUnitTest tests[] = { UNIT(angles_have_their_gradients), UNIT(twist_and_bending_have_their_gradients),
                                        UNIT(angles_are_projected_ones_while_z_stays_near),
                                        UNIT(a_bending_of_half_a_turn_is_not_defined) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
