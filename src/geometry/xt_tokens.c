/* xt_tokens.c - tokens of XT text and neutral binary.
 *
 *     text     numbers end with one blank; "?" is null and has none behind it; characters and logicals stand by
 *              themselves. The stream is one line folded at 80 columns anywhere, so that line ends are nothing.
 *     binary   big-endian; pointers are stored as value + 1 in two bytes, or, below zero, with a second pair behind.
 */
#include "geometry/xt_tokens.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { MOST_INDEX = 100000000, NUMBER_ROOM = 64, NULL_INT = -32764, POINTER_STEP = 32767 };

static const double null_real = -3.14158e13;

void cd_xt_wrong(XtTokens *t, const char *what)
{
    if (t->wrong) return;
    t->wrong = what;
    t->place = (size_t)(t->at - t->begin);
}

size_t cd_xt_left(const XtTokens *t)
{
    return (size_t)(t->end - t->at);
}

static const unsigned char *find(const unsigned char *at, const unsigned char *end, const char *word)
{
    return memmem(at, (size_t)(end - at), word, strlen(word));
}

bool cd_xt_start(XtTokens *t, const void *bytes, size_t n)
{
    static const char lfs[] = "version https://git-lfs";
    *t = (XtTokens){ .begin = bytes, .at = bytes, .end = (const unsigned char *)bytes + n };
    if (n >= sizeof lfs - 1 && memcmp(bytes, lfs, sizeof lfs - 1) == 0)
        return cd_xt_wrong(t,
                           "this is a pointer of Git LFS in place of the file; get the file itself with git lfs pull"),
               false;
    const unsigned char *header = find(t->at, t->end, "**END_OF_HEADER");
    if (header) {
        t->at = header;
        while (t->at < t->end && *t->at != '\n' && *t->at != '\r') t->at++;
        while (t->at < t->end && (*t->at == '\n' || *t->at == '\r')) t->at++;
    }
    if (cd_xt_left(t) >= 2 && t->at[0] == 'P' && t->at[1] == 'S') {
        t->binary = true;
        t->at += 2;
        return true;
    }
    if (t->at < t->end && *t->at == 'T') return t->at++, true;
    if (header && t->at < t->end && *t->at == 'B')
        cd_xt_wrong(t, "this is machine-dependent binary; save it as text (.x_t, .xmt_txt) or as neutral binary");
    else cd_xt_wrong(t, "no XT stream begins here (T for text, PS for neutral binary)");
    return false;
}

/* ---- text ------------------------------------------------------------------------------------------------------ */

/* The next character, line ends left out; -1 at the end. */
static int peek(XtTokens *t)
{
    while (t->at < t->end && (*t->at == '\n' || *t->at == '\r')) t->at++;
    return t->at < t->end ? *t->at : -1;
}

static int take(XtTokens *t)
{
    int c = peek(t);
    if (c >= 0) t->at++;
    else cd_xt_wrong(t, "the file ends here");
    return c;
}

