/* xt_geometry.h - curves and surfaces from the nodes of an XT file, each made once, when it is asked for first. */
#pragma once
#include "geometry/edge_curve.h"
#include "geometry/xt.h"

typedef struct XtGeometry {
    const XtFile *file;
    Arena *arena;
    const Surface **surface; /* by node; NULL: not made yet, or it cannot be */
    const EdgeCurve **curve; /* by node */
    const char *wrong;       /* why the last one cannot be made */
    int wrong_node;
    int depth; /* curves on surfaces on curves: how deep we are */
} XtGeometry;

XtGeometry cd_xt_geometry(const XtFile *f, Arena *arena);

/* NULL, with wrong and wrong_node set, if the file says none that is known. */
const Surface *cd_xt_surface(XtGeometry *g, int node);
const EdgeCurve *cd_xt_curve(XtGeometry *g, int node);

/* The piece of a curve between two points, start and end NULL for a ring: in the direction that the curve counts in.
 * A trimmed curve says its own ends. */
bool cd_xt_piece(XtGeometry *g, int node, const Vec3 *start, const Vec3 *end, EdgePiece *out);
