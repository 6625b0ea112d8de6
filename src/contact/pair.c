/* pair.c - finding the row of a pair, and its evaluation seen from J, whichever way around the row knows the shapes. */
#include "contact/rows.h"

#include <math.h>
#include <stddef.h>

static const PairRow rows[] = {
#define PAIR(name, i, j, inside, how) { SHAPE_##i, SHAPE_##j, inside, cd_pair_##name, #i " - " #j ", " how },
#include "contact/pairs.def"
#undef PAIR
};

static const struct {
    const char *name;
    bool planar;
} kinds[] = {
#define SHAPE(name, doc, planar) { #name, planar },
#include "contact/shapes.def"
#undef SHAPE
};

const char *cd_shape_name(ShapeKind kind)
{
    return kinds[kind].name;
}

bool cd_shape_is_planar(ShapeKind kind)
{
    return kinds[kind].planar;
}

/* Solids that are meshes to all rows. */
static ShapeKind row_kind(const Shape *s)
{
    return s->kind == SHAPE_extrusion || s->kind == SHAPE_revolution ? SHAPE_mesh : s->kind;
}

static bool find_row(PairWay *way, PairOptions options)
{
    const Shape *i = way->i, *j = way->j;
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        const PairRow *row = &rows[k];
        bool straight = row->i == row_kind(i) && row->j == row_kind(j);
        bool swapped = row->i == row_kind(j) && row->j == row_kind(i);
        if (row->inside != options.inside || (!straight && !swapped)) continue;
        /* what encloses the other is J to its row */
        if (row->inside && straight && swapped && i->reach > j->reach) straight = false;
        way->row = row, way->swapped = !straight;
        return true;
    }
    return false;
}

bool cd_pair_make(Pair *pair, const Shape *i, const Shape *j, PairOptions options)
{
    PairWay whole = { i, j, NULL, false }, rims = { i->rim ? i->rim : i, j->rim ? j->rim : j, NULL, false };
    bool found = find_row(&whole, options);
    if ((i->rim || j->rim) && !options.inside) find_row(&rims, options);
    *pair = (Pair){ i, j, options, whole.row, whole.swapped, rims, NULL };
    return found;
}

const char *cd_pair_method(const Pair *pair)
{
    return pair->row ? pair->row->how : "none";
}

void cd_touch_add(Touch *touch, int key, Dual d, DualVec x, DualVec normal)
{
    if (d.x < touch->gap) {
        touch->gap = d.x;
        for (int k = 0; k < 6; k++) touch->dgap[k] = d.d[k];
    }
    if (d.x >= 0 || touch->n == PAIR_MOST_INCIDENTS) return;
    Incident *a = &touch->at[touch->n++];
    DualVec point = dv_axpy(x, -0.5, dv_scale(normal, d));
    *a = (Incident){ .key = key, .p = -d.x, .normal = normal.x, .point = point.x };
    for (int k = 0; k < 6; k++) a->dp[k] = -d.d[k], a->dnormal[k] = normal.d[k], a->dpoint[k] = point.d[k];
}

/* Changes of the pose of J seen from I, r' = -A^T r, A' = A^T, by those of I seen from J (18.3): dr' = A^T (th x r -
 * dr), th' = -A^T th. */
typedef struct Turned {
    Vec3 dr[6], th[6];
} Turned;

static Turned turn(Vec3 r, Mat3 A)
{
    Turned t;
    const Vec3 e[3] = { v3(1, 0, 0), v3(0, 1, 0), v3(0, 0, 1) };
    for (int k = 0; k < 3; k++) {
        t.dr[k] = v3_neg(m3_tapply(A, e[k])), t.th[k] = v3(0, 0, 0);
        t.dr[k + 3] = m3_tapply(A, v3_cross(e[k], r)), t.th[k + 3] = t.dr[k];
    }
    return t;
}

static double along(const Turned *t, const double d[6], int k)
{
    return d[0] * t->dr[k].x + d[1] * t->dr[k].y + d[2] * t->dr[k].z + d[3] * t->th[k].x + d[4] * t->th[k].y +
           d[5] * t->th[k].z;
}

static Vec3 along_v3(const Turned *t, const Vec3 d[6], int k)
{
    Vec3 s = v3_axpy(v3_axpy(v3_scale(d[0], t->dr[k].x), t->dr[k].y, d[1]), t->dr[k].z, d[2]);
    return v3_axpy(v3_axpy(v3_axpy(s, t->th[k].x, d[3]), t->th[k].y, d[4]), t->th[k].z, d[5]);
}

