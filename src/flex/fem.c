/* fem.c - nodes, equations and entries of a finite element model; the table of formats. */
#include "flex/fem.h"

#include "elements/units.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

void cd_fem_open(Fem *fem, CdLog *log)
{
    *fem = (Fem){ .log = log, .ucf = 1, .modes = -1, .title = cd_text("finite elements") };
    cd_fem_units(fem, "KILOGRAM", "METER", "SECOND", "NEWTON");
}

void cd_fem_close(Fem *fem)
{
    cd_map_close(&fem->by_id);
    cd_arena_close(&fem->arena);
}

int cd_fem_find(const Fem *fem, int id)
{
    return cd_map_find(&fem->by_id, id, 0, 0);
}

FemNode *cd_fem_node(Fem *fem, int id)
{
    int at = cd_map_put(&fem->by_id, id, 0, 0, fem->node.n);
    if (at == fem->node.n) {
        FemNode n = { .id = id, .eq = { -1, -1, -1, -1, -1, -1 } };
        ARRAY_PUSH(&fem->arena, &fem->node, n);
    }
    return &fem->node.at[at];
}

int cd_fem_named(const Fem *fem, Text name)
{
    int id;
    for (int k = 0; k < fem->node.n; k++)
        if (fem->node.at[k].name.n && cd_text_equal(fem->node.at[k].name, name)) return k;
    return cd_word_whole(name, 1, &id) ? cd_fem_find(fem, id) : -1;
}

int cd_fem_equation(Fem *fem, int id, int freedom)
{
    FemNode *n = cd_fem_node(fem, id);
    if (n->eq[freedom] < 0) n->eq[freedom] = fem->equations++;
    return n->eq[freedom];
}

void cd_fem_add(Fem *fem, FemMatrix *to, int i, int j, double v)
{
    FemEntry e = { i, j, v };
    ARRAY_PUSH(&fem->arena, &to->entry, e);
}

static int by_pair(const void *a, const void *b)
{
    const FemEntry *x = a, *y = b;
    int xl = x->i > x->j ? x->i : x->j, xh = x->i > x->j ? x->j : x->i;
    int yl = y->i > y->j ? y->i : y->j, yh = y->i > y->j ? y->j : y->i;
    if (xh != yh) return xh < yh ? -1 : 1;
    if (xl != yl) return xl < yl ? -1 : 1;
    return x->i != y->i ? (x->i < y->i ? -1 : 1) : 0;
}

bool cd_fem_fold(Fem *fem, FemMatrix *m)
{
    int above = 0, below = 0;
    double sum_above = 0, sum_below = 0, size = 0;
    (void)fem;
    for (int k = 0; k < m->entry.n; k++) {
        const FemEntry *e = &m->entry.at[k];
        size = fmax(size, fabs(e->v));
        if (e->i < e->j) above++, sum_above += e->v;
        if (e->i > e->j) below++, sum_below += e->v;
    }
    if (!above || !below) return true;
    /* with nodes in any order one triangle may lie on both sides; then no pair is there twice */
    qsort(m->entry.at, (size_t)m->entry.n, sizeof *m->entry.at, by_pair);
    int twice = 0, kept = 0;
    for (int k = 0; k + 1 < m->entry.n; k++) {
        const FemEntry *e = &m->entry.at[k];
        twice += e[0].i == e[1].j && e[0].j == e[1].i && e[0].i != e[0].j;
    }
    if (!twice) return true;
    for (int k = 0; k < m->entry.n; k++) {
        FemEntry e = m->entry.at[k];
        bool pair = k + 1 < m->entry.n && e.i == m->entry.at[k + 1].j && e.j == m->entry.at[k + 1].i && e.i != e.j;
        if (e.i != e.j && (!pair || fabs(e.v - m->entry.at[k + 1].v) > 1e-6 * size)) return false;
        m->entry.at[kept++] = e;
        k += pair;
    }
    m->entry.n = kept;
    return true;
}

/* Words that finite element programs are used to, beside those of the language. */
static const struct {
    const char *brief, *word;
} briefs[] = { { "kg", "KILOGRAM" },    { "t", "TONNE" },       { "g", "GRAM" },     { "m", "METER" },
               { "mm", "MILLIMETER" },  { "cm", "CENTIMETER" }, { "in", "INCH" },    { "s", "SECOND" },
               { "ms", "MILLISECOND" }, { "N", "NEWTON" },      { "kN", "KNEWTON" }, { "lbf", "POUND_FORCE" },
               { "lbm", "POUND_MASS" } };

