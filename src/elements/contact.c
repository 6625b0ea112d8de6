/* contact.c - contact between shapes, with penetration p > 0 and its rate p':
 *
 *     IMPACT    Fn = max(0, STIFFNESS p^EXPONENT + STEP(p, 0, 0, DMAX, DAMPING) p')
 *     POISSON   penalty on the rate, different on approach and separation so that the ratio of impulses is the
 *               restitution
 *
 *     NEWTON    none: the gap is a unilateral constraint, and velocities jump in impacts, by RESTITUTION_COEFFICIENT;
 *               with friction it sticks up to MU_STATIC times the normal force and slips with MU_DYNAMIC (theory 22)
 *     USER      a routine gives it
 *
 * Friction Ft = mu(v) Fn against the slip velocity v: mu runs by cubic steps through MU_STATIC at the stiction velocity
 * to MU_DYNAMIC at the friction velocity; there is no true sticking unless STICTION = ON, or with NEWTON. */
#include "elements/contact.h"

#include "contact/law.h"
#include "contact/stated.h"
#include "elements/common.h"
#include "elements/newton.h"
#include "expr/user.h"
#include "kinematics/load.h"
#include "model/bodies.h"

#include <string.h>

static const Field fields[] = {
    REFS(Contact, igeom, "IGEOM", "GRAPHICS", 1, 0, 0, "shapes of the first body"),
    REFS(Contact, jgeom, "JGEOM", "GRAPHICS", 1, 0, 0, "shapes of the second body"),
    CHOICE(Contact, model, "model", "IMPACT|POISSON|NEWTON", -1, 0, "model of the normal force"),
    REAL(Contact, stiffness, "STIFFNESS", MIXED, 0, NOT_NEGATIVE, "IMPACT: force per penetration^EXPONENT"),
    REAL(Contact, exponent, "EXPONENT", NONE, 1, POSITIVE, "IMPACT: exponent of the penetration"),
    REAL(Contact, damping, "DAMPING", DAMPING, 0, NOT_NEGATIVE, "IMPACT: damping at full penetration"),
    REAL(Contact, dmax, "DMAX", LENGTH, 0, NOT_NEGATIVE, "IMPACT: penetration of full damping"),
    REAL(Contact, penalty, "PENALTY", MIXED, 0, NOT_NEGATIVE, "POISSON: penalty on the rate of penetration"),
    REAL(Contact, restitution, "RESTITUTION_COEFFICIENT", NONE, 0, NOT_NEGATIVE,
         "POISSON: ratio of the impulses; NEWTON: of the speeds; 0 to 1"),
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
    REF(Contact, iflex, "IFLEX", "FLEX_BODY", 0, "flexible body whose nodes take part, beside the first shapes"),
    REF(Contact, jflex, "JFLEX", "FLEX_BODY", 0, "flexible body whose nodes take part, beside the second shapes"),
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
    bool by_routine = GIVEN(e, Contact, function) || GIVEN(e, Contact, normal_function);

    if (!p->igeom.n && !GIVEN(e, Contact, iflex)) cd_check_one_of(c, e, "IGEOM, IFLEX");
    if (!p->jgeom.n && !GIVEN(e, Contact, jflex)) cd_check_one_of(c, e, "JGEOM, JFLEX");
    cd_check_user(c, e, &p->function, "FUNCTION");
    cd_check_user(c, e, &p->normal_function, "NORMAL_FUNCTION");
    cd_check_user(c, e, &p->friction_function, "FRICTION_FUNCTION");
    if (GIVEN(e, Contact, function) && GIVEN(e, Contact, normal_function))
        cd_check_exclusive(c, e, "NORMAL_FUNCTION", "FUNCTION");
    if (GIVEN(e, Contact, function) && GIVEN(e, Contact, friction_function))
        cd_check_exclusive(c, e, "FRICTION_FUNCTION", "FUNCTION");
    if (p->model < 0 && !by_routine) cd_check_one_of(c, e, "IMPACT, POISSON, NEWTON, FUNCTION");
    if (p->model == CONTACT_IMPACT && !GIVEN(e, Contact, stiffness)) cd_check_missing(c, e, "STIFFNESS");
    if (p->model == CONTACT_IMPACT && !GIVEN(e, Contact, exponent)) cd_check_missing(c, e, "EXPONENT");
    if (p->model == CONTACT_IMPACT && p->exponent < 1)
        cd_check_odd(c, e, "EXPONENT = %g is less than 1: the stiffness is infinite at first touch", p->exponent);
    if (p->model == CONTACT_POISSON && !GIVEN(e, Contact, penalty)) cd_check_missing(c, e, "PENALTY");
    if (p->restitution > 1) cd_check_bad(c, e, "RESTITUTION_COEFFICIENT = %g is outside 0 to 1", p->restitution);
    if (p->augmented && p->model != CONTACT_POISSON)
        cd_check_only_with(c, e, "AUGMENTED_LAGRANGIAN_FORMULATION", "POISSON");

    if (p->model == CONTACT_NEWTON) return; /* MU_STATIC and MU_DYNAMIC are all that its friction asks for */
    if (p->coulomb == COULOMB_OFF || GIVEN(e, Contact, friction_function) || GIVEN(e, Contact, function)) return;
    if (!(p->stiction_velocity > 0)) cd_check_missing(c, e, "STICTION_TRANSITION_VELOCITY");
    if (!(p->friction_velocity > 0)) cd_check_missing(c, e, "FRICTION_TRANSITION_VELOCITY");
    if (p->stiction && !(p->max_stiction_deformation > 0)) cd_check_missing(c, e, "MAX_STICTION_DEFORMATION");
    if (p->stiction_velocity >= p->friction_velocity && p->friction_velocity > 0)
        cd_check_bad(c, e, "STICTION_TRANSITION_VELOCITY = %g must be less than FRICTION_TRANSITION_VELOCITY = %g",
                     p->stiction_velocity, p->friction_velocity);
    if (p->mu_dynamic > p->mu_static)
        cd_check_odd(c, e, "MU_DYNAMIC = %g is more than MU_STATIC = %g", p->mu_dynamic, p->mu_static);
}

