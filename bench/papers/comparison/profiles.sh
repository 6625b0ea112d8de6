#!/usr/bin/env bash
# profiles.sh PROGRAM [SET...] - performance profiles over the sets of sets.sh with the settings of table 1: figures 9 to 11 and table 3, one command per
# set. The table is printed, the figure drawn.
. "$(dirname "$0")/../common.bash"
"$source_folder/bench/papers/comparison/sets.sh" "$work"
[[ $# -gt 1 ]] || set -- "$1" 1 2 3
methods='HEM5:SAFETY=0.3:VIOLATION=1E-4,MDOP5:SAFETY=0.3:VIOLATION=1E-4,GALPHA:SI2:SAFETY=0.3,PHEM56:SAFETY=0.3:VIOLATION=1E-4,DOPRI5:SAFETY=0.3'
for set in "${@:2}"; do
    echo "set $set"
    "$program" compare "set$set"/*.acf --integrators "$methods" --errors 1e-4 --reference GSTIFF:1E-6 --limit "${LIMIT:-12}" --jobs 1 -o "profile$set.html" 2>messages |
        sed -n '/^share of/,/^profiles/{/^profiles/!p}'
    grep ': error' messages
    mkdir -p "$figures"
    cp "profile$set.svg" "$figures"
done
