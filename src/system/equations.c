/* equations.c - which equations of motion a system has: what acts on it, the auxiliary unknowns, and what each of them
 * is called (theory 8.12 to 8.14). */
#include "system/equations.h"

#include "model/bodies.h"
#include "system/jumps.h"
#include "system/memory.h"
#include "system/near.h"
#include "system/sampling.h"
#include "system/turning.h"
#include "system/unknowns.h"

#include <stdlib.h>
#include <string.h>

void cd_equation_add(EquationSink *out, EquationSpec spec)
{
    /* without f: a user routine, which is refused before anything is simulated */
    if (!spec.f && spec.type != EQUATION_MEMORY) return;
    cd_map_put(&out->place, (int)spec.kind, spec.index, spec.component, out->spec.n);
    ARRAY_PUSH(out->arena, &out->spec, spec);
    ARRAY_PUSH(out->arena, &out->of, out->element);
}

bool cd_reads_accelerations(const Program *p)
{
    for (int i = 0; p && i < p->leaves; i++)
        if (p->leaf[i].type == LEAF_MARKER && p->leaf[i].query.measure >= MEASURE_ACCM &&
            p->leaf[i].query.measure <= MEASURE_WDTZ)
            return true;
    return false;
}

static void act(Equations *e, bool *listed, int marker)
{
    if (marker < 0 || listed[marker]) return;
    listed[marker] = true;
    ARRAY_PUSH(&e->arena, &e->reading.acting, marker);
}

/* Markers that loads read, where nothing else does. */
static void list_acting(Equations *e)
{
    Arena scratch = { 0 };
    bool *listed = ARENA_ARRAY(&scratch, bool, e->s->m->markers);
    e->reading.few = !e->aux.nonlinear && !e->past.memory.n && !e->past.delays.n && !e->s->m->riders;
    for (int i = 0; i < e->loads.n; i++) {
        const Load *l = &e->loads.load[i];
        act(e, listed, l->i), act(e, listed, l->j), act(e, listed, l->axes);
        for (int k = 0; k < 6; k++)
            for (int n = 0; l->f[k] && n < 4 * l->f[k]->leaves; n++) {
                const Leaf *leaf = &l->f[k]->leaf[n / 4];
                if (leaf->type == LEAF_MARKER) act(e, listed, leaf->query.marker[n % 4]);
                else if (leaf->type != LEAF_TIME && leaf->type != LEAF_SYSTEM && leaf->type != LEAF_SHARE)
                    e->reading.few = false;
            }
    }
    for (int k = 0; k < e->loads.crowds; k++)
        for (int n = 0; n < e->loads.crowd[k].n; n++) {
            int marker = e->loads.crowd[k].shape[n].marker;
            if (e->s->m->site[marker].body >= 0) act(e, listed, marker); /* ground stays where it is */
        }
    cd_arena_close(&scratch);
}

/* ---- opening ----------------------------------------------------------------------------------------------------- */

static int longest(int a, const Program *p, bool leaves)
{
    int n = p ? leaves ? p->leaves : cd_program_room(p) : 0;
    return n > a ? n : a;
}

