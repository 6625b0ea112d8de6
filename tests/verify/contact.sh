#!/usr/bin/env bash
# Contacts against reference solutions of two independent programs each (C1 flat and edge, C2: of one): balls that bounce, bricks that fall on
# points and as solids, balls that meet obliquely with friction, a cradle, cylinders that roll off and in each other. Each with three ERRORs and five
# methods, over outputs so far apart that a whole blow fits between two: what is off falls with ERROR, to 1e-5 of the largest value at 1E-8.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
methods=("GSTIFF, I3" "GSTIFF, SI2" HHT MDOP5 AUTO)

head='UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND
PART/1, GROUND
MARKER/1, PART = 1
GRAPHICS/1, PLANE, RM = 1'
friction='STICTION_TRANSITION_VELOCITY = 0.01, FRICTION_TRANSITION_VELOCITY = 0.05, COULOMB_FRICTION = ON'
end='RESULTS/
END'

# ball C: 1 kg from 200 mm above a plane, in mm
ball() {
    cat <<END
ball
UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = MILLIMETER, TIME = SECOND
ACCGRAV/KGRAV = -9806.65
PART/1, GROUND
MARKER/1, PART = 1
GRAPHICS/1, PLANE, RM = 1
PART/2, MASS = 1, CM = 20, IP = 1000, 1000, 1000, QG = 0, 0, 250
MARKER/20, PART = 2
GRAPHICS/2, ELLIPSOID, CM = 20, XSCALE = 100, YSCALE = 100, ZSCALE = 100
CONTACT/1, IGEOM = 2, JGEOM = 1, IMPACT, STIFFNESS = 1E5, EXPONENT = 2.2, DAMPING = $1, DMAX = 0.1
$end
END
}

# brick HEIGHT ARGUMENTS: on eight points; tiny balls have the force of a point
brick() {
    echo "brick"
    echo "$head"
    echo "ACCGRAV/KGRAV = -9.81"
    echo "PART/2, MASS = 2, CM = 20, IP = 2.26666666666666667E-3, 7.26666666666666667E-3, 8.33333333333333333E-3, QG = 0, 0, $1$2"
    echo "MARKER/20, PART = 2"
    local n=30 ids= x y z
    for x in -0.1 0.1; do for y in -0.05 0.05; do for z in -0.03 0.03; do
        echo "MARKER/$n, PART = 2, QP = $x, $y, $z"
        echo "GRAPHICS/$n, SPHERE, CM = $n, RADIUS = 1E-9"
        ids+=$n, n=$((n + 1))
    done; done; done
    echo "CONTACT/1, IGEOM = ${ids%,}, JGEOM = 1, IMPACT, STIFFNESS = 1E6, EXPONENT = 1.5, DAMPING = 200, DMAX = 1E-3"
    [[ -z $3 ]] || echo ", $friction, MU_STATIC = 0.4, MU_DYNAMIC = 0.3"
    echo "$end"
}

solid() {
    cat <<END
brick as a solid
$head
ACCGRAV/KGRAV = -9.81
PART/2, MASS = 2, CM = 20, IP = 2.26666666666666667E-3, 7.26666666666666667E-3, 8.33333333333333333E-3, QG = 0, 0, 0.13
MARKER/20, PART = 2
MARKER/21, PART = 2, QP = -0.1, -0.05, -0.03
GRAPHICS/2, BOX, CORNER = 21, X = 0.2, Y = 0.1, Z = 0.06
MARKER/11, PART = 1, QP = -1, -1, -0.2
GRAPHICS/3, BOX, CORNER = 11, X = 2, Y = 2, Z = 0.2
CONTACT/1, IGEOM = 2, JGEOM = 3, IMPACT, STIFFNESS = 1E6, EXPONENT = 1.5, DAMPING = 200, DMAX = 1E-3
$end
END
}

oblique() {
    cat <<END
two balls
$head
PART/2, MASS = 1, CM = 20, IP = 0.004, 0.004, 0.004, QG = -0.4, 0.06, 0, VX = 2, WZ = 5
MARKER/20, PART = 2
PART/3, MASS = 2, CM = 30, IP = 0.01152, 0.01152, 0.01152, WZ = -3
MARKER/30, PART = 3
GRAPHICS/2, SPHERE, CM = 20, RADIUS = 0.1
GRAPHICS/3, SPHERE, CM = 30, RADIUS = 0.12
CONTACT/1, IGEOM = 2, JGEOM = 3, IMPACT, STIFFNESS = 1E7, EXPONENT = 1.5, DAMPING = 500, DMAX = 1E-4
, $friction, MU_STATIC = 0.3, MU_DYNAMIC = 0.2
$end
END
}

