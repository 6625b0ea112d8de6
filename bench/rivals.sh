#!/usr/bin/env bash
# The same mechanisms by libcardan and by its rivals, side by side in one run, at equal error.
#
#   bench/rivals.sh FOLDER [CASE...]      FOLDER has the programs of the target `rivals`
#
# Writes to the working directory: rivals.csv, a line per run; rivals.md, time at equal error; rivals.svg, error against time.
# PATIENCE: seconds that a run may take, a program two hundred times as long for a case. Times are of the processor, of the integration alone, the least of three where that is quick.
set -uo pipefail
here=$(dirname "$(readlink -f "$0")")
programs=$(readlink -f "${1:?the folder of the programs}")
shift
cases=("$@")
[[ ${#cases[@]} -gt 0 ]] || cases=(windows-2 windows-7 windows-40 squeezer stiff_pendulum chain-10 chain-100 chain-1000)
export OPENBLAS_NUM_THREADS=1 PATIENCE=${PATIENCE:-2}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

out=$PWD
echo "case;program;setting;tolerance;seconds;error;drift;steps" >"$out/rivals.csv"
for case in "${cases[@]}"; do
    "$programs/cardan" "$case" --reference "$work/$case" || exit 1
    for program in cardan ida simbody mujoco; do
        if [[ ! -x $programs/$program ]]; then echo "$program is not installed" >&2 && continue; fi
        # some of them write what troubles them into the working directory
        (cd "$work" && timeout $((200 * PATIENCE)) "$programs/$program" "$case" "$work/$case" 2>/dev/null) | grep "^$case;" >>"$out/rivals.csv"
    done
done
awk -F ';' -f "$here/rivals/table.awk" "$out/rivals.csv" >"$out/rivals.md"
awk -F ';' -f "$here/rivals/curves.awk" "$out/rivals.csv" >"$out/rivals.svg"
cat "$out/rivals.md"
