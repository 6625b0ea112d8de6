/* file.h - bytes as a file, for readers that take a path. */
#pragma once
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Writes bytes to a file with this ending, the same at every call; its path. */
static inline const char *fuzz_file(const char *ending, const void *data, size_t size)
{
    static char path[256];
    const char *folder = getenv("TMPDIR");
    snprintf(path, sizeof path, "%s/cardan_fuzz_%ld%s", folder ? folder : "/tmp", (long)getpid(), ending);
    FILE *out = fopen(path, "wb");
    if (!out || fwrite(data, 1, size, out) != size || fclose(out) != 0) abort();
    return path;
}
