/* reduce.c - component mode synthesis of Craig and Bampton.
 *
 *     Psi = -K_ii^-1 K_ib,   K_ii Phi = M_ii Phi diag(w^2),  Phi' M_ii Phi = 1,   B = [1 0; Psi Phi]
 *                            (20.1), (20.2)
 *     B' K B = [K_bb + K_bi Psi, 0; 0, diag(w^2)],   B' M B = [.., Psi' M_ii Phi + M_bi Phi; .., 1]
 *                                                    (20.3)
 *     B' K B Y = B' M B Y diag(W^2),   modes N = B Y, without the rigid motions
 *                                      (20.4)
 *
 * Equations that spiders tie to others are eliminated first, u = T u', K' = T' K T. */
#include "flex/reduce.h"

#include "linalg/arnoldi.h"
#include "linalg/spd.h"
#include "linalg/vector.h"

#include <math.h>
#include <string.h>

enum {
    DENSE_UP_TO = 400, /* interior equations for which all modes are computed at once */
    MOST_MODES = 3000, /* of a body, rigid ones included: the small problem is dense */
    BEYOND = 10        /* fixed-interface modes looked at beyond those that are kept, for equal frequencies */
};

static const double pi = 3.14159265358979323846;
static const double equal_frequencies = 1e-6; /* relative */
static const double rigid_share = 1e-6;       /* of the lowest elastic W^2 */

/* The model without its ties, boundary equations first. */
typedef struct Parted {
    const Fem *fem;
    Arena arena;
    int n, nb, ni;      /* free equations, of the boundary, interior */
    int *number;        /* of an equation of the model among the free ones; -1: tied */
    const FemTie **tie; /* of an equation; NULL: it is free */
    Symmetric K, M;     /* of free equations */
} Parted;

/* ---- ties -------------------------------------------------------------------------------------------------------- */

static int terms_of(const Parted *p, int eq, const int **on, const double **c, const double *one)
{
    const FemTie *t = p->tie[eq];
    if (!t) return *on = p->number + eq, *c = one, 1;
    return *on = t->on, *c = t->c, t->n;
}

/* T' A T from the entries of A: each is spread over what its two equations are tied to. */
static Symmetric without_ties(Parted *p, const FemMatrix *a)
{
    Arena scratch = { 0 };
    ARRAY_OF(int) row = { 0 }, col = { 0 };
    ARRAY_OF(double) value = { 0 };
    const double one = 1;
    for (int k = 0; k < a->entry.n; k++) {
        const FemEntry *e = &a->entry.at[k];
        const int *on[2];
        const double *c[2];
        int n[2] = { terms_of(p, e->i, &on[0], &c[0], &one), terms_of(p, e->j, &on[1], &c[1], &one) };
        for (int x = 0; x < n[0]; x++)
            for (int y = 0; y < n[1]; y++) {
                int i = p->tie[e->i] ? p->number[on[0][x]] : on[0][x],
                    j = p->tie[e->j] ? p->number[on[1][y]] : on[1][y];
                /* an entry off the diagonal stands for two; where both fall onto the diagonal they add up */
                double v = e->v * c[0][x] * c[1][y] * (e->i != e->j && i == j ? 2 : 1);
                if (e->i == e->j && x != y && x > y) continue; /* of a diagonal entry both orders give the same pair */
                ARRAY_PUSH(&scratch, &row, i);
                ARRAY_PUSH(&scratch, &col, j);
                ARRAY_PUSH(&scratch, &value, v);
            }
    }
    Symmetric out = cd_symmetric_new(&p->arena, p->n, row.n, row.at, col.at, value.at);
    cd_arena_close(&scratch);
    return out;
}

