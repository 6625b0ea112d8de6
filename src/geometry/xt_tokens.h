/* xt_tokens.h - the stream of a Parasolid XT file as tokens. Text and neutral binary differ here and nowhere else.
 * Tokens carry no type of their own: only the layout of a node says what comes next. The first mistake is kept with
 * its byte; from then on every call gives nothing. */
#pragma once
#include "base/text.h"

typedef struct XtTokens {
    const unsigned char *begin, *at, *end;
    bool binary;
    const char *wrong; /* what was not as it should be first; NULL: all is well */
    size_t place;      /* its byte */
} XtTokens;

/* Goes to the first node stream of a file: behind the header, and behind T or PS. False with t->wrong set if there is
 * none. */
bool cd_xt_start(XtTokens *t, const void *bytes, size_t n);

/* Keeps a mistake, the first one only. */
void cd_xt_wrong(XtTokens *t, const char *what);

size_t cd_xt_left(const XtTokens *t); /* bytes that are left */

/* One value by its code (d n u w f p c l); NaN where the file has none (null). */
double cd_xt_value_token(XtTokens *t, char code);

/* Three, two or six numbers (v h, i, b); a null vector or interval is NaN throughout. */
void cd_xt_values_token(XtTokens *t, char code, double *out);

/* Whole numbers of the grammar itself: none of these may be null. */
int cd_xt_type_token(XtTokens *t);    /* type of a node, class of a pointer, largest type */
int cd_xt_count_token(XtTokens *t);   /* number of elements of a field of a layout */
int cd_xt_fields_token(XtTokens *t);  /* number of fields of a layout */
int cd_xt_length_token(XtTokens *t);  /* length of the variable array of a node; at most the bytes that are left */
int cd_xt_pointer_token(XtTokens *t); /* index of a node */
int cd_xt_edit_token(XtTokens *t);    /* a character of the edit of a layout */

/* A string: description and key at the start, or a name in a schema. Its length is bounded by the bytes that are
 * left. */
Text cd_xt_string_token(XtTokens *t, Arena *arena, bool in_schema);
