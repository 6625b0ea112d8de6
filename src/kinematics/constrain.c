/* constrain.c - the equations joints are made of. */
#include "kinematics/constrain.h"

#include "model/bodies.h"

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

/* The dot product is 1, on ground. */
Term cd_curve_term(int parameter, int axis)
{
    return (Term){ .type = TERM_CURVE,
                   .coefficient = -1,
                   .plus = { -1, axis },
                   .along = { -1, axis },
                   .factors = 1,
                   .factor = { { parameter, axis, 0 } } };
}

/* (r_I - r_J) . a_J + sum over the axes m of I of c_m (a_m . a_J) */
void cd_constrain_curve_point(ConstraintSink *out, int i, int j, int axis, int parameter)
{
    cd_constrain_term(out, cd_slide_term(i, j, axis));
    for (int m = 0; m < 3; m++)
        cd_constrain_term(out, (Term){ .type = TERM_CURVE,
                                       .coefficient = 1,
                                       .plus = { i, m },
                                       .along = { j, axis },
                                       .factors = 1,
                                       .factor = { { parameter, m, 0 } } });
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

static bool is_in_plane(const CdModel *model, int marker)
{
    const Marker *m = marker < 0 ? NULL : MODEL_AT(model, marker, Marker, marker);
    const Part *p = m && m->part >= 0 ? MODEL_AT(model, part, Part, m->part) : NULL;
    return p && (p->planar || p->ground);
}

/* What a rotation of I about z does to a dot product of axes of I and J, at most. */
static double turned_about_z(Mat3 I, int a, Mat3 J, int b)
{
    return fabs(v3_cross(m3_col(I, a), m3_col(J, b)).z);
}

int cd_primitives_across(const CdModel *model, const Primitive *list, int i, int j)
{
    if (!is_in_plane(model, i) || !is_in_plane(model, j)) return 0;
    Mat3 I = cd_marker_frame(model, i).A, J = cd_marker_frame(model, j).A;
    int n = 0;
    for (; *list != PRIMITIVE_END; list++) {
        double in_plane = 0;
        switch (*list) {
        case PLANE_X:
        case PLANE_Y:
        case PLANE_Z: in_plane = hypot(J.c[*list - PLANE_X].x, J.c[*list - PLANE_X].y); break;
        case PERP_ZX: in_plane = turned_about_z(I, Z, J, X); break;
        case PERP_ZY: in_plane = turned_about_z(I, Z, J, Y); break;
        case PERP_XY: in_plane = turned_about_z(I, X, J, Y); break;
        case PERP_ZZ: in_plane = turned_about_z(I, Z, J, Z); break;
        case EQUAL_TURN: in_plane = turned_about_z(I, X, J, Y) + turned_about_z(I, Y, J, X); break;
        case PRIMITIVE_END: break;
        }
        n += in_plane < 1e-9;
    }
    return n;
}
