#!/usr/bin/env bash
# The excavator track (bench/models/track.awk: 61 parts, 690 contacts) by HHT: 0.02 s in which shoes strike the ground
# take about 2,000 steps. Would catch contacts whose damper and spring balance being taken, over and over, for ones that
# push again (21.32): 14,000 steps led to 0.01 s.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"

awk -f "$CARDAN_SOURCE/bench/models/track.awk" | grep -v ^INTEGRATOR | sed 's|^END$|INTEGRATOR/HHT, ERROR = 1E-5\nEND|' >track_hht.adm
timeout 200 "$CARDAN" run track_hht.adm --end 0.02 --steps 2 -q || complain "HHT does not drive the track"
steps=$(sed -n 's/^integration: \([0-9]*\) steps.*/\1/p' track_hht.msg)
((${steps:-99999} < 4000)) || complain "HHT takes $steps steps for 0.02 s of the track"
exit $((failures > 0))