static bool is_of_number(int c)
{
    return (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+' || c == 'e' || c == 'E';
}

static double text_number(XtTokens *t)
{
    char digits[NUMBER_ROOM];
    int n = 0;
    while (peek(t) == ' ') t->at++;
    if (peek(t) == '?') return t->at++, NAN;
    const unsigned char *start = t->at;
    while (n < NUMBER_ROOM && is_of_number(peek(t))) digits[n++] = (char)*t->at++;
    double x = 0;
    if (n == 0 || n == NUMBER_ROOM || cd_number_read(digits, digits + n, &x) != n || !isfinite(x)) {
        t->at = start;
        if (peek(t) < 0) cd_xt_wrong(t, "the file ends here");
        else cd_xt_wrong(t, "a number is expected here");
        return 0;
    }
    if (peek(t) == ' ') t->at++;
    else if (peek(t) >= 0) cd_xt_wrong(t, "a blank is expected behind the number");
    return x;
}

/* ---- binary ---------------------------------------------------------------------------------------------------- */

static uint64_t bytes_of(XtTokens *t, int n)
{
    uint64_t x = 0;
    if (cd_xt_left(t) < (size_t)n) {
        cd_xt_wrong(t, "the file ends here");
        t->at = t->end;
        return 0;
    }
    for (int i = 0; i < n; i++) x = x << 8 | *t->at++;
    return x;
}

static double binary_real(XtTokens *t)
{
    uint64_t bits = bytes_of(t, 8);
    double x;
    memcpy(&x, &bits, sizeof x);
    if (fabs(x - null_real) < 1) return NAN;
    if (!isfinite(x)) cd_xt_wrong(t, "a number is not finite");
    return x;
}

static double binary_pointer(XtTokens *t)
{
    int first = (int16_t)bytes_of(t, 2);
    if (first > 0) return first - 1;
    int high = (int16_t)bytes_of(t, 2);
    return (double)POINTER_STEP * high - first - 1;
}

static double binary_int(XtTokens *t, int n)
{
    int x = n == 4 ? (int32_t)bytes_of(t, 4) : (int16_t)bytes_of(t, 2);
    return x == NULL_INT ? (double)NAN : (double)x;
}

/* ---- both ------------------------------------------------------------------------------------------------------ */

static double logical(XtTokens *t)
{
    int c = t->binary ? (int)bytes_of(t, 1) : take(t);
    if (c == 'T' || c == 1) return 1;
    if (c == 'F' || c == 0) return 0;
    if (c == '?') return NAN;
    cd_xt_wrong(t, "a logical is T or F");
    return 0;
}

double cd_xt_value_token(XtTokens *t, char code)
{
    if (t->wrong) return 0;
    if (code == 'c') return t->binary ? (double)bytes_of(t, 1) : take(t);
    if (code == 'l') return logical(t);
    if (!t->binary) return text_number(t);
    switch (code) {
    case 'd': return binary_int(t, 4);
    case 'n': return binary_int(t, 2);
    case 'u': return (double)bytes_of(t, 1);
    case 'w': return (double)bytes_of(t, 2);
    case 'p': return binary_pointer(t);
    default: return binary_real(t);
    }
}

void cd_xt_values_token(XtTokens *t, char code, double *out)
{
    int n = code == 'b' ? 6 : code == 'i' ? 2 : 3;
    for (int i = 0; i < n; i++) {
        out[i] = t->wrong ? 0 : t->binary ? binary_real(t) : text_number(t);
        bool null_whole = i == 0 && isnan(out[0]) && !t->binary && code != 'b';
        if (!null_whole) continue;
        for (int k = 1; k < n; k++) out[k] = NAN;
        return;
    }
}

/* A whole number of the grammar within bounds. */
static int whole(XtTokens *t, double x, double least, double most, const char *what)
{
    if (t->wrong) return 0;
    if (x >= least && x <= most && x == floor(x)) return (int)x;
    cd_xt_wrong(t, what);
    return 0;
}

int cd_xt_type_token(XtTokens *t)
{
    return whole(t, cd_xt_value_token(t, 'n'), 0, 32767,
                 "the type of a node, or of what a pointer leads to, is a small whole number");
}

int cd_xt_count_token(XtTokens *t)
{
    return whole(t, cd_xt_value_token(t, 'p'), 0, MOST_INDEX, "a field of a layout has a number of elements");
}

int cd_xt_fields_token(XtTokens *t)
{
    return whole(t, cd_xt_value_token(t, 'u'), 0, 255, "the layout of a node begins with the number of its fields");
}

int cd_xt_length_token(XtTokens *t)
{
    double most = (double)cd_xt_left(t);
    return whole(t, cd_xt_value_token(t, 'd'), 0, most, "the length of an array is beyond the end of the file");
}

int cd_xt_pointer_token(XtTokens *t)
{
    return whole(t, cd_xt_value_token(t, 'p'), 0, MOST_INDEX, "the index of a node is a whole number up to 1e8");
}

int cd_xt_edit_token(XtTokens *t)
{
    return t->wrong ? 0 : t->binary ? (int)bytes_of(t, 1) : take(t);
}

Text cd_xt_string_token(XtTokens *t, Arena *arena, bool in_schema)
{
    double most = (double)cd_xt_left(t);
    int n = whole(t, cd_xt_value_token(t, t->binary && in_schema ? 'u' : 'd'), 0, most,
                  "the length of a string is beyond the end of the file");
    char *out = cd_arena_take(arena, (size_t)n + 1);
    for (int i = 0; i < n && !t->wrong; i++) out[i] = (char)(t->binary ? (int)bytes_of(t, 1) : take(t));
    return (Text){ out, t->wrong ? 0 : n };
}
