/* contact.c - contact between shapes, with penetration p > 0 and its rate p':
 *
 *     IMPACT    Fn = max(0, STIFFNESS p^EXPONENT + STEP(p, 0, 0, DMAX, DAMPING) p')
 *     POISSON   penalty on the rate, different on approach and separation so that the ratio of impulses is the restitution
 *
 * Friction Ft = mu(v) Fn against the slip velocity v: mu runs by cubic steps through MU_STATIC at the stiction velocity to
 * MU_DYNAMIC at the friction velocity; there is no true sticking unless STICTION = ON.
 */
#include "elements/common.h"

enum { CONTACT_IMPACT, CONTACT_POISSON };
enum { COULOMB_OFF, COULOMB_ON, COULOMB_DYNAMICS_ONLY };

typedef struct Contact {
    IntList igeom, jgeom, iflip, jflip;
    int iflex, jflex;
    int type, model;
    double stiffness, exponent, damping, dmax;
    double penalty, restitution;
    bool augmented;
    int coulomb, stiction;
    double mu_static, mu_dynamic, stiction_velocity, friction_velocity, max_stiction_deformation;
    Expr function, normal_function, friction_function;
    Text routine, interface, normal_routine, friction_routine;
} Contact;

static const Field fields[] = {
    REFS(Contact, igeom, "IGEOM", "GRAPHICS", 1, 0, 0, "shapes of the first body"),
    REFS(Contact, jgeom, "JGEOM", "GRAPHICS", 1, 0, 0, "shapes of the second body"),
    CHOICE(Contact, model, "model", "IMPACT|POISSON", -1, 0, "model of the normal force"),
    REAL(Contact, stiffness, "STIFFNESS", MIXED, 0, NOT_NEGATIVE, "IMPACT: force per penetration^EXPONENT"),
    REAL(Contact, exponent, "EXPONENT", NONE, 1, POSITIVE, "IMPACT: exponent of the penetration"),
    REAL(Contact, damping, "DAMPING", DAMPING, 0, NOT_NEGATIVE, "IMPACT: damping at full penetration"),
    REAL(Contact, dmax, "DMAX", LENGTH, 0, NOT_NEGATIVE, "IMPACT: penetration of full damping"),
    REAL(Contact, penalty, "PENALTY", MIXED, 0, NOT_NEGATIVE, "POISSON: penalty on the rate of penetration"),
    REAL(Contact, restitution, "RESTITUTION_COEFFICIENT", NONE, 0, NOT_NEGATIVE,
         "POISSON: ratio of the impulses, 0 to 1"),
    FLAG(Contact, augmented, "AUGMENTED_LAGRANGIAN_FORMULATION", 0, "POISSON: refine the normal force by iteration"),
    WORD(Contact, coulomb, "COULOMB_FRICTION", "OFF|ON|DYNAMICS_ONLY|DYNAMICSONLY", COULOMB_OFF, 0, "friction"),
    REAL(Contact, mu_static, "MU_STATIC", NONE, 0, NOT_NEGATIVE, "coefficient at the stiction velocity"),
    REAL(Contact, mu_dynamic, "MU_DYNAMIC", NONE, 0, NOT_NEGATIVE, "coefficient of sliding"),
    REAL(Contact, stiction_velocity, "STICTION_TRANSITION_VELOCITY", VELOCITY, 0, NOT_NEGATIVE,
         "slip of largest friction"),
    REAL(Contact, friction_velocity, "FRICTION_TRANSITION_VELOCITY", VELOCITY, 0, NOT_NEGATIVE, "slip of full sliding"),
    WORD(Contact, stiction, "STICTION", "OFF|ON", 0, 0, "true sticking by a creep spring"),
    REAL(Contact, max_stiction_deformation, "MAX_STICTION_DEFORMATION", LENGTH, 0, NOT_NEGATIVE, "largest creep"),
    WORD(Contact, type, "TYPE",
         "SOLID_TO_SOLID|CURVE_TO_CURVE|POINT_TO_CURVE|POINT_TO_PLANE|CURVE_TO_PLANE|SPHERE_TO_PLANE|SPHERE_TO_SPHERE|"
         "CYLINDER_TO_CYLINDER|CYLINDER_IN_CYLINDER|SPHERE_IN_SPHERE|SPHERE_TO_SPHERE_INSIDE|SPHERE_TO_SPHERE_OUTSIDE|"
         "FLEX_TO_SOLID|FLEX_TO_FLEX|FLEX_EDGE_TO_CURVE|FLEX_EDGE_TO_FLEX_EDGE|FLEX_EDGE_TO_PLANE|CYLINDER_TO_PLANE",
         -1, 0, "kinds of shapes; told from the shapes if absent"),
    REFS(Contact, iflip, "IFLIP", "GRAPHICS", 1, 0, 0, "curves of the first body with reversed normal"),
    REFS(Contact, jflip, "JFLIP", "GRAPHICS", 1, 0, 0, "curves of the second body with reversed normal"),
    REF(Contact, iflex, "IFLEX", "FLEX_BODY", 0, "flexible body instead of the first shapes"),
    REF(Contact, jflex, "JFLEX", "FLEX_BODY", 0, "flexible body instead of the second shapes"),
    EXPR(Contact, function, "FUNCTION", MIXED, 0, "USER(...): routines give normal and friction force"),
    ROUTINE_ROWS(Contact),
    EXPR(Contact, normal_function, "NORMAL_FUNCTION", FORCE, 0, "USER(...): a routine gives the normal force"),
    NAME(Contact, normal_routine, "NORMAL_ROUTINE", 0, "library::name of that routine"),
    EXPR(Contact, friction_function, "FRICTION_FUNCTION", FORCE, 0, "USER(...): a routine gives the friction force"),
    NAME(Contact, friction_routine, "FRICTION_ROUTINE", 0, "library::name of that routine"),
    FIELDS_END,
};

