#!/usr/bin/env bash
# INTEGRATOR/AUTO: benchmarks within their tolerances whatever they are like, and the methods it takes for them.
set -uo pipefail
. "$CARDAN_SOURCE/tests/checks.bash"

not_stiff='swing squeezer bricard_free tumbling heavy_top spatial_slider_crank rolling_disc sleigh car_axis free_slider_crank force_jump sensor_swing friction_ramp quarter_car'
INTEGRATOR='AUTO, ERROR = 1E-10' bash "$CARDAN_SOURCE/tests/verify/cases.sh" $not_stiff governor stiff_pendulum || complain "a benchmark"

# takes NAME PATTERN...: the notes of a run have these, in this order
takes() {
    local name=$1 notes at
    shift
    "$CARDAN" run "$name.adm" --end "${END-1}" --steps "${STEPS-100}" -q || complain "$name does not run"
    notes=$(grep AUTO_METHOD "$name.msg" | tr '\n' ' ')
    for pattern in "$@"; do
        at=${notes#*"$pattern"}
        [[ $at != "$notes" ]] || complain "$name: no \"$pattern\" in: $notes"
        notes=$at
    done
}

slider() { # NAME FORCE [STATEMENT]
    cat >"$1.adm" <<MODEL
$1
PART/1, GROUND
MARKER/10, PART = 1
PART/2, MASS = 2, CM = 20, IP = 1, 1, 1, QG = 0, 0, 1.1
MARKER/20, PART = 2
JOINT/1, TRANSLATIONAL, I = 20, J = 10
SFORCE/1, I = 20, J = 10, TRANSLATION, FUNCTION = $2
${3-!}
INTEGRATOR/AUTO
END
MODEL
}

slider slow '-50*(DZ(20,10,10)-1)'
takes slow 'MDOP5 begins: not stiff: the fastest motion has a rate of 5'
slider stiff '-50*(DZ(20,10,10)-1) - 1E6*VZ(20,10,10,10)'
takes stiff 'GSTIFF begins: stiff: the fastest motion has a rate of 5e+05'
# a damper of rate 1000 that acts for a while: steps tell, and tell again
slider awhile '-50*(DZ(20,10,10)-1) - STEP(TIME,1,0,1.01,2E3)*(1-STEP(TIME,4,0,4.01,1))*VZ(20,10,10,10) - 1E4*STEP(TIME,4,0,4.01,1)*(DZ(20,10,10)-1)'
END=12 STEPS=60 takes awhile 'MDOP5 begins' 'GSTIFF goes on: ' 'MDOP5 goes on: not stiff here'
# steps that MDOP5 would need are forbidden by HMIN
slider forbidden '-50*(DZ(20,10,10)-1) - 1E7*STEP(TIME,0.5,0,0.6,1)*VZ(20,10,10,10)' 'INTEGRATOR/HMIN = 1E-3'
takes forbidden 'MDOP5 begins' 'GSTIFF goes on: MDOP5 cannot go on'
# ERROR alone asks for short steps: a method of higher order, which does with fewer
slider fine '-1000*SIN(DZ(20,10,10))' 'INTEGRATOR/ERROR = 1E-10'
END=10 takes fine 'MDOP5 begins' 'ABAM goes on: on trial'
"$CARDAN" run fine.adm --end 10 --integrator AUTO --statistics auto.stat -q || complain "fine with AUTO"
"$CARDAN" run fine.adm --end 10 --integrator MDOP5 --statistics mdop5.stat -q || complain "fine with MDOP5"
steps() { awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "steps") c = i } END { print $c }' "$1"; }
(($(steps auto.stat) < $(steps mdop5.stat) * 9 / 10)) || complain "fine: $(steps auto.stat) steps, MDOP5 has $(steps mdop5.stat)"
# outputs every 1e-3 do not hold the steps of a smooth model down, unless INTERPOLATE or a kink say so; they are on the constraints
cp "$CARDAN_SOURCE/tests/verify/squeezer/model.adm" many.adm
sed -i 's|^END.*|INTEGRATOR/AUTO, ERROR = 1E-5\nEND|' many.adm
"$CARDAN" run many.adm --end 0.03 --steps 1000 --statistics many.stat -q || complain "many does not run"
"$CARDAN" run many.adm --end 0.03 --steps 1000 --integrator 'INTERPOLATE = OFF' --statistics held.stat -q || complain "many, held, does not run"
(($(steps many.stat) < 500 && $(steps held.stat) >= 1000)) || complain "many outputs: $(steps many.stat) and $(steps held.stat) steps"
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i } END { exit !($c["position_violation"] < 1e-8 && $c["velocity_violation"] < 1e-8) }' many.stat ||
    complain "outputs are off the constraints"
# a formulation that the method does not have is named
"$CARDAN" run slow.adm --integrator 'HEM5, SI2' 2>said >/dev/null
grep -q 'HEM5 does not have the formulation' said || complain "SI2 of HEM5 is not named"
exit $((failures > 0))
