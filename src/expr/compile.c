/* compile.c - nodes: made one by one, folded where constant, with the switching points they bring. */
#include "expr/compiler.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

Compiler *cd_compiler_open(CdModel *model, CdLog *log)
{
    Compiler *c = cd_take(sizeof *c);
    c->model = model;
    c->log = log;
    c->loads = cd_loads_open(model);
    return c;
}

Arena *cd_compiler_arena(Compiler *c)
{
    return &c->model->arena;
}

void cd_compiler_close(Compiler *c)
{
    cd_loads_close(c->loads);
    cd_arena_close(&c->scratch);
    cd_buffer_close(&c->canonical);
    cd_map_close(&c->states);
    cd_map_close(&c->same);
    free(c);
}

CdPlace cd_compile_place(const Compiler *c, int from, int n)
{
    if (!c->source || !c->text.n) return c->element->place;
    if (from >= c->text.n) from = c->text.n - 1;
    int last = from + n - 1 < c->text.n ? from + n - 1 : c->text.n - 1;
    if (last < from) last = from;
    int start = c->offset[from], length = c->offset[last] - start + 1;
    return cd_source_place(c->source, start, length > 0 && length <= n ? length : 1);
}

int cd_compile_refuse(Compiler *c, const char *why)
{
    refuse(c, c->call_from, (int)strlen(c->call_name), EXPR_RANGE, why);
    return cd_node_const(c, 0);
}

/* Looking back a little finds nearly all that was there before. */
enum { LOOK_BACK = 64 };

/* ---- nodes ------------------------------------------------------------------------------------------------------ */

static int append(Compiler *c, Node n)
{
    n.call = c->call;
    ARRAY_PUSH(&c->scratch, &c->node, n);
    return c->node.n - 1;
}

/* Constants, leaves and operations on one or two operands that are there already are not made again. */
static int push(Compiler *c, Node n)
{
    int key[2] = { n.a, n.b };
    if (n.op == OP_IF || n.op == OP_SPLINE || n.op == OP_CURVE) return append(c, n);
    if (n.op == OP_CONST) memcpy(key, &n.k, sizeof n.k);
    int at = cd_map_put(&c->same, n.op, key[0], key[1], c->node.n);
    return at < c->node.n ? at : append(c, n);
}

int cd_node_const(Compiler *c, double k)
{
    return push(c, (Node){ .op = OP_CONST, .k = k });
}

bool cd_node_is_const(const Compiler *c, int node, double *k)
{
    const Node *n = &c->node.at[node];
    if (n->op != OP_CONST) return false;
    if (k) *k = n->k;
    return true;
}

/* An operation on constants is done now, by the same code that would do it later. */
static int fold(Compiler *c, Node n, int operands)
{
    const int operand[4] = { n.a, n.b, n.c, n.d };
    double k[4] = { 0 };
    for (int i = 0; i < operands; i++)
        if (!cd_node_is_const(c, operand[i], &k[i])) return push(c, n);
    Node all[5] = { { .op = OP_CONST, .k = k[0] },
                    { .op = OP_CONST, .k = k[1] },
                    { .op = OP_CONST, .k = k[2] },
                    { .op = OP_CONST, .k = k[3] },
                    n };
    all[4].a = 0, all[4].b = 1, all[4].c = 2, all[4].d = 3;
    Program p = { .nodes = 5, .node = all };
    double room[15], value;
    /* what is not finite stays in the program, to be named when it is met */
    if (!cd_program_value(&p, &(ExprContext){ 0 }, room, &value)) return push(c, n);
    return cd_node_const(c, value);
}

/* Adds a switching point unless it is there already; where it stands. Which spline the switching point of a knot
 * belongs to, the caller adds. */
