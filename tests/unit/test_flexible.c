/* test_flexible.c - a modal body against Lagrange's equations of its nodes, one by one, and against itself: energy and
 * momentum with any choice of invariants, derivatives against differences, nodes where they should be. */
#include "draw.h"
#include "opened.h"
#include "system/energy.h"

#include "flexible_body.h"

#include <stdlib.h>

/* The body by itself, with two nodes in use. */
static Opened open_body(const TestBody *b, const char *arguments)
{
    char *text;
    size_t n;
    FILE *out = open_memstream(&text, &n);
    fprintf(out, "flexible\nPART/1, GROUND\nACCGRAV/IGRAV = 0.3, JGRAV = -9.81, KGRAV = 1\n");
    test_body_write(out, 1, b);
    fprintf(out,
            "FLEX_BODY/2, MATRICES = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14\n"
            ", QG = 0.1, 0.2, 0.3, REULER = 0.3, 0.5, -0.4%s\n"
            "MARKER/21, FLEX_BODY = 2, NODE_ID = 1, QP = 0.1, 0.2, -0.1, REULER = 0.1, 0.2, 0.3\n"
            "MARKER/22, FLEX_BODY = 2, NODE_ID = 3\nEND\n",
            arguments);
    fclose(out);
    Opened f = open_text(text);
    free(text);
    return f;
}

/* A state at random; nodes are not where they belong, which is no matter to frame and modes. */
static void random_state(System *s, uint64_t *seed)
{
    for (int k = 0; k < s->m->nv; k++) s->now.rhs[k] = between(seed, -0.4, 0.4);
    cd_state_start(s->m, &s->state);
    cd_state_move(s->m, &s->state, s->now.rhs, 1);
    for (int k = 0; k < s->m->nv; k++) s->state.v[k] = between(seed, -1, 1), s->state.vdot[k] = between(seed, -1, 1);
}

static void residual(System *s, double *r)
{
    Equations *e = cd_equations(s);
    assert_true(cd_equations_prepare(e, NULL));
    assert_true(cd_equations_residual(e, r));
    cd_inertia_residual(e, r);
}

/* ---- Lagrange, node by node -------------------------------------------------------------------------------------- */

/* Velocities in body axes: V, w, q'; their derivatives of T by differences, at the time t along given accelerations. */
typedef struct Motion {
    const TestBody *b;
    Vec3 V, w, V1, w1;
    double q[TEST_MODES], q1[TEST_MODES], q2[TEST_MODES];
} Motion;

enum { UNKNOWNS = 6 + TEST_MODES };

static double energy_at(const Motion *m, double t, const double *more, const double *more_q)
{
    double q[TEST_MODES], qd[TEST_MODES];
    Vec3 V = v3_axpy(m->V, t, m->V1), w = v3_axpy(m->w, t, m->w1);
    for (int j = 0; j < TEST_MODES; j++) {
        q[j] = m->q[j] + t * m->q1[j] + t * t / 2 * m->q2[j] + more_q[j];
        qd[j] = m->q1[j] + t * m->q2[j] + more[6 + j];
    }
    return test_body_energy(m->b, v3_add(V, v3_load(more)), v3_add(w, v3_load(more + 3)), q, qd);
}

/* p_k = dT/d(velocity k), exact by central differences since T is quadratic in velocities. */
static double momentum(const Motion *m, double t, int k)
{
    double more[UNKNOWNS] = { 0 }, none[TEST_MODES] = { 0 };
    more[k] = 1;
    double plus = energy_at(m, t, more, none);
    more[k] = -1;
    return (plus - energy_at(m, t, more, none)) / 2;
}

static void lagrange(const Motion *m, double *f)
{
    const double h = 1e-3, one[] = { -1.0 / 60, 9.0 / 60, -45.0 / 60, 45.0 / 60, -9.0 / 60, 1.0 / 60 },
                 at[] = { -3, -2, -1, 1, 2, 3 };
    double p[6];
    for (int k = 0; k < UNKNOWNS; k++) {
        f[k] = 0;
        for (int i = 0; i < 6; i++) f[k] += one[i] / h * momentum(m, at[i] * h, k);
        if (k < 6) p[k] = momentum(m, 0, k);
    }
    Vec3 turn = v3_cross(m->w, v3_load(p)), spin = v3_add(v3_cross(m->w, v3_load(p + 3)), v3_cross(m->V, v3_load(p)));
    v3_store(f, v3_add(v3_load(f), turn)), v3_store(f + 3, v3_add(v3_load(f + 3), spin));
    for (int j = 0; j < TEST_MODES; j++) {
        double none[UNKNOWNS] = { 0 };
        for (int i = 0; i < 6; i++) {
            double q[TEST_MODES] = { 0 };
            q[j] = at[i] * h;
            f[6 + j] -= one[i] / h * energy_at(m, 0, none, q);
        }
        f[6 + j] += m->b->K[j] * m->q[j];
    }
}

