/* case.c - mechanisms for the rivals, taken from datasets through libcardan, and what is measured of every run. */
#include "case.h"

#include "analyses/initial/initial.h"
#include "elements/joint.h"
#include "models/mechanisms.h"
#include "system/equations.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void die(const char *what, const char *name)
{
    fprintf(stderr, "rivals: %s: %s\n", name, what);
    exit(1);
}

double case_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- the dataset ------------------------------------------------------------------------------------------------- */

static void copy_dataset(FILE *out, const char *name)
{
    char path[4096], line[4096];
    snprintf(path, sizeof path, "%s/%s/model.adm", VERIFY, name);
    FILE *in = fopen(path, "r");
    if (!in) die("no such case: windows-N, chain-N, tree-N, bridge-N, squeezer or stiff_pendulum", name);
    while (fgets(line, sizeof line, in))
        if (strncmp(line, "END", 3) != 0 && strncmp(line, "REQUEST", 7) != 0 && strncmp(line, ", COMMENT", 9) != 0)
            fputs(line, out);
    fclose(in);
}

static void write_dataset(Case *c)
{
    size_t length;
    FILE *out = open_memstream(&c->text, &length);
    int size = 0;
    if (sscanf(c->name, "windows-%d", &size) == 1) write_windows(out, size), c->end = 10;
    else if (sscanf(c->name, "chain-%d", &size) == 1)
        write_chain(out, size), c->end = size > 100 ? 0.2 : size > 10 ? 1 : 2;
    else if (sscanf(c->name, "tree-%d", &size) == 1) write_tree(out, size), c->end = 1;
    else if (sscanf(c->name, "bridge-%d", &size) == 1) write_bridge(out, size), c->end = 2;
    else copy_dataset(out, c->name), c->end = strcmp(c->name, "squeezer") == 0 ? 0.03 : 2;
    fclose(out);
}

System *case_system(const Case *c, const char *integrator, CdModel **model, CdLog **log)
{
    char *text;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    fprintf(out, "%sINTEGRATOR/%s\nEND\n", c->text, integrator);
    fclose(out);
    *log = cd_log_open();
    *model = cd_model_read_text(c->name, text, length, *log);
    free(text);
    System *s = *model ? cd_system_open(*model, NULL) : NULL;
    if (!s || cd_initial_positions(s, *log) != CD_OK || cd_initial_velocities(s, *log) != CD_OK ||
        cd_accelerations(s, *log) != CD_OK) {
        cd_log_print(*log, stderr);
        die("does not start", c->name);
    }
    return s;
}

void case_system_close(System *s, CdModel *model, CdLog *log)
{
    cd_system_close(s);
    cd_model_close(model);
    cd_log_close(log);
}

/* ---- from the model to plain numbers ----------------------------------------------------------------------------- */

static void put3(double to[3], Vec3 v)
{
    to[0] = v.x, to[1] = v.y, to[2] = v.z;
}

static void put9(double to[9], Mat3 A)
{
    for (int i = 0; i < 9; i++) to[i] = m3_at(A, i / 3, i % 3);
}

static Vec3 three(const double x[3])
{
    return v3(x[0], x[1], x[2]);
}

static Mat3 nine(const double x[9])
{
    return m3_cols(v3(x[0], x[3], x[6]), v3(x[1], x[4], x[7]), v3(x[2], x[5], x[8]));
}

static Placement placement(const System *s, int marker)
{
    const Site *site = &s->m->site[marker];
    Placement p = { .body = site->body };
    put3(p.r, site->s), put9(p.A, site->A);
    return p;
}

/* The axes of a marker at the start, in ground axes. */
static Mat3 axes(const Case *c, const Placement *p)
{
    return p->body < 0 ? nine(p->A) : m3_mul(nine(c->body[p->body].start.A), nine(p->A));
}

static const Field *field_of(const Element *e, const char *key)
{
    for (const Field *f = e->kind->fields; f->type != FIELD_END; f++)
        if (strcmp(f->key, key) == 0) return f;
    die("no such argument", key);
    return NULL;
}

static double number_of(const Element *e, const char *key)
{
    return *(const double *)cd_field_in(field_of(e, key), e->data);
}

