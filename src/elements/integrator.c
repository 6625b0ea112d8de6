/* integrator.c - method and tolerances of dynamic analyses.
 *
 * GSTIFF, WSTIFF, CONSTANT_BDF and ABAM, HHT and NEWMARK are those of the language; GALPHA, HEM5, PHEM56, MDOP5, TLISMNI and
 * ROSENBROCK are our own; AUTO chooses among them as it goes. The formulation is the index that is solved: I3 positions only, SI2 and SI1 stabilised, I2 and I1
 * differentiated constraints. A step not given follows from the output step.
 */
#include "elements/integrator.h"

#include "elements/common.h"

static const Field fields[] = {
    CHOICE(
        Integrator, method, "method",
        "GSTIFF|WSTIFF|CONSTANT_BDF|ABAM|HHT|NEWMARK|HASTIFF|SI2_GSTIFF|DSTIFF|RKF45|GALPHA|HEM5|PHEM56|MDOP5|TLISMNI|"
        "ROSENBROCK|AUTO",
        METHOD_GSTIFF, 0, "integration method"),
    CHOICE(Integrator, formulation, "formulation", "I3|SI2|SI1|I2|I1", 0, 0, "index of the equations that are solved"),
    WORD(Integrator, scheme, "SCHEME", "AM3|AM4|TRAPEZOIDAL|HHT|BDF|RN4|W2", -1, 0,
         "formula within TLISMNI (AM3 if absent) or ROSENBROCK (RN4 if absent)"),
    REAL(Integrator, error, "ERROR", NONE, 1e-3, POSITIVE,
         "error of a step: absolute below 1, relative above; with HHT, NEWMARK and GALPHA 1E-5 if absent"),
    REAL(Integrator, hmax, "HMAX", TIME, 0, POSITIVE, "largest step; the output step if absent"),
    REAL(Integrator, hmin, "HMIN", TIME, 0, NOT_NEGATIVE,
         "smallest step; 1e-6 of HMAX, or of the output step if that is less, and less still with ERROR below 1E-3"),
    REAL(Integrator, hinit, "HINIT", TIME, 0, POSITIVE, "first step; a twentieth of HMAX if absent"),
    REAL(Integrator, hratio, "HRATIO", NONE, 0, POSITIVE,
         "ABAM: first step as a share of the output step, where HINIT is absent"),
    INT(Integrator, maxit, "MAXIT", 10, POSITIVE, "most iterations of the corrector; with TLISMNI 4 if absent"),
    INT(Integrator, kmax, "KMAX", 6, POSITIVE, "highest order, at most 6; with ABAM at most 12, and 12 if absent"),
    PATTERN_ROW(
        Integrator, pattern, "PATTERN",
        "iterations that evaluate the Jacobian, T or F each; if absent, and with F alone, it is kept as long as it serves"),
    REAL(Integrator, adaptivity, "ADAPTIVITY", NONE, 0, NOT_NEGATIVE,
         "this over the step is added to the corrector tolerance"),
    WORD(Integrator, interpolate, "INTERPOLATE", "OFF|ON", 0, 0,
         "steps may pass output times, which are then interpolated"),
    WORD(Integrator, kinks, "KINKS", "NONE|JUMPS|ALL", 1, 0,
         "kinks of expressions that steps end on: where accelerations jump, where their slope jumps too, or none"),
    WORD(Integrator, orders, "ORDERS", "DAMPED|PLAIN", 0, 0,
         "BDF: go on at order 2 where vibrations hold orders 3 to 6 down, or by the longest step alone"),
    WORD(
        Integrator, corrector, "CORRECTOR", "ORIGINAL|MODIFIED|ORIG_CONSTANT|NEW", 0, 0,
        "unknowns in the convergence test: all, or those under error control (MODIFIED, once NEW), as with HHT, NEWMARK, "
        "GALPHA if absent"),
    REALS(Integrator, scale, "SCALE", 1, 5, NONE, 0,
          "weights of displacements, velocities and others in the error; 1 if absent"),
    REAL(Integrator, alpha, "ALPHA", NONE, -0.3, 0, "HHT: damping of high frequencies, -1/3 to 0"),
    REAL(Integrator, beta, "BETA", NONE, 0.36, POSITIVE, "NEWMARK"),
    REAL(Integrator, gamma, "GAMMA", NONE, 0.7, POSITIVE, "NEWMARK"),
    REAL(Integrator, rho, "RHO", NONE, 0.8, NOT_NEGATIVE,
         "GALPHA: what is left of the highest frequencies after a step, 0 to 1"),
    INT(Integrator, fixit, "FIXIT", 0, NOT_NEGATIVE, "most iterations before the step is repeated with a new Jacobian"),
    REAL(Integrator, maxerr, "MAXERR", NONE, 0, NOT_NEGATIVE, "error at which the run is given up"),
    FLAG(Integrator, monitor, "MONITOR", 0, "report each step"),
    LIST_ROW(Integrator),
    DEFAULT_ROW(Integrator),
    FIELDS_END,
};

