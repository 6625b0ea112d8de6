/* newton.c - modified Newton with a matrix that is kept as long as it serves (9.26), (9.32). */
#include "integrators/newton.h"

#include "integrators/tuning.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* How a matrix is made: not at all, from the parts at hand for the step as it is now, from parts that are evaluated
 * (9.35). */
typedef enum Making { KEEP, COMBINE, EVALUATE } Making;

static Making make_how(const Newton *n, const Settings *set, double c, int iteration)
{
    bool parts = n->matrix.parts_made && n->matrix.parts_made == n->e->jacobian.parts_made && !n->matrix.stale;
    if (set->iteration.pattern && n->matrix.factored)
        return set->iteration.renew[(iteration - 1) % set->iteration.pattern] ? EVALUATE : KEEP;
    bool changed = !n->matrix.factored || (iteration == 1 && fabs(c / n->matrix.c - 1) > n->matrix.other_step);
    if (!changed && !n->matrix.renew) return KEEP;
    return parts ? COMBINE : EVALUATE;
}

/* secants: where corrections among many contacts have gone too far, tangents of laws that level off are to blame
 * (21.35). */
static bool make_matrix(Newton *n, const NewtonCalls *call, Method *m, Making how, bool secants, double c, Stats *stats)
{
    if (how == EVALUATE) {
        stats->work.matrices++;
        n->e->world.secants = secants && n->e->loads.near;
        bool good = call->parts(m);
        n->e->world.secants = false;
        if (!good) return n->matrix.factored = false;
        n->matrix.parts_made = n->e->jacobian.parts_made, n->matrix.stale = false, n->matrix.fresh = true,
        n->matrix.served = 0;
    }
    stats->work.factors++;
    cd_equations_combine(n->e, c);
    LuStatus lu = cd_equations_factor_nearly(n->e);
    n->matrix.factored = lu == LU_OK || lu == LU_REPIVOTED;
    n->matrix.c = c, n->matrix.renew = false, n->matrix.factorings = n->e->jacobian.factorings;
    return n->matrix.factored;
}

/* The matrix serves badly. If the step is not what it was made for, that may be why: then its parts are put together
 * for the step as it is now. */
static void renew(Newton *n, double c)
{
    const double same_step = 0.02;
    n->matrix.renew = true;
    n->matrix.stale |= fabs(c / n->matrix.c - 1) < same_step;
}

void cd_newton_age(Newton *n)
{
    n->matrix.renew = n->matrix.stale = true;
}

void cd_newton_forget(Newton *n)
{
    n->matrix.factored = false, n->matrix.stale = true, n->carried = 0;
}

/* A matrix that serves badly in the first step after the one it was made for: the next steps begin with one of their
 * own. Not where corrections go too far, for these steps make one where the search ends. */
static void judge_age(Newton *n)
{
    const int soon = 30;
    if (!n->matrix.fresh && n->matrix.served == 1 && n->rough == 0) n->matrix.refresh_steps = soon;
}

/* Whether corrections that shrink by `ratio` add up to no more than the tolerance behind one of this size. */
static bool is_enough(double ratio, double size, double tolerance)
{
    return ratio < 1 && ratio / (1 - ratio) * size <= tolerance;
}

/* Whether they add up to more after `left` more of them. */
static bool too_slow(double ratio, double size, double tolerance, int left)
{
    return ratio >= 1 || size * pow(ratio, left + 1) / (1 - ratio) > tolerance;
}

void cd_newton_open(Newton *n, Arena *arena, Equations *e, int maxit)
{
    int unknowns = cd_equations_unknowns(e), bodies = e->s->m->bodies;
    *n = (Newton){ .e = e,
                   .n = unknowns,
                   .kept.room = maxit,
                   .weight = ARENA_ARRAY(arena, double, unknowns),
                   .search.held = ARENA_ARRAY(arena, double, unknowns),
                   .kept.correction = ARENA_ARRAY(arena, double *, maxit),
                   .kept.squares = ARENA_ARRAY(arena, double, maxit) };
    /* in a stiff mode the matrix is c^2 K: corrections by that of another step shrink by the change of its square */
    n->matrix.other_step = tuning_matrix_other_step;
    for (int b = 0; b < bodies; b++)
        if (e->s->m->body[b].role == BODY_MODES) n->matrix.other_step = tuning_matrix_stiffer_step;
    for (int i = 0; i < maxit; i++) n->kept.correction[i] = ARENA_ARRAY(arena, double, unknowns);
    n->search.reach = ARENA_ARRAY(arena, Reach, bodies + e->aux.differential);
    for (int b = 0; b < bodies; b++)
        n->search.reach[n->search.reaches++] =
            (Reach){ .first = e->s->m->body[b].first, .count = e->s->m->body[b].dofs };
    for (int i = 0; i < e->aux.differential; i++)
        n->search.reach[n->search.reaches++] = (Reach){ .first = e->s->m->nv + e->s->in_use.n + i, .count = 1 };
}

