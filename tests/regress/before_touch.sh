#!/usr/bin/env bash
# A wheel on an arm bounces on a plate, inch and pound, fifteen touches. In front of each of them steps of implicit methods went down to HMIN again and again, 1.25E-11 s, the more the nearer the touch was, and what rounding leaves of
# the joint, divided by that, is a velocity: HHT took 6891 steps where 4212 are enough, of 2.5E-5 s and more.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
cat >arm.adm <<'MODEL'
wheel on an arm above a plate
UNITS/FORCE = POUND_FORCE, MASS = POUND_MASS, LENGTH = INCH, TIME = SECOND
ACCGRAV/KGRAV = -386.0886
PART/1, GROUND
MARKER/10, PART = 1, QP = 0, 0, 20, REULER = 0, 90D, 0
MARKER/12, PART = 1, QP = -10, -10, -2
GRAPHICS/1, BOX, CORNER = 12, X = 60, Y = 20, Z = 2
PART/2, MASS = 20, CM = 20, IP = 200, 400, 400, QG = 30, 0, 20
MARKER/20, PART = 2
MARKER/21, PART = 2, QP = -30, 0, 0, REULER = 0, 90D, 0
GRAPHICS/2, ELLIPSOID, CM = 20, XSCALE = 20, YSCALE = 20, ZSCALE = 20
JOINT/1, REVOLUTE, I = 21, J = 10
CONTACT/1, IGEOM = 2, JGEOM = 1, IMPACT, STIFFNESS = 856, EXPONENT = 1, DAMPING = 4.5, DMAX = 0.2
END
MODEL
for method in HHT NEWMARK GSTIFF; do
    run 0 run -q arm.adm --end 2 --steps 400 --integrator "$method, ERROR = 1E-5, HMAX = 5E-4, INTERPOLATE = ON" --statistics counts
    awk -F , -v method=$method '
        NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
        { seen = 1; if ($column["shortest_step"] < 1e-6 || $column["steps"] > 5500) { print method ": shortest step " $column["shortest_step"] ", " $column["steps"] " steps"; bad = 1 } }
        END { exit bad || !seen }' counts || complain "$method: steps in front of touches"
    awk '/first touches located/ { touches = $2 } END { exit !(touches >= 10) }' arm.msg || complain "$method: touches"
done
exit $((failures > 0))
