#!/usr/bin/env bash
# docs/papers.md against the program: what it says of equations, of steps on the rotating beam and the stiff pendulum, of the rotor, is computed again. Steps within 3 %,
# which is what another machine's rounding may change.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"
page=$CARDAN_SOURCE/docs/papers.md models=$CARDAN_SOURCE/bench/models

here() { # LINE: what the page says in the column of ours
    awk -F ' [|] ' -v line="$1" 'index($0, "| " line) == 1 { print $3; exit }' "$page"
}
told() { # LINE NUMBER VALUE SHARE: the number that the page says, counted from 1, is the value within the share
    awk -v text="$(here "$1")" -v n="$2" -v value="$3" -v share="$4" 'BEGIN {
        gsub(/[^0-9.]+/, " ", text); sub(/^ +/, "", text); split(text, number, " "); off = number[n] / value - 1; if (off < 0) off = -off
        exit !(number[n] != "" && value > 0 && off <= share) }' || complain "$1: the page says \"$(here "$1")\", computed $3"
}
steps() { # MODEL END ARGUMENTS: steps and repeats
    "$CARDAN" run -v "$1" --end "$2" --steps 15 --integrator "$3" 2>&1 |
        awk '/^integration:/ { n = $2 } /repeated:/ { gsub(/[^0-9]+/, " "); split($0, r, " "); print n, r[1] + r[2] + r[3] + r[4] }'
}

awk -v units=mm -f "$models/belt.awk" >belt.adm
told 'equations of the belt' 1 "$("$CARDAN" check -v belt.adm 2>/dev/null | awk '/^equations/ { print $2 }')" 0
told 'equations of a part' 1 "$("$CARDAN" check -v "$CARDAN_SOURCE/examples/pendulum.adm" | awk '/^equations/ { print $2 }')" 0

# the vehicle on four posts: counts (28 parts and the frame), and both integrators over the first 0.03 s from its equilibrium
awk -v frame=1 -f "$models/atv.awk" >frame.json
"$CARDAN" flex frame.json -o frame.mtx >frame.txt || complain "no frame"
awk -f "$models/atv.awk" >atv.adm
"$CARDAN" check -v atv.adm >atv.txt 2>/dev/null
told 'equations of the ATV' 1 "$(awk '/^equations/ { print $2 }' atv.txt)" 0
grep -q '^parts *29 moving' atv.txt && grep -q '^freedoms *147 ' atv.txt || complain "ATV: $(cat atv.txt)"
[[ $(awk '/^constraints/ { print $2 } $2 == "JPRIM" { print $1 }' atv.txt | paste -sd+ | bc) -eq 43 ]] || complain "ATV: not 43 joints"
for setting in 'HHT 1E-5' 'GSTIFF 1E-4'; do
    read -r name error <<<"$setting"
    printf 'atv\n%s\nINTEGRATOR/%s, ERROR = %s, HMAX = 5E-4\nSIMULATE/STATIC\nSIMULATE/DYNAMIC, END = 0.03, STEPS = 30\nSTOP\n' "$name" "$name" "$error" >atv.acf
    "$CARDAN" run -q atv.acf || complain "ATV by $name"
    "$CARDAN" hotspots "$name.cardan" >"spots_$name"
done
paste -d ' ' spots_HHT spots_GSTIFF | awk '
    NR > 1 { d = $1 / $5 - 1; t = $2 - $6; if (d < 0) d = -d; if (t < 0) t = -t; if ($4 != $8 || d > 0.005 || t > 0.001) bad = 1; n++ } END { exit !(n == 10 && !bad) }' ||
    complain "hot spots of HHT and GSTIFF: $(paste spots_HHT spots_GSTIFF)"

awk -f "$models/rotating_beam.awk" >beam.adm
for k in 1 2 3; do
    error=1E-$((2 * k))
    read -r taken _ < <(steps beam.adm 1 "MDOP5, ERROR = $error, HMAX = 1, SAFETY = 0.3, VIOLATION = 1E-4")
    told 'table 4, MDOP5' $k $((15 * taken)) 0.03
done
for k in 1 2 3; do
    read -r taken repeated < <(steps beam.adm 1 "HEM5, ERROR = 1E-$((2 * k)), HMAX = 1, SAFETY = 0.3, VIOLATION = 1E-4")
    told 'table 4, HEM5' $k $((15 * taken)) 0.03
    [[ $repeated -eq 0 ]] || complain "HEM5 on the rotating beam repeats $repeated steps"
done
awk -v form=blade -f "$models/rotating_beam.awk" >blade.json
"$CARDAN" flex -q blade.json --clamped 1 --stiffening -o blade.mtx
awk -v form=modal -f "$models/rotating_beam.awk" >blade.adm
for k in 1 2; do
    read -r taken _ < <(steps blade.adm 15 "GALPHA, SI2, ERROR = 1E-$((2 * k)), HMAX = 1, SAFETY = 0.3")
    told '... in a floating frame' $k "$taken" 0.03
done
read -r taken repeated < <(steps beam.adm 15 'GALPHA, SI2, ERROR = 1E-4, HMAX = 1, SAFETY = 0.3')
told 'table 4, generalised alpha' 2 "$taken" 0.03
[[ $repeated -eq 0 ]] || complain "generalised alpha with SAFETY = 0.3 repeats $repeated steps"

grep -v '^INTEGRATOR' "$CARDAN_SOURCE/tests/verify/stiff_pendulum/model.adm" >stiff.adm
for k in 2 3 4 5 6 7; do
    printf 'stiff.adm\nstiff\nINTEGRATOR/ROSENBROCK, ERROR = 1E-%s, HMAX = 2, HINIT = 1E-5, HMIN = 1E-10\nSIMULATE/DYNAMIC, END = 2, STEPS = 1\nSTOP\n' $k >stiff.acf
    "$CARDAN" run -q stiff.acf
    told 'table 5, steps' $((k - 1)) "$(sed -nE 's/^integration: ([0-9]+) steps.*/\1/p' stiff.msg)" 0.03
done

printf 'rotor.adm\nrotor\nLINEAR/EIGENSOL\nSTOP\n' >rotor.acf
awk -v form=shaft -f "$models/rotor.awk" >shaft.json
"$CARDAN" flex -q shaft.json -o shaft.mtx
for form in beam fe modal; do
    for reference in '0 45.0517 50.5158 124.4140' '9000 27.6457 54.6175 69.7055'; do
        read -ra row <<<"$reference"
        awk -v form=$form -v rpm="${row[0]}" -f "$models/rotor.awk" >rotor.adm
        "$CARDAN" run rotor.acf 2>/dev/null | awk -v a="${row[1]}" -v b="${row[2]}" -v c="${row[3]}" '
            $1 ~ /^[0-9]+$/ && NF == 5 && $2 > 0 { for (i = 1; i <= 3; i++) { w = i == 1 ? a : i == 2 ? b : c; d = $2 / w - 1; if (d * d < 4e-8) seen[i] = 1 } }
            END { exit !(seen[1] && seen[2] && seen[3]) }' || complain "rotor as $form at ${row[0]} rpm: not all of ${row[*]:1} Hz within 0.02 %"
    done
done
exit $((failures > 0))
