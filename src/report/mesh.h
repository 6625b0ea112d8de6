/* mesh.h - triangles of STL and OBJ files that GRAPHICS/EXTERNAL names, where these files are there. */
#pragma once
#include "report/recording.h"

typedef struct Mesh {
    int id; /* of the GRAPHICS statement */
    Text file;
    int first, count; /* triangles; none: the file is not there, or holds none */
} Mesh;

typedef struct Meshes {
    Arena arena;
    ARRAY_OF(Mesh) mesh;
    int triangles, room;
    float *corner; /* nine numbers per triangle */
} Meshes;

Meshes cd_meshes_read(const Recording *r);
void cd_meshes_close(Meshes *m);
/* The key "meshes" with id, file, first and count of each. */
void cd_meshes_list(TextBuffer *out, const Meshes *m);
