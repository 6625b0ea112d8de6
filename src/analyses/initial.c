/* initial.c - initial conditions (theory 7.1 to 7.8).
 *
 * Positions: repeat  [ W G^T; G -eps ] (d, l) = (0, -phi),  q <- q + d, W = 1e10 for EXACT coordinates, 1 otherwise      (7.1)
 * Velocities: the same once, for the change that makes  G v = f' - phi_t                                                  (7.4)
 * Accelerations: [ M G^T; G 0 ] (v', lambda) = (Q, gamma)                                                                 (7.6) */
#include "analyses/initial.h"

#include "integrators/integrator.h"
#include "model/bodies.h"
#include "system/equations.h"
#include "system/grip.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double exact_weight = 1e10, damping = 1e-12;
static const double small_gap = 1e-6; /* of the length of the model: numbers of a dataset are rounded */

/* ---- weights ------------------------------------------------------------------------------------------------------------- */

/* The change of a 3-1-3 angle of the body with dpi; at sin(theta) = 0 the first and third are one. */
static Vec3 angle_gradient(Mat3 A, int angle)
{
    double e[3];
    m3_to_euler313(A, e);
    double s = sin(e[1]), sp = sin(e[2]), cp = cos(e[2]);
    if (angle == 1) return v3(cp, -sp, 0);
    if (fabs(s) < 1e-6) return v3(0, 0, 1);
    /* rows of the inverse of B in wbar = B (psi', theta', phi') */
    return angle == 0 ? v3_scale(v3(sp, cp, 0), 1 / s) : v3(-sp * cos(e[1]) / s, -cp * cos(e[1]) / s, 1);
}

static unsigned exact_of(const System *s, int body)
{
    const MovingBody *b = &s->m->body[body];
    if (b->curve) return 0;
    return b->kind == KIND_part ? MODEL_AT(s->model, part, Part, b->index)->exact
                                : MODEL_AT(s->model, point_mass, PointMass, b->index)->exact;
}

/* A point of contact goes along its curve at next to no cost, whatever the unit of its parameter. */
static double parameter_weight(const System *s, int body)
{
    Vec3 along = cd_curve_eval(s->m->body[body].curve, s->body[body].r.x, 1);
    return fmax(1e-6 * v3_dot(along, along), DBL_MIN);
}

/* Beside moves in small units a turn of a radian is little. */
static double weight_of_exact_turn(const System *s)
{
    return exact_weight * fmax(1, s->length * s->length);
}

/* of_turns (user): how much a turn of a radian counts beside a move by the unit of length; NULL: as much. */
static void position_weights(const System *s, int body, double W[36], const void *user)
{
    const double turn = user ? *(const double *)user : 1;
    if (s->m->body[body].curve) {
        W[0] = parameter_weight(s, body);
        return;
    }
    unsigned exact = s->continues ? 0 : exact_of(s, body);
    for (int i = 0; i < 3; i++) W[7 * i] = exact >> i & 1 ? exact_weight : 1, W[7 * (i + 3)] = turn;
    for (int k = 0; k < 3; k++) {
        if (!(exact >> (3 + k) & 1)) continue;
        Vec3 c = v3_unit(angle_gradient(s->body[body].A, k));
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) W[6 * (i + 3) + j + 3] += weight_of_exact_turn(s) * v3_get(c, i) * v3_get(c, j);
    }
}

/* How far an EXACT coordinate (0 to 2: along r, 3 to 5: about the direction in which an angle changes) is from where the dataset has
 * it. Where sin(theta) = 0, psi and phi are one angle; if it was not so at the start they are not off. */
static double exact_off(const System *s, int body, int k)
{
    const double full_turn = 2 * acos(-1);
    const Frame *start = &s->m->body[body].start;
    const BodyMotion *now = &s->body[body];
    if (k < 3) return v3_get(start->r, k) - v3_get(now->r, k);
    double e0[3], e[3];
    m3_to_euler313(start->A, e0);
    m3_to_euler313(now->A, e);
    bool was_one = fabs(sin(e0[1])) < 1e-6, is_one = fabs(sin(e[1])) < 1e-6;
    double side = cos(e[1]) > 0 ? 1 : -1;
    if (k == 4) return e0[1] - e[1];
    if (was_one != is_one) return 0;
    if (is_one) return side * remainder(e0[0] + side * e0[2] - e[0] - side * e[2], full_turn);
    return remainder(e0[k - 3] - e[k - 3], full_turn) / v3_norm(angle_gradient(now->A, k - 3));
}

