/* test.h - what test files need: cmocka, TEST(name) { ... }, numbers compared, repeatable random ones. */
#pragma once

/* cmocka wants these first, in this order */
/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
/* clang-format on */

#include <math.h>

/* TEST(names_are_sentences) { ... }, listed in main as UNIT(names_are_sentences). */
#define TEST(name) static void name(void **state __attribute__((unused)))
#define UNIT(name) cmocka_unit_test(name)

/* |a - b| <= tol; a NaN is near nothing. */
#define assert_near(a, b, tol) test_near((a), (b), (tol), #a, __FILE__, __LINE__)

static inline void test_near(double a, double b, double tol, const char *what, const char *file, int line)
{
    if (fabs(a - b) <= tol) return;
    print_error("%s is %.17g, not %.17g: off by %.3g, tolerance %.3g\n", what, a, b, fabs(a - b), tol);
    _fail(file, line);
}

/* How many of n random cases are drawn: sanitizers see the same code with a few of them. */
#ifdef __SANITIZE_ADDRESS__
#define DRAWN(n) (((n) + 5) / 6)
#else
#define DRAWN(n) (n)
#endif

/* The next number in [0, 1) of the xorshift64* sequence; *s is any seed but 0. */
static inline double test_random(uint64_t *s)
{
    *s ^= *s >> 12, *s ^= *s << 25, *s ^= *s >> 27;
    return (double)(*s * UINT64_C(2685821657736338717) >> 11) * 0x1p-53;
}
