/* results.c - the columns of a run: parts, reactions, requests. */
#include "output/results.h"

#include "elements/request.h"
#include "expr/compile.h"
#include "model/bodies.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    Dimension dimension;
} part_columns[] = { { "X", DIM_LENGTH },
                     { "Y", DIM_LENGTH },
                     { "Z", DIM_LENGTH },
                     { "PSI", DIM_ANGLE },
                     { "THETA", DIM_ANGLE },
                     { "PHI", DIM_ANGLE },
                     { "VX", DIM_VELOCITY },
                     { "VY", DIM_VELOCITY },
                     { "VZ", DIM_VELOCITY },
                     { "WX", DIM_ANGULAR_VELOCITY },
                     { "WY", DIM_ANGULAR_VELOCITY },
                     { "WZ", DIM_ANGULAR_VELOCITY },
                     { "ACCX", DIM_ACCELERATION },
                     { "ACCY", DIM_ACCELERATION },
                     { "ACCZ", DIM_ACCELERATION },
                     { "WDX", DIM_MIXED },
                     { "WDY", DIM_MIXED },
                     { "WDZ", DIM_MIXED } },
  load_columns[] = { { "FX", DIM_FORCE },  { "FY", DIM_FORCE },  { "FZ", DIM_FORCE },
                     { "TX", DIM_TORQUE }, { "TY", DIM_TORQUE }, { "TZ", DIM_TORQUE } };
enum { PART_COLUMNS = 18, LOAD_COLUMNS = 6 };

static const char *const request_columns[REQUEST_COMPONENTS] = { "F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8" };

/* Constraints and forces between markers have a load to show. */
static bool has_reaction(const System *s, int kind, int index)
{
    int i, j;
    if (!cd_kinds[kind]->constrain && !cd_kinds[kind]->load) return false;
    cd_element_markers(s->model, (KindIndex)kind, index, &i, &j);
    return i >= 0;
}

static Dimension request_dimension(const Request *r, int component)
{
    static const Dimension table[4][2] = { { DIM_LENGTH, DIM_NONE },
                                           { DIM_VELOCITY, DIM_ANGULAR_VELOCITY },
                                           { DIM_ACCELERATION, DIM_MIXED },
                                           { DIM_FORCE, DIM_TORQUE } };
    return r->type < 0 ? DIM_MIXED : table[r->type][component >= 4];
}

/* Counts the channels, or lists them where there is room. */
static int list_channels(Results *r, Channel *out)
{
    const CdModel *m = r->s->model;
    int n = 0;
#define CHANNEL(e_, name_, dim_)                                                                                       \
    do {                                                                                                               \
        if (out) out[n] = (Channel){ e_, name_, dim_ };                                                                \
        n++;                                                                                                           \
    } while (0)
    for (int b = 0; b < r->s->m->bodies; b++)
        for (int k = 0; k < PART_COLUMNS; k++)
            CHANNEL(cd_body_name(r->s->m, b), part_columns[k].name, part_columns[k].dimension);
    for (int kind = 0; kind < KIND_COUNT; kind++)
        for (int i = 0; i < m->table[kind].n; i++)
            if (has_reaction(r->s, kind, i))
                for (int k = 0; k < LOAD_COLUMNS; k++)
                    CHANNEL(&m->table[kind].at[i], load_columns[k].name, load_columns[k].dimension);
    for (int i = 0; i < r->requests; i++) {
        if (out) r->request[i] = n;
        for (int k = 0; k < REQUEST_COMPONENTS; k++)
            CHANNEL(&m->table[KIND_request].at[i], request_columns[k],
                    request_dimension(MODEL_AT(m, request, Request, i), k));
    }
#undef CHANNEL
    return n;
}

