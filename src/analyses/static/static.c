/* static.c - equilibrium: the stages one after the other, sequences, and what to say where there is none (theory
 * 11). */
#include "analyses/static/static.h"

#include "analyses/linear/linear.h"
#include "analyses/linear/verdict.h"
#include "analyses/static/drop.h"
#include "analyses/static/relax.h"
#include "elements/equilibrium.h"
#include "system/energy.h"
#include "system/jumps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- what stands in the way -------------------------------------------------------------------------------------- */

/* "x", or a vector of length 1 where it is along no axis. */
static void name_axis(TextBuffer *out, Vec3 v)
{
    Vec3 u = v3_scale(v, 1 / v3_norm(v));
    for (int k = 0; k < 3; k++)
        if (fabs(v3_get(u, k)) > 1 - 1e-9) {
            cd_buffer_char(out, "xyz"[k]);
            return;
        }
    double x[3];
    for (int k = 0; k < 3; k++) x[k] = fabs(v3_get(u, k)) < 1e-5 ? 0 : v3_get(u, k);
    cd_buffer_print(out, "(%.4g, %.4g, %.4g)", x[0], x[1], x[2]);
}

/* How a body moves that is at r, in ground axes: "move along x", "turn about (0, 0.6, 0.8) through (1, 0, 0)". The axis
 * of a turn is where nothing moves across it: r + theta x dr / theta^2 (11.11). */
static void name_motion(TextBuffer *out, Vec3 r, Vec3 dr, Vec3 theta, double length)
{
    if (v3_norm(theta) * length < 1e-6 * v3_norm(dr)) {
        cd_buffer_print(out, "move along ");
        name_axis(out, dr);
        return;
    }
    Vec3 p = v3_add(r, v3_scale(v3_cross(theta, dr), 1 / v3_dot(theta, theta)));
    double x[3];
    for (int k = 0; k < 3; k++) x[k] = fabs(v3_get(p, k)) < 1e-5 * (length + v3_norm(p)) ? 0 : v3_get(p, k);
    cd_buffer_print(out, "turn about ");
    name_axis(out, theta);
    cd_buffer_print(out, " through (%.4g, %.4g, %.4g)", x[0], x[1], x[2]);
}

/* Work of the residual along the correction, before and after it took its place: whether it meets nothing but that
 * share of the mass (11.11). */
static bool meets_mass_only(const Balance *x, double share, const double *residual)
{
    double work = 0;
    for (int i = 0; i < x->s->m->nv; i++) work += residual[i] * x->r[i];
    return 2 * share * cd_kinetic_energy(x->s->m, x->r) > 1e-3 * fabs(work);
}

/* The body that moves most in x->r, and how; of bodies that move alike the one with the unknown `worst`. */
static const Element *name_largest(const Balance *x, int worst, TextBuffer *motion)
{
    const System *s = x->s;
    const double alike = 1e-3;
    double most = 0;
    int b = 0;
    for (int k = 0; k < s->m->bodies; k++)
        for (int c = 0; c < s->m->body[k].dofs; c++) {
            int i = s->m->body[k].first + c;
            double size =
                fabs(x->r[i]) * (s->m->body[k].six[c] < 3 ? 1 : s->constants.length) * (i == worst ? 1 + alike : 1);
            if (size > most) most = size, b = k;
        }
    const double *d = x->r + s->m->body[b].first;
    Vec3 turn = m3_apply(s->now.body[b].A, cd_rotation(&s->m->body[b], d));
    name_motion(motion, s->state.r[b], cd_translation(&s->m->body[b], d), turn, s->constants.length);
    return cd_body_name(s->m, b);
}

/* A direction that loads push along and nothing holds: they move the bodies beyond all bounds on the matrix with hardly
 * any mass, and none of the damping, which slows bodies and holds none (11.11). Of bodies that move alike the one with
 * the unknown `worst` is named. */
