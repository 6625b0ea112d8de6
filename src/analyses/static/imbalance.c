/* imbalance.c - IMBALANCE, or 1e-4 newtons and per second, a torque by the reach of a body, a millionth of the size of
 * a row. */
#include "analyses/static/imbalance.h"

#include "elements/equilibrium.h"

Imbalance cd_imbalance(const System *s)
{
    const Element *e = cd_model_setting(s->model, KIND_equilibrium);
    double given = cd_model_number(s->model, KIND_equilibrium, "IMBALANCE"), nearest, reach;
    if (e && GIVEN(e, Equilibrium, imbalance)) return (Imbalance){ given, given, given, given, given, false };
    Units u = cd_model_units(s->model);
    cd_marker_arms(s->m, &nearest, &reach);
    double force = given / u.force, arm = reach > 0 ? reach : cd_system_size(s);
    return (Imbalance){ force, force * arm, given * u.time, given, 1e-6, true };
}
