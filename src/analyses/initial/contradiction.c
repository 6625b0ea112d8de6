/* contradiction.c - rows that cannot hold together, from the gaps that are left.
 *
 * Where  sum (phi_i / size_i)^2  is least the gaps are a combination of rows that adds up to nothing, sum (phi_i /
 * size_i^2) G_i = 0: rows without a gap have no part in it. Each of the others that depends on those before it belongs
 * to one smallest dependent set, and the
 * set is contradictory if its combination of gaps is not zero:  phi_d - sum c_k phi_k  with  G_d = sum c_k
 * G_k               (7.16) */
#include "analyses/initial/contradiction.h"

#include "analyses/initial/redundant.h"

#include <math.h>

/* What is left of a row, as a share of its length, where it depends on others: positions of least gaps are found to so
 * much. */
static const double dependent_to = 1e-4;
static const double share_of_largest = 1e-3;

static double open_by(System *s, const Dependent *d)
{
    double open = cd_system_row(s, d->column, ROW_VALUE)->value;
    for (int k = 0; k < d->n; k++) open -= d->coef[k] * cd_system_row(s, d->on[k], ROW_VALUE)->value;
    return open;
}

/* "JOINT/1 Dij.Xj contradicts JOINT/2 Dij.Xj, MOTION/1 motion"; how far apart they are is in the unit of the first. */
static bool name_one(System *s, const Dependent *d, CdLog *log)
{
    double open = open_by(s, d), size = cd_system_row_size(s, d->column);
    if (!(fabs(open) > cd_small_gap * size)) return false;
    char label[CD_LABEL_ROOM];
    CdPlace place = s->c->row[d->column].element->place;
    cd_row_label(s->c, d->column, label);
    if (cd_row_is_across(s, cd_system_row(s, d->column, ROW_SLOPE))) {
        cd_log(log, place, OFF_PLANE, label, open);
        return true;
    }
    TextBuffer set = { 0 };
    cd_name_set(s, d, &set);
    cd_log(log, place, CONTRADICTORY, label, set.at, open);
    cd_buffer_close(&set);
    return true;
}

bool cd_name_contradictions(System *s, const double *gap, CdLog *log)
{
    Arena scratch = { 0 };
    bool *counts = ARENA_ARRAY(&scratch, bool, s->c->rows), said = false;
    double worst = 0;
    for (int i = 0; i < s->in_use.n; i++) worst = fmax(worst, fabs(gap[s->in_use.row[i]]));
    for (int i = 0; i < s->in_use.n; i++)
        counts[s->in_use.row[i]] = fabs(gap[s->in_use.row[i]]) > share_of_largest * worst;
    Rank rank = cd_system_rank_of(s, &scratch, dependent_to, counts);
    for (int i = 0; i < rank.dependents; i++) said |= name_one(s, &rank.dependent[i], log);
    cd_arena_close(&scratch);
    return said;
}
