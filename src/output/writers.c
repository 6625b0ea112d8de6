/* writers.c - the table of formats, and the files they go to. */
#include "base/file.h"
#include "output/results.h"

#include <errno.h>
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

/* All of it from `end` on; in several pieces only if the system takes less than it was given. */
static bool write_at_end(const Writer *w, const char *at, size_t bytes)
{
    for (size_t done = 0; done < bytes;) {
        ssize_t n = pwrite(w->file, at + done, bytes - done, w->end + (off_t)done);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        done += (size_t)n;
    }
    return true;
}

/* On a full disk the file ends as it did before the step: the tail is where it was, in room that it had. */
static void take_back(const Writer *w)
{
    int error = errno;
    size_t tail = w->kind->tail && w->end ? strlen(w->kind->tail) : 0;
    bool cut = ftruncate(w->file, w->end + (off_t)tail) == 0;
    if (cut && tail) cut = write_at_end(w, w->kind->tail, tail);
    errno = error;
}

/* The text and the tail go out in one piece, over the old tail. */
static bool put(Writer *w)
{
    long next = w->end + (long)w->text.n;
    if (w->kind->tail) cd_buffer_text(&w->text, cd_text(w->kind->tail));
    if (!write_at_end(w, w->text.at, w->text.n)) {
        take_back(w);
        return false;
    }
    w->end = next;
    return true;
}

bool cd_writer_open(Writer *w, const WriterKind *kind, const char *path, const char *inside, const Results *r)
{
    *w = (Writer){ .kind = kind, .path = path, .file = cd_file_create(path, inside) };
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
