/* test_loads.c - loads of force elements, states and friction against closed forms. */
#include "analyses/initial/initial.h"
#include "near.h"
#include "opened.h"
#include "system/energy.h"

#include <stdlib.h>
#include <string.h>

/* The load on I of the first element of a kind in a model with one free body, displaced from where it is stated. */
static Wrench load_at(Opened *f, KindIndex kind, const double d[6])
{
    State *q = &f->s->state;
    State was = cd_state_new(&cd_equations(f->s)->arena, f->s->m, f->s->c->rows, f->s->c->windings);
    cd_state_copy(f->s->m, f->s->c->rows, f->s->c->windings, &was, q);
    cd_state_move(f->s->m, q, d, 1);
    assert_true(cd_equations_prepare(cd_equations(f->s), f->log));
    Wrench w = cd_equations_load(cd_equations(f->s), kind, 0, 0);
    cd_state_copy(f->s->m, f->s->c->rows, f->s->c->windings, q, &was);
    return w;
}

static double number(Wrench w, int k)
{
    return v3_get(k < 3 ? w.F : w.T, k % 3);
}

#define FREE_BODY(at)                                                                                                  \
    "test\nPART/1, GROUND\nMARKER/10, PART=1\nPART/2, MASS=1, CM=20, IP=1,1,1, QG=" at "\nMARKER/20, PART=2\n"

TEST(a_spring_pushes_along_its_line_and_is_at_rest_at_its_length)
{
    Opened f = open_text(FREE_BODY("3,4,0") "SPRINGDAMPER/1, TRANSLATION, I=20, J=10, K=7, C=2, LENGTH=5\nEND\n");
    const double zero[6] = { 0 }, away[6] = { 3, 4, 0 };
    near_vector(load_at(&f, KIND_springdamper, zero).F, v3(0, 0, 0), 1e-14);
    near_vector(load_at(&f, KIND_springdamper, away).F, v3(-7 * 5 * 0.6, -7 * 5 * 0.8, 0), 1e-13);
    f.s->state.v[0] = 3, f.s->state.v[1] = 4;
    near_vector(load_at(&f, KIND_springdamper, zero).F, v3(-2 * 5 * 0.6, -2 * 5 * 0.8, 0), 1e-13);
    close_opened(&f);
}

TEST(a_torsion_spring_counts_turns)
{
    Opened f =
        open_text(FREE_BODY("0,0,0") "SPRINGDAMPER/1, ROTATION, I=20, J=10, KT=7, CT=2, ANGLE=10D, TORQUE=1\nEND\n");
    const double turn[6] = { 0, 0, 0, 0, 0, 1 };
    const double rest = M_PI / 18;
    for (int k = 1; k <= 9; k++) {
        cd_state_move(f.s->m, &f.s->state, turn, 1);
        assert_true(cd_equations_prepare(cd_equations(f.s), f.log));
        near_vector(cd_equations_load(cd_equations(f.s), KIND_springdamper, 0, 0).T, v3(0, 0, 1 - 7 * (k - rest)),
                    1e-12);
        cd_equations_wind(cd_equations(f.s));
    }
    f.s->state.v[5] = 3;
    assert_true(cd_equations_prepare(cd_equations(f.s), f.log));
    near_vector(cd_equations_load(cd_equations(f.s), KIND_springdamper, 0, 0).T, v3(0, 0, 1 - 7 * (9 - rest) - 6),
                1e-12);
    close_opened(&f);
}

