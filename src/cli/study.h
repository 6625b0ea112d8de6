/* study.h - what cardan compare and cardan verify share: lists of numbers, names of files, references. */
#pragma once
#include "cli/trial.h"
#include "compare/deviation.h"
#include "compare/methods.h"

typedef ARRAY_OF(double) NumberList;

/* Tolerances from loose to tight: "1e-3,1e-5", or every power of ten of "1e-2..1e-6". False, with a word on the
 * terminal, if they are none. */
bool cli_read_errors(Arena *arena, const char *text, NumberList *out);

/* Models that are named, each there, without mistakes, and such that they take each of the INTEGRATOR arguments; the
 * exit code, DONE if all is well. */
int cli_check_models(const Options *o, const char *const *statement, int statements);

/* The page a study writes: that of -o, or MODEL_suffix.html beside the first model or in the folder of --out. */
const char *cli_page_name(Arena *arena, const Options *o, const char *suffix);
/* Whether there is a folder for it, or can be; else a word on the terminal. */
bool cli_page_has_place(Arena *arena, const Options *o, const char *page);
/* The same name with another extension. */
const char *cli_beside(Arena *arena, const char *page, const char *extension);

/* The model's name without folder and extension. */
const char *cli_model_name(Arena *arena, const char *path);
/* With the folder it is in. */
const char *cli_model_label(Arena *arena, const char *path);

/* INTEGRATOR arguments of a method with an ERROR. */
const char *cli_statement(Arena *arena, const char *method, double error);
/* The same for a run that others are measured by: a tight ERROR may need steps that HMIN of the model would not allow.
 * Steps of 1e-10 of the run still end it where the motion has no end to come to. */
const char *cli_exact_statement(Arena *arena, const char *method, double error, double length);

/* What is known of a run before it is made. */
typedef struct Prospect {
    double length;  /* largest END or DURATION */
    bool elsewhere; /* SAVE writes outside the folder of the run */
} Prospect;
Prospect cli_prospect(const char *path, const Options *o);

/* The command as it can be given again. */
const char *cli_command(Arena *arena, const Options *o);

const char *cli_print(Arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));
