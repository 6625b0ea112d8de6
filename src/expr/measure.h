/* measure.h - what expressions can ask of markers: displacements, angles, velocities, accelerations, loads; with
 * gradients. */
#pragma once
#include "kinematics/motion.h"

#include <stdbool.h>

/* Order matters within a group: magnitude, x, y, z. */
/* clang-format off */
typedef enum Measure {
    MEASURE_DM, MEASURE_DX, MEASURE_DY, MEASURE_DZ,             /* d = r_i - r_j along k */
    MEASURE_VM, MEASURE_VX, MEASURE_VY, MEASURE_VZ,             /* its rate seen from l, along k */
    MEASURE_WM, MEASURE_WX, MEASURE_WY, MEASURE_WZ,             /* w_i - w_j along k */
    MEASURE_ACCM, MEASURE_ACCX, MEASURE_ACCY, MEASURE_ACCZ,     /* second rate of d seen from l, along k */
    MEASURE_WDTM, MEASURE_WDTX, MEASURE_WDTY, MEASURE_WDTZ,     /* rate of w_i - w_j seen from l, along k */
    MEASURE_FM, MEASURE_FX, MEASURE_FY, MEASURE_FZ,             /* force of a wrench along k */
    MEASURE_TM, MEASURE_TX, MEASURE_TY, MEASURE_TZ,             /* torque of a wrench along k */
    MEASURE_VR,                                                 /* rate of |d| */
    MEASURE_AX, MEASURE_AY, MEASURE_AZ,                         /* projected angles, counted beyond a turn */
    MEASURE_PSI, MEASURE_THETA, MEASURE_PHI,                    /* body 3-1-3 */
    MEASURE_YAW, MEASURE_PITCH, MEASURE_ROLL,                   /* body 3-2-1, pitch reversed */
    MEASURE_INCANG,                                             /* angle at j from i to k */
    MEASURE_ORIENT,                                             /* type, component */
    MEASURE_UVX, MEASURE_UVY, MEASURE_UVZ,                      /* component of an axis of i in ground axes */
    MEASURE_COUNT
} Measure;
/* clang-format on */

/* One question: the measure, up to four markers (i, j, k, l) as table positions, -1 for the ground frame. */
typedef struct MeasureQuery {
    Measure measure;
    int marker[4];
    int type, component; /* ORIENT: as in functions.def; components from 1. UVX...: component 1..3 */
} MeasureQuery;

/* Numbers that keep an angle on its branch between accepted points: the last angle, and for INCANG the normal it turned
 * about. */
enum { WINDING_SLOTS_ANGLE = 1, WINDING_SLOTS_INCANG = 4 };
int cd_measure_windings(Measure m);

/* The value; gradient, if not NULL, receives one entry per marker of the query, load the share of the wrench (FM ...
 * TZ). marker: all markers of the model. wrench: for FM ... TZ. winding: slots of this query, or NULL for the principal
 * value. */
double cd_measure_eval(const MeasureQuery *q, const MarkerMotion *marker, const Wrench *wrench, const double *winding,
                       MarkerGradient gradient[4], Wrench *load);

/* After a point has been accepted: stores what keeps the angle on its branch. */
void cd_measure_wind(const MeasureQuery *q, const MarkerMotion *marker, double value, double *winding);

/* An angle between the axes of i and j as scale atan2(y, x): each side is a signed entry of R = A_j^T A_i, or the
 * length of two. */
typedef struct AngleSide {
    double sign;
    int n, row[2], col[2];
} AngleSide;
typedef struct AngleForm {
    double scale;
    AngleSide y, x;
} AngleForm;

/* For the projected angles, PSI ... ROLL and ORIENT up to yaw, pitch and roll. */
AngleForm cd_angle_form(const MeasureQuery *q, double R[3][3]);

enum { ORIENT_EULER_PARAMETERS = 27, ORIENT_RODRIGUES_PARAMETERS = 28, ORIENT_DIRECTION_COSINES = 29 };

/* Whether ORIENT has this type and component. */
bool cd_orient_exists(int type, int component);
