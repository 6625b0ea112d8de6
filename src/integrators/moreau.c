/* moreau.c - time stepping of Moreau and Jean: impulses of contacts over a step, whatever happens within
 * (theory 22.14 to 22.18).
 *
 *     M(q_m) (v1 - v0) + h G^T lambda - h Q(q_m, v_m, t_m) = G_U^T P
 *     v_m = (1 - theta) v0 + theta v1,   q_m = q0 + theta h v_m,   q1 = q0 + h v_m
 *     contacts on U = G_U v1, and joints on accelerations, then both on positions
 *
 * Steps are as long as HMAX says: there is no estimate of their error, which is of first order behind an impact. */
#include "impact/sweeps.h"
#include "integrators/integrator.h"
#include "system/impacts.h"
#include "system/pile.h"
#include "system/project.h"
#include "system/rubbing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What is known of a contact beside its block. */
typedef struct SteppedContact {
    int row;                /* a unilateral row; -1: of the pile */
    int near, set, held;    /* of the pile: number in its list of near ones, CONTACT, impulses of the last step */
    double gap;             /* in the middle of the step */
    bool rebounds, strikes; /* it comes faster than a step of free motion makes it; strikes: whatever e is */
    double before, own;     /* rate of the gap at the start; its share that no velocity makes */
    Vec3 point, normal;     /* of the pile */
} SteppedContact;

/* Per body. */
typedef struct SteppedBodies {
    bool *alone; /* nothing but gravity acts on it between contacts */
    bool free;   /* all bodies are */
    BodyMap *map;
    int *of;        /* per velocity: its body */
    Mat3 *lighter;  /* inverse of its inertia */
    double *reach;  /* how far its surface goes in a step */
    double *extent; /* of its farthest ball or corner, from its centre */
} SteppedBodies;

typedef struct SteppedContacts {
    Pile *pile; /* NULL: none */
    HeldImpulse *of_row;
    int n;
    ContactBlock *block;
    SteppedContact *at;
} SteppedContacts;

typedef struct MoreauStep {
    long number;
    double h;
    double *x, *r; /* unknowns: accelerations, multipliers, others; residual */
    double *v;     /* velocities and multipliers behind contacts */
    bool factored; /* the matrix belongs to this step */
    double small;  /* velocity of contact that does not count in it */
} MoreauStep;

struct Method {
    Arena arena, scratch; /* scratch: of one step */
    Equations *e;
    Settings set;
    Stats *stats;
    Snapshot good;
    int nv, unknowns;
    SteppedBodies body;
    SteppedContacts contact;
    MoreauStep step;
};

static const double theta = 0.5; /* the middle: smooth motion is of second order and keeps its energy */

/* ---- opening ---- */

static void not_alone(Method *m, int body)
{
    if (body >= 0) m->body.alone[body] = false;
}

/* Bodies that neither joints nor loads reach move by themselves: their response to an impulse is that of their mass. */
static void find_alone(Method *m)
{
    const System *s = m->e->s;
    const Loads *loads = &m->e->loads;
    m->body.free = !m->e->aux.n;
    for (int b = 0; b < s->m->bodies; b++) m->body.alone[b] = s->m->body[b].role == 0 && !s->m->body[b].curve;
    for (int i = 0; i < s->matrix.leg_first[s->in_use.n]; i++) not_alone(m, s->matrix.leg[i].body);
    for (int i = 0; i < loads->n; i++)
        for (int k = 0; k < loads->load[i].on.body.n; k++) not_alone(m, loads->load[i].on.body.at[k]);
    for (int b = 0; b < s->m->bodies; b++) m->body.free &= m->body.alone[b];
}

static void find_bodies(Method *m)
{
    const Mechanism *mech = m->e->s->m;
    m->body.of = ARENA_ARRAY(&m->arena, int, m->nv), m->body.lighter = ARENA_ARRAY(&m->arena, Mat3, mech->bodies);
    for (int b = 0; b < mech->bodies; b++) {
        for (int k = 0; k < mech->body[b].dofs; k++) m->body.of[mech->body[b].first + k] = b;
        if (mech->body[b].dofs == 6) m->body.lighter[b] = m3_inverse(mech->body[b].J);
    }
    for (int i = 0; m->contact.pile && i < m->contact.pile->ball.n; i++) {
        const PileBall *ball = &m->contact.pile->ball.at[i];
        if (ball->body >= 0) m->body.extent[ball->body] = fmax(m->body.extent[ball->body], v3_norm(ball->at));
    }
}

