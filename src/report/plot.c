/* plot.c - curves of a run as a picture: a panel per unit, time along the bottom. */
#include "report/braille.h"
#include "report/canvas.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* Told apart by all kinds of colour vision (Okabe and Ito). */
static const char *const colours[] = { "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000" };
enum { COLOURS = sizeof colours / sizeof colours[0] };

enum { WIDTH = 800, PANEL = 300, LEFT = 84, RIGHT = 24, TOP = 34, BOTTOM = 52 };
static const double letter = 12;

/* A rectangle of the canvas and the values at its edges. */
typedef struct View {
    double x, y, width, height;
    double from, to, low, high;
} View;

static double at_x(const View *v, double t)
{
    return v->x + (v->to > v->from ? (t - v->from) / (v->to - v->from) : 0.5) * v->width;
}

static double at_y(const View *v, double value)
{
    return v->y + (v->high - value) / (v->high - v->low) * v->height;
}

static void segment(Canvas *c, double x0, double y0, double x1, double y1, const char *colour, double width)
{
    c->path(c, 2, (double[]){ x0, y0, x1, y1 }, colour, width);
}

static void label(Canvas *c, double x, double y, const char *text, Anchor anchor)
{
    c->text(c, x, y, cd_text(text), letter, anchor, false);
}

static void axes(Canvas *c, const View *v, Text unit, Text time_unit)
{
    char text[32];
    Ticks t = cd_ticks(v->from, v->to > v->from ? v->to : v->from + 1, 8), y = cd_ticks(v->low, v->high, 6);
    for (int i = 0; i < t.n; i++) {
        double x = at_x(v, t.first + i * t.step);
        segment(c, x, v->y, x, v->y + v->height, "#e4e4e4", 0.8);
        label(c, x, v->y + v->height + 18, cd_tick_text(&t, i, text), ANCHOR_MIDDLE);
    }
    for (int i = 0; i < y.n; i++) {
        double at = at_y(v, y.first + i * y.step);
        segment(c, v->x, at, v->x + v->width, at, "#e4e4e4", 0.8);
        label(c, v->x - 8, at + 4, cd_tick_text(&y, i, text), ANCHOR_END);
    }
    const double frame[] = { v->x, v->y, v->x, v->y + v->height, v->x + v->width, v->y + v->height };
    c->path(c, 3, frame, "#555555", 1);
    c->text(c, 20, v->y + v->height / 2, unit, letter, ANCHOR_MIDDLE, true);
    TextBuffer words = { 0 };
    cd_buffer_print(&words, time_unit.n ? "time [%.*s]" : "time", TEXT_ARG(time_unit));
    c->text(c, v->x + v->width / 2, v->y + v->height + 38, (Text){ words.at, (int)words.n }, letter, ANCHOR_MIDDLE,
            false);
    cd_buffer_close(&words);
}

/* Points that are not numbers leave a gap. */
static void curve(Canvas *c, const View *v, const Recording *r, int column, const char *colour)
{
    double *xy = cd_take(2 * sizeof(double) * (size_t)r->step.n);
    int n = 0;
    for (int i = 0; i <= r->step.n; i++) {
        double value = i < r->step.n ? cd_recording_value(r, i, column) : NAN;
        if (isfinite(value)) {
            xy[2 * n] = at_x(v, cd_recording_time(r, i)), xy[2 * n + 1] = at_y(v, value);
            n++;
            continue;
        }
        if (n) c->path(c, n, xy, colour, 1.6);
        n = 0;
    }
    free(xy);
}

/* Names beside short lines, from left to right above the panel. */
static void legend(Canvas *c, const View *v, const Recording *r, const Panel *p)
{
    double x = v->x;
    for (int k = 0; k < p->n; k++) {
        const RecordedColumn *col = &r->column[p->column[k]];
        TextBuffer name = { 0 };
        if (col->label.n) cd_buffer_text(&name, col->label);
        else cd_buffer_print(&name, "%.*s.%.*s", TEXT_ARG(col->owner), TEXT_ARG(col->component));
        double width = 44 + 6.9 * (double)name.n;
        if (k && x + width > v->x + v->width) {
            label(c, x, v->y - 10, "…", ANCHOR_START);
            cd_buffer_close(&name);
            return;
        }
        segment(c, x, v->y - 14, x + 20, v->y - 14, colours[k % COLOURS], 2.4);
        c->text(c, x + 26, v->y - 10, (Text){ name.at, (int)name.n }, letter, ANCHOR_START, false);
        x += width;
        cd_buffer_close(&name);
    }
}

static void draw(Canvas *c, const Recording *r, const Panel *panel, int panels, Text time_unit)
{
    double height = c->height / panels;
    for (int i = 0; i < panels; i++) {
        const Panel *p = &panel[i];
        View v = { LEFT,
                   i * height + TOP,
                   c->width - LEFT - RIGHT,
                   height - TOP - BOTTOM,
                   cd_recording_time(r, 0),
                   cd_recording_time(r, r->step.n - 1),
                   p->low,
                   p->high };
        axes(c, &v, p->unit, time_unit);
        for (int k = 0; k < p->n; k++) curve(c, &v, r, p->column[k], colours[k % COLOURS]);
        legend(c, &v, r, p);
    }
}

