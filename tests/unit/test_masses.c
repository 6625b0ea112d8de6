/* test_masses.c - masses eliminated from [ M G^T; G 0 ] against the factors of the whole matrix, in every kind of
 * model. */
#include "system/masses.h"

#include "integrate.h"

/* The same right-hand side by both ways; parts of it are zero in some rounds. */
static void both_ways_agree(System *s, double tol, uint64_t *seed)
{
    Arena arena = { 0 };
    double *a = ARENA_ARRAY(&arena, double, s->matrix.n), *b = ARENA_ARRAY(&arena, double, s->matrix.n);
    for (int round = 0; round < 4; round++) {
        assert_true(cd_system_prepare(s, NULL));
        double largest = 1;
        for (int i = 0; i < s->matrix.n; i++)
            a[i] = b[i] = (i < s->m->nv ? round & 1 : round & 2) ? test_random(seed) - 0.5 : 0;
        assert_true(cd_system_factor(s, cd_block_mass, NULL, 0) <= LU_REPIVOTED);
        cd_lu_solve(cd_solver(s)->lu, a);
        cd_system_forget_factors(s); /* what comes from them would be seen */
        assert_true(cd_masses_factor(s) <= LU_REPIVOTED);
        assert_int_equal(cd_masses_solve(s, b), LU_OK);
        for (int i = 0; i < s->matrix.n; i++) largest = fmax(largest, fabs(a[i]));
        for (int i = 0; i < s->matrix.n; i++) assert_near(b[i], a[i], tol * largest);
    }
    cd_arena_close(&arena);
}

static void move(System *s, uint64_t *seed)
{
    for (int i = 0; i < s->m->nv; i++) s->now.rhs[i] = 0.2 * (test_random(seed) - 0.5);
    cd_state_move(s->m, &s->state, s->now.rhs, 1);
}

TEST(solutions_are_those_of_the_whole_matrix)
{
    uint64_t seed = 11;
    for (int k = 0; k < PROBLEMS; k++) {
        Case c = open_case(&problems[k], "");
        for (int place = 0; place < 3; place++) {
            both_ways_agree(c.s, 1e-12, &seed);
            move(c.s, &seed);
        }
        close_case(&c);
    }
}

/* Entries that are zero at first are so no more when the bodies leave the plane: lists grow. */
TEST(a_plane_mechanism_leaves_its_plane)
{
    static const Problem plane = {
        .text =
            "plane\nPART/1, GROUND\nMARKER/10, PART=1\nPART/2, MASS=1, CM=20, IP=1,2,3,0.1,0,0, QG=1,0,0\nMARKER/20, PART=2\n"
            "MARKER/21, PART=2, QP=-1,0,0\nMARKER/22, PART=2, QP=1,0,0\nPOINT_MASS/1, MASS=0.3, CM=31, QG=2,1,0\n"
            "MARKER/31, POINT_MASS=1\nJOINT/1, SPHERICAL, I=21, J=10\nJPRIM/1, INPLANE, I=31, J=22\n",
    };
    uint64_t seed = 13;
    Case c = open_case(&plane, "");
    Arena arena = { 0 };
    double *b = ARENA_ARRAY(&arena, double, c.s->matrix.n), *again = ARENA_ARRAY(&arena, double, c.s->matrix.n);
    for (int place = 0; place < 3; place++) {
        assert_true(cd_system_prepare(c.s, NULL));
        for (int i = 0; i < c.s->matrix.n; i++) b[i] = again[i] = test_random(&seed);
        assert_int_equal(cd_masses_factor(c.s), LU_OK); /* with the lists so far */
        assert_int_equal(cd_masses_solve(c.s, b), LU_OK);
        assert_int_equal(cd_system_factor(c.s, cd_block_mass, NULL, 0), LU_OK);
        cd_lu_solve(cd_solver(c.s)->lu, again);
        for (int i = 0; i < c.s->matrix.n; i++) assert_near(b[i], again[i], 1e-11);
        move(c.s, &seed);
    }
    cd_arena_close(&arena);
    close_case(&c);
}

/* Bodies without mass, and rows that nearly depend on each other, are no matter for S. */
TEST(what_cannot_be_eliminated_is_left_to_pivots)
{
    static const char *const inertia[] = { "MASS=0", "MASS=1, IP=1,1,0", "MASS=1, IP=1,2,3" };
    for (int k = 0; k < 3; k++) {
        char text[1000];
        snprintf(text, sizeof text,
                 "held\nPART/1, GROUND\nMARKER/10, PART=1\nPART/2, %s, CM=20, QG=1,0,0\nMARKER/20, PART=2\n"
                 "MARKER/21, PART=2, QP=-1,0,0\nMARKER/22, PART=2, QP=0,1E-5,0\nJOINT/1, %s, I=21, J=10\n%s",
                 inertia[k], k < 2 ? "FIXED" : "SPHERICAL",
                 k < 2
                     ? ""
                     : "MARKER/11, PART=1, QP=2,0,0\nMARKER/23, PART=2, QP=-1,1E-5,0\nJPRIM/1, INPLANE, I=23, J=11\n");
        Problem p = { .text = text };
        Case c = open_case(&p, "");
        uint64_t seed = 17;
        both_ways_agree(c.s, k < 2 ? 1e-12 : 1e-6, &seed);
        close_case(&c);
    }
}

