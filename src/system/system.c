/* system.c - numbering, pattern, slots, assembly. */
#include "system/system.h"

#include "elements/newton.h"
#include "linalg/six.h"
#include "system/independent.h"
#include "system/solver.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static Vec3 gravity_of(const CdModel *model)
{
    const Element *e = cd_model_setting(model, KIND_accgrav);
    double g[3] = { 0 };
    for (int k = 0; e && e->kind->fields[k].type != FIELD_END && k < 3; k++)
        g[k] = *(const double *)cd_field_in(&e->kind->fields[k], e->data);
    return v3(g[0], g[1], g[2]);
}

double cd_system_size(const System *s)
{
    double least[3] = { INFINITY, INFINITY, INFINITY }, most[3] = { -INFINITY, -INFINITY, -INFINITY }, sum = 0, near,
           far;
    for (int i = 0; i < s->m->bodies + s->m->markers; i++) {
        const Site *site = i < s->m->bodies ? NULL : &s->m->site[i - s->m->bodies];
        if (site ? site->body >= 0 : s->m->body[i].curve || s->m->body[i].role == BODY_MODES) continue;
        Vec3 r = site ? site->s : s->state.r[i];
        for (int k = 0; k < 3; k++) least[k] = fmin(least[k], v3_get(r, k)), most[k] = fmax(most[k], v3_get(r, k));
    }
    for (int k = 0; k < 3; k++) sum += most[k] > least[k] ? (most[k] - least[k]) * (most[k] - least[k]) : 0;
    cd_marker_arms(s->m, &near, &far);
    double size = sqrt(sum) + far,
           fall = v3_norm(s->constants.gravity); /* in a unit of time, where nothing else has a length */
    return size > 0 ? size : fall > 0 ? fall : 1;
}

static double length_of(const System *s)
{
    double length = 0, near, far;
    for (int i = 0; i < s->m->markers; i++) length = fmax(length, v3_norm(s->m->site[i].s));
    cd_marker_arms(s->m, &near, &far);
    if (s->m->flexes) length = fmax(length, far);
    return length > 0 ? length : cd_system_size(s);
}

System *cd_system_open(const CdModel *model, const Activity *active)
{
    Mechanism *base = cd_mechanism_open(model);
    System *s = cd_system_open_on(base, active);
    cd_mechanism_close(base);
    return s;
}

/* Room for contacts by time stepping, where the model asks for that. */
static void open_stepped(System *s)
{
    bool on = cd_newton_by_steps(s->model);
    int n = on ? s->model->table[KIND_contact].n : 0;
    s->in_use.stepped = (Stepped){ .on = on,
                                   .contacts = n,
                                   .gap = ARENA_ARRAY(&s->arena, double, n),
                                   .force = ARENA_ARRAY(&s->arena, double, n),
                                   .impulse = ARENA_ARRAY(&s->arena, double, n) };
    for (int i = 0; i < n; i++) s->in_use.stepped.gap[i] = INFINITY;
}

void cd_system_add_stepped(System *s, int contact, double gap, double impulse, double h)
{
    Stepped *x = &s->in_use.stepped;
    x->gap[contact] = fmin(x->gap[contact], gap);
    x->force[contact] += impulse / h, x->impulse[contact] += impulse;
}

System *cd_system_open_on(Mechanism *base, const Activity *active)
{
    System *s = cd_take(sizeof *s);
    s->given.base = cd_mechanism_hold(base);
    const CdModel *model = s->model = base->model;
    s->given.active = active;
    s->m = cd_mechanism_extend(&s->arena, base);
    s->c = cd_constraints_new(&s->arena, s->m, active);
    s->state = cd_state_new(&s->arena, s->m, s->c->rows, s->c->windings);
    s->constants.gravity = gravity_of(model);
    s->in_use.row = ARENA_ARRAY(&s->arena, int, s->c->rows);
    s->in_use.unknown = ARENA_ARRAY(&s->arena, int, s->c->rows);
    s->in_use.closed = ARENA_ARRAY(&s->arena, bool, s->c->rows);
    s->in_use.impulse = ARENA_ARRAY(&s->arena, double, s->c->rows);
    s->in_use.slip = ARENA_ARRAY(&s->arena, SlipState, s->c->rows);
    open_stepped(s);
    s->now.body = ARENA_ARRAY(&s->arena, BodyMotion, s->m->bodies);
    s->now.marker = cd_markers_new(&s->arena, s->m);
    s->now.drive = ARENA_ARRAY(&s->arena, double, 3 * s->c->rows);
    s->now.rhs = ARENA_ARRAY(&s->arena, double, s->m->nv + s->c->rows);
    s->now.eval = ARENA_NEW(&s->arena, RowEval);
    cd_state_start(s->m, &s->state);
    s->constants.length = length_of(s);
    cd_constraints_start(s->c, &s->state);
    return s;
}

