/* recording.c - reading the record of a run; one that was cut off is read up to its last whole chunk. */
#include "report/recording.h"

#include "report/touches.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool cd_fields(Text line, Text *field, int n)
{
    for (int k = 0; k < n; k++) {
        int end = 0;
        while (end < line.n && line.at[end] != '\t') end++;
        if (end == line.n && k + 1 < n) return false;
        field[k] = (Text){ line.at, end };
        line = (Text){ line.at + end + 1, line.n - end - 1 };
    }
    return true;
}

/* A name as terminals and pages may show it, whoever has written the file. */
static Text name_of(Arena *arena, Text t)
{
    Text copy = cd_text_copy_utf8(arena, t);
    cd_plain((char *)copy.at, (size_t)copy.n);
    return copy;
}

static void read_columns(Recording *r, Text all)
{
    Text line, rest = all;
    int lines = 0;
    while (cd_next_line(&rest, &line)) lines++;
    r->column = ARENA_ARRAY(&r->arena, RecordedColumn, lines);
    for (rest = all; cd_next_line(&rest, &line);) {
        Text f[10] = { 0 };
        double id = 0, si = 0;
        /* what is behind the sixth is younger than the rest */
        if (!cd_fields(line, f, 10) && !cd_fields(line, f, 8) && !cd_fields(line, f, 6)) continue;
        cd_number_read(f[5].at, f[5].at + f[5].n, &id);
        if (f[7].n) cd_number_read(f[7].at, f[7].at + f[7].n, &si);
        Arena *a = &r->arena;
        r->column[r->columns++] = (RecordedColumn){ .owner = name_of(a, f[0]),
                                                    .component = name_of(a, f[1]),
                                                    .unit = name_of(a, f[2]),
                                                    .group = f[3],
                                                    .kind = f[4],
                                                    .dimension = f[6],
                                                    .key = f[8],
                                                    .label = name_of(a, f[9]),
                                                    .id = id >= 0 && id < INT32_MAX ? (int)id : 0,
                                                    .si = si };
    }
}

static void take_chunk(Recording *r, const char *tag, Text bytes)
{
    if (memcmp(tag, "head", 4) == 0) r->head = bytes;
    else if (memcmp(tag, "mesg", 4) == 0) r->messages = bytes;
    else if (memcmp(tag, "done", 4) == 0) r->done = bytes;
    else if (memcmp(tag, "mesh", 4) == 0) r->shapes = bytes;
    else if (memcmp(tag, "spot", 4) == 0) r->spots = bytes;
    else if (memcmp(tag, "text", 4) == 0) ARRAY_PUSH(&r->arena, &r->text, bytes);
    else if (memcmp(tag, "line", 4) == 0) ARRAY_PUSH(&r->arena, &r->line, bytes);
    else if (memcmp(tag, "hist", 4) == 0) ARRAY_PUSH(&r->arena, &r->history, bytes);
    else if (memcmp(tag, "mode", 4) == 0) ARRAY_PUSH(&r->arena, &r->modes, bytes);
    else if (memcmp(tag, "cols", 4) == 0 && !r->columns) read_columns(r, bytes);
    else if (memcmp(tag, "step", 4) == 0 && bytes.n >= (int)sizeof(double) * (2 + r->columns))
        ARRAY_PUSH(&r->arena, &r->step, bytes.at);
    else if (memcmp(tag, "inci", 4) == 0 && r->step.n)
        ARRAY_PUSH(&r->arena, &r->places,
                   ((StepPlaces){ r->step.n - 1, bytes.n / (int)(PLACE_NUMBERS * sizeof(double)), bytes.at }));
    else r->damaged = true;
}

static bool read_chunks(Recording *r, const char *at, size_t n)
{
    size_t mark = strlen(RECORD_MARK);
    if (n < mark || memcmp(at, RECORD_MARK, mark) != 0) return false;
    size_t i = mark;
    while (n - i >= 12) {
        uint64_t length;
        memcpy(&length, at + i + 4, sizeof length);
        if (length > n - i - 12 || length > INT32_MAX) break;
        take_chunk(r, at + i, (Text){ at + i + 12, (int)length });
        i += 12 + (size_t)length;
    }
    r->damaged |= i != n || !r->done.n;
    return true;
}

