/* resolve.c - from what was stated to tables: elements sorted by id, ids turned into positions, parameters side by
 * side. */
#include "model/bodies.h"
#include "model/build.h"

#include <stdlib.h>
#include <string.h>

/* Qualified for messages of decoration, which never stop a run. */
#define say(b, e, place, code, ...) cd_log_kind((b)->log, (e)->kind, place, code, __VA_ARGS__)

static int by_id(const void *a, const void *b)
{
    const Element *x = a, *y = b;
    if (x->id != y->id) return x->id < y->id ? -1 : 1;
    return x->place.line != y->place.line ? (x->place.line < y->place.line ? -1 : 1)
                                          : x->place.column - y->place.column;
}

static void sort_into_tables(CdBuild *b)
{
    for (int k = 0; k < KIND_COUNT; k++) {
        Table *t = &b->model->table[k];
        t->n = b->stated[k].n;
        t->at = ARENA_ARRAY(&b->model->arena, Element, t->n);
        if (t->n) memcpy(t->at, b->stated[k].at, sizeof(Element) * (size_t)t->n);
        if (t->n > 1) qsort(t->at, (size_t)t->n, sizeof(Element), by_id);
        for (int i = 1, first = 0; i < t->n; i++) {
            if (t->at[i].id != t->at[first].id) {
                first = i;
                continue;
            }
            char label[CD_LABEL_ROOM];
            say(b, &t->at[i], t->at[i].place, DOUBLE_ID, cd_label(&t->at[i], label), t->at[first].place.line);
        }
    }
}

/* A marker that names no owner is on the part whose id is its own without the last two digits. */
static void owner_from_id(CdBuild *b, Element *e)
{
    Marker *m = e->data;
    if (m->part < 0 && m->point_mass < 0 && m->flex_body < 0 && m->fe_part < 0 && e->id >= 100 &&
        cd_model_find(b->model, KIND_part, e->id / 100) >= 0)
        m->part = e->id / 100;
}

const char *cd_ids_hint(const CdModel *model, KindIndex kind, int id, char room[CD_HINT_ROOM])
{
    const Table *t = &model->table[kind];
    if (!t->n) {
        snprintf(room, CD_HINT_ROOM, "; the model has no %.*s at all", TEXT_ARG(cd_keyword(cd_kinds[kind])));
        return room;
    }
    enum { AROUND = 3 };
    int low = cd_id_position(t->at, t->n, id);
    int from = low - AROUND > 0 ? low - AROUND : 0, to = low + AROUND < t->n ? low + AROUND : t->n;
    int n = snprintf(room, CD_HINT_ROOM, "; there %s %s", t->n == 1 ? "is only" : "are", from ? "... " : "");
    for (int i = from; i < to && n < CD_HINT_ROOM; i++)
        n += snprintf(room + n, (size_t)(CD_HINT_ROOM - n), "%s%d", i > from ? ", " : "", t->at[i].id);
    if (to < t->n && n < CD_HINT_ROOM) snprintf(room + n, (size_t)(CD_HINT_ROOM - n), " ...");
    return room;
}

static int by_slot(const void *a, const void *b)
{
    const RefOrigin *x = a, *y = b;
    return x->slot < y->slot ? -1 : x->slot > y->slot;
}

/* Where the id in a slot was written; an argument given again has left its first place behind. */
static CdPlace origin(const CdBuild *b, const int *slot, CdPlace otherwise)
{
    RefOrigin key = { slot, otherwise };
    const RefOrigin *o =
        b->ref_origin.n ? bsearch(&key, b->ref_origin.at, (size_t)b->ref_origin.n, sizeof key, by_slot) : NULL;
    return o ? o->place : otherwise;
}

static bool resolve_slot(CdBuild *b, const Element *e, const Field *f, KindIndex target, int *slot)
{
    if (*slot < 0) return true;
    int id = *slot;
    *slot = cd_model_find(b->model, target, id);
    if (*slot >= 0) return true;
    char label[CD_LABEL_ROOM], hint[CD_HINT_ROOM];
    say(b, e, origin(b, slot, e->place), UNKNOWN_REFERENCE, cd_label(e, label), TEXT_ARG(cd_field_key(f)), id,
        f->target, id, cd_ids_hint(b->model, target, id, hint));
    return false;
}

void cd_build_check_needed(CdBuild *b, const Element *e)
{
    char label[CD_LABEL_ROOM];
    for (int k = 0; e->kind->fields[k].type != FIELD_END && !e->faulty; k++) {
        const Field *f = &e->kind->fields[k];
        if (f->ask & NEEDED && !cd_given(e, k))
            say(b, e, e->place, MISSING_ARGUMENT, cd_label(e, label), TEXT_ARG(cd_field_key(f)),
                f->type == FIELD_CHOICE ? ", one of: " : "", f->type == FIELD_CHOICE ? f->words : "");
    }
}

static void resolve_element(CdBuild *b, Element *e, const KindIndex *target)
{
    cd_build_check_needed(b, e);
    for (int k = 0; e->kind->fields[k].type != FIELD_END; k++) {
        const Field *f = &e->kind->fields[k];
        void *at = cd_field_at(f, e->data);
        bool found = true;
        if (f->type == FIELD_REF) found = resolve_slot(b, e, f, target[k], at);
        if (f->type == FIELD_REFS)
            for (int i = 0; i < ((IntList *)at)->n; i++)
                found &= resolve_slot(b, e, f, target[k], &((IntList *)at)->at[i]);
        if (found || !(e->kind->flags & DECORATION)) continue;
        /* decoration goes without an argument that refers to nothing */
        e->faulty = true;
        e->given &= ~(UINT64_C(1) << k);
        if (f->type == FIELD_REFS) *(IntList *)at = (IntList){ 0 };
    }
}

static void resolve_kind(CdBuild *b, KindIndex kind)
{
    KindIndex target[64] = { 0 };
    if (!b->model->table[kind].n) return;
    for (int k = 0; cd_kinds[kind]->fields[k].type != FIELD_END; k++)
        if (cd_kinds[kind]->fields[k].target) target[k] = cd_target_kind(&cd_kinds[kind]->fields[k]);
    for (int i = 0; i < b->model->table[kind].n; i++) resolve_element(b, &b->model->table[kind].at[i], target);
}

/* The parameter structs of a kind move side by side, where an index finds them. */
static void gather(CdModel *model, Table *t, size_t size)
{
    char *data = cd_arena_take(&model->arena, size * (size_t)t->n);
    for (int i = 0; i < t->n; i++) {
        memcpy(data + size * (size_t)i, t->at[i].data, size);
        t->at[i].data = data + size * (size_t)i;
    }
    t->data = data;
}

void cd_build_resolve(CdBuild *b)
{
    sort_into_tables(b);
    if (b->ref_origin.n) qsort(b->ref_origin.at, (size_t)b->ref_origin.n, sizeof *b->ref_origin.at, by_slot);
    for (int i = 0; i < b->model->table[KIND_marker].n; i++) owner_from_id(b, &b->model->table[KIND_marker].at[i]);
    for (int k = 0; k < KIND_COUNT; k++) resolve_kind(b, (KindIndex)k);
    for (int k = 0; k < KIND_COUNT; k++) gather(b->model, &b->model->table[k], cd_kinds[k]->size);
}
