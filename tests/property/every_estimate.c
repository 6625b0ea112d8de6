/* every_estimate.c - each row of integrators.def: the estimated error of a step over the one it has, as steps get
 * small.
 *
 * The error of a step is measured against the flow from the point it starts at. What the ratio tends to follows from
 * the formulas, with D = h^(k+1) y^(k+1):
 *
 *   BDF of order k        1 / l_1: a step adds D / (k + 1), its local error divided by beta_0 = 1 / l_1, and (9.21)
 *                         estimates that
 *                         local error, D / ((k + 1) l_1)
 *   HHT, GALPHA           1 in positions and states
 *   NEWMARK               1 in states; in positions (|beta - 1/6| + |gamma - 1/2|) / |beta - 1/6|, since errors of
 *                         velocities are added
 *   TLISMNI               1; its BDF 18/23: a step adds D / 3, its prediction is off by 5/12 D, and 8/23 of the two is
 *                         estimated
 *   embedded formulas     the error is that of the formula of lower order, and the step is better than that. Its
 *                         leading term on y' = -y:
 *                         MDOP5, PHEM56 97/120000 h^5; HEM5 e_1^2 / (e_1 + e_2 / 100) with e_1 = 0.0532649 h^4, e_2 =
 *                         7/60 h^3; RN4
 *                         0.0395446 h^4; W2 1.2071068 h^2; ABAM of order k |gamma*_k| h^(k+1)
 *
 * Norms are lengths (BDF) or roots of mean squares, the larger of positions and velocities where both are tested. */
#include "integrate.h"

static const Problem decay = { .name = "decay",
                               .text = "decay\nPART/1, GROUND\nMARKER/10, PART=1\nDIFF/1, FUNCTION=-DIF(1), IC=0.9\n" };

static const Problem spring = {
    .name = "mass on a spring",
    .text =
        "spring\nPART/1, GROUND\nMARKER/10, PART=1\nPOINT_MASS/2, MASS=1, CM=20, QG=0.8,0,0, VX=0.3\nMARKER/20, POINT_MASS=2\n"
        "VFORCE/1, I=20, JFLOAT=11, RM=10, FX=-DX(20,10)\\ FY=0\\ FZ=0\nMARKER/11, PART=1, FLOATING\n"
};

static const Problem tumbling = {
    .name = "body that tumbles",
    .text = "tumbling\nPART/1, GROUND\nMARKER/10, PART=1\n"
            "PART/2, MASS=1, CM=20, IP=0.5,1,0.7, REULER=0.3,0.5,0.2, WX=0.5, WY=0.7, WZ=0.6\nMARKER/20, PART=2\n"
};

/* One step behind `before` others of the same size: its estimated error, and the one it has, in states, positions and
 * velocities. */
typedef struct Measured {
    double estimated, z, q, v;
    double at; /* the state where the step starts */
    double h;
    int order, nv;
} Measured;

typedef struct Tested {
    const char *name;
    Formulation form;
    int order, scheme;
    const char *more;
} Tested;

static const IntegratorKind *row(const char *name)
{
    for (int i = 0; i < cd_integrator_count; i++)
        if (!strcmp(cd_integrators[i]->name, name)) return cd_integrators[i];
    fail_msg("no row %s", name);
    return NULL;
}

static Measured measure(const Problem *p, const Tested *r, double h, int before)
{
    const IntegratorKind *kind = row(r->name);
    Case c = open_case(p, r->more);
    Arena arena = { 0 };
    Stats stats = { 0 };
    Settings set = cd_settings(c.model, 1);
    set.formulation = r->form, set.kmax = r->order, set.tolerance.error = 1e-12, set.step.hinit = h,
    set.iteration.maxit = 50;
    set.method = kind->word;
    if (r->scheme >= 0) set.scheme = r->scheme;
    Method *m = kind->calls.open(c.e, &set, &stats);
    Snapshot start = cd_snapshot_new(&arena, c.e), end = cd_snapshot_new(&arena, c.e);
    kind->calls.begin(m);
    Attempt a = { .outcome = STEP_OK };
    Measured out = { .h = h, .nv = c.s->m->nv };
    for (int i = 0; i <= before; i++) {
        cd_snapshot_take(c.e, &start);
        out.order = kind->calls.order(m);
        a = kind->calls.attempt(m, h, c.log);
        if (a.outcome != STEP_OK && a.outcome != STEP_TOO_INACCURATE) fail_msg("%s: a step fails", kind->name);
        c.s->state.t = start.state.t + h;
        cd_snapshot_take(c.e, &end);
        kind->calls.accept(m);
    }
    kind->calls.close(m);
    out.estimated = a.error * cd_allowed_error(&set);
    cd_snapshot_restore(c.e, &start);
    out.at = c.e->aux.differential ? c.e->aux.z[0] : 0;
    follow_by(&c, start.state.t + h, h / 20);
    /* lengths of the differences: norms of methods are sums or means of squares */
    for (int i = 0; i < c.e->aux.differential; i++) out.z = hypot(out.z, c.e->aux.z[i] - end.z[i]);
    for (int b = 0; b < c.s->m->bodies; b++) {
        out.q = hypot(out.q, v3_norm(v3_sub(c.s->state.r[b], end.state.r[b])));
        if (c.s->m->body[b].turns)
            out.q = hypot(out.q, v3_norm(q4_log(q4_mul(q4_conj(end.state.p[b]), c.s->state.p[b]))));
    }
    for (int i = 0; i < c.s->m->nv; i++) out.v = hypot(out.v, c.s->state.v[i] - end.state.v[i]);
    cd_arena_close(&arena);
    close_case(&c);
    return out;
}

