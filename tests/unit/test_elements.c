/* test_elements.c - what statements refuse or warn about beyond the rows of their arguments: a table of snippets with
 * the message each one gets. */
#include "elements/common.h"
#include "elements/pinput.h"
#include "linalg/quat.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

/* Two bodies, a floating marker and joints for others to refer to; a snippet begins at line BASE_LINES + 1. */
#define BASE                                                                                                           \
    "title\n"                                                                                                          \
    "PART/1, GROUND\n"                                                                                                 \
    "MARKER/1, PART = 1\n"                                                                                             \
    "PART/2, MASS = 1, CM = 2\n"                                                                                       \
    "MARKER/2, PART = 2\n"                                                                                             \
    "MARKER/3, PART = 1, FLOATING\n"                                                                                   \
    "JOINT/1, REVOLUTE, I = 1, J = 2\n"                                                                                \
    "JOINT/2, TRANSLATIONAL, I = 1, J = 2\n"                                                                           \
    "GRAPHICS/1, BOX, CORNER = 1\n"                                                                                    \
    "GRAPHICS/2, BOX, CORNER = 2\n"
enum { BASE_LINES = 10 };

typedef struct Read {
    CdLog *log;
    CdModel *model;
} Read;

static Read snippet(const char *text)
{
    char *whole = NULL;
    size_t n;
    FILE *out = open_memstream(&whole, &n);
    fprintf(out, BASE "%s\nEND\n", text);
    fclose(out);
    Read r = { .log = cd_log_open() };
    r.model = cd_model_read_text("a.adm", whole, n, r.log);
    free(whole);
    return r;
}

static void done(Read *r)
{
    cd_model_close(r->model);
    cd_log_close(r->log);
}

/* A snippet and the one message it gets; code NULL: none. Lines count from the snippet's first. */
typedef struct Case {
    const char *text;
    CdSeverity severity;
    const char *code;
    int line;
} Case;

static bool gets_its_message(const Case *t, const Read *r)
{
    if (!t->code) return r->model && cd_log_count(r->log) == 0;
    if (cd_log_count(r->log) != 1 || (r->model != NULL) != (t->severity != CD_ERROR)) return false;
    CdMessage m = cd_log_message(r->log, 0);
    return m.severity == t->severity && strcmp(m.code, t->code) == 0 && m.place.line == t->line + BASE_LINES;
}

static void check_cases(const Case *cases, size_t n)
{
    int wrong = 0;
    for (size_t i = 0; i < n; i++) {
        Read r = snippet(cases[i].text);
        if (!gets_its_message(&cases[i], &r)) {
            wrong++;
            print_error("%s\nexpected %s in line %d, got\n", cases[i].text, cases[i].code ? cases[i].code : "nothing",
                        cases[i].line + BASE_LINES);
            cd_log_print(r.log, stderr);
        }
        done(&r);
    }
    assert_int_equal(wrong, 0);
}
#define CHECK_CASES(cases) check_cases((cases), sizeof(cases) / sizeof *(cases))

/* ---- bodies and markers ------------------------------------------------------------------------------------------ */

TEST(markers_relative_to_markers_have_a_place_on_the_same_body)
{
    static const Case cases[] = {
        { "MARKER/8, PART = 1, RM = 9\nMARKER/9, PART = 1, RM = 1", 0, NULL, 0 },
        { "MARKER/8, PART = 1, RM = 8", CD_ERROR, "BAD_VALUE", 1 },
        { "MARKER/8, PART = 1, RM = 9\nMARKER/9, PART = 1, RM = 8", CD_ERROR, "BAD_VALUE", 1 },
        { "MARKER/9, PART = 1, RM = 7\nMARKER/8, PART = 1, RM = 9\nMARKER/7, PART = 1, RM = 8\nMARKER/6, PART = 1, RM = 9",
          CD_ERROR, "BAD_VALUE", 1 },
        { "MARKER/8, PART = 1, RM = 2", CD_ERROR, "WRONG_OWNER", 1 },
        { "MARKER/8, PART = 1, RM = 3", CD_ERROR, "BAD_VALUE", 1 },
    };
    CHECK_CASES(cases);
}

