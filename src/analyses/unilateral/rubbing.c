/* rubbing.c - friction of contacts at events and between them: which stick, which slip and in which direction (theory
 * 22.20 to 22.28). */
#include "system/rubbing.h"
#include "analyses/unilateral/instant.h"
#include "impact/friction.h"
#include "integrators/tuning.h"
#include "linalg/vector.h"

#include <float.h>
#include <math.h>
#include <string.h>

static const OneSided *contact(const Instant *k, int i)
{
    return &k->u->at[k->which[i]];
}

/* ---- rows ------------------------------------------------------------------------------------------------------- */

void cd_rubbing_rows(Instant *k)
{
    int n = 3 * k->n, nv = k->s->m->nv;
    RubbingRows *r = &k->rub;
    for (int i = 0; i < k->n; i++) r->any |= contact(k, i)->rub.tangents > 0;
    if (!r->any) return;
    r->g = ARENA_ARRAY(&k->scratch, double, n *nv), r->x = ARENA_ARRAY(&k->scratch, double, n *nv);
    r->w = ARENA_ARRAY(&k->scratch, double, n *n), r->way = ARENA_ARRAY(&k->scratch, double, 2 * k->n);
    r->stick = ARENA_ARRAY(&k->scratch, bool, n);
    double **list[] = { &r->before, &r->after, &r->second, &r->scale, &r->rest, &r->force };
    for (int i = 0; i < 6; i++) *list[i] = ARENA_ARRAY(&k->scratch, double, n);
    for (int i = 0; i < k->n; i++)
        for (int t = 0; t < contact(k, i)->rub.tangents; t++) {
            int at = 3 * i + 1 + t, row = contact(k, i)->row + 1 + t;
            double *g = r->g + at * nv;
            const RowEval *e = cd_system_row(k->s, row, ROW_SLOPE);
            for (int b = 0; b < e->n; b++) {
                const MovingBody *body = &k->s->m->body[e->body[b]];
                cd_add_wrench(body, 1, e->r[b], e->pi[b], g + body->first);
            }
            /* one that sticks has no slip but what its method has left */
            double slip = cd_system_rate(k->s, row, e);
            r->before[at] = contact(k, i)->rub.state == RUB_STICKS ? 0 : slip;
            r->scale[at] = fabs(e->rate_t), r->rest[at] = cd_rest_of_row(k->u, e);
            for (int j = 0; j < nv; j++) r->scale[at] += fabs(g[j] * k->s->state.v[j]);
        }
}

/* Tangents that joints hold answer with round-off. */
static void leave_out_held(RubbingRows *r, int n)
{
    for (int i = 0; i < n; i++) {
        double most = 0;
        for (int c = 0; c < 3; c++) most = fmax(most, r->w[(3 * i + c) * (3 * n + 1)]);
        for (int c = 1; c < 3; c++) {
            int at = 3 * i + c;
            if (r->w[at * (3 * n + 1)] > tuning_impact_held * most) continue;
            for (int j = 0; j < 3 * n; j++) r->w[at * 3 * n + j] = r->w[j * 3 * n + at] = 0;
            r->before[at] = 0;
        }
    }
}

