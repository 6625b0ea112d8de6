/* xt_body.c - the boundary of a body from XT nodes: regions, shells, faces, loops, fins, edges, vertices. Every walk
 * along pointers marks what it has seen, so that a ring in a damaged file ends with a message. */
#include "geometry/body.h"

#include <math.h>
#include <string.h>

typedef struct Builder {
    Body *b;
    Arena *arena;
    XtGeometry *g;
    const XtFile *f;
    int *index;          /* by node: position of its vertex or edge; -1: none yet */
    unsigned char *seen; /* by node: bits of walks that came by */
    const char *wrong;
    int wrong_node;
} Builder;

enum { SEEN_CHAIN = 1, SEEN_BEHIND = 2, SEEN_BEFORE = 4 };

static bool fail(Builder *w, int node, const char *why)
{
    if (!w->wrong) w->wrong = why, w->wrong_node = node;
    return false;
}

/* Marks a node; false: this walk has been here. */
static bool visit(Builder *w, int node, int bit)
{
    if (w->seen[node] & bit) return fail(w, node, "a list leads back to itself");
    w->seen[node] |= (unsigned char)bit;
    return true;
}

static bool expect(Builder *w, int node, int type)
{
    return cd_xt_type(w->f, node) == type || fail(w, node, "a pointer leads to a node of another type");
}

static int vertex_of(Builder *w, int node)
{
    if (node < 0 || !expect(w, node, XT_VERTEX)) return -1;
    if (w->index[node] >= 0) return w->index[node];
    BodyVertex v = { .node = node };
    int point = cd_xt_link(w->f, node, XT_point);
    v.r = cd_xt_vector(w->f, point, XT_pvec);
    if (!isfinite(v.r.x + v.r.y + v.r.z)) return fail(w, node, "a vertex has no point"), -1;
    ARRAY_PUSH(w->arena, &w->b->vertex, v);
    return w->index[node] = w->b->vertex.n - 1;
}

/* The edge of a fin that runs from one vertex to another. */
static int edge_of(Builder *w, int node, bool along, int from, int to, EdgePiece own, BodyFace *face)
{
    if (!expect(w, node, XT_EDGE)) return -1;
    int start = along ? from : to, end = along ? to : from;
    if (w->index[node] >= 0) {
        const BodyEdge *e = &w->b->edge.at[w->index[node]];
        if (e->start != start || e->end != end)
            return fail(w, node, "the fins of an edge end at different vertices"), -1;
        return w->index[node];
    }
    BodyEdge e = { .node = node, .start = start, .end = end };
    int curve = cd_xt_link(w->f, node, XT_curve);
    const Vec3 *a = start >= 0 ? &w->b->vertex.at[start].r : NULL, *b = end >= 0 ? &w->b->vertex.at[end].r : NULL;
    if (curve >= 0 || !own.curve) {
        w->g->wrong = NULL;
        if (!cd_xt_piece(w->g, curve, a, b, &e.piece)) {
            face->problem = w->g->wrong, face->problem_node = w->g->wrong_node;
            e.piece = (EdgePiece){ 0 };
        }
    } else {
        /* a tolerant edge: the curve of the fin that is met first serves both sides */
        e.piece = along ? own : (EdgePiece){ own.curve, own.to, own.from };
    }
    ARRAY_PUSH(w->arena, &w->b->edge, e);
    return w->index[node] = w->b->edge.n - 1;
}

/* One fin; false at a mistake. Isolated vertices (no edge) bound nothing and are left out. */
static bool add_fin(Builder *w, int node, BodyFace *face)
{
    const XtFile *f = w->f;
    int edge = cd_xt_link(f, node, XT_edge), before = cd_xt_link(f, node, XT_backward),
        sense = cd_xt_char(f, node, XT_sense);
    if (edge < 0) return true;
    if (sense != '+' && sense != '-') return fail(w, node, "the sense of a fin is + or -");
    if (!expect(w, before, XT_FIN)) return false;
    if (cd_xt_link(f, before, XT_forward) != node) return fail(w, node, "the fin behind does not lead to this one");
    BodyFin fin = { .along = sense == '+' };
    int end = cd_xt_link(f, node, XT_vertex), start = cd_xt_link(f, before, XT_vertex),
        curve = cd_xt_link(f, node, XT_curve);
    int to = vertex_of(w, end), from = vertex_of(w, start);
    if (w->wrong) return false;
    if ((to < 0) != (from < 0)) return fail(w, node, "a fin has a vertex at one end only");
    if (curve >= 0) {
        const Vec3 *a = from >= 0 ? &w->b->vertex.at[from].r : NULL, *b = to >= 0 ? &w->b->vertex.at[to].r : NULL;
        w->g->wrong = NULL;
        if (!cd_xt_piece(w->g, curve, a, b, &fin.own)) {
            face->problem = w->g->wrong, face->problem_node = w->g->wrong_node;
            fin.own = (EdgePiece){ 0 };
        }
    }
    fin.edge = edge_of(w, edge, fin.along, from, to, fin.own, face);
    if (w->wrong) return false;
    if (!w->b->edge.at[fin.edge].piece.curve && !face->problem)
        face->problem = "the curve of one of its edges is not known", face->problem_node = edge;
    ARRAY_PUSH(w->arena, &w->b->fin, fin);
    return true;
}

