/* residual.c - the equations of motion at a state: what expressions see, the residual, its change with time, inertia
 * (theory 8.12 to 8.18). */
#include "system/equations.h"

#include "linalg/six.h"
#include "model/bodies.h"
#include "system/jumps.h"
#include "system/memory.h"
#include "system/near.h"
#include "system/reactions.h"
#include "system/rubbing.h"
#include "system/sampling.h"

#include <math.h>
#include <string.h>

/* ---- the world as expressions see it ----------------------------------------------------------------------------- */

static void set_component(Wrench *w, int k, double x)
{
    double *at[6] = { &w->F.x, &w->F.y, &w->F.z, &w->T.x, &w->T.y, &w->T.z };
    *at[k] = x;
}

bool cd_equations_read_reactions(const Equations *e)
{
    for (int i = 0; i < e->aux.n; i++)
        if (e->aux.at[i].wrench && cd_kinds[e->aux.at[i].kind]->role == ROLE_CONSTRAINT) return true;
    return false;
}

static bool prepare(Equations *e, bool few, CdLog *log)
{
    System *s = e->s;
    World *w = &e->world;
    if (!cd_system_prepare(s, log)) return false;
    Near *near = e->loads.near;
    if (near && !cd_near_holds(near, s->now.body, NULL)) cd_near_list(near, &e->loads, s->now.body, NULL);
    if (!few) cd_markers_motion(s->m, &s->state, s->now.marker);
    for (int i = 0; few && i < e->reading.acting.n; i++)
        cd_marker_moves(s->m, s->now.body, e->reading.acting.at[i], &s->now.marker[e->reading.acting.at[i]]);
    w->log = log;
    w->x.time = s->state.t;
    for (int i = 0; i < s->model->state_read.n; i++) {
        AuxiliaryRead r = w->behind_state[i];
        if (r.auxiliary >= 0) w->state[i] = r.rate ? e->aux.zdot[r.auxiliary] : e->aux.z[r.auxiliary];
    }
    for (int i = 0; i < s->model->wrench_read.n; i++)
        for (int k = 0; k < 6 && w->behind_wrench[i] >= 0; k++)
            set_component(&w->wrench[i], k, e->aux.z[w->behind_wrench[i] + k]);
    if (!e->past.remembers) cd_memory_accept(e);
    cd_memory_show(e);
    cd_delays_look(&e->past.delays, w);
    return true;
}

static bool prepare_timed(Equations *e, bool few, CdLog *log)
{
    Phase back = cd_profile_enter(e->s->watch.profile, PHASE_MOTION);
    bool good = prepare(e, few, log);
    cd_profile_leave(e->s->watch.profile, back);
    return good;
}

bool cd_equations_prepare(Equations *e, CdLog *log)
{
    return prepare_timed(e, false, log);
}

bool cd_equations_prepare_residual(Equations *e, CdLog *log)
{
    return prepare_timed(e, e->reading.few, log);
}

void cd_equations_delay(Equations *e)
{
    cd_equations_complete(e);
    cd_delays_accept(&e->arena, &e->past.delays, &e->world);
}

void cd_equations_wind(Equations *e)
{
    cd_memory_accept(e);
    e->past.remembers = true;
    double mode = e->world.x.system[SYSTEM_MODE];
    e->past.sampled = (mode == MODE_DYNAMICS || mode == MODE_KINEMATICS) && cd_sampling_take(e);
    cd_memory_show(e);
    if (e->past.delays.n) cd_equations_delay(e);
    cd_equations_wind_angles(e);
}

