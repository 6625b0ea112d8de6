/* mechanism.h - random mechanisms as datasets, each in any system of units: trees and loops, closed or a little open, of all kinds of
 * joints, with primitives, couplers, motions, springs, given velocities. Numbers are made in SI and printed in units. */
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
} RandomMechanism;

/* ---- numbers ---------------------------------------------------------------------------------------------------------------- */

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
    return v3(x, y, random_in(m, -size, size));
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

/* ---- statements ---------------------------------------------------------------------------------------------------------------- */

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
    for (int k = 0; k < 6; k++)
        if (random_of(m, 8) == 0)
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

/* A joint where the markers of both parts coincide. */
static inline void print_joint(RandomMechanism *m, int a, int b, const JointWord *w)
{
    Vec3 r = v3_add(v3_scale(v3_add(m->r[a], m->r[b]), 0.5), random_vector(m, 0.2));
    Mat3 A = m3_rotvec(random_vector(m, 3));
    int j = print_marker_at(m, b, r, A), i = print_marker_at(m, a, r, m3_mul(A, m3_rot_x(w->tilt * acos(0))));
    int id = ++m->joints;
    bool one = w->slides != w->turns, given = one && !m->want.driven && random_of(m, 6) == 0;
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

/* Drawn one after the other: compilers evaluate arguments in orders of their own. */
static inline void print_random_joint(RandomMechanism *m, int a, int others)
{
    int b = random_of(m, others), word = random_of(m, JOINT_WORDS);
    print_joint(m, a, b, &joint_words[word]);
}

static inline void print_primitive(RandomMechanism *m, int a, int b)
{
    static const char *const word[] = { "ATPOINT", "INLINE", "INPLANE", "PARALLEL_AXES", "PERPENDICULAR" };
    int k = random_of(m, 5);
    Vec3 r = v3_add(m->r[a], random_vector(m, 0.3));
    Mat3 A = m3_rotvec(random_vector(m, 3));
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
    Vec3 g = v3_scale(v3_unit(random_vector(m, 1)), 9.81);
    cd_buffer_print(m->out, "ACCGRAV/IGRAV = %.17g, JGRAV = %.17g, KGRAV = %.17g\n", in_units(m, g.x, 0, 0, 1, -2),
                    in_units(m, g.y, 0, 0, 1, -2), in_units(m, g.z, 0, 0, 1, -2));
    for (int part = 1; part <= m->bodies; part++)
        for (int k = 0; k < (m->want.held ? 4 : random_of(m, 2)); k++)
            print_spring(m, part, m->want.held ? 0 : random_of(m, part), m->want.held ? 400 : 60);
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
    m->bodies = want.driven ? 3 : 1 + random_of(m, MOST_BODIES - 1);
    cd_buffer_print(
        out, "random %llu\nUNITS/FORCE = %s, MASS = %s, LENGTH = %s, TIME = %s\nPART/1, GROUND\nMARKER/100, PART = 1\n",
        (unsigned long long)want.seed, unit->force, unit->mass, unit->length, unit->time);
    for (int part = 1; part <= m->bodies; part++) {
        m->r[part] = random_vector(m, 0.5), m->A[part] = m3_rotvec(random_vector(m, 3));
        Vec3 off = random_vector(m, 0.03), turn = random_vector(m, 0.1);
        m->put[part] = want.open ? v3_add(m->r[part], off) : m->r[part];
        m->turned[part] = want.open ? m3_mul(m->A[part], m3_rotvec(turn)) : m->A[part];
        print_part(m, part);
    }
    if (want.driven) print_driven_loop(m);
    for (int part = 1; part <= m->bodies && !want.driven; part++)
        if (random_of(m, 8)) print_random_joint(m, part, part);
    for (int k = random_of(m, 3); k > 0 && m->bodies > 1 && !want.driven; k--) {
        int a = 1 + random_of(m, m->bodies);
        if (random_of(m, 2)) print_random_joint(m, a, a);
        else print_primitive(m, a, random_of(m, a));
    }
    if (m->coordinates > 1 && random_of(m, 2) && !want.driven) print_coupler(m);
    for (int n = 0; n < m->coordinates && !want.driven; n++)
        if (!m->coordinate[n].driven && random_of(m, 5) == 0) print_motion(m, n);
    print_loads(m);
    cd_buffer_print(out, "%sEND\n", settings);
}
