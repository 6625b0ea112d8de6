/* toggle.c - ways on from a position where rows have become dependent (theory 7.12).
 *
 * There G loses one direction n, G n = 0, and velocities v + a n satisfy the rows for any a. What decides is the next
 * derivative, G v' + quad(v + a n) = f'': a combination w of rows that depend, w^T G = 0, asks for
 *
 *     w^T (quad(v + a n) - quad(v)) = a b + a^2 c = 0
 *
 * beside a = 0, the motion that led here. Another motion is possible if one a = -b/c suits all such combinations. */
#include "analyses/kinematic/toggle.h"

#include <math.h>
#include <string.h>

/* The direction that no row in use holds, by projecting a vector that is nothing special onto it. */
static bool free_direction(System *s, double *n)
{
    LuStatus status = cd_system_factor(s, cd_block_size, NULL, 0);
    if (status == LU_SINGULAR || status == LU_NOT_FINITE) return false;
    memset(s->now.rhs, 0, sizeof(double) * (size_t)s->matrix.n);
    for (int i = 0; i < s->m->nv; i++) s->now.rhs[i] = cos(i + 0.5);
    cd_system_solve(s);
    memcpy(n, s->now.rhs, sizeof(double) * (size_t)s->m->nv);
    return true;
}

/* quad of all rows with the velocities v + a n. */
static void quads(System *s, const double *v, double a, const double *n, double *quad)
{
    for (int i = 0; i < s->m->nv; i++) s->state.v[i] = v[i] + a * n[i];
    cd_bodies_motion(s->m, &s->state, s->now.body);
    for (int i = 0; i < s->c->rows; i++) {
        cd_constraint_row(s->c, i, s->now.body, s->state.winding, NULL, ROW_GRADIENT, s->now.eval);
        quad[i] = s->now.eval->quad;
    }
}

static double combine(const Dependent *d, const double *by_row)
{
    double sum = by_row[d->column];
    for (int k = 0; k < d->n; k++) sum -= d->coef[k] * by_row[d->on[k]];
    return sum;
}

bool cd_toggle_has_one_way(System *s)
{
    /* b and c come from rows that are dependent to 1e-5 only */
    const double agree = 1e-3;
    int nv = s->m->nv, rows = s->c->rows;
    Arena scratch = { 0 };
    double *v = ARENA_ARRAY(&scratch, double, nv), *n = ARENA_ARRAY(&scratch, double, nv);
    double *plus = ARENA_ARRAY(&scratch, double, rows), *minus = ARENA_ARRAY(&scratch, double, rows),
           *here = ARENA_ARRAY(&scratch, double, rows);
    bool known = s->in_use.n == nv - 1 && free_direction(s, n);
    if (known) {
        memcpy(v, s->state.v, sizeof(double) * (size_t)nv);
        quads(s, v, 1, n, plus), quads(s, v, -1, n, minus), quads(s, v, 0, n, here);
    }
    double bb = 0, bc = 0, cc = 0;
    for (int k = 0; k < s->in_use.rank.dependents && known; k++) {
        const Dependent *d = &s->in_use.rank.dependent[k];
        if (s->c->row[d->column].initial) continue;
        known = d->n >= 0;
        double p = combine(d, plus), m = combine(d, minus), h = combine(d, here), b = (p - m) / 2, c = (p + m) / 2 - h;
        bb += b * b, bc += b * c, cc += c * c;
    }
    cd_arena_close(&scratch);
    /* |b + a c|^2 at its least, against |b|^2; b = 0: both ways are the same */
    return known && (bb <= 1e-12 * cc || bb * cc - bc * bc > agree * agree * bb * cc);
}
