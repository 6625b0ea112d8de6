#!/usr/bin/env bash
# Constraints that cannot hold together are named as the smallest set that contradicts itself, and nothing beside it; EXACT is blamed only where it is to blame. DEBUG/EPRINT tells iterations for positions at the start and in kinematics.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
bar() { # STATEMENTS...: a bar pinned at one end, a pendulum that hangs from it, and what is stated
    printf '%s\n' 'bar' 'PART/1, GROUND' 'MARKER/10, PART = 1' 'MARKER/11, PART = 1, QP = 1, 0, 0' \
        'PART/2, MASS = 1, CM = 20, IP = 1, 1, 1, QG = 0, 0, 0' 'MARKER/20, PART = 2, QP = 0.5, 0, 0' 'MARKER/21, PART = 2' 'MARKER/22, PART = 2, QP = 1.01, 0, 0' \
        'PART/3, MASS = 1, CM = 30, IP = 1, 1, 1, QG = 1.01, 0, 0' 'MARKER/30, PART = 3, QP = 0, -1, 0' 'MARKER/31, PART = 3' \
        'JOINT/1, REVOLUTE, I = 21, J = 10' 'JOINT/2, REVOLUTE, I = 31, J = 22' "$@" END >model.adm
}
contradicts() { # SAID...: all of it, by one message
    local line
    line=$(grep 'CONTRADICTORY\]' <<<"$err")
    [[ $(grep -c . <<<"$line") == 1 ]] || complain "not one contradiction: $err"
    for word in "$@"; do [[ $line == *"$word"* ]] || complain "$word is not in: $line"; done
    [[ $line != *JOINT/2* && $err != *EXACT* ]] || complain "somebody else is blamed: $err"
}
bar 'JOINT/3, SPHERICAL, I = 22, J = 11'
run 2 run model.adm --end 1 --steps 1
contradicts 'JOINT/1 Dij.Xj' 'JOINT/3 Dij.Xj' 'open is'
bar 'MOTION/1, JOINT = 1, ROTATION, FUNCTION = 0.3' 'MOTION/2, I = 22, J = 10, Y, FUNCTION = 0.1'
run 2 run model.adm --end 1 --steps 1
contradicts 'MOTION/1 motion' 'MOTION/2 motion' 'JOINT/1 Dij.Yj'
bar 'MOTION/1, JOINT = 1, ROTATION, FUNCTION = 0.1 * TIME' 'JPRIM/1, ORIENTATION, I = 21, J = 10'
run 2 run model.adm --end 1 --steps 1
warns 'MOTION/1 motion'
warns '[CONTRADICTORY_RATES]'
# a motion that agrees with a joint in position and velocity at the start, and not later
bar 'MOTION/1, JOINT = 1, ROTATION, FUNCTION = 0.1 * TIME**3' 'JPRIM/1, ORIENTATION, I = 21, J = 10'
run 2 run model.adm --end 1 --steps 10
warns 'it contradicts'
warns 'MOTION/1'
warns 'JPRIM/1'
# EXACT is what keeps this one open
bar 'JOINT/3, SPHERICAL, I = 22, J = 11'
sed -i 's/QG = 0, 0, 0/QG = 0, 0.2, 0, EXACT = Y/; s/QP = 1.01, 0, 0/QP = 1, 0, 0/' model.adm
run 2 run model.adm --end 1 --steps 1
warns 'PART/2: EXACT Y'
[[ $err != *CONTRADICTORY* ]] || complain "EXACT alone is to blame: $err"
# the story of positions
bar 'MOTION/1, JOINT = 1, ROTATION, FUNCTION = 0.2 + 0.3 * TIME' 'MOTION/2, JOINT = 2, ROTATION, FUNCTION = TIME' 'DEBUG/EPRINT'
run 0 run model.adm --end 1 --steps 2
for line in 'positions at the start, t = 0' 'positions of the next point, t = 0.5' 'positions of the next point, t = 1' 'MOTION/1 motion'; do
    grep -q "$line" model.msg || complain "\"$line\" is not in model.msg"
done
exit $((failures > 0))
