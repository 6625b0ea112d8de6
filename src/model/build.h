/* build.h - a model under construction: elements are stated in any order, then everything is resolved and checked at
 * once. The dataset reader and the public cd_build_... calls both end here. */
#pragma once
#include "model/model.h"

/* A value as the reader or the caller gives it. Which members count depends on the field's type. */
typedef struct Value {
    int n; /* number of values */
    const double *real;
    const int *integer;
    const Text *text;
    const CdPlace *places; /* n places for messages, or NULL */
} Value;

/* Where an expression came from, so that its errors point into it. */
typedef struct ExprOrigin {
    const Source *source;
    const int *offset; /* in the source, one per character of the text */
    int n;
} ExprOrigin;

/* Where a referring id stood. */
typedef struct RefOrigin {
    const int *slot;
    CdPlace place;
} RefOrigin;

struct CdBuild {
    Arena arena; /* dies with the builder */
    CdLog *log;
    CdModel *model; /* what finish returns */
    ARRAY_OF(Element) stated[KIND_COUNT];
    ARRAY_OF(ExprOrigin) expr_origin;
    ARRAY_OF(RefOrigin) ref_origin;
    bool restating; /* begun from a model: elements that exist are reopened */
    bool separate;  /* statements of a script: each stands for itself */
    struct {
        int kind, position; /* element that arguments go to; kind -1: none */
        uint64_t said;      /* bit per field given since it was begun */
    } current;
    int errors_before;
};

/* The title: one line, up to 80 characters. */
void cd_build_set_title(CdBuild *b, Text title);

/* Starts an element and returns it; an element without id, or one that exists while re-stating, is reopened. */
Element *cd_build_element(CdBuild *b, KindIndex kind, int id, CdPlace place);
Element *cd_build_current(CdBuild *b); /* NULL: none was begun */

/* Gives argument number field of the current element. False, with a message, if the value cannot be taken. */
bool cd_build_set(CdBuild *b, int field, Value value, CdPlace place);

/* Changes the arguments of an element to those given in another, which stands in the builder `from`. */
void cd_build_restate(CdBuild *b, KindIndex kind, const Element *e, const CdBuild *from);

/* A fresh parameter struct with every default in place. */
void cd_element_defaults(const ElementKind *kind, void *data);

/* An argument back to its default, as if it had not been given. */
void cd_element_put_back(Element *e, int field);

/* A copy of all parameters, lists included. */
void cd_element_copy(Arena *arena, const ElementKind *kind, void *to, const void *from);

/* Says which arguments an element cannot be without and has not got. */
void cd_build_check_needed(CdBuild *b, const Element *e);

/* Sorts the elements into tables, turns ids into positions, reports double ids, missing arguments and wrong
 * references. */
void cd_build_resolve(CdBuild *b);

/* For messages: the ids there are around a missing one, as "; there are PART/1, 2, 5"; or that there are none. */
enum { CD_HINT_ROOM = 160 };
const char *cd_ids_hint(const CdModel *model, KindIndex kind, int id, char room[CD_HINT_ROOM]);
