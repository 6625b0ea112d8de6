#!/usr/bin/env bash
# LINEAR with RM: states relative to a marker that turns, driven or free; and PSTATE with variables that are measured there. Against closed forms:
#   a mass on unequal springs on a turning table: x'' - 2 w y' - w^2 x = -(kx / m) x, y'' + 2 w x' - w^2 y = -(ky / m) y
#   a mass on equal springs in ground, seen from a rotor: its frequency -+ w
#   a hub that turns freely with a mass on a radial guide: k / m - w^2 + 4 m r^2 w^2 / (J + m r^2)
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"

cat >table.adm <<'DATASET'
m = 2, radial stiffness 800, tangential 450, at 0.3 on a table that turns with 7
PART/1, GROUND
MARKER/1, PART = 1
PART/2, MASS = 1, CM = 20, IP = 1, 1, 1, WZ = 7
MARKER/20, PART = 2
MARKER/22, PART = 2, FLOATING
JOINT/1, REVOLUTE, I = 20, J = 1
MOTION/1, JOINT = 1, ROTATION, FUNCTION = 7*TIME
PART/3, MASS = 2, CM = 30, IP = 0.01, 0.01, 0.01, QG = 0.3, 0, 0, VY = 2.1, WZ = 7
MARKER/30, PART = 3
JOINT/2, PLANAR, I = 30, J = 20
VFORCE/1, I = 30, JFLOAT = 22, RM = 20, FX = -29.4 - 800*(DX(30, 20, 20) - 0.3) + VARVAL(3)\FY = -450*DY(30, 20, 20)\FZ = 0
VTORQUE/1, I = 30, JFLOAT = 22, RM = 20, TX = 0\TY = 0\TZ = -10*AZ(30, 20)
VARIABLE/1, FUNCTION = DX(30, 20, 20)
VARIABLE/2, FUNCTION = DY(30, 20, 20)
VARIABLE/3, FUNCTION = 0
PSTATE/1, VARIABLES = 1, 2
PINPUT/1, VARIABLES = 3
POUTPUT/1, VARIABLES = 1
END
DATASET
cat >whirl.adm <<'DATASET'
a mass on equal springs in ground, 20 rad/s, beside a rotor that turns with 7
PART/1, GROUND
MARKER/1, PART = 1
PART/2, MASS = 1, CM = 20, IP = 1, 1, 1, WZ = 7
MARKER/20, PART = 2
JOINT/1, REVOLUTE, I = 20, J = 1
PART/3, MASS = 2, CM = 30, IP = 0.01, 0.01, 0.01
MARKER/30, PART = 3
MARKER/31, PART = 1, FLOATING
JPRIM/2, INPLANE, I = 30, J = 1
JPRIM/3, ORIENTATION, I = 30, J = 1
VFORCE/1, I = 30, JFLOAT = 31, RM = 1, FX = -800*DX(30)\FY = -800*DY(30)\FZ = 0
END
DATASET
cat >hub.adm <<'DATASET'
free hub, inertia 0.5, with m = 2 on a radial guide and a spring of 800 at 0.3, w = 7
PART/1, GROUND
MARKER/1, PART = 1
PART/2, MASS = 1, CM = 20, IP = 0.5, 0.5, 0.49, WZ = 7
MARKER/20, PART = 2
MARKER/21, PART = 2, REULER = 90D, 90D, 0
JOINT/1, REVOLUTE, I = 20, J = 1
PART/3, MASS = 2, CM = 30, IP = 0.01, 0.01, 0.01, QG = 0.3, 0, 0, VY = 2.1, WZ = 7
MARKER/30, PART = 3
MARKER/31, PART = 3, REULER = 90D, 90D, 0
JOINT/2, TRANSLATIONAL, I = 31, J = 21
SFORCE/1, TRANSLATION, I = 30, J = 20, FUNCTION = -29.4 - 800*(DM(30, 20) - 0.3)
END
DATASET
# modes NAME COMMAND WANTED: imaginary parts, none of them grows or decays
modes() {
    printf '%s.adm\n%s\nSIMULATE/INITIAL\nLINEAR/EIGENSOL, NOVECTOR%s\n' "$1" "$1" "$2" >"$1.acf"
    run 0 run "$1.acf"
    awk -F , -v want="$3" 'NR > 1 { n = split(want, w, " "); if (($5 - w[NR - 1])^2 > 1e-20 * (1 + w[NR - 1]^2) || $4^2 > 1e-20) bad = 1 }
        END { exit bad || NR - 1 != n }' "$1_eigen.csv" || { complain "$1 $2: not $3"; cut -d , -f 4,5 "$1_eigen.csv"; }
}
turning='9.94987437106620 24.9799919935936 31.6227766016838' # s^4 + (351 + 176 + 196) s^2 + 351 * 176 = 0; sqrt(10 / 0.01)
modes table ', RM = 20' "$turning"
[[ -z $err ]] || complain "a steady motion in the frame is warned of: $err"
modes table ', PSTATE = 1' "$turning"
modes table ', RM = 20, PSTATE = 1' "$turning"
modes whirl ', RM = 20' '0 13 27'
modes whirl '' '0 20 20'
modes hub ', RM = 20' '0 20.0719294772868'
[[ -z $err ]] || complain "a steady motion in a free frame is warned of: $err"
modes hub ', RM = 1' '5.09324812546117 20'
warns '[LINEAR_ACCELERATED]'

# the same as matrices: x, y, rotation and their rates
printf 'table.adm\ntable\nSIMULATE/INITIAL\nLINEAR/STATEMAT, RM = 20, PINPUT = 1, POUTPUT = 1\nLINEAR/MKB, RM = 20, PINPUT = 1\n' >table.acf
run 0 run -q table.acf
A='-351 0 0 0 14 0 0 -176 0 -14 0 0 0 0 -1000 0 0 0 '
near() { awk -v got="$1" -v want="$2" 'BEGIN { n = split(want, w, " "); if (split(got, g, " ") != n) exit 1; for (k = 1; k <= n; k++) if ((g[k] - w[k])^2 > 1e-18 * (1 + w[k]^2)) exit 1 }'; }
near "$(awk '/^A = /{on=1;next} /^];/{on=0} on && ++n > 3' table.m | tr '\n' ' ')" "$A" || { complain "A"; cat table.m; }
near "$(awk '/^B = /{on=1;next} /^];/{on=0} on' table.m | tr '\n' ' ')" '0 0 0 0.5 0 0' || { complain "B"; cat table.m; }
near "$(awk '/^K = /{on=1;next} /^];/{on=0} on' table_mkb.m | tr '\n' ' ')" '702 0 0 0 352 0 0 0 10' || { complain "K"; cat table_mkb.m; }
near "$(awk '/^B = /{on=1;next} /^];/{on=0} on' table_mkb.m | tr '\n' ' ')" '0 -28 0 28 0 0 0 0 0' || { complain "damping"; cat table_mkb.m; }
grep -q 'relative to MARKER/20' table.m || complain "the frame is not named"

exit $((failures > 0))
