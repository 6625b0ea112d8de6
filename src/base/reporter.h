/* reporter.h - lines of text to whoever listens: the .msg file, a terminal. */
#pragma once

typedef struct Reporter {
    void (*line)(void *user, const char *line); /* without its end */
    void *user;
} Reporter;

void cd_tell(const Reporter *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
