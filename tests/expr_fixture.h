/* expr_fixture.h - a model with one of everything that expressions can ask for, an expression added to it, and a world
 * to evaluate it in. The expression under test is the FUNCTION of VARIABLE/900 unless a test says otherwise. */
#pragma once
#include "draw.h"
#include "elements/elements.h"
#include "expr/compile.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

/* Markers on ground: 11, 12 (floating). On moving parts: 21, 22, 31, 41, 51; floating 29. */
static const char fixture_dataset[] =
    "expressions\n"
    "PART/1, GROUND\n"
    "MARKER/11, PART = 1\n"
    "MARKER/12, PART = 1, FLOATING\n"
    "PART/2, MASS = 1, CM = 21, IP = 1, 1, 1\n"
    "MARKER/21, PART = 2\n"
    "MARKER/22, PART = 2, QP = 1, 0, 0\n"
    "MARKER/29, PART = 2, FLOATING\n"
    "PART/3, MASS = 1, CM = 31, IP = 1, 1, 1\n"
    "MARKER/31, PART = 3\n"
    "PART/4, MASS = 1, CM = 41, IP = 1, 1, 1\n"
    "MARKER/41, PART = 4\n"
    "PART/5, MASS = 1, CM = 51, IP = 1, 1, 1\n"
    "MARKER/51, PART = 5\n"
    "MARKER/99, PART = 3, FLOATING\n"
    "FLEX_BODY/1, MNF_FILE = beam.mnf, MODES = 1, 2\n"
    "JOINT/1, CYLINDRICAL, I = 21, J = 31\n"
    "JOINT/2, REVOLUTE, I = 22, J = 11\n"
    "JPRIM/1, INPLANE, I = 21, J = 31\n"
    "MOTION/1, JOINT = 1, ROTATION, FUNCTION = 0\n"
    "MATRIX/1, FULL = RORDER, ROWS = 4, COLUMNS = 3, VALUES = 0, 0, 0, 1, 0, 0, 1, 1, 0, 2, 1, 1\n"
    "CURVE/1, OPEN, MATRIX = 1\n"
    "PTCV/1, CURVE = 1, I = 21, JFLOAT = 12, RM = 11\n"
    "CVCV/1, ICURVE = 1, JCURVE = 1, I = 21, J = 31, IFLOAT = 29, JFLOAT = 99\n"
    "GCON/1, I = 21, FUNCTION = DX(21)\n"
    "SFORCE/1, TRANSLATION, I = 21, J = 31, FUNCTION = 0\n"
    "SFORCE/2, TRANSLATION, I = 21, J = 31, ACTIONONLY, FUNCTION = 0\n"
    "VFORCE/1, I = 21, JFLOAT = 12, RM = 11, FX = 0\\FY = 0\\FZ = 0\n"
    "VTORQUE/1, I = 21, JFLOAT = 12, RM = 11, TX = 0\\TY = 0\\TZ = 0\n"
    "GFORCE/1, I = 21, JFLOAT = 12, RM = 11, FX = 0\\FY = 0\\FZ = 0\\TX = 0\\TY = 0\\TZ = 0\n"
    "NFORCE/1, MARKERS = 21, 31, J = 41, FILE = n.mtx\n"
    "SPRINGDAMPER/1, TRANSLATION, I = 21, J = 31, K = 1\n"
    "BUSHING/1, I = 21, J = 31, K = 1, 1, 1\n"
    "FIELD/1, I = 21, J = 31, FUNCTION = USER(1)\n"
    "BEAM/1, I = 21, J = 31, LENGTH = 1, AREA = 1, IXX = 1, IYY = 1, IZZ = 1, EMODULUS = 1, GMODULUS = 1\n"
    "FRICTION/1, JOINT = 1\n"
    "GRAPHICS/1, ELLIPSOID, CM = 21, XSCALE = 1, YSCALE = 1, ZSCALE = 1\n"
    "GRAPHICS/2, ELLIPSOID, CM = 31, XSCALE = 1, YSCALE = 1, ZSCALE = 1\n"
    "CONTACT/1, IGEOM = 1, JGEOM = 2, IMPACT, STIFFNESS = 1, EXPONENT = 2\n"
    "VARIABLE/1, FUNCTION = TIME\n"
    "VARIABLE/2, FUNCTION = 1\n"
    "DIFF/1, FUNCTION = 0\n"
    "ARRAY/1, IC, NUMBERS = 1.5, -2.5, 3.5\n"
    "ARRAY/2, U, VARIABLES = 1, 2\n"
    "ARRAY/3, X, SIZE = 2\n"
    "PINPUT/1, VARIABLES = 1, 2\n"
    "POUTPUT/1, VARIABLES = 2, 1\n"
    "SENSOR/1, FUNCTION = TIME, VALUE = 1\\EVALUATE = TIME\n"
    "SPLINE/1, X = 0, 1, 2.5, 3, 5, Y = 0, 1, -1, 2, 1\n"
    "SPLINE/2, X = 0, 1, 2, 3.5, 5, Y = 0, 0, 1, -1, 2, 1, Y = 1, 1, 0, 2, 1, -1, Y = 3, 2, 2, 0, 1, 2, "
    "LINEAR_EXTRAPOLATE\n";

typedef struct Fixture {
    Arena arena;
    CdLog *log;
    CdModel *model;         /* NULL: the dataset had errors */
    const Element *element; /* whose expression it is */
    const Field *field;
    const Expr *expr;
    const Program *program;
    ExprContext context; /* points to what follows */
    MarkerMotion *marker;
    double *state, *winding, *delayed;
    Wrench *wrench;
    double *room, *gradient, *kink;
} Fixture;

