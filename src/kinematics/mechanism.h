/* mechanism.h - the moving bodies of a model with consistent masses, the markers on them, and their motion.
 *
 * A body is described by the position r of its centre of mass and the rotation A of its body axes (those of the CM
 * marker) in ground axes; velocities are v = (u, wbar), u = dr/dt in ground axes, wbar the angular velocity in body
 * axes. Small changes are (dr, dpi) with dA = A skew(dpi), so that dpi/dt = wbar.
 *
 * A planar part moves in the plane through its centre of mass parallel to x and y of ground and turns about z: its
 * velocities are (u_x, u_y, wbar_z), and its body axes are those of ground turned about z.
 *
 * A point of contact on a curve has a coordinate of its own, the parameter alpha of the curve. It is listed as a body
 * of one degree of freedom without mass: r.x is alpha, u.x its rate.
 *
 * A flexible body is several bodies here (theory 19.3): its frame, a body of six degrees of freedom; its modal
 * coordinates, by threes, each group a body that does not turn, whose r are the coordinates; and each node that carries
 * markers, a body of six degrees of freedom without mass, held by rows to where the frame and the modes put it. So
 * markers stand on bodies like any other, and only those rows know of modes. */
#pragma once
#include "kinematics/curve.h"
#include "kinematics/motion.h"
#include "linalg/quat.h"
#include "model/frames.h"
#include "model/modal.h"

/* What a body is: one of its own, or a share of a flexible one. */
typedef enum BodyRole { BODY_WHOLE, BODY_FRAME, BODY_MODES, BODY_NODE } BodyRole;

typedef struct MovingBody {
    KindIndex
        kind; /* part, point_mass or flex_body; fe_part: one of its nodes; ptcv or cvcv: the parameter of a curve */
    BodyRole role;
    int share; /* BODY_MODES: the first of its modes, BODY_NODE: its node, as FlexPlace has them */
    int index; /* in the table of that kind */
    int first; /* position of its velocities in v */
    /* 6; 3 for a point mass, whose rotation is constant, and for a planar part; 1 for a curve; 1 to 3 modes */
    int dofs;
    const int *six; /* degrees of freedom: which of (dr, dpi) each of them is */
    bool turns;     /* its rotation changes */
    bool planar;
    double mass;             /* in units that make F = m a without a factor */
    Mat3 J;                  /* inertia about the centre of mass, in body axes, likewise */
    Frame start;             /* where the dataset puts it */
    Frame frame;             /* of its body axes in the part frame of the dataset */
    const SpaceCurve *curve; /* whose parameter it is; NULL: a body */
    const Element *node;     /* the name of a node of an FE part; NULL: the body is an element of the model */
    bool speed_given;        /* of the point along the curve, at the start */
    double speed;
} MovingBody;

/* Translation and rotation in the velocities of a body, or in a change of its coordinates; zero where it has none. */
static inline Vec3 cd_translation(const MovingBody *b, const double *x)
{
    if (b->dofs == 6) return v3_load(x);
    if (b->dofs < 3) return v3(x[0], b->dofs > 1 ? x[1] : 0, 0);
    return b->planar ? v3(x[0], x[1], 0) : v3_load(x);
}

static inline Vec3 cd_rotation(const MovingBody *b, const double *x)
{
    if (b->dofs == 6) return v3_load(x + 3);
    return b->planar ? v3(0, 0, x[2]) : v3(0, 0, 0);
}

/* What a body has of a translation and of a rotation, in its velocities. */
static inline void cd_put_translation(const MovingBody *b, Vec3 r, double *x)
{
    for (int c = 0; c < b->dofs && b->six[c] < 3; c++) x[c] = v3_get(r, b->six[c]);
}

static inline void cd_put_rotation(const MovingBody *b, Vec3 pi, double *x)
{
    if (b->dofs == 6) v3_store(x + 3, pi);
    else if (b->planar) x[2] = pi.z;
}

/* Mass of one of the first three degrees of freedom; the third of a planar part is its rotation. */
static inline double cd_inertia_of(const MovingBody *b, int c)
{
    return b->planar && c == 2 ? b->J.c[2].z : b->mass;
}

/* Adds a force and a torque in body axes. */
static inline void cd_add_wrench(const MovingBody *b, double f, Vec3 r, Vec3 pi, double *x)
{
    if (b->dofs == 6) {
        x[0] += f * r.x, x[1] += f * r.y, x[2] += f * r.z;
        x[3] += f * pi.x, x[4] += f * pi.y, x[5] += f * pi.z;
        return;
    }
    for (int c = 0; c < b->dofs; c++) x[c] += f * (b->six[c] < 3 ? v3_get(r, b->six[c]) : v3_get(pi, b->six[c] - 3));
}

/* A marker as its body carries it: position and axes in body axes; ground (body -1) carries its markers in ground
 * axes. */
typedef struct Site {
    int body;
    Vec3 s;
    Mat3 A;
} Site;

