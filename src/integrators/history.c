/* history.c - Nordsieck arrays and modified divided differences (theory 9.10 to 9.20). */
#include "integrators/history.h"

#include <math.h>
#include <string.h>

/* l of sum l_j x^j = product of (1 + x / i), i = 1 .. k (9.12) */
static const double l[HISTORY_ORDER + 1][HISTORY_ORDER + 1] = {
    { 1 },
    { 1, 1 },
    { 1, 3. / 2, 1. / 2 },
    { 1, 11. / 6, 1, 1. / 6 },
    { 1, 25. / 12, 35. / 24, 5. / 12, 1. / 24 },
    { 1, 137. / 60, 15. / 8, 17. / 24, 1. / 8, 1. / 120 },
    { 1, 49. / 20, 203. / 90, 49. / 48, 35. / 144, 7. / 240, 1. / 720 },
};

void cd_history_open(Arena *arena, History *hist, int n, bool variable)
{
    *hist = (History){ .variable = variable, .n = n, .order = 1 };
    for (int j = 0; j < HISTORY_COLUMNS; j++) {
        hist->Z[j] = ARENA_ARRAY(arena, double, n);
        hist->P[j] = ARENA_ARRAY(arena, double, n);
    }
    hist->current.error = ARENA_ARRAY(arena, double, n);
    hist->current.last_error = ARENA_ARRAY(arena, double, n);
}

void cd_history_begin(History *hist, const double *y, const double *rate, int differential, double h)
{
    for (int j = 0; j < HISTORY_COLUMNS; j++) memset(hist->Z[j], 0, sizeof(double) * (size_t)hist->n);
    memcpy(hist->Z[0], y, sizeof(double) * (size_t)hist->n);
    for (int i = 0; i < differential; i++) hist->Z[1][i] = h * rate[i]; /* both forms: h y' */
    hist->order = hist->reach = 1, hist->h = h, hist->current.last_known = false;
    hist->points = 1;
    for (int j = 0; j < HISTORY_COLUMNS; j++) hist->back[j] = h;
}

void cd_history_bend(History *hist, const double *second, int n)
{
    for (int i = 0; i < n; i++) {
        double bend = hist->h * hist->h * second[i];
        hist->Z[2][i] = hist->variable ? bend : bend / 2;
        if (hist->variable) hist->Z[1][i] -= bend / 2; /* to a point h back, and the difference to one 2 h back */
    }
    hist->order = hist->reach = 2;
}

/* ---- fixed coefficients ------------------------------------------------------------------------------------------ */

static void predict_fixed(History *x, double h, double *y, double *rate)
{
    int k = x->order;
    double r = h / x->h, scale = 1;
    for (int j = 0; j <= k; j++, scale *= r)
        for (int i = 0; i < x->n; i++) x->P[j][i] = scale * x->Z[j][i];
    for (int j = 0; j < k; j++) /* Pascal's triangle (9.11) */
        for (int m = k; m > j; m--)
            for (int i = 0; i < x->n; i++) x->P[m - 1][i] += x->P[m][i];
    memcpy(y, x->P[0], sizeof(double) * (size_t)x->n);
    for (int i = 0; i < x->n; i++) rate[i] = x->P[1][i] / h;
    x->current.lead = l[k][1] / h;
}

static void accept_fixed(History *x)
{
    for (int j = 0; j <= x->order; j++)
        for (int i = 0; i < x->n; i++) x->Z[j][i] = x->P[j][i] + l[x->order][j] * x->current.error[i];
    x->h = x->current.step;
}

/* ---- variable coefficients --------------------------------------------------------------------------------------- */

/* psi_i of the step at hand and of the last one: times back over i points (9.16). */
static double psi_new(const History *x, int i)
{
    double t = x->current.step;
    for (int j = 0; j < i - 1; j++) t += x->back[j];
    return t;
}

static double psi_old(const History *x, int i)
{
    double t = 0;
    for (int j = 0; j < i; j++) t += x->back[j];
    return t;
}

static void predict_variable(History *x, double h, double *y, double *rate)
{
    int k = x->order;
    double beta = 1, gamma = 0;
    memcpy(x->P[0], x->Z[0], sizeof(double) * (size_t)x->n);
    memcpy(y, x->Z[0], sizeof(double) * (size_t)x->n);
    memset(rate, 0, sizeof(double) * (size_t)x->n);
    x->current.lead = 0;
    for (int j = 1; j <= k + 1 && j < HISTORY_COLUMNS; j++) {
        beta *= psi_new(x, j) / psi_old(x, j);
        gamma += 1 / psi_new(x, j);
        for (int i = 0; i < x->n; i++) x->P[j][i] = beta * x->Z[j][i];
        if (j > k) break;
        for (int i = 0; i < x->n; i++) y[i] += x->P[j][i], rate[i] += gamma * x->P[j][i];
        x->current.lead += 1 / psi_new(x, j);
    }
    (void)h;
}

static void accept_variable(History *x)
{
    int top = x->order + 1 < HISTORY_COLUMNS - 1 ? x->order + 1 : HISTORY_COLUMNS - 2;
    for (int i = 0; i < x->n; i++) { /* Phi_(j+1) = Phi_j - P_j from the new value on (9.19) */
        double phi = x->P[0][i];
        for (int j = 1; j <= x->order; j++) phi += x->P[j][i];
        phi += x->current.error[i];
        x->Z[0][i] = phi;
        for (int j = 0; j <= top; j++) x->Z[j + 1][i] = x->Z[j][i] - x->P[j][i];
    }
    for (int j = HISTORY_COLUMNS - 1; j > 0; j--) x->back[j] = x->back[j - 1];
    x->back[0] = x->current.step;
    if (x->points < HISTORY_COLUMNS) x->points++;
}

