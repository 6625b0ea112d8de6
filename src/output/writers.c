/* writers.c - the table of formats, and the files they go to. */
#include "output/results.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define WRITER(name) extern const WriterKind cd_writer_##name;
#include "output/writers.def"
#undef WRITER

const WriterKind *const cd_writers[] = {
#define WRITER(name) &cd_writer_##name,
#include "output/writers.def"
#undef WRITER
};
const int cd_writer_count = sizeof cd_writers / sizeof cd_writers[0];

/* The text and the tail go out in one piece, over the old tail; more pieces only if the system takes less than it was given. */
static bool put(Writer *w)
{
    long next = w->end + (long)w->text.n;
    if (w->kind->tail) cd_buffer_text(&w->text, cd_text(w->kind->tail));
    for (size_t done = 0; done < w->text.n;) {
        ssize_t n = pwrite(w->file, w->text.at + done, w->text.n - done, w->end + (off_t)done);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        done += (size_t)n;
    }
    w->end = next;
    return true;
}

bool cd_writer_open(Writer *w, const WriterKind *kind, const char *path, const Results *r)
{
    *w = (Writer){ .kind = kind, .path = path, .file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666) };
    if (w->file < 0) {
        w->kind = NULL;
        return false;
    }
    kind->head(&w->text, r);
    return put(w);
}

bool cd_writer_step(Writer *w, const Results *r)
{
    w->text.n = 0;
    w->kind->step(&w->text, r);
    return put(w);
}

bool cd_writer_close(Writer *w)
{
    if (!w->kind) return true;
    cd_buffer_close(&w->text);
    w->kind = NULL;
    return close(w->file) == 0;
}
