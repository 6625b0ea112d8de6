#!/usr/bin/env bash
# rotor.sh PROGRAM - the rotor with its shaft as a chain of BEAMs, as an FE_PART and as a FLEX_BODY: frequencies at rest and at 9000 rpm, critical speeds, amplitudes at constant speed,
# the run-up through two critical speeds (figure 13, drawn), and what explicit methods make of it. The references are finite elements of 6 and 12 elements, which agree to 2e-6.
LIMIT=${LIMIT:-600}
. "$(dirname "$0")/../common.bash"
forms=(beam fe modal)
rotor() { awk "$@" -f "$source_folder/bench/models/rotor.awk" >model.adm; }
rotor -v form=shaft && mv model.adm shaft.json && "$program" flex -q shaft.json -o shaft.mtx || exit

modes() { # FORM RPM: frequencies in Hz, without 35.12, torsion against the drive whatever the speed
    rotor -v form="$1" -v rpm="$2"
    printf 'model.adm\nout\nLINEAR/EIGENSOL\nSTOP\n' >modes.acf
    "$program" run modes.acf 2>/dev/null | awk '$1 ~ /^[0-9]+$/ && NF == 5 && $2 > 0 && ($2 < 35.11 || $2 > 35.13) { print $2 }'
}
row() { # WHAT REFERENCE FILE...: a line, with the first number of each file
    local what=$1 reference=$2
    shift 2
    awk -v what="$what" -v a="$reference" 'BEGIN { printf "| %s | %s |", what, a } { printf " %.6g (%+.3f %%) |", $1, 100 * ($1 / a - 1) } END { print "" }' "$@"
}
echo '| | reference | 12 BEAMs | FE_PART, 12 beams | FLEX_BODY, 33 modes |'
echo '|---|---|---|---|---|'
speed=(0 9000) label=('at rest, Hz' '9000 rpm, Hz')
known=('45.0517 50.5158 124.4140 124.9382' '27.6457 54.6175 69.7055 335.768')
for s in 0 1; do
    k=0
    for form in "${forms[@]}"; do modes $form "${speed[s]}" >"modes_$form"; done
    for reference in ${known[s]}; do
        k=$((k + 1))
        for form in "${forms[@]}"; do sed -n "${k}p" "modes_$form" >"one_$form"; done
        row "${label[s]}" "$reference" one_beam one_fe one_modal
        label[s]=
    done
done
critical() { # FORM FROM WHICH: the speed that equals the frequency of mode WHICH, by iteration
    local w=$2 f
    for _ in 1 2 3 4 5 6 7 8; do
        f=$(modes "$1" "$w" | sed -n "$3p")
        w=$(awk -v f="$f" -v w="$w" 'BEGIN { printf "%.7g", (60 * f + w) / 2 }')
    done
    echo "$w"
}
name='critical, rpm'
while read -r reference from which; do
    for form in "${forms[@]}"; do critical $form "$from" "$which" >"one_$form"; done
    row "$name" "$reference" one_beam one_fe one_modal
    name=
done <<<'2533.30 2500 1
3121.99 3100 2
4840.38 4800 3'

# Amplitudes at the disc, x and z in micrometres, that the unbalance forces at a constant speed: nothing damps what the start sets off, but a window of two seconds (cosine squared) lets
# nothing of other frequencies through. The unbalance is a thousand times as large, so that displacements are of millimetres, and the answer divided by that.
steady() { # FORM RPM: x z
    rotor -v form="$1" -v rpm="$2" -v unbalance=0.1
    integrate 'HHT, ERROR = 1E-6, HMAX = 1E-4' 2 4000
    [[ ${run[outcome]:-} == done ]] || { echo '0 0'; return; }
    paste <(column time) <(column REQUEST_1.F2) <(column REQUEST_1.F3) | awk -v rpm="$2" '
        BEGIN { pi = atan2(0, -1); w = rpm * pi / 30 }
        { g = sin(pi * $1 / 2) ^ 4; sum += g; X += 2 * g * $2 * sin(w * $1); Z += 2 * g * $3 * cos(w * $1) }
        END { print 1e3 * X / sum, 1e3 * Z / sum }'
}
while read -r rpm x z; do
    printf '| %s rpm: x, z, micrometres | %s, %s |' "$rpm" "$x" "$z"
    for form in "${forms[@]}"; do
        read -r X Z <<<"$(steady $form "$rpm")"
        awk -v x="$x" -v z="$z" -v X="$X" -v Z="$Z" 'BEGIN { printf " %.5g, %.5g (%+.2f, %+.2f %%) |", X, Z, 100 * (X / x - 1), 100 * (Z / z - 1) }'
    done
    echo
done <<<'2000 0.90031 0.52923
4000 -2.1597 -2.4478
6000 -1.2106 -1.2786
9000 -1.0152 -1.0353'

echo && echo '| run-up to 6000 rpm in 10 s | GALPHA SI2, HMAX = 4E-4: steps | cpu s | largest, micrometres, at 2500 to 3000, 3000 to 6000 rpm | HEM5 with HMIN = 1E-8 | MDOP5 |'
echo '|---|---|---|---|---|---|'
for form in "${forms[@]}"; do
    rotor -v form=$form -v rpm=6000 -v seconds=10
    integrate 'GALPHA, SI2, ERROR = 1, HMAX = 4E-4' 10 5000
    printf '| %s | %s | %.1f |' $form "${run[steps]:-failed}" "${run[cpu_s]:-0}"
    paste <(column REQUEST_1.F4) <(column REQUEST_1.F6) | awk '{ print $1, 1e6 * $2 }' >runup.txt
    awk '{ w = int($1 / 50); if ($2 > most[w]) most[w] = $2 } END { for (w = 0; w < 120; w++) print 50 * w + 25, most[w] }' runup.txt >amplitude_$form
    awk '$1 > 2500 && $1 < 3000 && $2 > a { a = $2 } $1 > 3000 && $2 > b { b = $2 } END { printf " %.1f, %.1f |", a, b }' amplitude_$form
    for method in HEM5 MDOP5; do
        integrate "$method, ERROR = 1E-4, HMIN = 1E-8, HMAX = 1" 10 1
        printf ' %s |' "$(sed -nE 's/.*t = ([0-9.e-]+): the model is too stiff.*: steps of ([0-9.e-]+),.*/gives up at \1 s: steps of \2 s/p' messages | head -n 1)"
    done
    echo
done
chart rotor 'Run-up of the rotor: largest displacement of the disc' 'speed [rpm]' micrometres '12 BEAMs|FE_PART|FLEX_BODY' amplitude_beam amplitude_fe amplitude_modal
