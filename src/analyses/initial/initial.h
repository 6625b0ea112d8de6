/* initial.h - consistent positions, velocities, accelerations and reactions. */
#pragma once
#include "system/masses.h"

/* What is left of a row, as a share of its length, where it depends on others. */
static const double cd_rank_tolerance = 1e-8;

/* Moves the bodies as little as possible (weighted, EXACT values held) until all constraints hold; then finds the
 * redundant ones, names them and leaves them out. */
CdStatus cd_initial_positions(System *s, CdLog *log);

/* Warns of a start in a position in which rows lose rank for an instant. */
void cd_warn_singular_start(System *s, CdLog *log);

/* Whether the model has moved before: then motions were satisfied, and one that is not any more has been stated
 * again. */
bool cd_has_moved(const System *s);

/* Velocities as they are given, and where a row that is not linear in them has no slope there, others beside them. */
void cd_velocity_guess(System *s);

/* Velocities nearest to those given that the constraints allow. */
CdStatus cd_initial_velocities(System *s, CdLog *log);

/* Accelerations and reactions at the present positions and velocities. */
CdStatus cd_accelerations(System *s, CdLog *log);
/* The same without the matrix of the equations, which stays as it is, where masses can be eliminated. */
CdStatus cd_accelerations_by_masses(System *s, CdLog *log);
/* The same, and how well the rows hold there. */
CdStatus cd_accelerations_held(System *s, RowPivot *hold, CdLog *log);

/* Largest translation and rotation of a change of positions; not a number if the change is none. */
void cd_change_size(const System *s, const double *d, double *translation, double *rotation);

/* Newton on the positions alone with the rows in use: from a start that is near. Returns the number of iterations, -1
 * if it does not converge. */
int cd_close_positions(System *s, double error, int most);
/* Velocities that the constraints determine, nearest to the present ones. */
bool cd_close_velocities(System *s);

/* Rows left out as redundant still hold, to a tolerance as a share of the length of the model, or as well as the rows
 * in use do, which may drift; or the run is wrong. The system is prepared. */
CdStatus cd_watch_redundant(System *s, double tolerance, CdLog *log);
/* Where one is off by more than that, which happens behind positions in which fewer rows were independent, rows are
 * chosen again. True if their number is another one then. */
bool cd_redundant_anew(System *s, double tolerance);

/* Finds the rank at the present state, which may have moved since it was found last; with changed rows the redundant
 * ones are reported again. */
CdStatus cd_rank_again(System *s, bool *changed, CdLog *log);

/* Whether reactions of redundant rows are spread with least norm (default) or zero, as Adams has it. */
typedef enum Reactions { REACTIONS_LEAST_NORM, REACTIONS_DROPPED_ZERO } Reactions;
void cd_spread_reactions(System *s, Reactions how);
