#!/usr/bin/env bash
# Contacts: what must hold whatever the shapes are. Nothing is passed through, energy and momentum are kept, expressions say the same as shapes, statics finds what bodies rest on, and
# what makes no sense is named.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
units='UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND'
# value FILE COLUMN: in its last line
value() { awk -F, -v column="$2" 'NR == 1 { for (i = 1; i <= NF; i++) { h = $i; gsub(/"/, "", h); sub(/ \[.*/, "", h); if (h == column) c = i } } END { print $c }' "$1"; }
# near A B TOLERANCE WHAT
near() { awk -v a="$1" -v b="$2" -v t="$3" 'BEGIN { d = a - b; exit !(a != "" && (d < 0 ? -d : d) <= t) }' || complain "$4: $1, not $2"; }

# a bullet of 10 mm at 1000 m/s against a plate of 1 mm: in steps of up to 10 m
cat >bullet.adm <<MODEL
bullet
$units
PART/1, GROUND
MARKER/1, PART = 1, QP = 0, -1, -1
PART/2, MASS = 0.01, CM = 20, IP = 1E-6, 1E-6, 1E-6, QG = -5, 0, 0, VX = 1000
MARKER/20, PART = 2
GRAPHICS/1, BOX, CORNER = 1, X = 0.001, Y = 2, Z = 2
GRAPHICS/2, SPHERE, CM = 20, RADIUS = 0.005
CONTACT/1, IGEOM = 2, JGEOM = 1, IMPACT, STIFFNESS = 1E11, EXPONENT = 1.5, DAMPING = 100, DMAX = 1E-5
END
MODEL
for method in GSTIFF "GSTIFF, SI2" HHT MDOP5 ABAM ROSENBROCK AUTO; do
    run 0 run -q bullet.adm --end 0.01 --steps 1 --integrator "$method"
    awk -v x="$(value bullet.csv PART_2.X)" -v v="$(value bullet.csv PART_2.VX)" 'BEGIN { exit !(x < 0 && v < -800) }' || complain "$method: the bullet passes: x = $(value bullet.csv PART_2.X)"
done
[[ -s bullet_incidents.csv ]] || complain "there is no table of incidents"

# the same contact by expressions and by shapes, with friction: a ball thrown onto a floor
ball='PART/1, GROUND
MARKER/1, PART = 1
PART/2, MASS = 1, CM = 20, IP = 1E-3, 1E-3, 1E-3, QG = 0, 0, 0.2, VX = 1
MARKER/20, PART = 2
ACCGRAV/KGRAV = -9.81'
cat >shapes.adm <<MODEL
ball
$units
$ball
GRAPHICS/1, PLANE, RM = 1
GRAPHICS/2, SPHERE, CM = 20, RADIUS = 0.05
CONTACT/1, IGEOM = 2, JGEOM = 1, IMPACT, STIFFNESS = 1E6, EXPONENT = 1.5, DAMPING = 200, DMAX = 1E-3, COULOMB_FRICTION = ON
, MU_STATIC = 0.3, MU_DYNAMIC = 0.2, STICTION_TRANSITION_VELOCITY = 0.1, FRICTION_TRANSITION_VELOCITY = 0.3
END
MODEL
cat >written.adm <<MODEL
ball
$units
$ball
MARKER/2, PART = 1, FLOATING
VARIABLE/1, FUNCTION = IMPACT(DZ(20, 1, 1), VZ(20, 1, 1, 1), 0.05, 1E6, 1.5, 200, 1E-3)
VARIABLE/2, FUNCTION = 0.05 - MAX(0.05 - DZ(20, 1, 1), 0)/2
VARIABLE/3, FUNCTION = VX(20, 1, 1, 1) - WY(20, 1, 1)*VARVAL(2)
VARIABLE/4, FUNCTION = SQRT(VARVAL(3)**2 + 1E-20)
VARIABLE/5, FUNCTION = -VARVAL(1)*VARVAL(3)/VARVAL(4)*IF(VARVAL(4) - 0.1: 0.3*(1.5*VARVAL(4)/0.1 - 0.5*(VARVAL(4)/0.1)**3), 0.3, STEP(VARVAL(4), 0.1, 0.3, 0.3, 0.2))
GFORCE/1, I = 20, JFLOAT = 2, RM = 1, FX = VARVAL(5)\\FY = 0\\FZ = VARVAL(1)\\TX = 0\\TY = -VARVAL(2)*VARVAL(5)\\TZ = 0
END
MODEL
for name in shapes written; do run 0 run -q $name.adm --end 0.6 --steps 60 --integrator 'GSTIFF, SI2, ERROR = 1E-8'; done
for column in PART_2.X PART_2.Z PART_2.VX PART_2.WY; do near "$(value shapes.csv $column)" "$(value written.csv $column)" 1e-6 "$column by shapes and by expressions"; done

