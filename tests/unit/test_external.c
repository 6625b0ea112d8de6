/* test_external.c - solids from files as shapes of contacts: those that are whole shapes touch as these do, others by
 * their triangles. */
#include "contact/pair.h"
#include "contact/stated.h"

#include "test.h"
#include "xt_writer.h"

#include <cardan/cardan.h>
#include <string.h>
#include <unistd.h>

typedef struct Folder {
    char path[64];
} Folder;

static Folder make_folder(void)
{
    Folder f = { "/tmp/cardan_external_XXXXXX" };
    assert_non_null(mkdtemp(f.path));
    return f;
}

static void save(const Folder *f, const char *name, XtShape *s)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", f->path, name);
    XtPen p = xtw_file((XtwForm){ .embedded = true, .columns = 80 }, 1, &s);
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    fwrite(p.at, 1, p.n, out);
    fclose(out);
    free(p.at);
    free(s);
}

static void clear(const Folder *f, const char *name)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", f->path, name);
    unlink(path);
    rmdir(f->path);
}

/* A dataset in millimetres whose GRAPHICS/2 is the solid, GRAPHICS/3 a CYLINDER of the same size. */
static CdModel *model_with(const Folder *f, CdLog *log)
{
    static const char text[] = "wheel\n"
                               "UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=MILLIMETER, TIME=SECOND\n"
                               "PART/1, GROUND\nMARKER/10, PART=1, QP=-500,-500,-20\n"
                               "PART/2, MASS=1, CM=20, IP=1,1,1\nMARKER/20, PART=2\n"
                               "GRAPHICS/1, BOX, CORNER=10, X=1000, Y=1000, Z=20\n"
                               "GRAPHICS/2, EXTERNAL, RM=20, FILE=wheel.xmt_txt\n"
                               "GRAPHICS/3, CYLINDER, CM=20, LENGTH=30, RADIUS=20\nEND\n";
    char name[200];
    snprintf(name, sizeof name, "%s/wheel.adm", f->path);
    return cd_model_read_text(name, text, sizeof text - 1, log);
}

static void compare(const Shape *a, const Shape *b, const Shape *floor, Vec3 r, Mat3 A, double tolerance)
{
    Pair pa, pb;
    Touch ta, tb;
    Arena scratch = { 0 };
    assert_true(cd_pair_make(&pa, a, floor, (PairOptions){ 0 }) && cd_pair_make(&pb, b, floor, (PairOptions){ 0 }));
    cd_pair_eval(&pa, r, A, &scratch, &ta);
    cd_pair_eval(&pb, r, A, &scratch, &tb);
    assert_int_equal(ta.n, tb.n);
    assert_near(ta.gap, tb.gap, tolerance);
    for (int i = 0; i < ta.n; i++) {
        const Incident *x = &ta.at[i], *y = &tb.at[i];
        assert_near(x->p, y->p, tolerance);
        assert_near(v3_norm(v3_sub(x->point, y->point)), 0, 100 * tolerance);
        assert_near(v3_norm(v3_sub(x->normal, y->normal)), 0, tolerance);
        for (int k = 0; k < 6; k++) assert_near(x->dp[k], y->dp[k], 100 * tolerance);
    }
    cd_arena_close(&scratch);
}

TEST(a_wheel_from_a_file_touches_as_a_cylinder_does)
{
    Folder f = make_folder();
    save(&f, "wheel.xmt_txt", xtw_bushing(0.02, 0, 0.03));
    CdLog *log = cd_log_open();
    CdModel *model = model_with(&f, log);
    assert_non_null(model);
    int marker;
    const Shape *floor = cd_shape_stated(model, 0, log, &marker), *solid = cd_shape_stated(model, 1, log, &marker);
    cd_log_print(log, stderr);
    assert_non_null(solid);
    assert_int_equal(solid->kind, SHAPE_cylinder);
    assert_int_equal(marker, cd_marker_argument(&model->table[KIND_graphics].at[1], "RM"));
    const Shape *cylinder = cd_shape_stated(model, 2, log, &marker);
    /* lying on the floor, rolled, tilted, standing, and above it */
    for (int k = 0; k < 12; k++) {
        Mat3 A = m3_mul(m3_rot_x(M_PI / 2 + (k % 3) * 0.01), m3_rot_z(0.3 * k));
        compare(solid, cylinder, floor, v3(400 + k, 500, 20 + 19.9), A, 1e-9);
    }
    compare(solid, cylinder, floor, v3(400, 500, 19.9), m3_rot_x(1e-3), 1e-9);
    compare(solid, cylinder, floor, v3(400, 500, 25), m3_identity(), 1e-9);
    cd_model_close(model);
    cd_log_close(log);
    clear(&f, "wheel.xmt_txt");
}

