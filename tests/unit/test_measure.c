/* test_measure.c - measures between markers against closed forms, or against differences of positions in a moving
 * frame. */
#include "draw.h"
#include "expr_fixture.h"

/* The value of a measure with the markers of another fixture's world; the expression may ask for any marker. */
static double measure(Fixture *world, const char *expression)
{
    Fixture *f = fixture_open(expression);
    memcpy(f->marker, world->marker, sizeof *f->marker * (size_t)f->model->table[KIND_marker].n);
    f->context.winding = NULL;
    double value = fixture_value(f);
    fixture_close(f);
    return value;
}

/* Marker i turned by R relative to marker j, which stands anyhow. */
static void set_relative(Fixture *f, int i, int j, Mat3 R)
{
    fixture_marker(f, i)->A = m3_mul(fixture_marker(f, j)->A, R);
}

static void assert_same_rotation(Mat3 a, Mat3 b, double tol)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) assert_near(m3_at(a, i, j), m3_at(b, i, j), tol);
}

static Mat3 about(int axis, double angle)
{
    return axis == 1 ? m3_rot_x(angle) : axis == 2 ? m3_rot_y(angle) : m3_rot_z(angle);
}

/* ---- displacement ------------------------------------------------------------------------------------------------ */

TEST(displacements_are_along_the_axes_of_k_and_default_to_ground)
{
    Fixture *f = fixture_open("0");
    fixture_marker(f, 21)->r = v3(3, 5, 8);
    fixture_marker(f, 31)->r = v3(1, 2, 2);
    fixture_marker(f, 41)->A = m3_rot_z(M_PI / 2); /* x along ground y, y along minus ground x */
    assert_near(measure(f, "DM(21, 31)"), 7, 1e-15);
    assert_near(measure(f, "DM(21)"), sqrt(98), 1e-14);
    assert_near(measure(f, "DX(21, 31, 41)"), 3, 1e-15);
    assert_near(measure(f, "DY(21, 31, 41)"), -2, 1e-15);
    assert_near(measure(f, "DZ(21, 31, 41)"), 6, 1e-15);
    assert_near(measure(f, "DX(31, 21)"), -2, 0);
    assert_near(measure(f, "DY(21)"), 5, 0);
    assert_near(measure(f, "DZ(21, 0, 0)"), 8, 0);
    fixture_close(f);
}

/* ---- angles ------------------------------------------------------------------------------------------------------ */

TEST(angles_313_give_the_rotation_back_also_where_two_axes_fall_together)
{
    static const double theta[] = { 0, 1e-3, 0.5, M_PI / 2, 3, M_PI - 1e-3, M_PI };
    static const double other[] = { -3, -M_PI / 2, -0.1, 0, 0.7, M_PI / 2, 3.1 };
    Fixture *f = fixture_open("PSI(21, 31)"), *g = fixture_open("THETA(21, 31)"), *h = fixture_open("PHI(21, 31)");
    uint64_t seed = 3;
    for (int frame = 0; frame < 2; frame++) {
        Mat3 A = frame ? random_rotation(&seed) : m3_identity();
        for (int a = 0; a < 7; a++)
            for (int b = 0; b < 7; b++)
                for (int c = 0; c < 7; c++) {
                    Mat3 R = m3_euler313(other[a], theta[b], other[c]);
                    Fixture *const all[] = { f, g, h };
                    double angle[3];
                    for (int n = 0; n < 3; n++) {
                        fixture_marker(all[n], 31)->A = A;
                        set_relative(all[n], 21, 31, R);
                        angle[n] = fixture_value(all[n]);
                    }
                    bool regular = sin(theta[b]) > 1e-6;
                    double tol = 1e-14 / (regular ? sin(theta[b]) : 1);
                    assert_same_rotation(m3_euler313(angle[0], angle[1], angle[2]), R, tol);
                    assert_near(angle[1], theta[b], 1e-14);
                    if (regular) {
                        assert_near(angle[0], other[a], tol);
                        assert_near(angle[2], other[c], tol);
                    } else {
                        assert_near(angle[2], 0, 0);
                    }
                }
    }
    fixture_close(f), fixture_close(g), fixture_close(h);
}

