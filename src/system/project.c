/* project.c - simplified Newton for both levels; the factors are made again where they are slow. */
#include "system/project.h"

#include "system/masses.h"

#include <math.h>
#include <string.h>

/* Right-hand side; the largest that a constraint is off by. Rows of velocities do not act on positions. */
static double measure(System *s, bool velocities)
{
    double largest = 0;
    memset(s->now.rhs, 0, sizeof(double) * (size_t)s->m->nv);
    cd_system_rows(s, &(RowValues){ .value = s->in_use.dotted.value, .rate = s->in_use.dotted.rate });
    for (int i = 0; i < s->in_use.n; i++) {
        double off = velocities                                   ? s->in_use.dotted.rate[i]
                     : s->c->row[s->in_use.row[i]].velocity_level ? 0
                                                                  : s->in_use.dotted.value[i];
        s->now.rhs[s->m->nv + i] = -off;
        if (!(fabs(off) <= largest) && !isnan(largest)) largest = fabs(off); /* NaN stays */
    }
    return largest;
}

static void project(System *s, bool velocities, double allowed, Projection *p)
{
    enum { MOST = 12, PATIENCE = 4 }; /* factors of a point near by have so many tries, however well they do */
    const double slow = 0.3;
    double last = INFINITY, off = INFINITY;
    int tries = 0;
    p->good = true, p->velocities = velocities;
    if (!p->factor && !cd_solver(s)->masses) p->factored = false; /* other rows have been looked at in between */
    for (int it = 0; it < MOST; it++) {
        if (!cd_system_prepare(s, NULL)) break;
        off = measure(s, velocities);
        if (it == 0) p->gap = off;
        if (off <= allowed && (!p->polish || last <= allowed)) return;
        if (!isfinite(off)) break;
        if (!p->factored || p->polish || off > slow * last || tries++ == PATIENCE) {
            LuStatus lu = p->factor ? p->factor(s, p->user) : cd_masses_factor(s);
            p->factored = lu == LU_OK || lu == LU_REPIVOTED;
            if (!p->factored) break;
            tries = 0;
        }
        if (p->lu) cd_lu_solve(p->lu, s->now.rhs);
        else if (cd_masses_solve(s, s->now.rhs) != LU_OK) break;
        if (velocities)
            for (int i = 0; i < s->m->nv; i++) s->state.v[i] += s->now.rhs[i];
        else if (p->move) p->move(s, p->user, s->now.rhs);
        else cd_state_move(s->m, &s->state, s->now.rhs, 1);
        last = off;
    }
    p->good = off <= allowed;
}

void cd_project_positions(System *s, double allowed, Projection *p)
{
    project(s, false, allowed, p);
}

void cd_project_velocities(System *s, double allowed, Projection *p)
{
    project(s, true, allowed, p);
}

static bool project_both(System *s, double positions, double velocities, bool polish)
{
    Projection p = { .good = true, .polish = polish };
    cd_project_positions(s, positions, &p);
    if (p.good) cd_project_velocities(s, velocities, &p);
    return p.good;
}

bool cd_project_both(System *s, double positions, double velocities)
{
    return project_both(s, positions, velocities, false);
}

bool cd_project_exactly(System *s, double allowed)
{
    return project_both(s, allowed, allowed, true);
}
