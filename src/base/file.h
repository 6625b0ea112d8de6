/* file.h - opening files with care: what is read is a regular file, and what is written stays in the folder it belongs
 * to. */
#pragma once
#include "base/arena.h"

#include <stdio.h>

/* Opens a file for reading; NULL, with errno set, if that cannot be, or if it is none of regular files: a pipe would
 * make the program wait. */
FILE *cd_file_open(const char *path);

/* A whole file, ended by NUL; NULL, with errno set, if it cannot be read. */
char *cd_file_read(Arena *arena, const char *path, size_t *n);

/* Makes a file, or empties one, for writing; its descriptor, -1 with errno set. inside: a folder that it must be in,
 * whatever "..", links and absolute paths say; NULL: it may be anywhere. */
int cd_file_create(const char *path, const char *inside);
FILE *cd_file_create_stream(const char *path, const char *inside); /* the same as a stream; NULL with errno set */

/* What errno says after one of these. */
const char *cd_file_error(int error);
