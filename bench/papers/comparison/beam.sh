#!/usr/bin/env bash
# beam.sh PROGRAM [TOLERANCES] - table 4, the beam that spins up off its axis (bench/models/rotating_beam.awk) as ten BEAMs, as an FE_PART of ten beams and as a FLEX_BODY of them, with the
# safety factor and the limit of violation of table 1. Explicit methods go over the first second, which is counted fifteen times. FORMS: which of beam, fe, modal.
LIMIT=${LIMIT:-600}
. "$(dirname "$0")/../common.bash"
tolerances=${2:-1E-2 1E-4 1E-6}
forms=${FORMS:-beam fe modal}
beam() { awk "$@" -f "$source_folder/bench/models/rotating_beam.awk"; }
beam -v form=blade >blade.json && "$program" flex -q blade.json --clamped 1 --stiffening -o blade.mtx || exit
row() { # METHOD ERROR ARGUMENTS END PUBLISHED
    integrate "$1, ERROR = $2, HMAX = 1, $3" "$4" 15
    local steps=${run[steps]:-0} repeats=$((${run[too_inaccurate]:-0} + ${run[not_converged]:-0} + ${run[not_finite]:-0} + ${run[singular]:-0}))
    awk -v f="$form" -v m="$1" -v e="$2" -v p="$5" -v n="$steps" -v r="$repeats" -v end="$4" -v cpu="${run[cpu_s]:-0}" 'BEGIN {
        split(p, was, " "); share = 15 / end
        if (!n) printf "| %s | %s | %s | %s | %s | %s | failed | | | |\n", f, m, e, was[1], was[2], was[3]
        else printf "| %s | %s | %s | %s | %s | %s | %.2e | %d | %d | %.2f |\n", f, m, e, was[1], was[2], was[3], end / n, share * n, share * r, share * cpu }'
}
echo '| form | method | ERROR | published mean step | accepted | rejected | ours: mean step | accepted | rejected | cpu s |'
echo '|---|---|---|---|---|---|---|---|---|---|'
for form in $forms; do
    beam -v form="$form" >model.adm
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
done
names=('ten BEAMs' 'FE_PART' 'FLEX_BODY') k=0
for form in beam fe modal; do
    beam -v form=$form >model.adm
    integrate 'HHT, ERROR = 1E-5, HMAX = 0.1' 15 150
    curve REQUEST_1.F3 >tip_$form
    awk -v name="${names[k]}" '{ t = int($1 * 10 + 0.5) } t % 25 == 0 && t > 0 && t < 150 { printf "%s %g s: %.5f m", (n++ ? "," : name ", tip at"), $1, $2 } END { print "" }' tip_$form
    k=$((k + 1))
done
chart rotating_beam 'Beam on a hub that spins up: tip in axes of the hub' 'time [s]' 'deflection [m]' 'ten BEAMs|FE_PART|FLEX_BODY' tip_beam tip_fe tip_modal
