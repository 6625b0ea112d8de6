/* loop.h - rings of expressions: an auxiliary unknown that depends on itself by way of others. */
#pragma once
#include "system/equations.h"

/* The shortest ring through an auxiliary unknown, "VARIABLE/1 -> SFORCE/2 -> VARIABLE/1"; false if there is none. */
bool cd_loop_find(const Equations *e, int auxiliary, TextBuffer *out);