void cd_rubbing_respond(Instant *k)
{
    RubbingRows *r = &k->rub;
    int n = 3 * k->n, nv = k->s->m->nv, all = cd_equations_unknowns(k->u->e);
    if (!r->any) return;
    double *b = ARENA_ARRAY(&k->scratch, double, all);
    for (int at = 0; at < n; at++) {
        const double *from = at % 3 ? r->g + at * nv : k->g + at / 3 * nv;
        if (at % 3 == 0) memcpy(r->g + at * nv, from, sizeof(double) * (size_t)nv);
        memset(b, 0, sizeof(double) * (size_t)all);
        memcpy(b, from, sizeof(double) * (size_t)nv);
        cd_equations_solve(k->u->e, b);
        memcpy(r->x + at * nv, b, sizeof(double) * (size_t)nv);
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            r->w[i * n + j] = (cd_dot(nv, r->g + i * nv, r->x + j * nv) + cd_dot(nv, r->g + j * nv, r->x + i * nv)) /
                              2; /* symmetric */
    leave_out_held(r, k->n);
}

void cd_rubbing_second(Instant *k)
{
    int nv = k->s->m->nv;
    for (int i = 0; k->rub.any && i < k->n; i++) {
        k->rub.second[3 * i] = k->speed.second[i];
        for (int t = 0; t < contact(k, i)->rub.tangents; t++) {
            int at = 3 * i + 1 + t;
            const RowEval *e = cd_system_row(k->s, contact(k, i)->row + 1 + t, ROW_GRADIENT);
            bool there = k->rub.w[at * (3 * k->n + 1)] > 0;
            k->rub.second[at] = there ? cd_dot(nv, k->rub.g + at * nv, k->s->state.vdot) + e->quad : 0;
        }
    }
}

/* ---- impact ----------------------------------------------------------------------------------------------------- */

static FrictionImpact impact_of(Instant *k, const double *q)
{
    RubbingRows *r = &k->rub;
    double *mu = ARENA_ARRAY(&k->scratch, double, k->n);
    for (int i = 0; i < k->n; i++) mu[i] = contact(k, i)->rub.tangents ? contact(k, i)->rub.sliding : 0;
    return (FrictionImpact){ .f = { .n = k->n, .w = r->w, .q = q, .mu = mu },
                             .e = k->speed.restitution,
                             .p = ARENA_ARRAY(&k->scratch, double, 3 * k->n),
                             .after = ARENA_ARRAY(&k->scratch, double, 3 * k->n) };
}

/* Velocities behind it. */
static void take_impact(Instant *k, const FrictionImpact *x)
{
    int nv = k->s->m->nv;
    for (int at = 0; at < 3 * k->n; at++) {
        k->rub.after[at] = x->after[at];
        if (at % 3 == 0) k->speed.after[at / 3] = x->after[at];
        if (x->p[at] == 0) continue;
        for (int j = 0; j < nv; j++) k->s->state.v[j] += k->rub.x[at * nv + j] * x->p[at];
        if (at % 3) k->s->in_use.impulse[contact(k, at / 3)->row + at % 3] += x->p[at];
    }
}

bool cd_rubbing_strike(Instant *k, Impact *blow)
{
    for (int i = 0; i < k->n; i++) k->rub.before[3 * i] = k->speed.before[i];
    FrictionImpact x = impact_of(k, k->rub.before);
    if (!cd_friction_impact(&k->scratch, &x)) return false;
    take_impact(k, &x);
    for (int i = 0; i < k->n; i++) blow->p[i] = x.p[3 * i], blow->after[i] = x.after[3 * i];
    blow->lost = x.lost;
    return true;
}

bool cd_rubbing_jam(Instant *k, double *lost)
{
    double *q = ARENA_ARRAY(&k->scratch, double, 3 * k->n);
    memcpy(q, k->rub.after, sizeof(double) * (size_t)(3 * k->n));
    FrictionImpact x = impact_of(k, q);
    if (!cd_friction_jam(&k->scratch, &x, k->rub.second)) return false;
    take_impact(k, &x);
    for (int i = 0; i < k->n; i++) k->s->in_use.impulse[contact(k, i)->row] += x.p[3 * i];
    *lost = x.lost;
    return true;
}

/* ---- which press, stick and slip -------------------------------------------------------------------------------- */

/* The problem of accelerations among contacts whose gaps are at rest. */
typedef struct Resting {
    int n, *at;
    double *w, *q, *p, *mu, *way;
    double most; /* second rate of a gap, by its unit */
} Resting;

/* What slip is made of, by amount; not less than it has been, of this contact or of one that holds it, for it comes to
 * rest. */
static double scale_of(const Instant *k, int i)
{
    double most = hypot(k->rub.scale[3 * i + 1], k->rub.scale[3 * i + 2]);
    for (int j = 0; j < k->n; j++) most = fmax(most, contact(k, j)->rub.scale);
    return most;
}

/* Slip that does not count: round-off, what is left of one that has come to its end, or what the integration does not
 * tell from rest; but for one that has just begun, and has not been faster. */
static double rest_of(const Instant *k, int i)
{
    const Rub *rub = &contact(k, i)->rub;
    double none = hypot(k->rub.rest[3 * i + 1], k->rub.rest[3 * i + 2]);
    if (rub->state == RUB_SLIPS && !(rub->peak > none)) none = 0;
    return tuning_impact_at_rest * scale_of(k, i) + fmax(none, rub->state == RUB_STICKS ? 0 : k->u->left * rub->peak) +
           DBL_MIN;
}

/* Where impacts crowd, as those of a box that rocks to its end, a rate that free motion would bring back at once is
 * none. */
static double brief_of(const Instant *k, int i)
{
    return k->u->crowd >= IMPACT_CROWD ? fmax(0, -k->speed.second[i]) * IMPACT_FEW * k->u->soon / 2 : 0;
}

/* only: those that are asked for; NULL: all. */
static Resting resting_of(Instant *k, const bool *only)
{
    Resting r = { .at = ARENA_ARRAY(&k->scratch, int, k->n) };
    for (int i = 0; i < k->n; i++)
        if ((!only || only[i]) && (cd_rests(k, i) || fabs(k->speed.after[i]) <= brief_of(k, i))) r.at[r.n++] = i;
    int n = 3 * r.n, all = 3 * k->n;
    r.w = ARENA_ARRAY(&k->scratch, double, n *n), r.q = ARENA_ARRAY(&k->scratch, double, n);
    r.p = ARENA_ARRAY(&k->scratch, double, n), r.mu = ARENA_ARRAY(&k->scratch, double, r.n);
    r.way = ARENA_ARRAY(&k->scratch, double, 2 * r.n);
    for (int i = 0; i < n; i++) {
        int from = 3 * r.at[i / 3] + i % 3;
        r.q[i] = k->rub.second[from];
        for (int j = 0; j < n; j++) r.w[i * n + j] = k->rub.w[from * all + 3 * r.at[j / 3] + j % 3];
    }
    for (int i = 0; i < r.n; i++) {
        const Rub *rub = &contact(k, r.at[i])->rub;
        const double *u = k->rub.after + 3 * r.at[i] + 1;
        double speed = hypot(u[0], u[1]);
        bool slips = rub->tangents && speed > rest_of(k, r.at[i]);
        r.mu[i] = rub->tangents == 0 ? 0 : slips ? rub->sliding : rub->mu;
        for (int c = 0; c < 2 && slips; c++) r.way[2 * i + c] = u[c] / speed;
        r.most = fmax(r.most, fabs(r.q[3 * i]) / sqrt(fmax(DBL_MIN, r.w[3 * i * (n + 1)])));
    }
    return r;
}

static bool presses(const Resting *r, int i)
{
    return r->p[3 * i] * sqrt(r->w[3 * i * (3 * r->n + 1)]) > tuning_impact_presses * r->most;
}

/* Contacts at rest whose friction is at its limit begin to slip against it: those that it does not hold, and those that
 * a step has ended on the limit of. Where contacts share friction one may be at its limit though all are held. Whether
 * some begin that did not. */
static bool let_slip(const Instant *k, Resting *r)
{
    const double limit = 1 - tuning_friction_at_limit;
    int n = 3 * r->n;
    bool any = false;
    for (int i = 0; i < r->n; i++) {
        const Rub *rub = &contact(k, r->at[i])->rub;
        double *d = r->way + 2 * i, *p = r->p + 3 * i, friction = hypot(p[1], p[2]);
        if (!rub->tangents || d[0] != 0 || d[1] != 0 || !presses(r, i)) continue;
        if (!(friction >= limit * r->mu[i] * p[0]) || friction == 0) continue;
        double a = 0;
        for (int c = 0; c < 2; c++) a -= p[1 + c] * (r->q[3 * i + 1 + c] + cd_dot(n, r->w + (3 * i + 1 + c) * n, r->p));
        double unit = sqrt(fmax(r->w[(3 * i + 1) * (n + 1)], r->w[(3 * i + 2) * (n + 1)]));
        bool arrived = rub->state == RUB_STICKS && contact(k, r->at[i])->now.use > rub->limit;
        if (!arrived && !(a > tuning_friction_lets_go * r->most * unit * friction)) continue;
        for (int c = 0; c < 2; c++) d[c] = arrived ? rub->held[c] : -p[1 + c] / friction;
        r->mu[i] = rub->sliding, any = true;
    }
    return any;
}

/* Of those that have begun to slip in a plane the direction is that of their acceleration: towards that of what it
 * would be without their friction, so that it does not swing about it. How far a direction has turned. */
static double turn_slip(Resting *r, const bool *begun)
{
    int n = 3 * r->n;
    double most = 0;
    for (int i = 0; i < r->n; i++) {
        double a[2], *d = r->way + 2 * i, rubbed = 0;
        if (!begun[i]) continue;
        for (int c = 0; c < 2; c++) a[c] = r->q[3 * i + 1 + c] + cd_dot(n, r->w + (3 * i + 1 + c) * n, r->p);
        if (!(a[0] * d[0] + a[1] * d[1] > 0)) continue;
        for (int j = 0; j < r->n; j++)
            for (int c = 1; c < 3; c++)
                rubbed += fabs(r->w[(3 * i + c) * n + 3 * j + c]) * r->mu[j] * fmax(0, r->p[3 * j]) / 2;
        for (int c = 0; c < 2; c++) a[c] += rubbed * d[c];
        double size = hypot(a[0], a[1]);
        if (!(size > 0)) continue;
        most = fmax(most, hypot(a[0] / size - d[0], a[1] / size - d[1]));
        for (int c = 0; c < 2; c++) d[c] = a[c] / size;
    }
    return most;
}

static bool solve_resting(Instant *k, Resting *r)
{
    enum { TURNS = 100 };
    bool *begun = ARENA_ARRAY(&k->scratch, bool, r->n);
    FrictionProblem f = { r->n, r->w, r->q, r->mu, r->way };
    for (int round = 0; round <= r->n; round++) {
        if (!cd_friction_solve(&k->scratch, &f, r->p)) return false;
        for (int i = 0; i < r->n; i++) begun[i] |= r->way[2 * i] == 0 && r->way[2 * i + 1] == 0;
        bool more = let_slip(k, r);
        for (int i = 0; i < r->n; i++) begun[i] &= r->way[2 * i] != 0 && r->way[2 * i + 1] != 0; /* on no line */
        if (!more) return true;
        for (int turn = 0; turn < TURNS; turn++) {
            if (!cd_friction_solve(&k->scratch, &f, r->p)) return false;
            if (turn_slip(r, begun) <= tuning_slip_still) break;
        }
    }
    return cd_friction_solve(&k->scratch, &f, r->p);
}

/* Responses of normals to normals along with the friction of those that slip, tangents of those that stick held. */
static double *rubbed_normals(Instant *k, const Resting *r)
{
    int n = r->n, all = 3 * n;
    double *f = ARENA_ARRAY(&k->scratch, double, all *all), *out = ARENA_ARRAY(&k->scratch, double, n *n);
    memcpy(f, r->w, sizeof(double) * (size_t)all * (size_t)all);
    for (int row = 0; row < all; row++)
        for (int i = 0; i < n; i++)
            for (int c = 0; c < 2; c++)
                f[row * all + 3 * i] -= r->mu[i] * r->way[2 * i + c] * r->w[row * all + 3 * i + 1 + c];
    for (int t = 0; t < all; t++) {
        int i = t / 3;
        double pivot = f[t * (all + 1)];
        bool held = t % 3 && r->mu[i] > 0 && r->way[2 * i] == 0 && r->way[2 * i + 1] == 0 && presses(r, i);
        if (!held || !(pivot > tuning_impact_dependent * r->w[t * (all + 1)])) continue;
        for (int row = 0; row < all; row++) {
            double share = row == t ? 0 : f[row * all + t] / pivot;
            for (int c = 0; c < all && share != 0; c++) f[row * all + c] -= share * f[t * all + c];
        }
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) out[i * n + j] = f[3 * i * all + 3 * j];
    return out;
}

/* Normals in use, and those of the others that these determine. */
static void choose_normals(Instant *k, Resting *r, bool *in_use, bool *implied)
{
    int n = r->n;
    double *w = ARENA_ARRAY(&k->scratch, double, n *n), *press = ARENA_ARRAY(&k->scratch, double, n);
    bool *on = ARENA_ARRAY(&k->scratch, bool, n);
    for (int i = 0; i < n; i++) {
        on[i] = presses(r, i), press[i] = r->p[3 * i];
        for (int j = 0; j < n; j++) w[i * n + j] = r->w[3 * i * 3 * n + 3 * j];
    }
    cd_friction_support(&k->scratch, n, w, rubbed_normals(k, r), press, on);
    for (int i = 0; i < n; i++) {
        double a = r->q[3 * i] + cd_dot(3 * n, r->w + 3 * i * 3 * n, r->p);
        in_use[r->at[i]] = on[i];
        if (on[i] || a > tuning_friction_leaves * r->most * sqrt(w[i * n + i])) continue;
        /* what is left of its row beyond those in use is nothing */
        bool *set = ARENA_ARRAY(&k->scratch, bool, n);
        double *none = ARENA_ARRAY(&k->scratch, double, n);
        for (int j = 0; j < n; j++) set[j] = on[j] || j == i;
        cd_friction_support(&k->scratch, n, w, NULL, none, set);
        for (int j = 0; j < n; j++) implied[r->at[i]] |= !set[j] && (on[j] || j == i);
    }
}

/* Tangents of those that stick, as far as they are independent of normals in use and of each other. */
static void choose_tangents(Instant *k, const Resting *r, const bool *in_use)
{
    int all = 3 * k->n, m = 0, *at = ARENA_ARRAY(&k->scratch, int, all);
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < r->n; i++) {
            bool slips = r->way[2 * i] != 0 || r->way[2 * i + 1] != 0;
            if (!in_use[r->at[i]] || (pass && (slips || !contact(k, r->at[i])->rub.tangents))) continue;
            if (!pass) at[m++] = 3 * r->at[i];
            for (int t = 1; pass && t < 3; t++)
                if (k->rub.w[(3 * r->at[i] + t) * (all + 1)] > 0) at[m++] = 3 * r->at[i] + t;
        }
    double *w = ARENA_ARRAY(&k->scratch, double, m *m), *zero = ARENA_ARRAY(&k->scratch, double, m);
    bool *on = ARENA_ARRAY(&k->scratch, bool, m);
    for (int i = 0; i < m; i++) {
        on[i] = true;
        for (int j = 0; j < m; j++) w[i * m + j] = k->rub.w[at[i] * all + at[j]];
    }
    cd_friction_support(&k->scratch, m, w, NULL, zero, on);
    for (int i = 0; i < m; i++)
        if (at[i] % 3) k->rub.stick[at[i]] = on[i];
}

