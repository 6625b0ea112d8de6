/* request.c - up to eight numbers written at each output step.
 *
 *                     F2 F3 F4                                      F6 F7 F8
 *     DISPLACEMENT    r_I - r_J                                     psi, theta, phi of I relative to J, in degrees
 *     VELOCITY        v_I - v_J                                     w_I - w_J
 *     ACCELERATION    a_I - a_J                                     angular acceleration of I minus that of J
 *     FORCE           force on I of what acts between I and J       torque
 *
 * along the axes of RM; F1 and F5 are the magnitudes. Or one expression per component, or a user routine. J and RM are the ground
 * frame if absent; a component without expression is zero.
 */
#include "elements/request.h"

#include "elements/common.h"

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
    cd_check_user(c, e, &r->function, "FUNCTION");
    if (r->type >= 0 && r->i >= 0 && r->i == r->j) cd_check_odd(c, e, "I and J are the same marker, so it is zero");
}

static const char *const rivals[] = { "type|I|J|RM/F1|F2|F3|F4|F5|F6|F7|F8|FUNCTION", NULL };

const ElementKind cd_element_request = {
    .keyword = "REQUEST",
    .summary = "numbers to write at each output step",
    .role = ROLE_OUTPUT,
    .flags = RESTATABLE | SWITCHABLE,
    .mechanics = MECHANICS_NONE,
    .size = sizeof(Request),
    .fields = fields,
    .rivals = rivals,
    .check = check,
};
