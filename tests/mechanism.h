/* mechanism.h - random mechanisms as datasets, each in any system of units: trees and loops, closed or a little open,
 * of all kinds of joints, with primitives, couplers, motions, springs, given velocities; with `loads` also stops,
 * friction, states, gears, planar parts and whatever else acts between bodies. Numbers are made in SI and printed in
 * units. */
#pragma once
#include "base/text.h"
#include "linalg/mat3.h"
#include "test.h"

#include <string.h>

typedef struct UnitSystem {
    const char *force, *mass, *length, *time;
    double f, m, l, t; /* in SI */
} UnitSystem;

static const UnitSystem unit_systems[] = {
    { "NEWTON", "KILOGRAM", "METER", "SECOND", 1, 1, 1, 1 },
    { "NEWTON", "KILOGRAM", "MILLIMETER", "SECOND", 1, 1, 1e-3, 1 },
    { "DYNE", "GRAM", "CENTIMETER", "MILLISECOND", 1e-5, 1e-3, 1e-2, 1e-3 },
    { "POUND_FORCE", "POUND_MASS", "FOOT", "SECOND", 4.4482216152605, 0.45359237, 0.3048, 1 },
    { "KNEWTON", "TONNE", "INCH", "MINUTE", 1e3, 1e3, 0.0254, 60 },
};
enum { UNIT_SYSTEMS = sizeof unit_systems / sizeof *unit_systems };

typedef struct MechanismOptions {
    uint64_t seed;
    bool open;   /* parts are put a little beside where the joints want them */
    bool held;   /* springs hold every part, dampers slow it down: it has an equilibrium */
    bool driven; /* one loop whose only freedom a motion has */
    bool loads;  /* loads of many kinds, stops, friction, states, gears; some mechanisms are planar */
} MechanismOptions;

enum { MOST_BODIES = 6 };

typedef struct RandomMechanism {
    const UnitSystem *unit;
    TextBuffer *out;
    MechanismOptions want;
    uint64_t seed;
    int bodies, markers, joints, motions, others;
    Vec3 r[MOST_BODIES],
        put[MOST_BODIES]; /* of each part, where joints hold, and where the dataset has it; 0 is ground */
    Mat3 A[MOST_BODIES], turned[MOST_BODIES];
    struct {
        int id;
        bool slides, turns, driven;
    } coordinate[2 * MOST_BODIES]; /* joints with one */
    int coordinates;
    struct {
        const struct JointWord *word;
        int i, j;
        bool rubs; /* it has FRICTION */
    } joint[4 * MOST_BODIES];
    bool flat;   /* all parts are planar */
    Vec3 weight; /* acceleration of gravity */
} RandomMechanism;

/* ---- numbers ----------------------------------------------------------------------------------------------------- */

static inline double random_in(RandomMechanism *m, double from, double to)
{
    return from + (to - from) * test_random(&m->seed);
}

static inline int random_of(RandomMechanism *m, int n)
{
    return (int)(n * test_random(&m->seed));
}

static inline Vec3 random_vector(RandomMechanism *m, double size)
{
    double x = random_in(m, -size, size), y = random_in(m, -size, size);
    double z = random_in(m, -size, size);
    return v3(x, y, m->flat ? 0 : z);
}

static inline Mat3 random_rotation(RandomMechanism *m)
{
    Vec3 turn = random_vector(m, 3);
    return m3_rotvec(m->flat ? v3(0, 0, turn.x) : turn);
}

/* Numbers of SI in the units of the dataset, by powers of force, mass, length and time. */
static inline double in_units(const RandomMechanism *m, double x, int f, int mass, int l, int t)
{
    const UnitSystem *u = m->unit;
    return x / (pow(u->f, f) * pow(u->m, mass) * pow(u->l, l) * pow(u->t, t));
}

static inline double length_in(const RandomMechanism *m, double x)
{
    return in_units(m, x, 0, 0, 1, 0);
}

/* ---- statements -------------------------------------------------------------------------------------------------- */

static inline void print_point(RandomMechanism *m, const char *key, Vec3 r)
{
    cd_buffer_print(m->out, "\n, %s = %.17g, %.17g, %.17g", key, length_in(m, r.x), length_in(m, r.y),
                    length_in(m, r.z));
}

