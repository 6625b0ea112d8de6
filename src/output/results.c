/* results.c - the columns of a run: parts, reactions, requests. */
#include "output/results.h"

#include "elements/contact.h"

#include "elements/units.h"
#include "expr/compile.h"
#include "model/bodies.h"
#include "system/account.h"
#include "system/rubbing.h"
#include "system/strain.h"

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
                     { "WDX", DIM_ANGULAR_ACCELERATION },
                     { "WDY", DIM_ANGULAR_ACCELERATION },
                     { "WDZ", DIM_ANGULAR_ACCELERATION } },
  load_columns[] = { { "FX", DIM_FORCE },  { "FY", DIM_FORCE },  { "FZ", DIM_FORCE },
                     { "TX", DIM_TORQUE }, { "TY", DIM_TORQUE }, { "TZ", DIM_TORQUE } };
enum { PART_COLUMNS = 18, LOAD_COLUMNS = 6 };

/* Constraints and forces between markers have a load to show. */
static bool has_reaction(const System *s, int kind, int index)
{
    int i, j;
    if (kind == KIND_contact) return MODEL_AT(s->model, contact, Contact, index)->model != CONTACT_NEWTON;
    if (!cd_kinds[kind]->constrain && !cd_kinds[kind]->load) return false;
    cd_element_markers(s->model, (KindIndex)kind, index, &i, &j);
    return i >= 0;
}

/* Loads of a constraint that is not between two markers of its own, as GEAR and COUPLER: one per term of its rows, the
 * force or torque on the coordinate that the term is. */
static int term_count(const Results *r, int kind, int index)
{
    int row = cd_constraints_first(r->all, (KindIndex)kind, index), n = 0;
    if (!cd_kinds[kind]->constrain || has_reaction(r->s, kind, index)) return 0;
    for (; row >= 0 && row < r->all->rows && r->all->row[row].element == &r->s->model->table[kind].at[index]; row++)
        n += r->all->row[row].terms;
    return n;
}

static const char *const term_columns[] = { "Q1", "Q2", "Q3", "Q4", "Q5", "Q6", "Q7", "Q8" };
enum { TERM_COLUMNS = sizeof term_columns / sizeof term_columns[0] };

typedef struct ChannelList {
    Channel *at; /* NULL: they are only counted */
    int n;
} ChannelList;

static void add(ChannelList *list, Channel c)
{
    if (list->at) list->at[list->n] = c;
    list->n++;
}

/* Beams of an FE part: force and moment of the section in the middle of each, in its axes. */
static int beams_of(const CdModel *model, int kind, int index)
{
    int nodes = kind == KIND_fe_part ? MODEL_AT(model, fe_part, FePart, index)->nodes : 0;
    return nodes ? nodes - 1 : 0;
}

static void list_sections(Results *r, int kind, int index, ChannelList *out)
{
    const Element *e = &r->s->model->table[kind].at[index];
    for (int b = 0; b < beams_of(r->s->model, kind, index); b++) {
        Element *beam = out->at ? ARENA_NEW(&r->arena, Element) : NULL;
        char name[32];
        int n = snprintf(name, sizeof name, "BEAM_%d", b + 1);
        if (beam) beam->kind = e->kind, beam->id = b + 1, beam->name = cd_text_copy(&r->arena, (Text){ name, n });
        for (int k = 0; k < LOAD_COLUMNS; k++)
            add(out, (Channel){ e, beam, load_columns[k].name, load_columns[k].dimension, GROUP_APPLIED, NULL });
    }
}

/* Whether a CONTACT has its contacts, or some of them, from time stepping. */
static bool is_stepped(const System *s, int kind, int index)
{
    return s->in_use.stepped.contacts && kind == KIND_contact &&
           MODEL_AT(s->model, contact, Contact, index)->model == CONTACT_NEWTON;
}

/* The unilateral rows of an element, from its first row on; many of them, as those of two solids, have one set of
 * columns: the least gap, sums of normal forces and of impulses. So have all contacts of one element by time
 * stepping. */
enum { MOST_GAP_COLUMNS = 24 };
static bool is_summed(const Constraints *c, int row)
{
    int n = 0;
    for (int k = row; k >= 0 && k < c->rows && c->row[k].element == c->row[row].element; k++) n += c->row[k].unilateral;
    return n > MOST_GAP_COLUMNS;
}