# cradle GAP: five balls on rods, the first one raised
cradle() {
    echo "cradle"
    echo "$head"
    echo "ACCGRAV/KGRAV = -9.81"
    awk -v gap="$1" 'BEGIN {
        for (n = 2; n <= 6; n++) {
            x = (n - 2) * (0.05 + gap); a = n == 2 ? 0.5 : 0; px = x - 0.3 * sin(a); pz = -0.3 * cos(a)
            printf "MARKER/10%d, PART = 1, QP = %.17g, 0, 0, REULER = 0, 90D, 0\n", n, x
            printf "PART/%d, MASS = 0.2, CM = %d0, IP = 5E-5, 5E-5, 5E-5, QG = %.17g, 0, %.17g\nMARKER/%d0, PART = %d\n", n, n, px, pz, n, n
            printf "MARKER/20%d, PART = %d, QP = %.17g, 0, %.17g, REULER = 0, 90D, 0\nJOINT/%d, REVOLUTE, I = 20%d, J = 10%d\n", n, n, x - px, -pz, n, n, n
            printf "GRAPHICS/%d, SPHERE, CM = %d0, RADIUS = 0.025\n", n, n
            printf "REQUEST/%d, F2 = ATAN2(DX(%d0, 10%d), -DZ(%d0, 10%d))\n", n, n, n, n, n
            if (n > 2) printf "CONTACT/%d, IGEOM = %d, JGEOM = %d, IMPACT, STIFFNESS = 1E9, EXPONENT = 1.5, DAMPING = 0, DMAX = 0\n", n, n - 1, n
        }
    }'
    echo "$end"
}

# rolling RADIUS X Z WORDS
rolling() {
    cat <<END
cylinders
$head
ACCGRAV/KGRAV = -9.81
MARKER/2, PART = 1, QP = 0, -0.2, 0, REULER = 0, -90D, 0
MARKER/3, PART = 1, REULER = 0, -90D, 0
PART/2, MASS = 1, CM = 20, IP = 0.005, 0.005, 0.005, QG = $2, 0, $3
MARKER/20, PART = 2
MARKER/21, PART = 2, QP = 0, -0.05, 0, REULER = 0, -90D, 0
MARKER/22, PART = 2, REULER = 0, -90D, 0
JOINT/1, PLANAR, I = 22, J = 3
GRAPHICS/2, CYLINDER, CM = 2, LENGTH = 0.4, RADIUS = $1
GRAPHICS/3, CYLINDER, CM = 21, LENGTH = 0.1, RADIUS = 0.1
CONTACT/1, IGEOM = 3, JGEOM = 2, IMPACT, STIFFNESS = 1E8, EXPONENT = 1.5, DAMPING = 2E4, DMAX = 1E-5$4
, $friction, MU_STATIC = 0.6, MU_DYNAMIC = 0.5
REQUEST/1, F2 = AZ(22, 3)
$end
END
}

