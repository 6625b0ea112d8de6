/* frame.c - frames of straight beams from nodes and tubes, as .json (theory 20.12 to 20.16).
 *
 *     units "m,kg,s,N"; E, nu, rho; tube_od, tube_wall, or section { rectangle [y, z] } or { area, iyy, izz, jxx, polar
 *     };
 *     shear [asy, asz]; up [x, y, z]; nodes { name: [x, y, z] }; tubes [ [a, b], ... ]; elements_per_tube;
 *     mass_matrix "consistent" (default) or "lumped"; stress "ends", [ { node, y, z }, ... ] or, of tubes, { points };
 *     craig_bampton { interface_nodes [ names ], fixed_interface_modes }
 *
 * Local axes of a beam: x from its first node to its second, y = up x x (up: z, or y for beams along z), z = x x y. */
#include "flex/fem.h"
#include "flex/json.h"
#include "linalg/torsion.h"

#include <limits.h>
#include <math.h>
#include <string.h>

typedef struct Section {
    double area, iyy, izz, jxx, polar; /* polar: iyy + izz, of the mass */
    double y, z;                       /* outermost fibres */
    double asy, asz;                   /* shear area ratios; 0: rigid in shear */
} Section;

typedef struct Frame3 {
    Fem *fem;
    Lines *in;
    double E, G, rho;
    Section section;
    Vec3 up;
    bool lumped;
} Frame3;

typedef double Matrix12[12][12];

/* ---- one beam ---------------------------------------------------------------------------------------------------- */

enum { X, Y, Z, RX, RY, RZ };

static void put(Matrix12 k, int i, int j, double v)
{
    k[i][j] = k[j][i] = v;
}

/* Bending in one plane: degrees of freedom v1, t1, v2, t2 with slope v' = s t. */
static void bend_stiffness(Matrix12 k, int v, int t, double s, double EI, double phi, double L)
{
    double c = EI / ((1 + phi) * L * L * L);
    put(k, v, v, 12 * c), put(k, v + 6, v + 6, 12 * c), put(k, v, v + 6, -12 * c);
    put(k, v, t, s * 6 * c * L), put(k, v, t + 6, s * 6 * c * L);
    put(k, v + 6, t, -s * 6 * c * L), put(k, v + 6, t + 6, -s * 6 * c * L);
    put(k, t, t, (4 + phi) * c * L * L), put(k, t + 6, t + 6, (4 + phi) * c * L * L);
    put(k, t, t + 6, (2 - phi) * c * L * L);
}

static void stiffness(const Frame3 *f, double L, Matrix12 k)
{
    const Section *a = &f->section;
    memset(k, 0, sizeof(Matrix12));
    double ea = f->E * a->area / L, gj = f->G * a->jxx / L, ga = f->G * a->area * L * L;
    put(k, X, X, ea), put(k, X + 6, X + 6, ea), put(k, X, X + 6, -ea);
    put(k, RX, RX, gj), put(k, RX + 6, RX + 6, gj), put(k, RX, RX + 6, -gj);
    bend_stiffness(k, Y, RZ, 1, f->E * a->izz, 12 * f->E * a->izz * a->asy / ga, L);
    bend_stiffness(k, Z, RY, -1, f->E * a->iyy, 12 * f->E * a->iyy * a->asz / ga, L);
}

static void bend_mass(Matrix12 m, int v, int t, double s, double mass, double L)
{
    double c = mass / 420;
    put(m, v, v, 156 * c), put(m, v + 6, v + 6, 156 * c), put(m, v, v + 6, 54 * c);
    put(m, v, t, s * 22 * L * c), put(m, v, t + 6, -s * 13 * L * c);
    put(m, v + 6, t, s * 13 * L * c), put(m, v + 6, t + 6, -s * 22 * L * c);
    put(m, t, t, 4 * L * L * c), put(m, t + 6, t + 6, 4 * L * L * c), put(m, t, t + 6, -3 * L * L * c);
}

/* Consistent: cubics of bending without rotary inertia of the section; lumped: half of the mass and of the section's
 * inertia at each end. */
