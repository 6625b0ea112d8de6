/* mesh_file.c - STL (binary and text), OBJ and shells. A file that is none of them, or is damaged, gives what could be
 * read of it.
 *
 * A shell (.shl) has vertices and polygons:
 *
 *     vertices polygons [connections [scale]]
 *     x y z                                      for each vertex
 *     corners v1 v2 v3 ...                       for each polygon, vertices counted from 1 */
#include "base/mesh_file.h"

#include "base/file.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MOST_TRIANGLES = 500000, MOST_VERTICES = 2000000 };

static void add(TriangleList *m, const double corner[9])
{
    for (int k = 0; k < 9; k++)
        if (!isfinite(corner[k])) return;
    if (m->n == MOST_TRIANGLES) return;
    if (m->n == m->room) m->corner = cd_array_grow(m->arena, m->corner, m->n, &m->room, 9 * sizeof *m->corner);
    memcpy(m->corner + 9 * (size_t)m->n++, corner, 9 * sizeof *corner);
}

/* 80 bytes, number of triangles, 50 bytes each: normal, three corners, two bytes more. */
static bool read_binary_stl(TriangleList *m, const char *at, size_t n)
{
    uint32_t count;
    if (n < 84) return false;
    memcpy(&count, at + 80, sizeof count);
    if (n - 84 < (size_t)count * 50 || n - 84 > (size_t)count * 50 + 512) return false;
    for (uint32_t i = 0; i < count; i++) {
        float bytes[9];
        double corner[9];
        memcpy(bytes, at + 84 + 50 * (size_t)i + 12, sizeof bytes);
        for (int k = 0; k < 9; k++) corner[k] = (double)bytes[k];
        add(m, corner);
    }
    return true;
}

/* Numbers behind a word; how many there are, up to most. */
static int numbers(Text line, double *out, int most)
{
    int n = 0;
    for (int i = 0; i < line.n && n < most;) {
        double x;
        int used = cd_is_blank(line.at[i]) ? 0 : cd_number_read(line.at + i, line.at + line.n, &x);
        if (used) out[n++] = x;
        else if (!cd_is_blank(line.at[i])) return n;
        i += used ? used : 1;
    }
    return n;
}

/* The rest of a line that begins with a word; false if it begins otherwise. */
static bool begins(Text line, const char *word, Text *rest)
{
    line = cd_text_trim(line);
    int n = (int)strlen(word);
    if (line.n <= n || strncasecmp(line.at, word, (size_t)n) != 0 || !cd_is_blank(line.at[n])) return false;
    *rest = (Text){ line.at + n, line.n - n };
    return true;
}

static void read_text_stl(TriangleList *m, Text rest)
{
    Text line, values;
    double corner[9];
    for (int have = 0; cd_next_line(&rest, &line);) {
        if (!begins(line, "vertex", &values)) continue;
        if (numbers(values, corner + 3 * have, 3) != 3) corner[3 * have] = NAN; /* the triangle goes, the next stay */
        if (++have < 3) continue;
        add(m, corner);
        have = 0;
    }
}

/* A corner of a face, "7", "7/1" or "7//3": its vertex, counted from 1, from the end if negative; -1: none. */
static int vertex_of(Text *rest, int vertices)
{
    *rest = cd_text_trim(*rest);
    double x;
    int used = cd_number_read(rest->at, rest->at + rest->n, &x), end = used;
    if (!used || fabs(x) > vertices) return -1;
    while (end < rest->n && !cd_is_blank(rest->at[end])) end++;
    *rest = (Text){ rest->at + end, rest->n - end };
    return x > 0 ? (int)x - 1 : x < 0 ? vertices + (int)x : -1;
}

static void add_face(TriangleList *m, const double *v, int vertices, Text rest)
{
    int first = vertex_of(&rest, vertices), last = vertex_of(&rest, vertices);
    while (first >= 0 && last >= 0) {
        int next = vertex_of(&rest, vertices);
        if (next < 0) return;
        double corner[9];
        memcpy(corner, v + 3 * first, 3 * sizeof *v);
        memcpy(corner + 3, v + 3 * last, 3 * sizeof *v);
        memcpy(corner + 6, v + 3 * next, 3 * sizeof *v);
        add(m, corner);
        last = next;
    }
}

