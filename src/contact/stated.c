/* stated.c - from a GRAPHICS statement to a shape. */
#include "contact/stated.h"

#include "base/file.h"
#include "base/mesh_file.h"
#include "contact/mesh.h"
#include "elements/curve.h"
#include "elements/graphics.h"
#include "elements/matrix.h"
#include "geometry/external.h"
#include "geometry/recognise.h"
#include "kinematics/curve.h"
#include "model/bodies.h"
#include "model/frames.h"

#include <stdarg.h>
#include <stdlib.h>

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

/* The triangles of a file of meshes. */
static const Shape *external_mesh(Arena *arena, const Element *e, const char *path, CdLog *log)
{
    Arena scratch = { 0 };
    size_t n = 0;
    char *bytes = cd_file_read(&scratch, path, &n);
    TriangleList list = { .arena = &scratch };
    if (bytes) cd_triangles_read(&list, cd_text(path), bytes, n);
    Vec3 *vertex = ARENA_ARRAY(&scratch, Vec3, 3 * list.n + 1);
    int(*triangle)[3] = cd_arena_take(&scratch, sizeof *triangle * (size_t)(list.n + 1));
    for (int k = 0; k < 3 * list.n; k++) vertex[k] = v3_load(list.corner + 3 * (size_t)k), triangle[k / 3][k % 3] = k;
    const char *why = NULL;
    const Shape *s = cd_shape_mesh(arena, 3 * list.n, vertex, list.n, (const int(*)[3])triangle, &why);
    cd_arena_close(&scratch);
    return s ? s : refuse(log, e, "%s makes no solid: %s", path, why);
}

/* A whole shape in the frame that it has in its body; metre: unit of length of the model. NULL: it is none. */
static Shape *whole_shape(Arena *arena, const SolidBody *b, const WholeShape *w, double metre)
{
    Shape *s = NULL;
    switch (w->kind) {
    case WHOLE_BOX: s = cd_shape_box(arena, v3_scale(w->low, 1 / metre), v3_scale(w->high, 1 / metre)); break;
    case WHOLE_FRUSTUM:
        s = cd_shape_frustum(arena, w->from / metre, w->to / metre, w->bottom / metre, w->top / metre);
        break;
    case WHOLE_BALL: s = cd_shape_sphere(arena, w->radius / metre); break;
    case WHOLE_TORUS: s = cd_shape_torus(arena, w->radius / metre, w->section / metre); break;
    default: return NULL;
    }
    s->placed = true;
    s->at = v3_scale(v3_add(m3_apply(b->A, w->r), b->t), 1 / metre);
    s->axes = m3_mul(b->A, w->A);
    return s;
}

/* The shape that a body is where it rolls; NULL: there is none. */
static Shape *external_rim(Arena *arena, const SolidBody *b, const Facets *placed, double metre, Rim *rim)
{
    Arena scratch = { 0 };
    Facets own = { 0 };
    for (int i = 0; i < placed->point.n; i++)
        ARRAY_PUSH(&scratch, &own.point, m3_tapply(b->A, v3_sub(placed->point.at[i], b->t)));
    *rim = cd_body_rim(b->body, &own);
    cd_arena_close(&scratch);
    return whole_shape(arena, b, &rim->shape, metre);
}

/* Triangles of bodies, as one shape. */
static const Shape *external_facets(Arena *arena, const Element *e, const SolidFound *found, double metre, CdLog *log)
{
    const Graphics *g = e->data;
    Arena scratch = { 0 };
    ARRAY_OF(Vec3) vertex = { 0 };
    ARRAY_OF(FacetTriangle) triangle = { 0 };
    int lacks = 0;
    const Shape *rim = NULL;
    Rim where = { 0 };
    for (int k = 0; k < found->n; k++) {
        Facets f = cd_solid_facets(&scratch, found->solid, found->body[k], g->faceting_tolerance);
        int first = vertex.n;
        lacks += cd_solid_complain(found->solid, found->body[k], NULL, &f, log);
        if (found->n == 1) rim = external_rim(arena, &found->solid->body.at[found->body[0]], &f, metre, &where);
        for (int i = 0; i < f.point.n; i++) ARRAY_PUSH(&scratch, &vertex, v3_scale(f.point.at[i], 1 / metre));
        for (int i = 0; i < f.triangle.n; i++) {
            FacetTriangle t = f.triangle.at[i];
            for (int c = 0; c < 3; c++) t.corner[c] += first;
            ARRAY_PUSH(&scratch, &triangle, t);
        }
    }
    int(*corner)[3] = cd_arena_take(&scratch, sizeof *corner * (size_t)(triangle.n + 1));
    for (int i = 0; i < triangle.n; i++)
        for (int c = 0; c < 3; c++) corner[i][c] = triangle.at[i].corner[c];
    const char *why = "faces are missing, which is said above";
    Shape *s = NULL;
    if (!lacks) s = cd_shape_mesh(arena, vertex.n, vertex.at, triangle.n, (const int(*)[3])corner, &why);
    if (s && rim)
        s->rim = rim, s->size = rim->size, s->beyond = where.beyond / metre, s->above = where.low / metre,
        s->below = where.high / metre;
    cd_arena_close(&scratch);
    return s ? s : refuse(log, e, "the solid in %s cannot be touched: %s", found->path, why);
}

