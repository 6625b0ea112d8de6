#!/usr/bin/env bash
# A VARIABLE that is no part of a ring is evaluated before others read it: 1/VARVAL(2) failed at t = 0 because IC = 0 was read. By way of other variables, of a force, of an acceleration; a ring begins at IC.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
cat >order.adm <<'MODEL'
Variables that read each other before they have a value
UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND
PART/1, GROUND
MARKER/10, PART = 1
MARKER/11, PART = 1, REULER = 90D, 90D, 0
PART/2, MASS = 2, CM = 20, IP = 1, 1, 1, QG = 0.3, 0, 0
MARKER/20, PART = 2
MARKER/21, PART = 2, REULER = 90D, 90D, 0
JOINT/1, TRANSLATIONAL, I = 21, J = 11
VARIABLE/3, FUNCTION = 1/VARVAL(2)
VARIABLE/2, FUNCTION = LOG(VARVAL(1)) + 1/SFORCE(2, 0, 2)
VARIABLE/1, FUNCTION = 2 + DX(20, 10)
VARIABLE/4, IC = 1, FUNCTION = 2/VARVAL(5)
VARIABLE/5, IC = 1, FUNCTION = 1 + VARVAL(4)
VARIABLE/6, FUNCTION = 1/(3 + ACCX(20, 10)/100)
VARIABLE/7, FUNCTION = 1/VARVAL(6)
SFORCE/1, TRANSLATION, ACTIONONLY, I = 20, J = 11, FUNCTION = -50*DX(20, 10) - VARVAL(3) - VARVAL(5) - 0.1*VARVAL(7)
SFORCE/2, TRANSLATION, ACTIONONLY, I = 20, J = 11, FUNCTION = 4 - VARVAL(1)
REQUEST/1, F2 = VARVAL(3) - 1/(LOG(2 + DX(20, 10)) + 1/(2 - DX(20, 10)))\ F3 = VARVAL(4) - 1\ F4 = VARVAL(5) - 2\ F6 = VARVAL(7) - 3 - ACCX(20, 10)/100
OUTPUT/REQSAVE
END
MODEL
zero() { # FILE
    awk -F , '
        NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /REQUEST_1/) c[i] = 1; next }
        { for (i in c) if ($i > 1e-12 || $i < -1e-12) { print $1, i, $i; bad = 1 } }
        END { exit bad || NR < 2 }' "$1" || complain "$what: $1"
}
for method in GSTIFF 'GSTIFF, SI2' HHT GALPHA MDOP5 HEM5 ABAM TLISMNI ROSENBROCK AUTO; do
    run 0 run -q order.adm --end 1 --steps 10 --integrator "$method"
    zero order.csv
done
printf '%s\n' order.adm lin 'SIMULATE/STATIC' 'LINEAR/EIGENSOL' STOP >lin.acf
run 0 run lin.acf
zero lin.csv
printf '%s\n' order.adm only 'LINEAR/EIGENSOL' STOP >only.acf
run 0 run only.acf
sed 's/^OUTPUT/MOTION\/1, JOINT = 1, TRANSLATION, FUNCTION = 0.3 + 0.1*TIME**2\nOUTPUT/' order.adm >driven.adm
run 0 run -q driven.adm --end 1 --steps 10
zero driven.csv
exit $((failures > 0))
