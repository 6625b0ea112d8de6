/* flexible_body.h - a modal body made of a few nodes with mass and inertia and shapes at random, for tests: its
 * matrices as statements, and its kinetic energy node by node, which knows nothing of invariants. */
#pragma once
#include "draw.h"
#include "linalg/mat3.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>

enum { TEST_NODES = 4, TEST_MODES = 4 };

typedef struct TestBody {
    double mass[TEST_NODES], K[TEST_MODES];
    Vec3 s[TEST_NODES];
    Mat3 J[TEST_NODES];
    Vec3 phi[TEST_NODES][TEST_MODES], psi[TEST_NODES][TEST_MODES];
} TestBody;

static inline TestBody test_body_make(uint64_t seed, double inertia)
{
    TestBody b;
    for (int p = 0; p < TEST_NODES; p++) {
        b.mass[p] = 0.5 + test_random(&seed);
        b.s[p] = random_vector(&seed, 1);
        Vec3 d = random_vector(&seed, 1);
        b.J[p] = m3_scale(m3_add(m3_identity(), m3_scale(m3_outer(d, d), 0.2)), inertia);
        for (int j = 0; j < TEST_MODES; j++)
            b.phi[p][j] = random_vector(&seed, 0.7), b.psi[p][j] = random_vector(&seed, 0.5);
    }
    for (int j = 0; j < TEST_MODES; j++) b.K[j] = 40 + 100 * test_random(&seed);
    return b;
}

static inline void test_body_matrix(FILE *out, int id, const char *name, int rows, int columns, const double *x)
{
    fprintf(out, "MATRIX/%d, NAME = %s, FULL = RORDER, ROWS = %d, COLUMNS = %d, VALUES =\n", id, name, rows, columns);
    for (int k = 0; k < rows * columns; k++)
        fprintf(out, "%s%.16g%s", k % 4 ? "" : ", ", x[k], k % 4 == 3 || k == rows * columns - 1 ? "\n" : ", ");
}

static inline void test_put(double *x, int columns, int row, int column, Mat3 A)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) x[(row + i) * columns + column + j] = m3_at(A, i, j);
}

static inline void test_add_rows(double *x, Mat3 A)
{
    for (int k = 0; k < 9; k++) x[k] += m3_at(A, k / 3, k % 3);
}

/* MATRIX statements from id on, fourteen of them; nodes are 1, 2 ..., modes 7, 8 ... */
static inline void test_body_write(FILE *out, int id, const TestBody *b)
{
    enum { N = TEST_NODES, M = TEST_MODES };
    double selnod[N * 4], selmod[M * 2], K[M * M] = { 0 }, I1 = 0, I2[3] = { 0 }, I3[3 * M] = { 0 }, I4[3 * M] = { 0 };
    double I5[M * 3 * M] = { 0 }, I6[M * M] = { 0 }, I7[9] = { 0 }, I8[M * 9] = { 0 }, I9[M * M * 9] = { 0 };
    double T[3 * N * M], R[3 * N * M];
    for (int p = 0; p < N; p++) {
        double m = b->mass[p];
        Vec3 s = b->s[p];
        Mat3 S = m3_skew(s);
        selnod[4 * p] = p + 1, v3_store(selnod + 4 * p + 1, s);
        I1 += m;
        test_add_rows(I7, m3_add(m3_scale(m3_tmul(S, S), m), b->J[p]));
        for (int c = 0; c < 3; c++) I2[c] += m * v3_get(s, c);
        for (int j = 0; j < M; j++) {
            Vec3 f = b->phi[p][j], t = b->psi[p][j], h = v3_add(v3_scale(v3_cross(s, f), m), m3_apply(b->J[p], t));
            Mat3 F = m3_skew(f);
            for (int c = 0; c < 3; c++) {
                I3[c * M + j] += m * v3_get(f, c), I4[c * M + j] += v3_get(h, c);
                T[c * N * M + p * M + j] = v3_get(f, c), R[c * N * M + p * M + j] = v3_get(t, c);
            }
            test_add_rows(I8 + 9 * j, m3_scale(m3_mul(S, F), m));
            for (int k = 0; k < M; k++) {
                Vec3 g = b->phi[p][k], both = v3_scale(v3_cross(f, g), m);
                I6[j * M + k] += m * v3_dot(f, g) + v3_dot(t, m3_apply(b->J[p], b->psi[p][k]));
                for (int c = 0; c < 3; c++) I5[j * 3 * M + c * M + k] += v3_get(both, c);
                test_add_rows(I9 + 9 * (j * M + k), m3_scale(m3_mul(F, m3_skew(g)), m));
            }
        }
    }
    for (int j = 0; j < M; j++) {
        K[j * M + j] = b->K[j];
        selmod[2 * j] = 7 + j, selmod[2 * j + 1] = sqrt(b->K[j] / I6[j * M + j]) / (2 * acos(-1));
    }
    const struct {
        const char *name;
        int rows, columns;
        const double *x;
    } list[] = { { "SELNOD", N, 4, selnod }, { "SELMOD", M, 2, selmod }, { "GENSTIFF", M, M, K },
                 { "INVAR1", 1, 1, &I1 },    { "INVAR2", 1, 3, I2 },     { "INVAR3", 3, M, I3 },
                 { "INVAR4", 3, M, I4 },     { "INVAR5", M, 3 * M, I5 }, { "INVAR6", M, M, I6 },
                 { "INVAR7", 3, 3, I7 },     { "INVAR8", M, 9, I8 },     { "INVAR9", M * M, 9, I9 },
                 { "T_MODE", 3, N * M, T },  { "R_MODE", 3, N * M, R } };
    for (int k = 0; k < 14; k++) test_body_matrix(out, id + k, list[k].name, list[k].rows, list[k].columns, list[k].x);
}

/* T of the body that moves with V and w, both in its own axes, at q with rates qd. */
static inline double test_body_energy(const TestBody *b, Vec3 V, Vec3 w, const double *q, const double *qd)
{
    double sum = 0;
    for (int p = 0; p < TEST_NODES; p++) {
        Vec3 y = b->s[p], rate = v3(0, 0, 0), turn = w;
        for (int j = 0; j < TEST_MODES; j++) {
            y = v3_axpy(y, q[j], b->phi[p][j]), rate = v3_axpy(rate, qd[j], b->phi[p][j]);
            turn = v3_axpy(turn, qd[j], b->psi[p][j]);
        }
        Vec3 v = v3_add(V, v3_add(v3_cross(w, y), rate));
        sum += b->mass[p] * v3_dot(v, v) / 2 + v3_dot(turn, m3_apply(b->J[p], turn)) / 2;
    }
    return sum;
}
