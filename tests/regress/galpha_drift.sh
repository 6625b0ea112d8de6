#!/usr/bin/env bash
# GALPHA in I2 keeps to positions: it drifted off them until a redundant joint of Bricard's mechanism was said not to hold, and left its way where the windows lie flat.
# The error falls with ERROR on both.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
METHODS='GALPHA, I2' ERRORS='1E-4 1E-5 1E-6 1E-7' "$CARDAN_SOURCE/bench/dynamics.sh" "$CARDAN" windows_2 bricard_free >table
awk -F ';' 'NR == 1 { next } $4 == "-" { print $1 " fails at " $3; bad = 1 } $1 == last && $4 >= error { print $1 " does not fall at " $3; bad = 1 } { last = $1; error = $4; rows++ }
    END { exit bad || rows != 8 }' table || complain "the error does not fall: $(cat table)"
exit $((failures > 0))
