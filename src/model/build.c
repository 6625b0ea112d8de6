/* build.c - stating elements: a parameter struct with its defaults, then argument by argument. */
#include "model/build.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Decoration complains mildly: it never stops a run. */
#define say(b, place, code, ...)                                                                                       \
    cd_log_kind((b)->log, (b)->current.kind < 0 ? NULL : cd_kinds[(b)->current.kind], place, code, __VA_ARGS__)

CdBuild *cd_build_open(CdLog *log)
{
    CdBuild *b = cd_take(sizeof *b);
    b->log = log;
    b->model = cd_take(sizeof *b->model);
    pthread_mutex_init(&b->model->making, NULL);
    b->current.kind = -1;
    b->errors_before = cd_log_errors(log);
    return b;
}

void cd_build_close(CdBuild *b)
{
    if (!b) return;
    cd_model_close(b->model);
    cd_arena_close(&b->arena);
    free(b);
}

void cd_build_set_title(CdBuild *b, Text title)
{
    enum { LONGEST = 80 }; /* bytes; no character of UTF-8 is cut */
    int end = 0, n = 0;
    title = cd_text_trim(title);
    while (end < title.n && title.at[end] != '\n' && title.at[end] != '\r') end++;
    title = cd_text_trim((Text){ title.at, end });
    while (n < title.n) {
        int letter = cd_utf8_length(title.at + n, title.n - n);
        if (!letter) letter = 1; /* of another encoding */
        if (n + letter > LONGEST) break;
        n += letter;
    }
    b->model->headline = cd_text_copy_plain(&b->model->arena, title);
    b->model->title = cd_text_copy_plain(&b->model->arena, cd_text_trim((Text){ title.at, n }));
}

void cd_element_defaults(const ElementKind *kind, void *data)
{
    memset(data, 0, kind->size);
    for (const Field *f = kind->fields; f->type != FIELD_END; f++) {
        void *at = cd_field_at(f, data);
        switch (f->type) {
        case FIELD_CHOICE:
        case FIELD_WORD:
        case FIELD_INT: *(int *)at = (int)f->preset; break;
        case FIELD_REF: *(int *)at = -1; break;
        case FIELD_REAL: *(double *)at = f->preset; break;
        default: break;
        }
    }
}

static RealList copy_reals(Arena *arena, const double *from, int n)
{
    RealList list = { ARENA_ARRAY(arena, double, n), n };
    if (n) memcpy(list.at, from, sizeof(double) * (size_t)n);
    return list;
}

static IntList copy_ints(Arena *arena, const int *from, int n)
{
    IntList list = { ARENA_ARRAY(arena, int, n), n };
    if (n) memcpy(list.at, from, sizeof(int) * (size_t)n);
    return list;
}

static TextList copy_texts(Arena *arena, const Text *from, int n)
{
    TextList list = { ARENA_ARRAY(arena, Text, n), n, n };
    for (int i = 0; i < n; i++) list.at[i] = cd_text_copy(arena, from[i]);
    return list;
}

void cd_element_copy(Arena *arena, const ElementKind *kind, void *to, const void *from)
{
    memcpy(to, from, kind->size);
    for (const Field *f = kind->fields; f->type != FIELD_END; f++) {
        void *at = cd_field_at(f, to);
        switch (f->type) {
        case FIELD_REALS: *(RealList *)at = copy_reals(arena, ((RealList *)at)->at, ((RealList *)at)->n); break;
        case FIELD_REFS:
        case FIELD_INTS: *(IntList *)at = copy_ints(arena, ((IntList *)at)->at, ((IntList *)at)->n); break;
        case FIELD_TOGGLE:
        case FIELD_NAMES: *(TextList *)at = copy_texts(arena, ((TextList *)at)->at, ((TextList *)at)->n); break;
        case FIELD_TEXT:
        case FIELD_NAME: *(Text *)at = cd_text_copy(arena, *(Text *)at); break;
        case FIELD_EXPR: {
            Expr *e = at;
            *e = (Expr){ .text = cd_text_copy(arena, e->text),
                         .user = e->user,
                         .constant = copy_reals(arena, e->constant.at, e->constant.n) };
            break;
        }
        case FIELD_ROWS: {
            RealRows *rows = at;
            RealList *copy = ARENA_ARRAY(arena, RealList, rows->n);
            for (int i = 0; i < rows->n; i++) copy[i] = copy_reals(arena, rows->at[i].at, rows->at[i].n);
            rows->at = copy, rows->room = rows->n;
            break;
        }
        default: break;
        }
    }
}

Element *cd_build_current(CdBuild *b)
{
    return b->current.kind < 0 ? NULL : &b->stated[b->current.kind].at[b->current.position];
}

