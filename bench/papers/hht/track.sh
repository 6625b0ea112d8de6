#!/usr/bin/env bash
# track.sh PROGRAM - the track of the paper's section 4.2 (bench/models/track.awk: 61 parts, 690 contacts), HHT with ERROR = 1E-5 against GSTIFF SI2 with 1E-2 over
# WHOLE seconds (1 unless stated; the paper has 14): figures 6 and 7, times, how far they are apart.
LIMIT=${LIMIT:-1200}
source "$(dirname "$0")/../common.bash"
whole=${WHOLE:-1}
awk -f "$source_folder/bench/models/track.awk" | grep -v ^INTEGRATOR >model.adm
for method in 'HHT, ERROR = 1E-5' 'GSTIFF, SI2, ERROR = 1E-2'; do
    integrate "$method" "$whole" $((whole * 100))
    name=${method%%,*}
    [[ ${run[outcome]} == "done" ]] || { echo "$method fails: $(grep -m 1 error messages)"; continue; }
    curve REQUEST_1.F2 >"x_$name"; curve REQUEST_1.F3 >"z_$name"; curve REQUEST_1.F6 0.001 >"ground_$name"
    echo "$method over $whole s: ${run[steps]} steps, ${run[iterations]} iterations, ${run[matrices]} matrices, ${run[cpu_s]} s"
    seconds[${#seconds[@]}]=${run[cpu_s]}
done
[[ ${#seconds[@]} == 2 ]] || exit 1
echo "GSTIFF SI2 takes $(ratio "${seconds[1]}" "${seconds[0]}") times as long as HHT (published 5.2)"
chart track_shoe 'Track: height of shoe 8' 'time [s]' m 'HHT, 1E-5|GSTIFF SI2, 1E-2' z_HHT z_GSTIFF
chart track_ground 'Track: force on the ground' 'time [s]' kN 'HHT, 1E-5|GSTIFF SI2, 1E-2' ground_HHT ground_GSTIFF
for c in x z; do
    paste ${c}_HHT ${c}_GSTIFF | awk -v c=$c '{ d = $2 - $4; if (d < 0) d = -d; if (d > most) most = d } END { printf "shoe 8, %s: %.2g mm apart at most (5 mm asked)\n", c, 1000 * most }'
done
