/* test_expr.c - the language of expressions: grammar, values of functions, messages, motions, kinks. */
#include "expr_fixture.h"

/* ---- grammar ----------------------------------------------------------------------------------------------------- */

typedef struct Case {
    const char *text;
    double value;
} Case;

static void check_values(const Case *cases, int n, double tol)
{
    for (int i = 0; i < n; i++) {
        double value = value_of(cases[i].text);
        if (!(fabs(value - cases[i].value) <= tol * fmax(1, fabs(value))))
            fail_msg("%s is %.17g, not %.17g", cases[i].text, value, cases[i].value);
    }
}
#define CHECK_VALUES(cases, tol) check_values((cases), sizeof(cases) / sizeof *(cases), (tol))

TEST(operators_bind_as_in_fortran)
{
    static const Case cases[] = {
        { "-2**2", -4 },        { "(-2)**2", 4 },    { "2**3**2", 512 }, { "(2**3)**2", 64 },  { "2**-1", 0.5 },
        { "2**-2**2", 0.0625 }, { "-2**-2", -0.25 }, { "--9.8", 9.8 },   { "+ -1", -1 },       { "-+-1", 1 },
        { "1 - -1", 2 },        { "2 * -3", -6 },    { "2 * * 3", 8 },   { "2* *3**2", 512 },  { "1/2", 0.5 },
        { "7/2*2", 7 },         { "8/4/2", 1 },      { "8/(4/2)", 4 },   { "8 - 4 - 2", 2 },   { "1 + 2*3**2", 19 },
        { "2*3 + 4*5", 26 },    { "-2*3", -6 },      { "6/-3", -2 },     { "-(1 + 2)*3", -9 }, { " ( ( 1 ) ) ", 1 },
        { "2+3*4-5/2", 11.5 },
    };
    CHECK_VALUES(cases, 0);
}

TEST(numbers_are_written_in_many_ways)
{
    static const Case cases[] = {
        { "1.", 1 },
        { ".5", 0.5 },
        { "-1.0E-003", -0.001 },
        { "2.07E+005", 207000 },
        { "1e3", 1000 },
        { "1.E2", 100 },
        { "25D", 25 * M_PI / 180 },
        { "360D", 2 * M_PI },
        { "90d", M_PI / 2 },
        { "1.5E1D", 15 * M_PI / 180 },
        { "90D/2", M_PI / 4 },
        { "0", 0 },
        { "007", 7 },
    };
    CHECK_VALUES(cases, 1e-16);
}

TEST(names_are_read_without_regard_to_case_or_blanks)
{
    static const Case cases[] = {
        { "pi", M_PI },         { "Sin ( Pi / 2 )", 1 }, { "dtor*RTOD", 1 },   { "DTOR", M_PI / 180 },
        { "RTOD", 180 / M_PI }, { "Max( 1 ,2 )", 2 },    { "if(0:1,2,3)", 2 },
    };
    CHECK_VALUES(cases, 1e-16);
}

TEST(an_empty_expression_is_zero)
{
    Fixture *f = fixture_read("VARIABLE/900, FUNCTION =");
    assert_non_null(f->model);
    fixture_choose(f, KIND_variable, 900);
    assert_near(fixture_value(f), 0, 0);
    assert_true(cd_text_equal(f->expr->text, cd_text("0")));
    fixture_close(f);
}

TEST(continuation_lines_are_joined)
{
    assert_near(value_of("1\n, + 2\n,*3"), 7, 0);
    assert_near(value_of("STEP(1,0,0\n, ,2,10)"), 5, 1e-15);
    assert_near(value_of("IF(-1:\n, 1,2,3)"), 1, 0);
}

TEST(constants_are_folded)
{
    static const char *const texts[] = { "2*3 + SIN(1)**2", "STEP(1, 0, 0, 2, 10)", "IF(-1: 4, 5, 6)", "-MAX(1, 2)*PI",
                                         "MOD(7, 3)" };
    for (int i = 0; i < 5; i++) {
        Fixture *f = fixture_open(texts[i]);
        assert_int_equal(f->program->leaves, 0);
        assert_int_equal(f->program->kinks, 0);
        for (int k = 0; k < f->program->nodes; k++) assert_int_equal(f->program->node[k].op, OP_CONST);
        assert_true(f->program->time_only);
        fixture_close(f);
    }
    Fixture *f = fixture_open("2*3");
    assert_int_equal(f->program->nodes, 1);
    fixture_close(f);
}

TEST(the_same_question_is_asked_once)
{
    Fixture *f = fixture_open("DX(21, 31)*DX(21, 31) + DX(21, 31, 0) + TIME*TIME + DX(31, 21)");
    assert_int_equal(f->program->leaves, 3);
    fixture_close(f);
    f = fixture_open("DIF(1) + DIFF(1)"); /* one state, two spellings */
    assert_int_equal(f->program->leaves, 1);
    fixture_close(f);
}

/* The leaf of the whole that asks what a leaf of a part does. */
static int leaf_of(const Program *whole, const Program *part, const Leaf *leaf)
{
    for (int i = 0; i < whole->leaves; i++) {
        const Leaf *a = &whole->leaf[i];
        bool same = a->type == leaf->type && a->query.measure == leaf->query.measure;
        for (int k = 0; k < 4; k++) same = same && a->query.marker[k] == leaf->query.marker[k];
        if (leaf->type == LEAF_LOAD) same = same && whole->load[a->slot] == part->load[leaf->slot];
        else same = same && a->slot == leaf->slot;
        if (same) return i;
    }
    fail();
    return -1;
}

