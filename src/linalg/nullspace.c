/* nullspace.c - blocks by joining columns that a row has in common; dense QR with column pivoting of each. */
#include "linalg/nullspace.h"

#include <string.h>

/* ---- blocks ------------------------------------------------------------------------------------------------------ */

static int root_of(int *parent, int k)
{
    while (parent[k] != k) k = parent[k] = parent[parent[k]];
    return k;
}

/* The block of every column, numbered by their first columns; those without rows have one each. */
static int number_blocks(Arena *arena, const Pattern *at, int *block)
{
    int *parent = ARENA_ARRAY(arena, int, at->rows), n = 0;
    for (int j = 0; j < at->rows; j++) parent[j] = j;
    for (int r = 0; r < at->cols; r++)
        for (int k = at->p[r] + 1; k < at->p[r + 1]; k++) {
            int a = root_of(parent, at->i[at->p[r]]), b = root_of(parent, at->i[k]);
            if (a < b) parent[b] = a;
            else parent[a] = b;
        }
    for (int j = 0; j < at->rows; j++) block[j] = parent[j] == j ? n++ : block[root_of(parent, j)];
    return n;
}

/* Numbers 0 .. n-1 sorted by what they belong to: those of k are at list[first[k]] .. */
typedef struct Grouped {
    int *first, *list;
} Grouped;

static Grouped group(Arena *arena, int groups, int n, const int *of)
{
    Grouped g = { ARENA_ARRAY(arena, int, groups + 2), ARENA_ARRAY(arena, int, n) };
    for (int k = 0; k < n; k++) g.first[of[k] + 2]++;
    for (int k = 2; k < groups + 2; k++) g.first[k] += g.first[k - 1];
    for (int k = 0; k < n; k++) g.list[g.first[of[k] + 1]++] = k;
    return g;
}

/* ---- one block --------------------------------------------------------------------------------------------------- */

/* Entries of T as they are found. */
typedef struct Entries {
    ARRAY_OF(int) row, col;
    ARRAY_OF(double) x;
} Entries;

static void add_entry(Arena *arena, Entries *e, int row, int col, double x)
{
    ARRAY_PUSH(arena, &e->row, row);
    ARRAY_PUSH(arena, &e->col, col);
    ARRAY_PUSH(arena, &e->x, x);
}

typedef struct Matrix {
    const Pattern *at;
    const double *x;
    Arena *out, *scratch;
    int *place; /* columns: of each in its block */
} Matrix;

/* The block as a dense matrix. */
static double *gather(const Matrix *a, int rows, const int *row, int cols, const int *col)
{
    double *g = ARENA_ARRAY(a->scratch, double, (size_t)rows *(size_t)cols);
    for (int k = 0; k < cols; k++) a->place[col[k]] = k;
    for (int r = 0; r < rows; r++)
        for (int k = a->at->p[row[r]]; k < a->at->p[row[r] + 1]; k++)
            g[r + (size_t)rows * (size_t)a->place[a->at->i[k]]] = a->x[k];
    return g;
}

static bool solve_block(const Matrix *a, int rows, const int *row, int cols, const int *col, NullBlock *out, Entries *T)
{
    DenseRank rank;
    const double *g = gather(a, rows, row, cols, col);
    if (cd_dense_rank(a->scratch, rows, cols, g, 1e-13, &rank) != DENSE_OK || rank.rank < rows) return false;
    *out = (NullBlock){ rows, ARENA_ARRAY(a->out, int, rows), ARENA_ARRAY(a->out, int, rows),
                        ARENA_ARRAY(a->out, double, (size_t)rows *(size_t)rows) };
    memcpy(out->row, row, sizeof(int) * (size_t)rows);
    for (int k = 0; k < rows; k++) {
        size_t from = (size_t)rows * (size_t)rank.order[k], to = (size_t)rows * (size_t)k;
        out->column[k] = col[rank.order[k]];
        memcpy(out->square + to, g + from, sizeof(double) * (size_t)rows);
    }
    for (int d = 0; d < cols - rows; d++) {
        int j = col[rank.order[rows + d]];
        add_entry(a->scratch, T, j, j, 1);
        for (int k = 0; k < rows; k++) {
            double x = rank.coef[k + (size_t)d * (size_t)rank.stride];
            if (x != 0) add_entry(a->scratch, T, out->column[k], j, -x);
        }
    }
    return true;
}

