/* case.h - a mechanism as every program of this folder gets it, and how all of them are measured: the same motion,
 * sampled at the same times, compared with the same reference. Numbers are SI; vectors in ground axes unless said
 * otherwise; rotations row by row. */
#pragma once
#include <stdbool.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Where a body is and how it moves: its centre of mass, its body axes, velocity and angular velocity. */
typedef struct Sample {
    double r[3], A[9], u[3], w[3];
} Sample;

/* A marker on a body, in its axes from its centre of mass; on ground in ground axes. */
typedef struct Placement {
    int body; /* -1: ground */
    double r[3], A[9];
} Placement;

typedef struct CaseBody {
    double mass, J[9]; /* about the centre of mass, in body axes */
    Sample start;
    int joint; /* of the tree, that carries it */
} CaseBody;

/* Revolute about z, or spherical. Joints of the tree have the body they carry first; those that close loops are cut. */
typedef struct CaseJoint {
    bool spherical, cut;
    Placement at[2];
} CaseJoint;

typedef enum ForceKind { FORCE_SPRING, FORCE_TORSION, FORCE_TORQUE } ForceKind;

/* SPRING: along the line between two markers. TORSION: about the pin of a joint of the tree, on the angle by which the
 * body it carries has turned since the start. TORQUE: constant, about z of the second marker, on the first body. */
typedef struct CaseForce {
    ForceKind kind;
    Placement at[2];
    int joint;                 /* TORSION */
    double k, c, rest, torque; /* N/m or N m/rad; their rates; m or rad; N m */
} CaseForce;

typedef struct System System;
typedef struct CdModel CdModel;
typedef struct CdLog CdLog;

typedef struct Case {
    const char *name;
    char *text; /* dataset, without INTEGRATOR and END */
    double end, length, gravity[3];
    int samples, bodies, joints, forces;
    CaseBody *body;
    CaseJoint *joint;
    CaseForce *force;
    int *order;        /* bodies, those nearer to ground first */
    bool planar;       /* all pins are parallel: loops need two equations each */
    Sample *run;       /* samples x bodies, of the run at hand, at end / samples, 2 end / samples ... */
    Sample *reference; /* likewise; NULL: not read yet */
    double patience;   /* s of processor time that a run may take */
} Case;

/* windows-N, chain-N, squeezer (D3), stiff_pendulum (D6). Ends the program with a message if there is none of that
 * name. */
Case *case_open(const char *name);
void case_close(Case *c);
void case_write_reference(const Case *c, const char *file);
void case_read_reference(Case *c, const char *file);

/* The equations of the mechanism at its start, consistent, with accelerations; integrator: arguments of INTEGRATOR. */
System *case_system(const Case *c, const char *integrator, CdModel **model, CdLog **log);
void case_system_close(System *s, CdModel *model, CdLog *log);

double case_time(const Case *c, int sample);
Sample *case_at(const Case *c, int sample); /* its row of bodies in run */

/* Of this process, on its processors: what others do does not count. */
double case_seconds(void);

/* One run from the start, which fills c->run: seconds of integration alone, without reading and building; NAN if it
 * fails or if it takes longer than the patience. */
typedef double Runner(Case *c, const void *setting, double tolerance, long *steps);

/* Runs with tolerances from first to last, each a factor `by` smaller, until the error is below 3e-9, and prints a line
 * for each that gets through:
 *   case; program; setting; tolerance; s, least of three; largest error; largest drift of energy, J; steps
 * The error is that of places, as a share of the size of the model, or of axes, whichever is larger. */
void case_sweep(Case *c, const char *program, const char *label, Runner *run, const void *setting, double first,
                double last, double by);

#ifdef __cplusplus
}
#endif
