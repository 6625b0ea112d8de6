/* kinematics.c - how the start of an analysis grows with the model: a tree and a star of up to 10,000 parts, a ladder
 * standing on the ground and one hanging down with up to 1,000 closed loops. Times of each stage, and the ratio to the
 * model of half the size; the error is that of what is known exactly. */
#include "analyses/initial/initial.h"

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

static const char head[] =
    "bench\nUNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND\nPART/1, GROUND\nACCGRAV/JGRAV=-9.81\n";

/* Rods of 1 m hang on each other, three on each, all straight down and at rest: nothing moves. */
static void write_tree(FILE *out, int parts)
{
    fprintf(out, "%sMARKER/1, PART=1\n", head);
    for (int i = 0; i < parts; i++) {
        int up = (i - 1) / 3, depth = 0;
        for (int k = i; k > 0; k = (k - 1) / 3) depth++;
        fprintf(out, "PART/%d, MASS=1, CM=%d, IP=0.1,0.1,0.1, QG=0,%d,0\n", 2 + i, 10 + 3 * i, -depth);
        fprintf(out, "MARKER/%d, PART=%d, QP=0,-0.5,0\nMARKER/%d, PART=%d\nMARKER/%d, PART=%d, QP=0,-1,0\n", 10 + 3 * i,
                2 + i, 11 + 3 * i, 2 + i, 12 + 3 * i, 2 + i);
        fprintf(out, "JOINT/%d, REVOLUTE, I=%d, J=%d\n", 1 + i, 11 + 3 * i, i ? 12 + 3 * up : 1);
    }
    fprintf(out, "END\n");
}

/* Windows of 1 m rods on fixed feet (benchmark D2), leaning by half a radian: one freedom, three redundant equations
 * each. */
static const double lean = 0.5;
static void write_ladder(FILE *out, int loops)
{
    static const char inertia[] = "IP=0.001,0.0833333333333333,0.0833333333333333";
    double x = sin(lean), y = cos(lean);
    fprintf(out, "%s", head);
    for (int i = 0; i <= loops; i++) {
        int p = 2 + 2 * i, m = 100 + 10 * i;
        fprintf(out, "MARKER/%d, PART=1, QP=%d,0,0\n", m, i);
        fprintf(out, "PART/%d, MASS=1, CM=%d, %s, QG=%d,0,0, XG=%.17g,%.17g,0\n", p, m + 1, inertia, i, i + x, y);
        fprintf(out, "MARKER/%d, PART=%d, QP=0.5,0,0\nMARKER/%d, PART=%d\nMARKER/%d, PART=%d, QP=1,0,0\n", m + 1, p,
                m + 2, p, m + 3, p);
        fprintf(out, "JOINT/%d, REVOLUTE, I=%d, J=%d\n", m, m + 2, m);
        if (i == loops) break;
        fprintf(out, "PART/%d, MASS=1, CM=%d, %s, QG=%.17g,%.17g,0\n", p + 1, m + 4, inertia, i + x, y);
        fprintf(out, "MARKER/%d, PART=%d, QP=0.5,0,0\n", m + 4, p + 1);
        fprintf(out, "MARKER/%d, PART=%d\nMARKER/%d, PART=%d, QP=1,0,0\n", m + 5, p + 1, m + 6, p + 1);
        fprintf(out, "JOINT/%d, REVOLUTE, I=%d, J=%d\nJOINT/%d, REVOLUTE, I=%d, J=%d\n", m + 1, m + 5, m + 3, m + 2,
                m + 6, m + 13);
    }
    fprintf(out, "END\n");
}

/* Rods on one body, all hanging straight down. */
static void write_star(FILE *out, int rods)
{
    fprintf(out, "%sMARKER/1, PART=1\nPART/2, MASS=1, CM=2, IP=1,1,1\nMARKER/2, PART=2\nJOINT/1, FIXED, I=2, J=1\n",
            head);
    for (int i = 0; i < rods; i++) {
        int p = 3 + i, m = 10 + 3 * i;
        fprintf(out, "PART/%d, MASS=1, CM=%d, IP=0.1,0.1,0.1, QG=%g,0,0\n", p, m, 0.01 * i);
        fprintf(out, "MARKER/%d, PART=%d, QP=0,-0.5,0\nMARKER/%d, PART=%d\nMARKER/%d, PART=2, QP=%g,0,0\n", m, p, m + 1,
                p, m + 2, 0.01 * i);
        fprintf(out, "JOINT/%d, REVOLUTE, I=%d, J=%d\n", 2 + i, m + 1, m + 2);
    }
    fprintf(out, "END\n");
}

