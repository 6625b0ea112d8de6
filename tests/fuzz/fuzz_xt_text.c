/* fuzz_xt_text.c - any bytes as a file of solids, beginning with those in text. */
#include "solid.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_solid(data, size);
    return 0;
}