static const double l1[6] = { 1, 1, 3. / 2, 11. / 6, 25. / 12, 137. / 60 };

/* What is measured of a problem: the error of the step in the norm of the method. */
typedef double Size(const Measured *m);

static double of_state(const Measured *m)
{
    return m->z;
}

static double of_positions(const Measured *m)
{
    return m->q;
}

static double of_both(const Measured *m)
{
    return hypot(m->q, m->v);
}

static double of_mean_position(const Measured *m)
{
    return m->q / sqrt(m->nv);
}

static double of_larger_mean(const Measured *m)
{
    return fmax(m->q, m->v) / sqrt(m->nv);
}

/* Leading terms of embedded formulas on z' = -z. */
static double leading; /* factor and power of h */
static int power;

static double of_leading(const Measured *m)
{
    return leading * pow(m->h, power) * m->at;
}

/* HEM5: of the two formulas that it compares with (13.22). */
static double of_two_formulas(const Measured *m)
{
    double h = m->h, e1 = 0.05326494320198287 * h * h * h * h * m->at, e2 = 7. / 60 * h * h * h * m->at;
    return e1 * e1 / (e1 + 0.01 * e2);
}

/* The ratio after the same time in steps h and h / 2, and what it tends to. */
static void ratio_is(const Tested *r, const Problem *p, Size *size, double want, double h, int steps)
{
    double ratio[2];
    for (int n = 0; n < 2; n++) {
        Measured m = measure(p, r, h / (1 << n), steps << n);
        if (m.order != r->order) fail_msg("%s has order %d, not %d", r->name, m.order, r->order);
        ratio[n] = m.estimated / size(&m);
    }
    double limit = 2 * ratio[1] - ratio[0];
    if (!(fabs(limit - want) <= 0.02 * want))
        fail_msg("%s, formulation %d, order %d, %s: %g, %g -> %g, not %g", r->name, r->form, r->order, p->name,
                 ratio[0], ratio[1], limit, want);
}

/* Order 6 is dominated by round-off here; unit/history has its factor. */
TEST(bdf)
{
    static const char *const name[2] = { "GSTIFF", "WSTIFF" };
    static const Formulation form[3] = { FORM_I3, FORM_SI2, FORM_I1 };
    static const double h[6] = { 0, 0.02, 0.02, 0.03, 0.04, 0.06 };
    static const int steps[6] = { 0, 40, 40, 40, 60, 80 }; /* until the start is forgotten */
    for (int n = 0; n < 2; n++)
        for (int f = 0; f < 3; f++)
            for (int k = 1; k <= 5; k++) {
                Tested r = { name[n], form[f], k, -1, "" };
                ratio_is(&r, &decay, of_state, 1 / l1[k], h[k], steps[k]);
                ratio_is(&r, &spring, form[f] == FORM_I3 ? of_positions : of_both, 1 / l1[k], h[k], steps[k]);
            }
}

TEST(hht_with_any_alpha)
{
    static const char *const alpha[3] = { "", "INTEGRATOR/HHT, ALPHA=-0.1\n", "INTEGRATOR/HHT, ALPHA=0\n" };
    for (int a = 0; a < 3; a++) {
        Tested r = { "HHT", FORM_I3, 2, -1, alpha[a] };
        ratio_is(&r, &decay, of_state, 1, 0.02, 40);
        ratio_is(&r, &spring, of_mean_position, 1, 0.01, 100);
        ratio_is(&r, &tumbling, of_mean_position, 1, 0.02, 40);
    }
}

TEST(newmark)
{
    Tested trapezoidal = { "NEWMARK", FORM_I3, 2, -1, "INTEGRATOR/NEWMARK, BETA=0.25, GAMMA=0.5\n" },
           damped = { "NEWMARK", FORM_I3, 1, -1, "" };
    ratio_is(&damped, &decay, of_state, 1, 0.02, 40);
    ratio_is(&trapezoidal, &tumbling, of_mean_position, 1, 0.02, 40);
    double both = (0.36 - 1. / 6 + 0.2) / (0.36 - 1. / 6); /* BETA = 0.36, GAMMA = 0.7 */
    ratio_is(&damped, &tumbling, of_mean_position, both, 0.02, 40);
}

