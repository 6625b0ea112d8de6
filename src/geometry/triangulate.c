/* triangulate.c - points are added one by one (Lawson's flips), given edges by flipping those that cross them
 * (Sloan). In-circle tests of 30-bit coordinates fit into 128 bits. */
#include "geometry/triangulate.h"

#include <math.h>

typedef __int128 Wide;

static const long *at(const Triangulation *t, int point)
{
    return t->x.at + 2 * (size_t)point;
}

/* Twice the area of a, b, c: positive if they turn left. */
static long turn(const long *a, const long *b, const long *c)
{
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]); /* below 2^62 */
}

/* Whether d is inside of the circle through a, b, c, which turn left. Differences are exact in floating point; whole
 * numbers of 128 bits decide where round-off could. */
static bool in_circle(const long *a, const long *b, const long *c, const long *d)
{
    double ax = (double)(a[0] - d[0]), ay = (double)(a[1] - d[1]), bx = (double)(b[0] - d[0]),
           by = (double)(b[1] - d[1]);
    double cx = (double)(c[0] - d[0]), cy = (double)(c[1] - d[1]);
    double aa = ax * ax + ay * ay, bb = bx * bx + by * by, cc = cx * cx + cy * cy;
    double det = aa * (bx * cy - by * cx) + bb * (cx * ay - cy * ax) + cc * (ax * by - ay * bx);
    double size = aa * (fabs(bx * cy) + fabs(by * cx)) + bb * (fabs(cx * ay) + fabs(cy * ax)) +
                  cc * (fabs(ax * by) + fabs(ay * bx));
    if (fabs(det) > 1e-14 * size) return det > 0;
    Wide Ax = a[0] - d[0], Ay = a[1] - d[1], Bx = b[0] - d[0], By = b[1] - d[1], Cx = c[0] - d[0], Cy = c[1] - d[1];
    Wide A = Ax * Ax + Ay * Ay, B = Bx * Bx + By * By, C = Cx * Cx + Cy * Cy;
    return A * (Bx * Cy - By * Cx) + B * (Cx * Ay - Cy * Ax) + C * (Ax * By - Ay * Bx) > 0;
}

static int add_point(Triangulation *t, long x, long y)
{
    ARRAY_PUSH(t->arena, &t->x, x);
    ARRAY_PUSH(t->arena, &t->x, y);
    ARRAY_PUSH(t->arena, &t->of_point, -1);
    return t->of_point.n - 1;
}

static void set(Triangulation *t, int k, Triangle value)
{
    t->triangle.at[k] = value;
    for (int i = 0; i < 3; i++) t->of_point.at[value.v[i]] = k;
}

static int push(Triangulation *t, Triangle value)
{
    ARRAY_PUSH(t->arena, &t->triangle, value);
    set(t, t->triangle.n - 1, value);
    return t->triangle.n - 1;
}

Triangulation cd_triangulation(Arena *arena)
{
    Triangulation t = { .arena = arena, .random = 1 };
    const long low = -(1L << (TRIANGULATION_BITS - 2)), high = (1L << TRIANGULATION_BITS) - low;
    const long corner[4][2] = { { low, low }, { high, low }, { high, high }, { low, high } };
    for (int i = 0; i < 4; i++) add_point(&t, corner[i][0], corner[i][1]);
    push(&t, (Triangle){ .v = { 0, 1, 2 }, .n = { -1, 1, -1 } });
    push(&t, (Triangle){ .v = { 0, 2, 3 }, .n = { -1, -1, 0 } });
    return t;
}

/* Which edge of a triangle a neighbour is across. */
static int side_of(const Triangle *k, int neighbour)
{
    return k->n[0] == neighbour ? 0 : k->n[1] == neighbour ? 1 : 2;
}

static void reconnect(Triangulation *t, int k, int from, int to)
{
    if (k >= 0) t->triangle.at[k].n[side_of(&t->triangle.at[k], from)] = to;
}

static unsigned bit(const Triangle *k, int i)
{
    return (k->fixed >> i) & 1u;
}

/* The triangle that holds a point, by walking towards it. */
static int locate(Triangulation *t, const long *p)
{
    int k = t->last;
    for (int step = 0; step < 4 * t->triangle.n + 64; step++) {
        const Triangle *tri = &t->triangle.at[k];
        int next = -1;
        t->random = t->random * 1103515245u + 12345u;
        for (int j = 0; j < 3 && next < 0; j++) {
            int i = (int)((t->random >> 16) + (unsigned)j) % 3;
            if (tri->n[i] >= 0 && turn(at(t, tri->v[(i + 1) % 3]), at(t, tri->v[(i + 2) % 3]), p) < 0) next = tri->n[i];
        }
        if (next < 0) return k;
        k = next;
    }
    return k;
}

