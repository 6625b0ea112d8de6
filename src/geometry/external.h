/* external.h - what a GRAPHICS/EXTERNAL statement of a model asks for (solid_find.h). */
#pragma once
#include "geometry/solid_find.h"
#include "model/frames.h"

/* The question of statement number index. label is of CD_LABEL_ROOM bytes and lives as long as the question. Folders
 * come from CARDAN_PATH, which cardan --path sets. */
SolidQuery cd_external_query(const CdModel *model, int index, char *label);

/* Metres in the unit of length of a model; 1 where it names none. */
double cd_external_metre(const CdModel *model);
