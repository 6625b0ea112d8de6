/* load.h - how a force element states its loads, as data: which markers, along which axes, and the expressions of the
 * components.
 *
 * Every load is a force F and a torque T at the origin of I on the body of I, and the opposite at the same point on the
 * body of J; on J itself that is -F and -T - (r_I - r_J) x F. */
#pragma once
#include "linalg/mat3.h"

#include <stdbool.h>

typedef struct LoadSink LoadSink;
struct Program;

/* F = f along the line from J to I, positive apart. */
void cd_load_line(LoadSink *out, int i, int j, const struct Program *f);

/* The load stated last stores energy, and loses power (negative): for the balance, not for the motion. Linear loads
 * know theirs. */
void cd_load_energy(LoadSink *out, const struct Program *stored, const struct Program *lost);

/* Three forces and three torques along the axes of a marker (-1: ground); NULL is zero. j -1: the load acts on I
 * alone. */
void cd_load_components(LoadSink *out, int i, int j, int axes, const struct Program *const f[6]);

/* In the axes of J:  (F, T) = load - K (x - rest) - C x',  x = DX, DY, DZ(I, J, J), AX, AY, AZ(I, J),  x' = VX ...(I,
 * J, J, J), WX ... K and C by rows. With vector the rotation is twist about x and bending th of J into I instead of
 * three angles, and the elastic torque belongs to it: K stores energy whatever th is. load is zero then. */
typedef struct LinearLoad {
    double K[36], C[36], rest[6], load[6];
    bool vector;
} LinearLoad;
void cd_load_linear(LoadSink *out, int i, int j, const LinearLoad *law);

/* A geometrically exact beam from J to I, by the strains of its middle (theory 20.23 to 20.31). */
typedef struct BeamLaw {
    double length;
    Vec3 force;     /* stiffness against stretch along x and shear along y, z of the section */
    Mat3 moment;    /* against twist and bending about its axes */
    Vec3 g, turn;   /* d in the middle axes, and rotation from J to I, without strain */
    double damping; /* forces of the rates of strain, as a share of stiffness: time */
} BeamLaw;
/* The shape without strain, from where the two stand. */
void cd_beam_rest(BeamLaw *law, Vec3 r_i, Mat3 A_i, Vec3 r_j, Mat3 A_j);
void cd_load_beam(LoadSink *out, int i, int j, const BeamLaw *law);

/* F = -force v, T = -torque w along its own axes: on I alone. */
typedef struct DragLaw {
    double force;
    Vec3 torque;
} DragLaw;
void cd_load_drag(LoadSink *out, int i, const DragLaw *law);

/* Shapes against shapes, GRAPHICS by their place in the table: each of one list against each of the other, a pair of
 * shapes once, none of one body. */
struct ContactLaw;
struct Contact;
void cd_load_contact(LoadSink *out, const struct Contact *contact, const struct ContactLaw *law);
