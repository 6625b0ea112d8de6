/* lugre.c - joint friction by elastic bristles, the LuGre model (theory 8.43 to 8.46).
 *
 * z is the mean deflection of the bristles in the directions that slide, v the velocity at the surface, vs the
 * transition velocity:
 *
 *     z' = v - s0 |v| z / g(v),     g = MU_DYNAMIC + (MU_STATIC - MU_DYNAMIC) exp(-(v/vs)^2)                (8.43),
 *                                   (8.44)
 *     load on I = -((s0 z + s1 z' + s2 v) N + s0 z/g preload)                                               (8.45)
 *
 * s0 = BRISTLE_STIFFNESS, s1 = DAMPING_COEFFICIENT, s2 = DAMPING_VISCOUS are per unit of the load N that presses the
 * surfaces together. In statics nothing moves; z is where a slow motion over the creep c takes it from its value z0
 * before (8.46):
 *
 *     z = z0 E + (g(0)/s0) (1 - E) c/|c|,     E = exp(-s0 |c| / g(0)) */
#include "elements/lugre.h"

#include <math.h>

/* Places of numbers that FRICTION(id, index) reads: z of each direction, and z0. */
enum { BRISTLE = 21, BRISTLE_FROM = 24 };

/* g far from zero bounds the rate s0 |v| / g at which bristles let go. */
static const double least_sliding = 1e-3;

static double sticking(const Friction *f)
{
    return f->effect == FRICTION_SLIDING ? f->mu_dynamic : f->mu_static;
}

static double sliding(const Friction *f)
{
    return fmax(f->effect == FRICTION_STICTION ? 0 : f->mu_dynamic, least_sliding * sticking(f));
}

int cd_lugre_component(int k)
{
    return 2 * (BRISTLE + k);
}

static Words deflection(const Joined *j, int k)
{
    return cd_words("FRICTION(%d,%d)", j->id, BRISTLE + k);
}

void cd_lugre_remember(const Joined *j, Sliding *s)
{
    for (int k = 0; k < s->n; k++) cd_sliding_remember(s, BRISTLE_FROM + k, deflection(j, k));
}

/* |x|, rounded off at zero. */
static void add_speed(TextBuffer *out, const Sliding *s, const Words *x, double small)
{
    cd_buffer_print(out, "SQRT(");
    cd_add_squares(out, s, x);
    cd_buffer_print(out, "+%.17g)", small * small);
}

/* (8.44) */
static void add_limit(TextBuffer *out, const Friction *f, const Sliding *s)
{
    double slide = sliding(f), vs = f->stiction_transition_velocity;
    cd_buffer_print(out, "(%.17g+(%.17g)*EXP(-", slide, sticking(f) - slide);
    cd_add_squares(out, s, s->v);
    cd_buffer_print(out, "/(%.17g)))", vs * vs);
}

/* (8.43); |v| is rounded off so far below vs that bristles at rest relax by one part in a million in a second at
 * most. */
static void add_motion(TextBuffer *out, const Joined *j, const Sliding *s, int k)
{
    const Friction *f = j->f;
    double small = fmin(1e-6 * f->stiction_transition_velocity, 1e-6 * sliding(f) / (f->bristle_stiffness * j->second));
    cd_buffer_print(out, "(%s-(%.17g)*", s->v[k].at, f->bristle_stiffness);
    add_speed(out, s, s->v, small);
    cd_buffer_print(out, "*%s/", deflection(j, k).at);
    add_limit(out, f, s);
    cd_buffer_print(out, ")");
}

/* (8.46) less z, as a share of the largest deflection; without friction in statics z stays. */
static void add_quasistatic(TextBuffer *out, const Joined *j, const Sliding *s, int k)
{
    const Friction *f = j->f;
    Words before = cd_words("FRICTION(%d,%d)", j->id, BRISTLE_FROM + k);
    double reach = sticking(f) / f->bristle_stiffness;
    if (f->inactive >= 0) {
        cd_buffer_print(out, "(%s-%s)/(%.17g)", before.at, deflection(j, k).at, reach);
        return;
    }
    TextBuffer length = { 0 };
    add_speed(&length, s, s->c, 1e-6 * reach);
    cd_buffer_print(out, "(%s*EXP(-%s/(%.17g))-%s)/(%.17g)+(1-EXP(-%s/(%.17g)))*%s/%s", before.at, length.at, reach,
                    deflection(j, k).at, reach, length.at, reach, s->c[k].at, length.at);
    cd_buffer_close(&length);
}

void cd_lugre_rate(TextBuffer *out, const Joined *j, const Sliding *s, int k)
{
    cd_buffer_print(out, "IF(ABS(MODE-5.5)-1:"); /* MODE is 5 or 6 in statics */
    add_quasistatic(out, j, s, k);
    cd_buffer_print(out, ",");
    add_motion(out, j, s, k);
    cd_buffer_print(out, ",");
    add_motion(out, j, s, k);
    cd_buffer_print(out, ")");
}

/* Component k of s0 z + s1 z' + s2 v. */
static void add_coefficient(TextBuffer *out, const Joined *j, const Sliding *s, int k)
{
    const Friction *f = j->f;
    cd_buffer_print(out, "((%.17g)*%s+(%.17g)*", f->bristle_stiffness, deflection(j, k).at, f->damping_coefficient);
    add_motion(out, j, s, k);
    cd_buffer_print(out, "+(%.17g)*%s)", f->damping_viscous, s->v[k].at);
}

void cd_lugre_load(TextBuffer *out, const Joined *j, const Sliding *s, int k)
{
    const Friction *f = j->f;
    cd_buffer_print(out, "-((%.17g)*", s->arm[k]);
    add_coefficient(out, j, s, k);
    cd_buffer_print(out, "*(%s)", s->normal.at);
    if (s->preload[k] > 0) {
        cd_buffer_print(out, "+(%.17g)*%s/", f->bristle_stiffness * s->preload[k], deflection(j, k).at);
        add_limit(out, f, s);
    }
    cd_buffer_print(out, ")");
    if (f->inactive >= 0) cd_buffer_print(out, "*IF(ABS(MODE-5.5)-1:0,1,1)");
}

void cd_lugre_coefficient(TextBuffer *out, const Joined *j, const Sliding *s)
{
    cd_buffer_print(out, "SQRT(0");
    for (int k = 0; k < s->n; k++) {
        cd_buffer_print(out, "+");
        add_coefficient(out, j, s, k);
        cd_buffer_print(out, "**2");
    }
    cd_buffer_print(out, ")");
}

void cd_lugre_deflection(TextBuffer *out, const Joined *j, const Sliding *s)
{
    cd_buffer_print(out, "SQRT(0");
    for (int k = 0; k < s->n; k++) cd_buffer_print(out, "+%s**2", deflection(j, k).at);
    cd_buffer_print(out, ")");
}