static void part(Parted *p, const Fem *fem)
{
    *p = (Parted){ .fem = fem };
    p->number = ARENA_ARRAY(&p->arena, int, fem->equations);
    p->tie = ARENA_ARRAY(&p->arena, const FemTie *, fem->equations);
    for (int k = 0; k < fem->tie.n; k++) p->tie[fem->tie.at[k].eq] = &fem->tie.at[k];
    bool *boundary = ARENA_ARRAY(&p->arena, bool, fem->equations);
    for (int k = 0; k < fem->node.n; k++)
        for (int c = 0; c < 6 && fem->node.at[k].interface; c++)
            if (fem->node.at[k].eq[c] >= 0) boundary[fem->node.at[k].eq[c]] = true;
    for (int inner = 0; inner < 2; inner++) {
        for (int e = 0; e < fem->equations; e++)
            if (p->tie[e]) p->number[e] = -1;
            else if (boundary[e] == !inner) p->number[e] = p->n++;
        if (!inner) p->nb = p->n;
    }
    p->ni = p->n - p->nb;
    p->K = without_ties(p, &fem->K);
    p->M = without_ties(p, &fem->M);
}

/* Displacements of all equations of the model from those of the free ones. */
static void spread(const Parted *p, const double *x, double *full)
{
    for (int e = 0; e < p->fem->equations; e++)
        if (!p->tie[e]) full[e] = x[p->number[e]];
    for (int k = 0; k < p->fem->tie.n; k++) {
        const FemTie *t = &p->fem->tie.at[k];
        double sum = 0;
        for (int i = 0; i < t->n; i++) sum += t->c[i] * x[p->number[t->on[i]]];
        full[t->eq] = sum;
    }
}

/* ---- interior ---------------------------------------------------------------------------------------------------- */

static Symmetric interior(Arena *arena, const Parted *p, const Symmetric *a)
{
    Symmetric out = { .lower = { .rows = p->ni, .cols = p->ni } };
    const Pattern *from = &a->lower;
    out.lower.p = ARENA_ARRAY(arena, int, p->ni + 1);
    out.lower.nz = from->p[p->n] - from->p[p->nb]; /* rows of the lower triangle stand behind their column */
    out.lower.i = ARENA_ARRAY(arena, int, out.lower.nz);
    for (int j = 0; j <= p->ni; j++) out.lower.p[j] = from->p[p->nb + j] - from->p[p->nb];
    for (int e = 0; e < out.lower.nz; e++) out.lower.i[e] = from->i[from->p[p->nb] + e] - p->nb;
    out.x = a->x + from->p[p->nb];
    return out;
}

/* Says which degree of freedom nothing holds while the interface is fixed. */
static void tell_loose(const Parted *p, int row)
{
    static const char *const freedom[6] = { "x", "y", "z", "rotation about x", "rotation about y", "rotation about z" };
    for (int k = 0; k < p->fem->node.n; k++)
        for (int c = 0; c < 6; c++) {
            int eq = p->fem->node.at[k].eq[c];
            if (eq >= 0 && p->number[eq] == row)
                cd_log(p->fem->log, (CdPlace){ 0 }, FEM_LOOSE, p->fem->node.at[k].id, freedom[c]);
        }
}

/* Fixed-interface modes: M x = mu K x, mu = 1 / w^2, so that degrees of freedom without mass do no harm. */
typedef struct Fixed {
    Spd *factor;
    Symmetric M;
    int n;
    double *room;
} Fixed;

static void flexibility(void *user, const double *x, double *y)
{
    Fixed *f = user;
    memcpy(f->room, x, sizeof(double) * (size_t)f->n);
    cd_spd_backward(f->factor, f->room);
    cd_symmetric_apply(&f->M, f->room, y);
    cd_spd_forward(f->factor, y);
}

static double *dense_of(Arena *arena, const Symmetric *a)
{
    int n = a->lower.cols;
    double *out = ARENA_ARRAY(arena, double, (size_t)n *(size_t)n);
    for (int j = 0; j < n; j++)
        for (int e = a->lower.p[j]; e < a->lower.p[j + 1]; e++) {
            int i = a->lower.i[e];
            out[i + (size_t)n * (size_t)j] = out[j + (size_t)n * (size_t)i] = a->x[e];
        }
    return out;
}

