/* units.c - the units of a dataset.
 *
 * Newton's law in the units of the dataset is F = m a / UCF, so with the size of each unit in SI
 *     UCF = force time^2 / (mass length)
 * Angles are radians throughout. Without a UNITS statement the numbers are taken as consistent, UCF = 1.
 */
#include "elements/units.h"

#include "elements/common.h"

#include <ctype.h>
#include <float.h>
#include <math.h>
#include <string.h>

/* exact by definition */
#define POUND 0.45359237
#define GRAVITY 9.80665
#define FOOT 0.3048
#define POUND_FORCE 4.4482216152605

#define FORCE_UNITS(U)                                                                                                 \
    U("NEWTON", 1)                                                                                                     \
    U("KILOGRAM_FORCE", GRAVITY)                                                                                       \
    U("DYNE", 1e-5)                                                                                                    \
    U("POUND_FORCE", POUND_FORCE)                                                                                      \
    U("KNEWTON", 1e3)                                                                                                  \
    U("KPOUND_FORCE", 1e3 * POUND_FORCE)                                                                               \
    U("OUNCE_FORCE", POUND_FORCE / 16)                                                                                 \
    U("MEGANEWTON", 1e6)                                                                                               \
    U("CENTINEWTON", 1e-2)                                                                                             \
    U("MILLINEWTON", 1e-3)                                                                                             \
    U("MICRONEWTON", 1e-6)                                                                                             \
    U("NANONEWTON", 1e-9)                                                                                              \
    U("POUNDAL", POUND *FOOT)

#define MASS_UNITS(U)                                                                                                  \
    U("KILOGRAM", 1)                                                                                                   \
    U("GRAM", 1e-3)                                                                                                    \
    U("POUND_MASS", POUND)                                                                                             \
    U("KPOUND_MASS", 1e3 * POUND)                                                                                      \
    U("OUNCE_MASS", POUND / 16)                                                                                        \
    U("SLUG", POUND_FORCE / FOOT)                                                                                      \
    U("SLINCH", 12 * POUND_FORCE / FOOT)                                                                               \
    U("TONNE", 1e3)                                                                                                    \
    U("MEGAGRAM", 1e3)                                                                                                 \
    U("US_TON", 2e3 * POUND)                                                                                           \
    U("MILLIGRAM", 1e-6)                                                                                               \
    U("MICROGRAM", 1e-9)                                                                                               \
    U("NANOGRAM", 1e-12)

#define LENGTH_UNITS(U)                                                                                                \
    U("METER", 1)                                                                                                      \
    U("MILLIMETER", 1e-3)                                                                                              \
    U("CENTIMETER", 1e-2)                                                                                              \
    U("KILOMETER", 1e3)                                                                                                \
    U("INCH", 0.0254)                                                                                                  \
    U("FOOT", FOOT)                                                                                                    \
    U("YARD", 0.9144)                                                                                                  \
    U("MILE", 1609.344)                                                                                                \
    U("MILS", 2.54e-5)                                                                                                 \
    U("MICROINCH", 2.54e-8)                                                                                            \
    U("MICROMETER", 1e-6)                                                                                              \
    U("NANOMETER", 1e-9)                                                                                               \
    U("ANGSTROM", 1e-10)

#define TIME_UNITS(U)                                                                                                  \
    U("SECOND", 1)                                                                                                     \
    U("MILLISECOND", 1e-3)                                                                                             \
    U("MICROSECOND", 1e-6)                                                                                             \
    U("NANOSECOND", 1e-9)                                                                                              \
    U("MINUTE", 60)                                                                                                    \
    U("HOUR", 3600)                                                                                                    \
    U("DAY", 86400)

#define ROW(word, si) { word, si },
#define BARRED(word, si) "|" word
#define WORDS_OF(table) (&(table(BARRED))[1]) /* "A|B|C" */

/* clang-format off */
const UnitWord cd_force_units[] = { FORCE_UNITS(ROW) { NULL, 0 } };
const UnitWord cd_mass_units[] = { MASS_UNITS(ROW) { NULL, 0 } };
const UnitWord cd_length_units[] = { LENGTH_UNITS(ROW) { NULL, 0 } };
const UnitWord cd_time_units[] = { TIME_UNITS(ROW) { NULL, 0 } };
/* clang-format on */

static const Field fields[] = {
    WORD(UnitsStatement, force, "FORCE", WORDS_OF(FORCE_UNITS), -1, 0, "unit of force"),
    WORD(UnitsStatement, mass, "MASS", WORDS_OF(MASS_UNITS), -1, 0, "unit of mass"),
    WORD(UnitsStatement, length, "LENGTH", WORDS_OF(LENGTH_UNITS), -1, 0, "unit of length"),
    WORD(UnitsStatement, time, "TIME", WORDS_OF(TIME_UNITS), -1, 0, "unit of time; SECOND if absent"),
    WORD(UnitsStatement, system, "SYSTEM", "CGS|FPS|IPS|MKS|NONE", -1, 0,
         "all four at once: cm g dyne, ft lbm lbf, in lbm lbf, m kg newton (with seconds), or no units"),
    REAL(UnitsStatement, ucf, "UCF", NONE, 1, POSITIVE, "factor in F = m a / UCF, for units without a name"),
    FIELDS_END,
};

