/* json.h - reading JSON: a tree of values that know their place in the text. */
#pragma once
#include "flex/lines.h"

typedef enum JsonType { JSON_NULL, JSON_BOOL, JSON_NUMBER, JSON_TEXT, JSON_LIST, JSON_OBJECT } JsonType;

typedef struct Json {
    JsonType type;
    Text where;                /* in the file */
    double x;                  /* JSON_NUMBER; JSON_BOOL: 0 or 1 */
    Text text;                 /* JSON_TEXT: as it stands in the file, escapes not resolved */
    Text key;                  /* of a member of an object */
    struct Json *first, *next; /* members of a list or object; the next in the same */
    int n;                     /* members */
} Json;

/* NULL, with a message, if the text is none. */
Json *cd_json_read(Arena *arena, Lines *in);
/* A member of an object; NULL if it is none or has none of that name. */
const Json *cd_json_get(const Json *of, const char *key);
