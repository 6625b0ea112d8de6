/* pack.c - numbers in few bytes. */
#include "report/pack.h"

#include "report/json.h"
#include "report/mesh.h"
#include "report/record.h"
#include "report/touches.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/* More numbers than this would make a page that browsers are slow with: output steps are then left out evenly. */
static const double most_numbers = 2.4e7;
static const uint32_t not_finite = 0xffffff;

typedef struct Scale {
    double low, step; /* step 0: the column is constant */
    bool gaps;        /* some of its numbers are not finite */
} Scale;

/* The steps that are shown: every stride-th, and the last. */
typedef struct Shown {
    int n, stride, last;
} Shown;

static int shown_step(const Shown *s, int i)
{
    return i == s->n - 1 ? s->last : i * s->stride;
}

static Shown choose_steps(const Recording *r)
{
    Shown s = { .stride = 1 + (int)((double)r->step.n * r->columns / most_numbers), .last = r->step.n - 1 };
    s.n = r->step.n ? (s.last + s.stride - 1) / s.stride + 1 : 0;
    return s;
}

static Scale scale_of(const Recording *r, const Shown *s, int column)
{
    double low = HUGE_VAL, high = -HUGE_VAL;
    bool gaps = false;
    for (int i = 0; i < s->n; i++) {
        double x = cd_recording_value(r, shown_step(s, i), column);
        if (isfinite(x)) low = fmin(low, x), high = fmax(high, x);
        else gaps = true;
    }
    if (!(low <= high)) low = high = 0;
    double step = (high - low) / (not_finite - 1);
    if (!isfinite(step)) low = 0, step = 0;
    return (Scale){ low, step > 0 ? step : gaps ? 1e-300 : 0, gaps };
}

static void put_byte(TextBuffer *out, uint32_t byte)
{
    cd_buffer_char(out, (char)(byte & 255));
}

/* Differences of one column from step to step. */
static void differences(const Recording *r, const Shown *s, int column, const Scale *scale, uint32_t *out)
{
    uint32_t last = 0;
    for (int i = 0; i < s->n; i++) {
        double x = cd_recording_value(r, shown_step(s, i), column);
        double k = isfinite(x) ? fmin(fmax(round((x - scale->low) / scale->step), 0), not_finite - 1) : not_finite;
        uint32_t now = (uint32_t)k;
        out[i] = (now - last) & 0xffffff;
        last = now;
    }
}

static void put_columns(TextBuffer *out, const Recording *r, const Shown *s, const Scale *scale)
{
    size_t moving = 0, n = (size_t)s->n;
    for (int c = 0; c < r->columns; c++) moving += scale[c].step > 0;
    uint32_t *all = cd_take(sizeof *all * (moving * n + 1)), *to = all;
    for (int c = 0; c < r->columns; c++) {
        if (!(scale[c].step > 0)) continue;
        differences(r, s, c, &scale[c], to);
        to += n;
    }
    for (int plane = 0; plane < 3; plane++)
        for (size_t i = 0; i < moving * n; i++) put_byte(out, all[i] >> 8 * plane);
    free(all);
}

static void put_list(TextBuffer *out, const char *key, const Text *at, int n)
{
    cd_json_key(out, key);
    cd_json_open(out, '[');
    for (int i = 0; i < n; i++) cd_json_raw(out, at[i]);
    cd_json_close(out, ']');
}

static void put_lines(TextBuffer *out, const Recording *r)
{
    cd_json_key(out, "lines");
    cd_json_open(out, '[');
    for (int i = 0; i < r->line.n; i++) cd_json_text(out, r->line.at[i]);
    cd_json_close(out, ']');
}

/* One row per column: names, unit, group, kind, id; lowest value and step; dimension, size of the unit in SI; key and
 * label. */
static void put_column_list(TextBuffer *out, const Recording *r, const Scale *scale)
{
    cd_json_key(out, "columns");
    cd_json_open(out, '[');
    for (int c = 0; c < r->columns; c++) {
        const RecordedColumn *k = &r->column[c];
        cd_json_open(out, '[');
        const Text words[] = { k->owner, k->component, k->unit, k->group, k->kind };
        for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) cd_json_text(out, words[i]);
        cd_json_number(out, k->id);
        cd_json_number(out, scale[c].low);
        cd_json_number(out, scale[c].step);
        cd_json_text(out, k->dimension);
        cd_json_number(out, k->si);
        cd_json_text(out, k->key);
        cd_json_text(out, k->label);
        cd_json_close(out, ']');
    }
    cd_json_close(out, ']');
}

/* Times, and where each analysis begins. */
static void put_times(TextBuffer *out, const Recording *r, const Shown *s)
{
    cd_json_key(out, "time");
    cd_json_open(out, '[');
    for (int i = 0; i < s->n; i++) cd_json_number(out, cd_recording_time(r, shown_step(s, i)));
    cd_json_close(out, ']');
    cd_json_key(out, "analyses");
    cd_json_open(out, '[');
    for (int i = 0, last = -1; i < s->n; i++) {
        int now = cd_recording_analysis(r, shown_step(s, i));
        if (now == last) continue;
        cd_json_open(out, '[');
        cd_json_number(out, i);
        cd_json_text(out, cd_text(cd_record_analyses[now < RECORD_ANALYSES ? now : 0]));
        cd_json_close(out, ']');
        last = now;
    }
    cd_json_close(out, ']');
}

