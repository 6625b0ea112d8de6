/* fe_node.c - node of an FE part: place along its centre line, section and pose. */
#include "elements/common.h"

static const Field fields[] = {
    REF(FeNode, fe_part, "FE_PART", "FE_PART", NEEDED, "FE part it belongs to"),
    INT(FeNode, label, "LABEL", 0, 0, "label that markers use; omitted: the id"),
    REAL(FeNode, s, "S", NONE, 0, 0, "place along the centre line, 0 to 1: nodes are put in its order"),
    REAL(FeNode, angle, "ANGLE", ANGLE, 0, 0, "rotation of the section about the centre line"),
    INT(FeNode, section_node, "SECTION_NODE", 0, 0, "id of its SECTION, where it is not that of the part"),
    POSE_G(FeNode),
    FIELDS_END,
};

static void check(Check *c, const Element *e)
{
    const FeNode *n = e->data;
    if (n->s < 0 || n->s > 1) cd_check_bad(c, e, "S = %g is outside 0 to 1", n->s);
    CHECK_POSE_G(c, e, FeNode);
}

const ElementKind cd_element_fe_node = {
    .keyword = "FE_NODE",
    .summary = "node of an FE part",
    .role = ROLE_BODY,
    .flags = OPEN_ARGUMENTS,
    .mechanics = MECHANICS_NONE,
    .size = sizeof(FeNode),
    .fields = fields,
    .check = check,
};