/* How far x goes along correction j. */
static double share(const Newton *n, int j, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n->n; i++) sum += n->weight[i] * n->weight[i] * n->kept.correction[j][i] * x[i];
    return n->kept.squares[j] > 0 ? sum / n->kept.squares[j] : 0;
}

static double square(const Newton *n, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n->n; i++) sum += n->weight[i] * n->weight[i] * x[i] * x[i];
    return sum;
}

static void keep(Newton *n, const double *d, double size)
{
    if (n->kept.n == n->kept.room) return;
    memcpy(n->kept.correction[n->kept.n], d, sizeof(double) * (size_t)n->n);
    n->kept.squares[n->kept.n++] = size;
}

/* Broyden's update of the matrix by what it has done so far, applied to the correction d (9.32). How many times larger
 * d was: where a load jumps corrections can be made small, but what the residual asks for stays. */
static double learn(Newton *n, double *d)
{
    const double most = 0.8;
    int last = n->kept.n - 1;
    double before = square(n, d);
    for (int j = 0; j < last; j++) {
        double s = share(n, j, d);
        for (int i = 0; i < n->n; i++) d[i] += s * n->kept.correction[j + 1][i];
    }
    if (last >= 0) {
        double f = 1 / (1 - fmin(most, share(n, last, d)));
        for (int i = 0; i < n->n; i++) d[i] *= f;
    }
    double after = square(n, d);
    keep(n, d, after);
    return after > 0 ? sqrt(before / after) : 1;
}

/* One run of iterations, at least two: the first has no rate of convergence to be judged by. */
typedef struct Run {
    Newton *n;
    const NewtonCalls *call;
    Method *m;
    const Settings *set;
    Stats *stats;
    double c, tolerance;
    int *worst;
    CdLog *log;
} Run;

static bool evaluate(const Run *r, bool slopes)
{
    Profile *profile = r->n->e->s->watch.profile;
    Phase back = cd_profile_enter(profile, PHASE_STATE);
    bool good = r->call->residual(r->m, slopes, r->log);
    cd_profile_leave(profile, back);
    return good;
}

/* The error that the step makes as the iterate has it, as a share of what is allowed. */
static void find_share(const Run *r)
{
    const double least = 1e-5;
    r->n->share = fmin(1, fmax(r->call->error(r->m), least));
}

/* Whether corrections are as small as rounding lets them become, and what is under error control is small. */
static bool is_noise(const Run *r, double tested, double others)
{
    const double most = 10, harmless = 3, negligible = 0.01 * r->tolerance;
    if (tested > harmless) return false;
    double noise_others, noise = r->call->noise(r->m, &noise_others);
    return tested <= fmax(most * noise, r->n->share * negligible) && others <= fmax(most * noise_others, negligible);
}

/* How far x goes along the last correction in the unknowns of one reach. */
static double share_of_one(const Newton *n, const Reach *one, const double *x)
{
    const double *s = n->kept.correction[n->kept.n - 1];
    double sum = 0;
    for (int i = one->first; i < one->first + one->count; i++) sum += n->weight[i] * n->weight[i] * s[i] * x[i];
    return one->size > 0 ? sum / one->size : 0;
}

/* What the correction d, the next one, says of each; those that it takes back are to be searched. */
static void find_overshoot(const Newton *n, const double *d)
{
    const double most = -0.5;
    const double *s = n->kept.correction[n->kept.n - 1];
    for (Reach *one = n->search.reach; one < n->search.reach + n->search.reaches; one++) {
        one->size = 0;
        for (int i = one->first; i < one->first + one->count; i++)
            one->size += n->weight[i] * n->weight[i] * s[i] * s[i];
        one->low = 0, one->f_low = 1, one->high = one->at = 1;
        one->f = one->f_high = share_of_one(n, one, d);
        one->over = one->f < most;
    }
}

static const double flat = 0.25; /* of a correction: the next one no longer leads along it */

