/* graphics.c - shape fixed to markers, for drawing; CONTACT uses some of them.
 *
 *     CYLINDER   from CM along +z, LENGTH, RADIUS               FRUSTUM     from CM along +z, LENGTH, radii BOTTOM and
 *                TOP
 *     BOX        from CORNER along its axes, X, Y, Z            ELLIPSOID   about CM, full axes XSCALE, YSCALE, ZSCALE
 *     CIRCLE     about CM in its x-y plane, RADIUS              ARC         the same over RANGLE from the x axis
 *     TORUS      about CM, RMAX and RMIN                        PLANE       XMIN ... YMAX in the x-y plane of RM
 *     OUTLINE    line through markers                           PLATE       THICKNESS, through MARKERS
 *     EXTERNAL   solid in FILE relative to RM                   CURVE       CID, or CURVE = id, carried by CRM
 *     EXTRUSION  profile (CID or MATRIX) in the x-y plane of RM, carried LENGTH along z
 *     REVOLUTION profile (CID or MATRIX) turned about the z axis of RM
 *     FORCE      arrow of the load of ETYPE/EID at EMARKER      SPDP        spring symbol between I and J */
#include "elements/graphics.h"

#include "elements/common.h"

#define SPRING(member, doc_, key_) REAL(Graphics, member, key_, LENGTH, 0, 0, "SPDP: " doc_)

static const Field fields[] = {
    CHOICE(Graphics, type, "type",
           "CYLINDER|BOX|EXTERNAL|CIRCLE|FRUSTUM|FORCE|ELLIPSOID|SPDP|CURVE|ARC|TORUS|PLATE|PLANE|POINT|BSPLINE|SPHERE|"
           "EXTRUSION|REVOLUTION",
           -1, 0, "shape"),
    MARKER_REF(Graphics, cm, "CM", 0, "marker at the centre, or at the centre of the first end"),
    MARKER_REF(Graphics, corner, "CORNER", 0, "BOX: marker at a corner"),
    MARKER_REF(Graphics, rm, "RM", 0, "marker the shape is relative to"),
    REAL(Graphics, length, "LENGTH", LENGTH, 0, 0, "length along z"),
    REAL(Graphics, radius, "RADIUS", LENGTH, 0, NOT_NEGATIVE, "radius"),
    REAL(Graphics, x, "X", LENGTH, 0, 0, "BOX: edge along x"),
    REAL(Graphics, y, "Y", LENGTH, 0, 0, "BOX: edge along y"),
    REAL(Graphics, z, "Z", LENGTH, 0, 0, "BOX: edge along z"),
    INT(Graphics, seg, "SEG", 0, 0, "line segments of a circle"),
    INT(Graphics, sides, "SIDES", 0, 0, "lines along a cylinder"),
    REAL(Graphics, rangle, "RANGLE", ANGLE, 6.283185307179586, 0, "angle over which it extends"),
    REAL(Graphics, bottom, "BOTTOM", LENGTH, 0, NOT_NEGATIVE, "FRUSTUM: radius at CM"),
    REAL(Graphics, top, "TOP", LENGTH, 0, NOT_NEGATIVE, "FRUSTUM: radius at the other end"),
    REAL(Graphics, xscale, "XSCALE", LENGTH, 0, 0, "ELLIPSOID: full length along x"),
    REAL(Graphics, yscale, "YSCALE", LENGTH, 0, 0, "ELLIPSOID: full length along y"),
    REAL(Graphics, zscale, "ZSCALE", LENGTH, 0, 0, "ELLIPSOID: full length along z"),
    REAL(Graphics, rmax, "RMAX", LENGTH, 0, NOT_NEGATIVE, "TORUS: radius of the ring"),
    REAL(Graphics, rmin, "RMIN", LENGTH, 0, NOT_NEGATIVE, "TORUS: radius of its section"),
    REAL(Graphics, xmin, "XMIN", LENGTH, 0, 0, "PLANE: smallest x"),
    REAL(Graphics, xmax, "XMAX", LENGTH, 0, 0, "PLANE: largest x"),
    REAL(Graphics, ymin, "YMIN", LENGTH, 0, 0, "PLANE: smallest y"),
    REAL(Graphics, ymax, "YMAX", LENGTH, 0, 0, "PLANE: largest y"),
    REFS(Graphics, outline, "OUTLINE", "MARKER", 2, 0, 0, "markers that a line connects"),
    REFS(Graphics, markers, "MARKERS", "MARKER", 1, 0, 0, "PLATE: markers at its corners"),
    REAL(Graphics, thickness, "THICKNESS", LENGTH, 0, 0, "PLATE: thickness"),
    REF(Graphics, curve, "CID|CURVE", "CURVE", 0, "the curve, or the profile; CURVE = id is a shape by itself"),
    MARKER_REF(Graphics, crm, "CRM", 0, "CURVE: marker that carries it"),
    NAME(Graphics, file, "FILE", 0, "EXTERNAL: file with the shape"),
    NAME(Graphics, element, "ELEMENT", 0, "EXTERNAL: name within the file"),
    NAME(Graphics, file_type, "TYPE", 0, "EXTERNAL: format of the file"),
    REAL(Graphics, faceting_tolerance, "FACETING_TOLERANCE", NONE, 300, POSITIVE, "fineness of the faceted solid"),
    NAME(Graphics, etype, "ETYPE", 0, "FORCE: statement of the element"),
    INT(Graphics, eid, "EID", 0, 0, "FORCE: id of the element"),
    MARKER_REF(Graphics, emarker, "EMARKER", ZERO_IS_NONE, "FORCE: marker the arrow is at"),
    MARKER_REF(Graphics, i, "I", 0, "SPDP: one end"),
    MARKER_REF(Graphics, j, "J", 0, "SPDP: the other end"),
    INT(Graphics, coils, "COILS", 0, 0, "SPDP: number of coils"),
    SPRING(da, "diameter of the spring", "DA"),
    SPRING(db, "diameter of the damper at I", "DB"),
    SPRING(dc, "diameter of the damper at J", "DC"),
    SPRING(la, "straight end at I", "LA"),
    SPRING(lb, "straight end at J", "LB"),
    SPRING(lc, "length of the damper at I", "LC"),
    SPRING(ld, "length of the damper at J", "LD"),
    REF(Graphics, matrix, "MATRIX", "MATRIX", 0, "BSPLINE: points; EXTRUSION, REVOLUTION: corners of the profile"),
    INT(Graphics, order, "ORDER", 4, 0, "BSPLINE: order"),
    CHOICE(Graphics, closure, "closure", "OPEN|CLOSED", -1, 0, "BSPLINE: whether its ends meet"),
    FIELDS_END,
};