TEST(a_bushing_has_six_springs_and_six_dampers)
{
    Opened f = open_text(FREE_BODY("0,0,0") "BUSHING/1, I=20, J=10, K=1,2,3, KT=4,5,6, C=7,8,9, CT=10,11,12\n"
                                            ", FORCE=13,14,15, TORQUE=16,17,18\nEND\n");
    for (int k = 0; k < 6; k++) {
        double d[6] = { 0 };
        d[k] = 0.4;
        Wrench w = load_at(&f, KIND_bushing, d);
        for (int i = 0; i < 6; i++) assert_near(number(w, i), 13 + i - (i == k ? (i + 1) * 0.4 : 0), 1e-13);
        memset(f.s->state.v, 0, sizeof(double) * 6);
        f.s->state.v[k] = 0.5;
        w = load_at(&f, KIND_bushing, (double[6]){ 0 });
        for (int i = 0; i < 6; i++) assert_near(number(w, i), 13 + i - (i == k ? (i + 7) * 0.5 : 0), 1e-13);
        f.s->state.v[k] = 0;
    }
    close_opened(&f);
}

TEST(a_field_takes_its_matrix_by_columns)
{
    Opened f = open_text(FREE_BODY("0,0,0") "FIELD/1, I=20, J=10, LENGTH=0,0,0,0,0,0, CRATIO=0.5, KMATRIX=\n"
                                            ", 11,12,13,14,15,16, 21,22,23,24,25,26, 31,32,33,34,35,36\n"
                                            ", 41,42,43,44,45,46, 51,52,53,54,55,56, 61,62,63,64,65,66\nEND\n");
    for (int k = 0; k < 6; k++) {
        double d[6] = { 0 };
        d[k] = 0.1;
        Wrench w = load_at(&f, KIND_field, d);
        for (int i = 0; i < 6; i++) assert_near(number(w, i), -0.1 * (10 * (k + 1) + i + 1), 1e-12);
        f.s->state.v[k] = 0.1;
        w = load_at(&f, KIND_field, (double[6]){ 0 });
        for (int i = 0; i < 6; i++) assert_near(number(w, i), -0.05 * (10 * (k + 1) + i + 1), 1e-12);
        f.s->state.v[k] = 0;
    }
    close_opened(&f);
}

/* Displacement and rotation of the tip of a cantilever under a unit load in direction k, by Timoshenko's theory. */
static void tip(int k, double out[6])
{
    const double L = 2, A = 0.01, Ixx = 2e-5, Iyy = 3e-5, Izz = 5e-5, E = 2e11, G = 8e10, asy = 1.2, asz = 1.1;
    memset(out, 0, sizeof(double) * 6);
    switch (k) {
    case 0: out[0] = L / (E * A); break;
    case 1: out[1] = L * L * L / (3 * E * Izz) + asy * L / (G * A), out[5] = L * L / (2 * E * Izz); break;
    case 2: out[2] = L * L * L / (3 * E * Iyy) + asz * L / (G * A), out[4] = -L * L / (2 * E * Iyy); break;
    case 3: out[3] = L / (G * Ixx); break;
    case 4: out[4] = L / (E * Iyy), out[2] = -L * L / (2 * E * Iyy); break;
    case 5: out[5] = L / (E * Izz), out[1] = L * L / (2 * E * Izz); break;
    }
}

TEST(a_beam_bends_as_timoshenko_says_under_six_tip_loads)
{
    Opened f = open_text(FREE_BODY("2,0,0") "BEAM/1, I=20, J=10, LENGTH=2, AREA=0.01, IXX=2E-5, IYY=3E-5, IZZ=5E-5\n"
                                            ", EMODULUS=2E11, GMODULUS=8E10, ASY=1.2, ASZ=1.1\nEND\n");
    double worst = 0;
    for (int k = 0; k < 6; k++) {
        const double load = 100; /* more than rounding of the length 2 times EA/L, less than large rotations */
        double d[6];
        tip(k, d);
        for (int i = 0; i < 6; i++) d[i] *= load;
        Wrench w = load_at(&f, KIND_beam, d);
        for (int i = 0; i < 6; i++) {
            worst = fmax(worst, fabs(number(w, i) / load + (i == k)));
            assert_near(number(w, i) / load, i == k ? -1 : 0, 1e-8);
        }
    }
    print_message("largest error %.2g of a unit load\n", worst);
    close_opened(&f);
}