static int add_kink(Compiler *c, Kink k)
{
    bool of_spline = k.type == KINK_KNOT || k.type == KINK_CURVE;
    for (int i = c->kink.n; i-- > 0 && i >= c->kink.n - LOOK_BACK && !of_spline;) {
        Kink *old = &c->kink.at[i];
        if (old->type == k.type && old->a == k.a && old->b == k.b && old->offset == k.offset && old->level == k.level)
            return old->inner &= k.inner, i;
    }
    ARRAY_PUSH(&c->scratch, &c->kink, k);
    return c->kink.n - 1;
}

/* A switching point of nodes; where it stands, -1: they are constant. */
static int kink(Compiler *c, Kink k)
{
    if (c->node.at[k.a].op == OP_CONST && (k.b < 0 || c->node.at[k.b].op == OP_CONST)) return -1;
    k.slot = -1, k.call = c->call, k.inner = c->inner;
    return add_kink(c, k);
}

void cd_kink(Compiler *c, KinkType type, int a, int b, double offset, int level)
{
    kink(c, (Kink){ .type = type, .a = a, .b = b, .offset = offset, .level = level });
}

/* 1 + the leaf of the share of a jump. */
static int share_leaf(Compiler *c, int slot)
{
    for (int i = 0; i < c->leaf.n; i++)
        if (c->leaf.at[i].type == LEAF_SHARE && c->leaf.at[i].slot == slot) return 1 + i;
    ARRAY_PUSH(&c->scratch, &c->leaf, ((Leaf){ .type = LEAF_SHARE, .slot = slot, .winding = -1 }));
    return c->leaf.n;
}

/* The switching point of an IF or SIGN by its argument: 1 + the leaf of its share if it is a jump, else 0. */
static int jump(Compiler *c, int argument, int level)
{
    int at = kink(c, (Kink){ .type = KINK_SIGN, .a = argument, .b = -1, .level = level });
    if (level > 0 || at < 0) return 0;
    if (c->kink.at[at].slot < 0) c->kink.at[at].slot = c->model->jumps++;
    return share_leaf(c, c->kink.at[at].slot);
}

int cd_node_1(Compiler *c, Op op, int a)
{
    int node = fold(c, (Node){ .op = (unsigned char)op, .a = a, .b = -1 }, 1);
    switch (op) {
    case OP_ABS: cd_kink(c, KINK_SIGN, a, -1, 0, 1); break;
    case OP_AINT: cd_kink(c, KINK_WHOLE, a, -1, 0, 0); break;
    case OP_ANINT: cd_kink(c, KINK_HALF, a, -1, 0, 0); break;
    default: break;
    }
    return node;
}

int cd_node_2(Compiler *c, Op op, int a, int b)
{
    if (op == OP_SIGN) cd_kink(c, KINK_SIGN, a, -1, 0, 1);
    double k = op == OP_SIGN ? jump(c, b, 0) : 0;
    int node = fold(c, (Node){ .op = (unsigned char)op, .a = a, .b = b, .k = k }, 2);
    switch (op) {
    case OP_MAX:
    case OP_MIN:
    case OP_DIM: cd_kink(c, KINK_SIGN, a, b, 0, 1); break;
    case OP_MOD: cd_kink(c, KINK_WHOLE, a, b, 0, 0); break;
    default: break;
    }
    return node;
}

int cd_node_if(Compiler *c, int level, int a, int below, int equal, int above)
{
    double k = jump(c, a, level);
    return fold(c, (Node){ .op = OP_IF, .a = a, .b = below, .c = equal, .d = above, .k = k }, 4);
}

int cd_node_clip(Compiler *c, int a, int level)
{
    cd_kink(c, KINK_SIGN, a, -1, 0, level);
    cd_kink(c, KINK_SIGN, a, -1, 1, level);
    return cd_node_1(c, OP_CLIP, a);
}

