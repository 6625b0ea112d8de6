/* flow.c - states from coordinates and back; rates; weights. */
#include "integrators/flow.h"

#include "integrators/trace.h"
#include "system/energy.h"

#include <math.h>
#include <string.h>

void cd_flow_open(Flow *f, Equations *e, const Settings *set, Stats *stats)
{
    *f = (Flow){ .e = e, .set = *set, .stats = stats, .nv = e->s->m->nv, .watch.middle = 0.5 };
    f->allowed = cd_allowed_error(set);
    f->n = 2 * f->nv + e->aux.differential;
    f->point.last = cd_snapshot_new(&f->arena, e), f->point.before = cd_snapshot_new(&f->arena, e);
    cd_accelerator_open(&f->arena, &f->solve, e);
    double **list[] = { &f->vector.top, &f->vector.start, &f->vector.rate, &f->vector.scratch };
    for (int k = 0; k < 4; k++) *list[k] = ARENA_ARRAY(&f->arena, double, f->n);
}

void cd_flow_close(Flow *f)
{
    cd_arena_close(&f->arena);
}

/* The largest values so far; a rotation counts in radians, whatever the number of turns. */
static void watch_sizes(Flow *f)
{
    const System *s = f->e->s;
    for (int b = 0; b < s->m->bodies; b++)
        for (int k = 0; k < s->m->body[b].dofs && s->m->body[b].six[k] < 3; k++) {
            double *top = &f->vector.top[s->m->body[b].first + k];
            *top = fmax(*top, fabs(v3_get(s->state.r[b], k)));
        }
    for (int i = 0; i < f->nv; i++) f->vector.top[f->nv + i] = fmax(f->vector.top[f->nv + i], fabs(s->state.v[i]));
    for (int i = 0; i < f->e->aux.differential; i++)
        f->vector.top[2 * f->nv + i] = fmax(f->vector.top[2 * f->nv + i], fabs(f->e->aux.z[i]));
}

/* What follows counts from the present state. */
static void depart(Flow *f)
{
    const System *s = f->e->s;
    cd_snapshot_take(f->e, &f->point.last);
    memset(f->vector.start, 0, sizeof(double) * (size_t)f->nv);
    memcpy(f->vector.start + f->nv, s->state.v, sizeof(double) * (size_t)f->nv);
    if (f->e->aux.differential)
        memcpy(f->vector.start + 2 * f->nv, f->e->aux.z, sizeof(double) * (size_t)f->e->aux.differential);
    cd_flow_take_rates(f, f->vector.start, f->vector.rate);
    watch_sizes(f);
}

void cd_flow_begin(Flow *f)
{
    cd_crossing_begin(&f->stats->crossing, cd_solved_error(&f->set), f->watch.middle);
    memset(f->vector.top, 0, sizeof(double) * (size_t)f->n);
    f->watch.stiff = f->watch.calm = 0;
    depart(f);
    cd_snapshot_take(f->e, &f->point.before);
}

void cd_flow_accept(Flow *f)
{
    Snapshot last = f->point.before;
    cd_crossing_accept(&f->stats->crossing, f->e->s->state.t, cd_accelerate_pivot(&f->solve));
    f->point.before = f->point.last, f->point.last = last;
    depart(f);
}

void cd_flow_restore(Flow *f)
{
    cd_snapshot_restore(f->e, &f->point.last);
}

void cd_flow_place(Flow *f, const Snapshot *from, double t, const double *y)
{
    System *s = f->e->s;
    s->state.t = t;
    for (int b = 0; b < s->m->bodies; b++) {
        s->state.r[b] = from->state.r[b];
        if (s->m->body[b].turns) s->state.p[b] = from->state.p[b];
    }
    cd_state_move(s->m, &s->state, y, 1);
    memcpy(s->state.v, y + f->nv, sizeof(double) * (size_t)f->nv);
    if (f->e->aux.differential) memcpy(f->e->aux.z, y + 2 * f->nv, sizeof(double) * (size_t)f->e->aux.differential);
}

