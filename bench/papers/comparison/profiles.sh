#!/usr/bin/env bash
# profiles.sh PROGRAM [SET...] - performance profiles over the sets of sets.sh with the settings of table 1: figures 9 to 11 and table 3, one command per set; then the same by all other
# methods as they are. Tables are printed, figures drawn (profileN.svg, profileN_all.svg). OTHERS=no leaves the second out.
. "$(dirname "$0")/../common.bash"
"$source_folder/bench/papers/comparison/sets.sh" "$work"
[[ $# -gt 1 ]] || set -- "$1" 1 2 3
paper='HEM5:SAFETY=0.3:VIOLATION=1E-4,MDOP5:SAFETY=0.3:VIOLATION=1E-4,GALPHA:SI2:SAFETY=0.3,PHEM56:SAFETY=0.3:VIOLATION=1E-4,DOPRI5:SAFETY=0.3'
others='HEM5,MDOP5,PHEM56,GALPHA:SI2,AUTO,GSTIFF:I3,GSTIFF:SI2,WSTIFF:SI2,HHT,ABAM,TLISMNI:AM4,ROSENBROCK'
profile() { # SET METHODS NAME
    "$program" compare "set$1"/*.acf --integrators "$2" --errors 1e-4 --reference GSTIFF:1E-6 --limit "${LIMIT:-12}" --jobs 1 -o "$3.html" 2>messages |
        sed -n '/^share of/,/^profiles/{/^profiles/!p}'
    grep ': error' messages
    mkdir -p "$figures"
    cp "$3.svg" "$figures"
}
for set in "${@:2}"; do
    echo "set $set"
    profile "$set" "$paper" "profile$set"
    [[ ${OTHERS:-yes} == no ]] || profile "$set" "$others" "profile${set}_all"
done
