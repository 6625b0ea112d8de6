/* every_constraint.c - what holds for every constraint, whatever it constrains: each derivative of its rows is that of
 * differences, it takes away as many degrees of freedom as it says, bodies act on each other with equal and opposite
 * loads, and nothing depends on where the observer stands.
 *
 * Statements are written from the field tables, so a new joint type is tested as soon as it is in its table. A kind
 * that states equations but is not in `writers` fails the test. */
#include "draw.h"
#include "system/constraints.h"
#include "test.h"

#include "flexible_body.h"

#include <stdlib.h>
#include <string.h>

static int pick(uint64_t *seed, int low, int high)
{
    return low + (int)((high - low + 1) * test_random(seed));
}

static Frame random_frame(uint64_t *seed)
{
    Vec3 r = random_vector(seed, 1);
    return (Frame){ r, m3_rotvec(random_vector(seed, 2)) };
}

/* ---- datasets ---------------------------------------------------------------------------------------------------- */

/* PART/1 is ground, PART/2 to 4 move, POINT_MASS/5 moves without turning, PART/6 in a plane; body b has markers 10b to
 * 10b+4, the first its CM. FLEX_BODY/7 is there where markers of it are asked for. */
enum {
    GROUND = 1,
    POINT = 5,
    PLANE = 6,
    FLEXIBLE = 7,
    MARKERS = 5,
    RIGID_NV = 24,
    NV = 26 + 6 + TEST_MODES + 12,
    WINDINGS = 64
}; /* NV: with parameters of curves, frame, modes and two nodes */

static void write_frame(FILE *out, const char *origin, Frame f)
{
    double e[3];
    m3_to_euler313(f.A, e);
    fprintf(out, ", %s = %.17g, %.17g, %.17g\n, REULER = %.17g, %.17g, %.17g\n", origin, f.r.x, f.r.y, f.r.z, e[0],
            e[1], e[2]);
}

/* The bodies, as an observer sees them for whom everything has been moved by world. */
static void write_bodies(FILE *out, uint64_t *seed, Frame world)
{
    fprintf(out, "constraints\nPART/1, GROUND\n");
    for (int b = 1; b <= PLANE; b++) {
        if (b != GROUND) {
            fprintf(out, "%s/%d, MASS = 1, CM = %d%s\n", b == POINT ? "POINT_MASS" : "PART", b, 10 * b,
                    b == PLANE ? ", PLANAR" : "");
            write_frame(out, "QG", cd_frame_compose(world, random_frame(seed)));
        }
        for (int k = 0; k < MARKERS; k++) {
            Frame f = random_frame(seed);
            fprintf(out, "MARKER/%d, %s = %d\n", 10 * b + k, b == POINT ? "POINT_MASS" : "PART", b);
            write_frame(out, "QP", b == GROUND ? cd_frame_compose(world, f) : f);
        }
    }
}

static void write_flexible(FILE *out, uint64_t *seed, Frame world)
{
    TestBody b = test_body_make(*seed, 0.1);
    test_body_write(out, 501, &b);
    fprintf(out, "MATRIX/515, NAME = KGNODE, FULL = RORDER, ROWS = 2, COLUMNS = 2, VALUES = 1, 2, 2, 4\n"
                 "MATRIX/516, NAME = KGLOAD, SPARSE, ROWS = 8, COLUMNS = 4, I = 1, 2, 4, 1, 6, 5, 8, 7\n"
                 ", J = 1, 1, 2, 4, 2, 3, 4, 1, VALUES = 0.2, -0.3, 0.4, 0.1, 0.5, -0.2, 0.3, 0.2\n");
    fprintf(out, "FLEX_BODY/%d, MATRICES = ", FLEXIBLE);
    for (int k = 0; k < 16; k++) fprintf(out, "%s%d", k ? ", " : "", 501 + k);
    fprintf(out, "\n");
    write_frame(out, "QG", cd_frame_compose(world, random_frame(seed)));
    for (int k = 0; k < MARKERS; k++) {
        fprintf(out, "MARKER/%d, FLEX_BODY = %d, NODE_ID = %d\n", 10 * FLEXIBLE + k, FLEXIBLE, 1 + k % 2);
        write_frame(out, "QP", random_frame(seed));
    }
}

/* Word number i of the first CHOICE of a kind; false past the last. */
static bool word(KindIndex kind, int i, char room[40])
{
    const Field *f = cd_kinds[kind]->fields;
    while (f->type != FIELD_CHOICE) f++;
    Text w = cd_word_at(f->words, i);
    snprintf(room, 40, "%.*s", w.n, w.at);
    return w.n > 0;
}

static void write_joint(FILE *out, int id, const char *type, int i_body, int j_body)
{
    fprintf(out, "JOINT/%d, %s, I = %d, J = %d\n", id, type, 10 * i_body + id, 10 * j_body + id);
}

