/* manual.c - the language described from its tables: lists, pages for one word, the whole manual. */
#include "elements/activate.h"
#include "elements/units.h"
#include "expr/compile.h"
#include "lang/lang.h"

#include <math.h>
#include <string.h>

static const char *const role_title[ROLE_COUNT] = { "Settings",        "Bodies", "Markers",  "Constraints", "Forces",
                                                    "States and data", "Output", "Graphics", "Commands" };

/* ---- lists ------------------------------------------------------------------------------------------------------- */

static void list_kinds(bool commands, FILE *out)
{
    for (int r = 0; r < ROLE_COUNT; r++)
        for (int k = 0; k < KIND_COUNT; k++)
            if (cd_kinds[k]->role == (Role)r && (r == ROLE_COMMAND) == commands)
                fprintf(out, "%-16.*s %s\n", TEXT_ARG(cd_keyword(cd_kinds[k])), cd_kinds[k]->summary);
}

static void print_call(const Function *f, FILE *out, int width)
{
    char call[96];
    int least, most;
    cd_function_arity(f, &least, &most);
    snprintf(call, sizeof call, "%s%s%s%s", f->name, *f->names ? "(" : "", f->names, *f->names ? ")" : "");
    fprintf(out, "%-*s %s", width, call, f->summary);
    if (least < most && !strchr(f->types, '*')) fprintf(out, " (%d to %d arguments)", least, most);
    fprintf(out, "\n");
}

static void list_units(const char *quantity, const UnitWord *unit, FILE *out)
{
    for (; unit->word; unit++) fprintf(out, "%-8s %-16s %.15g in SI\n", quantity, unit->word, unit->si);
}

bool cd_list_language(const char *what, FILE *out)
{
    Text word = cd_text(what);
    bool ambiguous;
    switch (cd_find_word("elements|commands|functions|units", word, &ambiguous)) {
    case 0: list_kinds(false, out); return true;
    case 1: list_kinds(true, out); return true;
    case 2:
        for (int i = 0; i < cd_function_count; i++) print_call(&cd_functions[i], out, 38);
        return true;
    case 3:
        list_units("FORCE", cd_force_units, out);
        list_units("MASS", cd_mass_units, out);
        list_units("LENGTH", cd_length_units, out);
        list_units("TIME", cd_time_units, out);
        return true;
    default: return false;
    }
}

/* ---- one page ---------------------------------------------------------------------------------------------------- */

/* "KEY = value, value" as a reader would write it */
static void print_form(const Field *f, FILE *out, int width)
{
    char form[1000]; /* TYPE of CONTACT has 280 characters */
    Text key = cd_field_key(f);
    const char *what = "";
    switch (f->type) {
    case FIELD_FLAG: what = NULL; break;
    case FIELD_CHOICE: snprintf(form, sizeof form, "%s", f->words); break;
    case FIELD_WORD: snprintf(form, sizeof form, "%.*s = %s", TEXT_ARG(key), f->words); break;
    case FIELD_WORDS:
    case FIELD_TOGGLE: snprintf(form, sizeof form, "%.*s = %s [: ...]", TEXT_ARG(key), f->words); break;
    case FIELD_INT: what = "whole number"; break;
    case FIELD_INTS: what = "whole numbers"; break;
    case FIELD_REAL: what = "number"; break;
    case FIELD_REALN:
    case FIELD_REALS:
        if (f->most && f->least == f->most) snprintf(form, sizeof form, "%.*s = %d numbers", TEXT_ARG(key), f->most);
        else if (f->most) snprintf(form, sizeof form, "%.*s = %d to %d numbers", TEXT_ARG(key), f->least, f->most);
        else what = "numbers";
        break;
    case FIELD_ROWS: what = "numbers (may be repeated)"; break;
    case FIELD_REF: snprintf(form, sizeof form, "%.*s = id of %s", TEXT_ARG(key), f->target); break;
    case FIELD_REFS: snprintf(form, sizeof form, "%.*s = ids of %s", TEXT_ARG(key), f->target); break;
    case FIELD_EXPR: what = "expression"; break;
    case FIELD_TEXT: what = "text to the end of the line"; break;
    case FIELD_NAME: what = "name"; break;
    case FIELD_NAMES: what = "names"; break;
    case FIELD_END: break;
    }
    if (!what) snprintf(form, sizeof form, "%.*s", TEXT_ARG(key));
    else if (*what) snprintf(form, sizeof form, "%.*s = %s", TEXT_ARG(key), what);
    fprintf(out, "%-*s", width, form);
}

/* "[length; default 1; needed]" */
static void print_conditions(const Field *f, FILE *out)
{
    const char *before = " [";
    if (f->dimension != DIM_NONE) fprintf(out, "%s%s", before, cd_dimension_text(f->dimension)), before = "; ";
    if (f->ask & NEEDED) {
        fprintf(out, "%sneeded", before), before = "; ";
    } else if (f->type == FIELD_REAL || f->type == FIELD_INT) {
        char room[CD_NUMBER_ROOM];
        fprintf(out, "%sdefault %s", before, cd_number_write(room, f->preset)), before = "; ";
    } else if ((f->type == FIELD_CHOICE || f->type == FIELD_WORD) && f->preset >= 0) {
        fprintf(out, "%sdefault %.*s", before, TEXT_ARG(cd_word_at(f->words, (int)f->preset))), before = "; ";
    }
    if (f->ask & POSITIVE) fprintf(out, "%s> 0", before), before = "; ";
    if (f->ask & NOT_NEGATIVE) fprintf(out, "%s>= 0", before), before = "; ";
    if (f->ask & OBSOLETE) fprintf(out, "%sobsolete", before), before = "; ";
    if (before[0] == ';') fprintf(out, "]");
}

