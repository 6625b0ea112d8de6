/* diagnosis.c - signs of the usual reasons, looked for one after the other; the first that is found gives the advice.
 */
#include "analyses/dynamic/diagnosis.h"
#include "integrators/tuning.h"

#include <math.h>
#include <string.h>

static const double tiny = 1e-6; /* of the largest mass or inertia */
static const double near_rounding =
    1e-11; /* an ERROR, the error of a step being what is left of a difference of states */

static int body_of(const Failure *f)
{
    const Mechanism *m = f->e->s->m;
    int unknown = f->attempt.worst, b = 0;
    if (unknown < 0 || unknown >= m->nv) return -1;
    while (b + 1 < m->bodies && m->body[b + 1].first <= unknown) b++;
    return b;
}

static double least_inertia(const MovingBody *b)
{
    return fmin(m3_at(b->J, 0, 0), fmin(m3_at(b->J, 1, 1), m3_at(b->J, 2, 2)));
}

/* ---- signs ---- */

static bool crosses(const Failure *f, int watch)
{
    return f->switching->value.last[watch] * f->switching->value.now[watch] <= 0;
}

/* A switching point that was crossed by the attempt, or has been crossed again and again; where a step could not be
 * ended on one, the nearest. */
static const Watch *jump(const Failure *f)
{
    const Watch *found = NULL;
    double nearest = INFINITY;
    for (int i = 0; i < f->switching->n; i++) {
        const Watch *w = &f->switching->watch[i];
        if (w->soft) continue;
        double distance = fabs(f->switching->value.last[i]) / fmax(w->seen.largest, 1e-300);
        if (f->attempt.outcome == STEP_OK) {
            if (distance < nearest) nearest = distance, found = w;
            continue;
        }
        if ((crosses(f, i) || w->seen.recent > 0) && (!found || w->level < found->level)) found = w;
    }
    return found;
}

/* Whether the attempt went over it: then a contact that is elsewhere has nothing to do with it. */
static bool is_in_the_way(const Failure *f, const Watch *w)
{
    return w && w->level == 0 && f->attempt.outcome != STEP_OK && crosses(f, (int)(w - f->switching->watch));
}

/* The mass or inertia of the body in trouble as a share of the largest; 1 if it is not known. */
static double share_of_mass(const Failure *f, int body)
{
    const Mechanism *m = f->e->s->m;
    double mass = 0, inertia = 0;
    if (body < 0) return 1;
    for (int b = 0; b < m->bodies; b++) {
        mass = fmax(mass, m->body[b].mass);
        if (m->body[b].turns) inertia = fmax(inertia, least_inertia(&m->body[b]));
    }
    const MovingBody *own = &m->body[body];
    if (own->role == BODY_NODE || own->role == BODY_MODES) return 1; /* a node of a modal body has none of its own */
    int freedom = f->attempt.worst - own->first;
    bool turns = freedom >= 0 && freedom < own->dofs && own->six[freedom] >= 3;
    double of = turns ? inertia : mass;
    return of > 0 ? (turns ? least_inertia(own) : own->mass) / of : 1;
}

/* A force on the body that begins at contact. */
static const Element *contact_on(const Failure *f, int body)
{
    static const char *const words[] = { "IMPACT", "BISTOP" };
    const Loads *loads = &f->e->loads;
    for (int i = 0; i < loads->n; i++) {
        const Load *l = &loads->load[i];
        const Site *site = f->e->s->m->site;
        if (body < 0 || (site[l->i].body != body && (l->j < 0 || site[l->j].body != body))) continue;
        for (int k = 0; k < 6; k++)
            for (size_t w = 0; w < sizeof words / sizeof words[0] && l->f[k]; w++)
                if (memmem(l->f[k]->text.at, (size_t)l->f[k]->text.n, words[w], strlen(words[w]))) return l->element;
    }
    return NULL;
}

