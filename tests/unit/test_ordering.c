/* test_ordering.c - orders of elimination: each solves, costs are what an elimination takes, the choice is the
 * least. */
#include "entries.h"
#include "linalg/lu.h"
#include "linalg/ordering.h"
#include "test.h"

#include <string.h>

/* Bodies in rows and columns: those of a row on joints of three equations, as many as a body keeps degrees of freedom
 * for, neighbouring rows on springs. One row is a chain. */
enum { FREEDOMS = 6, ROWS = 3 };

typedef struct Net {
    Arena arena;
    Pattern a;
    double *x;
    int *block;
    Saddle s;
} Net;

typedef ARRAY_OF(int) Ints;

/* A spring between two bodies, along a direction at random: full blocks. */
static void put_spring(Entries *e, int a, int b, uint64_t *seed)
{
    double d[2 * FREEDOMS];
    for (int k = 0; k < 2 * FREEDOMS; k++) d[k] = test_random(seed) - 0.5;
    for (int k = 0; k < 2 * FREEDOMS; k++)
        for (int l = 0; l < 2 * FREEDOMS; l++)
            put(e, FREEDOMS * (k < FREEDOMS ? a : b) + k % FREEDOMS, FREEDOMS * (l < FREEDOMS ? a : b) + l % FREEDOMS,
                d[k] * d[l]);
}

static void put_joint(Entries *e, int first, int a, int b, uint64_t *seed)
{
    for (int r = first; r < first + ROWS; r++) {
        put(e, r, r, 0);
        for (int k = 0; k < 2 * FREEDOMS; k++) {
            int j = FREEDOMS * (k < FREEDOMS ? a : b) + k % FREEDOMS;
            double g = test_random(seed) - 0.5;
            put(e, r, j, g), put(e, j, r, g);
        }
    }
}

static Net net_new(int rows, int columns)
{
    Net net = { .arena = { 0 } };
    Entries e = { .arena = &net.arena };
    uint64_t seed = 7;
    int nv = FREEDOMS * rows * columns, n = nv;
    for (int j = 0; j < nv; j++) put(&e, j, j, 2);
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < columns; c++) {
            int body = r * columns + c;
            if (c + 1 < columns) put_joint(&e, n, body, body + 1, &seed), n += ROWS;
            if (r + 1 < rows) put_spring(&e, body, body + columns, &seed);
        }
    net.a = entries_sum(&e, n, &net.x);
    net.block = ARENA_ARRAY(&net.arena, int, n);
    for (int j = 0; j < n; j++) net.block[j] = j < nv ? j / FREEDOMS : -1;
    net.s = cd_saddle_new(&net.arena, n, net.a.p, net.a.i, net.block);
    return net;
}

static int *find(Net *net, int kind)
{
    int *order = ARENA_ARRAY(&net->arena, int, net->s.n);
    assert_true(cd_orderings[kind].find(&net->s, &net->arena, order));
    return order;
}

static void check_solves(Net *net, Lu *lu)
{
    int n = net->s.n;
    uint64_t seed = 3;
    double *want = ARENA_ARRAY(&net->arena, double, n), *b = ARENA_ARRAY(&net->arena, double, n);
    for (int k = 0; k < n; k++) want[k] = test_random(&seed) - 0.5;
    cd_sparse_apply(&net->a, net->x, want, b);
    cd_lu_solve(lu, b);
    for (int k = 0; k < n; k++) assert_near(b[k], want[k], 1e-9);
    cd_sparse_tapply(&net->a, net->x, want, b);
    cd_lu_solve_transposed(lu, b);
    for (int k = 0; k < n; k++) assert_near(b[k], want[k], 1e-9);
}