/* a^T b, columns of length n. */
/* The lowest count modes of all: shapes with x' M x = 1, w^2 ascending; how many were found. */
static int all_modes(Arena *arena, const Symmetric *K, const Symmetric *M, int count, double *w2, double **shape)
{
    Arena scratch = { 0 };
    int n = K->lower.cols, failed, found = 0;
    double *k = dense_of(&scratch, K), *m = dense_of(&scratch, M);
    double *mu = ARENA_ARRAY(&scratch, double, n), *x = ARENA_ARRAY(&scratch, double, (size_t)n *(size_t)n);
    *shape = ARENA_ARRAY(arena, double, (size_t)n *(size_t)count);
    if (cd_dense_symmetric_pair(&scratch, n, m, k, mu, x, &failed) == DENSE_OK)
        for (int j = n - 1; j >= 0 && found < count; j--) {
            if (!(mu[j] > 1e-14 * mu[n - 1])) break; /* no mass in the rest */
            for (int i = 0; i < n; i++)
                (*shape)[i + (size_t)n * (size_t)found] = x[i + (size_t)n * (size_t)j] / sqrt(mu[j]);
            w2[found++] = 1 / mu[j];
        }
    cd_arena_close(&scratch);
    return found;
}

/* Ritz vectors to modes: of equal values they need not be orthogonal, so the small problem is solved once more in their
 * space. */
static int orthonormal(Arena *arena, Fixed *f, const Ritz *ritz, int count, double *w2, double **shape)
{
    Arena scratch = { 0 };
    size_t n = (size_t)f->n;
    int most = 2 * ritz->n, m = 0, found = 0, failed;
    double *V = ARENA_ARRAY(&scratch, double, n *(size_t)most), *BV = ARENA_ARRAY(&scratch, double, n *(size_t)most);
    for (int k = 0; k < ritz->n; k++)
        for (int part = 0; part < (ritz->im[k] != 0 ? 2 : 1); part++) {
            double *v = V + n * (size_t)m;
            memcpy(v, (part ? ritz->x_im : ritz->x_re) + n * (size_t)k, n * sizeof(double));
            for (int round = 0; round < 2; round++)
                for (int j = 0; j < m; j++) {
                    double c = cd_dot(f->n, V + n * (size_t)j, v);
                    for (size_t i = 0; i < n; i++) v[i] -= c * V[i + n * (size_t)j];
                }
            double size = sqrt(cd_dot(f->n, v, v));
            if (size < 1e-6) continue; /* nothing new */
            for (size_t i = 0; i < n; i++) v[i] /= size;
            m++;
        }
    double *A = ARENA_ARRAY(&scratch, double, (size_t)m *(size_t)m),
           *one = ARENA_ARRAY(&scratch, double, (size_t)m *(size_t)m);
    double *mu = ARENA_ARRAY(&scratch, double, m), *Y = ARENA_ARRAY(&scratch, double, (size_t)m *(size_t)m);
    for (int k = 0; k < m; k++) flexibility(f, V + n * (size_t)k, BV + n * (size_t)k);
    for (int k = 0; k < m; k++) {
        one[k + (size_t)m * (size_t)k] = 1;
        for (int j = 0; j < m; j++) A[j + (size_t)m * (size_t)k] = cd_dot(f->n, V + n * (size_t)j, BV + n * (size_t)k);
    }
    *shape = ARENA_ARRAY(arena, double, n *(size_t)count);
    if (cd_dense_symmetric_pair(&scratch, m, A, one, mu, Y, &failed) == DENSE_OK)
        for (int k = m - 1; k >= 0 && found < count; k--, found++) {
            double *x = *shape + n * (size_t)found;
            for (int j = 0; j < m; j++)
                for (size_t i = 0; i < n; i++) x[i] += Y[j + (size_t)m * (size_t)k] * V[i + n * (size_t)j];
            cd_spd_backward(f->factor, x);
            for (size_t i = 0; i < n; i++) x[i] /= sqrt(mu[k]);
            w2[found] = 1 / mu[k];
        }
    cd_arena_close(&scratch);
    return found;
}