/* y of a point, counted from the last accepted one; the largest rotation between them. */
static double measure(const Flow *f, const State *state, const double *z, double *y)
{
    const Mechanism *m = f->e->s->m;
    double turn = 0;
    for (int b = 0; b < m->bodies; b++) {
        const MovingBody *body = &m->body[b];
        Vec3 move = v3_sub(state->r[b], f->point.last.state.r[b]);
        cd_put_translation(body, move, y + body->first);
        if (!body->turns) continue;
        Vec3 D = q4_log(q4_mul(q4_conj(f->point.last.state.p[b]), state->p[b]));
        cd_put_rotation(body, D, y + body->first);
        turn = fmax(turn, v3_norm(D));
    }
    memcpy(y + f->nv, state->v, sizeof(double) * (size_t)f->nv);
    if (f->e->aux.differential) memcpy(y + 2 * f->nv, z, sizeof(double) * (size_t)f->e->aux.differential);
    return turn;
}

void cd_flow_look(const Flow *f, double *y)
{
    measure(f, &f->e->s->state, f->e->aux.z, y);
}

/* ---- rates ------------------------------------------------------------------------------------------------------- */

void cd_flow_moves(const Flow *f, const double *y, double *rate)
{
    const Mechanism *m = f->e->s->m;
    memcpy(rate, y + f->nv, sizeof(double) * (size_t)f->nv);
    for (int b = 0; b < m->bodies; b++) {
        int at = m->body[b].first + 3;
        if (m->body[b].dofs == 6)
            v3_store(rate + at, m3_apply(m3_rotvec_tangent_inverse(v3_load(y + at)), v3_load(y + f->nv + at)));
    }
}

static void join_rates(const Flow *f, const double *y, const double *vdot, const double *zdot, double *rate)
{
    cd_flow_moves(f, y, rate);
    memcpy(rate + f->nv, vdot, sizeof(double) * (size_t)f->nv);
    if (f->e->aux.differential) memcpy(rate + 2 * f->nv, zdot, sizeof(double) * (size_t)f->e->aux.differential);
}

void cd_flow_take_rates(const Flow *f, const double *y, double *rate)
{
    join_rates(f, y, f->e->s->state.vdot, f->e->aux.zdot, rate);
}

void cd_flow_rates_of(const Flow *f, const Snapshot *point, double *y, double *rate, double *turn)
{
    *turn = measure(f, &point->state, point->z, y);
    join_rates(f, y, point->state.vdot, point->zdot, rate);
}

/* D'' of a rotation: T^-1 wbar' + (T^-1)' wbar. */
static Vec3 bend(const double *D, const double *move, const double *w, const double *wdot)
{
    Vec3 a = v3_load(D), rate = v3_load(move);
    return v3_add(m3_apply(m3_rotvec_tangent_inverse(a), v3_load(wdot)),
                  m3_apply(m3_rotvec_tangent_inverse_rate(a, rate), v3_load(w)));
}

void cd_flow_middle(const Flow *f, double h, const double *end, const double *end_rate, double *middle)
{
    const Mechanism *m = f->e->s->m;
    const double *start = f->vector.start, *rate = f->vector.rate;
    int nv = f->nv;
    for (int b = 0; b < m->bodies; b++) {
        int at = m->body[b].first, n = m->body[b].dofs;
        double second[6], moves[6];
        for (int c = 0; c < n; c++) second[c] = end_rate[nv + at + c];
        if (n == 6)
            v3_store(second + 3, bend(end + at + 3, end_rate + at + 3, end + nv + at + 3, end_rate + nv + at + 3));
        for (int c = 0; c < n; c++) {
            int i = at + c;
            double bend0 = rate[nv + i], bend1 = second[c];
            middle[i] = (start[i] + end[i]) / 2 + 5 * h / 32 * (rate[i] - end_rate[i]) + h * h / 64 * (bend0 + bend1);
            moves[c] =
                15 / (8 * h) * (end[i] - start[i]) - 7. / 16 * (rate[i] + end_rate[i]) + h / 32 * (bend1 - bend0);
        }
        memcpy(middle + nv + at, moves, sizeof(double) * (size_t)n);
        if (n < 6) continue;
        Mat3 T = m3_inverse(m3_rotvec_tangent_inverse(v3_load(middle + at + 3)));
        v3_store(middle + nv + at + 3, m3_apply(T, v3_load(moves + 3)));
    }
    for (int i = 2 * nv; i < f->n; i++) middle[i] = (start[i] + end[i]) / 2 + h / 8 * (rate[i] - end_rate[i]);
}

Outcome cd_flow_rates(Flow *f, const double *y, double *rate, CdLog *log)
{
    static const Outcome outcome[] = { [SOLVED] = STEP_OK,
                                       [NOT_FINITE] = STEP_NOT_FINITE,
                                       [SINGULAR] = STEP_SINGULAR,
                                       [NOT_SOLVED] = STEP_NOT_CONVERGED };
    long factored = f->solve.factored;
    Solution found = cd_accelerate(&f->solve, log);
    f->stats->work.residuals++, f->stats->work.matrices += f->solve.factored - factored;
    f->stats->work.factors += f->solve.factored - factored;
    if (found == SOLVED) cd_flow_take_rates(f, y, rate);
    return outcome[found];
}

