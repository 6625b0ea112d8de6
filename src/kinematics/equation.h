/* equation.h - how an element states unknowns of its own: states with rates, and values defined by an expression. */
#pragma once
#include "model/kind.h"

typedef struct EquationSink EquationSink;
struct Program;

typedef enum EquationType {
    EQUATION_VALUE,     /* z - f = 0 */
    EQUATION_RATE,      /* z' - f = 0 */
    EQUATION_IMPLICIT,  /* f = 0, f contains z'; without z', and without the rate of another such state, it is ... */
    EQUATION_ALGEBRAIC, /* ... f = 0 for z itself. Whoever reads the rate gets the derivative of z along the motion */
    /* no unknown: takes the value of f at the start and at accepted points where `when` > 0, and keeps it */
    EQUATION_MEMORY,
    EQUATION_SHARE, /* of the sides of a jump that a motion is held on (system/jumps.h) */
} EquationType;

/* The unknown that expressions read as component of an element of a kind, with its equation. start: first value and, of
 * an implicit state, first rate. hold: statics does not change it. A memory without f is set by whoever runs the model;
 * between: where `when` has ended within a step, it takes what f was then (8.52). */
typedef struct EquationSpec {
    EquationType type;
    KindIndex kind;
    int index, component;
    const struct Program *f, *when;
    const struct Program *period,
        *offset; /* of a memory that is sampled: every period, from offset on (NULL: from 0 on); NULL: it is not */
    double start, rate;
    bool hold, between;
} EquationSpec;

/* Expressions read the rate of component k as component CD_RATE_OF(k), and the other way round; that of a DIFF as its
 * component 1. */
#define CD_RATE_OF(k) (-1 - (k))

void cd_equation_add(EquationSink *out, EquationSpec spec);
