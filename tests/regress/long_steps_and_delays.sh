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
# a delay that only a request reads, or one that is next to nothing beside HMAX, makes no steps
sed -e 's/^SFORCE.*/SFORCE\/1, TRANSLATION, ACTIONONLY, I = 20, J = 10, FUNCTION = -20*DZ(20, 10)/; s/^END/REQUEST\/1, F2 = DELAY(DZ(20, 10), 0.0005, 1, 1)\nEND/' late.adm >seen.adm
sed 's/0\.05, 1, 1/1E-5, 1, 1/' late.adm >tiny.adm
for model in seen tiny; do
    run 0 run -q $model.adm --end 4 --steps 100 --integrator GSTIFF --statistics steps.csv
    steps=$(tail -n 1 steps.csv | cut -d , -f 8)
    [[ $steps -lt 500 ]] || complain "$model: $steps steps"
done
exit $((failures > 0))
