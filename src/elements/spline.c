/* spline.c - data that CUBSPL and AKISPL interpolate: points (x, y), or curves (x, y) for increasing z. Points beyond
 * the ends lie on a parabola through the last three, or a line through the last two. */
#include "elements/spline.h"

#include "elements/common.h"

static const Field fields[] = {
    REALS(Spline, x, "X", 1, 0, MIXED, 0, "abscissas, increasing"),
    ROWS(Spline, y, "Y", 1, MIXED, 0, "ordinates; for a family once per curve, with its z in front"),
    FLAG(Spline, linear_extrapolate, "LINEAR_EXTRAPOLATE", 0, "straight lines beyond the ends"),
    NAME(Spline, file, "FILE", 0, "file with the points"),
    NAME(Spline, block, "BLOCK", 0, "block of the file"),
    NAME(Spline, channel, "CHANNEL", 0, "channel of the file"),
    LIST_ROW(Spline),
    FIELDS_END,
};

static void check_family(Check *c, const Element *e, const Spline *s)
{
    bool family = cd_spline_is_family(s);
    for (int k = 0; k < s->y.n; k++)
        if (s->y.at[k].n != s->x.n + family) {
            cd_check_bad(c, e, "X has %d values, so %s needs %d, not %d", s->x.n,
                         family ? "each Y (with its z in front)" : "Y", s->x.n + family, s->y.at[k].n);
            return;
        }
    for (int k = 1; family && k < s->y.n; k++)
        if (s->y.at[k].at[0] <= s->y.at[k - 1].at[0]) {
            cd_check_bad(c, e, "the z of its curves must increase: %g follows %g", s->y.at[k].at[0],
                         s->y.at[k - 1].at[0]);
            return;
        }
}

static void check(Check *c, const Element *e)
{
    enum { FEWEST = 4 };
    const Spline *s = e->data;
    if (GIVEN(e, Spline, file)) {
        if (s->x.n || s->y.n) cd_check_exclusive(c, e, "FILE", "X, Y");
        return;
    }
    if (!s->x.n) cd_check_missing(c, e, "X");
    if (!s->y.n) cd_check_missing(c, e, "Y");
    if (!s->x.n || !s->y.n) return;
    if (s->x.n < FEWEST) cd_check_bad(c, e, "a spline needs at least %d points, not %d", FEWEST, s->x.n);
    for (int k = 1; k < s->x.n; k++)
        if (s->x.at[k] <= s->x.at[k - 1]) {
            cd_check_bad(c, e, "X must increase: value %d is %g after %g", k + 1, s->x.at[k], s->x.at[k - 1]);
            break;
        }
    check_family(c, e, s);
}

const ElementKind cd_element_spline = {
    .keyword = "SPLINE",
    .summary = "points for interpolation",
    .role = ROLE_SYSTEM,
    .flags = RESTATABLE,
    .mechanics = MECHANICS_NONE,
    .size = sizeof(Spline),
    .fields = fields,
    .check = check,
};
