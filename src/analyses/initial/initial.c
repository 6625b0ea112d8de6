/* initial.c - consistent positions (theory 7.1 to 7.3).
 *
 * Repeat  [ W G^T; G -e ] (d, l) = (0, -phi),  q <- q +
 * d                                                                   (7.1)
 *
 * Gaps are measured by the sizes of their rows, translations by the length of the model: nothing here knows of
 * units. */
#include "analyses/initial/initial.h"

#include "analyses/initial/assembly_trace.h"
#include "analyses/initial/contradiction.h"
#include "analyses/initial/exact.h"
#include "analyses/initial/redundant.h"
#include "integrators/integrator.h"
#include "system/equations.h"
#include "system/row_jacobian.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- gaps -------------------------------------------------------------------------------------------------------- */

/* A mechanism that is put together. */
typedef struct Assembly {
    System *s;
    double *size, *phi, *gap; /* by row: size at the start, value, value by size */
    bool exact;               /* whether EXACT values are held */
} Assembly;

static Assembly assembly_of(System *s, Arena *arena)
{
    int rows = s->c->rows;
    Assembly a = { .s = s,
                   .size = ARENA_ARRAY(arena, double, rows),
                   .phi = ARENA_ARRAY(arena, double, rows),
                   .gap = ARENA_ARRAY(arena, double, rows),
                   .exact = true };
    for (int i = 0; i < rows; i++) a.size[i] = cd_system_row_size(s, i);
    return a;
}

/* The gaps of the present state, and their norm. */
static double find_gaps(Assembly *a)
{
    const System *s = a->s;
    double sum = 0;
    cd_system_residual(a->s, a->phi, NULL);
    for (int i = 0; i < s->c->rows; i++) a->gap[i] = a->phi[i] / a->size[i];
    for (int i = 0; i < s->in_use.n; i++) sum += a->gap[s->in_use.row[i]] * a->gap[s->in_use.row[i]];
    return sqrt(sum);
}

/* The same of a state that has just been set. */
static double gaps_here(Assembly *a)
{
    cd_bodies_motion(a->s->m, &a->s->state, a->s->now.body);
    return find_gaps(a);
}

void cd_change_size(const System *s, const double *d, double *translation, double *rotation)
{
    const Mechanism *m = s->m;
    *translation = *rotation = 0;
    for (int b = 0; b < m->bodies; b++) {
        const double *x = d + m->body[b].first;
        const SpaceCurve *curve = m->body[b].curve;
        double along = curve ? v3_norm(cd_curve_eval(curve, s->now.body[b].r.x, 1)) : 1;
        *translation = fmax(*translation, along * v3_norm(cd_translation(&m->body[b], x)));
        *rotation = fmax(*rotation, v3_norm(cd_rotation(&m->body[b], x)));
        if (isnan(x[0])) *translation = NAN;
    }
}

/* A change of positions: its size, its largest rotation, and the share of it that stays within ALIMIT and TLIMIT of a
 * statement. */
typedef struct Change {
    double size, rotation, share;
} Change;

static Change change_of(const System *s, const double *d, KindIndex limits)
{
    double alimit = cd_model_number(s->model, limits, "ALIMIT"), tlimit = cd_model_number(s->model, limits, "TLIMIT");
    double translation, rotation, share = 1;
    cd_change_size(s, d, &translation, &rotation);
    if (rotation > alimit) share = alimit / rotation;
    if (translation * share > tlimit) share = tlimit / translation;
    return (Change){ isnan(translation) ? NAN : fmax(translation / s->constants.length, rotation), rotation, share };
}

/* One direction from the linearised constraints, in s->rhs; false if the matrix cannot be factored. damping: e of (7.1)
 * as a share of what stands against it, so that rows of any size are damped alike. */
static bool direction(const Assembly *a, double damping, const double *pull)
{
    System *s = a->s;
    cd_system_fill(s, cd_position_weights, &a->exact, 0);
    for (int i = 0; i < s->in_use.n; i++) {
        double own = a->size[s->in_use.row[i]] / s->constants.length;
        s->matrix.x[s->matrix.diagonal[i]] -= damping * own * own;
    }
    LuStatus status = cd_system_refactor(s);
    if (status == LU_SINGULAR || status == LU_NOT_FINITE) return false;
    if (pull) memcpy(s->now.rhs, pull, sizeof(double) * (size_t)s->m->nv);
    else memset(s->now.rhs, 0, sizeof(double) * (size_t)s->m->nv);
    for (int i = 0; i < s->in_use.n; i++) s->now.rhs[s->m->nv + i] = -a->phi[s->in_use.row[i]];
    cd_system_solve(s);
    return true;
}

static void copy_state(const System *s, State *to, const State *from)
{
    cd_state_copy(s->m, s->c->rows, s->c->windings, to, from);
}

