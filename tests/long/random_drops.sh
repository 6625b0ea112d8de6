#!/usr/bin/env bash
# Random boxes, rods and linkages dropped on floors and slopes for 5 s, by events without friction and by MOREAU with it: no run stops, nothing sinks
# in, energy does not grow, and on a level floor all is at rest at the end. Events lose energy only; MOREAU lifts what has sunk in, by its first order.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"

# judge DEEPEST GAIN: of drop.csv, the gap and the share of energy that are allowed; rest is asked for where the floor is level.
judge() {
    awk -F, -v deepest="$1" -v gain="$2" -v level="$level" '
        NR == 1 { for (i = 1; i <= NF; i++) { gsub(/"| \[.*/, "", $i); if ($i ~ /GAP/) gap[i] = 1; if ($i == "ENERGY.KINETIC") k = i; if ($i == "ENERGY.GRAVITY") g = i } next }
        {
            for (i in gap) if ($i < low) low = $i
            e = $k + $g
            if (NR == 2) unit = (e > 0 ? e : -e) + 1e-3
            if (NR > 2 && e - last > more) more = e - last
            last = e; moving = $k
        }
        END {
            if (low < -deepest) print "sinks in by " -low
            if (more > gain * unit) print "gains " more / unit " of its energy"
            if (level && moving > 1e-9 * unit) print "is not at rest"
        }' drop.csv
}

for ((seed = 101; seed <= 110; seed++)); do
    for steps in 0 1; do
        awk -v seed="$seed" -v steps=$steps -f "$CARDAN_SOURCE/tests/drop_rigid.awk" >drop.adm
        run 0 run drop.adm --end 5 --steps 100 --out .
        level=$(head -1 drop.adm | grep -c 'slope 0.0000')
        if [[ $steps -eq 0 ]]; then judge 1e-8 1e-9; else judge 2e-3 1e-4; fi >seen.txt
        [[ -s seen.txt ]] && complain "seed $seed, steps $steps, $(head -1 drop.adm): $(cat seen.txt)"
    done
done
exit $((failures > 0))