/* Gap, force, sum of impulses and friction of the unilateral rows that an element states. */
static void list_gaps(Results *r, int kind, int index, ChannelList *out)
{
    static const struct {
        const char *name;
        Dimension dimension;
    } column[3] = { { "GAP", DIM_MIXED }, { "CONTACT_FORCE", DIM_MIXED }, { "IMPULSE", DIM_MIXED } };
    const Element *e = &r->s->model->table[kind].at[index];
    int row = cd_constraints_first(r->all, (KindIndex)kind, index), n = 0;
    bool once = is_stepped(r->s, kind, index) || is_summed(r->all, row);
    for (int k = 0; k < 3 && once; k++)
        add(out, (Channel){ e, NULL, column[k].name, column[k].dimension, GROUP_REACTION, NULL });
    for (; !once && row >= 0 && row < r->all->rows && r->all->row[row].element == e; row++) {
        if (!r->all->row[row].unilateral) continue;
        char room[32];
        int tangents = cd_tangents(r->all, row);
        for (int k = 0; k < 3 + tangents; k++) {
            const char *of = k < 3 ? column[k].name : tangents == 1 ? "FRICTION" : k == 3 ? "FRICTION_X" : "FRICTION_Y";
            int length = snprintf(room, sizeof room, n ? "%s_%d" : "%s", of, n + 1);
            const char *name = out->at ? cd_text_copy(&r->arena, (Text){ room, length }).at : NULL;
            add(out, (Channel){ e, NULL, name, k < 3 ? column[k].dimension : DIM_MIXED, GROUP_REACTION, NULL });
        }
        n++;
    }
}

static void list_loads(Results *r, int kind, int index, ChannelList *out)
{
    const Element *e = &r->s->model->table[kind].at[index];
    list_sections(r, kind, index, out);
    ChannelGroup group = cd_kinds[kind]->constrain ? GROUP_REACTION : GROUP_APPLIED;
    if (has_reaction(r->s, kind, index))
        for (int k = 0; k < LOAD_COLUMNS; k++)
            add(out, (Channel){ e, NULL, load_columns[k].name, load_columns[k].dimension, group, NULL });
    int n = term_count(r, kind, index), first = cd_constraints_first(r->all, (KindIndex)kind, index);
    for (int k = 0; k < n && k < TERM_COLUMNS; k++) {
        bool angle = r->all->term[r->all->row[first].first + k].type != TERM_DOT;
        add(out, (Channel){ e, NULL, term_columns[k], angle ? DIM_TORQUE : DIM_FORCE, GROUP_REACTION, NULL });
    }
    list_gaps(r, kind, index, out);
}

/* Energies and powers of the whole model stand under one name. */
static const ElementKind energy_kind = { .keyword = "ENERGY" };
static const Element energy_element = { .kind = &energy_kind, .name = { "ENERGY", 6 } };

static void list_asked(const Asked *q, ChannelList *out)
{
    for (int k = 0; k < REQUEST_COMPONENTS; k++)
        if (q->name[k])
            add(out, (Channel){ q->element, q->of, q->name[k], q->dimension[k],
                                q->program ? GROUP_REQUEST : GROUP_SYSTEM, q->given[k] });
}

static const FlexPlace *flexible_of(const Mechanism *m, const MovingBody *b)
{
    const FlexPlace *x = m->flex;
    while (x->index != b->index) x++;
    return x;
}

static const char *named(Results *r, const char *format, int number, const char *what)
{
    char room[64];
    int n = snprintf(room, sizeof room, format, number, what);
    return cd_text_copy(&r->arena, (Text){ room, n }).at;
}

/* Modal coordinates with their rates; stresses stand behind the last of them. */
static void list_modes(Results *r, const MovingBody *b, ChannelList *out)
{
    const FlexPlace *x = flexible_of(r->s->m, b);
    const Element *e = &r->s->model->table[KIND_flex_body].at[b->index];
    for (int i = b->share; i < b->share + b->dofs; i++)
        for (int k = 0; k < 2; k++)
            add(out, (Channel){ e, NULL, named(r, k ? "MODE_%d_RATE%s" : "MODE_%d%s", x->modal->number[x->mode[i]], ""),
                                DIM_MIXED, k ? GROUP_VELOCITY : GROUP_DISPLACEMENT, NULL });
    for (int k = 0; k < x->modal->stresses && b->share + b->dofs == x->modes; k++) {
        static const char *const component[] = { "", "_XX", "_YY", "_ZZ", "_XY", "_YZ", "_ZX" };
        const int *point = x->modal->point ? &x->modal->point[2 * k] : NULL;
        const char *name = named(r, "STRESS_%d%s", point ? point[0] : k + 1, point ? component[point[1]] : "");
        add(out, (Channel){ e, NULL, name, DIM_MIXED, GROUP_SYSTEM, NULL });
    }
}

