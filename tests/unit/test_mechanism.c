/* test_mechanism.c - bodies with their masses, markers on them, and how markers move. */
#include "draw.h"
#include "kinematics/mechanism.h"

#include "near.h"

#include <string.h>

typedef struct Fixture {
    Arena arena;
    CdLog *log;
    CdModel *model;
    Mechanism *m;
    State s;
    MarkerMotion *marker;
} Fixture;

static Fixture open_text(const char *dataset)
{
    Fixture f = { .log = cd_log_open() };
    f.model = cd_model_read_text("test", dataset, strlen(dataset), f.log);
    if (!f.model) cd_log_print(f.log, stderr);
    assert_non_null(f.model);
    f.m = cd_mechanism_new(&f.arena, f.model);
    f.s = cd_state_new(&f.arena, f.m, 0, 0);
    f.marker = cd_markers_new(&f.arena, f.m);
    cd_state_start(f.m, &f.s);
    return f;
}

static void close_fixture(Fixture *f)
{
    cd_model_close(f->model);
    cd_log_close(f->log);
    cd_arena_close(&f->arena);
}

static int marker(const Fixture *f, int id)
{
    return cd_model_find(f->model, KIND_marker, id);
}

static Mat3 diagonal(double x, double y, double z)
{
    return m3_cols(v3(x, 0, 0), v3(0, y, 0), v3(0, 0, z));
}

/* Bodies that turn and one that does not, markers anywhere on them, one of them relative to others. */
static const char world[] = "world\n"
                            "PART/1, GROUND\n"
                            "MARKER/10, PART = 1, QP = 1, 2, 3, REULER = 0.3, 0.4, 0.5\n"
                            "PART/2, MASS = 2, CM = 20, IP = 1, 2, 2.5, QG = 0.5, -1, 2, REULER = 1, 2, 3\n"
                            "MARKER/20, PART = 2, QP = 0.1, 0.2, -0.3, REULER = -1, 0.7, 0.2\n"
                            "MARKER/21, PART = 2, QP = -1, 0.4, 0.8, REULER = 0.6, 1.7, -2\n"
                            "MARKER/22, PART = 2, RM = 21, QP = 0.3, 0.2, 0.1, REULER = 0.1, 0.2, 0.3\n"
                            "PART/3, MASS = 3, CM = 30, IP = 1, 1, 1, QG = 2, 0, 1\n"
                            "MARKER/30, PART = 3\n"
                            "MARKER/31, PART = 3, QP = 0.7, -0.9, 0.4, REULER = 2, 1, 0.5\n"
                            "POINT_MASS/4, MASS = 5, CM = 40, QG = 1, 1, 1, REULER = 0.4, 0.5, 0.6\n"
                            "MARKER/40, POINT_MASS = 4, QP = 0.2, 0, 0\n"
                            "MARKER/41, POINT_MASS = 4, QP = 0.3, 0.5, -0.2, REULER = 1, 1, 1\n"
                            "END\n";

TEST(bodies_are_numbered_parts_first_then_point_masses_without_ground)
{
    Fixture f = open_text(world);
    assert_int_equal(f.m->bodies, 3);
    assert_int_equal(f.m->nv, 15);
    static const int first[] = { 0, 6, 12 }, freedoms[] = { 6, 6, 3 }, id[] = { 2, 3, 4 };
    for (int b = 0; b < 3; b++) {
        assert_int_equal(f.m->body[b].first, first[b]);
        assert_int_equal(f.m->body[b].dofs, freedoms[b]);
        assert_int_equal(cd_body_name(f.m, b)->id, id[b]);
    }
    assert_near(f.m->body[2].mass, 5, 0);
    near_matrix(f.m->body[2].J, diagonal(0, 0, 0), 0);
    static const struct {
        int marker, body;
    } on[] = { { 10, -1 }, { 20, 0 }, { 21, 0 }, { 22, 0 }, { 30, 1 }, { 31, 1 }, { 40, 2 }, { 41, 2 } };
    for (int k = 0; k < 8; k++) assert_int_equal(f.m->site[marker(&f, on[k].marker)].body, on[k].body);
    close_fixture(&f);
}

