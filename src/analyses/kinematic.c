/* kinematic.c - one kinematic step (theory 7.9 to 7.11).
 *
 * Prediction  d = h v + h^2/2 v'; then Newton on the constraints with the rows in use. Where it fails the step is halved; a
 * mechanism that does not get on with the smallest step is locked. */
#include "analyses/kinematic.h"

#include "analyses/toggle.h"
#include "system/account.h"
#include "system/side.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_HALVINGS = 24, HALVINGS_TO_ROWS = 14 };

static bool try_step(System *s, double h, double error, int most, CdLog *log)
{
    for (int i = 0; i < s->m->nv; i++) s->rhs[i] = h * (s->state.v[i] + h / 2 * s->state.vdot[i]);
    cd_state_move(s->m, &s->state, s->rhs, 1);
    s->state.t += h;
    if (!cd_system_prepare(s, log)) return false;
    cd_constraints_wind(s->c, s->body, s->state.winding);
    return cd_close_positions(s, error, most) >= 0;
}

/* The motion that asks most of equations which have become dependent; of all motions the fastest if there are none. */
static int motion_to_blame(const System *s)
{
    double most = 0;
    int blame = -1;
    for (int k = 0; k < s->rank.dependents; k++) {
        const Dependent *d = &s->rank.dependent[k];
        for (int n = -1; n < d->n; n++) {
            int row = n < 0 ? d->column : d->on[n];
            double asks = s->c->row[row].drive >= 0 ? fabs(s->drive[3 * row + 1] * (n < 0 ? 1 : d->coef[n])) : 0;
            if (asks > most) most = asks, blame = row;
        }
    }
    for (int i = 0; i < s->c->rows && most == 0; i++)
        if (s->c->row[i].drive >= 0 && (blame < 0 || fabs(s->drive[3 * i + 1]) > fabs(s->drive[3 * blame + 1])))
            blame = i;
    return blame;
}

/* Rows that become dependent somewhere in the last, smallest step are so to this tolerance already. */
static const double rank_near = 1e-5;

/* The motion that led to the present place, by which the rank was found. */
static CdPlace name_motion(const System *s, char label[CD_LABEL_ROOM])
{
    int row = motion_to_blame(s);
    if (row >= 0) cd_row_label(s->c, row, label);
    else snprintf(label, CD_LABEL_ROOM, "the mechanism");
    return row >= 0 ? s->c->row[row].element->place : (CdPlace){ 0 };
}

/* What stops the mechanism: a place where its freedoms change and two motions are possible, or the end of its reach. If one motion alone
 * goes on from such a place this is said, and true. The rows in use stay. */
static bool goes_on(System *s, CdLog *log)
{
    char label[CD_LABEL_ROOM];
    Rank before = s->rank;
    cd_system_prepare(s, NULL);
    cd_system_find_rank(s, rank_near, ROWS_LASTING);
    CdPlace place = name_motion(s, label);
    bool toggle = s->rank.rank < before.rank, one_way = toggle && cd_toggle_has_one_way(s);
    if (one_way) cd_log(log, place, TOGGLE_PASSED, label, s->state.t);
    else if (toggle) cd_log(log, place, LOCKED, label, s->state.t);
    else cd_log(log, place, NO_POSITION, label, s->state.t);
    s->rank = before;
    cd_system_use_rank(s);
    return one_way;
}

/* Rows of velocities leave the positions open. */
static bool fixes_positions(const System *s, CdLog *log)
{
    for (int i = 0; i < s->used; i++) {
        const Row *r = &s->c->row[s->use[i]];
        if (!r->velocity_level) continue;
        char label[CD_LABEL_ROOM];
        cd_log(log, r->element->place, NEEDS_INTEGRATION, cd_label(r->element, label));
        return false;
    }
    return true;
}

/* Whether a toggle lies between the last point and this one, or the other way round if G has jumped without becoming singular. */
static bool has_changed_side(System *s)
{
    int side = cd_system_side(s);
    bool changed = side && s->side.sign && side != s->side.sign;
    if (side && !changed) s->side.sign = side;
    return changed;
}