static const UnitWord *unit(const UnitWord *table, const char *word)
{
    for (size_t k = 0; k < sizeof briefs / sizeof *briefs; k++)
        if (strcmp(word, briefs[k].brief) == 0) word = briefs[k].word;
    for (; table->word; table++)
        if (strcasecmp(table->word, word) == 0) return table;
    return NULL;
}

bool cd_fem_units(Fem *fem, const char *mass, const char *length, const char *time, const char *force)
{
    const UnitWord *m = unit(cd_mass_units, mass), *l = unit(cd_length_units, length), *t = unit(cd_time_units, time),
                   *f = unit(cd_force_units, force);
    const char *wrong = !m ? mass : !l ? length : !t ? time : !f ? force : NULL;
    if (wrong) {
        cd_log(fem->log, (CdPlace){ 0 }, FEM_UNIT, wrong);
        return false;
    }
    snprintf(fem->mass_unit, sizeof fem->mass_unit, "%s", m->word);
    snprintf(fem->length_unit, sizeof fem->length_unit, "%s", l->word);
    snprintf(fem->time_unit, sizeof fem->time_unit, "%s", t->word);
    snprintf(fem->force_unit, sizeof fem->force_unit, "%s", f->word);
    fem->ucf = f->si * t->si * t->si / (m->si * l->si);
    if (fabs(fem->ucf - 1) < 1e-12) fem->ucf = 1;
    return true;
}

const char *cd_fem_beside(Fem *fem, const char *path, const char *ending, bool exists)
{
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    int stem = (int)(dot ? (size_t)(dot - path) : strlen(path));
    char *out = ARENA_ARRAY(&fem->arena, char, (size_t)stem + strlen(ending) + 1);
    memcpy(out, path, (size_t)stem);
    strcpy(out + stem, ending);
    struct stat st;
    return exists && stat(out, &st) != 0 ? NULL : out;
}

/* ---- formats ----------------------------------------------------------------------------------------------------- */

#define FEM_FORMAT(file, name, summary)                                                                                \
    bool cd_recognise_##file(Text text, const char *path);                                                             \
    bool cd_read_##file(Fem *fem, Lines *in, const FemInput *input);
#include "flex/formats.def"
#undef FEM_FORMAT

const FemFormat cd_fem_format[] = {
#define FEM_FORMAT(file, name, summary) { name, summary, cd_recognise_##file, cd_read_##file },
#include "flex/formats.def"
#undef FEM_FORMAT
};
const int cd_fem_formats = sizeof cd_fem_format / sizeof *cd_fem_format;

/* Every equation belongs to a node whose place is known; the matrices hold. */
static bool is_whole(Fem *fem, const char *path)
{
    CdPlace nowhere = { 0 };
    for (int k = 0; k < fem->node.n; k++) {
        const FemNode *n = &fem->node.at[k];
        bool used = false;
        for (int c = 0; c < 6; c++) used |= n->eq[c] >= 0;
        if (used && !n->placed) {
            cd_log(fem->log, nowhere, FEM_NO_PLACE, path, n->id);
            return false;
        }
    }
    if (!fem->equations || !fem->K.entry.n || !fem->M.entry.n) {
        cd_log(fem->log, nowhere, FEM_EMPTY, path, fem->K.entry.n ? "mass" : "stiffness");
        return false;
    }
    return true;
}

bool cd_fem_read(Fem *fem, const FemInput *input)
{
    Lines in;
    if (!cd_lines_open(&in, &fem->arena, input->path, fem->log)) return false;
    for (int k = 0; k < cd_fem_formats; k++)
        if (cd_fem_format[k].recognise(in.text, input->path))
            return cd_fem_format[k].read(fem, &in, input) && is_whole(fem, input->path);
    TextBuffer names = { 0 };
    for (int k = 0; k < cd_fem_formats; k++)
        cd_buffer_print(&names, "%s%s (%s)", k ? ", " : "", cd_fem_format[k].name, cd_fem_format[k].summary);
    cd_buffer_char(&names, 0);
    cd_log(fem->log, (CdPlace){ 0 }, FEM_FORMAT, input->path, names.at);
    cd_buffer_close(&names);
    return false;
}
