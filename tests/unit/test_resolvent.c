/* test_resolvent.c - (1/g - J) U = r + f_t tau, held against differences of the rates themselves. */
#include "integrate.h"
#include "integrators/flow.h"
#include "system/resolvent.h"

#include <stdlib.h>

/* What depends on time: motions of all levels, forces, states, general constraints of positions and of velocities; and
 * a wheel that rolls. */
static const Problem timed[] = {
    { "driven slider with a pendulum and a state",
      "driven\nPART/1, GROUND\nMARKER/10, PART=1, REULER=0.3,1.1,0.2\n"
      "PART/2, MASS=1, CM=20, IP=0.1,0.2,0.15, REULER=0.3,1.1,0.2\nMARKER/20, PART=2\nMARKER/21, PART=2, QP=0.2,0.1,0\n"
      "PART/3, MASS=0.7, CM=30, IP=0.1,0.12,0.15, QG=0.4,0.2,0.1\nMARKER/30, PART=3, QP=0.3,0.2,-0.1\n"
      "MARKER/31, PART=3, REULER=0.3,1.1,0.2\nMARKER/11, PART=1, QP=0.4,0.2,0.1, REULER=0.3,1.1,0.2\n"
      "JOINT/1, TRANSLATIONAL, I=20, J=10\nMOTION/1, JOINT=1, TRANSLATION, FUNCTION=0.2*SIN(3*TIME)*EXP(-TIME)\n"
      "JOINT/2, SPHERICAL, I=31, J=11\nSFORCE/1, TRANSLATION, I=30, J=21, FUNCTION=(1+TIME**2)*(1-DM(30,21))-DIF(1)\n"
      "DIFF/1, FUNCTION=SIN(2*TIME)-3*DIF(1)+VZ(30,21)+FX(30,21)*TIME, IC=0.1\n"
      "GFORCE/1, I=30, JFLOAT=15, RM=21, FX=0.2*COS(TIME)\\FY=0\\FZ=DIF(1)\\TX=0\\TY=0.1*TIME\\TZ=0\n"
      "MARKER/15, PART=1, FLOATING\nACCGRAV/KGRAV=-0.5\n",
      0 },
    { "motions given as rates",
      "rates\nPART/1, GROUND\nMARKER/10, PART=1\nPART/2, MASS=1, CM=20, IP=0.1,0.2,0.15\nMARKER/20, PART=2, QP=0.2,0,0\n"
      "MARKER/21, PART=2\nMARKER/22, PART=2, QP=0.5,0,0, REULER=0,1,0\n"
      "PART/3, MASS=0.7, CM=30, IP=0.1,0.12,0.15, QG=0.5,0,0, REULER=0,1,0\nMARKER/30, PART=3, QP=0.3,0.2,-0.1\n"
      "MARKER/31, PART=3\nJOINT/1, CYLINDRICAL, I=21, J=10\nMOTION/1, JOINT=1, ROTATION, VELOCITY, FUNCTION=0.8+SIN(2*TIME)\n"
      "MOTION/2, JOINT=1, TRANSLATION, ACCELERATION, FUNCTION=COS(3*TIME), ICVEL=0.1\nJOINT/2, REVOLUTE, I=31, J=22\nACCGRAV/KGRAV=-0.5\n",
      0 },
    { "general constraints that change with time",
      "general\nPART/1, GROUND\nMARKER/10, PART=1\nPART/2, MASS=1, CM=20, IP=0.1,0.2,0.15, QG=1,0.2,0.1, VX=0.1, VY=0.2, WZ=0.4, WX=0.2\n"
      "MARKER/20, PART=2, QP=0.2,0,0\nMARKER/21, PART=2, QP=0,0.1,0.1\n"
      "GCON/1, FUNCTION=DX(21,10)**2+DY(21,10)**2*(1+0.2*SIN(TIME))-1-0.1*TIME**3\n"
      "GCON/2, FUNCTION=VZ(21,10,20)*(1+TIME**2)+VX(21,10,10)*DZ(20,10)-0.2*COS(TIME)\nACCGRAV/KGRAV=-0.5\n",
      0 },
    { "blade on a plane",
      "blade\nPART/1, GROUND\nMARKER/10, PART=1\nPART/2, MASS=2, CM=20, IP=0.1,0.2,0.3, REULER=0.5,0,0, VX=1, WZ=0.8\n"
      "MARKER/20, PART=2, QP=0.4,0.1,0\nMARKER/21, PART=2\nJOINT/1, PLANAR, I=21, J=10\nGCON/1, FUNCTION=VY(21,10,21)\n",
      0 },
    { "bead on a curve that turns",
      "bead\nPART/1, GROUND\nMARKER/10, PART=1\nPART/2, MASS=1, CM=20, IP=0.1,0.2,0.15\nMARKER/20, PART=2\nMARKER/21, PART=2, FLOATING\n"
      "PART/3, MASS=0.5, CM=30, IP=0.1,0.1,0.1, QG=0.3,0,0\nMARKER/30, PART=3, QP=0.02,0.01,0\nMARKER/31, PART=3\n"
      "JOINT/1, REVOLUTE, I=20, J=10\nMOTION/1, JOINT=1, ROTATION, FUNCTION=0.7*TIME+0.1*SIN(TIME)\n"
      "MATRIX/1, FULL=RORDER, ROWS=9, COLUMNS=3, VALUES=0.3,0,0, 0.22,0.15,0.01, 0,0.2,0.02, -0.2,0.13,0, -0.3,0,0.01, -0.2,-0.14,0,\n"
      ", 0,-0.2,0.02, 0.21,-0.15,0, 0.3,0,0\nCURVE/1, CLOSED, CURVE_POINTS, MATRIX=1\n"
      "PTCV/1, CURVE=1, I=31, JFLOAT=21, RM=20\nACCGRAV/KGRAV=-0.5\n",
      0 },
};
enum { TIMED = sizeof timed / sizeof *timed };

