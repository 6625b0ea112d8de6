/* initial_velocities.c - velocities that the constraints allow, near those that are given (theory 7.4).
 *
 *     [ S + W G^T; G -E ] (v - v0, l) = (W (given - v0), f' - phi_t - G v0)
 *     (7.4)
 *
 * S are sizes, W weighs what is given with parts. Initial rates of joints are rows as well, before that with E, which
 * tells those that the other rows do not allow. */
#include "analyses/initial/exact.h"
#include "analyses/initial/initial.h"
#include "analyses/initial/redundant.h"
#include "model/bodies.h"
#include "model/modal.h"
#include "system/equations.h"

#include <math.h>
#include <string.h>

/* What is given weighs so much more than what is not. It holds by repeated solutions: more weight in one would cost as
 * many digits. */
static const double given_weight = 1e5;
enum { SOLUTIONS = 3 };

/* ---- what is given ----------------------------------------------------------------------------------------------- */

/* Given velocities are along axes of a marker: R diag(w) R^T in ground or body axes. */
typedef struct GivenVelocity {
    bool given[6];
    double value[6];
    Mat3 R[2]; /* axes of VM in ground axes, of WM in body axes */
} GivenVelocity;

/* VMODE, as lengths. */
static void given_modes(const System *s, const MovingBody *b, GivenVelocity *g)
{
    for (int n = 0; n < s->m->flexes; n++) {
        const FlexPlace *x = &s->m->flex[n];
        for (int i = 0; i < b->dofs && x->index == b->index; i++) {
            int j = x->mode[b->share + i];
            g->given[i] = j < x->given->vmode.n;
            g->value[i] = g->given[i] ? x->scale[b->share + i] * x->given->vmode.at[j] : 0;
        }
    }
}

static GivenVelocity given_velocity(const System *s, int body)
{
    const MovingBody *b = &s->m->body[body];
    const Element *e = cd_body_name(s->m, body);
    GivenVelocity g = { .R = { m3_identity(), m3_identity() } };
    Mat3 A = s->now.body[body].A;
    if (cd_has_moved(s) || b->node) return g;
    if (b->curve) {
        g.given[0] = b->speed_given;
        g.value[0] = b->speed / v3_norm(cd_curve_eval(b->curve, s->now.body[body].r.x, 1));
        return g;
    }
    if (b->role == BODY_NODE) return g;
    if (b->role == BODY_MODES) {
        given_modes(s, b, &g);
        return g;
    }
    if (b->kind == KIND_point_mass) {
        const PointMass *p = e->data;
        double v[3] = { p->vx, p->vy, p->vz };
        bool given[3] = { GIVEN(e, PointMass, vx), GIVEN(e, PointMass, vy), GIVEN(e, PointMass, vz) };
        memcpy(g.value, v, sizeof v), memcpy(g.given, given, sizeof given);
        return g;
    }
    int of[2], cm = -1;
    if (b->role == BODY_FRAME) {
        const FlexBody *p = e->data;
        double v[6] = { p->vx, p->vy, p->vz, p->wx, p->wy, p->wz };
        bool given[6] = { GIVEN(e, FlexBody, vx), GIVEN(e, FlexBody, vy), GIVEN(e, FlexBody, vz),
                          GIVEN(e, FlexBody, wx), GIVEN(e, FlexBody, wy), GIVEN(e, FlexBody, wz) };
        memcpy(g.value, v, sizeof v), memcpy(g.given, given, sizeof given);
        of[0] = p->vm, of[1] = p->wm;
    } else {
        const Part *p = e->data;
        double v[6] = { p->vx, p->vy, p->vz, p->wx, p->wy, p->wz };
        bool given[6] = { GIVEN(e, Part, vx), GIVEN(e, Part, vy), GIVEN(e, Part, vz),
                          GIVEN(e, Part, wx), GIVEN(e, Part, wy), GIVEN(e, Part, wz) };
        memcpy(g.value, v, sizeof v), memcpy(g.given, given, sizeof given);
        of[0] = p->vm, of[1] = p->wm, cm = p->cm;
    }
    for (int k = 0; k < 2; k++) {
        int marker = of[k];
        if (k == 1 && marker < 0 && b->planar) marker = cm; /* its body axes are others */
        if (marker < 0) continue;
        const Site *site = &s->m->site[marker];
        Mat3 ground = site->body < 0 ? site->A : m3_mul(s->now.body[site->body].A, site->A);
        g.R[k] = k == 0 ? ground : m3_tmul(A, ground);
    }
    return g;
}

