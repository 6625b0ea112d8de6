#!/usr/bin/env bash
# A ball that friction brings to rest: sliding with constant torque, then through the transition into sticking. The law is smooth, so no
# step ends on a kink; it once had kinks at both velocities, and models with many balls crept from one to the next.
set -uo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0
fail() { echo "$*"; status=1; }
cd "$work" || exit 1
cat >ball.adm <<END_OF_MODEL
a ball that comes to rest
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
ACCGRAV/JGRAV=-10
PART/1, GROUND
MARKER/10, PART=1
PART/2, MASS=2, CM=20, IP=1,1,1, WX=1.2, WY=0.9
MARKER/20, PART=2
JOINT/1, SPHERICAL, I=20, J=10
FRICTION/1, JOINT=1, MU_STATIC=0.15, MU_DYNAMIC=0.1, BALL_RADIUS=0.5, STICTION_TRANSITION_VELOCITY=0.05
REQUEST/1, F2=WX(20)\\F3=WY(20)\\F4=WM(20)
INTEGRATOR/GSTIFF, SI2, ERROR=1E-6
END
END_OF_MODEL
"$CARDAN" run ball.adm --end 3 --steps 60 --quiet >messages 2>&1 || { fail "it fails:"; cat messages; }
grep -q 'events: 0 kinks located' ball.msg || fail "$(grep 'kinks located' ball.msg)"
# torque 0.1 * 20 N * 0.5 m = 1 against the spin 1.5 about (0.8, 0.6, 0): 1.5 - t while it slides, until 0.15 at 1.35; at rest in the end
awk -F, '
    NR == 1 { for (i = 1; i <= NF; i++) { if ($i ~ /F2/) x = i; if ($i ~ /F3/) y = i; if ($i ~ /F4/) m = i } next }
    function off(a, b) { return a > b ? a - b : b - a }
    $1 <= 1.3 && off($m, 1.5 - $1) > 1e-5 { print "t = " $1 ": the ball turns with " $m; bad = 1 }
    $1 <= 1.3 && off($x * 0.6, $y * 0.8) > 1e-5 { print "t = " $1 ": the axis turns"; bad = 1 }
    END { if ($m > 0.05) { print "it ends with " $m; bad = 1 } exit bad }' ball.csv || fail "the ball does not come to rest as it should"
exit $status
