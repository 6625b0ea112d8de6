/* res.c - the results file in XML (XRF): a map of entities and their columns, then one Step per output time. The closing tags are
 * written after every step and overwritten by the next, so that the file is complete at any moment. */
#include "output/results.h"

#include <string.h>

static bool wanted(const CdModel *model)
{
    return cd_model_setting(model, KIND_results) != NULL;
}

static void escaped(FILE *out, Text t)
{
    for (int i = 0; i < t.n; i++) {
        switch (t.at[i]) {
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '&': fputs("&amp;", out); break;
        case '"': fputs("&quot;", out); break;
        default: fputc((unsigned char)t.at[i] < ' ' ? ' ' : t.at[i], out);
        }
    }
}

static void begin_entity(FILE *out, const Element *e)
{
    fputs("<Entity name=\"", out);
    if (e->name.n) escaped(out, e->name);
    else fprintf(out, "%.*s_%d", TEXT_ARG(cd_keyword(e->kind)), e->id);
    fprintf(out, "\" entity=\"%.*s_%d\" entType=\"%.*s\" objectId=\"%d\">\n", TEXT_ARG(cd_keyword(e->kind)), e->id,
            TEXT_ARG(cd_keyword(e->kind)), e->id);
}

static const char tail[] = "</Analysis>\n</Results>\n";

static bool finish_part(Writer *w)
{
    w->tail = ftell(w->file);
    fputs(tail, w->file);
    return fflush(w->file) == 0 && !ferror(w->file);
}

static bool open_res(Writer *w, const Results *r)
{
    FILE *out = w->file;
    Units u = cd_model_units(r->s->model);
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Results>\n<Bibliography>\n<File URI=\"\" schema=\"xrf10\"/>\n"
          "<Author application=\"Cardan\" version=\"" CD_VERSION "\"/>\n</Bibliography>\n<Analysis name=\"",
          out);
    escaped(out, r->s->model->title);
    fprintf(out, "\" executionDate=\"\">\n<Environment applicationName=\"Cardan\"/>\n");
    fprintf(out, "<Units angle=\"rad\" length_si=\"%.15g\" mass_si=\"%.15g\" time_si=\"%.15g\" force_si=\"%.15g\"/>\n",
            u.length, u.mass, u.time, u.force);
    fputs("<StepMap name=\"map_001\">\n<Entity name=\"time\" entity=\"TIME\" entType=\"TIME\" objectId=\"0\">\n"
          "<Component name=\"TIME\" unitsValue=\"time\" id=\"1\"/>\n</Entity>\n",
          out);
    for (int i = 0; i < r->channels; i++) {
        const Channel *c = &r->channel[i];
        if (!i || c->element != r->channel[i - 1].element) begin_entity(out, c->element);
        fprintf(out, "<Component name=\"%s\" unitsValue=\"%s\" id=\"%d\"/>\n", c->component,
                cd_dimension_text(c->dimension), i + 2);
        if (i + 1 == r->channels || c->element != r->channel[i + 1].element) fputs("</Entity>\n", out);
    }
    fputs("</StepMap>\n<Data name=\"modelInput_001\" id=\"1\">\n</Data>\n", out);
    return finish_part(w);
}

static bool step_res(Writer *w, const Results *r)
{
    char room[CD_NUMBER_ROOM];
    if (fseek(w->file, w->tail, SEEK_SET) != 0) return false;
    fprintf(w->file, "<Step type=\"%s\">\n%s", r->analysis, cd_number_write(room, r->t));
    for (int i = 0; i < r->channels; i++) {
        fputs(i % 6 == 5 ? "\n" : " ", w->file);
        fputs(cd_number_write(room, r->value[i]), w->file);
    }
    fputs("\n</Step>\n", w->file);
    return finish_part(w);
}

const WriterKind cd_writer_res = {
    .name = "res",
    .extension = ".res",
    .summary = "all columns, as XML",
    .wanted = wanted,
    .open = open_res,
    .step = step_res,
};
