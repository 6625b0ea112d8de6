/* exact.c - what a change of positions costs, and coordinates that are not to change (theory 7.1, 7.2). */
#include "analyses/initial/exact.h"

#include "model/bodies.h"
#include "model/modal.h"

#include <float.h>
#include <math.h>
#include <string.h>

static const double exact_weight = 1e10;

/* The change of a 3-1-3 angle of the body with dpi; at sin(theta) = 0 the first and third are one. */
static Vec3 angle_gradient(Mat3 A, int angle)
{
    double e[3];
    m3_to_euler313(A, e);
    double s = sin(e[1]), sp = sin(e[2]), cp = cos(e[2]);
    if (angle == 1) return v3(cp, -sp, 0);
    if (fabs(s) < 1e-6) return v3(0, 0, 1);
    /* rows of the inverse of B in wbar = B (psi', theta', phi') */
    return angle == 0 ? v3_scale(v3(sp, cp, 0), 1 / s) : v3(-sp * cos(e[1]) / s, -cp * cos(e[1]) / s, 1);
}

/* Bits of the modes of a group that MODE_EXACT names. */
static unsigned exact_modes(const System *s, const MovingBody *b)
{
    unsigned bits = 0;
    for (int n = 0; n < s->m->flexes; n++) {
        const FlexPlace *x = &s->m->flex[n];
        for (int i = 0; i < b->dofs && x->index == b->index; i++)
            for (int k = 0; k < x->given->mode_exact.n; k++)
                if (x->given->mode_exact.at[k] == x->modal->number[x->mode[b->share + i]]) bits |= 1u << i;
    }
    return bits;
}

static unsigned exact_of(const System *s, int body)
{
    const MovingBody *b = &s->m->body[body];
    if (b->curve || b->node || s->given.continues || b->role == BODY_NODE) return 0;
    if (b->role == BODY_MODES) return exact_modes(s, b);
    if (b->role == BODY_FRAME) return MODEL_AT(s->model, flex_body, FlexBody, b->index)->exact;
    return b->kind == KIND_part ? MODEL_AT(s->model, part, Part, b->index)->exact
                                : MODEL_AT(s->model, point_mass, PointMass, b->index)->exact;
}

bool cd_exact_any(const System *s)
{
    unsigned any = 0;
    for (int b = 0; b < s->m->bodies; b++) any |= exact_of(s, b);
    return any != 0;
}

/* A point of contact goes along its curve at next to no cost. */
static const double cheap = 1e-6;

void cd_flexible_weights(const System *s, int body, double W[36])
{
    const MovingBody *b = &s->m->body[body];
    for (int i = 0; i < 6; i++) W[7 * i] *= b->role == BODY_NODE ? cheap : cd_shift_weight(b);
}

void cd_position_weights(const System *s, int body, double W[36], const void *hold)
{
    unsigned exact = *(const bool *)hold ? exact_of(s, body) : 0;
    double turn = s->constants.length * s->constants.length;
    cd_block_size(s, body, W, NULL);
    if (s->m->body[body].curve) W[0] = fmax(cheap * W[0], DBL_MIN);
    cd_flexible_weights(s, body, W);
    for (int i = 0; i < 3; i++)
        if (exact >> i & 1) W[7 * i] = exact_weight;
    for (int k = 0; k < 3; k++) {
        if (!(exact >> (3 + k) & 1)) continue;
        Vec3 c = v3_unit(angle_gradient(s->now.body[body].A, k));
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) W[6 * (i + 3) + j + 3] += exact_weight * turn * v3_get(c, i) * v3_get(c, j);
    }
}

/* How far an EXACT coordinate (0 to 2: along r, 3 to 5: about the direction in which an angle changes) is from where
 * the dataset has it. Where sin(theta) = 0, psi and phi are one angle; if it was not so at the start they are not
 * off. */
static double exact_off(const System *s, int body, int k)
{
    const double full_turn = 2 * acos(-1);
    const Frame *start = &s->m->body[body].start;
    const BodyMotion *now = &s->now.body[body];
    if (k < 3) return v3_get(start->r, k) - v3_get(now->r, k);
    double e0[3], e[3];
    m3_to_euler313(start->A, e0);
    m3_to_euler313(now->A, e);
    bool was_one = fabs(sin(e0[1])) < 1e-6, is_one = fabs(sin(e[1])) < 1e-6;
    double side = cos(e[1]) > 0 ? 1 : -1;
    if (k == 4) return e0[1] - e[1];
    if (was_one != is_one) return 0;
    if (is_one) return side * remainder(e0[0] + side * e0[2] - e[0] - side * e[2], full_turn);
    return remainder(e0[k - 3] - e[k - 3], full_turn) / v3_norm(angle_gradient(now->A, k - 3));
}

/* W times the way back to EXACT values that the linearised constraints had moved; the size of it all. */
double cd_exact_pull(const System *s, double *pull)
{
    double sum = 0, turn = s->constants.length * s->constants.length;
    memset(pull, 0, sizeof(double) * (size_t)s->m->nv);
    for (int b = 0; b < s->m->bodies; b++) {
        unsigned exact = exact_of(s, b);
        double *x = pull + s->m->body[b].first;
        Vec3 way[2] = { { 0, 0, 0 }, { 0, 0, 0 } };
        for (int k = 0; k < 6; k++) {
            if (!(exact >> k & 1)) continue;
            double off = exact_off(s, b, k), share = k < 3 ? off / s->constants.length : off;
            Vec3 c = k < 3 ? v3_axis(k) : v3_unit(angle_gradient(s->now.body[b].A, k - 3));
            way[k / 3] = v3_axpy(way[k / 3], exact_weight * (k < 3 ? 1 : turn) * off, c);
            sum += share * share;
        }
        if (exact) cd_add_wrench(&s->m->body[b], 1, way[0], way[1], x);
    }
    return sqrt(sum);
}

static const char *const exact_name[6] = { "X", "Y", "Z", "PSI", "THETA", "PHI" };

void cd_exact_name(const System *s, CdLog *log)
{
    enum { MOST = 6 };
    for (int b = 0, said = 0; b < s->m->bodies && said < MOST; b++) {
        unsigned exact = exact_of(s, b);
        TextBuffer list = { 0 };
        for (int k = 0; k < 6; k++)
            if (exact >> k & 1) cd_buffer_print(&list, "%s%s", list.n ? ", " : "", exact_name[k]);
        const Element *e = cd_body_name(s->m, b);
        char label[CD_LABEL_ROOM];
        if (list.n) cd_log(log, e->place, EXACT_HOLDS, cd_label(e, label), list.at), said++;
        cd_buffer_close(&list);
    }
}

CdStatus cd_exact_check(const System *s, CdLog *log)
{
    const double limit = 1e-4;
    CdStatus status = CD_OK;
    for (int b = 0; b < s->m->bodies; b++) {
        unsigned exact = exact_of(s, b);
        for (int k = 0; k < 6; k++) {
            double off = exact >> k & 1 ? exact_off(s, b, k) : 0;
            if (fabs(off) <= limit * (k < 3 ? s->constants.length : 1)) continue;
            const Element *e = cd_body_name(s->m, b);
            char label[CD_LABEL_ROOM];
            cd_log(log, e->place, EXACT_MOVED, cd_label(e, label), exact_name[k], off);
            status = CD_ANALYSIS_FAILED;
        }
    }
    return status;
}
