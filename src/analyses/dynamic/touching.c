/* touching.c - gaps of pairs along a step, by the course of their bodies between its ends: cubics through positions
 * and velocities, and likewise for rotation vectors (theory 21.14). A gap falls no faster than points of the two
 * bodies move, so that places are skipped where it cannot have closed (21.15). */
#include "analyses/dynamic/touching.h"

#include "analyses/dynamic/advice.h"
#include "integrators/tuning.h"
#include "linalg/quat.h"

#include <math.h>
#include <string.h>

/* Steps are bounded by a part of the time that pairs are to stay in touch, from when they have met on, for some of
 * these times. */
static void bound_for(StepBound *b, double since, double stay, double stays)
{
    double part = tuning_touch_step * stay;
    b->longest = since < b->until ? fmin(b->longest, part) : part;
    b->until = fmax(b->until, since + stays * stay);
}

Touching *cd_touching_open(Arena *arena, Equations *e, const Settings *set)
{
    if (!e->loads.contacts) return NULL;
    Touching *t = ARENA_NEW(arena, Touching);
    *t = (Touching){ .e = e, .error = set->tolerance.error, .elastic = -INFINITY, .t = e->s->state.t };
    t->stay.until = t->push.until = -INFINITY;
    t->way.from = ARENA_ARRAY(arena, BodyMotion, e->s->m->bodies);
    t->way.guess = ARENA_ARRAY(arena, BodyMotion, e->s->m->bodies);
    t->way.course = ARENA_ARRAY(arena, Course, e->s->m->bodies + 1);
    t->way.ahead = ARENA_ARRAY(arena, double, e->s->m->bodies);
    e->world.contact->events = 0;
    /* a blow that an earlier run has ended in goes on */
    for (int k = 0; k < e->loads.pairs; k++) {
        const ContactPair *p = e->loads.pair[k];
        if (p->met && p->stay > 0) bound_for(&t->stay, p->since, p->stay, tuning_touch_stays);
        if (p->met && p->press > 0) bound_for(&t->stay, p->pressed, p->press, tuning_touch_stays);
    }
    return t;
}

/* ---- the course of a body in a step -------------------------------------------------------------- */

/* Each body's is found once per step that is looked at. */
static const Course *course_of(Touching *t, int body, double h)
{
    Course *c = &t->way.course[body + 1];
    if (c->stamp == t->way.stamp) return c;
    *c = (Course){ .h = h, .stamp = t->way.stamp };
    if (body < 0) return c;
    const BodyMotion *a = c->from = &t->way.from[body], *b = c->to = &t->way.to[body];
    c->turn = q4_log(q4_from_m3(m3_tmul(a->A, b->A)));
    c->turn0 = v3_scale(m3_tapply(a->A, a->w), h);
    c->turn1 = v3_scale(m3_apply(m3_rotvec_tangent_inverse(c->turn), m3_tapply(b->A, b->w)), h);
    c->way = fmax(v3_norm(v3_sub(b->r, a->r)), h * fmax(v3_norm(a->u), v3_norm(b->u)));
    c->turned = fmax(v3_norm(c->turn), h * fmax(v3_norm(a->w), v3_norm(b->w)));
    return c;
}

/* How far any point at `reach` from the centre of mass goes, at most (21.15). */
static double farthest(const Course *c, double reach)
{
    return 1.5 * (c->way + (c->turned > 0 ? c->turned * reach : 0));
}

/* All pairs that may meet in the step are listed. */
static void cover(Touching *t, double h)
{
    Near *near = t->e->loads.near;
    t->way.stamp++;
    if (!near) return;
    for (int b = 0; b < t->e->s->m->bodies; b++)
        t->way.ahead[b] = near->reach[b] < 0 ? 0 : farthest(course_of(t, b, h), near->reach[b]);
    if (!cd_near_holds(near, t->way.from, t->way.ahead)) cd_near_list(near, &t->e->loads, t->way.from, t->way.ahead);
}

