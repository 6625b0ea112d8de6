#!/usr/bin/env bash
# Gravity that is that of the earth but for a unit of length or time is named; that of the earth in any units, and that of the moon, are not.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
gravity() { # LENGTH TIME G
    printf 'gravity\nUNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = %s, TIME = %s\nPART/1, GROUND\nACCGRAV/KGRAV = -%s\nEND\n' "$@" >units.adm
    run 0 check units.adm
}
for wrong in 'MILLIMETER MILLISECOND 9806.65 time' 'METER MILLISECOND 9.81 time' 'METER SECOND 9806.65 length' 'METER SECOND 386.09 length' 'MILLIMETER SECOND 386.09 length' 'METER SECOND 32.174 length' 'METER SECOND 981 length'; do
    read -r length time g what_is <<<"$wrong"
    gravity "$length" "$time" "$g"
    warns "a $what_is in the wrong unit? see UNITS"
done
for right in 'MILLIMETER MILLISECOND 9.80665E-3' 'MILLIMETER SECOND 9806.65' 'METER SECOND 9.8' 'INCH SECOND 386.09' 'METER SECOND 1.62'; do
    read -r length time g <<<"$right"
    gravity "$length" "$time" "$g"
    [[ $err$out != *'wrong unit'* ]] || complain "$right: $err$out"
done
exit $((failures > 0))