static void check(Check *c, const Element *e)
{
    const UnitsStatement *u = e->data;
    bool named = u->force >= 0 || u->mass >= 0 || u->length >= 0 || u->time >= 0;

    if (u->system >= 0 && named) cd_check_exclusive(c, e, "SYSTEM", "FORCE, MASS, LENGTH, TIME");
    if (GIVEN(e, UnitsStatement, ucf) && (named || u->system >= 0))
        cd_check_exclusive(c, e, "UCF", named ? "FORCE, MASS, LENGTH, TIME" : "SYSTEM");
    if (!named || u->system >= 0) return;
    if (u->force < 0) cd_check_missing(c, e, "FORCE");
    if (u->mass < 0) cd_check_missing(c, e, "MASS");
    if (u->length < 0) cd_check_missing(c, e, "LENGTH");
}

/* Factors of consistent units are whole numbers or one over them: not left to the rounding of their quotient. */
static double whole(double x)
{
    const double few = 8 * DBL_EPSILON;
    double n = round(x), m = round(1 / x);
    if (n >= 1 && fabs(x - n) <= few * x) return n;
    if (m >= 1 && fabs(1 / x - m) <= few / x) return 1 / m;
    return x;
}

static Units named_units(double force, double mass, double length, double time)
{
    return (Units){ force, mass, length, time, whole(force * time * time / (mass * length)), true };
}

Units cd_model_units(const CdModel *model)
{
    const Units none = { 1, 1, 1, 1, 1, false };
    const Element *e = cd_model_setting(model, KIND_units);
    if (!e) return none;

    const UnitsStatement *u = e->data;
    switch (u->system) {
    case SYSTEM_CGS: return named_units(1e-5, 1e-3, 1e-2, 1);
    case SYSTEM_FPS: return named_units(POUND_FORCE, POUND, FOOT, 1);
    case SYSTEM_IPS: return named_units(POUND_FORCE, POUND, 0.0254, 1);
    case SYSTEM_MKS: return named_units(1, 1, 1, 1);
    case SYSTEM_NONE: return none;
    }
    if (u->force >= 0 && u->mass >= 0 && u->length >= 0)
        return named_units(cd_force_units[u->force].si, cd_mass_units[u->mass].si, cd_length_units[u->length].si,
                           cd_time_units[u->time < 0 ? 0 : u->time].si);
    Units units = none;
    units.ucf = u->ucf;
    return units;
}

/* The row of a table whose unit has this size. */
static const char *word_of(const UnitWord *table, double si)
{
    while (table->word && table->si != si) table++;
    return table->word;
}

void cd_unit_write(TextBuffer *out, const CdModel *model, Dimension d)
{
    Units u = cd_model_units(model);
    const struct {
        const char *dimension, *unit;
    } pair[] = { { "force", word_of(cd_force_units, u.force) },
                 { "mass", word_of(cd_mass_units, u.mass) },
                 { "length", word_of(cd_length_units, u.length) },
                 { "time", word_of(cd_time_units, u.time) },
                 { "angle", "RADIAN" } };
    const char *p = cd_dimension_text(d);
    while (*p) {
        size_t n = 0;
        for (size_t k = 0; k < sizeof pair / sizeof *pair && !n && u.named; k++) {
            if (strncmp(p, pair[k].dimension, strlen(pair[k].dimension)) != 0 || !pair[k].unit) continue;
            n = strlen(pair[k].dimension);
            for (const char *w = pair[k].unit; *w; w++) cd_buffer_char(out, (char)tolower((unsigned char)*w));
        }
        if (!n) cd_buffer_char(out, *p);
        p += n ? n : 1;
    }
}

double cd_unit_si(const CdModel *model, Dimension d)
{
    static const signed char power[DIM_COUNT][4] = {
#define D(name, text, f, m, l, t, a) { f, m, l, t },
        DIMENSIONS(D)
#undef D
    };
    Units u = cd_model_units(model);
    if (!u.named || d == DIM_MIXED) return 0;
    return pow(u.force, power[d][0]) * pow(u.mass, power[d][1]) * pow(u.length, power[d][2]) * pow(u.time, power[d][3]);
}

const ElementKind cd_element_units = {
    .keyword = "UNITS",
    .summary = "units of force, mass, length and time",
    .role = ROLE_SETTING,
    .flags = WITHOUT_ID,
    .mechanics = MECHANICS_NONE,
    .size = sizeof(UnitsStatement),
    .fields = fields,
    .check = check,
};