/* W times the way back to EXACT values that the linearised constraints had moved; the size of it all. */
static double pull_back(const System *s, double *pull)
{
    double sum = 0;
    memset(pull, 0, sizeof(double) * (size_t)s->m->nv);
    for (int b = 0; b < s->m->bodies && !s->continues; b++) {
        unsigned exact = exact_of(s, b);
        double *x = pull + s->m->body[b].first;
        for (int k = 0; k < 6; k++) {
            if (!(exact >> k & 1)) continue;
            double off = exact_off(s, b, k), weight = k < 3 ? exact_weight : weight_of_exact_turn(s);
            Vec3 c = k < 3 ? v3(k == 0, k == 1, k == 2) : v3_unit(angle_gradient(s->body[b].A, k - 3));
            for (int i = 0; i < 3; i++) x[i + k / 3 * 3] += weight * off * v3_get(c, i);
            sum += off * off;
        }
    }
    return sqrt(sum);
}

/* ---- positions ------------------------------------------------------------------------------------------------------------ */

static double norm_of_rows(System *s, double *phi)
{
    double sum = 0;
    cd_system_residual(s, phi, NULL);
    for (int i = 0; i < s->used; i++) sum += phi[s->use[i]] * phi[s->use[i]];
    return sqrt(sum);
}

void cd_change_size(const System *s, const double *d, double *translation, double *rotation)
{
    const Mechanism *m = s->m;
    *translation = *rotation = 0;
    for (int b = 0; b < m->bodies; b++) {
        const double *x = d + m->body[b].first;
        *translation = fmax(*translation, m->body[b].curve ? fabs(x[0]) : v3_norm(v3(x[0], x[1], x[2])));
        if (m->body[b].freedoms == 6) *rotation = fmax(*rotation, v3_norm(v3(x[3], x[4], x[5])));
        if (isnan(x[0])) *translation = NAN;
    }
}

/* One direction from the linearised constraints; false if the matrix cannot be factored. */
static bool direction(System *s, BodyBlock *weights, const double *turn, double eps, const double *phi,
                      const double *pull)
{
    LuStatus status = cd_system_factor(s, weights, turn, eps);
    if (status == LU_SINGULAR || status == LU_NOT_FINITE) return false;
    if (pull) memcpy(s->rhs, pull, sizeof(double) * (size_t)s->m->nv);
    else memset(s->rhs, 0, sizeof(double) * (size_t)s->m->nv);
    for (int i = 0; i < s->used; i++) s->rhs[s->m->nv + i] = -phi[s->use[i]];
    cd_system_solve(s);
    return true;
}

/* The elements whose equations stay open, with the gap of each. */
static void report_open(System *s, const double *phi, CdLog *log)
{
    enum { MOST = 6 };
    double worst = 0;
    for (int i = 0; i < s->used; i++) {
        if (isfinite(phi[s->use[i]])) continue;
        cd_equations_prepare(cd_equations(s), NULL);
        cd_equations_explain_row(cd_equations(s), s->use[i], log);
    }
    for (int i = 0; i < s->used; i++) worst = fmax(worst, fabs(phi[s->use[i]]));
    int said = 0;
    for (int i = 0; i < s->used && said < MOST; i++) {
        int row = s->use[i];
        if (!(fabs(phi[row]) > 0.1 * worst)) continue;
        char label[CD_LABEL_ROOM];
        cd_log(log, s->c->row[row].element->place, STAYS_OPEN, cd_row_label(s->c, row, label), phi[row]);
        said++;
    }
}

/* What an integration before this one may have left of positions whose constraints it solved differentiated (I2, I1). */
static double drift(const System *s)
{
    const double of_error = 100;
    return s->continues ? of_error * cd_settings(s->model, 1).error : 0;
}

/* Whether the model has moved before: then motions were satisfied, and one that is not any more has been stated anew. */
static bool has_moved(const System *s)
{
    return s->continues && !s->unmoved;
}