TEST(projected_angles_follow_their_definition)
{
    Fixture *f = fixture_open("0");
    uint64_t seed = 5;
    for (int n = 0; n < 20; n++) {
        fixture_random(f, &seed);
        Mat3 i = fixture_marker(f, 21)->A, j = fixture_marker(f, 31)->A;
        assert_near(measure(f, "AX(21, 31)"), atan2(-v3_dot(i.c[2], j.c[1]), v3_dot(i.c[2], j.c[2])), 1e-15);
        assert_near(measure(f, "AY(21, 31)"), atan2(v3_dot(i.c[2], j.c[0]), v3_dot(i.c[2], j.c[2])), 1e-15);
        assert_near(measure(f, "AZ(21, 31)"), atan2(v3_dot(i.c[0], j.c[1]), v3_dot(i.c[0], j.c[0])), 1e-15);
    }
    fixture_close(f);
}

TEST(projected_angles_count_turns_in_both_directions)
{
    static const char *const expression[] = { "AX(21, 31)", "AY(21, 31)", "AZ(21, 31)" };
    uint64_t seed = 7;
    for (int axis = 1; axis <= 3; axis++) {
        Fixture *f = fixture_open(expression[axis - 1]);
        fixture_random(f, &seed);
        memset(f->winding, 0, sizeof *f->winding * (size_t)f->model->windings);
        double angle = 0;
        for (int step = 0; step < 600; step++) {
            angle += step < 200 ? 0.37 : -0.41; /* nearly twelve turns forth, then past zero and fourteen turns back */
            set_relative(f, 21, 31, about(axis, angle));
            assert_near(fixture_value(f), angle, 1e-13);
            cd_program_wind(f->program, &f->context, f->winding);
        }
        assert_true(angle < -14 * 2 * M_PI);
        f->context.winding = NULL;
        assert_near(fixture_value(f), remainder(angle, 2 * M_PI), 1e-12);
        fixture_close(f);
    }
}

TEST(every_angle_keeps_turns_of_its_own)
{
    Fixture *f = fixture_open("AZ(21, 31) + 100*AZ(22, 31)");
    assert_int_equal(f->program->leaf[0].winding, 0);
    assert_int_equal(f->program->leaf[1].winding, 1);
    for (int step = 1; step <= 50; step++) {
        set_relative(f, 21, 31, m3_rot_z(0.3 * step));
        set_relative(f, 22, 31, m3_rot_z(-0.2 * step));
        assert_near(fixture_value(f), 0.3 * step - 20 * step, 1e-11);
        cd_program_wind(f->program, &f->context, f->winding);
    }
    fixture_close(f);
}

TEST(yaw_pitch_roll_have_pitch_reversed)
{
    Fixture *f = fixture_open("0");
    fixture_marker(f, 31)->A = m3_euler313(0.3, 0.9, -1.1);
    set_relative(f, 21, 31, m3_rot_y(0.3));
    assert_near(measure(f, "PITCH(21, 31)"), -0.3, 1e-15);
    assert_near(measure(f, "YAW(21, 31)"), 0, 1e-15);
    set_relative(f, 21, 31, m3_mul(m3_rot_z(0.4), m3_mul(m3_rot_y(-0.5), m3_rot_x(0.6))));
    assert_near(measure(f, "YAW(21, 31)"), 0.4, 1e-15);
    assert_near(measure(f, "PITCH(21, 31)"), 0.5, 1e-15);
    assert_near(measure(f, "ROLL(21, 31)"), 0.6, 1e-15);
    for (int n = 1; n <= 3; n++) {
        static const char *const pair[3][2] = { { "ORIENT(25, 1, 21, 31)", "YAW(21, 31)" },
                                                { "ORIENT(25, 2, 21, 31)", "PITCH(21, 31)" },
                                                { "ORIENT(25, 3, 21, 31)", "ROLL(21, 31)" } };
        assert_near(measure(f, pair[n - 1][0]), measure(f, pair[n - 1][1]), 0);
    }
    fixture_close(f);
}

/* The component of an ORIENT of marker 21 relative to 31. */
static double orient(Fixture *world, int type, int component)
{
    char text[40];
    snprintf(text, sizeof text, "ORIENT(%d, %d, 21, 31)", type, component);
    return measure(world, text);
}

static const int sequence[12][3] = { { 1, 2, 3 }, { 2, 3, 1 }, { 3, 1, 2 }, { 1, 3, 2 }, { 2, 1, 3 }, { 3, 2, 1 },
                                     { 1, 2, 1 }, { 1, 3, 1 }, { 2, 1, 2 }, { 2, 3, 2 }, { 3, 1, 3 }, { 3, 2, 3 } };

