/* fuzz_expression.c - any bytes as the function of a VARIABLE: compiling never goes wrong, the program can be evaluated
 * anywhere, and its canonical text compiles to the same text and the same value. */
#include "elements/elements.h"
#include "expr/program.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* One of everything that expressions can refer to, with the id 1, and a few markers. */
static const char base[] =
    "expressions\n"
    "UNITS/SYSTEM = MKS\n"
    "PART/1, GROUND\n"
    "MARKER/1, PART = 1\n"
    "MARKER/2, PART = 1, QP = 1, 2, 3, REULER = 30D, 40D, 50D\n"
    "MARKER/3, PART = 1, FLOATING\n"
    "PART/2, MASS = 2, CM = 4, IP = 1, 1, 1\n"
    "MARKER/4, PART = 2\n"
    "MARKER/5, PART = 2, QP = 0, 0, 1\n"
    "JOINT/1, REVOLUTE, I = 4, J = 1\n"
    "JPRIM/1, INPLANE, I = 5, J = 2\n"
    "MOTION/1, JOINT = 1, ROTATION, FUNCTION = TIME\n"
    "SFORCE/1, I = 5, J = 2, TRANSLATION, FUNCTION = 0\n"
    "VFORCE/1, I = 4, JFLOAT = 3, RM = 1, FX = 1\\FY = 2\\FZ = 3\n"
    "VTORQUE/1, I = 4, JFLOAT = 3, RM = 1, TX = 1\\TY = 2\\TZ = 3\n"
    "GFORCE/1, I = 4, JFLOAT = 3, RM = 1, FX = 1\\TZ = 3\n"
    "SPRINGDAMPER/1, TRANSLATION, I = 5, J = 2, K = 1\n"
    "BUSHING/1, I = 4, J = 1, K = 1, 1, 1\n"
    "VARIABLE/1, FUNCTION = TIME\n"
    "VARIABLE/2, FUNCTION = 1\n"
    "DIFF/1, FUNCTION = 0\n"
    "ARRAY/1, IC, NUMBERS = 1, 2, 3\n"
    "ARRAY/2, U, VARIABLES = 1, 2\n"
    "PINPUT/1, VARIABLES = 1\n"
    "POUTPUT/1, VARIABLES = 2\n"
    "SENSOR/1, FUNCTION = TIME, VALUE = 1\\EVALUATE = TIME\n"
    "SPLINE/1, X = 0, 1, 2, 3, 4, Y = 0, 1, 4, 9, 16\n"
    "SPLINE/2, X = 0, 1, 2, 3, Y = 0, 0, 1, 4, 9, Y = 1, 0, 2, 5, 8, LINEAR_EXTRAPOLATE\n"
    "MATRIX/1, FULL = RORDER, ROWS = 4, COLUMNS = 3, VALUES = 0, 0, 0, 1, 0, 0, 1, 1, 0, 2, 1, 1\n"
    "CURVE/1, OPEN, MATRIX = 1\n"
    "FRICTION/1, JOINT = 1\n"
    "END\n";

static CdModel *base_model(void)
{
    static CdModel *model;
    if (model) return model;
    CdLog *log = cd_log_open();
    model = cd_model_read_text("base.adm", base, sizeof base - 1, log);
    if (!model) {
        cd_log_print(log, stderr);
        abort();
    }
    cd_log_close(log);
    return model;
}

/* The base model with VARIABLE/3 = text; NULL if that cannot be compiled. */
static CdModel *compiled(const char *text, CdLog *log)
{
    CdBuild *b = cd_build_from(base_model(), log);
    cd_build_begin(b, "VARIABLE", 3);
    cd_build_text(b, "FUNCTION", text);
    return cd_build_finish(b);
}

static const Expr *expression(const CdModel *model)
{
    const Element *e = &model->table[KIND_variable].at[cd_model_find(model, KIND_variable, 3)];
    return cd_field_in(&e->kind->fields[0], e->data);
}

/* ---- a world to evaluate it in ----------------------------------------------------------------------------------- */

typedef struct World {
    ExprContext context;
    MarkerMotion *marker;
    double *state, *winding, *delayed;
    Wrench *wrench;
} World;

static uint64_t seed;

static double between(double low, double high)
{
    seed ^= seed >> 12, seed ^= seed << 25, seed ^= seed >> 27;
    return low + (high - low) * ((double)(seed * UINT64_C(2685821657736338717) >> 11) * 0x1p-53);
}

static Vec3 any_vector(void)
{
    double x = between(-2, 2), y = between(-2, 2), z = between(-2, 2);
    return v3(x, y, z);
}

