/* statemat.c - B, C and D, and matrices as text (theory 12.7, 12.13). */
#include "analyses/linear/statemat.h"

#include "analyses/linear/massless.h"
#include "analyses/linear/product.h"
#include "elements/pinput.h"

#include <math.h>
#include <string.h>

static const PlantList *list_of(const CdModel *m, KindIndex kind, int index)
{
    return index < 0 ? NULL : (const PlantList *)m->table[kind].at[index].data;
}

/* out += x y where z (NULL: nothing) is what it was before; amount += |x| |y| + |z|: of sizes m k and k n. */
static void add_product(int m, int k, int n, const double *x, const double *y, double *out, double *amount)
{
    for (size_t i = 0; i < (size_t)m * (size_t)n && amount; i++) amount[i] += fabs(out[i]);
    for (int c = 0; c < n; c++)
        for (int j = 0; j < k; j++)
            for (int r = 0; r < m; r++) {
                double term = x[r + (size_t)m * (size_t)j] * y[j + (size_t)k * (size_t)c];
                out[r + (size_t)m * (size_t)c] += term;
                if (amount) amount[r + (size_t)m * (size_t)c] += fabs(term);
            }
}

/* Rates of inputs taken into the states: y <- y - M_0 u - M_1 u' - ..., M_k = B_(k+1) + A M_(k+1) (12.31). */
static void shift_states(Plant *p, double *B, double *D)
{
    const double nothing = 1e-9;
    Arena scratch = { 0 };
    int n = p->l->n, m = p->inputs, outputs = p->outputs;
    size_t rows = (size_t)n * (size_t)m, size = (size_t)outputs * (size_t)m;
    double *amount = ARENA_ARRAY(&scratch, double, size);
    for (int k = MASSLESS_RATES - 2; k >= 0; k--) {
        double *M = B + rows * (size_t)(k + 1); /* complete as M_k, since what is behind has been added */
        add_product(n, n, m, p->l->A, M, B + rows * (size_t)k, NULL);
        memset(amount, 0, sizeof(double) * size);
        add_product(outputs, n, m, p->C, M, D + size * (size_t)k, amount);
        for (size_t i = 0; i < rows; i++) p->shifted |= M[i] != 0;
        for (size_t i = 0; i < size && k > 0; i++)
            if (fabs(D[size * (size_t)k + i]) > nothing * amount[i]) p->improper = (int)(i % (size_t)outputs);
    }
    for (size_t i = 0; i < size; i++)
        if (D[size * (MASSLESS_RATES - 1) + i] != 0) p->improper = (int)(i % (size_t)outputs);
    memcpy(p->B, B, sizeof(double) * rows);
    memcpy(p->D, D, sizeof(double) * size);
    cd_arena_close(&scratch);
}

/* Where degrees of freedom have no mass. */
static void open_massless(Plant *p)
{
    const Linearised *l = p->l;
    Arena *a = &p->arena;
    int *input = ARENA_ARRAY(a, int, p->inputs), *output = ARENA_ARRAY(a, int, p->outputs);
    for (int k = 0; k < p->inputs; k++) input[k] = cd_linear_variable(l, p->input[k]);
    for (int k = 0; k < p->outputs; k++) output[k] = cd_linear_variable(l, p->output[k]);
    MasslessPlant x = { p->inputs,
                        p->outputs,
                        input,
                        output,
                        cd_matrix(a, l->n, MASSLESS_RATES * p->inputs),
                        p->C,
                        cd_matrix(a, p->outputs, MASSLESS_RATES * p->inputs) };
    if (cd_massless_plant(l, &x)) shift_states(p, x.B, x.D);
    else p->improper = -2;
}

void cd_plant_open(const Linearised *l, int pinput, int poutput, Plant *out)
{
    const CdModel *m = l->e->s->model;
    const PlantList *in = list_of(m, KIND_pinput, pinput), *from = list_of(m, KIND_poutput, poutput);
    *out = (Plant){ .l = l, .improper = -1 };
    if (in) out->inputs = in->variables.n, out->input = in->variables.at;
    if (from) out->outputs = from->variables.n, out->output = from->variables.at;
    int n = l->n, N = cd_equations_unknowns(l->e), outputs = out->outputs;
    out->B = ARENA_ARRAY(&out->arena, double, (size_t)n *(size_t)out->inputs);
    out->C = ARENA_ARRAY(&out->arena, double, (size_t)outputs *(size_t)n);
    out->D = ARENA_ARRAY(&out->arena, double, (size_t)outputs *(size_t)out->inputs);
    if (l->reduced.whole) return open_massless(out);
    double *answer = ARENA_ARRAY(&out->arena, double, N);
    for (int r = 0; r < outputs; r++) {
        int unknown = cd_linear_variable(l, out->output[r]);
        for (int c = 0; c < n; c++)
            out->C[r + (size_t)outputs * (size_t)c] = l->answer[unknown + (size_t)N * (size_t)c];
    }
    for (int c = 0; c < out->inputs; c++) {
        cd_linear_input(l, cd_linear_variable(l, out->input[c]), out->B + (size_t)n * (size_t)c, answer);
        for (int r = 0; r < outputs; r++)
            out->D[r + (size_t)outputs * (size_t)c] = answer[cd_linear_variable(l, out->output[r])];
    }
}

void cd_plant_close(Plant *p)
{
    cd_arena_close(&p->arena);
}

/* ---- text -------------------------------------------------------------------------------------------------------- */

static void matrix(TextBuffer *out, const char *name, int rows, int cols, const double *x)
{
    if (rows == 0 || cols == 0) {
        cd_buffer_print(out, "%s = zeros(%d, %d);\n", name, rows, cols);
        return;
    }
    cd_buffer_print(out, "%s = [\n", name);
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++) {
            cd_buffer_number(out, x[r + (size_t)rows * (size_t)c]);
            cd_buffer_text(out, cd_text(c + 1 < cols ? " " : "\n"));
        }
    cd_buffer_print(out, "];\n");
}

