/* loads.c - loads from their data (theory 8.5 to 8.11).
 *
 *   along a line    F = f e,  e = d / |d|,  d = r_I - r_J                                       (8.6)
 *   by components   F = sum of f_k e_k,  T = sum of f_(k+3) e_k,  e_k axes of a marker          (8.7)
 *   linear          the same with axes of J and f = load - K (x - rest) - C x'                  (8.8)
 *                   with twist and bending of a beam in place of angles                         (8.38) */
#include "system/loads.h"

#include "elements/contact.h"
#include "elements/friction.h"
#include "system/near.h"
#include "system/strain.h"
#include "system/turning.h"

#include <math.h>
#include <string.h>

struct LoadSink {
    Arena *arena;
    const CdModel *model;
    const Element *element;
    KindIndex kind;
    int index, turns;
    bool contacts;
    ARRAY_OF(Load) load;
    ARRAY_OF(ContactPair *) pair;
    ARRAY_OF(Crowd) crowd;
    CdLog *unheard;      /* what is wrong with shapes has been said before */
    ContactShape *shape; /* one per GRAPHICS, made when first asked for; NULL: none has been */
};

static Load *add_load(LoadSink *out, LoadType type, int i, int j, int axes)
{
    Load l = {
        .element = out->element, .kind = out->kind, .index = out->index, .type = type, .i = i, .j = j, .axes = axes
    };
    ARRAY_PUSH(out->arena, &out->load, l);
    return &out->load.at[out->load.n - 1];
}

void cd_load_line(LoadSink *out, int i, int j, const Program *f)
{
    if (f)
        add_load(out, LOAD_LINE, i, j, -1)->f[0] = f; /* none: a user routine, refused before anything is simulated */
}

void cd_load_energy(LoadSink *out, const Program *stored, const Program *lost)
{
    Load *l = &out->load.at[out->load.n - 1];
    l->stored = stored, l->lost = lost;
}

void cd_load_components(LoadSink *out, int i, int j, int axes, const Program *const f[6])
{
    Load *l = add_load(out, LOAD_COMPONENTS, i, j, axes);
    for (int k = 0; k < 6; k++) l->f[k] = f[k];
}

void cd_load_linear(LoadSink *out, int i, int j, const LinearLoad *law)
{
    Load *l = add_load(out, LOAD_LINEAR, i, j, j);
    LinearLoad *copy = ARENA_NEW(out->arena, LinearLoad);
    *copy = *law;
    l->law = copy;
    l->turn = out->turns, out->turns += TURNING_SLOTS;
}

void cd_load_beam(LoadSink *out, int i, int j, const BeamLaw *law)
{
    BeamLaw *copy = ARENA_NEW(out->arena, BeamLaw);
    *copy = *law;
    add_load(out, LOAD_BEAM, i, j, -1)->beam = copy;
}

void cd_load_drag(LoadSink *out, int i, const DragLaw *law)
{
    DragLaw *copy = ARENA_NEW(out->arena, DragLaw);
    *copy = *law;
    add_load(out, LOAD_DRAG, i, -1, -1)->drag = copy;
}

/* A shape is made once, however many contacts it takes part in. */
static const ContactShape *shape_of(LoadSink *out, int graphics)
{
    int n = out->model->table[KIND_graphics].n;
    if (!out->shape) out->shape = ARENA_ARRAY(out->arena, ContactShape, n);
    ContactShape *s = &out->shape[graphics];
    if (s->shape) return s;
    int marker = -1;
    const Shape *shape = cd_shape_stated(out->model, graphics, out->unheard, &marker);
    *s = cd_contact_shape(shape, graphics, marker);
    return s;
}

/* Bristles of statics give way by a thousandth of the smaller shape. */
static void soften(ContactSet *set, const ContactShape *i, const ContactShape *j)
{
    const double share = 1e-3;
    double size = fmin(i->shape->size, j->shape->size), creep = share * (isfinite(size) ? size : 1);
    if (set->law.creep > 0 || !set->law.rubs_at_rest) return;
    set->still.creep = set->still.creep > 0 ? fmin(set->still.creep, creep) : creep;
}

