/* mechanism.c - bodies and markers of a model, and where they are (theory 5.1 to 5.6). */
#include "kinematics/mechanism.h"

#include "model/bodies.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Inertia about the centre of mass in the axes of the CM marker, from IP about IM (5.1), (5.2). */
static Mat3 central_inertia(const CdModel *model, const Part *p)
{
    double j[6] = { 0 };
    for (int i = 0; i < p->ip.n && i < 6; i++) j[i] = p->ip.at[i];
    Mat3 J = m3_cols(v3(j[0], -j[3], -j[4]), v3(-j[3], j[1], -j[5]), v3(-j[4], -j[5], j[2]));
    if (p->im < 0 || p->im == p->cm || p->cm < 0) return J;
    Frame cm = cd_marker_frame_loc(model, p->cm), im = cd_marker_frame_loc(model, p->im);
    Mat3 R = m3_tmul(cm.A, im.A); /* from axes of IM to axes of CM */
    Vec3 d = m3_tapply(cm.A, v3_sub(cm.r, im.r));
    J = m3_mult(m3_mul(R, J), R);
    Mat3 shift = m3_sub(m3_scale(m3_identity(), v3_dot(d, d)), m3_outer(d, d));
    return m3_sub(J, m3_scale(shift, p->mass));
}

static const int six_of_body[6] = { 0, 1, 2, 3, 4, 5 }, six_of_planar[3] = { 0, 1, 5 };

/* A planar part: body axes start along those of ground. */
static void keep_in_plane(MovingBody *b)
{
    Mat3 to = m3_tmul(b->start.A, m3_identity()); /* ground axes in the axes of CM */
    b->dofs = 3, b->six = six_of_planar, b->planar = true;
    b->J = m3_tmul(to, m3_mul(b->J, to));
    b->frame.A = m3_mul(b->frame.A, to);
    b->start.A = m3_identity();
}

static void add_body(Mechanism *m, KindIndex kind, int index, int cm, double mass, Mat3 J, Frame part)
{
    MovingBody *b = &m->body[m->bodies++];
    double ucf = cd_model_units(m->model).ucf;
    Frame frame = cm >= 0 ? cd_marker_frame_loc(m->model, cm) : (Frame){ v3(0, 0, 0), m3_identity() };
    *b = (MovingBody){ .kind = kind,
                       .index = index,
                       .first = m->nv,
                       .dofs = kind == KIND_point_mass ? 3 : 6,
                       .six = six_of_body,
                       .turns = kind != KIND_point_mass,
                       .mass = mass / ucf,
                       .J = m3_scale(J, 1 / ucf),
                       .frame = frame,
                       .start = cd_frame_compose(part, frame) };
    if (kind == KIND_part && MODEL_AT(m->model, part, Part, index)->planar) keep_in_plane(b);
    m->nv += b->dofs;
}

int cd_fe_marker(const CdModel *model, int fe_part, int node)
{
    int marker = model->table[KIND_marker].n + node;
    for (int i = 0; i < fe_part; i++) marker += MODEL_AT(model, fe_part, FePart, i)->nodes;
    return marker;
}

/* A node of an FE part: a rigid body whose axes are those of its section. */
static void add_node(Mechanism *m, Arena *arena, int part, int node)
{
    const FePart *p = MODEL_AT(m->model, fe_part, FePart, part);
    const FeSite *n = &p->node[node];
    const double *j = n->inertia;
    Mat3 J = m3_cols(v3(j[0], -j[5], -j[4]), v3(-j[5], j[1], -j[3]), v3(-j[4], -j[3], j[2]));
    add_body(m, KIND_fe_part, part, -1, n->mass, J, cd_fe_site_frame(m->model, part, node));
    MovingBody *b = &m->body[m->bodies - 1];
    Element *name = ARENA_NEW(arena, Element);
    *name = (Element){ .kind = cd_kinds[KIND_fe_node],
                       .id = n->label,
                       .name = cd_text(n->name),
                       .place = m->model->table[KIND_fe_part].at[part].place };
    b->node = name;
    if (p->type == BEAM_2D || p->type == BEAM_XY) {
        m->nv -= b->dofs;
        keep_in_plane(b);
        m->nv += b->dofs;
    }
}

