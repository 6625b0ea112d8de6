/* lowest.c - the lowest modes of a model too large for dense matrices (theory 12.15, 12.16).
 *
 *     P(s) x = 0,   P(s) = P_0 + s P_1 + s^2 P_2
 *
 * with the matrix (8.20) through the maps q = 1, v = V = s, a = s^2, A = s^2 - s skew(wbar). With a shift c near them
 * the modes are the largest eigenvalues theta = 1 / (s - c) of
 *
 *     (x, y) -> (a, x + c a),   P(c) a = -(P_1 + c P_2) x - P_2 y,   y = s x
 *
 * which takes the sparse factors of P(c) and products. Rows of velocities are G s + d(G v)/dq in it. */
#include "analyses/linear/modes.h"
#include "linalg/arnoldi.h"
#include "system/variation.h"

#include "analyses/linear/turning.h"

#include <math.h>
#include <string.h>

enum { FIRST_STEPS = 60, STEPS_PER_MODE = 8, GROWING = 6, NEARER = 10, TIMES_NEARER = 6 };

typedef struct Pencil {
    Equations *e;
    Arena arena;
    BodyMap *map;
    const Pattern *pattern;
    double *G, *rate_q, *row; /* entries of the rows in use: G, d(G v)/dq, scratch; NULL: no row is one of velocities */
    double *P1, *P2;          /* values over the pattern */
    double shift;
    const Relative *frame; /* that turns, and from which motions are seen; NULL: ground */
    Turning turning;
    bool at_rest;
    double stiffest; /* the largest of K_ii / M_ii, as a frequency */
    double zero;     /* eigenvalues below this are zero: stiffness has rounding errors, of which they are the root */
    double *unknown, *one, *two; /* scratch, as long as the unknowns */
    double *scale;               /* per velocity: rotations count by the length of the model */
} Pencil;

static bool is_of_velocities(const System *s, int used)
{
    return s->c->row[s->in_use.row[used]].velocity_level;
}

/* What rows of velocities need, if there are any. */
static void evaluate_rows(Pencil *p)
{
    System *s = p->e->s;
    int n = 0, entries = s->in_use.n ? s->matrix.row_first[s->in_use.n] : 0;
    for (int i = 0; i < s->in_use.n; i++) n += is_of_velocities(s, i);
    p->G = p->rate_q = p->row = NULL;
    if (!n) return;
    double **part[3] = { &p->G, &p->rate_q, &p->row };
    for (int k = 0; k < 3; k++) *part[k] = ARENA_ARRAY(&p->arena, double, entries);
    for (int i = 0, at = 0; i < s->in_use.n; i++) {
        RowVariation by;
        cd_row_variation(s, s->in_use.row[i], &by);
        for (int k = 0; k < by.n; k++)
            for (int c = 0; c < s->m->body[by.body[k]].dofs; c++, at++) {
                int six = s->m->body[by.body[k]].six[c];
                p->G[at] = by.g[k][six], p->rate_q[at] = by.rate_q[k][six];
            }
    }
}

/* Their rows in the matrix just made. */
static void put_rows(Pencil *p, double zeroth, double first)
{
    const System *s = p->e->s;
    for (int i = 0; i < s->in_use.n; i++)
        for (int k = s->matrix.row_first[i]; k < s->matrix.row_first[i + 1]; k++)
            p->row[k] = is_of_velocities(s, i) ? zeroth * p->rate_q[k] + first * p->G[k] : p->G[k];
    cd_equations_replace_rows(p->e, p->row);
}

