/* saved.c - head, model, activities, state: one list of blocks, which goes either way.
 *
 *     head     magic, version, byte order, length and check sum of all that follows
 *     blocks   each its length in bytes and its bytes */
#include "analyses/saved.h"

#include "base/file.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct Head {
    char magic[8];
    uint32_t version, order;
    uint64_t length, sum;
} Head;

static const char magic[8] = "CARDAN\r";
static const uint32_t version = 2, order = 0x01020304;

/* FNV-1a: a file that was cut, or in which a bit has flipped, does not pass. */
static uint64_t check_sum(const char *at, size_t n)
{
    uint64_t sum = 0xcbf29ce484222325u;
    for (size_t i = 0; i < n; i++) sum = (sum ^ (unsigned char)at[i]) * 0x100000001b3u;
    return sum;
}

/* ---- blocks ------------------------------------------------------------------------------------------------------------------------ */

/* A file going by: out while it is written, at to end while it is read. */
typedef struct Tape {
    TextBuffer *out; /* NULL: reading */
    const char *at, *end;
    bool fits; /* what was read so far has the sizes that were asked for */
} Tape;

static void bytes(Tape *t, void *at, size_t size)
{
    uint64_t n = size;
    if (t->out) {
        cd_buffer_text(t->out, (Text){ (const char *)&n, sizeof n });
        cd_buffer_text(t->out, (Text){ at, (int)size });
        return;
    }
    t->fits = t->fits && (size_t)(t->end - t->at) >= sizeof n && memcmp(t->at, &n, sizeof n) == 0 &&
              (size_t)(t->end - t->at) - sizeof n >= size;
    if (!t->fits) return;
    if (size) memcpy(at, t->at + sizeof n, size);
    t->at += sizeof n + size;
}

/* Whoever has made a file, what is read from it is what the program could have written: yes or no, a whole number that its reader checks, or a finite number. */
static void flags(Tape *t, bool *at, int n)
{
    const char *from = t->at + sizeof(uint64_t);
    for (int i = 0; !t->out && i < n && from + i < t->end; i++) t->fits = t->fits && (from[i] == 0 || from[i] == 1);
    bytes(t, at, sizeof *at * (size_t)n);
}

static void whole(Tape *t, int *at, int n)
{
    bytes(t, at, sizeof *at * (size_t)n);
}

static void numbers(Tape *t, double *at, int n)
{
    bytes(t, at, sizeof *at * (size_t)n);
    for (int i = 0; !t->out && t->fits && i < n; i++) t->fits = isfinite(at[i]);
}

static void vectors(Tape *t, Vec3 *at, int n)
{
    numbers(t, (double *)at, 3 * n);
}

static void orientations(Tape *t, Quat *at, int n)
{
    const double off = 1e-3; /* from length 1 */
    numbers(t, (double *)at, 4 * n);
    for (int i = 0; !t->out && t->fits && i < n; i++) t->fits = fabs(q4_norm(at[i]) - 1) < off;
}

#define BLOCK(tape, pointer, count)                                                                                    \
    _Generic(*(pointer), bool                                                                                          \
             : flags, int                                                                                              \
             : whole, double                                                                                           \
             : numbers, Vec3                                                                                           \
             : vectors, Quat                                                                                           \
             : orientations)((tape), (pointer), (int)(count))

/* ---- what there is ------------------------------------------------------------------------------------------------------------------ */

/* Before the system is made: what is switched on, and how far the run has come. */
static void list_activities(Tape *t, Run *r, bool *continues)
{
    for (int k = 0; k < KIND_COUNT; k++) {
        bool some = r->active.on[k] != NULL;
        BLOCK(t, &some, 1);
        if (some && !t->out) r->active.on[k] = ARENA_ARRAY(&r->arena, bool, r->model->table[k].n);
        if (some) BLOCK(t, r->active.on[k], r->model->table[k].n);
    }
    BLOCK(t, &r->assembled, 1);
    BLOCK(t, continues, 1);
}

/* Which equations are in use, and on what the others depend. */
static void list_rank(Tape *t, System *s)
{
    Rank *rank = &s->rank;
    if (!t->out) rank->independent = ARENA_ARRAY(&s->arena, bool, s->c->rows);
    BLOCK(t, &rank->rank, 1);
    BLOCK(t, &rank->dependents, 1);
    BLOCK(t, rank->independent, s->c->rows);
    if (!t->fits || rank->rank < 0 || rank->rank > s->c->rows || rank->dependents < 0 ||
        rank->dependents > s->c->rows) {
        t->fits = false;
        return;
    }
    Dependent *all = t->out ? (Dependent *)rank->dependent : ARENA_ARRAY(&s->arena, Dependent, rank->dependents);
    for (int i = 0; i < rank->dependents; i++) {
        Dependent *d = &all[i];
        BLOCK(t, &d->column, 1);
        BLOCK(t, &d->n, 1);
        t->fits = t->fits && d->column >= 0 && d->column < s->c->rows && d->n <= s->c->rows;
        if (!t->fits) return;
        int n = d->n > 0 ? d->n : 0;
        if (!t->out) d->on = ARENA_ARRAY(&s->arena, int, n), d->coef = ARENA_ARRAY(&s->arena, double, n);
        BLOCK(t, (int *)d->on, n);
        BLOCK(t, (double *)d->coef, n);
        for (int k = 0; k < n; k++) t->fits = t->fits && d->on[k] >= 0 && d->on[k] < s->c->rows;
    }
    rank->dependent = all;
}

