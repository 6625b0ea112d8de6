/* every_pair.c - for every pair of shapes that pairs.def knows, at random poses: gradients are derivatives (central
 * differences), I and J may be swapped, the whole may be turned, and lengths may be in other units. */
#include "contact/mesh.h"
#include "contact/rows.h"
#include "kinematics/curve.h"
#include "near.h"

#include <stdio.h>
#include <string.h>

static Vec3 random_vec3(uint64_t *s)
{
    double x = test_random(s), y = test_random(s), z = test_random(s);
    return v3(2 * x - 1, 2 * y - 1, 2 * z - 1);
}

/* An L-shaped block, in random order of its triangles: not convex. */
static Shape *angle_bracket(Arena *arena, double scale)
{
    const double u[6][2] = { { -0.5, -0.4 }, { 0.6, -0.4 }, { 0.6, 0.1 }, { 0.05, 0.1 }, { 0.05, 0.7 }, { -0.5, 0.7 } };
    Vec3 vertex[12];
    int triangle[20][3], n = 0;
    for (int k = 0; k < 12; k++) vertex[k] = v3(u[k % 6][0] * scale, u[k % 6][1] * scale, (k < 6 ? -0.3 : 0.4) * scale);
    for (int k = 0; k < 6; k++) {
        int a = k, b = (k + 1) % 6;
        triangle[n][0] = a, triangle[n][1] = b, triangle[n++][2] = b + 6;
        triangle[n][0] = a, triangle[n][1] = b + 6, triangle[n++][2] = a + 6;
    }
    const int cap[4][3] = { { 0, 1, 2 }, { 0, 2, 3 }, { 0, 3, 4 }, { 0, 4, 5 } };
    for (int k = 0; k < 4; k++) {
        triangle[n][0] = cap[k][0] + 6, triangle[n][1] = cap[k][1] + 6, triangle[n++][2] = cap[k][2] + 6;
        triangle[n][0] = cap[k][0], triangle[n][1] = cap[k][2], triangle[n++][2] = cap[k][1];
    }
    const char *why;
    return cd_shape_mesh(arena, 12, vertex, n, (const int(*)[3])triangle, &why);
}

/* A shape of a kind, about one unit long; scale: lengths in other units. */
static Shape *make(Arena *arena, ShapeKind kind, double scale, bool outer)
{
    if (outer) scale *= 3;
    switch (kind) {
    case SHAPE_sphere: return cd_shape_sphere(arena, 0.5 * scale);
    case SHAPE_plane: return cd_shape_plane(arena);
    case SHAPE_ellipsoid: return cd_shape_ellipsoid(arena, v3(0.5 * scale, 0.7 * scale, 0.4 * scale));
    case SHAPE_box:
        return cd_shape_box(arena, v3(-0.4 * scale, -0.5 * scale, -0.2 * scale),
                            v3(0.5 * scale, 0.6 * scale, 0.7 * scale));
    case SHAPE_cylinder: return cd_shape_cylinder(arena, -0.2 * scale, 1.1 * scale, 0.5 * scale);
    case SHAPE_frustum: return cd_shape_frustum(arena, -0.2 * scale, 0.9 * scale, 0.6 * scale, 0.3 * scale);
    case SHAPE_torus: return cd_shape_torus(arena, 0.8 * scale, 0.3 * scale);
    case SHAPE_curve: {
        const Vec3 at[] = { { 0.6 * scale, 0, 0 },
                            { 0.1 * scale, 0.5 * scale, 0 },
                            { -0.5 * scale, 0.1 * scale, 0 },
                            { 0, -0.6 * scale, 0 } };
        return cd_shape_curve(arena, cd_curve_through(arena, 4, at, true, 0, 1));
    }
    case SHAPE_point: return cd_shape_point(arena, v3(0.1 * scale, 0.2 * scale, -0.3 * scale));
    case SHAPE_mesh: return angle_bracket(arena, scale);
    default: return NULL;
    }
}

typedef struct Case {
    Pair pair;
    Arena arena, scratch;
} Case;

