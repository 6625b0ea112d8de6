/* general.c - rows given by an expression, with exact derivatives (theory 6.13 to 6.16).
 *
 * The expression is followed along q exp(s v) at times t + s, from a q or v changed by e: one jet gives phi, phi',
 * phi'' and their
 * derivatives in one direction                                                                              (6.14)
 *     G_k = d(phi)/dq_k,   quad = phi'',   K_jk = d(phi')/dq_k with v = e_j and time held                    (6.15)
 * An expression of velocities, g, is one order lower; linear in them it is g = G v + b:
 *     G_k = dg/dv_k,   quad = g',   K_jk = d(g)/dq_k with v = e_j less that with v = 0                       (6.16)
 * and otherwise, where s is the change of velocity along e_j,
 *     b = g - G v,   K_jk = d2g/dv_j dq_k                                                                    (6.24) */
#include "system/general.h"

#include "contact/single_gap.h"

#include <math.h>
#include <string.h>

/* ---- which markers and bodies ------------------------------------------------------------------------------------ */

/* A marker that is read, if it is not known yet. */
static void add_marker(General *g, const Mechanism *m, int marker)
{
    int k = 0;
    while (k < g->markers && g->marker[k] != marker) k++;
    if (k < g->markers) return;
    int body = m->site[marker].body, b = 0;
    while (b < g->bodies && g->body[b] != body) b++;
    if (body >= 0 && b == g->bodies) g->body[g->bodies++] = body;
    g->marker[g->markers] = marker, g->on[g->markers++] = body < 0 ? -1 : b;
}

General cd_general_new(Arena *arena, const Mechanism *m, const GeneralForm *form)
{
    const Program *p = form->program;
    General g = { .program = p,
                  .form = *form,
                  .held = FEATURE_FREE,
                  .marker = ARENA_ARRAY(arena, int, 4 * p->leaves + 2),
                  .on = ARENA_ARRAY(arena, int, 4 * p->leaves + 2) };
    if (form->gap) {
        add_marker(&g, m, form->i), add_marker(&g, m, form->j);
        g.velocity_level = form->slip > 0;
        return g;
    }
    Arena scratch = { 0 };
    int degree = cd_program_velocity_degree(p, ARENA_ARRAY(&scratch, int, p->nodes));
    g.velocity_level = degree > 0, g.nonlinear = degree > 1;
    cd_arena_close(&scratch);
    for (int i = 0; i < 4 * p->leaves; i++) {
        const Leaf *l = &p->leaf[i / 4];
        g.reads_time |= l->type == LEAF_TIME;
        int marker = l->type == LEAF_MARKER ? l->query.marker[i % 4] : -1;
        if (marker >= 0) add_marker(&g, m, marker);
    }
    return g;
}

GeneralRoom cd_general_room(Arena *arena, const Mechanism *m, const General *list, int n, int nodes)
{
    int markers = 0;
    for (int i = 0; i < n; i++) {
        if (list[i].markers > markers) markers = list[i].markers;
        if (list[i].program->nodes > nodes) nodes = list[i].program->nodes;
    }
    return (GeneralRoom){ .place = ARENA_ARRAY(arena, int, n ? m->markers : 0),
                          .marker = ARENA_ARRAY(arena, MarkerJet, markers),
                          .value = ARENA_ARRAY(arena, double, nodes),
                          .jet = ARENA_ARRAY(arena, Jet, nodes) };
}

/* ---- parts of surfaces ------------------------------------------------------------------------------------------- */

static JetFrame frame_now(const Mechanism *m, const BodyMotion *body, int marker)
{
    const Site *k = &m->site[marker];
    Mat3 A = k->body < 0 ? k->A : m3_mul(body[k->body].A, k->A);
    JetFrame f = { 0 };
    f.r.c[0][0] = k->body < 0 ? k->s : v3_add(body[k->body].r, m3_apply(body[k->body].A, k->s));
    for (int a = 0; a < 3; a++) f.axis[a].c[0][0] = A.c[a];
    return f;
}

int cd_general_feature(const General *g, const Mechanism *m, const BodyMotion *body)
{
    if (!g->form.gap) return 0;
    JetFrame i = frame_now(m, body, g->form.i), j = frame_now(m, body, g->form.j);
    return cd_single_gap_feature(g->form.gap, &i, &j);
}

