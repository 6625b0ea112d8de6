/* equation.h - how an element states unknowns of its own: states with rates, and values defined by an expression. */
#pragma once
#include "model/kind.h"

typedef struct EquationSink EquationSink;
struct Program;

typedef enum EquationType {
    EQUATION_VALUE,    /* z - f = 0 */
    EQUATION_RATE,     /* z' - f = 0 */
    EQUATION_IMPLICIT, /* f = 0, f contains z' */
    EQUATION_MEMORY, /* no unknown: takes the value of f at the start and at accepted points where `when` > 0, and keeps it */
} EquationType;

/* The unknown that expressions read as component of an element of a kind, with its equation. start: first value and, of an implicit
 * state, first rate. hold: statics does not change it. A memory without f is set by whoever runs the model. */
typedef struct EquationSpec {
    EquationType type;
    KindIndex kind;
    int index, component;
    const struct Program *f, *when;
    double start, rate;
    bool hold;
    bool result; /* of interest to requests only, as a rule: what it reads gets unknowns only if an equation reads it */
} EquationSpec;
void cd_equation_add(EquationSink *out, EquationSpec spec);