static void report_free(Balance *x, int worst, CdLog *log)
{
    System *s = x->s;
    const double share = 1e-9;
    if (!cd_linear_state(s, true, NULL) || !cd_balance_eval(x, NULL)) return; /* with the reactions of rest */
    double *residual = ARENA_ARRAY(&x->arena, double, s->m->nv);
    memcpy(residual, x->r, sizeof(double) * (size_t)s->m->nv);
    for (int b = 0; b < s->m->bodies; b++)
        x->map[b] = (BodyMap){ .q = 1, .a = share, .A = m3_scale(m3_identity(), share) };
    if (!cd_balance_correct(x, &(Maps){ .body = x->map, .z = 1, .rate = share }, true)) return;
    if (!meets_mass_only(x, share, residual)) return; /* something holds it */
    TextBuffer motion = { 0 };
    char label[CD_LABEL_ROOM];
    const Element *e = name_largest(x, worst, &motion);
    cd_log(log, e->place, MOVES_FREELY, cd_label(e, label), motion.at);
    cd_buffer_close(&motion);
}

/* ---- a singular matrix ------------------------------------------------------------------------------------------- */

/* The matrix of statics with that share of the masses, factored; false: it has no factors. */
static bool factor_with(Balance *x, double share)
{
    for (int b = 0; b < x->s->m->bodies; b++)
        x->map[b] = (BodyMap){ .q = 1, .a = share, .A = m3_scale(m3_identity(), share) };
    memset(x->r, 0, sizeof(double) * (size_t)cd_equations_unknowns(x->e));
    cd_equations_forget_factors(x->e);
    return cd_balance_correct(x, &(Maps){ .body = x->map, .z = 1, .rate = share }, true);
}

/* Whether the matrix without mass is singular, and the least pivot beside its column. */
static bool is_singular(Balance *x, double *pivot)
{
    const double nothing = 1e-13;
    double kept;
    *pivot = 0;
    if (!factor_with(x, 0)) return true;
    int weakest = cd_equations_weakest(x->e, &kept);
    if (weakest >= 0) cd_equations_pivot(x->e, weakest, pivot);
    return weakest >= 0 && kept <= nothing;
}

/* Whether a load of 1 on this coordinate meets nothing but that share of the mass; x->r: how it moves the bodies. */
static bool moves_freely(Balance *x, double share, int coordinate)
{
    if (coordinate >= x->s->m->nv) return false;
    for (int i = 0; i < cd_equations_unknowns(x->e); i++) x->r[i] = i == coordinate;
    cd_equations_solve(x->e, x->r);
    return 2 * share * cd_kinetic_energy(x->s->m, x->r) > 1e-3 * fabs(x->r[coordinate]);
}

/* If the matrix of statics without a share of mass is singular: row, column and pivot, and the body that can move,
 * which a load in that row moves where there is hardly any mass (11.16). at: the equation that is out of balance
 * most. */
static void report_singular(Balance *x, int at, CdLog *log)
{
    const double share = 1e-9;
    double pivot;
    if (!is_singular(x, &pivot) || !factor_with(x, share) || !moves_freely(x, share, at)) return;
    char row[CD_LABEL_ROOM], column[CD_LABEL_ROOM], label[CD_LABEL_ROOM];
    TextBuffer motion = { 0 };
    const Element *e = name_largest(x, at, &motion);
    cd_log(log, e->place, SINGULAR_STATICS, cd_label(e, label), x->s->state.t, cd_equation_label(x->e, at, row),
           cd_unknown_label(x->e, at, column), pivot, motion.at);
    cd_buffer_close(&motion);
}

static CdStatus give_up(Balance *x, CdLog *log)
{
    char label[CD_LABEL_ROOM];
    x->trace = NULL;
    cd_balance_eval(x, log);
    double balance = x->judged.out;
    double t = x->s->state.t;
    int worst = x->judged.worst, state = worst - x->s->m->nv - x->s->in_use.n;
    if (x->judged.runs_away) report_free(x, worst, log);
    if (state < 0 || state >= x->e->aux.differential) report_singular(x, worst, log);
    if (state >= 0 && state < x->e->aux.differential) {
        const Element *e = x->e->aux.at[state].element;
        cd_log(log, e->place, STATE_NOT_AT_REST, cd_label(e, label), t, balance, cd_balance_limit(x, worst));
        return CD_ANALYSIS_FAILED;
    }
    cd_unknown_label(x->e, worst, label);
    cd_log(log, ((CdPlace){ 0 }), NO_EQUILIBRIUM, label, t, balance, cd_balance_limit(x, worst));
    return CD_ANALYSIS_FAILED;
}

/* ---- stages ------------------------------------------------------------------------------------------------------ */

