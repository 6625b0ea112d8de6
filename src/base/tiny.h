/* tiny.h - numbers below 1e-308 are taken for zero while a run computes. What is across the plane of a plane mechanism
 * dies away to such numbers, and processors take many times as long for each operation with them: a slider-crank with
 * HHT took five times as long. */
#pragma once

#if defined(__SSE2__)
#include <xmmintrin.h>

static inline unsigned cd_tiny_to_zero(void)
{
    enum { RESULTS = 0x8000, OPERANDS = 0x0040 };
    unsigned was = _mm_getcsr();
    _mm_setcsr(was | RESULTS | OPERANDS);
    return was;
}

static inline void cd_tiny_as_before(unsigned was)
{
    enum { MODES = 0x8040 };
    _mm_setcsr((_mm_getcsr() & ~(unsigned)MODES) | (was & MODES));
}
#else
static inline unsigned cd_tiny_to_zero(void)
{
    return 0;
}

static inline void cd_tiny_as_before(unsigned was)
{
    (void)was;
}
#endif
