/* fuzz_calculix.c - any bytes as what CalculiX writes, and its input deck. */
#include "fem.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    CdFlexOptions o = cd_flex_default();
    o.interface = "1,A:RBE2", o.modes = 2;
    fuzz_fem((const char *const[]){ ".sti", ".mas", ".dof", ".inp" }, 4, data, size, o);
    return 0;
}
