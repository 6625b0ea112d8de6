/* writers.c - the table of writers. */
#include "output/results.h"

#define WRITER(name) extern const WriterKind cd_writer_##name;
#include "output/writers.def"
#undef WRITER

const WriterKind *const cd_writers[] = {
#define WRITER(name) &cd_writer_##name,
#include "output/writers.def"
#undef WRITER
};
const int cd_writer_count = sizeof cd_writers / sizeof cd_writers[0];