/* Many joints on one body: S would be full. */
TEST(a_hub_with_many_spokes_is_left_to_the_whole_matrix)
{
    enum { SPOKES = 60 };
    TextBuffer text = { 0 };
    cd_buffer_print(&text, "hub\nPART/1, GROUND\nPART/2, MASS=5, CM=20, IP=3,2,4\nMARKER/20, PART=2\n");
    for (int i = 0; i < SPOKES; i++) {
        double at = 6.28 * i / SPOKES;
        cd_buffer_print(&text,
                        "MARKER/%d, PART=2, QP=%.17g,%.17g,0\nPART/%d, MASS=0.2, CM=%d, IP=1,1,1, QG=%.17g,%.17g,0\n",
                        100 + i, cos(at), sin(at), 10 + i, 200 + i, cos(at), sin(at));
        cd_buffer_print(&text,
                        "MARKER/%d, PART=%d, QP=0.3,0.2,0.1\nMARKER/%d, PART=%d\nJOINT/%d, SPHERICAL, I=%d, J=%d\n",
                        200 + i, 10 + i, 300 + i, 10 + i, 1 + i, 300 + i, 100 + i);
    }
    Problem p = { .text = text.at };
    Case c = open_case(&p, "");
    uint64_t seed = 29;
    both_ways_agree(c.s, 1e-12, &seed);
    double *b = c.s->now.rhs, *g = cd_masses_room(c.s);
    for (int i = 0; i < c.s->matrix.n; i++) b[i] = 1;
    cd_system_rows(c.s, &(RowValues){ .value = c.s->in_use.dotted.value, .rate = c.s->in_use.dotted.rate, .g = g });
    assert_false(cd_masses_solve_with(c.s, g, b));
    for (int i = 0; i < c.s->matrix.n; i++) assert_near(b[i], 1, 0);
    close_case(&c);
    cd_buffer_close(&text);
}

/* Two rods of equal length from ground to ground, at an angle: what the weakest row adds to the others goes like its
 * square. */
TEST(hold_falls_like_the_square_of_the_way_to_a_toggle)
{
    static const char *const rod[] = { "MASS=2, CM=30, IP=0.1,0.1,0.1, ", "" };
    for (int massless = 0; massless < 2; massless++) {
        double share[2];
        for (int k = 0; k < 2; k++) {
            TextBuffer text = { 0 };
            double a = k ? 0.005 : 0.01;
            cd_buffer_print(&text,
                            "rods\nPART/1, GROUND\nMARKER/10, PART=1\nMARKER/11, PART=1, QP=%.17g,0,0\n"
                            "PART/2, MASS=1, CM=20, IP=0.1,0.2,0.3\nMARKER/20, PART=2, QP=0.4,0,0\nMARKER/21, PART=2\n"
                            "MARKER/22, PART=2, QP=%.17g,%.17g,0\n",
                            2 * cos(a), cos(a), sin(a));
            cd_buffer_print(
                &text,
                "PART/3, %sQG=%.17g,%.17g,0\nMARKER/30, PART=3, QP=0.5,0,0\nMARKER/31, PART=3\n"
                "MARKER/32, PART=3, QP=%.17g,%.17g,0\n"
                "JOINT/1, REVOLUTE, I=21, J=10\nJOINT/2, REVOLUTE, I=31, J=22\nJPRIM/3, INLINE, I=32, J=11\n",
                rod[massless], cos(a), sin(a), cos(a), -sin(a));
            Problem p = { .text = text.at };
            Case c = open_case(&p, "");
            double *g = cd_masses_room(c.s);
            cd_system_rows(c.s,
                           &(RowValues){ .value = c.s->in_use.dotted.value, .rate = c.s->in_use.dotted.rate, .g = g });
            share[k] = cd_masses_pivot(c.s, g).ratio;
            close_case(&c);
            cd_buffer_close(&text);
        }
        assert_near(share[0] / share[1], 4, 1e-2);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT(solutions_are_those_of_the_whole_matrix),
        UNIT(a_plane_mechanism_leaves_its_plane),
        UNIT(what_cannot_be_eliminated_is_left_to_pivots),
        UNIT(a_hub_with_many_spokes_is_left_to_the_whole_matrix),
        UNIT(hold_falls_like_the_square_of_the_way_to_a_toggle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
