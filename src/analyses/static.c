/* static.c - equilibrium (theory 11.1 to 11.8).
 *
 *     G^T lambda - Q(q, 0, 0, z, t) = 0,   phi(q, t) = 0,   e(0, z, ...) = 0
 *
 * by Newton with limited steps on  [ K + s (M + C)   G^T; G 0 ].  s is the share of mass and damping: STABILITY at first, then larger
 * and brought down as the balance gets better, which follows the bodies as they would sink through a thick liquid. */
#include "analyses/static.h"

#include "system/equations.h"

#include <math.h>
#include <string.h>

typedef struct Static {
    System *s;
    Equations *e;
    Arena arena;
    double alimit, tlimit, error, imbalance, stability;
    int most;
    BodyMap *map;
    double *r; /* residual, then step */
    State before;
    double *z_before;
    double balance; /* largest imbalance at the present state */
    int worst;      /* where */
    double change;  /* last correction, relative */
} Static;

static Static open_static(System *s)
{
    const CdModel *m = s->model;
    Static x = { .s = s, .e = cd_equations(s) };
    x.e->world.x.system[SYSTEM_MODE] = MODE_STATICS;
    x.alimit = cd_model_number(m, KIND_equilibrium, "ALIMIT"),
    x.tlimit = cd_model_number(m, KIND_equilibrium, "TLIMIT");
    x.error = cd_model_number(m, KIND_equilibrium, "ERROR");
    x.imbalance = cd_model_number(m, KIND_equilibrium, "IMBALANCE");
    x.stability = cd_model_number(m, KIND_equilibrium, "STABILITY");
    x.most = (int)cd_model_number(m, KIND_equilibrium, "MAXIT");
    x.map = ARENA_ARRAY(&x.arena, BodyMap, s->m->bodies);
    x.r = ARENA_ARRAY(&x.arena, double, cd_equations_unknowns(x.e));
    x.before = cd_state_new(&x.arena, s->m, s->c->rows, s->c->windings);
    x.z_before = ARENA_ARRAY(&x.arena, double, x.e->extras);
    return x;
}

static void be_still(Static *x)
{
    memset(x->s->state.v, 0, sizeof(double) * (size_t)x->s->m->nv);
    memset(x->s->state.vdot, 0, sizeof(double) * (size_t)x->s->m->nv);
    if (x->e->rated) memset(x->e->zdot, 0, sizeof(double) * (size_t)x->e->rated);
}

static void remember(Static *x)
{
    cd_state_copy(x->s->m, x->s->c->rows, x->s->c->windings, &x->before, &x->s->state);
    if (x->e->extras) memcpy(x->z_before, x->e->z, sizeof(double) * (size_t)x->e->extras);
}

static void go_back(Static *x)
{
    cd_state_copy(x->s->m, x->s->c->rows, x->s->c->windings, &x->s->state, &x->before);
    if (x->e->extras) memcpy(x->e->z, x->z_before, sizeof(double) * (size_t)x->e->extras);
}

static bool is_held(const Static *x, int extra)
{
    return extra < x->e->rated && x->e->extra[extra].hold;
}

/* Residuals at rest; the largest of the forces in x->balance (11.1). */
static bool evaluate(Static *x, CdLog *log)
{
    System *s = x->s;
    int nv = s->m->nv;
    if (!cd_equations_prepare(x->e, log) || !cd_equations_residual(x->e, x->r)) return false;
    x->balance = 0;
    for (int i = 0; i < s->used; i++) x->r[nv + i] = s->c->row[s->use[i]].velocity_level ? 0 : x->e->phi[i];
    for (int i = 0; i < x->e->extras; i++)
        if (is_held(x, i)) x->r[nv + s->used + i] = 0;
    for (int i = 0; i < cd_equations_unknowns(x->e); i++) {
        double size = fabs(x->r[i]);
        if (!isfinite(size)) return false;
        if (size > x->balance) x->balance = size, x->worst = i;
    }
    return true;
}

