/* options.c - words that begin with "-", from one table. */
#include "cli/options.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef enum OptionType { OPTION_FLAG, OPTION_TEXT, OPTION_POSITIVE, OPTION_WHOLE } OptionType;

/* Numbers behind options are below this: output steps are counted by an int, and no run is so long. */
static const double bound = 1e9;

static const struct {
    const char *name, *brief;
    OptionType type;
    size_t at;
    const char *commands; /* that use it, each between blanks; NULL: all */
    const char *value;    /* what it is called in the help */
    const char *help;
} options[] = {
    { "--end", NULL, OPTION_POSITIVE, offsetof(Options, end), " run report compare verify ", "T",
      "a dataset without command file: end time (default 1)" },
    { "--steps", NULL, OPTION_WHOLE, offsetof(Options, steps), " run report compare verify ", "N",
      "a dataset without command file: number of output steps (default 100)" },
    { "--out", NULL, OPTION_TEXT, offsetof(Options, folder), " run report compare verify ", "DIR",
      "folder for what is written; nothing leaves it (default: beside the input)" },
    { "-o", NULL, OPTION_TEXT, offsetof(Options, output), " run report plot compare verify fmt flex solid ", "FILE",
      "the file to write: of a page .html, of a plot .svg or .png, of a flexible body .mtx, of solids .stl or .obj" },
    { "--density", NULL, OPTION_POSITIVE, offsetof(Options, density), " solid ", "D", "density in kg/m3, for masses" },
    { "--faceting", NULL, OPTION_POSITIVE, offsetof(Options, faceting), " solid ", "N",
      "fineness of triangles, as FACETING_TOLERANCE of GRAPHICS (default 300; larger is finer)" },
    { "--path", NULL, OPTION_TEXT, offsetof(Options, path), " run report compare verify check solid ", "DIRS",
      "further folders, parted by colons, in which files of GRAPHICS/EXTERNAL are looked for" },
    { "--report", NULL, OPTION_FLAG, offsetof(Options, report), " run report ", NULL,
      "also write the page of cardan report, PREFIX.html or the file of -o" },
    { "--integrator", NULL, OPTION_TEXT, offsetof(Options, integrator), " run report verify ", "TEXT",
      "arguments of INTEGRATOR that overrule those of the files, such as 'HEM5, KINKS = ALL'" },
    { "--integrators", NULL, OPTION_TEXT, offsetof(Options, integrators), " compare ", "LIST",
      "methods, such as GSTIFF:SI2,HEM5,TLISMNI:AM4,HHT:ALPHA=-0.1 (default: all, in every formulation)" },
    { "--errors", NULL, OPTION_TEXT, offsetof(Options, errors), " compare verify ", "LIST",
      "tolerances, such as 1e-3,1e-5 or 1e-2..1e-7 (default: 1e-3..1e-7, verify to 1e-10)" },
    { "--reference", NULL, OPTION_TEXT, offsetof(Options, reference), " compare ", "FILE|METHOD:ERROR",
      "what errors are measured against: a .cardan, .csv or .req, or a run (default: the two of several tight runs "
      "that agree best)" },
    { "--channels", NULL, OPTION_TEXT, offsetof(Options, channels), " compare verify ", "LIST",
      "columns that count, such as 'slider.X,arm.*' (default: positions and axes of all parts)" },
    { "--accuracy", NULL, OPTION_POSITIVE, offsetof(Options, accuracy), " compare verify ", "A",
      "the error that is wanted, as a share of the largest travel (default: 1e-3)" },
    { "--limit", NULL, OPTION_POSITIVE, offsetof(Options, limit), " compare verify ", "S",
      "seconds of the processor that a run may take (default: 60)" },
    { "--count", NULL, OPTION_WHOLE, offsetof(Options, count), " hotspots ", "N", "how many points (default: 10)" },
    { "--radius", NULL, OPTION_POSITIVE, offsetof(Options, radius), " hotspots ", "R",
      "points closer than this to a hotter one are left out" },
    { "--jobs", NULL, OPTION_WHOLE, offsetof(Options, jobs), " compare ", "N",
      "runs at a time (default: one per processor)" },
    { "--statistics", NULL, OPTION_TEXT, offsetof(Options, statistics), " run ", "FILE",
      "a line per SIMULATE with steps, matrices, violations of constraints, processor time, as .csv" },
    { "--allow-plugins", NULL, OPTION_FLAG, offsetof(Options, allow_plugins), " run report compare verify ", NULL,
      "open the libraries that ROUTINE = library::function names, and call them" },
    { "--allow-outside", NULL, OPTION_FLAG, offsetof(Options, allow_outside), " run report compare verify ", NULL,
      "FILE of SAVE and LINEAR may lead out of the folder of --out" },
    { "--adams-reactions", NULL, OPTION_FLAG, offsetof(Options, adams_reactions), " run report compare verify ", NULL,
      "redundant constraints carry nothing, instead of the least reactions of all" },
    { "--stable", NULL, OPTION_FLAG, offsetof(Options, stable), " run report compare verify ", NULL,
      "statics goes on from an unstable equilibrium to a stable one" },
    { "--work", NULL, OPTION_FLAG, offsetof(Options, work), " run report ", NULL,
      "add columns for the work of forces, dampers and motions, and the balance of energy" },
    { "--profile", NULL, OPTION_FLAG, offsetof(Options, profile), " run report ", NULL,
      "as -v, and after each SIMULATE where the time went" },
    { "--interface", NULL, OPTION_TEXT, offsetof(Options, interface), " flex ", "LIST",
      "nodes that joints and forces act on, such as 10,25,HOLE:RBE2,FACE:RBE3:9001" },
    { "--modes", NULL, OPTION_TEXT, offsetof(Options, modes), " flex ", "N",
      "modes with the interface fixed that are kept (default: as the file says, or 6)" },
    { "--clamped", NULL, OPTION_TEXT, offsetof(Options, clamped), " flex ", "NODE",
      "the frame goes with this node of the interface, which no mode moves (default: modes of the free body)" },
    { "--stiffening", NULL, OPTION_FLAG, offsetof(Options, stiffening), " flex ", NULL,
      "write geometric stiffness by rotation, acceleration and loads on the interface too; of frames (.json)" },
    { "--mass", NULL, OPTION_TEXT, offsetof(Options, mass), " flex ", "FILE",
      "the mass matrix, where it is in a file of its own" },
    { "--nodes", NULL, OPTION_TEXT, offsetof(Options, nodes), " flex ", "FILE",
      "coordinates and sets of nodes: a table, an input deck (.inp), GRID cards" },
    { "--freedoms", NULL, OPTION_TEXT, offsetof(Options, freedoms), " flex ", "FILE",
      "node.freedom of each equation, one a line" },
    { "--units", NULL, OPTION_TEXT, offsetof(Options, units), " flex ", "LIST",
      "mass, length, time, force of the matrices (default: kg,m,s,N); mass is converted where force is not mass times "
      "acceleration" },
    { "--unsupported", NULL, OPTION_FLAG, offsetof(Options, unsupported), " check ", NULL,
      "also name each statement that this version reads but cannot simulate" },
    { "--all", NULL, OPTION_FLAG, offsetof(Options, all), " help flex ", NULL,
      "help: the whole language as one page of Markdown; flex: all nodes in the file" },
    { "--quiet", "-q", OPTION_FLAG, offsetof(Options, quiet), NULL, NULL, "nothing but errors" },
    { "--verbose", "-v", OPTION_FLAG, offsetof(Options, verbose), NULL, NULL,
      "also notes; of a run each command as it starts, equations, degrees of freedom, steps, files with their sizes" },
    { "--help", "-h", OPTION_FLAG, offsetof(Options, help), NULL, NULL, "this text; behind a command its own" },
    { "--version", NULL, OPTION_FLAG, offsetof(Options, version), NULL, NULL, "version, commit and libraries" },
};

