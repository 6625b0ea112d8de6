/* json.c - JSON text. */
#include "report/json.h"

#include <math.h>

static void separate(TextBuffer *out)
{
    char last = out->n ? out->at[out->n - 1] : '[';
    if (last != '[' && last != '{' && last != ':') cd_buffer_char(out, ',');
}

void cd_json_open(TextBuffer *out, char bracket)
{
    separate(out);
    cd_buffer_char(out, bracket);
}

void cd_json_close(TextBuffer *out, char bracket)
{
    cd_buffer_char(out, bracket);
}

void cd_json_key(TextBuffer *out, const char *key)
{
    separate(out);
    cd_buffer_print(out, "\"%s\":", key);
}

void cd_json_text(TextBuffer *out, Text t)
{
    separate(out);
    cd_buffer_char(out, '"');
    for (int i = 0; i < t.n;) {
        unsigned char c = (unsigned char)t.at[i];
        int n = cd_utf8_length(t.at + i, t.n - i);
        if (n == 0) cd_buffer_print(out, "\\u%04x", c);
        else if (n > 1) cd_buffer_text(out, (Text){ t.at + i, n });
        else if (c == '"' || c == '\\') cd_buffer_print(out, "\\%c", c);
        else if (c == '\n') cd_buffer_text(out, cd_text("\\n"));
        else if (c < ' ' || c == 0x7f || c == '<' || c == '>' || c == '&') cd_buffer_print(out, "\\u%04x", c);
        else cd_buffer_char(out, (char)c);
        i += n ? n : 1;
    }
    cd_buffer_char(out, '"');
}

void cd_json_number(TextBuffer *out, double x)
{
    separate(out);
    if (isfinite(x)) cd_buffer_number(out, x);
    else cd_buffer_text(out, cd_text("null"));
}

void cd_json_raw(TextBuffer *out, Text json)
{
    separate(out);
    cd_buffer_text(out, json);
}

void cd_json_put_text(TextBuffer *out, const char *key, Text t)
{
    cd_json_key(out, key);
    cd_json_text(out, t);
}

void cd_json_put_number(TextBuffer *out, const char *key, double x)
{
    cd_json_key(out, key);
    cd_json_number(out, x);
}

static void numbers(TextBuffer *out, Vec3 v)
{
    for (int k = 0; k < 3; k++) cd_json_number(out, v3_get(v, k));
}

void cd_json_put_vec3(TextBuffer *out, const char *key, Vec3 v)
{
    cd_json_key(out, key);
    cd_json_open(out, '[');
    numbers(out, v);
    cd_json_close(out, ']');
}

void cd_json_put_mat3(TextBuffer *out, const char *key, Mat3 A)
{
    cd_json_key(out, key);
    cd_json_open(out, '[');
    for (int i = 0; i < 3; i++) numbers(out, m3_row(A, i));
    cd_json_close(out, ']');
}
