/* doubts.c - statements that say something else than was meant, as far as that can be seen without doubt: each is a
 * warning that names the element. */
#include "elements/common.h"
#include "elements/friction.h"
#include "elements/joint.h"
#include "elements/sforce.h"
#include "elements/units.h"
#include "expr/program.h"
#include "lang/lang.h"
#include "model/bodies.h"
#include "model/frames.h"

#include <math.h>

static const double parallel = 1e-6; /* sines and cosines below it are zero */

static bool same_body(Body a, Body b)
{
    return a.kind == b.kind && a.index == b.index && a.node == b.node;
}

static bool is_ground(const CdModel *m, Body b)
{
    return b.kind == KIND_part && b.index >= 0 && MODEL_AT(m, part, Part, b.index)->ground;
}

static bool is_placed(const CdModel *m, int marker)
{
    return marker >= 0 && !MODEL_AT(m, marker, Marker, marker)->floating;
}

static Vec3 z_axis(const CdModel *m, int marker)
{
    return m3_col(cd_marker_frame(m, marker).A, 2);
}

static bool joins(const CdModel *m, const Joint *j, Body a, Body b)
{
    if (!is_placed(m, j->i) || !is_placed(m, j->j)) return false;
    Body i = cd_marker_body(m, j->i), other = cd_marker_body(m, j->j);
    return (same_body(i, a) && same_body(other, b)) || (same_body(i, b) && same_body(other, a));
}

/* ---- a rate that is always zero ---------------------------------------------------------------------------------- */

/* Whether a joint lets two bodies turn about one axis only, this one. */
static bool turns_about(const CdModel *m, Body a, Body b, Vec3 axis)
{
    for (int k = 0; k < m->table[KIND_joint].n; k++) {
        const Joint *j = MODEL_AT(m, joint, Joint, k);
        bool one = j->type == JOINT_REVOLUTE || j->type == JOINT_CYLINDRICAL || j->type == JOINT_PLANAR;
        if (one && joins(m, j, a, b) && v3_norm(v3_cross(z_axis(m, j->j), axis)) < parallel) return true;
    }
    return false;
}

static bool is_rate_in_ground(const Leaf *l)
{
    return l->type == LEAF_MARKER && l->query.measure >= MEASURE_WX && l->query.measure <= MEASURE_WZ &&
           l->query.marker[2] < 0 && l->query.marker[0] >= 0;
}

/* WZ(i, j) without a third marker is about z of ground: across the only axis of the joint it is zero. */
static void doubt_rate(const CdModel *m, const Element *e, CdLog *log)
{
    const Sforce *s = e->data;
    const Program *p = s->function.program;
    if (s->type != SFORCE_ROTATION || !p || !is_placed(m, s->i) || !is_placed(m, s->j)) return;
    Vec3 axis = z_axis(m, s->j);
    Body i = cd_marker_body(m, s->i), j = cd_marker_body(m, s->j);
    for (int k = 0; k < p->leaves; k++) {
        const MeasureQuery *q = &p->leaf[k].query;
        if (!is_rate_in_ground(&p->leaf[k]) || !is_placed(m, q->marker[0])) continue;
        const double along[3] = { axis.x, axis.y, axis.z };
        int letter = (int)q->measure - MEASURE_WX;
        Body a = cd_marker_body(m, q->marker[0]), b = q->marker[1] >= 0 ? cd_marker_body(m, q->marker[1]) : j;
        bool pair = (same_body(a, i) && same_body(b, j)) || (same_body(a, j) && same_body(b, i));
        if (!pair || fabs(along[letter]) > parallel || !turns_about(m, i, j, axis)) continue;
        char label[CD_LABEL_ROOM];
        int id = cd_model_id(m, KIND_marker, s->j);
        cd_log(log, e->place, RATE_ACROSS, cd_label(e, label), "XYZ"[letter], "xyz"[letter], id,
               cd_model_id(m, KIND_marker, q->marker[0]), cd_model_id(m, KIND_marker, q->marker[1]), id);
        return;
    }
}

