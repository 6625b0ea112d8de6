/* fuzz_req.c - any bytes as a request file (.req). */
#include "course.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_course(".req", data, size);
    return 0;
}
