/* fuzz_calls.c - public calls of a simulation in any order: each byte is a call with the next one as its argument. */
#include "cardan/cardan.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const char dataset[] =
    "mass on a spring\nPART/1, GROUND\nMARKER/10, PART = 1\nPART/2, MASS = 2, CM = 20, IP = 1, 1, 1\n"
    "MARKER/20, PART = 2\nJOINT/1, TRANSLATIONAL, I = 20, J = 10\nVARIABLE/1, FUNCTION = 1\n"
    "PINPUT/1, VARIABLES = 1\nVARIABLE/2, FUNCTION = VZ(20)\nPOUTPUT/1, VARIABLES = 2\n"
    "DIFF/1, IC = 0, STATIC_HOLD, FUNCTION = DZ(20)\n"
    "SFORCE/1, TRANSLATION, ACTIONONLY, I = 20, J = 10, FUNCTION = VARVAL(1) - 50*DZ(20, 10) - VZ(20, 10)\n"
    "SENSOR/1, FUNCTION = DZ(20), VALUE = 0.015, ERROR = 1E-4, PRINT\nEND\n";

typedef struct Session {
    CdLog *log;
    CdModel *model[2];
    CdSimulation *sim;
    CdSnapshot *snapshot;
    double *x;
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

static void call(Session *s, int what, int argument)
{
    char room[64];
    switch (what % 14) {
    case 0: cd_simulation_advance(s->sim, cd_simulation_time(s->sim) + argument * 1e-4); break;
    case 1: cd_simulation_step(s->sim); break;
    case 2: cd_simulation_equilibrium(s->sim); break;
    case 3: cd_linear_close(cd_simulation_linearise(s->sim)); break;
    case 4: cd_simulation_set_input(s->sim, 1 + argument % 3, argument); break;
    case 5: take_snapshot(s); break;
    case 6:
        if (s->snapshot) cd_simulation_restore(s->sim, s->snapshot);
        break;
    case 7: set_state(s, argument); break;
    case 8: cd_simulation_value(s->sim, argument - 10); break;
    case 9: cd_simulation_restate(s->sim, s->model[argument % 2]); break;
    case 10: cd_simulation_get_rates(s->sim, s->x); break;
    case 11: cd_simulation_state_name(s->sim, argument - 3, room, sizeof room); break;
    case 12: cd_simulation_quasi_static(s->sim, cd_simulation_time(s->sim) + argument * 1e-4, argument % 3); break;
    case 13: cd_simulation_find_channel(s->sim, cd_simulation_channel(s->sim, argument).name); break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { MOST_CALLS = 60 };
    Session s = { .log = cd_log_open() };
    s.model[0] = cd_model_read_text("fuzz.adm", dataset, strlen(dataset), s.log);
    s.model[1] = cd_model_with(s.model[0], 1, (const char *const[]){ "PART/2.MASS" }, (const double[]){ 3 }, s.log);
    CdSimulationOptions options = cd_simulation_default();
    options.record = size % 2, options.integrator = size % 3 ? NULL : "HHT, ERROR = 1E-4";
    s.sim = cd_simulation_open(s.model[0], &options, s.log);
    if (!s.sim) abort();
    s.x = calloc((size_t)cd_simulation_states(s.sim), sizeof *s.x);
    for (size_t i = 0; i + 1 < size && i < 2 * MOST_CALLS; i += 2) call(&s, data[i], data[i + 1]);
    free(s.x);
    cd_snapshot_close(s.snapshot);
    cd_simulation_close(s.sim);
    cd_model_close(s.model[1]);
    cd_model_close(s.model[0]);
    cd_log_close(s.log);
    return 0;
}
