/* test_solid.c - solids from XT files: bodies written by xt_writer.h, whose volume, area, centre and inertia are
 * known. */
#include "geometry/extent.h"
#include "geometry/recognise.h"
#include "geometry/solid.h"

#include "test.h"
#include "xt_writer.h"

#include <sys/resource.h>
#include <time.h>

/* What is known of a body: NaN where it is not. */
typedef struct Known {
    double volume, area;
    Vec3 centre;
    double inertia[3];
} Known;

static const XtwForm plain = { .embedded = true, .columns = 80 };

static SolidFile *read_file(const XtPen *p)
{
    CdLog *log = cd_log_open();
    SolidFile *s = cd_solid_read("test.xmt_txt", p->at, p->n, log);
    if (!s) cd_log_print(log, stderr);
    cd_log_close(log);
    assert_non_null(s);
    return s;
}

static void check_number(double found, double known, double scale, const char *what)
{
    if (isnan(known)) return;
    if (fabs(found - known) > scale) print_error("%s: %.15g instead of %.15g\n", what, found, known);
    assert_near(found, known, scale);
}

/* Moments to a tolerance, and a mesh that is closed and converges with the chord. */
static void check_body(SolidFile *s, int i, const Known *k, double tolerance)
{
    Arena arena = { 0 };
    CdLog *log = cd_log_open();
    Body *b = cd_solid_body(s, i, log);
    cd_log_print(log, stderr);
    assert_non_null(b);
    Moments m = cd_solid_moments(&arena, s, i);
    double size = cbrt(fabs(m.volume));
    check_number(m.volume, k->volume, tolerance * k->volume, "volume");
    check_number(m.area, k->area, tolerance * k->area, "area");
    for (int j = 0; j < 3; j++) {
        check_number(v3_get(m.centre, j), v3_get(k->centre, j), tolerance * size, "centre");
        check_number(m3_at(m.inertia, j, j), k->inertia[j], tolerance * k->inertia[j], "inertia");
    }
    assert_near(v3_norm(m.vector_area) / m.area, 0, tolerance);
    assert_int_equal(m.turned, 0);

    double off[3];
    for (int j = 0; j < 3; j++) {
        FacetSettings set = cd_facet_settings(b, 100 * pow(4, j));
        set.angle = 1;
        Facets f = cd_body_facets(&arena, b, set);
        FacetSums sums = cd_facet_sums(&f);
        assert_int_equal(f.rough, 0);
        assert_int_equal(f.left_out, 0);
        assert_true(f.closed);
        off[j] = fabs(sums.volume - m.volume);
        if (off[j] > 3 * set.chord * m.area)
            print_error("mesh off by %g of the volume, chord x area %g\n", off[j] / m.volume,
                        set.chord * m.area / m.volume);
        assert_true(off[j] <= 3 * set.chord * m.area);
        assert_near(sums.area, m.area, 30 * set.chord / size * m.area);
    }
    /* chords half as long: a quarter of the error. Where facets lie on both sides of a surface errors cancel; then
     * only the bound counts. */
    if (off[0] > 1e-4 * m.volume) assert_true(off[2] < off[0] / 8);
    assert_int_equal(cd_solid_complain(s, i, &m, NULL, log), 0);
    assert_int_equal(cd_log_errors(log) + cd_log_warnings(log), 0);
    cd_log_close(log);
    cd_arena_close(&arena);
}

static void check_shape(XtShape *shape, Known k, double tolerance)
{
    XtPen p = xtw_file(plain, 1, &shape);
    SolidFile *s = read_file(&p);
    assert_int_equal(s->body.n, 1);
    check_body(s, 0, &k, tolerance);
    cd_solid_close(s);
    free(p.at);
    free(shape);
}

static double sq(double x)
{
    return x * x;
}

/* ---- planes, cylinders, cones, spheres, tori ------------------------------------------------------------------- */

TEST(a_block_has_its_volume_and_inertia)
{
    check_shape(xtw_block(v3(0.01, 0.02, 0.03), v3(0.09, 0.07, 0.05)),
                (Known){ 8e-5,
                         0.0132,
                         { 0.05, 0.045, 0.04 },
                         { 1.9333333333333333e-8, 4.5333333333333333e-8, 5.9333333333333333e-8 } },
                1e-12);
}

TEST(a_bushing_has_rings_without_vertices)
{
    double R = 0.02, r = 0.012, h = 0.03, V = M_PI * (R * R - r * r) * h;
    check_shape(xtw_bushing(R, r, h),
                (Known){ V,
                         2 * M_PI * (R + r) * h + 2 * M_PI * (R * R - r * r),
                         { 0, 0, h / 2 },
                         { V * (3 * (R * R + r * r) + h * h) / 12, V * (3 * (R * R + r * r) + h * h) / 12,
                           V * (R * R + r * r) / 2 } },
                1e-12);
}

TEST(a_pin_has_a_ball_a_cylinder_and_a_cone)
{
    check_shape(
        xtw_pin(0.005, 0.03, 0.001),
        (Known){
            2.681872928621366e-6, NAN, { 0, 0, 0.01372100742 }, { 2.789120721e-10, 2.789120721e-10, 3.273047362e-11 } },
        1e-9);
}

TEST(whole_spheres_and_tori_have_no_loops)
{
    XtShape *ball = xtw_new();
    xtw_whole_face(ball, xtw_surface(ball, 53, '+', 10, 0.1, 0.2, 0.3, 0.02, 0., 0., 1., 1., 0., 0.), '+');
    double V = 4. / 3 * M_PI * 8e-6, J = 0.4 * V * 4e-4;
    check_shape(ball, (Known){ V, 4 * M_PI * 4e-4, { 0.1, 0.2, 0.3 }, { J, J, J } }, 1e-12);
    XtShape *ring = xtw_new();
    double R = 0.05, q = 0.01;
    xtw_whole_face(ring, xtw_surface(ring, 54, '+', 11, 0., 0., 0.01, 0., 0., 1., R, q, 1., 0., 0.), '+');
    V = 2 * M_PI * M_PI * R * q * q;
    check_shape(ring, (Known){ V, 4 * M_PI * M_PI * R * q, { 0, 0, 0.01 }, { NAN, NAN, V * (R * R + 0.75 * q * q) } },
                1e-12);
}

TEST(a_roller_has_a_band_of_a_torus)
{
    check_shape(
        xtw_roller(),
        (Known){ 5.842421948e-5, 0.01225284385, { 0, 0, 0 }, { 2.333811619e-8, 2.333811619e-8, 4.531118043e-8 } },
        1e-9);
}

/* The inner half of a torus, turned inside: a ring with a hollow. Its loops lie on both sides of v = pi. */
TEST(a_torus_face_may_lie_across_the_end_of_its_parameter)
{
    XtShape *s = xtw_new();
    double R = 0.03, q = 0.01, outer = 0.05;
    int low = xtw_surface(s, 50, '+', 9, 0., 0., -q, 0., 0., -1., 1., 0., 0.),
        high = xtw_surface(s, 50, '+', 9, 0., 0., q, 0., 0., 1., 1., 0., 0.);
    int hollow = xtw_surface(s, 54, '+', 11, 0., 0., 0., 0., 0., 1., R, q, 1., 0., 0.);
    int wall = xtw_surface(s, 51, '+', 10, 0., 0., 0., 0., 0., 1., outer, 1., 0., 0.);
    int i0 = xtw_ring(s, 0, 0, -q, R) + 1, i1 = xtw_ring(s, 0, 0, q, R) + 1, o0 = xtw_ring(s, 0, 0, -q, outer) + 1,
        o1 = xtw_ring(s, 0, 0, q, outer) + 1;
    XTW_FACE(s, low, '+', -o0, 0, i0);
    XTW_FACE(s, high, '+', o1, 0, -i1);
    XTW_FACE(s, hollow, '+', -i0, 0, i1);
    XTW_FACE(s, wall, '+', o0, 0, -o1);
    /* half the section of the torus, its centre 4 q / (3 pi) inwards */
    double section = M_PI * q * q / 2,
           V = M_PI * (sq(outer) - sq(R)) * 2 * q + 2 * M_PI * (R - 4 * q / (3 * M_PI)) * section;
    check_shape(s, (Known){ V, NAN, { 0, 0, 0 }, { NAN, NAN, NAN } }, 1e-12);
}

