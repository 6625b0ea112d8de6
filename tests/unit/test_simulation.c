/* test_simulation.c - simulations in memory through the public calls alone. */
#include "cardan/cardan.h"
#include "test.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static const char pendulum[] = "pendulum\nPART/1, GROUND\nMARKER/10, PART = 1\n"
                               "PART/2, MASS = 1, CM = 20, IP = 1E-4, 0.0834, 0.0834, QG = 0.5, 0, 0\n"
                               "MARKER/20, PART = 2\nMARKER/21, PART = 2, QP = -0.5, 0, 0\n"
                               "JOINT/1, REVOLUTE, I = 21, J = 10\nACCGRAV/JGRAV = -9.81\n"
                               "DIFF/1, IC = 0, STATIC_HOLD, FUNCTION = DY(20)\nEND\n";

static const char *const methods[] = { "GSTIFF, ERROR = 1E-6",     "GSTIFF, SI2, ERROR = 1E-6", "WSTIFF, ERROR = 1E-6",
                                       "HHT, ERROR = 1E-6",        "GALPHA, ERROR = 1E-6",      "MDOP5, ERROR = 1E-8",
                                       "HEM5, ERROR = 1E-8",       "PHEM56, ERROR = 1E-8",      "ABAM, ERROR = 1E-6",
                                       "ROSENBROCK, ERROR = 1E-6", "TLISMNI, ERROR = 1E-6" };
enum { METHODS = sizeof methods / sizeof *methods };

static CdModel *read_model(const char *text, CdLog *log)
{
    CdModel *model = cd_model_read_text("test.adm", text, strlen(text), log);
    if (!model) cd_log_print(log, stderr);
    assert_non_null(model);
    return model;
}

static CdSimulation *open_with(const CdModel *model, const char *integrator, CdLog *log)
{
    CdSimulationOptions o = cd_simulation_default();
    o.integrator = integrator, o.record = true;
    CdSimulation *sim = cd_simulation_open(model, &o, log);
    if (!sim) cd_log_print(log, stderr);
    assert_non_null(sim);
    return sim;
}

/* Energy of the bar, from its channels: 1 kg, 9.81 m/s2, inertia 0.0834 about z. */
static double energy(CdSimulation *sim)
{
    double x[4];
    const char *name[4] = { "PART_2.Y", "PART_2.VX", "PART_2.VY", "PART_2.WZ" };
    for (int i = 0; i < 4; i++) x[i] = cd_simulation_value(sim, cd_simulation_find_channel(sim, name[i]));
    return 9.81 * x[0] + (x[1] * x[1] + x[2] * x[2] + 0.0834 * x[3] * x[3]) / 2;
}

TEST(every_method_advances_and_keeps_energy)
{
    for (int k = 0; k < METHODS; k++) {
        CdLog *log = cd_log_open();
        CdModel *model = read_model(pendulum, log);
        CdSimulation *sim = open_with(model, methods[k], log);
        for (int i = 1; i <= 50; i++) assert_int_equal(cd_simulation_advance(sim, 0.02 * i), CD_OK);
        assert_near(cd_simulation_time(sim), 1, 1e-12);
        assert_near(energy(sim), 0, 2e-3);
        assert_int_equal(cd_simulation_rows(sim), 50);
        int n = cd_simulation_channels(sim), y = cd_simulation_find_channel(sim, "PART_2.Y");
        assert_true(cd_simulation_history(sim)[49 * n + y] == cd_simulation_value(sim, y));
        assert_near(cd_simulation_times(sim)[49], 1, 1e-12);
        cd_simulation_close(sim);
        cd_model_close(model);
        cd_log_close(log);
    }
}

TEST(going_back_and_on_gives_the_same_bits_with_every_method)
{
    for (int k = 0; k < METHODS; k++) {
        CdLog *log = cd_log_open();
        CdModel *model = read_model(pendulum, log);
        CdSimulation *sim = open_with(model, methods[k], log);
        double first[40], again[40];
        int n = cd_simulation_states(sim);
        assert_true(n <= 40);
        assert_int_equal(cd_simulation_advance(sim, 0.3), CD_OK);
        CdSnapshot *snapshot = cd_simulation_snapshot(sim);
        for (int i = 1; i <= 10; i++) assert_int_equal(cd_simulation_advance(sim, 0.3 + 0.03 * i), CD_OK);
        assert_int_equal(cd_simulation_get_state(sim, first), CD_OK);
        assert_true(cd_simulation_restore(sim, snapshot));
        assert_near(cd_simulation_time(sim), 0.3, 1e-12);
        for (int i = 1; i <= 10; i++) assert_int_equal(cd_simulation_advance(sim, 0.3 + 0.03 * i), CD_OK);
        assert_int_equal(cd_simulation_get_state(sim, again), CD_OK);
        assert_memory_equal(first, again, sizeof *first * (size_t)n);
        cd_snapshot_close(snapshot);
        cd_simulation_close(sim);
        cd_model_close(model);
        cd_log_close(log);
    }
}

static void *swing(void *out)
{
    double *state = out;
    CdLog *log = cd_log_open();
    CdModel *model = read_model(pendulum, log);
    CdSimulation *sim = open_with(model, "GSTIFF, ERROR = 1E-6", log);
    for (int i = 1; i <= 20; i++) cd_simulation_advance(sim, 0.05 * i);
    cd_simulation_get_state(sim, state);
    cd_simulation_close(sim);
    cd_model_close(model);
    cd_log_close(log);
    return NULL;
}

