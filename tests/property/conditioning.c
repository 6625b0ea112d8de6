/* conditioning.c - steps of any size: each implicit method of integrators.def, in each formulation, keeps converging
 * with steps down to 1e-10 s, and the matrix it solves with does not get worse on the way. Prints the condition numbers
 * with --show (theory 9). */
#include "integrate.h"
#include "linalg/lu.h"

static const char *const formulation_name[] = { "I3", "SI2", "SI1", "I2", "I1" };
static bool show;

typedef struct Seen {
    double condition, iterations; /* in the 1-norm; per step, at most */
} Seen;

static double condition_of(const Equations *e)
{
    double *x;
    const Pattern *a = cd_equations_values(e, &x);
    Lu *lu = cd_lu_open(a->cols, a->p, a->i);
    LuStatus status = cd_lu_factor(lu, x);
    assert_int_equal(status, LU_OK);
    double condition = cd_lu_condition(lu, x);
    cd_lu_close(lu);
    return condition;
}

static Seen steps_of(const Problem *p, const IntegratorKind *kind, Formulation form, double h)
{
    enum { STEPS = 12 };
    Case c = open_case(p, "");
    Stats stats = { 0 };
    Settings set = cd_settings(c.model, 1);
    set.formulation = form, set.tolerance.error = 1e-4, set.step.hinit = h,
    set.iteration.corrector = CORRECTOR_ORIGINAL;
    Method *m = kind->calls.open(c.e, &set, &stats);
    Seen seen = { 0, 0 };
    kind->calls.begin(m);
    for (int i = 1; i <= STEPS; i++) {
        long before = stats.work.iterations;
        Attempt a = kind->calls.attempt(m, h, c.log);
        if (a.outcome != STEP_OK) fail_msg("%s %s, h %g: step %d fails", kind->name, formulation_name[form], h, i);
        kind->calls.accept(m);
        seen.iterations = fmax(seen.iterations, (double)(stats.work.iterations - before));
    }
    /* ROSENBROCK has a matrix of its own: tests/unit/test_resolvent.c */
    seen.condition = kind->word == METHOD_ROSENBROCK ? 1 : condition_of(c.e);
    kind->calls.close(m);
    close_case(&c);
    return seen;
}

TEST(small_steps_converge_with_a_matrix_that_stays_as_it_is)
{
    static const double step[] = { 1e-3, 1e-5, 1e-7, 1e-9, 1e-10 };
    enum { SIZES = sizeof step / sizeof *step };
    for (int p = 0; p < PROBLEMS; p++)
        for (int i = 0; i < cd_integrator_count; i++)
            for (int form = FORM_I3; form <= FORM_I1; form++) {
                const IntegratorKind *kind = cd_integrators[i];
                if (!kind->traits.implicit || kind->traits.fixed_step || !(kind->formulations >> form & 1)) continue;
                Seen first = { 0, 0 };
                if (show) print_message("%-44s %-8s %-4s", problems[p].name, kind->name, formulation_name[form]);
                for (int k = 0; k < SIZES; k++) {
                    Seen s = steps_of(&problems[p], kind, (Formulation)form, step[k]);
                    if (show) print_message("  %.1e (%g)", s.condition, s.iterations);
                    if (k == 0) first = s;
                    int most = k == 0 ? 4 : 3; /* steps of 1e-3 are not small yet */
                    if (s.iterations > most)
                        print_error("%s %s: %g iterations with steps of %g\n", kind->name, formulation_name[form],
                                    s.iterations, step[k]);
                    assert_true(s.iterations <= most);
                    assert_true(s.condition <= 2 * first.condition);
                }
                if (show) print_message("\n");
            }
}

int main(int n, char **argument)
{
    show = n > 1 && !strcmp(argument[1], "--show");
    const struct CMUnitTest tests[] = { UNIT(small_steps_converge_with_a_matrix_that_stays_as_it_is) };
    return cmocka_run_group_tests_name("conditioning", tests, NULL, NULL);
}
