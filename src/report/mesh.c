/* mesh.c - triangles for the page. A solid is meshed no finer than a page can bear, statements that mean the same
 * bodies share their triangles, and its edges are drawn as the lines they are. */
#include "report/mesh.h"

#include "report/json.h"

#include <math.h>
#include <string.h>

/* What a page draws of one solid: beyond that, chords are longer. */
enum { MOST_OF_ONE = 40000, COARSEST = 3, MOST_TRIANGLES = 500000 };

/* A line of the chunk: id, file, dataset; element, part, its name, fineness, metres in a unit of length, folders of
 * solids. */
typedef struct ShapeLine {
    int id, part;
    Text file, dataset, element, part_name, paths;
    double fineness, metre;
} ShapeLine;

static double number_of(Text t, double otherwise)
{
    double x;
    return cd_number_read(t.at, t.at + t.n, &x) ? x : otherwise;
}

static bool parse(Text line, ShapeLine *s)
{
    Text f[9];
    *s = (ShapeLine){ .fineness = 300, .metre = 1 };
    bool whole = cd_fields(line, f, 9);
    if (!whole && !cd_fields(line, f, 3)) return false;
    s->id = (int)number_of(f[0], 0);
    s->file = f[1], s->dataset = f[2];
    if (!whole) return true;
    s->element = f[3], s->part = (int)number_of(f[4], 0), s->part_name = f[5], s->paths = f[8];
    s->fineness = number_of(f[6], 300), s->metre = number_of(f[7], 1);
    return true;
}

static void add(Meshes *m, const double *corner)
{
    if (m->triangles == MOST_TRIANGLES) return;
    if (m->triangles == m->room)
        m->corner = cd_array_grow(&m->arena, m->corner, m->triangles, &m->room, 9 * sizeof(float));
    for (int k = 0; k < 9; k++) m->corner[9 * (size_t)m->triangles + (size_t)k] = (float)corner[k];
    m->triangles++;
}

static void add_file(Meshes *m, Arena *scratch, Text name, const char *bytes, size_t n)
{
    TriangleList list = { .arena = scratch };
    cd_triangles_read(&list, name, bytes, n);
    for (int t = 0; t < list.n; t++) add(m, list.corner + 9 * (size_t)t);
}

/* Coarser and coarser until the page can bear it. */
static Facets light_facets(Arena *arena, const SolidFile *s, int body, double fineness)
{
    for (;; fineness /= 4) {
        ArenaMark mark = cd_arena_mark(arena);
        Facets f = cd_solid_facets(arena, s, body, fineness);
        if (f.triangle.n <= MOST_OF_ONE || fineness <= COARSEST) return f;
        cd_arena_release(arena, mark);
    }
}

static void add_body(Meshes *m, const SolidFile *s, int body, const ShapeLine *line)
{
    Arena scratch = { 0 };
    Facets f = light_facets(&scratch, s, body, line->fineness);
    for (int i = 0; i < f.triangle.n; i++) {
        double corner[9];
        for (int k = 0; k < 3; k++)
            v3_store(corner + 3 * k, v3_scale(f.point.at[f.triangle.at[i].corner[k]], 1 / line->metre));
        add(m, corner);
    }
    for (int i = 0; i < f.outline.n; i++) {
        Vec3 p = v3_scale(f.point.at[f.outline.at[i]], 1 / line->metre);
        for (int k = 0; k < 3; k++) ARRAY_PUSH(&m->arena, &m->segment, (float)v3_get(p, k));
    }
    cd_arena_close(&scratch);
}

static bool read_solid(Meshes *m, SolidLibrary *lib, const ShapeLine *line, Mesh *mesh)
{
    SolidFound found;
    CdLog *log = cd_log_open();
    const char *paths = line->paths.n ? cd_text_copy(&m->arena, line->paths).at : NULL;
    SolidQuery q = { .file = line->file,
                     .element = line->element,
                     .part = line->part,
                     .part_name = line->part_name,
                     .dataset = line->dataset,
                     .paths = paths,
                     .label = "",
                     .mild = true };
    bool there = cd_solid_find(lib, &q, &found, log);
    if (there && found.solid) {
        mesh->line = m->segment.n / 6;
        for (int i = 0; i < found.n; i++)
            if (cd_solid_body(found.solid, found.body[i], log)) add_body(m, found.solid, found.body[i], line);
        mesh->lines = m->segment.n / 6 - mesh->line;
    } else if (there) {
        size_t n = 0;
        Arena scratch = { 0 };
        char *bytes = cd_file_read(&scratch, found.path, &n);
        if (bytes) add_file(m, &scratch, cd_text(found.path), bytes, n);
        cd_arena_close(&scratch);
    }
    cd_log_close(log);
    return there;
}

/* A statement before that means the same. */
static const Mesh *same_as(const Meshes *m, const ShapeLine *seen, const ShapeLine *s)
{
    for (int i = 0; i < m->mesh.n; i++)
        if (cd_text_equal(seen[i].file, s->file) && cd_text_equal(seen[i].element, s->element) &&
            seen[i].part == s->part && cd_text_equal(seen[i].dataset, s->dataset) && seen[i].fineness == s->fineness)
            return &m->mesh.at[i];
    return NULL;
}

static Mesh read_shape(Meshes *m, SolidLibrary *lib, const ShapeLine *line, const char *record)
{
    Mesh mesh = { .id = line->id, .file = line->file, .first = m->triangles };
    if (!read_solid(m, lib, line, &mesh) && cd_is_mesh_file(line->file)) {
        Arena scratch = { 0 };
        size_t n = 0;
        const Text beside[] = { line->dataset, cd_text(record) };
        char *bytes = cd_file_find(&scratch, line->file, 2, beside, &n);
        if (bytes) add_file(m, &scratch, line->file, bytes, n);
        cd_arena_close(&scratch);
    }
    mesh.count = m->triangles - mesh.first;
    return mesh;
}

Meshes cd_meshes_read(const Recording *r)
{
    Meshes m = { 0 };
    Arena scratch = { 0 };
    SolidLibrary lib = { 0 };
    ARRAY_OF(ShapeLine) seen = { 0 };
    Text rest = r->shapes, line;
    while (cd_next_line(&rest, &line)) {
        ShapeLine s;
        if (!parse(line, &s)) continue;
        const Mesh *same = same_as(&m, seen.at, &s);
        Mesh mesh = same ? *same : read_shape(&m, &lib, &s, r->path);
        mesh.id = s.id;
        ARRAY_PUSH(&m.arena, &m.mesh, mesh);
        ARRAY_PUSH(&scratch, &seen, s);
    }
    cd_solid_library_close(&lib);
    cd_arena_close(&scratch);
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
        const Mesh *k = &m->mesh.at[i];
        cd_json_open(out, '{');
        cd_json_put_number(out, "id", k->id);
        cd_json_put_text(out, "file", k->file);
        cd_json_put_number(out, "first", k->first);
        cd_json_put_number(out, "count", k->count);
        cd_json_put_number(out, "line", k->line);
        cd_json_put_number(out, "lines", k->lines);
        cd_json_close(out, '}');
    }
    cd_json_close(out, ']');
    cd_json_put_number(out, "triangles", m->triangles);
}