static bool same_leaf(const Compiler *c, const Leaf *a, const Leaf *b)
{
    if (a->type != b->type || a->loads != b->loads || a->query.measure != b->query.measure ||
        a->query.type != b->query.type || a->query.component != b->query.component ||
        memcmp(a->query.marker, b->query.marker, sizeof a->query.marker) != 0)
        return false;
    if (a->type != LEAF_LOAD) return a->slot == b->slot;
    for (int i = 0; i < a->loads; i++)
        if (c->load.at[a->slot + i] != c->load.at[b->slot + i]) return false;
    return true;
}

int cd_node_leaf(Compiler *c, Leaf leaf)
{
    bool variable = leaf.type == LEAF_STATE && c->model->state_read.at[leaf.slot].kind == KIND_variable;
    if (leaf.type != LEAF_TIME && !variable &&
        c->time_only) /* what a variable depends on is for the analysis to judge */
        refuse(c, c->call_from, (int)strlen(c->call_name), EXPR_TIME_ONLY, c->call_name);
    if (c->damping && leaf.type != LEAF_TIME && leaf.type != LEAF_SYSTEM && leaf.type != LEAF_SHARE)
        refuse(c, c->call_from, (int)strlen(c->call_name), EXPR_DAMPING, c->call_name);
    if (c->constraint && !cd_constraint_may_read(c->model, &leaf))
        refuse(c, c->call_from, (int)strlen(c->call_name), EXPR_CONSTRAINT, c->call_name);
    /* the same question twice is asked once */
    for (int i = c->leaf.n; i-- > 0 && i >= c->leaf.n - LOOK_BACK;)
        if (same_leaf(c, &c->leaf.at[i], &leaf)) return push(c, (Node){ .op = OP_LEAF, .a = i });
    leaf.winding = -1;
    int slots = leaf.type == LEAF_MARKER ? cd_measure_windings(leaf.query.measure) : 0;
    if (slots) leaf.winding = c->model->windings, c->model->windings += slots;
    ARRAY_PUSH(&c->scratch, &c->leaf, leaf);
    return push(c, (Node){ .op = OP_LEAF, .a = c->leaf.n - 1 });
}

int cd_node_time(Compiler *c)
{
    return cd_node_leaf(c, (Leaf){ .type = LEAF_TIME });
}

/* Position of a state in model->state_read, added if nobody has read it so far. */
static int state_slot(Compiler *c, StateRead read)
{
    CdModel *m = c->model;
    int slot = cd_map_put(&c->states, (int)read.kind, read.index, read.component, m->state_read.n);
    if (slot == m->state_read.n) ARRAY_PUSH(&m->arena, &m->state_read, read);
    return slot;
}

/* Calls f for every operand of a node. */
static void each_operand(Node *n, void (*f)(int *to, int *node), int *to)
{
    if (n->op == OP_CONST || n->op == OP_LEAF) return;
    f(to, &n->a);
    if (n->b >= 0) f(to, &n->b);
    if (n->op == OP_IF) f(to, &n->c), f(to, &n->d);
}

static void mark(int *to, int *node)
{
    to[*node] = 1;
}

static void move(int *to, int *node)
{
    *node = to[*node];
}

/* The program of a VARIABLE; NULL if it has none. */
static const Program *function_of(const Element *e)
{
    for (const Field *f = e->kind->fields; f->type != FIELD_END; f++)
        if (f->type == FIELD_EXPR) return ((const Expr *)cd_field_in(f, e->data))->program;
    return NULL;
}

/* The nodes of another program, in place of a leaf that stands for its value; -1 if it reads more than time (a motion),
 * or more than a constraint may. Both may be given by a VARIABLE this way, and their derivatives stay exact. */