/* Turned about one axis, whichever, by many turns: the torque is about that axis and counts them. */
TEST(a_bushing_and_a_beam_count_turns)
{
    static const struct {
        KindIndex kind;
        int axes;
        const char *text;
    } laws[] = {
        { KIND_bushing, 3, FREE_BODY("0,0,0") "BUSHING/1, I=20, J=10, K=1,2,3, KT=4,5,6, C=0,0,0, CT=0,0,0\nEND\n" },
        { KIND_field, 3,
          FREE_BODY("0,0,0") "FIELD/1, I=20, J=10, LENGTH=0,0,0,0,0,0, KMATRIX=1,0,0,0,0,0, 0,1,0,0,0,0, 0,0,1,0,0,0\n"
                             ", 0,0,0,4,0,0, 0,0,0,0,5,0, 0,0,0,0,0,6\nEND\n" },
        { KIND_beam, 1,
          FREE_BODY("2,0,0") "BEAM/1, I=20, J=10, LENGTH=2, AREA=1, IXX=2, IYY=3, IZZ=5\n"
                             ", EMODULUS=7, GMODULUS=4\nEND\n" },
    };
    for (size_t n = 0; n < sizeof laws / sizeof *laws; n++)
        for (int axis = 0; axis < laws[n].axes; axis++) {
            Opened f = open_text(laws[n].text);
            const double step = M_PI / 6; /* a quarter, a half and a whole turn are met to rounding */
            double d[6] = { 0 };
            d[3 + axis] = step;
            for (int k = 1; k <= 30; k++) {
                cd_state_move(f.s->m, &f.s->state, d, 1);
                assert_true(cd_equations_prepare(cd_equations(f.s), f.log));
                Vec3 T = cd_equations_load(cd_equations(f.s), laws[n].kind, 0, 0).T;
                for (int i = 0; i < 3; i++) assert_near(v3_get(T, i), i == axis ? -(4 + i) * step * k : 0, 1e-11);
                cd_equations_wind(cd_equations(f.s));
            }
            close_opened(&f);
        }
}

/* J on ground; the body of I far off and turned far about several axes: force and torque are the slope of the
 * energy. */
TEST(a_beam_gives_back_what_it_stores)
{
    Opened f = open_text(FREE_BODY("2,0,0") "BEAM/1, I=20, J=10, LENGTH=2, AREA=1, IXX=2, IYY=3, IZZ=5\n"
                                            ", EMODULUS=7, GMODULUS=4, ASY=1.2, ASZ=1.1\nEND\n");
    const double far[6] = { -0.3, 0.7, 0.4, 0.9, -1.1, 0.8 }, h = 1e-5;
    cd_state_move(f.s->m, &f.s->state, far, 1);
    Wrench w = load_at(&f, KIND_beam, (double[6]){ 0 });
    Mat3 A = q4_to_m3(f.s->state.p[0]);
    for (int k = 0; k < 6; k++) {
        double d[6] = { 0 };
        Stored at[2];
        for (int side = 0; side < 2; side++) {
            d[k] = side ? h : -h;
            cd_state_move(f.s->m, &f.s->state, d, 1);
            assert_true(cd_equations_prepare(cd_equations(f.s), f.log));
            assert_true(cd_load_store(&cd_equations(f.s)->world, &cd_equations(f.s)->loads.load[0],
                                      cd_equations(f.s)->past.turn, &at[side]));
            cd_state_move(f.s->m, &f.s->state, d, -1);
        }
        Vec3 T = m3_tapply(A, w.T);
        assert_near(-(at[1].energy - at[0].energy) / (2 * h), k < 3 ? v3_get(w.F, k) : v3_get(T, k - 3), 1e-7);
    }
    close_opened(&f);
}

/* A rod of length 2 a on a pivot at the origin, turned by th and turning with w: torsion spring and damper at the
 * pivot, spring to a fixed point, a force and a torque that are given. About the pivot: (J + m a^2) w' = sum of
 * moments. */
