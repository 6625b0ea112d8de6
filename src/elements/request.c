/* request.c - up to eight numbers written at each output step.
 *
 *                     F2 F3 F4                                      F6 F7 F8
 *     DISPLACEMENT    r_I - r_J                                     psi, theta, phi of I relative to J, in degrees;
 *                                                                   with OUTPUT/YPR yaw, pitch, roll
 *     VELOCITY        v_I - v_J                                     w_I - w_J
 *     ACCELERATION    a_I - a_J                                     angular acceleration of I minus that of J
 *     FORCE           force on I of what acts between I and J       torque
 *
 * along the axes of RM; F1 and F5 are the magnitudes. Or one expression per component, or a user routine. J and RM are
 * the ground frame if absent; a component without expression is zero. */
#include "elements/request.h"

#include "elements/common.h"
#include "expr/compile.h"

#define COMPONENT(k, key_) EXPR(Request, f[k], key_, MIXED, 0, "expression of this component")

static const Field fields[] = {
    CHOICE(Request, type, "type", "DISPLACEMENT|VELOCITY|ACCELERATION|FORCE", -1, 0, "standard request"),
    MARKER_REF(Request, i, "I", 0, "marker that is observed"),
    MARKER_REF(Request, j, "J", ZERO_IS_NONE, "marker it is observed from; ground if absent"),
    MARKER_REF(Request, rm, "RM", ZERO_IS_NONE, "marker for the axes; ground axes if absent"),
    COMPONENT(0, "F1"),
    COMPONENT(1, "F2"),
    COMPONENT(2, "F3"),
    COMPONENT(3, "F4"),
    COMPONENT(4, "F5"),
    COMPONENT(5, "F6"),
    COMPONENT(6, "F7"),
    COMPONENT(7, "F8"),
    EXPR(Request, function, "FUNCTION", MIXED, 0, "USER(...): a routine gives the components"),
    ROUTINE_ROWS(Request),
    TEXT(Request, comment, "COMMENT|C", 0, "title, to the end of the statement"),
    NAMES(Request, title, "TITLE", 1, 8, 0, "headings of the components"),
    NAMES(Request, cnames, "CNAMES", 1, 0, 0, "names of the components"),
    NAMES(Request, clabels, "CLABELS", 1, 0, 0, "labels of the components"),
    NAMES(Request, cunits, "CUNITS", 1, 0, 0, "units of the components"),
    NAME(Request, results_name, "RESULTS_NAME", 0, "name of its result set"),
    REFS(Request, variables, "VARIABLES", "VARIABLE", 1, 0, 0, "variables to write, instead of expressions"),
    LIST_ROW(Request),
    FIELDS_END,
};

static void check(Check *c, const Element *e)
{
    const Request *r = e->data;
    bool expressions = false;
    for (int k = 0; k < REQUEST_COMPONENTS; k++)
        expressions |= cd_given_at(e, FIELD_AT(Request, f) + k * (int)sizeof(Expr));
    bool function = GIVEN(e, Request, function);

    if (r->type >= 0 && !GIVEN(e, Request, i)) cd_check_missing(c, e, "I");
    if (r->type >= 0 && (expressions || function))
        cd_check_exclusive(c, e, "a standard request", expressions ? "F1 ... F8" : "FUNCTION");
    if (expressions && function) cd_check_exclusive(c, e, "F1 ... F8", "FUNCTION");
    if (r->type < 0 && !expressions && !function && !r->variables.n)
        cd_check_odd(
            c, e, "it names nothing to write: give DISPLACEMENT, VELOCITY, ACCELERATION, FORCE, F1 ... F8 or FUNCTION");
    if (r->variables.n && (r->type >= 0 || expressions || function))
        cd_check_exclusive(c, e, "VARIABLES",
                           r->type >= 0  ? "a standard request"
                           : expressions ? "F1 ... F8"
                                         : "FUNCTION");
    if (r->variables.n > REQUEST_COMPONENTS)
        cd_check_bad(c, e, "VARIABLES names %d variables, a request has room for %d: divide them among several",
                     r->variables.n, REQUEST_COMPONENTS);
    cd_check_user(c, e, &r->function, "FUNCTION");
    if (r->type >= 0 && r->i >= 0 && r->i == r->j) cd_check_odd(c, e, "I and J are the same marker, so it is zero");
}

