/* sensors.c - a sensor fires when its condition comes true, or has been passed within a step:
 *
 *     EQ  |g| <= ERROR or g changes sign,     GE  g >= -ERROR,     LE  g <= ERROR,        g = f - VALUE
 *         (8.37) */
#include "system/sensors.h"

#include <math.h>

Sensors cd_sensors_open(Arena *arena, Equations *e)
{
    const Table *t = &e->s->model->table[KIND_sensor];
    Sensors s = { .e = e, .at = ARENA_ARRAY(arena, Watcher, t->n) };
    const Activity *active = e->s->given.active;
    int room = 1;
    for (int i = 0; i < t->n; i++) {
        const Sensor *sensor = MODEL_AT(e->s->model, sensor, Sensor, i);
        if ((active && active->on[KIND_sensor] && !active->on[KIND_sensor][i]) || !sensor->function.program) continue;
        const Program *p[2] = { sensor->function.program, sensor->evaluate.program };
        for (int k = 0; k < 2; k++)
            if (p[k] && cd_program_room(p[k]) > room) room = cd_program_room(p[k]);
        s.at[s.n++] = (Watcher){ .element = &t->at[i], .sensor = sensor, .index = i, .last = NAN };
    }
    s.room = ARENA_ARRAY(arena, double, room);
    return s;
}

static bool evaluate(Sensors *s, const Watcher *w, const Expr *expr, double *value, CdLog *log)
{
    if (cd_program_value(expr->program, &s->e->world.x, s->room, value)) return true;
    const Field *f = w->element->kind->fields;
    while (f->type != FIELD_EXPR || cd_field_in(f, w->element->data) != expr) f++;
    if (log) cd_program_explain(expr->program, &s->e->world.x, s->room, w->element, f, EXPLAIN_FAILURE, log);
    return false;
}

static bool holds(const Watcher *w, double gap)
{
    const Sensor *s = w->sensor;
    switch (s->compare) {
    case SENSOR_GE: return gap >= -s->error;
    case SENSOR_LE: return gap <= s->error;
    default: return fabs(gap) <= s->error;
    }
}

/* An angle that jumps by nearly a turn has passed the far side, not the value. */
static bool has_passed(const Watcher *w)
{
    if (w->sensor->compare != SENSOR_EQ || !(w->last * w->gap < 0)) return false;
    return !w->sensor->angle || fabs(w->gap - w->last) < M_PI;
}

int cd_sensors_look(Sensors *s, CdLog *log)
{
    int n = 0;
    if (s->n) cd_equations_complete(s->e);
    for (int i = 0; i < s->n; i++) {
        Watcher *w = &s->at[i];
        if (!evaluate(s, w, &w->sensor->function, &w->f, log)) return -1;
        w->gap = w->f - w->sensor->value;
        if (w->sensor->angle) w->gap = remainder(w->gap, 2 * M_PI);
        bool was = !isnan(w->last) && holds(w, w->last);
        w->fires = (holds(w, w->gap) && !was) || (has_passed(w) && !was);
        n += w->fires;
    }
    return n;
}

double cd_sensor_fraction(const Watcher *w, double from)
{
    return from * w->gap < 0 ? from / (from - w->gap) : 1;
}

bool cd_sensors_accept(Sensors *s, CdLog *log)
{
    bool good = true;
    for (int i = 0; i < s->n; i++) {
        Watcher *w = &s->at[i];
        w->last = w->gap;
        cd_program_wind(w->sensor->function.program, &s->e->world.x, s->e->past.winding);
        if (w->sensor->evaluate.program)
            cd_program_wind(w->sensor->evaluate.program, &s->e->world.x, s->e->past.winding);
        if (!w->fires) continue;
        Memory *kept = cd_equations_memory(s->e, KIND_sensor, w->index, 0);
        double x = 0;
        if (w->sensor->evaluate.program) good = evaluate(s, w, &w->sensor->evaluate, &x, log) && good;
        if (kept) kept->value = x;
        w->fires = false;
    }
    return good;
}