static void mass(const Frame3 *f, double L, Matrix12 m)
{
    const Section *a = &f->section;
    double all = f->rho * a->area * L, turn = f->rho * L / 2;
    memset(m, 0, sizeof(Matrix12));
    if (f->lumped) {
        for (int end = 0; end < 12; end += 6) {
            for (int c = 0; c < 3; c++) m[end + c][end + c] = all / 2;
            m[end + RX][end + RX] = turn * a->polar;
            m[end + RY][end + RY] = turn * a->iyy, m[end + RZ][end + RZ] = turn * a->izz;
        }
        return;
    }
    put(m, X, X, all / 3), put(m, X + 6, X + 6, all / 3), put(m, X, X + 6, all / 6);
    double twist = f->rho * a->polar * L;
    put(m, RX, RX, twist / 3), put(m, RX + 6, RX + 6, twist / 3), put(m, RX, RX + 6, twist / 6);
    bend_mass(m, Y, RZ, 1, all, L);
    bend_mass(m, Z, RY, -1, all, L);
}

static Mat3 axes_of(const Frame3 *f, Vec3 d)
{
    Vec3 x = v3_unit(d), up = f->up;
    if (v3_norm(v3_cross(up, x)) < 1e-3 * v3_norm(up)) up = fabs(x.y) < 0.9 ? v3(0, 1, 0) : v3(1, 0, 0);
    Vec3 y = v3_unit(v3_cross(up, x));
    return m3_cols(x, y, v3_cross(x, y));
}

/* Entries of a local matrix in ground axes, onto the equations of two nodes. */
static void assemble(Fem *fem, FemMatrix *to, const int eq[12], Mat3 A, Matrix12 k)
{
    for (int bi = 0; bi < 4; bi++)
        for (int bj = 0; bj <= bi; bj++)
            for (int i = 0; i < 3; i++)
                for (int j = 0; j < 3; j++) {
                    double sum = 0;
                    for (int a = 0; a < 3; a++)
                        for (int b = 0; b < 3; b++) sum += m3_at(A, i, a) * k[3 * bi + a][3 * bj + b] * m3_at(A, j, b);
                    if ((bi > bj || i >= j) && sum != 0) cd_fem_add(fem, to, eq[3 * bi + i], eq[3 * bj + j], sum);
                }
}

static void equations_of(Fem *fem, int a, int b, int eq[12])
{
    for (int c = 0; c < 6; c++) eq[c] = cd_fem_equation(fem, a, c);
    for (int c = 0; c < 6; c++) eq[6 + c] = cd_fem_equation(fem, b, c);
}

static Vec3 place(const Fem *fem, int id)
{
    return fem->node.at[cd_fem_find(fem, id)].r;
}

static void beam(Frame3 *f, int a, int b)
{
    Vec3 d = v3_sub(place(f->fem, b), place(f->fem, a));
    Matrix12 k, m;
    int eq[12];
    equations_of(f->fem, a, b, eq);
    stiffness(f, v3_norm(d), k), mass(f, v3_norm(d), m);
    Mat3 A = axes_of(f, d);
    assemble(f->fem, &f->fem->K, eq, A, k);
    assemble(f->fem, &f->fem->M, eq, A, m);
    FemBeam one = { .A = A, .length = v3_norm(d), .ea = f->E * f->section.area };
    memcpy(one.eq, eq, sizeof one.eq);
    ARRAY_PUSH(&f->fem->arena, &f->fem->beam, one);
    ARRAY_PUSH(&f->fem->arena, &f->fem->edge, ((FemEdge){ a, b, false }));
}

/* An end of a beam from node a to node b, and a fibre there. */
typedef struct Fibre {
    int a, b;
    bool at_b;
    double y, z;
} Fibre;

/* A row of stress from its coefficients in local axes, which are turned into those of ground. */
static void add_stress(Frame3 *f, Fibre at, int point, int component, const double c[12], Text label)
{
    Vec3 ra = place(f->fem, at.a), rb = place(f->fem, at.b);
    FemStress s = { .label = label, .at = at.at_b ? rb : ra, .point = point, .component = component };
    Mat3 A = axes_of(f, v3_sub(rb, ra));
    equations_of(f->fem, at.a, at.b, s.eq);
    for (int block = 0; block < 4; block++) {
        Vec3 g = m3_apply(A, v3(c[3 * block], c[3 * block + 1], c[3 * block + 2]));
        s.c[3 * block] = g.x, s.c[3 * block + 1] = g.y, s.c[3 * block + 2] = g.z;
    }
    ARRAY_PUSH(&f->fem->arena, &f->fem->stress, s);
}

