/* test_abam.c - coefficients of Adams methods: the rule that integrates, the errors of their orders. */
#include "integrators/abam.c"
#include "test.h"

/* Weights of a formula of order k are integrals of products of k - 1 distances: exact for all orders, forward and
 * back. */
TEST(integrals_of_products_are_exact)
{
    Adams a = { 0 };
    for (int i = 0; i < ADAMS_NODES; i++) a.time[i] = -0.3 * i - 0.01 * i * i;
    for (double h = -0.2; h < 0.6; h += 0.35) {
        double weight[ADAMS_NODES], power[ADAMS_NODES + 1] = { 1 };
        cd_adams_integrate(&a, h, ADAMS_NODES, weight);
        for (int i = 0; i < ADAMS_NODES; i++) {
            /* power: coefficients of the product of (s - time[j]), j < i */
            double sum = 0, x = h;
            for (int j = 0; j <= i; j++, x *= h) sum += power[j] * x / (j + 1);
            assert_near(weight[i], sum, 1e-12 * fmax(1, fabs(sum)));
            for (int j = i + 1; j > 0; j--) power[j] = power[j - 1] - a.time[i] * power[j];
            power[0] *= -a.time[i];
        }
    }
}

/* Adams and Moulton: the sum of gamma_i / (k + 1 - i), i = 0 .. k, is zero; all but the first are negative (14.7). */
TEST(errors_of_orders_are_those_of_the_generating_function)
{
    double gamma[HIGHEST + 2] = { 1 };
    for (int k = 1; k < HIGHEST + 2; k++)
        for (int i = 0; i < k; i++) gamma[k] -= gamma[i] / (k + 1 - i);
    assert_near(left_over_share[0], 1, 0);
    for (int k = 1; k < HIGHEST + 2; k++) assert_near(left_over_share[k], -gamma[k], 1e-16);
}

int main(void)
{
    const struct CMUnitTest tests[] = { UNIT(integrals_of_products_are_exact),
                                        UNIT(errors_of_orders_are_those_of_the_generating_function) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
