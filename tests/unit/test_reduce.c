/* test_reduce.c - reductions of small trusses: spiders do what they say, invariants are the sums over lumped masses,
 * and with all modes kept the reduction is the model. */
#include "flex/reduce.h"
#include "flex/spider.h"
#include "near.h"

enum { SIDE = 3, NODES = SIDE * SIDE * SIDE };

/* A block of SIDE^3 nodes, joined by springs to all neighbours; odd places, so that nothing is symmetric. Masses
 * differ. */
static void block(Fem *fem, CdLog *log)
{
    cd_fem_open(fem, log);
    uint64_t seed = 5;
    for (int k = 0; k < NODES; k++) {
        double jitter[3] = { test_random(&seed), test_random(&seed), test_random(&seed) };
        FemNode *n = cd_fem_node(fem, k + 1);
        n->r = v3(k % SIDE + 0.2 * jitter[0], k / SIDE % SIDE + 0.2 * jitter[1], k / (SIDE * SIDE) + 0.2 * jitter[2]);
        n->placed = true;
        for (int c = 0; c < 3; c++) cd_fem_equation(fem, k + 1, c);
    }
    for (int a = 0; a < NODES; a++) {
        const FemNode *na = &fem->node.at[a];
        for (int c = 0; c < 3; c++) cd_fem_add(fem, &fem->M, na->eq[c], na->eq[c], 1 + 0.1 * (a % 7));
        for (int b = 0; b < a; b++) {
            const FemNode *nb = &fem->node.at[b];
            Vec3 d = v3_sub(na->r, nb->r);
            if (v3_norm(d) > 1.9) continue;
            Vec3 e = v3_unit(d);
            for (int i = 0; i < 3; i++)
                for (int j = 0; j < 3; j++) {
                    double k = 1000 * v3_get(e, i) * v3_get(e, j);
                    if (j <= i) cd_fem_add(fem, &fem->K, na->eq[i], na->eq[j], k);
                    if (j <= i) cd_fem_add(fem, &fem->K, nb->eq[i], nb->eq[j], k);
                    cd_fem_add(fem, &fem->K, na->eq[i], nb->eq[j], -k);
                }
        }
    }
}

/* The nodes of one face as a set. */
static void face(Fem *fem, const char *name, int first)
{
    FemSet set = { .name = cd_text(name) };
    for (int k = 0; k < SIDE * SIDE; k++) ARRAY_PUSH(&fem->arena, &set.id, first + k);
    ARRAY_PUSH(&fem->arena, &fem->set, set);
}

static Vec3 moves(const Fem *fem, const double *shape, int id, int first)
{
    const FemNode *n = &fem->node.at[cd_fem_find(fem, id)];
    return v3(shape[n->eq[first]], shape[n->eq[first + 1]], shape[n->eq[first + 2]]);
}

TEST(with_all_modes_an_average_spider_changes_no_frequency)
{
    CdLog *log = cd_log_open();
    Arena arena = { 0 };
    Fem plain, spider;
    Reduction r;
    ModalBody a, b;
    block(&plain, log), block(&spider, log);
    plain.node.at[0].interface = plain.node.at[2].interface = plain.node.at[NODES - 1].interface = true;
    assert_true(cd_reduce(&arena, &plain, 3 * NODES, &r, &a));
    assert_int_equal(r.rigid, 6);
    assert_int_equal(a.n, 3 * NODES - 6);
    face(&spider, "TOP", NODES - SIDE * SIDE + 1);
    assert_true(cd_fem_spider(&spider, &spider.set.at[0], SPIDER_AVERAGE, 500));
    spider.node.at[cd_fem_find(&spider, 500)].interface = true;
    assert_true(cd_reduce(&arena, &spider, 3 * NODES, &r, &b));
    assert_int_equal(b.n, a.n);
    for (int k = 0; k < a.n; k++) assert_near(b.hertz[k] / a.hertz[k], 1, 1e-9);
    cd_fem_close(&plain), cd_fem_close(&spider);
    cd_arena_close(&arena);
    cd_log_close(log);
}

TEST(nodes_follow_a_rigid_spider_and_an_average_one_follows_them)
{
    CdLog *log = cd_log_open();
    Arena arena = { 0 };
    Fem fem;
    Reduction r;
    ModalBody body;
    block(&fem, log);
    face(&fem, "BOTTOM", 1), face(&fem, "TOP", NODES - SIDE * SIDE + 1);
    assert_true(cd_fem_spider(&fem, &fem.set.at[0], SPIDER_RIGID, 500));
    assert_true(cd_fem_spider(&fem, &fem.set.at[1], SPIDER_AVERAGE, 501));
    for (int id = 500; id <= 501; id++) fem.node.at[cd_fem_find(&fem, id)].interface = true;
    assert_true(cd_reduce(&arena, &fem, 4, &r, &body));
    assert_int_equal(r.rigid, 6);
    assert_int_equal(body.n, 12 + 4 - 6);
    for (int j = 0; j < body.n; j++) {
        const double *shape = r.shape + fem.equations * j;
        Vec3 u = moves(&fem, shape, 500, 0), th = moves(&fem, shape, 500, 3), mean = v3(0, 0, 0), turn = v3(0, 0, 0);
        Vec3 centre = fem.node.at[cd_fem_find(&fem, 500)].r, top = fem.node.at[cd_fem_find(&fem, 501)].r;
        Mat3 J = { 0 };
        for (int k = 0; k < SIDE * SIDE; k++) {
            Vec3 x = v3_sub(fem.node.at[cd_fem_find(&fem, k + 1)].r, centre);
            near_vector(moves(&fem, shape, k + 1, 0), v3_add(u, v3_cross(th, x)), 1e-12);
            int id = fem.set.at[1].id.at[k];
            Vec3 arm = v3_sub(fem.node.at[cd_fem_find(&fem, id)].r, top), ui = moves(&fem, shape, id, 0);
            mean = v3_add(mean, v3_scale(ui, 1. / (SIDE * SIDE)));
            turn = v3_add(turn, v3_cross(arm, ui));
            J = m3_add(J, m3_sub(m3_scale(m3_identity(), v3_dot(arm, arm)), m3_outer(arm, arm)));
        }
        near_vector(moves(&fem, shape, 501, 0), mean, 1e-11);
        near_vector(m3_apply(J, moves(&fem, shape, 501, 3)), turn, 1e-10);
    }
    cd_fem_close(&fem);
    cd_arena_close(&arena);
    cd_log_close(log);
}