enum { SINKING_STEPS = 300, RELAXING_STEPS = 2500 };

static bool newton(Balance *x)
{
    return cd_balance_newton(x);
}

static bool sink(Balance *x)
{
    return cd_relax(x, RELAX_SINKING, 0, SINKING_STEPS) && cd_balance_newton(x);
}

/* Bodies that are slow, as they are just beyond a limit point, are not at rest: where no equilibrium is found there,
 * slower ones are. */
static bool relax(Balance *x)
{
    enum { TIMES = 4 };
    const double slower = 1e-3;
    double share = 1;
    bool found = false, relaxed = true;
    for (int k = 0; k < TIMES && !found && relaxed; k++, share *= slower) {
        const double kinetic = x->set.kinetic, acceleration = x->set.acceleration;
        x->set.kinetic *= share * share, x->set.acceleration *= share, x->judged.strict = share;
        relaxed = cd_relax(x, RELAX_DAMPED, 0, RELAXING_STEPS);
        x->set.kinetic = kinetic, x->set.acceleration = acceleration, x->judged.strict = 1;
        found = relaxed && cd_balance_newton(x);
    }
    if (relaxed && !found) x->judged.runs_away = true; /* so slowly that it passes for rest */
    return found;
}

/* Each starts where the last one stopped. */
static const struct Stage {
    EquilibriumMethod method;
    const char *name;
    bool (*run)(Balance *x);
} stages[] = {
    { EQUILIBRIUM_NEWTON, "Newton's method", newton },
    { EQUILIBRIUM_STABILITY, "growing STABILITY: following the bodies as they sink", sink },
    { EQUILIBRIUM_RELAXATION, "relaxation: damped motion until rest", relax },
};
enum { STAGES = sizeof stages / sizeof *stages };

/* What EQUILIBRIUM asks for. */
static EquilibriumMethod method_of(const CdModel *m)
{
    const Element *e = cd_model_setting(m, KIND_equilibrium);
    const Equilibrium *q = e ? e->data : NULL;
    if (q && q->type == EQUILIBRIUM_DYNAMIC) return EQUILIBRIUM_RELAXATION;
    return q && q->method <= EQUILIBRIUM_RELAXATION ? (EquilibriumMethod)q->method : EQUILIBRIUM_AUTOMATIC;
}

/* A METHOD that DYNAMIC overrules. */
static void tell_contradiction(const CdModel *m, CdLog *log)
{
    const Element *e = cd_model_setting(m, KIND_equilibrium);
    const Equilibrium *q = e ? e->data : NULL;
    const char *word = !q                                   ? NULL
                       : q->method == EQUILIBRIUM_NEWTON    ? "NEWTON"
                       : q->method == EQUILIBRIUM_STABILITY ? "STABILITY"
                                                            : NULL;
    if (word && q->type == EQUILIBRIUM_DYNAMIC) cd_log(log, e->place, EQUILIBRIUM_METHOD, word);
}

static void tell_found(const Balance *x, const char *stage, CdLog *log)
{
    char label[CD_LABEL_ROOM];
    cd_log(log, ((CdPlace){ 0 }), EQUILIBRIUM_FOUND, x->s->state.t, stage, x->judged.out);
    if (x->judged.excess > 1)
        cd_log(log, ((CdPlace){ 0 }), EQUILIBRIUM_ROUNDED, cd_unknown_label(x->e, x->judged.worst, label),
               x->s->state.t, x->judged.out, cd_balance_limit(x, x->judged.worst), x->terms[x->judged.worst]);
}

/* d = the way from a to b, turns in body axes. */
static void way_between(const Mechanism *m, const State *a, const State *b, double *d)
{
    for (int k = 0; k < m->bodies; k++) {
        double *to = d + m->body[k].first;
        cd_put_translation(&m->body[k], v3_sub(b->r[k], a->r[k]), to);
        cd_put_rotation(&m->body[k], q4_log(q4_mul(q4_conj(a->p[k]), b->p[k])), to);
    }
}

/* Whether Newton's method has gone far from where it started, and to an equilibrium from which bodies or states fall:
 * that is not the one meant (11.15). */
