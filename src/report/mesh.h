/* mesh.h - triangles that GRAPHICS/EXTERNAL names, for the page: solids, STL and OBJ, where these files are there. */
#pragma once
#include "geometry/solid_find.h"
#include "report/recording.h"

typedef struct Mesh {
    int id; /* of the GRAPHICS statement */
    Text file;
    int first, count; /* triangles; none: the file is not there, or holds none */
    int line, lines;  /* segments of edges of a solid, behind the triangles of all; none: the page finds edges itself */
} Mesh;

typedef struct Meshes {
    Arena arena;
    ARRAY_OF(Mesh) mesh;
    int triangles, room;
    float *corner;           /* nine numbers per triangle */
    ARRAY_OF(float) segment; /* six numbers each */
} Meshes;

Meshes cd_meshes_read(const Recording *r);
void cd_meshes_close(Meshes *m);
/* The key "meshes" with id, file, first, count, line and lines of each. */
void cd_meshes_list(TextBuffer *out, const Meshes *m);
