/* recognise.h - bodies that are whole boxes, cylinders, frusta, balls or tori, so that contacts can use closed forms
 * for them. */
#pragma once
#include "geometry/facets.h"

typedef enum WholeKind { WHOLE_NONE, WHOLE_BOX, WHOLE_FRUSTUM, WHOLE_BALL, WHOLE_TORUS } WholeKind;

typedef struct WholeShape {
    WholeKind kind;
    Vec3 r; /* its frame: origin and axes; round shapes are about z */
    Mat3 A;
    Vec3 low, high;  /* of a box, along its axes */
    double from, to; /* of a frustum along z, with these radii; a cylinder has equal ones */
    double bottom, top;
    double radius, section; /* of a ball; of the ring of a torus, and of its section */
} WholeShape;

/* What the body is as a whole: its faces lie where those of the shape do, and its volume and area are the same to
 * 1e-9. */
WholeShape cd_body_recognise(const Body *b);

/* The cylinder that a body fills but for what is near its axis, as a wheel does with its bore, spokes and pockets: its mantle is a face of
 * the body, all around and from end to end. hollow: farther from the axis than that the two are the same, but for rounding. The facets are
 * those of the body, in its frame. */
WholeShape cd_body_rim(const Body *b, const Facets *f, double *hollow);
