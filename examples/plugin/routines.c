/* routines.c - user routines for plugin.adm: a hardening spring, a swept motion, a limited controller.
 *
 *     cc -shared -fPIC -I include examples/plugin/routines.c -o examples/plugin/routines.so -lm
 *     cardan run examples/plugin/plugin.adm --allow-plugins */
#include <cardan/plugin.h>
#include <math.h>

/* SFORCE, USER(i, j, k, h, length): f = -k x - h x^3, x = DM(i, j) - length; with its derivative. */
int hardening(CdCall *call, double *out)
{
    const int ids[2] = { (int)call->constant[0], (int)call->constant[1] };
    double k = call->constant[2], h = call->constant[3];
    double x = call->read(call, "DM", 2, ids) - call->constant[4];
    out[0] = -k * x - h * x * x * x;
    call->partial(call, 0, "DM", 2, ids, -k - 3 * h * x * x);
    return 0;
}

/* VFORCE, USER(i, c): drag -c |v| v along ground axes, without derivatives: the solver takes differences. */
int drag(CdCall *call, double *out)
{
    const int id = (int)call->constant[0];
    double v[3] = { call->read(call, "VX", 1, &id), call->read(call, "VY", 1, &id), call->read(call, "VZ", 1, &id) };
    double speed = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int k = 0; k < 3; k++) out[k] = -call->constant[1] * speed * v[k];
    return 0;
}

/* MOTION, USER(a, w): a sin(w t) and its first two derivatives. */
int swing(CdCall *call, double *out)
{
    double a = call->constant[0], w = call->constant[1], t = call->time;
    out[0] = call->order == 0 ? a * sin(w * t) : call->order == 1 ? a * w * cos(w * t) : -a * w * w * sin(w * t);
    return 0;
}

/* GSE, USER(gain): x' = u - x, y = tanh(gain x). */
int limited(CdCall *call, double *out)
{
    double gain = call->constant[0], x = call->state[0], y = tanh(gain * x);
    out[0] = call->input[0] - x;
    out[1] = y;
    call->partial_state(call, 0, 0, -1);
    call->partial_input(call, 0, 0, 1);
    call->partial_state(call, 1, 0, gain * (1 - y * y));
    return 0;
}

/* REQUEST, USER(i, m, g): kinetic energy and height of a marker's mass. */
int energy(CdCall *call, double *out)
{
    const int id = (int)call->constant[0];
    double m = call->constant[1], v = call->read(call, "VM", 1, &id);
    out[1] = m * v * v / 2;
    out[2] = m * call->constant[2] * call->read(call, "DY", 1, &id);
    return 0;
}