/* Writers: statement number `variant` of a kind, on three bodies; false when there are no more. */
static bool write_joints(FILE *out, int variant, const int body[3])
{
    static const char *const with_start[] = { "REVOLUTE, IC = 0.3, 1", "TRANSLATIONAL, IC = 0.1",
                                              "CYLINDRICAL, ICTRAN = 0.2, 1, ICROT = 0.4" };
    char type[40], all[80];
    if (variant < 3) return write_joint(out, 1, with_start[variant], body[0], body[1]), true;
    if (!word(KIND_joint, variant - 3, type)) return false;
    bool screw = !strcmp(type, "SCREW"), rack = !strcmp(type, "RACKPIN");
    snprintf(all, sizeof all, "%s%s", type, screw ? ", PITCH = 1.7" : rack ? ", PD = 0.6" : "");
    return write_joint(out, 1, all, body[0], body[1]), true;
}

static bool write_jprims(FILE *out, int variant, const int body[3])
{
    char type[40];
    if (!word(KIND_jprim, variant, type)) return false;
    fprintf(out, "JPRIM/1, %s, I = %d, J = %d\n", type, 10 * body[0] + 1, 10 * body[1] + 1);
    return true;
}

static bool write_motions(FILE *out, int variant, const int body[3])
{
    char direction[40];
    if (!word(KIND_motion, variant, direction)) return false;
    if (!strcmp(direction, "TRANSLATION") || !strcmp(direction, "ROTATION")) {
        write_joint(out, 1, "CYLINDRICAL", body[0], body[1]);
        fprintf(out, "MOTION/1, JOINT = 1, %s, FUNCTION = SIN(TIME)\n", direction);
    } else {
        fprintf(out, "MOTION/1, I = %d, J = %d, %s, FUNCTION = SIN(TIME)\n", 10 * body[0] + 1, 10 * body[1] + 1,
                direction);
    }
    return true;
}

static bool write_couplers(FILE *out, int variant, const int body[3])
{
    static const struct {
        const char *type[3], *rest;
    } list[] = {
        { { "REVOLUTE", "REVOLUTE", NULL }, "JOINTS = 1, 2, SCALES = 1, -2.5" },
        { { "REVOLUTE", "TRANSLATIONAL", NULL }, "JOINTS = 1, 2, SCALES = 0.7" },
        { { "TRANSLATIONAL", "TRANSLATIONAL", NULL }, "JOINTS = 2, 1, SCALES = 3, 0.5" },
        { { "CYLINDRICAL", "CYLINDRICAL", NULL }, "JOINTS = 1, 2, TYPE = T:R, SCALES = 1, 2" },
        { { "REVOLUTE", "REVOLUTE", "REVOLUTE" }, "JOINTS = 1, 2, 3, SCALES = 1, -2, 0.6" },
        { { "TRANSLATIONAL", "REVOLUTE", "CYLINDRICAL" }, "JOINTS = 1, 2, 3, TYPE = T:R:T, SCALES = -1.5, 0.8" },
        { { "CYLINDRICAL", "TRANSLATIONAL", "CYLINDRICAL" }, "JOINTS = 3, 1, 2, TYPE = R:R:T, SCALES = 1, 2, 3" },
    };
    if (variant >= (int)(sizeof list / sizeof *list)) return false;
    for (int k = 0; k < 3 && list[variant].type[k]; k++)
        write_joint(out, k + 1, list[variant].type[k], body[k], body[(k + 1) % 3]);
    fprintf(out, "COUPLER/1, %s\n", list[variant].rest);
    return true;
}

/* The second body is the carrier: it holds J of the first joint and I of the second, or the other way round. */
static bool write_gears(FILE *out, int variant, const int body[3])
{
    static const char *const type[][2] = { { "REVOLUTE", "REVOLUTE" },
                                           { "REVOLUTE", "TRANSLATIONAL" },
                                           { "TRANSLATIONAL", "TRANSLATIONAL" },
                                           { "CYLINDRICAL", "REVOLUTE" } };
    int n = (int)(sizeof type / sizeof *type);
    if (variant >= 2 * n) return false;
    bool turned = variant >= n;
    write_joint(out, 1, type[variant % n][0], body[turned ? 1 : 0], body[turned ? 0 : 1]);
    write_joint(out, 2, type[variant % n][1], body[turned ? 2 : 1], body[turned ? 1 : 2]);
    fprintf(out, "GEAR/1, JOINTS = 1, 2, CV = %d\n", 10 * body[1] + 4);
    return true;
}

/* @ stands for the markers 1, 2, 3 of the three bodies: all that is read is between them, so that nothing depends on
 * the observer. Angles that jump by a turn, and Euler parameters, which change sign, stand where that makes no
 * difference. */
