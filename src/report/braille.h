/* braille.h - a plot for terminals: dots of Braille letters, two by four in each. */
#pragma once
#include "report/panels.h"

void cd_braille(const Recording *r, const Panel *p, int columns, int rows, FILE *out);