enum { OPTIONS = sizeof options / sizeof options[0] };

/* ---- help -------------------------------------------------------------------------------------------------------- */

static bool used_by(size_t which, const char *command)
{
    const char *at = options[which].commands;
    size_t n = strlen(command);
    while (at && (at = strchr(at, ' ')) && !(strncmp(at + 1, command, n) == 0 && at[1 + n] == ' ')) at++;
    return !options[which].commands || at;
}

void cli_print_options(const char *command, FILE *out)
{
    enum { WIDTH = 26 };
    for (size_t k = 0; k < OPTIONS; k++) {
        if (command ? !used_by(k, command) : options[k].commands != NULL) continue;
        char form[80];
        const char *brief = options[k].brief, *value = options[k].value;
        int n = snprintf(form, sizeof form, "%s%s%s%s%s", brief ? brief : "", brief ? ", " : "", options[k].name,
                         value ? " " : "", value ? value : "");
        fprintf(out, "  %-*s", WIDTH, form);
        if (n >= WIDTH) fprintf(out, "\n  %-*s", WIDTH, "");
        fprintf(out, "%s\n", options[k].help);
    }
}

/* ---- reading ----------------------------------------------------------------------------------------------------- */

/* An option that the command would not look at is refused, with the one it may be meant for; -1: there is none. */
static int refuse_others(const bool *given, const char *command)
{
    for (size_t k = 0; k < OPTIONS; k++) {
        if (!given[k] || used_by(k, command)) continue;
        const char *near = NULL;
        for (size_t i = 0; i < OPTIONS; i++) {
            size_t a = strlen(options[k].name), b = strlen(options[i].name);
            if (i != k && b > 2 && used_by(i, command) && strncmp(options[k].name, options[i].name, a < b ? a : b) == 0)
                near = options[i].name;
        }
        int n = (int)strlen(options[k].commands) - 1;
        fprintf(stderr, "cardan: %s has no option %s, which is for%.*s; %s%s%s\n", command, options[k].name, n,
                options[k].commands, near ? "do you mean " : "see cardan ", near ? near : command,
                near ? "" : " --help");
        return INPUT_ERROR;
    }
    return -1;
}

