/* box.c - see box.h. Sets of shares that are between their ends are tried, each from what the last one got wrong. */
#include "analyses/dynamic/box.h"

#include <math.h>
#include <string.h>

/* Gauss with complete pivoting on the first m rows and columns of `a`, rows m + 1 long with the right-hand side last.
 * Columns that are left without a pivot keep the value that they have in x. */
static void eliminate(int m, double *a, double *x, bool *left)
{
    const double nothing = 1e-10;
    int w = m + 1, rank = 0, order[BOX_MOST];
    double top = 0;
    for (int k = 0; k < m; k++) order[k] = k;
    for (; rank < m; rank++) {
        int p = rank, q = rank;
        for (int i = rank; i < m; i++)
            for (int k = rank; k < m; k++)
                if (fabs(a[i * w + k]) > fabs(a[p * w + q])) p = i, q = k;
        double pivot = fabs(a[p * w + q]);
        if (!(pivot > nothing * top)) break;
        top = fmax(top, pivot);
        for (int k = 0; k < w; k++) {
            double other = a[rank * w + k];
            a[rank * w + k] = a[p * w + k], a[p * w + k] = other;
        }
        for (int i = 0; i < m; i++) {
            double other = a[i * w + rank];
            a[i * w + rank] = a[i * w + q], a[i * w + q] = other;
        }
        int column = order[rank];
        order[rank] = order[q], order[q] = column;
        for (int i = rank + 1; i < m; i++) {
            double f = a[i * w + rank] / a[rank * w + rank];
            for (int k = rank; k < w; k++) a[i * w + k] -= f * a[rank * w + k];
        }
    }
    for (int k = m; k-- > 0;) {
        int at = order[k];
        left[at] = k >= rank;
        if (left[at]) continue;
        double sum = a[k * w + m];
        for (int i = k + 1; i < m; i++) sum -= a[k * w + i] * x[order[i]];
        x[at] = sum / a[k * w + k];
    }
}

/* Shares of the set between, with the others at their ends; those that the rates leave undetermined at one half. */
static void solve_between(const Box *b)
{
    int m = 0;
    double *a = b->room, x[BOX_MOST];
    bool left[BOX_MOST];
    for (int i = 0; i < b->n; i++) {
        b->along[i] = false;
        if (b->side[i]) b->s[i] = b->side[i] > 0;
        else m++;
    }
    int w = m + 1;
    for (int i = 0, row = 0; i < b->n; i++) {
        if (b->side[i]) continue;
        double right = -b->r[i];
        for (int k = 0, col = 0; k < b->n; k++) {
            if (b->side[k]) right -= b->a[i * b->n + k] * b->s[k];
            else a[row * w + col++] = b->a[i * b->n + k];
        }
        a[row * w + m] = right, x[row] = 0.5, row++;
    }
    eliminate(m, a, x, left);
    for (int i = 0, row = 0; i < b->n; i++)
        if (!b->side[i]) b->s[i] = x[row], b->along[i] = left[row], row++;
}

static double rate(const Box *b, int i)
{
    double w = b->r[i];
    for (int k = 0; k < b->n; k++) w += b->a[i * b->n + k] * b->s[k];
    return w;
}

/* What a member of the set, or of an end, has got wrong: the side it belongs to. */
static int right_side(const Box *b, int i)
{
    if (b->side[i] == 0) return b->s[i] >= 1 ? 1 : b->s[i] <= 0 ? -1 : 0;
    return rate(b, i) * b->side[i] < 0 ? 0 : b->side[i];
}

bool cd_box_solve(const Box *b)
{
    enum { AT_ONCE = 20, MOST = 400 };
    for (int i = 0; i < b->n; i++) b->side[i] = 0;
    for (int trial = 0; trial < MOST; trial++) {
        bool wrong = false;
        solve_between(b);
        for (int i = 0; i < b->n && !(wrong && trial >= AT_ONCE); i++) {
            int to = right_side(b, i);
            wrong |= to != b->side[i];
            b->side[i] = to;
        }
        if (!wrong) return true;
    }
    for (int i = 0; i < b->n; i++) b->s[i] = 0.5;
    for (int i = 0; i < b->n; i++) b->side[i] = rate(b, i) < 0 ? -1 : 1;
    return false;
}

bool cd_box_linear(int n, const double *a, double *b, double *room)
{
    bool left[BOX_MOST], good = true;
    double x[BOX_MOST] = { 0 };
    for (int i = 0; i < n; i++) {
        memcpy(room + i * (n + 1), a + i * n, sizeof *a * (size_t)n);
        room[i * (n + 1) + n] = b[i];
    }
    eliminate(n, room, x, left);
    for (int i = 0; i < n; i++) b[i] = x[i], good &= !left[i];
    return good;
}