TEST(galpha_with_any_radius)
{
    static const char *const rho[3] = { "", "INTEGRATOR/GALPHA, RHO=0.3\n", "INTEGRATOR/GALPHA, RHO=1\n" };
    static const Formulation form[3] = { FORM_I3, FORM_SI2, FORM_I2 };
    for (int n = 0; n < 9; n++) {
        Tested r = { "GALPHA", form[n % 3], 2, -1, rho[n / 3] };
        ratio_is(&r, &decay, of_state, 1, 0.02, 40);
        ratio_is(&r, &spring, r.form == FORM_I3 ? of_mean_position : of_larger_mean, 1, 0.02, 40);
        if (r.form == FORM_I3) ratio_is(&r, &tumbling, of_mean_position, 1, 0.02, 40);
    }
}

/* SCHEME: AM3, AM4, TRAPEZOIDAL, HHT, BDF. */
TEST(tlismni)
{
    static const int order[5] = { 3, 4, 2, 2, 2 };
    for (int n = 0; n < 5; n++) {
        double want = n == 4 ? 18. / 23 : 1;
        Tested r = { "TLISMNI", FORM_I1, order[n], n, "" };
        ratio_is(&r, &decay, of_state, want, 0.02, 40);
        ratio_is(&r, &spring, of_larger_mean, want, 0.02, 40);
        if (n != 3) ratio_is(&r, &tumbling, of_larger_mean, want, 0.02, 40);
    }
}

/* Rotations of SCHEME = HHT are those of HHT, (10.1) to (10.4). */
TEST(tlismni_turns_as_hht)
{
    Tested one = { "TLISMNI", FORM_I1, 2, 3, "" }, other = { "HHT", FORM_I3, 2, -1, "" };
    for (int n = 0; n < 2; n++) {
        double h = 0.02 / (1 << n);
        Measured a = measure(&tumbling, &one, h, 40 << n), b = measure(&tumbling, &other, h, 40 << n);
        assert_near(a.q / b.q, 1, 1e-3);
    }
}

static void leading_is(const char *name, Formulation form, int order, int scheme, double factor, int of_h, double h)
{
    Tested r = { name, form, order, scheme, "" };
    leading = factor, power = of_h;
    ratio_is(&r, &decay, of_leading, 1, h, 40);
}

TEST(embedded_formulas)
{
    leading_is("MDOP5", FORM_I1, 5, -1, 97. / 120000, 5, 0.02);
    leading_is("DOPRI5", FORM_I1, 5, -1, 97. / 120000, 5, 0.02);
    leading_is("PHEM56", FORM_I2, 5, -1, 97. / 120000, 5, 0.02);
    const Tested hem5 = { "HEM5", FORM_I2, 5, -1, "" };
    ratio_is(&hem5, &decay, of_two_formulas, 1, 0.02, 40);
    leading_is("ROSENBROCK", FORM_I1, 4, 0, 0.039544633852901225, 4, 0.01);
    leading_is("ROSENBROCK", FORM_I1, 2, 1, 1.2071067811865475, 2, 0.001);
}

TEST(adams)
{
    static const double gamma[7] = { 1, 1. / 2, 1. / 12, 1. / 24, 19. / 720, 3. / 160, 863. / 60480 };
    static const double h[7] = { 0, 0.02, 0.02, 0.02, 0.02, 0.04, 0.08 };
    for (int k = 1; k <= 6; k++) leading_is("ABAM", FORM_I1, k, -1, gamma[k], k + 1, h[k]);
}

/* A row without a test above would not be noticed otherwise. */
TEST(no_row_is_left_out)
{
    /* MOREAU estimates nothing: its steps are HMAX */
    static const char *const known[] = { "GSTIFF", "WSTIFF", "HHT",    "NEWMARK",    "GALPHA", "TLISMNI", "MDOP5",
                                         "PHEM56", "HEM5",   "DOPRI5", "ROSENBROCK", "ABAM",   "MOREAU" };
    assert_int_equal(cd_integrator_count, sizeof known / sizeof *known);
    for (int i = 0; i < cd_integrator_count; i++) row(known[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = { UNIT(bdf),
                                        UNIT(hht_with_any_alpha),
                                        UNIT(newmark),
                                        UNIT(galpha_with_any_radius),
                                        UNIT(tlismni),
                                        UNIT(tlismni_turns_as_hht),
                                        UNIT(embedded_formulas),
                                        UNIT(adams),
                                        UNIT(no_row_is_left_out) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