/* The next place to look at, as a change of the iterate; by the secant and, if asked, by halves. */
static void aim(const Newton *n, bool halve, double *d)
{
    const double inside = 0.1;
    memset(d, 0, sizeof(double) * (size_t)n->n);
    for (Reach *one = n->search.reach; one < n->search.reach + n->search.reaches; one++) {
        if (!one->over || fabs(one->f) <= flat) continue;
        double secant = one->f_low / (one->f_low - one->f_high);
        double to = one->low + (halve ? 0.5 : fmin(fmax(secant, inside), 1 - inside)) * (one->high - one->low);
        for (int i = one->first; i < one->first + one->count; i++)
            d[i] = (to - one->at) * n->kept.correction[n->kept.n - 1][i];
        one->at = to;
    }
}

/* The part of the last correction, by squares, that is still to be searched; not finite if something is not. */
static double look_back(const Newton *n, const double *d)
{
    double left = 0;
    for (Reach *one = n->search.reach; one < n->search.reach + n->search.reaches; one++) {
        one->f = share_of_one(n, one, d);
        if (!isfinite(one->f)) return INFINITY;
        if (!one->over) continue;
        if (one->f > 0) one->low = one->at, one->f_low = one->f;
        else one->high = one->at, one->f_high = one->f;
        if (fabs(one->f) > flat) left += one->size;
    }
    return left;
}

/* The last correction went too far, and the next one, d, goes back: as where friction changes sides, and corrections
 * from either side reach the other one. Between the two ends each body that it happens to goes to where corrections no
 * longer lead along the line (9.33); there the law is as steep as it is at the solution. All are searched at once, for
 * what one does has little to do with most others. The residual there is kept. False if something is not finite. */
static bool search(const Run *r, double *d)
{
    const int most = 8;
    const double negligible = 0.1;
    const Newton *n = r->n;
    double left = INFINITY, others;
    find_overshoot(n, d);
    for (int i = 0; i < most && left > negligible * n->kept.squares[n->kept.n - 1]; i++) {
        aim(n, i % 3 == 2, d);
        r->call->add(r->m, &others, r->worst);
        if (!evaluate(r, true)) return false;
        r->stats->work.iterations++;
        memcpy(n->search.held, d, sizeof(double) * (size_t)n->n);
        d = r->call->solve(r->m);
        left = look_back(n, d);
        if (!isfinite(left)) return false;
    }
    return true;
}

/* Whether the last correction, of these sizes, went too far, by more than rounding explains; d: the next one, which is
 * kept. */
static bool went_too_far(const Run *r, double back, double tested, double others, double *d)
{
    const double most = -0.5, felt = 1e-3; /* of the last one; of the error that is allowed */
    Newton *n = r->n;
    if (back > most || tested < felt || n->kept.n == n->kept.room) return false;
    double *copy = n->kept.correction[n->kept.n]; /* a place for the next one */
    memcpy(copy, d, sizeof(double) * (size_t)n->n);
    find_share(r);
    bool far = !is_noise(r, tested, others);
    memcpy(d, copy, sizeof(double) * (size_t)n->n);
    return far;
}

/* carried: from the velocities of the last point, with what the iterations teach; else from the prediction, with the
 * matrix as it is. */
