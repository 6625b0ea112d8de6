/* graphics.h - shapes, for drawing and for contact. */
#pragma once
#include "model/field.h"

typedef enum GraphicsType {
    GRAPHICS_CYLINDER,
    GRAPHICS_BOX,
    GRAPHICS_EXTERNAL,
    GRAPHICS_CIRCLE,
    GRAPHICS_FRUSTUM,
    GRAPHICS_FORCE,
    GRAPHICS_ELLIPSOID,
    GRAPHICS_SPDP,
    GRAPHICS_CURVE,
    GRAPHICS_ARC,
    GRAPHICS_TORUS,
    GRAPHICS_PLATE,
    GRAPHICS_PLANE,
    GRAPHICS_POINT,
    GRAPHICS_BSPLINE,
    GRAPHICS_SPHERE,
    GRAPHICS_EXTRUSION,
    GRAPHICS_REVOLUTION
} GraphicsType;

typedef struct Graphics {
    int type;           /* -1: an outline, or a curve */
    int cm, corner, rm; /* centre, corner or reference marker */
    double length, radius, rangle;
    double bottom, top;            /* radii of a frustum */
    double x, y, z;                /* edges of a box */
    double xscale, yscale, zscale; /* full axes of an ellipsoid */
    double rmax, rmin;             /* radii of a torus */
    double xmin, xmax, ymin, ymax; /* extent of a plane */
    double thickness;
    int seg, sides;
    IntList outline, markers;      /* markers that a line or plate passes through */
    int curve, crm;                /* curve and the marker that carries it */
    Text file, element, file_type; /* solid from a file */
    double faceting_tolerance;
    Text etype; /* force arrow: statement, id and marker */
    int eid, emarker;
    int i, j, coils; /* spring symbol */
    double da, db, dc, la, lb, lc, ld;
    int matrix, order;
    int closure;
} Graphics;
