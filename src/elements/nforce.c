/* nforce.c - linear force between several markers and a reference:   F = -K (x - x0) - C v + F0,  with data from a file or from
 * matrices. */
#include "elements/common.h"

typedef struct Nforce {
    IntList markers;
    int j, jfloat;
    int kmatrix, cmatrix, length, force;
    double cratio;
    Text file;
} Nforce;

static const Field fields[] = {
    REFS(Nforce, markers, "MARKERS|I", "MARKER", 1, 0, 0, "markers that the load acts on"),
    MARKER_REF(Nforce, j, "J", 0, "reference marker, which takes the reactions"),
    MARKER_REF(Nforce, jfloat, "JFLOAT", 0, "floating marker that takes the reactions"),
    REF(Nforce, kmatrix, "KMATRIX", "MATRIX", 0, "stiffness"),
    REF(Nforce, cmatrix, "CMATRIX", "MATRIX", 0, "damping"),
    REAL(Nforce, cratio, "CRATIO", TIME, 0, NOT_NEGATIVE, "C = CRATIO K"),
    REF(Nforce, length, "LENGTH", "ARRAY", 0, "displacements at which the force is FORCE"),
    REF(Nforce, force, "FORCE", "ARRAY", 0, "force at those displacements"),
    NAME(Nforce, file, "FILE", 0, "file with the matrices"),
    FIELDS_END,
};

const ElementKind cd_element_nforce = {
    .keyword = "NFORCE",
    .summary = "linear force between many markers",
    .role = ROLE_FORCE,
    .flags = OPEN_ARGUMENTS | SWITCHABLE,
    .mechanics = MECHANICS_LATER,
    .size = sizeof(Nforce),
    .fields = fields,
};
