/* dataset.c - reading a dataset: the title, then statements up to END. */
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
    FILE *file = fopen(path, "rb");
    if (!file) {
        cd_log(log, place, CANNOT_OPEN, path, strerror(errno));
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

/* NAME/id with a name that is one */
static bool looks_like_statement(Text line)
{
    int n = 0;
    while (n < line.n && cd_is_letter(line.at[n])) n++;
    return n + 1 < line.n && line.at[n] == '/' && cd_is_digit(line.at[n + 1]) &&
           cd_find_kind((Text){ line.at, n }, false, NULL) >= 0;
}

static CdModel *read_source(const Source *source, CdLog *log)
{
    int first_message = cd_log_count(log);
    if (!cd_text_trim(source->text).n) {
        cd_log(log, ((CdPlace){ source->name, 0, 0, 0 }), EMPTY_FILE, source->name);
        return NULL;
    }
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
