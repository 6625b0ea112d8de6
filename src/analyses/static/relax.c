/* relax.c - sinking and relaxing (theory 11.5 to 11.7).
 *
 *     sinking     M d / h^2 + r(q + d) = 0
 *     relaxing    M ( (d / h - v) / h + c d / h ) + r(q + d, d / h) = 0,   then v <- d / h
 *
 * Each step d is solved for by Newton's method to the end, which finds it if h is small enough; h grows where that is
 * easy and with it d becomes the way to the equilibrium. The time of the state stands still. */
#include "analyses/static/relax.h"

#include "analyses/initial/initial.h"
#include "system/energy.h"

#include <math.h>
#include <string.h>

typedef struct Relaxation {
    Balance *x;
    Relaxing how;
    double h, drag;
    Place from;   /* where the step starts */
    double *d;    /* nv: the step */
    double *way;  /* nv: the sum of the steps, in which coming and going cancel */
    double *load; /* nv: loads where the step starts, without reactions */
    bool closed;  /* the constraints hold there */
    double far;   /* how far the step leads, as a share of what is allowed */
    double turn;  /* largest of a step */
} Relaxation;

enum { MOST_ITERATIONS = 10, CALM = 4 };

/* Velocities, accelerations and rates that belong to the step. */
static void set_motion(Relaxation *y)
{
    State *s = &y->x->s->state;
    const double *v = y->from.at.state.v;
    double h = y->h;
    for (int i = 0; i < y->x->s->m->nv; i++) {
        s->v[i] = y->how == RELAX_DAMPED ? y->d[i] / h : 0;
        s->vdot[i] = y->how == RELAX_DAMPED ? (s->v[i] - v[i]) / h + y->drag * s->v[i] : y->d[i] / (h * h);
    }
    Equations *e = y->x->e;
    for (int i = 0; i < e->aux.differential; i++)
        e->aux.zdot[i] = e->aux.at[i].hold ? 0 : (e->aux.z[i] - y->from.at.z[i]) / h;
}

/* The matrix of the step through the present motion. */
static bool correct(Relaxation *y)
{
    Balance *x = y->x;
    double v = y->how == RELAX_DAMPED ? 1 / y->h : 0, a = 1 / (y->h * y->h) + y->drag * v;
    for (int b = 0; b < x->s->m->bodies; b++)
        x->map[b] =
            (BodyMap){ .q = 1, .v = v, .a = a, .V = m3_scale(m3_identity(), v), .A = m3_scale(m3_identity(), a) };
    return cd_balance_correct(x, &(Maps){ .body = x->map, .z = 1, .rate = 1 / y->h }, true);
}

static double size_of(const Relaxation *y, const double *d)
{
    double translation, rotation;
    cd_change_size(y->x->s, d, &translation, &rotation);
    return fmax(translation / y->x->set.stride, rotation / y->turn);
}

static void move(Relaxation *y)
{
    for (int i = 0; i < y->x->s->m->nv; i++) y->d[i] += y->x->r[i];
    cd_balance_move(y->x, 1);
}

/* With inertia a step starts where the bodies would be without forces. */
static void predict(Relaxation *y)
{
    State *s = &y->x->s->state;
    for (int i = 0; i < y->x->s->m->nv; i++) y->d[i] = y->how == RELAX_DAMPED ? y->h * s->v[i] : 0;
    cd_state_move(y->x->s->m, s, y->d, 1);
}

/* Loads where the step starts, and whether the constraints hold there. */
static bool evaluate_start(Relaxation *y)
{
    Balance *x = y->x;
    State *s = &x->s->state;
    int nv = x->s->m->nv;
    double gap = 0;
    memset(s->lambda, 0, sizeof(double) * (size_t)x->s->c->rows);
    memset(s->vdot, 0, sizeof(double) * (size_t)nv);
    bool good = cd_balance_eval(x, NULL);
    for (int i = 0; i < nv; i++) y->load[i] = -x->r[i];
    for (int i = 0; i < x->s->in_use.n; i++) gap = fmax(gap, fabs(x->r[nv + i]) / x->gap[x->s->in_use.row[i]]);
    y->closed = gap <= 1e-6;
    cd_place_restore(x, &y->from);
    return good;
}

/* Bodies go where the loads push them, or their momentum carries them. A step that leads against that is too long: it
 * aims at an equilibrium that is not stable (11.7). */
static bool leads_back(const Relaxation *y)
{
    const System *s = y->x->s;
    double work = cd_kinetic_energy(s->m, y->from.at.state.v), most = work;
    for (int i = 0; i < s->m->nv; i++) work += y->load[i] * y->d[i], most += fabs(y->load[i] * y->d[i]);
    return y->closed && y->far > 1e-3 && work < -1e-6 * most;
}

