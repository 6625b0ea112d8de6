/* friction.c - contacts with friction at one instant. */
#include "impact/friction.h"

#include "impact/impact.h"
#include "impact/lcp.h"

#include <math.h>
#include <string.h>

static double own(const FrictionProblem *f, int i, int k)
{
    return f->w[(3 * i + k) * 3 * f->n + 3 * i + k];
}

static bool slips(const FrictionProblem *f, int i)
{
    return f->way && (f->way[2 * i] != 0 || f->way[2 * i + 1] != 0);
}

/* ---- along one line per contact: a linear complementarity problem ----------------------------------------------- */

/* Which of its unknowns is what. Of a contact that may stick there are the normal, two sides of the tangent, and the
 * amount of slip; of others the normal, along with its friction if it slips. */
typedef enum Part { PART_NORMAL, PART_PLUS, PART_MINUS, PART_AMOUNT } Part;
typedef struct LineUnknown {
    int contact;
    Part part;
    int row;     /* of W; that of the amount is none, -1 */
    double unit; /* by which the unknown is multiplied */
} LineUnknown;

/* The tangent that a contact has; -1: it has two. 0: none. */
static int line_of(const FrictionProblem *f, int i)
{
    bool first = own(f, i, 1) > 0, second = own(f, i, 2) > 0;
    return first && second ? -1 : first ? 1 : second ? 2 : 0;
}

static int list_unknowns(const FrictionProblem *f, LineUnknown *out)
{
    int n = 0;
    for (int i = 0; i < f->n; i++) {
        int t = line_of(f, i);
        double unit = own(f, i, 0) > 0 ? 1 / sqrt(own(f, i, 0)) : 1;
        out[n++] = (LineUnknown){ i, PART_NORMAL, 3 * i, unit };
        if (t <= 0 || slips(f, i) || !(f->mu[i] > 0)) continue;
        unit = 1 / sqrt(own(f, i, t));
        out[n++] = (LineUnknown){ i, PART_PLUS, 3 * i + t, unit };
        out[n++] = (LineUnknown){ i, PART_MINUS, 3 * i + t, unit };
        out[n++] = (LineUnknown){ i, PART_AMOUNT, -1, 1 / unit };
    }
    return n;
}

/* Velocity along a row of W by a unit of an unknown. */
static double response(const FrictionProblem *f, int row, const LineUnknown *x)
{
    const double *w = f->w + row * 3 * f->n;
    if (x->part != PART_NORMAL) return x->part == PART_MINUS ? -w[x->row] : w[x->row];
    double sum = w[x->row];
    for (int k = 0; k < 2 && slips(f, x->contact); k++)
        sum -= f->mu[x->contact] * f->way[2 * x->contact + k] * w[x->row + 1 + k];
    return sum;
}

/* 0 <= Un and Pn;  0 <= s +- Ut and the sides;  0 <= mu Pn - sides and s. */
static Lcp line_problem(Arena *scratch, const FrictionProblem *f, int n, const LineUnknown *x)
{
    double *a = ARENA_ARRAY(scratch, double, n *n), *q = ARENA_ARRAY(scratch, double, n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            const LineUnknown *r = &x[i], *c = &x[j];
            bool same = r->contact == c->contact;
            double value = 0;
            if (r->part == PART_AMOUNT) {
                if (same && c->part == PART_NORMAL) value = f->mu[r->contact];
                else if (same && c->part != PART_AMOUNT) value = -1;
            } else if (c->part == PART_AMOUNT) {
                value = same && r->part != PART_NORMAL;
            } else {
                value = (r->part == PART_MINUS ? -1 : 1) * response(f, r->row, c);
            }
            /* rows of the amount are impulses, all others velocities */
            a[i * n + j] = (r->part == PART_AMOUNT ? 1 / x[i - 1].unit : r->unit) * value * c->unit;
        }
    for (int i = 0; i < n; i++)
        q[i] = x[i].part == PART_AMOUNT ? 0 : (x[i].part == PART_MINUS ? -1 : 1) * x[i].unit * f->q[x[i].row];
    return (Lcp){ n, a, q };
}

static bool solve_on_lines(Arena *scratch, const FrictionProblem *f, double *p)
{
    LineUnknown *x = ARENA_ARRAY(scratch, LineUnknown, 4 * f->n);
    int n = list_unknowns(f, x);
    double *z = ARENA_ARRAY(scratch, double, n);
    bool *active = ARENA_ARRAY(scratch, bool, n);
    Lcp lcp = line_problem(scratch, f, n, x);
    enum { ENUMERATED = 4, AT_LAST = 8 }; /* unknowns of which all sets are tried: at once, and where Lemke fails */
    bool good = n <= ENUMERATED ? cd_lcp_try_all_sets(scratch, &lcp, active, z)
                                : cd_lcp_lemke(scratch, &lcp, active, z) ||
                                      (n <= AT_LAST && cd_lcp_try_all_sets(scratch, &lcp, active, z));
    if (!good) return false;
    memset(p, 0, sizeof(double) * (size_t)(3 * f->n));
    for (int i = 0; i < n; i++)
        if (x[i].part != PART_AMOUNT) p[x[i].row] += (x[i].part == PART_MINUS ? -1 : 1) * x[i].unit * z[i];
    for (int i = 0; i < f->n; i++)
        for (int k = 0; k < 2 && slips(f, i); k++)
            if (own(f, i, 1 + k) > 0) p[3 * i + 1 + k] = -f->mu[i] * p[3 * i] * f->way[2 * i + k];
    return true;
}

