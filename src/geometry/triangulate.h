/* triangulate.h - triangles of a region of the plane with given edges, none of which is ever split: a constrained
 * Delaunay triangulation. Coordinates are whole numbers, so that every test is exact. */
#pragma once
#include "base/arena.h"

#include <stdbool.h>

typedef struct Triangle {
    int v[3];            /* counter-clockwise */
    int n[3];            /* neighbour across the edge opposite to v[i]; -1: none */
    unsigned char fixed; /* bit i: that edge is given */
    bool inside;
} Triangle;

typedef struct Triangulation {
    Arena *arena;
    ARRAY_OF(long) x; /* two per point; the first four points are corners of a frame about all */
    ARRAY_OF(Triangle) triangle;
    ARRAY_OF(int) of_point; /* some triangle at each point */
    ARRAY_OF(int) pending;  /* triangles that flips have touched */
    int last;               /* where searches begin */
    unsigned random;
} Triangulation;

enum { TRIANGULATION_FRAME = 4, TRIANGULATION_BITS = 29 };

/* Points have coordinates in [0, 2^29]. */
Triangulation cd_triangulation(Arena *arena);

/* Adds a point; its position, that of the point that is there already, or -1 if it lies on a given edge. only_inside:
 * -1 also outside of the region. */
int cd_triangulation_add(Triangulation *t, long x, long y, bool only_inside);

/* Makes a - b an edge. False if it would cross a given edge or run through a point. */
bool cd_triangulation_fix(Triangulation *t, int a, int b);

/* Marks what lies to the left of the given edges from[i] - to[i]. False if left and right meet. */
bool cd_triangulation_fill(Triangulation *t, int n, const int *from, const int *to);

/* Flips edges of the region until every circle is empty, as far as given edges allow. */
void cd_triangulation_improve(Triangulation *t);

/* The triangle that holds a point. */
int cd_triangulation_locate(Triangulation *t, long x, long y);
