/* comparison.c - a comparison as a table and as a page. */
#include "compare/comparison.h"

#include "compare/study_page.h"
#include "report/html.h"
#include "report/json.h"

#include <math.h>

/* ---- table ------------------------------------------------------------------------------------------------------- */

static void put_quoted(TextBuffer *out, const char *text)
{
    cd_buffer_char(out, '"');
    for (const char *p = text; *p; p++) {
        if (*p == '"') cd_buffer_char(out, '"');
        cd_buffer_char(out, (unsigned char)*p < ' ' ? ' ' : *p);
    }
    cd_buffer_char(out, '"');
}

/* Nothing where there is no number. */
static void put_cell(TextBuffer *out, bool there, double x)
{
    cd_buffer_char(out, ',');
    if (there && isfinite(x)) cd_buffer_print(out, "%.6g", x);
}

static void put_row(TextBuffer *out, const Comparison *c, int m, int s, int e)
{
    const ComparedRun *r = cd_compared(c, m, s, e);
    bool ran = r->end != RUN_SKIPPED && r->steps > 0, done = r->end == RUN_DONE && !c->model[m].problem;
    put_quoted(out, c->model[m].name);
    cd_buffer_char(out, ',');
    put_quoted(out, c->method[s]);
    cd_buffer_print(out, ",%g,%s", c->error[e], cd_run_end_word[r->end]);
    put_cell(out, done, r->error), put_cell(out, done, r->rms);
    cd_buffer_char(out, ',');
    put_quoted(out, done && r->channel ? r->channel : "");
    put_cell(out, done, r->when);
    cd_buffer_print(out, ",%s", done ? (r->uncertain ? "yes" : "no") : "");
    put_cell(out, ran, r->cpu), put_cell(out, ran, r->timed);
    const long count[] = { r->steps,    cd_compared_rejected(r), r->too_inaccurate, r->not_converged, r->not_finite,
                           r->singular, r->iterations,           r->residuals,      r->matrices,      r->factors,
                           r->kinks };
    for (size_t k = 0; k < sizeof count / sizeof count[0]; k++) put_cell(out, ran, (double)count[k]);
    put_cell(out, ran, r->position), put_cell(out, ran, r->velocity), put_cell(out, ran, r->acceleration);
    put_cell(out, done, r->drift), put_cell(out, ran, r->reached);
    cd_buffer_char(out, ',');
    put_quoted(out, r->message ? r->message : "");
    cd_buffer_char(out, '\n');
}

bool cd_comparison_write_csv(const Comparison *c, const char *path, CdLog *log)
{
    TextBuffer out = { 0 };
    cd_buffer_text(
        &out,
        cd_text("model,method,ERROR,outcome,error,error_rms,worst_channel,worst_time,at_reference_uncertainty,cpu_s,"
                "timed_runs,steps,rejected,too_inaccurate,not_converged,not_finite,singular,iterations,residuals,"
                "matrices,factorisations,kinks,position_violation,velocity_violation,acceleration_violation,"
                "energy_drift,time_reached,message\n"));
    for (int m = 0; m < c->models; m++)
        for (int s = 0; s < c->methods; s++)
            for (int e = 0; e < c->errors; e++) put_row(&out, c, m, s, e);
    bool good = cd_text_save(&out, path, log);
    cd_buffer_close(&out);
    return good;
}

/* ---- page -------------------------------------------------------------------------------------------------------- */

static void put_run(TextBuffer *out, const ComparedRun *r)
{
    cd_json_open(out, '{');
    cd_json_put_text(out, "end", cd_text(cd_run_end_word[r->end]));
    cd_json_put_text(out, "message", cd_text(r->message ? r->message : ""));
    if (r->end == RUN_DONE) {
        cd_json_put_number(out, "error", r->error), cd_json_put_number(out, "rms", r->rms);
        cd_json_put_text(out, "channel", cd_text(r->channel ? r->channel : ""));
        cd_json_put_number(out, "when", r->when), cd_json_put_number(out, "uncertain", r->uncertain);
        cd_json_put_number(out, "drift", r->drift);
    }
    cd_json_put_number(out, "cpu", r->cpu), cd_json_put_number(out, "timed", r->timed);
    cd_json_put_number(out, "steps", (double)r->steps);
    cd_json_put_number(out, "rejected", (double)cd_compared_rejected(r));
    cd_json_put_number(out, "inaccurate", (double)r->too_inaccurate);
    cd_json_put_number(out, "unconverged", (double)r->not_converged);
    cd_json_put_number(out, "iterations", (double)r->iterations);
    cd_json_put_number(out, "residuals", (double)r->residuals);
    cd_json_put_number(out, "matrices", (double)r->matrices), cd_json_put_number(out, "factors", (double)r->factors);
    cd_json_put_number(out, "kinks", (double)r->kinks);
    cd_json_put_number(out, "position", r->position), cd_json_put_number(out, "velocity", r->velocity);
    cd_json_put_number(out, "acceleration", r->acceleration);
    cd_json_put_number(out, "start", r->start), cd_json_put_number(out, "reached", r->reached);
    cd_json_close(out, '}');
}

