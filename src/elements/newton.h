/* newton.h - gaps of CONTACT/..., NEWTON as unilateral rows (theory 22.2). */
#pragma once
#include "contact/shape.h"
#include "expr/compile.h"
#include "kinematics/constrain.h"

/* Whether gaps of such a pair can be rows: points, balls, ellipsoids, tori, ends of cylinders and frusta and corners of
 * solids with plane faces on planes; points and balls on solids; corners and edges of solids with plane faces on each
 * other. */
bool cd_newton_knows(const Shape *i, const Shape *j, bool inside);
/* Whether time stepping knows the pair without a row: balls, points and corners on planes, balls on balls. */
bool cd_newton_is_of_pile(const Shape *i, const Shape *j);

/* Whether the integrator of a model is one of time stepping, which finds its contacts itself: there are no rows
 * then. */
bool cd_newton_by_steps(const CdModel *model);

/* Coefficients of friction: MU_STATIC, and MU_DYNAMIC or, where that is not stated, MU_STATIC; 0: none. */
typedef struct FrictionPair {
    double sticking, sliding;
} FrictionPair;
FrictionPair cd_newton_mu(const Element *contact);

/* Functions of the kind CONTACT. */
void cd_newton_derive(const CdModel *model, Element *e, Compiler *c);
void cd_newton_gaps(const CdModel *model, const Element *e, ConstraintSink *out);
