#!/usr/bin/env bash
# cardan verify: what it says of a model that converges, of one that cannot, and of input with which nothing can be verified.
set -euo pipefail
source "$CARDAN_SOURCE/tests/checks.bash"
mkdir temporary
export TMPDIR=$work/temporary

# three rods on pins in a row: smooth for a second or two, chaotic over a minute
cat >rods.adm <<'END'
three rods
PART/1, GROUND
MARKER/1, PART = 1
PART/2, MASS = 1, CM = 20, IP = 0.01, 0.083, 0.083
MARKER/20, PART = 2, QP = 0.5, 0, 0
MARKER/21, PART = 2
MARKER/22, PART = 2, QP = 1, 0, 0
PART/3, MASS = 1, CM = 30, IP = 0.01, 0.083, 0.083, QG = 1, 0, 0
MARKER/30, PART = 3, QP = 0.5, 0, 0
MARKER/31, PART = 3
MARKER/32, PART = 3, QP = 1, 0, 0
PART/4, MASS = 1, CM = 40, IP = 0.01, 0.083, 0.083, QG = 2, 0, 0
MARKER/40, PART = 4, QP = 0.5, 0, 0
MARKER/41, PART = 4
JOINT/1, REVOLUTE, I = 21, J = 1
JOINT/2, REVOLUTE, I = 31, J = 22
JOINT/3, REVOLUTE, I = 41, J = 32
ACCGRAV/JGRAV = -9.81
END
printf 'rods.adm\nrods\nstop\n' >empty.acf
sed '/^JOINT.2/d; /^JOINT.3/d; /^PART.[34]/d; /^MARKER.[34]/d; s/ACCGRAV.*/MOTION\/1, JOINT = 1, ROTATION, FUNCTION = TIME/' rods.adm >driven.adm
sed 's/^ACCGRAV/SFORCE\/1, TRANSLATION, I = 22, J = 1, FUNCTION = SQRT(0.5 - TIME)\n&/' rods.adm >hopeless.adm

run 0 verify rods.adm --end 1 --steps 50
says "rods: converged: with ERROR = "
says "is enough for 0.001"
says "a method of another family"
says "page: rods_verify.html"
grep -q '^"PART_4.AXES",orientation,.*,yes$' rods_verify.csv || complain "the axes of PART/4 are not converged"
grep -q '^"JOINT_1.FX",reaction,' rods_verify.csv || complain "reactions are not in the table"
awk -F, 'NR > 1 && $2 == "displacement" && $3 > 1e-3 { bad = 1 } END { exit bad }' rods_verify.csv || complain "a place changes by more than is wanted"
[[ -s rods_verify.html ]] || complain "there is no page"

# the ERROR that is recommended gives what it promises: compared with a far tighter run
enough=$(sed -nE 's/.*ERROR = ([^ ]+) is enough.*/\1/p' out.txt)
run 0 compare rods.adm --end 1 --steps 50 --integrators GSTIFF --errors "$enough" --reference HEM5:1e-11 -o promise.html
awk -F, 'NR == 2 { exit !($5 < 2e-3) }' promise.csv || complain "ERROR = $enough does not give 1e-3: $(cut -d, -f5 promise.csv)"

# a tighter wish takes a smaller ERROR
run 0 verify rods.adm --end 1 --steps 50 --accuracy 1e-5 -q --out there
[[ -z $out ]] || complain "$what: -q answers"
[[ -s there/rods_verify.html && -s there/rods_verify.csv ]] || complain "--out is not heeded"
run 0 verify rods.adm --end 1 --steps 50 --integrator HEM5 --channels 'PART_4.X,PART_4.V*' -o hem.html
says "with ERROR"
grep -q 'GSTIFF\|WSTIFF' out.txt || complain "the second method of an explicit one is not implicit: $out"

# AUTO is called so, and its second method is none of those that it took; two runs are not enough for a yes; ERROR is given by --errors
run 0 verify rods.adm --end 1 --steps 50 --integrator AUTO -o auto.html
used=$("$CARDAN" run rods.adm --end 1 --steps 50 --integrator AUTO --statistics auto.stat -q && tail -1 auto.stat | cut -d, -f2)
[[ $used == AUTO\ * ]] || complain "AUTO is called $used"
for name in ${used#AUTO }; do [[ $out != *"$name"*', a method of another family'* ]] || complain "AUTO took $name, and so does the cross-check"; done
run 2 verify rods.adm --end 1 --steps 50 --errors 1e-8,1e-9
says "have not settled to 0.001 over three runs"
run 1 verify rods.adm --end 1 --integrator 'GSTIFF, ERROR = 1E-5'
[[ $err == *'leave it out of --integrator'* ]] || complain "$what: $err"
# what does not move is neither right nor wrong
sed 's/^ACCGRAV.*//' rods.adm >still.adm
run 2 verify still.adm --end 1 --steps 10
says "not converged: nothing moves"

# a hinge that gives way, stiff: the first explicit method shows that none would do, and an implicit one is the second
sed 's/^JOINT.2.*/BUSHING\/1, I = 31, J = 22, K = 2E6, 2E6, 2E6, C = 2E5, 2E5, 2E5, KT = 2, 2, 2, CT = 0.2, 0.2, 0.2/' rods.adm >gives.adm
run 0 verify gives.adm --end 1 --steps 50 --errors 1e-4..1e-8 --limit 20
says "gives: converged"
[[ $(grep -c 'as a second method' err.txt) -eq 1 ]] || complain "explicit methods in a row: $(cat err.txt)"
# too long to be followed, and too few values of ERROR
run 2 verify rods.adm --end 20 --steps 100 --errors 1e-3..1e-6 --limit 20
says "rods: not converged"
says "part from there"
says "chaotic"
run 2 verify rods.adm --end 1 --steps 50 --errors 1e-3
says "a single run has come to its end"
run 2 verify hopeless.adm --errors 1e-3..1e-6
says "no run has come to its end"
says "SFORCE/1"
[[ -s hopeless_verify.html ]] || complain "a model that fails has no page"

run 1 verify
warns "verify takes one model"
run 1 verify rods.adm rods.adm
warns "verify takes one model"
run 1 verify nothing.adm
warns "nothing.adm"
run 1 verify rods.csv
warns "a model is a dataset"
run 1 verify rods.adm --errors ''
warns "--errors names nothing"
run 1 verify rods.adm --integrator HEM6
warns "HEM6"
run 1 verify rods.adm --channels no.such --end 1 --steps 5 --errors 1e-3..1e-5
warns "no channel fits"
run 1 verify driven.adm
warns "nothing is integrated"
run 1 verify empty.acf
warns "the command file has no SIMULATE"
[[ -z $(ls "$TMPDIR") ]] || complain "folders of runs are left over: $(ls "$TMPDIR")"

[[ $failures -eq 0 ]] || { echo "$failures failed"; exit 1; }