static bool write_gcons(FILE *out, int variant, const int body[3])
{
    static const char *const list[] = {
        "DM(@1, @2) - 2",
        "DX(@1, @2, @2)*DY(@1, @2, @2) + DZ(@2, @1, @1)",
        "DM(@1, @2)*DM(@2, @3) - DM(@3, @1)**2 + TIME*DX(@1, @2, @3)",
        "SIN(AZ(@1, @2)) + AX(@1, @2)*COS(TIME) + 0.3*AY(@1, @2)",
        "SIN(PSI(@1, @2)) + 0.5*THETA(@1, @2)*COS(PHI(@1, @2))",
        "SIN(YAW(@1, @2)) - 2*PITCH(@1, @2) + COS(ROLL(@1, @2))**2",
        "ORIENT(1, 2, @1, @2)*SIN(ORIENT(16, 1, @1, @2)) + ORIENT(29, 6, @1, @2)",
        "ORIENT(27, 1, @1, @2)*ORIENT(27, 2, @1, @2) - ORIENT(27, 3, @1, @2)*ORIENT(27, 4, @1, @2)",
        "INCANG(@1, @2, @3) + DM(@1, @2)/(1 + DX(@1, @2, @2)**2)",
        "EXP(0.3*DX(@1, @2, @2)) + SIN(ATAN2(DY(@1, @2, @2), DZ(@1, @2, @2))) + TANH(DM(@1, @2))*SQRT(2 + SIN(DZ(@1, @2, @1)))",
        "STEP5(DX(@1, @2, @2), -4, 0, 4, 1)*LOG(DM(@1, @2)) + ASIN(0.2*SIN(AZ(@1, @2))) + (1.5 + SIN(TIME))**DX(@1, @2, @2)",
        "VX(@1, @2, @2, @2)",
        "VX(@1, @2, @1, @2)*COS(AZ(@1, @2)) - VY(@1, @2, @1, @2)*DX(@1, @2, @2) + WZ(@1, @2, @2)/DM(@1, @2) + SIN(TIME)",
        "VR(@1, @2)*DZ(@1, @2, @3) + WX(@1, @2, @3)*TIME - WY(@2, @3, @1) + DX(@1, @3, @2) - 0.3*TIME",
    };
    if (variant >= (int)(sizeof list / sizeof *list)) return false;
    fprintf(out, "GCON/1, I = %d, FUNCTION = ", 10 * body[0] + 1);
    for (const char *c = list[variant]; *c; c++) {
        if (*c == ',') fprintf(out, ",\n, ");
        else if (*c != '@') fputc(*c, out);
        else c++, fprintf(out, "%d", 10 * body[*c - '1'] + *c - '0');
    }
    fprintf(out, "\n");
    return true;
}

/* One open, one closed, one through points; the first is smooth to the fourth derivative. */
static void write_curves(FILE *out)
{
    fprintf(
        out,
        "MATRIX/1, FULL = RORDER, ROWS = 8, COLUMNS = 3, VALUES = 0, 0, 0, 1, 0.2, 0, 1.5, 1, 0.3, 1, 2, 0.2, 0, 2.2, -0.4\n"
        ", -1, 1.5, 0, -1.3, 0.8, 0.1, -0.6, 0.1, 0.3\n"
        "CURVE/1, MATRIX = 1, ORDER = 6\nCURVE/2, CLOSED, MATRIX = 1, ORDER = 6, MINPAR = 0, MAXPAR = 4\n"
        "CURVE/3, CLOSED, CURVE_POINTS, MATRIX = 1, MAXPAR = 3\n");
}

/* A floating marker on a body of the scene. */
static int write_floating(FILE *out, int id, int body)
{
    fprintf(out, "MARKER/%d, %s = %d, FLOATING\n", id, body == POINT ? "POINT_MASS" : "PART", body);
    return id;
}

static bool write_ptcvs(FILE *out, int variant, const int body[3])
{
    if (variant >= 3) return false;
    write_curves(out);
    int jfloat = write_floating(out, 900, body[1]);
    fprintf(out, "PTCV/1, CURVE = %d, I = %d, JFLOAT = %d, RM = %d%s\n", variant + 1, 10 * body[0] + 1, jfloat,
            10 * body[1] + 1, variant == 1 ? ", DISP = 1, 0.2, 0" : "");
    return true;
}

static bool write_cvcvs(FILE *out, int variant, const int body[3])
{
    static const int curves[][2] = { { 1, 1 }, { 1, 2 }, { 2, 1 } };
    if (variant >= 3) return false;
    write_curves(out);
    int ifloat = write_floating(out, 900, body[0]), jfloat = write_floating(out, 901, body[1]);
    fprintf(out, "CVCV/1, ICURVE = %d, JCURVE = %d, IFLOAT = %d, JFLOAT = %d, I = %d, J = %d\n", curves[variant][0],
            curves[variant][1], ifloat, jfloat, 10 * body[0] + 1, 10 * body[1] + 1);
    return true;
}

typedef bool Writer(FILE *out, int variant, const int body[3]);
static Writer *const writers[KIND_COUNT] = {
    [KIND_joint] = write_joints,     [KIND_jprim] = write_jprims, [KIND_motion] = write_motions,
    [KIND_coupler] = write_couplers, [KIND_gear] = write_gears,   [KIND_gcon] = write_gcons,
    [KIND_ptcv] = write_ptcvs,       [KIND_cvcv] = write_cvcvs,
};

/* Moving bodies; J, then I, on ground; J, then I, on a point mass; J, then I, on a planar part. Ground and point mass
 * never meet: nothing turns between them. */
static const int arrangements[][3] = { { 2, 3, 4 }, { 2, 1, 3 }, { 1, 2, 3 }, { 2, 5, 3 }, { 5, 3, 4 },
                                       { 2, 6, 3 }, { 6, 3, 4 }, { 7, 3, 4 }, { 2, 7, 3 } };