static bool is_stray(Balance *x, const Place *start, char carrier[CD_LABEL_ROOM])
{
    const double move = 0.05, turn = 0.1; /* of the size of the model; radians */
    double translation, rotation, *d = ARENA_ARRAY(&x->arena, double, x->s->m->nv);
    way_between(x->s->m, &start->at.state, &x->s->state, d);
    cd_change_size(x->s, d, &translation, &rotation);
    return (translation > move * x->size || rotation > turn) && cd_verdict_falls(x->s, carrier);
}

/* The stages from one on, as METHOD has them; says which found it. *found: its number. */
static CdStatus go_through(Balance *x, int first, int *found, CdLog *log)
{
    EquilibriumMethod method = method_of(x->s->model);
    Place start = cd_place_new(x), stray = cd_place_new(x);
    bool strayed = false;
    char carrier[CD_LABEL_ROOM];
    for (int k = first; k < STAGES; k++) {
        if (method != EQUILIBRIUM_AUTOMATIC && method != stages[k].method) continue;
        cd_trace_stage(x->trace, stages[k].name);
        if (!stages[k].run(x)) {
            if (cd_stop_asked(x->s->watch.stop)) return CD_STOPPED;
            continue;
        }
        if (k == 0 && method == EQUILIBRIUM_AUTOMATIC && is_stray(x, &start, carrier)) {
            strayed = true;
            cd_place_take(x, &stray);
            cd_place_restore(x, &start);
            continue;
        }
        if (strayed) cd_log(log, ((CdPlace){ 0 }), NEWTON_STRAYED, x->s->state.t, carrier);
        tell_found(x, stages[k].name, log);
        *found = k;
        return CD_OK;
    }
    if (!strayed) return give_up(x, log);
    cd_place_restore(x, &stray);
    cd_balance_newton(x);
    tell_found(x, stages[0].name, log);
    *found = 0;
    return CD_OK;
}

CdStatus cd_equilibrium(System *s, bool *followed, CdLog *log)
{
    cd_drop(s, log);
    Balance *x = cd_balance_open(s);
    int found = 0;
    tell_contradiction(s->model, log);
    CdStatus status = go_through(x, 0, &found, log);
    *followed = found > 0;
    cd_balance_be_still(x);
    cd_jumps_forget(x->e);
    if (cd_equations_prepare(x->e, NULL)) cd_jumps_tell_written(x->e, "statics", log);
    cd_balance_close(x);
    return status;
}

/* A step below 1 / (growth sqrt 2) makes M / h^2 + K positive in the direction that is left, so that steps lead away
 * (11.9). */
CdStatus cd_equilibrium_leave(System *s, const double *d, const double *dz, double growth, CdLog *log)
{
    Balance *x = cd_balance_open(s);
    cd_balance_be_still(x);
    cd_state_move(s->m, &s->state, d, 1);
    for (int k = 0; k < x->e->aux.differential; k++) x->e->aux.z[k] += dz[k];
    cd_bodies_motion(s->m, &s->state, s->now.body);
    cd_constraints_wind(s->c, s->now.body, s->state.winding);
    bool found = cd_relax(x, RELAX_SINKING, sqrt(2) * growth, SINKING_STEPS) && cd_balance_newton(x);
    CdStatus status = CD_OK;
    int stage;
    if (found) tell_found(x, stages[1].name, log);
    else status = go_through(x, 2, &stage, log);
    cd_balance_be_still(x);
    cd_balance_close(x);
    return status;
}

/* ---- sequences --------------------------------------------------------------------------------------------------- */

struct Sequence {
    Balance *x;
    Place now, before; /* the last two equilibria; before only if there is one */
    double ago;        /* time between them; 0: there is only one */
    double *d;         /* nv: from one to the next */
};

Sequence *cd_sequence_open(System *s)
{
    Sequence *q = cd_take(sizeof *q);
    q->x = cd_balance_open(s);
    q->now = cd_place_new(q->x), q->before = cd_place_new(q->x);
    q->d = ARENA_ARRAY(&q->x->arena, double, s->m->nv);
    return q;
}

void cd_sequence_start_anew(Sequence *q)
{
    q->ago = 0;
}

void cd_sequence_close(Sequence *q)
{
    cd_balance_close(q->x);
    free(q);
}

