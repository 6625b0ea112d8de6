/* test_meshes.c - meshes: equal to the solids they are made of, converging to the round ones, with regions of their
 * own. */
#include "base/mesh_file.h"
#include "contact/crossing_surfaces.h"
#include "contact/facets.h"
#include "contact/mesh.h"
#include "contact/polytope.h"
#include "contact_fixture.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

static Vec3 random_vec3(uint64_t *s)
{
    double x = test_random(s), y = test_random(s), z = test_random(s);
    return v3(2 * x - 1, 2 * y - 1, 2 * z - 1);
}

static void touch_of(const Shape *i, const Shape *j, Vec3 r, Mat3 A, Touch *t)
{
    Pair pair;
    assert_true(cd_pair_make(&pair, i, j, (PairOptions){ 0 }));
    cd_pair_eval(&pair, r, A, &scratch, t);
}

static const Shape *shape_of(const char *name, const char *text)
{
    TriangleList list = { .arena = &arena };
    const char *why = NULL;
    cd_triangles_read(&list, cd_text(name), text, strlen(text));
    Vec3 *vertex = ARENA_ARRAY(&arena, Vec3, 3 * list.n);
    int(*triangle)[3] = cd_arena_take(&arena, sizeof *triangle * (size_t)list.n);
    for (int k = 0; k < 3 * list.n; k++) vertex[k] = v3_load(list.corner + 3 * k), triangle[k / 3][k % 3] = k;
    return cd_shape_mesh(&arena, 3 * list.n, vertex, list.n, (const int(*)[3])triangle, &why);
}

/* A box from (0, 0, 0) to (x, y, z) as text of an STL file. */
static const Shape *stl_box(double x, double y, double z)
{
    const SurfaceMesh *m = cd_shape_box(&arena, v3(0, 0, 0), v3(x, y, z))->mesh;
    TextBuffer text = { 0 };
    cd_buffer_print(&text, "solid box\n");
    for (int t = 0; t < m->triangles; t++) {
        cd_buffer_print(&text, "facet normal 0 0 0\nouter loop\n");
        for (int k = 0; k < 3; k++) {
            Vec3 v = m->vertex[m->triangle[t][k]];
            cd_buffer_print(&text, "vertex %.17g %.17g %.17g\n", v.x, v.y, v.z);
        }
        cd_buffer_print(&text, "endloop\nendfacet\n");
    }
    cd_buffer_print(&text, "endsolid\n");
    cd_buffer_char(&text, '\0');
    const Shape *s = shape_of("box.stl", text.at);
    cd_buffer_close(&text);
    assert_non_null(s);
    return s;
}

TEST(a_box_and_the_same_box_as_stl_are_equal)
{
    const Shape *box = cd_shape_box(&arena, v3(0, 0, 0), v3(0.3, 0.2, 0.15)), *stl = stl_box(0.3, 0.2, 0.15);
    const Shape *on[] = { cd_shape_plane(&arena), cd_shape_box(&arena, v3(-0.5, -0.5, -0.3), v3(0.5, 0.5, 0)),
                          cd_shape_sphere(&arena, 0.25), cd_shape_cylinder(&arena, -0.4, 0.3, 0.2) };
    uint64_t seed = 17;
    Touch a, b;
    for (int k = 0; k < 4; k++) {
        int seen = 0;
        for (int n = 0; n < 400; n++) {
            Vec3 r = v3_scale(random_vec3(&seed), k < 2 ? 0.35 : 0.5);
            Mat3 A = m3_rotvec(v3_scale(random_vec3(&seed), 3));
            if (n % 4 == 0) A = m3_identity(), r.z = -1e-3 * test_random(&seed); /* flat */
            touch_of(box, on[k], r, A, &a);
            touch_of(stl, on[k], r, A, &b);
            assert_int_equal(a.n, b.n);
            assert_near(a.gap, b.gap, 1e-10);
            for (int c = 0; c < a.n; c++) {
                seen++;
                assert_near(a.at[c].p, b.at[c].p, 1e-9 * a.at[c].p);
                near_vector(a.at[c].normal, b.at[c].normal, 1e-9);
                near_vector(a.at[c].point, b.at[c].point, 1e-9);
            }
        }
        assert_true(seen > 50);
    }
}