static void make_scratch(Equations *e, const EquationSink *all)
{
    int room = 1, leaves = 1, bodies = 2, auxiliaries = 1; /* a contact depends on two bodies */
    for (int i = 0; i < all->spec.n; i++) {
        const EquationSpec *q = &all->spec.at[i];
        room = longest(longest(room, q->f, false), q->when, false);
        room = longest(longest(room, q->period, false), q->offset, false);
        leaves = longest(leaves, q->f, true);
    }
    for (int i = 0; i < e->loads.n; i++) {
        const Load *l = &e->loads.load[i];
        for (int k = 0; k < 6; k++) room = longest(room, l->f[k], false), leaves = longest(leaves, l->f[k], true);
        room = longest(longest(longest(room, l->stored, false), l->lost, false), l->all.p, false);
        leaves = longest(leaves, l->stored, true);
        if (l->all.p && 7 * l->all.p->leaves > leaves) leaves = 7 * l->all.p->leaves;
        if (l->on.body.n > bodies) bodies = l->on.body.n;
        if (l->on.auxiliary.n > auxiliaries) auxiliaries = l->on.auxiliary.n;
    }
    for (int i = 0; i < e->modal.n; i++) {
        const ModalLoad *l = &e->modal.load[i];
        room = longest(room, l->f, false), leaves = longest(leaves, l->f, true);
        if (l->support.body.n > bodies) bodies = l->support.body.n;
        if (l->support.auxiliary.n > auxiliaries) auxiliaries = l->support.auxiliary.n;
    }
    for (int i = 0; i < e->aux.jumps->n; i++) {
        const Program *p = e->aux.jumps->at[i].argument.p;
        room = longest(room, p, false), leaves = longest(leaves, p, true);
    }
    for (int i = 0; i < cd_equations_auxiliaries(e); i++) {
        if (e->aux.at[i].on.body.n > bodies) bodies = e->aux.at[i].on.body.n;
        if (e->aux.at[i].on.auxiliary.n > auxiliaries) auxiliaries = e->aux.at[i].on.auxiliary.n;
    }
    if (e->loads.contacts) e->world.contact = ARENA_NEW(&e->arena, ContactRoom);
    e->world.room = ARENA_ARRAY(&e->arena, double, room);
    e->world.leaf_slope = ARENA_ARRAY(&e->arena, double, leaves);
    for (int k = 0; k < 7; k++) {
        Slope *s = k < 6 ? &e->now.slope[k] : &e->now.one;
        s->body = ARENA_ARRAY(&e->arena, BodyGradient, bodies);
        s->auxiliary = ARENA_ARRAY(&e->arena, double, auxiliaries);
    }
}

static Equations *make(System *s, bool plants)
{
    Equations *e = cd_take(sizeof *e);
    const CdModel *m = s->model;
    Arena scratch = { 0 };
    EquationSink all = { .arena = &scratch };
    e->s = s, e->aux.plants = plants;
    e->loads = cd_loads_new(&e->arena, m, s->given.active ? s->given.active->on : NULL);
    e->modal = cd_modal_loads_new(&e->arena, s->m, s->given.active ? s->given.active->on : NULL);
    for (int k = 0; k < KIND_COUNT; k++)
        for (int i = 0; cd_kinds[k]->equations && i < m->table[k].n; i++) {
            all.element = &m->table[k].at[i];
            cd_kinds[k]->equations(m, all.element, &all);
        }
    e->past.turn = ARENA_ARRAY(&e->arena, double, e->loads.turns);
    e->past.winding = ARENA_ARRAY(&e->arena, double, m->windings);
    e->world = (World){ .model = m,
                        .m = s->m,
                        .body = s->now.body,
                        .state = ARENA_ARRAY(&e->arena, double, m->state_read.n),
                        .wrench = ARENA_ARRAY(&e->arena, Wrench, m->wrench_read.n),
                        .behind_state = ARENA_ARRAY(&e->arena, AuxiliaryRead, m->state_read.n),
                        .behind_wrench = ARENA_ARRAY(&e->arena, int, m->wrench_read.n) };
    e->world.x = (ExprContext){
        .marker = s->now.marker, .state = e->world.state, .wrench = e->world.wrench, .winding = e->past.winding
    };
    e->world.x.system[SYSTEM_MODE] = MODE_INITIAL_CONDITIONS;
    e->past.delays = cd_delays_open(&e->arena, m);
    e->world.x.delayed = e->past.delays.value, e->world.delayed_rate = e->past.delays.rate;
    e->past.behind = ARENA_ARRAY(&e->arena, int, m->state_read.n);
    cd_unknowns_list(e, &all);
    cd_loads_depend(&e->arena, &e->loads, &e->world);
    e->loads.near = cd_near_open(&e->arena, m, s->m, &e->loads);
    cd_modal_loads_depend(&e->arena, &e->modal, &e->world);
    cd_unknowns_order(e);
    cd_jumps_list(e);
    cd_sampling_open(e);
    cd_memory_open(e);
    make_scratch(e, &all);
    e->flexible = cd_flexible_new(&e->arena, s->m);
    bool reads = false; /* loads read accelerations */
    for (int i = 0; i < e->loads.n; i++)
        for (int k = 0; k < 6; k++) reads |= cd_reads_accelerations(e->loads.load[i].f[k]);
    for (int i = 0; i < e->modal.n; i++) reads |= cd_reads_accelerations(e->modal.load[i].f);
    /* masses of flexible bodies are more than blocks, and forces of contacts that slip are not along their rows */
    e->aux.nonlinear = e->aux.n > 0 || e->flexible.n > 0 || s->c->tangents > 0 || reads;
    e->aux.linear = e->aux.n == 0 && s->c->tangents == 0 && !reads;
    list_acting(e);
    e->aux.z = ARENA_ARRAY(&e->arena, double, cd_equations_auxiliaries(e));
    e->aux.zdot = ARENA_ARRAY(&e->arena, double, e->aux.differential);
    for (int i = 0; i < e->aux.n; i++) e->aux.z[i] = e->aux.at[i].start;
    for (int i = 0; i < e->aux.differential; i++) e->aux.zdot[i] = e->aux.at[i].rate;
    e->now.phi = ARENA_ARRAY(&e->arena, double, s->c->rows),
    e->now.phi_rate = ARENA_ARRAY(&e->arena, double, s->c->rows);
    e->jacobian.inertia = ARENA_ARRAY(&e->arena, double, 36 * MATRIX_PARTS * s->m->bodies);
    int most = s->m->nv + s->c->rows + cd_equations_auxiliaries(e);
    e->now.rhs = ARENA_ARRAY(&e->arena, double, most), e->now.amount = ARENA_ARRAY(&e->arena, double, most);
    cd_map_close(&all.place);
    cd_arena_close(&scratch);
    return e;
}