/* ---- a force that nothing can follow ----------------------------------------------------------------------------- */

static bool reads_motion(const Program *p)
{
    for (int k = 0; p && k < p->leaves; k++)
        if (p->leaf[k].type == LEAF_MARKER) return true;
    return false;
}

/* Whether anybody looks at the reaction of a joint: friction, an expression, a request. */
static bool is_reaction_used(const CdModel *m, int joint)
{
    for (int k = 0; k < m->table[KIND_friction].n; k++)
        if (MODEL_AT(m, friction, Friction, k)->joint == joint) return true;
    for (int k = 0; k < m->wrench_read.n; k++)
        if (m->wrench_read.at[k].kind == KIND_joint && m->wrench_read.at[k].index == joint) return true;
    return false;
}

/* Whether a joint to ground lets its body not move along a direction, or not turn about it, wherever it goes. */
static bool forbids(const CdModel *m, const Joint *j, bool turning, Vec3 direction)
{
    Vec3 axis = z_axis(m, j->j);
    bool along = v3_norm(v3_cross(axis, direction)) < parallel, across = fabs(v3_dot(axis, direction)) < parallel;
    switch (j->type) {
    case JOINT_TRANSLATIONAL: return turning || across;
    case JOINT_REVOLUTE: return turning ? across : along;
    default: return false;
    }
}

static void doubt_direction(const CdModel *m, const Element *e, CdLog *log)
{
    const Sforce *s = e->data;
    if (!s->actiononly || !is_placed(m, s->i) || !is_placed(m, s->j) || !reads_motion(s->function.program)) return;
    Body i = cd_marker_body(m, s->i), j = cd_marker_body(m, s->j);
    if (is_ground(m, i) || !is_ground(m, j)) return;
    for (int k = 0; k < m->table[KIND_joint].n; k++) {
        const Joint *joint = MODEL_AT(m, joint, Joint, k);
        bool turning = s->type == SFORCE_ROTATION;
        if (!joins(m, joint, i, j) || !forbids(m, joint, turning, z_axis(m, s->j)) || is_reaction_used(m, k)) continue;
        char label[CD_LABEL_ROOM], other[CD_LABEL_ROOM];
        cd_log(log, e->place, ACTS_ON_JOINT, cd_label(e, label), turning ? "about" : "along",
               cd_model_id(m, KIND_marker, s->j), cd_label(&m->table[KIND_joint].at[k], other),
               turning ? "turn" : "move");
        return;
    }
}

/* ---- inertia ----------------------------------------------------------------------------------------------------- */

/* Least moment of inertia of a mass: a ball of the densest metal, osmium. */
static double least_inertia(double kg)
{
    const double density = 22590, pi = acos(-1);
    double radius = cbrt(3 * kg / (4 * pi * density));
    return 0.4 * kg * radius * radius;
}

/* A thousand times less than the densest metal would have, and than a rod as long as the markers reach. */
static void doubt_inertia(const CdModel *m, int part, double reach, CdLog *log)
{
    const Element *e = &m->table[KIND_part].at[part];
    const Part *p = e->data;
    const double much = 1000;
    Units u = cd_model_units(m);
    if (p->ground || !u.named || p->ip.n < 3 || !(p->mass > 0) || (p->im >= 0 && p->im != p->cm)) return;
    double largest = fmax(p->ip.at[0], fmax(p->ip.at[1], p->ip.at[2]));
    double least = least_inertia(p->mass * u.mass) / (u.mass * u.length * u.length);
    if (!(largest > 0) || much * largest > least || much * largest > p->mass * reach * reach / 3) return;
    char label[CD_LABEL_ROOM];
    cd_log(log, e->place, SMALL_INERTIA, cd_label(e, label), largest, least, p->mass, reach);
}

