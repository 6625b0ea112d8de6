/* flexible.c - a modal body about its frame (theory 19.5 to 19.8). With c = I2 + I3 x + 1/2 x P x,
 * c_j = I3_j + P_j x its derivatives, C_j = I4_j + sum of x_k I5_k,j + R_j x,
 * J = I7 - sum of x_j S_j - 1/2 sum of x_j x_k N_jk, J_j its derivatives, and a = A^T (u' - g):
 *
 *     translation   A [ -c x w' + sum of c_j x''_j + w x (w x c) + 2 w x (sum of c_j x'_j) + x' P x' ]
 *     rotation      c x a + (J - I7) w' + C x'' + (sum of x'_j J_j) w + w x (J w + C x') - w x (I7 w) + x' R x'
 *     mode j        c_j . a + C_j . w' + (I6 x'')_j - 2 w . (I5_j x') - 1/2 w . (J_j w) + (K x)_j + D_j x'_j
 *
 * P and R, three symmetric matrices each, are geometric stiffness by accelerations (19.20): second-order displacements
 * of the masses.
 *
 * Energy and momenta are kept for any choice of invariants, since all of it comes from one T. Modes that follow
 * statically have no inertia and no velocity terms of their own. */
#include "system/flexible.h"

#include <math.h>
#include <string.h>

double cd_usual_ratio(double hz)
{
    return hz < 100 ? 0.01 : hz < 1000 ? 0.1 : 1;
}

/* ---- made once --------------------------------------------------------------------------------------------------- */

static bool is_diagonal(int n, const double *A)
{
    double size = 0, off = 0;
    for (int j = 0; j < n; j++)
        for (int k = 0; k < n; k++) *(j == k ? &size : &off) = fmax(j == k ? size : off, fabs(A[j * n + k]));
    return off <= 1e-14 * size;
}

/* A matrix of the file over the modes in use, as lengths; symmetric. */
static double *lengths(Arena *arena, const FlexPlace *x, const double *from, double factor)
{
    if (!from) return NULL;
    int n = x->modes, all = x->modal->modes;
    double *to = ARENA_ARRAY(arena, double, (size_t)n *(size_t)n);
    for (int j = 0; j < n; j++)
        for (int k = 0; k < n; k++) {
            int a = x->mode[j], b = x->mode[k];
            to[j * n + k] = factor * (from[a * all + b] + from[b * all + a]) / 2 / (x->scale[j] * x->scale[k]);
        }
    return to;
}

static Mat3 symmetric(Mat3 A)
{
    return m3_scale(m3_add(A, m3_transpose(A)), 0.5);
}