static int lowest_modes(Arena *arena, Fixed *f, int count, double *w2, double **shape)
{
    for (int steps = 2 * count + 30;; steps *= 2) {
        Arena scratch = { 0 };
        Ritz ritz;
        DenseStatus status = cd_arnoldi(&scratch, f->n, steps, count, flexibility, f, &ritz);
        int found = ritz.n;
        for (int k = 0; k < ritz.n; k++) found += ritz.im[k] != 0;
        bool enough = found >= count || steps >= f->n;
        if (enough && status == DENSE_OK) found = orthonormal(arena, f, &ritz, count, w2, shape);
        cd_arena_close(&scratch);
        if (enough || status != DENSE_OK) return status == DENSE_OK ? found : 0;
    }
}

/* ---- the whole --------------------------------------------------------------------------------------------------- */

/* Says where the number of fixed-interface modes cuts through equal frequencies, and which numbers do not. */
static void watch_cut(const Fem *fem, const Reduction *r)
{
    int k = r->fixed, low = k, high = k;
    const double *f = r->fixed_hertz;
    if (k < 1 || k >= r->known || f[k] - f[k - 1] > equal_frequencies * f[k]) return;
    while (low > 0 && f[k] - f[low - 1] <= equal_frequencies * f[k]) low--;
    while (high < r->known && f[high] - f[k] <= equal_frequencies * f[k]) high++;
    cd_log(fem->log, (CdPlace){ 0 }, FEM_CUT, k, low + 1, high, f[k], low, high);
}

