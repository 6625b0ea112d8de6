/* record.c - chunks to a file, one write per output step. */
#include "report/record.h"

#include "base/file.h"
#include "elements/graphics.h"
#include "elements/units.h"
#include "geometry/external.h"
#include "report/json.h"
#include "report/scene.h"
#include "report/symbols.h"
#include "report/touches.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *const cd_record_analyses[RECORD_ANALYSES + 1] = { "initialConditions", "kinematic", "dynamic", "static",
                                                              "quasiStatic" };

struct Record {
    Arena arena;
    const char *path;
    int file;
    bool columns; /* they have been listed */
    bool failed;
    TextBuffer pending; /* chunks that go out with the next step */
};

static void chunk(TextBuffer *out, const char *tag, const void *bytes, size_t n)
{
    uint64_t length = n;
    cd_buffer_text(out, (Text){ tag, 4 });
    cd_buffer_text(out, (Text){ (const char *)&length, sizeof length });
    cd_buffer_text(out, (Text){ bytes, (int)n });
}

static void flush(Record *r)
{
    for (size_t done = 0; done < r->pending.n && !r->failed;) {
        ssize_t n = write(r->file, r->pending.at + done, r->pending.n - done);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) r->failed = true;
        else done += (size_t)n;
    }
    r->pending.n = 0;
}

void cd_record_json(Record *r, const char *tag, const TextBuffer *json)
{
    if (!r) return;
    chunk(&r->pending, tag, json->at, json->n);
    flush(r);
}

/* Files with shapes, as mesh.c reads them. */
static void put_shapes(Record *r, const CdModel *model)
{
    TextBuffer text = { 0 };
    for (int i = 0; model && i < model->table[KIND_graphics].n; i++) {
        const Element *e = &model->table[KIND_graphics].at[i];
        const Graphics *g = e->data;
        if (!g->file.n) continue;
        char label[CD_LABEL_ROOM];
        SolidQuery q = cd_external_query(model, i, label);
        cd_buffer_print(&text, "%d\t%.*s\t%s\t%.*s\t%d\t%.*s\t%.17g\t%.17g\t%s\n", e->id, TEXT_ARG(g->file),
                        e->place.file ? e->place.file : "", TEXT_ARG(q.element), q.part, TEXT_ARG(q.part_name),
                        g->faceting_tolerance, cd_external_metre(model), q.paths ? q.paths : "");
    }
    if (text.n) chunk(&r->pending, "mesh", text.at, text.n);
    cd_buffer_close(&text);
}

/* An owner as the columns name it: characters that part fields become blanks. */
static void put_owner(TextBuffer *text, const Channel *c)
{
    size_t start = text->n;
    cd_channel_owner(text, c);
    for (size_t k = start; k < text->n; k++)
        if ((unsigned char)text->at[k] < ' ') text->at[k] = ' ';
}

/* Points of stress; a point has one place, that of its first row. */
static void put_spots(Record *r, const Mechanism *m)
{
    TextBuffer text = { 0 };
    for (int n = 0; m && n < m->flexes; n++) {
        const ModalBody *b = m->flex[n].modal;
        for (int k = 0; b->spot && b->point && k < b->stresses; k++) {
            if (k > 0 && b->point[2 * k] == b->point[2 * k - 2]) continue;
            put_owner(&text, &(Channel){ .element = cd_body_name(m, m->flex[n].frame) });
            cd_buffer_print(&text, "\t%d\t%.17g\t%.17g\t%.17g\n", b->point[2 * k], b->spot[k].x, b->spot[k].y,
                            b->spot[k].z);
        }
    }
    if (text.n) chunk(&r->pending, "spot", text.at, text.n);
    cd_buffer_close(&text);
}

static void put_head(Record *r, const Mechanism *mechanism, const char *command)
{
    TextBuffer json = { 0 };
    cd_json_open(&json, '{');
    cd_json_put_text(&json, "version", cd_text(CD_VERSION));
    cd_json_put_text(&json, "command", cd_text(command ? command : ""));
    if (mechanism) {
        cd_json_key(&json, "scene");
        cd_scene_write(&json, mechanism);
    }
    cd_json_close(&json, '}');
    cd_record_json(r, "head", &json);
    cd_buffer_close(&json);
}

/* The files that were read, each once. */
static void put_texts(Record *r, const CdLog *log)
{
    enum { MOST_BYTES = 4 << 20 };
    for (int i = 0; i < log->source.n; i++) {
        const Source *s = log->source.at[i];
        bool again = false;
        for (int k = 0; k < i; k++) again |= strcmp(log->source.at[k]->name, s->name) == 0;
        if (again) continue;
        TextBuffer json = { 0 };
        cd_json_open(&json, '{');
        cd_json_put_text(&json, "name", cd_text(s->name));
        cd_json_put_text(&json, "text", (Text){ s->text.at, s->text.n < MOST_BYTES ? s->text.n : MOST_BYTES });
        cd_json_close(&json, '}');
        cd_record_json(r, "text", &json);
        cd_buffer_close(&json);
    }
}

