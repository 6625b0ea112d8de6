#!/usr/bin/env bash
# More random shapes thrown onto random floors by random methods: the next hundred, or up to number CARDAN_DROPS.
set -uo pipefail
. "$CARDAN_SOURCE/tests/drops.bash"
last=${CARDAN_DROPS:-150}
drops 51 "$last" $((4 * last))
[[ $seed -eq $((last + 1)) ]] || complain "no more than $((seed - 51)) of $((last - 50)) in time"
echo "$stopped of $((last - 50)) stop, with a diagnosis"
exit $((failures > 0))
