/* stated.c - from a GRAPHICS statement to a shape. */
#include "contact/stated.h"

#include "base/mesh_file.h"
#include "contact/mesh.h"
#include "elements/curve.h"
#include "elements/elements.h"
#include "elements/graphics.h"
#include "elements/matrix.h"
#include "kinematics/curve.h"
#include "model/bodies.h"
#include "model/frames.h"

#include <stdarg.h>

static const Shape *refuse(CdLog *log, const Element *e, const char *format, ...) __attribute__((format(printf, 3, 4)));
static const Shape *refuse(CdLog *log, const Element *e, const char *format, ...)
{
    char label[CD_LABEL_ROOM], why[300];
    va_list args;
    va_start(args, format);
    vsnprintf(why, sizeof why, format, args);
    va_end(args);
    cd_log(log, e->place, NO_CONTACT_SHAPE, cd_label(e, label), why);
    return NULL;
}

static const Shape *ellipsoid(Arena *arena, const Element *e, CdLog *log)
{
    const Graphics *g = e->data;
    Vec3 half = v3(fabs(g->xscale) / 2, fabs(g->yscale) / 2, fabs(g->zscale) / 2);
    if (g->type == GRAPHICS_SPHERE && g->radius > 0) half = v3(g->radius, g->radius, g->radius);
    if (!(half.x > 0 && half.y > 0 && half.z > 0))
        return refuse(log, e, "XSCALE, YSCALE and ZSCALE must be greater than zero");
    return cd_shape_ellipsoid(arena, half);
}

/* Infinite where a limit is absent; else the top of a block as deep as it is wide. */
static const Shape *plane(Arena *arena, const Element *e, CdLog *log)
{
    const Graphics *g = e->data;
    bool bounded =
        GIVEN(e, Graphics, xmin) && GIVEN(e, Graphics, xmax) && GIVEN(e, Graphics, ymin) && GIVEN(e, Graphics, ymax);
    if (!bounded) return cd_shape_plane(arena);
    double x = g->xmax - g->xmin, y = g->ymax - g->ymin;
    if (!(x > 0 && y > 0)) return refuse(log, e, "XMIN must be less than XMAX, and YMIN less than YMAX");
    return cd_shape_box(arena, v3(g->xmin, g->ymin, -fmax(x, y)), v3(g->xmax, g->ymax, 0));
}

static const Shape *round_solid(Arena *arena, const Element *e, CdLog *log)
{
    const Graphics *g = e->data;
    bool cylinder = g->type == GRAPHICS_CYLINDER;
    double bottom = cylinder ? g->radius : g->bottom, top = cylinder ? g->radius : g->top;
    if (g->length == 0) return refuse(log, e, "its LENGTH is zero");
    if (!(fmax(bottom, top) > 0)) return refuse(log, e, "its radius is zero");
    return cd_shape_frustum(arena, 0, g->length, bottom, top);
}

/* The triangles of a file, as named or beside the dataset. */
static const Shape *external(Arena *arena, const Element *e, CdLog *log)
{
    const Graphics *g = e->data;
    Arena scratch = { 0 };
    size_t n = 0;
    const Text beside[] = { cd_text(e->place.file ? e->place.file : "") };
    if (!cd_is_mesh_file(g->file))
        return refuse(log, e,
                      "%.*s is none of the formats that are read (.stl, .obj, .shl): save the solid as one of these",
                      TEXT_ARG(g->file));
    char *bytes = cd_file_find(&scratch, g->file, 1, beside, &n);
    if (!bytes) {
        cd_arena_close(&scratch);
        return refuse(log, e, "%.*s is not there: put it beside the dataset", TEXT_ARG(g->file));
    }
    TriangleList list = { .arena = &scratch };
    cd_triangles_read(&list, g->file, bytes, n);
    Vec3 *vertex = ARENA_ARRAY(&scratch, Vec3, 3 * list.n + 1);
    int(*triangle)[3] = cd_arena_take(&scratch, sizeof *triangle * (size_t)(list.n + 1));
    for (int k = 0; k < 3 * list.n; k++) vertex[k] = v3_load(list.corner + 3 * (size_t)k), triangle[k / 3][k % 3] = k;
    const char *why = NULL;
    const Shape *s = cd_shape_mesh(arena, 3 * list.n, vertex, list.n, (const int(*)[3])triangle, &why);
    cd_arena_close(&scratch);
    return s ? s : refuse(log, e, "%.*s makes no solid: %s", TEXT_ARG(g->file), why);
}

