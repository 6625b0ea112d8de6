/* fe_part.c - geometrically exact beam, discretised by nodes (theory 20.20 to 20.31).
 *
 * Each node is a rigid body with six degrees of freedom, three for a 2DBEAM, and carries half of the mass of the beams
 * that it joins; markers with FE_PART and NODE_LABEL stand on it. Between two nodes acts a beam whose strains come from
 * their relative place and rotation, so that they do not depend on how far both have moved.
 *
 * Nodes are listed by COORDINATES, or by FE_NODE statements. Their x axes are along the centre line; where no angles
 * are given they are found from the positions of the nodes, as of a curve through three of them. */
#include "elements/common.h"
#include "elements/fe.h"
#include "expr/compile.h"
#include "kinematics/constrain.h"
#include "kinematics/load.h"
#include "kinematics/mechanism.h"
#include "linalg/quat.h"
#include "model/frames.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PER_COORDINATE = 7, PER_SECTION = 6 };

static const Field fields[] = {
    WORD(FePart, type, "TYPE", "3DBEAM|2DBEAM|2DBEAM_XY|2DBEAM_YZ|2DBEAM_ZX|CABLE", 0, 0, "formulation"),
    INTS(FePart, node_labels, "NODE_LABELS", 1, 0, 0, "labels of its nodes, along the centre line"),
    REALS(FePart, coordinates, "COORDINATES", 1, 0, MIXED, 0,
          "label, x, y, z and three 3-1-3 angles of each node, along the centre line; all angles 0: axes follow it"),
    REALS(FePart, section, "SECTION", 1, 0, MIXED, 0, "section id, or label, area, iyy, izz, iyz, jxx of each node"),
    REF(FePart, material, "MATERIAL", "MATERIAL", 0, "material"),
    REAL(FePart, cratiok, "CRATIOK", TIME, 0, NOT_NEGATIVE, "damping proportional to stiffness"),
    REAL(FePart, cratiom, "CRATIOM", FREQUENCY, 0, NOT_NEGATIVE, "damping proportional to mass"),
    FIELDS_END,
};

/* ---- nodes ------------------------------------------------------------------------------------------------------- */

typedef struct Listed {
    int label;
    Vec3 r;
    Mat3 A;
    bool turned; /* A was given */
    double angle, s;
    SectionNumbers section;
} Listed;

typedef struct NodeList {
    int n;
    Listed *at;
    const Material *material;
} NodeList;

static int by_place(const void *a, const void *b)
{
    const Listed *x = a, *y = b;
    return x->s < y->s ? -1 : x->s > y->s ? 1 : x->label - y->label;
}

static bool sound(const SectionNumbers *s)
{
    return s->area > 0 && s->iyy > 0 && s->izz > 0 && s->jxx > 0 && s->iyy * s->izz > s->iyz * s->iyz;
}

static bool find_section(const CdModel *model, double id, SectionNumbers *out)
{
    int at = id == floor(id) && fabs(id) < 1e9 ? cd_model_find(model, KIND_section, (int)id) : -1;
    if (at >= 0) *out = cd_section_numbers(MODEL_AT(model, section, Section, at));
    return at >= 0;
}

/* What is wrong with the sections; NULL: nothing. */
static const char *take_sections(const CdModel *model, const FePart *p, NodeList *list)
{
    for (int k = 0; k < list->n; k++) {
        Listed *n = &list->at[k];
        bool own = sound(&n->section);
        if (own) continue;
        if (p->section.n == 0)
            return "SECTION is missing: give the id of a SECTION, or label, area, iyy, izz, iyz, jxx of each node";
        if (p->section.n == 1) {
            if (!find_section(model, p->section.at[0], &n->section)) return "SECTION names no SECTION of the model";
        } else {
            if (p->section.n % PER_SECTION) return "SECTION takes one id, or six numbers for each node";
            for (int i = 0; i < p->section.n; i += PER_SECTION) {
                const double *x = p->section.at + i;
                if (x[0] == n->label) n->section = (SectionNumbers){ x[1], x[2], x[3], x[4], x[5], 1, 1 };
            }
        }
        if (!sound(&n->section)) return "a node has no section, or one without area, iyy, izz or jxx greater than 0";
    }
    return NULL;
}