void cd_system_close(System *s)
{
    if (!s) return;
    cd_solver_close(s->solver);
    cd_mechanism_close(s->given.base);
    cd_arena_close(&s->matrix.arena);
    cd_arena_close(&s->arena);
    free(s);
}

bool cd_system_prepare(System *s, CdLog *log)
{
    cd_bodies_motion(s->m, &s->state, s->now.body);
    s->c->time = s->state.t;
    for (int i = 0; i < s->c->rows; i++) {
        int d = s->c->row[i].drive;
        if (d >= 0 && !cd_drive_eval(s->c, &s->c->drive[d], s->state.t, s->now.drive + 3 * i, log)) return false;
    }
    return true;
}

static const double *drive_of(const System *s, int row)
{
    return s->c->row[row].drive >= 0 ? s->now.drive + 3 * row : NULL;
}

RowEval *cd_system_row(System *s, int row, RowLevel level)
{
    cd_constraint_row(s->c, row, s->now.body, s->state.winding, drive_of(s, row), level, s->now.eval);
    return s->now.eval;
}

double cd_system_rate(const System *s, int row, const RowEval *e)
{
    const double *f = drive_of(s, row);
    return cd_row_rate(s->c, e, s->state.v) + e->rate_t - (f ? f[1] : 0);
}

void cd_system_gap(System *s, int row, double out[2])
{
    if (cd_constraint_has_shape(s->c, row)) {
        cd_general_gap(&s->c->general[s->c->row[row].general], &s->c->general_room, s->m, s->now.body, out);
        out[0] -= s->c->row[row].offset;
        return;
    }
    const RowEval *e = cd_system_row(s, row, ROW_SLOPE);
    out[0] = e->value, out[1] = cd_system_rate(s, row, e);
}

/* A unilateral row that is open is none at present, nor is that of slip unless it sticks. */
static bool is_open(const System *s, int row)
{
    return (s->c->row[row].tangent || s->c->row[row].unilateral) && !s->in_use.closed[row];
}

double cd_system_residual(System *s, double *phi, int *worst)
{
    double largest = 0;
    if (worst) *worst = -1;
    for (int i = 0; i < s->c->rows; i++) {
        double value = s->c->row[i].velocity_level || is_open(s, i) ? 0 : cd_system_row(s, i, ROW_VALUE)->value;
        if (phi) phi[i] = value;
        if (fabs(value) > largest || !(fabs(value) >= 0)) {
            largest = fabs(value);
            if (worst) *worst = i;
        }
    }
    return largest;
}

/* Of a sum of coordinates and angles, which have sizes of their own wherever the bodies are; 0: others have none. */
static double size_of_terms(const System *s, const Row *r)
{
    double sum = 0;
    for (int i = r->first; i < r->first + r->terms; i++) {
        const Term *t = &s->c->term[i];
        if (t->type == TERM_CURVE) return 0;
        if (t->type == TERM_MODES) continue;
        double size = t->coefficient * (t->type == TERM_DOT && t->difference ? s->constants.length : 1);
        sum += size * size;
    }
    return sqrt(sum);
}

static double size_of_gradient(System *s, int row)
{
    const RowEval *e = cd_system_row(s, row, ROW_SLOPE);
    double sum = 0;
    for (int k = 0; k < e->n; k++) {
        double B[36] = { 0 };
        cd_block_size(s, e->body[k], B, NULL);
        double r = v3_norm(e->r[k]) * s->constants.length / sqrt(B[0] > 0 ? B[0] : 1), pi = v3_norm(e->pi[k]);
        sum += r * r + (s->m->body[e->body[k]].turns ? pi * pi : 0);
    }
    return sqrt(sum);
}

double cd_system_row_size(System *s, int row)
{
    double size = size_of_terms(s, &s->c->row[row]);
    if (!(size > 0)) size = size_of_gradient(s, row);
    return size > 0 ? size : 1;
}

double cd_system_gamma(System *s, int row)
{
    RowEval *e = cd_system_row(s, row, ROW_GRADIENT);
    const double *f = drive_of(s, row);
    return (f ? f[2] : 0) - e->quad;
}

