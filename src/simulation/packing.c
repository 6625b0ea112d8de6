/* packing.c - activities and state as bytes: one list of blocks, which goes either way. A block is its length in bytes
 * and its bytes. */
#include "simulation/packing.h"
#include "system/jumps.h"
#include "system/near.h"

#include <math.h>
#include <string.h>

/* ---- blocks ------------------------------------------------------------------------------------------------------ */

/* Bytes going by: out while they are written, at to end while they are read. */
typedef struct Tape {
    TextBuffer *out; /* NULL: reading */
    const char *at, *end;
    bool fits; /* what was read so far has the sizes that were asked for */
} Tape;

static void bytes(Tape *t, void *at, size_t size)
{
    uint64_t n = size;
    if (t->out) {
        cd_buffer_text(t->out, (Text){ (const char *)&n, sizeof n });
        cd_buffer_text(t->out, (Text){ at, (int)size });
        return;
    }
    t->fits = t->fits && (size_t)(t->end - t->at) >= sizeof n && memcmp(t->at, &n, sizeof n) == 0 &&
              (size_t)(t->end - t->at) - sizeof n >= size;
    if (!t->fits) return;
    if (size) memcpy(at, t->at + sizeof n, size);
    t->at += sizeof n + size;
}

/* Whoever has made a file, what is read from it is what the program could have written: yes or no, a whole number that
 * its reader checks, or a finite number. */
static void flags(Tape *t, bool *at, int n)
{
    const size_t head = sizeof(uint64_t);
    size_t left = t->out || (size_t)(t->end - t->at) < head ? 0 : (size_t)(t->end - t->at) - head;
    for (size_t i = 0; i < left && i < (size_t)n; i++)
        t->fits = t->fits && (t->at[head + i] == 0 || t->at[head + i] == 1);
    bytes(t, at, sizeof *at * (size_t)n);
}

static void whole(Tape *t, int *at, int n)
{
    bytes(t, at, sizeof *at * (size_t)n);
}

static void numbers(Tape *t, double *at, int n)
{
    bytes(t, at, sizeof *at * (size_t)n);
    for (int i = 0; !t->out && t->fits && i < n; i++) t->fits = isfinite(at[i]);
}

static void vectors(Tape *t, Vec3 *at, int n)
{
    numbers(t, (double *)at, 3 * n);
}

static void orientations(Tape *t, Quat *at, int n)
{
    const double off = 1e-3; /* from length 1 */
    numbers(t, (double *)at, 4 * n);
    for (int i = 0; !t->out && t->fits && i < n; i++) t->fits = fabs(q4_norm(at[i]) - 1) < off;
}

#define BLOCK(tape, pointer, count)                                                                                    \
    _Generic(*(pointer), bool                                                                                          \
             : flags, int                                                                                              \
             : whole, double                                                                                           \
             : numbers, Vec3                                                                                           \
             : vectors, Quat                                                                                           \
             : orientations)((tape), (pointer), (int)(count))

/* ---- what there is ----------------------------------------------------------------------------------------------- */

/* Before the system is made: what is switched on, and how far the run has come. */
static void list_activities(Tape *t, CdSimulation *sim, bool *continues)
{
    for (int k = 0; k < KIND_COUNT; k++) {
        bool some = sim->active.on[k] != NULL;
        BLOCK(t, &some, 1);
        if (some && !t->out) sim->active.on[k] = ARENA_ARRAY(&sim->arena, bool, sim->model->table[k].n);
        if (some) BLOCK(t, sim->active.on[k], sim->model->table[k].n);
    }
    BLOCK(t, &sim->assembled, 1);
    BLOCK(t, continues, 1);
}

