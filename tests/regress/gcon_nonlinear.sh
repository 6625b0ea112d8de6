#!/usr/bin/env bash
# A body that keeps its speed, GCON = VM - 2, under gravity: its direction falls as tan(th/2) = tan(th0/2) exp(-g t / 2) from the vertical, with every method that holds it. Velocities at the start are the nearest to those given; at rest
# the speed has no slope, and a start is found all the same. What cannot be met, and analyses that cannot have it, are told.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
model() { # STATEMENT of PART/2, FUNCTION
    printf '%s\n' 'constant speed' 'PART/1, GROUND' 'MARKER/10, PART = 1' "PART/2, MASS = 1, CM = 20, IP = 1, 1, 1$1" 'MARKER/20, PART = 2' "GCON/1, I = 20, FUNCTION = $2" 'ACCGRAV/JGRAV = -9.81' 'REQUEST/1, F2 = VM(20)\F3 = WM(20)' END >model.adm
}
column() { # NAME LINE
    awk -F , -v name="$1" -v line="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ name "( |\")") c = i } NR == line { print $c }' model.csv
}
near() { # WHAT VALUE EXPECTED TOLERANCE
    awk -v a="$2" -v b="$3" -v t="$4" 'BEGIN { exit !(a - b <= t && b - a <= t) }' || complain "$what: $1 is $2, not $3"
}
falls=$(awk 'BEGIN { th = 2 * atan2(exp(-9.81 * 0.5 / 2), 1); printf "%.12g", 2 * sin(th) }')
model ', VX = 2' 'VM(20) - 2'
while read -r error tolerance method; do
    run 0 run model.adm --end 0.5 --steps 5 --integrator "$method, ERROR = $error"
    near VX "$(column PART_2.VX 7)" "$falls" "$tolerance"
    near VM "$(column REQUEST_1.F2 7)" 2 "$tolerance"
done <<'X'
1E-8 1E-7 AUTO
1E-8 1E-6 GSTIFF
1E-8 1E-6 GSTIFF, SI2
1E-8 1E-5 GSTIFF, I1
1E-8 1E-6 WSTIFF
1E-6 1E-4 HHT
1E-6 1E-4 GALPHA
1E-8 1E-7 MDOP5
1E-8 1E-6 HEM5
1E-8 1E-6 PHEM56
1E-8 1E-6 ABAM
1E-6 1E-4 TLISMNI
X
run 0 run model.adm --end 0.5 --steps 5 --integrator 'ROSENBROCK, ERROR = 1E-6'
warns '[NEEDS_LINEAR_ROWS]'
# the nearest velocity to one that is given as another, and to none
model ', VX = 3, VY = 4' 'VM(20)**2 - 4'
run 0 run model.adm --end 0.001 --steps 1
near VX "$(column PART_2.VX 2)" 1.2 1e-9
near VY "$(column PART_2.VY 2)" 1.6 1e-9
model '' 'VM(20) - 2'
run 0 run model.adm --end 0.001 --steps 1
near VM "$(column REQUEST_1.F2 2)" 2 1e-9
near WM "$(column REQUEST_1.F3 2)" 0 1e-9
# none there is
model ', VX = 1' 'VM(20)**2 + 1'
run 2 run model.adm --end 0.001 --steps 1
warns '[NO_VELOCITY]'
model ', VX = 2' 'VM(20) - 2'
printf 'model.adm\nmodel\nLINEAR/EIGENSOL\nSTOP\n' >linear.acf
run 2 run linear.acf
warns 'GCON/1 is not linear in velocities'
exit $((failures > 0))