/* W = R diag(w) R^T of one kind of velocities, translation or rotation, with weights of what is given alone. */
static Mat3 given_weights(const System *s, const GivenVelocity *g, int kind)
{
    double size = kind == 0 ? 1 : s->constants.length * s->constants.length;
    Vec3 w[3];
    for (int c = 0; c < 3; c++)
        w[c] = v3_scale(m3_col(g->R[kind], c), g->given[3 * kind + c] ? size * given_weight : 0);
    return m3_mult(m3_cols(w[0], w[1], w[2]), g->R[kind]);
}

/* Sizes, and with them what is given. */
static void velocity_weights(const System *s, int body, double W[36], const void *user)
{
    (void)user;
    GivenVelocity g = given_velocity(s, body);
    cd_block_size(s, body, W, NULL);
    if (s->m->body[body].curve) W[0] *= g.given[0] ? 1 + given_weight : 1;
    cd_flexible_weights(s, body, W);
    for (int k = 0; k < 2 && !s->m->body[body].curve; k++) {
        Mat3 w = given_weights(s, &g, k);
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) W[6 * (i + 3 * k) + j + 3 * k] += m3_at(w, i, j);
    }
}

/* A component of the present velocity along the axis in which it is given. */
static double component(const System *s, int body, const GivenVelocity *g, int k)
{
    const MovingBody *b = &s->m->body[body];
    const double *v = s->state.v + b->first;
    return b->curve ? v[0] : v3_dot(m3_col(g->R[k / 3], k % 3), k < 3 ? cd_translation(b, v) : cd_rotation(b, v));
}

/* What of s->rhs pulls velocities back to what is given: W (given - v). kept: a bit per component and a number per
 * body. */
static void pull_back(System *s, const unsigned *kept)
{
    for (int b = 0; b < s->m->bodies; b++) {
        GivenVelocity g = given_velocity(s, b);
        Vec3 pull[2] = { { 0, 0, 0 }, { 0, 0, 0 } };
        double size[36] = { 0 };
        cd_block_size(s, b, size, NULL);
        for (int k = 0; k < 6; k++) {
            if (!g.given[k] || !(kept[b] >> k & 1)) continue;
            double force = given_weight * size[7 * k] * (g.value[k] - component(s, b, &g, k));
            Vec3 axis = s->m->body[b].curve ? v3(1, 0, 0) : m3_col(g.R[k / 3], k % 3);
            pull[k / 3] = v3_axpy(pull[k / 3], force, axis);
        }
        cd_add_wrench(&s->m->body[b], 1, pull[0], pull[1], s->now.rhs + s->m->body[b].first);
    }
}

static void start_with_given(System *s)
{
    for (int b = 0; b < s->m->bodies && !cd_has_moved(s); b++) {
        GivenVelocity g = given_velocity(s, b);
        double *v = s->state.v + s->m->body[b].first;
        if (s->m->body[b].curve) v[0] = g.value[0];
        else cd_put_translation(&s->m->body[b], m3_apply(g.R[0], v3(g.value[0], g.value[1], g.value[2])), v);
        cd_put_rotation(&s->m->body[b], m3_apply(g.R[1], v3(g.value[3], g.value[4], g.value[5])), v);
    }
    cd_bodies_motion(s->m, &s->state, s->now.body);
}

/* ---- how fast things go ------------------------------------------------------------------------------------------ */

/* The rate that is asked of a row. */
static double wanted_rate(const System *s, int row)
{
    const Row *r = &s->c->row[row];
    return r->initial ? r->start_rate : r->drive >= 0 ? s->now.drive[3 * row + 1] : 0;
}

