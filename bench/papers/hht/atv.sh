#!/usr/bin/env bash
# atv.sh PROGRAM - the vehicle with a flexible frame on four posts (section 4.3; bench/models/atv.awk: 28 parts, 43 joints, 135 modes), HHT with ERROR = 1E-5 against
# GSTIFF with 1E-4, HMAX = 5E-4, over WHOLE seconds (2 unless stated, as the paper has): counts, times, table I (ten hot spots), figures 8 to 11.
#
#   bench/papers/hht/atv.sh PROGRAM [equal]     equal: at equal error instead, over END seconds (0.2), against HHT with ERROR = 1E-8
set -uo pipefail
LIMIT=${LIMIT:-2400}
source "$(dirname "$0")/../common.bash"
whole=${WHOLE:-2} end=${END:-0.2} hmax=5E-4
models=$source_folder/bench/models
before=SIMULATE/STATIC # it stands on the posts when they begin to move

awk -v frame=1 -f "$models/atv.awk" >frame.json
"$program" flex frame.json -o frame.mtx >frame.txt || exit 1
awk -f "$models/atv.awk" >model.adm

# signals NAME: time, force of the rear ball joint, pitch rate of the engine in degrees per second
signals() {
    paste -d ' ' <(curve REQUEST_1.F2) <(column REQUEST_1.F3) | awk 'NF == 3 { print $1, $2, $3 * 57.29577951 }' >"$1"
}
# apart A B: largest differences of force and rate, as shares of the peaks of A, in percent
apart() {
    paste -d ' ' "$1" "$2" | awk '
        function size(x) { return x < 0 ? -x : x }
        { for (c = 2; c <= 3; c++) { if (size($c) > peak[c]) peak[c] = size($c); d = size($c - $(c + 3)); if (d > most[c]) most[c] = d; sum[c] += d * d } }
        END { printf "%.2f | %.2f | %.3f | %.3f\n", 100 * most[2] / peak[2], 100 * most[3] / peak[3], 100 * sqrt(sum[2] / NR) / peak[2], 100 * sqrt(sum[3] / NR) / peak[3] }'
}
# spots: the hottest point of each node of the frame: node, point, largest von Mises stress, time
spots() {
    "$program" hotspots out.cardan --count 100000 | awk '
        FNR == NR { if ($1 == "stress") { sub(/:/, "", $2); node[$2] = $4 } next }
        $4 in node && !seen[node[$4]]++ { print node[$4], $4, $1, $2 }' frame.txt -
}

if [[ ${2:-} == equal ]]; then
    per=$(awk -v t="$end" 'BEGIN { print 500 * t }') # an output costs two factorisations, which a step may do without
    integrate "HHT, ERROR = 1E-8, HMAX = $hmax, INTERPOLATE = ON" "$end" "$per"
    signals reference
    echo "| method, over $end s | ERROR | steps | iterations | factors | cpu s | force, % of the peak | pitch rate, % | force, mean square | rate, mean square |"
    echo "|---|---|---|---|---|---|---|---|---|---|"
    for setting in 'HHT 1E-4' 'HHT 1E-5' 'HHT 1E-6' 'HHT 1E-7' 'GSTIFF 1E-3' 'GSTIFF 1E-4' 'GSTIFF 1E-5' 'GSTIFF 1E-6'; do
        read -r method error <<<"$setting"
        integrate "$method, ERROR = $error, HMAX = $hmax, INTERPOLATE = ON" "$end" "$per"
        signals out.txt
        echo "| $method | $error | ${run[steps]:-} | ${run[iterations]:-} | ${run[factorisations]:-} | ${run[cpu_s]:-} | $(apart reference out.txt) |"
    done
    exit
fi

