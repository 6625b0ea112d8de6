/* rechoose.c - see rechoose.h. */
#include "analyses/dynamic/rechoose.h"

#include "analyses/initial/initial.h"
#include "system/masses.h"

#include <string.h>

static int independent_rows(const System *s, const Rank *rank)
{
    int n = 0;
    for (int i = 0; i < s->c->rows; i++) n += rank->independent[i];
    return n;
}

bool cd_rechoose_rows(System *s)
{
    /* of a row, beyond those before it: the more, the better the choice, if it is as many */
    static const double left[] = { 0.3, 0.1, 0.03, 0.01 };
    const double better = 10; /* how well they hold, as a multiple */
    int used = s->in_use.n;
    if (!s->in_use.rank.dependents) return false;
    cd_equations_prepare(cd_equations(s), NULL);
    Rank was = s->in_use.rank, here = cd_system_rank(s, &s->arena, cd_rank_tolerance, ROWS_LASTING);
    if (independent_rows(s, &here) != used) return false; /* they hold otherwise than at the start */
    double before = cd_masses_pivot_here(s).ratio;
    for (int i = 0; i < 4 && left[i] * left[i] > better * before;
         i++) { /* where all rows lose rank no others are better */
        Rank rank = cd_system_rank(s, &s->arena, left[i], ROWS_LASTING);
        if (independent_rows(s, &rank) != used) continue;
        if (memcmp(rank.independent, was.independent, sizeof *rank.independent * (size_t)s->c->rows) == 0) continue;
        s->in_use.rank = rank;
        cd_system_use_rank(s);
        if (cd_masses_pivot_here(s).ratio > better * before) return true;
        s->in_use.rank = was;
        cd_system_use_rank(s);
    }
    return false;
}