static const char *from_coordinates(Arena *arena, const FePart *p, NodeList *list)
{
    if (p->coordinates.n % PER_COORDINATE)
        return "COORDINATES takes seven numbers for each node: label, x, y, z and three angles";
    list->n = p->coordinates.n / PER_COORDINATE;
    list->at = ARENA_ARRAY(arena, Listed, list->n);
    bool turned = false;
    for (int k = 0; k < list->n; k++) {
        const double *x = p->coordinates.at + PER_COORDINATE * k;
        if (x[0] != floor(x[0]) || !(x[0] > 0) || x[0] > 1e8)
            return "COORDINATES: a label is not a whole number greater than 0";
        turned |= x[4] != 0 || x[5] != 0 || x[6] != 0;
        list->at[k] = (Listed){ .label = (int)x[0], .r = v3(x[1], x[2], x[3]), .A = m3_euler313(x[4], x[5], x[6]) };
    }
    for (int k = 0; k < list->n; k++) list->at[k].turned = turned;
    return NULL;
}

static const char *from_statements(Arena *arena, const CdModel *model, int part, const FePart *p, NodeList *list)
{
    const Table *t = &model->table[KIND_fe_node];
    bool sorted = true;
    list->at = ARENA_ARRAY(arena, Listed, t->n);
    for (int i = 0; i < t->n; i++) {
        const Element *e = &t->at[i];
        const FeNode *n = e->data;
        if (n->fe_part != part) continue;
        Listed one = { .label = n->label > 0 ? n->label : e->id, .angle = n->angle, .s = n->s };
        Frame f = cd_fe_node_frame(model, i);
        one.r = f.r, one.A = f.A;
        one.turned = GIVEN(e, FeNode, reuler) || GIVEN(e, FeNode, zg) || GIVEN(e, FeNode, xg);
        sorted &= GIVEN(e, FeNode, s);
        if (n->section_node && !find_section(model, n->section_node, &one.section))
            return "SECTION_NODE of one of its nodes names no SECTION of the model";
        for (int k = 0; k < p->node_labels.n; k++)
            if (p->node_labels.at[k] == one.label) one.s = k;
        list->at[list->n++] = one;
    }
    if (sorted || p->node_labels.n) qsort(list->at, (size_t)list->n, sizeof *list->at, by_place);
    return NULL;
}

/* Directions of the centre line: of the circle through three nodes, and at the ends its mirror image about the chord
 * (20.21). */
static Vec3 tangent(const NodeList *list, int k)
{
    const Listed *n = list->at;
    if (list->n == 2) return v3_unit(v3_sub(n[1].r, n[0].r));
    int m = k < 1 ? 1 : k > list->n - 2 ? list->n - 2 : k;
    Vec3 a = v3_sub(n[m].r, n[m - 1].r), b = v3_sub(n[m + 1].r, n[m].r);
    double la = v3_norm(a), lb = v3_norm(b);
    Vec3 t = v3_unit(v3_axpy(v3_scale(a, lb / la), la / lb, b));
    if (k == m) return t;
    Vec3 e = v3_unit(k < m ? a : b);
    return v3_axpy(v3_scale(t, -1), 2 * v3_dot(e, t), e);
}

/* The axis of ground across the plane that a planar beam stays in; 3DBEAM: the one that is up. */
static int across(int type)
{
    return type == BEAM_YZ ? 0 : type == BEAM_ZX ? 1 : 2;
}

