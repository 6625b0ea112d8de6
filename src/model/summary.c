/* summary.c - what people ask of a model before they run it. */
#include "model/bodies.h"
#include "model/frames.h"
#include "model/modal.h"

#include <string.h>

/* Degrees of freedom of bodies less equations of constraints: Gruebler's count, redundant equations included. */
static int freedoms(const CdModel *m)
{
    int n = 0;
    for (int k = 0; k < KIND_COUNT; k++)
        for (int i = 0; cd_kinds[k]->freedoms && i < m->table[k].n; i++) {
            n += cd_kinds[k]->freedoms(m->table[k].at[i].data);
            if (cd_kinds[k]->across) n += cd_kinds[k]->across(m, &m->table[k].at[i]);
        }
    return n;
}

static void add_mass(CdSummary *s, double mass, Vec3 centre)
{
    s->mass += mass;
    s->centre[0] += mass * centre.x, s->centre[1] += mass * centre.y, s->centre[2] += mass * centre.z;
}

/* Its mass, and the first moment as its modes start: I2 + I3 q in its frame (theory 19.5). */
static void add_flexible(CdSummary *s, const FlexBody *f, Frame frame)
{
    const ModalBody *b = f->modal;
    Vec3 moment = b->I2;
    for (int k = 0; k < f->dmode.n && k < b->modes && !f->rigid; k++)
        moment = v3_axpy(moment, f->dmode.at[k], b->I3[k]);
    if (b->I1 > 0) add_mass(s, b->I1, v3_add(frame.r, m3_apply(frame.A, v3_scale(moment, 1 / b->I1))));
}

CdSummary cd_model_summary(const CdModel *m)
{
    CdSummary s = { .freedoms = freedoms(m),
                    .markers = m->table[KIND_marker].n,
                    .force_factor = cd_model_units(m).ucf };
    for (int k = 0; k < KIND_COUNT; k++) s.statements += m->table[k].n;
    for (int i = 0; i < m->table[KIND_part].n; i++) {
        const Part *p = MODEL_AT(m, part, Part, i);
        if (p->ground) continue;
        s.parts++;
        if (p->cm >= 0) add_mass(&s, p->mass, cd_marker_frame(m, p->cm).r);
    }
    for (int i = 0; i < m->table[KIND_point_mass].n; i++) {
        const PointMass *p = MODEL_AT(m, point_mass, PointMass, i);
        s.parts++;
        if (p->cm >= 0) add_mass(&s, p->mass, cd_marker_frame(m, p->cm).r);
    }
    for (int i = 0; i < m->table[KIND_fe_part].n; i++) {
        const FePart *p = MODEL_AT(m, fe_part, FePart, i);
        s.parts += p->nodes;
        for (int k = 0; k < p->nodes; k++) add_mass(&s, p->node[k].mass, v3_load(p->node[k].r));
    }
    for (int i = 0; i < m->table[KIND_flex_body].n; i++) {
        const FlexBody *f = MODEL_AT(m, flex_body, FlexBody, i);
        s.parts++;
        if (f->modal) add_flexible(&s, f, cd_flex_body_frame(m, i));
    }
    for (int i = 0; i < 3; i++) s.centre[i] = s.mass > 0 ? s.centre[i] / s.mass : 0;
    return s;
}

/* "REVOLUTE 3, SPHERICAL 1": how often each word of the first choice of a kind was taken. */
static void print_types(const CdModel *m, int kind, FILE *out)
{
    const Field *f = cd_kinds[kind]->fields;
    while (f->type != FIELD_END && f->type != FIELD_CHOICE) f++;
    if (f->type == FIELD_END) return;
    const char *before = " (";
    for (int w = 0; cd_word_at(f->words, w).n; w++) {
        int n = 0;
        for (int i = 0; i < m->table[kind].n; i++) n += *(const int *)cd_field_in(f, m->table[kind].at[i].data) == w;
        if (n) fprintf(out, "%s%.*s %d", before, TEXT_ARG(cd_word_at(f->words, w)), n), before = ", ";
    }
    if (before[0] == ',') fprintf(out, ")");
}

static void print_units(const CdModel *m, FILE *out)
{
    const Element *e = cd_model_setting(m, KIND_units);
    const char *before = "";
    fprintf(out, "units       ");
    for (int k = 0; e && e->kind->fields[k].type != FIELD_END; k++) {
        const Field *f = &e->kind->fields[k];
        if (!cd_given(e, k) || f->type != FIELD_WORD) continue;
        fprintf(out, "%s%.*s", before, TEXT_ARG(cd_word_at(f->words, *(const int *)cd_field_in(f, e->data))));
        before = ", ";
    }
    Units u = cd_model_units(m);
    const char *unnamed = e ? "without names" : "not stated, taken as consistent";
    fprintf(out, "%s; F = m a / %g\n", u.named ? "" : unnamed, u.ucf);
}

void cd_model_print_summary(const CdModel *m, FILE *out)
{
    CdSummary s = cd_model_summary(m);
    fprintf(out, "title       %.*s\n", TEXT_ARG(m->title));
    print_units(m, out);
    fprintf(out, "statements  %d\n", s.statements);
    fprintf(out, "parts       %d moving, %d markers\n", s.parts, s.markers);
    fprintf(out, "mass        %.9g at (%.6g, %.6g, %.6g)\n", s.mass, s.centre[0], s.centre[1], s.centre[2]);
    static const struct {
        Role role;
        const char *title;
    } groups[] = { { ROLE_CONSTRAINT, "constraints" },
                   { ROLE_FORCE, "forces" },
                   { ROLE_SYSTEM, "system" },
                   { ROLE_OUTPUT, "output" } };
    for (size_t g = 0; g < sizeof groups / sizeof groups[0]; g++) {
        const char *title = groups[g].title;
        for (int k = 0; k < KIND_COUNT; k++) {
            if (cd_kinds[k]->role != groups[g].role || !m->table[k].n) continue;
            fprintf(out, "%-11s %d %.*s", title, m->table[k].n, TEXT_ARG(cd_keyword(cd_kinds[k])));
            print_types(m, k, out);
            fprintf(out, "\n");
            title = "";
        }
    }
    fprintf(out, "freedoms    %d by Gruebler's count\n", s.freedoms);
}