/* What the shape cannot be drawn without. */
static void check(Check *c, const Element *e)
{
    const Graphics *g = e->data;
    switch (g->type) {
    case -1:
        if (!g->outline.n && !GIVEN(e, Graphics, curve)) cd_check_odd(c, e, "it has no shape that this version knows");
        break;
    case GRAPHICS_CYLINDER:
    case GRAPHICS_FRUSTUM:
    case GRAPHICS_CIRCLE:
    case GRAPHICS_ARC:
    case GRAPHICS_ELLIPSOID:
    case GRAPHICS_TORUS:
        if (!GIVEN(e, Graphics, cm)) cd_check_missing(c, e, "CM");
        break;
    case GRAPHICS_BOX:
        if (!GIVEN(e, Graphics, corner)) cd_check_missing(c, e, "CORNER");
        break;
    case GRAPHICS_EXTERNAL:
        if (!GIVEN(e, Graphics, rm)) cd_check_missing(c, e, "RM");
        if (!GIVEN(e, Graphics, file)) cd_check_missing(c, e, "FILE");
        break;
    case GRAPHICS_SPDP:
        if (!GIVEN(e, Graphics, i)) cd_check_missing(c, e, "I");
        if (!GIVEN(e, Graphics, j)) cd_check_missing(c, e, "J");
        break;
    default: break;
    }
}

const ElementKind cd_element_graphics = {
    .keyword = "GRAPHICS",
    .summary = "shape for drawing and contact",
    .role = ROLE_GRAPHICS,
    .flags = OPEN_ARGUMENTS | DECORATION,
    .mechanics = MECHANICS_NONE,
    .size = sizeof(Graphics),
    .fields = fields,
    .check = check,
};