static void orient(NodeList *list, int type)
{
    Vec3 y = v3(0, 0, 0), normal = v3_axis(across(type));
    for (int k = 0; k < list->n; k++) {
        Listed *n = &list->at[k];
        if (!n->turned) {
            Vec3 x = tangent(list, k), up = fabs(v3_dot(x, normal)) < 0.999 ? normal : v3_axis((across(type) + 2) % 3);
            if (k == 0) y = v3_cross(up, x);
            y = v3_unit(v3_axpy(y, -v3_dot(x, y), x)); /* carried along without twist */
            Mat3 A = m3_cols(x, y, v3_cross(x, y));
            n->A = m3_mul(A, q4_to_m3(q4_rotvec(v3(n->angle, 0, 0))));
        } else y = n->A.c[1];
    }
}

static const char no_nodes[] =
    "a beam needs two nodes at least: give COORDINATES, or FE_NODE statements with this FE_PART";

/* The nodes of a part; what is wrong with them, NULL: nothing. */
static const char *list_nodes(Arena *arena, const CdModel *model, const Element *e, NodeList *list)
{
    const FePart *p = e->data;
    *list = (NodeList){ 0 };
    const char *wrong = p->coordinates.n
                            ? from_coordinates(arena, p, list)
                            : from_statements(arena, model, (int)(e - model->table[KIND_fe_part].at), p, list);
    if (wrong) return wrong;
    if (list->n < 2) return no_nodes;
    for (int k = 0; k < list->n; k++)
        for (int i = 0; i < k; i++)
            if (list->at[i].label == list->at[k].label) return "two of its nodes have the same label";
    for (int k = 1; k < list->n; k++)
        if (!(v3_norm(v3_sub(list->at[k].r, list->at[k - 1].r)) > 0))
            return "two neighbours of its nodes are at the same place";
    orient(list, p->type);
    for (int k = 0; k < list->n; k++) {
        Vec3 t = tangent(list, k);
        if (v3_dot(t, list->at[k].A.c[0]) < 0.5)
            return "the x axis of a node is more than 60 degrees off the centre line";
    }
    Vec3 normal = v3_axis(across(p->type));
    for (int k = 0; k < list->n && p->type != BEAM_3D && p->type != BEAM_CABLE; k++)
        if (fabs(v3_dot(list->at[k].A.c[0], normal)) > 1e-6 || fabs(v3_dot(list->at[k].A.c[1], normal)) > 1e-6)
            return "the nodes of a 2DBEAM stand in a plane parallel to two axes of ground (x and y, or as TYPE says), "
                   "with y of their sections in it";
    if (p->material < 0) return "MATERIAL is missing";
    list->material = MODEL_AT(model, material, Material, p->material);
    if (!(list->material->youngs_modulus > 0) || !(list->material->density > 0) || list->material->poissons_ratio <= -1)
        return "its MATERIAL needs YOUNGS_MODULUS and DENSITY greater than 0";
    return take_sections(model, p, list);
}

static void check(Check *c, const Element *e)
{
    Arena scratch = { 0 };
    NodeList list;
    const FePart *p = e->data;
    const char *wrong = list_nodes(&scratch, c->model, e, &list);
    if (wrong && (list.n || p->coordinates.n)) cd_check_bad(c, e, "%s", wrong);
    for (int k = 0; k < p->node_labels.n && !wrong; k++) {
        bool there = false;
        for (int i = 0; i < list.n; i++) there |= list.at[i].label == p->node_labels.at[k];
        if (!there) cd_check_bad(c, e, "NODE_LABELS: there is no node with label %d", p->node_labels.at[k]);
    }
    int part = (int)(e - c->model->table[KIND_fe_part].at);
    for (int m = 0; m < c->model->table[KIND_marker].n && !wrong; m++) {
        const Marker *marker = MODEL_AT(c->model, marker, Marker, m);
        if (marker->fe_part != part) continue;
        bool there = false;
        for (int i = 0; i < list.n; i++) there |= list.at[i].label == marker->node_label;
        if (!there)
            cd_check_bad(c, &c->model->table[KIND_marker].at[m], "NODE_LABEL = %d: FE_PART/%d has no such node",
                         marker->node_label, e->id);
    }
    cd_arena_close(&scratch);
}