TEST(each_ring_of_markers_is_said_once)
{
    Read r = snippet("MARKER/11, PART = 1, RM = 12\nMARKER/12, PART = 1, RM = 11\n"
                     "MARKER/13, PART = 1, RM = 14\nMARKER/14, PART = 1, RM = 13\nMARKER/10, PART = 1, RM = 14\n");
    assert_int_equal(cd_log_errors(r.log), 2);
    done(&r);
}

/* Each marker relative to the next: walking every chain to its end would take 10^10 steps. */
TEST(long_chain_of_markers_is_checked_in_linear_time)
{
    enum { LINKS = 100000, FIRST = 100 };
    char *text = NULL;
    size_t n;
    FILE *out = open_memstream(&text, &n);
    for (int i = 0; i < LINKS; i++) fprintf(out, "MARKER/%d, PART = 1, RM = %d\n", FIRST + i, FIRST + (i + 1) % LINKS);
    fclose(out);
    Read r = snippet(text);
    assert_int_equal(cd_log_errors(r.log), 1);
    done(&r);
    free(text);
}

TEST(usexp_needs_xp)
{
    static const Case cases[] = {
        { "MARKER/8, PART = 1, XP = 0, 1, 0, USEXP", 0, NULL, 0 },
        { "MARKER/8, PART = 1, USEXP", CD_ERROR, "MISSING_ARGUMENT", 1 },
        { "MARKER/8, PART = 1, ZP = 0, 1, 0, USEXP", CD_ERROR, "MISSING_ARGUMENT", 1 },
    };
    CHECK_CASES(cases);
}

TEST(points_of_a_frame_that_lie_on_one_line_leave_axes_open)
{
    static const Case cases[] = {
        { "MARKER/8, PART = 1, ZP = 0, 0, 1, XP = 0, 0, 2", CD_ERROR, "BAD_FRAME", 1 },
        { "MARKER/8, PART = 1, ZP = 0, 1, 0, XP = 0, 1, 1", 0, NULL, 0 },
        { "MARKER/8, PART = 1, ZP = 1, 0, 0", CD_WARNING, "ODD_VALUE", 1 },
        { "MARKER/8, PART = 1, XP = 0, 0, 1", CD_WARNING, "ODD_VALUE", 1 },
        { "MARKER/8, PART = 1, QP = 1, 0, 0, ZP = 1, 0, 0", CD_ERROR, "BAD_FRAME", 1 },
    };
    CHECK_CASES(cases);
}