static inline void print_place(RandomMechanism *m, const char *const key[3], Vec3 r, Mat3 A)
{
    const double arm = 0.3;
    print_point(m, key[0], r);
    print_point(m, key[1], v3_axpy(r, arm, m3_col(A, 2)));
    print_point(m, key[2], v3_axpy(r, arm, m3_col(A, 0)));
    cd_buffer_print(m->out, "\n");
}

/* A marker on a part at a place of the mechanism as joints hold it. */
static inline int print_marker_at(RandomMechanism *m, int part, Vec3 r, Mat3 A)
{
    static const char *const key[3] = { "QP", "ZP", "XP" };
    int id = 100 * (part + 1) + m->markers++;
    cd_buffer_print(m->out, "MARKER/%d, PART = %d", id, part + 1);
    print_place(m, key, m3_tapply(m->A[part], v3_sub(r, m->r[part])), m3_tmul(m->A[part], A));
    return id;
}

static inline void print_part(RandomMechanism *m, int part)
{
    static const char *const key[3] = { "QG", "ZG", "XG" }, *const rate[6] = { "VX", "VY", "VZ", "WX", "WY", "WZ" };
    double mass = random_in(m, 0.2, 3), ip[3];
    for (int k = 0; k < 3; k++) ip[k] = in_units(m, mass * random_in(m, 0.02, 0.03), 0, 1, 2, 0);
    int cm = 100 * (part + 1) + m->markers;
    cd_buffer_print(m->out, "PART/%d, MASS = %.17g, CM = %d, IP = %.17g, %.17g, %.17g", part + 1,
                    in_units(m, mass, 0, 1, 0, 0), cm, ip[0], ip[1], ip[2]);
    if (m->flat) cd_buffer_print(m->out, ", PLANAR");
    for (int k = 0; k < 6; k++)
        if (random_of(m, 8) == 0 && (!m->flat || k < 2 || k == 5))
            cd_buffer_print(m->out, ", %s = %.17g", rate[k], in_units(m, random_in(m, -1, 1), 0, 0, k < 3, -1));
    print_place(m, key, m->put[part], m->turned[part]);
    print_marker_at(m, part, v3_add(m->r[part], random_vector(m, 0.1)), m->A[part]);
}

typedef struct JointWord {
    const char *word;
    bool slides, turns;
    double tilt; /* of z of I from that of J, in quarters */
} JointWord;

static const JointWord joint_words[] = { { "REVOLUTE", false, true, 0 },   { "TRANSLATIONAL", true, false, 0 },
                                         { "CYLINDRICAL", true, true, 0 }, { "SPHERICAL", false, false, 0 },
                                         { "UNIVERSAL", false, false, 1 }, { "HOOKE", false, false, 0 },
                                         { "CONVEL", false, false, 2 },    { "PLANAR", false, false, 0 },
                                         { "REVOLUTE", false, true, 0 },   { "FIXED", false, false, 0 } };
enum { JOINT_WORDS = sizeof joint_words / sizeof *joint_words };

/* A joint where the markers of both parts coincide, with the frame A of that on b. */
static inline void print_joint_at(RandomMechanism *m, int a, int b, const JointWord *w, Vec3 r, Mat3 A)
{
    int j = print_marker_at(m, b, r, A), i = print_marker_at(m, a, r, m3_mul(A, m3_rot_x(w->tilt * acos(0))));
    int id = ++m->joints;
    bool one = w->slides != w->turns, given = one && !m->want.driven && random_of(m, 6) == 0;
    m->joint[id].word = w, m->joint[id].i = i, m->joint[id].j = j;
    cd_buffer_print(m->out, "JOINT/%d, %s, I = %d, J = %d", id, w->word, i, j);
    if (given) cd_buffer_print(m->out, ", IC = 0, %.17g", in_units(m, random_in(m, -2, 2), 0, 0, w->slides, -1));
    cd_buffer_print(m->out, "\n");
    if (one) {
        int n = m->coordinates++;
        m->coordinate[n].id = id, m->coordinate[n].slides = w->slides, m->coordinate[n].turns = w->turns;
    }
    if (w->slides && w->turns && random_of(m, 2))
        cd_buffer_print(m->out, "JOINT/%d, SCREW, I = %d, J = %d, PITCH = %.17g\n", ++m->joints, i, j,
                        length_in(m, random_in(m, 0.05, 0.3)));
}

