/* log.c - collecting messages and showing them with the line they speak of. */
#include "base/log.h"

#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    CdSeverity severity;
} codes[] = {
#define DIAG(code, severity, format) { #code, CD_##severity },
#include "base/diag.def"
#undef DIAG
};

enum { MOST_KEPT = 200, MOST_SHOWN_OF_A_LINE = 160 };

CdLog *cd_log_open(void)
{
    CdLog *log = cd_take(sizeof *log);
    log->most = MOST_KEPT;
    return log;
}

void cd_log_close(CdLog *log)
{
    if (!log) return;
    cd_arena_close(&log->arena);
    free(log);
}

int cd_log_errors(const CdLog *log)
{
    return log->count[CD_ERROR];
}

int cd_log_warnings(const CdLog *log)
{
    return log->count[CD_WARNING];
}

int cd_log_count(const CdLog *log)
{
    return log->diag.n;
}

CdMessage cd_log_message(const CdLog *log, int i)
{
    const Diag *d = &log->diag.at[i];
    return (CdMessage){ cd_code_name(d->code), d->severity, d->place, d->text, d->repeats };
}

const char *cd_code_name(CdCode code)
{
    return codes[code].name;
}

bool cd_same_place(CdPlace a, CdPlace b)
{
    bool same_file = a.file == b.file || (a.file && b.file && strcmp(a.file, b.file) == 0);
    return same_file && a.line == b.line && a.column == b.column;
}

static bool same_diag(const Diag *d, CdCode code, CdPlace place, const char *text)
{
    return d->code == code && cd_same_place(d->place, place) && strcmp(d->text, text) == 0;
}

static void keep(CdLog *log, CdSeverity severity, CdPlace place, CdCode code, const char *text)
{
    for (int i = 0; log->again && i < log->diag.n; i++)
        if (same_diag(&log->diag.at[i], code, place, text)) return;
    log->count[severity]++;
    Diag *last = log->diag.n ? &log->diag.at[log->diag.n - 1] : NULL;
    if (last && same_diag(last, code, place, text)) {
        last->repeats++;
    } else if (log->count[severity] <= log->most) {
        CdPlace kept = place;
        if (place.file) kept.file = cd_text_copy(&log->arena, cd_text(place.file)).at;
        Diag d = { code, severity, kept, cd_text_copy(&log->arena, cd_text(text)).at, 0 };
        ARRAY_PUSH(&log->arena, &log->diag, d);
    }
}

void cd_log_add(CdLog *log, bool mild, CdPlace place, CdCode code, const char *format, ...)
{
    if (!log) return;
    CdSeverity severity = codes[code].severity == CD_ERROR && mild ? CD_WARNING : codes[code].severity;
    va_list args;
    va_start(args, format);
    char *text = NULL;
    if (vasprintf(&text, format, args) < 0) abort();
    va_end(args);
    /* bytes that are not text (NUL was cut by printf, others come from the file) would spoil a terminal */
    for (char *p = text; *p; p++)
        if ((unsigned char)*p < ' ' || *p == 0x7f) *p = ' ';
    keep(log, severity, place, code, text);
    free(text);
}

Source *cd_log_source(CdLog *log, const char *name, const char *text, size_t n)
{
    Source *s = ARENA_NEW(&log->arena, Source);
    s->name = cd_text_copy(&log->arena, cd_text(name)).at;
    s->text = cd_text_copy(&log->arena, (Text){ text, (int)n });
    ARRAY_PUSH(&log->arena, &s->line, 0);
    for (int i = 0; i < s->text.n; i++) {
        char c = s->text.at[i];
        if (c == '\n' || (c == '\r' && !(i + 1 < s->text.n && s->text.at[i + 1] == '\n')))
            ARRAY_PUSH(&log->arena, &s->line, i + 1);
    }
    ARRAY_PUSH(&log->arena, &log->source, s);
    return s;
}

CdPlace cd_source_place(const Source *source, int offset, int n)
{
    int low = 0, high = source->line.n;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (source->line.at[middle] <= offset) low = middle;
        else high = middle;
    }
    return (CdPlace){ source->name, low + 1, offset - source->line.at[low] + 1, n };
}

/* The line of the place and a caret under it; nothing where the text is not at hand. */
static void show_line(const CdLog *log, CdPlace place, FILE *out)
{
    const Source *s = NULL;
    for (int i = log->source.n; i-- > 0 && !s;)
        if (strcmp(log->source.at[i]->name, place.file) == 0) s = log->source.at[i];
    if (!s || place.line < 1 || place.line > s->line.n) return;

    int start = s->line.at[place.line - 1], end = place.line < s->line.n ? s->line.at[place.line] : s->text.n;
    while (end > start && (s->text.at[end - 1] == '\n' || s->text.at[end - 1] == '\r')) end--;
    int caret = place.column - 1, shift = caret > MOST_SHOWN_OF_A_LINE - 40 ? caret - 60 : 0;
    if (end - start - shift > MOST_SHOWN_OF_A_LINE) end = start + shift + MOST_SHOWN_OF_A_LINE;

    fprintf(out, "%6d | ", place.line);
    for (int i = start + shift; i < end; i++)
        fputc((unsigned char)s->text.at[i] < ' ' || s->text.at[i] == 0x7f ? ' ' : s->text.at[i], out);
    fprintf(out, "\n       | ");
    for (int i = shift; i < caret; i++) fputc(' ', out);
    fputc('^', out);
    int most = end - start - caret;
    for (int i = 1; i < place.length && i < most; i++) fputc('~', out);
    fputc('\n', out);
}

/* At most so many of each severity. */
static void print_some(const CdLog *log, int first, CdSeverity least, int most, FILE *out)
{
    static const char *const severity[] = { "note", "warning", "error" };
    int shown[3] = { 0 };
    for (int i = first; i < log->diag.n; i++) {
        const Diag *d = &log->diag.at[i];
        if (d->severity < least || shown[d->severity] == most) continue;
        shown[d->severity]++;
        if (d->place.file) fprintf(out, "%s:", d->place.file);
        if (d->place.line > 0) fprintf(out, "%d:%d:", d->place.line, d->place.column);
        fprintf(out, "%s%s: %s [%s]\n", d->place.file ? " " : "", severity[d->severity], d->text, codes[d->code].name);
        if (d->place.file && d->place.line > 0) show_line(log, d->place, out);
        if (d->repeats) fprintf(out, "       | (%d more of the same)\n", d->repeats);
    }
    for (int s = CD_ERROR; s >= (int)least; s--) {
        int limit = most < log->most ? most : log->most;
        if (log->count[s] > limit) fprintf(out, "%d more %ss are not shown\n", log->count[s] - limit, severity[s]);
    }
}

void cd_log_print_from(const CdLog *log, int first, CdSeverity least, FILE *out)
{
    print_some(log, first, least, INT_MAX, out);
}

void cd_log_print(const CdLog *log, FILE *out)
{
    print_some(log, 0, CD_NOTE, MOST_KEPT, out);
}

void cd_log_print_least(const CdLog *log, CdSeverity least, FILE *out)
{
    print_some(log, 0, least, MOST_KEPT, out);
}