static int splice(Compiler *c, int variable, int depth)
{
    enum { DEEPEST = 50 };
    /* per variable: 0 not met yet, 1 + its node, or -1 given up; also while under way, so that a ring ends */
    if (!c->spliced) c->spliced = ARENA_ARRAY(&c->scratch, int, c->model->table[KIND_variable].n);
    int *done = &c->spliced[variable];
    if (*done) return *done > 0 ? *done - 1 : -1;
    *done = -1;
    const Program *p = function_of(&c->model->table[KIND_variable].at[variable]);
    if (!p || depth > DEEPEST) return -1;

    int *to = ARENA_ARRAY(&c->scratch, int, p->nodes), spline = c->spline.n;
    for (int i = 0; i < p->splines; i++) ARRAY_PUSH(&c->scratch, &c->spline, p->spline[i]);
    for (int i = 0; i < p->nodes; i++) {
        Node n = p->node[i];
        if (n.op == OP_LEAF) {
            const Leaf *leaf = &p->leaf[n.a];
            const StateRead *read = leaf->type == LEAF_STATE ? &c->model->state_read.at[leaf->slot] : NULL;
            if (leaf->type == LEAF_TIME) to[i] = cd_node_time(c);
            else if (read && read->kind == KIND_variable) to[i] = splice(c, read->index, depth + 1);
            else if (c->constraint && cd_constraint_may_read(c->model, leaf)) to[i] = cd_node_leaf(c, *leaf);
            else return -1;
            if (to[i] < 0) return -1;
            continue;
        }
        each_operand(&n, move, to);
        if (n.op == OP_SPLINE) n.c += spline;
        if ((n.op == OP_IF || n.op == OP_SIGN) && n.k > 0) n.k = share_leaf(c, p->leaf[(int)n.k - 1].slot);
        to[i] = push(c, n);
    }
    for (int i = 0; i < p->kinks; i++) {
        Kink k = p->kink[i];
        k.a = to[k.a], k.spline += spline, k.call = c->call;
        if (k.b >= 0) k.b = to[k.b];
        add_kink(c, k);
    }
    *done = 1 + to[p->nodes - 1];
    return to[p->nodes - 1];
}

/* What sets these VARIABLEs from outside no longer reaches the expression that has their programs. */
static void note_taken_over(CdModel *m, int variable)
{
    const Table *variables = &m->table[KIND_variable];
    if (!m->taken_over) m->taken_over = ARENA_ARRAY(&m->arena, bool, variables->n);
    if (m->taken_over[variable]) return;
    m->taken_over[variable] = true;
    const Program *p = function_of(&variables->at[variable]);
    for (int i = 0; i < p->leaves; i++) {
        const StateRead *read = p->leaf[i].type == LEAF_STATE ? &m->state_read.at[p->leaf[i].slot] : NULL;
        if (read && read->kind == KIND_variable) note_taken_over(m, read->index);
    }
}

int cd_node_state(Compiler *c, KindIndex kind, int index, int component)
{
    if ((c->time_only || c->constraint || c->damping) && kind == KIND_variable) {
        int node = splice(c, index, 0);
        if (node >= 0) {
            note_taken_over(c->model, index);
            return node;
        }
    }
    return cd_node_leaf(c, (Leaf){ .type = LEAF_STATE, .slot = state_slot(c, (StateRead){ kind, index, component }) });
}

int cd_node_delay(Compiler *c, int x, int delay, int before)
{
    Delay d = { c->model->delays++, x, delay, before };
    ARRAY_PUSH(&c->scratch, &c->delay, d);
    return cd_node_leaf(c, (Leaf){ .type = LEAF_DELAY, .slot = d.slot });
}

/* ---- calls of functions ------------------------------------------------------------------------------------------ */

static int load_node(Compiler *c, Measure measure, int k, const int *slot, int n)
{
    Leaf leaf = {
        .type = LEAF_LOAD, .query = { .measure = measure, .marker = { -1, -1, k, -1 } }, .slot = c->load.n, .loads = n
    };
    for (int i = 0; i < n; i++) ARRAY_PUSH(&c->scratch, &c->load, slot[i]);
    return cd_node_leaf(c, leaf);
}

/* Net load on i from j in axes of k; 0 where nothing acts between them. */
static int between_node(Compiler *c, Measure measure, int i, int j, int k)
{
    enum { MOST = 256 };
    int slot[MOST], n = cd_loads_between(c->loads, i, j, slot, MOST);
    if (!n && !c->time_only) return cd_node_const(c, 0);
    return load_node(c, measure, k, slot, n);
}

