/* test_gstiff.c - the system that GSTIFF solves in index 3, six unknowns per body with everything else eliminated, has
 * the same solution as the full one of fifteen unknowns per body: velocity u, momentum Gamma, rates zeta, position p,
 * angles eps.
 *
 *     m u' + G_p^T lambda = m g          Gamma' - T_eps + G_eps^T lambda = 0        T = 1/2 zeta^T B^T J B zeta
 *     Gamma - B^T J B zeta = 0           p' - u = 0           eps' - zeta = 0       G = 0
 *
 * It is written out plainly here for a chain of bodies on spherical joints, with a dense Newton, and with rates by the
 * same formulas. */
#include "integrate.h"
#include "integrators/history.h"
#include "linalg/dense.h"
#include "near.h"

enum { BODIES = 2, OWN = 15, ROWS = 3, MOST = BODIES * (OWN + ROWS), KEPT = 12 };
enum { P = 0, EPS = 3, U = 6, GAMMA = 9, ZETA = 12 }; /* of the unknowns of a body; the first twelve have rates */

typedef struct Link {
    double mass;
    Vec3 J, before, behind; /* principal inertia; joints to the body before, and to the one behind, in body axes */
} Link;

static const Link links[BODIES] = { { 1.3, { 0.04, 0.05, 0.03 }, { -0.3, 0.1, 0.05 }, { 0.3, -0.1, 0.1 } },
                                    { 0.7, { 0.02, 0.01, 0.03 }, { -0.2, 0.05, 0.1 }, { 0, 0, 0 } } };
static const Vec3 gravity = { 1, -2, -3 };

static const char *const chain[BODIES] = {
    "PART/2, MASS=1.3, CM=20, IP=0.04,0.05,0.03, QG=0.3,-0.1,-0.05, REULER=0.3,1.5,0.2, WX=0.5, WY=1, WZ=-0.7\n"
    "MARKER/20, PART=2\nMARKER/21, PART=2, QP=-0.3,0.1,0.05\nMARKER/22, PART=2, QP=0.3,-0.1,0.1\n"
    "JOINT/1, SPHERICAL, I=21, J=10\n",
    "PART/3, MASS=0.7, CM=30, IP=0.02,0.01,0.03, QG=0.8,-0.2,0.1, REULER=-0.4,1.4,0.6, WX=-0.5, WY=0.4, WZ=0.8\n"
    "MARKER/30, PART=3\nMARKER/31, PART=3, QP=-0.2,0.05,0.1\nJOINT/2, SPHERICAL, I=31, J=22\n",
};

/* ---- the full system --------------------------------------------------------------------------------------------- */

typedef struct Full {
    int bodies;
    History past;
    double y[BODIES * KEPT], rate[BODIES * KEPT];
    double x[MOST]; /* unknowns of the bodies, then the joint forces on the bodies before */
} Full;

static int unknowns(const Full *f)
{
    return f->bodies * (OWN + ROWS);
}

static Vec3 at(const double *x)
{
    return v3(x[0], x[1], x[2]);
}

static void put(double *to, Vec3 v)
{
    to[0] = v.x, to[1] = v.y, to[2] = v.z;
}

static Vec3 times(Vec3 J, Vec3 w)
{
    return v3(J.x * w.x, J.y * w.y, J.z * w.z);
}

/* wbar = B eps', for eps = (psi, theta, phi) */
static Mat3 matrix_b(Vec3 eps)
{
    double st = sin(eps.y), ct = cos(eps.y), sp = sin(eps.z), cp = cos(eps.z);
    return m3_cols(v3(sp * st, cp * st, ct), v3(cp, -sp, 0), v3(0, 0, 1));
}

/* d(B zeta)/d(eps) */
static Mat3 change_of_b(Vec3 eps, Vec3 zeta)
{
    double st = sin(eps.y), ct = cos(eps.y), sp = sin(eps.z), cp = cos(eps.z), psi = zeta.x, theta = zeta.y;
    return m3_cols(v3(0, 0, 0), v3(psi * sp * ct, psi * cp * ct, -psi * st),
                   v3(psi * cp * st - theta * sp, -psi * sp * st - theta * cp, 0));
}

/* B' when eps' = zeta */
static Mat3 rate_of_b(Vec3 eps, Vec3 zeta)
{
    double st = sin(eps.y), ct = cos(eps.y), sp = sin(eps.z), cp = cos(eps.z), theta = zeta.y, phi = zeta.z;
    return m3_cols(v3(cp * phi * st + sp * ct * theta, -sp * phi * st + cp * ct * theta, -st * theta),
                   v3(-sp * phi, -cp * phi, 0), v3(0, 0, 0));
}