static void warn_gaps(System *s, const double *phi, double small, CdLog *log)
{
    for (int i = 0; i < s->c->rows; i++) {
        const Row *r = &s->c->row[i];
        if (r->initial || !(fabs(phi[i]) > small) || (r->drive >= 0 && !has_moved(s))) continue;
        char label[CD_LABEL_ROOM];
        if (r->drive >= 0)
            cd_log(log, r->element->place, MOTION_STARTS_OFF, cd_label(r->element, label), s->state.t, phi[i]);
        else cd_log(log, r->element->place, OPEN_AT_START, cd_row_label(s->c, i, label), phi[i]);
    }
}

/* Motions that begin with another velocity than there is. */
static void warn_knocks(System *s, CdLog *log)
{
    const double much = 0.01, some = 1e-6;
    for (int i = 0; i < s->used && has_moved(s); i++) {
        int row = s->use[i];
        const Row *r = &s->c->row[row];
        if (r->drive < 0 || r->initial) continue;
        cd_constraint_row(s->c, row, s->body, s->state.winding, NULL, ROW_GRADIENT, s->eval);
        double wanted = s->drive[3 * row + 1], there = cd_row_rate(s->c, s->eval, s->state.v) + s->eval->rate_t;
        if (fabs(wanted - there) <= some + much * fmax(fabs(wanted), fabs(there))) continue;
        char label[CD_LABEL_ROOM];
        cd_log(log, r->element->place, MOTION_KNOCKS, cd_label(r->element, label), s->state.t);
    }
}

static const char *const exact_name[6] = { "X", "Y", "Z", "PSI", "THETA", "PHI" };

/* The coordinates that a mechanism which cannot be assembled must not move. */
static void name_exact(const System *s, CdLog *log)
{
    enum { MOST = 6 };
    for (int b = 0, said = 0; b < s->m->bodies && !s->continues && said < MOST; b++) {
        unsigned exact = exact_of(s, b);
        TextBuffer list = { 0 };
        for (int k = 0; k < 6; k++)
            if (exact >> k & 1) cd_buffer_print(&list, "%s%s", list.n ? ", " : "", exact_name[k]);
        const Element *e = cd_body_name(s->m, b);
        char label[CD_LABEL_ROOM];
        if (list.n) cd_log(log, e->place, EXACT_HOLDS, cd_label(e, label), list.at), said++;
        cd_buffer_close(&list);
    }
}

/* EXACT values that the constraints do not let be. Numbers of a dataset are rounded: what is next to nothing does not count. */
static CdStatus check_exact(const System *s, CdLog *log)
{
    CdStatus status = CD_OK;
    for (int b = 0; b < s->m->bodies && !s->continues; b++) {
        unsigned exact = exact_of(s, b);
        for (int k = 0; k < 6; k++) {
            double off = exact >> k & 1 ? exact_off(s, b, k) : 0;
            if (fabs(off) <= 100 * small_gap * (k < 3 ? s->length : 1)) continue;
            const Element *e = cd_body_name(s->m, b);
            char label[CD_LABEL_ROOM];
            cd_log(log, e->place, EXACT_MOVED, cd_label(e, label), exact_name[k], off);
            status = CD_ANALYSIS_FAILED;
        }
    }
    return status;
}

/* Newton's method with shortened steps from the present state; a turn of a radian counts as much as `turn` moves by the unit of length, squared. True if
 * the constraints are closed. */
