/* text.c - slices of text, text being built, and numbers in decimal. */
#include "base/text.h"

#include "base/digits.h"

#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

Text cd_text(const char *c_string)
{
    return (Text){ c_string, c_string ? (int)strlen(c_string) : 0 };
}

Text cd_text_copy(Arena *arena, Text t)
{
    char *p = cd_arena_take(arena, (size_t)t.n + 1);
    if (t.n) memcpy(p, t.at, (size_t)t.n);
    return (Text){ p, t.n };
}

Text cd_text_copy_plain(Arena *arena, Text t)
{
    Text copy = cd_text_copy(arena, t);
    cd_plain((char *)copy.at, (size_t)copy.n);
    return copy;
}

void cd_plain(char *at, size_t n)
{
    for (size_t i = 0, length; i < n; i += length ? length : 1) {
        unsigned char c = (unsigned char)at[i], next = i + 1 < n ? (unsigned char)at[i + 1] : 0;
        length = (size_t)cd_utf8_length(at + i, n - i < 4 ? (int)(n - i) : 4);
        bool latin = length == 0 && c >= 0x80 && c < 0xa0, latin_as_utf8 = length == 2 && c == 0xc2 && next < 0xa0;
        if (cd_is_blank((char)c) || latin || latin_as_utf8) memset(at + i, ' ', length ? length : 1);
    }
}

void cd_text_print(Text t, FILE *out)
{
    Arena scratch = { 0 };
    Text plain = cd_text_copy_plain(&scratch, t);
    fwrite(plain.at, 1, (size_t)plain.n, out);
    cd_arena_close(&scratch);
}

bool cd_is_blank(char c)
{
    return (unsigned char)c <= ' ' || c == 0x7f;
}

bool cd_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool cd_is_letter(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}

char cd_upper(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

Text cd_text_trim(Text t)
{
    while (t.n && cd_is_blank(t.at[0])) t.at++, t.n--;
    while (t.n && cd_is_blank(t.at[t.n - 1])) t.n--;
    return t;
}

bool cd_text_equal(Text a, Text b)
{
    return a.n == b.n && (a.n == 0 || memcmp(a.at, b.at, (size_t)a.n) == 0);
}

bool cd_text_equal_nocase(Text a, const char *b)
{
    for (int i = 0; i < a.n; i++)
        if (!b[i] || cd_upper(a.at[i]) != cd_upper(b[i])) return false;
    return !b[a.n];
}

bool cd_text_ends_nocase(Text a, const char *end)
{
    int n = (int)strlen(end);
    return a.n > n && cd_text_equal_nocase((Text){ a.at + a.n - n, n }, end);
}

int cd_text_distance(Text a, const char *b, int limit)
{
    enum { LONGEST = 63 };
    int na = a.n, nb = (int)strlen(b), row[3][LONGEST + 1];
    if (na > LONGEST || nb > LONGEST || abs(na - nb) > limit) return limit + 1;
    for (int j = 0; j <= nb; j++) row[0][j] = j;
    for (int i = 1; i <= na; i++) {
        int *now = row[i % 3], *last = row[(i + 2) % 3], *before = row[(i + 1) % 3];
        now[0] = i;
        for (int j = 1; j <= nb; j++) {
            char x = cd_upper(a.at[i - 1]), y = cd_upper(b[j - 1]);
            int best = last[j - 1] + (x != y);
            if (last[j] + 1 < best) best = last[j] + 1;
            if (now[j - 1] + 1 < best) best = now[j - 1] + 1;
            bool swapped = i > 1 && j > 1 && x == cd_upper(b[j - 2]) && cd_upper(a.at[i - 2]) == y;
            if (swapped && before[j - 2] + 1 < best) best = before[j - 2] + 1;
            now[j] = best;
        }
    }
    int d = row[na % 3][nb];
    return d > limit ? limit + 1 : d;
}

static void reserve(TextBuffer *b, size_t more)
{
    if (b->room - b->n > more) return;
    size_t room = b->room ? 2 * b->room : 256;
    while (room - b->n <= more) room *= 2;
    char *wider = realloc(b->at, room);
    if (!wider) cd_out_of_memory(0);
    b->at = wider, b->room = room;
}

void cd_buffer_char(TextBuffer *b, char c)
{
    reserve(b, 1);
    b->at[b->n++] = c;
    b->at[b->n] = 0;
}

void cd_buffer_text(TextBuffer *b, Text t)
{
    reserve(b, (size_t)t.n);
    if (t.n) memcpy(b->at + b->n, t.at, (size_t)t.n);
    b->n += (size_t)t.n;
    b->at[b->n] = 0;
}

void cd_buffer_print(TextBuffer *b, const char *format, ...)
{
    char *text;
    va_list args;
    va_start(args, format);
    int n = vasprintf(&text, format, args);
    va_end(args);
    if (n < 0) cd_out_of_memory(0);
    cd_buffer_text(b, (Text){ text, n });
    free(text);
}

void cd_buffer_close(TextBuffer *b)
{
    free(b->at);
    *b = (TextBuffer){ 0 };
}

/* strtod and printf follow the locale of the process; numbers in files do not. In glibc the "C" locale is a constant,
 * so this costs nothing and frees nothing. */
static locale_t plain_locale(void)
{
    return newlocale(LC_ALL_MASK, "C", (locale_t)0);
}

/* With 15 digits where they are enough, else with step more until they are, at most 17, which always are. */
static const char *write_number(char out[CD_NUMBER_ROOM], double x, int step)
{
    if (x == 0) return strcpy(out, "0");
    locale_t before = uselocale(plain_locale());
    for (int digits = 15; digits <= 17; digits += step) {
        snprintf(out, CD_NUMBER_ROOM, "%.*G", digits, x);
        if (!isfinite(x) || digits == 17 || strtod(out, NULL) == x) break;
    }
    uselocale(before);
    return out;
}

const char *cd_number_write(char out[CD_NUMBER_ROOM], double x)
{
    return write_number(out, x, 1);
}

void cd_buffer_number(TextBuffer *b, double x)
{
    char room[CD_NUMBER_ROOM];
    cd_buffer_text(b, cd_text(cd_digits_write(room, x) ? room : write_number(room, x, 2)));
}

/* Powers of ten that a double holds exactly: up to 15 digits times one of them is rounded once, hence right. */
static const double exact_power[] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                      1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };

