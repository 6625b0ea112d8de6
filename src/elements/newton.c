/* newton.c - gaps of CONTACT/..., NEWTON as unilateral rows.
 *
 *     point p of I, plane of J with normal n through c:   n . (r_I + A_I p - r_J - A_J c) - R      R: of a ball, else 0
 *                                                         (22.2)
 *     two balls:                                          |r_I - r_J| - R_I - R_J;  one inside the other: R_J - R_I -
 *                                                         |r_I - r_J|
 *
 * The first is a sum of dot products of axes that bodies carry, the second an expression; others
 * are in contact/single_gap.c.
 *
 * With friction each gap on a plane has two rows of slip along the plane (22.20): the same sum along tangents, and of a
 * ball, whose point of contact is another one of it at any time, its angular velocity. */
#include "elements/newton.h"

#include "contact/polytope.h"
#include "contact/single_gap.h"
#include "contact/stated.h"
#include "elements/contact.h"
#include "elements/integrator.h"

#include <math.h>
#include <stdio.h>

/* A shape that a contact names, and the marker that carries it. */
typedef struct Carried {
    const Shape *shape;
    int marker;
} Carried;

static Carried carried(const CdModel *model, int graphics)
{
    Carried c = { .marker = -1 };
    c.shape = cd_shape_stated(model, graphics, NULL, &c.marker);
    return c;
}

static bool is_ball(const Shape *s)
{
    return s->kind == SHAPE_sphere;
}

static bool has_points(const Shape *s)
{
    return is_ball(s) || s->kind == SHAPE_point || s->polytope;
}

/* The centre of a ball is where its marker is. */
static bool is_centred(const Shape *s)
{
    return !s->placed && v3_norm(s->centre) == 0;
}

static bool on_plane(const Shape *i, const Shape *j)
{
    return (i->kind == SHAPE_plane && has_points(j)) || (j->kind == SHAPE_plane && has_points(i));
}

bool cd_newton_is_of_pile(const Shape *i, const Shape *j)
{
    return on_plane(i, j) || (is_ball(i) && is_ball(j));
}

bool cd_newton_knows(const Shape *i, const Shape *j, bool inside)
{
    return cd_newton_is_of_pile(i, j) || cd_single_gaps(i, j, inside) > 0;
}

bool cd_newton_by_steps(const CdModel *model)
{
    const Element *e = cd_model_setting(model, KIND_integrator);
    return e && ((const Integrator *)e->data)->method == METHOD_MOREAU;
}

/* Calls back for every pair of shapes that can move against each other, in order. */
typedef void EachPair(void *user, Carried i, Carried j, bool inside);
static void each_pair(const CdModel *model, const Contact *p, EachPair *call, void *user)
{
    PairLists lists = cd_contact_lists(p);
    for (int i = 0; i < p->shapes_i.n; i++)
        for (int j = 0; j < p->shapes_j.n; j++) {
            if (!cd_contact_pairs(p, lists, i, j)) continue;
            Carried a = carried(model, p->shapes_i.at[i]), b = carried(model, p->shapes_j.at[j]);
            bool inside = cd_contact_options(p, p->shapes_i.at[i], p->shapes_j.at[j]).inside;
            bool known = a.shape && b.shape && a.marker >= 0 && b.marker >= 0;
            known = known && cd_newton_knows(a.shape, b.shape, inside);
            if (!known || !cd_contact_between(model, a.marker, b.marker)) continue;
            if (cd_newton_by_steps(model) && cd_newton_is_of_pile(a.shape, b.shape)) continue;
            call(user, a, b, inside);
        }
}

FrictionPair cd_newton_mu(const Element *e)
{
    const Contact *p = e->data;
    if (p->coulomb == COULOMB_OFF) return (FrictionPair){ 0, 0 };
    return (FrictionPair){ p->mu_static, GIVEN(e, Contact, mu_dynamic) ? p->mu_dynamic : p->mu_static };
}

/* ---- two balls --------------------------------------------------------------------------------------------------- */

typedef struct Deriving {
    const CdModel *model;
    Element *e;
    Compiler *c;
    ARRAY_OF(const Program *) gap;
} Deriving;

static void derive_pair(void *user, Carried i, Carried j, bool inside)
{
    Deriving *d = user;
    const Program *gap = NULL;
    bool smooth = cd_newton_mu(d->e).sticking == 0; /* slip is that of a gap in closed form */
    if (smooth && is_ball(i.shape) && is_ball(j.shape) && is_centred(i.shape) && is_centred(j.shape)) {
        char text[160];
        int a = cd_model_id(d->model, KIND_marker, i.marker), b = cd_model_id(d->model, KIND_marker, j.marker);
        double r = i.shape->radius, s = j.shape->radius;
        if (inside) snprintf(text, sizeof text, "(%.17g)-DM(%d,%d)", fabs(s - r), a, b);
        else snprintf(text, sizeof text, "DM(%d,%d)-(%.17g)", a, b, r + s);
        gap = cd_compile_text(d->c, d->e, text);
    }
    ARRAY_PUSH(cd_compiler_arena(d->c), &d->gap, gap);
}

void cd_newton_derive(const CdModel *model, Element *e, Compiler *c)
{
    Contact *p = e->data;
    if (p->model != CONTACT_NEWTON) return;
    Deriving d = { .model = model, .e = e, .c = c };
    each_pair(model, p, derive_pair, &d);
    p->gap = d.gap.at;
}