/* Where some press no more for others that carry what they did, those in use are asked once more which of them stick:
 * by the forces that they press with from here on. */
static void ask_in_use(Instant *k, Resting *r, const bool *in_use)
{
    bool fewer = false, all = true;
    for (int i = 0; i < r->n; i++) fewer |= presses(r, i) && !in_use[r->at[i]];
    if (!fewer) return;
    Resting x = resting_of(k, in_use);
    if (!solve_resting(k, &x)) return;
    for (int i = 0; i < x.n; i++) all &= presses(&x, i);
    if (all) *r = x;
}

bool cd_rubbing_choose(Instant *k, bool *in_use, bool *implied)
{
    Resting r = resting_of(k, NULL);
    if (!r.n) return true;
    if (!solve_resting(k, &r)) return false;
    choose_normals(k, &r, in_use, implied);
    ask_in_use(k, &r, in_use);
    choose_tangents(k, &r, in_use);
    for (int i = 0; i < r.n; i++) {
        for (int c = 0; c < 2; c++) k->rub.way[2 * r.at[i] + c] = r.way[2 * i + c];
        for (int c = 0; c < 3; c++) k->rub.force[3 * r.at[i] + c] = r.p[3 * i + c];
    }
    return true;
}

/* Whether a contact that stays closed pulls, or one that sticks is beyond its limit, by its multipliers. */
static bool is_beyond(const OneSided *c)
{
    return c->state == CONTACT_CLOSED && (c->last.force < 0 || c->last.use > 1);
}