/* The node of a flexible body, as a body. */
static int node_body_of(const Mechanism *m, const Marker *k)
{
    const FlexPlace *x = m->flex;
    while (x < m->flex + m->flexes && x->index != k->flex_body) x++;
    if (x == m->flex + m->flexes || !k->node_id.n) return -1;
    int node = cd_modal_node(x->modal, k->node_id.at[0]);
    for (int i = 0; i < x->nodes; i++)
        if (x->node[i] == node) return x->node_body[i];
    return -1;
}

/* The body that carries a marker, -1: ground. */
static int body_of(const Mechanism *m, const Marker *k, const int *of_point_mass, const int *of_fe_part)
{
    if (k->part >= 0) return m->of_part[k->part];
    if (k->point_mass >= 0) return of_point_mass[k->point_mass];
    if (k->flex_body >= 0) return node_body_of(m, k);
    int node = k->fe_part >= 0 ? cd_fe_site_find(m->model, k->fe_part, k->node_label) : -1;
    return node >= 0 ? of_fe_part[k->fe_part] + node : -1;
}

/* The marker in the axes of its body (5.3). */
static Site site_of(const Mechanism *m, int marker, int body)
{
    if (body < 0) {
        Frame f = cd_marker_frame(m->model, marker);
        return (Site){ -1, f.r, f.A };
    }
    Frame own = m->body[body].frame, f = cd_marker_frame_loc(m->model, marker);
    return (Site){ body, m3_tapply(own.A, v3_sub(f.r, own.r)), m3_tmul(own.A, f.A) };
}

/* The floating marker of a force stays with marker I; its reaction acts on the body it belongs to. */
static void follow_forces(Mechanism *m)
{
    for (int k = 0; k < KIND_COUNT; k++)
        for (int n = 0; n < m->model->table[k].n && cd_kinds[k]->role == ROLE_FORCE; n++) {
            const Element *e = &m->model->table[k].at[n];
            int floating = cd_marker_argument(e, "JFLOAT");
            if (floating >= 0 && MODEL_AT(m->model, marker, Marker, floating)->floating)
                m->follows[floating] = cd_marker_argument(e, "I");
        }
}

/* ---- flexible bodies --------------------------------------------------------------------------------------------- */

/* The largest displacement of a node that a mode makes, or of a point as far from it as the body is long that turns
 * with it. */
static double reach_of(const ModalBody *b, int mode)
{
    double reach = 0, length = 0;
    for (int k = 1; k < b->nodes; k++) length = fmax(length, v3_norm(v3_sub(b->place[k], b->place[0])));
    for (int k = 0; k < b->nodes; k++) {
        reach = fmax(reach, v3_norm(b->phi[k * b->modes + mode]));
        if (b->psi) reach = fmax(reach, length * v3_norm(b->psi[k * b->modes + mode]));
    }
    return reach > 0 ? reach : 1;
}

static double given_at(const RealList *list, int k)
{
    return k < list->n ? list->at[k] : 0;
}

/* Modes that move before those that follow statically, each kind by threes. The latter vibrate at a thousand times the
 * limit: without any mass accelerations would not be determined. */
static void add_modes(Mechanism *m, Arena *arena, FlexPlace *x)
{
    const ModalBody *b = x->modal;
    double ucf = cd_model_units(m->model).ucf, limit = x->given->dynamic_limit, hidden = 1000 * 2 * acos(-1) * limit;
    x->mode = ARENA_ARRAY(arena, int, b->modes), x->scale = ARENA_ARRAY(arena, double, b->modes);
    for (int pass = 0, n = 0; pass < 2 && !x->given->rigid; pass++) {
        int from = n;
        for (int j = 0; j < b->modes; j++)
            if ((limit > 0 && b->hz[j] > limit) == (pass == 1)) x->mode[n++] = j;
        if (pass == 0) x->follow = n;
        for (int k = from; k < n; k += 3) {
            int size = n - k < 3 ? n - k : 3;
            MovingBody *g = &m->body[m->bodies++];
            double q[3] = { 0 }, mass = 0, stiffness = 0;
            for (int i = k; i < k + size; i++) {
                int j = x->mode[i];
                x->scale[i] = reach_of(b, j);
                q[i - k] = x->scale[i] * given_at(&x->given->dmode, j);
                mass += b->I6[j * b->modes + j] / (x->scale[i] * x->scale[i]) / size;
                stiffness += b->K[j * b->modes + j] / (x->scale[i] * x->scale[i]) / size;
            }
            *g = (MovingBody){ .kind = KIND_flex_body,
                               .role = BODY_MODES,
                               .share = k,
                               .index = x->index,
                               .first = m->nv,
                               .dofs = size,
                               .six = six_of_body,
                               .mass = pass == 0 ? mass / ucf : stiffness / (hidden * hidden),
                               .frame = { v3(0, 0, 0), m3_identity() },
                               .start = { v3_load(q), m3_identity() } };
            m->nv += size;
            x->groups++;
        }
        x->modes = n;
    }
}