static double length_of(const Frame3 *f, Fibre at)
{
    return v3_norm(v3_sub(place(f->fem, at.b), place(f->fem, at.a)));
}

/* Along the beam: E (u' - y v'' - z w''), curvatures of the cubics at that end (20.16). */
static void along(const Frame3 *f, Fibre at, double c[12])
{
    double L = length_of(f, at), E = f->E, y = at.y, z = at.z, near = at.at_b ? -1 : 1;
    /* v'' = (-6 v1 - 4 L t1 + 6 v2 - 2 L t2) / L^2 at the first node, (6 v1 + 2 L t1 - 6 v2 + 4 L t2) / L^2 at the
     * second */
    double v1 = -6 * near / (L * L), t1 = (at.at_b ? 2 : -4) / L, t2 = (at.at_b ? 4 : -2) / L;
    c[X] = -E / L, c[X + 6] = E / L;
    c[Y] = -E * y * v1, c[RZ] = -E * y * t1, c[Y + 6] = E * y * v1, c[RZ + 6] = -E * y * t2;
    c[Z] = -E * z * v1, c[RY] = E * z * t1, c[Z + 6] = E * z * v1, c[RY + 6] = E * z * t2;
}

/* Around a tube: of torsion, and of shear forces as in a thin wall (20.35). */
static void around(const Frame3 *f, Fibre at, double c[12])
{
    const Section *a = &f->section;
    double L = length_of(f, at), R = hypot(at.y, at.z), ga = f->G * a->area * L * L, twist = f->G * R / L;
    double ky = f->E * a->izz / ((1 + 12 * f->E * a->izz * a->asy / ga) * L * L * L) * 2 / a->area * at.z / R;
    double kz = -f->E * a->iyy / ((1 + 12 * f->E * a->iyy * a->asz / ga) * L * L * L) * 2 / a->area * at.y / R;
    c[RX] = -twist, c[RX + 6] = twist;
    c[Y] = 12 * ky, c[Y + 6] = -12 * ky, c[RZ] = c[RZ + 6] = 6 * L * ky;
    c[Z] = 12 * kz, c[Z + 6] = -12 * kz, c[RY] = c[RY + 6] = -6 * L * kz;
}

static int last_point(const Frame3 *f)
{
    return f->fem->stress.n ? f->fem->stress.at[f->fem->stress.n - 1].point : 0;
}

static Text fibre_label(Frame3 *f, Fibre at)
{
    char label[96];
    int n = snprintf(label, sizeof label, "node %d to %d, fibre y = %.6g, z = %.6g", at.at_b ? at.b : at.a,
                     at.at_b ? at.a : at.b, at.y, at.z);
    return cd_text_copy(&f->fem->arena, (Text){ label, n });
}

/* A fibre as a point of its own, its stress a number by itself. */
static void stress_row(Frame3 *f, Fibre at)
{
    double c[12] = { 0 };
    along(f, at, c);
    add_stress(f, at, last_point(f) + 1, 0, c, fibre_label(f, at));
}

/* A point of the wall of a tube: xx along it, xy around it. */
static void stress_point(Frame3 *f, Fibre at)
{
    double xx[12] = { 0 }, xy[12] = { 0 };
    int point = last_point(f) + 1;
    Text label = fibre_label(f, at);
    along(f, at, xx), around(f, at, xy);
    add_stress(f, at, point, 1, xx, label);
    add_stress(f, at, point, 4, xy, label);
}

/* ---- the file ---------------------------------------------------------------------------------------------------- */

static bool bad(Frame3 *f, const Json *at, const char *what)
{
    return cd_lines_bad(f->in, at ? at->where : (Text){ f->in->text.at, 1 }, "%s", what);
}

static bool number(Frame3 *f, const Json *of, const char *key, double low, double *x)
{
    const Json *v = cd_json_get(of, key);
    char text[80];
    snprintf(text, sizeof text, "\"%s\" must be a number greater than %g", key, low);
    if (!v || v->type != JSON_NUMBER || !(v->x > low) || !isfinite(v->x)) return bad(f, v ? v : of, text);
    *x = v->x;
    return true;
}

static bool numbers(Frame3 *f, const Json *v, int n, double *x)
{
    const Json *m = v && v->type == JSON_LIST ? v->first : NULL;
    for (int k = 0; k < n; k++, m = m->next) {
        if (!m || m->type != JSON_NUMBER || !isfinite(m->x)) return bad(f, m ? m : v, "numbers are expected here");
        x[k] = m->x;
    }
    return true;
}

