/* test_sweeps.c - many contacts by sweeps: the same as exact solutions, laws of friction kept. */
#include "test.h"

#include "impact/sweeps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CONTACTS = 40 };

/* A row of unit masses of three velocities each; contact i between masses i - 1 and i, the first with ground. */
typedef struct Row {
    Arena arena;
    int n;
    ContactBlock *c;
    double v[3 * MOST_CONTACTS], free[3 * MOST_CONTACTS];
} Row;

static Row *row_of(int n, double mu)
{
    Row *r = cd_take(sizeof *r);
    uint64_t seed = 7;
    r->n = n, r->c = ARENA_ARRAY(&r->arena, ContactBlock, n);
    for (int i = 0; i < 3 * n; i++) r->v[i] = r->free[i] = i % 3 ? test_random(&seed) - 0.5 : -1;
    double *scratch = ARENA_ARRAY(&r->arena, double, 3 * n);
    for (int i = 0; i < n; i++) {
        ContactBlock *c = &r->c[i];
        *c = (ContactBlock){ .rows = 3, .mu = mu };
        int count = i ? 6 : 3;
        c->g = (SparseRows){ count, ARENA_ARRAY(&r->arena, int, count), ARENA_ARRAY(&r->arena, double, 3 * count) };
        c->by = c->g; /* masses of one */
        for (int k = 0; k < count; k++) {
            c->g.at[k] = k < 3 ? 3 * i + k : 3 * (i - 1) + k - 3;
            c->g.x[k * BLOCK_ROWS + k % 3] = k < 3 ? 1 : -1;
        }
        cd_block_own(c, 3 * n, scratch);
        assert_near(c->w[0][0], i ? 2 : 1, 1e-15);
    }
    return r;
}

static void close_row(Row *r)
{
    cd_arena_close(&r->arena);
    free(r);
}

/* Complementarity, the cone, and slip against friction, of every contact. */
static void hold_laws(const Row *r, double near)
{
    for (int i = 0; i < r->n; i++) {
        const ContactBlock *c = &r->c[i];
        double u[3];
        for (int k = 0; k < 3; k++) u[k] = r->v[3 * i + k] - (i ? r->v[3 * (i - 1) + k] : 0);
        double pt = hypot(c->p[1], c->p[2]), slip = hypot(u[1], u[2]);
        assert_true(c->p[0] >= 0 && u[0] > -near && fabs(c->p[0] * u[0]) < near);
        assert_true(pt <= c->mu * c->p[0] + near);
        if (slip > near) assert_near(c->p[1] * u[1] + c->p[2] * u[2], -c->mu * c->p[0] * slip, near);
    }
}

TEST(few_contacts_are_solved_exactly)
{
    Row *r = row_of(8, 0.2);
    cd_blocks_solve(&r->arena, r->n, r->c, r->v, 1e-3, 0);
    hold_laws(r, 1e-9);
    assert_true(cd_blocks_solve(&r->arena, r->n, r->c, memcpy(r->v, r->free, sizeof r->v), 1e-3, 0) < 5);
    hold_laws(r, 1e-9);
    close_row(r);
}

TEST(sweeps_come_to_the_exact_solution)
{
    Row *r = row_of(MOST_CONTACTS, 0.2);
    assert_true(cd_blocks_solve(&r->arena, r->n, r->c, r->v, 1e-13, 100000) > 100);
    hold_laws(r, 1e-8);
    for (int i = 0; i < 3 * r->n; i += 3) assert_near(r->v[i], 0, 1e-9);
    close_row(r);
}

TEST(a_good_guess_saves_sweeps)
{
    Row *r = row_of(MOST_CONTACTS, 0.2);
    int cold = cd_blocks_solve(&r->arena, r->n, r->c, r->v, 1e-6, 100000);
    memcpy(r->v, r->free, sizeof r->v);
    int warm = cd_blocks_solve(&r->arena, r->n, r->c, r->v, 1e-6, 100000);
    assert_true(warm < 10 && cold > 100);
    close_row(r);
}

TEST(displacements_open_gaps_that_are_negative)
{
    Row *r = row_of(3, 0);
    double gap[3] = { -0.1, 0.05, -0.2 }, lift[3] = { 0 }, d[9] = { 0 };
    cd_blocks_open(3, r->c, gap, lift, d, 1e-15, 10000);
    for (int i = 0; i < 3; i++) {
        double now = gap[i] + d[3 * i] - (i ? d[3 * (i - 1)] : 0);
        assert_true(now > -1e-12 && lift[i] >= 0 && fabs(now * lift[i]) < 1e-12);
    }
    close_row(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT(few_contacts_are_solved_exactly),
        UNIT(sweeps_come_to_the_exact_solution),
        UNIT(a_good_guess_saves_sweeps),
        UNIT(displacements_open_gaps_that_are_negative),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
