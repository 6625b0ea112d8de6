/* advice.c - what STIFFNESS and DAMPING would make of a contact. */
#include "analyses/dynamic/advice.h"

#include <math.h>

static const char *shape_label(const CdModel *model, const ContactShape *s, char room[CD_LABEL_ROOM])
{
    return cd_label(&model->table[KIND_graphics].at[s->graphics], room);
}

/* With which stiffness the overlap would be a fiftieth of the smaller shape. */
void cd_advise_stiffness(const CdModel *model, ContactPair *p, double t, CdLog *log)
{
    const double much = 0.1, wanted = 0.02;
    const ContactLaw *law = &p->set->law;
    double size = fmin(p->i.shape->size, p->j.shape->size), depth = p->tally.depth;
    if (p->tally.told || !(depth > much * size)) return;
    bool poisson = law->normal == LAW_POISSON;
    double k = (poisson ? law->penalty : law->stiffness) * pow(depth / (wanted * size), poisson ? 1.5 : law->exponent);
    char label[CD_LABEL_ROOM], i[CD_LABEL_ROOM], j[CD_LABEL_ROOM], advice[80];
    if (law->normal == LAW_USER) snprintf(advice, sizeof advice, "its routine should give a larger force");
    else
        snprintf(advice, sizeof advice, "with %s = %.2g they would by a fiftieth", poisson ? "PENALTY" : "STIFFNESS",
                 k);
    p->tally.told = true;
    cd_log(log, p->set->element->place, CONTACT_DEEP, cd_label(p->set->element, label), t, shape_label(model, &p->i, i),
           shape_label(model, &p->j, j), depth, advice);
}

/* Blows that go about as deep as weight presses anyway come to rest by themselves. */
void cd_advise_damping(const CdModel *model, ContactPair *p, const BlowSeen *b, CdLog *log)
{
    const double little = 0.11, half = 0.5, blow = 3; /* a tenth, and what rounds to it */
    ContactSet *set = p->set;
    const ContactLaw *law = &set->law;
    if (set->told_damping || law->normal != LAW_IMPACT || !(law->damping > 0) || !(b->rebound < little)) return;
    if (!(p->onset >= half * set->fastest) || !isfinite(b->mass)) return;
    double depth = cd_law_depth(law, b->mass, p->onset), rest = cd_law_press(law, b->mass * b->gravity, INFINITY);
    if (!(depth > blow * rest) || !(cd_law_rebound(law, b->mass, p->onset) < 2 * little)) return;
    char label[CD_LABEL_ROOM], i[CD_LABEL_ROOM], j[CD_LABEL_ROOM];
    set->told_damping = true;
    cd_log(log, set->element->place, CONTACT_DEAD, cd_label(set->element, label), b->t, shape_label(model, &p->i, i),
           shape_label(model, &p->j, j), p->onset, 100 * fmax(0, b->rebound),
           cd_law_damping_for(law, b->mass, p->onset, half));
}
