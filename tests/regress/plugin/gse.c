/* gse.c - state equations for tests: sampled states, and rates that are given implicitly. */
#include <cardan/plugin.h>

/* USER(share): one sampled state, xd := share xd + u, and the output y = xd. */
int hold(CdCall *call, double *out)
{
    out[0] = call->sample[0];
    out[1] = call->constant[0] * call->sample[0] + call->input[0];
    return 0;
}

/* USER(partials): two implicit states of a vibration, x1' + x2' = x2 - 4 x1 and x1' - x2' = x2 + 4 x1, that is x1' =
 * x2, x2' = -4 x1; the sampled state counts the samples, and the output is x1 + 10 xd. */
int vibration(CdCall *call, double *out)
{
    const double *x = call->state, *rate = call->rate;
    out[0] = rate[0] + rate[1] - x[1] + 4 * x[0];
    out[1] = rate[0] - rate[1] - x[1] - 4 * x[0];
    out[2] = x[0] + 10 * call->sample[0];
    out[3] = call->sample[0] + 1;
    if (call->constant[0] == 0) return 0;
    for (int k = 0; k < 2; k++) {
        call->partial_rate(call, k, 0, 1);
        call->partial_rate(call, k, 1, k == 0 ? 1 : -1);
        call->partial_state(call, k, 0, k == 0 ? 4 : -4);
        call->partial_state(call, k, 1, -1);
    }
    call->partial_state(call, 2, 0, 1);
    return 0;
}
