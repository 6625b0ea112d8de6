/* panels.c - what a plot shows, whatever it is drawn on. */
#include "report/panels.h"

#include <math.h>

static void range(const Recording *r, Panel *p)
{
    p->low = HUGE_VAL, p->high = -HUGE_VAL;
    for (int k = 0; k < p->n; k++)
        for (int i = 0; i < r->step.n; i++) {
            double x = cd_recording_value(r, i, p->column[k]);
            if (!isfinite(x)) continue;
            p->low = fmin(p->low, x), p->high = fmax(p->high, x);
        }
    if (!(p->low <= p->high)) p->low = 0, p->high = 0;
    /* what is constant but for rounding is drawn as a straight line */
    double size = fmax(fabs(p->low), fabs(p->high)), margin = 0.04 * (p->high - p->low);
    if (p->high - p->low <= 1e-9 * size || size == 0) margin = size > 0 ? 0.1 * size : 1;
    p->low -= margin, p->high += margin;
}

int cd_panels(const Recording *r, int n, const int *column, Panel *out)
{
    int panels = 0;
    for (int i = 0; i < n; i++) {
        Text unit = r->column[column[i]].unit;
        int k = 0;
        while (k < panels && !cd_text_equal(out[k].unit, unit)) k++;
        if (k == panels) out[panels++] = (Panel){ .unit = unit };
        if (out[k].n < MOST_CURVES) out[k].column[out[k].n++] = column[i];
    }
    for (int k = 0; k < panels; k++) range(r, &out[k]);
    return panels;
}

/* Steps of 1, 2 or 5 times a power of ten. */
Ticks cd_ticks(double low, double high, int most)
{
    double rough = (high - low) / most, power = pow(10, floor(log10(rough))), step = power;
    if (rough > 5 * power) step = 10 * power;
    else if (rough > 2 * power) step = 5 * power;
    else if (rough > power) step = 2 * power;
    if (!isfinite(step) || step <= 0) return (Ticks){ .step = 1 }; /* times or values beyond all numbers */
    Ticks t = { .first = ceil(low / step - 1e-9) * step, .step = step };
    t.n = (int)floor((high - t.first) / step + 1e-9) + 1;
    double largest = fmax(fabs(low), fabs(high));
    t.decimals = largest >= 1e5 || largest < 1e-3 ? -1 : (int)fmax(0, -floor(log10(step) + 1e-9));
    return t;
}

const char *cd_tick_text(const Ticks *t, int i, char room[32])
{
    double x = t->first + i * t->step;
    if (fabs(x) < 1e-9 * t->step) x = 0;
    if (t->decimals < 0) snprintf(room, 32, "%g", x);
    else snprintf(room, 32, "%.*f", t->decimals, x);
    return room;
}
