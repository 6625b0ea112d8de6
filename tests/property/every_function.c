/* every_function.c - what holds for every row of functions.def, whatever it computes: its value is a number, its
 * gradient is that of differences, its time derivatives are those of its values, and a measure does not care where the
 * observer stands.
 *
 * A call is made from the types of the row. Expressions among its arguments run over a range, whole numbers take every
 * value of a range, ids name every element of their kind; the ranges stand in `recipes`. A row that is not described
 * fails the test. */
#include "draw.h"
#include "expr_fixture.h"

/* ---- how to call a function -------------------------------------------------------------------------------------- */

typedef struct Range {
    double low, high;
} Range;

enum { MOST_RANGES = 8 };

enum { BRANCHES = 1 }; /* jumps by turns or in sign where no kink is listed, or has a place where it is not defined */

typedef struct Recipe {
    const char *name;
    Range range[MOST_RANGES]; /* one per argument; the last one also for those that follow; equal ends: a constant */
    unsigned flags;
    int fewest; /* arguments, where it needs more than its row says */
} Recipe;

#define ANY                                                                                                            \
    {                                                                                                                  \
        -2, 2                                                                                                          \
    }
#define NO                                                                                                             \
    {                                                                                                                  \
        0, 0                                                                                                           \
    } /* an id, which needs no range */
#define CALL(name_, ...)                                                                                               \
    {                                                                                                                  \
        .name = name_, .range = { __VA_ARGS__ }                                                                        \
    }
#define CALL_AS(name_, flags_, fewest_, ...)                                                                           \
    {                                                                                                                  \
        .name = name_, .flags = flags_, .fewest = fewest_, .range = { __VA_ARGS__ }                                    \
    }

