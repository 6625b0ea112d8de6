/* test_mdop5.c - the tables of Dormand and Prince against the conditions of their orders. */
#include "tableau.h"

#include "integrators/mdop5.c"

static Trees dormand_prince(void)
{
    return trees_of(7, &cd_dormand_prince_share[0][0], 6, 0);
}

TEST(weights_have_order_five)
{
    Trees t = dormand_prince();
    assert_nodes(&t, cd_dormand_prince_node);
    double b[7] = { 0 };
    memcpy(b, cd_dormand_prince_share[6], sizeof cd_dormand_prince_share[6]);
    assert_order(&t, b, 5, 1);
}

TEST(the_embedded_formula_has_order_four)
{
    Trees t = dormand_prince();
    double b[7] = { 0 };
    memcpy(b, cd_dormand_prince_share[6], sizeof cd_dormand_prince_share[6]);
    for (int i = 0; i < 7; i++) b[i] -= off[i];
    assert_order(&t, b, 4, 1);
    /* on y' = y it leaves 97/120000 of h^5 */
    assert_near(off_order(&t, b, 5, 1), 97. / 120000, 2e-4);
    double long_chain = 0, w[7];
    for (int i = 0; i < 7; i++) w[i] = 1;
    for (int k = 0; k < 4; k++) {
        double next[7] = { 0 };
        for (int i = 0; i < 7; i++)
            for (int j = 0; j < i; j++) next[i] += t.A[i][j] * w[j];
        memcpy(w, next, sizeof w);
    }
    for (int i = 0; i < 7; i++) long_chain += off[i] * w[i];
    assert_near(long_chain, -97. / 120000, 1e-15);
}

/* y(1/2) of (13.15), from the weights at both ends: order 4. */
TEST(the_value_in_the_middle_has_order_four)
{
    Trees t = dormand_prince();
    double b[7];
    for (int i = 0; i < 7; i++) {
        double whole = i < 6 ? cd_dormand_prince_share[6][i] : 0, first = (i == 0) - whole,
               last = whole - (i == 6) - first;
        b[i] = (whole + (first + (last + course[i] / 2) / 2) / 2) / 2;
    }
    assert_order(&t, b, 4, 0.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = { UNIT(weights_have_order_five), UNIT(the_embedded_formula_has_order_four),
                                        UNIT(the_value_in_the_middle_has_order_four) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