TEST(an_elbow_winds_round_the_tube)
{
    XtShape *s = xtw_new();
    double R = 0.05, q = 0.01;
    int tube = xtw_surface(s, 54, '+', 11, 0., 0., 0., 0., 0., 1., R, q, 1., 0., 0.);
    int start = xtw_surface(s, 50, '+', 9, R, 0., 0., 0., -1., 0., 1., 0., 0.),
        end = xtw_surface(s, 50, '+', 9, 0., R, 0., -1., 0., 0., 0., 1., 0.);
    int e0 = xtw_edge(s, xtw_curve(s, 31, '+', 10, R, 0., 0., 0., -1., 0., 1., 0., 0., q), -1, -1) + 1;
    int e1 = xtw_edge(s, xtw_curve(s, 31, '+', 10, 0., R, 0., 1., 0., 0., 0., 1., 0., q), -1, -1) + 1;
    XTW_FACE(s, tube, '+', -e0, 0, e1);
    XTW_FACE(s, start, '+', e0);
    XTW_FACE(s, end, '+', -e1);
    double V = M_PI * q * q * R * M_PI / 2, x = 2 / M_PI * (R + q * q / (4 * R));
    check_shape(s, (Known){ V, M_PI * M_PI * q * R + 2 * M_PI * q * q, { x, x, 0 }, { NAN, NAN, NAN } }, 1e-12);
}

TEST(a_ball_with_a_bore_is_a_napkin_ring)
{
    XtShape *s = xtw_new();
    double r = 0.02, a = 0.012, h = sqrt(r * r - a * a);
    int ball = xtw_surface(s, 53, '+', 10, 0., 0., 0., r, 0., 0., 1., 1., 0., 0.);
    int bore = xtw_surface(s, 51, '-', 10, 0., 0., 0., 0., 0., 1., a, 1., 0., 0.);
    int e0 = xtw_ring(s, 0, 0, -h, a) + 1, e1 = xtw_ring(s, 0, 0, h, a) + 1;
    XTW_FACE(s, ball, '+', e0, 0, -e1);
    XTW_FACE(s, bore, '+', -e0, 0, e1);
    check_shape(
        s, (Known){ 4. / 3 * M_PI * h * h * h, 4 * M_PI * r * h + 4 * M_PI * a * h, { 0, 0, 0 }, { NAN, NAN, NAN } },
        1e-12);
}

/* Corners of the octants of balls and cones: 0 on x, 1 on y, 2 on z, 3 in the middle. */
static void add_octant(XtShape *s, double r, double h, int e0, int m0, int m1)
{
    (void)r, (void)h;
    int l0 = xtw_line(s, 3, 0) + 1, l1 = xtw_line(s, 3, 1) + 1, l2 = xtw_line(s, 3, 2) + 1;
    int x = xtw_surface(s, 50, '+', 9, 0., 0., 0., -1., 0., 0., 0., 1., 0.),
        y = xtw_surface(s, 50, '+', 9, 0., 0., 0., 0., -1., 0., 1., 0., 0.);
    int z = xtw_surface(s, 50, '+', 9, 0., 0., 0., 0., 0., -1., 1., 0., 0.);
    XTW_FACE(s, z, '+', l1, -e0, -l0);
    XTW_FACE(s, x, '+', l2, -m1, -l1);
    XTW_FACE(s, y, '+', l0, m0, -l2);
}

TEST(an_octant_of_a_ball_has_corners_in_the_poles)
{
    XtShape *s = xtw_new();
    double r = 0.03;
    xtw_vertex(s, r, 0, 0), xtw_vertex(s, 0, r, 0), xtw_vertex(s, 0, 0, r), xtw_vertex(s, 0, 0, 0);
    int ball = xtw_surface(s, 53, '+', 10, 0., 0., 0., r, 0., 0., 1., 1., 0., 0.);
    int e0 = xtw_edge(s, xtw_curve(s, 31, '+', 10, 0., 0., 0., 0., 0., 1., 1., 0., 0., r), 0, 1) + 1;
    int m1 = xtw_edge(s, xtw_curve(s, 31, '+', 10, 0., 0., 0., 1., 0., 0., 0., 1., 0., r), 1, 2) + 1;
    int m0 = xtw_edge(s, xtw_curve(s, 31, '+', 10, 0., 0., 0., 0., -1., 0., 1., 0., 0., r), 0, 2) + 1;
    add_octant(s, r, r, e0, m0, m1);
    XTW_FACE(s, ball, '+', e0, m1, -m0);
    double c = 3 * r / 8;
    check_shape(
        s, (Known){ M_PI * r * r * r / 6, M_PI * r * r / 2 + 3 * M_PI * r * r / 4, { c, c, c }, { NAN, NAN, NAN } },
        1e-11);
}

TEST(a_cone_may_have_its_tip_on_an_edge)
{
    XtShape *s = xtw_new();
    double r = 0.03, h = 0.05, l = hypot(r, h);
    xtw_vertex(s, r, 0, 0), xtw_vertex(s, 0, r, 0), xtw_vertex(s, 0, 0, h), xtw_vertex(s, 0, 0, 0);
    int cone = xtw_surface(s, 52, '+', 12, 0., 0., 0., 0., 0., -1., r, r / l, h / l, 1., 0., 0.);
    int e0 = xtw_edge(s, xtw_curve(s, 31, '+', 10, 0., 0., 0., 0., 0., 1., 1., 0., 0., r), 0, 1) + 1;
    int m0 = xtw_line(s, 0, 2) + 1, m1 = xtw_line(s, 1, 2) + 1;
    add_octant(s, r, h, e0, m0, m1);
    XTW_FACE(s, cone, '+', e0, m1, -m0);
    check_shape(s,
                (Known){ M_PI * r * r * h / 12,
                         M_PI * r * l / 4 + M_PI * r * r / 4 + r * h,
                         { r / M_PI, r / M_PI, h / 4 },
                         { NAN, NAN, NAN } },
                1e-12);
}

TEST(a_cone_may_have_its_tip_inside)
{
    XtShape *s = xtw_new();
    double r = 0.03, h = 0.05, l = hypot(r, h);
    int cone = xtw_surface(s, 52, '+', 12, 0., 0., 0., 0., 0., -1., r, r / l, h / l, 1., 0., 0.);
    int base = xtw_surface(s, 50, '+', 9, 0., 0., 0., 0., 0., -1., 1., 0., 0.), e0 = xtw_ring(s, 0, 0, 0, r) + 1;
    XTW_FACE(s, cone, '+', e0);
    XTW_FACE(s, base, '+', -e0);
    check_shape(s,
                (Known){ M_PI * r * r * h / 3,
                         M_PI * r * (r + l),
                         { 0, 0, h / 4 },
                         { NAN, NAN, 0.3 * M_PI * r * r * h / 3 * r * r } },
                1e-12);
}

/* ---- intersections --------------------------------------------------------------------------------------------- */

/* A closed chart where a bore of radius a along x meets a cylinder of radius R about z, on the side of the sign. */
static int bore_edge(XtShape *s, int wall, int bore, double R, double a, double sign, double *chart, int twice)
{
    enum { POINTS = 9 };
    for (int i = 0; i < POINTS + (twice > 0); i++) {
        /* the point that is there twice: as good as at the same place, with no direction between the two */
        double angle = 2 * M_PI * (twice && i >= twice ? i - 1 : i) / POINTS + (twice && i == twice ? 1e-12 : 0);
        double y = a * cos(angle);
        chart[3 * i] = sign * sqrt(R * R - y * y), chart[3 * i + 1] = y, chart[3 * i + 2] = a * sin(angle);
    }
    int c = xtw_curve(s, 38, '+', 0);
    s->curve[c].ref[0] = wall, s->curve[c].ref[1] = bore;
    s->curve[c].n[0] = POINTS + (twice > 0), s->curve[c].closed = true, s->curve[c].vertex = chart;
    return xtw_edge(s, c, -1, -1) + 1;
}