static double component(const RowEval *e, int k, int c)
{
    return c < 3 ? v3_get(e->r[k], c) : v3_get(e->pi[k], c - 3);
}

/* The place in use of a row that is not one of the dot products. */
static void other_row(System *s, int i, const RowValues *out)
{
    const RowEval *e = cd_system_row(s, s->in_use.row[i], out->quad ? ROW_GRADIENT : ROW_SLOPE);
    double *g = out->g ? out->g + s->matrix.row_first[i] : NULL;
    out->value[i] = e->value, out->rate[i] = cd_system_rate(s, s->in_use.row[i], e);
    if (out->quad) out->quad[i] = e->quad;
    for (int k = 0; g && k < e->n; k++)
        for (int c = 0; c < s->m->body[e->body[k]].dofs; c++) *g++ = component(e, k, s->m->body[e->body[k]].six[c]);
}

void cd_system_rows(System *s, const RowValues *out)
{
    if (s->in_use.n) cd_dots_eval(s->in_use.dotted.dots, s->now.body, out);
    for (int i = 0; i < s->in_use.n; i++) {
        const Row *r = &s->c->row[s->in_use.row[i]];
        out->value[i] -= r->offset;
        if (r->drive < 0) continue;
        out->value[i] -= s->now.drive[3 * s->in_use.row[i]], out->rate[i] -= s->now.drive[3 * s->in_use.row[i] + 1];
    }
    for (int k = 0; k < s->in_use.dotted.others; k++) other_row(s, s->in_use.dotted.other[k], out);
    /* equations of velocities, stated by what these are the rates of */
    for (int i = 0; s->c->tangents && i < s->in_use.n; i++)
        if (s->c->row[s->in_use.row[i]].tangent) out->value[i] = out->rate[i];
}

double cd_system_row_dot(const System *s, int place, const double *g, const double *x)
{
    double sum = 0;
    for (int l = s->matrix.leg_first[place]; l < s->matrix.leg_first[place + 1]; l++) {
        const Leg *leg = &s->matrix.leg[l];
        const double *a = g + leg->entry, *b = x + leg->first;
        if (leg->n == 6) sum += six_dot(a, b);
        else
            for (int c = 0; c < leg->n; c++) sum += a[c] * b[c];
    }
    return sum;
}

/* ---- pattern ----------------------------------------------------------------------------------------------------- */

static void list_legs(System *s)
{
    Arena *a = &s->matrix.arena;
    const Mechanism *m = s->m;
    int entries = s->matrix.row_first[s->in_use.n], n = 0;
    int *body_of = ARENA_ARRAY(a, int, m->nv);
    for (int b = 0; b < m->bodies; b++) body_of[m->body[b].first] = b;
    s->matrix.leg_first = ARENA_ARRAY(a, int, s->in_use.n + 1), s->matrix.leg = ARENA_ARRAY(a, Leg, entries);
    for (int i = 0; i < s->in_use.n; i++) {
        s->matrix.leg_first[i] = n;
        for (int k = s->matrix.row_first[i]; k < s->matrix.row_first[i + 1]; k += s->matrix.leg[n++].n) {
            int body = body_of[s->matrix.column[k]];
            s->matrix.leg[n] = (Leg){ k, body, s->matrix.column[k], m->body[body].dofs };
        }
    }
    s->matrix.leg_first[s->in_use.n] = n;
}

static void list_rows(System *s)
{
    Arena *a = &s->matrix.arena;
    const Constraints *c = s->c;
    int n = 0, *number = ARENA_ARRAY(a, int, s->in_use.n), *entry = ARENA_ARRAY(a, int, s->in_use.n);
    const Term **term = ARENA_ARRAY(a, const Term *, s->in_use.n);
    s->in_use.dotted.other = ARENA_ARRAY(a, int, s->in_use.n), s->in_use.dotted.others = 0;
    for (int i = 0; i < s->in_use.n; i++) {
        const Row *r = &c->row[s->in_use.row[i]];
        bool plain = r->general < 0 && r->terms == 1 && cd_dots_take(s->m, &c->term[r->first]);
        if (plain) number[n] = i, entry[n] = s->matrix.row_first[i], term[n++] = &c->term[r->first];
        else s->in_use.dotted.other[s->in_use.dotted.others++] = i;
    }
    s->in_use.dotted.dots = cd_dots_new(a, s->m, n, number, term, entry);
    s->in_use.dotted.value = ARENA_ARRAY(a, double, s->in_use.n),
    s->in_use.dotted.rate = ARENA_ARRAY(a, double, s->in_use.n);
    s->in_use.dotted.g = ARENA_ARRAY(a, double, s->matrix.row_first[s->in_use.n]);
}

