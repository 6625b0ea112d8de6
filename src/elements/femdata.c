/* femdata.c - loads and motion of a body written for finite element programs. */
#include "elements/common.h"

typedef struct Femdata {
    int type, i, j, rm, flex_body;
    IntList nodes;
    Text file;
    double start, end, skip;
} Femdata;

static const Field fields[] = {
    CHOICE(Femdata, type, "type", "LOADS|MODAL_DEFORMATION|NODAL_DEFORMATION|STRAIN|STRESS", -1, 0, "what to write"),
    MARKER_REF(Femdata, i, "IMARKER|I", 0, "marker at which loads are given"),
    MARKER_REF(Femdata, j, "J", 0, "marker they are relative to"),
    MARKER_REF(Femdata, rm, "RM", 0, "marker for the axes"),
    REF(Femdata, flex_body, "FLEX_BODY", "FLEX_BODY", 0, "flexible body"),
    INTS(Femdata, nodes, "NODES", 1, 0, 0, "nodes to write"),
    NAME(Femdata, file, "FILE", 0, "file to write"),
    REAL(Femdata, start, "START", TIME, 0, 0, "time of the first output"),
    REAL(Femdata, end, "END", TIME, 0, 0, "time of the last output"),
    REAL(Femdata, skip, "SKIP", NONE, 0, 0, "output steps left out between two outputs"),
    FIELDS_END,
};

const ElementKind cd_element_femdata = {
    .keyword = "FEMDATA",
    .summary = "data for finite element programs",
    .role = ROLE_OUTPUT,
    .flags = OPEN_ARGUMENTS | DECORATION,
    .mechanics = MECHANICS_NONE,
    .size = sizeof(Femdata),
    .fields = fields,
    .check = cd_check_unused,
};
