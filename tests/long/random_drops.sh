#!/usr/bin/env bash
# Random boxes, rods and linkages dropped on floors, slopes and each other for 5 s, by events with and without friction and by MOREAU: no run stops, nothing
# sinks in, energy does not grow beyond a tenth of ERROR (HHT and GALPHA: a hundred times ERROR, which is about what bodies that tumble in free flight gain with them, in proportion to ERROR), and all is at rest at the end where friction, or a level floor under one body, brings it there. MOREAU lifts what has sunk in, by
# its first order; it drops onto floors and slopes only, for solids on each other gain energy with it.
# CARDAN_DROPS: how many (15); CARDAN_DROP_FIRST: the first seed (101); CARDAN_DROP_SECONDS: of the processor allowed for each (60).
set -uo pipefail
. "$CARDAN_SOURCE/tests/drops.bash"
first=${CARDAN_DROP_FIRST:-101} drops=${CARDAN_DROPS:-15} seconds=${CARDAN_DROP_SECONDS:-60}

for ((seed = first; seed < first + drops; seed++)); do
    for steps in 0 1; do
        ((steps == 1 && seed % 3)) && continue
        awk -v seed="$seed" -v steps=$steps -f "$CARDAN_SOURCE/tests/drop_rigid.awk" >drop.adm
        read -r _ _ _ kind _ slope _ rubs <drop.adm
        ((steps == 1 && kind > 2)) && continue
        error=$(sed -n 's/^INTEGRATOR.*ERROR = //p' drop.adm)
        status=0
        (ulimit -t "$seconds" && exec "$CARDAN" run -q drop.adm --end 5 --steps 100 --out .) >out.txt 2>err.txt || status=$?
        rest=$rubs
        [[ $kind -lt 3 && $slope == 0.0000 ]] && rest=1
        : >seen.txt
        if [[ $status -ne 0 ]]; then echo "exit code $status: $(grep -m1 -E 'error|warning' err.txt)" >seen.txt
        elif [[ $steps -eq 0 ]]; then judge 1e-8 "$(awk -v e="$error" -v second="$(grep -c -E '^INTEGRATOR.(HHT|GALPHA)' drop.adm)" 'BEGIN { print second ? 100 * e : e / 10 }')" $rest >seen.txt
        else judge 2e-3 1e-4 $rest >seen.txt; fi
        [[ -s seen.txt ]] && complain "seed $seed, steps $steps, $(head -1 drop.adm), $(grep INTEGRATOR drop.adm): $(cat seen.txt)"
        rm -f drop.*
    done
done
exit $((failures > 0))
