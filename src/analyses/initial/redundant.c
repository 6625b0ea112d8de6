/* redundant.c - rows that follow from others: found, named, left out, and watched. */
#include "analyses/initial/redundant.h"

#include "analyses/initial/initial.h"

#include <math.h>

int cd_name_row(const System *s, int row, int said, TextBuffer *out)
{
    enum { MOST = 8 };
    char label[CD_LABEL_ROOM];
    if (said < MOST) cd_buffer_print(out, "%s%s", said ? ", " : "", cd_row_label(s->c, row, label));
    if (said == MOST) cd_buffer_print(out, " and others");
    return said + 1;
}

void cd_name_set(const System *s, const Dependent *d, TextBuffer *out)
{
    for (int k = 0, said = 0; k < d->n; k++)
        if (fabs(d->coef[k]) >= 1e-6) said = cd_name_row(s, d->on[k], said, out);
    if (!out->n) cd_buffer_print(out, d->n < 0 ? "the others" : "nothing: it holds by itself");
}

/* How far a row is off, as a share of its size; s->eval has it. */
static double gap_of(System *s, int row)
{
    const Row *r = &s->c->row[row];
    if (r->initial || r->velocity_level) return 0;
    double size = cd_system_row_size(s, row);
    return fabs(cd_system_row(s, row, ROW_VALUE)->value) / size;
}

CdStatus cd_check_rank(System *s, CdLog *log)
{
    CdStatus status = CD_OK;
    cd_system_find_rank(s, cd_rank_tolerance, ROWS_LASTING);
    for (int i = 0; i < s->in_use.rank.dependents; i++) {
        const Dependent *d = &s->in_use.rank.dependent[i];
        const Row *r = &s->c->row[d->column];
        if (r->initial) continue; /* a column of zeros here: it does not count */
        char label[CD_LABEL_ROOM];
        TextBuffer set = { 0 };
        cd_name_set(s, d, &set);
        bool open = gap_of(s, d->column) > cd_small_gap;
        double value = s->now.eval->value;
        if (cd_row_is_across(s, cd_system_row(s, d->column, ROW_SLOPE))) {
            if (open) cd_log(log, r->element->place, OFF_PLANE, cd_row_label(s->c, d->column, label), value);
            if (open) status = CD_ANALYSIS_FAILED;
        } else if (open) {
            cd_log(log, r->element->place, CONTRADICTORY, cd_row_label(s->c, d->column, label), set.at, value);
            status = CD_ANALYSIS_FAILED;
        } else {
            cd_log(log, r->element->place, REDUNDANT, cd_row_label(s->c, d->column, label), set.at);
        }
        cd_buffer_close(&set);
    }
    return status;
}

CdStatus cd_rank_again(System *s, bool *changed, CdLog *log)
{
    *changed = false;
    if (!cd_system_prepare(s, log)) return CD_ANALYSIS_FAILED;
    *changed = cd_system_rank_changed(s, cd_rank_tolerance, ROWS_LASTING);
    return *changed ? cd_check_rank(s, log) : CD_OK;
}

/* Rows that follow from others hold only as well as these do, which index 1 lets drift: they may be off by a multiple
 * of that. */
static const double drift_amplified = 100;

/* How far the rows in use are off. */
static double drift_of(System *s)
{
    double open = 0;
    for (int i = 0; i < s->in_use.n; i++) open = fmax(open, gap_of(s, s->in_use.row[i]));
    return open;
}

/* What is reported is in the unit of the row. */
static void report_off(System *s, const Dependent *d, double gap, double drift, CdLog *log)
{
    char label[CD_LABEL_ROOM];
    TextBuffer set = { 0 };
    CdPlace place = s->c->row[d->column].element->place;
    double size = cd_system_row_size(s, d->column);
    cd_name_set(s, d, &set);
    cd_row_label(s->c, d->column, label);
    if (drift > cd_rank_tolerance)
        cd_log(log, place, REDUNDANT_DRIFTS, label, s->state.t, gap * size, drift * s->constants.length);
    else cd_log(log, place, NOT_REDUNDANT, label, s->state.t, set.at, gap * size);
    cd_buffer_close(&set);
}

CdStatus cd_watch_redundant(System *s, double tolerance, CdLog *log)
{
    CdStatus status = CD_OK;
    double drift = -1;
    for (int k = 0; k < s->in_use.rank.dependents; k++) {
        const Dependent *d = &s->in_use.rank.dependent[k];
        double gap = gap_of(s, d->column);
        if (gap <= tolerance) continue;
        if (drift < 0) drift = drift_of(s);
        if (gap <= drift_amplified * drift) continue;
        report_off(s, d, gap, drift, log);
        status = CD_ANALYSIS_FAILED;
    }
    return status;
}

bool cd_redundant_anew(System *s, double tolerance)
{
    double gap = 0;
    int rank = s->in_use.rank.rank;
    for (int k = 0; k < s->in_use.rank.dependents; k++) gap = fmax(gap, gap_of(s, s->in_use.rank.dependent[k].column));
    if (gap <= fmax(tolerance, drift_amplified * drift_of(s))) return false;
    cd_system_find_rank(s, cd_rank_tolerance, ROWS_LASTING);
    return s->in_use.rank.rank != rank;
}
