/* test_full_matrix.c - the matrix of DEBUG/JMDUMP, FULL against differences of the equations it is the matrix of,
 * entry by entry; and for the primer's pendulum against the matrix printed there. */
#include "integrators/full_matrix.h"

#include "integrate.h"

static const Problem more[] = {
    { "primer's pendulum",
      "pendulum\nPART/1, GROUND\nMARKER/100, PART=1, QP=4,0,0\n"
      "PART/2, MASS=2, CM=200, IP=0.2,0.33,0.44, QG=4.8,0.6,0, REULER=0.6435011087932844,0,0, WZ=-1\n"
      "MARKER/200, PART=2\nMARKER/201, PART=2, QP=-1,0,0\nJOINT/1, REVOLUTE, I=201, J=100\nACCGRAV/JGRAV=-9.81\n",
      0 },
    { "planar part, point mass, accelerations, states",
      "mixed\nPART/1, GROUND\nMARKER/10, PART=1\n"
      "PART/2, PLANAR, MASS=1.5, CM=20, IP=0.1,0.1,0.2, QG=0.5,0,0, WZ=0.3\nMARKER/20, PART=2\n"
      "MARKER/21, PART=2, QP=-0.5,0,0\nJOINT/1, REVOLUTE, I=21, J=10\n"
      "POINT_MASS/3, MASS=0.4, CM=30, QG=1,1,0.2, VX=0.3\nMARKER/30, POINT_MASS=3\n"
      "PART/4, MASS=0.8, CM=40, IP=0.1,0.2,0.15, QG=0,1,1, REULER=0.2,1.2,0.4, WX=0.6, WY=-0.3\nMARKER/40, PART=4\n"
      "MARKER/41, PART=4, QP=0.2,0.1,0\nVARIABLE/1, FUNCTION=DX(30,20,40)*VM(40)+0.1*WDTZ(40,10,40)\n"
      "DIFF/1, FUNCTION=-2*DIF(1)+VR(30,41), IC=0.4\n"
      "SPRINGDAMPER/1, TRANSLATION, I=41, J=20, K=3, C=0.4, LENGTH=0.5\n"
      "SFORCE/2, I=30, J=41, TRANSLATION, FUNCTION=-2*DM(30,41)+DIF(1)-0.1*ACCX(30)*VARVAL(1)\n"
      "BUSHING/1, I=41, J=10, K=2,3,4, KT=1,2,3, C=0.1,0.2,0.3, CT=0.3,0.2,0.1\n",
      0 },
};
enum { ALL = PROBLEMS + sizeof more / sizeof *more, MOST_UNKNOWNS = 120, MOST_BODIES = 8 };

typedef struct Point {
    Case c;
    Arena arena;
    double step; /* c */
    Attitude *at;
    Vec3 *eps, *rate, *second; /* angles with their rates */
    FullMatrix m;
    Snapshot start;
    const double *applied; /* per velocity, at the start */
} Point;

static const Problem *problem(int i)
{
    return i < PROBLEMS ? &problems[i] : &more[i - PROBLEMS];
}

static Point open_point(int i)
{
    Point p = { .c = open_case(problem(i), ""), .step = 0.02 };
    const System *s = p.c.s;
    int bodies = s->m->bodies;
    p.at = ARENA_ARRAY(&p.arena, Attitude, bodies);
    p.eps = ARENA_ARRAY(&p.arena, Vec3, bodies), p.rate = ARENA_ARRAY(&p.arena, Vec3, bodies);
    p.second = ARENA_ARRAY(&p.arena, Vec3, bodies);
    for (int b = 0; b < bodies; b++) {
        if (s->m->body[b].dofs < 6) continue;
        const double *w = s->state.v + s->m->body[b].first + 3, *w1 = s->state.vdot + s->m->body[b].first + 3;
        Turning now = { q4_to_m3(s->state.p[b]), v3_load(w), v3_load(w1) };
        int chart = cd_chart_best(now.A);
        Angles a = cd_chart_express(chart, &now, v3(0, 0, 0));
        p.eps[b] = a.eps, p.rate[b] = a.eps1, p.second[b] = a.eps2, p.at[b] = cd_attitude(chart, a.eps);
    }
    assert_true(cd_equations_prepare(p.c.e, p.c.log));
    assert_true(cd_full_matrix(&p.arena, p.c.e, &(FullPoint){ p.step, p.at, p.rate }, &p.m));
    assert_true(p.m.unknown.n <= MOST_UNKNOWNS);
    p.start = cd_snapshot_new(&p.arena, p.c.e);
    cd_snapshot_take(p.c.e, &p.start);
    return p;
}

