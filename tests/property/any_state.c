/* any_state.c - states of random mechanisms, disturbed at random, are made consistent or refused by name; a state that
 * was taken is one that is taken again without a change. */
#include "mechanism.h"

#include "simulation/simulation.h"

#include <stdlib.h>

enum { MODELS = 60, TRIES = 4 };

typedef struct Tally {
    int taken, refused;
    double moved, off; /* a state that was taken, set again: how far it moves; constraints of it */
} Tally;

static void disturb(double *x, int n, double size, uint64_t *seed)
{
    for (int i = 0; i < n; i++) x[i] += size * (2 * test_random(seed) - 1);
}

static void try_states(CdSimulation *sim, CdLog *log, uint64_t *seed, Tally *out)
{
    int n = cd_simulation_states(sim);
    double *x = calloc((size_t)n, sizeof *x), *y = calloc((size_t)n, sizeof *y);
    for (int k = 0; k < TRIES; k++) {
        int errors = cd_log_errors(log);
        assert_int_equal(cd_simulation_get_state(sim, x), CD_OK);
        memcpy(y, x, sizeof *x * (size_t)n);
        disturb(y, n, k == TRIES - 1 ? 10 : 0.05, seed);
        if (cd_simulation_set_state(sim, 0.1 * k, y) != CD_OK) {
            out->refused++;
            assert_true(cd_log_errors(log) > errors); /* with a reason, and nothing has changed */
            assert_int_equal(cd_simulation_get_state(sim, y), CD_OK);
            assert_memory_equal(x, y, sizeof *x * (size_t)n);
            continue;
        }
        out->taken++;
        Violation off = { 0 };
        cd_violation_look(sim->system, &off);
        out->off = fmax(out->off, fmax(off.position, off.velocity));
        assert_int_equal(cd_simulation_get_state(sim, x), CD_OK);
        assert_int_equal(cd_simulation_set_state(sim, 0.1 * k, x), CD_OK);
        assert_int_equal(cd_simulation_get_state(sim, y), CD_OK);
        for (int i = 0; i < n; i++) out->moved = fmax(out->moved, fabs(x[i] - y[i]) / fmax(1, fabs(x[i])));
    }
    free(x), free(y);
}

TEST(states_are_made_consistent_or_refused)
{
    Tally all = { 0 };
    uint64_t seed = 11;
    for (int k = 1; k <= MODELS; k++) {
        TextBuffer text = { 0 };
        CdLog *log = cd_log_open();
        print_mechanism(&text, (MechanismOptions){ .seed = (uint64_t)k }, &unit_systems[0], "");
        CdModel *model = cd_model_read_text("random.adm", text.at, text.n, log);
        assert_non_null(model);
        CdSimulationOptions options = cd_simulation_default();
        CdSimulation *sim = cd_simulation_open(model, &options, log);
        if (sim && cd_simulation_initialise(sim) == CD_OK) try_states(sim, log, &seed, &all);
        cd_simulation_close(sim);
        cd_model_close(model);
        cd_log_close(log);
        cd_buffer_close(&text);
    }
    print_message("    %d states taken, %d refused; set again they move by %.1e, off their constraints by %.1e\n",
                  all.taken, all.refused, all.moved, all.off);
    assert_true(all.taken > 2 * MODELS);
    assert_true(all.moved < 1e-7);
    assert_true(all.off < 1e-8);
}

int main(void)
{
    const struct CMUnitTest tests[] = { UNIT(states_are_made_consistent_or_refused) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
