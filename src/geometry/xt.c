/* xt.c - the node stream:
 *
 *     stream = description key [largest type] user-field size { node } 1 0
 *     node   = type [layout, at the first of its type, if the schema is embedded] [length] index values
 */
#include "geometry/xt.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 1 << 30 };

/* ---- reading --------------------------------------------------------------------------------------------------- */

typedef struct Reader {
    XtFile *f;
    XtTokens t;
    bool embedded;
} Reader;

/* SCH_modeller_schema or SCH_modeller_schema_13006 */
static void read_key(Reader *r)
{
    Text key = cd_xt_string_token(&r->t, &r->f->arena, false);
    int modeller, schema, from = 0;
    int n = r->t.wrong ? 0 : sscanf(key.at, "SCH_%d_%d_%d", &modeller, &schema, &from);
    if (n < 2) cd_xt_wrong(&r->t, "the schema key is not SCH_modeller_schema");
    else if (n == 3 && from != 13006) cd_xt_wrong(&r->t, "the embedded schema is based on another one than 13006");
    else r->f->schema = schema;
    r->embedded = n == 3;
    if (r->embedded) cd_xt_type_token(&r->t);
    double user_fields = cd_xt_value_token(&r->t, 'd');
    if (user_fields != 0) cd_xt_wrong(&r->t, "nodes have user fields, which this version does not read");
}

static void push(XtFile *f, double x)
{
    ARRAY_PUSH(&f->arena, &f->value, x);
}

static void read_values(Reader *r, const XtField *field, int count)
{
    double x[6];
    int width = cd_xt_width(field->code);
    for (int i = 0; i < count && !r->t.wrong; i++) {
        if (width == 1) x[0] = cd_xt_value_token(&r->t, field->code);
        else cd_xt_values_token(&r->t, field->code, x);
        if (field->code == 'p' && !(x[0] >= 0 && x[0] < 2147483648.0))
            cd_xt_wrong(&r->t, "a pointer is not the index of a node");
        for (int k = 0; k < width; k++) push(r->f, x[k]);
    }
}

static const XtLayout *layout_of(Reader *r, int type)
{
    XtFile *f = r->f;
    if (type <= 0 || type >= XT_MOST_TYPE) {
        cd_xt_wrong(&r->t, "there is no such type of node");
        return NULL;
    }
    if (!f->layout[type]) {
        f->layout[type] = r->embedded ? cd_xt_read_layout(&r->t, &f->arena, type)
                                      : cd_xt_base_layout(&f->arena, type, f->schema >= 15003);
        if (!f->layout[type])
            cd_xt_wrong(&r->t, "a node of a type whose fields are not known; nothing behind it can be read");
    }
    return f->layout[type];
}

/* False at the end of the stream, or of the sense in it. */
static bool read_node(Reader *r)
{
    XtFile *f = r->f;
    XtNode node = { .place = (size_t)(r->t.at - r->t.begin), .first = f->value.n };
    node.type = cd_xt_type_token(&r->t);
    if (r->t.wrong) return false;
    if (node.type == XT_END) return cd_xt_pointer_token(&r->t), false;
    const XtLayout *layout = layout_of(r, node.type);
    if (!layout || r->t.wrong) return false;
    if (layout->variable) node.length = cd_xt_length_token(&r->t);
    node.index = cd_xt_pointer_token(&r->t);
    if (!r->t.wrong && node.index == 0) cd_xt_wrong(&r->t, "a node without index");
    for (int i = 0; i < layout->fields && !r->t.wrong; i++) {
        const XtField *field = &layout->field[i];
        read_values(r, field, field->count == 0 ? 1 : field->count == 1 ? node.length : field->count);
    }
    if (!r->t.wrong) ARRAY_PUSH(&f->arena, &f->node, node);
    return !r->t.wrong;
}

/* ---- looking up ------------------------------------------------------------------------------------------------ */

static int slot_of(const XtFile *f, int index)
{
    unsigned at = (unsigned)index * 2654435761u;
    return (int)(at % (unsigned)f->buckets);
}

/* Position of every index; that of an index which occurs twice, -1: all are different. */
static int index_nodes(XtFile *f)
{
    f->buckets = 2 * f->node.n + 1;
    f->bucket = ARENA_ARRAY(&f->arena, int, f->buckets);
    for (int i = 0; i < f->buckets; i++) f->bucket[i] = -1;
    for (int i = 0; i < f->node.n; i++) {
        int at = slot_of(f, f->node.at[i].index);
        while (f->bucket[at] >= 0) {
            if (f->node.at[f->bucket[at]].index == f->node.at[i].index) return i;
            at = at + 1 == f->buckets ? 0 : at + 1;
        }
        f->bucket[at] = i;
    }
    return -1;
}