static Vec3 hermite(Vec3 d, Vec3 d0, Vec3 d1, double s)
{
    double u = 1 - s;
    return v3_axpy(v3_axpy(v3_scale(d, s * s * (1 + 2 * u)), s * u * u, d0), -s * s * u, d1);
}

static void pose_at(const Touching *t, const Course *c, int marker, double s, Vec3 *r, Mat3 *A)
{
    const Site *site = &t->e->s->m->site[marker];
    *r = site->s, *A = site->A;
    if (!c->from) return;
    Mat3 body = m3_mul(c->from->A, m3_rotvec(hermite(c->turn, c->turn0, c->turn1, s)));
    Vec3 way = v3_sub(c->to->r, c->from->r);
    Vec3 at = v3_add(c->from->r, hermite(way, v3_scale(c->from->u, c->h), v3_scale(c->to->u, c->h), s));
    *r = v3_add(at, m3_apply(body, site->s)), *A = m3_mul(body, site->A);
}

/* A ball that turns about its centre stays where it is. */
static double reach_of(const Touching *t, const ContactShape *x)
{
    const Site *site = &t->e->s->m->site[x->marker];
    const Shape *s = x->shape;
    double away = v3_norm(v3_add(site->s, m3_apply(site->A, s->centre)));
    return s->kind == SHAPE_sphere || !isfinite(s->reach) ? away : away + s->reach;
}

/* A pair along the step. */
typedef struct Approach {
    const Touching *t;
    const ContactPair *p;
    const Course *i, *j;
    double fast; /* what the gap may fall by in the whole step (21.15) */
    double h;
} Approach;

static Approach approach_of(Touching *t, const ContactPair *p, double h)
{
    const Site *site = t->e->s->m->site;
    Approach a = { .t = t, .p = p, .h = h };
    a.i = course_of(t, site[p->i.marker].body, h), a.j = course_of(t, site[p->j.marker].body, h);
    a.fast = farthest(a.i, reach_of(t, &p->i)) + farthest(a.j, reach_of(t, &p->j));
    return a;
}

static void relative_at(const Approach *a, double s, Vec3 *r, Mat3 *A)
{
    Vec3 ri, rj;
    Mat3 Ai, Aj;
    pose_at(a->t, a->i, a->p->i.marker, s, &ri, &Ai), pose_at(a->t, a->j, a->p->j.marker, s, &rj, &Aj);
    *r = m3_tapply(Aj, v3_sub(ri, rj)), *A = m3_tmul(Aj, Ai);
}

/* Beyond what it may fall by a gap is not looked at closely. */
static double gap_at(const Approach *a, double s)
{
    const ContactPair *p = a->p;
    Vec3 r;
    Mat3 A;
    relative_at(a, s, &r, &A);
    double apart = cd_pair_apart(&p->pair, r, A);
    return apart > 0 ? apart : cd_pair_gap(&p->pair, r, A, a->fast, &a->t->e->world.contact->arena);
}

/* Where a function changes its sign between two shares of the step. */
static double change_at(const Approach *a, double (*value)(const Approach *, double), double low, double high)
{
    bool positive = value(a, low) > 0;
    for (int k = 0; k < 40 && high - low > 1e-9; k++) {
        double middle = (low + high) / 2;
        if ((value(a, middle) > 0) == positive) low = middle;
        else high = middle;
    }
    return high;
}

/* The share of the step at which the gap has closed; -1: it has not. Below a fifth of the smaller shape places are
 * taken that far apart: what is passed between two of them is grazed. */
static double closes_at(const Approach *a, double gap)
{
    enum { MOST = 400 };
    const ContactPair *p = a->p;
    double fast = a->fast, size = fmin(p->i.shape->size, p->j.shape->size), least = fmin(0.125, 0.2 * size / fast);
    double low = 0, high = 0;
    for (int k = 0; k < MOST && gap > 0; k++) {
        if (high >= 1) return -1;
        low = high, high = fmin(1, low + fmax(gap / fast, fmax(least, 1.0 / MOST)));
        gap = gap_at(a, high);
    }
    return change_at(a, gap_at, low, high);
}

