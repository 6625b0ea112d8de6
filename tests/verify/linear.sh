#!/usr/bin/env bash
# What LINEAR writes: which files, where, and what stands in them.
set -euo pipefail
source "$CARDAN_SOURCE/tests/checks.bash"
holds() { grep -qF -- "$2" "$1" || { complain "$1 does not hold: $2"; cat "$1"; }; }

cat >plant.adm <<'END'
A mass on a spring
PART/1, GROUND
MARKER/101, PART = 1
MARKER/901, PART = 1, FLOATING
PART/2, MASS = 2, CM = 201, IP = 1, 1, 1
MARKER/201, PART = 2
JOINT/1, TRANSLATIONAL, I = 201, J = 101
VFORCE/1, I = 201, JFLOAT = 901, RM = 101, FX = 0\FY = 0\FZ = VARVAL(1)-8*DZ(201,101)-VZ(201,101)
VARIABLE/1, FUNCTION = 0
VARIABLE/2, FUNCTION = DZ(201,101)
PINPUT/1, VARIABLES = 1
POUTPUT/1, VARIABLES = 2
END
cat >plant.acf <<'END'
plant.adm
run
LINEAR/STATEMAT, FILE = spring.mat, PINPUT = 1, POUTPUT = 1
LINEAR/MKB, PINPUT = 1
LINEAR/EIGENSOL, COORDS = 1, DISSIPATIVE, STRAIN = 1
LINEAR/EIGENSOL, NODAMPIN, NOVECTOR
END
mkdir out
"$CARDAN" run plant.acf --out out >shown 2>messages || complain "exit code $?"
[[ ! -s messages ]] || { complain "there are messages"; cat messages; }
grep -qE '^ +1 +0.318309886[0-9]* +0.125 +-0.25 +1.98431348[0-9]* *$' shown || { complain "the table is not shown"; cat shown; }
holds out/run.msg "damping ratio"
holds out/spring.m "% input 1: VARIABLE/1"
holds out/spring.m "% state 2: PART/2 z rate"
tr '\n' ' ' <out/spring.m | grep -qE 'A = \[ 0 1 -4 -0.5 \]; B = \[ 0 0.5 \]; C = \[ 1 0 \]; D = \[ 0 \];' ||
    { complain "spring.m"; cat out/spring.m; }
tr '\n' ' ' <out/run_mkb.m | grep -qE 'M = \[ 2 \]; K = \[ 8 \]; B = \[ 1 \]; F = \[ 1 \];' ||
    { complain "run_mkb.m"; cat out/run_mkb.m; }
