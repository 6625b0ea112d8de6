/* test_initial.c - assembly, rank, velocities and reactions of mechanisms at the start. */
#include "analyses/initial/initial.h"
#include "elements/joint.h"
#include "linalg/lu.h"
#include "opened.h"

#include <stdlib.h>
#include <string.h>

/* The largest of the equations that last. */
static double open_by(System *s)
{
    double worst = 0;
    cd_system_prepare(s, NULL);
    double *phi = calloc((size_t)s->c->rows + 1, sizeof *phi);
    cd_system_residual(s, phi, NULL);
    for (int i = 0; i < s->c->rows; i++)
        if (!s->c->row[i].initial) worst = fmax(worst, fabs(phi[i]));
    free(phi);
    return worst;
}

static const char head[] = "test\nUNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND\nPART/1, GROUND\n";

/* ---- weights ----------------------------------------------------------------------------------------------------- */

/* Primer 3.1: x^2 - y = 0, x = 1 exact, y guessed 6: the matrix [ W G^T; G 0 ] sends y to 1 and leaves x alone. */
TEST(weights_keep_x_and_move_y)
{
    int p[4] = { 0, 2, 4, 6 }, i[6] = { 0, 2, 1, 2, 0, 1 };
    double x[6] = { 1e10, 2, 1, -1, 2, -1 }, d[3] = { 0, 0, 5 };
    Lu *lu = cd_lu_open(3, p, i);
    assert_int_equal(cd_lu_factor(lu, x), LU_OK);
    cd_lu_solve(lu, d);
    assert_near(d[0], 1e-9, 1e-15);
    assert_near(d[1], -5, 1e-8);
    assert_near(d[2], -5, 1e-8);
    cd_lu_close(lu);
}

static const char pendulum[] =
    "broken pendulum\nPART/1, GROUND\nMARKER/100, PART=1, QP=4,0,0\n"
    "PART/2, MASS=1, CM=200, IP=0.01,0.33,0.33, QG=6,-2,0%s\nMARKER/200, PART=2\nMARKER/201, PART=2, QP=-1,0,0\n"
    "JOINT/1, REVOLUTE, I=201, J=100\nEND\n";

static Opened open_pendulum(const char *exact)
{
    char text[600];
    snprintf(text, sizeof text, pendulum, exact);
    return open_text(text);
}

TEST(broken_pendulum_keeps_its_exact_orientation)
{
    Opened f = open_pendulum(", EXACT=PSI:THETA:PHI");
    assert_int_equal(cd_initial_positions(f.s, f.log), CD_OK);
    assert_near(f.s->state.r[0].x, 5, 1e-9);
    assert_near(f.s->state.r[0].y, 0, 1e-9);
    assert_near(f.s->now.body[0].A.c[0].y, 0, 1e-9);
    close_opened(&f);
}

TEST(broken_pendulum_keeps_its_exact_place_where_it_can)
{
    /* the height held: one end goes to the pin, the centre on the circle around it at y = -0.5 */
    char text[600];
    snprintf(text, sizeof text,
             "broken pendulum\nPART/1, GROUND\nMARKER/100, PART=1, QP=4,0,0\n"
             "PART/2, MASS=1, CM=200, IP=0.01,0.33,0.33, QG=6,-0.5,0, EXACT=Y\nMARKER/200, PART=2\n"
             "MARKER/201, PART=2, QP=-1,0,0\nJOINT/1, REVOLUTE, I=201, J=100\nEND\n");
    Opened f = open_text(text);
    assert_int_equal(cd_initial_positions(f.s, f.log), CD_OK);
    assert_near(f.s->state.r[0].y, -0.5, 1e-8);
    assert_near(f.s->state.r[0].x, 4 + sqrt(0.75), 1e-8);
    close_opened(&f);
}

TEST(without_exact_values_the_whole_pendulum_gives_way)
{
    Opened f = open_pendulum("");
    assert_int_equal(cd_initial_positions(f.s, f.log), CD_OK);
    assert_near(open_by(f.s), 0, 1e-10);
    assert_true(fabs(f.s->now.body[0].A.c[0].y) > 0.01);
    assert_int_equal(messages(f.log, CD_OPEN_AT_START), 2);
    close_opened(&f);
}

