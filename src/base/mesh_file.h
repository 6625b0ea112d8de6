/* mesh_file.h - triangles in files: STL (binary and text), OBJ, and shells (.shl). */
#pragma once
#include "base/text.h"

typedef struct TriangleList {
    Arena *arena;
    int n, room;
    double *corner; /* nine numbers per triangle */
} TriangleList;

/* Whether the name of a file ends as those that are read here do. */
bool cd_is_mesh_file(Text name);

/* Adds the triangles of a file, given its bytes; polygons are cut into triangles. Of a damaged file what could be
 * read. */
void cd_triangles_read(TriangleList *list, Text name, const char *bytes, size_t n);

/* A file by name: as named, or in the folder of one of the others (paths of files beside which it may be). NULL: it is
 * not there. */
char *cd_file_find(Arena *arena, Text name, int others, const Text *beside, size_t *n);