static Method *open_moreau(Equations *e, const Settings *set, Stats *stats)
{
    Method *m = cd_take(sizeof *m);
    System *s = e->s;
    m->e = e, m->set = *set, m->stats = stats;
    m->nv = s->m->nv, m->unknowns = cd_equations_unknowns(e);
    Arena *a = &m->arena;
    m->good = cd_snapshot_new(a, e);
    double **list[] = { &m->step.x, &m->step.r, &m->step.v };
    for (int k = 0; k < 3; k++) *list[k] = ARENA_ARRAY(a, double, m->unknowns);
    m->body.alone = ARENA_ARRAY(a, bool, s->m->bodies), m->body.reach = ARENA_ARRAY(a, double, s->m->bodies);
    m->body.extent = ARENA_ARRAY(a, double, s->m->bodies), m->body.map = ARENA_ARRAY(a, BodyMap, s->m->bodies);
    m->contact.of_row = ARENA_ARRAY(a, HeldImpulse, s->c->rows);
    if (s->in_use.stepped.contacts) m->contact.pile = cd_pile_open(a, s); /* else contacts are rows */
    find_bodies(m);
    find_alone(m);
    return m;
}

static void close_moreau(Method *m)
{
    if (!m) return;
    cd_pile_close(m->contact.pile);
    cd_arena_close(&m->scratch);
    cd_arena_close(&m->arena);
    free(m);
}

static void begin(Method *m)
{
    const System *s = m->e->s;
    cd_snapshot_take(m->e, &m->good);
    memcpy(m->step.x, s->state.vdot, sizeof(double) * (size_t)m->nv);
    for (int i = 0; i < s->in_use.n; i++) m->step.x[m->nv + i] = s->state.lambda[s->in_use.row[i]];
    for (int i = 0; i < m->e->aux.n; i++)
        m->step.x[m->nv + s->in_use.n + i] = i < m->e->aux.differential ? m->e->aux.zdot[i] : m->e->aux.z[i];
}

/* ---- smooth motion ---- */

/* The state after a share of the step, on the way that mean velocities v lead. */
static void set_state(Method *m, double share, const double *v)
{
    System *s = m->e->s;
    double h = share * m->step.h;
    cd_snapshot_restore(m->e, &m->good);
    s->state.t += h;
    cd_state_move(s->m, &s->state, v, h);
    for (int i = 0; i < s->in_use.n; i++) s->state.lambda[s->in_use.row[i]] = m->step.x[m->nv + i];
    for (int i = 0; i < m->e->aux.n; i++) {
        double x = m->step.x[m->nv + s->in_use.n + i];
        if (i >= m->e->aux.differential) m->e->aux.z[i] = x;
        else m->e->aux.zdot[i] = x, m->e->aux.z[i] = m->good.z[i] + h * x;
    }
}

static void set_middle(Method *m)
{
    double *v = m->step.r;
    for (int i = 0; i < m->nv; i++) v[i] = m->good.state.v[i] + theta * m->step.h * m->step.x[i];
    set_state(m, theta, v);
    memcpy(m->e->s->state.v, v, sizeof(double) * (size_t)m->nv);
    memcpy(m->e->s->state.vdot, m->step.x, sizeof(double) * (size_t)m->nv);
}

static bool residual(Method *m, CdLog *log)
{
    set_middle(m);
    m->stats->work.residuals++;
    SecondRates rows = { .off = m->step.r + m->nv };
    if (!cd_equations_prepare(m->e, log) || !cd_equations_residual_second(m->e, m->step.r, &rows)) return false;
    cd_inertia_residual(m->e, m->step.r);
    return true;
}

