/* project.h - the present state brought back onto its constraints (theory 13.5, 13.6): positions, then velocities, each
 * by the change that is least in the norm of masses,
 *
 *     [ M G^T; G 0 ] (d, mu) = (0, -phi)      and the same with G v + phi_t - f' for velocities,
 *
 * repeated with the factors at hand as long as they serve. */
#pragma once
#include "system/solver.h"

typedef struct Projection {
    Lu *lu; /* factors to solve with; NULL: the system's own, of its matrix with masses */
    LuStatus (*factor)(System *s, const void *user);            /* makes them again; NULL likewise */
    void (*move)(System *s, const void *user, const double *d); /* of positions; NULL: by d from where they are */
    const void *user;
    bool velocities; /* they are what is solved for at present */
    bool factored;   /* there are factors, of a point near by */
    bool good;       /* the constraints hold; false: they could not be met */
    bool polish;     /* once more when they do, which leaves rounding only */
    double gap;      /* the largest they were off by */
} Projection;

/* allowed: what constraints may be off by. */
void cd_project_positions(System *s, double allowed, Projection *p);
void cd_project_velocities(System *s, double allowed, Projection *p);

/* Both with the system's own factors. False: they could not be met, and the state is what the attempt has made of
 * it. */
bool cd_project_both(System *s, double positions, double velocities);
/* The same to rounding: once more when nothing is off by more than `allowed`, which is about that. */
bool cd_project_exactly(System *s, double allowed);
