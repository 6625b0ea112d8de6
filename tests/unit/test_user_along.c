/* A constraint that a user routine states against the same constraint as an expression: every derivative of its row. */
#include "expr/user.h"
#include "system/constraints.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

typedef struct Scene {
    Arena arena;
    CdLog *log;
    CdModel *model;
    Mechanism *m;
    Constraints *c;
    State s;
    BodyMotion *body;
} Scene;

static void scene_open(Scene *sc, const char *function)
{
    char text[2000];
    int n = snprintf(text, sizeof text,
                     "test\nPART/1, GROUND\nPART/2, MASS=1, CM=20\nMARKER/20, PART=2\n"
                     "MARKER/21, PART=2, QP=0.3,-0.2,0.4, REULER=0.3,0.5,0.7\nPART/3, MASS=1, CM=30, QG=1,0.5,-0.4\n"
                     "MARKER/30, PART=3\nMARKER/31, PART=3, QP=-0.1,0.6,0.2, REULER=1,2,3\n"
                     "GCON/1, FUNCTION=%s\nEND\n",
                     function);
    *sc = (Scene){ .log = cd_log_open() };
    sc->model = cd_model_read_text("scene", text, (size_t)n, sc->log);
    bool good = sc->model && cd_user_open(sc->model, sc->log);
    if (!good) cd_log_print(sc->log, stderr);
    assert_true(good);
    sc->m = cd_mechanism_new(&sc->arena, sc->model);
    sc->c = cd_constraints_new(&sc->arena, sc->m, NULL);
    sc->s = cd_state_new(&sc->arena, sc->m, 0, sc->c->windings);
    sc->body = ARENA_ARRAY(&sc->arena, BodyMotion, sc->m->bodies);
    assert_int_equal(sc->c->rows, 1);
}

static void scene_close(Scene *sc)
{
    cd_model_close(sc->model);
    cd_log_close(sc->log);
    cd_arena_close(&sc->arena);
}

static void pose(Scene *sc, uint64_t seed)
{
    double d[12];
    cd_state_start(sc->m, &sc->s);
    for (int k = 0; k < sc->m->nv; k++) d[k] = 2 * test_random(&seed) - 1, sc->s.v[k] = 2 * test_random(&seed) - 1;
    cd_state_move(sc->m, &sc->s, d, 1);
    sc->c->time = sc->s.t = 0.7;
    cd_bodies_motion(sc->m, &sc->s, sc->body);
}

static double largest[4];

/* Numbers of one kind, relative to the largest of them. */
static void compare(int which, const void *got_, const void *want_, size_t bytes, double tolerance, const char *what)
{
    const double *got = got_, *want = want_;
    int n = (int)(bytes / sizeof(double));
    double size = 1e-2;
    for (int k = 0; k < n; k++) size = fmax(size, fabs(want[k]));
    for (int k = 0; k < n; k++) {
        double error = fabs(got[k] - want[k]) / size;
        largest[which] = fmax(largest[which], error);
        if (!(error <= tolerance))
            fail_msg("%s: entry %d of kind %d is %.15g, not %.15g", what, k, which, got[k], want[k]);
    }
}

/* The same with stated derivatives and with differences; values agree to rounding, slopes and curvatures as differences
 * allow. */
static void agree(const char *routine, const char *expression)
{
    static RowEval got, want;
    for (int states = 0; states < 2; states++) {
        char user[600];
        snprintf(user, sizeof user, "USER(21, 31%s, %d)\\\n, ROUTINE=%s/constraints::%s",
                 strcmp(routine, "rod") ? "" : ", 2", states, getenv("CARDAN_PLUGINS"), routine);
        Scene a, b;
        scene_open(&a, user), scene_open(&b, expression);
        for (uint64_t seed = 1; seed <= 20; seed++) {
            pose(&a, seed), pose(&b, seed);
            cd_constraint_row(a.c, 0, a.body, a.s.winding, NULL, ROW_ALL, &got);
            cd_constraint_row(b.c, 0, b.body, b.s.winding, NULL, ROW_ALL, &want);
            assert_int_equal(got.n, want.n);
            assert_int_equal(got.body[0], want.body[0]);
            double slope = states ? 1e-13 : 1e-10, curvature = states ? 1e-7 : 1e-6, third = states ? 1e-7 : 1e-4;
            compare(0, &got.value, &want.value, sizeof got.value, 1e-14, routine);
            compare(1, got.r, want.r, 2 * sizeof *got.r, slope, routine);
            compare(1, got.pi, want.pi, 2 * sizeof *got.r, slope, routine);
            compare(1, &got.rate_t, &want.rate_t, sizeof got.rate_t, 1e-10, routine);
            compare(2, &got.quad, &want.quad, sizeof got.quad, curvature, routine);
            for (int k = 0; k < 2; k++) {
                compare(2, got.rr[k], want.rr[k], 2 * sizeof **got.rr, curvature, routine);
                compare(2, got.pp[k], want.pp[k], 2 * sizeof **got.rr, curvature, routine);
                compare(2, got.rp[k], want.rp[k], 2 * sizeof **got.rr, curvature, routine);
                compare(2, got.pr[k], want.pr[k], 2 * sizeof **got.rr, curvature, routine);
            }
            compare(2, got.rate_t_q_r, want.rate_t_q_r, 2 * sizeof *got.r, curvature, routine);
            compare(3, got.quad_q_r, want.quad_q_r, 2 * sizeof *got.r, third, routine);
            compare(3, got.quad_q_pi, want.quad_q_pi, 2 * sizeof *got.r, third, routine);
            compare(3, got.quad_v_r, want.quad_v_r, 2 * sizeof *got.r, third, routine);
            compare(3, got.quad_v_pi, want.quad_v_pi, 2 * sizeof *got.r, third, routine);
        }
        scene_close(&a), scene_close(&b);
        print_message("    %s, %s: value %.0e, slopes %.0e, curvatures %.0e, their slopes %.0e\n", routine,
                      states ? "stated" : "differences", largest[0], largest[1], largest[2], largest[3]);
        memset(largest, 0, sizeof largest);
    }
}

TEST(a_rod_by_a_routine_is_the_rod_of_an_expression)
{
    agree("rod", "DM(21, 31) - 2");
}

TEST(a_routine_of_time_is_the_expression_of_time)
{
    agree("moving", "DX(21,31,31)*DY(21,31,31)*DZ(21,31,31) + SIN(TIME)*DX(21,31,31)**2\n, - TIME**2*DY(21,31,31)");
}

TEST(a_routine_of_velocities_is_the_expression_of_velocities)
{
    agree(
        "rolling",
        "DY(21,31,31)*VX(21,31,31,31) - DX(21,31,31)*VY(21,31,31,31)\n, + WZ(21,31,31)/(1 + DX(21,31,31)**2) + SIN(TIME)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT(a_rod_by_a_routine_is_the_rod_of_an_expression),
        UNIT(a_routine_of_time_is_the_expression_of_time),
        UNIT(a_routine_of_velocities_is_the_expression_of_velocities),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
