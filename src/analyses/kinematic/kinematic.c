/* kinematic.c - simulation of a mechanism without degrees of freedom: steps, sensors. */
#include "analyses/kinematic/kinematic.h"

#include "analyses/kinematic/walk.h"
#include "system/account.h"
#include "system/equations.h"
#include "system/sampling.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Rows of velocities leave the positions open. */
static bool fixes_positions(const System *s, CdLog *log)
{
    for (int i = 0; i < s->in_use.n; i++) {
        const Row *r = &s->c->row[s->in_use.row[i]];
        if (!r->velocity_level) continue;
        char label[CD_LABEL_ROOM];
        cd_log(log, r->element->place, NEEDS_INTEGRATION, cd_label(r->element, label));
        return false;
    }
    return true;
}

CdStatus cd_kinematic_step(System *s, double t, CdLog *log)
{
    return fixes_positions(s, log) ? cd_walk_to(s, t, log) : CD_ANALYSIS_FAILED;
}

/* ---- simulations ------------------------------------------------------------------------------------------------- */

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
    if (e->aux.differential) {
        char label[CD_LABEL_ROOM];
        cd_log(log, e->aux.at[0].element->place, NOT_INTEGRATED, cd_label(e->aux.at[0].element, label));
    }
    k->before = cd_state_new(&k->arena, s->m, s->c->rows, s->c->windings);
    k->drive = ARENA_ARRAY(&k->arena, Drive, s->c->drives);
    cd_equations_prepare(e, log);
    cd_account_open(s->watch.account, e);
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

void cd_kinematic_on_step(Kinematic *k, void (*follow)(void *user), void *user)
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

/* The end of the next step: not longer than HMAX, and no body turns by more than about a radian: what counts turns
 * looks from point to point. whole: time between outputs. Not a number, with a message, if a body turns without end. */
static double choose_step(const System *s, double end, double whole, CdLog *log)
{
    double h = end - s->state.t, hmax = cd_model_number(s->model, KIND_kinematics, "HMAX"), turn = 0;
    double pieces = hmax > 0 ? h / hmax * (1 - 1e-12) : 1;
    int fastest = -1;
    for (int b = 0; b < s->m->bodies; b++) {
        const MovingBody *body = &s->m->body[b];
        double turns = h * v3_norm(cd_rotation(body, s->state.v + body->first)) +
                       h * h / 2 * v3_norm(cd_rotation(body, s->state.vdot + body->first));
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
        if (cd_stop_asked(s->watch.stop)) return CD_STOPPED;
        double start = s->state.t;
        cd_state_copy(s->m, s->c->rows, s->c->windings, &k->before, &s->state);
        if (s->c->drives) memcpy(k->drive, s->c->drive, sizeof(Drive) * (size_t)s->c->drives);
        double sample = cd_sampling_next(cd_equations(s), start + 1e-9 * whole);
        double next = choose_step(s, fmin(end, sample), whole, log);
        status = isnan(next) ? CD_ANALYSIS_FAILED : cd_kinematic_step(s, next, log);
        k->steps++;
        if (status == CD_OK && k->sensors) {
            double h = s->state.t - start, nearest = 1e-9 * h + 4e-16 * fabs(start);
            cd_equations_prepare(cd_equations(s), log);
            if (!cd_sensing_locate(k->sensors, h, nearest, try_again, k)) return CD_ANALYSIS_FAILED;
            k->event = cd_sensing_accept(k->sensors, &k->asked, log);
        }
        if (status == CD_OK && s->watch.account && cd_equations_prepare(cd_equations(s), log))
            cd_account_accept(s->watch.account, cd_equations(s));
        if (status == CD_OK && s->state.t < end && k->follow) k->follow(k->user);
    }
    return status;
}