/* The way of meshes against that of convex solids, at poses where faces do not come to lie in one plane. */
TEST(crossing_surfaces_give_the_region_that_cutting_gives)
{
    const Shape *a = cd_shape_box(&arena, v3(0, 0, 0), v3(0.3, 0.2, 0.15)),
                *b = cd_shape_box(&arena, v3(-1, -1, -0.5), v3(1, 1, 0));
    const Shape *c = cd_shape_box(&arena, v3(-0.2, -0.2, -0.2), v3(0.2, 0.2, 0.2));
    uint64_t seed = 5;
    int seen = 0;
    for (int n = 0; n < 300; n++) {
        const Shape *j = n % 2 ? b : c;
        Vec3 r = v3_scale(random_vec3(&seed), 0.3);
        Mat3 A = m3_rotvec(v3_scale(random_vec3(&seed), 2));
        Touch cut, crossed = { .gap = INFINITY };
        touch_of(a, j, r, A, &cut);
        ArenaMark mark = cd_arena_mark(&scratch);
        NearTriangles near = { 0 };
        cd_near_triangles_list(&near, a->mesh, j->mesh, r, A, 0, &scratch, &scratch);
        bool meet = cd_surfaces_overlap(a->mesh, j->mesh, &near, r, A, &scratch, &crossed);
        cd_arena_release(&scratch, mark);
        if (!cut.n || !meet) continue; /* one inside the other, or apart */
        seen++;
        assert_int_equal(crossed.n, 1);
        near_matrix(crossed.at[0].gyration, cut.at[0].gyration, 1e-11);
        if (v3_norm(v3_sub(crossed.at[0].normal, cut.at[0].normal)) > 1e-9) continue; /* a face counts less */
        assert_near(crossed.at[0].p, cut.at[0].p, 1e-10);
        near_vector(crossed.at[0].point, cut.at[0].point, 1e-10);
    }
    assert_true(seen > 60);
}

/* A brick exactly flat on a slab with a notch (no convex solid): faces in one plane, shared edges and corners. */
TEST(flush_meshes_press_along_their_faces)
{
    const Vec3 profile[] = { { -1, -1, 0 },    { 1, -1, 0 },      { 1, 0, 0 },    { 0.2, 0, 0 },
                             { 0.2, -0.5, 0 }, { 0.15, -0.5, 0 }, { 0.15, 0, 0 }, { -1, 0, 0 } };
    const char *why;
    const Shape *slab = cd_shape_extrusion(&arena, 8, profile, 0, 1, &why),
                *brick = cd_shape_box(&arena, v3(0, 0, 0), v3(0.1, 0.05, 0.08));
    assert_non_null(slab);
    assert_null(slab->polytope);
    const Vec3 at[] = { { 0, 0, 0 }, { 0.05, 0, 0 }, { -0.3, 0, 0.4 }, { 0.9, 0, 0.92 }, { -1, 0, 0 } };
    const double p = 1e-4;
    for (int k = 0; k < 5; k++) {
        Touch t;
        touch_of(brick, slab, v3_sub(at[k], v3(0, p, 0)), m3_identity(), &t);
        assert_int_equal(t.n, 1);
        assert_near(t.at[0].p, p, 2e-7); /* flush sides turn the vector area by p over the width */
        assert_near(t.at[0].normal.y, 1, 1e-5);
        near_vector(t.at[0].point, v3_add(at[k], v3(0.05, -p / 2, 0.04)), 1e-6);
    }
    Touch t;
    touch_of(brick, slab, v3(0.125, -p, 0.3), m3_identity(), &t); /* over the notch: two regions */
    assert_int_equal(t.n, 2);
    for (int k = 0; k < 2; k++) assert_near(t.at[k].p, p, 1e-9);
    touch_of(brick, slab, v3(0.125, 0.02, 0.3), m3_identity(), &t);
    assert_int_equal(t.n, 0);
    assert_near(t.gap, 0.02, 1e-12);
}

static const Shape *ball_mesh(double R, int rows);

/* Two meshes that are no convex solids: how far they are apart, asked for exactly, within a bound, and not at all. */
TEST(gaps_within_a_bound_are_the_gaps)
{
    const Shape *ball = ball_mesh(0.5, 24);
    Pair pair;
    assert_true(cd_pair_make(&pair, ball, ball, (PairOptions){ 0 }));
    assert_null(ball->polytope);
    for (int k = 0; k < 20; k++) {
        Mat3 A = m3_rotvec(v3(0.3 * k, 0.5, 0.2));
        Vec3 r = v3_scale(v3_unit(v3(0.2, 0.4, 0.7)), 0.98 + 0.004 * k);
        Touch exact, alone;
        cd_pair_eval(&pair, r, A, &scratch, &exact);
        cd_pair_incidents(&pair, r, A, &scratch, &alone);
        assert_int_equal(alone.n, exact.n);
        assert_int_equal(alone.gap > 0, exact.gap > 0);
        for (int n = 0; n < exact.n; n++) assert_true(alone.at[n].p == exact.at[n].p);
        assert_near(cd_pair_gap(&pair, r, A, 1, &scratch), exact.gap, 1e-12);
        double within = 0.02, gap = cd_pair_gap(&pair, r, A, within, &scratch);
        if (exact.gap < within) assert_near(gap, exact.gap, 1e-12);
        else assert_true(gap >= within);
    }
}

