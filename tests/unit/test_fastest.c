/* test_fastest.c - the rate of the fastest motion against closed forms: what AUTO takes a stiff model by. */
#include "integrate.h"
#include "system/fastest.h"

#define SLIDE                                                                                                          \
    "PART/1, GROUND\nMARKER/10, PART=1\nPART/2, MASS=2, CM=20, IP=1,1,1, QG=0,0,1\nMARKER/20, PART=2\n"                \
    "JOINT/1, TRANSLATIONAL, I=20, J=10\n"

static double rate_of(const char *text)
{
    Case c = open_case(&(Problem){ .text = text }, "");
    double rate = cd_fastest_rate(c.e);
    close_case(&c);
    return rate;
}

TEST(an_oscillator_has_its_frequency)
{
    assert_near(rate_of("spring\n" SLIDE "SFORCE/1, I=20, J=10, TRANSLATION, FUNCTION=-1800*DZ(20,10,10)\n"), 30, 1e-6);
}

TEST(a_damper_has_its_decay)
{
    assert_near(rate_of("damper\n" SLIDE "SFORCE/1, I=20, J=10, TRANSLATION, FUNCTION=-500*VZ(20,10,10,10)\n"), 250,
                1e-6);
}

/* x'' = -(1800 x + 500 x') / 2: the faster of two decays */
TEST(the_larger_of_two_eigenvalues_counts)
{
    assert_near(
        rate_of("both\n" SLIDE "SFORCE/1, I=20, J=10, TRANSLATION, FUNCTION=-1800*DZ(20,10,10)-500*VZ(20,10,10,10)\n"),
        125 + sqrt(125 * 125 - 900), 1e-6);
}

TEST(states_count_too)
{
    assert_near(rate_of("filter\n" SLIDE "DIFF/1, FUNCTION=-4000*DIF(1), IC=1\n"), 4000, 1e-6);
}

/* A spring whose direction the joint does not allow is not felt. */
TEST(what_constraints_hold_does_not_count)
{
    assert_near(
        rate_of("held\n" SLIDE "SFORCE/1, I=20, J=10, TRANSLATION, FUNCTION=-8*DZ(20,10,10)\n"
                "VFORCE/1, I=20, JFLOAT=11, RM=10, FX=-1E9*DX(20,10,10)\\FY=0\\FZ=0\nMARKER/11, PART=1, FLOATING\n"),
        2, 1e-6);
}

TEST(a_free_body_has_none)
{
    assert_true(
        rate_of("free\nPART/1, GROUND\nMARKER/10, PART=1\nPART/2, MASS=2, CM=20, IP=1,1,1\nMARKER/20, PART=2\n") == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { UNIT(an_oscillator_has_its_frequency),      UNIT(a_damper_has_its_decay),
                                        UNIT(the_larger_of_two_eigenvalues_counts), UNIT(states_count_too),
                                        UNIT(what_constraints_hold_does_not_count), UNIT(a_free_body_has_none) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
