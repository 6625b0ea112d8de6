#!/usr/bin/env bash
# Figures 4 and 5 of the paper that compares methods for event-driven simulation: a slider-crank let go with a spinning crank, by method and ERROR.
#
#   bench/papers/comparison/run.sh PROGRAM
#
# A line per run: mean step, steps accepted and repeated, largest violation of the constraints in positions (m), velocities (m/s) and accelerations (m/s2)
# at the outputs, largest error of the crank angle (rad) at the times of the benchmark, residuals and processor time.
set -uo pipefail
source "$(dirname "$0")/../common.bash"
case=$source_folder/tests/verify/free_slider_crank
end=0.2

cp "$case/model.adm" .

violations() {
    echo "| method | ERROR | mean step | steps | repeated | position | velocity | acceleration | error of angle | residuals | matrices | cpu ms |"
    echo "|---|---|---|---|---|---|---|---|---|---|---|---|"
    for method in ${METHODS:-HEM5 PHEM56 MDOP5 GALPHA,I3 GALPHA,I2 GALPHA,SI2 ABAM}; do
        for error in ${ERRORS:-1E-2 1E-3 1E-4 1E-5 1E-6 1E-7 1E-8}; do
            integrate "$method, ERROR = $error, HMAX = 0.02" $end 20
            printf '| %s | %s |' "${method/,/ }" "$error"
            [[ ${run[outcome]} == done ]] || { echo " failed | | | | | | | | | |"; continue; }
            repeated=$((run[too_inaccurate] + run[not_converged] + run[not_finite]))
            # crank angle at 0.05, 0.1, 0.2 s
            off=$(column seen.F2 | awk 'BEGIN { split("4.8092381352 9.1401524169 18.394450983", at, " ") }
                NR == 6 || NR == 11 || NR == 21 { x = $1 - at[++k]; pi = atan2(0, -1); x -= 2 * pi * int(x / (2 * pi) + (x < 0 ? -0.5 : 0.5)); if (x < 0) x = -x; if (x > m) m = x }
                END { printf "%.1e", m }')
            awk -v end=$end -v steps="${run[steps]}" -v repeated="$repeated" -v p="${run[position_violation]}" -v v="${run[velocity_violation]}" -v a="${run[acceleration_violation]}" \
                -v off="$off" -v residuals="${run[residuals]}" -v matrices="${run[matrices]}" -v cpu="${run[cpu_s]}" 'BEGIN {
                printf " %.1e | %d | %d | %.0e | %.0e | %.0e | %s | %d | %d | %.1f |\n", end / steps, steps, repeated, p, v, a, off, residuals, matrices, 1e3 * cpu }'
        done
    done
}

# residuals / milliseconds for an error of the angle, between the two runs that enclose it
effort() {
    awk -F ' *[|] *' -v wanted="1e-2 1e-3 1e-4 1e-5 1e-6 1e-7" '
        NR < 3 || $4 == "failed" { next }
        !($2 in runs) { order[++methods] = $2 }
        { k = ++runs[$2]; error[$2, k] = $10; residuals[$2, k] = $11; time[$2, k] = $13 }
        function at(of, m, k, share) { return exp(log(of[m, k - 1]) + share * log(of[m, k] / of[m, k - 1])) }
        END {
            n = split(wanted, e, " ")
            head = "| method |"; rule = "|---|"
            for (j = 1; j <= n; j++) { head = head " " e[j] " |"; rule = rule "---|" }
            print head "\n" rule
            for (i = 1; i <= methods; i++) {
                m = order[i]; line = "| " m " |"
                for (j = 1; j <= n; j++) {
                    found = " - |"
                    for (k = 2; k <= runs[m]; k++) if (error[m, k - 1] > e[j] && error[m, k] <= e[j]) {
                        share = log(e[j] / error[m, k - 1]) / log(error[m, k] / error[m, k - 1])
                        found = sprintf(" %.0f / %.0f |", at(residuals, m, k, share), at(time, m, k, share))
                    }
                    line = line found
                }
                print line
            }
        }' "$1"
}

violations | tee table
echo && echo "residuals / processor time in ms, by error of the angle" && echo
effort table