/* chart: of both edges. */
static XtShape *drilled(double R, double a, double half, double chart[2][30], int twice)
{
    XtShape *s = xtw_new();
    int wall = xtw_surface(s, 51, '+', 10, 0., 0., 0., 0., 0., 1., R, 1., 0., 0.),
        bore = xtw_surface(s, 51, '-', 10, 0., 0., 0., 1., 0., 0., a, 0., 1., 0.);
    int low = xtw_surface(s, 50, '+', 9, 0., 0., -half, 0., 0., -1., 1., 0., 0.),
        high = xtw_surface(s, 50, '+', 9, 0., 0., half, 0., 0., 1., 1., 0., 0.);
    int e0 = xtw_ring(s, 0, 0, -half, R) + 1, e1 = xtw_ring(s, 0, 0, half, R) + 1;
    int right = bore_edge(s, wall, bore, R, a, 1, chart[0], twice),
        left = bore_edge(s, wall, bore, R, a, -1, chart[1], twice);
    XTW_FACE(s, low, '+', -e0);
    XTW_FACE(s, high, '+', e1);
    XTW_FACE(s, wall, '+', e0, 0, -e1, 0, -right, 0, left);
    XTW_FACE(s, bore, '+', right, 0, -left);
    return s;
}

static void check_drilled(int twice)
{
    double R = 0.02, a = 0.008, half = 0.03, chart[2][30];
    XtShape *s = drilled(R, a, half, chart, twice);
    /* what the bore takes: the integral of 4 sqrt((a^2 - y^2) (R^2 - y^2)), y = a sin t; the trapezoidal rule is
     * exact to round-off */
    double taken = 0;
    for (int i = 0; i < 400; i++) {
        double t = 2 * M_PI * i / 400;
        taken += 2 * M_PI / 400 * 2 * a * a * sq(cos(t)) * sqrt(R * R - a * a * sq(sin(t)));
    }
    check_shape(s, (Known){ M_PI * R * R * 2 * half - taken, NAN, { 0, 0, 0 }, { NAN, NAN, NAN } }, 1e-9);
}

TEST(a_cylinder_drilled_across_has_exact_intersections)
{
    check_drilled(0);
}

TEST(charts_may_have_a_point_twice)
{
    check_drilled(4);
}

/* Points of a chart in the wrong order: edges that cross however short their chords are. */
TEST(edges_that_cross_cost_little)
{
    double chart[2][30], swap[3];
    XtShape *s = drilled(0.02, 0.008, 0.03, chart, 0);
    memcpy(swap, chart[0] + 6, sizeof swap);
    memcpy(chart[0] + 6, chart[0] + 18, sizeof swap);
    memcpy(chart[0] + 18, swap, sizeof swap);
    XtPen p = xtw_file(plain, 1, &s);
    SolidFile *f = read_file(&p);
    Arena arena = { 0 };
    assert_non_null(cd_solid_body(f, 0, NULL));
    Facets facets = cd_solid_facets(&arena, f, 0, 3);
    assert_true(facets.rough > 0);
    assert_in_range(facets.triangle.n, 1, 10000);
    cd_arena_close(&arena);
    cd_solid_close(f);
    free(p.at);
    free(s);
}

/* A bore that leaves a wall of a micrometre: chords of the two circles cross unless they are shorter there. */
TEST(chords_of_edges_that_nearly_touch_do_not_cross)
{
    XtShape *s = xtw_bushing(0.02, 0.01, 0.03);
    double R = 0.02, r = 0.01, away = R - r - 1e-6, turn = 0.12, x = away * cos(turn), y = away * sin(turn);
    for (int i = 2; i < 4; i++) {
        const double ring[] = { x, y, i == 2 ? 0 : 0.03, 0, 0, 1, cos(turn), sin(turn), 0, r };
        memcpy(s->curve[i].x, ring, sizeof ring);
    }
    s->surface[3].x[0] = x, s->surface[3].x[1] = y;
    double outer = R * R, inner = r * r, off = -inner / (outer - inner);
    check_shape(s,
                (Known){ M_PI * (outer - inner) * 0.03,
                         2 * M_PI * (R + r) * 0.03 + 2 * M_PI * (outer - inner),
                         { off * x, off * y, 0.015 },
                         { NAN, NAN, NAN } },
                1e-11);
}

/* ---- B-splines, swept, spun, offset, tolerant ------------------------------------------------------------------ */

/* A quarter of a cylinder with its wall and arcs as rational B-splines of degree 2; arcs: curves of the edges; own:
 * of tolerant fins. */
static XtShape *quarter(double r, double h, bool tolerant)
{
    static const double bezier2[] = { 0, 0, 0, 1, 1, 1 }, bezier1[] = { 0, 0, 1, 1 };
    double w = sqrt(0.5);
    XtShape *s = xtw_new();
    for (int i = 0; i < 2; i++) xtw_vertex(s, r, 0, i * h), xtw_vertex(s, 0, r, i * h), xtw_vertex(s, 0, 0, i * h);
    int arc[2], n[2];
    double *x[2];
    for (int i = 0; i < 2; i++) {
        const double v[12] = { r, 0, i * h, 1, w * r, w * r, w * i * h, w, 0, r, i * h, 1 };
        x[i] = xtw_pool(s, 12);
        memcpy(x[i], v, sizeof v);
        arc[i] = xtw_curve(s, 134, '+', 0);
        XtwGeometry *g = &s->curve[arc[i]];
        g->degree[0] = 2, g->n[0] = 3, g->dim = 3, g->rational = true, g->knot[0] = bezier2, g->vertex = x[i];
        n[i] = xtw_edge(s, tolerant && i ? -1 : arc[i], 3 * i, 3 * i + 1) + 1;
    }
    int l0 = xtw_line(s, 2, 0) + 1, l1 = xtw_line(s, 2, 1) + 1, t0 = xtw_line(s, 5, 3) + 1, t1 = xtw_line(s, 5, 4) + 1;
    int p0 = xtw_line(s, 0, 3) + 1, p1 = xtw_line(s, 1, 4) + 1, p2 = xtw_line(s, 2, 5) + 1;
    double *v = xtw_pool(s, 24);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 2; j++) memcpy(v + 4 * (2 * i + j), x[j] + 4 * i, 4 * sizeof *v);
    int wall = xtw_surface(s, 124, '+', 0);
    XtwGeometry *g = &s->surface[wall];
    g->degree[0] = 2, g->degree[1] = 1, g->n[0] = 3, g->n[1] = 2, g->rational = true;
    g->knot[0] = bezier2, g->knot[1] = bezier1, g->vertex = v;
    int low = xtw_surface(s, 50, '+', 9, 0., 0., 0., 0., 0., -1., 1., 0., 0.),
        high = xtw_surface(s, 50, '+', 9, 0., 0., h, 0., 0., 1., 1., 0., 0.);
    int left = xtw_surface(s, 50, '+', 9, 0., 0., 0., -1., 0., 0., 0., 1., 0.),
        front = xtw_surface(s, 50, '+', 9, 0., 0., 0., 0., -1., 0., 1., 0., 0.);
    XTW_FACE(s, low, '+', l1, -n[0], -l0);
    XTW_FACE(s, high, '+', t0, n[1], -t1);
    int top_fin = s->fins - 2;
    XTW_FACE(s, left, '+', p2, t1, -p1, -l1);
    XTW_FACE(s, front, '+', l0, p0, -t0, -p2);
    XTW_FACE(s, wall, '+', n[0], p1, -n[1], -p0);
    if (!tolerant) return s;

    /* the upper arc in the parameters of the plane and of the wall, each along its fin */
    static const double line[] = { 1, 1, 0, 1 };
    double *flat = xtw_pool(s, 9);
    const double circle[9] = { r, 0, 1, w * r, w * r, w, 0, r, 1 };
    memcpy(flat, circle, sizeof circle);
    for (int i = 0; i < 2; i++) {
        int b = xtw_curve(s, 134, '+', 0);
        g = &s->curve[b];
        g->dim = 2, g->degree[0] = i ? 1 : 2, g->n[0] = i ? 2 : 3, g->rational = !i, g->knot[0] = i ? bezier1 : bezier2,
        g->vertex = i ? line : flat;
        int sp = xtw_curve(s, 137, '+', 0);
        s->curve[sp].ref[0] = i ? wall : high, s->curve[sp].ref[1] = b;
        Vec3 a = s->vertex[i ? 4 : 3], e = s->vertex[i ? 3 : 4];
        int trimmed = xtw_curve(s, 133, '+', 8, a.x, a.y, a.z, e.x, e.y, e.z, 0., 1.);
        s->curve[trimmed].ref[0] = sp;
        s->fin[i ? s->fins - 2 : top_fin].own = trimmed;
    }
    return s;
}