/* Rotations about axes of the body in turn multiply from the right, about axes of space from the left. */
static Mat3 composed(int type, const double angle[3])
{
    const int *axis = sequence[(type - 1) % 12];
    Mat3 a = about(axis[0], angle[0]), b = about(axis[1], angle[1]), c = about(axis[2], angle[2]);
    return type <= 12 ? m3_mul(a, m3_mul(b, c)) : m3_mul(c, m3_mul(b, a));
}

TEST(all_24_sequences_give_the_rotation_back)
{
    Fixture *f = fixture_open("0");
    uint64_t seed = 11;
    for (int type = 1; type <= 24; type++) {
        bool symmetric = sequence[(type - 1) % 12][0] == sequence[(type - 1) % 12][2];
        for (int n = 0; n < 8; n++) {
            double angle[3] = { between(&seed, -3, 3), symmetric ? between(&seed, 0.1, 3) : between(&seed, -1.5, 1.5),
                                between(&seed, -3, 3) };
            bool lost = n >= 6; /* first and third axis fall together */
            if (lost) angle[1] = n == 6 ? (symmetric ? 0 : M_PI / 2) : (symmetric ? M_PI : -M_PI / 2);
            Mat3 R = composed(type, angle);
            fixture_random(f, &seed);
            set_relative(f, 21, 31, R);
            double found[3] = { orient(f, type, 1), orient(f, type, 2), orient(f, type, 3) };
            assert_same_rotation(composed(type, found), R, 1e-13);
            assert_near(found[1], angle[1], lost ? 2e-8 : 1e-13);
            for (int k = 0; k < 3 && !lost; k++) assert_near(found[k], angle[k], 1e-13);
        }
    }
    fixture_close(f);
}

TEST(euler_parameters_of_a_quarter_turn_about_x)
{
    Fixture *f = fixture_open("0");
    set_relative(f, 21, 31, m3_rot_x(M_PI / 2));
    assert_near(orient(f, 27, 1), 0.707107, 5e-7);
    assert_near(orient(f, 27, 1), sqrt(0.5), 1e-15);
    assert_near(orient(f, 27, 2), sqrt(0.5), 1e-15);
    assert_near(orient(f, 27, 3), 0, 1e-16);
    assert_near(orient(f, 27, 4), 0, 1e-16);
    fixture_close(f);
}

TEST(euler_and_rodrigues_parameters_are_half_angles_along_the_axis)
{
    Fixture *f = fixture_open("0");
    uint64_t seed = 13;
    static const double angle[] = { 1e-9, 0.3, 2, 3, M_PI - 1e-6 };
    for (int n = 0; n < 20; n++) {
        Vec3 axis = v3_unit(random_vector(&seed, 1));
        double a = angle[n % 5];
        fixture_random(f, &seed);
        set_relative(f, 21, 31, m3_rotvec(v3_scale(axis, a)));
        assert_near(orient(f, 27, 1), cos(a / 2), 1e-15);
        for (int k = 0; k < 3; k++) {
            assert_near(orient(f, 27, k + 2), sin(a / 2) * v3_get(axis, k), 1e-15);
            assert_near(orient(f, 28, k + 1) * cos(a / 2), sin(a / 2) * v3_get(axis, k), 1e-9);
        }
    }
    fixture_close(f);
}

TEST(direction_cosines_come_by_rows)
{
    Fixture *f = fixture_open("0");
    Mat3 R = m3_euler313(0.3, 0.8, -1.2);
    fixture_marker(f, 31)->A = m3_euler313(1, 2, 3);
    set_relative(f, 21, 31, R);
    for (int k = 0; k < 9; k++) assert_near(orient(f, 29, k + 1), m3_at(R, k / 3, k % 3), 1e-15);
    fixture_close(f);
}

/* Places markers 21 and 51 around 31 so that the angle from 21 to 51 is a, in a plane tilted by Q. */
static void open_angle(Fixture *f, Mat3 Q, double a)
{
    Vec3 vertex = v3(0.3, -0.2, 0.7);
    fixture_marker(f, 31)->r = vertex;
    fixture_marker(f, 21)->r = v3_add(vertex, m3_apply(Q, v3(2, 0, 0)));
    fixture_marker(f, 51)->r = v3_add(vertex, m3_apply(Q, v3(0.5 * cos(a), 0.5 * sin(a), 0)));
}

