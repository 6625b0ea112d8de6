/* arnoldi.c - block Arnoldi with full orthogonalisation.
 *
 *     A V_m = V_(m+p) H,   H_m s = theta s,   x = V_m s,   residual = |rows m .. m+p of H s| */
#include "linalg/arnoldi.h"

#include "linalg/vector.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 6 };

static const double CONVERGED = 1e-9;

/* w <- w less its part in the first k vectors, twice for rounding; h += that part. The length that is left. */
static double orthogonalise(int n, int k, const double *V, double *w, double *h)
{
    for (int round = 0; round < 2; round++)
        for (int j = 0; j < k; j++) {
            const double *v = V + (size_t)n * (size_t)j;
            double part = cd_dot(n, v, w);
            for (int i = 0; i < n; i++) w[i] -= part * v[i];
            if (h) h[j] += part;
        }
    return sqrt(cd_dot(n, w, w));
}

/* A vector that depends on its number only, orthogonal to those before it. */
static void start_vector(int n, int k, double *V, LinearMap *map, void *user, double *room)
{
    uint64_t seed = 88172645463325252u + (uint64_t)k;
    double *v = V + (size_t)n * (size_t)k;
    for (int i = 0; i < n; i++) {
        seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
        v[i] = (double)(seed >> 11) * 0x1p-53 - 0.5;
    }
    /* what the map takes to zero, which are the infinite eigenvalues of a shifted pencil, is left behind */
    map(user, v, room);
    map(user, room, v);
    double size = orthogonalise(n, k, V, v, NULL);
    for (int i = 0; i < n; i++) v[i] /= size;
}

typedef struct Found {
    double size;
    int at;
} Found;

static int larger_first(const void *a, const void *b)
{
    const Found *x = a, *y = b;
    if (x->size != y->size) return x->size > y->size ? -1 : 1;
    return x->at - y->at;
}

DenseStatus cd_arnoldi(Arena *arena, int size, int steps, int wanted, LinearMap *map, void *user, Ritz *out)
{
    Arena scratch = { 0 };
    int m = steps < size - BLOCK ? steps : size - BLOCK, rows = m + BLOCK;
    *out = (Ritz){ 0 };
    if (m < 1) return DENSE_OK;
    double *V = ARENA_ARRAY(&scratch, double, (size_t)size *(size_t)rows);
    double *H = ARENA_ARRAY(&scratch, double, (size_t)rows *(size_t)m), *room = ARENA_ARRAY(&scratch, double, size);
    for (int k = 0; k < BLOCK; k++) start_vector(size, k, V, map, user, room);
    for (int j = 0; j < m; j++) {
        double *w = V + (size_t)size * (size_t)(j + BLOCK), *h = H + (size_t)rows * (size_t)j;
        map(user, V + (size_t)size * (size_t)j, w);
        double before = sqrt(cd_dot(size, w, w)), left = orthogonalise(size, j + BLOCK, V, w, h);
        h[j + BLOCK] = left;
        if (left <= 1e-14 * before) { /* the space is complete in this direction: go on in another */
            h[j + BLOCK] = 0;
            start_vector(size, j + BLOCK, V, map, user, room);
        } else
            for (int i = 0; i < size; i++) w[i] /= left;
    }
    double *square = ARENA_ARRAY(&scratch, double, (size_t)m *(size_t)m);
    for (int j = 0; j < m; j++)
        memcpy(square + (size_t)m * (size_t)j, H + (size_t)rows * (size_t)j, sizeof(double) * (size_t)m);
    Eigen e;
    DenseStatus status = cd_dense_eigen(&scratch, m, square, true, &e);
    Found *found = ARENA_ARRAY(&scratch, Found, m);
    double *s[2] = { ARENA_ARRAY(&scratch, double, m), ARENA_ARRAY(&scratch, double, m) };
    int n = 0;
    for (int k = 0; k < m && status == DENSE_OK; k++) {
        if (e.im[k] < 0) continue;
        double theta = hypot(e.re[k], e.im[k]), residual = 0;
        cd_eigen_vector(&e, k, s[0], s[1]);
        for (int r = m; r < rows; r++)
            for (int part = 0; part < 2; part++) {
                double sum = 0;
                for (int j = 0; j < m; j++) sum += H[r + (size_t)rows * (size_t)j] * s[part][j];
                residual += sum * sum;
            }
        if (sqrt(residual) <= CONVERGED * theta) found[n++] = (Found){ theta, k };
    }
    qsort(found, (size_t)n, sizeof *found, larger_first);
    out->n = n < wanted ? n : wanted;
    out->re = ARENA_ARRAY(arena, double, out->n), out->im = ARENA_ARRAY(arena, double, out->n);
    out->x_re = ARENA_ARRAY(arena, double, (size_t)size *(size_t)out->n);
    out->x_im = ARENA_ARRAY(arena, double, (size_t)size *(size_t)out->n);
    for (int k = 0; k < out->n; k++) {
        out->re[k] = e.re[found[k].at], out->im[k] = e.im[found[k].at];
        cd_eigen_vector(&e, found[k].at, s[0], s[1]);
        for (int part = 0; part < 2; part++) {
            double *x = (part ? out->x_im : out->x_re) + (size_t)size * (size_t)k;
            for (int j = 0; j < m; j++)
                for (int i = 0; i < size; i++) x[i] += V[i + (size_t)size * (size_t)j] * s[part][j];
        }
    }
    cd_arena_close(&scratch);
    return status;
}
