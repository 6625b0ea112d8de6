/* options.h - the table of options: what each takes, which commands look at it, and its line of help. */
#pragma once
#include "cli/cli.h"

/* Takes all words of the command line; -1: they are good, else the exit code. The command is the first word without a
 * "-". */
int cli_read_options(Options *o, char **argv);

/* Options of a command with their meaning; those that all commands have where the command is NULL. */
void cli_print_options(const char *command, FILE *out);