static bool make_matrix(Method *m)
{
    double h = theta * m->step.h;
    for (int b = 0; b < m->e->s->m->bodies; b++)
        m->body.map[b] = (BodyMap){ .q = h * h, .v = h, .a = 1, .V = m3_scale(m3_identity(), h), .A = m3_identity() };
    Maps maps = { .body = m->body.map, .z = h, .rate = 1 };
    cd_inertia_matrix(m->e, &maps);
    m->stats->work.matrices++, m->stats->work.factors++;
    if (!cd_equations_matrix(m->e, &maps)) return false;
    LuStatus lu = cd_equations_factor(m->e);
    return m->step.factored = lu == LU_OK || lu == LU_REPIVOTED;
}

/* M^-1 of one body. */
static void by_mass(const Method *m, int body, double *x)
{
    const MovingBody *b = &m->e->s->m->body[body];
    for (int k = 0; k < b->dofs && b->six[k] < 3; k++) x[k] /= b->mass;
    if (b->dofs == 6) v3_store(x + 3, m3_apply(m->body.lighter[body], v3_load(x + 3)));
    else if (b->planar) x[2] /= b->J.c[2].z;
}

static void correction(Method *m)
{
    const Mechanism *mech = m->e->s->m;
    if (!m->body.free) cd_equations_solve(m->e, m->step.r);
    for (int b = 0; m->body.free && b < mech->bodies; b++) by_mass(m, b, m->step.r + mech->body[b].first);
}

/* Accelerations in the middle of the step, no contact touching. */
static Outcome move_smoothly(Method *m, CdLog *log)
{
    enum { MOST = 10 };
    const double enough = 1e-12;
    m->step.factored = false;
    for (int it = 0; it < MOST; it++) {
        double size = 0, change = 0;
        if (!residual(m, log)) return STEP_NOT_FINITE;
        if (!m->body.free && !m->step.factored && !make_matrix(m)) return STEP_SINGULAR;
        correction(m);
        m->stats->work.iterations++;
        for (int i = 0; i < m->unknowns; i++) m->step.x[i] -= m->step.r[i];
        for (int i = 0; i < m->nv; i++) {
            size = fmax(size, fmax(fabs(m->good.state.v[i]), m->step.h * fabs(m->step.x[i])));
            change = fmax(change, m->step.h * fabs(m->step.r[i]));
        }
        if (!isfinite(change)) return STEP_NOT_FINITE;
        if (change <= enough * size) return STEP_OK;
    }
    return STEP_NOT_CONVERGED;
}

/* ---- contacts ---- */

static SparseRows rows_new(Arena *a, int n)
{
    return (SparseRows){ n, ARENA_ARRAY(a, int, n), ARENA_ARRAY(a, double, BLOCK_ROWS *n) };
}

/* Velocities that a contact of the pile sees. Tangents that no motion of the bodies follows are left out. */
static void see_pile(Method *m, const PileContact *c, double mu, ContactBlock *out)
{
    const System *s = m->e->s;
    Vec3 n = c->normal, axis = v3(0, 0, 1);
    if (fabs(n.y) < fabs(n.z)) axis = v3(0, 1, 0);
    if (fabs(n.x) < fabs(v3_dot(axis, n))) axis = v3(1, 0, 0);
    Vec3 t = v3_cross(axis, n);
    t = v3_scale(t, 1 / v3_norm(t));
    Vec3 way[BLOCK_ROWS] = { n, t, v3_cross(n, t) };
    double g[BLOCK_ROWS][12] = { 0 };
    int count = 0, at[12];
    for (int k = 0; k < 2; k++) {
        if (c->body[k] < 0) continue;
        const MovingBody *body = &s->m->body[c->body[k]];
        const BodyMotion *now = &s->now.body[c->body[k]];
        for (int r = 0; r < BLOCK_ROWS; r++) {
            Vec3 turn = m3_tapply(now->A, v3_cross(v3_sub(c->point, now->r), way[r]));
            cd_add_wrench(body, k ? -1 : 1, way[r], turn, g[r] + count);
        }
        for (int f = 0; f < body->dofs; f++) at[count++] = body->first + f;
    }
    int rows = 1, keep[BLOCK_ROWS] = { 0 };
    for (int r = 1; r < BLOCK_ROWS && mu > 0; r++) {
        bool any = false;
        for (int k = 0; k < count; k++) any |= g[r][k] != 0;
        if (any) keep[rows++] = r;
    }
    out->rows = rows, out->mu = mu;
    out->g = rows_new(&m->scratch, count);
    memcpy(out->g.at, at, sizeof(int) * (size_t)count);
    for (int k = 0; k < count; k++)
        for (int r = 0; r < rows; r++) out->g.x[k * BLOCK_ROWS + r] = g[keep[r]][k];
}

