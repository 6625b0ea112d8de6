/* integrator.c - method and tolerances of dynamic analyses.
 *
 * The methods are the rows of integrators.def; AUTO chooses among them as it goes. The formulation is the index that is
 * solved: I3 positions only, SI2 and SI1 stabilised, I2 and I1 differentiated constraints. A step not given follows
 * from the output step. */
#include "elements/integrator.h"

#include "elements/common.h"

const MethodRow cd_method_rows[METHOD_WORDS] = {
#define INTEGRATOR(file, word, uses, schemes, maxit, kmax) { #word, uses, schemes, maxit, kmax, METHOD_##word, -1 },
#define METHOD_WORD(word, uses, method, formulation) { #word, uses, "", 10, 6, method, formulation },
#include "elements/integrators.def"
#undef INTEGRATOR
#undef METHOD_WORD
};

/* All words, a bar in front of each. */
static const char methods[] = ""
#define INTEGRATOR(file, word, ...) "|" #word
#define METHOD_WORD(word, ...) "|" #word
#include "elements/integrators.def"
#undef INTEGRATOR
#undef METHOD_WORD
    ;
static const char schemes[] = ""
#define INTEGRATOR(file, word, uses, schemes, ...) schemes
#define METHOD_WORD(word, ...)
#include "elements/integrators.def"
#undef INTEGRATOR
#undef METHOD_WORD
    ;

static const Field fields[] = {
    CHOICE(Integrator, method, "method", methods + 1, 0, 0, "integration method"),
    CHOICE(Integrator, formulation, "formulation", "I3|SI2|SI1|I2|I1", 0, 0, "index of the equations that are solved"),
    WORD(Integrator, scheme, "SCHEME", schemes + 1, -1, 0,
         "formula within TLISMNI (AM3 if absent) or ROSENBROCK (RN4 if absent)"),
    REAL(Integrator, error, "ERROR", NONE, 1e-3, POSITIVE,
         "error of a step: absolute below 1, relative above; with HHT, NEWMARK and GALPHA 1E-5 if absent. MOREAU: "
         "what sweeps leave of the fastest approach"),
    REAL(Integrator, hmax, "HMAX", TIME, 0, POSITIVE, "largest step; the output step if absent"),
    REAL(Integrator, hmin, "HMIN", TIME, 0, NOT_NEGATIVE,
         "smallest step; 1e-6 of HMAX, or of the output step if that is less, and less still with ERROR below 1E-3"),
    REAL(Integrator, hinit, "HINIT", TIME, 0, POSITIVE, "first step; a twentieth of HMAX if absent"),
    REAL(Integrator, hratio, "HRATIO", NONE, 0, POSITIVE,
         "ABAM: first step as a share of the output step, where HINIT is absent"),
    INT(Integrator, maxit, "MAXIT", 10, POSITIVE,
        "most iterations of the corrector; with TLISMNI 4 if absent; "
        "MOREAU: most sweeps over the contacts of a step, 20 if absent"),
    INT(Integrator, kmax, "KMAX", 6, POSITIVE, "highest order, at most 6; with ABAM at most 12, and 12 if absent"),
    PATTERN_ROW(
        Integrator, pattern, "PATTERN",
        "iterations that evaluate the Jacobian, T or F each; if absent, and with F alone, it is kept as long as it "
        "serves"),
    REAL(Integrator, adaptivity, "ADAPTIVITY", NONE, 0, NOT_NEGATIVE,
         "this over the step is added to the corrector tolerance"),
    WORD(Integrator, interpolate, "INTERPOLATE", "OFF|ON", 0, 0,
         "steps may pass output times, which are then interpolated"),
    WORD(Integrator, kinks, "KINKS", "NONE|JUMPS|ALL", 1, 0,
         "kinks of expressions that steps end on: where accelerations jump, where their slope jumps too, or none"),
    WORD(Integrator, orders, "ORDERS", "DAMPED|PLAIN", 0, 0,
         "BDF: go on at order 2 where vibrations hold orders 3 to 6 down, or by the longest step alone"),
    WORD(Integrator, corrector, "CORRECTOR", "ORIGINAL|MODIFIED|ORIG_CONSTANT|NEW", 0, 0,
         "unknowns in the convergence test: all, or those under error control (MODIFIED, once NEW), as with HHT, "
         "NEWMARK, GALPHA if absent"),
    REALS(Integrator, scale, "SCALE", 1, 5, NONE, 0,
          "weights of displacements, velocities and others in the error; 1 if absent"),
    REAL(Integrator, alpha, "ALPHA", NONE, -0.3, 0, "HHT: damping of high frequencies, -1/3 to 0"),
    REAL(Integrator, beta, "BETA", NONE, 0.36, POSITIVE, "NEWMARK"),
    REAL(Integrator, gamma, "GAMMA", NONE, 0.7, POSITIVE, "NEWMARK"),
    REAL(Integrator, rho, "RHO", NONE, 0.8, NOT_NEGATIVE,
         "GALPHA: what is left of the highest frequencies after a step, 0 to 1"),
    REAL(Integrator, safety, "SAFETY|FAC", NONE, 0.9, POSITIVE,
         "share of the step that the error would allow, below 1; explicit methods, GALPHA and ROSENBROCK"),
    REAL(Integrator, facmin, "FACMIN", NONE, 0.2, POSITIVE, "least ratio of a step to the one before, below 1"),
    REAL(Integrator, facmax, "FACMAX", NONE, 5, POSITIVE,
         "largest ratio of a step to the one before; with GALPHA 2 if absent"),
    REAL(Integrator, violation, "VIOLATION", NONE, 0, POSITIVE,
         "MDOP5, HEM5, PHEM56: residual of constraints, of positions and of velocities, above which a step is "
         "projected"),
    REAL(Integrator, atol, "ATOL", NONE, 0, POSITIVE, "absolute error of a step, in place of ERROR"),
    REAL(Integrator, rtol, "RTOL", NONE, 0, NOT_NEGATIVE,
         "error of a step relative to the largest value so far, in place of ERROR: ATOL + RTOL * size is allowed"),
    INT(Integrator, fixit, "FIXIT", 0, NOT_NEGATIVE, "most iterations before the step is repeated with a new Jacobian"),
    REAL(Integrator, maxerr, "MAXERR", NONE, 0, NOT_NEGATIVE, "error at which the run is given up"),
    FLAG(Integrator, monitor, "MONITOR", 0, "report each step"),
    LIST_ROW(Integrator),
    DEFAULT_ROW(Integrator),
    FIELDS_END,
};

