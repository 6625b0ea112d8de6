/* finish.c - the last steps of building a model: references, expressions, checks. And the way back: from a model to a
 * builder, so that a re-stated statement makes a new model from an old one. */
#include "expr/compile.h"
#include "lang/contact_nodes.h"
#include "lang/lang.h"
#include "lang/matrix_file.h"
#include "model/bodies.h"

#include <stdlib.h>
#include <string.h>

static void compile_kind(CdBuild *b, Compiler *c, int k)
{
    const Field *fields = cd_kinds[k]->fields;
    for (int n = 0; fields[n].type != FIELD_END; n++) {
        if (fields[n].type != FIELD_EXPR) continue;
        for (int i = 0; i < b->model->table[k].n; i++) {
            Element *e = &b->model->table[k].at[i];
            if (!cd_given(e, n)) continue;
            const Expr *expr = cd_field_in(&fields[n], e->data);
            const ExprOrigin *o = expr->origin ? &b->expr_origin.at[expr->origin - 1] : NULL;
            cd_compile(c, e, n, o ? o->source : NULL, o ? o->offset : NULL);
        }
    }
}

static bool is_sound(const CdBuild *b)
{
    return cd_log_errors(b->log) == b->errors_before;
}

/* Variables come first: a motion that refers to one takes over its program. Elements make programs of their own only in
 * a model whose sizes and references fit, which the checks have seen to. */
static void compile_all(CdBuild *b)
{
    Compiler *c = cd_compiler_open(b->model, b->log);
    compile_kind(b, c, KIND_variable);
    for (int k = 0; k < KIND_COUNT; k++)
        if (k != KIND_variable) compile_kind(b, c, k);
    for (int k = 0; k < KIND_COUNT && is_sound(b); k++)
        for (int i = 0; cd_kinds[k]->derive && i < b->model->table[k].n; i++)
            cd_kinds[k]->derive(b->model, &b->model->table[k].at[i], c);
    cd_compiler_close(c);
}

/* A floating marker has a place if an element gives it one. */
static void place_floating(CdBuild *b)
{
    const Table *t = &b->model->table[KIND_marker];
    Marker *marker = t->data;
    for (int i = 0; i < t->n; i++) marker[i].placed = !marker[i].floating;
    for (int k = 0; k < KIND_COUNT; k++)
        for (int i = 0; i < b->model->table[k].n; i++) {
            const Element *e = &b->model->table[k].at[i];
            int at_i = cd_marker_argument(e, "IFLOAT"), at_j = cd_marker_argument(e, "JFLOAT");
            if (at_i >= 0) marker[at_i].placed = true;
            if (at_j >= 0) marker[at_j].placed = true;
        }
}

static void check_all(CdBuild *b)
{
    Check c = { b->model, b->log };
    for (int k = 0; k < KIND_COUNT; k++)
        for (int i = 0; cd_kinds[k]->check && i < b->model->table[k].n; i++)
            if (!b->model->table[k].at[i].faulty) cd_kinds[k]->check(&c, &b->model->table[k].at[i]);
}

static void check_ground(CdBuild *b)
{
    const Table *parts = &b->model->table[KIND_part];
    const Element *ground = NULL;
    char label[CD_LABEL_ROOM], first[CD_LABEL_ROOM];
    bool faulty = false; /* the word GROUND may be what was not understood */
    for (int i = 0; i < parts->n; i++) {
        faulty |= parts->at[i].faulty;
        if (!MODEL_AT(b->model, part, Part, i)->ground) continue;
        if (ground)
            cd_log(b->log, parts->at[i].place, TWO_GROUNDS, cd_label(&parts->at[i], label), cd_label(ground, first));
        else ground = &parts->at[i];
    }
    CdPlace place = { parts->n ? parts->at[0].place.file : NULL, 0, 0, 0 };
    if (!ground && !faulty) cd_log(b->log, place, NO_GROUND, "");
}

CdModel *cd_build_finish(CdBuild *b)
{
    b->log->again = b->restating;
    cd_build_resolve(b);
    check_ground(b);
    place_floating(b);
    cd_matrix_files_read(b);
    cd_contact_nodes(b);
    check_all(b);
    compile_all(b);
    if (is_sound(b)) cd_model_doubt(b->model, b->log);
    b->log->again = false;
    CdModel *model = NULL;
    if (is_sound(b)) {
        model = b->model;
        b->model = NULL;
    }
    cd_build_close(b);
    return model;
}

/* Positions become ids again. */
static void unresolve(const CdModel *model, const ElementKind *kind, void *data)
{
    for (const Field *f = kind->fields; f->type != FIELD_END; f++) {
        if (f->type != FIELD_REF && f->type != FIELD_REFS) continue;
        const Table *t = &model->table[cd_target_kind(f)];
        void *at = cd_field_at(f, data);
        IntList one = { at, 1 }, *list = f->type == FIELD_REF ? &one : at;
        for (int i = 0; i < list->n; i++)
            if (list->at[i] >= 0) list->at[i] = t->at[list->at[i]].id;
    }
}

CdBuild *cd_build_from(const CdModel *model, CdLog *log)
{
    CdBuild *b = cd_build_open(log);
    Arena *arena = &b->model->arena;
    b->restating = true;
    b->model->title = cd_text_copy(arena, model->title);
    b->model->headline = cd_text_copy(arena, model->headline);
    for (int k = 0; k < KIND_COUNT; k++) {
        const Table *t = &model->table[k];
        const char *file = NULL, *copied = NULL;
        for (int i = 0; i < t->n; i++) {
            Element e = t->at[i];
            if (e.made) continue;
            if (e.place.file && e.place.file != file)
                file = e.place.file, copied = cd_text_copy(arena, cd_text(file)).at;
            if (e.place.file) e.place.file = copied;
            e.name = cd_text_copy(arena, e.name);
            e.data = cd_arena_take(arena, e.kind->size);
            cd_element_copy(arena, e.kind, e.data, t->at[i].data);
            unresolve(model, e.kind, e.data);
            e.extra.at = ARENA_ARRAY(arena, Text, e.extra.n), e.extra.room = e.extra.n;
            for (int n = 0; n < e.extra.n; n++) e.extra.at[n] = cd_text_copy(arena, t->at[i].extra.at[n]);
            ARRAY_PUSH(&b->arena, &b->stated[k], e);
        }
        b->model->table[k].n = b->stated[k].n; /* how many came from the model, until they are sorted again */
    }
    return b;
}

static int by_place(const void *a, const void *b)
{
    const Diag *x = a, *y = b;
    int file = strcmp(x->place.file ? x->place.file : "", y->place.file ? y->place.file : "");
    if (file) return file;
    if (x->place.line != y->place.line) return x->place.line < y->place.line ? -1 : 1;
    if (x->place.column != y->place.column) return x->place.column < y->place.column ? -1 : 1;
    return (x->code > y->code) - (x->code < y->code);
}

void cd_log_sort(CdLog *log, int first)
{
    if (log->diag.n - first > 1) qsort(log->diag.at + first, (size_t)(log->diag.n - first), sizeof(Diag), by_place);
}
