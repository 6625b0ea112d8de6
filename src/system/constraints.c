/* constraints.c - collecting the rows of a model and evaluating them. */
#include "system/constraints.h"

#include "contact/single_gap.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct ConstraintSink {
    Arena *arena;
    Mechanism *m;
    const Element *element;
    KindIndex kind;
    int index, windings;
    ARRAY_OF(Row) row;
    ARRAY_OF(Term) term;
    ARRAY_OF(Drive) drive;
    ARRAY_OF(GeneralForm) general;
};

void cd_constrain_row(ConstraintSink *out, const char *name)
{
    Row r = { .element = out->element,
              .kind = out->kind,
              .index = out->index,
              .name = name,
              .first = out->term.n,
              .drive = -1,
              .general = -1 };
    ARRAY_PUSH(out->arena, &out->row, r);
}

void cd_constrain_term(ConstraintSink *out, Term term)
{
    term.winding = term.type == TERM_ANGLE ? out->windings++ : -1;
    ARRAY_PUSH(out->arena, &out->term, term);
    out->row.at[out->row.n - 1].terms++;
}

void cd_constrain_keep_start(ConstraintSink *out)
{
    out->row.at[out->row.n - 1].keep_start = true;
}

void cd_constrain_initial(ConstraintSink *out, double value, const double *rate)
{
    Row *r = &out->row.at[out->row.n - 1];
    r->initial = true, r->offset = value;
    r->rate_given = rate != NULL, r->rate = rate ? *rate : 0;
}

void cd_constrain_unilateral(ConstraintSink *out, double least, double restitution)
{
    Row *r = &out->row.at[out->row.n - 1];
    r->unilateral = true, r->offset = least, r->restitution = restitution;
}

void cd_constrain_tangent(ConstraintSink *out, double mu, double sliding)
{
    Row *r = &out->row.at[out->row.n - 1];
    r->tangent = r->velocity_level = true, r->mu = mu, r->sliding = sliding;
}

void cd_constrain_general(ConstraintSink *out, const Program *program)
{
    out->row.at[out->row.n - 1].general = out->general.n;
    ARRAY_PUSH(out->arena, &out->general, (GeneralForm){ .program = program });
}

void cd_constrain_gap(ConstraintSink *out, int i, int j, const struct SingleGap *gap, int slip)
{
    static const Program none = { 0 };
    out->row.at[out->row.n - 1].general = out->general.n;
    GeneralForm form = { &none, gap, i, j, slip };
    ARRAY_PUSH(out->arena, &out->general, form);
}

Arena *cd_constrain_arena(ConstraintSink *out)
{
    return out->arena;
}

void cd_constrain_drive(ConstraintSink *out, const Expr *function, int level, const double *disp, const double *vel)
{
    Drive d = { .function = function,
                .element = out->element,
                .level = level,
                .disp_given = disp,
                .vel_given = vel,
                .disp = disp ? *disp : 0,
                .vel = vel ? *vel : 0 };
    out->row.at[out->row.n - 1].drive = out->drive.n;
    ARRAY_PUSH(out->arena, &out->drive, d);
}

int cd_constrain_parameter(ConstraintSink *out, const SpaceCurve *curve, double alpha, const double *speed,
                           int floating, int frame)
{
    int body = cd_mechanism_parameter(out->m, out->kind, out->index, curve, alpha, speed);
    cd_mechanism_rider(out->m, (Rider){ floating, frame, body });
    return body;
}

/* Where modal coordinates stand among three per group: groups are full, but for the last of those that move and of
 * all. */
static void places_of_modes(const FlexPlace *x, int *place)
{
    for (int k = 0, g = 0, i = 0; k < x->modes; k++, i++) {
        bool next = i == 3 || k == x->follow;
        if (next && k > 0) g++, i = 0;
        place[k] = 3 * g + i;
    }
}

/* Minus a matrix of the file over modal coordinates as lengths, by blocks of three. */
static const Mat3 *square_of(Arena *arena, const FlexPlace *x, const int *place, const double *K)
{
    Mat3 *out = ARENA_ARRAY(arena, Mat3, (size_t)x->groups * (size_t)x->groups);
    int all = x->modal->modes;
    for (int j = 0; j < x->modes; j++)
        for (int k = 0; k < x->modes; k++) {
            int a = x->mode[j], b = x->mode[k];
            double v = (K[a * all + b] + K[b * all + a]) / 2 / (x->scale[j] * x->scale[k]);
            int row = place[j] % 3;
            Vec3 *to = &out[place[j] / 3 * x->groups + place[k] / 3].c[place[k] % 3];
            *to = v3_axpy(*to, -v, v3_axis(row));
        }
    return out;
}

