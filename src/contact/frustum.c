/* frustum.c - frustum of a cone about z, a cylinder where both radii are equal. In the half plane through the axis and
 * the point it is a convex polygon: two ends, the side, two rims (theory 18.6). */
#include "contact/facets.h"
#include "contact/polytope.h"
#include "contact/rows.h"

enum { SIDE, LOWER_END, UPPER_END, LOWER_RIM, UPPER_RIM };

static Distance distance(const Shape *s, DualVec x)
{
    double bottom = s->round.bottom, top = s->round.top, length = s->round.to - s->round.from;
    double slant = hypot(length, top - bottom), nr = length / slant, nz = (bottom - top) / slant;
    DualVec up = dv(v3(0, 0, 1)), radial = x;
    radial.x.z = 0;
    for (int k = 0; k < 6; k++) radial.d[k].z = 0;
    Dual rho = dv_norm(radial), low = du_plus(dv_get(x, 2), -s->round.from), high = du_plus(low, -length);
    DualVec out = rho.x > 0 ? dv_scale(radial, du_div(du(1), rho)) : dv(v3(1, 0, 0));

    Dual off = du_plus(rho, -bottom), side = du_axpy(du_scale(off, nr), nz, low);
    double along = -off.x * nz + low.x * nr;
    if (side.x <= 0 && low.x >= 0 && high.x <= 0) { /* inside: the nearest of the three */
        if (high.x >= side.x && high.x >= -low.x) return (Distance){ high, up, UPPER_END };
        if (-low.x >= side.x) return (Distance){ du_neg(low), dv_times(up, -1), LOWER_END };
        return (Distance){ side, dv_add(dv_times(out, nr), dv_times(up, nz)), SIDE };
    }
    if (high.x >= 0 && rho.x <= top) return (Distance){ high, up, UPPER_END };
    if (low.x <= 0 && rho.x <= bottom) return (Distance){ du_neg(low), dv_times(up, -1), LOWER_END };
    if (side.x >= 0 && along >= 0 && along <= slant)
        return (Distance){ side, dv_add(dv_times(out, nr), dv_times(up, nz)), SIDE };
    bool lower = hypot(rho.x - bottom, low.x) < hypot(rho.x - top, high.x);
    DualVec q = dv_add(dv_scale(out, du_plus(rho, lower ? -bottom : -top)), dv_scale(up, lower ? low : high));
    if (v3_norm(q.x) == 0) return (Distance){ du(0), out, lower ? LOWER_RIM : UPPER_RIM };
    return (Distance){ dv_norm(q), dv_unit(q), lower ? LOWER_RIM : UPPER_RIM };
}

/* A prism or a cut pyramid instead, for contacts of its ends: equal in volume. */
static const Polytope *facets(Arena *arena, const Shape *s)
{
    enum { SIDES = 48 };
    bool apex[2] = { s->round.bottom == 0, s->round.top == 0 };
    Vec3 vertex[2 * SIDES];
    int count[SIDES + 2], loop[6 * SIDES], n = 0, corners = 0, facet = 0, at[2][SIDES];
    double wide = sqrt(2 * M_PI / SIDES / sin(2 * M_PI / SIDES));
    for (int end = 0; end < 2; end++)
        for (int k = 0; k < SIDES; k++) {
            double f = 2 * M_PI * k / SIDES, rho = wide * (end ? s->round.top : s->round.bottom);
            at[end][k] = apex[end] && k ? at[end][0] : n;
            if (!apex[end] || !k) vertex[n++] = v3(rho * cos(f), rho * sin(f), end ? s->round.to : s->round.from);
        }
    for (int k = 0; k < SIDES; k++) {
        int next = (k + 1) % SIDES, first = corners;
        loop[corners++] = at[0][k];
        if (!apex[0]) loop[corners++] = at[0][next];
        loop[corners++] = at[1][next];
        if (!apex[1]) loop[corners++] = at[1][k];
        count[facet++] = corners - first;
    }
    for (int end = 0; end < 2; end++) {
        if (apex[end]) continue;
        for (int k = 0; k < SIDES; k++) loop[corners++] = at[end][end ? k : SIDES - 1 - k];
        count[facet++] = SIDES;
    }
    return cd_polytope_new(arena, n, vertex, facet, count, loop);
}

Shape *cd_shape_frustum(Arena *arena, double from, double to, double bottom, double top)
{
    if (to < from) return cd_shape_frustum(arena, to, from, top, bottom);
    Shape *s = ARENA_NEW(arena, Shape);
    double wide = fmax(bottom, top);
    *s = (Shape){ .kind = bottom == top ? SHAPE_cylinder : SHAPE_frustum, .distance = distance };
    s->round.from = from, s->round.to = to, s->round.bottom = bottom, s->round.top = top;
    s->low = v3(-wide, -wide, from), s->high = v3(wide, wide, to);
    s->size = fmin(wide, to - from), s->centre = v3(0, 0, (from + to) / 2), s->reach = hypot(wide, (to - from) / 2);
    s->facets = facets(arena, s), s->mesh = cd_mesh_of_polytope(arena, s->facets);
    return s;
}