/* Numbers and words that rows of fields cannot judge. */
TEST(arguments_that_do_not_fit_together_are_refused)
{
    static const Case cases[] = {
        { "JOINT/8, FIXED, I = 1, J = 2\nCOUPLER/8, JOINTS = 1, 8, SCALES = 1, 1", CD_ERROR, "BAD_VALUE", 2 },
        { "JOINT/8, CYLINDRICAL, I = 1, J = 2\nCOUPLER/8, JOINTS = 1, 8, SCALES = 1, 1", CD_ERROR, "BAD_VALUE", 2 },
        { "JOINT/8, CYLINDRICAL, I = 1, J = 2\nCOUPLER/8, JOINTS = 1, 8, TYPE = R:T, SCALES = 1, 1", 0, NULL, 0 },
        { "COUPLER/8, JOINTS = 1, 2, TYPE = T:T, SCALES = 1, 1", CD_ERROR, "BAD_VALUE", 1 },
        { "COUPLER/8, JOINTS = 1, 2, TYPE = R:R, SCALES = 1, 1", CD_ERROR, "BAD_VALUE", 1 },
        { "JOINT/8, FIXED, I = 1, J = 2\nGEAR/8, JOINTS = 1, 8, CV = 1", CD_ERROR, "BAD_VALUE", 2 },
        { "PART/8, MASS = 1, CM = 8\nMARKER/8, PART = 8\nJOINT/8, REVOLUTE, I = 8, J = 1\n"
          "GEAR/8, JOINTS = 8, 1, CV = 8",
          CD_ERROR, "BAD_VALUE", 4 },
        { "MOTION/8, JOINT = 1, TRANSLATION, FUNCTION = 0", CD_ERROR, "BAD_VALUE", 1 },
        { "MOTION/8, JOINT = 2, ROTATION, FUNCTION = 0", CD_ERROR, "BAD_VALUE", 1 },
        { "MOTION/8, JOINT = 2, TRANSLATION, FUNCTION = 0", 0, NULL, 0 },
        { "SPLINE/8, X = 1, 2, 2, 4, Y = 1, 2, 3, 4", CD_ERROR, "BAD_VALUE", 1 },
        { "SPLINE/8, X = 1, 2, 3, 4, Y = 1, 1, 2, 3, 4, Y = 1, 4, 3, 2, 1", CD_ERROR, "BAD_VALUE", 1 },
        { "SPLINE/8, X = 1, 2, 3, 4, Y = 1, 1, 2, 3, 4, Y = 2, 4, 3, 2, 1", 0, NULL, 0 },
        { "MATRIX/8, FULL = RORDER, ROWS = 4, COLUMNS = 3, VALUES = 0,0,0, 1,0,0, 2,0,0, 3,0,0\n"
          "CURVE/8, MATRIX = 8, ORDER = 1",
          CD_ERROR, "BAD_VALUE", 2 },
        { "INTEGRATOR/GSTIFF, HMAX = 0.1, HINIT = 0.2", CD_WARNING, "ODD_VALUE", 1 },
        { "INTEGRATOR/GSTIFF, HMAX = 0.1, HINIT = 0.1", 0, NULL, 0 },
        { "INTEGRATOR/GSTIFF, HMAX = 0.1, HMIN = 0.2", CD_ERROR, "BAD_VALUE", 1 },
        { "INTEGRATOR/TLISMNI, SCHEME = RN4", CD_ERROR, "BAD_VALUE", 1 },
        { "INTEGRATOR/ROSENBROCK, SCHEME = W2", 0, NULL, 0 },
        { "ARRAY/8, X\nARRAY/9, Y\nVARIABLE/8, FUNCTION = TIME\nARRAY/10, U, VARIABLES = 8\n"
          "TFSISO/8, X = 8, U = 10, Y = 9, NUMERATOR = 1, DENOMINATOR = 1, 0",
          CD_ERROR, "BAD_VALUE", 5 },
        { "CONTACT/8, IGEOM = 1, JGEOM = 2, IMPACT, STIFFNESS = 1, DAMPING = 1, DMAX = 0.1, EXPONENT = 2, "
          "COULOMB_FRICTION = ON, MU_STATIC = 0.3, MU_DYNAMIC = 0.2, STICTION_TRANSITION_VELOCITY = 2, "
          "FRICTION_TRANSITION_VELOCITY = 1",
          CD_ERROR, "BAD_VALUE", 1 },
        { "MREQUEST/8, FORCE, TYPE = PART", CD_WARNING, "BAD_VALUE", 1 },
    };
    CHECK_CASES(cases);
}

TEST(constraints_take_no_floating_marker)
{
    static const Case cases[] = {
        { "JOINT/8, FIXED, I = 2, J = 3", CD_ERROR, "BAD_VALUE", 1 },
        { "JOINT/8, FIXED, I = 3, J = 2", CD_ERROR, "BAD_VALUE", 1 },
        { "JPRIM/8, INLINE, I = 2, J = 3", CD_ERROR, "BAD_VALUE", 1 },
        { "MOTION/8, X, I = 2, J = 3, FUNCTION = TIME", CD_ERROR, "BAD_VALUE", 1 },
        { "VFORCE/8, I = 2, JFLOAT = 3, FX = 1", 0, NULL, 0 },
    };
    CHECK_CASES(cases);
}

TEST(forces_and_expressions_take_a_floating_marker_only_where_it_has_a_place)
{
    static const Case cases[] = {
        { "SFORCE/8, TRANSLATION, I = 2, J = 3, FUNCTION = 1", CD_ERROR, "BAD_VALUE", 1 },
        { "SFORCE/8, TRANSLATION, ACTIONONLY, I = 2, J = 3, FUNCTION = 1", CD_ERROR, "BAD_VALUE", 1 },
        { "SPRINGDAMPER/8, TRANSLATION, I = 2, J = 3, K = 1, LENGTH = 1", CD_ERROR, "BAD_VALUE", 1 },
        { "BUSHING/8, I = 2, J = 3, K = 1, 1, 1, KT = 1, 1, 1, C = 0, 0, 0, CT = 0, 0, 0", CD_ERROR, "BAD_VALUE", 1 },
        { "MARKER/8, PART = 2, FLOATING\nVFORCE/8, I = 8, JFLOAT = 3, FX = 1", CD_ERROR, "BAD_VALUE", 2 },
        { "MARKER/8, PART = 1, FLOATING\nVFORCE/8, I = 2, JFLOAT = 3, RM = 8, FX = 1", CD_ERROR, "BAD_VALUE", 2 },
        { "VFORCE/8, I = 2, JFLOAT = 3, RM = 3, FX = 1", 0, NULL, 0 },
        { "VFORCE/8, I = 2, JFLOAT = 1, FX = 1", CD_WARNING, "ODD_VALUE", 1 },
        { "MARKER/8, PART = 2, FLOATING, QP = 1, 0, 0", CD_WARNING, "ODD_VALUE", 1 },
        { "MARKER/8, PART = 2, FLOATING, ZP = 1, 0, 0", CD_WARNING, "ODD_VALUE", 1 },
        { "MARKER/8, PART = 2, FLOATING", 0, NULL, 0 },
        { "VARIABLE/8, FUNCTION = DX(3)", CD_ERROR, "EXPR_FLOATING", 1 },
        { "VARIABLE/8, FUNCTION = DX(3)\nVFORCE/8, I = 2, JFLOAT = 3, FX = 1", 0, NULL, 0 },
    };
    CHECK_CASES(cases);
}