/* ---- assembly from a bad start ----------------------------------------------------------------------------------- */

/* The models of the verification cases. */
static const char *const case_names[] = {
    "fourbar", "slider_crank",  "peaucellier", "hooke",      "double_wishbone", "broken_pendulum",
    "gears",   "screw",         "rack_pinion", "couplers",   "convel",          "driven_pendulum",
    "door",    "parallelogram", "bricard",     "point_mass", "joint_twins"
};

static CdModel *case_model(const char *name, CdLog *log)
{
    const char *source = getenv("CARDAN_SOURCE");
    char path[2000];
    snprintf(path, sizeof path, "%s/tests/verify/%s/model.adm", source ? source : ".", name);
    return cd_model_read(path, log);
}

static void disturb(System *s, uint64_t *seed, double angle, double share)
{
    for (int b = 0; b < s->m->bodies; b++) {
        double d[6];
        for (int i = 0; i < 6; i++) d[i] = 2 * test_random(seed) - 1;
        Vec3 turn = v3_scale(v3_unit(v3(d[3], d[4], d[5])), angle),
             move = v3_scale(v3_unit(v3(d[0], d[1], d[2])), share * s->constants.length);
        s->state.r[b] = v3_add(s->state.r[b], move);
        if (s->m->body[b].dofs == 6) s->state.p[b] = q4_unit(q4_mul(s->state.p[b], q4_rotvec(turn)));
    }
}

/* Joints that keep axes parallel have them point the same way. */
static bool axes_agree(System *s)
{
    const Table *t = &s->model->table[KIND_joint];
    cd_markers_motion(s->m, &s->state, s->now.marker);
    for (int k = 0; k < t->n; k++) {
        const Joint *j = t->at[k].data;
        bool parallel = j->type == JOINT_REVOLUTE || j->type == JOINT_TRANSLATIONAL || j->type == JOINT_CYLINDRICAL ||
                        j->type == JOINT_FIXED || j->type == JOINT_PLANAR;
        if (parallel && v3_dot(s->now.marker[j->i].A.c[2], s->now.marker[j->j].A.c[2]) < 0.9) return false;
    }
    return true;
}

/* Every verification model, every body thrown off: it assembles, or is refused with an element named. */
static void assembles_or_names(double angle, double share, int least)
{
    int tried = 0, good = 0;
    uint64_t seed = 17;
    for (size_t k = 0; k < sizeof case_names / sizeof case_names[0]; k++)
        for (int trial = 0; trial < 4; trial++) {
            CdLog *log = cd_log_open();
            CdModel *model = case_model(case_names[k], log);
            assert_non_null(model);
            System *s = cd_system_open(model, NULL);
            disturb(s, &seed, angle, share);
            CdStatus status = cd_initial_positions(s, log);
            tried++, good += status == CD_OK;
            if (status == CD_OK) {
                assert_near(open_by(s), 0, 1e-8);
                assert_true(axes_agree(s));
            } else {
                assert_true(messages(log, CD_STAYS_OPEN) + messages(log, CD_CONTRADICTORY) > 0);
                assert_true(says(log, "JOINT/") || says(log, "JPRIM/") || says(log, "MOTION/"));
            }
            cd_system_close(s);
            cd_model_close(model);
            cd_log_close(log);
        }
    print_message("          assembled %d of %d\n", good, tried);
    assert_true(good >= least);
}

TEST(assembles_from_thirty_degrees_off)
{
    assembles_or_names(M_PI / 6, 0, 60);
}

TEST(assembles_from_a_link_length_off)
{
    assembles_or_names(0, 1, 60);
}

/* ---- rank -------------------------------------------------------------------------------------------------------- */

/* Benchmark D2: N windows of rods of 1 m and 1 kg, feet at (i, 0), all uprights leaning by th; the first turns at 1
 * rad/s. */
