/* teller.c - lines as printf makes them. */
#include "base/teller.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void cd_tell(const Teller *t, const char *format, ...)
{
    char *line;
    va_list args;
    va_start(args, format);
    if (vasprintf(&line, format, args) < 0) abort();
    va_end(args);
    t->line(t->user, line);
    free(line);
}