static double present_rate(System *s, int row)
{
    const RowEval *e = cd_system_row(s, row, ROW_GRADIENT);
    return cd_row_rate(s->c, e, s->state.v) + e->rate_t;
}

/* The largest speed there is, or is given or asked for: of bodies, of points as far away as bodies are long, of motions
 * and joints. Where all stand still it is a trace of what accelerations make of the length of the model: functions of
 * time have a rounded zero for a rate. */
static double largest_speed(System *s)
{
    const double trace = 1e-8;
    double speed = 0, acceleration = v3_norm(s->constants.gravity);
    for (int b = 0; b < s->m->bodies; b++) {
        GivenVelocity g = given_velocity(s, b);
        for (int k = 0; k < 6 && !s->m->body[b].curve; k++)
            speed = fmax(speed, (k < 3 ? 1 : s->constants.length) * fabs(g.value[k]));
        speed = fmax(speed, fmax(v3_norm(s->now.body[b].u), s->constants.length * v3_norm(s->now.body[b].w)));
    }
    for (int i = 0; i < s->c->rows; i++) {
        const Row *r = &s->c->row[i];
        if (r->drive < 0 && !(r->initial && r->rate_given)) continue;
        double length = s->constants.length / cd_system_row_size(s, i);
        speed = fmax(speed, length * fabs(wanted_rate(s, i)));
        if (r->drive >= 0) acceleration = fmax(acceleration, length * fabs(s->now.drive[3 * i + 2]));
    }
    return fmax(speed, trace * sqrt(acceleration * s->constants.length));
}

/* The rate of a row that corresponds to a speed. */
static double as_rate(System *s, int row, double speed)
{
    return speed * cd_system_row_size(s, row) / s->constants.length;
}

/* Motions that begin with another velocity than there is. */
static void warn_knocks(System *s, CdLog *log)
{
    const double much = 0.01, some = 1e-6;
    double speed = cd_has_moved(s) ? largest_speed(s) : 0;
    for (int i = 0; i < s->in_use.n && cd_has_moved(s); i++) {
        int row = s->in_use.row[i];
        const Row *r = &s->c->row[row];
        if (r->drive < 0 || r->initial) continue;
        double wanted = wanted_rate(s, row), there = present_rate(s, row);
        if (fabs(wanted - there) <= as_rate(s, row, some * speed) + much * fmax(fabs(wanted), fabs(there))) continue;
        char label[CD_LABEL_ROOM];
        cd_log(log, r->element->place, MOTION_KNOCKS, cd_label(r->element, label), s->state.t);
    }
}

/* ---- solving ----------------------------------------------------------------------------------------------------- */

/* What one solution of (7.4) takes into account. */
typedef struct Pulls {
    const unsigned *kept;  /* what of the velocities of parts counts, as in pull_back; NULL: they have none */
    const double *towards; /* nv: velocities that the solution is to be near, NULL: the present ones */
    int soft;              /* so many of the last rows in use, initial rates of joints, yield by E */
} Pulls;

static void pull_towards(System *s, const double *v0)
{
    for (int b = 0; b < s->m->bodies; b++) {
        double size[36] = { 0 };
        cd_block_size(s, b, size, NULL);
        for (int k = 0; k < s->m->body[b].dofs; k++) {
            int i = s->m->body[b].first + k;
            s->now.rhs[i] = size[7 * s->m->body[b].six[k]] * (v0[i] - s->state.v[i]);
        }
    }
}