TEST(at_the_start_every_marker_is_where_the_dataset_puts_it_and_at_rest)
{
    Fixture f = open_text(world);
    cd_markers_motion(f.m, &f.s, f.marker);
    for (int k = 0; k < f.m->markers; k++) {
        Frame want = cd_marker_frame(f.model, k);
        near_vector(f.marker[k].r, want.r, 1e-15);
        near_matrix(f.marker[k].A, want.A, 1e-15);
        assert_near(v3_norm(f.marker[k].v) + v3_norm(f.marker[k].w), 0, 0);
        assert_near(v3_norm(f.marker[k].a) + v3_norm(f.marker[k].alpha), 0, 0);
    }
    /* the body axes are those of the CM marker, and it lies at their origin */
    near_vector(f.m->site[marker(&f, 20)].s, v3(0, 0, 0), 1e-15);
    near_matrix(f.m->site[marker(&f, 20)].A, m3_identity(), 1e-15);
    near_vector(f.s.r[0], f.marker[marker(&f, 20)].r, 1e-15);
    close_fixture(&f);
}

TEST(a_marker_relative_to_another_is_placed_in_its_frame)
{
    Fixture f = open_text("rm\nPART/1, GROUND\n"
                          "PART/2, MASS = 1, CM = 20, IP = 1, 1, 1, QG = 10, 0, 0, REULER = 0, 90D, 0\n"
                          "MARKER/20, PART = 2, QP = 0, 0, 5\n"
                          "MARKER/21, PART = 2, QP = 1, 0, 0, REULER = 90D, 0, 0\n"
                          "MARKER/22, PART = 2, RM = 21, QP = 2, 0, 0, REULER = 90D, 0, 0\n"
                          "MARKER/23, PART = 2, RM = 22, QP = 0, 0, 3\nEND\n");
    /* in the part: 21 at (1, 0, 0) with x along y; 22 two along that, x along -x; 23 three along z. The body is at (0,
     * 0, 5). */
    near_vector(f.m->site[marker(&f, 21)].s, v3(1, 0, -5), 1e-15);
    near_vector(f.m->site[marker(&f, 22)].s, v3(1, 2, -5), 1e-15);
    near_vector(f.m->site[marker(&f, 23)].s, v3(1, 2, -2), 1e-15);
    near_vector(m3_col(f.m->site[marker(&f, 22)].A, 0), v3(-1, 0, 0), 1e-15);
    near_vector(m3_col(f.m->site[marker(&f, 23)].A, 0), v3(-1, 0, 0), 1e-15);
    cd_markers_motion(f.m, &f.s, f.marker);
    /* the part lies on its back: its y along ground z, its z along ground -y */
    near_vector(f.marker[marker(&f, 23)].r, v3(11, -3, 2), 1e-14);
    close_fixture(&f);
}

/* Derivatives at 0 from values at -3h ... 3h. */
enum { PLACES = 7 };
static const double h = 1e-2;

static Vec3 weigh(const Vec3 at[PLACES], const double weight[PLACES], double scale)
{
    Vec3 sum = v3(0, 0, 0);
    for (int k = 0; k < PLACES; k++) sum = v3_axpy(sum, weight[k] / scale, at[k]);
    return sum;
}

static Vec3 first(const Vec3 at[PLACES])
{
    return weigh(at, (const double[]){ -1, 9, -45, 0, 45, -9, 1 }, 60 * h);
}

static Vec3 second(const Vec3 at[PLACES])
{
    return weigh(at, (const double[]){ 2, -27, 270, -490, 270, -27, 2 }, 180 * h * h);
}

/* A' or A'', from the three columns. */
static Mat3 columns(Vec3 (*derivative)(const Vec3 *), const MarkerMotion *const at[PLACES], int marker_index)
{
    Mat3 out;
    for (int c = 0; c < 3; c++) {
        Vec3 column[PLACES];
        for (int k = 0; k < PLACES; k++) column[k] = at[k][marker_index].A.c[c];
        out.c[c] = derivative(column);
    }
    return out;
}