# balls that meet in free flight keep momentum, whatever the error of the steps, and angular momentum as well as positions and velocities are known: steps are no shorter for it
cat >free.adm <<MODEL
two balls
$units
PART/1, GROUND
MARKER/1, PART = 1
PART/2, MASS = 1, CM = 20, IP = 0.004, 0.004, 0.004, QG = -0.4, 0.06, 0.02, VX = 2, WZ = 5
MARKER/20, PART = 2
PART/3, MASS = 2, CM = 30, IP = 0.01152, 0.01152, 0.01152, WZ = -3
MARKER/30, PART = 3
GRAPHICS/2, SPHERE, CM = 20, RADIUS = 0.1
GRAPHICS/3, SPHERE, CM = 30, RADIUS = 0.12
CONTACT/1, IGEOM = 2, 3, JGEOM = 2, 3, IMPACT, STIFFNESS = 1E7, EXPONENT = 1.5, DAMPING = 500, DMAX = 1E-4
, COULOMB_FRICTION = ON, MU_STATIC = 0.3, MU_DYNAMIC = 0.2, STICTION_TRANSITION_VELOCITY = 0.01, FRICTION_TRANSITION_VELOCITY = 0.05
REQUEST/1, F2 = VX(20) + 2*VX(30)\\F3 = VY(20) + 2*VY(30)
, \\F4 = DX(20)*VY(20) - DY(20)*VX(20) + 2*(DX(30)*VY(30) - DY(30)*VX(30)) + 0.004*WZ(20) + 0.01152*WZ(30)
END
MODEL
while IFS=';' read -r method error turning; do
    run 0 run -q free.adm --end 0.3 --steps 3 --integrator "$method, ERROR = $error"
    near "$(value free.csv REQUEST_1.F2)" 2 1e-11 "$method, $error: momentum"
    near "$(value free.csv REQUEST_1.F3)" 0 1e-11 "$method, $error: momentum across"
    near "$(value free.csv REQUEST_1.F4)" -0.13456 "$turning" "$method, $error: angular momentum"
done <<END
GSTIFF, I3;1E-6;1e-8
GSTIFF, I3;1E-8;1e-10
WSTIFF, I3;1E-8;1e-10
GSTIFF, SI2;1E-6;1e-8
GSTIFF, SI2;1E-8;1e-9
HHT;1E-6;1e-6
HHT;1E-8;1e-8
GALPHA, I3;1E-8;1e-8
MDOP5;1E-6;1e-10
HEM5;1E-6;1e-10
ROSENBROCK;1E-6;1e-6
AUTO;1E-6;1e-10
END

# elastic blows give their energy back
sed 's/DAMPING = 200, DMAX = 1E-3.*/DAMPING = 0/; /MU_STATIC/d' shapes.adm >elastic.adm
for method in "GSTIFF, SI2" "GSTIFF, I3" HHT MDOP5; do
    run 0 run -q elastic.adm --end 10 --steps 50 --integrator "$method, ERROR = 1E-8"
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /ENERGY.(KINETIC|GRAVITY|ELASTIC)/) c[++n] = i; next }
        { e = $c[1] + $c[2] + $c[3]; if (NR == 2) first = e; if ((e - first) ^ 2 > (1e-4 * first) ^ 2) bad = e } END { if (bad) print first, bad; exit bad != 0 }' elastic.csv || complain "$method: energy"
done

# ... within 1e-6 each, over 110 blows, whatever the method
sed 's/QG = 0, 0, 0.2, VX = 1/QG = 0, 0, 0.06/' elastic.adm >bounces.adm
for method in "GSTIFF, SI2" "GSTIFF, I3" HHT GALPHA MDOP5 HEM5 ABAM ROSENBROCK AUTO; do
    run 0 run -q bounces.adm --end 10 --steps 100 --integrator "$method, ERROR = 1E-6"
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /ENERGY.(KINETIC|GRAVITY|ELASTIC)/) c[++n] = i; next }
        { e = $c[1] + $c[2] + $c[3]; if (NR == 2) first = e; if ((e - first) ^ 2 > (1.1e-4 * 0.0981) ^ 2) bad = e } END { if (bad || NR < 102) print first, bad; exit bad != 0 || NR < 102 }' bounces.csv || complain "$method: energy after 110 blows"
done

