/* incidents.c - every place where shapes touch at every output: point, normal out of the second shape, penetration and
 * its rate, forces on the first one. */
#include "output/results.h"
#include "system/contacts.h"

static bool wanted(const CdModel *model)
{
    return model->table[KIND_contact].n > 0 && !cd_model_flag(model, KIND_results, "NOCONTACTS");
}

static void head(TextBuffer *out, const Results *r)
{
    (void)r;
    cd_buffer_text(out,
                   cd_text("time,contact,igeom,jgeom,x,y,z,nx,ny,nz,penetration,rate,normal_force,fx,fy,fz,slip\n"));
}

static void put(TextBuffer *out, double x)
{
    cd_buffer_char(out, ',');
    cd_buffer_number(out, x);
}

static void put_vector(TextBuffer *out, Vec3 v)
{
    put(out, v.x), put(out, v.y), put(out, v.z);
}

static void step(TextBuffer *out, const Results *r)
{
    const CdModel *m = r->s->model;
    Equations *e = cd_equations(r->s);
    IncidentTold told[PAIR_MOST_INCIDENTS];
    for (int n = 0; n < e->loads.n; n++) {
        const Load *l = &e->loads.load[n];
        if (l->type != LOAD_CONTACT) continue;
        int count = cd_contact_incidents(&e->world, l, told);
        for (int k = 0; k < count; k++) {
            const IncidentTold *o = &told[k];
            cd_buffer_number(out, r->t);
            cd_buffer_print(out, ",%d,%d,%d", l->element->id, cd_model_id(m, KIND_graphics, l->contact->i.graphics),
                            cd_model_id(m, KIND_graphics, l->contact->j.graphics));
            put_vector(out, o->point), put_vector(out, o->normal);
            put(out, o->p), put(out, o->f.rate), put(out, o->f.N);
            put_vector(out, o->friction), put(out, o->f.slip);
            cd_buffer_char(out, '\n');
        }
    }
}

const WriterKind cd_writer_incidents = {
    .name = "incidents",
    .extension = "_incidents.csv",
    .summary = "where shapes touch, at every output; models with CONTACT",
    .wanted = wanted,
    .head = head,
    .step = step,
};