static inline void print_joint(RandomMechanism *m, int a, int b, const JointWord *w)
{
    Vec3 r = v3_add(v3_scale(v3_add(m->r[a], m->r[b]), 0.5), random_vector(m, 0.2));
    Mat3 A = random_rotation(m);
    if (m->flat && w->slides) A = m3_mul(A, m3_rot_x(acos(0)));
    print_joint_at(m, a, b, w, r, A);
}

/* Drawn one after the other: compilers evaluate arguments in orders of their own. */
static inline void print_random_joint(RandomMechanism *m, int a, int others)
{
    static const int in_plane[4] = { 0, 1, 0, 9 };
    int b = random_of(m, others), word = m->flat ? in_plane[random_of(m, 4)] : random_of(m, JOINT_WORDS);
    print_joint(m, a, b, &joint_words[word]);
}

static inline void print_primitive(RandomMechanism *m, int a, int b)
{
    static const char *const word[] = { "ATPOINT", "INLINE", "INPLANE", "PARALLEL_AXES", "PERPENDICULAR" };
    int k = random_of(m, 5);
    Vec3 r = v3_add(m->r[a], random_vector(m, 0.3));
    Mat3 A = random_rotation(m);
    int j = print_marker_at(m, b, r, A), i = print_marker_at(m, a, r, k == 4 ? m3_mul(A, m3_rot_x(acos(0))) : A);
    cd_buffer_print(m->out, "JPRIM/%d, %s, I = %d, J = %d\n", ++m->others, word[k], i, j);
}

static inline void print_motion(RandomMechanism *m, int n)
{
    bool slides = m->coordinate[n].slides;
    double size = in_units(m, slides ? 0.05 : 0.3, 0, 0, slides, 0),
           pace = in_units(m, random_in(m, 1, 3), 0, 0, 0, -1);
    m->coordinate[n].driven = true;
    cd_buffer_print(m->out, "MOTION/%d, JOINT = %d, %s, FUNCTION = %.17g*SIN(%.17g*TIME)\n", ++m->motions,
                    m->coordinate[n].id, slides ? "TRANSLATION" : "ROTATION", size, pace);
}

static inline void print_coupler(RandomMechanism *m)
{
    int a = random_of(m, m->coordinates), b = random_of(m, m->coordinates);
    if (a == b || m->coordinate[a].driven || m->coordinate[b].driven) return;
    double ratio = random_in(m, 0.4, 2) * (m->coordinate[a].slides ? 1 : 0.3) / (m->coordinate[b].slides ? 1 : 0.3);
    m->coordinate[a].driven = true;
    cd_buffer_print(m->out, "COUPLER/%d, JOINTS = %d, %d, SCALES = 1, %.17g\n", ++m->others, m->coordinate[a].id,
                    m->coordinate[b].id,
                    in_units(m, ratio, 0, 0, m->coordinate[a].slides - m->coordinate[b].slides, 0));
}

static inline void print_spring(RandomMechanism *m, int a, int b, double stiffness)
{
    int i = print_marker_at(m, a, v3_add(m->r[a], random_vector(m, 0.3)), m->A[a]),
        j = print_marker_at(m, b, v3_add(m->r[b], random_vector(m, 0.8)), m->A[b]);
    double c = stiffness * random_in(m, 0.02, 0.1), k = stiffness * random_in(m, 0.5, 1.5),
           length = random_in(m, 0.1, 0.6);
    cd_buffer_print(m->out, "SPRINGDAMPER/%d, TRANSLATION, I = %d, J = %d, K = %.17g, C = %.17g, LENGTH = %.17g\n",
                    ++m->others, i, j, in_units(m, k, 1, 0, -1, 0), in_units(m, c, 1, 0, -1, 1), length_in(m, length));
}

