#!/usr/bin/env bash
# A sensor ends the first SIMULATE, at times that differ from run to run by their errors; a second SIMULATE goes on from there. verify looked at the outputs in front of the event alone and called the run
# converged; compare called good runs failed. Outputs are matched by SIMULATE.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
awk 'BEGIN {
    print "three links\nACCGRAV/JGRAV = -9.81\nPART/1, GROUND\nMARKER/102, PART = 1"
    for (i = 2; i <= 4; i++) {
        printf "PART/%d, MASS = 1, CM = %d00, IP = 0.01, 0.08333, 0.08333, QG = %d, 0, 0\nMARKER/%d00, PART = %d, QP = 0.5, 0, 0\n", i, i, i - 2, i, i
        printf "MARKER/%d01, PART = %d\nMARKER/%d02, PART = %d, QP = 1, 0, 0\nJOINT/%d, REVOLUTE, I = %d01, J = %d02\n", i, i, i, i, i, i, i - 1
    }
    print "SENSOR/1, FUNCTION = DX(402), VALUE = -1, LE, ERROR = 1E-6, RETURN\nEND" }' >links.adm
printf 'links\nlinks\nSIMULATE/DYNAMIC, END = 3, STEPS = 60\nDEACTIVATE/SENSOR, ID = 1\nSIMULATE/DYNAMIC, DURATION = 3, STEPS = 100\nSTOP\n' >links.acf
run 0 compare links.acf --integrators GSTIFF,HHT --errors 1e-3,1e-5 --jobs 2
! grep -q 'failed' links_compare.csv || complain "good runs have failed: $(grep failed links_compare.csv)"
# the error of the second SIMULATE is that of the run: larger than any in front of the event
awk -F , 'NR == 1 { for (i = 1; i <= NF; i++) { if ($i == "worst_time") w = i } next } $w > 1 { n++ } END { exit !(n == 4) }' links_compare.csv || complain "errors are of the first SIMULATE alone: $(cut -d , -f 1-12 links_compare.csv)"
run 0 verify links.acf --integrator 'GALPHA, SI2' --accuracy 1e-2
[[ $out != *'ERROR = 0.001 is enough'* ]] || complain "verify has not seen the second SIMULATE"
# one run has in two SIMULATEs what the reference has in one: the times are the same
printf 'links\nwhole\nDEACTIVATE/SENSOR, ID = 1\nSIMULATE/DYNAMIC, END = 1, STEPS = 100\nSTOP\n' >whole.acf
printf 'links\nhalves\nDEACTIVATE/SENSOR, ID = 1\nSIMULATE/DYNAMIC, END = 0.5, STEPS = 50\nSIMULATE/DYNAMIC, END = 1, STEPS = 50\nSTOP\n' >halves.acf
run 0 run -q whole.acf
run 0 compare halves.acf --integrators MDOP5 --errors 1e-5 --reference whole.cardan --jobs 1
exit $((failures > 0))
