/* response.c - frequency response between inputs and outputs (theory 12.11):
 *
 *     H(i w) = C (i w - A)^-1 B + D
 *
 * A is brought to Hessenberg form once, so that each frequency costs n^2. */
#include "analyses/linear/statemat.h"
#include "linalg/dense.h"

#include <complex.h>
#include <math.h>
#include <string.h>

typedef double complex Complex;

/* b <- (i w - H)^-1 b by elimination with the better of two rows. m: room for n x n. */
static void solve(int n, const double *h, double w, Complex *m, Complex *b)
{
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) m[i + (size_t)n * (size_t)j] = (i == j ? I * w : 0) - h[i + (size_t)n * (size_t)j];
    for (int k = 0; k + 1 < n; k++) {
        Complex *top = m + k, *next = m + k + 1;
        if (cabs(next[(size_t)n * (size_t)k]) > cabs(top[(size_t)n * (size_t)k])) {
            for (int j = k; j < n; j++) {
                Complex x = top[(size_t)n * (size_t)j];
                top[(size_t)n * (size_t)j] = next[(size_t)n * (size_t)j], next[(size_t)n * (size_t)j] = x;
            }
            Complex x = b[k];
            b[k] = b[k + 1], b[k + 1] = x;
        }
        if (top[(size_t)n * (size_t)k] == 0) continue;
        Complex f = next[(size_t)n * (size_t)k] / top[(size_t)n * (size_t)k];
        for (int j = k; j < n && f != 0; j++) next[(size_t)n * (size_t)j] -= f * top[(size_t)n * (size_t)j];
        b[k + 1] -= f * b[k];
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++) b[i] -= m[i + (size_t)n * (size_t)j] * b[j];
        b[i] /= m[i + (size_t)n * (size_t)i];
    }
}

/* From a tenth of the slowest eigenvalue that is not zero to ten times the fastest. */
static void range_of(Arena *scratch, const Linearised *l, double *from, double *to)
{
    Eigen e = { 0 };
    *from = 0, *to = 0;
    if (l->n && cd_dense_eigen(scratch, l->n, l->A, false, &e) == DENSE_OK) {
        for (int k = 0; k < l->n; k++) *to = fmax(*to, hypot(e.re[k], e.im[k]));
        for (int k = 0; k < l->n; k++) {
            double size = hypot(e.re[k], e.im[k]);
            if (size > 1e-6 * *to && (*from == 0 || size < *from)) *from = size;
        }
    }
    if (*to == 0) *from = *to = 2 * M_PI;
    *from /= 10, *to *= 10;
}

static void product(int rows, int inner, int cols, const double *x, const double *y, bool transposed, double *out)
{
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++) {
            double sum = 0;
            for (int k = 0; k < inner; k++)
                sum += (transposed ? x[k + (size_t)inner * (size_t)r] : x[r + (size_t)rows * (size_t)k]) *
                       y[k + (size_t)inner * (size_t)c];
            out[r + (size_t)rows * (size_t)c] = sum;
        }
}

void cd_plant_response(TextBuffer *out, const Plant *p, const double range[2], int points)
{
    const Linearised *l = p->l;
    const Table *variables = &l->e->s->model->table[KIND_variable];
    int n = l->n;
    Arena scratch = { 0 };
    double from, to, *h, *q;
    double *B = ARENA_ARRAY(&scratch, double, (size_t)n *(size_t)p->inputs);
    double *C = ARENA_ARRAY(&scratch, double, (size_t)n *(size_t)p->outputs);
    Complex *m = ARENA_ARRAY(&scratch, Complex, (size_t)n * (size_t)n), *x = ARENA_ARRAY(&scratch, Complex, n);
    if (range) from = 2 * M_PI * range[0], to = 2 * M_PI * range[1];
    else range_of(&scratch, l, &from, &to);
    cd_dense_hessenberg(&scratch, n, l->A, &h, &q);
    product(n, n, p->inputs, q, p->B, true, B);
    product(p->outputs, n, n, p->C, q, false, C);
    cd_buffer_print(out, "\"frequency [cycles/time]\"");
    for (int c = 0; c < p->inputs; c++)
        for (int r = 0; r < p->outputs; r++) {
            int in = variables->at[p->input[c]].id, to_id = variables->at[p->output[r]].id;
            cd_buffer_print(out, ",\"VARIABLE_%d/VARIABLE_%d.magnitude\",\"VARIABLE_%d/VARIABLE_%d.phase [deg]\"",
                            to_id, in, to_id, in);
        }
    cd_buffer_char(out, '\n');
    for (int k = 0; k < points; k++) {
        double part = (double)k / (points - 1), w = pow(from, 1 - part) * pow(to, part);
        cd_buffer_number(out, w / (2 * M_PI));
        for (int c = 0; c < p->inputs; c++) {
            for (int i = 0; i < n; i++) x[i] = B[i + (size_t)n * (size_t)c];
            solve(n, h, w, m, x);
            for (int r = 0; r < p->outputs; r++) {
                Complex sum = p->D[r + (size_t)p->outputs * (size_t)c];
                for (int i = 0; i < n; i++) sum += C[r + (size_t)p->outputs * (size_t)i] * x[i];
                cd_buffer_char(out, ',');
                cd_buffer_number(out, cabs(sum));
                cd_buffer_char(out, ',');
                cd_buffer_number(out, carg(sum) * 180 / M_PI);
            }
        }
        cd_buffer_char(out, '\n');
    }
    cd_arena_close(&scratch);
}
