/* pair.h - where two shapes overlap, and how far.
 *
 * All is seen from J: r and A are origin and axes of the marker of shape I along the axes of the marker of shape J.
 * Each disjoint region of overlap is one incident (theory 18, 1): penetration p is the thickness of the region along
 * the normal through its centroid, the normal is the vector area of J's part of its surface, out of J, and the point
 * lies half way between the two surfaces.
 *
 * Gradients are in the six small changes of the relative pose: [0..2] translation dr along J's axes, [3..5] rotation th
 * along J's axes about I's origin, dA = skew(th) A. A point fixed in I moves by dr + th x (x - r). */
#pragma once
#include "contact/shape.h"

enum { PAIR_MOST_INCIDENTS = 16 };

typedef struct Incident {
    int key;     /* the same as long as the same region touches */
    double p;    /* penetration, positive */
    Vec3 normal; /* unit, out of J: the force on I acts along it */
    Vec3 point;  /* where the force acts */
    Mat3
        /* mean of (x - c)(x - c)^T over the region, c its centroid; zero where the region is a point of a round
         * shape */
        gyration;
    double dp[6];
    Vec3 dnormal[6], dpoint[6];
    Mat3 dgyration[6];
} Incident;

typedef struct Touch {
    double within;  /* asked: gaps beyond it may be given as any number beyond it; 0: incidents alone are wanted */
    double gap;     /* open: distance, or a lower bound that goes to zero with it; else minus the largest penetration */
    double dgap[6]; /* zero where the gap is but a bound */
    int n;
    Incident at[PAIR_MOST_INCIDENTS];
} Touch;

/* What a statement says beyond the shapes. */
typedef struct PairOptions {
    bool inside;         /* the larger of two round shapes encloses the other: its material is outside */
    bool flip_i, flip_j; /* curves whose material is on the other side */
} PairOptions;

struct PairRow;
struct PairMemory;

/* Two shapes, and who computes them. */
typedef struct PairWay {
    const Shape *i, *j;
    const struct PairRow *row;
    bool swapped; /* the row knows them the other way around */
} PairWay;

typedef struct Pair {
    const Shape *i, *j;
    PairOptions options;
    const struct PairRow *row;
    bool swapped;
    PairWay rims;              /* with the rim in place of a shape that has one; row NULL: none has */
    struct PairMemory *memory; /* of the last evaluations; NULL: none is kept */
} Pair;

/* Lets a pair remember which triangles of its shapes are near each other, where that saves work: evaluations are the
 * same to the last bit. The arena lives as long as the pair; one evaluation of the pair runs at a time. */
void cd_pair_remember(Pair *pair, Arena *arena);

/* The pair of two shapes; false: there is no contact between such shapes (pair->row is NULL then). */
bool cd_pair_make(Pair *pair, const Shape *i, const Shape *j, PairOptions options);

/* How the two are computed, for messages: "sphere - plane, closed form". */
const char *cd_pair_method(const Pair *pair);

/* How far I is out of J's plane, for two curves or a curve and a point, which are taken as in one plane; 0 for other
 * pairs. */
double cd_pair_out_of_plane(const Pair *pair, Vec3 r, Mat3 A);

/* A lower bound of the distance by balls around both shapes, or by the plane: cheap, continuous, for pairs far
 * apart. */
double cd_pair_apart(const Pair *pair, Vec3 r, Mat3 A);

/* Memory for evaluations: fills an empty arena with one block that holds enough, so that evaluations allocate nothing
 * (those of meshes of which thousands of triangles meet may). */
void cd_pair_scratch(Arena *scratch);

/* Incidents and gap at a relative pose. Scratch memory is given back before it returns. */
void cd_pair_eval(const Pair *pair, Vec3 r, Mat3 A, Arena *scratch, Touch *touch);

/* Incidents alone: the gap is positive where there are none, and says nothing else. */
void cd_pair_incidents(const Pair *pair, Vec3 r, Mat3 A, Arena *scratch, Touch *touch);

/* The gap alone, at less cost where there is a way; one beyond `within` may be any number beyond it. */
double cd_pair_gap(const Pair *pair, Vec3 r, Mat3 A, double within, Arena *scratch);
