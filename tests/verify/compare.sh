#!/usr/bin/env bash
# cardan compare: what is in its table, what it says about methods that fail, and what it answers to input that cannot be compared.
set -euo pipefail
source "$CARDAN_SOURCE/tests/checks.bash"
mkdir temporary
export TMPDIR=$work/temporary

# cell FILE MODEL METHOD ERROR COLUMN: a cell of the table; no cell before the last has a comma in it
cell() {
    awk -F, -v model="\"$2\"" -v method="\"$3\"" -v error="$4" -v column="$5" '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $1 == model && $2 == method && $3 == error { print $at[column] }' "$1"
}
# number CONDITION WHAT: complains unless awk finds the condition true
number() { awk "BEGIN { exit !($1) }" || complain "$2: $1 does not hold"; }

cat >swing.adm <<'END'
a pendulum
PART/1, GROUND
MARKER/1, PART = 1
PART/2, MASS = 2, CM = 3, IP = 1, 2, 3
MARKER/2, PART = 2
MARKER/3, PART = 2, QP = 1, 0, 0
JOINT/1, REVOLUTE, I = 2, J = 1
ACCGRAV/JGRAV = -9.81
REQUEST/1, DISPLACEMENT, I = 3, J = 1
OUTPUT/REQSAVE
END
# a strong damper: explicit methods would need half a million steps
cat >stiff.adm <<'END'
a mass on a damper
PART/1, GROUND
MARKER/10, PART = 1
PART/2, MASS = 1, CM = 20, IP = 1, 1, 1, QG = 0, 0, 1, VZ = 0.1
MARKER/20, PART = 2
MARKER/11, PART = 1, QP = 0, 0, 1
JOINT/1, TRANSLATIONAL, I = 20, J = 11
SPRINGDAMPER/1, TRANSLATION, I = 20, J = 10, K = 1E5, C = 1E6, LENGTH = 1.01
END
sed '/GRAV/d; s/JOINT.*/&\nMOTION\/1, JOINT = 1, ROTATION, FUNCTION = TIME/' swing.adm >driven.adm
# the force has no value behind half a second
sed 's/^REQUEST/SFORCE\/1, TRANSLATION, I = 3, J = 1, FUNCTION = SQRT(0.5 - TIME)\n&/' swing.adm >hopeless.adm
printf 'swing.adm\nswing\nsimulate/dynamics, end=1, steps=20\nstop\n' >swing.acf
printf 'stiff.adm\nstiff\nsimulate/dynamics, end=1, steps=1\nstop\n' >stiff.acf
printf 'swing.adm\nswing\nACCGRAV/JGRAV = -1\nstop\n' >empty.acf

# ---- two models, three methods ----
run 0 compare swing.acf stiff.acf --integrators GSTIFF:SI2,HHT,MDOP5 --errors 1e-3,1e-5,1e-7 --limit 5 --jobs 2 -o both.html
says "swing: 9 runs, compared with"
says "INTEGRATOR/"
says "page: both.html"
says "share of 2 models solved within tau times the time of the quickest, ERROR = 1e-05"
[[ $(<out.txt) =~ MDOP5\ +[01]\.[05]0\ +[0-9.\ ]+\ 0\.50 ]] || complain "the profile does not have MDOP5, which solves one model of two"
[[ $(grep -c '<polyline' both.svg) -gt 12 && $(grep -o 'share of models solved' both.svg | wc -l) -eq 6 ]] || complain "both.svg has no profiles at three ERRORs"
[[ $(wc -l <both.csv) -eq 19 ]] || complain "both.csv has $(wc -l <both.csv) lines, not 19"
for method in "GSTIFF SI2" HHT MDOP5; do
    for error in 0.001 1e-05 1e-07; do
        [[ $(cell both.csv swing "$method" $error outcome) == done ]] || complain "$method with $error on swing is not done"
    done
    first=$(cell both.csv swing "$method" 0.001 error) last=$(cell both.csv swing "$method" 1e-07 error)
    [[ $method == MDOP5 ]] || number "$last < $first / 5" "the error of $method falls"
    number "$last < 1e-3" "the error of $method with 1e-7"
    number "$(cell both.csv swing "$method" 1e-07 steps) >= $(cell both.csv swing "$method" 0.001 steps)" "steps of $method grow"
    number "$(cell both.csv swing "$method" 1e-07 cpu_s) > 0" "time of $method"