/* Values and gradients are those of the parts to the bit, whatever is left of the world. */
TEST(programs_made_one_compute_the_same_and_less)
{
    enum { PARTS = 6 };
    Fixture *f = fixture_read(
        "VARIABLE/901, FUNCTION = MAX(0, 3 - DM(21, 31))*DX(21, 31)/DM(21, 31) + AKISPL(DX(21, 31), 0, 1)\n"
        "VARIABLE/902, FUNCTION = MAX(0, 3 - DM(21, 31))*DY(21, 31)/DM(21, 31) + CUBSPL(DY(21, 31), 0, 2)\n"
        "VARIABLE/903, FUNCTION = IF(DX(21, 31) - 1: TIME, 2, AZ(21, 31)*DIF(1))\n"
        "VARIABLE/904, FUNCTION = IF(DX(21, 31) - 1: AZ(21, 31), DIF(1), TIME**2)\n"
        "VARIABLE/905, FUNCTION = FX(21, 31)*DX(21, 31) + SFORCE(1, 0, 2, 0)\n"
        "VARIABLE/906, FUNCTION = FX(21, 31) + SFORCE(2, 0, 2, 0) + 7");
    const Program *part[PARTS];
    int root[PARTS], nodes = 0;
    for (int k = 0; k < PARTS; k++) {
        fixture_choose(f, KIND_variable, 901 + k);
        part[k] = f->program, nodes += part[k]->nodes;
    }
    const Program *whole = cd_program_merge(&f->arena, part, PARTS, root);
    assert_true(whole->nodes < nodes * 3 / 4);
    for (int n = 0; n < f->model->wrench_read.n; n++) f->wrench[n].F = v3(1.5 + n, -2, 0.25 * n);
    for (int n = 0; n < f->model->state_read.n; n++) f->state[n] = 0.3 + n;
    double *room = ARENA_ARRAY(&f->arena, double, cd_program_room(whole)),
           *slope = ARENA_ARRAY(&f->arena, double, whole->leaves);
    for (int trial = 0; trial < 20; trial++) {
        f->context.time = 0.1 * trial;
        fixture_marker(f, 21)->r = v3(0.2 + 0.13 * trial, 0.9 - 0.07 * trial, 0.4);
        fixture_marker(f, 21)->A = m3_euler313(0.1 * trial, 0.3, 0.2);
        cd_program_sweep(whole, &f->context, room);
        for (int k = 0; k < PARTS; k++) {
            double value;
            fixture_choose(f, KIND_variable, 901 + k);
            assert_true(cd_program_gradient(part[k], &f->context, f->room, &value, f->gradient));
            assert_true(cd_program_node_gradient(whole, &f->context, root[k], room, slope));
            assert_true(room[root[k]] == value);
            double sum = 0, own = 0;
            for (int i = 0; i < part[k]->leaves; i++) {
                own += fabs(f->gradient[i]);
                assert_true(slope[leaf_of(whole, part[k], &part[k]->leaf[i])] == f->gradient[i]);
            }
            for (int i = 0; i < whole->leaves; i++) sum += fabs(slope[i]);
            assert_true(fabs(sum - own) <= 1e-14 * own); /* nothing of the other parts */
        }
    }
    fixture_close(f);
}

TEST(canonical_text_says_the_same_and_stays_as_it_is)
{
    static const char *const texts[] = {
        "1+2*time",
        "-2**2",
        "2**-1",
        "--9.8",
        "2 * * 3",
        "25D + 1.50",
        "sin ( time )*.5",
        "if(time-1:2,3,if(time:1,2,3))",
        "step(time,1,0,2,10)",
        "(1 + time)/(2 - time)",
        "DX(0021, 31) + dm(21)",
        "1.E-3*TIME + 2.07E+005",
        "+time - -time",
        "CUBSPL(TIME,0,1,1)",
        "POLY(TIME,0,1,2,3)",
        "8/4/2*TIME",
        "max(time,1)**min(2,time)",
        "VXYZ(21,31)*UVX(41)",
        "ORIENT(27,1,21,31)",
        "JOINT(1,0,4,0)",
        "0.1 + 0.2",
        "1E300*1E-300",
        "123456789.123456789",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        Fixture *f = fixture_open(texts[i]);
        Fixture *g = fixture_open(f->expr->text.at);
        assert_string_equal(g->expr->text.at, f->expr->text.at);
        for (uint64_t k = 1; k < 6; k++) {
            uint64_t one = k, two = k;
            fixture_random(f, &one), fixture_random(g, &two);
            assert_near(fixture_value(g), fixture_value(f), 0);
        }
        fixture_close(f), fixture_close(g);
    }
    Fixture *f = fixture_open("  1+2 *if(time :DX( 0021,31),.50 ,25D)* * 2");
    assert_string_equal(f->expr->text.at, "1 + 2*IF(TIME: DX(21, 31), 0.5, 25D)**2");
    fixture_close(f);
}

/* ---- IF ---------------------------------------------------------------------------------------------------------- */

TEST(if_chooses_by_sign_and_nests)
{
    static const Case cases[] = {
        { "IF(-0.1: 1, 2, 3)", 1 },
        { "IF(0: 1, 2, 3)", 2 },
        { "IF(0.1: 1, 2, 3)", 3 },
        { "IF(1: 1, 2, IF(-1: 4, 5, 6))", 4 },
        { "IF(IF(1: 0, 0, -1): 7, 8, 9)", 7 },
    };
    CHECK_VALUES(cases, 0);
}

TEST(branches_not_taken_may_be_anything)
{
    Fixture *f = fixture_open("IF(TIME - 1: 5*TIME, 6, SQRT(TIME - 1) + LOG(TIME - 1)/0)");
    double value, out[3];
    f->context.time = 0.5;
    assert_true(cd_program_value(f->program, &f->context, f->room, &value));
    assert_near(value, 2.5, 0);
    assert_true(cd_program_gradient(f->program, &f->context, f->room, &value, f->gradient));
    assert_near(f->gradient[0], 5, 0);
    assert_true(cd_program_time(f->program, &f->context, f->room, out));
    assert_near(out[1], 5, 0);
    assert_near(out[2], 0, 0);
    f->context.time = 2;
    assert_false(cd_program_value(f->program, &f->context, f->room, &value));
    fixture_close(f);
}

/* ---- values of functions ----------------------------------------------------------------------------------------- */

TEST(arithmetic_functions_follow_fortran)
{
    static const Case cases[] = {
        { "AINT(2.7)", 2 },
        { "AINT(-2.7)", -2 },
        { "AINT(-0.5)", 0 },
        { "ANINT(2.5)", 3 },
        { "ANINT(-2.5)", -3 },
        { "ANINT(2.4)", 2 },
        { "ANINT(0.5)", 1 },
        { "MOD(7, 3)", 1 },
        { "MOD(-7, 3)", -1 },
        { "MOD(7, -3)", 1 },
        { "MOD(-7.5, -2)", -1.5 },
        { "SIGN(3, -2)", -3 },
        { "SIGN(-3, 2)", 3 },
        { "SIGN(-3, 0)", 3 },
        { "SIGN(-3, -0.1)", -3 },
        { "DIM(5, 3)", 2 },
        { "DIM(3, 5)", 0 },
        { "DIM(-1, -4)", 3 },
        { "MAX(-1, -2)", -1 },
        { "MIN(-1, -2)", -2 },
        { "ABS(-3)", 3 },
        { "SQRT(2)", M_SQRT2 },
        { "EXP(1)", M_E },
        { "LOG(2)", M_LN2 },
        { "LOG10(1000)", 3 },
        { "SIN(1)", 0.84147098480789651 },
        { "COS(1)", 0.54030230586813972 },
        { "TAN(1)", 1.5574077246549023 },
        { "ASIN(1)", M_PI / 2 },
        { "ACOS(-1)", M_PI },
        { "ATAN(1)", M_PI / 4 },
        { "ATAN2(1, -1)", 3 * M_PI / 4 },
        { "ATAN2(-1, 0)", -M_PI / 2 },
        { "SINH(1)", 1.1752011936438014 },
        { "COSH(1)", 1.5430806348152437 },
        { "TANH(1)", 0.76159415595576489 },
    };
    CHECK_VALUES(cases, 4e-16);
}

