/* full_matrix.h - the matrix of backward differentiation in index 3 with nothing eliminated: fifteen equations per part
 * (9.50), as text books and Adams have them, for DEBUG/JMDUMP, FULL. */
#pragma once
#include "base/reporter.h"
#include "kinematics/chart.h"
#include "system/equations.h"

/* The point it is made for; the state is prepared. */
typedef struct FullPoint {
    double c;           /* rates are values / c and what the past adds */
    const Attitude *at; /* per body, of those that turn in space: angles and chart ... */
    const Vec3 *rate;   /* ... and their rates */
} FullPoint;

/* Groups of unknowns and equations; bodies have the first nine. */
typedef enum FullGroup {
    FULL_SPEED,
    FULL_MOMENTUM,
    FULL_RATE,
    FULL_POSITION,
    FULL_ANGLE,
    FULL_FORCE,
    FULL_TORQUE,
    FULL_OTHER
} FullGroup;

/* An unknown, and the equation beside it. body, number: which of it, and the component; FULL_OTHER: number is the
 * unknown of the equations, multipliers first. */
typedef struct FullUnknown {
    FullGroup group;
    int body, number;
} FullUnknown;

typedef struct FullEntry {
    int row, col;
    double x;
} FullEntry;

typedef struct FullMatrix {
    ARRAY_OF(FullUnknown) unknown;
    ARRAY_OF(FullEntry) entry; /* by rows, each place once, without zeros */
} FullMatrix;

/* False if a derivative is not finite, or there are flexible bodies, which have no such form here. The matrix of the
 * equations and their inertia are overwritten. */
bool cd_full_matrix(Arena *arena, Equations *e, const FullPoint *p, FullMatrix *out);

const char *cd_full_unknown(const Equations *e, FullUnknown x, char room[CD_LABEL_ROOM]);
const char *cd_full_equation(const Equations *e, FullUnknown x, char room[CD_LABEL_ROOM]);

/* Every entry in a line, with its names; charts of angles before them. */
void cd_full_tell(const Equations *e, const FullPoint *p, const FullMatrix *m, const Reporter *reporter);