/* Turns the edge between k and its neighbour across v[i] into the other diagonal of their quadrilateral. */
static void flip(Triangulation *t, int k, int i)
{
    Triangle a = t->triangle.at[k];
    int m = a.n[i];
    Triangle b = t->triangle.at[m];
    int j = side_of(&b, k), i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
    /* a = (p, q, r), b = (s, r, q), the edge q - r becomes p - s */
    Triangle first = { .v = { a.v[i], a.v[i1], b.v[j] }, .n = { b.n[j1], m, a.n[i2] }, .inside = a.inside };
    Triangle second = { .v = { a.v[i], b.v[j], a.v[i2] }, .n = { b.n[j2], a.n[i1], k }, .inside = a.inside };
    first.fixed = (unsigned char)(bit(&b, j1) | bit(&a, i2) << 2);
    second.fixed = (unsigned char)(bit(&b, j2) | bit(&a, i1) << 1);
    set(t, k, first);
    set(t, m, second);
    reconnect(t, b.n[j1], m, k);
    reconnect(t, a.n[i1], k, m);
}

/* Flips edges across which the empty circle does not hold, beginning with the one opposite to v[i] of k. */
static void legalise(Triangulation *t, int k, int point)
{
    t->pending.n = 0;
    ARRAY_PUSH(t->arena, &t->pending, k);
    while (t->pending.n) {
        int a = t->pending.at[--t->pending.n];
        const Triangle *tri = &t->triangle.at[a];
        int i = tri->v[0] == point ? 0 : tri->v[1] == point ? 1 : tri->v[2] == point ? 2 : -1;
        if (i < 0 || tri->n[i] < 0 || bit(tri, i)) continue;
        int m = tri->n[i];
        const Triangle *b = &t->triangle.at[m];
        int j = side_of(b, a);
        if (!in_circle(at(t, tri->v[0]), at(t, tri->v[1]), at(t, tri->v[2]), at(t, b->v[j]))) continue;
        flip(t, a, i);
        ARRAY_PUSH(t->arena, &t->pending, a);
        ARRAY_PUSH(t->arena, &t->pending, m);
    }
}

static void split_triangle(Triangulation *t, int k, int p)
{
    Triangle a = t->triangle.at[k];
    int m = t->triangle.n, n = m + 1;
    push(t, (Triangle){ .v = { p, a.v[1], a.v[2] },
                        .n = { a.n[0], n, k },
                        .fixed = (unsigned char)bit(&a, 0),
                        .inside = a.inside });
    push(t, (Triangle){ .v = { p, a.v[2], a.v[0] },
                        .n = { a.n[1], k, m },
                        .fixed = (unsigned char)bit(&a, 1),
                        .inside = a.inside });
    set(t, k,
        (Triangle){ .v = { p, a.v[0], a.v[1] },
                    .n = { a.n[2], m, n },
                    .fixed = (unsigned char)bit(&a, 2),
                    .inside = a.inside });
    reconnect(t, a.n[0], k, m);
    reconnect(t, a.n[1], k, n);
    int made[3] = { k, m, n };
    for (int i = 0; i < 3; i++) legalise(t, made[i], p);
}

/* A point on the edge opposite to v[i] of k, which is not given. */
static void split_edge(Triangulation *t, int k, int i, int p)
{
    Triangle a = t->triangle.at[k];
    int m = a.n[i], i1 = (i + 1) % 3, i2 = (i + 2) % 3;
    Triangle b = t->triangle.at[m];
    int j = side_of(&b, k), j1 = (j + 1) % 3, j2 = (j + 2) % 3, c = t->triangle.n, d = c + 1;
    /* a = (s, q, r), b = (w, r, q) with p between q and r */
    push(t, (Triangle){ .v = { p, a.v[i2], a.v[i] },
                        .n = { a.n[i1], k, d },
                        .fixed = (unsigned char)bit(&a, i1),
                        .inside = a.inside });
    push(t, (Triangle){ .v = { p, b.v[j], a.v[i2] },
                        .n = { b.n[j2], c, m },
                        .fixed = (unsigned char)bit(&b, j2),
                        .inside = b.inside });
    set(t, k,
        (Triangle){ .v = { p, a.v[i], a.v[i1] },
                    .n = { a.n[i2], m, c },
                    .fixed = (unsigned char)bit(&a, i2),
                    .inside = a.inside });
    set(t, m,
        (Triangle){ .v = { p, a.v[i1], b.v[j] },
                    .n = { b.n[j1], d, k },
                    .fixed = (unsigned char)bit(&b, j1),
                    .inside = b.inside });
    reconnect(t, a.n[i1], k, c);
    reconnect(t, b.n[j2], m, d);
    int made[4] = { k, m, c, d };
    for (int n = 0; n < 4; n++) legalise(t, made[n], p);
}

