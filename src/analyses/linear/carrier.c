/* carrier.c - bodies and states in the modes of a linearised model (theory 12.23).
 *
 *     y_m' = A_mm y_m + A_mz z,   z' = A_zm y_m + A_zz z          m: bodies, z: states
 *
 * Where A_mz z is nothing the bodies move by themselves, where A_zm y_m is nothing the states do. */
#include "analyses/linear/carrier.h"

#include <math.h>
#include <stdlib.h>

/* ---- one mode ---------------------------------------------------------------------------------------------------- */

static int heaviest_of(const Modes *m, int mode)
{
    const System *s = m->l->e->s;
    Arena scratch = { 0 };
    double *share = ARENA_ARRAY(&scratch, double, s->m->bodies);
    int most = 0;
    cd_mode_kinetic(m, mode, share);
    for (int b = 0; b < s->m->bodies; b++)
        if (share[b] > share[most] * (1 + 1e-9)) most = b;
    cd_arena_close(&scratch);
    return most;
}

static int largest_state(const Modes *m, const Mode *x)
{
    int most = 0;
    for (int k = 0; k < m->l->e->aux.differential; k++)
        if (hypot(x->z_re[k], x->z_im[k]) > hypot(x->z_re[most], x->z_im[most]) * (1 + 1e-9)) most = k;
    return most;
}

/* y of a mode, one of its two parts. */
static void fill_part(const Linearised *l, const Mode *x, bool imaginary, double *y)
{
    for (int k = 0; k < l->positions; k++) y[k] = (imaginary ? x->q_im : x->q_re)[l->position[k]];
    for (int k = 0; k < l->velocities; k++) y[l->positions + k] = (imaginary ? x->p_im : x->p_re)[l->velocity[k]];
    for (int k = 0; k < l->states; k++) y[l->n - l->states + k] = (imaginary ? x->z_im : x->z_re)[l->state[k]];
}

/* Whether the columns from..to of A y weigh anything in some of the rows first..last, beside the other terms there. */
static bool acts(const Linearised *l, const double *y, int from, int to, int first, int last)
{
    const double nothing = 1e-6;
    for (int i = first; i < last; i++) {
        double own = 0, all = 0;
        for (int j = 0; j < l->n; j++) {
            double term = l->A[i + (size_t)l->n * (size_t)j] * y[j];
            if (j >= from && j < to) own += term;
            all += fabs(term);
        }
        if (fabs(own) > nothing * all) return true;
    }
    return false;
}

static bool moves_states_more(const Modes *m, const Mode *x)
{
    double bodies = 0, states = 0;
    for (int k = 0; k < m->l->e->s->m->nv; k++)
        bodies = fmax(bodies, hypot(x->q_re[k], x->q_im[k]) / cd_usual_size(m->l->e->s, k));
    for (int k = 0; k < m->l->e->aux.differential; k++) states = fmax(states, hypot(x->z_re[k], x->z_im[k]));
    return states > bodies;
}

/* Which of the two carry it. */
typedef struct Share {
    bool bodies, states;
} Share;

static Share share_of(const Modes *m, const Mode *x)
{
    const Linearised *l = m->l;
    bool pushed = false, pulled = false, states = moves_states_more(m, x);
    if (!l->e->aux.differential || !l->e->s->m->bodies)
        return (Share){ .bodies = !l->e->aux.differential, .states = l->e->aux.differential };
    if (!l->A) return (Share){ .bodies = !states, .states = states }; /* of a large model no more is known */
    Arena scratch = { 0 };
    double *y = ARENA_ARRAY(&scratch, double, l->n);
    for (int part = 0; part < (x->im == 0 ? 1 : 2); part++) {
        int bodies = l->positions + l->velocities;
        fill_part(l, x, part, y);
        pushed |= acts(l, y, bodies, l->n, 0, bodies);
        pulled |= acts(l, y, 0, bodies, bodies, l->n);
    }
    cd_arena_close(&scratch);
    if (pushed != pulled) return (Share){ .bodies = pulled, .states = pushed };
    return pushed ? (Share){ true, true } : (Share){ .bodies = !states, .states = states };
}

const char *cd_mode_carrier(const Modes *m, int mode, char room[CD_LABEL_ROOM])
{
    const Equations *e = m->l->e;
    char body[CD_LABEL_ROOM] = "", state[CD_LABEL_ROOM] = "";
    Share share = share_of(m, &m->mode[mode]);
    if (share.bodies) cd_label(cd_body_name(e->s->m, heaviest_of(m, mode)), body);
    if (share.states) cd_label(e->aux.at[largest_state(m, &m->mode[mode])].element, state);
    snprintf(room, CD_LABEL_ROOM, "%.70s%s%.70s", body, share.bodies && share.states ? " with " : "", state);
    return room;
}

/* ---- modes that nothing holds ------------------------------------------------------------------------------------ */

/* How much a coordinate of a body weighs in the choice of those to name. */
static double weight_of(const MovingBody *body, int c)
{
    return sqrt(fmax(body->six[c] < 3 ? body->mass : m3_trace(body->J) / 3, 1e-30));
}

/* The largest of a shape by weight; of one in which bodies do not move, the largest state. */
static double weighed_size(const Modes *m, const Mode *x)
{
    const Mechanism *mech = m->l->e->s->m;
    double most = 0;
    for (int b = 0; b < mech->bodies; b++)
        for (int f = 0; f < mech->body[b].dofs; f++)
            most = fmax(most, weight_of(&mech->body[b], f) * fabs(x->q_re[mech->body[b].first + f]));
    for (int k = 0; k < m->l->e->aux.differential && most == 0; k++) most = fabs(x->z_re[k]);
    return most > 0 ? most : 1;
}

