#!/usr/bin/env bash
# The belt of the paper on HHT in index 3 (its section 4.1), in its units: HHT against GSTIFF over a range of ERRORs, at equal error, and at the paper's settings.
#
#   bench/papers/hht/run.sh PROGRAM     END: milliseconds that errors are measured over (2); WHOLE: those at the paper's settings (200). A quarter of an hour.
#
# Errors are against HHT with ERROR = 1E-8: the root of the mean square of the places of all segments; speed and bearing force (x, filtered at 2 kHz) of the alternator.
set -uo pipefail
LIMIT=${LIMIT:-1200}
source "$(dirname "$0")/../common.bash"
end=${END:-2} whole=${WHOLE:-200}
per_ms=40 # outputs: the force vibrates up to 30 kHz
awk -v units=mm -f "$source_folder/bench/models/belt.awk" | grep -v ^INTEGRATOR >model.adm

# belt NAME METHOD END [OPTION...]: runs it; time, force, speed, and the places of the segments go to NAME
belt() {
    integrate "$2, INTERPOLATE = ON, HMAX = 0.1" "$3" $(($3 * per_ms)) "${@:4}"
    [[ ${run[outcome]} == "done" ]] || { echo "$2 fails"; exit 1; }
    awk -F , '
        NR == 1 { for (i = 1; i <= NF; i++) { gsub(/"| \[.*/, "", $i)
                  if ($i ~ /^REQUEST_1[.]F[24]$/) { keep[++n] = i } else if ($i ~ /^PART_[12][0-9][0-9][.][XY]$/) place[++p] = i }; next }
        { printf "%s %s %s", $1, $(keep[1]), $(keep[2]); for (i = 1; i <= p; i++) printf " %s", $(place[i]); print "" }' out.csv >"$1"
}

# differences A B: places (mm), speed (%), force (% of its peak; root of the mean square, largest, largest from half a millisecond on), between the runs A and B.
# Half a millisecond is a period of the filter; before it has passed the filtered force is that of the first instants, when the belt starts out of balance.
differences() {
    awk -v sample=$per_ms -v cutoff=2 -f "$source_folder/bench/papers/hht/filter.awk" -f "$source_folder/bench/papers/hht/differences.awk" "$1" "$2"
}

line() { # METHOD ERROR: a row of the table
    belt out "$1, ERROR = $2" "$end"
    echo "| $1 | $2 | ${run[steps]} | ${run[iterations]} | ${run[matrices]} | ${run[cpu_s]%???????} | $(differences reference out) |"
}

belt reference "HHT, ERROR = 1E-8" "$end"
echo "| method | ERROR | steps | iterations | matrices | cpu s | places, mm | speed, % | force, %: mean | most | from 0.5 ms |"
echo "|---|---|---|---|---|---|---|---|---|---|---|"
for error in 1E-3 1E-4 1E-5 1E-6 1E-7; do line HHT $error; done
for error in 1E-2 1E-3 1E-4 1E-5 1E-6; do line GSTIFF $error; done

settings=("HHT, ERROR = 1E-5" "GSTIFF, ERROR = 1E-4" "GSTIFF, ERROR = 1E-4, ORDERS = PLAIN")
echo && echo "| over $whole ms | steps | iterations | matrices | cpu s |" && echo "|---|---|---|---|---|"
for i in 0 1 2; do
    belt "run$i" "${settings[i]}" "$whole"
    echo "| ${settings[i]} | ${run[steps]} | ${run[iterations]} | ${run[matrices]} | ${run[cpu_s]%???????} |"
done
echo && echo "| HHT and | places, mm | speed, % | force, %: mean | most | from 0.5 ms |" && echo "|---|---|---|---|---|---|"
for i in 1 2; do echo "| ${settings[i]} | $(differences "run$i" run0) |"; done

# what the balance of energy lacks, as a share of the work of the crank, its torque 9330 + 4000 sin(2 angle) N mm
echo && echo "| over $whole ms | work of the crank, J | lacking, % |" && echo "|---|---|---|"
for method in "${settings[@]}"; do
    integrate "$method" "$whole" $((whole * 10)) --work
    paste <(column REQUEST_1.F6) <(column ENERGY.BALANCE) | awk -v name="$method" '
        END { work = (9330 * $1 + 2000 * (1 - cos(2 * $1))) / 1000; printf "| %s | %.2f | %.2f |\n", name, work, $2 / 10 / work }'
done