/* ---- what is simulated ------------------------------------------------------------------------------------------- */

static SectionNumbers middle(const SectionNumbers *a, const SectionNumbers *b)
{
    return (SectionNumbers){ (a->area + b->area) / 2, (a->iyy + b->iyy) / 2, (a->izz + b->izz) / 2,
                             (a->iyz + b->iyz) / 2,   (a->jxx + b->jxx) / 2, (a->asy + b->asy) / 2,
                             (a->asz + b->asz) / 2 };
}

/* Length of the arc whose ends are turned against each other by th and stand d apart: bending makes it longer than the
 * chord (20.22). */
static double arc_length(Vec3 d, Mat3 A, Mat3 B)
{
    double chord = v3_norm(d);
    Vec3 th = m3_apply(A, q4_log(q4_from_m3(m3_tmul(A, B)))), e = v3_scale(d, 1 / chord);
    double bend = v3_norm(v3_axpy(th, -v3_dot(th, e), e)) / 2;
    return bend > 1e-6 ? chord * bend / sin(bend) : chord;
}

static double in_series(double a, double b)
{
    return a * b / (a + b);
}

static FeBeam beam_of(const NodeList *list, int k)
{
    const Listed *a = &list->at[k], *b = &list->at[k + 1];
    SectionNumbers s = middle(&a->section, &b->section);
    double L = arc_length(v3_sub(b->r, a->r), a->A, b->A), E = list->material->youngs_modulus;
    double G = E / (2 * (1 + list->material->poissons_ratio));
    /* the bending that a constant curvature leaves out is taken as shear, so that a straight beam is exact for small
     * loads (20.27) */
    return (FeBeam){ .length = L,
                     .stiffness = { E * s.area, in_series(G * s.area / s.asy, 12 * E * s.izz / (L * L)),
                                    in_series(G * s.area / s.asz, 12 * E * s.iyy / (L * L)) },
                     .bending = { G * s.jxx, E * s.iyy, E * s.izz, -E * s.iyz } };
}

static void give_mass(const NodeList *list, FeSite *site, int k, double length)
{
    const SectionNumbers *s = &list->at[k].section;
    double rho = list->material->density * length / 2;
    site->mass += rho * s->area;
    site->inertia[0] += rho * (s->iyy + s->izz), site->inertia[1] += rho * s->iyy, site->inertia[2] += rho * s->izz;
    site->inertia[3] += rho * s->iyz;
}

static void derive(const CdModel *model, Element *e, Compiler *c)
{
    FePart *p = e->data;
    Arena *arena = cd_compiler_arena(c), scratch = { 0 };
    NodeList list;
    p->nodes = 0;
    if (!list_nodes(&scratch, model, e, &list)) {
        p->nodes = list.n;
        p->node = ARENA_ARRAY(arena, FeSite, list.n), p->beam = ARENA_ARRAY(arena, FeBeam, list.n - 1);
        for (int k = 0; k < list.n; k++) {
            const Listed *n = &list.at[k];
            char name[200];
            int length = e->name.n && e->name.n < 150
                             ? snprintf(name, sizeof name, "%.*s_NODE_%d", TEXT_ARG(e->name), n->label)
                             : snprintf(name, sizeof name, "FE_PART_%d_NODE_%d", e->id, n->label);
            p->node[k] = (FeSite){ .label = n->label, .name = cd_text_copy(arena, (Text){ name, length }).at };
            v3_store(p->node[k].r, n->r);
            for (int i = 0; i < 3; i++) v3_store(p->node[k].axes + 3 * i, n->A.c[i]);
        }
        for (int k = 0; k + 1 < list.n; k++) {
            p->beam[k] = beam_of(&list, k);
            give_mass(&list, &p->node[k], k, p->beam[k].length),
                give_mass(&list, &p->node[k + 1], k + 1, p->beam[k].length);
        }
    }
    cd_arena_close(&scratch);
}