int cd_method_automatic(void)
{
    int m = 0;
    while (!(cd_method_rows[m].uses & USES_ITSELF)) m++;
    return m;
}

static int bars_of(const char *words)
{
    int n = 0;
    for (; *words; words++) n += *words == '|';
    return n;
}

int cd_scheme_of(int method, int scheme)
{
    for (int m = 0; m < method; m++) scheme -= bars_of(cd_method_rows[m].schemes);
    return scheme < bars_of(cd_method_rows[method].schemes) && scheme >= 0 ? scheme : -1;
}

/* Arguments that some methods have no use for. */
static const struct Use {
    const char *key;
    int member;
    unsigned bit;
} uses[] = {
    { "KMAX", FIELD_AT(Integrator, kmax), USES_KMAX },
    { "ORDERS", FIELD_AT(Integrator, orders), USES_ORDERS },
    { "MAXIT", FIELD_AT(Integrator, maxit), USES_MAXIT },
    { "PATTERN", FIELD_AT(Integrator, pattern), USES_PATTERN },
    { "CORRECTOR", FIELD_AT(Integrator, corrector), USES_CORRECTOR },
    { "ADAPTIVITY", FIELD_AT(Integrator, adaptivity), USES_ADAPTIVITY },
    { "ALPHA", FIELD_AT(Integrator, alpha), USES_ALPHA },
    { "BETA", FIELD_AT(Integrator, beta), USES_BETA },
    { "GAMMA", FIELD_AT(Integrator, gamma), USES_GAMMA },
    { "RHO", FIELD_AT(Integrator, rho), USES_RHO },
    { "HRATIO", FIELD_AT(Integrator, hratio), USES_HRATIO },
    { "SAFETY", FIELD_AT(Integrator, safety), USES_FACTORS },
    { "FACMIN", FIELD_AT(Integrator, facmin), USES_FACTORS },
    { "FACMAX", FIELD_AT(Integrator, facmax), USES_FACTORS },
    { "VIOLATION", FIELD_AT(Integrator, violation), USES_VIOLATION },
    { "ATOL", FIELD_AT(Integrator, atol), USES_WEIGHTS },
    { "RTOL", FIELD_AT(Integrator, rtol), USES_WEIGHTS },
};

