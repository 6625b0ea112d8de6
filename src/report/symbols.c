/* symbols.c - symbols of units. */
#include "report/symbols.h"

#include "elements/units.h"

#include <string.h>

static const struct {
    const char *word, *symbol;
} symbols[] = {
    { "kilogram_force", "kgf" },
    { "kpound_force", "klbf" },
    { "pound_force", "lbf" },
    { "ounce_force", "ozf" },
    { "meganewton", "MN" },
    { "knewton", "kN" },
    { "centinewton", "cN" },
    { "millinewton", "mN" },
    { "micronewton", "µN" },
    { "nanonewton", "nN" },
    { "newton", "N" },
    { "dyne", "dyn" },
    { "kpound_mass", "klb" },
    { "pound_mass", "lb" },
    { "ounce_mass", "oz" },
    { "kilogram", "kg" },
    { "milligram", "mg" },
    { "microgram", "µg" },
    { "nanogram", "ng" },
    { "megagram", "Mg" },
    { "gram", "g" },
    { "tonne", "t" },
    { "kilometer", "km" },
    { "millimeter", "mm" },
    { "centimeter", "cm" },
    { "micrometer", "µm" },
    { "nanometer", "nm" },
    { "meter", "m" },
    { "inch", "in" },
    { "foot", "ft" },
    { "yard", "yd" },
    { "mile", "mi" },
    { "millisecond", "ms" },
    { "microsecond", "µs" },
    { "nanosecond", "ns" },
    { "second", "s" },
    { "minute", "min" },
    { "hour", "h" },
    { "radian", "rad" },
    { "degree", "°" },
    { "**2", "²" },
    { "**3", "³" },
    { "**4", "⁴" },
    { "*", "·" },
};

void cd_unit_symbol(TextBuffer *out, const struct CdModel *model, Dimension d)
{
    if (d == DIM_NONE || d == DIM_MIXED) return;
    TextBuffer words = { 0 };
    cd_unit_write(&words, model, d);
    for (size_t i = 0; i < words.n;) {
        size_t used = 0;
        for (size_t k = 0; k < sizeof symbols / sizeof symbols[0] && !used; k++) {
            size_t n = strlen(symbols[k].word);
            if (i + n > words.n || strncmp(words.at + i, symbols[k].word, n) != 0) continue;
            cd_buffer_text(out, cd_text(symbols[k].symbol));
            used = n;
        }
        if (!used) cd_buffer_char(out, words.at[i]);
        i += used ? used : 1;
    }
    cd_buffer_close(&words);
}
