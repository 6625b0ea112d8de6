/* loads.c - which elements load a marker: for FX(i, j) and its kin, and for force requests. Also the list of loads that
 * expressions read, each once. */
#include "base/map.h"
#include "elements/joint.h"
#include "elements/motion.h"
#include "expr/compile.h"

#include <stdlib.h>
#include <string.h>

/* An element acts on marker i, against marker j (-1: against nobody). */
typedef struct Acting {
    int i, j;
    WrenchRead read;
} Acting;

struct LoadIndex {
    CdModel *model;
    Arena arena;
    bool listed;
    ARRAY_OF(Acting) acting; /* sorted by marker, both sides of every element */
    Map read;                /* (kind, index, side) to position in model->wrench_read */
};

LoadIndex *cd_loads_open(CdModel *model)
{
    LoadIndex *loads = cd_take(sizeof *loads);
    loads->model = model;
    return loads;
}

void cd_loads_close(LoadIndex *loads)
{
    cd_arena_close(&loads->arena);
    cd_map_close(&loads->read);
    free(loads);
}

/* The marker that a general constraint acts on besides I: the first other one its expression asks about; -1: none. */
static int other_marker(const Element *e, int i)
{
    const Field *f = e->kind->fields;
    while (f->type != FIELD_EXPR) f++;
    const Program *p = ((const Expr *)cd_field_in(f, e->data))->program;
    for (int n = 0; p && n < p->leaves; n++)
        for (int k = 0; p->leaf[n].type == LEAF_MARKER && k < 4; k++)
            if (p->leaf[n].query.marker[k] >= 0 && p->leaf[n].query.marker[k] != i) return p->leaf[n].query.marker[k];
    return -1;
}

void cd_element_markers(const CdModel *m, KindIndex kind, int index, int *i, int *j)
{
    const Element *e = &m->table[kind].at[index];
    *i = cd_marker_argument(e, "I"), *j = cd_marker_argument(e, "J");
    if (*j < 0) *j = cd_marker_argument(e, "JFLOAT");
    if (kind == KIND_gcon) *j = other_marker(e, *i);
    if (kind != KIND_motion) return;
    int joint = MODEL_AT(m, motion, MotionStatement, index)->joint;
    if (joint >= 0) *i = MODEL_AT(m, joint, Joint, joint)->i, *j = MODEL_AT(m, joint, Joint, joint)->j;
}

static bool acts_alone(const Element *e)
{
    for (int k = 0; e->kind->fields[k].type != FIELD_END; k++)
        if (e->kind->fields[k].type == FIELD_FLAG &&
            cd_text_equal_nocase(cd_field_key(&e->kind->fields[k]), "ACTIONONLY"))
            return cd_given(e, k);
    return false;
}

static int by_marker(const void *a, const void *b)
{
    const Acting *x = a, *y = b;
    if (x->i != y->i) return x->i < y->i ? -1 : 1;
    if (x->read.kind != y->read.kind) return x->read.kind < y->read.kind ? -1 : 1;
    return x->read.index - y->read.index;
}

static void list(LoadIndex *loads)
{
    CdModel *m = loads->model;
    loads->listed = true;
    for (int k = 0; k < KIND_COUNT; k++) {
        if (cd_kinds[k]->role != ROLE_FORCE && cd_kinds[k]->role != ROLE_CONSTRAINT) continue;
        for (int n = 0; n < m->table[k].n; n++) {
            const Element *e = &m->table[k].at[n];
            int i, j;
            cd_element_markers(m, (KindIndex)k, n, &i, &j);
            if (i < 0) continue;
            bool alone = acts_alone(e);
            Acting on_i = { i, alone ? -1 : j, { (KindIndex)k, n, 0 } }, on_j = { j, i, { (KindIndex)k, n, 1 } };
            ARRAY_PUSH(&loads->arena, &loads->acting, on_i);
            if (j >= 0 && !alone) ARRAY_PUSH(&loads->arena, &loads->acting, on_j);
        }
    }
    if (loads->acting.n) qsort(loads->acting.at, (size_t)loads->acting.n, sizeof(Acting), by_marker);
}

int cd_wrench_slot(CdModel *m, LoadIndex *loads, KindIndex kind, int index, int side)
{
    int slot = cd_map_put(&loads->read, (int)kind, index, side, m->wrench_read.n);
    WrenchRead w = { kind, index, side };
    if (slot == m->wrench_read.n) ARRAY_PUSH(&m->arena, &m->wrench_read, w);
    return slot;
}

int cd_loads_between(LoadIndex *loads, int i, int j, int *out, int room)
{
    if (!loads->listed) list(loads);
    int low = 0, high = loads->acting.n, n = 0;
    while (low < high) {
        int middle = (low + high) / 2;
        if (loads->acting.at[middle].i < i) low = middle + 1;
        else high = middle;
    }
    for (; low < loads->acting.n && loads->acting.at[low].i == i && n < room; low++) {
        const Acting *a = &loads->acting.at[low];
        if (a->j == j) out[n++] = cd_wrench_slot(loads->model, loads, a->read.kind, a->read.index, a->read.side);
    }
    return n;
}
