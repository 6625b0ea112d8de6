/* mforce.c - load on the modes of a flexible body: SCALE times a column of MODLOAD, with the opposite of its resultant on the body of JFLOAT. */
#include "elements/mforce.h"

#include "elements/common.h"
#include "model/modal.h"

static const Field fields[] = {
    REF(Mforce, flex_body, "FLEX_BODY", "FLEX_BODY", NEEDED, "flexible body it acts on"),
    MARKER_REF(Mforce, jfloat, "JFLOAT", ZERO_IS_NONE, "floating marker that takes the reaction"),
    INT(Mforce, case_index, "CASE_INDEX", 0, 0, "load case of the modal file"),
    EXPR(Mforce, scale, "SCALE", MIXED, 0, "factor of the load case"),
    EXPR(Mforce, force, "FORCE", MIXED, 0, "USER(...): a routine gives the modal load"),
    EXPR(Mforce, function, "FUNCTION", MIXED, 0, "USER(...): a routine gives the modal load"),
    ROUTINE_ROWS(Mforce),
    FIELDS_END,
};

static void check(Check *c, const Element *e)
{
    const Mforce *m = e->data;
    cd_check_user(c, e, &m->force, "FORCE");
    cd_check_user(c, e, &m->function, "FUNCTION");
    const ModalBody *b = m->flex_body >= 0 ? MODEL_AT(c->model, flex_body, FlexBody, m->flex_body)->modal : NULL;
    bool routine = GIVEN(e, Mforce, force) || GIVEN(e, Mforce, function);
    if (!b || routine) return;
    if (!b->cases) cd_check_bad(c, e, "its FLEX_BODY has no load cases: the file needs a matrix MODLOAD");
    else if (m->case_index < 1 || m->case_index > b->cases)
        cd_check_bad(c, e, "CASE_INDEX = %d is outside 1 to %d, the columns of MODLOAD", m->case_index, b->cases);
}

static const char *refuse(const CdModel *model, const Element *e)
{
    (void)model;
    bool routine = GIVEN(e, Mforce, force) || GIVEN(e, Mforce, function);
    return routine ? "a modal load by a routine is not computed; give CASE_INDEX and SCALE" : NULL;
}

const ElementKind cd_element_mforce = {
    .keyword = "MFORCE",
    .summary = "load on the modes of a flexible body",
    .role = ROLE_FORCE,
    .flags = OPEN_ARGUMENTS,
    .mechanics = MECHANICS_PRESENT,
    .size = sizeof(Mforce),
    .fields = fields,
    .check = check,
    .refuse = refuse,
};
