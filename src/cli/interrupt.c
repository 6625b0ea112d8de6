/* interrupt.c - the one flag of the program that changes behind its back. */
#include "cli/interrupt.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t caught;

static const struct {
    int number;
    const char *name;
} signals[] = { { SIGINT, "Ctrl-C" }, { SIGTERM, "SIGTERM" }, { SIGHUP, "SIGHUP" } };
enum { SIGNALS = sizeof signals / sizeof signals[0] };

/* A second one finds the usual end of the program in place of this. */
static void take_note(int number)
{
    caught = number;
    for (int k = 0; k < SIGNALS; k++) signal(signals[k].number, SIG_DFL);
}

void cli_catch_signals(void)
{
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is told of like a full disk */
    for (int k = 0; k < SIGNALS; k++) {
        struct sigaction act = { .sa_handler = take_note }, old;
        sigaction(signals[k].number, NULL, &old);
        if (old.sa_handler != SIG_IGN) sigaction(signals[k].number, &act, NULL); /* as nohup wants it */
    }
}

int cli_caught(void)
{
    return caught;
}

bool cli_is_interrupted(void *user)
{
    (void)user;
    return caught != 0;
}

const char *cli_signal_name(int number)
{
    for (int k = 0; k < SIGNALS; k++)
        if (signals[k].number == number) return signals[k].name;
    return "a signal";
}
