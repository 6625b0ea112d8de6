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

/* What a wheel is where it rolls, whatever its bore, spokes and pockets are. */
typedef struct Rim {
    WholeShape shape; /* WHOLE_NONE: the body has no rim */
    double beyond;    /* farther than that from the axis of the shape, ... */
    double low, high; /* ... and between these along it the body is the same as the shape */
} Rim;

/* A cylinder whose mantle is a face of the body, all around, with or without chamfers at its ends, or a torus whose
 * outer band is. The facets are those of the body, in its frame. */
Rim cd_body_rim(const Body *b, const Facets *f);