/* q^T K q of the stiffness that a load on a node makes. */
static double bent_by(const FlexPlace *x, int node, int direction, const double *q)
{
    const double *K = cd_modal_bending(x->modal, node, direction);
    double sum = 0;
    for (int j = 0; j < x->modes && K; j++)
        for (int k = 0; k < x->modes; k++) sum += q[j] * K[x->mode[j] * x->modal->modes + x->mode[k]] * q[k];
    return sum;
}

/* Where modes have a node, in the frame of its body (19.4). */
static Frame node_frame(const FlexPlace *x, int node, const double *coordinate)
{
    const ModalBody *b = x->modal;
    Vec3 y = b->place[node], turn = v3(0, 0, 0);
    for (int k = 0; k < x->modes; k++) {
        double q = coordinate[k];
        y = v3_axpy(y, q, b->phi[node * b->modes + x->mode[k]]);
        if (b->psi) turn = v3_axpy(turn, q, b->psi[node * b->modes + x->mode[k]]);
    }
    for (int c = 0; c < 6; c++) { /* (19.25) */
        Vec3 *to = c < 3 ? &y : &turn;
        *to = v3_axpy(*to, -bent_by(x, node, c, coordinate) / 2, v3(c % 3 == 0, c % 3 == 1, c % 3 == 2));
    }
    return (Frame){ y, q4_to_m3(q4_rotvec(turn)) };
}

/* The nodes that markers are on, each once. */
static void add_nodes(Mechanism *m, Arena *arena, FlexPlace *x)
{
    Frame own = cd_flex_body_frame(m->model, x->index), none = { v3(0, 0, 0), m3_identity() };
    double *q = ARENA_ARRAY(arena, double, x->modes);
    for (int k = 0; k < x->modes; k++) q[k] = given_at(&x->given->dmode, x->mode[k]);
    int markers = m->model->table[KIND_marker].n;
    x->node = ARENA_ARRAY(arena, int, markers), x->node_body = ARENA_ARRAY(arena, int, markers);
    bool *used = ARENA_ARRAY(arena, bool, x->modal->nodes);
    for (int i = 0; i < markers; i++) {
        int node = cd_marker_node(m->model, i);
        if (node >= 0 && MODEL_AT(m->model, marker, Marker, i)->flex_body == x->index) used[node] = true;
    }
    for (int node = 0; node < x->modal->nodes; node++) {
        if (!used[node]) continue;
        x->node[x->nodes] = node, x->node_body[x->nodes] = m->bodies;
        m->body[m->bodies++] = (MovingBody){ .kind = KIND_flex_body,
                                             .role = BODY_NODE,
                                             .share = x->nodes++,
                                             .index = x->index,
                                             .first = m->nv,
                                             .dofs = 6,
                                             .six = six_of_body,
                                             .turns = true,
                                             .frame = none,
                                             .start = cd_frame_compose(own, node_frame(x, node, q)) };
        m->nv += 6;
    }
}

static void add_flexible(Mechanism *m, Arena *arena, int index)
{
    const FlexBody *f = MODEL_AT(m->model, flex_body, FlexBody, index);
    if (!f->modal) return; /* the run is refused */
    FlexPlace *x = &m->flex[m->flexes++];
    *x = (FlexPlace){ .index = index, .given = f, .modal = f->modal, .frame = m->bodies, .first = m->nv };
    add_body(m, KIND_flex_body, index, -1, f->modal->I1, f->modal->I7, cd_flex_body_frame(m->model, index));
    m->body[x->frame].role = BODY_FRAME;
    add_modes(m, arena, x);
    add_nodes(m, arena, x);
}

