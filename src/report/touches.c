/* touches.c - contacts of a run, as numbers and as JSON. */
#include "report/touches.h"

#include "report/json.h"
#include "system/impacts.h"
#include "system/near.h"

void cd_touches_places(TextBuffer *out, Equations *e)
{
    IncidentTold told[PAIR_MOST_INCIDENTS];
    for (int n = 0; n < e->loads.n && e->loads.contacts; n++) {
        const Load *l = &e->loads.load[n];
        if (l->type != LOAD_CONTACT) continue;
        int count = cd_contact_incidents(&e->world, l, told);
        for (int k = 0; k < count; k++) {
            const IncidentTold *o = &told[k];
            const ContactPair *p = l->contact;
            double row[PLACE_NUMBERS] = { p->set->index, p->i.graphics, p->j.graphics, [13] = o->p };
            v3_store(row + 3, o->point), v3_store(row + 6, o->normal), v3_store(row + 10, o->friction);
            row[9] = o->f.N;
            cd_buffer_text(out, (Text){ (const char *)row, sizeof row });
        }
    }
}

static void put_pair(TextBuffer *out, const ContactPair *p)
{
    cd_json_put_number(out, "contact", p->set->index);
    cd_json_put_number(out, "i", p->i.graphics);
    cd_json_put_number(out, "j", p->j.graphics);
}

static void put_meeting(TextBuffer *out, const TouchEvent *event)
{
    cd_json_open(out, '{');
    cd_json_put_number(out, "t", event->t);
    cd_json_put_number(out, "apart", event->apart);
    put_pair(out, event->pair);
    cd_json_close(out, '}');
}

static void put_tally(TextBuffer *out, const ContactPair *p)
{
    const ContactTally *y = &p->tally;
    const struct {
        const char *key;
        double value;
    } numbers[] = { { "touches", y->touches }, { "first", y->first },           { "longest", y->longest },
                    { "force", y->force },     { "force_time", y->force_time }, { "depth", y->depth },
                    { "damped", y->damped },   { "rubbed", y->rubbed } };
    cd_json_open(out, '{');
    put_pair(out, p);
    for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++)
        cd_json_put_number(out, numbers[k].key, numbers[k].value);
    cd_json_close(out, '}');
}

void cd_touches_write(TextBuffer *out, const Equations *e)
{
    enum { MOST = 2000 }; /* pairs */
    const ContactRoom *room = e->world.contact;
    if (!room) return;
    cd_json_key(out, "touches");
    cd_json_open(out, '[');
    for (int k = 0; k < room->events; k++) put_meeting(out, &room->event[k]);
    cd_json_close(out, ']');
    cd_json_key(out, "contacts");
    cd_json_open(out, '[');
    const ContactPair *p;
    for (int k = 0, told = 0; told < MOST && (p = cd_near_any_pair(&e->loads, k)); k++)
        if (p->tally.touches) put_tally(out, p), told++;
    cd_json_close(out, ']');
}

static void put_blow(TextBuffer *out, const Blow *b)
{
    char label[CD_LABEL_ROOM];
    const struct {
        const char *key;
        double value;
    } numbers[] = {
        { "t", b->t }, { "before", b->before }, { "after", b->after }, { "impulse", b->impulse }, { "lost", b->lost }
    };
    cd_json_open(out, '{');
    cd_json_put_text(out, "of", cd_text(cd_label(b->of, label)));
    for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++)
        cd_json_put_number(out, numbers[k].key, numbers[k].value);
    cd_json_key(out, "line"); /* of action: a point of it and its direction */
    cd_json_open(out, '[');
    for (int k = 0; k < 6; k++) cd_json_number(out, v3_get(k < 3 ? b->point : b->along, k % 3));
    cd_json_close(out, ']');
    cd_json_close(out, '}');
}

void cd_blows_write(TextBuffer *out, const System *s)
{
    enum { MOST = 2000 };
    const ImpactLog *log = s->watch.impacts;
    if (!log || !log->at.n) return;
    cd_json_key(out, "impacts");
    cd_json_open(out, '[');
    for (int k = 0; k < log->at.n && k < MOST; k++) put_blow(out, &log->at.at[k]);
    cd_json_close(out, ']');
}