/* The shapes as columns of one size, each with three blocks: what its states do to the bodies, the coordinates by
 * weight, the states. */
typedef struct Columns {
    int rows, first[3], last[3]; /* of the blocks */
    int *unknown;                /* per row: which it is; rows of the first block have no name */
    double *x;                   /* rows x modes */
    double *size;                /* rows: the largest of a row, to which what is left of it is compared */
} Columns;

static void fill_columns(const Modes *m, Arena *arena, Columns *c)
{
    const Linearised *l = m->l;
    const System *s = l->e->s;
    int nv = s->m->nv, differential = l->e->aux.differential, pushes = l->A ? l->velocities : 0, state = pushes + nv;
    *c = (Columns){ .rows = state + differential,
                    .first = { 0, pushes, state },
                    .last = { pushes, state, state + differential } };
    c->unknown = ARENA_ARRAY(arena, int, c->rows), c->size = ARENA_ARRAY(arena, double, c->rows);
    c->x = ARENA_ARRAY(arena, double, (size_t)c->rows *(size_t)m->flat);
    for (int k = 0; k < nv; k++) c->unknown[pushes + k] = k;
    for (int k = 0; k < differential; k++) c->unknown[state + k] = nv + s->in_use.n + k;
    for (int k = 0; k < m->flat; k++) {
        const Mode *mode = &m->mode[k];
        double *x = c->x + (size_t)c->rows * (size_t)k, scale = 1 / weighed_size(m, mode);
        for (int i = 0; i < pushes; i++)
            for (int j = 0; j < l->states; j++) {
                size_t at = (size_t)(l->positions + i) + (size_t)l->n * (size_t)(l->n - l->states + j);
                double term = scale * l->A[at] * mode->z_re[l->state[j]];
                x[i] += term, c->size[i] = fmax(c->size[i], fabs(term));
            }
        for (int b = 0; b < s->m->bodies; b++)
            for (int f = 0, at = s->m->body[b].first; f < s->m->body[b].dofs; f++)
                x[pushes + at + f] = scale * weight_of(&s->m->body[b], f) * mode->q_re[at + f];
        for (int j = 0; j < differential; j++) x[state + j] = scale * mode->z_re[j];
        for (int i = pushes; i < c->rows; i++) c->size[i] = fmax(c->size[i], fabs(x[i]));
    }
}

/* The largest entry of a block in the columns from k on; false: only rounding is left there. */
static bool find_pivot(const Columns *c, int block, int k, int modes, int *row, int *column)
{
    double most = 0;
    for (int j = k; j < modes; j++)
        for (int i = c->first[block]; i < c->last[block]; i++) {
            double x = fabs(c->x[i + (size_t)c->rows * (size_t)j]);
            if (x > most * (1 + 1e-9) && x > 1e-9 * c->size[i]) most = x, *row = i, *column = j;
        }
    return most > 0;
}

/* Column `which` changes places with k and is taken out of those behind, so that their entry in the row is zero. */
static void eliminate(Columns *c, int row, int which, int k, int modes)
{
    double *first = c->x + (size_t)c->rows * (size_t)k, *other = c->x + (size_t)c->rows * (size_t)which;
    for (int i = 0; i < c->rows; i++) {
        double t = other[i];
        other[i] = first[i], first[i] = t;
    }
    for (int j = k + 1; j < modes; j++) {
        double *z = c->x + (size_t)c->rows * (size_t)j, factor = z[row] / first[row];
        for (int i = 0; i < c->rows; i++) z[i] -= factor * first[i];
        z[row] = 0;
    }
}

static int ascending(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* By elimination with pivots: first the states that push bodies along, then what bodies do by themselves, heavy ones
 * first, then states alone. */
void cd_modes_loose(const Modes *m, TextBuffer *out)
{
    enum { MOST_NAMED = 6, BLOCKS = 3 };
    Arena scratch = { 0 };
    Columns c;
    char label[CD_LABEL_ROOM];
    fill_columns(m, &scratch, &c);
    int k = 0, unknown[MOST_NAMED];
    for (int block = 0; block < BLOCKS; block++)
        for (int row, which; k < m->flat && find_pivot(&c, block, k, m->flat, &row, &which); k++) {
            eliminate(&c, row, which, k, m->flat);
            const double *x = c.x + (size_t)c.rows * (size_t)k;
            int named = row;
            if (block == 0) named = c.first[2];
            for (int i = c.first[2]; block == 0 && i < c.last[2]; i++)
                if (fabs(x[i]) > fabs(x[named]) * (1 + 1e-9)) named = i;
            if (k < MOST_NAMED) unknown[k] = c.unknown[named];
        }
    int n = k < MOST_NAMED ? k : MOST_NAMED;
    qsort(unknown, (size_t)n, sizeof *unknown, ascending);
    for (int i = 0; i < n; i++)
        cd_buffer_print(out, "%s%s", i ? ", " : "", cd_unknown_label(m->l->e, unknown[i], label));
    if (m->flat > MOST_NAMED) cd_buffer_print(out, " and %d more", m->flat - MOST_NAMED);
    cd_arena_close(&scratch);
}