/* What the modes do at a node in one of six directions: a linear form, less half of what stiffness by a load there
 * makes of them (19.25). */
static Term modal_term(Arena *arena, const FlexPlace *x, int node, int direction)
{
    const ModalBody *b = x->modal;
    const Vec3 *shape = (direction < 3 ? b->phi : b->psi) + node * b->modes;
    const double *bending = cd_modal_bending(b, node, direction);
    double *form = ARENA_ARRAY(arena, double, 3 * x->groups);
    int place[FLEX_MOST_MODES];
    places_of_modes(x, place);
    for (int k = 0; k < x->modes; k++) form[place[k]] = v3_get(shape[x->mode[k]], direction % 3) / x->scale[k];
    return (Term){ .type = TERM_MODES,
                   .coefficient = -1,
                   .first = x->frame + 1,
                   .groups = x->groups,
                   .form = form,
                   .square = bending ? square_of(arena, x, place, bending) : NULL };
}

/* The six rows that hold a node to its frame and the modes (19.9), (19.10). */
static void state_node(ConstraintSink *out, const FlexPlace *x, int k)
{
    static const char letter[] = "xyz";
    const ModalBody *b = x->modal;
    int node = x->node[k], frame = x->site, own = x->site + 1 + k;
    for (int c = 0; c < 6; c++) {
        TextBuffer name = { 0 };
        cd_buffer_print(&name, "node %d %s%c", b->node[node], c < 3 ? "" : "turn ", letter[c % 3]);
        cd_constrain_row(out, cd_text_copy(out->arena, cd_text(name.at)).at);
        cd_buffer_close(&name);
        const Vec3 *shape = c < 3 ? b->phi : b->psi;
        if (c < 3) cd_constrain_term(out, cd_slide_term(own, frame, c));
        else
            cd_constrain_term(
                out, (Term){ .type = TERM_TURN, .coefficient = 1, .plus = { own, c - 3 }, .along = { frame, c - 3 } });
        if (x->modes && shape) cd_constrain_term(out, modal_term(out->arena, x, node, c));
        out->row.at[out->row.n - 1].offset = c < 3 ? v3_get(b->place[node], c) : 0;
    }
}

static void state_nodes(ConstraintSink *out)
{
    for (int n = 0; n < out->m->flexes; n++) {
        const FlexPlace *x = &out->m->flex[n];
        out->element = &out->m->model->table[KIND_flex_body].at[x->index];
        out->kind = KIND_flex_body, out->index = x->index;
        for (int k = 0; k < x->nodes; k++) state_node(out, x, k);
    }
}

Constraints *cd_constraints_new(Arena *arena, Mechanism *m, const Activity *active)
{
    ConstraintSink sink = { .arena = arena, .m = m };
    for (int k = 0; k < KIND_COUNT; k++) {
        if (k == KIND_flex_body) state_nodes(&sink);
        if (!cd_kinds[k]->constrain && !cd_kinds[k]->gaps) continue;
        for (int i = 0; i < m->model->table[k].n; i++) {
            if (active && active->on[k] && !active->on[k][i]) continue;
            sink.element = &m->model->table[k].at[i], sink.kind = (KindIndex)k, sink.index = i;
            if (cd_kinds[k]->constrain) cd_kinds[k]->constrain(m->model, sink.element, &sink);
            if (cd_kinds[k]->gaps) cd_kinds[k]->gaps(m->model, sink.element, &sink);
        }
    }
    Constraints *c = ARENA_NEW(arena, Constraints);
    int most = 1, nodes = 0, unilaterals = 0, tangents = 0;
    for (int i = 0; i < sink.drive.n; i++) {
        const Program *p = sink.drive.at[i].function->program;
        if (p && cd_program_room(p) > most) most = cd_program_room(p);
        if (p && p->nodes > nodes) nodes = p->nodes;
    }
    General *general = ARENA_ARRAY(arena, General, sink.general.n);
    for (int i = 0; i < sink.general.n; i++) general[i] = cd_general_new(arena, m, &sink.general.at[i]);
    for (int i = 0; i < sink.row.n; i++) {
        Row *r = &sink.row.at[i];
        unilaterals += r->unilateral, tangents += r->tangent;
        if (r->general < 0) continue;
        r->velocity_level = r->tangent || general[r->general].velocity_level,
        r->nonlinear = general[r->general].nonlinear;
    }
    *c = (Constraints){ .m = m,
                        .rows = sink.row.n,
                        .terms = sink.term.n,
                        .drives = sink.drive.n,
                        .generals = sink.general.n,
                        .unilaterals = unilaterals,
                        .tangents = tangents,
                        .term_windings = sink.windings,
                        .windings = sink.windings + (sink.general.n ? m->model->windings : 0),
                        .general = general,
                        .general_room = cd_general_room(arena, m, general, sink.general.n, nodes),
                        .row = sink.row.at,
                        .term = sink.term.at,
                        .drive = sink.drive.at,
                        .room = ARENA_ARRAY(arena, double, most) };
    return c;
}

