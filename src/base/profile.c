/* profile.c - one clock, moved from phase to phase. */
#include "base/profile.h"

#include <time.h>

static const char *const names[] = {
#define PHASE(name, text) [PHASE_##name] = text,
    PROFILE_PHASES(PHASE)
#undef PHASE
};

static double seconds_of(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double cd_clock_seconds(void)
{
    return seconds_of(CLOCK_MONOTONIC);
}

double cd_cpu_seconds(void)
{
    return seconds_of(CLOCK_THREAD_CPUTIME_ID);
}

static void turn_to(Profile *p, Phase phase)
{
    double now = cd_clock_seconds();
    if (p->since > 0) p->seconds[p->now] += now - p->since;
    p->since = now, p->now = phase;
}

Phase cd_profile_enter(Profile *p, Phase phase)
{
    if (!p) return PHASE_OTHER;
    Phase back = p->now;
    turn_to(p, phase);
    p->calls[phase]++;
    return back;
}

void cd_profile_leave(Profile *p, Phase back)
{
    if (p) turn_to(p, back);
}

void cd_profile_tell(Profile *p, const Reporter *reporter)
{
    double all = 0;
    turn_to(p, PHASE_OTHER);
    for (int i = 0; i < PHASE_COUNT; i++) all += p->seconds[i];
    cd_tell(reporter, "profile: %.3f s", all);
    cd_tell(reporter, "  %-40s %7s %10s %12s", "", "share", "calls", "us per call");
    for (int i = 0; i < PHASE_COUNT; i++) {
        if (p->seconds[i] == 0) continue;
        double share = all > 0 ? 100 * p->seconds[i] / all : 0;
        if (!p->calls[i]) cd_tell(reporter, "  %-40s %5.1f %%", names[i], share);
        else
            cd_tell(reporter, "  %-40s %5.1f %% %10ld %12.3f", names[i], share, p->calls[i],
                    1e6 * p->seconds[i] / (double)p->calls[i]);
    }
    *p = (Profile){ 0 };
}
