/* exact.h - weights of positions while a mechanism is assembled, and the coordinates that EXACT holds. */
#pragma once
#include "system/system.h"

/* The weights; hold points to a bool: whether EXACT counts. */
BodyBlock cd_position_weights;

/* What is a share of a flexible body weighs otherwise: it is moved rather than bent, and its nodes go where it is. */
void cd_flexible_weights(const System *s, int body, double W[36]);

bool cd_exact_any(const System *s);
/* W times the way back to EXACT values that the linearised constraints had moved; its size, lengths by that of the
 * model. */
double cd_exact_pull(const System *s, double *pull);
/* EXACT values that the constraints do not let be are named. Numbers of a dataset are rounded: what is next to nothing
 * does not count. */
CdStatus cd_exact_check(const System *s, CdLog *log);
/* Names the coordinates that a mechanism which cannot be assembled must not move. */
void cd_exact_name(const System *s, CdLog *log);
