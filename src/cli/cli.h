/* cli.h - the words of the command line, and what its commands share. */
#pragma once
#include <cardan/cardan.h>

/* Exit codes. */
enum {
    DONE = 0,
    INPUT_ERROR = 1,
    ANALYSIS_FAILED = 2,
    HALTED = 3,
    OUT_OF_MEMORY = 4,
    SIGNALLED = 128 /* and the number of the signal */
};

typedef struct Options {
    bool help, version, quiet, verbose, unsupported, all, adams_reactions, allow_plugins, allow_outside, stable, work,
        profile, report;
    double end, limit, accuracy;
    double density, faceting; /* of solids */
    const char *path;         /* folders of solids */
    int steps, jobs, count;
    double radius;
    const char *folder, *output;
    const char *integrator, *statistics;
    const char *integrators, *errors, *reference, *channels;
    const char *mass, *nodes, *freedoms, *units, *interface, *modes, *clamped;
    bool stiffening;
    const char **word;
    int words;
} Options;

/* Says what is wrong with the words; the exit code for it. */
int cli_complain(const char *what, const char *word);
/* Whether a word is one of the commands. */
bool cli_is_command(const char *name);
bool cli_is_script(const char *path);
/* A dataset or a command file, by its name. */
bool cli_is_model(const char *path);
/* Messages as the options ask for them. */
void cli_print_log(const CdLog *log, const Options *o);
/* Whether the file of -o can be a page: its name says so, and it is none of the files that are read. */
bool cli_is_page(const Options *o);
extern const char cli_no_page[];
/* Whether a file in the folder of --out is a link, which the program would follow; says so. */
bool cli_leads_out(const Options *o, const char *file);

int cli_run(const Options *o);
int cli_report(const Options *o);
int cli_compare(const Options *o);
int cli_verify(const Options *o);
int cli_flex(const Options *o);
int cli_solid(const Options *o);
