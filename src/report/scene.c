/* scene.c - the model for drawing. Bodies are listed in the order of their columns in the results; -1 stands for
 * ground. */
#include "report/scene.h"

#include "contact/mesh.h"
#include "contact/stated.h"
#include "elements/contact.h"
#include "elements/graphics.h"
#include "elements/units.h"
#include "expr/compile.h"
#include "kinematics/mechanism.h"
#include "lang/lang.h"
#include "model/bodies.h"
#include "report/json.h"
#include "report/symbols.h"

#include <ctype.h>

static void label(TextBuffer *out, const Element *e)
{
    cd_json_put_text(out, "kind", cd_keyword(e->kind));
    cd_json_put_number(out, "id", e->id);
    if (e->name.n) cd_json_put_text(out, "name", e->name);
    if (e->place.file) cd_json_put_text(out, "file", cd_text(e->place.file));
    if (e->place.line) cd_json_put_number(out, "line", e->place.line);
}

static void units(TextBuffer *out, const CdModel *model)
{
    static const struct {
        const char *key;
        Dimension dimension;
    } shown[] = { { "length", DIM_LENGTH },      { "mass", DIM_MASS },
                  { "time", DIM_TIME },          { "force", DIM_FORCE },
                  { "angle", DIM_ANGLE },        { "velocity", DIM_VELOCITY },
                  { "torque", DIM_TORQUE },      { "spin", DIM_ANGULAR_VELOCITY },
                  { "frequency", DIM_FREQUENCY } };
    cd_json_key(out, "units");
    cd_json_open(out, '{');
    for (size_t k = 0; k < sizeof shown / sizeof shown[0]; k++) {
        TextBuffer symbol = { 0 };
        cd_unit_symbol(&symbol, model, shown[k].dimension);
        cd_json_put_text(out, shown[k].key, (Text){ symbol.at, (int)symbol.n });
        cd_buffer_close(&symbol);
    }
    cd_json_put_number(out, "second", cd_unit_si(model, DIM_TIME)); /* seconds in a unit of time; 0: not known */
    cd_json_close(out, '}');
}

static void ground(TextBuffer *out, const CdModel *model)
{
    const Table *t = &model->table[KIND_part];
    for (int i = 0; i < t->n; i++) {
        if (!MODEL_AT(model, part, Part, i)->ground) continue;
        cd_json_key(out, "ground");
        cd_json_open(out, '{');
        label(out, &t->at[i]);
        cd_json_close(out, '}');
        return;
    }
}

/* A node has columns of its own, NODE_10_X; a group of modes has no place. */
static void share_of_flexible(TextBuffer *out, const Mechanism *m, const MovingBody *b)
{
    const FlexPlace *x = m->flex;
    while (x->index != b->index) x++;
    char prefix[40] = "none_";
    if (b->role == BODY_NODE) snprintf(prefix, sizeof prefix, "NODE_%d_", x->modal->node[x->node[b->share]]);
    cd_json_put_text(out, "share", cd_text(b->role == BODY_NODE ? "node" : "modes"));
    cd_json_put_text(out, "prefix", cd_text(prefix));
}

static void numbers(TextBuffer *out, const char *key, int n, const int *x)
{
    cd_json_key(out, key);
    cd_json_open(out, '[');
    for (int k = 0; k < n; k++) cd_json_number(out, x[k]);
    cd_json_close(out, ']');
}

/* Among every stride-th node. */
static int nearest_node(const ModalBody *b, int stride, Vec3 at)
{
    int best = 0;
    for (int k = stride; k < b->nodes; k += stride)
        if (v3_norm(v3_sub(b->place[k], at)) < v3_norm(v3_sub(b->place[best], at))) best = k;
    return best;
}

/* Which node, point and component each row of stress belongs to. */
static void stresses(TextBuffer *out, const ModalBody *b, int stride)
{
    if (!b->stresses || !b->spot || !b->point || !b->nodes) return;
    cd_json_key(out, "stress");
    cd_json_open(out, '[');
    for (int k = 0; k < b->stresses; k++) {
        cd_json_number(out, nearest_node(b, stride, b->spot[k]) / stride);
        cd_json_number(out, b->point[2 * k]), cd_json_number(out, b->point[2 * k + 1]);
    }
    cd_json_close(out, ']');
}

