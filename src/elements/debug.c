/* debug.c - what is printed for the search of mistakes. */
#include "elements/common.h"

typedef struct Debug {
    int eprint, dump, reqdump, rhsdump, jmdump, topology, verbose, dof;
    bool reset, list;
} Debug;

#define SWITCH(member, key_, doc_) CHOICE(Debug, member, #member, key_ "|NO" key_, -1, 0, doc_)

static const Field fields[] = {
    SWITCH(eprint, "EPRINT", "progress of every step"),
    SWITCH(dump, "DUMP", "the model as understood"),
    SWITCH(reqdump, "REQDUMP", "requests at every iteration"),
    SWITCH(rhsdump, "RHSDUMP", "residuals at every iteration"),
    SWITCH(jmdump, "JMDUMP", "the Jacobian at every iteration"),
    SWITCH(topology, "TOPOLOGY", "how the parts are connected"),
    SWITCH(verbose, "VERBOSE", "longer messages"),
    SWITCH(dof, "DOF", "degrees of freedom"),
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
