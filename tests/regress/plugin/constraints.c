/* constraints.c - user routines for GCON. The last constant says whether partial derivatives are stated. */
#include <cardan/plugin.h>
#include <math.h>

typedef struct Pair {
    int ids[4];
    bool states;
} Pair;

static Pair pair_of(const CdCall *call)
{
    int i = (int)call->constant[0], j = (int)call->constant[1];
    return (Pair){ { i, j, j, j }, call->constant[call->constants - 1] != 0 };
}

static double read_of(CdCall *call, const Pair *p, const char *name)
{
    return call->read(call, name, name[0] == 'V' ? 4 : 3, p->ids);
}

static void state(CdCall *call, const Pair *p, const char *name, double slope)
{
    if (p->states) call->partial(call, 0, name, name[0] == 'V' ? 4 : 3, p->ids, slope);
}

/* USER(i, j, length, states): |r| = length, from the three coordinates */
int rod(CdCall *call, double *out)
{
    Pair p = pair_of(call);
    double x = read_of(call, &p, "DX"), y = read_of(call, &p, "DY"), z = read_of(call, &p, "DZ");
    double r = sqrt(x * x + y * y + z * z);
    out[0] = r - call->constant[2];
    state(call, &p, "DX", x / r), state(call, &p, "DY", y / r), state(call, &p, "DZ", z / r);
    return 0;
}

/* USER(i, j, states): x y z + sin(t) x^2 - t^2 y */
int moving(CdCall *call, double *out)
{
    Pair p = pair_of(call);
    double x = read_of(call, &p, "DX"), y = read_of(call, &p, "DY"), z = read_of(call, &p, "DZ"), t = call->time;
    out[0] = x * y * z + sin(t) * x * x - t * t * y;
    state(call, &p, "DX", y * z + 2 * sin(t) * x), state(call, &p, "DY", x * z - t * t), state(call, &p, "DZ", x * y);
    return 0;
}

/* USER(i, j, states): y vx - x vy + wz / (1 + x^2) + sin(t), linear in velocities */
int rolling(CdCall *call, double *out)
{
    Pair p = pair_of(call);
    double x = read_of(call, &p, "DX"), y = read_of(call, &p, "DY");
    double vx = read_of(call, &p, "VX"), vy = read_of(call, &p, "VY"), wz = read_of(call, &p, "WZ"), d = 1 + x * x;
    out[0] = y * vx - x * vy + wz / d + sin(call->time);
    state(call, &p, "DX", -vy - 2 * x * wz / (d * d)), state(call, &p, "DY", vx);
    state(call, &p, "VX", y), state(call, &p, "VY", -x), state(call, &p, "WZ", 1 / d);
    return 0;
}

/* USER(i, j, states): a blade that does not slip, velocity along its own y axis */
int blade(CdCall *call, double *out)
{
    Pair p = pair_of(call);
    const int ids[3] = { p.ids[0], p.ids[1], p.ids[0] };
    out[0] = call->read(call, "VY", 3, ids);
    if (p.states) call->partial(call, 0, "VY", 3, ids, 1);
    return 0;
}

/* USER(i, j, states): not linear in velocities */
int squared(CdCall *call, double *out)
{
    Pair p = pair_of(call);
    double v = read_of(call, &p, "VX");
    out[0] = v * v - 1;
    return 0;
}
