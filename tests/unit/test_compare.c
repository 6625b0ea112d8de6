/* test_compare.c - courses read from files, the norm of errors, time to an accuracy, performance profiles,
 * recommendations, names of methods. */
#include "test.h"

#include "compare/comparison.h"
#include "compare/deviation.h"
#include "compare/methods.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static Course *course(const char *name, const char *text, CdLog *log)
{
    char path[64];
    snprintf(path, sizeof path, "test_compare_%d_%s", (int)getpid(), name);
    FILE *f = fopen(path, "wb");
    fputs(text, f);
    fclose(f);
    Course *c = cd_course_read(path, log);
    unlink(path);
    return c;
}

static const char reference_text[] = "\"time [second]\",\"arm.X [meter]\",\"arm.Y [meter]\",\"arm.VX [meter/second]\"\n"
                                     "0,0,5,1\n1,1,5,3\n2,4,5,5\n";

TEST(the_error_is_the_largest_deviation_over_the_largest_range)
{
    CdLog *log = cd_log_open();
    Arena arena = { 0 };
    Course *r = course("r.csv", reference_text, log);
    Course *y = course("y.csv",
                       "\"time [second]\",\"arm.X [meter]\",\"arm.Y [meter]\",\"arm.VX [meter/second]\"\n"
                       "0,0,5,1\n1,1,5.02,3\n2,4.01,5,9\n",
                       log);
    Selection s = cd_selection(&arena, r, NULL);
    assert_int_equal(s.n, 2); /* X and Y, not VX */
    assert_near(s.scale[0], 4, 0), assert_near(s.scale[1], 4, 0);
    Deviation d = cd_deviation(y, r, &s, NULL);
    assert_near(d.largest, 0.02 / 4, 1e-12);
    assert_near(d.rms, sqrt((0.02 * 0.02 + 0.01 * 0.01) / 16 / 6), 1e-12);
    assert_int_equal(d.worst, 1), assert_near(d.when, 1, 0), assert_int_equal(d.matched, 3);
    assert_near(cd_deviation_until(y, r, &s, 0.003), 1, 0);
    assert_true(isinf(cd_deviation_until(y, r, &s, 0.006)));

    Selection v = cd_selection(&arena, r, "ARM.v*");
    double each;
    assert_int_equal(v.n, 1);
    d = cd_deviation(y, r, &v, &each);
    assert_near(each, 1, 1e-12);
    assert_int_equal(cd_selection(&arena, r, "leg.*").n, 0);
    cd_course_close(r), cd_course_close(y), cd_arena_close(&arena), cd_log_close(log);
}

TEST(outputs_at_other_times_are_left_out)
{
    CdLog *log = cd_log_open();
    Arena arena = { 0 };
    Course *r = course("r.csv", reference_text, log);
    Course *y = course("y.csv", "time,arm.Y,arm.X\n0,5,0\n0.5,99,99\n2,5,4.4\n", log);
    Selection s = cd_selection(&arena, r, NULL);
    Deviation d = cd_deviation(y, r, &s, NULL);
    assert_int_equal(d.matched, 2), assert_int_equal(d.missing, 0);
    assert_near(d.largest, 0.1, 1e-12);
    assert_int_equal(cd_course_asked_for(y), 3);
    cd_course_close(y);
    /* an impact of the run's own, in front and behind */
    y = course("y.csv", "time,arm.Y,arm.X\n0,5,0\n0.5,5,1\n0.5,5,1\n1.2,5,2\n1.2,5,2\n2,5,4.4\n", log);
    d = cd_deviation(y, r, &s, NULL);
    assert_int_equal(d.matched, 2), assert_int_equal(cd_course_asked_for(y), 2);
    cd_course_close(y);
    y = course("y.csv", "time,arm.X\n0,0\n1,nonsense\n", log);
    assert_null(y);
    assert_int_equal(cd_log_errors(log), 1);
    cd_course_close(r), cd_arena_close(&arena), cd_log_close(log);
}