TEST(step_functions_rise_between_their_ends_and_hold_outside)
{
    static const Case cases[] = {
        { "STEP(0.9, 1, 2, 3, 6)", 2 },     { "STEP(1, 1, 2, 3, 6)", 2 },
        { "STEP(2, 1, 2, 3, 6)", 4 },       { "STEP(1.5, 1, 2, 3, 6)", 2.625 },
        { "STEP(3, 1, 2, 3, 6)", 6 },       { "STEP(3.1, 1, 2, 3, 6)", 6 },
        { "STEP(1.5, 3, 6, 1, 2)", 2.625 }, /* from right to left */
        { "STEP5(0.9, 1, 2, 3, 6)", 2 },    { "STEP5(2, 1, 2, 3, 6)", 4 },
        { "STEP5(3.1, 1, 2, 3, 6)", 6 },    { "STEP5(1.5, 1, 2, 3, 6)", 2 + 4 * (10 - 15 * 0.25 + 6 * 0.0625) / 64 },
        { "HAVSIN(0.9, 1, 2, 3, 6)", 2 },   { "HAVSIN(2, 1, 2, 3, 6)", 4 },
        { "HAVSIN(3.1, 1, 2, 3, 6)", 6 },   { "HAVSIN(1.5, 1, 2, 3, 6)", 4 - 2 * M_SQRT1_2 },
    };
    CHECK_VALUES(cases, 4e-16);
}

TEST(series_add_up)
{
    static const Case cases[] = {
        { "POLY(3, 1, 5)", 5 },
        { "POLY(3, 1, 5, 6)", 17 },
        { "POLY(3, 1, 5, 6, 7)", 45 },
        { "POLY(3, 1, 5, 6, 7, 8)", 109 },
        { "POLY(1, 1, 5, 6, 7)", 5 },
        { "CHEBY(1.5, 1, 5)", 5 },
        { "CHEBY(1.5, 1, 5, 6)", 8 },
        { "CHEBY(1.5, 1, 0, 0, 1)", -0.5 },
        { "CHEBY(1.5, 1, 0, 0, 0, 1)", -1 },
        { "CHEBY(1.5, 1, 1, 2, 3, 4)", 1 + 1 - 1.5 - 4 },
        { "FORCOS(1.5, 1, PI, 7)", 7 },
        { "FORCOS(1.5, 1, PI/3, 7, 2, 4)", 7 + 2 * 0.86602540378443865 + 4 * 0.5 },
        { "FORSIN(1.5, 1, PI/3, 7, 2, 4)", 7 + 2 * 0.5 + 4 * 0.86602540378443865 },
        { "SHF(2, 1, 3, PI/2, PI/6, 10)", 3 * 0.86602540378443865 + 10 },
        { "SHF(2, 1, 3, PI/2, PI/6)", 3 * 0.86602540378443865 },
    };
    CHECK_VALUES(cases, 1e-15);
}

TEST(series_take_coefficients_up_to_number_30)
{
    TextBuffer text = { 0 };
    cd_buffer_print(&text, "POLY(1, 0");
    for (int i = 0; i <= 30; i++) cd_buffer_print(&text, ", %d", i);
    cd_buffer_print(&text, ")");
    assert_near(value_of(text.at), 465, 0);
    text.n--;
    cd_buffer_print(&text, ", 31)");
    Fixture *f = fixture_try(text.at);
    assert_null(f->model);
    fixture_close(f);
    cd_buffer_close(&text);
}

/* SWEEP(x, a, x0, f0, x1, f1, dx) by the piecewise phase of the reference */
static double swept(double x, double a, double x0, double f0, double x1, double f1, double dx)
{
    double q = x <= x0   ? f0 * x
               : x >= x1 ? f1 * x - (f1 - f0) * (x1 + x0) / 2
                         : f0 * x + (f1 - f0) / (2 * (x1 - x0)) * (x - x0) * (x - x0);
    double u = fmin(1, fmax(0, (x - x0) / dx));
    return u * u * u * (10 - 15 * u + 6 * u * u) * a * sin(2 * M_PI * q);
}

TEST(sweep_follows_its_piecewise_phase)
{
    Fixture *f = fixture_open("SWEEP(TIME, 2.5, 0.5, 1.2, 2.25, 3.7, 0.3)");
    for (double t = -1; t < 4; t += 0.0625)
        assert_near(fixture_at(f, t), swept(t, 2.5, 0.5, 1.2, 2.25, 3.7, 0.3), 1e-13);
    fixture_close(f);
}

TEST(impact_pushes_one_way_only)
{
    static const Case cases[] = {
        { "IMPACT(1.5, 0, 1, 100, 2, 10, 0.5)", 0 },
        { "IMPACT(1, -5, 1, 100, 2, 10, 0.5)", 0 },
        { "IMPACT(0.9, 0, 1, 100, 2, 10, 0.5)", 1 },
        { "IMPACT(0.75, -2, 1, 100, 2, 10, 0.5)", 6.25 + 10 },
        { "IMPACT(0.4, -2, 1, 100, 2, 10, 0.5)", 36 + 20 },
        { "IMPACT(0.4, 2, 1, 100, 2, 10, 0.5)", 16 },
        { "IMPACT(0.4, 5, 1, 100, 2, 10, 0.5)", 0 },
        { "IMPACT(0.5, 0, 1, 100, 1.5, 10, 0.1)", 35.355339059327378 },
        { "IMPACT(2, 0, 1, 100, 1.5, 10, 0.1)", 0 },
        { "BISTOP(2, 9, 1, 3, 100, 2, 10, 0.5)", 0 },
        { "BISTOP(1, 9, 1, 3, 100, 2, 10, 0.5)", 0 },
        { "BISTOP(3, 9, 1, 3, 100, 2, 10, 0.5)", 0 },
        { "BISTOP(0.75, -2, 1, 3, 100, 2, 10, 0.5)", 16.25 },
        { "BISTOP(0.4, 5, 1, 3, 100, 2, 10, 0.5)", 0 },
        { "BISTOP(3.1, 0, 1, 3, 100, 2, 10, 0.5)", -1 },
        { "BISTOP(3.25, 2, 1, 3, 100, 2, 10, 0.5)", -16.25 },
        { "BISTOP(3.6, 2, 1, 3, 100, 2, 10, 0.5)", -56 },
        { "BISTOP(3.6, -2, 1, 3, 100, 2, 10, 0.5)", -16 },
        { "BISTOP(3.6, -5, 1, 3, 100, 2, 10, 0.5)", 0 },
    };
    CHECK_VALUES(cases, 2e-14);
}

