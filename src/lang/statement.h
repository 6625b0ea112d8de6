/* statement.h - one statement of the language: NAME/id, arguments. */
#pragma once
#include "lang/lexer.h"
#include "model/build.h"

/* Reads the statement into the builder, arguments and all; several on a line are separated by semicolons. Each mistake
 * is reported and the rest is read on. In a command file commands and re-stated statements are read. Returns false at
 * END. */
typedef void StatementRead(void *user, int kind); /* told after each element that was begun */
bool cd_statement_read(CdBuild *b, const Source *source, const Statement *s, bool in_commands, StatementRead *told,
                       void *user);

/* Whether a line begins with the name of a command and a slash, or is a command by itself. */
bool cd_is_command_line(Text line);
