/* res.c - the results file in XML (XRF): a map of entities and their columns, then one Step per output time. The
 * closing tags are written with every step and overwritten by the next, so that the file is complete at any moment. */
#include "output/results.h"

static bool wanted(const CdModel *model)
{
    return cd_model_setting(model, KIND_results) != NULL;
}

/* Bit g: the RESULTS statement leaves group g out. */
static unsigned hidden_groups(const CdModel *model)
{
    static const char *const word[GROUP_COUNT] = { [GROUP_DISPLACEMENT] = "NODISPLACEMENTS",
                                                   [GROUP_VELOCITY] = "NOVELOCITIES",
                                                   [GROUP_ACCELERATION] = "NOACCELERATIONS",
                                                   [GROUP_REACTION] = "NOREACTIONFORCES",
                                                   [GROUP_APPLIED] = "NOAPPLIEDFORCES",
                                                   [GROUP_SYSTEM] = "NOSYSTEMELEMENTS",
                                                   [GROUP_REQUEST] = "NOREQUESTS" };
    unsigned hidden = 0;
    for (int g = 0; g < GROUP_COUNT; g++) hidden |= (unsigned)cd_model_flag(model, KIND_results, word[g]) << g;
    return hidden;
}

static void escaped(TextBuffer *out, Text latin_or_utf8)
{
    Arena arena = { 0 };
    Text t = cd_text_copy_utf8(&arena, latin_or_utf8);
    for (int i = 0; i < t.n; i++) {
        switch (t.at[i]) {
        case '<': cd_buffer_text(out, cd_text("&lt;")); break;
        case '>': cd_buffer_text(out, cd_text("&gt;")); break;
        case '&': cd_buffer_text(out, cd_text("&amp;")); break;
        case '"': cd_buffer_text(out, cd_text("&quot;")); break;
        default: cd_buffer_char(out, (unsigned char)t.at[i] < ' ' ? ' ' : t.at[i]);
        }
    }
    cd_arena_close(&arena);
}

/* The original's names of what has one in another style than its statement. */
static Text entity_type(const Element *e)
{
    if (e->kind == cd_kinds[KIND_variable]) return cd_text("ADAMS_Variable");
    if (e->kind == cd_kinds[KIND_pinput]) return cd_text("Plant_Input");
    if (e->kind == cd_kinds[KIND_poutput]) return cd_text("Plant_Output");
    return cd_keyword(e->kind);
}

static void begin_entity(TextBuffer *out, const Channel *c)
{
    const Element *e = c->element;
    TextBuffer name = { 0 };
    cd_channel_owner(&name, c);
    cd_buffer_text(out, cd_text("<Entity name=\""));
    escaped(out, (Text){ name.at, (int)name.n });
    cd_buffer_close(&name);
    cd_buffer_print(out, "\" entity=\"%.*s_%d\" entType=\"%.*s\" objectId=\"%d\">\n", TEXT_ARG(cd_keyword(e->kind)),
                    e->id, TEXT_ARG(entity_type(e)), e->id);
}

static void put_component(TextBuffer *out, const Channel *c, int id)
{
    const GivenNames *g = c->given;
    cd_buffer_text(out, cd_text("<Component name=\""));
    escaped(out, cd_text(c->component));
    cd_buffer_text(out, cd_text("\" unitsValue=\""));
    escaped(out, g && g->unit.n ? g->unit : cd_text(cd_dimension_text(c->dimension)));
    if (g && g->label.n) {
        cd_buffer_text(out, cd_text("\" plotLabel=\""));
        escaped(out, g->label);
    }
    cd_buffer_print(out, "\" id=\"%d\"/>\n", id);
}

static void head(TextBuffer *out, const Results *r)
{
    Units u = cd_model_units(r->s->model);
    cd_buffer_text(
        out,
        cd_text(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Results>\n<Bibliography>\n<File URI=\"\" schema=\"xrf10\"/>\n"
            "<Author application=\"Cardan\" version=\"" CD_VERSION "\"/>\n</Bibliography>\n<Analysis name=\""));
    escaped(out, r->s->model->title);
    cd_buffer_print(out, "\" executionDate=\"\">\n<Environment applicationName=\"Cardan\"/>\n");
    cd_buffer_print(
        out, "<Units angle=\"rad\" length_si=\"%.15g\" mass_si=\"%.15g\" time_si=\"%.15g\" force_si=\"%.15g\"/>\n",
        u.length, u.mass, u.time, u.force);
    cd_buffer_text(
        out,
        cd_text("<StepMap name=\"map_001\">\n<Entity name=\"time\" entity=\"TIME\" entType=\"TIME\" objectId=\"0\">\n"
                "<Component name=\"TIME\" unitsValue=\"time\" id=\"1\"/>\n</Entity>\n"));
    const Channel *last = NULL;
    unsigned hidden = hidden_groups(r->s->model);
    for (int i = 0, id = 2; i < r->channels; i++) {
        const Channel *c = &r->channel[i];
        if (hidden >> c->group & 1) continue;
        bool same = last && last->element == c->element && last->of == c->of;
        if (last && !same) cd_buffer_text(out, cd_text("</Entity>\n"));
        if (!same) begin_entity(out, c);
        put_component(out, c, id++);
        last = c;
    }
    if (last) cd_buffer_text(out, cd_text("</Entity>\n"));
    cd_buffer_text(out, cd_text("</StepMap>\n<Data name=\"modelInput_001\" id=\"1\">\n</Data>\n"));
}

static void step(TextBuffer *out, const Results *r)
{
    cd_buffer_print(out, "<Step type=\"%s\">\n", r->analysis);
    cd_buffer_number(out, r->t);
    unsigned hidden = hidden_groups(r->s->model);
    for (int i = 0, n = 0; i < r->channels; i++) {
        if (hidden >> r->channel[i].group & 1) continue;
        cd_buffer_char(out, ++n % 6 == 0 ? '\n' : ' ');
        cd_buffer_number(out, r->value[i]);
    }
    cd_buffer_text(out, cd_text("\n</Step>\n"));
}

const WriterKind cd_writer_res = {
    .name = "res",
    .extension = ".res",
    .summary = "all columns, as XML",
    .wanted = wanted,
    .tail = "</Analysis>\n</Results>\n",
    .head = head,
    .step = step,
};
