/* modes.c - modes of a linearised model (theory 12.8 to 12.10). */
#include "analyses/modes.h"

#include "linalg/spectrum.h"

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

/* The factor that makes the largest displacement 1, or the largest rotation if that moves more. */
static void normalise(const System *s, Mode *m)
{
    int at[2] = { -1, -1 };
    double most[2] = { 0, 0 };
    for (int b = 0; b < s->m->bodies; b++)
        for (int c = 0; c < s->m->body[b].freedoms; c++) {
            int k = s->m->body[b].first + c, kind = c >= 3;
            double size = hypot(m->q_re[k], m->q_im[k]);
            if (size > most[kind] * (1 + 1e-9)) most[kind] = size, at[kind] = k;
        }
    int k = most[0] > 1e-6 * s->length * most[1] ? at[0] : at[1];
    if (k < 0) return; /* a mode of states alone */
    double a = m->q_re[k], b = m->q_im[k], size = a * a + b * b;
    double *re[2] = { m->q_re, m->p_re }, *im[2] = { m->q_im, m->p_im };
    for (int n = 0; n < 2; n++)
        for (int i = 0; i < s->m->nv; i++) {
            double x = re[n][i], y = im[n][i];
            re[n][i] = (x * a + y * b) / size, im[n][i] = (y * a - x * b) / size;
        }
}

Mode *cd_modes_add(Modes *out, double re, double im)
{
    int nv = out->l->e->s->m->nv;
    Mode *m = &out->mode[out->n++];
    *m = (Mode){ .re = re, .im = im, .frequency = hypot(re, im) / (2 * M_PI) };
    m->damping = re != 0 ? -re / hypot(re, im) : 0;
    double **part[4] = { &m->q_re, &m->q_im, &m->p_re, &m->p_im };
    for (int k = 0; k < 4; k++) *part[k] = ARENA_ARRAY(&out->arena, double, nv);
    return m;
}

void cd_modes_arrange(Modes *m)
{
    for (int k = 0; k < m->n; k++) normalise(m->l->e->s, &m->mode[k]);
    if (m->n) qsort(m->mode, (size_t)m->n, sizeof *m->mode, by_frequency);
}

static Mode *add_mode(Modes *out, double re, double im, const double *y_re, const double *y_im)
{
    Mode *m = cd_modes_add(out, re, im);
    cd_linear_positions(out->l, y_re, m->q_re), cd_linear_velocities(out->l, y_re, m->p_re);
    if (y_im) cd_linear_positions(out->l, y_im, m->q_im), cd_linear_velocities(out->l, y_im, m->p_im);
    return m;
}

/* Usual sizes of y: the length of the model, or a radian. */
static double unit_of(const System *s, int at)
{
    int b = 0;
    while (b + 1 < s->m->bodies && s->m->body[b + 1].first <= at) b++;
    return at - s->m->body[b].first < 3 ? s->length : 1;
}

static double *units_of(Arena *arena, const Linearised *l)
{
    double *unit = ARENA_ARRAY(arena, double, l->n);
    for (int k = 0; k < l->n; k++) unit[k] = 1;
    for (int k = 0; k < l->positions; k++) unit[k] = unit_of(l->e->s, l->position[k]);
    for (int k = 0; k < l->velocities; k++) unit[l->positions + k] = unit_of(l->e->s, l->velocity[k]);
    return unit;
}

/* How fast things go here at least: as a pendulum of the length of the model, or as the bodies move. */
static double pace_of(const System *s)
{
    double pace = sqrt(v3_norm(s->gravity) / s->length);
    for (int b = 0; b < s->m->bodies; b++)
        pace = fmax(pace, fmax(v3_norm(s->body[b].u) / s->length, v3_norm(s->body[b].w)));
    return pace;
}

/* Columns of a block of A (of positions: stiffness K, of velocities: damping) become zero if M times them, as energy, is nothing: each
 * entry lost beside what else acts on its coordinate, or beside the largest of all. If K is symmetric the first loses no more than
 * K_jj < 1e-22 K_ii. */
static void drop_noise(Arena *arena, const Linearised *l, const double *mass, const double *unit, int first, int count,
                       double *a)
{
    size_t n = (size_t)l->n, np = (size_t)l->positions, nv = (size_t)l->velocities, columns = (size_t)count;
    double *K = ARENA_ARRAY(arena, double, nv *columns), *most = ARENA_ARRAY(arena, double, nv), largest = 0;
    for (size_t j = 0; j < columns; j++) {
        const double *column = a + np + n * ((size_t)first + j);
        for (size_t k = 0; k < nv; k++)
            for (size_t i = 0; i < nv && column[k] != 0; i++)
                K[i + nv * j] += unit[np + i] * mass[i + nv * k] * column[k] * unit[(size_t)first + j];
        for (size_t i = 0; i < nv; i++) most[i] = fmax(most[i], fabs(K[i + nv * j])), largest = fmax(largest, most[i]);
    }
    for (size_t j = 0; j < columns; j++) {
        bool noise = true;
        for (size_t i = 0; i < nv; i++)
            noise &= fabs(K[i + nv * j]) <= fmax(1e-11 * most[i], 10 * DBL_EPSILON * largest);
        if (noise) memset(a + np + n * ((size_t)first + j), 0, sizeof(double) * nv);
    }
}