TEST(included_angle_runs_through_half_and_full_turns_both_ways)
{
    for (int way = -1; way <= 1; way += 2) {
        Fixture *f = fixture_open("INCANG(21, 31, 51)");
        Mat3 Q = m3_euler313(0.4, 0.9, 1.3);
        for (int degrees = 10; degrees <= 800; degrees += 5) {
            open_angle(f, Q, way * degrees * M_PI / 180);
            assert_near(fixture_value(f), degrees * M_PI / 180, 1e-12); /* positive in the direction it began */
            cd_program_wind(f->program, &f->context, f->winding);
        }
        for (int degrees = 795; degrees >= -200; degrees -= 5) {
            open_angle(f, Q, way * degrees * M_PI / 180);
            assert_near(fixture_value(f), degrees * M_PI / 180, 1e-12);
            cd_program_wind(f->program, &f->context, f->winding);
        }
        fixture_close(f);
    }
}

TEST(included_angle_has_a_gradient_where_the_three_are_in_line)
{
    Fixture *f = fixture_open("INCANG(21, 31, 51)");
    double value;
    for (int n = 1; n <= 3; n++) { /* 180, 360 and 540 degrees, met exactly */
        for (int k = 1; k <= 9; k++) {
            open_angle(f, m3_identity(), (180 * (n - 1) + 18 * k) * M_PI / 180);
            assert_near(fixture_value(f), (180 * (n - 1) + 18 * k) * M_PI / 180, 1e-12);
            cd_program_wind(f->program, &f->context, f->winding);
        }
        Vec3 vertex = fixture_marker(f, 31)->r;
        fixture_marker(f, 51)->r = v3(vertex.x + (n == 2 ? 0.5 : -0.5), vertex.y, vertex.z);
        assert_true(cd_program_gradient(f->program, &f->context, f->room, &value, f->gradient));
        assert_near(value, n * M_PI, 1e-12);
        MarkerGradient g[4];
        Wrench load;
        cd_leaf_gradient(f->program, 0, &f->context, g, &load);
        assert_near(g[0].r.y, -0.5, 1e-12);            /* 21 is 2 away, on the x axis */
        assert_near(g[2].r.y, n == 2 ? 2 : -2, 1e-12); /* 51 is 0.5 away */
        assert_near(g[1].r.y, 0.5 - g[2].r.y, 1e-12);
        assert_near(g[0].r.x, 0, 1e-12);
        assert_near(g[0].r.z, 0, 1e-12);
        cd_program_wind(f->program, &f->context, f->winding); /* and it goes on from there */
    }
    fixture_close(f);
}

/* ---- velocity and acceleration ----------------------------------------------------------------------------------- */

/* A marker in motion: r a quadratic in time, A = exp(a1 n1) exp(a2 n2) A0 with a1, a2 quadratic; w and alpha follow. */
typedef struct Flight {
    Vec3 r0, v0, a0, n1, n2;
    double angle[2], rate[2], rate2[2];
    Mat3 A0;
} Flight;

static Flight random_flight(uint64_t *seed)
{
    Flight f = { .r0 = random_vector(seed, 2),
                 .v0 = random_vector(seed, 1),
                 .a0 = random_vector(seed, 1),
                 .n1 = v3_unit(random_vector(seed, 1)),
                 .n2 = v3_unit(random_vector(seed, 1)),
                 .A0 = random_rotation(seed) };
    for (int k = 0; k < 2; k++) {
        f.angle[k] = between(seed, -1, 1);
        f.rate[k] = between(seed, -1, 1);
        f.rate2[k] = between(seed, -1, 1);
    }
    return f;
}

static MarkerMotion flight_at(const Flight *f, double t)
{
    double rate[2], angle[2];
    for (int k = 0; k < 2; k++) {
        angle[k] = f->angle[k] + t * (f->rate[k] + t * f->rate2[k] / 2);
        rate[k] = f->rate[k] + t * f->rate2[k];
    }
    Mat3 first = m3_rotvec(v3_scale(f->n1, angle[0])), second = m3_rotvec(v3_scale(f->n2, angle[1]));
    Vec3 n2 = m3_apply(first, f->n2);
    MarkerMotion m = { .A = m3_mul(first, m3_mul(second, f->A0)), .a = f->a0 };
    m.r = v3_axpy(v3_axpy(f->r0, t, f->v0), t * t / 2, f->a0);
    m.v = v3_axpy(f->v0, t, f->a0);
    m.w = v3_axpy(v3_scale(f->n1, rate[0]), rate[1], n2);
    m.alpha = v3_axpy(v3_scale(f->n1, f->rate2[0]), f->rate2[1], n2);
    m.alpha = v3_axpy(m.alpha, rate[1], v3_cross(v3_scale(f->n1, rate[0]), n2));
    return m;
}

