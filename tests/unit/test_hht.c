/* test_hht.c - what is special to the alpha methods: steps that change, NEWMARK's parameters, matrices that are
 * kept. */
#include "integrate.h"

/* Errors after two seconds in steps that alternate between h and ratio h; what the run has cost. */
static Error errors(const Problem *p, const char *integrator, double h, double ratio, Stats *stats)
{
    const double end = 2;
    Arena arena = { 0 };
    Case c = open_case(p, integrator);
    Settings set = cd_settings(c.model, 1);
    set.tolerance.error = 1e-9, set.iteration.maxit = 50,
    set.iteration.corrector = CORRECTOR_ORIGINAL; /* multipliers are to be those of the formulas */
    const IntegratorKind *kind = cd_integrator_of(&set);
    *stats = (Stats){ 0 };
    Method *m = kind->calls.open(c.e, &set, stats);
    kind->calls.begin(m);
    for (int i = 0; c.s->state.t < end - 1e-9; i++) {
        Attempt a = kind->calls.attempt(m, i % 4 < 2 ? h : ratio * h, c.log);
        assert_true(a.outcome == STEP_OK || a.outcome == STEP_TOO_INACCURATE);
        kind->calls.accept(m);
    }
    kind->calls.close(m);
    Snapshot last = cd_snapshot_new(&arena, c.e);
    cd_snapshot_take(c.e, &last);
    close_case(&c);
    Case fine = open_case(p, "");
    follow(&fine, end);
    Error e = difference(&fine, &last);
    close_case(&fine);
    cd_arena_close(&arena);
    return e;
}

static void order_is(Error coarse, Error fine, double order)
{
    assert_near(log2(coarse.q / fine.q), order, 0.1);
    assert_near(log2(coarse.v / fine.v), order, 0.1);
    assert_near(log2(coarse.lambda / fine.lambda), order, 0.1);
    if (fine.z > 0) assert_near(log2(coarse.z / fine.z), order, 0.1);
}

/* Without (10.9) and (10.10) multipliers are of order 1, and 30 to 260 times less accurate at these steps. */
TEST(order_is_two_in_everything_while_steps_change)
{
    for (int p = 0; p < PROBLEMS; p++) {
        Stats stats;
        Error coarse = errors(&problems[p], "INTEGRATOR/HHT\n", 1.0 / 60, 0.5, &stats);
        order_is(coarse, errors(&problems[p], "INTEGRATOR/HHT\n", 1.0 / 120, 0.5, &stats), 2);
    }
}

TEST(newmark_has_order_two_without_damping)
{
    const char *newmark = "INTEGRATOR/NEWMARK, BETA=0.2525, GAMMA=0.5\n";
    Stats stats;
    Error coarse = errors(&problems[1], newmark, 1.0 / 80, 1, &stats),
          fine = errors(&problems[1], newmark, 1.0 / 160, 1, &stats);
    assert_near(log2(coarse.q / fine.q), 2, 0.1);
    assert_near(log2(coarse.v / fine.v), 2, 0.1);
}

TEST(alpha_changes_the_damping_and_not_the_order)
{
    Stats stats;
    const char *alpha = "INTEGRATOR/HHT, ALPHA=-0.1\n";
    Error coarse = errors(&problems[1], alpha, 1.0 / 60, 1, &stats),
          fine = errors(&problems[1], alpha, 1.0 / 120, 1, &stats);
    order_is(coarse, fine, 2);
    assert_true(fine.q < errors(&problems[1], "INTEGRATOR/HHT\n", 1.0 / 120, 1, &stats).q);
}

TEST(a_matrix_is_kept_while_it_serves_and_pattern_says_otherwise)
{
    Stats kept, always;
    Error a = errors(&problems[1], "INTEGRATOR/HHT\n", 1.0 / 100, 1, &kept);
    Error b = errors(&problems[1], "INTEGRATOR/HHT, PATTERN=T\n", 1.0 / 100, 1, &always);
    assert_true(kept.work.matrices * 8 < kept.steps);
    assert_int_equal(always.work.matrices, always.work.iterations);
    assert_true(always.work.iterations >= 2 * always.steps);
    assert_near(a.q, b.q, 1e-3 * b.q);
}

static Corrector corrector_of(const char *integrator)
{
    Case c = open_case(&problems[0], integrator);
    Corrector corrector = cd_settings(c.model, 1).iteration.corrector;
    close_case(&c);
    return corrector;
}

TEST(multipliers_are_left_out_of_the_test_of_convergence_unless_asked_for)
{
    assert_int_equal(corrector_of("INTEGRATOR/HHT\n"), CORRECTOR_MODIFIED);
    assert_int_equal(corrector_of("INTEGRATOR/HHT, CORRECTOR=ORIGINAL\n"), CORRECTOR_ORIGINAL);
    assert_int_equal(corrector_of("INTEGRATOR/GSTIFF\n"), CORRECTOR_ORIGINAL);
    assert_int_equal(corrector_of("INTEGRATOR/GSTIFF, CORRECTOR=NEW\n"), CORRECTOR_MODIFIED);
}

int main(void)
{
    const struct CMUnitTest tests[] = { UNIT(order_is_two_in_everything_while_steps_change),
                                        UNIT(newmark_has_order_two_without_damping),
                                        UNIT(alpha_changes_the_damping_and_not_the_order),
                                        UNIT(a_matrix_is_kept_while_it_serves_and_pattern_says_otherwise),
                                        UNIT(multipliers_are_left_out_of_the_test_of_convergence_unless_asked_for) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
