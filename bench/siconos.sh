#!/usr/bin/env bash
# siconos.sh CARDAN [PYTHON]: the same impacts by Cardan and by Siconos (Debian: python3-siconos, python3-numpy): a ball that bounces, a row of five balls by events, a
# column of thirty by time stepping. Prints the largest difference and seconds of the processor for the integration alone. Exit code 77: Siconos is not there.
set -euo pipefail
cardan=$(realpath "${1:?the program}") python=${2:-/usr/bin/python3} here=$(cd "$(dirname "$0")" && pwd)
"$python" -c 'import numpy, siconos.kernel' 2>/dev/null || { echo "skipped: Siconos is not there" && exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# balls WORDS FIRST COUNT AXIS: parts on a line, a ball each, from lines "x v" of standard input.
balls() {
    printf '%s\nUNITS/SYSTEM = MKS\nACCGRAV/KGRAV = %s\nPART/1, GROUND\nMARKER/1, PART = 1\nGRAPHICS/1, PLANE, RM = 1\n' "$1" "$2"
    awk -v e="$3" -v floor="$4" '{ n++; printf "PART/%d, MASS = 1, CM = %d, IP = 1,1,1, QG = 0,0,%s, VZ = %s\nMARKER/%d, PART = %d\nGRAPHICS/%d, SPHERE, CM = %d, RADIUS = 0.05\n", n + 1, n * 10, $1, $2, n * 10, n + 1, n + 1, n * 10 }
        END {
            if (floor) printf "CONTACT/99, IGEOM = 2, JGEOM = 1, NEWTON, RESTITUTION_COEFFICIENT = %s\n", e
            for (k = 1; k < n; k++) printf "CONTACT/%d, IGEOM = %d, JGEOM = %d, NEWTON, RESTITUTION_COEFFICIENT = %s\n", 100 + k, k + 1, k + 2, e
            print "INTEGRATOR/MDOP5, ERROR = 1E-8\nEND"
        }'
}
echo "1.05 0" | balls ball -9.81 0.8 1 >ball.adm
awk 'BEGIN { for (k = 0; k < 5; k++) print k ? 0.3 + 0.11 * k + 0.01 * k * k : 0, k ? 0 : 1 }' | balls row 0 0.5 0 >row.adm
awk 'BEGIN { for (k = 0; k < 30; k++) print 0.05 + 0.12 * k + 0.05, 0 }' | balls column -9.81 0.3 1 >column.adm

# run NAME END METHOD: numbers in own.txt, seconds in seconds.txt, best of five. Siconos writes nothing on its way, so there is one output here as well.
run() {
    for _ in 1 2 3 4 5; do
        "$cardan" run "$1.adm" --end "$2" --steps 1 --integrator "$3" --out . --statistics "s_$1.csv" -v >out.txt 2>&1
        awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) { gsub(/"/, "", $i); if ($i ~ /cpu|seconds|processor/) at = i } next } { print $at }' "s_$1.csv"
    done | sort -g | head -1 >seconds.txt
    if [[ $1 == column ]]; then
        awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) { gsub(/"| \[.*/, "", $i); if ($i ~ /^PART_.*\.Z$/) at[++n] = i } } { last = $0 } END { split(last, x, ","); for (k = 1; k <= n; k++) print x[at[k]] }' column.csv
    else sed -n '/first of/,/done;/p' out.txt | awk '$2 ~ /^impact/ { print $1 }' | awk '!n || $1 > last + 1e-9 { print; n++; last = $1 }'
    fi >own.txt
}
printf '%-10s %-28s %-8s %-12s %-14s %-14s %s\n' case Cardan numbers largest Cardan Siconos factor
for one in 'ball 2.5 MDOP5, ERROR = 1E-8' 'row 2 MDOP5, ERROR = 1E-8' 'column 1 MOREAU, HMAX = 1E-3'; do
    read -r name end method <<<"$one"
    run "$name" "$end" "$method"
    for _ in 1 2 3; do "$python" "$here/siconos/events.py" "$name" "$end" >theirs.txt && tail -1 theirs.txt | cut -d' ' -f2; done | sort -g | head -1 >their_seconds.txt
    paste own.txt <(grep -v seconds theirs.txt) | awk -v name="$name" -v method="$method" -v own="$(cat seconds.txt)" -v theirs="$(cat their_seconds.txt)" '
        { d = $1 - $2 - (name == "column" ? 0 : 0); if (d < 0) d = -d; if (d > most) most = d }
        END { printf "%-10s %-28s %-8d %-12.3g %-14.6f %-14.6f %.2f\n", name, method, NR, most, own, theirs, theirs / own }'
done
