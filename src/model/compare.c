/* compare.c - whether two models say the same. */
#include "model/model.h"

#include <string.h>

static bool same_reals(const double *a, const double *b, int n)
{
    for (int i = 0; i < n; i++)
        if (a[i] != b[i]) return false;
    return true;
}

static bool same_texts(const TextList *a, const TextList *b)
{
    if (a->n != b->n) return false;
    for (int i = 0; i < a->n; i++)
        if (!cd_text_equal(a->at[i], b->at[i])) return false;
    return true;
}

static bool same_field(const Field *f, const void *a, const void *b)
{
    switch (f->type) {
    case FIELD_FLAG: return *(const bool *)a == *(const bool *)b;
    case FIELD_CHOICE:
    case FIELD_WORD:
    case FIELD_INT:
    case FIELD_REF: return *(const int *)a == *(const int *)b;
    case FIELD_WORDS: return *(const unsigned *)a == *(const unsigned *)b;
    case FIELD_TOGGLE:
    case FIELD_NAMES: return same_texts(a, b);
    case FIELD_INTS:
    case FIELD_REFS: {
        const IntList *x = a, *y = b;
        return x->n == y->n && (x->n == 0 || memcmp(x->at, y->at, sizeof(int) * (size_t)x->n) == 0);
    }
    case FIELD_REAL: return same_reals(a, b, 1);
    case FIELD_REALN: return same_reals(a, b, f->most);
    case FIELD_REALS: {
        const RealList *x = a, *y = b;
        return x->n == y->n && same_reals(x->at, y->at, x->n);
    }
    case FIELD_ROWS: {
        const RealRows *x = a, *y = b;
        if (x->n != y->n) return false;
        for (int i = 0; i < x->n; i++)
            if (x->at[i].n != y->at[i].n || !same_reals(x->at[i].at, y->at[i].at, x->at[i].n)) return false;
        return true;
    }
    case FIELD_EXPR: {
        const Expr *x = a, *y = b;
        return x->user == y->user && cd_text_equal(x->text, y->text) && x->constant.n == y->constant.n &&
               same_reals(x->constant.at, y->constant.at, x->constant.n);
    }
    case FIELD_TEXT:
    case FIELD_NAME: return cd_text_equal(*(const Text *)a, *(const Text *)b);
    case FIELD_END: break;
    }
    return true;
}

static bool same_element(const Element *a, const Element *b, char *why, size_t room)
{
    char label[CD_LABEL_ROOM];
    if (a->id != b->id) {
        char other[CD_LABEL_ROOM];
        snprintf(why, room, "%s stands where the other has %s", cd_label(a, label), cd_label(b, other));
        return false;
    }
    if (!cd_text_equal(a->name, b->name) || !same_texts(&a->extra, &b->extra)) {
        snprintf(why, room, "%s: its name or its further arguments differ", cd_label(a, label));
        return false;
    }
    for (int k = 0; a->kind->fields[k].type != FIELD_END; k++) {
        const Field *f = &a->kind->fields[k];
        if (cd_given(a, k) == cd_given(b, k) && same_field(f, cd_field_in(f, a->data), cd_field_in(f, b->data)))
            continue;
        snprintf(why, room, "%s: %.*s differs", cd_label(a, label), TEXT_ARG(cd_field_key(f)));
        return false;
    }
    return true;
}

bool cd_model_equal(const CdModel *a, const CdModel *b, char *why, size_t room)
{
    char none[1];
    if (!why || !room) why = none, room = sizeof none;
    why[0] = 0;
    if (!cd_text_equal(a->title, b->title)) {
        snprintf(why, room, "the titles differ");
        return false;
    }
    for (int k = 0; k < KIND_COUNT; k++) {
        const Table *x = &a->table[k], *y = &b->table[k];
        if (x->n != y->n) {
            snprintf(why, room, "one has %d of %.*s, the other %d", x->n, TEXT_ARG(cd_keyword(cd_kinds[k])), y->n);
            return false;
        }
        for (int i = 0; i < x->n; i++)
            if (!same_element(&x->at[i], &y->at[i], why, room)) return false;
    }
    return true;
}