bool cd_scheme_fits(MethodWord method, int scheme)
{
    const int last_of_two_loops = 4; /* BDF; behind it stand those of ROSENBROCK */
    return (method == METHOD_TLISMNI && scheme <= last_of_two_loops) ||
           (method == METHOD_ROSENBROCK && scheme > last_of_two_loops);
}

/* Arguments that some methods have no use for, and those that have; AUTO takes several of them. */
#define BIT(word) (1u << METHOD_##word)
#define BDF (BIT(GSTIFF) | BIT(WSTIFF) | BIT(CONSTANT_BDF) | BIT(HASTIFF) | BIT(SI2_GSTIFF) | BIT(DSTIFF) | BIT(AUTO))
#define NEWTON (BDF | BIT(HHT) | BIT(NEWMARK) | BIT(GALPHA))
static const struct Use {
    const char *key;
    int member;
    unsigned methods;
} uses[] = {
    { "KMAX", FIELD_AT(Integrator, kmax), BDF | BIT(ABAM) },
    { "ORDERS", FIELD_AT(Integrator, orders), BDF },
    { "MAXIT", FIELD_AT(Integrator, maxit), NEWTON | BIT(TLISMNI) },
    { "PATTERN", FIELD_AT(Integrator, pattern), NEWTON },
    { "CORRECTOR", FIELD_AT(Integrator, corrector), NEWTON },
    { "ADAPTIVITY", FIELD_AT(Integrator, adaptivity), NEWTON },
    { "ALPHA", FIELD_AT(Integrator, alpha), BIT(HHT) | BIT(TLISMNI) | BIT(AUTO) },
    { "BETA", FIELD_AT(Integrator, beta), BIT(NEWMARK) },
    { "GAMMA", FIELD_AT(Integrator, gamma), BIT(NEWMARK) },
    { "RHO", FIELD_AT(Integrator, rho), BIT(GALPHA) },
    { "HRATIO", FIELD_AT(Integrator, hratio), BIT(ABAM) | BIT(AUTO) },
};

/* Names the arguments that the method has no use for. */
static void check_use(Check *c, const Element *e)
{
    const Integrator *s = e->data;
    if (!GIVEN(e, Integrator, method)) return; /* arguments before the method that a command names */
    Text method = cd_word_at(fields[0].words, s->method);
    for (int i = 0; i < (int)(sizeof uses / sizeof *uses); i++)
        if (cd_given_at(e, uses[i].member) && !(uses[i].methods >> s->method & 1))
            cd_check_odd(c, e, "%.*s has no use for %s, which changes nothing", (int)method.n, method.at, uses[i].key);
    const int hht = 3; /* word of SCHEME */
    if (s->method == METHOD_TLISMNI && GIVEN(e, Integrator, alpha) && s->scheme != hht)
        cd_check_odd(c, e, "TLISMNI has no use for ALPHA but with SCHEME = HHT; it changes nothing");
    if (s->method == METHOD_AUTO && GIVEN(e, Integrator, formulation)) {
        Text form = cd_word_at(fields[1].words, s->formulation);
        cd_check_odd(c, e, "AUTO chooses the formulation itself, and %.*s changes nothing; with a method it does",
                     (int)form.n, form.at);
    }
    if (s->method == METHOD_SI2_GSTIFF && GIVEN(e, Integrator, formulation) && s->formulation != FORM_SI2)
        cd_check_odd(c, e, "SI2_GSTIFF is GSTIFF in SI2, whatever the formulation; for another one write GSTIFF");
}

