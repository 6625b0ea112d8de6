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
takes slow 'MDOP5 goes on: not stiff: the fastest motion has a rate of 5'
slider stiff '-50*(DZ(20,10,10)-1) - 1E6*VZ(20,10,10,10)'
takes stiff 'GSTIFF with SI2 goes on: stiff: the fastest motion has a rate of 5e+05'
# a damper of rate 1000 that acts for a while: steps tell, and tell again
slider awhile '-50*(DZ(20,10,10)-1) - STEP(TIME,1,0,1.01,2E3)*(1-STEP(TIME,4,0,4.01,1))*VZ(20,10,10,10) - 1E4*STEP(TIME,4,0,4.01,1)*(DZ(20,10,10)-1)'
END=12 STEPS=60 takes awhile 'MDOP5 goes on' 'GSTIFF with SI2 goes on: stiff' 'MDOP5 goes on: not stiff here'
# MDOP5 cannot pass the positions in which two four-bars are flat where one of its steps ends next to them, as it does with one ERROR or
# another; HHT can, and gives back behind them
for error in 1E-10 5E-11 1.5E-10 7E-11 3E-10; do
    sed "s|^END.*|INTEGRATOR/AUTO, ERROR = $error\nEND|" "$CARDAN_SOURCE/tests/verify/windows_2/model.adm" >flat.adm
    "$CARDAN" run flat.adm --end 2 --steps 40 -q
    if grep -q 'MDOP5 cannot go on' flat.msg; then break; fi
done
END=2 STEPS=40 takes flat 'MDOP5 goes on: not stiff' 'MDOP5 cannot go on' 'HHT goes on' 'MDOP5 goes on: not stiff here'
# a formulation that the method does not have is named
"$CARDAN" run slow.adm --integrator 'HEM5, SI2' 2>said >/dev/null
grep -q 'HEM5 does not have the formulation' said || complain "SI2 of HEM5 is not named"
exit $((failures > 0))
