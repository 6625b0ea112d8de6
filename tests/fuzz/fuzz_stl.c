/* fuzz_stl.c - any bytes as a shape in .stl. */
#include "shape.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_shape(".stl", data, size);
    return 0;
}