/* ---- points on a plane ------------------------------------------------------------------------------------------- */

static Vec3 in_marker(const Shape *s, Vec3 x)
{
    return s->placed ? v3_add(s->at, m3_apply(s->axes, x)) : x;
}

static void add_dot(ConstraintSink *out, double factor, Term term)
{
    term.coefficient = factor;
    if (factor != 0) cd_constrain_term(out, term);
}

/* Two directions along a plane, in the axes of its marker. */
static void tangents_of(const Shape *plane, Vec3 way[2])
{
    Vec3 x = v3(1, 0, 0), y = v3(0, 1, 0);
    way[0] = plane->placed ? m3_apply(plane->axes, x) : x, way[1] = plane->placed ? m3_apply(plane->axes, y) : y;
}

static Vec3 normal_of(const Shape *plane)
{
    return plane->placed ? plane->axes.c[2] : v3(0, 0, 1);
}

/* The coordinate of a point of marker i along a direction in the axes of marker j. */
static void state_along(ConstraintSink *out, int i, Vec3 x, int j, Vec3 n)
{
    for (int a = 0; a < 3; a++) {
        add_dot(out, v3_get(n, a), cd_slide_term(i, j, a));
        for (int b = 0; b < 3; b++)
            add_dot(out, v3_get(n, a) * v3_get(x, b), (Term){ .type = TERM_DOT, .plus = { i, b }, .along = { j, a } });
    }
}

typedef struct Stating {
    const Contact *p;
    FrictionPair mu;
    ConstraintSink *out;
    int pair;
} Stating;

/* Gaps in closed form; with friction the slip where they close. */
static void state_gaps(const Stating *s, Carried i, Carried j, bool inside)
{
    int n = cd_single_gaps(i.shape, j.shape, inside);
    SingleGap *gap = ARENA_ARRAY(cd_constrain_arena(s->out), SingleGap, n);
    for (int k = 0; k < n; k++) {
        gap[k] = cd_single_gap(i.shape, j.shape, inside, k);
        cd_constrain_row(s->out, "gap");
        cd_constrain_gap(s->out, i.marker, j.marker, &gap[k], 0);
        cd_constrain_unilateral(s->out, 0, s->p->restitution);
        for (int t = 1; t <= 2 && s->mu.sticking > 0 && gap[k].kind != GAP_OVERLAP; t++) {
            cd_constrain_row(s->out, t == 2 ? "slip 2" : "slip 1");
            cd_constrain_gap(s->out, i.marker, j.marker, &gap[k], t);
            cd_constrain_tangent(s->out, s->mu.sticking, s->mu.sliding);
        }
    }
}

/* The slip of a point of marker i along a plane of j; of a ball the point is its centre, and the one that touches moves
 * against it as it turns (22.20). */
static void state_slip(const Stating *s, int i, Vec3 x, double radius, Carried j, int k)
{
    Vec3 way[2];
    tangents_of(j.shape, way);
    Vec3 about = v3_cross(normal_of(j.shape), way[k]);
    cd_constrain_row(s->out, k ? "slip 2" : "slip 1");
    state_along(s->out, i, x, j.marker, way[k]);
    for (int a = 0; a < 3; a++)
        add_dot(s->out, -radius * v3_get(about, a),
                (Term){ .type = TERM_SPIN, .plus = { i, -1 }, .along = { j.marker, a } });
    cd_constrain_tangent(s->out, s->mu.sticking, s->mu.sliding);
}

/* The gap between a point of marker i, less a radius, and the plane of j; with friction the slip there. */
static void state_point(const Stating *s, int i, Vec3 x, double radius, Carried j)
{
    Vec3 n = normal_of(j.shape), through = in_marker(j.shape, v3(0, 0, 0));
    cd_constrain_row(s->out, "gap");
    state_along(s->out, i, x, j.marker, n);
    cd_constrain_unilateral(s->out, v3_dot(n, through) + radius, s->p->restitution);
    for (int k = 0; k < 2 && s->mu.sticking > 0; k++) state_slip(s, i, x, radius, j, k);
}

static void state_pair(void *user, Carried i, Carried j, bool inside)
{
    Stating *s = user;
    const Program *gap = s->p->gap ? s->p->gap[s->pair] : NULL;
    s->pair++;
    if (gap) {
        cd_constrain_row(s->out, "gap");
        cd_constrain_general(s->out, gap);
        cd_constrain_unilateral(s->out, 0, s->p->restitution);
        return;
    }
    if (!on_plane(i.shape, j.shape)) {
        state_gaps(s, i, j, inside);
        return;
    }
    if (i.shape->kind == SHAPE_plane) {
        Carried swap = i;
        i = j, j = swap;
    }
    const Polytope *solid = i.shape->polytope;
    for (int k = 0; solid && k < solid->vertices; k++)
        state_point(s, i.marker, in_marker(i.shape, solid->vertex[k]), 0, j);
    if (!solid)
        state_point(s, i.marker, in_marker(i.shape, i.shape->centre), is_ball(i.shape) ? i.shape->radius : 0, j);
}

void cd_newton_gaps(const CdModel *model, const Element *e, ConstraintSink *out)
{
    Stating s = { .p = e->data, .mu = cd_newton_mu(e), .out = out };
    if (s.p->model == CONTACT_NEWTON) each_pair(model, s.p, state_pair, &s);
}
