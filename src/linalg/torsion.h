/* torsion.h - torsion constant of a rectangle by the series of Saint-Venant (20.20). */
#pragma once
#include <math.h>

static inline double cd_rectangle_torsion(double y, double z)
{
    const double pi = 3.14159265358979323846;
    double a = fmax(y, z), b = fmin(y, z), sum = 0;
    for (int n = 1; n < 40; n += 2) sum += tanh(n * pi * a / (2 * b)) / pow(n, 5);
    return a * b * b * b * (1. / 3 - 64 * b / (pow(pi, 5) * a) * sum);
}