static void close_point(Point *p)
{
    close_case(&p->c);
    cd_arena_close(&p->arena);
}

/* The unknowns that the state does not hold. */
typedef struct Beside {
    double move[MOST_UNKNOWNS], force[MOST_UNKNOWNS]; /* of positions; what is applied more than at the start */
    Vec3 zeta[MOST_BODIES], eps[MOST_BODIES], gamma[MOST_BODIES];
    double all[MOST_UNKNOWNS], loads[MOST_UNKNOWNS], phi[MOST_UNKNOWNS]; /* residuals with and without multipliers */
} Beside;

static Vec3 along(int k, double x)
{
    return v3(k == 0 ? x : 0, k == 1 ? x : 0, k == 2 ? x : 0);
}

/* One unknown larger by d, and its rate by d / c. */
static void add(const Point *p, Beside *y, FullUnknown x, double d)
{
    System *s = p->c.s;
    AuxiliaryUnknowns *aux = &p->c.e->aux;
    int at = x.group == FULL_OTHER ? x.number - s->in_use.n : s->m->body[x.body].first + x.number;
    Vec3 v = along(x.number, d);
    switch (x.group) {
    case FULL_SPEED: s->state.v[at] += d, s->state.vdot[at] += d / p->step; break;
    case FULL_MOMENTUM: y->gamma[x.body] = v3_add(y->gamma[x.body], v); break;
    case FULL_RATE: y->zeta[x.body] = v3_add(y->zeta[x.body], v); break;
    case FULL_POSITION: y->move[at] = d; break;
    case FULL_ANGLE: y->eps[x.body] = v3_add(y->eps[x.body], v); break;
    case FULL_FORCE: y->force[at] = d; break;
    case FULL_TORQUE: y->force[at + 3] = d; break;
    case FULL_OTHER:
        if (at < 0) s->state.lambda[s->in_use.row[x.number]] += d;
        else aux->z[at] += d;
        if (at >= 0 && at < aux->differential) aux->zdot[at] += d / p->step;
    }
}

static void set_state(const Point *p, Beside *y, const double *dy)
{
    System *s = p->c.s;
    cd_snapshot_restore(p->c.e, &p->start);
    *y = (Beside){ 0 };
    for (int b = 0; b < s->m->bodies; b++) y->zeta[b] = p->rate[b], y->eps[b] = p->eps[b];
    for (int i = 0; i < p->m.unknown.n; i++) add(p, y, p->m.unknown.at[i], dy[i]);
    cd_state_move(s->m, &s->state, y->move, 1);
    for (int b = 0; b < s->m->bodies; b++) {
        if (s->m->body[b].dofs < 6) continue;
        Vec3 change = v3_scale(v3_sub(y->zeta[b], p->rate[b]), 1 / p->step);
        Angles a = { y->eps[b], y->zeta[b], v3_add(p->second[b], change) };
        Turning t = cd_chart_turning(p->at[b].chart, &a);
        s->state.p[b] = q4_from_m3(t.A);
        v3_store(s->state.v + s->m->body[b].first + 3, t.w);
        v3_store(s->state.vdot + s->m->body[b].first + 3, t.w1);
    }
}

static void residuals_without_multipliers(const Point *p, double *r)
{
    System *s = p->c.s;
    for (int i = 0; i < s->in_use.n; i++) s->state.lambda[s->in_use.row[i]] = 0;
    assert_true(cd_equations_prepare(p->c.e, p->c.log) && cd_equations_residual(p->c.e, r));
}

static bool is_loaded(const Point *p, int body)
{
    for (int k = 0; k < p->m.unknown.n; k++)
        if (p->m.unknown.at[k].group == FULL_FORCE && p->m.unknown.at[k].body == body) return true;
    return false;
}

