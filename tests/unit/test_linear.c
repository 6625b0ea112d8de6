/* test_linear.c - linearised models against closed forms: eigenvalues, shapes, energies, inputs and outputs. */
#include "analyses/initial/initial.h"
#include "analyses/linear/carrier.h"
#include "analyses/linear/eigensol.h"
#include "analyses/linear/statemat.h"
#include "analyses/static/static.h"
#include "opened.h"

#include <complex.h>
#include <stdlib.h>
#include <string.h>

typedef struct Fixture {
    Opened o;
    Linearised l;
    Modes m;
} Fixture;

/* Read and assembled, or at an equilibrium; linearised. */
static void start(Fixture *to, const char *dataset, bool statics)
{
    Fixture f = { .o = open_text(dataset) };
    bool good = cd_initial_positions(f.o.s, f.o.log) == CD_OK && cd_initial_velocities(f.o.s, f.o.log) == CD_OK;
    good = good &&
           (statics ? cd_equilibrium(f.o.s, &(bool){ false }, f.o.log) : cd_accelerations(f.o.s, f.o.log)) == CD_OK;
    if (good) cd_equations_close(cd_equations_take_plants(f.o.s));
    *to = f;
    good = good && cd_linearise(f.o.s, (LinearOptions){ .at_rest = statics }, f.o.log, &to->l) &&
           cd_modes_find(&to->l, &to->m);
    if (!good) cd_log_print(f.o.log, stderr);
    assert_true(good);
}

static void finish(Fixture *f)
{
    cd_modes_close(&f->m);
    cd_linearised_close(&f->l);
    close_opened(&f->o);
}

/* There is a mode with this eigenvalue. */
static void has(const Modes *m, double re, double im, double relative)
{
    double nearest = INFINITY, size = hypot(re, im);
    for (int k = 0; k < m->n; k++) nearest = fmin(nearest, hypot(m->mode[k].re - re, m->mode[k].im - im));
    if (nearest <= relative * size) return;
    print_error("no eigenvalue %.12g, %.12g: the nearest is off by %.3g\n", re, im, nearest);
    for (int k = 0; k < m->n; k++) print_error("  %.12g %.12g\n", m->mode[k].re, m->mode[k].im);
    fail();
}

/* ---- pendulums --------------------------------------------------------------------------------------------------- */

static const char rods[] =
    "double pendulum\nACCGRAV/JGRAV=-9.81\nPART/1, GROUND\nMARKER/101, PART=1\n"
    "PART/2, MASS=2, CM=201, IP=0.01,0.16666666666666666,0.16666666666666666, REULER=-90D,0,0\n"
    "MARKER/200, PART=2\nMARKER/201, PART=2, QP=0.5,0,0\nMARKER/202, PART=2, QP=1,0,0\n"
    "PART/3, MASS=1, CM=301, IP=0.01,0.05333333333333334,0.05333333333333334, QG=0,-1,0, REULER=-90D,0,0\n"
    "MARKER/300, PART=3\nMARKER/301, PART=3, QP=0.4,0,0\n"
    "JOINT/1, REVOLUTE, I=200, J=101\nJOINT/2, REVOLUTE, I=300, J=202\nEND\n";

TEST(double_pendulum_of_rods_has_its_two_frequencies)
{
    Fixture f;
    start(&f, rods, true);
    assert_int_equal(f.m.n, 2);
    has(&f.m, 0, 2.91432124427, 1e-11);
    has(&f.m, 0, 6.80834413547, 1e-11);
    assert_int_equal(cd_modes_growing(&f.m), -1);
    /* in the first mode the rods swing the same way; the angle of the second follows from (K - w^2 M) a = 0 */
    double w2 = 2.91432124427 * 2.91432124427, ratio = (2 * 9.81 - w2 * (2. / 3 + 1)) / (w2 * 0.4);
    const double *q = f.m.mode[0].q_re;
    assert_near(q[11] / q[5], ratio, 1e-9);
    assert_near(q[6], 1, 1e-15); /* the largest displacement */
    finish(&f);
}

/* Point masses on massless rods: distances kept by equations. */
TEST(double_pendulum_of_point_masses_has_its_two_frequencies)
{
    Fixture f;
    start(&f,
          "two point masses\nACCGRAV/JGRAV=-9.81\nPART/1, GROUND\nMARKER/101, PART=1\n"
          "POINT_MASS/1, MASS=1.5, CM=11, QG=0,-1,0\nMARKER/11, POINT_MASS=1\n"
          "POINT_MASS/2, MASS=1.5, CM=12, QG=0,-2,0\nMARKER/12, POINT_MASS=2\n"
          "GCON/1, FUNCTION=DM(11,101)-1\nGCON/2, FUNCTION=DM(12,11)-1\n"
          "GCON/3, FUNCTION=DZ(11,101)\nGCON/4, FUNCTION=DZ(12,101)\nEND\n",
          false);
    assert_int_equal(f.m.n, 2);
    has(&f.m, 0, sqrt(9.81 * (2 - sqrt(2))), 1e-12);
    has(&f.m, 0, sqrt(9.81 * (2 + sqrt(2))), 1e-12);
    finish(&f);
}

static const char *pendulum(double angle_deg)
{
    static char text[1000];
    snprintf(
        text, sizeof text,
        "pendulum\nACCGRAV/JGRAV=-9.81\nPART/1, GROUND\nMARKER/101, PART=1\n"
        "PART/2, MASS=2, CM=201, IP=0.1,0.1,0.1, REULER=%.17gD,0,0\nMARKER/200, PART=2\nMARKER/201, PART=2, QP=0.5,0,0\n"
        "JOINT/1, REVOLUTE, I=200, J=101\nEND\n",
        angle_deg);
    return text;
}

TEST(hanging_pendulum_swings_and_upright_one_falls)
{
    double rate = sqrt(2 * 9.81 * 0.5 / (0.1 + 2 * 0.25));
    Fixture f;
    start(&f, pendulum(-90), true);
    assert_int_equal(f.m.n, 1);
    has(&f.m, 0, rate, 1e-12);
    assert_int_equal(cd_modes_growing(&f.m), -1);
    finish(&f);
    start(&f, pendulum(90), true);
    assert_int_equal(f.m.n, 2);
    has(&f.m, rate, 0, 1e-12);
    has(&f.m, -rate, 0, 1e-12);
    int grows = cd_modes_growing(&f.m);
    assert_near(f.m.mode[grows].re, rate, 1e-12);
    char label[CD_LABEL_ROOM];
    assert_string_equal(cd_mode_carrier(&f.m, grows, label), "PART/2");
    finish(&f);
}

TEST(state_that_is_no_equilibrium_is_told)
{
    Fixture f;
    start(&f, pendulum(0), false);
    assert_int_equal(messages(f.o.log, CD_LINEAR_ACCELERATED), 1);
    finish(&f);
}

