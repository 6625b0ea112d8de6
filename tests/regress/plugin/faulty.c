/* faulty.c - user routines that go wrong. */
#include <cardan/plugin.h>
#include <math.h>

int no_number(CdCall *call, double *out)
{
    out[0] = call->listing ? 0 : NAN;
    return 0;
}

int gives_up(CdCall *call, double *out)
{
    (void)out;
    return call->listing ? 0 : 7;
}

/* reads something that was not listed */
int strays(CdCall *call, double *out)
{
    const int id = (int)call->constant[0];
    out[0] = call->listing ? 0 : call->read(call, "DX", 1, &id);
    return 0;
}

/* a motion that reads a marker */
int moves(CdCall *call, double *out)
{
    const int id = (int)call->constant[0];
    out[0] = call->read(call, "DX", 1, &id);
    return 0;
}
