/* impacts.c - impacts of a run, one after the other. */
#include "system/impacts.h"

void cd_impacts_open(System *s)
{
    if (!s->c->unilaterals && !s->in_use.stepped.contacts) return;
    if (!s->watch.impacts) s->watch.impacts = ARENA_NEW(&s->arena, ImpactLog);
    s->watch.impacts->at.n = 0, s->watch.impacts->all = 0, s->watch.impacts->lost = 0;
}

void cd_impacts_add(System *s, const Blow *blow)
{
    ImpactLog *log = s->watch.impacts;
    if (!log) return;
    log->all++, log->lost += blow->lost;
    if (log->at.n < MOST_BLOWS) ARRAY_PUSH(&s->arena, &log->at, *blow);
}

/* A force f with moment m about the centre acts along the line through f x m / f^2. */
void cd_impacts_place(const System *s, const RowEval *row, Blow *blow)
{
    blow->point = blow->along = v3(0, 0, 0);
    if (!row->n) return;
    const BodyMotion *body = &s->now.body[row->body[0]];
    Vec3 f = row->r[0], m = m3_apply(body->A, row->pi[0]);
    double square = v3_dot(f, f);
    if (!(square > 0)) return;
    blow->point = v3_axpy(body->r, 1 / square, v3_cross(f, m)), blow->along = v3_scale(f, 1 / sqrt(square));
}

void cd_impacts_tell(const System *s, const Reporter *reporter)
{
    const ImpactLog *log = s->watch.impacts;
    if (!log || !log->all) return;
    cd_tell(reporter, "  contacts: %ld impact%s, at most one a step each; energy lost in them %.9g", log->all,
            log->all == 1 ? "" : "s", log->lost);
    cd_tell(reporter, "  %-14s %-15s %-24s %-16s %-16s %-16s %s", "t", "event", "of", "before", "after", "impulse",
            "energy lost");
    for (int i = 0; i < log->at.n; i++) {
        const Blow *b = &log->at.at[i];
        char label[CD_LABEL_ROOM];
        cd_tell(reporter, "  %-14.10g %-15s %-24s %-16.9g %-16.9g %-16.9g %.9g", b->t, "impact", cd_label(b->of, label),
                b->before, b->after, b->impulse, b->lost);
    }
}
