/* alpha.c - unknowns of HHT, NEWMARK and GALPHA along their accepted points. */
#include "integrators/alpha.h"

#include "linalg/vector.h"

#include <math.h>
#include <string.h>

void cd_alpha_open(Arena *arena, AlphaPast *p, const Equations *e, int room)
{
    const Mechanism *mech = e->s->m;
    *p = (AlphaPast){ .nv = mech->nv, .differential = e->aux.differential, .used = e->s->in_use.n, .room = room };
    p->n = cd_equations_unknowns(e);
    for (int j = 0; j < room; j++) p->point[j] = ARENA_ARRAY(arena, double, p->n);
    p->average = ARENA_ARRAY(arena, double, p->nv + p->differential), p->defect.v = ARENA_ARRAY(arena, double, p->nv);
    for (int b = 0; b < mech->bodies; b++) p->heaviest = fmax(p->heaviest, mech->body[b].mass);
}

void cd_alpha_begin(AlphaPast *p, const Equations *e)
{
    const System *s = e->s;
    double *x = p->point[0];
    memcpy(x, s->state.vdot, sizeof(double) * (size_t)p->nv);
    for (int i = 0; i < p->used; i++) x[p->nv + i] = s->state.lambda[s->in_use.row[i]];
    for (int i = 0; i < e->aux.n; i++) x[p->nv + p->used + i] = i < p->differential ? e->aux.zdot[i] : e->aux.z[i];
    for (int i = 0; i < p->nv + p->differential; i++) p->average[i] = x[cd_alpha_unknown(p, i)];
    p->time[0] = s->state.t, p->points = 1, p->last = 0, p->defect.known = false;
}

void cd_alpha_remember(AlphaPast *p, double t, double h, const double *x, const double *average)
{
    double *oldest = p->point[p->room - 1];
    for (int j = p->room - 1; j > 0; j--) p->point[j] = p->point[j - 1], p->time[j] = p->time[j - 1];
    p->point[0] = oldest, p->time[0] = t, p->last = h, p->defect.known = false;
    memcpy(oldest, x, sizeof(double) * (size_t)p->n);
    memcpy(p->average, average, sizeof(double) * (size_t)(p->nv + p->differential));
    if (p->points < p->room) p->points++;
}

void cd_alpha_extrapolate(const AlphaPast *p, int degree, double t, double *out)
{
    memset(out, 0, sizeof(double) * (size_t)p->n);
    for (int j = 0; j <= degree; j++) {
        double w = 1;
        for (int k = 0; k <= degree; k++)
            if (k != j) w *= (t - p->time[k]) / (p->time[j] - p->time[k]);
        for (int i = 0; i < p->n; i++) out[i] += w * p->point[j][i];
    }
}

void cd_alpha_averages(const AlphaPast *p, double ratio, double *a0)
{
    for (int i = 0; i < p->nv + p->differential; i++) {
        double now = p->point[0][cd_alpha_unknown(p, i)];
        a0[i] = now + ratio * (p->average[i] - now);
    }
}

double cd_alpha_bend(const AlphaPast *p, const double *x, double h, int unknown)
{
    double x1 = x[unknown], x0 = p->point[0][unknown];
    if (p->points < 2) return x1 - x0;
    double before = p->time[0] - p->time[1];
    return 2 * h * ((x1 - x0) / h - (x0 - p->point[1][unknown]) / before) / (h + before) * h;
}

void cd_alpha_set_others(const AlphaPast *p, Equations *e, const double *x)
{
    System *s = e->s;
    for (int i = 0; i < p->used; i++) s->state.lambda[s->in_use.row[i]] = x[p->nv + i];
    for (int i = 0; i < e->aux.n; i++) *(i < p->differential ? &e->aux.zdot[i] : &e->aux.z[i]) = x[p->nv + p->used + i];
}

double cd_alpha_others(const AlphaPast *p, const Settings *set, const double *x, const double *d, double felt)
{
    double error = cd_solved_error(set);
    int first = p->nv + p->used + p->differential;
    if (set->iteration.corrector == CORRECTOR_MODIFIED) return 0;
    return fmax(cd_newton_others(x + p->nv, d + p->nv, p->used, error, felt),
                cd_newton_others(x + first, d + first, p->n - first, error, felt));
}

void cd_alpha_rounding(const AlphaPast *p, const double *x, double level, double *r)
{
    int first = p->nv + p->used;
    double force = p->heaviest * cd_largest(p->nv, x) + cd_largest(p->used, x + p->nv);
    cd_newton_rounding(r, p->n, p->nv, p->used, force, level, cd_largest(p->n - first, x + first));
}