/* ---- functions of time ------------------------------------------------------------------------------------------- */

static bool function_eval(Constraints *c, const Drive *d, double t, double out[3], CdLog *log)
{
    const Program *p = d->function->program;
    ExprContext x = { .time = t };
    if (p && p->time_only && cd_program_time(p, &x, c->room, out)) return true;
    char label[CD_LABEL_ROOM];
    if (log && p && !p->time_only) cd_log(log, d->element->place, MOTION_READS_STATE, cd_label(d->element, label));
    if (log && p && p->time_only) {
        const Field *f = d->element->kind->fields;
        while (f->type != FIELD_EXPR) f++;
        cd_program_explain(p, &x, c->room, d->element, f, EXPLAIN_FAILURE, log);
    }
    return false;
}

bool cd_drive_eval(Constraints *c, const Drive *d, double t, double out[3], CdLog *log)
{
    double f[3];
    if (!function_eval(c, d, t, f, log)) return false;
    if (d->level == 0) {
        memcpy(out, f, sizeof f);
        return true;
    }
    /* a rate: its integral from the time reached, by Gauss's rule (exact to order 9 on a smooth stretch) */
    static const double node[5] = { 0.04691007703066802, 0.23076534494715845, 0.5, 0.76923465505284155,
                                    0.95308992296933198 };
    static const double weight[5] = { 0.11846344252809454, 0.23931433524968324, 0.28444444444444444,
                                      0.23931433524968324, 0.11846344252809454 };
    double h = t - d->t, once = 0, twice = 0, g[3];
    for (int i = 0; i < 5 && h != 0; i++) {
        if (!function_eval(c, d, d->t + h * node[i], g, log)) return false;
        once += h * weight[i] * g[0];
        twice += h * h * weight[i] * (1 - node[i]) * g[0];
    }
    if (d->level == 1) out[0] = d->f + once, out[1] = f[0], out[2] = f[1];
    else out[0] = d->f + d->rate * h + twice, out[1] = d->rate + once, out[2] = f[0];
    return true;
}

double cd_drive_third(const Constraints *c, const Drive *d, double t)
{
    /* a jet along time that starts a little later: the coefficient of s^i e is the derivative of order i + 1, over
     * i! */
    AlongContext x = { .time = jet_const(t), .order = ALONG_SECOND, .mixed = true };
    x.time.c[1][0] = x.time.c[0][1] = 1;
    Jet f = cd_program_along(d->function->program, &x, c->general_room.value, c->general_room.jet);
    return d->level == 0 ? 2 * f.c[2][1] : f.c[2 - d->level][1];
}

