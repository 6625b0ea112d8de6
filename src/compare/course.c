/* course.c - result files to columns. */
#include "compare/course.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { AXES = 9 };

static void split_name(CourseColumn *c)
{
    int dot = c->name.n;
    while (dot > 0 && c->name.at[dot - 1] != '.') dot--;
    c->owner = (Text){ c->name.at, dot ? dot - 1 : 0 };
    c->component = (Text){ c->name.at + dot, c->name.n - dot };
}

/* ---- the record of a run ------------------------------------------------------------------------------------------------------------- */

static Text joined(Arena *arena, Text owner, Text component)
{
    TextBuffer name = { 0 };
    cd_buffer_text(&name, owner);
    cd_buffer_char(&name, '.');
    cd_buffer_text(&name, component);
    Text copy = cd_text_copy(arena, (Text){ name.at, (int)name.n });
    cd_buffer_close(&name);
    return copy;
}

static CourseColumn recorded(Arena *arena, const RecordedColumn *c)
{
    TextBuffer alias = { 0 };
    cd_buffer_print(&alias, "%.*s_%d.%.*s", TEXT_ARG(c->kind), c->id, TEXT_ARG(c->component));
    CourseColumn out = { .name = joined(arena, c->owner, c->component),
                         .alias = cd_text_copy(arena, (Text){ alias.at, (int)alias.n }),
                         .dimension = cd_text_copy(arena, c->dimension),
                         .group = cd_text_copy(arena, c->group),
                         .radian = c->si > 0 ? c->si : 1 };
    cd_buffer_close(&alias);
    split_name(&out);
    return out;
}

static bool read_record(Course *t, const char *path, CdLog *log)
{
    Recording *r = cd_recording_open(path, log);
    if (!r) return false;
    t->rows = r->step.n, t->columns = r->columns;
    t->time = ARENA_ARRAY(&t->arena, double, t->rows);
    t->column = ARENA_ARRAY(&t->arena, CourseColumn, t->columns);
    t->value = ARENA_ARRAY(&t->arena, double, (size_t)t->rows * t->columns);
    for (int c = 0; c < t->columns; c++) t->column[c] = recorded(&t->arena, &r->column[c]);
    t->simulation = ARENA_ARRAY(&t->arena, int, t->rows);
    for (int i = 0; i < t->rows; i++)
        t->time[i] = cd_recording_time(r, i), t->simulation[i] = cd_recording_simulation(r, i);
    for (int c = 0; c < t->columns; c++)
        for (int i = 0; i < t->rows; i++) t->value[(size_t)c * t->rows + i] = cd_recording_value(r, i, c);
    cd_recording_close(r);
    return true;
}

/* ---- text ------------------------------------------------------------------------------------------------------------------------------ */

/* Numbers row by row as they are read; turned into columns at the end. */
typedef ARRAY_OF(double) Numbers;

static void take_rows(Course *t, const Numbers *all)
{
    int width = t->columns + 1;
    t->rows = all->n / width;
    t->time = ARENA_ARRAY(&t->arena, double, t->rows);
    t->value = ARENA_ARRAY(&t->arena, double, (size_t)t->rows * t->columns);
    for (int i = 0; i < t->rows; i++) {
        t->time[i] = all->at[(size_t)i * width];
        for (int c = 0; c < t->columns; c++) t->value[(size_t)c * t->rows + i] = all->at[(size_t)i * width + 1 + c];
    }
}

static Text next_cell(Text *line)
{
    bool quoted = line->n && line->at[0] == '"';
    int i = quoted;
    while (i < line->n && (quoted ? line->at[i] != '"' : line->at[i] != ',' && line->at[i] != ';')) i++;
    Text cell = { line->at + quoted, i - quoted };
    while (i < line->n && line->at[i] != ',' && line->at[i] != ';') i++;
    *line = i < line->n ? (Text){ line->at + i + 1, line->n - i - 1 } : (Text){ line->at + i, 0 };
    return cd_text_trim(cell);
}

