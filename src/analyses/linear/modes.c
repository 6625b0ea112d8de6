/* modes.c - modes of a linearised model (theory 12.8 to 12.10). */
#include "analyses/linear/modes.h"

#include "analyses/linear/massless.h"
#include "analyses/linear/rounding.h"
#include "linalg/spectrum.h"
#include "linalg/vector.h"
#include "system/energy.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static int by_frequency(const void *a, const void *b)
{
    const Mode *x = a, *y = b;
    float f = (float)x->frequency, g = (float)y->frequency; /* what differs by rounding is the same */
    if (f != g) return f < g ? -1 : 1;
    return x->re < y->re ? -1 : x->re > y->re;
}

/* The largest of n numbers by amount, and where; -1: all are zero. */
static double largest_of(int n, const double *re, const double *im, int *at)
{
    double most = 0;
    *at = -1;
    for (int k = 0; k < n; k++) {
        double size = hypot(re[k], im[k]);
        if (size > most * (1 + 1e-9)) most = size, *at = k;
    }
    return most;
}

/* The largest displacement becomes 1, or the largest rotation if that moves more, or the largest state if bodies do not
 * move. */
static void normalise(const Equations *e, Mode *m)
{
    const System *s = e->s;
    const double rounding = 1e-12;
    int at[2] = { -1, -1 }, state;
    double most[2] = { 0, 0 }, states = largest_of(e->aux.differential, m->z_re, m->z_im, &state);
    for (int b = 0; b < s->m->bodies; b++)
        for (int c = 0; c < s->m->body[b].dofs; c++) {
            int k = s->m->body[b].first + c, kind = s->m->body[b].six[c] >= 3;
            double size = hypot(m->q_re[k], m->q_im[k]);
            if (size > most[kind] * (1 + 1e-9)) most[kind] = size, at[kind] = k;
        }
    int k = most[0] > 1e-6 * s->constants.length * most[1] ? at[0] : at[1];
    bool alone = k < 0 || fmax(most[0] / s->constants.length, most[1]) < rounding * states;
    if (alone) k = state;
    if (k < 0) return;
    double a = (alone ? m->z_re : m->q_re)[k], b = (alone ? m->z_im : m->q_im)[k], size = a * a + b * b;
    double *re[3] = { m->q_re, m->p_re, m->z_re }, *im[3] = { m->q_im, m->p_im, m->z_im };
    for (int n = 0; n < 3; n++)
        for (int i = 0; i < (n < 2 ? s->m->nv : e->aux.differential); i++) {
            double x = re[n][i], y = im[n][i];
            re[n][i] = (x * a + y * b) / size, im[n][i] = (y * a - x * b) / size;
        }
}

static void set_eigenvalue(Mode *m, double re, double im)
{
    m->re = re, m->im = im, m->frequency = hypot(re, im) / (2 * M_PI);
    m->damping = re != 0 ? -re / hypot(re, im) : 0;
}

Mode *cd_modes_add(Modes *out, double re, double im)
{
    int nv = out->l->e->s->m->nv;
    Mode *m = &out->mode[out->n++];
    *m = (Mode){ 0 };
    set_eigenvalue(m, re, im);
    double **part[6] = { &m->q_re, &m->q_im, &m->p_re, &m->p_im, &m->z_re, &m->z_im };
    for (int k = 0; k < 6; k++) *part[k] = ARENA_ARRAY(&out->arena, double, k < 4 ? nv : out->l->e->aux.differential);
    return m;
}

void cd_modes_arrange(Modes *m)
{
    for (int k = 0; k < m->n; k++) normalise(m->l->e, &m->mode[k]);
    if (m->n) qsort(m->mode, (size_t)m->n, sizeof *m->mode, by_frequency);
}