Outcome cd_flow_project(Flow *f, double share, double *y)
{
    System *s = f->e->s;
    bool careful = f->stats->crossing.careful;
    Projection p = { .factored = f->solve.system_kept, .polish = careful };
    /* nothing better than rounding can be had, and nothing worse is wanted of velocities where their constraints are
     * what is solved */
    double allowed = f->set.tolerance.violation > 0 && share > 0 ? f->set.tolerance.violation
                                                                 : share * cd_solved_error(&f->set),
           rounding = 1e-13 * fmax(1, s->constants.length), fastest = 1;
    for (int i = 0; i < f->nv; i++) fastest = fmax(fastest, fabs(s->state.v[i]));
    if (careful) allowed = 0;
    double positions = fmax(allowed, rounding);
    double velocities = fmax(f->set.formulation == FORM_I2 ? 0 : allowed, rounding * fastest);
    if (f->partition) {
        cd_flow_look(f, y);
        f->partition->recover.polish = careful;
        p.good = cd_partition_recover(f->partition, &f->point.last.state, y, positions, velocities);
    } else {
        cd_project_positions(s, positions, &p);
        if (p.good) cd_project_velocities(s, velocities, &p);
        f->solve.system_kept = false;
    }
    if (!p.good) return STEP_NOT_CONVERGED;
    cd_flow_look(f, y);
    return STEP_OK;
}

void cd_flow_choose(Flow *f, Partition *p)
{
    cd_system_prepare(f->e->s, NULL);
    f->partition = cd_partition_choose(p) ? p : NULL;
}

void cd_flow_keep_coordinates(Flow *f, Partition *p)
{
    if (!f->partition || !cd_partition_has_gone_bad(p)) return;
    cd_flow_choose(f, p);
    cd_trace_note(f->stats->trace, "other coordinates are the independent ones from here on");
}

Outcome cd_flow_project_start(Flow *f, CdLog *log)
{
    Outcome outcome = cd_flow_project(f, 0, f->vector.scratch);
    if (outcome == STEP_OK) outcome = cd_flow_rates(f, f->vector.scratch, f->vector.rate, log);
    if (outcome == STEP_OK) depart(f);
    return outcome;
}

/* ---- errors ------------------------------------------------------------------------------------------------------ */

/* Size against which an error counts. */
static double weight(const Flow *f, int i)
{
    const Settings *s = &f->set;
    return s->tolerance.atol > 0 || s->tolerance.rtol > 0 ? s->tolerance.atol + s->tolerance.rtol * f->vector.top[i]
           : f->vector.top[i] > 1                         ? f->vector.top[i]
                                                          : 1;
}

/* Root of the mean square over one of the three kinds, 0 .. 2; *most: the largest so far, at *worst. */
static double mean(const Flow *f, const double *x, int kind, double *most, int *worst)
{
    const int first[] = { 0, f->nv, 2 * f->nv, f->n };
    double sum = 0;
    for (int i = first[kind]; i < first[kind + 1]; i++) {
        double a =
            fabs(x[i]) * f->set.tolerance.scale[kind] * (1 + f->stats->judged.strict) / (f->allowed * weight(f, i));
        sum += a * a;
        if (a > *most || isnan(a)) *most = a, *worst = kind == 2 ? f->e->s->in_use.n + i - f->nv : i % f->nv;
    }
    int n = first[kind + 1] - first[kind];
    return n ? sqrt(sum / n) : 0;
}

double cd_flow_norm(const Flow *f, const double *error, int *worst)
{
    double size = 0, most = -1;
    int at = -1;
    for (int kind = 0; kind < 3; kind++) {
        double part = mean(f, error, kind, &most, &at);
        if (!(part <= size)) size = part;
    }
    if (worst) *worst = at;
    return size;
}

double cd_flow_size(const Flow *f, double *error, int *worst)
{
    const Partition *p = f->partition;
    for (int i = 0; p && i < 2 * f->nv; i++)
        error[i] *= p->independent[i % f->nv] ? sqrt((double)f->nv / fmax(1, p->free)) : 0;
    return cd_flow_norm(f, error, worst);
}

