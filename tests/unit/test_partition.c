/* test_partition.c - independent coordinates, and the others from them; project.c, which works the same way without a
 * choice. */
#include "system/partition.h"

#include "integrate.h"

enum { MOST = 40 };

/* The largest that constraints of positions, and of velocities, are off by. */
static void off(System *s, double *position, double *velocity)
{
    *position = *velocity = 0;
    assert_true(cd_system_prepare(s, NULL));
    for (int i = 0; i < s->in_use.n; i++) {
        const RowEval *e = cd_system_row(s, s->in_use.row[i], ROW_SLOPE);
        *position = fmax(*position, fabs(e->value));
        *velocity = fmax(*velocity, fabs(cd_system_rate(s, s->in_use.row[i], e)));
    }
}

/* The state moved by D from a base, and velocities shaken. */
static void shake(System *s, const State *base, const double *D, uint64_t *seed)
{
    cd_state_copy(s->m, s->c->rows, s->c->windings, &s->state, base);
    cd_state_move(s->m, &s->state, D, 1);
    for (int i = 0; i < s->m->nv; i++) s->state.v[i] += test_random(seed) - 0.5;
}

TEST(as_many_are_independent_as_there_are_freedoms)
{
    for (int k = 0; k < PROBLEMS; k++) {
        Case c = open_case(&problems[k], "");
        Arena arena = { 0 };
        Partition p;
        cd_partition_open(&arena, &p, c.s);
        assert_true(cd_system_prepare(c.s, NULL));
        assert_true(cd_partition_choose(&p));
        int n = 0;
        for (int i = 0; i < c.s->m->nv; i++) n += p.independent[i];
        assert_int_equal(n, p.free);
        assert_int_equal(n, c.s->m->nv - c.s->in_use.n);
        assert_false(cd_partition_has_gone_bad(&p));
        assert_true(p.first < 20); /* how far the others move */
        cd_partition_close(&p);
        cd_arena_close(&arena);
        close_case(&c);
    }
}

TEST(independent_numbers_stay_and_the_others_meet_the_constraints)
{
    uint64_t seed = 3;
    for (int k = 0; k < PROBLEMS; k++)
        for (int turn = 0; turn < 4; turn++) {
            Case c = open_case(&problems[k], "");
            Arena arena = { 0 };
            Partition p;
            double D[MOST], before[MOST], v[MOST], position, velocity;
            State base = cd_state_new(&arena, c.s->m, c.s->c->rows, c.s->c->windings);
            cd_state_copy(c.s->m, c.s->c->rows, c.s->c->windings, &base, &c.s->state);
            cd_partition_open(&arena, &p, c.s);
            p.rotations = turn % 2 ? 10 : 1;
            assert_true(cd_system_prepare(c.s, NULL));
            assert_true(cd_partition_choose(&p));
            assert_false(cd_partition_has_gone_bad(&p));
            for (int i = 0; i < c.s->m->nv; i++) D[i] = before[i] = (test_random(&seed) - 0.5) * (turn < 2 ? 0.3 : 0.1);
            shake(c.s, &base, D, &seed);
            memcpy(v, c.s->state.v, sizeof(double) * (size_t)c.s->m->nv);
            assert_true(cd_partition_recover(&p, &base, D, 1e-12, 1e-12));
            off(c.s, &position, &velocity);
            assert_true(position < 2e-12 && velocity < 2e-12);
            for (int i = 0; i < c.s->m->nv; i++) {
                if (!p.independent[i]) continue;
                assert_near(D[i], before[i], 1e-8);
                assert_near(c.s->state.v[i], v[i], 1e-8);
            }
            cd_partition_close(&p);
            cd_arena_close(&arena);
            close_case(&c);
        }
}

