/* nforce.h - parameters of a linear force between many markers. */
#pragma once
#include "elements/matrix.h"

/* Matrices of its FILE, by the names they have there. */
enum { NFORCE_K, NFORCE_C, NFORCE_LENGTH, NFORCE_FORCE, NFORCE_MATRICES };

typedef struct Nforce {
    IntList markers;
    int j, jfloat;
    int kmatrix, cmatrix, length, force;
    double cratio;
    Text file;
    const MatrixElement *held[NFORCE_MATRICES]; /* in the file; NULL: not */
    const struct Program **f;                   /* six per marker: its law as expressions */
} Nforce;
