/* csv.c - all columns, comma separated, names and units in the first line, numbers that read back bit for bit. */
#include "output/results.h"

#include <string.h>

static bool wanted(const CdModel *model)
{
    (void)model;
    return true;
}

/* The name of an element in a column: its name from the dataset, or KEYWORD_id. Quotes inside are doubled. */
static void column(FILE *out, const Channel *c)
{
    const Element *e = c->element;
    fputs(",\"", out);
    if (!e->name.n) fprintf(out, "%.*s_%d", TEXT_ARG(cd_keyword(e->kind)), e->id);
    for (int i = 0; i < e->name.n; i++) {
        if (e->name.at[i] == '"') fputc('"', out);
        fputc((unsigned char)e->name.at[i] < ' ' ? ' ' : e->name.at[i], out);
    }
    fprintf(out, ".%s", c->component);
    const char *unit = cd_dimension_text(c->dimension);
    if (*unit && c->dimension != DIM_MIXED) fprintf(out, " [%s]", unit);
    fputc('"', out);
}

static bool open_csv(Writer *w, const Results *r)
{
    fputs("\"time [time]\"", w->file);
    for (int i = 0; i < r->channels; i++) column(w->file, &r->channel[i]);
    fputc('\n', w->file);
    return fflush(w->file) == 0;
}

static bool step_csv(Writer *w, const Results *r)
{
    char room[CD_NUMBER_ROOM];
    fputs(cd_number_write(room, r->t), w->file);
    for (int i = 0; i < r->channels; i++) fprintf(w->file, ",%s", cd_number_write(room, r->value[i]));
    fputc('\n', w->file);
    return fflush(w->file) == 0 && !ferror(w->file);
}

const WriterKind cd_writer_csv = {
    .name = "csv",
    .extension = ".csv",
    .summary = "all columns, comma separated",
    .wanted = wanted,
    .open = open_csv,
    .step = step_csv,
};
