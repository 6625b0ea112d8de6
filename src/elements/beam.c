/* beam.c - massless beam from J along x_J to I, of undeformed length L, with load on I in the axes of J:
 *
 *     (F, m) = -K (x - L, y, z, a, b, c),   (F, T)_I = (F, B m) - C (v, w),     F_J = -F_I,  T_J = -T_I - d x F_I,  d =
 *                                           r_I - r_J
 *
 * (a, b, c) is the twist about x and the bending of J into I, and B m the torque that goes with it (8.38); B m = m for
 * small rotations and in a plane.
 *
 *     Py = 12 E IZZ ASY / (G A L^2),  Pz = 12 E IYY ASZ / (G A L^2)
 *     K11 = E A / L                       K44 = G IXX / L
 *     K22 = 12 E IZZ / (L^3 (1 + Py))     K26 = K62 = -6 E IZZ / (L^2 (1 + Py))     K66 = (4 + Py) E IZZ / (L (1 + Py))
 *     K33 = 12 E IYY / (L^3 (1 + Pz))     K35 = K53 =  6 E IYY / (L^2 (1 + Pz))     K55 = (4 + Pz) E IYY / (L (1 + Pz))
 *
 * C is CRATIO K, or CMATRIX: the lower triangle of a symmetric matrix by columns. */
#include "elements/common.h"
#include "kinematics/load.h"

typedef struct Beam {
    int i, j;
    double length, area, ixx, iyy, izz, emodulus, gmodulus, asy, asz, cratio;
    RealList cmatrix;
    int formulation;
    bool list;
} Beam;

static const Field fields[] = {
    FORCE_PAIR(Beam),
    REAL(Beam, length, "LENGTH", LENGTH, 0, NEEDED | POSITIVE, "undeformed length"),
    REAL(Beam, area, "AREA", AREA, 0, NEEDED | POSITIVE, "area of the section"),
    REAL(Beam, ixx, "IXX", AREA_MOMENT, 0, NEEDED | NOT_NEGATIVE, "torsion constant"),
    REAL(Beam, iyy, "IYY", AREA_MOMENT, 0, NEEDED | NOT_NEGATIVE, "second moment of area about y"),
    REAL(Beam, izz, "IZZ", AREA_MOMENT, 0, NEEDED | NOT_NEGATIVE, "second moment of area about z"),
    REAL(Beam, emodulus, "EMODULUS", PRESSURE, 0, NEEDED | POSITIVE, "modulus of elasticity"),
    REAL(Beam, gmodulus, "GMODULUS", PRESSURE, 0, NEEDED | POSITIVE, "shear modulus"),
    REAL(Beam, asy, "ASY", NONE, 0, NOT_NEGATIVE,
         "shear area ratio in y: 6/5 rectangle, 10/9 circle; 0: rigid in shear"),
    REAL(Beam, asz, "ASZ", NONE, 0, NOT_NEGATIVE, "shear area ratio in z"),
    REAL(Beam, cratio, "CRATIO", TIME, 0, NOT_NEGATIVE, "C = CRATIO K"),
    REALS(Beam, cmatrix, "CMATRIX", 21, 21, MIXED, 0, "damping: lower triangle by columns"),
    WORD(Beam, formulation, "FORMULATION", "LINEAR|STRING|NONLINEAR", 0, 0, "small or large deflections"),
    LIST_ROW(Beam),
    FIELDS_END,
};

static void check(Check *c, const Element *e)
{
    const Beam *b = e->data;
    cd_check_force_pair(c, e, b->i, b->j, true);
    if (GIVEN(e, Beam, cratio) && GIVEN(e, Beam, cmatrix)) cd_check_exclusive(c, e, "CRATIO", "CMATRIX");
}

static const char *const rivals[] = { "CRATIO/CMATRIX", NULL };

static void load(const CdModel *model, const Element *e, LoadSink *out)
{
    (void)model;
    const Beam *b = e->data;
    LinearLoad law = { .rest = { b->length }, .vector = true };
    enum { X, Y, Z, RX, RY, RZ };
    double l = b->length, ga = b->gmodulus * b->area * l * l;
    double py = 12 * b->emodulus * b->izz * b->asy / ga, pz = 12 * b->emodulus * b->iyy * b->asz / ga;
    double ky = b->emodulus * b->izz / (1 + py), kz = b->emodulus * b->iyy / (1 + pz), *K = law.K;
    K[7 * X] = b->emodulus * b->area / l;
    K[7 * Y] = 12 * ky / (l * l * l), K[6 * Y + RZ] = K[6 * RZ + Y] = -6 * ky / (l * l);
    K[7 * Z] = 12 * kz / (l * l * l), K[6 * Z + RY] = K[6 * RY + Z] = 6 * kz / (l * l);
    K[7 * RX] = b->gmodulus * b->ixx / l;
    K[7 * RY] = (4 + pz) * kz / l;
    K[7 * RZ] = (4 + py) * ky / l;
    for (int j = 0, n = 0; j < 6; j++)
        for (int i = j; i < 6; i++, n++)
            law.C[6 * i + j] = law.C[6 * j + i] = b->cmatrix.n == 21 ? b->cmatrix.at[n] : b->cratio * K[6 * i + j];
    cd_load_linear(out, b->i, b->j, &law);
}

const ElementKind cd_element_beam = {
    .keyword = "BEAM",
    .summary = "massless beam between two markers",
    .role = ROLE_FORCE,
    .flags = RESTATABLE,
    .mechanics = MECHANICS_PRESENT,
    .size = sizeof(Beam),
    .fields = fields,
    .components = 6,
    .rivals = rivals,
    .load = load,
    .check = check,
};
