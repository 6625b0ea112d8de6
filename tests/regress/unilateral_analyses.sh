#!/usr/bin/env bash
# Unilateral constraints beside other commands: a linear model has closed contacts among its constraints, sensors see the motion between impacts,
# a constraint that is deactivated holds no longer.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
cat >two.adm <<'DATASET'
A mass that stands on the floor, and one on a spring above it
UNITS/SYSTEM = MKS
ACCGRAV/KGRAV = -9.81
PART/1, GROUND
MARKER/1, PART = 1
PART/2, MASS = 5, CM = 20, IP = 1,1,1, QG = 0,0,0
MARKER/20, PART = 2
PART/3, MASS = 2, CM = 30, IP = 1,1,1, QG = 0,0,1
MARKER/30, PART = 3
JOINT/1, TRANSLATIONAL, I = 20, J = 1
JOINT/2, TRANSLATIONAL, I = 30, J = 1
SFORCE/1, TRANSLATION, ACTIONONLY, I = 30, J = 1, FUNCTION = -800*(DZ(30)-DZ(20)-1)
SFORCE/2, TRANSLATION, ACTIONONLY, I = 20, J = 1, FUNCTION = 800*(DZ(30)-DZ(20)-1)
GCON/1, FUNCTION = DZ(20), UNILATERAL, RESTITUTION = 0
SENSOR/1, FUNCTION = DZ(30), VALUE = 0.96, LE, ERROR = 1E-9, HALT
INTEGRATOR/MDOP5, ERROR = 1E-8
END
DATASET

# command STATUS LINES...: runs them on the model.
command() {
    printf '%s\n' file/model=two "${@:2}" stop >two.acf
    run "$1" run two.acf --out . -v
}

# last COLUMN VALUE TOLERANCE
last() {
    awk -F, -v c="$1" -v v="$2" -v d="$3" 'NR == 1 { for (i = 1; i <= NF; i++) { gsub(/"| \[.*/, "", $i); if ($i == c) at = i } } { x = $at }
        END { print x; exit !(at && x - v <= d && v - x <= d) }' two.csv >seen.txt || complain "$what: $1 is $(cat seen.txt), not $2"
}

# one mode, sqrt(k / m) of the upper mass; both masses would have it at sqrt(k / m + k / M), beside a rigid body
command 0 simulate/static linear/eigensol
[[ $(grep -c '^ *[0-9]' two.eig) -eq 1 ]] || complain "$what: $(cat two.eig)"
grep -q '3\.18309' two.eig || complain "$what: no mode of 3.183 Hz in $(cat two.eig)"

# the sensor stops the run at acos(1 - 0.04 k / (m g)) / w
command 3 'simulate/dynamic, end=1, steps=100'
last time 0.11268117152 1e-9
last GCON_1.CONTACT_FORCE 81.05 1e-6

# without the floor the centre of both falls freely from where it is
command 0 deactivate/sensor,id=1 'simulate/dynamic, end=0.5, steps=5' deactivate/gcon,id=1 'simulate/dynamic, end=0.6, steps=5'
last GCON_1.CONTACT_FORCE 0 0
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) { gsub(/"| \[.*/, "", $i); at[$i] = i } next }
    { y = (5 * $at["PART_2.Z"] + 2 * $at["PART_3.Z"]) / 7; w = (5 * $at["PART_2.VZ"] + 2 * $at["PART_3.VZ"]) / 7 }
    $1 <= 0.5 { y0 = y; v0 = w }
    END { off = y - y0 - 0.1 * v0 + 9.81 * 0.01 / 2; exit !(off < 1e-9 && off > -1e-9) }' two.csv || complain "without the floor the masses do not fall freely"

# a box that sticks on the floor holds the pendulum on it, also against a spring along the floor: sqrt(m g l / (J + m l^2)), without friction it would move along
cat >two.adm <<'DATASET'
Box on a floor, a pendulum on it and a spring at it
UNITS/SYSTEM = MKS
ACCGRAV/KGRAV = -9.81
PART/1, GROUND
MARKER/1, PART = 1
MARKER/3, PART = 1, QP = -1,0,0.1
GRAPHICS/1, PLANE, RM = 1
PART/2, MASS = 2, CM = 20, IP = 2E-2,2E-2,2E-2, QG = 0,0,0.1
MARKER/20, PART = 2
MARKER/21, PART = 2, QP = -0.1,-0.1,-0.1
MARKER/22, PART = 2, QP = 0,0,1, REULER = 90D,90D,0
GRAPHICS/2, BOX, CORNER = 21, X = 0.2, Y = 0.2, Z = 0.2
CONTACT/1, IGEOM = 2, JGEOM = 1, NEWTON, COULOMB_FRICTION = ON, MU_STATIC = 0.6
SPRINGDAMPER/1, I = 20, J = 3, TRANSLATION, K = 300, C = 0, FORCE = 0, LENGTH = 1
PART/4, MASS = 1, CM = 40, IP = 1E-2,1E-2,1E-2, QG = 0,0,0.6
MARKER/40, PART = 4
MARKER/41, PART = 4, QP = 0,0,0.5, REULER = 90D,90D,0
JOINT/1, REVOLUTE, I = 41, J = 22
END
DATASET
for how in simulate/static 'simulate/dynamic, end=1e-3, steps=1'; do
    command 0 "$how" linear/eigensol
    awk 'NF == 5 && /^ *[0-9]/ && $2 != 0 { n++; f = $2 } END { exit !(n == 1 && (f - 0.6912783627) ^ 2 < 1e-18) }' two.eig || complain "$what, $how: $(cat two.eig)"
done
exit $((failures > 0))