/* ---- one jet ----------------------------------------------------------------------------------------------------- */

/* The motion of a body: velocities, and the change e of position or velocity. Rotations in body axes. */
typedef struct Start {
    Vec3 u, w, dr, dpi, du, dw;
    Vec3 by_u, by_w; /* where s is a change of velocity: of which */
} Start;

typedef struct Sweep {
    const General *g;
    const GeneralRoom *room;
    const Mechanism *m;
    const BodyMotion *body;
    const double *winding;
    double t, time_rate; /* 0: time is held */
    double dt;           /* the change e of time */
    bool by_velocity;    /* s is a change of velocity, and positions stay */
    int feature;         /* of a gap: part of a surface */
    AlongOrder order;
    bool mixed;
    Start start[ROW_BODIES];
    Start swept[ROW_BODIES]; /* that the markers are of, once there are any */
    bool marked;
} Sweep;

/* A exp(e D) exp(s (W + e E)) by powers of s and e (6.14) */
static void rotation(Mat3 A, const Start *x, Mat3 R[3][2])
{
    Mat3 W = m3_skew(x->w), D = m3_skew(x->dpi), E = m3_skew(x->dw), WW = m3_mul(W, W);
    R[0][0] = A;
    R[1][0] = m3_mul(A, W);
    R[2][0] = m3_scale(m3_mul(A, WW), 0.5);
    R[0][1] = m3_mul(A, D);
    R[1][1] = m3_mul(A, m3_add(m3_mul(D, W), E));
    Mat3 both = m3_add(m3_mul(D, WW), m3_add(m3_mul(E, W), m3_mul(W, E)));
    R[2][1] = m3_scale(m3_mul(A, both), 0.5);
}

static MarkerJet marker_jet(const Sweep *s, int marker, int on)
{
    const Site *k = &s->m->site[marker];
    MarkerJet out = { 0 };
    if (k->body < 0) {
        out.r.c[0][0] = k->s;
        for (int a = 0; a < 3; a++) out.axis[a].c[0][0] = m3_col(k->A, a);
        return out;
    }
    const Start *x = &s->start[on];
    const BodyMotion *body = &s->body[k->body];
    const Vec3 zero = v3(0, 0, 0), r[3][2] = { { body->r, x->dr }, { x->u, x->du }, { zero, zero } };
    Mat3 R[3][2];
    rotation(body->A, x, R);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 2; j++) {
            out.r.c[i][j] = v3_add(r[i][j], m3_apply(R[i][j], k->s));
            for (int a = 0; a < 3; a++) out.axis[a].c[i][j] = m3_apply(R[i][j], m3_col(k->A, a));
        }
    for (int j = 0; j < 2; j++) out.v.c[0][j] = out.r.c[1][j], out.v.c[1][j] = v3_scale(out.r.c[2][j], 2);
    out.w.c[0][0] = m3_apply(body->A, x->w); /* it does not change along the motion */
    out.w.c[0][1] = m3_apply(body->A, v3_add(v3_cross(x->dpi, x->w), x->dw));
    return out;
}

/* Velocities that change by s, at positions or velocities changed by e. */
static void velocity_jet(const Sweep *s, int marker, int on, MarkerJet *out)
{
    const Site *k = &s->m->site[marker];
    const Start *x = &s->start[on];
    Mat3 A = s->body[k->body].A;
    for (int i = 1; i < 3; i++)
        for (int j = 0; j < 2; j++) {
            out->r.c[i][j] = out->v.c[i][j] = out->w.c[i][j] = v3(0, 0, 0);
            for (int a = 0; a < 3; a++) out->axis[a].c[i][j] = v3(0, 0, 0);
        }
    Vec3 swing = v3_cross(x->by_w, k->s);
    out->v.c[1][0] = v3_add(x->by_u, m3_apply(A, swing)), out->v.c[1][1] = m3_apply(A, v3_cross(x->dpi, swing));
    out->w.c[1][0] = m3_apply(A, x->by_w), out->w.c[1][1] = m3_apply(A, v3_cross(x->dpi, x->by_w));
}