/* clang-format off */
static const Recipe recipes[] = {
    CALL("ABS", ANY), CALL("SQRT", { 0.2, 3 }), CALL("EXP", ANY), CALL("LOG", { 0.2, 3 }), CALL("LOG10", { 0.2, 3 }),
    CALL("SIN", { -4, 4 }), CALL("COS", { -4, 4 }), CALL("TAN", { -1.2, 1.2 }),
    CALL("ASIN", { -0.9, 0.9 }), CALL("ACOS", { -0.9, 0.9 }), CALL("ATAN", { -3, 3 }),
    CALL("SINH", ANY), CALL("COSH", ANY), CALL("TANH", ANY), CALL("AINT", { -3, 3 }), CALL("ANINT", { -3, 3 }),
    CALL("ATAN2", { 0.2, 2 }, ANY), CALL("ATAN2", { -2, -0.2 }, ANY),
    CALL("MOD", { -5, 5 }, { 0.7, 1.5 }), CALL("MOD", { -5, 5 }, { -1.5, -0.7 }),
    CALL("SIGN", ANY, ANY), CALL("DIM", ANY, ANY), CALL("MAX", ANY, ANY), CALL("MIN", ANY, ANY),
    CALL("IF", ANY, ANY, ANY, ANY),

    CALL("STEP", { -0.5, 2.5 }, { 0, 0.5 }, ANY, { 1.2, 2 }, ANY),
    CALL("STEP", { -0.5, 2.5 }, { 1.2, 2 }, ANY, { 0, 0.5 }, ANY), /* from right to left */
    CALL("STEP5", { -0.5, 2.5 }, { 0, 0.5 }, ANY, { 1.2, 2 }, ANY),
    CALL("HAVSIN", { -0.5, 2.5 }, { 0, 0.5 }, ANY, { 1.2, 2 }, ANY),
    CALL("POLY", { -1, 1 }, { -0.5, 0.5 }, ANY),
    CALL("CHEBY", { -1, 1 }, { -0.5, 0.5 }, ANY),
    CALL("FORCOS", { -1, 1 }, { -0.5, 0.5 }, { 0.5, 1.5 }, ANY),
    CALL("FORSIN", { -1, 1 }, { -0.5, 0.5 }, { 0.5, 1.5 }, ANY),
    CALL("SHF", { -1, 1 }, { -0.5, 0.5 }, ANY, { 0.5, 2 }, ANY, ANY),
    CALL("SWEEP", { -0.5, 3 }, ANY, { 0, 0.3 }, { 0.2, 0.4 }, { 1.5, 2 }, { 0.5, 0.8 }, { 0.3, 0.6 }),
    CALL("IMPACT", { -1, 1 }, ANY, { 0.2, 0.6 }, { 1, 2 }, { 1.2, 2.5 }, { 1, 5 }, { 0.2, 0.5 }),
    CALL("IMPACT", { -1, 1 }, ANY, { 0.2, 0.6 }, { 1, 2 }, { 1, 1 }, { 1, 5 }, { 0.2, 0.5 }),
    CALL("BISTOP", ANY, ANY, { -1, -0.5 }, { 0.5, 1 }, { 1, 2 }, { 1.2, 2.5 }, { 1, 5 }, { 0.2, 0.5 }),
    CALL("BISTOP", ANY, ANY, { -1, -0.5 }, { 0.5, 1 }, { 1, 2 }, { 2, 2 }, { 1, 5 }, { 0.2, 0.5 }),
    CALL("CUBSPL", { -1, 6 }, { -1, 4 }, NO, { 0, 2 }),
    CALL("AKISPL", { -1, 6 }, { -1, 4 }, NO, { 0, 2 }),
    CALL("INTERP", { -1, 6 }, { 1, 3 }, NO),
    CALL("CURVE", { -1, 1 }, { 0, 2 }, { 1, 3 }, NO),
    CALL_AS("INVPSD", 0, 5, ANY, NO, { 0.1, 0.1 }, { 0.5, 0.5 }, { 3, 3 }, { 0, 0 }, { 7, 7 }),
    CALL_AS("INVPSD", 0, 7, ANY, NO, { 0.1, 0.1 }, { 0.5, 0.5 }, { 3, 3 }, { 1, 1 }, { 8, 8 }),
    CALL("DELAY", ANY, { 0.1, 0.5 }, ANY, { 0, 0 }),

    CALL_AS("AX", BRANCHES, 0, NO), CALL_AS("AY", BRANCHES, 0, NO), CALL_AS("AZ", BRANCHES, 0, NO),
    CALL_AS("PSI", BRANCHES, 0, NO), CALL_AS("THETA", BRANCHES, 0, NO), CALL_AS("PHI", BRANCHES, 0, NO),
    CALL_AS("YAW", BRANCHES, 0, NO), CALL_AS("PITCH", BRANCHES, 0, NO), CALL_AS("ROLL", BRANCHES, 0, NO),
    CALL_AS("ORIENT", BRANCHES, 0, { 1, 29 }, { 1, 9 }),
    CALL("NFORCE", NO, { 21, 21 }, { 1, 8 }),
    CALL("FRICTION", NO, { 1, 2 }, { 1, 2 }),
    CALL("ARYVAL", NO, { 1, 2 }), CALL("ARYDOT", { 3, 3 }, { 1, 2 }), CALL("PINVAL", NO, { 1, 2 }), CALL("POUVAL", NO, { 1, 2 }),
};
/* clang-format on */

/* (id, jflag, comp, rm), and what needs nothing to be said about it */
static const Recipe of_a_load = { "", { NO, { 0, 1 }, { 1, 8 }, NO }, 0, 0 }, of_ids = { "", { NO }, 0, 0 },
                    of_numbers = { "", { ANY }, 0, 0 };

static bool is_type(char type, const char *among)
{
    return type && strchr(among, type);
}

