/* turning.c - sparse matrices times blocks of bodies (theory 12.32).
 *
 * Displacements are counted in ground axes and rotations in those of the body, as they are at present; seen from axes
 * that turn with w both have the rates x' = s x + w x x. */
#include "analyses/linear/turning.h"

static void put_block(double *out, int at, Mat3 A)
{
    for (int c = 0; c < 3; c++)
        for (int r = 0; r < 3; r++) out[at + r + 6 * (at + c)] = v3_get(m3_col(A, c), r);
}

Turning cd_turning_new(Arena *arena, const Relative *frame)
{
    const System *s = frame->s;
    size_t size = 36 * (size_t)s->m->bodies;
    Turning t = { ARENA_ARRAY(arena, double, size), ARENA_ARRAY(arena, double, size) };
    for (int b = 0; b < s->m->bodies; b++) {
        const MovingBody *body = &s->m->body[b];
        if (cd_relative_is_scalar(body)) continue;
        for (int part = 0; part < 2; part++) {
            const Mat3 *A = &s->now.body[b].A;
            Mat3 w = m3_skew(part ? m3_tapply(*A, frame->w) : frame->w);
            Mat3 rate = m3_skew(part ? m3_tapply(*A, frame->w_rate) : frame->w_rate);
            put_block(t.first + 36 * b, 3 * part, w);
            put_block(t.second + 36 * b, 3 * part, m3_add(m3_mul(w, w), rate));
        }
    }
    return t;
}

/* The place of a row in a column; -1: none. */
static int place(const Pattern *a, int row, int column)
{
    int low = a->p[column], high = a->p[column + 1] - 1;
    while (low <= high) {
        int middle = (low + high) / 2;
        if (a->i[middle] == row) return middle;
        if (a->i[middle] < row) low = middle + 1;
        else high = middle - 1;
    }
    return -1;
}

static bool add_column(const Pattern *a, int source, double factor, const double *from, int target, double *to)
{
    for (int k = a->p[source]; k < a->p[source + 1]; k++) {
        if (from[k] == 0) continue;
        int at = place(a, a->i[k], target);
        if (at < 0) return false;
        to[at] += factor * from[k];
    }
    return true;
}

bool cd_turning_add(const System *s, const double *blocks, const Pattern *a, double factor, const double *from,
                    double *to)
{
    bool fits = true;
    for (int b = 0; b < s->m->bodies; b++) {
        const MovingBody *body = &s->m->body[b];
        for (int c = 0; c < body->dofs; c++)
            for (int r = 0; r < body->dofs && fits; r++) {
                double x = blocks[36 * b + body->six[r] + 6 * body->six[c]];
                if (x != 0) fits = add_column(a, body->first + r, factor * x, from, body->first + c, to);
            }
    }
    return fits;
}

void cd_turning_apply(const System *s, const Turning *t, const double *x, double *out)
{
    for (int b = 0; b < s->m->bodies; b++) {
        const MovingBody *body = &s->m->body[b];
        for (int c = 0; c < body->dofs; c++)
            for (int r = 0; r < body->dofs; r++)
                out[body->first + r] += t->first[36 * b + body->six[r] + 6 * body->six[c]] * x[body->first + c];
    }
}
