#!/usr/bin/env bash
# What is said at the ends of ranges, where faults went unnoticed: a spline read at its first and last point, off by round-off only, is not extrapolated; a little
# further it is. And moments of inertia about IM that leave none about CM, along each axis.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
for at in -1E-12 0 1 1.000000000001 -1E-6 1.000001; do
    cat >spline.adm <<MODEL
a spline read at one point
PART/1, GROUND
MARKER/10, PART = 1
PART/2, MASS = 1, CM = 20, IP = 1, 1, 1
MARKER/20, PART = 2
SPLINE/7, X = 0, 0.25, 0.5, 0.75, 1, Y = 0, 1, 0, 1, 0
SFORCE/5, I = 20, J = 10, TRANSLATION, ACTIONONLY, FUNCTION = AKISPL($at + 0*TIME, 0, 7)
END
MODEL
    run 0 run spline.adm --end 0.1 --steps 2
    case $at in
    -1E-6 | 1.000001) warns '[SPLINE_RANGE]' ;;
    *) [[ $err != *SPLINE_RANGE* ]] || complain "at $at: $err" ;;
    esac
done
# IP = 3, 3, 3 about a point at distance d of mass 2: the trace about CM is 9 - 4 d^2
for far in 1.4 1.6; do
    for point in "$far, 0, 0" "0, $far, 0" "0, 0, $far"; do
        cat >part.adm <<MODEL
inertia about a point apart
PART/1, GROUND
MARKER/10, PART = 1
PART/2, MASS = 2, CM = 20, IM = 21, IP = 3, 3, 3
MARKER/20, PART = 2
MARKER/21, PART = 2, QP = $point
END
MODEL
        run 0 check part.adm
        if [[ $far == 1.6 ]]; then warns '[INERTIA_INDEFINITE]'; else [[ $err != *INERTIA_INDEFINITE* ]] || complain "IM at $point: $err"; fi
    done
done
exit $((failures > 0))
