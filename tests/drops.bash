# Sourced by tests that drop random shapes (drop.awk): drops FIRST LAST SECONDS, or until these are over. None ends below the floor, none stops without an error that says why.
. "$CARDAN_SOURCE/tests/checks.bash"

drops() {
    local status lowest
    for ((seed = $1; seed <= $2 && SECONDS < $3; seed++)); do
        awk -v seed="$seed" -f "$CARDAN_SOURCE/tests/drop.awk" >drop.adm
        status=0
        timeout 300 "$CARDAN" run -q drop.adm --end 0.5 --steps 25 >out.txt 2>err.txt || status=$?
        if [[ $status -ne 0 ]] && ! { [[ $status -eq 2 ]] && grep -q 'error: ' err.txt; }; then
            complain "seed $seed, $(head -1 drop.adm): ends with $status and no diagnosis: $(tail -3 err.txt)"
        fi
        [[ $status -eq 0 ]] || stopped=$((stopped + 1))
        lowest=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /PART_2.Z /) c = i; next } NR == 2 || $c < least { least = $c } END { print (NR > 1 ? least : -1) }' drop.csv)
        awk -v z="$lowest" 'BEGIN { exit !(z > 0) }' || complain "seed $seed, $(head -1 drop.adm): its centre comes to $lowest, below the floor"
        rm -f drop.*
    done
}
stopped=0

# judge DEEPEST GAIN REST [END]: of drop.csv, the gap and the share of energy that are allowed, whether rest is asked for, when it ends (5).
judge() {
    awk -F, -v deepest="$1" -v gain="$2" -v rest="$3" -v end="${4:-5}" '
        NR == 1 { for (i = 1; i <= NF; i++) { gsub(/"| \[.*/, "", $i); if ($i ~ /GAP/) gap[i] = 1; if ($i == "ENERGY.KINETIC") k = i; if ($i == "ENERGY.GRAVITY") g = i } next }
        {
            for (i in gap) if ($i < low) low = $i
            e = $k + $g
            if (NR == 2) unit = (e > 0 ? e : -e) + 1e-3
            if (NR > 2 && e - last > more) more = e - last
            last = e; moving = $k
            if ($1 < t) back = $1
            t = $1
        }
        END {
            if (low < -deepest) print "sinks in by " -low
            if (more > gain * unit) print "gains " more / unit " of its energy"
            if (rest && moving > 1e-9 * unit) print "is not at rest, " moving / unit
            if (t < end) print "ends at " t
            if (back) print "goes back in time at " back
        }' drop.csv
}