/* ---- modes that nothing holds ------------------------------------------------------------------------------------ */

TEST(free_body_has_six_modes_and_twelve_zeros)
{
    Fixture f;
    start(&f,
          "free\nPART/1, GROUND\nMARKER/101, PART=1\nPART/2, MASS=2, CM=201, IP=0.1,0.2,0.25, REULER=30D,40D,50D\n"
          "MARKER/201, PART=2, QP=0.5,0.1,0.2\nEND\n",
          false);
    assert_int_equal(f.m.n, 6);
    assert_int_equal(f.m.flat, 6);
    assert_int_equal(f.m.zeros, 12);
    for (int k = 0; k < 6; k++) assert_true(f.m.mode[k].frequency == 0 && f.m.mode[k].re == 0);
    finish(&f);
}

/* ---- beams ------------------------------------------------------------------------------------------------------- */

static void append(char **to, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void append(char **to, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    *to += vsprintf(*to, format, args);
    va_end(args);
}

/* A steel bar of 1 m, 20 mm square, in n massless BEAMs between lumps; clamped at one end, or free: then both end lumps
 * are halves. */
static const char *bar(int n, double shear, bool clamped)
{
    static char text[60000];
    char *t = text;
    double b = 0.02, h = 1.0 / n, E = 2.07e11, rho = 7801, area = b * b, inertia = b * b * b * b / 12;
    double half = rho * area * h / 2 * (h * h / 4 / 3 + b * b / 12);
    append(&t, "bar\nPART/1, GROUND\nMARKER/100, PART=1\nMARKER/101, PART=1\n");
    for (int k = clamped; k <= n; k++) {
        bool end = k == n || k == 0;
        double m = rho * area * h * (end ? 0.5 : 1), J = end ? half : m * (h * h + b * b) / 12;
        append(&t, "PART/%d, MASS=%.17g, CM=%d, IP=%.17g,%.17g,%.17g, QG=%.17g,0,0\nMARKER/%d, PART=%d\n", k + 2, m,
               200 + k, m * b * b / 6, J, J, k * h, 200 + k, k + 2);
    }
    for (int k = 1; k <= n; k++)
        append(&t,
               "BEAM/%d, I=%d, J=%d, LENGTH=%.17g, AREA=%.17g, IXX=%.17g, IYY=%.17g, IZZ=%.17g, EMODULUS=%.17g, "
               "GMODULUS=%.17g, ASY=%g, ASZ=%g\n",
               k, 200 + k, k == 1 && clamped ? 101 : 199 + k, h, area, 0.1406 * b * b * b * b, inertia, inertia, E,
               E / 2 / 1.29, shear, shear);
    append(&t, "END\n");
    return text;
}

static void has_bending(int n, double shear, const double hertz[3])
{
    Fixture f;
    start(&f, bar(n, shear, true), false);
    for (int k = 0; k < 3; k++) {
        int found = 0; /* two planes */
        for (int i = 0; i < f.m.n; i++) found += fabs(f.m.mode[i].frequency / hertz[k] - 1) < 1e-6 / 30;
        if (found != 2) print_error("%d modes at %.9g Hz\n", found, hertz[k]);
        assert_int_equal(found, 2);
    }
    assert_int_equal(f.m.n, 6 * n);
    finish(&f);
}

TEST(cantilever_of_beams_has_the_frequencies_of_its_lumps)
{
    has_bending(5, 0, (double[]){ 16.219705, 93.730981, 241.831551 });
    has_bending(5, 1.2, (double[]){ 16.216070, 93.598972, 241.098434 });
    has_bending(10, 0, (double[]){ 16.533515, 101.292740, 275.980144 });
    has_bending(10, 1.2, (double[]){ 16.529619, 101.132173, 274.992597 });
}

TEST(free_bar_has_six_clean_zeros)
{
    Fixture f;
    start(&f, bar(10, 1.2, false), false);
    assert_int_equal(f.m.zeros, 12);
    assert_int_equal(f.m.flat, 6);
    assert_near(f.m.mode[6].frequency, 100.656423819, 1e-8); /* beam matrices by hand, Jacobi rotations */
    assert_near(f.m.mode[7].frequency, f.m.mode[6].frequency, 1e-5);
    finish(&f);
}

/* A narrow cantilever along x of 16 BEAMs, with EI_strong in the plane of its tip load P along -y; EI_weak and GJ are
 * given as such. Frequency squared of the lowest mode, negative if it grows. */
static double sideways(double P, double strong)
{
    enum { N = 16 };
    static char text[20000];
    char *t = text;
    double L = 0.508, h = L / N, weak = 2.42873, GJ = 3.10334;
    append(&t, "narrow\nPART/1, GROUND\nMARKER/100, PART=1\nMARKER/200, PART=1\nMARKER/901, PART=1, FLOATING\n");
    for (int k = 1; k <= N; k++)
        append(&t, "PART/%d, MASS=0.01, CM=%d, IP=1E-5,1E-5,1E-5, QG=%.17g,0,0\nMARKER/%d, PART=%d\n", k + 1, 200 + k,
               k * h, 200 + k, k + 1);
    for (int k = 1; k <= N; k++)
        append(
            &t,
            "BEAM/%d, I=%d, J=%d, LENGTH=%.17g, AREA=0.1, IXX=%.17g, IYY=%.17g, IZZ=%g, EMODULUS=1E7, GMODULUS=1E7\n",
            k, 200 + k, 199 + k, h, GJ / 1e7, weak / 1e7, strong / 1e7);
    append(&t, "VFORCE/1, I=%d, JFLOAT=901, RM=100, FX=0\\FY=-%.17g\\FZ=0\nEND\n", 200 + N, P);
    Fixture f;
    start(&f, text, true);
    int grows = cd_modes_growing(&f.m);
    double size = 2 * M_PI * f.m.mode[0].frequency;
    finish(&f);
    return grows >= 0 ? -size * size : size * size;
}

TEST(narrow_cantilever_buckles_sideways_at_its_critical_load)
{
    double critical = 4.0126 * sqrt(2.42873 * 3.10334) / 0.508 / 0.508; /* 42.688 */
    /* a hundred times stiffer than F3's, so that it is straight when it buckles, as the formula has it */
    assert_true(sideways(0.98 * critical, 3627.94) > 0);
    assert_true(sideways(1.02 * critical, 3627.94) < 0);
}

/* With F3's own stiffness it has sunk by a twentieth of its length by then. The rod linearised about its elastica, A' -
 * k B + p_n F_n = 0, B' + k A - p_n F_t = 0, A = GJ (p_t' - k p_n) + M p_n, B = EI_weak (p_n' + k p_t) - M p_t, clamped
 * and free, loses its stability at 47.35957 (Runge-Kutta and bisection, 400 steps), 11 % above the formula. */
TEST(deflection_before_buckling_raises_the_load)
{
    assert_true(sideways(0.99 * 47.35957, 36.2794) > 0);
    assert_true(sideways(1.01 * 47.35957, 36.2794) < 0);
}

/* ---- damping and energies ---------------------------------------------------------------------------------------- */

static const char quarter_car[] =
    "quarter car\nPART/1, GROUND\nMARKER/101, PART=1\n"
    "PART/2, MASS=40, CM=201, IP=1,1,1, QG=0,0,0.3\nMARKER/201, PART=2\n"
    "PART/3, MASS=400, CM=301, IP=1,1,1, QG=0,0,0.8\nMARKER/301, PART=3\n"
    "JOINT/1, TRANSLATIONAL, I=201, J=101\nJOINT/2, TRANSLATIONAL, I=301, J=101\n"
    "SFORCE/1, TRANSLATION, I=201, J=101, FUNCTION=-1.8E5*(DZ(201,101)-0.3-VARVAL(1))\n"
    "SPRINGDAMPER/2, TRANSLATION, I=301, J=201, K=2E4, C=1500, LENGTH=0.5\n"
    "VARIABLE/1, FUNCTION=0\nVARIABLE/2, FUNCTION=DZ(301,101)\nVARIABLE/3, FUNCTION=DZ(201,101)\n"
    "PINPUT/1, VARIABLES=1\nPOUTPUT/1, VARIABLES=2,3\nEND\n";

TEST(quarter_car_has_its_damped_eigenvalues)
{
    Fixture f;
    start(&f, quarter_car, false);
    assert_int_equal(f.m.n, 2);
    has(&f.m, -1.54709733, 6.60738138, 1e-9);
    has(&f.m, -19.07790267, 67.24523137, 1e-9);
    assert_near(f.m.mode[0].damping, 1.54709733 / hypot(1.54709733, 6.60738138), 1e-8);

    /* energies: by hand from the shape, body and wheel along z */
    double share[3], total, strain[3];
    const Mode *x = &f.m.mode[0];
    double wheel = hypot(x->p_re[2], x->p_im[2]), body = hypot(x->p_re[8], x->p_im[8]);
    cd_mode_kinetic(&f.m, 0, share);
    total = 40 * wheel * wheel + 400 * body * body;
    assert_near(share[0], 100 * 40 * wheel * wheel / total, 1e-9);
    assert_near(share[1], 100 * 400 * body * body / total, 1e-9);
    double tyre = hypot(x->q_re[2], x->q_im[2]);
    double spring = hypot(x->q_re[8] - x->q_re[2], x->q_im[8] - x->q_im[2]);
    total = 1.8e5 * tyre * tyre + 2e4 * spring * spring;
    assert_true(cd_mode_loads(&f.m, 0, false, strain));
    for (int k = 0; k < 2; k++) {
        bool is_tyre = f.l.e->loads.load[k].kind == KIND_sforce;
        assert_near(strain[k], 100 * (is_tyre ? 1.8e5 * tyre * tyre : 2e4 * spring * spring) / total, 1e-9);
    }
    assert_near(strain[2], 0, 1e-9);
    assert_true(cd_mode_loads(&f.m, 0, true, strain));
    for (int k = 0; k < 2; k++) assert_near(strain[k], f.l.e->loads.load[k].kind == KIND_sforce ? 0 : 100, 1e-9);
    finish(&f);
}

TEST(without_damping_eigenvalues_are_imaginary)
{
    Fixture f;
    start(&f, quarter_car, false);
    Linearised l;
    Modes m;
    assert_true(cd_linearise(f.o.s, (LinearOptions){ .without_damping = true }, f.o.log, &l) && cd_modes_find(&l, &m));
    /* 40 400 s^4 + (400 (ks + kt) + 40 ks) s^2 + ks kt = 0 */
    double a = 16000, b = 400 * 2e5 + 40 * 2e4, c = 2e4 * 1.8e5, root = sqrt(b * b - 4 * a * c);
    has(&m, 0, sqrt((b - root) / (2 * a)), 1e-11);
    has(&m, 0, sqrt((b + root) / (2 * a)), 1e-11);
    cd_modes_close(&m);
    cd_linearised_close(&l);
    finish(&f);
}

/* ---- inputs and outputs ------------------------------------------------------------------------------------------ */

/* Two masses in a row: ground - k1, c1 - m1 - k2, c2 - m2; a force u on m1; outputs: the second displacement, the first
 * spring force with what passes straight from the input, and the acceleration of m1. */
static const char two_masses[] =
    "two masses\nPART/1, GROUND\nMARKER/101, PART=1, REULER=90D,90D,0\n"
    "PART/2, MASS=2, CM=201, IP=1,1,1, QG=1,0,0\nMARKER/201, PART=2, REULER=90D,90D,0\n"
    "PART/3, MASS=3, CM=301, IP=1,1,1, QG=2,0,0\nMARKER/301, PART=3, REULER=90D,90D,0\n"
    "JOINT/1, TRANSLATIONAL, I=201, J=101\nJOINT/2, TRANSLATIONAL, I=301, J=101\n"
    "SPRINGDAMPER/1, TRANSLATION, I=201, J=101, K=100, C=4, LENGTH=1\n"
    "SPRINGDAMPER/2, TRANSLATION, I=301, J=201, K=50, C=1, LENGTH=1\n"
    "VFORCE/1, I=201, JFLOAT=901, RM=100, FX=VARVAL(1)\\FY=0\\FZ=0\nMARKER/100, PART=1\nMARKER/901, PART=1, FLOATING\n"
    "VARIABLE/1, FUNCTION=0\nVARIABLE/2, FUNCTION=DX(301,100)\n"
    "VARIABLE/3, FUNCTION=100*DX(201,100)+4*VX(201,100)+0.5*VARVAL(1)\nVARIABLE/4, FUNCTION=ACCX(201,100)\n"
    "PINPUT/7, VARIABLES=1\nPOUTPUT/8, VARIABLES=2,3,4\nEND\n";

static const double plant_A[4][4] = {
    { 0, 0, 1, 0 }, { 0, 0, 0, 1 }, { -75, 25, -2.5, 0.5 }, { 50. / 3, -50. / 3, 1. / 3, -1. / 3 }
};
static const double plant_B[4] = { 0, 0, 0.5, 0 };
static const double plant_C[3][4] = { { 0, 1, 0, 0 }, { 100, 0, 4, 0 }, { -75, 25, -2.5, 0.5 } };
static const double plant_D[3] = { 0, 0.5, 0.5 };

TEST(two_masses_have_the_matrices_derived_by_hand)
{
    Fixture f;
    start(&f, two_masses, false);
    Plant p;
    cd_plant_open(&f.l, 0, 0, &p);
    assert_int_equal(f.l.n, 4);
    assert_int_equal(p.inputs, 1);
    assert_int_equal(p.outputs, 3);
    char label[CD_LABEL_ROOM];
    assert_string_equal(cd_linear_label(&f.l, 0, label), "PART/2 x");
    assert_string_equal(cd_linear_label(&f.l, 3, label), "PART/3 x rate");
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) assert_near(f.l.A[i + 4 * j], plant_A[i][j], 1e-12);
        assert_near(p.B[i], plant_B[i], 1e-12);
    }
    for (int r = 0; r < 3; r++) {
        for (int j = 0; j < 4; j++) assert_near(p.C[r + 3 * j], plant_C[r][j], 1e-12);
        assert_near(p.D[r], plant_D[r], 1e-12);
    }
    double mass[4];
    cd_linear_masses(&f.l, true, mass);
    assert_near(mass[0], 2, 1e-14), assert_near(mass[3], 3, 1e-14), assert_near(mass[1], 0, 1e-14);
    cd_plant_close(&p);
    finish(&f);
}

