/* walk.c - one kinematic step (theory 7.9 to 7.13).
 *
 * Prediction  d = h v + h^2/2 v'; then Newton on the constraints with the rows in use. Where it fails the step is
 * halved. Where a sign of det G has changed on the way, or G is nearly singular where the step ends, the place is
 * looked for from where the step began: points near it would carry its noise on. There either other rows of a redundant
 * set hold the mechanism, or one motion goes on, or it is locked. */
#include "analyses/kinematic/walk.h"

#include "analyses/kinematic/toggle.h"
#include "integrators/crossing.h"
#include "integrators/tuning.h"
#include "system/equations.h"
#include "system/row_jacobian.h"

#include <math.h>
#include <string.h>

enum { MOST_HALVINGS = 24 };

/* Rows that depend at a toggle do so to the first where it is found; rows that are independent to the second hold
 * well. */
static const double rank_near = 1e-5, rank_well = 0.03;

typedef enum Landing { LANDED, LANDED_WEAKLY, LANDED_BEYOND, NOT_LANDED } Landing;

typedef struct Walk {
    Arena arena;
    System *system;
    CdLog *log;
    double error;
    int most;
    State good; /* the point that the step at hand starts from */
    int blocks; /* 0: the point is at a toggle and on no side of it */
    signed char *side, *there;
    double s;        /* how far from a singular configuration the last step has landed (13.24) */
    double infinite; /* step from the good point at whose end a motion has no value; 0: none has been met */
} Walk;

static void keep(Walk *w, State *to)
{
    cd_state_copy(w->system->m, w->system->c->rows, w->system->c->windings, to, &w->system->state);
}

static void go_back(Walk *w, const State *from)
{
    cd_state_copy(w->system->m, w->system->c->rows, w->system->c->windings, &w->system->state, from);
}

/* With the factors of G at the present position. */
static void find_s(Walk *w)
{
    double share = cd_jacobian_share(w->system), *top = &cd_solver(w->system)->row_jacobian.top;
    *top = fmax(*top, share);
    w->s = cd_singular_s(share, *top);
}

/* Which side of every toggle the present point is on. */
static void note_side(Walk *w)
{
    System *s = w->system;
    w->blocks = 0;
    if (!cd_system_prepare(s, NULL) || !cd_jacobian_factor(s)) return;
    find_s(w);
    if (w->s >= tuning_singular_lost) w->blocks = cd_jacobian_signs(s, w->side);
}

static void accept_side(Walk *w)
{
    memcpy(w->side, w->there, (size_t)w->system->in_use.n);
}

/* ---- one step ---------------------------------------------------------------------------------------------------- */

static void predict(Walk *w, double h)
{
    System *s = w->system;
    go_back(w, &w->good);
    for (int i = 0; i < s->m->nv; i++) s->now.rhs[i] = h * (s->state.v[i] + h / 2 * s->state.vdot[i]);
    cd_state_move(s->m, &s->state, s->now.rhs, 1);
    s->state.t += h;
}

/* G (v - v0) = f' - phi_t - G v0 */
static void close_velocities(Walk *w)
{
    System *s = w->system;
    for (int i = 0; i < s->in_use.n; i++)
        s->now.rhs[i] = -cd_system_rate(s, s->in_use.row[i], cd_system_row(s, s->in_use.row[i], ROW_GRADIENT));
    cd_jacobian_solve(s, s->now.rhs);
    for (int i = 0; i < s->m->nv; i++) s->state.v[i] += s->now.rhs[i];
    cd_bodies_motion(s->m, &s->state, s->now.body);
}

/* From the good point, whatever the state is now. */
static Landing step_by(Walk *w, double h)
{
    System *s = w->system;
    predict(w, h);
    w->s = 0;
    if (!cd_system_prepare(s, NULL)) {
        w->infinite = h;
        return NOT_LANDED;
    }
    cd_constraints_wind(s->c, s->now.body, s->state.winding);
    if (cd_close_positions(s, w->error, w->most) < 0) return NOT_LANDED;
    if (!cd_jacobian_factor(s)) return LANDED_WEAKLY;
    find_s(w);
    cd_jacobian_signs(s, w->there);
    close_velocities(w);
    if (w->blocks && memcmp(w->side, w->there, (size_t)w->blocks) != 0) return LANDED_BEYOND;
    return w->s < tuning_singular_weak ? LANDED_WEAKLY : LANDED;
}

