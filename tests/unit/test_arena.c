/* test_arena.c - memory with one lifetime: zeroed, aligned, given back at a mark. */
#include "base/arena.h"
#include "test.h"

#include <stdalign.h>
#include <string.h>

static int is_zero(const unsigned char *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (p[i]) return 0;
    return 1;
}

TEST(memory_is_zeroed_and_aligned_for_any_type)
{
    Arena arena = { 0 };
    for (size_t size = 0; size < 5000; size = 2 * size + 1) {
        unsigned char *p = cd_arena_take(&arena, size);
        assert_non_null(p);
        assert_int_equal((uintptr_t)p % alignof(max_align_t), 0);
        assert_true(is_zero(p, size));
        memset(p, 0xff, size);
    }
    cd_arena_close(&arena);
}

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>

TEST(sanitizers_see_the_end_of_a_piece_and_what_is_released)
{
    Arena arena = { 0 };
    double *kept = ARENA_ARRAY(&arena, double, 3);
    ArenaMark mark = cd_arena_mark(&arena);
    double *gone = ARENA_ARRAY(&arena, double, 5);
    assert_true(!__asan_address_is_poisoned(&kept[2]) && __asan_address_is_poisoned(&kept[3]));
    assert_true(!__asan_address_is_poisoned(&gone[4]) && __asan_address_is_poisoned(&gone[5]));
    cd_arena_release(&arena, mark);
    assert_true(!__asan_address_is_poisoned(&kept[2]) && __asan_address_is_poisoned(&gone[0]));
    cd_arena_close(&arena);
}
#else
TEST(sanitizers_see_the_end_of_a_piece_and_what_is_released)
{
    skip();
}
#endif

TEST(pieces_do_not_overlap)
{
    enum { PIECES = 2000 };
    Arena arena = { 0 };
    int *piece[PIECES];
    for (int i = 0; i < PIECES; i++) {
        piece[i] = ARENA_ARRAY(&arena, int, i % 50 + 1);
        for (int k = 0; k <= i % 50; k++) piece[i][k] = i;
    }
    for (int i = 0; i < PIECES; i++)
        for (int k = 0; k <= i % 50; k++) assert_int_equal(piece[i][k], i);
    cd_arena_close(&arena);
}

TEST(memory_taken_again_after_a_release_is_zeroed)
{
    Arena arena = { 0 };
    cd_arena_take(&arena, 100);
    ArenaMark mark = cd_arena_mark(&arena);
    void *first = cd_arena_take(&arena, 64);
    memset(first, 0xff, 64);
    cd_arena_release(&arena, mark);
    void *second = cd_arena_take(&arena, 64);
    assert_ptr_equal(second, first);
    assert_true(is_zero(second, 64));
    cd_arena_close(&arena);
}

TEST(release_gives_back_the_blocks_since_the_mark_and_keeps_what_was_before)
{
    Arena arena = { 0 };
    int *kept = ARENA_NEW(&arena, int);
    *kept = 42;
    ArenaMark mark = cd_arena_mark(&arena);
    for (int i = 0; i < 100; i++) cd_arena_take(&arena, 10000);
    assert_ptr_not_equal(arena.block, mark.block);
    cd_arena_release(&arena, mark);
    assert_ptr_equal(arena.block, mark.block);
    assert_int_equal(*kept, 42);
    cd_arena_close(&arena);
}

TEST(mark_of_an_empty_arena_empties_it)
{
    Arena arena = { 0 };
    ArenaMark mark = cd_arena_mark(&arena);
    cd_arena_take(&arena, 10);
    cd_arena_release(&arena, mark);
    assert_null(arena.block);
    cd_arena_close(&arena);
}

TEST(closed_arena_is_empty_and_usable_again)
{
    Arena arena = { 0 };
    cd_arena_take(&arena, 1000);
    cd_arena_close(&arena);
    assert_null(arena.block);
    assert_non_null(cd_arena_take(&arena, 1000));
    cd_arena_close(&arena);
    cd_arena_close(&arena);
}

TEST(arrays_grow_and_keep_their_contents)
{
    enum { N = 10000 };
    Arena arena = { 0 };
    ARRAY_OF(double) list = { 0 };
    for (int i = 0; i < N; i++) ARRAY_PUSH(&arena, &list, (double)i * i);
    assert_int_equal(list.n, N);
    assert_true(list.room >= N && list.room < 2 * N);
    for (int i = 0; i < N; i++) assert_true(list.at[i] == (double)i * i);
    cd_arena_close(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT(memory_is_zeroed_and_aligned_for_any_type),
        UNIT(sanitizers_see_the_end_of_a_piece_and_what_is_released),
        UNIT(pieces_do_not_overlap),
        UNIT(memory_taken_again_after_a_release_is_zeroed),
        UNIT(release_gives_back_the_blocks_since_the_mark_and_keeps_what_was_before),
        UNIT(mark_of_an_empty_arena_empties_it),
        UNIT(closed_arena_is_empty_and_usable_again),
        UNIT(arrays_grow_and_keep_their_contents),
    };
    return cmocka_run_group_tests_name("arena", tests, NULL, NULL);
}