/* H(s) of the displacement of the second mass by Cramer's rule. */
TEST(frequency_response_is_the_transfer_function)
{
    Fixture f;
    start(&f, two_masses, false);
    Plant p;
    TextBuffer text = { 0 };
    cd_plant_open(&f.l, 0, 0, &p);
    cd_plant_response(&text, &p, NULL, 200);
    cd_buffer_char(&text, '\0');
    int lines = 0;
    for (char *line = strchr(text.at, '\n') + 1; *line; line = strchr(line, '\n') + 1, lines++) {
        double hertz, size[3], phase[3];
        assert_int_equal(sscanf(line, "%lf,%lf,%lf,%lf,%lf,%lf,%lf", &hertz, &size[0], &phase[0], &size[1], &phase[1],
                                &size[2], &phase[2]),
                         7);
        double complex s = 2 * M_PI * hertz * I, a = 2 * s * s + 5 * s + 150, b = s + 50, c = 3 * s * s + s + 50;
        double complex x1 = c / (a * c - b * b), x2 = b / (a * c - b * b);
        double complex H[3] = { x2, (100 + 4 * s) * x1 + 0.5, s * s * x1 };
        for (int k = 0; k < 3; k++)
            assert_near(cabs(size[k] * cexp(I * phase[k] * M_PI / 180) - H[k]) / cabs(H[k]), 0, 1e-10);
    }
    assert_int_equal(lines, 200);
    cd_buffer_close(&text);
    cd_plant_close(&p);
    finish(&f);
}

