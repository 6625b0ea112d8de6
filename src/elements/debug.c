/* debug.c - what is printed for the search of mistakes. */
#include "elements/debug.h"

#include "elements/common.h"

#define SWITCH(member, key_, doc_) CHOICE(Debug, member, #member, key_ "|NO" key_, -1, 0, doc_)

static const Field fields[] = {
    SWITCH(eprint, "EPRINT", "every step with its iterations: largest residual, largest correction"),
    SWITCH(dump, "DUMP", "the model as understood"),
    SWITCH(reqdump, "REQDUMP", "no effect"),
    SWITCH(rhsdump, "RHSDUMP", "at every iteration all residuals, unknowns and corrections by name"),
    SWITCH(jmdump, "JMDUMP", "every matrix, entry by entry with names"),
    SWITCH(full, "FULL", "JMDUMP with fifteen equations per part, GSTIFF and WSTIFF in I3: nothing is eliminated"),
    SWITCH(topology, "TOPOLOGY", "how the parts are connected"),
    SWITCH(verbose, "VERBOSE", "every step in a line or two"),
    SWITCH(dof, "DOF", "table of the degrees of freedom"),
    LIST_ROW(Debug),
    DEFAULT_ROW(Debug),
    FIELDS_END,
};

const ElementKind cd_element_debug = {
    .keyword = "DEBUG",
    .summary = "information for the search of mistakes",
    .role = ROLE_SETTING,
    .flags = WITHOUT_ID | RESTATABLE | OPEN_ARGUMENTS | DECORATION,
    .mechanics = MECHANICS_NONE,
    .size = sizeof(Debug),
    .fields = fields,
};