/* Names the arguments that the method has no use for. */
static void check_use(Check *c, const Element *e)
{
    const Integrator *s = e->data;
    if (!GIVEN(e, Integrator, method)) return; /* arguments before the method that a command names */
    const MethodRow *row = &cd_method_rows[s->method];
    for (int i = 0; i < (int)(sizeof uses / sizeof *uses); i++)
        if (cd_given_at(e, uses[i].member) && !(row->uses & uses[i].bit))
            cd_check_odd(c, e, "%s has no use for %s, which changes nothing", row->word, uses[i].key);
    Text scheme = s->scheme >= 0 ? cd_word_at(schemes + 1, s->scheme) : cd_text("");
    if (row->uses & USES_ALPHA_OF_HHT && GIVEN(e, Integrator, alpha) && !cd_text_equal_nocase(scheme, "HHT"))
        cd_check_odd(c, e, "%s has no use for ALPHA but with SCHEME = HHT; it changes nothing", row->word);
    if (!GIVEN(e, Integrator, formulation)) return;
    Text form = cd_word_at(fields[1].words, s->formulation);
    if (row->uses & USES_ITSELF)
        cd_check_odd(c, e, "%s chooses the formulation itself, and %.*s changes nothing; with a method it does",
                     row->word, TEXT_ARG(form));
    if (row->formulation < 0 || row->formulation == s->formulation) return;
    const char *method = cd_method_rows[row->stands_for].word;
    form = cd_word_at(fields[1].words, row->formulation);
    cd_check_odd(c, e, "%s is %s in %.*s, whatever the formulation; for another one write %s", row->word, method,
                 TEXT_ARG(form), method);
}

static void check_steps(Check *c, const Element *e)
{
    const Integrator *s = e->data;
    bool hmin = GIVEN(e, Integrator, hmin), hmax = GIVEN(e, Integrator, hmax), hinit = GIVEN(e, Integrator, hinit);
    if (hmin && hmax && s->hmin > s->hmax) cd_check_bad(c, e, "HMIN = %g is more than HMAX = %g", s->hmin, s->hmax);
    if (hinit && hmax && s->hinit > s->hmax)
        cd_check_odd(c, e, "HINIT = %g is more than HMAX = %g, which will be the first step", s->hinit, s->hmax);
    if (hinit && hmin && s->hinit < s->hmin) cd_check_bad(c, e, "HINIT = %g is less than HMIN = %g", s->hinit, s->hmin);
    if (s->safety >= 1) cd_check_bad(c, e, "SAFETY = %g is not below 1", s->safety);
    if (s->facmin >= 1) cd_check_bad(c, e, "FACMIN = %g is not below 1", s->facmin);
    if (s->facmax <= 1) cd_check_bad(c, e, "FACMAX = %g is not above 1", s->facmax);
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
    if (cd_method_rows[s->method].uses & USES_CORRECTOR && s->maxit < 4)
        cd_check_odd(c, e,
                     "MAXIT = %d leaves the corrector no room: steps will be many and short, or fail; 10 is usual",
                     s->maxit);
    for (int i = 0; i < s->scale.n; i++)
        if (!(s->scale.at[i] > 0)) cd_check_bad(c, e, "SCALE = %g is not above zero", s->scale.at[i]);
}

/* "AM3, AM4 or BDF", of words with a bar in front of each. */
static void print_words(TextBuffer *out, const char *words)
{
    for (int i = 0, n = bars_of(words); i < n; i++)
        cd_buffer_print(out, "%s%.*s", !i ? "" : i + 1 < n ? ", " : " or ", TEXT_ARG(cd_word_at(words + 1, i)));
}

static void check_scheme(Check *c, const Element *e)
{
    const Integrator *s = e->data;
    const MethodRow *row = &cd_method_rows[s->method];
    if (s->scheme < 0 || cd_scheme_of(s->method, s->scheme) >= 0) return;
    TextBuffer words = { 0 };
    if (*row->schemes) {
        print_words(&words, row->schemes);
        cd_check_bad(c, e, "SCHEME of %s is %s", row->word, words.at);
    } else {
        for (int i = 0; i < METHOD_WORDS; i++)
            if (*cd_method_rows[i].schemes)
                cd_buffer_print(&words, "%s%s", words.n ? " and " : "", cd_method_rows[i].word);
        cd_check_odd(c, e, "SCHEME is for %s only", words.at);
    }
    cd_buffer_close(&words);
}

static void check(Check *c, const Element *e)
{
    const Integrator *s = e->data;
    int highest = cd_method_rows[s->method].kmax;
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
    check_scheme(c, e);
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
