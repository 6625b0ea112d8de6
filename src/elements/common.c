/* common.c - checks that several statements share. */
#include "elements/common.h"

#include "linalg/vec3.h"

#include <stdarg.h>

Body cd_marker_body(const CdModel *model, int marker)
{
    if (marker < 0) return (Body){ KIND_part, -1, 0 };
    const Marker *m = MODEL_AT(model, marker, Marker, marker);
    if (m->point_mass >= 0) return (Body){ KIND_point_mass, m->point_mass, 0 };
    if (m->flex_body >= 0) return (Body){ KIND_flex_body, m->flex_body, 0 };
    if (m->fe_part >= 0) return (Body){ KIND_fe_part, m->fe_part, m->node_label };
    return (Body){ KIND_part, m->part, 0 };
}

bool cd_body_equal(Body a, Body b)
{
    return a.index >= 0 && a.index == b.index && a.kind == b.kind && a.node == b.node;
}

const Element *cd_body_element(const CdModel *model, Body body)
{
    return &model->table[body.kind].at[body.index];
}

int cd_takes_one(const void *self)
{
    (void)self;
    return -1;
}

int cd_takes_two(const void *self)
{
    (void)self;
    return -2;
}

/* A message at the severity of its row, or mild for decoration; the label of e comes first. */
#define SAY(c, e, code, ...)                                                                                           \
    do {                                                                                                               \
        char label_[CD_LABEL_ROOM];                                                                                    \
        cd_label((e), label_);                                                                                         \
        cd_log_kind((c)->log, (e)->kind, (e)->place, code, label_, __VA_ARGS__);                                       \
    } while (0)

enum { DETAIL_ROOM = 300 };

void cd_check_bad(Check *c, const Element *e, const char *format, ...)
{
    char detail[DETAIL_ROOM];
    va_list args;
    va_start(args, format);
    vsnprintf(detail, sizeof detail, format, args);
    va_end(args);
    SAY(c, e, BAD_VALUE, detail);
}

void cd_check_odd(Check *c, const Element *e, const char *format, ...)
{
    char detail[DETAIL_ROOM];
    va_list args;
    va_start(args, format);
    vsnprintf(detail, sizeof detail, format, args);
    va_end(args);
    SAY(c, e, ODD_VALUE, detail);
}

void cd_check_missing(Check *c, const Element *e, const char *key)
{
    SAY(c, e, MISSING_ARGUMENT, TEXT_ARG(cd_text(key)), "", "");
}

void cd_check_one_of(Check *c, const Element *e, const char *keys)
{
    SAY(c, e, ONE_OF, keys);
}

void cd_check_exclusive(Check *c, const Element *e, const char *key, const char *other)
{
    SAY(c, e, EXCLUSIVE, key, other);
}

void cd_check_only_with(Check *c, const Element *e, const char *key, const char *with)
{
    SAY(c, e, ONLY_WITH, key, with);
}

/* Whether the two are different markers; says so if not. */
static bool differ(Check *c, const Element *e, int i, const char *i_key, int j, const char *j_key)
{
    char marker[CD_LABEL_ROOM];
    if (i != j) return true;
    SAY(c, e, SAME_MARKER, i_key, j_key, cd_label(&c->model->table[KIND_marker].at[i], marker));
    return false;
}

void cd_check_owner(Check *c, const Element *e, int marker, const char *key, Body owner)
{
    char own[CD_LABEL_ROOM], name[CD_LABEL_ROOM], other[CD_LABEL_ROOM];
    Body body = cd_marker_body(c->model, marker);
    if (body.index < 0 || owner.index < 0 || cd_body_equal(body, owner)) return;
    SAY(c, e, WRONG_OWNER, key, cd_label(cd_body_element(c->model, owner), own),
        cd_label(&c->model->table[KIND_marker].at[marker], name), cd_label(cd_body_element(c->model, body), other));
}

void cd_check_has_place(Check *c, const Element *e, int marker, const char *key)
{
    char label[CD_LABEL_ROOM];
    if (marker < 0 || !MODEL_AT(c->model, marker, Marker, marker)->floating) return;
    cd_check_bad(c, e, "%s = %s is a FLOATING marker, which has no place of its own", key,
                 cd_label(&c->model->table[KIND_marker].at[marker], label));
}

void cd_check_pair(Check *c, const Element *e, int i, const char *i_key, int j, const char *j_key)
{
    char body[CD_LABEL_ROOM];
    cd_check_has_place(c, e, i, i_key);
    cd_check_has_place(c, e, j, j_key);
    if (i < 0 || j < 0 || !differ(c, e, i, i_key, j, j_key)) return;
    Body a = cd_marker_body(c->model, i);
    if (cd_body_equal(a, cd_marker_body(c->model, j)))
        SAY(c, e, SAME_BODY, i_key, j_key, cd_label(cd_body_element(c->model, a), body));
}