/* Nodes, lines between them, and what each mode does to them, so that the page can draw flexible bodies bent. Of a body
 * with very many numbers every so many nodes are there, without lines. */
static void flexible(TextBuffer *out, const Mechanism *m)
{
    enum { MOST = 200000 }; /* numbers of one body */
    cd_json_key(out, "flexible");
    cd_json_open(out, '[');
    for (int n = 0; n < m->flexes; n++) {
        const FlexPlace *x = &m->flex[n];
        const ModalBody *b = x->modal;
        int stride = (int)(((long)3 * b->nodes * b->modes + MOST - 1) / MOST);
        if (stride < 1) stride = 1;
        cd_json_open(out, '{');
        label(out, cd_body_name(m, x->frame));
        cd_json_put_number(out, "part", x->frame);
        numbers(out, "modes", b->modes, b->number);
        numbers(out, "edges", stride == 1 ? 2 * b->edges : 0, b->edge);
        cd_json_key(out, "frequencies");
        cd_json_open(out, '[');
        for (int k = 0; k < b->modes; k++) cd_json_number(out, b->hz[k]);
        cd_json_close(out, ']');
        stresses(out, b, stride);
        cd_json_key(out, "nodes");
        cd_json_open(out, '[');
        for (int k = 0; k < b->nodes; k += stride)
            for (int c = 0; c < 3; c++) cd_json_number(out, v3_get(b->place[k], c));
        cd_json_close(out, ']');
        cd_json_key(out, "phi");
        cd_json_open(out, '[');
        for (int k = 0; k < b->nodes; k += stride)
            for (int j = 0; j < 3 * b->modes; j++) cd_json_number(out, v3_get(b->phi[k * b->modes + j / 3], j % 3));
        cd_json_close(out, ']');
        cd_json_close(out, '}');
    }
    cd_json_close(out, ']');
}

/* start: the part frame where the dataset puts it. */
static void parts(TextBuffer *out, const Mechanism *m)
{
    double ucf = cd_model_units(m->model).ucf;
    cd_json_key(out, "parts");
    cd_json_open(out, '[');
    for (int b = 0; b < m->bodies; b++) {
        const MovingBody *body = &m->body[b];
        if (body->curve) continue;
        Mat3 A = m3_mult(body->start.A, body->frame.A);
        cd_json_open(out, '{');
        label(out, cd_body_name(m, b));
        if (body->role == BODY_NODE || body->role == BODY_MODES) share_of_flexible(out, m, body);
        cd_json_put_number(out, "mass", body->mass * ucf);
        cd_json_put_vec3(out, "cm", body->frame.r);
        cd_json_put_mat3(out, "axes", body->frame.A);
        cd_json_put_mat3(out, "inertia", m3_scale(body->J, ucf));
        cd_json_put_vec3(out, "start", v3_sub(body->start.r, m3_apply(A, body->frame.r)));
        cd_json_put_mat3(out, "turned", A);
        cd_json_close(out, '}');
    }
    cd_json_close(out, ']');
}

static void markers(TextBuffer *out, const Mechanism *m)
{
    cd_json_key(out, "markers");
    cd_json_open(out, '[');
    int stated = m->model->table[KIND_marker].n; /* behind them stand those of nodes of FE parts */
    for (int k = 0; k < m->markers; k++) {
        const Site *site = &m->site[k];
        Frame own = site->body < 0 ? (Frame){ v3(0, 0, 0), m3_identity() } : m->body[site->body].frame;
        cd_json_open(out, '{');
        label(out, k < stated ? &m->model->table[KIND_marker].at[k] : cd_body_name(m, site->body));
        cd_json_put_number(out, "part", site->body);
        cd_json_put_vec3(out, "r", v3_add(own.r, m3_apply(own.A, site->s)));
        cd_json_put_mat3(out, "A", m3_mul(own.A, site->A));
        if (m->follows[k] >= 0) cd_json_put_number(out, "follows", m->follows[k]);
        if (k < stated && MODEL_AT(m->model, marker, Marker, k)->floating) cd_json_put_number(out, "floating", 1);
        cd_json_close(out, '}');
    }
    cd_json_close(out, ']');
}

