#!/usr/bin/env bash
# Accuracy delivered against accuracy asked for: runs the dynamic cases of tests/verify with several methods and ERRORs and compares
# the places and angles that the case looks at, at all outputs, with a run of PHEM56 at ERROR = 1E-11.
#
#   bench/dynamics.sh PROGRAM [CASE...]            a line of numbers per run
#   bench/dynamics.sh --table PROGRAM [CASE...]    as Markdown: largest error of a place or angle, divided by ERROR; in brackets where it
#                                                  is more than a tenth of what the channel travels
#   METHODS="GSTIFF;WSTIFF, SI2" ERRORS="1E-4 1E-6" bench/dynamics.sh PROGRAM     others than the usual ones
set -uo pipefail
verify=$(dirname "$(readlink -f "$0")")/../tests/verify
as_table=0
[[ ${1-} == --table ]] && as_table=1 && shift
program=${1:?the program}
shift
IFS=';' read -ra methods <<<"${METHODS:-GSTIFF, I3;GSTIFF, SI2;WSTIFF, I3;HHT;ROSENBROCK}"
read -ra errors <<<"${ERRORS:-1E-3 1E-4 1E-5 1E-6 1E-7}"
bounds=${BOUNDS-, HMAX = 1E3, HMIN = 1E-12, INTERPOLATE = ON} # ERROR alone decides
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

# largest_error PATTERN EXPECTED REFERENCE RESULTS: of the channels that a case expects and that match, over all outputs, and as a share of what the channel travels;
# "-" if the run did not reach the end
largest_error() {
    awk -F ' *, *' -v pattern="$1" '
        FNR == 1 { file++ }
        file == 1 { if ($2 ~ pattern) channel[$2] = 1; next }
        FNR == 1 {
            count = split($0, head, "\",\"")
            for (i = 1; i <= count; i++) { gsub(/"/, "", head[i]); sub(/ \[[^]]*\]$/, "", head[i]); column[head[i]] = i }
            next
        }
        file == 2 {
            rows = FNR; time[FNR] = sprintf("%.9g", $1)
            for (c in channel) {
                x = value[FNR, c] = $(column[c])
                if (FNR == 2 || x > high[c]) high[c] = x
                if (FNR == 2 || x < low[c]) low[c] = x
            }
            next
        }
        time[FNR] == sprintf("%.9g", $1) {
            found++
            for (c in channel) {
                off = $(column[c]) - value[FNR, c]; if (off < 0) off = -off; if (off > worst) worst = off
                if (off > share * (high[c] - low[c]) && high[c] > low[c]) share = off / (high[c] - low[c])
            }
        }
        END { if (found < rows - 1) print "-;-"; else printf "%.3g;%.2g\n", worst, share }' "$2" "$3" "$4"
}

integrate() { # CASE METHOD NAME: into NAME.csv and NAME.msg
    local folder=$verify/$1
    cp "$folder/model.adm" "$work/model.adm"
    sed "2s/.*/$3/; s|^INTEGRATOR/.*ERROR.*|INTEGRATOR/$2|" "$folder/run.acf" >"$work/run.acf"
    rm -f "$work/$3".*
    "$program" run "$work/run.acf" --out "$work" >/dev/null 2>&1
}

# What errors are measured against: PHEM56, or the case as it is tested where that fails, as in singular positions
refer() { # CASE
    local folder=$verify/$1 stated
    if [[ -f $folder/expect.awk ]]; then awk -f "$folder/expect.awk" >"$work/expect"; else cp "$folder/expect.csv" "$work/expect"; fi
    stated=$(sed -nE 's|^INTEGRATOR/(.*ERROR.*)|\1|p' "$folder/run.acf")
    integrate "$1" "PHEM56, ERROR = 1E-11" reference || integrate "$1" "$stated" reference
}

run() { # CASE METHOD ERROR
    integrate "$1" "$2, ERROR = $3$bounds" out
    local off numbers
    off=$(largest_error "${place[$1]}" "$work/expect" "$work/reference.csv" "$work/out.csv")
    numbers=$(sed -nE 's/^integration: ([0-9]+) steps, ([0-9]+) iterations, [0-9]+ residuals, ([0-9]+) matrices.*/\1 \2 \3/p' "$work/out.msg")
    echo "$1;$2;$3;$off;${numbers// /;}"
}

all() {
    echo "case;method;ERROR;error of places;share of travel;steps;iterations;matrices"
    for case in "${cases[@]}"; do
        refer "$case"
        for method in "${methods[@]}"; do
            for error in "${errors[@]}"; do run "$case" "$method" "$error"; done
        done
    done
}

table() {
    awk -F ';' -v lost=0.1 '
        function short(text) { sub(/e[+]0?/, "e", text); return text }
        function say(x) { return x == "-" ? "fails" : x < 1 ? sprintf("%.1g", x) : x < 1e4 ? sprintf("%.0f", x) : short(sprintf("%.0e", x)) }
        NR == 1 { next }
        { key = $1 ";" $2; if (!(key in line)) { order[++rows] = key; line[key] = "" }
          if (!($3 in seen)) { seen[$3] = 1; heads = heads " " $3 " |"; rules = rules "---|" }
          said = $4 == "-" ? "fails" : say($4 / $3); if ($5 > lost) said = "(" said ")"
          line[key] = line[key] " " said " |"; steps[key] = $6 }
        END {
            print "| case | method |" heads " steps |"; print "|---|---|" rules "---|"
            for (i = 1; i <= rows; i++) { split(order[i], k, ";"); print "| " k[1] " | " k[2] " |" line[order[i]] " " steps[order[i]] " |" }
        }'
}

if [[ $as_table == 1 ]]; then all | table; else all; fi