static void add_pair(LoadSink *out, ContactSet *set, const ContactShape *i, const ContactShape *j, PairOptions options)
{
    ContactPair p = { .set = set, .i = *i, .j = *j };
    if (!cd_pair_make(&p.pair, i->shape, j->shape, options)) return;
    soften(set, i, j);
    ContactPair *pair = ARENA_NEW(out->arena, ContactPair);
    *pair = p;
    cd_pair_remember(&pair->pair, out->arena);
    pair->tally.first = pair->tally.since = pair->tally.until = NAN;
    pair->load = out->load.n;
    add_load(out, LOAD_CONTACT, i->marker, j->marker, -1)->contact = pair;
    ARRAY_PUSH(out->arena, &out->pair, pair);
}

/* The shapes of both lists, each once. The number of a shape tells which of two is I where lists have both. */
static void add_crowd(LoadSink *out, ContactSet *set, const Contact *c, PairLists lists)
{
    int all = out->model->table[KIND_graphics].n;
    int *side = ARENA_ARRAY(out->arena, int, all);
    Crowd x = { .set = set, .contact = c, .kind = out->kind };
    for (int k = 0; k < c->shapes_i.n; k++) side[c->shapes_i.at[k]] |= 1;
    for (int k = 0; k < c->shapes_j.n; k++) side[c->shapes_j.at[k]] |= 2;
    x.shape = ARENA_ARRAY(out->arena, ContactShape, c->shapes_i.n + c->shapes_j.n);
    x.box = ARENA_ARRAY(out->arena, SweptBox, c->shapes_i.n + c->shapes_j.n);
    for (int k = 0; k < (lists == LISTS_SAME ? c->shapes_i.n : all); k++) {
        int graphics = lists == LISTS_SAME ? c->shapes_i.at[k] : k;
        const ContactShape *s = side[graphics] ? shape_of(out, graphics) : NULL;
        if (!s || !s->shape) continue;
        x.box[x.n].side = side[graphics], side[graphics] = 0;
        x.shape[x.n++] = *s;
        soften(set, s, s);
    }
    ARRAY_PUSH(out->arena, &out->crowd, x);
}

void cd_load_contact(LoadSink *out, const Contact *c, const ContactLaw *law)
{
    ContactSet *set = ARENA_NEW(out->arena, ContactSet);
    *set = (ContactSet){ .element = out->element, .index = out->index, .law = *law };
    PairLists lists = cd_contact_lists(c);
    set->still = *law;
    out->contacts = true;
    if ((long)c->shapes_i.n * c->shapes_j.n > NEAR_FEW_PAIRS) {
        add_crowd(out, set, c, lists);
        return;
    }
    for (int i = 0; i < c->shapes_i.n; i++)
        for (int j = 0; j < c->shapes_j.n; j++) {
            if (!cd_contact_pairs(c, lists, i, j)) continue;
            const ContactShape *a = shape_of(out, c->shapes_i.at[i]), *b = shape_of(out, c->shapes_j.at[j]);
            if (a->shape && b->shape && cd_contact_between(out->model, a->marker, b->marker))
                add_pair(out, set, a, b, cd_contact_options(c, a->graphics, b->graphics));
        }
}

Loads cd_loads_new(Arena *arena, const CdModel *model, bool *const on[KIND_COUNT])
{
    LoadSink sink = { .arena = arena, .model = model, .unheard = cd_log_open() };
    for (int k = 0; k < KIND_COUNT; k++)
        for (int i = 0; cd_kinds[k]->load && i < model->table[k].n; i++) {
            if (on && on[k] && !on[k][i]) continue;
            if (k == KIND_friction && on && on[KIND_joint] &&
                !on[KIND_joint][MODEL_AT(model, friction, Friction, i)->joint])
                continue; /* friction goes with its joint */
            sink.element = &model->table[k].at[i], sink.kind = (KindIndex)k, sink.index = i;
            cd_kinds[k]->load(model, sink.element, &sink);
        }
    cd_log_close(sink.unheard);
    return (Loads){ .n = sink.load.n,
                    .turns = sink.turns,
                    .load = sink.load.at,
                    .contacts = sink.contacts,
                    .pairs = sink.pair.n,
                    .pair = sink.pair.at,
                    .crowds = sink.crowd.n,
                    .crowd = sink.crowd.at };
}

