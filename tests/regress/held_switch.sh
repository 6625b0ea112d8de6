#!/usr/bin/env bash
# A slider runs on an oblique rail. A force would be switched off by its distance from the rail, STEP(DY, 0, 1, 12, 0), which the joint keeps at zero but for what
# iterations leave: signs of that are no switching points. With KINKS = NONE nobody looks at them; the default takes hardly more iterations.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
cat >rail.adm <<'DATASET'
a slider on an oblique rail, and a force that its distance from the rail would switch off
UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = MILLIMETER, TIME = SECOND
PART/1, GROUND
MARKER/1, PART = 1, QP = 311, 127, 53, REULER = 31D, 47D, 19D
PART/2, MASS = 1, CM = 20, IP = 1000, 1000, 1000, QG = 311, 127, 53, REULER = 31D, 47D, 19D
MARKER/20, PART = 2
MARKER/21, PART = 2, QP = 0, 0, 100
JOINT/1, TRANSLATIONAL, I = 20, J = 1
PART/3, MASS = 1, CM = 30, IP = 1000, 1000, 1000, QG = 311, 127, 53, REULER = 31D, 47D, 19D
MARKER/30, PART = 3, QP = 0, 80, 100
MARKER/31, PART = 3, QP = 0, 0, 100
JOINT/2, SPHERICAL, I = 31, J = 21
SFORCE/1, TRANSLATION, ACTIONONLY, I = 20, J = 1
, FUNCTION = -30*STEP(DY(20, 1, 1), 0, 1, 12, 0)*DZ(20, 1, 1) + 2000*SIN(20*TIME)
SFORCE/2, TRANSLATION, I = 30, J = 1, FUNCTION = -1*(DM(30, 1) - 100)
ACCGRAV/KGRAV = -9806.65
END
DATASET
# iterations METHOD: of the run
iterations() {
    run 0 run rail.adm --end 0.3 --steps 30 --integrator "$1" -v
    sed -n 's/.*steps, \([0-9]*\) iterations.*/\1/p' rail.msg | tail -1
}
for method in 'HHT, ERROR = 1E-7, HMAX = 2.5E-4' 'GSTIFF, ERROR = 1E-5' 'GALPHA, ERROR = 1E-6'; do
    with=$(iterations "$method") without=$(iterations "$method, KINKS = NONE")
    awk -v a="$with" -v b="$without" 'BEGIN { exit !(b > 0 && a < 1.3 * b) }' || complain "$method: $with iterations, $without without switching points"
done
exit $((failures > 0))
