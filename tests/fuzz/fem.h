/* fem.h - any bytes as files of a finite element program, one behind the other with a line "====" between them:
 * whatever comes of them, either a body or a message that says why not. */
#pragma once
#include "cardan/cardan.h"
#include "file.h"

#include <string.h>

static inline void fuzz_fem(const char *const ending[], int files, const uint8_t *data, size_t size, CdFlexOptions o)
{
    char path[4][300];
    const char *at = (const char *)data, *end = at + size;
    for (int k = 0; k < files; k++) {
        const char *stop = k + 1 < files ? memmem(at, (size_t)(end - at), "\n====\n", 6) : NULL;
        size_t n = (size_t)((stop ? stop + 1 : end) - at);
        snprintf(path[k], sizeof path[k], "%s", fuzz_file(ending[k], at, n));
        at = stop ? stop + 6 : end;
    }
    if (o.mass) o.mass = path[1];
    if (o.nodes) o.nodes = path[2];
    CdLog *log = cd_log_open();
    if (cd_flex(path[0], &o, NULL, log) != (cd_log_errors(log) == 0)) abort();
    cd_log_close(log);
    for (int k = 0; k < files; k++) unlink(path[k]);
}