static bool close_gaps(System *s, double turn, double *phi)
{
    const CdModel *m = s->model;
    double error = cd_model_number(m, KIND_ic, "ERROR"), tlimit = cd_model_number(m, KIND_ic, "TLIMIT");
    double alimit = cd_model_number(m, KIND_ic, "ALIMIT"), unit = fmax(1, s->length);
    int most = 4 * (int)cd_model_number(m, KIND_ic, "MAXIT");
    Arena scratch = { 0 };
    double *d = ARENA_ARRAY(&scratch, double, s->m->nv), *pull = ARENA_ARRAY(&scratch, double, s->m->nv);
    State before = cd_state_new(&scratch, s->m, s->c->rows, s->c->windings);
    double residual = norm_of_rows(s, phi);
    bool closed = false;
    pull_back(s, pull);
    for (int it = 0; it < most && !closed; it++) {
        closed = residual <= error * unit * 1e-2;
        if (closed || !direction(s, position_weights, &turn, damping, phi, pull)) break;
        memcpy(d, s->rhs, sizeof(double) * (size_t)s->m->nv);
        double translation, rotation, scale = 1;
        cd_change_size(s, d, &translation, &rotation);
        if (rotation > alimit) scale = alimit / rotation;
        if (translation * scale > tlimit) scale = tlimit / translation;
        /* shorten the step until it brings the constraints nearer; the last try is taken anyway, to get out of a flat place */
        cd_state_copy(s->m, s->c->rows, s->c->windings, &before, &s->state);
        double next = residual;
        for (int cut = 0; cut < 8; cut++, scale /= 2) {
            cd_state_copy(s->m, s->c->rows, s->c->windings, &s->state, &before);
            cd_state_move(s->m, &s->state, d, scale);
            cd_bodies_motion(s->m, &s->state, s->body);
            next = hypot(norm_of_rows(s, phi), pull_back(s, pull));
            if (next < residual) break;
        }
        double change = fmax(translation / unit, rotation) * scale;
        bool stuck = !(next < residual) || (change < error && next > error * unit);
        residual = next;
        cd_constraints_wind(s->c, s->body, s->state.winding);
        closed = change <= error && residual <= error * unit;
        if (stuck && change < 1e-3 * error) break;
    }
    cd_arena_close(&scratch);
    return closed || norm_of_rows(s, phi) <= small_gap * s->length;
}

/* Turns every body a little, each otherwise. */
static void disturb(System *s, double angle)
{
    Arena scratch = { 0 };
    double *d = ARENA_ARRAY(&scratch, double, s->m->nv);
    for (int b = 0; b < s->m->bodies; b++)
        for (int c = 3; c < s->m->body[b].freedoms; c++) d[s->m->body[b].first + c] = angle * sin(1 + 3 * b + c);
    cd_state_move(s->m, &s->state, d, 1);
    cd_arena_close(&scratch);
}

/* Where turns that count as in Adams do not lead there, which depends on the unit of length, they count by the length of the model; then all bodies
 * are turned a little first, which helps where links lie in one line and cannot tell to which side to fold. */
static CdStatus solve_positions(System *s, CdLog *log)
{
    enum { ATTEMPTS = 4 };
    Arena scratch = { 0 };
    double *phi = ARENA_ARRAY(&scratch, double, s->c->rows);
    State start = cd_state_new(&scratch, s->m, s->c->rows, s->c->windings);
    State first = cd_state_new(&scratch, s->m, s->c->rows, s->c->windings);
    CdStatus status = CD_ANALYSIS_FAILED;

    if (!cd_system_prepare(s, log)) goto done;
    cd_system_use_all(s, ROWS_INITIAL_POSITION);
    norm_of_rows(s, phi);
    warn_gaps(s, phi, fmax(small_gap * s->length, drift(s)), log);
    cd_state_copy(s->m, s->c->rows, s->c->windings, &start, &s->state);
    bool closed = close_gaps(s, 1, phi);
    cd_state_copy(s->m, s->c->rows, s->c->windings, &first, &s->state);
    for (int attempt = 1; attempt <= ATTEMPTS && !closed; attempt++) {
        cd_state_copy(s->m, s->c->rows, s->c->windings, &s->state, &start);
        if (attempt > 1) disturb(s, 0.1 * (attempt - 1));
        cd_bodies_motion(s->m, &s->state, s->body);
        cd_constraints_wind(s->c, s->body, s->state.winding);
        closed = close_gaps(s, s->length * s->length, phi);
    }
    if (!closed) cd_state_copy(s->m, s->c->rows, s->c->windings, &s->state, &first);
    cd_bodies_motion(s->m, &s->state, s->body);
    status = closed ? CD_OK : CD_ANALYSIS_FAILED;
    /* redundant rows may disagree by so much; EXACT values have a limit of their own */
    if (norm_of_rows(s, phi) <= small_gap * s->length) status = check_exact(s, log);
    else if (status != CD_OK) {
        report_open(s, phi, log);
        name_exact(s, log);
        cd_log(log, ((CdPlace){ 0 }), CANNOT_ASSEMBLE, s->state.t);
    }
done:
    cd_arena_close(&scratch);
    return status;
}

