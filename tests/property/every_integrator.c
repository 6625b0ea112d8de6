/* every_integrator.c - each row of integrators.def, in each formulation it lists: measured order of convergence with
 * constant steps in positions, velocities, multipliers and states of DIFF; the level on which constraints hold; error
 * falls with ERROR.
 *
 * A method of order k starts with lower ones, whose errors no later step takes back. So a run of steps h goes on until
 * its order stands and the traces of the start have died away, and its error is measured from there: against a fine
 * Runge-Kutta solution of (8.24) that starts at the point reached. Steps are accepted whatever their estimated error,
 * which keeps them constant. */
#include "integrate.h"

static const char *const formulation_name[] = { "I3", "SI2", "SI1", "I2", "I1" };

/* The largest constraint, and its rate. */
static void levels(Case *c, double *position, double *velocity)
{
    System *s = c->s;
    *position = *velocity = 0;
    assert_true(cd_system_prepare(s, c->log));
    for (int i = 0; i < s->in_use.n; i++) {
        cd_constraint_row(s->c, s->in_use.row[i], s->now.body, s->state.winding, NULL, ROW_GRADIENT, s->now.eval);
        *position = fmax(*position, fabs(s->now.eval->value));
        *velocity = fmax(*velocity, fabs(cd_row_rate(s->c, s->now.eval, s->state.v)));
    }
}

/* The fine solution at equal distances. */
static Snapshot *reference(const Problem *p, Arena *arena, double end, int n)
{
    Case c = open_case(p, "");
    Snapshot *seen = ARENA_ARRAY(arena, Snapshot, n + 1);
    for (int i = 1; i <= n; i++) {
        follow_by(&c, end * i / n, 5e-4);
        seen[i] = cd_snapshot_new(arena, c.e);
        cd_snapshot_take(c.e, &seen[i]);
    }
    close_case(&c);
    return seen;
}

/* ---- order ------------------------------------------------------------------------------------------------------- */

/* The largest errors that steps of size h add, long after the start, at a few instants. */
static Error error_with(const Problem *p, const IntegratorKind *kind, Formulation form, int order, double h)
{
    enum { SETTLED = 3, LOOKS = 6, PER_SECOND = 8 };
    Case c = open_case(p, "");
    Arena arena = { 0 };
    Stats stats = { 0 };
    Settings set = cd_settings(c.model, 1);
    set.formulation = form, set.kmax = set.scheme = order,
    set.tolerance.error = form == FORM_I3 && order > 3 ? 1e-12 : 1e-10,
    /* TLISMNI: one pass in all steps; how many there are changes the size of errors */
        set.step.hinit = h, set.iteration.maxit = kind->word == METHOD_TLISMNI ? 1 : 50;
    Method *m = kind->calls.open(c.e, &set, &stats);
    Snapshot seen[LOOKS + 1];
    for (int k = 0; k <= LOOKS; k++) seen[k] = cd_snapshot_new(&arena, c.e);
    kind->calls.begin(m);
    int between = (int)lround(1 / (PER_SECOND * h)), looks = 0;
    for (int i = 1; looks <= LOOKS; i++) {
        Attempt a = kind->calls.attempt(m, h, c.log);
        if (a.outcome != STEP_OK && a.outcome != STEP_TOO_INACCURATE)
            fail_msg("%s %s order %d, h %g: step %d fails", kind->name, formulation_name[form], order, h, i);
        c.s->state.t = i * h;
        kind->calls.accept(m);
        if (i < SETTLED * PER_SECOND * between) continue;
        if (i % between == 0) cd_snapshot_take(c.e, &seen[looks++]);
    }
    kind->calls.close(m);
    cd_snapshot_restore(c.e, &seen[0]);
    Error e = { 0, 0, 0, 0 };
    for (int k = 1; k <= LOOKS; k++) {
        follow(&c, seen[k].state.t);
        e = larger(e, difference(&c, &seen[k]));
    }
    cd_arena_close(&arena);
    close_case(&c);
    return e;
}

/* Errors with steps h, h/2, h/4: the order of the last two, or what it tends to as the steps get smaller, is the one
 * claimed. */