/* A first-order lag in front of a mass: the state of the DIFF is one of y. */
TEST(states_of_diff_belong_to_the_model)
{
    Fixture f;
    start(&f,
          "lag\nPART/1, GROUND\nMARKER/101, PART=1\nPART/2, MASS=2, CM=201, IP=1,1,1\nMARKER/201, PART=2\n"
          "JOINT/1, TRANSLATIONAL, I=201, J=101\nMARKER/901, PART=1, FLOATING\n"
          "VFORCE/1, I=201, JFLOAT=901, RM=101, FX=0\\FY=0\\FZ=DIF(1)-8*DZ(201,101)\n"
          "DIFF/1, IC=0, FUNCTION=-3*DIF(1)+VZ(201,101)\nEND\n",
          false);
    const double A[3][3] = { { 0, 1, 0 }, { -4, 0, 0.5 }, { 0, 1, -3 } };
    assert_int_equal(f.l.n, 3);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) assert_near(f.l.A[i + 3 * j], A[i][j], 1e-13);
    finish(&f);
}

/* ---- steady motion ----------------------------------------------------------------------------------------------- */

/* A symmetric rotor, spin W, on a spring at each end: translation and tilting decouple; tilting: Id th'' - i W Ip th' +
 * kt th = 0. */
TEST(spinning_rotor_has_forward_and_backward_whirl)
{
    double Ip = 0.5, Id = 0.3, W = 120, k = 2e4, a = 0.4, kt = 2 * k * a * a, h = W * Ip / 2 / Id;
    char text[2000];
    snprintf(text, sizeof text,
             "rotor\nPART/1, GROUND\nMARKER/101, PART=1, QP=0,0,-0.4\nMARKER/102, PART=1, QP=0,0,0.4\n"
             "PART/2, MASS=10, CM=200, IP=%g,%g,%g, WZ=%g, REULER=25D,0,0\nMARKER/200, PART=2\n"
             "MARKER/201, PART=2, QP=0,0,-0.4\nMARKER/202, PART=2, QP=0,0,0.4\n"
             "VFORCE/1, I=201, JFLOAT=901, RM=101, FX=-2E4*DX(201,101)\\FY=-2E4*DY(201,101)\\FZ=-3E3*DZ(201,101)\n"
             "VFORCE/2, I=202, JFLOAT=902, RM=101, FX=-2E4*DX(202,102)\\FY=-2E4*DY(202,102)\\FZ=-3E3*DZ(202,102)\n"
             "MARKER/901, PART=1, FLOATING\nMARKER/902, PART=1, FLOATING\nEND\n",
             Id, Id, Ip, W);
    Fixture f;
    start(&f, text, false);
    has(&f.m, 0, sqrt(4e4 / 10), 1e-11);
    has(&f.m, 0, sqrt(6e3 / 10), 1e-11);
    has(&f.m, 0, h + sqrt(h * h + kt / Id), 1e-11);
    has(&f.m, 0, -h + sqrt(h * h + kt / Id), 1e-11);
    assert_int_equal(f.m.n, 6);
    assert_int_equal(f.m.zeros, 2); /* the spin */
    assert_int_equal(messages(f.o.log, CD_LINEAR_CHANGES) + messages(f.o.log, CD_LINEAR_ACCELERATED), 0);
    finish(&f);
}

/* DIFF/1 decays; or counts, and nothing or the force reads it; after statics one that was held may go on. */
TEST(states_that_go_on_are_told)
{
    static const struct Case {
        const char *diff, *force;
        bool at_rest;
        int told;
    } cases[] = {
        { "FUNCTION=1-DIF(1)", "", false, 1 },
        { "IC=1, FUNCTION=1-DIF(1)", "", false, 0 },
        { "FUNCTION=1-DIF(1)", "", true, 0 },
        { "FUNCTION=5", "", false, 0 },
        { "FUNCTION=5", "-DIF(1)**2", false, 1 },
        { "STATIC_HOLD, FUNCTION=5", "-DIF(1)**2", true, 0 }, /* a constant */
        { "STATIC_HOLD, FUNCTION=5", "", true, 0 },
        { "IC=0.7, STATIC_HOLD, FUNCTION=DIF(1)-0.7", "-DIF(1)**2", true, 0 },
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        Fixture f;
        char text[600];
        snprintf(text, sizeof text,
                 "state\nPART/1, GROUND\nMARKER/101, PART=1\nPART/2, MASS=3, CM=200, IP=1,1,1\nMARKER/200, PART=2\n"
                 "JOINT/1, TRANSLATIONAL, I=200, J=101\nDIFF/1, %s\n"
                 "SFORCE/1, TRANSLATION, ACTIONONLY, I=200, J=101, FUNCTION=-100*DZ(200,101)%s\nEND\n",
                 cases[k].diff, cases[k].force);
        start(&f, text, cases[k].at_rest);
        assert_int_equal(messages(f.o.log, CD_LINEAR_STATE_MOVES), cases[k].told);
        finish(&f);
    }
}

