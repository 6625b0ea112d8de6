/* adams.c - points, divided differences, integrals. */
#include "integrators/adams.h"

#include <string.h>

void cd_adams_open(Arena *arena, Adams *a, Flow *flow)
{
    *a = (Adams){ .flow = flow, .scratch = ARENA_ARRAY(arena, double, flow->n) };
    for (int i = 0; i < ADAMS_NODES; i++) {
        a->past[i] = cd_snapshot_new(arena, flow->e);
        a->d[i] = ARENA_ARRAY(arena, double, flow->n);
    }
}

/* Divided differences of the rates in the coordinates of the last accepted point (14.5). Points that a body has turned
 * far away from do not count: coordinates end at a turn. */
static void find_differences(Adams *a)
{
    const double far = 2.5;
    int n = a->flow->n;
    for (int j = 0; j < a->points; j++) {
        double turn;
        cd_flow_rates_of(a->flow, &a->past[j], a->scratch, a->d[j], &turn);
        if (turn > far) a->points = j;
    }
    for (int i = 1; i < a->points; i++)
        for (int j = a->points - 1; j >= i; j--) {
            double f = 1 / (a->time[j] - a->time[j - i]), *to = a->d[j];
            const double *from = a->d[j - 1];
            for (int c = 0; c < n; c++) to[c] = f * (to[c] - from[c]);
        }
}

void cd_adams_remember(Adams *a)
{
    Snapshot oldest = a->past[ADAMS_NODES - 1];
    for (int j = ADAMS_NODES - 1; j > 0; j--) a->past[j] = a->past[j - 1], a->time[j] = a->time[j - 1];
    a->past[0] = oldest, a->time[0] = a->flow->e->s->state.t;
    if (a->points < ADAMS_NODES) a->points++;
    cd_adams_renew(a);
}

void cd_adams_begin(Adams *a)
{
    a->points = 0;
    cd_adams_remember(a);
}

void cd_adams_renew(Adams *a)
{
    cd_snapshot_take(a->flow->e, &a->past[0]);
    find_differences(a);
}

/* By Gauss's rule of seven points, which is exact (14.4). */
void cd_adams_integrate(const Adams *a, double h, int count, double *weight)
{
    static const double node[7] = { 0.025446043828620738, 0.12923440720030278, 0.29707742431130142, 0.5,
                                    0.70292257568869858,  0.87076559279969722, 0.97455395617137926 };
    static const double share[7] = { 0.064742483084434847, 0.13985269574463833, 0.19091502525255947,
                                     0.20897959183673469,  0.19091502525255947, 0.13985269574463833,
                                     0.064742483084434847 };
    memset(weight, 0, sizeof(double) * (size_t)count);
    for (int q = 0; q < 7; q++) {
        double product = h * share[q], s = h * node[q];
        for (int i = 0; i < count; i++) {
            weight[i] += product;
            product *= s + a->time[0] - a->time[i];
        }
    }
}

void cd_adams_products(const Adams *a, double h, int count, double *product)
{
    product[0] = 1;
    for (int i = 1; i < count; i++) product[i] = product[i - 1] * (h + a->time[0] - a->time[i - 1]);
}

void cd_adams_extrapolate(const Adams *a, int count, const double *weight, double *y)
{
    memcpy(y, a->flow->vector.start, sizeof(double) * (size_t)a->flow->n);
    for (int i = 0; i < count; i++)
        for (int c = 0; c < a->flow->n; c++) y[c] += weight[i] * a->d[i][c];
}

void cd_adams_deviation(const Adams *a, const double *rate, const double *product, int count, double *out)
{
    memcpy(out, rate, sizeof(double) * (size_t)a->flow->n);
    for (int i = 0; i < count; i++)
        for (int c = 0; c < a->flow->n; c++) out[c] -= product[i] * a->d[i][c];
}

void cd_adams_interpolate(Adams *a, int count, double t)
{
    double weight[ADAMS_NODES];
    if (count > a->points) count = a->points;
    cd_adams_integrate(a, t - a->time[0], count, weight);
    cd_adams_extrapolate(a, count, weight, a->scratch);
    cd_flow_place(a->flow, &a->flow->point.last, t, a->scratch);
}
