/* external.c - from a GRAPHICS/EXTERNAL statement to the question for its solid. */
#include "geometry/external.h"

#include "elements/graphics.h"
#include "model/bodies.h"

#include <stdlib.h>

double cd_external_metre(const CdModel *model)
{
    Units u = cd_model_units(model);
    return u.named && u.length > 0 ? u.length : 1;
}

SolidQuery cd_external_query(const CdModel *model, int index, char *label)
{
    const Element *e = &model->table[KIND_graphics].at[index];
    const Graphics *g = e->data;
    SolidQuery q = { .file = g->file, .element = g->element, .place = e->place, .paths = getenv("CARDAN_PATH") };
    int part = g->rm >= 0 ? MODEL_AT(model, marker, Marker, g->rm)->part : -1;
    if (part >= 0) {
        q.part = model->table[KIND_part].at[part].id;
        q.part_name = model->table[KIND_part].at[part].name;
    }
    if (e->place.file) q.dataset = cd_text(e->place.file);
    q.label = cd_label(e, label);
    return q;
}