/* What follows from positions and velocities, at a point that stays. */
static CdStatus finish(Walk *w)
{
    System *s = w->system;
    Equations *e = cd_equations(s);
    cd_constraints_advance(s->c, s->state.t, w->log);
    CdStatus status =
        cd_constraints_on_curves(s->c, &s->state, w->log) ? cd_watch_redundant(s, 1e-6, w->log) : CD_ANALYSIS_FAILED;
    e->world.x.system[SYSTEM_MODE] = MODE_KINEMATICS;
    if (status == CD_OK) status = cd_accelerations(s, w->log);
    if (status == CD_OK && cd_equations_prepare(e, w->log)) cd_equations_wind(e);
    return status;
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */

/* Of a redundant set, rows that hold well at the present position are used from the good point on. False if there are
 * no others. */
static bool choose_rows(Walk *w)
{
    System *s = w->system;
    bool found = s->in_use.rank.dependents && cd_system_prepare(s, NULL) && !cd_system_loses_rank(s, rank_well) &&
                 cd_system_rank_changed(s, rank_well, ROWS_LASTING);
    if (found) cd_system_find_rank(s, rank_well, ROWS_LASTING);
    go_back(w, &w->good);
    if (!found) return false;
    cd_log(w->log, ((CdPlace){ 0 }), OTHER_ROWS, s->state.t);
    note_side(w);
    return true;
}

/* ---- toggles ----------------------------------------------------------------------------------------------------- */

/* The motion that asks most of equations which have become dependent; of all motions the fastest if there are none. */
static int motion_to_blame(const System *s)
{
    double most = 0;
    int blame = -1;
    for (int k = 0; k < s->in_use.rank.dependents; k++) {
        const Dependent *d = &s->in_use.rank.dependent[k];
        for (int n = -1; n < d->n; n++) {
            int row = n < 0 ? d->column : d->on[n];
            double asks = s->c->row[row].drive >= 0 ? fabs(s->now.drive[3 * row + 1] * (n < 0 ? 1 : d->coef[n])) : 0;
            if (asks > most) most = asks, blame = row;
        }
    }
    for (int i = 0; i < s->c->rows && most == 0; i++)
        if (s->c->row[i].drive >= 0 && (blame < 0 || fabs(s->now.drive[3 * i + 1]) > fabs(s->now.drive[3 * blame + 1])))
            blame = i;
    return blame;
}

typedef enum Verdict { OTHER_ROWS_HOLD, ONE_WAY, LOCKS, OUT_OF_REACH } Verdict;

typedef struct Place {
    Verdict verdict;
    double t;
    CdPlace at;
    char label[CD_LABEL_ROOM];     /* the motion that led there */
    char dependent[CD_LABEL_ROOM]; /* an equation of a joint that has become dependent there */
} Place;

/* A row of a joint that was independent and is not any more, or the one that such a row rests on most. */
static int joint_to_name(const System *s, const Rank *before)
{
    double most = 0;
    int named = -1;
    for (int k = 0; k < s->in_use.rank.dependents; k++) {
        const Dependent *d = &s->in_use.rank.dependent[k];
        if (!before->independent[d->column]) continue;
        if (s->c->row[d->column].drive < 0) return d->column;
        for (int n = 0; n < d->n; n++)
            if (s->c->row[d->on[n]].drive < 0 && fabs(d->coef[n]) > most) most = fabs(d->coef[n]), named = d->on[n];
    }
    return named;
}

/* What the present position is, with velocities as in v. The rows in use stay. */
static Place judge(Walk *w, const double *v)
{
    System *s = w->system;
    Place p = { .t = s->state.t, .label = "the mechanism", .dependent = "one of them" };
    Rank before = s->in_use.rank;
    memcpy(s->state.v, v, sizeof(double) * (size_t)s->m->nv);
    cd_system_prepare(s, NULL);
    cd_system_find_rank(s, rank_near, ROWS_LASTING);
    int row = motion_to_blame(s);
    if (row >= 0) cd_row_label(s->c, row, p.label), p.at = s->c->row[row].element->place;
    row = joint_to_name(s, &before);
    if (row >= 0) cd_row_label(s->c, row, p.dependent);
    p.verdict = s->in_use.rank.rank == before.rank ? OTHER_ROWS_HOLD : cd_toggle_has_one_way(s) ? ONE_WAY : LOCKS;
    s->in_use.rank = before;
    cd_system_use_rank(s);
    return p;
}

static CdStatus stop(Walk *w, const Place *p)
{
    if (p->verdict == OUT_OF_REACH) cd_log(w->log, p->at, NO_POSITION, p->label, p->t);
    else cd_log(w->log, p->at, LOCKED, p->label, p->t, p->dependent);
    go_back(w, &w->good);
    return CD_ANALYSIS_FAILED;
}

/* How far from the good point a toggle is, to 1e-7 of the step h that goes past it or ends near it; negative if it is
 * not found. */
static double find_toggle(Walk *w, double h, Landing landing)
{
    double near = 0, far = h;
    for (double more = 1e-3; landing == LANDED_WEAKLY && more < 0.3; more *= 2) {
        near = h * (1 - more), far = h * (1 + more);
        landing = step_by(w, far);
    }
    if (landing == LANDED_WEAKLY || landing == LANDED) return -1;
    while (far - near > 1e-7 * h) {
        double middle = (near + far) / 2;
        Landing there = step_by(w, middle);
        if (there == LANDED || there == LANDED_WEAKLY) near = middle;
        else far = middle;
    }
    return near;
}

/* The state at t between a and b, on both sides of a toggle, where rows determine neither velocities nor accelerations:
 * velocities by Hermite's cubic, positions by its integral (7.13). */
static void between(Walk *w, const State *a, const State *b, double t)
{
    System *s = w->system;
    double h = b->t - a->t, x = (t - a->t) / h;
    go_back(w, a);
    for (int i = 0; i < s->m->nv; i++) {
        /* v = c0 + c1 x + c2 x^2 + c3 x^3 */
        double c0 = a->v[i], c1 = h * a->vdot[i], rise = b->v[i] - a->v[i];
        double c2 = 3 * rise - 2 * c1 - h * b->vdot[i], c3 = c1 + h * b->vdot[i] - 2 * rise;
        s->now.rhs[i] = h * x * (c0 + x * (c1 / 2 + x * (c2 / 3 + x * c3 / 4)));
        s->state.v[i] = c0 + x * (c1 + x * (c2 + x * c3));
        s->state.vdot[i] = (c1 + x * (2 * c2 + x * 3 * c3)) / h;
    }
    cd_state_move(s->m, &s->state, s->now.rhs, 1);
    for (int i = 0; i < s->c->rows; i++) s->state.lambda[i] = (1 - x) * a->lambda[i] + x * b->lambda[i];
    s->state.t = t;
    Equations *e = cd_equations(s);
    cd_system_prepare(s, w->log);
    /* off the toggle itself the rows still know positions better */
    if (cd_jacobian_factor(s)) find_s(w);
    else w->s = 0;
    if (w->s >= tuning_singular_lost) cd_close_positions(s, w->error, w->most);
    cd_constraints_wind(s->c, s->now.body, s->state.winding);
    if (cd_equations_prepare(e, w->log)) cd_equations_wind(e);
}

/* Over a toggle at a distance from the good point: to points as far before and behind it as G has firm hold again, and
 * from the first to the second in one step, where one motion goes on; to t_end if that lies between them. */
static CdStatus pass_toggle(Walk *w, double distance, double h, double t_end)
{
    System *s = w->system;
    ArenaMark mark = cd_arena_mark(&w->arena);
    State a = cd_state_new(&w->arena, s->m, s->c->rows, s->c->windings),
          b = cd_state_new(&w->arena, s->m, s->c->rows, s->c->windings);
    double toggle = w->good.t + distance, reach = 1e-3 * h;
    bool before = false, behind = false;
    for (; reach < 16 * h && !(before && behind); reach *= 2) {
        if (!before) {
            bool there = reach >= distance; /* at the good point, which has been accepted */
            Landing landing = step_by(w, there ? 0 : distance - reach);
            before = there || (landing == LANDED && w->s > tuning_singular_firm);
            keep(w, &a);
        }
        Landing landing = behind ? LANDED : step_by(w, distance + reach);
        if (!behind)
            keep(w, &b), behind = (landing == LANDED || landing == LANDED_BEYOND) && w->s > tuning_singular_firm;
    }
    double *v = ARENA_ARRAY(&w->arena, double, s->m->nv);
    for (int i = 0; i < s->m->nv; i++) v[i] = (a.v[i] + b.v[i]) / 2;
    step_by(w, distance);
    Place place = judge(w, before && behind ? v : w->good.v);
    CdStatus status = CD_OK;
    if (place.verdict == OTHER_ROWS_HOLD) {
        step_by(w, distance);
        if (!choose_rows(w)) w->blocks = 0; /* G has jumped: no toggle at all */
    } else if (place.verdict == LOCKS || !before || !behind) {
        place.verdict = LOCKS;
        status = stop(w, &place);
    } else {
        go_back(w, &a);
        status = finish(w);
        keep(w, &a), keep(w, &w->good);
        if (status == CD_OK) {
            step_by(w, 2 * (toggle - a.t));
            accept_side(w);
            status = finish(w);
            keep(w, &b), keep(w, &w->good);
        }
        if (status == CD_OK) cd_log(w->log, place.at, TOGGLE_PASSED, place.label, place.t, place.dependent);
        if (status == CD_OK && t_end < b.t) {
            between(w, &a, &b, t_end);
            keep(w, &w->good);
        }
    }
    cd_arena_release(&w->arena, mark);
    return status;
}

/* ---- the way ----------------------------------------------------------------------------------------------------- */

/* What stops a mechanism that no step, however small, leads on from the good point. */
static CdStatus stuck(Walk *w)
{
    if (w->infinite > 0) {
        predict(w, w->infinite);
        cd_system_prepare(w->system, w->log);
    }
    go_back(w, &w->good);
    Place place = judge(w, w->good.v);
    if (place.verdict == OTHER_ROWS_HOLD) place.verdict = OUT_OF_REACH;
    return stop(w, &place);
}

/* Where the step has landed is good. */
static CdStatus stay(Walk *w, double t)
{
    w->system->state.t = t;
    w->infinite = 0;
    CdStatus status = finish(w);
    keep(w, &w->good);
    if (!w->blocks) note_side(w);
    return status;
}

static CdStatus walk(Walk *w, double t_end)
{
    System *s = w->system;
    double h = t_end - s->state.t;
    int halvings = 0;
    bool tried_rows = false;
    CdStatus status = CD_OK;
    keep(w, &w->good);
    note_side(w);
    while (status == CD_OK && w->good.t < t_end) {
        if (cd_stop_asked(s->watch.stop)) {
            status = CD_STOPPED;
            break;
        }
        bool last = w->good.t + h >= t_end * (1 - 1e-14);
        double step = last ? t_end - w->good.t : h;
        Landing landing = step_by(w, step);
        if (landing == LANDED) {
            status = stay(w, last ? t_end : s->state.t);
            tried_rows = false;
            if (halvings > 0 && !last) h *= 2, halvings--;
            continue;
        }
        if (landing != LANDED_BEYOND && !tried_rows) {
            /* other rows may hold where those in use do not */
            tried_rows = true;
            if (landing == NOT_LANDED) predict(w, step);
            if (choose_rows(w)) continue;
        }
        double distance = landing == NOT_LANDED ? -1 : find_toggle(w, step, landing);
        if (distance >= 0) {
            status = pass_toggle(w, distance, step, t_end);
            continue;
        }
        if (landing == LANDED_WEAKLY && step_by(w, step) == LANDED_WEAKLY && w->s >= tuning_singular_lost) {
            status = stay(w, last ? t_end : s->state.t);
            continue;
        }
        h = step / 2;
        if (++halvings > MOST_HALVINGS || w->good.t + h == w->good.t) status = stuck(w);
    }
    go_back(w, &w->good);
    cd_system_prepare(s, NULL);
    return status;
}

CdStatus cd_walk_to(System *s, double t, CdLog *log)
{
    Walk w = { .system = s, .log = log };
    w.error = fmax(cd_model_number(s->model, KIND_kinematics, "ERROR") * 1e-6, 1e-13);
    w.most = (int)cd_model_number(s->model, KIND_kinematics, "MAXIT");
    w.good = cd_state_new(&w.arena, s->m, s->c->rows, s->c->windings);
    w.side = ARENA_ARRAY(&w.arena, signed char, s->m->nv), w.there = ARENA_ARRAY(&w.arena, signed char, s->m->nv);
    CdStatus status = walk(&w, t);
    cd_arena_close(&w.arena);
    return status;
}