/* The values of P_0 + s P_1 + s^2 P_2 with any of the three powers. */
static bool make(Pencil *p, double zeroth, double first, double second, bool damping)
{
    const System *s = p->e->s;
    Maps maps = { .body = p->map, .z = zeroth, .rate = first };
    for (int pass = 0; pass < 2; pass++) {
        /* inertia has all of the motion, loads have it without damping if so asked */
        double v = pass == 0 || damping ? first : 0;
        for (int b = 0; b < s->m->bodies; b++) {
            const MovingBody *body = &s->m->body[b];
            Mat3 A = m3_scale(m3_identity(), second);
            A = m3_sub(A, m3_scale(m3_skew(cd_rotation(body, s->state.v + body->first)), first));
            p->map[b] = (BodyMap){ .q = zeroth, .v = v, .a = second, .V = m3_scale(m3_identity(), v), .A = A };
        }
        if (pass == 0) cd_inertia_matrix(p->e, &maps);
    }
    maps.gyroscopic = damping ? 0 : first;
    if (!cd_equations_matrix(p->e, &maps)) return false;
    if (p->G) put_rows(p, zeroth, first);
    return true;
}

static double diagonal(const Pattern *a, const double *x, int j)
{
    for (int k = a->p[j]; k < a->p[j + 1]; k++)
        if (a->i[k] == j) return x[k];
    return 0;
}

static double stiffest_of(Pencil *p, const double *stiffness)
{
    double largest = 0;
    for (int j = 0; j < p->e->s->m->nv; j++) {
        double mass = diagonal(p->pattern, p->P2, j);
        if (mass > 0) largest = fmax(largest, fabs(diagonal(p->pattern, stiffness, j)) / mass);
    }
    return sqrt(largest);
}

static void shifted_map(void *user, const double *v, double *w)
{
    Pencil *p = user;
    const System *s = p->e->s;
    int nv = s->m->nv, N = cd_equations_unknowns(p->e), state = nv + s->in_use.n, differential = p->e->aux.differential;
    const double c = p->shift, *x = v, *z = v + nv, *y = v + nv + differential;
    memset(p->unknown, 0, sizeof(double) * (size_t)N);
    for (int i = 0; i < nv; i++) p->unknown[i] = x[i] / p->scale[i];
    for (int i = 0; i < differential; i++) p->unknown[state + i] = z[i];
    cd_sparse_apply(p->pattern, p->P1, p->unknown, p->one);
    /* P_2 (c x + y) */
    memset(p->unknown + nv, 0, sizeof(double) * (size_t)(N - nv));
    for (int i = 0; i < nv; i++) p->unknown[i] = c * (x[i] + y[i]) / p->scale[i];
    cd_sparse_apply(p->pattern, p->P2, p->unknown, p->two);
    for (int i = 0; i < N; i++) p->one[i] = -p->one[i] - p->two[i];
    for (int i = nv; i < state; i++)
        if (!is_of_velocities(s, i - nv)) p->one[i] = 0; /* constraints of positions do not depend on s */
    cd_equations_solve(p->e, p->one);
    for (int i = 0; i < nv; i++) w[i] = p->one[i] * p->scale[i];
    for (int i = 0; i < differential; i++) w[nv + i] = p->one[state + i];
    for (int i = 0; i < nv; i++) w[nv + differential + i] = x[i] / c + w[i]; /* y is counted in units of c */
}

/* Constraints of positions do not depend on rates. */
static void drop_constraints(const Pencil *p, double *values)
{
    const System *s = p->e->s;
    for (int j = 0; j < s->m->nv; j++)
        for (int k = p->pattern->p[j]; k < p->pattern->p[j + 1]; k++) {
            int row = p->pattern->i[k] - s->m->nv;
            if (row >= 0 && row < s->in_use.n && !is_of_velocities(s, row)) values[k] = 0;
        }
}

/* The matrices as they are in turning axes (12.32): P(c), which was made last, and P_1. */
static bool turn(Pencil *p)
{
    if (!p->frame) return true;
    const System *s = p->e->s;
    double *at_shift;
    p->turning = cd_turning_new(&p->arena, p->frame);
    drop_constraints(p, p->P1), drop_constraints(p, p->P2);
    cd_equations_values(p->e, &at_shift);
    return cd_turning_add(s, p->turning.first, p->pattern, 1, p->P1, at_shift) &&
           cd_turning_add(s, p->turning.first, p->pattern, 2 * p->shift, p->P2, at_shift) &&
           cd_turning_add(s, p->turning.second, p->pattern, 1, p->P2, at_shift) &&
           cd_turning_add(s, p->turning.first, p->pattern, 2, p->P2, p->P1);
}

