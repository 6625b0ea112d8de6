/* sensing.c - events of sensors located within steps (theory 9.30, 9.31), and said. */
#include "analyses/dynamic/sensing.h"

#include "analyses/initial/initial.h"
#include "integrators/integrator.h"
#include "system/project.h"

#include <math.h>

struct Sensing {
    Sensors sensors;
    double *low;       /* gaps at the lower end of the search */
    bool *fired;       /* at the last accepted point */
    FiredSensor *told; /* those, one behind the other */
    bool solves;       /* for reactions and accelerations, where it looks */
    Snapshot own;      /* what the method has there */
};

/* Whether a sensor has been looked at in an earlier simulation, or in this one. */
static double *seen(Sensing *s, int index)
{
    return &cd_equations_memory(s->sensors.e, KIND_sensor, index, SENSOR_SEEN)->value;
}

Sensing *cd_sensing_open(Arena *arena, Equations *e, CdLog *log)
{
    Sensing *s = ARENA_NEW(arena, Sensing);
    s->sensors = cd_sensors_open(arena, e);
    int n = s->sensors.n, all = e->s->model->table[KIND_sensor].n;
    bool *on = ARENA_ARRAY(arena, bool, all);
    s->low = ARENA_ARRAY(arena, double, n), s->fired = ARENA_ARRAY(arena, bool, n);
    s->told = ARENA_ARRAY(arena, FiredSensor, n);
    if (n) cd_sensors_look(&s->sensors, log);
    for (int i = 0; i < n; i++) {
        Watcher *w = &s->sensors.at[i];
        w->fires = w->fires && w->sensor->compare != SENSOR_EQ && *seen(s, w->index) == 0;
        on[w->index] = true;
    }
    for (int i = 0; i < all; i++) *seen(s, i) = on[i];
    return n ? s : NULL;
}

/* Whether an auxiliary unknown gives what expressions see there; differential: one with a rate. */
static bool is_shown(const Equations *e, int slot, bool wrench, bool differential)
{
    int from = differential ? 0 : e->aux.differential, to = differential ? e->aux.differential : e->aux.n;
    for (int i = from; i < to; i++)
        if (e->aux.at[i].wrench == wrench && e->aux.shown[2 * i] == slot) return true;
    return false;
}

/* Forces of contacts follow from positions and velocities. */
static bool is_contact(const Equations *e, int wrench)
{
    return e->s->model->wrench_read.at[wrench].kind == KIND_contact && !is_shown(e, wrench, true, false);
}

/* Whether the method knows what a leaf reads as well as positions, velocities and states: all else is solved for. */
static bool is_known(const Equations *e, const Program *p, const Leaf *leaf)
{
    bool known = leaf->type == LEAF_TIME || leaf->type == LEAF_SYSTEM || leaf->type == LEAF_MARKER;
    if (leaf->type == LEAF_STATE) known = is_shown(e, leaf->slot, false, true);
    for (int k = 0; leaf->type == LEAF_LOAD && k < leaf->loads; k++)
        known = (k == 0 || known) && is_contact(e, p->load[leaf->slot + k]);
    return known;
}

static bool is_solved_for(const Equations *e, const Program *p)
{
    if (!p) return false;
    for (int i = 0; i < p->leaves; i++)
        if (!is_known(e, p, &p->leaf[i])) return true;
    return cd_reads_accelerations(p);
}

void cd_sensing_solve(Sensing *s, Arena *arena)
{
    const Equations *e = s->sensors.e;
    for (int i = 0; i < s->sensors.n; i++) {
        const Sensor *x = s->sensors.at[i].sensor;
        s->solves |= is_solved_for(e, x->function.program) || is_solved_for(e, x->evaluate.program);
    }
    if (s->solves) s->own = cd_snapshot_new(arena, e);
}

/* Looks at the present state; the number of sensors that fire, -1 if one has no value. */
static int evaluate(Sensing *s)
{
    Equations *e = s->sensors.e;
    if (!s->solves) return cd_sensors_look(&s->sensors, NULL);
    double least = 1e-13 * fmax(1, e->s->constants.length);
    cd_snapshot_take(e, &s->own);
    if (!cd_project_both(e->s, least, least)) cd_snapshot_restore(e, &s->own);
    int fire = cd_accelerations_by_masses(e->s, NULL) == CD_OK && cd_equations_prepare(e, NULL)
                   ? cd_sensors_look(&s->sensors, NULL)
                   : -1;
    cd_snapshot_restore(e, &s->own);
    cd_equations_prepare(e, NULL);
    return fire;
}

/* ---- where in a step --------------------------------------------------------------------------------------------- */

/* Looks at the end of a step of the search; the earliest sensor that fires in it, NULL: none. *at: the share of the way
 * from the lower end at which it does. */
