#!/usr/bin/env bash
# track.sh PROGRAM [forces] - the track of the paper's section 4.2 (bench/models/track.awk: 61 parts, 690 contacts), HHT with ERROR = 1E-5 against GSTIFF SI2 with 1E-2,
# as CONTACTs with the orders as they come and with KMAX = 1, MAXIT = 10, as the paper has it, over WHOLE seconds (1 unless stated; the paper has 14): figures 6 and 7,
# times, how far they are apart. forces: the 690 pairs as forces with IMPACT, over 0.02 s unless stated; nothing is drawn.
LIMIT=${LIMIT:-1200}
source "$(dirname "$0")/../common.bash"
as=${2:-contacts}
if [[ $as == forces ]]; then whole=${WHOLE:-0.02}; else whole=${WHOLE:-1}; fi
awk -v forces=$([[ $as == forces ]] && echo 1 || echo 0) -f "$source_folder/bench/models/track.awk" | grep -v ^INTEGRATOR >model.adm
"$program" check -v model.adm 2>/dev/null | grep '^equations'
names=(HHT SI2 SI2_1)
settings=('HHT, ERROR = 1E-5, MAXIT = 10' 'GSTIFF, SI2, ERROR = 1E-2, MAXIT = 10' 'GSTIFF, SI2, ERROR = 1E-2, KMAX = 1, MAXIT = 10')
for k in 0 1 2; do
    integrate "${settings[k]}" "$whole" "$(awk -v t="$whole" 'BEGIN { print int(400 * t + 0.5) }')"
    name=${names[k]}
    [[ ${run[outcome]} == "done" ]] || { echo "${settings[k]} fails: $(grep -m 1 error messages)"; exit 1; }
    curve REQUEST_1.F2 >"x_$name"; curve REQUEST_1.F3 >"z_$name"; curve REQUEST_1.F6 0.001 >"ground_$name"
    curve REQUEST_2.F4 0.001 >"tension_$name"; curve REQUEST_2.F6 0.001 >"torque_$name"
    echo "${settings[k]} over $whole s: ${run[steps]} steps, ${run[iterations]} iterations, ${run[matrices]} matrices, ${run[cpu_s]} s"
    seconds[k]=${run[cpu_s]}
done
echo "GSTIFF SI2 takes $(ratio "${seconds[1]}" "${seconds[0]}"), with KMAX = 1 $(ratio "${seconds[2]}" "${seconds[0]}") times as long as HHT (published 5.2)"
for c in x z; do
    paste ${c}_HHT ${c}_SI2 | awk -v c=$c '{ d = $2 - $4; if (d < 0) d = -d; if (d > most) most = d } END { printf "shoe 8, %s: %.2g mm apart at most (5 mm asked)\n", c, 1000 * most }'
done
# blows are compared after a filter of 100 Hz, of what comes behind the first tenth of a second
for c in tension torque; do
    paste ${c}_HHT ${c}_SI2 | awk -v c=$c -v sample=0.4 -v cutoff=0.1 -f "$source_folder/bench/papers/hht/filter.awk" -f <(echo '
        BEGIN { pi = atan2(0, -1) } { a[NR] = $2; b[NR] = $4; t[NR] = $1 }
        END { filter(a, NR); filter(b, NR)
              for (i = 1; i <= NR; i++) if (t[i] >= 0.1) { d = a[i] - b[i]; n++; sum += d * d; p = a[i] < 0 ? -a[i] : a[i]; if (p > peak) peak = p }
              if (n) printf "%s, filtered at 100 Hz: %.2f %% of its peak (%.4g kN or kN m) apart in the mean square\n", c, 100 * sqrt(sum / n) / peak, peak }')
done
[[ $as == forces ]] && exit
chart track_shoe 'Track: height of shoe 8' 'time [s]' m 'HHT, 1E-5|GSTIFF SI2, 1E-2' z_HHT z_SI2
chart track_ground 'Track: force on the ground' 'time [s]' kN 'HHT, 1E-5|GSTIFF SI2, 1E-2' ground_HHT ground_SI2
chart track_tension 'Track: tension of the chain behind shoe 8' 'time [s]' kN 'HHT, 1E-5|GSTIFF SI2, 1E-2' tension_HHT tension_SI2
