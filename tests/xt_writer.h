/* xt_writer.h - writes bodies as XT files, text or neutral binary, for tests: vertices, curves, edges, surfaces and
 * faces are stated one by one, the rest (fins, loops, shells, regions, senses, chains) follows. Layouts are those of
 * schema 13006, embedded (every type 255) or not. */
#pragma once
#include "linalg/mat3.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- tokens ---------------------------------------------------------------------------------------------------- */

typedef struct XtPen {
    char *at;
    size_t n, room;
    bool binary, embedded, seen[256];
} XtPen;

static inline void pen_bytes(XtPen *p, const void *bytes, size_t n)
{
    if (p->n + n + 1 > p->room) {
        p->room = 2 * (p->n + n + 1000);
        p->at = realloc(p->at, p->room);
        if (!p->at) abort();
    }
    memcpy(p->at + p->n, bytes, n);
    p->n += n;
}

static inline void pen_big_endian(XtPen *p, uint64_t x, int n)
{
    unsigned char b[8];
    for (int i = 0; i < n; i++) b[i] = (unsigned char)(x >> 8 * (n - 1 - i));
    pen_bytes(p, b, (size_t)n);
}

/* A whole number by its code: d n u w p. */
static inline void pen_int(XtPen *p, char code, int x)
{
    char text[32];
    if (!p->binary) pen_bytes(p, text, (size_t)snprintf(text, sizeof text, "%d ", x));
    else if (code == 'p' && x >= 32766) {
        pen_big_endian(p, (uint64_t)(uint16_t)(-(x % 32767) - 1), 2);
        pen_big_endian(p, (uint64_t)(x / 32767), 2);
    } else if (code == 'p') pen_big_endian(p, (uint64_t)x + 1, 2);
    else pen_big_endian(p, (uint64_t)(int64_t)x, code == 'd' ? 4 : code == 'u' ? 1 : 2);
}

static inline void pen_char(XtPen *p, char c)
{
    pen_bytes(p, &c, 1);
}

static inline void pen_logical(XtPen *p, bool x)
{
    pen_char(p, p->binary ? (char)x : x ? 'T' : 'F');
}

/* NaN is null. */
static inline void pen_real(XtPen *p, double x)
{
    char text[64];
    if (p->binary) {
        uint64_t bits;
        if (x != x) x = -3.14158e13;
        memcpy(&bits, &x, sizeof bits);
        pen_big_endian(p, bits, 8);
    } else if (x != x) pen_char(p, '?');
    else pen_bytes(p, text, (size_t)snprintf(text, sizeof text, "%.17g ", x));
}

static inline void pen_vector(XtPen *p, Vec3 v)
{
    if (v.x != v.x && !p->binary) pen_char(p, '?');
    else pen_real(p, v.x), pen_real(p, v.y), pen_real(p, v.z);
}

static inline void pen_string(XtPen *p, const char *text)
{
    pen_int(p, 'd', (int)strlen(text));
    pen_bytes(p, text, strlen(text));
}

/* The head of a node; length -1: its layout has no array at the end. */
static inline void pen_node(XtPen *p, int type, int length, int index)
{
    pen_int(p, 'n', type);
    if (p->embedded && !p->seen[type]) pen_int(p, 'u', 255);
    p->seen[type] = true;
    if (length >= 0) pen_int(p, 'd', length);
    pen_int(p, 'p', index);
}

/* ---- what a body consists of ----------------------------------------------------------------------------------- */

enum { XTW_MOST = 4000, XTW_REALS = 16 };

typedef struct XtwGeometry {
    int type; /* of the node */
    char sense;
    double x[XTW_REALS];
    int reals;
    int ref[2]; /* surfaces or curve that it is made of, as places in these lists */
    /* of B-curves, B-surfaces, charts */
    int degree[2], n[2], dim;
    bool rational, closed;
    const double *knot[2], *vertex;
    int index;
} XtwGeometry;

typedef struct XtwEdge {
    int curve, v0, v1, index;
} XtwEdge;

typedef struct XtwFin {
    int edge, loop, index, next, before; /* next, before: fins */
    bool along;
    int own; /* curve of a tolerant fin; -1: none */
} XtwFin;

typedef struct XtwLoop {
    int face, first, n, index;
} XtwLoop;

typedef struct XtwFace {
    int surface, first, n, index;
    char sense;
} XtwFace;

