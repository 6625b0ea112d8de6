#!/usr/bin/env bash
# rotor.sh PROGRAM - frequencies of the rotor at rest and at 9000 rpm, its critical speeds, the run-up through two of them (figure 13, drawn), and what explicit methods make of it. The references are finite elements of 6 and 12 elements, which agree to 2e-6.
. "$(dirname "$0")/../common.bash"
rotor() { awk "$@" -f "$source_folder/bench/models/rotor.awk" >model.adm; }

modes() { # RPM: frequencies in Hz
    rotor -v rpm="$1"
    printf 'model.adm\nout\nLINEAR/EIGENSOL\nSTOP\n' >modes.acf
    "$program" run modes.acf 2>/dev/null | awk '$1 ~ /^[0-9]+$/ && NF == 5 && $2 > 0 { print $2 }'
}
row() { # WHAT, REFERENCE, OURS
    awk -v what="$1" -v a="$2" -v b="$3" 'BEGIN { printf "| %s | %s | %.6g | %.3f %% |\n", what, a, b, 100 * (b / a - 1) }'
}
echo '| | reference | 12 BEAMs | difference |'
echo '|---|---|---|---|'
mapfile -t rest < <(modes 0)
mapfile -t fast < <(modes 9000)
row 'at rest, Hz' 45.0517 "${rest[1]}"; row '' 50.5158 "${rest[2]}"; row '' 124.4140 "${rest[3]}"; row '' 124.9382 "${rest[4]}"
row '9000 rpm, Hz' 27.6457 "${fast[0]}"; row '' 54.6175 "${fast[2]}"; row '' 69.7055 "${fast[3]}"; row '' 335.768 "${fast[4]}"
# mode 35.12 Hz is torsion against the drive, whatever the speed
critical() { # FROM WHICH: the speed that equals the frequency of mode WHICH, without torsion, by iteration
    local w=$1 f
    for _ in 1 2 3 4 5 6 7 8; do
        f=$(modes "$w" | awk '$1 < 35.11 || $1 > 35.13' | sed -n "$2p")
        w=$(awk -v f="$f" -v w="$w" 'BEGIN { printf "%.7g", (60 * f + w) / 2 }')
    done
    echo "$w"
}
row 'critical, rpm' 2533.30 "$(critical 2500 1)"; row '' 3121.99 "$(critical 3100 2)"; row '' 4840.38 "$(critical 4800 3)"

# amplitudes at the disc, x and z in micrometres, that the unbalance forces at a constant speed: nothing damps what the start sets off, but a window of two seconds
# (cosine squared) lets nothing of other frequencies through
steady() { # RPM X Z
    rotor -v rpm="$1"
    integrate 'HHT, ERROR = 1E-10, HMAX = 1E-4' 2 8000 # displacements are of 1e-6 m
    paste <(column time) <(column REQUEST_1.F2) <(column REQUEST_1.F3) | awk -v rpm="$1" -v x="$2" -v z="$3" '
        BEGIN { pi = atan2(0, -1); w = rpm * pi / 30 }
        { g = sin(pi * $1 / 2) ^ 4; sum += g; X += 2 * g * $2 * sin(w * $1); Z += 2 * g * $3 * cos(w * $1) }
        END { X *= 1e6 / sum; Z *= 1e6 / sum; printf "| %s rpm: x, z | %s, %s | %.5g, %.5g | %.2f, %.2f %% |\n", rpm, x, z, X, Z, 100 * (X / x - 1), 100 * (Z / z - 1) }'
}
steady 2000 0.90031 0.52923
steady 4000 -2.1597 -2.4478
steady 6000 -1.2106 -1.2786
steady 9000 -1.0152 -1.0353

rotor -v rpm=6000 -v seconds=10
integrate 'GALPHA, SI2, ERROR = 1, HMAX = 4E-4' 10 5000
echo
echo "run-up to 6000 rpm in 10 s, GALPHA SI2 with HMAX = 4E-4: ${run[outcome]:-} ${run[steps]} steps, ${run[cpu_s]:-?} s"
paste <(column REQUEST_1.F4) <(column REQUEST_1.F6) | awk '{ print $1, 1e6 * $2 }' >runup.txt
awk '{ w = int($1 / 50); if ($2 > most[w]) most[w] = $2 } END { for (w = 0; w < 120; w++) print 50 * w + 25, most[w] }' runup.txt >amplitude.txt
chart rotor 'Run-up of the rotor: largest displacement of the disc' 'speed [rpm]' micrometres 'GALPHA SI2, 4E-4 s' amplitude.txt
for method in HEM5 MDOP5; do
    integrate "$method, ERROR = 1E-4, HMIN = 1E-8" 0.01 10
    echo "$method over 10 ms: ${run[outcome]:-done}, ${run[steps]:-no} steps; $(grep -m 1 -o 'the model is too stiff[^;]*\|holds its steps down to [0-9.e-]*' messages)"
done