typedef struct Probe {
    Case c;
    Flow flow;
    Partition partition;
    Resolvent resolvent;
} Probe;

static void open_probe(Probe *p, const Problem *problem, double t)
{
    static Stats stats;
    Settings set = { .tolerance.error = 1e-9, .formulation = FORM_I1, .tolerance.scale = { 1, 1, 1 } };
    *p = (Probe){ .c = open_case(problem, "") };
    follow(&p->c, t);
    cd_constraints_advance(p->c.s->c, t, p->c.log);
    cd_flow_open(&p->flow, p->c.e, &set, &stats);
    cd_partition_open(&p->flow.arena, &p->partition, p->c.s);
    cd_resolvent_open(&p->flow.arena, &p->resolvent, p->c.e, &p->partition);
    cd_flow_begin(&p->flow);
    cd_flow_choose(&p->flow, &p->partition);
    assert_non_null(p->flow.partition);
    assert_false(cd_partition_has_gone_bad(&p->partition)); /* factors of this point */
    assert_true(cd_equations_prepare(p->c.e, p->c.log));
    assert_true(cd_resolvent_evaluate(&p->resolvent));
}

static void close_probe(Probe *p)
{
    cd_resolvent_close(&p->resolvent);
    cd_partition_close(&p->partition);
    cd_flow_close(&p->flow);
    close_case(&p->c);
}

/* y' at start + f U, a time f tau later, on the constraints. */
static void rates_along(Probe *p, const double *U, double tau, double f, double *y, double *rate)
{
    Flow *w = &p->flow;
    for (int i = 0; i < w->n; i++) y[i] = w->vector.start[i] + f * U[i];
    cd_flow_restore(w);
    cd_flow_place(w, &w->point.last, w->point.last.state.t + f * tau, y);
    assert_int_equal(cd_flow_project(w, 1e-6, y), STEP_OK);
    assert_int_equal(cd_flow_rates(w, y, rate, p->c.log), STEP_OK);
}

/* Of independent coordinates and states: U / g - r against the rate of y' along (U, tau). */
static void check_answer(Probe *p, const double *r, double tau, double g, const char *name)
{
    enum { MOST = 100 };
    const double e = 1e-4;
    double U[MOST], y[MOST], plus[2][MOST], minus[2][MOST];
    int n = p->flow.n, nv = p->flow.nv;
    assert_true(n <= MOST);
    cd_flow_restore(&p->flow);
    assert_true(cd_equations_prepare(p->c.e, p->c.log));
    assert_int_equal(cd_resolvent_factor(&p->resolvent, g), LU_OK);
    cd_resolvent_solve(&p->resolvent, r, tau, U);
    for (int k = 0; k < 2; k++) {
        rates_along(p, U, tau, (k + 1) * e, y, plus[k]);
        rates_along(p, U, tau, -(k + 1) * e, y, minus[k]);
    }
    for (int i = 0; i < n; i++) {
        if (i < 2 * nv && !p->partition.independent[i % nv]) continue;
        double along = (8 * (plus[0][i] - minus[0][i]) - (plus[1][i] - minus[1][i])) / (12 * e);
        double off = fabs(U[i] / g - r[i] - along);
        if (off > 1e-7 * (1 + fabs(along)))
            fail_msg("%s: unknown %d: %.10g, not %.10g", name, i, U[i] / g - r[i], along);
    }
}

