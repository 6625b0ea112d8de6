/* loads.h - all loads of a model: wrenches between bodies, and their derivatives in what they depend on. */
#pragma once
#include "kinematics/load.h"
#include "system/scalar.h"

struct ContactPair; /* contacts.h */
struct Crowd;       /* near.h */
struct Near;

typedef enum LoadType { LOAD_LINE, LOAD_COMPONENTS, LOAD_LINEAR, LOAD_BEAM, LOAD_DRAG, LOAD_CONTACT } LoadType;

typedef struct Load {
    const Element *element;
    KindIndex kind;
    int index; /* element in the table of its kind */
    LoadType type;
    int i, j, axes; /* markers; j -1: acts on I alone */
    const struct Program *f[6];
    const LinearLoad *law;
    const BeamLaw *beam;
    const DragLaw *drag;
    const struct Program *stored, *lost; /* energy kept, power lost; NULL: none. LOAD_LINEAR: by the law */
    int turn;                            /* LOAD_LINEAR: first slot of its angles in the windings of the system */
    struct ContactPair *contact;         /* LOAD_CONTACT: the shapes, at I and J */

    Scalar scalar[6]; /* of f, where there is one */
    Scalar all;       /* LOAD_COMPONENTS: those of f together; p NULL: they go one by one */
    int root[6];      /* where each has its value */
    Support on;
    int on_i, on_j, on_axes; /* places of the bodies of the markers in the list; -1: ground or none */
} Load;

typedef struct Loads {
    int n, turns; /* turns: angles of linear loads that count turns */
    Load *load;
    bool contacts;             /* there are CONTACTs */
    int pairs;                 /* loads that are pairs of shapes ... */
    struct ContactPair **pair; /* ... and these */
    int crowds;                /* CONTACTs with too many pairs to have them all among the loads */
    struct Crowd *crowd;
    struct Near *near; /* lists their near pairs; NULL: there are none */
    int room;          /* of load and pair, where the list changes */
    int revision;      /* how often it has */
} Loads;

/* The active loads of a model, in the order of kinds and elements; what they depend on is filled in by
 * cd_loads_depend. */
Loads cd_loads_new(Arena *arena, const CdModel *model, bool *const on[KIND_COUNT]);
void cd_loads_depend(Arena *arena, Loads *loads, const World *w);

/* Force and torque at I on the body of I, ground axes. With slopes also the gradients of the six numbers, over
 * load->on; the caller has cleared them. scratch: a slope over load->on. False if an expression fails. turn: angles
 * kept on their branches. */
bool cd_load_eval(World *w, const Load *load, const double *turn, Wrench *out, Slope *six, Slope *scratch);

/* Energy stored in a load and its rate, and the power lost in it (not positive for a damper); all zero for a plain
 * force. */
typedef struct Stored {
    double energy, rate, lost;
} Stored;

/* What pushes by a matrix K that is not symmetric stores nothing. False if an expression fails. */
bool cd_load_store(World *w, const Load *load, const double *turn, Stored *out);

/* After an accepted point: angles of linear loads move along with their branch. */
void cd_loads_wind(const World *w, const Loads *loads, double *turn);

/* Which side of a load is meant by a reading of its element: 0 that of I, 1 that of J, -1 neither. Of an NFORCE, which
 * has a load per marker, a reading names the marker. */
int cd_load_side(const CdModel *model, const Load *load, int side);

/* First load of an element, -1 if it has none in force. */
int cd_loads_first(const Loads *loads, KindIndex kind, int index);