/* Goes on along the way between the last two equilibria (11.8). */
static void predict(Sequence *q, double h)
{
    System *s = q->x->s;
    const State *a = &q->before.at.state, *b = &q->now.at.state;
    if (q->ago <= 0) return;
    way_between(s->m, a, b, q->d);
    double ratio = h / q->ago;
    cd_state_move(s->m, &s->state, q->d, ratio);
    for (int i = 0; i < s->c->rows; i++) s->state.lambda[i] += ratio * (b->lambda[i] - a->lambda[i]);
    for (int i = 0; i < q->x->e->aux.n; i++) q->x->e->aux.z[i] += ratio * (q->now.at.z[i] - q->before.at.z[i]);
    cd_bodies_motion(s->m, &s->state, s->now.body);
    cd_constraints_wind(s->c, s->now.body, s->state.winding);
}

/* Whether the state is farther from the last equilibrium than the way between the last two, times ratio, lets expect
 * (11.14). */
static bool is_jump(Sequence *q, double ratio)
{
    const double share = 0.02, times = 5;
    double expected[2] = { 0 }, moved[2];
    const Mechanism *m = q->x->s->m;
    if (ratio > 0) {
        way_between(m, &q->before.at.state, &q->now.at.state, q->d);
        cd_change_size(q->x->s, q->d, &expected[0], &expected[1]);
    }
    way_between(m, &q->now.at.state, &q->x->s->state, q->d);
    cd_change_size(q->x->s, q->d, &moved[0], &moved[1]);
    return moved[0] - times * ratio * expected[0] > share * q->x->size ||
           moved[1] - times * ratio * expected[1] > share;
}

/* Names the body that is farthest along q->d, the way from the last equilibrium: moves by the size of the model, turns
 * in radians. */
static void tell_jump(const Sequence *q, double from, CdLog *log)
{
    const System *s = q->x->s;
    int body = 0;
    double most = 0;
    for (int b = 0; b < s->m->bodies; b++) {
        const double *d = q->d + s->m->body[b].first;
        for (int k = 0; k < s->m->body[b].dofs; k++) {
            double size = fabs(d[k]) / (s->m->body[b].six[k] < 3 ? q->x->size : 1);
            if (size > most) most = size, body = b;
        }
    }
    const Element *e = cd_body_name(s->m, body);
    char label[CD_LABEL_ROOM];
    cd_log(log, e->place, EQUILIBRIUM_JUMPS, cd_label(e, label), from, s->state.t);
}

/* From the equilibrium in q->now to that at t, with prediction or without; one that is far from it is not the one
 * meant. */
static bool try_at(Sequence *q, double t, bool ahead, CdLog *log)
{
    System *s = q->x->s;
    double h = t - q->now.at.state.t;
    cd_place_restore(q->x, &q->now);
    s->state.t = t;
    cd_constraints_advance(s->c, t, log);
    if (ahead) predict(q, h);
    if (!cd_balance_newton(q->x) || is_jump(q, q->ago > 0 ? h / q->ago : 0)) return false;
    Place old = q->before;
    q->before = q->now, q->now = old, q->ago = h;
    cd_place_take(q->x, &q->now);
    return true;
}

CdStatus cd_sequence_to(Sequence *q, double t, CdLog *log)
{
    enum { MOST_HALVINGS = 12 };
    System *s = q->x->s;
    int halvings = 0; /* of what is left */
    cd_balance_be_still(q->x);
    cd_place_take(q->x, &q->now);
    while (q->now.at.state.t < t) {
        if (cd_stop_asked(s->watch.stop)) return CD_STOPPED;
        double from = q->now.at.state.t, next = halvings ? from + ldexp(t - from, -halvings) : t;
        if ((q->ago > 0 && try_at(q, next, true, log)) || try_at(q, next, false, log)) {
            if (halvings > 0) halvings--;
            continue;
        }
        if (++halvings <= MOST_HALVINGS) continue;
        /* no way leads there in small steps: look for another equilibrium */
        cd_place_restore(q->x, &q->now);
        s->state.t = t;
        cd_constraints_advance(s->c, t, log);
        q->ago = 0;
        int stage;
        CdStatus status = go_through(q->x, 0, &stage, log);
        if (status == CD_OK && is_jump(q, 0)) tell_jump(q, from, log);
        cd_balance_be_still(q->x);
        return status;
    }
    cd_balance_be_still(q->x);
    return CD_OK;
}
