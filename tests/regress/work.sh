#!/usr/bin/env bash
# --work: columns of work and what the balance of energy lacks, over a knock, over several simulations, and through a saved state.
set -uo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0
fail() { echo "$*"; status=1; }
sed 's/^END/INTEGRATOR\/GSTIFF, SI2, ERROR=1E-8\nEND/' "$CARDAN_SOURCE"/tests/verify/motion_knock/model.adm >"$work"/model.adm
cd "$work" || exit 1

# play NAME COMMANDS OPTIONS...
play() {
    local name=$1 commands=$2
    shift 2
    printf 'model.adm\n%s\n%bSTOP\n' "$name" "$commands" >"$name.acf"
    "$CARDAN" run "$name.acf" --quiet "$@" >messages 2>&1 || { fail "$name fails:"; cat messages; }
}

# last FILE COLUMN: its last number
last() {
    awk -F, -v column="ENERGY.$2 [" '
        NR == 1 { for (i = 1; i <= NF; i++) if (index($i, column)) at = i }
        END { if (!at) exit 1; print $at }' "$1.csv"
}

# near A B TOLERANCE
near() { awk -v a="$1" -v b="$2" -v t="$3" 'BEGIN { d = a - b; exit !(d < t && d > -t) }'; }

play plain 'SIMULATE/DYNAMICS, END=1, STEPS=50\n'
last plain MOTION_WORK >/dev/null && fail "work is there without having been asked for"
play once 'SIMULATE/DYNAMICS, END=1, STEPS=50\n' --work
# the end of the spring moves at 0.1 from 0.5 on, spring force -k x, x = -0.1 sin(w s) / w: 0.005 by the knock, 0.01 (1 - cos 5) by the spring
near "$(last once MOTION_WORK)" 0.0121633781453678 1e-7 || fail "the motion does the work $(last once MOTION_WORK)"
near "$(last once BALANCE)" 0 1e-7 || fail "the balance lacks $(last once BALANCE)"
play twice 'SIMULATE/DYNAMICS, END=0.4, STEPS=20\nSIMULATE/STATIC\nSIMULATE/DYNAMICS, END=1, STEPS=30\n' --work
near "$(last twice MOTION_WORK)" "$(last once MOTION_WORK)" 1e-7 || fail "two simulations do the work $(last twice MOTION_WORK)"
play through 'SIMULATE/DYNAMICS, END=0.7, STEPS=35\nSAVE/SYSTEM, FILE=half\nSIMULATE/DYNAMICS, END=1, STEPS=15\n' --work
play again 'RELOAD/SYSTEM, FILE=half\nSIMULATE/DYNAMICS, END=1, STEPS=15\n' --work
[[ $(tail -n 1 through.csv) == $(tail -n 1 again.csv) ]] || fail "work does not go on from a saved state"
exit $status