TEST(invariants_are_sums_over_the_masses)
{
    CdLog *log = cd_log_open();
    Arena arena = { 0 };
    Fem fem;
    Reduction r;
    ModalBody b;
    block(&fem, log);
    fem.node.at[0].interface = fem.node.at[2].interface = fem.node.at[NODES - 1].interface = true;
    assert_true(cd_reduce(&arena, &fem, 5, &r, &b));
    cd_modal_invariants(&arena, &fem, r.shape, true, &b);
    Mat3 I7 = { 0 };
    Vec3 I2 = v3(0, 0, 0);
    double I1 = 0;
    for (int k = 0; k < NODES; k++) {
        double m = 1 + 0.1 * (k % 7);
        Mat3 s = m3_skew(fem.node.at[k].r);
        I1 += m, I2 = v3_axpy(I2, m, fem.node.at[k].r);
        I7 = m3_add(I7, m3_scale(m3_tmul(s, s), m));
    }
    assert_near(b.I1, I1, 1e-12 * I1);
    near_vector(b.I2, I2, 1e-11);
    near_matrix(b.I7, I7, 1e-10);
    for (int i = 0; i < b.n; i++) {
        near_vector(b.I3[i], v3(0, 0, 0), 0);
        near_vector(b.I4[i], v3(0, 0, 0), 0);
        for (int j = 0; j < b.n; j++) {
            Mat3 I8 = { 0 }, I9 = { 0 };
            Vec3 I5 = v3(0, 0, 0);
            double I6 = 0;
            for (int k = 0; k < NODES; k++) {
                double m = 1 + 0.1 * (k % 7);
                Vec3 phi = moves(&fem, r.shape + fem.equations * i, k + 1, 0),
                     other = moves(&fem, r.shape + fem.equations * j, k + 1, 0);
                I5 = v3_axpy(I5, m, v3_cross(phi, other));
                I6 += m * v3_dot(phi, other);
                I8 = m3_add(I8, m3_scale(m3_mul(m3_skew(fem.node.at[k].r), m3_skew(phi)), m));
                I9 = m3_add(I9, m3_scale(m3_mul(m3_skew(phi), m3_skew(other)), m));
            }
            near_vector(b.I5[i * b.n + j], I5, 1e-12);
            near_matrix(b.I9[i * b.n + j], I9, 1e-12);
            near_matrix(b.I8[i], I8, 1e-10);
            assert_near(I6, i == j, 1e-12);
        }
    }
    cd_fem_close(&fem);
    cd_arena_close(&arena);
    cd_log_close(log);
}

TEST(sparse_and_dense_find_the_same_modes)
{
    /* a long chain of beams has more interior equations than are taken as dense */
    CdLog *log = cd_log_open();
    Arena arena = { 0 };
    Fem fem;
    Reduction few, many;
    ModalBody b;
    enum { N = 160 };
    cd_fem_open(&fem, log);
    for (int k = 0; k < N; k++) {
        FemNode *n = cd_fem_node(&fem, k + 1);
        n->r = v3(k, 0.1 * (k % 3), 0), n->placed = true;
        for (int c = 0; c < 3; c++) {
            int e = cd_fem_equation(&fem, k + 1, c);
            cd_fem_add(&fem, &fem.M, e, e, 1);
            cd_fem_add(&fem, &fem.K, e, e, k == 0 || k == N - 1 ? 1 : 2);
            if (k) cd_fem_add(&fem, &fem.K, e, e - 3, -1);
        }
    }
    fem.node.at[0].interface = fem.node.at[N - 1].interface = true;
    assert_true(cd_reduce(&arena, &fem, 12, &few, &b));
    /* w = 2 sin(pi j / 2 (N - 1)), each three times */
    const double pi = 3.14159265358979323846;
    assert_in_range(few.known, 12, 30);
    for (int k = 0; k < few.known; k++)
        assert_near(few.fixed_hertz[k] / (sin(pi * (k / 3 + 1) / (2 * (N - 1))) / pi), 1, 1e-9);
    for (int k = 20; k < N - 1; k++) fem.node.at[k].interface = true; /* fewer than 400 inside */
    assert_true(cd_reduce(&arena, &fem, 12, &many, &b));
    for (int k = 0; k < 12; k++) assert_near(many.fixed_hertz[k] / (sin(pi * (k / 3 + 1) / (2 * 20)) / pi), 1, 1e-9);
    cd_fem_close(&fem);
    cd_arena_close(&arena);
    cd_log_close(log);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT(with_all_modes_an_average_spider_changes_no_frequency),
        UNIT(nodes_follow_a_rigid_spider_and_an_average_one_follows_them),
        UNIT(invariants_are_sums_over_the_masses),
        UNIT(sparse_and_dense_find_the_same_modes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
