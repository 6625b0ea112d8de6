/* lcp.c - linear complementarity problems: a set of positive unknowns tried, all sets, Lemke's pivots, descent. */
#include "impact/lcp.h"

#include "linalg/vector.h"

#include <math.h>
#include <string.h>

/* What round-off may leave of a sum of terms, as a share of them. */
static const double roundoff = 1e-12;
/* A pivot, as a share of its diagonal, below which a row depends on those before it. */
static const double dependent = 1e-9;

/* w of one row, and the sum of its terms by amount. */
static double row_of(const Lcp *p, int i, const double *z, double *amount)
{
    double w = p->q[i], sum = fabs(w);
    for (int j = 0; j < p->n; j++) {
        double term = p->a[i * p->n + j] * z[j];
        w += term, sum += fabs(term);
    }
    *amount = sum;
    return w;
}

double cd_lcp_violation(const Lcp *p, const double *z)
{
    double worst = 0, most_z = cd_largest(p->n, z), most_q = cd_largest(p->n, p->q);
    for (int i = 0; i < p->n; i++) {
        /* terms that are huge beside q cancel to anything: such z is no solution */
        double amount, w = row_of(p, i, z, &amount), unit = fmax(most_q, 1e-3 * fmin(amount, 1e8 * most_q));
        double off_w = unit > 0 ? w / unit : 0, off_z = most_z > 0 ? z[i] / most_z : 0;
        worst = fmax(worst, fmax(-off_w, -off_z));
        worst = fmax(worst, fmin(off_w, off_z));
        if (isnan(off_w) || isnan(off_z)) return INFINITY;
    }
    return worst;
}

/* ---- a set of positive unknowns ---------------------------------------------------------------------------------- */

/* Solves m x = b in place by elimination with the largest pivots of each column; false if a row depends on others.
 * m: n*n by rows. */
static bool eliminate(int n, double *m, double *b)
{
    double most = cd_largest(n * n, m);
    for (int k = 0; k < n; k++) {
        int pivot = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(m[i * n + k]) > fabs(m[pivot * n + k])) pivot = i;
        if (!(fabs(m[pivot * n + k]) > dependent * most)) return false;
        for (int j = k; j < n && pivot != k; j++) {
            double swap = m[k * n + j];
            m[k * n + j] = m[pivot * n + j], m[pivot * n + j] = swap;
        }
        double swap = b[k];
        b[k] = b[pivot], b[pivot] = swap;
        for (int i = k + 1; i < n; i++) {
            double f = m[i * n + k] / m[k * n + k];
            for (int j = k + 1; j < n && f != 0; j++) m[i * n + j] -= f * m[k * n + j];
            m[i * n + k] = f, b[i] -= f * b[k];
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++) b[k] -= m[k * n + j] * b[j];
        b[k] /= m[k * n + k];
    }
    return true;
}

/* Rows and columns of A that belong to a set. */
typedef struct Subset {
    int n, *at; /* members, ascending */
    double *m;  /* n*n by rows */
} Subset;

static Subset subset(Arena *scratch, const Lcp *p, const bool *set)
{
    Subset s = { .at = ARENA_ARRAY(scratch, int, p->n) };
    for (int i = 0; i < p->n; i++)
        if (set[i]) s.at[s.n++] = i;
    s.m = ARENA_ARRAY(scratch, double, s.n *s.n);
    for (int i = 0; i < s.n; i++)
        for (int j = 0; j < s.n; j++) s.m[i * s.n + j] = p->a[s.at[i] * p->n + s.at[j]];
    return s;
}

/* z with w = 0 on the set and z = 0 elsewhere, once corrected for what round-off has left. */
static bool solve_on(Arena *scratch, const Lcp *p, const bool *active, double *z)
{
    enum { ROUNDS = 2 };
    bool good = true;
    memset(z, 0, sizeof(double) * (size_t)p->n);
    for (int round = 0; round < ROUNDS && good; round++) {
        ArenaMark mark = cd_arena_mark(scratch);
        Subset s = subset(scratch, p, active);
        double *b = ARENA_ARRAY(scratch, double, s.n), amount;
        for (int i = 0; i < s.n; i++) b[i] = -row_of(p, s.at[i], z, &amount);
        good = eliminate(s.n, s.m, b);
        for (int i = 0; i < s.n && good; i++) z[s.at[i]] += b[i];
        cd_arena_release(scratch, mark);
    }
    return good;
}

