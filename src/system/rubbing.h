/* rubbing.h - friction of closed contacts that slip: a load that the multiplier of the gap makes (theory 22.20 to
 * 22.22).
 *
 *     Q_t = mu lambda G_t^T d,     N = -lambda,     d = U_t / |U_t|,   U_t = G_t v + phi_t of one or two tangents
 *
 * Contacts that stick have their tangents among the rows in use. */
#pragma once
#include "system/equations.h"
#include "system/variation.h"

enum { MOST_TANGENTS = 2 };

/* Tangents of a row, which stand behind it; 0: it has no friction, or is not unilateral. */
int cd_tangents(const Constraints *c, int row);

/* One that slips, at the present state, which is prepared. */
typedef struct Slip {
    int row, tangents;
    double mu;
    double u[MOST_TANGENTS], d[MOST_TANGENTS]; /* slip velocity, and its direction */
    double slope;                              /* of d: (1 - d d^T) slope; 0 along one line, where d is +-1 */
} Slip;
/* Whether a row in use is a contact that slips. */
bool cd_slip_at(System *s, int row, Slip *out);
/* Slip velocity of a contact, one or two numbers. */
void cd_slip_velocity(System *s, int row, double u[MOST_TANGENTS]);

/* Whether any contact slips. */
bool cd_slips_any(const System *s);

/* G of a row, body by body. */
typedef struct TangentLegs {
    int n, body[ROW_WIDTH];
    Vec3 r[ROW_WIDTH], pi[ROW_WIDTH];
} TangentLegs;
/* As cd_slip_at, with G of the tangents. */
bool cd_slip_with(System *s, int row, Slip *out, TangentLegs legs[MOST_TANGENTS]);

/* r += G_t^T (-mu lambda d) of all that slip: their share of G^T lambda - Q. */
void cd_slip_residual(Equations *e, double *r);
/* What time alone does to it. */
void cd_slip_time(Equations *e, double *r);
/* Power of friction, not positive. */
double cd_slip_power(Equations *e);

/* d d_k/d U_l times -mu lambda. */
double cd_slip_turn(const Slip *x, double lambda, int k, int l);

/* Force of friction on a contact along its tangents, sticking or slipping; zeros where it has none. */
void cd_friction_force(System *s, int row, double force[MOST_TANGENTS]);
