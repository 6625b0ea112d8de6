/* user.c - user routines (include/cardan/plugin.h): opening them, listing what they read, calling them. */
#include "expr/user.h"

#include "cardan/plugin.h"
#include "expr/compile.h"

#include <dlfcn.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { KEY_ROOM = 128, CONTACT_NODES = sizeof(CdContactPoint) / sizeof(double) };

/* A function that is read, as canonical text: "DX(21,31,31)". */
typedef struct Read {
    char key[KEY_ROOM];
} Read;

struct UserRoutine {
    const Element *element;
    CdRoutine *f;
    char name[KEY_ROOM]; /* library::function */
    CdCall call;
    CdContactPoint contact;
    int outputs,
        /* nodes: time and all that is read; of a GSE states, inputs, rates and sampled states come first; of a CONTACT
         * the numbers of its place */
        nodes;
    ARRAY_OF(Read) read;
    Arena *arena;      /* while listing */
    bool has_partials; /* the routine states them */
    int code;          /* what it returned last */
    const char *stray; /* read without having been listed; NULL: none */
    const char *fault; /* why it is of no use; NULL: it is */

    /* the last call: inputs, outputs, and partial derivatives, outputs by nodes */
    const double *node;
    double *last, *out, *slope, *moved;
    bool known, known_slope;

    Curvature *curvature; /* of a GCON; NULL: not asked for */
};

/* ---- what routines call ------------------------------------------------------------------------------------------ */

static void write_key(char key[KEY_ROOM], const char *function, int n, const int *arguments)
{
    int at = snprintf(key, KEY_ROOM, "%.40s", function);
    for (int i = 0; i < n && at < KEY_ROOM - 16; i++) at += snprintf(key + at, 16, "%c%d", i ? ',' : '(', arguments[i]);
    if (n > 0) snprintf(key + at, 2, ")");
}

/* The node of a function that is read; -1 if it has not been listed. */
static int node_of(UserRoutine *u, const char *function, int n, const int *arguments)
{
    Read r;
    write_key(r.key, function, n, arguments);
    for (int i = 0; i < u->read.n; i++)
        if (strcmp(u->read.at[i].key, r.key) == 0) return 1 + i;
    if (!u->call.listing) return -1;
    ARRAY_PUSH(u->arena, &u->read, r);
    return u->read.n;
}

static double read_value(CdCall *call, const char *function, int n, const int *arguments)
{
    UserRoutine *u = call->solver;
    int node = node_of(u, function, n, arguments);
    if (call->listing) return 0;
    if (node < 0) u->stray = function;
    return node < 0 ? NAN : u->node[node];
}

static void state_slope(UserRoutine *u, int output, int node, double derivative)
{
    u->has_partials |= u->call.listing;
    if (u->call.listing || node < 0 || output < 0 || output >= u->outputs) return;
    u->slope[output * u->nodes + node] = derivative;
}

static void partial(CdCall *call, int output, const char *function, int n, const int *arguments, double derivative)
{
    UserRoutine *u = call->solver;
    state_slope(u, output, node_of(u, function, n, arguments), derivative);
}

static void partial_state(CdCall *call, int output, int state, double derivative)
{
    if (state >= 0 && state < call->states) state_slope(call->solver, output, 1 + state, derivative);
}

static void partial_input(CdCall *call, int output, int input, double derivative)
{
    if (input >= 0 && input < call->inputs) state_slope(call->solver, output, 1 + call->states + input, derivative);
}

static void partial_rate(CdCall *call, int output, int state, double derivative)
{
    int node = 1 + call->states + call->inputs + state;
    if (state >= 0 && state < call->rates) state_slope(call->solver, output, node, derivative);
}

static void partial_contact(CdCall *call, int output, int input, double derivative)
{
    if (call->contact && input >= CD_PENETRATION && input <= CD_NORMAL_FORCE)
        state_slope(call->solver, output, 1 + input, derivative);
}

/* ---- calling them ------------------------------------------------------------------------------------------------ */

