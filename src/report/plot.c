/* plot.c - curves of a run as a picture: a panel per unit, time along the bottom. */
#include "report/braille.h"
#include "report/chart.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { WIDTH = 800, PANEL = 300, LEFT = 84, RIGHT = 24, TOP = 34, BOTTOM = 52 };

/* Points that are not numbers leave a gap. */
static void curve(Canvas *c, const Chart *v, const Recording *r, int column, const char *colour)
{
    double *xy = cd_take(2 * sizeof(double) * (size_t)r->step.n);
    int n = 0;
    for (int i = 0; i <= r->step.n; i++) {
        double value = i < r->step.n ? cd_recording_value(r, i, column) : NAN;
        if (isfinite(value)) {
            xy[2 * n] = cd_chart_x(v, cd_recording_time(r, i)), xy[2 * n + 1] = cd_chart_y(v, value);
            n++;
            continue;
        }
        if (n) c->path(c, n, xy, colour, 1.6);
        n = 0;
    }
    free(xy);
}

/* What a column is called, in room. */
static Text name_of(const RecordedColumn *c, TextBuffer *room)
{
    room->n = 0;
    if (c->label.n) return c->label;
    cd_buffer_print(room, "%.*s.%.*s", TEXT_ARG(c->owner), TEXT_ARG(c->component));
    return (Text){ room->at, (int)room->n };
}

static void draw_panel(Canvas *c, const Chart *v, const Recording *r, const Panel *p, Text time)
{
    TextBuffer room = { 0 };
    double legend = 0;
    cd_chart_axes(c, v, time, p->unit);
    for (int k = 0; k < p->n; k++) curve(c, v, r, p->column[k], cd_chart_colour(k));
    for (int k = 0; k < p->n && legend >= 0; k++)
        legend = cd_chart_legend(c, v, legend, k, name_of(&r->column[p->column[k]], &room));
    cd_buffer_close(&room);
}

static void draw(Canvas *c, const Recording *r, const Panel *panel, int panels, Text time_unit)
{
    double height = c->height / panels;
    TextBuffer time = { 0 };
    cd_buffer_print(&time, time_unit.n ? "time [%.*s]" : "time", TEXT_ARG(time_unit));
    for (int i = 0; i < panels; i++) {
        Chart v = { .x = LEFT,
                    .y = i * height + TOP,
                    .width = c->width - LEFT - RIGHT,
                    .height = height - TOP - BOTTOM,
                    .from = cd_recording_time(r, 0),
                    .to = cd_recording_time(r, r->step.n - 1),
                    .low = panel[i].low,
                    .high = panel[i].high };
        draw_panel(c, &v, r, &panel[i], (Text){ time.at, (int)time.n });
    }
    cd_buffer_close(&time);
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
