/* profile.c - methods over a set of models at one ERROR: mean step and steps of each model, and performance profiles
 * rho_s(tau) of Dolan and More, as a table and as a picture. A model that a method does not bring to its end counts as
 * not solved. */
#include "compare/comparison.h"

#include "report/chart.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double shown[] = { 1, 1.2, 2, 5, 80 };
enum { SHOWN = sizeof shown / sizeof shown[0] };

/* Performance ratios at an ERROR, model by model, method by method. */
static double *ratios_at(Arena *arena, const Comparison *c, int error)
{
    int cells = c->models * c->methods;
    double *time = ARENA_ARRAY(arena, double, cells), *ratio = ARENA_ARRAY(arena, double, cells);
    for (int m = 0; m < c->models; m++)
        for (int s = 0; s < c->methods; s++) {
            const ComparedRun *r = cd_compared(c, m, s, error);
            time[m * c->methods + s] = r->end == RUN_DONE && r->cpu > 0 ? r->cpu : INFINITY;
        }
    cd_performance_ratios(c->models, c->methods, time, ratio);
    return ratio;
}

void cd_comparison_print_profile(const Comparison *c, FILE *out)
{
    Arena scratch = { 0 };
    int width = 3;
    for (int s = 0; s < c->methods; s++) width = (int)strlen(c->method[s]) > width ? (int)strlen(c->method[s]) : width;
    for (int e = 0; e < c->errors; e++) {
        const double *ratio = ratios_at(&scratch, c, e);
        fprintf(out, "share of %d models solved within tau times the time of the quickest, ERROR = %g\n%-*s", c->models,
                c->error[e], width, "tau");
        for (int k = 0; k < SHOWN; k++) fprintf(out, " %6g", shown[k]);
        fprintf(out, "  solved\n");
        for (int s = 0; s < c->methods; s++) {
            fprintf(out, "%-*s", width, c->method[s]);
            for (int k = 0; k < SHOWN; k++)
                fprintf(out, " %6.2f", cd_performance_share(c->models, c->methods, ratio, s, shown[k]));
            fprintf(out, " %7.2f\n", cd_performance_share(c->models, c->methods, ratio, s, 1e300));
        }
    }
    cd_arena_close(&scratch);
}

/* ---- the picture ------------------------------------------------------------------------------------------------- */

enum { WIDTH = 900, ROW = 280, LEFT = 84, TOP = 14, BOTTOM = 52, GAP = 30, LINE = 17 };

/* Number of steps of a run, or their mean size. */
typedef double (*Measure)(const ComparedRun *r);

static double steps_of(const ComparedRun *r)
{
    return (double)r->steps;
}

static double mean_step_of(const ComparedRun *r)
{
    return (r->reached - r->start) / (double)r->steps;
}

/* ERROR and the methods, one below the other. */
static void legend(Canvas *c, const Comparison *cmp, int error, double y)
{
    char text[40];
    snprintf(text, sizeof text, "ERROR = %g", cmp->error[error]);
    c->text(c, LEFT, y + LINE, cd_text(text), 12, ANCHOR_START, false);
    for (int s = 0; s < cmp->methods; s++) {
        Chart v = { .x = LEFT, .y = y + (s + 2) * LINE + 10, .width = WIDTH - LEFT };
        cd_chart_legend(c, &v, 0, s, cd_text(cmp->method[s]));
    }
}

/* A measure of every model, those that a method has solved joined by a line. */
static void draw_measure(Canvas *c, Chart v, const Comparison *cmp, int error, Measure of, const char *title)
{
    double *xy = cd_take(2 * sizeof(double) * (size_t)cmp->models);
    v.from = 1, v.to = cmp->models, v.low = INFINITY, v.high = -INFINITY, v.log_y = true;
    for (int i = 0; i < cmp->models * cmp->methods; i++) {
        const ComparedRun *r = cd_compared(cmp, i / cmp->methods, i % cmp->methods, error);
        if (r->end == RUN_DONE && r->steps > 0) v.low = fmin(v.low, log10(of(r))), v.high = fmax(v.high, log10(of(r)));
    }
    if (!(v.low <= v.high)) v.low = v.high = 0;
    v.low = floor(v.low), v.high = fmax(ceil(v.high), v.low + 1);
    cd_chart_axes(c, &v, cd_text("model"), cd_text(title));
    for (int s = 0; s < cmp->methods; s++) {
        int n = 0;
        for (int m = 0; m < cmp->models; m++) {
            const ComparedRun *r = cd_compared(cmp, m, s, error);
            if (r->end != RUN_DONE || r->steps <= 0) continue;
            xy[2 * n] = cd_chart_x(&v, m + 1), xy[2 * n++ + 1] = cd_chart_y(&v, log10(of(r)));
        }
        if (n) c->path(c, n, xy, cd_chart_colour(s), 1.6);
    }
    free(xy);
}

/* rho_s(tau) as stairs, tau from 1 to `most`. */
static void draw_profile(Canvas *c, Chart v, const Comparison *cmp, const double *ratio, double most)
{
    enum { POINTS = 400 };
    double xy[2 * POINTS];
    v.log_x = most > 10;
    v.from = v.log_x ? 0 : 1, v.to = v.log_x ? log10(most) : most, v.low = 0, v.high = 1.05;
    cd_chart_axes(c, &v, cd_text("tau"), cd_text("share of models solved"));
    for (int s = 0; s < cmp->methods; s++) {
        int n = 0;
        for (int i = 0; i < POINTS; i++) {
            double x = v.from + (v.to - v.from) * i / (POINTS - 1), tau = v.log_x ? pow(10, x) : x;
            double y = cd_chart_y(&v, cd_performance_share(cmp->models, cmp->methods, ratio, s, tau));
            if (n > 1 && y == xy[2 * n - 1] && y == xy[2 * n - 3]) n--; /* the stair goes on */
            xy[2 * n] = cd_chart_x(&v, x), xy[2 * n++ + 1] = y;
        }
        c->path(c, n, xy, cd_chart_colour(s), 1.6);
    }
}

bool cd_comparison_write_profile(const Comparison *cmp, const char *path, CdLog *log)
{
    Arena scratch = { 0 };
    double width = (WIDTH - 2 * LEFT - GAP) / 2.0;
    double head = LINE * (cmp->methods + 2), block = head + 2 * ROW;
    Canvas *c = cd_canvas_svg(WIDTH, block * cmp->errors);
    for (int e = 0; e < cmp->errors; e++) {
        const double *ratio = ratios_at(&scratch, cmp, e);
        legend(c, cmp, e, e * block);
        Chart a = { .x = LEFT, .y = e * block + head + TOP, .width = width, .height = ROW - TOP - BOTTOM }, b = a;
        b.x += width + LEFT;
        draw_measure(c, a, cmp, e, mean_step_of, "mean step"), draw_measure(c, b, cmp, e, steps_of, "steps");
        a.y += ROW, b.y += ROW;
        draw_profile(c, a, cmp, ratio, 5), draw_profile(c, b, cmp, ratio, 100);
    }
    cd_arena_close(&scratch);
    errno = 0;
    if (c->save(c, path)) return true;
    cd_log(log, ((CdPlace){ path, 0, 0, 0 }), CANNOT_WRITE, path, strerror(errno));
    return false;
}