enum { ARRANGEMENTS = sizeof arrangements / sizeof *arrangements };

static bool has_flexible(const int body[3])
{
    return body[0] == FLEXIBLE || body[1] == FLEXIBLE || body[2] == FLEXIBLE;
}

/* ---- scenes ------------------------------------------------------------------------------------------------------ */

typedef struct Scene {
    Arena arena;
    CdLog *log;
    CdModel *model;
    Mechanism *m;
    Constraints *c;
    State s, moved;
    BodyMotion *body;
    char *text;
} Scene;

/* The bodies of a seed with statement `variant` of a kind (NULL: none). False when there is no such variant. */
static bool scene_open(Scene *sc, uint64_t seed, Frame world, Writer *write, int variant, const int body[3])
{
    size_t n;
    *sc = (Scene){ .log = cd_log_open() };
    FILE *out = open_memstream(&sc->text, &n);
    write_bodies(out, &seed, world);
    if (body && has_flexible(body)) write_flexible(out, &seed, world);
    bool more = !write || write(out, variant, body);
    fprintf(out, "END\n");
    fclose(out);
    sc->model = cd_model_read_text("scene", sc->text, n, sc->log);
    if (!sc->model) {
        cd_log_print(sc->log, stderr);
        fail_msg("the dataset was not accepted:\n%s", sc->text);
    }
    sc->m = cd_mechanism_new(&sc->arena, sc->model);
    sc->c = cd_constraints_new(&sc->arena, sc->m, NULL);
    sc->s = cd_state_new(&sc->arena, sc->m, 0, WINDINGS);
    sc->moved = cd_state_new(&sc->arena, sc->m, 0, WINDINGS);
    sc->body = ARENA_ARRAY(&sc->arena, BodyMotion, sc->m->bodies);
    assert_true(sc->m->nv >= RIGID_NV && sc->m->nv <= NV);
    assert_true(sc->c->windings <= WINDINGS);
    return more;
}

static void scene_close(Scene *sc)
{
    cd_model_close(sc->model);
    cd_log_close(sc->log);
    cd_arena_close(&sc->arena);
    free(sc->text);
}

static const Frame home = { { 0, 0, 0 }, { { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } } };

/* What is tested: a row of the scene, or terms that belong to none. */
typedef struct Subject {
    int row; /* -1: terms alone */
    const Term *term;
    int terms;
} Subject;

static Subject row_of(const Scene *sc, int row)
{
    return (Subject){ row, sc->c->term + sc->c->row[row].first, sc->c->row[row].terms };
}

static bool is_velocity_level(const Scene *sc, const Subject *x)
{
    return x->row >= 0 && sc->c->row[x->row].velocity_level;
}

static void eval(Scene *sc, const State *s, const Subject *x, RowLevel level, RowEval *out)
{
    cd_bodies_motion(sc->m, s, sc->body);
    sc->c->time = s->t;
    if (x->row >= 0) {
        cd_constraint_row(sc->c, x->row, sc->body, s->winding, NULL, level, out);
        return;
    }
    cd_row_clear(out);
    for (int k = 0; k < x->terms; k++) cd_term_add(sc->m, sc->body, s->winding, &x->term[k], level, out);
}

/* Whether a term is far enough from where an angle is not defined. */
static bool is_regular(const Scene *sc, const Term *t)
{
    if (t->type == TERM_DOT || t->type == TERM_CURVE || t->type == TERM_MODES) return true;
    if (t->type == TERM_TURN) { /* less than half a turn */
        const Mat3 *p = &sc->body[sc->m->site[t->plus.marker].body].A,
                   *f = &sc->body[sc->m->site[t->along.marker].body].A;
        return m3_trace(m3_tmul(*f, *p)) > -0.5;
    }
    Term dot = *t;
    dot.type = TERM_DOT;
    double c = cd_term_value(sc->m, sc->body, NULL, &dot);
    dot.along = t->sine;
    double s = t->type == TERM_ANGLE ? cd_term_value(sc->m, sc->body, NULL, &dot) : 0;
    return t->type == TERM_ANGLE ? hypot(c, s) > 0.3 : fabs(c) < 0.9;
}

static void random_state(Scene *sc, uint64_t *seed)
{
    double d[NV];
    cd_state_start(sc->m, &sc->s);
    for (int k = 0; k < sc->m->nv; k++) d[k] = between(seed, -1.5, 1.5), sc->s.v[k] = between(seed, -1, 1);
    sc->s.t = between(seed, 0, 2);
    cd_state_move(sc->m, &sc->s, d, 1);
    cd_bodies_motion(sc->m, &sc->s, sc->body);
}

/* Whether all parameters are farther from where pieces of their curves meet than differences reach: a high derivative
 * jumps there. */
static bool is_inside_pieces(const Scene *sc)
{
    const double reach = 2e-3;
    for (int b = 0; b < sc->m->bodies; b++) {
        const SpaceCurve *k = sc->m->body[b].curve;
        if (!k) continue;
        double width = (k->to - k->from) / k->pieces, u = (sc->s.r[b].x - k->from) / width;
        if (fabs(u - nearbyint(u)) * width < reach) return false;
    }
    return true;
}

