#!/usr/bin/env bash
# Where statics fails because the matrix is singular, row, column, pivot and the body that can move are named: a free body, a pendulum on a joint without spring, a slider that only
# a damper slows; not where a mechanism is held and there is no equilibrium for another reason.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
head='singular\nACCGRAV/JGRAV = -9.81\nPART/1, GROUND\nMARKER/1, PART = 1\nMARKER/2, PART = 1, REULER = 0, 90D, 0\nPART/2, MASS = 1, CM = 20, IP = 1, 1, 1\nMARKER/20, PART = 2\nMARKER/21, PART = 2, REULER = 0, 90D, 0\n'
statics() { # statics STATEMENTS SETTINGS
    printf "$head$1\nEND\n" >m.adm
    printf 'm.adm\nm\n%s\nSIMULATE/STATIC\n' "$2" >m.acf
    run 2 run m.acf
}
for settings in '' 'EQUILIBRIUM/METHOD = NEWTON, STABILITY = 0'; do
    statics 'SFORCE/1, TRANSLATION, ACTIONONLY, I = 20, J = 1, FUNCTION = 0' "$settings"
    warns 'PART/2: t = 0: the matrix of statics is singular: row PART/2 force y, column PART/2 y, pivot 0; it can move along y'
    statics 'JOINT/1, TRANSLATIONAL, I = 21, J = 2\nVFORCE/1, I = 20, JFLOAT = 9, RM = 1, FX = 0\\FY = -3*VY(20)\\FZ = 0\nMARKER/9, PART = 1, FLOATING' "$settings"
    warns 'the matrix of statics is singular: row PART/2 force y, column PART/2 y'
    warns 'it can move along y'
done
# a motor torque about an axis that nothing holds; gravity is along it
statics 'JOINT/1, REVOLUTE, I = 21, J = 2\nSFORCE/1, ROTATION, ACTIONONLY, I = 21, J = 2, FUNCTION = 5' ''
warns 'the matrix of statics is singular: row PART/2 torque'
warns 'it can turn about y through (0, 0, 0)'
# held by a spring that softens: no equilibrium, no singular matrix
statics 'JOINT/1, TRANSLATIONAL, I = 21, J = 2\nSFORCE/1, TRANSLATION, ACTIONONLY, I = 20, J = 1, FUNCTION = 0\nVFORCE/1, I = 20, JFLOAT = 9, RM = 1, FX = 0\\FY = EXP(-DY(20))\\FZ = 0\nMARKER/9, PART = 1, FLOATING' 'EQUILIBRIUM/MAXIT = 1, METHOD = NEWTON'
[[ $err != *SINGULAR_STATICS* ]] || complain "held, and called singular: $err"
exit $((failures > 0))
