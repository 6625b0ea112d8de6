/* dataset.c - reading a dataset: the title, then statements up to END. */
#include "base/file.h"
#include "lang/lang.h"
#include "lang/statement.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_FILE_MB = 1000 };

Source *cd_source_take(const char *name, const char *text, size_t n, CdLog *log)
{
    if (n <= (size_t)LARGEST_FILE_MB << 20) return cd_log_source(log, name, text ? text : "", n);
    cd_log(log, ((CdPlace){ name, 0, 0, 0 }), FILE_TOO_LARGE, name, LARGEST_FILE_MB);
    return NULL;
}

Source *cd_source_read(const char *path, CdLog *log)
{
    CdPlace place = { path, 0, 0, 0 };
    FILE *file = cd_file_open(path);
    if (!file) {
        cd_log(log, place, CANNOT_OPEN, path, cd_file_error(errno));
        return NULL;
    }
    TextBuffer text = { 0 };
    char block[1 << 16];
    size_t n;
    Source *source = NULL;
    while ((n = fread(block, 1, sizeof block, file)) > 0 && text.n <= (size_t)LARGEST_FILE_MB << 20)
        cd_buffer_text(&text, (Text){ block, (int)n });
    if (ferror(file)) cd_log(log, place, CANNOT_OPEN, path, strerror(errno ? errno : EISDIR));
    else source = cd_source_take(path, text.at, text.n, log);
    fclose(file);
    cd_buffer_close(&text);
    return source;
}

/* The letters and digits that a text begins with. */
static Text first_word(Text t)
{
    int n = 0;
    while (n < t.n && (cd_is_letter(t.at[n]) || cd_is_digit(t.at[n]))) n++;
    return (Text){ t.at, n };
}

/* What follows the slash of a statement without id: one of its arguments, and behind it "=", a comma or the end. */
static bool begins_with_argument(const ElementKind *kind, Text rest)
{
    Text word = first_word(rest), behind = cd_text_trim((Text){ rest.at + word.n, rest.n - word.n });
    int position;
    if (!word.n) return false;
    if (behind.n && behind.at[0] == '=') return cd_find_field(kind, word, NULL) >= 0;
    return (!behind.n || behind.at[0] == ',' || behind.at[0] == '!') && cd_find_bare(kind, word, &position, NULL) >= 0;
}

/* NAME/id with a name that is one, or NAME/argument where there is no id */
static bool looks_like_statement(Text line)
{
    Text name = first_word(line);
    if (name.n + 1 >= line.n || line.at[name.n] != '/') return false;
    int kind = cd_find_kind(name, false, NULL);
    if (kind < 0) return false;
    Text rest = cd_text_trim((Text){ line.at + name.n + 1, line.n - name.n - 1 });
    unsigned flags = cd_kinds[kind]->flags;
    if (rest.n && cd_is_digit(rest.at[0])) return !(flags & WITHOUT_ID);
    return flags & (WITHOUT_ID | OPTIONAL_ID) && begins_with_argument(cd_kinds[kind], rest);
}

static CdModel *read_source(const Source *source, CdLog *log)
{
    int first_message = cd_log_count(log);
    if (!cd_text_trim(source->text).n) {
        cd_log(log, ((CdPlace){ source->name, 0, 0, 0 }), EMPTY_FILE, source->name);
        return NULL;
    }
    cd_log_hold(log); /* until they are sorted */
    CdBuild *b = cd_build_open(log);
    Text title = cd_text_trim(cd_source_line(source, 0));
    cd_build_set_title(b, title);

    if (looks_like_statement(title))
        cd_log(log, cd_source_place(source, (int)(title.at - source->text.at), title.n), TITLE_IS_STATEMENT, "");

    Lexer lexer;
    cd_lexer_open(&lexer, source, 1);
    while (cd_lexer_next(&lexer) && cd_statement_read(b, source, &lexer.statement, false, NULL, NULL)) continue;
    cd_lexer_close(&lexer);
    CdModel *model = cd_build_finish(b);
    cd_log_sort(log, first_message);
    cd_log_release(log);
    return model;
}

CdModel *cd_model_read(const char *path, CdLog *log)
{
    const Source *source = cd_source_read(path, log);
    return source ? read_source(source, log) : NULL;
}

CdModel *cd_model_read_text(const char *name, const char *text, size_t n, CdLog *log)
{
    const Source *source = cd_source_take(name, text, n, log);
    return source ? read_source(source, log) : NULL;
}
