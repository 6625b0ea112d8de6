#!/usr/bin/env bash
# track.sh PROGRAM [forces | equal] - the track of the paper's section 4.2 (bench/models/track.awk: 61 parts, 690 contacts), HHT with ERROR = 1E-5 against GSTIFF SI2 with 1E-2,
# as CONTACTs with the orders as they come and with KMAX = 1, MAXIT = 10, as the paper has it, over WHOLE seconds (1 unless stated; the paper has 14): figures 6 and 7,
# times, how far they are apart. forces: the 690 pairs as forces with IMPACT, over 0.02 s unless stated; equal: at equal error instead, over END seconds
# (0.2), against GSTIFF SI2 with ERROR = 1E-5. Both draw nothing.
LIMIT=${LIMIT:-1200}
source "$(dirname "$0")/../common.bash"
as=${2:-contacts}
if [[ $as == forces ]]; then whole=${WHOLE:-0.02}; else whole=${WHOLE:-1}; fi
awk -v forces=$([[ $as == forces ]] && echo 1 || echo 0) -f "$source_folder/bench/models/track.awk" | grep -v ^INTEGRATOR >model.adm
"$program" check -v model.adm 2>/dev/null | grep '^equations'
# filtered FILE FILE: what two signals are apart behind the first tenth of a second, filtered at 100 Hz, for blows scatter: mean square and peak
filtered() {
    paste "$1" "$2" | awk -v sample=0.4 -v cutoff=0.1 -f "$source_folder/bench/papers/hht/filter.awk" -f <(echo '
        BEGIN { pi = atan2(0, -1) } { a[NR] = $2; b[NR] = $4; t[NR] = $1 }
        END { filter(a, NR); filter(b, NR)
              for (i = 1; i <= NR; i++) if (t[i] >= 0.1) { d = a[i] - b[i]; n++; sum += d * d; p = a[i] < 0 ? -a[i] : a[i]; if (p > peak) peak = p }
              if (n) printf "%.2f %.4g\n", 100 * sqrt(sum / n) / peak, peak }')
}
# farthest FILE FILE: largest difference of two signals, and as a share of the peak of the first, in percent
farthest() {
    paste "$1" "$2" | awk '{ d = $2 - $4; if (d < 0) d = -d; if (d > most) most = d; p = $2 < 0 ? -$2 : $2; if (p > peak) peak = p } END { printf "%.3g %.2g\n", most, 100 * most / peak }'
}
# track SETTING SECONDS NAME: runs it; signals go to files that end with the name
track() {
    integrate "$1, MAXIT = 10" "$2" "$(awk -v t="$2" 'BEGIN { print int(400 * t + 0.5) }')"
    [[ ${run[outcome]} == "done" ]] || { echo "$1 fails: $(grep -m 1 error messages)"; exit 1; }
    curve REQUEST_1.F2 >"x_$3"; curve REQUEST_1.F3 >"z_$3"; curve REQUEST_1.F6 0.001 >"ground_$3"
    curve REQUEST_2.F2 >"vx_$3"; curve REQUEST_2.F3 >"vz_$3"; curve REQUEST_2.F4 0.001 >"tension_$3"; curve REQUEST_2.F6 0.001 >"torque_$3"
}
if [[ $as == equal ]]; then
    whole=${END:-0.2}
    track 'GSTIFF, SI2, ERROR = 1E-5' "$whole" reference
    echo "| over $whole s | steps | iterations | residuals | factorisations | cpu s | shoe 8, mm | tension, % | torque, % |" && echo '|---|---|---|---|---|---|---|---|---|'
    for setting in 'GSTIFF, SI2, ERROR = 1E-3' 'GSTIFF, SI2, ERROR = 1E-2' 'GSTIFF, SI2, ERROR = 1E-1' 'HHT, ERROR = 1E-5' 'HHT, ERROR = 1E-4' 'HHT, ERROR = 1E-3' 'HHT, ERROR = 1E-2'; do
        track "$setting" "$whole" out
        read -r off _ <<<"$(farthest z_reference z_out)"; read -r tension _ <<<"$(filtered tension_reference tension_out)"; read -r torque _ <<<"$(filtered torque_reference torque_out)"
        awk -v s="$setting" -v n="${run[steps]}" -v i="${run[iterations]}" -v r="${run[residuals]}" -v f="${run[factorisations]}" -v t="${run[cpu_s]}" -v z="$off" -v a="$tension" -v b="$torque" \
            'BEGIN { printf "| %s | %d | %d | %d | %d | %.1f | %.2g | %s | %s |\n", s, n, i, r, f, t, 1000 * z, a, b }'
    done
    exit
fi
names=(HHT SI2 SI2_1)
settings=('HHT, ERROR = 1E-5' 'GSTIFF, SI2, ERROR = 1E-2' 'GSTIFF, SI2, ERROR = 1E-2, KMAX = 1')
for k in 0 1 2; do
    track "${settings[k]}" "$whole" "${names[k]}"
    echo "${settings[k]} over $whole s: ${run[steps]} steps, ${run[iterations]} iterations, ${run[residuals]} residuals, ${run[matrices]} matrices, ${run[factorisations]} factorisations, ${run[cpu_s]} s"
    seconds[k]=${run[cpu_s]}
done
echo "GSTIFF SI2 takes $(ratio "${seconds[1]}" "${seconds[0]}"), with KMAX = 1 $(ratio "${seconds[2]}" "${seconds[0]}") times as long as HHT (published 5.2)"
for c in x z; do read -r off _ <<<"$(farthest ${c}_HHT ${c}_SI2)"; echo "shoe 8, $c: $off m apart at most (0.005 asked)"; done
for c in vx vz; do read -r off share <<<"$(farthest ${c}_HHT ${c}_SI2)"; echo "shoe 8, $c: $off m/s apart at most, $share % of the peak (3 % asked)"; done
for c in tension torque; do read -r off peak <<<"$(filtered ${c}_HHT ${c}_SI2)"; echo "$c, filtered at 100 Hz: $off % of its peak ($peak kN or kN m) apart in the mean square"; done
[[ $as == forces ]] && exit
chart track_shoe 'Track: height of shoe 8' 'time [s]' m 'HHT, 1E-5|GSTIFF SI2, 1E-2' z_HHT z_SI2
for c in vx tension; do for name in HHT SI2; do awk '$1 >= 0.1' ${c}_$name >later && mv later ${c}_$name; done; done # the first blow is as high as all that follows is not
chart track_speed 'Track: speed of shoe 8 along the ground, from 0.1 s on' 'time [s]' m/s 'HHT, 1E-5|GSTIFF SI2, 1E-2' vx_HHT vx_SI2
chart track_ground 'Track: force on the ground' 'time [s]' kN 'HHT, 1E-5|GSTIFF SI2, 1E-2' ground_HHT ground_SI2
chart track_tension 'Track: tension of the chain behind shoe 8, from 0.1 s on' 'time [s]' kN 'HHT, 1E-5|GSTIFF SI2, 1E-2' tension_HHT tension_SI2