static Vec3 unskew(Mat3 S)
{
    return v3((S.c[1].z - S.c[2].y) / 2, (S.c[2].x - S.c[0].z) / 2, (S.c[0].y - S.c[1].x) / 2);
}

/* Bodies go along r + u t + u' t^2 / 2 and A exp(wbar t + wbar' t^2 / 2), which have the given rates at 0. */
TEST(velocities_and_accelerations_of_markers_are_those_of_differences)
{
    Fixture f = open_text(world);
    uint64_t seed = 1;
    State moved = cd_state_new(&f.arena, f.m, 0, 0);
    MarkerMotion *at[PLACES];
    for (int k = 0; k < PLACES; k++) at[k] = cd_markers_new(&f.arena, f.m);
    double d[15];
    for (int n = 0; n < 50; n++) {
        for (int k = 0; k < 15; k++) d[k] = between(&seed, -1, 1);
        cd_state_move(f.m, &f.s, d, 1);
        for (int k = 0; k < 15; k++) f.s.v[k] = between(&seed, -1, 1), f.s.vdot[k] = between(&seed, -1, 1);
        for (int k = 0; k < PLACES; k++) {
            double t = (k - 3) * h;
            cd_state_copy(f.m, 0, 0, &moved, &f.s);
            for (int i = 0; i < 15; i++) d[i] = f.s.v[i] * t + f.s.vdot[i] * t * t / 2, moved.v[i] += f.s.vdot[i] * t;
            cd_state_move(f.m, &moved, d, 1);
            cd_markers_motion(f.m, &moved, at[k]);
        }
        cd_markers_motion(f.m, &f.s, f.marker);
        for (int i = 0; i < f.m->markers; i++) {
            Vec3 r[PLACES], v[PLACES], w[PLACES];
            for (int k = 0; k < PLACES; k++) r[k] = at[k][i].r, v[k] = at[k][i].v, w[k] = at[k][i].w;
            Mat3 A = f.marker[i].A, A1 = columns(first, (const MarkerMotion *const *)at, i),
                 A2 = columns(second, (const MarkerMotion *const *)at, i);
            near_vector(f.marker[i].v, first(r), 1e-10);
            near_vector(f.marker[i].a, second(r), 1e-9);
            near_vector(f.marker[i].a, first(v), 1e-10);
            near_vector(f.marker[i].w, unskew(m3_mult(A1, A)), 1e-10);
            near_vector(f.marker[i].alpha, unskew(m3_mult(A2, A)), 1e-9);
            near_vector(f.marker[i].alpha, first(w), 1e-10);
        }
        /* the point mass never turns */
        near_matrix(f.marker[marker(&f, 41)].A, cd_marker_frame(f.model, marker(&f, 41)).A, 1e-15);
    }
    close_fixture(&f);
}

TEST(velocities_of_bodies_are_those_of_their_cm_markers)
{
    Fixture f = open_text(world);
    uint64_t seed = 2;
    BodyMotion body[3];
    double d[15];
    for (int k = 0; k < 15; k++) d[k] = between(&seed, -1, 1), f.s.v[k] = between(&seed, -1, 1);
    cd_state_move(f.m, &f.s, d, 1);
    cd_bodies_motion(f.m, &f.s, body);
    cd_markers_motion(f.m, &f.s, f.marker);
    static const int cm[] = { 20, 30, 40 };
    for (int b = 0; b < 3; b++) {
        const MarkerMotion *k = &f.marker[marker(&f, cm[b])];
        near_vector(body[b].r, k->r, 1e-15);
        near_matrix(body[b].A, k->A, 1e-15);
        near_vector(body[b].u, k->v, 1e-15);
        near_vector(body[b].w, k->w, 1e-15);
    }
    close_fixture(&f);
}

