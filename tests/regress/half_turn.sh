#!/usr/bin/env bash
# Two gears at half a turn, in statics with a spring on the angle, through SAVE and RELOAD, and with a motion stated anew: no analysis jumps by a turn.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
cat >model.adm <<'X'
gears at half a turn
PART/1, GROUND
MARKER/10, PART = 1, REULER = 0.3, 0.7, 0.2
MARKER/11, PART = 1, QP = 1, 2, 3, REULER = 0.3, 0.7, 0.2
PART/2, MASS = 1, CM = 20, IP = 1, 1, 1, REULER = 0.3, 0.7, 3.3415926535897932
MARKER/20, PART = 2
PART/3, MASS = 1, CM = 30, IP = 1, 1, 1, QG = 1, 2, 3, REULER = 0.3, 0.7, -2.9415926535897931
MARKER/30, PART = 3
JOINT/1, REVOLUTE, I = 20, J = 10
JOINT/2, REVOLUTE, I = 30, J = 11
COUPLER/1, JOINTS = 1, 2, SCALES = 1, 1
SFORCE/1, I = 30, J = 11, ROTATION, FUNCTION = -AZ(30, 11) + PI - 0.1
REQUEST/1, F2 = AZ(20, 10)\F3 = AZ(30, 11)
END
X
angles() { # LINE: both angles in model.csv
    awk -F , -v line="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /REQUEST_1/) c[++n] = i } NR == line { printf "%.6f %.6f", $c[2], $c[3] }' "$2"
}
expect() { # WHAT LINE FILE ANGLES
    local seen
    seen=$(angles "$2" "$3")
    [[ $seen == "$4" ]] || complain "$1: $seen, not $4"
}
printf 'model.adm\nmodel\nSIMULATE/STATICS\nSTOP\n' >static.acf
run 0 run static.acf
expect statics 2 model.csv "3.241593 3.041593"
printf 'model.adm\nmodel\nSIMULATE/DYNAMICS, DURATION = 1, STEPS = 20\nSAVE/SYSTEM, FILE = half.sav\nSIMULATE/DYNAMICS, DURATION = 1, STEPS = 20\nSTOP\n' >through.acf
run 0 run through.acf
expect start 2 model.csv "3.141593 3.141593"
end=$(angles 42 model.csv)
cp model.csv through.csv
printf 'model.adm\nmodel\nRELOAD/SYSTEM, FILE = half.sav\nSIMULATE/DYNAMICS, DURATION = 1, STEPS = 20\nSTOP\n' >again.acf
run 0 run again.acf
expect reload 21 model.csv "$end"
printf 'model.adm\nmodel\nSIMULATE/DYNAMICS, DURATION = 1E-3, STEPS = 1\nMOTION/1, JOINT = 1, ROTATION, VELOCITY, FUNCTION = 0.5*TIME\nSIMULATE/KINEMATICS, DURATION = 1, STEPS = 4\nSTOP\n' >restated.acf
sed -i 's/^COUPLER/MOTION\/1, JOINT = 1, ROTATION, VELOCITY, FUNCTION = 0\n&/' model.adm
run 0 run restated.acf
expect restated 8 model.csv "3.392093 2.891093"
exit $((failures > 0))
