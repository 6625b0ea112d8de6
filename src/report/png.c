/* png.c - a plot as pixels, two per point, drawn by cairo. */
#include "report/canvas.h"

#ifdef CARDAN_CAIRO
#include <cairo.h>
#include <errno.h>
#include <stdlib.h>

typedef struct Png {
    Canvas canvas;
    cairo_surface_t *surface;
    cairo_t *cairo;
} Png;

static void set_colour(cairo_t *c, const char *colour)
{
    unsigned long rgb = strtoul(colour + 1, NULL, 16);
    cairo_set_source_rgb(c, (double)(rgb >> 16 & 255) / 255, (double)(rgb >> 8 & 255) / 255, (double)(rgb & 255) / 255);
}

static void path(Canvas *c, int n, const double *xy, const char *colour, double width)
{
    cairo_t *to = ((Png *)c)->cairo;
    set_colour(to, colour);
    cairo_new_path(to); /* text leaves a point behind */
    cairo_set_line_width(to, width);
    cairo_set_line_join(to, CAIRO_LINE_JOIN_ROUND);
    for (int i = 0; i < n; i++) cairo_line_to(to, xy[2 * i], xy[2 * i + 1]);
    cairo_stroke(to);
}

static void text(Canvas *c, double x, double y, Text t, double size, Anchor anchor, bool upright)
{
    cairo_t *to = ((Png *)c)->cairo;
    Arena scratch = { 0 };
    const char *words = cd_text_copy_plain(&scratch, t).at;
    cairo_text_extents_t extents;
    cairo_save(to);
    set_colour(to, "#222222");
    cairo_select_font_face(to, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(to, size);
    cairo_text_extents(to, words, &extents);
    cairo_translate(to, x, y);
    if (upright) cairo_rotate(to, -1.5707963267948966);
    cairo_move_to(to,
                  anchor == ANCHOR_START    ? 0
                  : anchor == ANCHOR_MIDDLE ? -extents.x_advance / 2
                                            : -extents.x_advance,
                  0);
    cairo_show_text(to, words);
    cairo_restore(to);
    cd_arena_close(&scratch);
}

static bool save(Canvas *c, const char *file)
{
    Png *p = (Png *)c;
    cairo_status_t status = cairo_surface_write_to_png(p->surface, file);
    cairo_destroy(p->cairo);
    cairo_surface_destroy(p->surface);
    free(p);
    if (status != CAIRO_STATUS_SUCCESS && !errno) errno = EIO;
    return status == CAIRO_STATUS_SUCCESS;
}

Canvas *cd_canvas_png(double width, double height)
{
    Png *p = cd_take(sizeof *p);
    p->canvas = (Canvas){ width, height, path, text, save };
    p->surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)(2 * width), (int)(2 * height));
    p->cairo = cairo_create(p->surface);
    cairo_scale(p->cairo, 2, 2);
    cairo_set_source_rgb(p->cairo, 1, 1, 1);
    cairo_paint(p->cairo);
    return &p->canvas;
}

const char *cd_png_library(void)
{
    return "cairo " CAIRO_VERSION_STRING;
}
#else
const char *cd_png_library(void)
{
    return "no cairo";
}

Canvas *cd_canvas_png(double width, double height)
{
    (void)width, (void)height;
    return NULL;
}
#endif