/* A body that turns in its place: angles jump from -pi to pi, its axes do not. */
TEST(turning_is_compared_by_axes)
{
    CdLog *log = cd_log_open();
    Arena arena = { 0 };
    Course *r = course("r.csv", "time,a.X,a.Y,a.Z,a.PSI,a.THETA,a.PHI\n0,1,1,1,0,0.5,0\n1,1,1,1,3.14159,0.5,0\n", log);
    Course *y = course("y.csv", "time,a.X,a.Y,a.Z,a.PSI,a.THETA,a.PHI\n0,1,1,1,0,0.5,0\n1,1,1,1,-3.14159,0.5,0\n", log);
    Selection s = cd_selection(&arena, r, NULL);
    assert_int_equal(s.n, 12);
    Deviation d = cd_deviation(y, r, &s, NULL);
    assert_true(d.largest > 0 && d.largest < 1e-5);
    cd_course_close(r), cd_course_close(y);

    /* what is rounding against the length of the model is no motion */
    r = course("r.csv", "time,a.X\n0,1e-14\n1,3e-14\n", log), y = course("y.csv", "time,a.X\n0,1e-14\n1,5e-14\n", log);
    s = cd_selection(&arena, r, NULL);
    assert_near(cd_deviation(y, r, &s, NULL).largest, 1, 1e-12);
    r->length = 2;
    s = cd_selection(&arena, r, NULL);
    assert_near(cd_deviation(y, r, &s, NULL).largest, 1e-14, 1e-20);
    cd_course_close(r), cd_course_close(y), cd_arena_close(&arena), cd_log_close(log);
}

/* A body that turns by half a turn and wanders by what a method leaves open of its joint: turning is the motion. */
TEST(what_turns_in_its_place_moves)
{
    CdLog *log = cd_log_open();
    Arena arena = { 0 };
    const char *text = "time,a.X,a.Y,a.Z,a.PSI,a.THETA,a.PHI\n0,1,1,1,0,0,0\n1,1,1.00000001,1,3.14159265,0,0\n";
    Course *r = course("r.csv", text, log);
    r->length = 2;
    Selection s = cd_selection(&arena, r, NULL);
    assert_false(s.still), assert_near(s.scale[0], 0.04, 1e-8), assert_near(s.scale[3], 2, 1e-8);
    cd_course_close(r);
    r = course("r.csv", "time,a.X,a.Y,a.Z,a.PSI,a.THETA,a.PHI\n0,1,1,1,1,0,0\n1,1,1,1,1,0,0\n", log);
    s = cd_selection(&arena, r, NULL);
    assert_true(s.still);
    cd_course_close(r), cd_arena_close(&arena), cd_log_close(log);
}

/* A body that turns in its place at 3 1/s, in a model of 2 m: speeds of 1e-6 m/s are small, not large. */
TEST(speeds_are_judged_by_turning_too)
{
    CdLog *log = cd_log_open();
    Arena arena = { 0 };
    Course *r = course("r.csv", "time,a.VX [length/time],a.WX [angle/time]\n0,0,0\n1,1e-6,3\n", log);
    r->length = 2;
    Selection s = cd_selection(&arena, r, "a.*");
    assert_near(s.scale[0], 6, 1e-12), assert_near(s.scale[1], 3, 1e-12);
    cd_course_close(r), cd_arena_close(&arena), cd_log_close(log);
}

/* Names stand at the end of the comment; parentheses before them, and commas in names, are no end. */
TEST(names_of_requests_are_read)
{
    CdLog *log = cd_log_open();
    Course *r = course("r.req",
                       " A.R3\ntitle\n    2     M_KGS_N_RACA 1.0\n"
                       "  7  5  0  0  9\nrun (old) (wheel (left): F2 height, mean, F6 speed)   \n"
                       "  8  5  0  0  9\nrun (old)\n"
                       " 0.0\n 1 2 3 4 5 6\n 7 8 9 10 11 12\n",
                       log);
    assert_non_null(r);
    assert_int_equal(cd_course_find(r, cd_text("wheel (left).height, mean")), 0);
    assert_int_equal(cd_course_find(r, cd_text("REQUEST_7.speed")), 3);
    assert_int_equal(cd_course_find(r, cd_text("REQUEST_7.F6")), 3);
    assert_int_equal(cd_course_find(r, cd_text("REQUEST_8.F2")), 6);
    cd_course_close(r), cd_log_close(log);
}