TEST(splines_are_those_of_their_elements)
{
    static const Case cases[] = {
        { "CUBSPL(2.5, 0, 1)", -1 },    { "AKISPL(2.5, 0, 1)", -1 },       { "INTERP(2.75, 1, 1)", 0.5 },
        { "INTERP(3, 3, 1)", 2 },       { "CUBSPL(2, 0.5, 2)", 0.5 },      { "AKISPL(1, 2, 2)", 1 },
        { "CUBSPL(8, 0, 2)", -1 },      { "CUBSPL(8, 0, 2, 1)", -2. / 3 }, { "CUBSPL(7, 0, 1)", -20.8 },
        { "AKISPL(7, 0, 1, 2)", -5.2 },
    };
    CHECK_VALUES(cases, 1e-14);
}

TEST(a_signal_from_a_spectrum_is_a_sum_of_sines_with_its_power)
{
    /* density 2 from 1 to 9: power 16, mean square of the signal over a common period of lines at 1.5, 2.5, ... 8.5 */
    Fixture *f = fixture_read(
        "SPLINE/9, X = 0, 1, 9, 10, Y = 2, 2, 2, 2\nVARIABLE/900, FUNCTION = INVPSD(TIME, 9, 1, 9, 8, 0, 5)");
    fixture_choose(f, KIND_variable, 900);
    enum { SAMPLES = 400 };
    double sum = 0;
    for (int i = 0; i < SAMPLES; i++) sum += pow(fixture_at(f, 2. * i / SAMPLES), 2) / SAMPLES;
    assert_near(sum, 16, 1e-10);
    fixture_close(f);
}

TEST(entries_of_arrays_and_lists_count_from_one)
{
    Fixture *f = fixture_open("ARYVAL(1, 2) + 10*ARYVAL(2, 2) + 100*PINVAL(1, 1) + 1000*POUVAL(1, 1)");
    const CdModel *m = f->model;
    /* VARIABLE/1 and /2, each once, before what elements read on their own account */
    assert_int_equal(f->program->leaves, 2);
    assert_int_equal(m->state_read.at[1].kind, KIND_variable);
    for (int i = 0; i < 2; i++) f->state[i] = m->table[KIND_variable].at[m->state_read.at[i].index].id; /* value = id */
    assert_near(fixture_value(f), -2.5 + 20 + 100 + 2000, 1e-12);
    fixture_close(f);
}

TEST(vectors_add_scale_and_multiply)
{
    static const char *const texts[] = {
        "DXYZ(21)*DXYZ(31)",  "MAG(DXYZ(21) - DXYZ(31))", "MAG(2*DXYZ(21)/4)", "UV(DXYZ(21))*DXYZ(21)",
        "-DXYZ(21)*DXYZ(31)", "UVX(41)*DXYZ(21)",         "UVY(41)*DXYZ(21)",  "UVZ(41)*DXYZ(21)",
    };
    static const double values[] = {
        3 * 4 + 1 * -2 + 2 * 5, 4.358898943540674, 1.8708286933869707, 3.7416573867739413, -20, 1, -3, 2
    };
    for (int i = 0; i < 8; i++) {
        Fixture *f = fixture_open(texts[i]);
        fixture_marker(f, 21)->r = v3(3, 1, 2);
        fixture_marker(f, 31)->r = v3(4, -2, 5);
        fixture_marker(f, 41)->A = m3_rot_z(M_PI / 2);
        assert_near(fixture_value(f), values[i], 1e-14);
        fixture_close(f);
    }
}

TEST(delay_reads_what_was_remembered)
{
    Fixture *f = fixture_open("DELAY(SIN(TIME), 0.5, 7) + 2*DELAY(TIME, 0.25)");
    const Program *p = f->program;
    assert_int_equal(p->delays, 2);
    assert_int_equal(f->model->delays, 2);
    f->delayed[0] = 3, f->delayed[1] = 10;
    assert_near(fixture_at(f, 1), 23, 0);
    /* what is to be remembered, how long, and what stands in before */
    assert_near(f->room[p->delay[0].x], sin(1), 1e-16);
    assert_near(f->room[p->delay[0].delay], 0.5, 0);
    assert_near(f->room[p->delay[0].before], 7, 0);
    assert_near(f->room[p->delay[1].x], 1, 0);
    assert_near(f->room[p->delay[1].before], 1, 0);
    fixture_close(f);
}

/* ---- messages ---------------------------------------------------------------------------------------------------- */

typedef struct Mistake {
    const char *text;
    int line, column; /* of the culprit, counted from 1 within the expression */
    const char *code, *words;
} Mistake;

/* Where the expression of VARIABLE/900 begins in the dataset of the fixture. */
enum { EXPRESSION_COLUMN = 26 };

static int expression_line(void)
{
    int line = 1;
    for (const char *p = fixture_dataset; *p; p++) line += *p == '\n';
    return line;
}

static CdMessage first_error(const Fixture *f)
{
    for (int i = 0; i < cd_log_count(f->log); i++)
        if (cd_log_message(f->log, i).severity == CD_ERROR) return cd_log_message(f->log, i);
    fail_msg("there is no error");
    return (CdMessage){ 0 };
}

