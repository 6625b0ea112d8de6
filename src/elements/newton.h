/* newton.h - gaps of CONTACT/..., NEWTON as unilateral rows (theory 22.2). */
#pragma once
#include "contact/shape.h"
#include "expr/compile.h"
#include "kinematics/constrain.h"

/* Whether the gap of such a pair can be a row: points, balls and corners of solids with plane faces on planes; balls on
 * balls. */
bool cd_newton_knows(const Shape *i, const Shape *j);

/* Whether the integrator of a model is one of time stepping, which finds its contacts itself: there are no rows
 * then. */
bool cd_newton_by_steps(const CdModel *model);

/* Functions of the kind CONTACT. */
void cd_newton_derive(const CdModel *model, Element *e, Compiler *c);
void cd_newton_gaps(const CdModel *model, const Element *e, ConstraintSink *out);
