#!/usr/bin/env bash
# A body with FRICTION in its pin, in centimetres and dynes: explicit methods go on, to the place of implicit ones. The torque about the pin, which is nothing beside those across
# it, was asked for to 1e-9 dyne centimetres.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
cat >model.adm <<'X'
a body on a pin with friction
UNITS/FORCE = DYNE, MASS = GRAM, LENGTH = CENTIMETER, TIME = SECOND
PART/1, GROUND
PART/2, MASS = 2898.13408927875, CM = 201, IP = 621947.708931237, 598809.116907577, 772552.941358998
, QG = -30.2103100183147, 45.9787513889333, 0, ZG = -30.2103100183147, 45.9787513889333, 30, XG = -4.17516615776544, 31.0733401513825, 0
MARKER/201, PART = 2, QP = -8.08806024902956, -0.423590660145997, 0
MARKER/103, PART = 1, QP = 0.494518940417418, 21.9453001136321, 0, ZP = 0.494518940417418, 21.9453001136321, 30
, XP = 19.8274495642137, -0.994573327507059, 0
MARKER/204, PART = 2, QP = 38.5877704623384, -5.60154196031357, 0, ZP = 38.5877704623384, -5.60154196031357, 30
, XP = 66.7632330428085, -15.9041294205844, 0
JOINT/1, REVOLUTE, I = 204, J = 103, IC = 0, -0.17858261348796
FRICTION/1, JOINT = 1, MU_STATIC = 0.3, MU_DYNAMIC = 0.2, STICTION_TRANSITION_VELOCITY = 5, MAX_STICTION_DEFORMATION = 0.1
, PIN_RADIUS = 2, FRICTION_ARM = 3, BENDING_REACTION_ARM = 10
ACCGRAV/IGRAV = -704.626338474764, JGRAV = -682.541371000797
REQUEST/1, F2 = AZ(204, 103)\F3 = WZ(204, 103, 103)
END
X
end() { # METHOD: angle and rate at the end
    run 0 run model.adm --end 0.2 --steps 4 --integrator "$1"
    awk -F , 'NR == 1 { for (i = 1; i <= NF; i++) { gsub(/"| .*/, "", $i); at[$i] = i } }
        END { printf "%.3f %.2f", $at["REQUEST_1.F2"], $at["REQUEST_1.F3"] }' model.csv
}
right=$(end "GSTIFF, ERROR = 1E-6")
for method in "MDOP5, ERROR = 1E-9" "HEM5, ERROR = 1E-7" "AUTO, ERROR = 1E-8"; do
    seen=$(end "$method")
    [[ $seen == "$right" ]] || complain "$method: $seen, not $right"
done
exit $((failures > 0))
