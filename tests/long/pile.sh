#!/usr/bin/env bash
# The pile of 1,000 balls (bench/models/pile.awk) by HHT for 1 s, about a minute: chaotic, so statistics are compared. Mean heights to 1 % of those of explicit steps
# of 1E-5 s, as many contacts to 5 %, and the load of the floor to 2 %.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"

awk -v method='HHT, ERROR = 1E-3' -f "$CARDAN_SOURCE/bench/models/pile.awk" >pile.adm
timeout 1500 "$CARDAN" run pile.adm --end 1 --steps 10 -q || complain "the pile does not come to its end"
awk -F, '
    NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /PART_[0-9]+\.Z /) z[i] = 1; expected[0.1] = 0.0828; expected[0.2] = 0.0732; expected[0.5] = 0.0706; expected[1] = 0.0690; next }
    {
        sum = n = 0
        for (i in z) { sum += $i; n++ }
        for (t in expected) if ($1 - t < 1e-9 && t - $1 < 1e-9) { seen++; if (sum / n > 1.01 * expected[t] || sum / n < 0.99 * expected[t]) print "mean height", sum / n, "at", t ", not", expected[t] }
    }
    END { if (seen != 4) print "outputs are missing" }' pile.csv >heights.txt
[[ -s heights.txt ]] && complain "$(cat heights.txt)"
awk -F, 'NR > 1 && $1 > 0.999 && $13 > 0 { n++; if ($2 == 1 && $4 == 1) floor += $13 }
    END { if (n < 2620 || n > 2900) print n " contacts at the end, not 2760"; if (floor < 72 || floor > 74.9) print "the floor carries " floor ", not 73.4" }' pile_incidents.csv >loads.txt
[[ -s loads.txt ]] && complain "$(cat loads.txt)"
awk '/^integration:/ { exit !($4 < 13500) }' pile.msg || complain "iterations: $(sed -n 's/^integration: //p' pile.msg)" # 11,672; 15,071 with tangents alone
sed -n 's/^integration: //p' pile.msg
exit $((failures > 0))