/* "JOINT/1 Zi.Xj, JOINT/2 Zi.Xj": the rows a redundant one repeats. */
static void name_set(const System *s, const Dependent *d, TextBuffer *out)
{
    enum { MOST = 8 };
    for (int k = 0, said = 0; k < d->n; k++) {
        if (fabs(d->coef[k]) < 1e-6) continue;
        char label[CD_LABEL_ROOM];
        if (said == MOST) {
            cd_buffer_print(out, " and others");
            break;
        }
        cd_buffer_print(out, "%s%s", said ? ", " : "", cd_row_label(s->c, d->on[k], label));
        said++;
    }
    if (!out->n) cd_buffer_print(out, d->n < 0 ? "the others" : "nothing: it holds by itself");
}

/* Redundant rows are told one by one; those that contradict the rest stop the run. */
static CdStatus check_rank(System *s, CdLog *log)
{
    CdStatus status = CD_OK;
    cd_system_find_rank(s, cd_rank_tolerance, ROWS_LASTING);
    for (int i = 0; i < s->rank.dependents; i++) {
        const Dependent *d = &s->rank.dependent[i];
        const Row *r = &s->c->row[d->column];
        if (r->initial) continue; /* a column of zeros here: it does not count */
        char label[CD_LABEL_ROOM];
        TextBuffer set = { 0 };
        name_set(s, d, &set);
        cd_constraint_row(s->c, d->column, s->body, s->state.winding, r->drive >= 0 ? s->drive + 3 * d->column : NULL,
                          ROW_VALUE, s->eval);
        if (!r->velocity_level && fabs(s->eval->value) > small_gap * s->length) {
            cd_log(log, r->element->place, CONTRADICTORY, cd_row_label(s->c, d->column, label), set.at, s->eval->value);
            status = CD_ANALYSIS_FAILED;
        } else {
            cd_log(log, r->element->place, REDUNDANT, cd_row_label(s->c, d->column, label), set.at);
        }
        cd_buffer_close(&set);
    }
    return status;
}

CdStatus cd_rank_again(System *s, bool *changed, CdLog *log)
{
    *changed = false;
    if (!cd_system_prepare(s, log)) return CD_ANALYSIS_FAILED;
    *changed = cd_system_rank_changed(s, cd_rank_tolerance, ROWS_LASTING);
    return *changed ? check_rank(s, log) : CD_OK;
}

/* How far a row is off; s->eval has it. */
static double gap_of(System *s, int row)
{
    const Row *r = &s->c->row[row];
    if (r->initial || r->velocity_level) return 0;
    cd_constraint_row(s->c, row, s->body, s->state.winding, r->drive >= 0 ? s->drive + 3 * row : NULL, ROW_VALUE,
                      s->eval);
    return fabs(s->eval->value);
}

CdStatus cd_watch_redundant(System *s, double tolerance, CdLog *log)
{
    CdStatus status = CD_OK;
    for (int k = 0; k < s->rank.dependents; k++) {
        int row = s->rank.dependent[k].column;
        if (gap_of(s, row) <= tolerance * s->length) continue;
        char label[CD_LABEL_ROOM];
        cd_log(log, s->c->row[row].element->place, NOT_REDUNDANT, cd_row_label(s->c, row, label), s->state.t,
               s->eval->value);
        status = CD_ANALYSIS_FAILED;
    }
    return status;
}

bool cd_redundant_anew(System *s, double tolerance)
{
    double gap = 0, open = 0;
    int rank = s->rank.rank;
    for (int k = 0; k < s->rank.dependents; k++) gap = fmax(gap, gap_of(s, s->rank.dependent[k].column));
    if (gap <= tolerance * s->length) return false;
    /* rows that follow from others hold only as well as these do */
    for (int i = 0; i < s->used; i++) open = fmax(open, gap_of(s, s->use[i]));
    if (gap <= 100 * open) return false;
    cd_system_find_rank(s, cd_rank_tolerance, ROWS_LASTING);
    return s->rank.rank != rank;
}

