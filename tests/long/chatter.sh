#!/usr/bin/env bash
# A force that takes whole values of a velocity holds a block where it jumps from one to the next. No motion is held on such a jump: each method says what makes the run slow, also one whose steps succeed and
# end on the jump each time.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
cat >whole.adm <<'MODEL'
a block that a force in whole numbers brakes
UNITS/SYSTEM = MKS
PART/1, GROUND
MARKER/10, PART = 1, ZP = 1, 0, 0, XP = 0, 1, 0
PART/2, MASS = 1, CM = 20, IP = 1, 1, 1
MARKER/20, PART = 2, ZP = 1, 0, 0, XP = 0, 1, 0
JOINT/1, TRANSLATIONAL, I = 20, J = 10
SFORCE/1, TRANSLATION, ACTIONONLY, I = 20, J = 10, FUNCTION = 0.3 - ANINT(2*VZ(20, 10, 10))
END
MODEL
for method in 'MDOP5, ERROR = 1E-5' 'GSTIFF, ERROR = 1E-5'; do
    run 0 run whole.adm --end 1.2 --steps 24 --integrator "$method"
    warns 'SFORCE/1: t = '
    warns 'jumps to and fro, and steps across it fail or end on it again and again'
    warns 'state friction by FRICTION, or write it with STEP'
done
exit $((failures > 0))