/* Components of one load are much alike: the same distances and speeds, the same normal force. */
static void take_together(Arena *arena, Load *l, const World *w)
{
    const Program *part[6];
    int n = 0, root[6];
    for (int k = 0; k < 6; k++)
        if (l->f[k]) part[n++] = l->f[k];
    const Program *all = l->type == LOAD_COMPONENTS && n > 1 ? cd_program_merge(arena, part, n, root) : NULL;
    if (!all) return;
    l->all = cd_scalar_new(arena, w, all, l->element, &l->on);
    for (int k = 0, i = 0; k < 6; k++)
        if (l->f[k]) l->root[k] = root[i++];
}

void cd_loads_depend(Arena *arena, Loads *loads, const World *w)
{
    for (int n = 0; n < loads->n; n++) {
        Load *l = &loads->load[n];
        const Site *site = w->m->site;
        l->on_i = cd_support_body(arena, &l->on, site[l->i].body);
        l->on_j = l->j < 0 ? -1 : cd_support_body(arena, &l->on, site[l->j].body);
        l->axes = cd_carrier(w->m, l->axes);
        l->on_axes = l->axes < 0 ? -1 : cd_support_body(arena, &l->on, site[l->axes].body);
        for (int k = 0; k < 6; k++)
            if (l->f[k]) l->scalar[k] = cd_scalar_new(arena, w, l->f[k], l->element, &l->on);
        take_together(arena, l, w);
    }
}

/* ---- evaluation -------------------------------------------------------------------------------------------------- */

static const MarkerMotion ground = { .A = { .c = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } } };

static const MarkerMotion *motion_of(const World *w, int marker)
{
    return marker < 0 ? &ground : &w->x.marker[marker];
}

static void gradient_add(BodyGradient *to, double f, const BodyGradient *g)
{
    to->r = v3_axpy(to->r, f, g->r), to->pi = v3_axpy(to->pi, f, g->pi);
    to->u = v3_axpy(to->u, f, g->u), to->w = v3_axpy(to->w, f, g->w);
    to->udot = v3_axpy(to->udot, f, g->udot), to->wdot = v3_axpy(to->wdot, f, g->wdot);
}

/* The gradient of f e, e a direction that is held, into the three numbers of a vector. */
static void spread(const Support *on, const Slope *f, Vec3 e, Slope *three)
{
    for (int c = 0; c < 3; c++) {
        double x = v3_get(e, c);
        if (x == 0) continue;
        for (int b = 0; b < on->body.n; b++) gradient_add(&three[c].body[b], x, &f->body[b]);
        for (int k = 0; k < on->auxiliary.n; k++) three[c].auxiliary[k] += x * f->auxiliary[k];
        three[c].time += x * f->time;
    }
}

