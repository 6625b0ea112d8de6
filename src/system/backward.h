/* backward.h - the backward error of accelerations (Oettli and Prager, theory 7.14): Newton's method can come no nearer
 * than round-off in the terms of the residual lets it. */
#pragma once
#include "system/equations.h"

/* Whether e->rhs, the residual at acceleration level that the matrix at hand was made with, is round-off in its own
 * terms in every row. */
bool cd_residual_is_roundoff(Equations *e);