/* Markers on bodies that start as they did the last time are as they were. */
static void mark(Sweep *s)
{
    for (int i = 0; i < s->g->markers; i++) {
        int on = s->g->on[i];
        if (s->marked && (on < 0 || memcmp(&s->start[on], &s->swept[on], sizeof(Start)) == 0)) continue;
        s->room->place[s->g->marker[i]] = i;
        s->room->marker[i] = marker_jet(s, s->g->marker[i], on);
        if (s->by_velocity && on >= 0) velocity_jet(s, s->g->marker[i], on, &s->room->marker[i]);
    }
    memcpy(s->swept, s->start, sizeof s->start);
    s->marked = true;
}

static JetFrame frame_of(const MarkerJet *m)
{
    return (JetFrame){ m->r, { m->axis[0], m->axis[1], m->axis[2] } };
}

static JetMotion motion_of(const MarkerJet *m)
{
    return (JetMotion){ frame_of(m), m->v, m->w };
}

/* A gap of shapes, or slip there. */
static Jet sweep_gap(const Sweep *s)
{
    const GeneralForm *form = &s->g->form;
    const MarkerJet *a = &s->room->marker[s->room->place[form->i]], *b = &s->room->marker[s->room->place[form->j]];
    JetMotion i = motion_of(a), j = motion_of(b);
    if (form->slip) return cd_single_gap_slip(form->gap, &i, &j, s->feature, form->slip - 1);
    return cd_single_gap_along(form->gap, &i.at, &j.at, s->feature);
}

static Jet sweep(Sweep *s)
{
    mark(s);
    if (s->g->form.gap) return sweep_gap(s);
    AlongContext x = { .time = jet_const(s->t),
                       .marker = s->room->marker,
                       .place = s->room->place,
                       .winding = s->winding,
                       .order = s->order,
                       .mixed = s->mixed };
    x.time.c[1][0] = s->time_rate, x.time.c[0][1] = s->dt;
    return cd_program_along(s->g->program, &x, s->room->value, s->room->jet);
}

/* ---- the row ----------------------------------------------------------------------------------------------------- */

static void set(Vec3 *v, int i, double x)
{
    *(i == 0 ? &v->x : i == 1 ? &v->y : &v->z) = x;
}

/* Entry c of the six of a body. */
static void set_entry(Vec3 *r, Vec3 *pi, int c, double x)
{
    set(c < 3 ? r : pi, c % 3, x);
}

/* What is asked of a jet with v as it is: phi and its derivatives, one order lower for a row of velocities. */
static double first(const General *g, Jet x, int e)
{
    return g->velocity_level ? x.c[0][e] : x.c[1][e];
}

static double second(const General *g, Jet x, int e)
{
    return g->velocity_level ? x.c[1][e] : 2 * x.c[2][e];
}

static int freedoms_of(const Sweep *s, int k)
{
    return s->m->body[s->g->body[k]].dofs;
}

/* Which of its six entries degree of freedom f of a body is. */
static int entry_of(const Sweep *s, int k, int f)
{
    return s->m->body[s->g->body[k]].six[f];
}

static void present_velocities(Sweep *s)
{
    s->time_rate = 1;
    for (int k = 0; k < s->g->bodies; k++) {
        const BodyMotion *b = &s->body[s->g->body[k]];
        s->start[k] = (Start){ .u = b->u, .w = m3_tapply(b->A, b->w) };
    }
}

static double component(Vec3 r, Vec3 pi, int c)
{
    return v3_get(c < 3 ? r : pi, c % 3);
}

/* Places in K for the row of entry d of body j and the column of entry c of body k. */
static void set_stiffness(RowEval *out, int j, int d, int k, int c, double x)
{
    Mat3 *block = d < 3 ? (c < 3 ? &out->rr[j][k] : &out->rp[j][k]) : (c < 3 ? &out->pr[j][k] : &out->pp[j][k]);
    set(&block->c[c % 3], d % 3, x);
}

