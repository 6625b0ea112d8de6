/* moments.h - volume, area, centre and inertia of a body by integrals along its edges: no mesh, no approximation of
 * faces. */
#pragma once
#include "geometry/body.h"

typedef struct Moments {
    double volume, area; /* m3, m2 */
    Vec3 centre;         /* m */
    Mat3 inertia;        /* about the centre for density 1: kg m2 per kg/m3; off the diagonal minus the products */
    Vec3 vector_area;    /* integral of the normal: zero for a closed boundary whose normals all lead out */
    int turned;          /* faces whose normal is against their loops */
    int turned_node;     /* the first of them; -1: none */
    double *face_area;   /* of each face; 0 for those with a problem */
} Moments;

/* Faces with a problem are left out. */
Moments cd_body_moments(Arena *arena, const Body *b);
