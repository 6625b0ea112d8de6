#!/usr/bin/env bash
# What the iteration of the corrector adds to the error of a run: the error delivered with the matrix that is kept as long as it serves, over that with a new one in each iteration
# (PATTERN = T), on the cases of bench/dynamics.sh, which has what an error is.
#
#   bench/iterations.sh PROGRAM [CASE...]          a line per case, method and ERROR: both errors, their quotient, and steps, iterations, matrices of both
#   bench/iterations.sh --table PROGRAM [CASE...]  as Markdown: the quotients, and what iterations and matrices there are per step
#   STEPS=2000                                     so many steps at least (HMAX = END / STEPS), as with dense outputs; 0: ERROR alone decides
#   METHODS, ERRORS                                as in bench/dynamics.sh
#
# Quotients are of the largest error over all outputs. "lost": the run with PATTERN = T is off by more than a tenth of what a channel travels, so that it follows another motion;
# "exact": both are off by less than 1e-8, which is what the reference is good for; "fails": one of them does not reach the end.
set -uo pipefail
here=$(dirname "$(readlink -f "$0")")
as_table=0
[[ ${1-} == --table ]] && as_table=1 && shift
program=${1:?the program}
shift
IFS=';' read -ra methods <<<"${METHODS:-GSTIFF, I3;GSTIFF, SI2;WSTIFF, I3;HHT;GALPHA, I3}"
steps=${STEPS:-2000}
cases=("$@")
[[ ${#cases[@]} -gt 0 ]] || cases=(swing windows_2 squeezer bricard_free governor stiff_pendulum three_masses tumbling heavy_top
    spatial_slider_crank rolling_disc sleigh car_axis free_slider_crank)
pairs=
for method in "${methods[@]}"; do pairs+="$method;$method, PATTERN = T;"; done

of_case() { # CASE: lines of bench/dynamics.sh
    local end bounds
    end=$(sed -nE 's|^SIMULATE.*END = ([0-9.]+).*|\1|p' "$here/../tests/verify/$1/run.acf" | head -n 1)
    bounds=", HMIN = 1E-12, HMAX = $(awk -v end="$end" -v steps="$steps" 'BEGIN { print (steps > 0 ? end / steps : 1000) }')"
    [[ $steps == 0 ]] && bounds+=", INTERPOLATE = ON"
    METHODS=${pairs%;} BOUNDS=$bounds "$here/dynamics.sh" "$program" "$1" | tail -n +2
}

compare() {
    awk -F ';' -v lost=0.1 -v exact=1e-8 '
        BEGIN { print "case;method;ERROR;error;with PATTERN = T;quotient;steps;iterations;matrices;steps with PATTERN = T;iterations;matrices" }
        $2 !~ /PATTERN/ { key = $1 ";" $2 ";" $3; kept[key] = $4; cost[key] = $6 ";" $7 ";" $8; next }
        {
            key = $1 ";" $2 ";" $3; sub(/, PATTERN = T/, "", key)
            said = kept[key] == "-" || $4 == "-" ? "fails" : $5 > lost ? "lost" : kept[key] < exact && $4 < exact ? "exact" : sprintf("%.2f", kept[key] / $4)
            print key ";" kept[key] ";" $4 ";" said ";" cost[key] ";" $6 ";" $7 ";" $8
        }'
}

table() {
    awk -F ';' '
        NR == 1 { next }
        { row = $1 ";" $2; if (!(row in line)) { order[++rows] = row; line[row] = "" }
          if (!($3 in seen)) { seen[$3] = 1; heads = heads " " $3 " |"; rules = rules "---|" }
          line[row] = line[row] " " $6 " |"; s[row] += $7; i[row] += $8; m[row] += $9; ts[row] += $10; ti[row] += $11; tm[row] += $12 }
        END {
            print "| case | method |" heads " iterations, matrices per step | with PATTERN = T |"; print "|---|---|" rules "---|---|"
            for (r = 1; r <= rows; r++) {
                split(order[r], k, ";"); x = order[r]
                printf "| %s | %s |%s %.2f, %.2f | %.2f, %.2f |\n", k[1], k[2], line[x], i[x] / s[x], m[x] / s[x], ti[x] / ts[x], tm[x] / ts[x]
            }
        }'
}

all() { for case in "${cases[@]}"; do of_case "$case"; done | compare; }
if [[ $as_table == 1 ]]; then all | table; else all; fi