static const Shape *ball_mesh(double R, int rows)
{
    int columns = 2 * rows;
    Vec3 *x = ARENA_ARRAY(&arena, Vec3, (rows + 1) * columns);
    for (int a = 0; a <= rows; a++)
        for (int b = 0; b < columns; b++) {
            double f = -M_PI / 2 + M_PI * a / rows, g = 2 * M_PI * b / columns, wide = a == 0 || a == rows ? 0 : cos(f);
            x[a * columns + b] = v3(R * wide * cos(g), R * wide * sin(g), R * sin(f));
        }
    Shape *s = ARENA_NEW(&arena, Shape);
    *s = (Shape){ .kind = SHAPE_mesh };
    cd_shape_take_mesh(s, cd_mesh_grid(&arena, rows + 1, columns, x, false));
    return s;
}

TEST(a_finer_mesh_of_a_ball_converges_to_the_ball)
{
    const double R = 0.5, p = 0.02;
    const Shape *ball = cd_shape_sphere(&arena, R), *floor = cd_shape_plane(&arena);
    Mat3 A = m3_rotvec(v3(0.3, 0.5, 0.2));
    Vec3 apart = v3_scale(v3_unit(v3(0.2, 0.4, 0.7)), 2 * R - p);
    double error[2][3];
    for (int k = 0; k < 3; k++) {
        const Shape *mesh = ball_mesh(R, 16 << k);
        Touch t;
        touch_of(mesh, floor, v3(0, 0, R - p), A, &t);
        assert_int_equal(t.n, 1);
        error[0][k] = fabs(t.at[0].p - p);
        touch_of(mesh, ball, apart, A, &t);
        assert_int_equal(t.n, 1);
        error[1][k] = fabs(t.at[0].p - p);
    }
    for (int k = 0; k < 2; k++) {
        assert_true(error[k][1] < 0.5 * error[k][0]);
        assert_true(error[k][2] < 0.5 * error[k][1]);
        assert_true(error[k][2] < 0.05 * p);
    }
}

/* A ball on the flat top of a mesh: the triangles under it do not matter. */
TEST(a_ball_rolls_over_flat_triangles_without_noticing)
{
    const Vec3 profile[] = { { -1, -1, 0 },    { 1, -1, 0 },  { 1, 0, 0 },    { 0.5, 0, 0 },
                             { 0.4, -0.5, 0 }, { 0.3, 0, 0 }, { -0.7, 0, 0 }, { -1, 0, 0 } };
    const char *why;
    const Shape *slab = cd_shape_extrusion(&arena, 8, profile, -1, 1, &why), *ball = cd_shape_sphere(&arena, 0.1);
    for (int n = 0; n < 200; n++) {
        Touch t;
        touch_of(ball, slab, v3(-0.9 + 0.005 * n, 0.099, -0.8 + 0.007 * n), m3_identity(), &t);
        assert_int_equal(t.n, 1);
        assert_near(t.at[0].p, 1e-3, 1e-13);
        near_vector(t.at[0].normal, v3(0, 1, 0), 1e-12);
    }
}

TEST(ten_thousand_triangles_cost_less_than_a_millisecond)
{
    const Shape *a = ball_mesh(0.5, 50), *b = ball_mesh(0.7, 50);
    assert_true(a->mesh->triangles > 9000);
    Touch t;
    struct timespec from, to;
    Vec3 r = v3_scale(v3_unit(v3(0.5, 0.3, 0.2)), 1.2 - 4e-3);
    Mat3 A = m3_rotvec(v3(0.3, 0.2, 0.5));
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &from);
    for (int k = 0; k < 20; k++) touch_of(a, b, r, A, &t);
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &to);
    assert_int_equal(t.n, 1);
    double each = ((double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec)) / 20;
    print_message("%.3f ms\n", 1e3 * each);
#ifdef NDEBUG
    assert_true(each < 1e-3);
#endif
}

TEST(files_are_read)
{
    const char *shell = "8 6 24 0.5\n0 0 0\n1 0 0\n1 2 0\n0 2 0\n0 0 3\n1 0 3\n1 2 3\n0 2 3\n"
                        "4 1 4 3 2\n4 5 6 7 8\n4 1 2 6 5\n4 2 3 7 6\n4 3 4 8 7\n4 4 1 5 8\n";
    const Shape *s = shape_of("box.shl", shell);
    assert_non_null(s);
    assert_non_null(s->polytope);
    assert_int_equal(s->polytope->facets, 6);
    near_vector(s->high, v3(0.5, 1, 1.5), 1e-15);
    const char *open = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 2\n";
    assert_null(shape_of("open.obj", open));
    const char *closed = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";
    assert_non_null(shape_of("closed.obj", closed));
}