/* By differences of the course. */
static Relative motion_at(const Approach *a, double s)
{
    const double apart = 1e-4; /* of the step: its cubics are as good as quadratics there */
    Relative m, before, behind;
    relative_at(a, s, &m.r, &m.A);
    relative_at(a, s - apart, &before.r, &before.A), relative_at(a, s + apart, &behind.r, &behind.A);
    double per = 1 / (2 * apart * a->h);
    m.v = v3_scale(v3_sub(behind.r, before.r), per);
    m.w = v3_scale(q4_log(q4_from_m3(m3_mul(behind.A, m3_transpose(before.A)))), per);
    return m;
}

static double pull_at(const Approach *a, double s)
{
    Relative m = motion_at(a, s);
    return cd_contact_pull_at(&a->t->e->world, a->p, &m);
}

/* A pair that overlaps without a force at the start of the step: where it pushes again (21.32). Towards where it
 * comes apart times are halved, for the less of the overlap is left, the weaker is the damper beside the spring. */
static bool pushes_at(const Approach *a, double *share, double *parts)
{
    enum { HALVINGS = 20 };
    double low = 0;
    *parts = gap_at(a, 1) > 0 ? change_at(a, gap_at, 0, 1) : 1;
    if (*parts == 1) {
        *share = pull_at(a, 1) > 0 ? change_at(a, pull_at, 0, 1) : 2;
        return *share <= 1;
    }
    for (int k = 1; k <= HALVINGS; k++) {
        double high = *parts * (1 - ldexp(1, -k));
        if (pull_at(a, high) > 0) return *share = change_at(a, pull_at, low, high), true;
        low = high;
    }
    return false;
}

/* ---- what a blow will be like -------------------------------------------------------------------- */

/* Mass behind a blow of a pair at its relative pose, J being where it is now (21.11). */
static double mass_of(Touching *t, const ContactPair *p, Vec3 r, Mat3 A)
{
    ContactRoom *room = t->e->world.contact;
    cd_pair_eval(&p->pair, r, A, &room->arena, &room->touch);
    const Touch *touch = &room->touch;
    Vec3 n = touch->n ? touch->at[0].normal : v3_load(touch->dgap), point = touch->n ? touch->at[0].point : r;
    double length = v3_norm(n);
    if (!(length > 0)) return INFINITY;
    const MarkerMotion *j = &t->e->s->now.marker[p->j.marker];
    n = m3_apply(j->A, v3_scale(n, 1 / length)), point = v3_add(j->r, m3_apply(j->A, point));
    return cd_contact_mass(&t->e->world, p, point, n);
}

/* ---- steps --------------------------------------------------------------------------------------- */

/* Whether the force comes in with a jump. */
static bool jumps(const ContactLaw *law)
{
    return law->normal == LAW_IMPACT && law->damping > 0 && law->dmax == 0;
}

/* A blow that neither goes deep nor leads far within a step: its error says enough of it. */
static bool is_nothing(const Touching *t, const ContactLaw *law, double m, double speed, double h)
{
    return !(speed * h > t->error) && cd_law_depth(law, m, speed) < t->error;
}

/* First touch of one pair in the step, if it is before `o`. */
static void look_for_touch(Touching *t, ContactPair *p, double h, Onset *o)
{
    const ContactLaw *law = &p->set->law;
    Approach a = approach_of(t, p, h);
    if (!(a.fast > 0) || cd_contact_apart(&t->e->world, p) > a.fast) return;
    double gap = gap_at(&a, 0);
    if (gap >= a.fast || gap <= 0) return;
    double share = closes_at(&a, gap);
    if (share < 0 || share >= o->share) return;
    const double before = 1e-3;
    Vec3 r;
    Mat3 A;
    relative_at(&a, share, &r, &A);
    double m = mass_of(t, p, r, A), from = fmax(0, share - before);
    double speed = (gap_at(&a, from) - gap_at(&a, share)) / fmax((share - from) * h, 1e-300);
    if (is_nothing(t, law, m, speed, h)) return;
    *o = (Onset){ p, share, speed, cd_law_stay(law, m, speed), jumps(law) };
}

