/* modes.h - eigenvalues of a linearised model, the shapes that belong to them, and where their energy is. */
#pragma once
#include "analyses/linear/linear.h"

typedef struct Mode {
    double re, im;       /* of the eigenvalue; of a complex pair the one with im > 0 */
    double frequency;    /* undamped, in cycles per unit of time: |s| / (2 pi) */
    double damping;      /* ratio: -re / |s| */
    double error;        /* what rounding may have done to the eigenvalue */
    double *q_re, *q_im; /* nv: dr and dtheta of all bodies, ground axes; the largest is 1 */
    double *p_re, *p_im; /* their rates */
    double *z_re, *z_im; /* states of DIFF and its kin */
} Mode;

typedef struct Modes {
    Arena arena;
    const Linearised *l;
    int n, zeros; /* modes, and eigenvalues that are zero: a mode that nothing holds has one or two of them */
    int flat;     /* modes that are zero; they stand first */
    Mode *mode;   /* by frequency */
} Modes;

/* False if the eigenvalues do not converge or something is not finite. */
bool cd_modes_find(const Linearised *l, Modes *out);

/* The lowest modes of a model of any size, by sparse matrices: up to `wanted` of them. frame stands for the linearised
 * model that is never made; it and the state live as long as the modes. False, with a message, if that fails. */
bool cd_modes_lowest(System *s, LinearOptions options, int wanted, CdLog *log, Linearised *frame, Modes *out);
/* Modes of a large equilibrium that grow, found by shifts from the stiffest one down to its rounding: the fastest,
 * and some of the others. False if it fails. */
bool cd_modes_fastest(System *s, Linearised *frame, Modes *out);
void cd_modes_close(Modes *m);

/* For those who find modes: one more, whose shape and rates the caller fills in; then all of them normalised and in
 * order. */
Mode *cd_modes_add(Modes *out, double re, double im);
void cd_modes_arrange(Modes *m);

/* Shapes made orthogonal, displacements counted by the length of the model: what a further one adds to them; NULL:
 * nothing. */
typedef struct Shapes {
    Arena arena;
    ARRAY_OF(double *) shape; /* nv and the states each, length 1 */
} Shapes;
const double *cd_shapes_add(Shapes *b, const Equations *e, const Mode *x);

/* For those who weigh modes: rotations of a shape in body axes; p^T M p / 2 of one body for a shape or its rates in
 * ground axes. */
void cd_mode_body_axes(const System *s, const double *from, double *to);
double cd_mode_energy(const System *s, int body, const double *p);

/* The fastest growing mode; -1: none grows, beyond what rounding may do. */
int cd_modes_growing(const Modes *m);

/* Shares in the kinetic energy by body, in percent. */
void cd_mode_kinetic(const Modes *m, int mode, double *share);

/* Shares of loads in percent: in the strain energy, or in what is dissipated; one per load and, last, all else:
 * gravity, reactions, inertia (12.10). Signs tell what a load gives from what it takes. */
bool cd_mode_loads(const Modes *m, int mode, bool dissipation, double *share);
