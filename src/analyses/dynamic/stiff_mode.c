/* stiff_mode.c - modes and explicit methods (theory 13.31). A step longer than 1 / rate does not follow a mode, it only
 * keeps it stable. */
#include "analyses/dynamic/stiff_mode.h"

#include <math.h>

static StiffMode mode_of(const FlexForm *f, int j)
{
    const double pi = acos(-1), dies_at_once = 0.7;
    double w = 2 * pi * f->hz[j], k = f->K[j * f->n + j], ratio = k > 0 ? f->damping[j] * w / (2 * k) : 0;
    StiffMode m = { .form = f, .mode = j, .rate = ratio > 1 ? w * (ratio + sqrt(ratio * ratio - 1)) : w };
    m.decays = ratio > dies_at_once;
    if (j >= f->place->follow) m.rate = 2000 * pi * f->place->given->dynamic_limit; /* where it is hidden (19.8) */
    return m;
}

StiffMode cd_stiff_mode_find(const Equations *e)
{
    StiffMode m = { 0 };
    for (int i = 0; i < e->flexible.n; i++)
        for (int j = 0; j < e->flexible.form[i].n; j++) {
            StiffMode one = mode_of(&e->flexible.form[i], j);
            if (one.rate > m.rate) m = one;
        }
    return m;
}

bool cd_stiff_mode_stops(StiffMode *m, const Equations *e, double t, double h, double end, CdLog *log)
{
    const long enough = 100; /* steps in a row: longer than effects of a start last */
    /* steps to the end: fewer may as well be taken, and more of them by a mode that vibrates, whose motion they show in
     * part */
    const double worth_it = m->decays ? 1000 : 10000;
    m->steps = m->form && h * m->rate > 1 ? m->steps + 1 : 0;
    const double boundary =
        3.3; /* h rate at which explicit methods of order 5 are stable (13.12); events may make shorter steps */
    double left = (end - t) * m->rate / boundary;
    if (m->steps < enough || left < worth_it) return false;
    const FlexForm *f = m->form;
    const Element *of = cd_body_name(e->s->m, f->place->frame);
    char label[CD_LABEL_ROOM];
    cd_log(log, of->place, MODE_TOO_STIFF, cd_label(of, label), t, f->place->modal->number[f->place->mode[m->mode]],
           f->hz[m->mode], m->rate, h, left);
    return true;
}