/* Most bodies that flexible ones can be. */
static int room_for_flexible(const CdModel *model)
{
    int room = 0;
    for (int i = 0; i < model->table[KIND_flex_body].n; i++) {
        const ModalBody *b = MODEL_AT(model, flex_body, FlexBody, i)->modal;
        if (b) room += 3 + b->modes / 3 + b->nodes;
    }
    return room;
}

static void site_frames(Mechanism *m)
{
    int at = m->markers;
    for (int n = 0; n < m->flexes; n++) {
        FlexPlace *x = &m->flex[n];
        x->site = at;
        m->site[at++] = (Site){ x->frame, v3(0, 0, 0), m3_identity() };
        for (int k = 0; k < x->nodes; k++) m->site[at++] = (Site){ x->node_body[k], v3(0, 0, 0), m3_identity() };
    }
}

/* Of curves: one per point that slides on one, two per pair of curves. */
static int most_parameters(const CdModel *model)
{
    return model->table[KIND_ptcv].n + 2 * model->table[KIND_cvcv].n;
}

Mechanism *cd_mechanism_new(Arena *arena, const CdModel *model)
{
    Mechanism *m = ARENA_NEW(arena, Mechanism);
    int parts = model->table[KIND_part].n, points = model->table[KIND_point_mass].n;
    m->model = model;
    int own = model->table[KIND_marker].n, parts_of_nodes = model->table[KIND_fe_part].n;
    m->markers = cd_fe_marker(model, parts_of_nodes, 0);
    int contacts = most_parameters(model);
    int flexible = room_for_flexible(model);
    m->body = ARENA_ARRAY(arena, MovingBody, parts + points + (m->markers - own) + contacts + flexible);
    m->flex = ARENA_ARRAY(arena, FlexPlace, model->table[KIND_flex_body].n);
    m->rider = ARENA_ARRAY(arena, Rider, contacts);
    m->of_part = ARENA_ARRAY(arena, int, parts);
    int *of_point_mass = ARENA_ARRAY(arena, int, points);
    for (int i = 0; i < parts; i++) {
        const Part *p = MODEL_AT(model, part, Part, i);
        m->of_part[i] = p->ground ? -1 : m->bodies;
        if (!p->ground) add_body(m, KIND_part, i, p->cm, p->mass, central_inertia(model, p), cd_part_frame(model, i));
    }
    for (int i = 0; i < points; i++) {
        const PointMass *p = MODEL_AT(model, point_mass, PointMass, i);
        of_point_mass[i] = m->bodies;
        add_body(m, KIND_point_mass, i, p->cm, p->mass, (Mat3){ 0 }, cd_point_mass_frame(model, i));
    }
    for (int i = 0; i < model->table[KIND_flex_body].n; i++) add_flexible(m, arena, i);
    m->site = ARENA_ARRAY(arena, Site, m->markers + flexible);
    site_frames(m);
    int *of_fe_part = ARENA_ARRAY(arena, int, parts_of_nodes);
    for (int i = 0; i < parts_of_nodes; i++) {
        of_fe_part[i] = m->bodies;
        for (int k = 0; k < MODEL_AT(model, fe_part, FePart, i)->nodes; k++) {
            add_node(m, arena, i, k);
            const MovingBody *b = &m->body[m->bodies - 1]; /* its axes are those of ground in a plane */
            m->site[cd_fe_marker(model, i, k)] = (Site){ m->bodies - 1, v3(0, 0, 0), m3_transpose(b->frame.A) };
        }
    }
    for (int i = 0; i < own; i++)
        m->site[i] = site_of(m, i, body_of(m, MODEL_AT(model, marker, Marker, i), of_point_mass, of_fe_part));
    m->follows = ARENA_ARRAY(arena, int, m->markers);
    for (int i = 0; i < m->markers; i++) m->follows[i] = -1;
    follow_forces(m);
    m->moves = ARENA_ARRAY(arena, int, m->markers);
    for (int i = 0; i < m->markers; i++)
        if (m->site[i].body >= 0 || m->follows[i] >= 0) m->moves[m->moving++] = i;
    return m;
}

