/* judge.c - whether an equilibrium is stable, and how an unstable one is left (theory 12). */
#include "simulation/judge.h"

#include "analyses/linear/carrier.h"
#include "analyses/linear/verdict.h"
#include "analyses/static/static.h"

#include <math.h>

enum { MOST_PUSHES = 10 };

/* All that grows, the slow ones more than the fast, which are ripples that the way down does not need: q_k / s_k^4. The
 * fastest may swing; then it is that one alone. */
static void way_off(const Modes *m, int fastest, double *q, double *z)
{
    const Mode *first = &m->mode[fastest];
    for (int k = m->flat; k < m->n; k++) {
        const Mode *x = &m->mode[k];
        bool grows = first->im != 0 ? k == fastest : x->im == 0 && x->re > 1e-3 * first->re;
        double share = grows ? pow(first->re / x->re, 4) : 0;
        for (int i = 0; i < m->l->e->s->m->nv && grows; i++) q[i] += x->q_re[i] * share;
        for (int i = 0; i < m->l->e->aux.differential && grows; i++) z[i] += x->z_re[i] * share;
    }
}

/* The largest of a way: moves by the length of the model, turns in radians. */
static double size_of_way(const System *s, const double *d)
{
    double most = 0;
    for (int b = 0; b < s->m->bodies; b++) {
        const double *x = d + s->m->body[b].first;
        most = fmax(most, v3_norm(cd_translation(&s->m->body[b], x)) / s->constants.length);
        most = fmax(most, v3_norm(cd_rotation(&s->m->body[b], x)));
    }
    return most;
}

/* Moves off by a share of the size of the model, and sinks from there. Where bodies stand still states move by that
 * share of what they are, or of 1. */
static CdStatus leave(CdSimulation *sim, const Modes *m, int fastest)
{
    const double push = 0.05, still = 1e-9;
    const System *s = sim->system;
    const Equations *e = m->l->e;
    Arena scratch = { 0 };
    double *q = ARENA_ARRAY(&scratch, double, s->m->nv), *d = ARENA_ARRAY(&scratch, double, s->m->nv);
    double *z = ARENA_ARRAY(&scratch, double, e->aux.differential), states = 0;
    way_off(m, fastest, q, z);
    cd_mode_body_axes(s, q, d);
    for (int k = 0; k < e->aux.differential; k++) states = fmax(states, fabs(z[k]) / fmax(1, fabs(e->aux.z[k])));
    double most = size_of_way(s, d);
    if (most < still * states) most = states;
    for (int k = 0; k < s->m->nv && most > 0; k++) d[k] *= push / most;
    for (int k = 0; k < e->aux.differential && most > 0; k++) z[k] *= push / most;
    cd_log(sim->log, ((CdPlace){ 0 }), LEAVES_UNSTABLE, s->state.t, m->mode[fastest].re);
    CdStatus status = cd_equilibrium_leave(sim->system, d, z, m->mode[fastest].re, sim->log);
    cd_arena_close(&scratch);
    return status;
}

/* Whether an unstable equilibrium is to be left along a mode. */
static bool is_to_leave(Leaving leaving, const Mode *m)
{
    return leaving == GO_ON || (leaving == GO_DOWN && m->im == 0);
}

/* Sparse matrices take longer to judge an equilibrium than to find it. */
static bool is_watched(CdSimulation *sim)
{
    return sim->options.stable || cd_verdict_states(sim->system) <= VERDICT_DENSE_STATES;
}

bool cd_equilibrium_is_unstable(CdSimulation *sim)
{
    return is_watched(sim) && cd_verdict_grows(sim->system);
}

void cd_tell_watched(CdSimulation *sim)
{
    if (!is_watched(sim))
        cd_log(sim->log, ((CdPlace){ 0 }), SEQUENCE_NOT_WATCHED, cd_verdict_states(sim->system), VERDICT_DENSE_STATES);
}

/* Coordinates without mass that leave at once have no finite growth: with the mass that was lent to them they have one.
 * For bodies that forces of a potential and damping hold, whether they do does not depend on their masses. */
static bool snaps(CdSimulation *sim, const Modes *m)
{
    Modes with;
    char label[CD_LABEL_ROOM];
    if (!m->l->reduced.whole || !cd_modes_find(m->l->reduced.whole, &with)) return false;
    int grows = cd_modes_growing(&with);
    if (grows >= 0)
        cd_log(sim->log, ((CdPlace){ 0 }), EQUILIBRIUM_SNAPS, sim->system->state.t,
               cd_label(m->l->reduced.part, label));
    cd_modes_close(&with);
    return grows >= 0;
}

/* What is said of an equilibrium that is not left, or not any more. */
static void tell_verdict(CdSimulation *sim, const Modes *m, int grows, bool pushed)
{
    double t = sim->system->state.t;
    char label[CD_LABEL_ROOM];
    if (grows >= 0 && pushed)
        cd_log(sim->log, ((CdPlace){ 0 }), NO_STABLE, t, m->mode[grows].re, cd_mode_carrier(m, grows, label));
    else if (grows >= 0)
        cd_log(sim->log, ((CdPlace){ 0 }), EQUILIBRIUM_UNSTABLE, t, m->mode[grows].re,
               cd_mode_carrier(m, grows, label));
    else if (snaps(sim, m)) return;
    else if (m->flat) {
        TextBuffer names = { 0 };
        cd_modes_loose(m, &names);
        const char *rest = m->n > m->flat ? "; it is stable otherwise" : "";
        cd_log(sim->log, ((CdPlace){ 0 }), EQUILIBRIUM_LOOSE, t, names.at, rest);
        cd_buffer_close(&names);
    } else if (m->n) cd_log(sim->log, ((CdPlace){ 0 }), EQUILIBRIUM_STABLE, t, m->mode[0].frequency);
    else cd_log(sim->log, ((CdPlace){ 0 }), EQUILIBRIUM_HELD, t);
}

CdStatus cd_judge_equilibrium(CdSimulation *sim, Leaving leaving)
{
    System *s = sim->system;
    CdStatus status = CD_OK;
    double growth =
        0; /* where the bodies were pushed off last: the same again is the same place, or its mirror image */
    if (cd_verdict_states(s) == 0) return CD_OK;
    for (int push = 0, again = 1; status == CD_OK && again; push++) {
        Linearised l;
        Modes m;
        const char *why;
        again = false;
        if (!cd_verdict_modes(s, &l, &m, &why))
            cd_log(sim->log, ((CdPlace){ 0 }), EQUILIBRIUM_NOT_JUDGED, s->state.t, why,
                   leaving == GO_ON ? "; --stable has no effect" : "");
        else {
            int grows = cd_modes_growing(&m);
            bool same = grows >= 0 && fabs(m.mode[grows].re - growth) <= 1e-6 * growth;
            again = grows >= 0 && is_to_leave(leaving, &m.mode[grows]) && push < MOST_PUSHES && !same;
            if (again) growth = m.mode[grows].re, status = leave(sim, &m, grows);
            else tell_verdict(sim, &m, grows, push > 0 || sim->options.stable);
        }
        cd_modes_close(&m);
        cd_linearised_close(&l);
    }
    return status;
}
