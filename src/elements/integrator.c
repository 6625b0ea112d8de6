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
    REAL(Integrator, hmin, "HMIN", TIME, 0, NOT_NEGATIVE, "smallest step; 1e-6 HMAX if absent"),
    REAL(Integrator, hinit, "HINIT", TIME, 0, POSITIVE, "first step; a twentieth of HMAX if absent"),
    REAL(Integrator, hratio, "HRATIO", NONE, 0, POSITIVE,
         "ABAM: first step as a share of the output step, where HINIT is absent"),
    INT(Integrator, maxit, "MAXIT", 10, POSITIVE, "most iterations of the corrector; with TLISMNI 4 if absent"),
    INT(Integrator, kmax, "KMAX", 6, POSITIVE, "highest order, at most 6; with ABAM at most 12, and 12 if absent"),
    PATTERN_ROW(Integrator, pattern, "PATTERN", "iterations that evaluate the Jacobian; T:F:F:F:T:F:F:F:T:F if absent"),
    REAL(Integrator, adaptivity, "ADAPTIVITY", NONE, 0, NOT_NEGATIVE,
         "this over the step is added to the corrector tolerance"),
    WORD(Integrator, interpolate, "INTERPOLATE", "OFF|ON", 0, 0,
         "steps may pass output times, which are then interpolated"),
    WORD(Integrator, kinks, "KINKS", "NONE|JUMPS|ALL", 1, 0,
         "kinks of expressions that steps end on: where accelerations jump, where their slope jumps too, or none"),
    WORD(Integrator, corrector, "CORRECTOR", "ORIGINAL|MODIFIED|ORIG_CONSTANT", 0, 0,
         "unknowns in the convergence test: all, or those under error control, as with HHT, NEWMARK, GALPHA if absent"),
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

static void check(Check *c, const Element *e)
{
    const Integrator *s = e->data;
    int highest = s->method == METHOD_ABAM ? 12 : 6;
    if (GIVEN(e, Integrator, hmin) && GIVEN(e, Integrator, hmax) && s->hmin > s->hmax)
        cd_check_bad(c, e, "HMIN = %g is more than HMAX = %g", s->hmin, s->hmax);
    if (GIVEN(e, Integrator, hinit) && GIVEN(e, Integrator, hmax) && s->hinit > s->hmax)
        cd_check_odd(c, e, "HINIT = %g is more than HMAX = %g, which will be the first step", s->hinit, s->hmax);
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