static Onset find(Touching *t, double h)
{
    const Loads *loads = &t->e->loads;
    Onset first = { .share = 2 };
    cover(t, h);
    for (int k = 0; k < loads->pairs; k++)
        if (!loads->pair[k]->met) look_for_touch(t, loads->pair[k], h, &first);
    return first;
}

Onset cd_touching_find(Touching *t, double h)
{
    t->way.to = t->e->s->now.body;
    return find(t, h);
}

/* Whether a gap may close within a time, as fast as points of I move seen from J: asked of boxes, not of exact
 * distances. */
static bool may_close(Touching *t, const ContactPair *p, double time)
{
    const Shape *i = p->i.shape;
    if (cd_contact_apart(&t->e->world, p) > 0) return false;
    if (!isfinite(i->reach)) return true;
    Relative at = cd_contact_relative(&t->e->world, p);
    double way = (v3_norm(at.v) + v3_norm(at.w) * (v3_norm(p->i.centre) + i->reach)) * time;
    return cd_pair_gap(&p->pair, at.r, at.A, way, &t->e->world.contact->arena) < way;
}

/* A pair that has not met and is about to, as it moves now. */
static bool is_at_hand(Touching *t, ContactPair *p, double h, bool close, Onset *o)
{
    const double soon = close ? tuning_touch_at_hand_close : tuning_touch_at_hand; /* times the step that led here */
    const ContactLaw *law = &p->set->law;
    if (!may_close(t, p, soon * h)) return false;
    double rate, gap = cd_contact_gap(&t->e->world, p, &rate);
    if (gap < 0 || !(gap < -rate * soon * h)) return false;
    Relative at = cd_contact_relative(&t->e->world, p);
    double m = mass_of(t, p, at.r, at.A);
    *o = (Onset){ p, 1, -rate, cd_law_stay(law, m, -rate), jumps(law) };
    return !is_nothing(t, law, m, -rate, h) && gap <= -rate * cd_touching_near(o);
}

Onset cd_touching_at_hand(Touching *t, double h, bool close)
{
    Onset o;
    const Loads *loads = &t->e->loads;
    for (int k = 0; k < loads->pairs; k++)
        if (!loads->pair[k]->met && is_at_hand(t, loads->pair[k], h, close, &o)) return o;
    return (Onset){ .pair = NULL };
}

double cd_touching_near(const Onset *o)
{
    return tuning_touch_window * o->stay;
}

double cd_touching_ahead(Touching *t, double h, bool close)
{
    const System *s = t->e->s;
    for (int b = 0; b < s->m->bodies; b++) {
        const MovingBody *body = &s->m->body[b];
        const double *a = s->state.vdot + body->first;
        const BodyMotion *x = &t->way.from[b];
        BodyMotion *y = &t->way.guess[b];
        Vec3 acc = cd_translation(body, a), turn = v3_scale(m3_tapply(x->A, x->w), h);
        *y =
            (BodyMotion){ .r = v3_axpy(v3_axpy(x->r, h, x->u), h * h / 2, acc), .u = v3_axpy(x->u, h, acc), .w = x->w };
        y->A = m3_mul(x->A, m3_rotvec(turn));
    }
    t->way.to = t->way.guess;
    Onset o = find(t, h);
    if (!o.pair) return h;
    double near = cd_touching_near(&o), left = o.share * h;
    return fmax(close ? 1e-6 * h : fmax(fmin(h, near) / 4, left / 2), left - near / 2);
}