TEST(rational_b_surfaces_and_tolerant_edges_give_the_same_quarter)
{
    double r = 0.02, h = 0.05, c = 4 * r / (3 * M_PI);
    Known k = {
        M_PI * r * r * h / 4, M_PI * r * h / 2 + M_PI * r * r / 2 + 2 * r * h, { c, c, h / 2 }, { NAN, NAN, NAN }
    };
    check_shape(quarter(r, h, false), k, 1e-11);
    check_shape(quarter(r, h, true), k, 1e-11);
}

TEST(a_saddle_is_a_b_surface_between_b_curves)
{
    /* 60 x 40 mm, top z = 0.02 + 5 x y */
    static const double knot[] = { 0, 0, 1, 1 };
    XtShape *s = xtw_block(v3(0, 0, 0), v3(0.06, 0.04, 0.02));
    s->vertex[7].z = 0.032;
    static const double top[4][2] = { { 4, 5 }, { 6, 7 }, { 4, 6 }, { 5, 7 } };
    static double ends[4][6], grid[12];
    const int edge[4] = { 2, 3, 6, 7 };
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < 2; k++) v3_store(ends[i] + 3 * k, s->vertex[(int)top[i][k]]);
        XtwGeometry *g = &s->curve[s->edge[edge[i]].curve];
        *g = (XtwGeometry){
            .type = 134, .sense = '+', .degree = { 1 }, .n = { 2 }, .dim = 3, .knot = { knot }, .vertex = ends[i]
        };
    }
    const int order[4] = { 4, 6, 5, 7 };
    for (int i = 0; i < 4; i++) v3_store(grid + 3 * i, s->vertex[order[i]]);
    s->surface[1] = (XtwGeometry){
        .type = 124, .sense = '+', .degree = { 1, 1 }, .n = { 2, 2 }, .knot = { knot, knot }, .vertex = grid
    };
    check_shape(s,
                (Known){ 5.52e-5,
                         9.451207503e-3,
                         { 0.03130434782608696, 0.02086956521739130, 0.01165217391304348 },
                         { 9.957982609e-9, 1.910580870e-8, 2.378434783e-8 } },
                1e-9);
}

/* A curve has a knot where its edge ends, at a vertex that is off it by the tolerance of the file. */
TEST(knots_beside_a_vertex_make_no_points)
{
    static const double knot[] = { 0, 0, 1, 1.01, 1.01 };
    XtShape *s = xtw_block(v3(0, 0, 0), v3(0.06, 0.04, 0.02));
    Vec3 a = s->vertex[4], b = v3_add(v3_axpy(s->vertex[5], 2e-10, v3_sub(a, s->vertex[5])), v3(0, 0, 2e-8));
    double bent[9];
    v3_store(bent, a), v3_store(bent + 3, b), v3_store(bent + 6, v3_axpy(b, 0.01, v3_sub(b, a)));
    s->curve[s->edge[2].curve] = (XtwGeometry){
        .type = 134, .sense = '+', .degree = { 1 }, .n = { 3 }, .dim = 3, .knot = { knot }, .vertex = bent
    };
    XtPen p = xtw_file(plain, 1, &s);
    SolidFile *f = read_file(&p);
    Arena arena = { 0 };
    assert_non_null(cd_solid_body(f, 0, NULL));
    Facets facets = cd_solid_facets(&arena, f, 0, 5000);
    assert_int_equal(facets.rough, 0);
    assert_int_equal(facets.triangle.n, 12);
    assert_true(facets.closed);
    cd_arena_close(&arena);
    cd_solid_close(f);
    free(p.at);
    free(s);
}

TEST(swept_ellipses_are_elliptic_cylinders)
{
    XtShape *s = xtw_new();
    double a = 0.03, b = 0.02, h = 0.04;
    int e0 = xtw_edge(s, xtw_curve(s, 32, '+', 11, 0., 0., 0., 0., 0., 1., 1., 0., 0., a, b), -1, -1) + 1;
    int e1 = xtw_edge(s, xtw_curve(s, 32, '+', 11, 0., 0., h, 0., 0., 1., 1., 0., 0., a, b), -1, -1) + 1;
    int wall = xtw_surface(s, 67, '+', 3, 0., 0., 1.);
    s->surface[wall].ref[0] = 0;
    int low = xtw_surface(s, 50, '+', 9, 0., 0., 0., 0., 0., -1., 1., 0., 0.),
        high = xtw_surface(s, 50, '+', 9, 0., 0., h, 0., 0., 1., 1., 0., 0.);
    XTW_FACE(s, wall, '+', e0, 0, -e1);
    XTW_FACE(s, low, '+', -e0);
    XTW_FACE(s, high, '+', e1);
    double V = M_PI * a * b * h;
    check_shape(s,
                (Known){ V,
                         NAN,
                         { 0, 0, h / 2 },
                         { V * (b * b / 4 + h * h / 12), V * (a * a / 4 + h * h / 12), V * (a * a + b * b) / 4 } },
                1e-9);
}

/* A cup: a parabola z = x^2 / (4 f) about z, closed by a plane; its profile is a Bezier curve that begins on the
 * axis. */
TEST(a_spun_profile_may_begin_on_the_axis)
{
    static const double knot[] = { 0, 0, 0, 1, 1, 1 };
    double r = 0.02, h = 0.03;
    const double profile[9] = { 0, 0, 0, r / 2, 0, 0, r, 0, h };
    XtShape *s = xtw_new();
    int c = xtw_curve(s, 134, '+', 0);
    XtwGeometry *g = &s->curve[c];
    g->degree[0] = 2, g->n[0] = 3, g->dim = 3, g->knot[0] = knot, g->vertex = profile;
    int bowl = xtw_surface(s, 68, '-', 9, 0., 0., 0., 0., 0., 1., 1., 0., 0.),
        lid = xtw_surface(s, 50, '+', 9, 0., 0., h, 0., 0., 1., 1., 0., 0.);
    s->surface[bowl].ref[0] = c;
    int e = xtw_ring(s, 0, 0, h, r) + 1;
    /* the natural normal leads inwards and upwards */
    XTW_FACE(s, bowl, '-', -e);
    XTW_FACE(s, lid, '+', e);
    s->face[0].sense = '+';
    double area = M_PI * r / (6 * h * h) * (pow(r * r + 4 * h * h, 1.5) - r * r * r) + M_PI * r * r;
    check_shape(
        s, (Known){ M_PI * r * r * h / 2, area, { 0, 0, 2 * h / 3 }, { NAN, NAN, M_PI * r * r * h / 2 * r * r / 3 } },
        1e-9);
}

