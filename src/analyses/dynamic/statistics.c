/* statistics.c - steps, work, and the unknowns that limited the step. */
#include "analyses/dynamic/statistics.h"

/* The unknowns whose error bound the step most often, and their share. */
static void tell_limits(const Stats *s, const Equations *e, const Reporter *reporter)
{
    enum { MOST = 5 };
    int n = cd_equations_unknowns(e), top[MOST], found = 0;
    long all = 0;
    for (int i = 0; i < n; i++) {
        if (!s->limited[i]) continue;
        all += s->limited[i];
        int at = found < MOST ? found++ : MOST;
        for (; at > 0 && s->limited[top[at - 1]] < s->limited[i]; at--)
            if (at < MOST) top[at] = top[at - 1];
        if (at < MOST) top[at] = i;
    }
    for (int k = 0; k < found; k++) {
        char label[CD_LABEL_ROOM];
        cd_tell(reporter, "  %-40s limited the step %5.1f %% of the time", cd_unknown_label(e, top[k], label),
                100.0 * (double)s->limited[top[k]] / (double)all);
    }
}

static void tell_ordering(const Equations *e, const Reporter *reporter)
{
    const Choice *c = cd_equations_ordering(e);
    if (c && c->kind)
        cd_tell(reporter, "  eliminated by %s: %.2g operations expected, by %s %.2g", cd_orderings[c->kind].name,
                c->of.expected, cd_orderings[0].name, c->of_first.expected);
}

void cd_statistics_tell(const Stats *s, const Equations *e, const Reporter *reporter)
{
    CdEquationCount n = cd_model_equations(e->s->model);
    cd_tell(reporter,
            "equations: %d (%d velocities, %d multipliers, %d others); with 15 per part and loads as unknowns %d",
            cd_equations_unknowns(e), e->s->m->nv, e->s->in_use.n, e->aux.n, n.first_order);
    cd_tell(reporter, "integration: %ld steps, %ld iterations, %ld residuals, %ld matrices, %ld factorisations",
            s->steps, s->work.iterations, s->work.residuals, s->work.matrices, s->work.factors);
    cd_tell(reporter, "  repeated: %ld too inaccurate, %ld not converged, %ld not finite, %ld singular",
            s->repeated.too_inaccurate, s->repeated.not_converged, s->repeated.not_finite, s->repeated.singular);
    cd_tell(reporter, "  events: %ld kinks located, %ld of sensors; %ld charts changed", s->ended.located,
            s->ended.sensed, s->charts);
    tell_ordering(e, reporter);
    if (!s->steps) return;
    cd_tell(reporter, "  step: %.3g to %.3g, mean %.3g", s->size.shortest, s->size.longest,
            s->size.sum / (double)s->steps);
    TextBuffer orders = { 0 };
    for (int k = 0; k <= HIGHEST_ORDER; k++)
        if (s->of_order[k])
            cd_buffer_print(&orders, "%s%d: %.1f %%", orders.n ? ", " : "", k,
                            100.0 * (double)s->of_order[k] / (double)s->steps);
    if (orders.n) cd_tell(reporter, "  orders: %s", orders.at);
    cd_buffer_close(&orders);
    tell_limits(s, e, reporter);
}