double cd_touching_gap(Touching *t, const ContactPair *p, double *rate)
{
    return cd_contact_gap(&t->e->world, p, rate);
}

double cd_touching_hold(Touching *t, const Release *o)
{
    double rate;
    return o->parts ? -cd_contact_gap(&t->e->world, o->pair, &rate) : cd_contact_pull(&t->e->world, o->pair);
}

Release cd_touching_release(Touching *t)
{
    Release first = { .share = 2 };
    for (int k = 0; k < t->e->loads.pairs; k++) {
        ContactPair *p = t->e->loads.pair[k];
        if (!p->met || !(p->stay > 0) || !(p->pull > 0)) continue;
        Release o = { .pair = p,
                      .parts =
                          cd_contact_apart(&t->e->world, p) > 0 || cd_touching_hold(t, &(Release){ p, true, 0 }) < 0 };
        double now = cd_touching_hold(t, &o), was = o.parts ? p->overlap : p->pull;
        o.share = was / (was - now);
        if (now < 0 && was > 0 && o.share < first.share) first = o;
    }
    return first;
}

/* It has let go and still overlaps, by more than the step may be off. Once for a touch: spring and damper may balance
 * for long, as under a foot that stands. */
static bool may_return(const Touching *t, const ContactPair *p)
{
    return p->met && p->stay > 0 && !p->returned && !(p->pull > 0) && p->overlap > t->error;
}

Return cd_touching_return(Touching *t, double h)
{
    Return first = { .share = 2 };
    t->way.to = t->e->s->now.body, t->way.stamp++;
    for (int k = 0; k < t->e->loads.pairs; k++) {
        ContactPair *p = t->e->loads.pair[k];
        Return o = { .pair = p };
        if (!may_return(t, p)) continue;
        Approach a = approach_of(t, p, h);
        if (!pushes_at(&a, &o.share, &o.parts) || o.share >= first.share) continue;
        if (o.parts == 1 || -gap_at(&a, o.share) > t->error) first = o;
    }
    return first;
}

void cd_touching_push(Touching *t, const Return *o, double h)
{
    bound_for(&t->push, t->e->s->state.t, (o->parts - o->share) * h, 1);
}

void cd_touching_meet(Touching *t, const Onset *o)
{
    ContactPair *p = o->pair;
    p->met = true, p->returned = false, p->since = t->e->s->state.t, p->stay = isfinite(o->stay) ? o->stay : 0;
    p->set->fastest = fmax(p->set->fastest, o->speed);
    p->onset = fmax(o->speed, tuning_touch_slowest * p->set->fastest);
    if (p->stay > 0) bound_for(&t->stay, p->since, p->stay, tuning_touch_stays);
    t->onsets++;
}

double cd_touching_bound(const Touching *t)
{
    double now = t->e->s->state.t, by_stay = now < t->stay.until ? t->stay.longest : INFINITY;
    return !t->met ? INFINITY : now < t->push.until ? fmin(by_stay, t->push.longest) : by_stay;
}

/* ---- run statistics ---------------------------------------------------------------------------------------------- */

static double size_of(const ContactPair *p)
{
    return fmin(p->i.shape->size, p->j.shape->size);
}

static const char *shape_label(const Touching *t, const ContactShape *s, char room[CD_LABEL_ROOM])
{
    return cd_label(&t->e->s->model->table[KIND_graphics].at[s->graphics], room);
}

/* A blow that is over, or has come to rest. */
static void judge_blow(Touching *t, ContactPair *p, double rebound, CdLog *log)
{
    if (p->set->told_damping || !(p->set->law.damping > 0)) return;
    Relative m = cd_contact_relative(&t->e->world, p);
    BlowSeen seen = { t->t, mass_of(t, p, m.r, m.A), v3_norm(t->e->s->constants.gravity), rebound };
    cd_advise_damping(t->e->s->model, p, &seen, log);
}

