/* common.h - rows and checks that several statements share. */
#pragma once
#include "elements/elements.h"
#include "model/bodies.h"
#include "model/model.h"

/* Rows of field tables. The struct has members of the same names. */
#define MARKER_REF(T, member, key_, ask_, doc_) REF(T, member, key_, "MARKER", ask_, doc_)
#define PAIR(T)                                                                                                        \
    MARKER_REF(T, i, "I", NEEDED, "marker on the body that the values belong to"),                                     \
        MARKER_REF(T, j, "J", NEEDED, "marker on the other body")
#define FORCE_PAIR(T)                                                                                                  \
    MARKER_REF(T, i, "I", NEEDED, "marker the load acts on"),                                                          \
        MARKER_REF(T, j, "J", NEEDED, "marker that takes the reaction")
#define FLOATING_PAIR(T)                                                                                               \
    MARKER_REF(T, i, "I", NEEDED, "marker the load acts on"),                                                          \
        MARKER_REF(T, jfloat, "JFLOAT", NEEDED, "floating marker on the body that takes the reaction"),                \
        MARKER_REF(T, rm, "RM", ZERO_IS_NONE, "marker whose axes the components are along; ground axes if absent")
#define POSE_G(T)                                                                                                      \
    REALN(T, qg, "QG", 3, LENGTH, 0, "origin of the body frame in ground"),                                            \
        REALN(T, reuler, "REULER", 3, ANGLE, 0, "3-1-3 angles of the body frame in ground"),                           \
        REALN(T, zg, "ZG", 3, LENGTH, 0, "point on the z axis of the body frame"),                                     \
        REALN(T, xg, "XG", 3, LENGTH, 0, "point in the positive x half of the x-z plane of the body frame")
#define ROUTINE_ROWS(T)                                                                                                \
    NAME(T, routine, "ROUTINE", 0, "library::name of the user routine"),                                               \
        NAME(T, interface, "INTERFACE", 0, "calling convention of the user routine")
#define PATTERN_ROW(T, member, key_, doc_) TOGGLE(T, member, key_, "T|F|TRUE|FALSE", 0, doc_)
#define LIST_ROW(T) FLAG(T, list, "LIST", 0, "command files: print the present values")
#define DEFAULT_ROW(T) FLAG(T, reset, "DEFAULT", 0, "command files: back to the defaults")

/* The body that carries a marker. */
typedef struct Body {
    KindIndex kind; /* part, point_mass, flex_body or fe_part */
    int index;      /* in the table of that kind; -1: none */
    int node;       /* fe_part: label of the node, each of which moves by itself */
} Body;

Body cd_marker_body(const CdModel *model, int marker);
bool cd_body_equal(Body a, Body b); /* false if one is missing */
const Element *cd_body_element(const CdModel *model, Body body);

/* Degrees of freedom of a constraint of one or two equations. */
int cd_takes_one(const void *self);
int cd_takes_two(const void *self);

/* Messages about element e. Those about a decoration are never errors. */
void cd_check_bad(Check *c, const Element *e, const char *format, ...) __attribute__((format(printf, 3, 4)));
void cd_check_odd(Check *c, const Element *e, const char *format, ...) __attribute__((format(printf, 3, 4)));
void cd_check_missing(Check *c, const Element *e, const char *key);
void cd_check_one_of(Check *c, const Element *e, const char *keys);
void cd_check_exclusive(Check *c, const Element *e, const char *key, const char *other);
void cd_check_only_with(Check *c, const Element *e, const char *key, const char *with);

/* A marker must be on this body. */
void cd_check_owner(Check *c, const Element *e, int marker, const char *key, Body owner);
/* A marker must not be a floating one. */
void cd_check_has_place(Check *c, const Element *e, int marker, const char *key);
/* Two markers of a constraint must have a place, be different and on different bodies. Missing ones are passed over:
 * said elsewhere. */
void cd_check_pair(Check *c, const Element *e, int i, const char *i_key, int j, const char *j_key);
/* A floating marker is the IFLOAT or JFLOAT of an element. */
void cd_check_placed(Check *c, const Element *e, int marker, const char *key);
/* I and J of a force must have a place; with a reaction on J they must be different, and on one body they are odd. */
void cd_check_force_pair(Check *c, const Element *e, int i, int j, bool reaction);
/* JFLOAT and IFLOAT name floating markers. */
/* A coefficient of damping that would drive the motion. */
void cd_check_damping(Check *c, const Element *e, const char *key, double value);
void cd_check_floating(Check *c, const Element *e, int marker, const char *key);

/* I, JFLOAT and RM of a force. */
void cd_check_floating_pair(Check *c, const Element *e, int i, int jfloat, int rm);

/* Components of a force: as expressions, or all from a routine. */
void cd_check_components(Check *c, const Element *e, bool parts, bool function, const char *keys);

/* Whether an expression, compiled or not, is USER(...); and the complaint where it has to be and is not. */
bool cd_is_user(const Expr *expr);
void cd_check_user(Check *c, const Element *e, const Expr *expr, const char *key);

/* Says that the statement has no effect in this version. */
void cd_check_unused(Check *c, const Element *e);

/* A frame given by an origin, 3-1-3 angles, or points on its z axis and in its x-z plane. */
typedef struct FrameGiven {
    const double *q, *z, *x; /* points, 3 numbers each */
    const char *q_key, *z_key, *x_key;
    bool angles, z_given, x_given;
} FrameGiven;
void cd_check_frame(Check *c, const Element *e, const FrameGiven *f);
/* The same for the rows of POSE_G: CHECK_POSE_G(c, e, Part). */
#define CHECK_POSE_G(c, e, T)                                                                                          \
    cd_check_frame((c), (e),                                                                                           \
                   &(FrameGiven){ ((const T *)(e)->data)->qg, ((const T *)(e)->data)->zg, ((const T *)(e)->data)->xg,  \
                                  "QG", "ZG", "XG", GIVEN((e), T, reuler), GIVEN((e), T, zg), GIVEN((e), T, xg) })
