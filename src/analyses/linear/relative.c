/* relative.c - small motions seen from a marker that moves (theory 12.27 to 12.29).
 *
 *     eta = R^T x,   eta' = R^T ( x' - w x x ),   eta'' = R^T ( x'' - 2 w x x' - w' x x + w x (w x x) )
 *
 * for x the displacement beside that of the frame, x = dr - dr_0 - dtheta_0 x d, and its rates in ground axes. */
#include "analyses/linear/relative.h"

#include <math.h>
#include <string.h>

/* A displacement, or rotation, of one body with its rates, ground axes. */
typedef struct Course {
    Vec3 at, rate, second;
} Course;

Relative cd_relative_new(const System *s, int marker)
{
    const Site *site = &s->m->site[marker];
    Relative f = { .s = s, .marker = marker, .body = site->body, .R = site->A };
    if (f.body < 0) return f;
    const BodyMotion *b = &s->now.body[f.body];
    const double *a = s->state.vdot + s->m->body[f.body].first;
    f.R = m3_mul(b->A, site->A), f.r = b->r, f.u = b->u, f.u_rate = cd_translation(&s->m->body[f.body], a);
    f.w = b->w, f.w_rate = m3_apply(b->A, cd_rotation(&s->m->body[f.body], a));
    return f;
}

bool cd_relative_fits(const System *s, int marker, CdLog *log)
{
    const Site *site = &s->m->site[marker];
    int planar = -1;
    for (int b = 0; b < s->m->bodies && planar < 0; b++) planar = s->m->body[b].planar ? b : -1;
    Mat3 R = site->body < 0 ? site->A : m3_mul(s->now.body[site->body].A, site->A);
    bool in_plane = (site->body < 0 || s->m->body[site->body].planar) && hypot(R.c[2].x, R.c[2].y) < 1e-9;
    if (planar < 0 || in_plane) return true;
    char label[CD_LABEL_ROOM], own[CD_LABEL_ROOM];
    const Element *e = &s->model->table[KIND_marker].at[marker];
    cd_log(log, e->place, LINEAR_ACROSS, cd_label(e, label), cd_label(cd_body_name(s->m, planar), own));
    return false;
}

bool cd_relative_is_scalar(const MovingBody *b)
{
    return b->dofs < 3 || b->role == BODY_MODES;
}

/* ---- as seen from it --------------------------------------------------------------------------------------------- */

/* What all bodies do, or NULL for nothing: of one its displacement, or its rotation. */
typedef enum Part { MOVE, TURN } Part;

static Vec3 part(const double *all, const MovingBody *b, Part which)
{
    if (!all) return v3(0, 0, 0);
    return which == MOVE ? cd_translation(b, all + b->first) : cd_rotation(b, all + b->first);
}

static void put(double *all, const MovingBody *b, Part which, Vec3 x)
{
    if (which == MOVE) cd_put_translation(b, x, all + b->first);
    else cd_put_rotation(b, x, all + b->first);
}

static Course course_of(const double *const of[3], const MovingBody *b, Part which)
{
    return (Course){ part(of[0], b, which), part(of[1], b, which), part(of[2], b, which) };
}

static Course less(Course a, Course b)
{
    return (Course){ v3_sub(a.at, b.at), v3_sub(a.rate, b.rate), v3_sub(a.second, b.second) };
}

/* The product a x b of two that change. */
static Course cross(Course a, Course b)
{
    Vec3 twice = v3_scale(v3_cross(a.rate, b.rate), 2);
    return (Course){ v3_cross(a.at, b.at), v3_add(v3_cross(a.rate, b.at), v3_cross(a.at, b.rate)),
                     v3_add(v3_add(v3_cross(a.second, b.at), twice), v3_cross(a.at, b.second)) };
}

/* Its highest known level in the axes of the marker: R^T x, (R^T x)', (R^T x)''. */
static Vec3 in_axes(const Relative *f, int level, Course x)
{
    Vec3 v = x.at;
    if (level == 1) v = v3_sub(x.rate, v3_cross(f->w, x.at));
    if (level == 2) {
        Vec3 coriolis = v3_scale(v3_cross(f->w, x.rate), 2), turning = v3_cross(f->w_rate, x.at);
        v = v3_add(v3_sub(x.second, v3_add(coriolis, turning)), v3_cross(f->w, v3_cross(f->w, x.at)));
    }
    return m3_tapply(f->R, v);
}

/* From the centre of the body of the marker to that of another, with its rates. */
static Course arm(const Relative *f, int body)
{
    const BodyMotion *b = &f->s->now.body[body];
    const double *a = f->s->state.vdot + f->s->m->body[body].first;
    return (Course){ v3_sub(b->r, f->r), v3_sub(b->u, f->u),
                     v3_sub(cd_translation(&f->s->m->body[body], a), f->u_rate) };
}

