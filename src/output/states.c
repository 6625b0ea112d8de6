/* states.c - variables and states as columns, by their names in the original: VARIABLE and DIFF Q; LSE, GSE, TFSISO
 * states X1, X2 ..., outputs Y1, Y2 ... and sampled states XD1 ...; PINPUT IN1 ..., POUTPUT OUT1 .... In the request
 * file they stand behind the requests, six to an entry. */
#include "output/results.h"

#include "elements/array.h"
#include "elements/pinput.h"
#include "system/jumps.h"
#include "system/sampling.h"

#include <stdlib.h>

static const KindIndex kinds[] = { KIND_variable, KIND_diff, KIND_lse, KIND_gse, KIND_tfsiso };
enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* The place of an element's kind among those with states; KINDS: it has none to show. */
static int rank(const Element *e)
{
    int k = 0;
    while (k < KINDS && e->kind != cd_kinds[kinds[k]]) k++;
    return k;
}

/* By statement; states, sampled states, outputs. */
static int compare_sources(const void *a, const void *b)
{
    const StateSource *s = a, *t = b;
    int by_kind = rank(s->element) - rank(t->element);
    int by_use = 2 * (s->output - t->output) + (s->from == STATE_SAMPLED) - (t->from == STATE_SAMPLED);
    if (by_kind) return by_kind;
    if (s->element != t->element) return s->element < t->element ? -1 : 1;
    return by_use ? by_use : s->component - t->component;
}

static void add_source(Results *r, StateSource s, KindIndex kind, int index)
{
    if (rank(s.element) == KINDS) return;
    s.output = kind == KIND_array && MODEL_AT(r->s->model, array, ArrayElement, index)->type == ARRAY_Y;
    r->state[r->states++] = s;
}

static void list_sources(Results *r)
{
    const Equations *e = cd_equations(r->s);
    r->state = ARENA_ARRAY(&r->arena, StateSource, e->aux.jumps->own + e->unread.value.n + e->past.memory.n);
    for (int i = 0; i < e->aux.jumps->own; i++) {
        const Auxiliary *x = &e->aux.at[i];
        StateSource s = { x->element, STATE_UNKNOWN, i, x->component, false };
        if (!x->wrench && x->of < 0) add_source(r, s, x->kind, x->index);
    }
    for (int i = 0; i < e->unread.value.n; i++) {
        const EquationSpec *q = &e->unread.value.at[i];
        add_source(r, (StateSource){ e->unread.of.at[i], STATE_UNREAD, i, q->component, false }, q->kind, q->index);
    }
    for (int i = 0; i < e->past.memory.n; i++) {
        const EquationSpec *q = &e->past.memory.at[i].spec;
        StateSource s = { e->past.memory.at[i].element, STATE_SAMPLED, i, q->component, false };
        if (q->kind == KIND_array || q->kind == KIND_variable) add_source(r, s, q->kind, q->index);
    }
    qsort(r->state, (size_t)r->states, sizeof *r->state, compare_sources);
}

static const StateSource *find_variable(const Results *r, const Element *variable)
{
    for (int low = 0, high = r->states; low < high;) {
        int middle = (low + high) / 2;
        const StateSource *s = &r->state[middle];
        if (s->element == variable) return s;
        if (rank(s->element) > 0 || s->element > variable) high = middle;
        else low = middle + 1;
    }
    return NULL;
}

static const char *numbered(Results *r, const char *word, int number)
{
    char text[24];
    snprintf(text, sizeof text, "%s%d", word, number);
    return cd_text_copy(&r->arena, cd_text(text)).at;
}

static const char *name_state(Results *r, const StateSource *s)
{
    if (rank(s->element) < 2) return "Q";
    return numbered(r, s->output ? "Y" : s->from == STATE_SAMPLED ? "XD" : "X", s->component + 1);
}

/* Puts a column into the last entry, or into a new one if that is full or belongs to another element. */
static void add_column(Results *r, const Element *e, const char *name, const StateSource *source)
{
    static const int place[] = { 1, 2, 3, 5, 6, 7 };
    enum { PLACES = sizeof place / sizeof place[0] };
    int n = r->asked.n, k = 0;
    Asked *last = n ? &r->asked.at[n - 1] : NULL;
    while (last && last->element == e && k < PLACES && last->name[place[k]]) k++;
    if (!last || last->element != e || k == PLACES) {
        Asked fresh = { .element = e, .type = -1, .i = -1, .j = -1, .id = last ? last->id + 1 : 1 };
        ARRAY_PUSH(&r->arena, &r->asked, fresh);
        last = &r->asked.at[n], k = 0;
    }
    last->name[place[k]] = name, last->dimension[place[k]] = DIM_MIXED, last->state[place[k]] = source;
}

static void list_plants(Results *r, KindIndex kind, const char *word)
{
    const CdModel *m = r->s->model;
    for (int i = 0; i < m->table[kind].n; i++) {
        const Element *e = &m->table[kind].at[i];
        const PlantList *plant = e->data;
        for (int k = 0; k < plant->variables.n; k++) {
            const StateSource *s = find_variable(r, &m->table[KIND_variable].at[plant->variables.at[k]]);
            if (s) add_column(r, e, numbered(r, word, k + 1), s);
        }
    }
}

void cd_results_list_states(Results *r)
{
    list_sources(r);
    for (int i = 0; i < r->states; i++) add_column(r, r->state[i].element, name_state(r, &r->state[i]), &r->state[i]);
    list_plants(r, KIND_pinput, "IN");
    list_plants(r, KIND_poutput, "OUT");
}

bool cd_results_state(const Results *r, const StateSource *s, double *value)
{
    Equations *e = cd_equations(r->s);
    *value = 0;
    switch (s->from) {
    case STATE_UNKNOWN: *value = e->aux.z[s->at]; return true;
    case STATE_SAMPLED: *value = cd_sampled_value(e, &e->past.memory.at[s->at]); return true;
    case STATE_UNREAD: break;
    }
    if (cd_program_value(e->unread.value.at[s->at].f, &e->world.x, e->world.room, value)) return true;
    *value = 0; /* which cd_equations_tell_missing tells */
    return false;
}