static inline void print_loads(RandomMechanism *m)
{
    Vec3 g = m->weight = v3_scale(v3_unit(random_vector(m, 1)), 9.81);
    cd_buffer_print(m->out, "ACCGRAV/IGRAV = %.17g, JGRAV = %.17g, KGRAV = %.17g\n", in_units(m, g.x, 0, 0, 1, -2),
                    in_units(m, g.y, 0, 0, 1, -2), in_units(m, g.z, 0, 0, 1, -2));
    for (int part = 1; part <= m->bodies; part++)
        for (int k = 0; k < (m->want.held ? 4 : random_of(m, 2)); k++)
            print_spring(m, part, m->want.held ? 0 : random_of(m, part), m->want.held ? 400 : 60);
}

/* ---- loads of many kinds ----------------------------------------------------------------------------------------- */

static inline Mat3 frame_with_z(Vec3 z)
{
    Vec3 x = v3_unit(v3_cross(fabs(z.x) < 0.9 * v3_norm(z) ? v3(1, 0, 0) : v3(0, 1, 0), z));
    z = v3_unit(z);
    return (Mat3){ .c = { x, v3_cross(z, x), z } };
}

/* Stiffness of a force k x^e, in the units of x = length or angle. */
static inline double stop_stiffness(const RandomMechanism *m, double k, double e, bool slides)
{
    return in_units(m, k, 1, 0, !slides, 0) * (slides ? pow(m->unit->l, e) : 1);
}

static inline void print_impact(RandomMechanism *m, int a)
{
    Vec3 up = v3_add(v3_scale(m->weight, -1), random_vector(m, 2)), r = v3_add(m->r[a], random_vector(m, 0.1));
    Mat3 A = frame_with_z(up);
    double gap = random_in(m, 0.01, 0.2), e = random_in(m, 1.1, 2.2), k = random_in(m, 1e4, 1e6);
    int i = print_marker_at(m, a, r, A), j = print_marker_at(m, 0, v3_axpy(r, -gap, m3_col(A, 2)), A);
    double c = in_units(m, random_in(m, 5, 100), 1, 0, -1, 1), depth = length_in(m, random_in(m, 1e-4, 1e-3));
    cd_buffer_print(m->out,
                    "SFORCE/%d, TRANSLATION, ACTIONONLY, I = %d, J = %d\n"
                    ", FUNCTION = IMPACT(DZ(%d, %d, %d), VZ(%d, %d, %d), 0, %.17g, %.17g, %.17g, %.17g)\n",
                    ++m->others, i, j, i, j, j, i, j, j, stop_stiffness(m, k, e, true), e, c, depth);
}

typedef enum JointLaw { LAW_STOPS, LAW_SIGN, LAW_IF, LAW_COUNT } JointLaw;

/* A load along or about the axis of a joint with one coordinate. */
static inline void print_joint_load(RandomMechanism *m, JointLaw law)
{
    int n = random_of(m, m->coordinates), id = m->coordinate[n].id, i = m->joint[id].i, j = m->joint[id].j;
    bool slides = m->coordinate[n].slides;
    double dry = in_units(m, random_in(m, 0.2, 2) * (slides ? 1 : 0.2), 1, 0, !slides, 0), e = random_in(m, 1.1, 2.2);
    double low = in_units(m, random_in(m, -0.3, -0.05), 0, 0, slides, 0),
           high = in_units(m, random_in(m, 0.05, 0.3), 0, 0, slides, 0);
    double k = stop_stiffness(m, random_in(m, 1e3, 1e5) * (slides ? 1 : 0.1), e, slides),
           c = in_units(m, random_in(m, 1, 50) * (slides ? 1 : 0.05), 1, 0, slides ? -1 : 1, 1),
           depth = in_units(m, random_in(m, 1e-4, 1e-2), 0, 0, slides, 0);
    char x[40], v[40];
    snprintf(x, sizeof x, slides ? "DZ(%d, %d, %d)" : "AZ(%d, %d)", i, j, j);
    snprintf(v, sizeof v, slides ? "VZ(%d, %d, %d)" : "WZ(%d, %d, %d)", i, j, j);
    cd_buffer_print(m->out, "SFORCE/%d, %s, I = %d, J = %d\n, FUNCTION = ", ++m->others,
                    slides ? "TRANSLATION, ACTIONONLY" : "ROTATION", i, j);
    if (law == LAW_STOPS)
        cd_buffer_print(m->out, "BISTOP(%s, %s, %.17g, %.17g, %.17g, %.17g, %.17g, %.17g)\n", x, v, low, high, k, e, c,
                        depth);
    else if (law == LAW_SIGN) cd_buffer_print(m->out, "-%.17g*SIGN(1, %s)\n", dry, v);
    else cd_buffer_print(m->out, "IF(%s: %.17g, 0, %.17g)\n", v, dry, -dry);
}

