#!/usr/bin/env bash
# A four-bar whose crank has WZ = 10 and nothing else is given: the crank starts with it in any unit of length. Rotations counted as much as moves by the unit of length, and it was 9.99998
# in millimetres and 4.03 in micrometres. A double pendulum with WZ of its first link alone: the second starts the same in any unit.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
rate() { # PART: WZ at the start
    awk -F , -v name="PART_$1.WZ " 'NR == 1 { for (i = 1; i <= NF; i++) if (index($i, name)) c = i } NR == 2 { print $c }' model.csv
}
for unit in 'METER 1E-3' 'MILLIMETER 1' 'MICROMETER 1E3'; do
    read -r name mm <<<"$unit"
    awk -v name="$name" -v k="$mm" 'BEGIN {
        print "four-bar\nUNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = " name ", TIME = SECOND\nPART/1, GROUND\nMARKER/10, PART = 1\nMARKER/11, PART = 1, QP = " 300 * k ", 0, 0"
        print "PART/2, MASS = 1, CM = 20, IP = " 1E3 * k * k ", " 1E3 * k * k ", " 2E3 * k * k ", WZ = 10\nMARKER/20, PART = 2, QP = " 50 * k ", 0, 0\nMARKER/21, PART = 2\nMARKER/22, PART = 2, QP = 0, " 100 * k ", 0"
        print "PART/3, MASS = 1, CM = 30, IP = " 1E3 * k * k ", " 1E3 * k * k ", " 2E3 * k * k "\nMARKER/30, PART = 3, QP = " 150 * k ", " 175 * k ", 0"
        print "MARKER/31, PART = 3, QP = 0, " 100 * k ", 0\nMARKER/32, PART = 3, QP = " 300 * k ", " 250 * k ", 0"
        print "PART/4, MASS = 2, CM = 40, IP = " 1E4 * k * k ", " 1E4 * k * k ", " 1E4 * k * k "\nMARKER/40, PART = 4, QP = " 300 * k ", " 120 * k ", 0"
        print "MARKER/41, PART = 4, QP = " 300 * k ", 0, 0\nMARKER/42, PART = 4, QP = " 300 * k ", " 250 * k ", 0"
        print "JOINT/1, REVOLUTE, I = 21, J = 10\nJOINT/2, CYLINDRICAL, I = 31, J = 22\nJOINT/3, SPHERICAL, I = 32, J = 42\nJOINT/4, REVOLUTE, I = 41, J = 11\nEND" }' >model.adm
    run 0 run model.adm --end 0.01 --steps 1
    [[ -z $err ]] || complain "$name: $err"
    awk -v w="$(rate 2)" 'BEGIN { exit !(w > 9.99999999 && w < 10.00000001) }' || complain "$name: the crank starts at $(rate 2)"
    sed '/^PART\/4/,/^MARKER\/42/d; /^JOINT\/[34]/d; s/CYLINDRICAL/REVOLUTE/' model.adm >other.adm && mv other.adm model.adm
    run 0 run model.adm --end 0.01 --steps 1 -q
    second+="$(printf '%.6f' "$(rate 3)") "
done
[[ $(tr ' ' '\n' <<<"$second" | sed '/^$/d' | sort -u | wc -l) == 1 ]] || complain "the second link starts at $second"
exit $((failures > 0))
