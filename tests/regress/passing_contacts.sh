#!/usr/bin/env bash
# Contacts that come and go: the error falls with ERROR. In index 3 velocities were not tested where a contact is met and left (theory 9.47), so that a bouncing ball was less accurate at 1E-6 than at 1E-3, and off by 500
# times ERROR where it is now 5 times.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
check() { # MOST MODEL...: as multiples of ERROR at 1E-6, with METHODS
    ERRORS='1E-4 1E-6 1E-8' "$CARDAN_SOURCE/bench/contacts.sh" "$CARDAN" "${@:2}" |
        awk -F ';' -v most="$1" '
            NR == 1 { next }
            { print; runs++ }
            $4 !~ /^[0-9.e-]+$/ { print "fails"; bad = 1; next }
            $3 == "1E-6" && $4 > most * 1e-6 { print "is more than " most " times ERROR"; bad = 1 }
            $3 != "1E-4" && $4 > last / 5 { print "does not fall with ERROR"; bad = 1 }
            { last = $4 }
            END { exit bad || !runs }' || complain "$METHODS"
}
METHODS='GSTIFF, I3;WSTIFF, I3' check 20 ball balls rod stops
METHODS='HHT;GALPHA, I3' check 500 ball
exit $((failures > 0))
