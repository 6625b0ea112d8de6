/* jumps.c - see jumps.h (theory 9.41, 9.42). */
#include "system/jumps.h"

#include "system/unknowns.h"

#include <math.h>
#include <string.h>

/* ---- which there are --------------------------------------------------------------------------------------------- */

typedef struct Finding {
    Equations *e;
    int *derivative_of; /* per auxiliary unknown: that which is its derivative; -1: none */
} Finding;

static void find_arguments(void *user, const Program *p, const Element *element)
{
    Equations *e = user;
    for (int i = 0; i < p->kinks; i++) {
        const Kink *k = &p->kink[i];
        if (k->slot < 0 || k->type != KINK_SIGN || e->aux.jumps->at[k->slot].element) continue;
        Jump *j = &e->aux.jumps->at[k->slot];
        const Program *argument = cd_program_of_kink(&e->arena, p, i);
        j->element = element;
        j->argument = cd_scalar_new(&e->arena, &e->world, argument, element, &j->on);
    }
}

static void find_likes(Jumps *all)
{
    for (int i = 0; i < all->n; i++) {
        all->at[i].like = i;
        for (int k = 0; k < i && all->at[i].argument.p && all->at[i].like == i; k++)
            if (all->at[k].argument.p && cd_program_same(all->at[k].argument.p, all->at[i].argument.p))
                all->at[i].like = k;
    }
}

/* ---- derivatives of what arguments read ---- */

static bool can_derive(const Equations *e, const Program *p, const Support *on)
{
    if (!p || p->user || cd_reads_accelerations(p)) return false;
    for (int i = 0; i < p->leaves; i++)
        if (p->leaf[i].type == LEAF_LOAD) return false;
    for (int k = 0; k < on->auxiliary.n; k++)
        if (on->auxiliary.at[k].rate && on->auxiliary.at[k].auxiliary < e->aux.differential) return false;
    return true;
}

/* Adds the derivative of a value, and of all that it reads, if they are not there. Whether there are such. */
static bool add_derivative(Finding *f, int auxiliary)
{
    Equations *e = f->e;
    Jumps *all = e->aux.jumps;
    if (auxiliary < e->aux.differential || auxiliary >= all->own || f->derivative_of[auxiliary] >= 0) return true;
    const Auxiliary *x = &e->aux.at[auxiliary];
    if (x->wrench || x->of >= 0 || !can_derive(e, x->f.p, &x->on)) return false;
    Auxiliary *own = &e->aux.at[f->derivative_of[auxiliary] = all->most++];
    *own = *x;
    own->of = auxiliary, own->number = 1, own->start = 0, own->on = (Support){ 0 };
    for (int k = 0; k < x->on.auxiliary.n; k++)
        if (!add_derivative(f, x->on.auxiliary.at[k].auxiliary)) return false;
    cd_unknowns_derive(e, own, f->derivative_of);
    return true;
}

/* Those of all that an argument reads; or none, if there is one that has none. */
static bool add_derivatives(Finding *f, const Support *on)
{
    Jumps *all = f->e->aux.jumps;
    int before = all->most;
    for (int k = 0; k < on->auxiliary.n; k++) {
        if (add_derivative(f, on->auxiliary.at[k].auxiliary)) continue;
        for (int i = 0; i < all->own; i++)
            if (f->derivative_of[i] >= before) f->derivative_of[i] = -1;
        all->most = before;
        return false;
    }
    return true;
}

/* What stands behind the rate of an unknown that is read. */
static AuxiliaryRead rate_of(const Finding *f, AuxiliaryRead r)
{
    const Equations *e = f->e;
    if (r.auxiliary < 0 || r.auxiliary >= e->aux.jumps->own) return (AuxiliaryRead){ -1, false };
    return r.auxiliary < e->aux.differential ? (AuxiliaryRead){ r.auxiliary, true }
                                             : (AuxiliaryRead){ f->derivative_of[r.auxiliary], false };
}

