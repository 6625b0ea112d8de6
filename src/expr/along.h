/* along.h - an expression along a motion: its value, first and second rate, and how all three change with what the
 * motion starts from. For constraints given by an expression, which need every derivative exactly. */
#pragma once
#include "expr/program.h"
#include "linalg/jet.h"

/* A marker along the motion. Velocities have their last coefficient, of s^2, left out. */
typedef struct MarkerJet {
    JetVec r, axis[3], v, w;
} MarkerJet;

/* How far in powers of s a jet is wanted. */
typedef enum AlongOrder { ALONG_FIRST, ALONG_SECOND } AlongOrder;

/* What the expression sees. */
typedef struct AlongContext {
    Jet time;
    const MarkerJet *marker; /* those that are read */
    const int *place;        /* of each marker of the model in them */
    const double *winding;   /* model->windings numbers */
    AlongOrder order;        /* what is wanted of a user routine, where each derivative costs calls */
    bool mixed;              /* also coefficients of s and e together */
} AlongContext;

/* value and jet: scratch, one per node. The program reads time, positions and velocities of markers only. */
Jet cd_program_along(const Program *p, const AlongContext *x, double *value, Jet *jet);