static void list_body(Results *r, int body, ChannelList *out)
{
    const MovingBody *b = &r->s->m->body[body];
    const Element *e = cd_body_name(r->s->m, body);
    if (b->curve) return;
    if (b->role == BODY_MODES) {
        list_modes(r, b, out);
        return;
    }
    for (int k = 0; k < PART_COLUMNS; k++) {
        const char *name = part_columns[k].name;
        if (b->role == BODY_NODE) {
            const FlexPlace *x = flexible_of(r->s->m, b);
            name = named(r, "NODE_%d_%s", x->modal->node[x->node[b->share]], name);
        }
        add(out,
            (Channel){ e, NULL, name, part_columns[k].dimension, (ChannelGroup)(GROUP_DISPLACEMENT + k / 6), NULL });
    }
}

/* Counts the channels, or lists them where there is room. */
static int list_channels(Results *r, Channel *at)
{
    const CdModel *m = r->s->model;
    ChannelList out = { at, 0 };
    for (int b = 0; b < r->s->m->bodies; b++) list_body(r, b, &out);
    for (int kind = 0; kind < KIND_COUNT; kind++)
        for (int i = 0; i < m->table[kind].n; i++) list_loads(r, kind, i, &out);
    for (int k = 0; k < ENERGY_NUMBERS; k++)
        add(&out,
            (Channel){ &energy_element, NULL, cd_energy_name[k], k < 3 ? DIM_TORQUE : DIM_MIXED, GROUP_SYSTEM, NULL });
    for (int k = 0; k < ACCOUNT_NUMBERS && r->s->watch.account; k++)
        add(&out, (Channel){ &energy_element, NULL, cd_account_name[k], DIM_TORQUE, GROUP_SYSTEM, NULL });
    for (int i = 0; i < r->asked.n; i++)
        if (!r->asked.at[i].program) list_asked(&r->asked.at[i], &out);
    for (int i = 0; i < r->asked.n; i++)
        if (r->asked.at[i].program) list_asked(&r->asked.at[i], &out);
    return out.n;
}

static void owner(TextBuffer *out, const Element *e)
{
    if (e->name.n) cd_buffer_text(out, e->name);
    else cd_buffer_print(out, "%.*s_%d", TEXT_ARG(cd_keyword(e->kind)), e->id);
}

void cd_channel_owner(TextBuffer *out, const Channel *c)
{
    if (c->given && c->given->owner.n) {
        cd_buffer_text(out, c->given->owner);
        return;
    }
    owner(out, c->element);
    if (!c->of) return;
    cd_buffer_char(out, '.');
    owner(out, c->of);
}

void cd_channel_unit(TextBuffer *out, const CdModel *model, const Channel *c)
{
    if (c->given && c->given->unit.n) cd_buffer_text(out, c->given->unit);
    else if (c->dimension != DIM_NONE && c->dimension != DIM_MIXED) cd_unit_write(out, model, c->dimension);
}

Results *cd_results_open(System *s)
{
    Results *r = cd_take(sizeof *r);
    const CdModel *m = s->model;
    r->s = s;
    r->all = cd_constraints_new(&r->arena, cd_mechanism_extend(&r->arena, s->given.base),
                                NULL); /* it adds parameters of curves */
    cd_results_list_requests(r);
    cd_results_list_states(r);
    r->channels = list_channels(r, NULL);
    r->channel = ARENA_ARRAY(&r->arena, Channel, r->channels);
    r->value = ARENA_ARRAY(&r->arena, double, r->channels);
    list_channels(r, r->channel);
    int room = 1;
    for (int i = 0; i < r->asked.n; i++)
        for (int k = 0; k < REQUEST_COMPONENTS && r->asked.at[i].program; k++) {
            const Program *p = r->asked.at[i].program[k];
            if (p && cd_program_room(p) > room) room = cd_program_room(p);
        }
    r->room = ARENA_ARRAY(&r->arena, double, room);
    r->winding = ARENA_ARRAY(&r->arena, double, m->windings);
    return r;
}

