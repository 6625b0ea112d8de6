/* script.c - command files: reading them, and going through them without simulating. */
#include "elements/activate.h"
#include "elements/file.h"
#include "lang/lang.h"
#include "lang/statement.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The statements of a script stand in tables by kind; their order is kept as pairs (kind, position) until all are
 * read. */
typedef struct Order {
    int kind, position;
} Order;

typedef struct ScriptReader {
    CdBuild *b;
    Arena arena;
    ARRAY_OF(Order) order;
    bool stopped; /* STOP ends a command file: what stands behind it is not read */
} ScriptReader;

static void told(void *user, int kind)
{
    ScriptReader *r = user;
    Order o = { kind, r->b->current.position };
    ARRAY_PUSH(&r->arena, &r->order, o);
    r->stopped |= kind == KIND_stop;
}

static void give_name(CdBuild *b, const char *key, Text name, CdPlace place)
{
    name = cd_text_copy_plain(&b->arena, name);
    int field = cd_find_field(cd_build_current(b)->kind, cd_text(key), NULL);
    cd_build_set(b, field, (Value){ .n = 1, .text = &name }, place);
}

static Text without_comment(Text line)
{
    const char *mark = line.n ? memchr(line.at, '!', (size_t)line.n) : NULL;
    return cd_text_trim(mark ? (Text){ line.at, (int)(mark - line.at) } : line);
}

/* Line 1 may name the dataset and line 2 the prefix of the output files: FILE/MODEL = line 1, OUTPUT_PREFIX = line 2. A
 * blank first line, or one that is a command, says nothing. Returns the first line of commands. */
static int read_head(ScriptReader *r, const Source *source)
{
    int i = 0;
    Text line = { "", 0 };
    for (; i < source->line.n; i++) {
        line = cd_text_trim(cd_source_line(source, i));
        if (!line.n || line.at[0] != '!') break;
    }
    if (!line.n) return i;
    Text name = without_comment(line);
    if (cd_is_command_line(name)) return i;

    CdPlace place = cd_source_place(source, (int)(name.at - source->text.at), name.n);
    cd_build_element(r->b, KIND_file, 0, place);
    told(r, KIND_file);
    give_name(r->b, "MODEL", name, place);
    if (++i < source->line.n) {
        Text prefix = without_comment(cd_source_line(source, i));
        if (cd_is_command_line(prefix)) return i;
        if (prefix.n)
            give_name(r->b, "OUTPUT_PREFIX", prefix,
                      cd_source_place(source, (int)(prefix.at - source->text.at), prefix.n));
        i++;
    }
    return i;
}

/* What can be read of it; statements with mistakes are marked. */
static CdScript *read_source(const Source *source, CdLog *log)
{
    int first_message = cd_log_count(log);
    cd_log_hold(log); /* until they are sorted */
    ScriptReader r = { .b = cd_build_open(log) };
    r.b->separate = true;
    Lexer lexer;
    cd_lexer_open(&lexer, source, read_head(&r, source));
    while (!r.stopped && cd_lexer_next(&lexer)) cd_statement_read(r.b, source, &lexer.statement, true, told, &r);
    cd_lexer_close(&lexer);

    CdScript *script = cd_take(sizeof *script);
    script->statements = r.b;
    for (int i = 0; i < r.order.n; i++) {
        Element *e = &r.b->stated[r.order.at[i].kind].at[r.order.at[i].position];
        if (e->kind->flags & ONLY_COMMAND) cd_build_check_needed(r.b, e);
        ARRAY_PUSH(&script->arena, &script->command, e);
    }
    cd_arena_close(&r.arena);
    const char *slash = strrchr(source->name, '/');
    script->folder =
        slash ? cd_text_copy(&script->arena, (Text){ source->name, (int)(slash - source->name) + 1 }) : (Text){ "", 0 };
    script->place = (CdPlace){ cd_text_copy(&script->arena, cd_text(source->name)).at, 0, 0, 0 };
    cd_log_sort(log, first_message);
    cd_log_release(log);
    return script;
}

