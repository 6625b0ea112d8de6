/* stated.h - shapes as GRAPHICS statements give them. */
#pragma once
#include "base/log.h"
#include "contact/shape.h"
#include "model/model.h"

/* The shape of GRAPHICS number index, in the frame of *marker, which carries it. NULL: it is none that can touch, and
 * the log says why. Files of meshes are looked for as named and beside the dataset. A shape is made once for a model,
 * and a file read once; both live as long as the model. */
const Shape *cd_shape_stated(const CdModel *model, int index, CdLog *log, int *marker);
/* The same if it has been asked for and is one; else NULL, and nothing is made or told. */
const Shape *cd_shape_made(const CdModel *model, int index, int *marker);
