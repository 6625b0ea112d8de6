/* req.c - the request file: a head with every request and its comment, then per output step the time and six numbers
 * for each request (components 2, 3, 4, 6, 7, 8). The format has no place for names: those that the type of a request
 * does not tell stand at the end of its comment, "(wheel: F2 height, F3 speed)". The date in the head is constant: the
 * same run gives the same file. */
#include "elements/units.h"
#include "output/results.h"

#include <math.h>
#include <string.h>

static bool wanted(const CdModel *model)
{
    return cd_model_flag(model, KIND_output, "REQSAVE");
}

/* Two letters for each unit: M_KGS_N_ and then RACA, for radians and Cartesian axes. */
static void unit_letters(const CdModel *model, char out[16])
{
    static const struct {
        const char *word, *letters;
    } known[] = { { "METER", "M_" },         { "MILLIMETER", "MM" },  { "CENTIMETER", "CM" },  { "KILOMETER", "KM" },
                  { "INCH", "IN" },          { "FOOT", "FT" },        { "MILE", "MI" },        { "KILOGRAM", "KG" },
                  { "GRAM", "GR" },          { "POUND_MASS", "LB" },  { "SLUG", "SL" },        { "TONNE", "TN" },
                  { "SECOND", "S_" },        { "MILLISECOND", "MS" }, { "MINUTE", "MN" },      { "HOUR", "HR" },
                  { "NEWTON", "N_" },        { "KNEWTON", "KN" },     { "POUND_FORCE", "PF" }, { "DYNE", "DY" },
                  { "KILOGRAM_FORCE", "KF" } };
    const Element *e = cd_model_setting(model, KIND_units);
    const UnitsStatement *u = e ? e->data : NULL;
    const char *word[4] = { "METER", "KILOGRAM", "SECOND", "NEWTON" };
    if (u && u->length >= 0) word[0] = cd_length_units[u->length].word;
    if (u && u->mass >= 0) word[1] = cd_mass_units[u->mass].word;
    if (u && u->time >= 0) word[2] = cd_time_units[u->time].word;
    if (u && u->force >= 0) word[3] = cd_force_units[u->force].word;
    for (int k = 0; k < 4; k++) {
        const char *letters = word[k];
        for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
            if (strcmp(known[i].word, word[k]) == 0) letters = known[i].letters;
        memcpy(out + 2 * k, letters, 2);
    }
    memcpy(out + 8, "RACA", 5);
}

static const int component[6] = { 1, 2, 3, 5, 6, 7 };

/* Whether id and type of a request tell all that its columns are called. */
static bool is_plain(const Asked *q, Text owner)
{
    char usual[32];
    snprintf(usual, sizeof usual, "REQUEST_%d", q->id);
    bool plain = cd_text_equal(owner, cd_text(usual));
    for (int k = 0; k < 6 && plain; k++) {
        const char *name = cd_request_component(q->type, false, component[k]);
        plain = q->name[component[k]] && strcmp(name, q->name[component[k]]) == 0;
    }
    return plain;
}

static void put_names(TextBuffer *out, const Asked *q)
{
    TextBuffer owner = { 0 };
    cd_channel_owner(&owner, &(Channel){ .element = q->element, .of = q->of, .given = q->given[0] });
    if (!is_plain(q, (Text){ owner.at, (int)owner.n })) {
        cd_buffer_print(out, "%s(%.*s:", out->n ? " " : "", (int)owner.n, owner.at);
        for (int k = 0, n = 0; k < 6; k++)
            if (q->name[component[k]])
                cd_buffer_print(out, "%s F%d %s", n++ ? "," : "", component[k] + 1, q->name[component[k]]);
        cd_buffer_char(out, ')');
    }
    cd_buffer_close(&owner);
}

static void put_request(TextBuffer *out, const CdModel *m, const Asked *q)
{
    TextBuffer comment = { 0 };
    cd_buffer_text(&comment, q->comment);
    put_names(&comment, q);
    for (size_t i = 0; i < comment.n; i++)
        if ((unsigned char)comment.at[i] < ' ') comment.at[i] = ' ';
    int words = ((int)comment.n + 3) / 4;
    cd_buffer_print(out, "%11d%14d%14d%14d%14d\n", q->id, q->type >= 0 ? q->type + 1 : 5,
                    cd_model_id(m, KIND_marker, q->i), cd_model_id(m, KIND_marker, q->j), words);
    cd_buffer_print(out, "%-*s\n", 4 * words, comment.n ? comment.at : "");
    cd_buffer_close(&comment);
}

static void head(TextBuffer *out, const Results *r)
{
    const CdModel *m = r->s->model;
    char units[16];
    unit_letters(m, units);
    cd_buffer_print(out, " A.R3    1970-01-01 00:00:00               0         0  3D\n%-80.*s\n", TEXT_ARG(m->title));
    cd_buffer_print(out, "%5d     %s %.15E\n", r->asked.n, units, cd_model_units(m).length);
    for (int i = 0; i < r->asked.n; i++) put_request(out, m, &r->asked.at[i]);
}

/* Thirteen places, the first of them blank: an exponent of three digits takes one off the fraction. */
static void cell(TextBuffer *out, double x)
{
    bool long_exponent = x != 0 && (fabs(x) < 1e-99 || fabs(x) > 9.999994e99);
    cd_buffer_print(out, long_exponent ? "%13.4E" : "%13.5E", x);
}

static void step(TextBuffer *out, const Results *r)
{
    cd_buffer_print(out, " %13.5E\n", r->t);
    for (int i = 0; i < r->asked.n; i++) {
        cd_buffer_char(out, ' ');
        for (int k = 0; k < 6; k++) cell(out, r->asked.at[i].value[component[k]]);
        cd_buffer_char(out, '\n');
    }
}

const WriterKind cd_writer_req = {
    .name = "req",
    .extension = ".req",
    .summary = "requests, in the text format of Adams",
    .wanted = wanted,
    .head = head,
    .step = step,
};
