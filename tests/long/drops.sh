#!/usr/bin/env bash
# Random shapes thrown onto random floors by random methods: 150 of them, or as many as CARDAN_DROPS says.
set -uo pipefail
. "$CARDAN_SOURCE/tests/drops.bash"
last=${CARDAN_DROPS:-150}
drops 1 "$last" $((4 * last))
[[ $seed -eq $((last + 1)) ]] || complain "no more than $((seed - 1)) of $last in time"
echo "$stopped of $last stop, with a diagnosis"
exit $((failures > 0))