TEST(each_order_has_every_unknown_and_solves)
{
    Net net = net_new(6, 6);
    for (int kind = 0; kind < ORDERINGS; kind++) {
        int *order = find(&net, kind), *seen = ARENA_ARRAY(&net.arena, int, net.s.n);
        for (int k = 0; k < net.s.n; k++) seen[order[k]]++;
        for (int k = 0; k < net.s.n; k++) assert_int_equal(seen[k], 1);
        Lu *lu = cd_lu_open_ordered(net.s.n, net.a.p, net.a.i, order);
        assert_int_equal(cd_lu_factor(lu, net.x), LU_OK);
        check_solves(&net, lu);
        assert_int_equal(cd_lu_refactor(lu, net.x), LU_OK);
        check_solves(&net, lu);
        cd_lu_close(lu);
    }
    cd_arena_close(&net.arena);
}

TEST(multipliers_come_behind_a_block_that_they_act_on)
{
    Net net = net_new(5, 7);
    for (int kind = 0; kind < ORDERINGS; kind++) {
        int *order = find(&net, kind), *left = ARENA_ARRAY(&net.arena, int, net.s.n);
        for (int b = 0; b < 35; b++) left[b] = FREEDOMS;
        for (int k = 0; k < net.s.n; k++) {
            int j = order[k], complete = 0;
            if (net.block[j] >= 0) left[net.block[j]]--;
            for (int e = net.s.sp[j]; e < net.s.sp[j + 1]; e++) {
                int b = net.block[net.s.si[e]];
                complete |= b >= 0 && !left[b];
            }
            assert_true(net.block[j] >= 0 || complete);
        }
    }
    cd_arena_close(&net.arena);
}

/* Elimination with sets, as it is written in books. */
static double entries_by_hand(Net *net, const int *order, double *operations)
{
    int n = net->s.n;
    bool *full = ARENA_ARRAY(&net->arena, bool, n *n);
    double entries = n;
    *operations = 0;
    for (int k = 0; k < n; k++)
        for (int l = 0; l < n; l++)
            for (int e = net->s.sp[order[k]]; e < net->s.sp[order[k] + 1]; e++)
                full[k * n + l] |= net->s.si[e] == order[l];
    for (int k = 0; k < n; k++) {
        double under = 0;
        for (int i = k + 1; i < n; i++) {
            if (!full[i * n + k]) continue;
            under++;
            for (int j = k + 1; j < n; j++) full[i * n + j] |= full[k * n + j] && i != j;
        }
        entries += under, *operations += under + 2 * under * under;
    }
    return entries;
}

TEST(counts_are_those_of_an_elimination)
{
    Net net = net_new(3, 3);
    for (int kind = 0; kind < ORDERINGS; kind++) {
        int *order = find(&net, kind);
        Prediction of = cd_ordering_predict(&net.s, order);
        double operations;
        assert_near(of.entries, entries_by_hand(&net, order, &operations), 0);
        assert_near(of.operations, operations, 0);
        assert_true(of.expected >= of.operations && of.operations >= cd_ordering_least(&net.s));
    }
    cd_arena_close(&net.arena);
}

TEST(orders_of_blocks_do_what_was_counted)
{
    Net net = net_new(12, 12);
    for (int kind = 1; kind <= 2; kind++) {
        int *order = find(&net, kind);
        Prediction of = cd_ordering_predict(&net.s, order);
        Lu *lu = cd_lu_open_ordered(net.s.n, net.a.p, net.a.i, order);
        assert_int_equal(of.doubtful, 0);
        assert_int_equal(cd_lu_factor(lu, net.x), LU_OK);
        LuFill fill = cd_lu_fill(lu);
        assert_near(fill.lower, of.entries, 0.05 * of.entries);
        assert_near(fill.upper, of.entries, 0.05 * of.entries);
        cd_lu_close(lu);
    }
    cd_arena_close(&net.arena);
}

TEST(the_choice_is_the_least_expected)
{
    Net net = net_new(24, 24);
    int *order = ARENA_ARRAY(&net.arena, int, net.s.n);
    Choice c = cd_ordering_choose(net.s.n, net.a.p, net.a.i, net.block, order);
    assert_true(c.kind > 0);
    assert_true(c.of.expected <= ORDERING_CLEAR * c.of_first.expected);
    for (int kind = 0; kind < ORDERINGS; kind++)
        assert_true(cd_ordering_predict(&net.s, find(&net, kind)).expected >= c.of.expected);
    assert_memory_equal(order, find(&net, c.kind), sizeof(int) * (size_t)net.s.n);
    Lu *lu = cd_lu_open_saddle(net.s.n, net.a.p, net.a.i, net.block);
    assert_int_equal(cd_lu_ordering(lu)->kind, c.kind);
    assert_int_equal(cd_lu_factor(lu, net.x), LU_OK);
    check_solves(&net, lu);
    cd_lu_close(lu);
    cd_arena_close(&net.arena);
}