/* The element whose expression has no value, by the last complaint about one. */
static const Element *without_value(const Failure *f, const CdLog *log)
{
    const CdModel *model = f->e->s->model;
    const Diag *last = NULL;
    for (int i = 0; i < log->diag.n; i++)
        if (log->diag.at[i].code == CD_EXPR_NOT_FINITE) last = &log->diag.at[i];
    for (int k = 0; last && last->place.file && k < KIND_COUNT; k++)
        for (int i = 0; i < model->table[k].n; i++) {
            const Element *e = &model->table[k].at[i];
            if (cd_same_place(e->place, last->place)) return e;
        }
    return NULL;
}

/* ---- what is said ---- */

static const char *seen(Outcome outcome)
{
    static const char *const text[] = { [STEP_OK] = "the step cannot be ended on an event",
                                        [STEP_TOO_INACCURATE] = "the error stays too large",
                                        [STEP_NOT_CONVERGED] = "the corrector does not converge",
                                        [STEP_NOT_FINITE] = "an expression has no finite value",
                                        [STEP_SINGULAR] = "the matrix is singular",
                                        [STEP_RANK_LOST] = "the constraints do not hold" };
    return text[outcome];
}

/* What else might get through. */
static const char *other_method(const Settings *set)
{
    const IntegratorKind *kind = cd_integrator_of(set);
    return kind->advice.instead ? kind->advice.instead(set) : "GSTIFF, HHT, ROSENBROCK or AUTO";
}

/* The unknown in trouble: where the error or correction is largest, or what a singular matrix leaves open. */
static const char *culprit(const Failure *f, char room[CD_LABEL_ROOM])
{
    int unknown = f->attempt.worst;
    double kept;
    if (f->attempt.outcome == STEP_SINGULAR && f->e->jacobian.matrix) unknown = cd_equations_weakest(f->e, &kept);
    return unknown >= 0 ? cd_unknown_label(f->e, unknown, room) : "the model";
}

void cd_diagnose(const Failure *f, CdLog *log)
{
    char label[CD_LABEL_ROOM], other[CD_LABEL_ROOM];
    const char *who = culprit(f, label), *what = seen(f->attempt.outcome);
    int body = body_of(f);
    CdPlace place = body >= 0 ? cd_body_name(f->e->s->m, body)->place : (CdPlace){ 0 };
    double share = share_of_mass(f, body), t = f->t, h = f->h;
    const Watch *w = jump(f);
    const Element *contact = contact_on(f, body);
    if (f->weakest >= 0 && f->attempt.outcome != STEP_NOT_FINITE) {
        const Constraints *c = f->e->s->c;
        int row = f->e->s->in_use.row[f->weakest];
        cd_log(log, c->row[row].element->place, FAILED_HOLD, cd_row_label(c, row, label), t);
    } else if (f->attempt.outcome == STEP_NOT_FINITE) {
        const Element *e = without_value(f, log);
        if (e) cd_log(log, e->place, FAILED_VALUE, cd_label(e, other), t, h, what);
        else cd_log(log, place, FAILED_VALUE, who, t, h, what);
    } else if (share < tiny) {
        cd_log(log, place, FAILED_MASS, who, t, h, what, share);
    } else if (contact && !is_in_the_way(f, w)) {
        cd_log(log, contact->place, FAILED_CONTACT, cd_label(contact, other), t, h, what, who, f->set->step.hmax);
    } else if (w) {
        cd_log(log, w->of.element->place, FAILED_JUMP, cd_label(w->of.element, other), t, h, what, who);
    } else if (f->s < tuning_singular_zone) {
        cd_log(log, place, FAILED_LOCKED, who, t, h, what);
    } else if (f->attempt.outcome == STEP_SINGULAR) {
        cd_log(log, place, FAILED_SINGULAR, who, t, h);
    } else if (f->attempt.outcome == STEP_TOO_INACCURATE && f->set->tolerance.error < near_rounding) {
        cd_log(log, place, FAILED_ROUNDING, who, t, h, what, f->set->tolerance.error, near_rounding);
    } else {
        cd_log(log, place, STEP_FAILED, who, t, h, f->set->step.hmin, what, other_method(f->set));
    }
}
