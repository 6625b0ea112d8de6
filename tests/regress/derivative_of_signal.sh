#!/usr/bin/env bash
# A DIFF with IMPLICIT whose expression has no DIF1 is an equation of its state, and DIF1 the derivative of that: it was refused. It is exact in every method: of a function of time, of a position, where it stands
# in for the velocity in a damper, of a cubic of velocities, states and time. Of forces and of other derivatives there is none, which is said.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
cat >sine.adm <<'MODEL'
The derivative of a function of time
PART/1, GROUND
MARKER/1, PART = 1
PART/2, MASS = 1, CM = 2, IP = 1, 1, 1
MARKER/2, PART = 2
VARIABLE/1, FUNCTION = SIN(TIME)
DIFF/1, IMPLICIT, IC = 0, 1, FUNCTION = DIF(1) - VARVAL(1)
REQUEST/1, F2 = DIF(1) - SIN(TIME)\ F3 = DIF1(1) - COS(TIME)
OUTPUT/REQSAVE
END
MODEL
cat >damper.adm <<'MODEL'
A mass on a spring: derivatives of its position, of its velocity, of a filtered state, of products, and a damper that reads one of them
UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND
PART/1, GROUND
MARKER/10, PART = 1
MARKER/11, PART = 1, REULER = 90D, 90D, 0
PART/2, MASS = 2, CM = 20, IP = 1, 1, 1, QG = 0.3, 0, 0
MARKER/20, PART = 2
MARKER/21, PART = 2, REULER = 90D, 90D, 0
JOINT/1, TRANSLATIONAL, I = 21, J = 11
! a damper by the derivative of the position, as good as one by the velocity
SFORCE/1, TRANSLATION, ACTIONONLY, I = 20, J = 11, FUNCTION = -50*DX(20, 10) - 0.8*DIF1(1)
DIFF/1, IMPLICIT, IC = 0.3, FUNCTION = DIF(1) - DX(20, 10)
DIFF/2, IMPLICIT, IC = 0, FUNCTION = VARVAL(2) - DIF(2)**3 - DIF(2)
VARIABLE/2, FUNCTION = VX(20, 10) + DIF(3)*SIN(2*TIME)
DIFF/3, IC = 0.1, FUNCTION = DX(20, 10) - 3*DIF(3)
REQUEST/1, F2 = DIF1(1) - VX(20, 10)\ F3 = DIF1(2) - (ACCX(20,10) + DIF1(3)*SIN(2*TIME) + DIF(3)*2*COS(2*TIME))/(3*DIF(2)**2 + 1)\ F4 = DIF(2)**3 + DIF(2) - VARVAL(2)
OUTPUT/REQSAVE
END
MODEL
# zero FILE MOST COLUMN...: columns that are zero at all outputs
zero() {
    local file=$1 most=$2
    shift 2
    for column in "$@"; do
        awk -F , -v name="\"REQUEST_1.$column\"" -v most="$most" '
            NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i; next }
            { x = $c < 0 ? -$c : $c; if (x > worst) worst = x }
            END { if (NR < 2 || !c || !(worst <= most)) { print name ": " worst; exit 1 } }' "$file" || complain "$what: $column"
    done
}
place() { awk -F , 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /PART_2.X /) c = i } END { print $c }' "$1"; }
sed 's/0.8\*DIF1(1)/0.8*VX(20, 10)/' damper.adm >plain.adm
for method in GSTIFF 'GSTIFF, SI2' 'GSTIFF, I1' HHT GALPHA MDOP5 HEM5 ABAM TLISMNI ROSENBROCK AUTO; do
    run 0 run -q sine.adm --end 3 --steps 12 --integrator "$method"
    zero sine.csv 1e-14 F2 F3
    run 0 run -q damper.adm --end 3 --steps 12 --integrator "$method, ERROR = 1E-6"
    zero damper.csv 1e-13 F2 F3 F4
    run 0 run -q plain.adm --end 3 --steps 12 --integrator "$method, ERROR = 1E-6"
    awk -v a="$(place damper.csv)" -v b="$(place plain.csv)" 'BEGIN { exit !(a != 0 && a - b < 1e-9 && b - a < 1e-9) }' ||
        complain "$method: a damper by DIF1 ends at $(place damper.csv), one by the velocity at $(place plain.csv)"