TEST(spun_lines_and_circles_become_what_they_are)
{
    /* a bushing whose bore is a line spun about z, and whose wall is an offset of the bore */
    XtShape *s = xtw_bushing(0.02, 0.012, 0.03);
    int line = xtw_curve(s, 30, '+', 6, 0.012, 0., 0., 0., 0., 1.);
    s->surface[3] =
        (XtwGeometry){ .type = 68, .sense = '+', .reals = 9, .x = { 0, 0, 0, 0, 0, 1, 1, 0, 0 }, .ref = { line } };
    s->surface[2] = (XtwGeometry){ .type = 60, .sense = '+', .reals = 1, .x = { -0.008 }, .ref = { 3 } };
    /* the natural normal of the spun line leads to the axis, and the offset goes away from it, by its own normal */
    XtPen p = xtw_file(plain, 1, &s);
    SolidFile *f = read_file(&p);
    CdLog *log = cd_log_open();
    Body *b = cd_solid_body(f, 0, log);
    assert_non_null(b);
    int cylinders = 0;
    for (int i = 0; i < b->face.n; i++) cylinders += b->face.at[i].surface.kind == SURFACE_CYLINDER;
    assert_int_equal(cylinders, 2);
    double R = 0.02, r = 0.012, h = 0.03;
    Arena arena = { 0 };
    Moments m = cd_solid_moments(&arena, f, 0);
    assert_near(m.area, 2 * M_PI * (R + r) * h + 2 * M_PI * (R * R - r * r), 1e-14);
    cd_arena_close(&arena);
    cd_log_close(log);
    cd_solid_close(f);
    free(p.at);
    free(s);
}

TEST(a_spun_line_that_leads_inwards_is_a_cone)
{
    /* a frustum whose wall begins at the larger radius and runs towards the axis */
    XtShape *s = xtw_new();
    double R = 0.02, r = 0.012, h = 0.008, l = sqrt(0.5);
    int line = xtw_curve(s, 30, '+', 6, R, 0., 0., -l, 0., l);
    int wall = xtw_surface(s, 68, '-', 9, 0., 0., 0., 0., 0., 1., 1., 0., 0.);
    s->surface[wall].ref[0] = line;
    int low = xtw_surface(s, 50, '+', 9, 0., 0., 0., 0., 0., -1., 1., 0., 0.),
        high = xtw_surface(s, 50, '+', 9, 0., 0., h, 0., 0., 1., 1., 0., 0.);
    int e0 = xtw_ring(s, 0, 0, 0, R) + 1, e1 = xtw_ring(s, 0, 0, h, r) + 1;
    XTW_FACE(s, low, '+', -e0);
    XTW_FACE(s, high, '+', e1);
    XTW_FACE(s, wall, '+', e0, 0, -e1);
    double volume = M_PI * h / 3 * (R * R + R * r + r * r);
    double area = M_PI * (R * R + r * r + (R + r) * h / l);
    check_shape(s, (Known){ volume, area, { 0, 0, NAN }, { NAN, NAN, NAN } }, 1e-12);
}

/* A quarter of a tube about an ellipse, as a blend: by Pappus its volume is that of a straight tube as long. */
static XtShape *bent_tube(double a, double b, double q)
{
    XtShape *s = xtw_new();
    int spine = xtw_curve(s, 32, '+', 11, 0., 0., 0., 0., 0., 1., 1., 0., 0., a, b);
    int tube = xtw_surface(s, 56, '+', 1, -q);
    s->surface[tube].ref[0] = spine;
    int start = xtw_surface(s, 50, '+', 9, a, 0., 0., 0., -1., 0., 1., 0., 0.),
        end = xtw_surface(s, 50, '+', 9, 0., b, 0., -1., 0., 0., 0., 1., 0.);
    int e0 = xtw_edge(s, xtw_curve(s, 31, '+', 10, a, 0., 0., 0., -1., 0., 1., 0., 0., q), -1, -1) + 1;
    int e1 = xtw_edge(s, xtw_curve(s, 31, '+', 10, 0., b, 0., 1., 0., 0., 0., 1., 0., q), -1, -1) + 1;
    XTW_FACE(s, tube, '+', -e0, 0, e1);
    XTW_FACE(s, start, '+', e0);
    XTW_FACE(s, end, '+', -e1);
    return s;
}

static double quarter_of_ellipse(double a, double b)
{
    double sum = 0;
    for (int i = 0; i < 1000; i++) {
        double t = M_PI / 2 * (i + 0.5) / 1000;
        sum += M_PI / 2000 * sqrt(sq(a * sin(t)) + sq(b * cos(t)));
    }
    return sum;
}

TEST(blends_are_tubes_whose_normals_lead_away_from_the_spine)
{
    double q = 0.01;
    for (int i = 0; i < 2; i++) {
        double a = i ? 0.05 : 0.06, b = 0.05, l = quarter_of_ellipse(a, b), V = M_PI * q * q * l;
        XtShape *s = bent_tube(a, b, q);
        XtPen p = xtw_file(plain, 1, &s);
        SolidFile *f = read_file(&p);
        Body *body = cd_solid_body(f, 0, NULL);
        assert_int_equal(body->face.at[0].surface.kind, i ? SURFACE_TORUS : SURFACE_BLEND);
        cd_solid_close(f);
        free(p.at);
        check_shape(s, (Known){ V, 2 * M_PI * q * l + 2 * M_PI * q * q, { NAN, NAN, 0 }, { NAN, NAN, NAN } }, 1e-9);
    }
}

/* The bound of a blend on a plane z = const, the ellipse above or below its spine, known by three points. */
static int bound_of_blend(XtShape *s, int plane, int tube, double a, double b, double z)
{
    int bound = xtw_surface(s, 59, '+', 0), c = xtw_curve(s, 38, '+', 0);
    XtwGeometry *g = &s->curve[c];
    double *chart = xtw_pool(s, 9);
    for (int k = 0; k < 3; k++)
        v3_store(chart + 3 * k, v3(k == 2 ? 0 : a * cos(k * M_PI / 4), k ? b * sin(k * M_PI / 4) : 0, z));
    s->surface[bound].ref[0] = tube;
    g->n[0] = 3, g->vertex = chart, g->ref[0] = plane, g->ref[1] = bound;
    return c;
}

/* The outer half of a tube about a quarter of an ellipse, cut off by a wall along the spine: its lengths run with the
 * distance from the spine as theta d, theta = pi/2, so that V = pi q^2 / 2 (l + theta 4 q / (3 pi)). The chart of the
 * bounds is a tenth of a radius off the tube in between. */
TEST(a_blend_ends_where_it_touches_its_support)
{
    double a = 0.06, b = 0.05, q = 0.01, l = quarter_of_ellipse(a, b);
    XtShape *s = xtw_new();
    int spine = xtw_curve(s, 32, '+', 11, 0., 0., 0., 0., 0., 1., 1., 0., 0., a, b);
    int tube = xtw_surface(s, 56, '+', 1, -q), wall = xtw_surface(s, 67, '-', 3, 0., 0., 1.);
    s->surface[tube].ref[0] = s->surface[wall].ref[0] = spine;
    int low = xtw_surface(s, 50, '+', 9, 0., 0., -q, 0., 0., 1., 1., 0., 0.),
        high = xtw_surface(s, 50, '+', 9, 0., 0., q, 0., 0., 1., 1., 0., 0.),
        start = xtw_surface(s, 50, '+', 9, a, 0., 0., 0., -1., 0., 1., 0., 0.),
        end = xtw_surface(s, 50, '+', 9, 0., b, 0., -1., 0., 0., 0., 1., 0.);
    xtw_vertex(s, a, 0, -q), xtw_vertex(s, 0, b, -q), xtw_vertex(s, a, 0, q), xtw_vertex(s, 0, b, q);
    int e0 = xtw_edge(s, bound_of_blend(s, low, tube, a, b, -q), 0, 1) + 1,
        e1 = xtw_edge(s, bound_of_blend(s, high, tube, a, b, q), 2, 3) + 1;
    int r0 = xtw_edge(s, xtw_curve(s, 31, '+', 10, a, 0., 0., 0., -1., 0., 1., 0., 0., q), 0, 2) + 1,
        r1 = xtw_edge(s, xtw_curve(s, 31, '+', 10, 0., b, 0., 1., 0., 0., 0., 1., 0., q), 1, 3) + 1;
    int l0 = xtw_line(s, 0, 2) + 1, l1 = xtw_line(s, 1, 3) + 1;
    XTW_FACE(s, tube, '+', e0, r1, -e1, -r0);
    XTW_FACE(s, wall, '+', -e0, l0, e1, -l1);
    XTW_FACE(s, start, '+', r0, -l0);
    XTW_FACE(s, end, '+', l1, -r1);
    check_shape(s,
                (Known){ M_PI / 2 * q * q * (l + 2 * q / 3),
                         M_PI * q * (l + q) + 2 * q * l + M_PI * q * q,
                         { NAN, NAN, 0 },
                         { NAN, NAN, NAN } },
                1e-9);
}

