#!/usr/bin/env bash
# Singular configurations, and explicit methods (theory 13.24 to 13.28): a slider-crank whose crank is as long as its
# rod passes them as x = 2 r cos(theta); with a crank a little shorter it turns there, as sharply as the gap is small. Energy gives theta(t), by quadrature.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"

# crank NAME GAP UNIT OUTER ROD: crank = (1 - GAP) rod, UNIT to a metre; OUTER: the joint between rod and slider; ROD: its mass
crank() {
    awk -v name="$1" -v gap="$2" -v k="$3" -v outer="$4" -v rod="${5-0.7}" 'function at(x, y, z) { return sprintf("%.17g, %.17g, %.17g", k * x, k * y, k * z) }
    function axes(x, z) { return "QP = " at(x, 0, z) ", ZP = " at(x, -1, z) ", XP = " at(x + 1, 0, z) }
    function inertia(j) { return "IP = " j * k * k ", " j * k * k ", " j * k * k }
    BEGIN {
        l = 0.3; r = (1 - gap) * l; x = r * cos(1.1); z = r * sin(1.1); s = x + (gap ? sqrt(l * l - z * z) : x)
        printf "%s\nUNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = %s, TIME = SECOND\n", name, k == 1 ? "METER" : "MILLIMETER"
        print "PART/1, GROUND\nMARKER/10, PART = 1, " axes(0, 0) "\nMARKER/11, PART = 1, ZP = 1, 0, 0, XP = 0, 1, 0"
        print "PART/2, MASS = 1, CM = 20, WM = 10, WZ = 9, " inertia(0.02) "\nMARKER/20, PART = 2, " axes(0, 0) "\nMARKER/21, PART = 2, " axes(x, z)
        print "PART/3" (rod ? ", MASS = " rod ", CM = 30, " inertia(rod / 35) : "") "\nMARKER/30, PART = 3, " axes(x, z) "\nMARKER/31, PART = 3, " axes(s, 0)
        print "PART/4, MASS = 0.4, CM = 40, " inertia(0.01) ", QG = " at(s, 0, 0) "\nMARKER/40, PART = 4, ZP = 1, 0, 0, XP = 0, 1, 0\nMARKER/41, PART = 4, ZP = 0, -1, 0, XP = 1, 0, 0"
        print "JOINT/1, REVOLUTE, I = 20, J = 10\nJOINT/2, " (outer == "SPHERICAL" ? "CYLINDRICAL" : "REVOLUTE") ", I = 30, J = 21"
        print "JOINT/3, " outer ", I = 31, J = 41\nJOINT/4, TRANSLATIONAL, I = 40, J = 11"
        printf "REQUEST/1, F2 = DX(40, 10)/%g\nEND\n", k
    }' >"$1.adm"
}

# motion GAP STEPS ROD: x of the slider every 1/20 s, by Runge and Kutta with so many steps between
motion() {
    awk -v gap="$1" -v n="$2" -v rod="${3-0.7}" 'function weight(a,  s, c, p) {
        s = (1 - gap) * sin(a); c = gap ? sqrt(1 - s * s) : cos(a); p = gap ? (1 - gap) * cos(a) / c : 1
        x = r * cos(a) + l * c
        return 0.02 + rod * r * r + rod / 35 * p * p + 0.4 * (r * sin(a) + l * s * p) ^ 2
    }
    function speed(a) { return 9 * sqrt(w / weight(a)) }
    BEGIN {
        l = 0.3; r = (1 - gap) * l; a = 1.1; w = weight(a); h = 0.05 / n
        for (i = 1; i <= 20; i++) {
            for (j = 0; j < n; j++) { k1 = speed(a); k2 = speed(a + h / 2 * k1); k3 = speed(a + h / 2 * k2); k4 = speed(a + h * k3); a += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4) }
            weight(a); printf "%.12g %.12g\n", i / 20, x
        }
    }' >expected.txt
}

# follows NAME METHOD TOLERANCE: the slider is where it should be at all 20 times
follows() {
    run 0 run "$1.adm" --end 1 --steps 20 --integrator "$2" -q
    awk -v tolerance="$3" 'NR == FNR { x[$1 + 0] = $2; next } FNR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /REQUEST_1.F2/) c = i; next }
        $1 > 0 { seen++; off = $c - x[$1 + 0]; off = off < 0 ? -off : off; if (off > most) most = off; if (off > tolerance) bad = 1 }
        END { printf "%.1e", most; exit bad || seen != 20 }' expected.txt FS=, "$1.csv" >most.txt || complain "$1 with $2: off by $(cat most.txt), not $3"
    printf '%-12s %-32s off by %s\n' "$1" "$2" "$(cat most.txt)"
}