static inline void print_friction(RandomMechanism *m)
{
    int id = 1 + random_of(m, m->joints), lugre = random_of(m, 6) == 0;
    const JointWord *w = m->joint[id].word;
    if (!w || m->joint[id].rubs || strcmp(w->word, "FIXED") == 0 || strcmp(w->word, "CONVEL") == 0 ||
        strcmp(w->word, "PLANAR") == 0)
        return;
    m->joint[id].rubs = true;
    bool yoke = strcmp(w->word, "HOOKE") == 0 || strcmp(w->word, "UNIVERSAL") == 0,
         ball = strcmp(w->word, "SPHERICAL") == 0;
    double mu = random_in(m, 0.05, 0.4), creep = random_in(m, 0.005, 0.1);
    cd_buffer_print(
        m->out,
        "FRICTION/%d, JOINT = %d, MU_STATIC = %.17g, MU_DYNAMIC = %.17g, STICTION_TRANSITION_VELOCITY = %.17g\n"
        ", MAX_STICTION_DEFORMATION = %.17g%s",
        ++m->others, id, mu, mu * random_in(m, 0.5, 1), in_units(m, creep, 0, 0, 1, -1),
        length_in(m, random_in(m, 1e-4, 1e-2)), yoke ? ", I_YOKE" : "");
    if (ball) cd_buffer_print(m->out, ", BALL_RADIUS = %.17g", length_in(m, 0.03));
    if (w->turns || yoke)
        cd_buffer_print(m->out, ", PIN_RADIUS = %.17g, FRICTION_ARM = %.17g, BENDING_REACTION_ARM = %.17g",
                        length_in(m, 0.02), length_in(m, 0.04), length_in(m, 0.1));
    if (w->slides) cd_buffer_print(m->out, ", INITIAL_OVERLAP = %.17g", length_in(m, 0.3));
    if (w->slides && !w->turns) cd_buffer_print(m->out, ", REACTION_ARM = %.17g", length_in(m, 0.05));
    if (lugre)
        cd_buffer_print(
            m->out,
            "\n, FORMULATION = LUGRE, BRISTLE_STIFFNESS = %.17g, DAMPING_COEFFICIENT = %.17g, DAMPING_VISCOUS = %.17g",
            in_units(m, 1e3, 0, 0, -1, 0), in_units(m, 1, 0, 0, -1, 1), in_units(m, 1e-3, 0, 0, -1, 1));
    cd_buffer_print(m->out, "\n");
}

/* A BUSHING where two parts meet, or a BEAM from one to the other. */
static inline void print_elastic(RandomMechanism *m, int a, int b, bool beam)
{
    const double L = 0.4;
    Mat3 A = random_rotation(m);
    Vec3 r = v3_add(v3_scale(v3_add(m->r[a], m->r[b]), 0.5), random_vector(m, 0.2));
    int j = print_marker_at(m, b, r, A), i = print_marker_at(m, a, beam ? v3_axpy(r, L, m3_col(A, 0)) : r, A);
    double k = random_in(m, 1e2, 1e4), c = k * random_in(m, 1e-3, 2e-2), kt = k * 0.02, ct = c * 0.02;
    if (beam)
        cd_buffer_print(m->out,
                        "BEAM/%d, I = %d, J = %d, LENGTH = %.17g, AREA = %.17g, IXX = %.17g, IYY = %.17g, IZZ = %.17g\n"
                        ", EMODULUS = %.17g, GMODULUS = %.17g, ASY = 1.2, ASZ = 1.2, CRATIO = %.17g\n",
                        ++m->others, i, j, length_in(m, L), in_units(m, 1e-4, 0, 0, 2, 0),
                        in_units(m, 4e-8, 0, 0, 4, 0), in_units(m, 2e-8, 0, 0, 4, 0), in_units(m, 3e-8, 0, 0, 4, 0),
                        in_units(m, 1e5 * k, 1, 0, -2, 0), in_units(m, 4e4 * k, 1, 0, -2, 0),
                        in_units(m, 0.01, 0, 0, 0, 1));
    else {
        double K = in_units(m, k, 1, 0, -1, 0), C = in_units(m, c, 1, 0, -1, 1), KT = in_units(m, kt, 1, 0, 1, 0),
               CT = in_units(m, ct, 1, 0, 1, 1);
        cd_buffer_print(m->out,
                        "BUSHING/%d, I = %d, J = %d, K = %.17g, %.17g, %.17g, C = %.17g, %.17g, %.17g\n"
                        ", KT = %.17g, %.17g, %.17g, CT = %.17g, %.17g, %.17g\n",
                        ++m->others, i, j, K, 2 * K, K, C, C, 2 * C, KT, KT, 2 * KT, CT, CT, CT);
    }
}