[[ $(cat out/spring_A.csv) == '"A","PART/2 z","PART/2 z rate"
"PART/2 z",0,1
"PART/2 z rate",-4,-0.5' ]] || { complain "spring_A.csv"; cat out/spring_A.csv; }
holds out/spring_D.csv '"VARIABLE/2",0'
[[ $(wc -l <out/spring_response.csv) -eq 201 ]] || complain "spring_response.csv has another number of lines"
# the last LINEAR left out damping and shapes
[[ $(awk -F , 'NR == 2 { printf "%d %.12g %d %d %.12g %d", $1, $2, $3, $4, $5, NF }' out/run_eigen.csv) == "1 0.318309886184 0 0 2 5" ]] || { complain "run_eigen.csv"; cat out/run_eigen.csv; }

# nobody has said where to; there is nothing between inputs and outputs; no such command
printf 'plant.adm\nrun\nLINEAR/STATEMAT, FILE = bare\n' >bare.acf
"$CARDAN" run bare.acf >/dev/null 2>messages || complain "bare: exit code $?"
holds messages "LINEAR_NO_PLANT"
[[ -s bare.m && ! -e bare_response.csv ]] || complain "the files of bare"
printf 'plant.adm\nrun\nLINEAR/EXPORT, FILE = fe\n' >export.acf
status=0
"$CARDAN" run export.acf >/dev/null 2>messages || status=$?
[[ $status -eq 1 ]] || complain "EXPORT: exit code $status"
holds messages "LINEAR/MKB writes mass, stiffness and damping"

# a response where it is asked for: 1 / (8 - 2 w^2 + i w) from 0.1 to 10 cycles in five steps
printf 'plant.adm\nrun\nLINEAR/STATEMAT, FILE = asked, PINPUT = 1, POUTPUT = 1, FREQUENCY = 0.1, 10, POINTS = 5\n' >asked.acf
"$CARDAN" run asked.acf >/dev/null 2>messages || complain "asked: exit code $?"
awk -F , 'NR > 1 { w = 8 * atan2(1, 1) * $1; want = 1 / sqrt((8 - 2 * w * w)^2 + w * w); f = 0.1 * 10^((NR - 2) / 2); if (($1 / f - 1)^2 > 1e-20 || ($2 / want - 1)^2 > 1e-20) bad = 1 }
          END { exit bad || NR != 6 }' asked_response.csv || { complain "asked_response.csv"; cat asked_response.csv; }
printf 'plant.adm\nrun\nLINEAR/STATEMAT, FILE = asked, PINPUT = 1, POUTPUT = 1, FREQUENCY = 10, 0.1, POINTS = 1\n' >asked.acf
! "$CARDAN" run asked.acf >/dev/null 2>messages || complain "a range from 10 to 0.1 with one point is accepted"
holds messages "FREQUENCY: the last, 0.1, is below the first, 10"
holds messages "POINTS: a response has two frequencies at least"

# responses far out have numbers, as many as there is room for; without FILE the run gives the name
printf 'plant.adm\nfar\nLINEAR/STATEMAT, PINPUT = 1, POUTPUT = 1, FREQUENCY = 1E-300, 1E300, POINTS = 7\n' >far.acf
"$CARDAN" run far.acf >/dev/null 2>messages || complain "far: exit code $?"
awk -F , 'NR == 5 { w = 8 * atan2(1, 1); if (($1 - 1)^2 > 1e-20 || ($2 * sqrt((8 - 2 * w * w)^2 + w * w) - 1)^2 > 1e-20) bad = 1 }
          NR == 2 && ($2 - 0.125)^2 > 1e-20 || tolower($0) ~ /nan|inf/ { bad = 1 }
          END { exit bad || NR != 8 }' far_response.csv || { complain "far_response.csv"; cat far_response.csv; }
for file in far.m far_A.csv far_D.csv; do [[ -s $file ]] || complain "no $file"; done
printf 'plant.adm\nfar\nLINEAR/STATEMAT, PINPUT = 1, POUTPUT = 1, FREQUENCY = 1, 1E308, POINTS = 2000000000\n' >far.acf
! timeout 60 "$CARDAN" run far.acf >/dev/null 2>messages || complain "two thousand million points are accepted"
holds messages "FREQUENCY: 1e+308 is beyond the highest"
holds messages "POINTS: a response has 100000 frequencies at most"

# what a type does not use is said; a model without freedom has no modes, which is said too
printf 'plant.adm\nunused\nLINEAR/EIGENSOL, FREQUENCY = 1, 2, POINTS = 3\nLINEAR/MKB, NOVECTOR\n' >unused.acf
"$CARDAN" run unused.acf >/dev/null 2>messages || complain "unused: exit code $?"
holds messages "unused.acf:3:1: warning: LINEAR: FREQUENCY has no effect without STATEMAT"
holds messages "unused.acf:3:1: warning: LINEAR: POINTS has no effect without STATEMAT"
holds messages "unused.acf:4:1: warning: LINEAR: NOVECTOR has no effect without EIGENSOL"
printf 'plant.adm\nunused\nLINEAR/STATEMAT, PINPUT = 1, POUTPUT = 1, FORMAT = MATRIXX, ORIGINAL, TABLE = some\nLINEAR/STATEMAT, PINPUT = 1, POUTPUT = 1, FORMAT = MATLAB\n' >unused.acf
"$CARDAN" run unused.acf >/dev/null 2>messages || complain "without effect: exit code $?"
for word in FORMAT ORIGINAL TABLE; do holds messages "unused.acf:3:1: warning: LINEAR: $word has no effect"; done
! grep -q 'unused.acf:4' messages || { complain "FORMAT = MATLAB is warned of"; cat messages; }
printf "plant.adm\nunused\nLINEAR/STATEMAT, PINPUT = 1, POUTPUT = 1, FILE = ''\n" >unused.acf
! "$CARDAN" run unused.acf >/dev/null 2>messages || complain "a file without a name is accepted"
holds messages "FILE: the name is empty"
printf 'fixed\nPART/1, GROUND\nMARKER/1, PART = 1\nPART/2, MASS = 1, CM = 20, IP = 1, 1, 1\nMARKER/20, PART = 2\nJOINT/1, FIXED, I = 20, J = 1\nEND\n' >fixed.adm
printf 'fixed.adm\nfixed\nLINEAR/EIGENSOL\n' >fixed.acf
"$CARDAN" run fixed.acf >shown 2>messages || complain "fixed: exit code $?"
holds messages "there are no modes: the model has no degree of freedom with mass, and no states"
! grep -q frequency shown || complain "a table without modes"

# parts without mass: a mass of 2 on guide and spring, with a carriage without mass between springs and dampers, in metres and in millimetres
# carriage UNIT K1 C1 K2 C2 MASS: mass - K2, C2 - carriage - K1, C1 - ground; MASS of the carriage
carriage() {
    awk -v u="$1" -v k1="$2" -v c1="$3" -v k2="$4" -v c2="$5" -v m="$6" 'BEGIN {
        printf "carriage\nUNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = %s, TIME = SECOND\nPART/1, GROUND\nMARKER/1, PART = 1\n", u == 1 ? "METER" : "MILLIMETER"
        printf "PART/2, MASS = 2, CM = 20, QG = 0, 0, %g\nMARKER/20, PART = 2\nPART/3, MASS = %g, CM = 30, QG = 0, 0, %g\nMARKER/30, PART = 3\n", 2 * u, m, u
        printf "JOINT/1, TRANSLATIONAL, I = 20, J = 1\nJOINT/2, TRANSLATIONAL, I = 30, J = 1\n"
        printf "SPRINGDAMPER/1, TRANSLATION, I = 30, J = 1, K = %.17g, C = %.17g, LENGTH = %g\nSPRINGDAMPER/2, TRANSLATION, I = 20, J = 30, K = %.17g, C = %.17g, LENGTH = %g\nEND\n", k1 / u, c1 / u, u, k2 / u, c2 / u, u
    }' >carriage.adm
    printf 'carriage.adm\ncarriage\nSIMULATE/STATIC\nLINEAR/EIGENSOL, NOVECTOR\n' >carriage.acf
    "$CARDAN" run -v carriage.acf >/dev/null 2>messages
}
# roots NAME RE IM ...: real and imaginary parts of the modes, in their order
roots() {
    awk -F , -v want="${*:2}" 'NR > 1 { split(want, w, " "); k = 2 * (NR - 1)
                                         if (($4 - w[k - 1])^2 + ($5 - w[k])^2 > 1e-20 * (w[k - 1]^2 + w[k]^2)) bad = 1 }
        END { exit bad || NR - 1 != split(want, w, " ") / 2 }' carriage_eigen.csv || { complain "$1"; cut -d , -f 4,5 carriage_eigen.csv; }
}
for unit in 1 1000; do
    carriage $unit 100 0 100 0 0 || complain "springs: exit code $?"
    roots "springs in series, unit $unit" 0 5 # sqrt(50 / 2)
    carriage $unit 0 3 50 0 0 || complain "Maxwell: exit code $?"
    roots "Maxwell, unit $unit" 0 0 -1.66666666666666667 0 -15 0 # s (m c s^2 + m k s + c k) = 0
    carriage $unit 40 6 60 4 0 || complain "two dampers: exit code $?"
    # 2 s^2 (10 s + 100) + (60 + 4 s) (40 + 6 s) = 20 s^3 + 224 s^2 + 520 s + 2400
    awk 'BEGIN { s = -10; for (k = 0; k < 50; k++) s -= (((20 * s + 224) * s + 520) * s + 2400) / ((60 * s + 448) * s + 520)
                 b = 11.2 + s; c = 26 + b * s; printf "%.17g %.17g %.17g 0\n", -b / 2, sqrt(c - b * b / 4), s }' >want
    roots "two dampers, unit $unit" $(cat want)