TEST(a_pendulum_with_springs_dampers_and_forces_accelerates_as_by_hand)
{
    const double m = 3, J = 0.4, a = 0.7, th = 0.6, w = 1.3, g = 9.81;
    char text[2048];
    snprintf(text, sizeof text,
             "test\nPART/1, GROUND\nMARKER/10, PART=1\nMARKER/11, PART=1, QP=0.5,-2,0\nMARKER/15, PART=1, FLOATING\n"
             "PART/2, MASS=%g, CM=20, IP=0.1,%g,%g, REULER=%.17g,0,0, WZ=%g, VX=0\n"
             "MARKER/20, PART=2, QP=%g,0,0\nMARKER/21, PART=2\nMARKER/22, PART=2, QP=%g,0,0\n"
             "JOINT/1, REVOLUTE, I=21, J=10, IC=%.17g,%g\nACCGRAV/JGRAV=-%g\n"
             "SPRINGDAMPER/1, ROTATION, I=21, J=10, KT=5, CT=0.3, ANGLE=0.1\n"
             "SPRINGDAMPER/2, TRANSLATION, I=22, J=11, K=40, C=6, LENGTH=1.5, FORCE=2\n"
             "VFORCE/1, I=22, JFLOAT=15, FX=4\\FY=-3\\\nVTORQUE/1, I=20, JFLOAT=15, RM=20, TZ=0.7+0.1*WZ(20)\\\nEND\n",
             m, J, J, th, w, a, 2 * a, th, w, g);
    Opened f = open_text(text);
    assert_int_equal(cd_initial_positions(f.s, f.log), CD_OK);
    assert_int_equal(cd_initial_velocities(f.s, f.log), CD_OK);
    assert_int_equal(cd_accelerations(f.s, f.log), CD_OK);

    Vec3 e = v3(cos(th), sin(th), 0), n = v3(-sin(th), cos(th), 0), end = v3_scale(e, 2 * a);
    Vec3 d = v3_sub(end, v3(0.5, -2, 0)), v = v3_scale(n, 2 * a * w);
    double L = v3_norm(d), rate = v3_dot(v, d) / L, pull = 2 - 40 * (L - 1.5) - 6 * rate;
    Vec3 S = v3_scale(d, pull / L), F = v3(4, -3, 0), G = v3(0, -m * g, 0);
    double torsion = -5 * (th - 0.1) - 0.3 * w, given = 0.7 + 0.1 * w;
    double moment = torsion + given + v3_cross(end, v3_add(S, F)).z + v3_cross(v3_scale(e, a), G).z;
    double alpha = moment / (J + m * a * a);
    Vec3 acc = v3_add(v3_scale(n, a * alpha), v3_scale(e, -a * w * w));
    Vec3 reaction = v3_sub(v3_scale(acc, m), v3_add(v3_add(S, F), G));
    const double *x = f.s->state.vdot;
    assert_near(x[5], alpha, 1e-12 * fabs(alpha));
    near_vector(v3(x[0], x[1], x[2]), acc, 1e-12 * v3_norm(acc));
    assert_true(cd_equations_prepare(cd_equations(f.s), f.log));
    near_vector(cd_equations_load(cd_equations(f.s), KIND_joint, 0, 0).F, reaction, 1e-12 * v3_norm(reaction));

    /* what the forces put in goes into motion: d(T + V)/dt = T-dot by the accelerations found */
    Energy energy;
    assert_true(cd_energy(cd_equations(f.s), &energy));
    double kinetic = (J + m * a * a) * w * alpha, gravity = m * g * a * w * cos(th);
    assert_near(energy.kinetic, (J + m * a * a) * w * w / 2, 1e-12);
    assert_near(energy.force + energy.motion, kinetic + gravity, 1e-11);
    assert_near(energy.damping, -0.3 * w * w - 6 * rate * rate, 1e-12);
    assert_near(energy.elastic, 2.5 * (th - 0.1) * (th - 0.1) + 20 * (L - 1.5) * (L - 1.5) - 2 * (L - 1.5), 1e-12);
    close_opened(&f);
}

