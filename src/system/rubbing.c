/* rubbing.c - friction of closed contacts that slip. */
#include "system/rubbing.h"

#include <math.h>

int cd_tangents(const Constraints *c, int row)
{
    int n = 0;
    if (!c->row[row].unilateral) return 0;
    while (n < MOST_TANGENTS && row + n + 1 < c->rows && c->row[row + n + 1].tangent) n++;
    return n;
}

void cd_slip_velocity(System *s, int row, double u[MOST_TANGENTS])
{
    for (int k = 0; k < MOST_TANGENTS; k++) u[k] = 0;
    for (int k = 0, n = cd_tangents(s->c, row); k < n; k++)
        u[k] = cd_system_rate(s, row + 1 + k, cd_system_row(s, row + 1 + k, ROW_SLOPE));
}

bool cd_slips_any(const System *s)
{
    bool any = false;
    for (int i = 0; s->c->tangents && i < s->c->rows; i++) any |= s->in_use.slip[i].slips;
    return any;
}

bool cd_slip_at(System *s, int row, Slip *out)
{
    return cd_slip_with(s, row, out, NULL);
}

bool cd_slip_with(System *s, int row, Slip *out, TangentLegs legs[MOST_TANGENTS])
{
    const SlipState *state = &s->in_use.slip[row];
    if (!state->slips || s->in_use.unknown[row] < 0) return false;
    *out = (Slip){ .row = row, .tangents = cd_tangents(s->c, row), .mu = s->c->row[row + 1].sliding };
    for (int k = 0; k < out->tangents; k++) {
        const RowEval *e = cd_system_row(s, row + 1 + k, ROW_SLOPE);
        out->u[k] = cd_system_rate(s, row + 1 + k, e);
        if (!legs) continue;
        legs[k].n = e->n;
        for (int b = 0; b < e->n; b++) legs[k].body[b] = e->body[b], legs[k].r[b] = e->r[b], legs[k].pi[b] = e->pi[b];
    }
    for (int k = 0; k < MOST_TANGENTS; k++) out->d[k] = state->way[k];
    double speed = hypot(out->u[0], out->u[1]);
    if (out->tangents < 2 || speed <= state->slow) return true;
    /* behind rest the direction stays: the event is there, and up to it nothing is to jump */
    double along = out->u[0] * state->way[0] + out->u[1] * state->way[1];
    out->slope = along < 0 ? -1 / speed : 1 / speed;
    for (int k = 0; k < 2; k++) out->d[k] = out->u[k] * out->slope;
    return true;
}

double cd_slip_turn(const Slip *x, double lambda, int k, int l)
{
    return -x->mu * lambda * x->slope * ((k == l) - x->d[k] * x->d[l]);
}

void cd_slip_residual(Equations *e, double *r)
{
    System *s = e->s;
    Slip x;
    TangentLegs t[MOST_TANGENTS];
    if (!s->c->tangents) return;
    for (int i = 0; i < s->in_use.n; i++) {
        int row = s->in_use.row[i];
        double lambda = s->state.lambda[row];
        if (lambda == 0 || !s->c->row[row].unilateral || !cd_slip_with(s, row, &x, t)) continue;
        for (int k = 0; k < x.tangents; k++)
            for (int b = 0; b < t[k].n; b++) {
                const MovingBody *body = &s->m->body[t[k].body[b]];
                cd_add_wrench(body, -x.mu * lambda * x.d[k], t[k].r[b], t[k].pi[b], r + body->first);
            }
    }
}

static void add_time(System *s, const Slip *x, double lambda, double *r)
{
    RowVariation t[MOST_TANGENTS];
    for (int k = 0; k < x->tangents; k++) cd_row_variation(s, x->row + 1 + k, &t[k]);
    for (int k = 0; k < x->tangents; k++) {
        double turn = 0;
        for (int l = 0; l < x->tangents; l++) turn += cd_slip_turn(x, lambda, k, l) * t[l].time[1];
        for (int b = 0; b < t[k].n; b++) {
            const MovingBody *body = &s->m->body[t[k].body[b]];
            for (int c = 0; c < body->dofs; c++)
                r[body->first + c] +=
                    turn * t[k].g[b][body->six[c]] - x->mu * lambda * x->d[k] * t[k].g_t[b][body->six[c]];
        }
    }
}

void cd_slip_time(Equations *e, double *r)
{
    System *s = e->s;
    Slip x;
    for (int i = 0; s->c->tangents && i < s->in_use.n; i++) {
        int row = s->in_use.row[i];
        if (s->c->row[row].unilateral && cd_slip_at(s, row, &x)) add_time(s, &x, s->state.lambda[row], r);
    }
}

double cd_slip_power(Equations *e)
{
    System *s = e->s;
    Slip x;
    double power = 0;
    for (int i = 0; s->c->tangents && i < s->in_use.n; i++) {
        int row = s->in_use.row[i];
        if (!s->c->row[row].unilateral || !cd_slip_at(s, row, &x)) continue;
        for (int k = 0; k < x.tangents; k++) power += x.mu * s->state.lambda[row] * x.d[k] * x.u[k];
    }
    return power;
}

void cd_friction_force(System *s, int row, double force[MOST_TANGENTS])
{
    Slip x;
    for (int k = 0; k < MOST_TANGENTS; k++) force[k] = 0;
    if (cd_slip_at(s, row, &x)) {
        for (int k = 0; k < x.tangents; k++) force[k] = x.mu * s->state.lambda[row] * x.d[k];
        return;
    }
    for (int k = 0, n = cd_tangents(s->c, row); k < n; k++)
        if (s->in_use.closed[row + 1 + k]) force[k] = -s->state.lambda[row + 1 + k];
}