/* Lists the entries of G over the rows in use and makes the pattern of the whole matrix. */
static void make_pattern(System *s)
{
    s->in_use.revision++;
    cd_arena_close(&s->matrix.arena);
    Arena *a = &s->matrix.arena;
    const Mechanism *m = s->m;
    s->matrix.n = m->nv + s->in_use.n;
    s->matrix.row_first = ARENA_ARRAY(a, int, s->in_use.n + 1);
    ARRAY_OF(int) body = { 0 }, comp = { 0 };
    Arena scratch = { 0 };
    for (int i = 0; i < s->in_use.n; i++) {
        RowEval *e = cd_system_row(s, s->in_use.row[i], ROW_SLOPE);
        s->matrix.row_first[i] = body.n;
        for (int k = 0; k < e->n; k++)
            for (int c = 0; c < m->body[e->body[k]].dofs; c++) {
                ARRAY_PUSH(&scratch, &body, e->body[k]);
                ARRAY_PUSH(&scratch, &comp, c);
            }
    }
    s->matrix.row_first[s->in_use.n] = body.n;
    int entries = body.n, pairs = 36 * m->bodies + s->in_use.n + 2 * entries, n = 0;
    int *row = ARENA_ARRAY(&scratch, int, pairs), *col = ARENA_ARRAY(&scratch, int, pairs),
        *slot = ARENA_ARRAY(&scratch, int, pairs);
    for (int b = 0; b < m->bodies; b++)
        for (int k = 0; k < 36; k++) {
            int f = m->body[b].dofs, i = k / 6, j = k % 6;
            bool inside = i < f && j < f; /* outside of a point mass: repeat an entry, never filled */
            row[n] = m->body[b].first + (inside ? i : 0), col[n++] = m->body[b].first + (inside ? j : 0);
        }
    for (int i = 0; i < s->in_use.n; i++) row[n] = col[n] = m->nv + i, n++;
    for (int i = 0; i < s->in_use.n; i++)
        for (int e = s->matrix.row_first[i]; e < s->matrix.row_first[i + 1]; e++) {
            int v = m->body[body.at[e]].first + comp.at[e];
            row[n] = v, col[n++] = m->nv + i;
            row[n] = m->nv + i, col[n++] = v;
        }
    s->matrix.pattern = cd_pattern_new(a, s->matrix.n, s->matrix.n, n, row, col, slot);
    s->matrix.x = ARENA_ARRAY(a, double, s->matrix.pattern.nz);
    s->matrix.body_slot = ARENA_ARRAY(a, int, 36 * m->bodies);
    s->matrix.diagonal = ARENA_ARRAY(a, int, s->in_use.n);
    s->matrix.column = ARENA_ARRAY(a, int, entries);
    s->matrix.upper = ARENA_ARRAY(a, int, entries), s->matrix.lower = ARENA_ARRAY(a, int, entries);
    memcpy(s->matrix.body_slot, slot, sizeof(int) * (size_t)(36 * m->bodies));
    if (s->in_use.n) memcpy(s->matrix.diagonal, slot + 36 * m->bodies, sizeof(int) * (size_t)s->in_use.n);
    for (int e = 0; e < entries; e++) {
        s->matrix.column[e] = m->body[body.at[e]].first + comp.at[e];
        s->matrix.upper[e] = slot[36 * m->bodies + s->in_use.n + 2 * e];
        s->matrix.lower[e] = slot[36 * m->bodies + s->in_use.n + 2 * e + 1];
    }
    list_legs(s);
    list_rows(s);
    cd_arena_close(&scratch);
}

static bool counts_in(const System *s, const Row *r, RowSet set)
{
    if (is_open(s, (int)(r - s->c->row))) return false;
    if (r->initial && set == ROWS_INITIAL_VELOCITY) return r->rate_given && (!s->given.continues || s->given.unmoved);
    if (r->initial) return set == ROWS_INITIAL_POSITION && !s->given.continues;
    if (r->velocity_level && set == ROWS_INITIAL_POSITION) return false;
    const Drive *d = r->drive >= 0 ? &s->c->drive[r->drive] : NULL;
    bool from_model = d && ((set == ROWS_INITIAL_POSITION && d->level > 0 && !d->disp_given) ||
                            (set >= ROWS_VELOCITY && d->level > 1 && !d->vel_given));
    return !from_model;
}