/* Ritz values about a shift; false if P(c) is singular. */
static bool about(Pencil *p, double shift, bool damping, int steps, int wanted, Arena *arena, Ritz *out)
{
    cd_arena_close(&p->arena);
    p->arena = (Arena){ 0 };
    const System *s = p->e->s;
    int nv = s->m->nv, N = cd_equations_unknowns(p->e);
    double *stiffness;
    p->shift = shift;
    p->map = ARENA_ARRAY(&p->arena, BodyMap, s->m->bodies), p->scale = ARENA_ARRAY(&p->arena, double, nv);
    p->unknown = ARENA_ARRAY(&p->arena, double, N), p->one = ARENA_ARRAY(&p->arena, double, N);
    p->two = ARENA_ARRAY(&p->arena, double, N);
    for (int b = 0; b < s->m->bodies; b++)
        for (int c = 0; c < s->m->body[b].dofs; c++)
            p->scale[s->m->body[b].first + c] = s->m->body[b].six[c] < 3 ? 1 : s->constants.length;
    evaluate_rows(p);
    if (!make(p, 0, 1, 0, damping)) return false;
    p->pattern = cd_equations_keep(p->e, &p->arena, &p->P1);
    if (!make(p, 0, 0, 1, damping)) return false;
    cd_equations_keep(p->e, &p->arena, &p->P2);
    if (!make(p, 1, 0, 0, damping)) return false;
    cd_equations_values(p->e, &stiffness);
    p->stiffest = stiffest_of(p, stiffness);
    p->zero = 5e-8 * p->stiffest; /* rounding errors of the stiffest degree of freedom */
    if (!make(p, 1, shift, shift * shift, damping) || !turn(p)) return false;
    for (int k = 0; k < p->e->aux.differential; k++)
        if (cd_linear_is_held(p->e, p->at_rest, k)) cd_equations_pin(p->e, k);
    if (cd_stop_asked(p->e->s->watch.stop)) return false;
    cd_equations_forget_factors(p->e);
    LuStatus lu = cd_equations_factor(p->e);
    if (lu == LU_SINGULAR || lu == LU_NOT_FINITE) return false;
    return cd_arnoldi(arena, 2 * nv + p->e->aux.differential, steps, wanted, shifted_map, p, out) == DENSE_OK;
}

/* s = c + 1 / theta; zero where it cannot be told from that. */
static void eigenvalue(const Pencil *p, const Ritz *r, int k, double *re, double *im)
{
    double size = r->re[k] * r->re[k] + r->im[k] * r->im[k];
    *re = p->shift + r->re[k] / size, *im = fabs(r->im[k] / size);
    if (hypot(*re, *im) < fmax(p->zero, 1e-6 * p->shift)) *re = *im = 0;
}

/* A shift of the size of the lowest eigenvalues that are not zero, from a short search about a first guess. One far
 * above all of them sees them as one and finds none; nearer to zero they come apart. */
static bool find_shift(Pencil *p, bool damping, double *shift)
{
    const System *s = p->e->s;
    double guess = v3_norm(s->constants.gravity) > 0 ? sqrt(v3_norm(s->constants.gravity) / s->constants.length) : 1,
           lowest = 0;
    Arena scratch = { 0 };
    Ritz r = { 0 };
    bool good = about(p, guess, damping, FIRST_STEPS, FIRST_STEPS, &scratch, &r);
    for (int k = 0; k < TIMES_NEARER && good && r.n == 0; k++) {
        guess /= NEARER;
        good = about(p, guess, damping, FIRST_STEPS, FIRST_STEPS, &scratch, &r);
    }
    for (int k = 0; k < r.n && good; k++) {
        double re, im;
        eigenvalue(p, &r, k, &re, &im);
        double size = hypot(re, im);
        if (size > 0 && (lowest == 0 || size < lowest)) lowest = size;
    }
    *shift = lowest > 0 ? 2 * lowest : guess;
    cd_arena_close(&scratch);
    return good;
}