TEST(rotor_without_symmetry_is_told)
{
    Fixture f;
    start(&f,
          "rotor\nPART/1, GROUND\nMARKER/101, PART=1\nPART/2, MASS=10, CM=200, IP=1,1.2,1.3, WZ=10\n"
          "MARKER/200, PART=2\nJOINT/1, SPHERICAL, I=200, J=101\nEND\n",
          false);
    assert_int_equal(messages(f.o.log, CD_LINEAR_CHANGES), 1);
    finish(&f);
}

/* A disc on a bearing with two stiffnesses across its axis, which stands on the ground or turns with the disc; it is
 * soft, or very stiff, against tilting, as it seems to be in small units of length. */
TEST(bearing_that_turns_with_the_shaft_is_told)
{
    for (int k = 0; k < 4; k++) {
        int turns = k & 1;
        const char *tilting = k & 2 ? "1E10" : "1E2";
        Fixture f;
        char text[600];
        snprintf(
            text, sizeof text,
            "rotor\nPART/1, GROUND\nMARKER/101, PART=1\nPART/2, MASS=10, CM=200, IP=1,1,1.5, WZ=10\nMARKER/200, PART=2\n"
            "BUSHING/1, I=%d, J=%d, K=1E3,2E3,1E3, KT=%s,%s,0\nEND\n",
            turns ? 101 : 200, turns ? 200 : 101, tilting, tilting);
        start(&f, text, false);
        assert_int_equal(messages(f.o.log, CD_LINEAR_CHANGES), turns);
        finish(&f);
    }
}

/* A shaft along x of 13 BEAMs with three discs, springs and dampers across it at both ends, all of it spinning. */
static const char *disc_rotor(double spin)
{
    enum { N = 13 };
    static char text[20000];
    char *t = text;
    static const struct {
        int node;
        double mass, diametral, polar;
    } disc[] = { { 2, 14.580132, 0.064638583, 0.123202111 },
                 { 5, 45.945793, 0.497746086, 0.976348092 },
                 { 10, 55.134951, 0.602349340, 1.171617710 } };
    double h = 0.1, r = 0.05, E = 2e11, nu = 0.3, area = M_PI * r * r, second = area * r * r / 4;
    append(&t,
           "rotor\nPART/1, GROUND\nMARKER/100, PART=1\nMARKER/101, PART=1, QP=0,0,0\nMARKER/102, PART=1, QP=1.3,0,0\n"
           "MARKER/901, PART=1, FLOATING\nMARKER/902, PART=1, FLOATING\n");
    for (int k = 0; k <= N; k++) {
        double length = k == 0 || k == N ? h / 2 : h, m = 7800 * area * length;
        double polar = m * r * r / 2, diametral = m * (3 * r * r + length * length) / 12;
        for (size_t d = 0; d < sizeof disc / sizeof *disc; d++)
            if (disc[d].node == k) m += disc[d].mass, polar += disc[d].polar, diametral += disc[d].diametral;
        append(&t, "PART/%d, MASS=%.17g, CM=%d, IP=%.17g,%.17g,%.17g, QG=%.17g,0,0, WX=%.17g\nMARKER/%d, PART=%d\n",
               k + 2, m, 200 + k, polar, diametral, diametral, k * h, spin, 200 + k, k + 2);
    }
    for (int k = 1; k <= N; k++)
        append(
            &t,
            "BEAM/%d, I=%d, J=%d, LENGTH=%g, AREA=%.17g, IXX=%.17g, IYY=%.17g, IZZ=%.17g, EMODULUS=%g, GMODULUS=%.17g, "
            "ASY=%.17g, ASZ=%.17g\n",
            k, 200 + k, 199 + k, h, area, 2 * second, second, second, E, E / 2 / (1 + nu), (7 + 6 * nu) / 6 / (1 + nu),
            (7 + 6 * nu) / 6 / (1 + nu));
    for (int k = 1; k <= 2; k++) {
        int i = k == 1 ? 200 : 200 + N, j = 100 + k;
        append(&t,
               "VFORCE/%d, I=%d, JFLOAT=%d, RM=100, FX=-1E6*DX(%d,%d)\\FY=-5E7*DY(%d,%d)-500*VY(%d,%d)\\"
               "FZ=-7E7*DZ(%d,%d)-700*VZ(%d,%d)\n",
               k, i, 900 + k, i, j, i, j, i, j, i, j, i, j);
    }
    append(&t, "END\n");
    return text;
}

static void has_whirls(double rpm, int n, const double *hertz, double share)
{
    Fixture f;
    start(&f, disc_rotor(rpm * M_PI / 30), false);
    for (int k = 0; k < n; k++) {
        double nearest = INFINITY;
        for (int i = 0; i < f.m.n; i++) nearest = fmin(nearest, fabs(f.m.mode[i].im / 2 / M_PI - hertz[k]));
        if (nearest > share * hertz[k]) print_error("%g rpm: no whirl at %g Hz, off by %g\n", rpm, hertz[k], nearest);
        assert_true(nearest <= share * hertz[k]);
    }
    assert_int_equal(f.m.zeros, 2);
    assert_int_equal(messages(f.o.log, CD_LINEAR_CHANGES) + messages(f.o.log, CD_LINEAR_ACCELERATED), 0);
    finish(&f);
}

TEST(rotor_with_three_discs_has_the_whirls_of_the_book)
{
    has_whirls(25000, 9, (double[]){ 55.411, 67.197, 157.898, 193.639, 249.851, 407.463, 446.713, 622.696, 714.902 },
               0.02);
    has_whirls(0, 6, (double[]){ 60.615, 63.026, 169.50, 185.56, 329.61, 362.08 }, 0.02);
}

