/* runaway.c - when a motion runs away.
 *
 * A mechanism that leaves an unstable equilibrium speeds up exponentially too, but no further than about its own size.
 * So kinetic energy is followed from where a body has gone the size of the model or turned once, over three decades,
 * each of which takes no more than 1.5 times the time of the one before and at least three steps: energy that grows as
 * t^2 (a fall) or t^4 takes 3.2 or 1.8 times, a blow fewer steps. And it must come from loads, of which the one that
 * feeds most depends on the motion. */
#include "analyses/dynamic/runaway.h"

#include "integrators/tuning.h"
#include "system/energy.h"

#include <math.h>

enum { DECADES = 3, STEPS = 3 };
static const double lengthening = 1.5;

struct Runaway {
    Equations *e;
    double size;           /* of the model: the diagonal of the box around its markers */
    Vec3 *start;           /* of each body */
    Vec3 *turn;            /* of each body: its angular velocity, in its own axes, over time */
    bool away;             /* a body has gone as far */
    const Element *source; /* that the user has been told of; NULL: not yet */
    double t;              /* of the last point */
    double energy, since;  /* at the beginning of the present decade */
    double interval;       /* that the one before took */
    int decades, steps;    /* in a row; in the present one */
};

static double model_size(const System *s)
{
    Vec3 low = v3(INFINITY, INFINITY, INFINITY), high = v3_neg(low);
    for (int i = 0; i < s->m->markers; i++) {
        Vec3 r = s->now.marker[i].r;
        low = v3(fmin(low.x, r.x), fmin(low.y, r.y), fmin(low.z, r.z));
        high = v3(fmax(high.x, r.x), fmax(high.y, r.y), fmax(high.z, r.z));
    }
    return s->m->markers ? v3_norm(v3_sub(high, low)) : 0;
}

Runaway *cd_runaway_open(Arena *arena, Equations *e)
{
    System *s = e->s;
    double size = model_size(s);
    if ((!e->loads.n && !e->loads.contacts) || !(size > 0) || !isfinite(size)) return NULL;
    Runaway *r = ARENA_NEW(arena, Runaway);
    r->e = e, r->size = size, r->t = s->state.t;
    r->start = ARENA_ARRAY(arena, Vec3, s->m->bodies), r->turn = ARENA_ARRAY(arena, Vec3, s->m->bodies);
    for (int b = 0; b < s->m->bodies; b++) r->start[b] = s->state.r[b];
    return r;
}

static bool has_gone_far(Runaway *r, double h)
{
    const double once = 6.283185307179586;
    const System *s = r->e->s;
    bool far = false;
    for (int b = 0; b < s->m->bodies; b++) {
        const MovingBody *body = &s->m->body[b];
        const double *v = s->state.v + body->first;
        if (body->dofs < 3 || body->role == BODY_MODES) continue;
        r->turn[b] = v3_axpy(r->turn[b], h, cd_rotation(body, v));
        far |= v3_norm(r->turn[b]) > once || v3_norm(v3_sub(s->state.r[b], r->start[b])) > r->size;
    }
    return far;
}

static bool depends_on_motion(const Load *l)
{
    for (int k = 0; k < 6; k++)
        if (l->f[k] && !l->f[k]->time_only) return true;
    return !l->f[0] && !l->f[1] && !l->f[2] && !l->f[3] && !l->f[4] && !l->f[5];
}

/* The load that feeds most; power: of all that feed. */
static const Load *find_source(Runaway *r, double *power)
{
    const Load *most = NULL;
    double largest = 0;
    *power = 0;
    for (int n = 0; n < r->e->loads.n; n++) {
        const Load *l = &r->e->loads.load[n];
        Wrench w;
        if (!cd_load_eval(&r->e->world, l, r->e->past.turn, &w, NULL, NULL)) continue;
        double own = cd_load_power(r->e, l, w);
        if (own > 0) *power += own;
        if (own > largest) largest = own, most = l;
    }
    return most;
}

static void begin_decade(Runaway *r, double energy, double interval)
{
    r->energy = energy, r->since = r->t, r->interval = interval, r->steps = 0;
}

/* A decade is full. */
static void end_decade(Runaway *r, double energy, CdLog *log)
{
    const double blow = 10;
    double interval = r->t - r->since, power;
    bool smooth = r->steps >= STEPS && energy < blow * 10 * r->energy;
    bool follows = smooth && r->decades && interval <= lengthening * r->interval;
    r->decades = follows ? r->decades + 1 : smooth;
    begin_decade(r, energy, interval);
    if (r->decades < DECADES) return;
    const Load *source = find_source(r, &power);
    if (!source || !depends_on_motion(source) || !(power * interval > energy)) return;
    char label[CD_LABEL_ROOM];
    const Element *e = &r->e->s->model->table[source->kind].at[source->index];
    cd_log(log, e->place, RUNS_AWAY, cd_label(e, label), r->t, interval, energy);
    r->source = e;
}

void cd_runaway_look(Runaway *r, CdLog *log)
{
    if (r->source) return;
    const System *s = r->e->s;
    double h = s->state.t - r->t, energy = cd_kinetic_energy(s->m, s->state.v);
    r->t = s->state.t, r->steps++;
    bool before = r->away;
    if (!r->away) r->away = has_gone_far(r, h);
    if (!r->away) return;
    if (!before || energy < r->energy / 10) r->decades = 0, begin_decade(r, energy, 0);
    else if (energy > 10 * r->energy) end_decade(r, energy, log);
}

bool cd_runaway_ends(const Runaway *r, double steps, CdLog *log)
{
    const double more = 100;
    const System *s = r->e->s;
    char label[CD_LABEL_ROOM];
    if (!r->source || !(steps > tuning_runaway_too_many)) return false;
    double energy = cd_kinetic_energy(s->m, s->state.v);
    if (!(energy > more * r->energy)) return false;
    cd_log(log, r->source->place, RAN_AWAY, cd_label(r->source, label), s->state.t, energy, steps);
    return true;
}
