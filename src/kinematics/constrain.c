/* constrain.c - the equations joints are made of. */
#include "kinematics/constrain.h"

enum { X, Y, Z, ORIGIN = -1 };

Term cd_slide_term(int i, int j, int axis)
{
    return (Term){ .type = TERM_DOT,
                   .coefficient = 1,
                   .plus = { i, ORIGIN },
                   .minus = { j, ORIGIN },
                   .difference = true,
                   .along = { j, axis } };
}

Term cd_turn_term(int i, int j)
{
    return (Term){ .type = TERM_ANGLE, .coefficient = 1, .plus = { i, X }, .along = { j, X }, .sine = { j, Y } };
}

static Term axes_term(int i, int a, int j, int b)
{
    return (Term){ .type = TERM_DOT, .coefficient = 1, .plus = { i, a }, .along = { j, b } };
}

static const char *const names[] = {
    [PLANE_X] = "Dij.Xj", [PLANE_Y] = "Dij.Yj", [PLANE_Z] = "Dij.Zj", [PERP_ZX] = "Zi.Xj",
    [PERP_ZY] = "Zi.Yj",  [PERP_XY] = "Xi.Yj",  [PERP_ZZ] = "Zi.Zj",  [EQUAL_TURN] = "Xi.Yj+Yi.Xj"
};

void cd_constrain_primitives(ConstraintSink *out, const Primitive *list, int i, int j)
{
    for (; *list != PRIMITIVE_END; list++) {
        cd_constrain_row(out, names[*list]);
        switch (*list) {
        case PLANE_X:
        case PLANE_Y:
        case PLANE_Z: cd_constrain_term(out, cd_slide_term(i, j, (int)(*list - PLANE_X))); break;
        case PERP_ZX: cd_constrain_term(out, axes_term(i, Z, j, X)); break;
        case PERP_ZY: cd_constrain_term(out, axes_term(i, Z, j, Y)); break;
        case PERP_XY: cd_constrain_term(out, axes_term(i, X, j, Y)); break;
        case PERP_ZZ: cd_constrain_term(out, axes_term(i, Z, j, Z)); break;
        case EQUAL_TURN:
            cd_constrain_term(out, axes_term(i, X, j, Y));
            cd_constrain_term(out, axes_term(i, Y, j, X));
            break;
        case PRIMITIVE_END: break;
        }
    }
}