static const Field *field_of(const Element *e, const char *key, FieldType type)
{
    for (const Field *f = e->kind->fields; f->type != FIELD_END; f++)
        if (f->type == type && cd_text_equal_nocase(cd_field_key(f), key)) return f;
    return NULL;
}

/* The word of a joint or primitive: REVOLUTE, INPLANE. */
static void type_word(TextBuffer *out, const Element *e)
{
    const Field *f = field_of(e, "type", FIELD_CHOICE);
    if (!f) return;
    int word = *(const int *)cd_field_in(f, e->data);
    if (word >= 0) cd_json_put_text(out, "type", cd_word_at(f->words, word));
}

/* Shapes of which some enclose others, by their positions: the page draws the larger ones see-through. */
static void put_nested(TextBuffer *out, const Contact *c)
{
    cd_json_key(out, "nested");
    cd_json_open(out, '[');
    for (int k = 0; k < c->shapes_i.n; k++) cd_json_number(out, c->shapes_i.at[k]);
    for (int k = 0; k < c->shapes_j.n; k++) cd_json_number(out, c->shapes_j.at[k]);
    cd_json_close(out, ']');
}

static void between(TextBuffer *out, const Element *e, int i, int j)
{
    cd_json_open(out, '{');
    label(out, e);
    type_word(out, e);
    cd_json_put_text(out, "role", cd_text(e->kind->constrain ? "constraint" : "force"));
    cd_json_put_number(out, "i", i);
    cd_json_put_number(out, "j", j);
    if (e->kind == cd_kinds[KIND_contact] && cd_contact_options(e->data, -1, -1).inside) put_nested(out, e->data);
    cd_json_close(out, '}');
}

/* What acts between markers: constraints and forces, and each beam of an FE part. */
static void elements(TextBuffer *out, const CdModel *model)
{
    cd_json_key(out, "elements");
    cd_json_open(out, '[');
    for (int kind = 0; kind < KIND_COUNT; kind++) {
        if (!cd_kinds[kind]->constrain && !cd_kinds[kind]->load) continue;
        for (int n = 0; n < model->table[kind].n; n++) {
            const Element *e = &model->table[kind].at[n];
            int i, j;
            cd_element_markers(model, (KindIndex)kind, n, &i, &j);
            int beams = kind == KIND_fe_part ? MODEL_AT(model, fe_part, FePart, n)->nodes - 1 : -1;
            if (beams < 0) between(out, e, i, j);
            for (int b = 0; b < beams; b++) between(out, e, cd_fe_marker(model, n, b + 1), cd_fe_marker(model, n, b));
        }
    }
    cd_json_close(out, ']');
}

static void integers(TextBuffer *out, const IntList *list)
{
    cd_json_open(out, '[');
    for (int k = 0; k < list->n; k++) cd_json_number(out, list->at[k]);
    cd_json_close(out, ']');
}

/* An argument that was given: markers by their position, words as written. */
static void argument(TextBuffer *out, const Field *f, const void *at)
{
    Text key = cd_field_key(f);
    char name[32];
    int n = key.n < (int)sizeof name - 1 ? key.n : (int)sizeof name - 1;
    for (int k = 0; k < n; k++) name[k] = (char)tolower((unsigned char)key.at[k]);
    name[n] = '\0';
    switch (f->type) {
    case FIELD_CHOICE:
        if (*(const int *)at >= 0) cd_json_put_text(out, name, cd_word_at(f->words, *(const int *)at));
        break;
    case FIELD_REF:
    case FIELD_INT: cd_json_put_number(out, name, *(const int *)at); break;
    case FIELD_REAL: cd_json_put_number(out, name, *(const double *)at); break;
    case FIELD_NAME:
    case FIELD_TEXT: cd_json_put_text(out, name, *(const Text *)at); break;
    case FIELD_NAMES:
        cd_json_key(out, name);
        cd_json_open(out, '[');
        for (int k = 0; k < ((const TextList *)at)->n; k++) cd_json_text(out, ((const TextList *)at)->at[k]);
        cd_json_close(out, ']');
        break;
    case FIELD_REFS:
        cd_json_key(out, name);
        integers(out, at);
        break;
    default: break;
    }
}

