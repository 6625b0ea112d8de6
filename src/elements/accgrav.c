/* accgrav.c - acceleration of gravity, in ground axes and in length / time^2 of the dataset (not divided by the unit
 * factor). */
#include "elements/common.h"

#include <math.h>

typedef struct Accgrav {
    double igrav, jgrav, kgrav;
    bool list;
} Accgrav;

static const Field fields[] = {
    REAL(Accgrav, igrav, "IGRAV", ACCELERATION, 0, 0, "component along x of ground"),
    REAL(Accgrav, jgrav, "JGRAV", ACCELERATION, 0, 0, "component along y of ground"),
    REAL(Accgrav, kgrav, "KGRAV", ACCELERATION, 0, 0, "component along z of ground"),
    LIST_ROW(Accgrav),
    FIELDS_END,
};

/* Gravity of the earth too large or too small by what units of length, or of time squared, differ by is a mistake in
 * them: m and mm or cm, inch and mm or m, foot and mm, cm or m, s and ms or min, and mm with ms. */
static const char *wrong_unit(double earths)
{
    static const struct {
        double factor;
        const char *of;
    } known[] = { { 1e3, "a length" }, { 25.4, "a length" },          { 39.3700787, "a length" }, { 304.8, "a length" },
                  { 100, "a length" }, { 30.48, "a length" },         { 3.2808399, "a length" },  { 1e6, "a time" },
                  { 3600, "a time" },  { 1e9, "a length and a time" } };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        double k = known[i].factor;
        if (fabs(earths / k - 1) < 0.01 || fabs(earths * k - 1) < 0.01) return known[i].of;
    }
    return NULL;
}

static void check(Check *c, const Element *e)
{
    const Accgrav *a = e->data;
    Units u = cd_model_units(c->model);
    double g = sqrt(a->igrav * a->igrav + a->jgrav * a->jgrav + a->kgrav * a->kgrav);
    double earths = g * (u.named ? u.length / (u.time * u.time) : 1) / 9.80665;
    const char *unit = wrong_unit(earths);
    if (u.named && unit)
        cd_check_odd(c, e, "gravity is %g times that of the earth: %s in the wrong unit? see UNITS", earths, unit);
    if (!u.named && fabs(earths - 1000) <= 10)
        cd_check_odd(
            c, e,
            "gravity of %g is that of the earth in mm, but no UNITS are stated, so that forces count in mass times mm; "
            "state UNITS, as in UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=MILLIMETER, TIME=SECOND",
            g);
}

const ElementKind cd_element_accgrav = {
    .keyword = "ACCGRAV",
    .summary = "acceleration of gravity",
    .role = ROLE_SETTING,
    .flags = WITHOUT_ID | RESTATABLE,
    .mechanics = MECHANICS_NONE,
    .size = sizeof(Accgrav),
    .fields = fields,
    .check = check,
};
