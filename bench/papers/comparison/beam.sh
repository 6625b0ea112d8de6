#!/usr/bin/env bash
# beam.sh PROGRAM [TOLERANCES] - table 4, the beam that spins up off its axis (bench/models/rotating_beam.awk), with the safety factor and the limit of
# violation of table 1. Explicit methods go over the first second, which is counted fifteen times.
. "$(dirname "$0")/../common.bash"
tolerances=${2:-1E-2 1E-4 1E-6}
awk -f "$source_folder/bench/models/rotating_beam.awk" >model.adm
row() { # METHOD ERROR ARGUMENTS END PUBLISHED
    integrate "$1, ERROR = $2, HMAX = 1, $3" "$4" 15
    local steps=${run[steps]:-0} repeats=$((${run[too_inaccurate]:-0} + ${run[not_converged]:-0} + ${run[not_finite]:-0} + ${run[singular]:-0}))
    awk -v m="$1" -v e="$2" -v p="$5" -v n="$steps" -v r="$repeats" -v end="$4" -v cpu="${run[cpu_s]:-0}" 'BEGIN {
        split(p, was, " "); share = 15 / end
        if (!n) printf "| %s | %s | %s | %s | %s | failed | | | |\n", m, e, was[1], was[2], was[3]
        else printf "| %s | %s | %s | %s | %s | %.2e | %d | %d | %.2f |\n", m, e, was[1], was[2], was[3], end / n, share * n, share * r, share * cpu }'
}
echo '| method | ERROR | published mean step | accepted | rejected | ours: mean step | accepted | rejected | cpu s |'
echo '|---|---|---|---|---|---|---|---|---|'
for e in $tolerances; do
    case $e in
    1E-2) published=('4.22e-4 34123 1381' '1.09e-4 137176 833' '7.65e-2 196 0') ;;
    1E-4) published=('4.20e-4 34364 1393' '1.08e-4 137386 899' '6.49e-3 2310 0') ;;
    *) published=('2.40e-4 62255 179' '1.08e-4 137344 913' '5.40e-3 2687 0') ;;
    esac
    row HEM5 "$e" 'SAFETY = 0.3, VIOLATION = 1E-4' 1 "${published[0]}"
    row MDOP5 "$e" 'SAFETY = 0.3, VIOLATION = 1E-4' 1 "${published[1]}"
    row 'GALPHA, SI2' "$e" 'SAFETY = 0.3' 15 "${published[2]}"
    row PHEM56 "$e" 'SAFETY = 0.3, VIOLATION = 1E-4' 1 '- - -'
    row DOPRI5 "$e" 'SAFETY = 0.3' 1 '- - -'
    row HHT "$e" 'ALPHA = -0.3' 15 '- - -'
    row 'GSTIFF, SI2' "$e" 'KMAX = 6' 15 '- - -'
done
integrate 'GALPHA, SI2, ERROR = 1E-6, HMAX = 1' 15 150
curve REQUEST_1.F3 >tip.txt
chart rotating_beam 'Beam on a hub that spins up: tip in axes of the hub' 'time [s]' 'deflection [m]' 'ten BEAMs, GALPHA SI2, 1E-6' tip.txt
awk '{ t = int($1 * 10 + 0.5) } t % 25 == 0 && t > 0 && t < 150 { printf "%stip at %g s: %.5f m", (n++ ? ", " : ""), $1, $2 } END { print "" }' tip.txt
