/* eigensol.c - tables of modes, shapes and energies. */
#include "analyses/linear/eigensol.h"

#include <math.h>
#include <string.h>

static const char *const axis[6] = { "X", "Y", "Z", "RX", "RY", "RZ" };

/* What is lost in rounding beside the size of its neighbours is shown as zero. */
static double clean(double x, double size)
{
    return fabs(x) < 1e-12 * size ? 0 : x;
}

void cd_eigen_table(TextBuffer *out, const Modes *m, int most)
{
    cd_buffer_print(out, "%6s %18s %15s %18s %18s\n", "mode", "frequency", "damping ratio", "real", "imaginary");
    cd_buffer_print(out, "%6s %18s %15s %18s %18s\n", "", "cycles/time", "", "1/time", "+/- 1/time");
    for (int k = 0; k < m->n && k < most; k++) {
        const Mode *x = &m->mode[k];
        cd_buffer_print(out, "%6d %18.10g %15.6g %18.10g %18.10g\n", k + 1, x->frequency, clean(x->damping, 1),
                        clean(x->re, hypot(x->re, x->im)), x->im);
    }
    if (m->n > most) cd_buffer_print(out, "%6s %d more\n", "...", m->n - most);
    if (m->zeros)
        cd_buffer_print(out, "%d of the eigenvalues %s zero; %d mode%s nothing to hold %s\n", m->zeros,
                        m->zeros == 1 ? "is" : "are", m->flat, m->flat == 1 ? " has" : "s have",
                        m->flat == 1 ? "it" : "them");
}

bool cd_eigen_asked(const IntList *range, bool all, int mode)
{
    if (all) return true;
    if (!range->n) return false;
    return mode + 1 >= range->at[0] && mode + 1 <= range->at[range->n - 1];
}

/* A shape, six numbers per body, as somebody on the body of a marker sees it, in the axes of the marker (12.19). rm:
 * the marker, -1: none. */
static void seen_from(const System *s, int rm, const double *q, double *out)
{
    for (int b = 0; b < s->m->bodies; b++)
        for (int c = 0; c < s->m->body[b].dofs; c++) out[6 * b + s->m->body[b].six[c]] = q[s->m->body[b].first + c];
    if (rm < 0) return;
    const Site *site = &s->m->site[rm];
    int on = site->body;
    Mat3 A = on < 0 ? site->A : m3_mul(s->now.body[on].A, site->A);
    Vec3 r = v3(0, 0, 0), dr = r, turn = r;
    if (on >= 0) {
        const double *x = q + s->m->body[on].first;
        r = s->now.body[on].r, dr = cd_translation(&s->m->body[on], x), turn = cd_rotation(&s->m->body[on], x);
    }
    for (int b = 0; b < s->m->bodies; b++) {
        double *x = out + 6 * b;
        if (s->m->body[b].dofs < 3 || s->m->body[b].role == BODY_MODES) continue;
        Vec3 with = v3_add(dr, v3_cross(turn, v3_sub(s->now.body[b].r, r)));
        Vec3 d = m3_tapply(A, v3_sub(v3(x[0], x[1], x[2]), with));
        x[0] = d.x, x[1] = d.y, x[2] = d.z;
        if (!s->m->body[b].turns) continue;
        Vec3 th = m3_tapply(A, v3_sub(v3(x[3], x[4], x[5]), turn));
        x[3] = th.x, x[4] = th.y, x[5] = th.z;
    }
}

/* Real and imaginary part of the shape of a mode, as the command asks to see it. */
typedef struct Shape {
    double *part[2]; /* 6 per body each */
} Shape;

static Shape shape_of(Arena *arena, const Modes *m, int mode, int rm)
{
    const System *s = m->l->e->s;
    Shape x = { { ARENA_ARRAY(arena, double, 6 * s->m->bodies), ARENA_ARRAY(arena, double, 6 * s->m->bodies) } };
    seen_from(s, rm, m->mode[mode].q_re, x.part[0]);
    seen_from(s, rm, m->mode[mode].q_im, x.part[1]);
    return x;
}

