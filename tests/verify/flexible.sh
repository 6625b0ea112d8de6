#!/usr/bin/env bash
# Modal bodies that cardan flex makes, against independent computations with the same elements: frequencies of a strip that is free, clamped, clamped at both ends
# (equal to its finite elements in all digits) and hinged; its bending; a pendulum of it; a slider-crank and a four-bar with a flexible rod.
# Positions agree to 1e-5 of the travel, deflections and forces to 1e-3 or better.
set -uo pipefail
source "$CARDAN_SOURCE/tests/checks.bash"

# strip N LENGTH Y Z E NU RHO JXX: lumped, ends are the interface
strip() {
    awk -v n="$1" -v l="$2" -v y="$3" -v z="$4" -v e="$5" -v nu="$6" -v rho="$7" -v j="$8" 'BEGIN {
        printf "{ \"E\": %s, \"nu\": %s, \"rho\": %s, \"section\": { \"rectangle\": [%s, %s], \"jxx\": %.17g }, \"mass_matrix\": \"lumped\", \"nodes\": {", e, nu, rho, y, z, j
        for (i = 0; i <= n; i++) printf "%s\"%d\": [%.15g, 0, 0]", (i ? ", " : ""), i + 1, l * i / n
        printf "}, \"tubes\": ["
        for (i = 1; i <= n; i++) printf "%s[%d, %d]", (i > 1 ? ", " : ""), i, i + 1
        printf "], \"craig_bampton\": { \"interface_nodes\": [1, %d], \"fixed_interface_modes\": 6 } }\n", n + 1 }'
}
strip 20 1 0.003 0.03 7e10 0.33 2700 2.5299567e-10 >strip.json
strip 12 0.3 0.006 0.01 2e11 0.3 7870 4.5069826e-10 >rod.json
strip 10 0.4 0.002 0.02 7e10 0.33 2700 4.9974e-11 >coupler.json
for body in strip rod coupler; do run 0 flex $body.json --all -o $body.mtx; done

head='UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND
PART/1, GROUND
MARKER/1, PART = 1'
ends='MARKER/11, FLEX_BODY = 2, NODE_ID = 1
MARKER/12, FLEX_BODY = 2, NODE_ID = 21
MARKER/13, FLEX_BODY = 2, NODE_ID = 11
MARKER/2, PART = 1, QP = 1, 0, 0
MARKER/4, PART = 1, QP = 1, 0, 0, REULER = 90D, 90D, 0D'

model() { printf '%s\n' flexible "$head" "$2" END >"$1.adm"; }
# modes WHAT STATEMENTS FREQUENCIES: the lowest that are not zero
modes() {
    model modes "FLEX_BODY/2, MTX_FILE = strip.mtx, CRATIO = 0\\
$ends
$2"
    printf 'modes\nmodes\nLINEAR/EIGENSOL\nSTOP\n' >modes.acf
    run 0 run modes.acf
    awk -v want="$3" -v what="$1" 'BEGIN { n = split(want, w, " ") }
        $1 ~ /^[0-9]+$/ && NF == 5 && $2 > 1e-3 && k < n { k++; d = $2 / w[k] - 1; if (d < 0) d = -d; if (!(d <= 1e-7)) { print what ": " $2 ", not " w[k]; bad = 1 } }
        END { exit bad || k < n }' <<<"$out" || complain "$1"
}
modes free "" "15.582245 42.7576905 83.4084702 137.347629 156.060178"
modes clamped "JOINT/1, FIXED, I = 11, J = 1" "2.46473923 15.4033885 24.6516057 43.030467 84.1334403 138.738969"
modes "both ends clamped" "JOINT/1, FIXED, I = 11, J = 1
JOINT/2, FIXED, I = 12, J = 2" "15.7016275 43.2809044 84.8414716 140.223643 156.944616 209.39984"
modes hinged "JOINT/1, REVOLUTE, I = 11, J = 1
JPRIM/2, INLINE, I = 12, J = 4" "6.92653353 27.7066984 62.3439564 108.293152"