static void to_ground(const Pencil *p, const double *x, double *q)
{
    const System *s = p->e->s;
    for (int i = 0; i < s->m->nv; i++) q[i] = x[i] / p->scale[i];
    for (int b = 0; b < s->m->bodies; b++) {
        double *y = q + s->m->body[b].first;
        if (s->m->body[b].dofs < 6) continue;
        Vec3 th = m3_apply(s->now.body[b].A, v3(y[3], y[4], y[5]));
        y[3] = th.x, y[4] = th.y, y[5] = th.z;
    }
}

/* What axes that turn add to the rates of a shape. */
static void add_turning(const Pencil *p, double factor, const double *x, double *rate)
{
    const System *s = p->e->s;
    Arena scratch = { 0 };
    double *d = ARENA_ARRAY(&scratch, double, s->m->nv), *turned = ARENA_ARRAY(&scratch, double, s->m->nv);
    for (int i = 0; i < s->m->nv; i++) d[i] = x[i] / p->scale[i];
    cd_turning_apply(s, &p->turning, d, turned);
    for (int i = 0; i < s->m->nv; i++) turned[i] *= p->scale[i];
    to_ground(p, turned, d);
    for (int i = 0; i < s->m->nv; i++) rate[i] += factor * d[i];
    cd_arena_close(&scratch);
}

/* x belongs to theta with a positive imaginary part, so that s = c + 1 / theta has a negative one: the mode is the
 * conjugate. */
static void add_shape(const Pencil *p, Modes *out, double re, double im, const double *x_re, const double *x_im)
{
    Mode *m = cd_modes_add(out, re, im);
    to_ground(p, x_re, m->q_re);
    to_ground(p, x_im, m->q_im);
    for (int k = 0; k < p->e->aux.differential; k++)
        m->z_re[k] = x_re[p->e->s->m->nv + k], m->z_im[k] = -x_im[p->e->s->m->nv + k];
    for (int i = 0; i < p->e->s->m->nv; i++) {
        m->q_im[i] = -m->q_im[i];
        m->p_re[i] = re * m->q_re[i] - im * m->q_im[i];
        m->p_im[i] = re * m->q_im[i] + im * m->q_re[i];
    }
    if (!p->frame) return;
    add_turning(p, 1, x_re, m->p_re);
    add_turning(p, -1, x_im, m->p_im);
}

/* A mode that nothing holds; the two vectors of a split double zero, and mixtures of such modes, count by what they add
 * to the others. */
static void add_flat(const Pencil *p, Modes *out, Shapes *known, const double *x)
{
    Mode *m = cd_modes_add(out, 0, 0);
    to_ground(p, x, m->q_re);
    memcpy(m->z_re, x + p->e->s->m->nv, sizeof(double) * (size_t)p->e->aux.differential);
    if (p->frame) add_turning(p, 1, x, m->p_re);
    if (cd_shapes_add(known, p->e, m)) out->flat++;
    else out->n--;
}

/* Modes that grow by themselves, about a shift: a deviation that grows with s > 0 is nearer to a shift between s / 2
 * and 2 s than all that swings. Slower ones are left to smaller shifts. */
static bool add_growing(Pencil *p, double shift, Modes *out)
{
    Arena scratch = { 0 };
    Ritz r = { 0 };
    bool good = about(p, shift, true, FIRST_STEPS, GROWING, &scratch, &r);
    for (int k = 0; k < r.n && good; k++) {
        size_t at = (size_t)(2 * p->e->s->m->nv + p->e->aux.differential) * (size_t)k;
        double re, im;
        eigenvalue(p, &r, k, &re, &im);
        if (re > 0.1 * shift && re > 1e-6 * im) add_shape(p, out, re, im, r.x_re + at, r.x_im + at);
    }
    cd_arena_close(&scratch);
    return good;
}

