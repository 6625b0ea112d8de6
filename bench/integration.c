/* integration.c - what an integration costs, in units that do not depend on the machine:
 *
 *   windows   benchmark D2 with 40 loops over 10 s: CPU time of a run divided by that of one refactorisation and
 *             solution of its own
 *             matrix, beside the drift of its energy;
 *   chain     links on spherical joints, 10 to 10,000 of them: time per step and link, and what an iteration without a
 *             new matrix costs
 *             beyond its residual, in solutions with the factors. */
#include "analyses/dynamic/dynamic.h"
#include "models/mechanisms.h"
#include "system/energy.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Of the processor, not of the clock: other work on the machine does not count. */
static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

typedef struct Cost {
    bool good;
    double run, pair, drift; /* s, s, J: largest deviation from the first energy */
    Stats stats;
    Profile profile;
} Cost;

static double total_energy(System *s)
{
    Energy e = { 0 };
    cd_equations_prepare(cd_equations(s), NULL);
    return cd_energy(cd_equations(s), &e) ? e.kinetic + e.gravity : NAN;
}

/* One refactorisation and solution of the matrix that the run has left. */
static double time_of_pair(Equations *e)
{
    enum { PAIRS = 200 };
    double *b = calloc((size_t)cd_equations_unknowns(e), sizeof *b), from = seconds();
    for (int i = 0; i < PAIRS; i++) cd_equations_factor(e), cd_equations_solve(e, b);
    free(b);
    return (seconds() - from) / PAIRS;
}

static Cost run(void (*write)(FILE *, int), int size, const char *integrator, double end, int outputs, bool profiled)
{
    Cost c = { .good = true };
    char *text;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    write(out, size);
    fprintf(out, "INTEGRATOR/%s\nEND\n", integrator);
    fclose(out);
    CdLog *log = cd_log_open();
    CdModel *model = cd_model_read_text("bench.adm", text, length, log);
    if (!model) {
        cd_log_print(log, stderr);
        exit(1);
    }
    System *s = cd_system_open(model, NULL);
    c.good = cd_initial_positions(s, log) == CD_OK && cd_initial_velocities(s, log) == CD_OK &&
             cd_accelerations(s, log) == CD_OK;
    double first = total_energy(s), from = seconds();
    if (profiled) s->watch.profile = &c.profile;
    Dynamic *d = c.good ? cd_dynamic_open(s, end / outputs, end, log) : NULL;
    for (int i = 1; d && c.good && i <= outputs; i++) {
        c.good = cd_dynamic_to(d, end * i / outputs, log) == CD_OK;
        c.drift = fmax(c.drift, fabs(total_energy(s) - first));
    }
    c.run = seconds() - from;
    s->watch.profile = NULL;
    if (d) c.stats = *cd_dynamic_stats(d);
    if (c.good) c.pair = time_of_pair(cd_solver(s)->equations);
    cd_dynamic_close(d);
    cd_system_close(s);
    cd_model_close(model);
    cd_log_close(log);
    free(text);
    return c;
}

static void windows(int loops, const char *method)
{
    static const char *const error[] = { "1E-3", "1E-4", "1E-5", "1E-6", "1E-7" };
    for (int i = 0; i < 5; i++) {
        char text[100];
        snprintf(text, sizeof text, "%s, CORRECTOR=MODIFIED, ERROR=%s", method, error[i]);
        Cost c = run(write_windows, loops, text, 10, 100, false);
        if (c.good)
            printf("%-12s %5s %7ld %7ld %7ld | %9.2g | %9.1f %9.0f\n", method, error[i], c.stats.steps,
                   c.stats.work.iterations, c.stats.work.matrices, c.drift, 1e6 * c.pair, c.run / c.pair);
        else printf("%-12s %5s %7ld  fails\n", method, error[i], c.stats.steps);
    }
}

static void chain(int links, double *last)
{
    double end = links > 100 ? 0.1 : 2; /* long enough for what is made once not to count */
    Cost c = run(write_chain, links, "GSTIFF, ERROR=1E-5", end, (int)(100 * end), true);
    const double *t = c.profile.seconds, steps = (double)c.stats.steps, iterations = (double)c.stats.work.iterations;
    double residual = t[PHASE_STATE] + t[PHASE_MOTION] + t[PHASE_LOADS] + t[PHASE_EXPRESSIONS] + t[PHASE_CONSTRAINTS];
    double per_link = c.run / steps / links;
    printf("%7d %6ld %7ld %7ld | %9.3f %7.2f | %9.2f %9.2f %9.2f%s\n", links, c.stats.steps, c.stats.work.iterations,
           c.stats.work.matrices, 1e6 * per_link, *last > 0 ? per_link / *last : 1, 1e6 * residual / iterations / links,
           1e6 * t[PHASE_SOLVE] / iterations / links, (t[PHASE_CORRECTOR] + t[PHASE_SOLVE]) / t[PHASE_SOLVE],
           c.good ? "" : " FAILED");
    *last = per_link;
}

int main(void)
{
    static const char *const method[] = { "GSTIFF, I3", "GSTIFF, SI2", "WSTIFF, I3", "HHT" };
    printf("windows, 40 loops, 10 s\n%-12s %5s %7s %7s %7s | %9s | %9s %9s\n", "method", "ERROR", "steps", "iterat.",
           "matrices", "drift J", "us pair", "run/pair");
    for (int i = 0; i < 4; i++) windows(40, method[i]);
    printf("chain of links on spherical joints, GSTIFF I3\n%7s %6s %7s %7s | %9s %7s | %9s %9s %9s\n", "links", "steps",
           "iterat.", "matrices", "us/step/l", "ratio", "us resid.", "us solve", "in solves");
    double last = 0;
    for (int links = 10; links <= 10000; links *= 10) chain(links, &last);
    return 0;
}
