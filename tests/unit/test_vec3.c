/* test_vec3.c - the small algebra: vectors, matrices, rotations, quaternions. */
#include "draw.h"
#include "linalg/quat.h"
#include "test.h"

static const double PI = 3.14159265358979323846;

static Mat3 random_matrix(uint64_t *s)
{
    Vec3 a = random_vector(s, 1), b = random_vector(s, 1), c = random_vector(s, 1);
    return m3_cols(a, b, c);
}

static Mat3 random_rotation(uint64_t *s)
{
    double psi = between(s, -PI, PI), theta = between(s, 0, PI), phi = between(s, -PI, PI);
    return m3_euler313(psi, theta, phi);
}

static void same_vector(Vec3 a, Vec3 b, double tol)
{
    for (int i = 0; i < 3; i++) assert_near(v3_get(a, i), v3_get(b, i), tol);
}

static void same_matrix(Mat3 A, Mat3 B, double tol)
{
    for (int j = 0; j < 3; j++) same_vector(m3_col(A, j), m3_col(B, j), tol);
}

TEST(cross_product_obeys_lagrange_and_is_perpendicular)
{
    uint64_t s = 1;
    for (int n = 0; n < 100; n++) {
        Vec3 a = random_vector(&s, 1), b = random_vector(&s, 1), c = v3_cross(a, b);
        assert_near(v3_dot(a, c), 0, 1e-15);
        assert_near(v3_dot(c, c), v3_dot(a, a) * v3_dot(b, b) - v3_dot(a, b) * v3_dot(a, b), 4e-15);
        same_vector(c, v3_neg(v3_cross(b, a)), 0);
    }
    same_vector(v3_cross(v3(1, 0, 0), v3(0, 1, 0)), v3(0, 0, 1), 0);
}

TEST(sums_and_scaling_agree)
{
    Vec3 a = v3(1, 2, 3), b = v3(-4, 5, 0.5);
    same_vector(v3_axpy(a, 2, b), v3_add(a, v3_scale(b, 2)), 0);
    same_vector(v3_sub(a, b), v3(5, -3, 2.5), 0);
    assert_near(v3_norm(v3(2, 3, 6)), 7, 0);
    assert_near(v3_norm(v3_unit(b)), 1, 2e-16);
}

TEST(products_with_transposes_agree)
{
    uint64_t s = 2;
    for (int n = 0; n < 100; n++) {
        Mat3 A = random_matrix(&s), B = random_matrix(&s), At = m3_transpose(A);
        Vec3 v = random_vector(&s, 1), w = random_vector(&s, 1);
        same_matrix(m3_tmul(A, B), m3_mul(At, B), 2e-15);
        same_matrix(m3_mult(A, B), m3_mul(A, m3_transpose(B)), 2e-15);
        same_vector(m3_tapply(A, v), m3_apply(At, v), 2e-15);
        same_vector(m3_apply(m3_mul(A, B), v), m3_apply(A, m3_apply(B, v)), 4e-15);
        same_vector(m3_apply(m3_outer(v, w), v), v3_scale(v, v3_dot(w, v)), 2e-15);
        same_vector(m3_apply(m3_skew(v), w), v3_cross(v, w), 1e-16);
        assert_near(m3_det(m3_mul(A, B)), m3_det(A) * m3_det(B), 1e-14);
        assert_near(m3_trace(m3_mul(A, B)), m3_trace(m3_mul(B, A)), 1e-14);
        same_matrix(m3_sub(m3_add(A, B), m3_scale(B, 1)), A, 1e-15);
    }
}

TEST(rows_columns_and_entries_are_where_they_should_be)
{
    Mat3 A = m3_cols(v3(11, 21, 31), v3(12, 22, 32), v3(13, 23, 33));
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            assert_near(m3_at(A, i, j), 11 + 10 * i + j, 0);
            assert_near(v3_get(m3_row(A, i), j), m3_at(A, i, j), 0);
            assert_near(v3_get(m3_col(A, j), i), m3_at(A, i, j), 0);
        }
    same_matrix(m3_mul(A, m3_identity()), A, 0);
}

