/* rates.c - derivatives of expressions along the motion, by the velocities and accelerations of what they read. */
#include "system/rates.h"

#include <math.h>

/* Of a measure of markers, by the motion of these. */
static double marker_rate(const Program *p, int leaf, const ExprContext *x)
{
    MarkerGradient g[4];
    Wrench load;
    double rate = 0;
    cd_leaf_gradient(p, leaf, x, g, &load);
    for (int k = 0; k < 4; k++) {
        int marker = p->leaf[leaf].query.marker[k];
        if (marker < 0) continue;
        const MarkerMotion *m = &x->marker[marker];
        rate += v3_dot(g[k].r, m->v) + v3_dot(g[k].th, m->w) + v3_dot(g[k].v, m->a) + v3_dot(g[k].w, m->alpha);
        if (v3_norm(g[k].a) > 0 || v3_norm(g[k].alpha) > 0) return NAN;
    }
    return rate;
}

enum { DEEPEST = 3 }; /* variables that read variables */

static bool find_node_rates(const Equations *e, const Program *p, double *room, int depth, double *rate);

/* Of a state, or of a variable by what it reads; NAN: not known. */
static double state_rate(const Equations *e, AuxiliaryRead read, double *room, int depth)
{
    double rate = NAN;
    if (read.auxiliary < 0) return 0;
    if (read.rate) return NAN;
    if (read.auxiliary < e->aux.differential) return e->aux.zdot[read.auxiliary];
    const Auxiliary *x = &e->aux.at[read.auxiliary];
    if (x->type == EQUATION_VALUE && x->f.p && depth < DEEPEST) find_node_rates(e, x->f.p, room, depth + 1, &rate);
    return rate;
}

/* Of a leaf; NAN: not known. room: for what it depends on. */
static double leaf_rate(const Equations *e, const Program *p, int leaf, double *room, int depth)
{
    const Leaf *l = &p->leaf[leaf];
    switch (l->type) {
    case LEAF_TIME: return 1;
    case LEAF_SYSTEM: return 0;
    case LEAF_MARKER: return marker_rate(p, leaf, &e->world.x);
    case LEAF_STATE: return state_rate(e, e->world.behind_state[l->slot], room, depth);
    case LEAF_DELAY: return e->world.delayed_rate ? e->world.delayed_rate[l->slot] : 0;
    case LEAF_SHARE: return 0;
    case LEAF_LOAD: return NAN;
    }
    return NAN;
}

/* Numbers that rates of a program take. */
int cd_rates_room_of(const Program *p)
{
    return cd_program_room(p) + p->leaves;
}

/* Values and rates of all nodes into room; that of the last one. */
static bool find_node_rates(const Equations *e, const Program *p, double *room, int depth, double *rate)
{
    double *leaf = room + cd_program_room(p);
    if (p->user) return false;
    cd_program_sweep(p, &e->world.x, room);
    for (int i = 0; i < p->nodes; i++)
        if (p->node[i].op == OP_LEAF)
            leaf[p->node[i].a] = leaf_rate(e, p, p->node[i].a, room + cd_rates_room_of(p), depth);
    *rate = cd_program_rates(p, leaf, room);
    return true;
}

int cd_rates_room(const Equations *e, int longest)
{
    for (int i = e->aux.differential; i < e->aux.n; i++)
        if (e->aux.at[i].f.p && cd_rates_room_of(e->aux.at[i].f.p) > longest)
            longest = cd_rates_room_of(e->aux.at[i].f.p);
    return (DEEPEST + 1) * longest;
}

bool cd_rates_eval(const Equations *e, const Program *p, double *room, double *rate)
{
    return find_node_rates(e, p, room, 0, rate);
}