/* What routines of the user's compute. FUNCTION stands for both others. */
static void routine(const CdModel *model, Element *e, RoutineUse *use)
{
    (void)model, (void)e;
    use->contact = true;
    use->outputs = strcmp(use->key, "FUNCTION") == 0 ? 5 : strcmp(use->key, "NORMAL_FUNCTION") == 0 ? 2 : 3;
}

static void call_routine(void *self, int outputs, const double in[LAW_INPUTS], double *out, double (*slope)[LAW_INPUTS])
{
    for (int k = 0; k < outputs; k++) {
        out[k] = cd_user_value(self, k, in);
        if (slope) cd_user_slopes(self, k, in, slope[k]);
    }
}

static void *routine_of(const Expr *expr)
{
    return expr->user && expr->program ? expr->program->user : NULL;
}

static UserLaw user_law(const Contact *p)
{
    UserLaw u = { .normal = routine_of(&p->normal_function),
                  .friction = routine_of(&p->friction_function),
                  .whole = routine_of(&p->function) };
    u.call = u.normal || u.friction || u.whole ? call_routine : NULL;
    return u;
}

/* Adams' words; what has no counterpart here is said by notes. */
static ContactLaw law_of(const Contact *p)
{
    UserLaw user = user_law(p);
    bool by_routine = user.friction || user.whole, rubs = p->coulomb != COULOMB_OFF || by_routine;
    return (ContactLaw){ .normal = user.normal || user.whole     ? LAW_USER
                                   : p->model == CONTACT_POISSON ? LAW_POISSON
                                                                 : LAW_IMPACT,
                         .user = user,
                         .stiffness = p->stiffness,
                         .exponent = p->exponent,
                         .damping = p->damping,
                         .dmax = p->dmax,
                         .penalty = p->penalty,
                         .restitution = p->restitution,
                         .rubs = rubs,
                         .rubs_at_rest = p->coulomb == COULOMB_ON || (by_routine && p->coulomb == COULOMB_OFF),
                         .mu_static = p->mu_static,
                         .mu_dynamic = p->mu_dynamic,
                         .stick = p->stiction_velocity,
                         .slide = p->friction_velocity,
                         .creep = rubs && p->stiction && !by_routine ? p->max_stiction_deformation : 0 };
}