static void invoke(UserRoutine *u, const double *node, int order, double *out)
{
    u->node = node;
    u->call.time = node[0], u->call.order = order;
    u->call.state = node + 1, u->call.input = u->call.state + u->call.states;
    u->call.rate = u->call.input + u->call.inputs, u->call.sample = u->call.rate + u->call.rates;
    if (u->call.contact) memcpy(&u->contact, node + 1, sizeof u->contact);
    u->stray = NULL;
    for (int i = 0; i < u->outputs; i++) out[i] = 0;
    u->code = u->f(&u->call, out);
    if (u->code || u->stray || u->fault)
        for (int i = 0; i < u->outputs; i++) out[i] = NAN;
}

/* The same question of the next component is not asked again. */
static bool is_last(const UserRoutine *u, const double *node)
{
    return u->known && memcmp(u->last, node, sizeof(double) * (size_t)u->nodes) == 0;
}

double cd_user_value(UserRoutine *u, int output, const double *node)
{
    if (!is_last(u, node)) {
        memcpy(u->last, node, sizeof(double) * (size_t)u->nodes);
        memset(u->slope, 0, sizeof(double) * (size_t)(u->outputs * u->nodes));
        invoke(u, u->last, 0, u->out);
        u->known = true, u->known_slope = u->has_partials;
    }
    return u->out[output];
}

/* What a node is moved by. Of a place of contact: less than its penetration, however shallow, and small beside its
 * speeds. */
static double difference_of(const UserRoutine *u, int k)
{
    const double small = cbrt(DBL_EPSILON), least = 1e-2, slowest = 1e-4;
    if (!u->call.contact) return small * fmax(least, fabs(u->last[k]));
    const double *at = u->last + 1, *slip = at + CD_SLIP;
    double speed = fmax(slowest, fmax(fabs(at[CD_RATE]), fabs(slip[0]) + fabs(slip[1]) + fabs(slip[2])));
    int input = k - 1;
    if (input == CD_PENETRATION) return small * fabs(u->last[k]);
    if (input == CD_RATE || (input >= CD_SLIP && input < CD_SLIP + 3)) return small * speed;
    if (input <= CD_NORMAL_FORCE) return small * fmax(least, fabs(u->last[k]));
    return 0; /* mass and onset do not change with the state */
}

/* Central differences, node by node, all outputs at once. */
static void difference(UserRoutine *u)
{
    double *plus = u->moved + u->nodes, *minus = plus + u->outputs;
    memcpy(u->moved, u->last, sizeof(double) * (size_t)u->nodes);
    for (int k = 1; k < u->nodes; k++) {
        double h = difference_of(u, k), up = u->last[k] + h, down = u->last[k] - h;
        if (!(h > 0)) continue;
        u->moved[k] = up, invoke(u, u->moved, 0, plus);
        u->moved[k] = down, invoke(u, u->moved, 0, minus);
        u->moved[k] = u->last[k];
        for (int i = 0; i < u->outputs; i++) u->slope[i * u->nodes + k] = (plus[i] - minus[i]) / (up - down);
    }
    u->known_slope = true;
}

void cd_user_slopes(UserRoutine *u, int output, const double *node, double *slope)
{
    cd_user_value(u, output, node);
    if (!u->known_slope) difference(u);
    memcpy(slope, u->slope + output * u->nodes, sizeof(double) * (size_t)u->nodes);
}

bool cd_user_states_partials(const UserRoutine *u)
{
    return u->has_partials;
}

void cd_user_refuse(UserRoutine *u, const char *why)
{
    u->fault = why, u->known = false;
}

Curvature *cd_user_curvature(UserRoutine *u)
{
    return u->curvature;
}

void cd_user_time(UserRoutine *u, int output, double time, double out[3])
{
    u->known = false, u->last[0] = time;
    for (int order = 0; order < 3; order++) {
        invoke(u, u->last, order, u->out);
        out[order] = u->out[output];
    }
}