done
holds messages "the equilibrium is stable; the slowest"
carriage 1 0 0 0 0 0 && complain "a part without mass that nothing holds is linearised"
holds messages "PART/3: t = 0: it can move, has no mass or no inertia, and nothing holds or damps that motion"
holds messages "is not judged: "
carriage 1 100 0 -20 0 0 || complain "a stiffness below zero: exit code $?"
holds messages "is unstable: a small deviation grows with 3.536 1/s, carried most by PART/2" # 100 (-20) / 80 = -25
carriage 1 100 0 -200 0 0 || complain "a stiffness far below zero: exit code $?"
holds messages "is unstable: a degree of freedom of PART/3 without mass leaves it at once"
# three carriages without mass in a row between springs of 100, 200, 300 and 600, a mass of 2 at their end: 50 in all
awk 'BEGIN { print "row\nPART/1, GROUND\nMARKER/1, PART = 1"
    split("600 300 200 100", stiffness, " ")
    for (k = 1; k <= 4; k++) {
        printf "PART/%d, CM = %d0, MASS = %d, QG = 0, 0, %d\nMARKER/%d0, PART = %d\n", k + 1, k + 1, k < 4 ? 0 : 2, k, k + 1, k + 1
        printf "JOINT/%d, TRANSLATIONAL, I = %d0, J = 1\n", k, k + 1
        printf "SPRINGDAMPER/%d, TRANSLATION, I = %d0, J = %d, K = %d, LENGTH = 1\n", k, k + 1, (k > 1 ? 10 * k : 1), stiffness[k]
    }
    print "END" }' >row.adm