/* An expression may be singular anywhere; near such a place its derivatives are large. */
static bool is_tame(Scene *sc, const Subject *x)
{
    static RowEval e;
    if (x->row < 0 || sc->c->row[x->row].general < 0) return true;
    for (int k = 0; k < WINDINGS; k++) sc->s.winding[k] = 0;
    eval(sc, &sc->s, x, ROW_ALL, &e);
    double most = 0;
    for (int k = 0; k < e.n; k++) most = fmax(most, v3_norm(e.quad_q_r[k]) + v3_norm(e.quad_q_pi[k]));
    return most < 100;
}

/* A random pose and velocity at which all terms are regular; angles stay on their branch nearby. */
static void scene_pose(Scene *sc, uint64_t *seed, const Subject *x)
{
    bool regular = false;
    for (int attempt = 0; attempt < 1000 && !regular; attempt++) {
        random_state(sc, seed);
        regular = is_tame(sc, x) && is_inside_pieces(sc);
        for (int k = 0; k < x->terms; k++) regular &= is_regular(sc, &x->term[k]);
    }
    assert_true(regular);
    for (int k = 0; k < WINDINGS; k++) sc->s.winding[k] = between(seed, -20, 20);
    for (int k = 0; k < x->terms; k++)
        if (x->term[k].type == TERM_ANGLE)
            sc->s.winding[x->term[k].winding] = cd_term_value(sc->m, sc->body, sc->s.winding, &x->term[k]);
    for (int k = 0; k < sc->c->generals; k++)
        cd_general_wind(&sc->c->general[k], sc->m, sc->body, sc->s.winding + sc->c->term_windings);
}

/* ---- rows by coordinates ----------------------------------------------------------------------------------------- */

typedef struct Flat {
    double value, rate, rate_t, quad, G[NV], K[NV][NV], rate_t_q[NV], quad_q[NV], quad_v[NV]; /* rate: G v + phi_t */
} Flat;

static void put(const MovingBody *b, double *to, Vec3 r, Vec3 pi)
{
    for (int i = 0; i < b->dofs; i++) to[b->first + i] = v3_get(b->six[i] < 3 ? r : pi, b->six[i] % 3);
}

static void put_blocks(double K[NV][NV], const Mechanism *m, const RowEval *e, int k, int l)
{
    const MovingBody *b = &m->body[e->body[k]], *o = &m->body[e->body[l]];
    for (int i = 0; i < b->dofs; i++)
        for (int j = 0; j < o->dofs; j++) {
            int row = b->six[i], col = o->six[j];
            const Mat3 *A = row < 3 ? (col < 3 ? &e->rr[k][l] : &e->rp[k][l]) : col < 3 ? &e->pr[k][l] : &e->pp[k][l];
            K[b->first + i][o->first + j] = m3_at(*A, row % 3, col % 3);
        }
}

/* Modes, behind the others. */
static void put_square(double K[NV][NV], const Mechanism *m, const RowEval *e, int k, int l)
{
    const MovingBody *b = &m->body[e->body[e->curved + k]], *o = &m->body[e->body[e->curved + l]];
    for (int i = 0; i < b->dofs; i++)
        for (int j = 0; j < o->dofs; j++) K[b->first + i][o->first + j] = m3_at(cd_row_square(e, k, l), i, j);
}

static double dot_product(int n, const double *a, const double *b)
{
    double sum = 0;
    for (int k = 0; k < n; k++) sum += a[k] * b[k];
    return sum;
}

/* The row at a state, laid out by velocities; a point mass has none that turn it. */
static void flat_eval(Scene *sc, const State *s, const Subject *x, RowLevel level, Flat *out)
{
    static RowEval e;
    eval(sc, s, x, level, &e);
    memset(out, 0, sizeof *out);
    out->value = e.value, out->quad = e.quad, out->rate_t = e.rate_t;
    for (int i = 0; i < e.n; i++) {
        const MovingBody *b = &sc->m->body[e.body[i]];
        put(b, out->G, e.r[i], e.pi[i]);
        if (level < ROW_ALL) continue;
        put(b, out->rate_t_q, e.rate_t_q_r[i], e.rate_t_q_pi[i]);
        put(b, out->quad_q, e.quad_q_r[i], e.quad_q_pi[i]), put(b, out->quad_v, e.quad_v_r[i], e.quad_v_pi[i]);
        for (int k = 0; k < e.curved && i < e.curved; k++) put_blocks(out->K, sc->m, &e, i, k);
        for (int k = 0; k < cd_row_squares(&e) && i >= e.curved; k++) put_square(out->K, sc->m, &e, i - e.curved, k);
    }
    out->rate = dot_product(sc->m->nv, out->G, s->v) + e.rate_t;
}

/* ---- derivatives against differences ----------------------------------------------------------------------------- */

enum { OF_VALUE, OF_RATE, OF_QUAD, OF_G, OF_RATE_T, OF_QUAD_Q, OF_QUAD_V, DERIVATIVES };
static const char *const derivative[] = { "G = d(phi)/dq", "phi' = G v + phi_t", "quad = d(phi')/dt", "K = dG/dq",
                                          "d(phi_t)/dq",   "d(quad)/dq",         "d(quad)/dv" };
