#!/usr/bin/env bash
# The tables of the paper on the Rosenbrock-Nyström method: the stiff double pendulum (tables 4 to 6), the vehicle over a bump (tables 7 and 8).
#
#   bench/papers/rosenbrock/run.sh PROGRAM [pendulum vehicle durations]     the first two if none is named
#
# Processor times are those of whole runs, in seconds; what counts are their ratios. ABAM drives for ABAM_END seconds (0.2), and its time per second is taken for all.
set -uo pipefail
source "$(dirname "$0")/../common.bash"
shift
parts=("$@")
[[ ${#parts[@]} -gt 0 ]] || parts=(pendulum vehicle)
abam_end=${ABAM_END:-0.2}
TIMEFORMAT=%U

# simulate NAME COMMAND...: runs model.adm; sets steps and cpu; results are in NAME.csv
simulate() {
    local name=$1
    shift
    { printf 'model.adm\n%s\n' "$name" && printf '%s\n' "$@" STOP; } >run.acf
    cpu=$({ time "$program" run -q run.acf >/dev/null 2>messages || { cat messages >&2; echo failed >failed; }; } 2>&1)
    [[ ! -f failed ]] || exit 1
    steps=$(sed -nE 's/^integration: ([0-9]+) steps.*/\1/p' "$name.msg" | tail -n 1)
}

# compare REFERENCE RESULTS NAME: of one channel when the difference is largest, that difference, its mean over the run, and the largest as % of the value
compare() {
    awk -F , -v name="$3" '
        FNR == 1 { for (i = 1; i <= NF; i++) { head = $i; gsub(/"/, "", head); sub(/ .*/, "", head); if (head == name) c = i }; next }
        FNR == NR { value[FNR] = $c; next }
        { off = $c - value[FNR]; if (off < 0) off = -off; if (off > most) { most = off; at = $1; is = value[FNR] }; sum += off; n++ }
        END { if (is < 0) is = -is; printf "%.2f %.1e %.1e %.2g\n", at, most, sum / n, is ? 100 * most / is : 0 }' "$1" "$2"
}

pendulum() {
    local published=(29 49 85 148 264 467) position=('5.2e-2 / 3.2e-3 / 0.12' '4.2e-3 / 2.6e-4 / 0.0096' '4.9e-4 / 2.9e-5 / 0.0011' '1.9e-5 / 9.9e-6 / 0.00039' - -)
    local velocity=('4.1e-2 / 2.3e-2 / 1.8' '3.8e-3 / 2.2e-3 / 0.12' '8.7e-4 / 3.4e-4 / 0.0092' '2.3e-4 / 9.4e-5 / 0.0025' - -)
    local run='SIMULATE/DYNAMIC, END = 2, STEPS = 400' set='HMAX = 2, HINIT = 1E-5, HMIN = 1E-10' taken
    grep -v '^INTEGRATOR' "$source_folder/tests/verify/stiff_pendulum/model.adm" >model.adm
    simulate reference "INTEGRATOR/ROSENBROCK, ERROR = 1E-11, HMAX = 5E-3" "$run"
    echo && echo 'Errors: largest / mean / largest in % of the value there.'
    echo && echo '| ERROR | steps | published | error of the angle | at | published | error of its rate | at | published |'
    echo '|---|---|---|---|---|---|---|---|---|'
    for k in 2 3 4 5 6 7; do
        simulate out "INTEGRATOR/ROSENBROCK, ERROR = 1E-$k, $set" 'SIMULATE/DYNAMIC, END = 2, STEPS = 1'
        taken=$steps
        simulate out "INTEGRATOR/ROSENBROCK, ERROR = 1E-$k, $set, INTERPOLATE = ON" "$run"
        read -r at most mean share <<<"$(compare reference.csv out.csv seen.F2)"
        read -r rate_at rate_most rate_mean rate_share <<<"$(compare reference.csv out.csv seen.F3)"
        echo "| 1E-$k | $taken | ${published[k - 2]} | $most / $mean / $share | $at s | ${position[k - 2]} | $rate_most / $rate_mean / $rate_share | $rate_at s | ${velocity[k - 2]} |"
    done
    curve_of reference.csv seen.F2 >angle && chart pendulum_angle 'Stiff double pendulum: angle of the first body' 'time [s]' rad 'RN4, 1E-11' angle
    curve_of reference.csv seen.F3 >rate && chart pendulum_rate 'Stiff double pendulum: angular velocity of the first body' 'time [s]' rad/s 'RN4, 1E-11' rate
}

vehicle() {
    local explicit=(3618 3641 3667 3663) implicit=(13.3 37 106 428) end=4
    awk -v bump=cylinder -f "$source_folder/bench/models/vehicle18.awk" "$source_folder/examples/vehicle.adm" | sed '/^INTEGRATOR/d' >model.adm
    simulate reference 'SIMULATE/STATIC' 'INTEGRATOR/ROSENBROCK, ERROR = 1E-8, INTERPOLATE = ON' "SIMULATE/DYNAMIC, END = $end, STEPS = 200"
    simulate rest 'SIMULATE/STATIC'
    local rest=$cpu
    curve_of reference.csv REQUEST_1.Z >height && chart vehicle_height 'Vehicle over a half cylinder: height of the chassis' 'time [s]' m 'RN4, 1E-8' height
    simulate steps 'SIMULATE/STATIC' 'DEBUG/VERBOSE' 'INTEGRATOR/ROSENBROCK, ERROR = 1E-4, HMAX = 0.1, INTERPOLATE = ON' "SIMULATE/DYNAMIC, END = $end, STEPS = 4"
    # an attempt that is good may be repeated to end on a corner: the last of each number counts
    awk '/^step [0-9]+ from t/ { gsub(/[,;=]/, " "); if (number && $2 > number) print at, size; t = $5; h = $7; step = $2 } /^  good/ { number = step; at = t + h; size = log(h) / log(10) }' steps.msg >sizes
    chart vehicle_step 'Vehicle over a half cylinder: size of the steps' 'time [s]' 'log10 of seconds' 'RN4, 1E-4' sizes
    echo && echo '| RN4, seconds for | 1E-2 | 1E-3 | 1E-4 | 1E-5 | published |' && echo '|---|---|---|---|---|---|'
    local seconds their=('5.6 13.2 40.7 172' '12.6 32.6 95 405' '13 36.3 105 422' '13.3 37 106 428')
    for seconds in 1 2 3 4; do
        printf '| %s s' "$seconds"
        for k in 2 3 4 5; do
            simulate out 'SIMULATE/STATIC' "INTEGRATOR/ROSENBROCK, ERROR = 1E-$k, HMAX = 0.1, INTERPOLATE = ON" "SIMULATE/DYNAMIC, END = $seconds, STEPS = 4"
            awk -v t="$cpu" -v r="$rest" 'BEGIN { printf " | %.2f", t - r }'
        done
        printf ' | %s |\n' "${their[seconds - 1]}"
    done
    echo && echo '| ERROR | RN4: steps | time of 4 s | error of the height | ABAM: steps per second | time of 1 s | ratio over 4 s | published |'
    echo '|---|---|---|---|---|---|---|---|'
    for k in 2 3 4 5; do
        simulate out 'SIMULATE/STATIC' "INTEGRATOR/ROSENBROCK, ERROR = 1E-$k, HMAX = 0.1, INTERPOLATE = ON" "SIMULATE/DYNAMIC, END = $end, STEPS = 200"
        read -r _ most _ <<<"$(compare reference.csv out.csv REQUEST_1.Z)"
        simulate out 'SIMULATE/STATIC' "INTEGRATOR/ROSENBROCK, ERROR = 1E-$k, HMAX = 0.1, INTERPOLATE = ON" "SIMULATE/DYNAMIC, END = $end, STEPS = 4"
        local taken=$steps time=$cpu
        simulate out 'SIMULATE/STATIC' "INTEGRATOR/ABAM, ERROR = 1E-$k, HMIN = 1E-12, HINIT = 1E-7" "SIMULATE/DYNAMIC, END = $abam_end, STEPS = 1"
        awk -v k=$k -v n="$taken" -v t="$time" -v e="$most" -v m="$steps" -v u="$cpu" -v rest="$rest" -v part="$abam_end" -v end=$end -v their="${explicit[k - 2]}" -v ours="${implicit[k - 2]}" 'BEGIN {
            t -= rest; u = (u - rest) / part
            printf "| 1E-%d | %d | %.2f | %s | %.0f | %.0f | %.0f | %.0f |\n", k, n, t, e, m / part, u, end * u / t, end * their / ours }'
    done
}

# table 7 row by row, at 1E-3, in one run: two to three minutes; SECONDS_OF_ABAM: how far
durations() {
    local their=(3641 7348 11122 14771) drive=() seconds
    awk -v bump=cylinder -f "$source_folder/bench/models/vehicle18.awk" "$source_folder/examples/vehicle.adm" | sed '/^INTEGRATOR/d' >model.adm
    for ((seconds = 1; seconds <= ${SECONDS_OF_ABAM:-4}; seconds++)); do drive+=("SIMULATE/DYNAMIC, END = $seconds, STEPS = 4"); done
    printf '%s\n' model.adm out SIMULATE/STATIC 'INTEGRATOR/ABAM, ERROR = 1E-3, HMIN = 1E-12, HINIT = 1E-7' "${drive[@]}" STOP >run.acf
    "$program" run -q run.acf --statistics statistics 2>messages || { cat messages >&2; exit 1; }
    echo && echo '| ABAM, 1E-3 | steps | cpu s | published |' && echo '|---|---|---|---|'
    awk -F , -v their="${their[*]}" '
        BEGIN { split(their, was, " ") }
        NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
        $c["analysis"] == "dynamic" { n++; steps += $c["steps"]; cpu += $c["cpu_s"]; printf "| %d s | %d | %.0f | %s |\n", n, steps, cpu, was[n] }' statistics
}

for part in "${parts[@]}"; do "$part"; done