static bool add_loop(Builder *w, int node, BodyFace *face)
{
    BodyLoop loop = { .first = w->b->fin.n };
    int first = cd_xt_link(w->f, node, XT_fin);
    if (!expect(w, node, XT_LOOP) || !expect(w, first, XT_FIN)) return false;
    for (int fin = first;;) {
        if (!visit(w, fin, SEEN_CHAIN) || !add_fin(w, fin, face)) return false;
        fin = cd_xt_link(w->f, fin, XT_forward);
        if (fin == first) break;
        if (!expect(w, fin, XT_FIN)) return false;
    }
    loop.n = w->b->fin.n - loop.first;
    if (loop.n) {
        ARRAY_PUSH(w->arena, &w->b->loop, loop);
        face->n++;
    }
    return true;
}

static bool add_face(Builder *w, int node, bool turned)
{
    BodyFace face = { .node = node, .first = w->b->loop.n };
    int sense = cd_xt_char(w->f, node, XT_sense);
    if (sense != '+' && sense != '-') return fail(w, node, "the sense of a face is + or -");
    w->g->wrong = NULL;
    const Surface *s = cd_xt_surface(w->g, cd_xt_link(w->f, node, XT_surface));
    if (s) face.surface = *s, face.reversed = (s->reversed != (sense == '-')) != turned;
    else face.problem = w->g->wrong, face.problem_node = w->g->wrong_node >= 0 ? w->g->wrong_node : node;
    for (int loop = cd_xt_link(w->f, node, XT_loop); loop >= 0; loop = cd_xt_link(w->f, loop, XT_next))
        if (!visit(w, loop, SEEN_CHAIN) || !add_loop(w, loop, &face)) return false;
    if (turned) {
        /* the loops of a face that is turned run the other way round */
        for (int k = face.first; k < face.first + face.n; k++) {
            BodyFin *fin = w->b->fin.at + w->b->loop.at[k].first;
            int n = w->b->loop.at[k].n;
            for (int i = 0; i < n; i++) {
                fin[i].along = !fin[i].along;
                fin[i].own = (EdgePiece){ fin[i].own.curve, fin[i].own.to, fin[i].own.from };
            }
            for (int i = 0; i < n / 2; i++) {
                BodyFin t = fin[i];
                fin[i] = fin[n - 1 - i], fin[n - 1 - i] = t;
            }
        }
    }
    ARRAY_PUSH(w->arena, &w->b->face, face);
    return true;
}

/* Marks the faces of a shell; bit: on which side of them it lies. */
static bool mark_faces(Builder *w, int first, XtName next, int bit)
{
    for (int face = first; face >= 0; face = cd_xt_link(w->f, face, next))
        if (!expect(w, face, XT_FACE) || !visit(w, face, bit)) return false;
    return true;
}

/* Which side of each face is material: behind it, before it, or both. */
static bool mark_material(Builder *w, int body, bool sheet)
{
    for (int region = cd_xt_link(w->f, body, XT_region); region >= 0; region = cd_xt_link(w->f, region, XT_next)) {
        if (!expect(w, region, XT_REGION) || !visit(w, region, SEEN_CHAIN)) return false;
        if (cd_xt_char(w->f, region, XT_type) != 'S' && !sheet) continue;
        for (int shell = cd_xt_link(w->f, region, XT_shell); shell >= 0; shell = cd_xt_link(w->f, shell, XT_next)) {
            if (!expect(w, shell, XT_SHELL) || !visit(w, shell, SEEN_CHAIN)) return false;
            if (!mark_faces(w, cd_xt_link(w->f, shell, XT_face), XT_next, SEEN_BEHIND)) return false;
            if (!sheet && !mark_faces(w, cd_xt_link(w->f, shell, XT_front_face), XT_next_front, SEEN_BEFORE))
                return false;
        }
    }
    return true;
}

static bool build(Builder *w, int node)
{
    w->b->sheet = cd_xt_int(w->f, node, XT_body_type) != 1;
    if (!mark_material(w, node, w->b->sheet)) return false;
    for (int i = 0; i < w->f->node.n; i++) {
        int sides = w->seen[i] & (SEEN_BEHIND | SEEN_BEFORE);
        if (cd_xt_type(w->f, i) != XT_FACE || !sides || sides == (SEEN_BEHIND | SEEN_BEFORE)) continue;
        if (!add_face(w, i, sides == SEEN_BEFORE)) return false;
    }
    return w->b->face.n > 0 || fail(w, node, "the body has no faces");
}

EdgePiece cd_fin_piece(const Body *b, const BodyFin *fin)
{
    if (fin->own.curve) return fin->own;
    EdgePiece p = b->edge.at[fin->edge].piece;
    return fin->along ? p : (EdgePiece){ p.curve, p.to, p.from };
}

Body *cd_body_new(Arena *arena, XtGeometry *g, int node, const char *name, CdLog *log)
{
    Arena scratch = { 0 };
    Body *b = ARENA_NEW(arena, Body);
    b->node = node;
    Builder w = { .b = b, .arena = arena, .g = g, .f = g->file, .wrong_node = -1 };
    w.index = ARENA_ARRAY(&scratch, int, w.f->node.n);
    w.seen = ARENA_ARRAY(&scratch, unsigned char, w.f->node.n);
    memset(w.index, -1, sizeof *w.index * (size_t)w.f->node.n);
    bool good = build(&w, node);
    if (good) {
        cd_body_lay_out(b);
        cd_body_box(b);
        for (int i = 0; i < b->face.n; i++) b->problems += b->face.at[i].problem != NULL;
    } else {
        const XtNode *at = w.wrong_node >= 0 ? &w.f->node.at[w.wrong_node] : &w.f->node.at[node];
        cd_log(log, ((CdPlace){ .file = w.f->name }), SOLID_TOPOLOGY, name, at->place, cd_xt_type_name(at->type),
               at->index, w.wrong);
    }
    cd_arena_close(&scratch);
    return good ? b : NULL;
}
