/* beside.c - a start in a position in which the constraints lose rank for an instant. */
#include "analyses/initial/initial.h"
#include "system/project.h"

#include <math.h>

/* Moves the mechanism a little along some motion that the rows in use allow; false: there is none, or it cannot be
 * found. */
static bool step_aside(System *s)
{
    const double way = 1e-3, exact = 1e-13; /* of the length of the model, and of a radian */
    double largest = 0;
    for (int b = 0; b < s->m->bodies; b++) {
        const MovingBody *body = &s->m->body[b];
        for (int k = 0; k < body->dofs; k++) /* a direction that no mechanism is likely to be made for */
            s->state.v[body->first + k] =
                (body->six[k] < 3 ? s->constants.length : 1) * sin(1 + 1.7 * (body->first + k));
    }
    Projection velocities = { .good = true }, positions = { .good = true };
    cd_project_velocities(s, exact * s->constants.length, &velocities);
    for (int b = 0; b < s->m->bodies; b++)
        for (int k = 0; k < s->m->body[b].dofs; k++)
            largest = fmax(largest, fabs(s->state.v[s->m->body[b].first + k]) /
                                        (s->m->body[b].six[k] < 3 ? s->constants.length : 1));
    if (!velocities.good || !(largest > way)) return false;
    cd_state_move(s->m, &s->state, s->state.v, way / largest);
    cd_project_positions(s, exact * s->constants.length, &positions);
    return positions.good && cd_system_prepare(s, NULL);
}

/* Rows that depend on others where the mechanism stands, but not beside it, are no redundant ones. */
void cd_warn_singular_start(System *s, CdLog *log)
{
    bool redundant = false;
    for (int i = 0; i < s->in_use.rank.dependents; i++)
        redundant |= !s->c->row[s->in_use.rank.dependent[i].column].initial;
    if (!redundant) return;
    Arena scratch = { 0 };
    int rows = s->c->rows, windings = s->c->windings;
    State here = cd_state_new(&scratch, s->m, rows, windings);
    cd_state_copy(s->m, rows, windings, &here, &s->state);
    Rank beside = { 0 };
    if (step_aside(s)) beside = cd_system_rank(s, &scratch, cd_rank_tolerance, ROWS_LASTING);
    cd_state_copy(s->m, rows, windings, &s->state, &here);
    cd_system_prepare(s, NULL);
    cd_masses_forget(s);
    for (int i = 0; i < rows && beside.rank > s->in_use.rank.rank; i++) {
        if (s->in_use.rank.independent[i] || !beside.independent[i] || s->c->row[i].initial) continue;
        char label[CD_LABEL_ROOM];
        cd_log(log, s->c->row[i].element->place, SINGULAR_START, cd_row_label(s->c, i, label), s->state.t);
        break;
    }
    cd_arena_close(&scratch);
}