/* Points along a curve, in the axes of the marker that carries it. */
static void points(TextBuffer *out, const SpaceCurve *c)
{
    enum { PER_PIECE = 6, MOST = 600 };
    int n = c->pieces * PER_PIECE < MOST ? c->pieces * PER_PIECE : MOST;
    cd_json_key(out, "points");
    cd_json_open(out, '[');
    for (int k = 0; k <= n; k++) {
        Vec3 p = cd_curve_eval(c, c->from + (c->to - c->from) * k / n, 0);
        for (int i = 0; i < 3; i++) cd_json_number(out, v3_get(p, i));
    }
    cd_json_close(out, ']');
}

static void arguments(TextBuffer *out, const Element *e)
{
    label(out, e);
    for (int k = 0; e->kind->fields[k].type != FIELD_END; k++) {
        const Field *f = &e->kind->fields[k];
        if (cd_given(e, k)) argument(out, f, cd_field_in(f, e->data));
    }
}

/* Comments and headings of requests. */
static void requests(TextBuffer *out, const CdModel *model)
{
    cd_json_key(out, "requests");
    cd_json_open(out, '[');
    for (int kind = KIND_request;; kind = KIND_mrequest) {
        for (int n = 0; n < model->table[kind].n; n++) {
            cd_json_open(out, '{');
            arguments(out, &model->table[kind].at[n]);
            cd_json_close(out, '}');
        }
        if (kind == KIND_mrequest) break;
    }
    cd_json_close(out, ']');
}

/* Corners of the triangles of a solid that a profile makes, in the axes of its marker. */
static void facets(TextBuffer *out, const CdModel *model, int n)
{
    CdLog *unheard = cd_log_open();
    int marker;
    const Shape *s = cd_shape_stated(model, n, unheard, &marker);
    const SurfaceMesh *m = s ? s->mesh : NULL;
    cd_json_key(out, "facets");
    cd_json_open(out, '[');
    for (int k = 0; m && k < 3 * m->triangles; k++)
        for (int c = 0; c < 3; c++) cd_json_number(out, v3_get(m->vertex[m->triangle[k / 3][k % 3]], c));
    cd_json_close(out, ']');
    cd_log_close(unheard);
}

static void graphics(TextBuffer *out, const CdModel *model)
{
    const Table *t = &model->table[KIND_graphics];
    cd_json_key(out, "graphics");
    cd_json_open(out, '[');
    for (int n = 0; n < t->n; n++) {
        const Element *e = &t->at[n];
        const Graphics *g = e->data;
        cd_json_open(out, '{');
        arguments(out, e);
        if (GIVEN(e, Graphics, curve) && g->curve >= 0 && model->curve && model->curve[g->curve])
            points(out, model->curve[g->curve]);
        if (g->type == GRAPHICS_EXTRUSION || g->type == GRAPHICS_REVOLUTION) facets(out, model, n);
        cd_json_close(out, '}');
    }
    cd_json_close(out, ']');
}

/* Statements without id, as they were given: what the run was set to. */
static void settings(TextBuffer *out, const CdModel *model)
{
    cd_json_key(out, "settings");
    cd_json_open(out, '[');
    for (int kind = 0; kind < KIND_COUNT; kind++) {
        if (cd_kinds[kind]->role != ROLE_SETTING || !(cd_kinds[kind]->flags & WITHOUT_ID)) continue;
        for (int n = 0; n < model->table[kind].n; n++) {
            TextBuffer text = { 0 };
            cd_statement_write(&text, model, &model->table[kind].at[n], false);
            cd_json_text(out, (Text){ text.at, (int)text.n });
            cd_buffer_close(&text);
        }
    }
    cd_json_close(out, ']');
}

void cd_scene_write(TextBuffer *out, const Mechanism *m)
{
    const CdModel *model = m->model;
    Vec3 g = v3(cd_model_number(model, KIND_accgrav, "IGRAV"), cd_model_number(model, KIND_accgrav, "JGRAV"),
                cd_model_number(model, KIND_accgrav, "KGRAV"));
    cd_json_open(out, '{');
    cd_json_put_text(out, "title", model->headline);
    units(out, model);
    cd_json_put_vec3(out, "gravity", g);
    ground(out, model);
    parts(out, m);
    if (m->flexes) flexible(out, m);
    markers(out, m);
    elements(out, model);
    graphics(out, model);
    requests(out, model);
    settings(out, model);
    cd_json_close(out, '}');
}
