/* masses.c - S by bodies, from lists of what is not always zero. */
#include "system/masses.h"

#include "linalg/cholesky.h"
#include "linalg/six.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A share of S: M^-1 G of one leg times G of another. */
typedef struct Pair {
    int w, g, slot;
} Pair;

/* What two legs of a body have in common. */
typedef enum Share { SHARE_ALL, SHARE_MOVE, SHARE_TURN, SHARES } Share;

typedef struct Body {
    Vec3 mass; /* inverse, of each of the first three degrees of freedom: about z the third of a planar part */
    Mat3 J;    /* inverse */
    bool turns, diagonal;
} Body;

/* Lists of operations, which grow when an entry of G is not zero for the first time. */
typedef struct Lists {
    Arena arena;
    int made, unused_count, *unused; /* entries that always have been zero */
    bool *used;                      /* per entry */
    Cholesky *c;
    int *leg_first; /* rows, as they are eliminated: their legs */
    Leg *leg;
    Pair *pair;
    int *pair_end; /* SHARES per part */
    double *w;     /* 6 per leg: M^-1 G */
    bool *stale;   /* per part: to be factored */
} Lists;

struct Masses {
    Arena arena;
    bool whole;      /* every body has mass and inertia */
    bool lean;       /* S is not too full */
    bool reduced;    /* the factors at hand are those of S; else those of the whole matrix */
    int failures;    /* of S in a row; with each of them it is tried again later, ... */
    int wait;        /* ... after so many factorisations of the whole matrix */
    const double *g; /* entries of G that the factors belong to */
    RowPivot hold;   /* of the parts factored since these were taken */
    double *own;     /* room for them */
    Body *body;      /* bodies */
    double *u;       /* nv, and three more: M^-1 a, then d */
    double *y;       /* one per row: mu */
    double *most;    /* one per row in use: the largest diagonal of S it has had */
    Lists list;
};

static const RowPivot unknown_hold = { NAN, -1 };

/* ---- bodies ------------------------------------------------------------------------------------------------------ */

/* Whether J is positive definite by a good margin. */
static bool is_safe(Mat3 J)
{
    const double least = 1e-8;
    double a = m3_at(J, 0, 0), d = m3_at(J, 1, 1) - m3_at(J, 1, 0) * m3_at(J, 1, 0) / a, det = m3_det(J);
    return a > 0 && d > least * m3_at(J, 1, 1) && det > least * a * d * m3_at(J, 2, 2);
}

/* A body without mass, or without inertia about some axis, gets some here, from which can be told how well rows hold,
 * no more: false. */
static bool invert(const MovingBody *from, double length, Body *to)
{
    double Jzz = m3_at(from->J, 2, 2), mass = from->mass > 0 ? 1 / from->mass : 1;
    bool heavy = from->mass > 0, safe = from->planar ? Jzz > 0 : from->dofs < 6 || is_safe(from->J);
    *to = (Body){ .mass = v3(mass, mass, mass), .turns = from->dofs == 6, .diagonal = true };
    if (from->planar) to->mass.z = safe ? 1 / Jzz : mass / (length * length);
    if (!to->turns) return heavy && safe;
    to->J = safe ? m3_inverse(from->J) : m3_scale(m3_identity(), mass / (length * length));
    for (int i = 0; i < 9 && safe; i++)
        if (i % 4 && m3_at(from->J, i / 3, i % 3) != 0) to->diagonal = false;
    return heavy && safe;
}

static Vec3 move(const Body *b, Vec3 f)
{
    return v3(b->mass.x * f.x, b->mass.y * f.y, b->mass.z * f.z);
}

static Vec3 turn(const Body *b, Vec3 t)
{
    return b->diagonal ? v3(b->J.c[0].x * t.x, b->J.c[1].y * t.y, b->J.c[2].z * t.z) : m3_apply(b->J, t);
}

