/* test_impact.c - impacts: cases in closed form, random problems, friction along a line and in a plane. With a number
 * as argument, that many random problems of up to 50 contacts instead (tests/long/impacts.sh). */
#include "draw.h"
#include "impacts.h"

#include "impact/friction.h"

#include <stdlib.h>

static int asked;

TEST(as_many_random_impacts_as_asked_for)
{
    check_random_impacts(123, asked, 50, true, 0);
    /* wedged: a solution exists, and one in ten thousand is not found */
    check_random_impacts(123, asked, 50, false, asked / 10000);
}

static Impact solve(Arena *a, int n, const double *w, const double *before, double e, ImpactLaw law)
{
    double *all = ARENA_ARRAY(a, double, n);
    for (int i = 0; i < n; i++) all[i] = e;
    Impact out = cd_impact_new(a, n);
    cd_impact_solve(a, &(ImpactProblem){ n, w, before, all, 1e-12, law }, &out);
    assert_true(out.good);
    return out;
}

TEST(rod_on_two_supports_keeps_the_end_that_parts_out_of_the_ground)
{
    Arena a = { 0 };
    const double w[] = { 4, -2, -2, 4 };
    Impact both = solve(&a, 2, w, (double[]){ -1.5, -0.5 }, 0.5, IMPACT_NEWTON);
    assert_near(both.p[0], 0.875, 1e-14), assert_near(both.p[1], 0.625, 1e-14);
    Impact one = solve(&a, 2, w, (double[]){ -0.7, 0.3 }, 0.5, IMPACT_NEWTON);
    assert_near(one.p[0], 0.3, 1e-14), assert_near(one.p[1], 0.075, 1e-14);
    assert_near(one.after[0], 0.35, 1e-14), assert_near(one.after[1], 0, 1e-14);
    cd_arena_close(&a);
}

/* The first of n balls of 1 kg in a row arrives with 1 m/s. */
static Impact row_of_balls(Arena *a, int n, double e, ImpactLaw law)
{
    double *w = ARENA_ARRAY(a, double, n *n), *before = ARENA_ARRAY(a, double, n);
    for (int i = 0; i < n; i++) {
        w[i * n + i] = 2;
        if (i > 0) w[i * n + i - 1] = w[(i - 1) * n + i] = -1;
    }
    before[0] = -1;
    return solve(a, n, w, before, e, law);
}

TEST(row_of_balls_takes_all_contacts_at_once)
{
    Arena a = { 0 };
    const double p5[] = { 1.6, 1.2, 0.8, 0.4 };
    Impact three = row_of_balls(&a, 2, 0.5, IMPACT_NEWTON), five = row_of_balls(&a, 4, 1, IMPACT_NEWTON);
    assert_near(three.p[0], 1, 1e-14), assert_near(three.p[1], 0.5, 1e-14);
    for (int i = 0; i < 4; i++) assert_near(five.p[i], p5[i], 1e-13);
    assert_near(five.lost, 0, 1e-14);
    /* Poisson: compression gives all 0.2, expansion the same impulses again */
    Impact poisson = row_of_balls(&a, 4, 1, IMPACT_POISSON);
    for (int i = 0; i < 4; i++) assert_near(poisson.p[i], p5[i], 1e-13);
    cd_arena_close(&a);
}

TEST(body_between_two_walls_without_room_stops)
{
    Arena a = { 0 };
    Impact out = solve(&a, 2, (double[]){ 1, -1, -1, 1 }, (double[]){ -2, 2 }, 0.5, IMPACT_NEWTON);
    assert_near(out.after[0], 0, 1e-14), assert_near(out.after[1], 0, 1e-14);
    assert_near(out.p[0], 2, 1e-14), assert_near(out.lost, 2, 1e-14), assert_near(out.common, 0, 0);
    cd_arena_close(&a);
}

TEST(four_feet_share_an_impulse_and_do_not_turn_the_plate)
{
    Arena a = { 0 };
    double g[4][3] = { { 1, 0.5, 0.5 }, { 1, 0.5, -0.5 }, { 1, -0.5, 0.5 }, { 1, -0.5, -0.5 } }, w[16], before[4];
    const double inertia[3] = { 2, 0.1, 0.2 }, v[3] = { -1.400714104, 0, 0 };
    for (int i = 0; i < 4; i++) {
        before[i] = dot_of(3, g[i], v);
        for (int j = 0; j < 4; j++) {
            w[4 * i + j] = 0;
            for (int k = 0; k < 3; k++) w[4 * i + j] += g[i][k] * g[j][k] / inertia[k];
        }
    }
    Impact out = solve(&a, 4, w, before, 0.5, IMPACT_NEWTON);
    double sum = 0, turn[2] = { 0 };
    for (int i = 0; i < 4; i++) {
        sum += out.p[i];
        for (int k = 0; k < 2; k++) turn[k] += g[i][1 + k] * out.p[i];
        assert_near(out.after[i], 0.700357052, 1e-12);
    }
    assert_near(sum, 1.5 * 2 * 1.400714104, 1e-12), assert_near(turn[0], 0, 1e-12), assert_near(turn[1], 0, 1e-12);
    cd_arena_close(&a);
}