static void check_problem(const Problem *problem, double t)
{
    Probe p;
    open_probe(&p, problem, t);
    uint64_t seed = 7;
    double r[100] = { 0 };
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < p.flow.n; i++) r[i] = test_random(&seed) - 0.5;
        check_answer(&p, r, 0, 0.3 / (1 << k), problem->name);
        check_answer(&p, r, 0.2 * k - 0.1, 0.5, problem->name);
    }
    close_probe(&p);
}

TEST(answers_are_those_of_differences)
{
    for (int k = 0; k < PROBLEMS; k++) check_problem(&problems[k], 0.7);
}

TEST(what_changes_with_time_is_differentiated_too)
{
    for (int k = 0; k < TIMED; k++) check_problem(&timed[k], 0.3);
}

TEST(small_steps_leave_the_matrix_as_it_is)
{
    for (int k = 0; k < PROBLEMS; k++) {
        Probe p;
        open_probe(&p, &problems[k], 0.5);
        assert_int_equal(cd_resolvent_factor(&p.resolvent, 1e-3), LU_OK);
        double first = cd_lu_condition(p.resolvent.lu, p.resolvent.x);
        for (double g = 1e-4; g > 1e-11; g /= 10) {
            assert_int_equal(cd_resolvent_factor(&p.resolvent, g), LU_OK);
            assert_true(cd_lu_condition(p.resolvent.lu, p.resolvent.x) <= 2 * first);
        }
        close_probe(&p);
    }
}

/* A chain of n bodies on revolute joints whose axes alternate. */
static LuFill fill_of_chain(int n)
{
    TextBuffer text = { 0 };
    cd_buffer_print(&text, "chain\nPART/1, GROUND\nMARKER/1, PART=1, REULER=0,90D,0\nACCGRAV/KGRAV=-1\n");
    for (int k = 2; k < n + 2; k++) {
        cd_buffer_print(&text, "PART/%d, MASS=1, CM=%d, IP=0.1,0.1,0.1, QG=%d,0,0\n", k, 10 * k, k - 2);
        cd_buffer_print(&text, "MARKER/%d, PART=%d, QP=0.5,0,0\n", 10 * k, k);
        cd_buffer_print(&text, "MARKER/%d, PART=%d, REULER=0,%dD,0\n", 10 * k + 1, k, k % 2 ? 0 : 90);
        cd_buffer_print(&text, "MARKER/%d, PART=%d, QP=1,0,0, REULER=0,%dD,0\n", 10 * k + 2, k, k % 2 ? 90 : 0);
        cd_buffer_print(&text, "JOINT/%d, REVOLUTE, I=%d, J=%d\n", k, 10 * k + 1, k == 2 ? 1 : 10 * k - 8);
    }
    Probe p;
    char *copy = malloc(text.n + 1);
    memcpy(copy, text.at, text.n), copy[text.n] = 0;
    cd_buffer_close(&text);
    Problem chain = { .name = "chain", .text = copy };
    open_probe(&p, &chain, 0);
    assert_int_equal(cd_resolvent_factor(&p.resolvent, 1e-2), LU_OK);
    LuFill fill = cd_lu_fill(p.resolvent.lu);
    close_probe(&p);
    free(copy);
    return fill;
}

TEST(a_chain_twice_as_long_has_twice_the_factors)
{
    LuFill one = fill_of_chain(30), two = fill_of_chain(60);
    assert_true(two.lower + two.upper < 2.1 * (one.lower + one.upper));
}

int main(void)
{
    const struct CMUnitTest tests[] = { UNIT(answers_are_those_of_differences),
                                        UNIT(what_changes_with_time_is_differentiated_too),
                                        UNIT(small_steps_leave_the_matrix_as_it_is),
                                        UNIT(a_chain_twice_as_long_has_twice_the_factors) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