Equations *cd_equations(System *s)
{
    Solver *v = cd_solver(s);
    if (!v->equations) v->equations = make(s, false);
    return v->equations;
}

Equations *cd_equations_take_plants(System *s)
{
    Equations *usual = cd_equations(s), *e = cd_solver(s)->equations = make(s, true);
    cd_equations_continue(e, usual);
    memcpy(e->world.x.system, usual->world.x.system, sizeof usual->world.x.system);
    if (cd_equations_prepare(e, NULL)) cd_equations_evaluate(e, true);
    return usual;
}

void cd_equations_give_back(System *s, Equations *usual)
{
    cd_equations_close(cd_solver(s)->equations);
    cd_solver(s)->equations = usual;
}

void cd_equations_close(Equations *e)
{
    if (!e) return;
    cd_matrix_close(e->jacobian.matrix);
    cd_near_close(e->loads.near);
    if (e->world.contact) cd_arena_close(&e->world.contact->arena);
    cd_arena_close(&e->arena);
    free(e);
}

/* An auxiliary unknown by what it is, whatever model it belongs to. */
static int place_of(Map *map, const CdModel *m, const Auxiliary *x, int position_if_new)
{
    return cd_map_put(map, 2 * (int)x->kind + x->wrench, cd_model_id(m, x->kind, x->index),
                      6 * x->component + x->number, position_if_new);
}

/* A pair of shapes of a CONTACT by what it is, whatever model it belongs to. */
static int place_of_pair(Map *map, const CdModel *m, const ContactPair *p, int position_if_new)
{
    return cd_map_put(map, p->set->element->id, cd_model_id(m, KIND_graphics, p->i.graphics),
                      cd_model_id(m, KIND_graphics, p->j.graphics), position_if_new);
}

/* Pairs go on from where they have come to; those of crowds that have touched are made for it. */
static void continue_pairs(Equations *e, const Equations *old)
{
    Map was = { 0 };
    const CdModel *m = e->s->model, *before = old->s->model;
    const Loads *from = &old->loads, *to = &e->loads;
    int old_pairs = from->near ? from->near->fixed_pairs : from->pairs;
    ContactPair **of_old = from->near ? from->near->fixed_pair : from->pair;
    for (int k = 0; k < old_pairs; k++) place_of_pair(&was, before, of_old[k], k);
    for (int k = 0; k < to->pairs; k++) {
        int at = place_of_pair(&was, m, to->pair[k], old_pairs);
        if (at < old_pairs) cd_contact_continue(to->pair[k], of_old[at]);
    }
    cd_map_close(&was);
    for (int k = 0; from->near && to->near && k < from->near->known.n; k++) {
        const NearLoad *x = from->near->known.at[k];
        int crowd = to->crowds - 1, id = x->pair.set->element->id;
        while (crowd >= 0 && to->near->crowd.at[crowd].set->element->id != id) crowd--;
        int i = cd_model_find(m, KIND_graphics, cd_model_id(before, KIND_graphics, x->pair.i.graphics));
        int j = cd_model_find(m, KIND_graphics, cd_model_id(before, KIND_graphics, x->pair.j.graphics));
        ContactPair *p = crowd < 0 || i < 0 || j < 0 ? NULL : cd_near_pair(to->near, crowd, i, j);
        if (p) cd_contact_continue(p, &x->pair);
    }
}