TEST(requests_are_read)
{
    CdLog *log = cd_log_open();
    Course *r = course("r.req",
                       " A.R3    1970-01-01 00:00:00               0         0  3D\ntitle\n    1     M_KGS_N_RACA 1.0\n"
                       "          7             1             2             1             2\nseen\n"
                       "   0.00000E+00\n   1.0E+00  2.0E+00  3.0E+00  4.0E+00  5.0E+00  6.0E+00\n"
                       "   1.00000E+00\n   7.0E+00  8.0E+00  9.0E+00 -1.0E+00 -2.0E+00 -3.0E+00\n",
                       log);
    assert_non_null(r);
    assert_int_equal(r->rows, 2), assert_int_equal(r->columns, 6);
    int c = cd_course_find(r, cd_text("request_7.F6"));
    assert_int_equal(c, 3);
    assert_near(r->value[(size_t)c * 2 + 1], -1, 0);
    assert_int_equal(cd_course_find(r, cd_text("REQUEST_7.psi")), c);
    cd_course_close(r);
    assert_null(course("x.req", "nothing of the kind\n", log));
    assert_null(cd_course_read("test_compare_is_not_there.csv", log));
    assert_int_equal(cd_log_errors(log), 2);
    cd_log_close(log);
}

static ComparedRun done(double error, double cpu)
{
    return (ComparedRun){ .end = RUN_DONE, .error = error, .cpu = cpu };
}

TEST(the_time_to_an_accuracy_is_interpolated_in_logarithms)
{
    ComparedRun run[3] = { done(1e-1, 1), done(1e-3, 4), done(1e-4, 9) };
    assert_near(cd_time_to(run, 3, 1e-2), 2, 1e-12);
    assert_near(cd_time_to(run, 3, 1e-4), 9, 1e-12);
    assert_near(cd_time_to(run, 3, 1), 1, 0);
    assert_true(isinf(cd_time_to(run, 3, 1e-5)));
    run[1].end = RUN_FAILED; /* nothing can be said between runs with a failure between them */
    assert_near(cd_time_to(run, 3, 1e-2), 9, 0);
    run[0].error = INFINITY, run[2].end = RUN_LIMIT;
    assert_true(isinf(cd_time_to(run, 3, 1)));
}

/* Three problems, two methods; the second fails in the last. */
TEST(performance_profiles_are_those_of_dolan_and_more)
{
    const double time[] = { 1, 2, 6, 3, 5, INFINITY };
    double ratio[6];
    cd_performance_ratios(3, 2, time, ratio);
    assert_near(ratio[1], 2, 0), assert_near(ratio[2], 2, 0), assert_near(ratio[4], 1, 0);
    assert_true(isinf(ratio[5]));
    assert_near(cd_performance_share(3, 2, ratio, 0, 1), 2.0 / 3, 1e-15);
    assert_near(cd_performance_share(3, 2, ratio, 0, 2), 1, 0);
    assert_near(cd_performance_share(3, 2, ratio, 1, 1), 1.0 / 3, 1e-15);
    assert_near(cd_performance_share(3, 2, ratio, 1, 1e9), 2.0 / 3, 1e-15);
}

TEST(the_quickest_method_is_recommended_with_the_loosest_error_that_serves)
{
    const char *name[] = { "SLOW", "QUICK", "WRONG" };
    double error[] = { 1e-3, 1e-4, 1e-5 };
    ComparedRun run[9] = { done(1e-3, 5), done(1e-5, 6),  done(1e-6, 9),  done(1e-2, 1),        done(1e-4, 2),
                           done(1e-6, 4), done(0.5, 0.1), done(0.4, 0.2), { .end = RUN_FAILED } };
    ComparedModel model = { .name = "m", .path = "m.adm", .run = run };
    Comparison c = { .methods = 3,
                     .errors = 3,
                     .models = 1,
                     .method = name,
                     .family = name,
                     .statement = name,
                     .error = error,
                     .model = &model,
                     .accuracy = 1.5e-4 };
    Arena arena = { 0 };
    Recommendation r = cd_recommend(&arena, &c);
    assert_int_equal(r.method, 1), assert_near(r.error, 1e-4, 0), assert_true(r.reached);
    assert_non_null(strstr(r.headline.at, "INTEGRATOR/QUICK, ERROR = 0.0001"));
    assert_non_null(strstr(r.reason.at, "SLOW"));
    double accuracy[8];
    assert_int_equal(cd_accuracies(&c, accuracy, 8), 6);
    assert_near(accuracy[5], 1e-6, 1e-18);

    c.accuracy = 1e-9; /* out of reach: the nearest is named */
    r = cd_recommend(&arena, &c);
    assert_false(r.reached), assert_int_equal(r.method, 0), assert_near(r.error, 1e-5, 0);
    assert_non_null(strstr(r.reason.at, "No method reaches"));

    for (int i = 0; i < 9; i++) run[i].end = RUN_FAILED;
    r = cd_recommend(&arena, &c);
    assert_int_equal(r.method, -1);
    assert_non_null(strstr(r.reason.at, "SLOW, QUICK, WRONG"));
    cd_arena_close(&arena);
}

