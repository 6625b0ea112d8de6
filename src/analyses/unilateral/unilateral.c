/* unilateral.c - gaps of unilateral rows along a motion, and where in a step they close or open (theory 22.3, 22.4). */
#include "analyses/unilateral/instant.h"

#include "analyses/initial/initial.h"
#include "contact/single_gap.h"
#include "integrators/integrator.h"
#include "integrators/tuning.h"
#include "system/rubbing.h"

#include <float.h>
#include <math.h>

/* Gaps below this share of the size of a row are closed as far as can be told. */
static const double closed_within = 1e-9;

static Rub rub_of(const System *s, int row)
{
    Rub rub = { .tangents = cd_tangents(s->c, row), .limit = 1 };
    if (!rub.tangents) return rub;
    rub.mu = s->c->row[row + 1].mu, rub.sliding = s->c->row[row + 1].sliding;
    if (s->in_use.closed[row]) rub.state = s->in_use.slip[row].slips ? RUB_SLIPS : RUB_STICKS;
    return rub;
}

Unilateral *cd_unilateral_open(Arena *arena, Equations *e, double output, double error)
{
    const double soon = 1e-9, left = 1e-7; /* of the time between outputs; of slip */
    System *s = e->s;
    if (!s->c->unilaterals) return NULL;
    Unilateral *u = ARENA_NEW(arena, Unilateral);
    *u = (Unilateral){ .e = e,
                       .at = ARENA_ARRAY(arena, OneSided, s->c->unilaterals),
                       .soon = fmax(soon * output, 1e3 * DBL_EPSILON * fabs(s->state.t)),
                       .last = -INFINITY,
                       .left = fmax(left, tuning_slip_left * error),
                       .rest = tuning_impact_rest * error,
                       .peak = ARENA_ARRAY(arena, BodyPeak, s->m->bodies),
                       .arena = arena };
    for (int i = 0; i < s->c->rows; i++) {
        const Row *r = &s->c->row[i];
        if (!r->unilateral) continue;
        u->at[u->n++] = (OneSided){ .row = i,
                                    .restitution = r->restitution,
                                    .size = cd_system_row_size(s, i),
                                    .state = s->in_use.closed[i] ? CONTACT_CLOSED : CONTACT_OPEN,
                                    .rub = rub_of(s, i) };
        u->rubs |= u->at[u->n - 1].rub.tangents > 0;
        for (int t = 0; t <= cd_tangents(s->c, i); t++) cd_constraint_hold(s->c, i + t, FEATURE_FREE);
    }
    return u;
}

/* Forces at the present state, from accelerations that are left as they were. */
static void look_at_forces(Unilateral *u)
{
    System *s = u->e->s;
    bool any = false;
    for (int i = 0; i < u->n; i++) any |= u->at[i].state == CONTACT_CLOSED;
    if (!any) return;
    Arena scratch = { 0 };
    Snapshot own = cd_snapshot_new(&scratch, u->e);
    cd_snapshot_take(u->e, &own);
    CdStatus status = cd_accelerations_by_masses(s, NULL);
    for (int i = 0; i < u->n; i++) {
        OneSided *c = &u->at[i];
        if (c->state == CONTACT_CLOSED) c->now.force = status == CD_OK ? c->rub.more[0] - s->state.lambda[c->row] : 0;
    }
    if (status == CD_OK) cd_rubbing_look(u);
    cd_snapshot_restore(u->e, &own);
    cd_arena_close(&scratch);
}

/* Slip, and its share in the direction of the last accepted point. */
static void look_at_slip(System *s, OneSided *c)
{
    double v[MOST_TANGENTS];
    const double *way = s->in_use.slip[c->row].way;
    cd_slip_velocity(s, c->row, v);
    c->now.along = v[0] * way[0] + v[1] * way[1], c->now.speed = hypot(v[0], v[1]);
}

void cd_unilateral_look(Unilateral *u)
{
    System *s = u->e->s;
    for (int i = 0; i < u->n; i++) {
        OneSided *c = &u->at[i];
        c->now = (GapState){ 0 };
        if (c->rub.state == RUB_SLIPS) look_at_slip(s, c);
        if (c->state == CONTACT_CLOSED) c->now.feature = cd_constraint_feature(s->c, c->row, s->now.body);
        if (c->state != CONTACT_OPEN) continue;
        double gap[2];
        cd_system_gap(s, c->row, gap);
        c->now.gap = gap[0], c->now.rate = gap[1];
    }
    look_at_forces(u);
}

int cd_unilateral_at_hand(const Unilateral *u, double h)
{
    const double exact = 1e-13;
    for (int i = 0; i < u->n; i++) {
        const OneSided *c = &u->at[i];
        bool there = c->state == CONTACT_OPEN && c->last.gap <= exact * c->size;
        if (there && -c->last.rate * h > closed_within * c->size) return i;
    }
    return -1;
}