static Mat3 along_m3(const Turned *t, const Mat3 d[6], int k)
{
    Mat3 s;
    for (int c = 0; c < 3; c++) {
        Vec3 column[6];
        for (int l = 0; l < 6; l++) column[l] = d[l].c[c];
        s.c[c] = along_v3(t, column, k);
    }
    return s;
}

/* The incident seen from I, with I's part of the surface in the place of J's, as J sees it. */
static void turn_incident(const Turned *t, Vec3 r, Mat3 A, Incident *a)
{
    const Incident o = *a;
    Vec3 n = m3_apply(A, o.normal), arm = m3_apply(A, o.point);
    Mat3 G = m3_mult(m3_mul(A, o.gyration), A);
    a->normal = v3_neg(n), a->point = v3_add(r, arm), a->gyration = G;
    for (int k = 0; k < 6; k++) {
        Vec3 e = v3(k % 3 == 0, k % 3 == 1, k % 3 == 2), th = k < 3 ? v3(0, 0, 0) : e;
        Mat3 S = m3_skew(th);
        a->dp[k] = along(t, o.dp, k);
        a->dnormal[k] = v3_neg(v3_add(v3_cross(th, n), m3_apply(A, along_v3(t, o.dnormal, k))));
        a->dpoint[k] = v3_add(v3_cross(th, arm), m3_apply(A, along_v3(t, o.dpoint, k)));
        if (k < 3) a->dpoint[k] = v3_add(a->dpoint[k], e);
        a->dgyration[k] =
            m3_add(m3_mult(m3_mul(A, along_m3(t, o.dgyration, k)), A), m3_sub(m3_mul(S, G), m3_mul(G, S)));
    }
}

/* What was seen in a frame (o, F) of J, with I's origin at an arm from that of its marker: dr' = F^T (dr + th x arm),
 * th' = F^T th. */
static void see_from_marker(Touch *touch, Vec3 o, Mat3 F, Vec3 arm)
{
    Turned t;
    for (int k = 0; k < 6; k++) {
        Vec3 e = v3(k % 3 == 0, k % 3 == 1, k % 3 == 2);
        t.dr[k] = m3_tapply(F, k < 3 ? e : v3_cross(e, arm));
        t.th[k] = k < 3 ? v3(0, 0, 0) : m3_tapply(F, e);
    }
    double dgap[6];
    for (int k = 0; k < 6; k++) dgap[k] = along(&t, touch->dgap, k);
    for (int k = 0; k < 6; k++) touch->dgap[k] = dgap[k];
    for (int l = 0; l < touch->n; l++) {
        Incident *a = &touch->at[l];
        const Incident seen = *a;
        a->normal = m3_apply(F, seen.normal), a->point = v3_add(o, m3_apply(F, seen.point));
        a->gyration = m3_mult(m3_mul(F, seen.gyration), F);
        for (int k = 0; k < 6; k++) {
            a->dp[k] = along(&t, seen.dp, k);
            a->dnormal[k] = m3_apply(F, along_v3(&t, seen.dnormal, k));
            a->dpoint[k] = m3_apply(F, along_v3(&t, seen.dpoint, k));
            a->dgyration[k] = m3_mult(m3_mul(F, along_m3(&t, seen.dgyration, k)), F);
        }
    }
}

void cd_touch_from_frame(Touch *touch, Vec3 o, Mat3 F)
{
    see_from_marker(touch, o, F, v3(0, 0, 0));
}

/* From markers to frames of shapes that have their own: r' = Aj^T (r + A ri - rj), A' = Aj^T A Ai. */
static void to_shapes(const Pair *pair, Vec3 *r, Mat3 *A)
{
    const Shape *i = pair->i, *j = pair->j;
    if (i->placed) *r = v3_add(*r, m3_apply(*A, i->at)), *A = m3_mul(*A, i->axes);
    if (j->placed) *r = m3_tapply(j->axes, v3_sub(*r, j->at)), *A = m3_tmul(j->axes, *A);
}

/* And back. */
static void from_shapes(const Pair *pair, Mat3 A, Touch *touch)
{
    const Shape *i = pair->i, *j = pair->j;
    Vec3 arm = i->placed ? m3_apply(A, i->at) : v3(0, 0, 0), at = j->placed ? j->at : v3(0, 0, 0);
    see_from_marker(touch, at, j->placed ? j->axes : m3_identity(), arm);
}

