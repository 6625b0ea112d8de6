/* braille.c - curves as dots: the letter U+2800 with a bit per dot. Several curves are told apart by colours, or where
 * there are none by a letter each; a terminal without these letters gets ASCII. */
#include "report/braille.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Dots {
    int columns, rows;           /* of letters */
    unsigned char *bits, *owner; /* per letter: its dots, and the curve that was there last */
    int curve;                   /* that is drawn now */
} Dots;

/* Those of a terminal: blue, yellow, green, magenta, cyan, red. */
static const int colours[] = { 34, 33, 32, 35, 36, 31 };
enum { COLOURS = sizeof colours / sizeof colours[0] };

static void set_dot(Dots *d, int x, int y)
{
    static const unsigned char bit[4][2] = { { 0x01, 0x08 }, { 0x02, 0x10 }, { 0x04, 0x20 }, { 0x40, 0x80 } };
    if (x < 0 || y < 0 || x >= 2 * d->columns || y >= 4 * d->rows) return;
    int cell = y / 4 * d->columns + x / 2;
    d->bits[cell] |= bit[y % 4][x % 2];
    d->owner[cell] = (unsigned char)d->curve;
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

/* Texts of a dataset; a question mark for each character that cannot be shown. */
static void print_text(Text t, const Letters *l, FILE *out)
{
    for (int i = 0, n; i < t.n; i += n) {
        n = cd_utf8_length(t.at + i, t.n - i);
        if (n > 1 && !l->utf8) fputc('?', out);
        else fwrite(t.at + i, 1, (size_t)(n = n ? n : 1), out);
    }
}

static void print_row(const Dots *d, int row, const Panel *p, const Letters *l, FILE *out)
{
    for (int k = 0; k < d->columns; k++) {
        int bits = d->bits[row * d->columns + k], curve = d->owner[row * d->columns + k];
        unsigned c = 0x2800u + (unsigned)bits;
        bool named = p->n > 1 && !l->coloured;
        if (bits && l->coloured) fprintf(out, "\033[%dm", colours[curve % COLOURS]);
        if (named || !l->utf8) fputc(!bits ? ' ' : p->n > 1 ? 'a' + curve % 26 : '*', out);
        else fprintf(out, "%c%c%c", (int)(0xe0 | c >> 12), (int)(0x80 | (c >> 6 & 63)), (int)(0x80 | (c & 63)));
        if (bits && l->coloured) fputs("\033[0m", out);
    }
}

static void print_title(const Recording *r, const Panel *p, const Letters *l, FILE *out)
{
    for (int k = 0; k < p->n; k++) {
        const RecordedColumn *c = &r->column[p->column[k]];
        if (k) fputs(", ", out);
        if (l->coloured) fprintf(out, "\033[%dm", colours[k % COLOURS]);
        if (p->n > 1 && (!l->coloured || !l->utf8)) fprintf(out, "%c: ", 'a' + k % 26);
        if (c->label.n) print_text(c->label, l, out);
        else print_text(c->owner, l, out), fputc('.', out), print_text(c->component, l, out);
        if (l->coloured) fputs("\033[0m", out);
    }
    if (p->unit.n) fputs(" [", out), print_text(p->unit, l, out), fputc(']', out);
    fputc('\n', out);
}

/* Start and end of the run below the corners, between them what it is. */
static void print_times(const Recording *r, int margin, int columns, const Letters *l, FILE *out)
{
    char start[32], end[32];
    int first = snprintf(start, sizeof start, "%g", cd_recording_time(r, 0));
    int last = snprintf(end, sizeof end, "%g", cd_recording_time(r, r->step.n - 1));
    int name = l->time_unit.n ? 7 + l->time_unit.n : 4, left = columns / 2 - name / 2;
    if (left <= first) left = first + 1;
    fprintf(out, "%*s%s%*stime", margin, "", start, left - first, "");
    if (l->time_unit.n) fputs(" [", out), print_text(l->time_unit, l, out), fputc(']', out);
    int room = columns - left - name;
    fprintf(out, "%*s\n", room > last ? room : last + 1, end);
}

void cd_braille(const Recording *r, const Panel *p, const Letters *l, FILE *out)
{
    enum { MARGIN = 12 };
    Dots d = { .columns = l->columns > MARGIN + 20 ? l->columns - MARGIN : 20, .rows = l->rows };
    d.bits = cd_take((size_t)(d.columns * d.rows));
    d.owner = cd_take((size_t)(d.columns * d.rows));
    for (; d.curve < p->n; d.curve++) curve(r, p, p->column[d.curve], &d);
    Ticks y = cd_ticks(p->low, p->high, l->rows / 3);
    char text[32];
    print_title(r, p, l, out);
    for (int row = 0; row < d.rows; row++) {
        const char *mark = "";
        for (int i = 0; i < y.n; i++) {
            double at = (p->high - y.first - i * y.step) / (p->high - p->low) * (4 * d.rows - 1);
            if ((int)(at / 4) == row) mark = cd_tick_text(&y, i, text);
        }
        fprintf(out, "%*s %s", MARGIN - 2, mark, l->utf8 ? (*mark ? "┤" : "│") : *mark ? "+" : "|");
        print_row(&d, row, p, l, out);
        fputc('\n', out);
    }
    print_times(r, MARGIN, d.columns, l, out);
    free(d.bits);
    free(d.owner);
}