/* Stiffness by w_i w_j, -(w_i w_j Kg) q, is a share of J: of N like I9, so that energy is kept (19.21). */
static void add_turning(FlexForm *f, const double *Kg, int k)
{
    static const int row[KG_TURNING] = { 0, 1, 2, 0, 1, 2 }, col[KG_TURNING] = { 0, 1, 2, 1, 2, 0 };
    const Vec3 unit[3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
    Mat3 E = symmetric(m3_outer(unit[row[k]], unit[col[k]]));
    for (int i = 0; i < f->n * f->n; i++) f->N[i] = m3_add(f->N[i], m3_scale(E, 2 * Kg[i]));
}

static void take_pairs(Arena *arena, FlexForm *f, double ucf)
{
    const FlexPlace *x = f->place;
    const ModalBody *b = x->modal;
    int n = f->n, all = b->modes;
    bool turning = false;
    for (int k = 0; k < KG_TURNING; k++) turning |= b->turning[k] != NULL;
    if (b->I5) f->I5 = ARENA_ARRAY(arena, Vec3, (size_t)n * (size_t)n);
    if (b->I9 || turning) f->N = ARENA_ARRAY(arena, Mat3, (size_t)n * (size_t)n);
    for (int j = 0; j < n; j++)
        for (int k = 0; k < n; k++) {
            int p = x->mode[j], q = x->mode[k];
            double s = 1 / (ucf * x->scale[j] * x->scale[k]);
            if (f->I5) f->I5[j * n + k] = v3_scale(v3_sub(b->I5[p * all + q], b->I5[q * all + p]), s / 2);
            if (b->I9) f->N[j * n + k] = m3_scale(symmetric(m3_add(b->I9[p * all + q], b->I9[q * all + p])), s);
        }
    for (int k = 0; k < KG_TURNING && turning; k++) {
        double *Kg = lengths(arena, x, b->turning[k], 1);
        if (Kg) add_turning(f, Kg, k);
    }
}

/* Modes that follow statically take no part in inertia. */
static void drop_inertia(FlexForm *f)
{
    const Vec3 none = v3(0, 0, 0);
    for (int j = f->place->follow; j < f->n; j++) {
        f->I3[j] = f->I4[j] = none;
        if (f->S) f->S[j] = m3_scale(f->S[j], 0);
        for (int k = 0; k < f->n; k++) {
            f->I6[j * f->n + k] = f->I6[k * f->n + j] = 0;
            if (f->I5) f->I5[j * f->n + k] = f->I5[k * f->n + j] = none;
            if (f->N) f->N[j * f->n + k] = f->N[k * f->n + j] = m3_scale(m3_identity(), 0);
            for (int i = 0; i < KG_PUSHING; i++)
                if (f->pushing[i]) f->pushing[i][j * f->n + k] = f->pushing[i][k * f->n + j] = 0;
        }
    }
}

/* Inertia of nodes from I4_j - vee(I8_j - I8_j^T) = sum of J_p psi_j, over psi and I7. */
static double disc_of(const ModalBody *b)
{
    double share = 0, size = m3_trace(b->I7) / 3;
    for (int j = 0; j < b->modes && b->I8 && b->psi && size > 0; j++) {
        Mat3 D = m3_scale(m3_sub(b->I8[j], m3_transpose(b->I8[j])), 1);
        Vec3 nodes = v3_sub(b->I4[j], v3(m3_at(D, 2, 1), m3_at(D, 0, 2), m3_at(D, 1, 0)));
        double turn = 0;
        for (int p = 0; p < b->nodes; p++) turn = fmax(turn, v3_norm(b->psi[p * b->modes + j]));
        if (turn > 0) share = fmax(share, v3_norm(nodes) / turn / size);
    }
    return share;
}

/* Negative damping, told once. */
static void watch_damping(FlexForm *f, const Element *e, double t, CdLog *log)
{
    char label[CD_LABEL_ROOM];
    for (int j = 0; j < f->n && !f->told_damping; j++) {
        if (f->damping[j] >= 0) continue;
        int number = f->place->modal->number[f->place->mode[j]];
        cd_log(log, e->place, DAMPING_FEEDS, cd_label(e, label), t, number, f->hz[j]);
        f->told_damping = true;
    }
}

void cd_flexible_watch(Flexible *all, const State *s, CdLog *log)
{
    const double much = 0.05,
                 heavy = 0.05; /* w^2 of a tenth of what the lowest clamped frequency of a beam is, squared */
    char label[CD_LABEL_ROOM];
    for (int i = 0; i < all->n; i++) {
        FlexForm *f = &all->form[i];
        double w = v3_norm(v3_load(s->v + f->place->first + 3));
        const Element *e = cd_body_name(all->mechanism, f->place->frame);
        watch_damping(f, e, s->t, log);
        if (!f->n || !(w > much * f->lowest)) continue;
        if (!f->stiffens && !f->told_spin)
            cd_log(log, e->place, SPIN_SOFTENS, cd_label(e, label), s->t, w, w / f->lowest, f->lowest);
        if (f->disc > heavy && !f->told_disc)
            cd_log(log, e->place, DISC_IN_MODES, cd_label(e, label), s->t, w, f->disc);
        f->told_spin = true, f->told_disc |= f->disc > heavy;
    }
}

static void damp(FlexForm *f)
{
    const FlexPlace *x = f->place;
    const ModalBody *b = x->modal;
    for (int j = 0; j < f->n; j++) f->hz[j] = b->hz[x->mode[j]];
    for (int j = 0; j < f->n; j++) f->lowest = j ? fmin(f->lowest, f->hz[j]) : f->hz[0];
    f->lowest *= 2 * acos(-1), f->disc = disc_of(b);
    for (int k = 0; k < KG_TURNING; k++) f->stiffens |= b->turning[k] != NULL;
    f->ratio = x->given->cratio.program;
    for (int k = 0; f->ratio && k < f->ratio->leaves; k++)
        f->ratio_of_time |= f->ratio->leaf[k].type != LEAF_SYSTEM && f->ratio->leaf[k].type != LEAF_SHARE;
}

ExprContext cd_ratio_context(const FlexForm *f, int mode, double t)
{
    ExprContext e = { .time = t };
    e.system[SYSTEM_FXFREQ] = f->hz[mode], e.system[SYSTEM_FXMODE] = f->place->modal->number[f->place->mode[mode]];
    return e;
}

/* D_j = 2 zeta sqrt(m k) at this time. */
static bool renew_damping(FlexForm *f, const Mechanism *m, double t, double *room)
{
    const FlexPlace *x = f->place;
    double ucf = cd_model_units(m->model).ucf;
    int all = x->modal->modes;
    for (int j = 0; j < f->n; j++) {
        int p = x->mode[j];
        double s = x->scale[j] * x->scale[j], mass = x->modal->I6[p * all + p] / ucf, k = x->modal->K[p * all + p];
        double ratio = cd_usual_ratio(f->hz[j] / cd_model_units(m->model).time);
        ExprContext e = cd_ratio_context(f, f->undefined = j, t);
        if (f->ratio && !cd_program_value(f->ratio, &e, room, &ratio)) return false;
        if (j >= x->follow) ratio += x->given->stability_factor;
        f->damping[j] = 2 * ratio * sqrt(fmax(0, mass * k)) / s;
    }
    return true;
}

static void make_form(Arena *arena, FlexForm *f, const Mechanism *m, const FlexPlace *x)
{
    const ModalBody *b = x->modal;
    double ucf = cd_model_units(m->model).ucf;
    int n = x->modes;
    *f = (FlexForm){ .place = x, .n = n, .c0 = v3_scale(b->I2, 1 / ucf), .I7 = m3_scale(symmetric(b->I7), 1 / ucf) };
    f->I3 = ARENA_ARRAY(arena, Vec3, n), f->I4 = ARENA_ARRAY(arena, Vec3, n), f->C = ARENA_ARRAY(arena, Vec3, n);
    f->dc = ARENA_ARRAY(arena, Vec3, n);
    f->dJ = ARENA_ARRAY(arena, Mat3, n), f->hz = ARENA_ARRAY(arena, double, n);
    f->damping = ARENA_ARRAY(arena, double, n);
    if (b->I8) f->S = ARENA_ARRAY(arena, Mat3, n);
    for (int j = 0; j < n; j++) {
        int p = x->mode[j];
        double s = 1 / (ucf * x->scale[j]);
        f->I3[j] = v3_scale(b->I3[p], s), f->I4[j] = v3_scale(b->I4[p], s);
        if (f->S) f->S[j] = m3_scale(symmetric(b->I8[p]), 2 * s);
    }
    f->I6 = lengths(arena, x, b->I6, 1 / ucf), f->K = lengths(arena, x, b->K, 1);
    for (int k = 0; k < KG_PUSHING; k++) f->pushing[k] = lengths(arena, x, b->pushing[k], 1);
    take_pairs(arena, f, ucf);
    drop_inertia(f);
    for (int g = 0; g < x->groups; g++) { /* what the groups carry */
        const MovingBody *own = &m->body[x->frame + 1 + g];
        for (int i = own->share; i < own->share + own->dofs && i < x->follow; i++) f->I6[i * n + i] -= own->mass;
    }
    for (int k = 0; k < KG_PUSHING; k++) f->pushed |= f->pushing[k] != NULL;
    f->dense = f->I5 || f->N || !is_diagonal(n, f->K) || f->pushed;
    for (int j = 0; j < n * n && !f->dense; j++) f->dense = j / n != j % n && f->I6[j] != 0;
    damp(f);
}

Flexible cd_flexible_new(Arena *arena, const Mechanism *m)
{
    Flexible f = { .n = m->flexes, .form = ARENA_ARRAY(arena, FlexForm, m->flexes) };
    int most = 6, room = 1;
    for (int i = 0; i < m->flexes; i++) {
        make_form(arena, &f.form[i], m, &m->flex[i]);
        if (6 + f.form[i].n > most) most = 6 + f.form[i].n;
        const Program *p = f.form[i].ratio;
        if (p && cd_program_room(p) > room) room = cd_program_room(p);
    }
    f.room = ARENA_ARRAY(arena, double, room);
    size_t size = f.n ? (size_t)most * (size_t)most : 0;
    f.M = ARENA_ARRAY(arena, double, size), f.D = ARENA_ARRAY(arena, double, size);
    f.K = ARENA_ARRAY(arena, double, size);
    for (int i = 0; i < m->flexes; i++)
        if (!renew_damping(&f.form[i], m, 0, f.room)) f.form[i].ratio_of_time = true;
    f.mechanism = m;
    return f;
}

/* ---- at a state -------------------------------------------------------------------------------------------------- */

/* The motion of one body, in the axes of its frame. */
typedef struct Now {
    Mat3 A;
    Vec3 w, w1, a;         /* a: acceleration of the frame less gravity */
    const double *x1, *x2; /* rates of modal coordinates */
    Vec3 sum3_1, sum3_2;   /* dc times x', x'' */
} Now;

/* Modal coordinates stand in the positions of their groups. */
static void load_coordinates(const FlexForm *f, const Mechanism *m, const State *s, double *x)
{
    for (int g = 0; g < f->place->groups; g++) {
        int b = f->place->frame + 1 + g;
        for (int i = 0; i < m->body[b].dofs; i++) x[m->body[b].share + i] = v3_get(s->r[b], i);
    }
}

static double row_times(int n, const double *A, int j, const double *x)
{
    double sum = 0;
    for (int k = 0; k < n; k++) sum += A[j * n + k] * x[k];
    return sum;
}

/* Row j of three symmetric matrices, any of which may be absent, times x. */
static Vec3 pushed_row(const FlexForm *f, int first, int j, const double *x)
{
    double sum[3];
    for (int i = 0; i < 3; i++) sum[i] = f->pushing[first + i] ? row_times(f->n, f->pushing[first + i], j, x) : 0;
    return v3_load(sum);
}

static Vec3 pushed_entry(const FlexForm *f, int first, int at)
{
    double x[3];
    for (int i = 0; i < 3; i++) x[i] = f->pushing[first + i] ? f->pushing[first + i][at] : 0;
    return v3_load(x);
}

enum { STRAIGHT = 0, ABOUT = 3 }; /* where matrices by accelerations and by angular ones stand */

/* c, C, J and their derivatives at the present coordinates. */
static void shape(FlexForm *f, const double *x)
{
    int n = f->n;
    f->c = f->c0, f->J = f->I7;
    for (int j = 0; j < n; j++) {
        f->c = v3_axpy(f->c, x[j], f->I3[j]);
        f->C[j] = f->I4[j], f->dc[j] = f->I3[j];
        f->dJ[j] = f->S ? m3_scale(f->S[j], -1) : m3_scale(m3_identity(), 0);
        if (f->S) f->J = m3_sub(f->J, m3_scale(f->S[j], x[j]));
    }
    for (int j = 0; j < n && f->I5; j++)
        for (int k = 0; k < n; k++) f->C[k] = v3_axpy(f->C[k], x[j], f->I5[j * n + k]);
    for (int j = 0; j < n && f->pushed; j++) {
        Vec3 push = pushed_row(f, STRAIGHT, j, x);
        f->c = v3_axpy(f->c, x[j] / 2, push), f->dc[j] = v3_add(f->dc[j], push);
        f->C[j] = v3_add(f->C[j], pushed_row(f, ABOUT, j, x));
    }
    for (int j = 0; j < n && f->N; j++) {
        Mat3 sum = m3_scale(f->N[j * n], x[0]);
        for (int k = 1; k < n; k++) sum = m3_add(sum, m3_scale(f->N[j * n + k], x[k]));
        f->dJ[j] = m3_sub(f->dJ[j], sum), f->J = m3_sub(f->J, m3_scale(sum, x[j] / 2));
    }
}

static Now now_of(const FlexForm *f, const State *s, const BodyMotion *body, Vec3 gravity)
{
    const FlexPlace *p = f->place;
    const double *v = s->v + p->first, *a = s->vdot + p->first;
    Now now = { .A = body[p->frame].A, .w = v3_load(v + 3), .w1 = v3_load(a + 3), .x1 = v + 6, .x2 = a + 6 };
    now.a = m3_tapply(now.A, v3_sub(v3_load(a), gravity));
    for (int j = 0; j < f->n; j++) {
        now.sum3_1 = v3_axpy(now.sum3_1, now.x1[j], f->dc[j]), now.sum3_2 = v3_axpy(now.sum3_2, now.x2[j], f->dc[j]);
    }
    return now;
}

static void add3(double *r, Vec3 x)
{
    r[0] += x.x, r[1] += x.y, r[2] += x.z;
}

static Vec3 pair_times(const FlexForm *f, int j, const double *x) /* I5_j x */
{
    Vec3 sum = v3(0, 0, 0);
    for (int k = 0; k < f->n && f->I5; k++) sum = v3_axpy(sum, x[k], f->I5[j * f->n + k]);
    return sum;
}

/* Inertia that the accelerations a meet, beyond what bodies carry: rows of M a. */
static void add_inertia(const FlexForm *f, const Now *now, Vec3 a, Vec3 w1, const double *x2, Vec3 sum3_2, double *r)
{
    add3(r, m3_apply(now->A, v3_add(v3_cross(w1, f->c), sum3_2)));
    Vec3 turn = v3_add(v3_cross(f->c, a), m3_apply(m3_sub(f->J, f->I7), w1));
    for (int j = 0; j < f->n; j++) turn = v3_axpy(turn, x2[j], f->C[j]);
    add3(r + 3, turn);
    for (int j = 0; j < f->n; j++) {
        r[6 + j] += v3_dot(f->dc[j], a) + v3_dot(f->C[j], w1);
        r[6 + j] += f->dense ? row_times(f->n, f->I6, j, x2) : f->I6[j * f->n + j] * x2[j];
    }
}

/* x' P x' or x' R x' */
static Vec3 pushed_rate(const FlexForm *f, int first, const double *x1)
{
    Vec3 sum = v3(0, 0, 0);
    for (int j = 0; j < f->n && f->pushed; j++) sum = v3_axpy(sum, x1[j], pushed_row(f, first, j, x1));
    return sum;
}

static void add_rates(const FlexForm *f, const Now *now, double *r)
{
    Vec3 w = now->w, h = v3_add(v3_cross(w, v3_cross(w, f->c)), v3_scale(v3_cross(w, now->sum3_1), 2));
    add3(r, m3_apply(now->A, v3_add(h, pushed_rate(f, STRAIGHT, now->x1))));
    Vec3 spin = m3_apply(m3_sub(f->J, f->I7), w), turn = pushed_rate(f, ABOUT, now->x1);
    for (int j = 0; j < f->n; j++) {
        Vec3 Jw = m3_apply(f->dJ[j], w);
        spin = v3_axpy(spin, now->x1[j], f->C[j]), turn = v3_axpy(turn, now->x1[j], Jw);
        r[6 + j] -= v3_dot(w, Jw) / 2;
        if (f->I5) r[6 + j] -= 2 * v3_dot(w, pair_times(f, j, now->x1));
    }
    add3(r + 3, v3_add(turn, v3_cross(w, spin)));
}

static void add_stiffness(const FlexForm *f, const Now *now, const double *x, double *r)
{
    for (int j = 0; j < f->n; j++) {
        r[6 + j] += f->damping[j] * now->x1[j];
        r[6 + j] += f->dense ? row_times(f->n, f->K, j, x) : f->K[j * f->n + j] * x[j];
    }
}

bool cd_flexible_residual(Flexible *all, const State *s, const BodyMotion *body, Vec3 gravity, double *r, int *which)
{
    for (int i = 0; i < all->n; i++) {
        FlexForm *f = &all->form[i];
        double *x = all->K; /* room */
        *which = i;
        if (f->ratio_of_time && !renew_damping(f, all->mechanism, s->t, all->room)) return false;
        load_coordinates(f, all->mechanism, s, x);
        shape(f, x);
        Now now = now_of(f, s, body, gravity);
        double *to = r + f->place->first;
        add_inertia(f, &now, now.a, now.w1, now.x2, now.sum3_2, to);
        add_rates(f, &now, to);
        add_stiffness(f, &now, x, to);
    }
    return true;
}

void cd_flexible_momentum(Flexible *all, const State *s, const BodyMotion *body, const double *v, double *y)
{
    for (int i = 0; i < all->n; i++) {
        FlexForm *f = &all->form[i];
        load_coordinates(f, all->mechanism, s, all->K);
        shape(f, all->K);
        Now now = { .A = body[f->place->frame].A };
        const double *own = v + f->place->first;
        Vec3 sum3 = v3(0, 0, 0);
        for (int j = 0; j < f->n; j++) sum3 = v3_axpy(sum3, own[6 + j], f->dc[j]);
        add_inertia(f, &now, m3_tapply(now.A, v3_load(own)), v3_load(own + 3), own + 6, sum3, y + f->place->first);
    }
}

FlexEnergy cd_flexible_energy(Flexible *all, const State *s, const BodyMotion *body, Vec3 gravity)
{
    FlexEnergy e = { 0 };
    for (int i = 0; i < all->n; i++) {
        FlexForm *f = &all->form[i];
        const double *v = s->v + f->place->first;
        double *x = all->K, *y = all->M;
        load_coordinates(f, all->mechanism, s, x);
        shape(f, x);
        Now now = now_of(f, s, body, gravity);
        memset(y, 0, sizeof(double) * (size_t)(6 + f->n));
        add_inertia(f, &now, m3_tapply(now.A, v3_load(v)), now.w, now.x1, now.sum3_1, y);
        for (int k = 0; k < 6 + f->n; k++) e.kinetic += v[k] * y[k] / 2;
        e.gravity -= v3_dot(gravity, m3_apply(now.A, f->c));
        for (int j = 0; j < f->n; j++) {
            e.elastic += x[j] * row_times(f->n, f->K, j, x) / 2;
            e.damping -= f->damping[j] * now.x1[j] * now.x1[j];
        }
    }
    return e;
}

/* ---- derivatives ------------------------------------------------------------------------------------------------- */

static void put_block(double *A, int N, int row, int col, Mat3 B)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) A[(row + i) * N + col + j] = m3_at(B, i, j);
}

