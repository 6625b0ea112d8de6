/* rates.h - derivatives of expressions along the motion. */
#pragma once

#include "system/equations.h"

/* Numbers that rates of programs take as room, if the longest of these needs `longest` (cd_rates_room_of). */
int cd_rates_room(const Equations *e, int longest);
int cd_rates_room_of(const Program *p);

/* Values and rates of all nodes of a program at the present state, into room (for cd_kink_rates); *rate: of its value,
 * NAN if that is not known. false: a routine of the user, which has none. */
bool cd_rates_eval(const Equations *e, const Program *p, double *room, double *rate);