static bool meets(double e0, double e1, double e2, int order, double rounding, const char *of)
{
    double coarse = log2(e0 / e1), fine = log2(e1 / e2), limit = 2 * fine - coarse;
    bool good = e2 < rounding || fabs(fine - order) <= 0.15 || fabs(limit - order) <= 0.15;
    if (!good) print_error("%s: errors %.2e %.2e %.2e, order %.2f, tends to %.2f\n", of, e0, e1, e2, fine, limit);
    return good;
}

/* The same, or a higher one. */
typedef bool Meets(double, double, double, int, double, const char *);
static bool exceeds(double e0, double e1, double e2, int order, double rounding, const char *of)
{
    return log2(e1 / e2) > order || meets(e0, e1, e2, order, rounding, of);
}

/* Steps per second of the coarsest of three runs; `order` is what the errors have to show, k what the method calls
 * it. */
static void measure_order(const Problem *p, const IntegratorKind *kind, Formulation form, int k, int order, int steps)
{
    Error e[3];
    for (int n = 0; n < 3; n++) e[n] = error_with(p, kind, form, k, 1.0 / (steps << n));
    /* rounding of positions is felt in the multipliers of I3 divided by the square of the step */
    double felt = form == FORM_I3 ? 5e-9 : 1e-10;
    bool good = meets(e[0].q, e[1].q, e[2].q, order, 5e-12, "positions");
    good &= meets(e[0].v, e[1].v, e[2].v, order, 1e-11, "velocities");
    good &= meets(e[0].lambda, e[1].lambda, e[2].lambda, order, felt, "multipliers");
    if (e[0].z > 0) good &= meets(e[0].z, e[1].z, e[2].z, order, 1e-12, "states");
    if (!good) fail_msg("%s %s of order %d: %s", kind->name, formulation_name[form], k, p->name);
}

TEST(order_is_that_of_the_row)
{
    static const int steps[7] = { 0, 96, 40, 40, 40, 32, 32 };
    for (int p = 0; p < PROBLEMS; p++)
        for (int i = 0; i < cd_integrator_count; i++)
            for (int form = FORM_I3; form <= FORM_I1; form++)
                for (int k = cd_integrators[i]->low; k <= cd_integrators[i]->high; k++)
                    if (cd_integrators[i]->traits.implicit && cd_integrators[i]->word != METHOD_ROSENBROCK &&
                        !cd_integrators[i]->traits.fixed_step && cd_integrators[i]->formulations >> form & 1)
                        measure_order(&problems[p], cd_integrators[i], (Formulation)form, k, k, steps[k]);
}

/* Adams methods of order k end with a corrector of order k + 1. Beyond k = 5 round-off dominates. */
TEST(order_of_adams_methods_is_one_more_than_that_of_their_predictor)
{
    static const int steps[6] = { 0, 96, 64, 48, 32, 24 };
    const Settings adams = { .method = METHOD_ABAM };
    for (int p = 0; p < PROBLEMS; p++)
        for (int k = 1; k <= 5; k++) measure_order(&problems[p], cd_integrator_of(&adams), FORM_I1, k, k + 1, steps[k]);
}

/* SCHEME of TLISMNI: AM3, AM4, TRAPEZOIDAL, HHT, BDF. */
TEST(order_of_tlismni_is_that_of_its_scheme)
{
    static const int order[5] = { 3, 4, 2, 2, 2 }, steps[5] = { 48, 48, 64, 64, 96 };
    const Settings tlismni = { .method = METHOD_TLISMNI };
    for (int p = 0; p < PROBLEMS; p++)
        for (int k = 0; k < 5; k++)
            measure_order(&problems[p], cd_integrator_of(&tlismni), FORM_I1, k, order[k], steps[k]);
}

/* SCHEME of ROSENBROCK: RN4 and W2. */
TEST(order_of_rosenbrock_is_that_of_its_scheme)
{
    static const int order[2] = { 4, 2 }, steps[2] = { 16, 64 };
    const Settings rosenbrock = { .method = METHOD_ROSENBROCK };
    for (int p = 0; p < PROBLEMS; p++)
        for (int k = 0; k < 2; k++)
            measure_order(&problems[p], cd_integrator_of(&rosenbrock), FORM_I1, k, order[k], steps[k]);
}

/* Methods of one step have no start to leave behind: their errors are measured from the beginning, over a longer
 * time. */