/* Position of an element to reopen, -1 if a new one is to be made. Elements taken from a model are sorted by id. */
static int reopened(const CdBuild *b, KindIndex kind, int id)
{
    const Element *at = b->stated[kind].at;
    int n = b->stated[kind].n;
    if (b->separate) return -1;
    if (cd_kinds[kind]->flags & WITHOUT_ID) return n ? 0 : -1;
    if (!b->restating) return -1;
    int from_model = b->model->table[kind].n, i = cd_id_position(at, from_model, id);
    if (i < from_model && at[i].id == id) return i;
    for (i = from_model; i < n; i++)
        if (at[i].id == id) return i;
    return -1;
}

Element *cd_build_element(CdBuild *b, KindIndex kind, int id, CdPlace place)
{
    int position = reopened(b, kind, id);
    if (position < 0) {
        Element e = { .kind = cd_kinds[kind], .id = id, .place = place };
        if (place.file) /* every element of a file shares one copy of its name */
            e.place.file = b->stated[kind].n && b->stated[kind].at[0].place.file &&
                                   strcmp(b->stated[kind].at[0].place.file, place.file) == 0
                               ? b->stated[kind].at[0].place.file
                               : cd_text_copy(&b->model->arena, cd_text(place.file)).at;
        e.data = cd_arena_take(&b->model->arena, e.kind->size);
        cd_element_defaults(e.kind, e.data);
        position = b->stated[kind].n;
        ARRAY_PUSH(&b->arena, &b->stated[kind], e);
    }
    b->current.kind = (int)kind;
    b->current.position = position;
    b->current.said = 0;
    return cd_build_current(b);
}

/* "3 values", "3 to 6 values", "at least 4 values" */
static const char *how_many(const Field *f, char room[48])
{
    if (f->most == f->least) snprintf(room, 48, "%d value%s", f->least, f->least == 1 ? "" : "s");
    else if (!f->most) snprintf(room, 48, "at least %d value%s", f->least, f->least == 1 ? "" : "s");
    else snprintf(room, 48, "%d to %d values", f->least, f->most);
    return room;
}

/* Number of values an argument takes; single ones have no limits in their row. */
static bool count_fits(CdBuild *b, const char *label, const Field *f, int n, CdPlace place)
{
    Field one = *f;
    switch (f->type) {
    case FIELD_FLAG: return true;
    case FIELD_REALN:
    case FIELD_REALS:
    case FIELD_ROWS:
    case FIELD_INTS:
    case FIELD_REFS:
    case FIELD_NAMES:
    case FIELD_WORDS:
    case FIELD_TOGGLE: break;
    default: one.least = one.most = 1; break;
    }
    if (one.least < 1) one.least = 1;
    char room[48];
    if (n < one.least) {
        say(b, place, TOO_FEW_VALUES, label, TEXT_ARG(cd_field_key(f)), how_many(&one, room), n, n == 1 ? "is" : "are");
        return false;
    }
    if (one.most && n > one.most) {
        say(b, place, TOO_MANY_VALUES, label, TEXT_ARG(cd_field_key(f)), how_many(&one, room), n);
        return false;
    }
    return true;
}

static bool number_fits(CdBuild *b, const char *label, const Field *f, double x, CdPlace place)
{
    Text key = cd_field_key(f);
    if (!isfinite(x)) say(b, place, NOT_FINITE, label, TEXT_ARG(key));
    else if (f->ask & POSITIVE && !(x > 0)) say(b, place, MUST_BE_POSITIVE, label, TEXT_ARG(key), x);
    else if (f->ask & NOT_NEGATIVE && x < 0) say(b, place, MUST_NOT_BE_NEGATIVE, label, TEXT_ARG(key), x);
    else return true;
    return false;
}

static CdPlace place_of(const Value *v, int i, CdPlace otherwise)
{
    return v->places ? v->places[i] : otherwise;
}

/* A text without what only surrounds it: blanks, quotes around the whole, marks that continue a line. */
static Text bare_text(Text t)
{
    for (;;) {
        t = cd_text_trim(t);
        bool in_quotes = t.n >= 2 && (t.at[0] == '"' || t.at[0] == '\'') && t.at[t.n - 1] == t.at[0] &&
                         !memchr(t.at + 1, t.at[0], (size_t)t.n - 2);
        if (in_quotes) t = (Text){ t.at + 1, t.n - 2 };
        else if (t.n && (t.at[t.n - 1] == '&' || t.at[t.n - 1] == ',')) t.n--;
        else return t;
    }
}

/* An id that refers: stored as it is, looked up when everything has been stated. 0 may stand for none. */
static bool take_id(CdBuild *b, const char *label, const Field *f, int *slot, int id, CdPlace place)
{
    if (id == 0 && f->ask & ZERO_IS_NONE) {
        *slot = -1;
        return true;
    }
    if (id <= 0) {
        say(b, place, NOT_AN_ID, label, TEXT_ARG(cd_field_key(f)), id);
        return false;
    }
    *slot = id;
    if (place.line > 0) {
        RefOrigin o = { slot, place };
        ARRAY_PUSH(&b->arena, &b->ref_origin, o);
    }
    return true;
}