/* The published bicycle at speed v. x forward, z down; the contact point of a wheel is the lowest point of its rim. */
static const char *bicycle(double v)
{
    static char text[6000];
    char *t = text;
    const double tilt = M_PI / 10, radius[2] = { 0.3, 0.35 };
    append(&t,
           "bicycle\nACCGRAV/KGRAV=9.81\nPART/1, GROUND\nMARKER/100, PART=1\n"
           "PART/2, MASS=2, CM=201, IP=0.0603,0.12,0.0603, QG=0,0,-0.3, VX=%.17g, WY=%.17g\n"
           "PART/3, MASS=85, CM=301, IP=9.2,11,2.8,0,-2.4,0, QG=0.3,0,-0.9, VX=%.17g\n"
           "PART/4, MASS=4, CM=401, IP=0.05892,0.06,0.00708,0,0.00756,0, QG=0.9,0,-0.7, VX=%.17g\n"
           "PART/5, MASS=3, CM=501, IP=0.1405,0.28,0.1405, QG=1.02,0,-0.35, VX=%.17g, WY=%.17g\n",
           v, -v / radius[0], v, v, v, -v / radius[1]);
    append(&t,
           "MARKER/201, PART=2\nMARKER/202, PART=2, QP=0,1,0\nMARKER/203, PART=2, REULER=0,90D,0\nMARKER/301, PART=3\n"
           "MARKER/302, PART=3, QP=-0.3,0,0.6, REULER=0,90D,0\nMARKER/401, PART=4\nMARKER/501, PART=5\n"
           "MARKER/502, PART=5, QP=0,1,0\nMARKER/503, PART=5, REULER=0,90D,0\n"
           "MARKER/402, PART=4, QP=0.12,0,0.35, REULER=0,90D,0\n");
    /* the steering axis meets the ground at x = 1.02 + 0.08; both markers stand there */
    append(
        &t,
        "MARKER/303, PART=3, QP=0.8,0,0.9, REULER=90D,%.17g,0\nMARKER/403, PART=4, QP=0.2,0,0.7, REULER=90D,%.17g,0\n",
        tilt, tilt);
    append(&t, "JOINT/1, REVOLUTE, I=203, J=302\nJOINT/2, REVOLUTE, I=403, J=303\nJOINT/3, REVOLUTE, I=503, J=402\n");
    for (int k = 0; k < 2; k++) {
        int c = k ? 501 : 201;
        char down[100];
        snprintf(down, sizeof down, "SQRT(1-DZ(%d,%d)**2)", c + 1, c);
        append(&t, "GCON/%d, FUNCTION=DZ(%d,100)+%g*%s\n", 3 * k + 1, c, radius[k], down);
        append(&t, "GCON/%d, FUNCTION=VX(%d)+%g*(WY(%d)*%s+WZ(%d)*DZ(%d,%d)*DY(%d,%d)/%s)\n", 3 * k + 2, c, radius[k],
               c, down, c, c + 1, c, c + 1, c, down);
        append(&t, "GCON/%d, FUNCTION=VY(%d)-%g*(WX(%d)*%s+WZ(%d)*DZ(%d,%d)*DX(%d,%d)/%s)\n", 3 * k + 3, c, radius[k],
               c, down, c, c + 1, c, c + 1, c, down);
    }
    append(&t, "END\n");
    return text;
}

TEST(bicycle_has_the_published_eigenvalues)
{
    static const struct {
        double v;
        int n;
        double s[4][2];
    } at[] = {
        { 0, 4, { { 3.13164324791, 0 }, { -3.13164324791, 0 }, { 5.53094371765, 0 }, { -5.53094371765, 0 } } },
        { 4, 3, { { 0.41325331521, 3.07910818603 }, { -1.42944427361, 0 }, { -12.15861426576, 0 } } },
        { 5, 3, { { -0.77534188220, 4.46486771379 }, { -0.32286642900, 0 }, { -14.07838969280, 0 } } },
        { 8, 3, { { -2.69348683581, 8.46037971397 }, { 0.14327879766, 0 }, { -20.27940894395, 0 } } },
    };
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        Fixture f;
        start(&f, bicycle(at[i].v), false);
        assert_int_equal(f.l.positions, 7);
        assert_int_equal(f.l.velocities, 3);
        for (int k = 0; k < at[i].n; k++) has(&f.m, at[i].s[k][0], at[i].s[k][1], 1e-9);
        assert_int_equal(f.m.zeros, 6);
        assert_int_equal(messages(f.o.log, CD_LINEAR_CHANGES) + messages(f.o.log, CD_LINEAR_ACCELERATED), 0);
        finish(&f);
    }
}

/* ---- zeros ------------------------------------------------------------------------------------------------------- */

/* A steel bar of n beams, 1 m long, in metres or millimetres, clamped or free, with damping that is `ratio` times the
 * stiffness. */
static const char *steel_bar(int n, bool clamped, double unit, double ratio)
{
    static char text[40000];
    char *t = text;
    double h = unit / n, b = 0.02 * unit, E = 2.07e11 / unit, G = 8.02e10 / unit;
    append(&t, "bar\nPART/1, GROUND\nMARKER/10, PART=1\n");
    for (int i = clamped ? 1 : 0; i <= n; i++) {
        double m = 7801 * 4e-4 / n * (i > 0 && i < n ? 1 : 0.5), j = m * (h * h + b * b) / 12;
        append(&t, "PART/%d, MASS=%.15g, CM=%d, IP=%.15g,%.15g,%.15g, QG=%.15g,0,0\nMARKER/%d, PART=%d\n", i + 2, m,
               10 * (i + 2), m * b * b / 6, j, j, i * h, 10 * (i + 2), i + 2);
        if (i > 0)
            append(&t,
                   "BEAM/%d, I=%d, J=%d, LENGTH=%.15g, AREA=%.15g, IXX=%.15g, IYY=%.15g, IZZ=%.15g, EMODULUS=%.15g, "
                   "GMODULUS=%.15g, CRATIO=%.15g\n",
                   i, 10 * (i + 2), clamped && i == 1 ? 10 : 10 * (i + 1), h, b * b, 0.140625 * pow(b, 4),
                   pow(b, 4) / 12, pow(b, 4) / 12, E, G, ratio);
    }
    append(&t, "END\n");
    return text;
}

/* Damping in proportion to stiffness leaves the shapes as they are: s^2 + c w^2 s + w^2 = 0, in any unit, and adds no
 * zeros. */
TEST(zeros_depend_on_neither_units_nor_damping)
{
    for (int clamped = 0; clamped < 2; clamped++) {
        double w = 0;
        for (int mm = 0; mm < 2; mm++)
            for (int k = 0; k < 3; k++) {
                static const double ratio[] = { 0, 1e-4, 1e-2 };
                Fixture f;
                start(&f, steel_bar(20, clamped, mm ? 1000 : 1, ratio[k]), false);
                assert_int_equal(f.m.flat, clamped ? 0 : 6);
                assert_int_equal(f.m.zeros, clamped ? 0 : 12);
                if (w == 0) w = f.m.mode[f.m.flat].im;
                double re = -ratio[k] * w * w / 2, d = re * re - w * w;
                has(&f.m, d < 0 ? re : re + sqrt(d), d < 0 ? sqrt(-d) : 0, 1e-6);
                assert_int_equal(cd_modes_growing(&f.m), -1);
                finish(&f);
            }
        /* Euler-Bernoulli; twenty lumped masses are 1.4 % below it for the free bar, and forty 0.4 % */
        assert_near(w / (2 * M_PI), clamped ? 16.6426 : 105.90, clamped ? 0.1 : 2);
    }
}