TEST(a_choice_goes_bad_when_the_mechanism_turns_away_from_it)
{
    static const Problem pendulum = { .name = "pendulum",
                                      .text = "pendulum\nPART/1, GROUND\nMARKER/10, PART=1\n"
                                              "PART/2, MASS=1, CM=20, IP=0.1,0.1,0.1, QG=0,0,0, WZ=1\n"
                                              "MARKER/20, PART=2, QP=1,0,0\nMARKER/21, PART=2\n"
                                              "JOINT/1, REVOLUTE, I=21, J=10\n" };
    Case c = open_case(&pendulum, "");
    Arena arena = { 0 };
    Partition p;
    cd_partition_open(&arena, &p, c.s);
    p.rotations = 1e-3; /* so that it is a displacement that is independent: y */
    assert_true(cd_system_prepare(c.s, NULL));
    assert_true(cd_partition_choose(&p));
    assert_true(p.independent[1]);
    assert_false(cd_partition_has_gone_bad(&p));
    follow(&c, 1.4); /* 80 degrees on y hardly changes */
    assert_true(cd_system_prepare(c.s, NULL));
    assert_true(cd_partition_has_gone_bad(&p));
    assert_true(cd_partition_choose(&p));
    assert_true(p.independent[0]);
    cd_partition_close(&p);
    cd_arena_close(&arena);
    close_case(&c);
}

TEST(a_projection_is_the_least_change_by_masses)
{
    uint64_t seed = 5;
    for (int k = 0; k < PROBLEMS; k++) {
        Case c = open_case(&problems[k], "");
        System *s = c.s;
        double D[MOST], v[MOST], change[MOST], position, velocity;
        for (int i = 0; i < s->m->nv; i++) D[i] = 1e-3 * (test_random(&seed) - 0.5);
        cd_state_move(s->m, &s->state, D, 1);
        for (int i = 0; i < s->m->nv; i++) v[i] = s->state.v[i] += test_random(&seed) - 0.5;
        off(s, &position, &velocity);
        Projection p = { .lu = NULL };
        cd_project_positions(s, 1e-12, &p);
        assert_true(p.good);
        assert_near(p.gap, position, 1e-12);
        p.factored = false; /* factors of the point reached, so that the change is exactly the least one */
        cd_project_velocities(s, 1e-12, &p);
        assert_true(p.good);
        off(s, &position, &velocity);
        assert_true(position < 2e-12 && velocity < 2e-12);
        /* M (v_new - v_old) is a combination of constraint gradients: no motion that they allow feels it */
        for (int i = 0; i < s->m->nv; i++) change[i] = s->state.v[i] - v[i];
        assert_int_equal(cd_system_factor(s, cd_block_mass, NULL, 0), LU_OK);
        memset(s->now.rhs, 0, sizeof(double) * (size_t)s->matrix.n);
        for (int b = 0; b < s->m->bodies; b++) {
            double B[36] = { 0 };
            cd_block_mass(s, b, B, NULL);
            int first = s->m->body[b].first;
            for (int i = 0; i < 6; i++)
                for (int j = 0; j < 6; j++) s->now.rhs[first + i] += B[6 * i + j] * change[first + j];
        }
        cd_system_solve(s);
        for (int i = 0; i < s->m->nv; i++) assert_near(s->now.rhs[i], 0, 1e-9);
        close_case(&c);
    }
}

TEST(what_cannot_be_met_is_told)
{
    Case c = open_case(&problems[0], "");
    Projection p = { .lu = NULL };
    c.s->state.r[0].x = NAN;
    cd_project_positions(c.s, 1e-12, &p);
    assert_false(p.good);
    close_case(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = { UNIT(as_many_are_independent_as_there_are_freedoms),
                                        UNIT(independent_numbers_stay_and_the_others_meet_the_constraints),
                                        UNIT(a_choice_goes_bad_when_the_mechanism_turns_away_from_it),
                                        UNIT(a_projection_is_the_least_change_by_masses),
                                        UNIT(what_cannot_be_met_is_told) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
