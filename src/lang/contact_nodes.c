/* contact_nodes.c - IFLEX and JFLEX of CONTACT: each node of the flexible body is a marker with a point,
 * GRAPHICS/POINT, which are made here, behind all that the dataset states. They carry loads like any other; but for the
 * writer of datasets nobody knows that they were not written. */
#include "lang/contact_nodes.h"

#include "elements/contact.h"
#include "elements/graphics.h"
#include "model/bodies.h"
#include "model/modal.h"

#include <string.h>

/* Room for more elements in a table; positions of those that are there stay. */
static void extend(CdModel *model, KindIndex kind, int more)
{
    Table *t = &model->table[kind];
    size_t size = cd_kinds[kind]->size;
    Element *at = ARENA_ARRAY(&model->arena, Element, t->n + more);
    char *data = cd_arena_take(&model->arena, size * (size_t)(t->n + more));
    if (t->n) memcpy(at, t->at, sizeof *at * (size_t)t->n), memcpy(data, t->data, size * (size_t)t->n);
    for (int i = 0; i < t->n; i++) at[i].data = data + size * (size_t)i;
    t->at = at, t->data = data;
}

/* A new element behind the others, in room that there is, with the next id. */
static Element *append(CdModel *model, KindIndex kind, const Element *of, Text name)
{
    Table *t = &model->table[kind];
    Element *e = &t->at[t->n];
    int last = t->n ? t->at[t->n - 1].id : 0;
    *e = (Element){ .kind = cd_kinds[kind],
                    .id = last + 1,
                    .name = name,
                    .place = of->place,
                    .data = (char *)t->data + cd_kinds[kind]->size * (size_t)t->n,
                    .made = true };
    cd_element_defaults(e->kind, e->data);
    t->n++;
    return e;
}

/* A marker and a point at each node; the position of the first point. */
static int make_points(CdModel *model, int body)
{
    const Element *e = &model->table[KIND_flex_body].at[body];
    const ModalBody *b = ((const FlexBody *)e->data)->modal;
    int first = model->table[KIND_graphics].n;
    for (int n = 0; b && n < b->nodes; n++) {
        char name[64];
        snprintf(name, sizeof name, "FLEX_BODY_%d_NODE_%d", e->id, b->node[n]);
        Text own = cd_text_copy(&model->arena, cd_text(name));
        Marker *m = append(model, KIND_marker, e, own)->data;
        int *node = ARENA_NEW(&model->arena, int);
        *node = b->node[n];
        m->flex_body = body, m->node_id = (IntList){ node, 1 }, m->placed = true;
        Graphics *g = append(model, KIND_graphics, e, own)->data;
        g->type = GRAPHICS_POINT, g->rm = model->table[KIND_marker].n - 1;
    }
    return first;
}

static IntList with_points(CdModel *model, IntList stated, int body, const int *first)
{
    const ModalBody *b = body >= 0 ? MODEL_AT(model, flex_body, FlexBody, body)->modal : NULL;
    if (!b) return stated;
    IntList all = { ARENA_ARRAY(&model->arena, int, stated.n + b->nodes), stated.n };
    if (stated.n) memcpy(all.at, stated.at, sizeof *all.at * (size_t)stated.n);
    for (int n = 0; n < b->nodes; n++) all.at[all.n++] = first[body] + n;
    return all;
}

void cd_contact_nodes(CdBuild *b)
{
    CdModel *model = b->model;
    const Table *contacts = &model->table[KIND_contact];
    int bodies = model->table[KIND_flex_body].n, nodes = 0;
    int *first = ARENA_ARRAY(&b->arena, int, bodies);
    bool *meets = ARENA_ARRAY(&b->arena, bool, bodies);
    Contact *contact = contacts->data;
    for (int i = 0; i < contacts->n; i++) {
        if (contact[i].iflex >= 0) meets[contact[i].iflex] = true;
        if (contact[i].jflex >= 0) meets[contact[i].jflex] = true;
    }
    for (int i = 0; i < bodies; i++) {
        const ModalBody *modal = MODEL_AT(model, flex_body, FlexBody, i)->modal;
        nodes += meets[i] && modal ? modal->nodes : 0;
    }
    if (nodes) extend(model, KIND_marker, nodes), extend(model, KIND_graphics, nodes);
    for (int i = 0; i < bodies; i++)
        if (meets[i]) first[i] = make_points(model, i);
    for (int i = 0; i < contacts->n; i++) {
        Contact *c = &contact[i];
        c->shapes_i = with_points(model, c->igeom, c->iflex, first);
        c->shapes_j = with_points(model, c->jgeom, c->jflex, first);
    }
}
