/* extrapolation.c - which spline, read by whom, at what argument. */
#include "analyses/dynamic/extrapolation.h"

#include "expr/interpolant.h"

typedef struct Reading {
    const Program *p;
    const Element *element;
    int node;   /* of the spline */
    int spline; /* in the table of splines */
} Reading;

struct Extrapolation {
    Equations *e;
    Arena *arena;
    ARRAY_OF(Reading) reading;
    int room;
    double *scratch;
    long *outside, points; /* per spline, and of all */
};

static int spline_of(const CdModel *m, const Interpolant *p)
{
    for (int i = 0; i < m->table[KIND_spline].n; i++)
        if (m->interpolant[i] == p) return i;
    return -1;
}

static void add(void *user, const Program *p, const Element *element)
{
    Extrapolation *x = user;
    for (int i = 0; i < p->nodes; i++) {
        if (p->node[i].op != OP_SPLINE) continue;
        Reading r = { p, element, i, spline_of(x->e->s->model, p->spline[p->node[i].c]) };
        if (r.spline >= 0) ARRAY_PUSH(x->arena, &x->reading, r);
        if (cd_program_room(p) > x->room) x->room = cd_program_room(p);
    }
}

Extrapolation *cd_extrapolation_open(Arena *arena, Equations *e)
{
    if (!e->s->model->interpolant) return NULL;
    Extrapolation *x = ARENA_NEW(arena, Extrapolation);
    x->e = e, x->arena = arena;
    cd_equations_programs(e, add, x);
    x->scratch = ARENA_ARRAY(arena, double, x->room);
    x->outside = ARENA_ARRAY(arena, long, e->s->model->table[KIND_spline].n);
    return x->reading.n ? x : NULL;
}

void cd_extrapolation_judge(Extrapolation *x, CdLog *log)
{
    const Program *done = NULL;
    x->points++;
    for (int i = 0; i < x->reading.n; i++) {
        const Reading *r = &x->reading.at[i];
        const Interpolant *s = r->p->spline[r->p->node[r->node].c];
        double value;
        if (r->p != done) cd_program_value(r->p, &x->e->world.x, x->scratch, &value);
        done = r->p;
        double at = x->scratch[r->p->node[r->node].a], first = s->x[0], last = s->x[s->n - 1];
        double little = 1e-9 * (last - first);
        if (!(at < first - little || at > last + little) || x->outside[r->spline]++) continue;
        const Element *spline = &x->e->s->model->table[KIND_spline].at[r->spline];
        char name[CD_LABEL_ROOM], reader[CD_LABEL_ROOM];
        cd_log(log, spline->place, SPLINE_RANGE, cd_label(spline, name), x->e->s->state.t, cd_label(r->element, reader),
               at, first, last);
    }
}

void cd_extrapolation_tell(const Extrapolation *x, const Reporter *reporter)
{
    const Table *t = &x->e->s->model->table[KIND_spline];
    for (int i = 0; i < t->n; i++) {
        char label[CD_LABEL_ROOM];
        if (x->outside[i])
            cd_tell(reporter, "  %-40s extrapolated %ld times in %ld steps", cd_label(&t->at[i], label), x->outside[i],
                    x->points);
    }
}