void cd_rubbing_share(Instant *k)
{
    Unilateral *u = k->u;
    const System *s = k->s;
    bool beyond = false;
    for (int i = 0; k->rub.any && i < k->n; i++) beyond |= is_beyond(contact(k, i));
    if (!beyond) return;
    u->shared = true;
    for (int i = 0; i < k->n; i++) {
        OneSided *c = &u->at[k->which[i]];
        if (c->state != CONTACT_CLOSED) continue;
        c->rub.more[0] = k->rub.force[3 * i] + s->state.lambda[c->row];
        for (int t = 0; c->rub.state == RUB_STICKS && t < c->rub.tangents; t++) {
            int row = c->row + 1 + t;
            c->rub.more[1 + t] =
                -k->rub.force[3 * i + 1 + t] - (s->in_use.unknown[row] >= 0 ? s->state.lambda[row] : 0);
        }
    }
    cd_unilateral_look(u), cd_unilateral_accept(u);
}

void cd_rubbing_share_no_more(Unilateral *u)
{
    u->shared = false;
    for (int i = 0; i < u->n; i++) memset(u->at[i].rub.more, 0, sizeof u->at[i].rub.more), u->at[i].floor = 0;
}

/* ---- states ----------------------------------------------------------------------------------------------------- */

static void count(Unilateral *u, int i, RubState was, bool reversed, ImpactEvent *event)
{
    OneSided *c = &u->at[i];
    bool sticks = c->rub.state == RUB_STICKS && was == RUB_SLIPS,
         slips = c->rub.state == RUB_SLIPS && was == RUB_STICKS;
    c->tally.sticks += sticks, c->tally.slips += slips, c->tally.reversals += reversed;
    u->tally.sticks += sticks, u->tally.slips += slips, u->tally.reversals += reversed;
    event->sticks += sticks, event->slips += slips, event->reversals += reversed;
    if ((sticks || slips || reversed) && !event->impacts && !event->closings && !event->takeoffs) event->first = i;
}