/* ---- one for several holders ------------------------------------------------------------------------------------- */

typedef struct Shared {
    Arena arena;
    int holders;
} Shared;

Mechanism *cd_mechanism_open(const CdModel *model)
{
    Shared *s = cd_take(sizeof *s);
    Mechanism *m = cd_mechanism_new(&s->arena, model);
    m->shared = s, s->holders = 1;
    return m;
}

Mechanism *cd_mechanism_hold(Mechanism *m)
{
    m->shared->holders++;
    return m;
}

void cd_mechanism_close(Mechanism *m)
{
    if (!m || --m->shared->holders) return;
    Shared *s = m->shared;
    cd_arena_close(&s->arena);
    free(s);
}

Mechanism *cd_mechanism_extend(Arena *arena, const Mechanism *of)
{
    Mechanism *m = ARENA_NEW(arena, Mechanism);
    int more = most_parameters(of->model);
    *m = *of, m->shared = NULL;
    if (!more) return m; /* nothing will be added */
    m->body = ARENA_ARRAY(arena, MovingBody, of->bodies + more);
    memcpy(m->body, of->body, sizeof *m->body * (size_t)of->bodies);
    m->rider = ARENA_ARRAY(arena, Rider, more);
    return m;
}

/* ---- curves ------------------------------------------------------------------------------------------------------ */

int cd_mechanism_parameter(Mechanism *m, KindIndex kind, int index, const SpaceCurve *curve, double alpha,
                           const double *speed)
{
    Frame one = { v3(0, 0, 0), m3_identity() }, start = one;
    start.r.x = alpha;
    m->body[m->bodies] = (MovingBody){ .kind = kind,
                                       .index = index,
                                       .first = m->nv,
                                       .dofs = 1,
                                       .six = six_of_body,
                                       .start = start,
                                       .frame = one,
                                       .curve = curve,
                                       .speed_given = speed,
                                       .speed = speed ? *speed : 0 };
    m->nv++;
    return m->bodies++;
}

void cd_mechanism_rider(Mechanism *m, Rider rider)
{
    if (rider.marker >= 0) m->rider[m->riders++] = rider;
}

State cd_state_new(Arena *arena, const Mechanism *m, int rows, int windings)
{
    return (State){ .r = ARENA_ARRAY(arena, Vec3, m->bodies),
                    .p = ARENA_ARRAY(arena, Quat, m->bodies),
                    .v = ARENA_ARRAY(arena, double, m->nv),
                    .vdot = ARENA_ARRAY(arena, double, m->nv),
                    .lambda = ARENA_ARRAY(arena, double, rows),
                    .winding = ARENA_ARRAY(arena, double, windings) };
}

void cd_state_copy(const Mechanism *m, int rows, int windings, State *to, const State *from)
{
    to->t = from->t;
    memcpy(to->r, from->r, sizeof(Vec3) * (size_t)m->bodies);
    memcpy(to->p, from->p, sizeof(Quat) * (size_t)m->bodies);
    memcpy(to->v, from->v, sizeof(double) * (size_t)m->nv);
    memcpy(to->vdot, from->vdot, sizeof(double) * (size_t)m->nv);
    memcpy(to->lambda, from->lambda, sizeof(double) * (size_t)rows);
    memcpy(to->winding, from->winding, sizeof(double) * (size_t)windings);
}

void cd_state_start(const Mechanism *m, State *s)
{
    for (int b = 0; b < m->bodies; b++) {
        s->r[b] = m->body[b].start.r;
        s->p[b] = q4_from_m3(m->body[b].start.A);
    }
    memset(s->v, 0, sizeof(double) * (size_t)m->nv);
    memset(s->vdot, 0, sizeof(double) * (size_t)m->nv);
}

void cd_state_place_nodes(const Mechanism *m, State *s)
{
    for (int n = 0; n < m->flexes; n++) {
        const FlexPlace *x = &m->flex[n];
        double q[FLEX_MOST_MODES];
        for (int g = x->frame + 1; g <= x->frame + x->groups; g++)
            for (int i = 0; i < m->body[g].dofs; i++)
                q[m->body[g].share + i] = v3_get(s->r[g], i) / x->scale[m->body[g].share + i];
        Frame own = { s->r[x->frame], q4_to_m3(s->p[x->frame]) };
        for (int k = 0; k < x->nodes; k++) {
            Frame f = cd_frame_compose(own, node_frame(x, x->node[k], q));
            s->r[x->node_body[k]] = f.r, s->p[x->node_body[k]] = q4_from_m3(f.A);
        }
    }
}

