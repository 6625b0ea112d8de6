#!/usr/bin/env bash
# The first half millisecond of the belt in bench/models: 100 segments that start out of balance, 400 contacts, friction by TANH that is
# steep where it holds. HHT and GSTIFF come through in less than 2000 iterations (10,000 and more when corrections overshoot from one side of
# the friction law to the other), and agree on the speed of the alternator within 1 percent.
set -uo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0

run() { # NAME METHOD
    awk -v method="$2" -f "$CARDAN_SOURCE/bench/models/belt.awk" >"$work/$1.adm"
    printf '%s.adm\n%s\nSIMULATE/DYNAMICS, END = 5E-4, DTOUT = 1E-4\nSTOP\n' "$1" "$1" >"$work/$1.acf"
    timeout 60 "$CARDAN" run "$work/$1.acf" --out "$work" >/dev/null 2>&1 || { echo "$2 fails"; status=1; }
    local iterations
    iterations=$(sed -nE 's/^integration: .* ([0-9]+) iterations.*/\1/p' "$work/$1.msg")
    echo "$2: ${iterations:-no} iterations"
    [[ ${iterations:-9999} -lt 2000 ]] || status=1
}

speed() { # NAME: of the alternator, at the end
    awk -F , 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /REQUEST_1.F4/) column = i } END { print $column }' "$work/$1.csv"
}

run hht "HHT, ERROR = 1E-5"
run gstiff "GSTIFF, ERROR = 1E-4"
awk -v a="$(speed hht)" -v b="$(speed gstiff)" 'BEGIN { print "alternator: " a ", " b " rad/s"; exit !(a > 0 && (a - b) ^ 2 < (0.01 * a) ^ 2) }' || status=1
exit $status
