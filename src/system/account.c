/* account.c - work by quadrature (theory 8.40, 8.41).
 *
 * A power is integrated as the polynomial through its values at the last accepted points, up to five of them, so that
 * no step costs more than the powers at its end. Until a sixth point comes, everything since the last jump is
 * integrated again with each. */
#include "system/account.h"

#include <string.h>

const char *const cd_account_name[ACCOUNT_NUMBERS] = { "APPLIED_WORK", "DAMPING_WORK", "MOTION_WORK", "BALANCE" };

/* ---- quadrature -------------------------------------------------------------------------------------------------- */

/* The polynomial of a power at time t, by Neville's scheme. */
static double power_at(const Account *a, int which, double t)
{
    double p[ACCOUNT_POINTS];
    for (int i = 0; i < a->points; i++) p[i] = a->power[i][which];
    for (int span = 1; span < a->points; span++)
        for (int i = 0; i + span < a->points; i++)
            p[i] = ((t - a->t[i + span]) * p[i] - (t - a->t[i]) * p[i + 1]) / (a->t[i] - a->t[i + span]);
    return p[0];
}

/* Gauss's three points are exact to the fifth
 * power                                                                (8.41) */
static double integral(const Account *a, int which, double from, double to)
{
    static const double place[3] = { -0.7745966692414834, 0, 0.7745966692414834 },
                        weight[3] = { 5.0 / 18, 8.0 / 18, 5.0 / 18 };
    double sum = 0;
    for (int k = 0; k < 3; k++) sum += weight[k] * power_at(a, which, (from + to) / 2 + place[k] * (to - from) / 2);
    return sum * (to - from);
}

/* The point up to which the work in `done` counts. */
static double settled(const Account *a)
{
    return a->whole ? a->t[a->points - 1] : a->t[1];
}

static void put_point(Account *a, Equations *e, const Energy *now)
{
    int keep = a->points < ACCOUNT_POINTS ? a->points : ACCOUNT_POINTS - 1;
    memmove(a->t + 1, a->t, sizeof *a->t * (size_t)keep);
    memmove(a->power + 1, a->power, sizeof *a->power * (size_t)keep);
    a->t[0] = e->s->state.t;
    a->power[0][WORK_APPLIED] = now->applied, a->power[0][WORK_DAMPING] = now->damping;
    a->power[0][WORK_MOTION] = now->motion;
    a->points = keep + 1;
}

/* Settles the work up to the newest point, which alone is kept. */
static void settle(Account *a)
{
    for (int k = 0; k < ACCOUNT_POWERS && a->points > 1; k++) a->done[k] += integral(a, k, settled(a), a->t[0]);
    a->points = 1, a->whole = true;
}

/* ---- the run ----------------------------------------------------------------------------------------------------- */

static double total(const Energy *e)
{
    return e->kinetic + e->gravity + e->elastic;
}

void cd_account_open(Account *a, Equations *e)
{
    Energy now;
    if (!a || !cd_energy(e, &now)) return;
    memcpy(a->base, a->told, sizeof a->base);
    memset(a->done, 0, sizeof a->done);
    a->start = total(&now);
    a->points = 0, a->whole = true;
    put_point(a, e, &now);
}

/* A point that lies much farther on than those before are apart does not go with them; nor does one next to the last,
 * whose power differs from it by noise. */
static const double longest_ratio = 8, shortest_ratio = 1e-3;

void cd_account_accept(Account *a, Equations *e)
{
    Energy now;
    if (!a || !cd_energy(e, &now)) return;
    double step = e->s->state.t - a->t[0];
    if (!(step > 0)) return;
    double before = a->points > 1 ? a->t[0] - a->t[1] : 0;
    if (a->points > 1 && (step > longest_ratio * before || step < shortest_ratio * before)) settle(a);
    if (a->points == ACCOUNT_POINTS) {
        for (int k = 0; k < ACCOUNT_POWERS; k++) a->done[k] += integral(a, k, settled(a), a->t[0]);
        a->whole = false;
    }
    put_point(a, e, &now);
}

void cd_account_restart(Account *a, Equations *e)
{
    Energy now;
    if (!a || !cd_energy(e, &now)) return;
    settle(a);
    a->points = 0;
    put_point(a, e, &now);
}

void cd_account_knock(Account *a, Equations *e)
{
    Energy now;
    if (a && cd_energy(e, &now)) a->kinetic = now.kinetic;
}

void cd_account_knocked(Account *a, Equations *e)
{
    Energy now;
    if (a && cd_energy(e, &now)) a->done[WORK_MOTION] += now.kinetic - a->kinetic;
}

void cd_account_tell(Account *a, double t, const Energy *now)
{
    a->told[WORK_BALANCE] = a->base[WORK_BALANCE] + total(now) - a->start;
    for (int k = 0; k < ACCOUNT_POWERS; k++) {
        double work = a->done[k] + (a->points > 1 ? integral(a, k, settled(a), t) : 0);
        a->told[k] = a->base[k] + work;
        a->told[WORK_BALANCE] -= work;
    }
}
