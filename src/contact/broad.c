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

/* Axis along which the middles of the finite boxes are most spread. */
static int widest_axis(int n, const SweptBox *box)
{
    Vec3 sum = v3(0, 0, 0), square = sum;
    int count = 0;
    for (int k = 0; k < n; k++) {
        if (!isfinite(box[k].low.x)) continue;
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
    return a->low.x <= b->high.x && b->low.x <= a->high.x && a->low.y <= b->high.y && b->low.y <= a->high.y &&
           a->low.z <= b->high.z && b->low.z <= a->high.z;
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
    int axis = widest_axis(n, box), pairs = 0;
    sort(n, box, axis); /* infinite ones come first and meet all behind them */
    for (int a = 0; a < n; a++) {
        double end = v3_get(box[a].high, axis);
        for (int b = a + 1; b < n && v3_get(box[b].low, axis) <= end; b++)
            if (meet(&box[a], &box[b])) tell(&box[a], &box[b], near, user), pairs++;
    }
    return pairs;
}