/* A quarter of a cone whose wall is a B-surface, the upper side of which is its tip. */
TEST(a_side_of_a_b_surface_may_be_one_point)
{
    static const double bezier2[] = { 0, 0, 0, 1, 1, 1 }, bezier1[] = { 0, 0, 1, 1 };
    double r = 0.02, h = 0.03, w = sqrt(0.5), l = sqrt(r * r + h * h), c = r / M_PI;
    const double arc[12] = { r, 0, 0, 1, w * r, w * r, 0, w, 0, r, 0, 1 };
    double wall[24];
    XtShape *s = xtw_new();
    xtw_vertex(s, r, 0, 0), xtw_vertex(s, 0, r, 0), xtw_vertex(s, 0, 0, 0), xtw_vertex(s, 0, 0, h);
    int round = xtw_curve(s, 134, '+', 0);
    XtwGeometry *g = &s->curve[round];
    g->degree[0] = 2, g->n[0] = 3, g->dim = 3, g->rational = true, g->knot[0] = bezier2, g->vertex = arc;
    int n = xtw_edge(s, round, 0, 1) + 1, l0 = xtw_line(s, 2, 0) + 1, l1 = xtw_line(s, 2, 1) + 1,
        p0 = xtw_line(s, 0, 3) + 1, p1 = xtw_line(s, 1, 3) + 1, p2 = xtw_line(s, 2, 3) + 1;
    for (int i = 0; i < 3; i++) {
        double weight = arc[4 * i + 3];
        memcpy(wall + 8 * i, arc + 4 * i, 4 * sizeof *wall);
        memcpy(wall + 8 * i + 4, (double[]){ 0, 0, weight * h, weight }, 4 * sizeof *wall);
    }
    int cone = xtw_surface(s, 124, '+', 0);
    g = &s->surface[cone];
    g->degree[0] = 2, g->degree[1] = 1, g->n[0] = 3, g->n[1] = 2, g->rational = true;
    g->knot[0] = bezier2, g->knot[1] = bezier1, g->vertex = wall;
    int low = xtw_surface(s, 50, '+', 9, 0., 0., 0., 0., 0., -1., 1., 0., 0.),
        left = xtw_surface(s, 50, '+', 9, 0., 0., 0., -1., 0., 0., 0., 1., 0.),
        front = xtw_surface(s, 50, '+', 9, 0., 0., 0., 0., -1., 0., 1., 0., 0.);
    XTW_FACE(s, low, '+', l1, -n, -l0);
    XTW_FACE(s, left, '+', p2, -p1, -l1);
    XTW_FACE(s, front, '+', l0, p0, -p2);
    XTW_FACE(s, cone, '+', n, p1, -p0);
    check_shape(s, (Known){ M_PI * r * r * h / 12, M_PI * r * (r + l) / 4 + r * h, { c, c, h / 4 }, { NAN, NAN, NAN } },
                1e-11);
}

/* ---- whole shapes ----------------------------------------------------------------------------------------------- */

static WholeShape whole(XtShape *shape)
{
    XtPen p = xtw_file(plain, 1, &shape);
    SolidFile *s = read_file(&p);
    WholeShape w = cd_body_recognise(cd_solid_body(s, 0, NULL));
    cd_solid_close(s);
    free(p.at);
    free(shape);
    return w;
}

TEST(whole_shapes_are_recognised_and_others_are_not)
{
    WholeShape w = whole(xtw_block(v3(1, 2, 3), v3(2, 4, 7)));
    assert_int_equal(w.kind, WHOLE_BOX);
    Vec3 corner = v3_add(w.r, m3_apply(w.A, w.high)), other = v3_add(w.r, m3_apply(w.A, w.low));
    assert_near(v3_norm(v3_sub(corner, other)), sqrt(1 + 4 + 16), 1e-12);
    w = whole(xtw_bushing(0.02, 0, 0.03));
    assert_int_equal(w.kind, WHOLE_FRUSTUM);
    assert_near(w.bottom, 0.02, 1e-15);
    assert_near(w.top, 0.02, 1e-15);
    assert_near(w.to - w.from, 0.03, 1e-15);
    assert_int_equal(whole(xtw_bushing(0.02, 0.01, 0.03)).kind, WHOLE_NONE); /* it has a bore */
    assert_int_equal(whole(xtw_pin(0.005, 0.03, 0.001)).kind, WHOLE_NONE);
    assert_int_equal(whole(quarter(0.02, 0.05, false)).kind, WHOLE_NONE);
    XtShape *ball = xtw_new();
    xtw_whole_face(ball, xtw_surface(ball, 53, '+', 10, 0.1, 0.2, 0.3, 0.02, 0., 0., 1., 1., 0., 0.), '+');
    w = whole(ball);
    assert_int_equal(w.kind, WHOLE_BALL);
    assert_near(w.radius, 0.02, 1e-15);
    XtShape *cone = xtw_new();
    double r = 0.03, h = 0.05, l = hypot(r, h);
    int side = xtw_surface(cone, 52, '+', 12, 0., 0., 0., 0., 0., -1., r, r / l, h / l, 1., 0., 0.);
    int base = xtw_surface(cone, 50, '+', 9, 0., 0., 0., 0., 0., -1., 1., 0., 0.), e = xtw_ring(cone, 0, 0, 0, r) + 1;
    XTW_FACE(cone, side, '+', e);
    XTW_FACE(cone, base, '+', -e);
    w = whole(cone);
    assert_int_equal(w.kind, WHOLE_FRUSTUM);
    assert_near(fmin(w.bottom, w.top), 0, 1e-15);
    assert_near(fmax(w.bottom, w.top), r, 1e-15);
}

static Extent extent_of(XtShape *shape, Mat3 A, Vec3 t)
{
    Arena arena = { 0 };
    XtPen p = xtw_file(plain, 1, &shape);
    SolidFile *s = read_file(&p);
    s->body.at[0].A = A, s->body.at[0].t = t;
    Body *b = cd_solid_body(s, 0, NULL);
    Facets f = cd_solid_facets(&arena, s, 0, 30);
    Extent e = cd_body_extent(b, &f, A, t);
    cd_arena_close(&arena);
    cd_solid_close(s);
    free(p.at);
    free(shape);
    return e;
}

TEST(boxes_are_exact_about_round_faces)
{
    Extent e = extent_of(xtw_pin(0.005, 0.03, 0.001), m3_identity(), v3(0, 0, 0));
    assert_near(e.low.x, -0.005, 1e-15);
    assert_near(e.low.y, -0.005, 1e-15);
    assert_near(e.low.z, -0.005, 1e-15);
    assert_near(e.high.y, 0.005, 1e-15);
    assert_near(e.high.z, 0.031, 1e-15);
    /* turned about y by 0.3, and moved: the ball is below, the edges of the chamfer above */
    e = extent_of(xtw_pin(0.005, 0.03, 0.001), m3_rot_y(0.3), v3(1, 0, 0));
    assert_near(e.low.z, -0.005, 1e-15);
    assert_near(e.high.z, fmax(0.03 * cos(0.3) + 0.005 * sin(0.3), 0.031 * cos(0.3) + 0.004 * sin(0.3)), 1e-15);
    assert_near(e.high.x, 1 + fmax(0.03 * sin(0.3) + 0.005 * cos(0.3), 0.031 * sin(0.3) + 0.004 * cos(0.3)), 1e-15);
    e = extent_of(xtw_roller(), m3_identity(), v3(0, 0, 0));
    assert_near(e.low.x, -0.04, 1e-15);
    assert_near(e.low.y, -0.04, 1e-15);
    assert_near(e.high.y, 0.04, 1e-15);
    XtShape *ring = xtw_new();
    xtw_whole_face(ring, xtw_surface(ring, 54, '+', 11, 0., 0., 0., 0., 0., 1., 0.05, 0.01, 1., 0., 0.), '+');
    e = extent_of(ring, m3_identity(), v3(0, 0, 0));
    assert_near(e.high.x, 0.06, 1e-15);
    assert_near(e.low.z, -0.01, 1e-15);
}