enum { LONG = 8, PER_SECOND = 4 };

static void add_squares(Error *sum, Error e)
{
    sum->q = hypot(sum->q, e.q), sum->v = hypot(sum->v, e.v);
    sum->lambda = hypot(sum->lambda, e.lambda), sum->z = hypot(sum->z, e.z);
}

/* Errors added up over the time, so that an instant at which two parts of them cancel does not count much. */
static Error error_of_one_step(const Problem *p, const IntegratorKind *kind, int per_second, const Snapshot *ref)
{
    Case c = open_case(p, "");
    Stats stats = { 0 };
    Settings set = cd_settings(c.model, 1);
    set.tolerance.error = 1e-10;
    Method *m = kind->calls.open(c.e, &set, &stats);
    Error e = { 0, 0, 0, 0 };
    kind->calls.begin(m);
    for (int i = 1; i <= LONG * per_second; i++) {
        Attempt a = kind->calls.attempt(m, 1.0 / per_second, c.log);
        if (a.outcome != STEP_OK && a.outcome != STEP_TOO_INACCURATE) fail_msg("%s: step %d fails", kind->name, i);
        c.s->state.t = (double)i / per_second;
        kind->calls.accept(m);
        if (i * PER_SECOND % per_second == 0) add_squares(&e, difference(&c, &ref[i * PER_SECOND / per_second]));
    }
    kind->calls.close(m);
    close_case(&c);
    return e;
}

static void measure_explicit(const Problem *p)
{
    Arena arena = { 0 };
    const Snapshot *ref = reference(p, &arena, LONG, LONG * PER_SECOND);
    for (int i = 0; i < cd_integrator_count; i++) {
        const IntegratorKind *kind = cd_integrators[i];
        if (kind->traits.implicit || kind->low < kind->high) continue;
        Error e[3];
        for (int k = 0; k < 3; k++) e[k] = error_of_one_step(p, kind, p->steps << k, ref);
        /* without projection errors are those of the formula in another direction, and may fall faster */
        Meets *claim = kind->traits.projects ? meets : exceeds;
        bool good = claim(e[0].q, e[1].q, e[2].q, kind->high, 0, "positions");
        good &= claim(e[0].v, e[1].v, e[2].v, kind->high, 0, "velocities");
        good &= claim(e[0].lambda, e[1].lambda, e[2].lambda, kind->high, 0, "multipliers");
        if (e[0].z > 0) good &= claim(e[0].z, e[1].z, e[2].z, kind->high, 0, "states");
        if (!good) fail_msg("%s: %s", kind->name, p->name);
    }
    cd_arena_close(&arena);
}

TEST(order_of_explicit_methods_is_that_of_the_row)
{
    for (int p = 0; p < PROBLEMS; p++) measure_explicit(&problems[p]);
}

/* Three of the twenty equations follow from the others. */
TEST(redundant_constraints_do_not_lower_the_order)
{
    static const Problem flat = {
        .name = "plane four-bar on revolute joints",
        .text = "four-bar\nPART/1, GROUND\nMARKER/10, PART=1\nMARKER/11, PART=1, QP=1.2,0,0\n"
                "PART/2, MASS=1.3, CM=20, IP=0.2,0.2,0.2, WZ=0.4\nMARKER/20, PART=2, QP=0.15,0.2,0\nMARKER/21, PART=2\n"
                "MARKER/22, PART=2, QP=0.3,0.4,0\n"
                "PART/3, MASS=0.9, CM=30, IP=0.3,0.3,0.3, QG=0.3,0.4,0\nMARKER/30, PART=3, QP=0.6,0.25,0\n"
                "MARKER/31, PART=3\nMARKER/32, PART=3, QP=1.2,0.5,0\n"
                "PART/4, MASS=0.7, CM=40, IP=0.1,0.1,0.1, QG=1.2,0,0\nMARKER/40, PART=4, QP=0.15,0.45,0\n"
                "MARKER/41, PART=4\nMARKER/42, PART=4, QP=0.3,0.9,0\n"
                "JOINT/1, REVOLUTE, I=21, J=10\nJOINT/2, REVOLUTE, I=31, J=22\nJOINT/3, REVOLUTE, I=32, J=42\n"
                "JOINT/4, REVOLUTE, I=41, J=11\nSPRINGDAMPER/1, TRANSLATION, I=30, J=10, K=0.8, C=0.1, LENGTH=0.7\n"
                "ACCGRAV/JGRAV=-0.8\n",
        .steps = 24
    };
    measure_explicit(&flat);
}