/* Which equations are in use, and on what the others depend. */
static void list_rank(Tape *t, System *s)
{
    Rank *rank = &s->in_use.rank;
    if (!t->out) rank->independent = ARENA_ARRAY(&s->arena, bool, s->c->rows);
    BLOCK(t, &rank->rank, 1);
    BLOCK(t, &rank->dependents, 1);
    BLOCK(t, rank->independent, s->c->rows);
    if (!t->fits || rank->rank < 0 || rank->rank > s->c->rows || rank->dependents < 0 ||
        rank->dependents > s->c->rows) {
        t->fits = false;
        return;
    }
    Dependent *all = t->out ? (Dependent *)rank->dependent : ARENA_ARRAY(&s->arena, Dependent, rank->dependents);
    for (int i = 0; i < rank->dependents; i++) {
        Dependent *d = &all[i];
        BLOCK(t, &d->column, 1);
        BLOCK(t, &d->n, 1);
        t->fits = t->fits && d->column >= 0 && d->column < s->c->rows && d->n <= s->c->rows;
        if (!t->fits) return;
        int n = d->n > 0 ? d->n : 0;
        if (!t->out) d->on = ARENA_ARRAY(&s->arena, int, n), d->coef = ARENA_ARRAY(&s->arena, double, n);
        BLOCK(t, (int *)d->on, n);
        BLOCK(t, (double *)d->coef, n);
        for (int k = 0; k < n; k++) t->fits = t->fits && d->on[k] >= 0 && d->on[k] < s->c->rows;
    }
    rank->dependent = all;
}

/* What a pair of shapes remembers of how it met, and where it sticks. */
static void list_contact(Tape *t, ContactPair *p)
{
    double *number[] = { &p->onset, &p->pull, &p->since, &p->stay, &p->pressed, &p->press, &p->set->fastest };
    BLOCK(t, &p->met, 1);
    BLOCK(t, &p->returned, 1);
    for (int k = 0; k < 7; k++) BLOCK(t, number[k], 1);
    for (int k = 0; k < MOST_STUCK; k++) {
        Stuck *s = &p->stuck[k];
        BLOCK(t, &s->on, 1);
        BLOCK(t, &s->key, 1);
        BLOCK(t, &s->point, 1);
        BLOCK(t, &s->at, 1);
        BLOCK(t, &s->z, 1);
    }
}

/* Those that are there at all times; of crowds those that have been near. */
static void list_contacts(Tape *t, Equations *e)
{
    Near *near = e->loads.near;
    int fixed = near ? near->fixed_pairs : e->loads.pairs, known = near ? near->known.n : 0;
    for (int i = 0; i < fixed; i++) list_contact(t, near ? near->fixed_pair[i] : e->loads.pair[i]);
    BLOCK(t, &known, 1);
    t->fits = t->fits && known >= 0 && (near || known == 0);
    for (int k = 0; near && k < known && t->fits; k++) {
        int of[3] = { 0, 0, 0 };
        ContactPair *p = t->out ? &near->known.at[k]->pair : NULL;
        if (p) of[0] = near->known.at[k]->crowd, of[1] = p->i.graphics, of[2] = p->j.graphics;
        BLOCK(t, of, 3);
        if (!t->out && t->fits) p = cd_near_pair(near, of[0], of[1], of[2]);
        t->fits = t->fits && p;
        if (t->fits) list_contact(t, p);
    }
}

/* Which contacts of unilateral rows are closed, and what impacts have given so far; models without them have none of
 * it. */
static void list_unilaterals(Tape *t, System *s)
{
    if (!s->c->unilaterals) return;
    BLOCK(t, s->in_use.closed, s->c->rows);
    BLOCK(t, s->in_use.impulse, s->c->rows);
    for (int i = 0; i < s->c->rows && s->c->tangents; i++) {
        SlipState *x = &s->in_use.slip[i];
        BLOCK(t, &x->slips, 1), BLOCK(t, x->way, 2), BLOCK(t, &x->slow, 1);
    }
    for (int i = 0; i < s->c->rows && t->fits; i++)
        t->fits = !s->in_use.closed[i] || s->c->row[i].unilateral || s->c->row[i].tangent;
}

/* Everything that changes while a run goes, and that the next step depends on. New arrays of the state are added
 * here. */
