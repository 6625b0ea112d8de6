/* pack.h - a run as the page reads it: one block of bytes, deflated, in base64.
 *
 *     length of the JSON (4 bytes, little-endian), JSON, then for each of steps x moving columns 24 bits in three
 *     planes
 *
 * A column is stored as whole numbers k from 0 to 2^24 - 2 with x = low + k step; 2^24 - 1 stands for a number that is
 * not finite. Of k the differences from step to step are kept, modulo 2^24; all lowest bytes stand first, then the
 * middle ones, then the highest: so what changes smoothly deflates well. The error is at most 3e-8 of the range of the
 * column. Columns that do not change are not stored. Behind them come the vertices of meshes as floats, three corners
 * per triangle; then places where shapes touch, as floats (touches.h), as many of each step as the JSON says. */
#pragma once
#include "report/recording.h"

void cd_pack(const Recording *r, TextBuffer *base64);

/* Its name and version. */
const char *cd_pack_library(void);