void cd_results_continue(Results *r, const Results *before)
{
    int n = r->s->model->windings;
    if (n && n == before->s->model->windings) memcpy(r->winding, before->winding, sizeof(double) * (size_t)n);
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
    const BodyMotion *m = &s->now.body[b];
    Mat3 part = m3_mult(m->A, body->frame.A); /* part axes in ground: A_body frame^T */
    Vec3 rho = v3_neg(m3_apply(part, body->frame.r));
    const double *a = s->state.vdot + body->first;
    Vec3 alpha = m3_apply(m->A, cd_rotation(body, a));
    double angle[3];
    m3_to_euler313(part, angle);
    to = put(to, v3_add(m->r, rho));
    to = put(to, v3(angle[0], angle[1], angle[2]));
    to = put(to, v3_add(m->u, v3_cross(m->w, rho)));
    to = put(to, m->w);
    Vec3 acc = v3_add(cd_translation(body, a), v3_add(v3_cross(alpha, rho), v3_cross(m->w, v3_cross(m->w, rho))));
    to = put(to, acc);
    return put(to, alpha);
}

static double *eval_modes(const System *s, int body, double *to)
{
    const MovingBody *b = &s->m->body[body];
    const FlexPlace *x = flexible_of(s->m, b);
    const ModalBody *m = x->modal;
    for (int i = 0; i < b->dofs; i++) {
        *to++ = v3_get(s->state.r[body], i) / x->scale[b->share + i];
        *to++ = s->state.v[b->first + i] / x->scale[b->share + i];
    }
    if (b->share + b->dofs < x->modes) return to;
    for (int k = 0; k < m->stresses; k++, to++) {
        *to = 0;
        for (int g = 0; g < x->groups; g++) {
            int n = x->frame + 1 + g, first = s->m->body[n].share;
            for (int i = 0; i < s->m->body[n].dofs; i++)
                *to += m->stress[k * m->modes + x->mode[first + i]] * v3_get(s->state.r[n], i) / x->scale[first + i];
        }
    }
    return to;
}

