/* requests.c - what REQUEST and MREQUEST ask for, and what its columns are called:
 *
 *     CNAMES        the component; one that is left out, by "" or by a list that ends before it, has no column
 *     TITLE, CLABELS    the same where there are no CNAMES, but every component has a column; CLABELS stand on axes as
 *                       well
 *     CUNITS        a dimension in units of the model ("velocity"), or a unit as it is written ("rpm")
 *     RESULTS_NAME  what the columns stand under, in place of the name of the statement
 *
 * Without them the components of a standard request are called as in the original, those of others F1 ... F8. */
#include "output/results.h"

#include <string.h>

static const char *const keys[REQUEST_COMPONENTS] = { "F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8" };

/* Angles of a displacement have no magnitude. */
static const char *const displacement[REQUEST_COMPONENTS] = { "MAG", "X", "Y", "Z", NULL, "PSI", "THETA", "PHI" },
                         *const turned[REQUEST_COMPONENTS] = { "MAG", "X", "Y", "Z", NULL, "YAW", "PITCH", "ROLL" },
                         *const others[REQUEST_COMPONENTS] = { "MAG", "X", "Y", "Z", "RMAG", "R1", "R2", "R3" };

const char *cd_request_component(int type, bool yaw, int component)
{
    if (type < 0) return keys[component];
    if (type == REQUEST_DISPLACEMENT) return (yaw ? turned : displacement)[component];
    return others[component];
}

Dimension cd_request_dimension(int type, int component)
{
    static const Dimension table[4][2] = { { DIM_LENGTH, DIM_DEGREES },
                                           { DIM_VELOCITY, DIM_ANGULAR_VELOCITY },
                                           { DIM_ACCELERATION, DIM_ANGULAR_ACCELERATION },
                                           { DIM_FORCE, DIM_TORQUE } };
    return type < 0 ? DIM_MIXED : table[type][component >= 4];
}

/* Words of CUNITS; DIM_COUNT: the text is a unit itself. */
static Dimension dimension_of(Text word)
{
    static const struct {
        const char *word;
        Dimension dimension;
    } known[] = { { "no_units", DIM_NONE },
                  { "length", DIM_LENGTH },
                  { "angle", DIM_ANGLE },
                  { "mass", DIM_MASS },
                  { "time", DIM_TIME },
                  { "force", DIM_FORCE },
                  { "torque", DIM_TORQUE },
                  { "velocity", DIM_VELOCITY },
                  { "acceleration", DIM_ACCELERATION },
                  { "angular_velocity", DIM_ANGULAR_VELOCITY },
                  { "angular_acceleration", DIM_ANGULAR_ACCELERATION },
                  { "stiffness", DIM_STIFFNESS },
                  { "damping", DIM_DAMPING },
                  { "torsion_stiffness", DIM_TORSION_STIFFNESS },
                  { "torsion_damping", DIM_TORSION_DAMPING },
                  { "inertia", DIM_INERTIA },
                  { "area", DIM_AREA },
                  { "area_inertia", DIM_AREA_MOMENT },
                  { "density", DIM_DENSITY },
                  { "pressure", DIM_PRESSURE },
                  { "energy", DIM_ENERGY },
                  { "frequency", DIM_FREQUENCY } };
    for (size_t k = 0; k < sizeof known / sizeof known[0]; k++)
        if (cd_text_equal_nocase(word, known[k].word)) return known[k].dimension;
    return DIM_COUNT;
}

static Text entry(const TextList *list, int k)
{
    return k < list->n ? cd_text_trim(list->at[k]) : (Text){ 0 };
}

/* A name that fits into one cell of one line. */
static Text printable(Arena *arena, Text t)
{
    char *copy = cd_arena_take(arena, (size_t)t.n + 1);
    for (int i = 0; i < t.n; i++) copy[i] = (unsigned char)t.at[i] < ' ' || t.at[i] == 0x7f ? ' ' : t.at[i];
    copy[t.n] = '\0';
    return (Text){ copy, t.n };
}

