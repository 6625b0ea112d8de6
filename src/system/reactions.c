/* reactions.c - F = -lambda G_r on each body, and the torque at the marker (theory 6.12). */
#include "system/reactions.h"

#include "expr/compile.h"

/* Where a marker is; that of a point of contact moves. */
static Vec3 point_of(const System *s, int marker, const Site *k)
{
    for (int i = 0; i < s->m->riders; i++)
        if (s->m->rider[i].marker == marker) return cd_rider_point(s->m, &s->m->rider[i], s->now.body);
    return k->body < 0 ? k->s : v3_add(s->now.body[k->body].r, m3_apply(s->now.body[k->body].A, k->s));
}

/* marker -1: the ground frame */
static Wrench row_load(System *s, int row, int marker)
{
    Wrench w = { { 0, 0, 0 }, { 0, 0, 0 } };
    const Site ground = { .body = -1 }, *k = marker < 0 ? &ground : &s->m->site[marker];
    double lambda = s->state.lambda[row];
    if (lambda == 0) return w;
    cd_constraint_row(s->c, row, s->now.body, s->state.winding, NULL, ROW_SLOPE, s->now.eval);
    const RowEval *e = s->now.eval;
    Vec3 at = point_of(s, marker, k);
    if (k->body < 0) { /* on ground: minus what acts on all bodies, moments about the marker */
        for (int i = 0; i < e->n; i++) {
            if (s->m->body[e->body[i]].curve) continue;
            Vec3 F = v3_scale(e->r[i], lambda), T = v3_scale(m3_apply(s->now.body[e->body[i]].A, e->pi[i]), lambda);
            w.F = v3_add(w.F, F);
            w.T = v3_add(w.T, v3_add(T, v3_cross(v3_sub(s->now.body[e->body[i]].r, at), F)));
        }
        return w;
    }
    for (int i = 0; i < e->n; i++) {
        if (e->body[i] != k->body) continue;
        const BodyMotion *b = &s->now.body[k->body];
        Vec3 F = v3_scale(e->r[i], -lambda), T = v3_scale(m3_apply(b->A, e->pi[i]), -lambda);
        w.F = v3_add(w.F, F);
        w.T = v3_add(w.T, v3_sub(T, v3_cross(v3_sub(at, b->r), F)));
    }
    return w;
}

Wrench cd_reaction(System *s, KindIndex kind, int index, int side)
{
    Wrench sum = { { 0, 0, 0 }, { 0, 0, 0 } };
    int i, j;
    cd_element_markers(s->model, kind, index, &i, &j);
    int marker = side == 0 ? i : j;
    if (marker < 0 && (kind != KIND_gcon || side != 0)) return sum; /* that of a GCON without I is the load on ground */
    int row = cd_constraints_first(s->c, kind, index);
    for (; row >= 0 && row < s->c->rows && s->c->row[row].kind == kind && s->c->row[row].index == index; row++) {
        Wrench w = row_load(s, row, marker);
        sum.F = v3_add(sum.F, w.F), sum.T = v3_add(sum.T, w.T);
    }
    return sum;
}