/* PREFIX.cardan for PREFIX, PREFIX.csv and so on. */
static const char *record_path(Arena *arena, const char *path)
{
    static const char *const other[] = { ".csv", ".res", ".req", ".msg", ".html" };
    size_t n = strlen(path);
    for (size_t k = 0; k < sizeof other / sizeof other[0]; k++) {
        size_t m = strlen(other[k]);
        if (n > m && strcmp(path + n - m, other[k]) == 0) n -= m;
    }
    if (n == strlen(path) && access(path, R_OK) == 0) return path;
    char *out = cd_arena_take(arena, n + sizeof ".cardan");
    memcpy(out, path, n);
    memcpy(out + n, ".cardan", sizeof ".cardan");
    return out;
}

Recording *cd_recording_open(const char *path, CdLog *log)
{
    Recording *r = cd_take(sizeof *r);
    r->path = cd_text_copy(&r->arena, cd_text(record_path(&r->arena, path))).at;
    size_t n = 0;
    char *bytes = cd_file_read(&r->arena, r->path, &n);
    CdPlace place = { r->path, 0, 0, 0 };
    if (bytes && read_chunks(r, bytes, n)) {
        if (r->damaged) cd_log(log, place, RECORD_CUT, r->path, r->step.n, r->step.n == 1 ? "" : "s");
        return r;
    }
    if (bytes) cd_log(log, place, RECORD_FOREIGN, r->path);
    else cd_log(log, place, RECORD_MISSING, path, r->path);
    cd_recording_close(r);
    return NULL;
}

void cd_recording_close(Recording *r)
{
    if (!r) return;
    cd_arena_close(&r->arena);
    free(r);
}

static double number(const Recording *r, int step, int position)
{
    double x;
    memcpy(&x, r->step.at[step] + sizeof x * (size_t)position, sizeof x);
    return x;
}

double cd_recording_time(const Recording *r, int step)
{
    return number(r, step, 0);
}

int cd_recording_analysis(const Recording *r, int step)
{
    double n = number(r, step, 1);
    return n >= 0 && n < INT32_MAX ? (int)n % RECORD_ROOM : 0;
}

int cd_recording_simulation(const Recording *r, int step)
{
    double n = number(r, step, 1);
    return n >= 0 && n < INT32_MAX ? (int)n / RECORD_ROOM : 0;
}

double cd_recording_value(const Recording *r, int step, int column)
{
    return number(r, step, 2 + column);
}

/* owner.component */
static void full_name(Text owner, Text component, TextBuffer *out)
{
    out->n = 0;
    cd_buffer_text(out, owner);
    cd_buffer_char(out, '.');
    cd_buffer_text(out, component);
}

static bool fits(const char *pattern, const char *name, const char *end)
{
    for (; *pattern; pattern++, name++) {
        if (*pattern == '*') {
            for (const char *p = name; p <= end; p++)
                if (fits(pattern + 1, p, end)) return true;
            return false;
        }
        if (name == end || cd_upper(*pattern) != cd_upper(*name)) return false;
    }
    return name == end;
}

bool cd_name_fits(const char *pattern, Text name)
{
    return fits(pattern, name.at, name.at + name.n);
}

static bool is_called(const char *pattern, Text owner, Text component, TextBuffer *room)
{
    if (!component.n) return false;
    full_name(owner, component, room);
    return cd_name_fits(pattern, (Text){ room->at, (int)room->n });
}

bool cd_column_fits(const char *pattern, Text owner, Text id, Text component, Text key)
{
    TextBuffer room = { 0 };
    bool fit = is_called(pattern, owner, component, &room) || is_called(pattern, owner, key, &room);
    if (!fit && id.n) fit = is_called(pattern, id, component, &room) || is_called(pattern, id, key, &room);
    cd_buffer_close(&room);
    return fit;
}

int cd_recording_find(const Recording *r, const char *pattern, int *out, int room)
{
    int n = 0;
    for (int i = 0; i < r->columns; i++) {
        const RecordedColumn *c = &r->column[i];
        TextBuffer id = { 0 };
        cd_buffer_print(&id, "%.*s_%d", TEXT_ARG(c->kind), c->id);
        if (cd_column_fits(pattern, c->owner, (Text){ id.at, (int)id.n }, c->component, c->key) && n++ < room)
            out[n - 1] = i;
        cd_buffer_close(&id);
    }
    return n < room ? n : room;
}

const char *cd_recording_closest(const Recording *r, const char *word, char *room, size_t n)
{
    int best = 4;
    TextBuffer name = { 0 };
    *room = '\0';
    for (int i = 0; i < r->columns; i++) {
        full_name(r->column[i].owner, r->column[i].component, &name);
        int distance = cd_text_distance((Text){ name.at, (int)name.n }, word, best - 1);
        if (distance >= best) continue;
        best = distance;
        snprintf(room, n, "%.*s", (int)name.n, name.at);
    }
    cd_buffer_close(&name);
    return *room ? room : NULL;
}