static void take_bodies(Case *c, const System *s)
{
    c->bodies = s->m->bodies;
    c->body = calloc((size_t)c->bodies, sizeof *c->body);
    for (int b = 0; b < c->bodies; b++) {
        CaseBody *to = &c->body[b];
        Mat3 A = q4_to_m3(s->state.p[b]);
        const double *v = s->state.v + s->m->body[b].first;
        to->mass = s->m->body[b].mass, to->joint = -1;
        put9(to->J, s->m->body[b].J), put3(to->start.r, s->state.r[b]), put9(to->start.A, A);
        put3(to->start.u, three(v)), put3(to->start.w, m3_apply(A, three(v + 3)));
    }
    put3(c->gravity, s->constants.gravity);
    c->length = s->constants.length;
}

/* The tree grows from ground, the nearest bodies first; whatever joins two bodies of the tree is cut. */
static void take_joints(Case *c, const System *s)
{
    const Table *table = &s->model->table[KIND_joint];
    c->joints = table->n, c->joint = calloc((size_t)table->n, sizeof *c->joint);
    c->order = calloc((size_t)c->bodies, sizeof *c->order), c->planar = true;
    for (int i = 0; i < table->n; i++) {
        const Joint *joint = MODEL_AT(s->model, joint, Joint, i);
        if (joint->type != JOINT_REVOLUTE && joint->type != JOINT_SPHERICAL) die("a joint of another type", c->name);
        c->joint[i] =
            (CaseJoint){ joint->type == JOINT_SPHERICAL, true, { placement(s, joint->i), placement(s, joint->j) } };
        Vec3 z = m3_col(axes(c, &c->joint[i].at[0]), 2);
        if (c->joint[i].spherical || fabs(z.x) + fabs(z.y) > 1e-9) c->planar = false;
    }
    for (int from = -1, n = 0; from < n; from++) {
        int parent = from < 0 ? -1 : c->order[from];
        for (int i = 0; i < c->joints; i++) {
            CaseJoint *joint = &c->joint[i];
            int side = joint->at[1].body == parent ? 0 : 1, child = joint->at[side].body;
            if (!joint->cut || joint->at[1 - side].body != parent || child < 0 || c->body[child].joint >= 0) continue;
            Placement first = joint->at[side];
            joint->at[1] = joint->at[1 - side], joint->at[0] = first;
            joint->cut = false, c->body[child].joint = i, c->order[n++] = child;
        }
    }
}

/* Of a spring about the pin: the joint between its bodies, and the angle of rest counted from the start. */
static void along_joint(Case *c, CaseForce *f)
{
    int i = f->at[0].body, j = f->at[1].body;
    Mat3 turned = m3_tmul(axes(c, &f->at[1]), axes(c, &f->at[0]));
    f->rest -= atan2(m3_at(turned, 1, 0), m3_at(turned, 0, 0));
    for (f->joint = 0; f->joint < c->joints; f->joint++) {
        const Placement *at = c->joint[f->joint].at;
        if (at[0].body == i && at[1].body == j) return;
        if (at[0].body == j && at[1].body == i) {
            f->rest = -f->rest;
            return;
        }
    }
    die("a torsion spring without a joint", c->name);
}

static void take_forces(Case *c, const System *s)
{
    const Table *springs = &s->model->table[KIND_springdamper], *loads = &s->model->table[KIND_sforce];
    c->force = calloc((size_t)(springs->n + loads->n + 1), sizeof *c->force);
    for (int i = 0; i < springs->n + loads->n; i++) {
        const Element *e = i < springs->n ? &springs->at[i] : &loads->at[i - springs->n];
        CaseForce *f = &c->force[c->forces++];
        f->at[0] = placement(s, cd_marker_argument(e, "I")), f->at[1] = placement(s, cd_marker_argument(e, "J"));
        if (i >= springs->n) {
            const Expr *value = cd_field_in(field_of(e, "FUNCTION"), e->data);
            f->kind = FORCE_TORQUE, f->torque = strtod(value->text.at, NULL);
        } else if (*(const int *)cd_field_in(field_of(e, "type"), e->data) == 0) {
            f->kind = FORCE_SPRING, f->k = number_of(e, "K"), f->c = number_of(e, "C"),
            f->rest = number_of(e, "LENGTH");
        } else {
            f->kind = FORCE_TORSION, f->k = number_of(e, "KT"), f->c = number_of(e, "CT"),
            f->rest = number_of(e, "ANGLE");
            along_joint(c, f);
        }
    }
}

