/* draw.h - numbers and vectors at random. The compiler chooses the order in which arguments of a call are evaluated:
 * each number is drawn by a declaration or statement of its own, so that all compilers try the same cases. */
#pragma once

#include "linalg/vec3.h"
#include "test.h"

static inline double between(uint64_t *s, double low, double high)
{
    return low + (high - low) * test_random(s);
}

static inline Vec3 random_within(uint64_t *s, Vec3 low, Vec3 high)
{
    double x = between(s, low.x, high.x), y = between(s, low.y, high.y), z = between(s, low.z, high.z);
    return v3(x, y, z);
}

static inline Vec3 random_vector(uint64_t *s, double size)
{
    return random_within(s, v3(-size, -size, -size), v3(size, size, size));
}