static void check_steps(Check *c, const Element *e)
{
    const Integrator *s = e->data;
    bool hmin = GIVEN(e, Integrator, hmin), hmax = GIVEN(e, Integrator, hmax), hinit = GIVEN(e, Integrator, hinit);
    if (hmin && hmax && s->hmin > s->hmax) cd_check_bad(c, e, "HMIN = %g is more than HMAX = %g", s->hmin, s->hmax);
    if (hinit && hmax && s->hinit > s->hmax)
        cd_check_odd(c, e, "HINIT = %g is more than HMAX = %g, which will be the first step", s->hinit, s->hmax);
    if (hinit && hmin && s->hinit < s->hmin) cd_check_bad(c, e, "HINIT = %g is less than HMIN = %g", s->hinit, s->hmin);
    if (s->error < LEAST_ERROR)
        cd_check_odd(c, e, "ERROR = %g is less than rounding allows; %g is used instead", s->error, LEAST_ERROR);
}

/* What is part of the language and has no effect here. */
static void check_unused(Check *c, const Element *e)
{
    const Integrator *s = e->data;
    const struct {
        bool given;
        const char *key;
    } unused[] = { { GIVEN(e, Integrator, fixit), "FIXIT" },
                   { GIVEN(e, Integrator, maxerr), "MAXERR" },
                   { GIVEN(e, Integrator, monitor), "MONITOR" } };
    for (size_t i = 0; i < sizeof unused / sizeof *unused; i++)
        if (unused[i].given) cd_check_odd(c, e, "%s is read but changes nothing", unused[i].key);
    bool iterates = s->method == METHOD_GSTIFF || s->method == METHOD_WSTIFF || s->method == METHOD_HHT;
    if (iterates && s->maxit < 4)
        cd_check_odd(c, e,
                     "MAXIT = %d leaves the corrector no room: steps will be many and short, or fail; 10 is usual",
                     s->maxit);
    for (int i = 0; i < s->scale.n; i++)
        if (!(s->scale.at[i] > 0)) cd_check_bad(c, e, "SCALE = %g is not above zero", s->scale.at[i]);
}

static void check(Check *c, const Element *e)
{
    const Integrator *s = e->data;
    int highest = s->method == METHOD_ABAM ? 12 : 6;
    check_steps(c, e);
    check_use(c, e);
    check_unused(c, e);
    if (s->kmax > highest) cd_check_bad(c, e, "KMAX = %d is outside 1 to %d", s->kmax, highest);
    if (s->alpha < -0.33334 || s->alpha > 0) cd_check_bad(c, e, "ALPHA = %g is outside -1/3 to 0", s->alpha);
    if (s->gamma < 0.5 || s->beta < 0.25 * (s->gamma + 0.5) * (s->gamma + 0.5) - 1e-9)
        cd_check_odd(c, e,
                     "BETA = %g and GAMMA = %g are unstable: GAMMA >= 1/2 and BETA >= (GAMMA + 1/2)^2 / 4 are not met",
                     s->beta, s->gamma);
    if (s->rho > 1) cd_check_bad(c, e, "RHO = %g is outside 0 to 1", s->rho);
    bool two_loops = s->method == METHOD_TLISMNI, rosenbrock = s->method == METHOD_ROSENBROCK;
    if (s->scheme >= 0 && !two_loops && !rosenbrock) cd_check_odd(c, e, "SCHEME is for TLISMNI and ROSENBROCK only");
    else if (s->scheme >= 0 && !cd_scheme_fits((MethodWord)s->method, s->scheme))
        cd_check_bad(c, e,
                     two_loops ? "SCHEME of TLISMNI is AM3, AM4, TRAPEZOIDAL, HHT or BDF"
                               : "SCHEME of ROSENBROCK is RN4 or W2");
    if (GIVEN(e, Integrator, pattern) && s->pattern.n > 10) cd_check_bad(c, e, "PATTERN has more than 10 letters");
}

const ElementKind cd_element_integrator = {
    .keyword = "INTEGRATOR",
    .summary = "method and tolerances of dynamics",
    .role = ROLE_SETTING,
    .flags = WITHOUT_ID | RESTATABLE | OPEN_ARGUMENTS,
    .mechanics = MECHANICS_NONE,
    .size = sizeof(Integrator),
    .fields = fields,
    .check = check,
};
