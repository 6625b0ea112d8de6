/* fuzz_obj.c - any bytes as a shape in .obj. */
#include "shape.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_shape(".obj", data, size);
    return 0;
}