/* Negative numbers within round-off are zero; whether what is left is a solution. */
static bool clean(const Lcp *p, bool *active, double *z)
{
    double most = cd_largest(p->n, z);
    for (int i = 0; i < p->n; i++)
        if (z[i] < 0 && z[i] >= -roundoff * most) z[i] = 0, active[i] = false;
    return cd_lcp_violation(p, z) <= roundoff;
}

bool cd_lcp_try_set(Arena *scratch, const Lcp *p, bool *active, double *z)
{
    return solve_on(scratch, p, active, z) && clean(p, active, z);
}

bool cd_lcp_try_all_sets(Arena *scratch, const Lcp *p, bool *active, double *z)
{
    for (int size = 0; size <= p->n; size++)
        for (int set = 0; set < 1 << p->n; set++) {
            int members = 0;
            for (int i = 0; i < p->n; i++) active[i] = set >> i & 1, members += active[i];
            if (members == size && cd_lcp_try_set(scratch, p, active, z)) return true;
        }
    return false;
}

bool cd_lcp_depends(Arena *scratch, const Lcp *p, const bool *set, double tolerance)
{
    ArenaMark mark = cd_arena_mark(scratch);
    Subset s = subset(scratch, p, set);
    int n = s.n;
    double *m = s.m;
    bool depends = false;
    for (int k = 0; k < n && !depends; k++) {
        depends = !(m[k * n + k] > tolerance * p->a[s.at[k] * (p->n + 1)]);
        for (int i = k + 1; i < n && !depends; i++) {
            double f = m[i * n + k] / m[k * n + k];
            for (int j = k; j < n; j++) m[i * n + j] -= f * m[k * n + j];
        }
    }
    cd_arena_release(scratch, mark);
    return depends;
}

/* ---- Lemke ------------------------------------------------------------------------------------------------------- */

/* The tableau w - A z - d z0 = q: columns of w, of z, of z0, and the right-hand side. */
typedef struct Tableau {
    int n, width;
    double *x;  /* n*width by rows */
    int *basic; /* n: which column each row belongs to */
} Tableau;

static Tableau tableau_of(Arena *scratch, const Lcp *p, int cover)
{
    int n = p->n, width = 2 * n + 2;
    Tableau t = { n, width, ARENA_ARRAY(scratch, double, n *width), ARENA_ARRAY(scratch, int, n) };
    for (int i = 0; i < n; i++) {
        double *row = t.x + i * width;
        row[i] = 1, row[2 * n] = -1 - (double)(cover * i % (n + 1)) / (n + 1), row[2 * n + 1] = p->q[i], t.basic[i] = i;
        for (int j = 0; j < n; j++) row[n + j] = -p->a[i * n + j];
    }
    return t;
}

static void pivot_on(Tableau *t, int row, int column)
{
    double *r = t->x + row * t->width, f = 1 / r[column];
    for (int j = 0; j < t->width; j++) r[j] *= f;
    r[column] = 1;
    for (int i = 0; i < t->n; i++) {
        double *x = t->x + i * t->width, g = x[column];
        if (i == row || g == 0) continue;
        for (int j = 0; j < t->width; j++) x[j] -= g * r[j];
        x[column] = 0;
    }
    t->basic[row] = column;
}

/* Whether row a leaves before row b: the smaller ratio of right-hand sides, and among equals of the columns of w,
 * one by one. */
static bool is_before(const Tableau *t, int a, int b, int column)
{
    const double *x = t->x + a * t->width, *y = t->x + b * t->width;
    double fx = 1 / x[column], fy = 1 / y[column];
    for (int k = -1; k < t->n; k++) {
        int j = k < 0 ? 2 * t->n + 1 : k;
        double u = x[j] * fx, v = y[j] * fy, tie = 1e-13 * (fabs(u) + fabs(v));
        if (fabs(u - v) > tie) return u < v;
    }
    return false;
}

/* The row that leaves when a column enters; z0 wherever it can; -1: none, a ray. */
static int leaving_row(const Tableau *t, int column)
{
    const double least = 1e-10;
    int best = -1;
    for (int i = 0; i < t->n; i++) {
        if (!(t->x[i * t->width + column] > least)) continue;
        if (best < 0 || is_before(t, i, best, column)) best = i;
    }
    if (best < 0) return -1;
    double most = t->x[best * t->width + 2 * t->n + 1] / t->x[best * t->width + column];
    for (int i = 0; i < t->n; i++) {
        double x = t->x[i * t->width + column];
        if (t->basic[i] == 2 * t->n && x > least && t->x[i * t->width + 2 * t->n + 1] / x <= most * (1 + 1e-13))
            return i;
    }
    return best;
}

