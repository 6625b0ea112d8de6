/* crossing.c - how far away the next position is that constraints do not hold, and how to step there. */
#include "integrators/crossing.h"
#include "integrators/tuning.h"

#include <math.h>

static void forget(Crossing *c)
{
    c->s = NAN, c->ahead = c->turns = c->careful = false;
}

/* Near by, what rounding does to accelerations shows in a fine ERROR; far away a sharp turn of the motion is not seen
 * yet (13.26). */
double cd_crossing_step_over(double error)
{
    return fmin(0.1, fmax(5e-3, sqrt(1e-9 / error)));
}

void cd_crossing_begin(Crossing *c, double error, double middle)
{
    c->step_over = cd_crossing_step_over(error);
    c->middle = middle;
    forget(c);
}

bool cd_crossing_is_near(const Crossing *c, double t, double h)
{
    const double within = 1.6; /* steps */
    return c->ahead && c->when - t < within * h;
}

bool cd_crossing_is_within(const Crossing *c, double t, double h)
{
    return c->ahead && c->when < t + h;
}

double cd_crossing_bound(const Crossing *c, double t, double h, bool failed, double most)
{
    const double longer = 4, way = 0.7;
    double T = c->when - t, over = T / c->middle;
    bool near = c->s <= c->step_over && !c->turns;
    if (near && over <= fmin(failed ? h : longer * h, most)) return over;
    return fmin(way * T, fmin(h, most));
}

double cd_singular_s(double share, double top)
{
    return sqrt((share < 0 ? 0 : share) / fmax(top, share));
}

Passage cd_crossing_judge(const Crossing *c, double t, double h, RowPivot end)
{
    if (isnan(end.ratio)) return PASSAGE_FREE;
    double s = cd_crossing_s(c, end.ratio);
    bool over = cd_crossing_is_within(c, t, h);
    if (s < tuning_singular_zone && !c->careful) return PASSAGE_BLIND;
    if (over && (c->s > c->step_over || c->turns)) return PASSAGE_FAR;
    if (s < tuning_singular_lost) return c->s < c->step_over ? PASSAGE_LOST : PASSAGE_FAR;
    return over ? PASSAGE_OVER : s < tuning_singular_zone ? PASSAGE_NEAR : PASSAGE_FREE;
}

void cd_crossing_accept(Crossing *c, double t, RowPivot end)
{
    if (isnan(end.ratio)) {
        forget(c);
        return;
    }
    double s = cd_crossing_s(c, end.ratio),
           last = cd_crossing_is_within(c, c->t, t - c->t) ? -c->s : c->s; /* behind it s grows */
    c->top = fmax(c->top, end.ratio), c->row = end.row;
    c->ahead = s < tuning_singular_heed && s < last;
    if (c->ahead) c->when = t + s * (t - c->t) / (last - s);
    c->s = s, c->t = t;
    c->careful = s < (c->careful ? 2 : 1) * tuning_singular_zone;
    if (s > 2 * c->step_over) c->turns = false;
}
