/* frames.c - frames from QG, QP, REULER, ZG, XG, ZP, XP (theory 2.1 to 2.4). */
#include "model/frames.h"

#include "model/bodies.h"
#include "model/modal.h"

static Vec3 point(const double p[3])
{
    return v3(p[0], p[1], p[2]);
}

bool cd_axes_from_points(Vec3 origin, Vec3 z_point, Vec3 x_point, bool use_x, Mat3 *A)
{
    const double parallel = 1e-10; /* sine of the angle under which two directions count as one */
    Vec3 z = v3_sub(z_point, origin), x = v3_sub(x_point, origin);
    double lz = v3_norm(z), lx = v3_norm(x);
    if (!(lz > 0) || !(lx > 0)) return false;
    z = v3_scale(z, 1 / lz), x = v3_scale(x, 1 / lx);
    Vec3 y = v3_cross(z, x);
    if (!(v3_norm(y) > parallel)) return false;
    y = v3_unit(y);
    *A = use_x ? m3_cols(x, y, v3_cross(x, y)) : m3_cols(v3_cross(y, z), y, z); /* (2.3), (2.4) */
    return true;
}

/* What the two ways of giving a pose have in common. */
typedef struct Pose {
    const double *q, *reuler, *z, *x;
    bool angles, z_given, x_given, use_x;
} Pose;

static Frame frame_of(const Pose *p)
{
    Frame f = { point(p->q), m3_identity() };
    if (p->angles) {
        f.A = m3_euler313(p->reuler[0], p->reuler[1], p->reuler[2]); /* (2.1) */
    } else if (p->z_given || p->x_given) {
        /* a point left out lies along the axis of the parent frame; where that is parallel to the other, along the next
         * one */
        Vec3 z = p->z_given ? point(p->z) : v3_add(f.r, v3(0, 0, 1));
        Vec3 x = p->x_given ? point(p->x) : v3_add(f.r, v3(1, 0, 0));
        if (!cd_axes_from_points(f.r, z, x, p->use_x, &f.A)) {
            if (!p->x_given) x = v3_add(f.r, v3(0, 0, -1));
            else if (!p->z_given) z = v3_add(f.r, v3(-1, 0, 0));
            if (!cd_axes_from_points(f.r, z, x, p->use_x, &f.A)) f.A = m3_identity();
        }
    }
    return f;
}

Frame cd_marker_frame_loc(const CdModel *model, int marker)
{
    const Element *e = &model->table[KIND_marker].at[marker];
    const Marker *m = e->data;
    Pose p = { m->qp,   m->reuler, m->zp, m->xp, GIVEN(e, Marker, reuler), GIVEN(e, Marker, zp), GIVEN(e, Marker, xp),
               m->usexp };
    Frame f = frame_of(&p);
    /* relative to another marker, which may itself be relative to one: a chain that comes back to itself is cut */
    for (int rm = m->rm, links = 0; rm >= 0 && links < model->table[KIND_marker].n; links++) {
        const Element *r = &model->table[KIND_marker].at[rm];
        const Marker *n = r->data;
        Pose q = {
            n->qp,   n->reuler, n->zp, n->xp, GIVEN(r, Marker, reuler), GIVEN(r, Marker, zp), GIVEN(r, Marker, xp),
            n->usexp
        };
        f = cd_frame_compose(frame_of(&q), f);
        rm = n->rm;
    }
    return f;
}

/* Where a body stands in ground, of type T in the language's tables; the arguments have the same names in all of
 * them. */
#define FRAME_IN_GROUND(T, e)                                                                                          \
    frame_of(&(Pose){ ((const T *)(e)->data)->qg, ((const T *)(e)->data)->reuler, ((const T *)(e)->data)->zg,          \
                      ((const T *)(e)->data)->xg, GIVEN(e, T, reuler), GIVEN(e, T, zg), GIVEN(e, T, xg), false })

Frame cd_part_frame(const CdModel *model, int part)
{
    const Element *e = &model->table[KIND_part].at[part];
    return FRAME_IN_GROUND(Part, e);
}

Frame cd_point_mass_frame(const CdModel *model, int index)
{
    const Element *e = &model->table[KIND_point_mass].at[index];
    return FRAME_IN_GROUND(PointMass, e);
}

Frame cd_flex_body_frame(const CdModel *model, int index)
{
    const Element *e = &model->table[KIND_flex_body].at[index];
    return FRAME_IN_GROUND(FlexBody, e);
}

int cd_marker_node(const CdModel *model, int marker)
{
    const Marker *m = MODEL_AT(model, marker, Marker, marker);
    const ModalBody *b = m->flex_body >= 0 ? MODEL_AT(model, flex_body, FlexBody, m->flex_body)->modal : NULL;
    return b && m->node_id.n ? cd_modal_node(b, m->node_id.at[0]) : -1;
}

/* A marker on a flexible body is placed from its node. */
static Frame flexible_frame(const CdModel *model, const Marker *m, int marker)
{
    Frame own = cd_flex_body_frame(model, m->flex_body), node = { v3(0, 0, 0), m3_identity() };
    int k = cd_marker_node(model, marker);
    if (k >= 0) node.r = MODEL_AT(model, flex_body, FlexBody, m->flex_body)->modal->place[k];
    return cd_frame_compose(own, node);
}

Frame cd_fe_node_frame(const CdModel *model, int index)
{
    const Element *e = &model->table[KIND_fe_node].at[index];
    const FeNode *m = e->data;
    Pose p = { m->qg, m->reuler, m->zg, m->xg, GIVEN(e, FeNode, reuler), GIVEN(e, FeNode, zg), GIVEN(e, FeNode, xg),
               false };
    return frame_of(&p);
}

Frame cd_fe_site_frame(const CdModel *model, int fe_part, int node)
{
    const FeSite *n = &MODEL_AT(model, fe_part, FePart, fe_part)->node[node];
    return (Frame){ point(n->r), m3_cols(point(n->axes), point(n->axes + 3), point(n->axes + 6)) };
}

int cd_fe_site_find(const CdModel *model, int fe_part, int label)
{
    const FePart *p = MODEL_AT(model, fe_part, FePart, fe_part);
    for (int k = 0; k < p->nodes; k++)
        if (p->node[k].label == label) return k;
    return -1;
}

Frame cd_marker_frame(const CdModel *model, int marker)
{
    const Marker *m = MODEL_AT(model, marker, Marker, marker);
    Frame own = { v3(0, 0, 0), m3_identity() };
    if (m->part >= 0) own = cd_part_frame(model, m->part);
    else if (m->point_mass >= 0) own = cd_point_mass_frame(model, m->point_mass);
    else if (m->flex_body >= 0) own = flexible_frame(model, m, marker);
    else if (m->fe_part >= 0 && cd_fe_site_find(model, m->fe_part, m->node_label) >= 0)
        own = cd_fe_site_frame(model, m->fe_part, cd_fe_site_find(model, m->fe_part, m->node_label));
    return cd_frame_compose(own, cd_marker_frame_loc(model, marker));
}