/* number = [sign] ( digits [ "." { digit } ] | "." digits ) [ "E" [sign] digits ] */
int cd_number_read(const char *start, const char *end, double *x)
{
    const char *p = start;
    bool negative = false;
    if (p < end && (*p == '+' || *p == '-')) negative = *p++ == '-';

    double mantissa = 0;
    int digits = 0, significant = 0, scale = 0;
    for (bool fraction = false; p < end; p++) {
        if (*p == '.' && !fraction) {
            fraction = true;
            continue;
        }
        if (!cd_is_digit(*p)) break;
        digits++;
        if (significant || *p != '0') significant++;
        mantissa = 10 * mantissa + (*p - '0');
        scale -= fraction;
    }
    if (!digits) return 0;

    if (p < end && cd_upper(*p) == 'E') {
        const char *q = p + 1;
        bool down = false;
        if (q < end && (*q == '+' || *q == '-')) down = *q++ == '-';
        int exponent = 0;
        if (q < end && cd_is_digit(*q)) {
            for (; q < end && cd_is_digit(*q); q++)
                if (exponent < 100000) exponent = 10 * exponent + (*q - '0');
            scale += down ? -exponent : exponent;
            p = q;
        }
    }

    if (significant <= 15 && abs(scale) <= 22) {
        mantissa = scale < 0 ? mantissa / exact_power[-scale] : mantissa * exact_power[scale];
        *x = negative ? -mantissa : mantissa;
    } else {
        int n = (int)(p - start);
        char small[128], *copy = n < (int)sizeof small ? small : malloc((size_t)n + 1);
        if (!copy) cd_out_of_memory(0);
        memcpy(copy, start, (size_t)n);
        copy[n] = 0;
        *x = strtod_l(copy, NULL, plain_locale());
        if (copy != small) free(copy);
    }
    return (int)(p - start);
}

int cd_utf8_length(const char *at, int left)
{
    const unsigned char *p = (const unsigned char *)at;
    int n = p[0] < 0x80                   ? 1
            : p[0] >= 0xc2 && p[0] < 0xe0 ? 2
            : p[0] >= 0xe0 && p[0] < 0xf0 ? 3
            : p[0] >= 0xf0 && p[0] < 0xf5 ? 4
                                          : 0;
    if (n > left) return 0;
    for (int i = 1; i < n; i++)
        if ((p[i] & 0xc0) != 0x80) return 0;
    bool overlong = (p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xf0 && p[1] < 0x90);
    bool surrogate = p[0] == 0xed && n == 3 && p[1] >= 0xa0, beyond = p[0] == 0xf4 && n == 4 && p[1] >= 0x90;
    return overlong || surrogate || beyond ? 0 : n;
}

Text cd_text_copy_utf8(Arena *arena, Text t)
{
    char *out = cd_arena_take(arena, 2 * (size_t)t.n + 1), *to = out;
    for (int i = 0, n; i < t.n; i += n ? n : 1) {
        n = cd_utf8_length(t.at + i, t.n - i);
        unsigned char c = (unsigned char)t.at[i];
        if (!n) *to++ = (char)(0xc0 | c >> 6), *to++ = (char)(0x80 | (c & 0x3f));
        else memcpy(to, t.at + i, (size_t)n), to += n;
    }
    return (Text){ out, (int)(to - out) };
}

bool cd_next_line(Text *rest, Text *line)
{
    if (rest->n <= 0) return false;
    int end = 0;
    while (end < rest->n && rest->at[end] != '\n') end++;
    *line = (Text){ rest->at, end };
    *rest = (Text){ rest->at + end + 1, rest->n - end - 1 };
    return true;
}