TEST(four_at_once_have_the_bits_of_one)
{
    double alone[40] = { 0 }, together[4][40] = { 0 };
    swing(alone);
    pthread_t thread[4];
    for (int i = 0; i < 4; i++) assert_int_equal(pthread_create(&thread[i], NULL, swing, together[i]), 0);
    for (int i = 0; i < 4; i++) pthread_join(thread[i], NULL);
    for (int i = 0; i < 4; i++) assert_memory_equal(alone, together[i], sizeof alone);
}

TEST(steps_of_the_integration_follow_each_other)
{
    CdLog *log = cd_log_open();
    CdModel *model = read_model(pendulum, log);
    CdSimulation *sim = open_with(model, "HHT, ERROR = 1E-5", log);
    double t = 0;
    for (int i = 0; i < 30; i++) {
        assert_int_equal(cd_simulation_step(sim), CD_OK);
        assert_true(cd_simulation_time(sim) > t);
        t = cd_simulation_time(sim);
    }
    assert_int_equal(cd_simulation_advance(sim, t / 2), CD_INPUT_ERROR);
    cd_simulation_close(sim);
    cd_model_close(model);
    cd_log_close(log);
}

/* A state is what it was set to where constraints allow it, the nearest consistent one elsewhere. */
TEST(states_are_made_consistent_or_refused)
{
    CdLog *log = cd_log_open();
    CdModel *model = read_model(pendulum, log);
    CdSimulation *sim = open_with(model, NULL, log);
    int n = cd_simulation_states(sim);
    assert_int_equal(n, 7 + 6 + 1);
    double x[14], y[14], rate[14];
    char room[80];
    assert_string_equal(cd_simulation_state_name(sim, 0, room, sizeof room), "PART/2 x");
    assert_string_equal(cd_simulation_state_name(sim, 13, room, sizeof room), "DIFF/1 state");
    assert_int_equal(cd_simulation_get_state(sim, x), CD_OK);
    x[12] = 3, x[8] = 1.5, x[13] = 0.25; /* turns at 3 rad/s, its centre at 1.5 m/s: consistent */
    assert_int_equal(cd_simulation_set_state(sim, 2, x), CD_OK);
    assert_int_equal(cd_simulation_get_state(sim, y), CD_OK);
    for (int i = 0; i < n; i++) assert_near(y[i], x[i], 1e-9);
    assert_near(cd_simulation_time(sim), 2, 0);
    assert_int_equal(cd_simulation_get_rates(sim, rate), CD_OK);
    assert_near(rate[1], 1.5, 1e-9);
    assert_near(rate[7], -4.5, 1e-9); /* w^2 r towards the pin */
    assert_near(rate[6], 1.5, 1e-9);  /* e3' = wz / 2 */
    x[1] = 0.1;                       /* off the pin: it goes back to it */
    assert_int_equal(cd_simulation_set_state(sim, 2, x), CD_OK);
    assert_int_equal(cd_simulation_get_state(sim, y), CD_OK);
    assert_near(hypot(y[0], y[1]), 0.5, 1e-9);
    x[0] = NAN;
    assert_int_equal(cd_simulation_set_state(sim, 2, x), CD_INPUT_ERROR);
    assert_int_equal(cd_simulation_get_state(sim, x), CD_OK);
    assert_memory_equal(x, y, sizeof x);
    cd_simulation_close(sim);
    cd_model_close(model);
    cd_log_close(log);
}

TEST(equilibria_and_linear_models)
{
    CdLog *log = cd_log_open();
    CdModel *model = read_model(pendulum, log);
    CdSimulation *sim = open_with(model, NULL, log);
    assert_int_equal(cd_simulation_equilibrium(sim), CD_OK);
    assert_near(cd_simulation_value(sim, cd_simulation_find_channel(sim, "PART_2.Y")), -0.5, 1e-9);
    CdLinear *l = cd_simulation_linearise(sim);
    assert_non_null(l);
    double stiffness = 9.81 * 0.5, inertia = 0.0834 + 0.25;
    assert_int_equal(l->coordinates, 1);
    assert_near(l->K[0] / l->M[0], stiffness / inertia, 1e-9);
    double w = 0;
    for (int k = 0; k < l->modes; k++) w = fmax(w, fabs(l->im[k]));
    assert_near(w, sqrt(stiffness / inertia), 1e-9);
    cd_linear_close(l);
    cd_simulation_close(sim);
    cd_model_close(model);
    cd_log_close(log);
}

/* m x'' = u: a jump of the input is a jump of the acceleration, whatever the method. */
TEST(inputs_act_from_where_they_are_set)
{
    static const char text[] = "mass\nPART/1, GROUND\nMARKER/10, PART = 1\nPART/2, MASS = 2, CM = 20, IP = 1, 1, 1\n"
                               "MARKER/20, PART = 2\nJOINT/1, TRANSLATIONAL, I = 20, J = 10\nVARIABLE/1, FUNCTION = 7\n"
                               "VARIABLE/2, FUNCTION = VZ(20)\nPINPUT/1, VARIABLES = 1\nPOUTPUT/1, VARIABLES = 2\n"
                               "SFORCE/1, TRANSLATION, ACTIONONLY, I = 20, J = 10, FUNCTION = VARVAL(1)\nEND\n";
    for (int k = 0; k < METHODS; k++) {
        CdLog *log = cd_log_open();
        CdModel *model = read_model(text, log);
        CdSimulation *sim = open_with(model, methods[k], log);
        double speed = 0;
        for (int i = 0; i < 10; i++) {
            double u = i % 2 ? -1 : 3;
            assert_true(cd_simulation_set_input(sim, 1, u));
            assert_int_equal(cd_simulation_advance(sim, 0.1 * (i + 1)), CD_OK);
            speed += 0.1 * u / 2;
            assert_near(cd_simulation_variable(sim, 2), speed, 1e-6);
        }
        assert_false(cd_simulation_set_input(sim, 2, 1));
        CdLinear *l = cd_simulation_linearise(sim);
        assert_non_null(l);
        assert_int_equal(l->inputs, 1);
        assert_int_equal(l->outputs, 1);
        cd_linear_close(l);
        cd_simulation_close(sim);
        cd_model_close(model);
        cd_log_close(log);
    }
}

