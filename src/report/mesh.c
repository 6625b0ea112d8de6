/* mesh.c - STL (binary and text) and OBJ. A file that is neither, or is damaged, gives what could be read of it. */
#include "report/mesh.h"

#include "report/json.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MOST_TRIANGLES = 500000, MOST_VERTICES = 2000000 };

static void add(Meshes *m, const float corner[9])
{
    for (int k = 0; k < 9; k++)
        if (!isfinite(corner[k])) return;
    if (m->triangles == MOST_TRIANGLES) return;
    if (m->triangles == m->room)
        m->corner = cd_array_grow(&m->arena, m->corner, m->triangles, &m->room, 9 * sizeof(float));
    memcpy(m->corner + 9 * (size_t)m->triangles++, corner, 9 * sizeof(float));
}

/* 80 bytes, number of triangles, 50 bytes each: normal, three corners, two bytes more. */
static bool read_binary_stl(Meshes *m, const char *at, size_t n)
{
    uint32_t count;
    if (n < 84) return false;
    memcpy(&count, at + 80, sizeof count);
    if (n - 84 < (size_t)count * 50 || n - 84 > (size_t)count * 50 + 512) return false;
    for (uint32_t i = 0; i < count; i++) {
        float corner[9];
        memcpy(corner, at + 84 + 50 * (size_t)i + 12, sizeof corner);
        add(m, corner);
    }
    return true;
}

/* Numbers behind a word; how many there are, up to most. */
static int numbers(Text line, float *out, int most)
{
    int n = 0;
    for (int i = 0; i < line.n && n < most;) {
        double x;
        int used = cd_is_blank(line.at[i]) ? 0 : cd_number_read(line.at + i, line.at + line.n, &x);
        if (used) out[n++] = (float)x;
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

static void read_text_stl(Meshes *m, Text rest)
{
    Text line, values;
    float corner[9];
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

static void add_face(Meshes *m, const float *v, int vertices, Text rest)
{
    int first = vertex_of(&rest, vertices), last = vertex_of(&rest, vertices);
    while (first >= 0 && last >= 0) {
        int next = vertex_of(&rest, vertices);
        if (next < 0) return;
        float corner[9];
        memcpy(corner, v + 3 * first, 3 * sizeof *v);
        memcpy(corner + 3, v + 3 * last, 3 * sizeof *v);
        memcpy(corner + 6, v + 3 * next, 3 * sizeof *v);
        add(m, corner);
        last = next;
    }
}

static void read_obj(Meshes *m, Text rest)
{
    int vertices = 0;
    Text line, values, all = rest;
    while (cd_next_line(&all, &line)) vertices += begins(line, "v", &values);
    if (vertices > MOST_VERTICES) return;
    float *v = cd_take(3 * sizeof *v * (size_t)(vertices + 1));
    for (int n = 0; cd_next_line(&rest, &line);) {
        if (begins(line, "v", &values)) {
            if (numbers(values, v + 3 * n, 3) != 3) v[3 * n] = NAN;
            n++;
        } else if (begins(line, "f", &values)) add_face(m, v, n, values);
    }
    free(v);
}

/* As named, beside the dataset, or beside the results. */
static char *find_file(Arena *arena, Text name, Text dataset, const char *record, size_t *n)
{
    const Text beside[] = { { "", 0 }, dataset, cd_text(record) };
    for (size_t k = 0; k < sizeof beside / sizeof beside[0]; k++) {
        TextBuffer path = { 0 };
        int folder = beside[k].n;
        while (folder > 0 && beside[k].at[folder - 1] != '/') folder--;
        cd_buffer_text(&path, (Text){ beside[k].at, folder });
        cd_buffer_text(&path, name);
        char *bytes = cd_file_read(arena, path.at, n);
        cd_buffer_close(&path);
        if (bytes) return bytes;
    }
    return NULL;
}

static void read_shape(Meshes *m, int id, Text name, Text dataset, const char *record)
{
    Arena scratch = { 0 };
    size_t n = 0;
    bool stl = cd_text_ends_nocase(name, ".stl"), obj = cd_text_ends_nocase(name, ".obj");
    char *bytes = stl || obj ? find_file(&scratch, name, dataset, record, &n) : NULL;
    Mesh mesh = { .id = id, .file = name, .first = m->triangles };
    if (bytes && n < INT32_MAX) {
        Text text = { bytes, (int)n };
        if (obj) read_obj(m, text);
        else if (!read_binary_stl(m, bytes, n)) read_text_stl(m, text);
        mesh.count = m->triangles - mesh.first;
    }
    ARRAY_PUSH(&m->arena, &m->mesh, mesh);
    cd_arena_close(&scratch);
}

Meshes cd_meshes_read(const Recording *r)
{
    Meshes m = { 0 };
    Text rest = r->shapes, line, f[3];
    while (cd_next_line(&rest, &line)) {
        double id = 0;
        if (!cd_fields(line, f, 3) || !cd_number_read(f[0].at, f[0].at + f[0].n, &id)) continue;
        read_shape(&m, (int)id, f[1], f[2], r->path);
    }
    return m;
}

void cd_meshes_close(Meshes *m)
{
    cd_arena_close(&m->arena);
}

void cd_meshes_list(TextBuffer *out, const Meshes *m)
{
    cd_json_key(out, "meshes");
    cd_json_open(out, '[');
    for (int i = 0; i < m->mesh.n; i++) {
        cd_json_open(out, '{');
        cd_json_put_number(out, "id", m->mesh.at[i].id);
        cd_json_put_text(out, "file", m->mesh.at[i].file);
        cd_json_put_number(out, "first", m->mesh.at[i].first);
        cd_json_put_number(out, "count", m->mesh.at[i].count);
        cd_json_close(out, '}');
    }
    cd_json_close(out, ']');
}