/* The gradient of f e as the axis e turns with the body at `place`: d(e . c) = th . (e x c). */
static void turn_axis(const World *w, int body, int place, double f, Vec3 e, Slope *three)
{
    if (place < 0) return;
    Mat3 A = w->body[body].A;
    const Vec3 unit[3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
    for (int c = 0; c < 3; c++) {
        Vec3 *pi = &three[c].body[place].pi;
        *pi = v3_axpy(*pi, f, m3_tapply(A, v3_cross(e, unit[c])));
    }
}

static bool line(World *w, const Load *l, Wrench *out, Slope *six, Slope *scratch)
{
    const MarkerMotion *i = motion_of(w, l->i), *j = motion_of(w, l->j);
    Vec3 d = v3_sub(i->r, j->r);
    double length = v3_norm(d), f = 0;
    if (!(length > 0)) { /* no direction: nothing but a load of zero makes sense */
        char label[CD_LABEL_ROOM];
        bool nothing = cd_program_value(l->f[0], &w->x, w->room, &f) && f == 0;
        if (!nothing && w->log) cd_log(w->log, l->element->place, NO_DIRECTION, cd_label(l->element, label), w->x.time);
        return nothing;
    }
    if (six) cd_slope_clear(scratch, &l->on);
    if (!(six ? cd_scalar_slope(w, &l->scalar[0], &f, scratch) : cd_scalar_eval(w, &l->scalar[0], &f))) return false;
    Vec3 e = v3_scale(d, 1 / length);
    out->F = v3_scale(e, f);
    if (!six) return true;
    spread(&l->on, scratch, e, six);
    /* de = (1 - e e^T) / |d| dd */
    Mat3 P = m3_scale(m3_sub(m3_identity(), m3_outer(e, e)), f / length);
    for (int c = 0; c < 3; c++) {
        MarkerGradient g = { .r = m3_row(P, c) };
        if (l->on_i >= 0) cd_carry(w->m, w->body, l->i, i, &g, 1, &six[c].body[l->on_i]);
        if (l->on_j >= 0) cd_carry(w->m, w->body, l->j, j, &g, -1, &six[c].body[l->on_j]);
    }
    return true;
}

static bool components(World *w, const Load *l, Wrench *out, Slope *six, Slope *scratch)
{
    Mat3 axes = motion_of(w, l->axes)->A;
    int body = l->axes < 0 ? -1 : w->m->site[l->axes].body;
    for (int k = 0; k < 6; k++) {
        if (!l->f[k]) continue;
        double f = 0;
        Vec3 e = m3_col(axes, k % 3), *sum = k < 3 ? &out->F : &out->T;
        if (six) cd_slope_clear(scratch, &l->on);
        if (!(six ? cd_scalar_slope(w, &l->scalar[k], &f, scratch) : cd_scalar_eval(w, &l->scalar[k], &f)))
            return false;
        *sum = v3_axpy(*sum, f, e);
        if (!six) continue;
        spread(&l->on, scratch, e, six + (k < 3 ? 0 : 3));
        turn_axis(w, body, l->on_axes, f, e, six + (k < 3 ? 0 : 3));
    }
    return true;
}

/* The same from the program of all of them. */
static bool together(World *w, const Load *l, Wrench *out, Slope *six)
{
    Mat3 axes = motion_of(w, l->axes)->A;
    int body = l->axes < 0 ? -1 : w->m->site[l->axes].body, leaves = l->all.p->leaves;
    double *slope = w->leaf_slope, *own = slope + 6 * leaves; /* of the six numbers; of one component */
    cd_program_sweep(l->all.p, &w->x, w->room);
    if (six) memset(slope, 0, sizeof(double) * (size_t)(6 * leaves));
    for (int k = 0; k < 6; k++) {
        if (!l->f[k]) continue;
        double f = w->room[l->root[k]];
        Vec3 e = m3_col(axes, k % 3), *sum = k < 3 ? &out->F : &out->T;
        if (!isfinite(f) || (six && !cd_program_node_gradient(l->all.p, &w->x, l->root[k], w->room, own)))
            return cd_scalar_explain(w, &l->scalar[k]);
        *sum = v3_axpy(*sum, f, e);
        if (!six) continue;
        for (int c = 0; c < 3; c++) {
            double x = v3_get(e, c), *row = slope + leaves * (c + (k < 3 ? 0 : 3));
            for (int i = 0; i < leaves && x != 0; i++) row[i] += x * own[i];
        }
        turn_axis(w, body, l->on_axes, f, e, six + (k < 3 ? 0 : 3));
    }
    if (six) cd_scalar_carry(w, &l->all, slope, 6, six);
    return true;
}

/* The twelve numbers a linear load is made of: six displacements and their six rates. */
static MeasureQuery linear_query(const Load *l, int k)
{
    static const Measure measure[12] = { MEASURE_DX, MEASURE_DY, MEASURE_DZ, MEASURE_AX, MEASURE_AY, MEASURE_AZ,
                                         MEASURE_VX, MEASURE_VY, MEASURE_VZ, MEASURE_WX, MEASURE_WY, MEASURE_WZ };
    bool angle = k >= 3 && k < 6;
    return (MeasureQuery){ .measure = measure[k],
                           .marker = { l->i, l->j, angle ? -1 : l->j, k >= 6 && k < 9 ? l->j : -1 } };
}

/* How far I is turned against J, by what the law takes for it. */
static Turning turning(const World *w, const Load *l, const double *turn)
{
    Mat3 R = m3_tmul(motion_of(w, l->j)->A, motion_of(w, l->i)->A);
    return l->law->vector ? cd_turning_vector(R, turn + l->turn) : cd_turning_angles(R, turn + l->turn);
}

/* Gradients of a number of the rotation, from the one in the axes of J. */
static void turning_gradient(const World *w, const Load *l, Vec3 in_j, MarkerGradient g[4])
{
    Vec3 row = m3_apply(motion_of(w, l->j)->A, in_j);
    memset(g, 0, 4 * sizeof *g);
    g[0].th = row, g[1].th = v3_scale(row, -1);
}

/* One of the twelve numbers; with gradients in the motion of the markers of its query. */
static double linear_measure(const World *w, const Load *l, int k, const Turning *t, MarkerGradient g[4])
{
    MeasureQuery q = linear_query(l, k);
    if (k < 3 || k > 5) return cd_measure_eval(&q, w->x.marker, NULL, NULL, g, NULL);
    if (g) turning_gradient(w, l, m3_col(t->g, k - 3), g);
    return v3_get(t->x, k - 3);
}

/* The slope of one of the twelve numbers, from its gradients. */
static void linear_slope(const World *w, const Load *l, int k, const MarkerGradient g[4], Slope *to)
{
    MeasureQuery q = linear_query(l, k);
    cd_slope_clear(to, &l->on);
    for (int n = 0; n < 4; n++) {
        int marker = q.marker[n], place = marker == l->i ? l->on_i : marker == l->j ? l->on_j : -1;
        if (place >= 0) cd_carry(w->m, w->body, marker, &w->x.marker[marker], &g[n], 1, &to->body[place]);
    }
}

/* The elastic torque m becomes B m, with its slope beyond that of m. */
static void turn_torque(const World *w, const Load *l, const Turning *t, double f[6], Slope *six, Slope *scratch)
{
    Mat3 A = motion_of(w, l->j)->A;
    Vec3 m = v3(f[3], f[4], f[5]), T = m3_apply(t->g, m);
    f[3] = T.x, f[4] = T.y, f[5] = T.z;
    if (!six) return;
    Mat3 D = m3_mul(A, cd_turning_torque(t, m)), unit = m3_identity();
    for (int k = 0; k < 3; k++) {
        MarkerGradient g[4];
        turning_gradient(w, l, m3_col(unit, k), g);
        linear_slope(w, l, k + 3, g, scratch);
        spread(&l->on, scratch, m3_col(D, k), six + 3);
    }
}

static bool linear(World *w, const Load *l, const double *turn, Wrench *out, Slope *six, Slope *scratch)
{
    const LinearLoad *law = l->law;
    Mat3 A = motion_of(w, l->j)->A;
    Turning t = turning(w, l, turn);
    double f[6];
    MarkerGradient g[4];
    int body = w->m->site[l->j].body;
    for (int k = 0; k < 6; k++) f[k] = law->load[k];
    for (int k = 0; k < 12; k++) {
        const double *column = k < 6 ? law->K + k : law->C + k - 6;
        bool counts = false;
        if (k == 6 && law->vector) turn_torque(w, l, &t, f, six, scratch);
        for (int r = 0; r < 6; r++) counts |= column[6 * r] != 0;
        if (!counts) continue;
        double x = linear_measure(w, l, k, &t, six ? g : NULL), over = k < 6 ? x - law->rest[k] : x;
        char label[CD_LABEL_ROOM];
        if (!isfinite(over) && w->log)
            cd_log(w->log, l->element->place, NO_ANGLE, cd_label(l->element, label), w->x.time);
        if (!isfinite(over)) return false;
        for (int r = 0; r < 6; r++) f[r] -= column[6 * r] * over;
        if (!six) continue;
        linear_slope(w, l, k, g, scratch);
        for (int r = 0; r < 6; r++) {
            Mat3 axes = k < 6 && r >= 3 && law->vector ? m3_mul(A, t.g) : A;
            if (column[6 * r] != 0)
                spread(&l->on, scratch, v3_scale(m3_col(axes, r % 3), -column[6 * r]), six + (r < 3 ? 0 : 3));
        }
    }
    for (int k = 0; k < 6; k++) {
        Vec3 e = m3_col(A, k % 3), *sum = k < 3 ? &out->F : &out->T;
        *sum = v3_axpy(*sum, f[k], e);
        if (six) turn_axis(w, body, l->on_j, f[k], e, six + (k < 3 ? 0 : 3));
    }
    return true;
}

/* Strains of the middle of a beam (20.26), and their derivatives. */
static bool beam(World *w, const Load *l, Wrench *out, Slope *six)
{
    const MarkerMotion *i = motion_of(w, l->i), *j = motion_of(w, l->j);
    StrainSlope slope;
    Strained s = six ? cd_strain_slope(l->beam, i, j, &slope) : cd_strain(l->beam, i, j);
    char label[CD_LABEL_ROOM];
    if (!s.good && w->log) cd_log(w->log, l->element->place, BEAM_TURNED, cd_label(l->element, label), w->x.time);
    *out = s.on_i;
    for (int c = 0; c < 6 && six; c++)
        for (int side = 0; side < 2; side++) {
            const Vec3 *row = slope.row[c][side];
            MarkerGradient g = { .r = row[0], .th = row[1], .v = row[2], .w = row[3] };
            int place = side ? l->on_j : l->on_i;
            if (place >= 0) cd_carry(w->m, w->body, side ? l->j : l->i, side ? j : i, &g, 1, &six[c].body[place]);
        }
    return s.good;
}

/* F = -c v,  T = -A diag(k) A^T w;  with a turn of A:  dT = th x T - A diag(k) A^T (w x th). */
static bool drag(World *w, const Load *l, Wrench *out, Slope *six)
{
    const MarkerMotion *i = motion_of(w, l->i);
    Vec3 k = l->drag->torque;
    Mat3 D = m3_mult(m3_mul(i->A, m3_cols(v3(k.x, 0, 0), v3(0, k.y, 0), v3(0, 0, k.z))), i->A);
    out->F = v3_scale(i->v, -l->drag->force), out->T = v3_neg(m3_apply(D, i->w));
    Mat3 turn = m3_scale(m3_add(m3_skew(out->T), m3_mul(D, m3_skew(i->w))), -1), unit = m3_identity();
    for (int c = 0; c < 3 && six && l->on_i >= 0; c++) {
        MarkerGradient F = { .v = v3_scale(m3_col(unit, c), -l->drag->force) };
        MarkerGradient T = { .w = v3_neg(m3_row(D, c)), .th = m3_row(turn, c) };
        cd_carry(w->m, w->body, l->i, i, &F, 1, &six[c].body[l->on_i]);
        cd_carry(w->m, w->body, l->i, i, &T, 1, &six[3 + c].body[l->on_i]);
    }
    return true;
}

bool cd_load_eval(World *w, const Load *l, const double *turn, Wrench *out, Slope *six, Slope *scratch)
{
    *out = (Wrench){ { 0, 0, 0 }, { 0, 0, 0 } };
    if (l->type == LOAD_LINE) return line(w, l, out, six, scratch);
    if (l->type == LOAD_CONTACT) return cd_contact_eval(w, l, out, six);
    if (l->all.p) return together(w, l, out, six);
    if (l->type == LOAD_COMPONENTS) return components(w, l, out, six, scratch);
    if (l->type == LOAD_BEAM) return beam(w, l, out, six);
    if (l->type == LOAD_DRAG) return drag(w, l, out, six);
    return linear(w, l, turn, out, six, scratch);
}

static bool symmetric(const double K[36])
{
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < i; k++)
            if (fabs(K[6 * i + k] - K[6 * k + i]) > 1e-12 * (fabs(K[6 * i + k]) + fabs(K[6 * k + i]))) return false;
    return true;
}