/* A pendulum that stands on its head falls however fast something decays elsewhere. */
TEST(growth_is_seen_beside_fast_decay)
{
    char text[2000];
    Fixture f;
    for (double rate = 1e4; rate < 2e8; rate *= 10) {
        snprintf(text, sizeof text,
                 "fast\nACCGRAV/KGRAV=-9.81\nPART/1, GROUND\nMARKER/10, PART=1, REULER=0,90D,0\nMARKER/11, PART=1, "
                 "QP=5,0,0\nPART/2, MASS=1, CM=20, IP=0.1,0.1,0.1, QG=0,0,1\nMARKER/20, PART=2\nMARKER/21, PART=2, "
                 "QP=0,0,-1, REULER=0,90D,0\nJOINT/1, REVOLUTE, I=21, J=10\nPART/3, MASS=1, CM=30, IP=1,1,1, "
                 "QG=5,0,0\nMARKER/30, PART=3\nJOINT/2, TRANSLATIONAL, I=30, J=11\nSFORCE/1, TRANSLATIONAL, I=30, "
                 "J=11, ACTIONONLY, FUNCTION=9.81-%g*VZ(30,11)-%g*DZ(30,11)\nEND\n",
                 rate, rate);
        start(&f, text, false);
        double growth = sqrt(9.81 / 1.1);
        has(&f.m, growth, 0, 1e-9);
        assert_int_equal(f.m.zeros, 0);
        int grows = cd_modes_growing(&f.m);
        assert_true(grows >= 0);
        assert_near(f.m.mode[grows].re, growth, 1e-8);
        finish(&f);
    }
}

/* ---- large models ------------------------------------------------------------------------------------------------ */

/* Whether no other mode of the list has nearly the same eigenvalue, which leaves its shape open. */
static bool stands_alone(const Modes *m, int k)
{
    const Mode *a = &m->mode[k];
    for (int j = 0; j < m->n; j++)
        if (j != k && hypot(a->re - m->mode[j].re, a->im - m->mode[j].im) < 1e-3 * hypot(a->re, a->im)) return false;
    return k >= m->flat;
}

/* Shapes are the same but for a complex factor: |a . b| = |a| |b|, displacements and rotations of all bodies. */
static void same_shape(const Mode *a, const Mode *b, int nv)
{
    double re = 0, im = 0, aa = 0, bb = 0;
    for (int i = 0; i < nv; i++) {
        re += a->q_re[i] * b->q_re[i] + a->q_im[i] * b->q_im[i];
        im += a->q_re[i] * b->q_im[i] - a->q_im[i] * b->q_re[i];
        aa += a->q_re[i] * a->q_re[i] + a->q_im[i] * a->q_im[i];
        bb += b->q_re[i] * b->q_re[i] + b->q_im[i] * b->q_im[i];
    }
    assert_near((re * re + im * im) / (aa * bb), 1, 1e-6);
}

/* The lowest modes by sparse matrices are those of the dense ones; returns how many shapes were compared. */
static int sparse_equals_dense(const char *dataset, int wanted, int compared)
{
    Fixture f;
    int shapes = 0;
    start(&f, dataset, false);
    Linearised frame;
    Modes m;
    assert_true(cd_modes_lowest(f.o.s, (LinearOptions){ 0 }, wanted, f.o.log, &frame, &m));
    assert_int_equal(m.flat, f.m.flat);
    assert_int_equal(m.zeros, f.m.zeros);
    assert_true(m.n >= compared);
    for (int k = 0; k < compared; k++) {
        const Mode *a = &m.mode[k], *b = &f.m.mode[k];
        double off = hypot(a->re - b->re, a->im - b->im), size = hypot(b->re, b->im);
        if (off > 1e-7 * size) print_error("mode %d: %.12g %.12g, not %.12g %.12g\n", k, a->re, a->im, b->re, b->im);
        assert_true(off <= 1e-7 * size);
        if (stands_alone(&m, k) && stands_alone(&f.m, k)) same_shape(a, b, f.o.s->m->nv), shapes++;
    }
    cd_modes_close(&m);
    finish(&f);
    return shapes;
}

/* A sleigh on springs with a blade that does not slip sideways, at rest and gliding: nonholonomic, three positions and
 * two velocities in the plane. */
static const char *sleigh(double speed)
{
    static char text[1200];
    snprintf(text, sizeof text,
             "sleigh\nPART/1, GROUND\nMARKER/101, PART=1\nMARKER/901, PART=1, FLOATING\n"
             "PART/2, MASS=10, CM=200, IP=1,1,2, VX=%g\nMARKER/200, PART=2\nMARKER/201, PART=2, QP=-0.4,0,0\n"
             "JPRIM/1, INPLANE, I=200, J=101\nJPRIM/2, PARALLEL, I=200, J=101\nGCON/7, FUNCTION=VY(201,101,201)\n"
             "PART/3, MASS=4, CM=300, IP=1,1,1, QG=0,1,0, VX=%g\nMARKER/300, PART=3\nMARKER/902, PART=3, FLOATING\n"
             "BUSHING/1, I=300, J=200, K=30,50,70, KT=5,6,8, C=1,1,1, CT=1,1,1\n"
             "VTORQUE/1, I=200, JFLOAT=901, RM=101, TX=0\\TY=0\\TZ=-3*AZ(200,101)-WZ(200,101)\nEND\n",
             speed, speed);
    return text;
}

/* A hub that turns, free or driven, with blades on hinges that lag and flap. */
static const char *rotor(bool driven)
{
    enum { BLADES = 6 };
    static const double spin = 10, hinge = 0.2, arm = 0.6;
    static char text[12000];
    char *t = text;
    append(&t,
           "rotor\nPART/1, GROUND\nMARKER/100, PART=1\n"
           "PART/2, MASS=3, CM=200, IP=0.2,0.2,0.3, WZ=%g\nMARKER/200, PART=2\nJOINT/1, REVOLUTE, I=200, J=100\n",
           spin);
    for (int k = 0; k < BLADES; k++) {
        double a = 2 * acos(-1) * k / BLADES, degrees = 360. * k / BLADES, r = hinge + arm;
        int part = 3 + k;
        append(&t,
               "MARKER/%d, PART=2, QP=%.17g,%.17g,0, REULER=%gD,%dD,0\n"
               "PART/%d, MASS=%g, CM=%d, IP=0.01,0.02,0.02, QG=%.17g,%.17g,0, VX=%.17g, VY=%.17g, WZ=%g\n"
               "MARKER/%d, PART=%d\nMARKER/%d, PART=%d, QP=%.17g,%.17g,0, REULER=%gD,%dD,0\n"
               "JOINT/%d, REVOLUTE, I=%d, J=%d\nSPRINGDAMPER/%d, ROTATION, I=%d, J=%d, KT=%g, CT=%g\n",
               210 + k, hinge * cos(a), hinge * sin(a), degrees, k % 2 ? 90 : 0, part, 1 + 0.1 * k, 100 * part,
               r * cos(a), r * sin(a), -spin * r * sin(a), spin * r * cos(a), spin, 100 * part, part, 100 * part + 1,
               part, -arm * cos(a), -arm * sin(a), degrees, k % 2 ? 90 : 0, part, 100 * part + 1, 210 + k, part,
               100 * part + 1, 210 + k, 20. + 3 * k, 0.05 * k);
    }
    append(&t, driven ? "MOTION/1, JOINT=1, ROTATION, VELOCITY, FUNCTION=%g\nEND\n" : "END\n", spin);
    return text;
}

