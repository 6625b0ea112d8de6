/* flex_body.c - modal flexible body: six freedoms of its frame and one per mode. Its modal data come from files this program does
 * not read yet; arguments beyond the table are kept. */
#include "elements/common.h"

typedef struct FlexBody {
    Text mnf_file, mtx_file, db_file, bdf_file;
    IntList modes;
    double qg[3], reuler[3], zg[3], xg[3];
    Expr cratio;
    Text routine, interface;
    RealList dmode, vmode;
    TextList invariants;
    double vx, vy, vz, wx, wy, wz;
    int vm, wm;
    unsigned exact;
    double dynamic_limit, stability_factor, char_len;
    int index;
} FlexBody;

static const Field fields[] = {
    NAME(FlexBody, mnf_file, "MNF_FILE", 0, "modal neutral file"),
    NAME(FlexBody, mtx_file, "MTX_FILE", 0, "file of matrices"),
    NAME(FlexBody, db_file, "DB_FILE", 0, "database with its modes"),
    NAME(FlexBody, bdf_file, "BDF_FILE", 0, "finite element deck of a nonlinear body"),
    INT(FlexBody, index, "INDEX_IN_DATABASE", 0, 0, "position in the database"),
    INTS(FlexBody, modes, "MODES", 1, 0, 0, "numbers of the modes in use"),
    POSE_G(FlexBody),
    EXPR(FlexBody, cratio, "CRATIO", NONE, 0, "modal damping as a fraction of critical"),
    ROUTINE_ROWS(FlexBody),
    REALS(FlexBody, dmode, "DMODE", 1, 0, MIXED, 0, "initial modal coordinates"),
    REALS(FlexBody, vmode, "VMODE", 1, 0, MIXED, 0, "initial modal velocities"),
    PATTERN_ROW(FlexBody, invariants, "INVARIANTS", "which of the nine inertia invariants are used"),
    REAL(FlexBody, vx, "VX", VELOCITY, 0, 0, "initial velocity along x of VM"),
    REAL(FlexBody, vy, "VY", VELOCITY, 0, 0, "initial velocity along y of VM"),
    REAL(FlexBody, vz, "VZ", VELOCITY, 0, 0, "initial velocity along z of VM"),
    REAL(FlexBody, wx, "WX", ANGULAR_VELOCITY, 0, 0, "initial angular velocity about x of WM"),
    REAL(FlexBody, wy, "WY", ANGULAR_VELOCITY, 0, 0, "initial angular velocity about y of WM"),
    REAL(FlexBody, wz, "WZ", ANGULAR_VELOCITY, 0, 0, "initial angular velocity about z of WM"),
    MARKER_REF(FlexBody, vm, "VM", ZERO_IS_NONE, "marker for the axes of VX, VY, VZ"),
    MARKER_REF(FlexBody, wm, "WM", ZERO_IS_NONE, "marker for the axes of WX, WY, WZ"),
    WORDS(FlexBody, exact, "EXACT", "X|Y|Z|PSI|THETA|PHI", 0, "coordinates that the assembly must not change"),
    REAL(FlexBody, dynamic_limit, "DYNAMIC_LIMIT", FREQUENCY, 0, 0, "modes above this frequency are quasi-static"),
    REAL(FlexBody, stability_factor, "STABILITY_FACTOR", NONE, 0, 0, "damping added to the quasi-static modes"),
    REAL(FlexBody, char_len, "CHAR_LEN", LENGTH, 0, 0, "length that deformations are compared with"),
    FIELDS_END,
};

static int freedoms(const void *self)
{
    return 6 + ((const FlexBody *)self)->modes.n;
}

static void check(Check *c, const Element *e)
{
    CHECK_POSE_G(c, e, FlexBody);
}

const ElementKind cd_element_flex_body = {
    .keyword = "FLEX_BODY",
    .summary = "flexible body described by modes",
    .role = ROLE_BODY,
    .flags = OPEN_ARGUMENTS,
    .mechanics = MECHANICS_LATER,
    .size = sizeof(FlexBody),
    .fields = fields,
    .freedoms = freedoms,
    .check = check,
};
