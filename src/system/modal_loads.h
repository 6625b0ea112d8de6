/* modal_loads.h - MFORCE: load cases on the modes of flexible bodies, each times a scale (theory 19.17).
 *
 *     Q_j = scale load_j on mode j;   scale (F, T) at the origin of the frame, in its axes;   the opposite on the body
 *                                     of JFLOAT there */
#pragma once
#include "system/flexible.h"
#include "system/scalar.h"

typedef struct ModalLoad {
    const Element *element;
    int index;           /* of MFORCE */
    const FlexPlace *on; /* the body */
    int reaction;        /* body that takes the opposite; -1: ground, or none */
    Vec3 F, T;           /* resultant at scale 1 */
    double *mode;        /* on->modes: as lengths are counted */
    const Program *f;    /* scale; NULL: 1 */
    Scalar scale;
    Support support;
} ModalLoad;

typedef struct ModalLoads {
    int n;
    ModalLoad *load;
} ModalLoads;

/* The active ones; what they depend on is filled in by the second. */
ModalLoads cd_modal_loads_new(Arena *arena, const Mechanism *m, bool *const on[KIND_COUNT]);
void cd_modal_loads_depend(Arena *arena, ModalLoads *loads, const World *w);

/* r -= factor times the load at scale 1. */
void cd_modal_load_add(const ModalLoad *l, const Mechanism *m, const BodyMotion *body, double factor, double *r);

/* The scale now; with a slope, which the caller has cleared, its gradient over l->support. False if it is not
 * finite. */
bool cd_modal_load_scale(World *w, const ModalLoad *l, double *scale, Slope *slope);

/* How the load at scale 1, taken off the residual, changes with a small motion (dr, dpi) of a body, number `six` of the
 * six: of the frame, or of the body that reacts; into rows of the frame (own) and of the other (other). */
void cd_modal_load_turn(const ModalLoad *l, const BodyMotion *body, bool of_frame, int six, double own[6],
                        double other[6]);
