/* lexer.c - physical lines to statements. */
#include "lang/lexer.h"

#include <stdlib.h>
#include <string.h>

void cd_lexer_open(Lexer *lx, const Source *source, int first_line)
{
    *lx = (Lexer){ .source = source, .line = first_line };
}

void cd_lexer_close(Lexer *lx)
{
    free(lx->statement.at);
    free(lx->statement.offset);
    lx->statement = (Statement){ 0 };
}

Text cd_source_line(const Source *source, int i)
{
    int start = source->line.at[i], end = i + 1 < source->line.n ? source->line.at[i + 1] : source->text.n;
    while (end > start && (source->text.at[end - 1] == '\n' || source->text.at[end - 1] == '\r')) end--;
    return (Text){ source->text.at + start, end - start };
}

static void append(Statement *s, char c, int offset)
{
    if (s->n == s->room) {
        s->room = s->room ? 2 * s->room : 512;
        s->at = realloc(s->at, (size_t)s->room);
        s->offset = realloc(s->offset, sizeof(int) * (size_t)s->room);
        if (!s->at || !s->offset) cd_out_of_memory(0);
    }
    s->at[s->n] = c;
    s->offset[s->n++] = offset;
    if (!cd_is_blank(c)) s->last = c;
}

/* name = "adams_view_name" [blanks] "=" [blanks] "'" text "'" */
static Text name_in_comment(Text comment)
{
    static const char key[] = "adams_view_name";
    const int n = (int)sizeof key - 1;
    for (int i = 0; i + n < comment.n; i++) {
        if (cd_upper(comment.at[i]) != 'A' || !cd_text_equal_nocase((Text){ comment.at + i, n }, key)) continue;
        int p = i + n;
        while (p < comment.n && (cd_is_blank(comment.at[p]) || comment.at[p] == '=')) p++;
        if (p == comment.n || (comment.at[p] != '\'' && comment.at[p] != '"')) return (Text){ "", 0 };
        char quote = comment.at[p++];
        int end = p;
        while (end < comment.n && comment.at[end] != quote) end++;
        return (Text){ comment.at + p, end - p };
    }
    return (Text){ "", 0 };
}

/* NAME/..., or END */
static bool is_statement_start(Text t)
{
    int n = 0;
    while (n < t.n && cd_is_letter(t.at[n])) n++;
    int p = n;
    while (p < t.n && cd_is_blank(t.at[p])) p++;
    return n > 0 && ((p < t.n && t.at[p] == '/') || (p == t.n && cd_text_equal_nocase((Text){ t.at, n }, "END")));
}

/* A statement put out of action: "!REQUEST/5" takes the name before it along. */
static bool is_commented_statement(Text comment)
{
    return is_statement_start(cd_text_trim((Text){ comment.at + 1, comment.n - 1 }));
}

/* Adds a line without comment and outer blanks; a final "&" says that the next line belongs to it. */
static bool append_line(Statement *s, const Source *source, Text line)
{
    bool more = false;
    for (; line.n && line.at[line.n - 1] == '&'; more = true) line = cd_text_trim((Text){ line.at, line.n - 1 });
    for (int i = 0; i < line.n; i++)
        append(s, cd_is_blank(line.at[i]) ? ' ' : line.at[i], (int)(line.at + i - source->text.at));
    return more;
}

bool cd_lexer_next(Lexer *lx)
{
    Statement *s = &lx->statement;
    const Source *source = lx->source;
    s->n = s->stray = 0;
    s->last = 0;
    bool begun = false, more = false;

    for (; lx->line < source->line.n; lx->line++) {
        Text line = cd_source_line(source, lx->line);
        const char *mark = line.n ? memchr(line.at, '!', (size_t)line.n) : NULL;
        Text code = cd_text_trim(mark ? (Text){ line.at, (int)(mark - line.at) } : line);
        if (!code.n) { /* only a comment: it may name the next statement */
            Text comment = mark ? (Text){ mark, (int)(line.at + line.n - mark) } : (Text){ "!", 1 };
            Text name = name_in_comment(comment);
            if (name.n || is_commented_statement(comment)) lx->name = name;
            continue;
        }
        bool stray = begun && !more && s->last == ',' && code.at[0] != ',' && !is_statement_start(code);
        bool continues = begun && (code.at[0] == ',' || more || stray);
        if (stray && !s->stray) s->stray = lx->line + 1;
        if (begun && !continues) break;
        if (begun) {
            bool comma = code.at[0] == ',', adds = comma && !strchr(",=:/\\(", s->last);
            append(s, adds ? MARK_COMMA : MARK_NOTHING, (int)(code.at - source->text.at));
            if (comma) code.at++, code.n--;
        } else {
            s->name = lx->name;
        }
        lx->name = (Text){ "", 0 };
        begun = true;
        more = append_line(s, source, code);
    }
    return begun;
}