static Outcome iterate(const Run *r, bool carried)
{
    const int remembered = 20; /* steps */
    const double slow = 0.1, stagnant = 0.3;
    const int enough = 2;
    const double grown = 30;    /* times the least correction: more than rounding changes by */
    const double far_off = 100; /* a matrix made so far from where the iteration ends does not serve the next step */
    const int patience = 3,
              many = 5; /* corrections that a matrix is given to be taught by; that are more than it should need */
    Newton *n = r->n;
    double last_tested = 0, last_others = 0,
           last_ratio = 0; /* the sizes of the correction before, and how it compared */
    double least = 0;      /* of them */
    int idle = 0;          /* corrections in a row that were not much smaller than the least before */
    double tested = 0, others = 0, *d = NULL;
    bool first = true, searched = false;
    n->kept.n = 0;
    r->call->start(r->m, carried);
    for (int it = 1; it <= r->set->iteration.maxit; it++) {
        Making how = searched ? EVALUATE : make_how(n, r->set, r->c, it);
        bool make = how != KEEP;
        if (searched) memcpy(d, n->search.held, sizeof(double) * (size_t)n->n);
        else if (!evaluate(r, how == EVALUATE)) return STEP_NOT_FINITE;
        bool secants = n->rough > 0 && !r->set->iteration.pattern;
        if (make && !make_matrix(n, r->call, r->m, how, secants, r->c, r->stats)) return STEP_SINGULAR;
        if (make) n->kept.n = 0;
        r->stats->work.iterations += !searched;
        d = r->call->solve(r->m);
        double back = n->kept.n ? share(n, n->kept.n - 1, d) : 0;
        searched = went_too_far(r, back, tested, others, d);
        if (searched) n->rough = remembered, n->matrix.refresh_steps = 0;
        if (searched && !n->matrix.fresh && back < -1.5)
            return STEP_NOT_CONVERGED; /* it is the old matrix that is to blame */
        if (searched) {
            if (!search(r, d)) return STEP_NOT_FINITE;
            last_tested = last_others = last_ratio = 0, first = true;
            continue;
        }
        double shrunk = 1;
        if (carried) shrunk = learn(n, d);
        else n->kept.n = 0, keep(n, d, square(n, d));
        tested = shrunk * r->call->add(r->m, &others, r->worst), others *= shrunk;
        if (!first) find_share(r); /* the first has none to be compared with */
        double size = fmax(tested / n->share, others), last = fmax(last_tested / n->share, last_others);
        double ratio = last > 0 ? size / last : 0;
        if (make) n->matrix.made_far_away = tested > far_off;
        if (!isfinite(tested) || !isfinite(others)) return STEP_NOT_FINITE; /* fmax takes no notice of NaN */
        double rate = n->matrix.fresh ? ratio : fmax(ratio, slow);
        if (carried) rate = fmax(rate, last_ratio); /* across a jump they may be large and small in turn */
        bool small = size < 0.01 * r->tolerance;    /* far below anything that counts: round-off dominates */
        /* what a new matrix leaves, as at jumps and corners, does not add up from step to step: what is allowed
         * suffices there */
        double plain = fmax(tested, others);
        bool scatters = n->matrix.fresh && ratio > slow && is_enough(rate, plain, r->tolerance);
        if (!first && (small || scatters || is_enough(rate, size, r->tolerance))) {
            bool serves = ratio <= slow && (it <= enough || n->matrix.fresh || n->share == 1);
            if (!serves && (n->share == 1 ? !small : last > r->tolerance))
                renew(n, r->c); /* rounding says nothing of it */
            if (it > many) judge_age(n);
            if (n->matrix.made_far_away) cd_newton_age(n);
            return STEP_OK;
        }
        /* corrections that do not get smaller, or of multipliers alone */
        least = first ? INFINITY : fmin(least, last);
        idle = !first && size > stagnant * least ? idle + 1 : 0;
        bool grows = size > grown * least; /* rounding has one size: an old matrix makes it worse */
        bool doubtful = idle >= 2 && !grows, is_small = !first && tested < 0.01 * n->share * r->tolerance;
        /* where joints hardly hold rounding counts many times in the multipliers, and what they are off by is no
         * harm */
        bool harmless = doubtful && tested < r->tolerance && others < 0.1;
        if (harmless || ((doubtful || is_small) && is_noise(r, tested, others))) return STEP_OK;
        bool far = !first && size > r->tolerance; /* two small corrections in a row may be of one size by chance */
        if (far && !make && !r->set->iteration.pattern &&
            too_slow(rate, size, r->tolerance, r->set->iteration.maxit - it)) {
            /* what is small beside what is allowed, and no old matrix left, may be rounding: the next ones tell */
            if (!carried && (plain > r->tolerance || !n->matrix.fresh) &&
                too_slow(rate, plain, r->tolerance, r->set->iteration.maxit - it))
                return STEP_NOT_CONVERGED;
            if (carried ? n->kept.n > patience : !n->matrix.fresh) cd_newton_age(n);
        }
        last_tested = tested, last_others = others, last_ratio = ratio, first = false;
    }
    return STEP_NOT_CONVERGED;
}

/* Whether it would be another iteration with a new matrix: PATTERN does not ask how old a matrix is. */
static bool may_renew(const Run *r)
{
    return !r->n->matrix.fresh && !r->set->iteration.pattern;
}

/* An old matrix may be to blame, then the prediction: where friction holds, velocities of the last point are the better
 * start, for the steep part of the law lies there and corrections fall short, while those from afar overshoot. */
