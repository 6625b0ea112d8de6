#!/usr/bin/env bash
# What a method cannot hold is told: joints that drift apart in index 1, formulas without damping in index 3. And a rotation is named by the axis of the body that it is about.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
cat >pendulum.adm <<'MODEL'
a pendulum in the plane x, y
ACCGRAV/JGRAV = -9.81
PART/1, GROUND
MARKER/10, PART = 1
PART/2, MASS = 1, CM = 20, IP = 0.1, 0.1, 0.1, QG = 1, 0, 0
MARKER/20, PART = 2
MARKER/21, PART = 2, QP = -1, 0, 0
JOINT/1, REVOLUTE, I = 21, J = 10
END
MODEL
run 0 run -q pendulum.adm --end 0.2 --steps 4 --integrator HHT
[[ $err != *UNDAMPED* ]] || complain "HHT as it is has damping"
for method in 'HHT, ALPHA = 0' 'NEWMARK, BETA = 0.25, GAMMA = 0.5' 'GALPHA, RHO = 1'; do
    run 0 run pendulum.adm --end 0.2 --steps 4 --integrator "$method"
    warns 'without damping'
    warns '[UNDAMPED]'
done
run 0 run pendulum.adm --end 40 --steps 40 --integrator 'GSTIFF, I1, ERROR = 1E-3, HMAX = 1, INTERPOLATE = ON'
warns 'a thousand times ERROR: index 1 lets joints drift apart'
run 0 run pendulum.adm --end 40 --steps 40 --integrator 'GSTIFF, SI2, ERROR = 1E-3'
[[ $err != *DRIFTS* ]] || complain "SI2 does not drift"
run 2 run pendulum.adm --end 1 --steps 10 --integrator 'GSTIFF, HMIN = 1E-2, HINIT = 1E-2'
warns 'PART/2 rotation z: t = 0: no step succeeds'
exit $((failures > 0))
