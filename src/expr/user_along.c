/* user_along.c - user routines along a motion, for GCON (theory 6.22, 6.23).
 *
 * With x its nodes (time and what it reads) as jets, g = df/dx and H = d2f/dx2:
 *     f_10 = g.x_10,   f_01 = g.x_01,   f_20 = g.x_20 + x_10.H x_10 / 2,   f_11 = g.x_11 + x_10.H x_01,
 *     f_21 = g.x_21 + x_10.H x_11 + x_20.H x_01 + d(x_10.H x_10)/dx . x_01 / 2                                   (6.22)
 * g is what the routine states; the rest, and the derivative by time, are differences over five points along a
 * direction d. A routine that states nothing has all of it from its values:
 *     d.H d from values along d,   2 a b H_ij from d.H d along a e_i + b e_j
 *                                  (6.23) */
#include "expr/user.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* What a node is decides how far it is moved. */
typedef enum NodeType { NODE_TIME, NODE_LENGTH, NODE_ANGLE, NODE_RATE } NodeType;

/* All that is known at nodes x; arrays of n, H of n by n. */
struct Curvature {
    int n;
    double *x, *g, *H;
    bool known, known_H;
    double *d, bend, *third; /* d, the direction of the motion; d.H d and its derivatives by the nodes */
    bool known_bend, known_third;
    NodeType *type;
    bool checked;                            /* f has been seen to be linear in velocities */
    bool timeless;                           /* f is the same at times nearby */
    double *size;                            /* of the nodes: differences move them by a part of it */
    double *unit, *inner, *outer, *slope[5]; /* scratch */
};

static NodeType type_of(const Program *p, const Node *n)
{
    if (n->op != OP_LEAF || p->leaf[n->a].type != LEAF_MARKER) return NODE_TIME;
    Measure m = p->leaf[n->a].query.measure;
    return m == MEASURE_DM || m == MEASURE_DX || m == MEASURE_DY || m == MEASURE_DZ ? NODE_LENGTH : NODE_ANGLE;
}

Curvature *cd_curvature_new(Arena *arena, const Program *p)
{
    Curvature *c = ARENA_NEW(arena, Curvature);
    int nodes = p->nodes, *degree = ARENA_ARRAY(arena, int, nodes);
    *c = (Curvature){ .n = nodes, .type = ARENA_ARRAY(arena, NodeType, nodes) };
    cd_program_velocity_degree(p, degree);
    for (int k = 0; k < nodes; k++) c->type[k] = degree[k] > 0 ? NODE_RATE : type_of(p, &p->node[k]);
    double **const array[] = { &c->x,        &c->g,        &c->d,       &c->third,    &c->unit,
                               &c->size,     &c->inner,    &c->outer,   &c->slope[0], &c->slope[1],
                               &c->slope[2], &c->slope[3], &c->slope[4] };
    for (size_t k = 0; k < sizeof array / sizeof *array; k++) *array[k] = ARENA_ARRAY(arena, double, nodes);
    c->H = ARENA_ARRAY(arena, double, nodes *nodes);
    return c;
}

/* ---- differences ------------------------------------------------------------------------------------------------- */

/* Five points m = -2 ... 2 at x + m h d; the error falls with h^4. */
static double first_difference(const double f[5], double h)
{
    return (f[0] - 8 * f[1] + 8 * f[3] - f[4]) / (12 * h);
}

static double second_difference(const double f[5], double h)
{
    return (-f[0] + 16 * f[1] - 30 * f[2] + 16 * f[3] - f[4]) / (12 * h * h);
}

/* A length counts at least a tenth of the longest, an angle for a radian, time for a tenth of its unit. */
static void find_sizes(Curvature *c)
{
    double most[NODE_RATE + 1] = { 0 };
    for (int k = 0; k < c->n; k++) most[c->type[k]] = fmax(most[c->type[k]], fabs(c->x[k]));
    for (int k = 0; k < c->n; k++) {
        NodeType type = c->type[k];
        double least = type == NODE_LENGTH && most[type] > 0 ? most[type] / 10 : 1;
        c->size[k] = type == NODE_TIME ? 0.1 : type == NODE_ANGLE ? 1 : fmax(fabs(c->x[k]), least);
    }
}

/* h for which no node moves by more than a part of its size; the direction is not zero. */
static double step_along(const Curvature *c, const double *d, double part)
{
    double most = 0;
    for (int k = 0; k < c->n; k++) most = fmax(most, fabs(d[k]) / c->size[k]);
    return part / most;
}

