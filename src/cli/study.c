/* study.c - words of the command line that compare and verify have in common. */
#include "cli/study.h"

#include "elements/file.h"
#include "elements/save.h"
#include "elements/simulate.h"
#include "lang/lang.h"

#include <libgen.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *cli_print(Arena *arena, const char *format, ...)
{
    char *text = NULL;
    va_list arguments;
    va_start(arguments, format);
    int n = vasprintf(&text, format, arguments);
    va_end(arguments);
    if (n < 0) return "";
    const char *out = cd_text_copy(arena, (Text){ text, n }).at;
    free(text);
    return out;
}

static int from_loose(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x < y) - (x > y);
}

static bool tolerance(Text text, double *x)
{
    text = cd_text_trim(text);
    return text.n && cd_number_read(text.at, text.at + text.n, x) == text.n && *x > 0 && *x <= 1e3 && *x >= 1e-15;
}

/* The powers of ten from one to the other, both included. */
static bool take_range(Arena *arena, Text from, Text to, NumberList *out)
{
    double a, b;
    if (!tolerance(from, &a) || !tolerance(to, &b)) return false;
    if (a < b) {
        double c = a;
        a = b, b = c;
    }
    for (double x = a; x >= b * (1 - 1e-9); x /= 10) {
        double rounded = strtod(cli_print(arena, "%.6g", x), NULL);
        ARRAY_PUSH(arena, out, rounded);
    }
    return true;
}

bool cli_read_errors(Arena *arena, const char *text, NumberList *out)
{
    for (const char *p = text; *p;) {
        size_t n = strcspn(p, ",");
        Text one = cd_text_trim((Text){ p, (int)n });
        const char *dots = NULL;
        for (int i = 0; i + 1 < one.n && !dots; i++)
            if (one.at[i] == '.' && one.at[i + 1] == '.') dots = one.at + i;
        double x = 0;
        bool good = dots ? take_range(arena, (Text){ one.at, (int)(dots - one.at) },
                                      (Text){ dots + 2, one.n - (int)(dots - one.at) - 2 }, out)
                         : tolerance(one, &x);
        if (!good) return cli_complain("--errors takes tolerances such as 1e-3,1e-5 or 1e-2..1e-7, not", text), false;
        if (!dots) ARRAY_PUSH(arena, out, x);
        p += n + (p[n] == ',');
    }
    if (!out->n)
        return cli_complain("--errors names nothing: give something like 1e-3,1e-5 or 1e-2..1e-7", NULL), false;
    qsort(out->at, (size_t)out->n, sizeof *out->at, from_loose);
    int kept = 1;
    for (int i = 1; i < out->n; i++)
        if (out->at[i] < out->at[kept - 1]) out->at[kept++] = out->at[i];
    out->n = kept;
    return true;
}

/* Whether the model takes the arguments; else their errors are shown. */
static bool fits(const CdModel *model, const char *arguments, const Options *o)
{
    CdLog *log = cd_log_open();
    cd_model_close(cd_overrule_integrator(model, arguments, log));
    bool good = cd_log_errors(log) == 0;
    if (!good || (cd_log_count(log) > 0 && !o->quiet)) {
        fprintf(stderr, "cardan: %s:\n", arguments);
        cli_print_log(log, o);
    }
    cd_log_close(log);
    return good;
}

int cli_check_models(const Options *o, const char *const *statement, int statements)
{
    int status = DONE;
    for (int i = 1; i < o->words; i++) {
        if (!cli_is_model(o->word[i]))
            return cli_complain("a model is a dataset (.adm) or a command file (.acf), not", o->word[i]);
        CdLog *log = cd_log_open();
        CdModel *model = cd_check(o->word[i], log);
        if (cd_log_errors(log)) cli_print_log(log, o), status = INPUT_ERROR;
        for (int k = 0; k < statements && model; k++)
            if (!fits(model, statement[k], o)) status = INPUT_ERROR;
        cd_model_close(model);
        cd_log_close(log);
    }
    return status;
}

const char *cli_model_name(Arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path, *dot = strrchr(base, '.');
    return cd_text_copy(arena, (Text){ base, dot ? (int)(dot - base) : (int)strlen(base) }).at;
}

/* With the folder it is in, which is often what tells models apart. */
const char *cli_model_label(Arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/'), *folder = slash;
    while (folder && folder > path && folder[-1] != '/') folder--;
    if (!folder || folder == slash || *folder == '.') return cli_model_name(arena, path);
    return cli_print(arena, "%.*s%s", (int)(slash + 1 - folder), folder, cli_model_name(arena, path));
}

const char *cli_page_name(Arena *arena, const Options *o, const char *suffix)
{
    const char *path = o->word[1], *slash = strrchr(path, '/'), *name = cli_model_name(arena, path);
    if (o->output) return o->output;
    if (o->folder) return cli_print(arena, "%s/%s_%s.html", o->folder, name, suffix);
    return cli_print(arena, "%.*s%s_%s.html", slash ? (int)(slash - path) + 1 : 0, path, name, suffix);
}