typedef struct XtShape {
    Vec3 vertex[XTW_MOST];
    XtwGeometry curve[XTW_MOST], surface[XTW_MOST];
    XtwEdge edge[XTW_MOST];
    XtwFin fin[XTW_MOST];
    XtwLoop loop[XTW_MOST];
    XtwFace face[XTW_MOST];
    int vertices, curves, surfaces, edges, fins, loops, faces;
    const char *name, *part_name, *cad_name;
    int part;
    double pool[256]; /* numbers that curves and surfaces refer to */
    int pooled;
} XtShape;

/* Room for n numbers that live as long as the shape. */
static inline double *xtw_pool(XtShape *s, int n)
{
    s->pooled += n;
    return s->pool + s->pooled - n;
}

static inline int xtw_vertex(XtShape *s, double x, double y, double z)
{
    s->vertex[s->vertices] = v3(x, y, z);
    return s->vertices++;
}

static inline XtwGeometry xtw_geometry(int type, char sense, int n, va_list list)
{
    XtwGeometry g = { .type = type, .sense = sense, .reals = n };
    for (int i = 0; i < n; i++) g.x[i] = va_arg(list, double);
    return g;
}

/* A curve or surface by the numbers of its node: xtw_curve(s, 31, '+', 10, centre, normal, x axis, radius), all
 * doubles. */
static inline int xtw_curve(XtShape *s, int type, char sense, int n, ...)
{
    va_list list;
    va_start(list, n);
    s->curve[s->curves] = xtw_geometry(type, sense, n, list);
    va_end(list);
    return s->curves++;
}

static inline int xtw_surface(XtShape *s, int type, char sense, int n, ...)
{
    va_list list;
    va_start(list, n);
    s->surface[s->surfaces] = xtw_geometry(type, sense, n, list);
    va_end(list);
    return s->surfaces++;
}

/* v0 and v1 -1: a ring. */
static inline int xtw_edge(XtShape *s, int curve, int v0, int v1)
{
    s->edge[s->edges] = (XtwEdge){ curve, v0, v1, 0 };
    return s->edges++;
}

static inline int xtw_line(XtShape *s, int v0, int v1)
{
    Vec3 a = s->vertex[v0], d = v3_unit(v3_sub(s->vertex[v1], a));
    return xtw_edge(s, xtw_curve(s, 30, '+', 6, a.x, a.y, a.z, d.x, d.y, d.z), v0, v1);
}

/* A whole circle about an axis along z. */
static inline int xtw_ring(XtShape *s, double x, double y, double z, double radius)
{
    return xtw_edge(s, xtw_curve(s, 31, '+', 10, x, y, z, 0., 0., 1., 1., 0., 0., radius), -1, -1);
}

/* Edges of the loops: edge + 1 along it, -(edge + 1) against it, 0 ends a loop, two of them the face. */
static inline int xtw_face(XtShape *s, int surface, char sense, const int *edges)
{
    XtwFace *f = &s->face[s->faces];
    *f = (XtwFace){ .surface = surface, .sense = sense, .first = s->loops };
    while (*edges) {
        XtwLoop *l = &s->loop[s->loops++];
        *l = (XtwLoop){ .face = s->faces, .first = s->fins };
        for (; *edges; edges++, l->n++)
            s->fin[s->fins++] =
                (XtwFin){ .edge = abs(*edges) - 1, .along = *edges > 0, .loop = s->loops - 1, .own = -1 };
        for (int i = 0; i < l->n; i++) {
            s->fin[l->first + i].next = l->first + (i + 1) % l->n;
            s->fin[l->first + i].before = l->first + (i + l->n - 1) % l->n;
        }
        f->n++;
        edges++;
    }
    return s->faces++;
}

#define XTW_FACE(s, surface, sense, ...) xtw_face((s), (surface), (sense), (const int[]){ __VA_ARGS__, 0, 0 })
/* a face without loops */
static inline int xtw_whole_face(XtShape *s, int surface, char sense)
{
    const int none[2] = { 0, 0 };
    return xtw_face(s, surface, sense, none);
}

/* ---- nodes ----------------------------------------------------------------------------------------------------- */

static inline void xtw_head(XtPen *p, const XtwGeometry *g, int type, int length)
{
    pen_node(p, type, length, g->index);
    pen_int(p, 'd', 0);
    for (int i = 0; i < 5; i++) pen_int(p, 'p', 0);
    pen_char(p, g->sense);
}

static inline void xtw_reals(XtPen *p, const XtwGeometry *g, int from)
{
    for (int i = from; i < g->reals; i++) pen_real(p, g->x[i]);
}

