#!/usr/bin/env bash
# FE_PART: large deflections against closed forms and published values, order two in the length of the beams, stiffening by rotation, buckling.
set -euo pipefail
shopt -s lastpipe
source "$CARDAN_SOURCE/tests/checks.bash"

# column NAME: last value of a column of model.csv
column() { awk -F , -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ name) c = i } END { print $c }' model.csv; }
# at T NAME: its value at a time
at() { awk -F , -v t="$1" -v name="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ name) c = i } NR > 1 && $1 - t < 1e-9 && t - $1 < 1e-9 { v = $c } END { print v }' model.csv; }
near() { # near WHAT VALUE EXPECTED TOLERANCE
    awk -v a="$2" -v b="$3" -v tol="$4" 'BEGIN { d = a - b; exit !(d <= tol && -d <= tol) }' || complain "$1: $2, not $3 within $4"
}
# order WHAT: errors on standard input, each for beams half as long: they fall by four
order() {
    awk -v what="$1" '{ if (last) { p = log(last / $1) / log(2); printf "%s: error %.3g, order %.2f\n", what, $1, p; if (!(p > 1.8 && p < 2.3)) bad = 1 } last = $1 }
        END { exit bad || NR < 3 }' || complain "$1: order"
}
distance() { awk -v a="$1" -v b="$2" 'BEGIN { n = split(a, x, " "); split(b, y, " "); for (i = 1; i <= n; i++) s += (x[i] - y[i]) ^ 2; print sqrt(s) }'; }

# beam N MATERIAL SECTION PLACES: nodes 1 to N + 1, clamped at 1 to ground, markers 20 and 21 at its ends; PLACES: awk for x and y of s from 0 to 1
beam() {
    echo "PART/1, GROUND
MARKER/10, PART = 1
MARKER/5, PART = 1, FLOATING
MATERIAL/1, NAME = stuff, $2
SECTION/1, $3
FE_PART/2, TYPE = ${5:-3DBEAM}, MATERIAL = 1, SECTION = 1"
    awk -v n="$1" "BEGIN { for (k = 0; k <= n; k++) { s = k / n; $4; printf \"%s%d, %.17g, %.17g, 0, 0, 0, 0\\n\", (k ? \", \" : \", COORDINATES = \"), k + 1, x, y } }"
    echo "MARKER/20, FE_PART = 2, NODE_LABEL = 1
MARKER/21, FE_PART = 2, NODE_LABEL = $(($1 + 1))"
}
statics() { printf 'model.adm\nmodel\nSIMULATE/STATIC, END = 1, STEPS = %d\nSTOP\n' "$1" >model.acf && run 0 run -q model.acf; }
request='REQUEST/1, F2 = DX(21)\F3 = DY(21)\F4 = DZ(21)\F6 = AZ(21, 10)\F7 = AX(21, 10)\'

# the elastica, P L^2 / E I = 1 and 5
stiff='YOUNGS_MODULUS = 1E9, POISSONS_RATIO = 0.3, DENSITY = 1'
thin='AREA = 1, IYY = 1E-9, IZZ = 1E-9, JXX = 1E-9, ASY = 1E-3, ASZ = 1E-3'
for type in 3DBEAM 2DBEAM; do
    for case in "1 0.94356676 0.30172077" "5 0.61237164 0.71379153"; do
        read -r load x y <<<"$case"
        for n in 5 10 20; do
            { echo "elastica"; beam $n "$stiff" "$thin" 'x = s; y = 0' $type
              echo "JOINT/1, FIXED, I = 20, J = 10
VFORCE/1, I = 21, JFLOAT = 5, FY = $load*TIME\\
$request
END"; } >model.adm
            statics 10
            distance "$(column REQUEST_1.F2) $(column REQUEST_1.F3)" "$x $y"
        done | order "elastica, $type, load $load"
    done
done
near "elastica, x" "$(column REQUEST_1.F2)" 0.61237164 0.003
near "elastica, y" "$(column REQUEST_1.F3)" 0.71379153 0.003

# the same in the other planes, which three rows per node keep: y and z, z and x of ground in place of x and y
for plane in YZ ZX; do
    { echo "elastica"; beam 20 "$stiff" "$thin" 'x = s; y = 0' 2DBEAM_$plane
      echo "MARKER/11, PART = 1, REULER = $([[ $plane == YZ ]] && echo 90D, 90D, 0D || echo 0D, -90D, -90D)
JOINT/1, FIXED, I = 20, J = 11
VFORCE/1, I = 21, JFLOAT = 5, $([[ $plane == YZ ]] && echo FZ || echo FX) = 5*TIME\\
REQUEST/1, F2 = $([[ $plane == YZ ]] && echo 'DY(21)\F3 = DZ(21)\F4 = DX(21)' || echo 'DZ(21)\F3 = DX(21)\F4 = DY(21)')
END"; } | awk -v plane=$plane '/^, (COORDINATES = )?[0-9]+, [-0-9.e]+, [-0-9.e]+, 0, 0, 0, 0$/ { n = split($0, v, ", "); i = n - 6
        t = v[i + 1]; if (plane == "YZ") { v[i + 3] = v[i + 2]; v[i + 2] = t; v[i + 1] = 0 } else { v[i + 1] = v[i + 2]; v[i + 2] = 0; v[i + 3] = t }
        line = v[1]; for (k = 2; k <= n; k++) line = line ", " v[k]; print line; next } { print }' >model.adm
    statics 10
    near "elastica in $plane, along" "$(column REQUEST_1.F2)" 0.61237164 0.003
    near "elastica in $plane, across" "$(column REQUEST_1.F3)" 0.71379153 0.003
    near "elastica in $plane, out of it" "$(column REQUEST_1.F4)" 0 1e-12
    printf 'model.adm\nmodel\nSIMULATE/DYNAMIC, END = 0.1, STEPS = 2\nSTOP\n' >model.acf
    run 0 run -q model.acf
    near "elastica in $plane swings" "$(column REQUEST_1.F4)" 0 1e-12
done

# a moment 2 pi E I / L rolls it up into a circle, whatever the number of beams: the tip comes back, every section carries the moment
{ echo "circle"; beam 10 "$stiff" "$thin" 'x = s; y = 0'
  echo "JOINT/1, FIXED, I = 20, J = 10
VTORQUE/1, I = 21, JFLOAT = 5, TZ = 2*PI*TIME\\
EQUILIBRIUM/ERROR = 1E-10
$request
END"; } >model.adm
statics 8
near "circle, x" "$(column REQUEST_1.F2)" 0 1e-6
near "circle, y" "$(column REQUEST_1.F3)" 0 1e-6
near "circle, moment of section 4" "$(column FE_PART_2.BEAM_4.TZ)" 6.283185307 1e-6
near "circle, force of section 4" "$(column FE_PART_2.BEAM_4.FX)" 0 1e-3

# the bend of 45 degrees, radius 100: tip (47.15044, 15.68480, 53.47486) at 600
for n in 4 8 16; do
    { echo "bend"; beam $n 'YOUNGS_MODULUS = 1E7, POISSONS_RATIO = 0, DENSITY = 1' "AREA = 1, IYY = 0.083333333333333, IZZ = 0.083333333333333, JXX = 0.166666666666667" \
        'a = s * 0.78539816339744831; x = 100 * sin(a); y = 100 * (1 - cos(a))'
      echo "JOINT/1, FIXED, I = 20, J = 10
VFORCE/1, I = 21, JFLOAT = 5, FZ = 600*TIME\\
$request
END"; } >model.adm
    statics 6
    distance "$(column REQUEST_1.F2) $(column REQUEST_1.F3) $(column REQUEST_1.F4)" "47.15044 15.68480 53.47486"
done | order "bend"
near "bend, z with 16 beams" "$(column REQUEST_1.F4)" 53.47486 0.03
# eight beams, as published ones have: theirs are within 53.37 to 53.74
{ echo "bend"; beam 8 'YOUNGS_MODULUS = 1E7, POISSONS_RATIO = 0, DENSITY = 1' "AREA = 1, IYY = 0.083333333333333, IZZ = 0.083333333333333, JXX = 0.166666666666667" \
    'a = s * 0.78539816339744831; x = 100 * sin(a); y = 100 * (1 - cos(a))'
  echo "JOINT/1, FIXED, I = 20, J = 10
VFORCE/1, I = 21, JFLOAT = 5, FZ = 600*TIME\\
$request
END"; } >model.adm
statics 6
near "bend, z with 8 beams" "$(column REQUEST_1.F4)" 53.555 0.185

# Princeton: load at 45 degrees between edge and flat
for n in 4 8 16; do
    { echo "Princeton"; beam $n 'YOUNGS_MODULUS = 71.7E9, POISSONS_RATIO = 0.31, DENSITY = 2700' "RECT_BASE = 3.2024E-3, RECT_HEIGHT = 12.377E-3" 'x = 0.508 * s; y = 0'
      echo "JOINT/1, FIXED, I = 20, J = 10
VFORCE/1, I = 21, JFLOAT = 5, FY = 9.436340*TIME\\FZ = 9.436340*TIME\\
$request
END"; } >model.adm
    statics 5
    distance "$(column REQUEST_1.F3) $(column REQUEST_1.F4)" "0.1565878 0.0153423"
done | order "Princeton"
near "Princeton, twist" "$(awk -v a="$(column REQUEST_1.F7)" 'BEGIN { print a * 57.29577951 }')" 3.48469 0.02

# a narrow cantilever turns over at 4.0126 sqrt(E I_weak G J) / L^2 = 42.688: the lowest mode crosses zero there
for share in 0.98 1.02; do
    { echo "buckling"; beam 16 'YOUNGS_MODULUS = 71.7E9, POISSONS_RATIO = 0.31, DENSITY = 2700' "AREA = 3.96361E-5, IYY = 5.05989E-8, IZZ = 3.387350E-11, JXX = 1.13398E-10, ASY = 1.2, ASZ = 1.2" 'x = 0.508 * s; y = 0'
      echo "JOINT/1, FIXED, I = 20, J = 10
VFORCE/1, I = 21, JFLOAT = 5, FZ = $share*42.688\\
$request
END"; } >model.adm
    printf 'model.adm\nmodel\nSIMULATE/STATIC\nLINEAR/EIGENSOL\nSTOP\n' >model.acf
    run 0 run -v model.acf
    if [[ $share == 0.98 ]]; then grep -q "the equilibrium is stable" model.msg || complain "buckling: not stable at $share"
    else grep -q "unstable" model.msg || complain "buckling: still stable at $share"; fi
done

# spin-up of a cantilever on a hub: exact tip deflections of the inextensible beam
spin() {
    { echo "spin-up"; beam "$1" 'YOUNGS_MODULUS = 7E10, POISSONS_RATIO = 0.3, DENSITY = 3000' 'AREA = 4E-4, IYY = 2E-7, IZZ = 2E-7, JXX = 4E-7' 'x = 10 * s; y = 0' "$2"
      echo 'PART/3, MASS = 1, CM = 30, IP = 1, 1, 1
MARKER/30, PART = 3
JOINT/1, FIXED, I = 20, J = 30
JOINT/2, REVOLUTE, I = 30, J = 10
MOTION/1, JOINT = 2, ROTATION, FUNCTION = 0.4*(TIME**2/2+(7.5/PI)**2*(COS(2*PI*TIME/15)-1))
REQUEST/1, F2 = DY(21, 30, 30)\'
      echo "INTEGRATOR/$3
END"; } >model.adm
    printf 'model.adm\nmodel\nSIMULATE/DYNAMIC, END = 12.5, STEPS = 50\nSTOP\n' >model.acf
    run 0 run -q model.acf
}
spin 20 2DBEAM "HHT, ERROR = 1E-5"
for case in "2.5 -0.15127" "5 -0.46844" "7.5 -0.55898" "10 -0.36268"; do
    read -r t y <<<"$case"
    near "spin-up at $t" "$(at "$t" REQUEST_1.F2)" "$y" "$(awk -v y="$y" 'BEGIN { print -0.01 * y }')"
done

# the same a metre off the axis. A chain of ten BEAMs with the same masses has -0.17343, -0.53127, -0.59609, -0.35459, -0.10352; beams of half the length
# come nearer to a common limit by a factor of four
off_axis() { # BEAMS
    { echo "off the axis"; beam "$1" 'YOUNGS_MODULUS = 7E10, POISSONS_RATIO = 0.3, DENSITY = 3000' 'AREA = 4E-4, IYY = 2E-7, IZZ = 2E-7, JXX = 4E-7' 'x = 1 + 10 * s; y = 0' 2DBEAM
      echo 'PART/3, MASS = 1, CM = 30, IP = 1, 1, 1
MARKER/30, PART = 3
MARKER/31, PART = 3, QP = 1, 0, 0
JOINT/1, FIXED, I = 20, J = 31
JOINT/2, REVOLUTE, I = 30, J = 10
MOTION/1, JOINT = 2, ROTATION, FUNCTION = 0.4*(TIME**2/2+(7.5/PI)**2*(COS(2*PI*TIME/15)-1))
REQUEST/1, F2 = DY(21, 30, 30)\
INTEGRATOR/HHT, ERROR = 1E-6
END'; } >model.adm
    printf 'model.adm\nmodel\nSIMULATE/DYNAMIC, END = 12.5, STEPS = 5\nSTOP\n' >model.acf
    run 0 run -q model.acf
}
off_axis 10
for case in "2.5 -0.17343" "5 -0.53127" "7.5 -0.59609" "10 -0.35459" "12.5 -0.10352"; do
    read -r t y <<<"$case"
    near "spin-up off the axis at $t" "$(at "$t" REQUEST_1.F2)" "$y" 0.009
done
for n in 10 20 40; do off_axis $n && distance "$(at 7.5 REQUEST_1.F2)" -0.584379; done | order "spin-up off the axis"

# an aluminium strip, clamped at the axis it spins about: frequencies at rest are those of the same lumped model by linear finite elements; the field of
# centrifugal forces stiffens it in the plane of rotation, less what it pulls outwards, and across
strip() { # strip SPEED [BEAMS]: frequencies of the strip
    { echo "strip"; beam "${2:-20}" 'YOUNGS_MODULUS = 7E10, POISSONS_RATIO = 0.33, DENSITY = 2700' 'RECT_BASE = 0.003, RECT_HEIGHT = 0.03, ASY = 1E-6, ASZ = 1E-6' 'x = s; y = 0'
      echo "JOINT/1, FIXED, I = 20, J = 10"
      awk -v w="$1" -v n="${2:-20}" 'BEGIN { for (k = 1; k <= n; k++) { m = w * w * 0.243 / n * (k == n ? 0.5 : 1)
          printf "MARKER/%d, FE_PART = 2, NODE_LABEL = %d\nMARKER/%d, PART = 1, FLOATING\n", 100 + k, k + 1, 200 + k
          printf "VFORCE/%d, I = %d, JFLOAT = %d, FX = %.17g*DX(%d)\\FY = %.17g*DY(%d)\\\n", k, 100 + k, 200 + k, m, 100 + k, m, 100 + k } }'
      echo END; } >model.adm
    printf 'model.adm\nmodel\nSIMULATE/STATIC\nLINEAR/EIGENSOL\nSTOP\n' >model.acf
    run 0 run model.acf
    hertz=($(awk '$1 ~ /^[0-9]+$/ && NF == 5 { print $2 }' <<<"$out"))
}
strip 0
n=0
for f in 2.46473374 15.4024538 24.643093 43.0167754; do
    near "strip at rest, mode $((n + 1))" "${hertz[$n]}" $f 1e-7
    n=$((n + 1))
done
strip 20
coarse=${hertz[0]}
near "strip at 20 rad/s, in the plane" "${hertz[0]}" 2.7975413 3e-3
near "strip at 20 rad/s, across" "${hertz[2]}" 24.8870685 1e-3
# what is lacking there goes with the square of the length: modal bodies with geometric stiffness of 20, 40 and 80 elements go to the same 2.80015
strip 20 40
near "strip at 20 rad/s, extrapolated" "$(awk -v a="$coarse" -v b="${hertz[0]}" 'BEGIN { printf "%.10g", b + (b - a) / 3 }')" 2.80015 5e-5
strip 40
near "strip at 40 rad/s, in the plane" "${hertz[0]}" 3.41393616 1e-2
near "strip at 40 rad/s, across" "${hertz[2]}" 25.6044762 3e-3

# every method finds the same motion of a beam that swings, with damping and a load along it
for method in "AUTO, ERROR = 1E-5" "GSTIFF, ERROR = 1E-5" "GSTIFF, SI2, ERROR = 1E-5" "GSTIFF, I1, ERROR = 1E-5" "WSTIFF, ERROR = 1E-5" "WSTIFF, SI2, ERROR = 1E-5" "HHT, ERROR = 1E-6" \
    "NEWMARK, GAMMA = 0.5, BETA = 0.25, ERROR = 1E-7" "GALPHA, ERROR = 1E-6" "GALPHA, SI2, ERROR = 1E-5" "GALPHA, I2, ERROR = 1E-5" "MDOP5, ERROR = 1E-6" "HEM5, ERROR = 1E-6" "PHEM56, ERROR = 1E-6" "ABAM, ERROR = 1E-6" \
    "TLISMNI, ERROR = 1E-6" "ROSENBROCK, ERROR = 1E-5" "ROSENBROCK, SCHEME = W2, ERROR = 1E-5"; do
    run 0 run -q "$CARDAN_SOURCE/examples/bending_beam.adm" --end 0.2 --steps 4 --out . --integrator "$method"
    cp bending_beam.csv model.csv
    near "swing by $method, x" "$(column REQUEST_1.X)" 0.95471891 2e-5
    near "swing by $method, across" "$(column REQUEST_1.Z)" 0.0033206884 1e-6
done
# a run that goes on from a file has the same last line
printf 'model.adm\nmodel\nSIMULATE/DYNAMIC, END = 0.1, STEPS = 2\nSAVE/SYSTEM, FILE = model.sav\nSIMULATE/DYNAMIC, END = 0.2, STEPS = 2\nSTOP\n' >model.acf
cp "$CARDAN_SOURCE/examples/bending_beam.adm" model.adm
run 0 run -q model.acf
tail -1 model.csv >whole
printf 'RELOAD/SYSTEM, FILE = model.sav\nSIMULATE/DYNAMIC, END = 0.2, STEPS = 2\nSTOP\n' >model.acf
run 0 run -q model.acf
cmp <(tail -1 model.csv) whole || complain "RELOAD goes on elsewhere"

# statements that cannot be right
says_of() { { cat; echo END; } >model.adm; run 1 check model.adm; warns "$1"; }
head='bad
PART/1, GROUND
MATERIAL/1, NAME = stuff, YOUNGS_MODULUS = 1E9, DENSITY = 1
SECTION/1, AREA = 1, IYY = 1, IZZ = 1, JXX = 1'
printf '%s\nFE_PART/2, MATERIAL = 1, SECTION = 1\nEND\n' "$head" >model.adm
run 0 check model.adm
run 1 run model.adm
warns "two nodes at least"
says_of "seven numbers" <<<"$head
FE_PART/2, MATERIAL = 1, SECTION = 1, COORDINATES = 1, 0, 0, 0"
says_of "at the same place" <<<"$head
FE_PART/2, MATERIAL = 1, SECTION = 1, COORDINATES = 1, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0"
says_of "names no SECTION" <<<"$head
FE_PART/2, MATERIAL = 1, SECTION = 7, COORDINATES = 1, 0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0"
says_of "more than 60 degrees" <<<"$head
FE_PART/2, MATERIAL = 1, SECTION = 1, COORDINATES = 1, 0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 1.6, 0, 0"
says_of "FE_PART/2 has no such node" <<<"$head
FE_PART/2, MATERIAL = 1, SECTION = 1, COORDINATES = 1, 0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0
MARKER/20, FE_PART = 2, NODE_LABEL = 3"

[[ $failures -eq 0 ]] || { echo "$failures failures"; exit 1; }
