/* box.h - shares between 0 and 1 of several jumps at one instant (theory 9.42):
 *
 *     w = r + A s;    w_i = 0 where 0 < s_i < 1,   w_i >= 0 where s_i = 1,   w_i <= 0 where s_i = 0 */
#pragma once
#include <stdbool.h>

enum { BOX_MOST = 64 };

typedef struct Box {
    int n;               /* BOX_MOST at most */
    const double *a, *r; /* a: n x n, by rows */
    double *s;
    int *side;    /* 1: s = 1, -1: s = 0, 0: between */
    bool *along;  /* between, and w_i = 0 whatever s_i is, since it is so for others: s_i has been chosen */
    double *room; /* n x (n + 1) */
} Box;

/* Whether there is a solution; else each stands on the side that its rate points to. */
bool cd_box_solve(const Box *b);

/* A x = b in place, with complete pivoting; false: A is singular. room: n x (n + 1). */
bool cd_box_linear(int n, const double *a, double *b, double *room);
