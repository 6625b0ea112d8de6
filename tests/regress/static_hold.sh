#!/usr/bin/env bash
# States with STATIC_HOLD are constants of statics, of the search for a stable equilibrium and of linearisation about it: a mass on a spring, pushed by a state that
# would grow by itself (the example of the Adams/Solver primer, x' = x - d), as DIFF, LSE and TFSISO. Dynamics and linearisation before it have them as states.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"

# mass STATE PUSH: the statements of the state, and the force it pushes with beside the spring of 100
mass() {
    cat >mass.adm <<DATASET
a mass on a spring with a state
PART/1, GROUND
MARKER/1, PART = 1
PART/2, MASS = 1, CM = 20, IP = 1, 1, 1
MARKER/20, PART = 2
JOINT/1, TRANSLATIONAL, I = 20, J = 1
$1
SFORCE/1, TRANSLATION, ACTIONONLY, I = 20, J = 1, FUNCTION = -100*DZ(20, 1) + $2
VARIABLE/9, FUNCTION = $2
POUTPUT/1, VARIABLES = 9
REQUEST/1, F2 = $2\\F3 = DZ(20, 1)\\F4 = DIF1(9)
DIFF/9, STATIC_HOLD, IC = 7, FUNCTION = 1
END
DATASET
}
# last COLUMN: of the last output
last() { awk -F , -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if (index($i, name)) k = i } END { print $k }' mass.csv; }
is() { awk -v x="$2" -v want="$3" 'BEGIN { exit !((x - want)^2 < 1e-20) }' || complain "$1: $2, not $3"; }
modes() { awk -F , 'NR > 1 { printf "%.6g %.6g; ", $4, $5 }' mass_eigen.csv; }

diff='DIFF/1, IC = 2, STATIC_HOLD, FUNCTION = DIF(1) - DZ(20, 1)'
lse='ARRAY/1, X\nARRAY/2, IC, NUMBERS = 2\nMATRIX/1, FULL = RORDER, ROWS = 1, COLUMNS = 1, VALUES = 1\nLSE/1, X = 1, A = 1, IC = 2, STATIC_HOLD'
tfsiso='VARIABLE/1, FUNCTION = TIME\nARRAY/1, X\nARRAY/2, U, VARIABLES = 1\nARRAY/3, Y\nTFSISO/1, X = 1, U = 2, Y = 3, NUMERATOR = 1, DENOMINATOR = -1, 1, STATIC_HOLD'
for case in "$diff|DIF(1)|2" "$(printf "$lse")|ARYVAL(1, 1)|2" "$(printf "$tfsiso")|ARYVAL(3, 1)|0"; do
    value=${case##*|} rest=${case%|*}
    push=${rest##*|} state=${rest%|*}
    mass "$state" "$push"
    for stable in '' --stable; do
        printf 'mass.adm\nmass\nSIMULATE/STATIC\nLINEAR/EIGENSOL\nLINEAR/STATEMAT, POUTPUT = 1\n' >mass.acf
        run 0 run -v $stable mass.acf
        is "$push after statics $stable" "$(last REQUEST_1.F2)" "$value"
        is "displacement with $push $stable" "$(last REQUEST_1.F3)" "$(awk -v x="$value" 'BEGIN { print x / 100 }')"
        is "the rate of a held state $stable" "$(last REQUEST_1.F4)" 0
        warns 'the equilibrium is stable'
        warns '[LINEAR_HELD]'
        [[ $err != *LEAVES_UNSTABLE* && $err != *LINEAR_STATE_MOVES* ]] || complain "$push: $err"
        [[ $(modes) == "0 10; " ]] || complain "$push: modes $(modes)"
        [[ $(grep -c '^% state' mass.m) -eq 2 ]] || complain "$push: $(grep '^% state' mass.m)"
    done
    # about a start that is not an equilibrium of the state it is one
    printf 'mass.adm\nmass\nLINEAR/EIGENSOL\n' >mass.acf
    run 0 run -q mass.acf
    [[ $(wc -l <mass_eigen.csv) -eq 4 ]] || complain "$push as a state: modes $(modes)"
done
exit $((failures > 0))