static void put_column(double *A, int N, int row, int col, Vec3 x)
{
    A[row * N + col] = x.x, A[(row + 1) * N + col] = x.y, A[(row + 2) * N + col] = x.z;
}

static void put_row(double *A, int N, int row, int col, Vec3 x)
{
    A[row * N + col] = x.x, A[row * N + col + 1] = x.y, A[row * N + col + 2] = x.z;
}

static void mass_matrix(const FlexForm *f, const Now *now, double *M)
{
    int n = f->n, N = 6 + n;
    Mat3 c = m3_skew(f->c);
    put_block(M, N, 0, 3, m3_scale(m3_mul(now->A, c), -1)), put_block(M, N, 3, 0, m3_mult(c, now->A));
    put_block(M, N, 3, 3, m3_sub(f->J, f->I7));
    for (int j = 0; j < n; j++) {
        Vec3 in_ground = m3_apply(now->A, f->dc[j]);
        put_column(M, N, 0, 6 + j, in_ground), put_row(M, N, 6 + j, 0, in_ground);
        put_column(M, N, 3, 6 + j, f->C[j]), put_row(M, N, 6 + j, 3, f->C[j]);
        for (int k = 0; k < n; k++) M[(6 + j) * N + 6 + k] = f->I6[j * n + k];
    }
}