/* A solid, or the mesh that stands in for it. */
static const Shape *external(Arena *arena, SolidLibrary *lib, const CdModel *model, int index, CdLog *log)
{
    const Element *e = &model->table[KIND_graphics].at[index];
    char label[CD_LABEL_ROOM];
    SolidFound found;
    SolidQuery q = cd_external_query(model, index, label);
    const Shape *s = NULL;
    double metre = cd_external_metre(model);
    bool there = cd_solid_find(lib, &q, &found, log), built = there;
    for (int k = 0; there && found.solid && k < found.n; k++)
        built &= cd_solid_body(found.solid, found.body[k], log) != NULL;
    if (built && !found.solid) s = external_mesh(arena, e, found.path, log);
    else if (built) {
        const SolidBody *first = &found.solid->body.at[found.body[0]];
        WholeShape whole = cd_body_recognise(first->body);
        if (found.n == 1) s = whole_shape(arena, first, &whole, metre);
        if (!s) s = external_facets(arena, e, &found, metre, log);
    } else refuse(log, e, "there is no solid for it");
    return s;
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

static const Shape *make(Arena *arena, SolidLibrary *lib, const CdModel *model, int index, CdLog *log, int *marker)
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
    case GRAPHICS_EXTERNAL: *marker = g->rm; return external(arena, lib, model, index, log);
    case GRAPHICS_EXTRUSION:
    case GRAPHICS_REVOLUTION: *marker = g->rm; return profiled(arena, model, e, log);
    default: return refuse(log, e, "this version knows no contact with it");
    }
}

/* ---- those of a model -------------------------------------------------------------------------------------------- */

typedef struct StatedShapes {
    Arena arena;
    SolidLibrary library;
    const Shape **shape; /* one per GRAPHICS; NULL: not asked for so far, or it is none */
    int *marker;
} StatedShapes;

static void close_shapes(StatedShapes *s)
{
    cd_solid_library_close(&s->library);
    cd_arena_close(&s->arena);
    free(s);
}

static StatedShapes *open_shapes(int n)
{
    StatedShapes *s = cd_take(sizeof *s);
    s->shape = ARENA_ARRAY(&s->arena, const Shape *, n), s->marker = ARENA_ARRAY(&s->arena, int, n);
    return s;
}

const Shape *cd_shape_made(const CdModel *model, int index, int *marker)
{
    CdModel *m = (CdModel *)model; /* what it says does not change */
    pthread_mutex_lock(&m->making);
    const Shape *shape = m->shapes ? m->shapes->shape[index] : NULL;
    if (shape) *marker = m->shapes->marker[index];
    pthread_mutex_unlock(&m->making);
    return shape;
}

const Shape *cd_shape_stated(const CdModel *model, int index, CdLog *log, int *marker)
{
    CdModel *m = (CdModel *)model; /* what it says does not change */
    pthread_mutex_lock(&m->making);
    if (!m->shapes) m->shapes = open_shapes(m->table[KIND_graphics].n), m->close_shapes = close_shapes;
    StatedShapes *s = m->shapes;
    if (!s->shape[index]) s->shape[index] = make(&s->arena, &s->library, m, index, log, &s->marker[index]);
    const Shape *shape = s->shape[index];
    *marker = s->marker[index];
    pthread_mutex_unlock(&m->making);
    return shape;
}
