/* law.h - forces of a contact at one place where two shapes overlap: from penetration p and its rate p' to the normal
 * force, from slip to friction.
 *
 * Laws know nothing of shapes, bodies or methods. Each is a file of its own; every number comes with its
 * derivatives. */
#pragma once
#include <stdbool.h>

typedef enum NormalLaw { LAW_IMPACT, LAW_POISSON, LAW_USER } NormalLaw;

/* What a law is about to judge. */
typedef struct Overlap {
    double p, rate; /* penetration, and how fast the material points there approach each other */
    double onset;   /* that rate where they met; POISSON */
    bool secants;   /* slopes for a matrix that goes no farther than laws that level off let it (21.35) */
} Overlap;

/* A normal force with its slopes, and the damper in it, which also resists rocking of a patch. Elastic part and damping
 * for the account of energy. */
typedef struct NormalForce {
    double N, by_p, by_rate;
    double pull;            /* N before it is cut at zero */
    double c, c_by_p;       /* of the damper; POISSON: d N / d p' */
    double elastic, stored; /* force without damping; energy it keeps */
} NormalForce;

/* What a routine of the user's computes a law from: time, then the numbers of CdContactPoint (plugin.h), axes of J. */
enum {
    IN_TIME,
    IN_PENETRATION,
    IN_RATE,
    IN_POINT,
    IN_NORMAL = IN_POINT + 3,
    IN_SLIP = IN_NORMAL + 3,
    IN_NORMAL_FORCE = IN_SLIP + 3,
    IN_MASS,
    IN_ONSET,
    LAW_INPUTS,
    LAW_OUTPUTS = 5
};
/* Fills out; slope, outputs by inputs, if it is not NULL. Numbers that are not finite: it has failed. */
typedef void LawCall(void *routine, int outputs, const double in[LAW_INPUTS], double *out, double (*slope)[LAW_INPUTS]);
typedef struct UserLaw {
    LawCall *call;                   /* NULL: no part of the law is the user's */
    void *normal, *friction, *whole; /* routines; NULL: none. whole: normal force and friction by one */
} UserLaw;

typedef struct ContactLaw {
    NormalLaw normal;
    double stiffness, exponent, damping, dmax;  /* IMPACT */
    double penalty, restitution;                /* POISSON */
    bool rubs, rubs_at_rest;                    /* friction in motion, in statics */
    double mu_static, mu_dynamic, stick, slide; /* slide: slip of full sliding; stick: of the largest friction */
    double creep; /* MAX_STICTION_DEFORMATION with STICTION = ON; 0: friction by slip speed alone */
    UserLaw user;
} ContactLaw;

NormalForce cd_law_impact(const ContactLaw *law, const Overlap *o);
NormalForce cd_law_poisson(const ContactLaw *law, const Overlap *o);
NormalForce cd_law_normal(const ContactLaw *law, const Overlap *o);

/* Friction over slip: mu(v) / v, finite at rest, and its derivative by v. */
typedef struct Rubbing {
    double over, slope; /* mu / v; d(mu / v) / dv, divided by v where v is small: see below */
} Rubbing;
/* over = mu(v) / v and slope = (d over / dv) / v, so that d(over) = slope (s . ds) for a slip s of amount v. */
Rubbing cd_law_friction(const ContactLaw *law, double v);
/* The share of mu_static that a bristle bent by z has, over z, likewise: bristle(z) / z. */
Rubbing cd_law_bristle(const ContactLaw *law, double z);

/* How deep a blow at speed v goes with a mass m behind it, and how long it stays: 2.94 depth / v for exponents of usual
 * size (21.12). */
double cd_law_depth(const ContactLaw *law, double m, double v);
double cd_law_stay(const ContactLaw *law, double m, double v);
/* How far a weight at rest presses shapes into each other, at most `most`. */
double cd_law_press(const ContactLaw *law, double weight, double most);
/* The speed that is left of a blow at speed v, as a share of it; NAN: a routine of the user's gives the force. */
double cd_law_rebound(const ContactLaw *law, double m, double v);
/* The DAMPING, less than that of the law, with which so large a share would be. */
double cd_law_damping_for(const ContactLaw *law, double m, double v, double share);
double cd_law_user_depth(const ContactLaw *law, double m, double v);
double cd_law_user_press(const ContactLaw *law, double weight, double most);
