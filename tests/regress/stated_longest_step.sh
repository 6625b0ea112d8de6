#!/usr/bin/env bash
# A body vibrates by 4e-5 mm beside another one that comes to a soft stop: from there on index 3 tests velocities. With a stated HMAX what they move a body by in
# such a step may be as much as ERROR allows of positions: nothing asks for steps that follow the vibration.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
cat >beside.adm <<'DATASET'
a body that comes to a soft stop beside one that vibrates
UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = MILLIMETER, TIME = SECOND
PART/1, GROUND
MARKER/13, PART = 1
MARKER/12, PART = 1, FLOATING
MARKER/14, PART = 1, FLOATING
PART/2, MASS = 1, CM = 20, IP = 100, 100, 100, QG = 300, 0, 0, VX = 0.2
MARKER/20, PART = 2, REULER = 90D, 90D, 0D
MARKER/21, PART = 2
PART/3, MASS = 1, CM = 30, IP = 100, 100, 100, QG = 0, 100, 0, VX = 5
MARKER/30, PART = 3, REULER = 90D, 90D, 0D
MARKER/31, PART = 3
GFORCE/1, I = 21, JFLOAT = 12, RM = 13, FX = -3.2E4 * (DX(21, 13) - 300)\, FY = 0\, FZ = 0\, TX = 0\, TY = 0\, TZ = 0
GFORCE/2, I = 31, JFLOAT = 14, RM = 13, FX = -MAX(0, DX(31, 13) - 0.05)\, FY = 0\, FZ = 0\, TX = 0\, TY = 0\, TZ = 0
END
DATASET
# steps METHOD: of the run
steps() {
    run 0 run beside.adm --end 0.1 --steps 20 --integrator "$1"
    sed -n 's/.*, \([0-9]*\) steps.*/\1/p' <<<"$out$err" | tail -1
}
fine='HHT, ERROR = 1E-7'
stated=$(steps "$fine, HMAX = 2.5E-4")
# the stop: x = 0.05 + 5/w sin w (t - 0.01), w = sqrt(1000)
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /^"PART_3\.X /) c = i }
    END { w = sqrt(1000); x = 0.05 + 5 / w * sin(w * 0.09); exit !(c && ($c - x) ^ 2 < 1e-4 ^ 2) }' beside.csv || complain "the body at the stop is elsewhere: $(tail -1 beside.csv)"
((stated < 450)) || complain "HMAX = 2.5E-4: $stated steps"
open=$(steps "$fine")
((open > 1000)) || complain "without HMAX: $open steps, as if nobody tested velocities"
exit $((failures > 0))
