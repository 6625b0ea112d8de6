/* canvas.h - what a plot is drawn on; x to the right and y down, in points. */
#pragma once
#include "base/text.h"

typedef struct Canvas Canvas;
typedef enum Anchor { ANCHOR_START, ANCHOR_MIDDLE, ANCHOR_END } Anchor;

struct Canvas {
    double width, height;
    void (*path)(Canvas *c, int n, const double *xy, const char *colour, double width); /* n points; "#rrggbb" */
    void (*text)(Canvas *c, double x, double y, Text t, double size, Anchor anchor, bool upright);
    bool (*save)(Canvas *c,
                 const char *file); /* and forgets the canvas; false, with errno set, if it cannot be written */
};

Canvas *cd_canvas_svg(double width, double height);
Canvas *cd_canvas_png(double width, double height); /* NULL: the program was built without cairo */
const char *cd_png_library(void);