/* What a number of a body is called: shares of a flexible one are its modes and nodes. */
static const char *freedom_name(const Mechanism *m, int body, int c, char *room, size_t size)
{
    const MovingBody *b = &m->body[body];
    const FlexPlace *x = m->flex;
    while (b->role != BODY_WHOLE && x->index != b->index) x++;
    if (b->role == BODY_MODES) snprintf(room, size, "MODE_%d", x->modal->number[x->mode[b->share + c]]);
    else if (b->role == BODY_NODE) snprintf(room, size, "NODE_%d_%s", x->modal->node[x->node[b->share]], axis[c]);
    else return axis[c];
    return room;
}

/* How many of its six numbers are written: of a planar part all, as a marker may see it across its plane. */
static int shown(const MovingBody *b)
{
    return b->turns ? 6 : b->dofs;
}

static int marker_of(const Modes *m, const Linear *what)
{
    return what->rm > 0 ? cd_model_find(m->l->e->s->model, KIND_marker, what->rm) : -1;
}

static void states(TextBuffer *out, const Modes *m, const Mode *x)
{
    const Equations *e = m->l->e;
    char label[CD_LABEL_ROOM];
    for (int j = 0; j < m->l->states; j++) {
        int k = m->l->state[j];
        cd_buffer_print(out, "  %s\n    %-10s %13.6g\n", cd_unknown_label(e, e->s->m->nv + e->s->in_use.n + k, label),
                        "real", clean(x->z_re[k], 1));
        if (x->im != 0) cd_buffer_print(out, "    %-10s %13.6g\n", "imaginary", clean(x->z_im[k], 1));
    }
}

static void shape(TextBuffer *out, const Modes *m, int mode, int rm)
{
    const Mode *x = &m->mode[mode];
    const Mechanism *mech = m->l->e->s->m;
    Arena scratch = { 0 };
    Shape seen = shape_of(&scratch, m, mode, rm);
    char label[CD_LABEL_ROOM], axes[CD_LABEL_ROOM] = "ground axes";
    if (rm >= 0)
        snprintf(axes, sizeof axes, "relative to %.100s",
                 cd_label(&m->l->e->s->model->table[KIND_marker].at[rm], label));
    cd_buffer_print(out, "\nmode %d, shape: displacement of the centre of mass and rotation, %s\n", mode + 1, axes);
    for (int b = 0; b < mech->bodies; b++) {
        const MovingBody *body = &mech->body[b];
        const FlexPlace *x_of = mech->flex;
        while (body->role != BODY_WHOLE && x_of->index != body->index) x_of++;
        cd_buffer_print(out, "  %s", cd_label(cd_body_name(mech, b), label));
        if (body->role == BODY_NODE) cd_buffer_print(out, " node %d", x_of->modal->node[x_of->node[body->share]]);
        for (int c = 0; c < body->dofs && body->role == BODY_MODES; c++)
            cd_buffer_print(out, "%s %d", c ? "," : " modes", x_of->modal->number[x_of->mode[body->share + c]]);
        cd_buffer_char(out, '\n');
        for (int part = 0; part < (x->im == 0 ? 1 : 2); part++) {
            const double *q = seen.part[part] + 6 * b;
            cd_buffer_print(out, "    %-10s", part ? "imaginary" : "real");
            for (int c = 0; c < shown(body); c++) cd_buffer_print(out, " %13.6g", clean(q[c], 1));
            cd_buffer_char(out, '\n');
        }
    }
    states(out, m, x);
    cd_arena_close(&scratch);
}

static void kinetic(TextBuffer *out, const Modes *m, int mode)
{
    const Mechanism *mech = m->l->e->s->m;
    Arena scratch = { 0 };
    char label[CD_LABEL_ROOM];
    double *share = ARENA_ARRAY(&scratch, double, mech->bodies);
    cd_mode_kinetic(m, mode, share);
    cd_buffer_print(out, "\nmode %d, kinetic energy in percent\n", mode + 1);
    for (int b = 0; b < mech->bodies; b++)
        cd_buffer_print(out, "  %8.3f  %s\n", share[b], cd_label(cd_body_name(mech, b), label));
    cd_arena_close(&scratch);
}