/* ---- in a plane ------------------------------------------------------------------------------------------------- */

/* A tangent that is not there answers to itself alone, and stays at zero. near: p is the solution of a problem near
 * by. */
static bool solve_on_cones(Arena *scratch, const FrictionProblem *f, bool near, double *p)
{
    int size = 3 * f->n;
    double *w = ARENA_ARRAY(scratch, double, size *size), *mu = ARENA_ARRAY(scratch, double, f->n);
    memcpy(w, f->w, sizeof(double) * (size_t)size * (size_t)size);
    for (int i = 0; i < f->n; i++) {
        double wt = fmax(own(f, i, 1), own(f, i, 2));
        mu[i] = wt > 0 ? f->mu[i] : 0;
        for (int k = 1; k < 3; k++)
            if (!(own(f, i, k) > 0)) w[(3 * i + k) * size + 3 * i + k] = wt > 0 ? wt : fmax(own(f, i, 0), 1e-300);
    }
    ConeProblem c = { f->n, w, f->q, mu, f->way };
    bool good = near ? cd_cone_polish(scratch, &c, p) : cd_cone_solve(scratch, &c, p);
    for (int i = 0; i < f->n; i++) {
        p[3 * i] = fmax(0, p[3 * i]); /* what Newton's method leaves of one that does not press */
        for (int k = 1; k < 3; k++)
            if (!(own(f, i, k) > 0)) p[3 * i + k] = 0;
    }
    return good;
}

bool cd_friction_solve(Arena *scratch, const FrictionProblem *f, double *p)
{
    ArenaMark mark = cd_arena_mark(scratch);
    bool lines = true;
    for (int i = 0; i < f->n; i++) lines &= line_of(f, i) >= 0;
    bool good = (lines && solve_on_lines(scratch, f, p)) || solve_on_cones(scratch, f, false, p);
    cd_arena_release(scratch, mark);
    return good;
}

bool cd_friction_polish(Arena *scratch, const FrictionProblem *f, double *p)
{
    ArenaMark mark = cd_arena_mark(scratch);
    bool good = solve_on_cones(scratch, f, true, p);
    cd_arena_release(scratch, mark);
    return good;
}

/* ---- impact ----------------------------------------------------------------------------------------------------- */

/* U+, the energy lost, and the work of impulses on velocities before by amount. */
static double find_after(FrictionImpact *x, double *amount)
{
    int size = 3 * x->f.n;
    double lost = 0;
    *amount = 0;
    for (int i = 0; i < size; i++) {
        x->after[i] = x->f.q[i];
        for (int j = 0; j < size; j++) x->after[i] += x->f.w[i * size + j] * x->p[j];
        lost -= x->p[i] * (x->f.q[i] + x->after[i]) / 2, *amount += fabs(x->p[i] * x->f.q[i]);
    }
    return lost;
}

bool cd_friction_impact(Arena *scratch, FrictionImpact *x)
{
    static const double shares[] = { 1, 0.75, 0.5, 0.25, 0 };
    const double roundoff = 1e-12;
    ArenaMark mark = cd_arena_mark(scratch);
    double *q = ARENA_ARRAY(scratch, double, 3 * x->f.n), amount;
    FrictionProblem f = x->f;
    bool good = false;
    f.q = q;
    for (int k = 0; k < 5 && !good; k++) {
        memcpy(q, x->f.q, sizeof(double) * (size_t)(3 * f.n));
        for (int i = 0; i < f.n; i++)
            if (q[3 * i] < 0) q[3 * i] *= 1 + shares[k] * x->e[i];
        good = cd_friction_solve(scratch, &f, x->p);
        x->lost = find_after(x, &amount), x->share = shares[k];
        good = good && x->lost >= -roundoff * amount;
    }
    cd_arena_release(scratch, mark);
    return good;
}