void cd_state_move(const Mechanism *m, State *s, const double *d, double scale)
{
    for (int b = 0; b < m->bodies; b++) {
        const double *x = d + m->body[b].first;
        s->r[b] = v3_axpy(s->r[b], scale, cd_translation(&m->body[b], x));
        if (m->body[b].turns)
            s->p[b] = q4_unit(q4_mul(s->p[b], q4_rotvec(v3_scale(cd_rotation(&m->body[b], x), scale)))); /* (5.4) */
    }
}

void cd_bodies_motion(const Mechanism *m, const State *s, BodyMotion *out)
{
    for (int b = 0; b < m->bodies; b++) {
        const double *v = s->v + m->body[b].first;
        Mat3 A = q4_to_m3(s->p[b]);
        out[b] = (BodyMotion){ .r = s->r[b],
                               .A = A,
                               .u = cd_translation(&m->body[b], v),
                               .w = m->body[b].turns ? m3_apply(A, cd_rotation(&m->body[b], v)) : v3(0, 0, 0) };
    }
}

/* A unit vector across t. */
static Vec3 across(Vec3 t)
{
    Vec3 z = fabs(t.z) < 0.9 ? v3(0, 0, 1) : v3(1, 0, 0);
    return v3_unit(v3_cross(z, t));
}

/* Tangent, normal and binormal of the curve at alpha, carried by a frame. With N = c' x c'' they turn by g(alpha)
 * alpha' (6.21):
 *     g = q c' + N / c'.c',    q = N.c''' / N.N
 * A straight curve has no normal of its own: any is taken. */
static MarkerMotion rider_motion(const SpaceCurve *curve, const MarkerMotion *frame, double alpha, double rate,
                                 double rate2)
{
    Vec3 c[5];
    for (int k = 0; k < 5; k++) c[k] = cd_curve_eval(curve, alpha, k);
    Vec3 N = v3_cross(c[1], c[2]), t = v3_unit(c[1]), zero = v3(0, 0, 0), g = zero, dg = zero, n = across(t);
    double nn = v3_dot(N, N), cc = v3_dot(c[1], c[1]);
    if (nn > 1e-20 * cc * cc * fmax(cc, v3_dot(c[2], c[2]))) {
        Vec3 N1 = v3_cross(c[1], c[3]);
        double q = v3_dot(N, c[3]) / nn, q1 = v3_dot(N, c[4]) / nn - 2 * q * v3_dot(N, N1) / nn;
        n = v3_unit(v3_cross(N, c[1]));
        g = v3_axpy(v3_scale(c[1], q), 1 / cc, N);
        dg = v3_add(v3_axpy(v3_scale(c[2], q), q1, c[1]),
                    v3_axpy(v3_scale(N1, 1 / cc), -2 * v3_dot(c[1], c[2]) / (cc * cc), N));
    }
    Mat3 A = frame->A;
    Vec3 w = frame->w, d = m3_apply(A, c[0]), along = m3_apply(A, v3_scale(c[1], rate));
    Vec3 turn = m3_apply(A, v3_scale(g, rate));
    Vec3 bend = m3_apply(A, v3_axpy(v3_scale(c[1], rate2), rate * rate, c[2]));
    Vec3 turn2 = m3_apply(A, v3_axpy(v3_scale(g, rate2), rate * rate, dg));
    MarkerMotion out = { .r = v3_add(frame->r, d),
                         .A = m3_mul(A, m3_cols(t, n, v3_cross(t, n))),
                         .v = v3_add(frame->v, v3_add(v3_cross(w, d), along)),
                         .w = v3_add(w, turn) };
    out.a = v3_add(v3_add(frame->a, v3_cross(frame->alpha, d)), v3_cross(w, v3_cross(w, d)));
    out.a = v3_add(out.a, v3_add(v3_scale(v3_cross(w, along), 2), bend));
    out.alpha = v3_add(frame->alpha, v3_add(v3_cross(w, turn), turn2));
    return out;
}