static Mat3 rotation(Vec3 eps)
{
    return m3_euler313(eps.x, eps.y, eps.z);
}

/* Residual at x, with rates of the first twelve unknowns of each body by the formula. */
static void full_residual(const Full *f, const double *yp, const double *ratep, const double *x, double *r)
{
    const double *lambda = x + f->bodies * OWN;
    for (int b = 0; b < f->bodies; b++) {
        const Link *l = &links[b];
        const double *own = x + OWN * b;
        double *to = r + OWN * b, rate[KEPT];
        for (int i = 0; i < KEPT; i++)
            rate[i] = ratep[KEPT * b + i] + f->past.current.lead * (own[i] - yp[KEPT * b + i]);
        Vec3 eps = at(own + EPS), zeta = at(own + ZETA), here = at(lambda + 3 * b);
        Vec3 next = b + 1 < f->bodies ? at(lambda + 3 * b + 3) : v3(0, 0, 0);
        Mat3 A = rotation(eps), B = matrix_b(eps);
        Vec3 momentum = times(l->J, m3_apply(B, zeta));
        /* G = p + A before - (p + A behind of the body before): torques of its forces in body axes */
        Vec3 torque = v3_sub(v3_cross(l->before, m3_tapply(A, here)), v3_cross(l->behind, m3_tapply(A, next)));
        Vec3 force = v3_sub(here, next), u = at(rate + U);
        put(to, v3_sub(v3_add(v3_scale(u, l->mass), force), v3_scale(gravity, l->mass)));
        Vec3 turning = v3_sub(at(rate + GAMMA), m3_tapply(change_of_b(eps, zeta), momentum));
        put(to + 3, v3_add(turning, m3_tapply(B, torque)));
        put(to + 6, v3_sub(at(own + GAMMA), m3_tapply(B, momentum)));
        put(to + 9, v3_sub(at(rate + P), at(own + U)));
        put(to + 12, v3_sub(at(rate + EPS), zeta));
        Vec3 gap = v3_add(at(own + P), m3_apply(A, l->before));
        if (b > 0) {
            const double *last = own - OWN;
            gap = v3_sub(gap, v3_add(at(last + P), m3_apply(rotation(at(last + EPS)), links[b - 1].behind)));
        }
        put(r + OWN * f->bodies + 3 * b, gap);
    }
}

/* One step: Newton with a matrix of differences, until nothing changes any more. */
static void full_step(Full *f, double h, Arena *arena)
{
    int n = unknowns(f);
    double yp[BODIES * KEPT], ratep[BODIES * KEPT], r[MOST], moved[MOST], J[MOST * MOST];
    cd_history_predict(&f->past, h, yp, ratep);
    for (int b = 0; b < f->bodies; b++) {
        memcpy(f->x + OWN * b, yp + KEPT * b, sizeof(double) * KEPT);
        memcpy(f->x + OWN * b + ZETA, ratep + KEPT * b + EPS, sizeof(double) * 3);
    }
    for (int it = 0; it < 8; it++) {
        full_residual(f, yp, ratep, f->x, r);
        for (int j = 0; j < n; j++) {
            double keep = f->x[j], d = 1e-7 * fmax(1, fabs(keep));
            f->x[j] = keep + d;
            full_residual(f, yp, ratep, f->x, moved);
            f->x[j] = keep;
            for (int i = 0; i < n; i++) J[i + n * j] = (moved[i] - r[i]) / d;
        }
        ArenaMark mark = cd_arena_mark(arena);
        DenseLu lu;
        assert_int_equal(cd_dense_factor(arena, n, J, &lu), DENSE_OK);
        cd_dense_solve(&lu, 1, r);
        cd_arena_release(arena, mark);
        for (int i = 0; i < n; i++) f->x[i] -= r[i];
    }
    for (int b = 0; b < f->bodies; b++)
        for (int i = 0; i < KEPT; i++) f->past.current.error[KEPT * b + i] = f->x[OWN * b + i] - yp[KEPT * b + i];
    cd_history_accept(&f->past);
}