static bool has(const IntList *list, int x)
{
    for (int k = 0; k < list->n; k++)
        if (list->at[k] == x) return true;
    return false;
}

PairOptions cd_contact_options(const Contact *p, int i, int j)
{
    return (PairOptions){ .inside = p->type == TYPE_CYLINDER_IN_CYLINDER || p->type == TYPE_SPHERE_IN_SPHERE ||
                                    p->type == TYPE_SPHERE_INSIDE,
                          .flip_i = has(&p->iflip, i),
                          .flip_j = has(&p->jflip, j) };
}

static bool are_same(const IntList *a, const IntList *b)
{
    return a->n == b->n && memcmp(a->at, b->at, sizeof *a->at * (size_t)a->n) == 0;
}

PairLists cd_contact_lists(const Contact *p)
{
    if (are_same(&p->shapes_i, &p->shapes_j)) return LISTS_SAME;
    for (int i = 0; i < p->shapes_i.n; i++)
        if (has(&p->shapes_j, p->shapes_i.at[i])) return LISTS_SHARE;
    return LISTS_APART;
}

bool cd_contact_pairs(const Contact *p, PairLists lists, int i, int j)
{
    int a = p->shapes_i.at[i], b = p->shapes_j.at[j];
    if (lists == LISTS_SAME) return i < j && a != b;
    return lists == LISTS_APART || (a != b && !(a > b && has(&p->shapes_i, b) && has(&p->shapes_j, a)));
}

/* Whether shapes of two markers are on one part, and do not move against each other. */
static bool are_one(const CdModel *model, int a, int b)
{
    if (a < 0 || b < 0) return a == b;
    const Marker *x = MODEL_AT(model, marker, Marker, a), *y = MODEL_AT(model, marker, Marker, b);
    return x->part == y->part && x->point_mass == y->point_mass && x->flex_body == y->flex_body &&
           x->fe_part == y->fe_part && x->fe_part < 0;
}

bool cd_contact_between(const CdModel *model, int a, int b)
{
    return !are_one(model, a, b);
}

static bool names(const IntList *list, int graphics)
{
    for (int n = 0; n < list->n; n++)
        if (list->at[n] == graphics) return true;
    return false;
}

/* A shape; what is wrong with it is reported for the first CONTACT that names it. */
static const Shape *stated(const CdModel *model, const Element *e, int graphics, CdLog *log, int *marker)
{
    const Element *first = model->table[KIND_contact].at;
    const Shape *shape = cd_shape_made(model, graphics, marker);
    for (; !shape && first < e; first++) {
        const Contact *p = first->data;
        if (names(&p->shapes_i, graphics) || names(&p->shapes_j, graphics)) return NULL;
    }
    return shape ? shape : cd_shape_stated(model, graphics, log, marker);
}