bool cd_modes_fastest(System *s, Linearised *frame, Modes *out)
{
    const double apart = 4;
    Equations *e = cd_equations(s);
    *frame = (Linearised){ .e = e }, *out = (Modes){ .l = frame };
    out->mode = ARENA_ARRAY(&out->arena, Mode, GROWING * 64);
    cd_linear_list_states(&out->arena, frame, true);
    Pencil p = { .e = e, .at_rest = true };
    double shift;
    bool good = cd_linear_state(s, true, NULL) && find_shift(&p, true, &shift);
    double top = 100 * p.stiffest, bottom = 10 * p.zero; /* constraints make heavy parts follow light ones */
    for (shift = top; shift > bottom && good && out->n <= GROWING * 63; shift /= apart)
        good = add_growing(&p, shift, out);
    cd_modes_arrange(out);
    cd_arena_close(&p.arena);
    return good;
}

/* There are as many eigenvalues as states. Constraints have theta = 0, in chains: roots of rounding errors that look
 * like more of them, far above the others. */
static void leave_out_constraints(Ritz *r, int states)
{
    int k = 0;
    for (int n = 0; k < r->n; k++) {
        n += r->im[k] > 0 ? 2 : 1;
        if (n > states) break;
    }
    r->n = k;
}

bool cd_modes_lowest(System *s, LinearOptions options, int wanted, CdLog *log, Linearised *frame, Modes *out)
{
    Equations *e = cd_equations(s);
    *frame = (Linearised){ .e = e, .n = cd_linear_count(s, options.at_rest) };
    *out = (Modes){ .l = frame };
    cd_linear_list_states(&out->arena, frame, options.at_rest);
    Pencil p = { .e = e, .at_rest = options.at_rest };
    Arena scratch = { 0 };
    double shift = 0;
    Ritz r = { 0 };
    Shapes known = { 0 };
    bool good = cd_linear_state(s, options.at_rest, log);
    Relative seen_from;
    if (good && options.reference && !options.at_rest) {
        good = cd_relative_fits(s, options.reference - 1, log);
        seen_from = cd_relative_new(s, options.reference - 1), p.frame = &seen_from;
    }
    if (good && log && !options.at_rest) cd_linear_is_steady(s, p.frame, log);
    good = good && find_shift(&p, !options.without_damping, &shift) &&
           about(&p, shift, !options.without_damping, STEPS_PER_MODE * wanted, wanted, &scratch, &r);
    leave_out_constraints(&r, frame->n);
    out->mode = ARENA_ARRAY(&out->arena, Mode, 2 * r.n);
    for (int k = 0; k < r.n && good; k++) {
        size_t at = (size_t)(2 * s->m->nv + e->aux.differential) * (size_t)k;
        double re, im;
        eigenvalue(&p, &r, k, &re, &im);
        if (re == 0 && im == 0) {
            out->zeros += r.im[k] > 0 ? 2 : 1;
            add_flat(&p, out, &known, r.x_re + at);
            if (r.im[k] > 0) add_flat(&p, out, &known, r.x_im + at);
        } else add_shape(&p, out, re, im, r.x_re + at, r.x_im + at);
    }
    cd_modes_arrange(out);
    if (!good && log) cd_linear_explain(s, log);
    if (good && !out->n && frame->n && log)
        cd_log(log, ((CdPlace){ 0 }), LINEAR_NONE_FOUND, s->state.t, frame->n, shift);
    good = good && (out->n || !frame->n);
    cd_arena_close(&known.arena);
    cd_arena_close(&p.arena);
    cd_arena_close(&scratch);
    return good;
}
