/* json.h - values as JSON text, with commas where they belong: a value or key that follows another is known by the last
 * character. */
#pragma once
#include "base/text.h"
#include "linalg/mat3.h"

void cd_json_open(TextBuffer *out, char bracket);  /* '{' or '[' */
void cd_json_close(TextBuffer *out, char bracket); /* '}' or ']' */
void cd_json_key(TextBuffer *out, const char *key);

/* Any bytes: those that are not UTF-8 are taken as Latin-1; what could end a script in HTML is escaped. */
void cd_json_text(TextBuffer *out, Text t);
void cd_json_number(TextBuffer *out, double x); /* null where it is not finite */
void cd_json_raw(TextBuffer *out, Text json);   /* a value that is JSON already */

/* A key with its value. */
void cd_json_put_text(TextBuffer *out, const char *key, Text t);
void cd_json_put_number(TextBuffer *out, const char *key, double x);
void cd_json_put_vec3(TextBuffer *out, const char *key, Vec3 v);
void cd_json_put_mat3(TextBuffer *out, const char *key, Mat3 A); /* nine numbers by rows */