static bool solve(System *s, Pulls x)
{
    int nv = s->m->nv;
    cd_system_fill(s, x.kept ? velocity_weights : cd_block_size, NULL, 0);
    for (int i = s->in_use.n - x.soft; i < s->in_use.n; i++) {
        double own = cd_system_row_size(s, s->in_use.row[i]) / s->constants.length;
        s->matrix.x[s->matrix.diagonal[i]] -= own * own / given_weight;
    }
    LuStatus status = cd_system_refactor(s);
    if (status == LU_SINGULAR || status == LU_NOT_FINITE) return false;
    memset(s->now.rhs, 0, sizeof(double) * (size_t)nv);
    if (x.kept) pull_back(s, x.kept);
    if (x.towards) pull_towards(s, x.towards);
    for (int i = 0; i < s->in_use.n; i++)
        s->now.rhs[nv + i] = wanted_rate(s, s->in_use.row[i]) - present_rate(s, s->in_use.row[i]);
    cd_system_solve(s);
    for (int i = 0; i < nv; i++) s->state.v[i] += s->now.rhs[i];
    cd_bodies_motion(s->m, &s->state, s->now.body);
    return true;
}

bool cd_close_velocities(System *s)
{
    return solve(s, (Pulls){ 0 }) && !cd_system_has_toggled(s);
}

/* ---- what cannot be kept ----------------------------------------------------------------------------------------- */

/* What is next to nothing beside the largest speed. */
static const double small_speed = 1e-6;

/* Whether a component is as it was given. */
static bool is_kept(const System *s, int body, const GivenVelocity *g, int k, double speed)
{
    const SpaceCurve *curve = s->m->body[body].curve;
    double unit = curve ? v3_norm(cd_curve_eval(curve, s->now.body[body].r.x, 1)) : k < 3 ? 1 : s->constants.length;
    return unit * fabs(component(s, body, g, k) - g->value[k]) <= small_speed * speed;
}

/* What was given and is kept, as in pull_back. */
static void find_kept(System *s, unsigned *kept)
{
    double speed = largest_speed(s);
    for (int b = 0; b < s->m->bodies; b++) {
        GivenVelocity g = given_velocity(s, b);
        kept[b] = 0;
        for (int k = 0; k < 6; k++) kept[b] |= (unsigned)is_kept(s, b, &g, k, speed) << k;
    }
}

static void report_changed(System *s, CdLog *log)
{
    static const char *const name[6] = { "VX", "VY", "VZ", "WX", "WY", "WZ" };
    double speed = largest_speed(s);
    for (int b = 0; b < s->m->bodies; b++) {
        GivenVelocity g = given_velocity(s, b);
        const SpaceCurve *curve = s->m->body[b].curve;
        double unit = curve ? v3_norm(cd_curve_eval(curve, s->now.body[b].r.x, 1)) : 1;
        for (int k = 0; k < 6; k++) {
            if (!g.given[k] || is_kept(s, b, &g, k, speed)) continue;
            const Element *e = cd_body_name(s->m, b);
            char label[CD_LABEL_ROOM];
            cd_log(log, e->place, VELOCITY_CHANGED, cd_label(e, label), curve ? "ICTAN" : name[k], unit * g.value[k],
                   unit * component(s, b, &g, k));
        }
    }
}

/* The rows in use that pull about as hard as the one at `place` does: those it contradicts. s->rhs has the multipliers
 * of the solution. */
static void name_opponents(System *s, int place, TextBuffer *out)
{
    const double share = 1e-3;
    const double *l = s->now.rhs + s->m->nv;
    double pull = fabs(l[place]) * cd_system_row_size(s, s->in_use.row[place]);
    for (int i = 0, said = 0; i < s->in_use.n; i++)
        if (i != place && fabs(l[i]) * cd_system_row_size(s, s->in_use.row[i]) > share * pull)
            said = cd_name_row(s, s->in_use.row[i], said, out);
    if (!out->n) cd_buffer_print(out, "the velocities of parts");
}

/* An initial rate that the other constraints do not allow is reported and replaced by the one found. by: whom it
 * contradicts. */
static void replace_rate(System *s, int row, const TextBuffer *by, double speed, CdLog *log)
{
    Row *r = &s->c->row[row];
    char label[CD_LABEL_ROOM];
    if (!by->n) return;
    r->start_rate = present_rate(s, row);
    if (fabs(r->start_rate) <= as_rate(s, row, 1e-3 * small_speed * speed))
        r->start_rate = 0; /* rounding of what is held */
    cd_log(log, r->element->place, CONTRADICTORY_RATE, cd_row_label(s->c, row, label), r->rate, by->at, r->start_rate);
}

