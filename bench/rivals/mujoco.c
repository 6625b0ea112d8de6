/* mujoco.c - a case in MuJoCo: a tree of bodies on hinges and balls, loops closed by `connect`.   mujoco CASE REFERENCE
 *
 * Steps are constant, so the tolerance is the step. Equality constraints are soft: they are made as stiff as the step
 * allows, a time constant of two steps and an impedance of 0.9999, the largest there is. What is left of their
 * violation is part of the error. */
#include "case.h"

#include <math.h>
#include <mujoco/mujoco.h>
#include <stdlib.h>
#include <string.h>

/* ---- the model as MJCF ------------------------------------------------------------------------------------------- */

/* out = A^T v */
static void turn_back(const double A[9], const double v[3], double out[3])
{
    for (int i = 0; i < 3; i++) out[i] = A[i] * v[0] + A[3 + i] * v[1] + A[6 + i] * v[2];
}

static const Sample ground = { .A = { 1, 0, 0, 0, 1, 0, 0, 0, 1 } };

static const Sample *start_of(const Case *c, int body)
{
    return body < 0 ? &ground : &c->body[body].start;
}

static const CaseForce *torsion_at(const Case *c, int joint)
{
    for (int i = 0; i < c->forces; i++)
        if (c->force[i].kind == FORCE_TORSION && c->force[i].joint == joint) return &c->force[i];
    return NULL;
}

static void write_sites(FILE *out, const Case *c, int body)
{
    for (int i = 0; i < c->forces; i++)
        for (int side = 0; side < 2 && c->force[i].kind == FORCE_SPRING; side++) {
            const Placement *p = &c->force[i].at[side];
            if (p->body == body)
                fprintf(out, "<site name='f%d_%d' pos='%.17g %.17g %.17g'/>\n", i, side, p->r[0], p->r[1], p->r[2]);
        }
}

/* A body with all that it carries; places are those of the start, relative to the body that carries it. */
static void write_body(FILE *out, const Case *c, int b)
{
    const CaseBody *body = &c->body[b];
    const CaseJoint *joint = &c->joint[body->joint];
    const Sample *at = &body->start, *parent = start_of(c, joint->at[1].body);
    double d[3], place[3], quat[4], A[9];
    for (int i = 0; i < 3; i++) d[i] = at->r[i] - parent->r[i];
    turn_back(parent->A, d, place);
    /* columns of the parent's A^T A */
    for (int j = 0; j < 3; j++) {
        double column[3] = { at->A[j], at->A[3 + j], at->A[6 + j] }, seen[3];
        turn_back(parent->A, column, seen);
        for (int i = 0; i < 3; i++) A[3 * i + j] = seen[i];
    }
    mju_mat2Quat(quat, A);
    fprintf(out, "<body name='b%d' pos='%.17g %.17g %.17g' quat='%.17g %.17g %.17g %.17g'>\n", b, place[0], place[1],
            place[2], quat[0], quat[1], quat[2], quat[3]);
    const double *J = body->J, *p = joint->at[0].r, *z = joint->at[0].A;
    fprintf(out, "<inertial pos='0 0 0' mass='%.17g' fullinertia='%.17g %.17g %.17g %.17g %.17g %.17g'/>\n", body->mass,
            J[0], J[4], J[8], J[1], J[2], J[5]);
    fprintf(out, "<joint name='j%d' type='%s' pos='%.17g %.17g %.17g'", b, joint->spherical ? "ball" : "hinge", p[0],
            p[1], p[2]);
    if (!joint->spherical) fprintf(out, " axis='%.17g %.17g %.17g'", z[2], z[5], z[8]);
    const CaseForce *f = torsion_at(c, body->joint);
    if (f) fprintf(out, " stiffness='%.17g' damping='%.17g' springref='%.17g'", f->k, f->c, f->rest);
    fprintf(out, "/>\n");
    write_sites(out, c, b);
    for (int k = 0; k < c->bodies; k++)
        if (c->joint[c->body[k].joint].at[1].body == b) write_body(out, c, k);
    fprintf(out, "</body>\n");
}

static char *write_model(const Case *c)
{
    char *text;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    fprintf(
        out,
        "<mujoco><compiler angle='radian' inertiafromgeom='false' balanceinertia='false' boundmass='0' boundinertia='0'/>\n");
    fprintf(
        out,
        "<option gravity='%.17g %.17g %.17g' tolerance='0' iterations='20'><flag contact='disable' refsafe='disable'/></option>\n",
        c->gravity[0], c->gravity[1], c->gravity[2]);
    fprintf(out, "<size nconmax='0' njmax='%d' nstack='%lld'/>\n<worldbody>\n", 3 * c->joints + 10,
            1000000 + 200LL * c->bodies * c->bodies);
    write_sites(out, c, -1);
    for (int b = 0; b < c->bodies; b++)
        if (c->joint[c->body[b].joint].at[1].body < 0) write_body(out, c, b);
    fprintf(out, "</worldbody>\n<equality>\n");
    for (int i = 0; i < c->joints; i++) {
        const Placement *at = c->joint[i].at;
        if (!c->joint[i].cut) continue;
        fprintf(out, "<connect body1='b%d' body2='b%d' anchor='%.17g %.17g %.17g' solimp='0.9999 0.9999 0.001'/>\n",
                at[0].body, at[1].body, at[0].r[0], at[0].r[1], at[0].r[2]);
    }
    fprintf(out, "</equality>\n<tendon>\n");
    for (int i = 0; i < c->forces; i++)
        if (c->force[i].kind == FORCE_SPRING)
            fprintf(
                out,
                "<spatial stiffness='%.17g' damping='%.17g' springlength='%.17g'><site site='f%d_0'/><site site='f%d_1'/></spatial>\n",
                c->force[i].k, c->force[i].c, c->force[i].rest, i, i);
    fprintf(out, "</tendon></mujoco>\n");
    fclose(out);
    return text;
}