/* Knots as values and multiplicities, vertices; the indices of these nodes. */
static inline int xtw_knots(XtPen *p, int *next, const double *knot, int n, int *values)
{
    double value[XTW_MOST];
    int mult[XTW_MOST], count = 0;
    for (int i = 0; i < n; i++) {
        if (!count || knot[i] != value[count - 1]) value[count] = knot[i], mult[count++] = 0;
        mult[count - 1]++;
    }
    int first = *next;
    *next += 2;
    pen_node(p, 128, count, first);
    for (int i = 0; i < count; i++) pen_real(p, value[i]);
    pen_node(p, 127, count, first + 1);
    for (int i = 0; i < count; i++) pen_int(p, 'n', mult[i]);
    *values = count;
    return first;
}

static inline int xtw_vertices(XtPen *p, int *next, const double *x, int n)
{
    pen_node(p, 45, n, *next);
    for (int i = 0; i < n; i++) pen_real(p, x[i]);
    return (*next)++;
}

static inline void xtw_write_b_curve(XtPen *p, int *next, const XtwGeometry *g)
{
    int values, stride = g->dim + g->rational, vertices = xtw_vertices(p, next, g->vertex, g->n[0] * stride);
    int knots = xtw_knots(p, next, g->knot[0], g->n[0] + g->degree[0] + 1, &values), nurbs = (*next)++;
    pen_node(p, 136, -1, nurbs);
    pen_int(p, 'n', g->degree[0]), pen_int(p, 'd', g->n[0]), pen_int(p, 'n', stride), pen_int(p, 'd', values),
        pen_int(p, 'u', 2);
    pen_logical(p, false), pen_logical(p, g->closed), pen_logical(p, g->rational);
    pen_int(p, 'u', 1), pen_int(p, 'p', vertices), pen_int(p, 'p', knots + 1), pen_int(p, 'p', knots);
    xtw_head(p, g, 134, -1);
    pen_int(p, 'p', nurbs), pen_int(p, 'p', 0);
}

static inline void xtw_write_b_surface(XtPen *p, int *next, const XtwGeometry *g)
{
    int values[2], stride = 3 + g->rational, knots[2],
                   vertices = xtw_vertices(p, next, g->vertex, g->n[0] * g->n[1] * stride);
    for (int k = 0; k < 2; k++) knots[k] = xtw_knots(p, next, g->knot[k], g->n[k] + g->degree[k] + 1, &values[k]);
    int nurbs = (*next)++;
    pen_node(p, 126, -1, nurbs);
    pen_logical(p, false), pen_logical(p, false);
    pen_int(p, 'n', g->degree[0]), pen_int(p, 'n', g->degree[1]), pen_int(p, 'd', g->n[0]), pen_int(p, 'd', g->n[1]);
    pen_int(p, 'u', 2), pen_int(p, 'u', 2), pen_int(p, 'd', values[0]), pen_int(p, 'd', values[1]);
    pen_logical(p, g->rational), pen_logical(p, g->closed), pen_logical(p, false);
    pen_int(p, 'u', 1), pen_int(p, 'n', stride), pen_int(p, 'p', vertices);
    pen_int(p, 'p', knots[0] + 1), pen_int(p, 'p', knots[1] + 1), pen_int(p, 'p', knots[0]), pen_int(p, 'p', knots[1]);
    xtw_head(p, g, 124, -1);
    pen_int(p, 'p', nurbs), pen_int(p, 'p', 0);
}

/* n[0] points of a chart; closed: the curve comes round. */
static inline void xtw_write_intersection(XtPen *p, int *next, const XtShape *s, const XtwGeometry *g)
{
    int chart = (*next)++, start = (*next)++, end = (*next)++;
    pen_node(p, 40, g->n[0], chart);
    pen_real(p, 0), pen_real(p, 1), pen_int(p, 'd', g->n[0]);
    for (int i = 0; i < 4; i++) pen_real(p, 0);
    for (int i = 0; i < 3 * g->n[0]; i++) pen_real(p, g->vertex[i]);
    for (int i = 0; i < 2; i++) {
        int at = i ? 3 * (g->n[0] - 1) : 0;
        pen_node(p, 41, 1, i ? end : start);
        pen_char(p, g->closed ? 'H' : 'L');
        for (int k = 0; k < 3; k++) pen_real(p, g->vertex[at + k]);
    }
    xtw_head(p, g, 38, -1);
    pen_int(p, 'p', s->surface[g->ref[0]].index), pen_int(p, 'p', s->surface[g->ref[1]].index);
    pen_int(p, 'p', chart), pen_int(p, 'p', start), pen_int(p, 'p', end);
}