/* The place of the velocities of a body in a block, added where it is not there yet. */
static int column_of(const MovingBody *body, ContactBlock *c)
{
    int k = 0;
    while (k < c->g.n && c->g.at[k] != body->first) k++;
    if (k < c->g.n) return k;
    for (int f = 0; f < body->dofs; f++) c->g.at[c->g.n++] = body->first + f;
    return k;
}

/* A unilateral row, or that of its slip, as row r of a block; bias: its rate that no velocity makes. Its value. */
static double add_row(Method *m, int row, int r, ContactBlock *c)
{
    System *s = m->e->s;
    const RowEval *e = cd_system_row(s, row, ROW_SLOPE);
    SparseRows wider = rows_new(&m->scratch, c->g.n + 6 * e->n);
    wider.n = c->g.n;
    if (c->g.n) memcpy(wider.at, c->g.at, sizeof(int) * (size_t)c->g.n);
    if (c->g.n) memcpy(wider.x, c->g.x, sizeof(double) * BLOCK_ROWS * (size_t)c->g.n);
    c->g = wider, c->rows = r + 1, c->bias[r] = cd_system_rate(s, row, e);
    for (int b = 0; b < e->n; b++) {
        const MovingBody *body = &s->m->body[e->body[b]];
        double g[6] = { 0 };
        int k = column_of(body, c);
        cd_add_wrench(body, 1, e->r[b], e->pi[b], g);
        for (int f = 0; f < body->dofs; f++) {
            c->g.x[BLOCK_ROWS * (k + f) + r] = g[f];
            c->bias[r] -= g[f] * s->state.v[body->first + f];
        }
    }
    return e->value;
}

/* By the masses of bodies that are alone. */
static void respond_alone(Method *m, ContactBlock *c)
{
    c->by = rows_new(&m->scratch, c->g.n);
    memcpy(c->by.at, c->g.at, sizeof(int) * (size_t)c->g.n);
    for (int k = 0; k < c->g.n;) {
        int b = m->body.of[c->g.at[k]], n = m->e->s->m->body[b].dofs;
        for (int r = 0; r < c->rows; r++) {
            double x[6];
            for (int f = 0; f < n; f++) x[f] = c->g.x[(k + f) * BLOCK_ROWS + r];
            by_mass(m, b, x);
            for (int f = 0; f < n; f++) c->by.x[(k + f) * BLOCK_ROWS + r] = x[f];
        }
        k += n;
    }
}

/* By the matrix, with joints held and springs taken into account. */
static void respond_jointly(Method *m, ContactBlock *c)
{
    int last = m->nv + m->e->s->in_use.n, n = 0;
    double *x = ARENA_ARRAY(&m->scratch, double, c->rows * m->unknowns);
    for (int r = 0; r < c->rows; r++) {
        for (int k = 0; k < c->g.n; k++) x[r * m->unknowns + c->g.at[k]] = c->g.x[k * BLOCK_ROWS + r];
        cd_equations_solve(m->e, x + r * m->unknowns);
    }
    c->by = rows_new(&m->scratch, last);
    for (int i = 0; i < last; i++) {
        bool any = false;
        for (int r = 0; r < c->rows; r++) any |= x[r * m->unknowns + i] != 0;
        if (!any) continue;
        c->by.at[n] = i;
        for (int r = 0; r < c->rows; r++) c->by.x[n * BLOCK_ROWS + r] = x[r * m->unknowns + i];
        n++;
    }
    c->by.n = n;
}

static double along(const ContactBlock *c, const double *v)
{
    double u = 0;
    for (int k = 0; k < c->g.n; k++) u += c->g.x[k * BLOCK_ROWS] * v[c->g.at[k]];
    return u;
}