/* "arm.X [meter]": the name, and the unit in place of a dimension. */
static CourseColumn titled(Arena *arena, Text cell)
{
    CourseColumn out = { .radian = 1 };
    int bracket = cell.n;
    while (bracket > 0 && cell.at[bracket - 1] != '[') bracket--;
    if (bracket > 0 && cell.at[cell.n - 1] == ']') {
        out.dimension = cd_text_copy(arena, (Text){ cell.at + bracket, cell.n - bracket - 1 });
        cell = cd_text_trim((Text){ cell.at, bracket - 1 });
    }
    out.name = cd_text_copy_utf8(arena, cell);
    if (out.dimension.n >= 3 && cd_text_equal_nocase((Text){ out.dimension.at, 3 }, "deg")) out.radian = acos(-1) / 180;
    split_name(&out);
    return out;
}

static bool read_csv(Course *t, Text rest)
{
    Text line;
    ARRAY_OF(CourseColumn) column = { 0 };
    Numbers all = { 0 };
    if (!cd_next_line(&rest, &line)) return false;
    next_cell(&line); /* time */
    while (line.n) ARRAY_PUSH(&t->arena, &column, titled(&t->arena, next_cell(&line)));
    t->column = column.at, t->columns = column.n;
    while (cd_next_line(&rest, &line)) {
        if (!cd_text_trim(line).n) continue;
        for (int c = 0; c <= t->columns; c++) {
            Text cell = next_cell(&line);
            double x;
            if (!cell.n || cd_number_read(cell.at, cell.at + cell.n, &x) != cell.n) return false;
            ARRAY_PUSH(&t->arena, &all, x);
        }
    }
    take_rows(t, &all);
    return t->columns > 0;
}

/* All numbers of a line; how many there are, at most `most`. */
static int numbers_of(Text line, double *out, int most)
{
    int n = 0;
    while (n < most && (line = cd_text_trim(line)).n) {
        int used = cd_number_read(line.at, line.at + line.n, &out[n]);
        if (!used) break;
        n++, line = (Text){ line.at + used, line.n - used };
    }
    return n;
}

/* Two lines of title, the number of requests, two lines for each, then per output the time and six numbers for each. */
static bool read_requests(Course *t, Text rest)
{
    static const int component[6] = { 2, 3, 4, 6, 7, 8 };
    Text line;
    double x[6];
    Numbers all = { 0 };
    bool head = cd_next_line(&rest, &line) && cd_next_line(&rest, &line) && cd_next_line(&rest, &line);
    if (!head || numbers_of(line, x, 1) < 1 || !(x[0] >= 1 && x[0] < 1e6)) return false;
    int requests = (int)x[0];
    t->columns = 6 * requests;
    t->column = ARENA_ARRAY(&t->arena, CourseColumn, t->columns);
    for (int i = 0; i < requests; i++) {
        if (!cd_next_line(&rest, &line) || numbers_of(line, x, 1) < 1 || !cd_next_line(&rest, &line)) return false;
        for (int k = 0; k < 6; k++) {
            char name[40];
            snprintf(name, sizeof name, "REQUEST_%d.F%d", (int)x[0], component[k]);
            CourseColumn *c = &t->column[6 * i + k];
            *c = (CourseColumn){ .name = cd_text_copy(&t->arena, cd_text(name)), .radian = 1 };
            c->alias = c->name;
            split_name(c);
        }
    }
    while (cd_next_line(&rest, &line)) {
        if (numbers_of(line, x, 1) < 1) continue;
        int before = all.n;
        ARRAY_PUSH(&t->arena, &all, x[0]);
        for (int i = 0; i < requests; i++) {
            if (!cd_next_line(&rest, &line) || numbers_of(line, x, 6) < 6) {
                all.n = before; /* cut off in the middle of an output */
                break;
            }
            for (int k = 0; k < 6; k++) ARRAY_PUSH(&t->arena, &all, x[k]);
        }
    }
    take_rows(t, &all);
    return true;
}

/* ---- axes ---------------------------------------------------------------------------------------------------------------------------------- */