bool cd_user_failed(const UserRoutine *u)
{
    for (int k = 0; k < u->outputs; k++)
        if (!isfinite(u->out[k])) return true;
    return false;
}

void cd_user_explain(const UserRoutine *u, double value, CdLog *log)
{
    char label[CD_LABEL_ROOM], what[KEY_ROOM];
    if (u->fault) snprintf(what, sizeof what, "%s", u->fault);
    else if (u->stray)
        snprintf(what, sizeof what, "reads %.40s(...), which it did not ask for while listing", u->stray);
    else if (u->code) snprintf(what, sizeof what, "gives up with code %d", u->code);
    else if (isfinite(value)) snprintf(what, sizeof what, "has no finite derivative");
    else snprintf(what, sizeof what, "gives %s", isnan(value) ? "no number" : "infinity");
    cd_log(log, u->element->place, ROUTINE_FAILED, cd_label(u->element, label), u->call.time, u->name, what);
}

/* ---- opening them ------------------------------------------------------------------------------------------------ */

typedef struct Opening {
    CdModel *model;
    Compiler *c;
    CdLog *log;
    bool good;
} Opening;

/* ROUTINE = library::function, or NORMAL_ROUTINE for NORMAL_FUNCTION ...; empty if it is not given. */
static Text routine_argument(const Element *e, const char *function_key)
{
    char key[KEY_ROOM];
    const char *of = strstr(function_key, "_FUNCTION");
    snprintf(key, sizeof key, "%.*sROUTINE", of ? (int)(of - function_key) + 1 : 0, function_key);
    for (const Field *f = e->kind->fields; f->type != FIELD_END; f++) {
        if (!cd_text_equal_nocase(cd_field_key(f), key)) continue;
        const void *at = cd_field_in(f, e->data);
        const TextList *list = at;
        Text name = f->type == FIELD_NAME ? *(const Text *)at : list->n ? list->at[0] : cd_text("");
        return name.n ? name : cd_text("");
    }
    return cd_text("");
}

/* Beside the dataset first, then where the system looks; with and without .so. Where none opens, why is what was wrong
 * with the first file that is there, else with the last that was tried. */
static void *open_library(Text library, const Element *e, TextBuffer *why)
{
    const char *file = e->place.file, *slash = file ? strrchr(file, '/') : NULL;
    void *handle = NULL;
    bool there = false;
    for (int k = 0; k < 4 && !handle; k++) {
        TextBuffer path = { 0 };
        bool beside = k < 2;
        if (beside && library.at[0] != '/')
            cd_buffer_print(&path, "%.*s/", slash ? (int)(slash - file) : 1, slash ? file : ".");
        cd_buffer_print(&path, "%.*s%s", TEXT_ARG(library), k % 2 ? ".so" : "");
        handle = dlopen(path.at, RTLD_NOW | RTLD_LOCAL);
        const char *fault = handle ? NULL : dlerror();
        if (fault && !there) why->n = 0, cd_buffer_print(why, "%s", fault);
        there = there || access(path.at, F_OK) == 0;
        cd_buffer_close(&path);
    }
    return handle;
}

static CdRoutine *find_routine(Opening *o, const Element *e, const char *key, char name[KEY_ROOM])
{
    char label[CD_LABEL_ROOM];
    Text text = routine_argument(e, key);
    int colon = 0;
    snprintf(name, KEY_ROOM, "%.*s", TEXT_ARG(text));
    while (colon + 1 < text.n && !(text.at[colon] == ':' && text.at[colon + 1] == ':')) colon++;
    if (colon == 0 || colon + 2 >= text.n) {
        cd_log(o->log, e->place, ROUTINE_UNNAMED, cd_label(e, label));
        return NULL;
    }
    Text library = { text.at, colon };
    TextBuffer why = { 0 };
    void *handle = open_library(library, e, &why);
    if (!handle)
        cd_log(o->log, e->place, NO_LIBRARY, cd_label(e, label), TEXT_ARG(library), why.n ? why.at : "not found");
    cd_buffer_close(&why);
    if (!handle) return NULL;
    ARRAY_PUSH(&o->model->arena, &o->model->library, handle);
    char function[KEY_ROOM];
    snprintf(function, sizeof function, "%.*s", text.n - colon - 2, text.at + colon + 2);
    union { /* POSIX gives functions as objects */
        void *object;
        CdRoutine *function;
    } symbol = { dlsym(handle, function) };
    if (!symbol.object) cd_log(o->log, e->place, NO_SYMBOL, cd_label(e, label), TEXT_ARG(library), function);
    return symbol.function;
}

