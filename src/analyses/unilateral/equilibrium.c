/* equilibrium.c - equilibria with unilateral rows: contacts that press are closed, others are open (theory 22.13). From
 * those that touch: one that pulls is let go, one that has been passed is closed, the worst first; where there is no
 * equilibrium the nearest open contact is closed, for it is what would catch the bodies. With friction contacts stick;
 * one that friction does not hold is without it from there on. */
#include "analyses/unilateral/unilateral.h"

#include "analyses/initial/initial.h"
#include "analyses/static/static.h"
#include "integrators/integrator.h"

#include <math.h>

static const double touching = 1e-9;

/* The contact that is most wrong at an equilibrium: it pulls, has been passed, or friction does not hold it; -1: none
 * is. */
typedef struct Wrong {
    int contact;
    bool slips;
} Wrong;

/* Friction beyond its limit, as a share of it, of one that is to stick. */
static double beyond(const OneSided *c)
{
    return c->rub.state == RUB_STICKS ? c->now.use - 1 - touching : 0;
}

static Wrong worst_of(Unilateral *u)
{
    System *s = u->e->s;
    Wrong worst = { .contact = -1 };
    if (u->rubs) cd_unilateral_look(u);
    double most = 0, strongest = 0;
    for (int i = 0; i < u->n; i++) strongest = fmax(strongest, fabs(s->state.lambda[u->at[i].row]));
    for (int i = 0; i < u->n; i++) {
        const OneSided *c = &u->at[i];
        double off = s->in_use.closed[c->row] ? s->state.lambda[c->row] / fmax(strongest, 1e-300) - touching
                                              : -cd_system_row(s, c->row, ROW_VALUE)->value / c->size - touching;
        if (off > most) most = off, worst = (Wrong){ .contact = i };
        if (beyond(c) > most) most = beyond(c), worst = (Wrong){ .contact = i, .slips = true };
    }
    return worst;
}

/* The open contact that is nearest; -1: all are closed. */
static int nearest(Unilateral *u)
{
    int which = -1;
    double least = INFINITY;
    for (int i = 0; i < u->n; i++) {
        const OneSided *c = &u->at[i];
        double gap =
            u->e->s->in_use.closed[c->row] ? INFINITY : cd_system_row(u->e->s, c->row, ROW_VALUE)->value / c->size;
        if (gap < least) least = gap, which = i;
    }
    return which;
}

/* Rows in use: independent ones of those closed; positions on them. */
static bool use_closed(System *s)
{
    cd_system_find_rank(s, cd_rank_tolerance, ROWS_LASTING);
    cd_system_prepare(s, NULL);
    return !s->in_use.n || cd_close_positions(s, 1e-12, 50) >= 0;
}

/* A closed contact sticks as long as friction can hold it. */
static void set_closed(Unilateral *u, int i, bool closed, bool sticks)
{
    OneSided *c = &u->at[i];
    u->e->s->in_use.closed[c->row] = closed;
    u->e->s->in_use.slip[c->row].slips = false;
    c->state = closed ? CONTACT_CLOSED : CONTACT_OPEN;
    c->rub.state = closed && sticks && c->rub.tangents ? RUB_STICKS : RUB_NONE;
    for (int t = 0; t < c->rub.tangents; t++) u->e->s->in_use.closed[c->row + 1 + t] = c->rub.state == RUB_STICKS;
}

static void close_touching(Unilateral *u)
{
    for (int i = 0; i < u->n; i++) {
        double gap = cd_system_row(u->e->s, u->at[i].row, ROW_VALUE)->value;
        set_closed(u, i, gap <= touching * u->at[i].size, true);
    }
}

static CdStatus search(Unilateral *u, bool *followed)
{
    System *s = u->e->s;
    Snapshot start = cd_snapshot_new(u->arena, u->e);
    cd_snapshot_take(u->e, &start);
    for (int round = 0; round < 4 * u->n + 4; round++) {
        CdStatus status = use_closed(s) ? cd_equilibrium(s, followed, NULL) : CD_ANALYSIS_FAILED;
        if (status == CD_STOPPED) return status;
        if (status == CD_OK) cd_equations_prepare(u->e, NULL);
        else cd_snapshot_restore(u->e, &start), cd_equations_prepare(u->e, NULL);
        Wrong wrong = status == CD_OK ? worst_of(u) : (Wrong){ .contact = nearest(u) };
        if (wrong.contact < 0) return status;
        bool closed = s->in_use.closed[u->at[wrong.contact].row];
        set_closed(u, wrong.contact, wrong.slips || !closed, !wrong.slips);
    }
    return CD_ANALYSIS_FAILED;
}

bool cd_unilateral_holds(System *s)
{
    if (!s->c->unilaterals) return true;
    Arena arena = { 0 };
    cd_equations_prepare(cd_equations(s), NULL);
    bool holds = worst_of(cd_unilateral_open(&arena, cd_equations(s), 0, 0)).contact < 0;
    cd_arena_close(&arena);
    return holds;
}

CdStatus cd_unilateral_equilibrium(System *s, bool *followed, CdLog *log)
{
    if (!s->c->unilaterals) return cd_equilibrium(s, followed, log);
    Arena arena = { 0 };
    cd_equations_prepare(cd_equations(s), NULL);
    Unilateral *u = cd_unilateral_open(&arena, cd_equations(s), 0, 0);
    close_touching(u);
    search(u, followed);
    /* once more to hear what is said of it */
    CdStatus status = cd_equilibrium(s, followed, log);
    cd_arena_close(&arena);
    return status;
}
