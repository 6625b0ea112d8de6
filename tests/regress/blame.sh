#!/usr/bin/env bash
# What a run that cannot go on is blamed on: a force that jumps, not a contact that is far from closing; an ERROR that rounding cannot hold.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"

cat >jumpy.adm <<'MODEL'
a slider under a force that jumps as the run begins, and a pendulum on it with stops that it does not reach
ACCGRAV/KGRAV = -9.80665
PART/1, GROUND
MARKER/100, PART = 1
MARKER/101, PART = 1, ZP = 1, 0, 0, XP = 0, 1, 0
PART/2, MASS = 2, CM = 200, IP = 0.1, 0.1, 0.02
MARKER/200, PART = 2
MARKER/201, PART = 2, ZP = 1, 0, 0, XP = 0, 1, 0
MARKER/202, PART = 2, ZP = 0, 1, 0, XP = 1, 0, 0
PART/3, MASS = 1, CM = 300, IP = 0.03, 0.03, 0.02
MARKER/300, PART = 3, QP = 0, 0, -0.6
MARKER/301, PART = 3, ZP = 0, 1, 0, XP = 1, 0, 0
JOINT/1, TRANSLATIONAL, I = 201, J = 101
JOINT/2, REVOLUTE, I = 301, J = 202
SFORCE/1, TRANSLATION, ACTIONONLY, I = 201, J = 101, FUNCTION = IF(SIN(9*TIME):-20,0,20)
SFORCE/2, ROTATION, I = 301, J = 202, FUNCTION = BISTOP(AZ(301,202),WZ(301,202,202),-0.2,0.3,500,1.5,3,0.01)
END
MODEL
for method in 'GSTIFF, SI2' ABAM; do
    run 2 run jumpy.adm --end 1 --integrator "$method, ERROR = 1E-8, HMIN = 1E-8"
    warns 'error: SFORCE/1: t = 0: no step succeeds'
    warns 'this expression jumps here'
done

cp "$CARDAN_SOURCE/tests/verify/heavy_top/model.adm" top.adm
run 2 run top.adm --end 2 --steps 200 --integrator 'GSTIFF, ERROR = 1E-13, HMIN = 1E-8'
warns 'which is near round-off'
exit $((failures > 0))
