/* unknowns.c - see unknowns.h (theory 8.12 to 8.14, 8.50).
 *
 * States with a rate are unknowns, and of the values of expressions those that loads or other unknowns read. What only
 * outputs read is evaluated for them, in the order of dependence; in a ring it has to be solved for and is an unknown
 * after all. */
#include "system/unknowns.h"

#include "elements/pinput.h"
#include "system/dependence.h"

typedef struct Listing {
    Equations *e;
    const CdModel *m;
    EquationSink *all;
    Arena scratch;
    bool *needed, *followed;        /* per spec: it is an unknown; so is all that it reads */
    bool *derived, *derivatives;    /* its derivative is an unknown; so are those of all that it reads */
    bool *wrench;                   /* per load that is read: it is six unknowns */
    int *auxiliary, *rate, *memory; /* per spec: its unknown, that of its derivative, its memory; -1: none */
} Listing;

/* ---- what reads what --------------------------------------------------------------------------------------------- */

static bool reads_rate(StateRead r)
{
    return r.kind == KIND_diff ? r.component == 1 : r.component < 0;
}

static int find_spec(const EquationSink *all, StateRead r)
{
    int component = r.kind == KIND_diff ? 0 : r.component < 0 ? CD_RATE_OF(r.component) : r.component;
    return cd_map_find(&all->place, (int)r.kind, r.index, component);
}

/* The spec behind a leaf; -1: it is no state, or nobody states it. */
static int spec_behind(const Listing *l, const Leaf *leaf)
{
    return leaf->type == LEAF_STATE ? find_spec(l->all, l->m->state_read.at[leaf->slot]) : -1;
}

static bool has_rate(const EquationSpec *q)
{
    return q->type == EQUATION_RATE || q->type == EQUATION_IMPLICIT;
}

static bool is_value(const EquationSpec *q)
{
    return q->type == EQUATION_VALUE || q->type == EQUATION_ALGEBRAIC;
}

/* ---- implicit states --------------------------------------------------------------------------------------------- */

/* Whether an implicit equation reads the rate of a state that is one, own: its own, as it stands or by way of
 * values. */
static bool reads_a_rate(const Listing *l, int of, int at, bool own, bool *seen)
{
    const Program *p = l->all->spec.at[at].f;
    for (int i = 0; i < p->leaves; i++) {
        int k = spec_behind(l, &p->leaf[i]);
        if (k < 0) continue;
        const EquationSpec *q = &l->all->spec.at[k];
        bool rate = reads_rate(l->m->state_read.at[p->leaf[i].slot]);
        if (rate && q->type == EQUATION_IMPLICIT && (own ? k == of : l->needed[k])) return true;
        if (q->type != EQUATION_VALUE || seen[k]) continue;
        seen[k] = true;
        if (reads_a_rate(l, of, k, own, seen)) return true;
    }
    return false;
}

static bool finds_rate(Listing *l, int k, bool own)
{
    ArenaMark mark = cd_arena_mark(&l->scratch);
    bool found = reads_a_rate(l, k, k, own, ARENA_ARRAY(&l->scratch, bool, l->all->spec.n));
    cd_arena_release(&l->scratch, mark);
    return found;
}

/* An equation without its own rate, and without that of another of the kind, is one of the state itself, which then has
 * a derivative instead of a rate; and so on with those that read only such derivatives. `needed` holds those in
 * question. */
static void find_algebraic(Listing *l)
{
    int n = l->all->spec.n;
    for (int k = 0; k < n; k++) l->needed[k] = l->all->spec.at[k].type == EQUATION_IMPLICIT && !finds_rate(l, k, true);
    for (bool more = true; more;) {
        more = false;
        for (int k = 0; k < n; k++) {
            if (!l->needed[k] || finds_rate(l, k, false)) continue;
            l->all->spec.at[k].type = EQUATION_ALGEBRAIC;
            l->needed[k] = false, more = true;
        }
    }
    for (int k = 0; k < n; k++) l->needed[k] = false;
}

/* ---- which are needed -------------------------------------------------------------------------------------------- */

/* Marks the states that a program reads, and with loads those as well. */
static void mark(Listing *l, const Program *p, bool loads)
{
    for (int i = 0; p && i < p->leaves; i++) {
        const Leaf *leaf = &p->leaf[i];
        int k = spec_behind(l, leaf);
        if (k >= 0) l->needed[k] = true;
        for (int n = 0; loads && leaf->type == LEAF_LOAD && n < leaf->loads; n++)
            l->wrench[p->load[leaf->slot + n]] = true;
    }
}

