/* external_system.c - body whose equations another program supplies. */
#include "elements/common.h"

typedef struct ExternalSystem {
    int type;
    Text input_file, string;
    double qg[3], reuler[3], zg[3], xg[3];
    Expr function;
    Text routine, interface;
} ExternalSystem;

static const Field fields[] = {
    WORD(ExternalSystem, type, "TYPE", "NASTRAN|MARC|USER", -1, 0, "program that supplies the equations"),
    NAME(ExternalSystem, input_file, "INPUT_FILE_NAME", 0, "its input file"),
    POSE_G(ExternalSystem),
    EXPR(ExternalSystem, function, "FUNCTION", MIXED, 0, "USER(...): constants for the routine"),
    ROUTINE_ROWS(ExternalSystem),
    NAME(ExternalSystem, string, "STRING", 0, "text for the routine"),
    FIELDS_END,
};

static void check(Check *c, const Element *e)
{
    const ExternalSystem *s = e->data;
    CHECK_POSE_G(c, e, ExternalSystem);
    cd_check_user(c, e, &s->function, "FUNCTION");
}

const ElementKind cd_element_external_system = {
    .keyword = "EXTERNAL_SYSTEM",
    .summary = "body computed by another program",
    .role = ROLE_BODY,
    .flags = OPEN_ARGUMENTS,
    .mechanics = MECHANICS_LATER,
    .size = sizeof(ExternalSystem),
    .fields = fields,
    .check = check,
};
