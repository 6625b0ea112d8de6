/* reporter.c - lines as printf makes them. */
#include "base/reporter.h"

#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void cd_tell(const Reporter *t, const char *format, ...)
{
    char *line;
    va_list args;
    va_start(args, format);
    if (vasprintf(&line, format, args) < 0) cd_out_of_memory(0);
    va_end(args);
    cd_plain(line, strlen(line));
    t->line(t->user, line);
    free(line);
}
