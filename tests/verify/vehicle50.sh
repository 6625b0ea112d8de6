#!/usr/bin/env bash
# The vehicle of 50 bodies in bench/models: its 264 equations leave 30 degrees of freedom, it stands, and two methods that have little in common agree on where it is after half
# a second on the road, within 1 mm along the way and 0.1 mm in height, one of them with all levels
# of the constraints kept to 1e-8. Catches joints of the generator that do not fit each other, and errors in COUPLER, JPRIM or GCON
# within large loops.
set -uo pipefail
source "$CARDAN_SOURCE/tests/checks.bash"
awk -f "$CARDAN_SOURCE/bench/models/hmmwv50.awk" >vehicle.adm

seen() { # COLUMN FILE: the last value
    awk -F , -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ name) c = i } END { print $c }' "$2"
}

printf 'vehicle.adm\nstands\nSIMULATE/STATIC\nSTOP\n' >stands.acf
"$CARDAN" run -q stands.acf || complain "no equilibrium: exit code $?"
grep -q '^equations: 264 of constraints, 264 independent; 30 degrees of freedom' stands.msg || complain "$(grep '^equations:' stands.msg)"
# wheels carry its weight
awk -F , '
    NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /^"VFORCE_[1-4][.]FZ/) tyre[++n] = i }
    END { for (i = 1; i <= n; i++) sum += $tyre[i]; off = sum - 2648.6844 * 9.81; exit !(n == 4 && off ^ 2 < 0.1 ^ 2) }' stands.csv || complain "tyres do not carry the weight"

for method in 'GSTIFF, ERROR = 1E-6' 'ABAM, ERROR = 1E-6'; do
    name=${method%%,*}
    printf 'vehicle.adm\n%s\nINTEGRATOR/%s\nSIMULATE/DYNAMIC, END = 0.5, STEPS = 50\nSTOP\n' "$name" "$method" >"$name.acf"
    "$CARDAN" run -q "$name.acf" --statistics "$name.statistics" || complain "$method: exit code $?"
    echo "$method: x $(seen seen.F2 "$name.csv"), z $(seen seen.F4 "$name.csv")"
done
# independent coordinates keep all levels of the constraints
awk -F , 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /violation/) level[++n] = i } END { exit !(n == 3 && $level[1] < 1e-8 && $level[2] < 1e-8 && $level[3] < 1e-8) }' \
    ABAM.statistics || complain "ABAM leaves the constraints: $(tail -n 1 ABAM.statistics)"
awk -v x="$(seen seen.F2 GSTIFF.csv)" -v u="$(seen seen.F2 ABAM.csv)" -v z="$(seen seen.F4 GSTIFF.csv)" -v w="$(seen seen.F4 ABAM.csv)" '
    BEGIN { exit !(x > 2.4 && (x - u) ^ 2 < 1e-3 ^ 2 && (z - w) ^ 2 < 1e-4 ^ 2) }' || complain "the methods do not agree"
[[ $failures -eq 0 ]] || { echo "$failures failures"; exit 1; }
