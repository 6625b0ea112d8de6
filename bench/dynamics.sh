#!/usr/bin/env bash
# Accuracy delivered against accuracy asked for: runs the dynamic cases of tests/verify with several methods and ERRORs and compares
# places and angles with what the case expects.
#
#   bench/dynamics.sh PROGRAM [CASE...]            a line of numbers per run
#   bench/dynamics.sh --table PROGRAM [CASE...]    as Markdown: largest error of a place or angle, divided by ERROR
#   METHODS="GSTIFF;WSTIFF, SI2" ERRORS="1E-4 1E-6" bench/dynamics.sh PROGRAM     others than the usual ones
set -uo pipefail
verify=$(dirname "$(readlink -f "$0")")/../tests/verify
as_table=0
[[ ${1-} == --table ]] && as_table=1 && shift
program=${1:?the program}
shift
IFS=';' read -ra methods <<<"${METHODS:-GSTIFF, I3;GSTIFF, SI2;WSTIFF, I3;HHT;ROSENBROCK}"
read -ra errors <<<"${ERRORS:-1E-3 1E-4 1E-5 1E-6 1E-7}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# what of a case is a place or an angle
declare -A place=(
    [swing]='bob.[XY]$' [windows_2]='corner.F[23]' [squeezer]='driven.F[23]|angles' [bricard_free]='REQUEST_[12]'
    [governor]='seen.F[236]' [stiff_pendulum]='seen.F2' [three_masses]='[.]X$' [tumbling]='axes' [heavy_top]='centre.F[234]'
    [spatial_slider_crank]='seen.F[24]' [rolling_disc]='disc' [sleigh]='sleigh|seen.F2' [car_axis]='place'
    [free_slider_crank]='seen.F[24]'
)
cases=("$@")
[[ ${#cases[@]} -gt 0 ]] || cases=(swing windows_2 squeezer bricard_free governor stiff_pendulum three_masses tumbling heavy_top
    spatial_slider_crank rolling_disc sleigh car_axis free_slider_crank)

# largest_error PATTERN EXPECTED RESULTS: of the columns that match; "-" if the run did not reach one of them
largest_error() {
    awk -F ' *, *' -v pattern="$1" '
        FNR == NR { if ($2 ~ pattern) { n++; time[n] = sprintf("%.9g", $1); channel[n] = $2; value[n] = $3 }; next }
        FNR == 1 {
            count = split($0, head, "\",\"")
            for (i = 1; i <= count; i++) { gsub(/"/, "", head[i]); sub(/ \[[^]]*\]$/, "", head[i]); column[head[i]] = i }
            next
        }
        {
            now = sprintf("%.9g", $1)
            for (i = 1; i <= n; i++) if (time[i] == now) {
                found++; off = $(column[channel[i]]) - value[i]; if (off < 0) off = -off
                if (off > worst) worst = off
            }
        }
        END { if (found < n) print "-"; else printf "%.3g\n", worst }' "$2" "$3"
}

run() { # CASE METHOD ERROR
    local folder=$verify/$1 out=$work/$1
    rm -rf "$out" && mkdir "$out"
    cp "$folder/model.adm" "$out"
    sed "s|^INTEGRATOR/.*ERROR.*|INTEGRATOR/$2, ERROR = $3|" "$folder/run.acf" >"$out/run.acf"
    if [[ -f $folder/expect.awk ]]; then awk -f "$folder/expect.awk" >"$out/expect"; else cp "$folder/expect.csv" "$out/expect"; fi
    "$program" run "$out/run.acf" --out "$out" >/dev/null 2>&1
    local off numbers
    off=$(largest_error "${place[$1]}" "$out/expect" "$out"/*.csv)
    numbers=$(sed -nE 's/^integration: ([0-9]+) steps, ([0-9]+) iterations, [0-9]+ residuals, ([0-9]+) matrices.*/\1 \2 \3/p' "$out"/*.msg)
    echo "$1;$2;$3;$off;${numbers// /;}"
}

all() {
    echo "case;method;ERROR;error of places;steps;iterations;matrices"
    for case in "${cases[@]}"; do
        for method in "${methods[@]}"; do
            for error in "${errors[@]}"; do run "$case" "$method" "$error"; done
        done
    done
}

table() {
    awk -F ';' '
        function say(x) { return x == "-" ? "fails" : x < 1 ? sprintf("%.1g", x) : x < 1e4 ? sprintf("%.0f", x) : sprintf("%.0e", x) }
        NR == 1 { next }
        { key = $1 ";" $2; if (!(key in line)) { order[++rows] = key; line[key] = "" }
          if (!($3 in seen)) { seen[$3] = 1; heads = heads " " $3 " |"; rules = rules "---|" }
          line[key] = line[key] " " ($4 == "-" ? "fails" : say($4 / $3)) " |"; steps[key] = $5 }
        END {
            print "| case | method |" heads " steps |"; print "|---|---|" rules "---|"
            for (i = 1; i <= rows; i++) { split(order[i], k, ";"); print "| " k[1] " | " k[2] " |" line[order[i]] " " steps[order[i]] " |" }
        }'
}

if [[ $as_table == 1 ]]; then all | table; else all; fi
