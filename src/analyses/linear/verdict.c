/* verdict.c - modes from which the stability of an equilibrium is judged (theory 12.14). */
#include "analyses/linear/verdict.h"

#include "analyses/linear/carrier.h"

enum { SLOWEST_MODES = 25 };

int cd_verdict_states(System *s)
{
    return cd_linear_count(s, true);
}

bool cd_verdict_modes(System *s, Linearised *l, Modes *m, const char **why)
{
    LinearOptions options = { .at_rest = true };
    *l = (Linearised){ .e = cd_equations(s) }, *m = (Modes){ 0 };
    *why = "it cannot be linearised here: a degree of freedom has neither mass nor anything that holds or damps it, or "
           "the constraints are not determined";
    if (cd_verdict_states(s) <= VERDICT_DENSE_STATES) return cd_linearise(s, options, NULL, l) && cd_modes_find(l, m);
    *why = "the search for its modes among sparse matrices has failed";
    if (!cd_modes_fastest(s, l, m)) return false;
    if (cd_modes_growing(m) >= 0) return true;
    cd_modes_close(m);
    return cd_modes_lowest(s, options, SLOWEST_MODES, NULL, l, m) && m->n > 0;
}

/* The fastest growing mode, as far as one is found: whether there is one, whether it swings, and who carries it. */
static bool grows(System *s, bool *swings, char carrier[CD_LABEL_ROOM])
{
    Linearised l;
    Modes m;
    const char *why;
    int fastest = cd_verdict_modes(s, &l, &m, &why) ? cd_modes_growing(&m) : -1;
    *swings = fastest >= 0 && m.mode[fastest].im != 0;
    if (fastest >= 0) cd_mode_carrier(&m, fastest, carrier);
    cd_modes_close(&m);
    cd_linearised_close(&l);
    return fastest >= 0;
}

bool cd_verdict_grows(System *s)
{
    bool swings;
    char carrier[CD_LABEL_ROOM];
    return grows(s, &swings, carrier);
}

bool cd_verdict_falls(System *s, char carrier[CD_LABEL_ROOM])
{
    bool swings;
    return grows(s, &swings, carrier) && !swings;
}
