/* file.h - the FILE command. */
#pragma once
#include "model/field.h"

typedef struct FileCommand {
    Text model, output_prefix, command;
    Text graphics, request, results, tabular, load_analysis, save;
} FileCommand;
