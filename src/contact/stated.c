/* stated.c - from a GRAPHICS statement to a shape. */
#include "contact/stated.h"

#include "elements/elements.h"
#include "elements/graphics.h"

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

const Shape *cd_shape_stated(Arena *arena, const CdModel *model, int index, CdLog *log, int *marker)
{
    const Element *e = &model->table[KIND_graphics].at[index];
    const Graphics *g = e->data;
    *marker = g->cm;
    switch (g->type) {
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
    default: return refuse(log, e, "this version knows no contact with it");
    }
}