static void rate_matrix(const FlexForm *f, const Now *now, bool undamped, double *D)
{
    int n = f->n, N = 6 + n;
    Vec3 w = now->w, spin = m3_apply(m3_sub(f->J, f->I7), w);
    Mat3 W = m3_skew(w), sum = m3_scale(W, 0);
    for (int j = 0; j < n; j++) {
        Vec3 Jw = m3_apply(f->dJ[j], w);
        spin = v3_axpy(spin, now->x1[j], f->C[j]), sum = m3_add(sum, m3_scale(f->dJ[j], now->x1[j]));
        Vec3 straight = v3_cross(w, f->dc[j]), about = v3_add(Jw, v3_cross(w, f->C[j]));
        if (f->pushed) {
            straight = v3_add(straight, pushed_row(f, STRAIGHT, j, now->x1));
            about = v3_axpy(about, 2, pushed_row(f, ABOUT, j, now->x1));
        }
        put_column(D, N, 0, 6 + j, m3_apply(now->A, v3_scale(straight, 2)));
        put_column(D, N, 3, 6 + j, about);
        put_row(D, N, 6 + j, 3, v3_neg(v3_add(Jw, v3_scale(pair_times(f, j, now->x1), 2))));
        for (int k = 0; k < n && f->I5; k++) D[(6 + j) * N + 6 + k] = -2 * v3_dot(w, f->I5[j * n + k]);
        if (!undamped) D[(6 + j) * N + 6 + j] += f->damping[j];
    }
    Mat3 bend = m3_add(m3_skew(v3_cross(w, f->c)), m3_mul(W, m3_skew(f->c)));
    bend = m3_scale(m3_add(bend, m3_scale(m3_skew(now->sum3_1), 2)), -1);
    put_block(D, N, 0, 3, m3_mul(now->A, bend));
    put_block(D, N, 3, 3, m3_add(sum, m3_sub(m3_mul(W, m3_sub(f->J, f->I7)), m3_skew(spin))));
}