TEST(the_equations_are_those_of_a_differentiated_lagrangian)
{
    for (int round = 0; round < 6; round++) {
        uint64_t seed = 17 + (uint64_t)round;
        TestBody b = test_body_make(100 + (uint64_t)round, round % 2 ? 0.3 : 0);
        Opened f = open_body(&b, ", INVARIANTS = T, T, T, T, T, T, T, T, T, CRATIO = 0\\");
        System *s = f.s;
        s->constants.gravity = v3(0, 0, 0);
        const FlexPlace *x = &s->m->flex[0];
        double *r = calloc((size_t)(s->m->nv + s->c->rows), sizeof *r), want[UNKNOWNS];
        random_state(s, &seed);
        residual(s, r);
        const double *v = s->state.v + x->first, *a = s->state.vdot + x->first;
        Mat3 A = s->now.body[x->frame].A;
        Motion m = { .b = &b, .w = v3_load(v + 3), .w1 = v3_load(a + 3), .V = m3_tapply(A, v3_load(v)) };
        m.V1 = v3_sub(m3_tapply(A, v3_load(a)), v3_cross(m.w, m.V));
        for (int j = 0; j < TEST_MODES; j++) {
            int g = x->frame + 1 + j / 3;
            m.q[j] = v3_get(s->state.r[g], j % 3) / x->scale[j];
            m.q1[j] = v[6 + j] / x->scale[j], m.q2[j] = a[6 + j] / x->scale[j];
        }
        lagrange(&m, want);
        Vec3 force = m3_tapply(A, v3_load(r + x->first));
        for (int k = 0; k < 3; k++) assert_near(v3_get(force, k), want[k], 1e-8 * 30);
        for (int k = 3; k < 6; k++) assert_near(r[x->first + k], want[k], 1e-8 * 30);
        for (int j = 0; j < TEST_MODES; j++) assert_near(r[x->first + 6 + j] * x->scale[j], want[6 + j], 1e-8 * 30);
        free(r);
        close_opened(&f);
    }
}

/* ---- any choice of invariants ------------------------------------------------------------------------------------ */

/* The power of all inertia forces is the rate of the kinetic energy. */
TEST(energy_is_kept_with_every_mask)
{
    TestBody b = test_body_make(5, 0.2);
    for (int mask = 0; mask < 512; mask += 1 + mask % 5) {
        char arguments[120];
        int n = snprintf(arguments, sizeof arguments, ", CRATIO = 0\\, INVARIANTS = ");
        for (int k = 0; k < 9; k++)
            n +=
                snprintf(arguments + n, sizeof arguments - (size_t)n, "%s%c", k ? ", " : "", mask >> k & 1 ? 'T' : 'F');
        Opened f = open_body(&b, arguments);
        System *s = f.s;
        uint64_t seed = 3 + (uint64_t)mask;
        double *r = calloc((size_t)(s->m->nv + s->c->rows), sizeof *r), power = 0, e[2];
        random_state(s, &seed);
        residual(s, r);
        for (int k = 0; k < s->m->nv; k++) power += s->state.v[k] * r[k];
        const double h = 1e-5;
        State from = cd_state_new(&s->arena, s->m, s->c->rows, s->c->windings);
        cd_state_copy(s->m, s->c->rows, s->c->windings, &from, &s->state);
        for (int i = 0; i < 2; i++) {
            double t = i ? h : -h;
            Energy sum;
            cd_state_copy(s->m, s->c->rows, s->c->windings, &s->state, &from);
            for (int k = 0; k < s->m->nv; k++) s->now.rhs[k] = t * (from.v[k] + t / 2 * from.vdot[k]);
            cd_state_move(s->m, &s->state, s->now.rhs, 1);
            for (int k = 0; k < s->m->nv; k++) s->state.v[k] += t * from.vdot[k];
            assert_true(cd_equations_prepare(cd_equations(s), NULL));
            assert_true(cd_energy(cd_equations(s), &sum));
            e[i] = sum.kinetic + sum.elastic + sum.gravity;
        }
        assert_near((e[1] - e[0]) / (2 * h), power, 1e-7 * (1 + fabs(power)));
        free(r);
        close_opened(&f);
    }
}