/* Recipe number k of a function, NULL past the last. */
static const Recipe *recipe(const Function *f, int k)
{
    int found = 0;
    for (size_t i = 0; i < sizeof recipes / sizeof *recipes; i++)
        if (strcmp(recipes[i].name, f->name) == 0 && found++ == k) return &recipes[i];
    if (found || k > 0) return NULL;
    if (f->class == FUNCTION_LOAD) return &of_a_load;
    bool numbers = false;
    for (const char *t = f->types; *t; t++) {
        if (*t == 'n') fail_msg("%s: this test does not know how to make its arguments: add a recipe", f->name);
        numbers |= *t == 'e';
    }
    return numbers ? &of_numbers : &of_ids;
}

/* The type of argument i. */
static char type_of(const Function *f, int i)
{
    char type = 0;
    int n = 0;
    for (const char *t = f->types; *t && n <= i; t++)
        if (*t != '?' && *t != ':' && *t != '*') type = *t, n++;
    return type;
}

static Range range_of(const Recipe *r, const Function *f, int i)
{
    int last = (int)strlen(f->types) - 2; /* of a series: the one before the star */
    if (strchr(f->types, '*') && i > last) i = last;
    return i < MOST_RANGES ? r->range[i] : (Range)NO;
}

/* One way to call a function. */
typedef struct Way {
    const Function *f;
    const Recipe *recipe;
    int n;          /* arguments */
    int pick[8];    /* which of the whole numbers or elements, per argument */
    bool ground;    /* optional markers are written 0 */
    bool time_only; /* expressions read TIME only */
} Way;

static KindIndex kind_of(const Way *w, char type)
{
    return type == 's' ? KIND_spline : type == 'c' ? KIND_curve : (KindIndex)w->f->detail;
}

/* How many choices there are for argument i. */
static int choices(const Way *w, const CdModel *model, int i)
{
    char type = type_of(w->f, i);
    if (type == 'n') return (int)range_of(w->recipe, w->f, i).high - (int)range_of(w->recipe, w->f, i).low + 1;
    if (!is_type(type, "ksc")) return 1;
    int n = model->table[kind_of(w, type)].n;
    if (!n) fail_msg("%s: the model of this test has none of these", w->f->name);
    /* loads: one element is as good as another */
    return w->f->class == FUNCTION_LOAD ? 1 : n;
}

static void print_expression(TextBuffer *out, const Way *w, int i)
{
    static const char *const leaf[] = { "TIME",       "VARVAL(1)",      "DX(21, 31, 41)", "DIF(1)",
                                        "FX(21, 31)", "WY(31, 41, 21)", "VARVAL(2)",      "AZ(21, 41)" };
    enum { LEAVES = sizeof leaf / sizeof *leaf };
    Range r = range_of(w->recipe, w->f, i);
    double middle = (r.low + r.high) / 2, half = (r.high - r.low) / 2;
    if (half == 0) cd_buffer_print(out, "%.17g", middle);
    else if (w->time_only)
        cd_buffer_print(out, "%.17g + %.17g*SIN(%.17g*TIME + %d)", middle, half, 0.7 + 0.13 * (i % 5), i);
    else cd_buffer_print(out, "%.17g + %.17g*SIN(%s)", middle, half, leaf[i % LEAVES]);
}

static void print_argument(TextBuffer *out, const Way *w, const CdModel *model, int i)
{
    static const int marker[] = { 21, 31, 41, 51 };
    char type = type_of(w->f, i);
    switch (type) {
    case 'm': cd_buffer_print(out, "%d", marker[i % 4]); break;
    case 'o': cd_buffer_print(out, "%d", w->ground ? 0 : marker[i % 4]); break;
    case 'k':
    case 's':
    case 'c': {
        int id = (int)range_of(w->recipe, w->f, i).low; /* of the one that will do; 0: any */
        cd_buffer_print(out, "%d", id ? id : model->table[kind_of(w, type)].at[w->pick[i]].id);
        break;
    }
    case 'n': cd_buffer_print(out, "%d", (int)range_of(w->recipe, w->f, i).low + w->pick[i]); break;
    case 'v': cd_buffer_print(out, "DXYZ(21, 31)"); break;
    case 'e': print_expression(out, w, i); break;
    default: fail_msg("%s: this test does not know arguments of type %c", w->f->name, type);
    }
}

