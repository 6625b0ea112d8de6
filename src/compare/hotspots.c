/* hotspots.c - where stresses are largest: the points of flexible bodies by the largest value over all outputs.
 *
 *     von Mises = sqrt( ((xx - yy)^2 + (yy - zz)^2 + (zz - xx)^2) / 2 + 3 (xy^2 + yz^2 + zx^2) )
 *     (19.22)
 *
 * Channels are OWNER.STRESS_point or OWNER.STRESS_point_XX ...; points closer than a radius to a hotter one of their
 * body count with that; the record of the run knows where they are. */
#include "cardan/cardan.h"
#include "compare/course.h"
#include "linalg/vec3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Spot {
    Text owner, alias;
    int point;
    int column[7]; /* of each component; 0: a number; -1: none */
    double value, time;
    Vec3 place;
    bool placed;
} Spot;

typedef ARRAY_OF(Spot) Spots;

/* "STRESS_12_XY": the point, and which component; false: something else. */
static bool is_stress(Text name, int *point, int *component)
{
    static const char *const words[] = { "", "_XX", "_YY", "_ZZ", "_XY", "_YZ", "_ZX" };
    char copy[40];
    if (name.n <= 7 || name.n >= (int)sizeof copy || strncmp(name.at, "STRESS_", 7) != 0) return false;
    memcpy(copy, name.at, (size_t)name.n), copy[name.n] = 0;
    char *end;
    *point = (int)strtol(copy + 7, &end, 10);
    if (end == copy + 7) return false;
    for (*component = 0; *component < 7; (*component)++)
        if (!strcmp(end, words[*component])) return true;
    return false;
}

static void list_spots(Arena *arena, const Course *t, Spots *out)
{
    for (int c = 0; c < t->columns; c++) {
        int point, component, k = 0;
        const CourseColumn *column = &t->column[c];
        if (!is_stress(column->component, &point, &component)) continue;
        while (k < out->n && !(out->at[k].point == point && cd_text_equal(out->at[k].owner, column->owner))) k++;
        if (k == out->n) {
            Spot s = { .owner = column->owner, .alias = column->alias, .point = point };
            for (int i = 0; i < 7; i++) s.column[i] = -1;
            ARRAY_PUSH(arena, out, s);
        }
        out->at[k].column[component] = c;
    }
}

static double at(const Course *t, const Spot *s, int component, int row)
{
    return s->column[component] < 0 ? 0 : t->value[(size_t)s->column[component] * (size_t)t->rows + (size_t)row];
}

static double von_mises(const Course *t, const Spot *s, int row)
{
    if (s->column[0] >= 0) return fabs(at(t, s, 0, row));
    double x = at(t, s, 1, row), y = at(t, s, 2, row), z = at(t, s, 3, row);
    double a = at(t, s, 4, row), b = at(t, s, 5, row), c = at(t, s, 6, row);
    return sqrt(((x - y) * (x - y) + (y - z) * (y - z) + (z - x) * (z - x)) / 2 + 3 * (a * a + b * b + c * c));
}

static int hotter(const void *a, const void *b)
{
    const Spot *x = a, *y = b;
    if (x->value != y->value) return x->value < y->value ? 1 : -1;
    return (x->point > y->point) - (x->point < y->point);
}

/* Places of points, in the frame of their body, from the record of the run; false, with a message, if they are not
 * known. */
static bool place_spots(Spots *spots, const char *result, CdLog *log)
{
    Recording *r = cd_recording_open(result, log);
    Text rest = r ? r->spots : (Text){ 0 }, line;
    bool any = false;
    while (cd_next_line(&rest, &line)) {
        Text f[5];
        double x[4];
        if (!cd_fields(line, f, 5)) continue;
        for (int k = 0; k < 4; k++)
            if (!cd_number_read(f[k + 1].at, f[k + 1].at + f[k + 1].n, &x[k])) x[k] = 0;
        for (int k = 0; k < spots->n; k++) {
            Spot *s = &spots->at[k];
            if (s->point == x[0] && cd_text_equal(s->owner, f[0])) s->place = v3_load(x + 1), s->placed = any = true;
        }
    }
    if (r && !any) cd_log(log, ((CdPlace){ 0 }), HOTSPOTS_NOWHERE, r->path);
    cd_recording_close(r);
    return any;
}

/* Whether a point stands beside one that has been listed. */
static bool is_beside(const Spot *s, const Spot *listed, int n, double radius)
{
    for (int k = 0; k < n; k++)
        if (s->placed && listed[k].placed && cd_text_equal(s->owner, listed[k].owner) &&
            v3_norm(v3_sub(s->place, listed[k].place)) < radius)
            return true;
    return false;
}

bool cd_hotspots(const char *result, int count, double radius, FILE *out, CdLog *log)
{
    Course *t = cd_course_read(result, log);
    if (!t) return false;
    Arena scratch = { 0 };
    Spots spots = { 0 };
    list_spots(&scratch, t, &spots);
    for (int k = 0; k < spots.n; k++) {
        Spot *s = &spots.at[k];
        for (int row = 0; row < t->rows; row++) {
            double x = von_mises(t, s, row);
            if (row == 0 || x > s->value) s->value = x, s->time = t->time[row];
        }
    }
    if (!spots.n) cd_log(log, ((CdPlace){ 0 }), NO_STRESS, result);
    bool good = spots.n > 0 && (radius <= 0 || place_spots(&spots, result, log));
    if (good) qsort(spots.at, (size_t)spots.n, sizeof *spots.at, hotter);
    int listed = 0;
    if (good) fprintf(out, "     largest         time  point\n");
    for (int k = 0; k < spots.n && listed < count && good; k++) {
        Spot s = spots.at[k];
        if (radius > 0 && is_beside(&s, spots.at, listed, radius)) continue;
        fprintf(out, "%12.6g %12.6g  %.*s %d\n", s.value, s.time, TEXT_ARG(s.owner), s.point);
        spots.at[listed++] = s;
    }
    cd_arena_close(&scratch);
    cd_course_close(t);
    return good;
}