/* The same where G is square: weights do not matter. */
static bool only_direction(System *s, const double *phi)
{
    if (!cd_grip_find(s)) return false;
    for (int i = 0; i < s->used; i++) s->rhs[i] = -phi[s->use[i]];
    cd_grip_solve(s, s->rhs);
    return true;
}

/* Newton with the rows in use, from a start that is near, with ALIMIT and TLIMIT of a statement; weights NULL: G is square, and lengths are
 * measured by that of the model. The number of iterations, -1 if it does not converge. */
static int close_positions(System *s, BodyBlock *weights, KindIndex limits, double error, int most)
{
    double unit = weights ? 1 : s->length;
    double alimit = cd_model_number(s->model, limits, "ALIMIT"), tlimit = cd_model_number(s->model, limits, "TLIMIT");
    Arena scratch = { 0 };
    double *phi = ARENA_ARRAY(&scratch, double, s->c->rows), last = INFINITY;
    int used = -1;
    for (int it = 1; it <= most; it++) {
        cd_bodies_motion(s->m, &s->state, s->body);
        cd_system_residual(s, phi, NULL);
        if (!(weights ? direction(s, weights, NULL, 0, phi, NULL) : only_direction(s, phi))) break;
        double translation, rotation;
        cd_change_size(s, s->rhs, &translation, &rotation);
        double change = fmax(translation / unit, rotation);
        if (!isfinite(change) || rotation > 1.5 || (it > 3 && change > 2 * last)) break;
        double scale = rotation > alimit ? alimit / rotation : 1;
        if (translation * scale > tlimit) scale = tlimit / translation;
        cd_state_move(s->m, &s->state, s->rhs, scale);
        cd_bodies_motion(s->m, &s->state, s->body);
        cd_constraints_wind(s->c, s->body, s->state.winding);
        last = change;
        if (change <= error && scale == 1) {
            used = it;
            break;
        }
    }
    cd_arena_close(&scratch);
    return used;
}

int cd_close_positions(System *s, double error, int most)
{
    return close_positions(s, NULL, KIND_kinematics, error, most);
}

/* Rows that make axes parallel hold for opposite ones as well, which nobody means: z_I.x_J = 0, and x_I.y_J = 0 where z is held too. */
static void warn_opposite(System *s, CdLog *log)
{
    enum { X, Y, Z };
    cd_markers_motion(s->m, &s->state, s->marker);
    for (int i = 0; i < s->c->rows; i++) {
        const Row *r = &s->c->row[i];
        if (r->terms != 1) continue; /* a GCON has none */
        const Term *t = &s->c->term[r->first];
        int axis = t->plus.axis;
        if (t->type != TERM_DOT || t->difference || t->along.axis != (axis + 1) % 3 || axis == Y) continue;
        if (axis == X && (i == 0 || s->c->row[i - 1].element != r->element)) continue; /* a right angle by itself */
        Mat3 A = s->marker[t->plus.marker].A, B = s->marker[t->along.marker].A;
        if (v3_dot(m3_col(A, axis), m3_col(B, axis)) >= 0) continue;
        char label[CD_LABEL_ROOM];
        cd_log(log, r->element->place, OPPOSITE_AXES, cd_label(r->element, label), "xyz"[axis]);
    }
}

CdStatus cd_initial_positions(System *s, CdLog *log)
{
    CdStatus status = solve_positions(s, log);
    if (status != CD_OK) return status;
    if (!cd_constraints_on_curves(s->c, &s->state, log)) return CD_ANALYSIS_FAILED;
    cd_constraints_begin(s->c, &s->state, s->body);
    if (!cd_system_prepare(s, log)) return CD_ANALYSIS_FAILED;
    status = check_rank(s, log);
    /* what redundant rows had pulled at is settled by the others */
    double error = cd_model_number(s->model, KIND_ic, "ERROR");
    if (status == CD_OK)
        close_positions(s, position_weights, KIND_ic, error, (int)cd_model_number(s->model, KIND_ic, "MAXIT"));
    warn_opposite(s, log);
    return status;
}

/* ---- velocities --------------------------------------------------------------------------------------------------------------- */

