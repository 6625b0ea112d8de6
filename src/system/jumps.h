/* jumps.h - shares of the sides of jumps that motions are held on, as auxiliary unknowns (theory 9.41, 9.42).
 *
 * Each IF or SIGN that jumps has one, behind all others; they are in use while some jump is held on, and with them the
 * derivatives of values that the arguments of jumps read. */
#pragma once
#include "system/equations.h"

typedef enum ShareRule {
    SHARE_FIXED,   /* s = value */
    SHARE_KEEPS,   /* k' + back k = 0: the argument stays at zero, or comes back to it */
    SHARE_FOLLOWS, /* s = that of another jump with the same argument */
    SHARE_IN_BAND  /* s = 1/2 + gain (k + 2 k' / pace), from 0 to 1 */
} ShareRule;

typedef struct Jump {
    const Element *element;
    Scalar argument; /* p NULL: the equations have no such jump */
    Support on;      /* of the argument */
    int like;        /* the first jump with the same argument; itself, if there is none before it */
    bool able;       /* its argument is not of time alone and has a rate, as far as expressions tell */
    ShareRule rule;
    double value, back, gain, pace;
} Jump;

struct Jumps {
    int n, own, most; /* jumps; auxiliary unknowns without shares, and with them */
    Jump *at;
    Held *held;     /* per jump; NULL: there is none */
    bool nonlinear; /* aux.nonlinear and reading.few without shares */
    bool few;
};

/* Adds them to equations that have all others, loads included. */
void cd_jumps_list(Equations *e);

/* Whether there are jumps that motions can be held on. */
bool cd_jumps_can_hold(const Equations *e);

/* Whether shares are unknowns from now on. */
void cd_jumps_use(Equations *e, bool on);
/* Expressions see jumps as held says. */
void cd_jumps_show(Equations *e, bool any);

/* At a state that is prepared, for an analysis that knows jumps as they are written: names the first jump with sides
 * apart whose argument is zero, or that held the motion that has led here. */
void cd_jumps_tell_written(Equations *e, const char *analysis, CdLog *log);
/* The state is another one than that which a motion has led to. */
void cd_jumps_forget(Equations *e);

static inline double *cd_jump_share(Equations *e, int jump)
{
    return &e->aux.z[e->aux.jumps->own + jump];
}

/* The argument and its rate, at a state that is prepared and has its accelerations. */
bool cd_jump_argument(Equations *e, int jump, double *value, double *rate);

/* The equation of auxiliary unknown `auxiliary`: its residual; its slopes, in e->now.one, and by the share. */
bool cd_jump_residual(Equations *e, int auxiliary, double *r);
bool cd_jump_slopes(Equations *e, int auxiliary, double *own);