MarkerMotion *cd_markers_new(Arena *arena, const Mechanism *m)
{
    MarkerMotion *out = ARENA_ARRAY(arena, MarkerMotion, m->markers);
    for (int i = 0; i < m->markers; i++)
        if (m->site[i].body < 0) out[i] = (MarkerMotion){ .r = m->site[i].s, .A = m->site[i].A };
    return out;
}

static void move_with_body(const Mechanism *m, const State *s, const Site *k, MarkerMotion *out)
{
    const MovingBody *b = &m->body[k->body];
    const double *v = s->v + b->first, *a = s->vdot + b->first;
    Mat3 A = q4_to_m3(s->p[k->body]);
    Vec3 rho = m3_apply(A, k->s), zero = v3(0, 0, 0);
    Vec3 w = b->turns ? m3_apply(A, cd_rotation(b, v)) : zero, alpha = b->turns ? m3_apply(A, cd_rotation(b, a)) : zero;
    out->r = v3_add(s->r[k->body], rho);
    out->A = m3_mul(A, k->A);
    out->v = v3_add(cd_translation(b, v), v3_cross(w, rho)); /* (5.5) */
    out->w = w;
    out->a = v3_add(v3_add(cd_translation(b, a), v3_cross(alpha, rho)), v3_cross(w, v3_cross(w, rho))); /* (5.6) */
    out->alpha = alpha;
}

void cd_markers_motion(const Mechanism *m, const State *s, MarkerMotion *out)
{
    for (int n = 0; n < m->moving; n++) {
        int i = m->moves[n];
        if (m->site[i].body >= 0) move_with_body(m, s, &m->site[i], &out[i]);
    }
    for (int n = 0; n < m->moving; n++) {
        int i = m->moves[n], with = m->follows[i];
        if (with >= 0) out[i] = out[with];
    }
    for (int i = 0; i < m->riders; i++) {
        const Rider *k = &m->rider[i];
        int at = m->body[k->body].first;
        out[k->marker] = rider_motion(m->body[k->body].curve, &out[k->frame], s->r[k->body].x, s->v[at], s->vdot[at]);
    }
}

void cd_marker_moves(const Mechanism *m, const BodyMotion *body, int marker, MarkerMotion *out)
{
    const Site *k = &m->site[m->follows[marker] >= 0 ? m->follows[marker] : marker];
    if (k->body < 0) {
        out->r = k->s, out->A = k->A, out->v = out->w = v3(0, 0, 0);
        return;
    }
    const BodyMotion *b = &body[k->body];
    Vec3 rho = m3_apply(b->A, k->s);
    out->r = v3_add(b->r, rho), out->A = m3_mul(b->A, k->A);
    out->v = v3_add(b->u, v3_cross(b->w, rho)), out->w = b->w; /* (5.5) */
}

Vec3 cd_rider_point(const Mechanism *m, const Rider *k, const BodyMotion *body)
{
    const Site *site = &m->site[k->frame];
    Vec3 p = v3_add(site->s, m3_apply(site->A, cd_curve_eval(m->body[k->body].curve, body[k->body].r.x, 0)));
    return site->body < 0 ? p : v3_add(body[site->body].r, m3_apply(body[site->body].A, p));
}

void cd_marker_arms(const Mechanism *m, double *nearest, double *farthest)
{
    *nearest = *farthest = 0;
    for (int i = 0; i < m->markers; i++) {
        double arm = m->site[i].body >= 0 ? v3_norm(m->site[i].s) : 0;
        if (arm > 0 && (*nearest == 0 || arm < *nearest)) *nearest = arm;
        *farthest = fmax(*farthest, arm);
    }
    for (int n = 0; n < m->flexes; n++)
        for (int k = 0; k < m->flex[n].nodes; k++)
            *farthest = fmax(*farthest, v3_norm(m->flex[n].modal->place[m->flex[n].node[k]]));
}

const Element *cd_body_name(const Mechanism *m, int body)
{
    const MovingBody *b = &m->body[body];
    return b->node ? b->node : &m->model->table[b->kind].at[b->index];
}