/* How fast a measure of positions changes, from its gradient. */
static double rate_of(const World *w, const MeasureQuery *q, const MarkerGradient g[4])
{
    double rate = 0;
    for (int n = 0; n < 4; n++) {
        if (q->marker[n] < 0) continue;
        const MarkerMotion *m = &w->x.marker[q->marker[n]];
        rate += v3_dot(g[n].r, m->v) + v3_dot(g[n].th, m->w);
    }
    return rate;
}

/* U = y K y / 2 - load y,  y = x - rest;   P = -x' C x', with angular velocities for the rates of
 * angles             (8.34) */
static void linear_store(World *w, const Load *l, const double *turn, Stored *out)
{
    double x[12], rate[6];
    MarkerGradient g[4];
    Turning t = turning(w, l, turn);
    for (int k = 0; k < 12; k++) {
        MeasureQuery q = linear_query(l, k);
        x[k] = linear_measure(w, l, k, &t, k < 6 ? g : NULL) - (k < 6 ? l->law->rest[k] : 0);
        if (k < 6) rate[k] = rate_of(w, &q, g);
    }
    bool conserves = symmetric(l->law->K);
    for (int i = 0; i < 6; i++) {
        for (int k = 0; k < 6; k++) {
            double K = l->law->K[6 * i + k], C = l->law->C[6 * i + k];
            if (conserves && K != 0) out->energy += K * x[i] * x[k] / 2, out->rate += K * x[i] * rate[k];
            if (C != 0) out->lost -= C * x[6 + i] * x[6 + k];
        }
        if (conserves && l->law->load[i] != 0)
            out->energy -= l->law->load[i] * x[i], out->rate -= l->law->load[i] * rate[i];
    }
}

