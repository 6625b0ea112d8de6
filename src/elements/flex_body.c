/* flex_body.c - modal flexible body: six degrees of freedom of its frame and one per mode (theory 19).
 *
 * Its modes come from a text file of matrices, named by MTX_FILE or matrix by matrix by MATRICES. QG and REULER place
 * the frame in which the file counts nodes. Arguments beyond the table are kept. */
#include "elements/common.h"
#include "model/modal.h"

static const Field fields[] = {
    NAME(FlexBody, mnf_file, "MNF_FILE", 0, "modal neutral file"),
    NAME(FlexBody, mtx_file, "MTX_FILE", 0, "file of matrices"),
    NAME(FlexBody, db_file, "DB_FILE", 0, "database with its modes"),
    NAME(FlexBody, bdf_file, "BDF_FILE", 0, "finite element deck of a nonlinear body"),
    INT(FlexBody, index, "INDEX_IN_DATABASE", 0, 0, "position in the database"),
    REFS(FlexBody, matrices, "MATRICES", "MATRIX", 1, 0, 0,
         "matrices of the modal data, by the names they have in their FILE"),
    INTS(FlexBody, modes, "MODES", 1, 0, 0, "numbers of the modes in use"),
    POSE_G(FlexBody),
    EXPR(FlexBody, cratio, "CRATIO", NONE, 0,
         "modal damping as a fraction of critical, by FXFREQ, FXMODE and TIME; 0.01 below 100 Hz, 0.1 from there, 1 "
         "from 1000 Hz if absent"),
    ROUTINE_ROWS(FlexBody),
    REALS(FlexBody, dmode, "DMODE", 1, 0, MIXED, 0, "initial modal coordinates"),
    REALS(FlexBody, vmode, "VMODE", 1, 0, MIXED, 0, "initial modal velocities"),
    PATTERN_ROW(FlexBody, invariants, "INVARIANTS", "which of the nine inertia invariants are used"),
    INTS(FlexBody, mode_exact, "MODE_EXACT", 1, 0, 0, "modes whose coordinate the assembly must not change"),
    FLAG(FlexBody, rigid, "RIGID", 0, "it moves without deforming: its modes stay at zero"),
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
    const FlexBody *f = self;
    return 6 + (f->rigid ? 0 : f->modal ? f->modal->modes : f->modes.n);
}

static void check(Check *c, const Element *e)
{
    const FlexBody *f = e->data;
    CHECK_POSE_G(c, e, FlexBody);
    if (f->mtx_file.n && f->matrices.n) cd_check_exclusive(c, e, "MTX_FILE", "MATRICES");
    if (f->dynamic_limit < 0) cd_check_bad(c, e, "DYNAMIC_LIMIT = %g must not be negative", f->dynamic_limit);
    if (f->stability_factor < 0) cd_check_bad(c, e, "STABILITY_FACTOR = %g must not be negative", f->stability_factor);
}

static const char *refuse(const CdModel *model, const Element *e)
{
    const FlexBody *f = e->data;
    (void)model;
    if (f->modal) return NULL;
    if (f->mtx_file.n) return "its MTX_FILE is not there: put it beside the dataset";
    if (f->matrices.n) return "the FILE of its MATRICES is not there: put it beside the dataset";
    if (f->bdf_file.n) return "BDF_FILE describes a nonlinear body, which is not read; use BEAM or FE_PART instead";
    return "a modal neutral file (MNF, DB) is binary and its format is not published; export the body as a text file "
           "of matrices (.mtx, ADAMSMAT2), as a dataset for the Fortran solver names it, or make one from finite "
           "element matrices by cardan flex, and give MTX_FILE";
}

static const char *const rivals[] = { "REULER/ZG|XG", NULL };

const ElementKind cd_element_flex_body = {
    .keyword = "FLEX_BODY",
    .summary = "flexible body described by modes",
    .role = ROLE_BODY,
    .flags = OPEN_ARGUMENTS,
    .mechanics = MECHANICS_PRESENT,
    .size = sizeof(FlexBody),
    .fields = fields,
    .rivals = rivals,
    .freedoms = freedoms,
    .check = check,
    .refuse = refuse,
};