int cd_triangulation_add(Triangulation *t, long x, long y, bool only_inside)
{
    long p[2] = { x, y };
    int k = locate(t, p), edge = -1;
    t->last = k;
    const Triangle *tri = &t->triangle.at[k];
    for (int i = 0; i < 3; i++) {
        const long *v = at(t, tri->v[i]);
        if (v[0] == x && v[1] == y) return tri->v[i];
        if (turn(at(t, tri->v[(i + 1) % 3]), at(t, tri->v[(i + 2) % 3]), p) == 0) edge = i;
    }
    if (only_inside && !tri->inside) return -1;
    if (edge >= 0 && (bit(tri, edge) || tri->n[edge] < 0)) return -1;
    int made = add_point(t, x, y);
    if (edge >= 0) split_edge(t, k, edge, made);
    else split_triangle(t, k, made);
    return made;
}

/* The triangle at a whose edge opposite to a is crossed by a - b, and where a stands in it; -1: a - b is an edge
 * (found: its triangle), or runs through a point (found: -1). */
static int first_crossed(const Triangulation *t, int a, int b, int *where, int *found)
{
    int start = t->of_point.at[a], k = start;
    *found = -1;
    do {
        const Triangle *tri = &t->triangle.at[k];
        int i = tri->v[0] == a ? 0 : tri->v[1] == a ? 1 : 2, q = tri->v[(i + 1) % 3], r = tri->v[(i + 2) % 3];
        if (q == b || r == b) {
            *found = k;
            return -1;
        }
        long left = turn(at(t, a), at(t, b), at(t, q)), right = turn(at(t, a), at(t, b), at(t, r));
        /* q to the right and r to the left of a - b: the edge q - r is crossed, if it lies ahead */
        if (left <= 0 && right >= 0 && turn(at(t, q), at(t, r), at(t, b)) <= 0) {
            if (left == 0 || right == 0) return -1;
            *where = i;
            return k;
        }
        k = tri->n[(i + 1) % 3]; /* across the edge from a to r: the next one to the left */
    } while (k != start && k >= 0);
    return -1;
}

/* Marks the edge a - b, which is there, as given on both sides. */
static bool mark(Triangulation *t, int a, int b)
{
    int where, k;
    first_crossed(t, a, b, &where, &k);
    if (k < 0) return false;
    for (int side = 0; side < 2 && k >= 0; side++) {
        Triangle *tri = &t->triangle.at[k];
        for (int i = 0; i < 3; i++) {
            if (tri->v[i] == a || tri->v[i] == b) continue;
            tri->fixed |= (unsigned char)(1u << i);
            k = tri->n[i];
            break;
        }
    }
    return true;
}

typedef struct Crossing {
    int p, q;
} Crossing;

/* The triangle that has the edge p - q in this direction, and the edge's place in it; -1: none. About a corner of the
 * frame triangles do not close: then the search goes on the other way round. */
static int find_edge(const Triangulation *t, int p, int q, int *place)
{
    int start = t->of_point.at[p];
    for (int way = 1; way <= 2; way++) {
        int k = start;
        do {
            const Triangle *tri = &t->triangle.at[k];
            int i = tri->v[0] == p ? 0 : tri->v[1] == p ? 1 : 2;
            if (tri->v[(i + 1) % 3] == q) {
                *place = (i + 2) % 3;
                return k;
            }
            k = tri->n[(i + way) % 3];
        } while (k != start && k >= 0);
        if (k == start) break;
    }
    return -1;
}