static void full_begin(Full *f, const Case *c, Arena *arena, double h)
{
    const State *s = &c->s->state;
    cd_history_open(arena, &f->past, f->bodies * KEPT, false);
    for (int b = 0; b < f->bodies; b++) {
        double *y = f->y + KEPT * b, *rate = f->rate + KEPT * b, angle[3];
        m3_to_euler313(q4_to_m3(s->p[b]), angle);
        Vec3 w = at(s->v + 6 * b + 3), J = links[b].J, eps = at(angle);
        Mat3 B = matrix_b(eps);
        Vec3 zeta = m3_apply(m3_inverse(B), w), m = times(J, w);
        put(y + P, s->r[b]), put(rate + P, at(s->v + 6 * b));
        put(y + EPS, eps), put(rate + EPS, zeta);
        put(y + U, at(s->v + 6 * b)), put(rate + U, at(s->vdot + 6 * b));
        put(y + GAMMA, m3_tapply(B, m));
        Vec3 moving = m3_tapply(rate_of_b(eps, zeta), m);
        put(rate + GAMMA, v3_add(m3_tapply(B, times(J, at(s->vdot + 6 * b + 3))), moving));
        memset(f->x + OWN * f->bodies, 0, sizeof(double) * (size_t)(ROWS * f->bodies));
    }
    cd_history_begin(&f->past, f->y, f->rate, f->bodies * KEPT, h);
}

/* ---- both side by side ------------------------------------------------------------------------------------------- */

static void compare(const Case *c, const Full *f)
{
    const State *s = &c->s->state;
    for (int b = 0; b < f->bodies; b++) {
        const double *own = f->x + OWN * b;
        Vec3 eps = at(own + EPS);
        near_vector(s->r[b], at(own + P), 1e-13);
        near_matrix(q4_to_m3(s->p[b]), rotation(eps), 1e-13);
        near_vector(at(s->v + 6 * b), at(own + U), 1e-11);
        near_vector(at(s->v + 6 * b + 3), m3_apply(matrix_b(eps), at(own + ZETA)), 1e-11);
        /* rows of a joint are along the axes of J, a marker on the body before */
        double lambda[3];
        for (int k = 0; k < 3; k++) lambda[k] = s->lambda[c->s->in_use.row[3 * b + k]];
        Vec3 force = b > 0 ? m3_apply(q4_to_m3(s->p[b - 1]), at(lambda)) : at(lambda);
        near_vector(force, at(f->x + OWN * f->bodies + 3 * b), 1e-9);
    }
}

static void same_trajectory(int bodies)
{
    const double h = 0.01;
    TextBuffer text = { 0 };
    cd_buffer_print(&text, "chain\nPART/1, GROUND\nMARKER/10, PART=1\nACCGRAV/IGRAV=1, JGRAV=-2, KGRAV=-3\n%s%s",
                    chain[0], bodies > 1 ? chain[1] : "");
    const Problem problem = { .name = "chain", .text = text.at };
    Case c = open_case(&problem, "INTEGRATOR/GSTIFF, PATTERN=T\n");
    Settings set = cd_settings(c.model, 1);
    set.tolerance.error = 1e-13, set.step.hinit = h, set.iteration.maxit = 50;
    Stats stats = { 0 };
    const IntegratorKind *kind = cd_integrator_of(&set);
    Method *m = kind->calls.open(c.e, &set, &stats);
    Arena arena = { 0 };
    Full full = { .bodies = bodies };
    full_begin(&full, &c, &arena, h);
    kind->calls.begin(m);
    for (int i = 0; i < 60; i++) {
        Attempt a = kind->calls.attempt(m, h, c.log); /* the step counts whatever its error, so that all are equal */
        assert_true(a.outcome == STEP_OK || a.outcome == STEP_TOO_INACCURATE);
        full_step(&full, h, &arena);
        compare(&c, &full);
        kind->calls.accept(m);
        if (kind->calls.order(m) > full.past.order) cd_history_raise(&full.past);
        if (kind->calls.order(m) < full.past.order) cd_history_drop(&full.past);
    }
    assert_int_equal(full.past.order, HISTORY_ORDER);
    assert_int_equal(stats.charts, 0);
    kind->calls.close(m);
    close_case(&c);
    cd_arena_close(&arena);
    cd_buffer_close(&text);
}

TEST(one_body_moves_as_its_fifteen_equations_say)
{
    same_trajectory(1);
}

TEST(two_bodies_move_as_their_thirty_equations_say)
{
    same_trajectory(2);
}

int main(void)
{
    const struct CMUnitTest tests[] = { UNIT(one_body_moves_as_its_fifteen_equations_say),
                                        UNIT(two_bodies_move_as_their_thirty_equations_say) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
