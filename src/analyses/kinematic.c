/* kinematic.c - one kinematic step (theory 7.9 to 7.11).
 *
 * Prediction  d = h v + h^2/2 v'; then Newton on the constraints with the rows in use. Where it fails the step is halved; a
 * mechanism that does not get on with the smallest step is locked. */
#include "analyses/kinematic.h"

#include "system/equations.h"

#include <math.h>

enum { MOST_HALVINGS = 24 };

static bool try_step(System *s, double h, double error, int most, CdLog *log)
{
    for (int i = 0; i < s->m->nv; i++) s->rhs[i] = h * (s->state.v[i] + h / 2 * s->state.vdot[i]);
    cd_state_move(s->m, &s->state, s->rhs, 1);
    s->state.t += h;
    if (!cd_system_prepare(s, log)) return false;
    cd_constraints_wind(s->c, s->body, s->state.winding);
    return cd_close_positions(s, error, most) >= 0;
}

/* The motion that asks most of equations which have become dependent; of all motions the fastest if there are none. */
static int motion_to_blame(const System *s)
{
    double most = 0;
    int blame = -1;
    for (int k = 0; k < s->rank.dependents; k++) {
        const Dependent *d = &s->rank.dependent[k];
        for (int n = -1; n < d->n; n++) {
            int row = n < 0 ? d->column : d->on[n];
            double asks = s->c->row[row].drive >= 0 ? fabs(s->drive[3 * row + 1] * (n < 0 ? 1 : d->coef[n])) : 0;
            if (asks > most) most = asks, blame = row;
        }
    }
    for (int i = 0; i < s->c->rows && most == 0; i++)
        if (s->c->row[i].drive >= 0 && (blame < 0 || fabs(s->drive[3 * i + 1]) > fabs(s->drive[3 * blame + 1])))
            blame = i;
    return blame;
}

/* Whether the mechanism has come to a place where its freedoms change, and which motion led there. */
static void report_lock(System *s, CdLog *log)
{
    int before = s->rank.rank;
    cd_system_prepare(s, NULL);
    cd_system_find_rank(s, 1e-5, ROWS_LASTING);
    char label[CD_LABEL_ROOM] = "the mechanism";
    int row = motion_to_blame(s);
    if (row >= 0) cd_row_label(s->c, row, label);
    CdPlace place = row >= 0 ? s->c->row[row].element->place : (CdPlace){ 0 };
    if (s->rank.rank < before) cd_log(log, place, LOCKED, label, s->state.t);
    else cd_log(log, place, NO_POSITION, label, s->state.t);
}

/* Rows of velocities leave the positions open. */
static bool fixes_positions(const System *s, CdLog *log)
{
    for (int i = 0; i < s->used; i++) {
        const Row *r = &s->c->row[s->use[i]];
        if (!r->velocity_level) continue;
        char label[CD_LABEL_ROOM];
        cd_log(log, r->element->place, NEEDS_INTEGRATION, cd_label(r->element, label));
        return false;
    }
    return true;
}

CdStatus cd_kinematic_step(System *s, double t_end, CdLog *log)
{
    double rounding = 1e-13 * fmax(1, s->length);
    double error = fmax(cd_model_number(s->model, KIND_kinematics, "ERROR") * 1e-6, rounding);
    int most = (int)cd_model_number(s->model, KIND_kinematics, "MAXIT");
    Arena scratch = { 0 };
    State good = cd_state_new(&scratch, s->m, s->c->rows, s->c->windings);
    double h = t_end - s->state.t;
    CdStatus status = fixes_positions(s, log) ? CD_OK : CD_ANALYSIS_FAILED;
    int halvings = 0;
    Equations *e = cd_equations(s);
    while (status == CD_OK && s->state.t < t_end) {
        cd_state_copy(s->m, s->c->rows, s->c->windings, &good, &s->state);
        bool last = s->state.t + h >= t_end * (1 - 1e-14);
        double step = last ? t_end - s->state.t : h;
        if (!try_step(s, step, error, most, log) || !cd_close_velocities(s)) {
            cd_state_copy(s->m, s->c->rows, s->c->windings, &s->state, &good);
            if (++halvings > MOST_HALVINGS || s->state.t + step / 2 == s->state.t) {
                report_lock(s, log);
                status = CD_ANALYSIS_FAILED;
            }
            h = step / 2;
            continue;
        }
        if (last) s->state.t = t_end;
        cd_constraints_advance(s->c, s->state.t, log);
        status = cd_constraints_on_curves(s->c, &s->state, log) ? cd_watch_redundant(s, 1e-6, log) : CD_ANALYSIS_FAILED;
        e->world.x.system[SYSTEM_MODE] = MODE_KINEMATICS;
        if (status == CD_OK) status = cd_accelerations(s, log);
        if (status == CD_OK && cd_equations_prepare(e, log)) cd_equations_wind(e);
        if (halvings > 0 && !last) h *= 2, halvings--;
    }
    cd_arena_close(&scratch);
    return status;
}