static int freedoms(const void *self)
{
    const FePart *p = self;
    return p->nodes * (p->type == BEAM_3D ? 6 : 3);
}

/* Nodes parallel to x and y have three degrees of freedom; in the other planes three rows each take three of six: the
 * place across the plane, and the two rotations that would tip z of the section, which is across it. */
static void constrain(const CdModel *model, const Element *e, ConstraintSink *out)
{
    static const char *const name[3][3] = { { "X", "Zi.Yj", "Zi.Zj" }, { "Y", "Zi.Zj", "Zi.Xj" }, { "", "", "" } };
    const FePart *p = e->data;
    int part = (int)(e - model->table[KIND_fe_part].at), normal = across(p->type);
    for (int k = 0; k < p->nodes && (p->type == BEAM_YZ || p->type == BEAM_ZX); k++) {
        int node = cd_fe_marker(model, part, k);
        cd_constrain_row(out, name[normal][0]);
        cd_constrain_term(out, (Term){ .coefficient = 1, .plus = { node, -1 }, .along = { -1, normal } });
        cd_constrain_keep_start(out);
        for (int i = 1; i < 3; i++) {
            cd_constrain_row(out, name[normal][i]);
            cd_constrain_term(out, (Term){ .coefficient = 1, .plus = { node, 2 }, .along = { -1, (normal + i) % 3 } });
        }
    }
}

static const char *refuse(const CdModel *model, const Element *e)
{
    (void)model;
    const FePart *p = e->data;
    if (!p->nodes)
        return no_nodes; /* it may be stated in a way that is not known here: it is read, but not simulated */
    if (p->type == BEAM_CABLE) return "this version has no CABLE; a 3DBEAM with a thin section bends as a cable does";
    return NULL;
}

static void load(const CdModel *model, const Element *e, LoadSink *out)
{
    const FePart *p = e->data;
    int part = (int)(e - model->table[KIND_fe_part].at);
    for (int k = 0; k + 1 < p->nodes; k++) {
        const FeBeam *b = &p->beam[k];
        Frame j = cd_fe_site_frame(model, part, k), i = cd_fe_site_frame(model, part, k + 1);
        BeamLaw law = { .length = b->length,
                        .force = { b->stiffness[0], b->stiffness[1], b->stiffness[2] },
                        .moment = m3_cols(v3(b->bending[0], 0, 0), v3(0, b->bending[1], b->bending[3]),
                                          v3(0, b->bending[3], b->bending[2])),
                        .damping = p->cratiok };
        cd_beam_rest(&law, i.r, i.A, j.r, j.A);
        cd_load_beam(out, cd_fe_marker(model, part, k + 1), cd_fe_marker(model, part, k), &law);
    }
    double ucf = cd_model_units(model).ucf;
    for (int k = 0; k < p->nodes && p->cratiom > 0; k++) {
        const FeSite *n = &p->node[k];
        DragLaw law = { .force = p->cratiom * n->mass / ucf,
                        .torque = v3_scale(v3(n->inertia[0], n->inertia[1], n->inertia[2]), p->cratiom / ucf) };
        cd_load_drag(out, cd_fe_marker(model, part, k), &law);
    }
}

const ElementKind cd_element_fe_part = {
    .keyword = "FE_PART",
    .summary = "flexible beam with large deflections",
    .role = ROLE_BODY,
    .flags = OPEN_ARGUMENTS,
    .mechanics = MECHANICS_PRESENT,
    .size = sizeof(FePart),
    .fields = fields,
    .freedoms = freedoms,
    .load = load,
    .constrain = constrain,
    .derive = derive,
    .refuse = refuse,
    .check = check,
};
