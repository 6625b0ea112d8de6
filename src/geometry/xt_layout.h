/* xt_layout.h - which fields a node of a type has: those of schema 13006, or those that a file says by edits of them.
 * Fields are found by name. */
#pragma once
#include "geometry/xt_tokens.h"

/* Fields that the program reads, by the names of the schema. */
#define XT_NAMES(X)                                                                                                    \
    X(attributes_groups)                                                                                               \
    X(next)                                                                                                            \
    X(next_front)                                                                                                      \
    X(next_block)                                                                                                      \
    X(n_entries)                                                                                                       \
    X(entries)                                                                                                         \
    X(sub_instance) X(next_in_part) X(part) X(transform) X(region) X(shell) X(front_shell) X(type) X(face)             \
        X(front_face) X(loop) X(fin) X(forward) X(backward) X(vertex) X(other) X(edge) X(curve) X(sense) X(surface)    \
            X(tolerance) X(point) X(pvec) X(direction) X(centre) X(normal) X(x_axis) X(radius) X(major_radius)         \
                X(minor_radius) X(axis) X(sin_half_angle) X(cos_half_angle) X(chart) X(start) X(end) X(hvec)           \
                    X(vertices) X(blend_type) X(spine) X(range) X(blend) X(offset) X(section) X(sweep) X(profile)      \
                        X(base) X(definition) X(identifier) X(string) X(fields) X(values) X(rotation_matrix)           \
                            X(translation_vector) X(nurbs) X(u_periodic) X(v_periodic) X(u_degree) X(v_degree)         \
                                X(n_u_vertices) X(n_v_vertices) X(n_u_knots) X(n_v_knots) X(rational) X(u_closed)      \
                                    X(v_closed) X(vertex_dim) X(bspline_vertices) X(u_knot_mult) X(v_knot_mult)        \
                                        X(u_knots) X(v_knots) X(mult) X(knots) X(knot_mult) X(basis_curve) X(point_1)  \
                                            X(point_2) X(parm_1) X(parm_2) X(degree) X(n_vertices) X(n_knots)          \
                                                X(periodic) X(closed) X(b_curve) X(body_type)

typedef enum XtName {
#define X(name) XT_##name,
    XT_NAMES(X)
#undef X
        XT_NAME_COUNT
} XtName;

/* Types of nodes that the program knows by their meaning. */
enum {
    XT_END = 1,
    XT_ASSEMBLY = 10,
    XT_INSTANCE,
    XT_BODY,
    XT_SHELL,
    XT_FACE,
    XT_LOOP,
    XT_EDGE,
    XT_FIN,
    XT_VERTEX,
    XT_REGION,
    XT_POINT = 29,
    XT_LINE,
    XT_CIRCLE,
    XT_ELLIPSE,
    XT_INTERSECTION = 38,
    XT_CHART = 40,
    XT_LIMIT,
    XT_BSPLINE_VERTICES = 45,
    XT_PLANE = 50,
    XT_CYLINDER,
    XT_CONE,
    XT_SPHERE,
    XT_TORUS,
    XT_BLENDED_EDGE = 56,
    XT_BLEND_BOUND = 59,
    XT_OFFSET_SURF,
    XT_SWEPT_SURF = 67,
    XT_SPUN_SURF,
    XT_LIST = 70,
    XT_POINTER_BLOCK = 74,
    XT_ATTRIBUTE_NAME = 79,
    XT_ATTRIBUTE_DEFINITION,
    XT_ATTRIBUTE,
    XT_INT_VALUES,
    XT_REAL_VALUES,
    XT_CHAR_VALUES,
    XT_UNICODE_VALUES = 98,
    XT_TRANSFORM = 100,
    XT_B_SURFACE = 124,
    XT_NURBS_SURFACE = 126,
    XT_KNOT_MULT,
    XT_KNOT_SET,
    XT_TRIMMED_CURVE = 133,
    XT_B_CURVE,
    XT_NURBS_CURVE = 136,
    XT_SP_CURVE,
    XT_PART_BLOCK = 176,
    XT_MOST_TYPE = 1024
};

typedef struct XtField {
    const char *name;
    char code; /* d n u w f p v i b h c l */
    int count; /* 0: one value; 1: as many as the node says, the last field; more: so many */
} XtField;

typedef struct XtLayout {
    const char *name; /* PLANE */
    int fields;
    XtField *field;
    bool variable;           /* the last field is an array of any length */
    int slot[XT_NAME_COUNT]; /* where the values of a field begin among those of a node; -1: there is no such field */
} XtLayout;

/* Numbers that one value of a code takes. */
int cd_xt_width(char code);

/* The layout of a type by the base schema; NULL: it has none. newer_list: LIST as files without embedded schema of
 * 15003 and later have it. */
const XtLayout *cd_xt_base_layout(Arena *arena, int type, bool newer_list);

/* The layout as the file gives it at the first node of a type; NULL with t->wrong set if it makes no sense. */
const XtLayout *cd_xt_read_layout(XtTokens *t, Arena *arena, int type);

/* What a type is called, for messages; "" if the base schema does not know it. */
const char *cd_xt_type_name(int type);