/* Places that a page shows of one step: more would make it slow. */
static int shown_places(const StepPlaces *p, const Shown *s)
{
    enum { ALL = 200000, LEAST = 20 };
    int most = ALL / s->n > LEAST ? ALL / s->n : LEAST;
    return p->n < most ? p->n : most;
}

/* The places of a step that is shown; NULL: none touch. `from` goes on from step to step. */
static const StepPlaces *places_of(const Recording *r, int step, int *from)
{
    while (*from < r->places.n && r->places.at[*from].step < step) ++*from;
    return *from < r->places.n && r->places.at[*from].step == step ? &r->places.at[*from] : NULL;
}

static void put_place_counts(TextBuffer *out, const Recording *r, const Shown *s)
{
    if (!r->places.n) return;
    cd_json_key(out, "places");
    cd_json_open(out, '[');
    for (int i = 0, from = 0; i < s->n; i++) {
        const StepPlaces *p = places_of(r, shown_step(s, i), &from);
        cd_json_number(out, p ? shown_places(p, s) : 0);
    }
    cd_json_close(out, ']');
}

static void put_places(TextBuffer *out, const Recording *r, const Shown *s)
{
    for (int i = 0, from = 0; i < s->n && r->places.n; i++) {
        const StepPlaces *p = places_of(r, shown_step(s, i), &from);
        for (int k = 0; p && k < shown_places(p, s) * PLACE_NUMBERS; k++) {
            double x;
            memcpy(&x, p->at + sizeof x * (size_t)k, sizeof x);
            float small = (float)x;
            cd_buffer_text(out, (Text){ (const char *)&small, sizeof small });
        }
    }
}

static void put_json(TextBuffer *out, const Recording *r, const Shown *s, const Scale *scale, const Meshes *m)
{
    static const Text nothing = { "null", 4 };
    const char *slash = strrchr(r->path, '/');
    cd_json_open(out, '{');
    cd_json_put_text(out, "file", cd_text(slash ? slash + 1 : r->path));
    cd_json_put_text(out, "path", cd_text(r->path));
    cd_json_put_number(out, "damaged", r->damaged);
    cd_json_key(out, "head");
    cd_json_raw(out, r->head.n ? r->head : nothing);
    cd_json_key(out, "messages");
    cd_json_raw(out, r->messages.n ? r->messages : (Text){ "[]", 2 });
    cd_json_key(out, "done");
    cd_json_raw(out, r->done.n ? r->done : nothing);
    put_list(out, "texts", r->text.at, r->text.n);
    put_list(out, "histories", r->history.at, r->history.n);
    put_list(out, "modes", r->modes.at, r->modes.n);
    put_lines(out, r);
    cd_json_put_number(out, "outputs", r->step.n);
    cd_json_put_number(out, "stride", s->stride);
    put_times(out, r, s);
    put_column_list(out, r, scale);
    put_place_counts(out, r, s);
    cd_meshes_list(out, m);
    cd_json_close(out, '}');
}

static void put_base64(TextBuffer *out, const unsigned char *at, size_t n)
{
    static const char letter[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < n; i += 3) {
        size_t left = n - i;
        unsigned b = (unsigned)at[i] << 16 | (left > 1 ? (unsigned)at[i + 1] << 8 : 0) | (left > 2 ? at[i + 2] : 0u);
        char four[4] = { letter[b >> 18], letter[b >> 12 & 63], left > 1 ? letter[b >> 6 & 63] : '=',
                         left > 2 ? letter[b & 63] : '=' };
        cd_buffer_text(out, (Text){ four, 4 });
    }
}

static void put_deflated(TextBuffer *out, const TextBuffer *bytes)
{
    uLongf n = compressBound(bytes->n);
    unsigned char *small = cd_take(n);
    if (compress2(small, &n, (const Bytef *)bytes->at, bytes->n, 6) != Z_OK)
        cd_out_of_memory(0); /* nothing else can fail */
    put_base64(out, small, n);
    free(small);
}

void cd_pack(const Recording *r, TextBuffer *base64)
{
    Shown shown = choose_steps(r);
    Scale *scale = cd_take(sizeof *scale * (size_t)(r->columns + 1));
    for (int c = 0; c < r->columns; c++) scale[c] = scale_of(r, &shown, c);
    Meshes meshes = cd_meshes_read(r);
    TextBuffer json = { 0 }, all = { 0 };
    put_json(&json, r, &shown, scale, &meshes);
    for (int k = 0; k < 4; k++) put_byte(&all, (uint32_t)json.n >> 8 * k);
    cd_buffer_text(&all, (Text){ json.at, (int)json.n });
    put_columns(&all, r, &shown, scale);
    cd_buffer_text(&all, (Text){ (const char *)meshes.corner, (int)(sizeof(float) * 9 * (size_t)meshes.triangles) });
    cd_buffer_text(&all, (Text){ (const char *)meshes.segment.at, (int)(sizeof(float) * (size_t)meshes.segment.n) });
    put_places(&all, r, &shown);
    put_deflated(base64, &all);
    cd_meshes_close(&meshes);
    cd_buffer_close(&json);
    cd_buffer_close(&all);
    free(scale);
}

const char *cd_pack_library(void)
{
    return "zlib " ZLIB_VERSION;
}