static const double pi = 3.14159265358979323846;

static bool read_section(Frame3 *f, const Json *top)
{
    Section *s = &f->section;
    const Json *section = cd_json_get(top, "section"), *shear = cd_json_get(top, "shear");
    double two[2] = { 0, 0 };
    if (shear && !numbers(f, shear, 2, two)) return false;
    if (two[0] < 0 || two[1] < 0) return bad(f, shear, "shear area ratios are not negative");
    s->asy = two[0], s->asz = two[1];
    if (cd_json_get(section, "rectangle")) {
        const Json *sides = cd_json_get(section, "rectangle");
        if (!numbers(f, sides, 2, two)) return false;
        if (!(two[0] > 0 && two[1] > 0)) return bad(f, sides, "both sides must be greater than 0");
        s->area = two[0] * two[1], s->iyy = s->area * two[1] * two[1] / 12, s->izz = s->area * two[0] * two[0] / 12;
        s->jxx = cd_rectangle_torsion(two[0], two[1]), s->y = two[0] / 2, s->z = two[1] / 2;
        const Json *jxx = cd_json_get(section, "jxx");
        if (jxx && !number(f, section, "jxx", 0, &s->jxx)) return false;
    } else if (section) {
        if (!number(f, section, "area", 0, &s->area) || !number(f, section, "iyy", 0, &s->iyy) ||
            !number(f, section, "izz", 0, &s->izz) || !number(f, section, "jxx", 0, &s->jxx))
            return false;
        s->y = sqrt(3 * s->izz / s->area), s->z = sqrt(3 * s->iyy / s->area);
    } else {
        double od = 0, wall = 0;
        if (!number(f, top, "tube_od", 0, &od) || !number(f, top, "tube_wall", 0, &wall)) return false;
        double ri = od / 2 - wall, ro = od / 2;
        if (ri < 0) return bad(f, cd_json_get(top, "tube_wall"), "the wall is thicker than half of the tube");
        s->area = pi * (ro * ro - ri * ri), s->iyy = s->izz = pi / 4 * (pow(ro, 4) - pow(ri, 4));
        s->jxx = 2 * s->iyy, s->y = s->z = ro;
    }
    s->polar = s->iyy + s->izz;
    return true;
}

/* Names that are whole numbers are the ids; else nodes count from 1. */
static bool read_nodes(Frame3 *f, const Json *nodes)
{
    if (!nodes || nodes->type != JSON_OBJECT || !nodes->n)
        return bad(f, nodes, "\"nodes\": { name: [x, y, z], ... } is missing");
    bool whole = true;
    int id, count = 0;
    for (const Json *m = nodes->first; m; m = m->next) whole &= cd_word_whole(m->key, 1, &id) && id < 100000000;
    for (const Json *m = nodes->first; m; m = m->next) {
        double x[3] = { 0 };
        if (!numbers(f, m, 3, x)) return false;
        if (cd_fem_named(f->fem, m->key) >= 0) return bad(f, m, "a node of this name is there already");
        if (!whole || !cd_word_whole(m->key, 1, &id)) id = ++count;
        FemNode *n = cd_fem_node(f->fem, id);
        n->name = m->key, n->r = v3(x[0], x[1], x[2]), n->placed = true;
    }
    return true;
}

static int node_of(Frame3 *f, const Json *name)
{
    int at = -1;
    if (name && name->type == JSON_TEXT) at = cd_fem_named(f->fem, name->text);
    else if (name && name->type == JSON_NUMBER) at = cd_fem_named(f->fem, name->where);
    if (at < 0) bad(f, name, "the name of a node is expected here");
    return at < 0 ? -1 : f->fem->node.at[at].id;
}

