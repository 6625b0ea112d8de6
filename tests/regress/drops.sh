#!/usr/bin/env bash
# Fifty random shapes thrown onto random floors by random methods.
set -uo pipefail
. "$CARDAN_SOURCE/tests/drops.bash"
drops 1 50 200
[[ $stopped -eq 0 ]] || complain "$stopped of 50 stop, with a diagnosis"
exit $((failures > 0))