"$program" check -v model.adm 2>/dev/null | sed -n '/^parts/p; /^constraints/,/^forces/p; /^freedoms/p; /^equations/p'
outputs=$(awk -v t="$whole" 'BEGIN { print 2000 * t }') # as often as the largest step, or peaks are missed
seconds=()
for method in 'HHT, ERROR = 1E-5' 'GSTIFF, ERROR = 1E-4'; do
    integrate "$method, HMAX = $hmax, INTERPOLATE = ON" "$whole" "$outputs"
    name=${method%%,*}
    [[ ${run[outcome]} == "done" ]] || { echo "$method fails: $(grep -m 1 error messages)"; exit 1; }
    echo "$method over $whole s: ${run[steps]} steps, ${run[iterations]} iterations, ${run[matrices]} matrices, ${run[factorisations]} factorisations, ${run[cpu_s]} s"
    seconds[${#seconds[@]}]=${run[cpu_s]}
    signals "$name"; spots >"spots_$name"
done
echo "GSTIFF takes $(ratio "${seconds[1]}" "${seconds[0]}") times as long as HHT (published 3.0)"
seconds=()
few=$(awk -v t="$whole" 'BEGIN { print t / 5 }') # the methods alone: outputs, with two factorisations each, cost both the same
for method in 'HHT, ERROR = 1E-5' 'GSTIFF, ERROR = 1E-4'; do
    integrate "$method, HMAX = $hmax, INTERPOLATE = ON" "$few" 8
    echo "$method with 8 outputs over $few s: ${run[steps]} steps, ${run[iterations]} iterations, ${run[matrices]} matrices, ${run[factorisations]} factorisations, ${run[cpu_s]} s"
    seconds[${#seconds[@]}]=${run[cpu_s]}
done
echo "GSTIFF takes $(ratio "${seconds[1]}" "${seconds[0]}") times as long as HHT"
echo && echo "| node | point | GSTIFF, lbf/in^2 | at, s | HHT, lbf/in^2 | at, s | difference, % | published, % |" && echo "|---|---|---|---|---|---|---|---|"
published=(0.01 -0.11 0.06 -0.17 -0.11 -0.41 -0.25 -0.30 0.44 0.11)
n=0
paste -d ' ' spots_GSTIFF spots_HHT | head -n 10 | while read -r node point stress time other_node other_point other_stress other_time; do
    [[ $node == "$other_node" && $point == "$other_point" ]] || echo "another order: $node ($point), $other_node ($other_point)"
    awk -v a="$stress" -v b="$other_stress" -v p="${published[n]}" -v head="| $node | $point | $stress | $time | $other_stress | $other_time" 'BEGIN { printf "%s | %.2f | %s |\n", head, 100 * (b / a - 1), p }'
    n=$((n + 1))
done
echo && echo "| HHT and GSTIFF | force of the rear ball joint, % of the peak | pitch rate of the engine, % | force, mean square | rate, mean square |" && echo "|---|---|---|---|---|"
echo "| $whole s | $(apart HHT GSTIFF) |"

for name in HHT GSTIFF; do
    awk '{ print $1, $2 }' $name >force_$name
    awk '{ print $1, $3 }' $name >rate_$name
done
paste -d ' ' rate_HHT rate_GSTIFF | awk '{ d[NR] = $2 - $4; t[NR] = $1; a = $2 < 0 ? -$2 : $2; if (a > peak) peak = a } 
    END { for (i = 1; i <= NR; i++) { if (d[i] ^ 2 >= most ^ 2) { most = d[i]; at = t[i] } if (i % 14 == 0) { print at, 100 * most / peak; most = 0 } } }' >difference # peaks are not to be skipped
mkdir -p "$figures" && awk -f "$source_folder/bench/papers/hht/picture.awk" frame.json >"$figures/atv.svg"
chart atv_force 'ATV: force z of the rear suspension on the frame, right' 'time [s]' lbf 'HHT, 1E-5|GSTIFF, 1E-4' force_HHT force_GSTIFF
chart atv_pitch 'ATV: pitch rate of the engine' 'time [s]' 'degrees/s' 'HHT, 1E-5|GSTIFF, 1E-4' rate_HHT rate_GSTIFF
chart atv_difference 'ATV: pitch rate, HHT less GSTIFF' 'time [s]' '% of the peak' 'difference' difference
