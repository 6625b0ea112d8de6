#!/usr/bin/env bash
# The tables of the paper on TLISMNI with the Adams formulas: three masses on springs (tables 1 to 6, damping), the vehicle of 50 bodies (9, 10).
#
#   bench/papers/tlismni/run.sh PROGRAM [equal stiff long damping figures vehicle bushings printed]     all parts if none is named
#
# A cell is residuals / processor time, both as ratios: to AM4 in tables 1 to 5, to the explicit method in 9 and to the same method with one pass in 6 and 10. A run
# that fails, or takes more than LIMIT seconds, is "failed".
set -uo pipefail
source "$(dirname "$0")/../common.bash"
shift
parts=("$@")
[[ ${#parts[@]} -gt 0 ]] || parts=(equal stiff long damping figures vehicle bushings printed)
names=(explicit AM3 AM4 TRAPEZOIDAL)

method() { # NAME ERROR HINIT PASSES: passes are MAXIT; 0: three, four for TRAPEZOIDAL
    local passes=$4
    [[ $passes -gt 0 ]] || passes=$([[ $1 == TRAPEZOIDAL ]] && echo 4 || echo 3)
    if [[ $1 == explicit ]]; then echo "ABAM, ERROR = $2, HINIT = $3"; else echo "TLISMNI, SCHEME = $1, MAXIT = $passes, ERROR = $2, HINIT = $3"; fi
}

masses() { # K1 K2 K3
    awk -v k="$1 $2 $3" 'BEGIN { split(k, stiffness, " ") } /^SPRINGDAMPER/ { sub(/1E6/, stiffness[++n]) } { print }' \
        "$source_folder/tests/verify/three_masses/model.adm" >model.adm
}

vehicle() { # BUSHING
    awk -v bushing="$1" -f "$source_folder/bench/models/hmmwv50.awk" | grep -v '^INTEGRATOR' >model.adm
}

declare -A count time

# measure NAME COLUMN ERROR HINIT PASSES END STEPS
measure() {
    integrate "$(method "$1" "$3" "$4" "$5")" "$6" "$7"
    count[$1,$2]=failed time[$1,$2]=failed
    [[ ${run[outcome]} == failed ]] || { count[$1,$2]=${run[residuals]} time[$1,$2]=${run[cpu_s]}; }
}

# show TITLE BASE COLUMN...: BASE is a method, or "own": the first column of the same method that did not fail
show() {
    local title=$1 base=$2 name col of
    shift 2
    echo && echo "$title" && echo
    printf '| method |%s\n' "$(printf ' %s |' "$@")"
    printf '|---|%s\n' "$(printf -- '---|%.0s' "$@")"
    for name in "${names[@]}"; do
        printf '| %s |' "$name"
        for col in "$@"; do
            of=$base,$col
            if [[ $base == own ]]; then
                for of in "${@/#/$name,}"; do [[ ${count[$of]} == failed ]] || break; done
            fi
            if [[ ${count[$name,$col]} == failed ]]; then printf ' failed |'
            else printf ' %s / %s |' "$(ratio "${count[$name,$col]}" "${count[$of]}")" "$(ratio "${time[$name,$col]}" "${time[$of]}")"; fi
        done
        echo
    done
    for name in "${names[@]}"; do echo "<!-- $name: $(for col in "$@"; do printf '%s %s s; ' "${count[$name,$col]}" "${time[$name,$col]}"; done)-->"; done
}

# tables TITLE BASE END ERRORS FIRST_STEPS: effect of the tolerance, of the first step, of the passes (BASE of the last)
tables() {
    local name x
    for name in "${names[@]}"; do for x in $4; do measure "$name" "$x" "$x" 1E-4 0 "$3" 20; done; done
    show "$1: tolerance" AM4 $4
    for name in "${names[@]}"; do for x in $5; do measure "$name" "$x" 1E-6 "$x" 0 "$3" 20; done; done
    show "$1: first step" AM4 $5
    for name in "${names[@]}"; do for x in 1 2 3 4 5 6 7; do measure "$name" "$x" 1E-6 1E-4 "$x" "$3" 20; done; done
    show "$1: passes" "$2" 1 2 3 4 5 6 7
}

for part in "${parts[@]}"; do
    case $part in
    figures) # envelope of the third mass, k = 1e6 N/m: largest displacement in each fiftieth of two seconds
        masses 1E6 1E6 1E6
        for error in 1E-4 1E-7; do
            for name in "${names[@]}"; do
                integrate "$(method "$name" $error 1E-4 0)" 2 4000
                curve mass_3.X 1000 | awk '{ k = int($1 / 0.04); x = $2 < 0 ? -$2 : $2; if (x > most[k]) most[k] = x } END { for (k = 0; k < 50; k++) print 0.04 * k + 0.02, most[k] }' >"$name.txt"
            done
            chart "masses_$error" "Three masses, ERROR = $error: envelope of the displacement" 'time [s]' mm "$(IFS='|' && echo "${names[*]}")" "${names[@]/%/.txt}"
        done
        # the stiff masses (figures 7 to 12), the vehicle of 50 bodies (19, 20)
        masses 1E6 1E8 1E12
        for name in "${names[@]}"; do
            integrate "$(method "$name" 1E-4 1E-4 0)" 0.002 4000
            curve mass_3.X 1000 | awk '{ k = int($1 / 4e-5); x = $2 < 0 ? -$2 : $2; if (x > most[k]) most[k] = x } END { for (k = 0; k < 50; k++) print 4e-5 * k + 2e-5, most[k] }' >"$name.txt"
        done
        chart masses_stiff 'Springs of 1E6, 1E8, 1E12 N/m, ERROR = 1E-4: envelope of the third mass' 'time [s]' mm "$(IFS='|' && echo "${names[*]}")" "${names[@]/%/.txt}"
        vehicle 1
        for name in "${names[@]}"; do
            integrate "$(method "$name" 1E-5 1E-3 0)" 10 500
            curve seen.F2 >"$name.x" && curve seen.F4 >"$name.z"
            echo "$name: x at 10 s $(tail -n 1 "$name.x"), z $(tail -n 1 "$name.z")"
        done
        chart vehicle50_x 'Vehicle of 50 bodies, ERROR = 1E-5: forward position of the chassis' 'time [s]' m "$(IFS='|' && echo "${names[*]}")" "${names[@]/%/.x}"
        chart vehicle50_z 'Vehicle of 50 bodies, ERROR = 1E-5: height of the chassis' 'time [s]' m "$(IFS='|' && echo "${names[*]}")" "${names[@]/%/.z}"
        ;;
    equal)
        masses 1E6 1E6 1E6
        tables "k = 1e6" AM4 0.5 "1E-4 1E-7" "1E-3 1E-5"
        ;;
    stiff)
        masses 1E6 1E8 1E12
        tables "k = 1e6, 1e8, 1e12" own 0.002 "1E-4 1E-6 1E-7" "1E-3 1E-4 1E-5"
        ;;
    long)
        masses 1E6 1E8 1E12
        for name in "${names[@]}"; do measure "$name" 1E-4 1E-4 1E-4 0 0.08 20; done
        show "k = 1e6, 1e8, 1e12, 0.08 s, over the explicit method" explicit 1E-4
        ;;
    damping)
        echo && echo "displacement that is left of mass 3: largest in the last tenth of the time, over its first value" && echo
        echo "| method | 2 s of k = 1e6, 1E-4 | 2 s of k = 1e6, 1E-7 | 2 ms of k = 1e12, 1E-4 | 2 ms of k = 1e12, 1E-6 | 2 ms of k = 1e12, 1E-7 |" && echo "|---|---|---|---|---|---|"
        for name in "${names[@]}" HHT BDF; do
            printf '| %s |' "$name"
            for case in "1E6 2 1E-4" "1E6 2 1E-7" "1E12 2E-3 1E-4" "1E12 2E-3 1E-6" "1E12 2E-3 1E-7"; do
                read -r k end error <<<"$case"
                masses 1E6 1E8 "$k"
                [[ $k == 1E6 ]] && masses 1E6 1E6 1E6
                integrate "$(method "$name" "$error" 1E-4 0)" "$end" 1000
                if [[ ${run[outcome]} == failed ]]; then printf ' failed |'
                else printf ' %.3g |' "$(column mass_3.X | tail -n 100 | awk '{ x = $1 < 0 ? -$1 : $1; if (x > most) most = x } END { print most / 0.01 }')"; fi
            done
            echo
        done
        ;;
    vehicle)
        vehicle 1
        end=${END:-1}
        for name in "${names[@]}"; do for x in 1E-5 1E-6 1E-7; do measure "$name" "$x" "$x" 1E-3 0 "$end" 20; done; done
        show "vehicle, $end s: tolerance" explicit 1E-5 1E-6 1E-7
        for name in "${names[@]}"; do for x in 1 2 3 4 5; do measure "$name" "$x" 1E-5 1E-3 "$x" "$end" 20; done; done
        show "vehicle, $end s: passes" own 1 2 3 4 5
        ;;
    bushings)
        vehicle 1E6
        for name in "${names[@]}"; do measure "$name" 1E-5 1E-5 1E-6 0 0.004 20; done
        show "vehicle with bushings x 1e6, 4 ms" explicit 1E-5
        for name in GSTIFF HHT; do
            integrate "$name, ERROR = 1E-5" 0.004 20
            echo "$name: ${run[residuals]} residuals, ${run[cpu_s]} s: $(ratio "${run[residuals]}" "${count[explicit,1E-5]}") / $(ratio "${run[cpu_s]}" "${time[explicit,1E-5]}")"
        done
        ;;
    printed)
        for data in '1E6 1E6 1E6;0.5' '1E6 1E8 1E12;0.002'; do
            echo && echo "printed rules, k = ${data%;*}, ${data#*;} s" && echo
            for name in AM3 AM4 TRAPEZOIDAL; do
                for x in 1 2 3 4 5 7; do awk -v k="${data%;*}" -v end="${data#*;}" -v method="$name" -v passes="$x" -f "$source_folder/bench/papers/tlismni/printed.awk"; done
            done
        done
        ;;
    esac
done
