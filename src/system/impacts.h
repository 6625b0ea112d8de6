/* impacts.h - impacts of a run, contact by contact, for its table and the report: those that events resolve and those
 * that time stepping steps over. */
#pragma once
#include "system/system.h"

enum { MOST_BLOWS = 10000 };

/* One contact of an impact. */
typedef struct Blow {
    double t;
    const Element *of;
    double before, after; /* rate of the gap */
    double impulse, lost; /* lost: kinetic energy */
    Vec3 point, along;    /* on its line of action, and the direction of that; zero where it is a torque alone */
} Blow;

typedef struct ImpactLog {
    ARRAY_OF(Blow) at; /* the first MOST_BLOWS */
    long all;
    double lost;
} ImpactLog;

/* An analysis begins: none so far. */
void cd_impacts_open(System *s);
void cd_impacts_add(System *s, const Blow *blow);
/* Line of action of a unilateral row at the present state, into point and along of a blow. */
void cd_impacts_place(const System *s, const RowEval *row, Blow *blow);
/* The table of impacts of time stepping, for the run log. */
void cd_impacts_tell(const System *s, const Reporter *reporter);
