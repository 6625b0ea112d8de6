/* file.c - open(2), with two more reasons to refuse. */
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NOT_REGULAR = -1, OUTSIDE = -2 }; /* beside the numbers of the system, which are positive */

const char *cd_file_error(int error)
{
    if (error == NOT_REGULAR) return "it is not a regular file";
    if (error == OUTSIDE) return "it is not in the folder of --out; --allow-outside allows that";
    return strerror(error);
}

static int refuse(int file, int error)
{
    close(file);
    errno = error;
    return -1;
}

FILE *cd_file_open(const char *path)
{
    struct stat st;
    int file =
        open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY); /* a pipe opens at once, and is then seen to be one */
    if (file >= 0 && fstat(file, &st) != 0) file = refuse(file, errno);
    if (file >= 0 && !S_ISREG(st.st_mode)) file = refuse(file, S_ISDIR(st.st_mode) ? EISDIR : NOT_REGULAR);
    return file < 0 ? NULL : fdopen(file, "rb");
}

char *cd_file_read(Arena *arena, const char *path, size_t *n)
{
    FILE *f = cd_file_open(path);
    char *bytes = NULL;
    if (!f) return NULL;
    if (fseek(f, 0, SEEK_END) == 0) {
        long size = ftell(f);
        rewind(f);
        if (size >= 0 && size < LONG_MAX) bytes = cd_arena_take(arena, (size_t)size + 1);
        *n = bytes ? fread(bytes, 1, (size_t)size, f) : 0;
    }
    fclose(f);
    return bytes;
}

/* Whether the folder of a path is another one or below it, by their true names. */
static bool is_inside(const char *path, const char *folder)
{
    char parent[PATH_MAX], there[PATH_MAX], here[PATH_MAX];
    const char *slash = strrchr(path, '/');
    size_t n = slash ? (size_t)(slash - path) : 0;
    if (n >= sizeof parent) return false;
    memcpy(parent, path, n);
    parent[n] = 0;
    if (!realpath(n ? parent : slash ? "/" : ".", there) || !realpath(folder, here)) return false;
    size_t length = strlen(here);
    return strncmp(there, here, length) == 0 && (there[length] == '/' || there[length] == 0 || length == 1);
}

int cd_file_create(const char *path, const char *inside)
{
    int flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, file;
    if (inside && !is_inside(path, inside)) {
        errno = OUTSIDE;
        return -1;
    }
    file = open(path, flags | (inside ? O_NOFOLLOW : 0), 0666);
    if (file < 0 && inside && errno == ELOOP) errno = OUTSIDE; /* a link, which may lead anywhere */
    return file;
}

FILE *cd_file_create_stream(const char *path, const char *inside)
{
    int file = cd_file_create(path, inside);
    return file < 0 ? NULL : fdopen(file, "wb");
}