/* A floating marker at a point of contact: x along the tangent of the curve, y to the centre of curvature. */
typedef struct Rider {
    int marker, frame; /* frame: the marker that carries the curve */
    int body;          /* the parameter */
} Rider;

/* A flexible body in the list of bodies. Its modes are counted as lengths, x = scale q, so that errors of all
 * coordinates compare. */
typedef struct FlexPlace {
    int index; /* in the table */
    const FlexBody *given;
    const ModalBody *modal;
    int frame;         /* body; those of its modes follow */
    int groups, modes; /* modes: 0 for a rigid one */
    int first;         /* velocities of the frame; those of the modes follow */
    int follow;        /* modes from this one on follow statically (DYNAMIC_LIMIT) */
    int *mode;         /* modes: column of the modal data */
    double *scale;     /* modes */
    int nodes;         /* that carry markers */
    int *node;         /* nodes: position in the modal data */
    int *node_body;    /* nodes */
    int site;          /* of the frame; those of the nodes follow, behind the sites of markers */
} FlexPlace;

typedef struct Mechanism {
    const CdModel *model;
    int bodies, nv, markers; /* markers: those of the model, and behind them one per node of an FE part */
    MovingBody *body;        /* bodies */
    Site *site;              /* markers, then frames and nodes of flexible bodies */
    int flexes;
    FlexPlace *flex;
    int *of_part; /* body of each part, -1 ground */
    int *follows; /* markers: the one that a floating marker of a force stays with, -1: none */
    int moving;   /* markers of bodies ... */
    int *moves;   /* ... and which these are: those of ground stay where they are */
    int riders;
    Rider *rider;
    struct Shared *shared; /* with others that are made from it; NULL: it is nobody's but the arena's */
} Mechanism;

/* Everything that changes during a run. Arrays belong to the arena it was made from. */
typedef struct State {
    double t;
    Vec3 *r;         /* bodies */
    Quat *p;         /* bodies: Euler parameters */
    double *v;       /* nv: (u, wbar) of each body */
    double *vdot;    /* nv */
    double *lambda;  /* one per constraint row */
    double *winding; /* one per angle that counts turns (kinematics/rows.h) */
} State;

Mechanism *cd_mechanism_new(Arena *arena, const CdModel *model);
/* One for all that a model is made into: it lives until the last holder has closed it. */
Mechanism *cd_mechanism_open(const CdModel *model);
Mechanism *cd_mechanism_hold(Mechanism *m);
void cd_mechanism_close(Mechanism *m);
/* The same one with room for parameters of curves of its own; that of the original must be empty. */
Mechanism *cd_mechanism_extend(Arena *arena, const Mechanism *of);
/* The body for the parameter of a curve, which starts at alpha; speed NULL: not given. There is room for one per PTCV,
 * two per CVCV, and for as many riders. */
int cd_mechanism_parameter(Mechanism *m, KindIndex kind, int index, const SpaceCurve *curve, double alpha,
                           const double *speed);
void cd_mechanism_rider(Mechanism *m, Rider rider);

State cd_state_new(Arena *arena, const Mechanism *m, int rows, int windings);
void cd_state_copy(const Mechanism *m, int rows, int windings, State *to, const State *from);

/* Bodies where the dataset puts them, velocities zero. */
void cd_state_start(const Mechanism *m, State *s);

/* Nodes of flexible bodies where their frames and modes have them. */
void cd_state_place_nodes(const Mechanism *m, State *s);

/* r += scale dr, A <- A exp(scale dpi) for the change d (nv). */
void cd_state_move(const Mechanism *m, State *s, const double *d, double scale);

/* What constraints and forces need of each body: rotation and velocities in ground axes. */
typedef struct BodyMotion {
    Vec3 r, u, w; /* w in ground axes */
    Mat3 A;
} BodyMotion;
void cd_bodies_motion(const Mechanism *m, const State *s, BodyMotion *out);

/* Room for the motion of every marker; those of ground have theirs. */
MarkerMotion *cd_markers_new(Arena *arena, const Mechanism *m);
/* The motion of every marker that moves; accelerations from s->vdot. */
void cd_markers_motion(const Mechanism *m, const State *s, MarkerMotion *out);
/* Place and velocities of one that is no rider, from the motion of bodies; accelerations are left as they are. */
void cd_marker_moves(const Mechanism *m, const BodyMotion *body, int marker, MarkerMotion *out);

/* The point of contact of a rider, from the motion of bodies. */
Vec3 cd_rider_point(const Mechanism *m, const Rider *rider, const BodyMotion *body);

/* A name for messages: the element of a body. */
const Element *cd_body_name(const Mechanism *m, int body);

/* The marker that each node of an FE part has of its own. */
int cd_fe_marker(const CdModel *model, int fe_part, int node);

/* How far markers are from the centres of their bodies: the nearest that is not there, and the farthest; 0: all are
 * there. */
void cd_marker_arms(const Mechanism *m, double *nearest, double *farthest);
