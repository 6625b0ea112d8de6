#!/usr/bin/env bash
# The other 950 of a thousand random shapes thrown onto random floors by random methods.
set -uo pipefail
. "$CARDAN_SOURCE/tests/drops.bash"
drops 51 1000 3400
[[ $seed -eq 1001 ]] || complain "no more than $((seed - 51)) of 950 in time"
echo "$stopped of 950 stop, with a diagnosis"
exit $((failures > 0))