static TextBuffer call_text(const Way *w, const CdModel *model)
{
    TextBuffer out = { 0 };
    cd_buffer_print(&out, "%s%s", w->f->name, w->n ? "(" : "");
    for (int i = 0; i < w->n; i++) {
        if (i) cd_buffer_print(&out, "%s", i == 1 && w->f->types[1] == ':' ? ": " : ", ");
        print_argument(&out, w, model, i);
    }
    if (w->n) cd_buffer_print(&out, ")");
    return out;
}

/* Combinations of whole numbers that do not exist. */
static bool exists(const Way *w)
{
    if (w->f->detail == MEASURE_ORIENT && w->f->class == FUNCTION_MEASURE)
        return cd_orient_exists(w->pick[0] + 1, w->pick[1] + 1);
    if (strcmp(w->f->name, "INTERP") == 0) return w->pick[1] != 1; /* methods 1 and 3 */
    return true;
}

/* Visits every combination of choices for arguments i, i+1, ... */
static void each_choice(Way *w, const CdModel *model, int i, void (*visit)(const Way *w, const CdModel *model))
{
    if (i == w->n || i == 8) {
        if (exists(w)) visit(w, model);
        return;
    }
    int n = choices(w, model, i);
    for (w->pick[i] = 0; w->pick[i] < n; w->pick[i]++) each_choice(w, model, i + 1, visit);
}

static bool has_type(const Function *f, const char *types)
{
    return f->types[strcspn(f->types, types)] != 0;
}

/* Visits every way to call every function. */
static void each_way(bool time_only, void (*visit)(const Way *w, const CdModel *model))
{
    Fixture *plain = fixture_open("0");
    for (int i = 0; i < cd_function_count; i++) {
        const Function *f = &cd_functions[i];
        int least, most;
        cd_function_arity(f, &least, &most);
        if (strchr(f->types, '*')) most = least + 3;
        if (f->class == FUNCTION_USER) continue; /* cannot be called */
        for (int k = 0; recipe(f, k); k++) {
            const Recipe *r = recipe(f, k);
            for (int n = r->fewest > least ? r->fewest : least; n <= most; n++)
                for (int ground = 0; ground <= (n > least && has_type(f, "o")); ground++) {
                    Way w = { .f = f, .recipe = r, .n = n, .ground = ground, .time_only = time_only };
                    each_choice(&w, plain->model, 0, visit);
                }
        }
    }
    fixture_close(plain);
}

/* The call in VARIABLE/900; a vector by its dot product with another, or its length. */
static Fixture *open_call(const Way *w, const CdModel *model, bool length)
{
    TextBuffer call = call_text(w, model), text = { 0 };
    if (w->f->class != FUNCTION_VECTOR) cd_buffer_print(&text, "%s", call.at);
    else cd_buffer_print(&text, length ? "MAG(%s)" : "%s*DXYZ(41, 51)", call.at);
    Fixture *f = fixture_open(text.at);
    cd_buffer_close(&call);
    cd_buffer_close(&text);
    return f;
}

static uint64_t seed_of(const Way *w)
{
    uint64_t s = 1469598103934665603u;
    for (const char *p = w->f->name; *p; p++) s = (s ^ (uint64_t)(unsigned char)*p) * 1099511628211u;
    for (int i = 0; i < 8; i++) s = (s ^ (uint64_t)w->pick[i]) * 1099511628211u;
    return (s ^ (uint64_t)w->n) | 1;
}

/* ---- differences ------------------------------------------------------------------------------------------------- */

/* The stencil of a difference: whether a kink changed sign in it. */
typedef struct Kinks {
    int n;
    double first[64];
    bool crossed, started;
} Kinks;