/* The change with one modal coordinate. */
static void position_column(const FlexForm *f, const Now *now, int k, double *K)
{
    int n = f->n, N = 6 + n, at = 6 + k;
    Vec3 w = now->w, dc = f->dc[k];
    Vec3 force = v3_add(v3_cross(now->w1, dc), v3_cross(w, v3_cross(w, dc)));
    Vec3 turn = v3_add(v3_cross(dc, now->a), m3_apply(f->dJ[k], now->w1));
    Vec3 spin = v3_add(m3_apply(f->dJ[k], w), pair_times(f, k, now->x1));
    turn = v3_add(turn, pair_times(f, k, now->x2));
    if (f->pushed) {
        Vec3 rate = pushed_row(f, STRAIGHT, k, now->x1);
        force = v3_add(force, v3_axpy(pushed_row(f, STRAIGHT, k, now->x2), 2, v3_cross(w, rate)));
        spin = v3_add(spin, pushed_row(f, ABOUT, k, now->x1)), turn = v3_add(turn, pushed_row(f, ABOUT, k, now->x2));
    }
    turn = v3_add(turn, v3_cross(w, spin));
    if (f->N) {
        Mat3 sum = m3_scale(f->N[k], now->x1[0]);
        for (int j = 1; j < n; j++) sum = m3_add(sum, m3_scale(f->N[j * n + k], now->x1[j]));
        turn = v3_sub(turn, m3_apply(sum, w));
    }
    put_column(K, N, 0, at, m3_apply(now->A, force));
    put_column(K, N, 3, at, turn);
    for (int j = 0; j < n; j++) {
        double sum = f->K[j * n + k];
        if (f->I5) sum += v3_dot(f->I5[k * n + j], now->w1);
        if (f->N) sum += v3_dot(w, m3_apply(f->N[j * n + k], w)) / 2;
        if (f->pushed) sum += v3_dot(pushed_entry(f, STRAIGHT, j * n + k), now->a);
        if (f->pushed) sum += v3_dot(pushed_entry(f, ABOUT, j * n + k), now->w1);
        K[(6 + j) * N + at] = sum;
    }
}

