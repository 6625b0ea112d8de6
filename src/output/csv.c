/* csv.c - all columns, comma separated, names and units in the first line, numbers that read back bit for bit. */
#include "elements/units.h"
#include "output/results.h"

static bool wanted(const CdModel *model)
{
    (void)model;
    return true;
}

/* owner.component [unit]. Quotes inside are doubled. */
static void column(TextBuffer *out, const CdModel *model, const Channel *c)
{
    TextBuffer name = { 0 }, unit = { 0 };
    cd_channel_owner(&name, c);
    cd_buffer_print(&name, ".%s", c->component);
    cd_channel_unit(&unit, model, c);
    if (unit.n) cd_buffer_print(&name, " [%.*s]", (int)unit.n, unit.at);
    cd_buffer_text(out, cd_text(",\""));
    for (size_t i = 0; i < name.n; i++) {
        if (name.at[i] == '"') cd_buffer_char(out, '"');
        cd_buffer_char(out, (unsigned char)name.at[i] < ' ' ? ' ' : name.at[i]);
    }
    cd_buffer_char(out, '"');
    cd_buffer_close(&name);
    cd_buffer_close(&unit);
}

static void head(TextBuffer *out, const Results *r)
{
    const CdModel *model = r->s->model;
    cd_buffer_text(out, cd_text("\"time ["));
    cd_unit_write(out, model, DIM_TIME);
    cd_buffer_text(out, cd_text("]\""));
    for (int i = 0; i < r->channels; i++) column(out, model, &r->channel[i]);
    cd_buffer_char(out, '\n');
}

static void step(TextBuffer *out, const Results *r)
{
    cd_buffer_number(out, r->t);
    for (int i = 0; i < r->channels; i++) {
        cd_buffer_char(out, ',');
        cd_buffer_number(out, r->value[i]);
    }
    cd_buffer_char(out, '\n');
}

const WriterKind cd_writer_csv = {
    .name = "csv",
    .extension = ".csv",
    .summary = "all columns, comma separated",
    .wanted = wanted,
    .head = head,
    .step = step,
};