/* Rows of all joints on one body are coupled in S: with dozens of joints on it the whole matrix is the lighter one. */
static bool is_lean(const System *s, long pairs, long operations)
{
    const long most = 30; /* operations per entry of G; chains have 5, trees 11 */
    return 6 * pairs + operations <= most * s->matrix.row_first[s->in_use.n];
}

/* Pairs of rows on one body, over all bodies; no more can have a direction in common. */
static long count_pairs(const System *s)
{
    Arena scratch = { 0 };
    long pairs = 0, *legs = ARENA_ARRAY(&scratch, long, s->m->bodies);
    for (int l = 0; l < s->matrix.leg_first[s->in_use.n]; l++) pairs += ++legs[s->matrix.leg[l].body];
    cd_arena_close(&scratch);
    return pairs;
}

static Masses *masses_new(const System *s)
{
    Masses *m = cd_take(sizeof *m);
    int bodies = s->m->bodies, entries = s->in_use.n ? s->matrix.row_first[s->in_use.n] : 0;
    m->body = ARENA_ARRAY(&m->arena, Body, bodies);
    m->whole = true,
    m->lean = s->matrix.leg_first && is_lean(s, count_pairs(s), 0); /* no legs: there is no choice of rows */
    for (int b = 0; b < bodies; b++) {
        m->whole &= invert(&s->m->body[b], s->constants.length, &m->body[b]);
        if (s->m->body[b].role != BODY_WHOLE) m->whole = m->lean = false; /* flexible bodies have more than blocks */
        if (s->m->body[b].curve) m->whole = m->lean = false;              /* its coordinate is no displacement */
    }
    m->own = ARENA_ARRAY(&m->arena, double, entries);
    m->u = ARENA_ARRAY(&m->arena, double, s->m->nv + 3), m->y = ARENA_ARRAY(&m->arena, double, s->in_use.n);
    m->most = ARENA_ARRAY(&m->arena, double, s->in_use.n);
    m->list.used = ARENA_ARRAY(&m->arena, bool, entries), m->list.unused = ARENA_ARRAY(&m->arena, int, entries);
    for (int k = 0; k < entries; k++) m->list.unused[m->list.unused_count++] = k;
    return m;
}

void cd_masses_close(Masses *m)
{
    if (!m) return;
    cd_cholesky_close(m->list.c);
    cd_arena_close(&m->list.arena);
    cd_arena_close(&m->arena);
    free(m);
}

/* ---- lists ------------------------------------------------------------------------------------------------------- */

/* Which of its entries a leg of G has, as bits; of M^-1 G if `divided`. */
static unsigned directions(const Masses *m, const Leg *leg, bool divided)
{
    const Body *b = &m->body[leg->body];
    unsigned set = 0;
    for (int c = 0; c < leg->n; c++) set |= (unsigned)m->list.used[leg->entry + c] << c;
    return divided && set >> 3 && !b->diagonal ? set | 0x38 : set;
}

typedef struct Found {
    int row, w, other, g; /* rows in use, and legs */
    Share share;
} Found;
typedef ARRAY_OF(Found) FoundList;

/* Legs by rows in use, and by bodies; pairs of those on one body that have a direction in common. */
static void find_pairs(const System *s, const Masses *m, Arena *scratch, FoundList *out)
{
    int *head = ARENA_ARRAY(scratch, int, s->m->bodies),
        *next = ARENA_ARRAY(scratch, int, s->matrix.leg_first[s->in_use.n]);
    int *row = ARENA_ARRAY(scratch, int, s->matrix.leg_first[s->in_use.n]);
    for (int b = 0; b < s->m->bodies; b++) head[b] = -1;
    for (int i = 0; i < s->in_use.n; i++)
        for (int a = s->matrix.leg_first[i]; a < s->matrix.leg_first[i + 1]; a++) {
            unsigned w = directions(m, &s->matrix.leg[a], true);
            row[a] = i, next[a] = head[s->matrix.leg[a].body], head[s->matrix.leg[a].body] = a;
            for (int b = a; b >= 0; b = next[b]) {
                unsigned both = w & directions(m, &s->matrix.leg[b], false);
                Share share = both & 7 ? both >> 3 ? SHARE_ALL : SHARE_MOVE : SHARE_TURN;
                if (both) ARRAY_PUSH(scratch, out, ((Found){ i, a, row[b], b, share }));
            }
        }
}

