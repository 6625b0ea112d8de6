/* relative.h - small motions seen from a marker that moves (theory 12.27 to 12.29).
 *
 * With R(t) the axes of the marker and d = r - r_0 from the centre of its body, a displacement and a rotation are
 * counted as
 *
 *     eta = R^T ( dr - dr_0 - dtheta_0 x d ),   phi = R^T ( dtheta - dtheta_0 )       eta_0 = R^T dr_0, phi_0 = R^T
 *                                               dtheta_0 of that body itself
 *
 * and their rates are the derivatives of these, as R and d change with the motion. */
#pragma once
#include "system/system.h"

typedef struct Relative {
    const System *s;
    int marker, body;  /* body: -1: of ground */
    Mat3 R;            /* its axes at present */
    Vec3 w, w_rate;    /* how they turn */
    Vec3 r, u, u_rate; /* the centre of its body */
} Relative;

/* Whether motions of planar parts have their coordinates in its axes: it stands on ground or on a planar part, z along
 * that of ground. A message if not. */
bool cd_relative_fits(const System *s, int marker, CdLog *log);

/* Parameters of curves and modal coordinates are the same from everywhere. */
bool cd_relative_is_scalar(const MovingBody *b);

/* marker: its position in the model, at the present state, whose accelerations are known. */
Relative cd_relative_new(const System *s, int marker);

/* From the coordinates (dr, dtheta), all bodies in ground axes, and their first and second rates to those relative to
 * the marker, at the same level; NULL: those of lower levels are zero. Each is nv. */
void cd_relative_positions(const Relative *f, const double *dq, double *eta);
void cd_relative_velocities(const Relative *f, const double *dq, const double *p, double *nu);
void cd_relative_accelerations(const Relative *f, const double *dq, const double *p, const double *rate, double *alpha);

/* And back. eta NULL: zero; nu NULL: zero. */
void cd_relative_place(const Relative *f, const double *eta, double *dq);
void cd_relative_move(const Relative *f, const double *eta, const double *nu, double *p);

/* Accelerations of a body, of its centre and of its rotation, in the axes of the marker as seen from it; of its own
 * body: how it turns faster, alone. */
void cd_relative_steadiness(const Relative *f, int body, Vec3 *acceleration, Vec3 *turning);

/* A row that multiplies dq (nv, ground axes) becomes one that multiplies eta, in place. */
void cd_relative_row(const Relative *f, double *row);
