#!/usr/bin/env bash
# A motion that is stated anew while the model runs: one that begins elsewhere than the slider stands, and one that begins with another velocity, are named; one that goes on from there is not.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
cat >slider.adm <<'MODEL'
slider with a motion
UNITS/SYSTEM = MKS
PART/1, GROUND
MARKER/10, PART = 1
PART/2, MASS = 1, CM = 20, IP = 1, 1, 1
MARKER/20, PART = 2
PART/3, MASS = 1, CM = 30, IP = 1, 1, 1
MARKER/30, PART = 3
JOINT/1, TRANSLATIONAL, I = 20, J = 10
MOTION/1, JOINT = 1, TRANSLATIONAL, FUNCTION = 0.2*TIME
END
MODEL
again() { # MOTION
    printf 'slider.adm\nslider\nSIMULATE/DYNAMIC, END = 1, STEPS = 5\n%s\nSIMULATE/DYNAMIC, END = 2, STEPS = 5\nSTOP\n' "$1" >slider.acf
    run 0 run slider.acf
}
again 'MOTION/1, DISPLACEMENT, FUNCTION = 1 + 0.2*(TIME - 1)'
warns 'what it prescribes from here on is off by -0.8'
[[ $err != *MOTION_KNOCKS* ]] || complain "$err"
again 'MOTION/1, VELOCITY, FUNCTION = 1'
warns MOTION_KNOCKS
again 'MOTION/1, VELOCITY, FUNCTION = 0.2 + STEP(TIME, 1, 0, 2, 1)'
[[ -z $err ]] || complain "$err"
again 'MOTION/1, DISPLACEMENT, FUNCTION = 0.2*TIME'
[[ -z $err ]] || complain "$err"
exit $((failures > 0))
