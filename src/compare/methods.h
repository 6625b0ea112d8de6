/* methods.h - methods to be compared, by name: rows of the table of integrators in one of their formulations, and AUTO,
 * which chooses among them. */
#pragma once
#include "integrators/integrator.h"

typedef struct MethodChoice {
    const IntegratorKind *kind; /* NULL: AUTO, which takes several */
    const char *name;           /* that of INTEGRATOR */
    const char *label;          /* GSTIFF SI2 */
    const char *statement;      /* arguments of INTEGRATOR without ERROR: GSTIFF, SI2 */
} MethodChoice;

typedef ARRAY_OF(MethodChoice) MethodList;

/* Every method of the table in every formulation it has, and AUTO. */
MethodList cd_methods_all(Arena *arena);

/* The methods of a list such as "GSTIFF,GSTIFF:SI2,TLISMNI:AM4,HHT:ALPHA=-0.1". False, with messages, if one is not
 * there or none is named. */
bool cd_methods_read(Arena *arena, const char *text, MethodList *out, CdLog *log);

/* METHOD[:WORD...]:ERROR; false, with a message, if it is none. */
bool cd_method_with_error(Arena *arena, const char *text, MethodChoice *method, double *error, CdLog *log);

/* Methods a reference can come from: of order 4 or more, stabilised where they can be. */
MethodList cd_methods_exact(Arena *arena);

/* Whether two methods share nothing but the driver. */
bool cd_methods_unrelated(const MethodChoice *a, const MethodChoice *b);
