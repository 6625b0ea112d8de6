/* chart.h - a rectangle of a canvas with axes and curves. */
#pragma once
#include "report/canvas.h"

/* Where it is on the canvas, and the values at its edges: logarithms to base 10 along an axis that is logarithmic. */
typedef struct Chart {
    double x, y, width, height;
    double from, to, low, high;
    bool log_x, log_y;
} Chart;

double cd_chart_x(const Chart *v, double x);
double cd_chart_y(const Chart *v, double y);

void cd_chart_axes(Canvas *c, const Chart *v, Text x_title, Text y_title);

/* Colours told apart by all kinds of colour vision, over and over. */
const char *cd_chart_colour(int k);

/* The name of curve k above the chart, `at` to the right of its edge; where the next goes, below 0 if there is no
 * room. */
double cd_chart_legend(Canvas *c, const Chart *v, double at, int k, Text name);