static State new_state(const System *s, Arena *arena)
{
    return cd_state_new(arena, s->m, s->c->rows, s->c->windings);
}

/* ---- what is said of them ---------------------------------------------------------------------------------------- */

/* The elements whose equations stay open, with the gap of each. */
static void report_open(const Assembly *a, CdLog *log)
{
    enum { MOST = 6 };
    const System *s = a->s;
    double worst = 0;
    int said = 0;
    for (int i = 0; i < s->in_use.n; i++) worst = fmax(worst, fabs(a->gap[s->in_use.row[i]]));
    for (int i = 0; i < s->in_use.n && said < MOST; i++) {
        int row = s->in_use.row[i];
        if (!(fabs(a->gap[row]) > 0.1 * worst)) continue;
        char label[CD_LABEL_ROOM];
        const Element *e = s->c->row[row].element;
        cd_row_label(s->c, row, label);
        if (cd_row_is_across(s, cd_system_row(a->s, row, ROW_SLOPE)))
            cd_log(log, e->place, OFF_PLANE, label, a->phi[row]);
        else cd_log(log, e->place, STAYS_OPEN, label, a->phi[row]);
        said++;
    }
}

/* Rows that have no value, by what their expression does. */
static bool report_undefined(const Assembly *a, CdLog *log)
{
    System *s = a->s;
    bool any = false;
    for (int i = 0; i < s->in_use.n; i++) {
        if (isfinite(a->phi[s->in_use.row[i]])) continue;
        cd_equations_prepare(cd_equations(s), NULL);
        cd_equations_explain_row(cd_equations(s), s->in_use.row[i], log);
        any = true;
    }
    return any;
}

/* What an integration before this one may have left of positions whose constraints it solved differentiated (I2,
 * I1). */
static double drift(const System *s)
{
    const double of_error = 100;
    return s->given.continues ? of_error * cd_settings(s->model, 1).tolerance.error : 0;
}

bool cd_has_moved(const System *s)
{
    return s->given.continues && !s->given.unmoved;
}

static void warn_gaps(const Assembly *a, CdLog *log)
{
    const System *s = a->s;
    for (int i = 0; i < s->c->rows; i++) {
        const Row *r = &s->c->row[i];
        bool small = fabs(a->phi[i]) <= fmax(cd_small_gap * a->size[i], drift(s));
        if (r->initial || small || isnan(a->phi[i]) || (r->drive >= 0 && !cd_has_moved(s))) continue;
        char label[CD_LABEL_ROOM];
        if (r->drive >= 0)
            cd_log(log, r->element->place, MOTION_STARTS_OFF, cd_label(r->element, label), s->state.t, a->phi[i]);
        else cd_log(log, r->element->place, OPEN_AT_START, cd_row_label(s->c, i, label), a->phi[i]);
    }
}

/* ---- closing them ------------------------------------------------------------------------------------------------ */

/* Moves by the greatest share of d that brings the gaps nearer; the last try is taken anyway, to get out of a flat
 * place. The norm of what is left. */
static double move_nearer(Assembly *a, const double *d, double *share, double residual, const State *before,
                          double *pull)
{
    enum { TRIES = 8 };
    System *s = a->s;
    double next = residual;
    for (int cut = 0; cut < TRIES; cut++, *share /= 2) {
        copy_state(s, &s->state, before);
        cd_state_move(s->m, &s->state, d, *share);
        next = gaps_here(a);
        if (pull) next = hypot(next, cd_exact_pull(s, pull));
        if (next < residual) break;
    }
    return next;
}

/* Newton's method with shortened steps from the present state. True if the constraints are closed. */
static bool close_gaps(Assembly *a)
{
    System *s = a->s;
    const double damping = 1e-9, error = cd_model_number(s->model, KIND_ic, "ERROR");
    int most = 4 * (int)cd_model_number(s->model, KIND_ic, "MAXIT");
    Arena scratch = { 0 };
    double *d = ARENA_ARRAY(&scratch, double, s->m->nv);
    double *pull = a->exact ? ARENA_ARRAY(&scratch, double, s->m->nv) : NULL;
    State before = new_state(s, &scratch);
    double residual = find_gaps(a);
    bool closed = false;
    if (pull) cd_exact_pull(s, pull);
    AssemblyTrace trace = cd_assembly_trace(s, "positions at the start");
    for (int it = 0; it < most && !closed; it++) {
        closed = residual <= error * 1e-2;
        if (closed || !direction(a, damping, pull)) break;
        memcpy(d, s->now.rhs, sizeof(double) * (size_t)s->m->nv);
        Change c = change_of(s, d, KIND_ic);
        cd_assembly_trace_iteration(&trace, a->phi, a->size, d, c.share);
        copy_state(s, &before, &s->state);
        double next = move_nearer(a, d, &c.share, residual, &before, pull), change = c.size * c.share;
        bool stuck = !(next < residual) || (change < error && next > error);
        residual = next;
        cd_constraints_wind(s->c, s->now.body, s->state.winding);
        closed = change <= error && residual <= error;
        if (stuck && change < 1e-3 * error) break;
    }
    cd_arena_close(&scratch);
    return closed || find_gaps(a) <= cd_small_gap;
}