TEST(a_motion_puts_in_the_power_that_the_bodies_take_up)
{
    Opened f =
        open_text("test\nPART/1, GROUND\nMARKER/10, PART=1\nPART/2, MASS=2, CM=20, IP=1,1,3\nMARKER/20, PART=2\n"
                  "JOINT/1, REVOLUTE, I=20, J=10\nMOTION/1, JOINT=1, ROTATION, FUNCTION=2*TIME+3*TIME**2\nEND\n");
    assert_int_equal(cd_initial_positions(f.s, f.log), CD_OK);
    assert_int_equal(cd_initial_velocities(f.s, f.log), CD_OK);
    assert_int_equal(cd_accelerations(f.s, f.log), CD_OK);
    assert_true(cd_equations_prepare(cd_equations(f.s), f.log));
    Energy energy;
    assert_true(cd_energy(cd_equations(f.s), &energy));
    assert_near(energy.kinetic, 6, 1e-12);
    assert_near(energy.motion, 3 * 2 * 6, 1e-10); /* J w w' */
    close_opened(&f);
}

/* ---- friction ---------------------------------------------------------------------------------------------------- */

/* Friction torque over arm and reaction of a ball, and the same of a slider, both moving with a speed at the
 * surface. */
static double ball_coefficient(double speed)
{
    char text[1024];
    snprintf(text, sizeof text,
             "test\nPART/1, GROUND\nMARKER/10, PART=1\nPART/2, MASS=2, CM=20, IP=1,1,1, WX=%.17g, WY=%.17g\n"
             "MARKER/20, PART=2\nJOINT/1, SPHERICAL, I=20, J=10\nACCGRAV/KGRAV=-10\n"
             "FRICTION/1, JOINT=1, MU_STATIC=0.001, MU_DYNAMIC=0.0005, BALL_RADIUS=0.5\nEND\n",
             speed / 0.5 * 0.6, -speed / 0.5 * 0.8);
    Opened f = open_text(text);
    assert_int_equal(cd_initial_positions(f.s, f.log), CD_OK);
    assert_int_equal(cd_initial_velocities(f.s, f.log), CD_OK);
    assert_int_equal(cd_accelerations(f.s, f.log), CD_OK);
    assert_true(cd_equations_prepare(cd_equations(f.s), f.log));
    Wrench load = cd_equations_load(cd_equations(f.s), KIND_friction, 0, 0),
           on_joint = cd_equations_load(cd_equations(f.s), KIND_joint, 0, 0);
    double mu = v3_norm(load.T) / (0.5 * v3_norm(on_joint.F));
    near_vector(load.T, v3_scale(v3(-0.6, 0.8, 0), v3_norm(load.T)), 1e-12); /* against the rotation */
    close_opened(&f);
    return mu;
}

static double slider_coefficient(double speed)
{
    char text[1024];
    snprintf(text, sizeof text,
             "test\nPART/1, GROUND\nMARKER/10, PART=1\nPART/2, MASS=2, CM=20, IP=1,1,1, VZ=%.17g\nMARKER/20, PART=2\n"
             "JOINT/1, TRANSLATIONAL, I=20, J=10\nACCGRAV/IGRAV=-10\n"
             "FRICTION/1, JOINT=1, MU_STATIC=0.001, MU_DYNAMIC=0.0005\nEND\n",
             speed);
    Opened f = open_text(text);
    assert_int_equal(cd_initial_positions(f.s, f.log), CD_OK);
    assert_int_equal(cd_initial_velocities(f.s, f.log), CD_OK);
    assert_int_equal(cd_accelerations(f.s, f.log), CD_OK);
    assert_true(cd_equations_prepare(cd_equations(f.s), f.log));
    double mu = -cd_equations_load(cd_equations(f.s), KIND_friction, 0, 0).F.z / 20;
    assert_near(f.s->state.vdot[2], -10 * mu, 1e-12);
    close_opened(&f);
    return mu;
}

/* Printed by a commercial solver for mu_s = 0.001, mu_d = 0.0005 and the default velocities; with five digits of the
 * speed, the coefficient is known to 1e-7. */