void cd_equations_continue(Equations *e, const Equations *old)
{
    Map was = { 0 };
    const CdModel *m = e->s->model, *before = old->s->model;
    for (int k = 0; k < old->aux.n; k++) place_of(&was, before, &old->aux.at[k], k);
    for (int i = 0; i < e->aux.n; i++) {
        int k = place_of(&was, m, &e->aux.at[i], old->aux.n);
        if (k >= old->aux.n) continue;
        e->aux.z[i] = old->aux.z[k];
        if (i < e->aux.differential && k < old->aux.differential) e->aux.zdot[i] = old->aux.zdot[k];
    }
    cd_map_close(&was);
    cd_delays_continue(&e->arena, &e->past.delays, &old->past.delays);
    e->past.remembers = old->past.remembers, e->past.time = old->past.time;
    cd_sampling_continue(e, old);
    for (int i = 0; i < e->past.memory.n; i++)
        for (int k = 0; k < old->past.memory.n; k++) {
            const EquationSpec *a = &e->past.memory.at[i].spec, *b = &old->past.memory.at[k].spec;
            if (a->kind == b->kind && a->component == b->component &&
                cd_model_id(m, a->kind, a->index) == cd_model_id(before, b->kind, b->index))
                cd_memory_continue(&e->past.memory.at[i], &old->past.memory.at[k]);
        }
    /* angles stay on their branches: those of linear loads by element, those of expressions if the model has the same
     * ones */
    for (int i = 0; i < e->loads.n; i++) {
        Load *l = &e->loads.load[i];
        int k = cd_model_find(old->s->model, l->kind, l->element->id);
        k = k < 0 ? -1 : cd_loads_first(&old->loads, l->kind, k);
        for (int n = 0; n < TURNING_SLOTS && k >= 0 && l->type == LOAD_LINEAR; n++)
            e->past.turn[l->turn + n] = old->past.turn[old->loads.load[k].turn + n];
    }
    continue_pairs(e, old);
    int windings = e->s->model->windings;
    if (windings && windings == old->s->model->windings)
        memcpy(e->past.winding, old->past.winding, sizeof(double) * (size_t)windings);
}

int cd_equations_auxiliaries(const Equations *e)
{
    return e->aux.jumps->most;
}

int cd_equations_unknowns(const Equations *e)
{
    return e->s->m->nv + e->s->in_use.n + e->aux.n;
}

/* ---- what they are called, and whose they are -------------------------------------------------------------------- */

bool cd_equations_explain_row(const Equations *e, int row, CdLog *log)
{
    const Constraints *c = e->s->c;
    const Row *r = &c->row[row];
    if (r->general < 0 || c->general[r->general].form.gap) return false;
    Arena scratch = { 0 };
    const Program *p = c->general[r->general].program;
    ExprContext x = e->world.x;
    double value, *room = ARENA_ARRAY(&scratch, double, cd_program_room(p)),
                  *slope = ARENA_ARRAY(&scratch, double, p->leaves + 1);
    x.winding = e->s->state.winding + c->term_windings;
    bool guilty = !cd_program_gradient(p, &x, room, &value, slope);
    const Field *f = r->element->kind->fields;
    while (f->type != FIELD_EXPR) f++;
    if (guilty) cd_program_explain(p, &x, room, r->element, f, EXPLAIN_FAILURE, log);
    cd_arena_close(&scratch);
    return guilty;
}
void cd_equations_programs(const Equations *e, void (*each)(void *user, const Program *p, const Element *element),
                           void *user)
{
    for (int i = 0; i < e->loads.n; i++)
        for (int k = 0; k < 6; k++)
            if (e->loads.load[i].f[k]) each(user, e->loads.load[i].f[k], e->loads.load[i].element);
    for (int i = 0; i < e->aux.n; i++)
        if (e->aux.at[i].f.p) each(user, e->aux.at[i].f.p, e->aux.at[i].element);
    for (int i = 0; i < e->s->c->drives; i++)
        if (e->s->c->drive[i].function->program)
            each(user, e->s->c->drive[i].function->program, e->s->c->drive[i].element);
}

/* What unknowns, or the equations beside them, are called behind the name of their element. */
typedef struct Names {
    const char *body[6], *row, *value, *state;
} Names;