/* The position near by where the sum of squares of the gaps is least, by steps that are damped the more the less they
 * do (Levenberg and Marquardt). */
static void find_least_gaps(Assembly *a)
{
    enum { MOST = 300 };
    System *s = a->s;
    Arena scratch = { 0 };
    State before = new_state(s, &scratch);
    double damping = 1e-3, *d = ARENA_ARRAY(&scratch, double, s->m->nv), residual = find_gaps(a), change = 1;
    for (int it = 0; it < MOST && change > 1e-9 && damping < 1e9; it++) {
        if (!direction(a, damping, NULL)) break;
        memcpy(d, s->now.rhs, sizeof(double) * (size_t)s->m->nv);
        Change c = change_of(s, d, KIND_ic);
        change = c.size;
        copy_state(s, &before, &s->state);
        cd_state_move(s->m, &s->state, d, c.share);
        double next = gaps_here(a);
        if (next <= residual) {
            residual = next, damping = fmax(damping / 5, 1e-9);
            cd_constraints_wind(s->c, s->now.body, s->state.winding);
            continue;
        }
        copy_state(s, &s->state, &before);
        gaps_here(a);
        damping *= 10, change = 1;
    }
    cd_arena_close(&scratch);
}

/* Turns every body a little, each otherwise. */
static void disturb(System *s, double angle)
{
    Arena scratch = { 0 };
    double *d = ARENA_ARRAY(&scratch, double, s->m->nv);
    for (int b = 0; b < s->m->bodies; b++)
        for (int f = 0; f < s->m->body[b].dofs; f++) {
            int c = s->m->body[b].six[f];
            if (c >= 3) d[s->m->body[b].first + f] = angle * sin(1 + 3 * b + c);
        }
    cd_state_move(s->m, &s->state, d, 1);
    cd_arena_close(&scratch);
}

/* From a state, and if that leads nowhere with all bodies turned a little first, which helps where links lie in one
 * line and cannot tell to which side to fold. False leaves the state that the first attempt has come to. */
static bool close_from(Assembly *a, const State *start)
{
    enum { ATTEMPTS = 4 };
    System *s = a->s;
    Arena scratch = { 0 };
    State first = new_state(s, &scratch);
    bool closed = false;
    for (int attempt = 0; attempt < ATTEMPTS && !closed; attempt++) {
        copy_state(s, &s->state, start);
        if (attempt) disturb(s, 0.1 * attempt);
        cd_bodies_motion(s->m, &s->state, s->now.body);
        cd_constraints_wind(s->c, s->now.body, s->state.winding);
        closed = close_gaps(a);
        if (!attempt) copy_state(s, &first, &s->state);
    }
    if (!closed) copy_state(s, &s->state, &first);
    cd_bodies_motion(s->m, &s->state, s->now.body);
    cd_arena_close(&scratch);
    return closed;
}

/* Why the gaps stay open: a row has no value, the rows contradict each other, or EXACT values keep them open. */
static void explain_open(Assembly *a, const State *start, CdLog *log)
{
    System *s = a->s;
    find_gaps(a);
    if (report_undefined(a, log)) return;
    bool exact = cd_exact_any(s);
    a->exact = false;
    if (exact && close_from(a, start)) {
        cd_exact_name(s, log);
        return;
    }
    find_least_gaps(a);
    if (!cd_name_contradictions(s, a->gap, log)) report_open(a, log);
}

static CdStatus solve_positions(System *s, CdLog *log)
{
    Arena scratch = { 0 };
    CdStatus status = CD_ANALYSIS_FAILED;
    if (!cd_system_prepare(s, log)) goto done;
    cd_system_use_all(s, ROWS_INITIAL_POSITION);
    Assembly a = assembly_of(s, &scratch);
    State start = new_state(s, &scratch);
    find_gaps(&a);
    warn_gaps(&a, log);
    copy_state(s, &start, &s->state);
    bool closed = close_from(&a, &start);
    /* redundant rows may disagree by so much; EXACT values have a limit of their own */
    if (find_gaps(&a) <= cd_small_gap) status = cd_exact_check(s, log);
    else if (closed) status = CD_OK;
    else {
        explain_open(&a, &start, log);
        cd_log(log, ((CdPlace){ 0 }), CANNOT_ASSEMBLE, s->state.t);
    }
done:
    cd_arena_close(&scratch);
    return status;
}