/* What holds of a contact in this step (22.16); own: the rate of its gap that no velocity makes. False: it takes no
 * part. */
static bool state_law(const Method *m, ContactBlock *c, SteppedContact *t, double e, double own)
{
    double before = along(c, m->good.state.v) + own, free = along(c, m->step.v) + own;
    double mean = (1 - theta) * before + theta * free, start = t->gap - theta * m->step.h * mean,
           end = start + m->step.h * mean;
    /* one that comes no faster than a step of free motion makes it is at rest */
    t->strikes = -before > fabs(free - before), t->rebounds = e > 0 && t->strikes;
    t->before = before, t->own = own;
    c->bias[0] = own + (t->rebounds ? e * before : fmax(0, start) / m->step.h);
    return !t->rebounds || end <= 0;
}

static void respond(Method *m, ContactBlock *c)
{
    bool alone = true;
    for (int k = 0; k < c->g.n; k++) alone &= m->body.alone[m->body.of[c->g.at[k]]];
    if (alone) respond_alone(m, c);
    else respond_jointly(m, c);
    cd_block_own(c, m->nv, m->step.r);
}

static void take_held(const Method *m, const HeldImpulse *held, ContactBlock *c)
{
    for (int r = 0; r < c->rows; r++) c->p[r] = held->step == m->step.number ? held->p[r] : 0;
}

/* How far surfaces of bodies go in the step. */
static void find_reach(Method *m)
{
    const Mechanism *mech = m->e->s->m;
    for (int b = 0; b < mech->bodies; b++) {
        const double *v[2] = { m->good.state.v + mech->body[b].first, m->step.v + mech->body[b].first };
        m->body.reach[b] = 0;
        for (int k = 0; k < 2; k++) {
            double speed = v3_norm(cd_translation(&mech->body[b], v[k]));
            speed += m->body.extent[b] * v3_norm(cd_rotation(&mech->body[b], v[k]));
            m->body.reach[b] = fmax(m->body.reach[b], m->step.h * speed);
        }
    }
}

static void gather_pile(Method *m, int room)
{
    int *which = ARENA_ARRAY(&m->scratch, int, room);
    PileContact *near = ARENA_ARRAY(&m->scratch, PileContact, room);
    find_reach(m);
    int n = cd_pile_look(m->contact.pile, m->e->s->now.body, m->body.reach, which, near);
    for (int i = 0; i < n; i++) {
        ContactBlock *c = &m->contact.block[m->contact.n];
        SteppedContact *t = &m->contact.at[m->contact.n];
        const PileSet *set = &m->contact.pile->set.at[near[i].set];
        *c = (ContactBlock){ .rows = 1 };
        *t = (SteppedContact){ .row = -1,
                               .near = which[i],
                               .set = set->index,
                               .held = near[i].held,
                               .gap = near[i].gap,
                               .point = near[i].point,
                               .normal = near[i].normal };
        const HeldImpulse *held = &m->contact.pile->held.at[t->held];
        bool slides = held->step == m->step.number && !held->sticks;
        see_pile(m, &near[i], slides ? set->sliding : set->mu, c);
        if (!state_law(m, c, t, set->e, 0)) continue;
        take_held(m, held, c);
        respond(m, c);
        m->contact.n++;
    }
}

static void gather_rows(Method *m)
{
    System *s = m->e->s;
    for (int row = 0; row < s->c->rows; row++) {
        if (!s->c->row[row].unilateral || cd_constraint_is_apart(s->c, row, s->now.body)) continue;
        ContactBlock *c = &m->contact.block[m->contact.n];
        SteppedContact *t = &m->contact.at[m->contact.n];
        *c = (ContactBlock){ 0 };
        *t = (SteppedContact){ .row = row, .gap = add_row(m, row, 0, c) };
        double own = c->bias[0], ahead = m->step.h * fabs(along(c, s->state.v) + own);
        if (t->gap > ahead || !state_law(m, c, t, s->c->row[row].restitution, own)) continue;
        for (int k = 0; k < cd_tangents(s->c, row); k++)
            add_row(m, row + 1 + k, 1 + k, c), c->mu = s->c->row[row + 1].mu;
        take_held(m, &m->contact.of_row[row], c);
        respond(m, c);
        m->contact.n++;
    }
}

