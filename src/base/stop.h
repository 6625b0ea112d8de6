/* stop.h - whether the user wants an end: asked between steps and iterations, never within one. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

typedef struct Stop {
    bool (*asked)(void *user); /* NULL: nobody asks */
    void *user;
} Stop;

static inline bool cd_stop_asked(const Stop *s)
{
    return s && s->asked && s->asked(s->user);
}
