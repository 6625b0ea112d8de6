/* statemat.h - the linearised model between inputs and outputs, and what LINEAR/STATEMAT and LINEAR/MKB write.
 *
 *     y' = A y + B u,   outputs = C y + D u
 *
 * An input is added to the value of a VARIABLE of a PINPUT, an output is the value of a VARIABLE of a POUTPUT (theory
 * 12.7). */
#pragma once
#include "analyses/linear/linear.h"

typedef struct Plant {
    Arena arena;
    const Linearised *l;
    int inputs, outputs;
    const int *input, *output; /* positions of the variables */
    double *B, *C, *D;         /* n x inputs, outputs x n, outputs x inputs */
    bool shifted; /* inputs push degrees of freedom without mass: y is less what they move at once (12.31) */
    /* an output, by its place in the list, that follows the rate of an input; -1: none, -2: the degrees of freedom
     * without mass do not determine it */
    int improper;
} Plant;

/* pinput, poutput: positions in the model; -1: none. */
void cd_plant_open(const Linearised *l, int pinput, int poutput, Plant *out);
void cd_plant_close(Plant *p);

/* One file that MATLAB reads: A, B, C, D, with the names of states, inputs and outputs in comments. */
void cd_plant_matlab(TextBuffer *out, const Plant *p);

/* One matrix, 'A' to 'D': names of its columns in the first line, of its rows in the first column. */
void cd_plant_csv(TextBuffer *out, const Plant *p, char matrix);

/* From each input to each output: magnitude and phase (degrees) at frequencies of a range in cycles per unit of time,
 * NULL: around those of the eigenvalues (12.11). points: two at least. */
void cd_plant_response(TextBuffer *out, const Plant *p, const double range[2], int points);

/* M y'' + B y' + K y = F u in independent coordinates (12.13), by columns; M is singular if degrees of freedom have no
 * mass. */
typedef struct SecondOrder {
    double *M, *B, *K, *F; /* velocities x velocities, the same, velocities x positions, velocities x inputs */
} SecondOrder;
SecondOrder cd_plant_second_order(const Plant *p, Arena *arena);

/* M y'' + B y' + K y = F u in independent coordinates, as MATLAB reads them (12.13); M is singular if degrees of
 * freedom have no mass. */
void cd_plant_mkb(TextBuffer *out, const Plant *p);