/* ---- both -------------------------------------------------------------------------------------------------------- */

void cd_history_predict(History *x, double h, double *y, double *rate)
{
    x->current.step = h;
    if (x->variable) predict_variable(x, h, y, rate);
    else predict_fixed(x, h, y, rate);
}

void cd_history_accept(History *x)
{
    if (x->variable) accept_variable(x);
    else accept_fixed(x);
    double *swap = x->current.last_error;
    x->current.last_error = x->current.error, x->current.error = swap;
    x->reach = x->order;
    x->current.last_known = true;
}

double cd_history_factor(const History *x)
{
    if (x->variable) return 1 / (psi_new(x, x->order + 1) * x->current.lead);
    return 1 / l[x->order][1] / (x->order + 1);
}

const double *cd_history_lower(History *x, double *factor)
{
    int k = x->order;
    if (k < 2) return NULL;
    if (x->variable) { /* Phi_k of the new point = P_k + error: its error at order k - 1 */
        double lead = x->current.lead - 1 / psi_new(x, k);
        *factor = 1 / (psi_new(x, k) * lead);
        return x->P[k];
    }
    static const double factorial[HISTORY_COLUMNS] = { 1, 1, 2, 6, 24, 120, 720, 5040 };
    *factor = factorial[k] / l[k - 1][1] / k;
    return x->P[k];
}

const double *cd_history_second(History *x, double *factor)
{
    if (x->order < 3) return NULL;
    double lead = 1 / psi_new(x, 1) + 1 / psi_new(x, 2);
    *factor = x->variable ? 1 / (psi_new(x, 3) * lead) : 6 / l[2][1] / 3;
    return x->P[3];
}

const double *cd_history_higher(History *x, double *factor, double *scratch)
{
    int k = x->order;
    if (k >= HISTORY_ORDER) return NULL;
    if (x->variable) {
        if (x->points < k + 2) return NULL;
        double lead = x->current.lead + 1 / psi_new(x, k + 1);
        for (int i = 0; i < x->n; i++) scratch[i] = x->current.error[i] - x->P[k + 1][i];
        *factor = 1 / (psi_new(x, k + 2) * lead);
        return scratch;
    }
    if (!x->current.last_known) return NULL;
    for (int i = 0; i < x->n; i++) scratch[i] = x->current.error[i] - x->current.last_error[i];
    *factor = 1 / l[k + 1][1] / (k + 2);
    return scratch;
}

void cd_history_raise(History *x)
{
    int k = x->order;
    if (!x->variable) /* the error of the step just taken is behind last_error now */
        for (int i = 0; i < x->n; i++) x->Z[k + 1][i] = x->current.last_error[i] * l[k][k] / (k + 1);
    x->order++;
    x->current.last_known = false;
}

void cd_history_drop(History *x)
{
    x->order--;
    x->current.last_known = false;
}

/* ---- as points --------------------------------------------------------------------------------------------------- */

int cd_history_points(const History *x)
{
    return x->order + 1;
}

static double node(const History *x, int j)
{
    return x->variable ? -psi_old(x, j) : -j * x->h;
}

double cd_history_at(const History *x, int component, double back)
{
    if (!x->variable) {
        double s = back / x->h, y = 0;
        for (int j = x->reach; j >= 0; j--) y = y * s + x->Z[j][component];
        return y;
    }
    /* Newton's form: y[t_n .. t_n-j] = Phi_j / (psi_1 .. psi_j) */
    double y = x->Z[0][component], product = 1;
    for (int j = 1; j <= x->reach; j++) {
        product *= (back - node(x, j - 1)) / psi_old(x, j);
        y += product * x->Z[j][component];
    }
    return y;
}

double cd_history_rate_at(const History *x, int component, double back)
{
    double rate = 0;
    if (!x->variable) {
        double s = back / x->h;
        for (int j = x->reach; j >= 1; j--) rate = rate * s + j * x->Z[j][component];
        return rate / x->h;
    }
    double product = 1, slope = 0; /* of the product of (back - node) / psi, and of its rate */
    for (int j = 1; j <= x->reach; j++) {
        double f = (back - node(x, j - 1)) / psi_old(x, j);
        slope = slope * f + product / psi_old(x, j);
        product *= f;
        rate += slope * x->Z[j][component];
    }
    return rate;
}

void cd_history_values(const History *x, int component, double *value)
{
    for (int j = 0; j < cd_history_points(x); j++) value[j] = cd_history_at(x, component, node(x, j));
}

void cd_history_rebuild(History *x, int component, const double *value)
{
    int n = cd_history_points(x);
    double d[HISTORY_COLUMNS] = { 0 }; /* divided differences in units of h */
    double unit = x->variable ? 1 : x->h;
    for (int j = 0; j < n; j++) d[j] = value[j];
    for (int m = 1; m < n; m++)
        for (int j = n - 1; j >= m; j--) d[j] = (d[j] - d[j - 1]) / ((node(x, j) - node(x, j - m)) / unit);
    if (x->variable) {
        double product = 1;
        x->Z[0][component] = d[0];
        for (int j = 1; j < n; j++) product *= psi_old(x, j), x->Z[j][component] = product * d[j];
        return;
    }
    /* Newton's form at nodes 0, -1, -2 ... to powers */
    double power[HISTORY_COLUMNS] = { 0 };
    for (int m = n - 1; m >= 0; m--) {
        for (int j = n - 1; j > 0; j--) power[j] = power[j - 1] + m * power[j]; /* times (s + m) */
        power[0] = m * power[0];
        power[0] += d[m];
    }
    for (int j = 0; j < n; j++) x->Z[j][component] = power[j];
}