static void see(const Relative *f, int level, const double *const of[3], double *out)
{
    const Mechanism *m = f->s->m;
    Course dr = { 0 }, turn = { 0 };
    if (f->body >= 0) dr = course_of(of, &m->body[f->body], MOVE), turn = course_of(of, &m->body[f->body], TURN);
    for (int b = 0; b < m->bodies; b++) {
        int at = m->body[b].first;
        if (cd_relative_is_scalar(&m->body[b])) {
            for (int c = 0; c < m->body[b].dofs; c++) out[at + c] = of[level][at + c];
            continue;
        }
        Course x = course_of(of, &m->body[b], MOVE);
        if (b != f->body) x = less(less(x, dr), cross(turn, arm(f, b)));
        put(out, &m->body[b], MOVE, in_axes(f, level, x));
        if (!m->body[b].turns) continue;
        Course th = course_of(of, &m->body[b], TURN);
        put(out, &m->body[b], TURN, in_axes(f, level, b == f->body ? th : less(th, turn)));
    }
}

void cd_relative_positions(const Relative *f, const double *dq, double *eta)
{
    see(f, 0, (const double *[3]){ dq, NULL, NULL }, eta);
}

void cd_relative_velocities(const Relative *f, const double *dq, const double *p, double *nu)
{
    see(f, 1, (const double *[3]){ dq, p, NULL }, nu);
}

void cd_relative_accelerations(const Relative *f, const double *dq, const double *p, const double *rate, double *alpha)
{
    see(f, 2, (const double *[3]){ dq, p, rate }, alpha);
}

void cd_relative_steadiness(const Relative *f, int body, Vec3 *acceleration, Vec3 *turning)
{
    const System *s = f->s;
    const double *a = s->state.vdot + s->m->body[body].first;
    *acceleration = *turning = v3(0, 0, 0);
    if (body != f->body) *acceleration = in_axes(f, 2, arm(f, body));
    if (!s->m->body[body].turns) return;
    Vec3 faster = m3_apply(s->now.body[body].A, cd_rotation(&s->m->body[body], a)),
         w = v3_sub(s->now.body[body].w, f->w);
    if (body != f->body) faster = v3_sub(faster, v3_add(f->w_rate, v3_cross(f->w, w)));
    *turning = m3_tapply(f->R, faster);
}

/* ---- and back ---------------------------------------------------------------------------------------------------- */

/* x = R eta, x' = R nu + w x x. */
static Course from_axes(const Relative *f, const double *eta, const double *nu, const MovingBody *b, Part which)
{
    Vec3 x = m3_apply(f->R, part(eta, b, which));
    return (Course){ x, v3_add(m3_apply(f->R, part(nu, b, which)), v3_cross(f->w, x)), v3(0, 0, 0) };
}

static Course plus(Course a, Course b)
{
    return (Course){ v3_add(a.at, b.at), v3_add(a.rate, b.rate), v3_add(a.second, b.second) };
}

static void leave(const Relative *f, int level, const double *eta, const double *nu, double *out)
{
    const Mechanism *m = f->s->m;
    Course dr = { 0 }, turn = { 0 };
    if (f->body >= 0) dr = from_axes(f, eta, nu, &m->body[f->body], MOVE);
    if (f->body >= 0) turn = from_axes(f, eta, nu, &m->body[f->body], TURN);
    for (int b = 0; b < m->bodies; b++) {
        int at = m->body[b].first;
        const double *same = level ? nu : eta;
        for (int c = 0; c < m->body[b].dofs && cd_relative_is_scalar(&m->body[b]); c++)
            out[at + c] = same ? same[at + c] : 0;
        if (cd_relative_is_scalar(&m->body[b])) continue;
        Course x = from_axes(f, eta, nu, &m->body[b], MOVE);
        if (b != f->body) x = plus(plus(x, dr), cross(turn, arm(f, b)));
        put(out, &m->body[b], MOVE, level ? x.rate : x.at);
        if (!m->body[b].turns) continue;
        Course th = from_axes(f, eta, nu, &m->body[b], TURN);
        if (b != f->body) th = plus(th, turn);
        put(out, &m->body[b], TURN, level ? th.rate : th.at);
    }
}

void cd_relative_place(const Relative *f, const double *eta, double *dq)
{
    leave(f, 0, eta, NULL, dq);
}

void cd_relative_move(const Relative *f, const double *eta, const double *nu, double *p)
{
    leave(f, 1, eta, nu, p);
}

void cd_relative_row(const Relative *f, double *row)
{
    const Mechanism *m = f->s->m;
    Vec3 force = v3(0, 0, 0), torque = force; /* of all others, on the body of the marker as if they were one */
    for (int b = 0; b < m->bodies; b++) {
        if (cd_relative_is_scalar(&m->body[b])) continue;
        Vec3 g = part(row, &m->body[b], MOVE), th = part(row, &m->body[b], TURN);
        if (b != f->body) {
            force = v3_add(force, g);
            torque = v3_add(torque, v3_add(th, v3_cross(arm(f, b).at, g)));
        }
        put(row, &m->body[b], MOVE, m3_tapply(f->R, g));
        put(row, &m->body[b], TURN, m3_tapply(f->R, th));
    }
    if (f->body < 0) return;
    const MovingBody *own = &m->body[f->body];
    put(row, own, MOVE, v3_add(part(row, own, MOVE), m3_tapply(f->R, force)));
    put(row, own, TURN, v3_add(part(row, own, TURN), m3_tapply(f->R, torque)));
}
