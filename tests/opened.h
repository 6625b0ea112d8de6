/* opened.h - a dataset as a system ready to work with, and what its log says. */
#pragma once
#include "system/system.h"
#include "test.h"

#include <string.h>

typedef struct Opened {
    CdLog *log;
    CdModel *model;
    System *s;
} Opened;

static inline Opened open_text(const char *dataset)
{
    Opened f = { .log = cd_log_open() };
    f.model = cd_model_read_text("test.adm", dataset, strlen(dataset), f.log);
    if (!f.model) cd_log_print(f.log, stderr);
    assert_non_null(f.model);
    f.s = cd_system_open(f.model, NULL);
    return f;
}

static inline void close_opened(Opened *f)
{
    cd_system_close(f->s);
    cd_model_close(f->model);
    cd_log_close(f->log);
}

static inline bool says(const CdLog *log, const char *words)
{
    for (int i = 0; i < log->diag.n; i++)
        if (strstr(log->diag.at[i].text, words)) return true;
    return false;
}

/* How often something was said, repetitions that were left out among them. */
static inline int messages(const CdLog *log, CdCode code)
{
    int n = 0;
    for (int i = 0; i < log->diag.n; i++) n += log->diag.at[i].code == code ? 1 + log->diag.at[i].repeats : 0;
    return n;
}