/* Number of iterations; 0 if it does not converge or leads too far. */
static int step(Relaxation *y)
{
    Balance *x = y->x;
    double last = INFINITY;
    y->far = 0;
    if (!evaluate_start(y)) return 0;
    predict(y);
    for (int it = 1; it <= MOST_ITERATIONS; it++) {
        set_motion(y);
        if (!cd_balance_eval(x, NULL) || !correct(y)) return 0;
        double change = size_of(y, x->r);
        if (it > 2 && change > 2 * last) return 0;
        move(y);
        y->far = size_of(y, y->d);
        if (y->far > 3) return 0;
        if (change <= 1e-3 * fmax(y->far, x->set.error)) {
            set_motion(y);
            return y->far <= 1 && !leads_back(y) ? it : 0;
        }
        last = change;
    }
    return 0;
}

/* A step that moves no body by much more than a tenth of its size under the present loads (11.6). */
static double first_step(Relaxation *y)
{
    const Mechanism *m = y->x->s->m;
    double fastest = 0;
    cd_balance_be_still(y->x);
    if (!cd_balance_eval(y->x, NULL)) return 1;
    for (int b = 0; b < m->bodies; b++) {
        const double *r = y->x->r + m->body[b].first;
        if (m->body[b].mass > 0 && m->body[b].dofs >= 3)
            fastest = fmax(fastest, v3_norm(cd_translation(&m->body[b], r)) / m->body[b].mass);
    }
    return fastest > 0 ? sqrt(0.1 * y->x->reach / fastest) : 1;
}

/* At rest as KINETIC_ENERGY_ERROR and ACCELERATION_ERROR have it. */
static bool is_at_rest(const Relaxation *y)
{
    double translation, rotation;
    const State *s = &y->x->s->state;
    if (y->how == RELAX_SINKING) return false;
    cd_change_size(y->x->s, s->vdot, &translation, &rotation);
    return cd_kinetic_energy(y->x->s->m, s->v) <= y->x->set.kinetic &&
           fmax(translation, rotation) <= y->x->set.acceleration;
}

/* Whether the state, taken without its motion, is an equilibrium; the motion is kept. */
static bool is_balanced(Relaxation *y)
{
    Balance *x = y->x;
    double translation, rotation;
    cd_change_size(x->s, y->d, &translation, &rotation);
    cd_place_take(x, &x->here);
    cd_balance_be_still(x);
    x->judged.change = fmax(translation / x->size, rotation);
    bool met = cd_balance_eval(x, NULL) && cd_balance_is_met(x);
    if (!met) cd_place_restore(x, &x->here);
    return met;
}

/* Whether the steps have led beyond all bounds (11.13). */
static bool is_far_away(Relaxation *y)
{
    const double many = 100; /* sizes of the model, or radians */
    double translation, rotation;
    for (int i = 0; i < y->x->s->m->nv; i++) y->way[i] += y->d[i];
    cd_change_size(y->x->s, y->way, &translation, &rotation);
    return translation > many * y->x->size || rotation > many;
}

/* Whether the bodies are still near where they were pushed off: where M / h^2 + K is positive only for short steps
 * (11.9). */
static bool is_near(const Relaxation *y)
{
    double translation, rotation;
    cd_change_size(y->x->s, y->way, &translation, &rotation);
    return translation < 0.1 * y->x->size && rotation < 0.3;
}

bool cd_relax(Balance *x, Relaxing how, double fastest, int most)
{
    Relaxation y = { .x = x, .how = how, .turn = 3 * x->set.alimit };
    double spent = 0;
    int calm = CALM; /* steps since one was taken back */
    x->judged.runs_away = false;
    bool met = false, given = how == RELAX_DAMPED && x->set.damping > 0;
    y.from = cd_place_new(x);
    y.d = ARENA_ARRAY(&x->arena, double, x->s->m->nv);
    y.way = ARENA_ARRAY(&x->arena, double, x->s->m->nv);
    y.load = ARENA_ARRAY(&x->arena, double, x->s->m->nv);
    y.h = first_step(&y);
    if (fastest > 0) y.h = fmin(y.h, 1 / fastest);
    for (int i = 0; i < most && !met && !x->judged.runs_away && !cd_stop_asked(x->s->watch.stop); i++) {
        if (how == RELAX_DAMPED && x->set.settling > 0 && spent >= x->set.settling) break;
        cd_place_take(x, &y.from);
        y.drag = how == RELAX_SINKING ? 0 : given ? x->set.damping : 0.1 / y.h;
        cd_trace_note(x->trace, "h = %.4g", y.h);
        int iterations = step(&y);
        x->stats.steps++;
        if (!iterations) {
            cd_trace_note(x->trace, "taken back");
            cd_place_restore(x, &y.from);
            calm = 0;
            y.h *= y.far > 1 ? fmax(0.2, 0.8 / sqrt(y.far)) : 0.3;
            if (y.h < 1e-12) break;
            continue;
        }
        spent += y.h;
        if (cd_balance_accept(x)) {
            cd_balance_be_still(x); /* the motion was that of other constraints */
            continue;
        }
        met = is_at_rest(&y) || is_balanced(&y);
        x->judged.runs_away = !met && is_far_away(&y);
        calm++;
        y.h *= iterations > 6 ? 0.8 : how == RELAX_DAMPED && calm < CALM ? 1.15 : iterations <= 4 ? 2.5 : 1.4;
        if (fastest > 0 && is_near(&y)) y.h = fmin(y.h, 1 / fastest);
    }
    cd_balance_be_still(x);
    return met;
}
