#!/usr/bin/env bash
# A mass on a spring whose force comes 0.05 s late, and a damper. Steps that are as long as the motion allows are too far apart for a delay to be interpolated between their ends, and longer than it: explicit
# methods were off by 2e-4 to 1e-2 whatever ERROR was. Outputs are few, so that they do not hold steps down; the reference has steps of 0.002 s.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
cat >late.adm <<'MODEL'
a spring that pulls late
PART/1, GROUND
MARKER/10, PART = 1
PART/2, MASS = 1, CM = 20, IP = 1, 1, 1, QG = 0, 0, 1
MARKER/20, PART = 2
JOINT/1, TRANSLATIONAL, I = 20, J = 10
SFORCE/1, TRANSLATION, ACTIONONLY, I = 20, J = 10, FUNCTION = -20*DELAY(DZ(20, 10), 0.05, 1, 1) - 3*VZ(20)
END
MODEL
course() { # METHOD: heights go to the file $1
    run 0 run -q late.adm --end 4 --steps 16 --integrator "$2"
    awk -F , 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /PART_2.Z /) z = i; next } { print $z }' late.csv >"$1"
}
course reference 'ABAM, ERROR = 1E-11, HMAX = 0.002'
for method in MDOP5 PHEM56 HEM5 ABAM ROSENBROCK GSTIFF; do
    course other "$method, ERROR = 1E-7"
    paste reference other | awk -v method=$method '
        { off = $1 - $2; if (off < 0) off = -off; if (off > most) most = off } END { if (NR != 17 || most > 5e-6) { print method " is off by " most; exit 1 } }' || complain "$method"
done
exit $((failures > 0))