static Mode *add_mode(Modes *out, double re, double im, const double *y_re, const double *y_im)
{
    Mode *m = cd_modes_add(out, re, im);
    cd_linear_positions(out->l, y_re, m->q_re), cd_linear_velocities(out->l, y_re, m->p_re);
    if (y_im) cd_linear_positions(out->l, y_im, m->q_im), cd_linear_velocities(out->l, y_im, m->p_im);
    int states = out->l->states, first = out->l->n - states;
    for (int k = 0; k < states; k++) {
        int z = out->l->state[k];
        m->z_re[z] = y_re[first + k], m->z_im[z] = y_im ? y_im[first + k] : 0;
    }
    return m;
}

/* Usual sizes of y. */
static double *units_of(Arena *arena, const Linearised *l)
{
    double *unit = ARENA_ARRAY(arena, double, l->n);
    for (int k = 0; k < l->n; k++) unit[k] = 1;
    for (int k = 0; k < l->positions; k++) unit[k] = cd_usual_size(l->e->s, l->position[k]);
    for (int k = 0; k < l->velocities; k++) unit[l->positions + k] = cd_usual_size(l->e->s, l->velocity[k]);
    return unit;
}

/* Bodies stand where the constraints want them but for this, by the length of the model: what comes of a motion is not
 * known better. */
static const double ASSEMBLED = 1e-11;

enum { ROUNDINGS = 10 }; /* of a term: it has several rounding errors of its own */

/* Columns of a block of A (of positions: stiffness, of velocities: damping) become zero if M times them is nothing but
 * rounding, and rows if they are what M^-1 makes of rounding. */
static bool drop_noise(Arena *arena, const Linearised *l, const double *mass, const double *inverse, int first,
                       int count, double *a)
{
    size_t n = (size_t)l->n, np = (size_t)l->positions, nv = (size_t)l->velocities, columns = (size_t)count;
    double *force = ARENA_ARRAY(arena, double, nv), *rounding = ARENA_ARRAY(arena, double, nv *columns);
    double *block = a + np + n * (size_t)first;
    if (!cd_rounding_forces(l, first, count, rounding)) return false;
    for (size_t k = 0; k < nv * columns; k++) rounding[k] *= ROUNDINGS * DBL_EPSILON;
    for (size_t i = 0; i < nv; i++) {
        bool noise = true;
        for (size_t j = 0; j < columns && noise; j++) {
            double sum = 0;
            for (size_t k = 0; k < nv; k++) sum += fabs(inverse[i + nv * k]) * rounding[k + nv * j];
            noise = fabs(block[i + n * j]) <= sum;
        }
        for (size_t j = 0; j < columns && noise; j++) block[i + n * j] = 0;
    }
    for (size_t j = 0; j < columns; j++) {
        double *column = block + n * j;
        bool noise = true;
        memset(force, 0, sizeof(double) * nv);
        for (size_t k = 0; k < nv; k++)
            for (size_t i = 0; i < nv && column[k] != 0; i++) force[i] += mass[i + nv * k] * column[k];
        for (size_t i = 0; i < nv; i++) noise &= fabs(force[i]) <= rounding[i + nv * j];
        if (noise) memset(column, 0, sizeof(double) * nv);
    }
    return true;
}

/* M^-1; false if there is none. */
static bool invert(Arena *arena, int n, const double *mass, double *inverse)
{
    DenseLu lu;
    for (int k = 0; k < n; k++) inverse[(size_t)k * ((size_t)n + 1)] = 1;
    if (cd_dense_factor(arena, n, mass, &lu) != DENSE_OK) return false;
    cd_dense_solve(&lu, n, inverse);
    return true;
}

/* The fastest rate that coefficients of A tell of, whatever the unit of time. */
static double fastest_rate(const Linearised *l, const double *A, const double *unit)
{
    int np = l->positions, end = np + l->velocities;
    double rate = 0;
    for (int j = 0; j < l->n; j++)
        for (int i = np; i < l->n; i++) {
            double a = fabs(A[i + (size_t)l->n * (size_t)j]) * unit[j] / unit[i];
            if (i < end && j < np) rate = fmax(rate, sqrt(a));
            else if ((i < end && j < end) || i == j) rate = fmax(rate, a);
        }
    return rate > 0 ? rate : 1;
}

