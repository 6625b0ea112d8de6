/* mrequest.c - one statement that stands for requests on many elements of a type: for each of them the quantity of
 * REQUEST,
 *
 *     PART, POINT_MASS    CM marker against ground
 *     MARKER              the marker against ground
 *     others              marker I against J; FORCE is the load of the element itself, on I
 *
 * along the axes of RM. What the original takes for arguments here is not documented; this is the plain reading. */
#include "elements/common.h"
#include "elements/request.h"
#include "expr/compile.h"

static const Field fields[] = {
    CHOICE(Mrequest, type, "type", "DISPLACEMENT|VELOCITY|ACCELERATION|FORCE", -1, 0, "quantity"),
    NAME(Mrequest, elements, "TYPE|ELEMENT", 0, "statement whose elements are observed"),
    INTS(Mrequest, id, "ID", 1, 0, 0, "their ids; all if absent"),
    INTS(Mrequest, range, "RANGE", 2, 2, 0, "first and last id"),
    MARKER_REF(Mrequest, rm, "RM", ZERO_IS_NONE, "marker for the axes"),
    TEXT(Mrequest, comment, "COMMENT|C", 0, "title, to the end of the statement"),
    NAMES(Mrequest, results, "RESULTS_NAME", 1, 0, 0, "names of the result sets"),
    FIELDS_END,
};

static bool is_named(const Mrequest *m, int id)
{
    bool named = !m->id.n && m->range.n < 2;
    for (int k = 0; k < m->id.n; k++) named |= m->id.at[k] == id;
    return named || (m->range.n == 2 && id >= m->range.at[0] && id <= m->range.at[1]);
}

/* The function that reads the load of a kind, NULL if there is none; an NFORCE has one load per marker. */
static const char *load_function(int kind)
{
    for (int i = 0; i < cd_function_count; i++)
        if (cd_functions[i].class == FUNCTION_LOAD && cd_functions[i].detail == kind && kind != KIND_nforce)
            return cd_functions[i].name;
    return NULL;
}

/* Marker that stands for an element, and the one it is observed from; i -1: there is none. */
static void markers_of(const CdModel *model, int kind, int index, int *i, int *j)
{
    *i = *j = -1;
    if (kind == KIND_marker) *i = MODEL_AT(model, marker, Marker, index)->floating ? -1 : index;
    else if (kind == KIND_part) *i = MODEL_AT(model, part, Part, index)->cm;
    else if (kind == KIND_point_mass) *i = MODEL_AT(model, point_mass, PointMass, index)->cm;
    else cd_element_markers(model, (KindIndex)kind, index, i, j);
    if (*j >= 0 && MODEL_AT(model, marker, Marker, *j)->floating) *j = -1;
}

static int kind_of(const Mrequest *m)
{
    return m->elements.n ? cd_find_kind(m->elements, false, NULL) : -1;
}

static void check(Check *c, const Element *e)
{
    const Mrequest *m = e->data;
    int kind = kind_of(m), found = 0;
    if (m->type < 0) cd_check_one_of(c, e, "DISPLACEMENT, VELOCITY, ACCELERATION, FORCE");
    if (m->id.n && m->range.n) cd_check_exclusive(c, e, "ID", "RANGE");
    if (!m->elements.n) cd_check_missing(c, e, "TYPE");
    else if (kind < 0) cd_check_bad(c, e, "TYPE = %.*s is not a statement", TEXT_ARG(m->elements));
    else if (m->type == REQUEST_FORCE && !load_function(kind))
        cd_check_bad(c, e, "%.*s has no load to observe", TEXT_ARG(cd_keyword(cd_kinds[kind])));
    else {
        for (int n = 0, i, j; n < c->model->table[kind].n; n++) {
            markers_of(c->model, kind, n, &i, &j);
            found += i >= 0 && is_named(m, c->model->table[kind].at[n].id);
        }
        if (!found) cd_check_odd(c, e, "there is no %.*s it could observe", TEXT_ARG(cd_keyword(cd_kinds[kind])));
    }
}

static void derive(const CdModel *model, Element *e, Compiler *c)
{
    Mrequest *m = e->data;
    int kind = kind_of(m);
    const char *load = kind >= 0 && m->type == REQUEST_FORCE ? load_function(kind) : NULL;
    if (kind < 0 || m->type < 0 || (m->type == REQUEST_FORCE && !load)) return;
    int rm = cd_model_id(model, KIND_marker, m->rm);
    for (int n = 0; n < model->table[kind].n; n++) {
        Observation o = { .element = &model->table[kind].at[n] };
        markers_of(model, kind, n, &o.i, &o.j);
        if (o.i < 0 || !is_named(m, o.element->id)) continue;
        for (int k = 0; k < REQUEST_COMPONENTS; k++) {
            char text[96];
            snprintf(text, sizeof text, "%s(%d,0,%d,%d)", load ? load : "", o.element->id, k + 1, rm);
            o.program[k] = load ? cd_compile_text(c, e, text)
                                : cd_request_program(model, e, c, (RequestType)m->type, k, o.i, o.j, m->rm);
        }
        ARRAY_PUSH(cd_compiler_arena(c), &m->observed, o);
    }
}

const ElementKind cd_element_mrequest = {
    .keyword = "MREQUEST",
    .summary = "requests on many elements at once",
    .role = ROLE_OUTPUT,
    .flags = OPEN_ARGUMENTS | DECORATION,
    .mechanics = MECHANICS_NONE,
    .size = sizeof(Mrequest),
    .fields = fields,
    .derive = derive,
    .check = check,
};
