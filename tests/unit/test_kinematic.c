/* test_kinematic.c - kinematic steps: sizes, failure, and equations that were left out. */
#include "analyses/kinematic/kinematic.h"
#include "opened.h"

#include <stdlib.h>
#include <string.h>

/* Read, assembled, with velocities and accelerations. */
static Opened start_text(const char *dataset)
{
    Opened f = open_text(dataset);
    assert_int_equal(cd_initial_positions(f.s, f.log), CD_OK);
    assert_int_equal(cd_initial_velocities(f.s, f.log), CD_OK);
    assert_int_equal(cd_accelerations(f.s, f.log), CD_OK);
    return f;
}

static double open_by(System *s)
{
    cd_system_prepare(s, NULL);
    return cd_system_residual(s, NULL, NULL);
}

/* A four-bar in metres; the crank turns by the angle of the function. */
static char *fourbar(const char *function, double rocker)
{
    static char text[3000];
    snprintf(
        text, sizeof text,
        "four-bar\nPART/1, GROUND\nMARKER/100, PART=1\nMARKER/101, PART=1, QP=0.3,0,0\n"
        "PART/2, MASS=1, CM=200, IP=1,1,1\nMARKER/200, PART=2\nMARKER/202, PART=2, QP=0.1,0,0\n"
        "PART/3, MASS=1, CM=300, IP=1,1,1, QG=0.1,0,0, REULER=44D,0,0\nMARKER/300, PART=3\nMARKER/302, PART=3, QP=0.35,0,0\n"
        "PART/4, MASS=1, CM=400, IP=1,1,1, QG=0.3,0,0, REULER=78D,0,0\nMARKER/400, PART=4\nMARKER/402, PART=4, QP=%.17g,0,0\n"
        "JOINT/1, REVOLUTE, I=200, J=100\nJOINT/2, REVOLUTE, I=300, J=202\nJOINT/3, REVOLUTE, I=302, J=402\n"
        "JOINT/4, REVOLUTE, I=400, J=101\nMOTION/1, JOINT=1, ROTATION, FUNCTION=%s\nEND\n",
        rocker, function);
    return text;
}

TEST(no_more_digits_are_asked_for_than_numbers_have)
{
    char text[3100];
    snprintf(text, sizeof text, "%s", fourbar("20*TIME", 0.25));
    strcpy(strstr(text, "END\n"), "KINEMATICS/ERROR=1E-14\nEND\n");
    Opened f = start_text(text);
    for (int i = 1; i <= 20; i++) assert_int_equal(cd_kinematic_step(f.s, 0.05 * i, f.log), CD_OK);
    assert_near(open_by(f.s), 0, 1e-12);
    close_opened(&f);
}

TEST(the_result_does_not_depend_on_the_steps)
{
    double psi[4], w[4], alpha[4];
    static const int steps[4] = { 1, 7, 50, 1000 }; /* over one and a half turns: a single step would be all of it */
    for (int k = 0; k < 4; k++) {
        Opened f = start_text(fourbar("3*PI*TIME**2", 0.25));
        for (int i = 1; i <= steps[k]; i++)
            assert_int_equal(cd_kinematic_step(f.s, (double)i / steps[k], f.log), CD_OK);
        const double *v = f.s->state.v + f.s->m->body[2].first, *a = f.s->state.vdot + f.s->m->body[2].first;
        psi[k] = atan2(f.s->now.body[2].A.c[0].y, f.s->now.body[2].A.c[0].x), w[k] = v[5], alpha[k] = a[5];
        assert_true(f.s->state.t == 1);
        assert_near(f.s->state.winding[0], 3 * M_PI, 1e-9);
        close_opened(&f);
    }
    for (int k = 1; k < 4; k++) {
        assert_near(psi[k], psi[0], 1e-10);
        assert_near(w[k], w[0], 1e-8);
        assert_near(alpha[k], alpha[0], 1e-6);
    }
}

