/* shape.h - a body's shape as contacts see it: made once, in the frame of the marker that carries it, constant
 * afterwards. */
#pragma once
#include "base/arena.h"
#include "linalg/mat3.h"

struct Distance;
struct DualVec;
struct Polytope;
struct SurfaceMesh;
struct PlaneCurve;
struct SpaceCurve;
struct SpaceCurve;

typedef enum ShapeKind {
#define SHAPE(name, doc, planar) SHAPE_##name,
#include "contact/shapes.def"
#undef SHAPE
    SHAPE_KINDS
} ShapeKind;

typedef struct Shape {
    ShapeKind kind;
    Vec3 low, high; /* bounding box; a plane reaches to infinity */
    double size;    /* characteristic length: what penetration is small against; infinite of a plane */
    Vec3 centre;    /* of a ball that holds it, with this radius */
    double reach;
    union {
        double radius; /* of a sphere */
        Vec3 half;     /* semi-axes of an ellipsoid */
        struct {
            double from, to, bottom, top; /* cylinder, frustum: extent along z, radii there */
        } round;
        struct {
            double ring, section; /* radii of a torus about z */
        } torus;
    };
    struct Distance (*distance)(const struct Shape *,
                                struct DualVec); /* signed, of a point; NULL: not in closed form */
    const struct Polytope *polytope; /* a convex solid with plane faces: BOX, convex meshes and extrusions; else NULL */
    const struct Polytope
        *facets; /* of a convex round shape: plane faces instead, for pairs that have no closed form */
    const struct SurfaceMesh *mesh;       /* triangles; NULL of shapes that need none */
    const struct PlaneCurve *plane_curve; /* of a curve */
    bool placed; /* all of this is in a frame of its own: with this origin and these axes at the marker */
    Vec3 at;
    Mat3 axes;
    /* that it is the same as beyond a distance from its axis and between two planes; NULL: none */
    const struct Shape *rim;
    double beyond, above, below;
} Shape;

const char *cd_shape_name(ShapeKind kind);
bool cd_shape_is_planar(ShapeKind kind);

/* From an arena. Lengths are not checked: whoever states a shape has done so (positive radii, edges that are not
 * zero). */
Shape *cd_shape_sphere(Arena *arena, double radius);
Shape *cd_shape_ellipsoid(Arena *arena, Vec3 half); /* a sphere if its axes are equal */
Shape *cd_shape_plane(Arena *arena);
Shape *cd_shape_box(Arena *arena, Vec3 a, Vec3 b);                             /* between two opposite corners */
Shape *cd_shape_cylinder(Arena *arena, double from, double to, double radius); /* extent along z */
Shape *cd_shape_frustum(Arena *arena, double from, double to, double bottom,
                        double top); /* a cylinder if its radii are equal */
Shape *cd_shape_torus(Arena *arena, double ring, double section);

/* A profile (x, y) carried along z; a profile (distance from the axis by x and y, z) turned about z, closed, or open
 * and closed along the axis. NULL with a reason: there is no such solid. */
Shape *cd_shape_extrusion(Arena *arena, int n, const Vec3 *profile, double from, double to, const char **why);
Shape *cd_shape_revolution(Arena *arena, int n, const Vec3 *profile, bool closed, const char **why);

Shape *cd_shape_point(Arena *arena, Vec3 x);
Shape *cd_shape_arc(Arena *arena, double radius, double angle); /* from the x axis; a circle if it goes all around */
Shape *cd_shape_curve(Arena *arena, const struct SpaceCurve *spline); /* which must outlive it */