/* Inputs and outputs of a plant, and states that are named, are unknowns of the linearised model. */
static void mark_plants(Listing *l)
{
    static const KindIndex list[3] = { KIND_pinput, KIND_poutput, KIND_pstate };
    for (int n = 0; n < 3; n++)
        for (int i = 0; i < l->m->table[list[n]].n; i++) {
            const PlantList *plant = l->m->table[list[n]].at[i].data;
            for (int k = 0; k < plant->variables.n; k++) {
                int q = find_spec(l->all, (StateRead){ .kind = KIND_variable, .index = plant->variables.at[k] });
                if (q >= 0) l->needed[q] = true;
            }
        }
}

static void cannot_derive(Listing *l, int k, const char *what)
{
    if (l->e->aux.underived.element) return;
    l->e->aux.underived = (Underived){ l->all->of.at[k], what };
}

/* The derivative of a value is made of those of all that its expression reads. */
static void mark_derivatives(Listing *l, int k)
{
    const Program *p = l->all->spec.at[k].f;
    if (cd_reads_accelerations(p)) cannot_derive(l, k, "accelerations");
    for (int i = 0; i < p->leaves; i++) {
        int j = spec_behind(l, &p->leaf[i]);
        if (p->leaf[i].type == LEAF_LOAD) cannot_derive(l, k, "forces");
        if (j >= 0 && reads_rate(l->m->state_read.at[p->leaf[i].slot])) cannot_derive(l, k, "DIF1");
        else if (j >= 0 && is_value(&l->all->spec.at[j])) l->needed[j] = l->derived[j] = true;
    }
}

/* What is needed makes what it reads needed. */
static void follow(Listing *l)
{
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < l->all->spec.n; i++) {
            const EquationSpec *q = &l->all->spec.at[i];
            if (l->needed[i] && !l->followed[i] && q->type != EQUATION_MEMORY)
                mark(l, q->f, true), l->followed[i] = more = true;
            if (l->derived[i] && !l->derivatives[i]) mark_derivatives(l, i), l->derivatives[i] = more = true;
        }
    }
}

static void mark_needed(Listing *l)
{
    const Equations *e = l->e;
    for (int i = 0; i < e->loads.n; i++)
        for (int k = 0; k < 6; k++) mark(l, e->loads.load[i].f[k], true);
    for (int i = 0; i < e->past.delays.n; i++) mark(l, e->past.delays.at[i].p, false);
    for (int i = 0; i < l->all->spec.n; i++) {
        const EquationSpec *q = &l->all->spec.at[i];
        if (q->type == EQUATION_MEMORY)
            mark(l, q->f, q->period != NULL), mark(l, q->when, false), mark(l, q->period, false);
        if (has_rate(q) || q->type == EQUATION_ALGEBRAIC) l->needed[i] = true;
    }
    for (int i = 0; i < l->m->state_read.n; i++) {
        int k = find_spec(l->all, l->m->state_read.at[i]);
        if (k >= 0 && reads_rate(l->m->state_read.at[i]) && is_value(&l->all->spec.at[k])) l->derived[k] = true;
    }
    follow(l);
}

/* Order of dependence of the values that are not needed. Those in a ring are, after all. */
static void order_unread(Listing *l, int *order)
{
    int n = l->all->spec.n, *first = ARENA_ARRAY(&l->scratch, int, n + 1);
    ARRAY_OF(int) on = { 0 };
    bool *ring = ARENA_ARRAY(&l->scratch, bool, n);
    for (int i = 0; i < n; i++) {
        const Program *p = l->needed[i] || l->all->spec.at[i].type == EQUATION_MEMORY ? NULL : l->all->spec.at[i].f;
        for (int n_leaf = 0; p && n_leaf < p->leaves; n_leaf++) {
            int k = spec_behind(l, &p->leaf[n_leaf]);
            if (k >= 0 && !l->needed[k]) ARRAY_PUSH(&l->scratch, &on, k);
        }
        first[i + 1] = on.n;
    }
    cd_dependence_order(&(Dependence){ n, first, on.at }, order, ring);
    for (int i = 0; i < n; i++) l->needed[i] |= ring[i];
    follow(l);
}

/* ---- lists ------------------------------------------------------------------------------------------------------- */