TEST(positions_differentiate_to_velocities_and_accelerations)
{
    const double h = 1e-4;
    double psi[3] = { 0 }, w = 0, alpha = 0;
    Opened f = start_text(fourbar("5*TIME", 0.25));
    for (int i = 0; i < 3; i++) {
        assert_int_equal(cd_kinematic_step(f.s, 0.4 + (i - 1) * h, f.log), CD_OK);
        psi[i] = atan2(f.s->now.body[2].A.c[0].y, f.s->now.body[2].A.c[0].x);
        if (i == 1) w = f.s->state.v[12 + 5], alpha = f.s->state.vdot[12 + 5];
    }
    assert_near((psi[2] - psi[0]) / (2 * h), w, 1e-5);
    assert_near((psi[2] - 2 * psi[1] + psi[0]) / (h * h), alpha, 1e-3);
    assert_true(fabs(alpha) > 0.1);
    close_opened(&f);
}

TEST(a_failed_step_leaves_the_last_good_state)
{
    /* rocker 0.10: coupler and rocker are in line again when the crank has come round to 308.7 deg, t = 12.4 */
    Opened f = start_text(fourbar("60D+20D*TIME", 0.10));
    int good = 0;
    while (good < 100 && cd_kinematic_step(f.s, 0.25 * (good + 1), f.log) == CD_OK) {
        good++;
        assert_near(open_by(f.s), 0, 1e-9);
    }
    assert_int_equal(good, 49);
    assert_int_equal(messages(f.log, CD_LOCKED) + messages(f.log, CD_NO_POSITION), 1);
    assert_near(open_by(f.s), 0, 1e-9);
    assert_true(f.s->state.t >= 0.25 * good && f.s->state.t < 0.25 * (good + 1));
    close_opened(&f);
}

/* A crank at 0 with a pin in a slot across it: held by both at the start, by one of them afterwards. */
TEST(an_equation_left_out_is_watched)
{
    Opened f = start_text("test\nPART/1, GROUND\nMARKER/100, PART=1\nMARKER/101, PART=1, QP=1,0,0, REULER=90D,90D,0\n"
                          "PART/2, MASS=1, CM=200, IP=1,1,1\nMARKER/200, PART=2\nMARKER/201, PART=2, QP=1,0,0\n"
                          "JOINT/1, REVOLUTE, I=200, J=100\nJPRIM/1, INPLANE, I=201, J=101\n"
                          "MOTION/1, JOINT=1, ROTATION, FUNCTION=TIME\nEND\n");
    assert_int_equal(messages(f.log, CD_REDUNDANT), 1);
    assert_int_equal(cd_kinematic_step(f.s, 0.1, f.log), CD_ANALYSIS_FAILED);
    assert_int_equal(messages(f.log, CD_NOT_REDUNDANT), 1);
    close_opened(&f);
}

TEST(a_motion_that_stands_still_holds_the_mechanism)
{
    Opened f = start_text(fourbar("0.7", 0.25));
    Vec3 r = f.s->state.r[1];
    for (int i = 1; i <= 5; i++) assert_int_equal(cd_kinematic_step(f.s, i, f.log), CD_OK);
    assert_near(v3_norm(v3_sub(f.s->state.r[1], r)), 0, 1e-14);
    for (int i = 0; i < f.s->m->nv; i++) assert_near(f.s->state.v[i], 0, 1e-12);
    close_opened(&f);
}

TEST(a_function_that_fails_ends_the_run_and_is_named)
{
    Opened f = start_text(fourbar("SQRT(1-TIME)", 0.25));
    CdStatus status = CD_OK;
    for (int i = 1; i <= 30 && status == CD_OK; i++) status = cd_kinematic_step(f.s, 0.1 * i, f.log);
    assert_int_equal(status, CD_ANALYSIS_FAILED);
    bool named = false;
    for (int i = 0; i < f.log->diag.n; i++) named |= strstr(f.log->diag.at[i].text, "SQRT") != NULL;
    assert_true(named);
    close_opened(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT(no_more_digits_are_asked_for_than_numbers_have),
        UNIT(the_result_does_not_depend_on_the_steps),
        UNIT(positions_differentiate_to_velocities_and_accelerations),
        UNIT(a_failed_step_leaves_the_last_good_state),
        UNIT(an_equation_left_out_is_watched),
        UNIT(a_motion_that_stands_still_holds_the_mechanism),
        UNIT(a_function_that_fails_ends_the_run_and_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