/* comp 1 |F|, 2-4 F, 5 |T|, 6-8 T */
static int element_load(Compiler *c, const Function *f, const FunctionArgument *arg, int n)
{
    int side = arg[1].number, comp = arg[2].number;
    if (f->detail != KIND_nforce && side != 0 && side != 1)
        return cd_compile_refuse(c, "jflag is 0 (on I) or 1 (on J)");
    if (comp < 1 || comp > 8) return cd_compile_refuse(c, "the component is 1 to 8: |F| Fx Fy Fz |T| Tx Ty Tz");
    int slot = cd_wrench_slot(c->model, c->loads, (KindIndex)f->detail, arg[0].number, side);
    Measure measure = (Measure)(comp < 5 ? MEASURE_FM + comp - 1 : MEASURE_TM + comp - 5);
    return load_node(c, measure, n > 3 ? arg[3].number : -1, &slot, 1);
}

/* Markers of a measure. The last one of a magnitude or a VR is the frame l, which has no k before it. */
static int measure_node(Compiler *c, Measure measure, const FunctionArgument *arg, int n)
{
    MeasureQuery q = { .measure = measure, .marker = { -1, -1, -1, -1 } };
    int first = 0;
    if (measure == MEASURE_ORIENT) {
        q.type = arg[0].number, q.component = arg[1].number, first = 2;
        if (!cd_orient_exists(q.type, q.component))
            return cd_compile_refuse(c, "ORIENT has types 1 to 25 and 28 with 3 components, 27 with 4 and 29 with 9");
    }
    bool frame_only =
        measure == MEASURE_VM || measure == MEASURE_VR || measure == MEASURE_ACCM || measure == MEASURE_WDTM;
    for (int i = first; i < n; i++) q.marker[i - first == 2 && frame_only ? 3 : i - first] = arg[i].number;
    return cd_node_leaf(c, (Leaf){ .type = LEAF_MARKER, .query = q });
}

static Operand vector_call(Compiler *c, const Function *f, const FunctionArgument *arg, int n)
{
    Operand v = { .n = 3 };
    int marker[3] = { -1, -1, -1 };
    for (int i = 0; i < n && i < 3; i++) marker[i] = arg[i].number;
    if (f->detail < 0) { /* UV: the vector over its length */
        int length = cd_expand_mag(c, arg, n);
        for (int i = 0; i < 3; i++) v.node[i] = cd_node_2(c, OP_DIV, arg[0].vector[i], length);
        return v;
    }
    for (int i = 0; i < 3; i++) {
        Measure m = (Measure)(f->detail + i);
        if (f->detail == MEASURE_FX || f->detail == MEASURE_TX)
            v.node[i] = between_node(c, m, marker[0], marker[1], marker[2]);
        else if (f->detail >= MEASURE_UVX)
            v.node[i] = cd_node_leaf(c, (Leaf){ .type = LEAF_MARKER,
                                                .query = { .measure = (Measure)f->detail,
                                                           .marker = { marker[0], -1, -1, -1 },
                                                           .component = i + 1 } });
        else v.node[i] = measure_node(c, m, arg, n);
    }
    return v;
}