static double *eval_body(const System *s, int b, double *to)
{
    if (s->m->body[b].curve) return to;
    return s->m->body[b].role == BODY_MODES ? eval_modes(s, b, to) : eval_part(s, b, to);
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

static void follow_request(Results *r, const Asked *q, const ExprContext *x)
{
    for (int k = 0; k < REQUEST_COMPONENTS && q->program; k++)
        if (q->program[k]) cd_program_wind(q->program[k], x, r->winding);
}

void cd_results_follow(Results *r)
{
    ExprContext x = context(r);
    for (int i = 0; i < r->asked.n; i++) follow_request(r, &r->asked.at[i], &x);
}

static double *eval_sections(Results *r, int kind, int index, double *to)
{
    const Equations *e = cd_equations(r->s);
    int beams = beams_of(r->s->model, kind, index), first = cd_loads_first(&e->loads, (KindIndex)kind, index);
    for (int b = 0; b < beams; b++) {
        const Load *l = &e->loads.load[first + b];
        Strained x = cd_strain(l->beam, &e->world.x.marker[l->i], &e->world.x.marker[l->j]);
        to = put(put(to, x.n), x.m);
    }
    return to;
}

static double force_of(const System *s, int row)
{
    return s->in_use.closed[row] || s->in_use.stepped.on ? -s->state.lambda[row] : 0;
}

/* row: the first of an element that is summed, -1 if it has none; stepped: its contacts of time stepping, -1 if there
 * are none. Zeros of what is switched off. */
static double *eval_sums(System *s, int row, int stepped, double *to)
{
    const Element *e = row >= 0 ? s->c->row[row].element : NULL;
    const Stepped *x = &s->in_use.stepped;
    double gap = row >= 0 ? INFINITY : 0, force = 0, impulse = 0;
    if (stepped >= 0) gap = x->gap[stepped], force = x->force[stepped], impulse = x->impulse[stepped];
    for (; row >= 0 && row < s->c->rows && s->c->row[row].element == e; row++) {
        if (!s->c->row[row].unilateral) continue;
        double both[2];
        cd_system_gap(s, row, both);
        if (both[0] < 0 || !cd_constraint_closes_never(s->c, row)) gap = fmin(gap, both[0]);
        force += force_of(s, row), impulse += s->in_use.impulse[row];
    }
    *to++ = gap, *to++ = force, *to++ = impulse;
    return to;
}

/* As list_gaps has them; zeros of what is switched off. */
static double *eval_gaps(Results *r, int kind, int index, double *to)
{
    System *s = r->s;
    const Element *e = &s->model->table[kind].at[index];
    int all = cd_constraints_first(r->all, (KindIndex)kind, index),
        row = cd_constraints_first(s->c, (KindIndex)kind, index);
    bool stepped = is_stepped(s, kind, index);
    if (stepped || is_summed(r->all, all)) return eval_sums(s, row, stepped ? index : -1, to);
    for (; all >= 0 && all < r->all->rows && r->all->row[all].element == e; all++, row += row >= 0) {
        if (!r->all->row[all].unilateral) continue;
        *to++ = row < 0 ? 0 : cd_system_row(s, row, ROW_VALUE)->value;
        *to++ = row < 0 ? 0 : force_of(s, row);
        *to++ = row < 0 ? 0 : s->in_use.impulse[row];
        double friction[MOST_TANGENTS] = { 0 };
        if (row >= 0) cd_friction_force(s, row, friction);
        for (int k = 0; k < cd_tangents(r->all, all); k++) *to++ = friction[k];
    }
    return to;
}

/* The load of what acts between markers of its own, or on each coordinate it couples. */
static double *eval_reaction(Results *r, int kind, int index, double *to)
{
    System *s = r->s;
    to = eval_sections(r, kind, index, to);
    if (has_reaction(s, kind, index)) {
        Wrench w = cd_equations_load(cd_equations(s), (KindIndex)kind, index, 0);
        return put(put(to, w.F), w.T);
    }
    int n = term_count(r, kind, index), row = cd_constraints_first(s->c, (KindIndex)kind, index);
    for (int k = 0, term = 0; k < n && k < TERM_COLUMNS; k++, to++, term++) {
        for (; row >= 0 && term == s->c->row[row].terms; row++) term = 0;
        *to = row < 0 ? 0 : -s->state.lambda[row] * s->c->term[s->c->row[row].first + term].coefficient;
    }
    return to;
}

static double *eval_loads(Results *r, int kind, int index, double *to)
{
    return eval_gaps(r, kind, index, eval_reaction(r, kind, index, to));
}

/* The argument that a component is, for messages; the first one if it comes from no expression of the user. */
static const Field *component_field(const Element *e, int component)
{
    for (const Field *f = e->kind->fields; f->type != FIELD_END; f++)
        if (f->type == FIELD_EXPR) return f + component;
    return e->kind->fields;
}

/* Work is reported for simulations in time; analyses at an instant leave it as it is. */
static double *eval_energy(Results *r, double *to)
{
    bool timed = !strcmp(r->analysis, "dynamic") || !strcmp(r->analysis, "kinematic");
    Energy e;
    if (!cd_energy(cd_equations(r->s), &e)) e = (Energy){ 0 };
    const double number[ENERGY_NUMBERS] = { e.kinetic, e.gravity, e.elastic, e.force, e.damping, e.motion, e.applied };
    memcpy(to, number, sizeof number);
    to += ENERGY_NUMBERS;
    Account *account = r->s->watch.account;
    if (!account) return to;
    if (timed) cd_account_tell(account, r->t, &e);
    memcpy(to, account->told, sizeof account->told);
    return to + ACCOUNT_NUMBERS;
}

static bool eval_component(Results *r, Asked *q, int k, const ExprContext *x, CdLog *log)
{
    q->value[k] = 0;
    if (q->state[k]) return cd_results_state(r, q->state[k], &q->value[k]);
    if (!q->program || !q->program[k] || cd_program_value(q->program[k], x, r->room, &q->value[k])) return true;
    const Field *f = component_field(q->element, k);
    if (!(q->missing & 1u << k)) cd_program_explain(q->program[k], x, r->room, q->element, f, EXPLAIN_OUTPUT, log);
    q->missing |= 1u << k;
    q->value[k] = 0;
    return false;
}

bool cd_results_eval(Results *r, const char *analysis, CdLog *log)
{
    System *s = r->s;
    const CdModel *m = s->model;
    r->t = s->state.t;
    r->analysis = analysis;
    ExprContext x = context(r);
    cd_equations_tell_missing(cd_equations(s), log);
    cd_flexible_watch(&cd_equations(s)->flexible, &s->state, log);
    double *to = r->value;
    for (int b = 0; b < s->m->bodies; b++) to = eval_body(s, b, to);
    for (int kind = 0; kind < KIND_COUNT; kind++)
        for (int i = 0; i < m->table[kind].n; i++) to = eval_loads(r, kind, i, to);
    to = eval_energy(r, to);
    bool good = true;
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < r->asked.n; i++) {
            Asked *q = &r->asked.at[i];
            if ((q->program != NULL) != (round == 1)) continue; /* states stand before requests */
            for (int k = 0; k < REQUEST_COMPONENTS; k++) {
                if (!eval_component(r, q, k, &x, log)) good = false;
                if (q->name[k]) *to++ = q->value[k];
            }
            follow_request(r, q, &x);
        }
    return good;
}
