/* dmig.c - matrices as DMIG cards of a Nastran punch file: a head for each, then columns with their entries below,
 * fields of 16 characters.
 *
 *     DMIG    KAAX           0       6       2       0
 *     DMIG*   KAAX                           1               1
 *     *                      1               1 1.234567890D+05
 *
 * Names that begin with K are stiffness, with M mass; both may stand in one file. Coordinates come from GRID cards. */
#include "flex/fem.h"

#include <string.h>
#include <strings.h>

bool cd_recognise_dmig(Text text, const char *path);
bool cd_read_dmig(Fem *fem, Lines *in, const FemInput *input);

static bool starts(Text line, const char *word)
{
    size_t n = strlen(word);
    return line.n >= (int)n && strncasecmp(line.at, word, n) == 0;
}

bool cd_recognise_dmig(Text text, const char *path)
{
    Lines in = { .text = text };
    Text line;
    (void)path;
    for (int k = 0; k < 100 && cd_lines_next(&in, &line); k++)
        if (starts(line, "DMIG")) return true;
    return false;
}

/* Columns from..from+n of a line. */
static Text columns(Text line, int from, int n)
{
    if (from >= line.n) return (Text){ line.at + line.n, 0 };
    return cd_text_trim((Text){ line.at + from, line.n - from < n ? line.n - from : n });
}

/* A node and a degree of freedom in two fields of 16; a scalar point has 0. */
static bool freedom_at(Fem *fem, Lines *in, Text line, int from, int *eq)
{
    int id, freedom;
    Text a = columns(line, from, 16), b = columns(line, from + 16, 16);
    if (!cd_word_whole(a, 1, &id) || !cd_word_whole(b, 0, &freedom) || freedom > 6)
        return cd_lines_bad(in, a.n ? a : line,
                            "a node and a degree of freedom (1 to 6) are expected here, 16 "
                            "columns each");
    if (freedom == 0)
        return cd_lines_bad(
            in, a, "%d is a scalar point: write the matrices with the degrees of freedom of grid points alone", id);
    *eq = cd_fem_equation(fem, id, freedom - 1);
    return true;
}

static bool read_cards(Fem *fem, Lines *in)
{
    Text line;
    FemMatrix *to = NULL;
    int column = -1;
    while (cd_lines_next(in, &line)) {
        if (!cd_text_trim(line).n || line.at[0] == '$') continue;
        if (starts(line, "DMIG*")) {
            Text name = columns(line, 8, 16);
            to = !name.n ? NULL : cd_upper(name.at[0]) == 'K' ? &fem->K : cd_upper(name.at[0]) == 'M' ? &fem->M : NULL;
            column = -1;
            if (to && !freedom_at(fem, in, line, 24, &column)) return false;
        } else if (starts(line, "DMIG")) {
            Text form = columns(line, 24, 8); /* 6 symmetric, 1 square, 2 rectangular */
            to = NULL;
            if (!cd_text_equal(form, cd_text("6")) && !cd_text_equal(form, cd_text("1")))
                return cd_lines_bad(in, form.n ? form : line,
                                    "the form of the matrix must be 6 (symmetric) or 1 (square)");
        } else if (line.at[0] == '*' && to) {
            int row;
            double v;
            Text value = columns(line, 40, 16);
            if (!freedom_at(fem, in, line, 8, &row)) return false;
            if (!cd_word_real(value, &v))
                return cd_lines_bad(in, value.n ? value : line, "a value is expected in columns 41 to 56");
            cd_fem_add(fem, to, row, column, v);
        } else to = NULL; /* another card */
    }
    return true;
}

bool cd_read_dmig(Fem *fem, Lines *in, const FemInput *input)
{
    Lines other;
    if (!read_cards(fem, in)) return false;
    if (input->mass && (!cd_lines_open(&other, &fem->arena, input->mass, fem->log) || !read_cards(fem, &other)))
        return false;
    if (!cd_fem_fold(fem, &fem->K) || !cd_fem_fold(fem, &fem->M))
        return cd_lines_bad(in, (Text){ 0 }, "a matrix is not symmetric");
    if (!input->nodes) {
        cd_log(fem->log, (CdPlace){ 0 }, FEM_NEEDS, input->path, "--nodes", "a file with the GRID cards");
        return false;
    }
    return cd_lines_open(&other, &fem->arena, input->nodes, fem->log) && cd_fem_read_nodes(fem, &other);
}
