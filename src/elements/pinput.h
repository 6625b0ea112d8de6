/* pinput.h - PINPUT, POUTPUT and PSTATE: lists of variables. */
#pragma once
#include "model/field.h"

typedef struct PlantList {
    IntList variables;
} PlantList;