static Outcome correct(const Run *r)
{
    const int again = 20; /* steps that begin so at once, after one has had to */
    Newton *n = r->n;
    Outcome outcome = STEP_NOT_CONVERGED;
    bool again_fails = n->carried > 0; /* with the matrix as it is */
    for (int i = 0; i < 2 && !again_fails && outcome == STEP_NOT_CONVERGED; i++) {
        outcome = iterate(r, false);
        again_fails = !may_renew(r);
        if (outcome == STEP_NOT_CONVERGED) cd_newton_age(n), judge_age(n);
    }
    if (outcome != STEP_NOT_CONVERGED) return outcome;
    outcome = iterate(r, true);
    if (outcome == STEP_NOT_CONVERGED && may_renew(r)) cd_newton_age(n), outcome = iterate(r, true);
    if (outcome == STEP_OK) n->carried = n->carried ? n->carried - 1 : again;
    else cd_newton_age(n);
    return outcome;
}

Outcome cd_newton(Newton *n, const NewtonCalls *call, Method *m, const Settings *set, Stats *stats, double c,
                  double tolerance, int *worst, CdLog *log)
{
    /* A direction in which an old matrix makes things worse, and in which nothing moves but rounding, is not seen in
     * the sizes of corrections: what is left there grows from step to step, and velocities have it divided by the
     * step. */
    const int oldest = 20;
    Run run = { n, call, m, set, stats, c, tolerance, worst, log };
    n->matrix.fresh = false;
    n->matrix.served++;
    if (n->rough > 0) n->rough--;
    if (n->matrix.refresh_steps > 0) cd_newton_age(n), n->matrix.refresh_steps--;
    if (n->matrix.served > oldest) cd_newton_age(n);
    if (n->matrix.factorings != n->e->jacobian.factorings) n->matrix.factored = false;
    if (n->matrix.revision != n->e->s->in_use.revision)
        n->matrix.factored = false, n->matrix.stale = true; /* rows have been chosen, or tried */
    n->matrix.revision = n->e->s->in_use.revision;
    Phase back = cd_profile_enter(n->e->s->watch.profile, PHASE_CORRECTOR);
    Outcome outcome = correct(&run);
    cd_profile_leave(n->e->s->watch.profile, back);
    return outcome;
}

bool cd_newton_parts(Equations *e, BodyMap *map, const Vec3 *turn, double q, double v)
{
    const Mechanism *mech = e->s->m;
    int bodies = mech->bodies;
    Maps maps[MATRIX_PARTS] = { { .rate = 1 }, { .z = v }, { 0 } };
    for (int b = 0; b < bodies; b++) {
        Mat3 inverse = mech->body[b].dofs == 6 ? m3_rotvec_tangent_inverse(turn[b]) : m3_identity();
        map[b] = (BodyMap){ .a = 1, .A = inverse };
        map[bodies + b] = (BodyMap){ .v = v, .V = m3_scale(inverse, v) };
        map[2 * bodies + b] = (BodyMap){ .q = q };
    }
    for (int p = 0; p < MATRIX_PARTS; p++) {
        maps[p].body = map + bodies * p, maps[p].power = p;
        cd_inertia_matrix(e, &maps[p]);
    }
    return cd_equations_parts(e, maps);
}

void cd_newton_free_speeds(Equations *e, double *r, int n)
{
    const Mechanism *mech = e->s->m;
    for (int b = 0; b < mech->bodies; b++) {
        const MovingBody *body = &mech->body[b];
        double *v = r + body->first;
        for (int k = 0; k < 3 && k < body->dofs; k++) v[k] *= cd_inertia_of(body, k);
        if (body->dofs == 6) v3_store(v + 3, m3_apply(body->J, v3_load(v + 3)));
    }
    memset(r + mech->nv, 0, sizeof(double) * (size_t)(n - mech->nv));
    cd_equations_solve(e, r);
}

void cd_newton_rounding(double *r, int n, int nv, int used, double force, double constraint, double other)
{
    for (int i = 0; i < n; i++)
        r[i] = ((unsigned)(i + 1) * 2654435761u >> 16 & 1 ? -1 : 1) * DBL_EPSILON *
               (i < nv          ? force
                : i < nv + used ? constraint
                                : other);
}

double cd_newton_others(const double *x, const double *change, int n, double error, double felt)
{
    /* The size of all of them is the measure: a multiplier near zero need not be known better than its neighbours. And
     * where rounding of positions, divided by c^2, is felt in the multipliers nothing better can be had. */
    double largest = 1, size = 0;
    for (int i = 0; i < n; i++) largest = fabs(x[i]) > largest ? fabs(x[i]) : largest;
    for (int i = 0; i < n; i++) size = fabs(change[i]) > size ? fabs(change[i]) : size;
    return 1e-2 * size / (error * largest + felt);
}