TEST(lowest_modes_seen_from_a_turning_hub_are_those_of_dense_matrices)
{
    for (int driven = 0; driven < 2; driven++) {
        Opened o = open_text(rotor(driven));
        LinearOptions options = { .reference = cd_model_find(o.model, KIND_marker, 210) + 1 };
        Linearised l, frame, ground;
        Modes dense, sparse, frozen;
        assert_int_equal(cd_initial_positions(o.s, o.log), CD_OK);
        assert_int_equal(cd_initial_velocities(o.s, o.log), CD_OK);
        assert_true(cd_linearise(o.s, options, o.log, &l) && cd_modes_find(&l, &dense));
        assert_true(cd_modes_lowest(o.s, options, 14, o.log, &frame, &sparse));
        assert_true(cd_modes_lowest(o.s, (LinearOptions){ 0 }, 14, o.log, &ground, &frozen));
        assert_int_equal(sparse.flat, driven ? 0 : 1);
        assert_int_equal(dense.n, driven ? 6 : 7);
        assert_int_equal(sparse.n, dense.n); /* 14 were asked for */
        double elsewhere = 0;
        for (int k = 0; k < dense.n; k++) {
            const Mode *a = &sparse.mode[k], *b = &dense.mode[k];
            double size = fmax(1, hypot(b->re, b->im));
            assert_near(a->re, b->re, 1e-7 * size);
            assert_near(a->im, b->im, 1e-7 * size);
            for (int i = 0; i < o.s->m->nv; i++)
                assert_near(hypot(a->p_re[i], a->p_im[i]), hypot(b->p_re[i], b->p_im[i]), 1e-5 * size);
            elsewhere = fmax(elsewhere, fabs(frozen.mode[k].im - b->im));
        }
        assert_true(elsewhere > 1); /* in ground axes, at this instant, they are others */
        cd_modes_close(&dense), cd_modes_close(&sparse), cd_modes_close(&frozen);
        cd_linearised_close(&ground), cd_linearised_close(&frame), cd_linearised_close(&l);
        close_opened(&o);
    }
}

/* A row of masses on springs so soft that all of them are far below sqrt(g / length). */
TEST(lowest_modes_are_found_below_the_first_guess)
{
    enum { N = 60 };
    static char text[40000];
    char *t = text;
    Fixture f;
    append(&t, "soft\nACCGRAV/KGRAV=-9.81\nPART/1, GROUND\nMARKER/1, PART=1\n");
    for (int k = 1; k <= N; k++)
        append(
            &t,
            "PART/%d, MASS=1, CM=%d, IP=1,1,1, QG=%g,0,0\nMARKER/%d, PART=%d\nJPRIM/%d, INLINE, I=%d, J=2\nJPRIM/%d, ORIENTATION, I=%d, J=2\n"
            "SPRINGDAMPER/%d, TRANSLATION, I=%d, J=%d, K=1E-8, LENGTH=0.01\n",
            k + 1, 10 * k, 0.01 * k, 10 * k, k + 1, 2 * k, 10 * k, 2 * k + 1, 10 * k, k, 10 * k,
            k > 1 ? 10 * k - 10 : 1);
    append(&t, "MARKER/2, PART=1, REULER=90D,90D,0\nEND\n");
    start(&f, text, false);
    Linearised frame;
    Modes m;
    assert_true(cd_modes_lowest(f.o.s, (LinearOptions){ 0 }, 12, f.o.log, &frame, &m));
    assert_true(m.n >= 4);
    for (int k = 0; k < 4; k++) assert_near(m.mode[k].im, f.m.mode[k].im, 1e-7 * f.m.mode[k].im);
    cd_modes_close(&m);
    finish(&f);
}

TEST(lowest_modes_by_sparse_matrices_are_those_of_dense_ones)
{
    int shapes = sparse_equals_dense(sleigh(0), 12, 6) + sparse_equals_dense(sleigh(2), 12, 6);
    shapes += sparse_equals_dense(bar(20, 1.2, true), 16, 10) + sparse_equals_dense(bar(20, 1.2, false), 20, 12);
    shapes += sparse_equals_dense(disc_rotor(2000), 16, 8) + sparse_equals_dense(quarter_car, 2, 2);
    assert_true(shapes >= 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT(double_pendulum_of_rods_has_its_two_frequencies),
        UNIT(double_pendulum_of_point_masses_has_its_two_frequencies),
        UNIT(hanging_pendulum_swings_and_upright_one_falls),
        UNIT(state_that_is_no_equilibrium_is_told),
        UNIT(free_body_has_six_modes_and_twelve_zeros),
        UNIT(cantilever_of_beams_has_the_frequencies_of_its_lumps),
        UNIT(free_bar_has_six_clean_zeros),
        UNIT(narrow_cantilever_buckles_sideways_at_its_critical_load),
        UNIT(deflection_before_buckling_raises_the_load),
        UNIT(quarter_car_has_its_damped_eigenvalues),
        UNIT(without_damping_eigenvalues_are_imaginary),
        UNIT(two_masses_have_the_matrices_derived_by_hand),
        UNIT(frequency_response_is_the_transfer_function),
        UNIT(states_of_diff_belong_to_the_model),
        UNIT(spinning_rotor_has_forward_and_backward_whirl),
        UNIT(states_that_go_on_are_told),
        UNIT(rotor_without_symmetry_is_told),
        UNIT(bearing_that_turns_with_the_shaft_is_told),
        UNIT(rotor_with_three_discs_has_the_whirls_of_the_book),
        UNIT(bicycle_has_the_published_eigenvalues),
        UNIT(zeros_depend_on_neither_units_nor_damping),
        UNIT(growth_is_seen_beside_fast_decay),
        UNIT(lowest_modes_are_found_below_the_first_guess),
        UNIT(lowest_modes_by_sparse_matrices_are_those_of_dense_ones),
        UNIT(lowest_modes_seen_from_a_turning_hub_are_those_of_dense_matrices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
