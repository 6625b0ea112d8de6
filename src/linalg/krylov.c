/* krylov.c - GMRES on blocks of six by six; smaller ones are filled up with ones on the diagonal. */
#include "linalg/krylov.h"

#include "base/arena.h"
#include "linalg/vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIX = 6, SQUARE = SIX * SIX };

/* Blocks row by row, columns ascending. */
typedef struct Blocks {
    int n;
    int *first;    /* n+1 */
    int *column;   /* of each block */
    int *mirror;   /* the block of the other side of the diagonal */
    int *diagonal; /* n: which of them is */
    double *value; /* SQUARE each, by columns */
} Blocks;

struct Krylov {
    Arena arena;
    int n, nz;
    int *place;     /* n: where an unknown stands among six per block */
    int *row, *col; /* nz: places of a value ... */
    int *to;        /* ... and where it goes */
    int *pivot;     /* n: the value on its diagonal */
    Blocks a;
    double *inverse; /* SQUARE per block: D^-1 */
    double *scale;   /* six per block */
    double *v[KRYLOV_MOST + 1], *w, *z;
    double h[KRYLOV_MOST + 1][KRYLOV_MOST], c[KRYLOV_MOST], s[KRYLOV_MOST], g[KRYLOV_MOST + 1];
};

/* ---- the pattern ------------------------------------------------------------------------------------------------- */

/* Blocks of consecutive numbers, from 0 on, no larger than six; how many; -1: they are not. */
static int count_blocks(int n, const int *block)
{
    int size = 0;
    for (int j = 0; j < n; j++) {
        int last = j ? block[j - 1] : -1;
        if (block[j] != last && block[j] != last + 1) return -1;
        size = block[j] == last ? size + 1 : 1;
        if (size > SIX) return -1;
    }
    return n ? block[n - 1] + 1 : -1;
}

