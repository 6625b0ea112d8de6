/* assembly_trace.c - iterations for positions in columns. */
#include "analyses/initial/assembly_trace.h"

#include "elements/debug.h"
#include "integrators/trace.h"

#include <math.h>

AssemblyTrace cd_assembly_trace(System *s, const char *what)
{
    const Element *debug = cd_model_setting(s->model, KIND_debug);
    bool on = s->watch.reporter && debug && ((const Debug *)debug->data)->eprint == DEBUG_ON;
    return (AssemblyTrace){ .s = s, .what = what, .on = on };
}

/* The row in use with the largest gap. */
static int largest_gap(const System *s, const double *phi, const double *size)
{
    int at = -1;
    double most = -1;
    for (int i = 0; i < s->in_use.n; i++) {
        int row = s->in_use.row[i];
        double gap = fabs(phi[row]) / (size ? size[row] : 1);
        if (gap > most || isnan(gap)) most = gap, at = row;
    }
    return at;
}

/* The coordinate that changes most, rotations by the length of the model. */
static int largest_change(const System *s, const double *d)
{
    int at = 0;
    double most = -1;
    for (int b = 0; b < s->m->bodies; b++)
        for (int c = 0; c < s->m->body[b].dofs; c++) {
            int i = s->m->body[b].first + c;
            double size = fabs(d[i]) * (s->m->body[b].six[c] < 3 ? 1 : s->constants.length);
            if (size > most || isnan(size)) most = size, at = i;
        }
    return at;
}

void cd_assembly_trace_iteration(AssemblyTrace *t, const double *phi, const double *size, const double *d, double share)
{
    System *s = t->s;
    if (!t->on || !s->m->nv) return;
    char equation[CD_LABEL_ROOM] = "", unknown[CD_LABEL_ROOM];
    int row = largest_gap(s, phi, size), i = largest_change(s, d);
    if (!t->iteration++) {
        cd_tell(s->watch.reporter, "%s, t = %.9g", t->what, s->state.t);
        cd_tell_iterations(s->watch.reporter);
    }
    cd_tell_iteration(s->watch.reporter,
                      &(Iteration){ .number = t->iteration,
                                    .residual = row < 0 ? 0 : phi[row],
                                    .equation = row < 0 ? equation : cd_row_label(s->c, row, equation),
                                    .change = share * d[i],
                                    .unknown = cd_unknown_label(cd_equations(s), i, unknown),
                                    .made = true });
}