static Auxiliary from_spec(const EquationSpec *q, const Element *element)
{
    return (Auxiliary){ .element = element,
                        .kind = q->kind,
                        .index = q->index,
                        .component = q->component,
                        .type = q->type,
                        .of = -1,
                        .start = q->start,
                        .rate = q->rate,
                        .hold = q->hold };
}

static void add_auxiliary(Equations *e, Auxiliary x)
{
    e->aux.at[e->aux.n++] = x;
}

/* Those with a rate, or the others. */
static void add_specs(Listing *l, bool differential)
{
    Equations *e = l->e;
    for (int i = 0; i < l->all->spec.n; i++) {
        const EquationSpec *q = &l->all->spec.at[i];
        if (has_rate(q) != differential || q->type == EQUATION_MEMORY || !l->needed[i]) continue;
        l->auxiliary[i] = e->aux.n;
        add_auxiliary(e, from_spec(q, l->all->of.at[i]));
        e->aux.differential += differential;
    }
}

/* The number tells a derivative from what it is one of. */
static void add_derivatives(Listing *l)
{
    Equations *e = l->e;
    for (int i = 0; i < l->all->spec.n; i++) {
        if (!l->derived[i]) continue;
        Auxiliary x = from_spec(&l->all->spec.at[i], l->all->of.at[i]);
        x.of = l->auxiliary[i], x.number = 1, x.start = l->all->spec.at[i].rate;
        l->rate[i] = e->aux.n;
        add_auxiliary(e, x);
    }
}

static void add_wrenches(Listing *l)
{
    Equations *e = l->e;
    for (int i = 0; i < l->m->wrench_read.n; i++) {
        WrenchRead r = l->m->wrench_read.at[i];
        e->world.behind_wrench[i] = l->wrench[i] ? e->aux.n : -1;
        for (int k = 0; k < 6 && l->wrench[i]; k++)
            add_auxiliary(e, (Auxiliary){ .element = &l->m->table[r.kind].at[r.index],
                                          .kind = r.kind,
                                          .index = r.index,
                                          .component = r.side,
                                          .wrench = true,
                                          .of = -1,
                                          .number = k,
                                          .type = EQUATION_VALUE });
    }
}

static void add_memories(Listing *l)
{
    for (int i = 0; i < l->all->spec.n; i++) {
        const EquationSpec *q = &l->all->spec.at[i];
        if (q->type != EQUATION_MEMORY) continue;
        Memory memory = { .element = l->all->of.at[i], .spec = *q, .value = q->start };
        l->memory[i] = l->e->past.memory.n;
        ARRAY_PUSH(&l->e->arena, &l->e->past.memory, memory);
    }
}

/* In the order of dependence; where expressions see each of them. */
static void add_unread(Listing *l, const int *order)
{
    Equations *e = l->e;
    int *slot = ARENA_ARRAY(&l->scratch, int, l->all->spec.n);
    for (int i = 0; i < l->all->spec.n; i++) slot[i] = -1;
    for (int i = 0; i < l->m->state_read.n; i++) {
        int k = find_spec(l->all, l->m->state_read.at[i]);
        if (k >= 0) slot[k] = i;
    }
    e->unread.slot = ARENA_ARRAY(&e->arena, int, l->all->spec.n);
    e->unread.missing = ARENA_ARRAY(&e->arena, Missing, l->all->spec.n);
    for (int n = 0; n < l->all->spec.n; n++) {
        int i = order[n];
        if (l->needed[i] || l->all->spec.at[i].type == EQUATION_MEMORY) continue;
        e->unread.slot[e->unread.value.n] = slot[i];
        ARRAY_PUSH(&e->arena, &e->unread.value, l->all->spec.at[i]);
        ARRAY_PUSH(&e->arena, &e->unread.of, l->all->of.at[i]);
    }
}

/* Which unknown, or which memory, stands behind what is read, and the other way round. */
static void show_states(Listing *l)
{
    Equations *e = l->e;
    e->aux.shown = ARENA_ARRAY(&e->arena, int, 2 * e->aux.n);
    for (int i = 0; i < 2 * e->aux.n; i++) e->aux.shown[i] = -1;
    for (int i = 0; i < l->m->state_read.n; i++) {
        StateRead r = l->m->state_read.at[i];
        int k = find_spec(l->all, r);
        bool rate = k >= 0 && reads_rate(r), derivative = rate && is_value(&l->all->spec.at[k]);
        int auxiliary = k < 0 ? -1 : derivative ? l->rate[k] : l->auxiliary[k];
        e->world.behind_state[i] = (AuxiliaryRead){ auxiliary, rate && !derivative };
        e->past.behind[i] = k < 0 ? -1 : l->memory[k];
        if (auxiliary >= 0) e->aux.shown[2 * auxiliary + (rate && !derivative)] = i;
    }
}