static void list_state(Tape *t, CdSimulation *sim)
{
    System *s = sim->system;
    State *q = &s->state;
    Equations *e = cd_equations(s);
    BLOCK(t, &sim->still, 1);
    BLOCK(t, &s->given.unmoved, 1);
    BLOCK(t, &q->t, 1);
    BLOCK(t, q->r, s->m->bodies);
    BLOCK(t, q->p, s->m->bodies);
    BLOCK(t, q->v, s->m->nv);
    BLOCK(t, q->vdot, s->m->nv);
    BLOCK(t, q->lambda, s->c->rows);
    BLOCK(t, q->winding, s->c->windings);
    BLOCK(t, e->aux.z, e->aux.jumps->own);
    BLOCK(t, e->aux.zdot, e->aux.differential);
    BLOCK(t, e->past.turn, e->loads.turns);
    BLOCK(t, e->past.winding, sim->model->windings);
    for (int i = 0; i < e->past.delays.n; i++) {
        Delayed *d = &e->past.delays.at[i];
        int n = d->t.n;
        BLOCK(t, &n, 1);
        t->fits = t->fits && n >= 0 && (t->out || (size_t)n <= (size_t)(t->end - t->at) / sizeof(double));
        if (!t->fits) return;
        if (!t->out) d->t.at = ARENA_ARRAY(&e->arena, double, n), d->x.at = ARENA_ARRAY(&e->arena, double, n);
        if (!t->out) d->t.n = d->t.room = d->x.n = d->x.room = n;
        BLOCK(t, d->t.at, n);
        BLOCK(t, d->x.at, n);
        for (int k = 1; k < n; k++) t->fits = t->fits && d->t.at[k] >= d->t.at[k - 1];
    }
    BLOCK(t, &e->past.remembers, 1);
    BLOCK(t, &e->past.time, 1);
    for (int i = 0; i < e->past.memory.n; i++) {
        Memory *m = &e->past.memory.at[i];
        BLOCK(t, &m->value, 1), BLOCK(t, &m->when, 1), BLOCK(t, &m->rate, 1), BLOCK(t, &m->when_rate, 1);
    }
    for (int i = 0; i < e->past.clock.n; i++)
        BLOCK(t, &e->past.clock.at[i].next, 1), BLOCK(t, &e->past.clock.at[i].runs, 1);
    list_contacts(t, e);
    BLOCK(t, sim->results->winding, sim->model->windings);
    Account none = { 0 }, *account = sim->account ? sim->account : &none;
    BLOCK(t, account->told, ACCOUNT_NUMBERS);
    for (int i = 0; i < s->c->rows; i++) BLOCK(t, &s->c->row[i].offset, 1);
    for (int i = 0; i < s->c->drives; i++) {
        Drive *d = &s->c->drive[i];
        bool *given[] = { &d->disp_given, &d->vel_given };
        double *value[] = { &d->disp, &d->vel, &d->t, &d->f, &d->rate };
        for (int k = 0; k < 2; k++) BLOCK(t, given[k], 1);
        for (int k = 0; k < 5; k++) BLOCK(t, value[k], 1);
    }
    list_unilaterals(t, s);
    if (sim->assembled) list_rank(t, s);
}

void cd_simulation_pack(CdSimulation *sim, TextBuffer *out)
{
    Tape t = { .out = out, .fits = true };
    bool continues = sim->system->given.continues;
    list_activities(&t, sim, &continues);
    list_state(&t, sim);
}

bool cd_simulation_unpack(CdSimulation *sim, const char *at, size_t n)
{
    Tape t = { .at = at, .end = at + n, .fits = true };
    bool continues = false;
    memset(&sim->active, 0, sizeof sim->active);
    list_activities(&t, sim, &continues);
    cd_results_close(sim->results);
    cd_system_close(sim->system);
    sim->system = cd_simulation_open_system(sim);
    sim->results = cd_results_open(sim->system);
    sim->system->given.continues = continues;
    list_state(&t, sim);
    t.fits = t.fits && t.at == t.end;
    sim->assembled = sim->assembled && t.fits;
    cd_bodies_motion(sim->system->m, &sim->system->state, sim->system->now.body);
    if (sim->assembled) cd_system_use_rank(sim->system);
    return t.fits;
}
