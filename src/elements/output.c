/* output.c - which files are written, and how. Only REQSAVE, GRSAVE, NOPRINT and YPR matter to results. */
#include "elements/common.h"

typedef struct Output {
    bool reqsave, grsave, ypr, gr521sav, osformat, teletype, chart, fixed, loads;
    int print, separator, acknowledge;
    RealList dscale, vscale, ascale, fscale, dzero, vzero, azero, fzero;
    bool list;
} Output;

#define SCALE(member, key_)                                                                                            \
    REALS(Output, member, key_, 1, 2, MIXED, 0, "range of printed charts: translation [, rotation]")

static const Field fields[] = {
    FLAG(Output, reqsave, "REQSAVE", 0, "write the request file"),
    FLAG(Output, grsave, "GRSAVE", 0, "write the graphics file"),
    CHOICE(Output, print, "print", "PRINT|NOPRINT", -1, 0, "write the tabular file"),
    CHOICE(Output, separator, "separator", "SEPARATOR|NOSEPARATOR", -1, 0,
           "blank records between the blocks of a file"),
    FLAG(Output, ypr, "YPR", 0, "angles of requests as yaw, pitch, roll instead of 3-1-3"),
    FLAG(Output, gr521sav, "GR521SAV", 0, "graphics file of an old format"),
    FLAG(Output, osformat, "OSFORMAT", 0, "files in the format of the operating system"),
    FLAG(Output, teletype, "TELETYPE", 0, "tables for narrow paper"),
    FLAG(Output, chart, "CHART", 0, "charts of the requests in print"),
    FLAG(Output, fixed, "FIXED", 0, "numbers in fixed notation"),
    FLAG(Output, loads, "LOADS", 0, "write the load file"),
    CHOICE(Output, acknowledge, "acknowledge", "ACKNOWLEDGE|NOACKNOWLEDGE", -1, 0, "answer to each command"),
    SCALE(dscale, "DSCALE"),
    SCALE(vscale, "VSCALE"),
    SCALE(ascale, "ASCALE"),
    SCALE(fscale, "FSCALE"),
    SCALE(dzero, "DZERO"),
    SCALE(vzero, "VZERO"),
    SCALE(azero, "AZERO"),
    SCALE(fzero, "FZERO"),
    LIST_ROW(Output),
    FIELDS_END,
};

const ElementKind cd_element_output = {
    .keyword = "OUTPUT",
    .summary = "files to write",
    .role = ROLE_OUTPUT,
    .flags = WITHOUT_ID | RESTATABLE | OPEN_ARGUMENTS | DECORATION,
    .mechanics = MECHANICS_NONE,
    .size = sizeof(Output),
    .fields = fields,
};