static void open_case(Case *c, const PairRow *row, double scale)
{
    *c = (Case){ 0 };
    cd_pair_scratch(&c->scratch);
    Shape *i = make(&c->arena, row->i, scale, false);
    Shape *j = make(&c->arena, row->j, scale, row->inside);
    assert_non_null(i);
    assert_non_null(j);
    assert_true(cd_pair_make(&c->pair, i, j, (PairOptions){ .inside = row->inside }));
}

static void close_case(Case *c)
{
    cd_arena_close(&c->arena);
    cd_arena_close(&c->scratch);
}

/* What lengths are measured by. */
static double size_of(const Case *c, double scale)
{
    double size = fmin(c->pair.i->size, c->pair.j->size);
    return isfinite(size) ? size : 0.3 * scale;
}

/* A random rotation, in the plane for curves, and along a random direction the place where the two overlap by about
 * depth; false: not found. */
static bool pose(Case *c, uint64_t *seed, double depth, Vec3 *r, Mat3 *A)
{
    Touch touch;
    bool planar = cd_shape_is_planar(c->pair.i->kind) && cd_shape_is_planar(c->pair.j->kind);
    Vec3 turn = v3_scale(random_vec3(seed), 3), along = random_vec3(seed), side = v3_scale(random_vec3(seed), 0.3);
    if (planar) turn.x = turn.y = along.z = side.z = 0;
    if (c->pair.j->kind == SHAPE_plane) along.z = fabs(along.z); /* away from it */
    *A = m3_rotvec(turn), along = v3_unit(along);
    double size = size_of(c, 1), near = 0, reach = c->pair.i->reach + c->pair.j->reach;
    if (!isfinite(reach)) reach = 3 * fmin(c->pair.i->reach, c->pair.j->reach); /* a slant way to a plane */
    double far = fmax(6 * size, 1.3 * reach);
    if (c->pair.options.inside) near = far, far = 0;
    for (int k = 0; k < 40; k++) {
        double mid = (near + far) / 2;
        *r = v3_add(v3_scale(along, mid), v3_scale(side, size));
        cd_pair_eval(&c->pair, *r, *A, &c->scratch, &touch);
        if (touch.gap < -depth * size) near = mid;
        else far = mid;
    }
    *r = v3_add(v3_scale(along, near), v3_scale(side, size));
    cd_pair_eval(&c->pair, *r, *A, &c->scratch, &touch);
    return touch.n > 0 && touch.gap < -0.5 * depth * size && touch.gap > -2 * depth * size;
}

static const PairRow table[] = {
#define PAIR(name, i, j, inside, how) { SHAPE_##i, SHAPE_##j, inside, cd_pair_##name, #i " - " #j ", " how },
#include "contact/pairs.def"
#undef PAIR
};
enum { ROWS = sizeof table / sizeof table[0], POSES = DRAWN(40) };

/* Fewer where many triangles make them slow. */
static int poses_of(const PairRow *row)
{
    return row->eval == cd_pair_meshes || row->eval == cd_pair_torus_mesh ? (POSES + 3) / 4 : POSES;
}

static void moved(Vec3 *r, Mat3 *A, int k, double by)
{
    Vec3 e = v3(k % 3 == 0, k % 3 == 1, k % 3 == 2);
    if (k < 3) *r = v3_axpy(*r, by, e);
    else *A = m3_mul(m3_rotvec(v3_scale(e, by)), *A);
}

static const Incident *find(const Touch *t, int key)
{
    for (int k = 0; k < t->n; k++)
        if (t->at[k].key == key) return &t->at[k];
    return NULL;
}

/* The incident nearest to a place: names of regions depend on which shape is I. */
static const Incident *find_at(const Touch *t, Vec3 x)
{
    const Incident *best = NULL;
    for (int k = 0; k < t->n; k++)
        if (!best || v3_norm(v3_sub(t->at[k].point, x)) < v3_norm(v3_sub(best->point, x))) best = &t->at[k];
    return best;
}

/* How far the gradient of an incident in direction k is from the difference of two poses, relative; 1 if the incident
 * is not at both. */