/* Every shape can touch and every pair of them is known; at least one pair can move. */
static bool usable(const CdModel *model, const Element *e, CdLog *log)
{
    const Contact *p = e->data;
    char label[CD_LABEL_ROOM], of_i[CD_LABEL_ROOM], of_j[CD_LABEL_ROOM];
    Arena arena = { 0 };
    const IntList *list[2] = { &p->shapes_i, &p->shapes_j };
    const Shape **shape[2];
    int *marker[2], pairs = 0;
    bool good = true, known[SHAPE_KINDS][SHAPE_KINDS][2] = { 0 };
    PairLists lists = cd_contact_lists(p);
    for (int k = 0; k < 2; k++) {
        shape[k] = ARENA_ARRAY(&arena, const Shape *, list[k]->n);
        marker[k] = ARENA_ARRAY(&arena, int, list[k]->n);
        for (int n = 0; n < list[k]->n; n++) {
            shape[k][n] = stated(model, e, list[k]->at[n], log, &marker[k][n]);
            good = good && shape[k][n] && marker[k][n] >= 0;
        }
    }
    for (int i = 0; i < p->shapes_i.n && good; i++)
        for (int j = 0; j < p->shapes_j.n && good; j++) {
            Pair pair;
            if (!cd_contact_pairs(p, lists, i, j) || are_one(model, marker[0][i], marker[1][j])) continue;
            pairs++;
            PairOptions options = cd_contact_options(p, p->shapes_i.at[i], p->shapes_j.at[j]);
            bool *of_kinds = &known[shape[0][i]->kind][shape[1][j]->kind][options.inside];
            *of_kinds =
                *of_kinds || (p->model == CONTACT_NEWTON ? cd_newton_knows(shape[0][i], shape[1][j], options.inside)
                                                         : cd_pair_make(&pair, shape[0][i], shape[1][j], options));
            if (*of_kinds) continue;
            const Element *g = model->table[KIND_graphics].at;
            cd_log(log, e->place, NO_CONTACT_PAIR, cd_label(e, label), cd_label(&g[p->shapes_i.at[i]], of_i),
                   cd_shape_name(shape[0][i]->kind), cd_label(&g[p->shapes_j.at[j]], of_j),
                   cd_shape_name(shape[1][j]->kind),
                   options.inside               ? " one inside the other"
                   : p->model != CONTACT_NEWTON ? ""
                   : shape[0][i]->polytope && shape[1][j]->polytope
                       ? " by NEWTON, with so many corners and edges; take a coarser mesh, or IMPACT"
                       : " by NEWTON; state IMPACT, or the gap by GCON, UNILATERAL");
            good = false;
        }
    if (good && p->model == CONTACT_POISSON && !GIVEN(e, Contact, function) && !GIVEN(e, Contact, normal_function))
        cd_log(log, e->place, CONTACT_POISSON, cd_label(e, label),
               p->augmented ? "; AUGMENTED_LAGRANGIAN_FORMULATION has no effect" : "");
    if (good && !pairs) cd_log(log, e->place, CONTACT_OF_ONE_PART, cd_label(e, label));
    cd_arena_close(&arena);
    return good && pairs;
}

static const char *refuse(const CdModel *model, const Element *e)
{
    (void)model;
    if (GIVEN(e, Contact, iflex) && GIVEN(e, Contact, jflex))
        return "IFLEX and JFLEX: nodes of two bodies do not meet; give one of them shapes, GRAPHICS on its markers";
    return NULL;
}

static void load(const CdModel *model, const Element *e, LoadSink *out)
{
    (void)model;
    if (((const Contact *)e->data)->model == CONTACT_NEWTON) return;
    ContactLaw law = law_of(e->data);
    cd_load_contact(out, e->data, &law);
}

const ElementKind cd_element_contact = {
    .keyword = "CONTACT",
    .summary = "contact between shapes",
    .role = ROLE_FORCE,
    .flags = OPEN_ARGUMENTS,
    .mechanics = MECHANICS_PRESENT,
    .size = sizeof(Contact),
    .fields = fields,
    .components = 3,
    .load = load,
    .derive = cd_newton_derive,
    .gaps = cd_newton_gaps,
    .routine = routine,
    .usable = usable,
    .refuse = refuse,
    .check = check,
};
