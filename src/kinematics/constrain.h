/* constrain.h - how a constraint element states its equations: rows made of terms, in the order they are named to the
 * user. */
#pragma once
#include "kinematics/rows.h"

typedef struct ConstraintSink ConstraintSink;

/* Begins an equation of the element at hand; name is what the user reads: "Zi.Xj". */
void cd_constrain_row(ConstraintSink *out, const char *name);
void cd_constrain_term(ConstraintSink *out, Term term);

/* The sum of terms keeps the value it has at the start, instead of zero. */
void cd_constrain_keep_start(ConstraintSink *out);

/* The sum of terms follows a function of time, given at displacement (0), velocity (1) or acceleration (2) level. disp
 * and vel are initial values where the function leaves them open; NULL: as the model has them. */
void cd_constrain_drive(ConstraintSink *out, const Expr *function, int level, const double *disp, const double *vel);

/* A coordinate of the element's own, the parameter of a curve: it starts at alpha, and the point moves along the curve
 * with this speed at first (NULL: not given). The floating marker (-1: none) stands at the point, on the curve that
 * `frame` carries. Returns the body. */
int cd_constrain_parameter(ConstraintSink *out, const SpaceCurve *curve, double alpha, const double *speed,
                           int floating, int frame);

/* The row is an expression that is kept at zero instead of a sum of terms. */
void cd_constrain_general(ConstraintSink *out, const Program *program);

/* The row is the gap of shapes that markers i and j carry, which lives as long as the rows do; or, of a row of
 * velocities, slip there along tangent 1 or 2. */
struct SingleGap;
void cd_constrain_gap(ConstraintSink *out, int i, int j, const struct SingleGap *gap, int slip);
Arena *cd_constrain_arena(ConstraintSink *out); /* of the rows */

/* The row, less this value, is a gap that may not become negative; it is an equation only while it is closed. */
void cd_constrain_unilateral(ConstraintSink *out, double least, double restitution);
/* The rate of the row is the slip of the unilateral one before it, or one of two at right angles, against which
 * friction acts: up to mu times the normal force while it sticks, and `sliding` times it where it slips. An equation
 * only while it sticks. */
void cd_constrain_tangent(ConstraintSink *out, double mu, double sliding);

/* The sum of terms takes this value, and its rate if there is one, at the start only. */
void cd_constrain_initial(ConstraintSink *out, double value, const double *rate);

/* Equations that joints are made of; I and J are the markers of the element. */
/* clang-format off */
typedef enum Primitive {
    PRIMITIVE_END,
    PLANE_X, PLANE_Y, PLANE_Z,   /* (r_I - r_J) . x_J ... = 0 */
    PERP_ZX, PERP_ZY, PERP_XY,   /* z_I . x_J, z_I . y_J, x_I . y_J = 0 */
    PERP_ZZ,                     /* z_I . z_J = 0 */
    EQUAL_TURN                   /* x_I . y_J + y_I . x_J = 0 */
} Primitive;
/* clang-format on */
void cd_constrain_primitives(ConstraintSink *out, const Primitive *list, int i, int j);
/* How many of them are across the plane, where I and J stand on planar parts or on ground as the dataset places
 * them. */
int cd_primitives_across(const CdModel *model, const Primitive *list, int i, int j);

/* The coordinate along an axis of J of a point on a curve that I carries, relative to the origin of J. */
void cd_constrain_curve_point(ConstraintSink *out, int i, int j, int axis, int parameter);
/* Minus a coordinate of a curve. */
Term cd_curve_term(int parameter, int axis);

/* The coordinate of I relative to J along, or about, the z axis of J. */
Term cd_slide_term(int i, int j, int axis);
Term cd_turn_term(int i, int j);
