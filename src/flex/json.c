/* json.c - JSON by recursive descent, one function per rule. */
#include "flex/json.h"

#include <string.h>

enum { DEEPEST = 64 };

typedef struct Parser {
    Arena *arena;
    Lines *in;
    const char *at, *end;
    int depth;
} Parser;

static void *wrong(Parser *p, const char *what)
{
    cd_lines_bad(p->in, (Text){ p->at < p->end ? p->at : p->end - (p->end > p->in->text.at), 1 }, "%s", what);
    return NULL;
}

static char peek(Parser *p)
{
    while (p->at < p->end && (*p->at == ' ' || *p->at == '\t' || *p->at == '\n' || *p->at == '\r')) p->at++;
    return p->at < p->end ? *p->at : '\0';
}

static Json *value(Parser *p);

/* string = '"' { character | '\' character } '"' */
static bool string(Parser *p, Text *out)
{
    const char *from = ++p->at;
    while (p->at < p->end && *p->at != '"' && *p->at != '\n') p->at += *p->at == '\\' ? 2 : 1;
    if (p->at >= p->end || *p->at != '"') {
        p->at = p->at < p->end ? p->at : p->end;
        return wrong(p, "the end of the text, \", is missing") != NULL;
    }
    *out = (Text){ from, (int)(p->at++ - from) };
    return true;
}

/* list = '[' [ value { ',' value } ] ']';  object = '{' [ string ':' value { ',' string ':' value } ] '}' */
static Json *members(Parser *p, Json *out, char close)
{
    Json **last = &out->first;
    p->at++;
    if (peek(p) == close) return p->at++, out;
    for (;;) {
        Text key = { 0 };
        if (close == '}') {
            if (peek(p) != '"') return wrong(p, "a name in quotes is expected here");
            if (!string(p, &key)) return NULL;
            if (peek(p) != ':') return wrong(p, "a colon is expected here");
            p->at++;
        }
        Json *one = value(p);
        if (!one) return NULL;
        one->key = key;
        *last = one, last = &one->next, out->n++;
        char c = peek(p);
        p->at += c == ',' || c == close;
        if (c == close) return out;
        if (c != ',') return wrong(p, close == '}' ? "a comma or } is expected here" : "a comma or ] is expected here");
    }
}

static Json *value(Parser *p)
{
    static const struct {
        const char *word;
        JsonType type;
        double x;
    } words[] = { { "true", JSON_BOOL, 1 }, { "false", JSON_BOOL, 0 }, { "null", JSON_NULL, 0 } };
    char c = peek(p);
    Json *out = ARENA_NEW(p->arena, Json);
    out->where = (Text){ p->at, 1 };
    if (c == '{' || c == '[') {
        if (++p->depth > DEEPEST) return wrong(p, "lists and objects are nested too deep");
        out->type = c == '{' ? JSON_OBJECT : JSON_LIST;
        out = members(p, out, c == '{' ? '}' : ']');
        p->depth--;
        return out;
    }
    if (c == '"') {
        out->type = JSON_TEXT;
        if (!string(p, &out->text)) return NULL;
        out->where.n = out->text.n + 2;
        return out;
    }
    for (int k = 0; k < 3; k++) {
        size_t n = strlen(words[k].word);
        if ((size_t)(p->end - p->at) < n || memcmp(p->at, words[k].word, n) != 0) continue;
        out->type = words[k].type, out->x = words[k].x, out->where.n = (int)n, p->at += n;
        return out;
    }
    int n = cd_number_read(p->at, p->end, &out->x);
    if (!n) return wrong(p, "a value is expected here");
    out->type = JSON_NUMBER, out->where.n = n, p->at += n;
    return out;
}

Json *cd_json_read(Arena *arena, Lines *in)
{
    Parser p = { .arena = arena, .in = in, .at = in->text.at, .end = in->text.at + in->text.n };
    Json *out = value(&p);
    if (out && peek(&p)) return wrong(&p, "nothing more is expected behind the value");
    return out;
}

const Json *cd_json_get(const Json *of, const char *key)
{
    if (!of || of->type != JSON_OBJECT) return NULL;
    for (const Json *m = of->first; m; m = m->next)
        if (cd_text_equal(m->key, cd_text(key))) return m;
    return NULL;
}
