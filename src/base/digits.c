/* digits.c - 17 digits of a double from its product with a power of ten, in long double.
 *
 * With |x| = d.ddd 10^k the digits are the whole number next to y = |x| 10^(16 - k) < 10^17. Powers up to 10^27 are
 * exact in 64 bits, so y is rounded once or, beyond that, three times, and is off by less than 3 * 10^17 2^-64 < 0.02:
 * the whole number is right unless y lies that near to the middle between two. 15 digits read back as x if they are
 * nearer to y than half the distance of doubles. */
#include "base/digits.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

enum { MOST_EXACT = 27 }; /* powers of ten in 64 bits */
static const long double doubt = 0.02L;

static const long double power[MOST_EXACT + 1] = { 1e0L,  1e1L,  1e2L,  1e3L,  1e4L,  1e5L,  1e6L,  1e7L,  1e8L,  1e9L,
                                                   1e10L, 1e11L, 1e12L, 1e13L, 1e14L, 1e15L, 1e16L, 1e17L, 1e18L, 1e19L,
                                                   1e20L, 1e21L, 1e22L, 1e23L, 1e24L, 1e25L, 1e26L, 1e27L };

/* Whether long double has 64 bits here: not on every machine, nor under every tool that stands for one. */
static bool is_wide(void)
{
    volatile long double large = 0x1p63L;
    return large + 1 != large;
}

static long double scale(double x, int by)
{
    if (by < 0) return x / power[-by];
    return by <= MOST_EXACT ? x * power[by] : x * power[MOST_EXACT] * power[by - MOST_EXACT];
}

/* x > 0 as y 10^(k - 16), 10^16 <= y < 10^17, and half the distance of doubles there in the same unit; y = 0: out of
 * range. */
typedef struct Scaled {
    int k;
    long double y, half;
    bool even; /* the distance is the same on both sides */
} Scaled;

static Scaled scaled(double x)
{
    const int lowest = -37, highest = 42;
    Scaled s = { 0 };
    int binary;
    double mantissa = frexp(x, &binary);
    s.k = (int)floor((binary - 1) * 0.30102999566398120); /* or one more */
    if (s.k < lowest || s.k >= highest) return s;
    s.y = scale(x, 16 - s.k);
    if (s.y >= 1e17L) s.y = scale(x, 16 - ++s.k);
    s.half = s.y * 0x1p-54L / mantissa, s.even = mantissa != 0.5;
    return s;
}

/* The whole number next to y; 0 if that is in doubt. */
static uint64_t digits_of(long double y)
{
    uint64_t whole = (uint64_t)y;
    long double rest = y - (long double)whole;
    if (fabsl(rest - 0.5L) < doubt) return 0;
    whole += rest > 0.5L;
    return whole >= UINT64_C(10000000000000000) && whole < UINT64_C(100000000000000000) ? whole : 0;
}

/* n digits in the layout of %.nG: without zeros at the end, with an exponent where k < -4 or k >= n. */
static void lay_out(char *out, uint64_t digits, int n, int k)
{
    char text[20];
    int count = n;
    for (int i = n - 1; i >= 0; i--) text[i] = (char)('0' + digits % 10), digits /= 10;
    while (count > 1 && text[count - 1] == '0') count--;
    bool exponent = k < -4 || k >= n;
    int point = exponent ? 1 : k + 1; /* digits before it */
    if (point <= 0) {
        *out++ = '0', *out++ = '.';
        for (int i = point; i < 0; i++) *out++ = '0';
    }
    for (int i = 0; i < count || i < point; i++) {
        if (i == point && point > 0) *out++ = '.';
        *out++ = i < count ? text[i] : '0';
    }
    if (exponent) {
        int size = k < 0 ? -k : k;
        *out++ = 'E', *out++ = k < 0 ? '-' : '+';
        *out++ = (char)('0' + size / 10), *out++ = (char)('0' + size % 10);
    }
    *out = 0;
}

bool cd_digits_write(char out[CD_NUMBER_ROOM], double x)
{
    double size = fabs(x);
    if (!(size > 0) || !isfinite(x) || !is_wide()) return false;
    Scaled s = scaled(size);
    uint64_t digits = s.y > 0 ? digits_of(s.y) : 0, fewer = (digits + 50) / 100;
    if (!digits) return false;
    int n = 17;
    long double off = fabsl((long double)fewer * 100 - s.y);
    if (digits == fewer * 100) n = 15; /* the same number, and 17 digits always read back */
    else if (off < s.half + doubt) {
        if (off > s.half - doubt || !s.even || fewer >= UINT64_C(1000000000000000)) return false;
        n = 15;
    }
    if (signbit(x)) *out++ = '-';
    lay_out(out, n == 15 ? fewer : digits, n, s.k);
    return true;
}