void cd_equations_wind_angles(Equations *e)
{
    World *w = &e->world;
    for (int i = 0; i < e->past.memory.n; i++) {
        const EquationSpec *q = &e->past.memory.at[i].spec;
        if (q->f) cd_program_wind(q->f, &w->x, e->past.winding);
    }
    cd_loads_wind(w, &e->loads, e->past.turn);
    for (int i = 0; i < e->loads.n; i++) {
        const Load *l = &e->loads.load[i];
        for (int k = 0; k < 6; k++)
            if (l->f[k]) cd_program_wind(l->f[k], &w->x, e->past.winding);
        if (l->stored) cd_program_wind(l->stored, &w->x, e->past.winding);
    }
    for (int i = 0; i < e->modal.n; i++)
        if (e->modal.load[i].f) cd_program_wind(e->modal.load[i].f, &w->x, e->past.winding);
    for (int i = 0; i < e->aux.n; i++)
        if (e->aux.at[i].f.p) cd_program_wind(e->aux.at[i].f.p, &w->x, e->past.winding);
    for (int i = 0; i < e->unread.value.n; i++) cd_program_wind(e->unread.value.at[i].f, &w->x, e->past.winding);
}

/* That of a contact, which has no marker of its own: torque about the centre of mass, or about the origin of ground
 * (21.13). */
static Wrench about_centre(const Equations *e, const Load *l, Wrench w, int side)
{
    int body = e->s->m->site[side == 0 ? l->i : l->j].body;
    double sign = side == 0 ? 1 : -1;
    Vec3 point = e->s->now.marker[l->i].r, arm = body < 0 ? point : v3_sub(point, e->s->now.body[body].r);
    Vec3 F = v3_scale(w.F, sign);
    return (Wrench){ F, v3_add(v3_scale(w.T, sign), v3_cross(arm, F)) };
}

/* A load as seen at the marker of one side (8.5). */
static Wrench on_side(const Equations *e, const Load *l, Wrench w, int side)
{
    if (l->type == LOAD_CONTACT) return about_centre(e, l, w, side);
    if (side == 0) return w;
    if (l->j < 0) return (Wrench){ { 0, 0, 0 }, { 0, 0, 0 } };
    Vec3 F = v3_neg(w.F), T = v3_neg(w.T);
    const Marker *j = MODEL_AT(e->s->model, marker, Marker, l->j);
    if (!j->floating) T = v3_add(T, v3_cross(v3_sub(e->s->now.marker[l->i].r, e->s->now.marker[l->j].r), F));
    return (Wrench){ F, T };
}

Wrench cd_equations_load(Equations *e, KindIndex kind, int index, int side)
{
    Wrench sum = { { 0, 0, 0 }, { 0, 0, 0 } };
    if (cd_kinds[kind]->constrain) return cd_reaction(e->s, kind, index, side);
    int k = cd_loads_first(&e->loads, kind, index);
    for (; k >= 0 && k < e->loads.n && e->loads.load[k].kind == kind && e->loads.load[k].index == index; k++) {
        Wrench w;
        if (!cd_load_eval(&e->world, &e->loads.load[k], e->past.turn, &w, NULL, NULL)) continue;
        int at = cd_load_side(e->s->model, &e->loads.load[k], side);
        if (at < 0) continue;
        w = on_side(e, &e->loads.load[k], w, at);
        sum.F = v3_add(sum.F, w.F), sum.T = v3_add(sum.T, w.T);
    }
    return sum;
}

void cd_equations_complete(Equations *e)
{
    const CdModel *m = e->s->model;
    World *w = &e->world;
    for (int i = 0; i < m->wrench_read.n; i++) {
        WrenchRead r = m->wrench_read.at[i];
        if (w->behind_wrench[i] < 0) w->wrench[i] = cd_equations_load(e, r.kind, r.index, r.side);
    }
    for (int k = 0; k < e->unread.value.n; k++) {
        double value, *to = e->unread.slot[k] >= 0 ? &w->state[e->unread.slot[k]] : &value;
        e->unread.missing[k].now = !cd_program_value(e->unread.value.at[k].f, &w->x, w->room, to);
        if (e->unread.missing[k].now) *to = 0;
    }
}

