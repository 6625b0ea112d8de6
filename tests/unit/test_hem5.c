/* test_hem5.c - Brasey's table against the conditions of its order. */
#include "tableau.h"

#include "integrators/hem5.c"

TEST(weights_have_order_five)
{
    Trees t = trees_of(STAGES, &share[0][0], STAGES, -1);
    assert_nodes(&t, node);
    assert_order(&t, share[STAGES - 1], 5, 1);
}

/* The point of the last stage lies at the end of the step: it is of order 3. */
TEST(the_point_of_the_last_stage_has_order_three)
{
    Trees t = trees_of(STAGES, &share[0][0], STAGES, -1);
    assert_order(&t, share[STAGES - 2], 3, 1);
}

/* The rough value 2.5 k_7 - 1.5 k_8 of the estimate is of order 2 (13.22). */
TEST(the_rough_value_of_the_estimate_has_order_two)
{
    Trees t = trees_of(STAGES, &share[0][0], STAGES, -1);
    double b[STAGES] = { 0 };
    b[6] = 2.5, b[7] = -1.5;
    assert_order(&t, b, 2, 1);
}

/* Half-explicit stages: positions of a point follow from the stages before it, to second order from the third point
 * on. */
TEST(points_have_stage_order_two)
{
    for (int i = 1; i < STAGES; i++) {
        double sum = 0;
        for (int j = 0; j <= i; j++) sum += share[i][j] * node[j];
        assert_near(sum, node[i + 1] * node[i + 1] / 2, 1e-12);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { UNIT(weights_have_order_five),
                                        UNIT(the_point_of_the_last_stage_has_order_three),
                                        UNIT(the_rough_value_of_the_estimate_has_order_two),
                                        UNIT(points_have_stage_order_two) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