/* One Newton step of K + share (M + C), within the limits; false if the matrix is singular (11.3), (11.4). */
static bool take_step(Static *x, double share)
{
    System *s = x->s;
    int nv = s->m->nv, n = cd_equations_unknowns(x->e);
    for (int b = 0; b < s->m->bodies; b++)
        x->map[b] = (BodyMap){
            .q = 1, .v = share, .a = share, .V = m3_scale(m3_identity(), share), .A = m3_scale(m3_identity(), share)
        };
    Maps maps = { .body = x->map, .z = 1, .rate = share };
    cd_inertia_matrix(x->e, &maps);
    if (!cd_equations_matrix(x->e, &maps)) return false;
    for (int i = 0; i < x->e->rated; i++)
        if (is_held(x, i)) cd_equations_pin(x->e, i);
    LuStatus lu = cd_equations_factor(x->e);
    if (lu == LU_SINGULAR || lu == LU_NOT_FINITE) return false;
    for (int i = 0; i < n; i++) x->r[i] = -x->r[i];
    cd_equations_solve(x->e, x->r);
    double translation = 0, rotation = 0, scale = 1;
    for (int b = 0; b < s->m->bodies; b++) {
        const double *d = x->r + s->m->body[b].first;
        int f = s->m->body[b].freedoms;
        translation = fmax(translation, f < 3 ? fabs(d[0]) : v3_norm(v3(d[0], d[1], d[2])));
        if (f == 6) rotation = fmax(rotation, v3_norm(v3(d[3], d[4], d[5])));
    }
    if (!isfinite(translation) || !isfinite(rotation)) return false;
    if (rotation > x->alimit) scale = x->alimit / rotation;
    if (translation * scale > x->tlimit) scale = x->tlimit / translation;
    x->change = fmax(translation / fmax(1, s->length), rotation) * scale;
    cd_state_move(s->m, &s->state, x->r, scale);
    for (int i = 0; i < s->used; i++) s->state.lambda[s->use[i]] += x->r[nv + i];
    for (int i = 0; i < x->e->extras; i++) x->e->z[i] += (i < x->e->rated ? scale : 1) * x->r[nv + s->used + i];
    cd_bodies_motion(s->m, &s->state, s->body);
    cd_constraints_wind(s->c, s->body, s->state.winding);
    return true;
}

static bool is_balanced(const Static *x)
{
    return x->balance <= x->imbalance && x->change <= x->error;
}

/* One step beyond what was asked for costs little and gives most of the digits there are. */
static void polish(Static *x)
{
    double balance = x->balance, change = x->change;
    remember(x);
    if (take_step(x, x->stability) && evaluate(x, NULL) && x->balance <= balance) return;
    go_back(x);
    evaluate(x, NULL);
    x->change = change;
}

/* Newton with the share of STABILITY. */
static bool newton(Static *x)
{
    x->change = INFINITY;
    for (int it = 0; it < x->most; it++) {
        if (!evaluate(x, NULL)) return false;
        if (is_balanced(x)) {
            polish(x);
            return true;
        }
        if (!take_step(x, x->stability)) return false;
        cd_equations_prepare(x->e, NULL);
        cd_equations_wind(x->e);
    }
    return evaluate(x, NULL) && is_balanced(x);
}

/* Sinking: the share starts large and falls as the balance gets better; a step that makes it much worse is taken back (11.5). */
static bool sink(Static *x, double share, int most)
{
    x->change = INFINITY;
    if (!evaluate(x, NULL)) return false;
    double last = x->balance;
    for (int it = 0; it < most; it++) {
        remember(x);
        bool good = take_step(x, share) && evaluate(x, NULL);
        if (!good || x->balance > 3 * last) {
            go_back(x);
            share *= 4;
            if (share > 1e30 || !evaluate(x, NULL)) return false;
            continue;
        }
        cd_equations_wind(x->e);
        if (is_balanced(x)) return true;
        double better = last / fmax(x->balance, 1e-300);
        share *= better > 1 ? fmax(0.1, 1 / better) * 0.7 : fmin(2, 1 / better);
        last = x->balance;
        if (share < x->stability) share = x->stability;
    }
    return false;
}

/* A share of mass that lets the bodies move by about a tenth of their size under the present imbalance (11.6). */
static double first_share(Static *x)
{
    double fastest = 0;
    const Mechanism *m = x->s->m;
    if (!evaluate(x, NULL)) return 1;
    for (int b = 0; b < m->bodies; b++) {
        const double *r = x->r + m->body[b].first;
        if (m->body[b].mass > 0 && m->body[b].freedoms >= 3)
            fastest = fmax(fastest, v3_norm(v3(r[0], r[1], r[2])) / m->body[b].mass);
    }
    return fmax(10 * fastest / x->s->length, 1e3 * x->stability);
}

/* ---- what stands in the way ------------------------------------------------------------------------------------------------------- */

static const char *const direction[6] = { "move along x",     "move along y",     "move along z",
                                          "turn about its x", "turn about its y", "turn about its z" };