/* Pivots until z0 leaves. */
static bool follow_path(Tableau *t)
{
    int n = t->n, row = 0, most = 50 + 20 * n, last = 2 * n + 1;
    for (int i = 1; i < n; i++)
        if (-t->x[i * t->width + last] / t->x[i * t->width + 2 * n] <
            -t->x[row * t->width + last] / t->x[row * t->width + 2 * n])
            row = i;
    int left = t->basic[row];
    pivot_on(t, row, 2 * n);
    for (int k = 0; k < most && left != 2 * n; k++) {
        int enters = left < n ? left + n : left - n;
        row = leaving_row(t, enters);
        if (row < 0) return false;
        left = t->basic[row];
        pivot_on(t, row, enters);
    }
    return left == 2 * n;
}

/* cover: which vector d leads to the first point. */
static bool lemke_with(Arena *scratch, const Lcp *p, int cover, bool *active, double *z)
{
    ArenaMark mark = cd_arena_mark(scratch);
    Tableau t = tableau_of(scratch, p, cover);
    bool found = follow_path(&t);
    for (int i = 0; i < p->n; i++) active[i] = false;
    for (int i = 0; i < p->n; i++)
        if (t.basic[i] >= p->n && t.basic[i] < 2 * p->n) active[t.basic[i] - p->n] = true;
    cd_arena_release(scratch, mark);
    return found && cd_lcp_try_set(scratch, p, active, z);
}

bool cd_lcp_lemke(Arena *scratch, const Lcp *p, bool *active, double *z)
{
    enum { COVERS = 4 }; /* another path, where round-off has spoilt one */
    double least = 0;
    for (int i = 0; i < p->n; i++) active[i] = false, least = fmin(least, p->q[i]);
    bool found = least >= 0 && cd_lcp_try_set(scratch, p, active, z);
    for (int cover = 0; cover < COVERS && !found; cover++) found = lemke_with(scratch, p, cover * 7, active, z);
    return found;
}

/* ---- descent ----------------------------------------------------------------------------------------------------- */

/* The way from z that keeps w = 0 on the set while unknown i grows: d, and how w of i changes along it. */
static double direction(Arena *scratch, const Lcp *p, const bool *active, int i, double *d)
{
    ArenaMark mark = cd_arena_mark(scratch);
    Subset s = subset(scratch, p, active);
    int n = p->n;
    double *b = ARENA_ARRAY(scratch, double, s.n), bend = p->a[i * n + i];
    for (int k = 0; k < s.n; k++) b[k] = -p->a[s.at[k] * n + i];
    bool good = eliminate(s.n, s.m, b);
    memset(d, 0, sizeof(double) * (size_t)n);
    d[i] = 1;
    for (int k = 0; k < s.n && good; k++) d[s.at[k]] = b[k], bend += p->a[i * n + s.at[k]] * b[k];
    cd_arena_release(scratch, mark);
    return good ? bend : NAN;
}

/* How far z can go along d before an unknown of the set is zero, and which. */
static double room_along(const Lcp *p, const bool *active, const double *z, const double *d, int *blocks)
{
    double room = INFINITY;
    for (int k = 0; k < p->n; k++)
        if (active[k] && d[k] < 0 && z[k] / -d[k] < room) room = z[k] / -d[k], *blocks = k;
    return room;
}

/* Lets unknown i grow until its w is zero; unknowns that come to zero on the way leave the set. False: it could grow
 * for ever. */
static bool let_grow(Arena *scratch, const Lcp *p, int i, bool *active, double *z, double *d)
{
    double amount;
    for (int k = 0; k <= p->n; k++) {
        int blocks = -1;
        double w = row_of(p, i, z, &amount), bend = direction(scratch, p, active, i, d);
        double room = room_along(p, active, z, d, &blocks), own = p->a[i * p->n + i];
        double way = bend > dependent * own ? fmax(0, -w / bend) : INFINITY;
        if (isnan(bend) || (isinf(way) && isinf(room))) return false;
        for (int l = 0; l < p->n; l++) z[l] = fmax(0, z[l] + fmin(way, room) * d[l]);
        if (way <= room) return active[i] = true;
        active[blocks] = false, z[blocks] = 0;
    }
    return false;
}