/* ---- nodes ------------------------------------------------------------------------------------------------------- */

TEST(nodes_start_where_the_modes_have_them)
{
    TestBody b = test_body_make(9, 0.1);
    Opened f = open_body(&b, ", DMODE = 0.2, -0.1, 0.3, 0.15");
    const double q[TEST_MODES] = { 0.2, -0.1, 0.3, 0.15 };
    System *s = f.s;
    assert_true(cd_system_prepare(s, f.log));
    assert_near(cd_system_residual(s, NULL, NULL), 0, 1e-14);
    cd_markers_motion(s->m, &s->state, s->now.marker);
    Vec3 y = b.s[0], turn = v3(0, 0, 0);
    for (int j = 0; j < TEST_MODES; j++) y = v3_axpy(y, q[j], b.phi[0][j]), turn = v3_axpy(turn, q[j], b.psi[0][j]);
    Mat3 A = m3_euler313(0.3, 0.5, -0.4), E = m3_rotvec(turn);
    Vec3 want = v3_add(v3(0.1, 0.2, 0.3), m3_apply(A, v3_add(y, m3_apply(E, v3(0.1, 0.2, -0.1)))));
    int marker = cd_model_find(f.model, KIND_marker, 21);
    assert_near(v3_norm(v3_sub(s->now.marker[marker].r, want)), 0, 1e-14);
    Mat3 axes = m3_mul(m3_mul(A, E), m3_euler313(0.1, 0.2, 0.3)), off = m3_sub(s->now.marker[marker].A, axes);
    for (int k = 0; k < 9; k++) assert_near(m3_at(off, k / 3, k % 3), 0, 1e-14);
    close_opened(&f);
}

TEST(a_body_that_is_rigid_moves_as_a_part)
{
    TestBody b = test_body_make(21, 0.1);
    Opened f = open_body(&b, ", RIGID");
    const FlexPlace *x = &f.s->m->flex[0];
    assert_int_equal(x->modes, 0);
    assert_int_equal(x->groups, 0);
    assert_int_equal(f.s->m->nv, 6 + 2 * 6);
    close_opened(&f);
}

/* ---- damping ----------------------------------------------------------------------------------------------------- */

static double damping_of(const char *arguments, int mode)
{
    TestBody b = test_body_make(31, 0.1);
    Opened f = open_body(&b, arguments);
    const FlexForm *form = &cd_equations(f.s)->flexible.form[0];
    double scale = form->place->scale[mode];
    int all = form->place->modal->modes;
    double critical = 2 * sqrt(form->place->modal->I6[mode * all + mode] * b.K[mode]);
    double ratio = form->damping[mode] * scale * scale / critical;
    close_opened(&f);
    return ratio;
}

TEST(damping_is_a_fraction_of_the_critical_one)
{
    assert_near(damping_of("", 1), 0.01, 1e-15); /* below 100 Hz */
    assert_near(damping_of(", CRATIO = 0.25\\", 2), 0.25, 1e-15);
    assert_near(damping_of(", CRATIO = 0.1*FXMODE\\", 2), 0.9, 1e-15);
    assert_near(damping_of(", CRATIO = IF(FXFREQ-1000: 0.3, 1, 1)\\", 0), 0.3, 1e-15);
    assert_near(cd_usual_ratio(99), 0.01, 0);
    assert_near(cd_usual_ratio(100), 0.1, 0);
    assert_near(cd_usual_ratio(1000), 1, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT(the_equations_are_those_of_a_differentiated_lagrangian),
        UNIT(energy_is_kept_with_every_mask),
        UNIT(nodes_start_where_the_modes_have_them),
        UNIT(a_body_that_is_rigid_moves_as_a_part),
        UNIT(damping_is_a_fraction_of_the_critical_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