/* A free direction that forces push along: inverse iteration on the matrix with hardly any mass finds it (11.7). */
static void report_free(Static *x, CdLog *log)
{
    System *s = x->s;
    int n = cd_equations_unknowns(x->e), largest = 0;
    if (!evaluate(x, NULL)) return;
    take_step(x, 1e-9);
    double *v = x->r, grown = 0;
    for (int i = 0; i < n; i++) v[i] = 1 + 0.1 * (i % 7);
    for (int k = 0; k < 3; k++) {
        double size = 0;
        cd_equations_solve(x->e, v);
        for (int i = 0; i < s->m->nv; i++)
            if (fabs(v[i]) > size) size = fabs(v[i]), largest = i;
        for (int i = 0; i < n; i++) v[i] /= size;
        grown = size;
    }
    if (grown < 1e6) return; /* something holds it */
    int b = 0;
    while (b + 1 < s->m->bodies && s->m->body[b + 1].first <= largest) b++;
    const Element *e = cd_body_name(s->m, b);
    char label[CD_LABEL_ROOM];
    cd_log(log, e->place, MOVES_FREELY, cd_label(e, label), direction[largest - s->m->body[b].first]);
}

static CdStatus give_up(Static *x, CdLog *log)
{
    char label[CD_LABEL_ROOM];
    evaluate(x, log);
    double balance = x->balance;
    cd_unknown_label(x->e, x->worst, label);
    report_free(x, log);
    cd_log(log, ((CdPlace){ 0 }), NO_EQUILIBRIUM, label, x->s->state.t, balance, x->imbalance);
    return CD_ANALYSIS_FAILED;
}

/* ---- stages ------------------------------------------------------------------------------------------------------------------------------ */

CdStatus cd_equilibrium(System *s, CdLog *log)
{
    Static x = open_static(s);
    be_still(&x);
    remember(&x);
    State start = cd_state_new(&x.arena, s->m, s->c->rows, s->c->windings);
    cd_state_copy(s->m, s->c->rows, s->c->windings, &start, &s->state);
    const char *stage = "Newton's method";
    bool found = newton(&x);
    if (!found) {
        /* from the start again: Newton may have led anywhere */
        cd_state_copy(s->m, s->c->rows, s->c->windings, &s->state, &start);
        stage = "following the bodies as they sink";
        found = sink(&x, first_share(&x), 40 * x.most) && newton(&x);
    }
    CdStatus status = found ? CD_OK : give_up(&x, log);
    if (found) cd_log(log, ((CdPlace){ 0 }), EQUILIBRIUM_FOUND, s->state.t, stage, x.balance);
    be_still(&x);
    cd_arena_close(&x.arena);
    return status;
}

/* A share of mass above growth^2 makes the matrix positive in the direction that is left, so that steps lead away (11.9). */
CdStatus cd_equilibrium_leave(System *s, const double *d, double growth, CdLog *log)
{
    Static x = open_static(s);
    be_still(&x);
    cd_state_move(s->m, &s->state, d, 1);
    cd_bodies_motion(s->m, &s->state, s->body);
    cd_constraints_wind(s->c, s->body, s->state.winding);
    bool found = sink(&x, fmax(first_share(&x), 2 * growth * growth), 40 * x.most) && newton(&x);
    CdStatus status = found ? CD_OK : give_up(&x, log);
    if (found)
        cd_log(log, ((CdPlace){ 0 }), EQUILIBRIUM_FOUND, s->state.t, "following the bodies as they sink", x.balance);
    be_still(&x);
    cd_arena_close(&x.arena);
    return status;
}

CdStatus cd_equilibrium_at(System *s, double t, CdLog *log)
{
    enum { MOST_HALVINGS = 12 };
    Static x = open_static(s);
    double h = t - s->state.t;
    int halvings = 0;
    CdStatus status = CD_OK;
    be_still(&x);
    while (status == CD_OK && s->state.t < t) {
        State good = cd_state_new(&x.arena, s->m, s->c->rows, s->c->windings);
        double *z = ARENA_ARRAY(&x.arena, double, x.e->extras);
        cd_state_copy(s->m, s->c->rows, s->c->windings, &good, &s->state);
        memcpy(z, x.e->z, sizeof(double) * (size_t)x.e->extras);
        double next = s->state.t + h >= t * (1 - 1e-14) ? t : s->state.t + h;
        s->state.t = next;
        cd_constraints_advance(s->c, next, log);
        if (newton(&x)) continue;
        if (++halvings <= MOST_HALVINGS) {
            cd_state_copy(s->m, s->c->rows, s->c->windings, &s->state, &good);
            memcpy(x.e->z, z, sizeof(double) * (size_t)x.e->extras);
            h /= 2;
            continue;
        }
        s->state.t = t; /* no way leads there in small steps: look for another equilibrium */
        status = cd_equilibrium(s, log);
    }
    be_still(&x);
    cd_arena_close(&x.arena);
    return status;
}