static void list_pairs(Masses *m, const FoundList *found, const int *new_leg, const Leg *old)
{
    const Cholesky *c = m->list.c;
    int *part = ARENA_ARRAY(&m->list.arena, int, c->n);
    for (int p = 0; p < c->parts; p++)
        for (int k = c->first[p]; k < c->first[p + 1]; k++) part[c->unknown[k]] = p;
    m->list.pair = ARENA_ARRAY(&m->list.arena, Pair, found->n);
    m->list.pair_end = ARENA_ARRAY(&m->list.arena, int, SHARES * c->parts + 1);
    int *end = m->list.pair_end + 1;
    for (int i = 0; i < found->n; i++) end[SHARES * part[found->at[i].row] + (int)found->at[i].share]++;
    for (int i = 0, sum = 0; i < SHARES * c->parts; i++) {
        int count = end[i];
        end[i] = sum, sum += count;
    }
    for (int i = 0; i < found->n; i++) {
        const Found *f = &found->at[i];
        int at = end[SHARES * part[f->row] + (int)f->share]++;
        m->list.pair[at] = (Pair){ 6 * new_leg[f->w], old[f->g].entry, cd_cholesky_slot(c, f->row, f->other) };
    }
}

static void make_lists(System *s, Masses *m)
{
    Arena scratch = { 0 };
    int legs = s->matrix.leg_first[s->in_use.n], n = 0;
    FoundList found = { 0 };
    cd_cholesky_close(m->list.c);
    cd_arena_close(&m->list.arena);
    m->list.made++;
    find_pairs(s, m, &scratch, &found);

    int *pr = ARENA_ARRAY(&scratch, int, found.n), *pc = ARENA_ARRAY(&scratch, int, found.n),
        *slot = ARENA_ARRAY(&scratch, int, found.n), *new_leg = ARENA_ARRAY(&scratch, int, legs);
    for (int i = 0; i < found.n; i++) pr[i] = found.at[i].row, pc[i] = found.at[i].other;
    Pattern pattern = cd_pattern_new(&scratch, s->in_use.n, s->in_use.n, found.n, pr, pc, slot);
    m->list.c = cd_cholesky_open(&pattern);

    m->list.leg = ARENA_ARRAY(&m->list.arena, Leg, legs),
    m->list.leg_first = ARENA_ARRAY(&m->list.arena, int, s->in_use.n + 1);
    for (int k = 0; k < s->in_use.n; k++) {
        int row = m->list.c->unknown[k];
        for (int a = s->matrix.leg_first[row]; a < s->matrix.leg_first[row + 1]; a++)
            m->list.leg[n] = s->matrix.leg[a], new_leg[a] = n++;
        m->list.leg_first[k + 1] = n;
    }
    m->lean = is_lean(s, found.n, m->list.c->operations);
    list_pairs(m, &found, new_leg, s->matrix.leg);
    m->list.w = ARENA_ARRAY(&m->list.arena, double, 6 * legs),
    m->list.stale = ARENA_ARRAY(&m->list.arena, bool, m->list.c->parts);
    cd_arena_close(&scratch);
}

/* Whether entries are other than zero that never have been; they are noted. After many lists all count as used. */
static bool look_for_more(Masses *m, const double *g)
{
    enum { MOST_LISTS = 8 };
    int left = 0, before = m->list.unused_count;
    bool more = m->list.made == 0;
    for (int i = 0; i < before && !more; i++) more = g[m->list.unused[i]] != 0;
    if (!more) return false;
    for (int i = 0; i < before; i++) {
        int k = m->list.unused[i];
        m->list.used[k] = g[k] != 0 || m->list.made > MOST_LISTS;
        if (!m->list.used[k]) m->list.unused[left++] = k;
    }
    m->list.unused_count = left;
    return true;
}

