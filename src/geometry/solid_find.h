/* solid_find.h - the solid that GRAPHICS/EXTERNAL means: the file, which is looked for in a few places, and the
 * bodies in it.
 *
 * A file is looked for beside the dataset as FILE says, then by its bare name beside the dataset, in a folder named
 * like the dataset, and in folders that the user names; each time without regard to case if need be. What leads out
 * of these folders ("..", absolute paths) counts by its bare name only. Where there is no solid a mesh of the same
 * stem serves: STEM_ELEMENT.stl or .obj, then STEM.stl or .obj, in the units of the model. */
#pragma once
#include "base/mesh_file.h"
#include "geometry/solid.h"

typedef struct SolidQuery {
    Text file, element; /* as the statement says */
    int part;           /* id of the part of RM; 0: none */
    Text part_name;     /* its view name */
    Text dataset;       /* path of the dataset */
    const char *paths;  /* further folders, parted by colons; NULL: none */
    const char *label;  /* of the statement, for messages */
    CdPlace place;
    bool mild; /* nothing but a picture depends on it: what is missing is a note */
} SolidQuery;

/* Files that have been read, each once. */
typedef struct SolidLibrary {
    Arena arena;
    ARRAY_OF(struct {
        const char *path;
        SolidFile *file; /* NULL: it cannot be read, which has been said */
    })
    entry;
} SolidLibrary;

void cd_solid_library_close(SolidLibrary *lib);

typedef struct SolidFound {
    const char *path;
    SolidFile *solid; /* NULL: path is a mesh */
    int n, *body;     /* which of its bodies, all of them one shape */
} SolidFound;

/* False, with a message, if there is none. */
bool cd_solid_find(SolidLibrary *lib, const SolidQuery *q, SolidFound *out, CdLog *log);