/* Unit translations and unit rotations about a point, c = 0 to 5, of the free equations. */
static void rigid_field(const Parted *p, int c, Vec3 centre, double *E)
{
    static const Vec3 unit[3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
    for (int k = 0; k < p->fem->node.n; k++) {
        const FemNode *node = &p->fem->node.at[k];
        Vec3 move = c < 3 ? unit[c] : v3_cross(unit[c - 3], v3_sub(node->r, centre));
        for (int i = 0; i < 6; i++) {
            int eq = node->eq[i] < 0 ? -1 : p->number[node->eq[i]];
            if (eq >= 0) E[eq] = i < 3 ? v3_get(move, i) : c >= 3 && i == c ? 1 : 0;
        }
    }
}

/* Shares of mass and moments of inertia about the centre that the base of each fixed-interface mode feels (20.5). */
static void effective_masses(const Parted *p, Reduction *r, const double *Phi)
{
    Arena scratch = { 0 };
    size_t n = (size_t)p->n;
    double *E = ARENA_ARRAY(&scratch, double, 6 * n), *ME = ARENA_ARRAY(&scratch, double, 6 * n), total[6];
    Vec3 centre = v3(0, 0, 0);
    for (int pass = 0; pass < 2; pass++) /* the centre of mass comes from the first */
        for (int c = 0; c < 6; c++) {
            rigid_field(p, c, centre, E + n * (size_t)c);
            cd_symmetric_apply(&p->M, E + n * (size_t)c, ME + n * (size_t)c);
            total[c] = cd_dot(p->n, E + n * (size_t)c, ME + n * (size_t)c);
            if (pass == 0 && c == 5 && total[0] > 0)
                centre = v3(cd_dot(p->n, E + n, ME + 5 * n) / total[0], -cd_dot(p->n, E, ME + 5 * n) / total[0],
                            cd_dot(p->n, E, ME + 4 * n) / total[0]);
        }
    for (int k = 0; k < r->fixed; k++)
        for (int c = 0; c < 6; c++) {
            double part = cd_dot(p->ni, ME + n * (size_t)c + p->nb, Phi + (size_t)p->ni * (size_t)k);
            r->effective[6 * k + c] = total[c] > 0 ? part * part / total[c] : 0;
        }
    cd_arena_close(&scratch);
}

static bool not_finite(const Symmetric *a)
{
    for (int k = 0; k < a->lower.nz; k++)
        if (!isfinite(a->x[k])) return true;
    return false;
}

static Vec3 middle_of_boundary(const Parted *p)
{
    Vec3 sum = v3(0, 0, 0);
    int n = 0;
    for (int k = 0; k < p->fem->node.n; k++)
        if (p->fem->node.at[k].interface) sum = v3_add(sum, p->fem->node.at[k].r), n++;
    return v3_scale(sum, 1.0 / (n > 0 ? n : 1));
}

/* A body that nothing holds: its six rigid motions on the free equations, orthonormal on the boundary. NULL if K
 * resists one of them by more than rounding, or if the boundary does not tell all of them apart. */
static double *free_motions(Arena *arena, const Parted *p)
{
    const double rounding = 1e-13, apart = 1e-6;
    Arena scratch = { 0 };
    size_t n = (size_t)p->n;
    double *E = ARENA_ARRAY(arena, double, 6 * n), *KE = ARENA_ARRAY(&scratch, double, n);
    double *sizes = ARENA_ARRAY(&scratch, double, p->K.lower.nz), *most = ARENA_ARRAY(&scratch, double, n);
    for (int e = 0; e < p->K.lower.nz; e++) sizes[e] = fabs(p->K.x[e]);
    Vec3 centre = middle_of_boundary(p);
    bool moves = true;
    for (int c = 0; c < 6 && moves; c++) {
        double *x = E + n * (size_t)c;
        rigid_field(p, c, centre, x);
        cd_symmetric_apply(&p->K, x, KE);
        for (size_t i = 0; i < n; i++) x[i] = fabs(x[i]);
        cd_symmetric_apply(&(Symmetric){ p->K.lower, sizes }, x, most);
        rigid_field(p, c, centre, x);
        for (size_t i = 0; i < n; i++) moves = moves && fabs(KE[i]) <= rounding * most[i];
        double before = sqrt(cd_dot(p->nb, x, x));
        for (int round = 0; round < 2; round++)
            for (int j = 0; j < c; j++) {
                double s = cd_dot(p->nb, E + n * (size_t)j, x);
                for (size_t i = 0; i < n; i++) x[i] -= s * E[i + n * (size_t)j];
            }
        double size = sqrt(cd_dot(p->nb, x, x));
        moves = moves && size > apart * before;
        for (size_t i = 0; i < n && moves; i++) x[i] /= size;
    }
    cd_arena_close(&scratch);
    return moves ? E : NULL;
}

/* Psi E_b = E_i for a body that nothing holds. What rounding leaves of that in a chain of n elements is of the size n^4
 * times rounding, and would be stiffness against rigid motion (20.36). */
static void free_basis(const Parted *p, const double *E, double *B)
{
    size_t n = (size_t)p->n;
    for (int c = 0; c < 6; c++) {
        const double *e = E + n * (size_t)c;
        for (size_t i = (size_t)p->nb; i < n; i++) {
            double left = e[i];
            for (int j = 0; j < p->nb; j++) left -= B[i + n * (size_t)j] * e[j];
            for (int j = 0; j < p->nb; j++) B[i + n * (size_t)j] += left * e[j];
        }
    }
}

/* The same of the stiffness of the boundary: k E_b = 0. */
static void free_stiffness(const Parted *p, const double *E, int size, double *k)
{
    for (int side = 0; side < 2; side++)
        for (int c = 0; c < 6; c++) {
            const double *e = E + (size_t)p->n * (size_t)c;
            for (int j = 0; j < p->nb; j++) { /* columns, then rows */
                size_t at = side ? (size_t)j : (size_t)size * (size_t)j, next = side ? (size_t)size : 1;
                double s = 0;
                for (int i = 0; i < p->nb; i++) s += k[at + next * (size_t)i] * e[i];
                for (int i = 0; i < p->nb; i++) k[at + next * (size_t)i] -= s * e[i];
            }
        }
}

/* Columns of B: the boundary degrees of freedom with Psi below, then Phi. */
static double *basis(Arena *arena, const Parted *p, Spd *factor, int fixed, const double *Phi)
{
    size_t n = (size_t)p->n, ni = (size_t)p->ni;
    double *B = ARENA_ARRAY(arena, double, n *(size_t)(p->nb + fixed));
    double *Psi = ARENA_ARRAY(arena, double, ni *(size_t)p->nb);
    for (int j = 0; j < p->nb; j++)
        for (int e = p->K.lower.p[j]; e < p->K.lower.p[j + 1]; e++)
            if (p->K.lower.i[e] >= p->nb) Psi[(size_t)(p->K.lower.i[e] - p->nb) + ni * (size_t)j] = -p->K.x[e];
    if (ni && p->nb) cd_spd_solve(factor, p->nb, Psi);
    for (int j = 0; j < p->nb; j++) {
        B[(size_t)j + n * (size_t)j] = 1;
        memcpy(B + (size_t)p->nb + n * (size_t)j, Psi + ni * (size_t)j, ni * sizeof(double));
    }
    for (int j = 0; j < fixed; j++)
        memcpy(B + (size_t)p->nb + n * (size_t)(p->nb + j), Phi + ni * (size_t)j, ni * sizeof(double));
    return B;
}

/* B' K B and B' M B, what is known of them put in as known. */
static void small_problem(Arena *arena, const Parted *p, int fixed, const double *w2, const double *B, double **k,
                          double **m)
{
    size_t n = (size_t)p->n;
    int size = p->nb + fixed;
    double *column = ARENA_ARRAY(arena, double, n);
    *k = ARENA_ARRAY(arena, double, (size_t)size *(size_t)size),
    *m = ARENA_ARRAY(arena, double, (size_t)size *(size_t)size);
    for (int j = 0; j < size; j++) {
        if (j < p->nb) {
            cd_symmetric_apply(&p->K, B + n * (size_t)j, column);
            /* rows of the boundary alone: below them K B is zero */
            for (int i = 0; i < p->nb; i++) (*k)[i + (size_t)size * (size_t)j] = column[i];
        } else (*k)[(size_t)j * ((size_t)size + 1)] = w2[j - p->nb];
        cd_symmetric_apply(&p->M, B + n * (size_t)j, column);
        for (int i = 0; i < size; i++)
            (*m)[i + (size_t)size * (size_t)j] =
                i >= p->nb && j >= p->nb ? i == j : cd_dot(p->n, B + n * (size_t)i, column);
    }
    for (int j = 0; j < size; j++)
        for (int i = 0; i < j; i++) {
            size_t up = i + (size_t)size * (size_t)j, low = j + (size_t)size * (size_t)i;
            (*k)[low] = (*k)[up] = ((*k)[low] + (*k)[up]) / 2, (*m)[low] = (*m)[up] = ((*m)[low] + (*m)[up]) / 2;
        }
}

/* How many of the lowest are rigid motions: those far below the first that is not. */
static int rigid_modes(int n, const double *W2)
{
    int rigid = 0;
    for (int k = 1; k <= 6 && k < n; k++)
        if (fabs(W2[k - 1]) < rigid_share * W2[k]) rigid = k;
    for (int k = 6; k < n && rigid == 6 && fabs(W2[k]) < rigid_share * W2[n - 1] && k + 1 < n &&
                    fabs(W2[k]) < rigid_share * W2[k + 1];
         k++)
        rigid = k + 1; /* mechanisms inside */
    return rigid;
}

/* Modes N = B Y without the rigid ones, on all equations of the model. p NULL: B is on them already. */
static void finish(Arena *arena, const Fem *fem, const Parted *p, int size, const double *W2, const double *Y,
                   const double *B, Reduction *how, ModalBody *out)
{
    Arena scratch = { 0 };
    how->rigid = rigid_modes(size, W2);
    if (how->rigid != (how->clamped ? 0 : 6) && p)
        cd_log(fem->log, (CdPlace){ 0 }, FEM_RIGID, how->rigid,
               how->rigid < 6 ? "held to something fixed: leave out its supports"
                              : "loose in itself: it has a hinge, or parts that nothing joins");
    int n = size - how->rigid, rows = p ? p->n : fem->equations;
    *out = (ModalBody){ .n = n,
                        .number = ARENA_ARRAY(arena, int, n),
                        .hertz = ARENA_ARRAY(arena, double, n),
                        .K = ARENA_ARRAY(arena, double, (size_t)n *(size_t)n),
                        .I6 = ARENA_ARRAY(arena, double, (size_t)n *(size_t)n) };
    size_t N = (size_t)fem->equations;
    how->shape = ARENA_ARRAY(arena, double, N *(size_t)n);
    double *x = ARENA_ARRAY(&scratch, double, rows);
    for (int j = 0; j < n; j++) {
        const double *y = Y + (size_t)size * (size_t)(j + how->rigid);
        double *shape = how->shape + N * (size_t)j, largest = 0;
        memset(x, 0, sizeof(double) * (size_t)rows);
        for (int c = 0; c < size; c++)
            for (int i = 0; i < rows; i++) x[i] += y[c] * B[i + (size_t)rows * (size_t)c];
        if (p) spread(p, x, shape);
        else memcpy(shape, x, sizeof(double) * N);
        for (size_t i = 0; i < N; i++)
            if (fabs(shape[i]) > fabs(largest) * (1 + 1e-6)) largest = shape[i];
        for (size_t i = 0; i < N && largest < 0; i++) shape[i] = -shape[i]; /* the sign does not depend on LAPACK */
        double stiffness = W2[j + how->rigid];
        out->number[j] = j + how->rigid + 1;
        out->hertz[j] = sqrt(fmax(0, stiffness)) / (2 * pi);
        out->K[(size_t)j * ((size_t)n + 1)] = stiffness, out->I6[(size_t)j * ((size_t)n + 1)] = fem->ucf;
    }
    cd_arena_close(&scratch);
}

/* Columns of the small problem that move: all but the degrees of freedom of a clamped node. */
static int moving_columns(const Parted *p, int size, int *column)
{
    int n = 0;
    for (int c = 0; c < size; c++) {
        bool held = false;
        for (int k = 0; k < p->fem->node.n; k++)
            for (int i = 0; i < 6 && p->fem->node.at[k].clamped; i++) {
                int eq = p->fem->node.at[k].eq[i];
                held |= eq >= 0 && p->number[eq] == c;
            }
        if (!held) column[n++] = c;
    }
    return n;
}

/* Rows and columns of a symmetric matrix, in place. */
static void choose(int size, int n, const int *column, double *a)
{
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) a[i + (size_t)n * (size_t)j] = a[column[i] + (size_t)size * (size_t)column[j]];
}