/* Gamma' - K_eps + B^T (torque of the constraints - what is applied) */
static Vec3 torques(const Point *p, const Beside *y, int b)
{
    const MovingBody *body = &p->c.s->m->body[b];
    int at = body->first + 3;
    Attitude there = cd_attitude(p->at[b].chart, y->eps[b]);
    Mat3 B = cd_chart_b(&there);
    Vec3 momentum = m3_apply(body->J, m3_apply(B, y->zeta[b]));
    Vec3 kinetic = m3_tapply(cd_chart_b_change(&there, y->zeta[b]), momentum);
    Vec3 torque = v3_sub(v3_load(y->all + at), v3_load(y->loads + at));
    if (is_loaded(p, b)) torque = v3_sub(torque, v3_add(v3_load(p->applied + at), v3_load(y->force + at)));
    return v3_add(v3_sub(v3_scale(y->gamma[b], 1 / p->step), kinetic), m3_tapply(B, torque));
}

static double residual_of(const Point *p, const Beside *y, FullUnknown x)
{
    const System *s = p->c.s;
    int b = x.body;
    if (x.group == FULL_OTHER) return x.number < s->in_use.n ? y->phi[x.number] : y->all[s->m->nv + x.number];
    const MovingBody *body = &s->m->body[b];
    int at = body->first + x.number;
    Attitude there = cd_attitude(p->at[b].chart, y->eps[b]);
    Mat3 B = cd_chart_b(&there);
    Vec3 momentum = m3_tapply(B, m3_apply(body->J, m3_apply(B, y->zeta[b])));
    Vec3 turned = v3_scale(v3_sub(y->eps[b], p->eps[b]), 1 / p->step);
    switch (x.group) {
    case FULL_SPEED:
        return cd_inertia_of(body, x.number) * s->state.vdot[at] + y->all[at] - y->loads[at] - y->force[at];
    case FULL_MOMENTUM: return v3_get(v3_sub(y->gamma[b], momentum), x.number);
    case FULL_RATE: return v3_get(torques(p, y, b), x.number);
    case FULL_POSITION: return y->move[at] / p->step - s->state.v[at];
    case FULL_ANGLE: return v3_get(v3_sub(turned, y->zeta[b]), x.number);
    case FULL_FORCE: return y->force[at] + y->loads[at];
    default: return y->force[at + 3] + y->loads[at + 3];
    }
}

/* The equations with every unknown larger by dy. */
static void residual(const Point *p, const double *dy, double *out)
{
    System *s = p->c.s;
    Beside y;
    set_state(p, &y, dy);
    assert_true(cd_equations_prepare(p->c.e, p->c.log) && cd_equations_residual(p->c.e, y.all));
    memcpy(y.phi, p->c.e->now.phi, sizeof(double) * (size_t)s->in_use.n);
    residuals_without_multipliers(p, y.loads);
    for (int i = 0; i < p->m.unknown.n; i++) out[i] = residual_of(p, &y, p->m.unknown.at[i]);
}

TEST(entries_are_differences_of_the_equations)
{
    for (int k = 0; k < ALL; k++) {
        Point p = open_point(k);
        int n = p.m.unknown.n;
        double dy[MOST_UNKNOWNS] = { 0 }, up[MOST_UNKNOWNS], down[MOST_UNKNOWNS];
        double *J = ARENA_ARRAY(&p.arena, double, n *n);
        for (int i = 0; i < p.m.entry.n; i++) J[p.m.entry.at[i].row * n + p.m.entry.at[i].col] = p.m.entry.at[i].x;
        /* what is applied at the start, with which torques turn along */
        double applied[MOST_UNKNOWNS];
        cd_snapshot_restore(p.c.e, &p.start);
        residuals_without_multipliers(&p, applied);
        for (int i = 0; i < p.c.s->m->nv; i++) applied[i] = -applied[i];
        p.applied = applied;
        const double d = 1e-5;
        for (int j = 0; j < n; j++) {
            dy[j] = d, residual(&p, dy, up);
            dy[j] = -d, residual(&p, dy, down);
            dy[j] = 0;
            for (int i = 0; i < n; i++) {
                double is = (up[i] - down[i]) / (2 * d);
                char a[CD_LABEL_ROOM], b[CD_LABEL_ROOM];
                if (fabs(J[i * n + j] - is) > 2e-7 * fmax(1, fabs(is)))
                    fail_msg("%s: %s by %s is %.10g, differences give %.10g", problem(k)->name,
                             cd_full_equation(p.c.e, p.m.unknown.at[i], a),
                             cd_full_unknown(p.c.e, p.m.unknown.at[j], b), J[i * n + j], is);
            }
        }
        close_point(&p);
    }
}