done
# in statics nothing moves; the linear model has the damper, 0.8/2/2 = 0.2
printf '%s\n' damper.adm lin 'SIMULATE/STATIC' 'LINEAR/EIGENSOL' STOP >lin.acf
run 0 run lin.acf
zero lin.csv 1e-13 F2
awk -F , 'NR > 1 && $4 < -0.2 + 1e-9 && $4 > -0.2 - 1e-9 { found = 1 } END { exit !found }' lin_eigen.csv || complain "no mode with the damper's -0.2"
# a second derivative this way, and that of a force, are named
sed 's/^DIFF\/2.*/DIFF\/2, IMPLICIT, FUNCTION = DIF(2) - DIF1(1)/' damper.adm >second.adm
run 2 run -q second.adm --end 1 --steps 2
warns 'DIFF/2: its derivative is read by DIF1 of an implicit DIFF without DIF1, and cannot be found: it depends on DIF1'
sed 's/^DIFF\/2.*/DIFF\/2, IMPLICIT, FUNCTION = DIF(2) - SFORCE(1, 0, 2)/' damper.adm >force.adm
run 2 run -q force.adm --end 1 --steps 2
warns 'it depends on forces'
# an expression without its own state gives nothing
sed 's/^DIFF\/2.*/DIFF\/2, IMPLICIT, FUNCTION = VARVAL(2)/' damper.adm >none.adm
run 2 run -q none.adm --end 1 --steps 2
warns 'contains neither DIF nor DIF1'
# two that read each other's rate are differential equations as before: y1' = y2, y2' = -y1
cat >swapped.adm <<'MODEL'
Implicit equations that have each other's rates
PART/1, GROUND
MARKER/1, PART = 1
PART/2, MASS = 1, CM = 2, IP = 1, 1, 1
MARKER/2, PART = 2
DIFF/1, IMPLICIT, IC = 0, 1, FUNCTION = DIF1(2) + DIF(1)
DIFF/2, IMPLICIT, IC = 1, 0, FUNCTION = DIF1(1) - DIF(2)
REQUEST/1, F2 = DIF(1) - SIN(TIME)\ F3 = DIF(2) - COS(TIME)
OUTPUT/REQSAVE
END
MODEL
for method in GSTIFF MDOP5; do
    run 0 run -q swapped.adm --end 3 --steps 12 --integrator "$method, ERROR = 1E-8"
    zero swapped.csv 1e-6 F2 F3
done
# a planar part has three degrees of freedom, the third of them its rotation
cat >planar.adm <<'MODEL'
Derivatives of positions and velocities of a point of a planar part that flies and turns
UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND
PART/1, GROUND
MARKER/10, PART = 1
PART/2, PLANAR, MASS = 2, CM = 20, IP = 1, 1, 1, VX = 1, VY = 2, WZ = 3
MARKER/20, PART = 2
MARKER/21, PART = 2, QP = 0.5, 0.2, 0
SFORCE/1, ROTATION, ACTIONONLY, I = 20, J = 10, FUNCTION = SIN(TIME)
DIFF/1, IMPLICIT, IC = 0.5, FUNCTION = DIF(1) - DX(21, 10)
DIFF/2, IMPLICIT, IC = 0.4, FUNCTION = DIF(2) - VX(21, 10)
REQUEST/1, F2 = DIF1(1) - VX(21, 10)\ F3 = DIF1(2) - ACCX(21, 10)
OUTPUT/REQSAVE
END
MODEL
for method in GSTIFF HHT MDOP5; do
    run 0 run -q planar.adm --end 1 --steps 4 --integrator "$method, ERROR = 1E-6"
    zero planar.csv 1e-12 F2 F3
done
exit $((failures > 0))