TEST(parameters_are_read_and_stated_anew)
{
    CdLog *log = cd_log_open();
    CdModel *model = read_model(pendulum, log), *other;
    double x;
    assert_true(cd_model_get(model, "PART/2.MASS", &x));
    assert_near(x, 1, 0);
    assert_true(cd_model_get(model, "MARKER/21.QP[1]", &x));
    assert_near(x, -0.5, 0);
    assert_true(cd_model_get(model, "ACCGRAV.JGRAV", &x));
    assert_near(x, -9.81, 0);
    assert_false(cd_model_get(model, "PART/3.MASS", &x));
    assert_false(cd_model_get(model, "PART/2.QG[4]", &x));
    assert_false(cd_model_get(model, "PART/2", &x));
    other = cd_model_with(model, 2, (const char *const[]){ "PART/2.MASS", "PART/2.QG[2]" }, (const double[]){ 3, 0.25 },
                          log);
    assert_non_null(other);
    assert_true(cd_model_get(other, "PART/2.MASS", &x) && x == 3);
    assert_true(cd_model_get(other, "PART/2.QG[2]", &x) && x == 0.25);
    assert_true(cd_model_get(other, "PART/2.QG[1]", &x) && x == 0.5);
    cd_model_close(other);
    assert_null(cd_model_with(model, 1, (const char *const[]){ "PART/2.WEIGHT" }, &(const double){ 3 }, log));
    assert_null(cd_model_with(model, 1, (const char *const[]){ "PART/2.MASS" }, &(const double){ -1 }, log));
    assert_true(cd_log_errors(log) >= 2);
    cd_model_close(model);
    cd_log_close(log);
}

static bool stop_soon(void *left)
{
    return --*(int *)left < 0;
}

TEST(a_simulation_can_be_stopped_and_goes_on)
{
    CdLog *log = cd_log_open();
    CdModel *model = read_model(pendulum, log);
    CdSimulationOptions o = cd_simulation_default();
    int left = 20;
    o.stop = stop_soon, o.user = &left;
    CdSimulation *sim = cd_simulation_open(model, &o, log);
    assert_int_equal(cd_simulation_advance(sim, 100), CD_STOPPED);
    double t = cd_simulation_time(sim);
    assert_true(t > 0 && t < 100);
    left = 1000000;
    assert_int_equal(cd_simulation_advance(sim, t + 0.5), CD_OK);
    assert_near(cd_simulation_time(sim), t + 0.5, 1e-9);
    assert_near(energy(sim), 0, 0.05);
    cd_simulation_close(sim);
    cd_model_close(model);
    cd_log_close(log);
}

TEST(a_restated_model_goes_on_from_where_it_is)
{
    CdLog *log = cd_log_open();
    CdModel *model = read_model(pendulum, log);
    CdModel *moon = cd_model_with(model, 1, (const char *const[]){ "ACCGRAV.JGRAV" }, &(const double){ -1.62 }, log);
    CdSimulation *sim = open_with(model, "MDOP5, ERROR = 1E-9", log);
    assert_int_equal(cd_simulation_advance(sim, 0.2), CD_OK);
    int y = cd_simulation_find_channel(sim, "PART_2.Y"), a = cd_simulation_find_channel(sim, "PART_2.ACCY");
    double before = cd_simulation_value(sim, y), pull = cd_simulation_value(sim, a);
    assert_true(cd_simulation_restate(sim, moon));
    assert_near(cd_simulation_value(sim, y), before, 1e-9);
    assert_true(fabs(cd_simulation_value(sim, a)) < fabs(pull));
    assert_int_equal(cd_simulation_advance(sim, 0.4), CD_OK);
    cd_simulation_close(sim);
    cd_model_close(moon);
    cd_model_close(model);
    cd_log_close(log);
}

typedef struct Within {
    CdSimulation *sim;
    int refused, asked;
} Within;

/* All that would move the simulation, from a callback. */
static bool meddle(void *user)
{
    Within *w = user;
    double x[32] = { 0 };
    if (!w->sim || w->asked) return false;
    w->asked = 1;
    w->refused += cd_simulation_snapshot(w->sim) == NULL;
    w->refused += cd_simulation_set_state(w->sim, 0, x) != CD_OK;
    w->refused += cd_simulation_advance(w->sim, 9) != CD_OK;
    w->refused += cd_simulation_step(w->sim) != CD_OK;
    w->refused += cd_simulation_equilibrium(w->sim) != CD_OK;
    w->refused += cd_simulation_quasi_static(w->sim, 9, 1) != CD_OK;
    w->refused += cd_simulation_linearise(w->sim) == NULL;
    return false;
}