static double off(Case *c, Vec3 r, Mat3 A, const Incident *a, int k, double step, double size)
{
    Touch up, down;
    Vec3 rp = r, rm = r;
    Mat3 Ap = A, Am = A;
    double unit = k < 3 ? size : 1, h = step * unit;
    moved(&rp, &Ap, k, h), moved(&rm, &Am, k, -h);
    cd_pair_eval(&c->pair, rp, Ap, &c->scratch, &up);
    cd_pair_eval(&c->pair, rm, Am, &c->scratch, &down);
    const Incident *p = find(&up, a->key), *m = find(&down, a->key);
    if (!p || !m) return 1;
    double s = unit / size, worst = fabs((p->p - m->p) / (2 * h) - a->dp[k]) * s;
    worst = fmax(worst, unit * v3_norm(v3_sub(v3_scale(v3_sub(p->normal, m->normal), 1 / (2 * h)), a->dnormal[k])));
    worst = fmax(worst, s * v3_norm(v3_sub(v3_scale(v3_sub(p->point, m->point), 1 / (2 * h)), a->dpoint[k])));
    Mat3 G = m3_sub(m3_scale(m3_sub(p->gyration, m->gyration), 1 / (2 * h)), a->dgyration[k]);
    for (int l = 0; l < 3; l++) worst = fmax(worst, s / size * v3_norm(G.c[l]));
    double scale = fmax(1, fmax(fabs(a->dp[k]) * s, fmax(v3_norm(a->dnormal[k]) * unit, v3_norm(a->dpoint[k]) * s)));
    return worst / scale;
}

TEST(gradients_are_derivatives)
{
    for (int row = 0; row < ROWS; row++) {
        Case c;
        open_case(&c, &table[row], 1);
        uint64_t seed = 7 + row;
        double size = size_of(&c, 1);
        int seen = 0, kinks = 0;
        for (int n = 0; n < poses_of(&table[row]); n++) {
            Vec3 r;
            Mat3 A;
            double depth = 0.002 + 0.05 * test_random(&seed);
            if (!pose(&c, &seed, depth, &r, &A)) continue;
            Touch touch;
            cd_pair_eval(&c.pair, r, A, &c.scratch, &touch);
            seen++;
            for (int a = 0; a < touch.n; a++)
                for (int k = 0; k < 6; k++) {
                    /* a change of features between the two poses is rare and leaves when the step shrinks */
                    double worst = 1;
                    for (double step = 1e-5; step > 5e-8 && worst > 1e-6; step /= 3)
                        worst = fmin(worst, off(&c, r, A, &touch.at[a], k, step, size));
                    if (worst > 1e-6) {
                        kinks++;
                        print_error("%s: pose %d, incident %d, direction %d: off by %g (p = %g)\n", table[row].how, n,
                                    a, k, worst, touch.at[a].p);
                    }
                }
        }
        if (seen < poses_of(&table[row]) / 4) print_error("%s: only %d poses\n", table[row].how, seen);
        assert_true(seen >= poses_of(&table[row]) / 4);
        assert_int_equal(kinks, 0);
        close_case(&c);
    }
}

/* The same incidents, from the other side: p, gyration equal, normal opposite, point the same place. */
TEST(i_and_j_may_be_swapped)
{
    for (int row = 0; row < ROWS; row++) {
        Case c;
        open_case(&c, &table[row], 1);
        uint64_t seed = 3 + row;
        Pair other;
        assert_true(cd_pair_make(&other, c.pair.j, c.pair.i, c.pair.options));
        for (int n = 0; n < poses_of(&table[row]); n++) {
            Vec3 r;
            Mat3 A;
            if (!pose(&c, &seed, 0.02, &r, &A)) continue;
            Touch a, b;
            cd_pair_eval(&c.pair, r, A, &c.scratch, &a);
            cd_pair_eval(&other, v3_neg(m3_tapply(A, r)), m3_transpose(A), &c.scratch, &b);
            assert_int_equal(a.n, b.n);
            assert_near(a.gap, b.gap, 1e-12);
            for (int k = 0; k < a.n; k++) {
                const Incident *o = find_at(&b, m3_tapply(A, v3_sub(a.at[k].point, r)));
                assert_non_null(o);
                assert_near(o->p, a.at[k].p, 1e-11);
                near_vector(v3_neg(m3_apply(A, o->normal)), a.at[k].normal, 1e-9);
                near_vector(v3_add(r, m3_apply(A, o->point)), a.at[k].point, 1e-9);
                near_matrix(m3_mult(m3_mul(A, o->gyration), A), a.at[k].gyration, 1e-10);
            }
        }
        close_case(&c);
    }
}

