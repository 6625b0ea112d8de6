/* units.h - the units a dataset may name, with their size in SI, and the UNITS statement. */
#pragma once
#include "base/text.h"
#include "model/model.h"

typedef struct UnitWord {
    const char *word;
    double si; /* one of it in newtons, kilograms, metres, seconds */
} UnitWord;

/* In the order of the words of the UNITS statement, ended by a row without word. */
extern const UnitWord cd_force_units[], cd_mass_units[], cd_length_units[], cd_time_units[];

enum { SYSTEM_CGS, SYSTEM_FPS, SYSTEM_IPS, SYSTEM_MKS, SYSTEM_NONE };

typedef struct UnitsStatement {
    int force, mass, length, time; /* position in the tables above; -1: not given */
    int system;
    double ucf;
} UnitsStatement;

/* A dimension in the units of a model, "millimeter/second"; in words, "length/time", where it names none. */
void cd_unit_write(TextBuffer *out, const CdModel *model, Dimension d);
/* One of that unit in SI, radians for angles; 0 where the model names none, or the dimension is mixed. */
double cd_unit_si(const CdModel *model, Dimension d);