static void show_wrenches(Equations *e)
{
    for (int i = 0; i < e->s->model->wrench_read.n; i++)
        for (int k = 0; k < 6 && e->world.behind_wrench[i] >= 0; k++)
            e->aux.shown[2 * (e->world.behind_wrench[i] + k)] = i;
}

void cd_unknowns_derive(Equations *e, Auxiliary *x, const int *derivative_of)
{
    const Auxiliary *of = &e->aux.at[x->of];
    x->f = of->f;
    for (int k = 0; k < of->on.body.n; k++) ARRAY_PUSH(&e->arena, &x->on.body, of->on.body.at[k]);
    for (int k = 0; k < of->on.auxiliary.n; k++) {
        int read = of->on.auxiliary.at[k].auxiliary;
        AuxiliaryRead r = read < e->aux.differential ? (AuxiliaryRead){ read, true }
                          : read < e->world.shares   ? (AuxiliaryRead){ derivative_of[read], false }
                                                     : (AuxiliaryRead){ -1, false }; /* of a share */
        ARRAY_PUSH(&e->arena, &x->on.auxiliary, r);
    }
}

static void make_scalars(Listing *l)
{
    Equations *e = l->e;
    int *derivative_of = ARENA_ARRAY(&l->scratch, int, e->aux.n);
    for (int i = 0; i < l->all->spec.n; i++) {
        if (l->auxiliary[i] < 0) continue;
        Auxiliary *x = &e->aux.at[l->auxiliary[i]];
        derivative_of[l->auxiliary[i]] = l->rate[i];
        x->f = cd_scalar_new(&e->arena, &e->world, l->all->spec.at[i].f, x->element, &x->on);
    }
    for (int i = 0; i < e->aux.n; i++)
        if (e->aux.at[i].of >= 0) cd_unknowns_derive(e, &e->aux.at[i], derivative_of);
}

static Listing begin(Equations *e, EquationSink *all)
{
    Listing l = { .e = e, .m = e->s->model, .all = all };
    bool **flag[] = { &l.needed, &l.followed, &l.derived, &l.derivatives };
    int **place[] = { &l.auxiliary, &l.rate, &l.memory }, n = all->spec.n;
    for (int i = 0; i < 4; i++) *flag[i] = ARENA_ARRAY(&l.scratch, bool, n);
    for (int i = 0; i < 3; i++) {
        *place[i] = ARENA_ARRAY(&l.scratch, int, n);
        for (int k = 0; k < n; k++) (*place[i])[k] = -1;
    }
    l.wrench = ARENA_ARRAY(&l.scratch, bool, l.m->wrench_read.n);
    return l;
}

/* A program that is a number. */
static Program *constant(Arena *arena, double value)
{
    Node *node = ARENA_NEW(arena, Node);
    *node = (Node){ .op = OP_CONST, .a = -1, .b = -1, .c = -1, .d = -1, .call = -1, .k = value };
    Program *p = ARENA_NEW(arena, Program);
    *p = (Program){ .nodes = 1, .node = node, .text = cd_text("") };
    return p;
}

/* A variable that is set from outside keeps its value until then; among the unknowns of a linear model it has that
 * value. */
static void take_inputs(Equations *e, EquationSink *all)
{
    const System *s = e->s;
    Equations *usual = e->aux.plants ? s->solver->equations : NULL;
    for (int i = 0; s->given.inputs && i < all->spec.n; i++) {
        EquationSpec *q = &all->spec.at[i];
        if (q->kind != KIND_variable || !s->given.inputs[q->index]) continue;
        const Memory *set = usual ? cd_equations_memory(usual, KIND_variable, q->index, 0) : NULL;
        if (e->aux.plants) q->f = constant(&e->arena, set ? set->value : q->start);
        else q->type = EQUATION_MEMORY, q->f = NULL;
    }
}

