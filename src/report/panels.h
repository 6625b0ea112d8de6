/* panels.h - columns to be plotted, those of one unit together, and the numbers on axes. */
#pragma once
#include "report/recording.h"

enum { MOST_CURVES = 64 };

typedef struct Panel {
    Text unit;
    int n, column[MOST_CURVES];
    double low, high; /* of the axis */
} Panel;

/* Columns by unit, in the order of their first; returns how many panels there are. */
int cd_panels(const Recording *r, int n, const int *column, Panel *out);

/* Values at which an axis has a mark: first, first + step ... */
typedef struct Ticks {
    double first, step;
    int n, decimals; /* decimals < 0: with an exponent */
} Ticks;
Ticks cd_ticks(double low, double high, int most);
const char *cd_tick_text(const Ticks *t, int i, char room[32]);