Operand cd_call_function(Compiler *c, const Function *f, const FunctionArgument *arg, int n)
{
    int node = -1;
    switch (f->class) {
    case FUNCTION_CONSTANT: node = cd_node_const(c, f->constant); break;
    case FUNCTION_TIME: node = cd_node_time(c); break;
    case FUNCTION_SYSTEM: node = cd_node_leaf(c, (Leaf){ .type = LEAF_SYSTEM, .slot = f->detail }); break;
    case FUNCTION_UNARY: node = cd_node_1(c, (Op)f->detail, arg[0].node); break;
    case FUNCTION_BINARY: node = cd_node_2(c, (Op)f->detail, arg[0].node, arg[1].node); break;
    case FUNCTION_EXPAND: node = f->expand(c, arg, n); break;
    case FUNCTION_MEASURE: node = measure_node(c, (Measure)f->detail, arg, n); break;
    case FUNCTION_BETWEEN:
        node =
            between_node(c, (Measure)f->detail, arg[0].number, n > 1 ? arg[1].number : -1, n > 2 ? arg[2].number : -1);
        break;
    case FUNCTION_LOAD: node = element_load(c, f, arg, n); break;
    case FUNCTION_STATE: { /* component: the second argument, with the constant of the row as its group */
        int component = (int)f->constant + (n > 1 ? 2 * arg[1].number : 0);
        node = cd_node_state(c, (KindIndex)f->detail, arg[0].number, component);
        break;
    }
    case FUNCTION_VECTOR: return vector_call(c, f, arg, n);
    case FUNCTION_USER: break; /* the parser has refused it */
    }
    return (Operand){ 1, { node, 0, 0 } };
}

/* ---- one expression ---------------------------------------------------------------------------------------------- */

static const void *keep(Arena *arena, const void *from, int n, size_t size)
{
    void *to = cd_arena_take(arena, size * (size_t)n);
    if (n) memcpy(to, from, size * (size_t)n);
    return to;
}
#define KEEP(list) keep(arena, c->list.at, c->list.n, sizeof *c->list.at)

/* Calls f for every reference to a node from outside of the node list. */
static void each_reference(Compiler *c, void (*f)(int *to, int *node), int *to)
{
    for (int i = 0; i < c->kink.n; i++) {
        f(to, &c->kink.at[i].a);
        if (c->kink.at[i].b >= 0) f(to, &c->kink.at[i].b);
    }
    for (int i = 0; i < c->argument.n; i++) f(to, &c->argument.at[i]);
    for (int i = 0; i < c->delay.n; i++)
        f(to, &c->delay.at[i].x), f(to, &c->delay.at[i].delay), f(to, &c->delay.at[i].before);
}

/* Nodes that nothing uses (folded operands) are left out; the rest move together, the value last. */
static void drop_unused(Compiler *c, int root)
{
    int n = c->node.n, kept = 0;
    int *to = ARENA_ARRAY(&c->scratch, int, n);
    mark(to, &root);
    each_reference(c, mark, to);
    for (int i = n; i-- > 0;)
        if (to[i]) each_operand(&c->node.at[i], mark, to);
    for (int i = 0; i < n; i++) {
        if (!to[i]) continue;
        Node x = c->node.at[i];
        each_operand(&x, move, to);
        to[i] = kept;
        c->node.at[kept++] = x;
    }
    each_reference(c, move, to);
    c->node.n = kept;
    move(to, &root);
    if (root == kept - 1) return;
    append(c, c->node.at[root]); /* nodes kept for messages or switching points stand behind the value: repeat it */
}

static Program *finish(Compiler *c, int root)
{
    drop_unused(c, root);
    Arena *arena = &c->model->arena;
    Program *p = ARENA_NEW(arena, Program);
    bool time_only = true;
    for (int i = 0; i < c->leaf.n; i++)
        time_only = time_only && (c->leaf.at[i].type == LEAF_TIME || c->leaf.at[i].type == LEAF_SHARE);
    *p = (Program){ .nodes = c->node.n,
                    .leaves = c->leaf.n,
                    .kinks = c->kink.n,
                    .calls = c->made.n,
                    .splines = c->spline.n,
                    .loads = c->load.n,
                    .arguments = c->argument.n,
                    .delays = c->delay.n,
                    .delay = KEEP(delay),
                    .node = KEEP(node),
                    .leaf = KEEP(leaf),
                    .kink = KEEP(kink),
                    .call = KEEP(made),
                    .spline = KEEP(spline),
                    .curve = c->model->curve,
                    .load = KEEP(load),
                    .argument = KEEP(argument),
                    .time_only = time_only };
    return p;
}

