/* marker.c - frame fixed in a body: every other element acts on markers.
 *
 * QP is its origin in the owner's frame (or relative to RM); its axes come from REULER (z, new x, new z), or from the
 * points
 *     z = unit(ZP - QP),  y = unit(z x (XP - QP)),  x = y x z          with USEXP  x = unit(XP - QP),  y = unit((ZP -
 *                         QP) x x)
 * A marker without owner is on the part whose id is its own without the last two digits (the builder fills that in). A
 * FLOATING marker has an owner but no place: the element that names it as IFLOAT or JFLOAT moves it. */
#include "elements/common.h"
#include "model/modal.h"

#include <stdlib.h>

static const Field fields[] = {
    REF(Marker, part, "PART", "PART", 0, "part that carries it"),
    REF(Marker, point_mass, "POINT_MASS", "POINT_MASS", 0, "point mass that carries it"),
    REF(Marker, flex_body, "FLEX_BODY", "FLEX_BODY", 0, "flexible body that carries it"),
    REF(Marker, fe_part, "FE_PART", "FE_PART", 0, "FE part that carries it"),
    INTS(Marker, node_id, "NODE_ID", 1, 0, 0, "node or nodes of the flexible body it is attached to"),
    INT(Marker, node_label, "NODE_LABEL", 0, 0, "node of the FE part it is attached to"),
    REALN(Marker, qp, "QP", 3, LENGTH, 0, "origin in the owner's frame"),
    REALN(Marker, reuler, "REULER", 3, ANGLE, 0, "3-1-3 angles in the owner's frame"),
    REALN(Marker, zp, "ZP", 3, LENGTH, 0, "point on its z axis"),
    REALN(Marker, xp, "XP", 3, LENGTH, 0, "point in the positive x half of its x-z plane"),
    FLAG(Marker, usexp, "USEXP", 0, "XP lies on the x axis itself and ZP only in the x-z plane"),
    MARKER_REF(Marker, rm, "RM", 0, "marker that QP, REULER, ZP, XP are relative to, instead of the owner's frame"),
    FLAG(Marker, floating, "FLOATING", 0, "placed by the element that names it as IFLOAT or JFLOAT"),
    REF(Marker, curve, "CURVE", "CURVE", 0, "curve it rides on"),
    LIST_ROW(Marker),
    FIELDS_END,
};

/* Whether no marker before this one is checked: those with refused arguments are not. */
static bool is_first(const CdModel *model, const Element *e)
{
    const Element *first = e;
    while (first > model->table[KIND_marker].at && first[-1].faulty) first--;
    return first == model->table[KIND_marker].at;
}

/* Chains of RM that come back to themselves, each said once: a walk from every marker ends where one has been
 * before. */
static void check_chains(Check *c)
{
    const Table *markers = &c->model->table[KIND_marker];
    int *walk =
        cd_take((size_t)markers->n * sizeof *walk); /* number of the walk that came by each marker; 0: none yet */
    for (int start = 0; start < markers->n; start++) {
        int i = start;
        for (; i >= 0 && !walk[i]; i = MODEL_AT(c->model, marker, Marker, i)->rm) walk[i] = start + 1;
        if (i >= 0 && walk[i] == start + 1) cd_check_bad(c, &markers->at[i], "its RM leads back to the marker itself");
    }
    free(walk);
}

/* A marker of a flexible body is on one of its nodes. */
static void check_node(Check *c, const Element *e, const Marker *m)
{
    const Element *body = &c->model->table[KIND_flex_body].at[m->flex_body];
    const ModalBody *b = ((const FlexBody *)body->data)->modal;
    char label[CD_LABEL_ROOM], of[CD_LABEL_ROOM];
    if (m->floating) {
        cd_check_bad(c, e, "a FLOATING marker cannot be on a flexible body: put it on a part");
        return;
    }
    if (!m->node_id.n) {
        cd_check_missing(c, e, "NODE_ID");
        return;
    }
    if (m->node_id.n > 1)
        cd_check_odd(c, e,
                     "it names %d nodes; it is on the first, %d: spread a load over several by a spider in the "
                     "finite element model",
                     m->node_id.n, m->node_id.at[0]);
    if (b && cd_modal_node(b, m->node_id.at[0]) < 0)
        cd_log(c->log, e->place, NO_SUCH_NODE, cd_label(e, label), m->node_id.at[0], b->nodes, cd_label(body, of));
}

static void check(Check *c, const Element *e)
{
    const Marker *m = e->data;
    const struct {
        const char *key;
        bool given;
        int index;
    } owner[] = {
        { "PART", GIVEN(e, Marker, part), m->part },
        { "POINT_MASS", GIVEN(e, Marker, point_mass), m->point_mass },
        { "FLEX_BODY", GIVEN(e, Marker, flex_body), m->flex_body },
        { "FE_PART", GIVEN(e, Marker, fe_part), m->fe_part },
    };
    const char *first = NULL;
    for (size_t k = 0; k < sizeof owner / sizeof *owner; k++) {
        if (!owner[k].given && owner[k].index < 0) continue;
        if (first) cd_check_exclusive(c, e, first, owner[k].key);
        first = owner[k].key;
    }
    if (!first) cd_check_one_of(c, e, "PART, POINT_MASS, FLEX_BODY, FE_PART");
    if (m->node_id.n && m->flex_body < 0) cd_check_only_with(c, e, "NODE_ID", "FLEX_BODY");
    if (m->flex_body >= 0) check_node(c, e, m);
    if (GIVEN(e, Marker, node_label) && m->fe_part < 0) cd_check_only_with(c, e, "NODE_LABEL", "FE_PART");
    cd_check_owner(c, e, m->rm, "RM", cd_marker_body(c->model, (int)(e - c->model->table[KIND_marker].at)));
    cd_check_has_place(c, e, m->rm, "RM");
    if (is_first(c->model, e)) check_chains(c);

    if (!m->floating) {
        if (m->usexp && !GIVEN(e, Marker, xp)) cd_check_missing(c, e, "XP");
        cd_check_frame(c, e,
                       &(FrameGiven){ m->qp, m->zp, m->xp, "QP", "ZP", "XP", GIVEN(e, Marker, reuler),
                                      GIVEN(e, Marker, zp), GIVEN(e, Marker, xp) });
    } else if (GIVEN(e, Marker, qp) || GIVEN(e, Marker, reuler) || GIVEN(e, Marker, zp) || GIVEN(e, Marker, xp)) {
        cd_check_odd(c, e, "a FLOATING marker has no place of its own; QP, REULER, ZP and XP have no effect");
    }
}

static const char *const rivals[] = { "REULER/ZP|XP|USEXP", NULL };

const ElementKind cd_element_marker = {
    .keyword = "MARKER",
    .summary = "frame on a body, which the other elements refer to",
    .role = ROLE_MARKER,
    .flags = RESTATABLE,
    .mechanics = MECHANICS_NONE,
    .size = sizeof(Marker),
    .fields = fields,
    .rivals = rivals,
    .check = check,
};
