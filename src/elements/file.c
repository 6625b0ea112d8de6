/* file.c - FILE: reads a dataset, runs another command file, or renames output files. A path of another machine is also
 * looked for by its last part beside the command file. */
#include "elements/file.h"

#include "elements/common.h"

static const Field fields[] = {
    NAME(FileCommand, model, "MODEL", 0, "dataset to read"),
    NAME(FileCommand, output_prefix, "OUTPUT_PREFIX", 0, "first part of the names of all output files"),
    NAME(FileCommand, command, "COMMAND", 0, "command file to run before going on"),
    NAME(FileCommand, graphics, "GRAPHICS", 0, "graphics file"),
    NAME(FileCommand, request, "REQUEST", 0, "request file"),
    NAME(FileCommand, results, "RESULTS", 0, "results file"),
    NAME(FileCommand, tabular, "TABULAR_OUTPUT|OUTPUT", 0, "tabular file"),
    NAME(FileCommand, load_analysis, "LOAD_ANALYSIS", 0, "load file"),
    NAME(FileCommand, save, "SAVE", 0, "file of saved states"),
    FIELDS_END,
};

static void check(Check *c, const Element *e)
{
    if (!e->given) cd_check_one_of(c, e, "MODEL, COMMAND, OUTPUT_PREFIX or a file to rename");
}

const ElementKind cd_element_file = {
    .keyword = "FILE",
    .summary = "reads a dataset or command file, names output files",
    .role = ROLE_COMMAND,
    .flags = WITHOUT_ID | ONLY_COMMAND | OPEN_ARGUMENTS,
    .mechanics = MECHANICS_NONE,
    .size = sizeof(FileCommand),
    .fields = fields,
    .check = check,
};
