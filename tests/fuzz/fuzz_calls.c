/* fuzz_calls.c - public calls of a simulation in any order, from outside and from its callbacks: each byte is a call
 * with the next one as its argument. */
#include "cardan/cardan.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const char dataset[] =
    "mass on a spring\nPART/1, GROUND\nMARKER/10, PART = 1\nPART/2, MASS = 2, CM = 20, IP = 1, 1, 1\n"
    "MARKER/20, PART = 2\nJOINT/1, TRANSLATIONAL, I = 20, J = 10, STOPS = -0.01, 0.02, RESTITUTION = 0.5\nVARIABLE/1, FUNCTION = 1\n"
    "PINPUT/1, VARIABLES = 1\nVARIABLE/2, FUNCTION = VZ(20)\nPOUTPUT/1, VARIABLES = 2\n"
    "DIFF/1, IC = 0, STATIC_HOLD, FUNCTION = DZ(20)\n"
    "SFORCE/1, TRANSLATION, ACTIONONLY, I = 20, J = 10, FUNCTION = VARVAL(1) - 50*DZ(20, 10) - VZ(20, 10)\n"
    "SENSOR/1, FUNCTION = DZ(20), VALUE = 0.015, ERROR = 1E-4, PRINT\n"
    "SENSOR/2, FUNCTION = TIME, VALUE = 0.03, ERROR = 1E-6, HALT\nEND\n";

typedef struct Session {
    CdLog *log;
    CdModel *model[2];
    CdSimulation *sim;
    CdSnapshot *snapshot;
    double *x;
    const uint8_t *data; /* of the calls that are left, two bytes each */
    size_t left;
    int depth; /* of calls from callbacks of calls */
} Session;

static void set_state(Session *s, int argument)
{
    int n = cd_simulation_states(s->sim);
    if (cd_simulation_get_state(s->sim, s->x) != CD_OK) return;
    s->x[argument % n] += argument == 255 ? 1e300 * 1e300 : (argument - 128) / 64.0;
    cd_simulation_set_state(s->sim, cd_simulation_time(s->sim), s->x);
}

static void take_snapshot(Session *s)
{
    cd_snapshot_close(s->snapshot);
    s->snapshot = cd_simulation_snapshot(s->sim);
}

/* The values of the channels, which callbacks may read: none writes beyond what there is. */
static void read_all(Session *s)
{
    int n = cd_simulation_channels(s->sim);
    double *values = malloc(sizeof *values * (size_t)(n + 1));
    cd_simulation_values(s->sim, values);
    double sum = 0;
    for (int i = 0; i < n; i++) sum += values[i];
    for (int i = 0; i < cd_simulation_rows(s->sim) * n; i++) sum += cd_simulation_history(s->sim)[i];
    if (isinf(sum)) abort(); /* a number that is none may be among them, one without bounds not */
    free(values);
}

static void change_model(Session *s, int argument)
{
    static const char *const name[] = { "PART/2.MASS", "SENSOR/1.VALUE", "VARIABLE/1.FUNCTION", "JOINT/1.I",
                                        "PART/2.IP[2]" };
    CdModel *changed = cd_model_with(s->model[0], 1, &name[argument % 5], &(const double){ argument / 32.0 }, s->log);
    double value;
    if (changed) cd_model_get(changed, name[argument % 5], &value);
    if (changed && cd_simulation_restate(s->sim, changed)) cd_simulation_restate(s->sim, s->model[0]);
    cd_model_close(changed);
}

static void call(Session *s, int what, int argument)
{
    char room[64];
    double now = cd_simulation_time(s->sim);
    switch (what % 17) {
    case 0: cd_simulation_advance(s->sim, now + argument * 1e-4); break;
    case 1: cd_simulation_step(s->sim); break;
    case 2: cd_simulation_equilibrium(s->sim); break;
    case 3: cd_linear_close(cd_simulation_linearise(s->sim)); break;
    case 4: cd_simulation_set_input(s->sim, 1 + argument % 3, argument); break;
    case 5: take_snapshot(s); break;
    case 6: cd_simulation_restore(s->sim, s->snapshot); break;
    case 7: set_state(s, argument); break;
    case 8: cd_simulation_value(s->sim, argument - 10); break;
    case 9: cd_simulation_restate(s->sim, s->model[argument % 2]); break;
    case 10: cd_simulation_get_rates(s->sim, s->x); break;
    case 11: cd_simulation_state_name(s->sim, argument - 3, room, sizeof room); break;
    case 12: cd_simulation_quasi_static(s->sim, now + argument * 1e-4, argument % 3); break;
    case 13: cd_simulation_find_channel(s->sim, cd_simulation_channel(s->sim, argument).name); break;
    case 14: read_all(s); break;
    case 15: cd_simulation_variable(s->sim, argument % 4); break;
    case 16:
        if (s->depth == 1)
            change_model(s, argument); /* restated and closed: not from a callback, which could not restate it back */
        break;
    }
}

static bool next_call(Session *s)
{
    if (s->left < 2) return false;
    int what = s->data[0], argument = s->data[1];
    s->data += 2, s->left -= 2;
    s->depth++;
    call(s, what, argument);
    s->depth--;
    return argument > 250;
}

/* One of three times a callback makes the next call itself. */
static bool is_turn(Session *s)
{
    return s->sim && s->depth < 3 && s->left >= 2 && s->data[0] % 3 == 0;
}

static bool stop(void *user)
{
    return is_turn(user) && next_call(user);
}

static void output(void *user, CdSimulation *sim)
{
    (void)sim;
    if (is_turn(user)) next_call(user);
}

static void event(void *user, CdSimulation *sim, const CdEvent *what)
{
    (void)sim, (void)what;
    if (is_turn(user)) next_call(user);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { MOST_CALLS = 60 };
    Session s = { .log = cd_log_open(), .data = data, .left = size < 2 * MOST_CALLS ? size : 2 * MOST_CALLS };
    s.model[0] = cd_model_read_text("fuzz.adm", dataset, strlen(dataset), s.log);
    s.model[1] = cd_model_with(s.model[0], 1, (const char *const[]){ "PART/2.MASS" }, (const double[]){ 3 }, s.log);
    CdSimulationOptions options = cd_simulation_default();
    options.record = size % 2, options.integrator = size % 3 ? NULL : "HHT, ERROR = 1E-4";
    options.user = &s, options.stop = stop, options.output = output, options.event = event;
    s.sim = cd_simulation_open(s.model[0], &options, s.log);
    if (!s.sim) abort();
    s.x = calloc((size_t)cd_simulation_states(s.sim), sizeof *s.x);
    while (s.left >= 2) next_call(&s);
    free(s.x);
    cd_snapshot_close(s.snapshot);
    cd_simulation_close(s.sim);
    cd_model_close(s.model[1]);
    cd_model_close(s.model[0]);
    cd_log_close(s.log);
    return 0;
}
