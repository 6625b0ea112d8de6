#!/usr/bin/env bash
# Three masses on springs without damping, at an ERROR that is larger than what is left of their vibrations: GSTIFF goes on at order 2 and damps them out; with
# ORDERS = PLAIN the order is that of the longest step, 3 to 6, at which vibrations hold the step down.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
steps() { # ARGUMENTS: how many GSTIFF takes
    run 0 run "$CARDAN_SOURCE/tests/verify/three_masses/model.adm" --end 2 --steps 200 --out . --statistics s.csv \
        --integrator "GSTIFF, ERROR = 1E-2, INTERPOLATE = ON, HMAX = 1$1"
    count=$(tail -1 s.csv | cut -d , -f 8)
}
steps ''
[[ $count -lt 200 ]] || complain "$count steps where vibrations are damped"
[[ $out$err != *PLAIN* ]] || complain "says PLAIN: $out"
steps ', ORDERS = PLAIN'
[[ $count -gt 1000 ]] || complain "$count steps by the longest step alone"
[[ $(cat *.msg) == *'ORDERS = PLAIN'* ]] || complain "does not say PLAIN"
exit $((failures > 0))
