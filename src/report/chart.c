/* chart.c - axes with marks, and names of curves. */
#include "report/chart.h"

#include "report/panels.h"

#include <math.h>

static const double letter = 12;

/* Okabe and Ito; then five of Tol. */
static const char *const colours[] = { "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9",
                                       "#000000", "#882255", "#999933", "#332288", "#117733", "#888888" };

const char *cd_chart_colour(int k)
{
    return colours[k % (int)(sizeof colours / sizeof colours[0])];
}

double cd_chart_x(const Chart *v, double x)
{
    return v->x + (v->to > v->from ? (x - v->from) / (v->to - v->from) : 0.5) * v->width;
}

double cd_chart_y(const Chart *v, double y)
{
    return v->y + (v->high - y) / (v->high - v->low) * v->height;
}

static void segment(Canvas *c, double x0, double y0, double x1, double y1, const char *colour, double width)
{
    c->path(c, 2, (double[]){ x0, y0, x1, y1 }, colour, width);
}

static void label(Canvas *c, double x, double y, const char *text, Anchor anchor)
{
    c->text(c, x, y, cd_text(text), letter, anchor, false);
}

/* Whole powers of ten, at most eight of them, or values. */
static Ticks ticks_of(double low, double high, int most, bool logarithmic)
{
    if (!logarithmic) return cd_ticks(low, high > low ? high : low + 1, most);
    double step = fmax(1, ceil((high - low) / most)), first = ceil(low - 1e-9);
    return (Ticks){ .first = first, .step = step, .n = (int)floor((high - first) / step + 1e-9) + 1 };
}

static const char *text_of(const Ticks *t, int i, bool logarithmic, char room[32])
{
    if (!logarithmic) return cd_tick_text(t, i, room);
    snprintf(room, 32, "%g", pow(10, t->first + i * t->step));
    return room;
}

void cd_chart_axes(Canvas *c, const Chart *v, Text x_title, Text y_title)
{
    char text[32];
    Ticks t = ticks_of(v->from, v->to, 8, v->log_x), y = ticks_of(v->low, v->high, 6, v->log_y);
    for (int i = 0; i < t.n; i++) {
        double x = cd_chart_x(v, t.first + i * t.step);
        segment(c, x, v->y, x, v->y + v->height, "#e4e4e4", 0.8);
        label(c, x, v->y + v->height + 18, text_of(&t, i, v->log_x, text), ANCHOR_MIDDLE);
    }
    for (int i = 0; i < y.n; i++) {
        double at = cd_chart_y(v, y.first + i * y.step);
        segment(c, v->x, at, v->x + v->width, at, "#e4e4e4", 0.8);
        label(c, v->x - 8, at + 4, text_of(&y, i, v->log_y, text), ANCHOR_END);
    }
    const double frame[] = { v->x, v->y, v->x, v->y + v->height, v->x + v->width, v->y + v->height };
    c->path(c, 3, frame, "#555555", 1);
    c->text(c, v->x - 64, v->y + v->height / 2, y_title, letter, ANCHOR_MIDDLE, true);
    c->text(c, v->x + v->width / 2, v->y + v->height + 38, x_title, letter, ANCHOR_MIDDLE, false);
}

double cd_chart_legend(Canvas *c, const Chart *v, double at, int k, Text name)
{
    double x = v->x + at, width = 44 + 6.9 * name.n;
    if (k && at + width > v->width) {
        label(c, x, v->y - 10, "…", ANCHOR_START);
        return -1;
    }
    segment(c, x, v->y - 14, x + 20, v->y - 14, cd_chart_colour(k), 2.4);
    c->text(c, x + 26, v->y - 10, name, letter, ANCHOR_START, false);
    return at + width;
}
