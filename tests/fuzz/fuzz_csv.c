/* fuzz_csv.c - any bytes as a table of results (.csv). */
#include "course.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_course(".csv", data, size);
    return 0;
}