TEST(callbacks_cannot_move_the_simulation)
{
    CdLog *log = cd_log_open();
    CdModel *model = read_model(pendulum, log);
    Within w = { 0 };
    CdSimulationOptions o = { .stop = meddle, .user = &w }; /* output_step 0: the usual one */
    w.sim = cd_simulation_open(model, &o, log);
    assert_int_equal(cd_simulation_advance(w.sim, 0.1), CD_OK);
    assert_int_equal(w.refused, 7);
    assert_int_equal(cd_simulation_advance(w.sim, 0.2), CD_OK);
    cd_simulation_close(w.sim);
    o.output_step = -1;
    assert_null(cd_simulation_open(model, &o, log));
    cd_model_close(model);
    cd_log_close(log);
}

TEST(what_is_refused_changes_nothing)
{
    CdLog *log = cd_log_open();
    CdModel *model = read_model(pendulum, log), *other;
    char more[4000];
    int n = snprintf(more, sizeof more, "%.*s", (int)(strstr(pendulum, "END") - pendulum), pendulum);
    for (int i = 3; i < 20; i++)
        n += snprintf(more + n, sizeof more - (size_t)n,
                      "PART/%d, MASS = 1, CM = %d, IP = 1, 1, 1\nMARKER/%d, PART = %d\n", i, 100 + i, 100 + i, i);
    snprintf(more + n, sizeof more - (size_t)n, "END\n");
    other = read_model(more, log);
    CdSimulation *sim = open_with(model, NULL, log), *second = open_with(other, NULL, log);
    assert_int_equal(cd_simulation_advance(sim, 0.3), CD_OK);
    CdSnapshot *foreign = cd_simulation_snapshot(second);
    double y = cd_simulation_value(sim, cd_simulation_find_channel(sim, "PART_2.Y"));
    assert_false(cd_simulation_restore(sim, foreign));
    assert_near(cd_simulation_time(sim), 0.3, 0);
    assert_near(cd_simulation_value(sim, cd_simulation_find_channel(sim, "PART_2.Y")), y, 0);
    assert_true(cd_simulation_restate(sim, other)); /* rows of more channels than before */
    for (int i = 1; i < 80; i++) assert_int_equal(cd_simulation_advance(sim, 0.3 + 0.001 * i), CD_OK);
    assert_int_equal(cd_simulation_rows(sim), 79);
    CdModel *moved = cd_model_with(model, 2, (const char *const[]){ "MARKER/21.QP[1]", "MARKER/21.QP[2]" },
                                   (const double[]){ -0.6, 0.1 }, log);
    double x[2] = { 0, 0 };
    assert_true(cd_model_get(moved, "MARKER/21.QP[1]", &x[0]) && cd_model_get(moved, "MARKER/21.QP[2]", &x[1]));
    assert_near(x[0], -0.6, 0);
    assert_near(x[1], 0.1, 0);
    cd_model_close(moved);
    cd_snapshot_close(foreign);
    cd_simulation_close(sim);
    cd_simulation_close(second);
    cd_model_close(other);
    cd_model_close(model);
    cd_log_close(log);
}

/* A mass on a rail, pushed by its input; what is said of the force is in the middle. */
#define ON_A_RAIL(force)                                                                                               \
    "mass\nPART/1, GROUND\nMARKER/10, PART = 1\nPART/2, MASS = 2, CM = 20, IP = 1, 1, 1\n"                             \
    "MARKER/20, PART = 2\nJOINT/1, TRANSLATIONAL, I = 20, J = 10\nVARIABLE/1, FUNCTION = 7\n"                          \
    "VARIABLE/2, FUNCTION = DZ(20)\nPINPUT/1, VARIABLES = 1\nPOUTPUT/1, VARIABLES = 2\n"                               \
    "SFORCE/1, TRANSLATION, ACTIONONLY, I = 20, J = 10, FUNCTION = " force "\n"

TEST(linear_models_are_about_the_inputs_that_were_set)
{
    CdLog *log = cd_log_open();
    CdModel *model = read_model(ON_A_RAIL("-VARVAL(1)**2*(DZ(20)-0.5)") "END\n", log);
    CdSimulation *sim = open_with(model, NULL, log);
    for (int u = 1; u <= 3; u++) {
        assert_true(cd_simulation_set_input(sim, 1, u));
        CdLinear *l = cd_simulation_linearise(sim);
        assert_non_null(l);
        assert_near(l->K[0] / l->M[0], u * u / 2.0, 1e-9);
        assert_near(l->B[0] + l->B[1], 2 * u * 0.5 / 2, 1e-9); /* d(force)/du / mass, at z = 0 */
        cd_linear_close(l);
    }
    cd_simulation_close(sim);
    cd_model_close(model);
    cd_log_close(log);
}

static void push(const CdModel *model, const char *method, bool look, double state[40], CdLog *log)
{
    CdSimulation *sim = open_with(model, method, log);
    int n = cd_simulation_states(sim), force = cd_simulation_find_channel(sim, "PART_2.ACCZ");
    double rate[40];
    assert_true(n <= 40 && force >= 0);
    for (int i = 0; i < 10; i++) {
        double u = i % 2 ? -1 : 3 + i;
        assert_true(cd_simulation_set_input(sim, 1, u));
        if (look) {
            assert_int_equal(cd_simulation_get_rates(sim, rate), CD_OK);
            assert_near(rate[n - 4], u / 2, 1e-9); /* of the velocity along z */
            assert_near(cd_simulation_value(sim, force), u / 2, 1e-9);
        }
        assert_int_equal(cd_simulation_advance(sim, 0.1 * (i + 1)), CD_OK);
    }
    assert_int_equal(cd_simulation_get_state(sim, state), CD_OK);
    cd_simulation_close(sim);
}

