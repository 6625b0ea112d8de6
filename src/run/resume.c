/* resume.c - SAVE and RELOAD: which file, which model, and what becomes of the run. */
#include "run/resume.h"

#include "run/saved.h"

#include <string.h>
#include <unistd.h>

/* Name with .sav, beside the command file, or in the folder of the options. */
static const char *path_in(Arena *arena, const char *folder, const Element *command, Text name)
{
    TextBuffer path = { 0 };
    const char *script = command->place.file ? command->place.file : "", *slash = strrchr(script, '/');
    bool relative = !name.n || name.at[0] != '/';
    if (relative && folder) cd_buffer_print(&path, "%s/", folder);
    else if (relative && slash) cd_buffer_text(&path, (Text){ script, (int)(slash - script) + 1 });
    cd_buffer_text(&path, name);
    if (name.n < 4 || !cd_text_equal_nocase((Text){ name.at + name.n - 4, 4 }, ".sav"))
        cd_buffer_text(&path, cd_text(".sav"));
    const char *copy = cd_text_copy(arena, (Text){ path.at, (int)path.n }).at;
    cd_buffer_close(&path);
    return copy;
}

CdStatus cd_run_save(Run *r, const Element *command)
{
    const Save *s = command->data;
    const char *path = s->file.n ? path_in(&r->arena, r->options->folder, command, s->file) : cd_run_path(r, ".sav");
    if (!r->sim.system) cd_simulation_make_system(&r->sim);
    return cd_saved_write(r, path, (SavedWhat)s->what, command->place) ? CD_OK : CD_ANALYSIS_FAILED;
}

/* ---- RELOAD ------------------------------------------------------------------------------------------------------ */

/* Settings, which a command file may have stated. */
static bool has_no_id(const Table *t)
{
    return t->n == 1 && t->at[0].id == 0;
}

/* The same statements with the same ids, whatever their arguments; says which one is not. */
static bool same_statements(const Saved *f, const CdModel *saved, const CdModel *present, CdPlace place, CdLog *log)
{
    for (int k = 0; k < KIND_COUNT; k++) {
        const Table *a = &saved->table[k], *b = &present->table[k];
        if (has_no_id(a) || has_no_id(b)) continue;
        for (int i = 0; i < a->n || i < b->n; i++) {
            if (i < a->n && i < b->n && a->at[i].id == b->at[i].id) continue;
            bool only_there = i < a->n && (i >= b->n || a->at[i].id < b->at[i].id);
            cd_log(log, place, SAVED_OTHER_MODEL, f->path, TEXT_ARG(cd_keyword(cd_kinds[k])),
                   only_there ? a->at[i].id : b->at[i].id,
                   only_there ? "only in the file" : "only in the present model");
            return false;
        }
    }
    return true;
}

static CdModel *model_of(const Saved *f, CdLog *log)
{
    return cd_model_read_text(f->path, f->model.at, (size_t)f->model.n, log);
}

static CdStatus reload_system(Run **run, const Saved *f, const Element *command, const CdRunOptions *options,
                              CdLog *log, CdModel **next)
{
    const Reload *c = command->data;
    const CdModel *model = *run ? (*run)->sim.model : NULL;
    if (f->what != SAVED_SYSTEM) {
        cd_log(log, command->place, SAVED_CONDITIONS_ONLY, f->path);
        return CD_INPUT_ERROR;
    }
    if (!model || !cd_saved_has_model(f, model)) {
        CdModel *saved = model_of(f, log);
        if (saved && model && !same_statements(f, saved, model, command->place, log))
            cd_model_close(saved), saved = NULL;
        if (!saved) return CD_INPUT_ERROR;
        model = *next = saved;
    }
    if (!*run || c->output_prefix.n) {
        /* without a prefix of its own a run is named after the file */
        Text name = c->output_prefix.n ? c->output_prefix : cd_text(f->path);
        if (!c->output_prefix.n) name.n -= 4;
        TextBuffer prefix = { 0 };
        const char *slash = command->place.file ? strrchr(command->place.file, '/') : NULL;
        if (c->output_prefix.n && slash && name.at[0] != '/')
            cd_buffer_text(&prefix, (Text){ command->place.file, (int)(slash - command->place.file) + 1 });
        cd_buffer_text(&prefix, name);
        cd_run_close(*run);
        *run = cd_run_open(model, (Text){ prefix.at, (int)prefix.n }, options, log);
        cd_buffer_close(&prefix);
    }
    cd_simulation_take_model(&(*run)->sim, model);
    cd_run_begin_command(*run, command);
    CdStatus status = cd_saved_restore(f, &(*run)->sim) ? CD_OK : CD_INPUT_ERROR;
    if (status != CD_OK) cd_log(log, command->place, SAVED_NOT_FITTING, f->path);
    cd_run_end_command(*run, status);
    return status;
}

/* Positions and velocities of the bodies in common; the time, the model and what is switched on stay as they are. */
static CdStatus reload_conditions(Run *r, const Saved *f, const Element *command)
{
    CdModel *model = model_of(f, r->sim.log);
    if (!model) return CD_INPUT_ERROR;
    CdSimulation other = { .model = model, .options = r->sim.options, .log = r->sim.log, .reporter = r->sim.reporter };
    bool fits = cd_saved_restore(f, &other);
    if (!r->sim.system) cd_simulation_make_system(&r->sim);
    double t = r->sim.system->state.t;
    other.system->state.t = t;
    int bodies = fits ? cd_system_go_on(r->sim.system, other.system) : 0;
    r->sim.assembled = false;
    if (!fits) cd_log(r->sim.log, command->place, SAVED_NOT_FITTING, f->path);
    else if (!bodies) cd_log(r->sim.log, command->place, SAVED_NO_BODY, f->path);
    else cd_equations_continue(cd_equations(r->sim.system), cd_equations(other.system));
    cd_simulation_end(&other);
    cd_model_close(model);
    return bodies ? CD_OK : CD_INPUT_ERROR;
}

CdStatus cd_run_resume(Run **run, const Element *command, const CdRunOptions *options, CdLog *log, CdModel **next)
{
    const Reload *c = command->data;
    Arena scratch = { 0 };
    CdStatus status = CD_INPUT_ERROR;
    char label[CD_LABEL_ROOM];
    Saved f = { 0 };
    if (!c->file.n && !*run) {
        cd_log(log, command->place, MISSING_ARGUMENT, cd_label(command, label), 4, "FILE", "", "");
    } else if (c->what == SAVED_CONDITIONS && !*run) {
        cd_log(log, command->place, NO_MODEL, "");
    } else {
        const char *path = c->file.n ? path_in(&scratch, options->folder, command, c->file) : cd_run_path(*run, ".sav");
        if (c->file.n && access(path, R_OK) != 0) path = path_in(&scratch, NULL, command, c->file);
        bool read = cd_saved_read(&f, path, command->place, log);
        if (read && c->what == SAVED_SYSTEM) status = reload_system(run, &f, command, options, log, next);
        if (read && c->what == SAVED_CONDITIONS) {
            cd_run_begin_command(*run, command);
            status = reload_conditions(*run, &f, command);
            cd_run_end_command(*run, status);
        }
    }
    cd_saved_close(&f);
    cd_arena_close(&scratch);
    return status;
}
