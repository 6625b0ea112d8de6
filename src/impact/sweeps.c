/* sweeps.c - sweeps over many contacts; few of them by Newton's method on the cone. */
#include "impact/sweeps.h"

#include <math.h>
#include <string.h>

void cd_block_own(ContactBlock *c, int velocities, double *scratch)
{
    for (int r = 0; r < c->rows; r++) {
        for (int k = 0; k < c->by.n; k++)
            if (c->by.at[k] < velocities) scratch[c->by.at[k]] = c->by.x[k * BLOCK_ROWS + r];
        for (int s = 0; s < c->rows; s++) {
            c->w[s][r] = 0;
            for (int k = 0; k < c->g.n; k++) c->w[s][r] += c->g.x[k * BLOCK_ROWS + s] * scratch[c->g.at[k]];
        }
        for (int k = 0; k < c->by.n; k++)
            if (c->by.at[k] < velocities) scratch[c->by.at[k]] = 0;
    }
}

static void velocity(const ContactBlock *c, const double *v, double u[BLOCK_ROWS])
{
    double a = 0, b = 0, d = 0;
    const double *g = c->g.x;
    for (int k = 0; k < c->g.n; k++, g += BLOCK_ROWS) {
        double x = v[c->g.at[k]];
        a += g[0] * x, b += g[1] * x, d += g[2] * x;
    }
    u[0] = a, u[1] = b, u[2] = d;
}

static void push(const ContactBlock *c, const double *d, double *v)
{
    const double *x = c->by.x;
    for (int k = 0; k < c->by.n; k++, x += BLOCK_ROWS) v[c->by.at[k]] += x[0] * d[0] + x[1] * d[1] + x[2] * d[2];
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

/* One contact, all others held: along the normal first, then the tangents. How far it changes its velocities. */
static double relax(ContactBlock *c, double *v)
{
    double u[BLOCK_ROWS], d[BLOCK_ROWS] = { 0 };
    velocity(c, v, u);
    double wn = c->w[0][0], wt = larger(c->w[1][1], c->w[2][2]);
    if (!(wn > 0)) return 0;
    d[0] = larger(0, c->p[0] - (u[0] + c->bias[0]) / wn) - c->p[0];
    if (wt > 0) {
        double t1 = c->p[1] - (u[1] + c->bias[1] + c->w[1][0] * d[0]) / wt;
        double t2 = c->p[2] - (u[2] + c->bias[2] + c->w[2][0] * d[0]) / wt;
        double length = sqrt(t1 * t1 + t2 * t2), limit = c->mu * (c->p[0] + d[0]);
        double share = length > limit ? limit / length : 1;
        d[1] = share * t1 - c->p[1], d[2] = share * t2 - c->p[2];
    }
    for (int r = 0; r < BLOCK_ROWS; r++) c->p[r] += d[r];
    push(c, d, v);
    return larger(fabs(d[0]) * wn, larger(fabs(d[1]), fabs(d[2])) * wt);
}

/* changed: by the last sweep. */
static int sweep_all(int n, ContactBlock *c, double *v, double small, int most, double *changed)
{
    int done = 0;
    for (*changed = INFINITY; done<most && * changed> small; done++) {
        *changed = 0;
        /* there and back, so that no direction through a pile is favoured */
        for (int i = 0; i < n; i++) *changed = larger(*changed, relax(&c[done % 2 ? n - 1 - i : i], v));
    }
    return done;
}

/* ---- few contacts ---- */

/* Velocities of all by a unit impulse of each, dense. */
static double *responses(Arena *scratch, int n, const ContactBlock *c, int numbers)
{
    int size = BLOCK_ROWS * n;
    double *w = ARENA_ARRAY(scratch, double, size *size), *v = ARENA_ARRAY(scratch, double, numbers), u[BLOCK_ROWS];
    for (int j = 0; j < n; j++) {
        double wt = 0;
        for (int r = 1; r < c[j].rows; r++) wt = fmax(wt, c[j].w[r][r]);
        for (int r = 0; r < BLOCK_ROWS; r++) {
            int column = BLOCK_ROWS * j + r;
            if (r >= c[j].rows) { /* a tangent that is not there: one that answers to itself alone stays at zero */
                w[column * size + column] = wt > 0 ? wt : c[j].w[0][0];
                continue;
            }
            double one[BLOCK_ROWS] = { r == 0, r == 1, r == 2 };
            push(&c[j], one, v);
            for (int i = 0; i < n; i++) {
                velocity(&c[i], v, u);
                for (int k = 0; k < c[i].rows; k++) w[(BLOCK_ROWS * i + k) * size + column] = u[k];
            }
            for (int k = 0; k < c[j].by.n; k++) v[c[j].by.at[k]] = 0;
        }
    }
    return w;
}

static bool solve_exactly(Arena *scratch, int n, ContactBlock *c, int numbers, double *v)
{
    int size = BLOCK_ROWS * n;
    double *w = responses(scratch, n, c, numbers), *p = ARENA_ARRAY(scratch, double, size), u[BLOCK_ROWS];
    double *q = ARENA_ARRAY(scratch, double, size), *mu = ARENA_ARRAY(scratch, double, n);
    for (int i = 0; i < n; i++) {
        velocity(&c[i], v, u);
        mu[i] = c[i].rows > 1 ? c[i].mu : 0;
        for (int r = 0; r < BLOCK_ROWS; r++)
            q[BLOCK_ROWS * i + r] = u[r] + c[i].bias[r], p[BLOCK_ROWS * i + r] = r < c[i].rows ? c[i].p[r] : 0;
    }
    if (!cd_cone_solve(scratch, &(ConeProblem){ n, w, q, mu, NULL }, p)) return false;
    for (int i = 0; i < n; i++) {
        for (int r = 0; r < c[i].rows; r++) c[i].p[r] = p[BLOCK_ROWS * i + r];
        push(&c[i], c[i].p, v);
    }
    return true;
}

/* Few contacts: by sweeps where these get there, which they do at once from the impulses of a step before, or nearly,
 * as where contacts depend on each other; else by Newton's method. */
static int solve_few(Arena *scratch, int n, ContactBlock *c, double *v, int numbers, double small)
{
    enum { MOST = 200 };
    const double exactly = 1e-9, nearly = 1e-3; /* of what counts */
    double changed, *free = ARENA_ARRAY(scratch, double, numbers);
    memcpy(free, v, sizeof(double) * (size_t)numbers);
    for (int i = 0; i < n; i++) push(&c[i], c[i].p, v);
    int done = sweep_all(n, c, v, exactly * small, MOST, &changed);
    if (changed <= nearly * small) return done;
    return solve_exactly(scratch, n, c, numbers, free) ? memcpy(v, free, sizeof(double) * (size_t)numbers), 0 : done;
}

static int numbers_of(int n, const ContactBlock *c)
{
    int most = 0;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < c[i].g.n; k++) most = c[i].g.at[k] >= most ? c[i].g.at[k] + 1 : most;
        for (int k = 0; k < c[i].by.n; k++) most = c[i].by.at[k] >= most ? c[i].by.at[k] + 1 : most;
    }
    return most;
}