static void put_model(TextBuffer *out, const Comparison *c, int m)
{
    const ComparedModel *model = &c->model[m];
    cd_json_open(out, '{');
    cd_json_put_text(out, "name", cd_text(model->name));
    cd_json_put_text(out, "path", cd_text(model->path));
    cd_json_put_text(out, "reference", cd_text(model->reference ? model->reference : ""));
    cd_json_put_text(out, "channels", cd_text(model->channels ? model->channels : ""));
    cd_json_put_number(out, "columns", model->columns);
    cd_json_put_number(out, "uncertainty", model->uncertainty);
    if (model->problem) cd_json_put_text(out, "problem", cd_text(model->problem));
    cd_json_key(out, "runs");
    cd_json_open(out, '[');
    for (int s = 0; s < c->methods; s++) {
        cd_json_open(out, '[');
        for (int e = 0; e < c->errors; e++) put_run(out, cd_compared(c, m, s, e));
        cd_json_close(out, ']');
    }
    cd_json_close(out, ']');
    cd_json_close(out, '}');
}

static void put_texts(TextBuffer *out, const char *key, const char *const *text, int n)
{
    cd_json_key(out, key);
    cd_json_open(out, '[');
    for (int i = 0; i < n; i++) cd_json_text(out, cd_text(text[i]));
    cd_json_close(out, ']');
}

/* Per accuracy: seconds of each method in each model, and performance ratios over the models. */
static void put_accuracies(TextBuffer *out, const Comparison *c)
{
    enum { MOST = 16 };
    Arena scratch = { 0 };
    double accuracy[MOST];
    int n = cd_accuracies(c, accuracy, MOST), cells = c->models * c->methods;
    double *time = ARENA_ARRAY(&scratch, double, cells), *ratio = ARENA_ARRAY(&scratch, double, cells);
    cd_json_key(out, "accuracies");
    cd_json_open(out, '[');
    for (int k = 0; k < n; k++) {
        for (int m = 0; m < c->models; m++)
            for (int s = 0; s < c->methods; s++)
                time[m * c->methods + s] = cd_time_to(cd_compared(c, m, s, 0), c->errors, accuracy[k]);
        cd_performance_ratios(c->models, c->methods, time, ratio);
        cd_json_open(out, '{');
        cd_json_put_number(out, "accuracy", accuracy[k]);
        cd_json_key(out, "time");
        cd_json_open(out, '[');
        for (int i = 0; i < cells; i++) cd_json_number(out, time[i]);
        cd_json_close(out, ']');
        cd_json_key(out, "ratio");
        cd_json_open(out, '[');
        for (int i = 0; i < cells; i++) cd_json_number(out, ratio[i]);
        cd_json_close(out, ']');
        cd_json_close(out, '}');
    }
    cd_json_close(out, ']');
    cd_arena_close(&scratch);
}

bool cd_comparison_write_page(const Comparison *c, const char *path, CdLog *log)
{
    Arena scratch = { 0 };
    TextBuffer out = { 0 };
    Recommendation r = cd_recommend(&scratch, c);
    cd_json_open(&out, '{');
    cd_json_put_text(&out, "kind", cd_text("compare"));
    cd_json_put_text(&out, "version", cd_text(CD_VERSION));
    cd_json_put_text(&out, "command", cd_text(c->command ? c->command : ""));
    cd_json_put_number(&out, "accuracy", c->accuracy);
    cd_json_put_number(&out, "limit", c->limit), cd_json_put_number(&out, "jobs", c->jobs);
    put_texts(&out, "methods", c->method, c->methods);
    put_texts(&out, "families", c->family, c->methods);
    cd_json_key(&out, "errors");
    cd_json_open(&out, '[');
    for (int e = 0; e < c->errors; e++) cd_json_number(&out, c->error[e]);
    cd_json_close(&out, ']');
    cd_json_key(&out, "recommendation");
    cd_json_open(&out, '{');
    cd_json_put_number(&out, "method", r.method), cd_json_put_number(&out, "reached", r.reached);
    cd_json_put_text(&out, "headline", r.headline);
    cd_json_put_text(&out, "reason", r.reason);
    cd_json_close(&out, '}');
    put_accuracies(&out, c);
    cd_json_key(&out, "models");
    cd_json_open(&out, '[');
    for (int m = 0; m < c->models; m++) put_model(&out, c, m);
    cd_json_close(&out, ']');
    cd_json_close(&out, '}');
    cd_arena_close(&scratch);
    bool good = cd_study_page(&out, path, log);
    cd_buffer_close(&out);
    return good;
}
