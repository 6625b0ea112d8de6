/* verification.c - a verification as a table and as a page. */
#include "compare/verification.h"

#include "compare/study_page.h"
#include "report/html.h"
#include "report/json.h"

#include <math.h>

static void put_number(TextBuffer *out, double x)
{
    cd_buffer_char(out, ',');
    if (isfinite(x)) cd_buffer_print(out, "%.4g", x);
}

/* By how much the change of a channel falls; nothing where that means nothing. */
static double falls_by(const VerifiedChannel *c)
{
    return c->change > 0 && isfinite(c->before) ? c->before / c->change : INFINITY;
}

bool cd_verification_write_csv(const Verification *v, const char *path, CdLog *log)
{
    TextBuffer out = { 0 };
    cd_buffer_text(&out, cd_text("channel,group,change,change_before,falls_by,second_method,converged\n"));
    for (int i = 0; i < v->channel_count; i++) {
        const VerifiedChannel *c = &v->channel[i];
        cd_buffer_char(&out, '"');
        for (const char *p = c->name; *p; p++) {
            if (*p == '"') cd_buffer_char(&out, '"');
            cd_buffer_char(&out, *p);
        }
        cd_buffer_print(&out, "\",%s", c->group);
        put_number(&out, c->change), put_number(&out, c->before), put_number(&out, falls_by(c)),
            put_number(&out, c->cross);
        cd_buffer_print(&out, ",%s\n", fmax(c->change, c->cross) <= v->accuracy ? "yes" : "no");
    }
    bool good = cd_text_save(&out, path, log);
    cd_buffer_close(&out);
    return good;
}

static void put_run(TextBuffer *out, const VerifiedRun *r)
{
    cd_json_open(out, '{');
    cd_json_put_number(out, "asked", r->error);
    cd_json_put_text(out, "end", cd_text(cd_run_end_word[r->run.end]));
    cd_json_put_text(out, "message", cd_text(r->run.message));
    cd_json_put_number(out, "change", r->change), cd_json_put_number(out, "distance", r->distance);
    cd_json_put_number(out, "steps", (double)r->run.steps);
    cd_json_put_number(out, "rejected", (double)cd_compared_rejected(&r->run));
    cd_json_put_number(out, "kinks", (double)r->run.kinks);
    cd_json_put_number(out, "cpu", r->run.cpu);
    cd_json_put_number(out, "position", r->run.position), cd_json_put_number(out, "velocity", r->run.velocity);
    cd_json_put_number(out, "reached", r->run.reached);
    cd_json_close(out, '}');
}

static void put_channels(TextBuffer *out, const Verification *v)
{
    cd_json_key(out, "list");
    cd_json_open(out, '[');
    for (int i = 0; i < v->channel_count; i++) {
        const VerifiedChannel *c = &v->channel[i];
        cd_json_open(out, '[');
        cd_json_text(out, cd_text(c->name)), cd_json_text(out, cd_text(c->group));
        cd_json_number(out, c->change), cd_json_number(out, c->before), cd_json_number(out, c->cross);
        cd_json_close(out, ']');
    }
    cd_json_close(out, ']');
}

static void put_groups(TextBuffer *out, const Verification *v)
{
    cd_json_key(out, "groups");
    cd_json_open(out, '[');
    for (int g = 0; g < v->groups; g++) {
        cd_json_open(out, '{');
        cd_json_put_text(out, "name", cd_text(v->group[g].name));
        cd_json_key(out, "change");
        cd_json_open(out, '[');
        for (int k = 0; k + 1 < v->runs; k++) cd_json_number(out, v->group[g].change[k]);
        cd_json_close(out, ']');
        cd_json_close(out, '}');
    }
    cd_json_close(out, ']');
}

bool cd_verification_write_page(const Verification *v, const char *path, CdLog *log)
{
    TextBuffer out = { 0 };
    cd_json_open(&out, '{');
    cd_json_put_text(&out, "kind", cd_text("verify"));
    cd_json_put_text(&out, "version", cd_text(CD_VERSION));
    cd_json_put_text(&out, "command", cd_text(v->command));
    cd_json_put_text(&out, "name", cd_text(v->name));
    cd_json_put_text(&out, "method", cd_text(v->method));
    cd_json_put_text(&out, "integrator", cd_text(v->integrator));
    cd_json_put_text(&out, "channels", cd_text(v->channels));
    cd_json_put_number(&out, "accuracy", v->accuracy);
    cd_json_put_number(&out, "converged", v->converged), cd_json_put_number(&out, "enough", v->enough);
    cd_json_put_text(&out, "headline", cd_text(v->headline));
    cd_json_put_text(&out, "reason", cd_text(v->reason));
    if (v->second.label) {
        cd_json_key(&out, "second");
        cd_json_open(&out, '{');
        cd_json_put_text(&out, "label", cd_text(v->second.label));
        cd_json_put_number(&out, "asked", v->second.error),
            cd_json_put_number(&out, "difference", v->second.difference);
        cd_json_put_number(&out, "change", v->second.change);
        cd_json_close(&out, '}');
    }
    cd_json_key(&out, "runs");
    cd_json_open(&out, '[');
    for (int k = 0; k < v->runs; k++) put_run(&out, &v->run[k]);
    cd_json_close(&out, ']');
    put_groups(&out, v);
    put_channels(&out, v);
    cd_json_close(&out, '}');
    bool good = cd_study_page(&out, path, log);
    cd_buffer_close(&out);
    return good;
}