/* Accelerations follow an input at once, and whether anybody looks at them changes nothing. */
TEST(rates_follow_inputs_at_once)
{
    CdLog *log = cd_log_open();
    CdModel *model = read_model(ON_A_RAIL("VARVAL(1)") "END\n", log);
    for (int k = 0; k < METHODS; k++) {
        double looked[40] = { 0 }, blind[40] = { 0 };
        push(model, methods[k], true, looked, log);
        push(model, methods[k], false, blind, log);
        assert_memory_equal(looked, blind, sizeof looked);
    }
    cd_model_close(model);
    cd_log_close(log);
}

typedef struct Pusher {
    CdSimulation *sim;
    int asked;
} Pusher;

static bool push_within(void *user)
{
    Pusher *p = user;
    if (p->sim && cd_simulation_time(p->sim) > 0.5 && !p->asked++) cd_simulation_set_input(p->sim, 1, -4);
    return false;
}

/* An input that is set between two steps acts from there on: in a force of time, whose switching points end steps, the
 * velocity is exact. */
TEST(inputs_act_between_steps_of_one_advance)
{
    for (int k = 0; k < METHODS; k++) {
        CdLog *log = cd_log_open();
        CdModel *model = read_model(ON_A_RAIL("VARVAL(1)*IF(TIME-0.5: 1, 1, 1)") "END\n", log);
        Pusher p = { 0 };
        CdSimulationOptions o = { .integrator = methods[k], .stop = push_within, .user = &p };
        p.sim = cd_simulation_open(model, &o, log);
        int n = cd_simulation_states(p.sim);
        double x[40], at = 0;
        assert_true(cd_simulation_set_input(p.sim, 1, 2));
        for (int i = 1; i <= 100; i++) {
            int asked = p.asked;
            assert_int_equal(cd_simulation_advance(p.sim, 0.01 * i), CD_OK);
            if (p.asked && !asked) at = 0.01 * (i - 1);
        }
        assert_int_equal(cd_simulation_get_state(p.sim, x), CD_OK);
        assert_true(p.asked > 0 && at > 0.4);
        /* it was set after 0.5 and within a step of 0.01 */
        assert_true(x[n - 4] > 0.5 - 4 / 2.0 * 0.5 - 1e-4 && x[n - 4] < 0.5 - 4 / 2.0 * 0.5 + 0.04);
        cd_simulation_close(p.sim);
        cd_model_close(model);
        cd_log_close(log);
    }
}

static bool told(const CdLog *log, const char *text)
{
    for (int i = 0; i < cd_log_count(log); i++)
        if (strstr(cd_log_message(log, i).text, text)) return true;
    return false;
}

/* A MOTION and a GCON take VARIABLEs over, also through others: as inputs they are refused by name. What a force alone
 * reads stays open. */
TEST(inputs_that_motions_take_over_are_refused)
{
    static const char text[] = "led\nPART/1, GROUND\nMARKER/10, PART = 1\nPART/2, MASS = 2, CM = 20, IP = 1, 1, 1\n"
                               "MARKER/20, PART = 2\nJOINT/1, TRANSLATIONAL, I = 20, J = 10\n"
                               "PART/3, MASS = 2, CM = 30, IP = 1, 1, 1\nMARKER/30, PART = 3\n"
                               "JOINT/2, TRANSLATIONAL, I = 30, J = 10\n"
                               "VARIABLE/1, FUNCTION = 7\nVARIABLE/2, FUNCTION = VARVAL(1)*TIME\n"
                               "VARIABLE/3, FUNCTION = 1\nVARIABLE/4, FUNCTION = 0\n"
                               "MOTION/1, JOINT = 1, TRANSLATION, FUNCTION = VARVAL(2)\n"
                               "GCON/1, FUNCTION = DZ(30, 10) - VARVAL(3)*DZ(20, 10)\n"
                               "SFORCE/1, TRANSLATION, ACTIONONLY, I = 20, J = 10, FUNCTION = VARVAL(4)\n"
                               "PINPUT/1, VARIABLES = 1, 4\nEND\n";
    for (int id = 1; id <= 4; id++) {
        CdLog *log = cd_log_open();
        CdModel *model = read_model(text, log);
        CdSimulationOptions o = cd_simulation_default();
        o.inputs = 1, o.input = &id;
        CdSimulation *sim = cd_simulation_open(model, &o, log);
        char name[40];
        snprintf(name, sizeof name, "VARIABLE/%d is no input", id);
        assert_int_equal(sim != NULL, id == 4);
        assert_int_equal(told(log, name), id < 4);
        cd_simulation_close(sim);
        cd_model_close(model);
        cd_log_close(log);
    }
    CdLog *log = cd_log_open();
    CdModel *model = read_model(text, log);
    CdSimulation *sim = open_with(model, NULL, log);
    assert_true(cd_simulation_set_input(sim, 4, 5));
    assert_false(told(log, "is no input"));
    assert_false(cd_simulation_set_input(sim, 1, 5));
    assert_true(told(log, "VARIABLE/1 is no input"));
    assert_int_equal(cd_simulation_advance(sim, 0.5), CD_OK);
    assert_near(cd_simulation_variable(sim, 1), 7, 1e-9);
    assert_near(cd_simulation_variable(sim, 4), 5, 1e-9);
    assert_near(cd_simulation_value(sim, cd_simulation_find_channel(sim, "PART_2.Z")), 3.5, 1e-9);
    cd_simulation_close(sim);
    cd_model_close(model);
    cd_log_close(log);
}

