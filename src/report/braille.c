/* braille.c - curves as dots: the letter U+2800 with a bit per dot. */
#include "report/braille.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Dots {
    int columns, rows; /* of letters */
    unsigned char *bits;
} Dots;

static void set_dot(Dots *d, int x, int y)
{
    static const unsigned char bit[4][2] = { { 0x01, 0x08 }, { 0x02, 0x10 }, { 0x04, 0x20 }, { 0x40, 0x80 } };
    if (x < 0 || y < 0 || x >= 2 * d->columns || y >= 4 * d->rows) return;
    d->bits[y / 4 * d->columns + x / 2] |= bit[y % 4][x % 2];
}

static void line(Dots *d, double x0, double y0, double x1, double y1)
{
    int n = (int)fmin(1e5, ceil(fmax(fabs(x1 - x0), fabs(y1 - y0)))) + 1;
    for (int i = 0; i <= n; i++) set_dot(d, (int)lround(x0 + (x1 - x0) * i / n), (int)lround(y0 + (y1 - y0) * i / n));
}

static void curve(const Recording *r, const Panel *p, int column, Dots *d)
{
    double start = cd_recording_time(r, 0), length = cd_recording_time(r, r->step.n - 1) - start;
    double last_x = 0, last_y = 0;
    bool begun = false;
    for (int i = 0; i < r->step.n; i++) {
        double value = cd_recording_value(r, i, column), time = cd_recording_time(r, i) - start;
        double x = length > 0 ? time / length * (2 * d->columns - 1) : 0;
        double y = (p->high - value) / (p->high - p->low) * (4 * d->rows - 1);
        if (isfinite(value)) line(d, begun ? last_x : x, begun ? last_y : y, x, y);
        begun = isfinite(value), last_x = x, last_y = y;
    }
}

static void print_row(const Dots *d, int row, FILE *out)
{
    for (int k = 0; k < d->columns; k++) {
        unsigned c = 0x2800u + d->bits[row * d->columns + k];
        fprintf(out, "%c%c%c", (int)(0xe0 | c >> 12), (int)(0x80 | (c >> 6 & 63)), (int)(0x80 | (c & 63)));
    }
}

static void print_title(const Recording *r, const Panel *p, FILE *out)
{
    for (int k = 0; k < p->n; k++) {
        const RecordedColumn *c = &r->column[p->column[k]];
        fprintf(out, "%s%.*s.%.*s", k ? ", " : "", TEXT_ARG(c->owner), TEXT_ARG(c->component));
    }
    if (p->unit.n) fprintf(out, " [%.*s]", TEXT_ARG(p->unit));
    fputc('\n', out);
}

void cd_braille(const Recording *r, const Panel *p, int columns, int rows, FILE *out)
{
    enum { MARGIN = 12 };
    Dots d = { columns > MARGIN + 20 ? columns - MARGIN : 20, rows, NULL };
    d.bits = cd_take((size_t)(d.columns * d.rows));
    for (int k = 0; k < p->n; k++) curve(r, p, p->column[k], &d);
    Ticks y = cd_ticks(p->low, p->high, rows / 3);
    char text[32];
    print_title(r, p, out);
    for (int row = 0; row < d.rows; row++) {
        const char *mark = "";
        for (int i = 0; i < y.n; i++) {
            double at = (p->high - y.first - i * y.step) / (p->high - p->low) * (4 * d.rows - 1);
            if ((int)(at / 4) == row) mark = cd_tick_text(&y, i, text);
        }
        fprintf(out, "%*s %s", MARGIN - 2, mark, *mark ? "┤" : "│");
        print_row(&d, row, out);
        fputc('\n', out);
    }
    double start = cd_recording_time(r, 0), end = cd_recording_time(r, r->step.n - 1);
    char last[32];
    snprintf(text, sizeof text, "%g", start);
    snprintf(last, sizeof last, "%g", end);
    fprintf(out, "%*s%s%*s\n", MARGIN, "", text, d.columns - (int)strlen(text), last);
    free(d.bits);
}
