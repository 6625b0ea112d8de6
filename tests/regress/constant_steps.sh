#!/usr/bin/env bash
# A small HMAX and a huge ERROR ask for constant steps: they are HMAX, whatever the method, and the equations still hold. Before, the corrector took ERROR for its own tolerance: rods
# grew to 1e10 m, matrices became singular, steps of 1e-37 were tried although HMIN was 1e-8, and runs did not end.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
cat >swing.adm <<'MODEL'
Rod of 1 m on a pin, and one of 0.8 m on its end
UNITS/SYSTEM = MKS
ACCGRAV/JGRAV = -9.81
PART/1, GROUND
MARKER/10, PART = 1
PART/2, MASS = 2, CM = 20, IP = 0.001, 0.17, 0.17
MARKER/20, PART = 2, QP = 0.5, 0, 0
MARKER/21, PART = 2, QP = 0, 0, 0
MARKER/22, PART = 2, QP = 1, 0, 0
PART/3, MASS = 1, CM = 30, IP = 0.001, 0.06, 0.06
MARKER/30, PART = 3, QP = 1.4, 0, 0
MARKER/31, PART = 3, QP = 1, 0, 0
JOINT/1, REVOLUTE, I = 21, J = 10
JOINT/2, REVOLUTE, I = 31, J = 22
REQUEST/1, F2 = DM(22, 10) \ F3 = DM(30, 22) \ F4 = DX(30, 10) \ F6 = DY(30, 10)
END
MODEL
run 0 run swing.adm --end 1 --steps 20 --integrator 'PHEM56, ERROR = 1E-9' --out exact -q
moves() { # METHOD ERROR MOST [KEPT]: rods keep their length, to KEPT, the end is where it is, to MOST, steps are HMAX
    run 0 run swing.adm --end 1 --steps 20 --integrator "$1, ERROR = $2, HMAX = 0.005, HMIN = 1E-8" -q
    awk -F , -v what="$*" -v most="$3" -v kept="${4:-1e-5}" '
        function larger(x, y) { return x > y ? x : y }
        function off(x, y) { return x > y ? x - y : y - x }
        FNR == 1 { file++; for (i = 1; i <= NF; i++) { if ($i ~ /REQUEST_1.F2/) a = i; if ($i ~ /REQUEST_1.F3/) b = i; if ($i ~ /REQUEST_1.F4/) x = i; if ($i ~ /REQUEST_1.F6/) y = i } next }
        file == 1 { X[FNR] = $x; Y[FNR] = $y; next }
        { rows++; rods = larger(rods, larger(off($a, 1), off($b, 0.4))); place = larger(place, larger(off($x, X[FNR]), off($y, Y[FNR]))) }
        END { if (!(rods <= kept && place <= most) || rows != 21) { print what ": rods are off by " rods ", places by " place; exit 1 } }' exact/swing.csv swing.csv || complain "$*"
    local steps
    steps=$(sed -nE 's/^integration: ([0-9]+) steps.*/\1/p' swing.msg | tail -n 1)
    ((steps >= 200 && steps <= 220)) || complain "$*: $steps steps"
}
for error in 1E3 1E6; do
    for method in 'GSTIFF, I3' 'GSTIFF, SI2' 'WSTIFF, I3' 'HHT' 'GALPHA, I3' 'GALPHA, I2' 'GALPHA, SI2' 'ROSENBROCK'; do moves "$method" $error 0.03; done
    moves 'GSTIFF, I1' $error 0.03 5e-3 # which drifts
    moves NEWMARK $error 0.3            # which damps
done
exit $((failures > 0))
