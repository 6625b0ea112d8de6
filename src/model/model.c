/* model.c - looking things up in a finished model. */
#include "model/model.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

int cd_id_position(const Element *at, int n, int id)
{
    int low = 0, high = n;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (at[middle].id < id) low = middle + 1;
        else high = middle;
    }
    return low;
}

int cd_model_find(const CdModel *model, KindIndex kind, int id)
{
    const Table *t = &model->table[kind];
    int i = cd_id_position(t->at, t->n, id);
    return i < t->n && t->at[i].id == id ? i : -1;
}

const Element *cd_model_setting(const CdModel *model, KindIndex kind)
{
    return model->table[kind].n ? &model->table[kind].at[0] : NULL;
}

double cd_model_number(const CdModel *model, KindIndex kind, const char *key)
{
    const Field *f = &cd_kinds[kind]->fields[cd_find_field(cd_kinds[kind], cd_text(key), NULL)];
    const Element *e = cd_model_setting(model, kind);
    if (!e) return f->preset;
    const void *at = cd_field_in(f, e->data);
    return f->type == FIELD_INT ? *(const int *)at : *(const double *)at;
}

bool cd_model_flag(const CdModel *model, KindIndex kind, const char *word)
{
    const Element *e = cd_model_setting(model, kind);
    int position, field = e ? cd_find_bare(e->kind, cd_text(word), &position, NULL) : -1;
    return field >= 0 && cd_given(e, field);
}

const char *cd_model_title(const CdModel *model)
{
    return model->title.at ? model->title.at : "";
}

int cd_model_count(const CdModel *model, const char *statement)
{
    int kind = cd_find_kind(cd_text(statement), false, NULL);
    return kind < 0 ? -1 : model->table[kind].n;
}

void cd_model_close(CdModel *model)
{
    if (!model) return;
    for (int i = 0; i < model->library.n; i++) dlclose(model->library.at[i]);
    if (model->shapes) model->close_shapes(model->shapes);
    pthread_mutex_destroy(&model->making);
    cd_arena_close(&model->arena);
    free(model);
}

int cd_marker_argument(const Element *e, const char *key)
{
    for (const Field *f = e->kind->fields; f->type != FIELD_END; f++)
        if (f->type == FIELD_REF && strcmp(f->target, "MARKER") == 0 && cd_text_equal_nocase(cd_field_key(f), key))
            return *(const int *)cd_field_in(f, e->data);
    return -1;
}

static bool is_missing(const Expr *expr)
{
    return expr->user && !expr->program;
}

/* Arguments that a user routine would have to compute. */
static int name_routines(const Element *e, CdLog *log)
{
    int count = 0;
    for (int k = 0; e->kind->fields[k].type != FIELD_END; k++) {
        const Field *f = &e->kind->fields[k];
        if (f->type != FIELD_EXPR || !is_missing(cd_field_in(f, e->data))) continue;
        char label[CD_LABEL_ROOM];
        cd_log(log, e->place, ROUTINE_NEEDED, cd_label(e, label), TEXT_ARG(cd_field_key(f)));
        count++;
    }
    return count;
}

int cd_model_unsupported(const CdModel *model, CdLog *log)
{
    int count = 0;
    for (int k = 0; k < KIND_COUNT; k++) {
        for (int i = 0; i < model->table[k].n; i++) {
            const Element *e = &model->table[k].at[i];
            if (e->kind->flags & DECORATION) continue;
            char label[CD_LABEL_ROOM];
            bool later = e->kind->mechanics == MECHANICS_LATER;
            if (later) cd_log(log, e->place, NOT_SIMULATED, cd_label(e, label), TEXT_ARG(cd_keyword(e->kind)));
            const char *why = !later && e->kind->refuse ? e->kind->refuse(model, e) : NULL;
            if (why) cd_log(log, e->place, CANNOT_SIMULATE, cd_label(e, label), why);
            bool usable = later || why || !e->kind->usable || e->kind->usable(model, e, log);
            count += later || why || !usable ? 1 : name_routines(e, log);
        }
    }
    return count;
}

int cd_model_id(const CdModel *model, KindIndex kind, int i)
{
    return i < 0 ? 0 : model->table[kind].at[i].id;
}