/* Given velocities are along axes of a marker: R diag(w) R^T in ground or body axes. */
typedef struct GivenVelocity {
    bool given[6];
    double value[6];
    Mat3 R[2]; /* axes of VM in ground axes, of WM in body axes */
} GivenVelocity;

static GivenVelocity given_velocity(const System *s, int body)
{
    const MovingBody *b = &s->m->body[body];
    const Element *e = cd_body_name(s->m, body);
    GivenVelocity g = { .R = { m3_identity(), m3_identity() } };
    Mat3 A = s->body[body].A;
    if (s->continues && !s->unmoved) return g;
    if (b->curve) {
        g.given[0] = b->speed_given;
        g.value[0] = b->speed / v3_norm(cd_curve_eval(b->curve, s->body[body].r.x, 1));
        return g;
    }
    if (b->kind == KIND_point_mass) {
        const PointMass *p = e->data;
        double v[3] = { p->vx, p->vy, p->vz };
        bool given[3] = { GIVEN(e, PointMass, vx), GIVEN(e, PointMass, vy), GIVEN(e, PointMass, vz) };
        memcpy(g.value, v, sizeof v), memcpy(g.given, given, sizeof given);
        return g;
    }
    const Part *p = e->data;
    double v[6] = { p->vx, p->vy, p->vz, p->wx, p->wy, p->wz };
    bool given[6] = { GIVEN(e, Part, vx), GIVEN(e, Part, vy), GIVEN(e, Part, vz),
                      GIVEN(e, Part, wx), GIVEN(e, Part, wy), GIVEN(e, Part, wz) };
    memcpy(g.value, v, sizeof v), memcpy(g.given, given, sizeof given);
    for (int k = 0; k < 2; k++) {
        int marker = k == 0 ? p->vm : p->wm;
        if (marker < 0) continue;
        const Site *site = &s->m->site[marker];
        Mat3 ground = site->body < 0 ? site->A : m3_mul(s->body[site->body].A, site->A);
        g.R[k] = k == 0 ? ground : m3_tmul(A, ground);
    }
    return g;
}

/* A turn counts as much as what it moves a point by that is as far away as bodies are long, so that units do not matter. */
static void velocity_weights(const System *s, int body, double W[36], const void *user)
{
    (void)user;
    GivenVelocity g = given_velocity(s, body);
    const double of[2] = { 1, s->length * s->length };
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                for (int c = 0; c < 3; c++) {
                    double w = of[k] * (g.given[3 * k + c] ? exact_weight : 1);
                    W[6 * (i + 3 * k) + j + 3 * k] += w * m3_at(g.R[k], i, c) * m3_at(g.R[k], j, c);
                }
}

/* [ W G^T; G 0 ] (v - v0, l) = (0, f' - phi_t - G v0) */
static bool solve_velocities(System *s, BodyBlock *weights)
{
    LuStatus status = cd_system_factor(s, weights, NULL, 0);
    if (status == LU_SINGULAR || status == LU_NOT_FINITE) return false;
    memset(s->rhs, 0, sizeof(double) * (size_t)s->m->nv);
    for (int i = 0; i < s->used; i++) {
        int row = s->use[i];
        const Row *r = &s->c->row[row];
        cd_constraint_row(s->c, row, s->body, s->state.winding, NULL, ROW_GRADIENT, s->eval);
        double rate = r->initial ? r->rate : r->drive >= 0 ? s->drive[3 * row + 1] : 0;
        s->rhs[s->m->nv + i] = rate - s->eval->rate_t - cd_row_rate(s->c, s->eval, s->state.v);
    }
    cd_system_solve(s);
    for (int i = 0; i < s->m->nv; i++) s->state.v[i] += s->rhs[i];
    cd_bodies_motion(s->m, &s->state, s->body);
    return true;
}

bool cd_close_velocities(System *s)
{
    return solve_velocities(s, cd_block_unit) && !cd_system_has_toggled(s);
}