done
# what each promises: SI2 holds positions and velocities, HHT positions, explicit methods with projection both
number "$(cell both.csv swing "GSTIFF SI2" 1e-07 velocity_violation) < 1e-6" "SI2 holds velocities"
number "$(cell both.csv swing HHT 0.001 velocity_violation) > 1e-6" "HHT does not hold velocities"
number "$(cell both.csv swing HHT 1e-07 position_violation) < 1e-8" "HHT holds positions"
number "$(cell both.csv swing MDOP5 1e-07 velocity_violation) < 1e-7" "MDOP5 holds velocities"
number "$(cell both.csv swing MDOP5 1e-07 acceleration_violation) < 1e-9" "MDOP5 solves for accelerations"
number "$(cell both.csv swing HHT 0.001 energy_drift) > $(cell both.csv swing HHT 1e-07 energy_drift)" "the drift of HHT falls"
[[ $(cell both.csv stiff MDOP5 0.001 outcome) == failed ]] || complain "MDOP5 on stiff has not failed"
grep -q '"stiff","MDOP5",0.001,failed.*stiff' both.csv || complain "both.csv does not say that the model is stiff"
[[ $(cell both.csv stiff HHT 1e-07 outcome) == done ]] || complain "HHT on stiff is not done"
grep -q 'Not to the end with any ERROR: .*MDOP5' out.txt || complain "the failing method is not named: $out"
[[ -s both.html ]] || complain "there is no page"
grep -qE '(src|href)="?http' both.html && complain "the page names another place"

# ---- references ----
run 0 run swing.acf --integrator 'HEM5, ERROR = 1E-11' --out ref
for reference in ref/swing.cardan ref/swing.csv ref/swing.req HEM5:1e-11; do
    run 0 compare swing.acf --integrators HHT --errors 1e-3,1e-6 --reference $reference -o one.html
    number "$(cell one.csv swing HHT 1e-06 error) < $(cell one.csv swing HHT 0.001 error) / 5" "the error against $reference falls"
    number "$(cell one.csv swing HHT 0.001 error) > 1e-5" "there is an error against $reference"
done
run 0 compare swing.acf --integrators HEM5 --errors 1e-11 --reference HEM5:1e-11 -q -o same.html
[[ -z $out ]] || complain "$what: -q answers"
[[ $(cell same.csv swing HEM5 1e-11 at_reference_uncertainty) == yes ]] || complain "a run is not as uncertain as itself"
run 0 compare swing.acf --integrators HHT --errors 1e-4 --reference HEM5:1e-11 --channels 'PART_2.VX' --out there
[[ $(cell there/swing_compare.csv swing HHT 0.0001 worst_channel) == '"PART_2.VX"' ]] || complain "another channel than that of --channels counts"

# ---- limit of time ----
printf 'swing.adm\nswing\nsimulate/dynamics, end=60, steps=60\nstop\n' >long.acf
run 2 compare long.acf --integrators NEWMARK --errors 1e-11,1e-12 --reference HEM5:1e-5 --limit 1 -o long.html
warns "none of the methods compared has brought the model to its end"
[[ $(cell long.csv long NEWMARK 1e-11 outcome) == "time limit" ]] || complain "a run that takes for ever is not ended"
[[ $(cell long.csv long NEWMARK 1e-12 outcome) == "not run" ]] || complain "a smaller ERROR is run after the limit was met"
grep -q 'limit of 1 s of processor time, at t =' long.csv || complain "it is not said where the limit was met"