# a brick at rest on a brick, not above its middle, rests: from statics, where they begin just touching, for ten seconds, once friction
# has gone from the bristle of statics to slip; no step is shorter than an output
cat >rest.adm <<MODEL
brick on brick
$units
ACCGRAV/KGRAV = -9.81
PART/1, GROUND
MARKER/1, PART = 1, QP = -1, -1, -0.2
GRAPHICS/1, BOX, CORNER = 1, X = 2, Y = 2, Z = 0.2
$(for k in 2 3; do
    echo "PART/$k, MASS = 2, CM = ${k}0, IP = 0.00226667, 0.00726667, 0.00833333, QG = $([[ $k == 2 ]] && echo 0, 0, 0.03 || echo 0.01, 0.005, 0.09)"
    echo "MARKER/${k}0, PART = $k"
    echo "MARKER/${k}1, PART = $k, QP = -0.1, -0.05, -0.03"
    echo "GRAPHICS/$k, BOX, CORNER = ${k}1, X = 0.2, Y = 0.1, Z = 0.06"
    echo "CONTACT/$k, IGEOM = $k, JGEOM = $((k - 1)), IMPACT, STIFFNESS = 1E6, EXPONENT = 1.5, DAMPING = 200, DMAX = 1E-3, COULOMB_FRICTION = ON"
    echo ", MU_STATIC = 0.4, MU_DYNAMIC = 0.3, STICTION_TRANSITION_VELOCITY = 0.01, FRICTION_TRANSITION_VELOCITY = 0.05"
done)
END
MODEL
for method in "GSTIFF, SI2" "GSTIFF, I3" HHT; do
    printf 'rest.adm\nrest\nINTEGRATOR/%s, ERROR = 1E-5\nSIMULATE/STATIC\nSIMULATE/DYNAMIC, END = 10, STEPS = 1000\nSTOP\n' "$method" >rest.acf
    run 0 run -q rest.acf
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /PART_3.(X|Z)/) c[++n] = i; next }
        $1 > 1 { for (k = 1; k <= 2; k++) { x[k, 2] = x[k, 1]; x[k, 1] = x[k, 0]; x[k, 0] = $c[k]; d = x[k, 0] - 2 * x[k, 1] + x[k, 2]; if (seen > 1 && (d > 1e-9 || d < -1e-9)) bad = d } seen++ }
        END { if (bad || seen < 890) print bad, seen; exit bad != 0 || seen < 890 }' rest.csv || complain "$method: the brick is not at rest"
    awk '/^integration:/ { steps = $2 } END { exit !(steps < 1100) }' rest.msg || complain "$method: steps are short at rest"
done