TEST(the_friction_coefficient_has_the_measured_values)
{
    const struct {
        double speed, mu, digits;
    } measured[] = { { 0.11000, 9.7100e-4, 1e-7 },
                     { 0.11840, 8.6806e-4, 1e-7 },
                     { 0.12571, 7.3667e-4, 1e-7 },
                     { 0.13292, 6.1107e-4, 1e-7 },
                     { 0.14516, 5.0389e-4, 1e-7 },
                     { 0.15, 5e-4, 1e-15 },
                     { 3, 5e-4, 1e-15 },
                     { 0.03374, 0.58627e-3, 1e-7 },
                     { 0.05545, 0.84623e-3, 1e-7 },
                     { 0.08053, 0.98413e-3, 1e-7 },
                     { 0.09612, 0.99986e-3, 1e-7 } };
    for (size_t k = 0; k < sizeof measured / sizeof *measured; k++) {
        assert_near(ball_coefficient(measured[k].speed), measured[k].mu, measured[k].digits);
        assert_near(slider_coefficient(measured[k].speed), measured[k].mu, measured[k].digits);
        assert_near(slider_coefficient(-measured[k].speed), -measured[k].mu, measured[k].digits);
    }
}

TEST(friction_without_speed_or_load_is_zero_and_has_derivatives)
{
    Opened f = open_text(
        "test\nPART/1, GROUND\nMARKER/10, PART=1\nPART/2, MASS=2, CM=20, IP=1,1,1\nMARKER/20, PART=2\n"
        "PART/3, MASS=2, CM=30, IP=1,1,1\nMARKER/30, PART=3\nPART/4, MASS=2, CM=40, IP=1,1,1\nMARKER/40, PART=4\n"
        "JOINT/1, SPHERICAL, I=20, J=10\nFRICTION/1, JOINT=1\nJOINT/2, CYLINDRICAL, I=30, J=10\n"
        "FRICTION/2, JOINT=2\nJOINT/3, REVOLUTE, I=40, J=10\nFRICTION/3, JOINT=3\nEND\n");
    assert_int_equal(cd_initial_positions(f.s, f.log), CD_OK);
    assert_int_equal(cd_accelerations(f.s, f.log), CD_OK);
    for (int i = 0; i < f.s->m->nv; i++) assert_near(f.s->state.vdot[i], 0, 1e-15);
    close_opened(&f);
}

/* ---- states and loops -------------------------------------------------------------------------------------------- */

TEST(a_loop_of_variable_and_force_is_solved)
{
    /* F = 3 + V / 2, V = F: V = 6 */
    Opened f =
        open_text(FREE_BODY("0,0,0") "VARIABLE/1, FUNCTION=SFORCE(2,0,4,0)\n"
                                     "SFORCE/2, I=20, J=10, TRANSLATION, ACTIONONLY, FUNCTION=3+VARVAL(1)/2\nEND\n");
    assert_int_equal(cd_accelerations(f.s, f.log), CD_OK);
    assert_near(f.s->state.vdot[2], 6, 1e-13);
    close_opened(&f);
}

TEST(a_loop_without_solution_is_spelled_out)
{
    Opened f =
        open_text(FREE_BODY("0,0,0") "VARIABLE/1, FUNCTION=SFORCE(2,0,4,0)+1\n"
                                     "SFORCE/2, I=20, J=10, TRANSLATION, ACTIONONLY, FUNCTION=3+VARVAL(1)\nEND\n");
    assert_int_equal(cd_accelerations(f.s, f.log), CD_ANALYSIS_FAILED);
    assert_true(says(f.log, "VARIABLE/1 -> SFORCE/2") || says(f.log, "SFORCE/2 -> VARIABLE/1"));
    close_opened(&f);
    f = open_text(
        FREE_BODY("0,0,0") "VARIABLE/1, FUNCTION=VARVAL(1)+1\nVARIABLE/3, FUNCTION=0.5*VARVAL(3)\n"
                           "SFORCE/2, I=20, J=10, TRANSLATION, ACTIONONLY, FUNCTION=VARVAL(1)+VARVAL(3)\nEND\n");
    assert_int_equal(cd_accelerations(f.s, f.log), CD_ANALYSIS_FAILED);
    assert_true(says(f.log, "VARIABLE/1 -> VARIABLE/1"));
    assert_false(says(f.log, "VARIABLE/3"));
    close_opened(&f);
}