static inline void xtw_write_curve(XtPen *p, int *next, const XtShape *s, const XtwGeometry *g)
{
    if (g->type == 134) xtw_write_b_curve(p, next, g);
    else if (g->type == 38) xtw_write_intersection(p, next, s, g);
    else if (g->type == 137) { /* ref: surface, B-curve in its parameters */ xtw_head(p, g, 137, -1);
        pen_int(p, 'p', s->surface[g->ref[0]].index), pen_int(p, 'p', s->curve[g->ref[1]].index), pen_int(p, 'p', 0),
            pen_real(p, NAN);
    } else if (g->type == 133) { /* ref: basis; numbers: two points, two parameters */
        xtw_head(p, g, 133, -1);
        pen_int(p, 'p', s->curve[g->ref[0]].index);
        xtw_reals(p, g, 0);
    } else {
        xtw_head(p, g, g->type, -1);
        xtw_reals(p, g, 0);
    }
}

static inline void xtw_write_surface(XtPen *p, int *next, const XtShape *s, const XtwGeometry *g)
{
    const Vec3 null = { NAN, NAN, NAN };
    if (g->type == 124) {
        xtw_write_b_surface(p, next, g);
        return;
    }
    xtw_head(p, g, g->type, -1);
    if (g->type == 67) { /* section; sweep */
        pen_int(p, 'p', s->curve[g->ref[0]].index);
        xtw_reals(p, g, 0);
        pen_real(p, NAN);
    } else if (g->type == 68) { /* profile; base, axis, x axis */
        pen_int(p, 'p', s->curve[g->ref[0]].index);
        pen_vector(p, v3_load(g->x)), pen_vector(p, v3_load(g->x + 3)), pen_vector(p, null), pen_vector(p, null);
        pen_real(p, NAN), pen_real(p, NAN), pen_vector(p, v3_load(g->x + 6)), pen_real(p, NAN);
    } else if (g->type == 56) { /* spine; radius */
        pen_char(p, 'R'), pen_int(p, 'p', 0), pen_int(p, 'p', 0), pen_int(p, 'p', s->curve[g->ref[0]].index);
        for (int i = 0; i < 2; i++) pen_real(p, g->x[0]);
        for (int i = 0; i < 2; i++) pen_real(p, 1);
        for (int i = 0; i < 4; i++) pen_int(p, 'p', 0);
    } else if (g->type == 59) { /* blend */
        pen_int(p, 'n', 0), pen_int(p, 'p', s->surface[g->ref[0]].index);
    } else if (g->type == 60) { /* surface; distance */
        pen_char(p, 'V'), pen_logical(p, true), pen_int(p, 'p', s->surface[g->ref[0]].index), pen_real(p, g->x[0]),
            pen_real(p, 1);
    } else {
        xtw_reals(p, g, 0);
    }
}

/* One attribute: its name, definition, value; returns the index of the attribute, which continues with after. */
static inline int xtw_attribute(XtPen *p, int *next, int owner, int after, const char *name, const char *text,
                                int number)
{
    int id = *next;
    *next += 4;
    pen_node(p, 79, (int)strlen(name), id);
    pen_bytes(p, name, strlen(name));
    pen_node(p, 80, 1, id + 1);
    pen_int(p, 'p', 0), pen_int(p, 'p', id), pen_int(p, 'd', 9000);
    for (int i = 0; i < 8; i++) pen_int(p, 'u', 0);
    pen_int(p, 'p', 0);
    for (int i = 0; i < 14; i++) pen_logical(p, true);
    pen_int(p, 'u', text ? 3 : 1);
    if (text) {
        pen_node(p, 84, (int)strlen(text), id + 2);
        pen_bytes(p, text, strlen(text));
    } else {
        pen_node(p, 82, 1, id + 2);
        pen_int(p, 'd', number);
    }
    pen_node(p, 81, 1, id + 3);
    pen_int(p, 'd', 0), pen_int(p, 'p', id + 1), pen_int(p, 'p', owner), pen_int(p, 'p', after);
    for (int i = 0; i < 3; i++) pen_int(p, 'p', 0);
    pen_int(p, 'p', id + 2);
    return id + 3;
}

static inline void xtw_zeros(XtPen *p, int n)
{
    while (n-- > 0) pen_int(p, 'p', 0);
}

/* Fin on the other side of an edge. */
static inline int xtw_other(const XtShape *s, int fin)
{
    for (int i = 0; i < s->fins; i++)
        if (i != fin && s->fin[i].edge == s->fin[fin].edge) return s->fin[i].index;
    return 0;
}

static inline int xtw_end_of(const XtShape *s, const XtwFin *f, int first_vertex)
{
    const XtwEdge *e = &s->edge[f->edge];
    int v = f->along ? e->v1 : e->v0;
    return v < 0 ? 0 : first_vertex + 2 * v;
}

