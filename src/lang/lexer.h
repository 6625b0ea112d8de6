/* lexer.h - cutting a file into statements. Comments are gone, continued lines are joined, every character knows where
 * it stood. */
#pragma once
#include "base/log.h"

/* Marks inside the joined text of a statement, where a line was continued. */
enum {
    MARK_COMMA = '\n',   /* the line began with a comma: a separator, except inside an expression or a text */
    MARK_NOTHING = '\v', /* it began with a comma that adds nothing, or the line before ended with "&" */
};

typedef struct Statement {
    char *at;    /* n characters, blanks for control bytes */
    int *offset; /* of each in the source */
    int n, room;
    char last; /* the last of them that is not blank; 0: none */
    int stray; /* first line that only the comma before it makes part of the statement; 0: none */
    Text name; /* of the last ! adams_view_name='...' before it; empty: none */
} Statement;

typedef struct Lexer {
    const Source *source;
    int line;  /* next line to read */
    Text name; /* met in a comment since the last statement */
    Statement statement;
} Lexer;

void cd_lexer_open(Lexer *lx, const Source *source, int first_line);
bool cd_lexer_next(Lexer *lx); /* false at the end of the file */
void cd_lexer_close(Lexer *lx);

/* Line number i without its line end. */
Text cd_source_line(const Source *source, int i);