/* ---- from near by ------------------------------------------------------------------------------------------------ */

/* The direction where G is square: weights do not matter. */
static bool only_direction(System *s, const double *phi)
{
    if (!cd_jacobian_factor(s)) return false;
    for (int i = 0; i < s->in_use.n; i++) s->now.rhs[i] = -phi[s->in_use.row[i]];
    cd_jacobian_solve(s, s->now.rhs);
    return true;
}

/* Newton with the rows in use, from a start that is near, with ALIMIT and TLIMIT of a statement; a: NULL where G is
 * square. The number of iterations, -1 if it does not converge. */
static int close_positions(System *s, Assembly *a, KindIndex limits, double error, int most)
{
    const double far = 1.5; /* radians */
    Arena scratch = { 0 };
    double *phi = a ? a->phi : ARENA_ARRAY(&scratch, double, s->c->rows), last = INFINITY;
    int used = -1;
    AssemblyTrace trace = cd_assembly_trace(s, a ? "positions, without redundant rows" : "positions of the next point");
    for (int it = 1; it <= most; it++) {
        cd_bodies_motion(s->m, &s->state, s->now.body);
        cd_system_residual(s, phi, NULL);
        if (!(a ? direction(a, 0, NULL) : only_direction(s, phi))) break;
        Change c = change_of(s, s->now.rhs, limits);
        if (!isfinite(c.size) || c.rotation > far || (it > 3 && c.size > 2 * last)) break;
        cd_assembly_trace_iteration(&trace, phi, a ? a->size : NULL, s->now.rhs, c.share);
        cd_state_move(s->m, &s->state, s->now.rhs, c.share);
        cd_bodies_motion(s->m, &s->state, s->now.body);
        cd_constraints_wind(s->c, s->now.body, s->state.winding);
        last = c.size;
        if (c.size <= error && c.share == 1) {
            used = it;
            break;
        }
    }
    cd_arena_close(&scratch);
    return used;
}

int cd_close_positions(System *s, double error, int most)
{
    if (s->in_use.n == s->m->nv) return close_positions(s, NULL, KIND_kinematics, error, most);
    Arena scratch = { 0 };
    Assembly a = assembly_of(s, &scratch); /* with degrees of freedom left G is not square: the least change */
    int used = close_positions(s, &a, KIND_kinematics, error, most);
    cd_arena_close(&scratch);
    return used;
}

/* Rows that make axes parallel hold for opposite ones as well, which nobody means: z_I.x_J = 0, and x_I.y_J = 0 where z
 * is held too. */
static void warn_opposite(System *s, CdLog *log)
{
    enum { X, Y, Z };
    cd_markers_motion(s->m, &s->state, s->now.marker);
    for (int i = 0; i < s->c->rows; i++) {
        const Row *r = &s->c->row[i];
        if (r->terms != 1) continue; /* a GCON has none */
        const Term *t = &s->c->term[r->first];
        int axis = t->plus.axis;
        if (t->type != TERM_DOT || t->difference || t->along.axis != (axis + 1) % 3 || axis == Y) continue;
        if (t->plus.marker < 0 || t->along.marker < 0) continue; /* axes of ground, of a part that stays in a plane */
        if (axis == X && (i == 0 || s->c->row[i - 1].element != r->element)) continue; /* a right angle by itself */
        Mat3 A = s->now.marker[t->plus.marker].A, B = s->now.marker[t->along.marker].A;
        if (v3_dot(m3_col(A, axis), m3_col(B, axis)) >= 0) continue;
        char label[CD_LABEL_ROOM];
        cd_log(log, r->element->place, OPPOSITE_AXES, cd_label(r->element, label), "xyz"[axis]);
    }
}

/* What redundant rows had pulled at is taken over by the others. */
static void restate_redundant(System *s)
{
    Arena scratch = { 0 };
    Assembly a = assembly_of(s, &scratch);
    double error = cd_model_number(s->model, KIND_ic, "ERROR");
    close_positions(s, &a, KIND_ic, error, (int)cd_model_number(s->model, KIND_ic, "MAXIT"));
    cd_arena_close(&scratch);
}

CdStatus cd_initial_positions(System *s, CdLog *log)
{
    CdStatus status = solve_positions(s, log);
    if (status != CD_OK) return status;
    if (!cd_constraints_on_curves(s->c, &s->state, log)) return CD_ANALYSIS_FAILED;
    cd_constraints_begin(s->c, &s->state, s->now.body);
    if (!cd_system_prepare(s, log)) return CD_ANALYSIS_FAILED;
    if (cd_constraints_nonlinear(s->c)) cd_velocity_guess(s); /* their gradient depends on velocities */
    status = cd_check_rank(s, log);
    if (status == CD_OK) restate_redundant(s);
    warn_opposite(s, log);
    return status;
}
