/* debug.h - parameters of what is printed for the search of mistakes. Each is -1: not given, DEBUG_ON or DEBUG_OFF. */
#pragma once
#include "model/field.h"

enum { DEBUG_ON, DEBUG_OFF };

typedef struct Debug {
    int eprint, dump, reqdump, rhsdump, jmdump, full, topology, verbose, dof;
    bool reset, list;
} Debug;