static double worst[DERIVATIVES];
static const double tolerance = 1e-8; /* of differences of sixth order, relative to the largest entry of a row */

static void compare(int which, int n, const double *got, const double *want, const char *what)
{
    double size = 1e-2; /* bodies are of size 1, and so are derivatives that are not small by chance */
    for (int k = 0; k < n; k++) size = fmax(size, fabs(want[k]));
    for (int k = 0; k < n; k++) {
        double error = fabs(got[k] - want[k]) / size;
        if (!(error <= worst[which])) worst[which] = error;
        if (!(error <= tolerance))
            fail_msg("%s: %s, entry %d of %d is %.15g, not %.15g", what, derivative[which], k, n, got[k], want[k]);
    }
}

/* The row at the places of a difference along d, in q with v held or in v; and the slope of numbers found there. */
enum { PLACES = 6 };
static const double h = 5e-4;

typedef enum Along { ALONG_Q, ALONG_V, ALONG_MOTION } Along; /* the last in time as well */

static void around(Scene *sc, const Subject *x, const double *d, Along along, Flat out[PLACES])
{
    static const double step[PLACES] = { -3, -2, -1, 1, 2, 3 };
    for (int k = 0; k < PLACES; k++) {
        cd_state_copy(sc->m, 0, WINDINGS, &sc->moved, &sc->s);
        for (int i = 0; i < sc->m->nv && along == ALONG_V; i++) sc->moved.v[i] += step[k] * h * d[i];
        if (along != ALONG_V) cd_state_move(sc->m, &sc->moved, d, step[k] * h);
        if (along == ALONG_MOTION) sc->moved.t += step[k] * h;
        flat_eval(sc, &sc->moved, x, ROW_GRADIENT, &out[k]);
    }
}

/* Of the number at this place in each of them. */
static double slope(const Flat f[PLACES], const double *in_first)
{
    static const double weight[PLACES] = { -1, 9, -45, 45, -9, 1 };
    ptrdiff_t place = in_first - (const double *)f;
    double sum = 0;
    for (int k = 0; k < PLACES; k++) sum += weight[k] * ((const double *)&f[k])[place];
    return sum / (60 * h);
}

static void check_row(Scene *sc, const Subject *x, const char *what)
{
    static Flat at, f[PLACES], difference;
    bool of_velocities = is_velocity_level(sc, x);
    flat_eval(sc, &sc->s, x, ROW_ALL, &at);

    memset(&difference, 0, sizeof difference);
    for (int k = 0; k < sc->m->nv; k++) {
        double d[NV] = { 0 };
        d[k] = 1;
        around(sc, x, d, ALONG_Q, f);
        if (!of_velocities) difference.G[k] = slope(f, &f->value);
        difference.rate_t_q[k] = slope(f, &f->rate_t);
        difference.quad_q[k] = slope(f, &f->quad);
        for (int i = 0; i < sc->m->nv; i++) difference.K[i][k] = slope(f, &f->G[i]);
        around(sc, x, d, ALONG_V, f);
        if (of_velocities) difference.G[k] = slope(f, &f->value);
        difference.quad_v[k] = slope(f, &f->quad);
    }
    compare(OF_VALUE, NV, at.G, difference.G, what);
    compare(OF_G, NV * NV, &at.K[0][0], &difference.K[0][0], what);
    compare(OF_RATE_T, NV, at.rate_t_q, difference.rate_t_q, what);
    compare(OF_QUAD_Q, NV, at.quad_q, difference.quad_q, what);
    compare(OF_QUAD_V, NV, at.quad_v, difference.quad_v, what);

    /* along the motion itself, v held */
    around(sc, x, sc->s.v, ALONG_MOTION, f);
    double of_value = of_velocities ? at.value : slope(f, &f->value), of_rate = slope(f, &f->rate);
    compare(OF_RATE, 1, &at.rate, &of_value, what);
    compare(OF_QUAD, 1, &at.quad, &of_rate, what);

    /* asking for less gives the same */
    flat_eval(sc, &sc->s, x, ROW_GRADIENT, &f[0]);
    assert_true(f[0].value == at.value && f[0].quad == at.quad && !memcmp(f[0].G, at.G, sizeof at.G));
    flat_eval(sc, &sc->s, x, ROW_VALUE, &f[0]);
    assert_true(f[0].value == at.value);
}

static void print_worst(void)
{
    for (int k = 0; k < DERIVATIVES; k++) {
        print_message("    %-18s worst relative error %.1e\n", derivative[k], worst[k]);
        worst[k] = 0;
    }
}

/* ---- the tests --------------------------------------------------------------------------------------------------- */

