#!/usr/bin/env bash
# A pendulum whose brake, 1e4 and 1e6 N m s/rad, is released within 0.1 s: stiff where a step of ROSENBROCK begins, and not where it ends. Its error did not depend on ERROR: 0.025 and 0.11 rad/s
# from 1E-3 on (theory 16.10). Against GSTIFF in SI2 at 1E-10.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
rate() { awk -F , 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /REQUEST_1.F2/) c = i; next } { print $c }' brake.csv; }
for brake in 1E4 1E6; do
    cat >brake.adm <<MODEL
pendulum with a brake
UNITS/SYSTEM = MKS
ACCGRAV/JGRAV = -9.80665
PART/1, GROUND
MARKER/101, PART = 1
PART/2, MASS = 1, CM = 200, IP = 0.02, 0.02, 0.02
MARKER/200, PART = 2, QP = 0.25, 0, 0
MARKER/201, PART = 2
JOINT/1, REVOLUTE, I = 201, J = 101
SFORCE/1, ROTATION, ACTIONONLY, I = 201, J = 101, FUNCTION = -$brake*STEP(TIME, 0.3, 1, 0.4, 0)*WZ(201, 101)
REQUEST/1, F2 = WZ(201, 101)
END
MODEL
    run 0 run brake.adm --end 1 --steps 20 --integrator 'GSTIFF, SI2, ERROR = 1E-10' -q
    rate >exact
    for method in ROSENBROCK 'ROSENBROCK, SCHEME = W2'; do
        for case in '1E-3 1E-2' '1E-4 2E-3' '1E-5 3E-4'; do
            run 0 run brake.adm --end 1 --steps 20 --integrator "$method, ERROR = ${case% *}" -q
            paste exact <(rate) | awk -v most="${case#* }" -v what="$brake, $method, $case" '{ off = $1 - $2; if (off < 0) off = -off; if (off > worst) worst = off }
                END { if (!(worst < most)) { print what ": off by " worst; exit 1 } }' || complain "$method"
        done
    done
done
exit $((failures > 0))
