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
# a variable makes accelerations as dear as a matrix: an implicit method, unless steps tell otherwise
slider dear '-50*(DZ(20,10,10)-1)-VARVAL(1)' 'VARIABLE/1, FUNCTION = 0.1*STEP(TIME,0.2,0,0.4,1)*VZ(20,10,10,10)'
takes dear 'GSTIFF begins: states or variables make accelerations as dear'
sed -i 's|INTEGRATOR/AUTO|INTEGRATOR/AUTO, ERROR = 1E-8|' dear.adm
END=20 STEPS=100 takes dear 'GSTIFF begins' 'MDOP5 goes on: not stiff here'
# a body that bounces: the contact is not there to begin with, and a choice made in free flight must not cost twice what the best does
cat >hops.adm <<'MODEL'
hops
ACCGRAV/KGRAV = -9.80665
PART/1, GROUND
MARKER/100, PART = 1
MARKER/199, PART = 1, FLOATING
PART/2, MASS = 0.4, CM = 200, IP = 3E-4, 3E-4, 3E-4, QG = 0, 0, 0.37, VX = 1.7, WY = -9, WM = 100
MARKER/200, PART = 2
VARIABLE/1, FUNCTION = IMPACT(DZ(200),VZ(200),0.04,8.0E4,2.2,25,2.0E-4)
GFORCE/1, I = 200, JFLOAT = 199, RM = 100
, FX = -0.25*VARVAL(1)*STEP(VX(200)-0.04*WY(200),-0.02,-1,0.02,1)\FY = 0\FZ = VARVAL(1)\TX = 0\TY = 0\TZ = 0
END
MODEL
matrices() { # METHOD: matrices made on the way
    "$CARDAN" run hops.adm --end 3 --steps 300 --integrator "$1" --statistics hops.stat -q || complain "hops with $1"
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "matrices") c = i } END { print $c }' hops.stat
}
chosen=$(matrices 'AUTO, ERROR = 1E-3') stable=$(matrices 'GSTIFF, ERROR = 1E-5') explicit=$(matrices 'MDOP5, ERROR = 1E-3')
((2 * chosen < 3 * stable && 3 * chosen < explicit)) || complain "hops: $chosen matrices, GSTIFF $stable, MDOP5 $explicit"
# HMAX beyond the outputs, where steps end, says nothing of how long steps may be
slider beyond '-50*(DZ(20,10,10)-1)' 'INTEGRATOR/HMAX = 1E9'
takes beyond 'MDOP5 begins: not stiff: the fastest motion has a rate of 5, which steps of 0.01 show'
# a fast oscillation that hardly dies away: an implicit method that proves dearer is given up, and not tried again and again
slider rings '-2E5*(DZ(20,10,10)-1)-0.1*VZ(20,10,10,10)' 'INTEGRATOR/ERROR = 1E-4'
END=20 takes rings 'MDOP5 begins: perhaps stiff' 'GSTIFF goes on: on trial' 'MDOP5 goes on: GSTIFF would take'
(($(grep -c 'on trial' rings.msg) <= 4)) || complain "rings: too many trials"
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
# a wall that EXP describes, narrower than outputs are apart: no step goes over it
slider wall '-200*EXP(-((DZ(20,10,10)-2)/0.01)**2)' 'INTEGRATOR/ERROR = 1E-6'
sed -i 's/^JOINT.*/&, IC = 1, 1/' wall.adm
"$CARDAN" run wall.adm --end 2 --steps 40 -q || complain "wall does not run"
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /PART_2.[XZ] /) c[++n] = i } { for (k = 1; k <= n; k++) if ($c[k] > far) far = $c[k] }
    END { exit !(far > 1.5 && far < 2.05) }' wall.csv || complain "the wall is gone through"
# one output in two hundred seconds: that says nothing of steps
cat >few.adm <<'MODEL'
a pendulum with few outputs
ACCGRAV/JGRAV = -9.81
PART/1, GROUND
MARKER/10, PART = 1
PART/2, MASS = 1, CM = 20, IP = 0.1, 0.1, 0.1
MARKER/20, PART = 2, QP = 0.3, 0, 0
MARKER/21, PART = 2
JOINT/1, REVOLUTE, I = 21, J = 10
INTEGRATOR/AUTO, ERROR = 1E-5
END
MODEL
"$CARDAN" run few.adm --end 200 --steps 1 --statistics few.stat -q || complain "few does not run"
"$CARDAN" run few.adm --end 200 --steps 1 --integrator MDOP5 --statistics few5.stat -q || complain "few with MDOP5 does not run"
(($(steps few.stat) < $(steps few5.stat) * 3 / 2)) || complain "few outputs: $(steps few.stat) steps, MDOP5 has $(steps few5.stat)"
# a formulation that the method does not have is named
"$CARDAN" run slow.adm --integrator 'HEM5, SI2' 2>said >/dev/null
grep -q 'HEM5 does not have the formulation' said || complain "SI2 of HEM5 is not named"
exit $((failures > 0))