bool cd_constraints_advance(Constraints *c, double t, CdLog *log)
{
    for (int i = 0; i < c->drives; i++) {
        Drive *d = &c->drive[i];
        double f[3];
        if (d->level == 0) continue;
        if (!cd_drive_eval(c, d, t, f, log)) return false;
        d->t = t, d->f = f[0], d->rate = f[1];
    }
    return true;
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */

void cd_constraint_row(const Constraints *c, int row, const BodyMotion *body, const double *winding, const double *f,
                       RowLevel level, RowEval *out)
{
    const Row *r = &c->row[row];
    cd_row_clear(out);
    if (r->general >= 0)
        cd_general_row(&c->general[r->general], &c->general_room, c->m, body, winding + c->term_windings, c->time,
                       level, out);
    for (int i = r->first; i < r->first + r->terms; i++) cd_term_add(c->m, body, winding, &c->term[i], level, out);
    out->value -= r->offset + (f ? f[0] : 0);
}

int cd_constraint_feature(const Constraints *c, int row, const BodyMotion *body)
{
    int g = c->row[row].general;
    return g >= 0 ? cd_general_feature(&c->general[g], c->m, body) : 0;
}

bool cd_constraint_has_shape(const Constraints *c, int row)
{
    int g = c->row[row].general;
    return g >= 0 && c->general[g].form.gap;
}

bool cd_constraint_is_apart(const Constraints *c, int row, const BodyMotion *body)
{
    return cd_constraint_has_shape(c, row) && cd_constraint_feature(c, row, body) == FEATURE_APART;
}

bool cd_constraint_closes_never(const Constraints *c, int row)
{
    return cd_constraint_has_shape(c, row) && c->general[c->row[row].general].form.gap->kind == GAP_OVERLAP;
}

void cd_constraint_hold(Constraints *c, int row, int feature)
{
    int g = c->row[row].general;
    if (g >= 0) c->general[g].held = feature;
}

double cd_row_rate(const Constraints *c, const RowEval *e, const double *v)
{
    double rate = 0;
    for (int k = 0; k < e->n; k++) {
        const MovingBody *b = &c->m->body[e->body[k]];
        const double *x = v + b->first;
        rate += v3_dot(e->r[k], cd_translation(b, x)) + v3_dot(e->pi[k], cd_rotation(b, x));
    }
    return rate;
}

void cd_constraints_start(Constraints *c, State *s)
{
    Arena scratch = { 0 };
    BodyMotion *body = ARENA_ARRAY(&scratch, BodyMotion, c->m->bodies);
    cd_bodies_motion(c->m, s, body);
    c->time = s->t;
    for (int i = 0; i < c->windings; i++) s->winding[i] = 0;
    for (int i = 0; i < c->rows; i++) {
        Row *r = &c->row[i];
        if (r->keep_start) r->offset = 0;
        double f[3] = { 0 };
        bool driven = r->drive >= 0;
        Drive *d = driven ? &c->drive[r->drive] : NULL;
        if (driven && d->level == 0) function_eval(c, d, s->t, f, NULL);
        if (driven && d->level > 0) f[0] = d->disp_given ? d->disp : 0;
        /* an angle starts on the branch nearest to what is asked of it */
        for (int k = r->first; k < r->first + r->terms; k++)
            if (c->term[k].winding >= 0 && r->terms == 1 && !r->unilateral)
                s->winding[c->term[k].winding] = (r->offset + f[0]) / c->term[k].coefficient;
        RowEval e;
        cd_constraint_row(c, i, body, s->winding, NULL, ROW_VALUE, &e);
        if (r->keep_start) r->offset = e.value;
        if (!driven) continue;
        d->t = s->t, d->f = d->disp_given ? d->disp : e.value, d->rate = d->vel;
    }
    cd_constraints_wind(c, body, s->winding); /* from half a turn they go on to either side */
    cd_arena_close(&scratch);
}

void cd_constraints_begin(Constraints *c, const State *s, const BodyMotion *body)
{
    for (int i = 0; i < c->rows; i++) {
        Drive *d = c->row[i].drive >= 0 ? &c->drive[c->row[i].drive] : NULL;
        if (!d || d->level == 0 || (d->disp_given && (d->level == 1 || d->vel_given))) continue;
        RowEval e;
        cd_constraint_row(c, i, body, s->winding, NULL, ROW_GRADIENT, &e);
        if (!d->disp_given) d->f = e.value;
        if (d->vel_given || d->level == 1) continue;
        d->rate = cd_row_rate(c, &e, s->v);
    }
}

void cd_constraints_wind(const Constraints *c, const BodyMotion *body, double *winding)
{
    for (int i = 0; i < c->terms; i++)
        if (c->term[i].winding >= 0) winding[c->term[i].winding] = cd_term_value(c->m, body, winding, &c->term[i]);
    for (int i = 0; i < c->generals; i++) cd_general_wind(&c->general[i], c->m, body, winding + c->term_windings);
}

bool cd_constraints_on_curves(const Constraints *c, const State *s, CdLog *log)
{
    bool good = true;
    for (int b = 0; b < c->m->bodies; b++) {
        const SpaceCurve *k = c->m->body[b].curve;
        double alpha = s->r[b].x, slack = k ? 1e-9 * (k->to - k->from) : 0;
        if (!k || k->closed || (alpha >= k->from - slack && alpha <= k->to + slack)) continue;
        const Element *e = cd_body_name(c->m, b);
        char label[CD_LABEL_ROOM];
        cd_log(log, e->place, OFF_CURVE, cd_label(e, label), s->t, alpha, k->from, k->to);
        good = false;
    }
    return good;
}

const char *cd_row_label(const Constraints *c, int row, char room[CD_LABEL_ROOM])
{
    char label[CD_LABEL_ROOM];
    snprintf(room, CD_LABEL_ROOM, "%.120s %s", cd_label(c->row[row].element, label), c->row[row].name);
    return room;
}

const Element *cd_constraints_nonlinear(const Constraints *c)
{
    for (int i = 0; i < c->rows; i++)
        if (c->row[i].nonlinear) return c->row[i].element;
    return NULL;
}

int cd_constraints_first(const Constraints *c, KindIndex kind, int index)
{
    /* rows stand in the order of kinds and elements */
    int low = 0, high = c->rows;
    while (low < high) {
        int middle = (low + high) / 2;
        const Row *r = &c->row[middle];
        if (r->kind < kind || (r->kind == kind && r->index < index)) low = middle + 1;
        else high = middle;
    }
    return low < c->rows && c->row[low].kind == kind && c->row[low].index == index ? low : -1;
}