/* The share depends on bodies; on what its argument reads, and on the rates of that; on the share that it follows. */
static void add_share(Finding *f, int jump)
{
    Equations *e = f->e;
    Jumps *all = e->aux.jumps;
    Jump *j = &all->at[jump];
    Auxiliary *x = &e->aux.at[all->own + jump];
    *x = (Auxiliary){ .element = j->element, .of = -1, .type = EQUATION_SHARE, .number = jump };
    j->able =
        j->element && !j->argument.p->time_only && can_derive(e, j->argument.p, &j->on) && add_derivatives(f, &j->on);
    if (!j->able) return;
    for (int k = 0; k < j->on.body.n; k++) ARRAY_PUSH(&e->arena, &x->on.body, j->on.body.at[k]);
    for (int k = 0; k < j->on.auxiliary.n; k++) ARRAY_PUSH(&e->arena, &x->on.auxiliary, j->on.auxiliary.at[k]);
    for (int k = 0; k < j->on.auxiliary.n; k++)
        ARRAY_PUSH(&e->arena, &x->on.auxiliary, rate_of(f, j->on.auxiliary.at[k]));
    ARRAY_PUSH(&e->arena, &x->on.auxiliary, ((AuxiliaryRead){ all->own + j->like, false }));
}

void cd_jumps_list(Equations *e)
{
    Jumps *all = e->aux.jumps = ARENA_NEW(&e->arena, Jumps);
    *all = (Jumps){ .n = e->s->model->jumps, .own = e->aux.n, .most = e->aux.n };
    if (!all->n) return;
    all->at = ARENA_ARRAY(&e->arena, Jump, all->n);
    all->held = ARENA_ARRAY(&e->arena, Held, all->n);
    all->most += all->n;
    cd_equations_programs(e, find_arguments, e);
    find_likes(all);
    Finding f = { e, ARENA_ARRAY(&e->arena, int, all->own) };
    for (int i = 0; i < all->own; i++) f.derivative_of[i] = -1;
    for (int i = 0; i < all->own; i++)
        if (e->aux.at[i].of >= 0) f.derivative_of[e->aux.at[i].of] = i;
    for (int j = 0; j < all->n; j++) add_share(&f, j);
}

/* ---- in use, and seen -------------------------------------------------------------------------------------------- */

bool cd_jumps_can_hold(const Equations *e)
{
    bool can = false;
    for (int j = 0; j < e->aux.jumps->n; j++) can |= e->aux.jumps->at[j].able;
    return can;
}

void cd_jumps_use(Equations *e, bool on)
{
    Jumps *all = e->aux.jumps;
    if (on == (e->aux.n > all->own) || all->most == all->own) return;
    if (on) all->nonlinear = e->aux.nonlinear, all->few = e->reading.few;
    e->aux.n = on ? all->most : all->own;
    e->aux.nonlinear = on || all->nonlinear, e->reading.few = !on && all->few;
}

void cd_jumps_show(Equations *e, bool any)
{
    Jumps *all = e->aux.jumps;
    e->world.x.held = any ? all->held : NULL;
    e->world.x.share = any ? e->aux.z + all->own : NULL;
}

/* ---- for analyses that hold nothing ------------------------------------------------------------------------------ */

typedef struct Sides {
    const Equations *e;
    int jump;
    bool apart;
} Sides;

/* Whether the sides of a jump give a program two values: those of IF(x: 0, 0, x) do not. */
static void compare_sides(void *user, const Program *p, const Element *element)
{
    (void)element;
    Sides *sides = user;
    bool jumps = false;
    for (int i = 0; i < p->kinks; i++) jumps |= p->kink[i].slot == sides->jump;
    if (!jumps) return;
    Arena scratch = { 0 };
    ExprContext x = sides->e->world.x;
    Held *held = ARENA_ARRAY(&scratch, Held, sides->e->aux.jumps->n);
    double lower, upper, *room = ARENA_ARRAY(&scratch, double, cd_program_room(p));
    x.held = held;
    held[sides->jump] = HELD_LOWER;
    bool good = cd_program_value(p, &x, room, &lower);
    held[sides->jump] = HELD_UPPER;
    good = good && cd_program_value(p, &x, room, &upper);
    sides->apart |= good && fabs(upper - lower) > 1e-9 * (fabs(upper) + fabs(lower));
    cd_arena_close(&scratch);
}

static bool is_at_zero(const Equations *e, const Jump *j)
{
    Arena scratch = { 0 };
    double value, *room = ARENA_ARRAY(&scratch, double, cd_program_room(j->argument.p));
    bool zero = cd_program_value(j->argument.p, &e->world.x, room, &value) && value == 0;
    cd_arena_close(&scratch);
    return zero;
}