/* Calls visit for every row of every statement on every arrangement of bodies. */
static void every_row(void (*visit)(Scene *sc, int row, Writer *write, int variant, const int body[3], uint64_t seed))
{
    uint64_t seed = 1;
    for (int k = 0; k < KIND_COUNT; k++)
        for (int variant = 0, more = writers[k] != NULL; more; variant++)
            for (int a = 0; a < ARRANGEMENTS && more; a++, seed += 1000) {
                Scene sc;
                if (has_flexible(arrangements[a]) && (k == KIND_ptcv || k == KIND_cvcv))
                    continue; /* they need floating markers */
                more = scene_open(&sc, seed, home, writers[k], variant, arrangements[a]);
                for (int row = 0; row < sc.c->rows && more; row++)
                    visit(&sc, row, writers[k], variant, arrangements[a], seed);
                scene_close(&sc);
            }
}

/* But for bodies: a planar beam keeps its nodes in a plane of ground, by dot products that joints have too, and is not
 * the same where ground is turned. */
TEST(every_kind_with_equations_is_known_here)
{
    for (int k = 0; k < KIND_COUNT; k++)
        if (cd_kinds[k]->constrain && !writers[k] && cd_kinds[k]->role != ROLE_BODY)
            fail_msg("%s states equations: say in `writers` how to write one", cd_kinds[k]->keyword);
}

static void visit_derivatives(Scene *sc, int row, Writer *write, int variant, const int body[3], uint64_t seed)
{
    (void)write, (void)variant, (void)body;
    char label[CD_LABEL_ROOM];
    Subject x = row_of(sc, row);
    for (int pose = 0; pose < DRAWN(4); pose++) {
        scene_pose(sc, &seed, &x);
        check_row(sc, &x, cd_row_label(sc->c, row, label));
    }
}

TEST(every_row_has_the_derivatives_of_differences)
{
    every_row(visit_derivatives);
    print_worst();
}

/* Along and sine are axes; plus and minus anything. */
static Term random_term(TermType type, uint64_t *seed, int slot)
{
    int last = PLANE * MARKERS - 1;
    Term t = { .type = type, .coefficient = between(seed, -2, 2), .difference = pick(seed, 0, 1), .winding = slot };
    t.plus.marker = pick(seed, -1, last), t.plus.axis = pick(seed, -1, 2);
    t.minus.marker = pick(seed, -1, last), t.minus.axis = pick(seed, -1, 2);
    t.along.marker = pick(seed, -1, last), t.along.axis = pick(seed, 0, 2);
    t.sine.marker = pick(seed, -1, last), t.sine.axis = pick(seed, 0, 2);
    return t;
}

/* Whether random poses will do: vectors that all stay where they are may be bad at each. */
static bool is_often_regular(Scene *sc, const Term *t)
{
    uint64_t seed = 99;
    int regular = 0;
    for (int n = 0; n < 30; n++) {
        random_state(sc, &seed);
        regular += is_regular(sc, t);
    }
    return regular > 10;
}

TEST(every_type_of_term_has_the_derivatives_of_differences)
{
    static const TermType types[] = { TERM_DOT, TERM_ANGLE, TERM_ASIN };
    Scene sc;
    uint64_t seed = 7;
    scene_open(&sc, 7, home, NULL, 0, arrangements[0]);
    for (int n = 0; n < DRAWN(900); n++) {
        Term term[3];
        int terms = n < DRAWN(600) ? 1 : 3; /* alone, and as sums of several types */
        for (int k = 0; k < terms; k++) {
            do term[k] = random_term(types[terms == 1 ? n % 3 : pick(&seed, 0, 2)], &seed, k);
            while (!is_often_regular(&sc, &term[k]));
        }
        char what[40];
        snprintf(what, sizeof what, "term %d of type %d", n, (int)term[0].type);
        Subject x = { -1, term, terms };
        scene_pose(&sc, &seed, &x);
        check_row(&sc, &x, what);
    }
    scene_close(&sc);
    print_worst();
}

TEST(every_element_has_as_many_rows_as_it_takes_freedoms)
{
    uint64_t seed = 3;
    for (int kind = 0; kind < KIND_COUNT; kind++)
        for (int variant = 0, more = writers[kind] != NULL; more; variant++) {
            Scene sc;
            more = scene_open(&sc, seed++, home, writers[kind], variant, arrangements[0]);
            for (int k = 0; k < KIND_COUNT; k++)
                for (int i = 0; i < sc.model->table[k].n && cd_kinds[k]->constrain; i++) {
                    int rows = 0;
                    for (int r = 0; r < sc.c->rows; r++)
                        rows += sc.c->row[r].kind == (KindIndex)k && sc.c->row[r].index == i && !sc.c->row[r].initial;
                    for (int b = 0; b < sc.m->bodies; b++) /* less the unknowns it brings */
                        rows -= sc.m->body[b].curve && sc.m->body[b].kind == (KindIndex)k && sc.m->body[b].index == i;
                    assert_int_equal(rows, -cd_kinds[k]->freedoms(sc.model->table[k].at[i].data));
                }
            scene_close(&sc);
        }
}

static bool on_ground(const Scene *sc, Vector v)
{
    return v.marker < 0 || sc->m->site[v.marker].body < 0;
}

