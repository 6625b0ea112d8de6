#!/usr/bin/env bash
# figures.sh PROGRAM - the belt's curves (figures 2 to 5): force in the bearing of the alternator and its speed, by HHT with ERROR = 1E-5 and GSTIFF with 1E-4, over
# WHOLE milliseconds (20 unless stated; the paper has 200).
LIMIT=${LIMIT:-1200}
source "$(dirname "$0")/../common.bash"
whole=${WHOLE:-20}
awk -v units=mm -f "$source_folder/bench/models/belt.awk" | grep -v ^INTEGRATOR >model.adm
for method in 'HHT, ERROR = 1E-5' 'GSTIFF, ERROR = 1E-4'; do
    integrate "$method, INTERPOLATE = ON, HMAX = 0.1" "$whole" $((whole * 40)) # the force vibrates up to 30 kHz
    name=${method%%,*}
    curve REQUEST_1.F2 | awk -v sample=40 -v cutoff=2 -f "$source_folder/bench/papers/hht/filter.awk" -f <(echo '
        BEGIN { pi = atan2(0, -1) } { t[NR] = $1; x[NR] = $2 } END { filter(x, NR); for (i = 1; i <= NR; i++) print t[i], x[i] }') >"force_$name"
    curve REQUEST_1.F4 1000 >"speed_$name"
    echo "$method over $whole ms: ${run[steps]} steps, ${run[iterations]} iterations, ${run[cpu_s]} s"
    seconds[${#seconds[@]}]=${run[cpu_s]}
done
echo "GSTIFF takes $(ratio "${seconds[1]}" "${seconds[0]}") times as long (published 2.7)"
chart belt_force 'Belt: force x in the bearing of the alternator, filtered at 2 kHz' 'time [ms]' 'N' 'HHT, 1E-5|GSTIFF, 1E-4' force_HHT force_GSTIFF
chart belt_speed 'Belt: speed of the alternator' 'time [ms]' 'rad/s' 'HHT, 1E-5|GSTIFF, 1E-4' speed_HHT speed_GSTIFF
paste speed_HHT speed_GSTIFF | awk '{ d = $4 / $2 - 1; if (d < 0) d = -d; if (d > most) most = d } END { printf "speed: %.2f %% apart at most (published 1 %%)\n", 100 * most }'
