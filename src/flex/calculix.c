/* calculix.c - what *FREQUENCY, SOLVER=MATRIXSTORAGE of CalculiX writes: JOB.sti and JOB.mas, "row column value" of one
 * triangle each, and JOB.dof, "node.freedom" of each row. Coordinates and sets come from JOB.inp, or --nodes. */
#include "flex/fem.h"

#include <string.h>

bool cd_recognise_calculix(Text text, const char *path);
bool cd_read_calculix(Fem *fem, Lines *in, const FemInput *input);

bool cd_recognise_calculix(Text text, const char *path)
{
    (void)text;
    return cd_text_ends_nocase(cd_text(path), ".sti");
}

/* The degrees of freedom of the rows; eq of row k is equation k. Rotations do not occur: CalculiX expands beams and
 * shells into solids. */
static bool read_rows(Fem *fem, Lines *in)
{
    Text line, word[2];
    int rows = 0;
    while (cd_lines_next(in, &line)) {
        int id, freedom, n = cd_line_words(line, word, 1);
        if (!n) continue;
        const char *dot = memchr(word[0].at, '.', (size_t)word[0].n);
        int length = dot ? (int)(dot - word[0].at) : 0;
        if (n != 1 || !dot || !cd_word_whole((Text){ word[0].at, length }, 1, &id) ||
            !cd_word_whole((Text){ dot + 1, word[0].n - length - 1 }, 1, &freedom) || freedom > 6)
            return cd_lines_bad(in, line, "a node and a degree of freedom are expected here, as in 17.3");
        if (cd_fem_equation(fem, id, freedom - 1) != rows++)
            return cd_lines_bad(in, line, "degree of freedom %d of node %d stands here twice", freedom, id);
    }
    if (!rows) return cd_lines_bad(in, (Text){ 0 }, "the file names no degree of freedom");
    return true;
}

static bool read_matrix(Fem *fem, Lines *in, FemMatrix *to)
{
    Text line, word[3];
    while (cd_lines_next(in, &line)) {
        int i, j, n = cd_line_words(line, word, 3);
        double v;
        if (!n) continue;
        if (n != 3 || !cd_word_whole(word[0], 1, &i) || !cd_word_whole(word[1], 1, &j) || !cd_word_real(word[2], &v))
            return cd_lines_bad(in, line, "row, column and value are expected here");
        if (i > fem->equations || j > fem->equations)
            return cd_lines_bad(in, line, "row or column beyond the %d degrees of freedom of the .dof file",
                                fem->equations);
        cd_fem_add(fem, to, i - 1, j - 1, v);
    }
    if (!cd_fem_fold(fem, to)) return cd_lines_bad(in, (Text){ 0 }, "the matrix is not symmetric");
    return true;
}

bool cd_read_calculix(Fem *fem, Lines *in, const FemInput *input)
{
    Lines other;
    const char *rows = input->freedoms ? input->freedoms : cd_fem_beside(fem, input->path, ".dof", false);
    const char *mass = input->mass ? input->mass : cd_fem_beside(fem, input->path, ".mas", false);
    const char *deck = input->nodes ? input->nodes : cd_fem_beside(fem, input->path, ".inp", false);
    if (!cd_lines_open(&other, &fem->arena, rows, fem->log) || !read_rows(fem, &other)) return false;
    if (!read_matrix(fem, in, &fem->K)) return false;
    if (!cd_lines_open(&other, &fem->arena, mass, fem->log) || !read_matrix(fem, &other, &fem->M)) return false;
    return cd_lines_open(&other, &fem->arena, deck, fem->log) && cd_fem_read_nodes(fem, &other);
}
