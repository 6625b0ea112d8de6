/* test_crossing.c - steps towards positions that constraints do not hold, by the distance to them alone. */
#include "integrators/crossing.h"

#include "test.h"

#include <math.h>

/* Where rows hold by the square of the distance x, and no better than a gap. */
static RowPivot hold_at(double x, double gap)
{
    return (RowPivot){ x * x + gap * gap, 3 };
}

/* Goes from t = 0 with steps of 0.1 to the position at t = 1, and behind it; each step is judged. The steps that went
 * over it. */
static int walk(Crossing *c, double gap, Passage *last)
{
    double t = 0;
    int over = 0;
    cd_crossing_begin(c, 1e-6, 0.55);
    for (int i = 0; i < 200 && t < 2; i++) {
        double h = cd_crossing_is_near(c, t, 0.1) ? cd_crossing_bound(c, t, 0.1, false, 0.1) : 0.1;
        assert_true(h > 0 && h <= 0.1);
        RowPivot end = hold_at(1 - (t + h), gap);
        *last = cd_crossing_judge(c, t, h, end);
        if (*last == PASSAGE_LOST) return over;
        if (*last == PASSAGE_BLIND) {
            c->careful = true;
            continue;
        }
        assert_int_not_equal(*last, PASSAGE_FAR);
        over += *last == PASSAGE_OVER;
        if (*last == PASSAGE_OVER) assert_near((c->when - t) / h, 0.55, 1e-12);
        t += h;
        cd_crossing_accept(c, t, end);
    }
    return over;
}

TEST(one_step_goes_over_it_and_steps_are_free_behind)
{
    Crossing c = { 0 };
    Passage last;
    assert_int_equal(walk(&c, 0, &last), 1);
    assert_int_equal(last, PASSAGE_FREE);
    assert_false(c.ahead || c.careful);
    assert_int_equal(c.row, 3);
}

TEST(where_the_motion_turns_no_step_goes_over)
{
    Crossing c = { 0 };
    RowPivot end = hold_at(0.01, 0);
    cd_crossing_begin(&c, 1e-6, 0.55);
    cd_crossing_accept(&c, 0, hold_at(1, 0)), cd_crossing_accept(&c, 0.98, hold_at(0.02, 0));
    assert_true(cd_crossing_is_near(&c, 0.98, 0.1));
    assert_near(cd_crossing_bound(&c, 0.98, 0.1, false, 1), 0.02 / 0.55, 1e-12);
    assert_int_equal(cd_crossing_judge(&c, 0.98, 0.03, end), PASSAGE_OVER);
    c.turns = true;
    assert_near(cd_crossing_bound(&c, 0.98, 0.1, false, 1), 0.014, 1e-12);
    assert_int_equal(cd_crossing_judge(&c, 0.98, 0.03, end), PASSAGE_FAR);
    assert_int_equal(cd_crossing_judge(&c, 0.98, 0.014, end), PASSAGE_NEAR);
    assert_int_equal(cd_crossing_judge(&c, 0.98, 0.014, hold_at(1e-5, 0)), PASSAGE_LOST);
}

TEST(rows_that_hold_less_for_a_while_are_nothing)
{
    Crossing c = { 0 };
    Passage last;
    assert_int_equal(walk(&c, 0.7, &last), 0);
    assert_int_equal(last, PASSAGE_FREE);
}

TEST(nothing_is_known_where_no_share_is)
{
    Crossing c = { 0 };
    cd_crossing_begin(&c, 1e-6, 0.5);
    cd_crossing_accept(&c, 0, hold_at(1, 0)), cd_crossing_accept(&c, 0.9, hold_at(0.1, 0));
    assert_true(c.ahead);
    cd_crossing_accept(&c, 0.95, (RowPivot){ NAN, -1 });
    assert_false(c.ahead);
    assert_int_equal(cd_crossing_judge(&c, 0.95, 0.1, (RowPivot){ NAN, -1 }), PASSAGE_FREE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT(one_step_goes_over_it_and_steps_are_free_behind),
        UNIT(where_the_motion_turns_no_step_goes_over),
        UNIT(rows_that_hold_less_for_a_while_are_nothing),
        UNIT(nothing_is_known_where_no_share_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