/* Meetings and partings are listed as far as there is room. */
static void note_event(ContactRoom *room, const ContactPair *p, double t, bool apart)
{
    if (room->events < MOST_TOUCH_EVENTS) room->event[room->events++] = (TouchEvent){ t, p, apart };
}

static double lighter(const Touching *t, const ContactPair *p)
{
    const Mechanism *m = t->e->s->m;
    int i = m->site[p->i.marker].body, j = m->site[p->j.marker].body;
    return fmin(i < 0 ? INFINITY : m->body[i].mass, j < 0 ? INFINITY : m->body[j].mass);
}

/* Shapes that are in touch and that a blow elsewhere drives into each other, as in a row of balls: deeper than they
 * are, which tells it from loads that grow. Steps are bounded as behind a first touch, and again where it is
 * faster (21.33). */
static void press(Touching *t, ContactPair *p, double overlap, double speed, double h)
{
    const ContactLaw *law = &p->set->law;
    if (!(speed > 0) || is_nothing(t, law, lighter(t, p), speed, h)) return; /* a pair feels no more mass than that */
    Relative at = cd_contact_relative(&t->e->world, p);
    double m = mass_of(t, p, at.r, at.A), stay = cd_law_stay(law, m, speed);
    if (is_nothing(t, law, m, speed, h) || !(cd_law_depth(law, m, speed) > overlap) || !isfinite(stay)) return;
    bool stays_still = t->t < p->since + tuning_touch_stays * p->stay,
         presses = t->t < p->pressed + tuning_touch_stays * p->press;
    double known = stays_still ? p->stay : presses ? p->press : INFINITY;
    if (stay > tuning_touch_faster * known) return;
    p->pressed = t->t, p->press = stay;
    bound_for(&t->stay, t->t, stay, tuning_touch_stays);
}

/* A pair at an accepted point: whether it is in touch, and what the run log is to say of it. */
static void keep_tally(Touching *t, ContactPair *p, double h, CdLog *log)
{
    ContactTally *y = &p->tally;
    World *w = &t->e->world;
    const ContactNow x = cd_contact_now(w, p);
    double now = t->t;
    p->pull = p->met && p->stay > 0 && x.gap <= 0 ? x.pull : 0, p->overlap = -x.gap;
    cd_contact_stick(w, p);
    y->damped += h * (x.damped + y->powers[0]) / 2, y->rubbed += h * (x.rubbed + y->powers[1]) / 2;
    y->powers[0] = x.damped, y->powers[1] = x.rubbed;
    if (x.gap > 0) {
        if (p->met && !(x.rate < 0)) p->met = false;
        if (y->in && p->stay > 0) judge_blow(t, p, (isnan(x.rate) ? y->leaving : x.rate) / p->onset, log);
        if (y->in) note_event(w->contact, p, now, true);
        if (y->in) y->in = false, y->until = now, y->longest = fmax(y->longest, now - y->since);
        return;
    }
    if (!p->met)
        p->met = true, p->returned = false, p->since = now, p->stay = 0,
        p->onset = fmax(-x.rate, tuning_touch_slowest * p->set->fastest);
    if (!y->in) note_event(w->contact, p, p->since, false);
    if (!y->in) y->in = true, y->touches++, y->since = p->since, y->first = isnan(y->first) ? y->since : y->first;
    y->longest = fmax(y->longest, now - y->since), y->leaving = x.rate;
    if (x.force > y->force) y->force = x.force, y->force_time = now;
    if (-x.gap > y->depth) y->depth = -x.gap, y->depth_time = now;
    cd_advise_stiffness(t->e->s->model, p, t->t, log);
    if (p->stay > 0 && now - p->since > 10 * p->stay) judge_blow(t, p, 0, log);
    press(t, p, -x.gap, -x.rate, h);
}

