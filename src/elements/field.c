/* field.c - coupled linear force and torque between two markers, in the axes of J:
 *
 *     (F, T)_I = FORCE - K ((x, y, z, a, b, c) - LENGTH) - C (v, w)        a, b, c = AX, AY, AZ(I, J)
 *     F_J = -F_I,   T_J = -T_I - d x F_I,   d = r_I - r_J
 *
 * K and C have 36 values, given column by column; K need not be symmetric.
 */
#include "elements/common.h"
#include "kinematics/load.h"

typedef struct FieldForce {
    int i, j;
    RealList kmatrix, cmatrix;
    double cratio, length[6], force[6];
    Expr function;
    Text routine, interface;
    bool list;
    const Program *component[6]; /* from a routine */
} FieldForce;

static const Field fields[] = {
    FORCE_PAIR(FieldForce),
    REALS(FieldForce, kmatrix, "KMATRIX", 36, 36, MIXED, 0, "stiffness by columns"),
    REALS(FieldForce, cmatrix, "CMATRIX", 36, 36, MIXED, 0, "damping by columns"),
    REAL(FieldForce, cratio, "CRATIO", TIME, 0, NOT_NEGATIVE, "C = CRATIO K, instead of CMATRIX"),
    REALN(FieldForce, length, "LENGTH", 6, MIXED, 0, "x, y, z, a, b, c at which the load is FORCE"),
    REALN(FieldForce, force, "FORCE", 6, MIXED, 0, "force and torque on I at that position"),
    EXPR(FieldForce, function, "FUNCTION", MIXED, 0, "USER(...): a routine gives a nonlinear field"),
    ROUTINE_ROWS(FieldForce),
    LIST_ROW(FieldForce),
    FIELDS_END,
};

static void check(Check *c, const Element *e)
{
    const FieldForce *f = e->data;
    cd_check_force_pair(c, e, f->i, f->j, true);
    cd_check_user(c, e, &f->function, "FUNCTION");
    if (GIVEN(e, FieldForce, kmatrix) && GIVEN(e, FieldForce, function))
        cd_check_exclusive(c, e, "KMATRIX", "FUNCTION");
    if (GIVEN(e, FieldForce, cmatrix) && GIVEN(e, FieldForce, cratio)) cd_check_exclusive(c, e, "CMATRIX", "CRATIO");
    if (GIVEN(e, FieldForce, function)) return;
    if (!GIVEN(e, FieldForce, kmatrix) && !GIVEN(e, FieldForce, cmatrix))
        cd_check_one_of(c, e, "KMATRIX, CMATRIX, FUNCTION");
    if (GIVEN(e, FieldForce, kmatrix) && !GIVEN(e, FieldForce, length)) cd_check_missing(c, e, "LENGTH");
}

static const char *const rivals[] = { "CRATIO/CMATRIX", NULL };

static void load(const CdModel *model, const Element *e, LoadSink *out)
{
    (void)model;
    const FieldForce *f = e->data;
    LinearLoad law = { 0 };
    if (f->function.program) {
        cd_load_components(out, f->i, f->j, f->j, f->component);
        return;
    }
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 6; j++) { /* given by columns */
            law.K[6 * i + j] = f->kmatrix.n == 36 ? f->kmatrix.at[i + 6 * j] : 0;
            law.C[6 * i + j] = f->cmatrix.n == 36 ? f->cmatrix.at[i + 6 * j] : f->cratio * law.K[6 * i + j];
        }
        law.rest[i] = f->length[i], law.load[i] = f->force[i];
    }
    cd_load_linear(out, f->i, f->j, &law);
}

static void routine(const CdModel *model, Element *e, RoutineUse *use)
{
    (void)model;
    use->outputs = 6, use->program = ((FieldForce *)e->data)->component;
}

const ElementKind cd_element_field = {
    .keyword = "FIELD",
    .summary = "coupled linear force and torque between two markers",
    .role = ROLE_FORCE,
    .flags = RESTATABLE,
    .mechanics = MECHANICS_PRESENT,
    .size = sizeof(FieldForce),
    .fields = fields,
    .components = 6,
    .rivals = rivals,
    .load = load,
    .routine = routine,
    .check = check,
};