/* Of two models one is out of reach of the method that is quicker in the other. */
TEST(a_method_that_serves_all_models_is_preferred)
{
    const char *name[] = { "NARROW", "BROAD" };
    double error[] = { 1e-3 };
    ComparedRun first[] = { done(1e-6, 1), done(1e-6, 3) }, second[] = { done(1, 1), done(1e-6, 3) };
    ComparedModel model[] = { { .name = "a", .path = "a", .run = first }, { .name = "b", .path = "b", .run = second } };
    Comparison c = { .methods = 2,
                     .errors = 1,
                     .models = 2,
                     .method = name,
                     .family = name,
                     .statement = name,
                     .error = error,
                     .model = model,
                     .accuracy = 1e-3 };
    Arena arena = { 0 };
    assert_int_equal(cd_recommend(&arena, &c).method, 1);
    cd_arena_close(&arena);
}

TEST(methods_come_from_the_table)
{
    CdLog *log = cd_log_open();
    Arena arena = { 0 };
    int formulations = 0;
    for (int i = 0; i < cd_integrator_count; i++)
        for (int f = 0; f <= FORM_I1 && !cd_integrators[i]->traits.fixed_step; f++)
            formulations += cd_integrators[i]->formulations >> f & 1;
    MethodList all = cd_methods_all(&arena), some = { 0 };
    assert_int_equal(all.n, formulations + 1); /* and AUTO */
    assert_null(all.at[formulations].kind), assert_string_equal(all.at[formulations].label, "AUTO");
    assert_true(cd_methods_read(&arena, "gstiff:si2, HEM5,TLISMNI:AM4,HHT:ALPHA=-0.1,HEM5,", &some, log));
    assert_int_equal(some.n, 4); /* HEM5 once */
    assert_string_equal(some.at[0].label, "GSTIFF SI2"), assert_string_equal(some.at[0].statement, "GSTIFF, SI2");
    assert_string_equal(some.at[2].statement, "TLISMNI, SCHEME = AM4");
    assert_string_equal(some.at[3].statement, "HHT, ALPHA=-0.1");
    assert_false(cd_methods_unrelated(&all.at[0], &all.at[1]));
    assert_true(cd_methods_unrelated(&some.at[0], &some.at[1]));

    MethodList none = { 0 };
    assert_int_equal(cd_log_errors(log), 0);
    assert_false(cd_methods_read(&arena, "GSTIF", &none, log));
    assert_non_null(strstr(cd_log_message(log, 0).text, "there are GSTIFF"));
    assert_false(cd_methods_read(&arena, "HHT:SI2", &none, log));
    assert_false(cd_methods_read(&arena, " , ", &none, log));
    assert_false(cd_methods_read(&arena, "AUTO:SI2", &none, log));
    assert_int_equal(cd_log_errors(log), 4);

    MethodChoice m;
    double error;
    assert_true(cd_method_with_error(&arena, "GSTIFF:SI2:1e-9", &m, &error, log));
    assert_near(error, 1e-9, 0), assert_string_equal(m.statement, "GSTIFF, SI2");
    assert_false(cd_method_with_error(&arena, "HEM5", &m, &error, log));
    assert_false(cd_method_with_error(&arena, "HEM5:-1", &m, &error, log));
    cd_arena_close(&arena), cd_log_close(log);
}

int main(void)
{
    const struct CMUnitTest tests[] = { UNIT(the_error_is_the_largest_deviation_over_the_largest_range),
                                        UNIT(outputs_at_other_times_are_left_out),
                                        UNIT(turning_is_compared_by_axes),
                                        UNIT(what_turns_in_its_place_moves),
                                        UNIT(speeds_are_judged_by_turning_too),
                                        UNIT(requests_are_read),
                                        UNIT(names_of_requests_are_read),
                                        UNIT(the_time_to_an_accuracy_is_interpolated_in_logarithms),
                                        UNIT(performance_profiles_are_those_of_dolan_and_more),
                                        UNIT(the_quickest_method_is_recommended_with_the_loosest_error_that_serves),
                                        UNIT(a_method_that_serves_all_models_is_preferred),
                                        UNIT(methods_come_from_the_table) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