/* A force from a filtered distance: a DIFF that follows it, a VARIABLE of that, a GFORCE; and one that comes and
 * goes. */
static inline void print_states(RandomMechanism *m, int a, int b)
{
    int i = print_marker_at(m, a, v3_add(m->r[a], random_vector(m, 0.3)), m->A[a]),
        j = print_marker_at(m, b, v3_add(m->r[b], random_vector(m, 0.8)), m->A[b]), id = ++m->others;
    double pace = in_units(m, random_in(m, 5, 50), 0, 0, 0, -1), k = in_units(m, random_in(m, 5, 40), 1, 0, -1, 0),
           c = in_units(m, random_in(m, 0.1, 2), 1, 0, -1, 1), at = in_units(m, random_in(m, 0.02, 0.3), 0, 0, 0, 1),
           pulse = in_units(m, random_in(m, 2, 20), 1, 0, 0, 0);
    cd_buffer_print(
        m->out, "DIFF/%d, IC = %.17g, FUNCTION = %.17g*(DX(%d, %d) - DIF(%d))\nVARIABLE/%d, FUNCTION = %.17g*DIF(%d)\n",
        id, length_in(m, 0.2), pace, i, j, id, id, k, id);
    int floating = 100 * (b + 1) + m->markers++;
    cd_buffer_print(m->out, "MARKER/%d, PART = %d, FLOATING\n", floating, b + 1);
    cd_buffer_print(m->out,
                    "GFORCE/%d, I = %d, JFLOAT = %d, RM = %d, FX = -VARVAL(%d)\\ FY = -%.17g*VY(%d, %d, %d, %d)\\\n"
                    ", FZ = STEP(TIME, %.17g, 0, %.17g, %.17g)\\ TX = 0\\ TY = 0\\ TZ = 0\n",
                    id, i, floating, j, id, c, i, j, j, j, at, 1.05 * at, pulse);
}

static inline void print_general(RandomMechanism *m, int a, int b)
{
    Vec3 ra = v3_add(m->r[a], random_vector(m, 0.3)), rb = v3_add(m->r[b], random_vector(m, 0.8));
    int i = print_marker_at(m, a, ra, m->A[a]), j = print_marker_at(m, b, rb, m->A[b]);
    cd_buffer_print(m->out, "GCON/%d, I = %d, FUNCTION = DM(%d, %d) - %.17g\n", ++m->others, i, i, j,
                    length_in(m, v3_norm(v3_sub(ra, rb))));
}

/* Two wheels on parallel axes of a carrier, their teeth between the axes. */
static inline void print_gear(RandomMechanism *m, int a, int b, int carrier)
{
    Mat3 A = random_rotation(m);
    Vec3 r = v3_add(v3_scale(v3_add(m->r[a], m->r[carrier]), 0.5), random_vector(m, 0.2));
    print_joint_at(m, a, carrier, &joint_words[0], r, A);
    print_joint_at(m, b, carrier, &joint_words[0], v3_axpy(r, 0.4, m3_col(A, 0)), A);
    int cv =
        print_marker_at(m, carrier, v3_axpy(r, random_in(m, 0.1, 0.3), m3_col(A, 0)), m3_mul(A, m3_rot_x(acos(0))));
    cd_buffer_print(m->out, "GEAR/%d, JOINTS = %d, %d, CV = %d\n", ++m->others, m->joints - 1, m->joints, cv);
}