/* Only without mistakes. */
static CdScript *read_good(const Source *source, CdLog *log)
{
    int errors = cd_log_errors(log);
    CdScript *script = source ? read_source(source, log) : NULL;
    if (!script || cd_log_errors(log) == errors) return script;
    cd_script_close(script);
    return NULL;
}

CdScript *cd_script_read(const char *path, CdLog *log)
{
    return read_good(cd_source_read(path, log), log);
}

CdScript *cd_script_read_text(const char *name, const char *text, size_t n, CdLog *log)
{
    return read_good(cd_source_take(name, text, n, log), log);
}

void cd_script_close(CdScript *script)
{
    if (!script) return;
    cd_build_close(script->statements);
    cd_arena_close(&script->arena);
    free(script);
}

int cd_script_count(const CdScript *script)
{
    return script->command.n;
}

/* ---- playing ----------------------------------------------------------------------------------------------------- */

typedef struct Play {
    CdLog *log;
    CdModel *model;
    CdBuild *change; /* re-stated statements since the model was last made; NULL: none */
    int depth;       /* command files that call command files */
    bool stopped, model_failed;
    const ScriptActor *actor; /* NULL: a rehearsal */
    CdStatus status;
    TextBuffer prefix; /* of result files, as the script has it */
} Play;

static void play(Play *r, const CdScript *script);

/* The actor hears of a model before the old one goes. */
static void take_model(Play *r, CdModel *next)
{
    if (next && r->actor) {
        r->status = r->actor->model(r->actor->user, next, (Text){ r->prefix.at, (int)r->prefix.n });
        r->stopped = r->status != CD_OK;
    }
    cd_model_close(r->model);
    r->model = next;
}

/* Makes the model from what has been re-stated; in a rehearsal one that cannot be made leaves the old one in force. */
static void settle(Play *r)
{
    if (!r->change) return;
    CdModel *next = cd_build_finish(r->change);
    r->change = NULL;
    if (next) take_model(r, next);
    else if (r->actor) r->stopped = true, r->status = CD_INPUT_ERROR;
}

