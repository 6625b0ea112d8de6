/* save.h - SAVE and RELOAD. */
#pragma once
#include "model/field.h"

typedef enum SavedWhat { SAVED_SYSTEM, SAVED_CONDITIONS } SavedWhat;

typedef struct Save {
    int what;
    Text file;
} Save;

typedef struct Reload {
    int what;
    Text file, output_prefix;
} Reload;