/* Whether files can be written to the folder that a path is in. */
static bool open_for_files(const char *path)
{
    char *copy = strdup(path);
    bool good = copy && access(dirname(copy), W_OK | X_OK) == 0;
    free(copy);
    return good;
}

bool cli_page_has_place(Arena *arena, const Options *o, const char *page)
{
    struct stat st;
    if (cli_leads_out(o, page) || cli_leads_out(o, cli_beside(arena, page, ".csv"))) return false;
    bool made = !o->output && o->folder && stat(o->folder, &st) != 0; /* later, when there is something to write */
    if (open_for_files(made ? o->folder : page)) return true;
    cli_complain("there is no folder that can be written to for", made ? o->folder : page);
    return false;
}

const char *cli_beside(Arena *arena, const char *page, const char *extension)
{
    const char *dot = strrchr(page, '.');
    return cli_print(arena, "%.*s%s", (int)(dot - page), page, extension);
}

const char *cli_statement(Arena *arena, const char *method, double error)
{
    return cli_print(arena, "%s%sERROR = %.6g", method, *method ? ", " : "", error);
}

const char *cli_exact_statement(Arena *arena, const char *method, double error, double length)
{
    return cli_print(arena, "%s, HMIN = %.3g", cli_statement(arena, method, error), 1e-10 * length);
}

/* A name that leads out of the folder it is written in. */
static bool leads_out(Text name)
{
    bool out = name.n && name.at[0] == '/';
    for (int i = 0; i + 1 < name.n; i++) out |= name.at[i] == '.' && name.at[i + 1] == '.';
    return out;
}

/* What a command file asks for, and those it calls. */
static void look_ahead(const char *path, int depth, Prospect *out, CdLog *log)
{
    enum { DEEPEST = 20 };
    CdScript *script = depth < DEEPEST ? cd_script_read(path, log) : NULL;
    for (int i = 0; script && i < script->command.n; i++) {
        const Element *e = script->command.at[i];
        const Simulate *simulate = e->kind == cd_kinds[KIND_simulate] ? e->data : NULL;
        const Save *save = e->kind == cd_kinds[KIND_save] ? e->data : NULL;
        const FileCommand *file = e->kind == cd_kinds[KIND_file] ? e->data : NULL;
        if (simulate) out->length = fmax(out->length, fmax(simulate->end, simulate->duration));
        if (save) out->elsewhere |= leads_out(save->file);
        if (!file || !file->command.n) continue;
        TextBuffer other = { 0 };
        cd_script_find_file(script, file->command, ".acf", &other);
        if (other.n) look_ahead(other.at, depth + 1, out, log);
        cd_buffer_close(&other);
    }
    cd_script_close(script);
}

Prospect cli_prospect(const char *path, const Options *o)
{
    Prospect out = { .length = o->end > 0 ? o->end : cd_run_default().end };
    if (!cli_is_script(path)) return out;
    CdLog *log = cd_log_open(); /* what is wrong with it has been said */
    out.length = 0;
    look_ahead(path, 0, &out, log);
    cd_log_close(log);
    return out;
}

const char *cli_command(Arena *arena, const Options *o)
{
    TextBuffer out = { 0 };
    cd_buffer_text(&out, cd_text("cardan"));
    for (int i = 0; i < o->words; i++) cd_buffer_print(&out, " %s", o->word[i]);
    const struct {
        const char *name, *value;
    } text[] = { { "integrators", o->integrators },
                 { "integrator", o->integrator },
                 { "errors", o->errors },
                 { "reference", o->reference },
                 { "channels", o->channels } };
    for (size_t k = 0; k < sizeof text / sizeof text[0]; k++)
        if (text[k].value) cd_buffer_print(&out, " --%s '%s'", text[k].name, text[k].value);
    const struct {
        const char *name;
        double value;
    } number[] = { { "accuracy", o->accuracy },
                   { "limit", o->limit },
                   { "jobs", o->jobs },
                   { "end", o->end },
                   { "steps", o->steps } };
    for (size_t k = 0; k < sizeof number / sizeof number[0]; k++)
        if (number[k].value > 0) cd_buffer_print(&out, " --%s %g", number[k].name, number[k].value);
    if (o->adams_reactions) cd_buffer_text(&out, cd_text(" --adams-reactions"));
    if (o->allow_plugins) cd_buffer_text(&out, cd_text(" --allow-plugins"));
    if (o->stable) cd_buffer_text(&out, cd_text(" --stable"));
    const char *copy = cd_text_copy(arena, (Text){ out.at, (int)out.n }).at;
    cd_buffer_close(&out);
    return copy;
}
