#!/usr/bin/env bash
# HEM5 where stability binds: a beam of ten BEAMs whose stretch vibrates at 9660 rad/s. Steps beyond the limit set that off, and below h w = 1.35 the formula lets it grow a
# little: at a third of the limit it stayed for good, 7.8e-5 s in place of 3.4e-4 s. Held to the limit from the start no step is repeated.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
awk -f "$CARDAN_SOURCE/bench/models/rotating_beam.awk" >beam.adm
for arguments in 'ERROR = 1E-2' 'ERROR = 1E-2, SAFETY = 0.3' 'ERROR = 1E-4'; do
    run 0 run -v beam.adm --end 0.2 --steps 2 --integrator "HEM5, HMAX = 1, $arguments"
    warns 'the model is stiff'
    awk '/^integration:/ { n = $2 } /repeated:/ { r = $2 } END { exit !(n > 500 && n < 650 && r == 0) }' beam.msg ||
        complain "$arguments: $(grep -A 1 '^integration:' beam.msg)"
done
exit $((failures > 0))