/* ---- tolerance --------------------------------------------------------------------------------------------------- */

enum { OUTPUTS = 40 };
static const double end_time = 4;

typedef struct Delivered {
    Error error;
    double position, velocity; /* what constraints are off by */
} Delivered;

/* A run with the driver, outputs between steps or on them; the largest differences from the reference. */
static Delivered run(const Problem *p, const char *integrator, const Snapshot *ref)
{
    Case c = open_case(p, integrator);
    Dynamic *d = cd_dynamic_open(c.s, end_time / OUTPUTS, end_time, c.log);
    assert_non_null(d);
    Delivered all = { .error = { 0, 0, 0, 0 } };
    for (int i = 1; i <= OUTPUTS; i++) {
        CdStatus status = cd_dynamic_to(d, end_time * i / OUTPUTS, c.log);
        if (status != CD_OK) cd_log_print(c.log, stderr), print_error("%s", integrator);
        assert_int_equal(status, CD_OK);
        double position, velocity;
        levels(&c, &position, &velocity);
        all.error = larger(all.error, difference(&c, &ref[i]));
        all.position = fmax(all.position, position), all.velocity = fmax(all.velocity, velocity);
    }
    cd_dynamic_close(d);
    close_case(&c);
    return all;
}

static void respect_tolerance(const Problem *p, const IntegratorKind *kind, Formulation form, const char *more,
                              const Snapshot *ref)
{
    /* explicit methods of high order are far better than ERROR asks for where steps end at outputs */
    double first = 0, last = INFINITY, largest = kind->traits.implicit || *more ? 1e-3 : 1e-7;
    for (double error = largest; error > 0.5e-4 * largest; error /= 10) {
        char statement[200];
        snprintf(statement, sizeof statement, "INTEGRATOR/%s, %s, ERROR=%g%s\n", kind->name, formulation_name[form],
                 error, more);
        Delivered d = run(p, statement, ref);
        /* what is off the constraints adds up where nothing brings it back */
        double small = kind->traits.implicit ? 0 : kind->traits.projects ? error : 10 * error;
        if (d.error.q > fmax(1.01 * last, small)) fail_msg("%s: %s: %g after %g", p->name, statement, d.error.q, last);
        last = d.error.q;
        if (first == 0) first = last;
        if (kind->traits.projects || form == FORM_I3 || form == FORM_SI2)
            assert_true(d.position < 2e-3 * error + 1e-10);
        if (kind->traits.projects && form == FORM_I2) assert_true(d.velocity < 1e-12);
        if (kind->traits.projects || form == FORM_SI2) assert_true(d.velocity < 5e-3 * error + 1e-10);
    }
    /* at least as a method of first order does, whose local error is of second */
    if (last > 0.1 * first)
        fail_msg("%s: %s %s: %g after %g", p->name, kind->name, formulation_name[form], last, first);
}

TEST(error_falls_with_the_tolerance)
{
    enum {
        FOR_IMPLICIT = 2
    }; /* from one loose ERROR to the next luck decides on the error of the closed loop with GSTIFF */
    for (int p = 0; p < PROBLEMS; p++) {
        Arena arena = { 0 };
        const Snapshot *ref = reference(&problems[p], &arena, end_time, OUTPUTS);
        for (int i = 0; i < cd_integrator_count; i++)
            for (int form = FORM_I3; form <= FORM_I1; form++) {
                if (cd_integrators[i]->traits.fixed_step) continue; /* no ERROR of steps */
                if (!(cd_integrators[i]->formulations >> form & 1)) continue;
                if (cd_integrators[i]->traits.implicit && p >= FOR_IMPLICIT) continue;
                respect_tolerance(&problems[p], cd_integrators[i], (Formulation)form, "", ref);
                respect_tolerance(&problems[p], cd_integrators[i], (Formulation)form, ", INTERPOLATE=ON, HMAX=0.5",
                                  ref);
            }
        cd_arena_close(&arena);
    }
}

