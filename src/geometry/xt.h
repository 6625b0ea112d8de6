/* xt.h - a Parasolid XT file as a graph of nodes: read whole, then followed by the names of fields. Nodes are
 * positions in the order of the file; -1 is none, also for a pointer to a node that is not in the file. */
#pragma once
#include "base/log.h"
#include "geometry/xt_layout.h"
#include "linalg/mat3.h"

typedef struct XtNode {
    int index, type, length; /* length: of the array at its end */
    int first;               /* of its values */
    size_t place;            /* byte of the file where it begins */
} XtNode;

typedef struct XtFile {
    Arena arena;
    const char *name;     /* of the file */
    const char *modeller; /* what the stream says of its maker */
    int schema;
    bool binary;
    const XtLayout *layout[XT_MOST_TYPE]; /* NULL: no node of this type */
    ARRAY_OF(XtNode) node;
    ARRAY_OF(double) value; /* pointers, characters and logicals are numbers, too; NaN: null */
    int *bucket, buckets;   /* index to position, by hashing */
} XtFile;

/* Reads bytes of a file. NULL with a message that has the byte if they are no XT stream, or a damaged one. Memory is
 * at most a constant times n. */
XtFile *cd_xt_read(const char *name, const void *bytes, size_t n, CdLog *log);
void cd_xt_close(XtFile *f);

int cd_xt_find(const XtFile *f, int index);                       /* position of the node with an index */
int cd_xt_type(const XtFile *f, int node);                        /* 0 for node -1 */
int cd_xt_link(const XtFile *f, int node, XtName name);           /* where a pointer leads */
int cd_xt_link_at(const XtFile *f, int node, XtName name, int i); /* element i of an array of pointers */
double cd_xt_real(const XtFile *f, int node, XtName name);        /* NaN: null, or no such field */
double cd_xt_real_at(const XtFile *f, int node, XtName name, int i);
int cd_xt_int(const XtFile *f, int node, XtName name); /* 0 for null */
int cd_xt_char(const XtFile *f, int node, XtName name);
Vec3 cd_xt_vector(const XtFile *f, int node, XtName name);
/* Values from a field to the end of its node, and how many: the array at its end. NULL: there is none. */
const double *cd_xt_array(const XtFile *f, int node, XtName name, int *n);
