/* adamsmat.c - a modal body as an ADAMSMAT2 text: a head, the names of the matrices, and each matrix in fixed columns,
 * I8 and E22.14. */
#include "flex/modal.h"

#include <math.h>
#include <string.h>

enum { NUMBERS_A_LINE = 9, NAMES_A_LINE = 4 };

/* Where numbers of a FULL matrix go on. */
typedef struct Page {
    FILE *out;
    int column;
} Page;

static void number(Page *p, double x)
{
    if (p->column == NUMBERS_A_LINE) fputc('\n', p->out), p->column = 0;
    fprintf(p->out, "%22.14E", x == 0 ? 0.0 : x);
    p->column++;
}

static void end_row(Page *p)
{
    fputc('\n', p->out);
    p->column = 0;
}

static void full_head(FILE *out, const char *name, const char *order, int rows, int cols, int whole, int real)
{
    fprintf(out, "%-10sFULL    %s %6d %4d %4lld   ( ", name, order, rows, cols, (long long)rows * cols);
    if (whole) fprintf(out, "%dI8%s", whole, real ? ", " : " )\n");
    if (real) fprintf(out, "%dE22.14 )\n", real);
}

/* Rows of a matrix, entry (i, j) at x[i*cols + j]. */
static void full(FILE *out, const char *name, int rows, int cols, const double *x)
{
    Page p = { out, 0 };
    full_head(out, name, "RORDER", rows, cols, 0, cols);
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < cols; j++) number(&p, x[(size_t)i * (size_t)cols + (size_t)j]);
        end_row(&p);
    }
}

/* Entries other than zero, at least one. */
static void sparse(FILE *out, const char *name, int rows, int cols, const double *x)
{
    int count = 0;
    for (long long k = 0; k < (long long)rows * cols; k++) count += x[k] != 0;
    fprintf(out, "%-10sSPARSE %6d %4d %4d   ( 2I8, E22.14 )\n", name, rows, cols, count ? count : 1);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++) {
            double v = x[(size_t)i * (size_t)cols + (size_t)j];
            if (v != 0) fprintf(out, "%8d%8d%22.14E\n", i + 1, j + 1, v);
        }
    if (!count) fprintf(out, "%8d%8d%22.14E\n", 1, 1, 0.0);
}

/* Three rows from a vector per mode. */
static void three_rows(FILE *out, const char *name, int n, const Vec3 *v)
{
    Arena scratch = { 0 };
    double *x = ARENA_ARRAY(&scratch, double, 3 * (size_t)n);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < n; j++) x[i * n + j] = v3_get(v[j], i);
    sparse(out, name, 3, n, x);
    cd_arena_close(&scratch);
}

static void nine(FILE *out, const char *name, int rows, const Mat3 *A)
{
    Page p = { out, 0 };
    full_head(out, name, "RORDER", rows, 9, 0, 9);
    for (int r = 0; r < rows; r++) {
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) number(&p, m3_at(A[r], i, j));
        end_row(&p);
    }
}

static const char *const field_name[FEM_FIELDS] = { "KGWXX", "KGWYY", "KGWZZ", "KGWXY", "KGWYZ", "KGWZX",
                                                    "KGAX",  "KGAY",  "KGAZ",  "KGRX",  "KGRY",  "KGRZ" };

static void names(FILE *out, const ModalBody *b)
{
    enum { PLAIN = 19, ALL = PLAIN + FEM_FIELDS };
    const char *name[ALL] = { "SELMOD",
                              "SELNOD",
                              "GENSTIFF",
                              "INVAR1",
                              "INVAR2",
                              "INVAR3",
                              "INVAR4",
                              b->I5 ? "INVAR5" : NULL,
                              "INVAR6",
                              "INVAR7",
                              "INVAR8",
                              b->I9 ? "INVAR9" : NULL,
                              "T_MODE",
                              "R_MODE",
                              b->stresses ? "STRESS" : NULL,
                              b->stresses ? "STRPNT" : NULL,
                              b->edges ? "EDGES" : NULL,
                              b->bendings ? "KGNODE" : NULL,
                              b->bendings ? "KGLOAD" : NULL };
    int n = 0;
    for (int k = 0; k < FEM_FIELDS; k++) name[PLAIN + k] = b->stiffening[k] ? field_name[k] : NULL;
    for (int k = 0; k < ALL; k++) n += name[k] != NULL;
    fprintf(out, "%d\n", n);
    for (int k = 0, at = 0; k < ALL; k++) {
        if (!name[k]) continue;
        fprintf(out, "%-18s", name[k]);
        if (++at % NAMES_A_LINE == 0 || at == n) fputc('\n', out);
    }
}

