/* account.h - work done along a run: powers integrated from accepted point to accepted point, and what is left over of
 *
 *     kinetic + gravity + elastic - start = applied + damping + motion                                           (8.40)
 *
 * Only simulations in time count: what statics or a re-stated model does to the energy between them does not. */
#pragma once
#include "system/energy.h"

/* Work of other applied forces, of dampers and friction, of motions; what the balance lacks. */
typedef enum AccountNumber {
    WORK_APPLIED,
    WORK_DAMPING,
    WORK_MOTION,
    ACCOUNT_POWERS,
    WORK_BALANCE = ACCOUNT_POWERS,
    ACCOUNT_NUMBERS
} AccountNumber;
extern const char *const cd_account_name[ACCOUNT_NUMBERS];

enum { ACCOUNT_POINTS = 5 };

typedef struct Account {
    double told[ACCOUNT_NUMBERS]; /* as of the last output */

    double base[ACCOUNT_NUMBERS]; /* told before this simulation */
    double start;                 /* energy where it began */
    int points;                   /* since a jump, the newest first; at most ACCOUNT_POINTS */
    bool whole;                   /* no point since the jump has been dropped */
    double done[ACCOUNT_POWERS];  /* work by power up to the oldest point; up to the last but one if some
                                     have been dropped */
    double t[ACCOUNT_POINTS], power[ACCOUNT_POINTS][ACCOUNT_POWERS];
    double kinetic; /* before a knock */
} Account;

/* Each needs cd_equations_prepare at the present state; account NULL: nothing is asked for and nothing done. */

/* A simulation begins. */
void cd_account_open(Account *account, Equations *e);
/* A step has been accepted. */
void cd_account_accept(Account *account, Equations *e);
/* Powers, or velocities, may jump between here and the last point. */
void cd_account_restart(Account *account, Equations *e);
/* The velocities are about to be changed at an instant by a motion, and have been: the kinetic energy is its work. */
void cd_account_knock(Account *account, Equations *e);
void cd_account_knocked(Account *account, Equations *e);

/* The numbers at a time within the last step, and the energies there. */
void cd_account_tell(Account *account, double t, const Energy *energy);
