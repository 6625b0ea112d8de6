/* listing.c - lists of what there is: the words of the language, and the integration methods. */
#include "analyses/dynamic/stated.h"
#include "lang/lang.h"

/* "order 1 to 6" */
static void print_orders(const IntegratorKind *k, FILE *out)
{
    char text[40];
    if (k->low < k->high) snprintf(text, sizeof text, "order %d to %d", k->low, k->high);
    else snprintf(text, sizeof text, "order %d", k->high);
    fprintf(out, "%-14s", text);
}

static void list_integrators(FILE *out)
{
    fprintf(out, "%-12s %-13s%-10s%-17s\n", "AUTO", "", "", "the program chooses, and changes if need be");
    for (int i = 0; i < cd_integrator_count; i++) {
        const IntegratorKind *k = cd_integrators[i];
        char forms[40] = "";
        for (int f = 0, n = 0; f < FORMULATIONS; f++)
            if (k->formulations >> f & 1)
                n += snprintf(forms + n, sizeof forms - (size_t)n, "%s%s", n ? " " : "", cd_formulation_words[f]);
        fprintf(out, "%-12s ", k->name);
        print_orders(k, out);
        fprintf(out, "%-9s %-12s %s\n", k->traits.implicit ? "implicit" : "explicit", forms, k->summary);
    }
}

bool cd_list(const char *what, FILE *out)
{
    bool ambiguous;
    if (cd_find_word("integrators", cd_text(what), &ambiguous) != 0) return cd_list_language(what, out);
    list_integrators(out);
    return true;
}