static Opened open_windows(int n, double th)
{
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    const char *inertia = "IP=0.001,0.0833333333333333,0.0833333333333333";
    double x = sin(th), y = cos(th);
    fprintf(out, "%sACCGRAV/JGRAV=-9.81\n", head);
    for (int i = 0; i <= n; i++) {
        fprintf(out, "MARKER/%d, PART=1, QP=%d,0,0\n", 10 + i, i);
        fprintf(out, "PART/%d, MASS=1, CM=%d, %s, QG=%d,0,0, XG=%.17g,%.17g,0%s\n", 100 + i, 1000 + i, inertia, i,
                i + x, y, i ? "" : ", WZ=-1");
        fprintf(out, "MARKER/%d, PART=%d, QP=0.5,0,0\n", 1000 + i, 100 + i);
        fprintf(out, "MARKER/%d, PART=%d\nMARKER/%d, PART=%d, QP=1,0,0\n", 2000 + i, 100 + i, 3000 + i, 100 + i);
        fprintf(out, "JOINT/%d, REVOLUTE, I=%d, J=%d\n", 100 + i, 2000 + i, 10 + i);
        if (i == n) break;
        fprintf(out, "PART/%d, MASS=1, CM=%d, %s, QG=%.17g,%.17g,0\n", 200 + i, 4000 + i, inertia, i + x, y);
        fprintf(out, "MARKER/%d, PART=%d, QP=0.5,0,0\n", 4000 + i, 200 + i);
        fprintf(out, "MARKER/%d, PART=%d\nMARKER/%d, PART=%d, QP=1,0,0\n", 5000 + i, 200 + i, 6000 + i, 200 + i);
        fprintf(out, "JOINT/%d, REVOLUTE, I=%d, J=%d\n", 200 + i, 5000 + i, 3000 + i);
        fprintf(out, "JOINT/%d, REVOLUTE, I=%d, J=%d\n", 300 + i, 6000 + i, 3001 + i);
    }
    fprintf(out, "END\n");
    fclose(out);
    Opened f = open_text(text);
    free(text);
    return f;
}

TEST(chain_of_forty_windows_has_rank_485_of_605)
{
    enum { N = 40 };
    const double th = 0.5, alpha = ((N + 1) / 2.0 + N) * 9.81 * sin(th) / ((N + 1) / 3.0 + N);
    Opened f = open_windows(N, th);
    assert_int_equal(f.s->c->rows, 605);
    assert_int_equal(cd_initial_positions(f.s, f.log), CD_OK);
    assert_int_equal(f.s->in_use.rank.rank, 485);
    assert_int_equal(f.s->in_use.rank.dependents, 120);
    assert_int_equal(messages(f.log, CD_REDUNDANT), 120);
    assert_int_equal(cd_initial_velocities(f.s, f.log), CD_OK);
    assert_int_equal(cd_accelerations(f.s, f.log), CD_OK);
    for (int b = 0; b < f.s->m->bodies; b++) {
        const double *v = f.s->state.v + f.s->m->body[b].first, *a = f.s->state.vdot + f.s->m->body[b].first;
        bool upright = cd_body_name(f.s->m, b)->id < 200;
        assert_near(v[5], upright ? -1 : 0, 1e-8);
        assert_near(a[5], upright ? -alpha : 0, 1e-7);
        if (!upright) assert_near(v[0], cos(th), 1e-8);
    }
    close_opened(&f);
}

/* The rank of all rows that last by QR alone. */
static int rank_by_qr(System *s)
{
    enum { MOST = 20000 };
    Arena a = { 0 };
    int n = 0, *row = ARENA_ARRAY(&a, int, MOST), *col = ARENA_ARRAY(&a, int, MOST), *slot = ARENA_ARRAY(&a, int, MOST);
    double *value = ARENA_ARRAY(&a, double, MOST), *x = ARENA_ARRAY(&a, double, MOST);
    for (int i = 0; i < s->c->rows; i++) {
        if (s->c->row[i].initial) continue;
        cd_constraint_row(s->c, i, s->now.body, s->state.winding, NULL, ROW_GRADIENT, s->now.eval);
        for (int k = 0; k < s->now.eval->n; k++) {
            const MovingBody *b = &s->m->body[s->now.eval->body[k]];
            for (int c = 0; c < b->dofs && n < MOST; c++, n++)
                row[n] = b->first + c, col[n] = i,
                value[n] = c < 3 ? v3_get(s->now.eval->r[k], c) : v3_get(s->now.eval->pi[k], c - 3);
        }
    }
    assert_true(n < MOST);
    Pattern gt = cd_pattern_new(&a, s->m->nv, s->c->rows, n, row, col, slot);
    for (int k = 0; k < n; k++) x[slot[k]] += value[k];
    int rank = cd_sparse_rank(&a, &gt, x, 1e-8).rank;
    cd_arena_close(&a);
    return rank;
}