/* ---- factors ----------------------------------------------------------------------------------------------------- */

static double dot3(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* A row whose gradient goes to nothing loses rank by itself, as that of a CONVEL does whose shafts fold onto each
 * other: once it is a tenth of the largest it has had, it counts. */
static void watch_sizes(Masses *m, int part)
{
    const double small = 0.01;
    const Cholesky *c = m->list.c;
    for (int k = c->first[part]; k < c->first[part + 1]; k++) {
        double *most = &m->most[c->unknown[k]], size = c->size[k];
        if (size > *most) *most = size;
        else if (size < small * *most && !(size / (small * *most) >= m->hold.ratio))
            m->hold = (RowPivot){ size / (small * *most), c->unknown[k] };
    }
}

static bool factor_part(Masses *m, int part)
{
    /* what a pivot keeps of its diagonal is the square of how far its row is from depending on the others */
    const double least = 1e-8;
    Cholesky *c = m->list.c;
    const double *g = m->g;
    double *w = m->list.w, *S = c->w;
    for (int l = m->list.leg_first[c->first[part]]; l < m->list.leg_first[c->first[part + 1]]; l++) {
        const Body *b = &m->body[m->list.leg[l].body];
        const double *from = g + m->list.leg[l].entry;
        double *to = w + 6 * l;
        v3_store(to, move(b, v3_load(from)));
        if (b->turns) v3_store(to + 3, turn(b, v3_load(from + 3)));
    }
    cd_cholesky_clear(c, part);
    const Pair *p = m->list.pair + m->list.pair_end[SHARES * part];
    const int *end = m->list.pair_end + SHARES * part + 1;
    for (; p < m->list.pair + end[SHARE_ALL]; p++) S[p->slot] += six_dot(w + p->w, g + p->g);
    for (; p < m->list.pair + end[SHARE_MOVE]; p++) S[p->slot] += dot3(w + p->w, g + p->g);
    for (; p < m->list.pair + end[SHARE_TURN]; p++) S[p->slot] += dot3(w + p->w + 3, g + p->g + 3);
    m->list.stale[part] = false;
    bool good = cd_cholesky_factor(c, part, least);
    if (!(c->kept >= m->hold.ratio)) m->hold = (RowPivot){ c->kept, c->unknown[c->weakest] };
    watch_sizes(m, part);
    return good;
}

static LuStatus factor_whole(System *s)
{
    cd_solver(s)->masses->reduced = false;
    cd_system_fill_with(s, cd_block_mass, NULL, cd_solver(s)->masses->g);
    return cd_system_refactor(s);
}

static Masses *masses_of(System *s)
{
    Solver *v = cd_solver(s);
    if (!v->masses) v->masses = masses_new(s);
    return v->masses;
}

double *cd_masses_room(System *s)
{
    return masses_of(s)->own;
}

static bool begin_reduced(System *s)
{
    Masses *m = cd_solver(s)->masses;
    m->hold = unknown_hold;
    if (look_for_more(m, m->g)) make_lists(s, m);
    memset(m->list.stale, true, sizeof(bool) * (size_t)m->list.c->parts);
    return m->lean;
}

LuStatus cd_masses_factor_with(System *s, const double *g)
{
    Masses *m = masses_of(s);
    m->g = g, m->reduced = m->whole && m->lean && m->wait == 0, m->hold = unknown_hold;
    if (m->wait) m->wait--;
    return m->reduced && begin_reduced(s) ? LU_OK : factor_whole(s);
}

static const double *rows_here(System *s)
{
    double *g = cd_masses_room(s);
    cd_system_rows(s, &(RowValues){ .value = s->in_use.dotted.value, .rate = s->in_use.dotted.rate, .g = g });
    return g;
}

LuStatus cd_masses_factor(System *s)
{
    return cd_masses_factor_with(s, rows_here(s));
}

/* ---- solutions --------------------------------------------------------------------------------------------------- */

/* Right-hand side of S on one part; whether it is other than zero. */
static bool take_part(const Masses *m, int part, const double *b)
{
    const Cholesky *c = m->list.c;
    bool any = false;
    for (int k = c->first[part]; k < c->first[part + 1]; k++) {
        double sum = -b[c->unknown[k]];
        for (int l = m->list.leg_first[k]; l < m->list.leg_first[k + 1]; l++) {
            const Leg *leg = &m->list.leg[l];
            const double *g = m->g + leg->entry, *u = m->u + leg->first;
            sum += leg->n == 6 ? six_dot(g, u) : dot3(g, u);
        }
        m->y[k] = sum;
        any |= sum != 0;
    }
    return any;
}

/* u -= M^-1 G^T mu */
static void give_part(const Masses *m, int part)
{
    const Cholesky *c = m->list.c;
    for (int k = c->first[part]; k < c->first[part + 1]; k++) {
        const double mu = m->y[k];
        for (int l = m->list.leg_first[k]; l < m->list.leg_first[k + 1]; l++) {
            const double *w = m->list.w + 6 * l;
            double *u = m->u + m->list.leg[l].first;
            if (m->list.leg[l].n == 6) six_axpy(u, -mu, w);
            else
                for (int i = 0; i < 3; i++) u[i] -= mu * w[i];
        }
    }
}

static bool solve_reduced(System *s, double *b)
{
    Masses *m = cd_solver(s)->masses;
    const Cholesky *c = m->list.c;
    int nv = s->m->nv;
    for (int i = 0; i < s->m->bodies; i++) {
        const double *a = b + s->m->body[i].first;
        double *u = m->u + s->m->body[i].first;
        v3_store(u, move(&m->body[i], v3_load(a)));
        if (m->body[i].turns) v3_store(u + 3, turn(&m->body[i], v3_load(a + 3)));
    }
    for (int p = 0; p < c->parts; p++) {
        if (!take_part(m, p, b + nv)) continue;
        if (m->list.stale[p] && !factor_part(m, p)) return false;
        cd_cholesky_solve(c, p, m->y);
        give_part(m, p);
    }
    memcpy(b, m->u, sizeof(double) * (size_t)nv);
    for (int k = 0; k < s->in_use.n; k++) b[nv + c->unknown[k]] = m->y[k];
    return true;
}

LuStatus cd_masses_solve(System *s, double *b)
{
    enum { MOST_DOUBLED = 6 };
    Masses *m = cd_solver(s)->masses;
    if (m->reduced && solve_reduced(s, b)) {
        m->failures = 0;
        return LU_OK;
    }
    if (m->reduced) {
        m->wait = (1 << m->failures) - 1;
        if (m->failures < MOST_DOUBLED) m->failures++;
        LuStatus lu = factor_whole(s);
        if (lu != LU_OK && lu != LU_REPIVOTED) return lu;
    }
    cd_lu_solve(cd_solver(s)->lu, b);
    return LU_OK;
}

RowPivot cd_masses_pivot_solved(System *s)
{
    return cd_solver(s)->masses->hold;
}

RowPivot cd_masses_pivot(System *s, const double *g)
{
    Masses *m = masses_of(s);
    if (!m->lean) return unknown_hold;
    m->g = g, m->reduced = true;
    if (!begin_reduced(s)) return unknown_hold;
    for (int p = 0; p < m->list.c->parts; p++) factor_part(m, p);
    return m->hold;
}

RowPivot cd_masses_pivot_here(System *s)
{
    return cd_masses_pivot(s, rows_here(s));
}

bool cd_masses_solve_with(System *s, const double *g, double *b)
{
    Masses *m = masses_of(s);
    if (!m->whole || !m->lean) return false;
    m->g = g, m->reduced = true;
    return begin_reduced(s) && solve_reduced(s, b);
}

void cd_masses_forget(System *s)
{
    cd_masses_close(cd_solver(s)->masses);
    cd_solver(s)->masses = NULL;
}