/* Points of a curve, or rows of a matrix; how many, closed or not. */
static int profile_of(Arena *arena, const CdModel *model, const Graphics *g, Vec3 **at, bool *closed)
{
    enum { PER_PIECE = 8 };
    if (g->curve >= 0 && model->curve && model->curve[g->curve]) {
        const SpaceCurve *c = model->curve[g->curve];
        int n = PER_PIECE * c->pieces + (c->closed ? 0 : 1);
        *at = ARENA_ARRAY(arena, Vec3, n), *closed = c->closed;
        for (int k = 0; k < n; k++)
            (*at)[k] = cd_curve_eval(c, c->from + (c->to - c->from) * k / (PER_PIECE * c->pieces), 0);
        return n;
    }
    if (g->matrix < 0) return 0;
    const MatrixElement *m = MODEL_AT(model, matrix, MatrixElement, g->matrix);
    int rows = 0, columns = 0;
    cd_matrix_size(m, &rows, &columns);
    if (cd_matrix_lacks(m) || columns < 2 || columns > 3) return 0;
    *at = ARENA_ARRAY(arena, Vec3, rows), *closed = g->closure == 1;
    for (int k = 0; k < rows; k++)
        (*at)[k] = v3(cd_matrix_at(m, k, 0), cd_matrix_at(m, k, 1), columns == 3 ? cd_matrix_at(m, k, 2) : 0);
    return rows;
}

static const Shape *profiled(Arena *arena, const CdModel *model, const Element *e, CdLog *log)
{
    const Graphics *g = e->data;
    const char *why = NULL;
    Vec3 *at = NULL;
    bool closed = false;
    int n = profile_of(arena, model, g, &at, &closed);
    if (!n)
        return refuse(log, e, "it has no profile: give it a curve (CID), or points (MATRIX with two or three columns)");
    if (v3_norm(v3_sub(at[0], at[n - 1])) == 0) n--, closed = true;
    if (g->type == GRAPHICS_EXTRUSION && g->length == 0) return refuse(log, e, "its LENGTH is zero");
    const Shape *s = g->type == GRAPHICS_EXTRUSION ? cd_shape_extrusion(arena, n, at, 0, g->length, &why)
                                                   : cd_shape_revolution(arena, n, at, closed, &why);
    return s ? s : refuse(log, e, "%s", why);
}

/* A spline through points or by control points, or a polygon, in the plane of the marker. */
static const Shape *in_plane(Arena *arena, const Element *e, const SpaceCurve *c, CdLog *log)
{
    double off = 0, size = 0;
    for (int k = 0; k <= 8 * c->pieces; k++) {
        Vec3 x = cd_curve_eval(c, c->from + (c->to - c->from) * k / (8 * c->pieces), 0);
        off = fmax(off, fabs(x.z)), size = fmax(size, hypot(x.x, x.y));
    }
    if (off > 1e-6 * size)
        return refuse(log, e, "it leaves the x-y plane of its marker by %g: contacts of curves are in one plane", off);
    return cd_shape_curve(arena, c);
}

