/* adams.h - the past of methods with several steps as points, and polynomials of rates through them (theory 14.4,
 * 14.5): each step expresses it in its own coordinates, which count from the last accepted point. */
#pragma once
#include "integrators/flow.h"

enum { ADAMS_NODES = 14 };

typedef struct Adams {
    Flow *flow;
    int points;               /* of the past that count, newest first */
    double time[ADAMS_NODES]; /* theirs */
    Snapshot past[ADAMS_NODES];
    double *d[ADAMS_NODES]; /* divided differences of rates, f[t_n .. t_n-i] */
    double *scratch;
} Adams;

void cd_adams_open(Arena *arena, Adams *a, Flow *flow);
/* The present state, which is the last accepted one, is the first point; or joins them. */
void cd_adams_begin(Adams *a);
void cd_adams_remember(Adams *a);
/* The rates of the newest point are those that the state has now. */
void cd_adams_renew(Adams *a);

/* weight[i] = integral over s = 0 .. h of (s + t_n - t_n) .. (s + t_n - t_n-i+1); h may be negative. */
void cd_adams_integrate(const Adams *a, double h, int count, double *weight);
/* product[i] = psi_1 .. psi_i of a step h, psi_j = h + t_n - t_n+1-j. */
void cd_adams_products(const Adams *a, double h, int count, double *product);
/* y = y_n + sum of weight_i d_i over the first `count`. */
void cd_adams_extrapolate(const Adams *a, int count, const double *weight, double *y);
/* out = rate - sum of product_i d_i over the first `count`. */
void cd_adams_deviation(const Adams *a, const double *rate, const double *product, int count, double *out);
/* The state at an earlier time within the last step, by the polynomial through `count` points. */
void cd_adams_interpolate(Adams *a, int count, double t);
