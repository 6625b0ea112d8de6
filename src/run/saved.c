/* saved.c - head, model, and the simulation as bytes.
 *
 *     head     magic, version, byte order, length and check sum of all that follows
 *     blocks   each its length in bytes and its bytes */
#include "run/saved.h"

#include "base/file.h"
#include "simulation/packing.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct Head {
    char magic[8];
    uint32_t version, order;
    uint64_t length, sum;
} Head;

static const char magic[8] = "CARDAN\r";
static const uint32_t version = SAVED_FORM, order = 0x01020304;

/* FNV-1a: a file that was cut, or in which a bit has flipped, does not pass. */
static uint64_t check_sum(const char *at, size_t n)
{
    uint64_t sum = 0xcbf29ce484222325u;
    for (size_t i = 0; i < n; i++) sum = (sum ^ (unsigned char)at[i]) * 0x100000001b3u;
    return sum;
}

/* A block is its length in bytes and its bytes. */
static void put_block(TextBuffer *out, const void *at, size_t size)
{
    uint64_t n = size;
    cd_buffer_text(out, (Text){ (const char *)&n, sizeof n });
    cd_buffer_text(out, (Text){ at, (int)size });
}

/* The block that begins at *at, which moves behind it; false if the file ends before. */
static bool get_block(const Saved *f, size_t *at, Text *out)
{
    uint64_t n;
    if (f->bytes.n - *at < sizeof n) return false;
    memcpy(&n, f->bytes.at + *at, sizeof n);
    if (n > f->bytes.n - *at - sizeof n || n > INT32_MAX) return false;
    *out = (Text){ f->bytes.at + *at + sizeof n, (int)n };
    *at += sizeof n + n;
    return true;
}

/* The model as a dataset; the caller frees it. */
static char *dataset_of(const CdModel *model, size_t *n)
{
    char *text = NULL;
    FILE *out = open_memstream(&text, n);
    if (!out || !cd_model_write(model, out) || fclose(out) != 0) cd_out_of_memory(0);
    return text;
}

/* ---- writing ----------------------------------------------------------------------------------------------------- */

/* The file takes the place of an older one when it is whole. */
static bool write_whole(const char *path, const char *inside, const TextBuffer *text)
{
    TextBuffer beside = { 0 };
    cd_buffer_print(&beside, "%s.new", path);
    FILE *out = cd_file_create_stream(beside.at, inside);
    bool good = out && fwrite(text->at, 1, text->n, out) == text->n;
    if (out) good = fclose(out) == 0 && good;
    good = good && rename(beside.at, path) == 0;
    int error = errno;
    if (out && !good) unlink(beside.at);
    cd_buffer_close(&beside);
    errno = error;
    return good;
}

bool cd_saved_write(Run *r, const char *path, SavedWhat what, CdPlace place)
{
    TextBuffer out = { 0 };
    Head head = { .version = version, .order = order };
    int kind = (int)what;
    size_t n;
    char *text = dataset_of(r->sim.model, &n);
    memcpy(head.magic, magic, sizeof magic);
    cd_buffer_text(&out, (Text){ (const char *)&head, sizeof head });
    put_block(&out, &kind, sizeof kind);
    put_block(&out, text, n);
    cd_simulation_pack(&r->sim, &out);
    free(text);
    head.length = out.n - sizeof head, head.sum = check_sum(out.at + sizeof head, out.n - sizeof head);
    memcpy(out.at, &head, sizeof head);
    bool good = write_whole(path, cd_run_inside(r), &out);
    if (good) cd_run_wrote(r, path);
    else cd_log(r->sim.log, place, CANNOT_WRITE, path, cd_file_error(errno));
    cd_buffer_close(&out);
    return good;
}

/* ---- reading ----------------------------------------------------------------------------------------------------- */

static bool read_bytes(const char *path, TextBuffer *to)
{
    FILE *in = cd_file_open(path);
    if (!in) return false;
    char room[65536];
    for (size_t n; (n = fread(room, 1, sizeof room, in)) > 0;) cd_buffer_text(to, (Text){ room, (int)n });
    bool good = !ferror(in);
    fclose(in);
    return good;
}

/* Whether a file is one of ours, whole and undamaged. */
static bool check_head(const Saved *f, CdPlace place, CdLog *log)
{
    Head head = { .magic = "" };
    size_t n = f->bytes.n;
    memcpy(&head, f->bytes.at ? f->bytes.at : "", n < sizeof head ? n : sizeof head);
    if (n < sizeof head.magic || memcmp(head.magic, magic, sizeof magic) != 0)
        cd_log(log, place, SAVED_FOREIGN, f->path);
    else if (n < sizeof head) cd_log(log, place, SAVED_CUT, f->path, n, sizeof head);
    else if (head.version != version || head.order != order)
        cd_log(log, place, SAVED_VERSION, f->path, head.version, version);
    else if (n - sizeof head < head.length)
        cd_log(log, place, SAVED_CUT, f->path, n, (size_t)head.length + sizeof head);
    else if (n - sizeof head > head.length || check_sum(f->bytes.at + sizeof head, n - sizeof head) != head.sum)
        cd_log(log, place, SAVED_DAMAGED, f->path);
    else return true;
    return false;
}

bool cd_saved_read(Saved *f, const char *path, CdPlace place, CdLog *log)
{
    *f = (Saved){ .path = path };
    if (!read_bytes(path, &f->bytes)) {
        cd_log(log, place, CANNOT_OPEN, path, cd_file_error(errno));
        return false;
    }
    if (!check_head(f, place, log)) return false;
    Text what, model;
    size_t at = sizeof(Head);
    bool whole = get_block(f, &at, &what) && what.n == sizeof f->what && get_block(f, &at, &model);
    if (whole) memcpy(&f->what, what.at, sizeof f->what);
    if (!whole || (f->what != SAVED_SYSTEM && f->what != SAVED_CONDITIONS)) {
        cd_log(log, place, SAVED_DAMAGED, path);
        return false;
    }
    f->model = model, f->rest = at;
    return true;
}

void cd_saved_close(Saved *f)
{
    cd_buffer_close(&f->bytes);
}

bool cd_saved_has_model(const Saved *f, const CdModel *model)
{
    size_t n;
    char *text = dataset_of(model, &n);
    bool same = cd_text_equal((Text){ text, (int)n }, f->model);
    free(text);
    return same;
}

bool cd_saved_restore(const Saved *f, CdSimulation *sim)
{
    return cd_simulation_unpack(sim, f->bytes.at + f->rest, f->bytes.n - f->rest);
}