/* Which side the start is on. */
static void find_side(System *s)
{
    if (!cd_system_prepare(s, NULL)) return;
    cd_system_fill(s, cd_block_mass, NULL, 0);
    s->side.sign = cd_system_side(s);
}

/* Of a redundant set other rows may hold the mechanism where those in use become dependent: they are used from here on. */
static bool finds_other_rows(System *s, CdLog *log)
{
    const double tolerance =
        1e-3; /* so near to the place in question, those in use are not independent to this any more */
    cd_system_prepare(s, NULL);
    if (cd_system_loses_rank(s, tolerance) || !cd_system_rank_changed(s, tolerance, ROWS_LASTING)) return false;
    cd_system_find_rank(s, tolerance, ROWS_LASTING);
    find_side(s);
    cd_log(log, ((CdPlace){ 0 }), OTHER_ROWS, s->state.t);
    return true;
}

/* Rows that change sign and stay independent have jumped: the mechanism has not come to a toggle. */
static bool has_jumped(System *s)
{
    cd_system_prepare(s, NULL);
    return !cd_system_loses_rank(s, rank_near);
}

/* How exactly Newton closes positions, and how long it tries. */
typedef struct Settings {
    double error;
    int most;
} Settings;

/* From point to point until t_end; false, with the state of the last good point, where it does not get on. */
static bool march(System *s, double t_end, const Settings *set, State *good, CdStatus *status, CdLog *log)
{
    Equations *e = cd_equations(s);
    double h = t_end - s->state.t;
    int halvings = 0;
    while (*status == CD_OK && s->state.t < t_end) {
        cd_state_copy(s->m, s->c->rows, s->c->windings, good, &s->state);
        bool last = s->state.t + h >= t_end * (1 - 1e-14);
        double step = last ? t_end - s->state.t : h;
        bool moved = try_step(s, step, set->error, set->most, log) && cd_close_velocities(s);
        bool toggled = moved && has_changed_side(s);
        if (!moved || toggled) {
            cd_state_copy(s->m, s->c->rows, s->c->windings, &s->state, good);
            h = step / 2;
            if (toggled && halvings == HALVINGS_TO_ROWS && finds_other_rows(s, log)) continue;
            if (++halvings <= MOST_HALVINGS && s->state.t + h != s->state.t) continue;
            if (!toggled || !has_jumped(s)) return false;
            s->side.sign = -s->side.sign;
            continue;
        }
        if (last) s->state.t = t_end;
        cd_constraints_advance(s->c, s->state.t, log);
        *status =
            cd_constraints_on_curves(s->c, &s->state, log) ? cd_watch_redundant(s, 1e-6, log) : CD_ANALYSIS_FAILED;
        e->world.x.system[SYSTEM_MODE] = MODE_KINEMATICS;
        if (*status == CD_OK) *status = cd_accelerations(s, log);
        if (*status == CD_OK && cd_equations_prepare(e, log)) cd_equations_wind(e);
        if (halvings > 0 && !last) h *= 2, halvings--;
    }
    return true;
}

/* The state at t between a and b, on both sides of a toggle, where rows determine neither velocities nor accelerations: the Taylor
 * series from a, its third derivative from both accelerations (7.13). */
static void between(System *s, const State *a, const State *b, double t)
{
    double h = b->t - a->t, x = t - a->t;
    cd_state_copy(s->m, s->c->rows, s->c->windings, &s->state, a);
    for (int i = 0; i < s->m->nv; i++) {
        double jerk = (b->vdot[i] - a->vdot[i]) / h;
        s->rhs[i] = x * (a->v[i] + x / 2 * (a->vdot[i] + x / 3 * jerk));
        s->state.v[i] += x * (a->vdot[i] + x / 2 * jerk);
        s->state.vdot[i] += x * jerk;
    }
    cd_state_move(s->m, &s->state, s->rhs, 1);
    for (int i = 0; i < s->c->rows; i++) s->state.lambda[i] += x / h * (b->lambda[i] - a->lambda[i]);
    s->state.t = t;
}

