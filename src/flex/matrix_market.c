/* matrix_market.c - stiffness and mass as two Matrix Market files, equations in the order of the nodes of --nodes:
 *
 *     %%MatrixMarket matrix coordinate real symmetric
 *     rows columns entries
 *     i j value */
#include "flex/fem.h"

#include <string.h>
#include <strings.h>

static const char head[] = "%%MatrixMarket";

bool cd_recognise_matrix_market(Text text, const char *path);
bool cd_read_matrix_market(Fem *fem, Lines *in, const FemInput *input);

bool cd_recognise_matrix_market(Text text, const char *path)
{
    (void)path;
    return text.n >= (int)sizeof head - 1 && strncasecmp(text.at, head, sizeof head - 1) == 0;
}

static bool read_matrix(Fem *fem, Lines *in, FemMatrix *to, int *size)
{
    Text line, word[6];
    if (!cd_lines_next(in, &line)) return cd_lines_bad(in, line, "the file is empty");
    int n = cd_line_words(line, word, 5);
    if (n < 5 || !cd_text_equal_nocase(word[0], head) || !cd_text_equal_nocase(word[1], "matrix") ||
        !cd_text_equal_nocase(word[2], "coordinate") ||
        !(cd_text_equal_nocase(word[3], "real") || cd_text_equal_nocase(word[3], "integer")))
        return cd_lines_bad(in, line,
                            "a Matrix Market file of real entries by coordinates is expected: "
                            "%%%%MatrixMarket matrix coordinate real symmetric");
    bool symmetric = cd_text_equal_nocase(word[4], "symmetric");
    if (!symmetric && !cd_text_equal_nocase(word[4], "general"))
        return cd_lines_bad(in, word[4], "the matrix must be symmetric, or general with both triangles");
    do
        if (!cd_lines_next(in, &line)) return cd_lines_bad(in, line, "the line with the size is missing");
    while (!cd_text_trim(line).n || line.at[0] == '%');
    int rows, cols, entries;
    if (cd_line_words(line, word, 3) != 3 || !cd_word_whole(word[0], 1, &rows) || !cd_word_whole(word[1], 1, &cols) ||
        !cd_word_whole(word[2], 0, &entries) || rows != cols)
        return cd_lines_bad(in, line, "rows, columns (as many) and entries are expected here");
    if (*size && rows != *size) return cd_lines_bad(in, line, "this matrix has %d rows, the other one %d", rows, *size);
    *size = rows;
    for (int k = 0; k < entries;) {
        int i, j;
        double v;
        if (!cd_lines_next(in, &line))
            return cd_lines_bad(in, line, "the file ends after %d of %d entries", k, entries);
        if (!cd_text_trim(line).n || line.at[0] == '%') continue;
        if (cd_line_words(line, word, 3) != 3 || !cd_word_whole(word[0], 1, &i) || !cd_word_whole(word[1], 1, &j) ||
            !cd_word_real(word[2], &v) || i > rows || j > rows)
            return cd_lines_bad(in, line, "row, column (1 to %d) and value are expected here", rows);
        cd_fem_add(fem, to, i - 1, j - 1, v);
        k++;
    }
    if (!symmetric && !cd_fem_fold(fem, to)) return cd_lines_bad(in, word[0], "the matrix is not symmetric");
    return true;
}

/* Equations by a list "node.freedom" or "node freedom", one a line. */
static bool read_freedoms(Fem *fem, const char *path, int size)
{
    Lines in;
    Text line, word[3];
    if (!cd_lines_open(&in, &fem->arena, path, fem->log)) return false;
    int n = 0;
    while (cd_lines_next(&in, &line)) {
        int id, freedom, words = cd_line_words(line, word, 2);
        if (!words) continue;
        if (words == 1) {
            const char *dot = memchr(word[0].at, '.', (size_t)word[0].n);
            int length = dot ? (int)(dot - word[0].at) : 0;
            word[1] = (Text){ word[0].at + length + 1, word[0].n - length - 1 };
            word[0].n = length;
        }
        if (!cd_word_whole(word[0], 1, &id) || !cd_word_whole(word[1], 1, &freedom) || freedom > 6)
            return cd_lines_bad(&in, line, "a node and a degree of freedom (1 to 6) are expected here, as in 17.3");
        if (cd_fem_equation(fem, id, freedom - 1) != n)
            return cd_lines_bad(&in, line, "degree of freedom %d of node %d stands here twice", freedom, id);
        n++;
    }
    if (n != size)
        return cd_lines_bad(&in, (Text){ 0 }, "%d degrees of freedom are listed, the matrices have %d", n, size);
    return true;
}

bool cd_read_matrix_market(Fem *fem, Lines *in, const FemInput *input)
{
    Lines other;
    int size = 0;
    if (!input->mass || !input->nodes) {
        cd_log(fem->log, (CdPlace){ 0 }, FEM_NEEDS, input->path, !input->mass ? "--mass" : "--nodes",
               !input->mass ? "the Matrix Market file of the mass matrix" : "a table of nodes, id x y z");
        return false;
    }
    if (!read_matrix(fem, in, &fem->K, &size)) return false;
    if (!cd_lines_open(&other, &fem->arena, input->mass, fem->log) || !read_matrix(fem, &other, &fem->M, &size))
        return false;
    if (!cd_lines_open(&other, &fem->arena, input->nodes, fem->log) || !cd_fem_read_nodes(fem, &other)) return false;
    if (input->freedoms) return read_freedoms(fem, input->freedoms, size);
    int nodes = fem->node.n, each = nodes ? size / nodes : 0;
    if ((each != 3 && each != 6) || each * nodes != size) {
        cd_log(fem->log, (CdPlace){ 0 }, FEM_SIZE, input->path, size, nodes);
        return false;
    }
    for (int k = 0; k < nodes; k++)
        for (int c = 0; c < each; c++) cd_fem_equation(fem, fem->node.at[k].id, c);
    return true;
}