static void print_kind(const ElementKind *k, FILE *out)
{
    Text keyword = cd_keyword(k);
    const char *id = k->flags & WITHOUT_ID ? "" : k->flags & OPTIONAL_ID ? "[id]" : "id";
    fprintf(out, "%.*s/%s - %s\n", TEXT_ARG(keyword), id, k->summary);
    if (k->flags & RESTATABLE) fprintf(out, "A command file may change its arguments.\n");
    if (cd_is_switchable(k)) fprintf(out, "ACTIVATE and DEACTIVATE apply to it.\n");
    if (k->mechanics == MECHANICS_LATER)
        fprintf(out, "This version reads and checks it; analyses do not use it yet.\n");
    fprintf(out, "\n");
    for (const Field *f = k->fields; f->type != FIELD_END; f++) {
        fprintf(out, "  ");
        print_form(f, out, 0);
        fprintf(out, "\n      %s", f->doc);
        print_conditions(f, out);
        fprintf(out, "\n");
    }
}

static void print_function(const Function *f, FILE *out)
{
    print_call(f, out, 0);
    if (f->class == FUNCTION_MEASURE || f->class == FUNCTION_BETWEEN || f->class == FUNCTION_VECTOR)
        fprintf(out, "i, j, k, l are ids of markers; j, k, l left out or 0 stand for the ground frame.\n");
    if (f->class == FUNCTION_LOAD)
        fprintf(out,
                "jflag 0: load on the body of I, 1: on that of J. comp: 1 |F|, 2 3 4 Fx Fy Fz, 5 |T|, 6 7 8 Tx Ty Tz. "
                "rm: marker for the axes, 0 or left out: ground.\n");
}

bool cd_help(const char *word, FILE *out)
{
    Text t = cd_text_trim(cd_text(word));
    while (t.n && t.at[t.n - 1] == '/') t.n--;
    if (!t.n) return false;
    bool any = false;
    /* a name may belong to a statement, a command and a function at once: JOINT, TIME */
    for (int commands = 0; commands < 2; commands++) {
        int k = cd_find_kind(t, commands != 0, NULL);
        if (k < 0 || (cd_kinds[k]->role == ROLE_COMMAND) != (commands != 0)) continue;
        print_kind(cd_kinds[k], out);
        any = true;
    }
    const Function *f = cd_function_find(t);
    if (f) {
        if (any) fprintf(out, "\nAs a function in expressions:\n");
        print_function(f, out);
    }
    return any || f;
}

bool cd_help_near(const char *word, char *out, size_t room)
{
    Text t = cd_text_trim(cd_text(word));
    const char *function = cd_closest_function(t);
    int best = function ? cd_text_distance(t, function, CD_LABEL_ROOM) : CD_LABEL_ROOM;
    if (function) snprintf(out, room, "%s", function);
    for (int commands = 0; commands < 2; commands++) {
        const char *keyword = cd_closest_kind(t, commands != 0);
        if (!keyword) continue;
        char name[64];
        snprintf(name, sizeof name, "%.*s", TEXT_ARG(cd_word_at(keyword, 0)));
        int d = cd_text_distance(t, name, CD_LABEL_ROOM);
        if (d < best) best = d, snprintf(out, room, "%s", name);
    }
    return best < CD_LABEL_ROOM;
}

/* ---- the whole --------------------------------------------------------------------------------------------------- */

/* Bars separate columns in a table of Markdown. */
static void escaped(const char *text, FILE *out)
{
    for (; *text; text++) {
        if (*text == '|') fputc('\\', out);
        fputc(*text, out);
    }
}

static void manual_kind(const ElementKind *k, FILE *out)
{
    fprintf(out, "### %.*s\n\n", TEXT_ARG(cd_keyword(k)));
    escaped(k->summary, out);
    fprintf(out, ".%s\n\n", k->mechanics == MECHANICS_LATER ? " Read and checked; analyses do not use it yet" : "");
    if (k->fields->type == FIELD_END) return;
    fprintf(out, "| argument | words | meaning | |\n|---|---|---|---|\n");
    for (const Field *f = k->fields; f->type != FIELD_END; f++) {
        fprintf(out, "| `");
        escaped(f->key, out);
        fprintf(out, "` | ");
        escaped(f->words ? f->words : f->target ? f->target : "", out);
        fprintf(out, " | ");
        escaped(f->doc, out);
        fprintf(out, " |");
        print_conditions(f, out);
        fprintf(out, " |\n");
    }
    fprintf(out, "\n");
}

void cd_manual(FILE *out)
{
    fprintf(out, "# Statements, commands and functions of Cardan %s\n\n", CD_VERSION);
    for (int r = 0; r < ROLE_COUNT; r++) {
        fprintf(out, "## %s\n\n", role_title[r]);
        for (int k = 0; k < KIND_COUNT; k++)
            if (cd_kinds[k]->role == (Role)r) manual_kind(cd_kinds[k], out);
    }
    fprintf(out, "## Functions\n\n| function | value |\n|---|---|\n");
    for (int i = 0; i < cd_function_count; i++) {
        const Function *f = &cd_functions[i];
        fprintf(out, "| `%s%s%s%s` | ", f->name, *f->names ? "(" : "", f->names, *f->names ? ")" : "");
        escaped(f->summary, out);
        fprintf(out, " |\n");
    }
}
