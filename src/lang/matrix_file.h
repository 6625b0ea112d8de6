/* matrix_file.h - matrices in files: those of MATRIX/..., FILE and of NFORCE/..., FILE. */
#pragma once
#include "elements/matrix.h"
#include "model/build.h"

/* Reads all files that matrices and forces name, from beside the dataset or as named. A file that is not there is for the run to
 * refuse; one that does not make sense is an error. */
void cd_matrix_files_read(CdBuild *b);

/* The matrix of a name (n = 0: the only one) in a source, in memory of the arena; false, with a message for element e unless there is
 * just none of that name and it is optional. */
bool cd_matrix_file_find(Arena *arena, const Source *source, Text name, bool optional, const Element *e,
                         MatrixElement *out, CdLog *log);