static bool combine(Arena *arena, Parted *p, const double *w2, double *B, Reduction *how, ModalBody *out)
{
    Arena scratch = { 0 };
    CdPlace nowhere = { 0 };
    int all = p->nb + how->fixed, failed, *column = ARENA_ARRAY(&scratch, int, all);
    double *k, *m, *E = free_motions(&scratch, p);
    if (E) free_basis(p, E, B);
    small_problem(&scratch, p, how->fixed, w2, B, &k, &m);
    if (E) free_stiffness(p, E, all, k);
    int size = moving_columns(p, all, column);
    how->clamped = size < all;
    double *W2 = ARENA_ARRAY(&scratch, double, size), *Y = ARENA_ARRAY(&scratch, double, (size_t)size *(size_t)size);
    choose(all, size, column, k), choose(all, size, column, m);
    for (int j = 0; j < size; j++) /* columns only move to the left */
        memmove(B + (size_t)p->n * (size_t)j, B + (size_t)p->n * (size_t)column[j], sizeof(double) * (size_t)p->n);
    DenseStatus status = cd_dense_symmetric_pair(&scratch, size, k, m, W2, Y, &failed);
    if (status != DENSE_OK) {
        if (status == DENSE_SINGULAR && failed < p->nb) cd_log(p->fem->log, nowhere, FEM_NO_MASS, failed + 1, p->nb);
        else cd_log(p->fem->log, nowhere, FEM_FAILED, size);
        cd_arena_close(&scratch);
        return false;
    }
    finish(arena, p->fem, p, size, W2, Y, B, how, out);
    cd_arena_close(&scratch);
    return true;
}