static const Shape *polygon(Arena *arena, const CdModel *model, const Element *e, CdLog *log)
{
    const Graphics *g = e->data;
    int n = g->outline.n;
    bool closed = n > 3 && g->outline.at[0] == g->outline.at[n - 1];
    Vec3 *x = ARENA_ARRAY(arena, Vec3, n + 1);
    Frame first = cd_marker_frame_loc(model, g->outline.at[0]);
    const Marker *owner = MODEL_AT(model, marker, Marker, g->outline.at[0]);
    for (int k = 0; k < n; k++) {
        const Marker *m = MODEL_AT(model, marker, Marker, g->outline.at[k]);
        if (m->part != owner->part || m->point_mass != owner->point_mass)
            return refuse(log, e, "its markers are on several bodies");
        x[k] = m3_tapply(first.A, v3_sub(cd_marker_frame_loc(model, g->outline.at[k]).r, first.r));
    }
    if (n < 2) return refuse(log, e, "an outline needs two markers");
    return in_plane(arena, e, cd_curve_spline(arena, closed ? n - 1 : n, x, 2, closed, 0, 1), log);
}

static const Shape *bspline(Arena *arena, const CdModel *model, const Element *e, CdLog *log)
{
    const Graphics *g = e->data;
    Vec3 *at = NULL;
    bool closed = false;
    int n = profile_of(arena, model, g, &at, &closed), order = g->order;
    if (n < order || order < 2 || order > CURVE_HIGHEST_ORDER)
        return refuse(log, e, "it needs a MATRIX with at least ORDER points of two or three columns");
    return in_plane(arena, e, cd_curve_spline(arena, n, at, order, closed, 0, 1), log);
}

static const Shape *stated_curve(Arena *arena, const CdModel *model, const Element *e, CdLog *log)
{
    const Graphics *g = e->data;
    if (g->curve < 0 || !model->curve || !model->curve[g->curve])
        return refuse(log, e, "its curve is given by a routine or is not there: give it points");
    return in_plane(arena, e, model->curve[g->curve], log);
}

const Shape *cd_shape_stated(Arena *arena, const CdModel *model, int index, CdLog *log, int *marker)
{
    const Element *e = &model->table[KIND_graphics].at[index];
    const Graphics *g = e->data;
    *marker = g->cm;
    switch (g->type) {
    case -1:
        if (g->outline.n) {
            *marker = g->outline.at[0];
            return polygon(arena, model, e, log);
        }
        *marker = g->crm >= 0 ? g->crm : g->rm;
        return stated_curve(arena, model, e, log);
    case GRAPHICS_CURVE: *marker = g->crm >= 0 ? g->crm : g->rm; return stated_curve(arena, model, e, log);
    case GRAPHICS_BSPLINE: *marker = g->rm >= 0 ? g->rm : g->cm; return bspline(arena, model, e, log);
    case GRAPHICS_POINT: *marker = g->rm >= 0 ? g->rm : g->cm; return cd_shape_point(arena, v3(0, 0, 0));
    case GRAPHICS_CIRCLE:
    case GRAPHICS_ARC:
        if (!(g->radius > 0)) return refuse(log, e, "its RADIUS is zero");
        return cd_shape_arc(arena, g->radius, g->type == GRAPHICS_ARC ? g->rangle : 2 * M_PI);
    case GRAPHICS_SPHERE:
    case GRAPHICS_ELLIPSOID: return ellipsoid(arena, e, log);
    case GRAPHICS_PLANE: *marker = g->rm; return plane(arena, e, log);
    case GRAPHICS_CYLINDER:
    case GRAPHICS_FRUSTUM: return round_solid(arena, e, log);
    case GRAPHICS_TORUS:
        if (!(g->rmin > 0 && g->rmax > 0)) return refuse(log, e, "RMIN and RMAX must be greater than zero");
        return cd_shape_torus(arena, g->rmax, g->rmin);
    case GRAPHICS_BOX:
        *marker = g->corner;
        if (g->x == 0 || g->y == 0 || g->z == 0) return refuse(log, e, "one of X, Y, Z is zero");
        return cd_shape_box(arena, v3(0, 0, 0), v3(g->x, g->y, g->z));
    case GRAPHICS_EXTERNAL: *marker = g->rm; return external(arena, e, log);
    case GRAPHICS_EXTRUSION:
    case GRAPHICS_REVOLUTION: *marker = g->rm; return profiled(arena, model, e, log);
    default: return refuse(log, e, "this version knows no contact with it");
    }
}