TEST(mass_and_velocity_without_effect_are_odd)
{
    static const Case cases[] = {
        { "PART/8, IP = 1, 1, 1, CM = 800\nMARKER/800", CD_WARNING, "ODD_VALUE", 1 },
        { "PART/8, MASS = 1, IP = 1, 1, 1, CM = 800\nMARKER/800", 0, NULL, 0 },
        { "PART/8, IP = 0, 0, 0", 0, NULL, 0 },
    };
    CHECK_CASES(cases);
    static const char *const ground[] = { "MASS = 1", "IP = 1, 1, 1", "VY = 1", "WZ = 0" };
    for (size_t i = 0; i < sizeof ground / sizeof *ground; i++) {
        char text[100];
        int n = snprintf(text, sizeof text, "title\nPART/1, GROUND, %s\n", ground[i]);
        Read r = { .log = cd_log_open() };
        r.model = cd_model_read_text("a.adm", text, (size_t)n, r.log);
        assert_non_null(r.model);
        assert_int_equal(cd_log_count(r.log), 1);
        assert_string_equal(cd_log_message(r.log, 0).code, "ODD_VALUE");
        done(&r);
    }
}

/* A part whose inertia has principal moments d along axes turned anyhow; what is said of it, with the moments. */
static void inertia_gets(Quat axes, const double d[3], const char *code, const char *says)
{
    Mat3 A = q4_to_m3(q4_unit(axes));
    double J[3][3] = { { 0 } };
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++) J[i][j] += m3_at(A, i, k) * d[k] * m3_at(A, j, k);
    char text[300];
    snprintf(text, sizeof text, "PART/8, MASS = 1, CM = 800, IP = %.15g, %.15g, %.15g, %.15g, %.15g, %.15g\nMARKER/800",
             J[0][0], J[1][1], J[2][2], -J[0][1], -J[0][2], -J[1][2]);
    Read r = snippet(text);
    assert_non_null(r.model);
    assert_int_equal(cd_log_count(r.log), code ? 1 : 0);
    if (code) assert_string_equal(cd_log_message(r.log, 0).code, code);
    if (says) assert_non_null(strstr(cd_log_message(r.log, 0).text, says));
    done(&r);
}

TEST(inertia_is_judged_by_its_principal_moments)
{
    static const double fine[3] = { 3.4, 2.5, 1 }, flat[3] = { 1, 3, 2 }, thin[3] = { 2.5, 4, 1 }, two[3] = { 2, 7, 2 },
                        negative[3] = { -0.5, 1, 2 }, ball[3] = { 2, 2, 2 };
    const Quat axes[] = { q4(1, 0, 0, 0), q4(1, 0.4, -0.3, 0.2), q4(0.1, 0.9, 0.5, -0.7) };
    for (int k = 0; k < 3; k++) {
        inertia_gets(axes[k], fine, NULL, NULL);
        inertia_gets(axes[k], flat, NULL, NULL);
        inertia_gets(axes[k], ball, NULL, NULL);
        inertia_gets(axes[k], thin, "TRIANGLE", ": 4 > 2.5 + 1;");
        inertia_gets(axes[k], two, "TRIANGLE", ": 7 > 2 + 2;");
        inertia_gets(axes[k], negative, "INERTIA_INDEFINITE", NULL);
    }
}

