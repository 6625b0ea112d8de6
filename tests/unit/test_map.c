/* test_map.c - positions of keys of three numbers. */
#include "base/map.h"
#include "test.h"

TEST(key_keeps_the_position_it_was_first_given)
{
    Map map = { 0 };
    assert_int_equal(cd_map_put(&map, 1, 2, 3, 0), 0);
    assert_int_equal(cd_map_put(&map, 3, 2, 1, 1), 1);
    assert_int_equal(cd_map_put(&map, 1, 2, 3, 2), 0);
    assert_int_equal(cd_map_put(&map, 3, 2, 1, 7), 1);
    assert_int_equal(map.n, 2);
    cd_map_close(&map);
}

TEST(each_of_the_three_numbers_counts)
{
    Map map = { 0 };
    assert_int_equal(cd_map_put(&map, 0, 0, 0, 10), 10);
    assert_int_equal(cd_map_put(&map, 1, 0, 0, 11), 11);
    assert_int_equal(cd_map_put(&map, 0, 1, 0, 12), 12);
    assert_int_equal(cd_map_put(&map, 0, 0, 1, 13), 13);
    assert_int_equal(cd_map_put(&map, -1, 0, 0, 14), 14);
    assert_int_equal(cd_map_put(&map, 0, 0, 0, 15), 10);
    cd_map_close(&map);
}

TEST(many_keys_survive_growth)
{
    enum { SIDE = 30 };
    Map map = { 0 };
    int n = 0;
    for (int a = -SIDE; a < SIDE; a++)
        for (int b = 0; b < SIDE; b++)
            for (int c = 0; c < SIDE; c++) assert_int_equal(cd_map_put(&map, a, b * 100003, c, n), n), n++;
    assert_int_equal(map.n, n);
    n = 0;
    for (int a = -SIDE; a < SIDE; a++)
        for (int b = 0; b < SIDE; b++)
            for (int c = 0; c < SIDE; c++) assert_int_equal(cd_map_put(&map, a, b * 100003, c, -1), n), n++;
    cd_map_close(&map);
}

TEST(extreme_numbers_are_keys_like_others)
{
    Map map = { 0 };
    assert_int_equal(cd_map_put(&map, INT32_MAX, INT32_MIN, -1, 5), 5);
    assert_int_equal(cd_map_put(&map, INT32_MIN, INT32_MAX, -1, 6), 6);
    assert_int_equal(cd_map_put(&map, INT32_MAX, INT32_MIN, -1, 7), 5);
    cd_map_close(&map);
}

TEST(closed_map_is_empty_and_usable_again)
{
    Map map = { 0 };
    cd_map_put(&map, 1, 1, 1, 3);
    cd_map_close(&map);
    assert_int_equal(map.n, 0);
    assert_int_equal(cd_map_put(&map, 1, 1, 1, 4), 4);
    cd_map_close(&map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT(key_keeps_the_position_it_was_first_given),
        UNIT(each_of_the_three_numbers_counts),
        UNIT(many_keys_survive_growth),
        UNIT(extreme_numbers_are_keys_like_others),
        UNIT(closed_map_is_empty_and_usable_again),
    };
    return cmocka_run_group_tests_name("map", tests, NULL, NULL);
}