static const Watcher *earliest(Sensing *s, double *at)
{
    const Watcher *first = NULL;
    bool blind = evaluate(s) < 0; /* where a value is missing none fires */
    for (int i = 0; i < s->sensors.n; i++) {
        Watcher *w = &s->sensors.at[i];
        w->fires = w->fires && !blind;
        if (!w->fires) continue;
        double share = cd_sensor_fraction(w, s->low[i]);
        if (!first || share < *at) first = w, *at = share;
    }
    return first;
}

static bool is_met(const Watcher *w, double width)
{
    return fabs(w->gap) <= w->sensor->error || width <= w->sensor->bisection;
}

bool cd_sensing_locate(Sensing *s, double h, double nearest, bool (*attempt)(void *user, double h), void *user)
{
    enum { MOST = 80 };
    double low = 0, high = h, here = h, at = 1;
    for (int i = 0; i < s->sensors.n; i++) s->low[i] = s->sensors.at[i].last;
    const Watcher *first = earliest(s, &at);
    if (!first) return true;
    for (int i = 0; i < MOST && !is_met(first, high - low) && high - low > nearest; i++) {
        double next = i % 3 == 2 ? (low + high) / 2 : low + at * (high - low);
        if (!(next > low && next < high)) next = (low + high) / 2;
        if (!attempt(user, next)) return false;
        here = next;
        const Watcher *found = earliest(s, &at);
        if (found) {
            high = next, first = found;
            continue;
        }
        for (int k = 0; k < s->sensors.n; k++) s->low[k] = s->sensors.at[k].gap;
        low = next, at = 0.5;
    }
    if (here == high) return true;
    if (!attempt(user, high)) return false;
    earliest(s, &at);
    return true;
}

/* ---- actions ----------------------------------------------------------------------------------------------------- */

static void add_actions(const Sensor *p, SensorActions *out)
{
    out->halt |= p->halt, out->end |= p->return_, out->print |= p->print;
    out->restart |= p->restart, out->refactor |= p->codgen, out->dump |= p->yydump;
    if (p->dt > 0) out->dt = p->dt;
    if (p->stepsize > 0) out->step = p->stepsize;
}

static void tell(Sensing *s, const Watcher *w, CdLog *log)
{
    static const char *const sign[] = { [SENSOR_EQ] = "=", [SENSOR_GE] = ">=", [SENSOR_LE] = "<=" };
    const Sensor *p = w->sensor;
    TextBuffer text = { 0 };
    const struct {
        bool asked;
        const char *word;
    } words[] = { { p->halt, "HALT" },       { p->return_, "RETURN" }, { p->print, "PRINT" },
                  { p->restart, "RESTART" }, { p->codgen, "CODGEN" },  { p->yydump, "YYDUMP" } };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (words[i].asked) cd_buffer_print(&text, ", %s", words[i].word);
    if (p->dt > 0) cd_buffer_print(&text, ", DT = %g", p->dt);
    if (p->stepsize > 0) cd_buffer_print(&text, ", STEPSIZE = %g", p->stepsize);
    if (p->evaluate.program)
        cd_buffer_print(&text, ", EVALUATE = %.9g",
                        cd_equations_memory(s->sensors.e, KIND_sensor, w->index, SENSOR_VALUE)->value);
    char label[CD_LABEL_ROOM];
    double t = s->sensors.e->s->state.t;
    const char *actions = text.n ? text.at + 2 : "nothing is asked for", *compare = sign[p->compare];
    CdPlace place = w->element->place;
    cd_label(w->element, label);
    if (p->halt) cd_log(log, place, SENSOR_HALTS, label, t, w->f, compare, p->value, actions);
    else cd_log(log, place, SENSOR_ACTS, label, t, w->f, compare, p->value, actions);
    cd_buffer_close(&text);
}

bool cd_sensing_accept(Sensing *s, SensorActions *out, CdLog *log)
{
    bool any = false;
    Sensors *all = &s->sensors;
    *out = (SensorActions){ .sensor = s->told };
    for (int i = 0; i < all->n; i++) any |= s->fired[i] = all->at[i].fires;
    cd_sensors_accept(all, log);
    for (int i = 0; i < all->n && any; i++) {
        if (!s->fired[i]) continue;
        const Watcher *w = &all->at[i];
        add_actions(w->sensor, out);
        s->told[out->fired++] = (FiredSensor){ w->element, w->f, w->sensor->halt || w->sensor->return_ };
        tell(s, w, log);
    }
    return any;
}

bool cd_sensing_disturbs(const Sensing *s)
{
    const CdModel *m = s->sensors.e->s->model;
    for (int i = 0; i < m->state_read.n; i++) {
        if (m->state_read.at[i].kind != KIND_sensor) continue;
        for (int k = 0; k < s->sensors.n; k++)
            if (s->fired[k] && s->sensors.at[k].index == m->state_read.at[i].index) return true;
    }
    return false;
}