static void check_mistake(const Mistake *m)
{
    Fixture *f = fixture_try(m->text);
    if (f->model) fail_msg("%s is taken for right", m->text);
    CdMessage message = first_error(f);
    int line = expression_line() + m->line - 1, column = m->line == 1 ? EXPRESSION_COLUMN + m->column - 1 : m->column;
    bool same = strcmp(message.code, m->code) == 0 && strstr(message.text, m->words) &&
                strstr(message.text, "VARIABLE/900") && message.place.line == line && message.place.column == column;
    if (!same) {
        cd_log_print(f->log, stderr);
        fail_msg("%s: expected %s, \"%s\", line %d, column %d; got %s, line %d, column %d", m->text, m->code, m->words,
                 line, column, message.code, message.place.line, message.place.column);
    }
    assert_int_equal(cd_log_errors(f->log), 1); /* one mistake, one message */
    fixture_close(f);
}

TEST(messages_point_at_the_mistake)
{
    /* clang-format off */
    static const Mistake mistakes[] = {
        { "1 + SINE(TIME)", 1, 5, "EXPR_UNKNOWN_NAME", "SINE is neither a function nor a constant; did you mean SIN?" },
        { "STPE(TIME, 0, 0, 1, 1)", 1, 1, "EXPR_UNKNOWN_NAME", "did you mean STEP?" },
        { "2*QWERTY(1)", 1, 3, "EXPR_UNKNOWN_NAME", "QWERTY is neither a function nor a constant" },
        { "SIN(TIME", 1, 8, "EXPR_SYNTAX", "a closing bracket is missing" },
        { "2*(1 + TIME", 1, 11, "EXPR_SYNTAX", "a closing bracket is missing" },
        { "1 + 2)", 1, 6, "EXPR_SYNTAX", "there is no opening bracket for this one" },
        { "2*(1, 2)", 1, 5, "EXPR_SYNTAX", "a comma, an operator or a closing bracket is missing here" },
        { "2^3", 1, 2, "EXPR_SYNTAX", "a power is written **" },
        { "1 2", 1, 3, "EXPR_SYNTAX", "an operator is missing here" },
        { "PI(1)", 1, 3, "EXPR_SYNTAX", "an operator is missing here" },
        { "1 +", 1, 3, "EXPR_SYNTAX", "the expression ends where a value is needed" },
        { "* 2", 1, 1, "EXPR_SYNTAX", "a number, a name or a bracket is needed here" },
        { "SIN + 1", 1, 5, "EXPR_SYNTAX", "an opening bracket is missing behind the name of a function" },
        { "1E999", 1, 1, "EXPR_SYNTAX", "this number is too large" },
        { "2TIME", 1, 1, "EXPR_SYNTAX", "a number runs into a word" },
        { "1.0D0", 1, 1, "EXPR_SYNTAX", "D behind a number means degrees" },
        { "SIN(1, 2)", 1, 1, "EXPR_ARGUMENTS", "SIN takes 1 argument, but 2 are given" },
        { "1 + STEP(TIME, 0, 0, 1, 1, SIN(1), 2)", 1, 5, "EXPR_ARGUMENTS", "STEP takes 5 arguments, but 7 are given" },
        { "3*ATAN2(1)", 1, 3, "EXPR_ARGUMENTS", "ATAN2 takes 2 arguments, but 1 is given" },
        { "DX()", 1, 1, "EXPR_ARGUMENTS", "DX takes 1 to 3 arguments, but 0 are given" },
        { "IF(TIME: 1, 2)", 1, 1, "EXPR_ARGUMENTS", "IF takes 4 arguments, but 3 are given" },
        { "IF(TIME, 1, 2, 3)", 1, 8, "EXPR_SYNTAX", "IF takes a colon behind its first argument" },
        { "DX(21, 999)", 1, 8, "EXPR_NO_ELEMENT", "DX refers to MARKER/999, which is not there; the nearest" },
        { "DX(0)", 1, 4, "EXPR_NO_ELEMENT", "MARKER/0" },
        { "VARVAL(77)", 1, 8, "EXPR_NO_ELEMENT", "VARVAL refers to VARIABLE/77" },
        { "CUBSPL(TIME, 0, 7)", 1, 17, "EXPR_NO_ELEMENT", "CUBSPL refers to SPLINE/7" },
        { "DX(VARVAL(1), 31)", 1, 4, "EXPR_NEEDS_ID", "argument 1 of DX is the id of a MARKER" },
        { "DX(21, 30 + 1)", 1, 8, "EXPR_NEEDS_ID", "argument 2 of DX is the id of a MARKER" },
        { "DX(21.5)", 1, 4, "EXPR_NEEDS_ID", "a whole number written out, not an expression" },
        { "STEP(TIME, 0, 0\n, 1, 5)", 2, 3, "EXPR_SYNTAX", "a comma that begins a line only continues it" },
        { "SIN(\n, TIMES)", 2, 3, "EXPR_UNKNOWN_NAME", "did you mean TIME?" },
        { "DXYZ(21, 31)", 1, 1, "EXPR_RANGE", "the value is a vector" },
        { "1 + SIN(DXYZ(21))", 1, 9, "EXPR_SYNTAX", "a number is needed here, not a vector" },
        { "MAG(TIME)", 1, 5, "EXPR_SYNTAX", "a vector is needed here" },
        { "CUBSPL(TIME, 0, 1, 3)", 1, 1, "EXPR_RANGE", "the order of the derivative is 0, 1 or 2" },
        { "1 + INTERP(TIME, 2, 1)", 1, 5, "EXPR_RANGE", "the method is 1 (straight lines) or 3 (cubic)" },
        { "JOINT(1, 2, 1, 0)", 1, 1, "EXPR_RANGE", "jflag is 0 (on I) or 1 (on J)" },
        { "JOINT(1, 0, 9, 0)", 1, 1, "EXPR_RANGE", "the component is 1 to 8" },
        { "ORIENT(26, 1, 21)", 1, 1, "EXPR_RANGE", "ORIENT has types" },
        { "ARYVAL(1, 4)", 1, 1, "EXPR_RANGE", "the ARRAY has no such entry" },
        { "2 + INVPSD(TIME, 1)", 1, 5, "EXPR_RANGE", "INVPSD" },
        { "1 + USER(2)", 1, 5, "EXPR_RANGE", "USER(...) stands alone" },
    };
    /* clang-format on */
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) check_mistake(&mistakes[i]);
}

