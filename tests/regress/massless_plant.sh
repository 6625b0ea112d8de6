#!/usr/bin/env bash
# LINEAR/STATEMAT and MKB where a degree of freedom has no mass: a mass of 2 on a spring of 100 on a carriage without mass, which a second spring of 100, or that and a damper of 5,
# holds to ground; z: the mass, x: the carriage. Input: a force on the mass, or on the carriage.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"

# carriage PUSHED DAMPER OUTPUT
carriage() {
    cat >carriage.adm <<DATASET
carriage
PART/1, GROUND
MARKER/1, PART = 1
PART/2, MASS = 2, CM = 20, QG = 0, 0, 2
MARKER/20, PART = 2
PART/3, CM = 30, QG = 0, 0, 1
MARKER/30, PART = 3
JOINT/1, TRANSLATIONAL, I = 20, J = 1
JOINT/2, TRANSLATIONAL, I = 30, J = 1
SPRINGDAMPER/1, TRANSLATION, I = 30, J = 1, K = 100, C = $2, LENGTH = 1
SPRINGDAMPER/2, TRANSLATION, I = 20, J = 30, K = 100, LENGTH = 1
SFORCE/1, TRANSLATION, ACTIONONLY, I = $1, J = 1, FUNCTION = VARVAL(1)
VARIABLE/1, FUNCTION = 0
VARIABLE/2, FUNCTION = $3
PINPUT/1, VARIABLES = 1
POUTPUT/1, VARIABLES = 2
END
DATASET
    printf 'carriage.adm\ncarriage\nSIMULATE/STATIC\nLINEAR/%s, PINPUT = 1%s\n' "$4" "$5" >carriage.acf
}
# near WHAT FILE MATRIX NUMBERS
near() {
    awk -v name="$3" -v want="$4" '$1 == name && $2 == "=" { on = 1; next } /^\];/ { on = 0 } on { for (i = 1; i <= NF; i++) got[++n] = $i }
        END { m = split(want, w, " "); bad = m != n; for (k = 1; k <= n; k++) if ((got[k] - w[k])^2 > 1e-18 * (1 + w[k]^2)) bad = 1; exit bad }' "$2" ||
        { complain "$1: $3 is not $4"; cat "$2"; }
}
plant() { # plant WHAT PUSHED DAMPER OUTPUT A B C D
    carriage "$2" "$3" "$4" STATEMAT ', POUTPUT = 1'
    run 0 run -q carriage.acf
    near "$1" carriage.m A "$5"
    near "$1" carriage.m B "$6"
    near "$1" carriage.m C "$7"
    near "$1" carriage.m D "$8"
}
# 2 z'' = 100 (x - z), 200 x = 100 z + u
plant 'force on the mass' 20 0 'DZ(30, 1)' '0 1 -25 0' '0 0.5' '0.5 0' '0'
plant 'force on the carriage' 30 0 'DZ(30, 1)' '0 1 -25 0' '0 0.25' '0.5 0' '0.005'
plant 'force in the upper spring' 30 0 '100*(DZ(30, 1) - DZ(20, 1))' '0 1 -25 0' '0 0.25' '-50 0' '0.5'
plant 'acceleration of the mass' 30 0 'ACCZ(20)' '0 1 -25 0' '0 0.25' '-25 0' '0.25'
# its rate follows u': no matrices can say that
carriage 30 0 'VZ(30, 1)' STATEMAT ', POUTPUT = 1'
run 2 run carriage.acf
warns 'VARIABLE/2: t = 0: as an output it follows the rate of an input, which pushes PART/3 where that has no mass'
# 5 x' = 100 z - 200 x + u: z, x, z'
plant 'rate behind a damper' 30 5 'VZ(30, 1)' '0 0 1 20 -40 0 -50 50 0' '0 0.2 0' '20 -40 0' '0.2'
carriage 30 5 0 MKB ''
run 0 run -q carriage.acf
near MKB carriage_mkb.m M '2 0 0 0'
near MKB carriage_mkb.m K '100 -100 -100 200'
near MKB carriage_mkb.m B '0 0 0 5'
near MKB carriage_mkb.m F '0 1'
exit $((failures > 0))