Record *cd_record_open(const char *path, const char *inside, const Mechanism *mechanism, const char *command,
                       const CdLog *log)
{
    int file = cd_file_create(path, inside);
    if (file < 0) return NULL;
    Record *r = cd_take(sizeof *r);
    r->file = file;
    r->path = cd_text_copy(&r->arena, cd_text(path)).at;
    cd_buffer_text(&r->pending, cd_text(RECORD_MARK));
    put_head(r, mechanism, command);
    put_shapes(r, mechanism ? mechanism->model : NULL);
    put_spots(r, mechanism);
    put_texts(r, log);
    return r;
}

const char *cd_record_path(const Record *r)
{
    return r->path;
}

static void put_columns(Record *r, const Results *results)
{
    static const char *const group[GROUP_COUNT] = { "displacement", "velocity", "acceleration", "reaction",
                                                    "force",        "system",   "request" };
    TextBuffer text = { 0 };
    for (int i = 0; i < results->channels; i++) {
        const Channel *c = &results->channel[i];
        const GivenNames *g = c->given;
        put_owner(&text, c);
        cd_buffer_print(&text, "\t%s\t", c->component);
        if (g && g->unit.n) cd_buffer_text(&text, g->unit);
        else cd_unit_symbol(&text, results->s->model, c->dimension);
        cd_buffer_print(&text, "\t%s\t%.*s\t%d\t%s\t", group[c->group], TEXT_ARG(cd_keyword(c->element->kind)),
                        c->element->id, cd_dimension_text(c->dimension));
        cd_buffer_number(&text, cd_unit_si(results->s->model, c->dimension));
        cd_buffer_print(&text, "\t%s\t%.*s\n", g && g->key ? g->key : "", TEXT_ARG(g ? g->label : (Text){ 0 }));
    }
    chunk(&r->pending, "cols", text.at, text.n);
    cd_buffer_close(&text);
}

void cd_record_step(Record *r, const Results *results, int simulation)
{
    if (!r) return;
    if (!r->columns) put_columns(r, results);
    r->columns = true;
    double lead[2] = { results->t, 0 };
    for (int k = 0; cd_record_analyses[k]; k++)
        if (strcmp(results->analysis, cd_record_analyses[k]) == 0) lead[1] = k;
    lead[1] += RECORD_ROOM * simulation;
    uint64_t n = sizeof lead + sizeof(double) * (size_t)results->channels;
    cd_buffer_text(&r->pending, cd_text("step"));
    cd_buffer_text(&r->pending, (Text){ (const char *)&n, sizeof n });
    cd_buffer_text(&r->pending, (Text){ (const char *)lead, sizeof lead });
    cd_buffer_text(&r->pending, (Text){ (const char *)results->value, (int)(n - sizeof lead) });
    TextBuffer places = { 0 };
    cd_touches_places(&places, cd_equations(results->s));
    if (places.n) chunk(&r->pending, "inci", places.at, places.n);
    cd_buffer_close(&places);
    flush(r);
}

void cd_record_line(Record *r, const char *line)
{
    if (r) chunk(&r->pending, "line", line, strlen(line));
}

void cd_record_history(Record *r, const StepHistory *h, const Equations *e)
{
    if (!r || !h->n) return;
    TextBuffer json = { 0 };
    cd_steps_write(&json, h, e);
    cd_record_json(r, "hist", &json);
    cd_buffer_close(&json);
}

static void put_messages(Record *r, const CdLog *log)
{
    static const char *const severity[] = { "note", "warning", "error" };
    TextBuffer json = { 0 };
    cd_json_open(&json, '[');
    for (int i = 0; i < log->diag.n; i++) {
        const Diag *d = &log->diag.at[i];
        cd_json_open(&json, '{');
        cd_json_put_text(&json, "code", cd_text(cd_code_name(d->code)));
        cd_json_put_text(&json, "severity", cd_text(severity[d->severity]));
        cd_json_put_text(&json, "text", cd_text(d->text));
        if (d->place.file) cd_json_put_text(&json, "file", cd_text(d->place.file));
        if (d->place.line) cd_json_put_number(&json, "line", d->place.line);
        if (d->place.line) cd_json_put_number(&json, "column", d->place.column);
        if (d->place.line) cd_json_put_number(&json, "length", d->place.length);
        if (d->repeats) cd_json_put_number(&json, "repeats", d->repeats);
        cd_json_close(&json, '}');
    }
    cd_json_close(&json, ']');
    cd_record_json(r, "mesg", &json);
    cd_buffer_close(&json);
}

bool cd_record_close(Record *r, CdStatus status, double t, const CdLog *log)
{
    static const char *const end[] = {
        [CD_OK] = "done",       [CD_INPUT_ERROR] = "input", [CD_ANALYSIS_FAILED] = "failed",
        [CD_HALTED] = "halted", [CD_STOPPED] = "stopped",
    };
    if (!r) return true;
    put_messages(r, log);
    TextBuffer json = { 0 };
    cd_json_open(&json, '{');
    cd_json_put_text(&json, "status", cd_text(end[status]));
    cd_json_put_number(&json, "t", t);
    cd_json_close(&json, '}');
    cd_record_json(r, "done", &json);
    cd_buffer_close(&json);
    bool good = close(r->file) == 0 && !r->failed;
    cd_buffer_close(&r->pending);
    cd_arena_close(&r->arena);
    free(r);
    return good;
}