TEST(deep_nesting_is_refused_and_moderate_nesting_is_not)
{
    static const struct {
        const char *open, *close;
    } kinds[] = { { "(", ")" }, { "-", "" }, { "2**", "" }, { "SIN(", ")" } };
    for (int k = 0; k < 4; k++)
        for (int deep = 0; deep < 2; deep++) {
            TextBuffer text = { 0 };
            int n = deep ? 5000 : 100;
            for (int i = 0; i < n; i++) cd_buffer_print(&text, "%s", kinds[k].open);
            cd_buffer_print(&text, "1");
            for (int i = 0; i < n; i++) cd_buffer_print(&text, "%s", kinds[k].close);
            /* 2**2**2... leaves the numbers, but not the language */
            Fixture *f = fixture_try(text.at);
            assert_int_equal(f->model == NULL, deep);
            if (deep) assert_non_null(strstr(first_error(f).text, "nested too deeply"));
            fixture_close(f);
            cd_buffer_close(&text);
        }
}

/* ---- errors at run time ------------------------------------------------------------------------------------------ */

static void check_explained(const char *expression, double time, const char *words)
{
    Fixture *f = fixture_open(expression);
    f->context.time = time;
    double value;
    bool fine = cd_program_value(f->program, &f->context, f->room, &value) &&
                cd_program_gradient(f->program, &f->context, f->room, &value, f->gradient);
    if (fine) fail_msg("%s is %g and has a gradient", expression, value);
    CdLog *log = cd_log_open();
    cd_program_explain(f->program, &f->context, f->room, f->element, f->field, EXPLAIN_FAILURE, log);
    assert_int_equal(cd_log_errors(log), 1);
    CdMessage m = cd_log_message(log, 0);
    assert_string_equal(m.code, "EXPR_NOT_FINITE");
    assert_int_equal(m.place.line, expression_line());
    if (!strstr(m.text, words) || !strstr(m.text, "VARIABLE/900") || !strstr(m.text, "FUNCTION"))
        fail_msg("%s: \"%s\" does not say \"%s\"", expression, m.text, words);
    cd_log_close(log);
    fixture_close(f);
}

TEST(what_goes_wrong_while_running_is_named_with_its_arguments)
{
    check_explained("1 + 3/(TIME - 2)", 2, "t = 2: 3/(TIME - 2) with arguments 3, 0 gives infinity");
    check_explained("5*SQRT(TIME - 2)", 0.5, "SQRT(TIME - 2) with argument -1.5 gives no number");
    check_explained("SQRT(LOG(TIME))", 0, "LOG(TIME) with argument 0 gives infinity");
    check_explained("LOG(0)", 0, "LOG(0) with argument 0 gives infinity");
    check_explained("1/0", 0, "1/0 with arguments 1, 0 gives infinity");
    check_explained("(TIME - 3)**0.5", 1, "(TIME - 3)**0.5 with arguments -2, 0.5 gives no number");
    check_explained("ASIN(2*TIME)", 1, "ASIN(2*TIME) with argument 2 gives no number");
    check_explained("VR(21, 31)*TIME", 1, "VR(21, 31) gives no number");
    check_explained("SQRT(TIME)", 0, "SQRT(TIME) with argument 0 gives no finite derivative");
    check_explained("IF(TIME: 1/0, 1, LOG(-TIME))", 1, "LOG(-TIME) with argument -1 gives no number");
    check_explained("EXP(1000*TIME)", 1, "EXP(1000*TIME) with argument 1000 gives infinity");
    check_explained("STEP(TIME, 1, 0, TIME, 5)", 1,
                    "STEP(TIME, 1, 0, TIME, 5) with arguments 1, 1, 0, 1, 5 gives no number");
    check_explained("UV(DXYZ(21, 31))*UVX(41)", 1, "UV(DXYZ(21, 31)) gives no number");
}

/* ---- motions ----------------------------------------------------------------------------------------------------- */

static Fixture *motion(const char *statements)
{
    Fixture *f = fixture_read(statements);
    if (!f->model) cd_log_print(f->log, stderr);
    assert_non_null(f->model);
    fixture_choose(f, KIND_motion, 9);
    return f;
}

TEST(a_motion_may_depend_on_time_only)
{
    static const char *const wrong[] = { "DX(21, 31)", "TIME + FX(21, 31)", "DIF(1)",
                                         "MODE",       "FX(41, 51)",        "DELAY(TIME, 1)" };
    for (int i = 0; i < 6; i++) {
        TextBuffer text = { 0 };
        cd_buffer_print(&text, "MOTION/9, JOINT = 2, ROTATION, FUNCTION = %s", wrong[i]);
        Fixture *f = fixture_read(text.at);
        assert_null(f->model);
        CdMessage m = first_error(f);
        assert_string_equal(m.code, "EXPR_TIME_ONLY");
        assert_int_equal(m.place.line, expression_line());
        assert_int_equal(m.place.column, i == 1 ? 50 : 43);
        fixture_close(f);
        cd_buffer_close(&text);
    }
    Fixture *f = motion("MOTION/9, JOINT = 2, ROTATION, FUNCTION = 30D*SIN(2*PI*TIME)");
    assert_true(f->program->time_only);
    fixture_close(f);
}

TEST(a_motion_takes_over_the_program_of_a_variable)
{
    Fixture *f = motion("VARIABLE/901, FUNCTION = 3*VARVAL(903) + ABS(TIME - 1)\n"
                        "VARIABLE/903, FUNCTION = TIME**3 + CUBSPL(TIME, 0, 1)\n"
                        "MOTION/9, JOINT = 2, ROTATION, FUNCTION = CUBSPL(TIME, 1, 2) + 2*VARVAL(901)");
    Fixture *same = fixture_open("CUBSPL(TIME, 1, 2) + 2*(3*(TIME**3 + CUBSPL(TIME, 0, 1)) + ABS(TIME - 1))");
    assert_true(f->program->time_only);
    assert_int_equal(f->program->leaves, 1);
    assert_int_equal(f->program->kinks, same->program->kinks);
    for (double t = -1; t < 6; t += 0.37) {
        double a[3], b[3];
        f->context.time = same->context.time = t;
        assert_true(cd_program_time(f->program, &f->context, f->room, a));
        assert_true(cd_program_time(same->program, &same->context, same->room, b));
        for (int i = 0; i < 3; i++) assert_near(a[i], b[i], 1e-12);
        /* the same kinks, though perhaps in another order */
        cd_program_kinks(f->program, f->room, f->kink);
        cd_program_kinks(same->program, same->room, same->kink);
        double sum = 0, same_sum = 0;
        for (int i = 0; i < f->program->kinks; i++) sum += f->kink[i], same_sum += same->kink[i];
        assert_near(sum, same_sum, 1e-12);
    }
    fixture_close(f), fixture_close(same);
}