/* ---- data -------------------------------------------------------------------------------------------------------- */

TEST(sparse_matrix_has_as_many_positions_as_values_all_from_1)
{
    static const Case cases[] = {
        { "MATRIX/8, SPARSE, I = 1, 2, J = 1, 9, VALUES = 1, 2", 0, NULL, 0 },
        { "MATRIX/8, SPARSE, I = 0, 2, J = 1, 2, VALUES = 1, 2", CD_ERROR, "BAD_VALUE", 1 },
        { "MATRIX/8, SPARSE, I = 1, 2, J = 1, -2, VALUES = 1, 2", CD_ERROR, "BAD_VALUE", 1 },
        { "MATRIX/8, SPARSE, ROWS = 2, I = 1, 3, J = 1, 2, VALUES = 1, 2", CD_ERROR, "BAD_VALUE", 1 },
        { "MATRIX/8, SPARSE, COLUMNS = 2, I = 1, 3, J = 1, 3, VALUES = 1, 2", CD_ERROR, "BAD_VALUE", 1 },
        { "MATRIX/8, SPARSE, I = 1, 2, J = 1, VALUES = 1, 2", CD_ERROR, "BAD_VALUE", 1 },
        { "MATRIX/8, SPARSE, I = 1, 2, J = 1, 2, VALUES = 1", CD_ERROR, "BAD_VALUE", 1 },
        { "MATRIX/8, SPARSE, J = 1, VALUES = 1", CD_ERROR, "BAD_VALUE", 1 },
        { "MATRIX/8, SPARSE, I = 1, 2, 1, J = 2, 1, 2, VALUES = 1, 2, 3", CD_ERROR, "BAD_VALUE", 1 },
    };
    CHECK_CASES(cases);
}

/* Sizes that nobody could allocate are said, never tried. */
TEST(matrices_and_arrays_of_absurd_size_are_refused)
{
    static const Case cases[] = {
        { "MATRIX/8, SPARSE, ROWS = 10000, COLUMNS = 10000, I = 1, J = 1, VALUES = 1", 0, NULL, 0 },
        { "MATRIX/8, SPARSE, ROWS = 10001, COLUMNS = 1, I = 1, J = 1, VALUES = 1", CD_ERROR, "BAD_VALUE", 1 },
        { "MATRIX/8, SPARSE, ROWS = 2000000000, COLUMNS = 2000000000, I = 1, J = 1, VALUES = 1\n"
          "ARRAY/8, X\nLSE/8, X = 8, A = 8",
          CD_ERROR, "BAD_VALUE", 1 },
        { "MATRIX/8, SPARSE, I = 2000000000, J = 1, VALUES = 1", CD_ERROR, "BAD_VALUE", 1 },
        { "MATRIX/8, FULL = RORDER, ROWS = 100000, COLUMNS = 100000, VALUES = 1\nARRAY/8, X\nLSE/8, X = 8, A = 8",
          CD_ERROR, "BAD_VALUE", 1 },
        { "MATRIX/8, SPARSE, ROWS = 2000000000, COLUMNS = 3, I = 1, J = 1, VALUES = 1\nCURVE/8, MATRIX = 8, OPEN\n"
          "VARIABLE/8, FUNCTION = CURVE(0, 0, 1, 8)",
          CD_ERROR, "BAD_VALUE", 1 },
        { "ARRAY/8, X, SIZE = 10000", 0, NULL, 0 },
        { "ARRAY/8, X, SIZE = 10001", CD_ERROR, "BAD_VALUE", 1 },
    };
    CHECK_CASES(cases);
}