bool cd_system_differs(const System *s, RowSet set)
{
    for (int i = 0; i < s->c->rows; i++)
        if (counts_in(s, &s->c->row[i], set) != counts_in(s, &s->c->row[i], ROWS_LASTING)) return true;
    return false;
}

void cd_system_use_all(System *s, RowSet set)
{
    s->in_use.n = 0;
    for (int i = 0; i < s->c->rows; i++) {
        bool counts = counts_in(s, &s->c->row[i], set);
        s->in_use.unknown[i] = counts ? s->in_use.n : -1;
        if (counts) s->in_use.row[s->in_use.n++] = i;
    }
    make_pattern(s);
}

/* What a planar part keeps of a gradient across its plane is rounding. */
static double least_in_plane(const System *s, const RowEval *e)
{
    double size = 0;
    bool planar = false;
    for (int k = 0; k < e->n; k++) {
        planar |= s->m->body[e->body[k]].planar;
        size = fmax(size, fmax(s->constants.length * v3_norm(e->r[k]), v3_norm(e->pi[k])));
    }
    return planar ? 1e-12 * size : 0;
}

bool cd_row_is_across(const System *s, const RowEval *e)
{
    double least = least_in_plane(s, e);
    for (int k = 0; k < e->n; k++)
        for (int c = 0; c < s->m->body[e->body[k]].dofs; c++) {
            int six = s->m->body[e->body[k]].six[c];
            if (fabs(component(e, k, six)) * (six < 3 ? s->constants.length : 1) >= least) return false;
        }
    return least > 0;
}

Rank cd_system_rank_of(System *s, Arena *arena, double tolerance, const bool *counts)
{
    Arena scratch = { 0 };
    ARRAY_OF(int) row = { 0 }, first = { 0 };
    ARRAY_OF(Share) share = { 0 };
    for (int i = 0; i < s->c->rows; i++) {
        if (!counts[i]) continue;
        RowEval *e = cd_system_row(s, i, ROW_SLOPE);
        ARRAY_PUSH(&scratch, &row, i);
        ARRAY_PUSH(&scratch, &first, share.n);
        double least = least_in_plane(s, e);
        for (int k = 0; k < e->n; k++) {
            Share part = { .body = e->body[k] };
            /* lengths by that of the model: what depends on what is no matter of units */
            double unit = s->m->body[e->body[k]].curve ? 1 : s->constants.length;
            const int *six = s->m->body[e->body[k]].six;
            for (int c = 0; c < s->m->body[e->body[k]].dofs; c++)
                part.g[c] = component(e, k, six[c]) * (six[c] < 3 ? unit : 1);
            for (int c = 0; c < 6; c++)
                if (fabs(part.g[c]) < least) part.g[c] = 0;
            ARRAY_PUSH(&scratch, &share, part);
        }
    }
    ARRAY_PUSH(&scratch, &first, share.n);
    RowShares list = { row.n, row.at, first.at, share.at };
    Rank rank = cd_rows_rank(arena, s->m, s->c->rows, &list, tolerance);
    cd_arena_close(&scratch);
    return rank;
}

Rank cd_system_rank(System *s, Arena *arena, double tolerance, RowSet set)
{
    Arena scratch = { 0 };
    bool *counts = ARENA_ARRAY(&scratch, bool, s->c->rows);
    for (int i = 0; i < s->c->rows; i++) counts[i] = counts_in(s, &s->c->row[i], set);
    Rank rank = cd_system_rank_of(s, arena, tolerance, counts);
    cd_arena_close(&scratch);
    return rank;
}

bool cd_system_loses_rank(System *s, double tolerance)
{
    Arena scratch = { 0 };
    int rank = cd_system_rank(s, &scratch, tolerance, ROWS_LASTING).rank;
    cd_arena_close(&scratch);
    return rank < s->in_use.rank.rank;
}

bool cd_system_rank_changed(System *s, double tolerance, RowSet set)
{
    Arena scratch = { 0 };
    Rank now = cd_system_rank(s, &scratch, tolerance, set);
    bool changed = now.rank != s->in_use.rank.rank;
    for (int i = 0; i < s->c->rows && !changed; i++) changed = now.independent[i] != s->in_use.rank.independent[i];
    cd_arena_close(&scratch);
    return changed;
}

