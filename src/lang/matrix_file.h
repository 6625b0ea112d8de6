/* matrix_file.h - matrices in files: those of MATRIX/..., FILE, of NFORCE/..., FILE and of FLEX_BODY. */
#pragma once
#include "elements/matrix.h"
#include "model/build.h"

/* Reads all files that matrices, forces and flexible bodies name, from beside the dataset or as named. A file that is
 * not there is for the run to refuse; one that does not make sense is an error. */
void cd_matrix_files_read(CdBuild *b);

/* The matrix of a name (n = 0: the only one) in a source, in memory of the arena; false, with a message for element e
 * unless there is just none of that name and it is optional. */
bool cd_matrix_file_find(Arena *arena, const Source *source, Text name, bool optional, const Element *e,
                         MatrixElement *out, CdLog *log);

/* All that is in a file, each matrix with its name, and the first line. False, with a message for element e, if it
 * makes no sense. */
typedef struct MatrixFile {
    Text head;
    ARRAY_OF(MatrixElement) matrix;
} MatrixFile;
bool cd_matrix_file_read(Arena *arena, const Source *source, const Element *e, MatrixFile *out, CdLog *log);

/* A regular file beside the dataset, or as named; NULL: there is none. */
const Source *cd_open_beside(Text name, const char *dataset, CdLog *log);

/* The modes of a FLEX_BODY, from its MTX_FILE or MATRICES (modal_file.c). */
void cd_modal_body_read(CdBuild *b, const Element *e);
