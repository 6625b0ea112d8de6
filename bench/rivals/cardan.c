/* cardan.c - the methods of libcardan on a case:
 *   cardan CASE --reference FILE     writes the reference: the closed form, or a run with a tight tolerance
 *   cardan CASE FILE [METHOD...]     runs every method, or those named, over its tolerances; after GSTIFF in I3 the
 *                                    last line tells what
 *                                    one refactorisation and solution costs */
#include "case.h"

#include "analyses/dynamic/dynamic.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void keep(const System *s, Sample *to)
{
    for (int b = 0; b < s->m->bodies; b++) {
        const double *v = s->state.v + s->m->body[b].first;
        Mat3 A = q4_to_m3(s->state.p[b]);
        Vec3 r = s->state.r[b], w = m3_apply(A, v3(v[3], v[4], v[5]));
        for (int i = 0; i < 3; i++) to[b].r[i] = v3_get(r, i), to[b].u[i] = v[i], to[b].w[i] = v3_get(w, i);
        for (int i = 0; i < 9; i++) to[b].A[i] = m3_at(A, i / 3, i % 3);
    }
}

/* One refactorisation and solution of the matrix that a run has left. */
static double time_of_pair(Equations *e)
{
    enum { PAIRS = 200 };
    double *b = calloc((size_t)cd_equations_unknowns(e), sizeof *b), from = case_seconds();
    for (int i = 0; i < PAIRS; i++) cd_equations_factor(e), cd_equations_solve(e, b);
    free(b);
    return (case_seconds() - from) / PAIRS;
}

static double pair; /* s; of the last run that factored */

static double run(Case *c, const void *setting, double tolerance, long *steps)
{
    char integrator[200];
    snprintf(integrator, sizeof integrator, "%s, ERROR=%g, HMIN=1E-13", (const char *)setting, tolerance);
    CdModel *model;
    CdLog *log;
    System *s = case_system(c, integrator, &model, &log);
    double from = case_seconds(), took = NAN;
    Dynamic *d = cd_dynamic_open(s, c->end / c->samples, c->end, log);
    bool good = d != NULL;
    for (int k = 0; good && k < c->samples; k++) {
        good = cd_dynamic_to(d, case_time(c, k), log) == CD_OK && case_seconds() - from < c->patience;
        keep(s, case_at(c, k));
    }
    if (good) took = case_seconds() - from, *steps = cd_dynamic_stats(d)->steps;
    if (good && strncmp(integrator, "GSTIFF, I3", 10) == 0) pair = time_of_pair(cd_solver(s)->equations);
    cd_dynamic_close(d);
    case_system_close(s, model, log);
    return took;
}

/* Benchmark D2 has one freedom, the angle of the uprights:  ((N+1)/3 + N) th'' = ((N+1)/2 + N) (g/L) sin th.  L = 1
 * m. */
static void windows_in_closed_form(Case *c)
{
    enum { STEPS = 100000 };
    int n = (c->bodies - 1) / 2;
    double factor = ((n + 1) / 2. + n) / ((n + 1) / 3. + n) * -c->gravity[1], th = 0, w = 1,
           h = c->end / c->samples / STEPS;
    for (int k = 0; k < c->samples; k++) {
        for (int i = 0; i < STEPS; i++) {
            double w1 = w, a1 = factor * sin(th), w2 = w + h / 2 * a1, a2 = factor * sin(th + h / 2 * w1);
            double w3 = w + h / 2 * a2, a3 = factor * sin(th + h / 2 * w2), w4 = w + h * a3,
                   a4 = factor * sin(th + h * w3);
            th += h / 6 * (w1 + 2 * w2 + 2 * w3 + w4), w += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
        }
        for (int b = 0; b < c->bodies; b++) {
            double x = b / 2, level = b % 2, up = level ? 1 : 0.5, s = sin(th), co = cos(th);
            case_at(c, k)[b] =
                (Sample){ .r = { x + level / 2 + up * s, up * co, 0 }, .A = { 1, 0, 0, 0, 1, 0, 0, 0, 1 } };
            if (level == 0) memcpy(case_at(c, k)[b].A, (double[]){ co, s, 0, -s, co, 0, 0, 0, 1 }, 9 * sizeof(double));
        }
    }
}

int main(int argc, char **argv)
{
    static const char *const method[] = { "GSTIFF, I3", "GSTIFF, SI2", "WSTIFF, I3", "HHT",   "GALPHA, SI2",
                                          "ABAM",       "MDOP5",       "HEM5",       "PHEM56" };
    if (argc < 3) return fprintf(stderr, "cardan CASE FILE [METHOD...], or cardan CASE --reference FILE\n"), 1;
    Case *c = case_open(argv[1]);
    if (strcmp(argv[2], "--reference") == 0 && argc > 3) {
        bool stiff = strcmp(c->name, "stiff_pendulum") == 0;
        long steps;
        c->patience = 600;
        if (strncmp(c->name, "windows", 7) == 0) windows_in_closed_form(c);
        else if (isnan(run(c, stiff ? "GSTIFF, SI2" : "PHEM56", 1e-12, &steps))) return 1;
        case_write_reference(c, argv[3]);
    } else {
        case_read_reference(c, argv[2]);
        int n = argc > 3 ? argc - 3 : (int)(sizeof method / sizeof *method);
        for (int i = 0; i < n; i++) {
            const char *name = argc > 3 ? argv[3 + i] : method[i];
            case_sweep(c, "cardan", name, run, name, 1e-2, 1e-10, 10);
        }
        if (pair > 0) printf("%s;pair;;;%.4g;;;\n", c->name, pair);
    }
    case_close(c);
    return 0;
}