void cd_equations_tell_missing(Equations *e, CdLog *log)
{
    World *w = &e->world;
    for (int k = 0; k < e->unread.value.n; k++) {
        if (!e->unread.missing[k].now || e->unread.missing[k].told) continue;
        Scalar f = { .p = e->unread.value.at[k].f, .element = e->unread.of.at[k] };
        e->unread.missing[k].told = true;
        cd_program_explain(f.p, &w->x, w->room, f.element, cd_scalar_field(&f), EXPLAIN_OUTPUT, log);
    }
    for (int i = 0; i < e->aux.n; i++) {
        const Auxiliary *x = &e->aux.at[i];
        double f;
        if (!x->output || x->of >= 0) continue;
        cd_slope_clear(&e->now.one, &x->on);
        CdLog *usual = w->log;
        w->log = NULL;
        bool good = cd_scalar_slope(w, &x->f, &f, &e->now.one);
        w->log = usual;
        if (!good) cd_program_explain(x->f.p, &w->x, w->room, x->element, cd_scalar_field(&x->f), EXPLAIN_OUTPUT, log);
    }
}

/* ---- residual ---------------------------------------------------------------------------------------------------- */

/* r -= the share of a wrench at a point in the forces on a body (8.9). */
static void take_off(const Equations *e, int body, Vec3 point, Vec3 F, Vec3 T, double *r)
{
    if (body < 0) return;
    const MovingBody *b = &e->s->m->body[body];
    const BodyMotion *m = &e->s->now.body[body];
    Vec3 t = b->turns ? m3_tapply(m->A, v3_add(T, v3_cross(v3_sub(point, m->r), F))) : T;
    cd_add_wrench(b, -1, F, t, r + b->first);
}

static bool add_loads(Equations *e, double *r)
{
    const Site *site = e->s->m->site;
    for (int n = 0; n < e->loads.n; n++) {
        const Load *l = &e->loads.load[n];
        Wrench w;
        if (l->type == LOAD_CONTACT && cd_contact_apart(&e->world, l->contact) > 0) continue;
        if (!cd_load_eval(&e->world, l, e->past.turn, &w, NULL, NULL)) return false;
        Vec3 point = e->s->now.marker[l->i].r;
        take_off(e, site[l->i].body, point, w.F, w.T, r);
        if (l->j >= 0) take_off(e, site[l->j].body, point, v3_neg(w.F), v3_neg(w.T), r);
    }
    return true;
}

static bool add_constraint_loads(Equations *e, double *r, SecondRates *second)
{
    System *s = e->s;
    bool good = true;
    double *g = second && second->g ? second->g : s->in_use.dotted.g;
    cd_system_rows(s, &(RowValues){ e->now.phi, e->now.phi_rate, second ? second->off : NULL, g });
    for (int i = 0; i < s->in_use.n; i++) {
        int at = s->in_use.row[i];
        double lambda = s->state.lambda[at];
        for (int l = s->matrix.leg_first[i]; l < s->matrix.leg_first[i + 1]; l++) {
            const Leg *leg = &s->matrix.leg[l];
            const double *from = g + leg->entry;
            double *to = r + leg->first;
            if (leg->n == 6) six_axpy(to, lambda, from);
            else
                for (int c = 0; c < leg->n; c++) to[c] += lambda * from[c];
        }
        if (second) second->off[i] += cd_system_row_dot(s, i, g, s->state.vdot);
        if (second && s->c->row[at].drive >= 0) second->off[i] -= s->now.drive[3 * at + 2];
    }
    for (int k = 0; k < s->in_use.dotted.others; k++) {
        int i = s->in_use.dotted.other[k];
        if (s->c->row[s->in_use.row[i]].general < 0 || isfinite(e->now.phi[i] + e->now.phi_rate[i])) continue;
        if (e->world.log) cd_equations_explain_row(e, s->in_use.row[i], e->world.log);
        good = false;
    }
    return good;
}