/* A without the rounding errors that stand for no stiffness and no damping (12.9). */
static double *without_noise(Arena *arena, const Linearised *l, const double *unit)
{
    size_t n = (size_t)l->n, np = (size_t)l->positions, nv = (size_t)l->velocities;
    double *a = ARENA_ARRAY(arena, double, n *n), *mass = ARENA_ARRAY(arena, double, nv *nv);
    double rounding = 10 * l->n * DBL_EPSILON, pace = pace_of(l->e->s);
    memcpy(a, l->A, sizeof(double) * n * n);
    for (size_t j = 0; j < np + nv; j++)
        for (size_t i = 0; i < np + nv; i++) {
            /* y_q' = y_v; the others are rates, and in y_v' from y_q squares of rates */
            double least = i < np && j >= np ? 1 : i >= np && j < np ? pace * pace : pace;
            if (fabs(a[i + n * j]) * unit[j] < rounding * least * unit[i]) a[i + n * j] = 0;
        }
    cd_linear_masses(l, mass);
    drop_noise(arena, l, mass, unit, 0, l->positions, a);
    drop_noise(arena, l, mass, unit, l->positions, l->velocities, a);
    return a;
}

bool cd_modes_find(const Linearised *l, Modes *out)
{
    *out = (Modes){ .l = l };
    Arena scratch = { 0 };
    Spectrum x;
    double *unit = units_of(&scratch, l);
    bool good = cd_spectrum(&scratch, l->n, without_noise(&scratch, l, unit), unit, &x) == DENSE_OK;
    out->zeros = x.zeros, out->flat = x.flat;
    out->mode = ARENA_ARRAY(&out->arena, Mode, x.flat + x.others);
    for (int k = 0; k < x.flat && good; k++) add_mode(out, 0, 0, x.zero_vectors + (size_t)l->n * (size_t)k, NULL);
    for (int k = 0; k < x.others && good; k++)
        if (x.im[k] >= 0)
            add_mode(out, x.re[k], x.im[k], x.x_re + (size_t)l->n * (size_t)k, x.x_im + (size_t)l->n * (size_t)k)
                ->error = x.error[k];
    cd_modes_arrange(out);
    cd_arena_close(&scratch);
    return good;
}

void cd_modes_close(Modes *m)
{
    cd_arena_close(&m->arena);
}

int cd_modes_growing(const Modes *m)
{
    int fastest = -1;
    double least = 1e-4 * pace_of(m->l->e->s);
    for (int k = m->flat; k < m->n; k++) {
        const Mode *x = &m->mode[k];
        bool grows = x->re > 1e-6 * hypot(x->re, x->im) + 10 * x->error + least; /* (12.14) */
        if (grows && (fastest < 0 || x->re > m->mode[fastest].re)) fastest = k;
    }
    return fastest;
}

/* ---- energies -------------------------------------------------------------------------------------------------------------------------- */

static void to_percent(int n, double *share)
{
    double sum = 0;
    for (int k = 0; k < n; k++) sum += fabs(share[k]);
    for (int k = 0; k < n && sum > 0; k++) share[k] *= 100 / sum;
}

static double body_energy(const System *s, int b, const double *p)
{
    const MovingBody *body = &s->m->body[b];
    const double *x = p + body->first;
    double sum = body->mass * (x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
    if (body->freedoms < 6) return sum;
    Vec3 w = m3_tapply(s->body[b].A, v3(x[3], x[4], x[5]));
    return sum + v3_dot(w, m3_apply(body->J, w));
}

void cd_mode_kinetic(const Modes *m, int mode, double *share)
{
    const System *s = m->l->e->s;
    const Mode *x = &m->mode[mode];
    bool still = x->frequency == 0; /* a mode that nothing holds may move at any speed */
    for (int b = 0; b < s->m->bodies; b++)
        share[b] = body_energy(s, b, still ? x->q_re : x->p_re) + body_energy(s, b, still ? x->q_im : x->p_im);
    to_percent(s->m->bodies, share);
}

const Element *cd_mode_carrier(const Modes *m, int mode)
{
    const System *s = m->l->e->s;
    Arena scratch = { 0 };
    double *share = ARENA_ARRAY(&scratch, double, s->m->bodies);
    int most = 0;
    cd_mode_kinetic(m, mode, share);
    for (int b = 0; b < s->m->bodies; b++)
        if (share[b] > share[most] * (1 + 1e-9)) most = b;
    cd_arena_close(&scratch);
    return s->m->bodies ? cd_body_name(s->m, most) : NULL;
}

static void body_axes(const System *s, const double *from, double *to)
{
    memcpy(to, from, sizeof(double) * (size_t)s->m->nv);
    for (int b = 0; b < s->m->bodies; b++) {
        double *x = to + s->m->body[b].first;
        if (s->m->body[b].freedoms < 6) continue;
        Vec3 a = m3_tapply(s->body[b].A, v3(x[3], x[4], x[5]));
        x[3] = a.x, x[4] = a.y, x[5] = a.z;
    }
}

static double work(int n, const double *d, const double *force)
{
    double sum = 0;
    for (int i = 0; i < n; i++) sum += d[i] * force[i];
    return sum;
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
        body_axes(s, dissipation ? (part ? x->p_im : x->p_re) : (part ? x->q_im : x->q_re), d);
        cd_equations_apply(e, d, y);
        double rest = work(nv, d, y);
        for (int k = 0; k < loads && good; k++) {
            memset(y, 0, sizeof(double) * (size_t)nv);
            good = cd_equations_apply_load(e, k, &maps, d, y);
            double own = work(nv, d, y);
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