/* Slip so slow that its direction is not followed. */
static double least_way(const Instant *k, int i)
{
    return tuning_slip_turned * hypot(k->rub.rest[3 * i + 1], k->rub.rest[3 * i + 2]);
}

void cd_rubbing_take(Instant *k, ImpactEvent *event)
{
    System *s = k->s;
    if (!k->u->rubs) return;
    RubState *was = ARENA_ARRAY(&k->scratch, RubState, k->u->n);
    for (int i = 0; i < k->u->n; i++) {
        Rub *rub = &k->u->at[i].rub;
        was[i] = rub->state, rub->state = RUB_NONE;
        if (k->u->at[i].state == CONTACT_OPEN) rub->peak = 0;
        for (int t = 0; t < rub->tangents; t++) s->in_use.closed[k->u->at[i].row + 1 + t] = false;
    }
    for (int i = 0; k->rub.any && i < k->n; i++) {
        OneSided *c = &k->u->at[k->which[i]];
        SlipState *slip = &s->in_use.slip[c->row], before = *slip;
        const double *d = k->rub.way + 2 * i;
        if (!c->rub.tangents || c->state != CONTACT_CLOSED) continue;
        bool slips = d[0] != 0 || d[1] != 0;
        /* what does not count of the slip it begins with does not count for its direction */
        const double *v = k->rub.after + 3 * i + 1, speed = hypot(v[0], v[1]), backward = -(v[0] * d[0] + v[1] * d[1]);
        bool begins = slips && !(-backward > (1 - 1e-6) * speed);
        c->rub.state = slips ? RUB_SLIPS : RUB_STICKS, c->rub.scale = scale_of(k, i);
        c->rub.peak = slips && was[k->which[i]] != RUB_STICKS ? c->rub.peak : 0;
        c->rub.back = slips ? fmax(0, 2 * backward) : 0;
        *slip = (SlipState){ .slips = slips,
                             .way = { d[0], d[1] },
                             .slow = fmax(tuning_impact_approach * c->rub.scale, least_way(k, i)) };
        if (begins) slip->slow = fmax(slip->slow, tuning_slip_begun * speed);
        for (int t = 0; t < c->rub.tangents; t++)
            s->in_use.closed[c->row + 1 + t] = !slips && k->rub.stick[3 * i + 1 + t];
        bool back = was[k->which[i]] == RUB_SLIPS && slips && d[0] * before.way[0] + d[1] * before.way[1] < 0;
        count(k->u, k->which[i], was[k->which[i]], back, event);
    }
    for (int i = 0; i < k->u->n; i++)
        if (k->u->at[i].rub.state != RUB_SLIPS) s->in_use.slip[k->u->at[i].row].slips = false;
}

