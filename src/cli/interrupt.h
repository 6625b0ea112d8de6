/* interrupt.h - Ctrl-C and other signals that ask for an end. The first is taken note of, and whoever works ends when
 * it can; a second one ends the program at once. */
#pragma once
#include <stdbool.h>

void cli_catch_signals(void);
/* The signal that came; 0: none has. */
int cli_caught(void);
/* The same as a question of a run. */
bool cli_is_interrupted(void *user);
/* "Ctrl-C", "SIGTERM", ... */
const char *cli_signal_name(int signal);
