/* mesh_write.c - triangles of bodies as STL (binary) and OBJ. */
#include "geometry/mesh_write.h"

#include <stdint.h>

static void put_stl_triangle(FILE *out, const Vec3 p[3])
{
    Vec3 n = v3_cross(v3_sub(p[1], p[0]), v3_sub(p[2], p[0]));
    double size = v3_norm(n);
    if (size > 0) n = v3_scale(n, 1 / size);
    const Vec3 all[4] = { n, p[0], p[1], p[2] };
    const uint16_t none = 0;
    for (int i = 0; i < 4; i++) {
        float x[3] = { (float)all[i].x, (float)all[i].y, (float)all[i].z };
        fwrite(x, sizeof *x, 3, out);
    }
    fwrite(&none, sizeof none, 1, out);
}

void cd_stl_write(FILE *out, const Facets *facets, int n, double scale)
{
    char head[80] = "cardan solid";
    uint32_t count = 0;
    for (int k = 0; k < n; k++) count += (uint32_t)facets[k].triangle.n;
    fwrite(head, 1, sizeof head, out);
    fwrite(&count, sizeof count, 1, out);
    for (int k = 0; k < n; k++)
        for (int i = 0; i < facets[k].triangle.n; i++) {
            Vec3 p[3];
            for (int j = 0; j < 3; j++) p[j] = v3_scale(facets[k].point.at[facets[k].triangle.at[i].corner[j]], scale);
            put_stl_triangle(out, p);
        }
}

static void put_number(FILE *out, char before, double x)
{
    char text[CD_NUMBER_ROOM];
    fprintf(out, "%c%s", before, cd_number_write(text, x));
}

void cd_obj_write(FILE *out, const Facets *facets, const Text *name, int n, double scale)
{
    int first = 1;
    for (int k = 0; k < n; k++) {
        const Facets *f = &facets[k];
        fprintf(out, "o ");
        cd_text_print(name[k], out);
        fprintf(out, "\n");
        for (int i = 0; i < f->point.n; i++) {
            Vec3 p = v3_scale(f->point.at[i], scale);
            fprintf(out, "v");
            for (int j = 0; j < 3; j++) put_number(out, ' ', v3_get(p, j));
            fprintf(out, "\n");
        }
        for (int i = 0; i < f->triangle.n; i++) {
            const int *c = f->triangle.at[i].corner;
            fprintf(out, "f %d %d %d\n", first + c[0], first + c[1], first + c[2]);
        }
        first += f->point.n;
    }
}
