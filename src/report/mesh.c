/* mesh.c - meshes that GRAPHICS/EXTERNAL names, for the page. */
#include "report/mesh.h"

#include "base/mesh_file.h"
#include "report/json.h"

enum { MOST_TRIANGLES = 500000 };

static void add(Meshes *m, const double *corner)
{
    if (m->triangles == MOST_TRIANGLES) return;
    if (m->triangles == m->room)
        m->corner = cd_array_grow(&m->arena, m->corner, m->triangles, &m->room, 9 * sizeof(float));
    for (int k = 0; k < 9; k++) m->corner[9 * (size_t)m->triangles + (size_t)k] = (float)corner[k];
    m->triangles++;
}

static void read_shape(Meshes *m, int id, Text name, Text dataset, const char *record)
{
    Arena scratch = { 0 };
    size_t n = 0;
    const Text beside[] = { dataset, cd_text(record) };
    char *bytes = cd_is_mesh_file(name) ? cd_file_find(&scratch, name, 2, beside, &n) : NULL;
    Mesh mesh = { .id = id, .file = name, .first = m->triangles };
    if (bytes) {
        TriangleList list = { .arena = &scratch };
        cd_triangles_read(&list, name, bytes, n);
        for (int t = 0; t < list.n; t++) add(m, list.corner + 9 * (size_t)t);
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
