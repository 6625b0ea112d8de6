/* mesh.h - closed surfaces of triangles, with the neighbours of each and a tree of boxes. */
#pragma once
#include "contact/shape.h"

typedef struct MeshBox {
    Vec3 low, high;
    int first, count; /* a leaf: triangles; else count 0 and the first of two boxes that follow each other */
} MeshBox;

typedef struct SurfaceMesh {
    int vertices, triangles, edges, boxes;
    const Vec3 *vertex;
    const Vec3 *shifted; /* vertices moved by 1e-13 of the size, so that I's never lie in planes and lines of J's */
    const int (*triangle)[3]; /* counter-clockwise from outside; in the order of the tree */
    const int (*side)[3];     /* edge from corner k to the next: its number + 1, negative if it runs the other way */
    const Vec3 *normal;       /* unit, outwards */
    const Vec3 *middle;       /* of a ball around each triangle, and its radius */
    const double *radius;
    const int (*edge)[2]; /* two vertices */
    const int *around;    /* triangles at a vertex: those from around[v] to around[v + 1] */
    const int *around_triangle;
    const MeshBox *box; /* the first holds all */
} SurfaceMesh;

/* From triangles whose corners may repeat vertices; equal vertices become one. NULL with a reason: they enclose no
 * volume (a hole, an edge of three triangles). Turned inside out if need be. */
const SurfaceMesh *cd_mesh_new(Arena *arena, int vertices, const Vec3 *vertex, int triangles, const int (*triangle)[3],
                               const char **why);

/* A solid as a mesh; convex ones with few faces are taken as such. NULL with a reason. */
Shape *cd_shape_mesh(Arena *arena, int vertices, const Vec3 *vertex, int triangles, const int (*triangle)[3],
                     const char **why);

/* Bounding box and sizes of a shape from its mesh. */
void cd_shape_take_mesh(Shape *s, const SurfaceMesh *m);

/* Vertices as they are seen from where the mesh stands at r, A, shifted as they are where it is I; from scratch. */
const Vec3 *cd_mesh_seen(const SurfaceMesh *m, Vec3 r, Mat3 A, Arena *scratch);

/* Length, width and height together. */
double cd_box_extent(const MeshBox *b);

/* Of heights over planes of triangles, beyond which their signs are sure; one mesh stands at r seen from the other. */
double cd_mesh_margin(const SurfaceMesh *i, const SurfaceMesh *j, Vec3 r);

/* Whether a triangle is on one side of a plane, farther from it than a margin. */
bool cd_triangle_clear(const Vec3 *x, const int t[3], Vec3 at, Vec3 normal, double margin);