double cd_pair_apart(const Pair *pair, Vec3 r, Mat3 A)
{
    to_shapes(pair, &r, &A);
    return cd_shapes_apart(pair, r, A);
}

double cd_shapes_apart(const Pair *pair, Vec3 r, Mat3 A)
{
    const Shape *i = pair->i, *j = pair->j;
    Vec3 x = v3_add(r, m3_apply(A, i->centre)); /* of I's ball, seen from J */
    if (j->kind == SHAPE_plane) return x.z - i->reach;
    if (i->kind == SHAPE_plane) return v3_dot(v3_sub(j->centre, r), A.c[2]) - j->reach;
    if (pair->options.inside) return -INFINITY; /* what encloses the other is always near */
    return v3_norm(v3_sub(x, j->centre)) - i->reach - j->reach;
}

static void eval_shapes(const Pair *pair, Vec3 r, Mat3 A, Arena *scratch, Touch *touch)
{
    ArenaMark mark = cd_arena_mark(scratch);
    touch->n = 0, touch->gap = INFINITY;
    for (int k = 0; k < 6; k++) touch->dgap[k] = 0;
    if (!pair->swapped) pair->row->eval(pair, pair->i, pair->j, r, A, scratch, touch);
    else pair->row->eval(pair, pair->j, pair->i, v3_neg(m3_tapply(A, r)), m3_transpose(A), scratch, touch);
    cd_arena_release(scratch, mark);
    if (!pair->swapped) return;
    Turned t = turn(r, A);
    const Touch seen = { .dgap = { touch->dgap[0], touch->dgap[1], touch->dgap[2], touch->dgap[3], touch->dgap[4],
                                   touch->dgap[5] } };
    for (int k = 0; k < 6; k++) touch->dgap[k] = along(&t, seen.dgap, k);
    for (int k = 0; k < touch->n; k++) turn_incident(&t, r, A, &touch->at[k]);
}

/* Whether all points, given seen from the marker of a shape, are where its rim is the shape itself. */
static bool on_rim(const Shape *s, const Touch *touch, Vec3 r, Mat3 A)
{
    for (int k = 0; s->rim && k < touch->n; k++) {
        Vec3 x = m3_tapply(A, v3_sub(touch->at[k].point, r));
        if (s->rim->placed) x = m3_tapply(s->rim->axes, v3_sub(x, s->rim->at));
        if (hypot(x.x, x.y) < s->beyond || x.z < s->above || x.z > s->below) return false;
    }
    return true;
}

static void eval_whole(const Pair *pair, Vec3 r, Mat3 A, Arena *scratch, Touch *touch)
{
    Vec3 own_r = r;
    Mat3 own_A = A;
    to_shapes(pair, &own_r, &own_A);
    eval_shapes(pair, own_r, own_A, scratch, touch);
    if (pair->i->placed || pair->j->placed) from_shapes(pair, A, touch);
}

/* By rims where they are touched: closed forms, which facets do not ripple. A gap to a rim is a bound of that to the
 * shape. */
static void eval_within(const Pair *pair, Vec3 r, Mat3 A, double within, Arena *scratch, Touch *touch)
{
    touch->within = within;
    const PairWay *w = &pair->rims;
    if (w->row) {
        const Pair rims = { w->i, w->j, pair->options, w->row, w->swapped, { 0 }, NULL };
        eval_whole(&rims, r, A, scratch, touch);
        if (on_rim(pair->i, touch, r, A) && on_rim(pair->j, touch, v3(0, 0, 0), m3_identity())) return;
    }
    eval_whole(pair, r, A, scratch, touch);
}

void cd_pair_eval(const Pair *pair, Vec3 r, Mat3 A, Arena *scratch, Touch *touch)
{
    eval_within(pair, r, A, INFINITY, scratch, touch);
}

void cd_pair_incidents(const Pair *pair, Vec3 r, Mat3 A, Arena *scratch, Touch *touch)
{
    eval_within(pair, r, A, 0, scratch, touch);
}

void cd_pair_scratch(Arena *scratch)
{
    enum { ENOUGH = 1 << 20 };
    cd_arena_take(scratch, ENOUGH);
    cd_arena_release(scratch, (ArenaMark){ scratch->block, 0 });
}

double cd_pair_gap(const Pair *pair, Vec3 r, Mat3 A, double within, Arena *scratch)
{
    Touch touch;
    eval_within(pair, r, A, within, scratch, &touch);
    return touch.gap;
}
