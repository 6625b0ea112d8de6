/* parameters.c - numbers of statements by name: read, and stated anew in a model made from another.
 *
 *     parameter = keyword [ "/" id ] "." argument [ "[" k "]" ] */
#include "lang/lang.h"
#include "model/build.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

typedef struct Parameter {
    KindIndex kind;
    int id, field;
    int component; /* from 0 */
} Parameter;

/* What is wrong with the name, or NULL. */
static const char *parse(const char *text, Parameter *out)
{
    const char *dot = strchr(text, '.'), *slash = memchr(text, '/', dot ? (size_t)(dot - text) : strlen(text));
    if (!dot) return "it has no point";
    int word = (int)((slash ? slash : dot) - text);
    int kind = cd_find_kind((Text){ text, word }, false, NULL);
    if (kind < 0) return "there is no such statement";
    char *end = NULL;
    long id = slash ? strtol(slash + 1, &end, 10) : 0, component = 1;
    if (slash && (end != dot || id < 1 || id > INT_MAX)) return "the id is no number";
    const char *bracket = strchr(dot, '[');
    if (bracket) component = strtol(bracket + 1, &end, 10);
    if (bracket && (strcmp(end, "]") != 0 || component < 1 || component > INT_MAX))
        return "components are written [1], [2] ...";
    Text key = { dot + 1, (int)(bracket ? bracket - dot - 1 : (long)strlen(dot + 1)) };
    int field = cd_find_field(cd_kinds[kind], key, NULL);
    if (field < 0) return "the statement has no such argument";
    *out = (Parameter){ (KindIndex)kind, (int)id, field, (int)component - 1 };
    return NULL;
}

/* The numbers that an argument holds; NULL: it holds none. *n: how many. */
static const double *numbers(const Field *f, void *data, int *n)
{
    void *at = cd_field_at(f, data);
    switch (f->type) {
    case FIELD_REAL: *n = 1; return at;
    case FIELD_REALN: *n = f->most; return at;
    case FIELD_REALS: *n = ((RealList *)at)->n; return ((RealList *)at)->at;
    default: *n = 0; return NULL;
    }
}

/* The element, and the numbers of the argument in it. */
static const char *find(const CdModel *m, const char *text, Parameter *p, const double **x, int *n)
{
    const char *wrong = parse(text, p);
    if (wrong) return wrong;
    const Table *t = &m->table[p->kind];
    int at = p->id ? cd_model_find(m, p->kind, p->id) : t->n == 1 ? 0 : -1;
    if (at < 0) return "the model has no such statement";
    const Field *f = &cd_kinds[p->kind]->fields[p->field];
    *x = numbers(f, t->at[at].data, n);
    if (!*x) return "the argument is no number";
    return p->component < *n ? NULL : "it has fewer components";
}

bool cd_model_get(const CdModel *model, const char *parameter, double *value)
{
    Parameter p;
    const double *x;
    int n;
    if (find(model, parameter, &p, &x, &n)) return false;
    *value = x[p.component];
    return true;
}

static bool same_argument(const Parameter *a, const Parameter *b)
{
    return a->kind == b->kind && a->id == b->id && a->field == b->field;
}

/* Number i of a list stated anew; those of the same argument that stand before it stay as they were stated, the others as they are. */
static bool restate(CdBuild *b, const CdModel *model, const char *name, int i, Parameter *list, const double *value,
                    CdLog *log)
{
    const double *x;
    int n;
    const char *wrong = find(model, name, &list[i], &x, &n);
    if (wrong) {
        cd_log(log, ((CdPlace){ 0 }), NO_PARAMETER, name, wrong);
        return false;
    }
    const Parameter p = list[i];
    const ElementKind *kind = cd_kinds[p.kind];
    char keyword[64], key[64];
    snprintf(keyword, sizeof keyword, "%.*s", TEXT_ARG(cd_keyword(kind)));
    snprintf(key, sizeof key, "%.*s", TEXT_ARG(cd_word_at(kind->fields[p.field].key, 0)));
    double *all = cd_take(sizeof *all * (size_t)n);
    memcpy(all, x, sizeof *all * (size_t)n);
    for (int k = 0; k <= i; k++)
        if (same_argument(&list[k], &p)) all[list[k].component] = value[k];
    bool taken = cd_build_begin(b, keyword, p.id) &&
                 (n == 1 && kind->fields[p.field].type == FIELD_REAL ? cd_build_real(b, key, value[i])
                                                                     : cd_build_reals(b, key, n, all));
    free(all);
    return taken;
}

CdModel *cd_model_with(const CdModel *model, int n, const char *const *parameter, const double *value, CdLog *log)
{
    CdBuild *b = cd_build_from(model, log);
    Parameter *list = cd_take(sizeof *list * (size_t)(n > 0 ? n : 1));
    bool good = true;
    for (int i = 0; i < n && good; i++) good = restate(b, model, parameter[i], i, list, value, log);
    free(list);
    if (good) return cd_build_finish(b);
    cd_build_close(b);
    return NULL;
}