TEST(random_impacts_are_complementary_and_never_gain_energy)
{
    check_random_impacts(1, 400, 12, true, 0);
    check_random_impacts(77, 40, 50, true, 0);
}

/* Impulses grow until the bodies stop: without restitution there is always a solution, that of least kinetic energy. */
TEST(wedged_bodies_come_to_rest)
{
    check_random_impacts(1, 200, 12, false, 0);
    check_random_impacts(123, 100, 50, false, 0);
}

/* A ball of radius 1 and inertia 2/5 on a floor: U = (v_y, v_x + w). */
TEST(ball_with_friction_slides_or_grips)
{
    Arena a = { 0 };
    const double w[] = { 1, 0, 0, 3.5 }, e[] = { 0.5 }, mu[] = { 0.2 };
    double p[2], after[2];
    assert_true(cd_impact_solve_planar(&a, &(PlanarImpact){ 1, w, (double[]){ -2, 5 }, e, mu, 1e-12 }, p, after));
    assert_near(p[0], 3, 1e-14), assert_near(p[1], -0.6, 1e-14), assert_near(after[1], 5 - 3.5 * 0.6, 1e-13);
    assert_true(cd_impact_solve_planar(&a, &(PlanarImpact){ 1, w, (double[]){ -2, 0.7 }, e, mu, 1e-12 }, p, after));
    assert_near(p[1], -0.2, 1e-13), assert_near(after[1], 0, 1e-13);
    cd_arena_close(&a);
}

/* Random contacts with friction: `per` numbers each, responses of random bodies. */
static void random_friction(Arena *a, uint64_t *s, int n, int per, double *w, double *before)
{
    int size = per * n, nv = 3 + (int)(test_random(s) * 2 * size);
    double *g = ARENA_ARRAY(a, double, size *nv), *v = ARENA_ARRAY(a, double, nv);
    for (int i = 0; i < nv; i++) v[i] = between(s, -1, 1);
    for (int i = 0; i < size * nv; i++) g[i] = test_random(s) < 0.5 ? between(s, -1, 1) : 0;
    for (int i = 0; i < size; i++) {
        before[i] = dot_of(nv, g + i * nv, v);
        for (int j = 0; j < size; j++) w[i * size + j] = dot_of(nv, g + i * nv, g + j * nv);
    }
}

TEST(friction_along_a_line_obeys_coulomb)
{
    uint64_t s = 5;
    for (int k = 0; k < 200; k++) {
        Arena a = { 0 };
        int n = 1 + (int)(test_random(&s) * 6);
        double *w = ARENA_ARRAY(&a, double, 4 * n * n), *u = ARENA_ARRAY(&a, double, 2 * n);
        double *p = ARENA_ARRAY(&a, double, 2 * n), *after = ARENA_ARRAY(&a, double, 2 * n);
        double *e = ARENA_ARRAY(&a, double, n), *mu = ARENA_ARRAY(&a, double, n);
        random_friction(&a, &s, n, 2, w, u);
        for (int i = 0; i < n; i++) mu[i] = test_random(&s), e[i] = 0;
        assert_true(cd_impact_solve_planar(&a, &(PlanarImpact){ n, w, u, e, mu, 1e-12 }, p, after));
        double lost = 0;
        for (int i = 0; i < 2 * n; i++) lost -= p[i] * (u[i] + after[i]) / 2;
        assert_true(lost >= -1e-10);
        for (int i = 0; i < n; i++) {
            double slack = mu[i] * p[i] - fabs(p[n + i]);
            assert_true(p[i] >= 0 && after[i] >= -1e-9 && fmin(p[i], after[i]) <= 1e-9);
            assert_true(slack >= -1e-9 && fmin(slack, fabs(after[n + i])) <= 1e-9);
            assert_true(p[n + i] * after[n + i] <= 1e-9);
        }
        cd_arena_close(&a);
    }
}