/* Everything that changes while a run goes, and that the next step depends on. New arrays of the state are added here. */
static void list_state(Tape *t, Run *r)
{
    System *s = r->system;
    State *q = &s->state;
    Equations *e = cd_equations(s);
    BLOCK(t, &q->t, 1);
    BLOCK(t, q->r, s->m->bodies);
    BLOCK(t, q->p, s->m->bodies);
    BLOCK(t, q->v, s->m->nv);
    BLOCK(t, q->vdot, s->m->nv);
    BLOCK(t, q->lambda, s->c->rows);
    BLOCK(t, q->winding, s->c->windings);
    BLOCK(t, e->z, e->extras);
    BLOCK(t, e->zdot, e->rated);
    BLOCK(t, e->turn, e->loads.turns);
    BLOCK(t, e->winding, r->model->windings);
    for (int i = 0; i < e->delays.n; i++) {
        Delayed *d = &e->delays.at[i];
        int n = d->t.n;
        BLOCK(t, &n, 1);
        t->fits = t->fits && n >= 0 && (t->out || (size_t)n <= (size_t)(t->end - t->at) / sizeof(double));
        if (!t->fits) return;
        if (!t->out) d->t.at = ARENA_ARRAY(&e->arena, double, n), d->x.at = ARENA_ARRAY(&e->arena, double, n);
        if (!t->out) d->t.n = d->t.room = d->x.n = d->x.room = n;
        BLOCK(t, d->t.at, n);
        BLOCK(t, d->x.at, n);
        for (int k = 1; k < n; k++) t->fits = t->fits && d->t.at[k] >= d->t.at[k - 1];
    }
    BLOCK(t, &e->remembers, 1);
    for (int i = 0; i < e->memory.n; i++) BLOCK(t, &e->memory.at[i].value, 1);
    for (int i = 0; i < e->clock.n; i++) BLOCK(t, &e->clock.at[i].next, 1), BLOCK(t, &e->clock.at[i].runs, 1);
    BLOCK(t, r->results->winding, r->model->windings);
    BLOCK(t, r->account.told, ACCOUNT_NUMBERS);
    for (int i = 0; i < s->c->rows; i++) BLOCK(t, &s->c->row[i].offset, 1);
    for (int i = 0; i < s->c->drives; i++) {
        Drive *d = &s->c->drive[i];
        bool *given[] = { &d->disp_given, &d->vel_given };
        double *value[] = { &d->disp, &d->vel, &d->t, &d->f, &d->rate };
        for (int k = 0; k < 2; k++) BLOCK(t, given[k], 1);
        for (int k = 0; k < 5; k++) BLOCK(t, value[k], 1);
    }
    if (r->assembled) list_rank(t, s);
}

/* The model as a dataset; the caller frees it. */
static char *dataset_of(const CdModel *model, size_t *n)
{
    char *text = NULL;
    FILE *out = open_memstream(&text, n);
    if (!out || !cd_model_write(model, out) || fclose(out) != 0) cd_out_of_memory(0);
    return text;
}

/* ---- writing ------------------------------------------------------------------------------------------------------------------------ */

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
    Tape t = { .out = &out, .fits = true };
    Head head = { .version = version, .order = order };
    int kind = (int)what;
    size_t n;
    char *text = dataset_of(r->model, &n);
    bool continues = r->system->continues;
    memcpy(head.magic, magic, sizeof magic);
    cd_buffer_text(&out, (Text){ (const char *)&head, sizeof head });
    BLOCK(&t, &kind, 1);
    bytes(&t, text, n);
    list_activities(&t, r, &continues);
    list_state(&t, r);
    free(text);
    head.length = out.n - sizeof head, head.sum = check_sum(out.at + sizeof head, out.n - sizeof head);
    memcpy(out.at, &head, sizeof head);
    bool good = write_whole(path, cd_run_inside(r), &out);
    if (good) cd_run_wrote(r, path);
    else cd_log(r->log, place, CANNOT_WRITE, path, cd_file_error(errno));
    cd_buffer_close(&out);
    return good;
}

/* ---- reading ------------------------------------------------------------------------------------------------------------------------ */

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
    Tape t = { .at = f->bytes.at + sizeof(Head), .end = f->bytes.at + f->bytes.n, .fits = true };
    uint64_t n = 0;
    BLOCK(&t, &f->what, 1);
    if (t.fits && (size_t)(t.end - t.at) >= sizeof n) memcpy(&n, t.at, sizeof n), t.at += sizeof n;
    bool known = f->what == SAVED_SYSTEM || f->what == SAVED_CONDITIONS;
    if (!t.fits || !known || n > (size_t)(t.end - t.at) || n > INT32_MAX) {
        cd_log(log, place, SAVED_DAMAGED, path);
        return false;
    }
    f->model = (Text){ t.at, (int)n };
    f->rest = (size_t)(t.at - f->bytes.at) + n;
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

bool cd_saved_restore(const Saved *f, Run *r)
{
    Tape t = { .at = f->bytes.at + f->rest, .end = f->bytes.at + f->bytes.n, .fits = true };
    bool continues = false;
    memset(&r->active, 0, sizeof r->active);
    list_activities(&t, r, &continues);
    cd_results_close(r->results);
    cd_system_close(r->system);
    r->system = cd_run_open_system(r);
    r->results = cd_results_open(r->system);
    r->system->continues = continues;
    list_state(&t, r);
    t.fits = t.fits && t.at == t.end;
    r->assembled = r->assembled && t.fits;
    cd_bodies_motion(r->system->m, &r->system->state, r->system->body);
    if (r->assembled) cd_system_use_rank(r->system);
    return t.fits;
}