void cd_unknowns_list(Equations *e, EquationSink *all)
{
    take_inputs(e, all);
    Listing l = begin(e, all);
    int *order = ARENA_ARRAY(&l.scratch, int, all->spec.n);
    find_algebraic(&l);
    mark_needed(&l);
    bool *acts = ARENA_ARRAY(&l.scratch, bool, all->spec.n);
    for (int i = 0; i < all->spec.n; i++) acts[i] = l.needed[i];
    if (e->aux.plants) mark_plants(&l), follow(&l);
    order_unread(&l, order);
    int derived = 0;
    for (int i = 0; i < all->spec.n; i++) derived += l.derived[i];
    /* shares of jumps come behind them, and derivatives of what their arguments read */
    int room = all->spec.n + derived + 6 * l.m->wrench_read.n, more = l.m->jumps ? l.m->jumps + room : 0;
    e->aux.at = ARENA_ARRAY(&e->arena, Auxiliary, room + more);
    add_specs(&l, true), add_specs(&l, false), add_derivatives(&l), add_wrenches(&l);
    for (int i = 0; i < all->spec.n; i++)
        if (l.auxiliary[i] >= 0) e->aux.at[l.auxiliary[i]].output = !acts[i];
    add_memories(&l), add_unread(&l, order), show_states(&l), show_wrenches(e);
    e->world.shares = e->aux.n;
    make_scalars(&l);
    cd_arena_close(&l.scratch);
}

/* ---- order among auxiliary unknowns ------------------------------------------------------------------------------ */

const AuxiliaryRead *cd_auxiliary_read(const Equations *e, const Auxiliary *x, int n)
{
    if (!x->wrench) return n < x->on.auxiliary.n ? &x->on.auxiliary.at[n] : NULL;
    if (cd_kinds[x->kind]->constrain) return NULL;
    for (int l = cd_loads_first(&e->loads, x->kind, x->index); l >= 0 && l < e->loads.n; l++) {
        const Load *load = &e->loads.load[l];
        if (load->kind != x->kind || load->index != x->index) break;
        if (n < load->on.auxiliary.n) return &load->on.auxiliary.at[n];
        n -= load->on.auxiliary.n;
    }
    return NULL;
}

/* States themselves are known; their rates are not, nor is anything else. */
static bool is_known(const Equations *e, const AuxiliaryRead *r)
{
    return (r->auxiliary < e->aux.differential && !r->rate) || r->auxiliary >= e->world.shares;
}

/* Whether positions, velocities, states and time give an auxiliary unknown, as far as its own expression goes. */
static bool is_explicit(const Equations *e, const Auxiliary *x)
{
    if (x->type == EQUATION_IMPLICIT || x->type == EQUATION_ALGEBRAIC || x->of >= 0) return false;
    if (!x->wrench) return !cd_reads_accelerations(x->f.p);
    if (cd_kinds[x->kind]->constrain) return false;
    for (int l = cd_loads_first(&e->loads, x->kind, x->index); l >= 0 && l < e->loads.n; l++) {
        if (e->loads.load[l].kind != x->kind || e->loads.load[l].index != x->index) break;
        for (int k = 0; k < 6; k++)
            if (cd_reads_accelerations(e->loads.load[l].f[k])) return false;
    }
    return true;
}

void cd_unknowns_order(Equations *e)
{
    Arena scratch = { 0 };
    int n = e->aux.n, *first = ARENA_ARRAY(&scratch, int, n + 1), *order = ARENA_ARRAY(&scratch, int, n);
    bool *ring = ARENA_ARRAY(&scratch, bool, n);
    ARRAY_OF(int) on = { 0 };
    for (int i = 0; i < n; i++) {
        const AuxiliaryRead *r;
        for (int k = 0; (r = cd_auxiliary_read(e, &e->aux.at[i], k)); k++)
            if (!is_known(e, r)) ARRAY_PUSH(&scratch, &on, r->auxiliary);
        first[i + 1] = on.n;
    }
    cd_dependence_order(&(Dependence){ n, first, on.at }, order, ring);
    e->aux.order = ARENA_ARRAY(&e->arena, Ordered, n);
    bool *direct = ARENA_ARRAY(&scratch, bool, n);
    for (int k = 0; k < n; k++) {
        const Auxiliary *x = &e->aux.at[order[k]];
        if (ring[order[k]] || x->type == EQUATION_IMPLICIT || x->type == EQUATION_ALGEBRAIC) continue;
        bool *own = &direct[order[k]];
        *own = is_explicit(e, x);
        for (int d = first[order[k]]; d < first[order[k] + 1]; d++) *own &= direct[on.at[d]];
        e->aux.order[e->aux.ordered++] = (Ordered){ order[k], *own };
    }
    cd_arena_close(&scratch);
}