TEST(friction_in_a_plane_stays_in_its_cone)
{
    uint64_t s = 9;
    for (int k = 0; k < 100; k++) {
        Arena a = { 0 };
        int n = 1 + (int)(test_random(&s) * 6);
        double *w = ARENA_ARRAY(&a, double, 9 * n * n), *q = ARENA_ARRAY(&a, double, 3 * n);
        double *p = ARENA_ARRAY(&a, double, 3 * n), *mu = ARENA_ARRAY(&a, double, n);
        random_friction(&a, &s, n, 3, w, q);
        for (int i = 0; i < n; i++) mu[i] = 0.7 * test_random(&s);
        ConeProblem c = { n, w, q, mu, NULL };
        assert_true(cd_cone_solve(&a, &c, p));
        assert_true(cd_cone_violation(&c, p) <= 1e-9);
        for (int i = 0; i < n; i++) {
            double u[3];
            for (int d = 0; d < 3; d++) u[d] = q[3 * i + d] + dot_of(3 * n, w + (3 * i + d) * 3 * n, p);
            double slack = mu[i] * p[3 * i] - hypot(p[3 * i + 1], p[3 * i + 2]), slip = hypot(u[1], u[2]);
            assert_true(slack >= -1e-8 && fmin(slack, slip) <= 1e-7);
            assert_true(fmin(p[3 * i], u[0]) <= 1e-8 && u[0] >= -1e-8);
        }
        cd_arena_close(&a);
    }
}

/* Contacts with one tangent, with two and with none; some slip anyway. */
TEST(random_contacts_with_friction_stick_slip_or_part)
{
    uint64_t s = 17;
    int missed = 0;
    for (int k = 0; k < 200; k++) {
        Arena a = { 0 };
        int n = 1 + (int)(test_random(&s) * 5), size = 3 * n;
        double *w = ARENA_ARRAY(&a, double, size *size), *q = ARENA_ARRAY(&a, double, size);
        double *p = ARENA_ARRAY(&a, double, size), *mu = ARENA_ARRAY(&a, double, n),
               *d = ARENA_ARRAY(&a, double, 2 * n);
        bool lines = test_random(&s) < 0.5;
        random_friction(&a, &s, n, 3, w, q);
        for (int i = 0; i < n; i++) {
            mu[i] = 0.3 * test_random(&s);
            for (int t = 3 * i + (lines ? 2 : 3); t < 3 * i + 3; t++)
                for (int j = 0; j < size; j++) w[t * size + j] = w[j * size + t] = q[t] = 0;
            if (test_random(&s) < 0.3) d[2 * i] = lines ? 1 : 0.6, d[2 * i + 1] = lines ? 0 : -0.8;
        }
        bool given = false;
        for (int i = 0; i < n; i++) given |= d[2 * i] != 0;
        bool solved = cd_friction_solve(&a, &(FrictionProblem){ n, w, q, mu, d }, p);
        assert_true(solved || given); /* slip of a given direction may have no solution */
        missed += !solved;
        if (!solved) p = q = w = ARENA_ARRAY(&a, double, size *size);
        for (int i = 0; i < n; i++) {
            double u[3], most = mu[i] * p[3 * i];
            for (int c = 0; c < 3; c++) u[c] = q[3 * i + c] + dot_of(size, w + (3 * i + c) * size, p);
            assert_true(p[3 * i] >= 0 && u[0] >= -1e-8 && fmin(p[3 * i], u[0]) <= 1e-8);
            bool slips = d[2 * i] != 0, tangent = w[(3 * i + 1) * (size + 1)] > 0;
            for (int c = 0; c < 2 && slips && tangent; c++)
                assert_true(fabs(p[3 * i + 1 + c] + most * d[2 * i + c]) <= 1e-8);
            double slack = most - hypot(p[3 * i + 1], p[3 * i + 2]);
            assert_true(slips || (slack >= -1e-8 && fmin(slack, hypot(u[1], u[2])) <= 1e-7));
        }
        cd_arena_close(&a);
    }
    assert_true(missed < 20);
}

