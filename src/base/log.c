/* log.c - collecting messages and showing them with the line they speak of. */
#include "base/log.h"

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

void cd_log_listen(CdLog *log, void (*heard)(void *user), void *user)
{
    log->owner = (LogListener){ heard, user };
}

static void announce(CdLog *log)
{
    if (log->holds || log->open == log->diag.n) return;
    log->open = log->diag.n;
    if (log->run.heard) log->run.heard(log->run.user);
    if (log->owner.heard) log->owner.heard(log->owner.user);
}

void cd_log_hold(CdLog *log)
{
    log->holds++;
}

void cd_log_release(CdLog *log)
{
    log->holds--;
    announce(log);
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
        announce(log);
    }
}

void cd_log_add(CdLog *log, bool mild, CdPlace place, CdCode code, const char *format, ...)
{
    if (!log) return;
    CdSeverity severity = codes[code].severity == CD_ERROR && mild ? CD_WARNING : codes[code].severity;
    va_list args;
    va_start(args, format);
    char *text = NULL;
    if (vasprintf(&text, format, args) < 0) cd_out_of_memory(0);
    va_end(args);
    cd_plain(text, strlen(text));
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
    cd_text_print((Text){ s->text.at + start + shift, end - start - shift }, out);
    fprintf(out, "\n       | ");
    for (int i = shift; i < caret; i++) fputc(' ', out);
    fputc('^', out);
    int most = end - start - caret;
    for (int i = 1; i < place.length && i < most; i++) fputc('~', out);
    fputc('\n', out);
}

static const char *const severity_word[] = { "note", "warning", "error" };

static void print_one(const CdLog *log, const Diag *d, FILE *out)
{
    if (d->place.file) cd_text_print(cd_text(d->place.file), out), fputc(':', out);
    if (d->place.line > 0) fprintf(out, "%d:%d:", d->place.line, d->place.column);
    fprintf(out, "%s%s: %s [%s]\n", d->place.file ? " " : "", severity_word[d->severity], d->text, codes[d->code].name);
    if (d->place.file && d->place.line > 0) show_line(log, d->place, out);
}

/* Whether a reader is to see a message. */
static bool is_due(const CdReading *r, const Diag *d, CdSeverity least)
{
    return d->severity >= least && !(r->most && r->shown[d->severity] >= r->most);
}

void cd_log_print_repeats(const CdLog *log, CdReading *r, CdSeverity least, FILE *out)
{
    const Diag *last = r->next ? &log->diag.at[r->next - 1] : NULL;
    if (!last || last->repeats == r->repeats) return;
    if (last->severity >= least && r->told)
        fprintf(out, "       | (%d more of the same)\n", last->repeats - r->repeats);
    r->repeats = last->repeats;
}

void cd_log_print_new(const CdLog *log, CdReading *r, CdSeverity least, FILE *out)
{
    while (r->next < log->open) {
        const Diag *d = &log->diag.at[r->next];
        cd_log_print_repeats(log, r, least, out);
        r->next++, r->repeats = 0, r->told = is_due(r, d, least);
        if (!r->told) continue;
        r->shown[d->severity]++;
        print_one(log, d, out);
    }
}

void cd_log_print_end(const CdLog *log, CdReading *r, CdSeverity least, FILE *out)
{
    cd_log_print_new(log, r, least, out);
    cd_log_print_repeats(log, r, least, out);
    for (int s = CD_ERROR; s >= (int)least; s--) {
        int limit = r->most && r->most < log->most ? r->most : log->most;
        if (log->count[s] > limit) fprintf(out, "%d more %ss are not shown\n", log->count[s] - limit, severity_word[s]);
    }
}

void cd_log_print_least(const CdLog *log, CdSeverity least, FILE *out)
{
    CdReading reading = { .most = MOST_KEPT };
    cd_log_print_end(log, &reading, least, out);
}

void cd_log_print(const CdLog *log, FILE *out)
{
    cd_log_print_least(log, CD_NOTE, out);
}