TEST(a_variable_that_reads_more_than_time_stays_a_state_of_the_motion)
{
    Fixture *f = motion("VARIABLE/901, FUNCTION = TIME + DX(21)\nMOTION/9, JOINT = 2, ROTATION, FUNCTION = "
                        "VARVAL(901) + TIME");
    assert_false(f->program->time_only);
    const StateRead *read = &f->model->state_read.at[0];
    assert_int_equal(read->kind, KIND_variable);
    f->state[0] = 5;
    assert_near(fixture_at(f, 2), 7, 0);
    fixture_close(f);
}

TEST(variables_in_a_ring_or_a_tower_do_no_harm)
{
    Fixture *f =
        motion("VARIABLE/901, FUNCTION = VARVAL(902) + TIME\nVARIABLE/902, FUNCTION = VARVAL(901)*VARVAL(901)\n"
               "MOTION/9, JOINT = 2, ROTATION, FUNCTION = VARVAL(901)");
    assert_false(f->program->time_only);
    fixture_close(f);
    /* each is twice the one before: the program must not double with every storey */
    TextBuffer text = { 0 };
    cd_buffer_print(&text, "VARIABLE/1000, FUNCTION = TIME\n");
    for (int i = 1; i <= 40; i++)
        cd_buffer_print(&text, "VARIABLE/%d, FUNCTION = VARVAL(%d) + VARVAL(%d)\n", 1000 + i, 999 + i, 999 + i);
    cd_buffer_print(&text, "MOTION/9, JOINT = 2, ROTATION, FUNCTION = VARVAL(1040)");
    f = motion(text.at);
    assert_true(f->program->time_only);
    assert_true(f->program->nodes < 200);
    assert_near(fixture_at(f, 3), 3 * pow(2, 40), 0);
    cd_buffer_close(&text);
    fixture_close(f);
}

/* ---- kinks ------------------------------------------------------------------------------------------------------- */

typedef struct Jump {
    double time;
    int level; /* lowest derivative that jumps */
} Jump;

/* The lowest level of the kinks that change sign between two times; -1: none does. */
static int crossed(Fixture *f, double from, double to)
{
    int level = -1;
    fixture_at(f, from);
    cd_program_kinks(f->program, f->room, f->kink);
    double *before = ARENA_ARRAY(&f->arena, double, f->program->kinks);
    memcpy(before, f->kink, sizeof *before * (size_t)f->program->kinks);
    fixture_at(f, to);
    cd_program_kinks(f->program, f->room, f->kink);
    for (int i = 0; i < f->program->kinks; i++) {
        assert_true(isfinite(f->kink[i]) && isfinite(before[i]));
        if (before[i] * f->kink[i] <= 0 && (level < 0 || f->program->kink[i].level < level))
            level = f->program->kink[i].level;
    }
    return level;
}

/* The kinks of an expression of time between -6 and 6 are those listed, and no others. */
static void check_kinks(const char *expression, const Jump *jump, int n)
{
    static const double first = -5.9863, step = 1. / 53;
    Fixture *f = fixture_open(expression);
    for (int i = 0; i < n; i++) {
        int level = crossed(f, jump[i].time - 1e-9, jump[i].time + 1e-9);
        if (level != jump[i].level)
            fail_msg("%s at t = %g: level %d, not %d", expression, jump[i].time, level, jump[i].level);
    }
    for (double t = first; t + step < 6; t += step) {
        bool expected = false;
        for (int i = 0; i < n; i++) expected |= t < jump[i].time && jump[i].time < t + step;
        if ((crossed(f, t, t + step) >= 0) != expected)
            fail_msg("%s: %s kink between %g and %g", expression, expected ? "no" : "a", t, t + step);
    }
    fixture_close(f);
}
#define CHECK_KINKS(expression, ...)                                                                                   \
    check_kinks(expression, (Jump[]){ __VA_ARGS__ }, sizeof((Jump[]){ __VA_ARGS__ }) / sizeof(Jump))

TEST(kinks_of_arithmetic_functions_are_where_they_break)
{
    CHECK_KINKS("IF(TIME - 1: 2, 3, 4)", { 1, 0 });
    CHECK_KINKS("IF(TIME*(TIME - 2): 2, 3, TIME)", { 0, 0 }, { 2, 0 });
    CHECK_KINKS("MIN(TIME, 2)", { 2, 1 });
    CHECK_KINKS("MAX(-TIME, TIME - 2)", { 1, 1 });
    CHECK_KINKS("ABS(TIME - 1)", { 1, 1 });
    CHECK_KINKS("SIGN(TIME - 1, 2 - TIME)", { 1, 1 }, { 2, 0 });
    CHECK_KINKS("SIGN(3, TIME)", { 0, 0 });
    CHECK_KINKS("DIM(TIME, 2)", { 2, 1 });
    CHECK_KINKS("MOD(TIME - 1, 2)", { -5, 0 }, { -3, 0 }, { -1, 0 }, { 3, 0 }, { 5, 0 });
    CHECK_KINKS("MOD(TIME - 1, -2)", { -5, 0 }, { -3, 0 }, { -1, 0 }, { 3, 0 }, { 5, 0 });
    CHECK_KINKS("AINT(TIME/2)", { -4, 0 }, { -2, 0 }, { 2, 0 }, { 4, 0 });
    CHECK_KINKS("ANINT(TIME/2)", { -5, 0 }, { -3, 0 }, { -1, 0 }, { 1, 0 }, { 3, 0 }, { 5, 0 });
    check_kinks("SIN(TIME)*EXP(TIME)/(10 + TIME) + ABS(3)", NULL, 0);
}

TEST(kinks_of_shapes_are_at_their_ends)
{
    CHECK_KINKS("STEP(TIME, 1, 2, 1, 4)", { 1, 0 }); /* of no width: it jumps */
    CHECK_KINKS("STEP5(TIME, 1, 2, 1, 4)", { 1, 0 });
    CHECK_KINKS("STEP(TIME, 1, 0, 3, 1)", { 1, 2 }, { 3, 2 });
    CHECK_KINKS("STEP5(TIME, 1, 0, 3, 1)", { 1, 3 }, { 3, 3 });
    CHECK_KINKS("HAVSIN(TIME, 1, 0, 3, 1)", { 1, 2 }, { 3, 2 });
    check_kinks("POLY(TIME, 1, 0, 3, 1) + CHEBY(TIME, 0, 1, 2) + FORSIN(TIME, 0, 1, 1, 2) + SHF(TIME, 0, 1, 1, 1)",
                NULL, 0);
}

