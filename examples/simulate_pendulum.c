/* simulate_pendulum.c - a model built call by call, simulated in memory, changed and simulated again; no file is read
 * or written.
 *
 *     cc simulate_pendulum.c $(pkg-config --cflags --libs cardan) -o simulate_pendulum && ./simulate_pendulum */
#include <cardan/cardan.h>

/* A bar of 1 m that hangs from ground by a pin and starts level. */
static CdModel *build(CdLog *log)
{
    const double inertia[3] = { 1e-4, 0.0834, 0.0834 }, start[3] = { 0.5, 0, 0 }, pin[3] = { -0.5, 0, 0 };
    CdBuild *b = cd_build_open(log);
    cd_build_title(b, "pendulum");
    cd_build_begin(b, "PART", 1), cd_build_word(b, "GROUND");
    cd_build_begin(b, "MARKER", 10), cd_build_int(b, "PART", 1);
    cd_build_begin(b, "PART", 2), cd_build_real(b, "MASS", 1), cd_build_int(b, "CM", 20);
    cd_build_reals(b, "IP", 3, inertia), cd_build_reals(b, "QG", 3, start);
    cd_build_begin(b, "MARKER", 20), cd_build_int(b, "PART", 2);
    cd_build_begin(b, "MARKER", 21), cd_build_int(b, "PART", 2), cd_build_reals(b, "QP", 3, pin);
    cd_build_begin(b, "JOINT", 1), cd_build_word(b, "REVOLUTE"), cd_build_int(b, "I", 21), cd_build_int(b, "J", 10);
    cd_build_begin(b, "ACCGRAV", 0), cd_build_real(b, "JGRAV", -9.81);
    cd_build_begin(b, "INTEGRATOR", 0), cd_build_word(b, "HHT"), cd_build_real(b, "ERROR", 1e-7);
    return cd_build_finish(b);
}

/* Swings for a second, tells where its centre is and what the pin carries. */
static bool swing(const CdModel *model, CdLog *log)
{
    CdSimulationOptions options = cd_simulation_default();
    CdSimulation *sim = cd_simulation_open(model, &options, log);
    if (!sim) return false;
    int y = cd_simulation_find_channel(sim, "PART_2.Y"), pull = cd_simulation_find_channel(sim, "JOINT_1.FY");
    bool good = true;
    for (int k = 1; k <= 4 && good; k++) {
        good = cd_simulation_advance(sim, 0.25 * k) == CD_OK;
        printf("t = %.2f: y = %9.6f, pin FY = %9.5f\n", cd_simulation_time(sim), cd_simulation_value(sim, y),
               cd_simulation_value(sim, pull));
    }
    good = good && cd_simulation_equilibrium(sim) == CD_OK;
    CdLinear *linear = good ? cd_simulation_linearise(sim) : NULL;
    if (linear && linear->modes) printf("hanging: %.6f Hz\n", linear->frequency[0]);
    good = linear && linear->modes == 1;
    cd_linear_close(linear);
    cd_simulation_close(sim);
    return good;
}

int main(void)
{
    CdLog *log = cd_log_open();
    CdModel *model = build(log), *heavier = NULL;
    bool good = model && swing(model, log);
    if (good) heavier = cd_model_with(model, 1, (const char *const[]){ "PART/2.MASS" }, (const double[]){ 2 }, log);
    good = heavier && swing(heavier, log);
    if (!good) cd_log_print(log, stderr);
    cd_model_close(heavier);
    cd_model_close(model);
    cd_log_close(log);
    return good ? 0 : 1;
}
