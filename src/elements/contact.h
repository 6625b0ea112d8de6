/* contact.h - parameters of CONTACT. */
#pragma once
#include "contact/pair.h"
#include "model/model.h"

enum { CONTACT_IMPACT, CONTACT_POISSON, CONTACT_NEWTON };
enum { TYPE_CYLINDER_IN_CYLINDER = 8, TYPE_SPHERE_IN_SPHERE, TYPE_SPHERE_INSIDE }; /* words of TYPE */
enum { COULOMB_OFF, COULOMB_ON, COULOMB_DYNAMICS_ONLY, COULOMB_DYNAMICSONLY };

typedef struct Contact {
    IntList igeom, jgeom, iflip, jflip;
    IntList shapes_i, shapes_j; /* of both sides: as stated, and the nodes of flexible bodies as points */
    int iflex, jflex;
    int type, model;
    double stiffness, exponent, damping, dmax;
    double penalty, restitution;
    bool augmented;
    int coulomb, stiction;
    double mu_static, mu_dynamic, stiction_velocity, friction_velocity, max_stiction_deformation;
    Expr function, normal_function, friction_function;
    Text routine, interface, normal_routine, friction_routine;
    const Program **gap; /* NEWTON: of pairs of balls, in the order of the pairs; others are no expressions */
} Contact;

/* Whether its two lists are the same, share shapes, or share none. */
typedef enum PairLists { LISTS_APART, LISTS_SHARE, LISTS_SAME } PairLists;
PairLists cd_contact_lists(const Contact *contact);
/* Whether shape number i of IGEOM meets shape number j of JGEOM: not itself, and each pair once where lists share
 * shapes. */
bool cd_contact_pairs(const Contact *contact, PairLists lists, int i, int j);
/* What the statement says of a pair of GRAPHICS. */
PairOptions cd_contact_options(const Contact *contact, int i, int j);
/* Whether markers a and b are on different bodies, so that what they carry can meet. */
bool cd_contact_between(const CdModel *model, int a, int b);