/* The minus coordinate of a curve is a number; the rest of its row says where it is measured. */
static bool touches_ground(const Scene *sc, const Subject *x)
{
    const General *g = sc->c->row[x->row].general >= 0 ? &sc->c->general[sc->c->row[x->row].general] : NULL;
    for (int k = 0; g && k < g->markers; k++)
        if (sc->m->site[g->marker[k]].body < 0) return true;
    for (const Term *t = x->term; t < x->term + x->terms; t++) {
        if (t->type == TERM_CURVE && t->plus.marker < 0) continue;
        if (on_ground(sc, t->plus) || on_ground(sc, t->along)) return true;
        if (t->difference && on_ground(sc, t->minus)) return true;
        if (t->type == TERM_ANGLE && on_ground(sc, t->sine)) return true;
    }
    return false;
}

/* The loads of a row on all bodies together, moments about the origin, vanish. */
static void visit_balance(Scene *sc, int row, Writer *write, int variant, const int body[3], uint64_t seed)
{
    (void)write, (void)variant, (void)body;
    static RowEval e;
    Subject x = row_of(sc, row);
    if (touches_ground(sc, &x)) return;
    for (int pose = 0; pose < DRAWN(4); pose++) {
        scene_pose(sc, &seed, &x);
        eval(sc, &sc->s, &x, ROW_GRADIENT, &e);
        Vec3 F = v3(0, 0, 0), T = v3(0, 0, 0);
        double size = 0;
        for (int k = 0; k < e.n; k++) {
            const BodyMotion *b = &sc->body[e.body[k]];
            if (sc->m->body[e.body[k]].curve || sc->m->body[e.body[k]].role == BODY_MODES) continue;
            F = v3_add(F, e.r[k]);
            T = v3_add(T, v3_add(v3_cross(b->r, e.r[k]), m3_apply(b->A, e.pi[k])));
            size += v3_norm(e.r[k]) + v3_norm(e.pi[k]);
        }
        assert_true(size > 1e-3);
        assert_near(v3_norm(F) / size, 0, 1e-14);
        assert_near(v3_norm(T) / size, 0, 1e-14);
    }
}

TEST(every_row_loads_its_bodies_with_nothing_in_sum)
{
    every_row(visit_balance);
}

/* The same statement in a world that has been turned and moved as a whole, ground markers too. */
static void visit_turned(Scene *sc, int row, Writer *write, int variant, const int body[3], uint64_t seed)
{
    static RowEval here, there;
    uint64_t scene_seed = seed, world_seed = seed + 1;
    Frame world = random_frame(&world_seed);
    Scene turned;
    for (int k = 0; k < 3; k++)
        if (body[k] == PLANE) return; /* its plane does not turn */
    scene_open(&turned, scene_seed, world, write, variant, body);
    Subject x = row_of(sc, row), same = row_of(&turned, row);
    assert_int_equal(same.terms, x.terms);
    for (int pose = 0; pose < DRAWN(4); pose++) {
        scene_pose(sc, &seed, &x);
        for (int k = sc->c->term_windings; k < WINDINGS; k++)
            sc->s.winding[k] = 0; /* what INCANG keeps is in ground axes */
        cd_state_copy(sc->m, 0, WINDINGS, &turned.s, &sc->s);
        for (int b = 0; b < sc->m->bodies; b++) {
            if (sc->m->body[b].curve || sc->m->body[b].planar || sc->m->body[b].role == BODY_MODES) continue;
            double *u = turned.s.v + sc->m->body[b].first;
            turned.s.r[b] = v3_add(world.r, m3_apply(world.A, sc->s.r[b]));
            turned.s.p[b] = q4_mul(q4_from_m3(world.A), sc->s.p[b]);
            v3_store(u, m3_apply(world.A, v3_load(u)));
        }
        eval(sc, &sc->s, &x, ROW_GRADIENT, &here);
        eval(&turned, &turned.s, &same, ROW_GRADIENT, &there);
        assert_near(there.value, here.value, 1e-13 * (1 + fabs(here.value)));
        assert_near(there.quad, here.quad, 1e-12 * (1 + fabs(here.quad)));
        assert_int_equal(there.n, here.n);
        for (int k = 0; k < here.n; k++) {
            assert_int_equal(there.body[k], here.body[k]);
            Vec3 r = sc->m->body[here.body[k]].curve || sc->m->body[here.body[k]].role == BODY_MODES
                         ? here.r[k]
                         : m3_apply(world.A, here.r[k]);
            assert_near(v3_norm(v3_sub(there.r[k], r)), 0, 1e-13 * (1 + v3_norm(here.r[k])));
            assert_near(v3_norm(v3_sub(there.pi[k], here.pi[k])), 0, 1e-13 * (1 + v3_norm(here.pi[k])));
        }
    }
    scene_close(&turned);
}

TEST(every_row_is_the_same_after_turning_the_whole_model)
{
    every_row(visit_turned);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT(every_kind_with_equations_is_known_here),
        UNIT(every_row_has_the_derivatives_of_differences),
        UNIT(every_type_of_term_has_the_derivatives_of_differences),
        UNIT(every_element_has_as_many_rows_as_it_takes_freedoms),
        UNIT(every_row_loads_its_bodies_with_nothing_in_sum),
        UNIT(every_row_is_the_same_after_turning_the_whole_model),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
