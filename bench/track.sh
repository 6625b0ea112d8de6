#!/usr/bin/env bash
# The track of an excavator (models/track.awk): 61 parts, 690 contacts, by HHT with ERROR = 1E-5 and GSTIFF, SI2 with 1E-2.
#
#   bench/track.sh PROGRAM [SECONDS]     a line per method: seconds of the processor, steps, iterations, matrices; travel of the frame; mean force on the ground over
#                                        the last quarter against the weight. SECONDS of motion: 2 unless given
set -uo pipefail
program=$(readlink -f "${1:?the program}")
models=$(dirname "$(readlink -f "$0")")/models
end=${2:-2}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
weight=328438.8
for method in "HHT, ERROR = 1E-5, HMIN = 1E-12" "GSTIFF, SI2, ERROR = 1E-2"; do # shoes that strike at the start need steps below 1e-9 s of HHT
    awk -v method="$method" -f "$models/track.awk" >track.adm
    TIMEFORMAT=%U
    seconds=$({ time "$program" run -q track.adm --end "$end" --steps 200 >log.txt 2>&1; } 2>&1) || { echo "$method: fails"; tail -3 log.txt; continue; }
    counts=$(sed -n 's/^integration: //p' track.msg)
    awk -F, -v method="$method" -v seconds="$seconds" -v counts="$counts" -v end="$end" -v weight="$weight" '
        NR == 1 { for (i = 1; i <= NF; i++) { if ($i ~ /REQUEST_1.F4/) x = i; if ($i ~ /REQUEST_1.F6/) f = i } next }
        NR == 2 { from = $x } { to = $x } $1 > 0.75 * end { sum += $f; n++ }
        END { printf "%-26s %8.1f s  %s; travel %.4f m; ground/weight %.4f\n", method, seconds, counts, to - from, sum / n / weight }' track.csv
done
