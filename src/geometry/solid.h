/* solid.h - solids in a file: which bodies it has, what they are called, and each of them when it is asked for.
 * Lengths are metres. */
#pragma once
#include "geometry/facets.h"
#include "geometry/moments.h"

typedef struct SolidBody {
    Text name;      /* AdamsObjectName, what ELEMENT says; empty: none */
    Text part_name; /* AdamsPartName */
    Text cad_name;  /* what the CAD program calls it */
    int part;       /* id of the PART it belongs to; 0: not known */
    double density; /* kg/m3 as the CAD program says; 0: not known */
    Mat3 A;         /* where an assembly puts it: p' = A p + t */
    Vec3 t;
    int node;
    bool built; /* body is what came of it */
    Body *body;
} SolidBody;

typedef struct SolidFile {
    Arena arena;
    XtFile *xt;
    XtGeometry geometry;
    ARRAY_OF(SolidBody) body;
} SolidFile;

/* NULL, with messages, if it cannot be read. */
SolidFile *cd_solid_open(const char *path, CdLog *log);
SolidFile *cd_solid_read(const char *name, const void *bytes, size_t n, CdLog *log);
void cd_solid_close(SolidFile *f);

/* The boundary of body i, made once; NULL, with a message, if it makes no sense. It lies where the file says, not
 * where an assembly puts it. */
Body *cd_solid_body(SolidFile *f, int i, CdLog *log);

/* What a body is called in messages. */
Text cd_solid_label(const SolidBody *b);

/* Exact moments and triangles of body i in the place where an assembly puts it. */
Moments cd_solid_moments(Arena *arena, const SolidFile *f, int i);
Facets cd_solid_facets(Arena *arena, const SolidFile *f, int i, double fineness);

/* Problems of a body as messages: faces that are not known, turned, or rough. Returns how many faces triangles lack. */
int cd_solid_complain(const SolidFile *f, int i, const Moments *m, const Facets *facets, CdLog *log);

/* The bodies that ELEMENT means for a part, in which only the part id and name that are known count: how many, and
 * which. */
typedef struct SolidChoice {
    int n;
    int *body;
    bool ambiguous; /* several have that name, and none is of that part */
} SolidChoice;
SolidChoice cd_solid_choose(Arena *arena, const SolidFile *f, Text element, int part, Text part_name);

/* Names in the file, for messages, at most about 300 characters. */
Text cd_solid_names(Arena *arena, const SolidFile *f);
