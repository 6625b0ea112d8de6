/* mforce.c - load on the modes of a flexible body: SCALE times a column of MODLOAD, or what a routine gives, with the
 * opposite of its resultant on the body of JFLOAT. */
#include "elements/mforce.h"

#include "elements/common.h"
#include "expr/compile.h"
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

static void derive(const CdModel *model, Element *e, Compiler *c)
{
    Mforce *m = e->data;
    const ModalBody *b = m->flex_body >= 0 ? MODEL_AT(model, flex_body, FlexBody, m->flex_body)->modal : NULL;
    bool routine = m->force.text.n || m->function.text.n;
    m->parts = routine && b ? 6 + b->modes : 0;
    m->part = m->parts ? ARENA_ARRAY(cd_compiler_arena(c), const Program *, m->parts) : NULL;
}

static void routine(const CdModel *model, Element *e, RoutineUse *use)
{
    (void)model;
    const Mforce *m = e->data;
    use->outputs = m->parts, use->program = m->part;
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
    .derive = derive,
    .routine = routine,
};