/* What was given and could not be kept. */
static void report_changed(System *s, CdLog *log)
{
    static const char *const name[6] = { "VX", "VY", "VZ", "WX", "WY", "WZ" };
    for (int b = 0; b < s->m->bodies; b++) {
        GivenVelocity g = given_velocity(s, b);
        const double *v = s->state.v + s->m->body[b].first;
        const SpaceCurve *curve = s->m->body[b].curve;
        for (int k = 0; k < s->m->body[b].freedoms; k++) {
            if (!g.given[k]) continue;
            const double *x = v + (k < 3 ? 0 : 3);
            double unit = curve ? v3_norm(cd_curve_eval(curve, s->body[b].r.x, 1)) : 1, given = unit * g.value[k];
            double now = curve ? unit * v[0] : v3_dot(m3_col(g.R[k / 3], k % 3), v3(x[0], x[1], x[2]));
            if (fabs(now - given) <= 1e-6 * fmax(1, fabs(given))) continue;
            const Element *e = cd_body_name(s->m, b);
            char label[CD_LABEL_ROOM];
            cd_log(log, e->place, VELOCITY_CHANGED, cd_label(e, label), curve ? "ICTAN" : name[k], given, now);
        }
    }
}

/* Redundant rows must agree with the rest in their rates as well. */
static CdStatus check_rates(System *s, CdLog *log)
{
    double fastest = s->length;
    for (int b = 0; b < s->m->bodies; b++)
        fastest = fmax(fastest, fmax(v3_norm(s->body[b].u), s->length * v3_norm(s->body[b].w)));
    CdStatus status = CD_OK;
    for (int i = 0; i < s->rank.dependents; i++) {
        const Dependent *d = &s->rank.dependent[i];
        const Row *r = &s->c->row[d->column];
        if (r->initial) continue;
        cd_constraint_row(s->c, d->column, s->body, s->state.winding, NULL, ROW_GRADIENT, s->eval);
        double open = cd_row_rate(s->c, s->eval, s->state.v) + s->eval->rate_t -
                      (r->drive >= 0 ? s->drive[3 * d->column + 1] : 0);
        if (fabs(open) <= 100 * small_gap * fastest) continue;
        char label[CD_LABEL_ROOM];
        TextBuffer set = { 0 };
        name_set(s, d, &set);
        cd_log(log, r->element->place, CONTRADICTORY_RATE, cd_row_label(s->c, d->column, label), set.at, open);
        cd_buffer_close(&set);
        status = CD_ANALYSIS_FAILED;
    }
    return status;
}

CdStatus cd_initial_velocities(System *s, CdLog *log)
{
    if (!cd_system_prepare(s, log)) return CD_ANALYSIS_FAILED;
    for (int b = 0; b < s->m->bodies && (!s->continues || s->unmoved); b++) {
        GivenVelocity g = given_velocity(s, b);
        double *v = s->state.v + s->m->body[b].first;
        if (s->m->body[b].curve) v[0] = g.value[0];
        for (int k = 0; k < s->m->body[b].freedoms / 3; k++) {
            Vec3 x = m3_apply(g.R[k], v3(g.value[3 * k], g.value[3 * k + 1], g.value[3 * k + 2]));
            v[3 * k] = x.x, v[3 * k + 1] = x.y, v[3 * k + 2] = x.z;
        }
    }
    cd_bodies_motion(s->m, &s->state, s->body);
    warn_knocks(s, log);
    /* initial rates of joints hold here as equations, then go; a motion without one takes the rate it finds */
    bool other_rows = cd_system_differs(s, ROWS_INITIAL_VELOCITY);
    if (other_rows) cd_system_find_rank(s, cd_rank_tolerance, ROWS_INITIAL_VELOCITY);
    /* weights that differ by so much cost digits: the second solution has them */
    bool good = solve_velocities(s, velocity_weights) && solve_velocities(s, velocity_weights);
    if (other_rows) cd_system_find_rank(s, cd_rank_tolerance, ROWS_LASTING);
    cd_constraints_begin(s->c, &s->state, s->body);
    if (!good) {
        cd_equations_prepare(cd_equations(s), NULL);
        for (int i = 0; i < s->used; i++) cd_equations_explain_row(cd_equations(s), s->use[i], log);
        cd_log(log, ((CdPlace){ 0 }), SINGULAR_VELOCITY, s->state.t);
        return CD_ANALYSIS_FAILED;
    }
    report_changed(s, log);
    return cd_system_prepare(s, log) ? check_rates(s, log) : CD_ANALYSIS_FAILED;
}
