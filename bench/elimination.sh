#!/usr/bin/env bash
# What the order of elimination costs: nets, chains, trees, the belt and the vehicle of models/ with two implicit methods and an explicit one.
#
#   bench/elimination.sh PROGRAM [CASE...]        a line per case and method: steps, factorisations, seconds of the processor, the order that was chosen
#   COUNT=1                                       instructions too, by callgrind, which takes fifty times as long
#
# A case: net-SIDE (joints and springs), springs-SIDE (springs alone), chain-LINKS, tree-LINKS, belt, vehicle. METHODS: separated by semicolons. Two programs side by side: run it twice.
set -uo pipefail
here=$(dirname "$(readlink -f "$0")")
program=$(readlink -f "${1:?the program}")
shift
cases=("$@")
[[ ${#cases[@]} -gt 0 ]] || cases=(net-32 springs-32 chain-20 chain-200 chain-1000 tree-20 tree-200 tree-1000 belt vehicle)
IFS=';' read -ra methods <<<"${METHODS:-GSTIFF, ERROR = 1E-4;HHT, ERROR = 1E-4;MDOP5, ERROR = 1E-4}"
export OPENBLAS_NUM_THREADS=1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

# links LINKS CHILDREN KIND: bodies of 1 m below each other, so many on the end of each
links() {
    awk -v links="$1" -v children="$2" -v kind="$3" 'BEGIN {
        print "links\nUNITS/SYSTEM = MKS\nPART/1, GROUND\nACCGRAV/IGRAV = 3, JGRAV = 1, KGRAV = -9\nMARKER/1, PART = 1"
        for (k = 2; k <= links + 1; k++) {
            up = k == 2 ? 0 : int((k - 3) / children) + 2
            x[k] = x[up] + (children > 1 ? (k % 2 - 0.5) / 2 : 0); z[k] = z[up] - 1
            printf "PART/%d, MASS = 1, CM = %d1, IP = 0.08, 0.08, 0.01, QG = %.9g, 0, %.9g\nMARKER/%d1, PART = %d\nMARKER/%d3, PART = %d, REULER = %d, 90D, 0\n", k, k, x[k], z[k], k, k, k, k, k % 3
            printf "MARKER/%d2, PART = %d, QP = %.9g, 0, 1, REULER = %d, 90D, 0\n", k, k, x[up] - x[k], up % 3
            printf "JOINT/%d, %s, I = %d2, J = %s\n", k, kind, k, up ? up "3" : "1"
        }
        print "END" }'
}

model() { # CASE: the dataset, and where it ends
    local size=${1#*-}
    case $1 in
        net-*) awk -v side="$size" -v joints=1 -f "$here/models/net.awk" >model.adm && end=0.001 ;;
        springs-*) awk -v side="$size" -f "$here/models/net.awk" >model.adm && end=0.001 ;;
        chain-*) links "$size" 1 SPHERICAL >model.adm && end=0.05 ;;
        tree-*) links "$size" 2 SPHERICAL >model.adm && end=0.05 ;;
        belt) awk -f "$here/models/belt.awk" >model.adm && end=0.001 ;;
        vehicle) awk -f "$here/models/hmmwv50.awk" >model.adm && end=0.05 ;;
        *) echo "no such case: $1" >&2 && return 1 ;;
    esac
}

echo "case;method;steps;factorisations;seconds;instructions;order"
for case in "${cases[@]}"; do
    model "$case" || exit 1
    for method in "${methods[@]}"; do
        printf 'model.adm\nrun\nINTEGRATOR/%s\nSIMULATE/DYNAMIC, END = %s, STEPS = 1\nSTOP\n' "$method" "$end" >run.acf
        TIMEFORMAT='%U'
        seconds=$({ time "$program" run -v run.acf >told 2>&1; } 2>&1)
        count=-
        [[ -n ${COUNT-} ]] && count=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" run -q run.acf 2>&1 | sed -nE 's/.*Collected : ([0-9]+).*/\1/p')
        awk -v name="$case" -v method="${method%%,*}" -v seconds="$seconds" -v count="$count" '
            /^integration:/ { steps = $2; factors = $(NF - 1) }
            /eliminated by/ { order = $0; sub(/.*eliminated by /, "", order); sub(/:.*/, "", order) }
            END { print name ";" method ";" steps ";" factors ";" seconds ";" count ";" (order ? order : "minimum degree") }' told
    done
done