/* ---- the whole --------------------------------------------------------------------------------------------------- */

/* Columns of T in the order of the independent ones. */
static void arrange(Arena *arena, Arena *scratch, int columns, Entries *T, NullSpace *out)
{
    int *place = ARENA_ARRAY(scratch, int, columns), *slot = ARENA_ARRAY(scratch, int, T->x.n);
    bool *is_free = ARENA_ARRAY(scratch, bool, columns);
    out->independent = ARENA_ARRAY(arena, int, out->free), out->x = ARENA_ARRAY(arena, double, T->x.n);
    for (int k = 0; k < T->x.n; k++) is_free[T->col.at[k]] = true;
    for (int j = 0, k = 0; j < columns; j++)
        if (is_free[j]) place[j] = k, out->independent[k++] = j;
    for (int k = 0; k < T->x.n; k++) T->col.at[k] = place[T->col.at[k]];
    out->pattern = cd_pattern_new(arena, columns, out->free, T->x.n, T->row.at, T->col.at, slot);
    for (int k = 0; k < T->x.n; k++) out->x[slot[k]] = T->x.at[k];
}

bool cd_null_space(Arena *arena, const Pattern *at, const double *x, NullSpace *out)
{
    int columns = at->rows, rows = at->cols;
    Arena scratch = { 0 };
    Entries T = { 0 };
    int *of_column = ARENA_ARRAY(&scratch, int, columns), *of_row = ARENA_ARRAY(&scratch, int, rows);
    bool good = rows <= columns;
    for (int r = 0; r < rows; r++) good &= at->p[r + 1] > at->p[r];
    *out = (NullSpace){ .rows = rows, .free = columns - rows };
    if (good) {
        int blocks = number_blocks(&scratch, at, of_column);
        for (int r = 0; r < rows; r++) of_row[r] = of_column[at->i[at->p[r]]];
        Grouped row = group(&scratch, blocks, rows, of_row), col = group(&scratch, blocks, columns, of_column);
        Matrix a = { at, x, arena, &scratch, ARENA_ARRAY(&scratch, int, columns) };
        out->block = ARENA_ARRAY(arena, NullBlock, blocks);
        for (int b = 0; b < blocks && good; b++) {
            int m = row.first[b + 1] - row.first[b], n = col.first[b + 1] - col.first[b];
            const int *columns_of = col.list + col.first[b];
            if (m == 0) add_entry(&scratch, &T, columns_of[0], columns_of[0], 1);
            else good = solve_block(&a, m, row.list + row.first[b], n, columns_of, &out->block[out->blocks++], &T);
        }
        if (good) arrange(arena, &scratch, columns, &T, out);
    }
    cd_arena_close(&scratch);
    return good;
}

bool cd_null_solve(const NullSpace *n, int columns, int count, const double *b, double *d)
{
    bool good = true;
    memset(d, 0, sizeof(double) * (size_t)columns * (size_t)count);
    for (int k = 0; k < n->blocks && good; k++) {
        const NullBlock *block = &n->block[k];
        Arena scratch = { 0 };
        size_t m = (size_t)block->rows;
        double *x = ARENA_ARRAY(&scratch, double, m *(size_t)count);
        DenseLu lu;
        for (size_t c = 0; c < (size_t)count; c++)
            for (size_t r = 0; r < m; r++) x[r + m * c] = b[(size_t)block->row[r] + (size_t)n->rows * c];
        good = cd_dense_factor(&scratch, block->rows, block->square, &lu) == DENSE_OK;
        if (good) cd_dense_solve(&lu, count, x);
        for (size_t c = 0; c < (size_t)count && good; c++)
            for (size_t r = 0; r < m; r++) d[(size_t)block->column[r] + (size_t)columns * c] = x[r + m * c];
        cd_arena_close(&scratch);
    }
    return good;
}