static bool is_file(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

void cd_script_find_file(const CdScript *script, Text name, const char *extension, TextBuffer *path)
{
    int base = name.n;
    while (base > 0 && name.at[base - 1] != '/' && name.at[base - 1] != '\\') base--;
    Text spelling[2] = { name, { name.at + base, name.n - base } };
    for (int i = 0; i < 4; i++) {
        Text t = spelling[i / 2];
        path->n = 0;
        if (t.n && t.at[0] != '/') cd_buffer_text(path, script->folder);
        cd_buffer_text(path, t);
        if (i % 2) cd_buffer_text(path, cd_text(extension));
        if (is_file(path->at)) return;
    }
    path->n = 0;
}

/* Result files are named after OUTPUT_PREFIX, or the dataset, and stand beside the script. */
static void set_prefix(Play *r, const CdScript *script, const FileCommand *f)
{
    Text name = f->output_prefix.n ? f->output_prefix : f->model;
    for (int i = name.n; i-- > 0 && !f->output_prefix.n;) {
        if (name.at[i] == '/' || name.at[i] == '\\') {
            name = (Text){ name.at + i + 1, name.n - i - 1 };
            break;
        }
    }
    if (!f->output_prefix.n && name.n > 4 && cd_text_equal_nocase((Text){ name.at + name.n - 4, 4 }, ".adm"))
        name.n -= 4;
    r->prefix.n = 0;
    if (name.n && name.at[0] != '/') cd_buffer_text(&r->prefix, script->folder);
    cd_buffer_text(&r->prefix, name);
}

static void run_file(Play *r, const CdScript *script, const Element *e)
{
    enum { DEEPEST = 20 };
    const FileCommand *f = e->data;
    TextBuffer path = { 0 };
    if (f->model.n) {
        settle(r);
        if (r->actor) r->actor->forget(r->actor->user);
        take_model(r, NULL);
        cd_script_find_file(script, f->model, ".adm", &path);
        set_prefix(r, script, f);
        CdModel *model = path.n ? cd_model_read(path.at, r->log) : NULL;
        if (!path.n) cd_log(r->log, e->place, MISSING_FILE, "dataset", TEXT_ARG(f->model));
        r->model_failed = !model;
        take_model(r, model);
        if (!model) r->stopped = r->actor != NULL, r->status = CD_INPUT_ERROR;
    }
    if (f->command.n) {
        cd_script_find_file(script, f->command, ".acf", &path);
        CdScript *other = path.n && r->depth < DEEPEST ? cd_script_read(path.at, r->log) : NULL;
        if (!path.n) cd_log(r->log, e->place, MISSING_FILE, "command file", TEXT_ARG(f->command));
        else if (r->depth >= DEEPEST) cd_log(r->log, e->place, COMMAND_LOOP, TEXT_ARG(f->command));
        if (other) {
            r->depth++;
            play(r, other);
            r->depth--;
            cd_script_close(other);
        }
    }
    cd_buffer_close(&path);
}

/* ACTIVATE and DEACTIVATE name elements that exist. */
static void run_switch(Play *r, const Element *e)
{
    const Switch *s = e->data;
    if (s->type < 0) return;
    int kind = cd_find_kind(cd_word_at(cd_switch_words, s->type), false, NULL);
    char label[CD_LABEL_ROOM], hint[CD_HINT_ROOM];
    for (int i = 0; kind >= 0 && i < s->id.n; i++)
        if (cd_model_find(r->model, (KindIndex)kind, s->id.at[i]) < 0)
            cd_log(r->log, e->place, NO_SUCH_ELEMENT, cd_label(e, label), TEXT_ARG(cd_keyword(cd_kinds[kind])),
                   s->id.at[i], cd_ids_hint(r->model, (KindIndex)kind, s->id.at[i], hint));
}

/* What a command refers to exists. */
static void check_references(Play *r, const Element *e)
{
    char label[CD_LABEL_ROOM], hint[CD_HINT_ROOM];
    for (const Field *f = e->kind->fields; f->type != FIELD_END; f++) {
        const int *id = f->type == FIELD_REF ? cd_field_in(f, e->data) : NULL;
        KindIndex target = id ? cd_target_kind(f) : KIND_COUNT;
        if (!id || *id < 0 || cd_model_find(r->model, target, *id) >= 0) continue;
        cd_label(e, label), cd_ids_hint(r->model, target, *id, hint);
        cd_log_kind(r->log, e->kind, e->place, UNKNOWN_REFERENCE, label, TEXT_ARG(cd_field_key(f)), *id, f->target, *id,
                    hint);
    }
}

/* A re-stated statement changes only the arguments given. */
static void restate(Play *r, const CdScript *script, const Element *e)
{
    int kind = 0;
    while (cd_kinds[kind] != e->kind) kind++;
    bool exists = e->kind->flags & (WITHOUT_ID | OPTIONAL_ID) || cd_model_find(r->model, (KindIndex)kind, e->id) >= 0;
    if (!exists) {
        char label[CD_LABEL_ROOM], hint[CD_HINT_ROOM];
        cd_log(r->log, e->place, NOTHING_TO_RESTATE, cd_label(e, label),
               cd_ids_hint(r->model, (KindIndex)kind, e->id, hint));
        return;
    }
    if (!r->change) r->change = cd_build_from(r->model, r->log);
    cd_build_restate(r->change, (KindIndex)kind, e, script->statements);
    if (r->actor) r->actor->restated(r->actor->user, e);
}

/* RELOAD may bring a model along. */
static CdStatus run_reload(Play *r, const Element *e)
{
    CdModel *next = NULL;
    CdStatus status = r->actor->reload(r->actor->user, e, &next);
    if (!next) return status;
    cd_model_close(r->model);
    r->model = next;
    return status;
}

/* All but files, information, and settings of the program rather than of a model. */
static bool needs_model(const Element *e)
{
    static const KindIndex free_of_it[] = { KIND_file,    KIND_stop,  KIND_help,        KIND_menu,
                                            KIND_info,    KIND_show,  KIND_time,        KIND_environment,
                                            KIND_lsolver, KIND_debug, KIND_preferences, KIND_reload };
    for (size_t i = 0; i < sizeof free_of_it / sizeof free_of_it[0]; i++)
        if (e->kind == cd_kinds[free_of_it[i]]) return false;
    return true;
}

static void play(Play *r, const CdScript *script)
{
    bool missing_said = false;
    int errors = cd_log_errors(r->log);
    for (int i = 0; i < script->command.n && !r->stopped; i++) {
        const Element *e = script->command.at[i];
        if (e->kind == cd_kinds[KIND_file]) {
            run_file(r, script, e);
            continue;
        }
        if (e->kind == cd_kinds[KIND_stop]) {
            r->stopped = true;
            continue;
        }
        if (e->faulty) continue; /* reading it has said why */
        if (needs_model(e) && !r->model) {
            if (!missing_said && !r->model_failed) cd_log(r->log, e->place, NO_MODEL, "");
            missing_said = true;
            continue;
        }
        if (!(e->kind->flags & ONLY_COMMAND)) {
            if (r->model) restate(r, script, e);
            continue;
        }
        settle(r);
        if (r->stopped) break;
        if (e->kind == cd_kinds[KIND_activate] || e->kind == cd_kinds[KIND_deactivate]) run_switch(r, e);
        if (r->model) check_references(r, e);
        if (e->kind->check) e->kind->check(&(Check){ r->model, r->log }, e);
        bool reload = e->kind == cd_kinds[KIND_reload];
        if (!r->actor && reload)
            r->model_failed |= !r->model; /* its file may be written by the run: nothing is known of it */
        if (!r->actor || (!r->model && !reload)) continue;
        r->status = cd_log_errors(r->log) > errors ? CD_INPUT_ERROR
                    : reload                       ? run_reload(r, e)
                                                   : r->actor->command(r->actor->user, e);
        r->stopped = r->status != CD_OK;
    }
}

CdModel *cd_script_rehearse(const CdScript *script, CdLog *log)
{
    int errors = cd_log_errors(log);
    Play r = { .log = log };
    play(&r, script);
    r.stopped = false;
    settle(&r);
    cd_buffer_close(&r.prefix);
    if (cd_log_errors(log) == errors) return r.model;
    cd_model_close(r.model);
    return NULL;
}

CdStatus cd_script_play(const CdScript *script, const ScriptActor *actor, CdLog *log)
{
    int errors = cd_log_errors(log);
    Play r = { .log = log, .actor = actor };
    play(&r, script);
    cd_build_close(r.change);
    actor->forget(actor->user);
    cd_model_close(r.model);
    cd_buffer_close(&r.prefix);
    return r.status == CD_OK && cd_log_errors(log) > errors ? CD_INPUT_ERROR : r.status;
}

CdModel *cd_check(const char *path, CdLog *log)
{
    size_t n = strlen(path);
    if (n < 4 || !cd_text_equal_nocase((Text){ path + n - 4, 4 }, ".acf")) return cd_model_read(path, log);
    int errors = cd_log_errors(log);
    const Source *source = cd_source_read(path, log);
    CdScript *script = source ? read_source(source, log) : NULL;
    CdModel *model = script ? cd_script_rehearse(script, log) : NULL;
    cd_script_close(script);
    if (cd_log_errors(log) == errors) return model;
    cd_model_close(model);
    return NULL;
}