static inline void xtw_write_body(XtPen *p, int *next, XtShape *s, int body)
{
    int shell = *next, outside = shell + 1, void_region = shell + 2, solid_region = shell + 3;
    *next += 4;
    for (int i = 0; i < s->surfaces; i++) s->surface[i].index = (*next)++;
    for (int i = 0; i < s->curves; i++) s->curve[i].index = (*next)++;
    int first_vertex = *next; /* vertex i and its point side by side */
    *next += 2 * s->vertices;
    for (int i = 0; i < s->edges; i++) s->edge[i].index = (*next)++;
    for (int i = 0; i < s->faces; i++) s->face[i].index = (*next)++;
    for (int i = 0; i < s->loops; i++) s->loop[i].index = (*next)++;
    for (int i = 0; i < s->fins; i++) s->fin[i].index = (*next)++;

    int attributes = 0;
    if (s->cad_name) attributes = xtw_attribute(p, next, body, attributes, "SDL/TYSA_NAME", s->cad_name, 0);
    if (s->part) attributes = xtw_attribute(p, next, body, attributes, "UG2/ADAMS_ID", NULL, s->part);
    if (s->part_name) attributes = xtw_attribute(p, next, body, attributes, "AdamsPartName", s->part_name, 0);
    if (s->name) attributes = xtw_attribute(p, next, body, attributes, "AdamsObjectName", s->name, 0);

    pen_node(p, 12, -1, body);
    pen_int(p, 'd', 1), pen_int(p, 'p', attributes), xtw_zeros(p, 5), pen_real(p, 1000), pen_real(p, 1e-8),
        xtw_zeros(p, 3);
    pen_int(p, 'u', 1), pen_int(p, 'p', 0), pen_int(p, 'u', 1), pen_int(p, 'u', 1), pen_int(p, 'p', shell),
        xtw_zeros(p, 3);
    pen_int(p, 'p', void_region), xtw_zeros(p, 2);
    pen_node(p, 13, -1, shell);
    pen_int(p, 'd', 1), pen_int(p, 'p', 0), pen_int(p, 'p', body), pen_int(p, 'p', 0),
        pen_int(p, 'p', s->face[0].index), xtw_zeros(p, 2);
    pen_int(p, 'p', solid_region), pen_int(p, 'p', 0);
    pen_node(p, 13, -1, outside);
    pen_int(p, 'd', 2), xtw_zeros(p, 5), pen_int(p, 'p', 0), pen_int(p, 'p', void_region),
        pen_int(p, 'p', s->face[0].index);
    pen_node(p, 19, -1, void_region);
    pen_int(p, 'd', 3), pen_int(p, 'p', 0), pen_int(p, 'p', body), pen_int(p, 'p', solid_region), pen_int(p, 'p', 0);
    pen_int(p, 'p', outside), pen_char(p, 'V');
    pen_node(p, 19, -1, solid_region);
    pen_int(p, 'd', 4), pen_int(p, 'p', 0), pen_int(p, 'p', body), pen_int(p, 'p', 0), pen_int(p, 'p', void_region),
        pen_int(p, 'p', shell);
    pen_char(p, 'S');

    for (int i = 0; i < s->surfaces; i++) xtw_write_surface(p, next, s, &s->surface[i]);
    for (int i = 0; i < s->curves; i++) xtw_write_curve(p, next, s, &s->curve[i]);
    for (int i = 0; i < s->vertices; i++) {
        pen_node(p, 18, -1, first_vertex + 2 * i);
        pen_int(p, 'd', 0), xtw_zeros(p, 4), pen_int(p, 'p', first_vertex + 2 * i + 1), pen_real(p, NAN),
            pen_int(p, 'p', body);
        pen_node(p, 29, -1, first_vertex + 2 * i + 1);
        pen_int(p, 'd', 0), xtw_zeros(p, 4), pen_vector(p, s->vertex[i]);
    }
    for (int i = 0; i < s->edges; i++) {
        const XtwEdge *e = &s->edge[i];
        pen_node(p, 16, -1, e->index);
        pen_int(p, 'd', 0), pen_int(p, 'p', 0), pen_real(p, e->curve < 0 ? 1e-7 : NAN), xtw_zeros(p, 3);
        pen_int(p, 'p', e->curve < 0 ? 0 : s->curve[e->curve].index), xtw_zeros(p, 2), pen_int(p, 'p', body);
    }
    for (int i = 0; i < s->faces; i++) {
        const XtwFace *f = &s->face[i];
        int following = i + 1 < s->faces ? s->face[i + 1].index : 0;
        pen_node(p, 14, -1, f->index);
        pen_int(p, 'd', 0), pen_int(p, 'p', 0), pen_real(p, NAN), pen_int(p, 'p', following), pen_int(p, 'p', 0);
        pen_int(p, 'p', f->n ? s->loop[f->first].index : 0), pen_int(p, 'p', shell),
            pen_int(p, 'p', s->surface[f->surface].index);
        pen_char(p, f->sense), xtw_zeros(p, 2), pen_int(p, 'p', following), pen_int(p, 'p', 0),
            pen_int(p, 'p', outside);
    }
    for (int i = 0; i < s->loops; i++) {
        const XtwLoop *l = &s->loop[i];
        bool more = i + 1 < s->loops && s->loop[i + 1].face == l->face;
        pen_node(p, 15, -1, l->index);
        pen_int(p, 'd', 0), pen_int(p, 'p', 0), pen_int(p, 'p', s->fin[l->first].index),
            pen_int(p, 'p', s->face[l->face].index);
        pen_int(p, 'p', more ? s->loop[i + 1].index : 0);
    }
    for (int i = 0; i < s->fins; i++) {
        const XtwFin *f = &s->fin[i];
        pen_node(p, 17, -1, f->index);
        pen_int(p, 'p', 0), pen_int(p, 'p', s->loop[f->loop].index), pen_int(p, 'p', s->fin[f->next].index);
        pen_int(p, 'p', s->fin[f->before].index), pen_int(p, 'p', xtw_end_of(s, f, first_vertex)),
            pen_int(p, 'p', xtw_other(s, i));
        pen_int(p, 'p', s->edge[f->edge].index), pen_int(p, 'p', f->own < 0 ? 0 : s->curve[f->own].index),
            pen_int(p, 'p', 0);
        pen_char(p, f->along ? '+' : '-');
    }
}