void cd_unilateral_note_peaks(Unilateral *u)
{
    const System *s = u->e->s;
    for (int b = 0; b < s->m->bodies; b++) {
        BodyPeak *p = &u->peak[b];
        p->u = fmax(p->u, v3_norm(s->now.body[b].u)), p->w = fmax(p->w, v3_norm(s->now.body[b].w));
    }
}

void cd_unilateral_accept(Unilateral *u)
{
    cd_unilateral_note_peaks(u);
    for (int i = 0; i < u->n; i++) {
        OneSided *c = &u->at[i];
        c->last = c->now;
        u->tally.strongest = fmax(u->tally.strongest, fabs(c->last.force));
    }
    cd_rubbing_accept(u);
}

/* ---- where in a step --------------------------------------------------------------------------------------------- */

/* A gap between the ends of a step by values and rates there. */
static double cubic(const OneSided *c, double h, double x)
{
    double y = 1 - x;
    return y * y * (1 + 2 * x) * c->last.gap + x * x * (1 + 2 * y) * c->now.gap +
           h * x * y * (y * c->last.rate - x * c->now.rate);
}

static double cubic_slope(const OneSided *c, double h, double x)
{
    double y = 1 - x;
    return 6 * x * y * (c->now.gap - c->last.gap) +
           h * (y * (1 - 3 * x) * c->last.rate + x * (3 * x - 2) * c->now.rate);
}

/* The first of a few points at which the gap is negative, or where it is least between two of them. */
static double negative_at(const OneSided *c, double h, double from)
{
    enum { PIECES = 8 };
    for (int k = 1; k <= PIECES; k++) {
        double a = from + (1 - from) * (k - 1) / PIECES, b = from + (1 - from) * k / PIECES;
        if (cubic(c, h, b) < 0) return b;
        if (!(cubic_slope(c, h, a) < 0 && cubic_slope(c, h, b) > 0)) continue;
        for (int i = 0; i < 40; i++) {
            double middle = (a + b) / 2;
            if (cubic_slope(c, h, middle) < 0) a = middle;
            else b = middle;
        }
        if (cubic(c, h, a) < 0) return a;
    }
    return -1;
}

/* A gap that is zero at the start and opens, as behind a rebound, may close from where it is widest on. */
static double start_of_search(const OneSided *c, double h)
{
    bool at_zero = c->last.gap <= closed_within * c->size;
    if (!at_zero || c->last.rate <= 0) return 0;
    /* the slope is c + b x + a x^2, c > 0: its first zero, if there is one; behind it the gap may come in and rise */
    double start = cubic_slope(c, h, 0), middle = cubic_slope(c, h, 0.5), end = cubic_slope(c, h, 1),
           a = 2 * (start + end - 2 * middle), b = 4 * middle - 3 * start - end, root = b * b - 4 * a * start;
    double widest = root < 0 ? 1 : 2 * start / (sqrt(root) - b);
    return widest > 0 && widest < 1 ? widest : 1;
}

/* Where the gap comes to zero in the step; -1: nowhere. */
static double closes_at(const OneSided *c, double h)
{
    /* a contact that has just been let go, gap and rate zero, is closed again only if it has gone in */
    bool let_go =
        c->last.gap <= closed_within * c->size && c->last.rate <= 0 && -c->last.rate * h <= closed_within * c->size;
    if (let_go) return c->now.gap < -closed_within * c->size ? 0.5 : -1;
    double from = start_of_search(c, h), in = from < 1 ? negative_at(c, h, from) : -1, low = from;
    if (in < 0) return c->now.gap < 0 && from < 1 ? 1 : -1;
    for (int i = 0; i < 60; i++) {
        double middle = (low + in) / 2;
        if (cubic(c, h, middle) > 0) low = middle;
        else in = middle;
    }
    return in;
}

static double least_force(const Unilateral *u)
{
    return -1e-9 * u->tally.strongest;
}

/* Whether a closed contact has come to its end: a force that is zero, as where others carry what it could, is none that
 * has come there. */
static bool pulls(const Unilateral *u, const OneSided *c)
{
    return c->now.force < fmin(least_force(u), c->floor);
}

/* Where in the step something has come from above zero to below it. */
static double zero_at(double start, double end)
{
    return start > 0 ? start / (start - end) : 1e-3;
}

/* Slip velocities that are nothing but round-off. */
static double least_slip(const OneSided *c)
{
    return 1e-12 * c->rub.scale;
}

double cd_unilateral_value(const Unilateral *u, const Closing *c, bool at_end)
{
    const OneSided *x = &u->at[c->which];
    const GapState *g = at_end ? &x->now : &x->last;
    return c->slips ? x->rub.limit - g->use : g->along + x->rub.back;
}