void cd_system_find_rank(System *s, double tolerance, RowSet set)
{
    s->in_use.rank = cd_system_rank(s, &s->arena, tolerance, set);
    cd_system_use_rank(s);
}

void cd_system_use_rank(System *s)
{
    s->in_use.n = 0;
    for (int i = 0; i < s->c->rows; i++) {
        s->in_use.unknown[i] = s->in_use.rank.independent[i] ? s->in_use.n : -1;
        if (s->in_use.rank.independent[i]) s->in_use.row[s->in_use.n++] = i;
    }
    make_pattern(s);
}

void cd_system_use_closed(System *s)
{
    for (int i = 0; i < s->c->rows; i++) {
        if (!s->c->row[i].unilateral && !s->c->row[i].tangent) continue;
        s->in_use.rank.rank += s->in_use.closed[i] - s->in_use.rank.independent[i];
        s->in_use.rank.independent[i] = s->in_use.closed[i];
    }
    cd_system_use_rank(s);
}

bool cd_system_any_rates(const System *s)
{
    for (int i = 0; i < s->c->rows; i++)
        if (s->c->row[i].initial && counts_in(s, &s->c->row[i], ROWS_INITIAL_VELOCITY)) return true;
    return false;
}

int cd_system_use_rates(System *s)
{
    int before = s->in_use.n;
    for (int i = 0; i < s->c->rows; i++) {
        if (!s->c->row[i].initial || !counts_in(s, &s->c->row[i], ROWS_INITIAL_VELOCITY)) continue;
        s->in_use.unknown[i] = s->in_use.n;
        s->in_use.row[s->in_use.n++] = i;
    }
    if (s->in_use.n > before) make_pattern(s);
    return s->in_use.n - before;
}

static void fill_blocks(System *s, BodyBlock *block, const void *user)
{
    memset(s->matrix.x, 0, sizeof(double) * (size_t)s->matrix.pattern.nz);
    for (int b = 0; b < s->m->bodies; b++) {
        double B[36] = { 0 };
        int f = s->m->body[b].dofs;
        const int *six = s->m->body[b].six;
        block(s, b, B, user);
        for (int i = 0; i < f; i++)
            for (int j = 0; j < f; j++) s->matrix.x[s->matrix.body_slot[36 * b + 6 * i + j]] += B[6 * six[i] + six[j]];
    }
}

void cd_system_fill_with(System *s, BodyBlock *block, const void *user, const double *g)
{
    fill_blocks(s, block, user);
    for (int k = 0; s->in_use.n && k < s->matrix.row_first[s->in_use.n]; k++) {
        s->matrix.x[s->matrix.upper[k]] += g[k];
        s->matrix.x[s->matrix.lower[k]] += g[k];
    }
}

void cd_system_fill(System *s, BodyBlock *block, const void *user, double eps)
{
    cd_system_rows(
        s, &(RowValues){ .value = s->in_use.dotted.value, .rate = s->in_use.dotted.rate, .g = s->in_use.dotted.g });
    cd_system_fill_with(s, block, user, s->in_use.dotted.g);
    for (int i = 0; i < s->in_use.n; i++) s->matrix.x[s->matrix.diagonal[i]] -= eps;
}

void cd_block_mass(const System *s, int body, double B[36], const void *user)
{
    (void)user;
    const MovingBody *b = &s->m->body[body];
    for (int i = 0; i < 3; i++) {
        B[7 * i] = b->mass;
        for (int j = 0; j < 3; j++) B[6 * (i + 3) + j + 3] = m3_at(b->J, i, j);
    }
}

double cd_shift_weight(const MovingBody *b)
{
    const double bending = 1e4;
    return b->role == BODY_MODES ? bending : 1;
}

void cd_block_shift(const System *s, int body, double B[36], const void *user)
{
    double weight = cd_shift_weight(&s->m->body[body]);
    cd_block_mass(s, body, B, user);
    for (int i = 0; i < 36; i++) B[i] *= weight;
}

void cd_block_size(const System *s, int body, double B[36], const void *user)
{
    (void)user;
    const SpaceCurve *curve = s->m->body[body].curve;
    for (int i = 0; i < 6; i++) B[7 * i] = i < 3 ? 1 : s->constants.length * s->constants.length;
    if (!curve) return;
    Vec3 along = cd_curve_eval(curve, s->now.body[body].r.x, 1);
    B[0] = v3_dot(along, along);
}
