/* near.h - vectors and rotations compared entry by entry. */
#pragma once
#include "linalg/mat3.h"
#include "test.h"

static inline void near_vector(Vec3 a, Vec3 b, double tol)
{
    assert_near(a.x, b.x, tol);
    assert_near(a.y, b.y, tol);
    assert_near(a.z, b.z, tol);
}

static inline void near_matrix(Mat3 a, Mat3 b, double tol)
{
    for (int j = 0; j < 3; j++) near_vector(a.c[j], b.c[j], tol);
}