static void check(Check *c, const Element *e)
{
    const Contact *p = e->data;
    bool routine = GIVEN(e, Contact, function) || GIVEN(e, Contact, normal_function);

    if (!p->igeom.n && !GIVEN(e, Contact, iflex)) cd_check_one_of(c, e, "IGEOM, IFLEX");
    if (!p->jgeom.n && !GIVEN(e, Contact, jflex)) cd_check_one_of(c, e, "JGEOM, JFLEX");
    for (int i = 0; i < p->igeom.n; i++)
        for (int j = 0; j < p->jgeom.n; j++)
            if (p->igeom.at[i] >= 0 && p->igeom.at[i] == p->jgeom.at[j])
                cd_check_bad(c, e, "the same shape is in IGEOM and in JGEOM");

    cd_check_user(c, e, &p->function, "FUNCTION");
    cd_check_user(c, e, &p->normal_function, "NORMAL_FUNCTION");
    cd_check_user(c, e, &p->friction_function, "FRICTION_FUNCTION");
    if (p->model < 0 && !routine) cd_check_one_of(c, e, "IMPACT, POISSON, FUNCTION");
    if (p->model == CONTACT_IMPACT && !GIVEN(e, Contact, stiffness)) cd_check_missing(c, e, "STIFFNESS");
    if (p->model == CONTACT_IMPACT && !GIVEN(e, Contact, exponent)) cd_check_missing(c, e, "EXPONENT");
    if (p->model == CONTACT_IMPACT && p->exponent < 1)
        cd_check_odd(c, e, "EXPONENT = %g is less than 1: the stiffness is infinite at first touch", p->exponent);
    if (p->model == CONTACT_POISSON && !GIVEN(e, Contact, penalty)) cd_check_missing(c, e, "PENALTY");
    if (p->restitution > 1) cd_check_bad(c, e, "RESTITUTION_COEFFICIENT = %g is outside 0 to 1", p->restitution);
    if (p->augmented && p->model != CONTACT_POISSON)
        cd_check_only_with(c, e, "AUGMENTED_LAGRANGIAN_FORMULATION", "POISSON");

    if (p->coulomb == COULOMB_OFF || GIVEN(e, Contact, friction_function)) return;
    if (p->stiction_velocity >= p->friction_velocity && p->friction_velocity > 0)
        cd_check_bad(c, e, "STICTION_TRANSITION_VELOCITY = %g must be less than FRICTION_TRANSITION_VELOCITY = %g",
                     p->stiction_velocity, p->friction_velocity);
    if (p->mu_dynamic > p->mu_static && p->coulomb == COULOMB_ON)
        cd_check_odd(c, e, "MU_DYNAMIC = %g is more than MU_STATIC = %g", p->mu_dynamic, p->mu_static);
}

const ElementKind cd_element_contact = {
    .keyword = "CONTACT",
    .summary = "contact between shapes",
    .role = ROLE_FORCE,
    .flags = OPEN_ARGUMENTS | SWITCHABLE,
    .mechanics = MECHANICS_LATER,
    .size = sizeof(Contact),
    .fields = fields,
    .check = check,
};
