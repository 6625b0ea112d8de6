/* reduce.h - Craig and Bampton: the degrees of freedom of interface nodes, and the lowest modes of what lies between
 * them (theory 20.1 to 20.6). */
#pragma once
#include "flex/modal.h"

typedef struct Reduction {
    int interface;       /* degrees of freedom of interface nodes */
    int fixed;           /* fixed-interface modes that are kept */
    int known;           /* of them and of the next ones so many are known */
    double *fixed_hertz; /* known, ascending */
    double *effective;   /* 6 per mode of fixed: effective mass, and moment of inertia about the centre, as shares */
    bool clamped;        /* the frame goes with a node that no mode moves */
    int rigid;           /* modes left out because they are rigid motions */
    double *shape;       /* on all equations of the model, column by column: the modes that are kept */
} Reduction;

/* Interface nodes are marked in the model. False, with messages, if the reduction cannot be. out: modes, K, I6,
 * numbers, frequencies. */
bool cd_reduce(Arena *arena, const Fem *fem, int modes, Reduction *how, ModalBody *out);
/* The same for modes that the file holds: they are made orthonormal, and rigid motions left out. */
bool cd_reduce_given(Arena *arena, const Fem *fem, Reduction *how, ModalBody *out);
