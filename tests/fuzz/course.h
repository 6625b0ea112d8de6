/* course.h - results as columns: whatever was read has its rows and columns, finds each of them by its name, and does
 * not differ from itself; but numbers beyond the largest are infinitely far from everything. */
#pragma once
#include "compare/deviation.h"
#include "file.h"

#include <math.h>

static inline void fuzz_course(const char *ending, const uint8_t *data, size_t size)
{
    const char *path = fuzz_file(ending, data, size);
    CdLog *log = cd_log_open();
    Course *c = cd_course_read(path, log);
    if ((c == NULL) != (cd_log_errors(log) > 0)) abort();
    if (c) {
        for (int k = 0; k < c->columns && k < 50; k++)
            if (c->column[k].owner.n && c->column[k].component.n && cd_course_match(c, &c->column[k]) < 0) abort();
        Arena arena = { 0 };
        Selection s = cd_selection(&arena, c, NULL);
        Deviation d = cd_deviation(c, c, &s, NULL);
        if ((isfinite(d.largest) && d.largest > 0) || d.missing) abort();
        cd_arena_close(&arena);
    }
    cd_course_close(c);
    cd_log_close(log);
    unlink(path);
}