double cd_flow_turn(const Flow *f, double h)
{
    const Mechanism *m = f->e->s->m;
    double largest = 0;
    for (int b = 0; b < m->bodies; b++)
        largest = fmax(largest, v3_norm(cd_rotation(&m->body[b], f->vector.rate + m->body[b].first)));
    return h * largest;
}

/* ---- stability --------------------------------------------------------------------------------------------------- */

double cd_flow_lambda(const Flow *f, const double *y, const double *rate, const double *end, const double *end_rate)
{
    double rates = 0, points = 0;
    for (int i = 0; i < f->n; i++) {
        double w = f->vector.top[i] > 1 ? 1 / f->vector.top[i] : 1, r = w * (end_rate[i] - rate[i]),
               p = w * (end[i] - y[i]);
        rates += r * r, points += p * p;
    }
    return points > 0 ? sqrt(rates / points) : 0;
}

void cd_flow_watch(Flow *f, bool bound, int many)
{
    enum { FEW = 6 };
    f->watch.stiff += bound, f->watch.calm = bound ? 0 : f->watch.calm + 1;
    if (f->watch.calm == FEW) f->watch.stiff = 0;
    f->stats->judged.unstable = f->watch.stiff >= many;
}

/* ---- positions that constraints do not hold ---------------------------------------------------------------------- */

/* The size of a + b x + c y, velocities or accelerations, in the norm of masses. */
static double strength(const Flow *f, const double *a, double b, const double *x, double c, const double *y)
{
    for (int i = 0; i < f->nv; i++) f->vector.scratch[i] = a[i] + b * x[i] + c * y[i];
    return sqrt(2 * cd_kinetic_energy(f->e->s->m, f->vector.scratch));
}

/* Whether velocities end the step where it began, as far as ERROR tells: bodies at rest have no way to go on. */
static bool is_still(const Flow *f, const double *v, const double *v1)
{
    double *x = f->vector.scratch;
    for (int i = 0; i < f->n; i++) x[i] = i >= f->nv && i < 2 * f->nv ? v1[i - f->nv] - v[i - f->nv] : 0;
    return cd_flow_norm(f, x, NULL) <= 1;
}

/* Whether the motion goes on over the step as it began (13.27). */
static bool goes_on(const Flow *f, double h, bool over)
{
    const double bend = 0.02, s = f->stats->crossing.s, jump = 1e-3 + 4 * s * s;
    const double *v = f->vector.start + f->nv, *a = f->vector.rate + f->nv, *v1 = f->e->s->state.v,
                 *a1 = f->e->s->state.vdot;
    double size = fmax(strength(f, v, 0, v, 0, a), h * strength(f, a, 0, v, 0, a));
    if (strength(f, v1, -1, v, -h, a) > bend * size && (over || !is_still(f, v, v1))) return false;
    return !over || h * strength(f, a1, -1, a, 0, v) <= jump * size;
}

Attempt cd_flow_pass(Flow *f, double h, Attempt a)
{
    Crossing *c = &f->stats->crossing;
    Passage passage = cd_crossing_judge(c, f->point.last.state.t, h, cd_accelerate_pivot(&f->solve));
    if (passage == PASSAGE_LOST) a.outcome = STEP_RANK_LOST;
    if (passage == PASSAGE_LOST || passage == PASSAGE_FREE) return a;
    bool over = passage == PASSAGE_OVER;
    if ((over || passage == PASSAGE_NEAR) && goes_on(f, h, over)) return a;
    if (over) c->turns = true;
    if (passage == PASSAGE_BLIND) c->careful = true;
    a.outcome = STEP_TOO_INACCURATE, a.h = passage == PASSAGE_BLIND ? h : h / 2;
    f->stats->repeated.too_inaccurate++;
    return a;
}

Outcome cd_flow_go_to(Flow *f, double t, double *y, double *rate, CdLog *log)
{
    const double share = 1e-4; /* of ERROR that constraints may be off by */
    cd_flow_place(f, &f->point.last, t, y);
    Outcome outcome = cd_flow_project(f, share, y);
    return outcome == STEP_OK ? cd_flow_rates(f, y, rate, log) : outcome;
}

bool cd_flow_turns_too_far(const Flow *f, double h, Attempt *a)
{
    double turned = cd_flow_turn(f, h);
    if (!(turned > 1.01 * TURN_MOST)) return false;
    a->outcome = STEP_TOO_INACCURATE, a->error = turned / TURN_MOST, a->h = h / a->error;
    return true;
}
