/* general.h - constraint rows given by an expression: GCON. An expression without velocities is an equation of
 * positions, phi(q, t) = 0; one with velocities holds at velocity level only: G(q, t) v + b(q, t) = 0 if it is linear
 * in them, else g(q, v, t) = 0. */
#pragma once
#include "expr/along.h"
#include "kinematics/rows.h"

/* What a row is given by: an expression, or the gap of shapes that two markers carry. */
typedef struct GeneralForm {
    const Program *program;      /* empty: there is a gap */
    const struct SingleGap *gap; /* NULL: there is none */
    int i, j;
    int slip; /* 0: the gap itself; 1, 2: slip along a tangent there */
} GeneralForm;

typedef struct General {
    const Program *program;
    GeneralForm form;
    bool velocity_level, nonlinear, reads_time;
    int bodies, body[ROW_BODIES];
    int markers, *marker; /* those it reads */
    int *on;              /* which of the bodies each is on; -1: ground */
    int held;             /* part of a surface that the gap belongs to wherever it is; FEATURE_FREE: the nearest */
} General;

/* Scratch for all of them. */
typedef struct GeneralRoom {
    int *place;        /* of each marker of the model in `marker` */
    MarkerJet *marker; /* as many as the row with most reads */
    double *value;
    Jet *jet;
} GeneralRoom;

General cd_general_new(Arena *arena, const Mechanism *m, const GeneralForm *form);
/* Which part of a surface is nearest to the gap of shapes; its normal jumps where that changes. 0 of expressions. */
int cd_general_feature(const General *g, const Mechanism *m, const BodyMotion *body);
/* nodes: of the longest program beside these that jets are asked of. */
GeneralRoom cd_general_room(Arena *arena, const Mechanism *m, const General *list, int n, int nodes);

/* The row at time t, as in rows.h; winding: model->windings numbers. */
void cd_general_row(const General *g, const GeneralRoom *room, const Mechanism *m, const BodyMotion *body,
                    const double *winding, double t, RowLevel level, RowEval *out);

/* Value and rate of the gap of shapes, at less cost than its row. */
void cd_general_gap(const General *g, const GeneralRoom *room, const Mechanism *m, const BodyMotion *body,
                    double out[2]);

/* d/dt of phi, phi', phi'' with positions and velocities held and accelerations zero; of a row of velocities 0, dg/dt,
 * d(g')/dt. And of G, for the bodies in the order of the row. */
void cd_general_time(const General *g, const GeneralRoom *room, const Mechanism *m, const BodyMotion *body,
                     const double *winding, double t, double out[3], double g_t[][6]);

/* After an accepted point: angles move along with their branch. */
void cd_general_wind(const General *g, const Mechanism *m, const BodyMotion *body, double *winding);