/* Over a toggle at about the time of the state: from a point before it in one step to one as far behind, and on to t_end. start: where
 * the step began. */
static bool pass_over(System *s, const State *start, double t_end, const Settings *set, State *good, CdStatus *status,
                      CdLog *log)
{
    double toggle = s->state.t, reach = fmin(1e-3 * (t_end - start->t), toggle - start->t);
    if (reach <= 1e-6 * (t_end - start->t)) return false;
    Arena scratch = { 0 };
    State a = cd_state_new(&scratch, s->m, s->c->rows, s->c->windings),
          b = cd_state_new(&scratch, s->m, s->c->rows, s->c->windings);
    cd_state_copy(s->m, s->c->rows, s->c->windings, &s->state, start);
    find_side(s);
    bool good_so_far = march(s, toggle - reach, set, good, status, log) && *status == CD_OK;
    cd_state_copy(s->m, s->c->rows, s->c->windings, &a, &s->state);
    good_so_far = good_so_far && try_step(s, 2 * reach, set->error, set->most, log) && cd_close_velocities(s) &&
                  cd_accelerations(s, log) == CD_OK;
    cd_state_copy(s->m, s->c->rows, s->c->windings, &b, &s->state);
    if (good_so_far) find_side(s);
    bool inside = t_end < b.t;
    if (good_so_far && inside) between(s, &a, &b, t_end);
    if (good_so_far && inside && cd_equations_prepare(cd_equations(s), log)) cd_equations_wind(cd_equations(s));
    cd_constraints_advance(s->c, s->state.t, log);
    cd_arena_close(&scratch);
    return good_so_far && (inside || march(s, t_end, set, good, status, log));
}

CdStatus cd_kinematic_step(System *s, double t_end, CdLog *log)
{
    double rounding = 1e-13 * fmax(1, s->length);
    Settings set = { .error = fmax(cd_model_number(s->model, KIND_kinematics, "ERROR") * 1e-6, rounding),
                     .most = (int)cd_model_number(s->model, KIND_kinematics, "MAXIT") };
    Arena scratch = { 0 };
    State good = cd_state_new(&scratch, s->m, s->c->rows, s->c->windings),
          start = cd_state_new(&scratch, s->m, s->c->rows, s->c->windings);
    cd_state_copy(s->m, s->c->rows, s->c->windings, &start, &s->state);
    CdStatus status = fixes_positions(s, log) ? CD_OK : CD_ANALYSIS_FAILED;
    if (status == CD_OK && !s->side.sign) find_side(s);
    if (!march(s, t_end, &set, &good, &status, log) &&
        !(goes_on(s, log) && pass_over(s, &start, t_end, &set, &good, &status, log)))
        status = CD_ANALYSIS_FAILED;
    cd_arena_close(&scratch);
    return status;
}

/* ---- simulations --------------------------------------------------------------------------------------------------------------------- */

struct Kinematic {
    Arena arena;
    System *s;
    CdLog *log;
    Sensing *sensors; /* NULL: none */
    SensorActions asked;
    bool event;
    State before; /* the present step, and the drives then */
    Drive *drive;
    long steps;
    void (*follow)(void *user);
    void *user;
};

Kinematic *cd_kinematic_open(System *s, CdLog *log)
{
    Kinematic *k = cd_take(sizeof *k);
    Equations *e = cd_equations(s);
    k->s = s;
    s->side.sign = 0;
    k->before = cd_state_new(&k->arena, s->m, s->c->rows, s->c->windings);
    k->drive = ARENA_ARRAY(&k->arena, Drive, s->c->drives);
    cd_equations_prepare(e, log);
    cd_account_open(s->account, e);
    k->sensors = cd_sensing_open(&k->arena, e, log);
    k->event = k->sensors && cd_sensing_accept(k->sensors, &k->asked, log);
    return k;
}