/* Which rates joints can start with: those given, or what is nearest to them in the sum of squares. The present
 * velocities stay. */
static bool find_rates(System *s, CdLog *log)
{
    if (!cd_system_any_rates(s)) return true;
    Arena scratch = { 0 };
    double *v = ARENA_ARRAY(&scratch, double, s->m->nv);
    memcpy(v, s->state.v, sizeof(double) * (size_t)s->m->nv);
    cd_system_find_rank(s, cd_rank_tolerance, ROWS_VELOCITY);
    int rates = cd_system_use_rates(s), first = s->in_use.n - rates, *row = ARENA_ARRAY(&scratch, int, rates);
    TextBuffer *by = ARENA_ARRAY(&scratch, TextBuffer, rates);
    memcpy(row, s->in_use.row + first, sizeof(int) * (size_t)rates);
    bool good = true;
    for (int i = 0; i < rates; i++) s->c->row[row[i]].start_rate = s->c->row[row[i]].rate;
    for (int i = 0; i < SOLUTIONS && good; i++) good = solve(s, (Pulls){ .soft = rates });
    double speed = largest_speed(s);
    for (int i = 0; i < rates && good; i++)
        if (fabs(present_rate(s, row[i]) - wanted_rate(s, row[i])) > as_rate(s, row[i], small_speed * speed))
            name_opponents(s, first + i, &by[i]);
    cd_system_use_rank(s);
    good = good && solve(s, (Pulls){ 0 }); /* the digits that contradictions have cost */
    for (int i = 0; i < rates && good; i++) replace_rate(s, row[i], &by[i], speed, log);
    for (int i = 0; i < rates; i++) cd_buffer_close(&by[i]);
    memcpy(s->state.v, v, sizeof(double) * (size_t)s->m->nv);
    cd_bodies_motion(s->m, &s->state, s->now.body);
    cd_arena_close(&scratch);
    return good;
}

/* Redundant rows must agree with the rest in their rates as well. */
static CdStatus check_rates(System *s, CdLog *log)
{
    const double small = 1e-4;
    double speed = largest_speed(s);
    CdStatus status = CD_OK;
    for (int i = 0; i < s->in_use.rank.dependents; i++) {
        const Dependent *d = &s->in_use.rank.dependent[i];
        const Row *r = &s->c->row[d->column];
        if (r->initial) continue;
        double open = present_rate(s, d->column) - wanted_rate(s, d->column);
        if (fabs(open) <= as_rate(s, d->column, small * speed)) continue;
        char label[CD_LABEL_ROOM];
        TextBuffer set = { 0 };
        cd_name_set(s, d, &set);
        cd_log(log, r->element->place, CONTRADICTORY_RATES, cd_row_label(s->c, d->column, label), set.at, open);
        cd_buffer_close(&set);
        status = CD_ANALYSIS_FAILED;
    }
    return status;
}

/* ---- all of it --------------------------------------------------------------------------------------------------- */

/* ---- rows that are not linear in velocities ---------------------------------------------------------------------- */

void cd_velocity_guess(System *s)
{
    start_with_given(s);
    double speed = largest_speed(s);
    for (int i = 0; i < s->c->rows; i++) {
        if (!s->c->row[i].nonlinear || cd_system_row(s, i, ROW_SLOPE)->n == 0) continue;
        RowEval *e = s->now.eval;
        double slope = 0;
        for (int k = 0; k < e->n; k++) slope = fmax(slope, fmax(v3_norm(e->r[k]), v3_norm(e->pi[k])));
        for (int k = 0; k < e->n && slope == 0 && !cd_has_moved(s); k++) {
            const MovingBody *b = &s->m->body[e->body[k]];
            for (int c = 0; c < b->dofs; c++)
                s->state.v[b->first + c] += (speed > 0 ? speed : s->constants.length) /
                                            (b->six[c] < 3 ? 1 : s->constants.length) * sin(1 + 2 * k + c);
        }
        cd_bodies_motion(s->m, &s->state, s->now.body);
    }
}