static void kinks_watch(Kinks *k, Fixture *f)
{
    cd_program_kinks(f->program, f->room, f->kink);
    assert_true(f->program->kinks <= 64);
    for (int i = 0; i < f->program->kinks; i++) {
        assert_true(isfinite(f->kink[i]));
        if (!k->started) k->first[i] = f->kink[i];
        else if (!(k->first[i] * f->kink[i] > 0)) k->crossed = true;
    }
    k->started = true;
}

/* f' from f at -2h, -h, h, 2h; error h^4/30 f(5) */
static double difference(const double at[4], double h)
{
    return (at[0] - 8 * at[1] + 8 * at[2] - at[3]) / (12 * h);
}

static const double stencil[4] = { -2, -1, 1, 2 };
static const double step = 2.5e-4, tolerance = 1e-9; /* of a derivative, relative to itself, the value and 1 */

typedef struct Outcome {
    int checked, skipped;
} Outcome;

/* Something an expression may depend on. */
typedef enum KnobType { KNOB_TIME, KNOB_SYSTEM, KNOB_STATE, KNOB_DELAY, KNOB_WRENCH, KNOB_MARKER } KnobType;
typedef struct Knob {
    KnobType type;
    int index, component; /* marker: r, th, v, w, a, alpha, three each; wrench: F, T */
} Knob;

static double *axis(Vec3 *v, int i)
{
    return i == 0 ? &v->x : i == 1 ? &v->y : &v->z;
}

static void turn_knob(Fixture *f, Knob k, double by)
{
    int i = k.component % 3;
    MarkerMotion *m = k.type == KNOB_MARKER ? &f->marker[k.index] : NULL;
    switch (k.type) {
    case KNOB_TIME: f->context.time += by; break;
    case KNOB_SYSTEM: f->context.system[k.index] += by; break;
    case KNOB_STATE: f->state[k.index] += by; break;
    case KNOB_DELAY: f->delayed[k.index] += by; break;
    case KNOB_WRENCH: *axis(k.component < 3 ? &f->wrench[k.index].F : &f->wrench[k.index].T, i) += by; break;
    case KNOB_MARKER:
        switch (k.component / 3) {
        case 0: *axis(&m->r, i) += by; break;
        case 1: m->A = m3_mul(m3_rotvec(v3(i == 0 ? by : 0, i == 1 ? by : 0, i == 2 ? by : 0)), m->A); break;
        case 2: *axis(&m->v, i) += by; break;
        case 3: *axis(&m->w, i) += by; break;
        case 4: *axis(&m->a, i) += by; break;
        case 5: *axis(&m->alpha, i) += by; break;
        default: fail();
        }
        break;
    }
}

static double knob_difference(Fixture *f, Knob knob, double h, Kinks *kinks)
{
    double at[4];
    for (int i = 0; i < 4; i++) {
        MarkerMotion saved = knob.type == KNOB_MARKER ? f->marker[knob.index] : (MarkerMotion){ 0 };
        turn_knob(f, knob, stencil[i] * h);
        at[i] = fixture_value(f);
        kinks_watch(kinks, f);
        turn_knob(f, knob, -stencil[i] * h);
        if (knob.type == KNOB_MARKER) f->marker[knob.index] = saved; /* to the last bit */
    }
    return difference(at, h);
}

/* A derivative against differences; where it has a branch cut, two step sizes tell whether the stencil met one. */
static void compare(Fixture *f, const Way *w, Knob knob, double exact, double value, Outcome *outcome)
{
    Kinks kinks = { 0 };
    double near = knob_difference(f, knob, step, &kinks), scale = 1 + fabs(value) + fabs(exact);
    if (kinks.crossed) {
        outcome->skipped++;
        return;
    }
    outcome->checked++;
    if (fabs(near - exact) <= tolerance * scale) return;
    if (w->recipe->flags & BRANCHES && fabs(near - knob_difference(f, knob, step / 4, &kinks)) > tolerance * scale) {
        outcome->checked--, outcome->skipped++;
        return;
    }
    fail_msg("%.*s: derivative number %d of %s %d is %.12g, by differences %.12g", TEXT_ARG(f->program->text),
             knob.component,
             knob.type == KNOB_MARKER   ? "marker"
             : knob.type == KNOB_WRENCH ? "wrench"
             : knob.type == KNOB_STATE  ? "state"
                                        : "other",
             knob.index, exact, near);
}