/* Energy as an expression of positions. */
static bool program_store(World *w, const Load *l, Stored *out)
{
    if (!cd_program_gradient(l->stored, &w->x, w->room, &out->energy, w->leaf_slope)) return false;
    for (int i = 0; i < l->stored->leaves; i++) {
        MarkerGradient g[4];
        Wrench none;
        const Leaf *leaf = &l->stored->leaf[i];
        cd_leaf_gradient(l->stored, i, &w->x, g, &none);
        if (leaf->type == LEAF_MARKER) out->rate += w->leaf_slope[i] * rate_of(w, &leaf->query, g);
    }
    return true;
}

bool cd_load_store(World *w, const Load *l, const double *turn, Stored *out)
{
    *out = (Stored){ 0 };
    if (l->type == LOAD_LINEAR) linear_store(w, l, turn, out);
    if (l->type == LOAD_BEAM) {
        Strained s = cd_strain(l->beam, motion_of(w, l->i), motion_of(w, l->j));
        *out = (Stored){ s.energy, s.rate, s.lost };
    }
    if (l->type == LOAD_DRAG) {
        const MarkerMotion *i = motion_of(w, l->i);
        Wrench pull;
        drag(w, l, &pull, NULL);
        out->lost = v3_dot(pull.F, i->v) + v3_dot(pull.T, i->w);
    }
    if (l->type == LOAD_CONTACT) cd_contact_store(w, l, out);
    return (!l->stored || program_store(w, l, out)) &&
           (!l->lost || cd_program_value(l->lost, &w->x, w->room, &out->lost)) &&
           isfinite(out->energy + out->rate + out->lost);
}

void cd_loads_wind(const World *w, const Loads *loads, double *turn)
{
    for (int n = 0; n < loads->n; n++) {
        const Load *l = &loads->load[n];
        if (l->type != LOAD_LINEAR) continue;
        Turning t = turning(w, l, turn);
        for (int k = 0; k < TURNING_SLOTS; k++)
            if (isfinite(t.now[k])) turn[l->turn + k] = t.now[k];
    }
}

int cd_load_side(const CdModel *model, const Load *l, int side)
{
    if (l->kind != KIND_nforce) return side;
    return cd_model_id(model, KIND_marker, l->i) == side ? 0 : cd_model_id(model, KIND_marker, l->j) == side ? 1 : -1;
}

int cd_loads_first(const Loads *loads, KindIndex kind, int index)
{
    int low = 0, high = loads->n; /* they stand in the order of kinds and elements */
    while (low < high) {
        int middle = (low + high) / 2;
        const Load *l = &loads->load[middle];
        if (l->kind < kind || (l->kind == kind && l->index < index)) low = middle + 1;
        else high = middle;
    }
    return low < loads->n && loads->load[low].kind == kind && loads->load[low].index == index ? low : -1;
}