/* A = Rz(psi) Rx(theta) Rz(phi). */
static void rotation(double psi, double theta, double phi, double out[AXES])
{
    double a = cos(psi), b = sin(psi), c = cos(theta), d = sin(theta), e = cos(phi), f = sin(phi);
    out[0] = a * e - b * c * f, out[1] = -a * f - b * c * e, out[2] = b * d;
    out[3] = b * e + a * c * f, out[4] = -b * f + a * c * e, out[5] = -a * d;
    out[6] = d * f, out[7] = d * e, out[8] = c;
}

static bool is_angle(const Course *t, int c, const char *component, Text owner)
{
    return c < t->columns && cd_text_equal_nocase(t->column[c].component, component) &&
           cd_text_equal(t->column[c].owner, owner);
}

static void add_axes(Course *t)
{
    int parts = 0, at = t->columns;
    int *psi = ARENA_ARRAY(&t->arena, int, t->columns);
    for (int c = 0; c < t->columns; c++) {
        Text owner = t->column[c].owner;
        if (is_angle(t, c, "PSI", owner) && is_angle(t, c + 1, "THETA", owner) && is_angle(t, c + 2, "PHI", owner))
            psi[parts++] = c;
    }
    if (!parts) return;
    size_t n = (size_t)t->columns + (size_t)AXES * (size_t)parts, rows = (size_t)t->rows;
    CourseColumn *column = ARENA_ARRAY(&t->arena, CourseColumn, n);
    double *value = ARENA_ARRAY(&t->arena, double, n *rows);
    memcpy(column, t->column, sizeof *column * (size_t)t->columns);
    memcpy(value, t->value, sizeof *value * (size_t)t->columns * rows);
    for (int p = 0; p < parts; p++, at += AXES) {
        const CourseColumn *from = &t->column[psi[p]];
        for (int k = 0; k < AXES; k++) {
            column[at + k] = (CourseColumn){ .name = joined(&t->arena, from->owner, cd_text("AXES")),
                                             .group = cd_text("orientation"),
                                             .dimension = cd_text("orientation"),
                                             .radian = 1 };
            split_name(&column[at + k]);
        }
        const double *angle = t->value + (size_t)psi[p] * rows;
        for (size_t i = 0; i < rows; i++) {
            double A[AXES], r = from->radian;
            rotation(r * angle[i], r * angle[rows + i], r * angle[2 * rows + i], A);
            for (int k = 0; k < AXES; k++) value[(size_t)(at + k) * rows + i] = A[k];
        }
    }
    t->column = column, t->value = value, t->columns = (int)n;
}

/* ---- */

Course *cd_course_read(const char *path, CdLog *log)
{
    Course *t = cd_take(sizeof *t);
    CdPlace place = { path, 0, 0, 0 };
    bool csv = cd_text_ends_nocase(cd_text(path), ".csv"), req = cd_text_ends_nocase(cd_text(path), ".req"), good;
    if (csv || req) {
        size_t n = 0;
        char *bytes = cd_file_read(&t->arena, path, &n);
        good = bytes && n < INT32_MAX &&
               (csv ? read_csv(t, (Text){ bytes, (int)n }) : read_requests(t, (Text){ bytes, (int)n }));
        if (!bytes) cd_log(log, place, COURSE_MISSING, path);
        else if (!good)
            cd_log(log, place, COURSE_FOREIGN, path, csv ? "a line of names and lines of numbers" : "requests");
    } else good = read_record(t, path, log);
    if (good && !t->rows) {
        cd_log(log, place, RECORD_EMPTY, path);
        good = false;
    }
    if (good) add_axes(t);
    if (good) return t;
    cd_course_close(t);
    return NULL;
}

void cd_course_close(Course *t)
{
    if (!t) return;
    cd_arena_close(&t->arena);
    free(t);
}

static bool same(Text a, Text b)
{
    if (a.n != b.n || !a.n) return false;
    for (int i = 0; i < a.n; i++)
        if (cd_upper(a.at[i]) != cd_upper(b.at[i])) return false;
    return true;
}

int cd_course_find(const Course *t, Text name)
{
    for (int c = 0; c < t->columns; c++)
        if (same(t->column[c].name, name)) return c;
    for (int c = 0; c < t->columns; c++)
        if (same(t->column[c].alias, name)) return c;
    return -1;
}
