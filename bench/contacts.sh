#!/usr/bin/env bash
# Contacts that come and go: the largest error of a place over all outputs, against HEM5 with ERROR = 1E-11 and steps that end where contacts are met and left (which keeps to PHEM56 within 1e-8).
#
#   bench/contacts.sh PROGRAM [MODEL...]           a line per model of bench/models/contacts, method and ERROR: error, steps, iterations
#   bench/contacts.sh --table PROGRAM [MODEL...]   as Markdown: errors, and steps at the smallest ERROR
#   METHODS, ERRORS                                as in bench/dynamics.sh
set -uo pipefail
models=$(dirname "$(readlink -f "$0")")/models/contacts
as_table=0
[[ ${1-} == --table ]] && as_table=1 && shift
program=${1:?the program}
shift
IFS=';' read -ra methods <<<"${METHODS:-GSTIFF, I3;GSTIFF, SI2;WSTIFF, I3;HHT;GALPHA, I3}"
read -ra errors <<<"${ERRORS:-1E-3 1E-4 1E-5 1E-6 1E-7 1E-8}"
declare -A end=([ball]=1.5 [balls]=1.5 [rod]=2 [stops]=2 [tappet]=0.5)
names=("$@")
[[ ${#names[@]} -gt 0 ]] || names=(ball balls rod stops tappet)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

integrate() { # MODEL FOLDER INTEGRATOR
    rm -rf "${work:?}/$2"
    "$program" run -q "$models/$1.adm" --end "${end[$1]}" --steps 150 --out "$work/$2" --integrator "$3" >/dev/null 2>&1
}

largest() { # MODEL: of the differences between the requests of both runs; "-" if one of them ends early
    awk -F , '
        FNR == 1 { file++; if (file == 1) for (i = 1; i <= NF; i++) if ($i ~ /REQUEST_1/) seen[i] = 1; next }
        file == 1 { rows++; for (i in seen) value[FNR, i] = $i; next }
        { found++; for (i in seen) { off = $i - value[FNR, i]; if (off < 0) off = -off; if (off > worst) worst = off } }
        END { if (found < rows || !rows) print "-"; else printf "%.2g\n", worst }' "$work/reference/$1.csv" "$work/out/$1.csv"
}

all() {
    echo "model;method;ERROR;error;steps;iterations"
    for name in "${names[@]}"; do
        integrate "$name" reference "HEM5, ERROR = 1E-11, KINKS = ALL"
        for method in "${methods[@]}"; do
            for error in "${errors[@]}"; do
                integrate "$name" out "$method, ERROR = $error"
                cost=$(sed -nE 's/^integration: ([0-9]+) steps, ([0-9]+) iterations.*/\1;\2/p' "$work/out/$name.msg")
                echo "$name;$method;$error;$(largest "$name");$cost"
            done
        done
    done
}

table() {
    awk -F ';' '
        NR == 1 { next }
        { row = $1 ";" $2; if (!(row in line)) { order[++rows] = row; line[row] = "" }
          if (!($3 in seen)) { seen[$3] = 1; heads = heads " " $3 " |"; rules = rules "---|" }
          line[row] = line[row] " " ($4 == "-" ? "fails" : sprintf("%.1e", $4)) " |"; steps[row] = $5 }
        END {
            print "| model | method |" heads " steps |"; print "|---|---|" rules "---|"
            for (r = 1; r <= rows; r++) { split(order[r], k, ";"); print "| " k[1] " | " k[2] " |" line[order[r]] " " steps[order[r]] " |" }
        }'
}
if [[ $as_table == 1 ]]; then all | table; else all; fi