/* Its reader takes no more than 100 elements inside each other: longer chains cannot be stated. */
static mjModel *compile(const Case *c)
{
    char error[1000] = "", name[] = P_tmpdir "/rivalsXXXXXX";
    char *text = write_model(c);
    int file = mkstemp(name);
    FILE *out = file < 0 ? NULL : fdopen(file, "w");
    if (!out || fputs(text, out) < 0 || fclose(out)) return perror(name), NULL;
    free(text);
    mjModel *m = mj_loadXML(name, NULL, error, sizeof error);
    remove(name);
    if (!m) fprintf(stderr, "mujoco: %s\n", error);
    return m;
}

/* ---- running ----------------------------------------------------------------------------------------------------- */

typedef struct Setting {
    const char *name;
    int integrator;
    mjModel *m;
    mjData *d;
} Setting;

/* Positions are those of the model; velocities relative to the body that carries each. */
static void start(const Case *c, const mjModel *m, mjData *d)
{
    mj_resetData(m, d);
    for (int b = 0; b < c->bodies; b++) {
        char name[32];
        snprintf(name, sizeof name, "j%d", b);
        int j = mj_name2id(m, mjOBJ_JOINT, name), to = m->jnt_dofadr[j];
        const CaseJoint *joint = &c->joint[c->body[b].joint];
        const Sample *at = &c->body[b].start, *parent = start_of(c, joint->at[1].body);
        double w[3], seen[3];
        for (int i = 0; i < 3; i++) w[i] = at->w[i] - parent->w[i];
        turn_back(at->A, w, seen);
        if (joint->spherical) memcpy(d->qvel + to, seen, sizeof seen);
        else d->qvel[to] = mju_dot3(m->jnt_axis + 3 * j, seen);
    }
    for (int i = 0; i < c->forces; i++) {
        const CaseForce *f = &c->force[i];
        const Placement *axes = &f->at[1];
        if (f->kind != FORCE_TORQUE) continue;
        double *torque =
            d->xfrc_applied + 6 * (f->at[0].body + 1) + 3; /* of a case on ground, whose axes do not turn */
        for (int k = 0; k < 3; k++) torque[k] += f->torque * axes->A[3 * k + 2];
    }
}

/* Body b of the case is called so; the order of MuJoCo is that of its text. */
static void keep(const Case *c, const mjModel *m, mjData *d, Sample *to)
{
    mj_forward(m, d);
    for (int b = 0; b < c->bodies; b++) {
        char name[32];
        snprintf(name, sizeof name, "b%d", b);
        int k = mj_name2id(m, mjOBJ_BODY, name);
        double v[6];
        mj_objectVelocity(m, d, mjOBJ_XBODY, k, v, 0);
        memcpy(to[b].r, d->xpos + 3 * k, sizeof to[b].r), memcpy(to[b].A, d->xmat + 9 * k, sizeof to[b].A);
        memcpy(to[b].w, v, sizeof to[b].w), memcpy(to[b].u, v + 3, sizeof to[b].u);
    }
}

static double run(Case *c, const void *setting, double tolerance, long *steps)
{
    const Setting *set = setting;
    mjModel *m = set->m;
    mjData *d = set->d;
    long each = lround(ceil(c->end / c->samples / tolerance));
    double h = c->end / c->samples / (double)each;
    m->opt.timestep = h, m->opt.integrator = set->integrator;
    for (int i = 0; i < m->neq; i++) m->eq_solref[mjNREF * i] = 2 * h, m->eq_solref[mjNREF * i + 1] = 1;
    start(c, m, d);
    double from = case_seconds();
    for (int k = 0; k < c->samples; k++) {
        for (long i = 0; i < each; i++) {
            mj_step(m, d);
            if (i % 16 == 0 && case_seconds() - from > c->patience) return NAN;
        }
        keep(c, m, d, case_at(c, k));
    }
    *steps = each * c->samples;
    return case_seconds() - from;
}

int main(int argc, char **argv)
{
    if (argc < 3) return fprintf(stderr, "mujoco CASE REFERENCE\n"), 1;
    Case *c = case_open(argv[1]);
    case_read_reference(c, argv[2]);
    mjModel *m = compile(c);
    mjData *d = m ? mj_makeData(m) : NULL;
    if (!d) return 1;
    Setting setting[] = { { "RK4", mjINT_RK4, m, d },
                          { "Euler", mjINT_EULER, m, d },
                          { "implicit", mjINT_IMPLICIT, m, d } };
    for (int i = 0; i < 3; i++)
        case_sweep(c, "mujoco", setting[i].name, run, &setting[i], c->end / 50, c->end * 1e-6, sqrt(10));
    mj_deleteData(d), mj_deleteModel(m);
    case_close(c);
    return 0;
}
