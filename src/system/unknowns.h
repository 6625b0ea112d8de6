/* unknowns.h - which auxiliary unknowns the equations of a model have, and in which order those can be evaluated that
 * an expression gives. */
#pragma once
#include "base/map.h"
#include "system/equations.h"

/* What elements state, gathered. */
struct EquationSink {
    Arena *arena;
    const Element *element;
    ARRAY_OF(EquationSpec) spec;
    ARRAY_OF(const Element *) of;
    Map place; /* (kind, index, component) to position in spec */
};

/* Lists auxiliary unknowns, values that only outputs read, and memories, from what elements state. */
void cd_unknowns_list(Equations *e, EquationSink *all);

/* What the derivative x of an unknown depends on: velocities and accelerations where that depends on positions and
 * velocities, and derivatives and rates where it depends on values and states. */
void cd_unknowns_derive(Equations *e, Auxiliary *x, const int *derivative_of);

/* The order of dependence among auxiliary unknowns, when all is known that they read. */
void cd_unknowns_order(Equations *e);

/* Number n of what the equation of an auxiliary unknown reads; NULL behind the last. Reactions read nothing: they
 * depend on everything by way of the motion. */
const AuxiliaryRead *cd_auxiliary_read(const Equations *e, const Auxiliary *x, int n);