/* The gradient with respect to everything: leaves carried back to markers, loads and states. */
typedef struct Gradient {
    double time, system[SYSTEM_COUNT], *state, *delayed;
    MarkerGradient *marker;
    Wrench *wrench;
    bool *uses_marker;
} Gradient;

static Gradient full_gradient(Fixture *f)
{
    const CdModel *m = f->model;
    Gradient g = { .state = ARENA_ARRAY(&f->arena, double, m->state_read.n),
                   .delayed = ARENA_ARRAY(&f->arena, double, m->delays),
                   .marker = ARENA_ARRAY(&f->arena, MarkerGradient, m->table[KIND_marker].n),
                   .wrench = ARENA_ARRAY(&f->arena, Wrench, m->wrench_read.n),
                   .uses_marker = ARENA_ARRAY(&f->arena, bool, m->table[KIND_marker].n) };
    for (int i = 0; i < f->program->leaves; i++) {
        const Leaf *leaf = &f->program->leaf[i];
        double s = f->gradient[i];
        MarkerGradient part[4];
        Wrench load;
        cd_leaf_gradient(f->program, i, &f->context, part, &load);
        switch (leaf->type) {
        case LEAF_TIME: g.time += s; continue;
        case LEAF_SYSTEM: g.system[leaf->slot] += s; continue;
        case LEAF_STATE: g.state[leaf->slot] += s; continue;
        case LEAF_DELAY: g.delayed[leaf->slot] += s; continue;
        case LEAF_SHARE: continue;
        case LEAF_LOAD:
            for (int k = 0; k < leaf->loads; k++) {
                Wrench *to = &g.wrench[f->program->load[leaf->slot + k]];
                to->F = v3_axpy(to->F, s, load.F), to->T = v3_axpy(to->T, s, load.T);
            }
            break;
        case LEAF_MARKER: break;
        }
        for (int k = 0; k < 4; k++) {
            int marker = leaf->query.marker[k];
            if (marker < 0) continue;
            MarkerGradient *to = &g.marker[marker];
            g.uses_marker[marker] = true;
            to->r = v3_axpy(to->r, s, part[k].r), to->th = v3_axpy(to->th, s, part[k].th);
            to->v = v3_axpy(to->v, s, part[k].v), to->w = v3_axpy(to->w, s, part[k].w);
            to->a = v3_axpy(to->a, s, part[k].a), to->alpha = v3_axpy(to->alpha, s, part[k].alpha);
        }
    }
    return g;
}

static double marker_part(const MarkerGradient *g, int component)
{
    const Vec3 group[6] = { g->r, g->th, g->v, g->w, g->a, g->alpha };
    return v3_get(group[component / 3], component % 3);
}

static void check_gradient(Fixture *f, const Way *w, Outcome *outcome)
{
    double value;
    assert_true(cd_program_gradient(f->program, &f->context, f->room, &value, f->gradient));
    assert_near(value, fixture_value(f), 0);
    const CdModel *m = f->model;
    Gradient g = full_gradient(f);
    compare(f, w, (Knob){ KNOB_TIME, 0, 0 }, g.time, value, outcome);
    for (int i = 0; i < SYSTEM_COUNT; i++) compare(f, w, (Knob){ KNOB_SYSTEM, i, 0 }, g.system[i], value, outcome);
    for (int i = 0; i < m->state_read.n; i++) compare(f, w, (Knob){ KNOB_STATE, i, 0 }, g.state[i], value, outcome);
    for (int i = 0; i < m->delays; i++) compare(f, w, (Knob){ KNOB_DELAY, i, 0 }, g.delayed[i], value, outcome);
    for (int i = 0; i < m->wrench_read.n; i++)
        for (int k = 0; k < 6; k++)
            compare(f, w, (Knob){ KNOB_WRENCH, i, k }, v3_get(k < 3 ? g.wrench[i].F : g.wrench[i].T, k % 3), value,
                    outcome);
    for (int i = 0; i < m->table[KIND_marker].n; i++)
        for (int k = 0; g.uses_marker[i] && k < 18; k++)
            compare(f, w, (Knob){ KNOB_MARKER, i, k }, marker_part(&g.marker[i], k), value, outcome);
}