void cd_kinematic_close(Kinematic *k)
{
    if (!k) return;
    cd_arena_close(&k->arena);
    free(k);
}

void cd_kinematic_follow(Kinematic *k, void (*follow)(void *user), void *user)
{
    k->follow = follow, k->user = user;
}

long cd_kinematic_steps(const Kinematic *k)
{
    return k->steps;
}

bool cd_kinematic_event(Kinematic *k, SensorActions *out)
{
    bool event = k->event;
    k->event = false, *out = k->asked;
    return event;
}

/* The present step with another size. */
static bool try_again(void *kinematic, double h)
{
    Kinematic *k = kinematic;
    System *s = k->s;
    cd_state_copy(s->m, s->c->rows, s->c->windings, &s->state, &k->before);
    if (s->c->drives) memcpy(s->c->drive, k->drive, sizeof(Drive) * (size_t)s->c->drives);
    if (cd_kinematic_step(s, s->state.t + h, k->log) != CD_OK) return false;
    return cd_equations_prepare(cd_equations(s), k->log);
}

/* A body that turns by a radian in so small a share of an output step is not followed: its motion has no end. */
static const double least_piece = 1e-7;

/* The end of the next step: not longer than HMAX, and no body turns by more than about a radian: what counts turns looks from point to
 * point. whole: time between outputs. Not a number, with a message, if a body turns without end. */
static double choose_step(const System *s, double end, double whole, CdLog *log)
{
    double h = end - s->state.t, hmax = cd_model_number(s->model, KIND_kinematics, "HMAX"), turn = 0;
    double pieces = hmax > 0 ? h / hmax * (1 - 1e-12) : 1;
    int fastest = -1;
    for (int b = 0; b < s->m->bodies; b++) {
        const double *w = s->state.v + s->m->body[b].first + 3, *a = s->state.vdot + s->m->body[b].first + 3;
        if (s->m->body[b].freedoms < 6) continue;
        double turns = h * v3_norm(v3(w[0], w[1], w[2])) + h * h / 2 * v3_norm(v3(a[0], a[1], a[2]));
        if (turns > turn) turn = turns, fastest = b;
    }
    if (h > least_piece * whole * 100 && h / turn < least_piece * whole) {
        char label[CD_LABEL_ROOM];
        const Element *e = cd_body_name(s->m, fastest);
        cd_log(log, e->place, TURNS_TOO_FAST, cd_label(e, label), s->state.t, turn, h);
        return NAN;
    }
    pieces = fmax(pieces, turn);
    return pieces > 1 ? s->state.t + h / ceil(pieces) : end;
}

CdStatus cd_kinematic_to(Kinematic *k, double end, CdLog *log)
{
    System *s = k->s;
    CdStatus status = CD_OK;
    double whole = end - s->state.t;
    k->log = log;
    while (status == CD_OK && s->state.t < end && !k->event) {
        double start = s->state.t;
        cd_state_copy(s->m, s->c->rows, s->c->windings, &k->before, &s->state);
        if (s->c->drives) memcpy(k->drive, s->c->drive, sizeof(Drive) * (size_t)s->c->drives);
        double next = choose_step(s, end, whole, log);
        status = isnan(next) ? CD_ANALYSIS_FAILED : cd_kinematic_step(s, next, log);
        k->steps++;
        if (status == CD_OK && k->sensors) {
            double h = s->state.t - start, nearest = 1e-9 * h + 4e-16 * fabs(start);
            cd_equations_prepare(cd_equations(s), log);
            if (!cd_sensing_locate(k->sensors, h, nearest, try_again, k)) return CD_ANALYSIS_FAILED;
            k->event = cd_sensing_accept(k->sensors, &k->asked, log);
        }
        if (status == CD_OK && s->account && cd_equations_prepare(cd_equations(s), log))
            cd_account_accept(s->account, cd_equations(s));
        if (status == CD_OK && s->state.t < end && k->follow) k->follow(k->user);
    }
    return status;
}
