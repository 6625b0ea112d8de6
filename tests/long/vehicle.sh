#!/usr/bin/env bash
# A vehicle of 14 bodies (examples/vehicle.adm): its equilibrium, its modes, and how it drives over a bump.
#
# A is the example: 10 degrees of freedom. In B each upper arm sits on the chassis by a ball joint in the middle of its axis and a torque of 5e4 N m/rad and 500 N m s/rad
# across it: 18 degrees of freedom. The figures to meet were computed by an independent program: the equilibria to 1e-6 m and 0.05 N, the eigenvalues to 1e-3 of their
# size; heights over the bump by index-3 HHT with three steps extrapolated, good to 3e-7 m. Catches wrong stiffness terms of loads and reactions, and integrators that do not
# keep to their error where eigenvalues reach from -3 to -2e5 1/s.
#
# Nothing holds the vehicle along x: here statics leaves the common centre of mass where it is, there the chassis had come to x = 0.0560717817. So the bump is moved by the difference.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cp "$CARDAN_SOURCE/examples/vehicle.adm" A.adm
failures=0

complain() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# column NAME FILE TIME: a column of results at a time
column() {
    awk -F , -v name="$1" -v time="$3" '
        NR == 1 { for (i = 1; i <= NF; i++) { head = $i; gsub(/"/, "", head); sub(/ .*/, "", head); if (head == name) c = i } }
        NR > 1 && $1 - time < 1e-9 && time - $1 < 1e-9 { print $c; exit }' "$2"
}

near() { # near WHAT GOT EXPECTED TOLERANCE
    awk -v what="$1" -v got="$2" -v expected="$3" -v tolerance="$4" 'BEGIN {
        off = got - expected; if (off < 0) off = -off
        if (got == "" || !(off <= tolerance)) { printf "%s is %s, not %s: off by %.3g\n", what, got, expected, off; exit 1 } }' || complain "$1"
}

awk -f "$CARDAN_SOURCE/bench/models/vehicle18.awk" A.adm >B.adm
[[ $(grep -c '^VTORQUE' B.adm) -eq 4 ]] || complain "B has other torques"

equilibrium() { # equilibrium NAME HEIGHT FRONT REAR, eigenvalues "re im" on standard input
    local name=$1
    printf '%s.adm\n%s\nSIMULATE/STATIC\nLINEAR/EIGENSOL\nSTOP\n' "$name" "$name" >"$name.acf"
    "$CARDAN" run -q "$name.acf" 2>messages || complain "$name: exit code $?"
    near "$name height" "$(column REQUEST_1.Z "$name.csv" 0)" "$2" 1e-6
    near "$name front tyre" "$(column REQUEST_3.F2 "$name.csv" 0)" "$3" 0.05
    near "$name rear tyre" "$(column REQUEST_3.F4 "$name.csv" 0)" "$4" 0.05
    for way in x y 'rotation z'; do
        grep -q "nothing holds .*PART/2 (chassis) $way" "$name.msg" || complain "$name: that nothing holds $way is not told"
    done
    # every eigenvalue is there once, and no other but zeros
    awk -F , -v name="$name" '
        FNR == NR { split($0, x, " "); n++; re[n] = x[1]; im[n] = x[2]; next }
        FNR > 1 && ($4 != 0 || $5 != 0) {
            got++; found = 0
            for (k = 1; k <= n && !found; k++) {
                size = sqrt(re[k]^2 + im[k]^2)
                if (!used[k] && sqrt((re[k] - $4)^2 + (im[k] - $5)^2) <= 1e-3 * size) used[k] = found = 1
            }
            if (!found) { print name ": eigenvalue " $4 " " $5 " is not expected"; bad = 1 }
        }
        END { if (got != n) { print name ": " got " eigenvalues, not " n; bad = 1 } exit bad }' - "${name}_eigen.csv" || complain "$name: modes"
    echo "$name: height $(column REQUEST_1.Z "$name.csv" 0)"
}

equilibrium A 0.710218211 5508.446 5110.364 <<'END'
-3.28614 23.0720
-5.27734 29.1039
-6.10943 31.3244
-10.0142 0
-10.0176 0
-10.0270 0
-10.1690 0
-202293 0
-206930 0
-218684 0
-222941 0
END
equilibrium B 0.709828112 5509.291 5109.519 <<'END'
-3.20516 22.8192
-5.13379 28.7445
-5.94002 30.9602
-10.0140 0
-10.0174 0
-10.0266 0
-10.1640 0
-97.32 0
-97.32 0
-98.2 0
-98.2 0
-100.79 0
-100.79 0
-102.97 0
-102.97 0
-1849.27 0
-1858.20 0
-2460.37 0
-2462.08 0
-3870.4 0
-3870.4 0
-13675 0
-13675 0
-209777 0
-214751 0
-222832 0
-227360 0
END

# dropped from half a metre, level, tilted, turned by 90 degrees, rolled and pitched by up to 80: the same place. Its tyres push and pull, so that there are equilibria on
# its side, on its nose and upside down too; the first two are unstable, and Newton's method finds them
# B, tilted far, comes down otherwise: its tyres pull with 400 kN, which turns the upper arms over against their torques of 50 kN m/rad, in dynamics as in statics
dropped() { # dropped NAME HEIGHT START
    sed "s/^PART.*MASS.*/&, QG = $3/" "$1.adm" >dropped.adm
    printf 'dropped.adm\ndropped\nSIMULATE/STATIC\nSTOP\n' >dropped.acf
    "$CARDAN" run -q dropped.acf || complain "dropped: exit code $?"
    near "$1: height after a drop from $3" "$(column REQUEST_1.Z dropped.csv 0)" "$2" 1e-6
}
for start in '0, 0, 0.5, REULER = 0, 0, 0' '0, 0, 0.5, REULER = 90D, 20D, -90D' '0, 0, 0.5, REULER = 90D, 0, 0'; do
    dropped A 0.710218211 "$start"
    dropped B 0.709828112 "$start"
done
for start in '0, 0, 1.5, REULER = 0, 60D, 0' '0, 0, 0.5, REULER = 0, -80D, 0' '0, 0, 1.5, REULER = 90D, 60D, -90D' '0, 0, 0.5, REULER = 90D, -80D, -90D'; do
    dropped A 0.710218211 "$start"
done

# the bump: height of the chassis to 1e-5 m, pitch to 1e-5 rad; at the usual ERROR of BDF methods height to 0.2 mm
x=$(column REQUEST_1.X A.csv 0)
awk -v d="$(awk -v x="$x" 'BEGIN { printf "%.12g", 0.0560717817 - x }')" '
    /^, / { gsub(/3\.9/, sprintf("%.12g", 3.9 - d)); gsub(/4\.15/, sprintf("%.12g", 4.15 - d)); gsub(/4\.4/, sprintf("%.12g", 4.4 - d)) } { print }' A.adm >bump.adm
heights='0.6 0.7345058 0.7 0.7039347 0.8 0.7032821 1.0 0.7039021 1.3 0.7172309 1.4 0.7216673 1.5 0.6965405 2.0 0.7086535 3.0 0.7103178'
drive() { # METHOD TOLERANCE: over the bump, heights within the tolerance
    local method=$1 tolerance=$2
    printf 'bump.adm\nbump\nINTEGRATOR/%s\nSIMULATE/STATIC\nSIMULATE/DYNAMIC, END = 3, DTOUT = 0.02\nSTOP\n' "$method" >bump.acf
    "$CARDAN" run -q bump.acf || complain "$method: exit code $?"
    set -- $heights
    while (($#)); do
        near "$method: height at $1" "$(column REQUEST_1.Z bump.csv "$1")" "$2" "$tolerance"
        shift 2
    done
}
for method in GSTIFF 'GSTIFF, SI2' WSTIFF ROSENBROCK; do
    drive "$method, ERROR = 1E-3" 2e-4
    drive "$method, ERROR = 1E-6" 1e-5
done
for method in 'GSTIFF, ERROR = 1E-8' 'GSTIFF, SI2, ERROR = 1E-6' 'WSTIFF, ERROR = 1E-8' 'HHT, ERROR = 1E-8'; do
    drive "$method" 1e-5
    near "$method: pitch at 0.6" "$(column REQUEST_2.F2 bump.csv 0.6)" -0.0167383 1e-5
    near "$method: pitch at 1.3" "$(column REQUEST_2.F2 bump.csv 1.3)" 0.0106349 1e-5
    echo "$method: height at 1.5 $(column REQUEST_1.Z bump.csv 1.5)"
done

# the command file of the example: what it re-states between statics and dynamics does not stop the vehicle
mkdir example
"$CARDAN" run -q "$CARDAN_SOURCE/examples/vehicle.acf" --out example || complain "example: exit code $?"
near "example: height at 1.5" "$(column REQUEST_1.Z example/vehicle.csv 1.5)" 0.6965405 1e-4
near "example: way in 3 s" "$(column REQUEST_1.X example/vehicle.csv 3)" 13.45 0.1

[[ $failures -eq 0 ]] || { echo "$failures failures"; exit 1; }