/* The row in use that is farthest from holding, by its size; how far that is beside the largest speed. */
static double farthest_row(System *s, int *worst)
{
    double most = 0, speed = largest_speed(s);
    *worst = -1;
    for (int i = 0; i < s->in_use.n; i++) {
        int row = s->in_use.row[i];
        double off = fabs(present_rate(s, row) - wanted_rate(s, row)) / as_rate(s, row, speed);
        if (off > most || isnan(off)) most = off, *worst = row;
    }
    return most;
}

/* Newton's method to the velocities nearest to those given at which all rows hold (7.15). */
static bool satisfy_nonlinear(System *s, CdLog *log)
{
    enum { MOST = 60 };
    const double rounding = 1e-12;
    Arena scratch = { 0 };
    double *given = ARENA_ARRAY(&scratch, double, s->m->nv), off = INFINITY;
    int worst = -1;
    start_with_given(s);
    memcpy(given, s->state.v, sizeof(double) * (size_t)s->m->nv);
    cd_velocity_guess(s);
    cd_system_find_rank(s, cd_rank_tolerance, ROWS_VELOCITY);
    bool good = true;
    for (int i = 0; i < MOST && good && off > rounding; i++) {
        good = solve(s, (Pulls){ .towards = given });
        off = farthest_row(s, &worst);
    }
    cd_arena_close(&scratch);
    if (good && off <= rounding) return true;
    char label[CD_LABEL_ROOM];
    if (worst >= 0)
        cd_log(log, s->c->row[worst].element->place, NO_VELOCITY, cd_row_label(s->c, worst, label), s->state.t,
               present_rate(s, worst) - wanted_rate(s, worst));
    return false;
}

/* With initial rates of joints beside the rows that last, and without motions that take the rate they find. */
static bool solve_with_rates(System *s, CdLog *log)
{
    bool nonlinear = cd_constraints_nonlinear(s->c), good = !nonlinear || satisfy_nonlinear(s, log);
    bool other_rows = nonlinear || cd_system_differs(s, ROWS_INITIAL_VELOCITY);
    good = good && find_rates(s, log);
    if (other_rows) cd_system_find_rank(s, cd_rank_tolerance, ROWS_INITIAL_VELOCITY);
    Arena scratch = { 0 };
    unsigned *kept = ARENA_ARRAY(&scratch, unsigned, s->m->bodies);
    for (int b = 0; b < s->m->bodies; b++) kept[b] = ~0u;
    for (int i = 0; i < (nonlinear ? 10 : 1) * SOLUTIONS && good; i++) good = solve(s, (Pulls){ .kept = kept });
    /* the digits that contradictions and weights have cost */
    find_kept(s, kept);
    good = good && solve(s, (Pulls){ .kept = kept }) && solve(s, (Pulls){ 0 });
    if (other_rows) cd_system_find_rank(s, cd_rank_tolerance, ROWS_LASTING);
    cd_arena_close(&scratch);
    return good;
}

CdStatus cd_initial_velocities(System *s, CdLog *log)
{
    if (!cd_system_prepare(s, log)) return CD_ANALYSIS_FAILED;
    start_with_given(s);
    warn_knocks(s, log);
    bool good = solve_with_rates(s, log);
    cd_constraints_begin(s->c, &s->state, s->now.body);
    if (!good) {
        cd_equations_prepare(cd_equations(s), NULL);
        for (int i = 0; i < s->in_use.n; i++) cd_equations_explain_row(cd_equations(s), s->in_use.row[i], log);
        cd_log(log, ((CdPlace){ 0 }), SINGULAR_VELOCITY, s->state.t);
        return CD_ANALYSIS_FAILED;
    }
    report_changed(s, log);
    return cd_system_prepare(s, log) ? check_rates(s, log) : CD_ANALYSIS_FAILED;
}
