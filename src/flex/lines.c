/* lines.c - files as text in memory. */
#include "flex/lines.h"

#include "base/file.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

bool cd_lines_open(Lines *in, Arena *arena, const char *path, CdLog *log)
{
    *in = (Lines){ .path = path, .log = log };
    FILE *file = cd_file_open(path);
    if (!file) {
        cd_log(log, (CdPlace){ 0 }, FEM_NO_FILE, path, cd_file_error(errno));
        return false;
    }
    long size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    bool good = size >= 0 && size < INT_MAX && fseek(file, 0, SEEK_SET) == 0;
    if (good) {
        char *text = ARENA_ARRAY(arena, char, (size_t)size + 1);
        good = fread(text, 1, (size_t)size, file) == (size_t)size;
        in->text = (Text){ text, (int)size };
    }
    fclose(file);
    if (!good) cd_log(log, (CdPlace){ 0 }, FEM_NO_FILE, path, "it cannot be read as a whole, or has more than 2 GB");
    return good;
}

void cd_lines_of(Lines *in, const char *name, const char *text, size_t n, CdLog *log)
{
    *in = (Lines){ .path = name, .text = { text, n < INT_MAX ? (int)n : INT_MAX }, .log = log };
}

bool cd_lines_next(Lines *in, Text *line)
{
    if (in->at >= in->text.n) return false;
    const char *from = in->text.at + in->at, *end = in->text.at + in->text.n;
    const char *stop = memchr(from, '\n', (size_t)(end - from));
    int n = (int)((stop ? stop : end) - from);
    in->at += n + (stop != NULL);
    in->number++;
    if (n && from[n - 1] == '\r') n--;
    *line = (Text){ from, n };
    return true;
}

bool cd_lines_bad(Lines *in, Text where, const char *format, ...)
{
    if (in->told) return false;
    in->told = true;
    char text[400];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    cd_plain(text, strlen(text));
    CdPlace place = { .file = in->path, .line = in->number };
    if (where.at && where.at >= in->text.at && where.at <= in->text.at + in->text.n) {
        Source *source = cd_log_source(in->log, in->path, in->text.at, (size_t)in->text.n);
        place = cd_source_place(source, (int)(where.at - in->text.at), where.n > 0 ? where.n : 1);
    }
    cd_log(in->log, place, FEM_BAD_FILE, text);
    return false;
}

static bool separates(char c)
{
    return cd_is_blank(c) || c == ',';
}

int cd_line_words(Text line, Text *word, int most)
{
    int n = 0;
    for (int i = 0; i < line.n;) {
        while (i < line.n && separates(line.at[i])) i++;
        int from = i;
        while (i < line.n && !separates(line.at[i])) i++;
        if (i == from) break;
        if (n < most) word[n] = (Text){ line.at + from, i - from };
        n++;
    }
    return n;
}

bool cd_word_real(Text word, double *x)
{
    char copy[64];
    if (word.n < 1 || word.n >= (int)sizeof copy) return false;
    memcpy(copy, word.at, (size_t)word.n);
    for (int i = 0; i < word.n; i++)
        if (copy[i] == 'D' || copy[i] == 'd') copy[i] = 'E';
    return cd_number_read(copy, copy + word.n, x) == word.n && isfinite(*x);
}

bool cd_word_whole(Text word, int low, int *n)
{
    double x;
    if (!cd_word_real(word, &x) || x != floor(x) || x < low || x > INT_MAX) return false;
    *n = (int)x;
    return true;
}