void cd_check_placed(Check *c, const Element *e, int marker, const char *key)
{
    char label[CD_LABEL_ROOM];
    if (marker < 0 || MODEL_AT(c->model, marker, Marker, marker)->placed) return;
    cd_check_bad(c, e, "%s = %s is a FLOATING marker that no element names as IFLOAT or JFLOAT, so it has no place",
                 key, cd_label(&c->model->table[KIND_marker].at[marker], label));
}

/* Action and reaction on one body are odd. */
static void check_apart(Check *c, const Element *e, int i, const char *i_key, int j, const char *j_key)
{
    char body[CD_LABEL_ROOM];
    if (i < 0 || j < 0 || !differ(c, e, i, i_key, j, j_key)) return;
    Body a = cd_marker_body(c->model, i);
    if (cd_body_equal(a, cd_marker_body(c->model, j)))
        cd_check_odd(c, e, "its markers %s and %s are both on %s, so action and reaction cancel", i_key, j_key,
                     cd_label(cd_body_element(c->model, a), body));
}

void cd_check_force_pair(Check *c, const Element *e, int i, int j, bool reaction)
{
    cd_check_has_place(c, e, i, "I");
    cd_check_has_place(c, e, j, "J");
    if (reaction) check_apart(c, e, i, "I", j, "J");
}

void cd_check_damping(Check *c, const Element *e, const char *key, double value)
{
    if (value < 0)
        cd_check_odd(c, e,
                     "%s = %g is negative: it drives the motion instead of damping it; a damper has a positive one",
                     key, value);
}

void cd_check_floating(Check *c, const Element *e, int marker, const char *key)
{
    char label[CD_LABEL_ROOM];
    if (marker < 0 || MODEL_AT(c->model, marker, Marker, marker)->floating) return;
    cd_check_odd(c, e, "%s = %s is not a FLOATING marker; its own position is not used", key,
                 cd_label(&c->model->table[KIND_marker].at[marker], label));
}

void cd_check_floating_pair(Check *c, const Element *e, int i, int jfloat, int rm)
{
    cd_check_has_place(c, e, i, "I");
    check_apart(c, e, i, "I", jfloat, "JFLOAT");
    cd_check_floating(c, e, jfloat, "JFLOAT");
    cd_check_placed(c, e, rm, "RM");
}

void cd_check_components(Check *c, const Element *e, bool parts, bool function, const char *keys)
{
    if (parts && function) cd_check_exclusive(c, e, keys, "FUNCTION");
    if (!parts && !function) cd_check_odd(c, e, "neither %s nor FUNCTION is given, so it is zero", keys);
}

bool cd_is_user(const Expr *expr)
{
    const int word = 4;
    Text t = cd_text_trim(expr->text);
    if (t.n <= word || !cd_text_equal_nocase((Text){ t.at, word }, "USER")) return false;
    return cd_text_trim((Text){ t.at + word, t.n - word }).at[0] == '(';
}

void cd_check_user(Check *c, const Element *e, const Expr *expr, const char *key)
{
    if (cd_text_trim(expr->text).n && !cd_is_user(expr)) cd_check_bad(c, e, "%s takes USER(...)", key);
}

void cd_check_unused(Check *c, const Element *e)
{
    cd_check_odd(c, e, "this version reads and keeps it but does nothing with it");
}

static Vec3 between(const double *to, const double *from)
{
    return v3(to[0] - from[0], to[1] - from[1], to[2] - from[2]);
}

void cd_check_frame(Check *c, const Element *e, const FrameGiven *f)
{
    const double parallel = 1e-10; /* sine of the angle below which two directions define no plane */

    if (f->angles && f->z_given) cd_check_exclusive(c, e, "REULER", f->z_key);
    if (f->angles && f->x_given) cd_check_exclusive(c, e, "REULER", f->x_key);
    if (f->angles || (!f->z_given && !f->x_given)) return;

    /* an axis not given is taken along the parent's */
    Vec3 z = f->z_given ? between(f->z, f->q) : v3(0, 0, 1);
    Vec3 x = f->x_given ? between(f->x, f->q) : v3(1, 0, 0);
    char reason[DETAIL_ROOM] = "";
    if (v3_norm(z) == 0) snprintf(reason, sizeof reason, "%s is the same point as %s", f->z_key, f->q_key);
    else if (v3_norm(x) == 0) snprintf(reason, sizeof reason, "%s is the same point as %s", f->x_key, f->q_key);
    if (reason[0]) {
        SAY(c, e, BAD_FRAME, reason);
        return;
    }
    if (v3_norm(v3_cross(z, x)) > parallel * v3_norm(z) * v3_norm(x)) return;
    if (f->z_given && f->x_given) {
        snprintf(reason, sizeof reason, "%s, %s and %s lie on one line", f->q_key, f->z_key, f->x_key);
        SAY(c, e, BAD_FRAME, reason);
    } else {
        cd_check_odd(c, e, "%s alone lies along the %s axis of the parent frame, so the other two axes are arbitrary",
                     f->z_given ? f->z_key : f->x_key, f->z_given ? "x" : "z");
    }
}
