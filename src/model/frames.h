/* frames.h - where the dataset puts parts and markers at the start. */
#pragma once
#include "linalg/mat3.h"
#include "model/model.h"

typedef struct Frame {
    Vec3 r; /* origin */
    Mat3 A; /* columns: axes */
} Frame;

/* Frame of a marker in its owner's frame, of a body in ground, and of a marker in ground. */
Frame cd_marker_frame_loc(const CdModel *model, int marker);
Frame cd_part_frame(const CdModel *model, int part);
Frame cd_point_mass_frame(const CdModel *model, int index);
Frame cd_flex_body_frame(const CdModel *model, int index);
/* The node of a flexible body that carries a marker, by its position in the modal data; -1: none. */
int cd_marker_node(const CdModel *model, int marker);
Frame cd_fe_node_frame(const CdModel *model, int index);
Frame cd_marker_frame(const CdModel *model, int marker);
/* Of a node of an FE part by its position along the part; the model is finished. */
Frame cd_fe_site_frame(const CdModel *model, int fe_part, int node);
int cd_fe_site_find(const CdModel *model, int fe_part, int label); /* -1: none */

/* The frame at b seen from a, put into the frame a is seen from. */
static inline Frame cd_frame_compose(Frame a, Frame b)
{
    return (Frame){ v3_add(a.r, m3_apply(a.A, b.r)), m3_mul(a.A, b.A) };
}

/* Axes from points: z from the origin to z_point, x_point in the positive x half of the x-z plane; with use_x the other
 * way round: x exactly, z_point in the x-z plane. False if they do not define axes. */
bool cd_axes_from_points(Vec3 origin, Vec3 z_point, Vec3 x_point, bool use_x, Mat3 *A);