bool cd_friction_jam(Arena *scratch, FrictionImpact *x, const double *a)
{
    const double brief = 1e-5, nothing = 1e-3; /* of the largest slip */
    ArenaMark mark = cd_arena_mark(scratch);
    int n = 3 * x->f.n;
    double *q = ARENA_ARRAY(scratch, double, n), fast = 0, push = 0, amount, most = 0;
    for (int i = 0; i < n; i++) fast = fmax(fast, fabs(x->f.q[i])), push = fmax(push, fabs(a[i]));
    for (int i = 0; i < n && push > 0; i++) q[i] = x->f.q[i] + brief * fast / push * a[i];
    FrictionProblem f = x->f;
    f.q = q;
    bool good = push > 0 && cd_friction_solve(scratch, &f, x->p) && cd_friction_polish(scratch, &x->f, x->p);
    for (int i = 0; i < x->f.n; i++) most = fmax(most, x->p[3 * i] * own(&x->f, i, 0));
    cd_arena_release(scratch, mark);
    x->lost = find_after(x, &amount);
    return good && most > nothing * fast && x->lost >= 0;
}

/* ---- contacts that depend on each other ------------------------------------------------------------------------- */

/* Solves L L^T c = row in place: coefficients of a row by those before it, which are independent. */
static void coefficients(const double *l, int n, int room, double *c)
{
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++) c[i] -= l[i * room + k] * c[k];
        c[i] /= l[i * room + i];
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++) c[i] -= l[k * room + i] * c[k];
        c[i] /= l[i * room + i];
    }
}

/* Solves a c = b, rows and columns of a those listed and b the column j, by elimination; false: it is singular. */
static bool solve_listed(Arena *scratch, int n, const double *a, int m, const int *at, int j, double *c)
{
    const double singular = 1e-10; /* of the largest of a column */
    double *x = ARENA_ARRAY(scratch, double, m *(m + 1));
    for (int r = 0; r < m; r++)
        for (int k = 0; k <= m; k++) x[r * (m + 1) + k] = a[at[r] * n + (k < m ? at[k] : j)];
    for (int k = 0; k < m; k++) {
        int best = k;
        double most = 0;
        for (int r = 0; r < m; r++) most = fmax(most, fabs(a[at[r] * n + at[k]]));
        for (int r = k + 1; r < m; r++)
            if (fabs(x[r * (m + 1) + k]) > fabs(x[best * (m + 1) + k])) best = r;
        if (!(fabs(x[best * (m + 1) + k]) > singular * most)) return false;
        for (int l = 0; l <= m; l++) {
            double keep = x[k * (m + 1) + l];
            x[k * (m + 1) + l] = x[best * (m + 1) + l], x[best * (m + 1) + l] = keep;
        }
        for (int r = 0; r < m; r++) {
            double f = r == k ? 0 : x[r * (m + 1) + k] / x[k * (m + 1) + k];
            for (int l = k; l <= m && f != 0; l++) x[r * (m + 1) + l] -= f * x[k * (m + 1) + l];
        }
    }
    for (int k = 0; k < m; k++) c[k] = x[k * (m + 1) + m] / x[k * (m + 1) + k];
    return true;
}

/* One of those that press and depend on each other goes; false: they are independent. */
static bool drop_one(Arena *scratch, int n, const double *w, const double *rubbed, double *press, bool *on)
{
    const double dependent = 1e-9; /* share of its diagonal that a pivot keeps */
    double *l = ARENA_ARRAY(scratch, double, n *n), *c = ARENA_ARRAY(scratch, double, n);
    int *at = ARENA_ARRAY(scratch, int, n), m = 0;
    for (int j = 0; j < n; j++) {
        if (!on[j]) continue;
        double pivot = w[j * n + j];
        for (int i = 0; i < m; i++) {
            double sum = w[at[i] * n + j];
            c[i] = sum;
            for (int k = 0; k < i; k++) sum -= l[i * n + k] * l[m * n + k];
            l[m * n + i] = sum / l[i * n + i], pivot -= l[m * n + i] * l[m * n + i];
        }
        if (pivot > dependent * w[j * n + j]) {
            l[m * n + m] = sqrt(pivot), at[m++] = j;
            continue;
        }
        double *by_rows = ARENA_ARRAY(scratch, double, m);
        memcpy(by_rows, c, sizeof(double) * (size_t)m);
        if (!rubbed || !solve_listed(scratch, n, rubbed, m, at, j, c)) {
            memcpy(c, by_rows, sizeof(double) * (size_t)m);
            coefficients(l, m, n, c);
        }
        double give = press[j];
        int goes = j;
        for (int i = 0; i < m; i++)
            if (c[i] < 0 && press[at[i]] < -c[i] * give) give = press[at[i]] / -c[i], goes = at[i];
        for (int i = 0; i < m; i++) press[at[i]] += c[i] * give;
        press[j] -= give, press[goes] = 0, on[goes] = false;
        return true;
    }
    return false;
}

void cd_friction_support(Arena *scratch, int n, const double *w, const double *rubbed, double *press, bool *on)
{
    ArenaMark mark = cd_arena_mark(scratch);
    while (drop_one(scratch, n, w, rubbed, press, on)) cd_arena_release(scratch, mark);
    cd_arena_release(scratch, mark);
}