/* Takes the value of an option; -1: it is good, else the exit code. */
static int take_value(Options *o, size_t which, const char *value)
{
    void *at = (char *)o + options[which].at;
    if (options[which].type == OPTION_TEXT) {
        *(const char **)at = value;
        return -1;
    }
    char *end, wants[80];
    double x = strtod(value, &end);
    bool whole = options[which].type == OPTION_WHOLE, number = end != value && !*end;
    if (number && x > 0 && x < bound && (!whole || x == floor(x))) {
        if (whole) *(int *)at = (int)x;
        else *(double *)at = x;
        return -1;
    }
    if (number && x >= bound)
        snprintf(wants, sizeof wants, whole ? "%s takes at most %.0f, not" : "%s takes a number below %.0f, not",
                 options[which].name, whole ? bound - 1 : bound);
    else snprintf(wants, sizeof wants, "%s takes a %s number, not", options[which].name, whole ? "whole" : "positive");
    return cli_complain(wants, value);
}

/* One word with "-" in front, and the one behind it where it takes one; -1: it is good, else the exit code. */
static int take_option(Options *o, bool *given, char **argv, int *i)
{
    const char *a = argv[*i];
    for (size_t k = 0; k < OPTIONS; k++) {
        if (strcmp(a, options[k].name) != 0 && (!options[k].brief || strcmp(a, options[k].brief) != 0)) continue;
        given[k] = true;
        if (options[k].type == OPTION_FLAG) *(bool *)((char *)o + options[k].at) = true;
        else if (!argv[*i + 1]) return cli_complain("a value is missing after", a);
        else return take_value(o, k, argv[++*i]);
        return -1;
    }
    return cli_complain("unknown option", a);
}

int cli_read_options(Options *o, char **argv)
{
    int status = -1;
    bool words_only = false, given[OPTIONS] = { false };
    for (int i = 1; argv[i] && status < 0 && !o->version; i++) {
        if (words_only || argv[i][0] != '-' || !argv[i][1]) o->word[o->words++] = argv[i];
        else if (strcmp(argv[i], "--") == 0) words_only = true;
        else status = take_option(o, given, argv, &i);
    }
    if (status >= 0 || o->help || o->version) return status;
    if (o->quiet && o->verbose) return cli_complain("-q and -v exclude each other", NULL);
    return o->words && cli_is_command(o->word[0]) ? refuse_others(given, o->word[0]) : -1;
}