/* ---- files ----------------------------------------------------------------------------------------------------- */

typedef struct XtwForm {
    bool binary, embedded;
    int columns; /* where text is folded; 0: nowhere */
} XtwForm;

/* A file with these bodies; a list of parts if there are several. The caller frees at. */
static inline XtPen xtw_file(XtwForm form, int n, XtShape *const *shape)
{
    XtPen p = { .binary = form.binary, .embedded = form.embedded };
    static const char header[] = "**ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz**************************\n"
                                 "**PARASOLID !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~0123456789**************************\n"
                                 "**PART1;\nAPPL=cardan_tests;\n**PART2;\n**PART3;\n"
                                 "**END_OF_HEADER*****************************************************************\n";
    pen_bytes(&p, header, sizeof header - 1);
    size_t start = p.n;
    pen_bytes(&p, form.binary ? "PS" : "T", form.binary ? 2 : 1);
    pen_string(&p, ": TRANSMIT FILE created by modeller version 1801317");
    pen_string(&p, form.embedded ? "SCH_1801317_18106_13006" : "SCH_1300000_13006");
    if (form.embedded) pen_int(&p, 'n', 190);
    pen_int(&p, 'd', 0);
    int next = 2;
    if (n == 1) xtw_write_body(&p, &next, shape[0], 1);
    else {
        pen_node(&p, 74, n, 1);
        pen_int(&p, 'd', n), pen_int(&p, 'p', 0);
        for (int i = 0; i < n; i++) pen_int(&p, 'p', 2 + i);
        next += n;
        for (int i = 0; i < n; i++) xtw_write_body(&p, &next, shape[i], 2 + i);
    }
    pen_int(&p, 'n', 1), pen_int(&p, 'p', 0);
    if (form.columns && !form.binary) {
        XtPen folded = { 0 };
        pen_bytes(&folded, p.at, start);
        for (size_t i = start; i < p.n; i += (size_t)form.columns) {
            size_t k = p.n - i < (size_t)form.columns ? p.n - i : (size_t)form.columns;
            pen_bytes(&folded, p.at + i, k);
            pen_bytes(&folded, "\n", 1);
        }
        free(p.at);
        p.at = folded.at, p.n = folded.n;
    }
    pen_bytes(&p, "", 1); /* ended by NUL, which does not count */
    p.n--;
    return p;
}

/* ---- some bodies ----------------------------------------------------------------------------------------------- */

static inline XtShape *xtw_new(void)
{
    XtShape *s = calloc(1, sizeof *s);
    if (!s) abort();
    return s;
}

