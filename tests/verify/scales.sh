#!/usr/bin/env bash
# The pendulum of swing/ with its time and its mass a million times smaller and larger: the units of a dataset must not matter to the
# number of steps. Within 10 percent; with SI2, where velocities count, and those below 1 absolutely, long units of time may save a quarter.
set -uo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0

steps() { # METHOD TIME MASS
    local g end
    g=$(awk -v s="$2" 'BEGIN { printf "%.15g", 9.81 / s / s }')
    end=$(awk -v s="$2" 'BEGIN { printf "%.15g", 10 * s }')
    sed "s/JGRAV = -9.81/JGRAV = -$g/; s/MASS = 1,/MASS = $3,/" "$CARDAN_SOURCE/tests/verify/swing/model.adm" >"$work/model.adm"
    printf 'model.adm\nscaled\nINTEGRATOR/%s, ERROR = 1E-5\nSIMULATE/DYNAMICS, END = %s, STEPS = 100\nSTOP\n' "$1" "$end" >"$work/run.acf"
    "$CARDAN" run "$work/run.acf" --out "$work" >/dev/null 2>&1
    sed -nE 's/^integration: ([0-9]+) steps.*/\1/p' "$work/scaled.msg"
}

for method in "GSTIFF" "GSTIFF, SI2" "WSTIFF"; do
    plain=$(steps "$method" 1 1)
    for scale in "1e-6 1" "1e-3 1" "1e3 1" "1e6 1" "1 1e-6" "1 1e6" "1e-6 1e-6" "1e6 1e6"; do
        read -r time mass <<<"$scale"
        now=$(steps "$method" "$time" "$mass")
        low=0.9
        [[ $method == *SI2* ]] && awk -v t="$time" 'BEGIN { exit !(t > 1) }' && low=0.75
        if ! awk -v a="$plain" -v b="${now:-0}" -v low="$low" 'BEGIN { exit !(b > low * a && b < 1.1 * a) }'; then
            echo "$method: $plain steps, but ${now:-none} with time times $time and mass times $mass"
            status=1
        fi
    done
done
exit $status