static void read_obj(TriangleList *m, Text rest)
{
    int vertices = 0;
    Text line, values, all = rest;
    while (cd_next_line(&all, &line)) vertices += begins(line, "v", &values);
    if (vertices > MOST_VERTICES) return;
    double *v = cd_take(3 * sizeof *v * (size_t)(vertices + 1));
    for (int n = 0; cd_next_line(&rest, &line);) {
        if (begins(line, "v", &values)) {
            if (numbers(values, v + 3 * n, 3) != 3) v[3 * n] = NAN;
            n++;
        } else if (begins(line, "f", &values)) add_face(m, v, n, values);
    }
    free(v);
}

/* The next number anywhere in the text; false: there is none. */
static bool next_number(Text *rest, double *x)
{
    while (rest->n) {
        int used = cd_is_blank(*rest->at) || *rest->at == ',' ? 0 : cd_number_read(rest->at, rest->at + rest->n, x);
        bool skip = cd_is_blank(*rest->at) || *rest->at == ',';
        if (!used && !skip) return false;
        *rest = (Text){ rest->at + (used ? used : 1), rest->n - (used ? used : 1) };
        if (used) return true;
    }
    return false;
}

static void read_polygon(TriangleList *m, Text *rest, const double *v, int vertices, int corners)
{
    double index, corner[9];
    for (int k = 0; k < corners && next_number(rest, &index); k++) {
        bool known = index >= 1 && index <= vertices;
        const double *at = v + 3 * (known ? (size_t)index - 1 : 0);
        if (k >= 3) memcpy(corner + 3, corner + 6, 3 * sizeof *corner);
        for (int c = 0; c < 3; c++) corner[3 * (k < 2 ? k : 2) + c] = known ? at[c] : NAN;
        if (k >= 2) add(m, corner);
    }
}

static void read_shell(TriangleList *m, Text rest)
{
    Text line = { NULL, 0 };
    double head[4] = { 0, 0, 0, 1 }, corners;
    while (cd_next_line(&rest, &line) && numbers(line, head, 4) < 2) head[0] = head[1] = 0;
    int vertices = head[0] >= 3 && head[0] <= MOST_VERTICES ? (int)head[0] : 0;
    double scale = numbers(line, head, 4) == 4 && head[3] > 0 ? head[3] : 1;
    double *v = cd_take(3 * sizeof *v * (size_t)(vertices + 1));
    bool whole = vertices > 0;
    for (int k = 0; k < 3 * vertices && whole; k++) whole = next_number(&rest, &v[k]), v[k] *= scale;
    while (whole && next_number(&rest, &corners) && corners >= 1 && corners <= vertices)
        read_polygon(m, &rest, v, vertices, (int)corners);
    free(v);
}

bool cd_is_mesh_file(Text name)
{
    return cd_text_ends_nocase(name, ".stl") || cd_text_ends_nocase(name, ".obj") || cd_text_ends_nocase(name, ".shl");
}

void cd_triangles_read(TriangleList *list, Text name, const char *bytes, size_t n)
{
    if (n >= INT32_MAX) return;
    Text text = { bytes, (int)n };
    if (cd_text_ends_nocase(name, ".obj")) read_obj(list, text);
    else if (cd_text_ends_nocase(name, ".shl")) read_shell(list, text);
    else if (!read_binary_stl(list, bytes, n)) read_text_stl(list, text);
}

char *cd_file_find(Arena *arena, Text name, int others, const Text *beside, size_t *n)
{
    for (int k = -1; k < others; k++) {
        TextBuffer path = { 0 };
        int folder = k < 0 ? 0 : beside[k].n;
        while (folder > 0 && beside[k].at[folder - 1] != '/') folder--;
        if (folder) cd_buffer_text(&path, (Text){ beside[k].at, folder });
        cd_buffer_text(&path, name);
        char *bytes = cd_file_read(arena, path.at, n);
        cd_buffer_close(&path);
        if (bytes) return bytes;
    }
    return NULL;
}
