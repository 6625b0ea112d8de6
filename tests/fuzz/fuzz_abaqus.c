/* fuzz_abaqus.c - any bytes as what Abaqus writes of matrices, and its input deck. */
#include "fem.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    CdFlexOptions o = cd_flex_default();
    o.mass = o.nodes = "", o.interface = "1,A:RBE3", o.modes = 2;
    fuzz_fem((const char *const[]){ ".mtx", ".mass", ".nodes" }, 3, data, size, o);
    return 0;
}