TEST(lengths_may_be_in_other_units)
{
    const double scales[] = { 1e3, 1e-3 };
    for (int row = 0; row < ROWS; row++)
        for (int u = 0; u < 2; u++) {
            double s = scales[u];
            Case c, o;
            open_case(&c, &table[row], 1);
            open_case(&o, &table[row], s);
            uint64_t seed = 5 + row;
            for (int n = 0; n < poses_of(&table[row]) / 2; n++) {
                Vec3 r;
                Mat3 A;
                if (!pose(&c, &seed, 0.02, &r, &A)) continue;
                Touch a, b;
                cd_pair_eval(&c.pair, r, A, &c.scratch, &a);
                cd_pair_eval(&o.pair, v3_scale(r, s), A, &c.scratch, &b);
                assert_int_equal(a.n, b.n);
                for (int k = 0; k < a.n; k++) {
                    assert_near(b.at[k].p / s, a.at[k].p, 1e-11);
                    near_vector(b.at[k].normal, a.at[k].normal, 1e-9);
                    near_vector(v3_scale(b.at[k].point, 1 / s), a.at[k].point, 1e-9);
                }
            }
            close_case(&c);
            close_case(&o);
        }
}

/* Along a path through the contact the gap changes as little as the pose does: features change, nothing jumps. Where
 * facets stand in for a round surface near edges, by their sagitta. */
TEST(depth_is_continuous_as_features_change)
{
    enum { STEPS = 400 };
    for (int row = 0; row < ROWS; row++) {
        Case c;
        open_case(&c, &table[row], 1);
        uint64_t seed = 23 + row;
        double size = size_of(&c, 1), facets = strstr(table[row].how, "edges by facets") ? 3e-3 * size : 0;
        for (int n = 0; n < (poses_of(&table[row]) + 4) / 5; n++) {
            Vec3 r;
            Mat3 A;
            if (!pose(&c, &seed, 0.01, &r, &A)) continue;
            bool planar = cd_shape_is_planar(c.pair.i->kind) && cd_shape_is_planar(c.pair.j->kind);
            Vec3 along = v3_scale(v3_unit(random_vec3(&seed)), 0.02 * size), turn = v3_scale(random_vec3(&seed), 0.2);
            if (planar) along.z = turn.x = turn.y = 0;
            double before = 0, before_gap = 0;
            for (int k = 0; k <= STEPS; k++) {
                Touch t;
                double s = 2. * k / STEPS - 1;
                cd_pair_eval(&c.pair, v3_axpy(r, s, along), m3_mul(m3_rotvec(v3_scale(turn, s)), A), &c.scratch, &t);
                double p = t.gap < 0 ? -t.gap : 0, most = (0.02 + 0.35 * 4) * size * 2 / STEPS * 2 + facets;
                if (k && fabs(p - before) > most)
                    print_error("%s: path %d, step %d: %g to %g (gap %g to %g)\n", table[row].how, n, k, before, p,
                                before_gap, t.gap);
                if (k) assert_near(p, before, most);
                before = p, before_gap = t.gap;
            }
        }
        close_case(&c);
    }
}