/* ---- the properties ---------------------------------------------------------------------------------------------- */

/* What is computed from constants alone has few points to offer; what has many variants needs fewer for each. */
static int points_for(const Way *w)
{
    return w->f->class == FUNCTION_LOAD || w->f->class == FUNCTION_MEASURE || w->f->class == FUNCTION_VECTOR ||
                   w->f->class == FUNCTION_BETWEEN
               ? 10
               : 40;
}

static void value_and_gradient(const Way *w, const CdModel *model)
{
    Fixture *f = open_call(w, model, false);
    uint64_t seed = seed_of(w);
    Outcome outcome = { 0, 0 };
    for (int i = 0; i < points_for(w); i++) {
        fixture_random(f, &seed);
        double value;
        bool finite = cd_program_value(f->program, &f->context, f->room, &value);
        if (!finite) fail_msg("%.*s is %g", TEXT_ARG(f->program->text), value);
        check_gradient(f, w, &outcome);
    }
    if (outcome.checked < 4 * outcome.skipped)
        fail_msg("%.*s: only %d of %d derivatives could be checked", TEXT_ARG(f->program->text), outcome.checked,
                 outcome.checked + outcome.skipped);
    fixture_close(f);
}

TEST(value_is_finite_and_gradient_is_that_of_differences)
{
    each_way(false, value_and_gradient);
}

/* The first derivative against values, the second against first derivatives. */
static void check_time(Fixture *f, double t, Outcome *outcome)
{
    double at[4], rate[4], out[3];
    Kinks kinks = { 0 };
    for (int i = 0; i < 4; i++) {
        f->context.time = t + stencil[i] * step;
        assert_true(cd_program_time(f->program, &f->context, f->room, out));
        at[i] = out[0], rate[i] = out[1];
        kinks_watch(&kinks, f);
    }
    if (kinks.crossed) {
        outcome->skipped++;
        return;
    }
    outcome->checked++;
    f->context.time = t;
    assert_true(cd_program_time(f->program, &f->context, f->room, out));
    double one = difference(at, step), two = difference(rate, step),
           scale = 1 + fabs(out[0]) + fabs(out[1]) + fabs(out[2]);
    if (fabs(out[1] - one) <= tolerance * scale && fabs(out[2] - two) <= tolerance * scale) return;
    fail_msg("%.*s at t = %.17g: derivatives %.12g, %.12g, by differences %.12g, %.12g", TEXT_ARG(f->program->text), t,
             out[1], out[2], one, two);
}

static void time_derivatives(const Way *w, const CdModel *model)
{
    bool of_expressions = has_type(w->f, "e") && w->f->class != FUNCTION_VECTOR;
    if (!of_expressions && w->f->class != FUNCTION_TIME && w->f->class != FUNCTION_CONSTANT) return;
    Fixture *f = open_call(w, model, false);
    uint64_t seed = seed_of(w);
    Outcome outcome = { 0, 0 };
    bool delayed = f->program->delays > 0;
    assert_int_equal(f->program->time_only, !delayed);
    for (int i = 0; i < 60 && !delayed; i++) check_time(f, between(&seed, 0, 12), &outcome);
    assert_true(outcome.checked >= 4 * outcome.skipped);
    fixture_close(f);
}

