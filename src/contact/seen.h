/* seen.h - points of one shape along the axes of another, along a motion. */
#pragma once
#include "contact/single_gap.h"

static inline JetVec in_axes(const JetFrame *f, Vec3 x)
{
    return jv_axpy(jv_axpy(jv_axpy((JetVec){ 0 }, x.x, f->axis[0]), x.y, f->axis[1]), x.z, f->axis[2]);
}

static inline JetVec place(const JetFrame *f, Vec3 x)
{
    return jv_axpy(in_axes(f, x), 1, f->r);
}

/* Of a shape that has a frame of its own at its marker. */
static inline JetFrame frame_of(const Shape *s, const JetFrame *marker)
{
    if (!s->placed) return *marker;
    JetFrame f = { .r = place(marker, s->at) };
    for (int k = 0; k < 3; k++) f.axis[k] = in_axes(marker, s->axes.c[k]);
    return f;
}

/* A point of I along the axes of J. */
typedef struct Seen {
    Jet x[3];
    Vec3 now;
} Seen;

static inline Seen seen_from(const JetFrame *j, JetVec point)
{
    JetVec d = jv_sub(point, j->r);
    Seen s;
    for (int k = 0; k < 3; k++) s.x[k] = jv_dot(d, j->axis[k]);
    s.now = v3(s.x[0].c[0][0], s.x[1].c[0][0], s.x[2].c[0][0]);
    return s;
}

static inline Vec3 value_of(JetVec a)
{
    return a.c[0][0];
}

static inline Vec3 place_now(const JetFrame *f, Vec3 x)
{
    Vec3 at = value_of(f->r);
    return v3_axpy(v3_axpy(v3_axpy(at, x.x, value_of(f->axis[0])), x.y, value_of(f->axis[1])), x.z,
                   value_of(f->axis[2]));
}

static inline Vec3 turn_now(const JetFrame *f, Vec3 x)
{
    return v3_sub(place_now(f, x), value_of(f->r));
}

/* The other way. */
static inline Vec3 seen_now(const JetFrame *f, Vec3 x)
{
    Vec3 d = v3_sub(x, value_of(f->r));
    return v3(v3_dot(d, value_of(f->axis[0])), v3_dot(d, value_of(f->axis[1])), v3_dot(d, value_of(f->axis[2])));
}
