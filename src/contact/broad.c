/* broad.c - near pairs by sorting boxes along the axis of largest variance and sweeping. */
#include "contact/broad.h"

#include <stdlib.h>

SweptBox cd_broad_box(const Shape *s, Vec3 r, Mat3 A, double margin)
{
    SweptBox b = { .shape = -1, .group = -1, .side = 3 };
    if (!isfinite(s->reach)) {
        b.low = v3(-INFINITY, -INFINITY, -INFINITY), b.high = v3_neg(b.low);
        return b;
    }
    Vec3 mid = v3_scale(v3_add(s->low, s->high), 0.5), half = v3_scale(v3_sub(s->high, s->low), 0.5);
    Vec3 x = v3_add(r, m3_apply(A, mid)), w;
    w.x = fabs(A.c[0].x) * half.x + fabs(A.c[1].x) * half.y + fabs(A.c[2].x) * half.z + margin;
    w.y = fabs(A.c[0].y) * half.x + fabs(A.c[1].y) * half.y + fabs(A.c[2].y) * half.z + margin;
    w.z = fabs(A.c[0].z) * half.x + fabs(A.c[1].z) * half.y + fabs(A.c[2].z) * half.z + margin;
    b.low = v3_sub(x, w), b.high = v3_add(x, w);
    return b;
}

SweptBox cd_broad_union(SweptBox a, SweptBox b)
{
    a.low = v3(fmin(a.low.x, b.low.x), fmin(a.low.y, b.low.y), fmin(a.low.z, b.low.z));
    a.high = v3(fmax(a.high.x, b.high.x), fmax(a.high.y, b.high.y), fmax(a.high.z, b.high.z));
    return a;
}

static bool overlap(const SweptBox *a, const SweptBox *b)
{
    return a->low.x <= b->high.x && b->low.x <= a->high.x && a->low.y <= b->high.y && b->low.y <= a->high.y &&
           a->low.z <= b->high.z && b->low.z <= a->high.z;
}

/* The side of whoever a box can meet: 1, 2 or 3. */
static int partner(const SweptBox *b)
{
    return (b->side & 1 ? 2 : 0) | (b->side & 2 ? 1 : 0);
}

/* Boxes of one list that are beyond all of the other. */
static void find_away(int n, SweptBox *box)
{
    SweptBox all[2];
    for (int side = 0; side < 2; side++) {
        all[side] = (SweptBox){ .low = v3(INFINITY, INFINITY, INFINITY), .high = v3(-INFINITY, -INFINITY, -INFINITY) };
        for (int k = 0; k < n; k++)
            if (box[k].side & (1 << side)) all[side] = cd_broad_union(all[side], box[k]);
    }
    for (int k = 0; k < n; k++) {
        int with = partner(&box[k]);
        box[k].away = !(with & 1 && overlap(&box[k], &all[0])) && !(with & 2 && overlap(&box[k], &all[1]));
    }
}

static void find_next(int n, SweptBox *box)
{
    int next[3] = { n, n, n };
    for (int k = n - 1; k >= 0; k--) {
        for (int c = 0; c < 3; c++) {
            box[k].next[c] = next[c];
            if (!box[k].away && box[k].side & (c + 1)) next[c] = k;
        }
    }
}

/* Axis along which the middles of the finite boxes that may meet are most spread. */
static int widest_axis(int n, const SweptBox *box)
{
    Vec3 sum = v3(0, 0, 0), square = sum;
    int count = 0;
    for (int k = 0; k < n; k++) {
        if (box[k].away || !isfinite(box[k].low.x)) continue;
        Vec3 m = v3_scale(v3_add(box[k].low, box[k].high), 0.5);
        sum = v3_add(sum, m), square = v3_add(square, v3(m.x * m.x, m.y * m.y, m.z * m.z)), count++;
    }
    if (!count) return 0;
    Vec3 v = v3(square.x - sum.x * sum.x / count, square.y - sum.y * sum.y / count, square.z - sum.z * sum.z / count);
    return v.x >= v.y && v.x >= v.z ? 0 : v.y >= v.z ? 1 : 2;
}

static bool before(const SweptBox *a, const SweptBox *b, int axis)
{
    double x = v3_get(a->low, axis), y = v3_get(b->low, axis);
    return x < y || (x == y && a->shape < b->shape);
}

static int compare(const SweptBox *a, const SweptBox *b, int axis)
{
    return before(a, b, axis) ? -1 : before(b, a, axis) ? 1 : 0;
}

static int by_x(const void *a, const void *b)
{
    return compare(a, b, 0);
}
static int by_y(const void *a, const void *b)
{
    return compare(a, b, 1);
}
static int by_z(const void *a, const void *b)
{
    return compare(a, b, 2);
}

/* By insertion as long as that moves few; else by the library. */
static void sort(int n, SweptBox *box, int axis)
{
    long moves = 0, most = 8L * n;
    for (int k = 1; k < n; k++) {
        SweptBox b = box[k];
        int at = k;
        while (at > 0 && before(&b, &box[at - 1], axis)) box[at] = box[at - 1], at--;
        box[at] = b, moves += k - at;
        if (moves <= most) continue;
        qsort(box, (size_t)n, sizeof *box, axis == 0 ? by_x : axis == 1 ? by_y : by_z);
        return;
    }
}

static bool meet(const SweptBox *a, const SweptBox *b)
{
    if (a->group >= 0 && a->group == b->group) return false;
    if (!((a->side & 1 && b->side & 2) || (a->side & 2 && b->side & 1))) return false;
    return overlap(a, b);
}

static void tell(const SweptBox *a, const SweptBox *b, NearPair *near, void *user)
{
    bool straight = a->side & 1 && b->side & 2, swapped = b->side & 1 && a->side & 2;
    if (straight && swapped) straight = a->shape < b->shape;
    if (straight) near(user, a->shape, b->shape);
    else near(user, b->shape, a->shape);
}

int cd_broad_pairs(int n, SweptBox *box, NearPair *near, void *user)
{
    find_away(n, box);
    int axis = widest_axis(n, box), pairs = 0;
    sort(n, box, axis); /* infinite ones come first and meet all behind them */
    find_next(n, box);
    for (int a = 0; a < n; a++) {
        int with = partner(&box[a]) - 1;
        double end = v3_get(box[a].high, axis);
        if (box[a].away) continue;
        for (int b = box[a].next[with]; b < n && v3_get(box[b].low, axis) <= end; b = box[b].next[with])
            if (meet(&box[a], &box[b])) tell(&box[a], &box[b], near, user), pairs++;
    }
    return pairs;
}