static bool reduce(Arena *arena, Parted *p, int modes, Reduction *how, ModalBody *out)
{
    Arena scratch = { 0 };
    CdPlace nowhere = { 0 };
    int loose = -1, want = modes ? modes + BEYOND : 0;
    if (p->nb + (modes < p->ni ? modes : p->ni) > MOST_MODES) {
        char text[200];
        snprintf(text, sizeof text,
                 "%d degrees of freedom of interface nodes are too many for a body by modes, which has %d at most: "
                 "name fewer nodes, or join faces by spiders (SET:RBE2)",
                 p->nb, MOST_MODES);
        cd_log(p->fem->log, nowhere, FEM_BAD_FILE, text);
        return false;
    }
    if (not_finite(&p->K) || not_finite(&p->M)) {
        cd_log(p->fem->log, nowhere, FEM_FAILED, p->n);
        return false;
    }
    Fixed f = { .n = p->ni, .room = ARENA_ARRAY(&scratch, double, p->ni) };
    Symmetric K_ii = interior(&p->arena, p, &p->K);
    f.M = interior(&p->arena, p, &p->M);
    if (p->ni && !(f.factor = cd_spd_factor(&K_ii, &loose))) {
        tell_loose(p, p->nb + loose);
        cd_arena_close(&scratch);
        return false;
    }
    if (want > p->ni) want = p->ni;
    double *w2 = ARENA_ARRAY(&scratch, double, want), *Phi = NULL;
    if (want)
        how->known = p->ni <= DENSE_UP_TO ? all_modes(&scratch, &K_ii, &f.M, want, w2, &Phi)
                                          : lowest_modes(&scratch, &f, want, w2, &Phi);
    how->fixed = how->known < modes ? how->known : modes;
    if (how->fixed < modes) cd_log(p->fem->log, nowhere, FEM_FEWER, modes, how->fixed);
    how->interface = p->nb;
    how->fixed_hertz = ARENA_ARRAY(arena, double, how->known);
    how->effective = ARENA_ARRAY(arena, double, 6 * how->fixed);
    for (int k = 0; k < how->known; k++) how->fixed_hertz[k] = sqrt(w2[k]) / (2 * pi);
    watch_cut(p->fem, how);
    effective_masses(p, how, Phi);
    double *B = basis(&scratch, p, f.factor, how->fixed, Phi);
    cd_spd_close(f.factor);
    bool good = combine(arena, p, w2, B, how, out);
    cd_arena_close(&scratch);
    return good;
}

bool cd_reduce(Arena *arena, const Fem *fem, int modes, Reduction *how, ModalBody *out)
{
    Parted p;
    *how = (Reduction){ 0 };
    part(&p, fem);
    bool good = reduce(arena, &p, modes, how, out);
    cd_arena_close(&p.arena);
    return good;
}

bool cd_reduce_given(Arena *arena, const Fem *fem, Reduction *how, ModalBody *out)
{
    Arena scratch = { 0 };
    int n = fem->given, failed;
    double *W2 = ARENA_ARRAY(&scratch, double, n), *Y = ARENA_ARRAY(&scratch, double, (size_t)n *(size_t)n);
    *how = (Reduction){ 0 };
    bool good = cd_dense_symmetric_pair(&scratch, n, fem->given_K, fem->given_M, W2, Y, &failed) == DENSE_OK;
    if (good) finish(arena, fem, NULL, n, W2, Y, fem->given_shape, how, out);
    else cd_log(fem->log, (CdPlace){ 0 }, FEM_FAILED, n);
    cd_arena_close(&scratch);
    return good;
}
