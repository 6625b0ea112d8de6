/* symbols.h - units as people write them on axes: "m/s²" instead of "meter/second**2". */
#pragma once
#include "model/field.h"

struct CdModel;
/* Empty where the dimension is none or differs. */
void cd_unit_symbol(TextBuffer *out, const struct CdModel *model, Dimension d);