/* Edges from x0 ... x1, as a block has them, with the six planes. */
static inline XtShape *xtw_block(Vec3 a, Vec3 b)
{
    XtShape *s = xtw_new();
    for (int i = 0; i < 8; i++) xtw_vertex(s, i & 1 ? b.x : a.x, i & 2 ? b.y : a.y, i & 4 ? b.z : a.z);
    static const int pair[12][2] = { { 0, 1 }, { 2, 3 }, { 4, 5 }, { 6, 7 }, { 0, 2 }, { 1, 3 },
                                     { 4, 6 }, { 5, 7 }, { 0, 4 }, { 1, 5 }, { 2, 6 }, { 3, 7 } };
    for (int i = 0; i < 12; i++) xtw_line(s, pair[i][0], pair[i][1]);
    int low[3], high[3];
    low[2] = xtw_surface(s, 50, '+', 9, a.x, a.y, a.z, 0., 0., -1., 1., 0., 0.),
    high[2] = xtw_surface(s, 50, '+', 9, b.x, b.y, b.z, 0., 0., 1., 1., 0., 0.);
    low[1] = xtw_surface(s, 50, '+', 9, a.x, a.y, a.z, 0., -1., 0., 1., 0., 0.),
    high[1] = xtw_surface(s, 50, '+', 9, b.x, b.y, b.z, 0., 1., 0., 1., 0., 0.);
    low[0] = xtw_surface(s, 50, '+', 9, a.x, a.y, a.z, -1., 0., 0., 0., 1., 0.),
    high[0] = xtw_surface(s, 50, '+', 9, b.x, b.y, b.z, 1., 0., 0., 0., 1., 0.);
    XTW_FACE(s, low[2], '+', 5, 2, -6, -1);
    XTW_FACE(s, high[2], '+', 3, 8, -4, -7);
    XTW_FACE(s, low[1], '+', 1, 10, -3, -9);
    XTW_FACE(s, high[1], '+', 11, 4, -12, -2);
    XTW_FACE(s, low[0], '+', 9, 7, -11, -5);
    XTW_FACE(s, high[0], '+', 6, 12, -8, -10);
    return s;
}

/* A tube about z from 0 to length; inner 0: a cylinder. */
static inline XtShape *xtw_bushing(double outer, double inner, double length)
{
    XtShape *s = xtw_new();
    int top = xtw_surface(s, 50, '+', 9, 0., 0., length, 0., 0., 1., 1., 0., 0.),
        bottom = xtw_surface(s, 50, '+', 9, 0., 0., 0., 0., 0., -1., 1., 0., 0.);
    int wall = xtw_surface(s, 51, '+', 10, 0., 0., 0., 0., 0., 1., outer, 1., 0., 0.);
    int e0 = xtw_ring(s, 0, 0, 0, outer) + 1, e1 = xtw_ring(s, 0, 0, length, outer) + 1;
    if (inner > 0) {
        int bore = xtw_surface(s, 51, '-', 10, 0., 0., 0., 0., 0., 1., inner, 1., 0., 0.);
        int i0 = xtw_ring(s, 0, 0, 0, inner) + 1, i1 = xtw_ring(s, 0, 0, length, inner) + 1;
        XTW_FACE(s, bottom, '+', -e0, 0, i0);
        XTW_FACE(s, top, '+', e1, 0, -i1);
        XTW_FACE(s, bore, '+', -i0, 0, i1);
    } else {
        XTW_FACE(s, bottom, '+', -e0);
        XTW_FACE(s, top, '+', e1);
    }
    XTW_FACE(s, wall, '+', e0, 0, -e1);
    return s;
}

/* Half a ball below z = 0, a cylinder above it up to length, a chamfer of 45 degrees with its axis downwards. */
static inline XtShape *xtw_pin(double r, double length, double chamfer)
{
    XtShape *s = xtw_new();
    double h = sqrt(0.5);
    int ball = xtw_surface(s, 53, '+', 10, 0., 0., 0., r, 0., 0., 1., 1., 0., 0.);
    int wall = xtw_surface(s, 51, '+', 10, 0., 0., 0., 0., 0., 1., r, 1., 0., 0.);
    int cone = xtw_surface(s, 52, '+', 12, 0., 0., length, 0., 0., -1., r, h, h, 1., 0., 0.);
    int top = xtw_surface(s, 50, '+', 9, 0., 0., length + chamfer, 0., 0., 1., 1., 0., 0.);
    int e0 = xtw_ring(s, 0, 0, 0, r) + 1, e1 = xtw_ring(s, 0, 0, length, r) + 1,
        e2 = xtw_ring(s, 0, 0, length + chamfer, r - chamfer) + 1;
    XTW_FACE(s, ball, '+', -e0);
    XTW_FACE(s, wall, '+', e0, 0, -e1);
    XTW_FACE(s, cone, '+', e1, 0, -e2);
    XTW_FACE(s, top, '+', e2);
    return s;
}