/* With a bore it is a mesh, but rolls on its rim as the cylinder does; on its end the bore counts. */
TEST(a_wheel_with_a_bore_rolls_as_a_cylinder_does)
{
    Folder f = make_folder();
    save(&f, "wheel.xmt_txt", xtw_bushing(0.02, 0.008, 0.03));
    CdLog *log = cd_log_open();
    CdModel *model = model_with(&f, log);
    assert_non_null(model);
    int marker;
    const Shape *floor = cd_shape_stated(model, 0, log, &marker), *solid = cd_shape_stated(model, 1, log, &marker),
                *cylinder = cd_shape_stated(model, 2, log, &marker);
    assert_non_null(solid);
    assert_int_equal(solid->kind, SHAPE_mesh);
    assert_non_null(solid->rim);
    for (int k = 0; k < 12; k++) {
        Mat3 A = m3_mul(m3_rot_x(M_PI / 2 + (k % 3) * 0.01), m3_rot_z(0.3 * k));
        compare(solid, cylinder, floor, v3(400 + k, 500, 20 + 19.9), A, 1e-9);
    }
    /* standing: the pressed volume is that of a ring, whose gyration is larger */
    Pair a, b;
    Touch ta, tb;
    Arena scratch = { 0 };
    assert_true(cd_pair_make(&a, solid, floor, (PairOptions){ 0 }));
    assert_true(cd_pair_make(&b, cylinder, floor, (PairOptions){ 0 }));
    cd_pair_eval(&a, v3(400, 500, 19.9), m3_identity(), &scratch, &ta);
    cd_pair_eval(&b, v3(400, 500, 19.9), m3_identity(), &scratch, &tb);
    assert_int_equal(ta.n, 1);
    assert_near(ta.at[0].p, tb.at[0].p, 1e-9);
    double ring = (20. * 20 + 8 * 8) / 4, disc = 20. * 20 / 4;
    assert_near(m3_at(tb.at[0].gyration, 0, 0), disc, 0.01 * disc);
    assert_near(m3_at(ta.at[0].gyration, 0, 0), ring, 0.02 * ring);
    cd_arena_close(&scratch);
    cd_model_close(model);
    cd_log_close(log);
    clear(&f, "wheel.xmt_txt");
}

/* What CONTACT/1 does to a wheel that is thrown onto the floor, spins and rolls away: force and torque over 0.3 s. */
static int thrown(const Folder *f, const char *shape, int centre, double *out)
{
    static const int columns = 6, rows = 30;
    char text[1200], name[200];
    snprintf(name, sizeof name, "%s/thrown.adm", f->path);
    snprintf(text, sizeof text,
             "wheel\nUNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=MILLIMETER, TIME=SECOND\nACCGRAV/KGRAV=-9806.65\n"
             "PART/1, GROUND\nMARKER/10, PART=1, QP=-500,-500,-20\nMARKER/11, PART=1\n"
             "PART/2, MASS=0.2, CM=20, IP=100,100,60, QG=0,15,45, REULER=0,90D,0, VX=300, WZ=0.1\n"
             "MARKER/20, PART=2, QP=0,0,%d\nMARKER/21, PART=2\nMARKER/22, PART=2, QP=0,0,1\n"
             "GRAPHICS/1, BOX, CORNER=10, X=1000, Y=1000, Z=20\nGRAPHICS/2, %s\n"
             "CONTACT/1, IGEOM=2, JGEOM=1, IMPACT, STIFFNESS=1E3, EXPONENT=1.5, DAMPING=1, DMAX=0.05,\n"
             ", COULOMB_FRICTION=ON, MU_STATIC=0.4, MU_DYNAMIC=0.3, STICTION_TRANSITION_VELOCITY=10,\n"
             ", FRICTION_TRANSITION_VELOCITY=50\nEND\n",
             centre, shape);
    CdLog *log = cd_log_open();
    CdModel *model = cd_model_read_text(name, text, strlen(text), log);
    cd_log_print_least(log, CD_ERROR, stderr);
    assert_non_null(model);
    CdSimulationOptions options = cd_simulation_default();
    options.integrator = "GSTIFF, SI2, ERROR = 1E-6";
    CdSimulation *sim = cd_simulation_open(model, &options, log);
    assert_non_null(sim);
    static const char *const column[] = { "FX", "FY", "FZ", "TX", "TY", "TZ" };
    for (int i = 0; i < rows; i++) {
        CdStatus status = cd_simulation_advance(sim, 0.01 * (i + 1));
        if (status != CD_OK) cd_log_print(log, stderr);
        assert_int_equal(status, CD_OK);
        for (int k = 0; k < columns; k++) {
            char channel[40];
            snprintf(channel, sizeof channel, "CONTACT_1.%s", column[k]);
            int at = cd_simulation_find_channel(sim, channel);
            assert_true(at >= 0);
            out[columns * i + k] = cd_simulation_value(sim, at);
        }
    }
    cd_simulation_close(sim);
    cd_model_close(model);
    cd_log_close(log);
    return columns * rows;
}