const char *cd_body_label(const Equations *e, int body, char room[CD_LABEL_ROOM])
{
    const Mechanism *m = e->s->m;
    const MovingBody *own = &m->body[body];
    char label[CD_LABEL_ROOM];
    const FlexPlace *x = m->flex;
    if (own->role != BODY_NODE) return cd_label(cd_body_name(m, body), room);
    while (x->index != own->index) x++;
    snprintf(room, CD_LABEL_ROOM, "%.100s node %d", cd_label(cd_body_name(m, body), label),
             x->modal->node[x->node[own->share]]);
    return room;
}

/* Which of the parameters of two curves that touch. */
static const char *name_parameter(const Mechanism *m, int body)
{
    bool second = body && m->body[body - 1].curve && cd_body_name(m, body - 1) == cd_body_name(m, body);
    return second ? "beta" : "alpha";
}

static const char *name_of_body(const Equations *e, int i, const Names *names, char room[CD_LABEL_ROOM])
{
    const Mechanism *m = e->s->m;
    char label[CD_LABEL_ROOM];
    int b = 0;
    while (b + 1 < m->bodies && m->body[b + 1].first <= i) b++;
    const MovingBody *own = &m->body[b];
    int c = i - own->first;
    cd_body_label(e, b, label);
    if (own->role == BODY_MODES) {
        const FlexPlace *x = m->flex;
        while (x->index != own->index) x++;
        snprintf(room, CD_LABEL_ROOM, "%.120s mode %d", label, x->modal->number[x->mode[own->share + c]]);
    } else
        snprintf(room, CD_LABEL_ROOM, "%.120s %s", label, own->curve ? name_parameter(m, b) : names->body[own->six[c]]);
    return room;
}

/* Of several states of one element the number, counted from 1; 0: it has one only. */
static int number_of_state(const Equations *e, int auxiliary)
{
    const Auxiliary *x = &e->aux.at[auxiliary];
    int n = 0, at = 0;
    for (int k = 0; k < e->aux.n; k++) {
        const Auxiliary *y = &e->aux.at[k];
        if (y->wrench || y->of >= 0 || y->element != x->element ||
            (y->type == EQUATION_VALUE) != (x->type == EQUATION_VALUE))
            continue;
        n++;
        if (k == auxiliary) at = n;
    }
    return n > 1 ? at : 0;
}

static const char *name_of_auxiliary(const Equations *e, int auxiliary, const Names *names, char room[CD_LABEL_ROOM])
{
    static const char *const part[6] = { " FX", " FY", " FZ", " TX", " TY", " TZ" };
    const Auxiliary *x = &e->aux.at[auxiliary];
    char label[CD_LABEL_ROOM];
    int number = x->wrench || x->of >= 0 ? 0 : number_of_state(e, auxiliary);
    int n = snprintf(room, CD_LABEL_ROOM, "%.120s%s", cd_label(x->element, label),
                     x->wrench                   ? part[x->number]
                     : x->of >= 0                ? " derivative"
                     : x->type == EQUATION_VALUE ? names->value
                                                 : names->state);
    if (number) snprintf(room + n, CD_LABEL_ROOM - (size_t)n, " %d", number);
    return room;
}

static const char *name_one(const Equations *e, int i, const Names *names, char room[CD_LABEL_ROOM])
{
    const System *s = e->s;
    char label[CD_LABEL_ROOM];
    if (i < s->m->nv) return name_of_body(e, i, names, room);
    if (i >= s->m->nv + s->in_use.n) return name_of_auxiliary(e, i - s->m->nv - s->in_use.n, names, room);
    snprintf(room, CD_LABEL_ROOM, "%.120s%s", cd_row_label(s->c, s->in_use.row[i - s->m->nv], label), names->row);
    return room;
}

const char *cd_unknown_label(const Equations *e, int unknown, char room[CD_LABEL_ROOM])
{
    static const Names names = {
        { "x", "y", "z", "rotation x", "rotation y", "rotation z" }, " reaction", " value", " state"
    };
    return name_one(e, unknown, &names, room);
}

const char *cd_equation_label(const Equations *e, int equation, char room[CD_LABEL_ROOM])
{
    static const Names names = {
        { "force x", "force y", "force z", "torque body x", "torque body y", "torque body z" }, "", "", ""
    };
    return name_one(e, equation, &names, room);
}
