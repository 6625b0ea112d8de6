#!/usr/bin/env bash
# A slider lies loosely between two stops, pushed by less than IMBALANCE. Newton's method leads from there against the stops, from one to the other and never back, for
# their forces bend the wrong way. Where ERROR allows the correction the place where it started is an equilibrium; where it is none the cycle is not followed to its end.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"

# slider IMBALANCE
slider() {
    cat >slider.adm <<DATASET
a slider that lies loosely between two stops
PART/1, GROUND
MARKER/1, PART = 1
PART/2, MASS = 1, CM = 20, IP = 1, 1, 1
MARKER/20, PART = 2
JOINT/1, TRANSLATIONAL, I = 20, J = 1
SFORCE/1, TRANSLATION, ACTIONONLY, I = 20, J = 1
, FUNCTION = 0.5 - 100*(MAX(0, DZ(20, 1) - 0.5) + 1E-9)**0.3333 + 100*(MAX(0, -DZ(20, 1) - 0.5) + 1E-9)**0.3333
EQUILIBRIUM/IMBALANCE = $1, ERROR = 10, TLIMIT = 10, STABILITY = 0.1, METHOD = NEWTON, MAXIT = 100000
DEBUG/EPRINT
END
DATASET
    printf 'slider.adm\nslider\nSIMULATE/STATIC\nSTOP\n' >slider.acf
}

slider 1
run 0 run -v slider.acf
warns "equilibrium found by Newton's method; 0.5 is out of balance"
slider 0.1
run 2 run -v slider.acf
warns NO_EQUILIBRIUM
iterations=$(grep -c 'PART/2 force z .* new$' slider.msg)
[[ $iterations -gt 0 && $iterations -lt 100 ]] || complain "$iterations iterations of a cycle"
exit $((failures > 0))
