/* fuzz_dmig.c - any bytes as a punch file of Nastran, masses, and GRID cards. */
#include "fem.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    CdFlexOptions o = cd_flex_default();
    o.mass = o.nodes = "", o.interface = "1,2", o.modes = 2;
    fuzz_fem((const char *const[]){ ".pch", ".mass", ".bdf" }, 3, data, size, o);
    return 0;
}
