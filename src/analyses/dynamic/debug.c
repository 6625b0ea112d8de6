/* debug.c - tables of degrees of freedom and connections; the model as understood. */
#include "analyses/dynamic/debug.h"

#include "elements/common.h"
#include "elements/debug.h"
#include "expr/compile.h"
#include "system/equations.h"
#include "system/near.h"

#include <stdlib.h>
#include <string.h>

static void tell_model(const System *s)
{
    char *text = NULL, *rest;
    size_t n = 0;
    FILE *out = open_memstream(&text, &n);
    if (!out || !cd_model_write(s->model, out) || fclose(out) != 0) cd_out_of_memory(0);
    cd_tell(s->watch.reporter, "the model as understood:");
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
        cd_tell(s->watch.reporter, "  %s", line);
    free(text);
}

/* ---- degrees of freedom ------------------------------------------------------------------------------------------ */

static bool is_redundant(const System *s, int row)
{
    for (int k = 0; k < s->in_use.rank.dependents; k++)
        if (s->in_use.rank.dependent[k].column == row) return true;
    return false;
}

static void tell_freedoms(const System *s)
{
    char label[CD_LABEL_ROOM];
    int lost = 0;
    cd_tell(s->watch.reporter, "degrees of freedom:");
    for (int b = 0; b < s->m->bodies; b++)
        cd_tell(s->watch.reporter, "  %-34s %+4d", cd_label(cd_body_name(s->m, b), label), s->m->body[b].dofs);
    for (int i = 0; i < s->c->rows;) {
        const Element *e = s->c->row[i].element;
        int rows = 0, redundant = 0;
        TextBuffer names = { 0 };
        for (; i < s->c->rows && s->c->row[i].element == e; i++) {
            if (s->c->row[i].initial) continue;
            rows++;
            if (!is_redundant(s, i)) continue;
            redundant++;
            cd_buffer_print(&names, " %s", s->c->row[i].name);
        }
        if (rows)
            cd_tell(s->watch.reporter, "  %-34s %+4d%s%s", cd_label(e, label), redundant - rows,
                    names.n ? "  redundant:" : "", names.n ? names.at : "");
        cd_buffer_close(&names);
        lost += redundant;
    }
    cd_tell(s->watch.reporter, "  %-34s %4d  (%d redundant equation%s)", "together", s->m->nv - s->in_use.rank.rank,
            lost, lost == 1 ? "" : "s");
}

/* ---- connections ------------------------------------------------------------------------------------------------- */

static const char *name_body(const System *s, int marker, char room[CD_LABEL_ROOM])
{
    const Element *e = marker < 0 ? NULL : cd_body_element(s->model, cd_marker_body(s->model, marker));
    return e ? cd_label(e, room) : "ground";
}

/* Bodies whose shapes meet in a CONTACT: those of its pairs that are, or have been, near each other. */
static void tell_pairs(System *s, const Element *e)
{
    enum { MOST = 40 };
    const ContactPair *p;
    int told = 0;
    for (int k = 0; (p = cd_near_any_pair(&cd_equations(s)->loads, k)); k++) {
        char label[CD_LABEL_ROOM], a[CD_LABEL_ROOM], b[CD_LABEL_ROOM], i[CD_LABEL_ROOM], j[CD_LABEL_ROOM];
        const Element *shape = s->model->table[KIND_graphics].at;
        if (p->set->element->id != e->id || told++ >= MOST) continue;
        cd_tell(s->watch.reporter, "  %-34s %-26s %s  (%s on %s)", cd_label(e, label), name_body(s, p->i.marker, a),
                name_body(s, p->j.marker, b), cd_label(&shape[p->i.graphics], i), cd_label(&shape[p->j.graphics], j));
    }
    if (told > MOST) cd_tell(s->watch.reporter, "  and %d more pairs of shapes", told - MOST);
}

static void tell_connections(System *s)
{
    cd_tell(s->watch.reporter, "connections:");
    for (int k = 0; k < KIND_COUNT; k++) {
        if (cd_kinds[k]->role != ROLE_CONSTRAINT && cd_kinds[k]->role != ROLE_FORCE) continue;
        for (int n = 0; n < s->model->table[k].n; n++) {
            int i = -1, j = -1;
            char label[CD_LABEL_ROOM], a[CD_LABEL_ROOM], b[CD_LABEL_ROOM];
            if (k == KIND_contact) tell_pairs(s, &s->model->table[k].at[n]);
            cd_element_markers(s->model, (KindIndex)k, n, &i, &j);
            if (i < 0 && j < 0) continue; /* it acts through others */
            cd_tell(s->watch.reporter, "  %-34s %-26s %s", cd_label(&s->model->table[k].at[n], label),
                    name_body(s, i, a), name_body(s, j, b));
        }
    }
}

void cd_debug_tell(System *s)
{
    const Element *debug = cd_model_setting(s->model, KIND_debug);
    if (!debug || !s->watch.reporter) return;
    const Debug *d = debug->data;
    if (d->dump == DEBUG_ON) tell_model(s);
    if (d->topology == DEBUG_ON) tell_connections(s);
    if (d->dof == DEBUG_ON) tell_freedoms(s);
}