/* Chooses the expression of another element. */
static inline void fixture_choose(Fixture *f, KindIndex kind, int id)
{
    int at = cd_model_find(f->model, kind, id);
    assert_true(at >= 0);
    f->element = &f->model->table[kind].at[at];
    for (f->field = f->element->kind->fields; f->field->type != FIELD_EXPR; f->field++)
        assert_true(f->field->type != FIELD_END);
    f->expr = cd_field_in(f->field, f->element->data);
    f->program = f->expr->program;
    if (!f->program) return;
    const Program *p = f->program;
    f->room = ARENA_ARRAY(&f->arena, double, cd_program_room(p));
    f->gradient = ARENA_ARRAY(&f->arena, double, p->leaves);
    f->kink = ARENA_ARRAY(&f->arena, double, p->kinks);
}

/* The model with statements added; the world is at rest, all markers at the origin. */
static inline Fixture *fixture_read(const char *statements)
{
    Fixture *f = cd_take(sizeof *f);
    TextBuffer text = { 0 };
    cd_buffer_print(&text, "%s%s\nEND\n", fixture_dataset, statements);
    f->log = cd_log_open();
    f->model = cd_model_read_text("test.adm", text.at, text.n, f->log);
    cd_buffer_close(&text);
    if (!f->model) return f;
    const CdModel *m = f->model;
    f->marker = ARENA_ARRAY(&f->arena, MarkerMotion, m->table[KIND_marker].n);
    for (int i = 0; i < m->table[KIND_marker].n; i++) f->marker[i].A = m3_identity();
    f->state = ARENA_ARRAY(&f->arena, double, m->state_read.n);
    f->winding = ARENA_ARRAY(&f->arena, double, m->windings);
    f->delayed = ARENA_ARRAY(&f->arena, double, m->delays);
    f->wrench = ARENA_ARRAY(&f->arena, Wrench, m->wrench_read.n);
    f->context = (ExprContext){
        .marker = f->marker, .state = f->state, .wrench = f->wrench, .winding = f->winding, .delayed = f->delayed
    };
    return f;
}

static inline void fixture_close(Fixture *f)
{
    cd_model_close(f->model);
    cd_log_close(f->log);
    cd_arena_close(&f->arena);
    free(f);
}

/* The model with VARIABLE/900 = expression, which need not be right. */
static inline Fixture *fixture_try(const char *expression)
{
    TextBuffer text = { 0 };
    cd_buffer_print(&text, "VARIABLE/900, FUNCTION = %s", expression);
    Fixture *f = fixture_read(text.at);
    cd_buffer_close(&text);
    if (f->model) fixture_choose(f, KIND_variable, 900);
    return f;
}

/* The same, but it has to be right. */
static inline Fixture *fixture_open(const char *expression)
{
    Fixture *f = fixture_try(expression);
    if (f->model) return f;
    print_error("%s\n", expression);
    cd_log_print(f->log, stderr);
    fail();
    return f;
}

/* The motion of a marker by its id. */
static inline MarkerMotion *fixture_marker(Fixture *f, int id)
{
    int at = cd_model_find(f->model, KIND_marker, id);
    assert_true(at >= 0);
    return &f->marker[at];
}

static inline double fixture_value(Fixture *f)
{
    double value = NAN;
    cd_program_value(f->program, &f->context, f->room, &value);
    return value;
}

static inline double fixture_at(Fixture *f, double time)
{
    f->context.time = time;
    return fixture_value(f);
}

/* The value of an expression of constants and TIME. */
static inline double value_at(const char *expression, double time)
{
    Fixture *f = fixture_open(expression);
    double value = fixture_at(f, time);
    fixture_close(f);
    return value;
}

static inline double value_of(const char *expression)
{
    return value_at(expression, 0);
}

/* ---- random worlds ----------------------------------------------------------------------------------------------- */

static inline Mat3 random_rotation(uint64_t *seed)
{
    double psi = between(seed, -M_PI, M_PI), theta = acos(between(seed, -1, 1));
    return m3_euler313(psi, theta, between(seed, -M_PI, M_PI));
}

static inline void fixture_random(Fixture *f, uint64_t *seed)
{
    const CdModel *m = f->model;
    for (int i = 0; i < m->table[KIND_marker].n; i++) {
        MarkerMotion *k = &f->marker[i];
        k->r = random_vector(seed, 2), k->A = random_rotation(seed);
        k->v = random_vector(seed, 1), k->w = random_vector(seed, 1);
        k->a = random_vector(seed, 1), k->alpha = random_vector(seed, 1);
    }
    for (int i = 0; i < m->state_read.n; i++) f->state[i] = between(seed, -2, 2);
    for (int i = 0; i < m->delays; i++) f->delayed[i] = between(seed, -2, 2);
    for (int i = 0; i < m->wrench_read.n; i++)
        f->wrench[i].F = random_vector(seed, 1), f->wrench[i].T = random_vector(seed, 1);
    for (int i = 0; i < SYSTEM_COUNT; i++) f->context.system[i] = between(seed, 0, 5);
    f->context.time = between(seed, 0, 6);
    for (int i = 0; i < m->windings; i++) f->winding[i] = 0;
    cd_program_wind(f->program, &f->context, f->winding);
}