static void columns(FILE *out, const char *name, const ModalBody *b, const double *x)
{
    full_head(out, name, "CORDER", 3, b->nodes * b->n, 0, 3);
    for (size_t k = 0; k < (size_t)b->nodes * (size_t)b->n; k++)
        fprintf(out, "%22.14E%22.14E%22.14E\n", x[3 * k], x[3 * k + 1], x[3 * k + 2]);
}

/* Which loads on nodes, and the stiffness by each, one matrix below the other. */
static void bendings(FILE *out, const ModalBody *b)
{
    Arena scratch = { 0 };
    size_t n = (size_t)b->n, cases = (size_t)b->bendings;
    double *x = ARENA_ARRAY(&scratch, double, cases *n *n);
    full_head(out, "KGNODE", "RORDER", b->bendings, 2, 2, 0);
    for (size_t c = 0; c < cases; c++) {
        fprintf(out, "%8d%8d\n", b->bending[c].node, b->bending[c].direction);
        memcpy(x + c * n * n, b->bending[c].K, sizeof(double) * n * n);
    }
    sparse(out, "KGLOAD", b->bendings * b->n, b->n, x);
    cd_arena_close(&scratch);
}

bool cd_modal_write(const Fem *fem, const ModalBody *b, FILE *out)
{
    fprintf(out, "ADAMSMAT2   %s  %s  %s  %s  TTTT%cTTT%c [", fem->mass_unit, fem->length_unit, fem->time_unit,
            fem->force_unit, b->I5 ? 'T' : 'F', b->I9 ? 'T' : 'F');
    cd_text_print(fem->title, out);
    fprintf(out, "]\n");
    names(out, b);
    full_head(out, "SELNOD", "RORDER", b->nodes, 4, 1, 3);
    for (int k = 0; k < b->nodes; k++)
        fprintf(out, "%8d%22.14E%22.14E%22.14E\n", b->id[k], b->s[k].x, b->s[k].y, b->s[k].z);
    full_head(out, "SELMOD", "RORDER", b->n, 2, 1, 1);
    for (int k = 0; k < b->n; k++) fprintf(out, "%8d%22.14E\n", b->number[k], b->hertz[k]);
    full(out, "INVAR1", 1, 1, &b->I1);
    full(out, "INVAR2", 1, 3, (double[]){ b->I2.x, b->I2.y, b->I2.z });
    three_rows(out, "INVAR3", b->n, b->I3);
    three_rows(out, "INVAR4", b->n, b->I4);
    if (b->I5) {
        Page p = { out, 0 };
        full_head(out, "INVAR5", "RORDER", b->n, 3 * b->n, 0, 3 * b->n);
        for (int j = 0; j < b->n; j++) {
            for (int i = 0; i < 3; i++)
                for (int k = 0; k < b->n; k++) number(&p, v3_get(b->I5[(size_t)j * (size_t)b->n + (size_t)k], i));
            end_row(&p);
        }
    }
    sparse(out, "INVAR6", b->n, b->n, b->I6);
    Page p = { out, 0 };
    full_head(out, "INVAR7", "RORDER", 3, 3, 0, 3);
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) number(&p, m3_at(b->I7, i, j));
        end_row(&p);
    }
    nine(out, "INVAR8", b->n, b->I8);
    if (b->I9) nine(out, "INVAR9", b->n * b->n, b->I9);
    sparse(out, "GENSTIFF", b->n, b->n, b->K);
    columns(out, "T_MODE", b, b->phi);
    columns(out, "R_MODE", b, b->psi);
    if (b->stresses) full(out, "STRESS", b->stresses, b->n, b->stress);
    if (b->stresses) full_head(out, "STRPNT", "RORDER", b->stresses, 5, 2, 3);
    for (int k = 0; k < b->stresses; k++) {
        const StressSpot *s = &b->spot[k];
        fprintf(out, "%8d%8d%22.14E%22.14E%22.14E\n", s->point, s->component, s->at.x, s->at.y, s->at.z);
    }
    if (b->edges) full_head(out, "EDGES", "RORDER", b->edges, 2, 2, 0);
    for (int k = 0; k < b->edges; k++) fprintf(out, "%8d%8d\n", b->edge[2 * k], b->edge[2 * k + 1]);
    for (int k = 0; k < FEM_FIELDS; k++)
        if (b->stiffening[k]) sparse(out, field_name[k], b->n, b->n, b->stiffening[k]);
    if (b->bendings) bendings(out, b);
    return !ferror(out);
}
