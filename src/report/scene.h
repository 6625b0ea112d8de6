/* scene.h - a model as the report draws it: parts, markers, what acts between them, shapes. */
#pragma once
#include "kinematics/mechanism.h"

/* As a JSON object. Frames of markers are given in the part frame of the dataset, which is what the columns X ... PHI
 * of a part tell. */
void cd_scene_write(TextBuffer *out, const Mechanism *m);