TEST(trees_taken_off_do_not_change_the_rank)
{
    for (size_t k = 0; k < sizeof case_names / sizeof case_names[0]; k++) {
        CdLog *log = cd_log_open();
        CdModel *model = case_model(case_names[k], log);
        assert_non_null(model);
        System *s = cd_system_open(model, NULL);
        assert_int_equal(cd_initial_positions(s, log), CD_OK);
        assert_int_equal(s->in_use.rank.rank, rank_by_qr(s));
        int independent = 0;
        for (int i = 0; i < s->c->rows; i++) independent += s->in_use.rank.independent[i];
        assert_int_equal(independent, s->in_use.rank.rank);
        cd_system_close(s);
        cd_model_close(model);
        cd_log_close(log);
    }
}

/* Two hanging rails with a rung at each link: an order of elimination that takes multipliers first fills the factors
 * up. */
TEST(factors_of_a_rope_ladder_stay_sparse)
{
    enum { N = 60 };
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    fprintf(out, "%sMARKER/1, PART=1\nMARKER/2, PART=1, QP=1,0,0\n", head);
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < 3; k++) { /* left, right, rung */
            int p = 10 + 3 * i + k, m = 10 * p;
            fprintf(out, "PART/%d, MASS=1, CM=%d, IP=1,1,1, QG=%d,%d,0\n", p, m + 2, k == 1, k == 2 ? -i - 1 : -i);
            fprintf(out, "MARKER/%d, PART=%d, QP=%s\n", m + 2, p, k == 2 ? "0.5,0,0" : "0,-0.5,0");
            fprintf(out, "MARKER/%d, PART=%d\nMARKER/%d, PART=%d, QP=%s\n", m, p, m + 1, p,
                    k == 2 ? "1,0,0" : "0,-1,0");
            if (k < 2) fprintf(out, "JOINT/%d, REVOLUTE, I=%d, J=%d\n", p, m, i ? m - 29 : 1 + k);
            if (k < 2) continue;
            fprintf(out, "JOINT/%d, REVOLUTE, I=%d, J=%d\nJOINT/%d, REVOLUTE, I=%d, J=%d\n", 10000 + p, m, m - 19,
                    20000 + p, m + 1, m - 9);
        }
    }
    fprintf(out, "END\n");
    fclose(out);
    Opened f = open_text(text);
    assert_int_equal(cd_initial_positions(f.s, f.log), CD_OK);
    assert_int_equal(f.s->in_use.rank.dependents, 3 * N);
    assert_int_equal(cd_initial_velocities(f.s, f.log), CD_OK);
    assert_in_range(cd_lu_fill(cd_solver(f.s)->lu).lower, 1, 2 * f.s->matrix.pattern.nz);
    close_opened(&f);
    free(text);
}

TEST(redundant_rows_may_disagree_by_rounding_but_not_by_more)
{
    static const struct {
        const char *gap;
        CdStatus status;
    } table[] = { { "0", CD_OK }, { "1E-8", CD_OK }, { "2E-7", CD_OK }, { "1E-3", CD_ANALYSIS_FAILED } };
    for (int k = 0; k < 4; k++) {
        char text[1200];
        snprintf(
            text, sizeof text,
            "%sMARKER/100, PART=1, QP=0,0,0.5\nMARKER/101, PART=1, QP=%s,0,-0.5\nPART/2, MASS=1, CM=200, IP=1,1,1\n"
            "MARKER/200, PART=2, QP=0.4,0,0\nMARKER/201, PART=2, QP=0,0,0.5\nMARKER/202, PART=2, QP=0,0,-0.5\n"
            "JOINT/1, REVOLUTE, I=201, J=100\nJOINT/2, REVOLUTE, I=202, J=101\nEND\n",
            head, table[k].gap);
        Opened f = open_text(text);
        CdStatus status = cd_initial_positions(f.s, f.log);
        assert_int_equal(status, table[k].status);
        if (status == CD_OK) {
            assert_int_equal(messages(f.log, CD_REDUNDANT), 5);
            assert_near(open_by(f.s), 0, 1e-6);
        } else {
            assert_true(says(f.log, "JOINT/1") && says(f.log, "JOINT/2"));
        }
        close_opened(&f);
    }
}