static void doubt_inertias(const CdModel *m, CdLog *log)
{
    Arena scratch = { 0 };
    int parts = m->table[KIND_part].n;
    double *reach = ARENA_ARRAY(&scratch, double, parts);
    for (int i = 0; i < m->table[KIND_marker].n; i++) {
        const Marker *k = MODEL_AT(m, marker, Marker, i);
        const Part *p = k->part >= 0 ? MODEL_AT(m, part, Part, k->part) : NULL;
        if (!p || p->ground || p->cm < 0 || k->floating) continue;
        Vec3 d = v3_sub(cd_marker_frame_loc(m, i).r, cd_marker_frame_loc(m, p->cm).r);
        reach[k->part] = fmax(reach[k->part], v3_norm(d));
    }
    for (int i = 0; i < parts; i++) doubt_inertia(m, i, reach[i], log);
    cd_arena_close(&scratch);
}

/* ---- degrees for radians ----------------------------------------------------------------------------------------- */

/* A node as factor * leaf + a constant; leaf -1: it is constant. False if it is neither. */
static bool linear(const Program *p, int node, int *leaf, double *factor)
{
    const Node *n = &p->node[node];
    int other;
    double more;
    switch (n->op) {
    case OP_CONST: *leaf = -1, *factor = 0; return true;
    case OP_LEAF: *leaf = n->a, *factor = 1; return true;
    case OP_NEG:
        if (!linear(p, n->a, leaf, factor)) return false;
        *factor = -*factor;
        return true;
    case OP_ADD:
    case OP_SUB:
        if (!linear(p, n->a, leaf, factor) || !linear(p, n->b, &other, &more)) return false;
        if (*leaf >= 0 && other >= 0) return false;
        if (other >= 0) *leaf = other, *factor = n->op == OP_ADD ? more : -more;
        return true;
    case OP_MUL: {
        bool first = p->node[n->a].op == OP_CONST, second = p->node[n->b].op == OP_CONST;
        if (first == second || !linear(p, first ? n->b : n->a, leaf, factor)) return false;
        *factor *= p->node[first ? n->a : n->b].k;
        return true;
    }
    default: return false;
    }
}

/* 90, 180, 270 and whole turns, up to a hundred. */
static bool looks_like_degrees(double x)
{
    x = fabs(x);
    return x == 90 || x == 180 || x == 270 || (x >= 360 && x <= 36000 && fmod(x, 360) == 0);
}

static void doubt_angles(const Element *e, const Program *p, CdLog *log)
{
    for (int k = 0; p && k < p->nodes; k++) {
        const Node *n = &p->node[k];
        int leaf;
        double factor;
        if ((n->op != OP_SIN && n->op != OP_COS) || !linear(p, n->a, &leaf, &factor) || leaf < 0) continue;
        if (p->leaf[leaf].type != LEAF_TIME || !looks_like_degrees(factor) || n->call < 0 || n->call >= p->calls)
            continue;
        const Call *c = &p->call[n->call];
        char label[CD_LABEL_ROOM];
        cd_log(log, e->place, LOOKS_LIKE_DEGREES, cd_label(e, label), c->to - c->from, p->text.at + c->from,
               fabs(factor), fabs(factor));
        return;
    }
}

static void doubt_expressions(const CdModel *m, const Element *e, CdLog *log)
{
    (void)m;
    for (const Field *f = e->kind->fields; f->type != FIELD_END; f++)
        if (f->type == FIELD_EXPR) doubt_angles(e, ((const Expr *)cd_field_in(f, e->data))->program, log);
}

/* ---- */

static void doubt_each(const CdModel *m, int kind, void (*doubt)(const CdModel *, const Element *, CdLog *), CdLog *log)
{
    for (int i = 0; i < m->table[kind].n; i++) doubt(m, &m->table[kind].at[i], log);
}

void cd_model_doubt(const CdModel *model, CdLog *log)
{
    doubt_each(model, KIND_sforce, doubt_rate, log);
    doubt_each(model, KIND_sforce, doubt_direction, log);
    doubt_inertias(model, log);
    for (int k = 0; k < KIND_COUNT; k++) doubt_each(model, k, doubt_expressions, log);
}