static bool read_tubes(Frame3 *f, const Json *tubes, int pieces)
{
    int next = 0;
    Fem *fem = f->fem;
    for (int k = 0; k < fem->node.n; k++) next = next > fem->node.at[k].id ? next : fem->node.at[k].id;
    if (!tubes || tubes->type != JSON_LIST || !tubes->n) return bad(f, tubes, "\"tubes\": [ [a, b], ... ] is missing");
    if ((double)tubes->n * pieces > 1e6) return bad(f, tubes, "these are more than a million beams");
    for (const Json *t = tubes->first; t; t = t->next) {
        const Json *one = t->type == JSON_LIST ? t->first : NULL;
        int a = node_of(f, one), b = a < 0 ? -1 : node_of(f, one->next), from = a;
        if (a < 0 || b < 0) return false;
        Vec3 ra = place(fem, a), rb = place(fem, b);
        if (!(v3_norm(v3_sub(rb, ra)) > 0)) return bad(f, t, "both ends of this tube are at the same place");
        for (int k = 1; k <= pieces; k++) {
            int to = k < pieces ? ++next : b;
            if (k < pieces) {
                FemNode *n = cd_fem_node(fem, to);
                n->r = v3_axpy(ra, (double)k / pieces, v3_sub(rb, ra)), n->placed = n->hidden = true;
            }
            beam(f, from, to);
            from = to;
        }
        if (pieces > 1) ARRAY_PUSH(&fem->arena, &fem->edge, ((FemEdge){ a, b, true }));
    }
    return true;
}

/* The beams at the ends of a tube: its first and its last piece. */
static void tube_ends(Frame3 *f, int a, int b, int pieces, int first_hidden, int end[2])
{
    (void)f;
    end[0] = pieces > 1 ? first_hidden : b;
    end[1] = pieces > 1 ? first_hidden + pieces - 2 : a;
}

/* Points around both ends of each tube: fibres of their own (shear: false), or with what acts around the wall. */
static void stress_ends(Frame3 *f, const Json *tubes, int pieces, int hidden, int points, bool shear)
{
    for (const Json *t = tubes->first; t; t = t->next, hidden += pieces - 1) {
        int a = node_of(f, t->first), b = node_of(f, t->first->next), end[2];
        tube_ends(f, a, b, pieces, hidden, end);
        for (int k = 0; k < 2 * points; k++) {
            double angle = 2 * pi * (k % points) / points, y = f->section.y * cos(angle), z = f->section.z * sin(angle);
            if (fabs(y) < 1e-12 * f->section.y) y = 0;
            if (fabs(z) < 1e-12 * f->section.z) z = 0;
            Fibre at = k < points ? (Fibre){ a, end[0], false, y, z } : (Fibre){ end[1], b, true, y, z };
            if (shear) stress_point(f, at);
            else stress_row(f, at);
        }
    }
}

/* { node, y, z }: at the first tube that ends there. */
static bool stress_at(Frame3 *f, const Json *s, const Json *tubes, int pieces, int hidden)
{
    int node = node_of(f, cd_json_get(s, "node"));
    double at[2] = { 0 };
    if (node < 0 || !number(f, s, "y", -HUGE_VAL, &at[0]) || !number(f, s, "z", -HUGE_VAL, &at[1])) return false;
    for (const Json *t = tubes->first; t; t = t->next, hidden += pieces - 1) {
        int a = node_of(f, t->first), b = node_of(f, t->first->next), end[2];
        tube_ends(f, a, b, pieces, hidden, end);
        if (a == node) return stress_row(f, (Fibre){ a, end[0], false, at[0], at[1] }), true;
        if (b == node) return stress_row(f, (Fibre){ end[1], b, true, at[0], at[1] }), true;
    }
    return bad(f, s, "no tube ends at this node");
}

static bool read_stress(Frame3 *f, const Json *stress, const Json *tubes, int pieces, bool tube)
{
    if (!stress) return true;
    bool ends = stress->type == JSON_TEXT && cd_text_equal(stress->text, cd_text("ends"));
    const Json *points = stress->type == JSON_OBJECT ? cd_json_get(stress, "points") : NULL;
    if (!ends && !points && stress->type != JSON_LIST)
        return bad(f, stress, "\"stress\" is \"ends\", a list of { node, y, z }, or { points } of tubes");
    int hidden = 1;
    for (int k = 0; k < f->fem->node.n; k++)
        if (!f->fem->node.at[k].hidden && f->fem->node.at[k].id >= hidden) hidden = f->fem->node.at[k].id + 1;
    if (ends) stress_ends(f, tubes, pieces, hidden, 4, false);
    if (points) {
        if (!tube) return bad(f, stress, "points around the wall are those of a tube, with \"tube_od\"");
        if (points->type != JSON_NUMBER || !(points->x >= 1 && points->x <= 360) || points->x != floor(points->x))
            return bad(f, points, "a number of points from 1 to 360 is expected here");
        stress_ends(f, tubes, pieces, hidden, (int)points->x, true);
    }
    for (const Json *s = ends || points ? NULL : stress->first; s; s = s->next)
        if (!stress_at(f, s, tubes, pieces, hidden)) return false;
    return true;
}

