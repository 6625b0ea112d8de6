/* eigensol.c - tables of modes, shapes and energies. */
#include "analyses/eigensol.h"

#include <math.h>

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

/* Modes from first to last of an argument such as COORDS = 2, 5; one number alone stands for itself. */
static bool asked(const IntList *range, bool all, int mode)
{
    if (all) return true;
    if (!range->n) return false;
    return mode + 1 >= range->at[0] && mode + 1 <= range->at[range->n - 1];
}

static void shape(TextBuffer *out, const Modes *m, int mode)
{
    const Mode *x = &m->mode[mode];
    const Mechanism *mech = m->l->e->s->m;
    char label[CD_LABEL_ROOM];
    cd_buffer_print(out, "\nmode %d, shape: displacement of the centre of mass and rotation, ground axes\n", mode + 1);
    for (int b = 0; b < mech->bodies; b++) {
        const MovingBody *body = &mech->body[b];
        cd_buffer_print(out, "  %s\n", cd_label(cd_body_name(mech, b), label));
        for (int part = 0; part < (x->im == 0 ? 1 : 2); part++) {
            const double *q = (part ? x->q_im : x->q_re) + body->first;
            cd_buffer_print(out, "    %-10s", part ? "imaginary" : "real");
            for (int c = 0; c < body->freedoms; c++) cd_buffer_print(out, " %13.6g", clean(q[c], 1));
            cd_buffer_char(out, '\n');
        }
    }
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
    cd_eigen_table(out, m, m->n);
    for (int k = 0; k < m->n && !what->novector; k++) {
        if (asked(&what->coords, false, k)) shape(out, m, k);
        if (asked(&what->kinetic, what->all_kinetic, k)) kinetic(out, m, k);
        if (asked(&what->strain, what->all_strain, k)) of_loads(out, m, k, false);
        if (asked(&what->dissipative, what->all_dissipative, k)) of_loads(out, m, k, true);
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
    int bodies = what->novector ? 0 : mech->bodies;
    cd_buffer_print(out,
                    "\"mode\",\"frequency [cycles/time]\",\"damping ratio\",\"real [1/time]\",\"imaginary [1/time]\"");
    for (int b = 0; b < bodies; b++)
        for (int c = 0; c < mech->body[b].freedoms; c++)
            for (int part = 0; part < 2; part++) {
                const Element *e = cd_body_name(mech, b);
                cd_buffer_print(out, ",\"%.*s_%d.%s.%s\"", TEXT_ARG(cd_keyword(e->kind)), e->id, axis[c],
                                part ? "imaginary" : "real");
            }
    cd_buffer_char(out, '\n');
    for (int k = 0; k < m->n; k++) {
        const Mode *x = &m->mode[k];
        cd_buffer_print(out, "%d", k + 1);
        number(out, x->frequency), number(out, x->damping), number(out, x->re), number(out, x->im);
        for (int b = 0; b < bodies; b++)
            for (int c = 0; c < mech->body[b].freedoms; c++)
                number(out, x->q_re[mech->body[b].first + c]), number(out, x->q_im[mech->body[b].first + c]);
        cd_buffer_char(out, '\n');
    }
}
