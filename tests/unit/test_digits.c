/* test_digits.c - digits by multiplication are those of the C library, wherever they are given. */
#include "base/digits.h"
#include "test.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

/* Whether digits are given; if so they are those of printf: 15 if they read back as x, else 17. */
static bool check(double x)
{
    char room[CD_NUMBER_ROOM], expected[CD_NUMBER_ROOM];
    snprintf(expected, sizeof expected, "%.15G", x);
    if (strtod(expected, NULL) != x) snprintf(expected, sizeof expected, "%.17G", x);
    if (!cd_digits_write(room, x)) return false;
    if (strcmp(room, expected) != 0) fail_msg("%a is written as %s, not as %s", x, room, expected);
    return true;
}

TEST(digits_are_those_of_printf_over_all_sizes)
{
    uint64_t seed = 7;
    int given = 0, all = 400000;
    for (int i = 0; i < all; i++) {
        double x = (test_random(&seed) - 0.5) * pow(10, 90 * test_random(&seed) - 45);
        given += check(x);
    }
    assert_true(given > all * 8 / 10); /* long double may have no more bits than double, but not where this is tested */
}

TEST(digits_of_everyday_numbers_are_given_nearly_always)
{
    uint64_t seed = 8;
    int given = 0, all = 200000;
    for (int i = 0; i < all; i++) given += check((test_random(&seed) - 0.5) * 2000);
    assert_true(given > all * 95 / 100);
}

TEST(short_numbers_have_no_more_digits_than_they_need)
{
    uint64_t seed = 9;
    for (int i = 0; i < 200000; i++) {
        double whole = round((test_random(&seed) - 0.5) * pow(10, 17 * test_random(&seed)));
        check(whole), check(whole / 1000), check(whole * 1e9), check(whole / pow(10, floor(22 * test_random(&seed))));
    }
    const double x[] = {
        0.1, 1. / 3, 1e-5, 9.9999e-5, 1e-4,    123456, 1e14, 1e15, 1e16, 1e17, 999999999999999, 9999999999999998,
        0.3, 1e22,   1e23, 0x1p53,    0x1p-20, 0x1p63
    };
    for (size_t i = 0; i < sizeof x / sizeof *x; i++)
        check(x[i]), check(-x[i]), check(nextafter(x[i], 0)), check(nextafter(x[i], INFINITY));
}

TEST(numbers_without_digits_are_left_to_the_library)
{
    char room[CD_NUMBER_ROOM];
    const double x[] = { 0, -0.0, INFINITY, NAN, DBL_TRUE_MIN, DBL_MAX, 1e-60 };
    for (size_t i = 0; i < sizeof x / sizeof *x; i++) assert_false(cd_digits_write(room, x[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT(digits_are_those_of_printf_over_all_sizes),
        UNIT(digits_of_everyday_numbers_are_given_nearly_always),
        UNIT(short_numbers_have_no_more_digits_than_they_need),
        UNIT(numbers_without_digits_are_left_to_the_library),
    };
    return cmocka_run_group_tests_name("digits", tests, NULL, NULL);
}
