/* steadiness.c - whether the coefficients of a linearised model are constant (theory 12.12). */
#include "analyses/linear/linearising.h"
#include "analyses/static/imbalance.h"
#include "integrators/integrator.h"

#include <math.h>
#include <string.h>

/* The rate of G in the coordinates of the model times small motions t (nv, ground axes) that it allows, by rows: G' t,
 * and as the frame turns G B' B^-1 t. */
typedef struct Turning {
    const Linearising *w;
    double *eta, *carried; /* scratch, nv each */
} Turning;

static void carry_along(const Turning *x, const double *t)
{
    if (!x->w->frame) return;
    cd_relative_positions(x->w->frame, t, x->eta);
    cd_relative_move(x->w->frame, x->eta, NULL, x->carried);
    cd_linear_turn(x->w->s, true, x->carried, x->carried);
}

static double turning_of(const Turning *x, int row, const double *t)
{
    const RowShare *r = &x->w->row[row];
    double sum = cd_row_share(x->w->s, &r->by, r->turning, t);
    return x->w->frame ? sum + cd_row_share(x->w->s, &r->by, r->by.g, x->carried) : sum;
}

/* Whether what the constraints allow changes as the bodies move on: G' T, where single rows may turn in their span
 * (12.12). */
static const Element *turning_constraint(const Linearising *w, double pace)
{
    const System *s = w->s;
    int nv = s->m->nv;
    Arena scratch = { 0 };
    Turning x = { w, ARENA_ARRAY(&scratch, double, nv), ARENA_ARRAY(&scratch, double, nv) };
    const Element *found = NULL;
    for (int c = 0; c < w->l->velocities && !found; c++) {
        const double *t = w->l->all.V + (size_t)nv * (size_t)c;
        double size = 0;
        for (int k = 0; k < nv; k++) size = fmax(size, fabs(t[k]) * w->scale[k]);
        carry_along(&x, t);
        for (int i = 0; i < s->in_use.n && !found; i++)
            if (fabs(turning_of(&x, i, t)) > 1e-6 * size * w->row[i].size * pace)
                found = s->c->row[s->in_use.row[i]].element;
    }
    cd_arena_close(&scratch);
    return found;
}

bool cd_linear_is_steady(const System *s, const Relative *frame, CdLog *log)
{
    Imbalance allowed = cd_imbalance(s);
    double g = v3_norm(s->constants.gravity);
    for (int b = 0; b < s->m->bodies; b++) {
        const MovingBody *body = &s->m->body[b];
        if (body->dofs < 3) continue;
        const double *x = s->state.vdot + body->first;
        Vec3 a = cd_translation(body, x), turning = cd_rotation(body, x);
        if (frame) {
            cd_relative_steadiness(frame, b, &a, &turning);
            turning = m3_tapply(s->now.body[b].A, m3_apply(frame->R, turning));
        }
        double weight = body->mass * fmax(g, frame ? v3_norm(cd_translation(body, x)) : 0),
               force = body->mass * v3_norm(a), torque = v3_norm(m3_apply(body->J, turning));
        if (force <= fmax(1e-3 * weight, allowed.force) &&
            torque <= fmax(1e-3 * weight * s->constants.length, allowed.torque))
            continue;
        char label[CD_LABEL_ROOM];
        const Element *e = cd_body_name(s->m, b);
        cd_log(log, e->place, LINEAR_ACCELERATED, cd_label(e, label), s->state.t);
        return false;
    }
    return true;
}

/* A body whose inertia changes in the axes of the frame, which turn by w, as it turns; NULL: none. */
static const Element *turning_inertia(const System *s, Vec3 w, double pace)
{
    for (int b = 0; b < s->m->bodies; b++) {
        const MovingBody *body = &s->m->body[b];
        if (body->dofs < 6) continue;
        Mat3 J = m3_mult(m3_mul(s->now.body[b].A, body->J), s->now.body[b].A), W = m3_skew(v3_sub(s->now.body[b].w, w));
        Mat3 change = m3_sub(m3_mul(W, J), m3_mul(J, W));
        double size = 0, rate = 0;
        for (int k = 0; k < 3; k++) size += v3_norm(m3_col(J, k)), rate += v3_norm(m3_col(change, k));
        if (rate > 1e-6 * size * pace) return cd_body_name(s->m, b);
    }
    return NULL;
}

enum { SIDES = 2, NUMBERS = 6 * SIDES };

/* Vectors of all bodies turned by a rotation. */
static void rotate(const System *s, Mat3 by, const double *from, double *to)
{
    for (int b = 0; b < s->m->bodies; b++) {
        const MovingBody *body = &s->m->body[b];
        if (body->dofs < 3 || body->role == BODY_MODES) continue;
        Vec3 r = cd_translation(body, from + body->first), th = cd_rotation(body, from + body->first);
        cd_put_translation(body, m3_apply(by, r), to + body->first);
        cd_put_rotation(body, m3_apply(by, th), to + body->first);
    }
}

/* What each load answers to one small displacement, or velocity, of all bodies: on the bodies of I and J, all in axes
 * that `turned` has turned from those of ground. */