/* ---- velocities -------------------------------------------------------------------------------------------------- */

static const char two_sliders[] =
    "test\nPART/1, GROUND\nMARKER/100, PART=1, REULER=90D,90D,0\nMARKER/101, PART=1, REULER=180D,90D,0\n"
    "PART/2, MASS=1, CM=200, IP=1,1,1, QG=3,0,0%s\nMARKER/200, PART=2\nMARKER/201, PART=2, REULER=90D,90D,0\n"
    "PART/3, MASS=1, CM=300, IP=1,1,1, QG=0,4,0%s\nMARKER/300, PART=3\nMARKER/301, PART=3, REULER=180D,90D,0\n"
    "PART/4, MASS=1, CM=400, IP=1,1,1, QG=3,0,0, XG=0,4,0\nMARKER/400, PART=4\nMARKER/401, PART=4, QP=5,0,0\n"
    "JOINT/1, TRANSLATIONAL, I=201, J=100\nJOINT/2, TRANSLATIONAL, I=301, J=101\n"
    "JOINT/3, REVOLUTE, I=400, J=200\nJOINT/4, SPHERICAL, I=401, J=300\nEND\n";

/* A ladder of 5 m on the wall: 3 x' + 4 y' = 0. */
TEST(a_given_velocity_is_kept_and_the_rest_follows)
{
    char text[2000];
    snprintf(text, sizeof text, two_sliders, ", VX=1", "");
    Opened f = open_text(text);
    assert_int_equal(cd_initial_positions(f.s, f.log), CD_OK);
    assert_int_equal(cd_initial_velocities(f.s, f.log), CD_OK);
    assert_near(f.s->state.v[0], 1, 1e-8);
    assert_near(f.s->state.v[6 + 1], -0.75, 1e-8);
    assert_int_equal(messages(f.log, CD_VELOCITY_CHANGED), 0);
    close_opened(&f);
}

/* Axes that equations hold parallel may point away from each other, which is said of each joint, with the axis. */
TEST(opposite_axes_are_told)
{
    static const struct {
        const char *joint, *turned;
        int told;
        char axis;
    } cases[] = { { "REVOLUTE", "0,0,0", 0, ' ' },       { "REVOLUTE", "0,180D,0", 1, 'z' },
                  { "REVOLUTE", "180D,0,0", 0, ' ' },    { "TRANSLATIONAL", "180D,0,0", 1, 'x' },
                  { "TRANSLATIONAL", "0,0,0", 0, ' ' },  { "FIXED", "180D,0,0", 1, 'x' },
                  { "CYLINDRICAL", "0,180D,0", 1, 'z' }, { "PLANAR", "30D,180D,0", 1, 'z' },
                  { "HOOKE", "0,90D,0", 0, ' ' },        { "SPHERICAL", "0,180D,0", 0, ' ' } };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[600], axis[80];
        snprintf(text, sizeof text,
                 "%sMARKER/100, PART=1\nPART/2, MASS=1, CM=200, IP=1,1,1\nMARKER/200, PART=2, REULER=%s\n"
                 "JOINT/1, %s, I=200, J=100\nEND\n",
                 head, cases[k].turned, cases[k].joint);
        Opened f = open_text(text);
        assert_int_equal(cd_initial_positions(f.s, f.log), CD_OK);
        snprintf(axis, sizeof axis, "the %c axes of its markers are parallel but point in opposite", cases[k].axis);
        if (messages(f.log, CD_OPPOSITE_AXES) != cases[k].told || says(f.log, axis) != (cases[k].told == 1))
            fail_msg("%s turned by %s", cases[k].joint, cases[k].turned);
        close_opened(&f);
    }
}