static int by_number(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* Block columns of each block row. */
static void find_blocks(Krylov *k, const int *p, const int *i, const int *block)
{
    Blocks *a = &k->a;
    Arena scratch = { 0 };
    int *mark = ARENA_ARRAY(&scratch, int, a->n), *list = ARENA_ARRAY(&scratch, int, k->nz), found = 0;
    a->first = ARENA_ARRAY(&k->arena, int, a->n + 1);
    for (int b = 0, j = 0; b < a->n; b++) { /* rows of a block column: the same as columns of the row if symmetric */
        a->first[b] = found;
        for (; j < k->n && block[j] == b; j++)
            for (int e = p[j]; e < p[j + 1]; e++) {
                int r = block[i[e]];
                if (mark[r] == b + 1) continue;
                mark[r] = b + 1, list[found++] = r;
            }
        qsort(list + a->first[b], (size_t)(found - a->first[b]), sizeof *list, by_number);
    }
    a->first[a->n] = found;
    a->column = ARENA_ARRAY(&k->arena, int, found), a->mirror = ARENA_ARRAY(&k->arena, int, found);
    a->diagonal = ARENA_ARRAY(&k->arena, int, a->n), a->value = ARENA_ARRAY(&k->arena, double, (size_t)found *SQUARE);
    memcpy(a->column, list, sizeof(int) * (size_t)found);
    cd_arena_close(&scratch);
}

static int find_block(const Blocks *a, int row, int column)
{
    const int *at = bsearch(&column, a->column + a->first[row], (size_t)(a->first[row + 1] - a->first[row]),
                            sizeof *a->column, by_number);
    return at ? (int)(at - a->column) : -1;
}

static bool is_symmetric(Blocks *a)
{
    for (int r = 0; r < a->n; r++) {
        a->diagonal[r] = find_block(a, r, r);
        if (a->diagonal[r] < 0) return false;
        for (int e = a->first[r]; e < a->first[r + 1]; e++) {
            a->mirror[e] = find_block(a, a->column[e], r);
            if (a->mirror[e] < 0) return false;
        }
    }
    return true;
}

/* Where values go; false: a diagonal has none. */
static bool find_places(Krylov *k, const int *p, const int *i, const int *block)
{
    for (int j = 0; j < k->n; j++)
        k->place[j] = SIX * block[j] + (j && block[j] == block[j - 1] ? k->place[j - 1] % SIX + 1 : 0);
    for (int j = 0; j < k->n; j++) {
        k->pivot[j] = -1;
        for (int e = p[j]; e < p[j + 1]; e++) {
            k->row[e] = k->place[i[e]], k->col[e] = k->place[j];
            int at = find_block(&k->a, block[i[e]], block[j]);
            k->to[e] = SQUARE * at + SIX * (k->col[e] % SIX) + k->row[e] % SIX;
            if (i[e] == j) k->pivot[j] = e;
        }
        if (k->pivot[j] < 0) return false;
    }
    return true;
}

Krylov *cd_krylov_open(int n, const int *p, const int *i, const int *block)
{
    int blocks = count_blocks(n, block);
    if (blocks <= 0) return NULL;
    Krylov *k = cd_take(sizeof *k);
    k->n = n, k->nz = p[n], k->a.n = blocks;
    Arena *arena = &k->arena;
    k->place = ARENA_ARRAY(arena, int, n), k->pivot = ARENA_ARRAY(arena, int, n);
    k->row = ARENA_ARRAY(arena, int, k->nz), k->col = ARENA_ARRAY(arena, int, k->nz),
    k->to = ARENA_ARRAY(arena, int, k->nz);
    k->inverse = ARENA_ARRAY(arena, double, (size_t)blocks *SQUARE);
    size_t length = (size_t)blocks * SIX;
    k->scale = ARENA_ARRAY(arena, double, length), k->w = ARENA_ARRAY(arena, double, length);
    k->z = ARENA_ARRAY(arena, double, length);
    for (int j = 0; j <= KRYLOV_MOST; j++) k->v[j] = ARENA_ARRAY(arena, double, length);
    find_blocks(k, p, i, block);
    if (is_symmetric(&k->a) && find_places(k, p, i, block)) return k;
    cd_krylov_close(k);
    return NULL;
}

void cd_krylov_close(Krylov *k)
{
    if (!k) return;
    cd_arena_close(&k->arena);
    free(k);
}

/* ---- blocks ------------------------------------------------------------------------------------------------------ */

/* Six numbers, two by two as processors take them. */
typedef double Two __attribute__((vector_size(16)));
typedef struct Column {
    Two x[SIX / 2];
} Column;

/* y += f A x */
static inline void add_product(const double *A, const double *x, double f, double *y)
{
    Column sum, a;
    memcpy(&sum, y, sizeof sum);
    for (int c = 0; c < SIX; c++) {
        Two by = { f * x[c], f * x[c] };
        memcpy(&a, A + SIX * c, sizeof a);
        for (int k = 0; k < SIX / 2; k++) sum.x[k] += a.x[k] * by;
    }
    memcpy(y, &sum, sizeof sum);
}

/* C += f A B */
static inline void add_square(const double *A, const double *B, double f, double *C)
{
    for (int c = 0; c < SIX; c++) add_product(A, B + SIX * c, f, C + SIX * c);
}

/* By Gauss and Jordan, pivots within columns, or rows: the inverse of A^T is that of A turned over; false: singular. */
static bool invert(const double *A, double *X)
{
    double a[SQUARE];
    memcpy(a, A, sizeof a);
    memset(X, 0, sizeof a);
    for (int k = 0; k < SIX; k++) X[(SIX + 1) * k] = 1;
    for (int k = 0; k < SIX; k++) {
        int best = k;
        for (int r = k + 1; r < SIX; r++)
            if (fabs(a[SIX * r + k]) > fabs(a[SIX * best + k])) best = r;
        double pivot = a[SIX * best + k];
        if (!(fabs(pivot) > 0) || !isfinite(pivot)) return false;
        for (int c = 0; c < SIX; c++) {
            double t = a[SIX * k + c], u = X[SIX * k + c];
            a[SIX * k + c] = a[SIX * best + c] / pivot, X[SIX * k + c] = X[SIX * best + c] / pivot;
            if (best != k) a[SIX * best + c] = t, X[SIX * best + c] = u;
        }
        for (int r = 0; r < SIX; r++) {
            double f = r == k ? 0 : a[SIX * r + k];
            if (f == 0) continue;
            for (int c = 0; c < SIX; c++) a[SIX * r + c] -= f * a[SIX * k + c], X[SIX * r + c] -= f * X[SIX * k + c];
        }
    }
    return true;
}

/* ---- values ------------------------------------------------------------------------------------------------------ */

static bool find_scale(Krylov *k, const double *x)
{
    for (int j = 0; j < SIX * k->a.n; j++) k->scale[j] = 1;
    for (int j = 0; j < k->n; j++) {
        double d = fabs(x[k->pivot[j]]);
        if (!(d > 0)) return false;
        k->scale[k->place[j]] = 1 / sqrt(d);
    }
    return true;
}

bool cd_krylov_take(Krylov *k, const double *x)
{
    const Blocks *a = &k->a;
    if (!find_scale(k, x)) return false;
    memset(a->value, 0, sizeof(double) * SQUARE * (size_t)a->first[a->n]);
    for (int b = 0; b < a->n; b++)
        for (int c = 0; c < SIX; c++) a->value[SQUARE * a->diagonal[b] + (SIX + 1) * c] = 1;
    for (int e = 0; e < k->nz; e++) a->value[k->to[e]] = k->scale[k->row[e]] * x[e] * k->scale[k->col[e]];
    for (int b = 0; b < a->n; b++) {
        double D[SQUARE], part[SQUARE];
        memcpy(D, a->value + SQUARE * a->diagonal[b], sizeof D);
        for (int e = a->first[b]; e < a->diagonal[b]; e++) {
            memset(part, 0, sizeof part);
            add_square(k->inverse + SQUARE * a->column[e], a->value + SQUARE * a->mirror[e], 1, part);
            add_square(a->value + SQUARE * e, part, -1, D);
        }
        if (!invert(D, k->inverse + SQUARE * b)) return false;
    }
    return true;
}

/* ---- iterations -------------------------------------------------------------------------------------------------- */

static void apply(const Blocks *a, const double *x, double *y)
{
    for (int r = 0; r < a->n; r++) {
        double sum[SIX] = { 0 };
        for (int e = a->first[r]; e < a->first[r + 1]; e++)
            add_product(a->value + SQUARE * e, x + SIX * a->column[e], 1, sum);
        memcpy(y + SIX * r, sum, sizeof sum);
    }
}

/* M z = r */
static void precondition(const Krylov *k, const double *r, double *z)
{
    const Blocks *a = &k->a;
    for (int b = 0; b < a->n; b++) {
        double sum[SIX], out[SIX] = { 0 };
        memcpy(sum, r + SIX * b, sizeof sum);
        for (int e = a->first[b]; e < a->diagonal[b]; e++)
            add_product(a->value + SQUARE * e, z + SIX * a->column[e], -1, sum);
        add_product(k->inverse + SQUARE * b, sum, 1, out);
        memcpy(z + SIX * b, out, sizeof out);
    }
    for (int b = a->n - 1; b >= 0; b--) {
        double sum[SIX] = { 0 };
        for (int e = a->diagonal[b] + 1; e < a->first[b + 1]; e++)
            add_product(a->value + SQUARE * e, z + SIX * a->column[e], 1, sum);
        add_product(k->inverse + SQUARE * b, sum, -1, z + SIX * b);
    }
}

static void add_to(int n, double f, const double *x, double *y)
{
    for (int i = 0; i < n; i++) y[i] += f * x[i];
}

static void scale_by(int n, double f, double *x)
{
    for (int i = 0; i < n; i++) x[i] *= f;
}

/* A new direction behind m + 1 of them; by modified Gram and Schmidt. */
static void extend(Krylov *k, int m)
{
    int n = SIX * k->a.n;
    precondition(k, k->v[m], k->z);
    apply(&k->a, k->z, k->v[m + 1]);
    for (int j = 0; j <= m; j++) {
        k->h[j][m] = cd_dot(n, k->v[m + 1], k->v[j]);
        add_to(n, -k->h[j][m], k->v[j], k->v[m + 1]);
    }
    double norm = sqrt(cd_dot(n, k->v[m + 1], k->v[m + 1]));
    k->h[m + 1][m] = norm;
    if (norm > 0) scale_by(n, 1 / norm, k->v[m + 1]);
}

/* Rotates column m into the triangle; the size of the residual that is left. */
static double rotate(Krylov *k, int m)
{
    for (int j = 0; j < m; j++) {
        double a = k->h[j][m], b = k->h[j + 1][m];
        k->h[j][m] = k->c[j] * a + k->s[j] * b, k->h[j + 1][m] = k->c[j] * b - k->s[j] * a;
    }
    double size = hypot(k->h[m][m], k->h[m + 1][m]);
    k->c[m] = size > 0 ? k->h[m][m] / size : 1, k->s[m] = size > 0 ? k->h[m + 1][m] / size : 0;
    k->h[m][m] = size, k->h[m + 1][m] = 0;
    k->g[m + 1] = -k->s[m] * k->g[m], k->g[m] *= k->c[m];
    return fabs(k->g[m + 1]);
}

/* The best of the space of m directions, in the place of w. */
static void combine(Krylov *k, int m)
{
    int n = SIX * k->a.n;
    double y[KRYLOV_MOST];
    for (int j = m - 1; j >= 0; j--) {
        y[j] = k->g[j];
        for (int c = j + 1; c < m; c++) y[j] -= k->h[j][c] * y[c];
        y[j] = k->h[j][j] != 0 ? y[j] / k->h[j][j] : 0;
    }
    memset(k->w, 0, sizeof(double) * (size_t)n);
    for (int j = 0; j < m; j++) add_to(n, y[j], k->v[j], k->w);
    precondition(k, k->w, k->z);
}

int cd_krylov_solve(Krylov *k, const double *b, double *x, double tolerance, int most)
{
    int n = SIX * k->a.n, m = 0;
    memset(k->v[0], 0, sizeof(double) * (size_t)n);
    for (int j = 0; j < k->n; j++) k->v[0][k->place[j]] = k->scale[k->place[j]] * b[j];
    double whole = sqrt(cd_dot(n, k->v[0], k->v[0])), left = whole;
    if (!isfinite(whole)) return -1;
    if (whole > 0) scale_by(n, 1 / whole, k->v[0]);
    k->g[0] = whole;
    while (m < most && m < KRYLOV_MOST && left > tolerance * whole) {
        extend(k, m);
        left = rotate(k, m++);
    }
    if (!(left <= tolerance * whole)) return -1;
    combine(k, m);
    for (int j = 0; j < k->n; j++) x[j] = k->scale[k->place[j]] * k->z[k->place[j]];
    return m;
}