printf 'row.adm\ncarriage\nSIMULATE/STATIC\nLINEAR/EIGENSOL, NOVECTOR\n' >row.acf
"$CARDAN" run row.acf >/dev/null 2>messages || complain "row: exit code $?"
roots "three carriages in a row" 0 5
# a strut of two bars without mass under 10 g, joints with stiffness 100
cat >strut.adm <<'MODEL'
strut
ACCGRAV/JGRAV = -9.81
PART/1, GROUND
MARKER/1, PART = 1
PART/2
MARKER/21, PART = 2
MARKER/22, PART = 2, QP = 0, 1, 0
PART/3, MASS = 10, CM = 32, QG = 0, 1, 0
MARKER/31, PART = 3
MARKER/32, PART = 3, QP = 0, 1, 0
JOINT/1, REVOLUTE, I = 21, J = 1
JOINT/2, REVOLUTE, I = 31, J = 22
SPRINGDAMPER/1, ROTATION, I = 21, J = 1, KT = 100
SPRINGDAMPER/2, ROTATION, I = 31, J = 22, KT = 100
END
MODEL
printf 'strut.adm\ncarriage\nSIMULATE/STATIC\nLINEAR/EIGENSOL, NOVECTOR\n' >strut.acf
"$CARDAN" run strut.acf >/dev/null 2>messages || complain "strut: exit code $?"
# (101.9 + 10 s^2) (1.9 + 10 s^2) - (10 s^2 - 100)^2 = 0
awk 'BEGIN { s = sqrt((1e4 - 101.9 * 1.9) / (1019 + 19 + 2000)); printf "%.17g 0 %.17g 0\n", -s, s }' >want
roots "strut" $(cat want)
holds messages "is unstable: a small deviation grows with 1.797 1/s"
printf 'massless\nPART/1, GROUND\nMARKER/1, PART = 1\nPART/2\nMARKER/20, PART = 2, QP = 1, 0, 0\nMARKER/21, PART = 2\nJOINT/1, REVOLUTE, I = 21, J = 1\nSPRINGDAMPER/1, ROTATION, I = 21, J = 1, KT = 10\nEND\n' >massless.adm
printf 'massless.adm\nrun\nSIMULATE/STATIC\nLINEAR/EIGENSOL\n' >massless.acf
"$CARDAN" run -v massless.acf >/dev/null 2>messages || complain "massless: exit code $?"
holds messages "the equilibrium is stable; it has no modes"
holds messages "there are no modes"
"$CARDAN" run -q plant.acf >shown 2>&1 || complain "-q: exit code $?"
[[ ! -s shown ]] || complain "-q shows something"