static bool read_units(Frame3 *f, const Json *units)
{
    if (!units) return true;
    Text word[4];
    char name[4][32];
    if (units->type != JSON_TEXT || cd_line_words(units->text, word, 4) != 4)
        return bad(f, units, "\"units\" is \"length,mass,time,force\", such as \"m,kg,s,N\"");
    for (int k = 0; k < 4; k++) snprintf(name[k], sizeof name[k], "%.*s", TEXT_ARG(word[k]));
    return cd_fem_units(f->fem, name[1], name[0], name[2], name[3]);
}

/* What the file asks to be kept. */
static bool read_wishes(Frame3 *f, const Json *wish)
{
    const Json *list = cd_json_get(wish, "interface_nodes"), *modes = cd_json_get(wish, "fixed_interface_modes");
    if (list && list->type != JSON_LIST) return bad(f, list, "a list of nodes is expected here");
    for (const Json *m = list ? list->first : NULL; m; m = m->next) {
        if (node_of(f, m) < 0) return false;
        Text name = m->type == JSON_TEXT ? m->text : m->where;
        ARRAY_PUSH(&f->fem->arena, &f->fem->wish, name);
    }
    if (!modes) return true;
    if (modes->type != JSON_NUMBER || modes->x < 0 || modes->x > 1e5 || modes->x != floor(modes->x))
        return bad(f, modes, "a number of modes is expected here");
    f->fem->modes = (int)modes->x;
    return true;
}

bool cd_recognise_frame(Text text, const char *path);
bool cd_read_frame(Fem *fem, Lines *in, const FemInput *input);

bool cd_recognise_frame(Text text, const char *path)
{
    (void)path;
    Text t = cd_text_trim(text);
    return t.n && t.at[0] == '{';
}

bool cd_read_frame(Fem *fem, Lines *in, const FemInput *input)
{
    (void)input;
    Frame3 f = { .fem = fem, .in = in, .up = { 0, 0, 1 } };
    const Json *top = cd_json_read(&fem->arena, in);
    double nu = 0, pieces = 1, up[3] = { 0 };
    if (!top || !read_units(&f, cd_json_get(top, "units"))) return false;
    if (!number(&f, top, "E", 0, &f.E) || !number(&f, top, "nu", -1, &nu) || !number(&f, top, "rho", 0, &f.rho))
        return false;
    f.G = f.E / (2 * (1 + nu)), f.rho /= fem->ucf;
    if (cd_json_get(top, "elements_per_tube") && !number(&f, top, "elements_per_tube", 0, &pieces)) return false;
    if (pieces != floor(pieces) || pieces > 1e4)
        return bad(&f, cd_json_get(top, "elements_per_tube"), "a whole number up to 10000 is expected here");
    if (cd_json_get(top, "up")) {
        if (!numbers(&f, cd_json_get(top, "up"), 3, up)) return false;
        f.up = v3(up[0], up[1], up[2]);
        if (!(v3_norm(f.up) > 0)) return bad(&f, cd_json_get(top, "up"), "\"up\" has no direction");
    }
    const Json *kind = cd_json_get(top, "mass_matrix"), *title = cd_json_get(top, "title");
    f.lumped = kind && kind->type == JSON_TEXT && cd_text_equal(kind->text, cd_text("lumped"));
    if (kind && !f.lumped && !(kind->type == JSON_TEXT && cd_text_equal(kind->text, cd_text("consistent"))))
        return bad(&f, kind, "\"mass_matrix\" is \"consistent\" or \"lumped\"");
    fem->title = title && title->type == JSON_TEXT ? title->text : cd_text("frame of beams");
    return read_section(&f, top) && read_nodes(&f, cd_json_get(top, "nodes")) &&
           read_tubes(&f, cd_json_get(top, "tubes"), (int)pieces) &&
           read_stress(&f, cd_json_get(top, "stress"), cd_json_get(top, "tubes"), (int)pieces,
                       !cd_json_get(top, "section")) &&
           read_wishes(&f, cd_json_get(top, "craig_bampton"));
}