TEST(kinks_of_contacts_are_where_they_touch_and_where_they_let_go)
{
    CHECK_KINKS("IMPACT(TIME, 0, 1, 10, 2, 1, 0.5)", { 0.5, 2 }, { 1, 1 });
    CHECK_KINKS("IMPACT(TIME, 0, 1, 10, 1.5, 1, 0.5)", { 0.5, 2 }, { 1, 1 });
    CHECK_KINKS("BISTOP(TIME, 0, 1, 3, 10, 2.2, 1, 0.5)", { 0.5, 2 }, { 1, 1 }, { 3, 1 }, { 3.5, 2 });
    /* parting at speed 1: p = 4 (2 p)^2 (3 - 4 p) has the root below; far in, at p = 4, the spring wins again */
    double root = (48 - sqrt(48. * 48 - 4 * 64)) / 128;
    CHECK_KINKS("IMPACT(TIME, 1, 1, 1, 1, 4, 0.5)", { -3, 1 }, { 0.5, 2 }, { 1 - root, 1 }, { 1, 1 });
}

TEST(what_is_not_a_number_is_never_swallowed)
{
    static const char *const text[] = { "MAX(SQRT(TIME - 2), 0)",           "MAX(0, SQRT(TIME - 2))",
                                        "MIN(SQRT(TIME - 2), 0)",           "DIM(SQRT(TIME - 2), 0)",
                                        "DIM(0, SQRT(TIME - 2))",           "SIGN(1, SQRT(TIME - 2))",
                                        "STEP(SQRT(TIME - 2), 0, 0, 1, 1)", "IF(SQRT(TIME - 2): 1, 2, 3)" };
    for (int i = 0; i < (int)(sizeof text / sizeof text[0]); i++) {
        Fixture *f = fixture_open(text[i]);
        if (!isnan(fixture_at(f, 1)))
            fail_msg("%s gives %g where its argument is no number", text[i], fixture_at(f, 1));
        fixture_close(f);
    }
}

TEST(kinks_of_splines_are_at_their_points)
{
    CHECK_KINKS("CUBSPL(TIME, 0, 1)", { 0, 1 }, { 1, 3 }, { 2.5, 3 }, { 3, 3 }, { 5, 1 });
    CHECK_KINKS("CUBSPL(TIME, 0, 1, 2)", { 0, 0 }, { 1, 1 }, { 2.5, 1 }, { 3, 1 }, { 5, 0 });
    CHECK_KINKS("AKISPL(TIME, 0, 1)", { 0, 1 }, { 1, 2 }, { 2.5, 2 }, { 3, 2 }, { 5, 1 });
    CHECK_KINKS("AKISPL(TIME, 0, 1, 1)", { 0, 0 }, { 1, 1 }, { 2.5, 1 }, { 3, 1 }, { 5, 0 });
    CHECK_KINKS("INTERP(TIME, 1, 1)", { 1, 1 }, { 2.5, 1 }, { 3, 1 }); /* the outer lines go on straight */
    CHECK_KINKS("CUBSPL(1.2, TIME, 2)", { 1, 1 });                     /* the outer curves go on as they are */
    CHECK_KINKS("CUBSPL(TIME, 0, 1) + CUBSPL(1.2, 0, 2)", { 0, 1 }, { 1, 3 }, { 2.5, 3 }, { 3, 3 }, { 5, 1 });
    CHECK_KINKS("CUBSPL(2*TIME, 0, 1)", { 0, 1 }, { 0.5, 3 }, { 1.25, 3 }, { 1.5, 3 }, { 2.5, 1 });
}

TEST(several_expressions_with_splines_do_not_disturb_each_other)
{
    Fixture *f =
        fixture_read("VARIABLE/901, FUNCTION = CUBSPL(TIME, 0, 1)\nVARIABLE/902, FUNCTION = CUBSPL(TIME, 1, 2)\n"
                     "VARIABLE/903, FUNCTION = AKISPL(TIME, 0, 1) + 10*CUBSPL(TIME, 1, 2)");
    static const double values[] = { 1, -1, -9 }; /* at the last point */
    for (int i = 0; i < 3; i++) {
        fixture_choose(f, KIND_variable, 901 + i);
        assert_near(fixture_at(f, 5), values[i], 1e-13);
    }
    fixture_close(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT(operators_bind_as_in_fortran),
        UNIT(numbers_are_written_in_many_ways),
        UNIT(names_are_read_without_regard_to_case_or_blanks),
        UNIT(an_empty_expression_is_zero),
        UNIT(continuation_lines_are_joined),
        UNIT(constants_are_folded),
        UNIT(the_same_question_is_asked_once),
        UNIT(programs_made_one_compute_the_same_and_less),
        UNIT(canonical_text_says_the_same_and_stays_as_it_is),
        UNIT(if_chooses_by_sign_and_nests),
        UNIT(branches_not_taken_may_be_anything),
        UNIT(arithmetic_functions_follow_fortran),
        UNIT(step_functions_rise_between_their_ends_and_hold_outside),
        UNIT(series_add_up),
        UNIT(series_take_coefficients_up_to_number_30),
        UNIT(sweep_follows_its_piecewise_phase),
        UNIT(impact_pushes_one_way_only),
        UNIT(splines_are_those_of_their_elements),
        UNIT(a_signal_from_a_spectrum_is_a_sum_of_sines_with_its_power),
        UNIT(entries_of_arrays_and_lists_count_from_one),
        UNIT(vectors_add_scale_and_multiply),
        UNIT(delay_reads_what_was_remembered),
        UNIT(messages_point_at_the_mistake),
        UNIT(deep_nesting_is_refused_and_moderate_nesting_is_not),
        UNIT(what_goes_wrong_while_running_is_named_with_its_arguments),
        UNIT(a_motion_may_depend_on_time_only),
        UNIT(a_motion_takes_over_the_program_of_a_variable),
        UNIT(a_variable_that_reads_more_than_time_stays_a_state_of_the_motion),
        UNIT(variables_in_a_ring_or_a_tower_do_no_harm),
        UNIT(kinks_of_arithmetic_functions_are_where_they_break),
        UNIT(kinks_of_shapes_are_at_their_ends),
        UNIT(kinks_of_contacts_are_where_they_touch_and_where_they_let_go),
        UNIT(what_is_not_a_number_is_never_swallowed),
        UNIT(kinks_of_splines_are_at_their_points),
        UNIT(several_expressions_with_splines_do_not_disturb_each_other),
    };
    return cmocka_run_group_tests_name("expr", tests, NULL, NULL);
}