/* ---- forms of files -------------------------------------------------------------------------------------------- */

TEST(text_binary_and_folded_files_are_the_same)
{
    static const XtwForm form[] = { { .embedded = true },
                                    { .embedded = true, .columns = 79 },
                                    { .columns = 80 },
                                    { .binary = true, .embedded = true },
                                    { .binary = true } };
    Known k = { 2.681872928621366e-6, NAN, { 0, 0, 0.01372100742 }, { NAN, NAN, 3.273047362e-11 } };
    for (int i = 0; i < 5; i++) {
        XtShape *shape = xtw_pin(0.005, 0.03, 0.001);
        shape->name = "SOLID7", shape->part = 5, shape->part_name = "pin", shape->cad_name = "Bolt";
        XtPen p = xtw_file(form[i], 1, &shape);
        SolidFile *s = read_file(&p);
        assert_int_equal(s->xt->binary, form[i].binary);
        const SolidBody *b = &s->body.at[0];
        assert_true(cd_text_equal(b->name, cd_text("SOLID7")) && cd_text_equal(b->part_name, cd_text("pin")));
        assert_true(cd_text_equal(b->cad_name, cd_text("Bolt")));
        assert_int_equal(b->part, 5);
        check_body(s, 0, &k, 1e-9);
        cd_solid_close(s);
        free(p.at);
        free(shape);
    }
}

static int first_chosen(const SolidFile *s, const char *element, int part, const char *part_name, int *n)
{
    Arena arena = { 0 };
    SolidChoice c = cd_solid_choose(&arena, s, cd_text(element), part, cd_text(part_name));
    int first = c.n ? c.body[0] : -1;
    *n = c.ambiguous ? -1 : c.n;
    cd_arena_close(&arena);
    return first;
}

TEST(bodies_are_chosen_by_name_and_part)
{
    XtShape *shape[3] = { xtw_block(v3(0, 0, 0), v3(1, 1, 1)), xtw_bushing(0.02, 0, 0.03),
                          xtw_bushing(0.02, 0.01, 0.03) };
    shape[0]->name = shape[1]->name = "SOLID1", shape[2]->name = "SOLID2";
    shape[0]->part = 1, shape[1]->part = 4, shape[0]->part_name = "floor", shape[1]->part_name = "wheel",
    shape[2]->cad_name = "Ring";
    XtPen p = xtw_file(plain, 3, shape);
    SolidFile *s = read_file(&p);
    int n;
    assert_int_equal(s->body.n, 3);
    assert_int_equal(first_chosen(s, "SOLID1", 4, "", &n), 1);
    assert_int_equal(n, 1);
    assert_int_equal(first_chosen(s, "SOLID1", 9, "floor", &n), 0);
    assert_int_equal(first_chosen(s, "SOLID1", 9, "", &n), -1);
    assert_int_equal(n, -1);
    assert_int_equal(first_chosen(s, "SOLID2", 9, "", &n), 2);
    assert_int_equal(first_chosen(s, "Ring", 9, "", &n), 2);
    assert_int_equal(first_chosen(s, "", 9, "", &n), 0);
    assert_int_equal(n, 3);
    assert_int_equal(first_chosen(s, "WHEEL", 4, "", &n), -1);
    assert_int_equal(n, 0);
    cd_solid_close(s);
    free(p.at);
    for (int i = 0; i < 3; i++) free(shape[i]);
}

/* ---- what goes wrong ------------------------------------------------------------------------------------------- */

/* Reads what may be damaged; everything of it that can be had is asked for. True if there were messages. */
static bool complains(const void *bytes, size_t n)
{
    CdLog *log = cd_log_open();
    char *copy = malloc(n ? n : 1);
    memcpy(copy, bytes, n);
    SolidFile *s = cd_solid_read("damaged.xmt_txt", copy, n, log);
    for (int i = 0; s && i < s->body.n; i++) {
        Arena arena = { 0 };
        if (cd_solid_body(s, i, log)) {
            Moments m = cd_solid_moments(&arena, s, i);
            Facets f = cd_solid_facets(&arena, s, i, 10);
            cd_solid_complain(s, i, &m, &f, log);
        }
        cd_arena_close(&arena);
    }
    bool told = cd_log_errors(log) + cd_log_warnings(log) > 0;
    assert_true(s || cd_log_errors(log) > 0);
    cd_solid_close(s);
    cd_log_close(log);
    free(copy);
    return told;
}

TEST(a_file_that_is_cut_is_refused_with_the_byte)
{
    for (int binary = 0; binary < 2; binary++) {
        XtShape *shape = xtw_pin(0.005, 0.03, 0.001);
        shape->name = "SOLID7";
        XtPen p = xtw_file((XtwForm){ .embedded = true, .binary = binary, .columns = 80 }, 1, &shape);
        for (size_t n = 0; n + 4 < p.n; n += 1 + n / 60) assert_true(complains(p.at, n));
        free(p.at);
        free(shape);
    }
}

static bool damaged(XtShape *s)
{
    XtPen p = xtw_file(plain, 1, &s);
    bool told = complains(p.at, p.n);
    free(p.at);
    free(s);
    return told;
}

TEST(mistakes_in_the_boundary_are_named)
{
    XtShape *s = xtw_block(v3(0, 0, 0), v3(1, 1, 1));
    s->face[2].sense = '-'; /* the normal is against the loop */
    assert_true(damaged(s));
    s = xtw_block(v3(0, 0, 0), v3(1, 1, 1));
    s->face[2].sense = 'x';
    assert_true(damaged(s));
    s = xtw_block(v3(0, 0, 0), v3(1, 1, 1));
    s->fin[5].next = 5; /* a ring that never comes back to its beginning */
    assert_true(damaged(s));
    s = xtw_block(v3(0, 0, 0), v3(1, 1, 1));
    s->fin[5].next = 9;
    assert_true(damaged(s));
    s = xtw_block(v3(0, 0, 0), v3(1, 1, 1));
    s->vertex[3].z = 0.5; /* off its curves */
    assert_true(damaged(s));
    s = xtw_bushing(0.02, 0.012, 0.03);
    s->surface[2].x[6] = -1; /* a radius */
    assert_true(damaged(s));
    s = xtw_bushing(0.02, 0.012, 0.03);
    s->surface[2] =
        (XtwGeometry){ .type = 60, .sense = '+', .reals = 1, .x = { 0.1 }, .ref = { 2 } }; /* an offset of itself */
    assert_true(damaged(s));
    static const double down[] = { 0, 1, 0, 1 };
    s = quarter(0.02, 0.05, false);
    s->surface[0].knot[1] = down;
    assert_true(damaged(s));
}

TEST(shuffled_bytes_end_with_a_message_or_a_body)
{
    uint64_t seed = 7;
    for (int binary = 0; binary < 2; binary++)
        for (int round = 0; round < 300; round++) {
            XtShape *shape = round % 2 ? xtw_pin(0.005, 0.03, 0.001) : xtw_block(v3(0, 0, 0), v3(1, 1, 1));
            XtPen p = xtw_file((XtwForm){ .embedded = true, .binary = binary }, 1, &shape);
            for (int k = 0; k < 3; k++) {
                size_t a = 300 + (size_t)(test_random(&seed) * (double)(p.n - 300)),
                       b = 300 + (size_t)(test_random(&seed) * (double)(p.n - 300));
                char c = p.at[a];
                p.at[a] = p.at[b], p.at[b] = c;
            }
            complains(p.at, p.n);
            free(p.at);
            free(shape);
        }
}

