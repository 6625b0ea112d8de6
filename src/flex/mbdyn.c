/* mbdyn.c - modal data of MBDyn: record groups 1 (counts), 2 (labels), 5 to 7 (coordinates), 8 (shapes, six numbers a
 * node), 9 and 10 (modal mass and stiffness), 11 (diagonal of the lumped mass matrix, six numbers a node). Its modes
 * are taken as they are; nothing is reduced. */
#include "flex/fem.h"

#include <string.h>
#include <strings.h>

enum { GROUPS = 12, MOST = 100000000 };

bool cd_recognise_mbdyn(Text text, const char *path);
bool cd_read_mbdyn(Fem *fem, Lines *in, const FemInput *input);

/* The number of the group that a comment begins; 0: none. */
static int group_of(Text line)
{
    static const char word[] = "RECORD GROUP";
    for (int i = 0; i + (int)sizeof word < line.n; i++) {
        if (strncasecmp(line.at + i, word, sizeof word - 1) != 0) continue;
        Text rest = cd_text_trim((Text){ line.at + i + sizeof word - 1, line.n - i - (int)sizeof word + 1 });
        int n = 0, number;
        while (n < rest.n && cd_is_digit(rest.at[n])) n++;
        return cd_word_whole((Text){ rest.at, n }, 1, &number) ? number : 0;
    }
    return 0;
}

bool cd_recognise_mbdyn(Text text, const char *path)
{
    Lines in = { .text = text };
    Text line;
    (void)path;
    for (int k = 0; k < 50 && cd_lines_next(&in, &line); k++)
        if (line.n > 2 && line.at[0] == '*' && line.at[1] == '*' && group_of(line) == 1) return true;
    return false;
}

typedef struct Groups {
    ARRAY_OF(double) number[GROUPS + 1];
    int nodes, modes;
} Groups;

static bool read_head(Groups *g, Lines *in, Text line)
{
    Text word[6];
    int rejected = 0, n = cd_line_words(line, word, 6), modes[3];
    if (n < 5 || !cd_word_whole(word[1], 1, &g->nodes))
        return cd_lines_bad(in, line, "revision, nodes, normal, attachment and constraint modes are expected here");
    for (int k = 0; k < 3; k++)
        if (!cd_word_whole(word[2 + k], 0, &modes[k]))
            return cd_lines_bad(in, word[2 + k], "a number of modes is expected here");
    if (n > 5) cd_word_whole(word[5], 0, &rejected);
    g->modes = modes[0] + modes[1] + modes[2] - rejected;
    if (g->modes < 1 || g->modes > 10000 || g->nodes > 10000000 || (double)g->nodes * g->modes > MOST)
        return cd_lines_bad(in, line, "%d modes of %d nodes cannot be", g->modes, g->nodes);
    return true;
}

static bool read_groups(Fem *fem, Lines *in, Groups *g)
{
    Text line, word[64];
    int group = 0;
    while (cd_lines_next(in, &line)) {
        if (line.n > 1 && line.at[0] == '*' && line.at[1] == '*') {
            int next = group_of(line);
            if (next) group = next;
            continue;
        }
        int n = cd_line_words(line, word, 64);
        if (!n || group == 0 || group > GROUPS) continue;
        if (group == 1) {
            if (!g->nodes && !read_head(g, in, line)) return false;
            continue;
        }
        if (n > 64) return cd_lines_bad(in, line, "more than 64 numbers in a line");
        for (int k = 0; k < n; k++) {
            double x;
            if (!cd_word_real(word[k], &x)) return cd_lines_bad(in, word[k], "a number is expected here");
            ARRAY_PUSH(&fem->arena, &g->number[group], x);
        }
    }
    return true;
}

static bool has(Lines *in, const Groups *g, int group, int count)
{
    if (g->number[group].n == count) return true;
    return cd_lines_bad(in, (Text){ 0 }, "record group %d has %d numbers; %d are expected", group, g->number[group].n,
                        count);
}

bool cd_read_mbdyn(Fem *fem, Lines *in, const FemInput *input)
{
    Groups g = { 0 };
    (void)input;
    if (!read_groups(fem, in, &g)) return false;
    if (!g.nodes) return cd_lines_bad(in, (Text){ 0 }, "record group 1 is missing");
    int N = g.nodes, n = g.modes;
    if (!has(in, &g, 2, N) || !has(in, &g, 5, N) || !has(in, &g, 6, N) || !has(in, &g, 7, N) ||
        !has(in, &g, 8, 6 * N * n) || !has(in, &g, 9, n * n) || !has(in, &g, 10, n * n))
        return false;
    if (!g.number[11].n)
        return cd_lines_bad(
            in, (Text){ 0 },
            "record group 11, the lumped masses of the nodes, is missing: the inertia of the body is made from them");
    if (!has(in, &g, 11, 6 * N)) return false;
    for (int k = 0; k < N; k++) {
        double label = g.number[2].at[k];
        if (label < 1 || label > MOST || label != (int)label)
            return cd_lines_bad(in, (Text){ 0 }, "record group 2: %g is no label of a node", label);
        if (cd_fem_find(fem, (int)label) >= 0)
            return cd_lines_bad(in, (Text){ 0 }, "record group 2: node %d is there twice", (int)label);
        FemNode *node = cd_fem_node(fem, (int)label);
        node->r = v3(g.number[5].at[k], g.number[6].at[k], g.number[7].at[k]), node->placed = true;
        for (int c = 0; c < 6; c++) {
            int eq = cd_fem_equation(fem, (int)label, c);
            cd_fem_add(fem, &fem->M, eq, eq, g.number[11].at[6 * k + c]);
        }
    }
    cd_fem_add(fem, &fem->K, 0, 0, 0); /* it has none of its own: that of the modes is all there is */
    fem->given = n;
    fem->given_shape = g.number[8].at, fem->given_M = g.number[9].at, fem->given_K = g.number[10].at;
    return true;
}
