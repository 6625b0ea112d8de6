/* parameters.c - numbers of statements by name: read, and re-stated in a model made from another.
 *
 *     parameter = keyword [ "/" id ] "." argument [ "[" [ row "," ] k "]" ] */
#include "lang/lang.h"
#include "model/build.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

typedef struct Parameter {
    KindIndex kind;
    int id, field;
    int row, component; /* from 0; row: of an argument that is given several times */
} Parameter;

/* Behind the argument: "[k]" or, of the row that is given i-th, "[i,k]". */
static bool parse_component(const char *bracket, Parameter *out)
{
    char *end;
    long first = strtol(bracket + 1, &end, 10), second = 0;
    bool two = *end == ',';
    if (two) second = strtol(end + 1, &end, 10);
    if (strcmp(end, "]") != 0 || first < 1 || first > INT_MAX || (two && (second < 1 || second > INT_MAX)))
        return false;
    out->row = two ? (int)first - 1 : 0, out->component = (int)(two ? second : first) - 1;
    return true;
}

/* What is wrong with the name, or NULL. */
static const char *parse(const char *text, Parameter *out)
{
    const char *dot = strchr(text, '.'), *slash = memchr(text, '/', dot ? (size_t)(dot - text) : strlen(text));
    if (!dot) return "it has no point";
    int word = (int)((slash ? slash : dot) - text);
    int kind = cd_find_kind((Text){ text, word }, false, NULL);
    if (kind < 0) return "there is no such statement";
    char *end = NULL;
    long id = slash ? strtol(slash + 1, &end, 10) : 0;
    if (slash && (end != dot || id < 1 || id > INT_MAX)) return "the id is no number";
    *out = (Parameter){ .kind = (KindIndex)kind, .id = (int)id };
    const char *bracket = strchr(dot, '[');
    if (bracket && !parse_component(bracket, out))
        return "components are written [1], [2] ..., of rows [1,1], [1,2] ...";
    Text key = { dot + 1, (int)(bracket ? bracket - dot - 1 : (long)strlen(dot + 1)) };
    out->field = cd_find_field(cd_kinds[kind], key, NULL);
    return out->field < 0 ? "the statement has no such argument" : NULL;
}

/* ---- the numbers of an argument ---------------------------------------------------------------------------------- */

/* Row by row; most arguments have one. */
typedef struct Numbers {
    int n, rows, *first; /* rows + 1 */
    double *at;
} Numbers;

static void add_row(Arena *arena, Numbers *x, int n)
{
    double *at = ARENA_ARRAY(arena, double, x->n + n);
    int *first = ARENA_ARRAY(arena, int, x->rows + 2);
    if (x->n) memcpy(at, x->at, sizeof *at * (size_t)x->n);
    if (x->rows) memcpy(first, x->first, sizeof *first * ((size_t)x->rows + 1));
    x->at = at, x->first = first;
    first[++x->rows] = x->n += n;
}

static void add_reals(Arena *arena, Numbers *x, int n, const double *from)
{
    add_row(arena, x, n);
    if (n) memcpy(x->at + x->n - n, from, sizeof *from * (size_t)n);
}

/* of: the kind that positions refer to, -1: they are numbers */
static void add_ints(Arena *arena, Numbers *x, const CdModel *m, int of, int n, const int *from)
{
    add_row(arena, x, n);
    for (int k = 0; k < n; k++) x->at[x->n - n + k] = of < 0 ? from[k] : cd_model_id(m, (KindIndex)of, from[k]);
}

/* An expression that is a number, or the constants of a routine. */
static void add_expression(Arena *arena, Numbers *x, const Expr *e)
{
    double value;
    if (e->user) add_reals(arena, x, e->constant.n, e->constant.at);
    else if (e->text.n && cd_number_read(e->text.at, e->text.at + e->text.n, &value) == e->text.n)
        add_reals(arena, x, 1, &value);
}

static Numbers numbers(Arena *arena, const CdModel *m, const Field *f, void *data)
{
    void *at = cd_field_at(f, data);
    Numbers x = { 0 };
    int of = f->target ? cd_find_kind(cd_text(f->target), false, NULL) : -1;
    const RealRows *rows = at;
    switch (f->type) {
    case FIELD_REAL: add_reals(arena, &x, 1, at); break;
    case FIELD_REALN: add_reals(arena, &x, f->most, at); break;
    case FIELD_REALS: add_reals(arena, &x, ((RealList *)at)->n, ((RealList *)at)->at); break;
    case FIELD_INT:
    case FIELD_REF: add_ints(arena, &x, m, of, 1, at); break;
    case FIELD_INTS:
    case FIELD_REFS: add_ints(arena, &x, m, of, ((IntList *)at)->n, ((IntList *)at)->at); break;
    case FIELD_ROWS:
        for (int r = 0; r < rows->n; r++) add_reals(arena, &x, rows->at[r].n, rows->at[r].at);
        break;
    case FIELD_EXPR: add_expression(arena, &x, at); break;
    default: break;
    }
    return x;
}