/* The same where the expression is not linear in velocities (6.24); dg/dq is what K v leaves and b adds. */
static void nonlinear_derivatives(Sweep *s, RowLevel level, RowEval *out)
{
    const General *g = s->g;
    Vec3 u[ROW_BODIES], w[ROW_BODIES];
    out->rate_t = out->value;
    for (int k = 0; k < g->bodies; k++) {
        u[k] = s->start[k].u, w[k] = s->start[k].w;
        out->rate_t -= v3_dot(out->r[k], u[k]) + (s->m->body[g->body[k]].turns ? v3_dot(out->pi[k], w[k]) : 0);
    }
    s->order = ALONG_FIRST, s->mixed = s->by_velocity = true, s->marked = false, s->time_rate = 0;
    for (int k = 0; k < g->bodies && level >= ROW_STIFFNESS; k++)
        for (int f = 0; f < freedoms_of(s, k); f++) {
            int c = entry_of(s, k, f);
            set_entry(&s->start[k].dr, &s->start[k].dpi, c, 1);
            double rest = sweep(s).c[0][1];
            for (int j = 0; j < g->bodies; j++)
                for (int h = 0; h < freedoms_of(s, j); h++) {
                    int d = entry_of(s, j, h);
                    set_entry(&s->start[j].by_u, &s->start[j].by_w, d, 1);
                    double x = sweep(s).c[1][1];
                    set_entry(&s->start[j].by_u, &s->start[j].by_w, d, 0);
                    set_stiffness(out, j, d, k, c, x);
                    rest -= x * component(u[j], w[j], d);
                }
            set_entry(&out->rate_t_q_r[k], &out->rate_t_q_pi[k], c, rest);
            set_entry(&s->start[k].dr, &s->start[k].dpi, c, 0);
        }
}

/* K, and what TIME has to do with the first rate. */
static void mixed_derivatives(Sweep *s, RowLevel level, RowEval *out)
{
    const General *g = s->g;
    memset(s->start, 0, sizeof s->start);
    s->time_rate = 1, s->order = ALONG_FIRST, s->mixed = false;
    if (g->velocity_level || g->reads_time) out->rate_t = first(g, sweep(s), 0);
    if (level < ROW_STIFFNESS) return;
    s->mixed = true;
    for (int k = 0; k < g->bodies; k++)
        for (int f = 0; f < freedoms_of(s, k); f++) {
            int c = entry_of(s, k, f);
            set_entry(&s->start[k].dr, &s->start[k].dpi, c, 1);
            double rate_t_q = 0;
            s->time_rate = 1;
            if (g->velocity_level || g->reads_time) rate_t_q = first(g, sweep(s), 1);
            set_entry(&out->rate_t_q_r[k], &out->rate_t_q_pi[k], c, rate_t_q);
            s->time_rate = 0;
            for (int j = 0; j < g->bodies; j++)
                for (int h = 0; h < freedoms_of(s, j); h++) {
                    int d = entry_of(s, j, h);
                    set_entry(&s->start[j].u, &s->start[j].w, d, 1);
                    double x = first(g, sweep(s), 1) - (g->velocity_level ? rate_t_q : 0);
                    set_entry(&s->start[j].u, &s->start[j].w, d, 0);
                    set_stiffness(out, j, d, k, c, x);
                }
            set_entry(&s->start[k].dr, &s->start[k].dpi, c, 0);
        }
}

void cd_general_row(const General *g, const GeneralRoom *room, const Mechanism *m, const BodyMotion *body,
                    const double *winding, double t, RowLevel level, RowEval *out)
{
    Sweep s = { .g = g, .room = room, .m = m, .body = body, .winding = winding, .t = t };
    s.order = level >= ROW_GRADIENT ? ALONG_SECOND : ALONG_FIRST;
    s.feature = g->held != FEATURE_FREE ? g->held : cd_general_feature(g, m, body);
    present_velocities(&s);
    Jet now = sweep(&s);
    out->value = now.c[0][0], out->quad = second(g, now, 0);
    if (level == ROW_VALUE) return;
    for (int k = 0; k < g->bodies; k++) cd_row_slot(out, g->body[k], level);
    s.mixed = level == ROW_ALL;
    for (int k = 0; k < g->bodies; k++)
        for (int c = 0; c < 6; c++) { /* a point mass has no use for its torque, but ground takes the opposite of all */
            if (!g->velocity_level || level == ROW_ALL) {
                set_entry(&s.start[k].dr, &s.start[k].dpi, c, 1);
                Jet by_q = sweep(&s);
                set_entry(&s.start[k].dr, &s.start[k].dpi, c, 0);
                if (!g->velocity_level) set_entry(&out->r[k], &out->pi[k], c, by_q.c[0][1]);
                if (level == ROW_ALL) set_entry(&out->quad_q_r[k], &out->quad_q_pi[k], c, second(g, by_q, 1));
            }
            if (g->velocity_level || level == ROW_ALL) {
                set_entry(&s.start[k].du, &s.start[k].dw, c, 1);
                Jet by_v = sweep(&s);
                set_entry(&s.start[k].du, &s.start[k].dw, c, 0);
                if (g->velocity_level) set_entry(&out->r[k], &out->pi[k], c, by_v.c[0][1]);
                if (level == ROW_ALL) set_entry(&out->quad_v_r[k], &out->quad_v_pi[k], c, second(g, by_v, 1));
            }
        }
    if (g->nonlinear) nonlinear_derivatives(&s, level, out);
    else mixed_derivatives(&s, level, out);
}

