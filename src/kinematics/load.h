/* load.h - how a force element states its loads, as data: which markers, along which axes, and the expressions of the components.
 *
 * Every load is a force F and a torque T at the origin of I on the body of I, and the opposite at the same point on the body of J;
 * on J itself that is -F and -T - (r_I - r_J) x F. */
#pragma once
#include <stdbool.h>

typedef struct LoadSink LoadSink;
struct Program;

/* F = f along the line from J to I, positive apart. */
void cd_load_line(LoadSink *out, int i, int j, const struct Program *f);

/* The load stated last stores energy, and loses power (negative): for the balance, not for the motion. Linear loads know theirs. */
void cd_load_energy(LoadSink *out, const struct Program *stored, const struct Program *lost);

/* Three forces and three torques along the axes of a marker (-1: ground); NULL is zero. j -1: the load acts on I alone. */
void cd_load_components(LoadSink *out, int i, int j, int axes, const struct Program *const f[6]);

/* In the axes of J:  (F, T) = load - K (x - rest) - C x',  x = DX, DY, DZ(I, J, J), AX, AY, AZ(I, J),  x' = VX ...(I, J, J, J), WX ...
 * K and C by rows. With vector the rotation is twist about x and bending th of J into I instead of three angles, and the elastic torque
 * belongs to it: K stores energy whatever th is. load is zero then. */
typedef struct LinearLoad {
    double K[36], C[36], rest[6], load[6];
    bool vector;
} LinearLoad;
void cd_load_linear(LoadSink *out, int i, int j, const LinearLoad *law);
