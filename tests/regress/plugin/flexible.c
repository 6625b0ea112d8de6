/* flexible.c - loads and damping of flexible bodies by routines: the same as expressions give. */
#include <cardan/plugin.h>
#include <math.h>

/* CRATIO, USER(a, b): a + b f of the frequency, twice that from t = 0.1 on. */
int ratio(CdCall *call, double *out)
{
    double f = call->read(call, "FXFREQ", 0, 0);
    out[0] = (call->constant[0] + call->constant[1] * f) * (call->time < 0.1 ? 1 : 2);
    return 0;
}

/* MFORCE, USER(k, marker, p1, p2, ...): k times the speed of the marker along x, less 3 sin(5 t), times p. */
int modal(CdCall *call, double *out)
{
    const int ids[1] = { (int)call->constant[1] };
    double k = call->constant[0], s = k * call->read(call, "VX", 1, ids) - 3 * sin(5 * call->time);
    for (int i = 2; i < call->constants; i++) {
        out[i - 2] = call->constant[i] * s;
        call->partial(call, i - 2, "VX", 1, ids, call->constant[i] * k);
    }
    return 0;
}

/* FE_LOAD, USER(nodes, f): f sin(20 t) / nodes along y at each node, half of it at both ends. */
int spread(CdCall *call, double *out)
{
    int nodes = (int)call->constant[0];
    for (int k = 0; k < nodes; k++)
        out[6 * k + 1] = call->constant[1] * sin(20 * call->time) * (k == 0 || k == nodes - 1 ? 0.5 : 1) / (nodes - 1);
    return 0;
}