/* Friction of a closed contact that comes to its limit, or slip of it to rest. */
static Closing rub_event(const Unilateral *u, int i)
{
    const double past = 1e-9;
    const OneSided *c = &u->at[i];
    Closing x = { .which = i, .share = -1 };
    if (c->state != CONTACT_CLOSED) return x;
    x.slips = c->rub.state == RUB_STICKS && c->now.use > c->rub.limit * (1 + past);
    x.stops = c->rub.state == RUB_SLIPS && c->now.along + c->rub.back < -least_slip(c);
    if (x.slips || x.stops) x.share = zero_at(cd_unilateral_value(u, &x, false), cd_unilateral_value(u, &x, true));
    return x;
}

Closing cd_unilateral_first(const Unilateral *u, double h)
{
    Closing first = { .which = -1 };
    for (int i = 0; i < u->n; i++) {
        const OneSided *c = &u->at[i];
        double share = -1;
        bool opens = c->state == CONTACT_CLOSED;
        if (c->state == CONTACT_OPEN) share = closes_at(c, h);
        else if (opens && c->now.feature != c->last.feature) share = 0.5; /* the normal jumps there */
        else if (opens && pulls(u, c)) share = zero_at(c->last.force, c->now.force);
        if (share >= 0 && (first.which < 0 || share < first.share))
            first = (Closing){ .which = i, .share = share, .opens = opens };
        Closing rub = rub_event(u, i);
        if (rub.share >= 0 && (first.which < 0 || rub.share < first.share)) first = rub;
    }
    return first;
}

double cd_unilateral_aim(const Unilateral *u, const Closing *c, double low, double tried, double high)
{
    const OneSided *x = &u->at[c->which];
    if (tried == high) return c->share * high;
    /* in front of it: on by the rate of the gap; of a force only its ends are known */
    return c->opens ? low + (high - low) * 0.5 : tried - x->now.gap / x->now.rate;
}

bool cd_unilateral_is_turned(const Unilateral *u, const Closing *c)
{
    const double most = 0.5; /* cosine */
    const OneSided *x = &u->at[c->which];
    double slow = fmax(u->left * x->rub.peak, u->e->s->in_use.slip[x->row].slow);
    return c->stops && x->now.speed > slow && x->now.along > 0 && x->now.along < most * x->now.speed;
}

bool cd_unilateral_is_there(const Unilateral *u, const Closing *c)
{
    const double exact = 1e-14;
    const OneSided *x = &u->at[c->which];
    if (c->slips) return x->now.use > x->rub.limit && x->now.use <= x->rub.limit * (1 + 1e-8);
    double slip = x->now.along + x->rub.back;
    if (c->stops) return slip <= 0 && slip >= -100 * least_slip(x);
    if (c->opens && x->now.feature != x->last.feature) return false; /* to be found by halves */
    if (c->opens) return pulls(u, x) && x->now.force >= x->floor + 10 * least_force(u);
    return fabs(x->now.gap) <= exact * x->size;
}

static const char *kind_of(const ImpactEvent *x)
{
    if (x->impacts) return x->closings ? "impact, closes" : x->takeoffs ? "impact, opens" : "impact";
    if (x->closings || x->takeoffs) return x->closings ? "closes" : "takes off";
    return x->sticks ? "sticks" : x->slips ? "slips" : "slips back";
}

void cd_unilateral_tell(const Unilateral *u, const Reporter *reporter)
{
    cd_tell(reporter, "  contacts: %ld impact%s, %ld closed, %ld taken off; energy lost in impacts %.9g",
            u->tally.impacts, u->tally.impacts == 1 ? "" : "s", u->tally.closings, u->tally.takeoffs, u->tally.lost);
    if (u->rubs)
        cd_tell(reporter, "  friction: came to stick %ld times, to slip %ld times, reversed %ld times", u->tally.sticks,
                u->tally.slips, u->tally.reversals);
    if (u->tally.jams)
        cd_tell(reporter, "  %ld impact%s of friction alone, where no acceleration is consistent (theory 22.27)",
                u->tally.jams, u->tally.jams == 1 ? "" : "s");
    if (u->tally.chained)
        cd_tell(reporter, "  %ld of them through several contacts at once, by Newton's law for all (theory 22.7)",
                u->tally.chained);
    if (!u->events.n) return;
    cd_tell(reporter, "  %-14s %-15s %-24s %-8s %-16s %-16s %-16s %s", "t", "event", "first of", "contacts", "before",
            "after", "impulse", "energy lost");
    for (int i = 0; i < u->events.n; i++) {
        const ImpactEvent *x = &u->events.at[i];
        char label[CD_LABEL_ROOM];
        int n = x->impacts ? x->impacts : x->closings + x->takeoffs;
        if (!n) n = x->sticks + x->slips + x->reversals;
        cd_tell(reporter, "  %-14.10g %-15s %-24s %-8d %-16.9g %-16.9g %-16.9g %.9g", x->t, kind_of(x),
                cd_label(u->e->s->c->row[u->at[x->first].row].element, label), n, -x->approach, x->after, x->impulse,
                x->lost);
    }
}
