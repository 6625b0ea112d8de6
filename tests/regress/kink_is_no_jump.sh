#!/usr/bin/env bash
# A spring with one side, written by IF, touched again and again: its sides have one value where it begins, so nothing is held there and nothing is warned of.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
cat >model.adm <<'X'
a mass that swings into a spring with one side
PART/1, GROUND
MARKER/10, PART = 1
PART/2, MASS = 1, CM = 20, VX = 0.05
MARKER/20, PART = 2
JPRIM/1, ORIENTATION, I = 20, J = 10
JPRIM/2, INLINE, I = 21, J = 11
MARKER/11, PART = 1, REULER = 1.5707963267948966, 1.5707963267948966, 0
MARKER/21, PART = 2, REULER = 1.5707963267948966, 1.5707963267948966, 0
SFORCE/1, TRANSLATION, ACTIONONLY, I = 20, J = 12, FUNCTION = IF(DX(20, 10) - 1E-4: 0, 0, -4E4*(DX(20, 10) - 1E-4)) - 100*DX(20, 10)
MARKER/12, PART = 1, REULER = 1.5707963267948966, 1.5707963267948966, 0
END
X
for method in MDOP5 "GSTIFF, SI2" HHT AUTO; do
    run 0 run model.adm --end 0.5 --steps 50 --integrator "$method, ERROR = 1E-4"
    [[ $err != *JUMP* ]] || complain "$method: $err"
done
exit $((failures > 0))