/* A bead on the line x = 2 alpha. */
TEST(a_velocity_given_along_a_curve_is_kept)
{
    static const char line[] =
        "MARKER/100, PART=1\nMARKER/101, PART=1, FLOATING\nPART/2, MASS=1, CM=200, IP=1,1,1\n"
        "MARKER/200, PART=2\nMATRIX/1, FULL=RORDER, ROWS=3, COLUMNS=3, VALUES=-2,0,0,0,0,0,2,0,0\n"
        "CURVE/1, MATRIX=1, ORDER=3\nPTCV/1, CURVE=1, I=200, JFLOAT=101, RM=100, ICTAN=3\nEND\n";
    char text[1500];
    snprintf(text, sizeof text, "%s%s", head, line);
    Opened f = open_text(text);
    assert_int_equal(cd_initial_positions(f.s, f.log), CD_OK);
    assert_int_equal(cd_initial_velocities(f.s, f.log), CD_OK);
    assert_near(f.s->state.v[0], 3, 1e-9);
    assert_int_equal(messages(f.log, CD_VELOCITY_CHANGED), 0);
    close_opened(&f);
}

TEST(given_velocities_that_contradict_are_resolved_and_told)
{
    char text[2000];
    snprintf(text, sizeof text, two_sliders, ", VX=1", ", VY=1");
    Opened f = open_text(text);
    assert_int_equal(cd_initial_positions(f.s, f.log), CD_OK);
    assert_int_equal(cd_initial_velocities(f.s, f.log), CD_OK);
    /* nearest to (1, 1) on 3 x + 4 y = 0 */
    assert_near(f.s->state.v[0], 4 / 25.0, 1e-6);
    assert_near(f.s->state.v[6 + 1], -3 / 25.0, 1e-6);
    assert_int_equal(messages(f.log, CD_VELOCITY_CHANGED), 2);
    assert_true(says(f.log, "PART/2: VX = 1 cannot be kept by the constraints; it starts with 0.16"));
    close_opened(&f);
}

/* ---- reactions --------------------------------------------------------------------------------------------------- */

/* G^T lambda by coordinates. */
static void load_of(System *s, double *out)
{
    memset(out, 0, sizeof(double) * (size_t)s->m->nv);
    for (int i = 0; i < s->c->rows; i++) {
        if (s->c->row[i].initial || s->state.lambda[i] == 0) continue;
        cd_constraint_row(s->c, i, s->now.body, s->state.winding, NULL, ROW_GRADIENT, s->now.eval);
        for (int k = 0; k < s->now.eval->n; k++) {
            double *x = out + s->m->body[s->now.eval->body[k]].first, l = s->state.lambda[i];
            for (int c = 0; c < 3; c++)
                x[c] += l * v3_get(s->now.eval->r[k], c), x[c + 3] += l * v3_get(s->now.eval->pi[k], c);
        }
    }
}

TEST(least_reactions_do_the_same_and_are_shorter)
{
    static const char *const name[] = { "door", "fourbar", "parallelogram", "peaucellier", "bricard" };
    for (int n = 0; n < 5; n++) {
        CdLog *log = cd_log_open();
        CdModel *model = case_model(name[n], log);
        assert_non_null(model);
        System *s = cd_system_open(model, NULL);
        assert_int_equal(cd_initial_positions(s, log), CD_OK);
        assert_int_equal(cd_initial_velocities(s, log), CD_OK);
        assert_int_equal(cd_accelerations(s, log), CD_OK);
        double before[100], after[100], norm[2] = { 0 }, dropped[100];
        int rows = s->c->rows;
        assert_true(s->m->nv <= 100 && rows <= 100);
        load_of(s, before);
        memcpy(dropped, s->state.lambda, sizeof(double) * (size_t)rows);
        cd_spread_reactions(s, REACTIONS_DROPPED_ZERO);
        assert_memory_equal(dropped, s->state.lambda, sizeof(double) * (size_t)rows);
        cd_spread_reactions(s, REACTIONS_LEAST_NORM);
        load_of(s, after);
        for (int i = 0; i < s->m->nv; i++) assert_near(after[i], before[i], 1e-8 * (1 + fabs(before[i])));
        for (int i = 0; i < rows; i++)
            norm[0] += dropped[i] * dropped[i], norm[1] += s->state.lambda[i] * s->state.lambda[i];
        assert_true(norm[1] <= norm[0] * (1 + 1e-12));
        /* shortest: at right angles to every combination of rows that does nothing, (1 at the dependent row, -coef at
         * the others) */
        for (int k = 0; k < s->in_use.rank.dependents; k++) {
            const Dependent *d = &s->in_use.rank.dependent[k];
            double dot = s->state.lambda[d->column];
            for (int i = 0; i < d->n; i++) dot -= d->coef[i] * s->state.lambda[d->on[i]];
            assert_near(dot, 0, 1e-9 * (1 + sqrt(norm[1])));
        }
        cd_system_close(s);
        cd_model_close(model);
        cd_log_close(log);
    }
}