/* The element, and the numbers of the argument in it; what is wrong, or NULL. */
static const char *find(Arena *arena, const CdModel *m, const char *text, Parameter *p, Numbers *x)
{
    const char *wrong = parse(text, p);
    if (wrong) return wrong;
    const Table *t = &m->table[p->kind];
    int at = p->id ? cd_model_find(m, p->kind, p->id) : t->n == 1 ? 0 : -1;
    if (at < 0) return "the model has no such statement";
    *x = numbers(arena, m, &cd_kinds[p->kind]->fields[p->field], t->at[at].data);
    if (!x->rows) return "the argument is no number";
    bool there = p->row < x->rows && p->component < x->first[p->row + 1] - x->first[p->row];
    return there ? NULL : "it has fewer components";
}

bool cd_model_get(const CdModel *model, const char *parameter, double *value)
{
    Arena scratch = { 0 };
    Parameter p;
    Numbers x;
    bool found = !find(&scratch, model, parameter, &p, &x);
    if (found) *value = x.at[x.first[p.row] + p.component];
    cd_arena_close(&scratch);
    return found;
}

/* ---- re-stated ------------------------------------------------------------------------------------------------- */

static bool same_argument(const Parameter *a, const Parameter *b)
{
    return a->kind == b->kind && a->id == b->id && a->field == b->field;
}

static bool state_reals(CdBuild *b, const char *key, const Numbers *x)
{
    bool taken = true;
    for (int r = 0; r < x->rows && taken; r++)
        taken = cd_build_reals(b, key, x->first[r + 1] - x->first[r], x->at + x->first[r]);
    return taken;
}

static bool state_ints(Arena *arena, CdBuild *b, const char *key, const Numbers *x)
{
    int *whole = ARENA_ARRAY(arena, int, x->n);
    for (int k = 0; k < x->n; k++) whole[k] = (int)x->at[k];
    return cd_build_ints(b, key, x->n, whole);
}

static bool state_expression(CdBuild *b, const char *key, const Numbers *x, bool user)
{
    TextBuffer text = { 0 };
    cd_buffer_print(&text, "%s", user ? "USER(" : "");
    for (int k = 0; k < x->n; k++) {
        cd_buffer_print(&text, "%s", k ? ", " : "");
        cd_buffer_number(&text, x->at[k]);
    }
    cd_buffer_print(&text, "%s", user ? ")" : "");
    bool taken = cd_build_text(b, key, text.at);
    cd_buffer_close(&text);
    return taken;
}

static bool is_whole(double x)
{
    return x >= INT_MIN && x <= INT_MAX && x == (int)x;
}

/* Number i of a list re-stated; those of the same argument that stand before it stay as they were stated, the others
 * as they are. */
static bool restate(Arena *arena, CdBuild *b, const CdModel *model, const char *name, int i, Parameter *list,
                    const double *value, CdLog *log)
{
    Numbers x;
    const char *wrong = find(arena, model, name, &list[i], &x);
    const Parameter p = list[i];
    const Field *f = wrong ? NULL : &cd_kinds[p.kind]->fields[p.field];
    if (!wrong && cd_is_whole(f->type) && !is_whole(value[i])) wrong = "it takes whole numbers";
    if (wrong) {
        cd_log(log, ((CdPlace){ 0 }), NO_PARAMETER, name, wrong);
        return false;
    }
    char keyword[64], key[64];
    snprintf(keyword, sizeof keyword, "%.*s", TEXT_ARG(cd_keyword(cd_kinds[p.kind])));
    snprintf(key, sizeof key, "%.*s", TEXT_ARG(cd_word_at(f->key, 0)));
    for (int k = 0; k <= i; k++)
        if (same_argument(&list[k], &p)) x.at[x.first[list[k].row] + list[k].component] = value[k];
    if (!cd_build_begin(b, keyword, p.id)) return false;
    if (cd_is_whole(f->type)) return state_ints(arena, b, key, &x);
    if (f->type != FIELD_EXPR) return state_reals(b, key, &x);
    int at = p.id ? cd_model_find(model, p.kind, p.id) : 0;
    const Expr *e = cd_field_at(f, model->table[p.kind].at[at].data);
    return state_expression(b, key, &x, e->user);
}

CdModel *cd_model_with(const CdModel *model, int n, const char *const *parameter, const double *value, CdLog *log)
{
    CdBuild *b = cd_build_from(model, log);
    Arena scratch = { 0 };
    Parameter *list = ARENA_ARRAY(&scratch, Parameter, n > 0 ? n : 1);
    bool good = true;
    for (int i = 0; i < n && good; i++) good = restate(&scratch, b, model, parameter[i], i, list, value, log);
    cd_arena_close(&scratch);
    if (good) return cd_build_finish(b);
    cd_build_close(b);
    return NULL;
}
