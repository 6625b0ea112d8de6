#!/usr/bin/env bash
# EXACT for each angle of a part: the one that is named keeps its value, the others move with the part onto its joint, and X, Y, Z likewise.
# PSI and PHI could be exchanged without a test noticing.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
start=(0.2 -0.3 0.4 0.5 0.8 -0.4)
names=(X Y Z PSI THETA PHI)
for k in 0 1 2 3 4 5; do
    cat >model.adm <<MODEL
a bar on a ball
PART/1, GROUND
MARKER/101, PART = 1, QP = 1, 0.2, 0.3
PART/2, MASS = 1, CM = 200, IP = 0.1, 0.1, 0.1, QG = 0.2, -0.3, 0.4, REULER = 0.5, 0.8, -0.4, EXACT = ${names[k]}
MARKER/200, PART = 2
MARKER/201, PART = 2, QP = 0.9, 0.5, 0.2
JOINT/1, SPHERICAL, I = 201, J = 101
RESULTS/
END
MODEL
    printf 'model.adm\nmodel\nSIMULATE/INITIAL_CONDITIONS\nSTOP\n' >model.acf
    run 0 run model.acf -q
    tail -n 1 model.csv | awk -F , -v k=$k -v all="${start[*]}" -v name="${names[k]}" '
        { split(all, want, " ")
          for (i = 1; i <= 6; i++) {
              off = $(i + 1) - want[i]; if (off < 0) off = -off
              if (i == k + 1 ? off > 1e-12 : off < 1e-3) { print name ": coordinate " i " is off by " off; bad = 1 } }
          exit bad }' || complain "EXACT = ${names[k]}"
done
exit $((failures > 0))
