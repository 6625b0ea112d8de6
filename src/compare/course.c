/* course.c - result files to columns. */
#include "compare/course.h"

#include "output/results.h"

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

/* ---- the record of a run ----------------------------------------------------------------------------------------- */

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
    char alias[64];
    snprintf(alias, sizeof alias, "%.*s_%d", TEXT_ARG(c->kind), c->id);
    CourseColumn out = { .name = joined(arena, c->owner, c->component),
                         .alias = cd_text_copy(arena, cd_text(alias)),
                         .dimension = cd_text_copy(arena, c->dimension),
                         .group = cd_text_copy(arena, c->group),
                         .key = cd_text_copy(arena, c->key),
                         .radian = c->si > 0 ? c->si : 1 };
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

/* ---- text -------------------------------------------------------------------------------------------------------- */

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
    cd_plain((char *)out.name.at, (size_t)out.name.n);
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

/* Takes "(owner: F2 name, F3 name)" off the end of a comment; false if there is none. */
static bool names_in_comment(Text comment, Text *owner, Text name[REQUEST_COMPONENTS])
{
    comment = cd_text_trim(comment);
    int depth = 0, start = comment.n, colon;
    if (!comment.n || comment.at[comment.n - 1] != ')') return false;
    do {
        char c = comment.at[--start];
        depth += c == ')' ? 1 : c == '(' ? -1 : 0;
    } while (depth > 0 && start > 0);
    if (depth > 0) return false;
    Text rest = { comment.at + start + 1, comment.n - start - 2 };
    for (colon = rest.n - 1; colon > 0 && strncmp(rest.at + colon, ": F", 3) != 0;) colon--;
    if (colon <= 0) return false;
    *owner = (Text){ rest.at, colon };
    for (int at = colon + 2; at + 3 < rest.n && rest.at[at] == 'F';) {
        int k = rest.at[at + 1] - '1', end = at + 3;
        while (end < rest.n && strncmp(rest.at + end, ", F", 3) != 0) end++;
        if (k >= 0 && k < REQUEST_COMPONENTS) name[k] = (Text){ rest.at + at + 3, end - at - 3 };
        at = end + 2;
    }
    return true;
}

/* A column of the request file, by the names in the comment, or by the type of the request. */
static CourseColumn requested(Arena *arena, int id, int type, int component, Text comment)
{
    char usual[32], key[] = { 'F', (char)('1' + component), '\0' };
    snprintf(usual, sizeof usual, "REQUEST_%d", id);
    Text owner = cd_text(usual), name[REQUEST_COMPONENTS] = { 0 };
    bool named = names_in_comment(comment, &owner, name);
    Text own =
        name[component].n ? name[component] : cd_text(named ? key : cd_request_component(type, false, component));
    Dimension d = cd_request_dimension(type, component);
    CourseColumn c = { .name = joined(arena, owner, own),
                       .alias = cd_text_copy(arena, cd_text(usual)),
                       .group = cd_text("request"),
                       .dimension = d == DIM_MIXED ? (Text){ 0 } : cd_text(cd_dimension_text(d)),
                       .key = cd_text_copy(arena, cd_text(key)),
                       .radian = d == DIM_DEGREES ? acos(-1) / 180 : 1 };
    split_name(&c);
    return c;
}

/* Two lines of title, the number of requests, two lines for each, then per output the time and six numbers for each. */
static bool read_requests(Course *t, Text rest)
{
    static const int component[6] = { 1, 2, 3, 5, 6, 7 };
    Text line;
    double x[6];
    Numbers all = { 0 };
    bool head = cd_next_line(&rest, &line) && cd_next_line(&rest, &line) && cd_next_line(&rest, &line);
    if (!head || numbers_of(line, x, 1) < 1 || !(x[0] >= 1 && x[0] < rest.n)) return false;
    int requests = (int)x[0];
    t->columns = 6 * requests;
    t->column = ARENA_ARRAY(&t->arena, CourseColumn, t->columns);
    for (int i = 0; i < requests; i++) {
        x[1] = 5;
        if (!cd_next_line(&rest, &line) || numbers_of(line, x, 2) < 1 || !cd_next_line(&rest, &line)) return false;
        int id = fabs(x[0]) < INT32_MAX ? (int)x[0] : 0, type = x[1] >= 1 && x[1] < 5 ? (int)x[1] - 1 : -1;
        for (int k = 0; k < 6; k++) t->column[6 * i + k] = requested(&t->arena, id, type, component[k], line);
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

/* ---- axes -------------------------------------------------------------------------------------------------------- */

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
        if (cd_text_equal(t->column[c].group, cd_text("request"))) continue;
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

/* owner.component */
static bool is_made_of(Text name, Text owner, Text component)
{
    int n = owner.n + 1;
    return owner.n && name.n > n && name.at[owner.n] == '.' && same((Text){ name.at, owner.n }, owner) &&
           same((Text){ name.at + n, name.n - n }, component);
}

int cd_course_find(const Course *t, Text name)
{
    for (int c = 0; c < t->columns; c++)
        if (same(t->column[c].name, name)) return c;
    for (int c = 0; c < t->columns; c++) {
        const CourseColumn *k = &t->column[c];
        if (is_made_of(name, k->alias, k->component) || is_made_of(name, k->owner, k->key) ||
            is_made_of(name, k->alias, k->key))
            return c;
    }
    return -1;
}

int cd_course_match(const Course *t, const CourseColumn *c)
{
    int at = cd_course_find(t, c->name);
    const Text owner[] = { c->alias, c->owner, c->alias }, component[] = { c->component, c->key, c->key };
    for (int k = 0; k < 3 && at < 0; k++) {
        Arena scratch = { 0 };
        if (owner[k].n && component[k].n) at = cd_course_find(t, joined(&scratch, owner[k], component[k]));
        cd_arena_close(&scratch);
    }
    return at;
}
