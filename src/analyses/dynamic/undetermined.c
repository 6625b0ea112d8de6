/* undetermined.c - lambda + a n is a solution as good as lambda if n^T G = 0: row d follows from others, n =
 * (coefficients; -1 for d). Another row k left out instead of d has a = -lambda_k / n_k (theory 8.53). */
#include "analyses/dynamic/undetermined.h"

#include "integrators/tuning.h"
#include "system/reactions.h"

#include <math.h>
#include <string.h>

typedef struct Reading {
    const Element *reader;
    KindIndex kind; /* of the constraint whose reaction is read */
    int index;
    bool told;
} Reading;

struct Undetermined {
    Equations *e;
    Arena *arena;
    ARRAY_OF(Reading) reading;
    double *lambda; /* scratch, per row */
};

static void add(void *user, const Program *p, const Element *element)
{
    Undetermined *u = user;
    const CdModel *m = u->e->s->model;
    for (int i = 0; i < p->leaves; i++) {
        const Leaf *l = &p->leaf[i];
        for (int k = 0; l->type == LEAF_LOAD && k < l->loads; k++) {
            WrenchRead w = m->wrench_read.at[p->load[l->slot + k]];
            bool known = !cd_kinds[w.kind]->constrain;
            for (int n = 0; n < u->reading.n; n++) {
                const Reading *r = &u->reading.at[n];
                known |= r->reader == element && r->kind == w.kind && r->index == w.index;
            }
            if (!known) ARRAY_PUSH(u->arena, &u->reading, ((Reading){ element, w.kind, w.index, false }));
        }
    }
}

Undetermined *cd_undetermined_open(Arena *arena, Equations *e)
{
    if (!e->s->in_use.rank.dependents) return NULL;
    Undetermined *u = ARENA_NEW(arena, Undetermined);
    u->e = e, u->arena = arena;
    cd_equations_programs(e, add, u);
    u->lambda = ARENA_ARRAY(arena, double, e->s->c->rows);
    return u->reading.n ? u : NULL;
}

/* The largest a of all rows that could be left out in place of the one that is. */
static double other_share(const System *s, const Dependent *d)
{
    double most = 0;
    for (int k = 0; k < d->n; k++)
        if (fabs(d->coef[k]) > 1e-6) most = fmax(most, fabs(s->state.lambda[d->on[k]] / d->coef[k]));
    return most;
}

/* How much the reaction may be another one, as a share of what it is. */
static double change(Undetermined *u, const Reading *r, const Dependent *d)
{
    System *s = u->e->s;
    double a = other_share(s, d), length = s->constants.length;
    if (!(a > 0)) return 0;
    Wrench now = cd_reaction(s, r->kind, r->index, 0);
    memcpy(u->lambda, s->state.lambda, sizeof *u->lambda * (size_t)s->c->rows);
    memset(s->state.lambda, 0, sizeof *u->lambda * (size_t)s->c->rows);
    for (int k = 0; k < d->n; k++) s->state.lambda[d->on[k]] = a * d->coef[k];
    s->state.lambda[d->column] = -a;
    Wrench other = cd_reaction(s, r->kind, r->index, 0);
    memcpy(s->state.lambda, u->lambda, sizeof *u->lambda * (size_t)s->c->rows);
    return (v3_norm(other.F) * length + v3_norm(other.T)) / (v3_norm(now.F) * length + v3_norm(now.T));
}

void cd_undetermined_look(Undetermined *u, CdLog *log)
{
    System *s = u->e->s;
    const Rank *rank = &s->in_use.rank;
    for (int i = 0; i < u->reading.n; i++) {
        Reading *r = &u->reading.at[i];
        for (int k = 0; k < rank->dependents && !r->told; k++) {
            const Dependent *d = &rank->dependent[k];
            if (!(change(u, r, d) > tuning_reaction_open)) continue;
            char reader[CD_LABEL_ROOM], of[CD_LABEL_ROOM], row[CD_LABEL_ROOM];
            cd_log(log, r->reader->place, REACTION_OPEN, cd_label(r->reader, reader), s->state.t,
                   cd_label(&s->model->table[r->kind].at[r->index], of), cd_row_label(s->c, d->column, row));
            r->told = true;
        }
    }
}