/* ---- between events --------------------------------------------------------------------------------------------- */

/* Tangents of contacts that stick and are no rows in use, as others hold them: a share of friction may be theirs. */
typedef struct Shares {
    int n, *row, *of; /* tangents, their contacts */
    double **c;       /* of each: what a unit of it takes from the multipliers of the rows in use */
} Shares;

/* With the factors of the accelerations just found. */
static Shares list_shares(Arena *scratch, Unilateral *u)
{
    Shares x = { 0 };
    System *s = u->e->s;
    int all = cd_equations_unknowns(u->e);
    x.row = ARENA_ARRAY(scratch, int, s->c->tangents), x.of = ARENA_ARRAY(scratch, int, s->c->tangents);
    x.c = ARENA_ARRAY(scratch, double *, s->c->tangents);
    for (int i = 0; i < u->n; i++) {
        const OneSided *c = &u->at[i];
        for (int t = 0; c->rub.state == RUB_STICKS && t < c->rub.tangents; t++) {
            int row = c->row + 1 + t;
            if (s->in_use.unknown[row] >= 0) continue;
            double *b = ARENA_ARRAY(scratch, double, all);
            const RowEval *e = cd_system_row(s, row, ROW_SLOPE);
            for (int k = 0; k < e->n; k++) {
                const MovingBody *body = &s->m->body[e->body[k]];
                cd_add_wrench(body, 1, e->r[k], e->pi[k], b + body->first);
            }
            cd_equations_step_aside(u->e);
            cd_equations_solve(u->e, b);
            cd_equations_step_back(u->e);
            x.row[x.n] = row, x.of[x.n] = i, x.c[x.n++] = b + s->m->nv;
        }
    }
    return x;
}