TEST(what_fills_much_is_factored_by_fronts)
{
    Net net = net_new(30, 30), small = net_new(6, 6);
    int n = net.s.n, last = n - 1;
    double kept, pivot, *x = ARENA_ARRAY(&net.arena, double, net.a.nz);
    signed char *sign = ARENA_ARRAY(&net.arena, signed char, n);
    Lu *lu = cd_lu_open_saddle(n, net.a.p, net.a.i, net.block);
    Lu *other = cd_lu_open_saddle(small.s.n, small.a.p, small.a.i, small.block);
    assert_true(cd_lu_uses_fronts(lu) && !cd_lu_uses_fronts(other));
    cd_lu_close(other);
    for (int k = 0; k < 2; k++) {
        assert_int_equal(cd_lu_refactor(lu, net.x), LU_OK);
        check_solves(&net, lu);
        assert_true(cd_lu_fill(lu).lower > net.a.nz / 2 && cd_lu_fill(lu).upper > net.a.nz / 2);
        for (int e = 0; e < net.a.nz; e++) net.x[e] *= 3;
    }
    assert_int_equal(cd_lu_refactor(lu, net.x), LU_OK);
    /* what KLU alone tells, of the same values */
    assert_true(cd_lu_condition(lu, net.x) > 1);
    check_solves(&net, lu);
    assert_int_equal(cd_lu_refactor(lu, net.x), LU_OK);
    assert_true(cd_lu_weakest_column(lu, net.x, &kept) >= 0 && kept > 0);
    assert_int_equal(cd_lu_refactor(lu, net.x), LU_OK);
    assert_true(cd_lu_pivot_row(lu, last, &pivot) >= 0 && pivot != 0);
    assert_int_equal(cd_lu_refactor(lu, net.x), LU_OK);
    assert_int_equal(cd_lu_signs(lu, sign), 1);
    /* a column of zeros is named, and what comes next is factored again */
    memcpy(x, net.x, sizeof(double) * (size_t)net.a.nz);
    for (int e = net.a.p[last]; e < net.a.p[last + 1]; e++) x[e] = 0;
    assert_int_equal(cd_lu_refactor(lu, x), LU_SINGULAR);
    assert_int_equal(cd_lu_column_failed(lu), last);
    x[net.a.p[last]] = NAN;
    assert_int_equal(cd_lu_refactor(lu, x), LU_NOT_FINITE);
    assert_int_equal(cd_lu_refactor(lu, net.x), LU_OK);
    check_solves(&net, lu);
    cd_lu_close(lu);
    cd_arena_close(&net.arena);
    cd_arena_close(&small.arena);
}

TEST(chains_keep_minimum_degree)
{
    for (int links = 10; links <= 10000; links *= 10) {
        Net net = net_new(1, links);
        int *order = ARENA_ARRAY(&net.arena, int, net.s.n);
        Choice c = cd_ordering_choose(net.s.n, net.a.p, net.a.i, net.block, order);
        assert_int_equal(c.kind, 0);
        assert_memory_equal(order, find(&net, 0), sizeof(int) * (size_t)net.s.n);
        cd_arena_close(&net.arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT(each_order_has_every_unknown_and_solves),
        UNIT(multipliers_come_behind_a_block_that_they_act_on),
        UNIT(counts_are_those_of_an_elimination),
        UNIT(orders_of_blocks_do_what_was_counted),
        UNIT(the_choice_is_the_least_expected),
        UNIT(what_fills_much_is_factored_by_fronts),
        UNIT(chains_keep_minimum_degree),
    };
    return cmocka_run_group_tests_name("ordering", tests, NULL, NULL);
}