TEST(snapshots_of_another_model_are_refused)
{
    CdLog *log = cd_log_open();
    CdModel *model = read_model(pendulum, log), *same = read_model(pendulum, log);
    CdModel *other = cd_model_with(model, 1, (const char *const[]){ "PART/2.MASS" }, &(const double){ 2 }, log);
    CdSimulation *sim = open_with(model, NULL, log), *second = open_with(other, NULL, log),
                 *twin = open_with(same, "HHT, ERROR = 1E-6", log);
    assert_int_equal(cd_simulation_advance(sim, 0.3), CD_OK);
    CdSnapshot *snapshot = cd_simulation_snapshot(sim);
    assert_false(cd_simulation_restore(second, snapshot));
    assert_near(cd_simulation_time(second), 0, 0);
    assert_true(cd_simulation_restore(twin, snapshot)); /* of a model that says the same, by whatever method */
    assert_near(cd_simulation_time(twin), 0.3, 0);
    assert_true(cd_simulation_restate(sim, other));
    assert_false(cd_simulation_restore(sim, snapshot));
    assert_true(cd_simulation_restate(sim, model));
    assert_true(cd_simulation_restore(sim, snapshot));
    cd_snapshot_close(snapshot);
    cd_simulation_close(sim), cd_simulation_close(second), cd_simulation_close(twin);
    cd_model_close(model), cd_model_close(same), cd_model_close(other);
    cd_log_close(log);
}

/* Whole numbers, ids, rows of lists, and expressions that are numbers are parameters as well. */
TEST(every_kind_of_number_is_a_parameter)
{
    static const char text[] = "pendulum\nPART/1, GROUND\nMARKER/10, PART = 1\nMARKER/11, PART = 1\n"
                               "SPLINE/1, X = 1, 2, 3, 4, Y = 1, 4, 9, 16\n"
                               "SPLINE/2, X = 1, 2, 3, 4, Y = 0, 1, 2, 3, 4, Y = 1, 5, 6, 7, 8\n"
                               "VARIABLE/1, FUNCTION = 2.5\nVARIABLE/2, FUNCTION = USER(1, 2, 3), ROUTINE = a::b\n"
                               "REQUEST/1, I = 10, J = 11, DISPLACEMENT\nINTEGRATOR/GSTIFF, MAXIT = 9\nEND\n";
    static const struct {
        const char *name;
        double is, becomes;
    } list[] = { { "SPLINE/1.Y[3]", 9, 10 },   { "SPLINE/1.X[4]", 4, 4.5 },          { "SPLINE/2.Y[2,1]", 1, 2 },
                 { "SPLINE/2.Y[1,5]", 4, -4 }, { "VARIABLE/1.FUNCTION", 2.5, -1.5 }, { "VARIABLE/2.FUNCTION[2]", 2, 7 },
                 { "REQUEST/1.J", 11, 10 },    { "INTEGRATOR.MAXIT", 9, 12 } };
    enum { N = sizeof list / sizeof *list };
    CdLog *log = cd_log_open();
    CdModel *model = read_model(text, log);
    const char *name[N];
    double value[N], x;
    for (int i = 0; i < N; i++) {
        assert_true(cd_model_get(model, list[i].name, &x));
        assert_near(x, list[i].is, 0);
        name[i] = list[i].name, value[i] = list[i].becomes;
    }
    CdModel *other = cd_model_with(model, N, name, value, log);
    if (!other) cd_log_print(log, stderr);
    assert_non_null(other);
    for (int i = 0; i < N; i++) {
        assert_true(cd_model_get(other, list[i].name, &x));
        assert_near(x, list[i].becomes, 0);
    }
    assert_true(cd_model_get(other, "SPLINE/2.Y[2,3]", &x) && x == 6);
    cd_model_close(other);
    assert_null(cd_model_with(model, 1, (const char *const[]){ "INTEGRATOR.MAXIT" }, &(const double){ 9.5 }, log));
    assert_null(cd_model_with(model, 1, (const char *const[]){ "REQUEST/1.J" }, &(const double){ 77 }, log));
    assert_false(cd_model_get(model, "SPLINE/1.Y[2,1]", &x));
    assert_false(cd_model_get(model, "SPLINE/1.Y[1,", &x));
    cd_model_close(model);
    cd_log_close(log);
}

TEST(states_have_names_of_their_own)
{
    static const char text[] = ON_A_RAIL(
        "VARVAL(1)") "ARRAY/1, U, VARIABLES = 2\nARRAY/2, X\nMATRIX/1, FULL = RORDER, ROWS = 3, COLUMNS = 3, VALUES = "
                     "-1, 0, 0, 0, -2, 0, 0, 0, -3\nMATRIX/2, FULL = RORDER, ROWS = 3, COLUMNS = 1, VALUES = 1, 1, 1\n"
                     "LSE/1, X = 2, U = 1, A = 1, B = 2\n"
                     "PART/3, MASS = 1, CM = 30, IP = 1, 1, 1\nMARKER/30, PART = 3\nEND\n";
    CdLog *log = cd_log_open();
    CdModel *model = read_model(text, log);
    CdSimulation *sim = open_with(model, NULL, log);
    enum { MOST = 60, ROOM = 80 };
    static char name[MOST][ROOM];
    int n = cd_simulation_states(sim);
    assert_int_equal(n, 2 * 13 + 3);
    for (int i = 0; i < n; i++) {
        cd_simulation_state_name(sim, i, name[i], ROOM);
        for (int k = 0; k < i; k++) assert_string_not_equal(name[i], name[k]);
    }
    assert_string_equal(name[n - 2], "LSE/1 state 2");
    cd_simulation_close(sim);
    cd_model_close(model);
    cd_log_close(log);
}