/* A whole wheel, one with a bore, one with chamfers, and one with a rounded rim: friction sets them rolling. */
TEST(wheels_from_files_roll_with_the_forces_of_whole_shapes)
{
    static const char *const same[] = { "CYLINDER, CM=21, LENGTH=30, RADIUS=20",
                                        "CYLINDER, CM=21, LENGTH=30, RADIUS=20",
                                        "CYLINDER, CM=22, LENGTH=30, RADIUS=20", "TORUS, CM=21, RMAX=30, RMIN=10" };
    static const int centre[] = { 15, 15, 16, 0 };
    for (int kind = 0; kind < 4; kind++) {
        XtShape *const shape[] = { xtw_bushing(0.02, 0, 0.03), xtw_bushing(0.02, 0.008, 0.03),
                                   xtw_chamfered(0.02, 0.032, 0.001), xtw_roller() };
        Folder f = make_folder();
        double solid[180], whole[180], most = 0;
        for (int k = 0; k < 4; k++) {
            if (k == kind) save(&f, "wheel.xmt_txt", shape[k]);
            else free(shape[k]);
        }
        int n = thrown(&f, "EXTERNAL, RM=21, FILE=wheel.xmt_txt", centre[kind], solid);
        thrown(&f, same[kind], centre[kind], whole);
        for (int i = 0; i < n; i++) most = fmax(most, fabs(whole[i]));
        assert_true(most > 1);
        for (int i = 0; i < n; i++) assert_near(solid[i], whole[i], 1e-6 * most);
        clear(&f, "wheel.xmt_txt");
    }
}

