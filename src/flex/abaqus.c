/* abaqus.c - matrices as *MATRIX OUTPUT, FORMAT=MATRIX INPUT of Abaqus writes them, stiffness and mass in files of
 * their own:
 *
 *     row node, degree of freedom, column node, degree of freedom, value
 *
 * Coordinates and sets come from the input deck. */
#include "flex/fem.h"

#include <string.h>

bool cd_recognise_abaqus(Text text, const char *path);
bool cd_read_abaqus(Fem *fem, Lines *in, const FemInput *input);

static bool entry(Text line, int node[2], int freedom[2], double *v)
{
    Text word[5];
    return cd_line_words(line, word, 5) == 5 && cd_word_whole(word[0], 1, &node[0]) &&
           cd_word_whole(word[1], 1, &freedom[0]) && freedom[0] <= 6 && cd_word_whole(word[2], 1, &node[1]) &&
           cd_word_whole(word[3], 1, &freedom[1]) && freedom[1] <= 6 && cd_word_real(word[4], v);
}

/* The first line that says something has five numbers with commas between them. */
bool cd_recognise_abaqus(Text text, const char *path)
{
    Lines in = { .text = text };
    Text line;
    int node[2], freedom[2];
    double v;
    (void)path;
    while (cd_lines_next(&in, &line)) {
        line = cd_text_trim(line);
        if (!line.n || line.at[0] == '*') continue;
        return memchr(line.at, ',', (size_t)line.n) && entry(line, node, freedom, &v);
    }
    return false;
}

static bool read_matrix(Fem *fem, Lines *in, FemMatrix *to)
{
    Text line;
    while (cd_lines_next(in, &line)) {
        int node[2], freedom[2];
        double v;
        line = cd_text_trim(line);
        if (!line.n || line.at[0] == '*') continue;
        if (!entry(line, node, freedom, &v))
            return cd_lines_bad(in, line,
                                "node, degree of freedom (1 to 6), node, degree of freedom and value are "
                                "expected here");
        int i = cd_fem_equation(fem, node[0], freedom[0] - 1), j = cd_fem_equation(fem, node[1], freedom[1] - 1);
        cd_fem_add(fem, to, i, j, v);
    }
    if (!cd_fem_fold(fem, to)) return cd_lines_bad(in, (Text){ 0 }, "the matrix is not symmetric");
    return true;
}

bool cd_read_abaqus(Fem *fem, Lines *in, const FemInput *input)
{
    Lines other;
    if (!input->mass || !input->nodes) {
        cd_log(fem->log, (CdPlace){ 0 }, FEM_NEEDS, input->path, !input->mass ? "--mass" : "--nodes",
               !input->mass ? "the file of the mass matrix" : "the input deck with the coordinates");
        return false;
    }
    if (!read_matrix(fem, in, &fem->K)) return false;
    if (!cd_lines_open(&other, &fem->arena, input->mass, fem->log) || !read_matrix(fem, &other, &fem->M)) return false;
    return cd_lines_open(&other, &fem->arena, input->nodes, fem->log) && cd_fem_read_nodes(fem, &other);
}
