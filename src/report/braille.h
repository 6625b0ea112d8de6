/* braille.h - a plot for terminals: dots of Braille letters, two by four in each. */
#pragma once
#include "report/panels.h"

/* What a terminal can show. */
typedef struct Letters {
    int columns, rows;
    bool utf8, coloured;
    Text time_unit;
} Letters;

void cd_braille(const Recording *r, const Panel *p, const Letters *l, FILE *out);
