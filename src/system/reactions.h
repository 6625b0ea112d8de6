/* reactions.h - loads of constraints on the bodies they join, from their multipliers. */
#pragma once
#include "system/system.h"

/* The load of a constraint element on the body of I (side 0) or J (side 1), at that marker, in ground axes; force in
 * units of the dataset. Zero for elements that are not constraints. Needs s->body and multipliers of the present
 * state. */
Wrench cd_reaction(System *s, KindIndex kind, int index, int side);
