#!/usr/bin/env bash
# What LINEAR writes: which files, where, and what stands in them.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
failures=0

complain() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}
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
"$CARDAN" run -q plant.acf >shown 2>&1 || complain "-q: exit code $?"
[[ ! -s shown ]] || complain "-q shows something"

[[ $failures -eq 0 ]] || { echo "$failures failures"; exit 1; }
