/* touches.h - contacts for the report: places where shapes touch at an output, and how pairs of shapes have touched in
 * a run. */
#pragma once
#include "system/contacts.h"
#include "system/equations.h"

/* Numbers of a place: position of the CONTACT in its table, of both GRAPHICS in theirs; point, normal out of the
 * second, normal force, friction, penetration. */
enum { PLACE_NUMBERS = 14 };

/* Places at the present state, PLACE_NUMBERS doubles each, added to out. */
void cd_touches_places(TextBuffer *out, Equations *e);
/* Key impacts: those of unilateral constraints, one by one. */
void cd_blows_write(TextBuffer *out, const System *s);
/* Keys touches (when shapes met and came apart) and contacts (each pair that has met) of the JSON object that is
 * open. */
void cd_touches_write(TextBuffer *out, const Equations *e);