void cd_general_gap(const General *g, const GeneralRoom *room, const Mechanism *m, const BodyMotion *body,
                    double out[2])
{
    Sweep s = { .g = g, .room = room, .m = m, .body = body };
    s.feature = g->held != FEATURE_FREE ? g->held : cd_general_feature(g, m, body);
    present_velocities(&s);
    Jet now = sweep(&s);
    out[0] = now.c[0][0], out[1] = now.c[1][0];
}

void cd_general_time(const General *g, const GeneralRoom *room, const Mechanism *m, const BodyMotion *body,
                     const double *winding, double t, double out[3], double g_t[][6])
{
    if (!g->reads_time) return;
    Sweep s = { .g = g, .room = room, .m = m, .body = body, .winding = winding, .t = t, .mixed = true };
    s.order = ALONG_SECOND, s.dt = 1;
    present_velocities(&s);
    Jet now = sweep(&s);
    out[0] = g->velocity_level ? 0 : now.c[0][1], out[1] = first(g, now, 1), out[2] = second(g, now, 1);

    s.order = ALONG_FIRST, s.by_velocity = g->nonlinear, s.marked = false;
    for (int k = 0; k < g->bodies && g->nonlinear; k++)
        for (int f = 0; f < freedoms_of(&s, k); f++) {
            int c = entry_of(&s, k, f);
            set_entry(&s.start[k].by_u, &s.start[k].by_w, c, 1);
            s.time_rate = 0, g_t[k][c] = sweep(&s).c[1][1];
            set_entry(&s.start[k].by_u, &s.start[k].by_w, c, 0);
        }
    if (g->nonlinear) return;

    /* G: along each degree of freedom as a change of position, or of velocity, which moves nothing by itself */
    memset(s.start, 0, sizeof s.start);
    s.dt = 0;
    for (int k = 0; k < g->bodies; k++)
        for (int f = 0; f < freedoms_of(&s, k); f++) {
            int c = entry_of(&s, k, f);
            Start *x = &s.start[k];
            Vec3 *r = g->velocity_level ? &x->du : &x->dr, *pi = g->velocity_level ? &x->dw : &x->dpi;
            set_entry(r, pi, c, 1);
            s.time_rate = 1, g_t[k][c] = sweep(&s).c[1][1];
            s.time_rate = 0, g_t[k][c] -= g->velocity_level ? sweep(&s).c[1][1] : 0;
            set_entry(r, pi, c, 0);
        }
}

void cd_general_wind(const General *g, const Mechanism *m, const BodyMotion *body, double *winding)
{
    for (int i = 0; i < g->program->leaves; i++) {
        const Leaf *l = &g->program->leaf[i];
        if (l->type != LEAF_MARKER || l->winding < 0) continue;
        MarkerMotion marker[4] = { 0 };
        MeasureQuery q = l->query;
        for (int k = 0; k < 4; k++) {
            if (q.marker[k] < 0) continue;
            const Site *site = &m->site[q.marker[k]];
            const BodyMotion *b = site->body >= 0 ? &body[site->body] : NULL;
            marker[k].r = b ? v3_add(b->r, m3_apply(b->A, site->s)) : site->s;
            marker[k].A = b ? m3_mul(b->A, site->A) : site->A;
            q.marker[k] = k;
        }
        double *own = winding + l->winding;
        cd_measure_wind(&q, marker, cd_measure_eval(&q, marker, NULL, own, NULL, NULL), own);
    }
}