TEST(time_derivatives_are_those_of_values)
{
    each_way(true, time_derivatives);
}

/* The world as seen by somebody on a carousel: turned by Q, moved by c, both changing. */
static void ride(Fixture *f, uint64_t *seed)
{
    Mat3 Q = random_rotation(seed);
    Vec3 c = random_vector(seed, 3), dc = random_vector(seed, 1), ddc = random_vector(seed, 1);
    Vec3 W = random_vector(seed, 1), dW = random_vector(seed, 1);
    for (int i = 0; i < f->model->table[KIND_marker].n; i++) {
        MarkerMotion *m = &f->marker[i], old = *m;
        Vec3 r = m3_apply(Q, old.r), v = m3_apply(Q, old.v), a = m3_apply(Q, old.a), w = m3_apply(Q, old.w);
        m->r = v3_add(r, c);
        m->A = m3_mul(Q, old.A);
        m->v = v3_add(v3_add(v, dc), v3_cross(W, r));
        m->w = v3_add(w, W);
        m->a = v3_add(v3_add(a, ddc), v3_scale(v3_cross(W, v), 2));
        m->a = v3_add(m->a, v3_add(v3_cross(dW, r), v3_cross(W, v3_cross(W, r))));
        m->alpha = v3_add(v3_add(m3_apply(Q, old.alpha), v3_cross(W, w)), dW);
    }
    for (int i = 0; i < f->model->wrench_read.n; i++)
        f->wrench[i] = (Wrench){ m3_apply(Q, f->wrench[i].F), m3_apply(Q, f->wrench[i].T) };
}

static void seen_from_a_carousel(const Way *w, const CdModel *model)
{
    int least, most;
    cd_function_arity(w->f, &least, &most);
    bool measure = w->f->class == FUNCTION_MEASURE || w->f->class == FUNCTION_BETWEEN || w->f->class == FUNCTION_LOAD;
    bool vector = w->f->class == FUNCTION_VECTOR && has_type(w->f, "o");
    if ((!measure && !vector) || w->n != most || w->ground) return;
    Fixture *f = open_call(w, model, true);
    uint64_t seed = seed_of(w);
    for (int i = 0; i < 10; i++) {
        fixture_random(f, &seed);
        f->context.winding = NULL;
        double before = fixture_value(f), old_time = f->context.time;
        ride(f, &seed);
        double after = fixture_value(f);
        assert_near(old_time, f->context.time, 0);
        if (fabs(after - before) > 1e-11 * (1 + fabs(before) * fabs(before)))
            fail_msg("%.*s is %.15g, and %.15g seen from a carousel", TEXT_ARG(f->program->text), before, after);
    }
    fixture_close(f);
}

TEST(measures_do_not_depend_on_the_observer)
{
    each_way(false, seen_from_a_carousel);
}

TEST(user_stands_alone_with_its_constants)
{
    Fixture *f = fixture_open("USER(1, -2.5, 90D)");
    assert_true(f->expr->user);
    assert_null(f->program);
    assert_int_equal(f->expr->constant.n, 3);
    assert_near(f->expr->constant.at[1], -2.5, 0);
    assert_near(f->expr->constant.at[2], M_PI / 2, 1e-16);
    fixture_close(f);
    f = fixture_try("1 + USER(1)");
    assert_null(f->model);
    fixture_close(f);
}

TEST(every_recipe_names_a_function)
{
    for (size_t i = 0; i < sizeof recipes / sizeof *recipes; i++)
        if (!cd_function_find(cd_text(recipes[i].name))) fail_msg("%s is no function", recipes[i].name);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT(value_is_finite_and_gradient_is_that_of_differences),
        UNIT(time_derivatives_are_those_of_values),
        UNIT(measures_do_not_depend_on_the_observer),
        UNIT(user_stands_alone_with_its_constants),
        UNIT(every_recipe_names_a_function),
    };
    return cmocka_run_group_tests_name("every_function", tests, NULL, NULL);
}