static bool store(CdBuild *b, const char *label, const Field *f, void *at, const Value *v, CdPlace place)
{
    Arena *arena = &b->model->arena;
    switch (f->type) {
    case FIELD_FLAG: *(bool *)at = true; return true;
    case FIELD_CHOICE:
    case FIELD_WORD: *(int *)at = v->integer[0]; return true;
    case FIELD_WORDS: {
        unsigned mask = 0;
        for (int i = 0; i < v->n; i++) mask |= 1u << v->integer[i];
        *(unsigned *)at = mask;
        return true;
    }
    case FIELD_TOGGLE:
    case FIELD_NAMES: *(TextList *)at = copy_texts(arena, v->text, v->n); return true;
    case FIELD_TEXT: *(Text *)at = cd_text_copy(arena, bare_text(v->text[0])); return true;
    case FIELD_NAME: *(Text *)at = cd_text_copy(arena, v->text[0]); return true;
    case FIELD_EXPR: {
        Expr *e = at;
        *e = (Expr){ .text = cd_text_copy(arena, v->text[0]) };
        return true;
    }
    case FIELD_INT:
        if (!number_fits(b, label, f, v->integer[0], place_of(v, 0, place))) return false;
        *(int *)at = v->integer[0];
        return true;
    case FIELD_INTS:
        for (int i = 0; i < v->n; i++)
            if (!number_fits(b, label, f, v->integer[i], place_of(v, i, place))) return false;
        *(IntList *)at = copy_ints(arena, v->integer, v->n);
        return true;
    case FIELD_REF: return take_id(b, label, f, at, v->integer[0], place_of(v, 0, place));
    case FIELD_REFS: {
        IntList list = copy_ints(arena, v->integer, v->n);
        bool good = true;
        for (int i = 0; i < v->n; i++) good &= take_id(b, label, f, &list.at[i], v->integer[i], place_of(v, i, place));
        if (good) *(IntList *)at = list;
        return good;
    }
    case FIELD_REAL:
    case FIELD_REALN:
    case FIELD_REALS:
    case FIELD_ROWS:
        for (int i = 0; i < v->n; i++)
            if (!number_fits(b, label, f, v->real[i], place_of(v, i, place))) return false;
        if (f->type == FIELD_REAL) *(double *)at = v->real[0];
        else if (f->type == FIELD_REALN) memcpy(at, v->real, sizeof(double) * (size_t)v->n);
        else if (f->type == FIELD_REALS) *(RealList *)at = copy_reals(arena, v->real, v->n);
        else {
            RealRows *rows = at;
            ARRAY_PUSH(arena, rows, copy_reals(arena, v->real, v->n));
        }
        return true;
    case FIELD_END: break;
    }
    return false;
}

static bool set(CdBuild *b, int field, Value value, CdPlace place)
{
    Element *e = cd_build_current(b);
    if (!e) {
        cd_log(b->log, place, NO_ELEMENT_OPEN, "");
        return false;
    }
    const Field *f = &e->kind->fields[field];
    void *at = cd_field_at(f, e->data);
    char label[CD_LABEL_ROOM];
    cd_label(e, label);

    if (b->current.said >> field & 1 && f->type != FIELD_ROWS && f->type != FIELD_FLAG) {
        if (f->type == FIELD_CHOICE) {
            if (*(int *)at == value.integer[0]) return true;
            say(b, place, SECOND_CHOICE, label, TEXT_ARG(cd_word_at(f->words, *(int *)at)),
                TEXT_ARG(cd_word_at(f->words, value.integer[0])));
        } else {
            say(b, place, GIVEN_TWICE, label, TEXT_ARG(cd_field_key(f)));
        }
        return false;
    }
    if (!count_fits(b, label, f, value.n, place)) return false;
    bool again = !b->restating && cd_given(e, field) && !(b->current.said >> field & 1) && f->type != FIELD_FLAG;
    if (again) cd_log(b->log, place, GIVEN_AGAIN, label, TEXT_ARG(cd_field_key(f)));
    if (f->ask & OBSOLETE) cd_log(b->log, place, OBSOLETE_ARGUMENT, label, TEXT_ARG(cd_field_key(f)), "");
    if (f->type == FIELD_ROWS && !(b->current.said >> field & 1)) *(RealRows *)at = (RealRows){ 0 };
    if (!store(b, label, f, at, &value, place)) return false;
    e->given |= UINT64_C(1) << field;
    b->current.said |= UINT64_C(1) << field;
    return true;
}

