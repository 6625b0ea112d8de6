/* pinput.h - PINPUT and POUTPUT: lists of variables. */
#pragma once
#include "model/field.h"

typedef struct PlantList {
    IntList variables;
} PlantList;