/* Contacts of the step, in its middle; m->v: velocities at its end without them. */
static void gather(Method *m)
{
    int room = m->contact.pile ? cd_pile_room(m->contact.pile, m->e->s->now.body) : 0;
    cd_arena_close(&m->scratch);
    m->contact.n = 0;
    m->contact.block = ARENA_ARRAY(&m->scratch, ContactBlock, room + m->e->s->c->unilaterals + 1);
    m->contact.at = ARENA_ARRAY(&m->scratch, SteppedContact, room + m->e->s->c->unilaterals + 1);
    memset(m->step.r, 0, sizeof(double) * (size_t)m->unknowns);
    if (m->contact.pile) gather_pile(m, room);
    if (m->e->s->c->unilaterals) gather_rows(m);
}

static void strike(Method *m)
{
    double fastest = 0;
    for (int i = 0; i < m->contact.n; i++)
        fastest = fmax(fastest, fabs(along(&m->contact.block[i], m->step.v) + m->contact.block[i].bias[0]));
    m->step.small = m->set.tolerance.error * fastest;
    cd_blocks_solve(&m->scratch, m->contact.n, m->contact.block, m->step.v, m->step.small, m->set.iteration.maxit);
}

/* ---- the end of the step ---- */

static double gap_of(Method *m, const SteppedContact *t)
{
    if (t->row < 0) return cd_pile_gap(m->contact.pile, m->e->s->now.body, t->near);
    return cd_system_row(m->e->s, t->row, ROW_VALUE)->value;
}

/* Rate of a gap behind the contacts of the step. */
static double speed_after(const Method *m, int i)
{
    return along(&m->contact.block[i], m->step.v) + m->contact.at[i].own;
}

/* Contacts that stay, and joints, are brought back to where they touch: what velocities leave does not add up (22.18).
 * So are those that rebound, but do not part by themselves in another step, as in a pile that is shaken. */
static bool stabilise(Method *m)
{
    System *s = m->e->s;
    ArenaMark mark = cd_arena_mark(&m->scratch);
    double *gap = ARENA_ARRAY(&m->scratch, double, m->contact.n),
           *lift = ARENA_ARRAY(&m->scratch, double, m->contact.n);
    double deepest = 0, least = 1e-13 * fmax(1, s->constants.length);
    cd_system_prepare(s, NULL);
    for (int i = 0; i < m->contact.n; i++) {
        gap[i] = gap_of(m, &m->contact.at[i]);
        if (m->contact.at[i].rebounds && gap[i] + m->step.h * speed_after(m, i) >= 0) gap[i] = INFINITY;
        deepest = fmax(deepest, -gap[i]);
    }
    if (deepest > least) {
        memset(m->step.r, 0, sizeof(double) * (size_t)m->unknowns);
        cd_blocks_open(m->contact.n, m->contact.block, gap, lift, m->step.r,
                       fmax(least, m->set.tolerance.error * deepest), m->set.iteration.maxit);
        cd_state_move(s->m, &s->state, m->step.r, 1);
    }
    cd_arena_release(&m->scratch, mark);
    return !s->in_use.n || cd_project_both(s, least, least);
}

static void arrive(Method *m)
{
    System *s = m->e->s;
    double *mean = m->step.r;
    for (int i = 0; i < m->nv; i++) mean[i] = (1 - theta) * m->good.state.v[i] + theta * m->step.v[i];
    set_state(m, 1, mean);
    for (int i = 0; i < m->nv; i++) {
        s->state.v[i] = m->step.v[i];
        s->state.vdot[i] = (m->step.v[i] - m->good.state.v[i]) / m->step.h;
    }
    for (int i = 0; i < s->in_use.n; i++) s->state.lambda[s->in_use.row[i]] += m->step.v[m->nv + i] / m->step.h;
    for (int row = 0; row < s->c->rows; row++)
        if (s->c->row[row].unilateral) s->state.lambda[row] = 0;
    for (int i = 0; i < m->contact.n; i++)
        if (m->contact.at[i].row >= 0) s->state.lambda[m->contact.at[i].row] = -m->contact.block[i].p[0] / m->step.h;
}

