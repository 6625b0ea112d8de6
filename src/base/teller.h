/* teller.h - lines of text to whoever listens: the .msg file, a terminal. */
#pragma once

typedef struct Teller {
    void (*line)(void *user, const char *line); /* without its end */
    void *user;
} Teller;

void cd_tell(const Teller *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