static const char *variable_name(Arena *arena, const CdModel *m, int variable)
{
    TextBuffer name = { 0 };
    const Element *e = &m->table[KIND_variable].at[variable];
    if (e->name.n) cd_buffer_text(&name, e->name);
    else cd_buffer_print(&name, "VARIABLE_%d", e->id);
    Text copy = printable(arena, (Text){ name.at, (int)name.n });
    cd_buffer_close(&name);
    return copy.at;
}

static const char *name_component(Results *r, const Request *q, bool yaw, int k)
{
    Text own = entry(q->cnames.n ? &q->cnames : q->title.n ? &q->title : &q->clabels, k);
    if (own.n) return printable(&r->arena, own).at;
    if (q->cnames.n) return NULL;
    if (k < q->variables.n) return variable_name(&r->arena, r->s->model, q->variables.at[k]);
    return cd_request_component(q->type, yaw, k);
}

static const GivenNames *given_names(Results *r, Text owner, Text label, Text unit, int k)
{
    GivenNames *g = ARENA_ARRAY(&r->arena, GivenNames, 1);
    *g = (GivenNames){ printable(&r->arena, owner), printable(&r->arena, label), printable(&r->arena, unit), keys[k] };
    return g;
}

static void name_request(Results *r, Asked *a, const Request *q, bool yaw)
{
    for (int k = 0; k < REQUEST_COMPONENTS; k++) {
        Text unit = entry(&q->cunits, k);
        Dimension said = unit.n ? dimension_of(unit) : cd_request_dimension(q->type, k);
        a->name[k] = name_component(r, q, yaw, k);
        a->dimension[k] = said == DIM_COUNT ? DIM_MIXED : said;
        a->given[k] = given_names(r, q->results_name, entry(&q->clabels, k), said == DIM_COUNT ? unit : (Text){ 0 }, k);
    }
}

static Asked asked_by(const Element *e)
{
    const Request *q = e->data;
    bool standard = q->type >= 0;
    return (Asked){ .element = e,
                    .program = q->program,
                    .type = q->type,
                    .i = standard ? q->i : -1,
                    .j = standard ? q->j : -1,
                    .id = e->id,
                    .comment = q->comment };
}

static Asked observed_by(Results *r, const Element *e, int k, bool yaw, int id)
{
    const Mrequest *q = e->data;
    const Observation *o = &q->observed.at[k];
    Asked a = { .element = e,
                .of = o->element,
                .program = o->program,
                .type = q->type,
                .i = o->i,
                .j = o->j,
                .id = id,
                .comment = q->comment };
    for (int n = 0; n < REQUEST_COMPONENTS; n++) {
        a.name[n] = cd_request_component(q->type, yaw, n);
        a.dimension[n] = cd_request_dimension(q->type, n);
        a.given[n] = given_names(r, entry(&q->results, k), (Text){ 0 }, (Text){ 0 }, n);
    }
    return a;
}

void cd_results_list_requests(Results *r)
{
    const CdModel *m = r->s->model;
    const Table *one = &m->table[KIND_request], *many = &m->table[KIND_mrequest];
    bool yaw = cd_model_flag(m, KIND_output, "YPR");
    for (int i = 0; i < one->n; i++) {
        Asked a = asked_by(&one->at[i]);
        name_request(r, &a, one->at[i].data, yaw);
        ARRAY_PUSH(&r->arena, &r->asked, a);
    }
    int id = one->n ? one->at[one->n - 1].id : 0;
    for (int i = 0; i < many->n; i++) {
        const Mrequest *q = many->at[i].data;
        for (int k = 0; k < q->observed.n; k++) {
            Asked a = observed_by(r, &many->at[i], k, yaw, ++id);
            ARRAY_PUSH(&r->arena, &r->asked, a);
        }
    }
}