# states by name: the second stands for a displacement that the program had chosen; refused where they are no positions or depend on each other
cat >two.adm <<'END'
Two masses, two springs
PART/1, GROUND
MARKER/101, PART = 1
MARKER/901, PART = 1, FLOATING
MARKER/902, PART = 2, FLOATING
PART/2, MASS = 2, CM = 201, IP = 1, 1, 1
MARKER/201, PART = 2
PART/3, MASS = 3, CM = 301, IP = 1, 1, 1
MARKER/301, PART = 3
MARKER/302, PART = 3, REULER = 0, 90D, 0
JOINT/1, TRANSLATIONAL, I = 201, J = 101
JOINT/2, TRANSLATIONAL, I = 301, J = 101
VFORCE/1, I = 201, JFLOAT = 901, RM = 101, FX = 0\FY = 0\FZ = VARVAL(1)-8*DZ(201,101)-VZ(201,101)
VFORCE/2, I = 301, JFLOAT = 902, RM = 101, FX = 0\FY = 0\FZ = -12*DZ(301,201)-3*VZ(301,201)
VARIABLE/1, FUNCTION = 0
VARIABLE/2, FUNCTION = DZ(201,101)
VARIABLE/3, FUNCTION = 2*(DZ(301)-DZ(201))
VARIABLE/4, FUNCTION = DZ(301)+DZ(201)
VARIABLE/5, FUNCTION = VZ(301)
PINPUT/1, VARIABLES = 1
POUTPUT/1, VARIABLES = 2
PSTATE/1, VARIABLES = 3, 4
PSTATE/2, VARIABLES = 3
PSTATE/3, VARIABLES = 5
END
cat >two.acf <<'END'
two.adm
two
LINEAR/STATEMAT, FILE = both, PINPUT = 1, POUTPUT = 1, PSTATE = 1
LINEAR/STATEMAT, FILE = one, PINPUT = 1, POUTPUT = 1, PSTATE = 2
LINEAR/MKB, FILE = named, PINPUT = 1, PSTATE = 1
LINEAR/EIGENSOL, COORDS = 1, RM = 302
LINEAR/STATEMAT, FILE = refused, PINPUT = 1, POUTPUT = 1, PSTATE = 3
END
"$CARDAN" run -q two.acf >/dev/null 2>messages || complain "two: exit code $?"
tr '\n' ' ' <both.m | grep -qF 'A = [ 0 0 1 0 0 0 0 1 -12 4 -2.75 0.5 2 -2 0.375 -0.25 ]; B = [ 0 0 -1 0.5 ]; C = [ -0.25 0.5 0 0 ]; D = [ 0 ];' || { complain "both.m"; cat both.m; }
holds both.m "% state 3: VARIABLE/3 rate"
tr '\n' ' ' <one.m | grep -qF 'A = [ 0 0 1 0 0 0 0 1 -14 8 -3 1 -2 0 -0.5 0 ]; B = [ 0 0 -1 0 ]; C = [ -0.5 1 0 0 ]; D = [ 0 ];' || { complain "one.m"; cat one.m; }
holds one.m "% state 2: PART/3 z"
tr '\n' ' ' <named.m | grep -qF 'M = [ 0.3125 0.125 0.125 1.25 ]; K = [ 3.5 -1 -1 2 ]; B = [ 0.8125 -0.125 -0.125 0.25 ]; F = [ -0.25 0.5 ];' || { complain "named.m"; cat named.m; }
holds two.msg "PSTATE is not used: a variable depends on velocities"
# a mode as motion: 25 frames, the last is the first, the largest displacement a tenth of the model that is 0 long: of its length, 1
awk -F , 'NR == 1 { for (i = 1; i <= NF; i++) { if ($i ~ /PART_3.Z /) c = i; if ($i ~ /PART_2.Z /) d = i } }
          NR == 2 { first = $c; other = $d } NR > 1 { n++; last = $c; if (NR == 14 && ($c + first)^2 > 1e-20) bad = 1 }
          END { exit bad || n != 25 || (last - first)^2 > 1e-20 || (first - 0.1)^2 > 1e-20 || other <= 0 }' two_mode_1.csv || { complain "two_mode_1.csv"; cat two_mode_1.csv; }