bool cd_equations_along(Equations *e, const Scalar *f, const Support *on, const AuxiliaryRead *rates, double *value,
                        double *rate)
{
    const System *s = e->s;
    Slope *g = &e->now.one;
    cd_slope_clear(g, on);
    if (!cd_scalar_slope(&e->world, f, value, g)) return false;
    *rate = e->world.x.system[SYSTEM_MODE] == MODE_STATICS ? 0 : g->time;
    for (int k = 0; k < on->body.n; k++) {
        const MovingBody *b = &s->m->body[on->body.at[k]];
        const double *v = s->state.v + b->first, *a = s->state.vdot + b->first;
        const BodyGradient *d = &g->body[k];
        *rate += v3_dot(d->r, cd_translation(b, v)) + v3_dot(d->u, cd_translation(b, a));
        if (b->turns) *rate += v3_dot(d->pi, cd_rotation(b, v)) + v3_dot(d->w, cd_rotation(b, a));
    }
    for (int k = 0; k < on->auxiliary.n; k++) {
        AuxiliaryRead r = rates[k];
        if (r.auxiliary >= 0) *rate += g->auxiliary[k] * (r.rate ? e->aux.zdot[r.auxiliary] : e->aux.z[r.auxiliary]);
    }
    return true;
}

/* The derivative of the expression behind an auxiliary unknown along the motion (8.50). In statics nothing moves, and
 * time stands still. */
static bool derivative(Equations *e, const Auxiliary *x, double *out)
{
    const Auxiliary *of = &e->aux.at[x->of];
    double value;
    return cd_equations_along(e, &of->f, &of->on, x->on.auxiliary.at, &value, out);
}

/* f of the equation of an auxiliary unknown, which is no load; 0 where an output has none. */
static bool expression(Equations *e, const Auxiliary *x, double *f)
{
    if (x->of >= 0) return derivative(e, x, f);
    if (!x->output) return cd_scalar_eval(&e->world, &x->f, f);
    if (!cd_program_value(x->f.p, &e->world.x, e->world.room, f)) *f = 0;
    return true;
}

static void show_wrench(Equations *e, int first)
{
    const Auxiliary *x = &e->aux.at[first];
    Wrench w = cd_equations_load(e, x->kind, x->index, x->component);
    for (int k = 0; k < 6; k++) e->aux.z[first + k] = v3_get(k < 3 ? w.F : w.T, k % 3);
    e->world.wrench[e->aux.shown[2 * first]] = w;
}

void cd_equations_evaluate(Equations *e, bool all)
{
    CdLog *log = e->world.log;
    bool at_rest = e->world.x.system[SYSTEM_MODE] == MODE_STATICS; /* rates are zero */
    e->world.log = NULL;
    for (int n = 0; n < e->aux.ordered; n++) {
        int i = e->aux.order[n].auxiliary;
        const Auxiliary *x = &e->aux.at[i];
        double f;
        if ((!all && !e->aux.order[n].direct) || (at_rest && i < e->aux.differential)) continue;
        if (x->wrench && x->number == 0) show_wrench(e, i);
        if (x->wrench || !expression(e, x, &f)) continue;
        int slot = e->aux.shown[2 * i + (i < e->aux.differential)];
        *(i < e->aux.differential ? &e->aux.zdot[i] : &e->aux.z[i]) = f;
        if (slot >= 0) e->world.state[slot] = f;
    }
    e->world.log = log;
}

static bool add_equations(Equations *e, double *r)
{
    Wrench w = { { 0, 0, 0 }, { 0, 0, 0 } };
    for (int i = 0; i < e->aux.n; i++) {
        const Auxiliary *x = &e->aux.at[i];
        double f = 0;
        if (x->wrench) {
            if (x->number == 0) w = cd_equations_load(e, x->kind, x->index, x->component);
            f = v3_get(x->number < 3 ? w.F : w.T, x->number % 3);
        } else if (x->type == EQUATION_SHARE ? !cd_jump_residual(e, i, &f) : !expression(e, x, &f)) {
            return false;
        }
        r[i] = x->type == EQUATION_VALUE ? e->aux.z[i] - f : x->type == EQUATION_RATE ? e->aux.zdot[i] - f : f;
    }
    return true;
}

