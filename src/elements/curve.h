/* curve.h - parameters of a curve. */
#pragma once
#include "model/field.h"

enum { CURVE_OPEN, CURVE_CLOSED };
enum { CURVE_HIGHEST_ORDER = 10 };

typedef struct CurveStatement {
    int closure, matrix, order;
    bool curve_points;
    double minpar, maxpar, tension;
    Expr function;
    Text routine, interface;
} CurveStatement;

/* Points it needs. */
static inline int cd_curve_least(const CurveStatement *s)
{
    int least = s->closure == CURVE_CLOSED ? 3 : 2;
    return !s->curve_points && s->order > least ? s->order : least;
}
