#!/usr/bin/env bash
# A VARIABLE that only outputs read (REQUEST, POUTPUT, another such variable) and that has no value, or no slope, at one instant is written as 0 there, with one warning, in every analysis; it ended the run.
# One that a force reads still does.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
cat >measure.adm <<'MODEL'
Measures that are 0/0 at rest
UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND
ACCGRAV/JGRAV = -9.81
PART/1, GROUND
MARKER/1, PART = 1
PART/2, MASS = 1, CM = 2, IP = 1, 1, 1
MARKER/2, PART = 2
VARIABLE/20, FUNCTION = VX(2)
VARIABLE/23, FUNCTION = VY(2)
VARIABLE/24, FUNCTION = VARVAL(20)/VARVAL(23) + 2
VARIABLE/25, FUNCTION = (VX(2)**2 + VY(2)**2)**0.5
VARIABLE/26, FUNCTION = VARVAL(24)
VARIABLE/1, FUNCTION = 0
SFORCE/1, TRANSLATION, ACTIONONLY, I = 2, J = 1, FUNCTION = VARVAL(1)
PINPUT/1, VARIABLES = 1
POUTPUT/1, VARIABLES = 24, 25, 23
REQUEST/1, F2 = VARVAL(24)\ F3 = VARVAL(25)\ F4 = VARVAL(26)\ F6 = VX(2)/VY(2) + 2
OUTPUT/REQSAVE
END
MODEL
once() { # COUNT: warnings of values that are missing
    local n
    n=$(grep -c OUTPUT_NOT_FINITE <<<"$err")
    [[ $n -eq $1 ]] || complain "$what: $n warnings, not $1"
    [[ $err != *error* ]] || complain "$what: $err"
}
for method in GSTIFF 'GSTIFF, SI2' HHT GALPHA MDOP5 ABAM TLISMNI ROSENBROCK AUTO; do
    run 0 run measure.adm --end 1 --steps 4 --integrator "$method"
    once 2
    awk -F , '
        NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /REQUEST_1/) c[++n] = i; next }
        { a = NR == 2 ? 0 : 2; v = 9.81*$1 - $c[3]; if ($c[2] != a || $c[4] != a || $c[6] != a || v > 1e-6 || v < -1e-6) { print; exit 1 } }' measure.csv ||
        complain "$method: $(cut -d, -f26- measure.csv)"
done
# nothing moves in statics: 0 from the start to the end
sed -e '/^ACCGRAV/d' measure.adm >still.adm
printf '%s\n' still.adm still 'SIMULATE/STATIC, END = 1, STEPS = 3' STOP >still.acf
run 0 run still.acf
[[ $(grep -c OUTPUT_NOT_FINITE <<<"$err") -eq 2 ]] || complain "$what: $err"
# the linear model has the output that has slopes, and nothing of the others
printf '%s\n' measure.adm lin 'LINEAR/STATEMAT, PINPUT = 1, POUTPUT = 1, FILE = lin' STOP >lin.acf
run 0 run lin.acf
warns 'VARIABLE/24'
warns 'VARIABLE/25'
sed 's/VARVAL(1)$/VARVAL(24)/' measure.adm >force.adm
run 2 run -q force.adm --end 1 --steps 4
warns EXPR_NOT_FINITE
# a ring that only outputs read is solved
cat >ring.adm <<'MODEL'
x = 1 + y/2, y = cos x, which nothing but a request reads
PART/1, GROUND
MARKER/1, PART = 1
PART/2, MASS = 1, CM = 2, IP = 1, 1, 1
MARKER/2, PART = 2
VARIABLE/3, FUNCTION = VARVAL(1) + TIME
VARIABLE/1, FUNCTION = 1 + VARVAL(2)/2
VARIABLE/2, FUNCTION = COS(VARVAL(1))
REQUEST/1, F2 = VARVAL(1) - 1 - COS(VARVAL(1))/2\ F3 = VARVAL(3) - VARVAL(1) - TIME
OUTPUT/REQSAVE
END
MODEL
run 0 run -q ring.adm --end 1 --steps 4
awk -F , 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /REQUEST_1/) c[++n] = i; next } { for (i in c) if ($c[i] > 1e-12 || $c[i] < -1e-12) bad = 1 } END { exit bad || NR != 6 }' ring.csv || complain "the ring is not solved"
exit $((failures > 0))