bool cd_triangulation_fix(Triangulation *t, int a, int b)
{
    int where = 0, found;
    if (a == b) return false;
    int k = first_crossed(t, a, b, &where, &found);
    if (k < 0) return found >= 0 && mark(t, a, b);

    /* edges that a - b crosses, in order */
    Arena scratch = { 0 };
    ARRAY_OF(Crossing) crossing = { 0 };
    bool good = true;
    for (int i = where; good;) {
        const Triangle *tri = &t->triangle.at[k];
        Crossing c = { tri->v[(i + 1) % 3], tri->v[(i + 2) % 3] };
        good = !bit(tri, i) && tri->n[i] >= 0;
        if (!good) break;
        ARRAY_PUSH(&scratch, &crossing, c);
        int m = tri->n[i];
        const Triangle *next = &t->triangle.at[m];
        int j = side_of(next, k), s = next->v[j];
        if (s == b) break;
        long side = turn(at(t, a), at(t, b), at(t, s));
        if (side == 0) good = false;
        /* s to the left: the edge to the right of it is crossed next, q - s; else s - r */
        i = side > 0 ? (j + 1) % 3 : (j + 2) % 3;
        k = m;
    }

    /* flip them until none is left; a quadrilateral that is not convex has to wait */
    int rounds = 0, most = 64 * (crossing.n + 8) + crossing.n * crossing.n;
    for (int head = 0; good && head < crossing.n && rounds < most; head++, rounds++) {
        Crossing c = crossing.at[head];
        int i = 0, m = find_edge(t, c.p, c.q, &i);
        if (m < 0) continue; /* it was flipped away */
        int other = t->triangle.at[m].n[i], j = side_of(&t->triangle.at[other], m);
        int p = t->triangle.at[m].v[i], s = t->triangle.at[other].v[j];
        if (turn(at(t, p), at(t, c.p), at(t, s)) <= 0 || turn(at(t, p), at(t, s), at(t, c.q)) <= 0) {
            ARRAY_PUSH(&scratch, &crossing, c);
            continue;
        }
        flip(t, m, i);
        long u = turn(at(t, a), at(t, b), at(t, p)), v = turn(at(t, a), at(t, b), at(t, s));
        bool still = ((u > 0 && v < 0) || (u < 0 && v > 0)) && p != a && p != b && s != a && s != b;
        if (still) {
            Crossing again = { p, s };
            ARRAY_PUSH(&scratch, &crossing, again);
        }
    }
    good = good && mark(t, a, b);
    cd_arena_close(&scratch);
    return good;
}

bool cd_triangulation_fill(Triangulation *t, int n, const int *from, const int *to)
{
    Arena scratch = { 0 };
    ARRAY_OF(int) pending = { 0 };
    bool good = true;
    for (int e = 0; e < n; e++) {
        int i, k = find_edge(t, from[e], to[e], &i);
        if (k < 0) good = false;
        else if (!t->triangle.at[k].inside) {
            t->triangle.at[k].inside = true;
            ARRAY_PUSH(&scratch, &pending, k);
        }
    }
    while (pending.n) {
        const Triangle *tri = &t->triangle.at[pending.at[--pending.n]];
        for (int i = 0; i < 3; i++) {
            int m = tri->n[i];
            if (bit(tri, i)) continue;
            if (m < 0) good = false; /* the frame is reached: something is open */
            else if (!t->triangle.at[m].inside) {
                t->triangle.at[m].inside = true;
                ARRAY_PUSH(&scratch, &pending, m);
            }
        }
    }
    /* what lies to the right must not have been reached, unless the edge is there both ways */
    for (int e = 0; e < n && good; e++) {
        int i, k = find_edge(t, to[e], from[e], &i);
        bool both = false;
        for (int d = 0; d < n && k >= 0 && t->triangle.at[k].inside && !both; d++)
            both = from[d] == to[e] && to[d] == from[e];
        good = k < 0 || !t->triangle.at[k].inside || both;
    }
    cd_arena_close(&scratch);
    return good;
}

void cd_triangulation_improve(Triangulation *t)
{
    enum { MOST_PASSES = 20 };
    for (int pass = 0, flips = 1; flips && pass < MOST_PASSES; pass++) {
        flips = 0;
        for (int k = 0; k < t->triangle.n; k++)
            for (int i = 0; i < 3; i++) {
                const Triangle *a = &t->triangle.at[k];
                if (!a->inside || bit(a, i) || a->n[i] < 0) continue;
                const Triangle *b = &t->triangle.at[a->n[i]];
                if (!in_circle(at(t, a->v[0]), at(t, a->v[1]), at(t, a->v[2]), at(t, b->v[side_of(b, k)]))) continue;
                flip(t, k, i);
                flips++;
            }
    }
}

int cd_triangulation_locate(Triangulation *t, long x, long y)
{
    long p[2] = { x, y };
    return t->last = locate(t, p);
}