# ---- files that runs share ----
for file in middle "$work/middle"; do
    printf 'swing.adm\nswing\nsimulate/dynamics, end=0.5, steps=5\nsave/system, file=%s\nsimulate/dynamics, end=1, steps=5\nstop\n' "$file" >saved.acf
    run 0 compare saved.acf --integrators HHT,HEM5 --errors 1e-4 --reference HEM5:1e-9 --jobs 2 -o saved.html
    [[ $file == middle ]] || warns "runs are made one at a time"
    [[ $file != middle || $err != *"one at a time"* ]] || complain "$what: runs that share nothing are made one at a time"
done

# ---- interrupted ----
printf 'swing.adm\nswing\nsimulate/dynamics, end=60000, steps=60\nstop\n' >endless.acf
for signal in 15 1; do # TERM, HUP
    "$CARDAN" compare endless.acf --integrators NEWMARK --errors 1e-9 --jobs 1 -q -o never.html 2>err.txt &
    for ((i = 0; i < 100; i++)); do
        [[ -z $(ls "$TMPDIR") ]] || break
        sleep 0.05
    done
    sleep 0.2
    kill -$signal $!
    status=0
    wait $! || status=$?
    [[ $status -eq $((128 + signal)) && -z $(ls "$TMPDIR") && ! -e never.html ]] || complain "compare after signal $signal: exit code $status, left over: $(ls "$TMPDIR")"
done

# ---- what cannot be compared ----
run 1 compare
warns "compare needs a model"
run 1 compare nothing.adm
warns "nothing.adm"
run 1 compare swing.csv
warns "a model is a dataset (.adm) or a command file (.acf)"
run 1 compare swing.acf --integrators GSTIF
warns "no integrator is called GSTIF; there are GSTIFF, WSTIFF"
run 1 compare swing.acf --integrators HHT:SI2
warns "SI2 is no formulation of HHT"
for formula in AM4 SCHEME=AM4; do
    run 1 compare swing.acf --integrators HEM5:$formula
    warns "AM4 is no formulation of HEM5"
done
run 1 compare swing.acf --integrators HEM5:ERROR=1e-9
warns "give --errors"
for one in --integrators\ HHT,HEM5:HMAX=-1 --reference\ HEM5:HMAX=-1:1e-9; do
    run 1 compare swing.acf $one
    warns "HMAX = -1 must be greater than zero"
    [[ -z $out ]] || complain "$what: something runs with a bad argument"
done
run 1 compare swing.acf --integrators ,
warns "--integrators names nothing"
run 1 compare swing.acf --errors ""
warns "--errors names nothing"
run 1 compare swing.acf --errors 1e-3,zero
warns "--errors takes tolerances"
run 1 compare swing.acf --errors 1e-3..-1
warns "--errors takes tolerances"
run 1 compare swing.acf --reference HEM5
warns "neither a file"
run 1 compare swing.acf --reference nothing.csv
warns "nothing.csv cannot be read"
run 1 compare swing.acf --integrators HHT --reference ref/none.cardan
warns "no record of a run"
run 1 compare swing.acf stiff.acf --reference ref/swing.csv
warns "--reference FILE is for one model"
run 1 compare swing.acf --channels 'no.such' --reference ref/swing.csv
warns "no channel of the reference is called no.such"
run 1 compare swing.adm --steps 7 --integrators HHT --reference ref/swing.csv
warns "of the 8 output times"
[[ -z $out && ! -e swing_compare.html && ! -e swing_compare.csv ]] || complain "a reference that does not fit leaves a page or a recommendation"
run 1 compare driven.adm --integrators HHT
warns "nothing is integrated"
printf 'swing.adm\nswing\nsimulate/dynamics, end=0, steps=1\nstop\n' >still.acf
for command in compare verify; do
    run 1 $command still.acf
    warns "END is where they start"
    [[ -z $out ]] || complain "$what recommends something"