void cd_jumps_tell_written(Equations *e, const char *analysis, CdLog *log)
{
    const Jumps *all = e->aux.jumps;
    for (int k = 0; k < all->n && log; k++) {
        const Jump *j = &all->at[k];
        Sides sides = { e, k, false };
        if (!j->element || j->argument.p->time_only) continue;
        if (all->held[k] != HELD_BETWEEN && !is_at_zero(e, j)) continue;
        cd_equations_programs(e, compare_sides, &sides);
        if (!sides.apart) continue;
        char label[CD_LABEL_ROOM];
        cd_log(log, j->element->place, JUMP_AS_WRITTEN, cd_label(j->element, label), e->s->state.t, analysis);
        return;
    }
}

void cd_jumps_forget(Equations *e)
{
    for (int k = 0; k < e->aux.jumps->n; k++) e->aux.jumps->held[k] = HELD_NOT;
}

/* ---- equations --------------------------------------------------------------------------------------------------- */

/* In e->now.one also the gradient of the argument. */
static bool along(Equations *e, int jump, double *value, double *rate)
{
    const Jump *j = &e->aux.jumps->at[jump];
    const Auxiliary *x = &e->aux.at[e->aux.jumps->own + jump];
    return cd_equations_along(e, &j->argument, &j->on, x->on.auxiliary.at + j->on.auxiliary.n, value, rate);
}

bool cd_jump_argument(Equations *e, int jump, double *value, double *rate)
{
    return e->aux.jumps->at[jump].able && along(e, jump, value, rate);
}

static double in_band(const Jump *j, double value, double rate)
{
    return 0.5 + j->gain * (value + 2 * rate / j->pace);
}

bool cd_jump_residual(Equations *e, int auxiliary, double *r)
{
    int jump = auxiliary - e->aux.jumps->own;
    const Jump *j = &e->aux.jumps->at[jump];
    double value, rate, s = e->aux.z[auxiliary];
    if (j->rule == SHARE_FIXED || j->rule == SHARE_FOLLOWS)
        return *r = s - (j->rule == SHARE_FIXED ? j->value : *cd_jump_share(e, j->like)), true;
    if (!along(e, jump, &value, &rate)) return false;
    *r = j->rule == SHARE_KEEPS ? rate + j->back * value : s - fmin(1, fmax(0, in_band(j, value, rate)));
    return true;
}

/* f times the gradient of the argument, and g times that of its rate, of the terms that the matrix has. */
static void spread(Slope *s, const Support *on, double f, double g)
{
    for (int k = 0; k < on->body.n; k++) {
        BodyGradient d = s->body[k];
        s->body[k] = (BodyGradient){ .r = v3_scale(d.r, f),
                                     .pi = v3_scale(d.pi, f),
                                     .u = v3_axpy(v3_scale(d.u, f), g, d.r),
                                     .w = v3_axpy(v3_scale(d.w, f), g, d.pi),
                                     .udot = v3_scale(d.u, g),
                                     .wdot = v3_scale(d.w, g) };
    }
    for (int k = 0; k < on->auxiliary.n; k++)
        s->auxiliary[on->auxiliary.n + k] = g * s->auxiliary[k], s->auxiliary[k] *= f;
}

bool cd_jump_slopes(Equations *e, int auxiliary, double *own)
{
    int jump = auxiliary - e->aux.jumps->own;
    const Jump *j = &e->aux.jumps->at[jump];
    const Auxiliary *x = &e->aux.at[auxiliary];
    Slope *s = &e->now.one;
    double value, rate;
    *own = j->rule != SHARE_KEEPS;
    cd_slope_clear(s, &x->on);
    if (j->rule == SHARE_FOLLOWS) s->auxiliary[x->on.auxiliary.n - 1] = -1;
    if (j->rule == SHARE_FIXED || j->rule == SHARE_FOLLOWS) return true;
    if (!along(e, jump, &value, &rate)) return false;
    double share = in_band(j, value, rate), steep = share > 0 && share < 1 ? -j->gain : 0;
    if (j->rule == SHARE_KEEPS) spread(s, &j->on, j->back, 1);
    else spread(s, &j->on, steep, 2 * steep / j->pace);
    s->auxiliary[x->on.auxiliary.n - 1] = 0;
    return true;
}