/* Shapes with their axes along each other, one above the other: what is parallel, coaxial or flush has gradients too. */
TEST(gradients_are_finite_where_axes_are_parallel)
{
    for (int row = 0; row < ROWS; row++) {
        Case c;
        open_case(&c, &table[row], 1);
        double size = size_of(&c, 1);
        bool planar = cd_shape_is_planar(c.pair.i->kind) && cd_shape_is_planar(c.pair.j->kind);
        int poses = poses_of(&table[row]) < POSES ? 6 : 24;
        for (int n = 0; n < poses; n++) {
            Mat3 A = m3_mul(m3_rot_z(n % 2 * M_PI / 2), planar ? m3_identity() : m3_rot_x(n / 2 % 2 * M_PI / 2));
            Vec3 along = v3(n % 3 == 0, n % 3 == 1, n % 3 == 2 ? n % 2 ? -1 : 1 : 0);
            if (planar || table[row].inside) along = v3(1, 0, 0);
            if (c.pair.j->kind == SHAPE_plane) along = v3(0, 0, 1);
            for (int k = 0; k < 9; k++) A.c[k / 3] = v3(round(A.c[k / 3].x), round(A.c[k / 3].y), round(A.c[k / 3].z));
            double near = 0, far = 6;
            Touch t;
            if (table[row].inside) near = 6, far = 0;
            for (int k = 0; k < 30; k++) {
                double mid = (near + far) / 2;
                cd_pair_eval(&c.pair, v3_scale(along, mid), A, &c.scratch, &t);
                if (t.gap < -0.01 * size) near = mid;
                else far = mid;
            }
            cd_pair_eval(&c.pair, v3_scale(along, near), A, &c.scratch, &t);
            for (int a = 0; a < t.n; a++)
                for (int k = 0; k < 6; k++) {
                    const Incident *x = &t.at[a];
                    double sum = x->dp[k] + v3_norm(x->dnormal[k]) + v3_norm(x->dpoint[k]);
                    for (int l = 0; l < 3; l++) sum += v3_norm(x->dgyration[k].c[l]);
                    if (!isfinite(sum)) print_error("%s: pose %d, direction %d\n", table[row].how, n, k);
                    assert_true(isfinite(sum));
                }
        }
        close_case(&c);
    }
}

static bool is_smooth(ShapeKind kind)
{
    return kind == SHAPE_sphere || kind == SHAPE_ellipsoid || kind == SHAPE_torus || kind == SHAPE_plane;
}

/* Shapes without edges, a small way apart: as far beyond touch as they were apart, they overlap by as much. */
TEST(depth_of_smooth_shapes_goes_on_from_the_gap)
{
    const double apart = 1e-4;
    for (int row = 0; row < ROWS; row++) {
        if (!is_smooth(table[row].i) || !is_smooth(table[row].j) || table[row].inside) continue;
        Case c;
        open_case(&c, &table[row], 1);
        uint64_t seed = 41 + row;
        double size = size_of(&c, 1);
        int seen = 0;
        for (int n = 0; n < poses_of(&table[row]); n++) {
            Vec3 r;
            Mat3 A;
            Touch t;
            if (!pose(&c, &seed, 0.01, &r, &A)) continue;
            cd_pair_eval(&c.pair, r, A, &c.scratch, &t);
            const Incident *deep = &t.at[0];
            for (int k = 1; k < t.n; k++)
                if (t.at[k].p > deep->p) deep = &t.at[k];
            Vec3 out = deep->normal;
            r = v3_axpy(r, deep->p + apart * size, out);
            cd_pair_eval(&c.pair, r, A, &c.scratch, &t);
            if (t.n || !(t.gap > 0.5 * apart * size)) continue; /* turned on the way, or another place touches */
            r = v3_axpy(r, -t.gap - apart * size, v3(t.dgap[0], t.dgap[1], t.dgap[2]));
            cd_pair_eval(&c.pair, r, A, &c.scratch, &t);
            assert_true(t.n > 0);
            assert_near(-t.gap, apart * size, 0.01 * apart * size);
            seen++;
        }
        if (seen < poses_of(&table[row]) / 4) print_error("%s: only %d poses\n", table[row].how, seen);
        assert_true(seen >= poses_of(&table[row]) / 4);
        close_case(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { UNIT(gradients_are_derivatives),
                                        UNIT(i_and_j_may_be_swapped),
                                        UNIT(lengths_may_be_in_other_units),
                                        UNIT(depth_is_continuous_as_features_change),
                                        UNIT(depth_of_smooth_shapes_goes_on_from_the_gap),
                                        UNIT(gradients_are_finite_where_axes_are_parallel) };
    return cmocka_run_group_tests_name("every_pair", tests, NULL, NULL);
}
