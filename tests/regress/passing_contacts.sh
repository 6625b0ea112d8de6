#!/usr/bin/env bash
# Contacts that come and go: the error falls with ERROR. In index 3 velocities were not tested where a contact is met and left (theory 9.47), so that a bouncing ball was less accurate at 1E-6 than at 1E-3, and off by 500
# times ERROR where it is now 5 times.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
# check MOST MODEL...: as multiples of ERROR at 1E-6, with METHODS; there the middle one of three neighbours counts: bounces make what a single run is off by scatter by a factor of four
check() {
    ERRORS='1E-4 1E-6 8E-7 6E-7 1E-8' "$CARDAN_SOURCE/bench/contacts.sh" "$CARDAN" "${@:2}" |
        awk -F ';' -v most="$1" '
            function middle(a, b, c) { return a < b ? (b < c ? b : a < c ? c : a) : (a < c ? a : b < c ? c : b) }
            NR == 1 { next }
            { print; runs++ }
            $4 !~ /^[0-9.e-]+$/ { print "fails"; bad = 1; next }
            { off[$3] = $4 + 0 }
            $3 == "6E-7" {
                typical = 1e-6 * middle(off["1E-6"] / 1e-6, off["8E-7"] / 8e-7, off["6E-7"] / 6e-7)
                if (typical > most * 1e-6) { print "is more than " most " times ERROR"; bad = 1 }
                if (typical > off["1E-4"] / 5) { print "does not fall with ERROR"; bad = 1 }
            }
            $3 == "1E-8" && $4 > typical / 5 { print "does not fall with ERROR"; bad = 1 }
            END { exit bad || !runs }' || complain "$METHODS"
}
METHODS='GSTIFF, I3;WSTIFF, I3' check 20 ball balls rod stops
METHODS='HHT;GALPHA, I3' check 500 ball
exit $((failures > 0))
