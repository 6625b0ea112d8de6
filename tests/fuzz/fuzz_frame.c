/* fuzz_frame.c - any bytes as a frame of tubes in .json. */
#include "fem.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_fem((const char *const[]){ ".json" }, 1, data, size, cd_flex_default());
    return 0;
}
