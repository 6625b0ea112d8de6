/* test_dependence.c - orders of things that read each other. */
#include "system/dependence.h"
#include "test.h"

enum { MOST = 8 };

/* Where each item stands in the order. */
static void order(int n, const int *first, const int *on, int place[MOST], bool ring[MOST])
{
    int found[MOST];
    cd_dependence_order(&(Dependence){ n, first, on }, found, ring);
    for (int i = 0; i < n; i++) place[i] = -1;
    for (int i = 0; i < n; i++) place[found[i]] = i;
    for (int i = 0; i < n; i++) assert_true(place[i] >= 0);
}

TEST(each_stands_behind_what_it_reads)
{
    /* 0 -> 1, 2;  1 -> 3;  2 -> 3;  4 -> 0 */
    const int first[] = { 0, 2, 3, 4, 4, 5 }, on[] = { 1, 2, 3, 3, 0 };
    int place[MOST];
    bool ring[MOST];
    order(5, first, on, place, ring);
    for (int i = 0; i < 5; i++) {
        assert_false(ring[i]);
        for (int k = first[i]; k < first[i + 1]; k++) assert_true(place[on[k]] < place[i]);
    }
}

TEST(rings_are_told_and_what_reads_them_stands_behind)
{
    /* 0 -> 1 -> 2 -> 1;  3 -> 3;  2 -> 4 */
    const int first[] = { 0, 1, 2, 4, 5, 5 }, on[] = { 1, 2, 1, 4, 3 };
    int place[MOST];
    bool ring[MOST];
    order(5, first, on, place, ring);
    assert_false(ring[0]), assert_true(ring[1]), assert_true(ring[2]), assert_true(ring[3]), assert_false(ring[4]);
    assert_true(place[0] > place[1] && place[0] > place[2]);
    assert_true(place[4] < place[1] && place[4] < place[2]);
}

TEST(long_chains_need_no_stack)
{
    enum { LONG = 200000 };
    Arena arena = { 0 };
    int *first = ARENA_ARRAY(&arena, int, LONG + 1), *on = ARENA_ARRAY(&arena, int, LONG),
        *found = ARENA_ARRAY(&arena, int, LONG);
    bool *ring = ARENA_ARRAY(&arena, bool, LONG);
    for (int i = 0; i < LONG; i++) first[i + 1] = i + 1 < LONG ? i + 1 : i, on[i] = i + 1;
    cd_dependence_order(&(Dependence){ LONG, first, on }, found, ring);
    for (int i = 0; i < LONG; i++) assert_int_equal(found[i], LONG - 1 - i);
    cd_arena_close(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT(each_stands_behind_what_it_reads),
        UNIT(rings_are_told_and_what_reads_them_stands_behind),
        UNIT(long_chains_need_no_stack),
    };
    return cmocka_run_group_tests_name("dependence", tests, NULL, NULL);
}