/* A wheel between z = 0 and length, with chamfers of 45 degrees at both ends. */
static inline XtShape *xtw_chamfered(double r, double length, double chamfer)
{
    XtShape *s = xtw_new();
    double h = sqrt(0.5), c = chamfer;
    int bottom = xtw_surface(s, 50, '+', 9, 0., 0., 0., 0., 0., -1., 1., 0., 0.),
        top = xtw_surface(s, 50, '+', 9, 0., 0., length, 0., 0., 1., 1., 0., 0.);
    int wall = xtw_surface(s, 51, '+', 10, 0., 0., 0., 0., 0., 1., r, 1., 0., 0.);
    int low = xtw_surface(s, 52, '+', 12, 0., 0., c, 0., 0., 1., r, h, h, 1., 0., 0.),
        high = xtw_surface(s, 52, '+', 12, 0., 0., length - c, 0., 0., -1., r, h, h, 1., 0., 0.);
    int e0 = xtw_ring(s, 0, 0, 0, r - c) + 1, e1 = xtw_ring(s, 0, 0, c, r) + 1,
        e2 = xtw_ring(s, 0, 0, length - c, r) + 1, e3 = xtw_ring(s, 0, 0, length, r - c) + 1;
    XTW_FACE(s, bottom, '+', -e0);
    XTW_FACE(s, low, '+', e0, 0, -e1);
    XTW_FACE(s, wall, '+', e1, 0, -e2);
    XTW_FACE(s, high, '+', e2, 0, -e3);
    XTW_FACE(s, top, '+', e3);
    return s;
}

/* A wheel with a rounded rim: the outer band of a torus of radii 0.03 and 0.01 between z = -0.006 and 0.006. */
static inline XtShape *xtw_roller(void)
{
    XtShape *s = xtw_new();
    int low = xtw_surface(s, 50, '+', 9, 0., 0., -0.006, 0., 0., -1., 1., 0., 0.),
        high = xtw_surface(s, 50, '+', 9, 0., 0., 0.006, 0., 0., 1., 1., 0., 0.);
    int band = xtw_surface(s, 54, '+', 11, 0., 0., 0., 0., 0., 1., 0.03, 0.01, 1., 0., 0.);
    int e0 = xtw_ring(s, 0, 0, -0.006, 0.038) + 1, e1 = xtw_ring(s, 0, 0, 0.006, 0.038) + 1;
    XTW_FACE(s, low, '+', -e0);
    XTW_FACE(s, high, '+', e1);
    XTW_FACE(s, band, '+', e0, 0, -e1);
    return s;
}

/* A plate in 0 ... size, 0 ... size, 0 ... height with n x n bores. */
static inline XtShape *xtw_plate(double size, double height, int n, double bore)
{
    XtShape *s = xtw_block(v3(0, 0, 0), v3(size, size, height));
    int low[XTW_MOST] = { 5, 2, -6, -1, 0 }, high[XTW_MOST] = { 3, 8, -4, -7, 0 }, k = 5;
    int wall[XTW_MOST], ring[XTW_MOST][2], bores = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++, bores++) {
            double x = size * (i + 0.5) / n, y = size * (j + 0.5) / n;
            ring[bores][0] = xtw_ring(s, x, y, 0, bore) + 1, ring[bores][1] = xtw_ring(s, x, y, height, bore) + 1;
            wall[bores] = xtw_surface(s, 51, '-', 10, x, y, 0., 0., 0., 1., bore, 1., 0., 0.);
            low[k] = ring[bores][0], high[k] = -ring[bores][1], low[k + 1] = high[k + 1] = 0, k += 2;
        }
    low[k] = high[k] = 0;
    /* the faces of the block anew, with holes in two of them */
    s->faces = s->loops = s->fins = 0;
    xtw_face(s, 0, '+', low);
    xtw_face(s, 1, '+', high);
    XTW_FACE(s, 2, '+', 1, 10, -3, -9);
    XTW_FACE(s, 3, '+', 11, 4, -12, -2);
    XTW_FACE(s, 4, '+', 9, 7, -11, -5);
    XTW_FACE(s, 5, '+', 6, 12, -8, -10);
    for (int i = 0; i < bores; i++) XTW_FACE(s, wall[i], '+', -ring[i][0], 0, ring[i][1]);
    return s;
}