# statics: a ball in the air, a brick pressed off its centre (within the middle third, and beyond), a tower of ten
cat >air.adm <<MODEL
ball in the air
$units
$ball
GRAPHICS/1, PLANE, RM = 1
GRAPHICS/2, SPHERE, CM = 20, RADIUS = 0.05
CONTACT/1, IGEOM = 2, JGEOM = 1, IMPACT, STIFFNESS = 1E6, EXPONENT = 1.5
END
MODEL
printf 'air.adm\nair\nSIMULATE/STATIC\nSTOP\n' >air.acf
run 0 run -v air.acf
near "$(value air.csv PART_2.Z)" 0.0495417392 1e-9 "height of the ball at rest"
near "$(value air.csv CONTACT_1.FZ)" 9.81 1e-6 "weight"
warns "sinks by 0.15 along gravity"
brick() {
    cat <<MODEL
brick pressed off its centre
$units
PART/1, GROUND
MARKER/1, PART = 1, QP = -1, -1, -0.2
MARKER/2, PART = 1, REULER = 0, -90D, 0
MARKER/3, PART = 1
MARKER/4, PART = 1, REULER = 90D, 90D, 0
MARKER/5, PART = 1, FLOATING
GRAPHICS/1, BOX, CORNER = 1, X = 2, Y = 2, Z = 0.2
ACCGRAV/KGRAV = -9.81
PART/2, MASS = 1.2, CM = 20, IP = 0.001, 0.0028, 0.0036, QG = 0, 0, 0.024
MARKER/20, PART = 2
MARKER/21, PART = 2, QP = -0.08, -0.05, -0.025
MARKER/22, PART = 2, REULER = 0, -90D, 0
MARKER/23, PART = 2, QP = $1, 0, 0.025
GRAPHICS/2, BOX, CORNER = 21, X = 0.16, Y = 0.1, Z = 0.05
CONTACT/1, IGEOM = 2, JGEOM = 1, IMPACT, STIFFNESS = 5E7, EXPONENT = 2.2
JOINT/1, PLANAR, I = 22, J = 2
JPRIM/1, INPLANE, I = 20, J = 4
VFORCE/1, I = 23, JFLOAT = 5, RM = 3, FX = 0\\FY = 0\\FZ = -25
REQUEST/1, F2 = AZ(22, 2)
END
MODEL
}
brick 0.02 >press.adm
printf 'press.adm\npress\nSIMULATE/STATIC\nSTOP\n' >press.acf
run 0 run press.acf
near "$(value press.csv PART_2.Z)" 0.0235064542 1e-9 "height of the brick"
near "$(value press.csv REQUEST_1.F2)" 9.7941413e-3 1e-8 "tilt of the brick"
brick 0.05 >press.adm
run 0 run press.acf
near "$(value press.csv PART_2.Z)" 0.0239917842 1e-9 "height of the brick that lifts"
near "$(value press.csv REQUEST_1.F2)" 1.79979461e-2 1e-8 "tilt of the brick that lifts"
{
    printf 'tower\n%s\nACCGRAV/KGRAV = -9.81\nPART/1, GROUND\nMARKER/1, PART = 1, QP = -1, -1, -0.2\nGRAPHICS/1, BOX, CORNER = 1, X = 2, Y = 2, Z = 0.2\n' "$units"
    for ((i = 2; i <= 11; i++)); do
        echo "PART/$i, MASS = 2, CM = ${i}0, IP = 2.3E-3, 7.3E-3, 8.3E-3, QG = 0, 0, $(awk -v i=$i 'BEGIN { print 0.03 + 0.06 * (i - 2) + 0.001 * (i - 1) }')"
        printf 'MARKER/%d0, PART = %d\nMARKER/%d1, PART = %d, QP = -0.1, -0.05, -0.03\nGRAPHICS/%d, BOX, CORNER = %d1, X = 0.2, Y = 0.1, Z = 0.06\n' $i $i $i $i $i $i
        echo "CONTACT/$i, IGEOM = $i, JGEOM = $((i - 1)), IMPACT, STIFFNESS = 1E8, EXPONENT = 1.5, DAMPING = 200, DMAX = 1E-3"
    done
    echo END
} >tower.adm
printf 'tower.adm\ntower\nSIMULATE/STATIC\nSTOP\n' >tower.acf
run 0 run tower.acf
near "$(value tower.csv CONTACT_2.FZ)" 196.2 1e-4 "weight of the tower"
# ... bricks not above each other, held by friction; over time as well
awk '/^PART\/[2-9]|^PART\/1[01]/ { k++; sub(/QG = 0, 0/, sprintf("QG = %.6f, %.6f", 0.01 * sin(3 * k), 0.005 * cos(5 * k))) }
    /^CONTACT/ { sub(/1E8/, "1E7"); $0 = $0 "\n, COULOMB_FRICTION = ON, MU_STATIC = 0.4, MU_DYNAMIC = 0.3, STICTION_TRANSITION_VELOCITY = 0.01, FRICTION_TRANSITION_VELOCITY = 0.05" } 1' tower.adm >askew.adm
printf 'askew.adm\naskew\nSIMULATE/STATIC\nSIMULATE/STATIC, END = 1, STEPS = 4\nSTOP\n' >askew.acf
run 0 run -q askew.acf
near "$(value askew.csv CONTACT_2.FZ)" 196.2 1e-4 "weight of the tower whose bricks are not above each other"

# switched off, and on again
printf 'air.adm\nair\nDEACTIVATE/CONTACT, ID = 1\nSIMULATE/DYNAMICS, END = 0.5, STEPS = 5\nSTOP\n' >air.acf
run 0 run -q air.acf
near "$(value air.csv PART_2.Z)" -1.02625 1e-3 "height of a ball that nothing stops"

# what is said
sed 's/QG = 0, 0, 0.2/QG = 0, 0, 0.02/' air.adm >deep.adm
run 0 run deep.adm --end 0.01 --steps 1
warns CONTACT_OVERLAPS
# ... of a soft contact that is deep, of a stiff one that pushes too hard, and of neither
sed 's/QG = 0, 0, 0.2/QG = 0, 0, 0.038/; s/1E6/1E3/' air.adm >soft.adm
run 0 run soft.adm --end 0.001 --steps 1
warns 'at the start, more than a tenth of the smaller one'
sed 's/QG = 0, 0, 0.2/QG = 0, 0, 0.047/; s/1E6/1E8/' air.adm >hard.adm
run 0 run hard.adm --end 1E-6 --steps 1
warns 'at the start, and push with more than a hundred times the weight'
sed 's/QG = 0, 0, 0.2/QG = 0, 0, 0.0495/' air.adm >light.adm
run 0 run light.adm --end 0.001 --steps 1
[[ $err != *CONTACT_OVERLAPS* ]] || complain "$what: a contact that carries its ball is complained of: $err"
sed 's/CM = 20, RADIUS/CM = 1, RADIUS/' air.adm >one.adm
run 1 run one.adm --end 0.01
warns CONTACT_OF_ONE_PART
exit $((failures > 0))