TEST(rotations_turn_the_right_way)
{
    same_vector(m3_apply(m3_rot_x(PI / 2), v3(0, 1, 0)), v3(0, 0, 1), 1e-16);
    same_vector(m3_apply(m3_rot_y(PI / 2), v3(0, 0, 1)), v3(1, 0, 0), 1e-16);
    same_vector(m3_apply(m3_rot_z(PI / 2), v3(1, 0, 0)), v3(0, 1, 0), 1e-16);
    Mat3 product = m3_mul(m3_mul(m3_rot_z(0.3), m3_rot_x(0.4)), m3_rot_z(0.5));
    same_matrix(m3_euler313(0.3, 0.4, 0.5), product, 1e-15);
}

TEST(euler_angles_come_back_from_their_rotation)
{
    uint64_t s = 3;
    for (int n = 0; n < 1000; n++) {
        double psi = between(&s, -PI, PI), theta = between(&s, 0.01, PI - 0.01), phi = between(&s, -PI, PI);
        double e[3];
        Mat3 A = m3_euler313(psi, theta, phi);
        same_matrix(m3_tmul(A, A), m3_identity(), 2e-15);
        assert_near(m3_det(A), 1, 2e-15);
        m3_to_euler313(A, e);
        assert_near(e[0], psi, 1e-13);
        assert_near(e[1], theta, 1e-14);
        assert_near(e[2], phi, 1e-13);
    }
}

TEST(euler_angles_give_the_rotation_back_at_and_near_the_singularity)
{
    static const double offset[] = { 0, 1e-17, 1e-16, 3e-16, 1e-15, 1e-14, 1e-12, 1e-9, 1e-6, 1e-3 };
    uint64_t s = 4;
    for (int k = 0; k < 10; k++)
        for (int n = 0; n < 100; n++) {
            double psi = between(&s, -PI, PI), phi = between(&s, -PI, PI), e[3];
            Mat3 near_zero = m3_euler313(psi, offset[k], phi);
            Mat3 near_pi = m3_euler313(psi, PI - offset[k], phi);
            m3_to_euler313(near_zero, e);
            same_matrix(m3_euler313(e[0], e[1], e[2]), near_zero, 3e-15);
            m3_to_euler313(near_pi, e);
            same_matrix(m3_euler313(e[0], e[1], e[2]), near_pi, 3e-15);
        }
}

TEST(euler_angles_put_all_into_psi_at_the_singularity)
{
    double e[3];
    m3_to_euler313(m3_euler313(0.7, 0, 0.4), e);
    assert_near(e[0], 1.1, 1e-15);
    assert_near(e[1], 0, 0);
    assert_near(e[2], 0, 0);
    m3_to_euler313(m3_euler313(0.7, PI, 0.4), e);
    assert_near(e[0], 0.3, 1e-15);
    assert_near(e[1], PI, 1e-15);
    assert_near(e[2], 0, 0);
}

TEST(rotation_vector_agrees_with_axis_rotations)
{
    for (int n = -6; n <= 6; n++) {
        double angle = 0.5 * n;
        same_matrix(m3_rotvec(v3(angle, 0, 0)), m3_rot_x(angle), 1e-15);
        same_matrix(m3_rotvec(v3(0, angle, 0)), m3_rot_y(angle), 1e-15);
        same_matrix(m3_rotvec(v3(0, 0, angle)), m3_rot_z(angle), 1e-15);
    }
}

TEST(rotation_vector_keeps_its_axis_and_is_orthogonal)
{
    uint64_t s = 5;
    for (int n = 0; n < 200; n++) {
        Vec3 a = v3_scale(random_vector(&s, 1), 3);
        Mat3 A = m3_rotvec(a);
        same_matrix(m3_tmul(A, A), m3_identity(), 4e-15);
        same_vector(m3_apply(A, a), a, 1e-14);
        assert_near(m3_trace(A), 1 + 2 * cos(v3_norm(a)), 1e-14);
    }
}

TEST(rotation_vector_is_accurate_for_small_angles)
{
    /* about z the entries are sin and cos themselves: every digit must be right, whatever the size */
    for (double angle = 1; angle > 1e-300; angle *= 1e-2) {
        Mat3 A = m3_rotvec(v3(0, 0, angle));
        assert_near(A.c[0].y / sin(angle), 1, 4e-16);
        assert_near(A.c[0].x, cos(angle), 2e-16);
    }

    /* about a slanted axis the symmetric part is K^2 / 2 up to fourth order */
    for (double size = 1e-2; size > 1e-7; size /= 10) {
        Vec3 a = v3(size, -2 * size, 0.5 * size);
        Mat3 A = m3_rotvec(a), KK = m3_mul(m3_skew(a), m3_skew(a));
        assert_near((A.c[0].y + A.c[1].x) / 2, KK.c[0].y / 2, pow(size, 4) + 1e-16 * size);
    }
    same_matrix(m3_rotvec(v3(0, 0, 0)), m3_identity(), 0);
}