TEST(turned_profiles_are_the_solids_they_should_be)
{
    const char *why;
    const Vec3 cone[] = { { 0.5, 0, 0 }, { 0.2, 0, 1 } };
    const Shape *s = cd_shape_revolution(&arena, 2, cone, false, &why), *floor = cd_shape_plane(&arena);
    assert_non_null(s);
    Touch t;
    touch_of(s, floor, v3(0, 0, -1e-3), m3_identity(), &t);
    assert_int_equal(t.n, 1);
    assert_near(t.at[0].p, 1e-3, 1e-12);
    const Vec3 ring[] = { { 0.5, 0, 0 }, { 0.7, 0, 0 }, { 0.7, 0, 0.2 }, { 0.5, 0, 0.2 } };
    s = cd_shape_revolution(&arena, 4, ring, true, &why);
    assert_non_null(s);
    touch_of(s, floor, v3(0, 0, -1e-3), m3_identity(), &t); /* the centroid is in the hole */
    assert_int_equal(t.n, 1);
    assert_near(t.at[0].p, 1e-3, 1e-9);
    near_vector(t.at[0].point, v3(0, 0, -0.5e-3), 1e-9);
    const Vec3 crossed[] = { { 0, 0, 0 }, { 1, 1, 0 }, { 1, 0, 0 }, { 0, 1.5, 0 } };
    assert_null(cd_shape_extrusion(&arena, 4, crossed, 0, 1, &why));
}

/* Incidents and gaps of two rings that creep, turn and leap past each other, with a memory and without. */
static void remembers(const Shape *i, const Shape *j, double way, uint64_t seed)
{
    Pair plain, kept;
    assert_true(cd_pair_make(&plain, i, j, (PairOptions){ 0 }));
    kept = plain;
    cd_pair_remember(&kept, &arena);
    assert_non_null(kept.memory);
    Vec3 r = v3(0.45, 0, 0.1);
    Mat3 A = m3_rotvec(v3(1, 0.2, 0.1));
    int touched = 0;
    for (int n = 0; n < 200; n++) {
        double by = n % 40 == 39 ? 0.3 : way;
        r = v3_axpy(v3_scale(r, 1 - way), by, random_vec3(&seed));
        A = m3_mul(m3_rotvec(v3_scale(random_vec3(&seed), by)), A);
        Touch a, b;
        cd_pair_incidents(&plain, r, A, &scratch, &a), cd_pair_incidents(&kept, r, A, &scratch, &b);
        assert_int_equal(a.n, b.n);
        assert_memory_equal(a.at, b.at, sizeof a.at[0] * (size_t)a.n);
        touched += a.n;
        double within = 1e-3 * (n % 7), gap = cd_pair_gap(&plain, r, A, within, &scratch),
               same = cd_pair_gap(&kept, r, A, within, &scratch);
        assert_true((gap >= within && same >= within) || fabs(gap - same) < 1e-12);
    }
    assert_true(touched > 20);
}

TEST(what_is_remembered_changes_no_bit)
{
    const char *why;
    const Vec3 ring[] = { { 0.5, 0, 0 }, { 0.7, 0, 0 }, { 0.7, 0, 0.2 }, { 0.5, 0, 0.2 } };
    const Vec3 small[] = { { 0.3, 0, 0 }, { 0.36, 0, 0.05 }, { 0.3, 0, 0.1 } };
    const Shape *i = cd_shape_revolution(&arena, 4, ring, true, &why),
                *j = cd_shape_revolution(&arena, 3, small, true, &why);
    for (int k = 0; k < 4; k++) remembers(i, j, ldexp(0.02, -2 * k), 11 + (uint64_t)k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT(a_box_and_the_same_box_as_stl_are_equal),
        UNIT(crossing_surfaces_give_the_region_that_cutting_gives),
        UNIT(flush_meshes_press_along_their_faces),
        UNIT(gaps_within_a_bound_are_the_gaps),
        UNIT(a_finer_mesh_of_a_ball_converges_to_the_ball),
        UNIT(a_ball_rolls_over_flat_triangles_without_noticing),
        UNIT(ten_thousand_triangles_cost_less_than_a_millisecond),
        UNIT(files_are_read),
        UNIT(turned_profiles_are_the_solids_they_should_be),
        UNIT(what_is_remembered_changes_no_bit),
    };
    return cmocka_run_group_tests_name("meshes", tests, setup, teardown);
}