/* Links of 1 m between points further apart than they reach, by 1 m: from anywhere, the sum of squares of the gaps is
 * least where all joints are open by the same. */
TEST(gaps_of_a_chain_too_short_are_shared_by_its_joints)
{
    enum { LINKS = 6 };
    char text[3000];
    int n = snprintf(text, sizeof text, "%sMARKER/100, PART=1\nMARKER/101, PART=1, QP=%d,0,0\n", head, LINKS + 1);
    for (int k = 2; k < LINKS + 2; k++)
        n += snprintf(text + n, sizeof text - (size_t)n,
                      "PART/%d, MASS=1, CM=%d0, IP=1,1,1\nMARKER/%d0, PART=%d, QP=0.5,0,0\nMARKER/%d1, PART=%d\n"
                      "MARKER/%d2, PART=%d, QP=1,0,0\nJOINT/%d, SPHERICAL, I=%d1, J=%d\n",
                      k, k, k, k, k, k, k, k, k, k, k == 2 ? 100 : 10 * k - 8);
    snprintf(text + n, sizeof text - (size_t)n, "JOINT/1, SPHERICAL, I=%d2, J=101\nEND\n", LINKS + 1);
    uint64_t seed = 5;
    for (int trial = 0; trial < 20; trial++) {
        Opened f = open_text(text);
        disturb(f.s, &seed, M_PI, 1);
        assert_int_equal(cd_initial_positions(f.s, f.log), CD_ANALYSIS_FAILED);
        double phi[3 * LINKS + 10], sum = 0;
        cd_system_prepare(f.s, NULL);
        cd_system_residual(f.s, phi, NULL);
        for (int i = 0; i < f.s->c->rows; i++) sum += phi[i] * phi[i];
        assert_near(sum, 1. / (LINKS + 1), 1e-14);
        close_opened(&f);
    }
}

TEST(a_massless_body_that_is_free_is_named)
{
    char text[1200];
    snprintf(
        text, sizeof text,
        "%sMARKER/100, PART=1\nPART/2, MASS=1, CM=200, IP=1,1,1\nMARKER/200, PART=2\nMARKER/201, PART=2, QP=1,0,0\nPART/3, QG=1,0,0\n"
        "MARKER/300, PART=3\nJOINT/1, REVOLUTE, I=200, J=100\nJOINT/2, SPHERICAL, I=300, J=201\nEND\n",
        head);
    Opened f = open_text(text);
    assert_int_equal(cd_initial_positions(f.s, f.log), CD_OK);
    assert_int_equal(cd_initial_velocities(f.s, f.log), CD_OK);
    assert_int_equal(cd_accelerations(f.s, f.log), CD_ANALYSIS_FAILED);
    assert_true(says(f.log, "PART/3: t = 0: its acceleration is not determined"));
    close_opened(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT(weights_keep_x_and_move_y),
        UNIT(broken_pendulum_keeps_its_exact_orientation),
        UNIT(broken_pendulum_keeps_its_exact_place_where_it_can),
        UNIT(without_exact_values_the_whole_pendulum_gives_way),
        UNIT(assembles_from_thirty_degrees_off),
        UNIT(assembles_from_a_link_length_off),
        UNIT(chain_of_forty_windows_has_rank_485_of_605),
        UNIT(trees_taken_off_do_not_change_the_rank),
        UNIT(factors_of_a_rope_ladder_stay_sparse),
        UNIT(redundant_rows_may_disagree_by_rounding_but_not_by_more),
        UNIT(a_given_velocity_is_kept_and_the_rest_follows),
        UNIT(opposite_axes_are_told),
        UNIT(a_velocity_given_along_a_curve_is_kept),
        UNIT(given_velocities_that_contradict_are_resolved_and_told),
        UNIT(least_reactions_do_the_same_and_are_shorter),
        UNIT(gaps_of_a_chain_too_short_are_shared_by_its_joints),
        UNIT(a_massless_body_that_is_free_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
