/* test_verification.c - when results are converged, which ERROR is enough, and what is said where they are not. */
#include "test.h"

#include "compare/verification.h"

#include <string.h>

static VerifiedRun made(double error, long steps, double change, double distance)
{
    return (VerifiedRun){ .error = error,
                          .run = { .end = RUN_DONE, .message = "", .steps = steps },
                          .change = change,
                          .distance = distance };
}

/* Changes fall by ten, a thousandth is wanted. */
static const double wanted = 1e-3;

TEST(results_settle_when_two_changes_are_small_and_steps_grow)
{
    VerifiedRun run[] = { made(1e-3, 10, INFINITY, 1e-1), made(1e-4, 20, 1e-2, 1e-2), made(1e-5, 40, 1e-3, 1e-4),
                          made(1e-6, 80, 1e-4, 0) };
    assert_false(cd_has_settled(run, 2, wanted));
    assert_false(cd_has_settled(run, 3, wanted));
    assert_true(cd_has_settled(run, 4, wanted));
    assert_near(cd_falls_by(run, 4), 10, 1e-9);
    assert_near(cd_error_for(run, 4, wanted), 1e-5, 0);
    assert_near(cd_error_for(run, 4, 1e-6), 0, 0);
    assert_near(cd_error_for(run, 4, 1), 1e-3, 0);
    run[3].run.steps = 40; /* the same steps give the same results */
    assert_false(cd_has_settled(run, 4, wanted));
    run[1].distance = 1e-9; /* by luck: what is tighter and worse comes after it */
    run[2].distance = 1e-2;
    assert_near(cd_error_for(run, 4, wanted), 0, 0);
}

static Verification study(VerifiedRun *run, int n)
{
    return (Verification){ .name = "m",
                           .path = "m.adm",
                           .command = "",
                           .method = "FIRST",
                           .channels = "",
                           .accuracy = wanted,
                           .runs = n,
                           .run = run,
                           .second = { .label = "SECOND", .error = 1e-6, .difference = 1e-5, .change = 1e-5 },
                           .parting = { 0, INFINITY, INFINITY, 10 } };
}

TEST(a_second_method_has_a_say)
{
    Arena arena = { 0 };
    VerifiedRun run[] = { made(1e-3, 10, INFINITY, 1e-1), made(1e-4, 20, 1e-2, 1e-2), made(1e-5, 40, 1e-3, 1e-4),
                          made(1e-6, 80, 1e-4, 0) };
    Verification v = study(run, 4);
    cd_judge(&arena, &v);
    assert_true(v.converged);
    assert_near(v.enough, 1e-5, 0);
    assert_non_null(strstr(v.reason, "ERROR = 1e-05 is enough for 0.001"));

    v = study(run, 4);
    v.second.difference = 0.2;
    cd_judge(&arena, &v);
    assert_false(v.converged);
    assert_non_null(strstr(v.headline, "SECOND comes to something else"));
    assert_non_null(strstr(v.reason, "bifurcation"));

    v = study(run, 4);
    v.second.label = NULL, v.second.tried = "too stiff";
    cd_judge(&arena, &v);
    assert_false(v.converged);
    assert_non_null(strstr(v.headline, "not cross-checked"));
    assert_non_null(strstr(v.reason, "too stiff"));
    cd_arena_close(&arena);
}

TEST(what_keeps_results_from_settling_is_named)
{
    Arena arena = { 0 };
    VerifiedRun rough[] = { made(1e-3, 10, INFINITY, 1), made(1e-4, 20, 0.9, 1), made(1e-5, 40, 1.1, 0.9),
                            made(1e-6, 80, 1, 0) };
    Verification v = study(rough, 4);
    v.second.difference = 1;
    v.parting = (Parting){ 0, 2, 5, 10 };
    cd_judge(&arena, &v);
    assert_false(v.converged);
    assert_non_null(strstr(v.reason, "agree up to t = 5"));
    assert_non_null(strstr(v.reason, "chaotic"));
    rough[3].run.kinks = 17, v.parting = (Parting){ 0, 0, 0, 10 };
    cd_judge(&arena, &v);
    assert_non_null(strstr(v.reason, "17 steps on switching points"));
    assert_null(strstr(v.reason, "chaotic"));

    VerifiedRun slow[] = { made(1e-3, 10, INFINITY, 1), made(1e-4, 20, 0.4, 0.1), made(1e-5, 40, 0.04, 0) };
    v = study(slow, 3);
    v.second.difference = 0.01;
    cd_judge(&arena, &v);
    assert_non_null(strstr(v.reason, "still falls, by 10"));

    slow[2].run.end = RUN_FAILED, slow[2].run.message = "no step succeeds";
    v = study(slow, 3);
    cd_judge(&arena, &v);
    assert_false(v.converged);
    assert_non_null(strstr(v.reason, "no step succeeds"));

    VerifiedRun held[] = { made(1e-3, 10, INFINITY, 0), made(1e-4, 10, 0, 0), made(1e-5, 10, 0, 0) };
    v = study(held, 3);
    v.second.difference = 0.1; /* the same steps three times, and all of them wrong */
    cd_judge(&arena, &v);
    assert_false(v.converged);
    assert_non_null(strstr(v.reason, "HMAX"));

    held[0].run.end = RUN_FAILED, held[0].run.message = "singular";
    v = study(held, 1);
    v.second.label = NULL;
    cd_judge(&arena, &v);
    assert_false(v.converged);
    assert_non_null(strstr(v.headline, "no run has come to its end"));
    assert_non_null(strstr(v.reason, "singular"));
    cd_arena_close(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = { UNIT(results_settle_when_two_changes_are_small_and_steps_grow),
                                        UNIT(a_second_method_has_a_say),
                                        UNIT(what_keeps_results_from_settling_is_named) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