/* A step that had to shrink each time made GSTIFF at order 6 unstable, until no step was small enough. */
TEST(steps_that_shrink_again_and_again_are_survived)
{
    const Problem tumbling = { .name = "body that tumbles about its middle axis",
                               .text = "tumbling\nPART/1, GROUND\nMARKER/10, PART=1\n"
                                       "PART/2, MASS=1, CM=20, IP=0.5,1,0.8, REULER=0.3,0.5,0.2, WX=0.3, WY=0.2, WZ=6\n"
                                       "MARKER/20, PART=2, REULER=0.2,1,0.3\nMARKER/21, PART=2, QP=0.4,0.1,0.2\n"
                                       "JOINT/1, SPHERICAL, I=21, J=10\n" };
    Arena arena = { 0 };
    const Snapshot *ref = reference(&tumbling, &arena, end_time, OUTPUTS);
    assert_true(run(&tumbling, "INTEGRATOR/GSTIFF, SI2, ERROR=1E-7\n", ref).error.q < 1e-4);
    cd_arena_close(&arena);
}

/* ---- matrices ---------------------------------------------------------------------------------------------------- */

/* The matrix of a first step of size h, tried after one of twice that size or at once; how many were evaluated. */
static long first_matrix(const Problem *p, const IntegratorKind *kind, Formulation form, double h, bool after,
                         Arena *arena, double **x, int *n)
{
    Case c = open_case(p, "");
    Stats stats = { 0 };
    Settings set = cd_settings(c.model, 1);
    set.formulation = form, set.tolerance.error = 1e-4, set.step.hinit = h;
    Method *m = kind->calls.open(c.e, &set, &stats);
    kind->calls.begin(m);
    if (after) {
        assert_int_equal(kind->calls.attempt(m, 2 * h, c.log).outcome, STEP_OK);
        kind->calls.reject(m);
    }
    assert_int_equal(kind->calls.attempt(m, h, c.log).outcome, STEP_OK);
    assert_int_equal(stats.work.factors, after ? 2 : 1);
    *n = cd_equations_keep(c.e, arena, x)->nz;
    kind->calls.close(m);
    close_case(&c);
    return stats.work.matrices;
}

TEST(a_step_of_another_size_takes_a_matrix_of_the_same_parts)
{
    const double h = 1e-5;
    int methods = 0;
    for (int i = 0; i < cd_integrator_count; i++)
        for (int form = FORM_I3; form <= FORM_I1; form++) {
            const IntegratorKind *kind = cd_integrators[i];
            if (!kind->traits.implicit || !(kind->formulations >> form & 1) || kind->word == METHOD_ROSENBROCK ||
                kind->traits.fixed_step)
                continue;
            for (int p = 0; p < PROBLEMS; p++) {
                Arena arena = { 0 };
                double *at_once, *after, size = 0;
                int n;
                assert_int_equal(first_matrix(&problems[p], kind, (Formulation)form, h, false, &arena, &at_once, &n),
                                 1);
                assert_int_equal(first_matrix(&problems[p], kind, (Formulation)form, h, true, &arena, &after, &n), 1);
                for (int k = 0; k < n; k++) size = fmax(size, fabs(at_once[k]));
                for (int k = 0; k < n; k++)
                    if (fabs(after[k] - at_once[k]) > 10 * h * size)
                        fail_msg("%s, %s %s: %g at once, %g after", problems[p].name, kind->name,
                                 formulation_name[form], at_once[k], after[k]);
                cd_arena_close(&arena);
            }
            methods++;
        }
    assert_true(methods >= 9);
}

int main(void)
{
    const struct CMUnitTest tests[] = { UNIT(order_is_that_of_the_row),
                                        UNIT(order_of_adams_methods_is_one_more_than_that_of_their_predictor),
                                        UNIT(order_of_tlismni_is_that_of_its_scheme),
                                        UNIT(order_of_rosenbrock_is_that_of_its_scheme),
                                        UNIT(order_of_explicit_methods_is_that_of_the_row),
                                        UNIT(redundant_constraints_do_not_lower_the_order),
                                        UNIT(error_falls_with_the_tolerance),
                                        UNIT(a_step_of_another_size_takes_a_matrix_of_the_same_parts),
                                        UNIT(steps_that_shrink_again_and_again_are_survived) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