typedef struct Heard {
    int n, sensor[8];
    double t[8], value[8];
    bool ends;
} Heard;

static void hear(void *user, CdSimulation *sim, const CdEvent *event)
{
    Heard *h = user;
    assert_near(cd_simulation_time(sim), event->t, 0);
    assert_true(h->n < 8);
    h->sensor[h->n] = event->sensor, h->t[h->n] = event->t, h->value[h->n++] = event->value, h->ends |= event->ends;
}

TEST(events_name_their_sensors)
{
    static const char text[] = ON_A_RAIL("1") "SENSOR/7, FUNCTION = TIME, VALUE = 0.5, ERROR = 1E-9, PRINT\n"
                                              "SENSOR/3, FUNCTION = VZ(20), VALUE = 0.25, ERROR = 1E-9, PRINT\n"
                                              "SENSOR/5, FUNCTION = TIME, VALUE = 0.8, ERROR = 1E-9, HALT\nEND\n";
    CdLog *log = cd_log_open();
    CdModel *model = read_model(text, log);
    Heard h = { 0 };
    CdSimulationOptions o = { .event = hear, .user = &h };
    CdSimulation *sim = cd_simulation_open(model, &o, log);
    assert_int_equal(cd_simulation_advance(sim, 1), CD_HALTED);
    assert_int_equal(h.n, 3); /* two at 0.5, one at 0.8 */
    assert_int_equal(h.sensor[0] + h.sensor[1], 10);
    assert_near(h.t[0], 0.5, 1e-6);
    assert_int_equal(h.sensor[2], 5);
    assert_near(h.value[2], 0.8, 1e-6);
    assert_true(h.ends);
    cd_simulation_close(sim);
    cd_model_close(model);
    cd_log_close(log);
}

/* A spring that pulls by 1 at most, and a load that grows beyond it: there is no equilibrium behind t = 1. */
TEST(a_failed_sequence_goes_back_to_its_last_equilibrium)
{
    CdLog *log = cd_log_open();
    CdModel *model = read_model(ON_A_RAIL("TIME-TANH(DZ(20))") "END\n", log);
    CdSimulation *sim = open_with(model, NULL, log);
    assert_int_equal(cd_simulation_quasi_static(sim, 2.2, 8), CD_ANALYSIS_FAILED);
    double t = cd_simulation_time(sim), z = cd_simulation_value(sim, cd_simulation_find_channel(sim, "PART_2.Z"));
    assert_near(t, 0.825, 1e-12);
    assert_near(tanh(z), t, 1e-6);
    assert_int_equal(cd_simulation_rows(sim), 4);
    assert_int_equal(cd_simulation_advance(sim, 1), CD_OK);
    cd_simulation_close(sim);
    cd_model_close(model);
    cd_log_close(log);
}

/* A body of 1 kg on a rail above a floor; a load beside its weight. */
#define ABOVE_A_FLOOR(restitution, load)                                                                               \
    "floor\nUNITS/SYSTEM = MKS\nACCGRAV/KGRAV = -9.81\nPART/1, GROUND\nMARKER/101, PART = 1\n"                         \
    "PART/2, MASS = 1, CM = 200, IP = 1, 1, 1, QG = 0, 0, 0.1\nMARKER/200, PART = 2\n"                                 \
    "JOINT/1, TRANSLATIONAL, I = 200, J = 101\n"                                                                       \
    "GCON/1, FUNCTION = DZ(200, 101), UNILATERAL, RESTITUTION = " restitution "\n"                                     \
    "SFORCE/1, TRANSLATION, ACTIONONLY, I = 200, J = 101, FUNCTION = " load "\nEND\n"

/* A spring whose force falls until the body stands on the floor, and one whose force rises until it leaves it. */
TEST(contacts_close_and_open_in_a_sequence_of_equilibria)
{
    static const char *const text[] = { ABOVE_A_FLOOR("0", "20*(1-TIME)-10*DZ(200, 101)"),
                                        ABOVE_A_FLOOR("0", "20*TIME-10*DZ(200, 101)") };
    for (int k = 0; k < 2; k++) {
        CdLog *log = cd_log_open();
        CdModel *model = read_model(text[k], log);
        CdSimulation *sim = open_with(model, NULL, log);
        assert_int_equal(cd_simulation_quasi_static(sim, 1, 5), CD_OK);
        int z = cd_simulation_find_channel(sim, "PART_2.Z");
        int force = cd_simulation_find_channel(sim, "GCON_1.CONTACT_FORCE"), n = cd_simulation_channels(sim);
        assert_true(cd_simulation_rows(sim) >= 5);
        for (int i = 0; i < cd_simulation_rows(sim); i++) {
            double t = cd_simulation_times(sim)[i], lift = 20 * (k ? t : 1 - t) - 9.81;
            const double *row = cd_simulation_history(sim) + (size_t)i * (size_t)n;
            assert_near(row[z], fmax(lift / 10, 0), 1e-6);
            assert_near(row[force], fmax(-lift, 0), 1e-6);
        }
        cd_simulation_close(sim);
        cd_model_close(model);
        cd_log_close(log);
    }
}

