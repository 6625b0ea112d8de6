/* lines.h - a text file of another program, line by line, with the place of what is wrong in it. */
#pragma once
#include "base/log.h"

typedef struct Lines {
    const char *path;
    Text text;
    int at;     /* offset of the line that comes next */
    int number; /* of the line that was given last, from 1 */
    CdLog *log;
    bool told; /* something was wrong */
} Lines;

/* Reads the whole file into the arena; false, with a message, if that cannot be. */
bool cd_lines_open(Lines *in, Arena *arena, const char *path, CdLog *log);
/* The same for a text that is there already, under the name of a file. */
void cd_lines_of(Lines *in, const char *name, const char *text, size_t n, CdLog *log);

/* The next line, without its end; false at the end of the file. */
bool cd_lines_next(Lines *in, Text *line);

/* Says what is wrong with a piece of the text, once per file, and is false. */
bool cd_lines_bad(Lines *in, Text where, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Words of a line, between blanks, tabs and commas; how many there are, of which at most so many are stored. */
int cd_line_words(Text line, Text *word, int most);

/* A word as a number, or as a whole number of at least low; false if it is none. D and d may stand for the E of an
 * exponent. */
bool cd_word_real(Text word, double *x);
bool cd_word_whole(Text word, int low, int *n);