TEST(pointers_of_git_lfs_are_told_by_name)
{
    static const char lfs[] = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 12\n";
    CdLog *log = cd_log_open();
    assert_null(cd_solid_read("x.xmt_txt", lfs, sizeof lfs - 1, log));
    assert_non_null(strstr(cd_log_message(log, 0).text, "Git LFS"));
    cd_log_close(log);
}

/* ---- much ------------------------------------------------------------------------------------------------------- */

TEST(a_plate_with_bores_has_many_holes)
{
    double a = 0.1, h = 0.01, r = 0.004;
    int n = 5;
    check_shape(xtw_plate(a, h, n, r),
                (Known){ (a * a - n * n * M_PI * r * r) * h, NAN, { a / 2, a / 2, h / 2 }, { NAN, NAN, NAN } }, 1e-12);
}

/* 5 MB with 200 bodies: read, measured and meshed within 2 s of the processor and 300 MB. */
TEST(two_hundred_bodies_take_little_time_and_memory)
{
    enum { BODIES = 200 };
    XtShape *plate = xtw_plate(0.1, 0.01, 6, 0.006), *shape[BODIES];
    for (int i = 0; i < BODIES; i++) shape[i] = plate;
    XtPen p = xtw_file(plain, BODIES, shape);
    assert_true(p.n > 5000000);
    double seconds = INFINITY, volume = 0, one = (0.01 - 36 * M_PI * 3.6e-5) * 0.01;
    /* the best of three: other work may slow the processor down */
    for (int round = 0; round < 3 && seconds > 1; round++) {
        clock_t begin = clock();
        SolidFile *s = read_file(&p);
        assert_int_equal(s->body.n, BODIES);
        volume = 0;
        for (int i = 0; i < BODIES; i++) {
            Arena arena = { 0 };
            assert_non_null(cd_solid_body(s, i, NULL));
            Facets f = cd_solid_facets(&arena, s, i, 300);
            assert_true(f.closed);
            volume += cd_facet_sums(&f).volume;
            cd_arena_close(&arena);
        }
        seconds = fmin(seconds, (double)(clock() - begin) / CLOCKS_PER_SEC * 5e6 / (double)p.n);
        cd_solid_close(s);
    }
    assert_near(volume, BODIES * one, 3e-3 * BODIES * one); /* bores are polygons of 43 corners */
#ifdef NDEBUG
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    if (seconds > 2) print_error("%.2f s\n", seconds);
    assert_true(seconds < 2);
    assert_true(used.ru_maxrss < 300 * 1024);
#endif
    if (getenv("CARDAN_PRINT")) print_message("%zu bytes, %.2f s\n", p.n, seconds);
    free(p.at);
    free(plate);
}

/* ---- the files of the reference, where they are there ---------------------------------------------------------- */

TEST(files_written_by_others_have_their_volumes)
{
    static const struct {
        const char *name;
        int body;
        Known known;
    } file[] = {
        { "xt-block.xmt_txt",
          0,
          { 8e-5, 0.0132, { 0.05, 0.045, 0.04 }, { 1.933333333333e-8, 4.533333333333e-8, 5.933333333333e-8 } } },
        { "xt-bushing.xmt_txt",
          0,
          { 2.412743158e-5, 7.640353334e-3, { 0, 0, 0.015 }, { 5.090888063e-9, 5.090888063e-9, 6.562661390e-9 } } },
        { "xt-pin.xmt_txt",
          0,
          { 2.681872929e-6,
            1.189808858e-3,
            { 0, 0, 0.01372100742 },
            { 2.789120721e-10, 2.789120721e-10, 3.273047362e-11 } } },
        { "xt-pin.xmt_bin",
          0,
          { 2.681872929e-6,
            1.189808858e-3,
            { 0, 0, 0.01372100742 },
            { 2.789120721e-10, 2.789120721e-10, 3.273047362e-11 } } },
        { "xt-pin-tolerant.xmt_txt",
          0,
          { 2.681872929e-6,
            1.189808858e-3,
            { 0, 0, 0.01372100742 },
            { 2.789120721e-10, 2.789120721e-10, 3.273047362e-11 } } },
        { "xt-roller.x_t",
          0,
          { 5.842421948e-5, 0.01225284385, { 0, 0, 0 }, { 2.333811619e-8, 2.333811619e-8, 4.531118043e-8 } } },
        { "xt-twist.xmt_txt",
          0,
          { 5.52e-5,
            9.451207500e-3,
            { 0.03130434783, 0.02086956522, 0.01165217391 },
            { 9.957982609e-9, 1.910580870e-8, 2.378434783e-8 } } },
        { "xt-pair.xmt_txt",
          0,
          { 8e-4, 0.096, { 0, 0, -0.01 }, { 2.693333333333e-6, 2.693333333333e-6, 5.333333333333e-6 } } },
        { "xt-pair.xmt_txt",
          1,
          { 5.842421948e-5, 0.01225284385, { 0, 0, 0 }, { 2.333811619e-8, 2.333811619e-8, 4.531118043e-8 } } },
    };
    const char *folder = getenv("CARDAN_XT_FILES");
    if (!folder) skip();
    for (size_t i = 0; i < sizeof file / sizeof file[0]; i++) {
        char path[500];
        snprintf(path, sizeof path, "%s/%s", folder, file[i].name);
        CdLog *log = cd_log_open();
        SolidFile *s = cd_solid_open(path, log);
        assert_non_null(s);
        check_body(s, file[i].body, &file[i].known, 1e-9);
        cd_solid_close(s);
        cd_log_close(log);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT(a_block_has_its_volume_and_inertia),
        UNIT(a_bushing_has_rings_without_vertices),
        UNIT(a_pin_has_a_ball_a_cylinder_and_a_cone),
        UNIT(whole_spheres_and_tori_have_no_loops),
        UNIT(a_roller_has_a_band_of_a_torus),
        UNIT(a_torus_face_may_lie_across_the_end_of_its_parameter),
        UNIT(an_elbow_winds_round_the_tube),
        UNIT(a_ball_with_a_bore_is_a_napkin_ring),
        UNIT(an_octant_of_a_ball_has_corners_in_the_poles),
        UNIT(a_cone_may_have_its_tip_on_an_edge),
        UNIT(a_cone_may_have_its_tip_inside),
        UNIT(a_cylinder_drilled_across_has_exact_intersections),
        UNIT(charts_may_have_a_point_twice),
        UNIT(edges_that_cross_cost_little),
        UNIT(chords_of_edges_that_nearly_touch_do_not_cross),
        UNIT(rational_b_surfaces_and_tolerant_edges_give_the_same_quarter),
        UNIT(a_saddle_is_a_b_surface_between_b_curves),
        UNIT(knots_beside_a_vertex_make_no_points),
        UNIT(swept_ellipses_are_elliptic_cylinders),
        UNIT(a_spun_profile_may_begin_on_the_axis),
        UNIT(spun_lines_and_circles_become_what_they_are),
        UNIT(a_spun_line_that_leads_inwards_is_a_cone),
        UNIT(blends_are_tubes_whose_normals_lead_away_from_the_spine),
        UNIT(a_blend_ends_where_it_touches_its_support),
        UNIT(a_side_of_a_b_surface_may_be_one_point),
        UNIT(whole_shapes_are_recognised_and_others_are_not),
        UNIT(boxes_are_exact_about_round_faces),
        UNIT(text_binary_and_folded_files_are_the_same),
        UNIT(bodies_are_chosen_by_name_and_part),
        UNIT(a_file_that_is_cut_is_refused_with_the_byte),
        UNIT(mistakes_in_the_boundary_are_named),
        UNIT(shuffled_bytes_end_with_a_message_or_a_body),
        UNIT(pointers_of_git_lfs_are_told_by_name),
        UNIT(a_plate_with_bores_has_many_holes),
        UNIT(two_hundred_bodies_take_little_time_and_memory),
        UNIT(files_written_by_others_have_their_volumes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