/* The unknown with the most negative w, or in the end the first of them, which ends circles; -1: none is beyond
 * round-off. */
static int most_negative(const Lcp *p, const bool *out, const double *z, double most_q, bool first)
{
    int worst = -1;
    double least = 0, amount = 0;
    for (int i = 0; i < p->n && !(first && worst >= 0); i++) {
        double w = out[i] ? 0 : row_of(p, i, z, &amount);
        if (w < least && w < -roundoff / 10 * most_q - 1e-15 * amount) least = w, worst = i;
    }
    return worst;
}

bool cd_lcp_descend(Arena *scratch, const Lcp *p, bool *active, double *z)
{
    const double noise = 1e-10; /* of q: a row that others hold between them, at zero, which round-off makes negative */
    ArenaMark mark = cd_arena_mark(scratch);
    double *d = ARENA_ARRAY(scratch, double, p->n), *exact = ARENA_ARRAY(scratch, double, p->n), amount;
    bool *out = ARENA_ARRAY(scratch, bool, p->n), found = true;
    double most_q = cd_largest(p->n, p->q);
    int worst = 0, most = 20 + 10 * p->n;
    memset(z, 0, sizeof(double) * (size_t)p->n), memset(active, 0, sizeof(bool) * (size_t)p->n);
    for (int k = 0; k < most && found && worst >= 0; k++) {
        worst = most_negative(p, out, z, most_q, k > most / 2);
        if (worst < 0) break;
        double w = row_of(p, worst, z, &amount);
        found = let_grow(scratch, p, worst, active, z, d);
        if (!found && w > -noise * most_q) found = out[worst] = true;
        /* what round-off has added up on the way is taken off */
        bool solved = found && solve_on(scratch, p, active, exact), inside = solved;
        for (int i = 0; i < p->n && inside; i++) inside = exact[i] >= 0;
        if (inside) memcpy(z, exact, sizeof(double) * (size_t)p->n);
    }
    found = found && worst < 0 && clean(p, active, z);
    cd_arena_release(scratch, mark);
    return found;
}

/* Where rows nearly depend on each other: (A + r) z_k + q - r z_(k-1) by descent, again and again, which leads to a
 * solution of the problem itself. */
static bool approach(Arena *scratch, const Lcp *p, double pull, int most, bool *active, double *z)
{
    ArenaMark mark = cd_arena_mark(scratch);
    int n = p->n;
    double *a = ARENA_ARRAY(scratch, double, n *n), *q = ARENA_ARRAY(scratch, double, n);
    Lcp near = { n, a, q };
    memcpy(a, p->a, sizeof(double) * (size_t)(n * n)), memcpy(q, p->q, sizeof(double) * (size_t)n);
    for (int i = 0; i < n; i++) a[i * n + i] += pull, active[i] = false;
    bool found = false, good = true;
    for (int k = 0; k < most && good && !found; k++) {
        good = cd_lcp_try_set(scratch, &near, active, z) || cd_lcp_descend(scratch, &near, active, z);
        for (int i = 0; i < n; i++) q[i] = p->q[i] - pull * z[i];
        found = good && clean(p, active, z);
    }
    cd_arena_release(scratch, mark);
    return found;
}

/* ---- all of them ------------------------------------------------------------------------------------------------- */

LcpWay cd_lcp_solve(Arena *scratch, const Lcp *p, bool *active, double *z)
{
    if (cd_lcp_try_set(scratch, p, active, z)) return LCP_WARM;
    if (p->n <= LCP_ENUMERATED && cd_lcp_try_all_sets(scratch, p, active, z)) return LCP_SETS;
    if (p->n <= LCP_PIVOTED && cd_lcp_lemke(scratch, p, active, z)) return LCP_LEMKE;
    if (cd_lcp_descend(scratch, p, active, z)) return LCP_DESCENT;
    /* bodies wedged between contacts nearly along each other take impulses thousands of times as large as what stops
     * them: a weak pull gets there */
    if (approach(scratch, p, 1e-6, 40, active, z) || approach(scratch, p, 2e-8, 400, active, z)) return LCP_DESCENT;
    memset(z, 0, sizeof(double) * (size_t)p->n);
    memset(active, 0, sizeof(bool) * (size_t)p->n);
    return LCP_NONE;
}