explicit=(MDOP5 HEM5 PHEM56 ABAM TLISMNI 'TLISMNI, SCHEME = BDF' ROSENBROCK AUTO)
crank even 0 1 SPHERICAL
crank even_mm 0 1000 SPHERICAL
crank redundant 0 1 REVOLUTE
motion 0 200
# TLISMNI has lower orders: BDF is of order two
for method in "${explicit[@]}"; do
    case $method in *BDF) loose=0.1 fine=2E-4 ;; ABAM | TLISMNI) loose=0.1 fine=2E-4 ;; *) loose=2E-2 fine=2E-6 ;; esac
    for model in even even_mm redundant; do follows $model "$method, ERROR = 1E-3" $loose; done
    follows even "$method, ERROR = 1E-7" $fine
done
for method in MDOP5 HEM5 PHEM56; do follows redundant "$method, ERROR = 1E-9" 1E-7; done

# generalized alpha with the rates of constraints alone, of order two, went into the other motion
for pair in '1E-4 2E-2' '1E-5 4E-3' '1E-6 5E-4' '1E-7 5E-5'; do follows even "GALPHA, I2, ERROR = ${pair% *}" "${pair#* }"; done
for model in even_mm redundant; do follows $model 'GALPHA, I2, ERROR = 1E-6' 1E-3; done

# a rod without mass
crank weightless 0 1 SPHERICAL 0
motion 0 200 0
for method in MDOP5 HEM5 PHEM56 ABAM ROSENBROCK AUTO; do follows weightless "$method, ERROR = 1E-6" 2E-4; done

# in space: a parallelogram of two cranks in planes 0.5 apart, which turns evenly through its flat positions
cat >spatial.adm <<MODEL
spatial parallelogram
PART/1, GROUND
MARKER/10, PART = 1, ZP = 0, -1, 0, XP = 1, 0, 0
MARKER/11, PART = 1, QP = 1, 0.5, 0, ZP = 1, -0.5, 0, XP = 2, 0.5, 0
PART/2, MASS = 1, CM = 20, IP = 0.01, 0.02, 0.02, WM = 10, WZ = 9
MARKER/20, PART = 2, QP = 0.1, 0, 0.2
MARKER/21, PART = 2, ZP = 0, -1, 0, XP = 1, 0, 0
MARKER/22, PART = 2, QP = 0.2, 0, 0.3, ZP = 0.2, -1, 0.3, XP = 1.2, 0, 0.3
PART/3, MASS = 1.5, CM = 30, IP = 0.02, 0.05, 0.05
MARKER/30, PART = 3, QP = 0.7, 0.25, 0.3
MARKER/31, PART = 3, QP = 0.2, 0, 0.3, ZP = 0.2, 0, 1.3, XP = 1.2, 0, 0.3
MARKER/32, PART = 3, QP = 1.2, 0.5, 0.3
PART/4, MASS = 0.8, CM = 40, IP = 0.01, 0.02, 0.02
MARKER/40, PART = 4, QP = 1.1, 0.5, 0.1
MARKER/41, PART = 4, QP = 1.2, 0.5, 0.3
MARKER/42, PART = 4, QP = 1, 0.5, 0, ZP = 1, -0.5, 0, XP = 2, 0.5, 0
JOINT/1, REVOLUTE, I = 21, J = 10
JOINT/2, UNIVERSAL, I = 31, J = 22
JOINT/3, SPHERICAL, I = 32, J = 41
JOINT/4, REVOLUTE, I = 42, J = 11
REQUEST/1, F2 = DX(41, 11)
END
MODEL
awk 'BEGIN { for (i = 1; i <= 20; i++) printf "%.12g %.12g\n", i / 20, 0.2 * cos(9 * i / 20) - 0.3 * sin(9 * i / 20) }' >expected.txt
for method in "${explicit[@]}"; do
    follows spatial "$method, ERROR = 1E-3" 2E-3
    follows spatial "$method, ERROR = 1E-6" 1E-6
done

# where it turns, it is followed through the turn
for gap in 1E-2 1E-3 1E-4 1E-5 1E-6; do
    crank gap_$gap $gap 1 SPHERICAL
    motion $gap 10000
    for method in MDOP5 HEM5 PHEM56 ABAM ROSENBROCK AUTO; do follows gap_$gap "$method, ERROR = 1E-7" 1E-4; done
done

# a turn as sharp as rounding could make one: a fine ERROR shows it, the run stops and says where
crank gap_1E-10 1E-10 1 SPHERICAL
for method in MDOP5 HEM5 ROSENBROCK; do
    run 2 run gap_1E-10.adm --end 1 --steps 20 --integrator "$method, ERROR = 1E-9" -q
    warns 'a singular configuration lies just ahead'
    warns '[FAILED_HOLD]'
done
exit $((failures > 0))