static const double *moved(const Curvature *c, const double *x, double h, const double *d, double *to)
{
    for (int k = 0; k < c->n; k++) to[k] = x[k] + h * d[k];
    return to;
}

static bool is_zero(const double *d, int n)
{
    for (int k = 0; k < n; k++)
        if (d[k] != 0) return false;
    return true;
}

static const double *unit(Curvature *c, int k)
{
    memset(c->unit, 0, sizeof(double) * (size_t)c->n);
    c->unit[k] = 1;
    return c->unit;
}

/* d.H d at x, from values. */
static double bend_along(UserRoutine *u, Curvature *c, const double *x, const double *d)
{
    double f[5], h = step_along(c, d, pow(DBL_EPSILON, 1.0 / 6));
    for (int m = 0; m < 5; m++) f[m] = cd_user_value(u, 0, moved(c, x, (m - 2) * h, d, c->inner));
    return second_difference(f, h);
}

/* The derivative by a node, from values. */
static double slope_along(UserRoutine *u, Curvature *c, int k)
{
    const double *d = unit(c, k);
    double f[5], h = step_along(c, d, pow(DBL_EPSILON, 1.0 / 5));
    for (int m = 0; m < 5; m++) f[m] = m == 2 ? 0 : cd_user_value(u, 0, moved(c, c->x, (m - 2) * h, d, c->inner));
    if (k == 0) c->timeless = f[0] == f[1] && f[1] == f[3] && f[3] == f[4];
    return k == 0 && c->timeless ? 0 : first_difference(f, h);
}

/* Stated slopes at five points along d. Not that by time, which no routine states. */
static void slopes_along(UserRoutine *u, Curvature *c, const double *d, double h)
{
    for (int m = 0; m < 5; m++) cd_user_slopes(u, 0, moved(c, c->x, (m - 2) * h, d, c->inner), c->slope[m]);
}

static double slope_difference(const Curvature *c, int k, double h, double (*difference)(const double f[5], double h))
{
    const double f[5] = { c->slope[0][k], c->slope[1][k], c->slope[2][k], c->slope[3][k], c->slope[4][k] };
    return difference(f, h);
}

/* ---- derivatives ------------------------------------------------------------------------------------------------- */

static void find_gradient(UserRoutine *u, Curvature *c)
{
    bool stated = cd_user_states_partials(u);
    if (stated) cd_user_slopes(u, 0, c->x, c->g);
    for (int k = 0; k < (stated ? 1 : c->n); k++) c->g[k] = slope_along(u, c, k);
}

static void set_pair(Curvature *c, int i, int k, double x)
{
    c->H[i * c->n + k] = c->H[k * c->n + i] = x;
}

static void hessian_of_slopes(UserRoutine *u, Curvature *c)
{
    for (int i = 0; i < c->n; i++) {
        const double *d = unit(c, i);
        double h = step_along(c, d, pow(DBL_EPSILON, 1.0 / 5));
        slopes_along(u, c, d, h);
        for (int k = 1; k < c->n; k++) {
            double x = slope_difference(c, k, h, first_difference);
            if (k < i) x = (x + c->H[k * c->n + i]) / 2;
            set_pair(c, i, k, x);
        }
    }
    c->H[0] = bend_along(u, c, c->x, unit(c, 0));
}

static void hessian_of_values(UserRoutine *u, Curvature *c)
{
    for (int i = 0; i < c->n; i++) set_pair(c, i, i, bend_along(u, c, c->x, unit(c, i)));
    for (int i = 0; i < c->n; i++)
        for (int k = 0; k < i; k++) {
            double a = c->size[i], b = c->size[k];
            unit(c, i);
            c->unit[i] = a, c->unit[k] = b;
            double both = bend_along(u, c, c->x, c->unit);
            set_pair(c, i, k, (both - a * a * c->H[i * c->n + i] - b * b * c->H[k * c->n + k]) / (2 * a * b));
        }
}

/* The sum of d_k dg_k along another direction, but for time. */
static double slopes_bend(UserRoutine *u, Curvature *c, const double *along)
{
    double sum = 0, h = step_along(c, along, pow(DBL_EPSILON, 1.0 / 5));
    slopes_along(u, c, along, h);
    for (int k = 1; k < c->n; k++) sum += c->d[k] * slope_difference(c, k, h, first_difference);
    return sum;
}

static void find_bend(UserRoutine *u, Curvature *c)
{
    c->bend = 0;
    c->known_bend = true;
    if (is_zero(c->d, c->n)) return;
    if (!cd_user_states_partials(u)) {
        c->bend = bend_along(u, c, c->x, c->d);
        return;
    }
    c->bend = slopes_bend(u, c, c->d);
    if (c->d[0] == 0) return; /* time is held */
    c->bend += c->d[0] * (slopes_bend(u, c, unit(c, 0)) + c->d[0] * bend_along(u, c, c->x, unit(c, 0)));
}

