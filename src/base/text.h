/* text.h - pieces of text by pointer and length. They may hold any byte, NUL included, and are not ended by one. */
#pragma once
#include "base/arena.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct Text {
    const char *at;
    int n;
} Text;

/* For printf: "%.*s" with TEXT_ARG(t). */
#define TEXT_ARG(t) (t).n, (t).at

Text cd_text(const char *c_string);
Text cd_text_copy(Arena *arena, Text t);       /* a copy, ended by NUL for those who need a C string */
Text cd_text_copy_plain(Arena *arena, Text t); /* the same with blanks for control characters */
/* Puts blanks in place of control characters, of ASCII and of Latin-1, which a terminal would obey. */
void cd_plain(char *at, size_t n);
void cd_text_print(Text t, FILE *out); /* so to a file that a terminal may show */
Text cd_text_trim(Text t);             /* without blanks at both ends */
bool cd_text_equal(Text a, Text b);
bool cd_text_equal_nocase(Text a, const char *b);
/* Something that ends so, as a path does with its extension. */
bool cd_text_ends_nocase(Text a, const char *end);
bool cd_is_blank(char c); /* space, tab and other control bytes, NUL included */
bool cd_is_digit(char c);
bool cd_is_letter(char c); /* A-Z a-z and underscore */
char cd_upper(char c);

/* Takes the next line, without its end, off the rest; false: there is none. */
bool cd_next_line(Text *rest, Text *line);

/* Number of edits between two words (a letter changed, added, left out, or two swapped), case ignored; more than limit
 * is reported as limit + 1. */
int cd_text_distance(Text a, const char *b, int limit);

/* Edits up to which one word may be meant for another: a short word turns into any other too easily. */
static inline int cd_edits_allowed(int letters)
{
    return letters < 6 ? 1 : 2;
}

/* Length of the UTF-8 sequence at the start of left > 0 bytes; 0: there is none. */
int cd_utf8_length(const char *at, int left);
/* A copy as UTF-8: bytes that are none are taken as Latin-1. */
Text cd_text_copy_utf8(Arena *arena, Text t);

/* Text under construction. */
typedef struct TextBuffer {
    char *at;
    size_t n, room;
} TextBuffer;

void cd_buffer_char(TextBuffer *b, char c);
void cd_buffer_text(TextBuffer *b, Text t);
void cd_buffer_print(TextBuffer *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
void cd_buffer_close(TextBuffer *b);
void cd_buffer_number(TextBuffer *b,
                      double x); /* exact too, but rather a digit more than a third try: for many numbers */

/* A number in decimal, independent of the locale: the shortest text that reads back as the same double. */
enum { CD_NUMBER_ROOM = 40 };
const char *cd_number_write(char out[CD_NUMBER_ROOM], double x);

/* Reads [sign] digits [.digits] [E [sign] digits] at the start of [p, end); returns the number of characters used, 0 if
 * none. */
int cd_number_read(const char *p, const char *end, double *x);
