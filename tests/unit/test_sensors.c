/* test_sensors.c - when sensors fire, and what they keep. */
#include "opened.h"
#include "system/sensors.h"

typedef struct Fixture {
    Opened o;
    Equations *e;
    Arena arena;
    Sensors sensors;
} Fixture;

static Fixture open_sensor(const char *arguments)
{
    char text[512];
    Fixture f = { 0 };
    snprintf(text, sizeof text,
             "test\nPART/1, GROUND\nVARIABLE/1, FUNCTION=SENVAL(1)\nSENSOR/1, %s, EVALUATE=10*TIME\nEND\n", arguments);
    f.o = open_text(text);
    f.e = cd_equations(f.o.s);
    f.sensors = cd_sensors_open(&f.arena, f.e);
    return f;
}

static void close_fixture(Fixture *f)
{
    cd_arena_close(&f->arena);
    close_opened(&f->o);
}

/* Whether it fires at a time, which is then accepted. */
static bool fires_at(Fixture *f, double t)
{
    f->o.s->state.t = t;
    assert_true(cd_equations_prepare(f->e, f->o.log));
    int n = cd_sensors_look(&f->sensors, f->o.log);
    assert_true(n >= 0);
    assert_true(cd_sensors_accept(&f->sensors, f->o.log));
    return n > 0;
}

TEST(a_sensor_fires_when_its_condition_comes_true_and_only_then)
{
    Fixture f = open_sensor("FUNCTION=TIME, GE, VALUE=2, ERROR=0.1");
    assert_false(fires_at(&f, 0));
    assert_false(fires_at(&f, 1.8));
    assert_true(fires_at(&f, 1.95));
    assert_false(fires_at(&f, 3));
    close_fixture(&f);
    f = open_sensor("FUNCTION=-TIME, LE, VALUE=-2, ERROR=0");
    assert_false(fires_at(&f, 1.8));
    assert_true(fires_at(&f, 2));
    close_fixture(&f);
}

TEST(a_value_that_is_passed_within_a_step_counts)
{
    Fixture f = open_sensor("FUNCTION=TIME, EQ, VALUE=2, ERROR=1E-3");
    assert_false(fires_at(&f, 1.5));
    f.o.s->state.t = 3.5;
    assert_true(cd_equations_prepare(f.e, f.o.log));
    assert_int_equal(cd_sensors_look(&f.sensors, f.o.log), 1);
    assert_near(cd_sensor_fraction(&f.sensors.at[0], f.sensors.at[0].last), 0.25, 1e-12);
    assert_true(fires_at(&f, 2.0005));
    assert_false(fires_at(&f, 2.0007));
    assert_false(fires_at(&f, 4));
    close_fixture(&f);
}

TEST(an_angle_counts_without_full_turns)
{
    Fixture f = open_sensor("FUNCTION=TIME, EQ, VALUE=1, ERROR=0.01, ANGLE");
    assert_false(fires_at(&f, 0));
    assert_true(fires_at(&f, 1));
    assert_false(fires_at(&f, 3));
    assert_false(fires_at(&f, 5)); /* past the far side, half a turn away */
    assert_true(fires_at(&f, 1 + 2 * M_PI));
    close_fixture(&f);
}

TEST(senval_is_what_was_evaluated_at_the_last_event)
{
    Fixture f = open_sensor("FUNCTION=SIN(TIME), GE, VALUE=0.5, ERROR=0");
    fires_at(&f, 0);
    assert_near(f.e->world.state[0], 0, 0);
    assert_true(fires_at(&f, 1));
    fires_at(&f, 1.2);
    assert_near(f.e->world.state[0], 10, 0);
    fires_at(&f, 4);
    assert_true(fires_at(&f, 8));
    fires_at(&f, 8.1);
    assert_near(f.e->world.state[0], 80, 0);
    close_fixture(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = { UNIT(a_sensor_fires_when_its_condition_comes_true_and_only_then),
                                        UNIT(a_value_that_is_passed_within_a_step_counts),
                                        UNIT(an_angle_counts_without_full_turns),
                                        UNIT(senval_is_what_was_evaluated_at_the_last_event) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
