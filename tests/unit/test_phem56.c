/* test_phem56.c - Murua's tables against the conditions of their orders. */
#include "tableau.h"

#include "integrators/phem56.c"

/* The stages of Dormand and Prince, with the end of the step as a seventh. */
static Trees stages(void)
{
    double a[STAGES + 1][STAGES] = { { 0 } };
    memcpy(a, cd_dormand_prince_share, sizeof(double) * STAGES * STAGES);
    memcpy(a[STAGES], next[STAGES - 1], sizeof next[STAGES - 1]);
    return trees_of(STAGES + 1, &a[0][0], STAGES, 0);
}

TEST(the_end_has_order_five)
{
    Trees t = stages();
    double b[STAGES + 1] = { 0 };
    memcpy(b, next[STAGES - 1], sizeof next[STAGES - 1]);
    assert_order(&t, b, 5, 1);
}

TEST(the_embedded_formula_has_order_four)
{
    Trees t = stages();
    assert_order(&t, lower, 4, 1);
}

TEST(the_point_between_has_order_four)
{
    Trees t = stages();
    assert_order(&t, between, 4, 19. / 30);
}

/* Points where velocities satisfy the constraints: times and positions by the stages up to the one that belongs to
 * them. */
TEST(points_on_the_constraints_have_stage_order_two)
{
    for (int i = 1; i < STAGES; i++) {
        double first = 0, second = 0;
        for (int j = 0; j <= i; j++) first += next[i][j], second += next[i][j] * cd_dormand_prince_node[j];
        assert_near(first, next_node[i], 1e-14);
        assert_near(second, next_node[i] * next_node[i] / 2, 1e-14);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { UNIT(the_end_has_order_five), UNIT(the_embedded_formula_has_order_four),
                                        UNIT(the_point_between_has_order_four),
                                        UNIT(points_on_the_constraints_have_stage_order_two) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