static Attempt attempt(Method *m, double h, CdLog *log)
{
    Attempt a = { .h = h / 2, .worst = -1 };
    m->step.h = h;
    a.outcome = move_smoothly(m, log);
    if (a.outcome != STEP_OK) {
        cd_count_failure(m->stats, a.outcome);
        return a;
    }
    set_middle(m);
    cd_equations_prepare(m->e, NULL);
    for (int i = 0; i < m->unknowns; i++) m->step.v[i] = i < m->nv ? m->good.state.v[i] + h * m->step.x[i] : 0;
    gather(m);
    if (m->contact.n) strike(m);
    arrive(m);
    if (!stabilise(m)) a.outcome = STEP_NOT_CONVERGED, cd_count_failure(m->stats, a.outcome);
    return a;
}

static double slip_of(const ContactBlock *c, const double *v)
{
    double u[BLOCK_ROWS] = { 0, c->bias[1], c->bias[2] };
    for (int k = 0; k < c->g.n; k++)
        for (int r = 1; r < c->rows; r++) u[r] += c->g.x[BLOCK_ROWS * k + r] * v[c->g.at[k]];
    return hypot(u[1], u[2]);
}

static void log_impact(Method *m, const SteppedContact *t, const ContactBlock *c)
{
    System *s = m->e->s;
    if (!t->strikes || !(c->p[0] > 0)) return;
    Blow b = { .t = s->state.t, .before = t->before, .after = along(c, m->step.v) + t->own, .impulse = c->p[0] };
    b.lost = -b.impulse * (b.before + b.after) / 2;
    b.of = t->row >= 0 ? s->c->row[t->row].element : &s->model->table[KIND_contact].at[t->set];
    if (t->row >= 0) cd_impacts_place(s, cd_system_row(s, t->row, ROW_SLOPE), &b);
    else b.point = t->point, b.along = t->normal;
    cd_impacts_add(s, &b);
}

/* Impulses of the step, for the next one and for whoever looks. */
static void keep_impulses(Method *m)
{
    System *s = m->e->s;
    m->step.number++;
    for (int i = 0; i < s->in_use.stepped.contacts; i++)
        s->in_use.stepped.gap[i] = INFINITY, s->in_use.stepped.force[i] = 0;
    for (int i = 0; i < m->contact.n; i++) {
        const SteppedContact *t = &m->contact.at[i];
        const ContactBlock *c = &m->contact.block[i];
        HeldImpulse *held = t->row >= 0 ? &m->contact.of_row[t->row] : &m->contact.pile->held.at[t->held];
        *held = (HeldImpulse){ .step = m->step.number, .sticks = slip_of(c, m->step.v) <= m->step.small };
        memcpy(held->p, c->p, sizeof(double) * (size_t)c->rows);
        log_impact(m, t, c);
        if (t->row >= 0) s->in_use.impulse[t->row] += c->p[0];
        else cd_system_add_stepped(s, t->set, t->gap, c->p[0], m->step.h);
    }
}

static double accept(Method *m)
{
    keep_impulses(m);
    m->stats->steps++;
    cd_snapshot_take(m->e, &m->good);
    return m->set.step.hmax;
}

static void reject(Method *m)
{
    cd_snapshot_restore(m->e, &m->good);
}

static int order(const Method *m)
{
    (void)m;
    return 2;
}

const IntegratorKind cd_integrator_moreau = {
    .name = "MOREAU",
    .summary = "time stepping of Moreau and Jean for many contacts, steps of HMAX",
    .word = METHOD_MOREAU,
    .low = 2,
    .high = 2,
    .traits.implicit = true,
    .traits.fixed_step = true,
    .formulations = 1u << FORM_I1,
    .calls.open = open_moreau,
    .calls.close = close_moreau,
    .calls.begin = begin,
    .calls.attempt = attempt,
    .calls.accept = accept,
    .calls.reject = reject,
    .calls.order = order,
};
