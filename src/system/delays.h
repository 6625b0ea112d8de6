/* delays.h - DELAY(x, delay, before): what x was at earlier accepted points. */
#pragma once
#include "system/scalar.h"

/* One DELAY of one expression, and its past. */
typedef struct Delayed {
    const Element *element;
    int field, number; /* which of which argument */
    const Program *p;
    const Delay *d;
    ARRAY_OF(double) t, x; /* accepted points, times rising */
} Delayed;

typedef struct Delays {
    int n;
    Delayed *at;   /* in the order of ExprContext.delayed, as far as expressions of elements have them */
    double *value; /* ExprContext.delayed */
    double *rate;  /* of each as time goes on, with its delay held */
    double *room;
    double shortest; /* delay that equations read, at the time looked at */
} Delays;

Delays cd_delays_open(Arena *arena, const CdModel *model);

/* Fills what expressions see as delayed at the time of the world. */
void cd_delays_look(Delays *delays, const World *w);

/* The present state has been accepted: it belongs to the past from now on. */
void cd_delays_accept(Arena *arena, Delays *delays, const World *w);

/* The past of another system of the same model, or of a re-stated one. */
void cd_delays_continue(Arena *arena, Delays *delays, const Delays *old);
