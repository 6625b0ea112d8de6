/* fuzz_mbdyn.c - any bytes as modal data of MBDyn. */
#include "fem.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    CdFlexOptions o = cd_flex_default();

    fuzz_fem((const char *const[]){ ".fem" }, 1, data, size, o);
    return 0;
}