Case *case_open(const char *name)
{
    Case *c = calloc(1, sizeof *c);
    const char *patience = getenv("PATIENCE");
    c->name = name, c->samples = 20, c->patience = patience ? strtod(patience, NULL) : 2;
    write_dataset(c);
    CdModel *model;
    CdLog *log;
    System *s = case_system(c, "GSTIFF", &model, &log);
    take_bodies(c, s), take_joints(c, s), take_forces(c, s);
    case_system_close(s, model, log);
    c->run = calloc((size_t)(c->samples * c->bodies), sizeof *c->run);
    return c;
}

void case_close(Case *c)
{
    free(c->text), free(c->body), free(c->joint), free(c->force), free(c->order), free(c->run), free(c->reference);
    free(c);
}

/* ---- measuring --------------------------------------------------------------------------------------------------- */

double case_time(const Case *c, int sample)
{
    return c->end * (sample + 1) / c->samples;
}

Sample *case_at(const Case *c, int sample)
{
    return c->run + sample * c->bodies;
}

void case_write_reference(const Case *c, const char *file)
{
    FILE *out = fopen(file, "wb");
    size_t n = (size_t)(c->samples * c->bodies);
    if (!out || fwrite(c->run, sizeof *c->run, n, out) != n || fclose(out)) die("cannot be written", file);
}

void case_read_reference(Case *c, const char *file)
{
    FILE *in = fopen(file, "rb");
    size_t n = (size_t)(c->samples * c->bodies);
    c->reference = calloc(n, sizeof *c->reference);
    if (!in || fread(c->reference, sizeof *c->reference, n, in) != n) die("is no reference of this case", file);
    fclose(in);
}

static double energy(const Case *c, const Sample *at)
{
    double sum = 0;
    for (int b = 0; b < c->bodies; b++) {
        Vec3 u = three(at[b].u), w = m3_tapply(nine(at[b].A), three(at[b].w));
        double turning = v3_dot(w, m3_apply(nine(c->body[b].J), w));
        sum += c->body[b].mass * (v3_dot(u, u) / 2 - v3_dot(three(c->gravity), three(at[b].r))) + turning / 2;
    }
    return sum;
}

static double largest_drift(const Case *c)
{
    if (c->forces) return NAN;
    Sample *start = calloc((size_t)c->bodies, sizeof *start);
    for (int b = 0; b < c->bodies; b++) start[b] = c->body[b].start;
    double first = energy(c, start), drift = 0;
    for (int k = 0; k < c->samples; k++) drift = fmax(drift, fabs(energy(c, case_at(c, k)) - first));
    free(start);
    return drift;
}

static double largest_error(const Case *c)
{
    double worst = 0;
    for (int k = 0; k < c->samples * c->bodies; k++) {
        const Sample *is = &c->run[k], *should = &c->reference[k];
        double off = v3_norm(v3_sub(three(is->r), three(should->r))) / c->length;
        for (int i = 0; i < 9; i++) off = fmax(off, fabs(is->A[i] - should->A[i]));
        worst = fmax(worst, off);
    }
    return worst;
}

void case_sweep(Case *c, const char *program, const char *label, Runner *run, const void *setting, double first,
                double last, double by)
{
    enum { REPEATS = 3 };
    const double enough = 3e-9;
    for (double tolerance = first; tolerance > 0.99 * last; tolerance /= by) {
        double least = INFINITY;
        long steps = 0;
        for (int k = 0; k < REPEATS; k++) {
            double took = run(c, setting, tolerance, &steps);
            if (!(took < c->patience)) return;
            least = fmin(least, took);
            if (took > c->patience / 10) break;
        }
        double error = largest_error(c);
        printf("%s;%s;%s;%.3g;%.6g;%.4g;%.4g;%ld\n", c->name, program, label, tolerance, least, error, largest_drift(c),
               steps);
        fflush(stdout);
        if (error < enough) return;
        if (2 * least > c->patience) return;
    }
}