Results *cd_results_open(System *s)
{
    Results *r = cd_take(sizeof *r);
    const CdModel *m = s->model;
    r->s = s;
    r->requests = m->table[KIND_request].n;
    r->request = ARENA_ARRAY(&r->arena, int, r->requests);
    r->channels = list_channels(r, NULL);
    r->channel = ARENA_ARRAY(&r->arena, Channel, r->channels);
    r->value = ARENA_ARRAY(&r->arena, double, r->channels);
    list_channels(r, r->channel);
    int room = 1;
    for (int i = 0; i < r->requests; i++) {
        const Request *q = MODEL_AT(m, request, Request, i);
        for (int k = 0; k < REQUEST_COMPONENTS; k++) {
            const Program *p = q->program[k];
            if (p && cd_program_room(p) > room) room = cd_program_room(p);
        }
    }
    r->room = ARENA_ARRAY(&r->arena, double, room);
    r->winding = ARENA_ARRAY(&r->arena, double, m->windings);
    return r;
}

void cd_results_close(Results *r)
{
    if (!r) return;
    cd_arena_close(&r->arena);
    free(r);
}

static double *put(double *to, Vec3 v)
{
    to[0] = v.x, to[1] = v.y, to[2] = v.z;
    return to + 3;
}

/* Pose, velocity and acceleration of the part frame of the dataset, whose axes and origin the body carries. */
static double *eval_part(const System *s, int b, double *to)
{
    const MovingBody *body = &s->m->body[b];
    const BodyMotion *m = &s->body[b];
    Mat3 part = m3_mult(m->A, body->frame.A); /* part axes in ground: A_body frame^T */
    Vec3 rho = v3_neg(m3_apply(part, body->frame.r)), zero = v3(0, 0, 0);
    const double *a = s->state.vdot + body->first;
    Vec3 alpha = body->freedoms == 6 ? m3_apply(m->A, v3(a[3], a[4], a[5])) : zero;
    double angle[3];
    m3_to_euler313(part, angle);
    to = put(to, v3_add(m->r, rho));
    to = put(to, v3(angle[0], angle[1], angle[2]));
    to = put(to, v3_add(m->u, v3_cross(m->w, rho)));
    to = put(to, m->w);
    Vec3 acc = v3_add(v3(a[0], a[1], a[2]), v3_add(v3_cross(alpha, rho), v3_cross(m->w, v3_cross(m->w, rho))));
    to = put(to, acc);
    return put(to, alpha);
}

/* What expressions see of the present state. */
static ExprContext context(Results *r)
{
    System *s = r->s;
    Equations *e = cd_equations(s);
    cd_equations_prepare(e, NULL);
    cd_equations_complete(e);
    ExprContext x = e->world.x;
    x.winding = r->winding;
    return x;
}

void cd_results_follow(Results *r)
{
    ExprContext x = context(r);
    for (int i = 0; i < r->requests; i++)
        for (int k = 0; k < REQUEST_COMPONENTS; k++) {
            const Program *p = MODEL_AT(r->s->model, request, Request, i)->program[k];
            if (p) cd_program_wind(p, &x, r->winding);
        }
}

bool cd_results_eval(Results *r, const char *analysis, CdLog *log)
{
    System *s = r->s;
    const CdModel *m = s->model;
    r->t = s->state.t;
    r->analysis = analysis;
    ExprContext x = context(r);
    double *to = r->value;
    for (int b = 0; b < s->m->bodies; b++) to = eval_part(s, b, to);
    for (int kind = 0; kind < KIND_COUNT; kind++)
        for (int i = 0; i < m->table[kind].n; i++)
            if (has_reaction(s, kind, i)) {
                Wrench w = cd_equations_load(cd_equations(s), (KindIndex)kind, i, 0);
                to = put(put(to, w.F), w.T);
            }
    bool good = true;
    for (int i = 0; i < r->requests; i++) {
        Element *e = &m->table[KIND_request].at[i];
        const Request *q = e->data;
        for (int k = 0; k < REQUEST_COMPONENTS; k++, to++) {
            *to = 0;
            if (!q->program[k] || cd_program_value(q->program[k], &x, r->room, to)) continue;
            const Field *f = e->kind->fields;
            while (f->type != FIELD_EXPR) f++;
            cd_program_explain(q->program[k], &x, r->room, e, f + k, log);
            *to = 0;
            good = false;
        }
        for (int k = 0; k < REQUEST_COMPONENTS; k++)
            if (q->program[k]) cd_program_wind(q->program[k], &x, r->winding);
    }
    return good;
}