/* Moving on by a constant change of body components is a screw motion: two halves make a whole, and back is back. */
TEST(moves_along_one_direction_add_up)
{
    Fixture f = open_text(world);
    uint64_t seed = 3;
    State once = cd_state_new(&f.arena, f.m, 0, 0), twice = cd_state_new(&f.arena, f.m, 0, 0);
    double d[15];
    for (int k = 0; k < 15; k++) d[k] = between(&seed, -3, 3);
    cd_state_copy(f.m, 0, 0, &once, &f.s);
    cd_state_copy(f.m, 0, 0, &twice, &f.s);
    cd_state_move(f.m, &once, d, 1);
    cd_state_move(f.m, &twice, d, 0.25);
    cd_state_move(f.m, &twice, d, 0.75);
    for (int b = 0; b < 3; b++) {
        near_vector(once.r[b], twice.r[b], 1e-14);
        near_matrix(q4_to_m3(once.p[b]), q4_to_m3(twice.p[b]), 1e-14);
        assert_near(q4_norm(once.p[b]), 1, 1e-15);
    }
    cd_state_move(f.m, &once, d, -1);
    for (int b = 0; b < 3; b++) {
        near_vector(once.r[b], f.s.r[b], 1e-14);
        near_matrix(q4_to_m3(once.p[b]), q4_to_m3(f.s.p[b]), 1e-14);
    }
    close_fixture(&f);
}

/* A rod of mass 2 along x has 0, 6, 6 about its centre and, three to the side along x, 0, 6 + 18, 6 + 18. */
TEST(inertia_moves_to_the_centre_of_mass_and_into_its_axes)
{
    Fixture f = open_text("rod\nPART/1, GROUND\n"
                          "PART/2, MASS = 2, CM = 20, IM = 21, IP = 0, 24, 24\n"
                          "MARKER/20, PART = 2, QP = 3, 0, 0\n"
                          "MARKER/21, PART = 2\n"
                          "PART/3, MASS = 2, CM = 30, IM = 31, IP = 0, 24, 24\n" /* CM with y along the rod */
                          "MARKER/30, PART = 3, QP = 3, 0, 0, REULER = -90D, 0, 0\n"
                          "MARKER/31, PART = 3\n"
                          "PART/4, MASS = 2, CM = 40, IM = 41, IP = 24, 24, 0\n" /* IM with z along the rod */
                          "MARKER/40, PART = 4, QP = 3, 0, 0\n"
                          "MARKER/41, PART = 4, REULER = 90D, 90D, 0\n"
                          "PART/5, MASS = 2, CM = 50, IP = 6, 6, 6, 1, 2, 3\n" /* about CM itself, with products */
                          "MARKER/50, PART = 5, QP = 7, 8, 9, REULER = 1, 2, 3\nEND\n");
    near_matrix(f.m->body[0].J, diagonal(0, 6, 6), 1e-13);
    near_matrix(f.m->body[1].J, diagonal(6, 0, 6), 1e-13);
    near_matrix(f.m->body[2].J, diagonal(0, 6, 6), 1e-13);
    near_matrix(f.m->body[3].J, m3_cols(v3(6, -1, -2), v3(-1, 6, -3), v3(-2, -3, 6)), 0);
    close_fixture(&f);
}

/* Of points of mass at random places everything can be summed up directly, about any marker. */
static Mat3 inertia_of(int n, const double *mass, const Vec3 *at, Frame about)
{
    Mat3 J = diagonal(0, 0, 0);
    for (int k = 0; k < n; k++) {
        Vec3 d = m3_tapply(about.A, v3_sub(at[k], about.r));
        J = m3_add(J, m3_scale(m3_sub(m3_scale(m3_identity(), v3_dot(d, d)), m3_outer(d, d)), mass[k]));
    }
    return J;
}