TEST(matrices_of_a_system_or_a_force_fit_its_arrays_and_markers)
{
#define SIX_BY_SIX "MATRIX/8, SPARSE, I = 1, 6, J = 1, 6, VALUES = 1, 1\n"
    static const Case cases[] = {
        { "ARRAY/8, X, SIZE = 3\nMATRIX/8, SPARSE, I = 1, J = 2, VALUES = 1\nLSE/8, X = 8, A = 8", 0, NULL, 0 },
        { "ARRAY/8, X, SIZE = 1\nMATRIX/8, SPARSE, I = 1, J = 2, VALUES = 1\nLSE/8, X = 8, A = 8", CD_ERROR,
          "BAD_VALUE", 3 },
        { "ARRAY/8, X\nMATRIX/8, FULL = RORDER, ROWS = 1, COLUMNS = 2, VALUES = 1, 2\nLSE/8, X = 8, A = 8", CD_ERROR,
          "BAD_VALUE", 3 },
        { SIX_BY_SIX "NFORCE/8, MARKERS = 2, J = 1, KMATRIX = 8", 0, NULL, 0 },
        { SIX_BY_SIX "MARKER/8, PART = 2\nNFORCE/8, MARKERS = 2, 8, J = 1, KMATRIX = 8", 0, NULL, 0 },
        { "MATRIX/8, SPARSE, I = 7, J = 1, VALUES = 1\nNFORCE/8, MARKERS = 2, J = 1, KMATRIX = 8", CD_ERROR,
          "BAD_VALUE", 2 },
        { "MATRIX/8, SPARSE, ROWS = 5, I = 1, J = 1, VALUES = 1\nNFORCE/8, MARKERS = 2, J = 1, KMATRIX = 8", CD_ERROR,
          "BAD_VALUE", 2 },
        { "NFORCE/8, MARKERS = 2, J = 1, KMATRIX = 99", CD_ERROR, "UNKNOWN_REFERENCE", 1 },
        { "NFORCE/8, MARKERS = 2, J = 1", CD_ERROR, "ONE_OF", 1 },
    };
    CHECK_CASES(cases);
}

TEST(arrays_of_a_system_are_of_its_kind_and_size_and_its_own)
{
#define ONE_STATE                                                                                                      \
    "VARIABLE/1, FUNCTION = 2\nARRAY/1, U, VARIABLES = 1\nARRAY/2, X, SIZE = 1\nARRAY/3, Y, SIZE = 1\nARRAY/4, IC, NUMBERS = 7\n"
#define RATE "MATRIX/1, FULL = RORDER, ROWS = 1, COLUMNS = 1, VALUES = -1\n"
    static const Case cases[] = {
        { ONE_STATE RATE "LSE/8, X = 2, A = 1, IC = 4", 0, NULL, 0 },
        { ONE_STATE RATE "LSE/8, X = 4, A = 1", CD_ERROR, "BAD_VALUE", 7 },
        { ONE_STATE RATE "LSE/8, X = 2, A = 1, IC = 2", CD_ERROR, "BAD_VALUE", 7 },
        { ONE_STATE RATE "ARRAY/5, IC, NUMBERS = 1, 2\nLSE/8, X = 2, A = 1, IC = 5", CD_ERROR, "BAD_VALUE", 8 },
        { ONE_STATE RATE "LSE/8, X = 2, A = 1\nLSE/9, X = 2, A = 1", CD_ERROR, "BAD_VALUE", 8 },
        { ONE_STATE RATE "TFSISO/8, X = 2, U = 1, Y = 3, NUMERATOR = 1, DENOMINATOR = 1, 1\nLSE/8, X = 2, A = 1",
          CD_ERROR, "BAD_VALUE", 7 },
        { ONE_STATE "GSE/8, NS = 1, NO = 1, NI = 1, X = 2, U = 1, Y = 3, IC = 4, FUNCTION = USER(1)\\", 0, NULL, 0 },
        { ONE_STATE "GSE/8, NS = 1, X = 1, FUNCTION = USER(1)\\", CD_ERROR, "BAD_VALUE", 6 },
        { ONE_STATE "GSE/8, NS = 1, X = 2, U = 3, FUNCTION = USER(1)\\", CD_ERROR, "BAD_VALUE", 6 },
        { ONE_STATE "GSE/8, NS = 3, X = 2, FUNCTION = USER(1)\\", CD_ERROR, "BAD_VALUE", 6 },
        { ONE_STATE "GSE/8, NO = 4, Y = 3, FUNCTION = USER(1)\\", CD_ERROR, "BAD_VALUE", 6 },
        { ONE_STATE "GSE/8, NI = 2, U = 1, FUNCTION = USER(1)\\", CD_ERROR, "BAD_VALUE", 6 },
        { ONE_STATE "ARRAY/5, IC, NUMBERS = 1, 2, 3\nGSE/8, NS = 1, X = 2, IC = 5, FUNCTION = USER(1)\\", CD_ERROR,
          "BAD_VALUE", 7 },
        { "ARRAY/2, X\nGSE/8, NS = 1000000000, X = 2, FUNCTION = USER(1)\\", CD_ERROR, "BAD_VALUE", 2 },
        { ONE_STATE "TFSISO/8, X = 2, U = 1, Y = 3, NUMERATOR = 1, DENOMINATOR = 1, 1", 0, NULL, 0 },
        { ONE_STATE "TFSISO/8, X = 2, U = 1, Y = 3, NUMERATOR = 1, DENOMINATOR = 1, 1, 1", CD_ERROR, "BAD_VALUE", 6 },
        { ONE_STATE "ARRAY/5, U, VARIABLES = 1, 1\nTFSISO/8, X = 2, U = 5, Y = 3, NUMERATOR = 1, DENOMINATOR = 1, 1",
          CD_ERROR, "BAD_VALUE", 7 },
        { ONE_STATE "ARRAY/5, Y, SIZE = 4\nTFSISO/8, X = 2, U = 1, Y = 5, NUMERATOR = 1, DENOMINATOR = 1, 1", CD_ERROR,
          "BAD_VALUE", 7 },
        { SIX_BY_SIX "NFORCE/8, MARKERS = 2, J = 1, KMATRIX = 8, FORCE = 8", CD_ERROR, "BAD_VALUE", 2 },
        { SIX_BY_SIX "NFORCE/8, IMARKERS = 2, J = 1, KMATRIX = 8, FORCE = 4", CD_ERROR, "UNKNOWN_REFERENCE", 2 },
    };
    CHECK_CASES(cases);
}

