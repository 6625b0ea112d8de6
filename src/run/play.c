/* play.c - a whole command file or dataset, run. */
#include "lang/lang.h"
#include "run/resume.h"
#include "run/run.h"

#include <string.h>

typedef struct Stage {
    const CdRunOptions *options;
    CdLog *log;
    Run *run;
    CdModel *own; /* in place of the present model, with the integrator of the options; NULL: there is none */
    bool opened;  /* there has been a run */
} Stage;

/* The present model goes when the run has let go of it. */
static void take_own(Stage *s, CdModel *own)
{
    cd_model_close(s->own);
    s->own = own;
}

static CdStatus stage_model(void *user, const CdModel *model, Text prefix)
{
    Stage *s = user;
    CdModel *own = s->options->integrator ? cd_overrule_integrator(model, s->options->integrator, s->log) : NULL;
    if (s->options->integrator && !own) return CD_INPUT_ERROR;
    if (own) model = own;
    if (s->run) cd_simulation_change(&s->run->sim, model);
    else s->run = cd_run_open(model, prefix, s->options, s->log);
    take_own(s, own);
    s->opened = true;
    return CD_OK;
}

static CdStatus stage_command(void *user, const Element *command)
{
    return cd_run_command(((Stage *)user)->run, command);
}

static void stage_restated(void *user, const Element *statement)
{
    cd_run_tell_command(((Stage *)user)->run, statement);
}

static CdStatus stage_reload(void *user, const Element *command, CdModel **next)
{
    Stage *s = user;
    CdStatus status = cd_run_resume(&s->run, command, s->options, s->log, next);
    s->opened |= s->run != NULL;
    return status == CD_OK && *next && s->options->integrator ? stage_model(user, *next, s->run->prefix) : status;
}

static void stage_forget(void *user)
{
    Stage *s = user;
    cd_run_close(s->run);
    s->run = NULL;
    take_own(s, NULL);
}

/* A dataset by itself: one SIMULATE/TRANSIENT to the end and with the steps of the options. */
static CdStatus run_dataset(const char *path, Stage *s)
{
    CdModel *model = cd_model_read(path, s->log);
    if (!model) return CD_INPUT_ERROR;
    int n = (int)strlen(path);
    if (cd_text_ends_nocase(cd_text(path), ".adm")) n -= 4;
    CdStatus status = stage_model(s, model, (Text){ path, n });
    if (status == CD_OK) status = cd_run_transient(s->run, s->options->end, s->options->steps);
    stage_forget(s);
    cd_model_close(model);
    return status;
}

static CdStatus run_script(const char *path, Stage *s)
{
    CdScript *script = cd_script_read(path, s->log);
    if (!script) return CD_INPUT_ERROR;
    ScriptActor actor = { s, stage_model, stage_command, stage_restated, stage_reload, stage_forget };
    CdStatus status = cd_script_play(script, &actor, s->log);
    cd_script_close(script);
    return status;
}

/* No model could be made: the record has the texts and what is wrong with them, for whoever waits for one. */
static void record_mistakes(const char *path, const Stage *s)
{
    if (s->opened || !s->options->recorded || !s->log->source.n) return; /* there is nothing of that name */
    TextBuffer placed = { 0 };
    int n = (int)strlen(path);
    if (cd_text_ends_nocase(cd_text(path), ".adm") || cd_text_ends_nocase(cd_text(path), ".acf")) n -= 4;
    if (s->options->folder) cd_run_make_folder(s->options->folder);
    cd_run_place(s->options, (Text){ path, n }, &placed);
    cd_buffer_text(&placed, cd_text(".cardan"));
    Record *record = cd_record_open(placed.at, s->options->allow_outside ? NULL : s->options->folder, NULL,
                                    s->options->command, s->log);
    if (record && cd_record_close(record, CD_INPUT_ERROR, 0, s->log)) s->options->recorded(s->options->user, placed.at);
    cd_buffer_close(&placed);
}

CdStatus cd_run(const char *path, const CdRunOptions *options, CdLog *log)
{
    Stage s = { .options = options, .log = log };
    CdStatus status = cd_text_ends_nocase(cd_text(path), ".acf") ? run_script(path, &s) : run_dataset(path, &s);
    record_mistakes(path, &s);
    return status;
}
