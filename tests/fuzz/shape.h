/* shape.h - a file that GRAPHICS names: whatever is in it, its triangles have finite corners. */
#pragma once
#include "file.h"
#include "report/mesh.h"

#include <math.h>

static inline void fuzz_shape(const char *ending, const uint8_t *data, size_t size)
{
    const char *path = fuzz_file(ending, data, size);
    char line[300];
    int n = snprintf(line, sizeof line, "7\t%s\tmodel.adm\n", path);
    Recording r = { .path = path, .shapes = { line, n } };
    Meshes m = cd_meshes_read(&r);
    if (m.mesh.n != 1 || m.mesh.at[0].id != 7 || m.mesh.at[0].count != m.triangles) abort();
    for (int k = 0; k < 9 * m.triangles; k++)
        if (!isfinite(m.corner[k])) abort();
    cd_meshes_close(&m);
    unlink(path);
}
