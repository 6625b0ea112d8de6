#!/usr/bin/env bash
# A strip by modes, critically damped, that spins steadily, in millimetres: in stiff modes a matrix of two steps ago makes corrections a thousand times larger at
# once. They are no rounding, of whatever size that is taken to be: the step is repeated with a new matrix, where GSTIFF with SI2 went on and no further step succeeded.
set -uo pipefail
source "$CARDAN_SOURCE/tests/checks.bash"
awk 'BEGIN { printf "{ \"E\": 7e10, \"nu\": 0.33, \"rho\": 2700, \"section\": { \"rectangle\": [0.003, 0.03], \"jxx\": 2.5e-10 }, \"mass_matrix\": \"lumped\", \"nodes\": {"
    for (i = 0; i <= 10; i++) printf "%s\"%d\": [%g, 0, 0]", (i ? ", " : ""), i + 1, i / 10
    printf "}, \"tubes\": ["; for (i = 1; i <= 10; i++) printf "%s[%d, %d]", (i > 1 ? ", " : ""), i, i + 1
    print "], \"craig_bampton\": { \"interface_nodes\": [1, 11], \"fixed_interface_modes\": 2 } }" }' >strip.json
run 0 flex strip.json --all --stiffening -o strip.mtx
cat >spin.adm <<'END_OF_MODEL'
A strip that spins
UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = MILLIMETER, TIME = SECOND
PART/1, GROUND
MARKER/1, PART = 1
FLEX_BODY/2, MTX_FILE = strip.mtx, CRATIO = 1, WZ = 25
MARKER/11, FLEX_BODY = 2, NODE_ID = 1
MARKER/12, FLEX_BODY = 2, NODE_ID = 11
JOINT/1, REVOLUTE, I = 11, J = 1
REQUEST/1, F2 = DM(12, 1)
INTEGRATOR/GSTIFF, SI2, ERROR = 1E-6
END
END_OF_MODEL
run 0 run spin.adm --end 0.1 --steps 100 --quiet --statistics spin.stats
awk -F , 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } NR == 2 { print $at["steps"], "steps,", $at["too_inaccurate"], "repeated"; exit !($at["steps"] < 500 && $at["too_inaccurate"] < 50) }' spin.stats ||
    complain "the steps of GSTIFF"
# it is longer by what its mass pulls: rho w^2 L^3 / 3 E
awk -F , 'NR == 1 { for (i = 1; i <= NF; i++) { gsub(/"/, "", $i); if ($i ~ /REQUEST_1.F2/) c = i } } END { d = $c - 1000; print "longer by", d, "mm"; exit !(d > 0.0072 && d < 0.0086) }' spin.csv || complain "length"
exit $((failures > 0))