/* TIME and all that is read as one sum, TIME + R1 + R2 ...: the second operands of its additions, from the last to the
 * first. Each must be a leaf or a constant. */
static bool compile_reads(Opening *o, Element *e, UserRoutine *u, Program *out)
{
    TextBuffer sum = { 0 };
    cd_buffer_print(&sum, "TIME");
    for (int i = 0; i < u->read.n; i++) cd_buffer_print(&sum, "+%s", u->read.at[i].key);
    const Program *p = cd_compile_text(o->c, e, sum.at);
    cd_buffer_close(&sum);
    if (!p) return false;
    Node *node = ARENA_ARRAY(&o->model->arena, Node, u->read.n + 1);
    const Node *at = &p->node[p->nodes - 1];
    bool good = true;
    for (int i = u->read.n; i > 0 && good; i--) {
        node[i] = at->op == OP_ADD ? p->node[at->b] : *at;
        good = node[i].op == OP_LEAF || node[i].op == OP_CONST;
        at = &p->node[at->a];
    }
    node[0] = *at;
    if (!good) {
        char label[CD_LABEL_ROOM];
        cd_log(o->log, e->place, ROUTINE_READS, cd_label(e, label), u->name);
        return false;
    }
    *out = *p;
    out->node = node, out->nodes = u->read.n + 1, out->kinks = 0, out->calls = 0;
    return true;
}

static void list_array(UserRoutine *u, const char *function, int array, int n)
{
    for (int k = 0; k < n; k++) node_of(u, function, 2, (int[]){ array, k + 1 });
}

/* Arrays of a GSE are read before anything else. */
static void list_arrays(UserRoutine *u, const RoutineUse *use)
{
    u->call.states = use->states, u->call.inputs = use->inputs, u->call.samples = use->samples;
    u->call.rates = use->rates ? use->states : 0;
    list_array(u, "ARYVAL", use->state_array, use->states);
    list_array(u, "ARYVAL", use->input_array, use->inputs);
    list_array(u, "ARYDOT", use->state_array, u->call.rates);
    list_array(u, "ARYVAL", use->sample_array, use->samples);
}

/* Numbers of a place stand behind time: constants to whoever evaluates the program, and filled in by contacts. */
static void add_contact(Arena *arena, Program *p)
{
    Node *node = ARENA_ARRAY(arena, Node, p->nodes + CONTACT_NODES);
    memcpy(node, p->node, sizeof *node * (size_t)p->nodes);
    for (int k = 0; k < CONTACT_NODES; k++) node[p->nodes + k] = (Node){ .op = OP_CONST };
    p->node = node, p->nodes += CONTACT_NODES;
}