int cd_blocks_solve(Arena *scratch, int n, ContactBlock *c, double *v, double small, int most)
{
    enum { FEW = 16 }; /* exact ones cost by the cube of their number, which passes sweeps about here */
    if (n <= FEW) {
        ArenaMark mark = cd_arena_mark(scratch);
        int done = solve_few(scratch, n, c, v, numbers_of(n, c), small);
        cd_arena_release(scratch, mark);
        return done;
    }
    for (int i = 0; i < n; i++) push(&c[i], c[i].p, v);
    double changed;
    return sweep_all(n, c, v, small, most, &changed);
}

void cd_blocks_open(int n, const ContactBlock *c, const double *gap, double *lift, double *d, double small, int most)
{
    double changed = INFINITY;
    for (int k = 0; k < most && changed > small; k++) {
        changed = 0;
        for (int j = 0; j < n; j++) {
            int i = k % 2 ? n - 1 - j : j;
            const ContactBlock *b = &c[i];
            double g = gap[i], w = b->w[0][0];
            for (int l = 0; l < b->g.n; l++) g += b->g.x[l * BLOCK_ROWS] * d[b->g.at[l]];
            double to = w > 0 ? larger(0, lift[i] - g / w) : 0, by = to - lift[i];
            lift[i] = to, changed = larger(changed, fabs(by) * w);
            if (by == 0) continue;
            for (int l = 0; l < b->by.n; l++) d[b->by.at[l]] += b->by.x[l * BLOCK_ROWS] * by;
        }
    }
}
