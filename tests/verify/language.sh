#!/usr/bin/env bash
# What statements accept is what tests/language.txt says: arguments, the number of their values, words, dimensions, defaults, conditions, other
# spellings, and the arguments of functions. The program reads all of it from rows of tables, and most tests read the same rows. Where a row is
# meant to change, the file changes with it: ">" below is the line to put in, "<" the one to take out.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"

run 0 help --all
awk '/^### / { print substr($0, 5) }' out.txt >names.txt
while read -r name; do
    "$CARDAN" help "$name" | awk -v name="$name" '
        NR == 1 { print name; next }
        /^ACTIVATE and|^A command file|^  [^ ]/ { if (line) print line; line = "    " $0; sub(/^ +/, "    ", line); next }
        /^As a function/ { exit }
        /^      .*\[.*\]$/ && line { sub(/.*\[/, "["); line = line " " $0 }
        END { if (line) print line }'
done <names.txt >now.txt
awk -F ' [|] ' '/^[|] `/ && (NF == 2 || $1 ~ /`.*[|]/) { gsub(/^[|] |[`\\]/, "", $1); print $1 }' out.txt >>now.txt
diff "$CARDAN_SOURCE/tests/language.txt" now.txt || complain "what statements accept is not what tests/language.txt says: see the lines above"
[[ $(wc -l <now.txt) -gt 900 ]] || complain "the manual has $(wc -l <now.txt) lines of arguments and functions only"
exit $((failures > 0))