static World world_open(const CdModel *model, uint64_t from)
{
    seed = from;
    World w = { .marker = calloc((size_t)model->table[KIND_marker].n + 1, sizeof *w.marker),
                .state = calloc((size_t)model->state_read.n + 1, sizeof *w.state),
                .winding = calloc((size_t)model->windings + 1, sizeof *w.winding),
                .delayed = calloc((size_t)model->delays + 1, sizeof *w.delayed),
                .wrench = calloc((size_t)model->wrench_read.n + 1, sizeof *w.wrench) };
    for (int i = 0; i < model->table[KIND_marker].n; i++) {
        MarkerMotion *k = &w.marker[i];
        double psi = between(-3, 3), theta = between(0, 3);
        k->r = any_vector(), k->A = m3_euler313(psi, theta, between(-3, 3));
        k->v = any_vector(), k->w = any_vector(), k->a = any_vector(), k->alpha = any_vector();
    }
    for (int i = 0; i < model->state_read.n; i++) w.state[i] = between(-3, 3);
    for (int i = 0; i < model->delays; i++) w.delayed[i] = between(-3, 3);
    for (int i = 0; i < model->wrench_read.n; i++) w.wrench[i].F = any_vector(), w.wrench[i].T = any_vector();
    w.context = (ExprContext){ .time = between(0, 5),
                               .marker = w.marker,
                               .state = w.state,
                               .wrench = w.wrench,
                               .winding = w.winding,
                               .delayed = w.delayed };
    for (int i = 0; i < SYSTEM_COUNT; i++) w.context.system[i] = between(0, 5);
    return w;
}

static void world_close(World *w)
{
    free(w->marker), free(w->state), free(w->winding), free(w->delayed), free(w->wrench);
}

/* Everything an analysis asks of a program; returns the value, NaN if it is not finite. */
static double evaluated(const CdModel *model, uint64_t from)
{
    const Program *p = expression(model)->program;
    if (!p) return 0; /* USER */
    World w = world_open(model, from);
    double *room = calloc((size_t)cd_program_room(p) + 1, sizeof *room), value = NAN, same = NAN, in_time[3];
    double *gradient = calloc((size_t)p->leaves + 1, sizeof *gradient),
           *kinks = calloc((size_t)p->kinks + 1, sizeof *kinks);
    Wrench *load = calloc((size_t)p->loads + 1, sizeof *load);

    if (cd_program_value(p, &w.context, room, &value)) {
        if (!isfinite(value)) abort();
        cd_program_kinks(p, room, kinks);
        if (cd_program_gradient(p, &w.context, room, &same, gradient))
            for (int i = 0; i < p->leaves; i++)
                if (!isfinite(gradient[i])) abort();
        if (same != value) abort();
        if (p->time_only && cd_program_time(p, &w.context, room, in_time) && in_time[0] != value) abort();
        cd_program_wind(p, &w.context, w.winding);
    } else {
        CdLog *log = cd_log_open();
        const Element *e = &model->table[KIND_variable].at[2];
        cd_program_explain(p, &w.context, room, e, &e->kind->fields[0], EXPLAIN_FAILURE, log);
        if (!cd_log_errors(log)) abort();
        cd_log_close(log);
        value = NAN;
    }
    for (int i = 0; i < p->leaves; i++) {
        MarkerGradient marker[4];
        cd_leaf_gradient(p, i, &w.context, marker, load);
    }
    free(room), free(gradient), free(kinks), free(load);
    world_close(&w);
    return value;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { LONGEST = 4096 };
    if (size > LONGEST) return 0;
    char *text = malloc(size + 1);
    if (!text) abort();
    memcpy(text, data, size);
    text[size] = 0;
    CdLog *log = cd_log_open();
    CdModel *model = compiled(text, log);
    if (model) {
        const Expr *e = expression(model);
        char *canonical = strndup(e->text.at, (size_t)e->text.n);
        CdModel *again = compiled(canonical, log);
        if (!again) {
            fprintf(stderr, "canonical text: %s\n", canonical);
            cd_log_print(log, stderr);
            abort();
        }
        if (!cd_text_equal(expression(again)->text, e->text)) {
            fprintf(stderr, "canonical text: %s\nits own: %.*s\n", canonical, TEXT_ARG(expression(again)->text));
            abort();
        }
        for (uint64_t from = 1; from <= 2; from++) {
            double a = evaluated(model, from), b = evaluated(again, from);
            if (a == b || (isnan(a) && isnan(b))) continue;
            fprintf(stderr, "value %.17g, of its canonical text %.17g: %s\n", a, b, canonical);
            abort();
        }
        free(canonical);
        cd_model_close(again);
    }
    cd_model_close(model);
    cd_log_close(log);
    free(text);
    return 0;
}
