/* jprim.h - types and parameters of a joint primitive. */
#pragma once
#include "model/field.h"

typedef enum JprimType {
    JPRIM_ATPOINT,
    JPRIM_INLINE,
    JPRIM_INPLANE,
    JPRIM_ORIENTATION,
    JPRIM_PARALLEL_AXES,
    JPRIM_PERPENDICULAR,
    JPRIM_TYPES
} JprimType;

typedef struct Jprim {
    int type, i, j;
} Jprim;