static void open_routine(Opening *o, Element *e, const char *key, Expr *expr)
{
    Arena *arena = &o->model->arena;
    RoutineUse use = { .key = key, .outputs = 1 };
    if (e->kind->routine) e->kind->routine(o->model, e, &use);
    UserRoutine *u = ARENA_NEW(arena, UserRoutine);
    *u = (UserRoutine){ .element = e, .arena = arena, .outputs = use.outputs };
    u->f = find_routine(o, e, key, u->name);
    o->good = o->good && u->f;
    if (!u->f) return;
    u->call = (CdCall){ .version = CD_PLUGIN_VERSION,
                        .statement = cd_text_copy(arena, cd_keyword(e->kind)).at,
                        .id = e->id,
                        .listing = true,
                        .constants = expr->constant.n,
                        .constant = expr->constant.at,
                        .read = read_value,
                        .partial = partial,
                        .partial_state = partial_state,
                        .partial_input = partial_input,
                        .partial_rate = partial_rate,
                        .contact = use.contact ? &u->contact : NULL,
                        .partial_contact = partial_contact,
                        .solver = u };
    list_arrays(u, &use);
    double *zero = ARENA_ARRAY(arena, double, u->read.n + 1 + CONTACT_NODES);
    u->out = ARENA_ARRAY(arena, double, u->outputs);
    invoke(u, zero, 0, u->out);
    u->call.listing = false;

    char label[CD_LABEL_ROOM];
    if (e->kind == cd_kinds[KIND_motion] && u->read.n) {
        cd_log(o->log, e->place, ROUTINE_TIME_ONLY, cd_label(e, label), u->name);
        o->good = false;
        return;
    }
    if (use.contact && u->read.n) {
        cd_log(o->log, e->place, ROUTINE_PLACE_ONLY, cd_label(e, label), u->name);
        o->good = false;
        return;
    }
    Program inputs;
    if (!compile_reads(o, e, u, &inputs)) {
        o->good = false;
        return;
    }
    bool needs_slopes = e->kind->role != ROLE_OUTPUT && e->kind != cd_kinds[KIND_sensor];
    if ((u->read.n || use.contact) && !u->has_partials && needs_slopes)
        cd_log(o->log, e->place, ROUTINE_DIFFERENCES, cd_label(e, label), u->name);
    if (use.contact) add_contact(arena, &inputs);
    u->nodes = inputs.nodes;
    u->last = ARENA_ARRAY(arena, double, u->nodes);
    u->slope = ARENA_ARRAY(arena, double, u->outputs * u->nodes);
    u->moved = ARENA_ARRAY(arena, double, u->nodes + 2 * u->outputs);
    if (e->kind == cd_kinds[KIND_gcon]) u->curvature = cd_curvature_new(arena, &inputs);
    Program *p = ARENA_ARRAY(arena, Program, u->outputs);
    for (int k = 0; k < u->outputs; k++) {
        p[k] = inputs;
        p[k].user = u, p[k].output = k;
        p[k].text = expr->text;
        if (use.program) use.program[k] = &p[k];
    }
    expr->program = p;
}

/* The argument if its routine can be called: FUNCTION, and what else some statements have. */
static const char *function_key(const Element *e, const Field *f)
{
    static const struct {
        int kind; /* -1: any */
        const char *key;
    } row[] = { { -1, "FUNCTION" },
                { KIND_contact, "NORMAL_FUNCTION" },
                { KIND_contact, "FRICTION_FUNCTION" },
                { KIND_flex_body, "CRATIO" },
                { KIND_mforce, "FORCE" } };
    for (size_t k = 0; k < sizeof row / sizeof *row; k++)
        if ((row[k].kind < 0 || e->kind == cd_kinds[row[k].kind]) && cd_text_equal_nocase(cd_field_key(f), row[k].key))
            return row[k].key;
    return NULL;
}

bool cd_user_open(CdModel *model, CdLog *log)
{
    if (model->routines_open) return true;
    Opening o = { .model = model, .log = log, .good = true, .c = cd_compiler_open(model, log) };
    for (int k = 0; k < KIND_COUNT; k++)
        for (int i = 0; i < model->table[k].n; i++) {
            Element *e = &model->table[k].at[i];
            for (int f = 0; e->kind->fields[f].type != FIELD_END && e->kind->mechanics != MECHANICS_LATER; f++) {
                Expr *expr = e->kind->fields[f].type == FIELD_EXPR ? cd_field_at(&e->kind->fields[f], e->data) : NULL;
                const char *key = expr && expr->user ? function_key(e, &e->kind->fields[f]) : NULL;
                if (key) open_routine(&o, e, key, expr);
            }
        }
    cd_compiler_close(o.c);
    model->routines_open = o.good;
    return o.good;
}