TEST(inputs_and_outputs_of_the_plant_are_plant_lists)
{
    assert_int_equal(cd_kinds[KIND_pinput]->size, sizeof(PlantList));
    assert_int_equal(cd_kinds[KIND_poutput]->size, sizeof(PlantList));
    Read r = snippet(
        "VARIABLE/5, FUNCTION = 1\nVARIABLE/6, FUNCTION = 1\nPINPUT/1, VARIABLES = 6, 5\nPOUTPUT/1, VARIABLES = 6");
    assert_int_equal(MODEL_AT(r.model, pinput, PlantList, 0)->variables.n, 2);
    assert_int_equal(MODEL_AT(r.model, pinput, PlantList, 0)->variables.at[0], 1);
    assert_int_equal(MODEL_AT(r.model, poutput, PlantList, 0)->variables.n, 1);
    done(&r);
}

/* ---- user routines ----------------------------------------------------------------------------------------------- */

TEST(routines_alone_stand_behind_user_functions)
{
    static const char *const heads[] = {
        "CURVE/8",
        "REQUEST/8",
        "GFORCE/8, I = 2, JFLOAT = 3",
        "VFORCE/8, I = 2, JFLOAT = 3",
        "VTORQUE/8, I = 2, JFLOAT = 3",
        "COUPLER/8, JOINTS = 1, 2",
        "UCON/8",
        "FIELD/8, I = 2, J = 1",
        "GSE/8",
        "CONTACT/8, IGEOM = 1, JGEOM = 2",
        "EXTERNAL_SYSTEM/8",
    };
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        char text[200];
        snprintf(text, sizeof text, "%s, FUNCTION = user (1, 2)", heads[i]);
        const Case good = { text, 0, NULL, 0 };
        check_cases(&good, 1);
        snprintf(text, sizeof text, "%s, FUNCTION =", heads[i]);
        const Case empty = { text, 0, NULL, 0 };
        check_cases(&empty, 1);
        snprintf(text, sizeof text, "%s, FUNCTION = 2*TIME", heads[i]);
        const Case bad = { text, CD_ERROR, "BAD_VALUE", 1 };
        check_cases(&bad, 1);
    }
    static const Case others[] = {
        { "FE_PART/8\nFE_LOAD/8, FE_PART = 8, FUNCTION = TIME", CD_ERROR, "BAD_VALUE", 2 },
        { "FLEX_BODY/8, MNF_FILE = a\nMFORCE/8, FLEX_BODY = 8, FORCE = TIME", CD_ERROR, "BAD_VALUE", 2 },
        { "CONTACT/8, IGEOM = 1, JGEOM = 2, NORMAL_FUNCTION = TIME", CD_ERROR, "BAD_VALUE", 1 },
        { "VARIABLE/8, FUNCTION = 2*TIME", 0, NULL, 0 },
    };
    CHECK_CASES(others);
}