static bool is_user_call(Text t)
{
    t = cd_text_trim(t);
    if (t.n < 5 || !cd_text_equal_nocase((Text){ t.at, 4 }, "USER")) return false;
    for (int i = 4; i < t.n; i++)
        if (!cd_is_blank(t.at[i])) return t.at[i] == '(';
    return false;
}

/* An expression that reads nothing has one value: it had better be a number. */
static void check_constant(Compiler *c, const Program *p)
{
    ExprContext nothing = { 0 };
    double value, *room = ARENA_ARRAY(&c->scratch, double, cd_program_room(p));
    if (p->leaves || cd_program_value(p, &nothing, room, &value)) return;
    char label[CD_LABEL_ROOM], key[64];
    snprintf(key, sizeof key, "%.*s", TEXT_ARG(cd_field_key(c->field)));
    cd_log(c->log, cd_compile_place(c, 0, c->text.n), CONSTANT_NOT_FINITE, cd_label(c->element, label), key);
}

/* Forgets the expression at hand; its lists go with the scratch memory. */
static void forget(Compiler *c)
{
    cd_arena_close(&c->scratch);
    memset(&c->node, 0, sizeof c->node), memset(&c->leaf, 0, sizeof c->leaf), memset(&c->kink, 0, sizeof c->kink);
    memset(&c->made, 0, sizeof c->made), memset(&c->argument, 0, sizeof c->argument),
        memset(&c->load, 0, sizeof c->load);
    memset(&c->spline, 0, sizeof c->spline);
    memset(&c->delay, 0, sizeof c->delay);
    cd_map_close(&c->same);
    c->spliced = NULL;
    c->canonical.n = 0;
}

static bool compile(Compiler *c, Element *e, const Field *field, Expr *expr, const Source *source, const int *offset)
{
    c->element = e, c->field = field;
    c->source = source, c->offset = offset;
    c->text = expr->text;
    c->p = c->depth = 0;
    c->failed = false;
    c->time_only = e->kind == cd_kinds[KIND_motion];
    c->constraint = e->kind == cd_kinds[KIND_gcon];
    c->damping = e->kind == cd_kinds[KIND_flex_body];
    c->call = -1, c->call_from = 0, c->call_name = "the expression";

    int root = -1;
    if (is_user_call(c->text)) {
        expr->user = cd_parse_user(c, &expr->constant);
    } else if (cd_text_trim(c->text).n == 0) { /* FUNCTION = with nothing behind it means 0 */
        root = cd_node_const(c, 0);
        cd_buffer_char(&c->canonical, '0');
    } else {
        Operand value = cd_parse_expression(c);
        if (value.n == 3) refuse(c, 0, c->text.n, EXPR_RANGE, "the value is a vector; take MAG or a dot product of it");
        root = value.node[0];
    }
    if (!c->failed) {
        expr->text = cd_text_copy(&c->model->arena, (Text){ c->canonical.at, (int)c->canonical.n });
        if (root >= 0) {
            expr->program = finish(c, root);
            expr->program->text = expr->text;
            check_constant(c, expr->program);
            if (c->constraint) cd_check_constraint(c, expr->program);
        }
    }
    forget(c);
    return !c->failed;
}

bool cd_compile(Compiler *c, Element *e, int field, const Source *source, const int *offset)
{
    const Field *f = &e->kind->fields[field];
    return compile(c, e, f, cd_field_at(f, e->data), source, offset);
}

Program *cd_compile_text(Compiler *c, Element *e, const char *text)
{
    Expr expr = { .text = cd_text(text) };
    /* laws that the program writes have no pieces that a step could miss: transitions of friction lie side by side */
    c->inner = true;
    bool good = compile(c, e, e->kind->fields, &expr, NULL, NULL);
    c->inner = false;
    return good ? expr.program : NULL;
}
