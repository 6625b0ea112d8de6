/* test_broad.c - near pairs by sweeping are those that testing all pairs finds, and cost little. */
#include "contact/broad.h"
#include "test.h"

#include <stdlib.h>
#include <time.h>

enum { COUNT = 400 };
static int seen[COUNT][COUNT], expected[COUNT][COUNT];

static void mark(void *user, int i, int j)
{
    (void)user;
    seen[i][j]++;
}

static void count(void *user, int i, int j)
{
    (void)i, (void)j;
    ++*(long *)user;
}

static void fill(Arena *arena, int n, double width, SweptBox *box)
{
    uint64_t seed = 3;
    const Shape *ball = cd_shape_sphere(arena, 0.5);
    for (int k = 0; k < n; k++) {
        double x = width * test_random(&seed), y = width * test_random(&seed), z = width * test_random(&seed);
        box[k] = cd_broad_box(ball, v3(x, y, z), m3_identity(), 0.05);
        box[k].shape = k, box[k].group = k % 50, box[k].side = 1 + k % 3;
    }
    box[0] = cd_broad_box(cd_shape_plane(arena), v3(0, 0, 0), m3_identity(), 0), box[0].shape = 0;
}

TEST(sweeping_finds_what_testing_all_finds)
{
    Arena arena = { 0 };
    SweptBox box[COUNT];
    fill(&arena, COUNT, 8, box);
    for (int a = 0; a < COUNT; a++)
        for (int b = 0; b < COUNT; b++) {
            const SweptBox *p = &box[a], *q = &box[b];
            bool near = a != b && (p->group < 0 || p->group != q->group) && p->side & 1 && q->side & 2 &&
                        fabs(p->low.x + p->high.x - q->low.x - q->high.x) <= 2.2 &&
                        fabs(p->low.y + p->high.y - q->low.y - q->high.y) <= 2.2 &&
                        fabs(p->low.z + p->high.z - q->low.z - q->high.z) <= 2.2;
            if (a == 0 || b == 0) near = a != b && (a == 0 ? q->side & 2 : p->side & 1);
            expected[a][b] = near;
        }
    int pairs = cd_broad_pairs(COUNT, box, mark, NULL), told = 0;
    for (int a = 0; a < COUNT; a++)
        for (int b = 0; b < a; b++) {
            assert_int_equal(seen[a][b] + seen[b][a], expected[a][b] || expected[b][a]);
            assert_true(seen[a][b] <= expected[a][b] && seen[b][a] <= expected[b][a]);
            told += seen[a][b] + seen[b][a];
        }
    assert_int_equal(pairs, told);
    assert_true(pairs > 200);
    cd_arena_close(&arena);
}

/* A CONTACT of a few shapes with many far away from them: none of these is swept, not even against each other. */
TEST(what_is_beyond_all_of_the_other_side_is_away)
{
    Arena arena = { 0 };
    SweptBox box[COUNT];
    long pairs = 0;
    int away = 0;
    fill(&arena, COUNT, 8, box);
    for (int k = 0; k < COUNT; k++) {
        bool far = k >= 20;
        box[k].side = far ? 2 : 1, box[k].group = -1;
        if (far) box[k].low.y += 100, box[k].high.y += 100;
    }
    box[0] = box[1], box[0].shape = 0;
    assert_int_equal(cd_broad_pairs(COUNT, box, count, &pairs), 0);
    for (int k = 0; k < COUNT; k++) away += box[k].away;
    assert_int_equal(away, COUNT);
    SweptBox *back = box; /* one of them comes back */
    while (back->side != 2) back++;
    back->low.y -= 100, back->high.y -= 100;
    cd_broad_pairs(COUNT, box, count, &pairs);
    away = 0;
    for (int k = 0; k < COUNT; k++) away += box[k].away && box[k].side == 2;
    assert_int_equal(away, COUNT - 20 - 1);
    cd_arena_close(&arena);
}

TEST(cost_grows_with_near_pairs_and_not_with_far_ones)
{
    enum { MANY = 20000 };
    Arena arena = { 0 };
    SweptBox *box = ARENA_ARRAY(&arena, SweptBox, MANY);
    fill(&arena, MANY, 60, box);
    box[0] = box[1], box[0].shape = 0;
    long pairs = 0;
    cd_broad_pairs(MANY, box, count, &pairs);
    struct timespec from, to;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &from);
    pairs = 0;
    cd_broad_pairs(MANY, box, count, &pairs);
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &to);
    assert_true(pairs > 1000);
    double each = (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec);
    print_message("%ld pairs of %d boxes: %.3f ms\n", pairs, MANY, 1e3 * each);
    cd_arena_close(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = { UNIT(sweeping_finds_what_testing_all_finds),
                                        UNIT(what_is_beyond_all_of_the_other_side_is_away),
                                        UNIT(cost_grows_with_near_pairs_and_not_with_far_ones) };
    return cmocka_run_group_tests_name("broad", tests, NULL, NULL);
}