TEST(user_is_a_word_before_a_bracket)
{
    static const struct {
        const char *text;
        bool user;
    } cases[] = {
        { "USER(1)", true },   { " uSeR \t ( ", true }, { "USER", false },      { "USER 1", false },
        { "USERS(1)", false }, { "", false },           { "2*USER(1)", false }, { "(USER(1))", false },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(cd_is_user(&(Expr){ .text = cd_text(cases[i].text) }), cases[i].user);
}

/* ---- the rest ---------------------------------------------------------------------------------------------------- */

TEST(statements_without_effect_say_so)
{
    static const Case cases[] = {
        { "SURFACE/8", CD_WARNING, "ODD_VALUE", 1 },
        { "NLOAD/8", CD_WARNING, "ODD_VALUE", 1 },
        { "FEMDATA/8", CD_WARNING, "ODD_VALUE", 1 },
    };
    CHECK_CASES(cases);
}

TEST(curve_given_by_its_key_is_a_shape)
{
    static const Case cases[] = {
        { "MATRIX/1, FULL = RORDER, ROWS = 4, COLUMNS = 3, VALUES = 0, 0, 0, 1, 0, 0, 1, 1, 0, 1, 1, 1\n"
          "CURVE/1, MATRIX = 1\nGRAPHICS/8, CURVE = 1, CRM = 1\nGRAPHICS/9, CURVE, CID = 1, CRM = 1",
          0, NULL, 0 },
        { "GRAPHICS/8, CRM = 1", CD_WARNING, "ODD_VALUE", 1 },
    };
    CHECK_CASES(cases);
}

TEST(energy_tables_of_linear_are_words_or_ranges)
{
    static const char text[] = "LINEAR/EIGENSOL, NOVECTOR, NODAMPING, KINETIC, STRAIN, DISSIPATIVE\n"
                               "LINEAR/EIGENSOL, COORDS = 1, 3, KINETIC = 1, 2, STRAIN = 1, DISSIPATIVE = 3, 4\n";
    CdLog *log = cd_log_open();
    CdScript *script = cd_script_read_text("a.acf", text, sizeof text - 1, log);
    if (cd_log_count(log)) cd_log_print(log, stderr);
    assert_int_equal(cd_log_count(log), 0);
    assert_non_null(script);
    assert_int_equal(cd_script_count(script), 2);
    cd_script_close(script);
    cd_log_close(log);
}

TEST(integrator_documents_the_defaults_that_depend_on_the_method)
{
    static const struct {
        const char *key, *says;
    } rows[] = { { "ERROR", "HHT, NEWMARK and GALPHA 1E-5" }, { "KMAX", "ABAM at most 12" } };
    const ElementKind *k = cd_kinds[KIND_integrator];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_non_null(strstr(k->fields[cd_find_field(k, cd_text(rows[i].key), NULL)].doc, rows[i].says));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT(markers_relative_to_markers_have_a_place_on_the_same_body),
        UNIT(each_ring_of_markers_is_said_once),
        UNIT(long_chain_of_markers_is_checked_in_linear_time),
        UNIT(usexp_needs_xp),
        UNIT(points_of_a_frame_that_lie_on_one_line_leave_axes_open),
        UNIT(arguments_that_do_not_fit_together_are_refused),
        UNIT(constraints_take_no_floating_marker),
        UNIT(forces_and_expressions_take_a_floating_marker_only_where_it_has_a_place),
        UNIT(mass_and_velocity_without_effect_are_odd),
        UNIT(inertia_is_judged_by_its_principal_moments),
        UNIT(sparse_matrix_has_as_many_positions_as_values_all_from_1),
        UNIT(matrices_and_arrays_of_absurd_size_are_refused),
        UNIT(matrices_of_a_system_or_a_force_fit_its_arrays_and_markers),
        UNIT(arrays_of_a_system_are_of_its_kind_and_size_and_its_own),
        UNIT(inputs_and_outputs_of_the_plant_are_plant_lists),
        UNIT(routines_alone_stand_behind_user_functions),
        UNIT(user_is_a_word_before_a_bracket),
        UNIT(statements_without_effect_say_so),
        UNIT(curve_given_by_its_key_is_a_shape),
        UNIT(energy_tables_of_linear_are_words_or_ranges),
        UNIT(integrator_documents_the_defaults_that_depend_on_the_method),
    };
    return cmocka_run_group_tests_name("elements", tests, NULL, NULL);
}