/* A standard request in words of the expression language. Without J a force is what acts on I alone. */
static const char *const standard[][REQUEST_COMPONENTS] = {
    [REQUEST_DISPLACEMENT] = { "DM(%1$d,%2$d)", "DX(%1$d,%2$d,%3$d)", "DY(%1$d,%2$d,%3$d)", "DZ(%1$d,%2$d,%3$d)", NULL,
                               "PSI(%1$d,%2$d)*RTOD", "THETA(%1$d,%2$d)*RTOD", "PHI(%1$d,%2$d)*RTOD" },
    [REQUEST_VELOCITY] = { "VM(%1$d,%2$d)", "VX(%1$d,%2$d,%3$d)", "VY(%1$d,%2$d,%3$d)", "VZ(%1$d,%2$d,%3$d)",
                           "WM(%1$d,%2$d)", "WX(%1$d,%2$d,%3$d)", "WY(%1$d,%2$d,%3$d)", "WZ(%1$d,%2$d,%3$d)" },
    [REQUEST_ACCELERATION] = { "ACCM(%1$d,%2$d)", "ACCX(%1$d,%2$d,%3$d)", "ACCY(%1$d,%2$d,%3$d)",
                               "ACCZ(%1$d,%2$d,%3$d)", "WDTM(%1$d,%2$d)", "WDTX(%1$d,%2$d,%3$d)",
                               "WDTY(%1$d,%2$d,%3$d)", "WDTZ(%1$d,%2$d,%3$d)" },
    [REQUEST_FORCE] = { "FM(%1$d,%2$d)", "FX(%1$d,%2$d,%3$d)", "FY(%1$d,%2$d,%3$d)", "FZ(%1$d,%2$d,%3$d)",
                        "TM(%1$d,%2$d)", "TX(%1$d,%2$d,%3$d)", "TY(%1$d,%2$d,%3$d)", "TZ(%1$d,%2$d,%3$d)" },
};

/* With OUTPUT/YPR, the angles of a displacement. */
static const char *const yaw_pitch_roll[REQUEST_COMPONENTS] = {
    [5] = "YAW(%1$d,%2$d)*RTOD", [6] = "PITCH(%1$d,%2$d)*RTOD", [7] = "ROLL(%1$d,%2$d)*RTOD"
};

const Program *cd_request_program(const CdModel *model, Element *e, Compiler *c, RequestType type, int component, int i,
                                  int j, int rm)
{
    const char *format = standard[type][component];
    if (type == REQUEST_DISPLACEMENT && yaw_pitch_roll[component] && cd_model_flag(model, KIND_output, "YPR"))
        format = yaw_pitch_roll[component];
    if (!format) return NULL;
    char text[96];
    snprintf(text, sizeof text, format, cd_model_id(model, KIND_marker, i), cd_model_id(model, KIND_marker, j),
             cd_model_id(model, KIND_marker, rm));
    return cd_compile_text(c, e, text);
}

static void derive(const CdModel *model, Element *e, Compiler *c)
{
    Request *r = e->data;
    for (int k = 0; k < REQUEST_COMPONENTS; k++) {
        r->program[k] = r->f[k].program;
        if (r->type >= 0 && r->i >= 0)
            r->program[k] = cd_request_program(model, e, c, (RequestType)r->type, k, r->i, r->j, r->rm);
        else if (r->type < 0 && k < r->variables.n && r->variables.at[k] >= 0) {
            char text[32];
            snprintf(text, sizeof text, "VARVAL(%d)", cd_model_id(model, KIND_variable, r->variables.at[k]));
            r->program[k] = cd_compile_text(c, e, text);
        }
    }
}

static const char *const rivals[] = { "type|I|J|RM/F1|F2|F3|F4|F5|F6|F7|F8|FUNCTION", NULL };

static void routine(const CdModel *model, Element *e, RoutineUse *use)
{
    (void)model;
    use->outputs = REQUEST_COMPONENTS, use->program = ((Request *)e->data)->program;
}

const ElementKind cd_element_request = {
    .keyword = "REQUEST",
    .summary = "numbers to write at each output step",
    .role = ROLE_OUTPUT,
    .flags = RESTATABLE,
    .mechanics = MECHANICS_NONE,
    .size = sizeof(Request),
    .fields = fields,
    .derive = derive,
    .routine = routine,
    .rivals = rivals,
    .check = check,
};