TEST(an_implicit_equation_without_its_rate_gives_the_state)
{
    Opened f = open_text("test\nPART/1, GROUND\nDIFF/3, IMPLICIT, FUNCTION=DIF(3)**3-8, IC=1\nEND\n");
    assert_int_equal(cd_accelerations(f.s, f.log), CD_OK);
    assert_int_equal(cd_equations(f.s)->aux.differential, 0);
    assert_near(cd_equations(f.s)->aux.z[0], 2, 1e-14);
    close_opened(&f);
    f = open_text("test\nPART/1, GROUND\nDIFF/3, IMPLICIT, FUNCTION=TIME-1, IC=1\nEND\n");
    assert_int_equal(cd_accelerations(f.s, f.log), CD_ANALYSIS_FAILED);
    assert_true(says(f.log, "DIFF/3 state: t = 0: its equation does not determine it"));
    close_opened(&f);
    f = open_text("test\nPART/1, GROUND\nDIFF/3, IMPLICIT, FUNCTION=0*DIF1(3)+DIF(3)-1, IC=1\nEND\n");
    assert_int_equal(cd_accelerations(f.s, f.log), CD_ANALYSIS_FAILED);
    assert_true(says(f.log, "DIFF/3: t = 0: its expression does not determine the rate"));
    close_opened(&f);
}

/* A marker that does not float keeps its place, which a joint may need, and takes the reaction at the point of I. */
TEST(reaction_on_a_plain_marker_leaves_it_where_it_is)
{
    Opened f =
        open_text("test\nPART/1, GROUND\nMARKER/10, PART=1, QP=1,2,3\nPART/2, MASS=2, CM=20, IP=1,1,1, QG=5,2,3\n"
                  "MARKER/20, PART=2\nMARKER/21, PART=2, QP=-4,0,0\nJOINT/1, REVOLUTE, I=21, J=10\n"
                  "VFORCE/1, I=20, JFLOAT=10, FY=66\\\nEND\n");
    assert_int_equal(cd_initial_positions(f.s, f.log), CD_OK);
    assert_int_equal(cd_accelerations(f.s, f.log), CD_OK);
    assert_near(f.s->now.marker[0].r.x, 1, 0);
    assert_near(f.s->now.marker[2].r.x, 1, 1e-12);
    assert_near(f.s->state.vdot[1], 4 * 4 * 66.0 / (1 + 2 * 16), 1e-10); /* r times F r / (J + m r^2) */
    close_opened(&f);
}

TEST(linear_states_have_the_rates_and_outputs_of_their_matrices)
{
    Opened f = open_text(
        "test\nPART/1, GROUND\nVARIABLE/1, FUNCTION=2\nVARIABLE/2, FUNCTION=-1\nVARIABLE/3, FUNCTION=ARYVAL(3,1)\n"
        "VARIABLE/4, FUNCTION=VARVAL(3)\nARRAY/1, U, VARIABLES=1,2\nARRAY/2, X\nARRAY/3, Y\n"
        "ARRAY/4, IC, NUMBERS=5,7\nMATRIX/1, FULL=RORDER, ROWS=2, COLUMNS=2, VALUES=1,2,3,4\n"
        "MATRIX/2, FULL=CORDER, ROWS=2, COLUMNS=2, VALUES=1,2,3,4\n"
        "MATRIX/3, SPARSE, ROWS=1, COLUMNS=2, I=1, J=2, VALUES=9\n"
        "LSE/1, X=2, U=1, Y=3, A=1, B=2, C=3, IC=4\nEND\n");
    assert_int_equal(cd_accelerations(f.s, f.log), CD_OK);
    assert_near(cd_equations(f.s)->aux.z[0], 5, 0), assert_near(cd_equations(f.s)->aux.z[1], 7, 0);
    assert_near(cd_equations(f.s)->aux.zdot[0], 5 + 14 + 2 - 3, 1e-13);
    assert_near(cd_equations(f.s)->aux.zdot[1], 15 + 28 + 4 - 4, 1e-13);
    /* variables that nothing but outputs could read are no unknowns */
    Equations *e = cd_equations(f.s);
    bool found = false;
    cd_equations_complete(e);
    for (int i = 0; i < e->unread.value.n; i++)
        if (e->unread.value.at[i].kind == KIND_variable && e->unread.value.at[i].index == 2)
            assert_near(e->world.state[e->unread.slot[i]], 63, 1e-12), found = true;
    assert_true(found);
    close_opened(&f);
}