void cd_flexible_matrices(Flexible *all, int which, const State *s, const BodyMotion *body, Vec3 gravity)
{
    FlexForm *f = &all->form[which];
    int n = f->n, N = 6 + n;
    size_t size = sizeof(double) * (size_t)N * (size_t)N;
    double *x = all->K;
    if (f->ratio_of_time) renew_damping(f, all->mechanism, s->t, all->room);
    load_coordinates(f, all->mechanism, s, x);
    shape(f, x);
    Now now = now_of(f, s, body, gravity);
    memset(all->M, 0, size), memset(all->D, 0, size);
    mass_matrix(f, &now, all->M);
    rate_matrix(f, &now, all->undamped, all->D);
    /* dA = A skew(dpi): the force turns with the frame, and the acceleration in its axes the other way */
    memset(all->K, 0, size);
    Vec3 force = v3_add(v3_cross(now.w1, f->c), now.sum3_2);
    force = v3_add(force, v3_add(v3_cross(now.w, v3_cross(now.w, f->c)), v3_scale(v3_cross(now.w, now.sum3_1), 2)));
    force = v3_add(force, pushed_rate(f, STRAIGHT, now.x1));
    Mat3 a = m3_skew(now.a);
    put_block(all->K, N, 0, 3, m3_scale(m3_mul(now.A, m3_skew(force)), -1));
    put_block(all->K, N, 3, 3, m3_mul(m3_skew(f->c), a));
    for (int j = 0; j < n; j++) put_row(all->K, N, 6 + j, 3, m3_tapply(a, f->dc[j]));
    for (int k = 0; k < n; k++) position_column(f, &now, k, all->K);
}
