#!/usr/bin/env bash
# Dry friction by IF holds a pendulum: its expression jumps to and fro as long as the pendulum sticks. Each method says so, also one whose steps succeed and end on the jump each time.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
cat >stick.adm <<'MODEL'
a pendulum that dry friction stops
ACCGRAV/JGRAV = -9.81
PART/1, GROUND
MARKER/10, PART = 1
PART/2, MASS = 1, CM = 20, IP = 0.1, 0.1, 0.1
MARKER/20, PART = 2, QP = 0.5, 0, 0
MARKER/21, PART = 2
JOINT/1, REVOLUTE, I = 21, J = 10
SFORCE/1, ROTATION, I = 21, J = 10, FUNCTION = IF(TIME - 0.3333: 0, 0, IF(WZ(21, 10): 5, 0, -5))
END
MODEL
run 0 run stick.adm --end 1 --steps 30 --integrator 'MDOP5, ERROR = 1E-5'
warns 'SFORCE/1: t = 0.9'
warns 'jumps to and fro, and steps across it fail or end on it again and again'
run 0 run stick.adm --end 0.8 --steps 24 --integrator 'TLISMNI, ERROR = 1E-5'
warns 'SFORCE/1: t = 0.7'
exit $((failures > 0))