TEST(a_transfer_function_is_a_chain_of_states_with_a_direct_term)
{
    /* (1 + 2 s + 6 s^2) / (4 + 5 s + 3 s^2): d = 2, y = (1 - 8) x1 + (2 - 10) x2 + 2 u, x2' = (u - 4 x1 - 5 x2) / 3 */
    Opened f = open_text(
        "test\nPART/1, GROUND\nVARIABLE/1, FUNCTION=7\nVARIABLE/2, FUNCTION=ARYVAL(3,1)\nVARIABLE/3, FUNCTION=VARVAL(2)\n"
        "ARRAY/1, U, VARIABLES=1\nARRAY/2, X\nARRAY/3, Y\n"
        "TFSISO/1, X=2, U=1, Y=3, NUMERATOR=1,2,6, DENOMINATOR=4,5,3\nEND\n");
    cd_equations(f.s)->aux.z[0] = 0.5, cd_equations(f.s)->aux.z[1] = 0.25;
    assert_int_equal(cd_accelerations(f.s, f.log), CD_OK);
    assert_near(cd_equations(f.s)->aux.zdot[0], 0.25, 1e-14);
    assert_near(cd_equations(f.s)->aux.zdot[1], (7 - 2 - 1.25) / 3, 1e-14);
    for (int i = cd_equations(f.s)->aux.differential; i < cd_equations(f.s)->aux.n; i++)
        if (cd_equations(f.s)->aux.at[i].kind == KIND_array)
            assert_near(cd_equations(f.s)->aux.z[i], -7 * 0.5 - 8 * 0.25 + 14, 1e-13);
    close_opened(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = { UNIT(a_spring_pushes_along_its_line_and_is_at_rest_at_its_length),
                                        UNIT(a_torsion_spring_counts_turns),
                                        UNIT(a_bushing_has_six_springs_and_six_dampers),
                                        UNIT(a_field_takes_its_matrix_by_columns),
                                        UNIT(a_beam_bends_as_timoshenko_says_under_six_tip_loads),
                                        UNIT(a_bushing_and_a_beam_count_turns),
                                        UNIT(a_beam_gives_back_what_it_stores),
                                        UNIT(a_pendulum_with_springs_dampers_and_forces_accelerates_as_by_hand),
                                        UNIT(a_motion_puts_in_the_power_that_the_bodies_take_up),
                                        UNIT(the_friction_coefficient_has_the_measured_values),
                                        UNIT(friction_without_speed_or_load_is_zero_and_has_derivatives),
                                        UNIT(a_loop_of_variable_and_force_is_solved),
                                        UNIT(a_loop_without_solution_is_spelled_out),
                                        UNIT(an_implicit_equation_without_its_rate_gives_the_state),
                                        UNIT(reaction_on_a_plain_marker_leaves_it_where_it_is),
                                        UNIT(linear_states_have_the_rates_and_outputs_of_their_matrices),
                                        UNIT(a_transfer_function_is_a_chain_of_states_with_a_direct_term) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
