/* nodes.c - where nodes are and which sets they belong to.
 *
 *     *NODE            1, 0.0, 1.5, 2.0        input decks of CalculiX and Abaqus, and plain tables without *NODE
 *     *NSET, NSET=END  1, 2, 3                 or with GENERATE: first, last, step
 *     GRID,1,,0.,1.5,2.                        bulk data of Nastran, in fields of 8 or with commas */
#include "flex/fem.h"

#include <string.h>
#include <strings.h>

typedef enum Block { BLOCK_NODES, BLOCK_SET, BLOCK_SPAN, BLOCK_OTHER } Block;

static bool node_line(Fem *fem, Lines *in, Text line)
{
    Text word[8];
    double x[3] = { 0 };
    int id, n = cd_line_words(line, word, 8);
    if (n == 0) return true;
    if (!cd_word_whole(word[0], 1, &id)) return cd_lines_bad(in, word[0], "the number of a node is expected here");
    for (int k = 0; k < 3 && k + 1 < n; k++)
        if (!cd_word_real(word[k + 1], &x[k])) return cd_lines_bad(in, word[k + 1], "a coordinate is expected here");
    if (n < 2) return cd_lines_bad(in, word[0], "node %d has no coordinates", id);
    FemNode *node = cd_fem_node(fem, id);
    node->r = v3(x[0], x[1], x[2]), node->placed = true;
    return true;
}

static bool set_line(Fem *fem, Lines *in, Text line, bool span)
{
    FemSet *set = &fem->set.at[fem->set.n - 1];
    Text word[32];
    int n = cd_line_words(line, word, 32), id[3] = { 0, 0, 1 };
    for (int k = 0; k < n && k < 32; k++) {
        int one;
        if (!cd_word_whole(word[k], 1, &one)) {
            if (cd_is_letter(word[k].at[0])) continue; /* a set of sets */
            return cd_lines_bad(in, word[k], "the number of a node is expected here");
        }
        if (span && k < 3) id[k] = one;
        if (!span) ARRAY_PUSH(&fem->arena, &set->id, one);
    }
    if (!span || n == 0) return true;
    if (n < 2 || id[1] < id[0]) return cd_lines_bad(in, word[0], "GENERATE takes first, last and step");
    if ((id[1] - id[0]) / id[2] > 10000000) return cd_lines_bad(in, word[0], "these are more nodes than any model has");
    for (int k = id[0]; k <= id[1] && k >= id[0]; k += id[2]) ARRAY_PUSH(&fem->arena, &set->id, k);
    return true;
}

/* The value of NAME=... in a line of keywords; n 0: it is not there. */
static Text parameter(Text line, const char *name)
{
    int length = (int)strlen(name);
    for (int i = 0; i + length < line.n; i++) {
        if (line.at[i] != ',') continue;
        Text rest = cd_text_trim((Text){ line.at + i + 1, line.n - i - 1 });
        if (rest.n < length || strncasecmp(rest.at, name, (size_t)length) != 0) continue;
        Text value = cd_text_trim((Text){ rest.at + length, rest.n - length });
        if (value.n && value.at[0] != '=' && value.at[0] != ',') continue;
        if (!value.n || value.at[0] == ',') return (Text){ rest.at, length }; /* a word without value */
        value = (Text){ value.at + 1, value.n - 1 };
        int n = 0;
        while (n < value.n && value.at[n] != ',') n++;
        return cd_text_trim((Text){ value.at, n });
    }
    return (Text){ "", 0 };
}

static void open_set(Fem *fem, Text name)
{
    FemSet set = { .name = cd_text_copy(&fem->arena, name) };
    for (int k = 0; k < set.name.n; k++) ((char *)set.name.at)[k] = cd_upper(set.name.at[k]);
    ARRAY_PUSH(&fem->arena, &fem->set, set);
}

static bool starts(Text line, const char *word)
{
    size_t n = strlen(word);
    return line.n >= (int)n && strncasecmp(line.at, word, n) == 0;
}

static Block keyword(Fem *fem, Text line)
{
    int n = 0;
    while (n < line.n && line.at[n] != ',') n++;
    Text word = cd_text_trim((Text){ line.at, n });
    if (cd_text_equal_nocase(word, "*NODE")) return BLOCK_NODES;
    if (!cd_text_equal_nocase(word, "*NSET")) return BLOCK_OTHER;
    Text name = parameter(line, "NSET");
    if (!name.n) return BLOCK_OTHER;
    open_set(fem, name);
    return parameter(line, "GENERATE").n ? BLOCK_SPAN : BLOCK_SET;
}

/* Field k of a card of Nastran: between commas, or 8 (16 with a star behind the name) columns wide. */
static Text card_field(Text line, int k)
{
    if (memchr(line.at, ',', (size_t)line.n)) {
        int from = 0;
        for (int i = 0; i < line.n && k > 0; i++)
            if (line.at[i] == ',') k--, from = i + 1;
        if (k > 0) return (Text){ "", 0 };
        int n = 0;
        while (from + n < line.n && line.at[from + n] != ',') n++;
        return cd_text_trim((Text){ line.at + from, n });
    }
    int from = 8 * k;
    if (from >= line.n) return (Text){ "", 0 };
    return cd_text_trim((Text){ line.at + from, line.n - from < 8 ? line.n - from : 8 });
}

/* Numbers of Nastran may leave out the E of the exponent: 1.5-3. */
static bool card_real(Text t, double *x)
{
    char copy[24];
    if (!t.n) return *x = 0, true;
    if (t.n > 20) return false;
    int n = 0;
    for (int i = 0; i < t.n; i++) {
        bool sign = t.at[i] == '+' || t.at[i] == '-';
        if (sign && i && (cd_is_digit(t.at[i - 1]) || t.at[i - 1] == '.')) copy[n++] = 'E';
        copy[n++] = t.at[i];
    }
    return cd_word_real((Text){ copy, n }, x);
}

static bool grid_card(Fem *fem, Lines *in, Text line)
{
    int id;
    double x[3];
    if (!cd_word_whole(card_field(line, 1), 1, &id)) return cd_lines_bad(in, line, "GRID without the number of a node");
    if (card_field(line, 2).n && !cd_text_equal(card_field(line, 2), cd_text("0")))
        return cd_lines_bad(in, card_field(line, 2), "GRID in a system of its own: give coordinates in the basic one");
    for (int k = 0; k < 3; k++)
        if (!card_real(card_field(line, 3 + k), &x[k]))
            return cd_lines_bad(in, line, "GRID: a coordinate is no number");
    FemNode *node = cd_fem_node(fem, id);
    node->r = v3(x[0], x[1], x[2]), node->placed = true;
    return true;
}

bool cd_fem_read_nodes(Fem *fem, Lines *in)
{
    Block block = BLOCK_NODES;
    Text line;
    while (cd_lines_next(in, &line)) {
        line = cd_text_trim(line);
        if (!line.n || starts(line, "**") || line.at[0] == '#' || line.at[0] == '$') continue;
        bool good = true;
        if (line.at[0] == '*') block = keyword(fem, line);
        else if (starts(line, "GRID") && line.n > 4 && !cd_is_letter(line.at[4])) {
            good = grid_card(fem, in, line);
            block = BLOCK_OTHER; /* the other cards of bulk data */
        } else if (block == BLOCK_NODES && cd_is_letter(line.at[0])) block = BLOCK_OTHER;
        else if (block == BLOCK_NODES) good = node_line(fem, in, line);
        else if (block != BLOCK_OTHER) good = set_line(fem, in, line, block == BLOCK_SPAN);
        if (!good) return false;
    }
    return true;
}