# the other mass as seen from the one that has the marker: along its y, turned into the z of ground, and itself at rest
awk -F , 'NR == 1 { for (i = 1; i <= NF; i++) { if ($i ~ /PART_3.*Z.real/ || $i ~ /PART_2.Z.real/) zero[++n] = i; if ($i ~ /PART_2.Y.real/) y = i } }
          NR == 2 { for (k = 1; k <= n; k++) if ($zero[k]^2 > 1e-20) bad = 1; if ($y^2 < 0.01) bad = 1 } END { exit bad || !y }' two_eigen.csv || { complain "RM"; cat two_eigen.csv; }

# ranges of modes: from 1, ascending; a warning tells of those that are not there
for range in 'COORDS = 2, 1' 'COORDS = 0, 1' 'COORDS = -1' 'KINETIC = 3, 2' 'STRAIN = 0' 'DISSIPATIVE = 0, 2'; do
    printf 'two.adm\nrange\nLINEAR/EIGENSOL, %s\n' "$range" >range.acf
    status=0
    "$CARDAN" run -q range.acf >/dev/null 2>messages || status=$?
    [[ $status -ne 0 ]] || complain "$range: exit code $status"
    holds messages "${range%% *}: "
done
printf 'two.adm\nrange\nLINEAR/EIGENSOL, COORDS = 5, 9, KINETIC = 1, 99, STRAIN = 2\n' >range.acf
"$CARDAN" run range.acf >/dev/null 2>messages || complain "range: exit code $?"
holds messages "COORDS for modes 5 to 9 is not used: 2 modes have been found"
holds messages "KINETIC for modes 3 to 99 is not used: 2 modes have been found"
! grep -q "STRAIN for" messages || { complain "STRAIN = 2 is warned of"; cat messages; }

# 602 states, judged by sparse matrices: pendulums that stand all fall with sqrt(9.81 / 1.1); --stable ends with all of them hanging
awk 'BEGIN {
    print "many\nACCGRAV/KGRAV = 9.81\nPART/1, GROUND"
    for (i = 2; i <= 302; i++) {
        printf "PART/%d, MASS = 1, CM = %d, IP = 0.1, 0.1, 0.1, QG = %d, 0, 1\nMARKER/%d, PART = %d\n", i, 10 * i, i, 10 * i, i
        printf "MARKER/%d, PART = %d, QP = 0, 0, -1, REULER = 0, 90D, 0\nMARKER/%d, PART = 1, QP = %d, 0, 0, REULER = 0, 90D, 0\n", 10 * i + 1, i, 10 * i + 2, i
        printf "JOINT/%d, REVOLUTE, I = %d, J = %d\n", i, 10 * i + 1, 10 * i + 2
    }
    print "END" }' >many.adm
printf 'many.adm\nmany\nSIMULATE/STATIC\n' >many.acf
"$CARDAN" run many.acf >/dev/null 2>messages || complain "many: exit code $?"
! grep -q . messages || { complain "many stand in a gravity that points up"; cat messages; }
sed -i 's/KGRAV = 9.81/KGRAV = -9.81/' many.adm
"$CARDAN" run many.acf >/dev/null 2>messages || complain "many: exit code $?"
holds messages "is unstable: a small deviation grows with 2.986 1/s, carried most by PART/"
"$CARDAN" run --stable many.acf >messages 2>&1 || complain "many: exit code $?"
holds messages "the equilibrium is stable; the slowest of its modes has 0.4753 cycles"