/* The derivatives of d.H d, for matrices only: a few digits less. */
static void find_third(UserRoutine *u, Curvature *c)
{
    bool stated = cd_user_states_partials(u), still = is_zero(c->d, c->n);
    memset(c->third, 0, sizeof(double) * (size_t)c->n);
    c->known_third = true;
    if (still) return;
    if (stated) {
        double h = step_along(c, c->d, pow(DBL_EPSILON, 1.0 / 6));
        slopes_along(u, c, c->d, h);
        for (int k = 1; k < c->n; k++) c->third[k] = slope_difference(c, k, h, second_difference);
    }
    for (int k = 0; k < (stated ? 1 : c->n); k++) {
        double f[5], h = 2e-2 * c->size[k];
        for (int m = 0; m < 5; m++)
            f[m] = m == 2 ? 0 : bend_along(u, c, moved(c, c->x, (m - 2) * h, unit(c, k), c->outer), c->d);
        c->third[k] = first_difference(f, h);
    }
}

static void find_hessian(UserRoutine *u, Curvature *c)
{
    if (cd_user_states_partials(u)) hessian_of_slopes(u, c);
    else hessian_of_values(u, c);
    c->known_H = true;
}

/* A constraint is linear in velocities: f(2 v) - 2 f(v) + f(0) = 0. Looked at once, where something moves. */
static bool is_linear(UserRoutine *u, Curvature *c)
{
    double f[3], size = 0;
    bool moves = false;
    for (int k = 0; k < c->n; k++) moves |= c->type[k] == NODE_RATE && c->x[k] != 0;
    if (c->checked || !moves) return true;
    for (int m = 0; m < 3; m++) {
        for (int k = 0; k < c->n; k++) c->inner[k] = c->type[k] == NODE_RATE ? m * c->x[k] : c->x[k];
        f[m] = cd_user_value(u, 0, c->inner);
        size += fabs(f[m]);
    }
    c->checked = true;
    return !(fabs(f[2] - 2 * f[1] + f[0]) > 1e-8 * size);
}

/* ---- the jet ----------------------------------------------------------------------------------------------------- */

/* Whether kept numbers stand for this; keeps it otherwise. */
static bool same(const Curvature *c, double *kept, const double *x)
{
    size_t bytes = sizeof(double) * (size_t)c->n;
    if (memcmp(kept, x, bytes) == 0) return true;
    memcpy(kept, x, bytes);
    return false;
}

/* a.H b with coefficients a = x_i0 and b = x_j1. */
static double product(const Curvature *c, const Jet *x, int i, int j)
{
    double sum = 0;
    for (int a = 0; a < c->n; a++)
        for (int b = 0; b < c->n && x[a].c[i][0] != 0; b++) sum += x[a].c[i][0] * c->H[a * c->n + b] * x[b].c[j][1];
    return sum;
}

Jet cd_user_along(UserRoutine *u, const double *value, const Jet *x, AlongOrder order, bool mixed)
{
    Curvature *c = cd_user_curvature(u);
    if (!same(c, c->x, value) || !c->known) {
        c->known = true, c->known_H = c->known_bend = c->known_third = false;
        if (!is_linear(u, c)) cd_user_refuse(u, "is not linear in the velocities it reads");
        find_sizes(c);
        find_gradient(u, c);
    }
    Jet f = jet_const(0);
    for (int k = 0; k < c->n; k++) f = jet_axpy(f, c->g[k], x[k]);
    f.c[0][0] = cd_user_value(u, 0, value);
    for (int k = 0; k < c->n; k++) c->unit[k] = k == 0 && c->timeless ? 0 : x[k].c[1][0];
    if (!same(c, c->d, c->unit)) c->known_bend = c->known_third = false;
    if (order == ALONG_SECOND && !c->known_bend) find_bend(u, c);
    if (order == ALONG_SECOND) f.c[2][0] += c->bend / 2;
    if (!mixed) return f;
    if (!c->known_H) find_hessian(u, c);
    f.c[1][1] += product(c, x, 1, 0);
    if (order < ALONG_SECOND) return f;
    if (!c->known_third) find_third(u, c);
    f.c[2][1] += product(c, x, 1, 1) + product(c, x, 2, 0);
    for (int k = 0; k < c->n; k++) f.c[2][1] += c->third[k] * x[k].c[0][1] / 2;
    return f;
}