static bool answers_of_loads(const Linearising *w, bool velocity, Mat3 turned, const double *change, double *out)
{
    const System *s = w->s;
    int nv = s->m->nv;
    Arena scratch = { 0 };
    double *d = ARENA_ARRAY(&scratch, double, nv), *y = ARENA_ARRAY(&scratch, double, nv);
    bool good = true;
    memcpy(d, change, sizeof(double) * (size_t)nv);
    rotate(s, turned, change, d);
    cd_linear_turn(s, true, d, d);
    for (int b = 0; b < s->m->bodies; b++)
        w->map[b] = velocity ? (BodyMap){ .v = 1, .V = m3_identity() } : (BodyMap){ .q = 1 };
    for (int k = 0; k < w->e->loads.n && good; k++, out += NUMBERS) {
        const Load *l = &w->e->loads.load[k];
        const int marker[SIDES] = { l->i, l->j };
        memset(y, 0, sizeof(double) * (size_t)nv);
        good = cd_equations_apply_load(w->e, k, &(Maps){ .body = w->map }, d, y);
        cd_linear_turn(s, false, y, y);
        rotate(s, m3_transpose(turned), y, y);
        for (int side = 0; side < SIDES; side++) {
            int b = marker[side] < 0 ? -1 : s->m->site[marker[side]].body;
            for (int c = 0; b >= 0 && c < s->m->body[b].dofs; c++)
                out[6 * side + c] = y[s->m->body[b].first + c] / w->scale[s->m->body[b].first + c];
        }
    }
    cd_arena_close(&scratch);
    return good;
}

/* Small displacements, or turns, of all bodies, no two alike. */
static void probe(const Linearising *w, bool turns, double *change)
{
    for (int b = 0; b < w->s->m->bodies; b++)
        for (int c = 0; c < w->s->m->body[b].dofs; c++) {
            int k = w->s->m->body[b].first + c;
            change[k] = (w->s->m->body[b].six[c] >= 3) == turns ? (1 + 0.3 * (k % 5)) / w->scale[k] : 0;
        }
}

/* Answers to displacements, turns and their rates: PROBES times the loads times NUMBERS. */
enum { PROBES = 4 };

static bool probe_loads(const Linearising *w, Mat3 turned, double *change, double *out)
{
    size_t n = (size_t)w->e->loads.n * NUMBERS;
    bool good = true;
    for (size_t k = 0; k < PROBES && good; k++) {
        probe(w, k & 1, change);
        good = answers_of_loads(w, k & 2, turned, change, out + n * k);
    }
    return good;
}

/* Whether one of the forces or torques on I or J answers otherwise than before. Each is measured by itself, for what is
 * stiff against turning may be soft otherwise, but beside the largest answer of the load a change may be rounding. */
static bool answers_otherwise(const double *now, const double *later, size_t stride)
{
    const double rounding = 1e-11;
    double largest = 0;
    for (size_t p = 0; p < PROBES; p++)
        for (size_t i = 0; i < NUMBERS; i++) largest = fmax(largest, fabs(now[stride * p + i]));
    for (size_t p = 0; p < PROBES; p++)
        for (size_t block = 0; block < NUMBERS; block += 3) {
            double size = 0, off = 0;
            for (size_t i = stride * p + block; i < stride * p + block + 3; i++)
                size = fmax(size, fabs(now[i])), off = fmax(off, fabs(later[i] - now[i]));
            if (off > 1e-5 * size && off > rounding * largest) return true;
        }
    return false;
}

/* A load that answers otherwise when the bodies have moved on by a thousandth of a turn, seen from the frame; NULL:
 * none (12.12). */
static const Element *turning_load(Linearising *w, double pace)
{
    System *s = w->s;
    size_t n = (size_t)w->e->loads.n * NUMBERS;
    const Element *found = NULL;
    Arena scratch = { 0 };
    double *change = ARENA_ARRAY(&scratch, double, s->m->nv);
    double *now = ARENA_ARRAY(&scratch, double, PROBES *n), *later = ARENA_ARRAY(&scratch, double, PROBES *n);
    Snapshot start = cd_snapshot_new(&scratch, w->e);
    cd_snapshot_take(w->e, &start);
    bool good = probe_loads(w, m3_identity(), change, now);
    Mat3 turned = w->frame ? m3_rotvec(v3_scale(w->frame->w, 1e-3 / pace)) : m3_identity();
    cd_linear_go_on(s, 1e-3 / pace);
    good = good && cd_equations_prepare(w->e, NULL) && probe_loads(w, turned, change, later);
    for (int k = 0; k < w->e->loads.n && good && !found; k++)
        if (answers_otherwise(now + (size_t)k * NUMBERS, later + (size_t)k * NUMBERS, n))
            found = w->e->loads.load[k].element;
    cd_snapshot_restore(w->e, &start);
    cd_equations_prepare(w->e, NULL);
    cd_arena_close(&scratch);
    return found;
}

/* Warns where the linear model holds for an instant only: accelerations, or a mechanism that changes as it moves
 * (12.12). */
void cd_linear_judge_steadiness(Linearising *w, CdLog *log)
{
    const System *s = w->s;
    double pace = cd_linear_pace(s);
    if (!cd_linear_is_steady(s, w->frame, log)) return;
    const Element *turning = turning_inertia(s, w->frame ? w->frame->w : v3(0, 0, 0), pace);
    if (!turning) turning = turning_constraint(w, pace);
    if (!turning && pace > 0) turning = turning_load(w, pace);
    char label[CD_LABEL_ROOM];
    if (turning) cd_log(log, turning->place, LINEAR_CHANGES, cd_label(turning, label), s->state.t);
}