static bool add_flexible(Equations *e, double *r)
{
    const System *s = e->s;
    int which = 0;
    for (int i = 0; i < e->modal.n; i++) {
        double scale;
        if (!cd_modal_load_scale(&e->world, &e->modal.load[i], &scale, NULL)) return false;
        cd_modal_load_add(&e->modal.load[i], s->m, s->now.body, scale, r);
    }
    if (!e->flexible.n || cd_flexible_residual(&e->flexible, &s->state, s->now.body, s->constants.gravity, r, &which))
        return true;
    const Element *of = cd_body_name(s->m, s->m->flex[which].frame);
    const Field *field = of->kind->fields;
    while (field->type != FIELD_EXPR) field++;
    const FlexForm *form = &e->flexible.form[which];
    ExprContext x = cd_ratio_context(form, form->undefined, s->state.t);
    if (e->world.log) cd_program_explain(form->ratio, &x, e->flexible.room, of, field, EXPLAIN_FAILURE, e->world.log);
    return false;
}

static bool residual(Equations *e, double *r, SecondRates *second)
{
    const Mechanism *m = e->s->m;
    memset(r, 0, sizeof(double) * (size_t)cd_equations_unknowns(e));
    for (int b = 0; b < m->bodies; b++) {
        const MovingBody *body = &m->body[b];
        if (body->role == BODY_MODES) continue;
        cd_add_wrench(body, -body->mass, e->s->constants.gravity, v3(0, 0, 0), r + body->first);
    }
    Profile *profile = e->s->watch.profile;
    Phase back = cd_profile_enter(profile, PHASE_CONSTRAINTS);
    bool good = add_constraint_loads(e, r, second);
    cd_profile_enter(profile, PHASE_LOADS);
    cd_slip_residual(e, r);
    good = good && add_loads(e, r) && add_flexible(e, r);
    if (good && e->aux.n) {
        cd_profile_enter(profile, PHASE_EXPRESSIONS);
        good = add_equations(e, r + m->nv + e->s->in_use.n);
    }
    cd_profile_leave(profile, back);
    return good;
}

bool cd_equations_residual(Equations *e, double *r)
{
    return residual(e, r, NULL);
}

bool cd_equations_residual_second(Equations *e, double *r, SecondRates *second)
{
    return residual(e, r, second);
}

/* How a load changes with time alone. */
static bool load_time(Equations *e, const Load *l, Wrench *rate)
{
    Wrench w;
    Slope *x = e->now.slope;
    for (int k = 0; k < 6; k++) cd_slope_clear(&x[k], &l->on);
    if (!cd_load_eval(&e->world, l, e->past.turn, &w, x, &e->now.one)) return false;
    *rate = (Wrench){ v3(x[0].time, x[1].time, x[2].time), v3(x[3].time, x[4].time, x[5].time) };
    return true;
}

/* The same for a load that is read on one side; reactions change with unknowns only. */
static bool read_time(Equations *e, const Auxiliary *x, Wrench *sum)
{
    *sum = (Wrench){ { 0, 0, 0 }, { 0, 0, 0 } };
    if (cd_kinds[x->kind]->constrain) return true;
    int k = cd_loads_first(&e->loads, x->kind, x->index);
    for (; k >= 0 && k < e->loads.n && e->loads.load[k].kind == x->kind && e->loads.load[k].index == x->index; k++) {
        Wrench w;
        int at = cd_load_side(e->s->model, &e->loads.load[k], x->component);
        if (!load_time(e, &e->loads.load[k], &w)) return false;
        if (at < 0) continue;
        w = on_side(e, &e->loads.load[k], w, at);
        sum->F = v3_add(sum->F, w.F), sum->T = v3_add(sum->T, w.T);
    }
    return true;
}

/* What time does to the equation of a derivative, or of a share, from two evaluations of it: second derivatives of
 * expressions of several things are known nowhere. */
static bool derivative_in_time(Equations *e, int auxiliary, double *out)
{
    const double apart = 1e-6;
    const Auxiliary *x = &e->aux.at[auxiliary];
    double t = e->world.x.time, dt = apart * (1 + fabs(t)), at[2] = { 0, 0 };
    bool good = true;
    for (int k = 0; k < 2 && good; k++) {
        e->world.x.time = t + (k ? dt : -dt);
        good = x->of >= 0 ? derivative(e, x, &at[k]) : cd_jump_residual(e, auxiliary, &at[k]);
    }
    e->world.x.time = t;
    *out = (at[1] - at[0]) / (2 * dt) * (x->type == EQUATION_VALUE ? -1 : 1);
    return good;
}