/* A without the rounding errors that stand for no stiffness and no damping (12.9). */
static double *without_noise(Arena *arena, const Linearised *l, const double *unit)
{
    size_t n = (size_t)l->n, np = (size_t)l->positions, nv = (size_t)l->velocities;
    double *a = ARENA_ARRAY(arena, double, n *n), *mass = ARENA_ARRAY(arena, double, nv *nv);
    double rounding = fmax(ASSEMBLED, ROUNDINGS * l->n * DBL_EPSILON), pace = cd_linear_pace(l->e->s),
           rate = fastest_rate(l, l->A, unit);
    memcpy(a, l->A, sizeof(double) * n * n);
    for (size_t j = 0; j < np + nv; j++)
        for (size_t i = 0; i < np + nv; i++) {
            /* y_q' = y_v; the others are rates, and in y_v' from y_q squares of rates */
            double least = i < np && j >= np ? 1 : i >= np && j < np ? pace * pace : pace;
            /* where all stands still but for rounding errors the pace is one, and squares of it are left of them */
            double lost = i < np ? 0 : DBL_EPSILON * DBL_EPSILON * (j < np ? rate * rate : rate);
            if (fabs(a[i + n * j]) * unit[j] < fmax(rounding * least, lost) * unit[i]) a[i + n * j] = 0;
        }
    cd_linear_masses(l, true, mass);
    double *inverse = ARENA_ARRAY(arena, double, nv *nv);
    bool good = invert(arena, l->velocities, mass, inverse) &&
                drop_noise(arena, l, mass, inverse, 0, l->positions, a) &&
                drop_noise(arena, l, mass, inverse, l->positions, l->velocities, a);
    return good ? a : NULL;
}

/* Slow real modes beside fast ones: LAPACK's errors are those of the fastest. */
static void sharpen(const Modes *out, Mode *m)
{
    if (m->im != 0 || fabs(m->re) > ROUNDINGS * m->error || out->l->frame || out->l->chosen.W) return;
    if (!cd_rounding_sharpen(out, ROUNDINGS, m)) return;
    set_eigenvalue(m, m->re, 0);
}

const double *cd_shapes_add(Shapes *b, const Equations *e, const Mode *x)
{
    int nv = e->s->m->nv, n = nv + e->aux.differential;
    double *v = ARENA_ARRAY(&b->arena, double, n), before = 0, after = 0;
    for (int k = 0; k < n; k++) {
        v[k] = k < nv ? x->q_re[k] / cd_usual_size(e->s, k) : x->z_re[k - nv];
        before += v[k] * v[k];
    }
    for (int round = 0; round < 2; round++)
        for (int j = 0; j < b->shape.n; j++) {
            const double *u = b->shape.at[j];
            double part = 0;
            for (int k = 0; k < n; k++) part += u[k] * v[k];
            for (int k = 0; k < n; k++) v[k] -= part * u[k];
        }
    for (int k = 0; k < n; k++) after += v[k] * v[k];
    if (!(after > 1e-6 * before)) return NULL;
    for (int k = 0; k < n; k++) v[k] /= sqrt(after);
    ARRAY_PUSH(&b->arena, &b->shape, v);
    return v;
}

