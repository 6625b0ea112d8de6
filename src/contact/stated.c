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
    double x = fabs(g->xscale) / 2, y = fabs(g->yscale) / 2, z = fabs(g->zscale) / 2;
    if (g->type == GRAPHICS_SPHERE && g->radius > 0) x = y = z = g->radius;
    if (!(x > 0 && y > 0 && z > 0)) return refuse(log, e, "XSCALE, YSCALE and ZSCALE must be greater than zero");
    if (x == y && y == z) return cd_shape_sphere(arena, x);
    return refuse(log, e, "this version knows no contact with it");
}

const Shape *cd_shape_stated(Arena *arena, const CdModel *model, int index, CdLog *log, int *marker)
{
    const Element *e = &model->table[KIND_graphics].at[index];
    const Graphics *g = e->data;
    switch (g->type) {
    case GRAPHICS_SPHERE:
    case GRAPHICS_ELLIPSOID: *marker = g->cm; return ellipsoid(arena, e, log);
    case GRAPHICS_PLANE: *marker = g->rm; return cd_shape_plane(arena);
    default: return refuse(log, e, "this version knows no contact with it");
    }
}
