/* surface.h - surfaces that faces lie on, R(u, v), and the point of one that is nearest to a given point. The natural
 * normal is R_u x R_v; where reversed is set the file means the opposite one.
 *
 *     plane      r + u x + v y                             cylinder   r + radius e(u) + v z,  e(u) = x cos u + y sin
 *                u
 *     cone       r + (radius + v slope) e(u) + v z         sphere     r + radius (cos v e(u) + sin v z)
 *     torus      r + (radius + minor cos v) e(u) + minor sin v z
 *     swept      c(u) + v sweep                            spun       c(u) turned by v about the axis (r, z)
 *     offset     base + distance n                         blend      tube of a radius about the spine c(u)
 */
#pragma once
#include "geometry/nurbs.h"
#include "linalg/mat3.h"

typedef enum SurfaceKind {
    SURFACE_PLANE,
    SURFACE_CYLINDER,
    SURFACE_CONE,
    SURFACE_SPHERE,
    SURFACE_TORUS,
    SURFACE_NURBS,
    SURFACE_SPUN,
    SURFACE_SWEPT,
    SURFACE_OFFSET,
    SURFACE_BLEND,
    SURFACE_KINDS
} SurfaceKind;

struct EdgeCurve;

typedef struct Surface {
    SurfaceKind kind;
    int node;                    /* of the file, for messages */
    bool reversed;               /* the side that counts is that against the natural normal */
    Vec3 r;                      /* point, centre, or point of the axis */
    Mat3 A;                      /* its axes x, y, z */
    double radius, minor, slope; /* slope: tangent of the half angle of a cone */
    Vec3 sweep;
    double distance;               /* of an offset surface; radius of a blend */
    const NurbsSurface *nurbs;     /* of a B-surface */
    const struct EdgeCurve *curve; /* section, profile or spine */
    const struct Surface *base;    /* of an offset surface */
    const struct Surface
        *original; /* as the file parametrises it, where this is a simpler form of it; NULL: it is as in the file */
} Surface;

/* Where a parameter runs, 0 for u, 1 for v; +-infinity where nothing bounds it. period 0: it does not come round. */
typedef struct SurfaceRange {
    double from, to, period;
} SurfaceRange;

extern const char *const cd_surface_words[SURFACE_KINDS]; /* plane, cylinder ... */

/* Point, derivatives by u and v. */
void cd_surface_eval(const Surface *s, double u, double v, Vec3 out[3]);
Vec3 cd_surface_point(const Surface *s, double u, double v);
/* Point and unit normal, natural or against it; false where there is none. */
bool cd_surface_normal(const Surface *s, double u, double v, Vec3 *p, Vec3 *n);
SurfaceRange cd_surface_range(const Surface *s, int parameter);
bool cd_surface_is_analytic(const Surface *s); /* plane, cylinder, cone, sphere, torus */

/* Parameters of the nearest point. known: uv holds those of a point near by, from which the search begins. Returns
 * the distance. */
double cd_surface_invert(const Surface *s, Vec3 p, double uv[2], bool known);

/* The same for points that may be off the surface, from the known ones in uv: a foot within reach is taken, beyond it
 * the whole surface is searched. */
double cd_surface_foot(const Surface *s, Vec3 p, double uv[2], double reach);

/* The copy of a parameter that is nearest to another one. */
double cd_nearest_copy(double x, double near, double period);

/* Turns an analytic surface: p' = A p + t. */
Surface cd_surface_moved(const Surface *s, Mat3 A, Vec3 t);