done
run 1 compare empty.acf --integrators HHT
warns "the command file has no SIMULATE"
run 1 compare swing.acf -o page.txt
warns "a report goes to FILE.html"
run 1 compare swing.acf -o no/such/page.html
warns "no folder that can be written to for no/such/page.html"
run 1 verify swing.acf --out no/such
warns "no folder that can be written to for no/such"
run 1 compare swing.acf --jobs 0
warns "--jobs takes a whole number"
run 1 compare swing.acf --limit
warns "a value is missing after --limit"
run 2 compare hopeless.adm --integrators HHT,HEM5 --errors 1e-3 --limit 5 -o hopeless.html
warns "no method has brought the model to its end"
warns "SFORCE/1"
[[ $(cell hopeless.csv hopeless HEM5 0.001 outcome) == failed ]] || complain "HEM5 on hopeless has not failed"
[[ -s hopeless.html ]] || complain "a model that fails with every method has no page"

# steps become smaller and smaller without end
sed 's/^REQUEST/SFORCE\/1, TRANSLATION, ACTIONONLY, I = 3, J = 1, FUNCTION = 1\/(TIME - 0.5)\n&/' swing.adm >singular.adm
run 2 compare singular.adm --integrators HEM5 --errors 1e-3 --limit 2 -o singular.html
warns "singular: "
warns "no step succeeds"

# ---- command files that call others ----
printf 'swing.adm\nswing\nFILE/COMMAND = inner.acf\nstop\n' >outer.acf
printf 'simulate/dynamics, end=1, steps=20\nsave/system, file = half\n' >inner.acf
run 0 compare outer.acf --integrators HEM5,MDOP5 --errors 1e-3 --jobs 2 --limit 5 -o outer.html
sed -i 's|= half|= ../half|' inner.acf
run 0 compare outer.acf --integrators HEM5,MDOP5 --errors 1e-3 --jobs 2 --limit 5 -o outer.html
warns "SAVE names a file outside the folder"

# ---- where nothing moves, and where what moves only turns ----
sed '/GRAV/d' swing.adm >still.adm
run 0 compare still.adm --integrators HEM5,MDOP5 --errors 1e-3 --limit 5 -o still.html
says "In still nothing moves"
sed '/GRAV/d; /QP = 1/s/QP = 1, 0, 0/QP = 0, 0, 0/; s/^PART\/2.*/&, WZ = 5/' swing.adm >turning.adm
run 0 compare turning.adm --integrators GSTIFF,MDOP5 --errors 1e-3,1e-5 --limit 5 -o turning.html
[[ $(cell turning.csv turning GSTIFF 0.001 worst_channel) == *AXES* ]] || complain "turning: $(cell turning.csv turning GSTIFF 0.001 worst_channel)"

# ---- pieces of it by themselves ----
run 1 run swing.acf --integrator 'HEM6'
warns "HEM6"
run 1 run swing.acf --integrator 'HHT
SIMULATE/STATIC'
warns "are not the arguments of one INTEGRATOR statement"
run 0 run swing.acf --integrator 'GSTIFF, ERROR = 1E-8' --statistics s.csv --out ref
grep -q '^dynamic,GSTIFF,done,0,1,1,' s.csv || complain "--statistics: $(cat s.csv)"
grep -q 'integrator: GSTIFF, I3.*ERROR = 1e-08' ref/swing.msg || complain "--integrator has not overruled the default"
run 1 run swing.acf --statistics no/such/folder/s.csv
warns "cannot write no/such/folder/s.csv"
[[ -z $(ls "$TMPDIR") ]] || complain "folders of runs are left over: $(ls "$TMPDIR")"

[[ $failures -eq 0 ]] || { echo "$failures failed"; exit 1; }