static void head(TextBuffer *out, const Plant *p)
{
    const System *s = p->l->e->s;
    char label[CD_LABEL_ROOM];
    cd_buffer_print(out, "%% %.*s\n%% t = %.9g\n", TEXT_ARG(s->model->title), s->state.t);
    if (p->l->frame)
        cd_buffer_print(out, "%% positions and velocities relative to %s, in its axes\n",
                        cd_label(&s->model->table[KIND_marker].at[p->l->frame->marker], label));
}

static const char *variable_label(const Plant *p, int variable, char room[CD_LABEL_ROOM])
{
    return cd_label(&p->l->e->s->model->table[KIND_variable].at[variable], room);
}

static void names(TextBuffer *out, const Plant *p)
{
    char label[CD_LABEL_ROOM];
    for (int k = 0; k < p->inputs; k++)
        cd_buffer_print(out, "%% input %d: %s\n", k + 1, variable_label(p, p->input[k], label));
    for (int k = 0; k < p->outputs; k++)
        cd_buffer_print(out, "%% output %d: %s\n", k + 1, variable_label(p, p->output[k], label));
}

void cd_plant_matlab(TextBuffer *out, const Plant *p)
{
    char label[CD_LABEL_ROOM];
    head(out, p);
    for (int k = 0; k < p->l->n; k++) cd_buffer_print(out, "%% state %d: %s\n", k + 1, cd_linear_label(p->l, k, label));
    names(out, p);
    if (p->shifted) cd_buffer_print(out, "%% states are less what the inputs move at once, where there is no mass\n");
    matrix(out, "A", p->l->n, p->l->n, p->l->A);
    matrix(out, "B", p->l->n, p->inputs, p->B);
    matrix(out, "C", p->outputs, p->l->n, p->C);
    matrix(out, "D", p->outputs, p->inputs, p->D);
}

void cd_plant_csv(TextBuffer *out, const Plant *p, char which)
{
    bool states_down = which == 'A' || which == 'B', states_across = which == 'A' || which == 'C';
    int rows = states_down ? p->l->n : p->outputs, cols = states_across ? p->l->n : p->inputs;
    const double *x = which == 'A' ? p->l->A : which == 'B' ? p->B : which == 'C' ? p->C : p->D;
    char label[CD_LABEL_ROOM];
    cd_buffer_print(out, "\"%c\"", which);
    for (int c = 0; c < cols; c++)
        cd_buffer_print(out, ",\"%s\"",
                        states_across ? cd_linear_label(p->l, c, label) : variable_label(p, p->input[c], label));
    cd_buffer_char(out, '\n');
    for (int r = 0; r < rows; r++) {
        cd_buffer_print(out, "\"%s\"",
                        states_down ? cd_linear_label(p->l, r, label) : variable_label(p, p->output[r], label));
        for (int c = 0; c < cols; c++) {
            cd_buffer_char(out, ',');
            cd_buffer_number(out, x[r + (size_t)rows * (size_t)c]);
        }
        cd_buffer_char(out, '\n');
    }
}

/* M times rows of velocities of a matrix with leading dimension n, with a sign. */
static void times_mass(const Linearised *l, const double *mass, int cols, const double *x, double sign, double *out)
{
    int v = l->velocities;
    memset(out, 0, sizeof(double) * (size_t)v * (size_t)cols);
    for (int c = 0; c < cols; c++)
        for (int k = 0; k < v; k++)
            for (int r = 0; r < v; r++)
                out[r + (size_t)v * (size_t)c] +=
                    sign * mass[r + (size_t)v * (size_t)k] * x[l->positions + k + (size_t)l->n * (size_t)c];
}

SecondOrder cd_plant_second_order(const Plant *p, Arena *arena)
{
    const Linearised *l = p->l;
    size_t v = (size_t)l->velocities, q = (size_t)l->positions;
    SecondOrder o = { .M = ARENA_ARRAY(arena, double, v *v), .B = ARENA_ARRAY(arena, double, v *v) };
    o.K = ARENA_ARRAY(arena, double, v *q), o.F = ARENA_ARRAY(arena, double, v *(size_t)p->inputs);
    double *mass = ARENA_ARRAY(arena, double, v *v);
    cd_linear_masses(l, true, mass);
    cd_linear_masses(l, false, o.M);
    times_mass(l, mass, l->positions, l->A, -1, o.K);
    times_mass(l, mass, l->velocities, l->A + (size_t)l->n * (size_t)l->positions, -1, o.B);
    times_mass(l, mass, p->inputs, p->B, 1, o.F);
    return o;
}

void cd_plant_mkb(TextBuffer *out, const Plant *p)
{
    const Linearised *l = p->l;
    Arena scratch = { 0 };
    SecondOrder o = cd_plant_second_order(p, &scratch);
    char label[CD_LABEL_ROOM];
    head(out, p);
    for (int k = 0; k < l->positions; k++)
        cd_buffer_print(out, "%% position %d: %s\n", k + 1, cd_linear_label(l, k, label));
    for (int k = 0; k < l->velocities; k++)
        cd_buffer_print(out, "%% velocity %d: %s\n", k + 1, cd_linear_label(l, l->positions + k, label));
    names(out, p);
    matrix(out, "M", l->velocities, l->velocities, o.M);
    matrix(out, "K", l->velocities, l->positions, o.K);
    matrix(out, "B", l->velocities, l->velocities, o.B);
    matrix(out, "F", l->velocities, p->inputs, o.F);
    cd_arena_close(&scratch);
}
