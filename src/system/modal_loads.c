/* modal_loads.c - see modal_loads.h. */
#include "system/modal_loads.h"

#include "elements/mforce.h"
#include "model/bodies.h"

#include <string.h>

static const FlexPlace *place_of(const Mechanism *m, int flex_body)
{
    for (int i = 0; i < m->flexes; i++)
        if (m->flex[i].index == flex_body) return &m->flex[i];
    return NULL;
}

static int body_of_marker(const Mechanism *m, int marker)
{
    if (marker < 0) return -1;
    const Marker *k = MODEL_AT(m->model, marker, Marker, marker);
    return k->part >= 0 ? m->of_part[k->part] : -1;
}

/* Force, torque and loads of modes in column c of a matrix with so many columns, at scale 1. */
static void take_column(Arena *arena, const double *load, int columns, int c, ModalLoad *l)
{
    l->F = v3(load[c], load[columns + c], load[2 * columns + c]);
    l->T = v3(load[3 * columns + c], load[4 * columns + c], load[5 * columns + c]);
    l->mode = ARENA_ARRAY(arena, double, l->on->modes);
    for (int k = 0; k < l->on->modes; k++) l->mode[k] = load[(6 + l->on->mode[k]) * columns + c] / l->on->scale[k];
}

/* What a routine gives are loads of a unit each, with a scale of its own. */
static void add_routine(Arena *arena, const Mforce *f, const ModalLoad *common, ModalLoads *out)
{
    double *unit = ARENA_ARRAY(arena, double, f->parts);
    for (int k = 0; k < f->parts; k++) {
        ModalLoad *l = &out->load[out->n++];
        *l = *common, l->f = f->part[k];
        unit[k] = 1, take_column(arena, unit, 1, 0, l), unit[k] = 0;
    }
}

ModalLoads cd_modal_loads_new(Arena *arena, const Mechanism *m, bool *const on[KIND_COUNT])
{
    const Table *t = &m->model->table[KIND_mforce];
    int most = t->n;
    for (int i = 0; i < t->n; i++) most += ((const Mforce *)t->at[i].data)->parts;
    ModalLoads out = { .load = ARENA_ARRAY(arena, ModalLoad, most) };
    for (int i = 0; i < t->n; i++) {
        const Mforce *f = t->at[i].data;
        const FlexPlace *x = place_of(m, f->flex_body);
        if ((on && on[KIND_mforce] && !on[KIND_mforce][i]) || !x) continue;
        ModalLoad l = { .element = &t->at[i], .index = i, .on = x, .reaction = body_of_marker(m, f->jfloat) };
        if (f->parts) add_routine(arena, f, &l, &out);
        if (f->parts || !x->modal->load) continue;
        l.f = f->scale.program;
        take_column(arena, x->modal->load, x->modal->cases, f->case_index - 1, &l);
        out.load[out.n++] = l;
    }
    return out;
}

void cd_modal_loads_depend(Arena *arena, ModalLoads *loads, const World *w)
{
    for (int i = 0; i < loads->n; i++) {
        ModalLoad *l = &loads->load[i];
        if (l->f) l->scale = cd_scalar_new(arena, w, l->f, l->element, &l->support);
    }
}

bool cd_modal_load_scale(World *w, const ModalLoad *l, double *scale, Slope *slope)
{
    *scale = 1;
    if (!l->f) return true;
    return slope ? cd_scalar_slope(w, &l->scale, scale, slope) : cd_scalar_eval(w, &l->scale, scale);
}

/* On the body that reacts: force and torque in its axes, as the residual has them. */
static void reaction_of(const ModalLoad *l, const BodyMotion *body, Vec3 *F, Vec3 *T)
{
    const BodyMotion *f = &body[l->on->frame], *b = &body[l->reaction];
    *F = m3_apply(f->A, l->F);
    *T = m3_tapply(b->A, v3_add(m3_apply(f->A, l->T), v3_cross(v3_sub(f->r, b->r), *F)));
}

void cd_modal_load_add(const ModalLoad *l, const Mechanism *m, const BodyMotion *body, double factor, double *r)
{
    double *own = r + l->on->first;
    Vec3 F = m3_apply(body[l->on->frame].A, l->F), T;
    cd_add_wrench(&m->body[l->on->frame], -factor, F, l->T, own);
    for (int k = 0; k < l->on->modes; k++) own[6 + k] -= factor * l->mode[k];
    if (l->reaction < 0) return;
    reaction_of(l, body, &F, &T);
    cd_add_wrench(&m->body[l->reaction], factor, F, T, r + m->body[l->reaction].first);
}

void cd_modal_load_turn(const ModalLoad *l, const BodyMotion *body, bool of_frame, int six, double own[6],
                        double other[6])
{
    const BodyMotion *f = &body[l->on->frame], *b = l->reaction >= 0 ? &body[l->reaction] : NULL;
    Vec3 unit = v3(six % 3 == 0, six % 3 == 1, six % 3 == 2), dF = v3(0, 0, 0), dT = dF, F, T;
    memset(own, 0, 6 * sizeof *own), memset(other, 0, 6 * sizeof *other);
    if (of_frame && six >= 3) dF = m3_apply(f->A, v3_cross(unit, l->F));
    v3_store(own, v3_neg(dF));
    if (!b) return;
    reaction_of(l, body, &F, &T);
    if (of_frame && six < 3) dT = m3_tapply(b->A, v3_cross(unit, F));
    else if (of_frame)
        dT = m3_tapply(b->A, v3_add(m3_apply(f->A, v3_cross(unit, l->T)), v3_cross(v3_sub(f->r, b->r), dF)));
    else if (six < 3) dT = m3_tapply(b->A, v3_cross(v3_neg(unit), F));
    else dT = v3_cross(T, unit);
    v3_store(other, dF), v3_store(other + 3, dT);
}