static void of_loads(TextBuffer *out, const Modes *m, int mode, bool dissipation)
{
    const Loads *loads = &m->l->e->loads;
    Arena scratch = { 0 };
    char label[CD_LABEL_ROOM];
    double *share = ARENA_ARRAY(&scratch, double, loads->n + 1);
    cd_buffer_print(out, "\nmode %d, %s energy in percent\n", mode + 1, dissipation ? "dissipated" : "strain");
    if (cd_mode_loads(m, mode, dissipation, share)) {
        /* the loads of one element stand together */
        for (int k = 0; k < loads->n;) {
            const Element *e = loads->load[k].element;
            double sum = 0;
            for (; k < loads->n && loads->load[k].element == e; k++) sum += share[k];
            cd_buffer_print(out, "  %8.3f  %s\n", sum, cd_label(e, label));
        }
        cd_buffer_print(out, "  %8.3f  %s\n", share[loads->n],
                        dissipation ? "all else" : "all else: gravity, reactions");
    }
    cd_arena_close(&scratch);
}

void cd_eigen_report(TextBuffer *out, const Modes *m, const Linear *what)
{
    const System *s = m->l->e->s;
    cd_buffer_print(out, "%.*s\nt = %.9g: %d states, %d modes\n\n", TEXT_ARG(s->model->title), s->state.t, m->l->n,
                    m->n);
    if (m->n) cd_eigen_table(out, m, m->n);
    for (int k = 0; k < m->n && !what->novector; k++) {
        if (cd_eigen_asked(&what->coords, false, k)) shape(out, m, k, marker_of(m, what));
        if (cd_eigen_asked(&what->kinetic, what->all_kinetic, k)) kinetic(out, m, k);
        if (cd_eigen_asked(&what->strain, what->all_strain, k)) of_loads(out, m, k, false);
        if (cd_eigen_asked(&what->dissipative, what->all_dissipative, k)) of_loads(out, m, k, true);
    }
}

static void number(TextBuffer *out, double x)
{
    cd_buffer_char(out, ',');
    cd_buffer_number(out, x);
}

void cd_eigen_csv(TextBuffer *out, const Modes *m, const Linear *what)
{
    const Mechanism *mech = m->l->e->s->m;
    int bodies = what->novector ? 0 : mech->bodies, rm = marker_of(m, what);
    Arena scratch = { 0 };
    ArenaMark mark = cd_arena_mark(&scratch);
    cd_buffer_print(out,
                    "\"mode\",\"frequency [cycles/time]\",\"damping ratio\",\"real [1/time]\",\"imaginary [1/time]\"");
    for (int b = 0; b < bodies; b++)
        for (int c = 0; c < shown(&mech->body[b]); c++)
            for (int part = 0; part < 2; part++) {
                const Element *e = cd_body_name(mech, b);
                char name[40];
                cd_buffer_print(out, ",\"%.*s_%d.%s.%s\"", TEXT_ARG(cd_keyword(e->kind)), e->id,
                                freedom_name(mech, b, c, name, sizeof name), part ? "imaginary" : "real");
            }
    cd_buffer_char(out, '\n');
    for (int k = 0; k < m->n; k++) {
        const Mode *x = &m->mode[k];
        cd_buffer_print(out, "%d", k + 1);
        number(out, x->frequency), number(out, x->damping), number(out, x->re), number(out, x->im);
        Shape seen = shape_of(&scratch, m, k, rm);
        for (int b = 0; b < bodies; b++)
            for (int c = 0; c < shown(&mech->body[b]); c++)
                for (int part = 0; part < 2; part++) number(out, seen.part[part][6 * b + c]);
        cd_buffer_char(out, '\n');
        cd_arena_release(&scratch, mark);
    }
    cd_arena_close(&scratch);
}