/* What is differentiated: displacement or relative angular velocity of 21 and 31, in the axes of l. */
static Vec3 seen_from(const Flight flight[4], double t, bool angular)
{
    MarkerMotion i = flight_at(&flight[0], t), j = flight_at(&flight[1], t), l = flight_at(&flight[3], t);
    return m3_tapply(l.A, angular ? v3_sub(i.w, j.w) : v3_sub(i.r, j.r));
}

/* First or second derivative of it by five points, in ground axes at t = 0. */
static Vec3 rate_seen_from(const Flight flight[4], int order, bool angular)
{
    static const double one[5] = { 1. / 12, -8. / 12, 0, 8. / 12, -1. / 12 },
                        two[5] = { -1. / 12, 16. / 12, -30. / 12, 16. / 12, -1. / 12 };
    const double h = 1e-2 / 4;
    Vec3 sum = v3(0, 0, 0);
    for (int k = 0; k < 5; k++)
        sum = v3_axpy(sum, (order == 1 ? one[k] / h : two[k] / (h * h)), seen_from(flight, (k - 2) * h, angular));
    return m3_apply(flight_at(&flight[3], 0).A, sum);
}

static void check_components(Fixture *f, const Flight flight[4], const char *const name[4], const char *arguments,
                             Vec3 u, double tol)
{
    static const int id[4] = { 21, 31, 41, 51 };
    for (int k = 0; k < 4; k++) *fixture_marker(f, id[k]) = flight_at(&flight[k], 0);
    char text[60];
    snprintf(text, sizeof text, "%s(21, 31, 51)", name[0]);
    assert_near(measure(f, text), v3_norm(u), tol);
    for (int k = 0; k < 3; k++) {
        snprintf(text, sizeof text, "%s(%s)", name[k + 1], arguments);
        assert_near(measure(f, text), v3_dot(u, m3_col(fixture_marker(f, 41)->A, k)), tol);
    }
}

TEST(rates_in_a_turning_frame_are_those_of_positions_in_that_frame)
{
    static const char *const v[] = { "VM", "VX", "VY", "VZ" }, *const a[] = { "ACCM", "ACCX", "ACCY", "ACCZ" };
    static const char *const wdt[] = { "WDTM", "WDTX", "WDTY", "WDTZ" };
    Fixture *f = fixture_open("0");
    uint64_t seed = 17;
    for (int n = 0; n < 10; n++) {
        Flight flight[4];
        for (int k = 0; k < 4; k++) flight[k] = random_flight(&seed);
        check_components(f, flight, v, "21, 31, 41, 51", rate_seen_from(flight, 1, false), 1e-9);
        check_components(f, flight, a, "21, 31, 41, 51", rate_seen_from(flight, 2, false), 1e-8);
        check_components(f, flight, wdt, "21, 31, 41, 51", rate_seen_from(flight, 1, true), 1e-9);
    }
    fixture_close(f);
}

TEST(rates_in_ground_need_no_frame)
{
    Fixture *f = fixture_open("0");
    uint64_t seed = 19;
    fixture_random(f, &seed);
    MarkerMotion i = *fixture_marker(f, 21), j = *fixture_marker(f, 31);
    assert_near(measure(f, "VX(21)"), i.v.x, 0);
    assert_near(measure(f, "VY(21, 31)"), i.v.y - j.v.y, 1e-16);
    assert_near(measure(f, "VZ(21, 31, 0, 0)"), i.v.z - j.v.z, 1e-16);
    assert_near(measure(f, "WX(21)"), i.w.x, 0);
    assert_near(measure(f, "WM(21, 31)"), v3_norm(v3_sub(i.w, j.w)), 1e-15);
    assert_near(measure(f, "WZ(21, 31, 31)"), v3_dot(v3_sub(i.w, j.w), m3_col(j.A, 2)), 1e-15);
    assert_near(measure(f, "ACCX(21)"), i.a.x, 0);
    assert_near(measure(f, "WDTY(21, 31)"), i.alpha.y - j.alpha.y, 1e-16);
    assert_near(measure(f, "WDTM(21, 31)"), v3_norm(v3_sub(i.alpha, j.alpha)), 1e-15);
    fixture_close(f);
}

