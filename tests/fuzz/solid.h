/* solid.h - any bytes as a file of solids: it is refused with a message, or every body has moments and triangles,
 * whatever they are. */
#pragma once
#include "geometry/solid.h"

#include <stdint.h>
#include <stdlib.h>

static inline void fuzz_solid(const uint8_t *data, size_t size)
{
    CdLog *log = cd_log_open();
    SolidFile *s = cd_solid_read("fuzz.x_t", data, size, log);
    if (!s && cd_log_errors(log) == 0) abort();
    for (int i = 0; s && i < s->body.n && i < 4; i++) {
        Arena arena = { 0 };
        if (cd_solid_body(s, i, log)) {
            Moments m = cd_solid_moments(&arena, s, i);
            Facets f = cd_solid_facets(&arena, s, i, 3);
            for (int k = 0; k < f.triangle.n; k++)
                for (int j = 0; j < 3; j++)
                    if (f.triangle.at[k].corner[j] < 0 || f.triangle.at[k].corner[j] >= f.point.n) abort();
            cd_solid_complain(s, i, &m, &f, log);
        } else if (cd_log_errors(log) == 0) abort();
        cd_arena_close(&arena);
    }
    cd_solid_close(s);
    cd_log_close(log);
}