int cd_xt_find(const XtFile *f, int index)
{
    if (index <= 0) return -1;
    for (int at = slot_of(f, index); f->bucket[at] >= 0; at = at + 1 == f->buckets ? 0 : at + 1)
        if (f->node.at[f->bucket[at]].index == index) return f->bucket[at];
    return -1;
}

/* The place of a byte: a line of text files. */
static CdPlace place_of(const XtTokens *t, const char *name)
{
    CdPlace place = { .file = name };
    if (t->binary) return place;
    place.line = place.column = 1;
    for (const unsigned char *p = t->begin; p < t->begin + t->place; p++) {
        place.column++;
        if (*p == '\n') place.line++, place.column = 1;
    }
    return place;
}

static void refuse(const XtTokens *t, const XtFile *f, CdLog *log)
{
    int last = f->node.n ? f->node.at[f->node.n - 1].index : 0;
    cd_log(log, place_of(t, f->name), SOLID_DAMAGED, f->name, t->place, t->wrong, last);
}

XtFile *cd_xt_read(const char *name, const void *bytes, size_t n, CdLog *log)
{
    XtFile *f = cd_take(sizeof *f);
    f->name = cd_text_copy(&f->arena, cd_text(name)).at;
    Reader r = { .f = f };
    cd_xt_start(&r.t, bytes, n);
    if (n > MOST_BYTES) cd_xt_wrong(&r.t, "the file has more than 1 GB");
    f->binary = r.t.binary;
    if (!r.t.wrong) {
        f->modeller = cd_xt_string_token(&r.t, &f->arena, false).at;
        read_key(&r);
        while (!r.t.wrong && read_node(&r)) {
        }
    }
    int twice = r.t.wrong ? -1 : index_nodes(f);
    if (twice >= 0) {
        r.t.at = r.t.begin + f->node.at[twice].place;
        cd_xt_wrong(&r.t, "a second node with the index of another one");
    }
    if (!r.t.wrong && !f->node.n) cd_xt_wrong(&r.t, "the stream has no nodes");
    if (!r.t.wrong) return f;
    refuse(&r.t, f, log);
    cd_xt_close(f);
    return NULL;
}

void cd_xt_close(XtFile *f)
{
    if (!f) return;
    Arena arena = f->arena;
    free(f);
    cd_arena_close(&arena);
}

int cd_xt_type(const XtFile *f, int node)
{
    return node < 0 ? 0 : f->node.at[node].type;
}

/* Value i of a field; NULL: the node has no such field, or the array is shorter. */
static const double *value_of(const XtFile *f, int node, XtName name, int i)
{
    if (node < 0) return NULL;
    const XtNode *n = &f->node.at[node];
    const XtLayout *layout = f->layout[n->type];
    int slot = layout->slot[name], end = node + 1 < f->node.n ? f->node.at[node + 1].first : f->value.n;
    if (slot < 0 || i < 0 || i >= end - n->first - slot) return NULL;
    return f->value.at + n->first + slot + i;
}

double cd_xt_real_at(const XtFile *f, int node, XtName name, int i)
{
    const double *x = value_of(f, node, name, i);
    return x ? *x : NAN;
}

double cd_xt_real(const XtFile *f, int node, XtName name)
{
    return cd_xt_real_at(f, node, name, 0);
}

int cd_xt_int(const XtFile *f, int node, XtName name)
{
    double x = cd_xt_real(f, node, name);
    return fabs(x) < 2147483647.0 ? (int)x : 0;
}

int cd_xt_char(const XtFile *f, int node, XtName name)
{
    return cd_xt_int(f, node, name);
}

int cd_xt_link_at(const XtFile *f, int node, XtName name, int i)
{
    double x = cd_xt_real_at(f, node, name, i);
    return x > 0 && x < 2147483647.0 ? cd_xt_find(f, (int)x) : -1;
}

int cd_xt_link(const XtFile *f, int node, XtName name)
{
    return cd_xt_link_at(f, node, name, 0);
}

Vec3 cd_xt_vector(const XtFile *f, int node, XtName name)
{
    return v3(cd_xt_real_at(f, node, name, 0), cd_xt_real_at(f, node, name, 1), cd_xt_real_at(f, node, name, 2));
}

const double *cd_xt_array(const XtFile *f, int node, XtName name, int *n)
{
    const double *x = value_of(f, node, name, 0);
    *n = 0;
    if (!x) return NULL;
    int end = node + 1 < f->node.n ? f->node.at[node + 1].first : f->value.n;
    *n = (int)(f->value.at + end - x);
    return x;
}