/* Section 7.3: m/h, 1/h, -I, l sin(theta), -l cos(theta), and lambda_1 l cos(theta) + lambda_2 l sin(theta); (0.8, 0.6)
 * from the pin, psi turns as theta does. */
TEST(pendulum_has_the_entries_of_the_primer)
{
    Point p = open_point(PROBLEMS);
    const System *s = p.c.s;
    double lambda[2] = { s->state.lambda[s->in_use.row[0]], s->state.lambda[s->in_use.row[1]] };
    const struct {
        const char *equation, *unknown;
        double x;
    } printed[] = {
        { "PART/2 force x", "PART/2 velocity x", 2 / 0.02 },
        { "PART/2 force y", "PART/2 velocity y", 2 / 0.02 },
        { "PART/2 force x", "JOINT/1 Dij.Xj reaction", 1 },
        { "PART/2 force y", "JOINT/1 Dij.Yj reaction", 1 },
        { "PART/2 momentum psi", "PART/2 momentum psi", 1 },
        { "PART/2 momentum psi", "PART/2 rate psi", -0.44 },
        { "PART/2 torque psi", "PART/2 momentum psi", 1 / 0.02 },
        { "PART/2 torque psi", "PART/2 psi", lambda[0] * 0.8 + lambda[1] * 0.6 },
        { "PART/2 torque psi", "JOINT/1 Dij.Xj reaction", 0.6 },
        { "PART/2 torque psi", "JOINT/1 Dij.Yj reaction", -0.8 },
        { "PART/2 velocity of x", "PART/2 velocity x", -1 },
        { "PART/2 velocity of x", "PART/2 x", 1 / 0.02 },
        { "PART/2 velocity of y", "PART/2 velocity y", -1 },
        { "PART/2 velocity of y", "PART/2 y", 1 / 0.02 },
        { "PART/2 rate of psi", "PART/2 rate psi", -1 },
        { "PART/2 rate of psi", "PART/2 psi", 1 / 0.02 },
        { "JOINT/1 Dij.Xj", "PART/2 x", 1 },
        { "JOINT/1 Dij.Xj", "PART/2 psi", 0.6 },
        { "JOINT/1 Dij.Yj", "PART/2 y", 1 },
        { "JOINT/1 Dij.Yj", "PART/2 psi", -0.8 },
    };
    int planar = 0, found = 0;
    assert_int_equal(p.m.unknown.n, 20);
    assert_true(lambda[1] != 0 && lambda[0] != 0);
    for (int i = 0; i < p.m.entry.n; i++) {
        char row[CD_LABEL_ROOM], col[CD_LABEL_ROOM];
        cd_full_equation(p.c.e, p.m.unknown.at[p.m.entry.at[i].row], row);
        cd_full_unknown(p.c.e, p.m.unknown.at[p.m.entry.at[i].col], col);
        for (size_t k = 0; k < sizeof printed / sizeof *printed; k++) {
            if (strcmp(row, printed[k].equation) != 0 || strcmp(col, printed[k].unknown) != 0) continue;
            assert_near(p.m.entry.at[i].x, printed[k].x, 1e-12 * fmax(1, fabs(printed[k].x)));
            found++;
        }
        /* nothing but these in the plane */
        bool out = strstr(row, "z") || strstr(row, "theta") || strstr(row, "phi") || strstr(row, "Z") ||
                   strstr(col, " z") || strstr(col, "theta") || strstr(col, "phi") || strstr(col, "Z");
        planar += !out && fabs(p.m.entry.at[i].x) > 1e-14;
    }
    assert_int_equal(found, sizeof printed / sizeof *printed);
    assert_int_equal(planar, found);
    close_point(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = { UNIT(entries_are_differences_of_the_equations),
                                        UNIT(pendulum_has_the_entries_of_the_primer) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