TEST(separation_speed_is_positive_when_markers_part)
{
    Fixture *f = fixture_open("0");
    fixture_marker(f, 21)->r = v3(3, 4, 0);
    fixture_marker(f, 21)->v = v3(3, 4, 7);
    assert_near(measure(f, "VR(21, 31)"), 5, 1e-15);
    assert_near(measure(f, "VR(31, 21)"), 5, 1e-15);
    fixture_marker(f, 31)->v = v3(6, 8, 0);
    assert_near(measure(f, "VR(21, 31)"), -5, 1e-15);
    fixture_marker(f, 51)->w = v3(1, 2, 3); /* turning does not change a distance */
    assert_near(measure(f, "VR(21, 31, 51)"), -5, 1e-15);
    fixture_close(f);
}

/* ---- loads ------------------------------------------------------------------------------------------------------- */

TEST(load_between_markers_is_the_sum_over_the_elements_between_them)
{
    Fixture *f = fixture_open("FX(21, 31) + 1E3*FX(31, 21) + 1E6*TY(21) + 1E9*FX(41, 51)");
    const CdModel *m = f->model;
    /* on 21 from 31: JOINT JPRIM MOTION CVCV SFORCE/1 SPRINGDAMPER BUSHING FIELD BEAM; alone: GCON, SFORCE/2 */
    int on_i = 0, on_j = 0, alone = 0;
    for (int i = 0; i < m->wrench_read.n; i++) {
        const WrenchRead *w = &m->wrench_read.at[i];
        bool by_itself = w->kind == KIND_gcon || (w->kind == KIND_sforce && w->index == 1);
        f->wrench[i].F = v3(by_itself ? 1e4 : w->side ? 2 : 3, 0, 0);
        f->wrench[i].T = v3(0, by_itself ? 5 : 1e4, 0);
        on_i += !by_itself && w->side == 0, on_j += !by_itself && w->side == 1, alone += by_itself;
    }
    assert_int_equal(on_i, 9);
    assert_int_equal(on_j, 9);
    assert_int_equal(alone, 2);
    assert_near(fixture_value(f), 27 + 18e3 + 10e6, 1e-9);
    fixture_close(f);
}

TEST(element_loads_take_side_component_and_axes)
{
    Fixture *f =
        fixture_open("BUSH(1, 0, 3, 41) + 100*BUSH(1, 1, 6, 0) + 1E4*BUSH(1, 0, 1, 0) + 1E6*BUSH(1, 0, 5, 41)");
    const CdModel *m = f->model;
    assert_int_equal(m->wrench_read.at[0].kind, KIND_bushing);
    assert_int_equal(m->wrench_read.at[1].kind, KIND_bushing);
    for (int i = 0; i < 2; i++) {
        int side = m->wrench_read.at[i].side;
        f->wrench[i] = side ? (Wrench){ v3(7, 7, 7), v3(9, 8, 8) } : (Wrench){ v3(3, 4, 0), v3(0, 6, 8) };
    }
    fixture_marker(f, 41)->A = m3_rot_z(M_PI / 2); /* y along minus ground x */
    assert_near(fixture_value(f), -3 + 900 + 5e4 + 10e6, 1e-8);
    fixture_close(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT(displacements_are_along_the_axes_of_k_and_default_to_ground),
        UNIT(angles_313_give_the_rotation_back_also_where_two_axes_fall_together),
        UNIT(projected_angles_follow_their_definition),
        UNIT(projected_angles_count_turns_in_both_directions),
        UNIT(every_angle_keeps_turns_of_its_own),
        UNIT(yaw_pitch_roll_have_pitch_reversed),
        UNIT(all_24_sequences_give_the_rotation_back),
        UNIT(euler_parameters_of_a_quarter_turn_about_x),
        UNIT(euler_and_rodrigues_parameters_are_half_angles_along_the_axis),
        UNIT(direction_cosines_come_by_rows),
        UNIT(included_angle_runs_through_half_and_full_turns_both_ways),
        UNIT(included_angle_has_a_gradient_where_the_three_are_in_line),
        UNIT(rates_in_a_turning_frame_are_those_of_positions_in_that_frame),
        UNIT(rates_in_ground_need_no_frame),
        UNIT(separation_speed_is_positive_when_markers_part),
        UNIT(load_between_markers_is_the_sum_over_the_elements_between_them),
        UNIT(element_loads_take_side_component_and_axes),
    };
    return cmocka_run_group_tests_name("measure", tests, NULL, NULL);
}