# check NAME LIMIT [ERRORS] < lines `time channel value`: runs NAME.adm with every method and ERROR from output to output. LIMIT: of what is off at 1E-8, as a
# share of the largest value of the channel; a hundred times as much may be off at 1E-6, and 3000 times at 1E-4.
check() {
    local name=$1 limit=$2 errors=${3:-1E-4 1E-6 1E-8} method error t
    cat >"$name.txt"
    for method in "${methods[@]}"; do
        for error in $errors; do
            {
                printf '%s.adm\nout\nINTEGRATOR/%s, ERROR = %s\n' "$name" "$method" "$error"
                for t in $(cut -d' ' -f1 "$name.txt" | sort -gu); do echo "SIMULATE/DYNAMICS, END = $t, STEPS = 1"; done
                echo STOP
            } >out.acf
            run 0 run -q out.acf
            awk -v limit="$limit" -v error="$error" -v what="$name, $method, ERROR = $error" '
                FNR == NR { n++; time[n] = $1 + 0; channel[n] = $2; value[n] = $3; if (($3 < 0 ? -$3 : $3) > most[$2]) most[$2] = $3 < 0 ? -$3 : $3; next }
                FNR == 1 {
                    count = split($0, head, "\",\"")
                    for (i = 1; i <= count; i++) { gsub(/"/, "", head[i]); sub(/ \[[^]]*\]$/, "", head[i]); column[head[i]] = i }
                    next
                }
                { split($0, cell, ","); for (i = 1; i <= n; i++) if (cell[1] + 0 == time[i]) got[i] = cell[column[channel[i]]] }
                END {
                    worst = -1
                    for (i = 1; i <= n; i++) {
                        off = i in got ? (got[i] - value[i]) / most[channel[i]] : 1e9; if (off < 0) off = -off
                        if (off > worst) { worst = off; at = channel[i] " at " time[i] " is " got[i] ", not " value[i] }
                    }
                    bound = limit * (error == "1E-8" ? 1 : error == "1E-7" ? 30 : error == "1E-6" ? 100 : 3000)
                    if (worst > bound) { print what ": off by " worst ", " bound " is allowed: " at; exit 1 }
                }' "$name.txt" out.csv || complain "$name, $method, ERROR = $error"
        done
    done
}

ball 1 >ball.adm
check ball 1e-5 <<'END'
0.353568196 PART_2.Z 161.7748649
0.615260519 PART_2.Z 109.3414040
0.803949740 PART_2.Z 79.7449252
END
ball 10 >damped.adm
check damped 1e-5 <<'END'
0.224380871 PART_2.Z 52.1944520
0.3 PART_2.Z 49.98493518
END
brick 0.13 "" "" >flat.adm
check flat 1e-5 <<'END'
0.2 PART_2.Z 0.033693863
0.3 PART_2.Z 0.029731253
0.4 PART_2.Z 0.029711026
0.5 PART_2.Z 0.029711318
END
brick 0.15 ", REULER = 90D, 20D, -90D" rubs >edge.adm
check edge 1e-5 <<'END'
0.2 PART_2.X -0.007359307
0.2 PART_2.Z 0.029974754
0.3 PART_2.X -0.007361844
0.3 PART_2.Z 0.029707619
0.5 PART_2.Z 0.029711313
END
# a corner that has let go pushes once more, for a moment, before it leaves the floor: 1.7e-4 of what is left of the spin. Positions alone, which index 3 tests, do not tell it so closely.
all=("${methods[@]}") methods=("GSTIFF, SI2" MDOP5 HEM5)
check edge 1e-5 1E-8 <<'END'
0.2 PART_2.WY -0.05363013
END
methods=("${all[@]}")
brick 0.16 "$(awk 'BEGIN {
    d = atan2(0, -1) / 180; a = 20 * d; b = 15 * d   # Ry(a) Rx(b): its third column and row give the angles
    printf ", REULER = %.17g, %.17g, %.17g", atan2(sin(a) * cos(b), sin(b)), atan2(sqrt(1 - (cos(a) * cos(b)) ^ 2), cos(a) * cos(b)), atan2(-sin(a), cos(a) * sin(b)) }')" rubs >corner.adm
check corner 1e-5 <<'END'
0.2 PART_2.X -0.007357197
0.2 PART_2.Y 0.003893955
0.2 PART_2.Z 0.029819358
0.5 PART_2.X -0.007817385
0.5 PART_2.Y 0.004004962
0.5 PART_2.Z 0.029711313
END
solid >solid.adm
check solid 1e-5 <<'END'
0.15 PART_2.Z 0.024196982
0.2 PART_2.Z 0.047672920
0.25 PART_2.Z 0.048360207
0.3 PART_2.Z 0.026813196
0.4 PART_2.Z 0.029650255
0.5 PART_2.Z 0.029273856
END
oblique >oblique.adm
check oblique 1e-5 <<'END'
0.3 PART_2.VX 0.369324111
0.3 PART_2.VY 0.329027879
0.3 PART_3.VX 0.815337945
0.3 PART_3.VY -0.164513939
0.3 PART_2.WZ 1.72251046
0.3 PART_3.WZ -4.36633587
0.3 PART_2.X -0.13392489
0.3 PART_2.Y 0.12728472
0.3 PART_3.X 0.16696244
0.3 PART_3.Y -0.03364236
END
cradle 1E-4 >apart.adm
# the blows of steel balls are 1e-4 deep
check apart 1e-5 "1E-6 1E-7 1E-8" <<'END'
0.5 REQUEST_6.F2 0.47209305
END
# balls that touch: the blow runs through pairs that are in touch already; what is left to the inner ones is small
cradle 0 >row.adm
check row 1e-5 "1E-6 1E-7 1E-8" <<'END'
0.5 REQUEST_6.F2 0.4671903
END
check row 2e-4 "1E-6 1E-7 1E-8" <<'END'
0.5 REQUEST_2.F2 -0.0333215
0.5 REQUEST_3.F2 -0.0140944
0.5 REQUEST_4.F2 -0.0066476
0.5 REQUEST_5.F2 0.0599171
END
rolling 0.4 0.074715911441 0.494364664972 "" >off.adm
check off 1e-5 <<'END'
0.2 PART_2.X 0.094863723
0.2 PART_2.Z 0.490897068
0.4 PART_2.X 0.164541385
0.4 PART_2.Z 0.472129461
0.6 PART_2.X 0.305971622
0.6 PART_2.Z 0.395431392
0.6 REQUEST_1.F2 2.53475504
END
rolling 0.5 0.191779562878 -0.351050135123 ", TYPE = CYLINDER_IN_CYLINDER" >inside.adm
check inside 1e-5 <<'END'
0.2 PART_2.X 0.137336794
0.4 PART_2.X -0.004351211
0.6 PART_2.X -0.142916570
0.8 PART_2.X -0.191391221
1 PART_2.X -0.131327922
1.5 PART_2.X 0.182907617
2 PART_2.X -0.021413888
2 REQUEST_1.F2 -2.20989865
END

# by a program of their own, Runge-Kutta of order 8 at 1E-11: a wheel, a torus that leans, drops and rolls with friction, and a frustum that drops exactly upright
cat >wheel.adm <<END
wheel
$head
ACCGRAV/KGRAV = -9.81
PART/2, MASS = 0.9, CM = 20, IP = 0.01850625, 0.01850625, 0.0366075, QG = 0, 0, 0.26, ZG = 0, -0.939372712847379, -0.082897807455451611, XG = 1, 0, 0.26
, VX = 0.6, WY = -0.85724451863862905, WZ = -2.3484317821184475
MARKER/20, PART = 2
GRAPHICS/2, TORUS, CM = 20, RMAX = 0.2, RMIN = 0.03
CONTACT/1, IGEOM = 2, JGEOM = 1, IMPACT, STIFFNESS = 1E6, EXPONENT = 1.5, DAMPING = 100, DMAX = 2E-4, COULOMB_FRICTION = ON
, STICTION_TRANSITION_VELOCITY = 0.02, FRICTION_TRANSITION_VELOCITY = 0.08, MU_STATIC = 0.5, MU_DYNAMIC = 0.35
$end
END
check wheel 1e-5 <<'END'
0.2 PART_2.X 0.114726805
0.2 PART_2.Y -0.0290699311
0.2 PART_2.Z 0.211014093
0.3 PART_2.Z 0.196692294
0.5 PART_2.X 0.204604930
0.5 PART_2.Y -0.232067055
0.5 PART_2.Z 0.140938727
END
cat >frustum.adm <<END
frustum
$head
ACCGRAV/KGRAV = -9.81
PART/2, MASS = 0.8, CM = 20, IP = 1E-3, 1E-3, 1E-3, QG = 0, 0, 0.2
MARKER/20, PART = 2
MARKER/21, PART = 2, QP = 0, 0, -0.04
GRAPHICS/2, FRUSTUM, CM = 21, LENGTH = 0.1, BOTTOM = 0.07, TOP = 0.03
CONTACT/1, IGEOM = 2, JGEOM = 1, IMPACT, STIFFNESS = 5E6, EXPONENT = 1.3, DAMPING = 800, DMAX = 1E-3
$end
END
check frustum 1e-5 <<'END'
0.16 PART_2.Z 0.074432
0.24 PART_2.Z 0.0595849090
0.4 PART_2.Z 0.0405317221
END
exit $((failures > 0))