bool cd_build_set(CdBuild *b, int field, Value value, CdPlace place)
{
    bool good = set(b, field, value, place);
    if (!good && cd_build_current(b)) cd_build_current(b)->faulty = true;
    return good;
}

static size_t size_of(const Field *f)
{
    switch (f->type) {
    case FIELD_FLAG: return sizeof(bool);
    case FIELD_CHOICE:
    case FIELD_WORD:
    case FIELD_INT:
    case FIELD_REF: return sizeof(int);
    case FIELD_WORDS: return sizeof(unsigned);
    case FIELD_TOGGLE:
    case FIELD_NAMES: return sizeof(TextList);
    case FIELD_INTS:
    case FIELD_REFS: return sizeof(IntList);
    case FIELD_REAL: return sizeof(double);
    case FIELD_REALN: return sizeof(double) * (size_t)f->most;
    case FIELD_REALS: return sizeof(RealList);
    case FIELD_ROWS: return sizeof(RealRows);
    case FIELD_EXPR: return sizeof(Expr);
    case FIELD_TEXT:
    case FIELD_NAME: return sizeof(Text);
    case FIELD_END: break;
    }
    return 0;
}

void cd_element_put_back(Element *e, int field)
{
    Arena scratch = { 0 };
    void *fresh = cd_arena_take(&scratch, e->kind->size);
    const Field *f = &e->kind->fields[field];
    cd_element_defaults(e->kind, fresh);
    memcpy(cd_field_at(f, e->data), cd_field_in(f, fresh), size_of(f));
    e->given &= ~(UINT64_C(1) << field);
    cd_arena_close(&scratch);
}

/* Whether a bare or keyed argument called key was written; *field receives its row, -1 if there is none. */
static bool was_given(const Element *e, Text key, int *field)
{
    for (*field = 0; e->kind->fields[*field].type != FIELD_END; ++*field)
        if (cd_match(key, cd_field_key(&e->kind->fields[*field])) == MATCH_EXACT) return cd_given(e, *field);
    *field = -1;
    return false;
}

/* One side of a rivalry was re-stated: the other side goes, except what was given with it. */
static void displace(Element *to, const Element *by, const char *rivalry)
{
    const char *slash = strchr(rivalry, '/');
    char side[2][200];
    snprintf(side[0], sizeof side[0], "%.*s", (int)(slash - rivalry), rivalry);
    snprintf(side[1], sizeof side[1], "%s", slash + 1);
    for (int s = 0; s < 2; s++) {
        bool said = false;
        int field;
        for (int i = 0; cd_word_at(side[s], i).n; i++) said |= was_given(by, cd_word_at(side[s], i), &field);
        for (int i = 0; said && cd_word_at(side[1 - s], i).n; i++) {
            bool both = was_given(by, cd_word_at(side[1 - s], i), &field);
            if (!both && field >= 0) cd_element_put_back(to, field);
        }
    }
}

/* LIST and DEFAULT are things to do, not properties. */
static void forget_actions(Element *e)
{
    static const char *const action[] = { "LIST", "DEFAULT" };
    int field;
    for (int i = 0; i < 2; i++)
        if (was_given(e, cd_text(action[i]), &field)) cd_element_put_back(e, field);
}

void cd_build_restate(CdBuild *b, KindIndex kind, const Element *e, const CdBuild *from)
{
    Element *to = cd_build_element(b, kind, e->id, e->place);
    Arena *arena = &b->model->arena;
    int field;
    to->place = e->place;
    if (e->place.file) to->place.file = cd_text_copy(arena, cd_text(e->place.file)).at;
    if (was_given(e, cd_text("DEFAULT"), &field)) {
        cd_element_defaults(to->kind, to->data);
        to->given = 0, to->extra = (TextList){ 0 };
    }
    for (const char *const *r = e->kind->rivals; r && *r; r++) displace(to, e, *r);
    void *copy = cd_arena_take(arena, e->kind->size);
    cd_element_copy(arena, e->kind, copy, e->data);
    for (int k = 0; e->kind->fields[k].type != FIELD_END; k++) {
        const Field *f = &e->kind->fields[k];
        if (!cd_given(e, k)) continue;
        void *slot = cd_field_at(f, to->data);
        memcpy(slot, cd_field_in(f, copy), size_of(f));
        to->given |= UINT64_C(1) << k;
        const Expr *source = f->type == FIELD_EXPR ? cd_field_in(f, e->data) : NULL;
        if (source && source->origin) { /* its errors point into the script */
            ARRAY_PUSH(&b->arena, &b->expr_origin, from->expr_origin.at[source->origin - 1]);
            ((Expr *)slot)->origin = b->expr_origin.n;
        }
    }
    for (int i = 0; i < e->extra.n; i++) ARRAY_PUSH(arena, &to->extra, cd_text_copy(arena, e->extra.at[i]));
    forget_actions(to);
}
