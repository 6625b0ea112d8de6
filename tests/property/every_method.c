/* every_method.c - random mechanisms with stops, friction, states, gears by several methods: they end well or say why
 * not, and give one motion. Where two runs at a loose ERROR are apart, runs with a tight one decide whether the motion
 * is sensitive, or one of the methods does not come nearer to it: that must be said.
 *
 * Ten mechanisms are tried here. With arguments FROM TO the program tries these seeds and tells what it saw; with SEED
 * alone it prints the dataset. */
#include "mechanism.h"
#include "simulation/simulation.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { OUTPUTS = 10, METHODS = 5 };
static const double end = 0.5; /* s */

static const char *const methods[METHODS] = { "GSTIFF, I3", "GSTIFF, SI2", "HHT", "MDOP5", "AUTO" };

/* A run, in SI. */
typedef struct Run {
    CdStatus status;
    int bodies, outputs;
    bool told; /* something about the way the run went */
    double speed, seconds;
    Vec3 r[OUTPUTS][MOST_BODIES], u[OUTPUTS][MOST_BODIES], w[OUTPUTS][MOST_BODIES];
    Mat3 A[OUTPUTS][MOST_BODIES];
    char codes[200];
} Run;

static double processor_time(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

typedef struct Patience {
    double until;
} Patience;

static bool too_long(void *user)
{
    return processor_time() > ((const Patience *)user)->until;
}

static void keep(const System *s, const UnitSystem *unit, Run *out)
{
    int n = out->outputs++;
    out->bodies = s->m->bodies;
    for (int b = 0; b < s->m->bodies; b++) {
        const MovingBody *body = &s->m->body[b];
        const double *v = s->state.v + body->first;
        out->r[n][b] = v3_scale(s->state.r[b], unit->l), out->A[n][b] = q4_to_m3(s->state.p[b]);
        out->u[n][b] = v3_scale(cd_translation(body, v), unit->l / unit->t);
        out->w[n][b] = v3_scale(cd_rotation(body, v), 1 / unit->t);
        out->speed = fmax(out->speed, fmax(v3_norm(out->u[n][b]), v3_norm(out->w[n][b])));
    }
}

/* Warnings of a run: those of the time it has reached, and what ended it. */
static void listen(const CdLog *log, int first, Run *out)
{
    for (int i = first; i < cd_log_count(log); i++) {
        CdMessage said = cd_log_message(log, i);
        if (said.severity == CD_NOTE) continue;
        out->told |= strstr(said.text, "t = ") != NULL;
        size_t n = strlen(out->codes);
        if (!strstr(out->codes, said.code)) snprintf(out->codes + n, sizeof out->codes - n, " %s", said.code);
    }
}

static Run run(uint64_t seed, const char *method, double error, double patience)
{
    const UnitSystem *unit = &unit_systems[seed % UNIT_SYSTEMS];
    TextBuffer text = { 0 };
    CdLog *log = cd_log_open();
    char integrator[80];
    Run r = { .speed = 1 };
    double from = processor_time();
    Patience until = { from + patience };
    print_mechanism(&text, (MechanismOptions){ .seed = seed, .loads = true }, unit, "");
    CdModel *model = cd_model_read_text("random.adm", text.at, text.n, log);
    if (!model) cd_log_print(log, stderr);
    assert_non_null(model);
    snprintf(integrator, sizeof integrator, "%s, ERROR = %.3g", method, error);
    CdSimulationOptions options = cd_simulation_default();
    options.integrator = integrator, options.output_step = end / OUTPUTS / unit->t;
    options.stop = too_long, options.user = &until;
    CdSimulation *sim = cd_simulation_open(model, &options, log);
    assert_non_null(sim);
    int first = cd_log_count(log);
    r.status = cd_simulation_initialise(sim);
    for (int k = 1; k <= OUTPUTS && r.status == CD_OK; k++) {
        r.status = cd_simulation_advance(sim, end * k / OUTPUTS / unit->t);
        if (r.status == CD_OK) keep(sim->system, unit, &r);
    }
    listen(log, first, &r);
    cd_simulation_close(sim);
    cd_model_close(model);
    cd_log_close(log);
    cd_buffer_close(&text);
    r.seconds = processor_time() - from;
    return r;
}

/* The largest difference of positions, by a metre and a radian, and of speeds by the largest. */
typedef struct Apart {
    double q, v;
} Apart;

static Apart apart(const Run *x, const Run *y)
{
    Apart d = { 0 };
    double speed = fmax(x->speed, y->speed);
    for (int n = 0; n < OUTPUTS && n < x->outputs && n < y->outputs; n++)
        for (int b = 0; b < x->bodies; b++) {
            double u = v3_norm(v3_sub(x->u[n][b], y->u[n][b])), w = v3_norm(v3_sub(x->w[n][b], y->w[n][b]));
            double q = v3_norm(v3_sub(x->r[n][b], y->r[n][b]));
            for (int k = 0; k < 3; k++) q = fmax(q, v3_norm(v3_sub(x->A[n][b].c[k], y->A[n][b].c[k])));
            d.q = isfinite(q) ? fmax(d.q, q) : INFINITY;
            d.v = isfinite(u + w) ? fmax(d.v, fmax(u, w) / speed) : INFINITY;
        }
    return d;
}

static const Apart near = { 2e-4, 1e-3 };

static bool far(Apart d)
{
    return !(d.q <= near.q && d.v <= near.v);
}

typedef struct Tally {
    int models, runs, fail_alike, fail_apart, slow, told, sensitive, unsure, silent;
    double q, v;
} Tally;

/* A method that is apart from two others that agree at a tight ERROR: it comes nearer as its ERROR falls, or it is
 * wrong in silence. */
static void judge(uint64_t seed, const Run *loose, Tally *all)
{
    Run a = run(seed, "MDOP5", 1e-9, 5), b = run(seed, "GSTIFF, SI2", 1e-9, 5);
    Apart tight = apart(&a, &b);
    bool sure = a.status == CD_OK && b.status == CD_OK && !far(tight);
    if (!sure) {
        bool said = a.told || b.told;
        all->unsure += !said, all->told += said;
        printf("%llu %s tight runs: status %d %d, apart q %.1e v %.1e, %.1f %.1f s;%s;%s\n", (unsigned long long)seed,
               said ? "told" : "UNSURE", (int)a.status, (int)b.status, tight.q, tight.v, a.seconds, b.seconds, a.codes,
               b.codes);
    }
    for (int m = 0; m < METHODS; m++) {
        Apart d = apart(&loose[m], &a);
        if (loose[m].status != CD_OK || !far(d)) continue;
        if (loose[m].told) {
            all->told++;
            printf("%llu told %s: q %.1e v %.1e;%s\n", (unsigned long long)seed, methods[m], d.q, d.v, loose[m].codes);
            continue;
        }
        Run finer = run(seed, methods[m], 1e-8, 5);
        Apart f = apart(&finer, &a);
        bool comes = finer.status == CD_OK && (!far(f) || (f.q < d.q / 4 && f.v < d.v / 4));
        const char *verdict = comes ? "sensitive" : finer.told ? "told" : sure ? "SILENT" : "unsure";
        all->sensitive += comes, all->told += !comes && finer.told, all->silent += !comes && !finer.told && sure;
        printf("%llu %s %s: q %.1e v %.1e, at 1e-8 status %d q %.1e v %.1e;%s;%s\n", (unsigned long long)seed, verdict,
               methods[m], d.q, d.v, (int)finer.status, f.q, f.v, loose[m].codes, finer.codes);
    }
}

static void try_seed(uint64_t seed, Tally *all)
{
    static Run loose[METHODS];
    bool differ = false;
    int failed = 0;
    for (int m = 0; m < METHODS; m++) {
        loose[m] = run(seed, methods[m], 1e-6, 2);
        all->runs++, failed += loose[m].status != CD_OK;
        all->slow += loose[m].status == CD_STOPPED;
        if (loose[m].status == CD_STOPPED)
            printf("%llu slow %s: %d outputs in 2 s;%s\n", (unsigned long long)seed, methods[m], loose[m].outputs,
                   loose[m].codes);
    }
    all->models++;
    for (int m = 0; m < METHODS; m++)
        for (int k = 0; k < m; k++) {
            Apart d = apart(&loose[m], &loose[k]);
            if (loose[m].status != CD_OK || loose[k].status != CD_OK) continue;
            differ |= far(d);
            if (!far(d)) all->q = fmax(all->q, d.q), all->v = fmax(all->v, d.v);
        }
    if (failed == METHODS) all->fail_alike++;
    else if (failed) {
        all->fail_apart++;
        printf("%llu failed", (unsigned long long)seed);
        for (int m = 0; m < METHODS; m++)
            printf(" %s: %d at %d%s;", methods[m], (int)loose[m].status, loose[m].outputs, loose[m].codes);
        printf("\n");
    }
    if (differ) judge(seed, loose, all);
    fflush(stdout);
}

static Tally try_all(uint64_t from, uint64_t to)
{
    Tally all = { 0 };
    for (uint64_t seed = from; seed <= to; seed++) try_seed(seed, &all);
    printf(
        "%d models, %d runs: %d refused by all methods, %d by some, %d slow; apart: %d told, %d sensitive, %d unsure, %d silent; "
        "others apart by q %.1e, v %.1e at most\n",
        all.models, all.runs, all.fail_alike, all.fail_apart, all.slow, all.told, all.sensitive, all.unsure, all.silent,
        all.q, all.v);
    return all;
}

TEST(methods_give_one_motion_or_say_why_not)
{
    Tally all = try_all(5, 14);
    assert_int_equal(all.silent, 0);
    assert_true(all.fail_alike < all.models / 2);
}

static int print(uint64_t seed)
{
    TextBuffer text = { 0 };
    print_mechanism(&text, (MechanismOptions){ .seed = seed, .loads = true }, &unit_systems[seed % UNIT_SYSTEMS], "");
    fputs(text.at, stdout);
    cd_buffer_close(&text);
    return 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = { UNIT(methods_give_one_motion_or_say_why_not) };
    if (argc == 2) return print(strtoull(argv[1], NULL, 10));
    if (argc > 2) return try_all(strtoull(argv[1], NULL, 10), strtoull(argv[2], NULL, 10)).silent > 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
