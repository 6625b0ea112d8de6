/* lang.h - text in, model or script out; what the files of this folder share. */
#pragma once
#include "model/build.h"

/* Takes a text into the log's memory; NULL, with a message, if it is too long. */
Source *cd_source_take(const char *name, const char *text, size_t n, CdLog *log);

/* Reads a whole file into the log's memory; NULL, with a message, if it cannot be. */
Source *cd_source_read(const char *path, CdLog *log);

/* A script: statements as read, in order, ids not yet looked up. */
struct CdScript {
    CdBuild *statements; /* holds them, each on its own */
    CdPlace place;
    Arena arena;
    ARRAY_OF(Element *) command;
    Text folder; /* where it was read from: files it names are looked for there */
};

/* A file a script names: as written, beside the script if the name is relative; else, as it may be a path of another
 * machine, its last part beside the script; each also with the extension added. An empty path if there is none. */
void cd_script_find_file(const CdScript *script, Text name, const char *extension, TextBuffer *path);

/* Who carries out a script: receives each model (new, or changed by re-stated statements) and each command, and closes
 * the present model. */
typedef struct ScriptActor {
    void *user;
    CdStatus (*model)(void *user, const CdModel *model, Text prefix);
    CdStatus (*command)(void *user, const Element *command);
    /* the model that follows from it comes before the next command */
    void (*restated)(void *user, const Element *statement);
    /* RELOAD, which needs no model before it; *next: a model that takes the place of the present one */
    CdStatus (*reload)(void *user, const Element *command, CdModel **next);
    void (*forget)(void *user);
} ScriptActor;
CdStatus cd_script_play(const CdScript *script, const ScriptActor *actor, CdLog *log);

/* The model with arguments of an INTEGRATOR statement in place of its own; NULL, with messages, if they cannot be. */
CdModel *cd_overrule_integrator(const CdModel *model, const char *arguments, CdLog *log);

/* Warnings for what a finished model says and probably does not mean. */
void cd_model_doubt(const CdModel *model, CdLog *log);

/* What cd_list knows of the language: elements, commands, functions, units. */
bool cd_list_language(const char *what, FILE *out);

/* Sorts the messages from number first on by file, line and column. */
void cd_log_sort(CdLog *log, int first);

/* Writes one statement in canonical form; in a command file lines are continued by "&". */
void cd_statement_write(TextBuffer *out, const CdModel *model, const Element *e, bool in_commands);