/* Two rails of links that hang down, with a rung at every one. */
static void write_rope(FILE *out, int rungs)
{
    fprintf(out, "%sMARKER/1, PART=1\nMARKER/2, PART=1, QP=1,0,0\n", head);
    for (int i = 0; i < rungs; i++)
        for (int k = 0; k < 3; k++) { /* left, right, rung */
            int p = 10 + 3 * i + k, m = 10 * p;
            fprintf(out, "PART/%d, MASS=1, CM=%d, IP=0.1,0.1,0.1, QG=%d,%d,0\n", p, m + 2, k == 1,
                    k == 2 ? -i - 1 : -i);
            fprintf(out, "MARKER/%d, PART=%d\nMARKER/%d, PART=%d, QP=%s\n", m, p, m + 1, p,
                    k == 2 ? "1,0,0" : "0,-1,0");
            fprintf(out, "MARKER/%d, PART=%d, QP=%s\n", m + 2, p, k == 2 ? "0.5,0,0" : "0,-0.5,0");
            if (k < 2) fprintf(out, "JOINT/%d, REVOLUTE, I=%d, J=%d\n", p, m, i ? m - 29 : 1 + k);
            else
                fprintf(out, "JOINT/%d, REVOLUTE, I=%d, J=%d\nJOINT/%d, REVOLUTE, I=%d, J=%d\n", p, m, m - 19,
                        1000000 + p, m + 1, m - 9);
        }
    fprintf(out, "END\n");
}

/* Nothing moves, and the number of degrees of freedom is known. */
static double still(const System *s, int freedoms)
{
    double worst = abs(s->m->nv - s->in_use.rank.rank - freedoms);
    for (int i = 0; i < s->m->nv; i++) worst = fmax(worst, fabs(s->state.vdot[i]));
    return worst;
}

static double star_error(const System *s, int rods)
{
    return still(s, rods);
}

static double rope_error(const System *s, int rungs)
{
    return still(s, rungs);
}

static double tree_error(const System *s, int parts)
{
    return still(s, parts);
}

static double ladder_error(const System *s, int n)
{
    double alpha = ((n + 1) / 2.0 + n) * 9.81 * sin(lean) / ((n + 1) / 3.0 + n),
           worst = abs(s->in_use.rank.rank - (s->m->nv - 1));
    for (int b = 0; b < s->m->bodies; b++)
        worst = fmax(worst, fabs(s->state.vdot[s->m->body[b].first + 5] + (b % 2 ? 0 : alpha)));
    return worst;
}

enum { NUMBERING, POSITIONS, VELOCITIES, ACCELERATIONS, REACTIONS, STAGES };

typedef struct Timing {
    double stage[STAGES], error;
    int bodies, rows, rank;
    bool good;
} Timing;

static Timing time_once(const CdModel *model, int size, double (*error)(const System *, int))
{
    Timing t = { .good = true };
    double at[STAGES + 1];
    CdLog *log = cd_log_open();
    at[0] = seconds();
    System *s = cd_system_open(model, NULL);
    at[1] = seconds();
    t.good &= cd_initial_positions(s, log) == CD_OK;
    at[2] = seconds();
    t.good &= cd_initial_velocities(s, log) == CD_OK;
    at[3] = seconds();
    t.good &= cd_accelerations(s, log) == CD_OK;
    at[4] = seconds();
    cd_spread_reactions(s, REACTIONS_LEAST_NORM);
    at[5] = seconds();
    for (int k = 0; k < STAGES; k++) t.stage[k] = at[k + 1] - at[k];
    t.error = error(s, size), t.bodies = s->m->bodies, t.rows = s->c->rows, t.rank = s->in_use.rank.rank;
    cd_system_close(s);
    cd_log_close(log);
    return t;
}

static CdModel *model_of(void (*write)(FILE *, int), int size)
{
    char *text;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    write(out, size);
    fclose(out);
    CdLog *log = cd_log_open();
    CdModel *model = cd_model_read_text("bench.adm", text, length, log);
    if (!model) {
        cd_log_print(log, stderr);
        exit(1);
    }
    cd_log_close(log);
    free(text);
    return model;
}

/* The shortest of several runs: the one least disturbed. */
static void run(const char *name, int first, int last, void (*write)(FILE *, int), double (*error)(const System *, int))
{
    enum { RUNS = 5 };
    printf("%-8s %7s %7s %7s | %9s %9s %9s %9s %9s | %9s %6s %9s\n", name, "bodies", "rows", "rank", "number ms",
           "position", "velocity", "accel.", "reactions", "sum ms", "ratio", "error");
    double half = 0;
    for (int size = first; size <= last; size *= 2) {
        CdModel *model = model_of(write, size);
        Timing best = time_once(model, size, error);
        for (int r = 1; r < RUNS; r++) {
            Timing t = time_once(model, size, error);
            for (int k = 0; k < STAGES; k++) best.stage[k] = fmin(best.stage[k], t.stage[k]);
        }
        double sum = 0;
        printf("%8d %7d %7d %7d |", size, best.bodies, best.rows, best.rank);
        for (int k = 0; k < STAGES; k++) sum += best.stage[k], printf(" %9.2f", 1e3 * best.stage[k]);
        printf(" | %9.2f ", 1e3 * sum);
        if (half > 0) printf("%6.2f", sum / half);
        else printf("%6s", "");
        printf(" %9.2g%s\n", best.error, best.good ? "" : " FAILED");
        half = sum;
        cd_model_close(model);
    }
}

int main(void)
{
    run("tree", 1250, 10000, write_tree, tree_error);
    run("star", 1250, 10000, write_star, star_error);
    run("ladder", 125, 1000, write_ladder, ladder_error);
    run("rope", 125, 1000, write_rope, rope_error);
    return 0;
}
