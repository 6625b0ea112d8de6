/* edge_gap.h - gaps of corners and edges of two convex solids with plane faces (theory 22.31). */
#pragma once
#include "contact/polytope.h"
#include "contact/seen.h"

/* What counts as on a face, beside it or along it: a share of the size of a solid, and an angle. */
static const double edge_slack = 1e-10, edge_angle = 1e-7;

/* The face of J that a corner of I is over, or FEATURE_APART; frames are those of the shapes. */
int cd_corner_part(const SingleGap *g, const JetFrame *i, const JetFrame *j);

/* What the distance of corners and edges that are apart has more. */
double cd_apart_more(const SingleGap *g);

/* Of two edges: 1 or 2 where they cross, J before or behind the product of their directions; or FEATURE_APART. */
int cd_edges_part(const SingleGap *g, const JetFrame *i, const JetFrame *j);
Jet cd_edges_gap(const SingleGap *g, const JetFrame *i, const JetFrame *j, int part);

/* How far the solids are apart along the normal of a face or of two edges along which they are most, and more than
 * contacts leave. */
Jet cd_overlap_gap(const SingleGap *g, const JetFrame *i, const JetFrame *j);

/* Where they cross: a point on I, the normal, and the direction of I's edge. */
typedef struct EdgeCrossing {
    JetVec point, normal, along;
} EdgeCrossing;
EdgeCrossing cd_edges_crossing(const SingleGap *g, const JetFrame *i, const JetFrame *j);