bool cd_equations_time(Equations *e, double *r)
{
    const Site *site = e->s->m->site;
    Wrench w = { { 0, 0, 0 }, { 0, 0, 0 } };
    memset(r, 0, sizeof(double) * (size_t)cd_equations_unknowns(e));
    for (int n = 0; n < e->loads.n; n++) {
        const Load *l = &e->loads.load[n];
        Vec3 point = e->s->now.marker[l->i].r;
        if (!load_time(e, l, &w)) return false;
        take_off(e, site[l->i].body, point, w.F, w.T, r);
        if (l->j >= 0) take_off(e, site[l->j].body, point, v3_neg(w.F), v3_neg(w.T), r);
    }
    for (int i = 0; i < e->modal.n; i++) {
        double scale;
        cd_slope_clear(&e->now.one, &e->modal.load[i].support);
        e->now.one.time = 0;
        if (!cd_modal_load_scale(&e->world, &e->modal.load[i], &scale, &e->now.one)) return false;
        cd_modal_load_add(&e->modal.load[i], e->s->m, e->s->now.body, e->now.one.time, r);
    }
    r += e->s->m->nv + e->s->in_use.n;
    for (int i = 0; i < e->aux.n; i++) {
        const Auxiliary *x = &e->aux.at[i];
        double f = 0;
        if (x->wrench) {
            if (x->number == 0 && !read_time(e, x, &w)) return false;
            r[i] = -v3_get(x->number < 3 ? w.F : w.T, x->number % 3);
            continue;
        }
        cd_slope_clear(&e->now.one, &x->on);
        if (x->of >= 0 || x->type == EQUATION_SHARE) {
            if (!derivative_in_time(e, i, &r[i])) return false;
            continue;
        }
        if (!cd_scalar_slope(&e->world, &x->f, &f, &e->now.one)) return false;
        r[i] = x->type == EQUATION_VALUE || x->type == EQUATION_RATE ? -e->now.one.time : e->now.one.time;
    }
    return true;
}

/* ---- inertia of Newton and Euler --------------------------------------------------------------------------------- */

void cd_inertia_residual(const Equations *e, double *r)
{
    const State *state = &e->s->state;
    for (int b = 0; b < e->s->m->bodies; b++) {
        const MovingBody *body = &e->s->m->body[b];
        const double *v = state->v + body->first, *a = state->vdot + body->first;
        Vec3 f = v3_scale(cd_translation(body, a), body->mass), w = cd_rotation(body, v), t = w;
        if (body->turns) t = v3_add(m3_apply(body->J, cd_rotation(body, a)), v3_cross(w, m3_apply(body->J, w)));
        cd_add_wrench(body, 1, f, t, r + body->first);
    }
}

void cd_inertia_matrix(Equations *e, const Maps *maps)
{
    for (int b = 0; b < e->s->m->bodies; b++) {
        const MovingBody *body = &e->s->m->body[b];
        const BodyMap *map = &maps->body[b];
        double *B = e->jacobian.inertia + 36 * (e->s->m->bodies * maps->power + b);
        memset(B, 0, sizeof(double) * 36);
        for (int k = 0; k < 3; k++) B[7 * k] = map->a * body->mass;
        if (!body->turns) continue;
        /* J A + (skew(w) J - skew(J w)) V */
        Vec3 w = cd_rotation(body, e->s->state.v + body->first);
        Mat3 gyro = m3_sub(m3_mul(m3_skew(w), body->J), m3_skew(m3_apply(body->J, w)));
        Mat3 block = m3_add(m3_mul(body->J, map->A), m3_mul(gyro, map->V));
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) B[6 * (i + 3) + j + 3] = m3_at(block, i, j);
    }
}