static inline void print_many_loads(RandomMechanism *m)
{
    for (int k = 1 + random_of(m, 3); k > 0; k--) {
        int a = 1 + random_of(m, m->bodies), b = random_of(m, a), kind = random_of(m, 12);
        if (kind < 2) print_impact(m, a);
        else if (kind == 2 && m->coordinates) print_joint_load(m, LAW_STOPS);
        else if (kind == 3 && m->coordinates) print_joint_load(m, random_of(m, 3) ? LAW_STOPS : LAW_SIGN);
        else if (kind == 4 && m->coordinates) print_joint_load(m, random_of(m, 3) ? LAW_STOPS : LAW_IF);
        else if (kind < 8 && m->joints) print_friction(m);
        else if (kind == 8) print_elastic(m, a, b, false);
        else if (kind == 9) print_elastic(m, a, b, true);
        else if (kind == 10) print_states(m, a, b);
        else if (kind == 11) print_general(m, a, b);
    }
}

/* A loop of three parts with one freedom, and a motion for it. */
static inline void print_driven_loop(RandomMechanism *m)
{
    enum { REVOLUTE = 0, SPHERICAL = 3, UNIVERSAL = 4 };
    print_joint(m, 1, 0, &joint_words[REVOLUTE]);
    print_joint(m, 2, 1, &joint_words[SPHERICAL]);
    print_joint(m, 3, 2, &joint_words[UNIVERSAL]);
    print_joint(m, 3, 0, &joint_words[REVOLUTE]);
    print_motion(m, 0);
}

/* The dataset; settings: statements that follow the model. */
static inline void print_mechanism(TextBuffer *out, MechanismOptions want, const UnitSystem *unit, const char *settings)
{
    RandomMechanism *m =
        &(RandomMechanism){ .unit = unit, .out = out, .want = want, .seed = want.seed * 2654435761u + 1 };
    m->markers = 1, m->A[0] = m3_identity();
    for (int k = 0; k < 4; k++) test_random(&m->seed);
    m->flat = want.loads && random_of(m, 8) == 0;
    m->bodies = want.driven ? 3 : 1 + random_of(m, MOST_BODIES - 1);
    cd_buffer_print(
        out, "random %llu\nUNITS/FORCE = %s, MASS = %s, LENGTH = %s, TIME = %s\nPART/1, GROUND\nMARKER/100, PART = 1\n",
        (unsigned long long)want.seed, unit->force, unit->mass, unit->length, unit->time);
    for (int part = 1; part <= m->bodies; part++) {
        m->r[part] = random_vector(m, 0.5), m->A[part] = random_rotation(m);
        Vec3 off = random_vector(m, 0.03), turn = random_vector(m, 0.1);
        m->put[part] = want.open ? v3_add(m->r[part], off) : m->r[part];
        m->turned[part] = want.open ? m3_mul(m->A[part], m3_rotvec(turn)) : m->A[part];
        print_part(m, part);
    }
    if (want.driven) print_driven_loop(m);
    bool geared = want.loads && m->bodies > 2 && random_of(m, 4) == 0;
    if (geared) print_gear(m, 2, 3, random_of(m, 2));
    for (int part = 1; part <= m->bodies && !want.driven; part++)
        if (!(geared && (part == 2 || part == 3)) && random_of(m, 8)) print_random_joint(m, part, part);
    for (int k = random_of(m, 3); k > 0 && m->bodies > 1 && !want.driven; k--) {
        int a = 1 + random_of(m, m->bodies);
        if (random_of(m, 2)) print_random_joint(m, a, a);
        else if (!m->flat) print_primitive(m, a, random_of(m, a));
    }
    if (m->coordinates > 1 && random_of(m, 2) && !want.driven) print_coupler(m);
    for (int n = 0; n < m->coordinates && !want.driven; n++)
        if (!m->coordinate[n].driven && random_of(m, 5) == 0) print_motion(m, n);
    print_loads(m);
    if (want.loads) print_many_loads(m);
    cd_buffer_print(out, "%sEND\n", settings);
}
