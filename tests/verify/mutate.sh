#!/usr/bin/env bash
# scripts/mutate draws the same faults from the same seed, of every kind, each a change of lines that are in the file.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
command -v python3 >/dev/null || { echo "no Python here: scripts/mutate is not tried"; exit 0; }
faults() { python3 "$CARDAN_SOURCE/scripts/mutate" --list --faults 300 --seed "$1" src/integrators src/elements; }
faults 3 >one.txt || complain "it fails"
faults 3 >two.txt
faults 4 >other.txt
cmp -s one.txt two.txt || complain "the same seed gives other faults"
! cmp -s one.txt other.txt || complain "another seed gives the same faults"
[[ $(grep -c '^--- src/' one.txt) -eq 300 ]] || complain "there are $(grep -c '^--- src/' one.txt) faults, not 300"
for kind in constant operator sign comparison boundary term arguments condition statement; do
    grep -q "^--- src/.*($kind)\$" one.txt || complain "no fault of the kind $kind"
done
awk -v root="$CARDAN_SOURCE/" '
    function text(file, line,   n, t) { n = 0; while ((getline t < file) > 0) if (++n == line) break; close(file); return t }
    /^--- / { split($2, at, ":"); first = 1; same = 1; next }
    /^-/ && first { if (substr($0, 2) != text(root at[1], at[2])) { print "not in the file: " $0; bad = 1 } old = substr($0, 2); first = 0; next }
    /^\+/ && substr($0, 2) == old { print "no change: " $0; bad = 1 }
    END { exit bad }' one.txt || complain "faults are not what they say"
exit $((failures > 0))
