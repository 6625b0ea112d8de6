#!/usr/bin/env bash
# Initial rates of joints that other constraints forbid are named with these, and all methods start with the same velocity, that which is written at t = 0: a slider that a link holds, in metres and seconds and in millimetres and
# milliseconds; two joints of one loop whose rates do not go together; rates that repeat each other, which is no contradiction.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
held() { # UNITS LENGTH RATE: the slider of a link that is pinned to ground, and a pendulum on it
    awk -v units="$1" -v k="$2" -v rate="$3" 'BEGIN {
        print "held slider\nUNITS/FORCE = NEWTON, MASS = KILOGRAM, " units "\nPART/1, GROUND\nMARKER/10, PART = 1, ZP = " k ", 0, 0, XP = 0, " k ", 0\nMARKER/11, PART = 1, QP = " 3 * k ", " 4 * k ", 0"
        print "PART/2, MASS = 1, CM = 20, IP = " k * k ", " k * k ", " k * k "\nMARKER/20, PART = 2, ZP = " k ", 0, 0, XP = 0, " k ", 0\nMARKER/21, PART = 2"
        print "PART/3, MASS = 1, CM = 30, IP = " k * k ", " k * k ", " k * k "\nMARKER/30, PART = 3\nMARKER/31, PART = 3, QP = " 3 * k ", " 4 * k ", 0"
        print "PART/4, MASS = 1, CM = 40, IP = " k * k ", " k * k ", " k * k "\nMARKER/40, PART = 4, QP = 0, " (-3 * k) ", 0\nMARKER/41, PART = 4"
        print "JOINT/1, TRANSLATIONAL, I = 20, J = 10, IC = 0, " rate "\nJOINT/2, REVOLUTE, I = 30, J = 21\nJOINT/3, SPHERICAL, I = 31, J = 11\nJOINT/4, REVOLUTE, I = 41, J = 21\nEND" }' >model.adm
}
column() { # NAME LINE
    awk -F , -v name="$1 " -v line="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if (index($i, name)) c = i } NR == line { print $c }' model.csv
}
near() { # VALUE EXPECTED TOLERANCE
    awk -v a="$1" -v b="$2" -v t="$3" 'BEGIN { exit !(a - b <= t && b - a <= t) }'
}
for method in AUTO GSTIFF 'GSTIFF, SI2' WSTIFF HHT GALPHA ROSENBROCK MDOP5 ABAM TLISMNI; do
    held 'LENGTH = METER, TIME = SECOND' 0.1 3
    run 0 run model.adm --end 0.2 --steps 20 --integrator "$method"
    warns 'JOINT/1 initial translation: its rate 3 contradicts JOINT/1 Dij.Xj, JOINT/2 Dij.Xj, JOINT/2 Dij.Yj, JOINT/3 Dij.Xj, JOINT/3 Dij.Yj; it starts with 0 [CONTRADICTORY_RATE]'
    for line in 2 22; do
        near "$(column PART_2.VX "$line")" 0 1e-9 || complain "$method: PART_2.VX is $(column PART_2.VX "$line") in line $line"
        near "$(column PART_4.WZ "$line")" 0 1e-7 || complain "$method: PART_4.WZ is $(column PART_4.WZ "$line") in line $line"
    done
done
held 'LENGTH = MILLIMETER, TIME = MILLISECOND' 100 3
run 0 run model.adm --end 20 --steps 2
warns 'its rate 3 contradicts'
held 'LENGTH = KILOMETER, TIME = MILLISECOND' 1E-4 3E-6
run 0 run model.adm --end 20 --steps 2
warns 'its rate 3e-06 contradicts'
# a wheel that turns in its bearing and drives another: 1 to 2, not 1 to 1
cat >model.adm <<'X'
two wheels
PART/1, GROUND
MARKER/10, PART = 1
MARKER/11, PART = 1, QP = 3, 0, 0
PART/2, MASS = 1, CM = 20, IP = 1, 1, 1
MARKER/20, PART = 2
PART/3, MASS = 1, CM = 30, IP = 1, 1, 1, QG = 3, 0, 0
MARKER/30, PART = 3
JOINT/1, REVOLUTE, I = 20, J = 10, IC = 0, 2
JOINT/2, REVOLUTE, I = 30, J = 11, IC = 0, RATE
COUPLER/1, JOINTS = 1, 2, SCALES = 1, -2
END
X
sed -i 's/RATE/2/' model.adm
run 0 run model.adm --end 1 --steps 1
warns 'JOINT/1 initial rotation: its rate 2 contradicts COUPLER/1 coupler, JOINT/2 initial rotation; it starts with 2.4'
warns 'JOINT/2 initial rotation: its rate 2 contradicts COUPLER/1 coupler, JOINT/1 initial rotation; it starts with 1.2'
near "$(column PART_2.WZ 2)" 2.4 1e-9 || complain "PART_2.WZ is $(column PART_2.WZ 2)"
sed -i 's/IC = 0, 2$/IC = 0, 1/; s/J = 10, IC = 0, 1/J = 10, IC = 0, 2/' model.adm
run 0 run model.adm --end 1 --steps 1
[[ -z $err ]] || complain "rates that agree: $err"
near "$(column PART_2.WZ 2)" 2 1e-12 || complain "PART_2.WZ is $(column PART_2.WZ 2)"
exit $((failures > 0))
