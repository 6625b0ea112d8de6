/* history.h - the past of a BDF method: predicts, and takes in the new point. Two forms: fixed coefficients on a
 * Nordsieck array (GSTIFF), variable coefficients on modified divided differences (WSTIFF). */
#pragma once
#include "base/arena.h"

#include <stdbool.h>

enum { HISTORY_ORDER = 6, HISTORY_COLUMNS = HISTORY_ORDER + 2 };

/* The step at hand. */
typedef struct CurrentStep {
    double step, lead;          /* its size; y' = y'_p + lead (y - y_p) */
    double *error, *last_error; /* y - y_p of this step and of the one before */
    bool last_known;
} CurrentStep;

typedef struct History {
    bool variable;
    int n;                        /* numbers per point; the first `differential` have rates that count */
    int order;                    /* of the next step */
    int reach;                    /* degree of the polynomial that the last step has left */
    double h;                     /* fixed: step the columns are scaled to */
    double *Z[HISTORY_COLUMNS];   /* fixed: h^j y^(j) / j!;  variable: Phi_j */
    double *P[HISTORY_COLUMNS];   /* the same predicted for the step at hand */
    double back[HISTORY_COLUMNS]; /* variable: sizes of the last steps, newest first */
    int points;                   /* past points that the columns know of, at most order + 2 */
    CurrentStep current;
} History;

void cd_history_open(Arena *arena, History *hist, int n, bool variable);

/* Starts at order 1 from values and rates. */
void cd_history_begin(History *hist, const double *y, const double *rate, int differential, double h);

/* Then at order 2, from second derivatives of the first n components; those of the others are zero (9.49). */
void cd_history_bend(History *hist, const double *second, int n);

/* Values and rates predicted for a step of size h at the present order. */
void cd_history_predict(History *hist, double h, double *y, double *rate);

/* Takes in hist->error = y - y_p. */
void cd_history_accept(History *hist);

/* What the local error of order 2, order - 1, order, order + 1 is proportional to, after a prediction and with
 * hist->error set. NULL: not known; order 2: not below the present one. */
const double *cd_history_second(History *hist, double *factor);
const double *cd_history_lower(History *hist, double *factor);
double cd_history_factor(const History *hist);
const double *cd_history_higher(History *hist, double *factor, double *scratch);

/* One order up or down, after an accepted step. */
void cd_history_raise(History *hist);
void cd_history_drop(History *hist);

/* Values at the past points t_n, t_n-1 ... that the columns stand for, of one component; and back. */
int cd_history_points(const History *hist);
void cd_history_values(const History *hist, int component, double *value);
void cd_history_rebuild(History *hist, int component, const double *value);

/* The polynomial of the past and its rate at t_n + back (back <= 0), for one component. */
double cd_history_at(const History *hist, int component, double back);
double cd_history_rate_at(const History *hist, int component, double back);