# 5,100 degrees of freedom: the lowest modes of a steel bar of 850 beams by sparse matrices. Euler-Bernoulli: 16.642566, 104.297181 and 292.035128 Hz, twice each; the
# inertia of rotation, which it leaves out, takes 1.3e-3 of the third. Under gravity it is no equilibrium.
awk 'BEGIN {
    n = 850; h = 1 / n; b = 0.02; print "bar\nACCGRAV/JGRAV = -9.81\nPART/1, GROUND\nMARKER/10, PART = 1"
    for (i = 1; i <= n; i++) {
        m = 7801 * b * b * h * (i < n ? 1 : 0.5); j = m * (h * h + b * b) / 12
        printf "PART/%d, MASS = %.15g, CM = %d, IP = %.15g, %.15g, %.15g, QG = %.15g, 0, 0\nMARKER/%d, PART = %d\n", i + 1, m, 10 * (i + 1), m * b * b / 6, j, j, i * h, 10 * (i + 1), i + 1
        printf "BEAM/%d, I = %d, J = %d, LENGTH = %.15g, AREA = 4E-4, IXX = 2.25E-8, IYY = 1.333333333333E-8, IZZ = 1.333333333333E-8, EMODULUS = 2.07E11, GMODULUS = 8.02E10\n", i, 10 * (i + 1), 10 * i, h
    }
    print "END" }' >bar.adm
printf 'bar.adm\nbar\nLINEAR/EIGENSOL, NOVECTOR\n' >bar.acf
"$CARDAN" run bar.acf >/dev/null 2>messages || complain "bar: exit code $?"
holds messages "it is accelerated"
awk -F , 'BEGIN { split("16.642566 16.642566 104.297181 104.297181 292.035128 292.035128", f, " "); split("1e-4 1e-4 6e-4 6e-4 1.4e-3 1.4e-3", t, " ") }
          NR > 1 && NR < 8 { if (($2 / f[NR - 1] - 1)^2 > t[NR - 1]^2) bad = 1; n++ } END { exit bad || n != 6 }' bar_eigen.csv || { complain "bar"; head -7 bar_eigen.csv; }

# a bead on a hoop that turns, frozen in its motion: the values depend on the coordinates, and these not on the unit of length
for u in 1 1000; do
    awk -v u=$u 'BEGIN {
        printf "hoop\nUNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = %s, TIME = SECOND\nACCGRAV/KGRAV = %.17g\n", u == 1 ? "METER" : "MILLIMETER", -9.81 * u
        printf "PART/1, GROUND\nMARKER/1002, PART = 1\nPART/2, MASS = 0.5, CM = 1001, IP = %.17g, %.17g, %.17g, WZ = 5\nMARKER/1001, PART = 2\n", 0.1 * u * u, 0.1 * u * u, 0.1 * u * u
        print "JOINT/1, REVOLUTE, I = 1001, J = 1002\nMOTION/2, JOINT = 1, ROTATION, FUNCTION = 5*TIME\nMARKER/1003, PART = 3"
        printf "PART/3, MASS = 2, CM = 1003, IP = %.17g, %.17g, %.17g, QG = %.17g, 0, %.17g, REULER = 1.5707963267948966, -1.1675569038050428, -1.5707963267948966, VY = %.17g\n", 1e-6 * u * u, 1e-6 * u * u, 1e-6 * u * u, 0.91979467273951954 * u, -0.3924 * u, 4.5989733636975973 * u
        printf "MARKER/1004, PART = 3, QP = 0, 0, %g, REULER = 180D, 90D, 0\nMARKER/1005, PART = 2, REULER = 180D, 90D, 0\nJOINT/3, REVOLUTE, I = 1004, J = 1005\nEND\n", u
    }' >hoop.adm
    printf 'hoop.adm\nhoop_%s\nLINEAR/EIGENSOL, NOVECTOR\n' $u >hoop.acf
    "$CARDAN" run hoop.acf >shown 2>messages || { complain "hoop in unit $u: exit code $?"; cat messages; }
    holds shown ' 6.7934'
    holds messages "its eigenvalues depend on the coordinates chosen"
done

[[ $failures -eq 0 ]] || { echo "$failures failures"; exit 1; }
