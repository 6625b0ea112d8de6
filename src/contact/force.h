/* force.h - what two shapes that overlap do to each other at one place: force, friction, resistance of the patch;
 * theory 21.4 to 21.10.
 *
 * All in the axes of J: the shape of I at r, turned by A, moving with v and turning with w as seen from J. */
#pragma once
#include "contact/law.h"
#include "contact/pair.h"

typedef struct Relative {
    Vec3 r, v, w;
    Mat3 A;
} Relative;

/* What sticks: a point of the material of I, in its axes, that was at `at` in the axes of J with the bristle bent by z
 * at the last accepted point. */
typedef struct Stuck {
    int key; /* of the incident */
    Vec3 point, at, z;
    bool on;
} Stuck;

/* What is known of an incident beyond where it is. */
typedef struct Touched {
    double onset;       /* approach speed where the shapes met; POISSON */
    const Stuck *stuck; /* NULL: nothing sticks */
    bool rubs;          /* with friction */
    bool secants;       /* slopes are those of secants where laws level off */
    double time, mass;  /* for laws of the user: mass behind the incident, along its normal */
} Touched;

/* On I about its origin, and its slopes by (dr, th, dv, dw), column by column. */
typedef struct ContactForce {
    Vec3 F, T;
    Vec3 F_by[12], T_by[12];
} ContactForce;

/* The numbers of one incident, for tables and accounts. */
typedef struct IncidentForce {
    double rate, N, pull, elastic, stored, slip; /* pull: N before it is cut at zero */
    Vec3 friction, bent;                         /* bent: bristle, not limited */
} IncidentForce;

/* Adds the force of one incident to sum; with slopes if so asked. out: its numbers; NULL: not wanted. */
void cd_contact_force(const ContactLaw *law, const Touched *known, const Relative *m, const Incident *at, bool slopes,
                      ContactForce *sum, IncidentForce *out);