/* What a unit of share j adds to the friction along a tangent. */
static double share_in(const Shares *x, const System *s, int j, int row)
{
    return s->in_use.unknown[row] >= 0 ? -x->c[j][s->in_use.unknown[row]] : x->row[j] == row;
}

/* Shares y that make the sum of friction^2 / limit least, so that a push that all take has the same share of every
 * limit; by conjugate gradients on the few of them (22.28). */
static void find_shares(Arena *scratch, const Unilateral *u, const Shares *x, double *y)
{
    const System *s = u->e->s;
    double *r = ARENA_ARRAY(scratch, double, x->n), *d = ARENA_ARRAY(scratch, double, x->n),
           *a = ARENA_ARRAY(scratch, double, x->n * x->n);
    for (int i = 0; i < u->n; i++) {
        const OneSided *c = &u->at[i];
        double limit = c->rub.mu * c->now.force, weight = limit > 0 ? 1 / limit : 0;
        for (int t = 0; c->rub.state == RUB_STICKS && t < c->rub.tangents; t++) {
            int row = c->row + 1 + t;
            double now = s->in_use.unknown[row] >= 0 ? s->state.lambda[row] : 0;
            for (int j = 0; j < x->n; j++) {
                r[j] -= weight * share_in(x, s, j, row) * now;
                for (int l = 0; l < x->n; l++)
                    a[j * x->n + l] += weight * share_in(x, s, j, row) * share_in(x, s, l, row);
            }
        }
    }
    double size = cd_dot(x->n, r, r), first = size;
    memcpy(d, r, sizeof(double) * (size_t)x->n);
    for (int round = 0; round < 4 * x->n && size > 1e-28 * first; round++) {
        double bend = 0, *ad = ARENA_ARRAY(scratch, double, x->n);
        for (int j = 0; j < x->n; j++) ad[j] = cd_dot(x->n, a + j * x->n, d);
        bend = cd_dot(x->n, d, ad);
        if (!(bend > 0)) break;
        for (int j = 0; j < x->n; j++) y[j] += size / bend * d[j], r[j] -= size / bend * ad[j];
        double now = cd_dot(x->n, r, r);
        for (int j = 0; j < x->n; j++) d[j] = r[j] + now / size * d[j];
        size = now;
    }
}