/* What rounding may have made of zero is zero; a mode more, if its shape is not among those of the others (12.14). */
static void join_zeros(Modes *out)
{
    const Equations *e = out->l->e;
    double fastest = 0, slow = 100 * sqrt(DBL_EPSILON);
    int flat = out->flat, kept = flat;
    Shapes known = { 0 };
    for (int k = 0; k < flat; k++) cd_shapes_add(&known, e, &out->mode[k]);
    for (int k = 0; k < out->n; k++) fastest = fmax(fastest, hypot(out->mode[k].re, out->mode[k].im));
    for (int k = flat; k < out->n; k++) {
        Mode *x = &out->mode[k];
        double size = hypot(x->re, x->im);
        bool zero = size == 0 || (size <= slow * fastest && size <= ROUNDINGS * cd_rounding_mode(out, x));
        if (zero) out->zeros += x->im != 0 ? 2 : 1;
        if (zero) set_eigenvalue(x, 0, 0);
        if (zero && !cd_shapes_add(&known, e, x)) continue;
        out->flat += zero;
        out->mode[kept++] = *x;
    }
    out->n = kept;
    cd_arena_close(&known.arena);
}

/* What motions of usual size make of a state by its own equation; 1 where they do nothing. */
static double usual_state(const Linearised *l, const double *A, const double *size, double rate, int k)
{
    double most = 0, own = fabs(A[k + (size_t)l->n * (size_t)k]);
    for (int j = 0; j < l->positions + l->velocities; j++)
        most = fmax(most, fabs(A[k + (size_t)l->n * (size_t)j]) * size[j]);
    return most > 0 ? most / (own > 0 ? own : rate) : 1;
}

/* Sizes of y for which A does not depend on units, so that what is rounding beside the rest of it does not either. */
static double *sizes_of(Arena *arena, const Linearised *l, const double *A, const double *unit)
{
    double *size = ARENA_ARRAY(arena, double, l->n), rate = fastest_rate(l, A, unit);
    for (int k = 0; k < l->n; k++) size[k] = k < l->positions ? unit[k] : unit[k] * rate;
    for (int k = l->positions + l->velocities; k < l->n; k++) size[k] = usual_state(l, A, size, rate, k);
    return size;
}

bool cd_modes_find(const Linearised *l, Modes *out)
{
    *out = (Modes){ .l = l };
    Arena scratch = { 0 };
    Spectrum x;
    double *unit = units_of(&scratch, l);
    double *A = l->reduced.whole ? without_noise(&scratch, l->reduced.whole, units_of(&scratch, l->reduced.whole))
                                 : without_noise(&scratch, l, unit);
    if (A && l->reduced.whole) {
        double *whole = A;
        A = ARENA_ARRAY(&scratch, double, (size_t)l->n *(size_t)l->n);
        cd_massless_reduce(l, whole, A);
    }
    bool good = A && cd_spectrum(&scratch, l->n, A, sizes_of(&scratch, l, A, unit), &x) == DENSE_OK;
    if (!A) x = (Spectrum){ 0 };
    out->zeros = x.zeros, out->flat = x.flat;
    out->mode = ARENA_ARRAY(&out->arena, Mode, x.flat + x.others);
    for (int k = 0; k < x.flat && good; k++) add_mode(out, 0, 0, x.zero_vectors + (size_t)l->n * (size_t)k, NULL);
    for (int k = 0; k < x.others && good; k++)
        if (x.im[k] >= 0)
            add_mode(out, x.re[k], x.im[k], x.x_re + (size_t)l->n * (size_t)k, x.x_im + (size_t)l->n * (size_t)k)
                ->error = x.error[k];
    for (int k = out->flat; k < out->n && good; k++) sharpen(out, &out->mode[k]);
    if (good) join_zeros(out);
    cd_modes_arrange(out);
    cd_arena_close(&scratch);
    return good;
}

void cd_modes_close(Modes *m)
{
    cd_arena_close(&m->arena);
}

/* The fastest growing mode that grows by less than `below`, as far as the method tells. */
static int growing_below(const Modes *m, double below)
{
    int fastest = -1;
    for (int k = m->flat; k < m->n; k++) {
        const Mode *x = &m->mode[k];
        if (x->re <= ROUNDINGS * x->error || x->re >= below) continue;
        if (fastest < 0 || x->re > m->mode[fastest].re) fastest = k;
    }
    return fastest;
}