TEST(tangent_of_rotation_vector_has_the_rate_that_differences_give)
{
    for (int n = 0; n < 2; n++)
        for (double size = 1e-3; size < 4; size *= 1.9) {
            Vec3 a = v3_scale(v3_unit(v3(0.3, -0.5, 0.7)), size), b = n ? v3(0.4, 0.9, -0.2) : a;
            const double d = 1e-5;
            Mat3 ahead = m3_rotvec_tangent_inverse(v3_axpy(a, d, b)),
                 behind = m3_rotvec_tangent_inverse(v3_axpy(a, -d, b));
            same_matrix(m3_rotvec_tangent_inverse_rate(a, b), m3_scale(m3_sub(ahead, behind), 0.5 / d), 1e-8);
        }
}

TEST(quaternion_product_is_the_product_of_rotations)
{
    uint64_t s = 6;
    for (int n = 0; n < 200; n++) {
        Vec3 a = v3_scale(random_vector(&s, 1), 3), b = v3_scale(random_vector(&s, 1), 3);
        Quat p = q4_rotvec(a), q = q4_rotvec(b);
        assert_near(q4_norm(p), 1, 4e-16);
        same_matrix(q4_to_m3(p), m3_rotvec(a), 4e-15);
        same_matrix(q4_to_m3(q4_mul(p, q)), m3_mul(m3_rotvec(a), m3_rotvec(b)), 4e-15);
        same_matrix(q4_to_m3(q4_conj(p)), m3_transpose(m3_rotvec(a)), 4e-15);
    }
}

TEST(quaternion_of_a_rotation_gives_it_back)
{
    uint64_t s = 7;
    for (int n = 0; n < 500; n++) {
        Mat3 A = random_rotation(&s);
        Quat q = q4_from_m3(A);
        assert_near(q4_norm(q), 1, 4e-16);
        same_matrix(q4_to_m3(q), A, 4e-15);
    }
}

TEST(quaternion_of_half_turns_and_of_no_turn_is_exact)
{
    static const double eps[] = { 0, 1e-16, 1e-12, 1e-8, 1e-4 };
    for (int k = 0; k < 5; k++)
        for (int axis = 0; axis < 3; axis++) {
            double a = PI - eps[k];
            Mat3 A = axis == 0 ? m3_rot_x(a) : axis == 1 ? m3_rot_y(a) : m3_rot_z(a);
            Quat q = q4_from_m3(A);
            same_matrix(q4_to_m3(q), A, 1e-15);
            assert_near(q.w, sin(eps[k] / 2), 2e-16);
        }
    Quat one = q4_from_m3(m3_identity());
    assert_near(one.w, 1, 0);
    assert_near(one.x, 0, 0);
    assert_near(one.y, 0, 0);
    assert_near(one.z, 0, 0);

    /* a half turn about the diagonal of space, where three components are equal */
    Mat3 half = m3_sub(m3_scale(m3_outer(v3(1, 1, 1), v3(1, 1, 1)), 2.0 / 3), m3_identity());
    same_matrix(q4_to_m3(q4_from_m3(half)), half, 1e-15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT(cross_product_obeys_lagrange_and_is_perpendicular),
        UNIT(sums_and_scaling_agree),
        UNIT(products_with_transposes_agree),
        UNIT(rows_columns_and_entries_are_where_they_should_be),
        UNIT(rotations_turn_the_right_way),
        UNIT(euler_angles_come_back_from_their_rotation),
        UNIT(euler_angles_give_the_rotation_back_at_and_near_the_singularity),
        UNIT(euler_angles_put_all_into_psi_at_the_singularity),
        UNIT(rotation_vector_agrees_with_axis_rotations),
        UNIT(rotation_vector_keeps_its_axis_and_is_orthogonal),
        UNIT(rotation_vector_is_accurate_for_small_angles),
        UNIT(tangent_of_rotation_vector_has_the_rate_that_differences_give),
        UNIT(quaternion_product_is_the_product_of_rotations),
        UNIT(quaternion_of_a_rotation_gives_it_back),
        UNIT(quaternion_of_half_turns_and_of_no_turn_is_exact),
    };
    return cmocka_run_group_tests_name("vec3", tests, NULL, NULL);
}