/* The unit of time: behind the slash in that of a velocity. */
static Text time_unit(const Recording *r)
{
    for (int i = 0; i < r->columns; i++) {
        Text unit = r->column[i].unit;
        if (!cd_text_equal(r->column[i].group, cd_text("velocity"))) continue;
        for (int k = 0; k + 1 < unit.n; k++)
            if (unit.at[k] == '/') return (Text){ unit.at + k + 1, unit.n - k - 1 };
    }
    return cd_text("");
}

static bool to_file(const Recording *r, const Panel *panel, int panels, const char *file, CdLog *log)
{
    const char *dot = strrchr(file, '.');
    CdPlace place = { file, 0, 0, 0 };
    bool png = dot && strcasecmp(dot, ".png") == 0, svg = dot && strcasecmp(dot, ".svg") == 0;
    Canvas *c = png ? cd_canvas_png(WIDTH, PANEL * panels) : svg ? cd_canvas_svg(WIDTH, PANEL * panels) : NULL;
    if (!png && !svg) cd_log(log, place, PLOT_FORMAT, file);
    else if (!c) cd_log(log, place, PLOT_NO_PNG, file);
    if (!c) return false;
    draw(c, r, panel, panels, time_unit(r));
    errno = 0;
    if (c->save(c, file)) return true;
    cd_log(log, place, CANNOT_WRITE, file, strerror(errno));
    return false;
}

/* By what the environment says of letters; the program itself has no locale. */
static bool speaks_utf8(void)
{
    static const char *const word[] = { "LC_ALL", "LC_CTYPE", "LANG" };
    for (size_t k = 0; k < sizeof word / sizeof word[0]; k++) {
        const char *value = getenv(word[k]);
        if (value && *value) return strcasestr(value, "UTF-8") || strcasestr(value, "UTF8");
    }
    return false;
}

static void to_terminal(const Recording *r, const Panel *panel, int panels, FILE *out)
{
    struct winsize size = { 0 };
    bool known = ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    const char *plain = getenv("NO_COLOR");
    Letters letters = { .columns = known ? size.ws_col - 1 : 79,
                        .rows = 16,
                        .utf8 = speaks_utf8(),
                        .coloured = isatty(fileno(out)) && !(plain && *plain),
                        .time_unit = time_unit(r) };
    for (int i = 0; i < panels; i++) cd_braille(r, &panel[i], &letters, out);
}

/* All columns with their units, one owner per line. */
static void list(const Recording *r, FILE *out)
{
    for (int i = 0; i < r->columns; i++) {
        const RecordedColumn *c = &r->column[i], *last = i ? c - 1 : NULL;
        if (!last || !cd_text_equal(last->owner, c->owner)) fprintf(out, "%s%.*s:", i ? "\n" : "", TEXT_ARG(c->owner));
        fprintf(out, " %.*s", TEXT_ARG(c->component));
        if (c->unit.n) fprintf(out, " [%.*s]", TEXT_ARG(c->unit));
    }
    if (r->columns) fputc('\n', out);
}

/* The columns that are asked for; -1, with messages, if one is not there. */
static int find_columns(const Recording *r, int n, const char *const *wanted, int *column, CdLog *log)
{
    int found = 0;
    bool good = true;
    for (int i = 0; i < n; i++) {
        char near[160];
        int k = cd_recording_find(r, wanted[i], column + found, MOST_CURVES - found);
        if (!k && found < MOST_CURVES) {
            const char *closest = cd_recording_closest(r, wanted[i], near, sizeof near);
            cd_log(log, ((CdPlace){ 0 }), PLOT_NO_COLUMN, wanted[i], closest ? "; do you mean " : "",
                   closest ? closest : "");
            good = false;
        }
        found += k;
    }
    return good ? found : -1;
}

bool cd_plot(const char *result, int channels, const char *const *channel, const char *file, FILE *out, CdLog *log)
{
    Recording *r = cd_recording_open(result, log);
    int column[MOST_CURVES];
    bool good = r != NULL;
    if (good && !r->step.n) {
        cd_log(log, ((CdPlace){ r->path, 0, 0, 0 }), RECORD_EMPTY, r->path);
        good = false;
    } else if (good && !channels) {
        list(r, out);
    } else if (good) {
        int n = find_columns(r, channels, channel, column, log);
        Panel *panel = cd_take(sizeof *panel * MOST_CURVES);
        int panels = n > 0 ? cd_panels(r, n, column, panel) : 0;
        good = n > 0;
        if (good && file) good = to_file(r, panel, panels, file, log);
        else if (good) to_terminal(r, panel, panels, out);
        free(panel);
    }
    cd_recording_close(r);
    return good;
}
