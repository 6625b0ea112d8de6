#!/usr/bin/env bash
# A force jumps, and a motion comes to its end, exactly at the time of an output. Methods that had just begun behind the kink gave a state
# made of the step before it: 0.18 and 3 instead of 0.125 and 2.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"

cat >jump.adm <<MODEL
a force that turns round at 0.5
PART/1, GROUND
MARKER/101, PART = 1
PART/2, MASS = 1, CM = 200, IP = 1, 1, 1
MARKER/200, PART = 2
SFORCE/1, TRANSLATION, ACTIONONLY, I = 200, J = 101, FUNCTION = IF(TIME-0.5: 1, 1, -1)
REQUEST/1, F2 = DZ(200)\F3 = VZ(200)
END
MODEL
cat >motion.adm <<MODEL
a turn that ends at 0.5
PART/1, GROUND
MARKER/101, PART = 1
PART/2, MASS = 1, CM = 200, IP = 1, 1, 1
MARKER/200, PART = 2
JOINT/1, CYLINDRICAL, I = 200, J = 101
MOTION/1, ROTATION, JOINT = 1, FUNCTION = STEP(TIME, 0.25, 0, 0.5, 2)
REQUEST/1, F2 = AZ(200, 101)\F3 = WZ(200, 101)
END
MODEL

# at MODEL METHOD VALUE: of the first column of the request, at 0.5
at() {
    "$CARDAN" run "$1.adm" --end 1 --steps 8 --integrator "$2, ERROR = 1E-6" -q 2>said || complain "$1 $2: exit code $?"
    grep -q MOTION_KNOCKS said "$1.msg" && complain "$1 $2: the velocity of STEP does not jump"
    awk -F , -v what="$1 $2" -v want="$3" '
        NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /REQUEST_1.F2/) column = i }
        $1 == 0.5 { off = $column - want; if (off < 0) off = -off; found = 1; if (off > 1e-4) { print what ": " $column ", not " want; exit 1 } }
        END { exit !found }' "$1.csv" || complain "$1 $2"
}
for method in MDOP5 HEM5 PHEM56 ABAM TLISMNI ROSENBROCK 'ROSENBROCK, SCHEME = W2' GALPHA 'GALPHA, SI2' HHT GSTIFF 'GSTIFF, SI2' WSTIFF AUTO; do
    at jump "$method" 0.125
    at motion "$method" 2
done
exit $((failures > 0))
