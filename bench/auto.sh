#!/usr/bin/env bash
# AUTO against the quickest single method at equal error: the dynamic benchmarks of tests/verify through cardan compare, one run at a time.
#
#   bench/auto.sh PROGRAM [CASE...]     the table as Markdown: time of AUTO over that of the quickest method, which is named
#   METHODS=..., ERRORS=...             others than the usual ones, as cardan compare takes them
set -uo pipefail
verify=$(dirname "$(readlink -f "$0")")/../tests/verify
program=$(readlink -f "${1:?the program}")
shift
methods=${METHODS:-AUTO,MDOP5,ABAM,PHEM56,GSTIFF:I3,GSTIFF:SI2,HHT}
cases=("$@")
[[ ${#cases[@]} -gt 0 ]] || cases=(swing windows_2 squeezer bricard_free governor stiff_pendulum three_masses tumbling heavy_top
    spatial_slider_crank rolling_disc sleigh car_axis free_slider_crank)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# quotients CSV: times to errors, interpolated in logarithms between runs of a method, for its best ones
quotients() {
    awk -F , -v levels="1e-2 1e-4 1e-6" '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        { name = $(at["method"]); gsub(/"/, "", name); error = $(at["error"]); time = $(at["cpu_s"])
          if (error !~ /^[0-9.]/ || error <= 0 || time <= 0) next
          if (!(name in runs)) order[++methods] = name
          n = ++runs[name]; e[name, n] = log(error); t[name, n] = log(time) }
        # the least time in which the method is that accurate, or between two of its runs
        function reach(name, level,    k, j, best, found, s, x) {
            for (k = 1; k <= runs[name]; k++) {
                if (e[name, k] <= level && (!found || t[name, k] < best)) { best = t[name, k]; found = 1 }
                for (j = 1; j <= runs[name]; j++)
                    if (e[name, k] > level && e[name, j] <= level) {
                        s = (e[name, k] - level) / (e[name, k] - e[name, j]); x = t[name, k] + s * (t[name, j] - t[name, k])
                        if (!found || x < best) { best = x; found = 1 }
                    }
            }
            return found ? best : 1e9
        }
        END {
            n = split(levels, level, " ")
            for (i = 1; i <= n; i++) {
                own = reach("AUTO", log(level[i])); least = 1e9
                for (k = 1; k <= methods; k++) {
                    if (order[k] == "AUTO") continue
                    x = reach(order[k], log(level[i])); if (x < least) { least = x; who = order[k] }
                }
                reached = own < 1e8 && least < 1e8
                printf " | %s", (reached ? sprintf("%.2f (%s)", exp(own - least), who) : "-")
            }
        }' "$1"
}

echo "| model | error 1e-2 | 1e-4 | 1e-6 |"
echo "|---|---|---|---|"
for case in "${cases[@]}"; do
    rm -rf "$work/$case" && cp -r "$verify/$case" "$work/$case"
    "$program" compare "$work/$case/run.acf" --jobs 1 --integrators "$methods" --errors "${ERRORS:-1e-2..1e-9}" --out "$work" -q >/dev/null 2>&1
    echo "| $case$(quotients "$work/run_compare.csv") |"
done