/* Which contacts are closed, and the impulses so far, are part of a snapshot. */
TEST(contacts_and_impulses_go_back_with_a_snapshot)
{
    for (int k = 0; k < METHODS; k++) {
        CdLog *log = cd_log_open();
        CdModel *model = read_model(ABOVE_A_FLOOR("0", "0"), log);
        CdSimulation *sim = open_with(model, methods[k], log);
        int force = cd_simulation_find_channel(sim, "GCON_1.CONTACT_FORCE");
        int impulse = cd_simulation_find_channel(sim, "GCON_1.IMPULSE");
        assert_int_equal(cd_simulation_advance(sim, 0.3), CD_OK); /* it stands on the floor */
        CdSnapshot *snapshot = cd_simulation_snapshot(sim);
        double before[2] = { cd_simulation_value(sim, force), cd_simulation_value(sim, impulse) };
        assert_near(before[0], 9.81, 1e-6);
        assert_near(before[1], sqrt(2 * 9.81 * 0.1), 1e-3);
        assert_int_equal(cd_simulation_advance(sim, 0.5), CD_OK);
        assert_true(cd_simulation_restore(sim, snapshot));
        double after[2] = { cd_simulation_value(sim, force), cd_simulation_value(sim, impulse) };
        assert_memory_equal(before, after, sizeof before);
        cd_snapshot_close(snapshot);
        cd_simulation_close(sim);
        cd_model_close(model);
        cd_log_close(log);
    }
}

TEST(states_behind_a_floor_are_refused)
{
    CdLog *log = cd_log_open();
    CdModel *model = read_model(ABOVE_A_FLOOR("0.5", "0"), log);
    CdSimulation *sim = open_with(model, NULL, log);
    double x[40];
    assert_int_equal(cd_simulation_advance(sim, 0.05), CD_OK);
    assert_int_equal(cd_simulation_get_state(sim, x), CD_OK);
    assert_int_equal(cd_simulation_set_state(sim, 0.05, x), CD_OK);
    x[2] = -0.5;
    assert_int_equal(cd_simulation_set_state(sim, 0.05, x), CD_INPUT_ERROR);
    assert_true(told(log, "GCON/1"));
    cd_simulation_close(sim);
    cd_model_close(model);
    cd_log_close(log);
}

/* States: position, Euler parameters, velocities; x[9] is VZ. */
TEST(contacts_press_at_a_state_that_is_set)
{
    CdLog *log = cd_log_open();
    CdModel *model = read_model(ABOVE_A_FLOOR("0.5", "0"), log);
    CdSimulation *sim = open_with(model, NULL, log);
    int force = cd_simulation_find_channel(sim, "GCON_1.CONTACT_FORCE");
    double x[40], rate[40];
    assert_int_equal(cd_simulation_get_state(sim, x), CD_OK);
    x[2] = x[9] = 0;
    assert_int_equal(cd_simulation_set_state(sim, 0, x), CD_OK);
    assert_int_equal(cd_simulation_get_rates(sim, rate), CD_OK);
    assert_near(rate[9], 0, 1e-12);
    assert_near(cd_simulation_value(sim, force), 9.81, 1e-12);
    x[9] = -1; /* an impact is due: the velocity is as it was set until the motion goes on */
    assert_int_equal(cd_simulation_set_state(sim, 0, x), CD_OK);
    assert_int_equal(cd_simulation_get_state(sim, x), CD_OK);
    assert_near(x[9], -1, 1e-15);
    assert_int_equal(cd_simulation_advance(sim, 0.01), CD_OK);
    assert_int_equal(cd_simulation_get_state(sim, x), CD_OK);
    assert_near(x[9], 0.5 - 0.0981, 1e-6);
    cd_simulation_close(sim);
    cd_model_close(model);
    cd_log_close(log);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT(every_method_advances_and_keeps_energy),
        UNIT(going_back_and_on_gives_the_same_bits_with_every_method),
        UNIT(four_at_once_have_the_bits_of_one),
        UNIT(steps_of_the_integration_follow_each_other),
        UNIT(states_are_made_consistent_or_refused),
        UNIT(equilibria_and_linear_models),
        UNIT(inputs_act_from_where_they_are_set),
        UNIT(parameters_are_read_and_stated_anew),
        UNIT(a_simulation_can_be_stopped_and_goes_on),
        UNIT(a_restated_model_goes_on_from_where_it_is),
        UNIT(callbacks_cannot_move_the_simulation),
        UNIT(what_is_refused_changes_nothing),
        UNIT(linear_models_are_about_the_inputs_that_were_set),
        UNIT(rates_follow_inputs_at_once),
        UNIT(inputs_act_between_steps_of_one_advance),
        UNIT(inputs_that_motions_take_over_are_refused),
        UNIT(snapshots_of_another_model_are_refused),
        UNIT(every_kind_of_number_is_a_parameter),
        UNIT(states_have_names_of_their_own),
        UNIT(events_name_their_sensors),
        UNIT(a_failed_sequence_goes_back_to_its_last_equilibrium),
        UNIT(contacts_close_and_open_in_a_sequence_of_equilibria),
        UNIT(contacts_and_impulses_go_back_with_a_snapshot),
        UNIT(states_behind_a_floor_are_refused),
        UNIT(contacts_press_at_a_state_that_is_set),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