# at NAME TIME VALUES TOLERANCES: components of REQUEST/1, F2 on
at() {
    awk -F , -v t="$2" -v want="$3" -v tol="$4" -v what="$1" '
        NR == 1 { n = split(want, w, " "); split(tol, m, " "); for (i = 1; i <= NF; i++) { gsub(/"/, "", $i); col[$i] = i } next }
        ($1 - t) ^ 2 < 1e-18 { found = 1; for (k = 1; k <= n; k++) { f = k + 1 + (k > 3); x = $col["REQUEST_1.F" f]; d = x - w[k]; if (d < 0) d = -d
            if (!(d <= m[k])) { print what " at " t ", F" f ": " x ", not " w[k]; bad = 1 } } }
        END { exit bad || !found }' "$1.csv" || complain "$1 at $2"
}
bends() { # FORCE VALUES
    model bends "FLEX_BODY/2, MTX_FILE = strip.mtx
$ends
JOINT/1, FIXED, I = 11, J = 1
MARKER/9, PART = 1, FLOATING
VFORCE/1, I = 12, JFLOAT = 9, RM = 1, $1
REQUEST/1, F2 = DX(12)-1\\F3 = DY(12)\\F4 = DZ(12)\\F6 = DY(13)"
    printf 'bends\nbends\nSIMULATE/STATIC\nSTOP\n' >bends.acf
    run 0 run bends.acf --quiet
    at bends 0 "$2" "1e-11 1e-10 1e-10 1e-10"
}
bends 'FX = 0\FY = 0.01\FZ = 0' "-2.4824015e-7 7.0546714e-4 0 2.20458507e-4"
bends 'FX = 0\FY = 0\FZ = 0.5' "-6.2031257e-8 0 3.52733657e-4 0"

simulate() { run 0 run "$1.adm" --end "$2" --steps "$3" --quiet; }
model pendulum "ACCGRAV/JGRAV = -9.81
FLEX_BODY/2, MTX_FILE = strip.mtx, CRATIO = 0.02\\
MARKER/11, FLEX_BODY = 2, NODE_ID = 1
MARKER/12, FLEX_BODY = 2, NODE_ID = 21
JOINT/1, REVOLUTE, I = 11, J = 1
REQUEST/1, F2 = DX(12)\\F3 = DY(12)\\F4 = FX(11,1)\\F6 = FY(11,1)
INTEGRATOR/HHT, ERROR = 1E-6"
simulate pendulum 1 4
at pendulum 0.5 "-0.087865147 -0.996132948 0.6177 5.9206" "2e-5 2e-5 1e-2 6e-3"
at pendulum 1 "-0.999979231 -0.00645186251" "2e-5 2e-5"

model slider_crank "PART/3, MASS = 0.36, CM = 33, IP = 1E-3, 1E-3, 2E-3, WZ = 150, VY = 11.25
MARKER/33, PART = 3, QP = 0.075, 0, 0
MARKER/31, PART = 3
MARKER/32, PART = 3, QP = 0.15, 0, 0
FLEX_BODY/2, MTX_FILE = rod.mtx, QG = 0.15, 0, 0, WZ = -75, VY = 22.5
MARKER/21, FLEX_BODY = 2, NODE_ID = 1, REULER = 0, 90D, 0
MARKER/22, FLEX_BODY = 2, NODE_ID = 13
MARKER/23, FLEX_BODY = 2, NODE_ID = 7
MARKER/24, FLEX_BODY = 2, NODE_ID = 1
PART/4, MASS = 0.075552, CM = 44, IP = 1E-4, 1E-4, 1E-4, QG = 0.45, 0, 0
MARKER/44, PART = 4, REULER = 90D, 90D, 0D
MARKER/45, PART = 4
MARKER/5, PART = 1, REULER = 90D, 90D, 0D
JOINT/1, REVOLUTE, I = 31, J = 1
MOTION/1, ROTATION, JOINT = 1, FUNCTION = 150*TIME
JOINT/2, UNIVERSAL, I = 21, J = 32
JOINT/3, SPHERICAL, I = 22, J = 45
JOINT/4, TRANSLATIONAL, I = 44, J = 5
VARIABLE/1, FUNCTION = DX(22,24)
VARIABLE/2, FUNCTION = DY(22,24)
REQUEST/1, F2 = DX(44)\\F3 = (VARVAL(1)*DY(23,24)-VARVAL(2)*DX(23,24))/DM(22,24)
INTEGRATOR/GSTIFF, ERROR = 1E-6"
simulate slider_crank 0.05 5
at slider_crank 0.01 "0.270628227 0.001491201" "1e-6 3e-6"
at slider_crank 0.02 "0.150746059 2.175515e-5" "1e-6 3e-6"
at slider_crank 0.05 "0.316955098 0.002407202" "1e-6 3e-6"

model four_bar "ACCGRAV/JGRAV = -9.81
PART/3, MASS = 0.2, CM = 33, IP = 1E-4, 2.4E-4, 2.4E-4, REULER = 0.6, 0, 0
MARKER/33, PART = 3, QP = 0.06, 0, 0
MARKER/31, PART = 3
MARKER/32, PART = 3, QP = 0.12, 0, 0
FLEX_BODY/2, MTX_FILE = coupler.mtx, CRATIO = 0.02\\, QG = 0.0990402737891614, 0.0677570968074043, 0, REULER = 0.61638316, 0, 0
MARKER/21, FLEX_BODY = 2, NODE_ID = 1, REULER = 0, 90D, 0
MARKER/22, FLEX_BODY = 2, NODE_ID = 11
PART/4, MASS = 0.3, CM = 44, IP = 1E-4, 2.25E-3, 2.25E-3, QG = 0.45, 0, 0, REULER = 1.65278773, 0, 0
MARKER/44, PART = 4, QP = 0.15, 0, 0
MARKER/41, PART = 4
MARKER/42, PART = 4, QP = 0.3, 0, 0
MARKER/5, PART = 1, QP = 0.45, 0, 0
JOINT/1, REVOLUTE, I = 31, J = 1
MOTION/1, ROTATION, JOINT = 1, FUNCTION = 0.6+4*PI*TIME
JOINT/2, UNIVERSAL, I = 21, J = 32
JOINT/3, SPHERICAL, I = 22, J = 42
JOINT/4, REVOLUTE, I = 41, J = 5
REQUEST/1, F2 = DX(42)\\F3 = DY(42)\\F4 = MOTION(1,0,8,0)
INTEGRATOR/HHT, ERROR = 1E-7"
simulate four_bar 0.4 2
at four_bar 0.2 "0.227622765 0.201366246" "1e-6 1e-6"
at four_bar 0.4 "0.30892701 0.264761046 0.3031894" "1e-6 1e-6 3e-4"

# derivatives are whole, and stiff modes do not make iterations of their own: as many an attempt of a step as with the coupler RIGID, matrices made anew or kept
iterations() { # FILE INTEGRATOR
    run 0 run "$1.adm" --end 0.2 --steps 20 --quiet --integrator "$2" --statistics "$1.stats"
    awk -F , 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } NR == 2 { print $at["iterations"] / ($at["steps"] + $at["too_inaccurate"] + $at["not_converged"]) }' "$1.stats"
}
sed -i 's/^REQUEST/PART\/6, MASS = 0.2, CM = 66, IP = 1E-4, 1E-3, 1E-3, QG = 0.425, 0.299, 0\nMARKER\/66, PART = 6, QP = 0.1, 0, 0\nMARKER\/61, PART = 6\nJOINT\/6, REVOLUTE, I = 61, J = 42\n&/' four_bar.adm
sed 's/, MTX_FILE = coupler.mtx/&, RIGID/' four_bar.adm >rigid.adm
for method in "GSTIFF, ERROR = 1E-3, PATTERN = T" "HHT, ERROR = 1E-5, PATTERN = T" "GSTIFF, SI2, ERROR = 1E-3, PATTERN = T" "GSTIFF, SI2, ERROR = 1E-3" "GSTIFF, SI2, ERROR = 1E-5" "GSTIFF, ERROR = 1E-3" "GSTIFF, ERROR = 1E-5" "HHT, ERROR = 1E-4" "HHT, ERROR = 1E-5" "HHT, ERROR = 1E-6"; do
    awk -v a="$(iterations four_bar "$method")" -v b="$(iterations rigid "$method")" -v most="$([[ $method == *1E-6 ]] && echo 1.15 || echo 1.1)" 'BEGIN { print "iterations an attempt:", a, "rigid:", b; exit !(a > 0 && a <= most * b) }' ||
        complain "$method takes more iterations with a flexible coupler"
done
exit $((failures > 0))
