#!/usr/bin/env bash
# An actuator stands beside a motion that holds the same joint of a light part: the matrix of accelerations has a condition of 1e16, and steps of Newton's method go on at 1e-8 of the largest
# while the equations hold to round-off. Such accelerations were refused (NO_ACCELERATIONS). A ring of variables without a solution still is.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
cat >pitch.adm <<'MODEL'
A hub with a pitch plate of next to no mass, held by a motion and by the actuator that would turn it
UNITS/FORCE = KNEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND
PART/1, GROUND
PART/2, MASS = 1E-3, CM = 20, IP = 1E-3, 1E-3, 1E-3, QG = -3.3, 0, 84.3, REULER = 90D, 0.0873, -90D
MARKER/20, PART = 2
MARKER/21, PART = 2, REULER = 0, -90D, 0
PART/3, MASS = 15000, CM = 30, IP = 35000, 1E-3, 1E-3, QG = -3.3, 0, 84.3, REULER = 90D, 0.0873, -90D
MARKER/30, PART = 3
MARKER/31, PART = 3, REULER = 0, -90D, 0
MARKER/32, PART = 3, QP = 0, 0, 1.75
PART/4, MASS = 1E-3, CM = 40, IP = 1E-3, 1E-3, 1E-3, QG = -3.14742, 0, 86.04333, REULER = 90D, 0.0873, -92.6D
MARKER/40, PART = 4
JOINT/1, REVOLUTE, I = 31, J = 21
JOINT/2, REVOLUTE, I = 40, J = 32
MOTION/2, JOINT = 2, ROTATION, FUNCTION = -0.045378
VARIABLE/1, FUNCTION = 0.045379
VARIABLE/2, FUNCTION = VARVAL(1) - AZ(32, 40)
SFORCE/2, ROTATION, I = 40, J = 32, FUNCTION = -1E10*VARVAL(2) - 1E9*WZ(40, 32, 32)
PART/5, MASS = 400, CM = 50, IP = 350, 340, 330, QG = -3.14742, 0, 86.04333, REULER = 90D, 0.0873, -92.6D
MARKER/50, PART = 5, QP = 0, 0, 1.1
MARKER/51, PART = 5
BUSHING/1, I = 51, J = 40, K = 2E6, 1E7, 1E7, KT = 3E5, 4E6, 4E6
END
MODEL
for method in GSTIFF 'GSTIFF, SI2' HHT; do
    run 0 run -q pitch.adm --end 0.5 --steps 20 --integrator "$method"
    [[ $(wc -l <pitch.csv) -eq 22 ]] || complain "$method: the end is not reached"
done
cat >ring.adm <<'MODEL'
v = v**2 + 1 has no solution
PART/1, GROUND
MARKER/10, PART = 1
PART/2, MASS = 1, CM = 20, IP = 1, 1, 1
MARKER/20, PART = 2
VARIABLE/1, FUNCTION = VARVAL(1)**2 + 1
SFORCE/1, TRANSLATION, ACTIONONLY, I = 20, J = 10, FUNCTION = VARVAL(1)
END
MODEL
run 2 run -q ring.adm --end 0.5 --steps 20
warns NO_ACCELERATIONS
exit $((failures > 0))
