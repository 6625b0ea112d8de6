/* equation_count.c - how many equations a model has, as formulations of multibody programs count them. */
#include "system/unknowns.h"

#include "model/bodies.h"
#include "model/model.h"

/* A rigid body has three momenta, three angular momenta, three velocities of angles, three positions and three angles
 * (15) where each stands in an equation of first order; a mode has a value and a rate. A point mass has no rotation. */
static int first_order_of(int freedoms, int bodies)
{
    int modes = freedoms - 6 * bodies;
    return modes < 0 ? 2 * freedoms : 15 * bodies + 2 * modes;
}

static int bodies_of(KindIndex kind, const void *data)
{
    return kind == KIND_fe_part ? ((const FePart *)data)->nodes : 1;
}

static void add_bodies(const CdModel *m, KindIndex kind, CdEquationCount *n)
{
    for (int i = 0; i < m->table[kind].n; i++) {
        const void *data = m->table[kind].at[i].data;
        int freedoms = cd_kinds[kind]->freedoms(data);
        if (!freedoms) continue; /* ground */
        n->first_order += first_order_of(freedoms, bodies_of(kind, data));
        n->second_order += freedoms, n->here += freedoms;
    }
}

/* States and values that elements define; memories are none. */
static void add_states(const CdModel *m, KindIndex kind, CdEquationCount *n)
{
    Arena scratch = { 0 };
    EquationSink all = { .arena = &scratch };
    for (int i = 0; i < m->table[kind].n; i++) {
        all.element = &m->table[kind].at[i];
        cd_kinds[kind]->equations(m, all.element, &all);
    }
    for (int i = 0; i < all.spec.n; i++) {
        EquationType type = all.spec.at[i].type;
        if (type == EQUATION_MEMORY) continue;
        n->first_order++, n->second_order++;
        n->here += type != EQUATION_VALUE; /* values are put in where they are read */
    }
    cd_map_close(&all.place);
    cd_arena_close(&scratch);
}

static void add_constraints(const CdModel *m, KindIndex kind, CdEquationCount *n)
{
    for (int i = 0; i < m->table[kind].n; i++) {
        const Element *e = &m->table[kind].at[i];
        int rows = -cd_kinds[kind]->freedoms(e->data);
        if (cd_kinds[kind]->across) rows -= cd_kinds[kind]->across(m, e);
        n->first_order += rows, n->second_order += rows, n->here += rows;
    }
}

CdEquationCount cd_model_equations(const CdModel *m)
{
    CdEquationCount n = { 0 };
    for (KindIndex k = 0; k < KIND_COUNT; k++) {
        const ElementKind *kind = cd_kinds[k];
        int loads = kind->components * m->table[k].n;
        if (kind->freedoms && kind->role == ROLE_BODY) add_bodies(m, k, &n);
        else if (kind->freedoms) add_constraints(m, k, &n);
        if (kind->equations) add_states(m, k, &n);
        n.first_order += loads, n.second_order += loads;
    }
    return n;
}