TEST(impacts_with_friction_never_gain_energy)
{
    uint64_t s = 23;
    for (int k = 0; k < 200; k++) {
        Arena a = { 0 };
        int n = 1 + (int)(test_random(&s) * 4), size = 3 * n;
        double *w = ARENA_ARRAY(&a, double, size *size), *q = ARENA_ARRAY(&a, double, size);
        double *mu = ARENA_ARRAY(&a, double, n), *e = ARENA_ARRAY(&a, double, n), lost = 0;
        random_friction(&a, &s, n, 3, w, q);
        for (int i = 0; i < n; i++) mu[i] = 0.6 * test_random(&s), e[i] = test_random(&s);
        FrictionImpact x = { .f = { n, w, q, mu, NULL }, .e = e };
        x.p = ARENA_ARRAY(&a, double, size), x.after = ARENA_ARRAY(&a, double, size);
        assert_true(cd_friction_impact(&a, &x));
        for (int i = 0; i < size; i++) lost -= x.p[i] * (q[i] + x.after[i]) / 2;
        assert_true(lost >= -1e-10 && fabs(lost - x.lost) <= 1e-10);
        for (int i = 0; i < n; i++) {
            assert_true(x.p[3 * i] >= 0);
            assert_true(x.after[3 * i] >= -1e-7);
        }
        cd_arena_close(&a);
    }
}

/* Painleve's rod: W_nn - mu W_nt < 0 and the end is pressed down. No acceleration is consistent, and it stops by an impact
 * though nothing approaches: Pn = Ut / (mu Wtt - Wnt) where it slips on, or both velocities zero. */
TEST(rod_that_can_neither_slide_nor_part_stops)
{
    Arena a = { 0 };
    double w[9] = { 1.75, 1.3, 0, 1.3, 3.25, 0, 0, 0, 0 }, mu[1] = { 2 }, e[1] = { 0 };
    double q[3] = { 0, 3, 0 }, acceleration[3] = { -9.81, 0, 0 }, way[2] = { 1, 0 }, p[3], after[3];
    assert_false(cd_friction_solve(&a, &(FrictionProblem){ 1, w, acceleration, mu, way }, p));
    FrictionImpact x = { .f = { 1, w, q, mu, NULL }, .e = e, .p = p, .after = after };
    assert_true(cd_friction_jam(&a, &x, acceleration));
    assert_near(after[0], 0, 1e-9);
    assert_near(after[1], 0, 1e-9);
    assert_true(p[0] > 0 && fabs(p[1]) <= 2 * p[0] && x.lost > 0);
    cd_arena_close(&a);
}

TEST(contacts_that_depend_on_others_hand_their_load_over)
{
    Arena a = { 0 };
    /* four corners of a plate of unit radius of inertia: g = (1, +-1, +-1) */
    const double g[4][3] = { { 1, 1, 1 }, { 1, 1, -1 }, { 1, -1, 1 }, { 1, -1, -1 } };
    double w[16], press[4] = { 1, 2, 3, 4 }, sum[3] = { 0 }, now[3] = { 0 };
    bool on[4] = { true, true, true, true };
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) w[4 * i + j] = dot_of(3, g[i], g[j]);
    for (int i = 0; i < 4; i++)
        for (int c = 0; c < 3; c++) sum[c] += press[i] * g[i][c];
    cd_friction_support(&a, 4, w, NULL, press, on);
    int left = 0;
    for (int i = 0; i < 4; i++) {
        left += on[i];
        assert_true(press[i] >= 0 && (on[i] || press[i] == 0));
        for (int c = 0; c < 3; c++) now[c] += press[i] * g[i][c];
    }
    assert_int_equal(left, 3);
    for (int c = 0; c < 3; c++) assert_near(now[c], sum[c], 1e-12);
    cd_arena_close(&a);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest many[] = { UNIT(as_many_random_impacts_as_asked_for) };
    if (argc > 1) return asked = atoi(argv[1]), cmocka_run_group_tests(many, NULL, NULL);
    const struct CMUnitTest tests[] = {
        UNIT(rod_on_two_supports_keeps_the_end_that_parts_out_of_the_ground),
        UNIT(row_of_balls_takes_all_contacts_at_once),
        UNIT(body_between_two_walls_without_room_stops),
        UNIT(four_feet_share_an_impulse_and_do_not_turn_the_plate),
        UNIT(random_impacts_are_complementary_and_never_gain_energy),
        UNIT(wedged_bodies_come_to_rest),
        UNIT(ball_with_friction_slides_or_grips),
        UNIT(friction_along_a_line_obeys_coulomb),
        UNIT(friction_in_a_plane_stays_in_its_cone),
        UNIT(random_contacts_with_friction_stick_slip_or_part),
        UNIT(impacts_with_friction_never_gain_energy),
        UNIT(rod_that_can_neither_slide_nor_part_stops),
        UNIT(contacts_that_depend_on_others_hand_their_load_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