/* A shape in a frame of its own touches as one whose marker is there, and its gradient is that of differences. */
TEST(frames_of_shapes_are_carried_to_markers)
{
    Arena arena = { 0 }, scratch = { 0 };
    Shape *own = cd_shape_cylinder(&arena, -1, 1, 0.5), *box = cd_shape_box(&arena, v3(-3, -3, -3), v3(3, 3, 0));
    Shape placed = *own, floor = *box;
    placed.placed = floor.placed = true;
    placed.at = v3(0.3, -0.2, 0.1), placed.axes = m3_mul(m3_rot_x(1.2), m3_rot_y(0.4));
    floor.at = v3(0.1, 0.2, -0.3), floor.axes = m3_rot_z(0.7);
    Mat3 A = m3_mul(m3_rot_x(0.5), m3_rot_z(0.2));
    /* so that the cylinder lies 0.05 deep: its own pose seen from the box */
    Mat3 own_A = m3_tmul(floor.axes, m3_mul(A, placed.axes));
    Vec3 axis = m3_col(own_A, 2);
    double height = fabs(axis.z) + 0.5 * sqrt(1 - axis.z * axis.z) - 0.05;
    Vec3 own_r = v3(0.4, -0.3, height),
         r = v3_sub(v3_add(floor.at, m3_apply(floor.axes, own_r)), m3_apply(A, placed.at));
    Pair plain, moved;
    Touch a, b, up, down;
    assert_true(cd_pair_make(&plain, own, box, (PairOptions){ 0 }) &&
                cd_pair_make(&moved, &placed, &floor, (PairOptions){ 0 }));
    cd_pair_eval(&plain, own_r, own_A, &scratch, &a);
    cd_pair_eval(&moved, r, A, &scratch, &b);
    assert_int_equal(a.n, 1);
    assert_int_equal(b.n, 1);
    assert_near(b.at[0].p, a.at[0].p, 1e-13);
    assert_near(cd_pair_apart(&moved, r, A), cd_pair_apart(&plain, own_r, own_A), 1e-13);
    assert_near(v3_norm(v3_sub(b.at[0].point, v3_add(floor.at, m3_apply(floor.axes, a.at[0].point)))), 0, 1e-12);
    const double h = 1e-6;
    for (int k = 0; k < 6; k++) {
        Vec3 e = v3(k % 3 == 0, k % 3 == 1, k % 3 == 2);
        for (int side = -1; side <= 1; side += 2) {
            Vec3 rk = k < 3 ? v3_axpy(r, side * h, e) : r;
            Mat3 Ak = k < 3 ? A : m3_mul(m3_rotvec(v3_scale(e, side * h)), A);
            cd_pair_eval(&moved, rk, Ak, &scratch, side > 0 ? &up : &down);
        }
        assert_near(b.at[0].dp[k], (up.at[0].p - down.at[0].p) / (2 * h), 1e-6);
        Vec3 dpoint = v3_scale(v3_sub(up.at[0].point, down.at[0].point), 1 / (2 * h));
        Vec3 dnormal = v3_scale(v3_sub(up.at[0].normal, down.at[0].normal), 1 / (2 * h));
        assert_near(v3_norm(v3_sub(b.at[0].dpoint[k], dpoint)), 0, 1e-5);
        assert_near(v3_norm(v3_sub(b.at[0].dnormal[k], dnormal)), 0, 1e-5);
    }
    cd_arena_close(&arena);
    cd_arena_close(&scratch);
}

TEST(other_solids_touch_by_their_triangles)
{
    Folder f = make_folder();
    Arena scratch = { 0 };
    save(&f, "wheel.xmt_txt", xtw_bushing(0.02, 0.01, 0.03));
    CdLog *log = cd_log_open();
    CdModel *model = model_with(&f, log);
    int marker;
    const Shape *floor = cd_shape_stated(model, 0, log, &marker), *solid = cd_shape_stated(model, 1, log, &marker);
    cd_log_print(log, stderr);
    assert_non_null(solid);
    assert_int_equal(solid->kind, SHAPE_mesh);
    assert_near(solid->high.z, 30, 1e-9);
    Pair pair;
    Touch t;
    assert_true(cd_pair_make(&pair, solid, floor, (PairOptions){ 0 }));
    cd_pair_eval(&pair, v3(500, 500, 19.9), m3_identity(), &scratch, &t);
    assert_int_equal(t.n, 1);
    assert_near(t.at[0].p, 0.1, 1e-6);
    assert_near(t.at[0].normal.z, 1, 1e-9);
    cd_model_close(model);
    cd_log_close(log);
    cd_arena_close(&scratch);
    clear(&f, "wheel.xmt_txt");
}

TEST(a_solid_that_is_not_there_is_told)
{
    Folder f = make_folder();
    CdLog *log = cd_log_open();
    CdModel *model = model_with(&f, log);
    int marker;
    assert_null(cd_shape_stated(model, 1, log, &marker));
    assert_string_equal(cd_log_message(log, 0).code, "EXTERNAL_MISSING");
    cd_model_close(model);
    cd_log_close(log);
    clear(&f, "none");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT(a_wheel_from_a_file_touches_as_a_cylinder_does),
        UNIT(a_wheel_with_a_bore_rolls_as_a_cylinder_does),
        UNIT(wheels_from_files_roll_with_the_forces_of_whole_shapes),
        UNIT(frames_of_shapes_are_carried_to_markers),
        UNIT(other_solids_touch_by_their_triangles),
        UNIT(a_solid_that_is_not_there_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