void cd_rubbing_look(Unilateral *u)
{
    System *s = u->e->s;
    if (!u->rubs) return;
    Arena scratch = { 0 };
    Shares x = u->shared ? (Shares){ 0 } : list_shares(&scratch, u);
    double *y = ARENA_ARRAY(&scratch, double, x.n);
    if (x.n) find_shares(&scratch, u, &x, y);
    for (int i = 0; i < u->n; i++) {
        OneSided *c = &u->at[i];
        double friction[2] = { 0, 0 };
        c->now.use = 0;
        for (int t = 0; c->rub.state == RUB_STICKS && t < c->rub.tangents; t++) {
            int row = c->row + 1 + t;
            friction[t] = c->rub.more[1 + t] + (s->in_use.unknown[row] >= 0 ? s->state.lambda[row] : 0);
            for (int j = 0; j < x.n; j++) friction[t] += y[j] * share_in(&x, s, j, row);
        }
        double limit = c->rub.mu * c->now.force, size = hypot(friction[0], friction[1]);
        if (!(size > 0)) continue;
        c->now.use = size / fmax(limit, DBL_MIN);
        for (int t = 0; t < 2; t++) c->rub.held[t] = friction[t] / size;
    }
    cd_arena_close(&scratch);
}

double cd_unilateral_slip_time(Unilateral *u)
{
    const double until = 2; /* a step over the end of slip says where that is */
    System *s = u->e->s;
    double least = INFINITY;
    for (int i = 0; u->rubs && i < u->n; i++) {
        const OneSided *c = &u->at[i];
        double v[MOST_TANGENTS], a[MOST_TANGENTS] = { 0 };
        if (c->rub.state != RUB_SLIPS) continue;
        cd_slip_velocity(s, c->row, v);
        for (int t = 0; t < c->rub.tangents; t++) {
            const RowEval *e = cd_system_row(s, c->row + 1 + t, ROW_GRADIENT);
            a[t] = e->quad;
            for (int b = 0; b < e->n; b++) {
                const MovingBody *body = &s->m->body[e->body[b]];
                double g[6] = { 0 };
                cd_add_wrench(body, 1, e->r[b], e->pi[b], g);
                a[t] += cd_dot(body->dofs, g, s->state.vdot + body->first);
            }
        }
        bool ends = c->rub.tangents > 1 || v[0] * a[0] < 0;
        if (ends) least = fmin(least, until * hypot(v[0], v[1]) / fmax(hypot(a[0], a[1]), DBL_MIN));
    }
    return least;
}

void cd_rubbing_accept(Unilateral *u)
{
    System *s = u->e->s;
    for (int i = 0; u->rubs && i < u->n; i++) {
        OneSided *c = &u->at[i];
        SlipState *slip = &s->in_use.slip[c->row];
        double v[MOST_TANGENTS];
        if (c->rub.state != RUB_SLIPS && !(c->rub.tangents && c->state == CONTACT_IMPLIED)) continue;
        cd_slip_velocity(s, c->row, v);
        double speed = hypot(v[0], v[1]);
        c->rub.peak = fmax(c->rub.peak, speed), c->rub.scale = fmax(c->rub.scale, speed);
        if (c->rub.state != RUB_SLIPS) continue;
        slip->slow = fmax(slip->slow, tuning_slip_turned * u->left * c->rub.peak);
        if (c->rub.tangents == 2 && c->now.along > 0 && speed > slip->slow)
            for (int t = 0; t < 2; t++) slip->way[t] = v[t] / speed;
        c->last.along = v[0] * slip->way[0] + v[1] * slip->way[1];
        if (c->last.along > 0) c->rub.back = 0;
    }
}
