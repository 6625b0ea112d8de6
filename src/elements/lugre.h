/* lugre.h - the LuGre model of joint friction as texts of expressions. */
#pragma once
#include "elements/sliding.h"

/* Component of FRICTION that is the deflection in direction k, a state. */
int cd_lugre_component(int k);
/* Deflections are kept at accepted points; statics starts from there. */
void cd_lugre_remember(const Joined *j, Sliding *s);

/* Rate of the deflection and load in direction k. */
void cd_lugre_rate(TextBuffer *out, const Joined *j, const Sliding *s, int k);
void cd_lugre_load(TextBuffer *out, const Joined *j, const Sliding *s, int k);

/* Lengths of the coefficient and of the deflection, for results. */
void cd_lugre_coefficient(TextBuffer *out, const Joined *j, const Sliding *s);
void cd_lugre_deflection(TextBuffer *out, const Joined *j, const Sliding *s);