/* Pairs that have left the list are apart. */
static void forget_far(Touching *t)
{
    const Near *near = t->e->loads.near;
    if (!near || t->listed == t->e->loads.revision) return;
    t->listed = t->e->loads.revision;
    for (int k = 0; k < near->known.n; k++) {
        ContactPair *p = &near->known.at[k]->pair;
        ContactTally *y = &p->tally;
        if (p->load >= 0) continue;
        p->met = false, p->pull = y->powers[0] = y->powers[1] = 0;
        memset(p->stuck, 0, sizeof p->stuck);
        if (y->in) note_event(t->e->world.contact, p, t->t, true);
        if (y->in) y->in = false, y->until = t->t, y->longest = fmax(y->longest, t->t - y->since);
    }
}

static bool loses_nothing(const ContactLaw *law)
{
    return (law->normal == LAW_IMPACT && law->damping == 0) || (law->normal == LAW_POISSON && law->restitution == 1);
}

void cd_touching_accept(Touching *t, CdLog *log)
{
    double now = t->e->s->state.t, h = now - t->t;
    t->way.to = t->e->s->now.body, t->met = 0, t->t = now;
    memcpy(t->way.from, t->e->s->now.body, sizeof(BodyMotion) * (size_t)t->e->s->m->bodies);
    forget_far(t);
    for (int k = 0; k < t->e->loads.pairs; k++) {
        ContactPair *p = t->e->loads.pair[k];
        keep_tally(t, p, h, log);
        t->met += p->met;
        if (p->met && p->stay > 0 && loses_nothing(&p->set->law)) t->elastic = t->stay.until;
    }
}

/* Pairs that go deeper than a share of the smaller shape, or push with many times the weight of the lighter body. */
void cd_touching_look(Touching *t, CdLog *log)
{
    double g = v3_norm(t->e->s->constants.gravity);
    for (int k = 0; k < t->e->loads.pairs; k++) {
        ContactPair *p = t->e->loads.pair[k];
        double mass = lighter(t, p);
        bool deep = p->tally.depth > tuning_touch_deep * size_of(p),
             hard = g > 0 && p->tally.force > tuning_touch_hard * mass * g;
        if (!deep && !hard) continue;
        char label[CD_LABEL_ROOM], of_i[CD_LABEL_ROOM], of_j[CD_LABEL_ROOM];
        p->tally.told = true;
        cd_log(log, p->set->element->place, CONTACT_OVERLAPS, cd_label(p->set->element, label), t->t,
               shape_label(t, &p->i, of_i), shape_label(t, &p->j, of_j), p->tally.depth,
               deep ? "more than a tenth of the smaller one" : "and push with more than a hundred times the weight");
    }
}

void cd_touching_tell(const Touching *t, const Reporter *reporter)
{
    enum { MOST = 20 };
    const ContactPair *p;
    int told = 0;
    cd_tell(reporter, "contacts: %ld first touches located", t->onsets);
    const Near *near = t->e->loads.near;
    if (near)
        cd_tell(reporter, "near pairs: up to %d; %ld lists of them, %ld patterns of the matrix", near->most,
                near->lists, t->e->jacobian.patterns);
    for (int k = 0; (p = cd_near_any_pair(&t->e->loads, k)) && told < MOST; k++) {
        const ContactTally *y = &p->tally;
        char label[CD_LABEL_ROOM], i[CD_LABEL_ROOM], j[CD_LABEL_ROOM];
        if (!y->touches) continue;
        told++;
        cd_tell(
            reporter,
            "  %s, %s on %s: %d touch%s, first at t = %.9g, longest %.4g; force up to %.6g at t = %.9g, depth up to "
            "%.4g; lost %.4g by damping, %.4g by friction",
            cd_label(p->set->element, label), shape_label(t, &p->i, i), shape_label(t, &p->j, j), y->touches,
            y->touches == 1 ? "" : "es", y->first, y->longest, y->force, y->force_time, y->depth, y->damped, y->rubbed);
    }
}