TEST(inertia_of_a_cloud_of_points_is_that_of_the_sum)
{
    uint64_t seed = 4;
    enum { POINTS = 7 };
    for (int n = 0; n < 50; n++) {
        double mass[POINTS], total = 0, e[2][3];
        Vec3 at[POINTS], centre = v3(0, 0, 0);
        Frame frame[2]; /* of CM and IM */
        for (int k = 0; k < POINTS; k++) {
            mass[k] = between(&seed, 0.1, 2), at[k] = random_vector(&seed, 2);
            total += mass[k], centre = v3_axpy(centre, mass[k], at[k]);
        }
        frame[0].r = v3_scale(centre, 1 / total), frame[1].r = random_vector(&seed, 3);
        for (int k = 0; k < 2; k++) {
            frame[k].A = m3_rotvec(random_vector(&seed, 2));
            m3_to_euler313(frame[k].A, e[k]);
        }
        Mat3 J = inertia_of(POINTS, mass, at, frame[1]);
        char text[1000];
        snprintf(text, sizeof text,
                 "cloud\nPART/1, GROUND\nPART/2, MASS = %.17g, CM = 20, IM = 21\n"
                 ", IP = %.17g, %.17g, %.17g\n, %.17g, %.17g, %.17g\n, QG = 1, 2, 3, REULER = 0.1, 0.2, 0.3\n"
                 "MARKER/20, PART = 2, QP = %.17g, %.17g, %.17g\n, REULER = %.17g, %.17g, %.17g\n"
                 "MARKER/21, PART = 2, QP = %.17g, %.17g, %.17g\n, REULER = %.17g, %.17g, %.17g\nEND\n",
                 total, m3_at(J, 0, 0), m3_at(J, 1, 1), m3_at(J, 2, 2), -m3_at(J, 0, 1), -m3_at(J, 0, 2),
                 -m3_at(J, 1, 2), frame[0].r.x, frame[0].r.y, frame[0].r.z, e[0][0], e[0][1], e[0][2], frame[1].r.x,
                 frame[1].r.y, frame[1].r.z, e[1][0], e[1][1], e[1][2]);
        Fixture f = open_text(text);
        assert_near(f.m->body[0].mass, total, 0);
        near_matrix(f.m->body[0].J, inertia_of(POINTS, mass, at, frame[0]), 1e-11);
        close_fixture(&f);
    }
}

/* 1 N moves 1 kg by 1000 mm/s^2: a mass of 5 kg counts as 0.005. */
TEST(masses_are_divided_by_the_factor_of_the_units)
{
    static const char bodies[] = "PART/1, GROUND\nPART/2, MASS = 5, CM = 20, IP = 10, 20, 30\nMARKER/20, PART = 2\n"
                                 "POINT_MASS/3, MASS = 8, CM = 30\nMARKER/30, POINT_MASS = 3\nEND\n";
    static const struct {
        const char *units;
        double factor;
    } list[] = { { "", 1 },
                 { "UNITS/UCF = 4\n", 4 },
                 { "UNITS/SYSTEM = MKS\n", 1 },
                 { "UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = MILLIMETER, TIME = SECOND\n", 1000 },
                 { "UNITS/FORCE = NEWTON, MASS = TONNE, LENGTH = MILLIMETER, TIME = SECOND\n", 1 },
                 { "UNITS/SYSTEM = IPS\n", 9.80665 / 0.0254 } };
    for (size_t k = 0; k < sizeof list / sizeof *list; k++) {
        char text[400];
        snprintf(text, sizeof text, "units\n%s%s", list[k].units, bodies);
        Fixture f = open_text(text);
        double factor = list[k].factor;
        assert_near(f.m->body[0].mass, 5 / factor, 1e-15 * 5 / factor);
        near_matrix(f.m->body[0].J, diagonal(10 / factor, 20 / factor, 30 / factor), 1e-15 * 30 / factor);
        assert_near(f.m->body[1].mass, 8 / factor, 1e-15 * 8 / factor);
        close_fixture(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT(bodies_are_numbered_parts_first_then_point_masses_without_ground),
        UNIT(at_the_start_every_marker_is_where_the_dataset_puts_it_and_at_rest),
        UNIT(a_marker_relative_to_another_is_placed_in_its_frame),
        UNIT(velocities_and_accelerations_of_markers_are_those_of_differences),
        UNIT(velocities_of_bodies_are_those_of_their_cm_markers),
        UNIT(moves_along_one_direction_add_up),
        UNIT(inertia_moves_to_the_centre_of_mass_and_into_its_axes),
        UNIT(inertia_of_a_cloud_of_points_is_that_of_the_sum),
        UNIT(masses_are_divided_by_the_factor_of_the_units),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
