/* fuzz_xt_binary.c - any bytes as a file of solids, beginning with those in neutral binary. */
#include "solid.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_solid(data, size);
    return 0;
}
