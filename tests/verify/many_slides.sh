#!/usr/bin/env bash
# Blocks on stiff friction, each pushed to and fro in its own time, stick and slide: the more there are, the more of them change sides within a step. What a step takes must not grow with
# their number as it does where all share one search for the place between sliding one way and the other (theory 9.33). And they know nothing of each other: one moves among a hundred as it does alone.
set -euo pipefail
source "$(dirname "$0")/../checks.bash"

blocks() { # FIRST LAST
    awk -v first="$1" -v last="$2" 'BEGIN {
        print "blocks\nPART/1, GROUND\nMARKER/2, PART = 1, REULER = 90D, 90D, 0"
        for (i = first; i <= last; i++) {
            p = 10 * i
            printf "PART/%d, MASS = %g, CM = %d, IP = 1, 1, 1, VX = %.6f\nMARKER/%d, PART = %d, REULER = 90D, 90D, 0\n", p, 1 + 0.1 * (i % 7), p, sin(1.7 * i), p, p
            printf "JOINT/%d, TRANSLATIONAL, I = %d, J = 2\nSFORCE/%d, I = %d, J = 2, TRANSLATION, ACTIONONLY\n", i, p, i, p
            printf ", FUNCTION = -40*DZ(%d,2,2) - 30*TANH(VZ(%d,2,2,2)/1E-4) + 25*SIN(%.3f*TIME + %.3f)\n", p, p, 9 + 0.37 * i, i
        }
        print "END" }'
}

slide() { # NAME FIRST LAST METHOD
    blocks "$2" "$3" >"$1.adm"
    printf '%s.adm\n%s\nINTEGRATOR/%s\nSIMULATE/DYNAMIC, END = 1, STEPS = 50\nSTOP\n' "$1" "$1" "$4" >"$1.acf"
    run 0 run "$1.acf"
    count=$(sed -nE 's/^integration: ([0-9]+) steps, ([0-9]+) iterations, .* ([0-9]+) matrices.*/\1 \2 \3/p' "$1.msg")
}

place() { # NAME PART: its course
    awk -F , -v name="\"PART_$2.X " 'NR == 1 { for (i = 1; i <= NF; i++) if (index($i, name) == 1) c = i } NR > 1 { print $c }' "$1.csv"
}

for method in 'HHT, ERROR = 1E-5' 'GSTIFF, ERROR = 1E-3' 'GALPHA, ERROR = 1E-5'; do
    slide all 1 100 "$method"
    read -r steps iterations matrices <<<"$count"
    echo "$method: $steps steps, $iterations iterations, $matrices matrices"
    [[ $steps -lt 200 && $matrices -lt 400 ]] || complain "$method: a hundred blocks take $steps steps and $matrices matrices"
    slide alone 7 7 "$method"
    paste <(place alone 70) <(place all 70) | awk -v method="$method" '
        { off = $1 - $2; if (off < 0) off = -off; if (off > most) most = off } END { print method ": one among a hundred is off by " most; exit !(NR == 51 && most < 1e-3) }' ||
        complain "$method: a block among a hundred moves otherwise"
done
exit $((failures > 0))