int cd_modes_growing(const Modes *m)
{
    int k = growing_below(m, INFINITY);
    while (k >= 0 && !(m->mode[k].re > ROUNDINGS * cd_rounding_mode(m, &m->mode[k]))) /* (12.14) */
        k = growing_below(m, m->mode[k].re);
    return k;
}

/* ---- energies ---------------------------------------------------------------------------------------------------- */

/* The rotation of one body from ground to body axes. */
static void to_body(const System *s, int body, double *x)
{
    if (s->m->body[body].dofs < 6) return;
    Vec3 a = m3_tapply(s->now.body[body].A, v3(x[3], x[4], x[5]));
    x[3] = a.x, x[4] = a.y, x[5] = a.z;
}

void cd_mode_body_axes(const System *s, const double *from, double *to)
{
    memcpy(to, from, sizeof(double) * (size_t)s->m->nv);
    for (int b = 0; b < s->m->bodies; b++) to_body(s, b, to + s->m->body[b].first);
}

static void to_percent(int n, double *share)
{
    double sum = 0;
    for (int k = 0; k < n; k++) sum += fabs(share[k]);
    for (int k = 0; k < n && sum > 0; k++) share[k] *= 100 / sum;
}

double cd_mode_energy(const System *s, int body, const double *p)
{
    double v[6] = { 0 };
    const MovingBody *b = &s->m->body[body];
    memcpy(v, p + b->first, sizeof(double) * (size_t)b->dofs);
    to_body(s, body, v);
    return cd_body_kinetic(b, v);
}

void cd_mode_kinetic(const Modes *m, int mode, double *share)
{
    const System *s = m->l->e->s;
    const Mode *x = &m->mode[mode];
    bool still = x->frequency == 0; /* a mode that nothing holds may move at any speed */
    for (int b = 0; b < s->m->bodies; b++)
        share[b] = cd_mode_energy(s, b, still ? x->q_re : x->p_re) + cd_mode_energy(s, b, still ? x->q_im : x->p_im);
    to_percent(s->m->bodies, share);
}

bool cd_mode_loads(const Modes *m, int mode, bool dissipation, double *share)
{
    Equations *e = m->l->e;
    const System *s = e->s;
    const Mode *x = &m->mode[mode];
    int nv = s->m->nv, N = cd_equations_unknowns(e), loads = e->loads.n;
    Arena scratch = { 0 };
    double *d = ARENA_ARRAY(&scratch, double, N), *y = ARENA_ARRAY(&scratch, double, N);
    BodyMap *map = ARENA_ARRAY(&scratch, BodyMap, s->m->bodies);
    for (int b = 0; b < s->m->bodies; b++)
        map[b] = dissipation ? (BodyMap){ .v = 1, .V = m3_identity() } : (BodyMap){ .q = 1 };
    Maps maps = { .body = map };
    memset(share, 0, sizeof(double) * (size_t)(loads + 1));
    cd_inertia_matrix(e, &maps);
    bool good = cd_equations_matrix(e, &maps);
    for (int part = 0; part < 2 && good; part++) {
        cd_mode_body_axes(s, dissipation ? (part ? x->p_im : x->p_re) : (part ? x->q_im : x->q_re), d);
        cd_equations_apply(e, d, y);
        double rest = cd_dot(nv, d, y);
        for (int k = 0; k < loads && good; k++) {
            memset(y, 0, sizeof(double) * (size_t)nv);
            good = cd_equations_apply_load(e, k, &maps, d, y);
            double own = cd_dot(nv, d, y);
            share[k] += own, rest -= own;
        }
        share[loads] += rest;
    }
    double largest = 0;
    for (int k = 0; k <= loads; k++) largest = fmax(largest, fabs(share[k]));
    for (int k = 0; k <= loads; k++)
        if (fabs(share[k]) < 1e-12 * largest) share[k] = 0;
    to_percent(loads + 1, share);
    cd_arena_close(&scratch);
    return good;
}
